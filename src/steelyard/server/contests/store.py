"""Every contest with its entries and members, in memory: there are few. The database is written first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import sqlalchemy as sql

from steelyard.server.contests import schema
from steelyard.server.database.writer import Change
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.server.http.access import Account

State = Literal["draft", "open", "frozen", "running", "paused", "over"]
BEGUN = frozenset({"running", "paused", "over"})

ADD_CONTEST = sql.insert(schema.contests)
ADD_ENTRY = sql.insert(schema.entries)
ADD_MEMBER = sql.insert(schema.members)
_CONTEST, _ENTRY, _MEMBER = schema.contests.c, schema.entries.c, schema.members.c


class Terms(NamedTuple):
    """What is chosen for a contest beside its file."""

    public: bool
    code: str
    deadline_ms: float | None
    team_size: int


class Row(NamedTuple):
    """A contest as the database has it."""

    id: str
    owner: int
    name: str
    game: str
    state: State
    file: str
    public: bool
    published: bool
    code: str
    secret: str
    deadline_ms: float | None
    started_ms: float | None
    problem: str
    created_ms: float
    team_size: int


class Entry(NamedTuple):
    """An account that has come in, with the bot it enters: the captain of a team, of one at least."""

    contest: str
    account: int
    bot: str = ""
    version: str = ""
    name: str = ""
    late: bool = False
    entered_ms: float = 0.0
    chosen: str = ""
    team: str = ""
    team_code: str = ""


class Member(NamedTuple):
    """A person in a contest, and the captain in whose team they are; captains are in their own."""

    contest: str
    account: int
    captain: int
    student_number: str = ""
    joined_ms: float = 0.0


class ContestStore:
    """A change is written to the database first, and put here then."""

    def __init__(self, engine: sql.Engine) -> None:
        self._engine = engine
        self._contests: dict[str, Row] = {}
        self._entries: dict[str, dict[int, Entry]] = {}
        self._members: dict[str, dict[int, Member]] = {}

    def load(self) -> None:
        with self._engine.connect() as connection:
            for row in connection.execute(sql.select(schema.contests)):
                self.put(Row(*row))
            for entry in connection.execute(sql.select(schema.entries)):
                self.put_entry(Entry(*entry))
            for member in connection.execute(sql.select(schema.members)):
                self.put_member(Member(*member))

    def put(self, row: Row) -> None:
        self._contests[row.id] = row

    def drop(self, row: Row) -> None:
        self._contests.pop(row.id, None)
        self._entries.pop(row.id, None)
        self._members.pop(row.id, None)

    def put_entry(self, entry: Entry) -> None:
        """An account with an entry is a member of the contest, and of nobody else's team."""
        self._entries.setdefault(entry.contest, {})[entry.account] = entry
        self._members.setdefault(entry.contest, {}).setdefault(entry.account, captain_of(entry))

    def drop_entry(self, entry: Entry) -> None:
        del self._entries[entry.contest][entry.account]

    def drop_member(self, member: Member) -> None:
        del self._members[member.contest][member.account]

    def put_member(self, member: Member) -> None:
        self._members.setdefault(member.contest, {})[member.account] = member

    def find(self, name: str) -> Row | None:
        return self._contests.get(name)

    def all(self) -> list[Row]:
        """The newest first."""
        return sorted(self._contests.values(), key=lambda row: -row.created_ms)

    def those(self, *states: State) -> list[Row]:
        """All in these states, in any order."""
        return [row for row in list(self._contests.values()) if row.state in states]  # read in other threads

    def entries(self, contest: str) -> dict[int, Entry]:
        """By account, in the order in which they came; a copy, for pages are made in other threads."""
        return dict(self._entries.get(contest, {}))

    def members(self, contest: str) -> dict[int, Member]:
        """By account: everybody who has come in."""
        return dict(self._members.get(contest, {}))

    def entry_of(self, contest: str, account: int) -> Entry | None:
        """The entry of somebody's team."""
        member = self.members(contest).get(account)
        return None if member is None else self.entries(contest)[member.captain]

    def team(self, entry: Entry) -> list[Member]:
        """Everybody in a team, the captain first."""
        found = [each for each in self.members(entry.contest).values() if each.captain == entry.account]
        return sorted(found, key=lambda each: (each.account != entry.account, each.joined_ms))

    def bots_for(self, account: int) -> set[str]:
        """The bots that play for somebody's teams, in all contests that are not over."""
        rows = (row for row in self.all() if row.state != "over")
        teams = (self.entry_of(row.id, account) for row in rows)
        return {team.bot for team in teams if team is not None and team.bot}

    def team_names(self) -> list[str]:
        """The names that teams have given themselves, in all contests that are not over."""
        rows = [row for row in self.all() if row.state != "over"]
        return [entry.team for row in rows for entry in self.entries(row.id).values() if entry.team]

    def chosen_for(self, version: str) -> Row | None:
        """The contest whose entries are open and for which a team has chosen that version."""
        rows = [row for row in self.all() if row.state in {"draft", "open"}]
        chosen = ((row, entry) for row in rows for entry in self.entries(row.id).values())
        return next((row for row, entry in chosen if entry.chosen == version), None)

    def by_code(self, code: str) -> Iterator[Row]:
        """Upper and lower case are the same in a code."""
        return (row for row in self._contests.values() if row.code and row.code.casefold() == code.casefold())

    def by_team_code(self, code: str) -> Entry | None:
        entries = (entry for own in self._entries.values() for entry in own.values())
        return next((entry for entry in entries if code and entry.team_code == code), None)


