"""A backup taken while games run comes back whole, on either database, or is refused."""

from __future__ import annotations

import json
import os
import random
import tarfile
import threading
from typing import TYPE_CHECKING, Any

import pytest

from steelyard import games
from steelyard.arena.record import read_record, replayed
from steelyard.server.accounts.people import COOKIE
from steelyard.server.database import DatabaseUnusable
from steelyard.server.operations.backup import MANIFEST, BackupRefused, back_up
from steelyard.server.operations.restore import RestoreRefused, restore
from tests.patience import wait_until
from tests.server.house import ME, OPEN, RANDOM, Guest, House, plays_to_the_end

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

GAMES = 20
BOTS = {"kind": "bot", "bot": "random"}


def test_a_backup_taken_while_twenty_games_run_restores_to_records_that_verify(
    database: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    data, file = tmp_path / "data", tmp_path / "backup.tar.gz"
    (data / "contests" / "spring").mkdir(parents=True)
    journal = data / "contests" / "spring" / "journal.jsonl"
    journal.write_bytes(b'{"one":1}\n{"two":2}\n{"half')
    with House(database) as house, Guest(house.address) as ada, Guest(house.address) as bob:
        ada.registers("Ada")
        tables = [ada.sets_up("tank_battle", BOTS, RANDOM)["id"] for _ in range(GAMES)]
        person = ada.sets_up("tank_war", ME, OPEN)
        bob.joins(person)
        wait_until(lambda: all(len(house.hall.tables[each].table.turns) > 2 for each in tables))
        for each in tables:
            house.do(house.hall.tables[each].settled())
        done = back_up(database, data, file)
        session = ada.http.cookies[COOKIE]
    assert (done.files, done.rows > GAMES * 3) == (1, True)

    again, url = tmp_path / "again", None
    if database.startswith("postgresql"):
        url = request.getfixturevalue("postgresql").database()
    restore(file, again, url)
    assert (again / "contests/spring/journal.jsonl").read_bytes() == b'{"one":1}\n{"two":2}\n'
    with House(url or f"sqlite:///{again}/tables.db") as house, Guest(house.address) as ada:
        for each in tables:
            answer = ada.http.get(f"/api/tables/{each}/record")
            assert answer.status_code == 200, answer.text
            record = read_record(answer.content.strip())
            assert len(record.turns) >= 3, "what was played before the backup is there"
            replayed(record, games.get)
        assert ada.http.get("/api/me", headers={"Cookie": f"{COOKIE}={session}"}).json()["account"] is None
        ada.signs_in("Ada")
        assert ada.shows(person["id"])["you"] == [0]
        with ada.follows(person["id"]) as page:
            page.until("snapshot")
        assert ada.sets_up("tank_war", ME, RANDOM)["id"] not in tables, "numbers go on where they were"


def test_a_backup_moves_a_server_from_one_database_to_the_other(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    here, there = f"sqlite:///{tmp_path}/tables.db", request.getfixturevalue("postgresql").database()
    with House(here) as house, Guest(house.address) as ada:
        ada.registers("Ada")
        table = ada.sets_up("tank_war", ME, RANDOM)["id"]
        rng = random.Random(1)
        with ada.follows(table) as page:
            plays_to_the_end(page, rng.choice)
        told = ada.shows(table)
        kept = house.everything()
    back_up(here, tmp_path, tmp_path / "backup.tar.gz")
    restore(tmp_path / "backup.tar.gz", tmp_path / "again", there)
    with House(there) as house, Guest(house.address) as ada:
        ada.signs_in("Ada")
        moved = house.everything()
        assert ada.shows(table)["outcome"] == told["outcome"]
        ada.sets_up("tank_war", ME, RANDOM)
    for name in ("accounts", "tables", "seats", "entries"):
        assert moved[name] == kept[name], name
    told_anew = [row.action for row in moved["audit"][len(kept["audit"]) :]]
    assert moved["audit"][: len(kept["audit"])] == kept["audit"]
    assert told_anew == ["admin.link"], "old links are worth nothing, so there is a new one"


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """Of a small server, with a bot's files."""
    data = tmp_path / "data"
    program = data / "bots" / "7" / "source" / "bot.sh"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    (program.parent / "alias.sh").symlink_to("bot.sh")
    (program.parent / "empty").mkdir()
    with House(f"sqlite:///{data}/tables.db") as house, Guest(house.address) as ada:
        ada.registers("Ada")
        ada.sets_up("tank_war", ME, RANDOM)
    back_up(f"sqlite:///{data}/tables.db", data, tmp_path / "backup.tar.gz")
    return tmp_path / "backup.tar.gz"


def test_files_come_back_with_their_content_modes_and_links(backup: Path, tmp_path: Path) -> None:
    restore(backup, tmp_path / "again", None)
    program = tmp_path / "again/bots/7/source/bot.sh"
    assert (program.read_text(), program.stat().st_mode & 0o777) == ("#!/bin/sh\n", 0o755)
    assert str((program.parent / "alias.sh").readlink()) == "bot.sh"
    assert (program.parent / "empty").is_dir()
    assert sorted(each.name for each in (tmp_path / "again").iterdir()) == ["bots", "tables.db"]
    assert not [each for each in tmp_path.iterdir() if each.name.startswith(".")]


@pytest.mark.usefixtures("without_tar_filters")
def test_it_is_restored_by_the_oldest_python_too(backup: Path, tmp_path: Path) -> None:
    restore(backup, tmp_path / "again", None)
    assert (tmp_path / "again/bots/7/source/bot.sh").is_file()


def test_links_that_lead_out_of_the_folder_do_not_spoil_a_backup(backup: Path, tmp_path: Path) -> None:
    backup.unlink()
    made = tmp_path / "data/bots/7/source"
    (made / "passwd").symlink_to("/etc/passwd")
    (made / "above").symlink_to("../../../../..")
    os.mkfifo(made / "pipe")
    back_up(f"sqlite:///{tmp_path}/data/tables.db", tmp_path / "data", backup)
    restore(backup, tmp_path / "again", None)
    found = sorted(each.name for each in (tmp_path / "again/bots/7/source").iterdir())
    assert found == ["alias.sh", "bot.sh", "empty"]


def _changed(backup: Path, change: Callable[[str, bytes], bytes | None]) -> Path:
    """The same backup with other contents; None leaves a file out."""
    changed = backup.with_name("changed.tar.gz")
    with tarfile.open(backup) as old, tarfile.open(changed, "w:gz") as new:
        for entry in old:
            content = old.extractfile(entry) if entry.isfile() else None
            if content is None:
                new.addfile(entry)
                continue
            data = change(entry.name, content.read())
            if data is not None:
                entry.size = len(data)
                (backup.parent / "piece").write_bytes(data)
                with (backup.parent / "piece").open("rb") as piece:
                    new.addfile(entry, piece)
    return changed


def _without_rows(name: str, data: bytes) -> bytes:
    return b"" if name == "database/accounts.jsonl" else data


def _other_format(name: str, data: bytes) -> bytes:
    return json.dumps(json.loads(data) | {"format": 99}).encode() if name == MANIFEST else data


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda name, data: data + b" " if name.endswith("bot.sh") else data, "bot.sh has changed"),
        (_without_rows, "accounts.jsonl has changed"),
        (lambda name, data: None if name.endswith("bot.sh") else data, "bot.sh is missing"),
        (lambda name, data: None if name == MANIFEST else data, "it has no manifest"),
        (_other_format, "another version"),
    ],
)
def test_a_backup_that_was_changed_is_refused_and_leaves_nothing_behind(
    backup: Path, tmp_path: Path, change: Any, why: str
) -> None:
    with pytest.raises(RestoreRefused, match=why):
        restore(_changed(backup, change), tmp_path / "again", None)
    assert not (tmp_path / "again").exists()
    assert not [each for each in tmp_path.iterdir() if each.name.startswith(".again")]


