"""Voids: games played again because the machine stalled, with the bot that was on the move then.

A bot could cause them on purpose, so they are counted for each bot that was alone on the move. The organiser
is told from the second one on. A game given up with two voids of one bot is not drawn: the organiser decides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from steelyard.arena.record import PLAYED_AGAIN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from steelyard.arena.record import Record
    from steelyard.contest.running.journal_entries import Played
    from steelyard.contest.running.progress import Progress

TOLD_FROM = 2


class Void(NamedTuple):
    game: str
    name: str
    turn: int
    figures: str


def voids_in(entry: Played, record: Record) -> list[Void]:
    """The voids of a game in which one bot was alone on the move."""
    return [
        Void(
            entry.id,
            record.players[event.seat].name,
            event.turn,
            event.what.removeprefix(PLAYED_AGAIN).lstrip(": "),
        )
        for event in record.events
        if event.kind == "replayed" and event.seat is not None
    ]


def repeated(voids: Iterable[Void]) -> dict[str, list[Void]]:
    """The voids of every bot that has more than one, by name."""
    found: dict[str, list[Void]] = {}
    for void in voids:
        found.setdefault(void.name, []).append(void)
    return {name: its for name, its in sorted(found.items()) if len(its) >= TOLD_FROM}


def undecided_voids(progress: Progress) -> Iterator[tuple[str, str, list[Void]]]:
    """Every game that waits for a decision, with each bot that it waits for and that bot's voids."""
    for slot in progress.undecided:
        for name in sorted(progress.journal_state.undecided[slot.id]):
            yield (
                slot.id,
                name,
                [v for v in progress.journal_state.voids if (v.game, v.name) == (slot.id, name)],
            )


def decisions_needed(progress: Progress) -> str:
    """What the organiser has to decide, in one line."""
    games = [
        f"{game} ({name} was on the move when it was voided: {', '.join(void.figures for void in voids)})"
        for game, name, voids in undecided_voids(progress)
    ]
    return (
        f"{how_many_wait(progress)}: {'; '.join(games)}; "
        "`steelyard contest rerun` plays one again, `steelyard contest rule` says how it ended"
    )


def how_many_wait(progress: Progress) -> str:
    count = len(progress.undecided)
    return f"{count} {'game waits' if count == 1 else 'games wait'} for a decision of the organiser"


def summary(progress: Progress) -> str:
    """The text for a terminal; empty where there are no voids to report."""
    lines = []
    for name, voids in repeated(progress.journal_state.voids).items():
        lines.append(f"{name} was on the move {len(voids)} times when a game had to be played again:")
        lines += [f"  {void.game}, turn {void.turn}: {void.figures}" for void in voids]
    if progress.undecided:
        lines.append(f"{how_many_wait(progress)}; one of these for each:")
    for slot in progress.undecided:
        lines.append(f"  steelyard contest rerun DIR {slot.id} --reason TEXT")
        lines.append(f"  steelyard contest rule DIR {slot.id} --winner NAME --reason TEXT")
        lines.append(f"  steelyard contest rule DIR {slot.id} --draw --reason TEXT")
    return "\n".join(lines)
