"""`steelyard debug`: a game as its bot met it, and the bot run again with no clock."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from steelyard.arena.record import read_record, write_record
from steelyard.arena.sandbox import process
from steelyard.cli.debug_prompt import waiting

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Command

# Says something in its log each turn, and loses its temper in turn 4 of games at seat 1.
BOT = """
import json, os, sys, time

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "name": "talker"}), flush=True)
    elif message["type"] == "start":
        seat, seen = message["seat"], 0
    elif message["type"] == "turn":
        seen += 1
        print("turn", message["turn"], "seen", seen, file=sys.stderr, flush=True)
        if seat == 1 and message["turn"] == 4 and not os.path.exists("calm"):
            sys.exit("out of temper")
        choice = message["legal"][seen % len(message["legal"])]
        if os.path.exists("other"):
            choice = message["legal"][0]
        print(json.dumps({"type": "move", "move": choice}), flush=True)
    elif message["type"] == "bye":
        break
"""


@pytest.fixture
def steelyard(steelyard_here: Command) -> Command:
    return steelyard_here


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a bot that has played two games, and lost the second at seat 1 by a crash."""
    folder = tmp_path_factory.mktemp("match")
    (folder / "talker").mkdir()
    (folder / "talker" / "bot.py").write_text(BOT)
    (folder / "talker" / "bot.toml").write_text(
        'name = "talker"\ngame = "tank_war"\nrun = "python3 bot.py"\n'
    )
    words = ["match", "tank_war", "./talker", "random", "--games", "2", "--clock", "none", "--seed", "3"]
    words += ["--record", "match.jsonl", "--logs", "logs", "--no-sandbox"]
    subprocess.run(
        [sys.executable, "-m", "steelyard", *words], cwd=folder, stdout=subprocess.DEVNULL, check=True
    )
    return folder


@pytest.fixture
def bot(match: Path, tmp_path: Path) -> Path:
    """The bot's folder, beside what it has played."""
    shutil.copytree(match, tmp_path, dirs_exist_ok=True)
    return tmp_path / "talker"


def asked(steelyard: Command, *words: str) -> dict[str, Any]:
    shown = steelyard("debug", "./talker", "match.jsonl", *words, "--json")
    assert shown.stderr == ""
    told: dict[str, Any] = json.loads(shown.stdout)
    return told


@pytest.mark.usefixtures("bot")
def test_a_turn_shows_what_the_bot_saw_answered_needed_and_wrote(steelyard: Command) -> None:
    told = asked(steelyard, "--number", "0", "--turn", "2", "--logs", "logs")
    assert (told["game"], told["number"], told["seat"], told["turn"]) == ("tank_war", 0, 0, 2)
    assert told["state"]["round"] == 1
    assert told["answer"] == told["legal"][2]
    assert told["enemy"] in {"LA", "LB", "LC", "RC", "RB", "RA"}
    assert told["wall_ms"] > 0
    assert told["log"] == "turn 2 seen 2\n"
    assert told["failure"] is None


@pytest.mark.usefixtures("bot")
def test_by_default_it_is_the_first_game_that_the_bot_lost_and_the_failure_is_a_turn(
    steelyard: Command,
) -> None:
    told = asked(steelyard, "--turn", "4", "--logs", "logs")
    assert (told["number"], told["seat"], told["turn"], told["turns"]) == (1, 1, 4, 4)
    assert told["failure"].startswith("crashed: ")
    assert (told["answer"], told["enemy"]) == (None, None)
    assert told["log"] == "turn 4 seen 4\nout of temper\n"


@pytest.mark.usefixtures("bot")
def test_the_log_of_a_later_match_is_not_taken_for_that_of_this_one(steelyard: Command) -> None:
    again = ["--games", "2", "--clock", "none", "--seed", "4", "--no-sandbox", "--logs", "logs"]
    steelyard("match", "tank_war", "./talker", "random", *again)
    for words in (
        ["debug", "./talker", "match.jsonl", "--turn", "2"],
        ["replay", "match.jsonl", "--number", "0"],
    ):
        shown = steelyard(*words, "--logs", "logs")
        assert shown.returncode == 2
        assert "is the log of another game" in shown.stderr
        assert "give every match its own folder" in shown.stderr


def test_a_bot_that_is_not_there_is_named(steelyard: Command, match: Path) -> None:
    shown = steelyard("debug", "./nobot", str(match / "match.jsonl"))
    assert shown.returncode == 2
    assert "there is no folder ./nobot" in shown.stderr


