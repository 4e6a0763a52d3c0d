"""The channels: pages that follow a contest. Each turn is read and drawn once, however many watch."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from fastapi import APIRouter, Depends
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket

from steelyard.arena.verdicts import ending
from steelyard.contest.running.live_games import Watcher
from steelyard.server.contests import pages
from steelyard.server.contests.dependencies import Anybody, ContestsDep
from steelyard.server.http.dependencies import SettingsDep
from steelyard.server.http.sockets import (
    FLOOD,
    NOT_FOUND,
    Allowance,
    Frame,
    Line,
    accepted,
    message,
    refuse,
    until_one_ends,
)
from steelyard.server.tables import views

if TYPE_CHECKING:
    from steelyard.contest.running.live_games import Followed
    from steelyard.server.contests.service import ContestService
    from steelyard.server.tables.registry import TableRegistry

router = APIRouter()
LOOK_S = 0.1
NEWS_S = 0.5
SHOWN_S = 0.25  # a place is shown so often at most: games that are faster skip turns

_encode = msgspec.json.Encoder().encode


class ContestChannel:
    """The pages of one contest, and what they have been told."""

    def __init__(self, contest_service: ContestService, name: str) -> None:
        self._service = contest_service
        self._name = name
        self.lines: set[Line] = set()
        self._watcher: Watcher | None = None
        self._shown: dict[int, tuple[str, int, float]] = {}  # by place: the game, its turn, when
        self._waiting: set[int] = set()
        self._live: dict[int, str] = {}
        self._news: bytes = b""

    async def follow(self) -> None:
        """As long as somebody watches."""
        looked = 0.0
        while self.lines:
            if time.monotonic() - looked > NEWS_S:
                looked = time.monotonic()
                self._tell_all(await asyncio.to_thread(self._look_for_news))
            self._tell_all(await asyncio.to_thread(self._look_at_games))
            await asyncio.sleep(LOOK_S)

    def welcome(self, line: Line) -> None:
        """What is on, to somebody who has just come."""
        if self._news:
            line.send(self._news.decode())
        for text in self._live.values():
            line.send(text)

    def _tell_all(self, messages: list[str]) -> None:
        frames = [Frame(text.encode()) for text in messages]
        for line in self.lines:
            for frame in frames:
                line.send(frame)

    def _look_for_news(self) -> list[str]:
        """Whether the contest has changed: then pages ask for what they show of it."""
        row = self._service.contest_store.find(self._name)
        if row is None:
            return []
        follower = self._service.follower(row)
        told: dict[str, Any] = {
            "type": "news",
            "state": row.state,
            "deadline_ms": row.deadline_ms,
            "entries": sum(bool(entry.bot) for entry in self._service.contest_store.entries(row.id).values()),
            "people": len(self._service.contest_store.members(row.id)),
            "seq": 0 if follower is None else follower.look(),
            **pages.on_air(self._service, row),
        }
        news = _encode(told)
        if news == self._news:
            return []
        self._news = news
        if follower is not None and row.state == "running" and self._watcher is None:
            self._watcher = Watcher(follower.folder.path / "live", follower.contest.game)
        elif row.state != "running":
            self._watcher = None
        return [news.decode()]

    def _look_at_games(self) -> list[str]:
        if self._watcher is None:
            gone = list(self._live)
        else:
            self._waiting |= {followed.place for followed in self._watcher.look()}
            gone = [place for place in self._live if place not in self._watcher.games]
        messages = [self._off(place) for place in gone]
        now = time.monotonic()
        for place in sorted(self._waiting):
            followed = None if self._watcher is None else self._watcher.games.get(place)
            if followed is None:
                self._waiting.discard(place)
                continue
            game, _, shown = self._shown.get(place, ("", 0, 0.0))
            if game == followed.opening.id and not followed.over and now - shown < SHOWN_S:
                continue
            messages.append(self._on(followed, now))
        return messages

    def _off(self, place: int) -> str:
        self._live.pop(place, None)
        self._shown.pop(place, None)
        return _encode({"type": "off", "place": place}).decode()

    def _on(self, followed: Followed, now: float) -> str:
        """A game as it is at this moment; after a single turn, with what happened in it."""
        assert self._watcher is not None  # noqa: S101 - it was looked at just now
        game, place = self._watcher.game, followed.place
        known, turn, _ = self._shown.get(place, ("", -1, 0.0))
        step = followed.turn == turn + 1 and known == followed.opening.id and followed.turn > 0
        outcome = followed.outcome
        text = _encode(
            {
                "type": "live",
                "place": place,
                "id": followed.opening.id,
                "game": game.id,
                "players": followed.opening.seats,
                "turn": followed.turn,
                "svg": views.picture(game, followed.state),
                "text": game.describe(followed.state),
                "score": views.figures(game, followed.state),
                "phases": game.phases(followed.before, followed.moves, followed.state) if step else [],
                "over": followed.over,
                "winner": None if outcome is None else outcome.winner,
                "reason": None if outcome is None else outcome.reason,
                "result": None if outcome is None else ending(type(game), outcome, followed.opening.seats),
            }
        ).decode()
        self._shown[place] = (followed.opening.id, followed.turn, now)
        self._live[place] = text
        self._waiting.discard(place)
        return text


class ContestChannels:
    """Of all contests that somebody follows."""

    def __init__(self, contest_service: ContestService, registry: TableRegistry) -> None:
        self._service = contest_service
        self._registry = registry
        self._channels: dict[str, ContestChannel] = {}

    async def join(self, name: str, line: Line) -> ContestChannel:
        channel = self._channels.get(name)
        if channel is None:
            channel = self._channels[name] = ContestChannel(self._service, name)
            channel.lines.add(line)
            self._registry.start(self._run(name, channel))
        else:
            channel.lines.add(line)
            channel.welcome(line)
        return channel

    async def _run(self, name: str, channel: ContestChannel) -> None:
        try:
            await channel.follow()
        finally:
            if self._channels.get(name) is channel:
                del self._channels[name]


async def _channels(connection: HTTPConnection) -> ContestChannels:
    state = connection.app.state
    state.channels = state.channels or ContestChannels(state.contests, state.registry)
    found: ContestChannels = state.channels
    return found


ChannelsDep = Annotated[ContestChannels, Depends(_channels)]


@router.websocket("/ws/contests/{id}")
async def follow(
    socket: WebSocket,
    contests: ContestsDep,
    channels: ChannelsDep,
    settings: SettingsDep,
    id: str,
    me: Anybody,
) -> None:
    """A page that follows a contest; it only listens."""
    async with accepted(socket) as guest:
        if guest is None:
            return
        if contests.visible(me, id) is None:
            await refuse(socket, "contest_not_found", "there is no such contest", NOT_FOUND)
            return
        line = Line(socket, guest)
        channel = await channels.join(id, line)
        try:
            await until_one_ends(
                line.deliver(), _listen(socket, line, settings.limits.messages), line.falls_behind()
            )
        finally:
            channel.lines.discard(line)


async def _listen(socket: WebSocket, line: Line, most: int) -> None:
    """Pages say nothing here but that they are still there."""
    allowance = Allowance(most)
    while True:
        received = await socket.receive()
        if received["type"] == "websocket.disconnect":
            return
        if allowance.spend() < 0:
            line.leave(FLOOD, "too many messages")
        else:
            line.send(message("pong"))
