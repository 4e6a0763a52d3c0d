"""`steelyard space`: show what takes disk space on a server, what will be removed, and clean up."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import TYPE_CHECKING

from steelyard.cli.arguments import add_server_data
from steelyard.cli.terminal import show, show_json
from steelyard.core.directories import data_folder, database_url, solved_folder

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from steelyard.server.operations.space import Space

UNITS = ("B", "kB", "MB", "GB", "TB")


def configure(parser: ArgumentParser) -> None:
    parser.epilog = (
        "A server cleans up regularly, with the same --keep. Games of people, contests and the sources of\n"
        "bots are kept until somebody deletes them.\n\n"
        "example: steelyard space --data /var/lib/steelyard --keep ladder_days=30"
    )
    add_server_data(parser)
    parser.add_argument(
        "--keep",
        action="append",
        default=[],
        metavar="NAME=N",
        help="how long something is kept; use the same values as the server",
    )
    parser.add_argument("--clean", action="store_true", help="remove now what the next clean-up would remove")
    parser.add_argument(
        "--vacuum",
        action="store_true",
        help="return free space in the database to the disk; the server must not run",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: Namespace) -> int:
    from steelyard.server.database import identity, migration  # noqa: PLC0415 - a server's modules take long
    from steelyard.server.operations import removal, retention, space  # noqa: PLC0415
    from steelyard.server.settings import read_keep  # noqa: PLC0415
    from steelyard.server.time_source import now_ms  # noqa: PLC0415

    folder = (arguments.data or data_folder()).absolute()
    database = database_url(arguments.database, folder)
    keep = read_keep(arguments.keep)
    engine = migration.opened(database)
    try:
        identity.check(engine, folder)
        place = removal.Place(engine, folder, keep, now_ms(), solved_folder())
        if arguments.clean:
            for _ in retention.clean(place):
                pass
        if arguments.vacuum:
            space.release_free_space(database)
        found = space.measured(place)
    finally:
        engine.dispose()
    if arguments.json:
        show_json(asdict(found), indent=2)
    else:
        _show(found)
    return 0


def _show(found: Space) -> None:
    show(f"{'kind':<16}{'count':>10}{'size':>10}  {'oldest':<10}  removed next")
    for kind in found.kinds:
        oldest = (
            "" if kind.oldest_ms is None else time.strftime("%Y-%m-%d", time.gmtime(kind.oldest_ms / 1000))
        )
        goes = str(kind.removable) if kind.removable else ""
        show(f"{kind.name:<16}{kind.count:>10}{_size(kind.bytes):>10}  {oldest:<10}  {goes:>12}".rstrip())
    free = (
        f"; {_size(found.free_bytes)} of it are free; --vacuum returns them to the disk"
        if found.free_bytes
        else ""
    )
    show(f"The database takes {_size(found.database_bytes)}{free}.")


def _size(number: float) -> str:
    for unit in UNITS[:-1]:
        if number < 1000:
            return f"{number:.0f} {unit}" if unit == "B" else f"{number:.1f} {unit}"
        number /= 1000
    return f"{number:.1f} {UNITS[-1]}"
