"""Matches: pairs with exchanged seats, resumable files, several at a time, and no game lost."""

from __future__ import annotations

import json
import os
import shutil
import sys
from contextlib import closing
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from steelyard import games
from steelyard.arena.match.plan import MatchPlan, MatchRunner, bot_cores, most_jobs
from steelyard.arena.program import InvalidBot, Program, find
from steelyard.arena.record import game_seed, read_record, write_record
from steelyard.arena.sandbox import process, procfs
from steelyard.arena.verdicts import Fault, Verdict, verdict_result
from tests.arena.orders import chained

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Command

RANDOM = Program("random", "random", (sys.executable, "-m", "steelyard.bots", "tank_war", "random"))


@pytest.fixture
def steelyard(steelyard_here: Command) -> Command:
    return steelyard_here


def plan(**changed: Any) -> MatchPlan:
    told: dict[str, Any] = {
        "game": "tank_war",
        "options": {},
        "programs": (RANDOM, RANDOM),
        "count": 8,
        "setups": ("", "153/053/053/053/053/053"),
        "seed": "1",
        "clock": "none",
    }
    return MatchPlan.of(**{**told, **changed})


def test_the_two_games_of_a_pair_have_the_same_start_and_exchanged_seats() -> None:
    heading = plan().heading
    orders = [heading.game_order(number) for number in range(8)]
    for one, two in pairwise(orders):
        assert (one.start == two.start) == (one.number % 2 == 0)
    for number in range(0, 8, 2):
        assert (heading.seats(number), heading.seats(number + 1)) == ((0, 1), (1, 0))


def test_an_order_says_all_about_its_game() -> None:
    other = find("greedy", "tank_war", ["greedy"])
    told = plan(clock="round:1s", realtime=True, strikes=2, programs=(RANDOM, other)).heading.game_order(3)
    assert [player.name for player in told.players] == ["greedy", "random"]
    assert (told.game, told.clock, told.realtime, told.strikes) == ("tank_war", "round:1s", True, 2)
    assert (told.start, told.number) == ("153/053/053/053/053/053", 3)
    assert told.seed == game_seed("1", "game", 3)


def test_timed_games_never_share_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda _pid: set(range(8)))
    assert most_jobs("bank:120s") == 4
    assert most_jobs("none") == 8
    monkeypatch.setattr("os.sched_getaffinity", lambda _pid: {0})
    assert most_jobs("bank:120s") == 1


def test_without_a_clock_the_referee_joins_its_bots_on_their_core_and_alone() -> None:
    """Not the heartbeat: on a core that is always busy it would be late."""
    free, others = os.sched_getaffinity(0), {*procfs.children(os.getpid())}
    for clock, cores in (("none", {*bot_cores(1, together=True)}), ("bank:120s", free)):
        with closing(MatchRunner(plan(clock=clock, isolated=False), worker=1)):
            assert os.sched_getaffinity(0) == cores
            (heartbeat,) = {*procfs.children(os.getpid())} - others
            assert os.sched_getaffinity(heartbeat) == free
        assert os.sched_getaffinity(0) == free


MATCH = ("match", "tank_war", "greedy", "random", "--games", "6", "--clock", "none", "--json", "--seed", "1")


def moves(file: Path) -> dict[int, Any]:
    records = [json.loads(line) for line in file.read_text().splitlines()[1:]]
    assert len(records) == len({record["number"] for record in records})
    return {record["number"]: [turn["moves"] for turn in record["turns"]] for record in records}


