"""Tables, for routes: `registry: RegistryDep`."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path
from starlette.requests import HTTPConnection

from steelyard.server.tables.registry import TableRegistry


def registry_of(connection: HTTPConnection) -> TableRegistry:
    """For pages, which are not FastAPI's routes."""
    found: TableRegistry = connection.app.state.registry
    return found


async def _registry(connection: HTTPConnection) -> TableRegistry:
    return registry_of(connection)


RegistryDep = Annotated[TableRegistry, Depends(_registry)]
TableId = Annotated[str, Path(max_length=40)]
