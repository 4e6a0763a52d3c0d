"""How a bot is named on the command line, and what is said of a name that leads nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steelyard.arena.program import InvalidBot, find

if TYPE_CHECKING:
    from pathlib import Path


def test_a_command_runs_in_the_folder_it_is_given_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = tmp_path / "here"
    for folder in (here / "bots", tmp_path / "there"):
        folder.mkdir(parents=True)
        (folder / "mine").touch()
    monkeypatch.chdir(here)
    inside = find("cmd:bots/mine --fast", "tank_war", [])
    assert (inside.name, inside.run, inside.folder) == ("mine", ("./bots/mine", "--fast"), here)
    outside = find("cmd:../there/mine", "tank_war", [])
    assert (outside.run, outside.folder) == (("./mine",), tmp_path / "there"), "with its own files about it"
    assert find("cmd:python3 'my bot.py'", "tank_war", []).run == ("python3", "my bot.py")


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("cmd:", "cmd: needs a command, e.g. cmd:./mybot --fast"),
        ("cmd:'half a word", "cannot be split into words: No closing quotation"),
        ("cmd:./missing", "./missing: there is no such file"),
        ("nobody", "'nobody' is not a bot"),
    ],
)
def test_a_name_that_leads_nowhere_is_refused(bot: str, why: str) -> None:
    with pytest.raises(InvalidBot, match=why):
        find(bot, "tank_war", ["random"])


@pytest.mark.parametrize(
    ("toml", "why"),
    [
        ('run = "./bot', "bot.toml: "),
        ("run = 3", "run should be text or a list of words"),
        ('run = "./bot"\nspeed = "9"', "unknown key 'speed'"),
        ('run = "./bot"\ngame = "tank_duel"', "it plays tank_duel, not tank_war"),
        ('name = "Ada"', "has no `run`; add e.g. run ="),
        ('run = "./bot \'half"', "cannot be split into words"),
        ('run = ["a\\u0000b"]', "a NUL character, which no command can have"),
    ],
)
def test_a_folder_that_does_not_say_how_it_runs_is_refused(tmp_path: Path, toml: str, why: str) -> None:
    (tmp_path / "bot.toml").write_text(toml)
    with pytest.raises(InvalidBot, match=why):
        find(str(tmp_path), "tank_war", [])
