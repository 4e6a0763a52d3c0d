"""A model of the opponent, compiled: what it sees in each direction and each shot, and what it will choose.

Hypotheses are rows of weights for features: a hypothesis chooses in proportion to the exponential of what it
likes. There are some for where to drive and some for when to shoot; each kind has weights of belief, which
follow Bayes' rule. The last hypothesis of each kind is learnt from what the opponent did, and so are habits:
a liking for some directions, which decides where a hypothesis finds several equally good.
"""

import math
from typing import NamedTuple

import numpy as np

from steelyard.bots.tank_duel.space.kernel import (
    NOTHING,
    ahead,
    around,
    common,
    free,
    has,
    less,
    only,
    reach,
    row,
    size,
    some,
    territories,
    union,
)
from steelyard.core.compiler import uncounted
from steelyard.games.tank_duel.kernel import STEP, on_board, wall

# Features of a direction.
(
    STRAIGHT, LEFTWARD, RIGHTWARD, NEARER, NEARER_FLAT, NEARER_DIRECT, FARTHER, MOST_ROOM, BEST_LEAD, LEAD,
    CUTS_MOST, FEWEST_EXITS, MOST_EXITS, IN_LINE, UNDER_FIRE, LEFT, RIGHT, UP, DOWN, COPIES, OPPOSES,
    FLIPS_ACROSS, FLIPS_DOWN, EDGEWARD, BEST_NAIVE_LEAD, DRIVE_FEATURES,
) = range(26)  # fmt: skip
# Features of a shot, or of none.
NONE, LINE, NEAR_LINE, DRIVEN_WAY, HITS_NOW, LINE_AHEAD, LINE_BEFORE, TOWARDS, ANY_LINE, SHOT_FEATURES = (
    range(10)
)

TURN_LEFT = np.array([3, 2, 0, 1])
TURN_RIGHT = np.array([2, 3, 1, 0])
ACROSS = np.array([1, 0, 2, 3])
OVER = np.array([0, 1, 3, 2])
FAR = 1000
SLIP = 0.03  # the share of its choices that a hypothesis leaves to chance
LOW_NIBBLE = np.uint64(15)
FOUR_BITS = np.uint64(4)


class Model(NamedTuple):
    """Hypotheses, the belief in each, and buffers for one position."""

    drivers: np.ndarray
    """Hypotheses of where to drive: a row of weights each."""
    shooters: np.ndarray
    drive_habits: np.ndarray
    """Weights that are added to those of every hypothesis."""
    shot_habits: np.ndarray
    drive_prior: np.ndarray
    shot_prior: np.ndarray
    drive_belief: np.ndarray
    shot_belief: np.ndarray
    drives: np.ndarray
    """Features of the four directions."""
    shots: np.ndarray
    """Features of no shot and the four shots, for each direction."""
    choices: np.ndarray
    """Whether a pair of direction and shot is a candidate."""
    steps: np.ndarray
    """Distances from the enemy: of the four next squares, then of the tank."""
    told: np.ndarray
    """How likely each hypothesis found a choice."""
    scores: np.ndarray
    chances: np.ndarray
    """The probabilities of up to five choices."""


# What it will do.
@uncounted
def predict(position, width, height, tank, enemy, ways, workspace, model, codes, first, count, guesses):
    """Write the probability of each candidate joystick of a tank; `ways` are how both drove last."""
    look(position, width, height, tank, enemy, ways, workspace, model, codes, first, count)
    for direction in range(4):
        model.scores[direction] = model.choices[direction, 5]
    _mix(model.drives, model.scores, model.drivers, model.drive_habits, model.drive_belief, model.chances)
    drive = model.chances[0], model.chances[1], model.chances[2], model.chances[3]
    for direction in range(4):
        if not model.choices[direction, 5]:
            continue
        for shot in range(5):
            model.scores[shot] = model.choices[direction, shot]
        _mix(
            model.shots[direction], model.scores, model.shooters, model.shot_habits, model.shot_belief,
            model.chances,
        )  # fmt: skip
        for k in range(first, first + count):
            if codes[k] // 10 - 1 == direction:
                guesses[k] = drive[direction] * model.chances[_shot(codes[k])]


@uncounted
def _shot(code):
    """0 for no shot, 1 to 4 for one."""
    return max(code % 10 - 1, 0) // 2


