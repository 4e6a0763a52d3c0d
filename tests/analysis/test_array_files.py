from __future__ import annotations

import errno
import fcntl
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
import pytest

from steelyard.analysis import array_files
from steelyard.core.directories import data_folder
from steelyard.core.errors import DataUnwritable

if TYPE_CHECKING:
    from numpy.typing import NDArray

ABOUT = {"game": "noughts", "format": 1}
ARRAYS: dict[str, NDArray[Any]] = {
    "bytes": np.arange(13, dtype=np.uint8),
    "numbers": np.linspace(0, 1, 999),
    "none": np.empty(0, np.int64),
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "noughts.table"
    array_files.save(file, ABOUT, ARRAYS)
    return file


def test_what_was_saved_is_loaded(file: Path) -> None:
    loaded = array_files.load(file, ABOUT)
    assert list(loaded) == list(ARRAYS)
    for name, array in ARRAYS.items():
        assert loaded[name].dtype == array.dtype
        assert np.array_equal(loaded[name], array)
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_who_reads_the_old_file_keeps_it_when_a_new_one_is_written(file: Path) -> None:
    old = array_files.load(file, ABOUT)
    array_files.save(file, ABOUT, {"numbers": np.zeros(5000)})
    assert np.array_equal(old["numbers"], ARRAYS["numbers"])
    assert np.array_equal(array_files.load(file, ABOUT)["numbers"], np.zeros(5000))


def test_every_damaged_byte_is_noticed(file: Path) -> None:
    whole = file.read_bytes()
    for place in [*range(0, len(whole), 97), len(whole) - 1]:
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(array_files.Damaged):
            array_files.load(file, ABOUT)


def test_every_truncated_file_is_noticed(file: Path) -> None:
    whole = file.read_bytes()
    for length in [0, 1, 7, 8, 31, 32, 33, 40, *range(50, len(whole), 101), len(whole) - 1]:
        file.write_bytes(whole[:length])
        with pytest.raises(array_files.Damaged):
            array_files.load(file, ABOUT)


def test_a_file_about_something_else_is_noticed(file: Path) -> None:
    with pytest.raises(array_files.Damaged, match="is about"):
        array_files.load(file, {**ABOUT, "format": 2})


def test_a_missing_file_is_noticed(tmp_path: Path) -> None:
    with pytest.raises(array_files.Damaged, match="cannot be read"):
        array_files.load(tmp_path / "nothing", ABOUT)


def test_a_full_disk_leaves_the_old_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_descriptor: int) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DataUnwritable, match=r"No space left on device.*STEELYARD_DATA"):
        array_files.save(file, ABOUT, {"numbers": np.zeros(5)})
    assert np.array_equal(array_files.load(file, ABOUT)["numbers"], ARRAYS["numbers"])
    assert [path.name for path in file.parent.iterdir()] == [file.name]


CHILD = """
import os, resource, signal, sys
from pathlib import Path
import numpy as np
from steelyard.analysis import array_files
from steelyard.core.errors import DataUnwritable
from steelyard.core.directories import data_folder
file, ending = Path(sys.argv[1]), sys.argv[2]
if ending == "killed":
    os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)
else:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
try:
    array_files.save(file, {"game": "noughts", "format": 1}, {"numbers": np.zeros(100_000)})
except DataUnwritable as error:
    sys.exit(str(error))
"""


def test_a_write_that_stops_half_way_leaves_the_old_file(file: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", CHILD, file, "full"], check=False, capture_output=True, text=True
    )
    assert "File too large" in ended.stderr
    assert np.array_equal(array_files.load(file, ABOUT)["numbers"], ARRAYS["numbers"])
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_kill_half_way_leaves_the_old_file_and_the_next_one_tidies_up(file: Path) -> None:
    ended = subprocess.run([sys.executable, "-c", CHILD, file, "killed"], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert np.array_equal(array_files.load(file, ABOUT)["numbers"], ARRAYS["numbers"])
    array_files.save(file, ABOUT, ARRAYS)
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(DataUnwritable, match=r"file/data cannot be written \(.*\); set STEELYARD_DATA"):
        array_files.check_writable(tmp_path / "file" / "data")


def test_one_process_waits_for_the_other(file: Path) -> None:
    lock = file.with_name(f"{file.name}.lock").open("wb")
    fcntl.flock(lock, fcntl.LOCK_EX)
    waited = []

    def waiting() -> None:
        waited.append(True)
        lock.close()

    with array_files.alone(file, waiting):
        assert waited
        with (
            file.with_name(f"{file.name}.lock").open("wb") as another,
            pytest.raises(BlockingIOError),
        ):
            fcntl.flock(another, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_the_folder_is_the_one_asked_for_else_the_users_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STEELYARD_DATA", "asked/for")
    assert data_folder() == Path("asked/for")
    monkeypatch.delenv("STEELYARD_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", "xdg")
    assert data_folder() == Path("xdg/steelyard")
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "home")
    assert data_folder() == Path("home/.local/share/steelyard")


def _never() -> NoReturn:
    raise AssertionError("nobody else is there to wait for")
