"""Access rules: every route of the app declares one, and one without is not served."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from fastapi import Depends
from fastapi.routing import APIRoute, APIWebSocketRoute
from starlette.requests import HTTPConnection  # noqa: TC002 - the framework reads it
from starlette.routing import Route

from steelyard.core.errors import SteelyardError
from steelyard.server.http.clients import PERSON, payer
from steelyard.server.http.dependencies import pools, rate_limits
from steelyard.server.http.responses import ApiError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from fastapi.dependencies.models import Dependant
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute
    from starlette.types import Scope

    from steelyard.server.thread_pools import Pool

    Page = Callable[[Request], Response]

Role = Literal["player", "organiser", "admin"]
Rule = Literal["anyone", "player", "organiser", "admin"]
ROLES: tuple[Role, ...] = ("player", "organiser", "admin")
"""Each may do what the one before may."""
REFUSED = {
    "player": "that is for people with an account",
    "organiser": "that is for organisers",
    "admin": "that is for the administrator",
}


class RuleMissing(SteelyardError):
    """A route that does not say who may use it."""


class Account(NamedTuple):
    id: int
    name: str
    role: Role

    def may(self, role: Role) -> bool:
        """Whether what that role may do is allowed to this one."""
        return ROLES.index(self.role) >= ROLES.index(role)


def signed_in(scope: Scope) -> Account | None:
    """The account behind a request or socket, if somebody is signed in there."""
    person = scope.get(PERSON)
    return None if person is None else person.account


class _Needs:
    """A dependency that lets through only whom the rule names, and says who it is."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule

    async def __call__(self, connection: HTTPConnection) -> Account | None:
        return checked(connection.scope, self.rule)


def needs(rule: Rule) -> Any:
    """The rule of a route, as one of its `dependencies` or as a parameter that says who asks."""
    return Depends(_Needs(rule))


def checked(scope: Scope, rule: Rule) -> Account | None:
    """Who asks; ends the request for somebody who may not."""
    me = signed_in(scope)
    if rule == "anyone":
        return me
    if me is None:
        raise ApiError("not_signed_in", "sign in first")
    if not me.may(rule):
        raise ApiError("role_too_low", REFUSED[rule])
    return me


def page_for(
    rule: Rule, pool: str = "pages", *, cost: int = 1
) -> Callable[[Page], Callable[[Request], Awaitable[Response]]]:
    """The rule of a plain page, which is made in a thread of one of the pools, and what it costs."""

    def ruled(page: Page) -> Callable[[Request], Awaitable[Response]]:
        @wraps(page)
        async def guarded(request: Request) -> Response:
            checked(request.scope, rule)
            rate_limits(request).admit(request.scope, cost - 1)
            threads: Pool = getattr(pools(request), pool)
            return await threads.run(payer(request.scope), page, request)

        guarded.rules = (rule,)  # type: ignore[attr-defined]
        return guarded

    return ruled


def rule_of(route: BaseRoute) -> Rule:
    """The one rule a route declares."""
    found: list[Rule] = []
    if isinstance(route, APIRoute | APIWebSocketRoute):
        found = [call.rule for call in _calls(route.dependant) if isinstance(call, _Needs)]
    elif isinstance(route, Route):
        found = [*getattr(route.endpoint, "rules", ())]
    if len(found) != 1:
        where = getattr(route, "path", route)
        raise RuleMissing(f"{where} declares {len(found)} rules; it needs one, as in needs('player')")
    return found[0]


def _calls(dependant: Dependant) -> Iterator[Any]:
    yield dependant.call
    for each in dependant.dependencies:
        yield from _calls(each)
