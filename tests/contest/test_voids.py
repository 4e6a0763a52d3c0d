"""Games played again with the same bot on the move: the organiser is told, and nobody gains a draw."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from steelyard import cli
from steelyard.contest.model import RULED, SPOILED
from steelyard.contest.report.json_report import report_json
from steelyard.contest.report.status import status_json, status_text
from steelyard.contest.report.writer import write_report
from steelyard.contest.running import decisions, journal
from steelyard.contest.running.folder import Folder
from steelyard.contest.running.journal_entries import ContestHeading, Disqualified, Rerun, Ruled
from steelyard.contest.running.journal_state import JournalState
from steelyard.contest.running.progress import unfold
from steelyard.contest.running.runner import MachineUnfit, NeedsRuling
from tests.contest.simulation import Ending, admitted, by_chance, contest, names, played
from tests.contest.test_runner import FakeWorkers, played_to_the_end

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from steelyard.contest.model import Slot
    from steelyard.contest.running.journal_entries import AnyEntry
    from steelyard.contest.running.progress import Progress

STAGES = '[[stages]]\nkind = "groups"\n'
GAME = "groups/bot-01_v_bot-02/1"
SUSPECT = "bot 01"


def given_up(*voids: int | None) -> Ending:
    seats: Any = voids
    return Ending(None, {}, spoiled=True, voids=seats)


def voiding(name: str, against: str) -> Callable[[Slot], Ending]:
    """A bot that voids its games against another one, over and over."""

    def ending(slot: Slot) -> Ending:
        if {*slot.seats} == {name, against}:
            return given_up(*[slot.seats.index(name)] * 3)
        return by_chance(1)(slot)

    return ending


def after(*endings: Ending, then: tuple[AnyEntry, ...] = (), game: str = GAME) -> Progress:
    """Everything else is played; that game came to these ends, one after the other."""
    told = contest(STAGES, names(3))
    journal_state = JournalState(admitted(told))
    for slot in unfold(told, journal_state).missing:
        for ending in endings if slot.id == game else [by_chance(1)(slot)]:
            journal_state.add(played(slot, ending))
    for entry in then:
        journal_state.add(entry)
    return unfold(told, journal_state)


# What counts.
def test_a_game_given_up_with_two_voids_of_one_bot_is_undecided_and_no_draw() -> None:
    progress = after(given_up(0, None, 0))
    assert (progress.done, progress.missing) == (False, [])
    assert [slot.id for slot in progress.undecided] == [GAME]
    assert progress.journal_state.result(GAME) is None
    assert progress.journal_state.undecided[GAME] == {SUSPECT}


def test_voids_of_earlier_tries_of_the_same_game_count() -> None:
    once = after(given_up(0, None, 1))
    assert [slot.id for slot in once.missing] == [GAME]
    again = after(given_up(0, None, None), given_up(None, 0, None))
    assert (again.missing, [slot.id for slot in again.undecided]) == ([], [GAME])


def test_a_game_that_the_machine_spoiled_is_drawn_after_three_tries_as_ever() -> None:
    nobody = after(*[given_up(None, None, None)] * 2)
    assert [slot.id for slot in nobody.missing] == [GAME]
    progress = after(*[given_up(None, None, None)] * 3)
    result = progress.journal_state.result(GAME)
    assert result is not None
    assert (progress.done, result.points, result.reason) == (True, (0.5, 0.5), SPOILED)


def test_a_game_that_came_to_an_end_counts_whatever_was_before() -> None:
    progress = after(Ending(1, {}, voids=(0, 0)))
    assert (progress.done, progress.undecided) == (True, [])
    assert [(void.name, void.game, void.turn) for void in progress.journal_state.voids] == [
        (SUSPECT, GAME, 1),
        (SUSPECT, GAME, 2),
    ]


def test_whoever_is_disqualified_forfeits_what_was_undecided() -> None:
    out = Disqualified(name=SUSPECT, stage=0, round=0, last_stage=0, reason="on purpose", at="now")
    progress = after(given_up(0, 0, 0), then=(out,))
    assert (progress.done, progress.undecided) == (True, [])


# What the organiser decides.
@pytest.mark.parametrize(("winner", "points"), [(SUSPECT, (1, 0)), ("bot 02", (0, 1)), (None, (0.5, 0.5))])
def test_a_ruling_ends_it(winner: str | None, points: tuple[float, float]) -> None:
    ruled = Ruled(id=GAME, winner=winner, reason="seen on the figures", at="2026-01-01T00:00:00+00:00")
    progress = after(given_up(0, 0, 0), then=(ruled,))
    result = progress.journal_state.result(GAME)
    assert result is not None
    assert (progress.done, result.points, result.reason, result.played) == (True, points, RULED, False)


def test_a_rerun_begins_anew() -> None:
    progress = after(given_up(0, 0, 0), then=(Rerun(id=GAME, stage=0, reason="doubt", at="now"),))
    assert ([slot.id for slot in progress.missing], progress.undecided) == ([GAME], [])
    assert len(progress.journal_state.voids) == 3, "what was is not forgotten"


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A contest in which everything is played but one game, which is undecided."""
    told = contest(STAGES, names(3))
    text = f'name = "Test"\ngame = "tank_war"\n\n[[entrants]]\nbot = "random"\n{STAGES}'
    found = Folder(tmp_path / "class")
    found.path.mkdir()
    heading = ContestHeading(
        file_name="x",
        file=text,
        rules_version=1,
        entrants=list(told.entrants),
        seed="1",
        isolated=False,
        boards={},
    )
    journal.begin(found.journal, heading)
    with journal.ContestJournal(found.journal) as book:
        for entry in admitted(told):
            book.add(entry)
        for slot in unfold(told, JournalState(book.entries)).missing:
            book.add(played(slot, given_up(0, 0, 0) if slot.id == GAME else by_chance(1)(slot)))
    return found


