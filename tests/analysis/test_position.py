from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.analysis import slow

import steelyard
from steelyard import analysis
from steelyard.analysis.matrix import solve
from steelyard.core.errors import NotSolved
from steelyard.core.game import SEATS

if TYPE_CHECKING:
    from tests.analysis.conftest import Endgame

    from steelyard.games.tank_war import TankWar

START = """\
Value for U under best play: +0.00 (from -1, lost, to +1, won).
U plays LC.
D plays LC.

Values for U after each pair of moves; U's moves on the left, D's on top:
      LA    LB    LC    RC    RB    RA
LA +0.00 +0.29 -0.00 +0.00 +0.45 +0.00
LB -0.29 +0.00 -0.39 -0.46 +0.00 -0.45
LC +0.00 +0.39 +0.00 +0.00 +0.46 +0.00
RC +0.00 +0.46 +0.00 +0.00 +0.39 +0.00
RB -0.45 +0.00 -0.46 -0.39 +0.00 -0.29
RA +0.00 +0.45 +0.00 -0.00 +0.29 +0.00"""


def test_the_start_told_to_a_person(game: TankWar) -> None:
    assert analysis.analyse(game, game.start()).to_text() == START


def test_only_the_inner_tanks_give_nothing_away_at_the_start(game: TankWar) -> None:
    studied = analysis.analyse(game, game.start())
    for seat in SEATS:
        costs = {game.write_move(move): cost for move, cost in studied.regrets[seat].items()}
        assert costs == pytest.approx(
            {"LA": 0.004677, "LB": 0.455746, "LC": 0, "RC": 0, "RB": 0.455746, "RA": 0.004677}, abs=1e-6
        )


def test_it_can_be_asked_at_the_front_door(endgame: Endgame) -> None:
    assert steelyard.analyse(endgame, endgame.start()) == analysis.analyse(endgame, endgame.start())


def test_everything_fits_together(endgame: Endgame) -> None:
    known = slow.values(endgame, endgame.start())
    for state in known:
        studied = analysis.analyse(endgame, state)
        assert studied.value == pytest.approx(float(known[state]), abs=1e-9)
        for seat in SEATS:
            assert (
                tuple(studied.mixes[seat]) == tuple(studied.regrets[seat]) == endgame.legal_moves(state, seat)
            )
        if studied.outcome is None:
            solution = solve(studied.matrix)
            assert studied.value == pytest.approx(solution.value, abs=1e-9)
            assert [sum(studied.mixes[seat].values()) for seat in SEATS] == pytest.approx([1, 1])
            assert all(min(studied.regrets[seat].values()) == 0 for seat in SEATS)


def test_a_finished_game_has_its_result_and_nothing_more(endgame: Endgame) -> None:
    state = endgame.read_state("5x6/5x6/xx0/xx0/xx0/x00")
    studied = analysis.analyse(endgame, state)
    assert (studied.value, studied.matrix, studied.mixes) == (1, (), {0: {}, 1: {}})
    assert studied.to_text() == "The game is over: U won (tanks, 2 : 1)."
    drawn = analysis.analyse(endgame, endgame.read_state("5x6/x00/xx6/xx0/xx3/xx3"))
    assert (drawn.value, drawn.to_text()) == (0, "The game is over: a draw (level, 18 : 18).")


def test_json_says_the_same_by_name(endgame: Endgame) -> None:
    studied = analysis.analyse(endgame, endgame.start())
    told = json.loads(json.dumps(studied.to_json()))
    assert told["state"] == endgame.write_state(endgame.start())
    assert told["value"] == studied.value
    assert told["matrix"] == [list(row) for row in studied.matrix]
    for seat in SEATS:
        assert told["moves"][seat] == list(
            map(endgame.write_move, endgame.legal_moves(endgame.start(), seat))
        )
        assert list(told["mixes"][seat].values()) == list(studied.mixes[seat].values())
        assert list(told["regrets"][seat].values()) == list(studied.regrets[seat].values())


def test_a_game_that_is_not_solved_is_refused() -> None:
    class Draughts(type(steelyard.game("tank_war"))):  # type: ignore[misc]
        id = "draughts"

    with pytest.raises(NotSolved, match="draughts is not solved; solved games: tank_war"):
        analysis.analyse(Draughts(), Draughts().start())


def test_importing_needs_neither_numpy_nor_numba() -> None:
    program = "import sys, steelyard.analysis; sys.exit(bool({'numpy', 'numba'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
