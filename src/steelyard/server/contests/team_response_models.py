"""The shapes of answers about joining a contest and its teams."""

from __future__ import annotations

from steelyard.server.http.messages import Shown


class StudentNumberShown(Shown):
    student_number: str


class Joined(Shown):
    id: str
    url: str


class RegisteredAndJoined(Joined):
    problem: str
    """Why they could not join with their new account."""


class MemberShown(Shown):
    account: int
    name: str
    captain: bool


class TeamShown(Shown):
    name: str
    members: list[MemberShown]


class OwnTeam(TeamShown):
    named: str
    """The name that it was given."""
    code: str
    """For its captain."""


class ContestToJoin(Shown):
    id: str
    name: str
    title: str
    state: str
    deadline_ms: float | None
    owner: str


class JoinShown(Shown):
    contest: ContestToJoin
    team: TeamShown | None
    closed: str
    """Why nobody can take part by this link any more; empty while they can."""
    can_join: bool
    """Whether somebody can join by it; when entries are closed, to follow the contest."""
    registers: bool
    """Whether somebody without an account can make one by it."""
    account: str | None
    joined: bool
