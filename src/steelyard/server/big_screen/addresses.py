"""Where people find this server: in the same room, or by the address that it was started with."""

from __future__ import annotations

import socket
from contextlib import closing
from typing import TYPE_CHECKING

from steelyard.core import files

if TYPE_CHECKING:
    from pathlib import Path

FILE = "address"
ELSEWHERE = ("192.0.2.1", 9)  # an address for documentation: nothing is sent, the route to it tells our own


def local_address() -> str:
    """Of the machine in its network; of the machine to itself where there is none."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(ELSEWHERE)
            address: str = probe.getsockname()[0]
        except OSError:
            address = ""
    return address or _by_name()


def _by_name() -> str:
    """Of a machine without a way out: what it is called in its own network."""
    try:
        found = {each[4][0] for each in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    except OSError:
        return "127.0.0.1"
    outside = sorted(str(address) for address in found if not str(address).startswith("127."))
    return outside[0] if outside else "127.0.0.1"


def public_url(host: str, port: int, asked: str = "") -> str:
    """What to put on the screen: as asked for, else by where the server listens."""
    if asked:
        return asked.rstrip("/")
    if host in {"0.0.0.0", "::", ""}:  # noqa: S104 - everywhere: which of them is ours?
        host = local_address()
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def remember(data: Path, url: str) -> None:
    """Keep the address for `steelyard admin-link`, which runs beside the server."""
    files.write(data / FILE, url + "\n", lasting=False)


def remembered(data: Path) -> str | None:
    """The address of the server's last start; None if no server has been started on this folder."""
    try:
        return (data / FILE).read_text("utf-8").strip() or None
    except FileNotFoundError:
        return None
