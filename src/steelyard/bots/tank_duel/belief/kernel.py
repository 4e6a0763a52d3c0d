"""What a model of the opponent learns from each round, compiled: belief in hypotheses, and habits."""

import math
from typing import NamedTuple

import numpy as np

from steelyard.bots.tank_duel.opponent.kernel import (
    DOWN,
    DRIVE_FEATURES,
    LEFT,
    NONE,
    RIGHT,
    SHOT_FEATURES,
    SLIP,
    STRAIGHT,
    UP,
    liked,
    look,
)
from steelyard.core.compiler import uncounted
from steelyard.games.tank_duel.kernel import PIECES, SHOWN, unpack

SHARE = 0.01  # belief that goes back to where it began in every round: an opponent may change
RATE, DECAY, EPOCHS = 0.3, 0.002, 4  # how the learnt hypothesis is trained
HABIT_RATE, RECENT = 0.3, 48  # how habits are, and how many rounds back
HABITS = (STRAIGHT, LEFT, RIGHT, UP, DOWN)
NO_HABITS = (NONE,)
WAY, OTHER_WAY_AT = np.uint64(3), np.uint64(6)


class Record(NamedTuple):
    """What the opponent has done, for training: features, candidates and the choice of each round."""

    drives: np.ndarray
    drive_choices: np.ndarray
    drive_chosen: np.ndarray
    shots: np.ndarray
    shot_choices: np.ndarray
    shot_chosen: np.ndarray
    count: np.ndarray


@uncounted
def learn(position, seat, codes, workspace, model, record, direction, shot):
    """In that position, with those candidates, the seat's tank drove and shot like this."""
    width, height, a, b, _, _ = unpack(position[PIECES])
    a_way, b_way = np.int64(position[SHOWN] & WAY), np.int64((position[SHOWN] >> OTHER_WAY_AT) & WAY)
    if seat == 0:
        look(position, width, height, a, b, (a_way, b_way), workspace, model, codes, 0, len(codes))
    else:
        look(position, width, height, b, a, (b_way, a_way), workspace, model, codes, 0, len(codes))
    at = record.count[0] % len(record.drive_chosen)
    record.count[0] += 1
    for choice in range(4):
        record.drive_choices[at, choice] = model.choices[choice, 5]
        for feature in range(DRIVE_FEATURES):
            record.drives[at, choice, feature] = model.drives[choice, feature]
    for choice in range(5):
        record.shot_choices[at, choice] = model.choices[direction, choice]
        for feature in range(SHOT_FEATURES):
            record.shots[at, choice, feature] = model.shots[direction, choice, feature]
    record.drive_chosen[at], record.shot_chosen[at] = direction, shot
    _study(
        record.drives, record.drive_choices, record.drive_chosen, record.count[0],
        model.drivers, model.drive_habits, model.drive_prior, model.drive_belief, HABITS, model,
    )  # fmt: skip
    _study(
        record.shots, record.shot_choices, record.shot_chosen, record.count[0],
        model.shooters, model.shot_habits, model.shot_prior, model.shot_belief, NO_HABITS, model,
    )  # fmt: skip


@uncounted
def _study(features, candidates, chosen, count, hypotheses, habits, prior, belief, trained, model):
    """Take the last round into account, then learn from all that are remembered."""
    at = (count - 1) % len(chosen)
    _explain(features[at], candidates[at], chosen[at], hypotheses, habits, model.told)
    total = 0.0
    for number in range(len(belief)):
        belief[number] *= model.told[number]
        total += belief[number]
    for number in range(len(belief)):
        belief[number] = (1 - SHARE) * belief[number] / total + SHARE * prior[number]
    for _ in range(EPOCHS):
        for example in range(min(count, len(chosen))):
            _step(features[example], candidates[example], chosen[example], hypotheses, habits, model.scores)
    for back in range(min(RECENT, count, len(chosen)), 0, -1):  # the oldest of them first
        example = (count - back) % len(chosen)
        _form_habits(
            features[example],
            candidates[example],
            chosen[example],
            hypotheses,
            habits,
            belief,
            trained,
            model,
        )


@uncounted
def _explain(features, candidates, chosen, hypotheses, habits, told):
    """Write how likely each hypothesis found the choice."""
    options = 0.0
    for choice in range(len(features)):
        options += candidates[choice]
    for number in range(len(hypotheses)):
        scale = 0.0
        for choice in range(len(features)):
            if candidates[choice]:
                scale += math.exp(liked(features, choice, hypotheses, habits, number))
        share = math.exp(liked(features, chosen, hypotheses, habits, number)) / scale
        told[number] = (1 - SLIP) * share + SLIP / options


@uncounted
def _step(features, candidates, chosen, hypotheses, habits, scores):
    """Train the last hypothesis by one choice: a gradient step of softmax regression."""
    last, scale = len(hypotheses) - 1, 0.0
    for choice in range(len(features)):
        scores[choice] = 0.0
        if candidates[choice]:
            scores[choice] = math.exp(liked(features, choice, hypotheses, habits, last))
        scale += scores[choice]
    for feature in range(features.shape[1]):
        slope = features[chosen, feature]
        for choice in range(len(features)):
            slope -= features[choice, feature] * scores[choice] / scale
        hypotheses[last, feature] += RATE * (slope - DECAY * hypotheses[last, feature])


@uncounted
def _form_habits(features, candidates, chosen, hypotheses, habits, belief, trained, model):
    """One gradient step for the habits: as much as the believed hypotheses leave unexplained."""
    _explain(features, candidates, chosen, hypotheses, habits, model.told)
    total = 0.0
    for number in range(len(belief) - 1):
        total += belief[number] * model.told[number]
    for number in range(len(belief) - 1):
        share = belief[number] * model.told[number] / total
        if share < 0.05:
            continue
        scale = 0.0
        for choice in range(len(features)):
            model.scores[choice] = 0.0
            if candidates[choice]:
                model.scores[choice] = math.exp(liked(features, choice, hypotheses, habits, number))
            scale += model.scores[choice]
        for feature in trained:
            slope = features[chosen, feature]
            for choice in range(len(features)):
                slope -= features[choice, feature] * model.scores[choice] / scale
            habits[feature] += HABIT_RATE * share * (slope - DECAY * habits[feature])
