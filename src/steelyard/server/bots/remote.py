"""Bots that run at their owners': a token lets them in, and the server joins them with whoever plays them.

A remote bot keeps a socket open. When a worker is to play with it, it makes out a ticket for its job, and its
bridge (a process like any other bot's) comes to the server with it; from then on the server carries messages
between the two, and neither notices that the other is elsewhere. Time on the way counts as the bot's.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import sys
from typing import TYPE_CHECKING

from steelyard.arena.program import Program
from steelyard.arena.remote import TICKET_VARIABLE
from steelyard.server import key_files
from steelyard.server.bots.programs import MARK

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.server.bots.store import Bot
    from steelyard.server.jobs.queue import Job


def new_token() -> tuple[str, str]:
    """What a bot shows, which is told once, and the hash that is kept of it."""
    token = secrets.token_urlsafe(32)
    return token, hashed(token)


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def key(data: Path) -> bytes:
    """What server and workers share, and nobody else can read; made by whoever needs it first."""
    return key_files.key(data / "workshop.key")


def ticket(secret: bytes, bot: str, job: Job) -> str:
    """Lets the bridges of a job in to that bot, one at a time, as long as its worker is at it."""
    words = f"{job.number}.{job.attempts}"
    return f"{words}.{_sign(secret, bot, words)}"


def job_of(secret: bytes, bot: str, shown: str) -> tuple[int, int] | None:
    """The number and the attempt of the job that a ticket is for; None if it is not for this bot."""
    words, _, sign = shown.rpartition(".")
    if not hmac.compare_digest(_sign(secret, bot, words).encode(), sign.encode()):
        return None
    number, _, attempt = words.partition(".")
    return int(number), int(attempt)


def _sign(secret: bytes, bot: str, words: str) -> str:
    return hmac.new(secret, f"{bot} {words}".encode(), hashlib.sha256).hexdigest()


def program(secret: bytes, bot: Bot, server: str, job: Job) -> Program:
    """A remote bot as the arena starts it: a bridge to the server that it is connected to."""
    address = f"{server}/ws/seats/{bot.id}"
    shown = {TICKET_VARIABLE: ticket(secret, bot.id, job)}
    run = (sys.executable, "-m", "steelyard.arena.remote.bridge", address)
    return Program(bot.name, MARK + bot.id, run, trusted=True, networked=True, secrets=shown)
