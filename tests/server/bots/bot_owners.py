"""People with accounts who upload bots, and the worker's side of the server's data."""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sqlalchemy as sql

from steelyard.arena.sandbox.untrusted_folders import open_to_all
from steelyard.server.accounts.store import COOKIE
from steelyard.server.bots.schema import bots, versions
from steelyard.server.bots.store import bot_store
from steelyard.server.job_handlers import of_lane
from steelyard.server.jobs.schema import jobs
from steelyard.server.jobs.worker import Worker, open_context
from tests.server.bots.archives import GOOD, zipped
from tests.server.running_server import Guest

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx

    from steelyard.server.http.access import Role
    from steelyard.server.jobs.context import JobContext
    from tests.server.running_server import RunningServer


class BotOwner(Guest):
    """Somebody who is signed in and uploads bots."""

    def __init__(self, server: RunningServer, name: str, role: Role = "player") -> None:
        super().__init__(server.address)
        self.id = server.do(_registered(server, name, role, self))
        self.name = name

    def sends(self, data: bytes, where: str = "/api/bots", **query: str) -> httpx.Response:
        return self.http.post(where, content=data, headers={"Content-Type": "application/zip"}, params=query)

    def uploads(self, data: bytes, where: str = "/api/bots") -> dict[str, Any]:
        answer = self.sends(data, where)
        assert answer.status_code == 201, answer.text
        upload: dict[str, Any] = answer.json()
        return upload

    def sees(self, path: str) -> Any:
        answer = self.http.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()


async def _registered(server: RunningServer, name: str, role: Role, guest: Guest) -> int:
    """An account and a session for it, without the toil of hashing a password."""
    people, writer = server.app.state.people, server.registry.writer
    person, changes = new_person(people, name, role)
    await writer.kept(changes)
    people.put(person)
    secret, session, kept = people.new_session(person.account.id)
    await writer.kept(kept)
    people.begin(session)
    guest.http.cookies.set(COOKIE, secret)
    return int(person.account.id)


def new_person(people: Any, name: str, role: Role) -> tuple[Any, list[Any]]:
    from steelyard.core.names import folded
    from steelyard.server.accounts import schema
    from steelyard.server.accounts.store import Person
    from steelyard.server.database.writer import Change
    from steelyard.server.http.access import Account

    number = people.next_id()
    guest = f"{number:064d}"
    row = {"id": number, "name": name, "folded": folded(name), "role": role, "password": "x", "guest": guest}
    change = Change(sql.insert(schema.accounts), row | {"disabled": False, "created_ms": 0.0})
    return Person(Account(number, name, role), guest, False, 0.0), [change]  # noqa: FBT003 - not disabled


@contextmanager
def job_context(
    server: RunningServer, address: str = "", silent_ms: float = 20_000.0
) -> Iterator[JobContext]:
    """What a worker beside the server has at hand."""
    settings = server.registry.settings
    context = open_context(settings.database, Path(settings.data), 0, address, silent_ms)
    try:
        yield context
    finally:
        context.engine.dispose()


def works_off(context: JobContext, *kinds: str) -> None:
    """Until nothing is left of these kinds in the queue; the ladder adds nothing of its own."""
    handlers = {kind: each for kind, each in of_lane("short").items() if not kinds or kind.name in kinds}
    worker = Worker(context, handlers)
    while (job := context.queue.claim(handlers)) is not None:
        worker.do(job)


def fit(context: JobContext, owner: BotOwner, **files: str) -> str:
    """A bot as if it had passed its checks, which takes longer; `bot_py` stands for its bot.py."""
    more = {name.replace("_", "."): text for name, text in files.items()}
    upload = owner.uploads(zipped({**GOOD, **more}))
    version = bot_store(context).version(upload["version"])
    assert version is not None
    shutil.copytree(version.folder, version.built)
    open_to_all(version.built)
    with context.engine.begin() as connection:
        connection.execute(sql.update(versions).where(versions.c.id == version.id).values(state="fit"))
        connection.execute(sql.update(bots).where(bots.c.id == version.bot).values(off=""))
        connection.execute(sql.update(jobs).where(jobs.c.kind == "build").values(state="done"))
    bot: str = upload["bot"]
    return bot