def test_a_match_prints_one_object_and_is_the_same_for_the_same_seed(
    steelyard: Command, tmp_path: Path
) -> None:
    first = steelyard(*MATCH, "--record", "a.jsonl")
    second = steelyard(*MATCH, "--record", "b.jsonl", "--jobs", "2")
    steelyard(*MATCH, "--record", "c.jsonl", "--seed", "2")
    assert (first.returncode, first.stderr) == (0, "")
    told = json.loads(first.stdout)
    assert (told["game"], told["players"], told["games"]) == ("tank_war", ["greedy", "random"], 6)
    assert sum(told["wins"]) + told["draws"] == 6
    assert told["score"] == (told["wins"][0] + told["draws"] / 2) / 6
    assert told["interval"][0] <= told["score"] <= told["interval"][1]
    assert told["verdicts"] == [{}, {}]
    assert len(told.pop("hash")) == 64
    assert json.loads(second.stdout).items() >= told.items()
    assert moves(tmp_path / "a.jsonl") == moves(tmp_path / "b.jsonl") != moves(tmp_path / "c.jsonl")


def test_a_match_file_verifies_and_a_changed_byte_does_not(steelyard: Command, tmp_path: Path) -> None:
    steelyard(*MATCH, "--record", "a.jsonl")
    told = steelyard("replay", "a.jsonl", "--verify").stdout
    assert told.startswith("verified: 6 games replay to the stored outcome\nhash: ")
    text = (tmp_path / "a.jsonl").read_bytes()
    at = text.index(b'"moves"') + 12
    (tmp_path / "a.jsonl").write_bytes(text[:at] + bytes([text[at] ^ 1]) + text[at + 1 :])
    shown = steelyard("replay", "a.jsonl", "--verify")
    assert shown.returncode == 1
    assert shown.stdout.startswith("not verified: a.jsonl: line 2, or one above it, was changed")


