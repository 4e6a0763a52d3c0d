"""Tank Duel's positions explained in words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from steelyard import games
from steelyard.bots.player import Line, Study
from steelyard.bots.tank_duel import explanation
from steelyard.bots.tank_duel.network import weights

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Command

GAME = games.get("tank_duel")
CUT_OFF = "xxxxxxxx\nx......x\nx.t....x\nx......x\nxxxxxxxx\nx..x...x\nxt.x...x\nxxxxxxxx\n"
STUDY = Study(0.2, 100, 3, [Line(0.2, ["R-L", "U-D"])], {})


def test_a_tank_without_a_way_out_is_cut_off_where_it_is() -> None:
    seen = explanation.explain(GAME, GAME.start(CUT_OFF), STUDY)
    assert seen.apart
    assert seen.squares == (17, 3)
    assert "Blue is cut off in the lower left: 3 squares against 17." in seen.sentences
    assert "The search plans: R-L U-D." in seen.sentences


def test_tanks_that_can_meet_have_territories() -> None:
    seen = explanation.explain(GAME, GAME.start("meadow"), STUDY)
    assert not seen.apart
    assert seen.squares[0] == seen.squares[1] > 10
    assert seen.outcome is not None
    assert sum(seen.outcome) == pytest.approx(1, abs=1e-5)
    assert "about even" in seen.sentences[0]


def test_without_weights_the_rest_is_still_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(weights, "FILE", tmp_path / "none.npz")
    seen = explanation.explain(GAME, GAME.start(CUT_OFF), STUDY)
    assert seen.outcome is None
    assert seen.sentences[0].startswith("Blue is cut off")


def test_the_command_tells_it(steelyard_here: Command) -> None:
    shown = steelyard_here("analyse", "tank_duel", "meadow", "--seconds", "0.05")
    assert shown.returncode == 0
    assert "The network's expectation: " in shown.stdout
    assert "The search plans: " in shown.stdout
    data = json.loads(steelyard_here("analyse", "tank_duel", "--seconds", "0.05", "--json").stdout)
    assert data["effort"] > 0
    assert len(data["sentences"]) == 3
