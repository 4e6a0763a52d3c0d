"""The state that a journal describes: which games count, who takes part, who has forfeited what."""

from __future__ import annotations

from collections import Counter
from copy import copy
from typing import TYPE_CHECKING

from steelyard.arena.record import PlayerFacts, Record, unchecked_record
from steelyard.contest.model import RULED, SPOILED, SUSPENDED, TEACHER_STAGE, Result, forfeit
from steelyard.contest.running.journal_entries import (
    Admitted,
    AnyEntry,
    Audit,
    Disqualified,
    Played,
    Quarantined,
    Rebuilt,
    Reinstated,
    Replaced,
    Rerun,
    Ruled,
    Unfit,
)
from steelyard.contest.running.voids import Void, repeated, voids_in
from steelyard.core.game import SEATS

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from steelyard.arena.record import Players
    from steelyard.contest.model import Contest, Slot
    from steelyard.core.game import Seat

SPOILED_TIMES = 3  # a game the machine has disturbed so often counts as a draw, unless one bot is suspected
Key = tuple[str, int]
"""An entrant's name and the version of its program."""


class JournalState:
    """What the entries of a journal, added one after the other, amount to."""

    def __init__(self, entries: Iterable[AnyEntry] = ()) -> None:
        self.records: dict[str, tuple[Played, Record]] = {}
        """The games that count, by id."""
        self.admitted: dict[str, Admitted | Replaced] = {}
        self.bots: dict[Key, Admitted | Replaced] = {}
        """How each version of the program of an entrant, or the teacher, came to take part."""
        self.built: dict[Key, str] = {}
        """A fingerprint of what was built of it."""
        self.says: dict[str, str] = {}
        """How each bot calls itself, by entrant."""
        self.quarantined: dict[str, Quarantined] = {}
        self.disqualified: dict[str, Disqualified] = {}
        self.last_stages: dict[str, int] = {}
        """The last stage in which each disqualified entrant is drawn."""
        self.withdrawn_before: dict[str, tuple[Disqualified, int]] = {}
        """Who withdrew and was disqualified then: the withdrawal, and the last stage as it was by that."""
        self.forgiven: set[tuple[str, str]] = set()
        """Failures that suspend nobody any more, by game and entrant."""
        self.replaced: list[Replaced] = []
        self.audit: list[Audit | Quarantined] = []
        self.voids: list[Void] = []
        """All voids, in games that count and in others."""
        self.undecided: dict[str, set[str]] = {}
        """Games given up that are not drawn, with the bots that were on the move when they were voided."""
        self.reruns: Counter[str] = Counter()
        """How often the organiser had each game played again."""
        self._results: dict[str, Result] = {}
        self._spoiled: Counter[str] = Counter()
        self._excused: set[str] = set()
        """Games that a machine which spoiled all games has spoiled too; that counts only the next time."""
        self._given_up: dict[str, list[Void]] = {}
        """The voids of attempts that were given up, by game."""
        for entry in entries:
            self.add(entry)

    def add(self, entry: AnyEntry) -> None:
        if isinstance(entry, Audit | Quarantined):
            self.audit.append(entry)
        match entry:
            case Played():
                self._play(entry)
            case Rerun() | Unfit():
                self._play_again(entry)
            case Ruled() if entry.id in self.undecided:
                del self.undecided[entry.id]
                self._results[entry.id] = ruling(entry, self.records[entry.id][1])
            case Quarantined():
                self.quarantined[entry.name] = entry
            case Admitted() | Replaced() | Rebuilt():
                self._admit(entry)
            case Disqualified():
                self._disqualify(entry)
            case Reinstated():
                self._reinstate(entry)

    def with_entry(self, entry: AnyEntry) -> JournalState:
        """The state with one more entry; this one stays as it is. Not for games: their lists are shared."""
        state = copy(self)
        for name, value in vars(self).items():
            setattr(state, name, copy(value))
        state.add(entry)
        return state

    def _admit(self, entry: Admitted | Replaced | Rebuilt) -> None:
        version = 1 if isinstance(entry, Admitted) else entry.version
        self.built[entry.name, version] = entry.built
        if isinstance(entry, Rebuilt):
            return
        self.admitted[entry.name] = self.bots[entry.name, version] = entry
        if isinstance(entry, Admitted):
            self.says[entry.name] = entry.says
        else:
            self.quarantined.pop(entry.name, None)
            self.replaced.append(entry)
            self._draw_anew_after(entry.stage)

    def _play_again(self, entry: Rerun | Unfit) -> None:
        if isinstance(entry, Unfit):
            self._excuse(entry)
            return
        self.reruns[entry.id] += 1
        for kept in (self.records, self._results, self._spoiled, self._given_up, self.undecided):
            kept.pop(entry.id, None)
        self.forgiven = {(game, name) for game, name in self.forgiven if game != entry.id}
        if entry.stage not in {None, TEACHER_STAGE}:  # no draw depends on games against the teacher's bot
            self._draw_anew_after(entry.stage)

    def _excuse(self, entry: Unfit) -> None:
        for game in {*entry.games} - self._excused - self.undecided.keys():
            for kept in (self.records, self._results, self._spoiled):
                kept.pop(game, None)
        self._excused |= {*entry.games}

    def _disqualify(self, entry: Disqualified) -> None:
        if (earlier := self.disqualified.get(entry.name)) is not None:
            self.withdrawn_before[entry.name] = earlier, self.last_stages[entry.name]
        self.disqualified[entry.name] = entry
        self.last_stages[entry.name] = entry.last_stage

    def _reinstate(self, entry: Reinstated) -> None:
        self.forgiven |= {(game, entry.name) for game in entry.forgiven}
        if entry.was != SUSPENDED:
            self.disqualified.pop(entry.name, None)
            self.last_stages.pop(entry.name, None)
            if (earlier := self.withdrawn_before.pop(entry.name, None)) is not None:
                self.disqualified[entry.name], self.last_stages[entry.name] = earlier
        self._draw_anew_after(entry.stage)

    def _draw_anew_after(self, stage: int) -> None:
        """Whoever is out by now is not drawn again where the stages after this one change.

        Only in the first stage an entrant that withdrew stays: it takes nobody's place, and its games count.
        """
        for name, last in self.last_stages.items():
            self.last_stages[name] = _last_stage(self.disqualified[name], last, stage)
        for name, (withdrawal, last_then) in self.withdrawn_before.items():
            self.withdrawn_before[name] = withdrawal, _last_stage(withdrawal, last_then, stage)

    def _play(self, entry: Played) -> None:
        record = unchecked_record(bytes(entry.record))
        voids = voids_in(entry, record)
        self.voids += voids
        if record.outcome is None:
            self._given_up.setdefault(entry.id, []).extend(voids)
            suspects = repeated(self._given_up[entry.id])
            if suspects:
                self.undecided[entry.id] = {*suspects}
                self.records[entry.id] = entry, record
                return
            self._spoiled[entry.id] += 1
            if self._spoiled[entry.id] < SPOILED_TIMES:
                return
        self.records[entry.id] = entry, record
        self._results[entry.id] = result(entry, record)

    def result(self, game: str) -> Result | None:
        return self._results.get(game)

    def failures(self, name: str) -> list[str]:
        """The games in which an entrant's bot has failed."""
        return [
            game
            for game, result in self._results.items()
            if any(self.records[game][1].players[seat].name == name for seat in result.failed)
        ]

    def version(self, name: str, stage: int, round_: int) -> int:
        """The version of an entrant's program that plays in that round."""
        if not self.replaced:
            return 1
        changes = [each for each in self.replaced if each.name == name and _applies(each, stage, round_)]
        return changes[-1].version if changes else 1

    def players(self, slot: Slot) -> Players:
        """The players of a game, each with the version of its program that plays."""
        one, two = (self._player(name, slot) for name in slot.seats)
        return one, two

    def _player(self, name: str, slot: Slot) -> PlayerFacts:
        version = self.version(name, slot.stage, slot.round)
        return PlayerFacts(name, self.bots[name, version].bot, version)


