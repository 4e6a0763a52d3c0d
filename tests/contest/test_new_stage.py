"""A new kind of stage is one class: the file, the schedule, the report and the web page know it at once."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, ClassVar

import pytest

from steelyard.contest.file.parser import InvalidContest
from steelyard.contest.report.status import status_text
from steelyard.contest.report.writer import write_report
from steelyard.contest.stages import KINDS, register
from steelyard.contest.stages.base.cut import advance
from steelyard.contest.stages.base.schedule import MatchBoards
from steelyard.contest.stages.base.table_stage import TableStage
from steelyard.contest.standings.ranking import table
from steelyard.server.contests.views import WebLinks, overview
from tests.contest.simulation import by_strength, contest, names, play_out

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from steelyard.contest.stages.base.progress import StageProgress
    from steelyard.contest.stages.base.schedule import Schedule


class Gauntlet(TableStage, frozen=True, tag="gauntlet"):
    """Everybody plays against the best seeded."""

    title: ClassVar = "Gauntlet"

    def play(self, schedule: Schedule) -> StageProgress:
        boards = MatchBoards(self.boards, schedule.slug, self.twice)
        best, *others = schedule.names
        for name in others:
            schedule.add(schedule.match(best, name, boards))
        schedule.progress.done = not schedule.progress.missing
        scored = table(schedule.names, schedule.progress.pairings, self.scoring(schedule, boards))
        schedule.progress.tables.append(self.with_cut(schedule, scored))
        advance(schedule, schedule.progress.tables)
        return schedule.progress

    def games(self, entrants: int) -> int:
        return self.games_per_match * (entrants - 1)


FILE = '[[stages]]\nkind = "gauntlet"\n[[stages]]\nkind = "finals"\n'


@pytest.fixture
def gauntlet() -> Iterator[None]:
    register(Gauntlet)
    yield
    del KINDS["gauntlet"]


@pytest.mark.usefixtures("gauntlet")
def test_a_new_stage_is_played_to_the_end_and_reported(tmp_path: Path) -> None:
    told = contest(FILE, names(5), 'seeding = "listed"')
    begun = play_out(told, by_strength(names(5)), most=0)
    assert (len(begun.missing), begun.games_to_come()) == (8, 8 + 8)
    progress = play_out(told, by_strength(["bot 03", *names(5)]))
    assert progress.done
    assert progress.ranked()[0] == ["bot 03"]
    assert "Gauntlet" in status_text(progress)
    write_report(progress, tmp_path / "report")
    rows = list(
        csv.DictReader((tmp_path / "report/csv/standings-gauntlet.csv").read_text("utf-8-sig").splitlines())
    )
    assert [row["won"] for row in rows if row["name"] in {"bot 01", "bot 03"}] == ["6", "2"]
    assert "Cross table" in (tmp_path / "report/stages/gauntlet.html").read_text()
    shown = overview(progress, 0, WebLinks(told, "friday", "secret"))["stages"][0]
    assert (shown["title"], len(shown["tables"][0]["rows"])) == ("Gauntlet", 5)


@pytest.mark.usefixtures("gauntlet")
def test_only_so_many_advance_from_a_new_stage() -> None:
    told = contest(FILE.replace("\n[[", "\nadvance = 2\n[[", 1), names(5), 'seeding = "listed"')
    progress = play_out(told, by_strength(names(5)))
    first, second = progress.stages[0].advancing
    assert first == "bot 01"
    assert second in names(5), "the others are level, and one is drawn"


@pytest.mark.usefixtures("gauntlet")
def test_mistakes_in_its_keys_are_named() -> None:
    with pytest.raises(InvalidContest, match=r"line 8: stages\[1\]\.advance: it should be a whole number"):
        contest(FILE.replace("\n[[", '\nadvance = "two"\n[[', 1), names(3))


def test_without_its_module_it_is_refused() -> None:
    with pytest.raises(InvalidContest, match="no kind of stage called 'gauntlet'; there are "):
        contest(FILE, names(3))
