"""The HTTP interface to mail."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.responses import Response

from steelyard.server.http.access import Account, needs
from steelyard.server.http.rate_limits import costs
from steelyard.server.http.responses import REFUSALS, json
from steelyard.server.mail import messages
from steelyard.server.mail.dependencies import MailDep

router = APIRouter(prefix="/api/mail", responses=REFUSALS)
EVERYBODY = [needs("anyone")]
Player = Annotated[Account, needs("player")]


@router.get("", response_model=messages.MailShown)
async def show_mail(mail: MailDep, me: Player) -> Response:
    """Where mail goes to, and what you want to hear of."""
    own = await mail.address(me)
    return json(
        {
            "possible": mail.settings is not None,
            "address": "" if own is None else own.address,
            "confirmed": own is not None and own.confirmed_ms is not None,
            "turns": own is None or own.turns,
            "challenges": own is None or own.challenges,
            "results": own is None or own.results,
        }
    )


@router.post("", dependencies=[costs(10)], status_code=204)
async def change_mail(mail: MailDep, me: Player, asked: messages.MailWishes) -> Response:
    """Give an address, which gets a link to confirm it; or choose what you want to hear of."""
    await mail.change(me, asked)
    return Response(status_code=204)


@router.post("/confirm", dependencies=[*EVERYBODY, costs(5)], status_code=204)
async def confirm_mail(mail: MailDep, asked: messages.MailToken) -> Response:
    """With the link that was sent to the address."""
    await mail.confirm(asked.token)
    return Response(status_code=204)


@router.post("/unsubscribe", dependencies=[*EVERYBODY, costs(5)], status_code=204)
async def end_mail(mail: MailDep, asked: messages.MailToken) -> Response:
    """With the link at the end of every mail."""
    await mail.unsubscribe(asked.token)
    return Response(status_code=204)


@router.post("/unsubscribe/{token}", dependencies=[*EVERYBODY, costs(5)], status_code=204)
async def end_mail_at_once(mail: MailDep, token: Annotated[str, Path(max_length=80)]) -> Response:
    """The same for mail programs, which ask by themselves (RFC 8058)."""
    await mail.unsubscribe(token)
    return Response(status_code=204)
