"""Takes all the memory there is when its first turn comes."""

from polite import turns

for _ in turns("memory_hog"):
    hoard = []
    while True:
        hoard.append(b"\1" * (4 << 20))
