"""Links in mails: each proves that whoever opens it reads the mail of that address. Nothing of it is kept."""

from __future__ import annotations

import hmac


def confirmation(key: bytes, account: int, address: str, asked_ms: float) -> str:
    """Of one account and one address, asked for at one time: the next one makes it worthless."""
    return _token(key, account, f"mail:confirm:{account}:{address}:{asked_ms!r}")


def unsubscription(key: bytes, account: int, address: str) -> str:
    """Of one account and one address: every mail has the same."""
    return _token(key, account, f"mail:unsubscribe:{account}:{address}")


def _token(key: bytes, account: int, words: str) -> str:
    return f"{account}.{hmac.new(key, words.encode(), 'sha256').hexdigest()[:40]}"


def account_in(text: str) -> int | None:
    """Whose token it claims to be."""
    number, dot, _ = text.partition(".")
    return int(number) if dot and number.isascii() and number.isdigit() and len(number) < 16 else None


def mailbox(key: bytes, address: str) -> str:
    """What the addresses of one mailbox share: neither capitals nor what follows a + make another one.

    The audit log has this of an address, and nobody without the key can tell whose it is.
    """
    name, _, host = address.casefold().rpartition("@")
    return hmac.new(key, f"mail:box:{name.partition('+')[0]}@{host}".encode(), "sha256").hexdigest()[:40]
