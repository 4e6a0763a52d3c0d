"""The deletion of accounts, for routes: `deletion: DeletionDep`."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from steelyard.server.deletion.service import AccountDeletion


async def _deletion(connection: HTTPConnection) -> AccountDeletion:
    found: AccountDeletion = connection.app.state.deletion
    return found


DeletionDep = Annotated[AccountDeletion, Depends(_deletion)]
