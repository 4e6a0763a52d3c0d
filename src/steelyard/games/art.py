"""What the pictures of all games share: style, tanks, bursts. Seats can be told apart without colour.

A picture carries its own style sheet, so it stands alone in a file; a page that forbids inline styles
serves STYLE itself. Ids are stable from one picture to the next, so that two in a row can be animated.
"""

from __future__ import annotations

from functools import cache, lru_cache
from html import escape
from typing import TYPE_CHECKING

from steelyard.core import views

if TYPE_CHECKING:
    from collections.abc import Iterable

    from steelyard.core.game import Seat

SQUARE, MARGIN = views.SQUARE, views.MARGIN  # every picture's grid
SIDES = ("Orange", "Blue")  # what people call the seats: by their colour

STYLE = """
.steelyard{font:14px system-ui,sans-serif}
.steelyard .paper{fill:#FAF8F5}
.steelyard .line{stroke:#1F2328;stroke-opacity:.12;fill:none}
.steelyard .label{fill:#1F2328;fill-opacity:.65;text-anchor:middle;dominant-baseline:central}
.steelyard .strong{fill:#1F2328;font-weight:600}
.steelyard .hit{fill:#1F2328;stroke:#FAF8F5;stroke-width:4;paint-order:stroke;font-weight:600}
.steelyard .hit{text-anchor:middle;dominant-baseline:central}
.steelyard .ground-0{fill:#E69F00;fill-opacity:.14}
.steelyard .ground-1{fill:#0072B2;fill-opacity:.14}
.steelyard .seat-0 .hull{fill:#E69F00;stroke:#1F2328}
.steelyard .seat-1 .hull{fill:#0072B2;stroke:#1F2328}
.steelyard .track{fill:#1F2328;fill-opacity:.75}
.steelyard .turret{fill:#FAF8F5;stroke:#1F2328}
.steelyard .barrel{fill:#1F2328}
.steelyard .mark{stroke:#1F2328;stroke-width:2.5;stroke-linecap:round;fill:none}
.steelyard .dot{fill:#1F2328}
.steelyard .tank.wreck [class]{fill:none;stroke:#1F2328;stroke-opacity:.35;stroke-dasharray:3 3}
.steelyard .name{fill:#1F2328;fill-opacity:.75;font-size:12px;text-anchor:middle;dominant-baseline:central}
.steelyard .last{fill:#1F2328;fill-opacity:.08}
.steelyard .shot{stroke:#D55E00;stroke-width:2.5;stroke-linecap:round;stroke-dasharray:1 6}
.steelyard .burst{stroke:#D55E00;stroke-width:3;stroke-linecap:round;fill:none}
.steelyard .bump{stroke:#D55E00;stroke-width:3;stroke-linecap:round;fill:none}
.steelyard .wall{fill:#6B6F76}
.steelyard .wall-edge{fill:#565A60}
.steelyard .mine{fill:#1F2328}
.steelyard .mine-light{fill:#FAF8F5;fill-opacity:.7}
.steelyard .hatch{stroke:#D55E00;stroke-opacity:.55;stroke-width:2}
.steelyard .missile-0{fill:#E69F00;stroke:#1F2328}
.steelyard .missile-1{fill:#0072B2;stroke:#1F2328}
.steelyard .ring{fill:none;stroke:#1F2328;stroke-width:2}
.steelyard .target{fill:#1F2328;fill-opacity:.28}
.steelyard .target-ring{fill:none;stroke:#1F2328;stroke-opacity:.45;stroke-width:4}
.steelyard [data-move]{cursor:pointer}
@media (prefers-color-scheme:dark){
.steelyard .paper{fill:#15181C}
.steelyard .line{stroke:#E8E6E3}
.steelyard .label,.steelyard .strong,.steelyard .name{fill:#E8E6E3}
.steelyard .hit{fill:#E8E6E3;stroke:#15181C}
.steelyard .ground-1{fill:#56B4E9}
.steelyard .seat-0 .hull,.steelyard .seat-1 .hull{stroke:#0B0D0F}
.steelyard .seat-1 .hull,.steelyard .missile-1{fill:#56B4E9}
.steelyard .track{fill:#E8E6E3;fill-opacity:.6}
.steelyard .barrel{fill:#E8E6E3}
.steelyard .tank.wreck [class]{stroke:#E8E6E3}
.steelyard .last,.steelyard .target{fill:#E8E6E3}
.steelyard .wall{fill:#7D828A}
.steelyard .wall-edge{fill:#5E636B}
.steelyard .mine{fill:#000;stroke:#E8E6E3;stroke-opacity:.5}
.steelyard .ring,.steelyard .target-ring{stroke:#E8E6E3}
}
""".strip()

