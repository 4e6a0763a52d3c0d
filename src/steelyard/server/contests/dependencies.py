"""Contests, for routes: `contests: ContestsDep` finds a contest for whoever may see or manage it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import Depends, Path
from starlette.requests import HTTPConnection

from steelyard.server.contests.store import Row, may_manage, may_see
from steelyard.server.http.access import Account, needs
from steelyard.server.http.responses import ApiError

if TYPE_CHECKING:
    from steelyard.server.contests.follower import Follower
    from steelyard.server.contests.service import ContestService

ContestId = Annotated[str, Path(max_length=16)]
Anybody = Annotated[Account | None, needs("anyone")]
Player = Annotated[Account, needs("player")]
Organiser = Annotated[Account, needs("organiser")]


class Contests:
    """The service, and the contests that somebody may see; the one of an event is open to everybody."""

    def __init__(self, service: ContestService, event_contest: str | None) -> None:
        self.service = service
        self.event_contest = event_contest

    def visible(self, me: Account | None, name: str) -> Row | None:
        row = self.service.contest_store.find(name)
        if row is None or row.id == self.event_contest:
            return row
        return row if may_see(me, row, self.service.contest_store.members(name)) else None

    def found(self, me: Account | None, name: str) -> Row:
        """The contest, for somebody who may see it; nobody else learns that it is there."""
        row = self.visible(me, name)
        if row is None:
            raise ApiError("contest_not_found", "there is no such contest")
        return row

    def managed(self, me: Account, name: str) -> Row:
        row = self.found(me, name)
        if not may_manage(me, row):
            raise ApiError("contest_not_yours", "only its organiser and administrators manage this contest")
        return row

    def begun(self, row: Row) -> Follower:
        follower = self.service.follower(row)
        if follower is None:
            raise ApiError("contest_not_begun", "the contest has not begun")
        return follower


def contests(connection: HTTPConnection) -> Contests:
    state = connection.app.state
    return Contests(state.contests, state.event_contest)


async def _contests(connection: HTTPConnection) -> Contests:
    return contests(connection)


ContestsDep = Annotated[Contests, Depends(_contests)]
