"""The room of both tanks, compiled."""

from steelyard.bots.tank_duel.space.kernel import free, less, only, reach, size, territories, union
from steelyard.core.compiler import uncounted


@uncounted
def rooms(position, width, height, a, b, ground):
    """The squares that each tank reaches first or, if they cannot meet, at all; and whether they can."""
    room = free(position, ground)
    ours, theirs, meet = territories(room, a, b, width, height)
    if not meet:
        alone = less(room, union(only(a), only(b)))
        ours, theirs = size(reach(alone, a, width, height)), size(reach(alone, b, width, height))
    return ours, theirs, meet
