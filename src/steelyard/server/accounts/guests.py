"""Guests: people without an account, known by the hash of a secret in their browser's cookie."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sql

from steelyard.server.accounts.schema import guests

if TYPE_CHECKING:
    from steelyard.server.database.writer import Change, Writer


def kept_guest(writer: Writer, guest: str, name: str, now_ms: float) -> Change:
    """The guest with that name, new or renamed."""
    return writer.upsert(guests, "id", "name", {"id": guest, "name": name, "created_ms": now_ms})


def guest_name(engine: sql.Engine, guest: str) -> str | None:
    with engine.connect() as connection:
        name: str | None = connection.execute(sql.select(guests.c.name).where(guests.c.id == guest)).scalar()
    return name


def usual_name(guest: str) -> str:
    """What a guest is called who has chosen no name."""
    return f"Guest {int(guest[:8], 16) % 9000 + 1000}"
