"""The evaluation of a position, compiled: candidate joysticks, short careful playouts, and their results.

Tanks a and b have missiles m and n, as in the game's kernel; `flown` moves the missiles on.
A worth is what seat 0 gets, from 0 to 1, and what seat 1 gets: together one, unless the game
is drawn or leads are worth more to one seat than to the other.
"""

import math
from typing import NamedTuple

import numpy as np

from steelyard.bots.tank_duel.network.kernel import Network, areas_meet, judge
from steelyard.bots.tank_duel.space.kernel import (
    NOTHING,
    Steps,
    ahead,
    around,
    common,
    free,
    has,
    inlined,
    less,
    longest,
    only,
    reach,
    row,
    some,
    territories,
    union,
)
from steelyard.core.compiler import uncounted
from steelyard.games.tank_duel.kernel import (
    CELL,
    COMPACT,
    COURSE,
    EXISTS,
    STEP,
    covers,
    driven,
    flown,
    mixed,
    placed,
    play_round,
    winner,
)

ZERO, ONE, TWO, THREE, SIX, BYTE, BIT = (np.uint64(n) for n in (0, 1, 2, 3, 6, 8, 63))
HALF = np.uint64(32)
LOW_BYTE = np.uint64(255)
MINES_FROM = np.uint64(4)
WEYL = np.uint64(0x9E3779B97F4A7C15)
WALK, SHOOT = 10, 2  # what a direction adds to a joystick's code; with a shot one more
HOPELESS = 0  # for a tank without a safe square

MOST_CHOICES = 20  # four directions, each alone or with one of four shots
AIM_ROUNDS = 6  # a shot is a candidate if it can hit the enemy within this many rounds
AIMS, SETS = AIM_ROUNDS, AIM_ROUNDS + 4
ROUNDS = 2  # rounds of a playout
STEPS = 100  # steps of the search for a tank's longest path

# The weights of a lead: their sum is the logit of a seat's winning chances.
(
    OF_ROOM,  # by the lead in squares reached first, divided by the square root of their total
    OF_MEETING,  # while the tanks can meet
    OF_OUTLIVING,  # once they cannot: for surviving longer at all
    OF_EQUALS,  # for surviving as long
    OF_DYING,  # for dying first
    OF_ROUND,  # for each round of the difference
) = range(6)


class Workspace(NamedTuple):
    """The data and buffers of a search on one board."""

    ground: np.ndarray
    """The squares of the board without walls."""
    near: np.ndarray
    """For each cell, the squares next to it without walls."""
    aimed: np.ndarray
    """For each cell, the squares from which a shot covers it in the round of the shot."""
    targets: np.ndarray
    """For each cell, where each direction leads."""
    sets: np.ndarray
    """The squares the enemy can be on after one round, two rounds and so on; from AIMS on, for each shot,
    those from which on a missile may meet it."""
    scratch: Steps
    keys: np.ndarray
    """Cache keys: rooms that were searched before."""
    lengths: np.ndarray
    """Cache values: how long a tank can survive in each."""
    trust: np.ndarray
    """One number, from 0 to 1: how much the network counts at the end of a playout, beside the room."""
    lead_weights: np.ndarray
    """What leads are worth to each seat: (2, 6)."""
    network: Network


# Candidate joysticks.
@uncounted
def choices(position, width, height, tank, enemy, own, m, n, ground, sets, codes, first):
    """Write the candidate joysticks from codes[first] on, and return how many.

    Left out are moves that die at once while there are others, and shots that cannot hit for some rounds.
    `own` is the tank's missile after `flown`, as are m and n.
    """
    if own == ZERO:
        _aim(free(position, ground), enemy, width, height, ground, sets)
    for hopeless in range(2):
        count = 0
        for direction in range(4):
            place, crashed, _ = driven(position, width, height, tank, np.uint64(direction), m, n)
            deadly = cannot_live(position, place, crashed, enemy, m, n)
            if deadly != bool(hopeless) or crashed:
                continue
            codes[first + count] = WALK * (1 + direction)
            count += 1
            for shot in range(4 if own == ZERO else 0):
                codes[first + count] = WALK * (1 + direction) + SHOOT * (1 + shot) + 1
                count += np.int64(has(row(sets, AIMS + shot), place + STEP[shot]))
        if count:
            return count
    codes[first] = WALK
    return 1


@uncounted
def cannot_live(position, place, crashed, enemy, m, n):
    """Whether a tank that drives there certainly dies."""
    mine = (position[MINES_FROM + (place >> SIX)] >> (place & BIT)) & ONE
    hit = (m != ZERO and covers(m, place)) or (n != ZERO and covers(n, place))
    return crashed != ZERO or mine != ZERO or place == enemy or hit


