"""Ascending numbers with values as a stream of bytes, compiled: two bytes per entry mostly, fast to search.

An entry is the gap to the number before, times four, plus 0, 1 or 2 for the three most frequent values; 3
says that the index of another value follows. Both are written seven bits per byte, the lowest first; the top
bit of a byte says that more bytes follow. A new block begins every `BLOCK` entries; the first number and the
offset of each block are stored separately.
"""

import numpy as np

from steelyard.core.compiler import compiled

BLOCK = 64
COMMON = 3
MORE, SEVEN_BITS = 0x80, 0x7F


@compiled
def _write(stream, place, number):
    while number > SEVEN_BITS:
        stream[place] = number & SEVEN_BITS | MORE
        number >>= 7
        place += 1
    stream[place] = number
    return place + 1


@compiled
def _read(stream, place):
    number, shift = np.int64(0), 0
    while stream[place] & MORE:
        number |= np.int64(stream[place] & SEVEN_BITS) << shift
        shift += 7
        place += 1
    return number | np.int64(stream[place]) << shift, place + 1


@compiled
def pack(numbers, ranks, starts, places, stream):
    """Write the stream, and the first number and the offset of each block; returns the stream's length."""
    place, last = 0, 0
    for index in range(len(numbers)):
        if index % BLOCK == 0:
            last = starts[index // BLOCK] = numbers[index]
            places[index // BLOCK] = place
        rank = ranks[index]
        place = _write(stream, place, (numbers[index] - last) << 2 | min(rank, COMMON))
        if rank >= COMMON:
            place = _write(stream, place, rank - COMMON)
        last = numbers[index]
    return place


@compiled
def find(numbers, starts, places, stream, values, found):
    """Write the value of each number, nan if it has none."""
    for index in range(len(numbers)):
        found[index] = find_one(numbers[index], starts, places, stream, values)


@compiled
def find_one(number, starts, places, stream, values):
    """The value of the number, or nan if it has none."""
    low, high = 0, len(starts)  # starts[low] <= number < starts[high]
    if high == 0 or number < starts[0]:
        return np.nan
    while high - low > 1:
        middle = (low + high) >> 1
        if starts[middle] <= number:
            low = middle
        else:
            high = middle
    place = places[low]
    end = places[low + 1] if low + 1 < len(places) else len(stream)
    at = starts[low]
    while place < end:
        entry, place = _read(stream, place)
        rank = entry & COMMON
        if rank == COMMON:
            further, place = _read(stream, place)
            rank += further
        at += entry >> 2
        if at >= number:
            return values[rank] if at == number else np.nan
    return np.nan
