"""`steelyard accounts delete`: delete somebody's account on a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.cli.arguments import add_server_data
from steelyard.cli.terminal import show, show_json
from steelyard.core.directories import data_folder, database_url

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def configure(parser: ArgumentParser) -> None:
    parser.epilog = (
        "A running server deletes the account within seconds; one that is stopped, when it starts. Name,\n"
        "password, mail address, sessions and bots go for good, running games are lost, and finished games\n"
        "stay with a deleted player. The last administrator cannot be deleted.\n\n"
        "example: steelyard accounts delete Ada --data /var/lib/steelyard"
    )
    parser.add_argument("what", choices=["delete"], metavar="delete", help="what to do with the account")
    parser.add_argument("name", metavar="NAME", help="the name of the account")
    add_server_data(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: Namespace) -> int:
    from steelyard.server.database import identity, migration  # noqa: PLC0415 - a server's modules take long
    from steelyard.server.deletion import requests  # noqa: PLC0415

    folder = (arguments.data or data_folder()).absolute()
    engine = migration.opened(database_url(arguments.database, folder))
    try:
        identity.check(engine, folder)
        name = requests.ask(engine, arguments.name)
    finally:
        engine.dispose()
    if arguments.json:
        show_json({"deletes": name})
    else:
        show(f"{name} is deleted: within seconds by a running server, else when it starts.")
    return 0
