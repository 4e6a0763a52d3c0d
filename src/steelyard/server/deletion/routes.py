"""The HTTP interface to deleting accounts."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from steelyard.server.accounts import store
from steelyard.server.accounts.routes import PASSWORD_COST
from steelyard.server.deletion import messages
from steelyard.server.deletion.dependencies import DeletionDep
from steelyard.server.http.access import Account, needs
from steelyard.server.http.rate_limits import costs
from steelyard.server.http.responses import REFUSALS

router = APIRouter(prefix="/api", responses=REFUSALS)
Me = Annotated[Account, needs("player")]
Admin = Annotated[Account, needs("admin")]
Number = Annotated[int, Path(ge=1, le=2**53)]


@router.post("/account/delete", dependencies=[costs(PASSWORD_COST)], status_code=204)
async def delete_own(request: Request, deletion: DeletionDep, me: Me, asked: messages.Deleting) -> Response:
    """Delete your account for good, with mail address, sessions and bots; your running games are lost."""
    await deletion.delete_own(me, asked.password)
    return Response(status_code=204, headers={"Set-Cookie": store.cookie("", request.scope)})


@router.post("/people/{id}/delete", dependencies=[costs(PASSWORD_COST)], status_code=204)
async def delete_other(deletion: DeletionDep, id: Number, me: Admin, asked: messages.Deleting) -> Response:
    """Delete somebody else's account for good; the password is your own."""
    await deletion.delete_other(me, id, asked.password)
    return Response(status_code=204)
