"""The hypotheses that the model of an opponent begins with: simple ways to drive and to shoot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from steelyard.bots.tank_duel.belief.kernel import Record
from steelyard.bots.tank_duel.opponent.kernel import (
    ANY_LINE,
    BEST_LEAD,
    BEST_NAIVE_LEAD,
    COPIES,
    CUTS_MOST,
    DRIVE_FEATURES,
    DRIVEN_WAY,
    EDGEWARD,
    FARTHER,
    FEWEST_EXITS,
    FLIPS_ACROSS,
    FLIPS_DOWN,
    HITS_NOW,
    IN_LINE,
    LEAD,
    LEFTWARD,
    LINE,
    LINE_AHEAD,
    LINE_BEFORE,
    MOST_EXITS,
    MOST_ROOM,
    NEAR_LINE,
    NEARER,
    NEARER_DIRECT,
    NEARER_FLAT,
    NONE,
    OPPOSES,
    RIGHTWARD,
    SHOT_FEATURES,
    STRAIGHT,
    TOWARDS,
    UNDER_FIRE,
    Model,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_ROUNDS = 256  # that are remembered
LEARNT = "learnt"

DRIVERS: dict[str, tuple[float, dict[int, float]]] = {  # prior belief, and what is liked
    "chases": (3, {NEARER: 4, STRAIGHT: 0.5}),
    "chases on the board": (2, {NEARER_FLAT: 4, STRAIGHT: 0.5}),
    "comes closer": (1, {NEARER_DIRECT: 4, STRAIGHT: 0.5}),
    "flees": (1, {FARTHER: 4}),
    "drives on": (1, {STRAIGHT: 5}),
    "drives on, then right": (1, {STRAIGHT: 6, RIGHTWARD: 3}),
    "drives on, then left": (1, {STRAIGHT: 6, LEFTWARD: 3}),
    "right hand at the wall": (0.5, {RIGHTWARD: 6, STRAIGHT: 3}),
    "left hand at the wall": (0.5, {LEFTWARD: 6, STRAIGHT: 3}),
    "seeks room": (1, {MOST_ROOM: 4, LEAD: 1}),
    "seeks territory": (2, {BEST_LEAD: 3, LEAD: 3}),
    "seeks territory, forgets its mine": (2, {BEST_NAIVE_LEAD: 5}),
    "cuts off": (1, {CUTS_MOST: 4}),
    "hugs walls": (1, {FEWEST_EXITS: 4}),
    "seeks the open": (1, {MOST_EXITS: 4}),
    "seeks the edge": (1, {EDGEWARD: 4, STRAIGHT: 1}),
    "seeks a line": (1, {IN_LINE: 5}),
    "careful": (1, {UNDER_FIRE: -4, LEAD: 3}),
    "copies": (0.5, {COPIES: 6}),
    "mirrors": (0.5, {OPPOSES: 6}),
    "mirrors across": (0.5, {FLIPS_ACROSS: 6}),
    "mirrors down": (0.5, {FLIPS_DOWN: 6}),
    "anywhere": (1, {}),
    LEARNT: (2, {}),
}
SHOOTERS: dict[str, tuple[float, dict[int, float]]] = {
    "never": (1, {NONE: 5}),
    "in line": (4, {LINE: 7, NONE: 3.5}),
    "in line before": (1, {LINE_BEFORE: 7, NONE: 3.5}),
    "in line and near": (1, {NEAR_LINE: 7, NONE: 3.5}),
    "ahead of the enemy": (1, {LINE_AHEAD: 7, NONE: 3.5}),
    "where it drives": (1, {DRIVEN_WAY: 5}),
    "at once": (1, {HITS_NOW: 7, NONE: 3.5}),
    "at any exit": (1, {ANY_LINE: 7, NONE: 3.5}),
    "towards the enemy": (1, {TOWARDS: 5}),
    "anywhere": (1, {}),
    LEARNT: (2, {}),
}


def new_model() -> Model:
    drivers, drive_prior = _rows(DRIVERS, DRIVE_FEATURES)
    shooters, shot_prior = _rows(SHOOTERS, SHOT_FEATURES)
    return Model(
        drivers=drivers,
        shooters=shooters,
        drive_habits=np.zeros(DRIVE_FEATURES),
        shot_habits=np.zeros(SHOT_FEATURES),
        drive_prior=drive_prior,
        shot_prior=shot_prior,
        drive_belief=drive_prior.copy(),
        shot_belief=shot_prior.copy(),
        drives=np.zeros((4, DRIVE_FEATURES)),
        shots=np.zeros((4, 5, SHOT_FEATURES)),
        choices=np.zeros((4, 6), np.int64),
        steps=np.zeros(5, np.int64),
        told=np.zeros(max(len(DRIVERS), len(SHOOTERS))),
        scores=np.zeros(5),
        chances=np.zeros(5),
    )


def with_own_buffers(model: Model) -> Model:
    """The same hypotheses and beliefs, for another thread."""
    return model._replace(
        drives=model.drives.copy(),
        shots=model.shots.copy(),
        choices=model.choices.copy(),
        steps=model.steps.copy(),
        scores=model.scores.copy(),
        chances=model.chances.copy(),
    )


def new_record() -> Record:
    return Record(
        drives=np.zeros((MOST_ROUNDS, 4, DRIVE_FEATURES)),
        drive_choices=np.zeros((MOST_ROUNDS, 4)),
        drive_chosen=np.zeros(MOST_ROUNDS, np.int64),
        shots=np.zeros((MOST_ROUNDS, 5, SHOT_FEATURES)),
        shot_choices=np.zeros((MOST_ROUNDS, 5)),
        shot_chosen=np.zeros(MOST_ROUNDS, np.int64),
        count=np.zeros(1, np.int64),
    )


def _rows(
    table: dict[str, tuple[float, dict[int, float]]], features: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The weights, and the prior belief in each row."""
    rows, prior = np.zeros((len(table), features)), np.array([belief for belief, _ in table.values()])
    for number, (_, liked) in enumerate(table.values()):
        for feature, weight in liked.items():
            rows[number, feature] = weight
    return rows, prior / prior.sum()
