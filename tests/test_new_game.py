"""The game of docs/new-game.md: nine methods are enough for the terminal, a match and the server."""

from __future__ import annotations

import json
import re
import sys
from functools import cache
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

from steelyard import games
from steelyard.core.errors import IllegalMove, SteelyardError
from steelyard.server.http.site_files import Files
from steelyard.server.tables import setup, views
from tests.server.tables.timed import Timed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.core.game import Game
    from tests.conftest import Command

DOCUMENT = Path(__file__).parent.parent / "docs" / "new-game.md"
BLOCKS = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)


@pytest.fixture
def noughts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Game[str]]:
    """The game as a folder among the games, in this process."""
    (tmp_path / "noughts").mkdir()
    (tmp_path / "noughts" / "__init__.py").write_text(BLOCKS[0])
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    yield games.get("noughts")
    sys.modules.pop("steelyard.games.noughts")
    games.discover_again()


@pytest.mark.usefixtures("noughts")
def test_it_conforms() -> None:
    exec(compile(BLOCKS[1], DOCUMENT.name, "exec"), {})  # noqa: S102 - our own words


def test_it_has_few_methods(noughts: Game[str]) -> None:
    assert len([name for name, value in vars(type(noughts)).items() if callable(value)]) == 10


def test_play_checks_the_moves_and_apply_does_not(noughts: Game[str]) -> None:
    first = noughts.read_move("1")
    with pytest.raises(IllegalMove, match="Noughts cannot play 1 here; legal moves are 2, 3"):
        noughts.play("x........", {1: first})
    assert noughts.apply("x........", {1: first}) == "o........"


def test_a_game_that_checks_moves_in_a_play_of_its_own_needs_no_apply() -> None:
    names: dict[str, Any] = {"__name__": "checking"}
    exec(BLOCKS[0].replace("def apply(", "def play("), names)  # noqa: S102 - our own words
    assert names["GAME"]().apply("." * 9, {0: 0}) == "x........"


def test_what_it_does_not_have_is_refused_with_a_reason(noughts: Game[str]) -> None:
    assert noughts.kernel is None
    assert noughts.joystick is None
    with pytest.raises(SteelyardError, match="Noughts and Crosses has no observation for learning"):
        noughts.observe(noughts.start(), 0)


@pytest.mark.usefixtures("noughts")
def test_it_is_played_in_the_terminal(steelyard_here: Command) -> None:
    shown = steelyard_here("play", "noughts", stdin="5\nrules\nquit\n")
    assert "Played: 5" in shown.stdout, shown.stderr
    assert "Noughts and Crosses has no README with its rules." in shown.stdout


@pytest.mark.usefixtures("noughts")
def test_it_is_played_on_the_server_by_clicks_on_its_moves() -> None:
    assert setup._described("noughts")["title"] == "Noughts and Crosses"
    timed = Timed("noughts").here()
    for seat, square in ((0, "1"), (1, "4"), (0, "2"), (1, "5"), (0, "3")):
        shown = views.view(timed.table.game, timed.table.state)
        (name,) = (name for name, [pick] in shown["picks"][str(seat)].items() if pick["move"] == square)
        clicked = [element for element in ET.fromstring(shown["svg"]).iter() if element.get("id") == name]  # noqa: S314 - ours
        assert [element.get("data-move") for element in clicked] == [square]
        timed.move(seat, square)
    assert timed.table.outcome is not None
    assert (timed.table.outcome.winner, timed.table.outcome.reason) == (0, "line")


def test_a_game_in_a_single_module_does_not_publish_the_files_beside_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "noughts_alone.py").write_text(BLOCKS[0])
    (tmp_path / "another_package.json").write_text("{}")
    monkeypatch.syspath_prepend(tmp_path)
    point = EntryPoint("noughts_alone", "noughts_alone", games.ENTRY_POINTS)
    monkeypatch.setattr(games, "_from_elsewhere", cache(lambda: {point.name: point}))
    assert Files(games.folder("noughts_alone")).sent == {}
    games.discover_again()


def test_it_is_played_in_a_match(steelyard: Command, tmp_path: Path) -> None:
    """As another package: every process finds it by its entry point."""
    (tmp_path / "noughts.py").write_text(BLOCKS[0])
    about = tmp_path / "noughts-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: noughts\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[steelyard.games]\nnoughts = noughts\n")
    path = {"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    bot = f"cmd:/usr/bin/env PYTHONPATH={tmp_path} {sys.executable} -m steelyard.bots noughts"
    words = ("match", "noughts", f"{bot} greedy", f"{bot} random", "--games", "2", "--no-sandbox", "--json")
    shown = steelyard(*words, env=path)
    assert json.loads(shown.stdout)["games"] == 2, shown.stdout + shown.stderr
