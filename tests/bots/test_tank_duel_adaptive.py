"""The player of Tank Duel that models its opponent."""

from __future__ import annotations

import itertools
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from steelyard import bots, games
from steelyard.bots.__main__ import Process
from steelyard.bots.tank_duel import tree_analysis
from steelyard.bots.tank_duel.adaptive import FIRST_TRUST, OVER_PROGRAM, Adaptive
from steelyard.bots.tank_duel.belief.kernel import choose_likely
from steelyard.bots.tank_duel.criteria import kernel
from steelyard.bots.tank_duel.mcts import LEAD_WEIGHTS, Mcts
from steelyard.bots.tank_duel.opponent.hypotheses import LEAST, MOST
from steelyard.bots.tank_duel.opponent.kernel import slips_of
from steelyard.bots.tank_duel.playout.kernel import final_worth
from steelyard.bots.tank_duel.space.kernel import lay_ground, lay_tables
from steelyard.bots.tank_duel.teacher import _fire
from steelyard.core.game import SEATS, Move
from steelyard.core.random_games import random_game
from steelyard.games.tank_duel.kernel import PIECES, encode, unpack
from steelyard.games.tank_duel.rules import DIRECTIONS, WALL, Joystick, Square
from steelyard.games.tank_duel.rules import JOYSTICKS as ALL
from steelyard.protocol.messages import Over, Result, Start, Turn

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from steelyard.core.game import Seat
    from steelyard.games.tank_duel.rules import Direction, State

GAME = games.get("tank_duel")


def right_hand(state: State) -> Move:
    """A simple program for seat 1: straight on, else to the right, else anywhere; it never shoots."""
    tank = state.tanks[1]
    turned: dict[Direction, Direction] = {"up": "right", "right": "down", "down": "left", "left": "up"}
    for way in (tank.move, turned[tank.move], *DIRECTIONS):
        square = state.wrapped(tank.at.next(way))
        if state.holds(square, ".") and square != state.tanks[0].at:
            return Move(ALL.index(Joystick(way)))
    return Move(ALL.index(Joystick("left")))


def likeliest(held: Move | Mapping[Move, float]) -> Move:
    return held if isinstance(held, int) else max(held, key=held.__getitem__)


def played(player: Adaptive, program: Callable[[Any], Move], board: str) -> State:
    """The end of a game against a program."""
    state: State = GAME.start(board)
    while GAME.to_move(state):
        state = GAME.apply(state, {0: likeliest(player(state, 0)), 1: program(state)})
    player.watch(state)
    return state


def expected(player: Adaptive, state: State) -> dict[Move, float]:
    """What the model says seat 1 will do."""
    player(state, 0)
    assert player._before is not None
    return dict(zip(player._before.codes.tolist(), player._before.guesses.tolist(), strict=True))


def test_the_model_learns_what_a_program_does_and_trusts_itself() -> None:
    player = Adaptive(GAME, 1, 400)
    for board in ("meadow", "prairie"):
        played(player, right_hand, board)
    assert player.memory.trust > 0.8
    state = GAME.start("courtyard")
    assert expected(player, state)[right_hand(state)] > 0.6


def test_an_opponent_that_plays_as_the_search_would_is_not_taken_for_a_program() -> None:
    player, other = Adaptive(GAME, 1, 2000), Mcts(GAME, 2, 2000)
    for board in ("meadow", "prairie", "courtyard"):
        played(player, lambda state: likeliest(other(state, 1)), board)
    assert player.memory.trust < 0.6


@pytest.mark.parametrize(("trust", "reliance"), [(0.05, 0.0), (0.25, 0.35), (0.4, 0.7), (1.0, 0.7)])
def test_the_model_is_relied_on_as_far_as_it_is_trusted(trust: float, reliance: float) -> None:
    """Never fully: what else the opponent could do is searched for in three joysticks of ten."""
    player = Adaptive(GAME, 1, 50)
    player.memory.trust = trust
    assert player._reliance() == pytest.approx(reliance)


@pytest.mark.parametrize(
    ("trust", "weights"), [(0.05, LEAD_WEIGHTS), (0.3, OVER_PROGRAM), (1.0, OVER_PROGRAM)]
)
@pytest.mark.parametrize("seat", SEATS)
def test_our_leads_are_worth_more_over_an_opponent_that_does_not_search(
    seat: Seat, trust: float, weights: tuple[float, ...]
) -> None:
    player = Adaptive(GAME, 1, None, threads=2)
    player.memory.trust = trust
    player._start(GAME.start(), SEATS[1 - seat])
    player._start(GAME.start(), seat)  # what was written for the other seat is gone
    for roots in player._trees:
        used = roots.workspace.lead_weights
        assert tuple(used[seat]) == weights
        assert tuple(used[1 - seat]) == LEAD_WEIGHTS


