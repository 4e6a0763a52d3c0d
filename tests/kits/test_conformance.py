"""The same cases in every language: a reporter built with each kit hears and answers them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.kits.cases import file_of, written
from tests.kits.kit_builds import HERE, PAIRS, build, made, mostly_long, run, start
from tests.kits.reports import REPORTERS

if TYPE_CHECKING:
    from pathlib import Path

# Every game, and every language in another game than the one of which test_kits.py plays a match.
ALWAYS = [("cpp", "tank_war"), ("csharp", "tank_duel"), ("java", "tank_battle")]
ALWAYS += [("go", "tank_duel"), ("rust", "tank_battle")]
ALWAYS += [(language, game) for language in ("javascript", "python") for game in REPORTERS]


@pytest.mark.parametrize("game", REPORTERS)
def test_the_cases_are_what_the_rules_say_today(game: str) -> None:
    assert file_of(game).read_text("utf-8") == written(game), "run `make golden` and read the difference"


@pytest.mark.parametrize(("language", "game"), mostly_long(PAIRS, ALWAYS))
def test_a_kit_hears_tells_and_answers_as_all_others_do(language: str, game: str, tmp_path: Path) -> None:
    folder = made(language, game, tmp_path / "my reporter", HERE / "reporters" / language / game)
    build(folder)
    cases: list[dict[str, Any]] = json.loads(file_of(game).read_text("utf-8"))["cases"]
    for case in cases:
        heard = run(start(folder), folder, "".join(f"{line}\n" for line in case["says"]))
        where = f"{case['name']}: {case['promise']}"
        assert heard.stdout.split("\n")[:-1] == case["answers"], where
        told = "".join(f"{line}\n" for line in case["console"])
        assert heard.stderr.split("\n") == told.split("\n"), where
    for nonsense in ("this is no message", "[1]", '{"type": "hello"'):
        ended = run(start(folder), folder, f"{nonsense}\n", status=1)
        assert ended.stdout == ""
        assert len(ended.stderr.splitlines()) == 1, ended.stderr
