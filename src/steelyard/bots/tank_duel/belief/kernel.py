"""What a model of the opponent learns from each round, compiled: belief in rules, weights of criteria."""

import math
from typing import NamedTuple

import numpy as np

from steelyard.bots.tank_duel.criteria.kernel import CRITERIA, look
from steelyard.bots.tank_duel.opponent.kernel import SLIP, asked_for, best_of, share_out, size_of, slips_of
from steelyard.core.compiler import uncounted
from steelyard.games.tank_duel.kernel import PIECES, SHOWN, unpack

FORGOTTEN = 0.01  # belief that goes back to where it began in every round: an opponent may change
KEPT = 0.995  # of what is known of a rule, from round to round
UNLIKELY = 0.002  # belief, beside the greatest, below which a rule is not asked
RATE, DECAY, EPOCHS = 0.3, 0.002, 4  # how weights are learnt
WAY, OTHER_WAY_AT = np.uint64(3), np.uint64(6)


class Record(NamedTuple):
    """How the opponent has driven, to learn from: the criteria, candidates and the choice of each round."""

    shares: np.ndarray
    candidates: np.ndarray
    chosen: np.ndarray
    count: np.ndarray


@uncounted
def learn(position, seat, codes, workspace, model, record, direction, shot):
    """In that position, with those candidates, the seat's tank drove and shot like this."""
    width, height, a, b, _, _ = unpack(position[PIECES])
    a_way, b_way = np.int64(position[SHOWN] & WAY), np.int64((position[SHOWN] >> OTHER_WAY_AT) & WAY)
    if seat == 1:
        a, b, a_way, b_way = b, a, b_way, a_way
    model.wanted[:] = 1
    look(position, width, height, a, b, (a_way, b_way), workspace, model, codes, 0, len(codes), model.wanted)
    candidates = 0
    for each in range(4):
        candidates |= model.choices[each, 5] << each
    _learn_rules(model, candidates, direction)
    _learn_shots(model, direction, shot)
    share_out(model, candidates)
    at = record.count[0] % len(record.chosen)
    record.count[0] += 1
    record.candidates[at], record.chosen[at] = candidates, direction
    for each in range(4):
        for criterion in range(CRITERIA):
            record.shares[at, each, criterion] = model.shares[each, criterion]
    for _ in range(EPOCHS):
        for example in range(min(record.count[0], len(record.chosen))):
            _step(record.shares[example], record.candidates[example], record.chosen[example], model)
    choose_likely(model)


@uncounted
def _learn_rules(model, candidates, chosen):
    """Bayes' rule for the rules to drive by and, beside them, for the order in which equals are taken."""
    rules, belief, number = len(model.rules), model.belief, size_of(candidates)
    if number < 2:
        return
    for rule in range(rules):
        model.told[rule] = best_of(model.values, candidates, model.rules[rule])
    _learn_order(model, chosen)
    share_out(model, candidates)
    total = 0.0
    for rule in range(rules + 2):
        if rule < rules:
            chance = _judge(model.ties[model.told[rule], chosen], number, model.right, model.rounds, rule)
        elif rule == rules:
            chance = (1 - SLIP) * _learnt_chance(model.shares, candidates, chosen, model) + SLIP / number
        else:
            chance = 1 / number
        belief[rule] *= chance
        total += belief[rule]
    for rule in range(rules + 2):
        belief[rule] = (1 - FORGOTTEN) * belief[rule] / total + FORGOTTEN * model.prior[rule]


@uncounted
def _judge(chance, number, right, rounds, rule):
    """How likely a choice was by a rule that gave it that chance but slips; count whether it was right."""
    slips = slips_of(right[rule], rounds[rule])
    followed = (1 - slips) * chance
    total = followed + slips / number
    right[rule] = KEPT * (right[rule] + followed / total)
    rounds[rule] = KEPT * (rounds[rule] + 1.0)
    return total


