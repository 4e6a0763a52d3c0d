"""`match --logs` and `replay --logs`: a file for each game and seat, shown turn by turn."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from steelyard.arena.bot_log import read_log
from steelyard.arena.match.log_files import log_file
from steelyard.cli.match_logs import LogKeeper
from tests.arena.orders import order

if TYPE_CHECKING:
    from steelyard.arena.record import Record
    from tests.conftest import Command

BOT = """
import json, sys
print("loading", file=sys.stderr)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "turn":
        print("thinking about", message["turn"], file=sys.stderr)
        if message["game"] == "1" and message["turn"] == 3:
            sys.exit("last words")
        print(json.dumps({"type": "move", "move": message["legal"][0]}), flush=True)
"""


def test_a_match_writes_its_bots_logs_and_replay_shows_them_turn_by_turn(
    steelyard_here: Command, tmp_path: Path
) -> None:
    (tmp_path / "bot.py").write_text(BOT)
    bots, name = [f"cmd:{sys.executable} bot.py", "random"], Path(sys.executable).name
    words = ["match", "tank_war", *bots, "--clock", "none", "--no-sandbox", "--logs", "logs"]
    record = ["--record", "a.jsonl", "--seed", "7"]
    played = steelyard_here(*words, *record, "--games", "2").stdout
    why = f"steelyard debug '{bots[0]}' a.jsonl --number 1 --turn last --logs logs"
    assert f"{name} crashed in 1 game; why: {why}\n" in played
    first = {file.name: file.read_text() for file in (tmp_path / "logs").iterdir()}
    assert [name[:7] for name in sorted(first)] == ["0000-0-", "0000-1-", "0001-0-", "0001-1-"]
    (crashed,) = (text for name, text in first.items() if name.startswith("0001-1-"))
    assert list(read_log(crashed)) == [1, 2, 3]
    assert crashed.endswith("--- turn 3 ---\nthinking about 3\nlast words\n")

    steelyard_here(*words, *record, "--games", "4", "--jobs", "2")  # the match goes on, in other processes
    after = {file.name: file.read_text() for file in (tmp_path / "logs").iterdir()}
    assert after.items() >= first.items()
    assert len(after) == 8
    (later,) = (text for name, text in after.items() if name.startswith("0003-1-"))
    assert read_log(later)[2] == "thinking about 2\n"

    listed = steelyard_here("replay", "a.jsonl").stdout.splitlines()
    assert [line.split()[0] for line in listed[:5]] == ["game", "0", "1", "2", "3"]
    assert listed[2].endswith(f"random won: {name}'s bot crashed in turn 3")
    shown = steelyard_here("replay", "a.jsonl", "--number", "1", "--logs", "logs").stdout
    assert shown.index("2. ") < shown.index(f"{name} | thinking about 2")
    assert (
        f"Stopped here: {name}'s bot crashed in turn 3.\n{name} | thinking about 3\n{name} | last words\n"
        in shown
    )
    assert "random |" not in shown
    alone = steelyard_here(
        "replay", "a.jsonl", "--game", "1", "--logs", "logs", "--seat", "0"
    ).stdout  # as in 0.1
    assert "|" not in alone.partition("Stopped here")[2]

    next((tmp_path / "logs").glob("0001-0-*")).unlink()
    missing = steelyard_here("replay", "a.jsonl", "--number", "1", "--logs", "logs")
    assert missing.returncode == 2
    assert "0001-0-random.log is missing: the log of random in game 1" in missing.stderr


def test_a_log_cannot_be_written_where_it_would_change_a_bot_or_another_file(
    steelyard_here: Command, tmp_path: Path
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "bot.toml").write_text('run = "python3 bot.py"\n')
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "diary.log").write_text("my diary")
    for folder, problem in (("mine/logs", "is in the folder of"), ("notes", "is not a log of a match")):
        refused = steelyard_here("match", "tank_war", "./mine", "random", "--no-sandbox", "--logs", folder)
        assert (refused.returncode, problem in refused.stderr) == (2, True), refused.stderr


def record(*names: str) -> Record:
    first, second = names
    return order(number=12, names=(first, second)).record([], [], None)


@pytest.mark.parametrize("name", ["../../etc/x", "a\0b\n", "", "\ud800", "x" * 5000, "é ü/漢字"])
def test_odd_names_stay_in_the_folder(tmp_path: Path, name: str) -> None:
    file = log_file(tmp_path, record(name, "b"), 0)
    file.write_text("a file that can exist")
    assert file.parent == tmp_path
    assert file.name.startswith("0012-0-")


def test_a_match_goes_on_when_its_logs_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from types import SimpleNamespace

    keeper = LogKeeper(tmp_path / "logs", SimpleNamespace(programs=()))  # type: ignore[arg-type]  # all it reads

    def disk_full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("steelyard.core.files.write", disk_full)
    for _ in range(2):
        keeper.keep(record("a", "b"), ("one", "two"))
    told = capsys.readouterr().err
    assert told.count("no more logs are written from game 12 on: [Errno 28] No space left on device") == 1


def test_a_log_that_no_bot_wrote_is_not_shown(steelyard_here: Command, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text("tank_war\n1. LA-RC\n")
    assert "no bot played" in steelyard_here("replay", "game.txt", "--logs", ".").stderr
    assert "leave out" in steelyard_here("replay", "game.txt", "--logs", ".", "--json").stderr
    assert json.loads(steelyard_here("replay", "game.txt", "--json").stdout)