@uncounted
def _mix(features, candidates, hypotheses, habits, belief, chances):
    """Write the probability of each candidate: what every hypothesis says, by the belief in it."""
    for choice in range(len(features)):
        chances[choice] = 0.0
    total = 0.0
    for choice in range(len(features)):
        total += candidates[choice]
    for number in range(len(belief)):
        if belief[number] < 0.005:
            continue
        scale = 0.0
        for choice in range(len(features)):
            if candidates[choice]:
                scale += math.exp(liked(features, choice, hypotheses, habits, number))
        for choice in range(len(features)):
            if candidates[choice]:
                share = math.exp(liked(features, choice, hypotheses, habits, number)) / scale
                chances[choice] += belief[number] * ((1 - SLIP) * share + SLIP / total)


@uncounted
def liked(features, choice, hypotheses, habits, number):
    total = 0.0
    for feature in range(features.shape[1]):
        total += features[choice, feature] * (hypotheses[number, feature] + habits[feature])
    return total


# What it sees.
@uncounted
def look(position, width, height, tank, enemy, ways, workspace, model, codes, first, count):
    """Write the features of every candidate."""
    model.choices[:] = 0
    model.drives[:] = 0.0
    model.shots[:] = 0.0
    for k in range(first, first + count):
        model.choices[codes[k] // 10 - 1, _shot(codes[k])] = 1
        model.choices[codes[k] // 10 - 1, 5] = 1
    room = free(position, workspace.ground)
    left = less(room, union(only(tank), only(enemy)))
    exits = common(row(workspace.near, enemy), left)
    _turns(model, ways)
    _distances(room, tank, enemy, width, height, workspace, model)
    _rooms(left, tank, enemy, width, height, workspace, model)
    _naive_leads(union(left, only(tank)), tank, enemy, width, height, workspace, model)
    _rims(tank, width, height, workspace, model)
    for direction in range(4):
        if model.choices[direction, 5]:
            place = workspace.targets[tank, direction]
            model.drives[direction, LEFT + direction] = 1.0
            model.drives[direction, UNDER_FIRE] = some(common(row(workspace.aimed, place), exits))
            _shots(position, width, height, tank, enemy, ways[1], direction, exits, workspace, model)


@uncounted
def _turns(model, ways):
    own, other = ways
    model.drives[own, STRAIGHT] = 1.0
    model.drives[TURN_LEFT[own], LEFTWARD] = 1.0
    model.drives[TURN_RIGHT[own], RIGHTWARD] = 1.0
    model.drives[other, COPIES] = 1.0
    model.drives[other ^ 1, OPPOSES] = 1.0
    model.drives[ACROSS[other], FLIPS_ACROSS] = 1.0
    model.drives[OVER[other], FLIPS_DOWN] = 1.0


@uncounted
def _rims(tank, width, height, workspace, model):
    """Which directions lead or keep nearest to an edge."""
    nearest = FAR
    for direction in range(4):
        if model.choices[direction, 5]:
            nearest = min(nearest, _rim(workspace.targets[tank, direction], width, height))
    for direction in range(4):
        if model.choices[direction, 5]:
            rim = _rim(workspace.targets[tank, direction], width, height)
            model.drives[direction, EDGEWARD] = rim == nearest


@uncounted
def _rim(cell, width, height):
    """How far a square is from the nearest edge."""
    x, y = np.int64(cell & LOW_NIBBLE) - 1, np.int64(cell >> FOUR_BITS) - 2
    return min(x, np.int64(width) - 1 - x, y, np.int64(height) - 1 - y)


@uncounted
def _direct(cell, enemy):
    """The distance without walls or open edges."""
    across = abs(np.int64(cell & LOW_NIBBLE) - np.int64(enemy & LOW_NIBBLE))
    return across + abs(np.int64(cell >> FOUR_BITS) - np.int64(enemy >> FOUR_BITS))


@uncounted
def _distances(room, tank, enemy, width, height, workspace, model):
    room = union(room, only(tank))
    for flat in range(2):
        _measure(room, tank, enemy, flat, workspace, model.steps, width, height)
        for direction in range(4):
            if model.choices[direction, 5]:
                nearer = model.steps[direction] < model.steps[4]
                model.drives[direction, NEARER_FLAT if flat else NEARER] = nearer
                if not flat:
                    model.drives[direction, FARTHER] = model.steps[direction] > model.steps[4]
    for direction in range(4):
        place = workspace.targets[tank, direction]
        model.drives[direction, NEARER_DIRECT] = _direct(place, enemy) < _direct(tank, enemy)


@uncounted
def _measure(room, tank, enemy, flat, workspace, steps, width, height):
    """Write how far the next squares and the tank are from the enemy, over free squares."""
    steps[:] = FAR
    seen = edge = only(enemy)
    distance, missing = 0, 5
    while missing and some(edge):
        distance += 1
        edge = less(common(_next_to(edge, flat, width, height), room), seen)
        seen = union(seen, edge)
        for k in range(5):
            cell = tank if k == 4 else workspace.targets[tank, k]
            if steps[k] == FAR and has(edge, cell):
                steps[k] = distance
                missing -= 1


@uncounted
def _next_to(edge, flat, width, height):
    if not flat:
        return around(edge, width, height)
    spread = NOTHING
    for direction in range(4):
        spread = union(spread, ahead(edge, direction))
    return spread


@uncounted
def _rooms(left, tank, enemy, width, height, workspace, model):
    """Room, territories and exits: which direction has most of them."""
    most_room, best_lead, worst_lead, least_theirs, fewest, most = 0, -FAR, FAR, FAR, 4, 0
    for direction in range(4):
        if not model.choices[direction, 5]:
            continue
        place = workspace.targets[tank, direction]
        rest = less(left, only(place))
        room = size(reach(rest, place, width, height))
        ours, theirs, _ = territories(left, place, enemy, width, height)
        exits = size(common(row(workspace.near, place), rest))
        drives = model.drives[direction]
        drives[MOST_ROOM], drives[BEST_LEAD], drives[CUTS_MOST] = room, ours - theirs, theirs
        drives[FEWEST_EXITS] = exits
        most_room, least_theirs = max(most_room, room), min(least_theirs, theirs)
        best_lead, worst_lead = max(best_lead, ours - theirs), min(worst_lead, ours - theirs)
        fewest, most = min(fewest, exits), max(most, exits)
    for direction in range(4):
        if not model.choices[direction, 5]:
            continue
        drives = model.drives[direction]
        drives[LEAD] = (drives[BEST_LEAD] - worst_lead) / max(best_lead - worst_lead, 1)
        drives[MOST_ROOM] = drives[MOST_ROOM] == most_room
        drives[BEST_LEAD] = drives[BEST_LEAD] == best_lead
        drives[CUTS_MOST] = drives[CUTS_MOST] == least_theirs
        drives[MOST_EXITS] = drives[FEWEST_EXITS] == most
        drives[FEWEST_EXITS] = drives[FEWEST_EXITS] == fewest


@uncounted
def _naive_leads(left, tank, enemy, width, height, workspace, model):
    """Which direction has the best lead for a program that forgets the mine it leaves behind."""
    best = -FAR
    for direction in range(4):
        if model.choices[direction, 5]:
            place = workspace.targets[tank, direction]
            ours, theirs, _ = territories(left, place, enemy, width, height)
            model.drives[direction, BEST_NAIVE_LEAD] = ours - theirs
            best = max(best, ours - theirs)
    for direction in range(4):
        if model.choices[direction, 5]:
            drives = model.drives[direction]
            drives[BEST_NAIVE_LEAD] = drives[BEST_NAIVE_LEAD] == best


@uncounted
def _shots(position, width, height, tank, enemy, enemy_way, direction, exits, workspace, model):
    """Features of the shots after a drive in that direction."""
    place = workspace.targets[tank, direction]
    enemy_ahead = workspace.targets[enemy, enemy_way]
    across = np.int64(enemy & LOW_NIBBLE) - np.int64(place & LOW_NIBBLE)
    down = np.int64(enemy >> FOUR_BITS) - np.int64(place >> FOUR_BITS)
    towards = (1 if across > 0 else 0) if abs(across) >= abs(down) else (3 if down > 0 else 2)
    features = model.shots[direction]
    features[0, NONE] = 1.0
    for shot in range(4):
        found = features[1 + shot]
        found[DRIVEN_WAY], found[TOWARDS] = shot == direction, shot == towards
        found[LINE_BEFORE] = _ray(position, width, height, tank, shot, enemy)
        distance, cell = 0, place + STEP[shot]
        while on_board(cell, width, height) and not wall(position, cell):
            distance += 1
            if cell == enemy:
                found[LINE], found[NEAR_LINE] = 1.0, distance <= 3
                model.drives[direction, IN_LINE] = 1.0
            if cell == enemy_ahead:
                found[LINE_AHEAD] = 1.0
            if has(exits, cell):
                found[ANY_LINE] = 1.0
                if distance <= 2:
                    found[HITS_NOW] = 1.0
            cell = cell + STEP[shot]


@uncounted
def _ray(position, width, height, place, shot, aim):
    """Whether a missile from the square flies straight over another."""
    cell = place + STEP[shot]
    while on_board(cell, width, height) and not wall(position, cell):
        if cell == aim:
            return 1.0
        cell = cell + STEP[shot]
    return 0.0
