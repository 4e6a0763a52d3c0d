"""The command line as its users meet it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from argparse import ArgumentParser
from typing import TYPE_CHECKING

import msgspec
import pytest

from steelyard import bots, cli, games
from steelyard.arena.record import Event, read_record, write_record
from steelyard.arena.sandbox import process
from steelyard.cli import bench_arena, match
from steelyard.cli.progress import isolation
from steelyard.core.directories import cache_root

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from tests.conftest import Command

ILLUSTRATION = "tank_war\n1. LA-RC\n2. LC-RB\n3. RA-RB\n4. LA-RB\n5. LC-RA\n"


@pytest.fixture
def steelyard(steelyard_here: Command) -> Command:
    """In this process, which shows the same."""
    return steelyard_here


def test_help_lists_every_command(steelyard: Command) -> None:
    shown = steelyard("--help")
    assert shown.returncode == 0
    for name in cli.COMMANDS:
        assert name in shown.stdout


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_has_help_with_an_example(steelyard: Command, name: str) -> None:
    shown = steelyard(name, "--help")
    assert shown.returncode == 0
    assert f"example: steelyard {name}" in shown.stdout


@pytest.mark.parametrize("words", [["games"], ["bots"], ["replay", "-"], ["play", "tank_war"]])
def test_nothing_imports_numba_or_numpy_until_a_kernel_is_needed(words: list[str]) -> None:
    program = (
        "import sys; from steelyard.cli import main; main(sys.argv[1:]);"
        "print(sorted({'numba', 'numpy'} & set(sys.modules)))"
    )
    stdin = "LA\nquit\n" if "play" in words else ILLUSTRATION
    shown = subprocess.run(
        [sys.executable, "-c", program, *words], input=stdin, capture_output=True, text=True, check=True
    )
    assert shown.stdout.endswith("[]\n")


@pytest.mark.parametrize("command", ["games >&-", "play tank_war <&-", "games 2>&-", "bots <&- >&- 2>&-"])
def test_a_command_with_a_stream_closed_ends_quietly(command: str) -> None:
    shown = subprocess.run(
        ["/bin/sh", "-c", f'"$0" -m steelyard {command}', sys.executable],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (shown.returncode, shown.stderr) == (0, "")


def test_games_lists_every_game_and_option(steelyard: Command) -> None:
    listed = {game["name"]: game for game in json.loads(steelyard("games", "--json").stdout)}
    assert set(listed) == set(games.names())
    assert [o["name"] for o in listed["tank_war"]["options"]] == ["lanes", "c_reach"]
    assert "tank_war" in steelyard("games").stdout


def test_bots_lists_who_plays_a_game(steelyard: Command) -> None:
    assert "random" in steelyard("bots", "tank_war").stdout
    assert {bot["game"] for bot in json.loads(steelyard("bots", "--json").stdout)} == set(games.names())


def test_what_bots_need_is_compiled_in_advance(
    steelyard_here: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without Python's own command, which an installation with pipx or uv does not have."""
    compiled: list[str] = []

    def compile_games(names: Sequence[str], done: Callable[[str], None]) -> None:
        compiled.extend(names)
        for name in names:
            done(name)

    monkeypatch.setattr(bots, "compile_games", compile_games)
    first, *ready, last = steelyard_here("bots", "--compile").stdout.splitlines()
    assert ", ".join(games.names()) in first
    assert [line.split(":")[0] for line in ready] == games.names()
    assert ready[-1].endswith(f"({len(games.names())} of {len(games.names())})")
    assert str(cache_root()) in last
    assert "tank_duel: ready after 0 s (1 of 1)\n" in steelyard_here("bots", "tank_duel", "--compile").stdout
    assert compiled == [*games.names(), "tank_duel"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["play", "chess"], "there is no game 'chess'; there are "),
        (["play", "tank_war", "--bot", "./mine"], "in the terminal only built-in bots play; upload ./mine"),
        (["play", "tank_war", "--bot", "nobody"], "there is no bot 'nobody' for tank_war; there are random"),
        (
            ["play", "tank_war", "-o", "reach=two"],
            "tank_war has no option 'reach'; its options are lanes, c_reach",
        ),
        (["play", "tank_war", "-o", "name=x"], "tank_war has no option 'name'"),
        (["play", "tank_war", "-o", "self=x"], "tank_war has no option 'self'"),
        (["play", "tank_war", "-o", "c_reach"], "'c_reach' is not an option; it should read name=value"),
        (["play", "tank_war", "--from", "053/" * 6 + "053"], "7 columns in"),
        (["play", "tank_war", "--from", "353/053/053/053/053/053"], "outside its own boundary"),
        (["replay", "missing.txt"], "missing.txt: No such file or directory"),
        (["replay", "."], "is not the folder of a contest: it has no journal.jsonl"),
        (["bots", "chess"], "there is no game 'chess'"),
        (["bench", "chess"], "there is no game 'chess'"),
    ],
)
def test_a_wrong_request_gets_one_line_and_exit_code_2(
    steelyard: Command, words: list[str], says: str
) -> None:
    shown = steelyard(*words)
    assert shown.returncode == 2
    assert says in shown.stderr
    assert len(shown.stderr.splitlines()) == 1
    assert shown.stdout == ""


