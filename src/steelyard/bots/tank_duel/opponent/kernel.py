"""A model of the opponent, compiled: what it will choose.

Simple programs decide by rules: of the directions that do not kill, take the best by one criterion; of
equals, the best by a second one; of equals, the first in a fixed order. A hypothesis of how the opponent
drives is such a pair of criteria; one more is learnt from what it did, and one is anything. Shots have rules
too: a reason to fire, and another for when the first does not hold. Belief in each follows Bayes' rule.

A program that nobody has thought of follows none of the rules, but often what some of them say. So every rule
has its own share of slips, which is learnt too: without it, the rule that is least wrong would be believed.
"""

import math
from typing import NamedTuple

import numpy as np

from steelyard.bots.tank_duel.criteria.kernel import CRITERIA, look, shot_of
from steelyard.core.compiler import uncounted

SLIP = 0.03  # the share of its choices that what was learnt leaves to chance
LEAST_SLIP = 0.005  # the same for all hypotheses together
RIGHT, WRONG = 10.0, 1.0  # rounds in which a rule is taken to have been right and wrong before the first


class Model(NamedTuple):
    """Hypotheses, the belief in each, and buffers for one position."""

    rules: np.ndarray
    """A row each: a criterion, whether most (1) or least (-1) of it is wanted, and the same for equals."""
    belief: np.ndarray
    """In each rule, then in what was learnt, then in anything."""
    prior: np.ndarray
    right: np.ndarray
    """In how many rounds each rule was right; fewer for rounds long ago."""
    rounds: np.ndarray
    """In how many rounds each rule was asked, counted likewise."""
    likely: np.ndarray
    """The rules believed in most, which are asked."""
    wanted: np.ndarray
    """The criteria of those: others take time for nothing."""
    orders: np.ndarray
    """All orders of the four directions."""
    order_belief: np.ndarray
    ties: np.ndarray
    """For each set of equally good directions, how likely each of them is taken."""
    learnt: np.ndarray
    """Weights of the criteria, each from 0 to 1 over the directions."""
    shot_rules: np.ndarray
    """A row each: a reason for a shot, and another."""
    shot_belief: np.ndarray
    """In each of them, then in anything."""
    shot_prior: np.ndarray
    shot_right: np.ndarray
    shot_rounds: np.ndarray
    values: np.ndarray
    """The criteria for the four directions."""
    shares: np.ndarray
    """The same from 0, the least of the candidates, to 1, the most."""
    shots: np.ndarray
    """For each direction and reason, the shots that it asks for, as a set of bits."""
    choices: np.ndarray
    """Whether a pair of direction and shot is a candidate; last, whether any of the direction is."""
    steps: np.ndarray
    chances: np.ndarray
    """The probabilities of up to five choices."""
    told: np.ndarray
    """The directions that each rule finds equally good, as a set of bits."""


# What it will do.
@uncounted
def predict(position, width, height, tank, enemy, ways, workspace, model, codes, first, count, guesses):
    """Write the probability of each candidate joystick of a tank; `ways` are how both drove last."""
    look(position, width, height, tank, enemy, ways, workspace, model, codes, first, count, model.wanted)
    candidates, number = _candidates(model)
    if number == 0:
        return
    _drive(model, candidates, number)
    drive = model.chances[0], model.chances[1], model.chances[2], model.chances[3]
    for direction in range(4):
        if not model.choices[direction, 5]:
            continue
        shoot(model, direction)
        for k in range(first, first + count):
            if codes[k] // 10 - 1 == direction:
                guesses[k] = drive[direction] * model.chances[shot_of(codes[k])]


@uncounted
def _candidates(model):
    """The directions that are candidates, as a set of bits, and their number."""
    candidates, number = 0, 0
    for direction in range(4):
        if model.choices[direction, 5]:
            candidates |= 1 << direction
            number += 1
    return candidates, number


