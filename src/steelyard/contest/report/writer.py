"""Writes the report: a folder of pages, tables and pictures, the same bytes for the same journal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steelyard.arena.record import write_record
from steelyard.contest.report import folder, grade_tables, statistics_tables
from steelyard.contest.report.bracket import bracket_svg, bracket_text
from steelyard.contest.report.json_report import report_json
from steelyard.contest.report.pages import Pages, board_picture
from steelyard.contest.report.standings_tables import (
    Links,
    cross_table,
    final_ranking,
    games,
    standings,
)
from steelyard.core.sheets import Sheet, to_csv

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.contest.running.progress import Progress

STYLE = Path(__file__).parent / "style.css"


def write_report(progress: Progress, into: Path, *, measured: bool = True) -> None:
    """Write the whole report; `measured` includes times, bots' own words and records.

    It replaces an earlier report; any other folder is refused.
    """
    folder.write(into, _files(progress, measured=measured))


def _files(progress: Progress, *, measured: bool) -> Iterator[tuple[str, bytes]]:
    links = Links(progress.contest, records=measured)
    yield "style.css", STYLE.read_bytes()
    for page in Pages(progress, links, measured=measured).all():
        yield page.name, page.html().encode()
    for name, sheet in _sheets(progress, links, measured=measured):
        yield f"csv/{name}.csv", to_csv(sheet)
    for stage in progress.stages:
        if stage.brackets:
            slug = links.stage_slug(stage)
            yield f"brackets/{slug}.svg", bracket_svg(progress, stage, lambda _match: "").encode()
            yield f"brackets/{slug}.txt", (bracket_text(progress, stage) + "\n").encode()
    game = progress.contest.game
    for number, played in enumerate(statistics_tables.boards_played(progress).values(), start=1):
        start = progress.journal_state.records[played[0][0].id][1].start
        yield board_picture(number), game.to_svg(game.start(start)).encode()
    told: dict[str, Any] = report_json(progress, measured=measured)
    yield "report.json", (json.dumps(told, indent=1) + "\n").encode()
    if measured:
        for played_game, (_, record) in sorted(progress.journal_state.records.items()):
            yield links.record(played_game), write_record(record)


def _sheets(progress: Progress, links: Links, *, measured: bool) -> Iterator[tuple[str, Sheet]]:
    yield "ranking", final_ranking(progress, links)
    if progress.contest.file.grades is not None:
        yield "grades", grade_tables.grade_sheet(progress, links)
    yield "ratings", statistics_tables.rating_sheet(progress, links)
    yield "seats", statistics_tables.seat_sheet(progress, links)
    yield "boards", statistics_tables.board_sheet(progress, links)
    yield "failures", statistics_tables.verdict_sheet(progress, links)
    if measured:
        yield "times", statistics_tables.time_sheet(progress, progress.names, links)
    for stage in progress.all_stages():
        slug = links.stage_slug(stage)
        yield f"games-{slug}", games(stage, progress.contest, links)
        for number, table in enumerate(stage.tables, start=1):
            which = f"{slug}-{number}" if len(stage.tables) > 1 else slug
            yield f"standings-{which}", standings(progress, stage, table, links)
            yield f"cross-{which}", cross_table(stage, table, links)
