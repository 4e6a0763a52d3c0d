"""Games of the search against itself, and the positions that the network learns from."""

from __future__ import annotations

import io
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard import games
from steelyard.bots.tank_battle.evaluation import kernel as judgement
from steelyard.bots.tank_battle.evaluation import weights
from steelyard.bots.tank_battle.iterative_deepening import Deepening
from steelyard.bots.tank_battle.network import weights as network
from steelyard.bots.tank_battle.network.features import terrain_of
from steelyard.bots.tank_battle.tree import kernel as trees
from steelyard.games.tank_battle import kernel as rules
from steelyard.games.tank_battle.boards import SQUARES
from steelyard.training.tank_battle import layouts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.core.kernel import Position

ON = 3  # the result of a game that goes on
OPENING = (2, 3, 4, 5, 6, 8, 10, 12)  # random moves before the game


class Terms(NamedTuple):
    """How games are played."""

    nodes: int
    games: int
    """A shard's, all on one layout."""
    slips: float
    """The probability of a random move."""
    player: str
    """`tuned`, or the file of a network's weights."""


class Shard(NamedTuple):
    """Positions on one layout."""

    layout: str
    planes: NDArray[np.uint8]
    """White's tanks, White's commander, Black's tanks, Black's commander by square, eight to a byte."""
    seat: NDArray[np.int8]
    static: NDArray[np.int16]
    """The evaluation without a network, for the seat to move, in hundredths of a tank."""
    score: NDArray[np.int16]
    """What the search found."""
    result: NDArray[np.int8]
    """What the seat to move got in the end, in halves of a game."""


def play_shard(terms: Terms, seed: int, number: int) -> Shard:
    """The same for the same terms, seed and number."""
    rng = Random(f"{seed} {number}")
    layout = layouts.draw(rng)
    tree = new_tree(terms.player)
    rows = [row for _ in range(terms.games) for row in _play(tree, layout, terms, rng)]
    planes, seat, static, score, result = zip(*rows, strict=True) if rows else ((),) * 5
    return Shard(
        layout,
        np.packbits(np.array(planes, np.uint8).reshape(-1, 4 * SQUARES), axis=1),
        np.array(seat, np.int8), np.array(static, np.int16), np.array(score, np.int16),
        np.array(result, np.int8),
    )  # fmt: skip


def new_tree(player: str) -> Any:
    tree = trees.new_tree(weights.load("tuned"))
    if player != "tuned":
        network.read(player).lay_into(tree)
    return tree


def _play(tree: Any, layout: str, terms: Terms, rng: Random) -> list[tuple[Any, ...]]:
    """One game: a row for each position that is worth learning from."""
    now = rules.encode(games.get("tank_battle", layout=layout).start())
    for _ in range(rng.choice(OPENING)):
        _apply_random(now, rng)
    rows = []
    while rules.result(now) == ON:
        if rng.random() < terms.slips:
            _apply_random(now, rng)
            continue
        trees.forget(tree, terms.nodes, rng.getrandbits(60) | 1)
        *_, last = Deepening(tree, now, nodes=terms.nodes)
        if last.branches and _is_quiet(now, last.move) and not last.branches[0].decided:
            rows.append((planes(now), rules.mover(now), static(tree, now), last.branches[0].value))
        rules.apply(now, last.move, last.move)
    winner = rules.result(now)
    return [(*row, 1 if winner == 2 else 2 * (winner == row[1])) for row in rows]


def _apply_random(position: Position, rng: Random) -> None:
    moves = np.empty(rules.MOST_MOVES, np.int64)
    count = rules.legal(position, rules.mover(position), moves)
    if count:
        move = int(moves[rng.randrange(count)])
        rules.apply(position, move, move)


def _is_quiet(position: Position, move: int) -> bool:
    """Whether a move captures nothing: captures are left to the search."""
    enemy = rules.WHITE if rules.mover(position) else rules.BLACK
    whole = int(position[enemy]) | int(position[enemy + 1]) << 64
    return move == rules.PASS_CODE or not whole >> (move % SQUARES) & 1


def static(tree: Any, position: Position) -> int:
    """The evaluation by weights of the position that the tree has at its root."""
    total = judgement.evaluate(
        position, tree["weights"], tree["early"][0], tree["late"][0], rules.mover(position)
    )
    return int(total) // judgement.FULL


def planes(position: Position) -> NDArray[np.uint8]:
    table = np.zeros((4, SQUARES), np.uint8)
    for seat, first in ((0, rules.WHITE), (1, rules.BLACK)):
        whole = int(position[first]) | int(position[first + 1]) << 64
        commander = rules.commander_of(position, seat)
        for square in range(SQUARES):
            if whole >> square & 1:
                table[2 * seat + (square == commander), square] = 1
    return table


def written(shard: Shard) -> bytes:
    file = io.BytesIO()
    arrays: dict[str, Any] = {name: np.asarray(value) for name, value in shard._asdict().items()}
    np.savez_compressed(file, **arrays)
    return file.getvalue()


def read(file: Any) -> Shard:
    with np.load(file) as arrays:
        layout, *rest = (arrays[name] for name in Shard._fields)
    return Shard(str(layout), *rest)


def terrain(layout: str) -> Any:
    return terrain_of(rules.encode(games.get("tank_battle", layout=layout).start()))
