"""Accounts, for routes: `accounts: AccountServiceDep`."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from steelyard.server.accounts.service import AccountService
from steelyard.server.accounts.store import AccountStore


async def _account_service(connection: HTTPConnection) -> AccountService:
    found: AccountService = connection.app.state.account_service
    return found


async def _account_store(connection: HTTPConnection) -> AccountStore:
    found: AccountStore = connection.app.state.people
    return found


AccountServiceDep = Annotated[AccountService, Depends(_account_service)]
AccountStoreDep = Annotated[AccountStore, Depends(_account_store)]
