"""Every kit as its user meets it: made, tested, checked, played."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING

import pytest

from steelyard import games, kits
from tests.kits.kit_builds import EACH_LANGUAGE, PAIRS, mostly_long, run

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Command


def test_there_is_a_kit_for_every_game_in_seven_languages() -> None:
    assert set(kits.languages()) == {"python", "cpp", "csharp", "java", "javascript", "go", "rust"}
    assert set(PAIRS) == {(language, game) for language in kits.languages() for game in games.names()}


@pytest.mark.sample(3)
@pytest.mark.parametrize(("language", "game"), mostly_long(PAIRS, EACH_LANGUAGE))
def test_a_new_bot_passes_its_test_and_every_check_and_plays_a_match(
    language: str, game: str, steelyard: Command, tmp_path: Path
) -> None:
    made = steelyard("new", game, language, "my bot")
    assert (made.returncode, made.stderr) == (0, "")
    run(shlex.split(kits.kit(game, language).test), tmp_path / "my bot")
    checked = steelyard("check", "./my bot", "--game", game)
    assert checked.stdout.endswith("\nFit to submit.\n"), checked.stdout
    played = steelyard("match", game, "./my bot", "random", "--games", "20", "--clock", "none", "--json")
    told = json.loads(played.stdout)
    assert (told["games"], told["verdicts"]) == (20, [{}, {}])
