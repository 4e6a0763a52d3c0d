"""Contests over HTTP, for people: a link registers and joins; teams, and one's own student number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from steelyard import games
from steelyard.server.accounts.dependencies import AccountServiceDep
from steelyard.server.accounts.messages import Registering
from steelyard.server.accounts.responses import account_of, with_session
from steelyard.server.accounts.routes import PASSWORD_COST
from steelyard.server.contests import messages, pages
from steelyard.server.contests import team_response_models as models
from steelyard.server.contests.dependencies import Anybody, ContestId, ContestsDep, Organiser, Player
from steelyard.server.contests.teams import Destination
from steelyard.server.http.access import needs, signed_in
from steelyard.server.http.clients import CLIENT, address, who
from steelyard.server.http.dependencies import SettingsDep
from steelyard.server.http.qr_code import SVG, public_address, qr_code
from steelyard.server.http.rate_limits import costs
from steelyard.server.http.responses import REFUSALS, ApiError, json

if TYPE_CHECKING:
    from steelyard.server.contests.store import Row

router = APIRouter(prefix="/api/contests", responses=REFUSALS)


@router.get("/join", dependencies=[costs(5)], response_model=models.JoinShown)
async def show_join(
    request: Request,
    contests: ContestsDep,
    accounts: AccountServiceDep,
    me: Anybody,
    code: Annotated[str, Query(max_length=40)],
) -> Response:
    """What a link leads to, and what somebody who follows it has to do."""
    here = contests.service
    to = here.teams.find_for(request.scope[CLIENT], code)
    row, store = to.rows[0], here.contest_store
    closed, can_join = here.teams.closed(to)
    own = None if me is None else store.entry_of(row.id, me.id)
    team = None if to.team is None else pages.team(here, to.team)
    return json(
        {
            "contest": {
                "id": row.id,
                "name": row.name,
                "title": games.get(row.game).title,
                "state": row.state,
                "deadline_ms": row.deadline_ms,
                "owner": here.people.names([row.owner]).get(row.owner, ""),
            },
            "team": None if team is None else {"name": team["name"], "members": team["members"]},
            "closed": closed,
            "can_join": can_join,
            "registers": accounts.register_rule == "open" or here.teams.allows_registration(to),
            "account": None if me is None else me.name,
            "joined": own is not None and (to.team is None or own.account == to.team.account),
        }
    )


@router.post("/join", dependencies=[costs(5)], response_model=models.Joined)
async def come_in(request: Request, contests: ContestsDep, asked: messages.ComingIn, me: Player) -> Response:
    """Show the code of a contest, to see it and to be allowed to enter; or that of a team, to be in it."""
    teams = contests.service.teams
    to = teams.find_for(request.scope[CLIENT], asked.code)
    if contests.service.contest_store.entry_of(to.rows[0].id, me.id) is None:
        teams.check(to)
    await teams.join(to, me, asked.student_number)
    return json({"id": to.rows[0].id, "url": f"/c/{to.rows[0].id}"})


@router.post(
    "/register",
    status_code=201,
    dependencies=[needs("anyone"), costs(PASSWORD_COST, a_minute="new_accounts")],
    response_model=models.RegisteredAndJoined,
)
async def register(
    request: Request, contests: ContestsDep, accounts: AccountServiceDep, asked: messages.RegisteringToJoin
) -> Response:
    """Make an account and join with it: the link of a contest is an invitation of its organiser's."""
    if signed_in(request.scope) is not None:
        raise ApiError("already_signed_in", "you are signed in; join with this account, or sign out first")
    teams = contests.service.teams
    to = teams.find_for(request.scope[CLIENT], asked.code)
    teams.check(to)
    secret = await accounts.register(
        Registering(name=asked.name, password=asked.password),
        who(request.scope),
        address(request.scope),
        invited_by=_invitation(to.rows[0]) if teams.allows_registration(to) else "",
    )
    told: dict[str, Any] = {"id": to.rows[0].id, "url": f"/c/{to.rows[0].id}", "problem": ""}
    try:
        await teams.join(to, account_of(accounts, secret), asked.student_number)
    except ApiError as error:  # somebody else took the last place meanwhile; the account is there
        told["problem"] = error.error
    return await with_session(request, accounts, secret, told, 201)


def _invitation(row: Row) -> str:
    """What every organiser may read of it in the audit log."""
    return f"contest {row.name}" if row.public else "a private contest"


@router.post("/{id}/join", response_model=models.Joined)
async def join_without_code(contests: ContestsDep, id: ContestId, me: Player) -> Response:
    """Join a contest that has no code; after the deadline, so that its organiser can accept a late entry."""
    row, here = contests.found(me, id), contests.service
    if row.code:
        raise ApiError("contest_code_needed", "this contest is for those who have its code; join with that")
    here.teams.check(Destination([row], None))
    await here.come_in(row, me)
    return json({"id": row.id, "url": f"/c/{row.id}"})


@router.get("/{id}/qr.svg", responses=SVG)
async def show_join_code(
    request: Request, contests: ContestsDep, settings: SettingsDep, id: ContestId, me: Organiser
) -> Response:
    """The link of a contest, to be scanned."""
    row = contests.managed(me, id)
    if not row.code:
        raise ApiError("contest_code_needed", "a contest without a code has no link; give it one first")
    return qr_code(f"{public_address(request, settings)}/join/{row.code}")


@router.post("/{id}/team", response_model=models.OwnTeam)
async def name_team(contests: ContestsDep, id: ContestId, asked: messages.NamingTeam, me: Player) -> Response:
    """Give your team a name."""
    row, here = contests.found(me, id), contests.service
    await here.teams.rename(row, me, asked.name)
    return json(pages.own_team(here, row, me))


@router.post("/{id}/team/code", response_model=models.OwnTeam)
async def renew_team_code(contests: ContestsDep, id: ContestId, me: Player) -> Response:
    """A new code for others to join your team with; the one before ends."""
    row, here = contests.found(me, id), contests.service
    await here.teams.renew_code(row, me)
    return json(pages.own_team(here, row, me))


@router.post("/{id}/team/captain", response_model=models.OwnTeam)
async def pass_captaincy(
    contests: ContestsDep, id: ContestId, asked: messages.NewCaptain, me: Player
) -> Response:
    """Make somebody else of your team its captain; the bot that plays for it stays."""
    row, here = contests.found(me, id), contests.service
    await here.teams.pass_captaincy(row, me, asked.account)
    return json(pages.own_team(here, row, me))


@router.post("/{id}/team/leave", response_model=models.OwnTeam)
async def leave_team(
    contests: ContestsDep, id: ContestId, asked: messages.LeavingTeam, me: Player
) -> Response:
    """Leave your team; or, as its captain, remove somebody."""
    row, here = contests.found(me, id), contests.service
    await here.teams.leave(row, me, me.id if asked.account is None else asked.account)
    return json(pages.own_team(here, row, me))


@router.post("/{id}/student-number", response_model=models.StudentNumberShown)
async def set_student_number(
    contests: ContestsDep, id: ContestId, asked: messages.StudentNumberAsked, me: Player
) -> Response:
    """Your student number, for the organiser's list of grades."""
    row, here = contests.found(me, id), contests.service
    await here.teams.set_student_number(row, me, asked.student_number)
    return json({"student_number": asked.student_number})
