"""The organiser's decisions, e.g. `steelyard contest disqualify`: what each changes, then the change."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from steelyard.cli.terminal import agreed, show
from steelyard.contest.running import decisions
from steelyard.contest.running.decision_effects import effect_words, preview
from steelyard.contest.running.folder import Folder
from steelyard.core.errors import InvalidOption

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from steelyard.contest.running.journal_entries import AnyEntry
    from steelyard.contest.running.progress import Progress

EXIT_FAILED = 1


def configure_decisions(add: Callable[..., ArgumentParser]) -> None:
    """`add` makes a parser of a name, what it does, a summary and an example."""
    out = "disqualify an entrant: it loses the games of the current round and plays no more"
    disqualify = add("disqualify", _disqualify, out, 'class Ada --reason "not her own work"')
    gone = "take out an entrant that withdraws: its played games stand, it forfeits the others"
    withdraw = add("withdraw", _withdraw, gone, 'class Ada --reason "ill"')
    back = "take back a disqualification, withdrawal or suspension, as if it had never been"
    reinstate = add("reinstate", _reinstate, back, 'class Ada --reason "it was her own work"')
    again = 'class qualification/ada_v_bob/1 --reason "the machine was unplugged"'
    rerun = add("rerun", _rerun, "replay a game", again)
    other = 'class Ada fixed/ada --reason "did not build"'
    replace = add("replace", _replace, "replace an entrant's bot: another version plays from now on", other)
    how = 'class qualification/ada_v_bob/1 --winner Bob --reason "Ada\'s bot stalled the machine"'
    rule = add("rule", _rule, "decide a game that waits for a decision", how)
    for action in (disqualify, withdraw, reinstate, rerun, rule, replace):
        action.add_argument("folder", metavar="DIR", type=Path, help="the contest's folder")
        action.add_argument(
            "--reason", required=True, metavar="TEXT", help="the reason (required), for the report"
        )
    rerun.add_argument(
        "game", metavar="GAME", help="the game's name, from the page Games of `contest report`"
    )
    rule.add_argument("game", metavar="GAME", help="the game's name in `contest status`")
    result = rule.add_mutually_exclusive_group(required=True)
    result.add_argument("--winner", metavar="NAME", help="the entrant who won")
    result.add_argument("--draw", action="store_true", help="the game is a draw")
    for action in (disqualify, withdraw, reinstate, replace):
        action.add_argument("name", metavar="NAME", help="the entrant")
    for action in (disqualify, withdraw):
        action.add_argument(
            "--grade",
            default="formula",
            metavar="GRADE",
            help="its grade: `formula` (default; as for everybody), `none`, or a number",
        )
    replace.add_argument("bot", metavar="BOT", help="a folder with a bot.toml, a zip, or any other bot")
    replace.add_argument("--no-sandbox", action="store_true", help="practice: run the bots without isolation")
    for action in (disqualify, withdraw, reinstate, rerun, replace):
        action.add_argument("--preview", action="store_true", help="only say what it would change")
        action.add_argument(
            "--yes", action="store_true", help="do not ask, even if played games are lost by it"
        )


def _disqualify(arguments: Namespace) -> int:
    return _take_out(arguments, withdrew=False)


def _withdraw(arguments: Namespace) -> int:
    return _take_out(arguments, withdrew=True)


def _take_out(arguments: Namespace, *, withdrew: bool) -> int:
    name, reason, grade = arguments.name, arguments.reason, arguments.grade

    def entry(progress: Progress) -> AnyEntry:
        return decisions.checked_disqualification(progress, name, reason, grade, withdrew=withdrew)

    def act(folder: Folder) -> str:
        return decisions.disqualify(folder, name, reason, grade, withdrew=withdrew)

    return _decide(arguments, entry, act)


def _reinstate(arguments: Namespace) -> int:
    name, reason = arguments.name, arguments.reason
    return _decide(
        arguments,
        lambda progress: decisions.checked_reinstatement(progress, name, reason),
        lambda folder: decisions.reinstate(folder, name, reason),
    )


def _rerun(arguments: Namespace) -> int:
    game, reason = arguments.game, arguments.reason
    return _decide(
        arguments,
        lambda progress: decisions.checked_rerun(progress, game, reason),
        lambda folder: decisions.rerun(folder, game, reason),
    )


def _rule(arguments: Namespace) -> int:
    _check_reason(arguments)
    folder = Folder(arguments.folder)
    return _decided(folder, decisions.rule(folder, arguments.game, arguments.winner, arguments.reason))


def _replace(arguments: Namespace) -> int:
    from steelyard.cli.progress import isolation  # noqa: PLC0415 - only this one runs a bot

    name, bot, reason = arguments.name, arguments.bot, arguments.reason

    def act(folder: Folder) -> str:
        game = folder.progress().contest.file.game
        isolated = isolation([bot], game, practice=arguments.no_sandbox, contest=True)
        return decisions.replace(folder, name, bot, reason, isolated=isolated)

    return _decide(
        arguments, lambda progress: decisions.checked_replacement(progress, name, bot, reason), act
    )


def _decide(arguments: Namespace, entry: Callable[[Progress], AnyEntry], act: Callable[[Folder], str]) -> int:
    """Say what a decision would change; make it, if the person at the terminal agrees to lose games."""
    _check_reason(arguments)
    folder = Folder(arguments.folder)
    progress = folder.progress()
    effect = preview(progress, entry(progress))
    told = effect_words(effect, progress.contest)
    if arguments.preview:
        show(_lines(told))
        return 0
    if effect.loses_games and not arguments.yes and not agreed(f"{told}; go on?"):
        show("nothing was changed", error=True)
        return EXIT_FAILED
    return _decided(folder, act(folder))


def _check_reason(arguments: Namespace) -> None:
    if not arguments.reason.strip():
        raise InvalidOption("--reason is empty; it goes into the report: say why")


def _lines(told: str) -> str:
    """Each effect on a line of its own."""
    return told.replace("; ", "\n")


def _decided(folder: Folder, told: str) -> int:
    show(_lines(told))
    if folder.report.exists():
        show(f"the report is from before; steelyard contest report {folder.path} writes it anew")
    return 0
