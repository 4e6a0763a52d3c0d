"""The report: pages that open offline, figures that lead to games, the same bytes for the same journal."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from random import Random
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import msgspec
import pytest

from steelyard.arena.match.match_file import read_records
from steelyard.contest.model import FORFEIT
from steelyard.contest.report import statistics_tables
from steelyard.contest.report.bracket import bracket_text
from steelyard.contest.report.standings_tables import Links, standings
from steelyard.contest.report.status import status_text
from steelyard.contest.report.writer import write_report
from steelyard.contest.running.journal_entries import Disqualified, Quarantined
from steelyard.contest.running.progress import unfold
from steelyard.core.sheets import Cell, Sheet, to_csv, to_text
from tests.contest.simulation import Ending, by_chance, by_strength, contest, names, play_out, played

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.contest.model import Slot

STAGES = """
[teacher]
bot = "greedy"
[[stages]]
kind = "groups"
groups = 2
boards = ["", "x.txt"]
advance = 3
[[stages]]
kind = "knockout"
decide = ["wins", "tanks", "extra", "lot"]
[grades]
formula = "min(10, max_tanks + max_boxes / 36 + beat_teacher)"
"""
ODD = ['<b>"Ada"</b> & Co', "=1+1", *names(7)]
QUARANTINED = Quarantined(
    name="bot 07", bot="x", fault="failed_to_build", detail="<i>oops</i>", log="line 1\n"
)
OUT = Disqualified(
    name="bot 02", stage=0, round=0, last_stage=0, reason="copied <all>", at="2026-01-01T00:00:00+00:00"
)


class Page(HTMLParser):
    """Collects what a page leads to and what can be led to."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.tags: list[str] = []
        self.feed(file.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.tags.append(tag)
        self.ids += [str(told["id"])] if "id" in told else []
        self.links += [str(told[key]) for key in ("href", "src") if key in told]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("contest") / "report"
    progress = play_out(contest(STAGES, ODD), by_chance(3), before=[QUARANTINED, OUT])
    write_report(progress, folder)
    return folder


def test_every_link_leads_to_a_place_that_is_there(report: Path) -> None:
    pages = {file: Page(file) for file in report.rglob("*.html")}
    told = json.loads((report / "report.json").read_text())
    played = [game for stage in told["stages"] for match in stage["matches"] for game in match["games"]]
    assert len(pages) == 4 + 3 + 1 + len(ODD) + sum(game["played"] for game in played)
    for file, page in pages.items():
        for link in page.links:
            if re.fullmatch(r"#\d+", link) and file.parent.name == "games":
                continue  # a turn, which its script shows
            target, _, anchor = link.partition("#")
            place = (file.parent / target).resolve() if target else file
            assert place.is_relative_to(report), link
            assert place.is_file(), f"{file.name}: {link}"
            if anchor:
                assert anchor in pages[place].ids, f"{file.name}: {link}"


def test_pages_need_nothing_from_elsewhere_and_only_a_game_has_a_script(report: Path) -> None:
    for file in report.rglob("*.html"):
        page, text = Page(file), file.read_text("utf-8")
        plays = file.parent.name == "games"
        assert ("script" in page.tags) == plays
        assert page.tags.count("link") == (0 if plays else 1), "a game is one file"
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)
        assert not re.search(r"\son\w+=", text)


def test_names_are_words_and_never_markup_or_formulas(report: Path) -> None:
    for file in report.rglob("*.html"):
        text = file.read_text("utf-8")
        assert "<b>" not in text
        assert "<i>oops" not in text
        assert "copied <all>" not in text
    assert "&lt;b&gt;" in (report / "index.html").read_text("utf-8")
    ET.fromstring((report / "brackets" / "knockout.svg").read_text("utf-8"))  # noqa: S314 - our own
    rows = list(csv.reader((report / "csv" / "ranking.csv").read_text("utf-8-sig").splitlines()))
    assert "'=1+1" in [row[1] for row in rows]


