"""Contests played for real: from a file to the report, through bad bots and decisions."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from steelyard import cli
from steelyard.arena.execution.executors import LocalExecutor
from steelyard.arena.sandbox.faults import PlatformFault
from steelyard.contest.running.folder import Folder
from steelyard.contest.running.journal_entries import Replaced
from steelyard.contest.running.session import bots_in, contest_runner
from tests.arena.conftest import needs_bubblewrap
from tests.arena.orders import chained
from tests.contest.bots import DUELLIST, write_bad_bot, write_bot
from tests.contest.simulation import contest, names
from tests.timeouts import wait_until

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.arena.execution.work import Work
    from tests.conftest import Command

SMALL = """\
name = "Small"
game = "tank_war"
clock = "none"
seed = 7

[[entrants]]
each_in = "bots"

[teacher]
bot = "teachers"

[[stages]]
kind = "qualification"
ranking = ["wins", "tanks", "boxes"]
advance = 4

[[stages]]
kind = "knockout"

[grades]
formula = "min(10, 9 * sqrt((max_boxes + max_tanks) / 30) + 1 * beat_teacher)"
"""


@pytest.fixture
def steelyard(steelyard: Command, steelyard_here: Command, request: pytest.FixtureRequest) -> Command:
    """In this process, but for Ray, which would stay in it."""
    return steelyard if "ray" in request.node.name.split("_") else steelyard_here


def files(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def entries(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "journal.jsonl").read_text().splitlines()[1:]]


def moves(folder: Path) -> dict[str, Any]:
    """What was played in each game."""
    played = [entry for entry in entries(folder) if entry["entry"] == "played"]
    assert len(played) == len({entry["id"] for entry in played})
    return {entry["id"]: [turn["moves"] for turn in entry["record"]["turns"]] for entry in played}


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Six entrants and a teacher, all of whom play by chance."""
    for name in ("ada", "bob", "cleo", "dora", "emil", "fay"):
        write_bot(tmp_path / "bots" / name)
    write_bot(tmp_path / "teachers")
    (tmp_path / "small.toml").write_text(SMALL)
    return tmp_path


def test_a_contest_runs_to_its_report_and_the_journal_alone_gives_it_again(
    steelyard: Command, small: Path
) -> None:
    shown = steelyard("contest", "run", "small.toml", "--no-sandbox")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "place  name" in shown.stdout
    report = files(small / "small" / "report")
    assert {
        "index.html",
        "grades.html",
        "csv/grades.csv",
        "report.json",
        "brackets/knockout.svg",
    } <= report.keys()
    grades = report["csv/grades.csv"].decode("utf-8-sig").splitlines()
    assert grades[0] == "name,beat_teacher,max_boxes,max_tanks,grade,note"
    assert len(grades) == 7
    (small / "alone").mkdir()
    (small / "alone" / "journal.jsonl").write_bytes((small / "small" / "journal.jsonl").read_bytes())
    steelyard("contest", "report", "alone")
    assert files(small / "alone" / "report") == report
    assert steelyard("contest", "verify", "alone").returncode == 0
    status = json.loads(steelyard("contest", "status", "small", "--json").stdout)
    assert (status["done"], status["games_to_come"], status["stage"]) == (True, 0, "Knockout")
    (small / "small" / "bots" / "teacher-1" / "bot.py").write_text("raise SystemExit")  # it has played
    again = steelyard("contest", "run", "small", "--no-sandbox", "--json")
    assert json.loads(again.stdout)["games"] == status["games"] == len(moves(small / "small"))


def _wait_for(journal: Path, more: int, process: subprocess.Popen[bytes]) -> None:
    """Until so many lines were added, or it is over."""
    before = journal.read_bytes().count(b"\n") if journal.exists() else 0

    def added() -> bool:
        return journal.exists() and journal.read_bytes().count(b"\n") >= before + more

    wait_until(lambda: added() or process.poll() is not None)


def test_a_teachers_bot_that_does_not_start_is_beaten_by_nobody(steelyard: Command, small: Path) -> None:
    (small / "teachers" / "bot.py").write_text("raise SystemExit('no library')")
    shown = steelyard("contest", "run", "small.toml", "--no-sandbox")
    assert shown.returncode == 2
    assert shown.stderr.startswith("steelyard: the teacher's bot did not start: ")
    assert shown.stderr.endswith("; repair teachers and start again\n")
    assert not any(entry["entry"] == "played" for entry in entries(small / "small"))


