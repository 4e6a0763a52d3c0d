"""The shapes of what accounts say over HTTP."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from steelyard.server.http.access import Role  # noqa: TC001 - the shapes are read at run time
from steelyard.server.http.messages import Asked, Shown

NameAsked = Annotated[str, StringConstraints(min_length=1, max_length=60)]
Password = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Secret = Annotated[str, StringConstraints(min_length=1, max_length=200)]
"""However it was copied: one that is not complete is told so in words."""
Code = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Days = Annotated[int, Field(ge=1, le=400)]


class Registering(Asked):
    name: NameAsked
    password: Password
    code: Code | None = None
    link: Secret | None = None
    """Of the server's own for its administrator, who has nobody to ask for a code."""


class SigningIn(Asked):
    name: NameAsked
    password: Password


class SigningOut(Asked):
    everywhere: bool = False


class ChangingPassword(Asked):
    old: Password
    new: Password


class Resetting(Asked):
    link: Secret
    password: Password


class Claiming(Asked):
    link: Secret


class ChangingRole(Asked):
    role: Role


class Disabling(Asked):
    disabled: bool


class NewInvite(Asked):
    label: Annotated[str, StringConstraints(max_length=60, pattern=r"^[^\x00-\x1f\x7f]*$")] = ""
    role: Role = "player"
    uses: Annotated[int, Field(ge=1, le=1000)] = 30
    days: Days = 30


class EndingInvite(Asked):
    code: Code


class AccountShown(Shown):
    id: int
    name: str
    role: Role


class OwnPage(Shown):
    account: AccountShown | None
    registering: Literal["open", "invited"]
    sessions: int
    created_ms: float | None


class PersonShown(Shown):
    id: int
    name: str
    role: Role
    disabled: bool
    created_ms: float


class PeopleShown(Shown):
    people: list[PersonShown]
    next: int | None


class LinkShown(Shown):
    path: str
    expires_ms: float


class InviteShown(Shown):
    code: str
    label: str
    role: Role
    uses_left: int
    expires_ms: float
    maker: str
    created_ms: float


class AuditEntry(Shown):
    id: int
    at_ms: float
    actor: str | None
    action: str
    subject: str
    detail: dict[str, Any]


class AuditShown(Shown):
    entries: list[AuditEntry]
    next: int | None
    actions: list[str]
