"""Which tests may be tried again, and how often: a plugin of pytest, loaded by `conftest.py`.

No test is tried again unless it is marked `rerun(reason="...")`. Each rerun is printed with its reason,
and a run with more than `MOST` of them fails.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST = 2
MARKED = "rerun"


class Reruns:
    """Counts the reruns of a whole run. Under xdist the controller does: every report comes to it."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    @property
    def too_many(self) -> bool:
        return len(self.seen) > MOST

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.outcome == "rerun":  # type: ignore[comparison-overlap]  # an outcome of pytest-rerunfailures
            reason = dict(report.user_properties).get(MARKED, "no reason is given")
            self.seen.append(f"{report.nodeid}: {reason}")

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.too_many and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not self.seen:
            return
        terminalreporter.section("reruns")
        for line in self.seen:
            terminalreporter.line(line)
        if self.too_many:
            terminalreporter.line(f"{len(self.seen)} reruns: at most {MOST} are allowed in a run", red=True)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", f"{MARKED}(reason): if it fails, it is tried once more, for that reason"
    )
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Reruns())


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("flaky"):
            raise pytest.UsageError(f'{item.nodeid}: mark it rerun(reason="...") instead of flaky')
        for reason in _reasons(item):
            item.user_properties.append((MARKED, reason))
            item.add_marker(pytest.mark.flaky(reruns=1))


def _reasons(item: pytest.Item) -> Iterator[str]:
    mark = item.get_closest_marker(MARKED)
    if mark is None:
        return
    reason = mark.kwargs.get("reason")
    if mark.args or set(mark.kwargs) != {"reason"} or not isinstance(reason, str) or not reason.strip():
        raise pytest.UsageError(f'{item.nodeid}: say why it may be tried again, as in rerun(reason="...")')
    yield reason