def test_one_bot_alone_plays_no_contest(steelyard: Command, tmp_path: Path) -> None:
    write_bot(tmp_path / "bots" / "ada")
    write_bot(tmp_path / "bots" / "bob", build="false")
    (tmp_path / "c.toml").write_text(
        'name = "C"\ngame = "tank_war"\n[[entrants]]\neach_in = "bots"\n[[stages]]\nkind = "groups"\n'
    )
    shown = steelyard("contest", "run", "c.toml", "--no-sandbox")
    assert shown.returncode == 2
    assert shown.stderr.endswith("steelyard: 1 of 2 bots can play; at least two are needed\n")


def test_the_bots_of_a_contest_are_those_of_entrants_replacements_and_the_teacher() -> None:
    told = contest('[teacher]\nbot = "greedy"\n[[stages]]\nkind = "groups"\n', names(2))
    entry = Replaced(
        name="bot 01", bot="mine", version=2, fingerprint="", stage=0, round=0, reason="", at="now"
    )
    assert bots_in(told, [entry]) == {"random", "mine", "greedy"}


def test_what_a_bot_writes_is_kept_with_the_contest(steelyard: Command, tmp_path: Path) -> None:
    for name in ("ada", "bob"):
        write_bot(tmp_path / "bots" / name, f"print('{name} is here', file=sys.stderr, flush=True)")
    (tmp_path / "c.toml").write_text(
        'name = "C"\ngame = "tank_war"\n[[entrants]]\neach_in = "bots"\n[[stages]]\nkind = "groups"\n'
    )
    assert steelyard("contest", "run", "c.toml", "--no-sandbox").returncode == 0
    for name in ("ada", "bob"):
        written = [file.read_text() for file in (tmp_path / "c" / "logs" / name).rglob("*") if file.is_file()]
        assert any(f"{name} is here" in text for text in written)


def test_bots_are_started_where_the_caller_wants_it(begun: Path) -> None:
    started: list[Work] = []

    class Noted(LocalExecutor):
        def run(self, work: Work, task: Any) -> bytes:
            started.append(work)
            return super().run(work, task)

    def no_workers(*_: Any) -> Any:
        raise PlatformFault("no workers")

    playing = contest_runner(Folder(begun), Noted(), no_workers, isolated=False, say=lambda *_: None)
    with pytest.raises(PlatformFault, match="no workers"), playing:
        pass
    assert len(started) == 7


@pytest.mark.long
def test_on_ray_it_is_the_same_contest(steelyard: Command, small: Path) -> None:
    pytest.importorskip("ray")
    (small / "small.toml").write_text(
        SMALL.partition("[[stages]]")[0] + '[[stages]]\nkind = "swiss"\nrounds = 2\n'
    )
    steelyard("contest", "run", "small.toml", "--no-sandbox", "--into", "pool")
    shown = steelyard("contest", "run", "small.toml", "--no-sandbox", "--into", "ray", "--ray", "local")
    assert shown.returncode == 0, shown.stderr
    assert moves(small / "ray") == moves(small / "pool")
    for folder in ("ray", "pool"):
        steelyard("contest", "report", folder, "--results-only")
    assert files(small / "ray" / "report") == files(small / "pool" / "report")


def test_without_ray_a_plain_message(steelyard: Command, small: Path) -> None:
    (small / "ray.py").write_text("raise ImportError('not here')")
    words = ["contest", "run", "small.toml", "--no-sandbox", "--ray", "local"]
    shown = steelyard(*words, env={"PYTHONPATH": _path(small)})
    assert shown.returncode == 2
    assert shown.stderr == "steelyard: Ray is not installed; pip install 'steelyard[ray]' adds it\n"
    assert not (small / "small").exists()


def test_a_cluster_that_is_not_there_is_a_plain_message_too(steelyard: Command, small: Path) -> None:
    pytest.importorskip("ray")
    shown = steelyard("contest", "run", "small.toml", "--no-sandbox", "--ray", "127.0.0.1:1")
    assert shown.returncode == 2
    assert "no Ray cluster can be reached at 127.0.0.1:1: " in shown.stderr
    assert not (small / "small").exists()


def _path(first: Path) -> str:
    return ":".join([str(first), *(path for path in sys.path if path)])


