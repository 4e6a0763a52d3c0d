"""Tests of your bot: `python3 -m unittest` runs them."""

from __future__ import annotations

import unittest

from bot import Bot, distance
from kit.playing import Start, Turn
from kit.state import State

EMPTY_BOARD = ["..........."] * 11


def position(**tanks: str) -> State:
    """A board with these tanks, by their squares."""
    board = [list(rank) for rank in EMPTY_BOARD]
    for square, tank in tanks.items():
        board[11 - int(square[1:])]["abcdefghijk".index(square[0])] = tank
    ranks = ["".join(rank) for rank in board]
    return State(
        {"board": ranks, "to_move": 0, "score": [1, 1], "captured": ["", ""], "quiet": 0, "state": ""}
    )


def chosen(state: State, seat: int, legal: list[str]) -> str:
    bot = Bot(Start("1", seat, {}, ["one", "two"], "none", 7))
    return bot.choose(Turn(1, state, legal, seat, None, None, 0.0))


class BotTest(unittest.TestCase):
    def test_it_takes_the_commander_first(self) -> None:
        state = position(e5="w", e9="b", h5="B")
        self.assertEqual(chosen(state, 0, ["e5-e9", "e5-h5", "e5-d6"]), "e5-h5")

    def test_it_drives_towards_the_enemy_corner(self) -> None:
        self.assertEqual(chosen(position(g1="w", a11="B"), 0, ["g1-k1", "g1-c5", "g1-f2"]), "g1-c5")
        self.assertEqual(chosen(position(a11="b", k1="W"), 1, ["a11-a10", "a11-d8"]), "a11-d8")

    def test_it_passes_when_it_must(self) -> None:
        self.assertEqual(chosen(position(a11="w", k1="B"), 0, ["--"]), "--")

    def test_distances_are_those_of_a_king(self) -> None:
        self.assertEqual(distance("a11", "k1"), 10)


if __name__ == "__main__":
    unittest.main()
