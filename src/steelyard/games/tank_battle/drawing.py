"""A position for people: text for terminals, a picture for everything else, and words."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from steelyard.core.errors import IllegalMove
from steelyard.core.game import SEATS
from steelyard.core.views import count
from steelyard.games import art
from steelyard.games.tank_battle import rules, sight
from steelyard.games.tank_battle.boards import (
    ARMY,
    CIRCLE,
    COMMANDER,
    EMPTY,
    FILES,
    MINE,
    SIZE,
    SQUARES,
    square_name,
)
from steelyard.games.tank_battle.notation import NAMES, PASSED, read_square, write_last
from steelyard.games.tank_battle.sight import place

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from steelyard.core.game import Outcome, Seat
    from steelyard.games.tank_battle.boards import Board
    from steelyard.games.tank_battle.rules import Last, State

EDGES = ("[]", "()")  # of a base square in text, White's and Black's
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


# Text.
def to_text(state: State) -> str:
    """`[ ]` is White's base, `( )` Black's, `o` a circle, `~` contaminated, `#` a mine."""
    files = "    " + "  ".join(FILES)
    ranks = [
        f"{rank + 1:2} {''.join(_cell(state, SIZE * rank + file) for file in range(SIZE))} {rank + 1}"
        for rank in reversed(range(SIZE))
    ]
    return "\n".join([files, *ranks, files, *_situation(state)])


def _cell(state: State, square: int) -> str:
    tank, ground = state.squares[square], state.board.ground[square]
    for seat in SEATS:
        if square in state.board.bases[seat]:
            shown = "o" if square in CIRCLE else " "
            return f"{EDGES[seat][0]}{shown if tank == EMPTY else tank}{EDGES[seat][1]}"
    if square in state.board.contaminated:
        return "~~~" if tank == EMPTY else f"~{tank}~"
    return f" {tank if ground != MINE else MINE} "


def describe(state: State) -> str:
    """The last turn and the points, then where every tank stands."""
    return " ".join([*_in_words(state), *(_army(state, seat) for seat in SEATS)])


def last_turn(state: State) -> str:
    """As `_last`, for people who do not know the notation."""
    last = state.last
    if last is None or last.move == rules.PASS:
        return "" if last is None else _last(state, last, art.SIDES)
    start, target = write_last(last._replace(captured="")).split("-")
    return f"{art.SIDES[1 - state.mover]} moved from {start} to {target}{_took(last)}."


def _in_words(state: State) -> Iterator[str]:
    """As `_situation`, for people who look at colours and hear no letters."""
    if last := last_turn(state):
        yield last
    points, lost = rules.points(state), rules.captured(state)
    first, second = (
        f"{art.SIDES[seat]} {count(points[seat], 'point')}, lost {_lost(lost[seat])}" for seat in SEATS
    )
    yield f"{first}; {second}."
    if (outcome := rules.outcome(state)) is None:
        yield f"{art.SIDES[state.mover]} to move{_quiet(state)}."
    else:
        yield "A draw." if outcome.winner is None else f"{art.SIDES[outcome.winner]} wins."


def _lost(tanks: str) -> str:
    """`wwW` in words."""
    commander = any(tank in COMMANDER for tank in tanks)
    normal = len(tanks) - commander
    parts = [count(normal, "tank")] * bool(normal) + ["the commander"] * commander
    return " and ".join(parts) or "nothing"


def _quiet(state: State) -> str:
    return (
        f"; {state.quiet} of {2 * state.quiet_limit} quiet turns" if state.quiet and state.quiet_limit else ""
    )


def _army(state: State, seat: Seat) -> str:
    own = rules.TANKS[seat]
    tanks = [
        f"{square_name(square)}{' commander' if tank in COMMANDER else ''}"
        f"{' in base' if square in rules.enemy_base(state, seat) else ''}"
        for square, tank in enumerate(state.squares)
        if tank in own
    ]
    return f"{art.SIDES[seat]}'s tanks: {', '.join(tanks) or 'none'}."


def _situation(state: State) -> Iterator[str]:
    """The last turn, the points, the captured tanks and the player to move, in words."""
    if state.last is not None:
        yield _last(state, state.last)
    white, black = rules.points(state)
    white_lost, black_lost = (lost or "nothing" for lost in rules.captured(state))
    yield f"White {white} points, lost {white_lost}; Black {black} points, lost {black_lost}."
    if (outcome := rules.outcome(state)) is not None:
        winner = "a draw" if outcome.winner is None else f"{NAMES[outcome.winner]} wins"
        yield f"Over, {winner}: {_why(state, outcome.reason)}."
    else:
        limit = f" of {2 * state.quiet_limit}" if state.quiet_limit else ""
        yield f"{NAMES[state.mover]} to move; {state.quiet}{limit} quiet turns."


def _why(state: State, reason: str) -> str:
    if reason == "destroyed":
        return "there is nobody left to fight"
    if reason == "arrived":
        done = " and ".join(NAMES[seat] for seat in SEATS if rules.all_arrived(state, seat))
        return f"all surviving tanks of {done} are in the enemy base"
    if reason == "passes":
        return "both players passed"
    return f"{state.quiet_limit} moves of each without a capture or a new tank in a base"


def _last(state: State, last: Last, names: tuple[str, str] = NAMES) -> str:
    who = names[1 - state.mover]
    if last.move == rules.PASS:
        return f"{who} had no move and passed."
    return f"{who} played {write_last(last)}{_took(last)}."


def _took(last: Last) -> str:
    if not last.captured:
        return ""
    return " and captured the commander" if last.captured in COMMANDER else " and captured a tank"


ENDED_BY = {
    "arrived": "all tanks of one side reached the enemy base",
    "destroyed": "all tanks of one side are lost",
    "passes": "both players passed",
    "quiet": "too many quiet moves",
    "agreement": "the players agreed to end",
}


def because(outcome: Outcome, loser: str) -> str:
    """Why the game ended so, as the end of a sentence."""
    del loser
    more, less = sorted(outcome.score, reverse=True)
    return f"{ENDED_BY[outcome.reason]}, {count(more, 'point')} to {less}"


# The picture.
def to_svg(state: State, picked: str | None = None) -> str:
    return "".join(picture_parts(state, picked).values())


def picture_parts(state: State, picked: str | None = None) -> dict[str, str]:
    """Ground, the last move's tint, tanks, where a picked tank can go, and the panel."""
    over = rules.is_over(state)
    movable = [] if over else sight.movable(state, state.mover)
    layers = {"ground": _ground(state.board), "last": _last_tint(state.last)}
    layers |= _tanks(state, set(movable), over=over)
    layers["targets"] = "" if picked is None else "".join(_targets(state, picked, movable))
    layers |= _panel(state, must_pass=not over and not movable)
    return art.parts(
        SIZE,
        SIZE,
        layers,
        aside=PANEL,
        title=f"Tank Battle, {'over' if over else f'{art.SIDES[state.mover]} to move'}",
        description=" ".join(_in_words(state)),
    )


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
    return "".join(art.square(*place(square), class_="last") for square in divmod(last.move, SQUARES))


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
BODIES = [(art.tank_body(seat), art.tank_body(seat, mark=RING)) for seat in SEATS]


@lru_cache(maxsize=1 << 14)
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
