"""Routes whose modules are imported when somebody first asks for one of them, or once the server has started.

FastAPI takes time to make a route and the models of its messages; the first page does not need all of them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from starlette.routing import BaseRoute, Match, NoMatchFound

from steelyard.server.http.access import rule_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from starlette.datastructures import URLPath
    from starlette.types import Receive, Scope, Send

FOUND = "steelyard.lazy_route"


class LazyRoutes(BaseRoute):
    """The routes of every module's `router`, in that order; each path begins with one of the addresses."""

    def __init__(self, *addresses: str, modules: tuple[str, ...]) -> None:
        self.addresses = addresses
        self.modules = modules
        self._routes: list[BaseRoute] | None = None

    def load(self) -> list[BaseRoute]:
        """The routes. Threads that ask at the same time get the same ones: a module is imported once."""
        if self._routes is None:
            routes = [route for name in self.modules for route in import_module(name).router.routes]
            for route in routes:
                rule_of(route)  # a route that does not declare who may use it is not there
            self._routes = routes
        return self._routes

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        found: tuple[Match, Scope] = Match.NONE, {}
        if not scope["path"].startswith(self.addresses):
            return found
        for route in self.load():
            match, child_scope = route.matches(scope)
            if match.value > found[0].value:  # the first that matches wholly, else the first in part
                found = match, {**child_scope, FOUND: route}
        return found

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        await scope.pop(FOUND).handle(scope, receive, send)

    def url_path_for(self, name: str, /, **path_params: Any) -> URLPath:
        for route in self.load():
            try:
                return route.url_path_for(name, **path_params)
            except NoMatchFound:
                pass
        raise NoMatchFound(name, path_params)


def routes_of(routes: Iterable[BaseRoute]) -> Iterator[BaseRoute]:
    """Every route, also of routers that the framework keeps folded up, and those to be imported first."""
    for route in routes:
        folded_up = getattr(route, "original_router", None)
        if isinstance(route, LazyRoutes):
            yield from route.load()
        elif folded_up is not None:
            yield from routes_of(folded_up.routes)
        else:
            yield route