@uncounted
def _drive(model, candidates, number):
    """Write the probability of each direction: what every hypothesis says, by the belief in it."""
    rules, chances = len(model.rules), model.chances
    total = 1e-12
    for direction in range(4):
        chances[direction] = 0.0
    for rule in model.likely:
        if rule < 0:
            break
        belief = model.belief[rule]
        equals = best_of(model.values, candidates, model.rules[rule])
        total += belief
        slips = slips_of(model.right[rule], model.rounds[rule])
        for direction in range(4):
            if (candidates >> direction) & 1:
                chances[direction] += belief * ((1 - slips) * model.ties[equals, direction] + slips / number)
    _learnt_chances(model, candidates, model.steps)
    belief, anything = model.belief[rules], model.belief[rules + 1]
    total += belief + anything
    for direction in range(4):
        if (candidates >> direction) & 1:
            chances[direction] += belief * model.steps[direction] + anything / number
            chances[direction] = (1 - LEAST_SLIP) * chances[direction] / total + LEAST_SLIP / number


@uncounted
def slips_of(right, rounds):
    """The share of its choices that a rule leaves to chance, by how often it was right."""
    return (WRONG + rounds - right) / (RIGHT + WRONG + rounds)


@uncounted
def best_of(values, candidates, rule):
    """The directions that a rule finds best, as a set of bits."""
    for part in range(2):
        criterion, sign = rule[2 * part], rule[2 * part + 1]
        most, best = -1e9, 0
        for direction in range(4):
            if (candidates >> direction) & 1:
                value = sign * values[direction, criterion]
                if value > most:
                    most, best = value, 1 << direction
                elif value == most:
                    best |= 1 << direction
        candidates = best
    return candidates


@uncounted
def _learnt_chances(model, candidates, chances):
    """Write how likely each direction is by what was learnt: a softmax over the weighted criteria."""
    scale = 0.0
    if model.belief[len(model.rules)] < 0.005:
        for direction in range(4):
            chances[direction] = 0.0
        return
    share_out(model, candidates)
    for direction in range(4):
        chances[direction] = 0.0
        if (candidates >> direction) & 1:
            liked = 0.0
            for criterion in range(CRITERIA):
                liked += model.learnt[criterion] * model.shares[direction, criterion]
            chances[direction] = math.exp(liked)
        scale += chances[direction]
    for direction in range(4):
        chances[direction] /= scale


@uncounted
def share_out(model, candidates):
    """Write the criteria from 0, the least of the candidates, to 1, the most."""
    for criterion in range(CRITERIA):
        least, most = 1e9, -1e9
        for direction in range(4):
            if (candidates >> direction) & 1:
                least = min(least, model.values[direction, criterion])
                most = max(most, model.values[direction, criterion])
        for direction in range(4):
            model.shares[direction, criterion] = 0.0
            if most > least and (candidates >> direction) & 1:
                model.shares[direction, criterion] = (model.values[direction, criterion] - least) / (
                    most - least
                )


@uncounted
def shoot(model, direction):
    """Write the probability of no shot and of each shot after a drive in that direction."""
    chances, number, total, any_of_them = model.chances, 0, 0.0, 0.0
    for shot in range(5):
        chances[shot] = 0.0
        number += model.choices[direction, shot]
    if number == 0:
        return
    for rule in range(len(model.shot_rules)):
        belief = model.shot_belief[rule]
        if belief < 0.003:
            continue
        total += belief
        shots = asked_for(model, direction, rule)
        slips = slips_of(model.shot_right[rule], model.shot_rounds[rule])
        any_of_them += belief * slips
        each = belief * (1 - slips) / max(size_of(shots), 1)
        for shot in range(1, 5):
            if (shots >> shot) & 1:
                chances[shot if model.choices[direction, shot] else 0] += each
        if not shots:
            chances[0] += each
    anything = model.shot_belief[len(model.shot_rules)]
    total += anything
    for shot in range(5):
        if model.choices[direction, shot]:
            chances[shot] += (any_of_them + anything) / number
            chances[shot] = (1 - LEAST_SLIP) * chances[shot] / total + LEAST_SLIP / number


@uncounted
def asked_for(model, direction, rule):
    """The shots that a rule asks for, as a set of bits; one that can hit nobody is no candidate."""
    shots = model.shots[direction, model.shot_rules[rule, 0]]
    return shots or model.shots[direction, model.shot_rules[rule, 1]]


@uncounted
def size_of(bits):
    number = 0
    while bits:
        bits &= bits - 1
        number += 1
    return number