@pytest.mark.parametrize(
    ("game", "says"),
    [
        ("", "the file holds no game"),
        ("tank_war\n1. LA-LZ\n", "line 2: 'LZ' is not a tank"),
        ("tank_war\n1. LA\n", "line 2: 'LA': two moves with '-' between them are expected"),
        (
            "tank_war\nfrom 5x6/053/053/053/053/053\n1. RA-LA",
            "line 3: U cannot play RA here; legal moves are LA",
        ),
        ("tank_war\nfrom 5x6/xx3/xx3/xx3/xx3/x53\n1. LA-RA\n", "line 3: 'LA-RA': the game is over"),
        ("tank_war lanes=ABC\n", "option lanes: 'ABC' is not an order"),
        ("chess\n1. e4-e5\n", "there is no game 'chess'"),
    ],
)
def test_a_written_game_with_a_mistake_is_refused_with_its_line(
    steelyard: Command, game: str, says: str
) -> None:
    shown = steelyard("replay", "-", stdin=game)
    assert (shown.returncode, shown.stdout) == (2, "")
    assert says in shown.stderr
    assert len(shown.stderr.splitlines()) == 1


def test_a_file_that_is_not_text_is_refused(steelyard: Command, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_bytes(b"\xff\xfe\x00\x01")
    shown = steelyard("replay", "game.txt")
    assert (shown.returncode, shown.stderr) == (2, "steelyard: the file is not UTF-8 text\n")


def test_a_kernel_cache_that_cannot_be_written_is_one_plain_line(tmp_path: Path) -> None:
    (tmp_path / "a-file").write_text("no folder")
    shown = subprocess.run(
        [sys.executable, "-m", "steelyard", "bench", "tank_war"],
        env={**os.environ, "STEELYARD_CACHE": str(tmp_path / "a-file")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert shown.returncode == 2
    assert "compiled kernels cannot be kept in" in shown.stderr
    assert "set STEELYARD_CACHE to a writable folder" in shown.stderr
    assert len(shown.stderr.splitlines()) == 1


def test_replay_draws_every_position_and_says_how_it_stands(steelyard: Command, tmp_path: Path) -> None:
    shown = steelyard("replay", "-", stdin=ILLUSTRATION)
    assert "4. LA-RB" in shown.stdout
    assert "D's RB destroyed U's LA." in shown.stdout
    assert shown.stdout.endswith("The game is not over.\n")
    assert (
        steelyard("replay", "-", "--svg", "pictures", stdin=ILLUSTRATION).stdout == "6 pictures in pictures\n"
    )
    assert len(list((tmp_path / "pictures").glob("*.svg"))) == 6
    states = json.loads(steelyard("replay", "-", "--json", stdin=ILLUSTRATION).stdout)
    assert [len(state["fired"]) for state in states] == [0, 0, 0, 0, 1, 3]


def test_pictures_and_films_replace_earlier_ones_and_nothing_else(steelyard: Command, tmp_path: Path) -> None:
    for _ in range(2):
        assert steelyard("replay", "-", "--svg", "pictures", stdin=ILLUSTRATION).returncode == 0
        assert steelyard("replay", "-", "--gif", "game.gif", stdin=ILLUSTRATION).returncode == 0
    for kind in ("gif", "mp4"):
        film = steelyard("replay", "-", f"--{kind}", ".", stdin=ILLUSTRATION).stdout
        assert re.fullmatch(rf"6 positions in tank-war-orange-vs-blue-20\d\d-\d\d-\d\d\.{kind}\n", film)
    (tmp_path / "pictures" / "4.svg").write_text("my notes")
    (tmp_path / "pictures" / "0.svg").unlink()
    (tmp_path / "thesis.gif").write_text("my thesis")
    for words, file in ((("--svg", "pictures"), "pictures/4.svg"), (("--gif", "thesis.gif"), "thesis.gif")):
        shown = steelyard("replay", "-", *words, stdin=ILLUSTRATION)
        assert (shown.returncode, shown.stdout) == (2, "")
        assert f"{file} already exists and is not " in shown.stderr
    assert (tmp_path / "pictures" / "4.svg").read_text() == "my notes"
    assert not (tmp_path / "pictures" / "0.svg").exists()
    assert (tmp_path / "thesis.gif").read_text() == "my thesis"


def test_a_game_is_saved_over_an_earlier_save_and_nothing_else(steelyard: Command, tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("my diary")
    words = "RC\nsave game.txt\nRA\nsave game.txt\nsave diary.txt\nquit\n"
    shown = steelyard("play", "tank_war", "--seed", "3", stdin=words)
    assert shown.stdout.count("Saved.") == 2
    assert "diary.txt already exists and is not a game of tank_war; name another file" in shown.stdout
    assert (tmp_path / "diary.txt").read_text() == "my diary"
    assert "2. RA" in (tmp_path / "game.txt").read_text()


def test_replay_says_in_its_turn_when_a_joystick_was_repeated(steelyard: Command, tmp_path: Path) -> None:
    words = ["match", "tank_duel", "greedy", "greedy", "--games", "2", "--clock", "none", "--seed", "5"]
    assert steelyard(*words, "--record", "match.jsonl").returncode == 0
    record = read_record((tmp_path / "match.jsonl").read_bytes().splitlines()[1])
    late = Event(2, "no answer within 1 s: the joystick stays at U", 1)
    (tmp_path / "late.json").write_bytes(write_record(msgspec.structs.replace(record, events=[late])))
    shown = steelyard("replay", "late.json").stdout
    before, _, after = shown.partition(f"\n{record.players[1].name}: {late.what}\n")
    assert re.search(r"^2\. ", before, re.MULTILINE)
    assert not re.search(r"^3\. ", before, re.MULTILINE)
    assert re.search(r"^3\. ", after, re.MULTILINE)


def test_a_game_can_be_played_taken_back_saved_and_replayed(steelyard: Command, tmp_path: Path) -> None:
    words = "?\nLZ\nundo\nla\nundo\nRC\nmoves\nrules\nsave game.txt\n\nquit\n"
    shown = steelyard("play", "tank_war", "--seed", "3", stdin=words)
    assert shown.returncode == 0
    for said in (
        "You are U.",
        "Type a move and press Enter.",
        "'LZ' is not a tank",
        "There is nothing to take back.",
        "Played: LA-",
        "Taken back.",
        "Played: RC-",
        "Moving phase: both players choose one movable tank",
        "Saved.",
        "Type a move, or ? for help.",
    ):
        assert said in shown.stdout, said
    written = (tmp_path / "game.txt").read_text()
    assert written.startswith("tank_war\n1. RC-")
    assert steelyard("replay", "game.txt").returncode == 0


@pytest.mark.parametrize("seat", ["0", "1"])
def test_a_game_can_be_played_to_its_end_and_says_why(steelyard: Command, seat: str) -> None:
    words = "\n".join(["LA", "LB", "LC", "RC", "RB", "RA"] * 60)
    shown = steelyard("play", "tank_war", "--seat", seat, "--seed", "5", stdin=words)
    assert shown.returncode == 0
    assert any(verdict in shown.stdout for verdict in ("You won.", "You lost.", "Nobody won."))
    assert re.search(
        r"(U|D) won: \d tanks? to \d\.|won: equal tanks, |Draw: equal tanks and squares", shown.stdout
    )


def test_the_bot_does_not_see_the_choice_it_answers(steelyard: Command) -> None:
    replies = set()
    for choice in ("LA", "LB", "LC"):
        shown = steelyard("play", "tank_war", "--seed", "11", stdin=f"{choice}\nquit\n").stdout
        replies.add(shown.split(f"Played: {choice}-")[1][:2])
    assert len(replies) == 1


def test_an_option_can_come_from_a_file(steelyard: Command, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text((games.folder("tank_battle") / "boards" / "river.txt").read_text())
    shown = steelyard("play", "tank_battle", "-o", "layout=@mine.txt", stdin="quit\n")
    assert shown.stdout == steelyard("play", "tank_battle", "-o", "layout=river", stdin="quit\n").stdout
    assert "gone.txt: No such file" in steelyard("play", "tank_battle", "-o", "layout=@gone.txt").stderr


def test_bench_prints_its_figures(steelyard: Command) -> None:
    figures = json.loads(steelyard("bench", "tank_war", "--json", "--seconds", "0.02").stdout)
    assert figures["tank_war: kernel over plain Python"] > 1
    assert figures["tank_war: kernel, random play, one core"] > 0


def test_bench_has_figures_on_a_machine_that_stalls_all_the_time(
    steelyard: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it has time for is over before anything was played."""
    monkeypatch.setattr(bench_arena, "SLICE_S", 0.0)
    figures = json.loads(steelyard("bench", "tank_war", "--json", "--seconds", "1e-9").stdout)
    assert all(value > 0 for value in figures.values() if not isinstance(value, str))


def test_readers_that_stop_early_are_no_error() -> None:
    command = [sys.executable, "-m", "steelyard", "replay", "-"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        process.stdout = None
        _, stderr = process.communicate(ILLUSTRATION.encode())
    assert (process.returncode, stderr) == (0, b"")


@pytest.mark.parametrize(("game", "repeats"), [("tank_war", 0), ("tank_duel", 1)])
def test_the_help_of_a_game_names_only_what_it_has(steelyard: Command, game: str, repeats: int) -> None:
    shown = steelyard("play", game, stdin="?\nquit\n").stdout
    assert shown.count("repeat your last move") == repeats
    assert shown.count("leave the game") == 1


@pytest.fixture
def weaker_limits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """On this machine, for a user who has not been told of them."""
    monkeypatch.setattr(process, "available", lambda: None)
    monkeypatch.setattr(process, "not_guaranteed", lambda: "some limits are weaker")
    monkeypatch.setenv("STEELYARD_CACHE", str(tmp_path / "cache"))


@pytest.mark.usefixtures("weaker_limits")
@pytest.mark.parametrize(
    ("other", "note"), [("ws://there", ""), ("./mine", "note: some limits are weaker\n")]
)
def test_weaker_limits_are_mentioned_only_to_whoever_runs_bots_of_others(
    other: str, note: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert isolation(["greedy", other], "tank_war", practice=False)
    assert capsys.readouterr().err == note


@pytest.mark.usefixtures("weaker_limits")
@pytest.mark.parametrize(("contest", "times"), [(False, 1), (True, 3)])
def test_weaker_limits_are_mentioned_once_and_in_every_contest(
    contest: bool,  # noqa: FBT001 - pytest passes it by name
    times: int,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for _ in range(3):
        assert isolation(["./mine"], "tank_war", practice=False, contest=contest)
    assert capsys.readouterr().err == "note: some limits are weaker\n" * times


@pytest.mark.usefixtures("weaker_limits")
def test_other_weaker_limits_are_mentioned_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    isolation(["./mine"], "tank_war", practice=False)
    monkeypatch.setattr(process, "not_guaranteed", lambda: "none is enforced")
    isolation(["./mine"], "tank_war", practice=False)
    assert capsys.readouterr().err == "note: some limits are weaker\nnote: none is enforced\n"


@pytest.mark.parametrize(
    "words",
    [
        ["match", "tank_war", "greedy", "random", "--games", "2"],
        ["check", "greedy", "--game", "tank_war"],
        ["contest", "run", "nowhere.toml"],
        ["serve", "--port", "0"],
    ],
)
def test_control_groups_that_are_required_and_missing_are_refused_in_one_line(
    words: list[str], steelyard_here: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "not_enforced", lambda: ["limit their memory", "count their CPU time"])
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    shown = steelyard_here(*words, "--require-control-groups")
    assert (shown.returncode, shown.stdout) == (2, "")
    assert shown.stderr == (
        "steelyard: refused (--require-control-groups): here the kernel does not enforce the limits of bots,"
        " and Steelyard would have to limit their memory and count their"
        " CPU time; put `systemd-run --user --scope -p Delegate=yes` before the command, or run as root\n"
    )


def test_control_groups_that_are_required_and_there_change_nothing(
    steelyard_here: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "not_enforced", list)
    words = ["match", "tank_war", "random", "random", "--games", "2", "--require-control-groups"]
    assert steelyard_here(*words).returncode == 0


@pytest.mark.parametrize(
    ("bot", "words", "shown"),
    [
        ("./my bot", [], "; why: steelyard check './my bot' --game tank_war"),
        (
            "./bot",
            ["--clock", "round:1s", "--no-sandbox"],
            "; why: steelyard check ./bot --game tank_war --clock round:1s --no-sandbox",
        ),
        ("./bot", ["--record", "a.jsonl"], "; why: steelyard debug ./bot a.jsonl --number 3 --turn last"),
        ("greedy", [], ""),
    ],
)
def test_whoever_has_lost_by_a_failure_is_told_how_to_see_why(bot: str, words: list[str], shown: str) -> None:
    parser = ArgumentParser()
    match.configure(parser)
    assert match.advice(parser.parse_args(["tank_war", bot, "random", *words]), bot, number=3) == shown


def test_another_ctrl_c_while_it_ends_shows_no_traceback() -> None:
    program = (
        "import atexit, os, signal, sys; from steelyard import cli\n"
        "def interrupted(_words): raise KeyboardInterrupt\n"
        "cli._run = interrupted\n"
        "atexit.register(os.kill, os.getpid(), signal.SIGINT)\n"
        "sys.exit(cli.main())"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (shown.returncode, shown.stderr) == (130, "")


@pytest.mark.parametrize(
    "words",
    [
        ["replay", "pipe"],
        ["debug", "random", "pipe"],
        ["check", "random", "--replay", "pipe"],
        ["match", "tank_war", "random", "greedy", "--board", "pipe"],
        ["play", "tank_duel", "-o", "swap_starts=@pipe"],
        ["contest", "run", "pipe"],
    ],
)
def test_a_pipe_that_nobody_writes_to_is_not_waited_for(
    words: list[str], steelyard: Command, tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "pipe")
    shown = steelyard(*words)
    assert (shown.returncode, shown.stderr) == (
        2,
        "steelyard: pipe: a pipe that nothing comes through; name a file\n",
    )