def test_the_command_line_rules(folder: Folder, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["contest", "rule", str(folder.path), GAME, "--reason", "seen on the figures"]
    with pytest.raises(SystemExit):
        cli.main(words)
    assert "one of the arguments --winner --draw is required" in capsys.readouterr().err
    assert cli.main([*words, "--winner", "bot 03"]) == 2
    assert "'bot 03' did not play groups/bot-01_v_bot-02/1; bot 01, bot 02 did" in capsys.readouterr().err
    assert cli.main(["contest", "report", str(folder.path)]) == 0
    capsys.readouterr()
    assert cli.main([*words, "--winner", "bot-02"]) == 0
    *effects, report = capsys.readouterr().out.splitlines()
    assert effects[:3] == [
        f"{GAME} is won by bot 02",
        "no played game is lost",
        "nothing is left to be played",
    ]
    assert report == f"the report is from before; steelyard contest report {folder.path} writes it anew"
    assert cli.main([*words, "--draw"]) == 2
    assert f"{GAME!r} does not wait for a decision; no game does" in capsys.readouterr().err
    progress = folder.progress()
    assert progress.done
    audit = progress.journal_state.audit[-1]
    assert isinstance(audit, Ruled)
    assert (audit.winner, audit.reason) == ("bot 02", "seen on the figures")


def test_a_ruling_may_be_a_draw(folder: Folder) -> None:
    assert decisions.rule(folder, GAME, None, "both at fault").startswith(f"{GAME} is drawn; ")
    result = folder.progress().journal_state.result(GAME)
    assert result is not None
    assert result.points == (0.5, 0.5)


# What the organiser is told.
def test_status_and_report_name_games_figures_and_commands(folder: Folder) -> None:
    told = status_text(folder.progress())
    for words in (
        "1 game waits for a decision of the organiser",
        "bot 01 was on the move 3 times when a game had to be played again",
        f"{GAME}, turn 1: 1501 ms lost",
        f"steelyard contest rerun DIR {GAME} --reason TEXT",
        f"steelyard contest rule DIR {GAME} --winner NAME --reason TEXT",
    ):
        assert words in told
    assert status_json(folder.progress())["undecided"] == [GAME]
    write_report(folder.progress(), folder.report)
    page = (folder.report / "index.html").read_text("utf-8")
    assert "Games played again" in page
    assert "1501 ms lost" in page
    assert json.loads((folder.report / "report.json").read_text())["undecided"] == [GAME]
    decisions.rule(folder, GAME, "bot 02", "seen on the figures")
    write_report(folder.progress(), folder.report)
    page = (folder.report / "index.html").read_text("utf-8")
    assert "seen on the figures" in page
    assert "ruled: bot 02 wins" in page
    assert "bot 02 won: ruled by the organiser" in (folder.report / "games.html").read_text("utf-8")


def test_the_second_void_is_told_and_the_first_is_not() -> None:
    assert "played again" not in status_text(after(Ending(1, {}, voids=(0, None, 1))))
    told = status_text(after(Ending(1, {}, voids=(0, 1, 0))))
    assert "bot 01 was on the move 2 times when a game had to be played again" in told
    assert f"{GAME}, turn 3: 1503 ms lost" in told
    assert "bot 02" not in told.partition("had to be played again")[2]


def test_without_what_was_measured_a_report_has_no_figures_of_voids(tmp_path: Path) -> None:
    write_report(after(Ending(1, {}, voids=(0, 0))), tmp_path / "r", measured=False)
    assert "ms lost" not in (tmp_path / "r" / "index.html").read_text("utf-8")
    assert "voids" not in report_json(after(Ending(1, {}, voids=(0, 0))), measured=False)


# How it is played.
def test_everything_else_is_played_and_then_it_stops_with_the_games(tmp_path: Path) -> None:
    workers = FakeWorkers(voiding("bot 01", "bot 04"))
    with pytest.raises(NeedsRuling) as stopped:
        played_to_the_end(contest(STAGES, names(5)), workers, tmp_path)
    assert len(workers.played) == len(set(workers.played)) == 20, "nothing was tried twice"
    for words in (
        "2 games wait",
        "groups/bot-01_v_bot-04/1",
        "groups/bot-04_v_bot-01/1",
        "bot 01",
        "ms lost",
    ):
        assert words in str(stopped.value)
    assert "contest rule" in str(stopped.value)
    assert len(str(stopped.value).splitlines()) == 1


def test_the_command_stops_with_the_games_its_report_written(
    folder: Folder, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder.path / "boards.json").write_text("{}")
    assert cli.main(["contest", "run", str(folder.path), "--no-sandbox"]) == 2
    assert f"1 game waits for a decision of the organiser: {GAME} (bot 01" in capsys.readouterr().err
    assert GAME in (folder.report / "index.html").read_text("utf-8")
    decisions.rule(folder, GAME, "bot 02", "seen on the figures")
    assert cli.main(["contest", "run", str(folder.path), "--no-sandbox"]) == 0


def test_one_bot_that_voids_all_its_games_does_not_stop_the_others(tmp_path: Path) -> None:
    def ending(slot: Slot) -> Ending:
        if SUSPECT in slot.seats:
            return given_up(*[slot.seats.index(SUSPECT)] * 3)
        return by_chance(1)(slot)

    workers = FakeWorkers(ending)
    with pytest.raises(NeedsRuling, match="14 games wait"):
        played_to_the_end(contest(STAGES, names(8)), workers, tmp_path, jobs=1)
    assert len(workers.played) == 56


def test_a_machine_that_spoils_everybodys_games_is_still_found_unfit(tmp_path: Path) -> None:
    workers = FakeWorkers(lambda _slot: given_up(0, 0, 1))
    with pytest.raises(MachineUnfit):
        played_to_the_end(contest(STAGES, names(12)), workers, tmp_path)
    assert len(workers.played) < 40
