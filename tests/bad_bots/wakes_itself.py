"""Has a child: each wakes the other again and again, so that neither stays stopped, and no answer comes."""

import os
import signal
import time
from contextlib import suppress

from polite import turns

for _ in turns("wakes_itself"):
    os.fork()
    while True:
        with suppress(OSError):
            os.kill(-1, signal.SIGCONT)
        time.sleep(0.002)
