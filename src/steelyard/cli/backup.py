"""`steelyard backup`: back up a running server into one file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from steelyard.cli.arguments import add_server_data
from steelyard.cli.terminal import show
from steelyard.core.directories import data_folder, database_url

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


MOST_SHOWN = 20  # files listed as left out


def configure(parser: ArgumentParser) -> None:
    parser.epilog = "example: steelyard backup --data /var/lib/steelyard monday.tar.gz"
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="the file to write, which must not exist, e.g. monday.tar.gz"
    )
    add_server_data(parser)


def run(arguments: Namespace) -> int:
    from steelyard.server.operations.backup import back_up  # noqa: PLC0415 - only this command needs it

    folder = arguments.data or data_folder()
    database = database_url(arguments.database, folder)
    done = back_up(database, folder, arguments.file)
    for each in done.left_out[:MOST_SHOWN]:
        show(f"left out: {each}")
    if len(done.left_out) > MOST_SHOWN:
        show(f"left out: {len(done.left_out) - MOST_SHOWN} more")
    show(f"{done.rows} rows and {done.files} files are in {arguments.file} ({done.size} bytes)")
    return 0