def test_every_figure_of_a_standing_leads_to_games_and_every_game_to_its_record(report: Path) -> None:
    told = json.loads((report / "report.json").read_text())
    games = [game for stage in told["stages"] for match in stage["matches"] for game in match["games"]]
    played = [game for game in games if game["played"]]
    assert len(played) > 50
    for game in played:
        (_, record), *more = read_records((report / game["record"]).read_bytes()).records
        assert ([player.name for player in record.players], more) == (game["seats"], [])
    page = Page(report / "stages" / "groups.html")
    pages = {game["id"]: f"../games/{game['id'].replace('/', '.')}.html" for game in played}
    assert {to for game, to in pages.items() if game.startswith("groups/")} <= set(page.links)
    for game in played[:3]:
        assert f"../{game['record']}" in Page(report / pages[game["id"]][3:]).links


def test_grades_come_with_the_figures_that_went_into_them(report: Path) -> None:
    rows = list(csv.DictReader((report / "csv" / "grades.csv").read_text("utf-8-sig").splitlines()))
    assert len(rows) == len(ODD)
    for row in rows:
        counted = float(row["max_tanks"]) + float(row["max_boxes"]) / 36 + float(row["beat_teacher"])
        assert float(row["grade"]) == round(min(10, counted), 2)
    assert rows[-1]["note"] == "quarantined: it could not be built"
    html = (report / "grades.html").read_text("utf-8")
    assert html.count('href="games/') >= 2 * (len(ODD) - 2)


def test_the_page_of_grades_says_what_each_figure_is_and_how_each_grade_was_computed(report: Path) -> None:
    page = (report / "grades.html").read_text("utf-8")
    assert "<dt>max_boxes</dt><dd>the most boxes at the end of any game that ended by the rules</dd>" in page
    (formula,) = re.findall("<p>Grade = <code>(.*?)</code></p>", page)
    with_numbers = re.sub(r"\b(max_boxes|max_tanks|beat_teacher)\b", r"\\d+", re.escape(formula))
    assert len(re.findall(with_numbers, page)) == len(ODD)


def test_a_table_ranked_by_points_says_what_a_point_is_for() -> None:
    told = contest('[[stages]]\nkind = "groups"\n[[stages]]\nkind = "swiss"\nrounds = 2\n', names(4))
    shown = status_text(unfold(told, play_out(told, by_strength(names(4))).journal_state))
    assert "games: of all stages, with forfeits" in shown.splitlines()
    assert "teacher" not in shown
    first = play_out(told, by_strength(names(4))).stages[0]
    links = Links(told)
    sheet = standings(play_out(told, by_strength(names(4))), first, first.tables[0], links)
    assert "points: 3 for a won match, 1 for a drawn one, 0 for a lost one" in to_text(sheet)
    assert "won, drawn, lost: games" in to_text(sheet)


def test_the_terminal_shows_grades_and_on_request_how_they_were_computed() -> None:
    head = '[grades]\nformula = "10 * wins / games"\ndecimals = 1\n[[stages]]\nkind = "groups"\n'
    told = contest(head, names(3))
    progress = play_out(told, by_strength(names(3)))
    shown = status_text(progress)
    assert "Grades\nname    grade\nbot 01   10.0\nbot 02    5.0\nbot 03    0.0" in shown
    computed = status_text(progress, computed=True)
    assert "bot 02  10 * 2 / 4    5.0" in computed
    assert "grade = 10 * wins / games\ngames: games played" in computed


def test_decisions_and_failures_are_told(report: Path) -> None:
    index = (report / "index.html").read_text("utf-8")
    assert "Decisions of the organiser" in index
    assert "bot 07 is quarantined and takes no part: it could not be built: &lt;i&gt;oops" in index
    assert ">1 Jan 2026, 00:00 UTC</td>" in index
    assert "failed_to_build" not in index
    assert "Quarantined: it could not be built" in (report / "bots" / "bot-07.html").read_text("utf-8")
    assert "Disqualified: copied &lt;all&gt;" in (report / "bots" / "bot-02.html").read_text("utf-8")


