"""The file of a match: which match may go on in it, and what its seeds give away."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from steelyard import games
from steelyard.arena.match import pool
from steelyard.arena.match.match_file import MatchFile, read_heading, read_records
from steelyard.arena.match.plan import MatchPlan, MatchRunner
from steelyard.arena.program import find
from steelyard.arena.record import (
    InvalidRecord,
    derived_seed,
    game_seed,
    new_seed,
    read_record,
    replayed,
    write_record,
)
from steelyard.arena.sandbox import process
from steelyard.arena.sandbox.limits import Limits
from steelyard.cli import main, match
from steelyard.core import files
from steelyard.core.errors import SteelyardError
from tests.arena.conftest import needs_bubblewrap
from tests.contest.bots import write_bot

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from steelyard.arena.record import Record


@pytest.fixture
def plan(tmp_path: Path) -> MatchPlan:
    write_bot(tmp_path / "mine")
    programs = (find(str(tmp_path / "mine"), "tank_war", []), find("random", "tank_war", ["random"]))
    return MatchPlan.of("tank_war", {}, programs, 4, ("",), "secret", "none")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "a.jsonl"


def played(plan: MatchPlan, number: int) -> Record:
    runner = MatchRunner(changed(plan, isolated=False))
    try:
        return runner.play(number)
    finally:
        runner.close()


def changed(plan: MatchPlan, **changes: Any) -> MatchPlan:
    return replace(plan, heading=msgspec.structs.replace(plan.heading, **changes))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"isolated": False}, "isolated"),
        ({"limits": Limits(memory_mb=64)}, "limits"),
        ({"limits": Limits(processes=2)}, "limits"),
        ({"startup_ms": 5}, "startup_ms"),
        ({"seed": "another"}, "seed"),
    ],
)
def test_a_match_goes_on_only_as_it_began(plan: MatchPlan, file: Path, change: Any, says: str) -> None:
    MatchFile(file, plan).__exit__(None, None, None)
    with pytest.raises(
        InvalidRecord, match=rf"another match \(different: {says}\); name another file, say .*a-2.jsonl"
    ):
        MatchFile(file, changed(plan, **change))
    with MatchFile(file, replace(plan, games=2)) as again:
        assert again.finished == []


def test_a_bot_that_changed_does_not_go_on_with_the_match(
    plan: MatchPlan, file: Path, tmp_path: Path
) -> None:
    MatchFile(file, plan).__exit__(None, None, None)
    (tmp_path / "mine" / "__pycache__").mkdir()
    (tmp_path / "mine" / "__pycache__" / "bot.pyc").touch()  # Python's own doing
    MatchFile(file, plan).__exit__(None, None, None)
    with (tmp_path / "mine" / "bot.py").open("a") as program:
        program.write("# better\n")
    says = r"mine: changed or removed since the match in .*a.jsonl began; .*, say .*a-2.jsonl"
    with pytest.raises(InvalidRecord, match=says):
        MatchFile(file, plan)


@pytest.mark.parametrize(
    ("build", "removed", "options", "named"),
    [
        pytest.param("", False, (), True, marks=needs_bubblewrap),
        pytest.param("", True, (), True, marks=needs_bubblewrap),
        pytest.param("true", False, (), False, marks=needs_bubblewrap),
        ("", False, ("--no-sandbox",), False),
    ],
)
def test_a_program_that_is_changed_or_removed_while_it_plays_is_named_at_the_end(  # noqa: PLR0913 - fixtures
    tmp_path: Path,
    file: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    *,
    build: str,
    removed: bool,
    options: tuple[str, ...],
    named: bool,
) -> None:
    """One that is built plays as a copy, which nobody has changed; one without a sandbox may write there."""
    write_bot(tmp_path / "mine", build=build)

    def changing(*arguments: Any) -> Iterator[Record]:
        for record in pool.played(*arguments):
            yield record
            (tmp_path / "mine" / "notes.txt").touch()
        if removed:
            shutil.rmtree(tmp_path / "mine")

    monkeypatch.setattr(match, "played", changing)
    words = ["match", "tank_war", str(tmp_path / "mine"), "random", "--games", "2", "--record", str(file)]
    assert main([*words, *options]) == (2 if named else 0)
    told = capsys.readouterr()
    assert "in 2 games" in told.out
    says = f"mine: changed or removed since the match in {file} began; name another file"
    assert (says in told.err) == named


def test_the_heading_says_what_the_machine_did_not_enforce_and_another_machine_goes_on(
    plan: MatchPlan, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "not_enforced", lambda: ["limit their memory"])
    MatchFile(file, plan).close()
    heading = read_heading(file)
    assert heading is not None
    assert heading.not_enforced == ("limit their memory",)
    monkeypatch.setattr(process, "not_enforced", list)
    MatchFile(file, plan).close()


def test_a_match_kept_among_the_bots_own_files_goes_on(plan: MatchPlan, tmp_path: Path) -> None:
    file = tmp_path / "mine" / "a.jsonl"
    with MatchFile(file, plan) as kept:
        kept.add(played(plan, 0))
    with MatchFile(file, plan) as again:
        assert len(again.finished) == 1


def test_a_command_is_known_by_its_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("bot", "other"):
        (tmp_path / name).write_text("#!/bin/sh\n")
    programs = (find("cmd:./bot", "tank_war", []), find("cmd:sh other", "tank_war", []))
    plan = MatchPlan.of("tank_war", {}, programs, 4, ("",), "secret", "none")
    file = tmp_path / "a.jsonl"
    MatchFile(file, plan).__exit__(None, None, None)
    MatchFile(file, plan).__exit__(None, None, None)
    for name in ("bot", "other"):
        before = (tmp_path / name).read_text()
        (tmp_path / name).write_text("#!/bin/sh\nexit\n")
        with pytest.raises(InvalidRecord, match=rf"cmd:(\./|sh ){name}: changed or removed since"):
            MatchFile(file, plan)
        (tmp_path / name).write_text(before)


def test_a_file_of_a_development_version_is_refused_in_one_line(plan: MatchPlan, file: Path) -> None:
    heading = {"steelyard_match": 1, "game": "tank_war", "options": {}, "players": ["a", "b"], "seed": 7}
    record = {"steelyard": 1, "game": "tank_war", "seed": 7, "number": 0}
    file.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in (heading, record)))
    told = "written by a development version of Steelyard, in format 1; this one reads format 2 alone"
    for read in (
        lambda: MatchFile(file, plan),
        lambda: read_heading(file),
        lambda: read_records(file.read_bytes()),
    ):
        with pytest.raises(SteelyardError, match=told) as refused:
            read()
        assert "\n" not in str(refused.value)
    with pytest.raises(InvalidRecord, match=told):
        read_record(msgspec.json.encode(record))


def test_two_who_begin_a_match_at_once_do_not_share_its_file(plan: MatchPlan, file: Path) -> None:
    file.touch()  # empty, as another has just made it
    with MatchFile(file, plan), pytest.raises(InvalidRecord, match="being written by another match"):
        MatchFile(file, plan)
    assert not file.with_name(file.name + files.NEW).exists()


# Seeds.
def test_a_games_seed_has_128_bits_and_a_seats_is_a_number_all_can_read() -> None:
    seed = game_seed("secret", "game", 1)
    assert len({new_seed() for _ in range(100)}) == 100
    assert (len(bytes.fromhex(seed)), len(bytes.fromhex(new_seed()))) == (16, 16)
    assert game_seed("secret", "game", 1) == seed != game_seed("secret", "game", 2)
    assert all(0 <= derived_seed(seed, "seat", seat) < 2**32 for seat in (0, 1))


def test_numbers_mean_what_they_always_did() -> None:
    assert derived_seed(1, "pair", 0) == 4_071_744_246
    assert derived_seed(1, "seat", 0) == 3_637_672_560


def test_every_game_of_a_match_has_a_seed_that_leads_to_no_other(plan: MatchPlan) -> None:
    seeds = {plan.heading.game_order(number).seed for number in range(100)}
    assert len(seeds) == 100
    record = played(plan, 1)
    assert record.seed == plan.heading.game_order(1).seed
    again = read_record(write_record(record))
    assert replayed(again, games.get)[1]
    assert plan.heading.seed not in write_record(record).decode()


@pytest.mark.parametrize("seed", [-1, 7, "secret", "AB" * 16, "ab" * 17])
def test_a_record_with_a_seed_that_is_none_is_refused(plan: MatchPlan, seed: Any) -> None:
    line = write_record(msgspec.structs.replace(played(plan, 0), seed=seed))
    with pytest.raises(InvalidRecord, match="not a game record"):
        read_record(line)


def test_without_a_seed_a_match_gets_a_secret_one_and_keeps_it(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["match", "tank_war", "random", "random", "--games", "2", "--clock", "none", "--no-sandbox"]
    found = set()
    for kept in (file, file, file.with_name("b.jsonl")):
        assert main([*words, "--record", str(kept), "--json"]) == 0
        found.add(json.loads(capsys.readouterr().out)["seed"])
    assert len(found) == 2
    assert {len(seed) for seed in found} == {32}
    heading = read_heading(file)
    assert heading is not None
    assert main([*words, "--record", str(file), "--seed", heading.seed]) == 0
    assert f"seed {heading.seed}\n" in capsys.readouterr().out
    assert main([*words, "--record", str(file), "--seed", "1"]) == 2
    assert "(different: seed)" in capsys.readouterr().err
    assert main([*words, "--seed", " "]) == 2


def test_what_a_verification_could_not_read_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, words = tmp_path / "m.jsonl", ["replay", str(tmp_path / "m.jsonl"), "--verify"]
    assert main(["match", "tank_war", "random", "random", "--games", "2", "--record", str(file)]) == 0
    lines = file.read_bytes().splitlines(keepends=True)
    for text, code, told in (
        (b"".join(lines)[:-9], 0, "the last line is incomplete and was not verified"),
        (b"".join(lines).replace(b"\n", b"\r\n"), 1, "was changed, added or removed after it was written"),
        (b"", 2, "the file is empty"),
        (b"\xff rubbish\n", 2, "line 1 is neither a record nor a game"),
        (b"tank_war\n1. LA-RC\n", 2, "this is a game written by hand"),
    ):
        file.write_bytes(text)
        capsys.readouterr()
        assert main(words) == code
        said = capsys.readouterr()
        assert told in said.out + said.err
    file.write_bytes(lines[1])
    assert main([*words, "--hash", "0" * 64]) == 1
    assert "a hash is of a whole match file; this has no first line" in capsys.readouterr().out
