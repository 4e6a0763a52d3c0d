"""Analyses, for routes: `studies: StudiesDep`."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from steelyard.server.analysis.studies import Studies


async def _studies(connection: HTTPConnection) -> Studies:
    found: Studies = connection.app.state.studies
    return found


StudiesDep = Annotated[Studies, Depends(_studies)]
