"""What Tank Duel's best bot remembers of earlier games: positions, also those that are turned around."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from steelyard import games
from steelyard.bots.tank_duel import precedents
from steelyard.bots.tank_duel.adaptive import Adaptive, _effect
from steelyard.bots.tank_duel.precedents import Played, Precedents, _key, _turned, _turned_joystick
from steelyard.core.game import SEATS, Move
from steelyard.core.random_games import random_game
from steelyard.games.tank_duel.rules import JOYSTICKS, OPPOSITE, Joystick

if TYPE_CHECKING:
    from steelyard.core.game import Game, Seat
    from steelyard.games.tank_duel.rules import Direction, State

GAME = games.get("tank_duel")
SWAPPED = games.get("tank_duel", swap_starts=True)
UP, DOWN, LEFT = Joystick("up"), Joystick("down"), Joystick("left")
SHOT = Joystick("left", "up", fire=True)


@pytest.mark.parametrize("seed", range(8))
def test_a_game_that_is_turned_around_is_the_same_game(seed: int) -> None:
    """Every round leads to the same position, whether it is turned before or after it; on any board."""
    board = GAME.setups()[seed % len(GAME.setups())]
    for state, moves in random_game(GAME, Random(seed), board):
        if len(moves) < 2:
            continue
        turned = {
            seat: Move(JOYSTICKS.index(_turned_joystick(JOYSTICKS[move]._replace(move=_way(move)))))
            for seat, move in moves.items()
        }
        after, mirrored = GAME.apply(state, moves), GAME.apply(_turned(state), turned)
        assert [_key(_turned(after), seat) for seat in SEATS] == [_key(mirrored, seat) for seat in SEATS]
        assert _turned(_turned(state)).squares == state.squares


def _way(move: Move) -> Direction:
    return JOYSTICKS[move].move or "left"  # rule 5


def test_what_was_done_is_known_from_both_sides_of_the_board() -> None:
    known, state = Precedents(), GAME.start("meadow")
    known.keep([Played(state, UP, SHOT)], 0, won=True)
    assert known.of(state, 0) == (UP, SHOT, True)
    assert known.of(SWAPPED.start("meadow"), 0) == (DOWN, Joystick("right", "down", fire=True), True)
    assert known.of(state, 1) == known.of(SWAPPED.start("meadow"), 0)  # what seat 1 sees is the board turned
    assert known.of(GAME.start("prairie"), 0) is None


def test_the_same_board_seen_from_the_other_seat_is_the_same_position() -> None:
    """Seat 1 with the starts exchanged stands where seat 0 stood."""
    known = Precedents()
    known.keep([Played(GAME.start("meadow"), UP, LEFT)], 0, won=True)
    assert known.of(SWAPPED.start("meadow"), 1) == (UP, LEFT, True)


def test_what_won_is_not_replaced_by_what_did_not() -> None:
    known, state = Precedents(), GAME.start("meadow")
    known.keep([Played(state, UP, LEFT)], 0, won=True)
    known.keep([Played(state, DOWN, LEFT)], 0, won=False)
    assert known.of(state, 0) == (UP, LEFT, True)
    known.keep([Played(state, LEFT, LEFT)], 0, won=True)
    assert known.of(state, 0) == (LEFT, LEFT, True)


def test_what_won_once_and_then_did_not_is_not_played_again() -> None:
    known, state = Precedents(), GAME.start("meadow")
    known.keep([Played(state, UP, LEFT)], 0, won=True)
    known.keep([Played(state, UP, SHOT)], 0, won=False)
    assert known.of(state, 0) == (UP, SHOT, False)


def test_rounds_of_a_game_that_was_left_do_not_count_for_the_next() -> None:
    player = Adaptive(GAME, 1, 50)
    left, board = GAME.start("meadow"), GAME.start("prairie")
    for _ in range(2):
        player(left, 0)
        left = GAME.apply(left, dict.fromkeys(SEATS, Move(JOYSTICKS.index(UP))))
    player(left, 0)
    player(board, 0)
    player.watch(GAME.apply(board, dict.fromkeys(SEATS, Move(JOYSTICKS.index(UP)))))
    assert [played.state for played in player._played] == [board]


def test_a_game_is_remembered_by_its_own_result() -> None:
    """A player that goes on to another game has not played the rounds of the first in it."""
    player, start = Adaptive(GAME, 1, 50), GAME.start("meadow")
    for joystick in (LEFT, UP):
        state = start
        while GAME.to_move(state):
            player(state, 0)
            state = GAME.apply(state, dict.fromkeys(SEATS, Move(JOYSTICKS.index(joystick))))
        player.watch(state)
        assert player._played == ()


def test_trust_in_precedents_follows_how_often_the_opponent_repeats_itself() -> None:
    known = Precedents()
    first = known.trust
    for _ in range(3):
        known.judge(precedents.Precedent(UP, LEFT, won=True), DOWN)
    assert known.trust < 0.5 < first
    for _ in range(20):
        known.judge(precedents.Precedent(UP, LEFT, won=True), LEFT)
    assert known.trust > 0.8


def test_the_oldest_positions_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precedents, "MOST_KNOWN", 4)
    known, boards = Precedents(), GAME.setups()[:3]
    for board in boards:
        known.keep([Played(GAME.start(board), UP, LEFT)], 0, won=True)
    assert [known.of(GAME.start(board), 0) is None for board in boards] == [True, False, False]


def runner(state: State, seat: Seat) -> Move:
    """Straight on, else to the right, else to the left: as it is, whichever way the board lies."""
    tank = state.tanks[seat]
    right: dict[Direction, Direction] = {"up": "right", "right": "down", "down": "left", "left": "up"}
    for way in (tank.move, right[tank.move], OPPOSITE[right[tank.move]]):
        square = state.wrapped(tank.at.next(way))
        if state.holds(square, ".") and square != state.tanks[1 - seat].at:
            return Move(JOYSTICKS.index(Joystick(way)))
    return Move(JOYSTICKS.index(Joystick(tank.move)))


def line(game: Game[State], player: Adaptive) -> tuple[list[Joystick], bool]:
    """What the player did against the runner, and whether it won."""
    state, done = game.start("meadow"), []
    while game.to_move(state):
        chosen = player(state, 0)
        assert isinstance(chosen, int)
        state = game.apply(state, {0: Move(chosen), 1: runner(state, 1)})
        done.append(_effect(state.tanks[0]))
    player.watch(state)
    return done, not state.tanks[0].in_flames


def test_what_won_is_played_again_with_the_starts_exchanged() -> None:
    player = Adaptive(GAME, 1, 500)
    first, won = line(GAME, player)
    assert won
    other = Adaptive(SWAPPED, 2, 500)
    other.learn_from(player)
    second, won = line(SWAPPED, other)
    assert won
    assert second == [_turned_joystick(joystick) for joystick in first]


def test_an_opponent_that_does_not_repeat_itself_is_not_followed() -> None:
    player = Adaptive(GAME, 1, 500)
    line(GAME, player)
    precedent = player.memory.precedents.of(GAME.start("meadow"), 0)
    assert precedent is not None
    repeated = Move(JOYSTICKS.index(precedent.ours))
    better = next(Move(JOYSTICKS.index(each)) for each in (UP, DOWN) if each != precedent.ours)
    tries = {better: 10, repeated: 1}
    assert player._choice(GAME.start("meadow"), 0, tries) == repeated
    for _ in range(5):
        player.memory.precedents.judge(precedent, Joystick(precedent.theirs.move, "up", fire=True))
    assert player._choice(GAME.start("meadow"), 0, tries) == better
