"""Films are offered in the formats that the server can make."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steelyard.films import film
from tests.server.running_server import ME, RANDOM

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.server.running_server import Guest


@pytest.fixture
def _no_videos(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installation without the extra `video`."""
    monkeypatch.setattr(film, "find_spec", lambda _: None)
    film.formats.cache_clear()
    yield
    film.formats.cache_clear()


def test_where_av_is_installed_both_formats_are_offered(ada: Guest) -> None:
    assert ada.shows(ada.sets_up("tank_war", ME, RANDOM)["id"])["films"] == ["gif", "mp4"]


@pytest.mark.usefixtures("_no_videos")
def test_a_server_without_videos_offers_none_and_tells_no_player_to_install_anything(ada: Guest) -> None:
    table = ada.sets_up("tank_war", ME, RANDOM)["id"]
    assert ada.shows(table)["films"] == ["gif"]
    refused = ada.http.get(f"/api/tables/{table}/mp4")
    assert (refused.status_code, refused.json()["code"]) == (409, "film_not_possible")
    assert refused.json()["error"] == "this server makes no videos; the game can be downloaded as a GIF"
