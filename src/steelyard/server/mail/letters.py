"""What is written in mails, and the mail itself as it goes out. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


RESULTS = {"won": "You won", "lost": "You lost", "drawn": "A draw"}


class Letter(NamedTuple):
    subject: str
    body: str


class News(NamedTuple):
    """One thing to tell of: what it is known by, a line, and the address of its page."""

    what: str
    line: str
    page: str


def confirmation(url: str, token: str) -> Letter:
    """To somebody who may have never heard of us: nothing in it was written by whoever gave the address."""
    return Letter(
        "Confirm your address",
        f"Somebody, probably you, has given this address to Steelyard ({url}) and wants mail.\n\n"
        f"To confirm the address, open this link within a week:\n{url}/account#confirm={token}\n\n"
        "If it was not you, do nothing: no other mail will come.\n",
    )


def your_move(news: Sequence[News], url: str) -> Letter:
    one = len(news) == 1
    subject = f"Your move: {news[0].line}" if one else f"Your move in {len(news)} games"
    return Letter(subject, _listed("It is your move.", news, url))


def challenges(news: Sequence[News], url: str) -> Letter:
    subject = news[0].line if len(news) == 1 else f"{len(news)} challenges for you"
    return Letter(subject, _listed("You can accept or decline on the page.", news, url))


def games_over(news: Sequence[News], url: str) -> Letter:
    subject = news[0].line if len(news) == 1 else f"{len(news)} of your games are over"
    return Letter(subject, _listed("The game is over." if len(news) == 1 else subject + ".", news, url))


def _listed(first: str, news: Sequence[News], url: str) -> str:
    lines = [f"{each.line}\n{url}{each.page}" for each in news]
    return "\n\n".join([first, *lines]) + "\n"
