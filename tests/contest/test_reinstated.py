"""A disqualification, withdrawal or suspension that is taken back is as if it had never been."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from steelyard import cli
from steelyard.contest.file.loader import open_contest
from steelyard.contest.report.status import status_json
from steelyard.contest.running.decision_effects import effect_words, preview
from steelyard.contest.running.decisions import CannotDecide, checked_reinstatement, reinstated_words
from steelyard.contest.running.folder import Folder
from steelyard.contest.running.journal import ContestJournal
from steelyard.contest.running.journal_entries import Reinstated, Rerun
from steelyard.contest.running.journal_state import JournalState
from steelyard.contest.running.progress import unfold
from steelyard.contest.standings.grades import grades
from tests.contest.decided_contests import GROUPS, KNOCKOUT, SWISS, after, fields, let_in, out, withdraws
from tests.contest.simulation import Ending, admitted, contest, names, played

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.contest.model import Slot
    from steelyard.contest.running.journal_entries import AnyEntry
    from steelyard.contest.running.progress import Progress
    from tests.contest.decided_contests import Decision

GRADES = '[grades]\nformula = "wins - losses"\n'
STAGES = f"{GROUPS}advance = 4\n{KNOCKOUT}"
TO_THE_END = 1000


def back(name: str) -> Decision:
    return lambda progress: checked_reinstatement(progress, name, "a mistake")


@pytest.mark.parametrize("stages", [GROUPS, SWISS, STAGES])
@pytest.mark.parametrize("games", [3, 11, 24, TO_THE_END])
@pytest.mark.parametrize("taken_out", [out("bot 01"), withdraws("bot 01")])
def test_the_contest_ends_as_if_nothing_had_been_decided(
    games: int, stages: str, taken_out: Decision
) -> None:
    never = after(games, stages, head=GRADES)
    undone = after(games, stages, taken_out, back("bot 01"), head=GRADES)
    assert undone.ranked() == never.ranked()
    assert grades(undone) == grades(never)
    assert undone.games_played == never.games_played


@pytest.mark.parametrize("stages", [GROUPS, SWISS, STAGES])
@pytest.mark.parametrize("games", [0, 3, 11, 24, TO_THE_END])
def test_somebody_who_withdrew_before_is_withdrawn_again(games: int, stages: str) -> None:
    """One decision is taken back, not both: whoever is ill does not play."""
    ill = after(games, stages, withdraws("bot 01"), head=GRADES)
    undone = after(games, stages, withdraws("bot 01"), out("bot 01"), back("bot 01"), head=GRADES)
    assert undone.ranked() == ill.ranked()
    assert grades(undone) == grades(ill)
    assert fields(undone) == fields(ill)
    assert undone.journal_state.disqualified["bot 01"].word == "withdrawn"
    entry = back("bot 01")(after(games, stages, withdraws("bot 01"), out("bot 01"), head=GRADES))
    assert isinstance(entry, Reinstated)
    assert reinstated_words(entry) == "bot 01 is no longer disqualified, but withdrawn as before"
    never = after(games, stages, head=GRADES)
    both = after(
        games, stages, withdraws("bot 01"), out("bot 01"), back("bot 01"), back("bot 01"), head=GRADES
    )
    assert both.ranked() == never.ranked(), "each decision is taken back by one more"


def test_a_bot_that_is_let_in_meanwhile_makes_no_difference_to_that() -> None:
    ill = after(11, STAGES, withdraws("bot 01"), let_in("bot 06"))
    undone = after(11, STAGES, withdraws("bot 01"), out("bot 01"), let_in("bot 06"), back("bot 01"))
    assert (undone.ranked(), fields(undone)) == (ill.ranked(), fields(ill))


def test_a_stage_that_went_on_without_it_is_drawn_anew_with_it() -> None:
    without = after(16, STAGES, out("bot 01"))
    assert "bot 01" not in without.stages[1].names
    effect = preview(without, back("bot 01")(without))
    assert len(effect.restored) == 6, "its games of the groups count again"
    assert effect.discarded, "games of the knockout whose match is another now"
    assert all(game.startswith("knockout/") for game in effect.discarded)
    assert len(effect.due) == 2, "what it has not played of the groups"
    assert effect.to_come > effect.open, "and then the knockout"
    assert "6 played games count again (bot " in effect_words(effect, without.contest)


def suspended(*, failing: int = 3) -> tuple[JournalState, Progress]:
    """Bot 01 has failed in its first games, then all others are played."""
    told = contest(GROUPS, names(4), "policy.suspend_after = 2")
    journal_state = JournalState(admitted(told))
    for _ in range(TO_THE_END):
        missing = unfold(told, journal_state).missing
        if not missing:
            break
        failing = _play(journal_state, missing[0], failing)
    return journal_state, unfold(told, journal_state)


def _play(journal_state: JournalState, slot: Slot, failing: int) -> int:
    fails = "bot 01" in slot.seats and failing > 0
    seat = slot.seats.index("bot 01") if fails else None
    journal_state.add(played(slot, Ending(0 if seat is None else 1 - seat, {}, failed=seat)))
    return failing - fails


def test_the_failures_of_a_suspended_bot_are_forgiven_and_it_plays_what_it_forfeited() -> None:
    journal_state, progress = suspended()
    assert progress.suspended
    entry = checked_reinstatement(progress, "bot 01", "the machine was overloaded")
    assert (entry.was, len(entry.forgiven)) == ("suspended", 2)
    effect = preview(progress, entry)
    assert (len(effect.due), effect.loses_games) == (4, False)
    journal_state.add(entry)
    again = unfold(progress.contest, journal_state)
    assert not again.suspended
    lost = [result for pairing in again.pairings() for _, result in pairing.games() if result.failed]
    assert len(lost) == 2, "what it lost by failures stays lost"


def test_it_is_suspended_again_if_it_goes_on_failing() -> None:
    journal_state, progress = suspended()
    journal_state.add(checked_reinstatement(progress, "bot 01", "once more"))
    for _ in range(2):
        _play(journal_state, unfold(progress.contest, journal_state).missing[0], 1)
    assert unfold(progress.contest, journal_state).suspended


def test_a_game_that_is_played_again_is_no_longer_forgiven() -> None:
    journal_state, progress = suspended()
    entry = checked_reinstatement(progress, "bot 01", "once more")
    journal_state.add(entry)
    for number, game in enumerate(entry.forgiven, start=1):
        journal_state.add(Rerun(id=game, stage=0, reason="the same", at="now"))
        assert journal_state.forgiven == {(other, "bot 01") for other in entry.forgiven[number:]}


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("bot 02", "bot 02 is neither disqualified, withdrawn nor suspended"),
        ("bot 06", "bot 06 is quarantined; replace its bot by one that starts"),
    ],
)
def test_nobody_else_can_be_reinstated(name: str, why: str) -> None:
    with pytest.raises(CannotDecide, match=why):
        back(name)(after(3, GROUPS))


def test_from_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bots = "".join(f'[[entrants]]\nname = "{name}"\nbot = "random"\n' for name in names(3))
    (tmp_path / "c.toml").write_text(f'name = "C"\ngame = "tank_war"\n{bots}{GRADES}{GROUPS}')
    folder = Folder(tmp_path / "c")
    folder.begin(open_contest(tmp_path / "c.toml"), isolated=False)
    with ContestJournal(folder.journal) as journal:
        entries: list[AnyEntry] = admitted(folder.progress().contest)
        for entry in [*entries, *(played(slot, Ending(0, {})) for slot in folder.progress().missing)]:
            journal.add(entry)

    def status() -> dict[str, Any]:
        return {**status_json(folder.progress()), "journal_hash": ""}

    before = status()
    act = [str(folder.path), "bot 01", "--reason", "a mistake"]
    assert cli.main(["contest", "disqualify", *act]) == 0
    capsys.readouterr()
    assert cli.main(["contest", "reinstate", *act, "--preview"]) == 0
    assert "4 played games count again (" in capsys.readouterr().out
    assert status() != before
    assert cli.main(["contest", "reinstate", *act]) == 0
    assert capsys.readouterr().out.startswith(
        "bot 01 is no longer disqualified\n4 played games count again ("
    )
    assert status() == before
    assert cli.main(["contest", "reinstate", *act]) == 2
    assert cli.main(["contest", "report", str(folder.path)]) == 0
    assert "reinstated" in (folder.report / "index.html").read_text("utf-8")
