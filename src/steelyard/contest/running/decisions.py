"""Decisions of the organiser during a contest; each is a line of the journal, with its reason."""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec

from steelyard import bots
from steelyard.arena.program import find
from steelyard.contest.file import submissions
from steelyard.contest.file.loader import bot_folder, contest_of
from steelyard.contest.model import SUSPENDED, TEACHER_STAGE
from steelyard.contest.running.decision_effects import effect_words, preview
from steelyard.contest.running.folder import Folder, key
from steelyard.contest.running.journal import ContestJournal
from steelyard.contest.running.journal_entries import (
    GRADE,
    GRADE_AS_COMPUTED,
    Disqualified,
    Reinstated,
    Replaced,
    Rerun,
    Ruled,
)
from steelyard.contest.running.journal_state import JournalState
from steelyard.contest.running.progress import unfold
from steelyard.core.errors import SteelyardError
from steelyard.core.game import listed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from steelyard.contest.model import Contest, Entrant
    from steelyard.contest.running.progress import Progress

E = TypeVar("E", Rerun, Ruled, Replaced, Disqualified, Reinstated)


class CannotDecide(SteelyardError):
    """A decision that this contest does not allow."""


def disqualify(
    folder: Folder, name: str, reason: str, grade: str = GRADE_AS_COMPUTED, *, withdrew: bool = False
) -> str:
    """The entrant plays no more. It also loses every game of the current round, unless it withdrew."""
    return _decide(
        folder,
        lambda progress: checked_disqualification(progress, name, reason, grade, withdrew=withdrew),
        lambda entry: f"{entry.name} is {entry.word}",
    )


def checked_disqualification(
    progress: Progress, name: str, reason: str, grade: str = GRADE_AS_COMPUTED, *, withdrew: bool = False
) -> Disqualified:
    """The entry for somebody who is still in, or has withdrawn; raises CannotDecide."""
    entrant = _entrant(progress.contest, name)
    decided = progress.journal_state.disqualified.get(entrant.name)
    if decided is not None and (withdrew or not decided.withdrew):
        raise CannotDecide(f"{entrant.name} is already {_word(progress, entrant.name)}")
    grade = _checked_grade(progress.contest, grade)
    return disqualification(progress, entrant.name, reason, grade, withdrew=withdrew)


def disqualification(
    progress: Progress, name: str, reason: str, grade: str, *, withdrew: bool = False
) -> Disqualified:
    """From the current round on; a stage of which nothing has been played is drawn anew.

    Whoever has withdrawn is out since then. Its games stand, unless it withdrew in the current round.
    """
    stage, round_ = now = progress.now()
    last = stage if progress.stage_has_begun() else stage - 1
    games_stand = withdrew
    if (earlier := progress.journal_state.disqualified.get(name)) is not None:
        stage, round_ = earlier.stage, earlier.round
        last = progress.journal_state.last_stages[name]
        games_stand = earlier.games_stand and (stage, round_) < now
    return Disqualified(
        name=name,
        stage=stage,
        round=round_,
        last_stage=last,
        grade=grade,
        withdrew=withdrew,
        games_stand=games_stand,
        reason=reason,
        at=_now(),
    )


def reinstate(folder: Folder, name: str, reason: str) -> str:
    """The entrant plays again, as if it had never been disqualified, withdrawn or suspended."""
    return _decide(folder, lambda progress: checked_reinstatement(progress, name, reason), reinstated_words)


def reinstated_words(entry: Reinstated) -> str:
    told = f"{entry.name} is no longer {entry.was}"
    return f"{told}, but withdrawn as before" if entry.still_withdrawn else told


def checked_reinstatement(progress: Progress, name: str, reason: str) -> Reinstated:
    """The entry for somebody who is disqualified, withdrawn or suspended; raises CannotDecide."""
    journal_state, entrant = progress.journal_state, _entrant(progress.contest, name)
    earlier = journal_state.withdrawn_before.get(entrant.name)
    if (out := journal_state.disqualified.get(entrant.name)) is not None:
        was, stage, forgiven = out.word, out.stage, []
        if earlier is not None and earlier[0].games_stand == out.games_stand:
            stage, _ = progress.now()  # its games count as before, so nothing is drawn anew
    elif entrant.name in progress.suspended:
        after = progress.suspended[entrant.name]
        slots = (slot for pairing in progress.pairings() for slot in pairing.slots)
        was, stage = SUSPENDED, next(slot.stage for slot in slots if slot.id == after)
        forgiven = journal_state.failures(entrant.name)
    elif entrant.name in journal_state.quarantined:
        raise CannotDecide(f"{entrant.name} is quarantined; replace its bot by one that starts")
    else:
        raise CannotDecide(f"{entrant.name} is neither disqualified, withdrawn nor suspended")
    return Reinstated(
        name=entrant.name,
        was=was,
        stage=max(stage, 0),
        forgiven=forgiven,
        still_withdrawn=earlier is not None,
        reason=reason,
        at=_now(),
    )


def rerun(folder: Folder, game: str, reason: str) -> str:
    """The game counts no longer and will be played again."""
    return _decide(
        folder,
        lambda progress: checked_rerun(progress, game, reason),
        lambda _: f"{game} will be played again",
    )


def checked_rerun(progress: Progress, game: str, reason: str) -> Rerun:
    """The entry for a game whose entrants still play; raises CannotDecide."""
    if game in progress.journal_state.reruns and game in {slot.id for slot in progress.missing}:
        raise CannotDecide(f"{game} is to be played again already")
    if game not in progress.journal_state.records:
        raise CannotDecide(
            f"no game {game!r} has been played; `steelyard contest report` lists the names of the games"
            f" on its page Games, such as {_some_game(progress)}"
        )
    slots = [slot for pairing in progress.pairings() for slot in pairing.slots if slot.id == game]
    for name in slots[0].seats if slots else ():
        _check_plays_on(progress, name)
    return Rerun(id=game, stage=slots[0].stage if slots else None, reason=reason, at=_now())


