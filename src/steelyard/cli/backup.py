"""`steelyard backup`: everything a server keeps, in one file, while it runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from steelyard.cli.terminal import show
from steelyard.core.directories import data_folder, database_url

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


MOST_TOLD = 20  # of what was left out


def configure(parser: ArgumentParser) -> None:
    parser.epilog = "example: steelyard backup --data /var/lib/steelyard monday.tar.gz"
    parser.add_argument("file", type=Path, metavar="FILE", help="a new file, as in monday.tar.gz")
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="the server's folder (default: the user's own folder for data)",
    )
    parser.add_argument("--database", metavar="URL", help="the server's database, if it has one elsewhere")


def run(arguments: Namespace) -> int:
    from steelyard.server.operations.backup import back_up  # noqa: PLC0415 - only who backs up needs a database

    folder = arguments.data or data_folder()
    database = database_url(arguments.database, folder)
    done = back_up(database, folder, arguments.file)
    for each in done.left_out[:MOST_TOLD]:
        show(f"left out: {each}")
    if len(done.left_out) > MOST_TOLD:
        show(f"left out: {len(done.left_out) - MOST_TOLD} more")
    show(f"{done.rows} rows and {done.files} files are in {arguments.file} ({done.size} bytes)")
    return 0
