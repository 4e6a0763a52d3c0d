"""`steelyard serve`: the web app, for oneself or for a whole network."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from steelyard.core.directories import data_folder, database_url
from steelyard.core.errors import InvalidOption

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

EVERYWHERE = "0.0.0.0"  # noqa: S104 - who runs an event wants to be found


def configure(parser: ArgumentParser) -> None:
    parser.epilog = "example: steelyard serve --port 8000 --database postgresql://steelyard@db/steelyard"
    parser.add_argument(
        "--host",
        metavar="H",
        help="the address to listen on (default: this machine only; at an event, its whole network)",
    )
    parser.add_argument(
        "--port", type=int, default=8000, metavar="P", help="default: 8000; 0 finds a free one"
    )
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="where games, bots and contests are kept (default: the user's own folder for data)",
    )
    parser.add_argument(
        "--database", metavar="URL", help="another database for the games: postgresql://... or sqlite:///FILE"
    )
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=N",
        help="how much one client may ask for, as in sockets=2000",
    )
    parser.add_argument(
        "--keep",
        action="append",
        default=[],
        metavar="NAME=N",
        help="how long something is kept, as in job_days=7; 0 is for ever (see `steelyard space`)",
    )
    parser.add_argument(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help="processes that build bots and play the ladder (default: 1; 0: none, see `steelyard work`)",
    )
    parser.add_argument(
        "--cold",
        action="store_true",
        help="start no bot before somebody asks for one: nothing is done in advance",
    )
    parser.add_argument(
        "--register",
        choices=("open", "invited"),
        default="open",
        help="whether anybody can make an account, or who has an invite code (default: open)",
    )
    parser.add_argument(
        "--admin-link", action="store_true", help="print a new one-time link that makes an administrator"
    )
    parser.add_argument(
        "--log", choices=("json", "text"), help="write a line for every request to standard error"
    )
    parser.add_argument(
        "--event",
        nargs="?",
        const="",
        metavar="CONTEST",
        help="a room with a big screen (/event), which follows that contest or whichever public one is on",
    )
    parser.add_argument(
        "--public-url",
        default="",
        metavar="URL",
        help="where people in the room find this server (default: this machine's address in its network)",
    )
    parser.add_argument("--open", action="store_true", help="open the browser")


def run(arguments: Namespace) -> int:
    from steelyard.server.process import serve  # noqa: PLC0415 - only who serves needs a server
    from steelyard.server.settings import Settings, read_keep, read_limits  # noqa: PLC0415

    if arguments.workers < 0:
        raise InvalidOption("--workers is at least 0")
    folder = (arguments.data or data_folder()).absolute()
    database = database_url(arguments.database, folder)
    settings = Settings(
        database,
        folder,
        read_limits(arguments.limit),
        read_keep(arguments.keep),
        warm=not arguments.cold,
        workers=arguments.workers,
        register=arguments.register,
        admin_link=arguments.admin_link,
        log=arguments.log,
        metrics_token=os.environ.get("STEELYARD_METRICS_TOKEN", ""),
        event=arguments.event is not None,
        event_contest=arguments.event or None,
        public_url=arguments.public_url,
    )
    host = arguments.host or (EVERYWHERE if settings.event else "127.0.0.1")
    return serve(settings, host, arguments.port, browse=arguments.open)
