"""Every JSON answer against what its route declares: the shape of a body, and the code of an error."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from fastapi.routing import APIRoute
from pydantic import TypeAdapter

from steelyard.server.app import LATER_ROUTES, ROUTERS
from steelyard.server.http.error_codes import STATUS
from steelyard.server.http.lazy_routes import routes_of

if TYPE_CHECKING:
    import httpx


class Declared(NamedTuple):
    route: APIRoute
    model: TypeAdapter[Any] | None


def api_routes() -> list[APIRoute]:
    routes = [*routes_of(each for router in ROUTERS for each in router.routes), *routes_of(LATER_ROUTES)]
    return [each for each in routes if isinstance(each, APIRoute)]


@cache
def _declared() -> list[Declared]:
    return [
        Declared(route, TypeAdapter(route.response_model) if route.response_model is not None else None)
        for route in api_routes()
    ]


def check(response: httpx.Response) -> None:
    """A hook of the tests' clients: what the server says is what it declares."""
    if response.headers.get("content-type", "") != "application/json":
        return
    path, method = response.request.url.path, response.request.method
    body = json.loads(response.read())
    where = f"{method} {path}: {response.status_code} {response.text[:400]}"
    if response.status_code >= 400 and "error" in body:
        assert body.keys() == {"error", "code"}, where
        assert body["code"] in STATUS, where
        return
    for route, model in _declared():
        if method in (route.methods or ()) and route.path_regex.match(path):
            if model is not None:
                assert written(model, body) == body, f"{route.path} declares another shape: {where}"
            return


def written(model: TypeAdapter[Any], body: Any) -> Any:
    """A body as its model would write it: what is not declared is lost on the way."""
    return model.dump_python(model.validate_python(body), mode="json", exclude_unset=True, by_alias=True)