@needs_bubblewrap
def test_bad_bots_lose_their_games_and_the_rest_goes_on(steelyard: Command, tmp_path: Path) -> None:
    for name in ("ada", "bob"):
        write_bot(tmp_path / "bots" / name, build="cp bot.py made.py")
    for name in ("exit_zero", "illegal", "memory_hog", "slow", "binary_garbage"):
        write_bad_bot(tmp_path / "bots" / name, name)
    write_bot(tmp_path / "bots" / "does_not_build", build="sh -c 'echo error in line 3 >&2; exit 1'")
    (tmp_path / "bots" / "no_toml").mkdir()
    (tmp_path / "bots" / "does_not_start").mkdir()
    (tmp_path / "bots" / "does_not_start" / "bot.toml").write_text('run = "./nothing"\n')
    (tmp_path / "bad.toml").write_text(
        'name = "Bad"\ngame = "tank_war"\nclock = "bank:4s"\n[[entrants]]\neach_in = "bots"\n'
        '[policy]\nsuspend_after = 1\nmemory_mb = 96\n[[stages]]\nkind = "groups"\n'
        '[grades]\nformula = "wins"\n'
    )
    shown = steelyard("contest", "run", "bad.toml")
    assert shown.returncode == 0, shown.stderr
    quarantined = [line for line in shown.stderr.splitlines() if line.startswith("quarantined: ")]
    assert [line.split(": ")[1:3] for line in quarantined] == [
        ["does_not_build", "it could not be built"],
        ["does_not_start", "it did not start"],
    ]
    advice = "a fixed bot takes part after: steelyard contest replace bad NAME FOLDER --reason TEXT"
    assert shown.stderr.splitlines().count(advice) == 1
    assert "bots/no_toml: left out: the folder is empty" in shown.stderr.splitlines()
    assert "error in line 3" in shown.stderr
    assert str(tmp_path) not in shown.stderr
    report = json.loads((tmp_path / "bad" / "report" / "report.json").read_text())
    assert sorted([name for level in report["ranking"] for name in level][:2]) == ["ada", "bob"]
    verdicts = [entry["record"]["verdict"] for entry in entries(tmp_path / "bad") if _failed(entry)]
    failed = {verdict.get(key) for verdict in verdicts for key in ("fault", "other")} - {None}
    assert failed == {"crashed", "illegal_move", "out_of_memory", "time_out", "unreadable_answer"}
    grades = (tmp_path / "bad" / "report" / "csv" / "grades.csv").read_text("utf-8-sig")
    assert "does_not_build,0,0.00,quarantined: it could not be built" in grades


HOSTILE_BUILDS = {
    "another_toml": "sh -c 'echo run = false > bot.toml'",  # what was submitted is run all the same
    "away": "ln -s / away",
    "deep": "perl -e 'for (1..1100) { mkdir q(d); chdir q(d) }'",
    "fifo": "sh -c 'rm bot.toml && mkfifo bot.toml'",
    "link": "ln -sf /etc/passwd bot.toml",
}


@needs_bubblewrap
def test_hostile_folders_are_quarantined_and_the_rest_plays(steelyard: Command, tmp_path: Path) -> None:
    write_bot(tmp_path / "bots" / "ada")
    for name, build in HOSTILE_BUILDS.items():
        write_bot(tmp_path / "bots" / name, build=build)
    for name in ("handed_fifo", "handed_link"):
        write_bot(tmp_path / "bots" / name)
        (tmp_path / "bots" / name / "bot.toml").unlink()
    os.mkfifo(tmp_path / "bots" / "handed_fifo" / "bot.toml")
    (tmp_path / "bots" / "handed_link" / "bot.toml").symlink_to("/etc/passwd")
    (tmp_path / "odd.toml").write_text(
        'name = "Odd"\ngame = "tank_war"\nclock = "none"\n[[entrants]]\neach_in = "bots"\n'
        '[[stages]]\nkind = "groups"\n'
    )
    shown = steelyard("contest", "run", "odd.toml")
    assert shown.returncode == 0, shown.stderr
    quarantined = [line for line in shown.stderr.splitlines() if line.startswith("quarantined: ")]
    assert [line.split(": ")[1:3] for line in quarantined] == [
        [name, "it could not be built"]
        for name in ("away", "deep", "fifo", "handed_fifo", "handed_link", "link")
    ]
    report = json.loads((tmp_path / "odd" / "report" / "report.json").read_text())
    assert {name for level in report["ranking"] for name in level} >= {"ada", "another_toml"}
    again = steelyard("contest", "run", "odd.toml")
    assert again.returncode == 0, again.stderr
    assert "quarantined" not in again.stderr, "it was said when it happened"


def _failed(entry: dict[str, Any]) -> bool:
    return entry["entry"] == "played" and entry["record"]["verdict"] is not None


