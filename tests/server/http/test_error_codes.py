"""Every error has a code that is listed, with its status, where clients look for it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from steelyard.core.errors import IllegalMove, SteelyardError, UnknownGame
from steelyard.protocol.clock import InvalidClock
from steelyard.server.http.error_codes import STATUS, code_of
from steelyard.server.http.responses import ApiError

ROOT = Path(__file__).parents[3]


def test_every_code_that_is_used_is_listed_and_every_listed_one_is_documented() -> None:
    source = "".join(file.read_text() for file in (ROOT / "src/steelyard/server").rglob("*.py"))
    used = set(re.findall(r'ApiError\(\s*"(\w+)"', source))
    assert len(used) > 40
    assert used <= STATUS.keys()
    documented = dict(re.findall(r"\| `(\w+)` \| (\d+) \|", (ROOT / "docs/error-codes.md").read_text()))
    assert {code: int(status) for code, status in documented.items()} == STATUS


def test_an_error_of_the_rules_is_named_after_its_class() -> None:
    class TooShort(InvalidClock):
        pass

    errors = (UnknownGame(), IllegalMove(), InvalidClock(), TooShort(), SteelyardError())
    assert [code_of(each) for each in errors] == [
        "unknown_game",
        "illegal_move",
        "invalid_clock",
        "invalid_clock",
        "invalid_request",
    ]


def test_a_code_that_is_not_listed_cannot_be_raised() -> None:
    assert ApiError("table_not_found", "there is no such table").status == 404
    with pytest.raises(KeyError):
        ApiError("nonsense", "there is no such code")
