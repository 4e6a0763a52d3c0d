"""Hangs in its first turn and hears no signal that can be ignored."""

import signal

from polite import turns

for each in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(each, signal.SIG_IGN)
for _ in turns("ignores_sigterm"):
    while True:
        signal.pause()
