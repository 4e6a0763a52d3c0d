"""`steelyard contest`: play a contest that is described by one file, and manage it."""

from __future__ import annotations

import argparse
import shlex
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steelyard.arena.match.journal import is_being_written
from steelyard.cli.arguments import add_control_groups, add_hash, chosen_hash
from steelyard.cli.contest_decisions import configure_decisions
from steelyard.cli.phrases import hash_words
from steelyard.cli.terminal import show, show_json
from steelyard.contest.file.templates import copy_out, game_of, names
from steelyard.contest.running.folder import Folder, edited_copy, progress_of
from steelyard.contest.running.journal import INCOMPLETE, is_torn
from steelyard.core.errors import InvalidOption

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from steelyard.contest.running.progress import Progress

EXIT_FAILED = 1


def configure(parser: ArgumentParser) -> None:
    parser.epilog = (
        "example: steelyard contest new class class.toml\n"
        "example: steelyard contest run class.toml --jobs 2\n"
        "example: steelyard contest report class"
    )
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    _configure_playing(actions)
    _configure_showing(actions)
    configure_decisions(partial(_action, actions))


def run(arguments: Namespace) -> int:
    status: int = arguments.act(arguments)
    return status


def _action(
    actions: Any, name: str, act: Callable[[Namespace], int], summary: str, example: str
) -> ArgumentParser:
    action: ArgumentParser = actions.add_parser(
        name,
        help=summary,
        description=summary,
        epilog=f"example: steelyard contest {name} {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    action.set_defaults(act=act)
    return action


def _configure_playing(actions: Any) -> None:
    new = _action(actions, "new", _new, "write a contest file to start from", "class class.toml")
    offered = ", ".join(f"{name} ({game_of(name)})" for name in names())
    told = f"one of {offered}; in the file, `game` can be changed"
    new.add_argument("template", metavar="TEMPLATE", choices=names(), help=told)
    new.add_argument("file", metavar="FILE", type=Path, help="the file to write")
    play = _action(actions, "run", _run, "play a contest, or continue it", "class.toml --jobs 2")
    play.add_argument("contest", metavar="FILE", type=Path, help="a contest file, or the folder of a contest")
    play.add_argument(
        "--into", type=Path, metavar="DIR", help="the contest's folder (default: the file's name)"
    )
    where = play.add_mutually_exclusive_group()
    where.add_argument(
        "--jobs", type=int, metavar="N", help="games at a time (default: as many as the cores allow)"
    )
    where.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="play on a Ray cluster (see docs/hosting.md); `local` starts one on this machine",
    )
    play.add_argument("--no-sandbox", action="store_true", help="practice: run the bots without isolation")
    add_control_groups(play)
    play.add_argument("--json", action="store_true", help="print one JSON object at the end")


def _configure_showing(actions: Any) -> None:
    status = _action(actions, "status", _status, "show the state of a contest", "class")
    report = _action(actions, "report", _report, "write the results as web pages, CSV and JSON", "class")
    verify = _action(
        actions,
        "verify",
        _verify,
        "compute a contest again from its journal: games, times, decisions; say what does not fit",
        "class",
    )
    add_hash(verify, "of the journal, as a report says it")
    for action in (status, report, verify):
        action.add_argument("folder", metavar="DIR", type=Path, help="the contest's folder, or its journal")
    status.add_argument("--grades", action="store_true", help="also show how each grade was computed")
    for action in (status, verify):
        action.add_argument("--json", action="store_true", help="print one JSON object")
    report.add_argument(
        "--into",
        type=Path,
        metavar="DIR",
        help="the folder to write (default: report, in the contest's folder)",
    )
    report.add_argument(
        "--results-only",
        action="store_true",
        help="leave out measured times: two runs with the same seed give the same files",
    )


def _new(arguments: Namespace) -> int:
    copy_out(arguments.template, arguments.file)
    what = f'a contest with game = "{game_of(arguments.template)}"; change that if you like'
    where = "put the bots' folders or zips where its `each_in` says, or name them in it"
    show(f"{arguments.file}: {what}; {where}, then: steelyard contest run {arguments.file}")
    return 0


def _run(arguments: Namespace) -> int:
    from steelyard.cli.contest_run import organise  # noqa: PLC0415 - only playing needs the arena

    return organise(arguments)


def _journal_of(folder: Path) -> Path:
    """The journal of a contest, which may be named itself."""
    if folder.suffix == ".toml":
        raise InvalidOption(
            f"{folder} describes a contest; its games are in the folder that `contest run` makes: "
            f"{folder.with_suffix('')}, unless --into names another"
        )
    return folder if folder.is_file() else Folder(folder).journal


def _progress_of(folder: Path) -> Progress:
    progress = progress_of(file := _journal_of(folder))
    if is_torn(file):
        show(f"{file}: {INCOMPLETE}", error=True)
    if edited := edited_copy(file):
        show(edited, error=True)
    return progress


def _status(arguments: Namespace) -> int:
    from steelyard.contest.report.status import status_json, status_text  # noqa: PLC0415 - as above

    progress = _progress_of(arguments.folder)
    if arguments.json:
        show_json(status_json(progress))
    else:
        file = _journal_of(arguments.folder)
        command = f"steelyard contest run {shlex.quote(str(file.parent))}"
        stopped = "" if is_being_written(file) else command
        show(status_text(progress, computed=arguments.grades, stopped=stopped))
    return 0


def _report(arguments: Namespace) -> int:
    from steelyard.contest.report.writer import write_report  # noqa: PLC0415 - as above

    folder = arguments.folder.parent if arguments.folder.is_file() else arguments.folder
    into = arguments.into or Folder(folder).report
    write_report(_progress_of(arguments.folder), into, measured=not arguments.results_only)
    show(f"{into / 'index.html'}")
    return 0


def _verify(arguments: Namespace) -> int:
    from steelyard.arena.verification import UNKNOWABLE_OF_CONTESTS  # noqa: PLC0415 - as above
    from steelyard.contest.running.verification import (  # noqa: PLC0415
        bots_words,
        compared_bots,
        counted,
        verify,
    )

    published = chosen_hash(arguments)
    file = _journal_of(arguments.folder)
    found = list(verify(file, published))
    if found:
        show_json({"verified": False, "problems": found}) if arguments.json else show("\n".join(found))
        return EXIT_FAILED
    progress = _progress_of(arguments.folder)
    if arguments.json:
        told = {"verified": True, "problems": [], "journal_hash": progress.journal_hash}
        show_json({**told, "not_verified": [] if published else list(UNKNOWABLE_OF_CONTESTS)})
    else:
        show(f"verified: {counted(progress)} were played as the journal says")
        show(bots_words(compared_bots(file)))
        show(hash_words(progress.journal_hash, published, UNKNOWABLE_OF_CONTESTS))
    return 0
