"""Before a decision is made, what it will change can be seen; afterwards it is what happened."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

import pytest

from steelyard import cli
from steelyard.contest.file.loader import open_contest
from steelyard.contest.running.decision_effects import compare, effect_words, preview
from steelyard.contest.running.decisions import checked_reinstatement, checked_replacement
from steelyard.contest.running.folder import Folder
from steelyard.contest.running.journal import ContestJournal
from steelyard.contest.running.journal_entries import Disqualified, Replaced, Rerun
from steelyard.contest.running.journal_state import JournalState
from steelyard.contest.running.progress import unfold
from tests.contest.decided_contests import GROUPS, KNOCKOUT, after, again, let_in, out, withdraws
from tests.contest.random_contests import RandomContest
from tests.contest.simulation import Ending, admitted, contest, names, played

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.contest.running.decision_effects import Effect
    from tests.contest.decided_contests import Decision

GRADES = '[grades]\nformula = "wins"\n'
MADE = after(0, f"{GROUPS}{KNOCKOUT}").contest
STAGES = f"{GROUPS}advance = 2\n{KNOCKOUT}"


def effect(decision: Decision, stages: str = GROUPS) -> Effect:
    progress = after(1000, stages, head=GRADES)
    return preview(progress, decision(progress))


def test_a_withdrawal_loses_nothing_that_was_played() -> None:
    found = effect(withdraws("bot 01"))
    assert (found.loses_games, found.grades) == (False, [])
    assert effect_words(found, MADE) == "no played game is lost; nothing is left to be played"


def test_a_disqualification_says_how_many_games_become_forfeits_and_whose_grade_changes() -> None:
    found = effect(out("bot 01"))
    assert (len(found.forfeited), found.discarded) == (8, [])
    assert [(each.name, float(each.before or 0), float(each.after or 0)) for each in found.grades] == [
        ("bot 02", 6, 8),
        ("bot 03", 4, 6),
        ("bot 04", 2, 4),
        ("bot 05", 0, 2),
        ("bot 01", 8, 0),
    ]
    assert effect_words(found, MADE) == (
        "8 played games become forfeits (bot 05 against bot 01 in Groups, board 1 · "
        "bot 01 against bot 05 in Groups, board 1 · "
        "bot 04 against bot 01 in Groups, board 1 · and 5 more); nothing is left to be played; "
        "places change: bot 02 2nd to 1st, bot 03 3rd to 2nd, bot 04 4th to 3rd, bot 05 5th to 4th, "
        "bot 01 1st to 5th; "
        "grades change: bot 02 6 to 8, bot 03 4 to 6, bot 04 2 to 4, bot 05 0 to 2, bot 01 8 to 0"
    )


def test_of_a_single_game_is_spoken_in_the_singular() -> None:
    told = contest(GROUPS, names(3))
    before = unfold(told, JournalState(admitted(told)))
    slot = before.missing[0]
    played_one = unfold(told, before.journal_state.with_entry(played(slot, Ending(0, {}))))
    entry = out(slot.seats[0])(played_one)
    words = effect_words(preview(played_one, entry), told)
    assert words.startswith(f"1 played game becomes a forfeit ({slot.seats[0]} against {slot.seats[1]} in ")
    without = unfold(told, played_one.journal_state.with_entry(entry))
    again = checked_reinstatement(without, slot.seats[0], "it was another one")
    assert effect_words(preview(without, again), told).startswith("1 played game counts again (")


def test_a_bot_let_in_plays_its_games_and_what_follows_is_drawn_anew() -> None:
    found = effect(let_in("bot 06"), STAGES)
    assert (len(found.discarded), len(found.due), found.open) == (2, 10, 10), "the final, and its games"
    assert effect_words(found, MADE).startswith(
        "2 played games no longer count (bot 01 against bot 02 in Knockout, round 1, board 1 · "
        "bot 02 against bot 01 in Knockout, round 1, board 1); "
        "10 games are to be played because of this, about 12 in all with later stages; "
        "places change: bot 06 none to 5th; "
    )


def test_a_game_played_again_is_named() -> None:
    found = effect(again(0, 0))
    assert found.discarded == found.due == ["groups/bot-05_v_bot-02/1"]
    assert effect_words(found, MADE).startswith(
        "1 played game no longer counts (bot 05 against bot 02 in Groups, board 1); "
        "1 game is to be played because of this; "
    )


def test_a_replacement_counts_the_games_that_it_brings_apart_from_those_that_were_due() -> None:
    told = contest(GROUPS, names(5), "policy.suspend_after = 1")
    journal_state = JournalState(admitted(told))
    slot = next(slot for slot in unfold(told, journal_state).missing if "bot 01" in slot.seats)
    seat = slot.seats.index("bot 01")
    journal_state.add(played(slot, Ending(1 - seat, {}, failed=seat)))
    before = unfold(told, journal_state)
    found = preview(before, let_in("bot 01")(before))
    assert (len(found.due), found.open) == (7, 19)
    assert effect_words(found, MADE) == (
        "no played game is lost; 7 games are to be played because of this, 19 in this stage; "
        "places change: bot 01 5th to 2nd, bot 02 1st to 2nd, bot 03 1st to 2nd, bot 05 1st to 2nd"
    )
    other = preview(before, let_in("bot 02")(before))
    assert effect_words(other, MADE) == "no played game is lost; 12 games are still to be played"


def test_a_replacement_keeps_what_the_old_version_has_played() -> None:
    progress = after(1000, GROUPS)
    words = effect_words(
        preview(progress, checked_replacement(progress, "bot 01", "random", "slow")), progress.contest
    )
    assert words == "no played game is lost; nothing is left to be played"


def test_what_is_previewed_is_what_happens() -> None:
    """Of decisions at random moments of random contests."""
    seen = 0
    for number in range(12):
        random = RandomContest(number)
        for place, entry in enumerate(random.journal):
            if isinstance(entry, Disqualified | Replaced | Rerun):
                before, afterwards = (
                    unfold(random.contest, JournalState(random.journal[:end])) for end in (place, place + 1)
                )
                assert preview(before, entry) == compare(before, afterwards)
                seen += 1
    assert seen


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def finished(tmp_path: Path) -> Folder:
    """A contest of three bots in a folder, played in the head."""
    bots = "".join(f'[[entrants]]\nname = "{name}"\nbot = "random"\n' for name in names(3))
    (tmp_path / "c.toml").write_text(f'name = "C"\ngame = "tank_war"\n{bots}{GRADES}{GROUPS}')
    folder = Folder(tmp_path / "c")
    folder.begin(open_contest(tmp_path / "c.toml"), isolated=False)
    with ContestJournal(folder.journal) as journal:
        for entry in admitted(folder.progress().contest):
            journal.add(entry)
        for slot in folder.progress().missing:
            journal.add(played(slot, Ending(0, {})))
    return folder


@pytest.mark.parametrize(
    ("answer", "words", "status"),
    [("no\n", [], 1), ("", [], 1), ("Yes\n", [], 0), ("", ["--yes"], 0)],
)
def test_on_a_terminal_the_organiser_is_asked_before_games_are_lost(
    finished: Folder, monkeypatch: pytest.MonkeyPatch, answer: str, words: list[str], status: int
) -> None:
    question = Terminal()
    monkeypatch.setattr(sys, "stdin", Terminal(answer))
    monkeypatch.setattr(sys, "stderr", question)
    before = finished.length
    command = ["contest", "disqualify", str(finished.path), "bot 01", "--reason", "copied", *words]
    assert cli.main(command) == status
    assert (finished.length > before) == (status == 0)
    assert ("4 played games become forfeits" in question.getvalue()) == (not words)


def test_without_a_terminal_nobody_is_asked_and_a_preview_changes_nothing(
    finished: Folder, capsys: pytest.CaptureFixture[str]
) -> None:
    before = finished.length
    command = ["contest", "disqualify", str(finished.path), "bot 01", "--reason", "copied"]
    assert cli.main([*command, "--preview"]) == 0
    assert capsys.readouterr().out.startswith("4 played games become forfeits (bot 0")
    assert finished.length == before
    assert cli.main(command) == 0
    assert capsys.readouterr().out.startswith("bot 01 is disqualified\n4 played games become forfeits (")
    assert finished.length > before
    assert cli.main([*command, "--preview"]) == 2, "decided twice"
    assert "bot 01 is already disqualified" in capsys.readouterr().err
