"""What all tests share."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Protocol

import pytest
from hypothesis import settings

# No deadline: the machine's load is not the code's fault.
settings.register_profile("steelyard", deadline=None, max_examples=50)
settings.load_profile("steelyard")


OF_MANY_PROCESSES = ("arena", "contest", "kits", "server", "web")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of browsers and bots get a second try, named in the summary: a machine may stall."""
    folders = tuple(Path(__file__).parent / name for name in OF_MANY_PROCESSES)
    for item in items:
        if any(folder in item.path.parents for folder in folders):
            item.add_marker(pytest.mark.flaky(reruns=1))


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


@pytest.fixture(scope="session")
def solved_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where Tank War's table is built, once for all workers: whoever comes first builds, the others wait."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    return shared / "steelyard-data"


@pytest.fixture
def without_tar_filters(monkeypatch: pytest.MonkeyPatch) -> None:
    """`tarfile` as Python 3.11.2 has it, which is what Debian 12 brings along."""
    extract_all = tarfile.TarFile.extractall

    def unfiltered(archive: tarfile.TarFile, path: str = ".", members: None = None) -> None:
        extract_all(archive, path, members)

    monkeypatch.setattr(tarfile.TarFile, "extractall", unfiltered)
    for name in ("data_filter", "tar_filter", "fully_trusted_filter"):
        monkeypatch.delattr(tarfile, name, raising=False)