def test_winter_games_with_a_tie_at_the_fourth_place(steelyard: Command, tmp_path: Path) -> None:
    strengths = {
        "Alpha": 9,
        "Bravo": 8,
        "Charlie": 7,
        "Delta": 5,
        "Echo": 5,
        "Foxtrot": 3,
        "Golf": 2,
        "Hotel": 1,
    }
    for name, strength in strengths.items():
        write_bot(tmp_path / "teams" / f"{name} {strength}", DUELLIST)
    steelyard("contest", "new", "winter-games", "winter.toml")
    file = tmp_path / "winter.toml"
    group, additional = "{draw = 3, width = 7, height = 7}", "{draw = 3, width = 8, height = 8}"
    drawn = "boards = {draw = 3, width = [8, 14], height = [8, 12]}"
    text = file.read_text().replace("round:1s", "none").replace(drawn, f"boards = {group}", 1)
    assert drawn in text
    file.write_text(text.replace(drawn, f"boards = {additional}"))
    shown = steelyard("contest", "run", "winter.toml", "--no-sandbox")
    assert (shown.returncode, shown.stderr) == (0, "")
    report = json.loads((tmp_path / "winter" / "report" / "report.json").read_text())
    groups, extra, finals = report["stages"]
    points = {row["name"]: row["match_points"] for row in groups["tables"][0]["rows"]}
    assert list(points.values()) == [21, 18, 15, 10, 10, 6, 3, 0]
    assert [row["place"] for row in groups["tables"][0]["rows"]] == [1, 2, 3, 4, 4, 6, 7, 8]
    assert [(m["first"], m["second"]) for m in extra["matches"]] in (
        [("Delta 5", "Echo 5")],
        [("Echo 5", "Delta 5")],
    )
    assert extra["advancing"] == ["Alpha 9", "Bravo 8", "Charlie 7", "Delta 5"]
    assert [len(match["games"]) for match in finals["matches"]] == [8, 8, 8, 10]
    assert report["ranking"][:5] == [["Alpha 9"], ["Bravo 8"], ["Charlie 7"], ["Delta 5"], ["Echo 5"]]


def test_boards_are_in_no_output_before_they_are_played(steelyard: Command, tmp_path: Path) -> None:
    for name in ("one 1", "two 2", "three 3"):
        write_bot(tmp_path / "teams" / name, DUELLIST)
    (tmp_path / "secret.txt").write_text(".......\n.t.....\n...x...\n.......\n...o...\n.....t.\n.......\n")
    (tmp_path / "s.toml").write_text(
        'name = "S"\ngame = "tank_duel"\nclock = "none"\nseed = "hush"\n[[entrants]]\neach_in = "teams"\n'
        '[[stages]]\nkind = "groups"\nboards = {draw = 1, width = 7, height = 7}\nadvance = 2\n'
        '[[stages]]\nkind = "finals"\nsemi_finals = ["secret.txt"]\nfinal = ["secret.txt"]\n'
    )
    command = [sys.executable, "-m", "steelyard", "contest", "run", "s.toml", "--no-sandbox"]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    journal = tmp_path / "s" / "journal.jsonl"
    _wait_for(journal, 5, process)
    process.kill()
    said = process.communicate()[0].decode()
    lines = journal.read_text().splitlines()
    journal.write_text("\n".join(line for line in lines if "finals/" not in line) + "\n")
    steelyard("contest", "report", "s")
    said += steelyard("contest", "status", "s").stdout + journal.read_text()
    said += "".join(content.decode(errors="replace") for content in files(tmp_path / "s" / "report").values())
    assert "...x..." not in said
    assert "3x3/7/3o3" not in said
    assert "hush" not in said.replace((tmp_path / "s.toml").read_text(), "").replace(lines[0], "")
    steelyard("contest", "run", "s.toml", "--no-sandbox")
    assert "3x3/7/3o3" in journal.read_text()