@uncounted
def _aim(room, enemy, width, height, ground, sets):
    """Write, for each direction, from which squares on a new missile may meet the enemy.

    The missile flies two squares a round; the enemy is on one of the squares that it can reach until then.
    """
    board = ground[0], ground[1], ground[2]
    places = only(enemy)
    for ahead_by in range(AIM_ROUNDS):
        places = common(around(places, width, height), room)
        sets[ahead_by, 0], sets[ahead_by, 1], sets[ahead_by, 2] = places
    for shot in range(4):
        tails = NOTHING  # where the missile's tail may be in a round, from the last one to the first
        for ahead_by in range(AIM_ROUNDS - 1, -1, -1):
            places = row(sets, ahead_by)
            heads = common(union(places, ahead(tails, shot ^ 1)), board)
            tails = common(union(places, ahead(heads, shot ^ 1)), board)
        sets[AIMS + shot, 0], sets[AIMS + shot, 1], sets[AIMS + shot, 2] = tails


# Playouts.
@inlined
def playout(position, width, height, a, b, m, n, drawn, rng, workspace):
    """Play a few careful rounds from the position, which is changed, and evaluate the end."""
    for _ in range(ROUNDS):
        rng[0] += WEYL
        a, b, m, n, a_hits, b_hits = _careful_round(
            position, width, height, a, b, m, n, mixed(rng[0]),
            workspace.ground, workspace.near, workspace.aimed, workspace.targets,
        )  # fmt: skip
        if a_hits | b_hits:
            return worth_of(winner(a_hits, b_hits), drawn)
    if workspace.trust[0] > 0.0:
        return _judged_worth(position, width, height, a, b, m, n, drawn, workspace)
    return final_worth(position, width, height, a, b, workspace)


@inlined
def worth_of(won, drawn):
    """The worth of a finished game by its winner, or 2 for a draw."""
    return drawn if won == 2 else (1.0 - won, 0.0 + won)


