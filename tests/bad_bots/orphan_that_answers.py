"""Leaves when its first turn comes; a grandchild in a session of its own goes on answering in its name."""

import os
import sys
import time

from polite import move, turns

for turn in turns("orphan_that_answers"):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            while True:
                time.sleep(0.01)
                move(turn)
        os._exit(0)
    os.wait()
    sys.exit(3)
