"""`steelyard doctor`: show what this machine has, and what to install for what is missing."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from steelyard.cli.terminal import show, show_json

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from steelyard.cli.machine import Finding

TITLES = {
    "machine": "This machine",
    "bots": "Bots",
    "server": "Server",
    "extras": "Extras: pip install 'steelyard[NAME]', or .venv/bin/pip install -e '.[NAME]' in a clone",
    "tests": "Tests (make test)",
}
MARKS = {"ok": "+", "missing": "-", "broken": "!"}


def configure(parser: ArgumentParser) -> None:
    parser.epilog = (
        "+ is there, - is missing and optional, ! must be repaired (then the exit code is 1).\n\n"
        "example: steelyard doctor"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: Namespace) -> int:
    from steelyard.cli import machine  # noqa: PLC0415 - only this command needs it

    found = list(machine.findings())
    broken = any(each.state == "broken" for each in found)
    apt = machine.apt_line(found)
    if arguments.json:
        show_json({"ok": not broken, "apt": apt, "findings": [asdict(each) for each in found]}, indent=2)
    else:
        for_tests = [each for each in found if each.part == "tests"]
        others = [each for each in found if each.part != "tests"]
        _show(found, machine.apt_line(others), machine.apt_line(for_tests))
    return 1 if broken else 0


def _show(found: list[Finding], apt: str, tests: str) -> None:
    for part, title in TITLES.items():
        show(title)
        for each in found:
            if each.part == part:
                purpose = f" ({each.purpose})" if each.purpose and each.state != "ok" else ""
                show(f"  {MARKS[each.state]} {each.name:<24} {each.detail}{purpose}")
        show()
    show(f"All missing system packages, at once: {apt}" if apt else "No system package is missing.")
    if tests:
        show(f"For people who work on Steelyard, also: {tests}")
