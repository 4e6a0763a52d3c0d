"""`steelyard serve`: run the web app."""

from __future__ import annotations

import gc
import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from steelyard.cli.arguments import add_control_groups, check_control_groups, check_url
from steelyard.core.directories import data_folder, database_url
from steelyard.core.errors import InvalidOption

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

EVERYWHERE = "0.0.0.0"  # noqa: S104 - an event is for the whole network


def configure(parser: ArgumentParser) -> None:
    parser.epilog = "example: steelyard serve --port 8000 --database postgresql://steelyard@db/steelyard"
    parser.add_argument(
        "--host",
        metavar="H",
        help="the address to listen on (default: 127.0.0.1; with --event, all interfaces)",
    )
    parser.add_argument(
        "--port",
        type=int,
        default=8000,
        metavar="P",
        help="the port to listen on (default: 8000; 0: any free port)",
    )
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="the folder for games, bots and contests (default: the user's data folder)",
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        help="another database: postgresql://... or sqlite:///FILE (default: in the data folder)",
    )
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=N",
        help="change a limit for one client, e.g. sockets=2000",
    )
    parser.add_argument(
        "--keep",
        action="append",
        default=[],
        metavar="NAME=N",
        help="how long something is kept, e.g. job_days=7; 0: for ever (see `steelyard space`)",
    )
    parser.add_argument(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help="worker processes that build bots and play the ladder (default: 1; 0: see `steelyard work`)",
    )
    add_control_groups(parser)
    parser.add_argument(
        "--ray",
        default="",
        metavar="ADDRESS",
        help="play contests and ladder games, build bots and analyse on a Ray cluster (see docs/hosting.md)",
    )
    parser.add_argument(
        "--cold",
        action="store_true",
        help="do not prepare bots in advance; start each when it is first needed",
    )
    parser.add_argument(
        "--register",
        choices=("open", "invited"),
        default="open",
        help="who can create an account: everybody, or people with an invite code (default: open)",
    )
    parser.add_argument(
        "--admin-link", action="store_true", help="print a new one-time link to become an administrator"
    )
    parser.add_argument("--log", choices=("json", "text"), help="log every request to standard error")
    parser.add_argument(
        "--event",
        nargs="?",
        const="",
        metavar="CONTEST",
        help="show a contest on a big screen (/event): this one, or the public contest that is running",
    )
    parser.add_argument(
        "--public-url",
        default="",
        metavar="URL",
        help="this server's address for the audience (default: this machine's address in its network)",
    )
    parser.add_argument("--open", action="store_true", help="open the browser")


def run(arguments: Namespace) -> int:
    check_control_groups(arguments)
    with _no_garbage_collection():
        from steelyard.server.process import serve  # noqa: PLC0415 - only this command needs it
        from steelyard.server.settings import Settings, read_keep, read_limits, read_mail  # noqa: PLC0415

    if arguments.workers < 0:
        raise InvalidOption("--workers must be at least 0")
    if arguments.ray:
        _check_cluster(arguments.ray)
    if arguments.public_url:
        check_url("--public-url", arguments.public_url)
    folder = (arguments.data or data_folder()).absolute()
    database = database_url(arguments.database, folder)
    settings = Settings(
        database,
        folder,
        read_limits(arguments.limit),
        read_keep(arguments.keep),
        warm=not arguments.cold,
        workers=arguments.workers,
        ray=arguments.ray,
        register=arguments.register,
        admin_link=arguments.admin_link,
        log=arguments.log,
        metrics_token=os.environ.get("STEELYARD_METRICS_TOKEN", ""),
        event=arguments.event is not None,
        event_contest=arguments.event or None,
        public_url=arguments.public_url,
        mail=read_mail(os.environ, arguments.public_url),
    )
    host = arguments.host or (EVERYWHERE if settings.event else "127.0.0.1")
    return serve(settings, host, arguments.port, browse=arguments.open)


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """For imports: they make little garbage, and to look for it takes a tenth of their time."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _check_cluster(address: str) -> None:
    """Say at once what is wrong; if the cluster is lost later, jobs wait for it."""
    from steelyard.arena.execution.connection import LOCAL, check_installed, check_reachable  # noqa: PLC0415 - as above

    if address == LOCAL:
        raise InvalidOption("--ray needs the address of a cluster; `ray start --head` starts one")
    check_installed()
    check_reachable(address)
