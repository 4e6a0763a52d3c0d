"""What was done and by whom: written in one transaction with what it tells of, and never changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sql

from steelyard.server.accounts import schema
from steelyard.server.database.writer import Change
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from steelyard.server.http.access import Account

ADD_AUDIT = sql.insert(schema.audit)


def audited(actor: Account | None, action: str, subject: str, detail: dict[str, Any]) -> Change:
    """An entry, to be written together with what it tells of; without an actor it was the server itself.

    `action` is a short word with its part, as in `account.disable`; `subject` names what it was done to,
    as in `account:7`; `detail` is for people who read the log: never a secret.
    """
    values = {
        "at_ms": now_ms(),
        "actor": None if actor is None else actor.id,
        "action": action,
        "subject": subject,
        "detail": msgspec.json.encode(detail).decode(),
    }
    return Change(ADD_AUDIT, values)
