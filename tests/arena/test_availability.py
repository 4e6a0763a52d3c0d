"""What is said where a machine cannot isolate bots, or cannot enforce a limit by itself."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from steelyard.arena.sandbox import bubblewrap, cgroups
from steelyard.arena.sandbox.process import (
    IsolationMissing,
    Sandbox,
    available,
    not_enforced,
    not_guaranteed,
)
from tests.arena.conftest import needs_bubblewrap
from tests.arena.sandboxes import run

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [needs_bubblewrap, pytest.mark.usefixtures("_nothing_is_left")]


def test_without_bubblewrap_nothing_starts_and_the_message_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(bubblewrap, "SYSTEM_PATH", str(tmp_path))
    with pytest.raises(IsolationMissing, match=r"bwrap is not installed; .*apt install bubblewrap"):
        Sandbox(["true"], folder=None)
    available.cache_clear()
    reason = available()
    available.cache_clear()
    assert reason is not None
    assert "\n" not in reason
    assert run("echo", "practice", isolated=False)[0] == "practice\n"


def test_bubblewrap_that_does_not_work_is_quoted(monkeypatch: pytest.MonkeyPatch, open_folder: Path) -> None:
    broken = open_folder / "bwrap"
    broken.write_text("#!/bin/sh\necho warning >&2\necho 'bwrap: No permissions' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setattr(bubblewrap, "SYSTEM_PATH", f"{open_folder}:{bubblewrap.SYSTEM_PATH}")
    with pytest.raises(IsolationMissing, match=r"isolated on this machine: bwrap: No permissions; "):
        Sandbox(["true"], folder=None)


@pytest.mark.parametrize("setting", bubblewrap.FORBIDDING)
def test_a_kernel_that_forbids_it_is_told_how_to_allow_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, setting: str
) -> None:
    forbidding, allowing = bubblewrap.FORBIDDING[setting]
    (tmp_path / setting).parent.mkdir()
    (tmp_path / setting).write_text(forbidding + "\n")
    monkeypatch.setattr(bubblewrap, "SETTINGS", tmp_path)
    message = str(IsolationMissing("bwrap: setting up uid map: Permission denied"))
    assert (
        f"uid map: Permission denied; allow user namespaces (sysctl {setting.replace('/', '.')}=" in message
    )
    assert f"={allowing})" in message


def test_a_machine_whose_calls_we_do_not_know_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "pdp11")
    with pytest.raises(IsolationMissing, match="there is no system call table for pdp11"):
        Sandbox(["true"], folder=None)


def test_it_works_here() -> None:
    available.cache_clear()
    assert available() is None


def test_what_the_kernel_does_not_see_to_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cgroups, "bases", list)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    not_enforced.cache_clear()
    said, tasks = not_guaranteed(), not_enforced()
    not_enforced.cache_clear()
    assert tasks == [
        "stop all processes of a bot at once",
        "limit their memory",
        "limit their number",
        "count their CPU time",
    ]
    assert said == (
        "bots are isolated, but without all that control groups offer: Steelyard itself has to stop all"
        " processes of a bot at once, limit their memory, limit their number and count their CPU time; a"
        " hostile bot can evade that for moments, and no time is given back in which other programs had a"
        " bot's processor; this is fine for bots of people you trust, but for rated games with bots of"
        " strangers put `systemd-run --user --scope -p Delegate=yes` before the command, or run as root"
    )
