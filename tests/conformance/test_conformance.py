"""Every game there is, under every option set it declares. A new game adds nothing here."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests import golden

from steelyard import games
from steelyard.core import conformance
from steelyard.core.game import Outcome
from steelyard.core.random_games import perft

if TYPE_CHECKING:
    from collections.abc import Callable

MARKS = ((), pytest.mark.no_cover, pytest.mark.long)  # further options run the same lines again and again
VARIANTS = [
    pytest.param(name, options, marks=MARKS[min(number, 2)])
    for name in games.names()
    for number, options in enumerate(games.game_class(name).option_sets())
]


def _label(value: object) -> str:
    if isinstance(value, dict):
        return ",".join(f"{key}={chosen}" for key, chosen in value.items())[:60] or "no options"
    return getattr(value, "__name__", str(value))


@pytest.mark.parametrize("check", conformance.CHECKS, ids=_label)
@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=_label)
def test_the_game(name: str, options: dict[str, Any], check: Callable[..., None]) -> None:
    game = games.get(name, **options)
    schema = json.loads((games.folder(name) / "schema.json").read_text("utf-8"))
    check(game, schema, 1 if options else 2)


@pytest.mark.parametrize("name", games.names())
def test_its_golden_playthroughs_still_hold(name: str) -> None:
    for file, text in golden.playthroughs(name).items():
        assert file.exists(), f"{file.name} is missing for {name}: run `make golden` and read what it wrote"
        assert text() == file.read_text("utf-8"), (
            f"{name} plays {file.name} differently: if the rules changed on purpose, raise rules_version, "
            "run `make golden` and say so in CHANGELOG.md"
        )


@pytest.mark.no_cover  # the same lines of the rules again and again
@pytest.mark.parametrize("name", games.names())
def test_its_perft_counts_still_hold(name: str) -> None:
    entries = golden.perft_entries(name)
    assert entries, f"tests/perft.txt of {name} names no position"
    for entry in entries:
        state = entry.game.read_state(entry.position)
        for turns, count in enumerate(entry.counts, start=1):
            if count <= golden.SMALL_PERFT:
                assert perft(entry.game, state, turns) == count, (
                    f"{entry.game} {entry.position}, {turns} turns"
                )
            if entry.game.kernel is not None:
                counted = entry.game.kernel.perft(entry.game.kernel.encode(state), turns)
                assert counted == count, f"kernel: {entry.game} {entry.position}, {turns} turns"


@pytest.mark.parametrize("name", games.names())
def test_its_readme_has_every_reason(name: str) -> None:
    readme = (games.folder(name) / "README.md").read_text("utf-8")
    for reason in games.game_class(name).reasons:
        assert f"`{reason}`" in readme, f"the README of {name} does not explain the reason {reason!r}"


OWN = [name for name in games.names() if games.game_class(name).__module__.startswith("steelyard.games.")]
ROLES = {
    *("__init__", "rules", "notation", "drawing", "picture", "wire", "interaction", "observation", "history"),
    *("kernel", "boards", "explanation", "sight"),
}


@pytest.mark.parametrize("name", OWN)
def test_every_reason_is_told_in_words(name: str) -> None:
    game = games.game_class(name)
    for reason in game.reasons:
        said = game.because(Outcome(0, reason, (2, 1)), "Bob")
        assert " " in said, f"drawing.because has no words for {reason!r}"


@pytest.mark.parametrize("name", OWN)
def test_its_folder_has_the_files_of_every_game(name: str) -> None:
    files = {file.stem for file in games.folder(name).glob("*.py")}
    assert ROLES - files <= {"boards", "sight"}, "see the table in CONTRIBUTING.md"
    assert files <= ROLES, "a role of its own belongs in the table in CONTRIBUTING.md first"


@pytest.mark.parametrize("name", OWN)
def test_its_states_show_themselves_in_a_notebook(name: str) -> None:
    game = games.get(name)
    assert game.start()._repr_svg_() == game.to_svg(game.start())
