"""A key file that is no key is refused: an empty key would be one that everybody knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steelyard.server import key_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Command


def empty(file: Path) -> None:
    file.write_bytes(b"")


def truncated(file: Path) -> None:
    file.write_bytes(bytes(31))


def too_long(file: Path) -> None:
    file.write_bytes(bytes(33))


def folder(file: Path) -> None:
    file.mkdir()


def link_to_nothing(file: Path) -> None:
    file.symlink_to(file.with_name("nowhere"))


@pytest.mark.parametrize("name", ["names.key", "workshop.key"])
@pytest.mark.parametrize("damage", [empty, truncated, too_long, folder, link_to_nothing])
def test_a_file_that_is_no_key_keeps_the_server_from_starting(
    damage: Callable[[Path], None], name: str, tmp_path: Path, steelyard_here: Command
) -> None:
    damage(tmp_path / name)
    shown = steelyard_here("serve", "--cold", "--workers", "0", "--port", "0", "--data", str(tmp_path))
    assert (shown.returncode, shown.stdout, shown.stderr.count("\n")) == (2, "", 1), shown.stderr
    assert f"{tmp_path / name} " in shown.stderr
    assert "put it back from a backup, or delete it" in shown.stderr


def test_a_key_that_cannot_be_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests may run as root, which can read everything."""
    file = tmp_path / key_files.NAMES
    key_files.key(file)

    def refused(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(file), "read_bytes", refused)
    with pytest.raises(key_files.KeyUnusable, match="put it back from a backup"):
        key_files.key(file)


def test_a_key_is_made_once(tmp_path: Path) -> None:
    first = key_files.key(tmp_path / "new.key")
    assert len(first) == 32
    assert key_files.key(tmp_path / "new.key") == first
