"""The HTTP interface for organisers and the administrator: people, invite codes, the audit log."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import sqlalchemy as sql
from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from steelyard.core.names import folded
from steelyard.server.accounts import messages, schema
from steelyard.server.accounts.dependencies import AccountServiceDep
from steelyard.server.http.access import Account, needs
from steelyard.server.http.responses import REFUSALS, json

if TYPE_CHECKING:
    from steelyard.server.accounts.service import AccountService

router = APIRouter(prefix="/api", responses=REFUSALS)
Organiser = Annotated[Account, needs("organiser")]
Admin = Annotated[Account, needs("admin")]
Number = Annotated[int, Path(ge=1, le=2**53)]
PAGE = 50
_audit = schema.audit.c


@router.get("/people", dependencies=[needs("organiser")], response_model=messages.PeopleShown)
async def list_people(
    accounts: AccountServiceDep,
    find: Annotated[str, Query(max_length=60)] = "",
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
) -> Response:
    """Everybody with an account, by number; `find` looks into names."""
    found = [person for person in accounts.people.containing(folded(find)) if person.account.id > after]
    page = sorted(found, key=lambda person: person.account.id)[: PAGE + 1]
    shown = [
        {**each.account._asdict(), "disabled": each.disabled, "created_ms": each.created_ms}
        for each in page[:PAGE]
    ]
    return json({"people": shown, "next": shown[-1]["id"] if len(page) > PAGE else None})


@router.post("/people/{id}/role", status_code=204)
async def change_role(
    accounts: AccountServiceDep, id: Number, me: Admin, asked: messages.ChangingRole
) -> Response:
    """Give somebody another role; they sign in again to have it."""
    await accounts.change_role(me, id, asked.role)
    return Response(status_code=204)


@router.post("/people/{id}/disabled", status_code=204)
async def disable(
    accounts: AccountServiceDep, id: Number, me: Organiser, asked: messages.Disabling
) -> Response:
    """Shut an account, or open it again; its pages are cut off at once."""
    await accounts.disable(me, id, disabled=asked.disabled)
    return Response(status_code=204)


@router.post("/people/{id}/reset", status_code=201, response_model=messages.LinkShown)
async def reset_link(accounts: AccountServiceDep, id: Number, me: Organiser) -> Response:
    """A one-time link with which somebody chooses a new password."""
    secret, expires_ms = await accounts.reset_link(me, id)
    return json({"path": f"/account#reset={secret}", "expires_ms": expires_ms}, 201)


@router.get("/invites", response_model=list[messages.InviteShown])
async def list_invites(accounts: AccountServiceDep, me: Organiser) -> Response:
    """Invite codes that can still be used, for roles up to your own."""
    return json([_shown(accounts, each) for each in await accounts.invites.shown_to(me)])


@router.post("/invites", status_code=201, response_model=messages.InviteShown)
async def make_invite(accounts: AccountServiceDep, me: Organiser, asked: messages.NewInvite) -> Response:
    """A code for a class or an event."""
    invite = await accounts.invites.make(me, asked.label.strip(), asked.role, asked.uses, asked.days)
    return json(_shown(accounts, invite), 201)


@router.post("/invites/end", status_code=204)
async def end_invite(accounts: AccountServiceDep, me: Organiser, asked: messages.EndingInvite) -> Response:
    """Nobody else can use that code."""
    await accounts.invites.end(me, asked.code)
    return Response(status_code=204)


def _shown(accounts: AccountService, invite: Any) -> dict[str, Any]:
    maker = accounts.people.names([invite.maker]).get(invite.maker, "")
    return {**invite._asdict(), "maker": maker}


@router.get("/audit", response_model=messages.AuditShown)
async def list_audit(
    accounts: AccountServiceDep,
    me: Organiser,
    actor: Annotated[str, Query(max_length=60)] = "",
    action: Annotated[str, Query(max_length=40)] = "",
    after: Annotated[int | None, Query(ge=0, le=2**53)] = None,
) -> Response:
    """What was done and by whom, newest first; `action` may be the beginning of one, as in `account`."""
    query = sql.select(_audit.id).where(_readable(accounts, me)).order_by(_audit.id.desc()).limit(PAGE)
    if actor:
        person = accounts.people.named(actor)
        query = query.where(_audit.actor == (0 if person is None else person.account.id))
    if after is not None:
        query = query.where(_audit.id < after)
    rows, actions = await asyncio.to_thread(_read, accounts.engine, query, action)
    people = {row.actor: accounts.people.find(row.actor) for row in rows if row.actor is not None}
    names = {number: person.account.name for number, person in people.items() if person is not None}
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


def _readable(accounts: AccountService, me: Account) -> sql.ColumnElement[bool]:
    """Entries of a contest, which have grades in them, are for those who manage it or made them."""
    if me.role == "admin":
        return sql.true()
    hidden: sql.ColumnElement[bool] = sql.false()
    for kind, managed in accounts.managed_subjects.items():
        own = [f"{kind}:{name}" for name in managed(me)]
        hidden |= _audit.subject.startswith(f"{kind}:") & _audit.subject.not_in(own)
    return ~hidden | (_audit.actor == me.id)


def _read(engine: sql.Engine, latest: sql.Select[Any], action: str) -> tuple[list[Any], list[str]]:
    """The page of the log, and every action that is in it; each action has its entries in an index."""
    with engine.connect() as connection:
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
