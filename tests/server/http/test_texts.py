"""A text that cannot be stored is refused with a reason, wherever it is, and on either database."""

from __future__ import annotations

import io
import json
import re
import zipfile
from typing import TYPE_CHECKING, Any

import pytest

from steelyard.server.http.pages import description
from tests.server.running_server import ME, Guest, RunningServer

if TYPE_CHECKING:
    from collections.abc import Iterator

NUL = "a%00b"
BODIES: dict[str, Any] = {
    "/api/me": {"name": "a\0b"},
    "/api/account/register": {"name": "a\0b", "password": "long enough a\0b"},
    "/api/account/sign-in": {"name": "a\0b", "password": "a\0b"},
    "/api/account/password": {"old": "a\0b", "new": "long enough a\0b"},
    "/api/tables": {"game": "a\0b", "seats": [ME, ME]},
    "/api/bots": {"name": "a\0b", "game": "tank_war"},
    "/api/contests": {"name": "a\0b", "file": "a\0b"},
    "/api/contests/join": {"code": "a\0b"},
    "/api/invites": {"role": "player", "note": "a\0b"},
    "/api/challenges": {"game": "tank_war", "to": "a\0b"},
    "/api/tournaments": {"name": "a\0b", "game": "tank_war"},
    "/api/mail/address": {"address": "a\0b@example.org"},
}


@pytest.fixture
def admin(database: str, caplog: pytest.LogCaptureFixture) -> Iterator[Guest]:
    with RunningServer(database) as server, Guest(server.address, checked=False) as guest:
        guest.registers("Ada")
        guest.becomes(server, "admin")
        guest.http.app = server.app  # type: ignore[attr-defined]
        yield guest
    assert [record for record in caplog.records if record.levelname in {"ERROR", "CRITICAL"}] == []


def test_no_text_with_a_null_character_reaches_the_database(admin: Guest) -> None:
    app = admin.http.app  # type: ignore[attr-defined]
    answers = {}
    for path, methods in description(app)["paths"].items():
        filled = re.sub(r"\{\w+\}", NUL, path)
        for method, route in methods.items():
            body = None if method == "get" else {"name": "a\0b", "id": "a\0b", "code": "a\0b", "text": "a\0b"}
            queries = [each["name"] for each in route.get("parameters", ()) if each["in"] == "query"]
            query = "&".join(f"{name}={NUL}" for name in queries)
            for address in {filled, f"{filled}?{query}", *(f"{filled}?{name}={NUL}" for name in queries)}:
                answer = admin.http.request(method.upper(), address, json=body)
                if "%00" in address:
                    answers[method, address] = answer.status_code
    for path in ("/g/", "/b/", "/player/", "/analyse/", "/join/", "/contests/", "/static/", "/embed/"):
        answers["get", path] = admin.http.get(path + NUL).status_code
    assert {which: status for which, status in answers.items() if status >= 500} == {}
    assert len(answers) > 100


@pytest.mark.parametrize("path", BODIES)
def test_no_body_with_a_null_character_reaches_the_database(admin: Guest, path: str) -> None:
    for value in ("\\u0000", "\\ud800"):
        text = json.dumps(BODIES[path]).replace("\\u0000", value)
        answer = admin.http.post(path, content=text, headers={"Content-Type": "application/json"})
        assert 400 <= answer.status_code < 500, answer.text
        assert answer.json()["error"]


def test_no_header_or_upload_with_a_null_character_reaches_the_database(admin: Guest) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a\x01b/bot.toml", 'name = "a\\u0000b"\n')
    kind = {"Content-Type": "application/zip"}
    for path in ("/api/bots?name=a%00b&game=tank_war", "/api/bots?name=Ada&game=a%00b"):
        answer = admin.http.post(path, content=packed.getvalue(), headers=kind)
        assert 400 <= answer.status_code < 500, answer.text
    for name in ("steelyard_session", "steelyard_guest", "steelyard_language"):
        answer = admin.http.get("/api/me", headers={"Cookie": f'{name}="a\\000b"'})
        assert answer.status_code == 200


def test_a_text_with_a_null_character_is_refused_with_a_reason(admin: Guest) -> None:
    answer = admin.http.get("/api/bots/games/a%00b/log")
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_text")
