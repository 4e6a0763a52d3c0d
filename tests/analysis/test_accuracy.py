"""How well somebody has moved, as a share."""

from __future__ import annotations

import pytest

from steelyard.analysis.accuracy import accuracy


@pytest.mark.parametrize(
    ("lost", "share"),
    [([], 1.0), ([0.0, 0.0], 1.0), ([2.0], 0.0), ([0.0, 2.0], 0.5), ([0.2], 0.636), ([0.02], 0.956)],
)
def test_accuracy_is_the_mean_of_what_each_move_kept(lost: list[float], share: float) -> None:
    assert accuracy(lost) == pytest.approx(share, abs=0.002)
