"""Sources as contestants of 2014 wrote them, unchanged, laid over a Tank Duel kit."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.kits.kit_builds import HERE, made, mostly_long

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Command

CONTESTANTS = [(folder.parent.name, folder.name) for folder in sorted((HERE / "contestants").glob("*/*"))]
EACH_LANGUAGE = [("cpp", "longest"), ("csharp", "flee"), ("java", "fire")]


def test_there_are_four_in_each_language_of_the_contest() -> None:
    names = {"fire", "flee", "longest", "printer"}
    assert set(CONTESTANTS) == {(language, name) for language in ("cpp", "csharp", "java") for name in names}


@pytest.mark.parametrize(("language", "name"), mostly_long(CONTESTANTS, EACH_LANGUAGE))
def test_a_contestants_source_compiles_unchanged_and_plays(
    language: str, name: str, steelyard: Command, tmp_path: Path
) -> None:
    made(language, "tank_duel", tmp_path / name, HERE / "contestants" / language / name)
    played = steelyard(
        "match", "tank_duel", f"./{name}", "random", "--games", "10", "--clock", "none", "--json"
    )
    assert played.returncode == 0, played.stderr
    told = json.loads(played.stdout)
    assert told["verdicts"] == [{}, {}]
    assert told["wins"][0] > told["wins"][1], "it looks where it drives, chance does not"
