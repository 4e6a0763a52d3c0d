"""The network compiled: two accumulators, then the expected outcome or the joysticks.

Inputs are added up as rows of the first matrix, for both tanks' views; only those that are not 0 cost time.
Tanks a and b have missiles m and n, as in the game's kernel.
"""

import math
from functools import partial
from typing import NamedTuple

import numpy as np

from steelyard.bots.tank_duel.network.inputs.kernel import see, see_board
from steelyard.bots.tank_duel.network.layout import MEET, SPARSE
from steelyard.core.compiler import uncounted

FOUR = np.uint64(4)

inlined = partial(uncounted, forceinline=True)  # for inner loops
reordered = partial(uncounted, fastmath=True)  # sums may be taken in any order, so in vectors


class Network(NamedTuple):
    """The weights in single precision, and room for one evaluation."""

    first: np.ndarray
    first_bias: np.ndarray
    outcome_mine: np.ndarray
    outcome_theirs: np.ndarray
    outcome_bias: np.ndarray
    outcome_second: np.ndarray
    outcome_second_bias: np.ndarray
    outcome_last: np.ndarray
    outcome_last_bias: np.ndarray
    joystick_mine: np.ndarray
    joystick_theirs: np.ndarray
    joystick_bias: np.ndarray
    joystick_last: np.ndarray
    joystick_last_bias: np.ndarray
    rows: np.ndarray
    """The rows of the first matrix that are added up, for each view: (2, many)."""
    used: np.ndarray
    """How many of them."""
    numbers: np.ndarray
    """The inputs that are numbers, for each view."""
    units: np.ndarray
    """The accumulators: (2, hidden)."""
    middle: np.ndarray
    """The units between accumulators and outputs: (2, 2, 32)."""
    places: np.ndarray
    """The column and row of the board's columns and rows in each view: (2, 2, 14)."""
    outputs: np.ndarray
    board: np.ndarray
    """The walls and size of the board that is known."""
    known: np.ndarray
    """Whether the units of a tank's square are known."""
    squares: np.ndarray
    """The units of the board and the tank's square alone: (256, hidden)."""


@uncounted
def _add_rows(network, view, units):
    """Add the rows of the first matrix that a view has; four at a time, to touch the units less often."""
    first, rows, used = network.first, network.rows[view], network.used[view]
    fours = used - used % 4
    for k in range(0, fours, 4):
        _add_four(first[rows[k]], first[rows[k + 1]], first[rows[k + 2]], first[rows[k + 3]], units)
    for k in range(fours, used):
        one = first[rows[k]]
        for unit in range(len(units)):
            units[unit] += one[unit]


@uncounted
def _add_four(one, two, three, four, units):
    for unit in range(len(units)):
        units[unit] += (one[unit] + two[unit]) + (three[unit] + four[unit])


@uncounted
def _know_board(position, width, height, network):
    """Forget what is known of another board."""
    size_word = width | height << FOUR
    same = network.board[4] == size_word
    for word in range(4):
        same &= network.board[word] == position[word]
    if not same:
        for word in range(4):
            network.board[word] = position[word]
        network.board[4] = size_word
        for cell in range(256):
            network.known[cell] = 0


@uncounted
def _know_square(position, width, height, tank, network, view):
    """Keep the units of the board and the tank's square alone."""
    units = network.squares[tank]
    if not network.known[tank]:
        see_board(position, width, height, tank, network, view)
        for unit in range(len(units)):
            units[unit] = network.first_bias[unit]
        _add_rows(network, view, units)
        network.known[tank] = 1


@uncounted
def _accumulate(network, view, tank):
    first, units, square = network.first, network.units[view], network.squares[tank]
    for unit in range(len(units)):
        units[unit] = square[unit]
    _add_rows(network, view, units)
    numbers = network.numbers[view]
    for k in range(len(numbers)):
        factor = numbers[k]
        if factor != 0.0:
            row = first[SPARSE + k]
            for unit in range(len(units)):
                units[unit] += factor * row[unit]
    for unit in range(len(units)):
        units[unit] = max(units[unit], np.float32(0.0))


@uncounted
def _fill_units(position, width, height, a, b, m, n, ground, network):
    """The units of both views."""
    _know_board(position, width, height, network)
    _know_square(position, width, height, a, network, 0)
    _know_square(position, width, height, b, network, 1)
    see(position, width, height, a, b, m, n, ground, network)
    _accumulate(network, 0, a)
    _accumulate(network, 1, b)


@reordered
def _mix_views(network, mine, theirs, bias, middle):
    """The next layer for both seats: each sees its own units first. Matrices have a row for each output."""
    a, b = network.units[0], network.units[1]
    for k in range(len(bias)):
        own, other = mine[k], theirs[k]
        one = two = np.float32(0.0)
        for unit in range(len(a)):
            one += a[unit] * own[unit] + b[unit] * other[unit]
            two += b[unit] * own[unit] + a[unit] * other[unit]
        middle[0, k] = max(one + bias[k], np.float32(0.0))
        middle[1, k] = max(two + bias[k], np.float32(0.0))


@uncounted
def judge(position, width, height, a, b, m, n, ground, network):
    """How likely seat 0 wins, draws and loses: the mean of what both views say."""
    _fill_units(position, width, height, a, b, m, n, ground, network)
    _mix_views(network, network.outcome_mine, network.outcome_theirs, network.outcome_bias, network.middle[0])
    one = _outcome(network, 0)
    two = _outcome(network, 1)
    return 0.5 * (one[0] + two[2]), 0.5 * (one[1] + two[1]), 0.5 * (one[2] + two[0])


@inlined
def areas_meet(network):
    """Whether the tanks can still meet, in the position judged last."""
    return network.numbers[0, MEET] != 0.0


@reordered
def _outcome(network, seat):
    units, last = network.middle[0, seat], network.outcome_last
    won, drawn, lost = (
        network.outcome_last_bias[0],
        network.outcome_last_bias[1],
        network.outcome_last_bias[2],
    )
    for k in range(len(network.outcome_second_bias)):
        row = network.outcome_second[k]
        value = np.float32(0.0)
        for unit in range(len(units)):
            value += units[unit] * row[unit]
        value = max(value + network.outcome_second_bias[k], np.float32(0.0))
        won += value * last[k, 0]
        drawn += value * last[k, 1]
        lost += value * last[k, 2]
    most = max(won, drawn, lost)
    won, drawn, lost = math.exp(won - most), math.exp(drawn - most), math.exp(lost - most)
    total = won + drawn + lost
    return won / total, drawn / total, lost / total


@uncounted
def prefer(position, width, height, a, b, m, n, ground, network):
    """Write the logits of the twenty joysticks of both seats into the network's outputs."""
    _fill_units(position, width, height, a, b, m, n, ground, network)
    _mix_views(
        network, network.joystick_mine, network.joystick_theirs, network.joystick_bias, network.middle[0]
    )
    for seat in range(2):
        outputs = network.outputs[seat]
        for k in range(len(outputs)):
            outputs[k] = network.joystick_last_bias[k]
        for unit in range(network.middle.shape[2]):
            for k in range(len(outputs)):
                outputs[k] += network.middle[0, seat, unit] * network.joystick_last[unit, k]
