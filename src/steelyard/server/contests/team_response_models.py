"""The shapes of answers about joining a contest and its teams."""

from __future__ import annotations

from pydantic import BaseModel


class StudentNumberShown(BaseModel):
    student_number: str


class Joined(BaseModel):
    id: str
    url: str


class RegisteredAndJoined(Joined):
    problem: str
    """Why they could not join with their new account."""


class MemberShown(BaseModel):
    account: int
    name: str
    captain: bool


class TeamShown(BaseModel):
    name: str
    members: list[MemberShown]


class OwnTeam(TeamShown):
    named: str
    """The name that it was given."""
    code: str
    """For its captain."""


class ContestToJoin(BaseModel):
    id: str
    name: str
    title: str
    state: str
    deadline_ms: float | None
    owner: str


class JoinShown(BaseModel):
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