def test_an_organiser_decides_with_a_reason_and_the_audit_log_shows_it(
    steelyard: Command, small: Path
) -> None:
    write_bot(small / "bots" / "gus", build="false")
    steelyard("contest", "run", "small.toml", "--no-sandbox")
    before = moves(small / "small")
    game = next(name for name in before if name.startswith("qualification/"))
    told = steelyard("contest", "rerun", "small", game, "--reason", "the lights went out")
    assert told.stdout.startswith(f"{game} will be played again\n")
    told = steelyard("contest", "disqualify", "small", "ada", "--reason", "copied from Bob")
    assert told.stdout.startswith("ada is disqualified\n")
    hers = next(name for name in before if "ada_v_" in name and name != game)
    for request in (["replace", "small", "ada", "random"], ["rerun", "small", hers]):
        refused = steelyard("contest", *request, "--reason", "x")
        assert (refused.returncode, "ada is disqualified and plays no more" in refused.stderr) == (2, True)
    write_bot(small / "fixed")
    told = steelyard(
        "contest", "replace", "small", "gus", "fixed", "--reason", "a missing file", "--no-sandbox"
    )
    assert told.stdout.startswith("gus plays with fixed from now on\n")
    assert "games are to be played" in told.stdout
    assert steelyard("contest", "run", "small", "--no-sandbox").returncode == 0
    index = (small / "small" / "report" / "index.html").read_text()
    told = steelyard("contest", "withdraw", "small", "bob", "--reason", "left the school")
    assert told.stdout.startswith("bob is withdrawn\n")
    for words in ("the lights went out", "copied from Bob", "a missing file"):
        assert words in index
    report = json.loads((small / "small" / "report" / "report.json").read_text())
    assert report["disqualified"] == {"ada": "copied from Bob"}
    assert "gus" in [name for level in report["ranking"] for name in level]
    assert report["quarantined"] == {}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ["disqualify", "small", "nobody", "--reason", "x"],
            "there is no entrant 'nobody'; there are ada, bob",
        ),
        (["rerun", "small", "final", "--reason", "x"], "`steelyard contest report` lists"),
        (["replace", "small", "ada", "nowhere", "--reason", "x", "--no-sandbox"], "'nowhere' is not a bot"),
        (["status", "bots"], "bots is not the folder of a contest: it has no journal.jsonl"),
        (["run", "bots"], "bots is not the folder of a contest; a contest begins with a file"),
        (["run", "small.toml", "--jobs", "0"], "--jobs must be at least 1"),
        (["run", "missing.toml"], "missing.toml: No such file"),
        (["new", "class", "small.toml"], "small.toml is there already; name another file"),
    ],
)
def test_a_wrong_request_is_refused_in_one_line(
    steelyard: Command, begun: Path, words: list[str], says: str
) -> None:
    shown = steelyard("contest", *words)
    assert (shown.returncode, shown.stdout) == (2, "")
    assert says in shown.stderr
    assert len(shown.stderr.splitlines()) == 1
    assert begun.exists()


@pytest.fixture
def begun(small: Path) -> Path:
    """A contest that has begun and played nothing."""
    from steelyard.contest.file.loader import open_contest
    from steelyard.contest.running.folder import Folder

    folder = Folder(small / "small")
    folder.begin(open_contest(small / "small.toml"), isolated=False)
    return folder.path


@pytest.mark.parametrize("words", [["--into", "home"], []], ids=["named", "by default"])
def test_a_contest_does_not_begin_in_somebodys_folder(
    steelyard: Command, small: Path, words: list[str]
) -> None:
    home = small / (words[1] if words else "small")
    home.mkdir()
    (home / "contest.toml").write_text("mine")
    (home / "letter.txt").write_text("Dear Ada")
    shown = steelyard("contest", "run", "small.toml", "--no-sandbox", *words)
    assert shown.returncode == 2
    assert (
        f"{home.name} is not the folder of a contest: it has contest.toml; name a new one with --into"
        in shown.stderr
    )
    assert {file.name: file.read_text() for file in home.iterdir()} == {
        "contest.toml": "mine",
        "letter.txt": "Dear Ada",
    }


def test_a_contest_that_was_interrupted_as_it_began_begins_again(steelyard: Command, begun: Path) -> None:
    (begun / "journal.jsonl").unlink()
    assert steelyard("contest", "run", "small.toml", "--no-sandbox").returncode == 0


def test_a_contest_whose_file_changed_is_not_mixed_with_the_old_one(
    steelyard: Command, small: Path, begun: Path
) -> None:
    (small / "small.toml").write_text(SMALL.replace("seed = 7", "seed = 8"))
    shown = steelyard("contest", "run", "small.toml", "--no-sandbox")
    assert shown.returncode == 2
    assert (
        "small holds a contest that has begun, and the text of small.toml (seed) changed since;"
        in shown.stderr
    )
    assert "`steelyard contest run small` goes on with it as it began" in shown.stderr
    assert begun.is_dir()


