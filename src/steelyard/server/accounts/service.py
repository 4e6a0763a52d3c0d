"""What can be done with accounts: each deed is checked, kept together with its audit entry, then in force."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import sqlalchemy as sql

from steelyard.core.names import folded, prototypes
from steelyard.server.accounts import invites as accounts_invites
from steelyard.server.accounts import schema
from steelyard.server.accounts.administrators import LAST_ADMIN
from steelyard.server.accounts.audit import audited
from steelyard.server.accounts.changes import (
    ADD_ACCOUNT,
    SET_DISABLED,
    SET_PASSWORD,
    SET_ROLE,
    STILL_HAS_PASSWORD,
)
from steelyard.server.accounts.devices import Devices
from steelyard.server.accounts.guests import kept_guest
from steelyard.server.accounts.invite_service import InviteService
from steelyard.server.accounts.login_delay import Attempts, LoginDelay
from steelyard.server.accounts.names import checked_name
from steelyard.server.accounts.passwords import Passwords
from steelyard.server.accounts.retired_names import RetiredNames
from steelyard.server.accounts.store import COOKIE, Person, all_ended, cookie, ended
from steelyard.server.database.writer import Change, Unmet
from steelyard.server.http import clients
from steelyard.server.http.access import Account
from steelyard.server.http.responses import ApiError
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from starlette.types import Scope

    from steelyard.server.accounts.invites import Invite
    from steelyard.server.accounts.messages import Registering
    from steelyard.server.accounts.store import AccountStore
    from steelyard.server.database.writer import Writer
    from steelyard.server.http.access import Role
    from steelyard.server.settings import Settings

WRONG_OLD = "that is not your current password"
WRONG = "the name or the password is wrong"
ENDED = "you were signed out in that moment; sign in again"
NO_CODE = "that invite code is not valid, or used up; ask for another"
NO_LINK = "that link is used, too old, or not complete; ask for another"
ALREADY_ADMIN = "you are an administrator already, and need no link"
NO_ADMIN_LINK = (
    "that link is used, too old, or not complete; the server prints another if started with --admin-link"
)


class AccountService:
    """Where people register, sign in, and are looked after."""

    writer: Writer  # of the running server
    devices: Devices

    def __init__(self, settings: Settings, engine: sql.Engine, people: AccountStore) -> None:
        self.people = people
        self.register_rule = settings.register
        self._wants_link = settings.admin_link
        self.engine = engine
        self.invites = InviteService(engine, people)
        self._passwords = Passwords()
        self._registering = asyncio.Lock()
        self.attempts = Attempts()
        self._changes = LoginDelay(free=5, longest_s=60.0)  # of a password, with the old one
        self._codes = LoginDelay(free=20, longest_s=300.0)
        self.managed_subjects: dict[str, Callable[[Account], Iterable[str]]] = {}
        """Audit entries that not every organiser may read: which ids of that kind somebody manages."""

    async def open(self, writer: Writer, key: bytes, names_key: bytes) -> str | None:
        """Begin to serve; the link for an administrator, where one is wanted or the first is due."""
        self.writer = self.invites.writer = writer
        self.devices = Devices(key)
        self.people.retired_names = RetiredNames(names_key)
        await asyncio.to_thread(self.people.load)
        await writer.kept([self.people.forgetting(), self.people.retired_names.forgetting()])
        return await (self.admin_link() if self._wants_link else self.first_admin_link())

    # Who asks (`Visitors` of the middleware).
    def recognise(self, scope: Scope) -> None:
        self.people.recognise(scope)

    def renewed_cookies(self, scope: Scope) -> list[str]:
        """A session that is still used is kept a day longer, and so is its cookie."""
        if (renewed := self.people.renewal(scope)) is None:
            return []
        change, lasts_ms = renewed
        self.writer.write([change], lambda _: None)
        return [cookie(clients.cookie(scope, COOKIE), scope, lasts_ms)]

    # Coming and going.
    async def register(self, asked: Registering, guest: str, address: str, *, invited_by: str = "") -> str:
        """A new account for whoever was this guest; the secret of its session."""
        name = checked_name(asked.name)
        await asyncio.to_thread(prototypes)  # loaded once
        invite = None if invited_by else await self._invite(asked, address)
        self._free(name, guest)
        password = await self._passwords.checked(asked.password, name)
        kept = await self._passwords.hash(password)
        async with self._registering:
            self._free(name, guest)
            if invite is not None and not self.invites.stands_for(invite):
                raise ApiError("invite_not_valid", NO_CODE)
            role: Role = "player" if invite is None else invite.role
            me = Account(self.people.next_id(), name, role)
            row = {
                **me._asdict(),
                "folded": folded(name),
                "password": kept,
                "guest": guest,
                "disabled": False,
                "created_ms": now_ms(),
            }
            told = {
                "name": name,
                "role": role,
                "code": invited_by or None if invite is None else invite.label,
            }
            used = [] if invite is None else [accounts_invites.used_invite(invite.code)]
            added = [*used, Change(ADD_ACCOUNT, row), kept_guest(self.writer, guest, name, row["created_ms"])]
            await self._kept([*added, audited(me, "account.register", _subject(me), told)], NO_CODE)
            self.people.put(Person(me, guest, False, row["created_ms"]))  # noqa: FBT003 - not disabled
        return await self.begin(me.id)

    async def _invite(self, asked: Registering, address: str) -> Invite | None:
        if not asked.code and self.register_rule == "open":
            return None
        if not asked.code and not asked.link:
            raise ApiError(
                "invite_needed", "an invite code is needed here; ask your teacher or the organiser for one"
            )
        self._codes.attempt(address)
        if asked.code:
            found: Invite | None = await asyncio.to_thread(
                accounts_invites.find_invite, self.engine, asked.code
            )
            missing = found is None or not self.invites.stands_for(found)
        else:
            link = await asyncio.to_thread(accounts_invites.find_link, self.engine, asked.link or "", "admin")
            found, missing = None, link is None
        if missing:
            raise ApiError("invite_not_valid", NO_CODE)
        self._codes.succeeded(address)
        return found

    def _free(self, name: str, guest: str) -> None:
        if (other := self.people.taken(name)) is not None:
            raise ApiError("name_taken", f"{other} has that name, or one that looks like it; choose another")
        if not guest or self.people.owns(guest):
            raise ApiError("already_registered", "this browser has just registered; sign in")

    async def sign_in(self, name: str, password: str, address: str, person: str, device: str) -> str:
        """The secret of a new session; the same answer and work whether the name or the password is wrong."""
        key = folded(name)
        meant = self.people.named(name)
        if meant is None or self.devices.account(device) != meant.account.id:
            device = ""
        self.attempts.attempt(key, address, person, device)
        turns = 0 if meant is None else self.people.turns(meant.account.id)
        number = 0 if meant is None else meant.account.id
        kept = await asyncio.to_thread(self._password_of, number)
        fits = await self._passwords.fits(kept, password)
        found = self.people.find(number)
        if not fits or found is None or found.disabled:
            raise ApiError("wrong_name_or_password", WRONG)
        secret = await self.begin(number, turns)
        self.attempts.succeeded(key, address, device)
        return secret

    async def sign_out(self, sessions: Sequence[str]) -> None:
        await self.writer.kept(ended(sessions))
        self.people.end(sessions)

    async def change_password(self, me: Account, old: str, new: str) -> str:
        """Every session ends; the secret of a new one."""
        kept = await self.check_password(me, old)
        new = await self._passwords.checked(new, me.name)
        unchanged = Change(STILL_HAS_PASSWORD, {"whose": me.id, "to": kept}, exactly=1)
        try:
            await self._set_password(me, new, unchanged, by_link=False)
        except Unmet:  # somebody else has changed it meanwhile
            raise ApiError("wrong_old_password", WRONG_OLD) from None
        return await self.begin(me.id)

    async def check_password(self, me: Account, password: str) -> str:
        """Whoever sits at a browser that is signed in need not be the one who signed in; the hash."""
        key = folded(me.name)
        self._changes.attempt(key)
        kept = await asyncio.to_thread(self._password_of, me.id)
        if kept is None or not await self._passwords.fits(kept, password):
            raise ApiError("wrong_old_password", WRONG_OLD)
        self._changes.forget(key)
        return kept

    async def reset(self, link: str, password: str, address: str) -> str:
        """A new password by a one-time link."""
        self._codes.attempt(address)
        found = await asyncio.to_thread(accounts_invites.find_link, self.engine, link, "reset")
        person = None if found is None else self.people.find(found.account or 0)
        if person is None or person.disabled:
            raise ApiError("link_not_valid", NO_LINK)
        password = await self._passwords.checked(password, person.account.name)
        self._codes.succeeded(address)
        try:
            await self._set_password(person.account, password, accounts_invites.used_link(link), by_link=True)
        except Unmet:
            raise ApiError("link_not_valid", NO_LINK) from None
        self.attempts.by_name.forget(folded(person.account.name))
        return await self.begin(person.account.id)

    async def claim(self, me: Account, link: str, address: str) -> str:
        """Become administrator by the link that the server printed."""
        if me.role == "admin":
            raise ApiError("link_not_valid", ALREADY_ADMIN)
        self._codes.attempt(address)
        if await asyncio.to_thread(accounts_invites.find_link, self.engine, link, "admin") is None:
            raise ApiError("link_not_valid", NO_ADMIN_LINK)
        self._codes.succeeded(address)
        await self._set_role(me, "admin", [accounts_invites.used_link(link)], None)
        return await self.begin(me.id)

    # Looking after others.
    async def change_role(self, actor: Account, whose: int, role: Role) -> None:
        person = self._other(actor, whose)
        await self._set_role(person.account, role, [], actor)

    async def disable(self, actor: Account, whose: int, *, disabled: bool) -> None:
        person = self._other(actor, whose)
        action = "account.disable" if disabled else "account.enable"
        changes = [
            Change(SET_DISABLED, {"whose": whose, "to": disabled}, exactly=1),
            Change(accounts_invites.END_LINKS_OF, {"whose": whose}),
            all_ended(whose),
            audited(actor, action, _subject(person.account), {"name": person.account.name}),
        ]
        await self._kept(changes, NO_LINK, whose)
        self.people.set_disabled(whose, disabled=disabled)
        self.people.end_all_sessions(whose)
        if disabled:
            self.people.on_shut(whose)

    async def reset_link(self, actor: Account, whose: int) -> tuple[str, float]:
        """A link with which somebody who has forgotten their password chooses a new one."""
        person = self._other(actor, whose)
        secret, expires_ms, changes = accounts_invites.new_link("reset", whose)
        told = {"name": person.account.name}
        await self.writer.kept(
            [*changes, audited(actor, "account.reset_link", _subject(person.account), told)]
        )
        return secret, expires_ms

    @property
    def has_administrator(self) -> bool:
        return any(person.account.role == "admin" for person in self.people.all())

    async def admin_link(self) -> str:
        secret, _, changes = accounts_invites.new_link("admin", None)
        await self.writer.kept([*changes, audited(None, "admin.link", "server", {})])
        return secret

    async def first_admin_link(self) -> str | None:
        """The link for the first administrator: once, while there is none."""
        if self.has_administrator or await asyncio.to_thread(accounts_invites.has_admin_link, self.engine):
            return None
        return await self.admin_link()

    def _other(self, actor: Account, whose: int) -> Person:
        """Somebody else whom the actor may look after: organisers players, the administrator everybody."""
        person = self.people.find(whose)
        if person is None:
            raise ApiError("account_not_found", "there is no such account")
        if whose == actor.id:
            raise ApiError("own_account", "that cannot be done to one's own account")
        if actor.role != "admin" and person.account.may(actor.role):
            raise ApiError("role_too_low", "only the administrator can do that to an organiser")
        return person

    # What several deeds share.
    async def begin(self, account: int, turns: int | None = None) -> str:
        """A new session; its secret. Not if all have ended meanwhile, or since there were so many `turns`."""
        if turns is None:
            turns = self.people.turns(account)
        if self.people.find(account) is None:
            raise ApiError("not_signed_in", "this account was deleted")
        secret, session, changes = self.people.new_session(account)
        await self.writer.kept(changes)
        self.people.begin(session)
        if self.people.turns(account) != turns:  # the password was changed, or the account shut or deleted
            await self.sign_out([session.id])
            raise ApiError("not_signed_in", ENDED)
        return secret

    async def _set_password(self, whose: Account, password: str, first: Change, *, by_link: bool) -> None:
        """`first` says what has to be so in the moment in which it is written; else Unmet."""
        kept = await self._passwords.hash(password)
        changes = [
            first,
            Change(SET_PASSWORD, {"whose": whose.id, "to": kept}, exactly=1),
            Change(accounts_invites.END_LINKS_OF, {"whose": whose.id}),
            all_ended(whose.id),
            audited(whose, "account.password", _subject(whose), {"by_link": by_link}),
        ]
        await self.writer.kept(changes)
        self.people.end_all_sessions(whose.id)

    async def _set_role(self, whose: Account, role: Role, first: list[Change], actor: Account | None) -> None:
        """Rights change, so every session ends and a new one has to begin."""
        person = self.people.find(whose.id)
        if person is None:
            raise ApiError("account_not_found", "there is no such account")
        told = {"name": whose.name, "from": person.account.role, "to": role}
        changes = [
            *first,
            Change(SET_ROLE, {"whose": whose.id, "to": role}, exactly=1),
            Change(
                accounts_invites.END_LINKS_OF, {"whose": whose.id}
            ),  # made by somebody who may not help this role
            all_ended(whose.id),
            audited(actor or whose, "account.role", _subject(whose), told),
        ]
        await self._kept(changes, NO_LINK, whose.id)
        self.people.set_role(whose.id, role)
        self.people.end_all_sessions(whose.id)

    async def _kept(self, changes: list[Change], unmet: str, whose: int = 0) -> None:
        try:
            await self.writer.kept(changes)
        except Unmet:
            person = self.people.find(whose)
            if whose and person is None:  # it was deleted meanwhile
                raise ApiError("account_not_found", "there is no such account") from None
            if person is not None and person.account.role == "admin":
                raise ApiError("last_administrator", LAST_ADMIN) from None
            raise ApiError("link_not_valid", unmet) from None

    def _password_of(self, account: int) -> str | None:
        query = sql.select(schema.accounts.c.password).where(schema.accounts.c.id == account)
        with self.engine.connect() as connection:
            kept: str | None = connection.execute(query).scalar()
        return kept


def _subject(account: Account) -> str:
    return f"account:{account.id}"
