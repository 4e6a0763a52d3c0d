"""The server's figures, for routes: `figures: FiguresDep`."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from steelyard.server.operations.metrics import Figures


async def _figures(connection: HTTPConnection) -> Figures:
    found: Figures = connection.app.state.figures
    return found


FiguresDep = Annotated[Figures, Depends(_figures)]
