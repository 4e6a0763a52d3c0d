"""The best answers to a frozen player: those of an exhaustive search, and to the player of training."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import jax.numpy as jnp
import numpy as np
import pytest

from steelyard import games
from steelyard.bots.tank_duel.network import layout, weights
from steelyard.core.game import SEATS, Move, Seat
from steelyard.training.tank_duel import boards as drawn
from steelyard.training.tank_duel import inputs, network, self_play
from steelyard.training.tank_duel.response_search import OneRound, Responder, TreeSearch
from steelyard.training.tank_duel.search import search

if TYPE_CHECKING:
    from steelyard.training.tank_duel.response_tree.kernel import Tree

GAME: Any = games.get("tank_duel")
SCRIPT = Path(__file__).parents[2] / "benchmarks" / "best_response_search.py"
TINY = ["t..\n.x.\n..t\n", "t...\n..xt\n", "tx.\n..t\n.x.\n"]
OURS = [Move(code) for code in (10, 20, 30, 40, 23, 47)]
CHANCES = {Move(10): 0.5, Move(40): 0.3, Move(25): 0.2}


class Habitual:
    """Draws its joystick by the same chances in every position, and expects nothing."""

    def move(self, state: Any, seat: Seat, rng: Random) -> Move:
        del state, seat
        return rng.choices(list(CHANCES), list(CHANCES.values()))[0]

    def expect(self, position: Any, responder: Seat, tree: Tree, node: int) -> None:
        del position, responder
        for place, codes in enumerate((OURS, list(CHANCES))):
            tree.counts[node, place] = len(codes)
            tree.codes[node, place, : len(codes)] = codes
        tree.chances[node, : len(CHANCES)] = list(CHANCES.values())
        tree.worths[node] = 0.5


def best_share(state: Any, seat: Seat) -> float:
    """The most points against Habitual, by all games there are."""

    @cache
    def value(text: str) -> float:
        here = GAME.read_state(text)
        outcome = GAME.outcome(here)
        if outcome is not None:
            return 0.5 if outcome.winner is None else float(outcome.winner == seat)
        return max(
            sum(
                chance * value(GAME.write_state(GAME.play(here, {seat: ours, SEATS[1 - seat]: theirs})))
                for theirs, chance in CHANCES.items()
            )
            for ours in OURS
        )

    return value(GAME.write_state(state))


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("board", TINY)
def test_a_tree_of_all_games_has_the_best_answer(board: str, seat: Seat) -> None:
    state = GAME.start(board)
    expected = Responder(Habitual(), 8000, exploration=1.0).expects(state, seat)
    assert expected == pytest.approx(best_share(state, seat), abs=1e-9)


def test_the_responder_gets_what_it_expects() -> None:
    rng, state = Random(1), GAME.start(TINY[0])
    responder = Responder(Habitual(), 400)
    points = [responder.play(GAME, state, SEATS[0], rng) for _ in range(60)]
    assert np.mean(points) == pytest.approx(best_share(state, SEATS[0]), abs=0.2)


def test_a_search_is_guessed_by_another_one_and_loses_to_its_answer() -> None:
    rng, weak = Random(2), TreeSearch(GAME, 20, 1)
    responder = Responder(weak, 50)
    starts = [(GAME.start(board), seat) for board in ("meadow", "lanes", "maze") for seat in SEATS]
    points = [responder.play(GAME, *start, rng) for start in starts for _ in range(4)]
    assert sum(points) > 0.7 * len(points)


@pytest.mark.long  # JAX compiles for seconds
def test_the_frozen_player_is_that_of_training() -> None:
    texts = drawn.draw(5, 40)
    boards = drawn.load(texts)
    numbers = jnp.arange(len(texts), dtype=jnp.uint32)
    with np.load(weights.FILE) as stored:
        trained = {name: jnp.asarray(stored[name], jnp.float32) for name in stored.files}
    begun = self_play.Games(numbers, boards.start(numbers))
    found = search(
        boards, *begun, network.answers(trained, inputs.views(boards, *begun)).joysticks,
        lambda board, state: network.expectation(trained, inputs.views(boards, board, state)),
        rounds=48, width=8,
    )  # fmt: skip
    player = OneRound(weights.read())
    unlike = 0
    for number, text in enumerate(texts):
        mixes = player.mixes(GAME.start(text))
        for seat in SEATS:
            there = np.asarray(found.there[seat, number])
            codes = np.array(layout.CODES)[np.asarray(found.candidates[seat, number])][there]
            theirs = dict(zip(codes.tolist(), np.asarray(found.mixes[seat, number])[there], strict=True))
            mine = mixes[seat]
            unlike += sum(abs(mine.get(code, 0) - theirs.get(code, 0)) for code in {*mine, *theirs}) > 0.2
    assert unlike <= len(SEATS) * len(texts) // 10  # training is less precise: equal joysticks change places


@pytest.mark.long  # imports JAX, which takes its time
def test_the_script_plays_its_pairs() -> None:
    asked = ["--minutes", "0.05", "--simulations", "1", "--jobs", "1", "--player", "mcts:10", "--boards", "2"]
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *asked], capture_output=True, text=True, timeout=600, check=True
    )
    report = json.loads(done.stdout.splitlines()[-1])
    assert report["games"] in {2, 4}
    assert sum(report["won, drawn, lost"]) == report["games"]


@pytest.mark.long  # as above
def test_the_script_ends_when_a_process_cannot_play(tmp_path: Path) -> None:
    asked = ["--minutes", "1", "--simulations", "1", "--weights", str(tmp_path / "none")]
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *asked], capture_output=True, timeout=600, check=False
    )
    assert done.returncode != 0
