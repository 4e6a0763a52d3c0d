"""Secret keys of a server, each in a file of its data folder that nobody else can read."""

from __future__ import annotations

import os
import secrets
from typing import TYPE_CHECKING

from steelyard.core import files

if TYPE_CHECKING:
    from pathlib import Path

NAMES = "names.key"
"""What hashes of retired names and the links in mails are made with.

It is in backups: where one is restored, names stay retired, and mails that were sent can still end the mail.
"""


def key(file: Path) -> bytes:
    """What is in that file; made by whoever needs it first."""
    files.make_folder(file.parent, private=True)
    if not file.exists():
        new = file.with_name(f".key-{secrets.token_hex(4)}")
        place = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(place, "wb") as written:
            written.write(secrets.token_bytes(32))
            written.flush()
            os.fsync(place)
        try:
            os.link(new, file)  # unless somebody was faster
        except FileExistsError:
            pass
        finally:
            new.unlink()
        files.sync_folder(file.parent)
    return file.read_bytes()
