"""Starts threads without end when its first turn comes."""

import threading
import time
from contextlib import suppress

from polite import turns

for _ in turns("floods_threads"):
    with suppress(RuntimeError):
        while True:
            threading.Thread(target=time.sleep, args=(600,)).start()
    time.sleep(600)