def test_a_bot_that_changes_after_the_start_plays_as_it_was_submitted(
    steelyard: Command, small: Path, begun: Path
) -> None:
    (small / "bots" / "ada" / "bot.py").write_text("syntax error")
    assert steelyard("contest", "run", "small.toml", "--no-sandbox").returncode == 0
    assert not any(entry["entry"] == "quarantined" for entry in entries(begun))


def test_a_journal_that_was_changed_is_refused_with_its_line(steelyard: Command, small: Path) -> None:
    (small / "small.toml").write_text(
        SMALL.partition("[teacher]")[0] + '[[stages]]\nkind = "swiss"\nrounds = 1\n'
    )
    steelyard("contest", "run", "small.toml", "--no-sandbox")
    journal = small / "small" / "journal.jsonl"
    text = journal.read_bytes()
    journal.write_bytes(text.replace(b'"clock":"none"', b'"clock":"bank:1s"', 1))
    shown = steelyard("contest", "report", "small")
    assert shown.returncode == 2
    assert "journal.jsonl: line 8, or one above it, was changed" in shown.stderr
    shown = steelyard("contest", "verify", "small")
    assert (shown.returncode, "line 8, or one above it, was changed" in shown.stdout) == (1, True)
    journal.write_bytes(
        chained(text.replace(b'"figures":{"tanks":[', b'"figures":{"tanks":[9', 1).splitlines())
    )
    shown = steelyard("contest", "verify", "small")
    assert (shown.returncode, "the figures are" in shown.stdout) == (1, True)
    told = steelyard("contest", "verify", "small", "--json")
    assert (told.returncode, json.loads(told.stdout)) == (
        1,
        {"verified": False, "problems": shown.stdout.splitlines()},
    )
    says = (
        "steelyard: small.toml describes a contest; its games are in the folder that `contest run` makes: "
        "small, unless --into names another\n"
    )
    for action in ("status", "report", "verify"):
        named = steelyard("contest", action, "small.toml")
        assert (named.returncode, named.stderr) == (2, says)


def test_a_contest_that_is_being_played_is_not_played_twice(steelyard: Command, begun: Path) -> None:
    import fcntl

    with (begun / "journal.jsonl").open("rb+") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        shown = steelyard("contest", "run", "small.toml", "--no-sandbox")
        assert (shown.returncode, "small is being played; stop it first" in shown.stderr) == (2, True)
        assert steelyard("contest", "status", "small").returncode == 0


@needs_bubblewrap
@pytest.mark.usefixtures("small")
def test_a_contest_goes_on_with_or_without_the_sandbox_as_it_began(steelyard: Command) -> None:
    begun = steelyard("contest", "run", "small.toml", "--no-sandbox")
    assert begun.returncode == 0, begun.stderr
    refused = steelyard("contest", "run", "small")
    assert refused.returncode == 2
    assert (
        "was started without the sandbox (--no-sandbox) and can only be continued like that" in refused.stderr
    )
    assert steelyard("contest", "run", "small.toml", "--no-sandbox").returncode == 0


def test_a_bot_that_replaces_another_is_built_from_its_own_folder_also_after_one_that_failed(
    steelyard: Command, small: Path
) -> None:
    steelyard("contest", "run", "small.toml", "--no-sandbox")
    broken, good = small / "broken", small / "good"
    write_bot(broken, "this is no Python")
    write_bot(good)
    words = ["--reason", "better", "--no-sandbox"]
    assert steelyard("contest", "replace", "small", "ada", "broken", *words).returncode == 2
    told = steelyard("contest", "replace", "small", "ada", "good", *words)
    assert told.returncode == 0, told.stderr


@needs_bubblewrap
def test_a_machine_that_fails_stops_the_contest_and_blames_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("ada", "bob"):
        write_bot(tmp_path / name)
    bots = "".join(f'[[entrants]]\nbot = "{name}"\n' for name in ("ada", "bob"))
    file = tmp_path / "c.toml"
    file.write_text(f'name = "C"\ngame = "tank_war"\nclock = "none"\n{bots}[[stages]]\nkind = "groups"\n')
    words = ["contest", "run", str(file), "--jobs", "1"]

    def fail(*_: object, **__: object) -> None:
        raise PlatformFault("this machine is short of processes")

    with monkeypatch.context() as short:
        short.setattr("steelyard.arena.execution.executors.build_into", fail)
        assert cli.main(words) == 2
    assert "this machine is short of processes" in capsys.readouterr().err
    assert cli.main(words) == 0
    assert not any(entry["entry"] == "quarantined" for entry in entries(tmp_path / "c"))
