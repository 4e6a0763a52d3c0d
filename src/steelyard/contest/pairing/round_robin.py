"""Round robin: every pair meets once, in rounds in which nobody plays twice, with balanced seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def rounds(names: Sequence[str]) -> list[list[tuple[str, str]]]:
    """Pairs by rounds. The first of a pair gets seat 0, which nobody has two times more often than seat 1.

    The circle: one stays, the others move on by one position each round, and those who face each other meet.
    """
    circle: list[int | None] = list(range(len(names)))
    if len(circle) % 2:
        circle.append(None)  # whoever meets None rests
    size = len(circle)
    found = []
    for _ in range(size - 1):
        facing = [(circle[position], circle[size - 1 - position]) for position in range(size // 2)]
        met = [(one, two) for one, two in facing if one is not None and two is not None]
        found.append([_assign_seats(names, one, two) for one, two in met])
        circle[1:] = [circle[-1], *circle[1:-1]]
    return found


def _assign_seats(names: Sequence[str], one: int, two: int) -> tuple[str, str]:
    """An odd number forms a ring, and each has seat 0 against the half that follows.

    The last of an even number is outside of the ring and alternates.
    """
    low, high = sorted((one, two))
    ring = len(names) - (len(names) % 2 == 0)
    first = low % 2 == 0 if high == ring else high - low <= ring // 2
    return (names[low], names[high]) if first else (names[high], names[low])


def snake(names: Sequence[str], groups: int) -> list[list[str]]:
    """Groups of about equal strength: the best go one to each, the next in the opposite order, and so on."""
    found: list[list[str]] = [[] for _ in range(min(groups, max(1, len(names))))]
    for number, name in enumerate(names):
        lap, position = divmod(number, len(found))
        found[position if lap % 2 == 0 else -1 - position].append(name)
    return found