def test_living_on_is_worth_more_over_a_program() -> None:
    """And not less to the opponent."""
    state = GAME.start("meadow")
    ours, theirs = [], []
    for weights in (LEAD_WEIGHTS, OVER_PROGRAM):
        search = Mcts(GAME, 1, 2000)
        search._trees[0].workspace.lead_weights[0] = weights
        search.tries(state, 0)
        tree = search._trees[0].tree
        ours.append(tree.means[tree_analysis.joysticks(tree, 0)].max())
        theirs.append(tree.means[tree_analysis.joysticks(tree, 1)].max())
    assert ours[1] > ours[0] + 0.2
    assert theirs[1] > theirs[0] - 0.1


def end_of_a_playout(board: str, weights: tuple[float, ...], seat: Seat) -> tuple[float, float]:
    """What the start is worth to both where a playout ends, with those weights of the seat's leads."""
    state, search = GAME.start(board), Mcts(GAME, 1, 2)
    search.tries(state, 0)
    workspace, position = search._trees[0].workspace, encode(state)
    width, height, a, b, _, _ = (np.uint64(each) for each in unpack(position[PIECES]))
    workspace.lead_weights[seat] = weights
    one, two = final_worth(position, width, height, a, b, workspace)
    return float(one), float(two)


@pytest.mark.parametrize("seat", SEATS)
def test_weights_are_of_one_seat(seat: Seat) -> None:
    worth = end_of_a_playout("meadow", OVER_PROGRAM, seat)
    assert worth[seat] == pytest.approx(0.88, abs=0.005)
    assert worth[1 - seat] == 0.5


LANES = "xxxxxxxx\nxt.....x\nxxxxxxxx\nx.....tx\nxxxxxxxx"


@pytest.mark.parametrize(
    ("board", "even", "over_a_program"),
    [
        (LANES.replace("x.....tx", "xxxx..tx"), 0.93, 0.998),  # three rounds longer
        (LANES, 0.5, 0.62),
        (LANES.replace("xt.....x", "xt..xxxx"), 0.07, 0.07),
    ],
)
def test_a_program_that_cannot_be_met_and_dies_first_is_as_good_as_beaten(
    board: str, even: float, over_a_program: float
) -> None:
    one, two = end_of_a_playout(board, LEAD_WEIGHTS, 0)
    assert one == pytest.approx(even, abs=0.005)
    assert two == 1 - one  # exactly: a search without a model depends on it
    one, two = end_of_a_playout(board, OVER_PROGRAM, 0)
    assert one == pytest.approx(over_a_program, abs=0.005)
    assert two == pytest.approx(1 - even, abs=0.005)


def test_a_study_takes_nobodys_part() -> None:
    """Whatever is known of the opponent."""
    scores = [
        next(itertools.islice(player.study(GAME.start("meadow")), 3, None)).score
        for player in (Adaptive(GAME, 1, 5000), Mcts(GAME, 1, 5000))
    ]
    assert scores[0] == scores[1]


def test_an_opponent_that_searches_is_answered_in_the_second_half() -> None:
    player = Adaptive(GAME, 1, 400)
    player.memory.trust = 0.05
    assert sum(player.tries(GAME.start(), 0).values()) == 200


def directions(
    first: tuple[int, int], second: tuple[int, int], board: str, *, wrong: int = 0
) -> dict[Direction, float]:
    """How likely seat 1 drives each way, if it does by these criteria but in so many rounds of twenty."""
    player = Adaptive(GAME, 1, 50)
    model = player.memory.model
    rule = model.rules.tolist().index([*first, *second])
    model.belief[:] = 0
    model.belief[rule] = 1
    model.rounds[rule], model.right[rule] = 20, 20 - wrong
    choose_likely(model)
    found: dict[Direction, float] = {}
    for move, chance in expected(player, GAME.start(board)).items():
        way = ALL[move].move
        assert way is not None
        found[way] = found.get(way, 0) + chance
    return found


ANYTHING = kernel.ANYTHING, MOST


EDGE = "......\n..t...\n......\n......\n......\n...t.."


def test_whoever_seeks_the_edge_stays_there() -> None:
    ways = directions((kernel.RIM, LEAST), ANYTHING, EDGE)
    assert ways["up"] < 0.05
    assert min(ways["left"], ways["right"], ways["down"]) > 0.1


def test_a_rule_that_was_often_wrong_is_not_believed_blindly() -> None:
    """It was wrong in (1 + 10) of (11 + 20) rounds; then each of the four ways is as likely."""
    ways = directions((kernel.RIM, LEAST), ANYTHING, EDGE, wrong=10)
    assert ways["up"] == pytest.approx(11 / 31 / 4, rel=0.1)


def test_it_is_counted_how_often_each_rule_is_right() -> None:
    player = Adaptive(GAME, 1, 400)
    for board in ("meadow", "prairie"):
        played(player, right_hand, board)
    model = player.memory.model
    rules = model.rules.tolist()
    true = rules.index([kernel.THEN_RIGHT, MOST, *ANYTHING])
    false = rules.index([kernel.LEFT_HAND, MOST, *ANYTHING])
    assert model.rounds[true] == model.rounds[false] > 10
    assert slips_of(model.right[true], model.rounds[true]) < 0.1
    assert slips_of(model.right[false], model.rounds[false]) > 0.3


