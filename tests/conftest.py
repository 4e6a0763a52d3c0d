"""What all tests share."""

from __future__ import annotations

import fcntl
import gc
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pytest
from hypothesis import settings

from steelyard import cli
from steelyard.core.directories import DATA_VARIABLE

if TYPE_CHECKING:
    from collections.abc import Iterator

# No deadline: the machine's load is not the code's fault.
settings.register_profile("steelyard", deadline=None, max_examples=25)
settings.register_profile("long", deadline=None, max_examples=250)
settings.load_profile("steelyard")

pytest_plugins = ["pytester", "tests.counted_lines"]


def pytest_configure(config: pytest.Config) -> None:
    """One data folder for the whole run, not the user's own: a game is solved once, and nothing stays."""
    if not hasattr(config, "workerinput"):
        folder = tempfile.mkdtemp(prefix="steelyard-tests-")
        os.environ[DATA_VARIABLE] = folder  # xdist's workers inherit it
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


@pytest.hookimpl(tryfirst=True)  # before pytest leaves out the long ones
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    _sample(items)


def _sample(items: list[pytest.Item]) -> None:
    """Of a test's cases so many as its mark `sample` says, spread evenly, run each time; others are long."""
    cases: dict[tuple[str, int], list[pytest.Item]] = {}
    for item in sorted(items, key=lambda each: each.nodeid):
        mark = item.get_closest_marker("sample")
        if mark and not item.get_closest_marker("long"):
            cases.setdefault((item.nodeid.partition("[")[0], mark.args[0]), []).append(item)
    for (_, number), of_one_test in cases.items():
        step = max(len(of_one_test) / number, 1.0)
        chosen = {int(step * place) for place in range(number)}
        for place, item in enumerate(of_one_test):
            if place not in chosen:
                item.add_marker("long")


def pytest_collection_finish() -> None:
    """What every module has loaded stays: the garbage collector need not go through it again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _process_as_it_was() -> Iterator[None]:
    """What a test changes of the process it runs in would be felt by all that run after it."""
    before = os.sched_getaffinity(0), os.sched_getscheduler(0), Path.cwd()
    yield
    after = os.sched_getaffinity(0), os.sched_getscheduler(0), Path.cwd()
    assert after == before, "the test leaves its process changed"


class Command(Protocol):
    def __call__(
        self, *words: str, stdin: str = "", env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]: ...


@pytest.fixture
def steelyard(tmp_path: Path) -> Command:
    """Run the command line in a folder of its own, as a person would."""

    def run(
        *words: str, stdin: str = "", env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "steelyard", *words],
            input=stdin,
            env={**os.environ, **(env or {})},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=280,
        )

    return run


@pytest.fixture
def steelyard_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """The same in this process: quicker, and its lines are counted."""

    def run(
        *words: str, stdin: str = "", env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        out, err = io.StringIO(), io.StringIO()
        with monkeypatch.context() as here, redirect_stdout(out), redirect_stderr(err):
            here.chdir(tmp_path)
            here.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8"))
            for name, value in (env or {}).items():
                here.setenv(name, value)
            try:
                status = cli.main([*words])
            except SystemExit as end:
                status = int(end.code or 0)
        return subprocess.CompletedProcess(words, status, out.getvalue(), err.getvalue())

    return run


@pytest.fixture(scope="session")
def solved_data() -> Path:
    """The data folder, with Tank War's table in it: whoever comes first builds it, the others wait.

    It is built here, because a server builds at the lowest priority: on a busy machine that takes minutes.
    """
    build = "from steelyard import analysis, games; analysis.open_table(games.get('tank_war'))"
    folder = Path(os.environ[DATA_VARIABLE])
    with (folder / "tests.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "tests.solved").exists():
            subprocess.run([sys.executable, "-c", build], check=True, timeout=280)
            (folder / "tests.solved").touch()
    return folder


@pytest.fixture
def without_tar_filters(monkeypatch: pytest.MonkeyPatch) -> None:
    """`tarfile` as Python 3.11.2 has it, which is what Debian 12 brings along."""
    extract_all = tarfile.TarFile.extractall

    def unfiltered(archive: tarfile.TarFile, path: str = ".", members: None = None) -> None:
        extract_all(archive, path, members)

    monkeypatch.setattr(tarfile.TarFile, "extractall", unfiltered)
    for name in ("data_filter", "tar_filter", "fully_trusted_filter"):
        monkeypatch.delattr(tarfile, name, raising=False)
