"""The boards of a stage: listed, drawn, drawn in several sizes, or written in the contest file itself."""

from __future__ import annotations

import hashlib
from random import Random
from typing import TYPE_CHECKING

import pytest

from steelyard.contest.file.loader import open_contest
from steelyard.contest.file.parser import InvalidContest
from steelyard.contest.file.templates import text
from steelyard.contest.model import board, board_count
from tests.contest.simulation import by_chance, contest, names, play_out

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.contest.file.keys import Boards
    from steelyard.contest.model import Contest

BOARDS: list[Boards] = [3, {"draw": 2, "width": 12, "height": 7, "mines": 0.05}, ["", "cross"]]
DRAWN_BEFORE = "9c252d6ccac3802c"


def drawn(stages: str, seed: str = "hush") -> tuple[Contest, list[str]]:
    told = contest(f'[[stages]]\nkind = "groups"\n{stages}', names(2), game="tank_duel", drawn=seed)
    progress = play_out(told, by_chance(1), rng=Random(1))
    boards = {slot.board: None for pairing in progress.pairings() for slot in pairing.slots}
    return told, [each.setup(told, {"": ""}) for each in boards]


def sizes(texts: list[str]) -> list[tuple[int, int]]:
    return [(len(text.splitlines()[0]), len(text.splitlines())) for text in texts]


def test_boards_are_drawn_as_in_earlier_versions() -> None:
    told, _ = drawn("")
    texts = [
        (each := board(boards, "s", number)).label + (each.setup(told, {"": "", "cross": "cross"}))
        for boards in BOARDS
        for number in range(board_count(boards) + 1)
    ]
    assert hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16] == DRAWN_BEFORE


def test_every_board_of_a_stage_has_a_size_of_its_own() -> None:
    stage = "boards = {draw = 8, width = [8, 14], height = [8, 12]}"
    _, texts = drawn(stage)
    found = sizes(texts)
    assert len(found) == 8
    assert len(set(found)) > 3
    assert all(8 <= width <= 14 and 8 <= height <= 12 for width, height in found)
    assert drawn(stage)[1] == texts
    assert drawn(stage, "other")[1] != texts


def test_the_boards_of_winter_games_vary_in_size() -> None:
    """As announced: from board to board, up to 14 x 12."""
    stages = text("winter-games").split("\n[[stages]]", 1)[1].join(["[[stages]]", ""])
    told = contest(stages, names(4), game="tank_duel", drawn="hush")
    progress = play_out(told, by_chance(1), rng=Random(1))
    boards = {slot.board: None for pairing in progress.pairings() for slot in pairing.slots}
    found = sizes([each.setup(told, {}) for each in boards])
    assert len({width for width, _ in found}) > 2
    assert len({height for _, height in found}) > 2
    assert all(width <= 14 and height <= 12 for width, height in found)


def test_a_list_may_mix_drawn_boards_and_named_ones() -> None:
    _, texts = drawn(
        "boards = [{draw = 2, width = 8, height = 8}, {draw = 1, width = [13, 14], height = 12}]"
    )
    found = sizes(texts)
    assert found[:2] == [(8, 8), (8, 8)]
    assert found[2] in {(13, 12), (14, 12)}
    mixed: Boards = ["cross", {"draw": 2, "width": 9}]
    assert board_count(mixed) == 3
    labels = [board(mixed, "s", number).label for number in range(6)]
    assert labels == ["cross", "s-2", "s-3", "cross", "s-5", "s-6"]


@pytest.mark.parametrize(
    ("boards", "says"),
    [
        ("{draw = 3, width = [8, 40]}", "stages[1].boards: a random board of 40 x"),
        ("{draw = 3, width = [12, 8]}", "width = [12, 8]: the smaller number comes first"),
        ("{draw = 3, width = [8]}", "width = [8]: it should be a number, or two as in [8, 14]"),
        ("{width = [8, 12]}", "it should say how many boards to draw, as in {draw = 3, width = [8, 14]}"),
        ("[{draw = 3, depth = 2}]", "stages[1].boards[1]: a random board takes width, height"),
        ('["cross", {draw = 0}]', "stages[1].boards[2]: it should say how many boards to draw"),
        ("{draw = 1000000000}", "at most 1000 boards can be drawn, not 1000000000"),
        ("[]", "the list of boards is empty"),
    ],
)
def test_sizes_that_cannot_be_drawn_are_refused_with_what_is_right(boards: str, says: str) -> None:
    with pytest.raises(InvalidContest) as refused:
        drawn(f"boards = {boards}")
    assert says in str(refused.value)


OWN = """
boards = ["mine", ""]
[boards]
mine = \"\"\"
t....
.xx..
....t
\"\"\"
"""


def test_a_board_can_be_written_in_the_contest_file(tmp_path: Path) -> None:
    entrants = "".join(f'[[entrants]]\nbot = "random"\nname = "{name}"\n' for name in "ab")
    head = f'name = "Own"\ngame = "tank_duel"\n{entrants}'
    file = tmp_path / "own.toml"
    file.write_text(f'{head}[[stages]]\nkind = "groups"{OWN}')
    opened = open_contest(file)
    assert opened.texts["mine"].splitlines()[1] == ".xx.."
    file.write_text(file.read_text().replace("t....", "t.t.."))
    with pytest.raises(InvalidContest, match=r"own.toml, line 13: boards.mine: "):
        open_contest(file)
    file.write_text(file.read_text().replace("mine", "maze"))
    with pytest.raises(InvalidContest, match="Tank Duel has a board 'maze' already"):
        open_contest(file)
