"""A backup taken while games run comes back whole, on either database, or is refused."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import shutil
import socket
import stat
import tarfile
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sql

from steelyard import games
from steelyard.arena.record import read_record, replayed
from steelyard.arena.sandbox import folder_walk, untrusted_folders
from steelyard.cli import main
from steelyard.server.accounts.store import COOKIE
from steelyard.server.database.database import Database
from steelyard.server.database.engine import DatabaseUnusable
from steelyard.server.operations import backup as backing_up
from steelyard.server.operations.backup import BackupRefused, back_up
from steelyard.server.operations.manifest import NAME as MANIFEST
from steelyard.server.operations.restore import RestoreRefused, restore
from tests.server.running_server import ME, OPEN, RANDOM, Guest, RunningServer, plays_to_the_end
from tests.timeouts import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES = 6
BOTS = {"kind": "bot", "bot": "random"}


def test_a_backup_taken_while_games_run_restores_to_records_that_verify(
    database: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    data, file = tmp_path / "data", tmp_path / "backup.tar.gz"
    (data / "contests" / "spring").mkdir(parents=True)
    journal = data / "contests" / "spring" / "journal.jsonl"
    journal.write_bytes(b'{"one":1}\n{"two":2}\n{"half')
    with (
        RunningServer(database, data=data) as server,
        Guest(server.address) as ada,
        Guest(server.address) as bob,
        ExitStack() as pages,
    ):
        ada.registers("Ada")
        tables = [ada.sets_up("tank_battle", BOTS, RANDOM)["id"] for _ in range(GAMES)]
        for each in tables:  # games between bots go on while somebody watches
            pages.enter_context(ada.follows(each)).until("snapshot")
        person = ada.sets_up("tank_war", ME, OPEN)
        bob.joins(person)
        wait_until(lambda: all(len(server.registry.tables[each].table.turns) > 2 for each in tables))
        for each in tables:
            server.do(server.registry.tables[each].settled())
        done = back_up(database, data, file)
        session = ada.http.cookies[COOKIE]
    assert (done.files, done.rows > GAMES * 3) == (2, True), "the journal, and the key of retired names"

    again, url = tmp_path / "again", None
    if database.startswith("postgresql"):
        url = request.getfixturevalue("postgresql").database()
    restore(file, again, url)
    assert (again / "contests/spring/journal.jsonl").read_bytes() == b'{"one":1}\n{"two":2}\n'
    with (
        RunningServer(url or f"sqlite:///{again}/tables.db", data=again) as server,
        Guest(server.address) as ada,
    ):
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
    with RunningServer(here) as server, Guest(server.address) as ada:
        ada.registers("Ada")
        table = ada.sets_up("tank_war", ME, RANDOM)["id"]
        rng = random.Random(1)
        with ada.follows(table) as page:
            plays_to_the_end(page, rng.choice)
        told = ada.shows(table)
        kept = server.everything()
    back_up(here, tmp_path, tmp_path / "backup.tar.gz")
    restore(tmp_path / "backup.tar.gz", tmp_path / "again", there)
    with RunningServer(there, data=tmp_path / "again") as server, Guest(server.address) as ada:
        ada.signs_in("Ada")
        moved = server.everything()
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
    with RunningServer(f"sqlite:///{data}/tables.db") as server, Guest(server.address) as ada:
        ada.registers("Ada")
        ada.sets_up("tank_war", ME, RANDOM)
    program = data / "bots" / "7" / "source" / "bot.sh"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    (program.parent / "alias.sh").symlink_to("bot.sh")
    (program.parent / "empty").mkdir()
    back_up(f"sqlite:///{data}/tables.db", data, tmp_path / "backup.tar.gz")
    return tmp_path / "backup.tar.gz"


def test_files_come_back_with_their_content_modes_and_links(backup: Path, tmp_path: Path) -> None:
    restore(backup, tmp_path / "again", None)
    program = tmp_path / "again/bots/7/source/bot.sh"
    assert (program.read_text(), program.stat().st_mode & 0o777) == ("#!/bin/sh\n", 0o755)
    assert str((program.parent / "alias.sh").readlink()) == "bot.sh"
    assert (program.parent / "empty").is_dir()
    there = sorted((tmp_path / "again").iterdir())
    assert [each.name for each in there] == ["bots", "identity", "names.key", "tables.db"]
    assert there[2].stat().st_mode & 0o077 == 0, "nobody else reads a key"
    assert not [each for each in tmp_path.iterdir() if each.name.startswith(".")]


@pytest.mark.usefixtures("without_tar_filters")
def test_it_is_restored_by_the_oldest_python_too(backup: Path, tmp_path: Path) -> None:
    restore(backup, tmp_path / "again", None)
    assert (tmp_path / "again/bots/7/source/bot.sh").is_file()


def _spoil(folder: Path) -> None:
    """All that a build may leave and that no archive takes, and a few things that one does."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "python3").symlink_to("/usr/bin/python3")
    (folder / "above").symlink_to("../../../../..")
    os.mkfifo(folder / "pipe")
    with contextlib.closing(socket.socket(socket.AF_UNIX)) as bound, contextlib.chdir(folder):
        bound.bind("socket")
    if os.getuid() == 0:
        os.mknod(folder / "device", stat.S_IFCHR | 0o600, os.makedev(1, 5))
    (folder / "latin-\udcff").write_text("x")
    with (folder / "holes").open("wb") as file:
        file.truncate(2**40)
    below = os.open(folder, os.O_RDONLY)
    for name in ["d"] * 300 + ["n" * 255] * 20:  # deeper than a path can say
        os.mkdir(name, dir_fd=below)
        below, above = os.open(name, os.O_RDONLY, dir_fd=below), below
        os.close(above)
    os.close(below)
    (folder / ("n" * 255)).write_text("long")
    (folder / "one").write_text("twice")
    (folder / "two").hardlink_to(folder / "one")