@pytest.mark.usefixtures("bot")
def test_one_turn_has_a_heading_and_the_last_one_shows_how_the_game_ended(steelyard: Command) -> None:
    words = ["debug", "./talker", "match.jsonl", "--number", "0"]
    shown = steelyard(*words, "--turn", "last").stdout
    heading, _, turn = shown.partition("\n\n")
    assert heading.startswith("Tank War, game 0: talker - random, none. ")
    assert heading.endswith("your bot: talker, U (seat 0)")
    told = asked(steelyard, "--number", "0", "--turn", "last")
    assert told["turn"] == told["turns"]
    assert told["after"]["outcome"] is not None
    assert turn.startswith(f"turn {told['turns']} of {told['turns']}\n")
    _, ended = turn.split("\n\nafterwards\n")
    assert f"\nRound {told['after']['round']}: " in ended
    assert steelyard(*words, stdin="").stdout.endswith(f"\n\nafterwards\n{ended}"), "at the prompt too"
    before = asked(steelyard, "--number", "0", "--turn", "1")
    assert before["after"]["round"] == 1
    assert "afterwards" not in steelyard(*words, "--turn", "1").stdout, "the next turn shows it"


@pytest.mark.usefixtures("bot")
def test_a_game_that_was_stopped_has_no_position_afterwards(steelyard: Command) -> None:
    assert asked(steelyard, "--turn", "last")["after"] is None
    assert "afterwards" not in steelyard("debug", "./talker", "match.jsonl", "--turn", "last").stdout


def test_the_bot_is_asked_again_after_all_turns_before(steelyard: Command, bot: Path) -> None:
    told = asked(steelyard, "--number", "1", "--turn", "3", "--ask")
    assert told["again"]["same"]
    assert told["again"]["answer"] == told["answer"]
    assert told["again"]["log"] == "turn 3 seen 3\n", "it has seen the turns before"
    (bot / "other").touch()
    shown = steelyard("debug", "./talker", "match.jsonl", "--number", "1", "--turn", "3", "--ask")
    assert shown.returncode == 1
    assert re.search(r"^now: LA \(in the game \w\w\), in [\d.]+ ms$", shown.stdout, re.MULTILINE)


def test_a_bot_that_fails_again_says_so_and_a_mended_one_answers(steelyard: Command, bot: Path) -> None:
    again = asked(steelyard, "--turn", "4", "--ask")["again"]
    assert (again["failed_in"], again["answer"]) == (4, None)
    assert again["failure"].startswith("crashed: ")
    assert again["log"].endswith("out of temper\n")
    (bot / "calm").touch()
    assert asked(steelyard, "--turn", "4", "--ask")["again"]["answer"] is not None


@pytest.mark.usefixtures("bot")
def test_at_the_prompt_one_goes_through_the_turns_and_asks(steelyard: Command) -> None:
    typed = [
        "goto 1",
        "",
        "back",
        "goto 9",
        "state",
        "ask",
        "alone",
        "goto 3",
        "run",
        "first",
        "pid",
        "hop",
        "quit",
    ]
    words = ["debug", "./talker", "match.jsonl", "--logs", "logs"]
    shown = steelyard(*words, stdin="\n".join(typed) + "\n").stdout
    assert shown.startswith("Tank War, game 1: random - talker, none. random won: talker crashed.\n")
    turns = re.findall(r"^turn (\d) of 4$", shown, re.MULTILINE)
    assert turns == ["4", "1", "2", "1", "3", "1"], "it begins where the game was lost"
    assert "log | out of temper" in shown
    assert "the game has turns 1 to 4, and no turn 9" in shown
    assert '\n "round": 0,\n' in shown
    now = re.findall(r"^now: (\w\w) \(as in the game\)", shown, re.MULTILINE)
    assert len(now) == 2, "the first turn alone is the first turn"
    assert re.search(r"^turn 3: (\w\w) then, \1 now\nturn 4: nothing then, crashed: ", shown, re.MULTILINE)
    pids = re.findall(r"^the bot is process (\d+); no clock runs$", shown, re.MULTILINE)
    assert len(set(pids)) == 2, "after its crash it is started again"
    assert "'hop' is none of these:\nnext, back" in shown


def test_a_bot_can_be_started_under_another_command_and_by_another(steelyard: Command, bot: Path) -> None:
    (bot / "wrapper.sh").write_text('echo "$@" >started; exec "$@"\n')
    told = asked(steelyard, "--number", "0", "--turn", "1", "--ask", "--under", "sh wrapper.sh")
    assert told["again"]["same"]
    assert (bot / "started").read_text() == "python3 bot.py\n"
    shutil.copy(bot / "bot.py", bot / "again.py")
    (bot / "bot.py").unlink()
    assert asked(steelyard, "--number", "0", "--turn", "1", "--ask", "--run", "python3 again.py")["again"][
        "same"
    ]


