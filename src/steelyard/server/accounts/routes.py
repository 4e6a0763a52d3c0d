"""The HTTP interface to one's own account."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from steelyard.server.accounts import devices, messages, store
from steelyard.server.accounts.access import Account, needs, signed_in
from steelyard.server.accounts.guests import address, payer, who
from steelyard.server.http.rate_limits import costs
from steelyard.server.http.responses import REFUSALS, ApiError, json
from steelyard.server.tables.messages import AccountShown

if TYPE_CHECKING:
    from steelyard.server.accounts.service import AccountService

router = APIRouter(prefix="/api/account", responses=REFUSALS)
Me = Annotated[Account, needs("player")]
ANYONE: list[Any] = [needs("anyone")]
PASSWORD_COST = 20  # hashing one takes that long, beside the loop


def _desk(request: Request) -> AccountService:
    account_service: AccountService = request.app.state.account_service
    return account_service


@router.get("", dependencies=ANYONE, response_model=messages.OwnPage)
async def own(request: Request) -> Response:
    """Your account, and whether one can be made here without a code."""
    account_service, me = _desk(request), signed_in(request.scope)
    person = None if me is None else account_service.people.find(me.id)
    shown = {
        "account": None if me is None else me._asdict(),
        "registering": account_service.register_rule,
        "sessions": 0 if me is None else len(account_service.people.sessions_of(me.id)),
        "created_ms": None if person is None else person.created_ms,
    }
    return json(shown)


@router.post(
    "/register",
    status_code=201,
    dependencies=[*ANYONE, costs(PASSWORD_COST, a_minute="new_accounts")],
    response_model=AccountShown,
)
async def register(request: Request, asked: messages.Registering) -> Response:
    """Make an account; your games as a guest are its games from now on."""
    if signed_in(request.scope) is not None:
        raise ApiError(409, "you are signed in; sign out first")
    secret = await _desk(request).register(asked, who(request.scope), address(request.scope))
    return await _welcomed(request, secret, 201)


@router.post("/sign-in", dependencies=[*ANYONE, costs(PASSWORD_COST)], response_model=AccountShown)
async def sign_in(request: Request, asked: messages.SigningIn) -> Response:
    """Sign in on this browser; whoever was signed in here before no longer is."""
    where, person, known = address(request.scope), payer(request.scope).person, devices.shown(request.scope)
    secret = await _desk(request).sign_in(asked.name, asked.password, where, person, known)
    return await _welcomed(request, secret)


@router.post("/sign-out", status_code=204, dependencies=ANYONE)
async def sign_out(request: Request, asked: messages.SigningOut) -> Response:
    """Sign out here, or in every browser."""
    account_service, me = _desk(request), signed_in(request.scope)
    if me is not None:
        here = request.scope[store.SESSION]
        own_sessions = [each.id for each in account_service.people.sessions_of(me.id)]
        await account_service.sign_out(own_sessions if asked.everywhere else [here])
    return Response(status_code=204, headers={"Set-Cookie": store.cookie("", request.scope)})


@router.post("/password", dependencies=[costs(PASSWORD_COST)], response_model=AccountShown)
async def change_password(request: Request, me: Me, asked: messages.ChangingPassword) -> Response:
    """Take another password; every other browser is signed out."""
    secret = await _desk(request).change_password(me, asked.old, asked.new)
    return await _welcomed(request, secret)


@router.post("/reset", dependencies=[*ANYONE, costs(PASSWORD_COST)], response_model=AccountShown)
async def reset(request: Request, asked: messages.Resetting) -> Response:
    """Choose a new password with the link that an organiser has made."""
    secret = await _desk(request).reset(asked.link, asked.password, address(request.scope))
    return await _welcomed(request, secret)


@router.post("/admin", response_model=AccountShown)
async def claim(request: Request, me: Me, asked: messages.Claiming) -> Response:
    """Become the administrator, with the link that the server printed."""
    secret = await _desk(request).claim(me, asked.link, address(request.scope))
    return await _welcomed(request, secret)


async def _welcomed(request: Request, secret: str, status: int = 200) -> Response:
    """Somebody with a new session; the one his browser had is over, whoever's it was."""
    account_service, before = _desk(request), request.scope[store.SESSION]
    if before:
        await account_service.sign_out([before])
    account = account_service.people.by_secret(secret)
    answer = json(account._asdict(), status)
    answer.headers.append("Set-Cookie", store.cookie(secret, request.scope))
    answer.headers.append(
        "Set-Cookie", devices.cookie(account_service.devices.new(account.id), request.scope)
    )
    return answer
