"""Data folder and database belong together: neither is used with another's, and nothing is lost."""

from __future__ import annotations

import logging
import os
import stat
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
import sqlalchemy as sql

from steelyard.cli import main
from steelyard.core import files
from steelyard.server.app import create
from steelyard.server.bots.service import BotService
from steelyard.server.bots.store import BotStore
from steelyard.server.database import identity
from steelyard.server.database.database import Database
from steelyard.server.database.identity import WrongPair
from steelyard.server.jobs.worker import open_context
from steelyard.server.operations.backup import back_up
from steelyard.server.operations.restore import restore
from steelyard.server.settings import Limits, Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Pair:
    """A database and a data folder, named in any combination."""

    def __init__(self, data: Path, database: str = "") -> None:
        self.data = data
        self.database = database or f"sqlite:///{data}/tables.db"

    def start(self) -> None:
        """As a server does before it touches anything."""
        with closing(Database(self.database, None, self.data)) as store:
            create(Settings(self.database, self.data), store)

    def id(self) -> str:
        return (self.data / identity.FILE).read_text()


@pytest.fixture
def one(tmp_path: Path) -> Pair:
    pair = Pair(tmp_path / "one")
    pair.start()
    return pair


@pytest.fixture
def two(tmp_path: Path) -> Pair:
    pair = Pair(tmp_path / "two")
    pair.start()
    return pair


def test_a_pair_without_an_id_gets_one_and_keeps_it(one: Pair, two: Pair) -> None:
    first = one.id()
    one.start()
    assert one.id() == first != two.id()


def test_either_database_carries_it(database: str, tmp_path: Path, one: Pair) -> None:
    new = Pair(tmp_path / "new", database)
    new.start()
    new.start()
    with pytest.raises(WrongPair):
        Pair(one.data, database).start()


def test_folder_and_database_of_different_servers_refuse_each_other(
    one: Pair, two: Pair, tmp_path: Path
) -> None:
    (one.data / "bots" / "2222222222" / "source").mkdir(parents=True)
    new = f"sqlite:///{tmp_path}/new.db"
    for pair in (
        Pair(one.data, two.database),
        Pair(one.data, new),
        Pair(tmp_path / "empty", one.database),
    ):
        for _ in range(2):  # and trying changes nothing
            with pytest.raises(WrongPair) as refused:
                pair.start()
            assert "; give " in str(refused.value)
            assert "\n" not in str(refused.value)
    assert (one.data / "bots" / "2222222222" / "source").is_dir()
    one.start()
    two.start()


@pytest.mark.parametrize("step", ["write", "execute", "replace"])
def test_a_server_that_dies_while_a_pair_gets_its_id_can_be_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def die(*_: object, **__: object) -> None:
        raise InterruptedError

    new = Pair(tmp_path / "new")
    with monkeypatch.context() as patch:
        where = {"write": files, "execute": sql.Connection, "replace": type(tmp_path)}[step]
        with closing(Database(new.database)) as store:
            if step == "execute":  # the id is planned, and the database does not know it yet
                patch.setattr(identity, "_stored", lambda _: None)
            patch.setattr(where, step, die)
            with pytest.raises(InterruptedError):
                identity.adopt(store.engine, new.data)
    new.start()
    assert new.id()


def test_workers_and_backups_refuse_a_wrong_pair_too(one: Pair, two: Pair, tmp_path: Path) -> None:
    with pytest.raises(WrongPair):
        open_context(one.database, two.data, 0, "")
    with pytest.raises(WrongPair):
        back_up(one.database, two.data, tmp_path / "backup.tar.gz")
    assert not (tmp_path / "backup.tar.gz").exists()
    open_context(one.database, one.data, 0, "").engine.dispose()


def test_on_the_command_line_it_is_one_line(one: Pair, two: Pair, capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["work"], ["serve", "--port", "0"]):
        assert main([*command, "--data", str(one.data), "--database", two.database]) == 2
        told = capsys.readouterr().err
        assert told.count("\n") == 1
        assert "belongs to another database" in told