def rule(folder: Folder, game: str, winner: str | None, reason: str) -> str:
    """Decide how an undecided game ended; without a winner it is drawn."""
    return _decide(
        folder,
        lambda progress: checked_ruling(progress, game, winner, reason),
        lambda entry: f"{game} is {'drawn' if entry.winner is None else f'won by {entry.winner}'}",
    )


def checked_ruling(progress: Progress, game: str, winner: str | None, reason: str) -> Ruled:
    """The entry for a game that waits for a decision; raises CannotDecide."""
    slot = next((slot for slot in progress.undecided if slot.id == game), None)
    if slot is None:
        waiting = listed(slot.id for slot in progress.undecided)
        others = f"these do: {waiting}" if waiting else "no game does"
        raise CannotDecide(f"{game!r} does not wait for a decision; {others}")
    name = None
    if winner is not None:
        slugs = progress.contest.slugs
        name = meant(winner, {seat: slugs[seat] for seat in slot.seats})
        if name is None:
            raise CannotDecide(f"{winner!r} did not play {game}; {listed(slot.seats)} did")
    return Ruled(id=game, winner=name, reason=reason, at=_now())


def replace(folder: Folder, name: str, bot: str, reason: str, *, isolated: bool) -> str:
    """Another program plays for the entrant, from the current round on; it must start."""

    def decided(progress: Progress) -> Replaced:
        contest = progress.contest
        entry = checked_replacement(progress, name, bot, reason)
        sources = _sources(bot, contest.file.game)
        entrant_bots = folder.entrant_bots(contest, isolated=isolated)
        folder_key = key(contest.slugs[entry.name], entry.version)
        entry = msgspec.structs.replace(entry, fingerprint=entrant_bots.submit(sources, folder_key))
        entrant_bots.try_out(entrant_bots.program(entry.name, bot, folder_key))
        return msgspec.structs.replace(entry, built=entrant_bots.built_fingerprint(folder_key))

    return _decide(folder, decided, lambda entry: f"{entry.name} plays with {bot} from now on")


def checked_replacement(progress: Progress, name: str, bot: str, reason: str) -> Replaced:
    """The entry for an entrant that still plays, without the program's fingerprint; raises CannotDecide."""
    entrant = _entrant(progress.contest, name)
    _check_plays_on(progress, entrant.name)
    versions = [each.version for each in progress.journal_state.replaced if each.name == entrant.name]
    # An entrant that was quarantined takes part from the beginning.
    late = entrant.name in progress.journal_state.quarantined
    stage, round_ = (TEACHER_STAGE, 0) if late else progress.now()
    return Replaced(
        name=entrant.name,
        bot=bot,
        version=max(versions, default=1) + 1,
        fingerprint="",
        stage=stage,
        round=round_,
        reason=reason,
        at=_now(),
    )


def _sources(bot: str, game: str) -> Path | None:
    """The folder or zip that is submitted; None for a built-in, a command or an address."""
    path = bot_folder(bot, Path(), game)
    if path is not None and path.exists():
        path = submissions.find(path).path
    if path is None or not submissions.is_zip(path):
        find(str(path or bot), game, bots.names(game))  # raises InvalidBot
    return path


def _decide(folder: Folder, decided: Callable[[Progress], E], words: Callable[[E], str]) -> str:
    """Write the entry of a decision into the journal, and say what it changes."""
    with ContestJournal(folder.journal) as journal:
        before = unfold(contest_of(journal.heading), JournalState(journal.entries))
        entry = decided(before)
        journal.add(entry)
        return f"{words(entry)}; {effect_words(preview(before, entry), before.contest)}"


def _entrant(contest: Contest, name: str) -> Entrant:
    found = meant(name, {entrant.name: entrant.slug for entrant in contest.entrants})
    for entrant in contest.entrants:
        if entrant.name == found:
            return entrant
    raise CannotDecide(f"there is no entrant {name!r}; there are {listed(e.name for e in contest.entrants)}")


def meant(written: str, slugs: Mapping[str, str]) -> str | None:
    """Who is called so; else who is, in any case; else whose slug it is. One's slug may be another's name."""
    if written in slugs:
        return written
    called = {_plain(name): name for name in slugs}
    by_slug = {slug: name for name, slug in slugs.items()}
    return called.get(_plain(written)) or by_slug.get(_plain(written))


def _plain(name: str) -> str:
    """However a name was typed: in any case, with accents as signs of their own or not."""
    return unicodedata.normalize("NFC", name).casefold()


def _check_plays_on(progress: Progress, name: str) -> None:
    if name in progress.journal_state.disqualified:
        raise CannotDecide(f"{name} is {_word(progress, name)} and plays no more")


def _word(progress: Progress, name: str) -> str:
    return progress.journal_state.disqualified[name].word


def _checked_grade(contest: Contest, grade: str) -> str:
    if grade != GRADE_AS_COMPUTED and contest.file.grades is None:
        raise CannotDecide("this contest has no grades: its file says no `[grades]`")
    if re.match(GRADE, grade) is None:
        raise CannotDecide(f"{grade[:40]!r} is no grade; it should be `formula`, `none` or a number")
    return grade


def _some_game(progress: Progress) -> str:
    return next(iter(progress.journal_state.records), "qualification/ada_v_bob/1")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
