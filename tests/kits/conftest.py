"""Commands run in the tests' own process, which shows the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Command


@pytest.fixture
def steelyard(steelyard_here: Command) -> Command:
    return steelyard_here
