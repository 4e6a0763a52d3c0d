"""Every route, asked by everybody about everything in every state; one without an expectation fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steelyard.server.http import documentation
from tests.server.contests.contest_server import ContestServer
from tests.server.http.access_cases import WHO, AccessCases, about, without_pictures

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Row = tuple[int, ...]
"""How each of WHO is answered: nobody, shut, guest, owner, other, organiser, host, admin."""


def all_(status: int) -> Row:
    return (status,) * len(WHO)


def players(status: int) -> Row:
    return (401, 401, 401) + (status,) * 5


def owner(status: int) -> Row:
    return 401, 401, 401, status, 403, 403, 403, 403


def organisers(status: int, admin: int | None = None) -> Row:
    return 401, 401, 401, 403, 403, status, status, admin or status


def admin(status: int) -> Row:
    return 401, 401, 401, 403, 403, 403, 403, status


def owner_and_admin(status: int, refused: int) -> Row:
    return refused, refused, refused, status, refused, refused, refused, status


TABLE = {state: all_(200) for state in ("running", "private", "over")} | {
    "closed": owner_and_admin(200, 403),  # a game of a bot that is in a contest
    "missing": all_(404),
}
FILM = TABLE | {"private": (403, 403, 403, 200, 403, 403, 403, 403)}
EMBED = TABLE | {"closed": owner_and_admin(200, 404), "private": all_(404)}
BOT = {state: all_(200) for state in ("uploaded", "at home", "closed")} | {"missing": all_(404)}
GAME = {"there": all_(200), "missing": all_(422)}
GONE = {"deleted": all_(404), "missing": all_(404)}


PLAYER = {"other": all_(200), "missing": all_(404)}
OTHER_PLAYER = {"other": (401, 401, 401, 204, 409, 204, 204, 204), "missing": players(404)}


def only(who: str, status: int) -> Row:
    """Others do not learn that there is such a challenge."""
    return tuple(status if each == who else 404 for each in WHO)


def challenge(open_: Row, to_other: Row, withdrawn: Row) -> dict[str, Row]:
    states = {"open": open_, "for the other": to_other, "withdrawn": withdrawn}
    return states | {"none": all_(404), "missing": all_(404)}


def tournament(open_: Row, running: Row, missing: Row | None = None) -> dict[str, Row]:
    """Nobody has joined the open one; the owner and the other player are in the one that runs."""
    return {"open": open_, "running": running, "missing": missing or players(404)}


def own_bot(upload: int, at_home: int) -> dict[str, Row]:
    uploaded = {state: owner(upload) for state in ("uploaded", "closed")}
    return {**uploaded, "at home": owner(at_home), "missing": players(404)}


def helped(status: int) -> dict[str, Row]:
    """Organisers look after players, the administrator after everybody; nobody after himself."""
    others = dict.fromkeys(("organiser", "admin"), organisers(403, status))
    return {"player": organisers(status), **others, "own": organisers(409), "missing": organisers(404)}


def seen(before: int, begun: int, hidden: int = 404) -> dict[str, Row]:
    """For everybody who sees the contest: before it has begun, and after."""

    def insiders(status: int, came_in: int) -> Row:
        return hidden, hidden, hidden, came_in, hidden, hidden, status, status

    return {
        "draft": insiders(before, hidden),
        "open": all_(before),
        "private open": insiders(before, before),
        "running": all_(begun),
        "private running": insiders(begun, begun),
        **dict.fromkeys(GONE, all_(hidden)),
    }


def managed(draft: int, open_: int, begun: int) -> dict[str, Row]:
    """For those who manage the contest; others learn that it is there only if it is public."""

    def row(status: int, other: int) -> Row:
        return 401, 401, 401, 403, 403, other, status, status

    return {
        "draft": row(draft, 404),
        "open": row(open_, 403),
        "private open": row(open_, 404),
        "running": row(begun, 403),
        "private running": row(begun, 404),
        **dict.fromkeys(GONE, row(404, 404)),
    }


def published(before: int, begun: int) -> dict[str, Row]:
    """For those who manage the contest until it is published."""
    private = (404, 404, 404, 403, 404, 404)
    return {
        "draft": (*all_(404)[:6], before, before),
        "open": (401, 401, 401, 403, 403, 403, before, before),
        "private open": (*private, before, before),
        "running": (401, 401, 401, 403, 403, 403, begun, begun),
        "private running": (*private, begun, begun),
        **GONE,
    }


def of_players(rows: dict[str, Row]) -> dict[str, Row]:
    return {state: (401, 401, 401, *row[3:]) for state, row in rows.items()}


OF_CAPTAINS = of_players(seen(409, 409)) | {
    "open": players(200),
    "private open": (401, 401, 401, 200, 404, 404, 200, 200),
}
OPEN_LEAVE = {"open": players(403), "private open": (401, 401, 401, 409, 404, 404, 403, 403)}
"""The owner is the captain of a team of one; the others are in none."""
OWN_NUMBER = dict.fromkeys(("private open", "private running"), (401, 401, 401, 200, 404, 404, 403, 403))
PRIVATE_JOIN = dict.fromkeys(("private open", "private running"), (401, 401, 401, 403, 404, 404, 403, 403))
"""They have a code, and are joined by that."""
OPEN_CAPTAIN = {"open": players(403), "private open": (401, 401, 401, 403, 404, 404, 403, 403)}
PRIVATE_QR = dict.fromkeys(("private open", "private running"), (401, 401, 401, 403, 403, 404, 200, 200))
"""Only these contests have a code."""

PAGES = [
    *("/", "/g/{id}", "/live", "/analyse", "/analyse/{id}", "/learn", "/learn/{game}", "/contests"),
    *("/tournaments", "/tournaments/{id}"),
    *("/puzzles", "/puzzles/{id}", "/games", "/player/{name}", "/players", "/players/{game}"),
    *("/event", "/event/ticker", "/favicon.ico", "/offline"),
    "/join/{code}",
    *("/account", "/bots", "/b/{id}", "/ladder", "/ladder/{game}", "/people", "/static/{path:path}"),
    *("/style/pieces.css", "/health", "/metrics", "/api/openapi.json", "/docs/{path:path}"),
]
EXPECTED: dict[str, Row | dict[str, Row]] = {
    **{f"GET {path}": all_(200) for path in PAGES},
    "GET /watch": all_(301),
    **dict.fromkeys(("GET /docs", "GET /docs/"), all_(307)),
    "GET /service-worker.js": all_(200),
    "GET /games/{game}/{path:path}": {"there": all_(200), "missing": all_(404)},
    # Tables.
    "GET /api/me": all_(200),
    "POST /api/me": (200, 200, 200, 409, 409, 409, 409, 409),
    "GET /api/games": all_(200),
    "GET /api/samples": all_(200),
    "GET /api/tables": all_(200),
    "POST /api/tables": all_(201),
    "GET /api/tables/{id}": TABLE,
    "GET /api/tables/{id}/record": TABLE,
    "GET /api/tables/{id}/positions": TABLE,
    "GET /api/tables/{id}/picture.svg": TABLE,
    "GET /api/tables/{id}/gif": FILM,
    "GET /api/tables/{id}/mp4": FILM,
    "GET /embed/{id}": EMBED,
    "WS /ws/tables/{id}": TABLE | {"closed": owner_and_admin(200, 4403), "missing": all_(4404)},
    "POST /api/tables/{id}/join": {state: all_(403) for state in TABLE} | {"missing": all_(404)},
    "GET /api/tables/{id}/picture.png": TABLE,
    "GET /api/tables/{id}/qr.svg": TABLE,
    # People.
    "GET /api/challenges": all_(200),
    "POST /api/challenges": all_(201),
    "POST /api/challenges/{id}/accept": challenge(
        (200, 200, 200, 409, 200, 200, 200, 200), (404, 404, 404, 409, 200, 404, 404, 404), (409,) * 8
    ),
    "POST /api/challenges/{id}/decline": challenge(all_(404), only("other", 204), all_(404)),
    "POST /api/challenges/{id}/withdraw": challenge(
        only("owner", 204), only("owner", 204), only("owner", 409)
    ),
    "GET /api/players": all_(200),
    "GET /api/players/{name}": PLAYER,
    "POST /api/players/{name}/block": OTHER_PLAYER,
    "POST /api/players/{name}/report": OTHER_PLAYER,
    "GET /api/waiting": all_(200),
    "GET /api/ratings": all_(200),
    "GET /api/tournaments": all_(200),
    "POST /api/tournaments": players(201),
    "GET /api/tournaments/{id}": tournament(all_(200), all_(200), all_(404)),
    "POST /api/tournaments/{id}/join": tournament(players(204), players(409)),
    "POST /api/tournaments/{id}/leave": tournament(players(409), (401, 401, 401, 204, 204, 409, 409, 409)),
    "POST /api/tournaments/{id}/remove": tournament(players(409), players(409)),
    "POST /api/tournaments/{id}/start": tournament(
        (401, 401, 401, 409, 403, 409, 409, 409), (401, 401, 401, 409, 403, 409, 409, 409)
    ),
    "POST /api/tournaments/{id}/cancel": tournament(
        (401, 401, 401, 204, 403, 204, 204, 204), (401, 401, 401, 204, 403, 204, 204, 204)
    ),
    "GET /api/mail": players(200),
    "POST /api/mail": players(409),
    "POST /api/mail/confirm": all_(403),
    "POST /api/mail/unsubscribe": all_(403),
    "POST /api/mail/unsubscribe/{token}": all_(403),
    "GET /api/reports": organisers(200),
    "POST /api/reports/{number}/settle": organisers(204),
    "POST /api/tables/{id}/hint": {state: all_(409) for state in TABLE}
    | {"closed": owner_and_admin(409, 403), "missing": all_(404)},
    "POST /api/view": all_(200),
    "POST /api/play": all_(200),
    "POST /api/analysis": TABLE
    | {"running": all_(409), "private": all_(409), "over": all_(201), "closed": owner_and_admin(201, 403)},
    "WS /ws/analysis/{id}": all_(1008),
    # Puzzles.
    "GET /api/puzzles": all_(200),
    "POST /api/puzzles/progress": players(200),
    "GET /api/puzzles/{id}": {"there": all_(200), "missing": all_(404)},
    "POST /api/puzzles/{id}/solved": {"there": players(422), "missing": players(404)},
    # Accounts.
    "GET /api/account": all_(200),
    "POST /api/account/register": all_(422),
    "POST /api/account/sign-in": all_(401),
    "POST /api/account/sign-out": all_(204),
    "POST /api/account/password": players(403),
    "POST /api/account/reset": all_(403),
    "POST /api/account/admin": players(403),
    "POST /api/account/delete": players(403),
    "GET /api/people": organisers(200),
    "POST /api/people/{id}/delete": {state: admin(403) for state in ("player", "organiser", "admin")}
    | {"own": admin(409), "missing": admin(404)},
    "POST /api/people/{id}/role": {state: admin(204) for state in ("player", "organiser", "admin")}
    | {"own": admin(409), "missing": admin(404)},
    "POST /api/people/{id}/disabled": helped(204),
    "POST /api/people/{id}/reset": helped(201),
    "GET /api/invites": organisers(200),
    "POST /api/invites": organisers(201),
    "POST /api/invites/end": organisers(404),
    "GET /api/audit": organisers(200),
    # Bots.
    "GET /api/kits": all_(200),
    "GET /api/kits/{game}/{language}": GAME | {"missing": all_(404)},
    "GET /api/ladder/{game}": GAME,
    "GET /api/ladder/{game}/games": GAME,
    "GET /api/opponents": all_(200),
    "GET /api/bots": players(200),
    "POST /api/bots": players(415),
    "POST /api/bots/remote": players(201),
    "GET /api/bots/games/{game}/log": {state: players(404) for state in TABLE}
    | {"closed": players(200)},  # nothing, where none of their bots played
    "GET /api/bots/{id}": BOT,
    "GET /api/bots/{id}/games": BOT | {"closed": owner_and_admin(200, 403)},
    "GET /api/bots/{id}/lost": own_bot(200, 200),
    "GET /api/bots/{id}/versions/{number}": {
        "uploaded": (401, 401, 401, 200, 404, 404, 404, 404),
        "closed": (401, 401, 401, 200, 404, 404, 404, 404),
        "at home": players(404),
        "missing": players(404),
    },
    "POST /api/bots/{id}/versions": own_bot(415, 409),
    "POST /api/bots/{id}/versions/{number}/delete": own_bot(409, 404),
    "POST /api/bots/{id}/trials": own_bot(409, 409),
    "POST /api/bots/{id}/ladder": own_bot(200, 200),
    "POST /api/bots/{id}/open_in_contests": own_bot(200, 200),
    "POST /api/bots/{id}/rated": {
        "uploaded": organisers(409),
        "closed": organisers(409),
        "at home": organisers(200),
        "missing": organisers(404),
    },
    "POST /api/bots/{id}/token": own_bot(409, 200),
    "POST /api/bots/{id}/token/revoke": own_bot(409, 200),
    "WS /ws/bots/{id}": {state: all_(4411) for state in BOT},
    "WS /ws/seats/{id}": {state: all_(4411) for state in BOT},
    # Contests.
    "GET /api/event": all_(200),
    "GET /api/event/qr.svg": all_(200),
    "GET /api/contests": all_(200),
    "POST /api/contests": organisers(201),
    "GET /api/contests/templates": organisers(200),
    "GET /api/contests/code": organisers(200),
    "POST /api/contests/formula": organisers(200),
    "GET /api/contests/join": all_(404),
    "POST /api/contests/join": players(404),
    "POST /api/contests/register": (404, 404, 404, 409, 409, 409, 409, 409),
    "GET /c/{id}": seen(200, 200),
    "GET /c/{id}/print": seen(200, 200),
    "GET /api/contests/{id}": seen(200, 200),
    "GET /api/contests/{id}/cross": seen(409, 200),
    "GET /api/contests/{id}/games": seen(409, 200),
    "GET /api/contests/{id}/ranking.csv": seen(409, 200),
    "GET /api/contests/{id}/games/{game}/log": of_players(seen(409, 404)),
    "GET /api/contests/{id}/mine": of_players(seen(200, 200)),
    "WS /ws/contests/{id}": seen(200, 200, hidden=4404),
    "GET /api/contests/{id}/grades.csv": published(409, 200),
    "GET /c/{id}/report/{path:path}": published(409, 200),
    "GET /c/{id}/report.zip": published(409, 200),
    "GET /api/contests/{id}/desk": managed(200, 200, 200),
    "POST /api/contests/{id}/change": managed(200, 200, 200),
    "POST /api/contests/{id}/state": managed(409, 200, 409),
    "POST /api/contests/{id}/delete": managed(200, 200, 409),
    "POST /api/contests/{id}/decide": managed(422, 422, 422),
    "POST /api/contests/{id}/preview": managed(409, 409, 200),
    "POST /api/contests/{id}/entry": OF_CAPTAINS,
    "GET /api/contests/{id}/qr.svg": managed(403, 403, 403) | PRIVATE_QR,
    "POST /api/contests/{id}/team": OF_CAPTAINS,
    "POST /api/contests/{id}/team/code": OF_CAPTAINS,
    "POST /api/contests/{id}/join": of_players(seen(200, 200)) | PRIVATE_JOIN,
    "POST /api/contests/{id}/team/captain": of_players(seen(409, 409)) | OPEN_CAPTAIN,
    "POST /api/contests/{id}/team/leave": of_players(seen(409, 409)) | OPEN_LEAVE,
    "POST /api/contests/{id}/student-number": of_players(seen(403, 403)) | OWN_NUMBER,
}


@pytest.fixture(scope="module")
def access_cases(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AccessCases]:
    folder: Path = tmp_path_factory.mktemp("rights")
    (folder / "index.html").write_text("the documentation")
    with (
        pytest.MonkeyPatch.context() as patch,
        ContestServer(f"sqlite:///{folder}/tables.db") as contest_server,
    ):
        patch.setattr(documentation, "SITE", folder)
        without_pictures(contest_server, patch)
        everybody = AccessCases(contest_server)
        yield everybody
        everybody.close()


def expected(asked: str, state: str) -> Row | None:
    rows = EXPECTED.get(asked)
    return rows.get(state) if isinstance(rows, dict) else rows


def test_every_route_answers_each_role_as_expected(access_cases: AccessCases) -> None:
    every = list(access_cases.asks())
    without = [(asked, state) for asked, state in every if expected(asked, state) is None]
    assert not without, "say in EXPECTED how everybody is answered there"
    assert set(EXPECTED) == {asked for asked, _ in every}, "what is expected of routes that are gone goes too"
    wrong = {}
    for asked, state in every:
        found = tuple(access_cases.answers(asked, state))
        if found != expected(asked, state):
            wrong[asked, state] = f"{found} instead of {expected(asked, state)}"
    assert not wrong


def test_what_a_route_is_about_is_known() -> None:
    """Else a new route of tables, say, would be asked about one thing in one state."""
    assert {about(asked) for asked in EXPECTED} == {
        *("", "table", "bot", "account", "contest", "game", "puzzle", "challenge", "player", "tournament"),
    }
    pages = {f"GET {path}" for path in PAGES}
    unknown = {asked for asked in EXPECTED if "{" in asked and not about(asked)} - pages
    numbered = {"POST /api/reports/{number}/settle"}  # what is not there is settled as well
    proved = {"POST /api/mail/unsubscribe/{token}"}  # by the token itself
    assert unknown == {"WS /ws/analysis/{id}"} | numbered | proved, "its ids are told to nobody but who asked"
