"""The documentation at /docs, where `make docs` has built it or the wheel has brought it along."""

from __future__ import annotations

import base64
import hashlib
import mimetypes
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from steelyard.server.http.access import page_for
from steelyard.server.http.pages import missing
from steelyard.server.http.site_files import Sent

if TYPE_CHECKING:
    from starlette.requests import Request

SITE = Path(__file__).parents[2] / "site"
INLINE = re.compile(rb"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)
POLICY = (  # the generator writes a few scripts and styles into the pages themselves
    "default-src 'none'; script-src 'self' {scripts}; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self' blob:; base-uri 'self'; "
    "frame-ancestors 'none'; form-action 'none'"
)


@page_for("anyone")
def _begin(request: Request) -> Response:
    return RedirectResponse("/docs/index.html", 307) if SITE.is_dir() else missing(request)


@page_for("anyone")
def _page(request: Request) -> Response:
    try:
        sent, policy = _read(_file(SITE, request.path_params["path"]))
    except (OSError, ValueError, RuntimeError):  # none, a folder, no name of a file, links in a circle
        return missing(request)
    return sent.response(request, more={"Content-Security-Policy": policy})


def _file(site: Path, name: str) -> Path:
    """A file of the site, by whichever of its names."""
    file = (site / name).resolve(strict=True)
    if not file.is_relative_to(site.resolve()):
        raise FileNotFoundError(name)
    return file


@cache
def _read(file: Path) -> tuple[Sent, str]:
    """A file with its policy, kept from then on: compressing costs far more than a request pays for."""
    data = file.read_bytes()
    hashes = dict.fromkeys(
        base64.b64encode(hashlib.sha256(script).digest()).decode() for script in INLINE.findall(data)
    )
    scripts = " ".join(f"'sha256-{each}'" for each in hashes)
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return Sent(data, kind), POLICY.format(scripts=scripts)


ROUTES = [
    Route("/docs", _begin),
    Route("/docs/", _begin),
    Route("/docs/{path:path}", _page),
]