def _last_stage(out: Disqualified, last: int, drawn_anew_after: int) -> int:
    earliest = min(last, 0) if out.games_stand else TEACHER_STAGE
    return max(min(last, drawn_anew_after), earliest)


def _applies(change: Replaced | Disqualified, stage: int, round_: int) -> bool:
    """Games against the teacher's bot are outside of the stages: every change applies to them."""
    return stage == TEACHER_STAGE or (change.stage, change.round) <= (stage, round_)


def result(entry: Played, record: Record) -> Result:
    outcome, verdict = record.outcome, record.verdict
    if outcome is None:
        return Result((0.5, 0.5), SPOILED, played=False)
    faults = verdict.faults if verdict is not None else {}
    figures = {name: _figures_kept(both, faults) for name, both in entry.figures.items()}
    if outcome.winner is None:
        points = (0.0, 0.0) if faults else (0.5, 0.5)
    else:
        points = (1.0 - outcome.winner, float(outcome.winner))
    turn = verdict.turn if verdict is not None else 0
    return Result(points, outcome.reason, figures, faults, score=outcome.score, turn=turn)


def ruling(entry: Ruled, record: Record) -> Result:
    if entry.winner is None:
        return Result((0.5, 0.5), RULED, played=False)
    won = [float(player.name == entry.winner) for player in record.players]
    return Result((won[0], won[1]), RULED, played=False)


