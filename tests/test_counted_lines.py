"""During which tests lines are counted, tried out on a small test suite of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests import counted_lines

PACKAGE = """
LOADED = 1

def rule():
    return 2

def setup():
    return 3

def server():
    return 4

def case(number):
    if number == 1:
        return 5
    if number == 2:
        return 6
    return 7
"""
TESTS = """
import measured, os, pytest, sys

assert os.environ.get("PYTEST_XDIST_WORKER", "gw0") == "gw0" or sys.gettrace() is None

@pytest.mark.parametrize("number", [1, 2, 3])
def test_case(number):
    assert number < 3 or sys.gettrace() is None
    measured.case(number)

def test_rule():
    measured.rule()
"""
SERVER_TESTS = """
import measured, pytest, sys

@pytest.fixture
def server():
    assert sys.gettrace() is None
    measured.setup()

def test_server(server):
    assert sys.gettrace() is None
    measured.server()
"""
OPTIONS = "-p xdist -p pytest_cov --cov=measured --cov-report=json:lines.json --import-mode=importlib"


@pytest.mark.parametrize("processes", [0, 2])
def test_lines_are_counted_on_import_and_in_tests_that_are_not_left_out_and_else_nothing_is_traced(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, processes: int
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTHONPATH", str(pytester.path))
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)  # the name of the worker that this test runs in
    pytester.makeconftest(Path(counted_lines.__file__).read_text())
    pytester.makepyfile(
        **{"measured": PACKAGE, "tests/test_rules": TESTS, "tests/server/test_server": SERVER_TESTS}
    )
    result = pytester.runpytest_subprocess(*OPTIONS.split(), "-n", str(processes))
    result.assert_outcomes(passed=5)
    lines = json.loads((pytester.path / "lines.json").read_text())["files"]["measured.py"]
    code = PACKAGE.strip().splitlines()
    missing = [code[line - 1].strip() for line in lines["missing_lines"]]
    assert missing == ["return 3", "return 4", "return 7"]
