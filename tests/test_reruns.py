"""The policy on reruns, tried out on small test suites of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import reruns

HALF = """
    import pathlib, pytest
    {mark}
    @pytest.mark.parametrize("number", range({tests}))
    def test_half(number):
        seen = pathlib.Path({folder!r}) / str(number)
        if not seen.exists():
            seen.touch()
            raise AssertionError("the first time it always fails")
"""
MARK = '@pytest.mark.rerun(reason="the clock of the tower stops at noon")'


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A folder of tests with our policy and without our options."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makeini("[pytest]\naddopts = --strict-markers -p xdist -p pytest_rerunfailures")
    pytester.makeconftest(Path(reruns.__file__).read_text())
    return pytester


def run(suite: pytest.Pytester, tests: int, mark: str, processes: int) -> pytest.RunResult:
    """Tests each of which fails when it is run first."""
    suite.makepyfile(HALF.format(mark=mark, tests=tests, folder=str(suite.mkdir("seen"))))
    return suite.runpytest_subprocess("-n", str(processes))


@pytest.mark.parametrize("processes", [0, 2])
def test_a_test_that_is_not_marked_is_not_tried_again(suite: pytest.Pytester, processes: int) -> None:
    result = run(suite, 1, "", processes)
    result.assert_outcomes(failed=1)
    assert result.ret == pytest.ExitCode.TESTS_FAILED


@pytest.mark.parametrize("processes", [0, 2])
def test_two_reruns_pass_and_are_printed_with_their_reasons(suite: pytest.Pytester, processes: int) -> None:
    result = run(suite, 2, MARK, processes)
    assert result.ret == pytest.ExitCode.OK
    named = [f"*::test_half[[]{number}]: the clock of the tower stops at noon" for number in range(2)]
    result.stdout.fnmatch_lines_random(["*= reruns =*", *named])


@pytest.mark.parametrize("processes", [0, 2])
def test_three_reruns_fail_the_run(suite: pytest.Pytester, processes: int) -> None:
    result = run(suite, 3, MARK, processes)
    result.stdout.fnmatch_lines(["3 reruns: at most 2 are allowed in a run"])
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert result.parseoutcomes()["passed"] == 3, "each of them passed the second time"


def test_reruns_asked_for_on_the_command_line_count_too(suite: pytest.Pytester) -> None:
    suite.makepyfile(HALF.format(mark="", tests=3, folder=str(suite.mkdir("seen"))))
    result = suite.runpytest_subprocess("-n", "0", "--reruns", "1")
    result.stdout.fnmatch_lines(["*test_half[[]0]: no reason is given"])
    assert result.ret == pytest.ExitCode.TESTS_FAILED


def test_a_marked_test_that_fails_for_good_fails(suite: pytest.Pytester) -> None:
    suite.makepyfile(f"import pytest\n{MARK}\ndef test_never(): assert False")
    result = suite.runpytest_subprocess("-n", "0")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*::test_never: the clock of the tower stops at noon"])


@pytest.mark.parametrize("mark", ["rerun", "rerun()", 'rerun(reason="")', 'rerun("late")', "flaky(reruns=1)"])
def test_a_rerun_without_a_reason_is_refused(suite: pytest.Pytester, mark: str) -> None:
    suite.makepyfile(f"import pytest\n@pytest.mark.{mark}\ndef test_one(): pass")
    result = suite.runpytest_subprocess("-n", "0")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(['*::test_one: *rerun(reason="...")*'])
