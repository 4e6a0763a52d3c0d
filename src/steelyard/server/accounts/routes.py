"""The HTTP interface to one's own account."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from steelyard.server.accounts import devices, messages, store
from steelyard.server.accounts.dependencies import AccountServiceDep
from steelyard.server.accounts.messages import AccountShown
from steelyard.server.accounts.responses import with_session
from steelyard.server.http.access import Account, needs, signed_in
from steelyard.server.http.clients import SESSION, address, payer, who
from steelyard.server.http.rate_limits import costs
from steelyard.server.http.responses import REFUSALS, ApiError, json

router = APIRouter(prefix="/api/account", responses=REFUSALS)
Me = Annotated[Account, needs("player")]
ANYONE: list[Any] = [needs("anyone")]
PASSWORD_COST = 20  # hashing one takes that long, beside the loop


@router.get("", dependencies=ANYONE, response_model=messages.OwnPage)
async def own(request: Request, accounts: AccountServiceDep) -> Response:
    """Your account, and whether one can be made here without a code."""
    me = signed_in(request.scope)
    person = None if me is None else accounts.people.find(me.id)
    shown = {
        "account": None if me is None else me._asdict(),
        "registering": accounts.register_rule,
        "sessions": 0 if me is None else len(accounts.people.sessions_of(me.id)),
        "created_ms": None if person is None else person.created_ms,
    }
    return json(shown)


@router.post(
    "/register",
    status_code=201,
    dependencies=[*ANYONE, costs(PASSWORD_COST, a_minute="new_accounts")],
    response_model=AccountShown,
)
async def register(request: Request, accounts: AccountServiceDep, asked: messages.Registering) -> Response:
    """Make an account; your games as a guest are its games from now on."""
    if signed_in(request.scope) is not None:
        raise ApiError("already_signed_in", "you are signed in; sign out first")
    secret = await accounts.register(asked, who(request.scope), address(request.scope))
    return await with_session(request, accounts, secret, status=201)


@router.post("/sign-in", dependencies=[*ANYONE, costs(PASSWORD_COST)], response_model=AccountShown)
async def sign_in(request: Request, accounts: AccountServiceDep, asked: messages.SigningIn) -> Response:
    """Sign in on this browser; whoever was signed in here before no longer is."""
    where, person, known = address(request.scope), payer(request.scope).person, devices.shown(request.scope)
    secret = await accounts.sign_in(asked.name, asked.password, where, person, known)
    return await with_session(request, accounts, secret)


@router.post("/sign-out", status_code=204, dependencies=ANYONE)
async def sign_out(request: Request, accounts: AccountServiceDep, asked: messages.SigningOut) -> Response:
    """Sign out here, or in every browser."""
    me = signed_in(request.scope)
    if me is not None:
        here = request.scope[SESSION]
        own_sessions = [each.id for each in accounts.people.sessions_of(me.id)]
        await accounts.sign_out(own_sessions if asked.everywhere else [here])
    return Response(status_code=204, headers={"Set-Cookie": store.cookie("", request.scope)})


@router.post("/password", dependencies=[costs(PASSWORD_COST)], response_model=AccountShown)
async def change_password(
    request: Request, accounts: AccountServiceDep, me: Me, asked: messages.ChangingPassword
) -> Response:
    """Take another password; every other browser is signed out."""
    secret = await accounts.change_password(me, asked.old, asked.new)
    return await with_session(request, accounts, secret)


@router.post("/reset", dependencies=[*ANYONE, costs(PASSWORD_COST)], response_model=AccountShown)
async def reset(request: Request, accounts: AccountServiceDep, asked: messages.Resetting) -> Response:
    """Choose a new password with the link that an organiser has made."""
    secret = await accounts.reset(asked.link, asked.password, address(request.scope))
    return await with_session(request, accounts, secret)


@router.post("/admin", response_model=AccountShown)
async def claim(request: Request, accounts: AccountServiceDep, me: Me, asked: messages.Claiming) -> Response:
    """Become the administrator, with the link that the server printed."""
    secret = await accounts.claim(me, asked.link, address(request.scope))
    return await with_session(request, accounts, secret)