def test_a_folder_whose_database_is_elsewhere_gets_no_second_one(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pair = Pair(tmp_path / "pair", database)
    pair.start()
    for _ in range(2):
        assert main(["serve", "--port", "0", "--data", str(pair.data)]) == 2
        told = capsys.readouterr().err
        assert "belongs to another database" in told
        assert "give it with --database" in told
    assert list(pair.data.glob("tables.db*")) == []


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_new_database_stays_empty_if_the_folder_has_one_already(
    one: Pair, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest
) -> None:
    new = f"sqlite:///{tmp_path}/new.db"
    if kind == "postgresql":
        new = request.getfixturevalue("postgresql").database()
    assert main(["serve", "--port", "0", "--data", str(one.data), "--database", new]) == 2
    assert "back it up and restore it" in capsys.readouterr().err
    back_up(one.database, one.data, tmp_path / "backup.tar.gz")
    restore(tmp_path / "backup.tar.gz", tmp_path / "moved", new)
    Pair(tmp_path / "moved", new).start()


def test_a_new_folder_is_said_not_to_belong_to_an_old_database(
    one: Pair, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new = tmp_path / "new"
    assert main(["serve", "--port", "0", "--data", str(new), "--database", one.database]) == 2
    assert f"belongs to another folder than {new}" in capsys.readouterr().err
    assert not new.exists()


def test_a_restored_server_has_an_id_of_its_own(one: Pair, tmp_path: Path) -> None:
    back_up(one.database, one.data, tmp_path / "backup.tar.gz")
    restore(tmp_path / "backup.tar.gz", tmp_path / "again", None)
    again = Pair(tmp_path / "again")
    assert again.id() != one.id()
    again.start()
    for pair in (Pair(one.data, again.database), Pair(again.data, one.database)):
        with pytest.raises(WrongPair):
            pair.start()


@pytest.fixture
def bot_service(one: Pair) -> Iterator[BotService]:
    with closing(Database(one.database)) as store:
        yield BotService(BotStore(store.engine, one.data), None, Limits(), None, bool)  # type: ignore[arg-type]


def test_bots_that_the_database_does_not_know_are_set_aside_and_not_deleted(
    one: Pair, bot_service: BotService, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("2222222222", "3333333333"):
        (one.data / "bots" / name / "source").mkdir(parents=True)
        (one.data / "bots" / name / "source" / "bot.py").write_text(name)
    with caplog.at_level(logging.WARNING):
        bot_service.set_aside_unknown()
        bot_service.set_aside_unknown()
    assert not list((one.data / "bots").iterdir())
    (aside,) = (one.data / "set-aside").iterdir()
    found = {file.parent.parent.name: file.read_text() for file in aside.rglob("bot.py")}
    assert found == {"2222222222": "2222222222", "3333333333": "3333333333"}
    (told,) = [record.getMessage() for record in caplog.records]
    assert "2 folders" in told
    assert str(aside) in told


def test_a_server_starts_where_they_cannot_be_set_aside(
    one: Pair, bot_service: BotService, caplog: pytest.LogCaptureFixture
) -> None:
    (one.data / "bots" / "2222222222").mkdir(parents=True)
    (one.data / "set-aside").write_text("not a folder")
    bot_service.set_aside_unknown()
    assert (one.data / "bots" / "2222222222").is_dir()
    assert len(caplog.records) == 1


def test_what_has_password_hashes_in_it_is_for_its_owner_alone(one: Pair, tmp_path: Path) -> None:
    back_up(one.database, one.data, tmp_path / "backup.tar.gz")
    restore(tmp_path / "backup.tar.gz", tmp_path / "again", None)
    with closing(Database(one.database)) as store, store.engine.begin() as connection:
        connection.execute(sql.text("UPDATE alembic_version SET version_num = version_num"))
        private = [one.data, tmp_path / "again", tmp_path / "backup.tar.gz"]
        private += [file for folder in private[:2] for file in folder.iterdir() if file.is_file()]
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in private}
    assert {"tables.db", "tables.db-wal", "tables.db.lock"} <= modes.keys()
    assert [name for name, mode in modes.items() if mode & 0o077] == [identity.FILE]


@pytest.fixture(autouse=True)
def _usual_mask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_data_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    """A folder that an older version, a careless umask or `mkdir` has left open."""
    pair = Pair(tmp_path / "open")
    pair.data.mkdir(mode=0o755)
    pair.start()
    pair.data.chmod(0o755)
    (pair.data / "tables.db").chmod(0o644)
    with closing(Database(pair.database)) as database:
        create(Settings(pair.database, pair.data), database)
        with database.engine.begin() as connection:
            connection.execute(sql.text("CREATE TABLE more (id INTEGER)"))  # so that SQLite has its log open
        found = {path.name: mode(path) for path in pair.data.glob("tables.db*")}
    assert found == dict.fromkeys(("tables.db", "tables.db-wal", "tables.db-shm", "tables.db.lock"), 0o600)
    assert mode(pair.data) == 0o700


@pytest.mark.parametrize("before", [0o1777, 0o755])
def test_a_folder_for_more_than_steelyard_keeps_its_mode(
    tmp_path: Path, before: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that everybody may use, and the home of whoever started the server."""
    pair = Pair(tmp_path / "shared")
    pair.data.mkdir()
    pair.data.chmod(before)
    if before == 0o755:
        monkeypatch.setenv("HOME", str(pair.data))
    pair.start()
    assert mode(pair.data) == before
    assert mode(pair.data / "tables.db") == 0o600
