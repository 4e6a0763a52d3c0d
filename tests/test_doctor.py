"""`steelyard doctor` on machines that have something, and on those that lack it."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from importlib.metadata import metadata
from typing import TYPE_CHECKING

import pytest

from steelyard import kits
from steelyard.arena.sandbox import bubblewrap, process, procfs
from steelyard.cli import machine
from tests.timeouts import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.conftest import Command

HIDDEN = {"bwrap", "g++", "mcs", "mono", "javac", "java", "psql", "npm", "nvidia-smi"}


@pytest.fixture
def bare_machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Without a sandbox, compilers and databases."""
    find = shutil.which
    monkeypatch.setattr(bubblewrap, "SYSTEM_PATH", "/nowhere")
    monkeypatch.setattr(shutil, "which", lambda name, **how: None if name in HIDDEN else find(name, **how))
    monkeypatch.setattr(machine, "find_spec", lambda _name: None)
    process.available.cache_clear()
    yield
    process.available.cache_clear()


def found(steelyard: Command, status: int = 0) -> tuple[dict[str, dict[str, str]], str]:
    shown = steelyard("doctor", "--json")
    assert (shown.returncode, shown.stderr) == (status, "")
    told = json.loads(shown.stdout)
    assert told["ok"] is (status == 0)
    return {f"{each['part']} {each['name']}": each for each in told["findings"]}, told["apt"]


def test_it_knows_every_language_of_the_kits(steelyard_here: Command) -> None:
    parts, _ = found(steelyard_here)
    titles = {kits.kit("tank_war", language).title for language in kits.languages()}
    assert {f"bots {title}" for title in titles} <= set(parts)
    assert parts["bots Python"]["state"] == "ok"
    assert "cores" in parts["machine processor"]["detail"]


@pytest.mark.usefixtures("bare_machine")
def test_what_is_missing_is_named_with_its_package(steelyard_here: Command) -> None:
    parts, apt = found(steelyard_here)
    assert parts["bots sandbox"]["state"] == "missing"
    assert {"bubblewrap", "g++", "mono-mcs", "mono-runtime", "postgresql-client", "npm"} <= set(apt.split())
    assert apt.startswith("sudo apt install " if os.geteuid() else "apt install ")
    assert parts["bots Java"]["detail"] == "no javac and no java"
    assert parts["extras jax"]["pip"] == "jax"
    shown = steelyard_here("doctor").stdout
    assert "  - C++                      no g++ (bots in C++)\n" in shown
    needed, _, for_tests = shown.partition("All missing system packages, at once: ")[2].partition("\n")
    assert "g++" in needed.split()
    assert not {"npm", "firefox-esr"} & set(needed.split()), "a server needs no tools of the tests"
    assert for_tests.startswith(
        f"For people who work on Steelyard, also: {apt.partition('install ')[0]}install "
    )
    assert "npm" in for_tests.split()


def test_what_is_weaker_without_control_groups_is_said_with_the_command_that_helps(
    steelyard_here: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "available", lambda: None)
    monkeypatch.setattr(process, "not_enforced", lambda: ["limit their memory"])
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    parts, _ = found(steelyard_here)
    told = parts["bots control groups"]
    assert told["state"] == "missing"
    assert "Steelyard itself has to limit their memory; a hostile bot can evade that" in told["detail"]
    assert "put `systemd-run --user --scope -p Delegate=yes` before the command" in told["detail"]


def test_a_folder_that_cannot_be_written_is_an_error(steelyard_here: Command, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    shown = steelyard_here("doctor", env={"STEELYARD_CACHE": str(tmp_path / "file/cache")})
    assert shown.returncode == 1
    assert "  ! cache folder " in shown.stdout
    assert "set STEELYARD_CACHE to a writable folder" in shown.stdout


def test_a_compiler_that_does_not_run_is_missing(
    steelyard_here: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As rustup leaves one behind that was told no version."""
    (tmp_path / "rustc").write_text("#!/bin/sh\necho 'no default is configured' >&2\nexit 1\n")
    (tmp_path / "rustc").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    parts, _ = found(steelyard_here)
    assert parts["bots Rust"]["state"] == "missing"
    assert parts["bots Rust"]["detail"] == "rustc is there, but does not run"


def test_a_compiler_that_prints_no_text_is_shown_with_its_bytes_escaped(
    steelyard_here: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rustc").write_text("#!/bin/sh\nprintf '\\377\\033[2J 1.0\\n'\n")
    (tmp_path / "rustc").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    shown = steelyard_here("doctor")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "  + Rust                     \\xff\\x1b[2J 1.0\n" in shown.stdout


def test_a_compiler_that_prints_without_end_is_missing(
    steelyard_here: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "VERSION_S", 3600.0)  # it is not waited for
    (tmp_path / "rustc").write_text("#!/bin/sh\nexec yes\n")
    (tmp_path / "rustc").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    parts, _ = found(steelyard_here)
    assert parts["bots Rust"]["detail"] == "rustc is there, but does not run"


def test_compilers_are_asked_on_a_machine_without_a_shell_in_its_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rustc").write_text("#!/bin/sh\necho rustc 1.0\n")
    (tmp_path / "rustc").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert machine._said("rustc", "--version") == "rustc 1.0"


def test_nothing_stays_of_what_a_compiler_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rustc").write_text("#!/bin/sh\nsleep 3600 &\necho $! > child\necho rustc 1.0\n")
    (tmp_path / "rustc").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert machine._said("rustc", "--version") == "rustc 1.0"
    child = int((tmp_path / "child").read_text())
    wait_until(lambda: not procfs.alive(child))


def test_compilers_are_found_without_a_place_for_temporary_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/nowhere")
    with pytest.raises(FileNotFoundError), tempfile.TemporaryFile():
        pass
    assert machine._said("sh", "-c", "echo there") == "there"


def test_it_knows_every_extra() -> None:
    assert sorted(machine.EXTRAS) == sorted(metadata("steelyard").get_all("Provides-Extra") or [])


def test_root_needs_no_sudo(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking = [machine.Finding("tests", "npm", "missing", "", package="npm")]
    for user, line in ((0, "apt install npm"), (1000, "sudo apt install npm")):
        monkeypatch.setattr(os, "geteuid", lambda user=user: user)
        assert machine.apt_line(lacking) == line


def test_a_full_disk_is_an_error(steelyard_here: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage("/")._replace(free=10**8)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage)
    parts, _ = found(steelyard_here, status=1)
    assert parts["machine data folder"]["detail"].endswith(
        "0.1 GB free; 500 MB are needed: make room, or set STEELYARD_DATA to another folder"
    )