def test_the_order_of_the_journal_changes_no_byte(tmp_path: Path) -> None:
    told = contest(STAGES, names(8))
    for name, rng in (("a", None), ("b", Random(5))):
        write_report(play_out(told, by_chance(1), rng=rng), tmp_path / name)
    one, two = (
        {f.relative_to(folder): f.read_bytes() for f in folder.rglob("*") if f.is_file()}
        for folder in (tmp_path / "a", tmp_path / "b")
    )
    assert one == two


def test_results_alone_leave_out_what_was_measured(tmp_path: Path) -> None:
    progress = play_out(contest(STAGES, ODD), by_chance(3), before=[QUARANTINED, OUT])
    write_report(progress, tmp_path / "r", measured=False)
    written = {file: file.read_text("utf-8") for file in (tmp_path / "r").rglob("*") if file.is_file()}
    assert not [file for file in written if "records" in file.parts or file.name == "times.csv"]
    for text in written.values():
        assert "records/" not in text
        assert "oops" not in text
        assert "2026-01-01" not in text
        assert "Time used" not in text


def test_a_contest_that_is_not_over_has_a_report_too_without_its_seed(tmp_path: Path) -> None:
    told = contest(STAGES, names(8), 'seed = "hush hush"')
    progress = play_out(told, by_chance(1), most=1, rng=Random(1))
    assert not progress.done
    write_report(progress, tmp_path / "r")
    assert "not over yet" in (tmp_path / "r" / "index.html").read_text("utf-8")
    assert "hush" not in "".join(f.read_text("utf-8") for f in (tmp_path / "r").rglob("*") if f.is_file())
    assert "about" in status_text(progress)
    assert "Group A" in status_text(progress)


def test_a_bracket_as_text() -> None:
    told = contest('[[stages]]\nkind = "knockout"', names(5), 'seeding = "listed"')
    progress = play_out(told, by_strength(names(5)))
    assert bracket_text(progress, progress.stages[0]).splitlines() == [
        "Quarter-finals",
        "  bot 01 (bye)",
        "  *bot 04* - bot 05  2:0",
        "  bot 02 (bye)",
        "  bot 03 (bye)",
        "Semi-finals",
        "  *bot 01* - bot 04  2:0",
        "  *bot 02* - bot 03  2:0",
        "Final",
        "  *bot 01* - bot 02  2:0",
        "Third place",
        "  bot 04 - *bot 03*  0:2",
    ]


def test_a_bracket_that_is_still_open_shows_what_is_known(tmp_path: Path) -> None:
    told = contest('[[stages]]\nkind = "knockout"', names(6), 'seeding = "listed"')
    progress = play_out(told, lambda _slot: Ending(0, {}), most=0)
    assert bracket_text(progress, progress.stages[0]).endswith("Final\n  to be seen")
    write_report(progress, tmp_path / "r")


def test_a_game_more_that_was_played_and_no_longer_counts_changes_nothing(tmp_path: Path) -> None:
    """After a kill, one more game of a bot than counts may have been played before it was suspended."""
    told = contest('[[stages]]\nkind = "groups"\n', names(6))

    def ending(slot: Slot) -> Ending:
        failed = slot.seats.index("bot 02") if "bot 02" in slot.seats else None
        return Ending(0 if failed is None else None, {}, failed=failed)

    progress = play_out(told, ending)
    forfeited = next(s for p in progress.pairings() for s, r in p.games() if r.reason == FORFEIT)
    write_report(progress, tmp_path / "one", measured=False)
    progress.journal_state.add(played(forfeited, ending(forfeited)))
    write_report(unfold(told, progress.journal_state), tmp_path / "two", measured=False)
    one, two = ({f.relative_to(d): f.read_bytes() for f in d.rglob("*.*")} for d in tmp_path.iterdir())
    assert one == two
    assert status_text(progress) == status_text(unfold(told, progress.journal_state))


def test_a_bot_that_hung_has_used_the_time_it_was_waited_for() -> None:
    progress = play_out(contest('[[stages]]\nkind = "groups"\n', names(2)), lambda _: Ending(0, {}, failed=1))
    records = progress.journal_state.records
    for game, (entry, record) in list(records.items()):
        assert record.verdict is not None
        hung = msgspec.structs.replace(record.verdict, wall_ms=(None, 1500.0))
        records[game] = entry, msgspec.structs.replace(record, verdict=hung)
    sheet = statistics_tables.time_sheet(progress, names(2), Links(progress.contest))
    assert [[cell.text for cell in row[2:4]] for row in sheet.rows] == [["1", "1.50"]] * 2


