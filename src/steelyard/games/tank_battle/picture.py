"""A position as a picture, in named parts of which a turn changes only some."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from steelyard.core.errors import IllegalMove
from steelyard.core.game import SEATS
from steelyard.games import art
from steelyard.games.tank_battle import rules, sight
from steelyard.games.tank_battle.boards import (
    ARMY,
    CIRCLE,
    COMMANDER,
    EMPTY,
    FILES,
    SIZE,
    SQUARES,
    square_name,
)
from steelyard.games.tank_battle.drawing import in_words
from steelyard.games.tank_battle.notation import PASSED, read_square
from steelyard.games.tank_battle.sight import place

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from steelyard.core.game import Seat
    from steelyard.games.tank_battle.boards import Board
    from steelyard.games.tank_battle.rules import Last, State

PANEL = 3.5  # squares to the right of the board
LEFT, WIDTH = (SIZE + 0.5) * art.SQUARE, 3 * art.SQUARE  # of the panel's text
EDGE = SIZE * art.SQUARE
LITTLE = 30  # from one silhouette to the next
HEADING = {
    (0, 1): "up",
    (1, 1): "up-right",
    (1, 0): "right",
    (1, -1): "down-right",
    (0, -1): "down",
    (-1, -1): "down-left",
    (-1, 0): "left",
    (-1, 1): "up-left",
}
RING = art.element("circle", class_="ring", r=26)


def to_svg(state: State, picked: str | None = None) -> str:
    return "".join(picture_parts(state, picked).values())


def picture_parts(state: State, picked: str | None = None) -> dict[str, str]:
    """Ground, the last move's tint, tanks, where a picked tank can go, and the panel."""
    over = rules.is_over(state)
    movable = [] if over else sight.movable(state, state.mover)
    layers = _board(state, movable, over=over)
    layers["targets"] = "" if picked is None else "".join(_targets(state, picked, movable))
    layers |= _panel(state, must_pass=not over and not movable)
    return art.parts(
        SIZE,
        SIZE,
        layers,
        aside=PANEL,
        title=f"Tank Battle, {'over' if over else f'{art.SIDES[state.mover]} to move'}",
        description=" ".join(in_words(state)),
    )


def board_parts(state: State) -> dict[str, str]:
    """The same without the panel and words."""
    over = rules.is_over(state)
    layers = _board(state, [] if over else sight.movable(state, state.mover), over=over)
    layers["targets"] = ""
    return art.board_parts(SIZE, SIZE, layers, PANEL)


def _board(state: State, movable: Collection[int], *, over: bool) -> dict[str, str]:
    layers = {"ground": _ground(state.board), "last": _last_tint(state.last)}
    return layers | _tanks(state, set(movable), over=over)


@lru_cache(maxsize=16)
def _ground(board: Board) -> str:
    """What no move changes, drawn once per board: bases, circles, contamination, mines, coordinates."""
    return "".join(_grounds(board))


def _grounds(board: Board) -> Iterator[str]:
    for seat in SEATS:
        for square in sorted(board.bases[seat]):
            yield art.square(*place(square), class_=f"ground-{seat}")
        x, y = art.middle(*place(CIRCLE[seat]))
        yield art.element("circle", id=f"circle-{seat}", class_="ring", cx=x, cy=y, r=20, stroke_opacity=0.5)
    edge = SIZE * art.SQUARE
    grid = "".join(f"M0 {n}H{edge}M{n} 0V{edge}" for n in range(0, edge + 1, art.SQUARE))
    yield art.element("path", class_="hatch", d="".join(map(_hatching, sorted(board.contaminated))))
    yield art.element("path", class_="line", d=grid)
    for square in sorted(board.mines):
        x, y = art.middle(*place(square))
        yield art.element("circle", class_="mine", cx=x, cy=y, r=17)
        yield art.element("circle", class_="mine-light", cx=x - 5, cy=y - 6, r=4)
    for index in range(SIZE):
        middle = (index + 0.5) * art.SQUARE
        yield art.text(FILES[index], middle, edge + 15, class_="label")
        yield art.text(str(SIZE - index), -15, middle, class_="label")


def _hatching(square: int) -> str:
    column, row = place(square)
    left, top, side = column * art.SQUARE, row * art.SQUARE, art.SQUARE
    low = "".join(f"M{left} {top + n}L{left + n} {top}" for n in range(15, side + 1, 15))
    high = "".join(f"M{left + n} {top + side}L{left + side} {top + n}" for n in range(15, side, 15))
    return low + high


def _last_tint(last: Last | None) -> str:
    if last is None or last.move == rules.PASS:
        return ""
    square, target = divmod(last.move, SQUARES)
    return LAST[square] + LAST[target]


def _tanks(state: State, movable: Collection[int], *, over: bool) -> dict[str, str]:
    """Four parts a tank: where it is, whether it can move now, where to, and its shapes."""
    found, sights = {}, sight.sights(state)
    figures = state.figures or rules.figures(state.squares)
    for (names, seat, number), figure in zip(FIGURES, figures, strict=True):
        square = figure.square
        tag = move = goes = body = ""
        if square is not None:
            commander = state.squares[square] in COMMANDER
            tag = _tag(seat, number, square, figure.heading, commander)
            move = MOVE[square] if square in movable else ""
            goes = sights[square].written or ("" if over else _stuck(state, seat, square))
            body = BODIES[seat][commander]
        found[names[0]], found[names[1]], found[names[2]], found[names[3]] = tag, move, goes, body
    return found