STYLE_ELEMENT = f"<style>{STYLE}</style>"
END = "</g></svg>"
FACING = {  # degrees; tanks are drawn pointing up
    "up": 0,
    "up-right": 45,
    "right": 90,
    "down-right": 135,
    "down": 180,
    "down-left": 225,
    "left": 270,
    "up-left": 315,
}


kept = lru_cache(maxsize=1 << 11)  # most elements are the same in the next picture


def element(name: str, *children: str, **attributes: object) -> str:
    """An SVG element. `class_` becomes `class`, `data_move` becomes `data-move`; None is left out."""
    written = written_attributes(**attributes)
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


def written_attributes(**attributes: object) -> str:
    """Attributes as they stand in a tag, each with a space before it."""
    return "".join([_attribute(key, _short(value)) for key, value in attributes.items() if value is not None])


def _attribute(key: str, value: str) -> str:
    quoted = escape(value, quote=False).replace('"', "&quot;")
    return f' {key.rstrip("_").replace("_", "-")}="{quoted}"'


@kept
def text(words: str, x: float, y: float, **attributes: object) -> str:
    return element("text", escape(words, quote=False), x=x, y=y, **attributes)


def picture(columns: int, rows: int, *layers: str, title: str, description: str, aside: float = 0) -> str:
    """A board of that many squares with a margin, drawn layer by layer, and `aside` squares beside it.

    What is beside the board belongs in a layer of class `aside`, so that a page can show the board alone.
    """
    board = {"board": "".join(layers)}
    return "".join(parts(columns, rows, board, title=title, description=description, aside=aside).values())


def parts(  # noqa: PLR0913 - as `picture`
    columns: int, rows: int, layers: dict[str, str], *, title: str, description: str, aside: float = 0
) -> dict[str, str]:
    """The same picture in named parts (`Views.picture_parts`), those of the board in between.

    A part is a piece of the picture's text, not always a whole element: what often changes about a tank is
    apart from what never does.
    """
    frame, paper = _frame(columns, rows, aside)
    return {
        "frame": frame,
        "title": f"<title>{escape(title, quote=False)}</title>",
        "words": f"<desc>{escape(description, quote=False)}</desc>",
        "style": STYLE_ELEMENT,
        "paper": paper,
        **layers,
        "end": END,
    }


def board_parts(columns: int, rows: int, layers: dict[str, str], aside: float = 0) -> dict[str, str]:
    """The same without what a page has in its own way (`Views.board_parts`)."""
    frame, paper = _frame(columns, rows, aside)
    return {"frame": frame, "paper": paper, **layers, "end": END}


@cache
def _frame(columns: int, rows: int, aside: float) -> tuple[str, str]:
    """What opens a picture, before its title and before its board."""
    width, height = (columns + aside) * SQUARE + 2 * MARGIN, rows * SQUARE + 2 * MARGIN
    written = written_attributes(
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_short(width)} {_short(height)}",
        class_="steelyard",
        role="img",
        data_columns=columns,
        data_rows=rows,
    )
    paper = element("rect", class_="paper", width=width, height=height)
    return f"<svg{written}>", f'{paper}<g transform="translate({MARGIN},{MARGIN})">'


@kept
def square(column: float, row: float, **attributes: object) -> str:
    return element("rect", x=column * SQUARE, y=row * SQUARE, width=SQUARE, height=SQUARE, **attributes)


