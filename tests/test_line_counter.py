"""What the suite counts as run is what coverage.py would count, at a fraction of its cost."""

from __future__ import annotations

import importlib.util
import sys
from typing import TYPE_CHECKING, Any

import pytest
from coverage import Coverage, CoverageData

from tests.line_counter import CALLS, LineCounter

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.no_cover  # these tests count themselves

MODULE = '''\
"""A module."""

SQUARES = [
    number * number
    for number in range(3)
]


class Tank:
    wheels = 4

    def drive(self, far):
        if far:
            return "far"
        return "near"


def ways(limit):
    for each in range(limit):
        if each > 100:
            yield "many"
        yield each


def never():
    return 1
'''
PYPROJECT = '[tool.coverage.run]\nsource = ["package"]\nomit = ["*/kernel.py"]\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text(PYPROJECT)
    (tmp_path / "package").mkdir()
    for name in ("module", "kernel", "never_imported"):
        (tmp_path / "package" / f"{name}.py").write_text(MODULE)
    return tmp_path


def load(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    spec = importlib.util.spec_from_file_location(f"counted_{name}", folder / "package" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    return module


def use(module: Any) -> None:
    module.Tank().drive(far=False)
    list(module.ways(3))


def test_it_counts_the_lines_that_coverage_counts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counter = LineCounter(folder)
    file = str(folder / "package/module.py")
    theirs = Coverage(data_file=None, config_file=False, include=[file])
    theirs.start()
    use(load(folder, "module", monkeypatch))
    theirs.stop()
    module = load(folder, "module", monkeypatch)
    counter.start()
    use(module)
    counter.stop()
    _, statements, _, missing, _ = theirs.analysis2(file)
    assert set(statements) - counter.lines()[file] == set(missing) != set()


def test_a_line_that_comes_late_in_a_test_is_counted_in_the_next(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counter = LineCounter(folder)
    module = load(folder, "module", monkeypatch)
    file, line = str(folder / "package/module.py"), MODULE.splitlines().index('            return "far"') + 1
    counter.start()
    for _ in range(CALLS):
        module.Tank().drive(far=False)
    module.Tank().drive(far=True)
    counter.stop()
    assert line not in counter.lines()[file]
    counter.start()
    module.Tank().drive(far=True)
    counter.stop()
    assert line in counter.lines()[file]


def test_what_is_written_has_every_file_that_counts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counter = LineCounter(folder)
    use(load(folder, "kernel", monkeypatch))
    counter.write("gw0")
    data = CoverageData(basename=str(folder / ".coverage.gw0"))
    data.read()
    assert data.measured_files() == {
        str(folder / "package/module.py"),
        str(folder / "package/never_imported.py"),
    }
    assert not data.lines(str(folder / "package/never_imported.py"))
