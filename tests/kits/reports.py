"""What the reporter of a game prints and answers at a turn, worked out from the rules.

A reporter is a bot of a kit that prints all that the kit's helpers tell it. There is one for each game and
language; all print the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steelyard.core.game import SEATS
from steelyard.games import tank_battle, tank_duel, tank_war
from steelyard.games.tank_battle import boards
from steelyard.games.tank_battle import rules as battle
from steelyard.games.tank_duel import rules as duel
from steelyard.games.tank_war import notation as war_notation
from steelyard.games.tank_war import rules as war

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from steelyard.core.game import Game, Seat

Answers = list[dict[str, Any]]
"""The messages but for `turn` and `game`."""


@dataclass(frozen=True)
class Asked:
    """One turn as a bot is told of it."""

    game: Game[Any]
    seat: Seat
    number: int
    state: Any
    clocks_ms: tuple[float | None, float | None]
    latency_ms: float

    @property
    def legal(self) -> list[str]:
        return [self.game.write_move(move) for move in self.game.legal_moves(self.state, self.seat)]


# Tank Duel.
WORDS: tuple[str | None, ...] = ("Left", "Right", "Up", "Down", None)


def duel_born(start: dict[str, Any]) -> str:
    return f"new tank {start['seat']}"


def duel_report(asked: Asked) -> Iterator[str]:
    state, own = asked.state, asked.state.tanks[asked.seat].at
    enemy = state.tanks[1 - asked.seat].at
    yield f"size {state.width} {state.height}"
    yield f"own {own.x} {own.y}"
    yield f"enemy {enemy.x} {enemy.y}"
    yield "empty " + _grid(state, lambda square: str(int(state.holds(square, duel.FREE))), "/")
    yield "missile " + _grid(state, lambda square: str(int(_is_missile(state, square))), "/")
    right, bottom = state.width - 1, state.height - 1
    corners = [duel.Square(x, y) for x, y in ((0, 0), (right, 0), (0, bottom), (right, bottom))]
    for square in (*corners, own, enemy):
        yield _steps(state, square)
    yield f"state {state.width} {state.height} {state.rounds} {state.squares}"
    pace = int(asked.clocks_ms[asked.seat] or 0)
    yield f"times {pace * state.rounds} {pace * (state.rounds + 1)} {pace}"
    for seat, tank in enumerate(state.tanks):
        yield _tank(seat, tank)
    for seat, missile in enumerate(state.missiles):
        yield _missile(seat, missile)
    yield "elapsed ok"
    yield from _map(state)
    yield f"own position {own.x},{own.y}"
    yield f"enemy position {enemy.x},{enemy.y}"
    yield from _map(state)
    yield from (_flying(missile) for missile in state.missiles if missile)


def _grid(state: duel.State, mark: Callable[[duel.Square], str], between: str) -> str:
    rows = ("".join(mark(duel.Square(x, y)) for x in range(state.width)) for y in range(state.height))
    return between.join(rows)


def _is_missile(state: duel.State, square: duel.Square) -> bool:
    return any(missile and missile.covers(square) for missile in state.missiles)


def _steps(state: duel.State, square: duel.Square) -> str:
    told = f"from {square.x} {square.y}"
    for direction in duel.DIRECTIONS:
        there = state.wrapped(square.next(direction))
        told += f" {direction} {there.x} {there.y}"
    return told


def _tank(seat: int, tank: duel.Tank) -> str:
    hits = " ".join(f"{hit}={int(hit in tank.hits)}" for hit in duel.HITS)
    return (
        f"tank {seat} {tank.at.x} {tank.at.y} {_word(tank.move)} {_word(tank.tower)} "
        f"fire={int(tank.fire)} flames={int(tank.in_flames)} {hits}"
    )


def _missile(seat: int, missile: duel.Missile | None) -> str:
    if missile is None:
        return f"missile {seat} null"
    (hx, hy), (tx, ty) = missile.head, missile.tail
    flames = int(missile.in_flames)
    return f"missile {seat} {seat} head {hx} {hy} tail {tx} {ty} {_word(missile.direction)} flames={flames}"


def _flying(missile: duel.Missile) -> str:
    (hx, hy), (tx, ty) = missile.head, missile.tail
    flames = " in flames" if missile.in_flames else ""
    return f"missile head {hx},{hy} tail {tx},{ty} {_word(missile.direction)}{flames}"


def _map(state: duel.State) -> list[str]:
    def mark(square: duel.Square) -> str:
        return "*" if _is_missile(state, square) else state.squares[square.x + square.y * state.width]

    return _grid(state, mark, "\n").split("\n")


def _word(direction: str | None) -> str:
    return direction.capitalize() if direction else "null"


def duel_answers(asked: Asked) -> Answers:
    count, answers = asked.state.rounds, []
    if count % 7 != 6:
        answers.append(_joystick(WORDS[count % 5], WORDS[(count + 2) % 5], fire=count % 2 == 1))
        if count % 3 == 2:
            answers.append(_joystick(WORDS[(count + 1) % 5], None, fire=False))
    return [*answers, {"type": "done"}]


def _joystick(move: str | None, tower: str | None, *, fire: bool) -> dict[str, Any]:
    return {"type": "joystick", "MoveDirection": move, "TowerDirection": tower, "Fire": fire}


# Tank War and Tank Battle.
def born(start: dict[str, Any]) -> str:
    options = ",".join(f"{name}={_plain(value)}" for name, value in sorted(start["options"].items()))
    told = f"new game={start['game']} seat={start['seat']} clock={start['clock']} seed={start['seed']}"
    return f"{told} players={'|'.join(start['players'])} options={options}"


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def answers(asked: Asked) -> Answers:
    return [{"type": "move", "move": asked.legal[asked.number % len(asked.legal)]}]


def _told(asked: Asked) -> Iterator[str]:
    own, enemy = (_whole(asked.clocks_ms[seat]) for seat in (asked.seat, 1 - asked.seat))
    yield f"turn {asked.number} seat {asked.seat} clock {own} enemy {enemy} latency {asked.latency_ms:.1f}"
    yield f"legal {' '.join(asked.legal)}"
    yield f"text {asked.game.write_state(asked.state)}"


def _whole(clock_ms: float | None) -> str:
    return "none" if clock_ms is None else str(int(clock_ms))


def war_report(asked: Asked) -> Iterator[str]:
    state = asked.state
    boxes, surviving = war.boxes(state), war.surviving(state)
    owners = "/".join("".join("10"[row < b] for b in state.boundary) for row in range(war.SIZE))
    standing = {place: str(seat) for seat in SEATS for place in war.living(state, seat)}
    yield from _told(asked)
    yield f"round {state.rounds} boxes {boxes[0]} {boxes[1]} surviving {surviving[0]} {surviving[1]}"
    yield f"territory {owners}"
    for seat in SEATS:
        for column, row in enumerate(state.rows[seat]):
            what = f"{_name(state, seat, column)} {war.tank_type(state, seat, column)}"
            yield f"tank {seat} {what} {column} {'-1 dead' if row is None else f'{row} alive'}"
    for shot in state.last.shots if state.last else ():
        hit = _name(state, SEATS[1 - shot.seat], shot.target)
        yield f"fired {shot.seat} {_name(state, shot.seat, shot.column)} {hit}"
    yield "at " + "/".join(
        "".join(standing.get((column, row), ".") for column in war.COLUMNS) for row in range(war.SIZE)
    )
    yield f"owner {owners}"
    for column, row in war.living(state, asked.seat):
        yield f"ahead {_name(state, asked.seat, column)} {row + war.STEP[asked.seat]}"


def _name(state: war.State, seat: Seat, column: int) -> str:
    return war_notation.tank_names(state.lanes)[war.own_lane(seat, column)]


def battle_report(asked: Asked) -> Iterator[str]:
    state = asked.state
    size = boards.SIZE
    ranks = [state.squares[size * rank : size * (rank + 1)] for rank in reversed(range(size))]
    white, black = battle.points(state)
    lost = battle.captured(state)
    drives = [move for move in asked.legal if move != "--"]
    yield from _told(asked)
    yield f"board {'/'.join(ranks)}"
    yield f"to_move {state.mover}"
    yield f"score {white} {black} captured {lost[0]}|{lost[1]} quiet {state.quiet}"
    for square in ("k1", "a11", "f6", *(move.split("-")[0] for move in drives[:1])):
        yield f"at {square} {state.squares[_number(square)]}"
    reading = [size * rank + file for rank in reversed(range(size)) for file in range(size)]
    for seat in SEATS:
        own = [
            boards.square_name(square) for square in reading if state.squares[square] in battle.TANKS[seat]
        ]
        yield " ".join([f"tanks {seat}", *own])
    on_k1 = state.squares[_number("k1")]
    yield f"mine {int(on_k1 in battle.TANKS[0])} {int(on_k1 in battle.TANKS[1])}"
    for move in (asked.legal[0], asked.legal[-1]):
        yield _move(state, move)


def _number(square: str) -> int:
    return boards.SIZE * (int(square[1:]) - 1) + boards.FILES.index(square[0])


def _move(state: battle.State, move: str) -> str:
    if move == "--":
        return "move -- from  to  capture 0"
    start, target = move.split("-")
    return (
        f"move {move} from {start} to {target} capture {int(state.squares[_number(target)] != boards.EMPTY)}"
    )


@dataclass(frozen=True)
class Reporter:
    """How the reporter of one game behaves."""

    born: Callable[[dict[str, Any]], str]
    report: Callable[[Asked], Iterator[str]]
    answers: Callable[[Asked], Answers]


REPORTERS = {
    tank_duel.GAME.id: Reporter(duel_born, duel_report, duel_answers),
    tank_war.GAME.id: Reporter(born, war_report, answers),
    tank_battle.GAME.id: Reporter(born, battle_report, answers),
}
