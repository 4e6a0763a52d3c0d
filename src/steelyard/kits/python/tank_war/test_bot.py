"""Tests of your bot: `python3 -m unittest` runs them."""

from __future__ import annotations

import unittest

from bot import Bot
from kit.playing import Start, Turn
from kit.state import State

NAMES = ["LA", "LB", "LC", "RC", "RB", "RA"]


def position(text: str) -> State:
    """A position in notation: per column both tanks' rows (x: destroyed) and how many boxes are seat 0's."""
    columns = text.split("/")
    tanks = []
    for seat, names in ((0, NAMES[::-1]), (1, NAMES)):
        for column, name in enumerate(names):
            alive = columns[column][seat] != "x"
            row = int(columns[column][seat]) if alive else None
            tanks.append(
                {"seat": seat, "name": name, "type": name[1], "column": column, "row": row, "alive": alive}
            )
    territory = ["".join("0" if row < int(column[2]) else "1" for column in columns) for row in range(6)]
    boxes = ["".join(territory).count(seat) for seat in "01"]
    surviving = [6 - sum(column[seat] == "x" for column in columns) for seat in (0, 1)]
    return State(
        {
            "round": 0,
            "tanks": tanks,
            "territory": territory,
            "boxes": boxes,
            "surviving": surviving,
            "fired": [],
            "state": text,
        }
    )


def chosen(text: str, seat: int, legal: list[str]) -> str:
    bot = Bot(Start("1", seat, {}, ["one", "two"], "none", 7))
    return bot.choose(Turn(1, position(text), legal, seat, None, None, 0.0))


class BotTest(unittest.TestCase):
    def test_it_hits_what_it_can(self) -> None:
        """Seat 0's RB in column 1 comes to stand beside the enemy in column 2, which hits at two only."""
        self.assertEqual(chosen("0x3/1x3/x22/xx3/xx3/x53", 0, ["RA", "RB"]), "RB")

    def test_it_does_not_drive_into_fire(self) -> None:
        """At the row of the enemy's C, which cannot move, column 1 is hit; in column 0 nobody is near."""
        self.assertEqual(chosen("053/1x3/xx3/123/xx3/xx3", 0, ["RA", "RB"]), "RA")

    def test_it_chooses_a_legal_move(self) -> None:
        for seat in (0, 1):
            self.assertIn(chosen("053/053/053/053/053/053", seat, NAMES), NAMES)


if __name__ == "__main__":
    unittest.main()
