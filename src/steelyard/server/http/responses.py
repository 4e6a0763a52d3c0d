"""How resources answer: JSON made once, large answers compressed, errors as one sentence."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.responses import Response

if TYPE_CHECKING:
    from fastapi import Request
    from fastapi.exceptions import RequestValidationError

LARGE = 4000  # bytes; worth compressing

PROBLEM = {  # written out: as a model it would be compiled anew for each status of each route
    "type": "object",
    "properties": {"error": {"type": "string"}},
    "required": ["error"],
}
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"content": {"application/json": {"schema": PROBLEM}}}
    for status in (400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 503)
}


class ApiError(Exception):
    """Ends a request with a status and a sentence."""

    def __init__(self, status: int, error: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(error)
        self.headers = headers
        self.status = status
        self.error = error


def said(status: int, error: str, headers: dict[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode({"error": error}), status, headers, media_type="application/json")


def json(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def packed(data: bytes, request: Request, kind: str = "application/json") -> Response:
    if len(data) < LARGE or "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(data, media_type=kind)
    headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(gzip.compress(data, 1), headers=headers, media_type=kind)


def first_mistake(error: RequestValidationError) -> str:
    """One sentence on the first thing that is wrong."""
    mistake = error.errors()[0]
    where = ".".join(str(part) for part in mistake["loc"] if part != "body")
    return f"{where or 'the request'}: {mistake['msg']}"