def _figures_kept(both: tuple[int, int], failed: Container[Seat]) -> tuple[int, int]:
    """A bot that failed has no figures from the game."""
    return (0 if 0 in failed else both[0], 0 if 1 in failed else both[1])


class ResultLookup:
    """Looks up results, in the order of the schedule, which decides when a bot is suspended.

    It also knows who is disqualified or withdrawn, and so is drawn no more.
    """

    def __init__(self, contest: Contest, journal_state: JournalState) -> None:
        self.contest = contest
        self.journal_state = journal_state
        self._failures: Counter[tuple[str, int]] = Counter()
        self._most = contest.file.policy.suspend_after
        self.suspended: dict[str, str] = {}
        """The game after which each suspended entrant is out."""
        self._left: set[tuple[str, int]] = set()
        """Entrants that are out, with the stage in which each forfeited games while its others stand."""
        # What has been played in such a stage stands when a bot is let in late.
        self._keeps_first_stage = contest.file.stages[0].everybody_meets

    def result(self, slot: Slot) -> Result | None:
        """The result of a game; None if it is to be played. Call it once for each game of the schedule."""
        found = None if self._overtaken(slot) else self.journal_state.result(slot.id)
        absent = {seat: why for seat in SEATS if (why := self._absent(slot, seat, found))}
        out = self.journal_state.disqualified
        earlier = found is None and not absent
        if earlier:  # whoever is out plays no game of an earlier round either
            absent = {seat: out[slot.seats[seat]].word for seat in SEATS if slot.seats[seat] in out}
        if absent:
            leaving = {name for seat in absent if (name := slot.seats[seat]) in out}
            self._left |= {(name, slot.stage) for name in leaving if earlier or out[name].games_stand}
            return forfeit(absent)
        if found is not None:
            self._note_failures(slot, found)
        return found

    def in_stage(self, name: str, stage: int) -> bool:
        """Whether the entrant is drawn in a stage that it has reached."""
        last = self.journal_state.last_stages.get(name, stage)
        if stage == 0 and last < 0 and self._keeps_first_stage:
            last = self.journal_state.disqualified[name].last_stage  # before any stage was drawn anew
        return last >= stage

    def in_round(self, name: str, stage: int, round_: int) -> bool:
        """Whether the entrant is paired in a round."""
        out = self.journal_state.disqualified.get(name)
        return out is None or (out.stage, out.round) >= (stage, round_)

    def forfeits(self, name: str, stage: int, round_: int) -> bool:
        """Whether an entrant forfeits some games of a stage, by what was looked up so far.

        It is out, or the program that plays for it in that round has failed too often.
        """
        if (name, stage) in self._left:
            return True
        return self._suspended(name, self.journal_state.version(name, stage, round_))

    def _absent(self, slot: Slot, seat: Seat, found: Result | None) -> str:
        """Why a seat does not play, or its game does not count; empty if it does."""
        name = slot.seats[seat]
        out = self.journal_state.disqualified.get(name)
        if out is not None and _applies(out, slot.stage, slot.round) and not (out.games_stand and found):
            return out.word
        version = self.journal_state.version(name, slot.stage, slot.round)
        return SUSPENDED if self._suspended(name, version) else ""

    def _suspended(self, name: str, version: int) -> bool:
        return bool(self._most) and self._failures[name, version] >= self._most

    def _overtaken(self, slot: Slot) -> bool:
        """Whether it was played by a program that was suspended by then and has been replaced since."""
        if slot.id not in self.journal_state.records:
            return False
        players = self.journal_state.records[slot.id][1].players
        return any(self._suspended(player.name, player.version) for player in players)

    def _note_failures(self, slot: Slot, found: Result) -> None:
        teacher = self.contest.file.teacher
        players = self.journal_state.records[slot.id][1].players
        for seat in found.failed:
            name = slot.seats[seat]
            if teacher is not None and name == teacher.name:
                continue
            if (slot.id, name) in self.journal_state.forgiven:
                continue
            self._failures[name, players[seat].version] += 1
            if self._failures[name, players[seat].version] == self._most:
                self.suspended[name] = slot.id