@inlined
def _careful_round(position, width, height, a, b, m, n, chance, ground, near, aimed, targets):
    """One round of random joysticks that avoid mines and missiles, and the line of fire if possible."""
    f, g = flown(position, width, height, m), flown(position, width, height, n)
    room = less(free(position, ground), union(only(a), only(b)))
    room = _without(_without(room, f), g)
    ours, theirs = common(row(near, a), room), common(row(near, b), room)
    a_code = _drive(ours, theirs, f, g, a, aimed, targets, chance)
    b_code = _drive(theirs, ours, g, f, b, aimed, targets, chance >> HALF)
    if a_code == HOPELESS or b_code == HOPELESS or _against(a, a_code, f, g) or _against(b, b_code, f, g):
        a, b, m, n, a_hits, b_hits, _, _ = play_round(
            position, width, height, a, b, m, n, max(a_code, WALK), max(b_code, WALK)
        )
        return a, b, m, n, a_hits, b_hits
    # Both squares are free and on no missile's way, so that only new shots can hit, and the other tank.
    position[MINES_FROM + (a >> SIX)] |= ONE << (a & BIT)
    position[MINES_FROM + (b >> SIX)] |= ONE << (b & BIT)
    a, b = targets[a, a_code // WALK - 1], targets[b, b_code // WALK - 1]
    a_hits = b_hits = ONE if a == b else ZERO
    if a_code % WALK:
        f = _fired(position, a, a_code)
        b_hits |= np.uint64(covers(f, b))
    if b_code % WALK:
        g = _fired(position, b, b_code)
        a_hits |= np.uint64(covers(g, a))
    return a, b, f, g, a_hits, b_hits


@inlined
def _fired(position, tank, code):
    shot = np.uint64((code % WALK) // SHOOT - 1)
    return placed(position, tank + STEP[shot], shot)


@inlined
def _against(tank, code, f, g):
    """Whether the tank drives against a missile that has its tail on the tank's square."""
    against = tank | (np.uint64(code // WALK - 1) ^ ONE) << BYTE | EXISTS
    return (f & COURSE) == against or (g & COURSE) == against


@inlined
def _without(room, missile):
    if missile == ZERO:
        return room
    tail = missile & CELL
    head = tail if missile & COMPACT else (tail + STEP[(missile >> BYTE) & THREE]) & CELL
    return less(room, union(only(tail), only(head)))


@inlined
def _drive(places, enemies, own, missile, tank, aimed, targets, chance):
    """A joystick that leads to one of the squares; every second time with the best shot at the enemies.

    If the enemy has no missile in flight, squares that it can hit now are avoided while there are others.
    Without branches, because they cannot be predicted.
    """
    count, ways, quiet_count, quiet_ways = ZERO, ZERO, ZERO, ZERO
    for direction in range(4):
        square, way = targets[tank, direction], np.uint64(direction)
        leads = has(places, square)
        ways |= (way * leads) << (TWO * count)
        count += leads
        quiet = leads if not some(common(row(aimed, square), enemies)) else ZERO
        quiet_ways |= (way * quiet) << (TWO * quiet_count)
        quiet_count += quiet
    if count == ZERO:
        return HOPELESS
    keeps_quiet = missile == ZERO and quiet_count != ZERO
    count, ways = quiet_count if keeps_quiet else count, quiet_ways if keeps_quiet else ways
    way = (ways >> (TWO * (((chance & LOW_BYTE) * count) >> BYTE))) & THREE
    code = WALK * (1 + np.int64(way))
    if own == ZERO and chance & np.uint64(256):
        code += _best_shot(targets[tank, way], enemies, chance >> np.uint64(9))
    return code


@inlined
def _best_shot(place, targets, chance):
    """What the shot that covers most targets adds to the code; a random one of equals."""
    most, added = ZERO, 0
    for k in range(4):
        shot = (np.uint64(k) + chance) & THREE
        tail = place + STEP[shot]
        hits = has(targets, tail) + has(targets, (tail + STEP[shot]) & CELL)
        if hits > most:
            most, added = hits, SHOOT * (1 + np.int64(shot)) + 1
    return added


# The final evaluation.
@inlined
def final_worth(position, width, height, a, b, workspace):
    """The worth by room: squares reached first or, if the tanks are separated, who survives longer."""
    ours, theirs, meet = territories(free(position, workspace.ground), a, b, width, height)
    if not meet:
        return apart(position, width, height, a, b, workspace)
    one, two, total = workspace.lead_weights[0], workspace.lead_weights[1], math.sqrt(ours + theirs + 1.0)
    return (
        _chance(one[OF_MEETING] + one[OF_ROOM] * (ours - theirs) / total),
        _chance(two[OF_MEETING] + two[OF_ROOM] * (theirs - ours) / total),
    )


@uncounted
def _judged_worth(position, width, height, a, b, m, n, drawn, workspace):
    """The worth by the network, mixed with that by room."""
    network, trust = workspace.network, workspace.trust[0]
    won, even, lost = judge(position, width, height, a, b, m, n, workspace.ground, network)
    ours, theirs = won + drawn[0] * even, lost + drawn[1] * even
    if trust == 1.0 and areas_meet(network):
        return ours, theirs
    by_room = final_worth(position, width, height, a, b, workspace)
    if not areas_meet(network):
        return by_room  # exact, or nearly so
    return trust * ours + (1.0 - trust) * by_room[0], trust * theirs + (1.0 - trust) * by_room[1]


@uncounted
def apart(position, width, height, a, b, workspace):
    """The worth by who can drive longer, for tanks that cannot reach each other."""
    room = less(free(position, workspace.ground), union(only(a), only(b)))
    lead = survival(room, a, width, height, workspace) - survival(room, b, width, height, workspace)
    one, two = workspace.lead_weights[0], workspace.lead_weights[1]
    # Two equal rows of weights give exactly one together.
    return _chance(_outliving(one, lead)), 1.0 - _chance(-_outliving(two, -lead))


@uncounted
def _outliving(weights, lead):
    """The logit of the chances of a tank that survives so many rounds longer than the other."""
    ends = OF_OUTLIVING if lead > 0 else OF_DYING if lead < 0 else OF_EQUALS
    return weights[ends] + weights[OF_ROUND] * lead


@uncounted
def _chance(lead):
    return 1.0 / (1.0 + math.exp(-lead))


@uncounted
def survival(room, cell, width, height, workspace):
    """How many rounds a tank can survive alone; cached by room."""
    keys, lengths = workspace.keys, workspace.lengths
    room = reach(room, cell, width, height)
    key = mixed(cell | width << BYTE | height << np.uint64(12))
    for word in range(3):
        key = mixed(key + room[word] + WEYL)
    at = key & np.uint64(len(keys) - 1)
    if keys[at] != key:
        keys[at], lengths[at] = key, longest(room, cell, width, height, STEPS, workspace.scratch)[0]
    return lengths[at]
