"""Counts which lines run, for coverage.py's report: a plugin of pytest, loaded by `conftest.py`.

With `--count-lines` each process of a run writes a file of coverage.py's; `make tests` reports them together.
A function is no longer looked at once all its lines have run, in one test after its first `CALLS` calls, and
after `QUIET` calls in a row without a new line nothing more is counted in that test. What a module does when
it is imported counts as run if it was imported.
"""

from __future__ import annotations

import inspect
import os
import sys
import threading
from fnmatch import fnmatch
from pathlib import Path
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any

import pytest
from coverage import Coverage, CoverageData

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Trace = Callable[[FrameType, str, Any], "Trace | None"]

OPTION = "--count-lines"
UNCOUNTED = "no_cover"
CALLS = 50
QUIET = 20_000
FINISHED: set[int] = set()
INLINE = {"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"}


class LineCounter:
    """Which lines of the packages under test have run in this process."""

    def __init__(self, root: Path) -> None:
        self._root = root
        settings = Coverage(config_file=str(root / "pyproject.toml"))
        self._sources = [f"{root / each}{os.sep}" for each in _listed(settings, "run:source")]
        self._omitted = _listed(settings, "run:omit")
        self._left: dict[int, set[int]] = {}  # by the id of a code object: its lines that have not run
        self._codes: list[CodeType] = []  # those that are counted
        self._others: list[CodeType] = []  # kept too, so that the ids stay theirs
        self._counted_files: dict[str, bool] = {}
        self._calls: dict[int, int] = {}
        self._quiet = 0

    def start(self) -> None:
        """Count in this thread and in those that it starts, anew for a test."""
        self._calls.clear()
        self._quiet = 0
        threading.settrace(self._call)
        sys.settrace(self._call)

    def stop(self) -> None:
        sys.settrace(None)
        threading.settrace(None)

    def lines(self) -> dict[str, set[int]]:
        """By file, the lines that have run."""
        found: dict[str, set[int]] = {}
        for code in self._codes:
            found.setdefault(code.co_filename, set()).update(_lines(code) - self._left[id(code)])
        for module in [*sys.modules.values()]:
            spec = getattr(module, "__spec__", None)
            if spec is not None and spec.has_location and self._is_counted(str(spec.origin)):
                found.setdefault(spec.origin, set()).update(_lines_at_import(spec.loader.get_code(spec.name)))
        return found

    def write(self, name: str) -> None:
        """A file of coverage.py's beside the others; what was not even imported is in it as not run."""
        data = CoverageData(basename=str(self._root / ".coverage"), suffix=name)
        data.add_lines(self.lines())
        files = [str(file) for source in self._sources for file in Path(source).rglob("*.py")]
        data.touch_files([file for file in files if self._is_counted(file)])
        data.write()

    def _call(self, frame: FrameType, event: str, _arg: object) -> Trace | None:
        """Called for every call of a function, and whenever a generator goes on."""
        code = frame.f_code
        key = id(code)
        left = self._left.get(key)
        if left is None:
            left = self._begin(code)
        if left and event == "call":
            calls = self._calls.get(key, 0)
            if calls < CALLS:
                self._calls[key] = calls + 1
                left.discard(code.co_firstlineno)
                return self._line
        self._quiet += 1
        if self._quiet > QUIET:
            sys.settrace(None)
        return None

    def _line(self, frame: FrameType, event: str, _arg: object) -> Trace | None:
        left = self._left[id(frame.f_code)]
        if event == "line" and frame.f_lineno in left:
            left.discard(frame.f_lineno)
            self._quiet = 0
        if not left:
            frame.f_trace_lines = False
        return self._line

    def _begin(self, code: CodeType) -> set[int]:
        if not self._is_counted(code.co_filename):
            self._left[id(code)] = FINISHED
            self._others.append(code)
            return FINISHED
        self._codes.append(code)
        self._left[id(code)] = left = _lines(code)
        return left

    def _is_counted(self, file: str) -> bool:
        known = self._counted_files.get(file)
        if known is None:
            ours = file.startswith(tuple(self._sources))
            known = ours and not any(fnmatch(file, pattern) for pattern in self._omitted)
            self._counted_files[file] = known
        return known


def _lines(code: CodeType) -> set[int]:
    return {line for _, _, line in code.co_lines() if line}


def _lines_at_import(code: CodeType) -> set[int]:
    """Lines of a module or class outside of its functions."""
    parts = (each for each in code.co_consts if isinstance(each, CodeType))
    inside = [part for part in parts if part.co_name in INLINE or not part.co_flags & inspect.CO_OPTIMIZED]
    return _lines(code).union(*map(_lines_at_import, inside))


def _listed(settings: Coverage, option: str) -> list[str]:
    value = settings.get_option(option)
    assert isinstance(value, list), f"{option} of coverage.py is a list"
    return value


class Plugin:
    """Counts during each test that is not marked as uncounted."""

    def __init__(self, counter: LineCounter, name: str) -> None:
        self._counter = counter
        self._name = name

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        if item.get_closest_marker(UNCOUNTED) is None:
            self._counter.start()
        try:
            return (yield)
        finally:
            self._counter.stop()

    def pytest_sessionfinish(self) -> None:
        self._counter.write(self._name)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(OPTION, action="store_true", help="count which lines run, for coverage.py's report")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"{UNCOUNTED}: others count the lines that this test runs")
    if config.getoption(OPTION):
        name = os.environ.get("PYTEST_XDIST_WORKER", "all")
        config.pluginmanager.register(Plugin(LineCounter(config.rootpath), name))
