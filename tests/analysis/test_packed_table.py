from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.analysis.packed_table import pack

NUMBERS = st.dictionaries(
    st.one_of(st.integers(0, 300), st.integers(0, 2**44)),
    st.one_of(st.sampled_from([-1.0, 1.0, 0.0]), st.floats(-1, 1)),
    max_size=400,
)


@settings(deadline=None)
@given(NUMBERS, st.lists(st.integers(0, 2**44), max_size=20))
def test_every_number_has_its_value_and_no_other_has_any(table: dict[int, float], others: list[int]) -> None:
    numbers = np.array(sorted(table), np.int64)
    packed = pack(numbers, np.array([table[number] for number in numbers.tolist()]))
    for number, value in table.items():
        assert packed.find_one(number) == pytest.approx(value, abs=1e-12)
    near = {number + step for number in table for step in (-1, 1)} | set(others)
    for number in near - set(table):
        assert math.isnan(packed.find_one(number))
    assert np.array_equal(packed.find(numbers), [packed.find_one(number) for number in numbers.tolist()])


def test_values_that_differ_by_rounding_are_kept_once() -> None:
    packed = pack(np.arange(4), np.array([1 / 3, 1 / 3 + 1e-16, 0.5, -1e-17]))
    assert sorted(packed.values.tolist()) == pytest.approx([0.0, 1 / 3, 0.5], abs=1e-15)
    assert packed.find_one(3) == 0.0


def test_common_entries_take_a_byte_each() -> None:
    packed = pack(np.arange(0, 6400, 10), np.tile([1.0, -1.0, 0.0, 1.0], 160))
    assert len(packed.stream) == 640
    assert len(packed.starts) == 10
