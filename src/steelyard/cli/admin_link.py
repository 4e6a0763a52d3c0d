"""`steelyard admin-link`: print a new one-time link to become a server's administrator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.cli.arguments import add_server_data, check_url
from steelyard.cli.terminal import show, show_json
from steelyard.core.directories import data_folder, database_url

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

LOCAL = "http://127.0.0.1:8000"


def configure(parser: ArgumentParser) -> None:
    parser.epilog = (
        "The server may be running. The link works once, within a day; earlier ones no longer work.\n"
        "Whoever can write the server's database can do this, so only its owner can read the data folder.\n\n"
        "example: steelyard admin-link --data /var/lib/steelyard --url https://play.example.org"
    )
    add_server_data(parser)
    parser.add_argument(
        "--url", metavar="URL", help="where the server is for you (default: the address of its last start)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: Namespace) -> int:
    from steelyard.server.accounts import invites  # noqa: PLC0415 - a server's modules take long
    from steelyard.server.big_screen import addresses  # noqa: PLC0415
    from steelyard.server.database import identity, migration  # noqa: PLC0415

    if arguments.url:
        check_url("--url", arguments.url)
    folder = (arguments.data or data_folder()).absolute()
    engine = migration.opened(database_url(arguments.database, folder))
    try:
        identity.check(engine, folder)
        secret = invites.replace_admin_link(engine)
    finally:
        engine.dispose()
    url = arguments.url or addresses.remembered(folder) or LOCAL
    link = f"{url.rstrip('/')}{invites.admin_path(secret)}"
    if arguments.json:
        show_json({"link": link, "hours": invites.LINK_MS["admin"] / invites.HOUR_MS})
    else:
        show(f"Open this link to become the administrator (it works once, within a day): {link}")
    return 0
