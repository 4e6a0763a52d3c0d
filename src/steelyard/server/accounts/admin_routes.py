"""The HTTP interface for those who look after others: people, invite codes, the audit log."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import sqlalchemy as sql
from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from steelyard.server.accounts import messages, schema
from steelyard.server.accounts.access import Account, needs
from steelyard.server.accounts.names import folded
from steelyard.server.contests.store import may_see
from steelyard.server.http.responses import REFUSALS, json

if TYPE_CHECKING:
    from steelyard.server.accounts.service import AccountService

router = APIRouter(prefix="/api", responses=REFUSALS)
Organiser = Annotated[Account, needs("organiser")]
Admin = Annotated[Account, needs("admin")]
Number = Annotated[int, Path(ge=1, le=2**53)]
PAGE = 50
_audit = schema.audit.c


def _desk(request: Request) -> AccountService:
    account_service: AccountService = request.app.state.account_service
    return account_service


@router.get("/people", dependencies=[needs("organiser")], response_model=messages.PeopleShown)
async def list_people(
    request: Request,
    find: Annotated[str, Query(max_length=60)] = "",
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
) -> Response:
    """Everybody with an account, by number; `find` looks into names."""
    found = [person for person in _desk(request).people.containing(folded(find)) if person.account.id > after]
    page = sorted(found, key=lambda person: person.account.id)[: PAGE + 1]
    shown = [
        {**each.account._asdict(), "disabled": each.disabled, "created_ms": each.created_ms}
        for each in page[:PAGE]
    ]
    return json({"people": shown, "next": shown[-1]["id"] if len(page) > PAGE else None})


@router.post("/people/{id}/role", status_code=204)
async def change_role(request: Request, id: Number, me: Admin, asked: messages.ChangingRole) -> Response:  # noqa: A002 - its name in the address
    """Give somebody another role; he signs in again to have it."""
    await _desk(request).change_role(me, id, asked.role)
    return Response(status_code=204)


@router.post("/people/{id}/disabled", status_code=204)
async def disable(request: Request, id: Number, me: Organiser, asked: messages.Disabling) -> Response:  # noqa: A002
    """Shut an account, or open it again; its pages are cut off at once."""
    await _desk(request).disable(me, id, disabled=asked.disabled)
    return Response(status_code=204)


@router.post("/people/{id}/reset", status_code=201, response_model=messages.LinkShown)
async def reset_link(request: Request, id: Number, me: Organiser) -> Response:  # noqa: A002
    """A one-time link with which somebody chooses a new password."""
    secret, expires_ms = await _desk(request).reset_link(me, id)
    return json({"path": f"/account#reset={secret}", "expires_ms": expires_ms}, 201)


@router.get("/invites", response_model=list[messages.InviteShown])
async def list_invites(request: Request, me: Organiser) -> Response:
    """Invite codes that can still be used, for roles up to your own."""
    account_service = _desk(request)
    return json([_shown(account_service, each) for each in await account_service.invites(me)])


@router.post("/invites", status_code=201, response_model=messages.InviteShown)
async def make_invite(request: Request, me: Organiser, asked: messages.NewInvite) -> Response:
    """A code for a class or an event."""
    account_service = _desk(request)
    invite = await account_service.invite(me, asked.label.strip(), asked.role, asked.uses, asked.days)
    return json(_shown(account_service, invite), 201)


@router.post("/invites/end", status_code=204)
async def end_invite(request: Request, me: Organiser, asked: messages.EndingInvite) -> Response:
    """Nobody else can use that code."""
    await _desk(request).end_invite(me, asked.code)
    return Response(status_code=204)


def _shown(account_service: AccountService, invite: Any) -> dict[str, Any]:
    maker = account_service.people.names([invite.maker]).get(invite.maker, "")
    return {**invite._asdict(), "maker": maker}


@router.get("/audit", response_model=messages.AuditShown)
async def list_audit(
    request: Request,
    me: Organiser,
    actor: Annotated[str, Query(max_length=60)] = "",
    action: Annotated[str, Query(max_length=40)] = "",
    after: Annotated[int | None, Query(ge=0, le=2**53)] = None,
) -> Response:
    """What was done and by whom, newest first; `action` may be the beginning of one, as in `account`."""
    account_service = _desk(request)
    query = sql.select(_audit.id).where(_readable(request, me)).order_by(_audit.id.desc()).limit(PAGE)
    if actor:
        person = account_service.people.named(actor)
        query = query.where(_audit.actor == (0 if person is None else person.account.id))
    if after is not None:
        query = query.where(_audit.id < after)
    rows, actions = await asyncio.to_thread(_read, request, query, action)
    names = account_service.people.names({row.actor for row in rows if row.actor is not None})
    entries = [
        {
            "id": row.id,
            "at_ms": row.at_ms,
            "actor": None if row.actor is None else names.get(row.actor, f"account {row.actor}"),
            "action": row.action,
            "subject": row.subject,
            "detail": msgspec.json.decode(row.detail),
        }
        for row in rows
    ]
    return json({"entries": entries, "next": rows[-1].id if len(rows) == PAGE else None, "actions": actions})


def _readable(request: Request, me: Account) -> sql.ColumnElement[bool]:
    """Entries of contests are for those who see the contest; what somebody did is for that person too."""
    if me.role == "admin":
        return sql.true()
    register = request.app.state.contests.register
    seen = [f"contest:{row.id}" for row in register.all() if may_see(me, row, register.entries(row.id))]
    return ~_audit.subject.startswith("contest:") | _audit.subject.in_(seen) | (_audit.actor == me.id)


def _read(request: Request, latest: sql.Select[Any], action: str) -> tuple[list[Any], list[str]]:
    """The page of the log, and every action that is in it; each action has its entries in an index."""
    with request.app.state.registry.store.engine.connect() as connection:
        actions = _actions(connection)
        queries = [latest.where(_audit.action == each) for each in actions if each.startswith(action)]
        found = [each for query in queries if action for each in connection.execute(query).scalars()]
        chosen = _audit.id.in_(sorted(found)[-PAGE:]) if action else _audit.id.in_(latest.subquery().select())
        rows = connection.execute(sql.select(schema.audit).where(chosen).order_by(_audit.id.desc()))
        return list(rows), actions


def _actions(connection: sql.Connection) -> list[str]:
    """Every action there is: each is the first after the last in the index, however long the log is."""
    found: list[str] = []
    following = sql.select(sql.func.min(_audit.action)).where(_audit.action > sql.bindparam("last"))
    while (
        action := connection.execute(following, {"last": found[-1] if found else ""}).scalar()
    ) is not None:
        found.append(action)
    return found
