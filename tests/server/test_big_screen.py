"""Event mode: which contest is on, and where people in the room find it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import pytest

from steelyard.server.big_screen import addresses
from steelyard.server.big_screen.addresses import public_url
from tests.server.contests.fair import TWO_BOTS, Fair

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Command


def test_the_screen_follows_the_contest_that_is_played(any_database: str) -> None:
    with Fair(any_database, event=True, public_url="http://yard.local:8000") as fair:
        gray, guest = fair.person("Ms Gray", "organiser"), fair.stranger()
        assert guest.http.get("/api/event").json() == {"contest": None, "address": "http://yard.local:8000"}
        hidden = gray.makes(TWO_BOTS, public=False)
        gray.moves(hidden, "open")
        assert guest.http.get("/api/event").json()["contest"] is None, "it is private"
        first, second = gray.makes(TWO_BOTS), gray.makes(TWO_BOTS)
        for contest in (first, second):
            gray.moves(contest, "open")
        assert guest.http.get("/api/event").json()["contest"]["id"] == second, "the newest"
        gray.moves(first, "frozen")
        gray.moves(first, "running")
        told = guest.http.get("/api/event").json()
        assert told["contest"]["id"] == first, "the one that is played"
        assert told["address"] == f"http://yard.local:8000/c/{first}"
        assert guest.http.get("/event").status_code == 200


def test_a_contest_that_was_named_is_shown_to_everybody(any_database: str) -> None:
    """Whoever runs the event has decided that: its privacy ends at the screen."""
    with Fair(any_database) as fair:
        gray, guest = fair.person("Ms Gray", "organiser"), fair.stranger()
        contest = gray.makes(TWO_BOTS, public=False)
        gray.moves(contest, "open")
        guest.sees(contest, status=404)
        fair.house.app.state.event_contest = contest
        assert guest.sees(contest)["name"] == "Small contest"
        assert guest.http.get("/api/event").json()["contest"]["id"] == contest
        assert guest.http.get(f"/c/{contest}").status_code == 200


def test_the_code_is_a_picture_without_anything_that_runs(any_database: str) -> None:
    with Fair(any_database) as fair:
        answer = fair.stranger().http.get("/api/event/qr.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert ET.fromstring(answer.content).tag.endswith("svg")  # noqa: S314 - our own
    assert not re.search("script|href|onload", answer.text)


@pytest.mark.parametrize(
    ("host", "asked", "expected"),
    [
        ("0.0.0.0", "", "http://192.168.1.7:8000"),  # noqa: S104 - what is listened on
        ("::", "", "http://192.168.1.7:8000"),
        ("127.0.0.1", "", "http://127.0.0.1:8000"),
        ("::1", "", "http://[::1]:8000"),
        ("0.0.0.0", "https://yard.example/", "https://yard.example"),  # noqa: S104
    ],
)
def test_the_address_is_that_of_the_machine_unless_another_is_given(
    monkeypatch: pytest.MonkeyPatch, host: str, asked: str, expected: str
) -> None:
    monkeypatch.setattr(addresses, "local_address", lambda: "192.168.1.7")
    assert public_url(host, 8000, asked) == expected


def test_a_machine_has_some_address() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+\.\d+", addresses.local_address())


def test_an_event_for_a_contest_that_is_not_there_does_not_begin(steelyard: Command, tmp_path: Path) -> None:
    told = steelyard(
        "serve", "--event", "nowhere", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path)
    )
    assert told.returncode != 0
    assert "there is no contest 'nowhere' here" in told.stderr
    assert "Traceback" not in told.stderr
