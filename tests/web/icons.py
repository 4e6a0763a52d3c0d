"""Draws the icons of the installed app from the pages' own icon: `python -m tests.web.icons`."""

from __future__ import annotations

import re

import resvg_py

from steelyard.server.http.pages import WEB

INK = "#1F2328"
SAFE = 0.8  # the part of a maskable icon that every system shows


def icons() -> dict[str, bytes]:
    """By file name; a maskable one has its ground up to the edges, and nothing else there."""
    icon = (WEB / "icon.svg").read_text("utf-8")
    inner = re.sub(r"^<svg[^>]*>|</svg>$", "", icon)
    shift = 32 * (1 - SAFE) / 2
    maskable = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
        f'<rect width="32" height="32" fill="{INK}"/>'
        f'<g transform="translate({shift:g} {shift:g}) scale({SAFE})">{inner}</g></svg>'
    )
    return {"192.png": _png(icon, 192), "512.png": _png(icon, 512), "maskable-512.png": _png(maskable, 512)}


def _png(picture: str, size: int) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=picture, width=size, height=size))


if __name__ == "__main__":
    for name, data in icons().items():
        (WEB / "icons" / name).write_bytes(data)
