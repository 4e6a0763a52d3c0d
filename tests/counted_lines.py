"""During which tests lines are counted, when coverage.py runs: a plugin of pytest, loaded by `conftest.py`.

The tracer slows down all Python code, counted or not, so it is off whenever it could see nothing new.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coverage import Coverage

UNCOUNTED = (
    "tests/bots/",
    "tests/compatibility/test_server",
    "tests/envs/",
    "tests/kits/",
    "tests/server/",
    "tests/training/",
    "tests/web/",
)
"""Tests of packages whose lines are not counted."""
REPEATING = (
    "/test_compatible_schedules.py",
    "/test_kernel.py",
    "/test_power_cut.py",
    "/test_recomputation.py",
    "/test_traces.py",
)
"""Tests that run the same lines of the rules many thousand times: others have counted them."""
COUNTED_CASES = 2
"""Of a test with many cases, which run much the same lines, the lines of so many are counted."""
COLLECTOR = "gw0"
"""Lines that run on import are the same in all of xdist's workers: the first one counts them."""


class Tracer:
    """What coverage.py has started in this process, on and off."""

    def __init__(self, measured: Coverage) -> None:
        self._measured = measured
        self._runs = True

    def switch(self, *, on: bool) -> None:
        if on and not self._runs:
            self._measured.start()
        if not on and self._runs:
            self._measured.stop()
        self._runs = on

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection(self, session: pytest.Session) -> Iterator[None]:
        worker = getattr(session.config, "workerinput", {"workerid": COLLECTOR})["workerid"]
        self.switch(on=worker == COLLECTOR)
        result = yield
        self.switch(on=False)
        return result

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """With its fixtures: a server that is started for a test is traced for as long as it runs."""
        self.switch(on=_is_counted(item.nodeid.partition("::")[0]))
        return (yield)


@pytest.hookimpl(trylast=True)  # pytest-cov has started it
def pytest_sessionstart(session: pytest.Session) -> None:
    """pytest-cov starts two in a worker and reports the later; the other would go on during every pause."""
    if session.config.pluginmanager.hasplugin("_cov"):
        from coverage import Coverage

        running: list[Coverage] = []
        while (latest := Coverage.current()) is not None:
            latest.stop()
            running.append(latest)
        running[0].start()
        session.config.pluginmanager.register(Tracer(running[0]))


def _is_counted(file: str) -> bool:
    return not file.startswith(UNCOUNTED) and not file.endswith(REPEATING)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    cases: Counter[str] = Counter()
    for item in sorted(items, key=lambda each: each.nodeid):  # the same cases in every random order
        file, test = item.nodeid.partition("::")[0], item.nodeid.partition("[")[0]
        cases[test] += 1
        if _is_counted(file) and cases[test] > COUNTED_CASES:
            item.add_marker("no_cover")
