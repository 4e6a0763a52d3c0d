"""Contests played in the head: who wins is a function of the game's place in the schedule."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from steelyard import games
from steelyard.arena.record import Event, GameTerms, PlayerFacts, write_record
from steelyard.arena.verdicts import Fault, Verdict, verdict_result
from steelyard.contest.file.parser import read_file
from steelyard.contest.model import Contest, Entrant, slug
from steelyard.contest.running.journal_entries import Admitted, Played
from steelyard.contest.running.journal_state import JournalState
from steelyard.contest.running.progress import unfold
from steelyard.protocol.messages import Result

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from steelyard.contest.model import Slot
    from steelyard.contest.running.journal_entries import AnyEntry
    from steelyard.contest.running.progress import Progress
    from steelyard.core.game import Seat


@dataclass(frozen=True)
class Ending:
    """How a simulated game ends: the winning seat or None, and what is counted."""

    winner: int | None
    figures: dict[str, tuple[int, int]]
    failed: int | None = None
    other: Fault | None = None
    """What the other failed with at the same moment, if both did."""
    spoiled: bool = False
    voids: tuple[Seat | None, ...] = ()
    """Who was on the move each time the game was played again; None: both."""


def contest(
    stages: str, names: Iterable[str], head: str = "", game: str = "tank_war", drawn: str = "1"
) -> Contest:
    """A contest of those entrants; `stages` is TOML, `head` what comes before it, `drawn` its seed."""
    text = f'name = "Test"\ngame = "{game}"\n{head}\n[[entrants]]\nbot = "random"\n{stages}'
    return Contest(read_file(text, "test.toml"), tuple(Entrant(n, slug(n), "random") for n in names), drawn)


def names(count: int) -> list[str]:
    return [f"bot {number:02}" for number in range(1, count + 1)]


def played(slot: Slot, ending: Ending, versions: tuple[int, int] = (1, 1)) -> Played:
    verdict = None
    if ending.spoiled:
        verdict = Verdict(0, Fault.PLATFORM, "stalled")
    elif ending.failed is not None:
        both, differs = ending.other is not None, ending.other is not Fault.CRASHED
        verdict = Verdict(1 if ending.failed else 0, Fault.CRASHED, "it left", both=both)
        verdict = msgspec.structs.replace(verdict, other=ending.other if differs else None)
    winner: Any = ending.winner
    told = Result(winner, "tanks" if winner is not None else "level", (0, 0))
    one, two = (
        PlayerFacts(name, "random", version) for name, version in zip(slot.seats, versions, strict=True)
    )
    terms = GameTerms.of(games.get("tank_war"), "none")
    record = terms.order("053/053/053/053/053/053", 0, slot.seed, (one, two)).record(
        [],
        [
            Event(turn, f"played again: {1500 + turn} ms lost", seat, "replayed")
            for turn, seat in enumerate(ending.voids, start=1)
        ],
        told if verdict is None else verdict_result(verdict),
        verdict,
    )
    raw = msgspec.Raw(write_record(record).strip())
    return Played(id=slot.id, figures=ending.figures, ended=0.0, record=raw)


def by_chance(seed: int) -> Callable[[Slot], Ending]:
    """Anything may happen, but always the same in the same game."""

    def ending(slot: Slot) -> Ending:
        rng = Random(f"{seed}/{slot.id}")
        tanks, boxes = (rng.randint(0, 6), rng.randint(0, 6)), rng.randint(6, 30)
        return Ending(rng.choice((0, 1, None)), {"tanks": tanks, "boxes": (boxes, 36 - boxes)})

    return ending


def by_strength(order: Sequence[str]) -> Callable[[Slot], Ending]:
    """Whoever stands further to the front wins."""

    def ending(slot: Slot) -> Ending:
        one, two = (order.index(name) if name in order else len(order) for name in slot.seats)
        winner = None if one == two else int(two < one)
        return Ending(winner, {"tanks": (3, 3), "boxes": (18, 18)})

    return ending


def admitted(contest: Contest) -> list[AnyEntry]:
    teacher = contest.file.teacher
    ours = [] if teacher is None else [Admitted(name=teacher.name, bot=teacher.bot)]
    return [*(Admitted(name=each.name, bot=each.bot) for each in contest.entrants), *ours]


def play_out(
    contest: Contest,
    ending: Callable[[Slot], Ending],
    *,
    before: Iterable[AnyEntry] = (),
    rng: Random | None = None,
    most: int = 100_000,
) -> Progress:
    """Play all that is due, in any order, until the contest is over or so many games are played."""
    journal_state = JournalState([*admitted(contest), *before])
    for _ in range(most):
        progress = unfold(contest, journal_state)
        if progress.done:
            break
        due = progress.missing
        assert due, "a contest that is not done has something to play"
        for slot in rng.sample(due, max(1, len(due) // 2)) if rng is not None else due:
            journal_state.add(played(slot, ending(slot)))
    return unfold(contest, journal_state)
