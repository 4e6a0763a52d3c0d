"""Where compiled kernels are kept."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from steelyard.core import compiler, directories
from steelyard.core.errors import CacheUnwritable

SOURCES = Path(__file__).parent.parent / "src"


@pytest.fixture(autouse=True)
def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    directories.cache_folder.cache_clear()
    for name in ("STEELYARD_CACHE", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)


def test_the_folder_asked_for_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("STEELYARD_CACHE", str(tmp_path))
    assert directories.cache_folder("abc") == tmp_path / "kernels" / "abc"


def test_a_folder_asked_for_that_cannot_be_written_is_an_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("STEELYARD_CACHE", str(tmp_path / "file"))
    with pytest.raises(CacheUnwritable, match="set STEELYARD_CACHE to a writable folder"):
        directories.cache_folder("abc")


def test_without_a_home_the_temporary_folder_serves(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("HOME", str(tmp_path / "file"))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    assert directories.cache_folder("abc") == tmp_path / f"steelyard-{os.getuid()}" / "kernels" / "abc"


def test_a_temporary_folder_laid_out_by_somebody_else_is_not_trusted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "theirs").mkdir()
    (tmp_path / f"steelyard-{os.getuid()}").symlink_to(tmp_path / "theirs")
    monkeypatch.setenv("HOME", str(tmp_path / "file"))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    with pytest.raises(CacheUnwritable):
        directories.cache_folder("abc")


def test_what_is_compiled_is_reported_and_what_was_compiled_before_is_not(tmp_path: Path) -> None:
    (tmp_path / "double.py").write_text(
        "from steelyard.core.compiler import compiled, reporting\n"
        "twice = compiled(lambda number: 2 * number)\n"
        "with reporting(lambda doing, share: print(doing, share)):\n"
        "    assert twice(4) == 8\n"
        "twice(0.5)\n"
    )
    env = {**os.environ, "STEELYARD_CACHE": str(tmp_path / "cache")}
    told = [
        subprocess.run(
            [sys.executable, "double.py"], cwd=tmp_path, env=env, capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    ]
    assert told == ["compiling (only the first time) 0.0\n", ""]


def test_another_installation_of_the_same_sources_loads_what_one_has_compiled(tmp_path: Path) -> None:
    program = (
        "from steelyard.core.compiler import compiled, reporting\n"
        "twice = compiled(lambda number: 2 * number)\n"
        "with reporting(lambda doing, share: print(doing)):\n"
        "    assert twice(4) == {}\n"
    )

    def told(place: str, program: str) -> str:
        package = tmp_path / place / "package"
        package.mkdir(parents=True)
        (package / "double.py").write_text(program)
        env = {**os.environ, "STEELYARD_CACHE": str(tmp_path / "cache")}
        command = [sys.executable, str(package / "double.py")]
        return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout

    assert told("first", program.format(8)) == "compiling (only the first time)\n"
    assert told("second", program.format(8)) == ""
    other = program.replace("2 *", "3 *").format(12)
    assert told("third", other) == "compiling (only the first time)\n"


def test_other_peoples_functions_keep_their_own_cache() -> None:
    import numba

    before = numba.config.CACHE_DIR, numba.config.CACHE_LOCATOR_CLASSES
    compiler.compiled(_double)
    assert before == (numba.config.CACHE_DIR, numba.config.CACHE_LOCATOR_CLASSES)


def _double(x: int) -> int:
    return 2 * x


def test_a_change_in_a_file_that_compiled_functions_come_from_is_noticed(tmp_path: Path) -> None:
    """Numba itself looks at one file only: the caller's."""
    (tmp_path / "called.py").write_text(CALLED.format(1))
    (tmp_path / "caller.py").write_text(CALLER)

    def answer() -> str:
        env = {
            **os.environ,
            "STEELYARD_CACHE": str(tmp_path / "cache"),
            "PYTHONPATH": f"{SOURCES}:{tmp_path}",
        }
        program = [sys.executable, "-B", "-c", "import caller; print(caller.call())"]
        return subprocess.run(program, env=env, capture_output=True, text=True, check=True).stdout

    assert answer() == "1\n"
    (tmp_path / "called.py").write_text(CALLED.format(2))
    assert answer() == "2\n"


CALLED = """
from steelyard.core.compiler import compiled
@compiled
def called():
    return {}
"""
CALLER = """
from called import called
from steelyard.core.compiler import compiled
@compiled
def call():
    return called()
"""


def test_the_package_works_from_a_read_only_place(tmp_path: Path) -> None:
    """Copied to where nothing can be written, run by somebody without a home."""
    site, scratch = tmp_path / "site", tmp_path / "scratch"
    shutil.copytree(SOURCES, site, ignore=shutil.ignore_patterns("__pycache__", "tests"))
    for path in [site, *site.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    scratch.mkdir()
    program = (
        "import steelyard; game = steelyard.game('tank_war'); kernel = game.kernel;"
        "print(steelyard.__file__, kernel.perft(kernel.encode(game.start()), 3))"
    )
    # Root may write anywhere unless it gives that power up.
    as_anyone = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"] if os.getuid() == 0 else []
    shown = subprocess.run(
        [*as_anyone, sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(site), "HOME": "/proc/nobody", "TMPDIR": str(scratch)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert shown.stderr == ""
    assert shown.stdout.startswith(str(tmp_path))
    assert shown.stdout.endswith(" 46126\n")
    assert list(scratch.glob("steelyard-*/kernels/*/*/*.nbi")), "the compiled kernel was not kept"
    assert not list(site.rglob("*.nbi")) + list(site.rglob("*.pyc"))


def test_what_was_compiled_for_types_that_are_gone_is_compiled_anew(tmp_path: Path) -> None:
    """Another version of Steelyard may have had a module that this one has not."""
    (tmp_path / "double.py").write_text(
        "from steelyard.core.compiler import compiled\ntwice = compiled(lambda pair: 2 * pair[0])\n"
    )
    pair = "from typing import NamedTuple\nclass Pair(NamedTuple):\n    first: int\n"
    env = {**os.environ, "STEELYARD_CACHE": str(tmp_path / "cache")}
    for name in ("before", "after", "after"):
        (tmp_path / "before.py").unlink(missing_ok=True)
        (tmp_path / f"{name}.py").write_text(pair)
        program = f"import double, {name}; print(double.twice({name}.Pair(4)))"
        run = subprocess.run(
            [sys.executable, "-c", program],
            cwd=tmp_path,
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.stdout == "8\n", run.stderr


@pytest.mark.parametrize(
    ("ending", "content"),
    [("nbi", b""), ("nbi", b"no index"), ("nbc", b""), ("nbc", b"\x80\x05cut off")],
)
def test_a_damaged_cache_is_made_anew(tmp_path: Path, ending: str, content: bytes) -> None:
    (tmp_path / "double.py").write_text(
        "from steelyard.core.compiler import compiled\ntwice = compiled(lambda number: 2 * number)\n"
    )
    env = {**os.environ, "STEELYARD_CACHE": str(tmp_path / "cache")}
    for _ in range(2):
        for file in (tmp_path / "cache").rglob(f"*.{ending}"):
            file.write_bytes(content)
        run = subprocess.run(
            [sys.executable, "-c", "import double; print(double.twice(4))"],
            cwd=tmp_path, env=env, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert run.stdout == "8\n", run.stderr
