"""What has to stay the same, as lines of text that can be compared."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

MEASURED = {"latency_ms"}
"""What a referee tells a bot that is otherwise every time."""
SENTENCES = {"result", "came to"}
"""Fields and columns in words for people, which may be said better one day; the figures beside them stay."""


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def moves_of(match: Path) -> str:
    """The games of a match: number, seed, who won and why, all moves."""
    played = [record for record in lines(match) if "steelyard" in record]
    return "".join(sorted(f"{_moves(record)}\n" for record in played))


def _moves(record: dict[str, Any]) -> str:
    moves = " ".join("-".join(move or "" for move in turn["moves"]) for turn in record["turns"])
    outcome = record["outcome"]
    return f"{record['number']} {record['seed']} {outcome['winner']} {outcome['reason']} {moves}"


def schedule_of(journal: Path) -> str:
    """The games of a contest as they were played: name, players, seed, where they began."""
    played = {entry["id"]: entry["record"] for entry in lines(journal) if entry.get("entry") == "played"}
    return "".join(
        game_line(name, (player["name"] for player in record["players"]), record["seed"], record["start"])
        for name, record in sorted(played.items())
    )


def game_line(name: str, players: Iterable[str], seed: object, start: str) -> str:
    return f"{name} | {' v '.join(players)} | {seed} | {start}\n"


def transcript_of(kept: Path) -> str:
    """What was said between the referee and a bot, without what was measured."""
    said = [{key: told for key, told in line.items() if key not in MEASURED} for line in lines(kept)]
    return "".join(f"{json.dumps(line)}\n" for line in said)


def without_sentences(told: Any) -> Any:
    """The same without what is told in words for people, in objects, in tables and in CSV."""
    if isinstance(told, list):
        return [without_sentences(each) for each in told]
    if not isinstance(told, dict):
        return told
    kept = {name: without_sentences(value) for name, value in told.items() if name not in SENTENCES}
    if {"columns", "rows"} <= told.keys():
        said = [number for number, column in enumerate(told["columns"]) if column not in SENTENCES]
        kept["rows"] = [[row[number] for number in said] for row in kept["rows"]]
    return {
        name: [value[0], csv_figures(value[1])] if name.endswith(".csv") and value[0] == 200 else value
        for name, value in kept.items()
    }


def csv_figures(text: str) -> list[dict[str, str]]:
    """The rows of a CSV file, whether it begins with a byte order mark or not."""
    rows = csv.DictReader(text.removeprefix("\ufeff").splitlines())
    return [{name: value for name, value in row.items() if name not in SENTENCES} for row in rows]


def missing(then: Any, now: Any, where: str = "") -> Iterator[str]:
    """What was told then and is not told now, or otherwise; more may be told."""
    if isinstance(then, dict) and isinstance(now, dict):
        for key, value in then.items():
            if key in now:
                yield from missing(value, now[key], f"{where}.{key}")
            else:
                yield f"{where}.{key} is gone; it was {value!r}"
    elif isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        for number, (one, two) in enumerate(zip(then, now, strict=True)):
            yield from missing(one, two, f"{where}[{number}]")
    elif isinstance(then, list) and isinstance(now, list):
        rest = iter(now)
        for number, one in enumerate(then):
            if not any(next(missing(one, two), None) is None for two in rest):
                yield f"{where}[{number}] is gone; it was {one!r}"
    elif then != now:
        yield f"{where} is {now!r}; it was {then!r}"


def gone(pinned: str, now: Iterable[str]) -> list[str]:
    """Pinned lines that are there no more."""
    return sorted({*pinned.splitlines()} - {*now})
