"""How much one client may ask for: every request costs something, and what is spent comes back with time.

A request costs one when it arrives, more where its route says so (`costs(10)`), and more still where it turns
out to be large (`charge`). One is about a millisecond of the server. It is paid by the person who asks and by
the address they ask from; people with an account, guests and strangers are counted apart, so that a flood
from one side of a router does not use up what the others have. When all together ask for more than the server
has, those wait who have asked for much; and always these are answered one after another, not all at once.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from fastapi import Depends
from starlette.requests import HTTPConnection  # noqa: TC002 - the framework reads it

from steelyard.server.http.access import signed_in
from steelyard.server.http.clients import CLIENT, address, who
from steelyard.server.http.dependencies import rate_limits
from steelyard.server.http.responses import ApiError

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import Scope

    from steelyard.server.settings import Limits

WINDOW_S = 10
MINUTE_S = 60
SOCKET_COST = 5  # of opening one; what is said on it has a limit of its own
TURN_S = 0.005  # between two answers to those who have asked for much
CLASS = {"account": 40, "guest": 20}  # modest people at one address; beyond, each of them has a fifth
WITH_ACCOUNT = 2  # times what a modest guest asks for: a page and an upload; not anybody can make one up
HURRY = 10  # requests that are refused while the server is busy; more are a flood
MOST_KEPT = 50_000  # counters, and guests who are known
TOLD = {
    "new_tables": "games are set up from one address",
    "new_accounts": "accounts are made from one address",
    "challenges": "one person challenges others",
    "phrases": "one person says something",
    "reports": "one person reports somebody",
}
"""What is limited by the minute, in words: see `Limits`."""


class Limit(NamedTuple):
    """How much one may spend within a window of time."""

    name: str
    amount: int
    window_s: float = WINDOW_S


class Counts:
    """What everybody has spent in the windows that are open, never more of them than so many.

    A window begins with the first that is spent in it.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, most: int = MOST_KEPT) -> None:
        self._clock = clock
        self._most = most
        self._kept: dict[tuple[str, str], tuple[float, int]] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def spend(self, limit: Limit, key: str, cost: int = 1) -> bool:
        """Count a cost; whether the limit allows it."""
        place, now_s = (limit.name, key), self._clock()
        ends_s, count = self._kept.get(place, (0.0, 0))
        if ends_s <= now_s:
            self._kept.pop(place, None)
            if len(self._kept) >= self._most:
                self._make_room(now_s)
            ends_s, count = now_s + limit.window_s, 0
        self._kept[place] = (ends_s, count + cost)
        return count + cost <= limit.amount

    def _make_room(self, now_s: float) -> None:
        """Forget what is over; else the oldest tenth."""
        self._kept = {place: kept for place, kept in self._kept.items() if kept[0] > now_s}
        for place in list(self._kept)[: max(0, len(self._kept) - self._most * 9 // 10)]:
            del self._kept[place]

    def spent(self, limit: Limit, key: str) -> int:
        ends_s, count = self._kept.get((limit.name, key), (0.0, 0))
        return count if ends_s > self._clock() else 0

    def wait_s(self, limit: Limit, key: str) -> float:
        """How long the window is still open."""
        now_s = self._clock()
        return self._kept.get((limit.name, key), (now_s, 0))[0] - now_s


class KnownGuests:
    """Guests who have been here before, so many at most; the one who was quiet longest is forgotten.

    Anybody can make cookies up. Those of one moment are kept apart from those that come again, so that a
    flood of them makes nobody a stranger who plays here.
    """

    def __init__(self, clock: Callable[[], float], most: int = MOST_KEPT) -> None:
        self._clock = clock
        self._most = most
        self._new: dict[str, float] = {}  # with the moment each was first seen
        self._returned: dict[str, float] = {}

    def __contains__(self, guest: str) -> bool:
        return guest in self._returned or guest in self._new

    def add(self, guest: str) -> None:
        seen_s = self._returned.pop(guest, None) or self._new.pop(guest, None) or self._clock()
        kept = self._returned if self._clock() - seen_s >= WINDOW_S else self._new
        if len(kept) >= self._most:
            del kept[next(iter(kept))]
        kept[guest] = seen_s


class Load:
    """What all together have asked for, against what there is in a second; three seconds' worth at once."""

    def __init__(self, rate: int, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._clock = clock
        self._left = self._most = 3.0 * rate
        self._asked_s = clock()

    def spend(self, cost: int) -> None:
        self._left = max(-self._rate / 10, self._refilled() - cost)

    @property
    def is_high(self) -> bool:
        return self._refilled() < 0

    def _refilled(self) -> float:
        now = self._clock()
        self._left = min(self._most, self._left + self._rate * (now - self._asked_s))
        self._asked_s = now
        return self._left


class Turns:
    """A turn every so often, in the order in which they are asked for."""

    def __init__(self, every_s: float, clock: Callable[[], float]) -> None:
        self._every_s = every_s
        self._clock = clock
        self._next_s = clock()

    def wait_s(self) -> float:
        """How long it takes until the turn that is given now."""
        now = self._clock()
        turn_s = max(now, self._next_s)
        self._next_s = turn_s + self._every_s
        return turn_s - now


class Client(NamedTuple):
    """Who pays for a request."""

    kind: str
    """`account`, `guest` or `stranger`."""
    person: str
    """Empty for strangers, who pay together."""
    address: str

    @property
    def shared(self) -> str:
        """All of that kind at that address, who pay as well."""
        return f"{self.kind}s {self.address}"

    def in_page(self) -> Client:
        """Who pays for the answers in a page: strangers apart from the pages, which come in any case."""
        return self if self.person else self._replace(address=f"{self.address} in pages")


class Refused(ApiError):
    """Too much was asked for; a client that goes on regardless is answered late."""

    def __init__(self, error: str, wait_s: float, *, flood: bool = False) -> None:
        seconds = max(1, math.ceil(wait_s))
        super().__init__("rate_limited", f"{error}; wait {seconds} s", {"Retry-After": str(seconds)})
        self.flood = flood


class RateLimits:
    """What everybody has spent, for as long as it counts."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._counts = Counts(clock)
        self._guests = KnownGuests(clock)
        self._a_minute = {name: Limit(name, getattr(limits, name), MINUTE_S) for name in TOLD}
        self._person = Limit("person", limits.person_cost)
        self._address = Limit("address", limits.address_cost)
        self._crowd = Limit("modest people at an address", limits.address_cost)
        self._strangers = Limit("strangers", limits.stranger_cost)
        self._connections = Limit("connections", limits.new_connections)
        self._load = Load(limits.total_cost, clock)
        self._modest = limits.modest_cost
        self._turns = Turns(TURN_S, clock)

    def client(self, scope: Scope) -> Client:
        """Whoever shows a cookie for the first time is still a stranger: anybody can make one up."""
        account = signed_in(scope)
        if account is not None:
            return Client("account", f"account {account.id}", address(scope))
        guest = who(scope)
        if guest in self._guests:
            self.welcome(guest)
            return Client("guest", guest, address(scope))
        return Client("stranger", "", address(scope))

    def welcome(self, guest: str) -> None:
        """From now on that guest pays alone."""
        self._guests.add(guest)

    def admit(self, scope: Scope, cost: int = 1) -> None:
        """Take the price of a request from whoever sent it; raises Refused."""
        if cost < 1:
            return
        client = scope[CLIENT] = scope.get(CLIENT) or self.client(scope)
        if client.person:
            shared = client.shared
            self._check_load(self._person, client.person, cost, self._modest_cost(client))
            self._check(self._person, client.person, cost, "you ask for more than one person may")
            self._check(self._address, shared, cost, "more is asked for from your address than one may")
            if (modest := min(cost, self._modest_of(client) - self._asked(client))) > 0:
                self._counts.spend(self._crowd, shared, modest)
            self._counts.spend(self._person, client.person, cost)
            self._counts.spend(self._address, shared, cost)
        else:
            told = "too much is asked for from your address without a cookie"
            self._check_load(self._strangers, client.address, cost, 2 * self._modest)
            self._check(self._strangers, client.address, cost, told)
            self._counts.spend(self._strangers, client.address, cost)
            if guest := who(scope):
                self.welcome(guest)
        self._load.spend(cost)

    def wait_s(self, scope: Scope) -> float:
        """How long a request that was admitted waits: not at all for those who have asked for little.

        What many ask for in the same moment would hold up everybody else for as long as all of it takes.
        """
        client: Client = scope[CLIENT]
        modest = self._modest_cost(client) if client.person else 2 * self._modest
        return self._turns.wait_s() if self._asked(client) > modest else 0.0

    def _asked(self, client: Client) -> int:
        """What they have spent."""
        if client.person:
            return self._counts.spent(self._person, client.person)
        return self._counts.spent(self._strangers, client.address)

    def _modest_of(self, client: Client) -> int:
        """What a modest person asks for."""
        return self._modest * (WITH_ACCOUNT if client.kind == "account" else 1)

    def _modest_cost(self, client: Client) -> int:
        """What one may ask for, however busy the server is; less where more people ask than are in a class.

        Of each only so much counts here as a modest person asks for: one alone is no crowd.
        """
        modest = self._modest_of(client)
        crowd = self._counts.spent(self._crowd, client.shared)
        return modest // 5 if crowd > CLASS[client.kind] * modest else modest

    def _check_load(self, limit: Limit, key: str, cost: int, modest: int) -> None:
        """Whoever has asked for much waits while the server is busy; what is refused counts as one.

        A large request passes while half is left, as below.
        """
        asked = self._counts.spent(limit, key)
        if asked + min(cost, modest // 2) > modest and self._load.is_high:
            self._counts.spend(limit, key)
            told = "the server is busy, and answers those first who have asked for less"
            raise Refused(told, 1.0, flood=asked > modest + HURRY)

    def _check(self, limit: Limit, key: str, cost: int, told: str) -> None:
        """What is refused counts as well, as one: so a flood can be told from a hurry.

        A request that costs more than half of the limit passes while half is left, and is paid in full.
        """
        if self._counts.spent(limit, key) + min(cost, max(1, limit.amount // 2)) > limit.amount:
            self._counts.spend(limit, key)
            flood = self._counts.spent(limit, key) > 2 * limit.amount
            raise Refused(told, self._counts.wait_s(limit, key), flood=flood)

    def once_more(self, what: str, where: str) -> None:
        """Count something of which an address or a person has so many a minute; raises Refused."""
        limit = self._a_minute[what]
        if not self._counts.spend(limit, where):
            told = f"{limit.amount} times a minute {TOLD[what]} at most"
            raise Refused(told, self._counts.wait_s(limit, where))

    def connects(self, where: str) -> bool:
        """Whether a connection more is taken from an address."""
        return self._counts.spend(self._connections, where)


class _Costs:
    """A dependency that takes the rest of a route's price, before the route does anything."""

    def __init__(self, cost: int, a_minute: str) -> None:
        self.cost = cost
        self._a_minute = a_minute

    async def __call__(self, connection: HTTPConnection) -> None:
        if self._a_minute:
            rate_limits(connection).once_more(self._a_minute, address(connection.scope))
        charge(connection, self.cost - 1)


def costs(cost: int, *, a_minute: str = "") -> Any:
    """The price of a route, as one of its `dependencies`; without it, a request costs one.

    `a_minute` names one of the `Limits`: so often a minute it can be asked for from one address.
    """
    return Depends(_Costs(cost, a_minute))


def charge(connection: HTTPConnection, cost: int) -> None:
    """Take more for a request, now that it is known how large it is; raises Refused."""
    rate_limits(connection).admit(connection.scope, cost)