def test_no_bot_can_spoil_a_backup(backup: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What was built is built again; what nobody can restore of sources is told."""
    backup.unlink()
    data = tmp_path / "data"
    for spoilt in ("bots/7/built", "bots/7/built.new", "bots/7/source", "contests/1/bots/ada-1"):
        _spoil(data / spoilt)
    (data / "bots/7/source/moves.jsonl").write_bytes(b"a line without an end")
    (data / "contests/1/live").mkdir()
    (data / "contests/1/wish.new").touch()
    try:
        assert main(["backup", "--data", str(data), str(backup)]) == 0
    finally:
        for folder in ("bots", "contests"):
            untrusted_folders.remove(data / folder)
    told = capsys.readouterr().out
    named = set(re.findall(r"^left out: bots/7/source/([^/:]*)", told, re.MULTILINE))
    assert told.count("left out") == len(named), "of sources alone"
    assert named - {"device"} == {"python3", "above", "pipe", "socket", "latin-?", "holes", "d"}
    restore(backup, tmp_path / "again", None)
    kept = tmp_path / "again/bots/7/source"
    found = {each.name for each in kept.iterdir()}
    assert found == {"alias.sh", "bot.sh", "empty", "moves.jsonl", "d", "n" * 255, "one", "two"}
    assert (kept / "moves.jsonl").read_bytes() == b"a line without an end"
    assert [each.name for each in kept.parent.iterdir()] == ["source"]
    assert not list((tmp_path / "again/contests/1").iterdir())


def test_what_changes_or_vanishes_meanwhile_does_not_stop_a_backup(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup.unlink()
    contests = tmp_path / "data/contests"
    for number in range(4):
        (contests / str(number) / "entries" / "1").mkdir(parents=True)
        (contests / str(number) / "entries" / "1" / "bot.py").write_text("pass")
    visit = folder_walk.visit
    seen: list[str] = []

    def hurried(folder: Path, do: Callable[[folder_walk.FolderEntry], object]) -> None:
        def changed(entry: folder_walk.FolderEntry) -> object:
            if entry.name == "bot.py" and not seen:  # the first is a FIFO by now, and the others are gone
                seen.append(entry.parts[0])
                (folder / Path(*entry.parts)).unlink()
                os.mkfifo(folder / Path(*entry.parts))
                for other in {"0", "1", "2", "3"} - {*seen}:
                    shutil.rmtree(folder / other)
            return do(entry)

        visit(folder, changed)

    monkeypatch.setattr(folder_walk, "visit", hurried)
    done = back_up(f"sqlite:///{tmp_path}/data/tables.db", tmp_path / "data", backup)
    assert len(seen) == len(done.left_out) == 1
    restore(backup, tmp_path / "again", None)
    assert [each.name for each in (tmp_path / "again/contests").iterdir()] == seen


def _wrong_hash(*arguments: Any, **more: Any) -> str:
    add(*arguments, **more)
    return "0" * 64


def _two_of_each(archive: tarfile.TarFile, *arguments: Any, **more: Any) -> str:
    add(archive, *arguments, **more)
    return add(archive, *arguments, **more)


def _no_manifest(archive: tarfile.TarFile, name: str, *arguments: Any, **more: Any) -> str:
    return "" if name == MANIFEST else add(archive, name, *arguments, **more)


add = backing_up._add


@pytest.mark.parametrize(
    ("mistake", "why"),
    [(_wrong_hash, "is not what was written"), (_two_of_each, "twice"), (_no_manifest, "no manifest")],
)
def test_a_backup_that_cannot_be_read_back_is_none(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mistake: Any, why: str
) -> None:
    backup.unlink()
    monkeypatch.setattr(backing_up, "_add", mistake)
    with pytest.raises(BackupRefused, match=why):
        back_up(f"sqlite:///{tmp_path}/data/tables.db", tmp_path / "data", backup)
    assert not [each for each in tmp_path.iterdir() if each.name.startswith(backup.name)]


def test_a_row_that_its_table_would_not_take_back_is_noticed(backup: Path, tmp_path: Path) -> None:
    backup.unlink()
    database = f"sqlite:///{tmp_path}/data/tables.db"
    with contextlib.closing(Database(database)) as store, store.engine.begin() as connection:
        connection.execute(sql.text("UPDATE accounts SET created_ms = 9e999"))  # which JSON cannot say
    with pytest.raises(BackupRefused, match="accounts has nothing in created_ms"):
        back_up(database, tmp_path / "data", backup)


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


def test_where_no_folder_can_be_made_it_says_what_to_do(backup: Path) -> None:
    with pytest.raises(RestoreRefused, match=r"^/proc cannot be written \(.*\); .* and move it") as refused:
        restore(backup, Path("/proc/new"), None)
    assert "\n" not in str(refused.value)


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
        (
            f"sqlite:///{tmp_path}/nowhere.db",
            tmp_path,
            new,
            "there is no .*; give the server.s data folder with --data",
        ),
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
    with RunningServer(f"sqlite:///{data}/tables.db"):
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
