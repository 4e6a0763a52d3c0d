"""The documentation that the web app serves."""

from __future__ import annotations

import base64
import gzip
import hashlib
from typing import TYPE_CHECKING, Any

import pytest

from steelyard.server.http import documentation
from tests.server.running_server import Guest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.server.running_server import RunningServer


@pytest.fixture
def guest(quick_server: RunningServer) -> Iterator[Guest]:
    with Guest(quick_server.address) as somebody:
        yield somebody


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "site"
    (folder / "tutorials").mkdir(parents=True)
    (folder / "index.html").write_text("<script>let a = 1</script><script src='x.js'></script>Steelyard")
    (folder / "tutorials/play.html").write_text("Play")
    (folder / "search.json").write_text("{}")
    (tmp_path / "secret").write_text("nobody reads this")
    (folder / "outside").symlink_to(tmp_path / "secret")
    monkeypatch.setattr(documentation, "SITE", folder)
    return folder


@pytest.mark.usefixtures("site")
def test_its_pages_are_served_and_only_their_own_scripts_run(guest: Guest) -> None:
    first = guest.http.get("/docs", follow_redirects=True)
    assert (first.status_code, first.url.path) == (200, "/docs/index.html")
    mark = base64.b64encode(hashlib.sha256(b"let a = 1").digest()).decode()
    policy = first.headers["content-security-policy"]
    assert f"script-src 'self' 'sha256-{mark}';" in policy
    assert "http:" not in policy
    assert guest.http.get("/docs/tutorials/play.html").text == "Play"
    assert guest.http.get("/docs/search.json").headers["content-type"].startswith("application/json")


def test_what_is_built_later_is_found(guest: Guest, site: Path) -> None:
    assert guest.http.get("/docs/later.html").status_code == 404
    (site / "later.html").write_text("Here")
    assert guest.http.get("/docs/later.html").text == "Here"


def test_links_in_a_circle_lead_nowhere(guest: Guest, site: Path) -> None:
    (site / "circle").symlink_to(site / "circle")
    assert guest.http.get("/docs/circle").status_code == 404


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("path", ["no.html", "tutorials", "outside", "%2e%2e/secret", "..%2fsecret", "a%00b"])
def test_nothing_else_is(guest: Guest, path: str) -> None:
    answer = guest.http.get(f"/docs/{path}")
    assert answer.status_code in {400, 404}
    assert "nobody reads this" not in answer.text


def test_where_it_was_not_built_there_is_none(
    guest: Guest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documentation, "SITE", tmp_path / "nowhere")
    assert guest.http.get("/docs").status_code == 404
    assert guest.http.get("/docs/index.html").status_code == 404


def test_however_many_pages_are_asked_for_each_is_compressed_once(
    guest: Guest, site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also under other names of the same file, of which anybody can make up any number."""
    packed: list[int] = []
    compress = gzip.compress

    def counted(data: bytes, *args: int, **kwargs: Any) -> bytes:
        packed.append(len(data))
        return compress(data, *args, **kwargs)

    monkeypatch.setattr("steelyard.server.http.site_files.gzip.compress", counted)
    for number in range(80):
        (site / f"{number}.html").write_text("x" * (1000 + number))
    for _ in range(2):
        for number in range(80):
            assert guest.http.get(f"/docs/{number}.html").text == "x" * (1000 + number)
    assert guest.http.get("/docs/tutorials%2f..%2f7.html").status_code == 200
    assert sorted(packed) == list(range(1000, 1080))