def test_what_a_record_without_its_match_cannot_show_is_said(steelyard: Command, tmp_path: Path) -> None:
    steelyard(*MATCH, "--record", "a.jsonl")
    _, *lines = (tmp_path / "a.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "a.jsonl").write_bytes(b"".join(lines))
    replays, without_match = steelyard("replay", "a.jsonl", "--verify").stdout.splitlines()
    assert replays == "verified: 6 games replay to the stored outcome"
    assert without_match.startswith("not checked, because the file has no heading of a match: ")
    record = read_record(lines[0])
    verdict = Verdict(0, Fault.FAILED_TO_START, "no such program")
    unplayed = replace(record, turns=[], verdict=verdict, outcome=verdict_result(verdict))
    (tmp_path / "a.jsonl").write_bytes(write_record(unplayed))
    _, *told = steelyard("replay", "a.jsonl", "--verify").stdout.splitlines()
    assert told == [
        without_match,
        "not checked, because they have no CPU times of bots: times and verdicts of 1 game",
    ]


def test_a_recorded_game_can_be_shown_filmed_and_compared(steelyard: Command, tmp_path: Path) -> None:
    steelyard(*MATCH, "--record", "a.jsonl")
    assert "random - greedy, none" in steelyard("replay", "a.jsonl", "--number", "3").stdout
    assert (
        steelyard("replay", "a.jsonl", "--number", "99").stderr == "steelyard: a.jsonl contains no game 99\n"
    )
    steelyard("replay", "a.jsonl", "--gif", "a.gif")
    assert (tmp_path / "a.gif").read_bytes().startswith(b"GIF89a")
    same = steelyard("check", "greedy", "--replay", "a.jsonl")
    assert (same.returncode, "All answers are the same." in same.stdout) == (0, True)
    other = steelyard("check", "random", "--replay", "a.jsonl", "--seat", "0")
    assert (other.returncode, "Some answers differ from the record." in other.stdout) == (1, True)


def test_a_match_goes_on_where_it_stopped_and_in_no_other_match(steelyard: Command, tmp_path: Path) -> None:
    steelyard(*MATCH, "--record", "a.jsonl")
    whole = (tmp_path / "a.jsonl").read_bytes()
    lines = whole.splitlines(keepends=True)
    (tmp_path / "a.jsonl").write_bytes(b"".join(lines[:4]) + lines[4][:50])
    again = steelyard(*MATCH, "--record", "a.jsonl")
    assert json.loads(again.stdout)["games"] == 6
    assert len(moves(tmp_path / "a.jsonl")) == 6
    other = steelyard(*MATCH, "--record", "a.jsonl", "--seed", "9")
    assert other.returncode == 2
    assert "a.jsonl contains another match (different: seed)" in other.stderr
    fewer = json.loads(steelyard(*MATCH[:5], "2", *MATCH[6:], "--record", "a.jsonl").stdout)
    assert fewer["games"] == 2


def test_a_file_that_is_no_match_is_left_as_it_is(steelyard: Command, tmp_path: Path) -> None:
    for text in ("my only copy", "two\nlines", '{"steelyard_match": 2}\n'):
        (tmp_path / "thesis.txt").write_text(text)
        shown = steelyard(*MATCH, "--record", "thesis.txt")
        assert (shown.returncode, (tmp_path / "thesis.txt").read_text()) == (2, text)
        assert "is not a match file" in shown.stderr
    assert "not a regular file" in steelyard(*MATCH, "--record", "/dev/null").stderr


def test_records_of_another_match_or_twice_are_refused(steelyard: Command, tmp_path: Path) -> None:
    steelyard(*MATCH, "--record", "a.jsonl")
    steelyard(*MATCH, "--record", "b.jsonl", "--seed", "2")
    ours, theirs = ((tmp_path / f"{name}.jsonl").read_bytes().splitlines(keepends=True) for name in "ab")
    (tmp_path / "a.jsonl").write_bytes(chained(ours[:2] + theirs[3:4]))
    assert (
        "line 3: it is not the game that was to be played (different: seed)"
        in steelyard(*MATCH, "--record", "a.jsonl").stderr
    )
    (tmp_path / "a.jsonl").write_bytes(chained(ours[:2] + ours[1:2]))
    assert "is here twice" in steelyard(*MATCH, "--record", "a.jsonl").stderr
    assert "is here twice" in steelyard("replay", "a.jsonl", "--verify").stdout
    (tmp_path / "a.jsonl").write_bytes(ours[0])
    assert steelyard("replay", "a.jsonl", "--verify").returncode == 1


def test_a_match_that_is_being_written_is_not_written_twice(steelyard: Command, tmp_path: Path) -> None:
    import fcntl

    with (tmp_path / "a.jsonl").open("ab") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert "is being written by another match" in steelyard(*MATCH, "--record", "a.jsonl").stderr


@pytest.mark.parametrize("isolated", [True, False])
@pytest.mark.parametrize("leaving", ["exit 255", "kill -35 $$", "exit 0"])
def test_a_bot_that_leaves_with_any_code_or_signal_only_loses_its_games(
    leaving: str, *, isolated: bool
) -> None:
    if isolated and process.available() is not None:
        pytest.skip(str(process.available()))
    gone = Program("gone", "gone", ("sh", "-c", leaving))
    one = plan(programs=(gone, RANDOM), isolated=isolated)
    with closing(MatchRunner(one)) as runner:
        verdict = runner.play(0).verdict
    assert verdict is not None
    assert (verdict.fault, verdict.seat) == ("failed_to_start", 0)


def test_a_bot_that_crashes_does_not_spoil_its_opponents_next_game(
    steelyard: Command, tmp_path: Path
) -> None:
    (tmp_path / "slow.py").write_text(BOT.format(turn="time.sleep(0.1)"))
    (tmp_path / "crash.py").write_text(BOT.format(turn="if message['turn'] == 3: sys.exit(1)"))
    bots = [f"cmd:{sys.executable} {name}.py" for name in ("slow", "crash")]
    shown = steelyard("match", "tank_war", *bots, "--games", "4", "--clock", "none", "--json", "--no-sandbox")
    told = json.loads(shown.stdout)
    assert told["verdicts"] == [{}, {"crashed": 4}]


BOT = """
import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{{"type":"ready"}}', flush=True)
    elif message["type"] == "turn":
        {turn}
        print(json.dumps({{"type": "move", "move": message["legal"][0]}}), flush=True)
"""


@pytest.fixture
def workshop(tmp_path: Path) -> Path:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "bot.py").write_text(BOT.format(turn="pass"))
    (tmp_path / "mine" / "secret.key").write_text("mine")
    (tmp_path / "mine" / "secret.key").chmod(0o600)
    return tmp_path / "mine"


