"""Referees that run sandboxes: as the user of the tests and, if that is root, as an unprivileged user too."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

import steelyard
from steelyard.arena.sandbox import cgroups, procfs
from tests.arena.sandbox_runner import TIMEOUT_S, Job, Report, open_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

HERE = Path(__file__).parent
NOBODY = 65533
# Shows what lies at $0 at $1 too, to this command alone, and goes on with the rest.
SHOW = 'mount --bind "$0" "$1" && shift && exec "$@"'


def _without_bubblewrap() -> str:
    """Why no test can sandbox anything here, found out without our own code; nothing where it can."""
    tried = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "true"]
    try:
        done = subprocess.run(tried, check=False, capture_output=True, text=True)
    except FileNotFoundError:
        return "bubblewrap is not installed"
    return done.stderr.strip()


needs_bubblewrap = pytest.mark.skipif(bool(_without_bubblewrap()), reason=_without_bubblewrap() or "-")


@contextmanager
def nothing_left() -> Iterator[None]:
    """What is open, running or taken afterwards was so before: files, user ids, children, groups."""
    files, children, groups = open_files(), procfs.children(os.getpid()), _groups_of_ours()
    yield
    assert open_files() <= files  # garbage of other tests may go meanwhile
    assert procfs.children(os.getpid()) == children
    assert _groups_of_ours() == groups


def _groups_of_ours() -> list[Path]:
    return [path for base in cgroups.bases() for path in base.glob(f"steelyard-{os.getpid()}-*")]


@pytest.fixture
def _nothing_is_left() -> Iterator[None]:
    with nothing_left():
        yield


@pytest.fixture(params=["groups", "no groups"])
def _groups(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the kernel's control groups where we may make them, and without."""
    if request.param == "no groups":
        monkeypatch.setattr(cgroups, "bases", list)


@dataclass
class Referee:
    """Somebody who runs sandboxes in a process of their own."""

    command: list[str]
    folder: Path  # open to all: the package, the runner, the programs to be sandboxed

    def run(self, *jobs: Job) -> list[Report]:
        told = subprocess.run(
            self._words(jobs), check=True, stdout=subprocess.PIPE, text=True, cwd="/", timeout=4 * TIMEOUT_S
        )
        return [Report(**json.loads(line)) for line in told.stdout.splitlines()]

    def call(self, program: str, *words: str) -> list[Any]:
        """What a program of ours says, a line of JSON at a time."""
        command = [*self.command, str(self.folder / program), *words]
        told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd="/")
        return [json.loads(line) for line in told.stdout.splitlines()]

    def start(self, job: Job) -> subprocess.Popen[str]:
        return subprocess.Popen(self._words([job]), stdout=subprocess.PIPE, text=True, cwd="/")

    def _words(self, jobs: Sequence[Job]) -> list[str]:
        listed = [{**asdict(job), "folder": str(self.folder / "bots")} for job in jobs]
        return [*self.command, str(self.folder / "sandbox_runner.py"), json.dumps(listed)]


@pytest.fixture(scope="session")
def open_folder() -> Iterator[Path]:
    """A folder that every user can read, with all that a referee needs."""
    with tempfile.TemporaryDirectory(prefix="steelyard-tests-") as temporary:
        folder = Path(temporary)
        for package in (steelyard, msgspec):
            where = Path(str(package.__file__)).parent
            unneeded = shutil.ignore_patterns("tests", "__pycache__")
            shutil.copytree(where, folder / where.name, ignore=unneeded)
        shutil.copytree(HERE.parent / "bad_bots", folder / "bots")
        for name in ("escapes.py", "resource_exhaustion.py"):
            shutil.copy(HERE / name, folder / "bots")
        for name in ("sandbox_runner.py", "bad_builds.py", "disk_attacks.py"):
            shutil.copy(HERE / name, folder)
        for name in ("stolen_time.py", "thieves.py"):
            shutil.copy(HERE.parent.parent / "benchmarks" / name, folder)
        (folder / "python").mkdir()
        subprocess.run(["chmod", "-R", "a+rX", str(folder)], check=True)  # noqa: S607 - of the system
        (folder / "secrets").mkdir()
        (folder / "secrets").chmod(0o1777)
        yield folder


@pytest.fixture(params=["root", "unprivileged"])
def referee(request: pytest.FixtureRequest, open_folder: Path) -> Referee:
    """Each test that asks for one runs twice, as far as we can be both."""
    environment = ["env", "-i", "PATH=/usr/bin:/bin", "SECRET_OF_THE_REFEREE=yes"]
    environment += [f"PYTHONPATH={open_folder}", "PYTHONDONTWRITEBYTECODE=1"]
    if request.param == "root":
        if os.getuid() != 0:
            pytest.skip("only root can be a privileged referee")
        return Referee([*environment, sys.executable], open_folder)
    if os.getuid() != 0:
        return Referee([*environment, sys.executable], open_folder)
    become = ["setpriv", "--reuid", str(NOBODY), "--regid", str(NOBODY), "--clear-groups", "--"]
    if _open_to_all(Path(sys.base_prefix)):
        return Referee([*environment, *become, _plain_python(Path(sys.base_prefix))], open_folder)
    python = open_folder / "python"
    shown = ["unshare", "--mount", "--", "sh", "-c", SHOW, sys.base_prefix, str(python)]
    return Referee([*environment, *shown, *become, _plain_python(python, Path(sys.base_prefix))], open_folder)


def _plain_python(prefix: Path, real: Path | None = None) -> str:
    """The Python of our version itself, outside of any virtual environment."""
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    if not ((real or prefix) / "bin" / name).exists():
        pytest.skip(f"no {name} in {real or prefix}/bin for another user to run")
    return str(prefix / "bin" / name)


def _open_to_all(path: Path) -> bool:
    return all(each.stat().st_mode & stat.S_IXOTH for each in (path, *path.parents))