def test_half_a_backup_and_one_that_leads_elsewhere_are_refused(backup: Path, tmp_path: Path) -> None:
    half = tmp_path / "half.tar.gz"
    half.write_bytes(backup.read_bytes()[: backup.stat().st_size // 2])
    escape = tmp_path / "escape.tar.gz"
    with tarfile.open(escape, "w:gz") as archive:
        archive.addfile(tarfile.TarInfo("../outside"))
    for file in (half, escape, tmp_path / "nowhere.tar.gz"):
        with pytest.raises(RestoreRefused):
            restore(file, tmp_path / "again", None)
    assert not (tmp_path / "outside").exists()


def test_nothing_is_restored_over_something(backup: Path, tmp_path: Path) -> None:
    full = tmp_path / "full"
    full.mkdir()
    (full / "file").touch()
    with pytest.raises(RestoreRefused, match="is not empty"):
        restore(backup, full, None)
    with pytest.raises(RestoreRefused, match="database is not empty"):
        restore(backup, tmp_path / "again", f"sqlite:///{tmp_path}/data/tables.db")
    assert not (tmp_path / "again").exists()
    (full / "file").unlink()
    restore(backup, full, None)
    assert (full / "tables.db").is_file()


def test_what_cannot_be_backed_up_is_refused_with_a_reason(backup: Path, tmp_path: Path) -> None:
    empty = f"sqlite:///{tmp_path}/empty.db"
    (tmp_path / "empty.db").touch()
    known = f"sqlite:///{tmp_path}/data/tables.db"
    new = tmp_path / "new.tar.gz"
    for database, data, file, why in (
        (known, tmp_path / "data", backup, "there already"),
        (known, tmp_path / "data", tmp_path / "nowhere" / "x", "no folder"),
        (known, tmp_path / "nowhere", new, "no folder"),
        (f"sqlite:///{tmp_path}/nowhere.db", tmp_path, new, "not there"),
        (empty, tmp_path, new, "no tables"),
    ):
        with pytest.raises(BackupRefused, match=why):
            back_up(database, data, file)
    with pytest.raises(DatabaseUnusable):
        back_up("postgresql://127.0.0.1:1/x", tmp_path, new)
    assert not new.exists()


def test_a_journal_that_grows_meanwhile_is_whole_up_to_a_line(tmp_path: Path) -> None:
    data = tmp_path / "data"
    journal = data / "contests" / "1" / "journal.jsonl"
    journal.parent.mkdir(parents=True)
    journal.touch()
    with House(f"sqlite:///{data}/tables.db"):
        pass
    enough = threading.Event()

    def grow() -> None:
        with journal.open("ab", buffering=0) as file:
            number = 0
            while not enough.is_set():
                number += 1
                file.write(b'{"number":%d,' % number)
                enough.wait(0.0002)
                file.write(b'"padding":"%s"}\n' % (b"x" * 5000))

    thread = threading.Thread(target=grow)
    thread.start()
    try:
        wait_until(lambda: journal.stat().st_size > 100_000)
        for each in range(3):
            back_up(f"sqlite:///{data}/tables.db", data, tmp_path / f"{each}.tar.gz")
    finally:
        enough.set()
        thread.join()
    for each in range(3):
        restore(tmp_path / f"{each}.tar.gz", tmp_path / f"again-{each}", None)
        lines = (tmp_path / f"again-{each}/contests/1/journal.jsonl").read_bytes().splitlines()
        assert [json.loads(line)["number"] for line in lines] == list(range(1, len(lines) + 1))
