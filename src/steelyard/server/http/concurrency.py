"""How much goes on at once, for each address and for each guest."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Count:
    """Of one kind of thing. A class sits behind one address: that may have more than each guest."""

    def __init__(self, what: str, per_address: int, per_guest: int) -> None:
        self._what = what
        self._per_address = per_address
        self._per_guest = per_guest
        self._by_address: Counter[str] = Counter()
        self._by_guest: Counter[str] = Counter()

    @property
    def total(self) -> int:
        return self._by_address.total()

    @contextmanager
    def one_more(self, address: str, guest: str) -> Iterator[str | None]:
        """Counted as long as this lasts; else why it cannot be."""
        refusal = self._refusal(address, guest)
        if refusal is not None:
            yield refusal
            return
        self._add(address, guest, 1)
        try:
            yield None
        finally:
            self._add(address, guest, -1)

    def _refusal(self, address: str, guest: str) -> str | None:
        if self._by_address[address] >= self._per_address:
            return f"{self._per_address} {self._what} are open from your address already; close some"
        if guest and self._by_guest[guest] >= self._per_guest:
            return f"you have {self._per_guest} {self._what} open already; close some"
        return None

    def _add(self, address: str, guest: str, by: int) -> None:
        for counter, key in ((self._by_address, address), (self._by_guest, guest)):
            counter[key] += by
            if not counter[key]:
                del counter[key]