def test_a_bot_is_built_in_a_copy_of_its_folder(steelyard: Command, workshop: Path) -> None:
    (workshop / "bot.toml").write_text('build = "cp bot.py made.py"\nrun = "python3 made.py"\n')
    words = [
        "match",
        "tank_war",
        "./mine",
        "random",
        "--games",
        "2",
        "--clock",
        "none",
        "--json",
        "--no-sandbox",
    ]
    assert json.loads(steelyard(*words).stdout)["verdicts"] == [{}, {}]
    assert not (workshop / "made.py").exists()
    assert (workshop / "secret.key").stat().st_mode & 0o777 == 0o600


def test_a_bot_that_is_compared_with_a_match_is_built_once(
    steelyard: Command, workshop: Path, tmp_path: Path
) -> None:
    log = tmp_path / "builds.log"
    (workshop / "bot.toml").write_text(f'build = "sh -c \'echo built >> {log}\'"\nrun = "python3 bot.py"\n')
    words = ["--clock", "none", "--no-sandbox", "--games", "4", "--record", "a.jsonl"]
    steelyard("match", "tank_war", "./mine", "random", *words)
    log.unlink()
    shown = steelyard("check", "./mine", "--replay", "a.jsonl", "--no-sandbox")
    assert shown.stdout.endswith("All answers are the same.\n"), shown
    assert log.read_text() == "built\n"


def test_a_bot_that_does_not_build_is_refused_with_its_log(steelyard: Command, workshop: Path) -> None:
    (workshop / "bot.toml").write_text('build = "sh -c \'echo error in line 3; exit 1\'"\nrun = "./bot"\n')
    shown = steelyard("match", "tank_war", "./mine", "random", "--games", "2", "--no-sandbox")
    assert shown.returncode == 2
    assert "failed_to_build: mine: sh failed with exit code 1: error in line 3\n" in shown.stderr


def test_a_long_log_of_a_build_is_shown_from_its_beginning(steelyard: Command, workshop: Path) -> None:
    """Compilers say what is wrong first, and then what follows from it."""
    (workshop / "bot.toml").write_text('build = "sh -c \'seq 30; exit 1\'"\nrun = "./bot"\n')
    shown = steelyard("match", "tank_war", "./mine", "random", "--games", "2", "--no-sandbox")
    lines = shown.stderr.splitlines()
    assert lines[1:3] == ["  1", "  2"]
    assert lines[-2:] == ["  12", "  ... and 18 more lines"]


def test_a_compiler_that_is_not_there_is_named_with_its_package(
    steelyard: Command, workshop: Path, tmp_path: Path
) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    for tool in ("sh", "setpriv", "prlimit"):
        (tools / tool).symlink_to(str(shutil.which(tool)))
    (workshop / "bot.toml").write_text('build = "mcs bot.cs"\nrun = "./bot"\n')
    shown = steelyard(
        "match", "tank_war", "./mine", "random", "--games", "2", "--no-sandbox", env={"PATH": str(tools)}
    )
    assert "mine: mcs is not installed; on Debian or Ubuntu: apt install mono-mcs\n" in shown.stderr


def test_a_script_with_windows_line_ends_is_told_apart_from_a_bad_build(
    steelyard: Command, workshop: Path
) -> None:
    (workshop / "build.sh").write_bytes(b"for x in 1\r\ndo true\r\ndone\r\n")
    (workshop / "bot.toml").write_text('build = "sh build.sh"\nrun = "./bot"\n')
    shown = steelyard("match", "tank_war", "./mine", "random", "--games", "2", "--no-sandbox")
    assert "mine: build.sh has Windows line ends, which sh cannot read" in shown.stderr


def test_a_sequential_test_stops_the_match(steelyard: Command) -> None:
    words = ["match", "tank_war", "greedy", "random", "--games", "2000", "--clock", "none", "--sprt", "0,100"]
    # With a few per cent of all seeds the matches end the other way.
    told = json.loads(steelyard(*words, "--seed", "1", "--json").stdout)
    assert told["sprt"]["state"] == "accepted"
    assert told["games"] < 400


