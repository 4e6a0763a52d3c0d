"""How routes answer: JSON encoded once, large bodies compressed, errors with a sentence and a code."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.responses import Response

from steelyard.server.http.error_codes import STATUS

if TYPE_CHECKING:
    from fastapi import Request
    from fastapi.exceptions import RequestValidationError

LARGE = 4000  # bytes; worth compressing

PROBLEM = {  # written out: as a model it would be compiled anew for each status of each route
    "type": "object",
    "properties": {"error": {"type": "string"}, "code": {"type": "string"}},
    "required": ["error", "code"],
}
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"content": {"application/json": {"schema": PROBLEM}}}
    for status in (400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 503, 507)
}


class ApiError(Exception):
    """Ends a request with a code, which says the status, and a sentence."""

    def __init__(self, code: str, error: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(error)
        self.headers = headers
        self.code = code
        self.status = STATUS[code]
        self.error = error


def error_body(code: str, error: str) -> bytes:
    return msgspec.json.encode({"error": error, "code": code})


def error_response(
    code: str, error: str, headers: dict[str, str] | None = None, status: int | None = None
) -> Response:
    """The status is the code's, unless another is given."""
    return Response(error_body(code, error), status or STATUS[code], headers, media_type="application/json")


def json(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def packed(data: bytes, request: Request, kind: str = "application/json") -> Response:
    if len(data) < LARGE or "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(data, media_type=kind)
    headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(gzip.compress(data, 1), headers=headers, media_type=kind)


NO_MATCH = "string_pattern_mismatch"  # what is told of it is the pattern, which nobody reads


def first_mistake(error: RequestValidationError) -> str:
    """One sentence on the first thing that is wrong."""
    mistake = error.errors()[0]
    where = ".".join(str(part) for part in mistake["loc"] if part != "body")
    told = "there are characters that it cannot have" if mistake["type"] == NO_MATCH else mistake["msg"]
    return f"{where or 'the request'}: {told}"
