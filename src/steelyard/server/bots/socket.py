"""Where bots that run at home are joined with the games they play: `/ws/bots/{id}` and `/ws/seats/{id}`."""

from __future__ import annotations

import asyncio
from collections import Counter
from hmac import compare_digest
from typing import TYPE_CHECKING, Annotated, Any

import sqlalchemy as sql
from fastapi import APIRouter, Depends
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket

from steelyard.protocol import lines
from steelyard.protocol.messages import Bye
from steelyard.server.accounts.dependencies import AccountStoreDep
from steelyard.server.bots import remote
from steelyard.server.bots.dependencies import BotStoreDep
from steelyard.server.bots.schema import bots
from steelyard.server.database.writer import Change
from steelyard.server.http.access import needs
from steelyard.server.http.clients import address
from steelyard.server.http.dependencies import WriterDep, sockets
from steelyard.server.http.sockets import CUT_OFF, NOT_FOUND, TRY_LATER, Allowance, until_one_ends
from steelyard.server.ids import is_id
from steelyard.server.jobs.queue import is_claimed
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from steelyard.server.accounts.store import AccountStore
    from steelyard.server.bots.store import BotStore
    from steelyard.server.database.writer import Writer

router = APIRouter()
SEEN = sql.update(bots).where(bots.c.id == sql.bindparam("bot")).values(online_ms=sql.bindparam("now_ms"))
SEEN_S = 10.0
MESSAGES = 200  # of a bot a second, and as many again at once; the rest waits
BYE = lines.write(Bye()).decode().rstrip("\n")
LEFT, REPLACED, NOT_KNOWN = 4410, 4409, 4411
SHUT = "its owner's account is shut"


class BotConnection:
    """A bot that is connected, and the game it is in, if any."""

    def __init__(self, socket: WebSocket, owner: int) -> None:
        self.socket = socket
        self.owner = owner
        self.seat: WebSocket | None = None
        self.leaving = asyncio.Event()
        self.why = (REPLACED, "the same bot has connected again")


class BotConnections:
    """Every bot that is connected."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self.homes: dict[str, BotConnection] = {}
        self.changes: Counter[str] = Counter()
        """How often each bot's token was changed: what was looked up before that counts no longer."""

    def send_away(self, bot: str, code: int = NOT_KNOWN, why: str = "the token has changed") -> None:
        if (home := self.homes.pop(bot, None)) is not None:
            home.why = (code, why)
            home.leaving.set()

    def change_token(self, bot: str) -> None:
        """The old token opens nothing from now on."""
        self.changes[bot] += 1
        self.send_away(bot)

    def shut(self, owner: int) -> None:
        """Cut off every bot of an account."""
        for bot in [name for name, home in self.homes.items() if home.owner == owner]:
            self.send_away(bot, why=SHUT)

    def job_of(self, bot: str, ticket: str) -> tuple[int, int] | None:
        """The job that a ticket is for, as `remote.job_of`."""
        return remote.job_of(self._secret, bot, ticket)


async def _bot_connections(connection: HTTPConnection) -> BotConnections:
    found: BotConnections = connection.app.state.bot_connections
    return found


BotConnectionsDep = Annotated[BotConnections, Depends(_bot_connections)]


@router.websocket("/ws/bots/{id}", dependencies=[needs("anyone")])
async def connect_bot(
    socket: WebSocket,
    connections: BotConnectionsDep,
    bot_store: BotStoreDep,
    people: AccountStoreDep,
    writer: WriterDep,
    id: str,
) -> None:
    """A bot's own connection: it shows its token, then waits for games."""
    await socket.accept()
    with sockets(socket).count.one_more(address(socket.scope), "") as refusal:
        if refusal is None:
            await _Admission(connections, bot_store, people, writer).let_in(socket, id)
        else:
            await socket.close(TRY_LATER, refusal)


