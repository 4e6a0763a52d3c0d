"""An address of this server as a QR code."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from starlette.responses import Response

if TYPE_CHECKING:
    from starlette.requests import Request

    from steelyard.server.settings import Settings

SVG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/svg+xml": {}}}}
"""For the routes that answer with one."""


def public_address(request: Request, settings: Settings) -> str:
    """Where people find this server."""
    return settings.public_url or str(request.base_url).rstrip("/")


def qr_code(address: str) -> Response:
    import segno  # noqa: PLC0415 - few ask for one, and it takes as long as ten pages to import

    drawn = io.BytesIO()
    segno.make(address, error="m").save(drawn, kind="svg", scale=8, border=3, light="#FFFFFF", dark="#1F2328")
    return Response(drawn.getvalue(), media_type="image/svg+xml")
