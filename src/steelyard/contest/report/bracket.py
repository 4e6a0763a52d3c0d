"""A knockout drawn: as text for a terminal, as a picture for everything else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.contest.report.sheets import number
from steelyard.contest.stages.knockout import THIRD_PLACE, round_name
from steelyard.games.art import element, text

if TYPE_CHECKING:
    from collections.abc import Callable

    from steelyard.contest.model import Pairing
    from steelyard.contest.stages.stage import StageProgress

WIDTH, HEIGHT = 220, 26  # of one side of a match in the picture
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


def bracket_text(stage: StageProgress) -> str:
    """Round by round, a line a match."""
    lines = []
    for matches in stage.bracket:
        lines.append(round_name(len(matches)))
        lines += [f"  {_line(match)}" for match in matches]
    if stage.third_place is not None:
        lines += [THIRD_PLACE, f"  {_line(stage.third_place)}"]
    return "\n".join(lines)


def _line(match: Pairing | None) -> str:
    if match is None:
        return "to be seen"
    if match.second is None:
        return f"{match.first} (bye)"
    one, two = match.score()
    names = [f"*{name}*" if name == match.winner else name for name in (match.first, match.second)]
    score = f"  {number(one)}:{number(two)}" if match.games() else ""
    return f"{names[0]} - {names[1]}{score}{f' ({match.why})' if match.why else ''}"


def bracket_svg(stage: StageProgress, to: Callable[[Pairing], str]) -> str:
    """The picture; `to` says where a match leads."""
    first = max(1, len(stage.bracket[0]))
    width = len(stage.bracket) * (WIDTH + GAP) - GAP + 20
    third = stage.third_place is not None
    height = 40 + first * ROW + (ROW + 24 if third else 0)
    parts = [element("rect", class_="paper", width=width, height=height)]
    for number_, matches in enumerate(stage.bracket):
        x = 10 + number_ * (WIDTH + GAP)
        parts.append(text(round_name(len(matches)), x, 16, class_="round"))
        for place, match in enumerate(matches):
            y = _middle(place, first // len(matches))
            parts += _match(match, x, y, to)
            if number_:
                parts.append(_joints(x, y, place, first // (2 * len(matches))))
    if stage.third_place is not None:
        x, y = 10 + (len(stage.bracket) - 1) * (WIDTH + GAP), 40 + first * ROW + ROW / 2
        parts += [text(THIRD_PLACE, x, y - HEIGHT - 12, class_="round"), *_match(stage.third_place, x, y, to)]
    return element(
        "svg",
        element("title", _escaped(f"{stage.title}: bracket")),
        element("style", STYLE),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        class_="bracket",
        role="img",
    )


def _middle(place: int, spread: int) -> float:
    return 30 + ROW * (place + 0.5) * spread


def _match(match: Pairing | None, x: float, y: float, to: Callable[[Pairing], str]) -> list[str]:
    sides: list[tuple[str, str, str]] = [("", "", ""), ("", "", "")]
    if match is not None:
        score = [number(points) for points in match.score()] if match.games() else ["", ""]
        names = (match.first, match.second or "bye")
        sides = [
            (
                name,
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
            text(_short(name), x + 8, top + HEIGHT / 2, class_=state or None),
            text(points, x + WIDTH - 8, top + HEIGHT / 2, class_=f"score {state}".strip()),
        ]
    if match is not None and match.why:
        drawn.append(text(match.why, x + WIDTH - 8, y + HEIGHT + 8, class_="score why", font_size=11))
    link = to(match) if match is not None and match.second is not None else ""
    return [element("a", *drawn, href=link)] if link else drawn


def _joints(x: float, y: float, place: int, spread: int) -> str:
    """Lines from the two matches that lead to this one."""
    above, below = _middle(2 * place, spread), _middle(2 * place + 1, spread)
    left, half = x - GAP, x - GAP / 2
    return element("path", d=f"M{left} {above}H{half}V{below}H{left}M{half} {y}H{x}")


def _short(name: str) -> str:
    return name if len(name) <= 26 else f"{name[:25]}\N{HORIZONTAL ELLIPSIS}"


def _escaped(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;")