FIGURES = [
    (tuple(f"{part}-{seat}-{number}" for part in ("tank", "move", "goes", "body")), seat, number)
    for seat in SEATS
    for number in range(ARMY)
]
MOVE = [f' data-move="{square_name(square)}-"' for square in range(SQUARES)]
LAST = [art.square(*place(square), class_="last") for square in range(SQUARES)]
BODIES = [(art.tank_body(seat), art.tank_body(seat, mark=RING)) for seat in SEATS]


@lru_cache(maxsize=1 << 15)  # each tank on each square, with each heading
def _tag(seat: Seat, number: int, square: int, heading: tuple[int, int], commander: bool) -> str:  # noqa: FBT001 - remembered
    return art.tank_tag(
        f"tank-{seat}-{number}",
        seat,
        art.middle(*place(square)),
        HEADING[heading],
        data_label=f"{art.SIDES[seat]}'s {'commander' if commander else 'tank'}",
        data_square=square_name(square),
        data_seat=seat,
    )


def _stuck(state: State, seat: Seat, square: int) -> str:
    return f' data-stuck="{_why_stuck(state, seat, square)}"'


def _why_stuck(state: State, seat: Seat, square: int) -> str:
    if square in rules.enemy_base(state, seat):
        return "it stays in the enemy base, where no square beside it is free"
    return "no square beside it is free"


def _targets(state: State, picked: str, movable: Collection[int]) -> Iterator[str]:
    """A soft ring around the picked tank, dots where it can drive, rings on what it can capture."""
    square = read_square(picked)
    if square not in movable:
        raise IllegalMove(f"on {picked} there is no tank that can move now")
    x, y = art.middle(*place(square))
    yield art.element("circle", id="picked", class_="target-ring", cx=x, cy=y, r=27)
    for target in sorted(rules.destinations(state, square)):
        x, y = art.middle(*place(target))
        free = state.squares[target] == EMPTY
        yield art.element(
            "g",
            art.square(*place(target), fill="none", pointer_events="all"),
            art.element("circle", class_="target", cx=x, cy=y, r=9)
            if free
            else art.element("circle", class_="target-ring", cx=x, cy=y, r=27),
            id=f"target-{square_name(target)}",
            data_seat=state.mover,
            data_move=f"{picked}-{square_name(target)}",
        )


def _panel(state: State, *, must_pass: bool) -> dict[str, str]:
    """Blue's part at the top, Orange's at the bottom, the player to move in between."""
    points, lost = rules.points(state), rules.captured(state)
    first, *more = _status(state)
    return {
        "aside-1": '<g class="aside">' + _player(1, points[1], lost[1]),
        "aside-0": _player(0, points[0], lost[0]),
        "aside-status": _status_line(first, 0),
        "aside-quiet": "".join(_status_line(words, 1) for words in more),
        "aside-pass": (_pass(state.mover) if must_pass else "") + "</g>",
    }


@art.kept
def _status_line(words: str, number: int) -> str:
    kind = "label" if number else "label strong"
    return art.text(words, LEFT + WIDTH / 2, EDGE / 2 - 12 + 24 * number, class_=kind)


@cache
def _pass(seat: Seat) -> str:
    middle = LEFT + WIDTH / 2
    box = art.element("rect", class_="line", x=middle - 60, y=EDGE / 2 + 32, width=120, height=44, rx=6)
    word = art.text("pass", middle, EDGE / 2 + 54, class_="label strong")
    return art.element("g", box, word, id="pass", data_seat=seat, data_move=PASSED, pointer_events="all")


@art.kept
def _player(seat: Seat, points: int, lost: str) -> str:
    """Name and points, and a little silhouette for each tank lost, in rows that grow away from the name."""
    line, first_row, step = (EDGE - 6, EDGE - 48, -LITTLE) if seat == 0 else (20, 48, LITTLE)
    name = art.text(art.SIDES[seat], LEFT, line, class_="strong", font_size=20)
    shown = art.text(
        str(points),
        LEFT + WIDTH,
        line,
        id=f"points-{seat}",
        class_="strong",
        font_size=28,
        text_anchor="end",
    )
    silhouettes = []
    for number, kind in enumerate(lost):
        row, column = divmod(number, int(WIDTH / LITTLE))
        silhouettes.append(
            _silhouette(seat, number, kind, LEFT + (column + 0.5) * LITTLE, first_row + row * step)
        )
    return "".join([name, shown, *silhouettes])


@cache
def _silhouette(seat: Seat, number: int, kind: str, x: float, y: float) -> str:
    mark = RING if kind in COMMANDER else ""
    tank = art.tank(f"lost-{seat}-{number}", seat, (0, 0), "up", mark)
    return art.element("g", tank, transform=f"translate({x:g},{y:g}) scale(.45)")


def _status(state: State) -> Iterator[str]:
    if (outcome := rules.outcome(state)) is not None:
        yield "Draw" if outcome.winner is None else f"{art.SIDES[outcome.winner]} wins"
        yield outcome.reason
        return
    yield f"{art.SIDES[state.mover]} to move"
    yield f"quiet {state.quiet} of {2 * state.quiet_limit}" if state.quiet_limit else f"quiet {state.quiet}"
