"""The bots for Tank War."""

from __future__ import annotations

from functools import partial

from steelyard.analysis.policies import Perfect
from steelyard.bots.player import Kind
from steelyard.bots.tank_war.policies import Slipping, SlippingTeacher, Teacher

SLIPS = (1.0, 0.85, 0.67, 0.485, 0.315, 0.19, 0.09, 0.005)
"""The share of rounds in which each level slips: each scores about 64 % against the one below."""
OFTEN = 0.4
"""Levels that slip more often than that need not wait for the solved table."""

KINDS = {
    "teacher": Kind(Teacher, "looks two rounds ahead, counts tanks before boxes, and mixes"),
    **{
        f"level{level}": Kind(
            partial(Slipping, slips=slips),
            f"perfect, but slips in {100 * slips:g} % of the rounds",
            solved=True,
            stand_in=partial(SlippingTeacher, slips=slips) if slips > OFTEN else None,
        )
        for level, slips in enumerate(SLIPS, start=1)
    },
    "perfect": Kind(Perfect, "plays the solved game: on average it cannot be beaten", solved=True),
}
