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
            row = None if columns[column][seat] == "x" else int(columns[column][seat])
            alive = row is not None
            tanks.append(
                {"seat": seat, "name": name, "type": name[1], "column": column, "row": row, "alive": alive}
            )
    territory = ["".join("0" if row < int(column[2]) else "1" for column in columns) for row in range(6)]
    boxes = ["".join(territory).count(seat) for seat in "01"]
    surviving = [sum(tank["alive"] for tank in tanks if tank["seat"] == seat) for seat in (0, 1)]
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
        self.assertEqual(chosen("053/154/023/053/053/053", 0, ["LA", "RB", "RC"]), "RB")

    def test_it_does_not_drive_into_fire(self) -> None:
        """In column 1 the enemy's B waits two boxes ahead; column 0 is safe."""
        self.assertEqual(chosen("053/133/053/053/053/053", 0, ["RB", "RA"]), "RA")

    def test_it_chooses_a_legal_move(self) -> None:
        for seat in (0, 1):
            self.assertIn(chosen("053/053/053/053/053/053", seat, NAMES), NAMES)


if __name__ == "__main__":
    unittest.main()
