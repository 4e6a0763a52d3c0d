"""Secret keys of a server, each in a file of its data folder that nobody else can read."""

from __future__ import annotations

import os
import secrets
from typing import TYPE_CHECKING

from steelyard.core import files
from steelyard.core.errors import SteelyardError

if TYPE_CHECKING:
    from pathlib import Path

NAMES = "names.key"
"""What hashes of retired names and the links in mails are made with.

It is in backups: where one is restored, names stay retired, and mails that were sent can still end the mail.
"""


SIZE = 32  # bytes
WHAT_TO_DO = (
    "put it back from a backup, or delete it: then a new key is made, and links made with the old one end"
)


class KeyUnusable(SteelyardError):
    """The file of a key is damaged, or cannot be read."""


def key(file: Path) -> bytes:
    """The key in that file, made if there is none; refuses a file that is no key."""
    files.make_folder(file.parent, private=True)
    if not file.exists():
        new = file.with_name(f".key-{secrets.token_hex(4)}")
        place = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(place, "wb") as written:
            written.write(secrets.token_bytes(SIZE))
            written.flush()
            os.fsync(place)
        try:
            os.link(new, file)  # unless somebody was faster
        except FileExistsError:
            pass
        finally:
            new.unlink()
        files.sync_folder(file.parent)
    try:
        found = file.read_bytes()
    except OSError as error:
        raise KeyUnusable(f"{file} cannot be read ({error.strerror}); {WHAT_TO_DO}") from None
    if len(found) != SIZE:
        raise KeyUnusable(f"{file} has {len(found)} bytes instead of {SIZE}; {WHAT_TO_DO}")
    return found
