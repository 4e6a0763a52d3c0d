"""`steelyard restore`: check a backup and restore it into a new folder."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from steelyard.cli.terminal import show

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def configure(parser: ArgumentParser) -> None:
    parser.epilog = "example: steelyard restore monday.tar.gz --data /var/lib/steelyard-again"
    parser.add_argument("file", type=Path, metavar="FILE", help="a file written by `steelyard backup`")
    parser.add_argument(
        "--data", type=Path, metavar="DIR", required=True, help="the folder to restore to; new or empty"
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        help="restore the database there instead: postgresql://..., which must be empty",
    )


def run(arguments: Namespace) -> int:
    from steelyard.server.operations.restore import restore  # noqa: PLC0415 - only this command needs it

    done = restore(arguments.file, arguments.data, arguments.database)
    show(f"{done.rows} rows and {done.files} files are restored to {arguments.data}")
    same = ", with the same --database" if arguments.database else ""
    show(f"Start the server there: steelyard serve --data {quote(str(arguments.data))}{same}")
    return 0
