"""Where bots that run at home are joined with the games they play: `/ws/bots/{id}` and `/ws/seats/{id}`."""

from __future__ import annotations

import asyncio
from collections import Counter
from hmac import compare_digest
from typing import TYPE_CHECKING, Any

import sqlalchemy as sql

from steelyard.protocol import lines
from steelyard.protocol.messages import Bye
from steelyard.server.accounts.access import socket_for
from steelyard.server.accounts.guests import address
from steelyard.server.bots import remote
from steelyard.server.bots.schema import bots
from steelyard.server.database.writer import Change
from steelyard.server.tables.socket import CUT_OFF, NO_SUCH_TABLE, TRY_LATER, Allowance, until_one_ends
from steelyard.server.tables.terms import is_id
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from steelyard.server.tables.registry import TableRegistry
    from steelyard.server.tables.socket import Sockets

SEEN = sql.update(bots).where(bots.c.id == sql.bindparam("bot")).values(online_ms=sql.bindparam("now_ms"))
SEEN_S = 10.0
MESSAGES = 200  # of a bot a second, and as many again at once; the rest waits
BYE = lines.write(Bye()).decode().rstrip("\n")
LEFT, REPLACED, NOT_KNOWN = 4410, 4409, 4411
SHUT = "its owner's account is shut"


class Home:
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
        self.homes: dict[str, Home] = {}
        self.changes: Counter[str] = Counter()
        """How often each bot's token was changed: what was looked up before that counts no longer."""
        self._used: dict[str, str] = {}
        """Tickets that would be valid still, with the bots that they led to."""

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

    def admits(self, bot: str, ticket: str) -> bool:
        """Each ticket once."""
        if ticket in self._used or not remote.admits(self._secret, bot, ticket):
            return False
        self._used = {old: to for old, to in self._used.items() if remote.admits(self._secret, to, old)}
        self._used[ticket] = bot
        return True


def _switchboard(socket: WebSocket) -> BotConnections:
    board: BotConnections = socket.app.state.bot_connections
    return board


@socket_for("anyone")
async def at_home(socket: WebSocket) -> None:
    """A bot's own line, one of its address's: it shows its token, then waits for games."""
    sockets: Sockets = socket.app.state.sockets
    await socket.accept()
    with sockets.count.one_more(address(socket.scope), "") as refusal:
        if refusal is None:
            await _let_in(socket)
        else:
            await socket.close(TRY_LATER, refusal)


async def _let_in(socket: WebSocket) -> None:
    board, name = _switchboard(socket), socket.path_params["id"]
    before = board.changes[name]
    owner = await _owner(socket, name)
    if owner is None or board.changes[name] != before:
        await socket.close(NOT_KNOWN, "that is not this bot's token")
        return
    person = socket.app.state.people.find(owner)
    if person is None or person.disabled:
        await socket.close(NOT_KNOWN, SHUT)
        return
    board.send_away(name, REPLACED, "the same bot has connected again")
    home = board.homes[name] = Home(socket, owner)
    try:
        await until_one_ends(_seen(socket, name), _from_home(home), home.leaving.wait())  # type: ignore[arg-type]
    finally:
        if board.homes.get(name) is home:
            del board.homes[name]
        await _hang_up(home)
        registry: TableRegistry = socket.app.state.registry
        if name not in board.homes:
            registry.writer.write([Change(SEEN, {"bot": name, "now_ms": 0.0})], lambda _: None)


async def _owner(socket: WebSocket, name: str) -> int | None:
    """The account whose bot this is, for one that shows its token."""
    scheme, _, token = socket.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not is_id(name):
        return None
    registry: TableRegistry = socket.app.state.registry
    kept = await asyncio.to_thread(_kept, registry.store.engine, name)
    if kept is None or not kept.token or not compare_digest(remote.hashed(token.strip()), kept.token):
        return None
    owner: int = kept.owner
    return owner


def _kept(engine: sql.Engine, name: str) -> Any:
    query = sql.select(bots.c.token, bots.c.owner).where(bots.c.id == name, bots.c.remote)
    with engine.connect() as connection:
        return connection.execute(query).one_or_none()


async def _seen(socket: WebSocket, name: str) -> None:
    """Tell the database, and so the workers, that the bot is there."""
    registry: TableRegistry = socket.app.state.registry
    while True:
        await registry.writer.kept([Change(SEEN, {"bot": name, "now_ms": now_ms()})])
        await asyncio.sleep(SEEN_S)


async def _from_home(home: Home) -> None:
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


async def _hang_up(home: Home) -> None:
    for socket, (code, why) in ((home.seat, (LEFT, "the bot has gone")), (home.socket, home.why)):
        if socket is not None:
            try:
                await socket.close(code, why)
            except CUT_OFF:
                continue


@socket_for("anyone")
async def at_the_board(socket: WebSocket) -> None:
    """A worker's line to a bot that runs at home, for as long as it plays with it."""
    await socket.accept()
    board, name = _switchboard(socket), socket.path_params["id"]
    if not board.admits(name, socket.query_params.get("ticket", "")):
        await socket.close(NOT_KNOWN, "that is no ticket to this bot")
        return
    home = board.homes.get(name)
    if home is None or home.seat is not None:
        why = "the bot is not connected" if home is None else "the bot is in another game"
        await socket.close(NO_SUCH_TABLE if home is None else TRY_LATER, why)
        return
    home.seat = socket
    try:
        await _to_home(socket, home)
    except CUT_OFF:
        pass
    finally:
        if home.seat is socket:
            home.seat = None


async def _to_home(socket: WebSocket, home: Home) -> None:
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
