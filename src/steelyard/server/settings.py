"""What a server is started with."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Literal, TypeVar, cast

from steelyard.arena.sandbox.untrusted_zips import PACKED_MB
from steelyard.core.errors import InvalidOption
from steelyard.core.game import listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

T = TypeVar("T", "Limits", "Keep")
MOST = 10**9  # of any limit


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one client may ask for; what is beyond is refused with a reason."""

    sockets: int = 256
    """Open at once, from one address: a class behind one router has that many."""
    guest_sockets: int = 40
    """Open at once, of one guest: so many tabs."""
    tables: int = 60
    """Games set up by one guest that are not over."""
    new_tables: int = 120
    """Set up within a minute from one address."""
    new_accounts: int = 120
    """Made within a minute from one address."""
    challenges: int = 10
    """Made within a minute by one person."""
    phrases: int = 20
    """Said within a minute by one person."""
    reports: int = 5
    """Made within a minute by one person."""
    contest_codes: int = 300
    """Wrong ones tried at one address; then it waits between two tries, 30 seconds at most."""
    person_cost: int = 1000
    """What one person may ask for within ten seconds; one is about a millisecond of the server."""
    address_cost: int = 8000
    """The same, of all guests at one address together, and of all people with an account there."""
    stranger_cost: int = 400
    """The same, of all at one address who show no cookie yet: a class that comes in at once."""
    total_cost: int = 200
    """What all together may ask for in a second; beyond, those who have asked for much have to wait."""
    modest_cost: int = 50
    """Within ten seconds, of one guest, and twice that of somebody with an account: whoever asks for no more
    is answered however busy the server is."""
    connections: int = 512
    """Open at once from one address, sockets included; a proxy on this machine has no limit."""
    new_connections: int = 2000
    """Opened within ten seconds from one address."""
    studies: int = 64
    """Analyses and films at once, from one address."""
    guest_studies: int = 3
    """Analyses and films at once, of one guest."""
    messages: int = 30
    """A second on one socket, and as many again at once."""
    message_bytes: int = 4096
    body_bytes: int = 65_536
    upload_bytes: int = PACKED_MB << 20
    """Of one zip with a bot, from somebody who is signed in."""
    account_mb: int = 500
    """On the disk, of one account: sources and builds of its bots, records of their trials."""


@dataclass(frozen=True, slots=True)
class Keep:
    """For how long what the machine makes by itself is kept; 0: for ever.

    What people have played, contests, and the sources of bots are not among it: somebody has to delete them.
    """

    job_days: int = 14
    """Jobs of the workers that are done or have failed."""
    ladder_days: int = 120
    """Games of the ladder."""
    ladder_games: int = 100
    """So many of each bot, the latest ones, are kept however old they are: its rating rests on them."""
    trial_days: int = 60
    """Games of trials that are over; how a trial ended is kept."""
    watched_days: int = 180
    """Games at a table in which bots alone have played."""
    unplayed_days: int = 30
    """Tables at which nobody has ever moved, but for those with days per move or of a tournament."""
    guest_days: int = 90
    """Names of guests who have never sat at a table."""
    review_days: int = 180
    """Reviews of games; they are made again when somebody asks."""
    audit_days: int = 1095
    """What was done and by whom."""
    build_days: int = 30
    """What was built of a version that is no longer its bot's best; a trial builds it again."""
    log_days: int = 180
    """What the build and the checks of such a version said."""
    solved_days: int = 30
    """Solved games of boards of people's own that nobody has used since; they are solved again."""


@dataclass(frozen=True, slots=True)
class MailSettings:
    """The mail server that takes what is sent to people."""

    host: str
    sender: str
    """The address that mails come from."""
    url: str
    """Where people find this server: links in mails begin with it."""
    port: int = 587
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    password: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Intervals:
    """How often the server looks what is to be done."""

    heartbeat_s: float = 5.0
    """Between two notes in the database that the server lives."""
    tables_s: float = 1.0
    """Which tables are due, and which nobody uses."""
    deletions_s: float = 5.0
    """Whether `steelyard accounts delete` was called."""
    news_s: float = 60.0
    """What is to be mailed to whom."""
    mail_s: float = 5.0
    """Which mail is due."""


