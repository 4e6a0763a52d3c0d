"""The answer to somebody who has a new session: it sets their cookies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.server.accounts import devices, store
from steelyard.server.accounts.service import ENDED
from steelyard.server.http.clients import SESSION
from steelyard.server.http.responses import ApiError, json

if TYPE_CHECKING:
    from fastapi import Request
    from starlette.responses import Response

    from steelyard.server.accounts.service import AccountService
    from steelyard.server.http.access import Account


def account_of(accounts: AccountService, secret: str) -> Account:
    """Whose session has just begun; it may have ended since."""
    found = accounts.people.by_secret(secret)
    if found is None:
        raise ApiError("not_signed_in", ENDED)
    return found


async def with_session(
    request: Request, accounts: AccountService, secret: str, told: Any = None, status: int = 200
) -> Response:
    """With what is told, or else the account; the session their browser had is over, whoever's it was."""
    before = request.scope[SESSION]
    if before:
        await accounts.sign_out([before])
    account = account_of(accounts, secret)
    answer = json(account._asdict() if told is None else told, status)
    answer.headers.append("Set-Cookie", store.cookie(secret, request.scope))
    answer.headers.append("Set-Cookie", devices.cookie(accounts.devices.new(account.id), request.scope))
    return answer
