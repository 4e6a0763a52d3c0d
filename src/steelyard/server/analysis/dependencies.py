"""Analyses and reviews, for routes: `studies: StudiesDep`, `reviews: ReviewsDep`."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from steelyard.server.analysis.store import ReviewStore
from steelyard.server.analysis.studies import Studies


async def _studies(connection: HTTPConnection) -> Studies:
    found: Studies = connection.app.state.studies
    return found


async def _reviews(connection: HTTPConnection) -> ReviewStore:
    found: ReviewStore = connection.app.state.reviews
    return found


StudiesDep = Annotated[Studies, Depends(_studies)]
ReviewsDep = Annotated[ReviewStore, Depends(_reviews)]
