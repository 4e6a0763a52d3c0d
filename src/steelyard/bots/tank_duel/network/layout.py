"""What the network sees and answers: the order of its inputs and outputs, for training and play alike.

Each tank has a view: the board shifted so that the tank is in the middle, around the board's edges. A set of
squares is a plane of 12 x 14 inputs; a square that lies dx, dy from the tank is at row 6 + dy, column 7 + dx.
"""

from __future__ import annotations

COLUMNS, ROWS = 14, 12
SQUARES = COLUMNS * ROWS
MIDDLE_X, MIDDLE_Y = COLUMNS // 2, ROWS // 2

PLANES = (
    "blocked",  # walls and mines
    "mine",  # reached first by the tank
    "theirs",  # reached first by the enemy
    "enemy",
    "hit in one round",  # covered by a missile
    "hit in two rounds",
    "my fire",  # covered in one round if the tank fires
    "their fire",
)
BLOCKED, MINE, THEIRS, ENEMY, HIT_1, HIT_2, MY_FIRE, THEIR_FIRE = (SQUARES * n for n in range(len(PLANES)))

# One input for each distance from the tank to the board's left, right, upper and lower edge.
LEFT = SQUARES * len(PLANES)
RIGHT, UP, DOWN = LEFT + COLUMNS, LEFT + 2 * COLUMNS, LEFT + 2 * COLUMNS + ROWS
EXITS = DOWN + ROWS  # how many free squares the tank has beside it, 0 to 4
THEIR_EXITS = EXITS + 5
SPARSE = THEIR_EXITS + 5  # inputs up to here are 0 or 1

STEPS = 24  # within which squares count as reached
BUCKETS = (1, 2, 3, 4, 6, 8, 12, 16, STEPS)  # the last step of each group of steps
COUNT_SCALE, LEAD_SCALE = 0.125, 0.5
CAN_FIRE, THEY_CAN_FIRE, MEET, LEAD = range(4)
COUNTS = 4
THEIR_COUNTS = COUNTS + len(BUCKETS)
NUMBERS = THEIR_COUNTS + len(BUCKETS)  # inputs that are numbers
INPUTS = SPARSE + NUMBERS

OUTCOMES = 3  # won, drawn, lost
JOYSTICKS = 20  # four directions, each alone or with one of four shots
CODES = tuple(10 * (1 + way) + shot for way in range(4) for shot in (0, 3, 5, 7, 9))
