"""The kernel against the rules: long careful games, all boards, counts, choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from steelyard.core.game import SEATS
from steelyard.core.random_games import random_game
from steelyard.games.tank_duel import GAME, boards, kernel, rules
from steelyard.games.tank_duel.notation import MOVES
from steelyard.games.tank_duel.rules import FREE, JOYSTICKS, State
from steelyard.games.tank_duel.tests.drawn import position, rng

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from random import Random

    from steelyard.core.game import Move, Seat

DUEL = GAME()
KERNEL = DUEL.kernel
CHOICES: Callable[..., int] = kernel.choices
RANDOM_BOARDS = [
    boards.random_board(rng(seed), width, height, walls=walls, mines=mines, symmetric=seed % 2 == 0)
    for seed, (width, height, walls, mines) in enumerate(
        [
            (6, 6, 0.1, 0),
            (14, 12, 0.2, 0.05),
            (14, 12, 0, 0),
            (14, 6, 0.1, 0),
            (7, 12, 0.3, 0.1),
            (9, 9, 0.05, 0),
        ]
    )
]
TINY = ["tt", "t\nt", "t.\n.t", "t.t", "t..\n..t", "tx\n.t", "t.............\n.............t"]
CASES = [*boards.names(), *RANDOM_BOARDS, *TINY]


def careful(state: State, seat: Seat, joysticks: Sequence[Move], chance: Random) -> Move:
    """A joystick that mostly avoids walls and mines, so that games get long."""
    for _ in range(8):
        move = chance.choice(joysticks)
        target = state.tanks[seat].at.next(JOYSTICKS[move].move or "left")
        if state.holds(state.wrapped(target), FREE):
            return move
    return chance.choice(joysticks)


def careful_game(setup: str, seed: int) -> Iterator[tuple[State, dict[Seat, Move]]]:
    """A long random game; with an odd seed hardly any shots, so that it gets longer still."""
    chance = rng(seed)
    state = DUEL.start(setup)
    while DUEL.to_move(state):
        joysticks = DUEL.legal_moves(state, 0)
        if seed % 2 and chance.random() < 0.9:
            joysticks = joysticks[::2]
        moves = {seat: careful(state, seat, joysticks, chance) for seat in SEATS}
        yield state, moves
        state = DUEL.apply(state, moves)
    yield state, {}


def label(setup: str) -> str:
    return setup.replace("\n", "/")[:20]


@pytest.mark.parametrize("games", [40, pytest.param(200, marks=pytest.mark.long)])
@pytest.mark.parametrize("setup", CASES, ids=label)
def test_the_kernel_agrees_with_the_rules_over_careful_games(setup: str, games: int) -> None:
    rounds = 0
    for seed in range(games):
        encoded = KERNEL.encode(DUEL.start(setup))
        for state, moves in careful_game(setup, seed):
            assert encoded.tolist() == KERNEL.encode(state).tolist(), DUEL.write_state(state)
            if moves:
                KERNEL.apply(encoded, moves[0], moves[1])
                rounds += 1
        outcome = DUEL.outcome(state)
        assert outcome is not None
        assert KERNEL.result(encoded) == (2 if outcome.winner is None else outcome.winner)
    assert rounds >= games


def test_equal_positions_have_equal_keys_and_others_differ() -> None:
    states = {state for seed in range(40) for state, _ in careful_game("pillars", seed)}
    keys = {KERNEL.key(KERNEL.encode(state)) for state in states}
    matters = {(s.squares, s.missiles, tuple((t.at, t.hits) for t in s.tanks)) for s in states}
    assert len(keys) == len(matters) > 200


def test_directions_and_fire_are_not_in_the_key() -> None:
    """No rule looks at them, so a search may take such positions for one."""
    one, two = (DUEL.read_state(f"4/4/4 {tank} 3,2:L>L - -") for tank in ("0,0:R>R", "0,0:U"))
    assert KERNEL.encode(one).tolist() != KERNEL.encode(two).tolist()
    assert KERNEL.key(KERNEL.encode(one)) == KERNEL.key(KERNEL.encode(two))


@pytest.mark.parametrize(
    "setup", ["pocket", "maze", "t.\n.t", "..x...\n.t.x..\n.x..o.\n....tx\n..x..o"], ids=label
)
def test_perft_counts_all_2500_joint_moves(setup: str) -> None:
    state = DUEL.start(setup)
    survived = sum(
        not rules.is_over(rules.apply(state, (one, two))) for one in JOYSTICKS for two in JOYSTICKS
    )
    assert KERNEL.perft(KERNEL.encode(state), 2) == 2500 * survived


@pytest.mark.parametrize("setup", ["pocket", "narrows"])
def test_perft_of_three_turns_is_the_sum_over_the_first(setup: str) -> None:
    state = DUEL.start(setup)
    total = sum(
        KERNEL.perft(KERNEL.encode(rules.apply(state, (one, two))), 2)
        for one in JOYSTICKS
        for two in JOYSTICKS
    )
    assert KERNEL.perft(KERNEL.encode(state), 3) == total


def test_random_playouts_have_the_statistics_of_random_games() -> None:
    games = 1500
    seen = [0] * 4
    chance = rng(5)
    for _ in range(games):
        *before, (last, _) = random_game(DUEL, chance)
        outcome = DUEL.outcome(last)
        assert outcome is not None
        seen[2 if outcome.winner is None else outcome.winner] += 1
        seen[3] += len(before)
    played = KERNEL.playouts(KERNEL.encode(DUEL.start()), 200_000, 1) / 200_000
    for mine, theirs, tolerance in zip(played, seen, (0.05, 0.05, 0.05, 0.25), strict=True):
        assert abs(mine - theirs / games) < tolerance


def test_playouts_leave_the_position_alone_and_follow_the_seed() -> None:
    encoded = KERNEL.encode(DUEL.start("pillars"))
    before = encoded.tolist()
    one, again, other = (KERNEL.playouts(encoded, 500, seed).tolist() for seed in (1, 1, 2))
    assert encoded.tolist() == before
    assert one == again != other
    assert sum(one[:3]) == 500


def test_playouts_of_a_finished_game_are_its_result() -> None:
    over = rules.apply(position(".... .01. ...."), (JOYSTICKS[20], JOYSTICKS[10]))
    assert KERNEL.playouts(KERNEL.encode(over), 7, 1).tolist() == [0, 0, 7, 0]
    assert KERNEL.perft(KERNEL.encode(over), 1) == 0
    assert CHOICES(KERNEL.encode(over), 0, np.zeros(64, np.int64)) == 0


# Choices.
def chosen(state: State, seat: Seat) -> list[int]:
    codes = np.zeros(64, np.int64)
    return [int(code) for code in codes[: CHOICES(KERNEL.encode(state), seat, codes)]]


def what_matters(state: State) -> object:
    """All that can make a difference later: not what is shown, nor missiles that are about to go."""
    flying = [m if m and not m.in_flames and state.on_board(m.tail) else None for m in state.missiles]
    return state.squares, tuple(flying), tuple((tank.at, tank.hits) for tank in state.tanks)


def effect(state: State, seat: Seat, code: int) -> tuple[object, ...]:
    """What a joystick leads to, against each of the enemy's."""
    mine = JOYSTICKS[code]
    enemy = (JOYSTICKS[other] for other in range(50) if other >= 10 and (other % 10 == 0 or other % 2))
    return tuple(
        what_matters(rules.apply(state, (mine, other) if seat == 0 else (other, mine))) for other in enemy
    )