@pytest.mark.skipif(process.available() is not None, reason=str(process.available()))
def test_in_the_sandbox_the_bot_is_built_in_a_copy(steelyard: Command, bot: Path) -> None:
    toml = (bot / "bot.toml").read_text()
    (bot / "bot.toml").write_text(toml + 'build = "touch built"\n')
    assert asked(steelyard, "--number", "0", "--turn", "1", "--ask", "--sandbox")["again"]["same"]
    assert not (bot / "built").exists()
    assert asked(steelyard, "--number", "0", "--turn", "1", "--ask", "--no-build")["again"]["same"]
    assert not (bot / "built").exists()
    assert asked(steelyard, "--number", "0", "--turn", "1", "--ask")["again"]["same"]
    assert (bot / "built").exists(), "in its own folder, where a debugger finds its sources"


def test_the_authors_folder_stays_as_it_is_whatever_is_in_it(steelyard: Command, bot: Path) -> None:
    """Of strangers, links are refused and their folder removed; here it is the author's own."""
    (bot / "link").symlink_to("/etc/hostname")
    (bot / "private").write_text("mine")
    (bot / "private").chmod(0o600)
    with (bot / "bot.toml").open("a") as toml:
        toml.write('build = "touch built"\n')
    assert asked(steelyard, "--number", "0", "--turn", "1", "--ask")["again"]["same"]
    assert (bot / "link").is_symlink()
    assert (bot / "private").stat().st_mode & 0o777 == 0o600
    for build, why in (
        ("sh -c 'echo it is wrong; exit 3'", "exit code 3: it is wrong"),
        ("nocc", "nocc is not installed"),
    ):
        (bot / "bot.toml").write_text(f'name = "talker"\nrun = "python3 bot.py"\nbuild = "{build}"\n')
        shown = steelyard("debug", "./talker", "match.jsonl", "--turn", "1", "--ask")
        assert (shown.returncode, why in shown.stderr) == (2, True)
    assert (bot / "bot.py").exists()


def test_whoever_waits_for_a_bot_at_a_terminal_is_told_why(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with waiting():
        pass
    assert capsys.readouterr().err == "", "a script is told nothing"
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with waiting():
        assert "waiting for the bot; no clock runs, Ctrl-C ends this" in capsys.readouterr().err
    assert capsys.readouterr().err == "\r\x1b[K", "and the line goes when it has answered"


@pytest.mark.parametrize("words", [("--turn", "1", "--ask"), ()])
def test_at_a_terminal_it_says_that_it_waits_and_leaves_the_line(bot: Path, words: tuple[str, ...]) -> None:
    """What is typed is `ask` and the end of the input; with --ask nothing is read."""
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "steelyard", "debug", "./talker", "match.jsonl", "--number", "0", *words]
    with subprocess.Popen(command, cwd=bot.parent, stdin=theirs, stdout=theirs, stderr=theirs) as debug:
        os.close(theirs)
        os.write(ours, b"first\nask\n\x04")
        shown = b""
        with suppress(OSError):  # the terminal is gone when the program is
            while part := os.read(ours, 4096):
                shown += part
    os.close(ours)
    assert debug.returncode == 0
    assert b"waiting for the bot; no clock runs, Ctrl-C ends this" in shown
    assert shown.endswith(b"\n")


def test_it_waits_longer_than_any_clock_would(steelyard: Command, bot: Path) -> None:
    """Seen from what the bot is told: no clock, and a week for its start."""
    (bot / "bot.py").write_text(
        BOT.replace("for line in sys.stdin:", "for line in sys.stdin:\n    open('heard', 'a').write(line)")
    )
    assert asked(steelyard, "--number", "0", "--turn", "1", "--ask")["again"]["same"]
    heard = [json.loads(line) for line in (bot / "heard").read_text().splitlines()]
    assert heard[0]["startup_ms"] == 7 * 24 * 3600 * 1000
    assert heard[1]["clock"] == "none"
    assert heard[2]["clocks_ms"] == [None, None]


@pytest.mark.usefixtures("bot")
def test_a_downloaded_record_is_found_by_the_bots_name(steelyard: Command, tmp_path: Path) -> None:
    """A server's record names its bots otherwise than the command line does."""
    record = read_record((tmp_path / "match.jsonl").read_bytes().splitlines()[2])
    players = tuple(msgspec.structs.replace(player, bot="bot 17") for player in record.players)
    (tmp_path / "game.json").write_bytes(write_record(msgspec.structs.replace(record, players=players)))
    shown = steelyard("debug", "./talker", "game.json", "--turn", "1", "--json")
    assert json.loads(shown.stdout)["seat"] == 1


CONTEST = """\
name = "two"
game = "tank_war"
seed = 5
clock = "none"

[[entrants]]
name = "the talkers"
bot = "talker"

[[entrants]]
name = "chance"
bot = "random"

[[stages]]
kind = "groups"
"""


