"""How the data of these tests was made: `python -m tests.compatibility.make DIRECTORY [PART ...]`.

It does what a person would: commands, signals and HTTP. Until the first release there is one format of each
file, and this data is made again when it changes; afterwards it stays as it is.

Workers leave their machine's name in the database: `unshare --uts` and `hostname` give it another first.
"""

from __future__ import annotations

import argparse
import json
import shutil
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.compatibility.commands import DATA, GAMES, INTERRUPTED, KEEPER, SHORT, SOURCES, STAGES, Maker
from tests.compatibility.comparison import moves_of, schedule_of, transcript_of
from tests.compatibility.current import Guest, schemas
from tests.compatibility.interface import (
    command_lines,
    conversation,
    http_lines,
    message_lines,
    protocol_lines,
)
from tests.compatibility.scenario import make_server, told_address

if TYPE_CHECKING:
    from collections.abc import Callable


def matches(maker: Maker) -> None:
    """A match of each game, and one that was killed in the middle, with the moves it comes to."""
    (maker.folder / "matches").mkdir(exist_ok=True)
    for game in GAMES:
        how = ("--games", "2", "--seed", "compatibility", "--record", f"matches/{game}.jsonl")
        maker.run("match", game, "greedy", "random", *SHORT.get(game, ()), *how)
    failing = ("match", "tank_war", "failing/erna", "random", "--clock", "round:500ms", "--strikes", "1")
    maker.run(*failing, "--games", "12", "--seed", "failures", "--record", "matches/failures.jsonl")
    maker.run(*INTERRUPTED, "--record", "matches/whole.jsonl")
    whole = maker.folder / "matches/whole.jsonl"
    maker.write("matches/interrupted.txt", moves_of(whole))
    whole.unlink()
    maker.killed(
        *INTERRUPTED, "--record", "matches/interrupted.jsonl", file="matches/interrupted.jsonl", after=5
    )


def records(maker: Maker) -> None:
    """Of each game a single record, a game as a person has written it down, and every position of both."""
    (maker.folder / "records").mkdir(exist_ok=True)
    for game in GAMES:
        record = (maker.folder / f"matches/{game}.jsonl").read_text("utf-8").splitlines()[2]
        maker.write(f"records/{game}.json", f"{record}\n")
        played = ("play", game, "--seed", "5", "--bot", "greedy", *SHORT.get(game, ()))
        maker.run(*played, stdin=f"{MOVES[game]}save records/{game}.txt\nquit\n")
        for kind in ("json", "txt"):
            shown = maker.run("replay", f"records/{game}.{kind}", "--json")
            positions = "".join(f"{json.dumps(each, sort_keys=True)}\n" for each in json.loads(shown))
            maker.write(f"records/{game}.{kind}.positions", positions)


MOVES = {  # what the person plays, refused or not; a record of which moves were played is in the file
    "tank_battle": "g1-e1\nh2-b2\ni2-f2\n",
    "tank_duel": "R\nU\nU!\nL>D\n",
    "tank_war": "LA\nLC\nRA\nRB\nLC\n",
}


def contests(maker: Maker) -> None:
    """One that is over, with decisions of its organiser; one that was killed in the middle."""
    (maker.folder / "contests").mkdir(exist_ok=True)
    for name in ("finished", "interrupted"):
        shutil.copy(DATA / f"contests/{name}.toml", maker.folder / "contests")
    run = ("contest", "run", "contests/finished.toml", "--jobs", "1")
    maker.killed(*run, file="contests/finished/journal.jsonl", after=20)
    why = ("--reason", "a test of what an organiser can do")
    maker.run("contest", "disqualify", "contests/finished", "Emil", *why)
    maker.run(*run)
    maker.run("contest", "rerun", "contests/finished", "groups/fay_v_dora/1", *why)
    maker.run(*run)
    whole = ("contest", "run", "contests/interrupted.toml", "--jobs", "1")
    maker.run(*whole, "--into", "contests/whole")
    maker.killed(*whole, file="contests/interrupted/journal.jsonl", after=9)
    report(maker, "contests/finished", "contests/finished.report")
    report(maker, "contests/whole", "contests/interrupted.report")
    shutil.rmtree(maker.folder / "contests/whole")
    shutil.rmtree(maker.folder / "contests/finished/report")


def stages(maker: Maker) -> None:
    """A contest of each kind of stage: its folder, its figures, and what was to be played."""
    for name in STAGES:
        maker.write(f"stages/{name}.toml", (DATA / f"stages/{name}.toml").read_text("utf-8"))
        maker.run("contest", "run", f"stages/{name}.toml", "--jobs", "1")
        report(maker, f"stages/{name}", f"stages/{name}.report")
        shutil.rmtree(maker.folder / f"stages/{name}/report")
        maker.write(f"stages/{name}.txt", schedule_of(maker.folder / f"stages/{name}/journal.jsonl"))


def report(maker: Maker, contest: str, into: str) -> None:
    """The figures of a report; its pages may look otherwise one day."""
    maker.run("contest", "report", contest, "--results-only", "--into", into)
    for each in (maker.folder / into).iterdir():
        if each.is_dir() and each.name != "csv":
            shutil.rmtree(each)
        elif each.is_file() and each.name != "report.json":
            each.unlink()


def protocol(maker: Maker) -> None:
    """All that was said between the referee and a bot that takes the first move, in each game."""
    maker.write("protocol/bot.py", (DATA / "protocol/bot.py").read_text("utf-8"))
    for game in GAMES:
        kept = maker.folder / f"protocol/{game}.kept"
        bot = KEEPER.format(python=sys.executable, bot=DATA / "protocol/bot.py", kept=kept)
        how = ("--games", "2", "--seed", "transcript", "--clock", "none", "--no-sandbox")
        maker.run("match", game, bot, "random", *how, *SHORT.get(game, ()))
        maker.write(f"protocol/{game}.jsonl", transcript_of(kept))
        kept.unlink()


def interface(maker: Maker) -> None:
    """Every name that other programs rely on."""
    words = ("serve", "--cold", "--workers", "0", "--port", "0", "--data", "passing")
    with maker.running(*words, how=signal.SIGTERM) as process:
        address = told_address(process)
        with Guest(address, checked=False) as ada, Guest(address, checked=False) as bob:
            http = [*http_lines(ada.http.get("/api/openapi.json").json())]
            sockets = [*message_lines(conversation(ada, bob))]
    shutil.rmtree(maker.folder / "passing")
    pinned = {
        "http": http,
        "sockets": sockets,
        "commands": command_lines(maker.run),
        "protocol": protocol_lines(schemas()),
    }
    for name, lines in pinned.items():
        maker.write(f"interface/{name}.txt", "".join(f"{line}\n" for line in sorted({*lines})))


PARTS: dict[str, Callable[[Maker], None]] = {
    "matches": matches,
    "records": records,
    "contests": contests,
    "stages": stages,
    "protocol": protocol,
    "interface": interface,
    "server": make_server,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="DIRECTORY")
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--sources", type=Path, default=SOURCES, metavar="DIR")
    told = parser.parse_args()
    maker = Maker(told.folder.absolute(), told.sources)
    maker.folder.mkdir(parents=True, exist_ok=True)
    for bots in ("bots", "failing"):
        shutil.copytree(DATA / bots, maker.folder / bots, dirs_exist_ok=True)
    for name in told.parts or PARTS:
        PARTS[name](maker)


if __name__ == "__main__":
    main()
