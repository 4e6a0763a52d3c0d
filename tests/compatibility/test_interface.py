"""Names that other programs rely on. They may become more; none may go or become another."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from tests.compatibility import current
from tests.compatibility.commands import DATA, GAMES, KEEPER, SHORT
from tests.compatibility.comparison import gone, lines, missing, transcript_of
from tests.compatibility.current import Guest
from tests.compatibility.interface import (
    command_lines,
    conversation,
    http_lines,
    message_lines,
    protocol_lines,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tests.conftest import Command


def check(name: str, now: Iterable[str]) -> None:
    lost = gone((DATA / f"interface/{name}.txt").read_text("utf-8"), now)
    assert not lost, f"names may be added, never removed or changed; gone from {name}: {lost}"


def test_http_and_sockets_have_every_name_they_had(tmp_path: Path) -> None:
    with current.server(tmp_path) as running, Guest(running.address) as ada, Guest(running.address) as bob:
        check("http", http_lines(ada.http.get("/api/openapi.json").json()))
        check("sockets", message_lines(conversation(ada, bob)))


def test_commands_have_every_argument_they_had(steelyard_here: Command) -> None:
    check("commands", command_lines(lambda *words: steelyard_here(*words).stdout))


def test_the_bot_protocol_has_every_field_it_had() -> None:
    check("protocol", protocol_lines(current.schemas()))


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_hears_what_it_heard(game: str, tmp_path: Path, steelyard_here: Command) -> None:
    kept, python = tmp_path / "kept.jsonl", tmp_path / "python"
    python.symlink_to(sys.executable)  # a bot is named after its program
    bot = KEEPER.format(python=python, bot=DATA / "protocol/bot.py", kept=kept)
    how = ("--games", "2", "--seed", "transcript", "--clock", "none", "--no-sandbox", *SHORT.get(game, ()))
    done = steelyard_here("match", game, bot, "random", *how)
    assert done.returncode == 0, done.stderr
    (tmp_path / "now.jsonl").write_text(transcript_of(kept), "utf-8")
    then, now = lines(DATA / f"protocol/{game}.jsonl"), lines(tmp_path / "now.jsonl")
    assert len(then) == len(now)
    lost = list(missing(then, now))
    assert not lost, f"fields may be added to a message, never removed or changed: {lost}"
