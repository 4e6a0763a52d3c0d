"""The hypotheses that the model of an opponent begins with: simple rules to drive and to shoot by."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from steelyard.bots.tank_duel.belief.kernel import Record, choose_likely
from steelyard.bots.tank_duel.criteria import kernel
from steelyard.bots.tank_duel.criteria.kernel import CRITERIA, REASONS
from steelyard.bots.tank_duel.opponent.kernel import Model

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_ROUNDS = 256  # that are remembered
MOST_LIKELY = 64  # rules that are asked
LEARNT, ANYTHING = 0.1, 0.15  # belief in them before the first round
ANY_SHOT = 0.1

MOST, LEAST = 1, -1
DRIVERS: dict[tuple[int, int], float] = {  # a criterion, which end of it, and how usual that is
    (kernel.STEPS, LEAST): 6,
    (kernel.FLAT_STEPS, LEAST): 4,
    (kernel.DIRECT, LEAST): 3,
    (kernel.WRAPPED, LEAST): 2,
    (kernel.STEPS_AHEAD, LEAST): 3,
    (kernel.STEPS_AHEAD_2, LEAST): 1,
    (kernel.STEPS_AHEAD_3, LEAST): 1,
    (kernel.DIRECT_AHEAD, LEAST): 1,
    (kernel.EXIT, LEAST): 1,
    (kernel.KEEPS_APART, LEAST): 1,
    (kernel.STEPS, MOST): 3,
    (kernel.DIRECT, MOST): 1,
    (kernel.WRAPPED, MOST): 1,
    (kernel.NAIVE_ROOM, MOST): 3,
    (kernel.ROOM, MOST): 2,
    (kernel.NAIVE_LEAD, MOST): 4,
    (kernel.LEAD, MOST): 3,
    (kernel.NAIVE_FIRST, MOST): 3,
    (kernel.FIRST, MOST): 2,
    (kernel.NAIVE_SECOND, LEAST): 2,
    (kernel.SECOND, LEAST): 2,
    (kernel.WORST_LEAD, MOST): 2,
    (kernel.EXITS, MOST): 2,
    (kernel.EXITS, LEAST): 2,
    (kernel.RIM, LEAST): 2,
    (kernel.MIDDLE, LEAST): 2,
    (kernel.LINE_UP, MOST): 3,
    (kernel.LINE_UP, LEAST): 1,
    (kernel.LINE_UP_AHEAD, MOST): 1,
    (kernel.UNDER_FIRE, LEAST): 3,
    (kernel.STRAIGHT, MOST): 2,
    (kernel.THEN_RIGHT, MOST): 2,
    (kernel.THEN_LEFT, MOST): 2,
    (kernel.RIGHT_HAND, MOST): 2,
    (kernel.LEFT_HAND, MOST): 2,
    (kernel.COPIES, MOST): 2,
    (kernel.OPPOSES, MOST): 2,
    (kernel.FLIPS_ACROSS, MOST): 1,
    (kernel.FLIPS_DOWN, MOST): 1,
    (kernel.ANYTHING, MOST): 2,
    (kernel.MEAN_LEAD, MOST): 2,
    (kernel.NEAR_ROOM, MOST): 2,
    (kernel.FLAT_ROOM, MOST): 2,
    (kernel.NEAR_FIRST, MOST): 2,
    (kernel.NEXT_EXITS, MOST): 1,
    (kernel.BLOCK, MOST): 1,
    (kernel.LANE, MOST): 2,
    (kernel.SHUTS_IN, LEAST): 2,
    (kernel.UNDER_FIRE, MOST): 2,
}
OF_EQUALS: dict[tuple[int, int], float] = {
    (kernel.ANYTHING, MOST): 10,
    (kernel.STRAIGHT, MOST): 4,
    (kernel.THEN_RIGHT, MOST): 1,
    (kernel.STEPS, LEAST): 2,
    (kernel.DIRECT, LEAST): 2,
    (kernel.STEPS, MOST): 1,
    (kernel.EXITS, MOST): 1,
    (kernel.EXITS, LEAST): 1,
    (kernel.MIDDLE, LEAST): 1,
    (kernel.LINE_UP, MOST): 1,
    (kernel.UNDER_FIRE, LEAST): 1,
    (kernel.NAIVE_ROOM, MOST): 1,
    (kernel.NAIVE_LEAD, MOST): 1,
    (kernel.KEEPS_APART, LEAST): 1,
}
SHOTS: dict[int, float] = {
    kernel.NEVER: 2,
    kernel.LINE: 8,
    kernel.NEAR_LINE: 2,
    kernel.MIDDLE_LINE: 2,
    kernel.LINE_AHEAD: 3,
    kernel.LINE_AHEAD_2: 1,
    kernel.LINE_BEFORE: 2,
    kernel.LINE_BEFORE_AHEAD: 1,
    kernel.HITS_NOW: 6,
    kernel.ANY_EXIT: 2,
    kernel.TOWARDS: 1.5,
    kernel.DRIVEN_WAY: 1.5,
    kernel.MEETS: 3,
}
OTHERWISE = 0.06  # how usual a second reason for a shot is, beside none
USUAL_ORDERS = (
    (0, 1, 2, 3),
    (2, 3, 0, 1),
    (2, 1, 3, 0),
    (2, 0, 3, 1),
)  # left right up down; up down left right; clockwise
USUAL = 3  # times as likely as another order


def new_model() -> Model:
    rules, prior = _rules()
    shot_rules, shot_prior = _shot_rules()
    orders = list(permutations(range(4)))
    order_belief = np.array([USUAL if order in USUAL_ORDERS else 1 for order in orders], float)
    model = Model(
        rules=rules,
        belief=prior.copy(),
        prior=prior,
        right=np.zeros(len(rules)),
        rounds=np.zeros(len(rules)),
        likely=np.full(MOST_LIKELY, -1),
        wanted=np.zeros(CRITERIA, np.int8),
        orders=np.array(orders),
        order_belief=order_belief / order_belief.sum(),
        ties=np.zeros((16, 4)),
        learnt=np.zeros(CRITERIA),
        shot_rules=shot_rules,
        shot_belief=shot_prior.copy(),
        shot_prior=shot_prior,
        shot_right=np.zeros(len(shot_rules)),
        shot_rounds=np.zeros(len(shot_rules)),
        values=np.zeros((4, CRITERIA)),
        shares=np.zeros((4, CRITERIA)),
        shots=np.zeros((4, REASONS), np.int64),
        choices=np.zeros((4, 6), np.int64),
        steps=np.zeros(4),
        chances=np.zeros(5),
        told=np.zeros(len(rules), np.int64),
    )
    choose_likely(model)
    return model


def with_own_buffers(model: Model) -> Model:
    """The same hypotheses and beliefs, for another thread."""
    return model._replace(
        values=model.values.copy(),
        shares=model.shares.copy(),
        shots=model.shots.copy(),
        choices=model.choices.copy(),
        steps=model.steps.copy(),
        chances=model.chances.copy(),
    )


def new_record() -> Record:
    return Record(
        shares=np.zeros((MOST_ROUNDS, 4, CRITERIA)),
        candidates=np.zeros(MOST_ROUNDS, np.int64),
        chosen=np.zeros(MOST_ROUNDS, np.int64),
        count=np.zeros(1, np.int64),
    )


def _rules() -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Every pair of criteria, and the belief in each, in what will be learnt, and in anything."""
    rows, prior = [], []
    for first, usual in DRIVERS.items():
        for second, also in OF_EQUALS.items():
            if first[0] != second[0]:
                rows.append((*first, *second))
                prior.append(usual * also)
    rest = 1 - LEARNT - ANYTHING
    return np.array(rows), np.array([*(rest * each / sum(prior) for each in prior), LEARNT, ANYTHING])


def _shot_rules() -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    rows, prior = [], []
    for first, usual in SHOTS.items():
        for second, also in SHOTS.items():
            if second == kernel.NEVER:
                rows.append((first, second))
                prior.append(usual)
            elif kernel.NEVER != first != second:
                rows.append((first, second))
                prior.append(OTHERWISE * usual * also)
    rest = 1 - ANY_SHOT
    return np.array(rows), np.array([*(rest * each / sum(prior) for each in prior), ANY_SHOT])