def test_whoever_forgets_its_mine_drives_into_a_dead_end() -> None:
    """One square to the left, five to the right: either is good if one could turn back."""
    lanes = "xxxxxxxxx\nx..t....x\nxxxxxxxxx\nx.t.....x\nxxxxxxxxx"
    assert directions((kernel.NAIVE_LEAD, MOST), ANYTHING, lanes)["left"] > 0.4
    assert directions((kernel.LEAD, MOST), ANYTHING, lanes)["left"] < 0.1


def test_the_probabilities_of_the_model_add_up_to_about_one() -> None:
    """Hypotheses in which hardly any belief is left are not asked, which takes time."""
    player = Adaptive(GAME, 1, 50)
    for seed, board in enumerate(GAME.setups()):
        for state, moves in random_game(GAME, Random(seed), board):
            if len(moves) == 2:
                assert 0.9 < sum(expected(player, state).values()) < 1 + 1e-9


def test_a_position_that_does_not_follow_teaches_nothing() -> None:
    """A round may have been missed, or another game begun."""
    player = Adaptive(GAME, 1, 50)
    player(GAME.start("meadow"), 0)
    player.watch(GAME.start("prairie"))
    assert player.memory.record.count[0] == 0
    assert player.memory.trust == FIRST_TRUST


def test_games_are_the_same_with_the_same_seed() -> None:
    ends = [played(Adaptive(GAME, 5, 300), right_hand, "pillars") for _ in range(2)]
    assert ends[0] == ends[1]
    assert ends[0].rounds == ends[1].rounds


def test_threads_share_a_search_and_their_tries_are_added() -> None:
    looks = itertools.count()
    search = Mcts(GAME, 1, clock=lambda: next(looks) / 1000, threads=2)
    assert search.think(GAME.start(), 0, 0.003) in GAME.legal_moves(GAME.start(), 0)
    visits = [int(roots.tree.nodes[0, 4]) for roots in search._trees]
    assert min(visits) > 0
    assert sum(search._all_tries(0).values()) == sum(visits)


@pytest.mark.parametrize(
    ("name", "clock", "opponent", "kept"),
    [
        ("best", "round:1s", "ada", True),
        ("best", "round:1s", "bob", False),
        ("best", "none", "ada", False),
        ("best:50", "round:1s", "ada", False),
    ],
)
def test_what_was_learnt_is_kept_for_the_next_game_with_the_same_opponent(
    name: str, clock: str, opponent: str, *, kept: bool
) -> None:
    """Not where the seed has to decide everything."""
    process = Process("tank_duel", name)
    state = GAME.start()
    moves: dict[Seat, Move] = {0: Move(ALL.index(Joystick("up"))), 1: Move(ALL.index(Joystick("down")))}
    for number, other in enumerate(("ada", opponent)):
        process.answer(Start(str(number), "tank_duel", 1, {}, 0, ("us", other), clock, 7))
        if number == 0:
            turn = Turn("0", 1, GAME.to_json(state), [], (20.0, 20.0), 0.0)
            process.answer(turn)
            end = GAME.to_json(GAME.apply(state, moves))
            process.answer(Over("0", Result(0, "mine", (1, 0)), end, None, None))
    policy = process._bot.policy
    assert isinstance(policy, Adaptive)
    assert (policy.memory.record.count[0] > 0) == kept


@pytest.mark.parametrize("board", ["meadow", "lanes", "narrows", "spiral"])
def test_tables_of_a_board_agree_with_the_rules(board: str) -> None:
    state = GAME.start(board)
    ground, near, aimed = np.zeros(3, np.uint64), np.zeros((256, 3), np.uint64), np.zeros((256, 3), np.uint64)
    targets = np.zeros((256, 4), np.uint64)
    size = np.uint64(state.width), np.uint64(state.height)
    lay_ground(encode(state), *size, ground)
    lay_tables(ground, *size, near, aimed, targets)
    squares = [Square(x, y) for y in range(state.height) for x in range(state.width)]
    driveable = [square for square in squares if not state.holds(square, WALL)]
    for square in driveable:
        ways = [state.wrapped(square.next(way)) for way in DIRECTIONS]
        assert targets[_cell(square)].tolist() == [_cell(each) for each in ways]
        assert _squares(near, square) == {each for each in ways if each in driveable}
        shooting = {
            place for place in driveable if any(square in _fire(state, place, way) for way in DIRECTIONS)
        }
        assert _squares(aimed, square) & set(driveable) == shooting


def _cell(square: Square) -> int:
    return 16 * (square.y + 2) + square.x + 1


def _squares(table: Any, square: Square) -> set[Square]:
    bits = int.from_bytes(table[_cell(square)].tobytes(), "little")
    return {Square(at % 16 - 1, at // 16) for at in range(192) if bits >> at & 1}


def test_a_bot_that_learns_is_listed_as_one() -> None:
    assert isinstance(bots.get(GAME, "best", 1).policy, Adaptive)