def test_a_board_is_named_or_in_a_file(steelyard: Command, tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_text("spiral")
    words = [
        "match",
        "tank_duel",
        "random",
        "random",
        "--games",
        "4",
        "--clock",
        "none",
        "--record",
        "m.jsonl",
    ]
    shown = steelyard(*words, "--board", "maze", "--board", "own.txt")
    assert (shown.returncode, shown.stderr) == (0, "")
    records = [json.loads(line) for line in (tmp_path / "m.jsonl").read_text().splitlines()[1:]]
    duel = games.get("tank_duel")
    starts = {duel.write_state(duel.start(name)) for name in ("maze", "spiral")}
    assert {record["start"] for record in records} == starts


def test_of_several_boards_the_bad_one_is_named(steelyard: Command, tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text(games.get("tank_duel").setups()[0])
    (tmp_path / "bad.txt").write_text("10/10 0,0:R>R\n")
    (tmp_path / "latin.txt").write_bytes(b"\xe5\xe4\xf6")
    for bad, why in (("bad.txt", ""), ("latin.txt", "the file is not UTF-8 text")):
        shown = steelyard("match", "tank_duel", "random", "random", "--board", "good.txt", "--board", bad)
        assert (shown.returncode, shown.stdout) == (2, "")
        assert shown.stderr.startswith(f"steelyard: {bad}: {why}")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ["nobody", "random"],
            "'nobody' is not a bot; it should be a built-in's name, a folder with a bot.toml",
        ),
        (["cmd:./missing", "random"], "./missing: there is no such file"),
        (["cmd:", "random"], "cmd: needs a command"),
        (["random", "random", "--clock", "7"], "'7' is not a clock; it should be bank:120s"),
        (["random", "random", "--games", "0"], "--games and --jobs must be at least 1"),
        (["random", "random", "--sprt", "1"], "it should be two Elo differences, e.g. 0,20"),
        (["random", "random", "--sprt", "5,1"], "a test needs two Elo differences, the smaller first"),
        (["random", "random", "--board", "missing.txt"], "missing.txt: No such file"),
        (["random", "random", "-o", "lanes=ABC"], "option lanes: 'ABC' is not an order"),
    ],
)
def test_a_wrong_match_is_refused_in_one_line(steelyard: Command, words: list[str], says: str) -> None:
    shown = steelyard("match", "tank_war", *words)
    assert (shown.returncode, shown.stdout) == (2, "")
    assert says in shown.stderr
    assert len(shown.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("toml", "says"),
    [
        (None, "the folder has no bot.toml"),
        ("name = ", "Invalid value"),
        ('name = "x"', "its bot.toml has no `run`"),
        ('run = "./x"\ncolour = "red"', "unknown key 'colour'; the keys are name, game, build, run"),
        ("run = 7", "run should be text or a list of words"),
        ('run = "./x"\ngame = "tank_duel"', "says that it plays tank_duel, not tank_war"),
        ('run = "./x \'y"', "cannot be split into words"),
    ],
)
def test_a_folder_that_is_no_bot_is_refused(tmp_path: Path, toml: str | None, says: str) -> None:
    if toml is not None:
        (tmp_path / "bot.toml").write_text(toml)
    with pytest.raises(InvalidBot, match=says):
        find(str(tmp_path), "tank_war", ["random"])


def test_a_folder_names_its_program_also_with_windows_line_ends(tmp_path: Path) -> None:
    folder = tmp_path / "my bot"
    folder.mkdir()
    (folder / "bot.toml").write_bytes(
        b'\xef\xbb\xbfname = "Ada"\r\nrun = ["./bot", "--fast"]\r\nbuild = "make all"\r\n'
    )
    program = find(str(folder), "tank_war", [])
    assert (program.name, program.run, program.build) == ("Ada", ("./bot", "--fast"), ("make", "all"))
