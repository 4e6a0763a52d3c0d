"""Links in mails: each proves that whoever opens it reads the mail of that address."""

from __future__ import annotations

import hmac
from typing import Literal

Purpose = Literal["confirm", "unsubscribe"]


def token(key: bytes, purpose: Purpose, account: int, address: str) -> str:
    """Of one account, one address and one purpose; nothing of it is kept."""
    proof = hmac.new(key, f"mail:{purpose}:{account}:{address}".encode(), "sha256").hexdigest()[:40]
    return f"{account}.{proof}"


def account_in(text: str) -> int | None:
    """Whose token it claims to be."""
    number, dot, _ = text.partition(".")
    return int(number) if dot and number.isascii() and number.isdigit() and len(number) < 16 else None


def is_genuine(key: bytes, purpose: Purpose, account: int, address: str, text: str) -> bool:
    return hmac.compare_digest(token(key, purpose, account, address).encode(), text.encode())
