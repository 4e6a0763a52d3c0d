"""The same illegal moves in every environment: whoever plays one has lost; if both do, it is a draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import numpy as np
import pyspiel
import pytest

import steelyard
import steelyard.envs.openspiel
from steelyard.core.game import SEATS
from steelyard.envs import batch, pettingzoo
from steelyard.envs.gymnasium import SeatEnv
from steelyard.envs.gymnasium_vector import BatchEnv
from steelyard.envs.jax import auto_reset, make
from steelyard.games.tank_battle.rules import PASS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from steelyard.core.game import Seat

    Moves = Mapping[Seat, int]

SETUPS = {"tank_battle": "", "tank_duel": "maze", "tank_war": "053/053/xx3/xx3/xx3/xx3"}
BOTH_STUCK = """
Bbbbb#.....
bbbb##.....
bbb##......
bb##.......
####.......
...........
.......####
.......##ww
......##www
.....##wwww
.....#wwwwW
""".strip()


def turns(game: str) -> Iterator[tuple[dict[Seat, int], tuple[int, int]]]:
    """First turns with illegal moves in them, and what they are worth."""
    rules = steelyard.game(game)
    state = rules.start(SETUPS[game])
    legal = {seat: int(rules.legal_moves(state, seat)[1]) for seat in rules.to_move(state)}
    for first, other in zip(illegal(game), reversed(illegal(game)), strict=True):
        yield {**legal, 0: first}, (-1, 1)
        if len(legal) == 2:
            yield {**legal, 1: first}, (1, -1)
            yield {0: first, 1: other}, (0, 0)


def illegal(game: str) -> list[int]:
    """Codes that no move has, some of which look like one in 16 or 32 bits, and moves not legal here."""
    rules = steelyard.game(game)
    state = rules.start(SETUPS[game])
    not_here = (
        set(range(rules.num_moves)) - set(rules.legal_moves(state, 0)) - set(rules.legal_moves(state, 1))
    )
    beyond = [-1, -2, rules.num_moves, -(2**15), 2**15, 2**16 + 1, 2**31, 2**32 + 1, -(2**32) + 1, 2**62]
    return [*beyond, *sorted(not_here)[:3]]


def by_turns(game: str, moves: Moves) -> Any:
    environment = pettingzoo.env(game, setup=SETUPS[game])
    environment.reset()
    for move in moves.values():
        assert not any(environment.terminations.values())
        environment.step(move)
    rewards = [environment.rewards[agent] for agent in pettingzoo.AGENTS]
    told = []
    for agent in environment.agent_iter():
        _, reward, terminated, _, _ = environment.last()
        assert terminated
        told.append((agent, reward))
        environment.step(None)
    assert told == list(zip(pettingzoo.AGENTS, rewards, strict=True))
    assert environment.agents == []
    return rewards


def together(game: str, moves: Moves) -> Any:
    environment = pettingzoo.parallel_env(game, setup=SETUPS[game])
    environment.reset()
    _, rewards, terminated, _, _ = environment.step({f"player_{seat}": move for seat, move in moves.items()})
    assert all(terminated.values())
    assert environment.agents == []
    return [rewards[agent] for agent in pettingzoo.AGENTS]


def in_rows(game: str, moves: Moves) -> Any:
    played = batch.make(game, 2, setup=SETUPS[game])
    before = played.positions.copy()
    played.step([[moves.get(seat, -1) for seat in SEATS]] * 2)
    assert played.done.all()
    assert np.array_equal(played.ended, before)
    return played.rewards[1]


def in_bits(game: str, moves: Moves) -> Any:
    played = batch.make(game, 2, setup=SETUPS[game], sliced=True)
    played.step([[moves[seat] for seat in SEATS]] * 2)
    assert played.unpacked(played.done).all()
    return played.rewards()[1]


def in_jax(game: str, moves: Moves) -> Any:
    environment: Any = JAX[game]
    given = np.array([moves[seat] for seat in SEATS]) if environment.simultaneous else np.array(moves[0])
    after = environment.step(environment.init(), given)
    assert bool(after.terminated)
    assert not environment.legal(after).any()
    legal = environment.sample(jax.random.key(0), environment.init())
    assert jax.tree.all(jax.tree.map(np.array_equal, environment.step(after, legal), after))
    for seat in SEATS:
        seen = environment.observe(after, seat)
        assert np.array_equal(seen, environment.observe(environment.init(), seat))
    again, rewards, terminated = auto_reset(environment)(environment.init(), given)
    assert bool(terminated)
    assert np.array_equal(rewards, after.rewards)
    assert jax.tree.all(jax.tree.map(np.array_equal, again, environment.start))
    return after.rewards


JAX = {game: make(game, setup=setup) for game, setup in SETUPS.items()}
WAYS = {
    "tank_battle": (by_turns, in_rows),
    "tank_duel": (by_turns, together, in_rows),
    "tank_war": (by_turns, together, in_rows, in_bits),
}


@pytest.mark.parametrize(("game", "play"), [(game, way) for game, ways in WAYS.items() for way in ways])
def test_an_illegal_move_loses(game: str, play: Any) -> None:
    for moves, expected in turns(game):
        if play is in_rows and set(moves.values()) == {-1}:
            continue  # such a game waits
        assert tuple(play(game, moves)) == expected, moves


@pytest.mark.parametrize(
    "game",
    ["tank_duel", *(pytest.param(game, marks=pytest.mark.long) for game in ("tank_battle", "tank_war"))],
)
def test_an_illegal_move_loses_in_jax(game: str) -> None:
    """The most telling ones: JAX compiles every operation."""
    for moves, expected in list(turns(game))[:: 6 if game == "tank_battle" else 7]:
        assert tuple(in_jax(game, moves).tolist()) == expected, moves


@pytest.mark.parametrize("game", SETUPS)
def test_an_illegal_action_of_one_seat_loses(game: str) -> None:
    for moves, expected in turns(game):
        wrong = [seat for seat in moves if expected[seat] == -1]
        for seat in wrong:
            legal = moves.get(SEATS[1 - seat], 0)
            environment = SeatEnv(game, seat=seat, setup=SETUPS[game], opponent=always(legal))
            environment.reset()
            assert environment.step(np.int64(moves[seat]))[1:4] == (-1, True, False)
            many = BatchEnv(
                2,
                game=game,
                seat=seat,
                setup=SETUPS[game],
                opponent=always(np.full(2, legal)),
            )
            many.reset()
            _, rewards, terminated, _, _ = many.step(np.full(2, moves[seat]))
            assert rewards.tolist() == [-1, -1]
            assert terminated.all()


def always(answer: Any) -> Any:
    """An opponent that knows one answer."""
    return lambda _position, _seat_or_masks: answer


def test_packed_games_are_lost_by_illegal_moves() -> None:
    """Game 0 to 3: U plays wrong, D plays wrong, both do, nobody does."""
    environment: Any = JAX["tank_war"]
    packed = environment.packed()
    state = np.asarray(packed.init(32))
    u, d = (6, 5, 2, 5), (0, 3, 7, 1)  # of U's lanes 4 and 5 are left, of D's 0 and 1
    planes = [
        sum((lane >> bit & 1) << game for game, lane in enumerate(side))
        for side in (u, d)
        for bit in range(3)
    ]
    moves = np.array(planes, np.uint32)[:, None]
    after, ends = packed.step(state, moves)
    assert [[int(end[0]) >> game & 1 for end in np.asarray(ends)] for game in range(4)] == [
        [0, 1],
        [1, 0],
        [1, 1],
        [0, 0],
    ]
    begun = [[int(plane[0]) >> game & 1 for plane in np.asarray(after)] for game in range(4)]
    first = [int(plane[0]) & 1 for plane in state]
    assert [game == first for game in begun] == [True, True, True, False]


@pytest.mark.parametrize("game", SETUPS)
def test_openspiel_refuses_an_illegal_move(game: str) -> None:
    """Its states have no place for a game that was not played on, and its algorithms ask what is legal."""
    state = pyspiel.load_game(f"steelyard_{game}", {"setup": SETUPS[game]}).new_initial_state()
    for moves, _ in turns(game):
        with pytest.raises((steelyard.IllegalMove, pyspiel.SpielError), match=r"cannot play|kInvalidAction"):
            state.apply_actions(list(moves.values())) if len(moves) == 2 else state.apply_action(moves[0])


def test_what_is_no_integer_is_refused() -> None:
    for wrong in (1.0, None, "LA", [1]):
        one = SeatEnv("tank_war")
        one.reset()
        with pytest.raises(steelyard.InvalidMove, match="is not an integer"):
            one.step(wrong)  # type: ignore[arg-type]
        both = pettingzoo.parallel_env("tank_war")
        both.reset()
        with pytest.raises(steelyard.InvalidMove, match="is not an integer"):
            both.step({"player_0": 0, "player_1": wrong})  # type: ignore[dict-item]
    with pytest.raises(steelyard.InvalidMove, match="an action of player_1 is missing"):
        both.step({"player_0": 0})


def test_moves_of_another_kind_are_refused_by_jax() -> None:
    environment: Any = JAX["tank_war"]
    state = environment.init()
    with pytest.raises(steelyard.InvalidMove, match="moves are integers"):
        environment.step(state, np.array([1.0, 2.0]))
    with pytest.raises(steelyard.InvalidMove, match=r"one move for each seat, of shape \(2,\), not \(\)"):
        environment.step(state, 1)
    with pytest.raises(steelyard.InvalidMove, match=r"of shape \(\), not \(2,\)"):
        JAX["tank_battle"].step(JAX["tank_battle"].start, np.array([1, 2]))
    with pytest.raises(steelyard.InvalidOption, match="seat 2 is not 0 or 1"):
        environment.observe(state, 2)
    with pytest.raises(steelyard.InvalidOption, match="moves is 6 planes of uint32"):
        environment.packed().step(environment.packed().init(64), np.zeros((6, 1), np.uint32))


def test_passing_is_legal_in_jax_only_without_another_move() -> None:
    stuck: Any = make("tank_battle", layout=BOTH_STUCK)
    after = stuck.step(stuck.step(stuck.init(), np.array(PASS)), np.array(PASS))
    assert int(after.result) == 2
    free: Any = JAX["tank_battle"]
    assert free.step(free.init(), np.array(PASS)).rewards.tolist() == [-1, 1]
