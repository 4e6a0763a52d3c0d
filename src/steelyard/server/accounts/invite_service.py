"""What can be done with invite codes: each deed is checked, and kept together with its audit entry."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from steelyard.server.accounts import invites
from steelyard.server.accounts.audit import audited
from steelyard.server.database.writer import Change
from steelyard.server.http.responses import ApiError

if TYPE_CHECKING:
    import sqlalchemy as sql

    from steelyard.server.accounts.invites import Invite
    from steelyard.server.accounts.store import AccountStore
    from steelyard.server.database.writer import Writer
    from steelyard.server.http.access import Account, Role


class InviteService:
    """Codes with which people register, and the role that each gives."""

    writer: Writer  # of the running server

    def __init__(self, engine: sql.Engine, people: AccountStore) -> None:
        self._engine = engine
        self._people = people

    async def make(self, actor: Account, label: str, role: Role, uses: int, days: int) -> Invite:
        if not actor.may(role):
            raise ApiError("role_too_low", "a code gives at most the role that you have")
        invite, change = invites.new_invite(actor, label, role, uses, days)
        told = {"label": label, "role": role, "uses": uses, "days": days}
        await self.writer.kept([change, audited(actor, "invite.make", _subject(invite), told)])
        return invite

    async def end(self, actor: Account, code: str) -> None:
        invite = await asyncio.to_thread(invites.find_invite, self._engine, code)
        if invite is None or not actor.may(invite.role):
            raise ApiError("invite_not_found", "there is no such code, or it is over")
        entry = audited(actor, "invite.end", _subject(invite), {"label": invite.label})
        await self.writer.kept([Change(invites.END_INVITE, {"of": invite.code}), entry])

    async def shown_to(self, actor: Account) -> list[Invite]:
        """The codes that can be used and give at most the actor's own role: whoever sees one can use it."""
        every = await asyncio.to_thread(invites.all_invites, self._engine)
        return [each for each in every if actor.may(each.role) and self.stands_for(each)]

    def stands_for(self, invite: Invite) -> bool:
        """Whether the maker of a code may still give its role."""
        maker = self._people.find(invite.maker)
        return maker is not None and not maker.disabled and maker.account.may(invite.role)


def _subject(invite: Invite) -> str:
    """A code in the audit log: organisers read it, and no part of a code is theirs to know."""
    return f"invite:{invite.label or invite.role}"
