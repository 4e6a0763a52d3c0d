"""Mail, for routes: `mail: MailDep`."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from steelyard.server.mail.service import MailService


async def _mail(connection: HTTPConnection) -> MailService:
    found: MailService = connection.app.state.mail
    return found


MailDep = Annotated[MailService, Depends(_mail)]
