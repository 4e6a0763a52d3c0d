"""People, for routes: `people_service: PeopleServiceDep`."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path
from starlette.requests import HTTPConnection

from steelyard.server.people.service import PeopleService


async def _people_service(connection: HTTPConnection) -> PeopleService:
    found: PeopleService = connection.app.state.people_service
    return found


PeopleServiceDep = Annotated[PeopleService, Depends(_people_service)]
PlayerName = Annotated[str, Path(max_length=60)]