def middle(column: float, row: float) -> tuple[float, float]:
    """The centre of a square."""
    return (column + 0.5) * SQUARE, (row + 0.5) * SQUARE


def centre(column: float, row: float) -> tuple[float, float]:
    """The centre of a square in the units of the whole picture, including the margin."""
    x, y = middle(column, row)
    return x + MARGIN, y + MARGIN


@kept
def tank(  # noqa: PLR0913 - a tank has this many features
    name: str,
    seat: Seat,
    at: tuple[float, float],
    facing: str,
    mark: str = "",
    *,
    tower: str | None = None,
    classes: str = "",
    **data: object,
) -> str:
    """A tank from above: hull, two tracks, turret, barrel. Seat 0 has square corners, seat 1 round ones.

    `data_label` says what it is in words. For people who point at it there can be `data_reach` (what it hits)
    and `data_goes` (where it can go), each written by `squares`, and `data_stuck` (why it cannot move).
    """
    tag = tank_tag(name, seat, at, facing, classes=classes, **data)
    return tag + tank_body(seat, FACING[tower or facing] - FACING[facing], mark)


def tank_tag(
    name: str, seat: Seat, at: tuple[float, float], facing: str, *, classes: str = "", **data: object
) -> str:
    """The first part of a tank: its tag up to where more attributes can follow."""
    written = written_attributes(
        id=name,
        class_=f"tank seat-{seat} {classes}".strip(),
        transform=f"translate({_short(at[0])},{_short(at[1])}) rotate({FACING[facing]})",
        **data,
    )
    return f"<g{written}"


def tank_body(seat: Seat, turn: int = 0, mark: str = "") -> str:
    """The rest of a tank: its shapes, the barrel turned by that many degrees."""
    return f"{tank_hull(seat)}{tank_barrel(turn)}{tank_turret(seat, mark)}"


@cache
def tank_hull(seat: Seat) -> str:
    """What is below the barrel: it closes the tag."""
    corner = 0 if seat == 0 else 9
    shapes = (
        element("rect", class_="track", x=-21, y=-21, width=9, height=42, rx=corner / 3),
        element("rect", class_="track", x=12, y=-21, width=9, height=42, rx=corner / 3),
        element("rect", class_="hull", x=-15, y=-18, width=30, height=38, rx=corner),
    )
    return f">{''.join(shapes)}"


@cache
def tank_barrel(turn: int = 0) -> str:
    barrel = element("rect", class_="barrel", x=-3, y=-28, width=6, height=22)
    return element("g", barrel, transform=f"rotate({turn})") if turn else barrel


def tank_turret(seat: Seat, mark: str = "") -> str:
    """What is above the barrel, and the end."""
    return f"{_turret(seat)}{mark}</g>"


@cache
def _turret(seat: Seat) -> str:
    if seat == 0:
        return element("rect", class_="turret", x=-11, y=-11, width=22, height=22)
    return element("circle", class_="turret", r=11.5)


def squares(places: Iterable[tuple[int, int]]) -> str | None:
    """Columns and rows for an attribute: `1,2 3,2`; None if there are none."""
    return " ".join([f"{column},{row}" for column, row in places]) or None


def upright(words: str, facing: str, y: float, **attributes: object) -> str:
    """Text on a tank that points somewhere, drawn so that it can be read."""
    return element(
        "g",
        text(words, 0, -y if facing == "down" else y, **attributes),
        transform=f"rotate({-FACING[facing]})",
    )


@kept
def burst(at: tuple[float, float], **attributes: object) -> str:
    """A hit: eight short strokes around the point."""
    x, y = at
    rays = ((20, 0, 28, 0), (14, 14, 20, 20), (0, 20, 0, 28), (-14, 14, -20, 20))
    strokes = "".join(
        f"M{_short(x + s * a)} {_short(y + s * b)}L{_short(x + s * c)} {_short(y + s * d)}"
        for s in (1, -1)
        for a, b, c, d in rays
    )
    return element("path", class_="burst", d=strokes, **attributes)


def _short(value: object) -> str:
    """Numbers without a needless `.0`, so that pictures stay small."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