def added(row: Row) -> Change:
    return Change(ADD_CONTEST, row._asdict())


def _update(*names: str) -> sql.Executable:
    return (
        sql.update(schema.contests)
        .where(_CONTEST.id == sql.bindparam("contest"))
        .values({name: sql.bindparam(f"new_{name}") for name in names})
    )


def change(row: Row, **values: Any) -> tuple[Row, Change]:
    """The contest with other values, and what is to be written for it."""
    bound = {f"new_{name}": value for name, value in values.items()}
    return row._replace(**values), Change(_update(*values), {"contest": row.id, **bound})


def removed(row: Row) -> list[Change]:
    """What deletes a contest: its members and entries refer to it, so they go first."""
    of = {"of": row.id}
    return [
        Change(sql.delete(schema.members).where(_MEMBER.contest == sql.bindparam("of")), of),
        Change(sql.delete(schema.entries).where(_ENTRY.contest == sql.bindparam("of")), of),
        Change(sql.delete(schema.contests).where(_CONTEST.id == sql.bindparam("of")), of, exactly=1),
    ]


def captain_of(entry: Entry) -> Member:
    return Member(entry.contest, entry.account, entry.account, joined_ms=entry.entered_ms)


def entered(entry: Entry) -> Change:
    return Change(ADD_ENTRY, entry._asdict())


def left(entry: Entry) -> Change:
    """What deletes an entry: its account is in another team."""
    same = (_ENTRY.contest == sql.bindparam("of"), _ENTRY.account == sql.bindparam("who"))
    return Change(sql.delete(schema.entries).where(*same), {"of": entry.contest, "who": entry.account})


def joined(member: Member) -> Change:
    return Change(ADD_MEMBER, member._asdict())


def gone(member: Member) -> Change:
    """What deletes a member."""
    same = (_MEMBER.contest == sql.bindparam("of"), _MEMBER.account == sql.bindparam("who"))
    return Change(sql.delete(schema.members).where(*same), {"of": member.contest, "who": member.account})


def rejoined(member: Member, **values: Any) -> tuple[Member, Change]:
    statement = (
        sql.update(schema.members)
        .where(_MEMBER.contest == sql.bindparam("of"), _MEMBER.account == sql.bindparam("who"))
        .values({name: sql.bindparam(f"new_{name}") for name in values})
    )
    bound = {f"new_{name}": value for name, value in values.items()}
    return member._replace(**values), Change(
        statement, {"of": member.contest, "who": member.account, **bound}
    )


def reentered(entry: Entry, **values: Any) -> tuple[Entry, Change]:
    statement = (
        sql.update(schema.entries)
        .where(_ENTRY.contest == sql.bindparam("of"), _ENTRY.account == sql.bindparam("who"))
        .values({name: sql.bindparam(f"new_{name}") for name in values})
    )
    bound = {f"new_{name}": value for name, value in values.items()}
    return entry._replace(**values), Change(statement, {"of": entry.contest, "who": entry.account, **bound})


def may_manage(me: Account | None, row: Row) -> bool:
    """Its owner, as long as they are an organiser, and administrators."""
    return me is not None and (me.role == "admin" or (me.id == row.owner and me.may("organiser")))


def may_see(me: Account | None, row: Row, members: dict[int, Member]) -> bool:
    """Everybody, if it is public and no draft; else those who manage it or have come in."""
    if may_manage(me, row):
        return True
    if row.state == "draft":
        return False
    return row.public or (me is not None and me.id in members)


def entries_closed(row: Row) -> str:
    """Why teams cannot change now, in words; nothing while they can."""
    if row.state == "open" and (row.deadline_ms is None or now_ms() < row.deadline_ms):
        return ""
    if row.state == "draft":
        return "entries are not open yet"
    if row.state == "over":
        return f"{row.name} is over"
    if row.state in BEGUN:
        return "entries are closed: the contest has begun"
    return "entries are closed: the deadline has passed"