def test_sheets_as_text_and_csv() -> None:
    sheet = Sheet("T", ["name", "won"])
    sheet.add("Ada", 2)
    sheet.add(Cell("-Bo", "x.html"), 10.5)
    sheet.marked = {0}
    assert to_text(sheet) == "T\nname   won\nAda      2\n----------\n-Bo   10.5"
    assert to_text(sheet, 1).endswith("and 1 more")
    assert to_csv(sheet) == b"\xef\xbb\xbfname,won\nAda,2\n'-Bo,10.5\n", "spreadsheets need the mark of UTF-8"


@pytest.mark.parametrize(
    "name", ["=1+1", "+1 x", "-Bo", "@x", "\tx", " =1+1", "\uff1d1+1", "\uff20x", "\ufe62x"]
)
def test_a_name_that_a_spreadsheet_would_compute_is_quoted(name: str) -> None:
    sheet = Sheet("T", ["name"])
    sheet.add(name)
    assert f"'{name}" in to_csv(sheet).decode()


@pytest.mark.parametrize(
    ("name", "written"),
    [("x;=1+1", "x;'=1+1"), ("x; @y;+z", "x; '@y;'+z"), ("x;\uff1d1", "x;'\uff1d1"), ("x;y=1-2", "x;y=1-2")],
)
def test_nor_does_one_compute_it_that_begins_a_cell_at_a_semicolon(name: str, written: str) -> None:
    """As spreadsheets do where numbers are written with a comma: in Czech, in Swedish."""
    sheet = Sheet("T", ["name"])
    sheet.add(name)
    assert to_csv(sheet).decode("utf-8-sig") == f"name\n{written}\n"


def test_a_swiss_with_byes_has_its_report(tmp_path: Path) -> None:
    progress = play_out(contest('[[stages]]\nkind = "swiss"\n', names(5)), by_chance(1))
    write_report(progress, tmp_path / "report")
    page = Page(tmp_path / "report" / "stages" / "swiss.html")
    assert sum("_v_" not in each for each in page.ids if re.match(r"r\d", each)) == 4


def test_the_cross_table_of_a_round_has_the_games_of_that_round_alone(tmp_path: Path) -> None:
    stages = '[[stages]]\nkind = "groups"\nadvance = 1\nranking = ["wins"]\n'
    stages += '[[stages]]\nkind = "playoff"\nranking = ["wins"]\nrounds = 3\n'
    progress = play_out(contest(stages, ["a", "b", "c"]), lambda _slot: Ending(None, {}))
    write_report(progress, tmp_path / "report")
    sheets = list((tmp_path / "report/csv").glob("cross-*-[123].csv"))
    assert len(sheets) == 3
    for sheet in sheets:
        first = next(csv.DictReader(sheet.read_text("utf-8-sig").splitlines()))
        assert float(first["2"]) == 1.0, "two drawn games, not those of all rounds"


def test_a_report_says_how_the_bots_were_kept_apart(tmp_path: Path) -> None:
    told = contest('[[stages]]\nkind = "groups"\n', names(3))
    for isolated, not_enforced, says in (
        (False, (), "The bots ran without the sandbox"),
        (True, (), "and the kernel enforced their limits"),
        (
            True,
            ("limit their memory", "count their CPU time"),
            "limit their memory, count their CPU time; a hostile bot can evade that for moments. No time",
        ),
    ):
        here = replace(told, isolated=isolated, not_enforced=not_enforced)
        write_report(play_out(here, by_chance(1)), tmp_path / "report")
        assert says in (tmp_path / "report/index.html").read_text("utf-8")
    write_report(play_out(told, by_chance(1)), tmp_path / "plain", measured=False)
    assert "sandbox" not in (tmp_path / "plain/index.html").read_text("utf-8")
