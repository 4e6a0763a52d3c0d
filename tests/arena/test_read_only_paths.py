"""Which folders of the machine a bot can be given to read."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from steelyard.arena.sandbox.process import Sandbox, SandboxRefused
from tests.arena.conftest import needs_bubblewrap
from tests.arena.sandbox_runner import listen

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [needs_bubblewrap, pytest.mark.usefixtures("_nothing_is_left")]


@pytest.mark.skipif(os.getuid() != 0, reason="only root lends users, who cannot reach what is ours")
def test_folders_in_a_closed_place_are_at_their_own_paths(tmp_path: Path) -> None:
    closed = tmp_path / "closed to others"
    for name in ("one", "two", "not given"):
        (closed / name).mkdir(parents=True)
        (closed / name / "file").write_text(name)
    closed.chmod(0o700)
    command = ["sh", "-c", 'cat "$0/one/file" "$0/two/file"; ls "$0"', str(closed)]
    with Sandbox(command, folder=None, read_only=[closed / "one", closed / "two"]) as sandbox:
        assert listen(sandbox) == ("onetwoone\ntwo\n", "")


def test_a_file_is_no_folder_to_be_given(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SandboxRefused, match="does not exist"):
        Sandbox(["true"], folder=None, read_only=[tmp_path / "file"])
