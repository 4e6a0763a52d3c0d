"""Routes that are made when somebody first asks for one of them, or once the server has started.

FastAPI takes time to make a route, and pydantic to make the models of its messages; the first page does not
need all of them. A route of `LazyRouter` waits alone, those of `LazyRoutes` wait with their modules.
"""

from __future__ import annotations

import asyncio
import warnings
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter
from pydantic.warnings import UnsupportedFieldAttributeWarning
from starlette.routing import BaseRoute, Match, NoMatchFound

from steelyard.server.http.access import rule_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from starlette.datastructures import URLPath
    from starlette.types import Receive, Scope, Send

FOUND = "steelyard.lazy_route"
THREAD = ThreadPoolExecutor(1, "routes")
"""One, however many requests wait for it: the threads for short reads stay free for all others."""

# FastAPI silences it while it makes a route, but for one thread at a time.
warnings.simplefilter("ignore", UnsupportedFieldAttributeWarning)


class LazyRoute(BaseRoute):
    """One or several routes that `make` makes; each path begins with one of the addresses."""

    def __init__(self, *addresses: str, make: Callable[[], Iterable[BaseRoute]]) -> None:
        self.addresses = addresses
        self._make = make
        self._routes: list[BaseRoute] | None = None

    def load(self) -> list[BaseRoute]:
        """The routes. Threads that ask at the same time get equal ones: a module is imported once."""
        if self._routes is None:
            routes = list(self._make())
            for route in routes:
                rule_of(route)  # a route that does not declare who may use it is not there
            self._routes = routes
        return self._routes

    async def prepare(self) -> None:
        """Make them while others are served."""
        await asyncio.get_running_loop().run_in_executor(THREAD, self.load)

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


class LazyRoutes(LazyRoute):
    """The routes of every module's `router`, in that order. Others are served while modules are imported."""

    def __init__(self, *addresses: str, modules: tuple[str, ...]) -> None:
        self.modules = modules
        self._places = tuple(address.rstrip("/") for address in addresses)  # the router tries both
        super().__init__(*addresses, make=self._imported)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Until they are there, every path that begins so, to import them."""
        if self._routes is None:
            return (Match.FULL if scope["path"].startswith(self._places) else Match.NONE), {}
        return super().matches(scope)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if FOUND in scope:
            await super().handle(scope, receive, send)
        else:
            await self.prepare()
            await scope["router"](scope, receive, send)  # from the start: it may be another's route

    def _imported(self) -> Iterator[BaseRoute]:
        for name in self.modules:
            yield from import_module(name).router.routes


class LazyRouter(APIRouter):
    """A router whose module is imported at the start, and whose routes are made when they are asked for."""

    def add_api_route(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        def made() -> list[BaseRoute]:
            router = APIRouter(prefix=self.prefix, responses=self.responses)
            router.add_api_route(path, endpoint, **options)
            return router.routes

        self.routes.append(LazyRoute((self.prefix + path).partition("{")[0], make=made))


def routes_of(routes: Iterable[BaseRoute]) -> Iterator[BaseRoute]:
    """Every route, also of routers that the framework keeps folded up, and those that are yet to be made."""
    for route in routes:
        folded_up = getattr(route, "original_router", None)
        if isinstance(route, LazyRoute):
            yield from route.load()
        elif folded_up is not None:
            yield from routes_of(folded_up.routes)
        else:
            yield route
