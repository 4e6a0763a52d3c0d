"""Everybody with an account, and every session, in memory: asking who somebody is costs no query."""

from __future__ import annotations

import hashlib
import secrets
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

import sqlalchemy as sql

from steelyard.core.names import folded, looks
from steelyard.server.accounts import schema
from steelyard.server.accounts.names import DELETED, check_reserved, taken_by_bots
from steelyard.server.accounts.retired_names import RetiredNames
from steelyard.server.database.writer import Change
from steelyard.server.http import clients
from steelyard.server.http.access import Account
from steelyard.server.http.clients import OWNS, PERSON, SESSION
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from starlette.types import Scope

    from steelyard.server.http.access import Role

COOKIE = "steelyard_session"
DAY_MS = 24 * 3600 * 1000.0
KEPT_MS = 30 * DAY_MS
"""A session that is not used for so long ends."""
LONGEST_MS = 90 * DAY_MS
"""A session ends after so long, however much it is used."""
MOST_SESSIONS = 20  # of one account; the one that was used least lately makes room

ADD_SESSION = sql.insert(schema.sessions)
END_SESSION = sql.delete(schema.sessions).where(schema.sessions.c.id == sql.bindparam("session"))
END_SESSIONS_OF = sql.delete(schema.sessions).where(schema.sessions.c.account == sql.bindparam("whose"))
USE_SESSION = (
    sql.update(schema.sessions)
    .where(schema.sessions.c.id == sql.bindparam("session"))
    .values(used_ms=sql.bindparam("now_ms"))
)
FORGET_SESSIONS = sql.delete(schema.sessions).where(
    (schema.sessions.c.used_ms < sql.bindparam("unused_since_ms"))
    | (schema.sessions.c.created_ms < sql.bindparam("begun_before_ms"))
)


class Person(NamedTuple):
    """An account as the server knows it; the password's hash stays in the database."""

    account: Account
    guest: str
    disabled: bool
    created_ms: float


class Session(NamedTuple):
    id: str
    account: int
    created_ms: float
    used_ms: float

    def left_ms(self) -> float:
        """How long it lasts if it is not used any more; below nothing when it is over."""
        return min(self.used_ms + KEPT_MS, self.created_ms + LONGEST_MS) - now_ms()


