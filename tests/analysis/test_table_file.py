"""The file in which a solved game is kept: found again, noticed when damaged, never wrong."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any, NoReturn

import pytest
from tests.analysis.conftest import Endgame

from steelyard import analysis
from steelyard.analysis import solved, tank_war
from steelyard.analysis.tank_war import solver
from steelyard.core.errors import DataUnwritable

if TYPE_CHECKING:
    from pathlib import Path


def _fresh(game: Endgame) -> Any:
    """The table as another process would open it."""
    tank_war._opened.clear()
    return analysis.open_table(game)


def _unexpected(*_: object) -> NoReturn:
    raise AssertionError("the table was there and need not be built")


def test_a_table_is_built_once_and_then_found(endgame: Endgame, monkeypatch: pytest.MonkeyPatch) -> None:
    built = _fresh(endgame)
    monkeypatch.setattr(solver, "solve", _unexpected)
    loaded = _fresh(endgame)
    assert loaded.value(endgame.start()) == built.value(endgame.start())
    assert (loaded.positions, loaded.saddle_points) == (built.positions, built.saddle_points)
    assert analysis.open_table(endgame) is loaded


def test_building_tells_how_far_it_is(endgame: Endgame) -> None:
    told: list[tuple[str, float]] = []
    analysis.build_table(endgame, lambda doing, share: told.append((doing, share)))
    shares = [share for _, share in told]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    doings = dict.fromkeys(doing for doing, _ in told if not doing.startswith("compiling"))
    assert list(doings) == [
        "finding positions",
        "solving positions",
        "done",
    ]


def test_a_table_from_where_tables_once_were_is_moved_and_used(
    endgame: Endgame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = _fresh(endgame)
    file = analysis.table_file(endgame)
    old = tmp_path / file.name
    file.rename(old)
    left = [tmp_path / f"{file.name}.new", tmp_path / f"{file.name}.lock"]
    kept = [tmp_path / "tables.db", tmp_path / "tank_duel-1.table"]
    for each in (*left, *kept):
        each.touch()
    solved._move_old_tables.cache_clear()  # as in another process
    monkeypatch.setattr(solver, "solve", _unexpected)
    assert _fresh(endgame).value(endgame.start()) == built.value(endgame.start())
    assert [each for each in (old, *left, *kept) if each.exists()] == kept


def test_a_table_that_was_built_again_stays_and_the_old_one_goes(endgame: Endgame, tmp_path: Path) -> None:
    _fresh(endgame)
    file = analysis.table_file(endgame)
    before = file.read_bytes()
    old = tmp_path / file.name
    old.write_bytes(b"older")
    solved._move_old_tables.cache_clear()
    assert analysis.table_file(endgame) == file
    assert (file.read_bytes(), old.exists()) == (before, False)


def test_the_file_is_named_by_rules_and_options(endgame: Endgame, tmp_path: Path) -> None:
    assert analysis.table_file(endgame) == tmp_path / "solved/tank_war-1-ABCCBA-exactly_two.table"
    other = Endgame(lanes="CBAABC", c_reach="up_to_two")
    assert analysis.table_file(other) == tmp_path / "solved/tank_war-1-CBAABC-up_to_two.table"


@pytest.mark.parametrize("damage", ["flipped", "truncated", "empty", "of other rules"])
def test_a_damaged_file_is_built_anew(endgame: Endgame, damage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    value = _fresh(endgame).value(endgame.start())
    file = analysis.table_file(endgame)
    whole = file.read_bytes()
    if damage == "flipped":
        file.write_bytes(whole[:-100] + bytes([whole[-100] ^ 0xFF]) + whole[-99:])
    elif damage == "truncated":
        file.write_bytes(whole[: len(whole) // 2])
    elif damage == "empty":
        file.write_bytes(b"")
    else:
        with monkeypatch.context() as changed:
            changed.setattr(Endgame, "rules_version", 2)
            tank_war.build_table(endgame).value(endgame.start())
            analysis.table_file(endgame).replace(file)
    assert _fresh(endgame).value(endgame.start()) == value
    assert file.read_bytes() == whole


def test_a_full_disk_is_an_error_and_leaves_nothing(
    endgame: Endgame, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_descriptor: int) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", full)
        with pytest.raises(DataUnwritable, match="No space left"):
            _fresh(endgame)
    assert not analysis.table_file(endgame).exists()
    assert not list(analysis.table_file(endgame).parent.glob("*.new"))
    assert _fresh(endgame).value(endgame.start()) == pytest.approx(
        analysis.analyse(endgame, endgame.start()).value
    )


def test_a_folder_that_cannot_be_written_is_an_error_before_any_work(
    endgame: Endgame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("STEELYARD_DATA", str(tmp_path / "file"))
    monkeypatch.setattr(solver, "solve", _unexpected)
    with pytest.raises(DataUnwritable, match="STEELYARD_DATA"):
        analysis.open_table(endgame)


def test_a_table_in_a_folder_that_cannot_be_written_is_used(
    endgame: Endgame, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fresh(endgame)
    monkeypatch.setattr("steelyard.analysis.array_files.check_writable", _unexpected)
    _fresh(endgame).value(endgame.start())


CHILD = """
import sys
from tests.analysis.conftest import Endgame
from steelyard import analysis
game = Endgame()
print(analysis.open_table(game).value(game.start()))
"""


def test_two_processes_that_build_at_once_agree(endgame: Endgame) -> None:
    children = [
        subprocess.Popen([sys.executable, "-c", CHILD], stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    printed = [child.communicate()[0] for child in children]
    assert [child.returncode for child in children] == [0, 0]
    assert printed[0] == printed[1]
    assert float(printed[0]) == _fresh(endgame).value(endgame.start())