@uncounted
def _learn_order(model, chosen):
    """Believe in the orders by which the rules, as far as believed in, explain the choice."""
    total = 0.0
    for order in range(len(model.orders)):
        explained, believed = 0.0, 1e-12
        for rule in range(len(model.rules)):
            best = model.told[rule]
            if (best >> chosen) & 1:  # a rule that is wrong says nothing of the order
                believed += model.belief[rule]
                if _first(model.orders[order], best) == chosen:
                    explained += model.belief[rule]
        model.order_belief[order] *= (1 - SLIP) * explained / believed + SLIP
        total += model.order_belief[order]
    for order in range(len(model.orders)):
        model.order_belief[order] /= total


@uncounted
def _first(order, best):
    for k in range(4):
        if (best >> order[k]) & 1:
            return order[k]
    return -1


@uncounted
def choose_likely(model):
    """Write what follows from the beliefs: how ties are broken, and which rules and criteria are needed."""
    model.ties[:] = 0.0
    for best in range(1, 16):
        for order in range(len(model.orders)):
            model.ties[best, _first(model.orders[order], best)] += model.order_belief[order]
    rules, least = len(model.rules), 2.0
    greatest, last = 0.0, -1
    for place in range(len(model.likely)):
        following, at = -1.0, -1
        for rule in range(rules):  # the next in the order of belief, then of number
            belief = model.belief[rule]
            after = belief < least or (belief == least and rule > last)
            if after and belief > following:
                following, at = belief, rule
        greatest = max(greatest, following)
        model.likely[place] = at if following >= UNLIKELY * greatest else -1
        least, last = following, at
    model.wanted[:] = model.belief[rules] >= UNLIKELY
    for rule in model.likely:
        if rule >= 0:
            model.wanted[model.rules[rule, 0]] = model.wanted[model.rules[rule, 2]] = 1


@uncounted
def _learn_shots(model, direction, shot):
    rules, number, total = len(model.shot_rules), 0, 0.0
    for each in range(5):
        number += model.choices[direction, each]
    if number < 2:
        return
    for rule in range(rules + 1):
        if rule == rules:
            chance = 1 / number
        else:
            shots = asked_for(model, direction, rule)
            chance = 1.0 if shots == shot == 0 else 0.0
            for each in range(1, 5):
                if (shots >> each) & 1 and shot == (each if model.choices[direction, each] else 0):
                    chance += 1 / size_of(shots)
            chance = _judge(chance, number, model.shot_right, model.shot_rounds, rule)
        model.shot_belief[rule] *= chance
        total += model.shot_belief[rule]
    for rule in range(rules + 1):
        model.shot_belief[rule] = (1 - FORGOTTEN) * model.shot_belief[
            rule
        ] / total + FORGOTTEN * model.shot_prior[rule]


@uncounted
def _liked(shares, direction, model):
    total = 0.0
    for criterion in range(CRITERIA):
        total += shares[direction, criterion] * model.learnt[criterion]
    return total


@uncounted
def _learnt_chance(shares, candidates, chosen, model):
    """How likely a direction was by what was learnt."""
    scale = 0.0
    for direction in range(4):
        if (candidates >> direction) & 1:
            scale += math.exp(_liked(shares, direction, model))
    return math.exp(_liked(shares, chosen, model)) / scale


@uncounted
def _step(shares, candidates, chosen, model):
    """Learn from one choice: a gradient step of softmax regression."""
    scale = 0.0
    for direction in range(4):
        model.steps[direction] = 0.0
        if (candidates >> direction) & 1:
            model.steps[direction] = math.exp(_liked(shares, direction, model))
        scale += model.steps[direction]
    for criterion in range(CRITERIA):
        slope = shares[chosen, criterion]
        for direction in range(4):
            slope -= shares[direction, criterion] * model.steps[direction] / scale
        model.learnt[criterion] += RATE * (slope - DECAY * model.learnt[criterion])