class AccountStore:
    """A change of an account or a session is written to the database first, and put here then."""

    def __init__(self, engine: sql.Engine) -> None:
        self._engine = engine
        self._people: dict[int, Person] = {}
        self._by_name: dict[str, int] = {}
        self._looks: set[str] | None = None
        """How the names of all accounts can look, from when somebody first takes a name."""
        self._guests: dict[str, int] = {}
        """Which account each guest has become; also accounts that were deleted since."""
        self._deleted: set[int] = set()
        self.retired_names = RetiredNames()
        self._sessions: dict[str, Session] = {}
        self._of: dict[int, set[str]] = defaultdict(set)
        """The sessions of each account."""
        self._turns: Counter[int] = Counter()
        self._last = 0
        self.on_end: Callable[[set[str]], None] = lambda _: None
        """Told of sessions that have ended, so that open pages hear of it."""
        self.on_shut: Callable[[int], None] = lambda _: None
        """Told of an account that was shut, so that what it has connected is cut off."""
        self.team_names: Callable[[], Iterable[str]] = tuple
        """What the teams of contests are called."""

    def load(self) -> None:
        columns = schema.accounts.c
        shown = (columns.id, columns.name, columns.role, columns.guest, columns.disabled, columns.created_ms)
        self.retired_names.load(self._engine)
        with self._engine.connect() as connection:
            for row in connection.execute(sql.select(*shown, columns.deleted_ms)):
                account = Account(row.id, row.name, row.role)
                if row.deleted_ms is None:
                    self.put(Person(account, row.guest, row.disabled, row.created_ms))
                else:
                    self._drop(row.id, row.guest)
            own = schema.sessions.c
            for kept in connection.execute(sql.select(own.id, own.account, own.created_ms, own.used_ms)):
                if (session := Session(*kept)).left_ms() > 0:
                    self._keep(session)

    def forgetting(self) -> Change:
        """What is to be kept so that sessions which ended by themselves are gone."""
        now = now_ms()
        return Change(
            FORGET_SESSIONS, {"unused_since_ms": now - KEPT_MS, "begun_before_ms": now - LONGEST_MS}
        )

    # Accounts.
    def next_id(self) -> int:
        self._last += 1
        return self._last

    def put(self, person: Person) -> None:
        """Somebody new, or as they are from now on."""
        self._people[person.account.id] = person
        self._by_name[folded(person.account.name)] = person.account.id
        self._guests[person.guest] = person.account.id
        if self._looks is not None:
            self._looks |= looks(person.account.name)
        self._last = max(self._last, person.account.id)

    def drop(self, person: Person) -> None:
        """An account that was deleted: its number and its guest are never anybody else's."""
        del self._people[person.account.id]
        del self._by_name[folded(person.account.name)]
        self._looks = None
        self._drop(person.account.id, person.guest)

    def _drop(self, number: int, guest: str) -> None:
        self._guests[guest] = number
        self._deleted.add(number)
        self._last = max(self._last, number)

    def set_role(self, number: int, role: Role) -> None:
        person = self._people[number]
        self.put(person._replace(account=person.account._replace(role=role)))

    def set_disabled(self, number: int, *, disabled: bool) -> None:
        self.put(self._people[number]._replace(disabled=disabled))

    def all(self) -> list[Person]:
        return list(self._people.values())

    def containing(self, part: str) -> list[Person]:
        """Whose names have that part, both as `folded` writes them."""
        return [self._people[number] for name, number in self._by_name.items() if part in name]

    def find(self, number: int) -> Person | None:
        return self._people.get(number)

    def named(self, name: str) -> Person | None:
        return self._people.get(self._by_name.get(folded(name), 0))

    def alike(self, name: str) -> str | None:
        """Whose name that could be taken for: an account's, a bot's, or nobody's. Refuses reserved ones."""
        check_reserved(name)
        if self._looks is None:
            names = [DELETED, *(each.account.name for each in self._people.values())]
            self._looks = {look for each in names for look in looks(each)}
        own = looks(name)
        if own & self._looks or self.retired_names.include(own):
            return "somebody with an account"
        return "a bot of this server" if own & taken_by_bots() else None

    def taken(self, name: str) -> str | None:
        """Whose name nobody new can have: one of those, or a team's, which is shown beside accounts'."""
        is_team = any(looks(name) & looks(team) for team in self.team_names())
        return self.alike(name) or ("a team" if is_team else None)

    def of_guest(self, guest: str) -> Person | None:
        """Whose games are that guest's."""
        return self._people.get(self._guests.get(guest, 0))

    def number_of(self, guest: str) -> int | None:
        """The account that a guest has become, even if it was deleted since."""
        return self._guests.get(guest)

    def is_shut(self, guest: str) -> bool:
        """Whether that guest's account was deleted or disabled."""
        person = self.of_guest(guest)
        return guest in self._guests if person is None else person.disabled

    def names(self, ids: Iterable[int]) -> dict[int, str]:
        """What those accounts are called; unknown ones are left out."""
        known = self._people
        return {
            each: known[each].account.name if each in known else DELETED
            for each in ids
            if each in known or each in self._deleted
        }

    def owns(self, guest: str) -> bool:
        """Whether that guest has become an account, so that their browser's old secret opens nothing."""
        return guest in self._guests

    # Sessions.
    def recognise(self, scope: Scope) -> None:
        """Note on a request or socket who is signed in there."""
        session = self._sessions.get(_hash(clients.cookie(scope, COOKIE)))
        person = None if session is None else self._people.get(session.account)
        if session is None or person is None or person.disabled or session.left_ms() <= 0:
            scope[PERSON], scope[SESSION] = None, ""
        else:
            scope[PERSON], scope[SESSION] = person, session.id
        scope[OWNS] = self.owns

    def new_session(self, account: int) -> tuple[str, Session, list[Change]]:
        """A secret for one browser, its session, and what is to be kept before `begin`."""
        secret, now = secrets.token_urlsafe(32), now_ms()
        session = Session(_hash(secret), account, now, now)
        too_many = self._too_many(account, MOST_SESSIONS - 1)
        return secret, session, [*ended(too_many), Change(ADD_SESSION, session._asdict())]

    def begin(self, session: Session) -> None:
        self._keep(session)
        self.end(self._too_many(session.account, MOST_SESSIONS))

    def _keep(self, session: Session) -> None:
        self._sessions[session.id] = session
        self._of[session.account].add(session.id)

    def _too_many(self, account: int, most: int) -> set[str]:
        oldest = sorted(self.sessions_of(account), key=lambda each: each.used_ms)
        return {each.id for each in oldest[: max(0, len(oldest) - most)]}

    def by_secret(self, secret: str) -> Account | None:
        """Whose session that is; None if it has ended."""
        session = self._sessions.get(_hash(secret))
        person = None if session is None else self._people.get(session.account)
        return None if person is None else person.account

    def is_open(self, session: str) -> bool:
        return session in self._sessions

    def sessions_of(self, account: int) -> list[Session]:
        return [self._sessions[each] for each in self._of.get(account, ())]

    def end(self, sessions: Iterable[str]) -> None:
        """From now on these open nothing, not even on pages that are open."""
        gone = {each: self._sessions.pop(each) for each in sessions if each in self._sessions}
        for session in gone.values():
            self._of[session.account].discard(session.id)
        self.on_end(set(gone))

    def turns(self, account: int) -> int:
        """How often all its sessions have ended: who began to sign in before must begin again."""
        return self._turns[account]

    def end_all_sessions(self, account: int) -> None:
        """Every session of an account is over; `all_ended` has been kept."""
        self._turns[account] += 1
        self.end(set(self._of.get(account, ())))

    def renewal(self, scope: Scope) -> tuple[Change, float] | None:
        """For a session that is still used: what is to be kept so that it lasts, and for how long it does.

        Once a day is enough.
        """
        session = self._sessions.get(scope.get(SESSION, ""))
        now = now_ms()
        if session is None or now - session.used_ms < DAY_MS:
            return None
        used = self._sessions[session.id] = session._replace(used_ms=now)
        return Change(USE_SESSION, {"session": session.id, "now_ms": now}), used.left_ms()


def ended(sessions: Iterable[str]) -> list[Change]:
    """What is to be kept so that these sessions are over."""
    return [Change(END_SESSION, {"session": each}) for each in sessions]


def all_ended(account: int) -> Change:
    """What is to be kept so that every session of an account is over."""
    return Change(END_SESSIONS_OF, {"whose": account})


def cookie(secret: str, scope: Scope, lasts_ms: float = KEPT_MS) -> str:
    """What makes a browser keep its session, or forget it where there is no secret."""
    return clients.set_cookie(scope, COOKIE, secret, lasts_ms / 1000 if secret else 0)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