@pytest.mark.usefixtures("bot")
def test_a_game_of_a_contest_has_its_log_without_being_told_where(steelyard: Command, tmp_path: Path) -> None:
    (tmp_path / "contest.toml").write_text(CONTEST)
    run = steelyard("contest", "run", "contest.toml", "--into", "out", "--no-sandbox")
    assert run.returncode == 0, run.stderr + run.stdout
    entries = map(json.loads, (tmp_path / "out" / "journal.jsonl").read_text().splitlines()[1:])
    games = {entry["id"]: entry["record"] for entry in entries if entry["entry"] == "played"}
    lost = next(game for game, record in games.items() if record["players"][1]["bot"] == "talker")
    shown = steelyard("debug", "./talker", "out", "--number", lost, "--turn", "2", "--json")
    assert (shown.returncode, shown.stderr) == (0, "")
    told = json.loads(shown.stdout)
    assert (told["id"], told["seat"], told["turns"], told["log"]) == (lost, 1, 4, "turn 2 seen 2\n")
    heading = steelyard("debug", "./talker", "out", "--number", lost, "--turn", "2").stdout.splitlines()[0]
    assert heading.startswith(f"Tank War, game {lost}: "), "as --number calls it"
    missing = steelyard("debug", "./talker", "out", "--number", "nowhere", "--turn", "1")
    assert (missing.returncode, missing.stderr) == (2, "steelyard: out contains no game nowhere\n")
    _is_replayed(steelyard, list(games), lost)


def _is_replayed(steelyard: Command, played: list[str], lost: str) -> None:
    """The games of the contest's folder are listed by their ids, and each can be shown."""
    listed = steelyard("replay", "out")
    assert (listed.returncode, listed.stderr) == (0, "")
    rows = listed.stdout.splitlines()[1 : 1 + len(played)]
    assert [row.split()[0] for row in rows] == played
    assert f"One of them: steelyard replay out --number {played[-1]}\n" in listed.stdout
    shown = steelyard("replay", "out", "--number", lost).stdout
    assert "Stopped here: the talkers's bot crashed in turn 4." in shown
    for words, says in (
        (["--verify"], "a contest is verified by: steelyard contest verify out"),
        (
            ["--logs", "logs"],
            "--logs goes with a match; what a bot wrote in a contest: steelyard debug BOT out",
        ),
        (["--number", "nowhere"], "out contains no game nowhere"),
    ):
        refused = steelyard("replay", "out", *words)
        assert (refused.returncode, refused.stderr) == (2, f"steelyard: {says}\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["match.jsonl", "--turn", "99"], "the game has turns 1 to 4, and no turn 99"),
        (["match.jsonl", "--ask"], "--ask and --json go with --turn N"),
        (["match.jsonl", "--number", "7"], "match.jsonl contains no game 7"),
        (["hand.txt"], "hand.txt is a game written by hand, which no bot played; debug needs a record"),
        (["match.jsonl", "--logs", "nowhere.log"], "nowhere.log is missing: the log of talker in game 1"),
        (["out"], "out is not the folder of a contest: it has no journal.jsonl"),
    ],
)
@pytest.mark.usefixtures("bot")
def test_what_cannot_be_debugged_is_refused_in_one_line(
    words: list[str], says: str, steelyard: Command, tmp_path: Path
) -> None:
    (tmp_path / "hand.txt").write_text("tank_war\n1. LA-RC\n")
    (tmp_path / "out").mkdir()
    shown = steelyard("debug", "./talker", *words)
    assert (shown.returncode, shown.stderr) == (2, f"steelyard: {says}\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--turn", "x"], "argument --turn: 'x' is no turn; it should be a number or `last`"),
        (["--under", "'"], 'argument --under: "\'" cannot be split into words: No closing quotation'),
        (["--run", '"'], "argument --run: '\"' cannot be split into words: No closing quotation"),
        (["--run", ""], "argument --run: the command is empty; it should name a program"),
    ],
)
def test_an_option_that_cannot_be_read_says_what_it_should_be(
    words: list[str], says: str, steelyard_here: Command
) -> None:
    shown = steelyard_here("debug", "./talker", "match.jsonl", *words)
    assert (shown.returncode, shown.stderr.splitlines()[-1]) == (2, f"steelyard debug: error: {says}")


@pytest.mark.usefixtures("bot")
def test_a_bot_that_did_not_play_is_told_who_did(steelyard: Command, tmp_path: Path) -> None:
    shutil.copytree(tmp_path / "talker", tmp_path / "stranger")
    (tmp_path / "stranger" / "bot.toml").write_text('name = "stranger"\nrun = "python3 bot.py"\n')
    shown = steelyard("debug", "./stranger", "match.jsonl")
    assert shown.stderr == (
        "steelyard: ./stranger did not play in match.jsonl, where talker, random played; "
        "say where it sat with --seat\n"
    )
