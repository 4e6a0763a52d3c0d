"""Pages and files: served from the package, safely and small."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from steelyard import games
from steelyard.games import art
from steelyard.server.http import pages
from steelyard.server.http.site_files import Files
from tests.server.running_server import ME, OPEN, Guest, RunningServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATHS = [
    "/",
    "/live",
    "/analyse",
    "/learn",
    "/learn/tank_war",
    "/g/anything",
    "/static/no",
    "/api/games",
    "/none",
]


@pytest.fixture
def guest(quick_server: RunningServer) -> Iterator[Guest]:
    with Guest(quick_server.address) as somebody:
        yield somebody


def test_every_answer_says_what_a_browser_may_do_with_it(guest: Guest) -> None:
    for path in PATHS:
        headers = guest.http.get(path).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';"), path
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert "server" not in headers


def test_a_secret_is_given_once_and_only_to_the_browser(guest: Guest) -> None:
    guest.http.cookies.clear()
    cookie = guest.http.get("/").headers["set-cookie"]
    assert cookie.startswith("steelyard_guest=")
    assert all(word in cookie for word in ("HttpOnly", "SameSite=Lax", "Path=/"))
    assert "set-cookie" not in guest.http.get("/").headers
    guest.http.cookies.clear()
    assert "set-cookie" not in guest.http.get("/style/pieces.css").headers  # files can be kept by caches


def folder_with(folder: Path, **files: str) -> Files:
    """The files of a folder that has our page for what is missing, and these."""
    for name, text in {"missing": "<p>", **files}.items():
        (folder / name).with_suffix(".html" if text.startswith("<") else ".js").write_text(text)
    return Files(folder)


def test_a_page_asks_for_files_that_never_change(
    guest: Guest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = folder_with(tmp_path, live='<script src="/static/app.js">', app="export const x = 1;\n" * 500)
    monkeypatch.setattr(pages, "SITE", before)
    page = guest.http.get("/live")
    assert page.text == f'<script src="/static/{before.version}/app.js">'
    assert page.headers["cache-control"] == "no-cache"
    assert guest.http.get("/live", headers={"If-None-Match": page.headers["etag"]}).status_code == 304

    script = guest.http.get(f"/static/{before.version}/app.js")
    assert (script.status_code, script.headers["content-type"]) == (200, "text/javascript; charset=utf-8")
    assert (script.headers["content-encoding"], len(script.text)) == ("gzip", 10_000)
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    head = guest.http.head(f"/static/{before.version}/app.js")
    assert (head.status_code, head.content, head.headers["etag"]) == (200, b"", script.headers["etag"])

    after = folder_with(tmp_path, app="changed")
    assert guest.http.get(f"/static/{before.version}/app.js").text == script.text, "read once, at the start"
    monkeypatch.setattr(pages, "SITE", after)
    assert after.version != before.version
    for old in (f"/static/{before.version}/app.js", "/static/app.js"):
        answer = guest.http.get(old, headers={"If-None-Match": script.headers["etag"]})
        assert (answer.text, answer.headers["cache-control"]) == ("changed", "no-cache"), old


def test_a_page_is_in_the_language_that_was_chosen_or_asked_for(guest: Guest) -> None:
    czech = {"Accept-Language": "cs-CZ,cs;q=0.9"}
    page = guest.http.get("/", headers=czech)
    assert '<html lang="cs">' in page.text
    assert page.headers["content-language"] == "cs"
    assert "accept-language" in page.headers["vary"].lower()
    script = re.search(r'href="(/static/\w+/cs/bundles/common\.js)"', page.text)
    assert script is not None
    bundle = guest.http.get(script[1])
    assert "immutable" in bundle.headers["cache-control"]
    assert bundle.headers["content-encoding"] == "gzip"
    assert "Přihlásit se" in bundle.text
    assert guest.http.get(script[1].replace("common", "none")).status_code == 404
    guest.http.cookies.set("steelyard_language", "sv")
    assert '<html lang="sv">' in guest.http.get("/", headers=czech).text


def test_only_what_is_meant_for_browsers_is_served(
    guest: Guest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    web = tmp_path / "web"
    web.mkdir()
    (tmp_path / "secret.txt").write_text("secret")
    for name in ("__init__.py", "program.py", ".hidden.js", "ok.js"):
        (web / name).write_text("x")
    (web / "link.txt").symlink_to(tmp_path / "secret.txt")
    monkeypatch.setattr(pages, "SITE", folder_with(web))
    assert guest.http.get("/static/ok.js").status_code == 200
    for path in (
        "__init__.py",
        "program.py",
        ".hidden.js",
        "../secret.txt",
        "..%2fsecret.txt",
        "link.txt",
        "%00",
        "",
        "a" * 5000,
    ):
        for version in ("", f"{pages.SITE.version}/"):
            assert guest.http.get(f"/static/{version}{path}").status_code == 404, path


def test_a_games_own_files_are_there_and_its_programs_are_not(guest: Guest) -> None:
    for name in games.names():
        assert guest.http.get(f"/games/{name}/README.md").status_code == 200
        assert guest.http.get(f"/games/{name}/rules.py").status_code == 404
        assert guest.http.get(f"/games/{name}/tests/perft.txt").status_code == 404
    assert guest.http.get("/games/chess/README.md").status_code == 404


def test_the_pictures_style_is_a_file(guest: Guest) -> None:
    style = guest.http.get("/style/pieces.css")
    assert (style.text, style.headers["content-type"]) == (art.STYLE, "text/css; charset=utf-8")


def test_a_picture_on_its_own_may_use_its_own_style_and_nothing_else(guest: Guest) -> None:
    table = guest.sets_up("tank_war", ME, OPEN)["id"]
    policy = guest.http.get(f"/api/tables/{table}/picture.svg").headers["content-security-policy"]
    assert policy == "default-src 'none'; style-src 'unsafe-inline'; sandbox"