def midgame(setup: str) -> list[State]:
    states = [state for seed in range(12) for state, moves in careful_game(setup, seed) if moves]
    return states[:: max(1, len(states) // 3)]


@pytest.mark.sample(2)
@pytest.mark.parametrize("setup", ["meadow", "pocket", "narrows", "t.\n.t", "tx\n.t"], ids=label)
def test_the_choices_have_every_effect_a_joystick_can_have(setup: str) -> None:
    for state in midgame(setup):
        for seat in (0, 1):
            codes = chosen(state, seat)
            assert codes == sorted(set(codes))
            assert {effect(state, seat, code) for code in codes} == {
                effect(state, seat, code) for code in range(50)
            }


@pytest.mark.parametrize("setup", ["meadow", "pocket", "narrows", "t.\n.t", "tx\n.t"], ids=label)
def test_no_two_choices_put_tank_and_missile_alike(setup: str) -> None:
    for state in midgame(setup):
        for seat in (0, 1):
            put = set()
            for code in chosen(state, seat):
                sticks = (JOYSTICKS[code], JOYSTICKS[0])
                then = rules.apply(state, sticks if seat == 0 else sticks[::-1])
                tank = then.tanks[seat]
                put.add((tank.at, "wall" in tank.hits, then.squares, then.missiles[seat]))
            assert len(put) == len(chosen(state, seat))


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        (
            "....... ....... ....... ...0... ....... ....... ......1",
            "L L!L L!R L!U L!D R R!L R!R R!U R!D U U!L U!R U!U U!D D D!L D!R D!U D!D",
        ),
        ("....... ..aA... ....... ...0... ....... ......1", "L R U D"),
        ("xxxx. x0..1 xxxx.", "L R R!L R!R"),
        ("0.. ... ... ..1", "L L!L L!D R R!L R!R R!D U U!R U!U D D!R D!U D!D"),
        ("0. .. .1", "L L!L L!D U U!R U!U D D!R D!U D!D"),
    ],
    ids=["everything", "its missile is in flight", "walls", "edges", "left is right"],
)
def test_the_choices_on_drawn_positions(drawing: str, expected: str) -> None:
    assert " ".join(MOVES[code] for code in chosen(position(drawing), 0)) == expected
