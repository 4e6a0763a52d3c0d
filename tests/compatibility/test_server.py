"""A server as it was left: its data folder, and a backup of it."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from tests.compatibility import current
from tests.compatibility.commands import DATA
from tests.compatibility.comparison import missing, without_sentences
from tests.compatibility.current import Guest
from tests.compatibility.scenario import ACCOUNTS, Kept, answers

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Command

SERVER = DATA / "server"


def copied(tmp_path: Path) -> Path:
    """A data folder as it was, its database included."""
    data = tmp_path / "data"
    shutil.copytree(SERVER / "data", data)
    with closing(sqlite3.connect(data / "tables.db")) as database:
        database.executescript((data / "tables.sql").read_text("utf-8"))
    return data


def restored(tmp_path: Path, steelyard_here: Command) -> Path:
    done = steelyard_here("restore", str(SERVER / "backup.tar.gz"), "--data", "data")
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("Start the server there: steelyard serve --data data\n")
    return tmp_path / "data"


def goes_on(guest: Guest, table: str) -> None:
    """The game with days per move, in which it is the guest's turn."""
    with guest.follows(table) as page:
        snapshot = page.until("snapshot")
        ((seat, legal),) = snapshot["legal"].items()
        page.says("move", turn=snapshot["turn"] + 1, move=legal[0])
        assert page.until("turn")["moves"][int(seat)] == legal[0]


@pytest.mark.parametrize("from_backup", [False, True], ids=["folder", "backup"])
def test_everybody_is_told_what_they_were_told(
    *,
    from_backup: bool,
    tmp_path: Path,
    steelyard_here: Command,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = restored(tmp_path, steelyard_here) if from_backup else copied(tmp_path)
    kept = Kept.read((SERVER / "answers.jsonl").read_text("utf-8"))
    current.set_date(monkeypatch, kept.at_s)
    told: dict[str, Any] = {}
    with current.server(data) as running:
        for name in ACCOUNTS:
            with Guest(running.address) as person:
                person.signs_in(name)
                told[name] = answers(person, kept.made)
        with Guest(running.address) as guest:
            guest.http.cookies.clear()
            guest.http.cookies.set(*kept.cookie.split("="))
            told["guest"] = answers(guest, kept.made)
            goes_on(guest, kept.made.tables[-1])
        with Guest(running.address) as mallory:
            body = {"name": "Mallory", "password": "a yard of steel"}
            assert mallory.http.post("/api/account/sign-in", json=body).status_code == 401
    lost = list(missing(without_sentences(kept.answers), without_sentences(told)))
    assert not lost, f"more may be told, nothing may go or become another: {lost}"
