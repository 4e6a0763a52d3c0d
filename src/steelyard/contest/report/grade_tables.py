"""The tables of grades: with the figures that went in, with the computation, and short for a terminal."""

from __future__ import annotations

from fractions import Fraction
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from steelyard.contest.report.standings_tables import Links
from steelyard.contest.standings.grade_figures import formula_names
from steelyard.contest.standings.grades import NOT_FINAL, grades
from steelyard.core.sheets import Cell, Sheet, number, to_text, without_empty_columns

if TYPE_CHECKING:
    from steelyard.contest.model import Contest
    from steelyard.contest.running.progress import Progress
    from steelyard.contest.standings.grades import Grade


def grade_sheet(progress: Progress, links: Links) -> Sheet:
    """The grades, with the figures that they are computed from."""
    found = grades(progress)
    told = progress.contest.file.grades
    if told is None or not found:
        return Sheet("", ["name", "grade"])
    figures = list(found[0].figures)
    folders = submitted_as(progress.contest)
    sheet = Sheet("", ["name", *(["submitted as"] if folders else []), *figures, "grade", "note"], notes=True)
    sheet.figures = frozenset(figures)
    scheduled = {slot.id for pairing in progress.pairings() for slot in pairing.slots}
    meanings = formula_names(progress.contest.game, told.figures_from)
    sheet.meanings = {name: meanings[name] for name in figures}
    for grade in found:
        cells = []
        for figure in figures:
            game = grade.games.get(figure)
            to = (links.game_page(game) if game in scheduled else links.record(game)) if game else ""
            if figure.startswith(("teacher", "beat")) and grade.name in progress.names:
                to = f"bots/{progress.contest.slugs[grade.name]}.html#teacher"
            cells.append(Cell(number(grade.figures[figure]), to or links.bot(grade.name)))
        sheet.add(
            Cell(grade.name, links.bot(grade.name)),
            *([folders.get(grade.name, "")] if folders else []),
            *cells,
            Cell("" if grade.grade is None else grade_text(grade.grade, told.decimals), strong=True),
            grade.note,
        )
    return sheet


def computation_sheet(progress: Progress, links: Links) -> Sheet:
    """How each grade came about: the formula with everybody's numbers."""
    told = progress.contest.file.grades
    sheet = Sheet("", ["name", "computed", "grade"], words=2)
    if told is None:
        return sheet
    for grade in grades(progress):
        how = grade.computed or "decided by the organiser"
        sheet.add(
            Cell(grade.name, links.bot(grade.name)), how, Cell(_shown(grade, told.decimals), strong=True)
        )
    return sheet


def grades_text(progress: Progress, *, computed: bool = False) -> str:
    """For a terminal: everybody's grade, and on request how it was computed; empty without a formula."""
    told = progress.contest.file.grades
    if told is None:
        return ""
    title = "Grades" if progress.done else "Grades (not final)"
    if computed:
        meanings = formula_names(progress.contest.game, told.figures_from)
        used = grades(progress)[0].figures
        lines = [f"{name}: {meanings[name]}" for name in used]
        return "\n".join(
            [
                title,
                to_text(computation_sheet(progress, Links(progress.contest))),
                "",
                f"grade = {told.formula}",
                *lines,
            ]
        )
    sheet = Sheet(title, ["name", "grade", "note"], notes=True)
    for grade in grades(progress):
        shown = _shown(grade, told.decimals)
        sheet.add(grade.name, shown, "; ".join(part for part in grade.note.split("; ") if part != NOT_FINAL))
    return to_text(without_empty_columns(sheet))


def submitted_as(contest: Contest) -> dict[str, str]:
    """The folders and zips in which entrants were submitted, if somebody is called otherwise."""
    above = [f"{line.each_in}/" for line in contest.file.entrants if line.each_in is not None]
    found = {
        each.name: each.bot.removeprefix(place).partition("/")[0]
        for each in contest.entrants
        for place in above
        if each.bot.startswith(place)
    }
    return found if any(PurePosixPath(item).stem != name for name, item in found.items()) else {}


def grade_text(grade: Fraction, decimals: int) -> str:
    """With the decimals of the file; one that the organiser decided may have more."""
    rounded = f"{float(grade):.{decimals}f}"
    return rounded if Fraction(rounded) == grade else number(grade)


def _shown(grade: Grade, decimals: int) -> str:
    return "none" if grade.grade is None else grade_text(grade.grade, decimals)