class _Admission:
    """What decides who may connect as a bot."""

    def __init__(
        self, connections: BotConnections, bot_store: BotStore, people: AccountStore, writer: Writer
    ) -> None:
        self._connections = connections
        self._engine = bot_store.engine
        self._people = people
        self._writer = writer

    async def let_in(self, socket: WebSocket, name: str) -> None:
        connections = self._connections
        before = connections.changes[name]
        owner = await self._owner(socket, name)
        if owner is None or connections.changes[name] != before:
            await socket.close(NOT_KNOWN, "that is not this bot's token")
            return
        person = self._people.find(owner)
        if person is None or person.disabled:
            await socket.close(NOT_KNOWN, SHUT)
            return
        connections.send_away(name, REPLACED, "the same bot has connected again")
        home = connections.homes[name] = BotConnection(socket, owner)
        try:
            await until_one_ends(self._seen(name), _from_home(home), home.leaving.wait())  # type: ignore[arg-type]
        finally:
            if connections.homes.get(name) is home:
                del connections.homes[name]
            await _hang_up(home)
            if name not in connections.homes:
                self._writer.write([Change(SEEN, {"bot": name, "now_ms": 0.0})], lambda _: None)

    async def _owner(self, socket: WebSocket, name: str) -> int | None:
        """The account whose bot this is, for one that shows its token."""
        token = _bearer_token(socket)
        if not token or not is_id(name):
            return None
        kept = await asyncio.to_thread(_kept, self._engine, name)
        if kept is None or not kept.token or not compare_digest(remote.hashed(token), kept.token):
            return None
        owner: int = kept.owner
        return owner

    async def _seen(self, name: str) -> None:
        """Tell the database, and so the workers, that the bot is there."""
        while True:
            await self._writer.kept([Change(SEEN, {"bot": name, "now_ms": now_ms()})])
            await asyncio.sleep(SEEN_S)


def _bearer_token(socket: WebSocket) -> str:
    scheme, _, token = socket.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _kept(engine: sql.Engine, name: str) -> Any:
    query = sql.select(bots.c.token, bots.c.owner).where(bots.c.id == name, bots.c.remote)
    with engine.connect() as connection:
        return connection.execute(query).one_or_none()


async def _from_home(home: BotConnection) -> None:
    """What the bot says goes to its game; what it says outside of one, to nobody."""
    allowance = Allowance(MESSAGES)
    while True:
        text = await _text(home.socket)
        if text is None:
            return
        if (left := allowance.spend()) < 0:
            await asyncio.sleep(-left / MESSAGES)
        if home.seat is not None:
            try:
                await home.seat.send_text(text)
            except CUT_OFF:
                home.seat = None


async def _hang_up(home: BotConnection) -> None:
    for socket, (code, why) in ((home.seat, (LEFT, "the bot has gone")), (home.socket, home.why)):
        if socket is not None:
            try:
                await socket.close(code, why)
            except CUT_OFF:
                continue


@router.websocket("/ws/seats/{id}", dependencies=[needs("anyone")])
async def connect_game(
    socket: WebSocket,
    connections: BotConnectionsDep,
    bot_store: BotStoreDep,
    id: str,
) -> None:
    """A worker's connection to a remote bot, for as long as its games with it last."""
    await socket.accept()
    job = connections.job_of(id, _bearer_token(socket))
    if job is None or not await asyncio.to_thread(is_claimed, bot_store.engine, *job):
        await socket.close(NOT_KNOWN, "that is no ticket to this bot")
        return
    home = connections.homes.get(id)
    if home is None or home.seat is not None:
        why = "the bot is not connected" if home is None else "the bot is in another game"
        await socket.close(NOT_FOUND if home is None else TRY_LATER, why)
        return
    home.seat = socket
    try:
        await _to_home(socket, home)
    except CUT_OFF:
        pass
    finally:
        if home.seat is socket:
            home.seat = None


async def _to_home(socket: WebSocket, home: BotConnection) -> None:
    """What the game says goes to the bot; a game that ends without a word says goodbye all the same."""
    parted = False
    while (text := await _text(socket)) is not None:
        parted = text.strip() == BYE
        await home.socket.send_text(text)
    if not parted:
        await home.socket.send_text(BYE)


async def _text(socket: WebSocket) -> str | None:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        return None
    text: str = message.get("text") or (message.get("bytes") or b"").decode("utf-8", "replace")
    return text
