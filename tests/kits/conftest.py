"""Kits are tried with commands in the tests' own process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Command


@pytest.fixture
def steelyard(steelyard_here: Command) -> Command:
    return steelyard_here