@dataclass(frozen=True, slots=True)
class Settings:
    database: str
    data: Path
    """Where everything that is not in the database lies: bots, contests, backups."""
    limits: Limits = field(default_factory=Limits)
    keep: Keep = field(default_factory=Keep)
    intervals: Intervals = field(default_factory=Intervals)
    move_processes: int = max(1, min(4, os.cpu_count() or 1))
    """Processes in which bots think."""
    analysis_processes: int = 2
    """Processes for analyses and films, started when the first is asked for."""
    warm: bool = True
    """Start them, and have every bot compile what it needs, before the first game asks."""
    watch_pace_ms: float = 1000.0
    """Between the turns of a game in which only bots play, so that one can follow."""
    event: bool = False
    """Whether there is a room with a big screen."""
    event_contest: str | None = None
    """The one that is shown there, to everybody; nothing: whichever public one is on."""
    public_url: str = ""
    """Where people in the room find this server."""
    workers: int = 0
    """Job workers that the server starts itself: they build bots and play the ladder."""
    ray: str = ""
    """The address of a Ray cluster that plays contests and ladder games, builds bots and analyses."""
    address: str = ""
    """Where this server is, for its own workers, as ws://HOST:PORT."""
    register: Literal["open", "invited"] = "open"
    """Whether anybody can make an account, or only people with an invite code."""
    log: Literal["json", "text"] | None = None
    """Write a line for every request, for programs or for people."""
    metrics_token: str = ""
    """Whoever shows it may read the metrics from other machines."""
    mail: MailSettings | None = None
    """Without it, no mail is sent."""
    admin_link: bool = False
    """Print a new one-time link that makes an administrator; a first start does so by itself."""


def read_limits(written: Iterable[str]) -> Limits:
    """`sockets=2000` and its like."""
    return _with_numbers(Limits(), "limit", written, least=1)


def read_keep(written: Iterable[str]) -> Keep:
    """`job_days=7` and its like."""
    return _with_numbers(Keep(), "time to keep something", written, least=0)


def read_mail(environment: Mapping[str, str], public_url: str) -> MailSettings | None:
    """From `STEELYARD_SMTP_HOST` and its like; None where there is no host."""
    given = {
        name: environment.get(f"STEELYARD_SMTP_{name.upper()}", "")
        for name in ("host", "port", "security", "user", "password", "from")
    }
    if not given["host"]:
        return None
    if "@" not in given["from"] or not public_url.startswith(("http://", "https://")):
        raise InvalidOption("mail also needs STEELYARD_SMTP_FROM, an address, and --public-url for its links")
    security = given["security"] or "starttls"
    if security not in {"starttls", "tls", "none"}:
        raise InvalidOption(f"STEELYARD_SMTP_SECURITY is {security!r}; it should be starttls, tls or none")
    port = given["port"] or {"tls": "465", "none": "25"}.get(security, "587")
    if not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise InvalidOption(f"STEELYARD_SMTP_PORT is {port!r}; it should be a number, as 587")
    return MailSettings(
        given["host"],
        given["from"],
        public_url.rstrip("/"),
        int(port),
        cast("Literal['starttls', 'tls', 'none']", security),
        given["user"],
        given["password"],
    )


def _with_numbers(usual: T, what: str, written: Iterable[str], least: int) -> T:
    known = sorted(each.name for each in fields(usual))
    chosen: dict[str, int] = {}
    for item in written:
        name, _, value = item.partition("=")
        if name not in known:
            raise InvalidOption(
                f"{item!r} is no {what}; it should be NAME=NUMBER with one of {listed(known)}"
            )
        if not (value.isascii() and value.isdigit() and least <= int(value) <= MOST):
            told = f"it should be {name}=NUMBER with a whole number from {least} to {MOST}"
            raise InvalidOption(f"{item!r} is no {what}; {told}")
        chosen[name] = int(value)
    return replace(usual, **chosen)
