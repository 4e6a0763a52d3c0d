"""Draws the brackets of a stage: as text for a terminal, as a picture for everything else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.core.sheets import halves, number
from steelyard.games.art import element, text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from steelyard.contest.model import Pairing
    from steelyard.contest.running.progress import Progress
    from steelyard.contest.stages.base.progress import Bracket, BracketMatch, StageProgress

THIRD_PLACE = "Third place"
LETTERS = 24  # of a name in the picture
WIDTH, HEIGHT = 260, 26  # of one side of a match in the picture
GAP = 36  # between rounds
ROW = 2 * HEIGHT + 20  # from one match of the first round to the next

STYLE = """
.bracket{font:14px system-ui,sans-serif}
.bracket .paper{fill:#FAF8F5}
.bracket rect.side{fill:none;stroke:#1F2328;stroke-opacity:.12}
.bracket text{fill:#1F2328;dominant-baseline:central}
.bracket .won{font-weight:600}
.bracket .out,.bracket .round,.bracket .why{fill-opacity:.65}
.bracket .score{text-anchor:end;font-variant-numeric:tabular-nums}
.bracket path{fill:none;stroke:#1F2328;stroke-opacity:.35}
@media (prefers-color-scheme:dark){
.bracket .paper{fill:#15181C}
.bracket text{fill:#E8E6E3}
.bracket rect.side,.bracket path{stroke:#E8E6E3}
}
""".strip()


def bracket_text(progress: Progress, stage: StageProgress) -> str:
    """Round by round, a line a match."""
    out = _marks(progress)
    lines = []
    for bracket in stage.brackets:
        for round_ in bracket.rounds:
            lines.append(round_.title)
            lines += [f"  {_line(match.pairing, out)}" for match in round_.matches if not match.is_gap]
        if bracket.third_place is not None:
            lines += [THIRD_PLACE, f"  {_line(bracket.third_place.pairing, out)}"]
    return "\n".join(lines)


def _line(match: Pairing | None, out: Mapping[str, str]) -> str:
    if match is None:
        return "to be seen"
    if match.second is None:
        return f"{_marked(match.first, out)} (bye)"
    one, two = match.score()
    shown = [(name, _marked(name, out)) for name in (match.first, match.second)]
    names = [f"*{marked}*" if name == match.winner else marked for name, marked in shown]
    score = f"  {number(one)}:{number(two)}" if match.games() else ""
    return f"{names[0]} - {names[1]}{score}{f' ({match.why})' if match.why else ''}"


def bracket_svg(progress: Progress, stage: StageProgress, to: Callable[[Pairing], str]) -> str:
    """The picture, several brackets one below the other; `to` says where a match leads."""
    drawn: list[str] = []
    height = 0
    for bracket in stage.brackets:
        drawn += _bracket(bracket, height, to, _marks(progress))
        height += _height(bracket)
    width = max(len(bracket.rounds) for bracket in stage.brackets) * (WIDTH + GAP) - GAP + 20
    return element(
        "svg",
        element("title", _escape(f"{stage.title}: bracket")),
        element("style", STYLE),
        element("rect", class_="paper", width=width, height=height),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        class_="bracket",
        role="img",
    )


def _height(bracket: Bracket) -> int:
    return 40 + _rows(bracket) * ROW + (ROW + 24 if bracket.third_place is not None else 0)


def _rows(bracket: Bracket) -> int:
    return max(1, len(bracket.rounds[0].matches))


def _bracket(bracket: Bracket, top: int, to: Callable[[Pairing], str], out: Mapping[str, str]) -> list[str]:
    rows = _rows(bracket)
    drawn: list[str] = []
    before: list[BracketMatch] = []
    for column, round_ in enumerate(bracket.rounds):
        x = 10 + column * (WIDTH + GAP)
        drawn.append(text(round_.title, x, top + 16, class_="round"))
        for position, match in enumerate(round_.matches):
            y = top + _middle(position, rows // len(round_.matches))
            if match.is_gap:
                continue
            drawn += _match(match.pairing, x, y, to, out)
            lead = len(before) // len(round_.matches)  # so many matches lead to this one
            leading = [
                top + _middle(number, rows // len(before))
                for number in range(position * lead, (position + 1) * lead)
                if not before[number].is_gap
            ]
            drawn += [_lines(x, y, leading)] if leading else []
        before = round_.matches
    if bracket.third_place is not None:
        x, y = 10 + (len(bracket.rounds) - 1) * (WIDTH + GAP), top + 40 + rows * ROW + ROW / 2
        drawn.append(text(THIRD_PLACE, x, y - HEIGHT - 12, class_="round"))
        drawn += _match(bracket.third_place.pairing, x, y, to, out)
    return drawn


def _middle(position: int, spread: int) -> float:
    return 30 + ROW * (position + 0.5) * spread


def _match(
    match: Pairing | None, x: float, y: float, to: Callable[[Pairing], str], out: Mapping[str, str]
) -> list[str]:
    sides: list[tuple[str, str, str]] = [("", "", ""), ("", "", "")]
    if match is not None:
        score = [halves(points) for points in match.score()] if match.games() else ["", ""]
        names = (match.first, match.second or "bye")
        sides = [
            (
                _shortened(name, out),
                points,
                "won" if name == match.winner and match.second else "out" if match.winner else "",
            )
            for name, points in zip(names, score, strict=True)
        ]
    drawn = []
    for side, (name, points, state) in enumerate(sides):
        top = y + (side - 1) * HEIGHT
        drawn += [
            element("rect", class_="side", x=x, y=top, width=WIDTH, height=HEIGHT),
            text(name, x + 8, top + HEIGHT / 2, class_=state or None),
            text(points, x + WIDTH - 8, top + HEIGHT / 2, class_=f"score {state}".strip()),
        ]
    if match is not None and match.why:
        drawn.append(text(match.why, x + WIDTH - 8, y + HEIGHT + 8, class_="score why", font_size=11))
    link = to(match) if match is not None and match.second is not None else ""
    return [element("a", *drawn, href=link)] if link else drawn


def _lines(x: float, y: float, leading: list[float]) -> str:
    """Lines to a match from the heights of those that lead to it."""
    left, half = x - GAP, x - GAP / 2
    if len(leading) == 2:
        return element("path", d=f"M{left} {leading[0]}H{half}V{leading[1]}H{left}M{half} {y}H{x}")
    return element("path", d=f"M{left} {leading[0]}H{half}V{y}H{x}")


def _marked(name: str, out: Mapping[str, str]) -> str:
    return f"{name}{out.get(name, '')}"


def _marks(progress: Progress) -> dict[str, str]:
    """What stands behind the names of those who are out."""
    return {name: f" ({entry.word})" for name, entry in progress.journal_state.disqualified.items()}


def _shortened(name: str, out: Mapping[str, str]) -> str:
    """The name as far as there is room beside the score, with its mark."""
    mark = out.get(name, "")
    most = LETTERS - len(mark)
    return (name if len(name) <= most else f"{name[: most - 1]}\N{HORIZONTAL ELLIPSIS}") + mark


def _escape(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;")
