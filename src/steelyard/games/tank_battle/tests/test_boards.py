"""Boards from text: what is accepted, and what is refused with the place that is wrong."""

from __future__ import annotations

import pytest

from steelyard.core.errors import InvalidOption, InvalidState
from steelyard.games.tank_battle import TankBattle
from steelyard.games.tank_battle.boards import FOLDER, names, read, shipped

STANDARD = (FOLDER / "standard.txt").read_text("utf-8")
LINES = STANDARD.split()


def changed(*changes: tuple[int, int, str]) -> str:
    """The standard board with some squares changed: line, column, what is there instead."""
    squares = [list(line) for line in LINES]
    for line, column, square in changes:
        squares[line - 1][column - 1] = square
    return "\n".join(map("".join, squares))


def test_the_standard_layout_comes_first_and_there_are_others() -> None:
    assert names()[0] == "standard"
    assert len(names()) >= 3


@pytest.mark.parametrize(
    "text",
    [
        STANDARD,
        STANDARD.rstrip("\n"),
        STANDARD + "\n\n",
        STANDARD.replace("\n", "\r\n"),
        "\ufeff" + STANDARD,
        "\ufeff" + STANDARD.replace("\n", "\r\n") + "\r\n",
        "/".join(LINES),
    ],
    ids=["as shipped", "no last newline", "empty lines", "windows", "mark", "mark and windows", "one line"],
)
def test_line_ends_and_marks_do_not_matter(text: str) -> None:
    assert read(text) == shipped("standard")
    assert TankBattle(layout=text).changed_options() == {}, "a shipped layout's text is that layout"


def test_a_layout_of_ones_own_is_kept_in_one_line_and_can_be_played() -> None:
    game = TankBattle(layout=changed((6, 2, "."), (6, 10, ".")))
    assert "\n" not in str(game.chosen["layout"])
    assert TankBattle(layout=game.chosen["layout"]).start() == game.start()
    assert 5 * 11 + 1 not in game.board.mines
    assert game.start() != TankBattle().start()


BAD = {
    "nothing": ("", "the layout is empty; it should have 11 lines of 11 squares"),
    "only newlines": ("\n\r\n\n", "the layout is empty"),
    "a ragged line": (STANDARD.replace("bbb..#.....", "bbb..#...."), "line 3, column 11: the line has ended"),
    "a long line": (STANDARD.replace("bbb..#.....", "bbb..#......"), "line 3, column 12: the line goes on"),
    "an empty line": (STANDARD.replace("bbb..#.....", ""), "line 3, column 1: the line has ended"),
    "a line missing": ("\n".join(LINES[:10]), "line 11 is missing; a layout has 11 lines, not 10"),
    "a line too many": ("\n".join([*LINES, LINES[0]]), "line 12 is one too many"),
    "an unknown character": (changed((5, 3, "x")), "line 5, column 3: 'x' is not a square"),
    "a space": (changed((5, 3, " ")), "line 5, column 3: ' ' is not a square"),
    "a control character": (changed((5, 3, "\x00")), r"line 5, column 3: '\\x00' is not a square"),
    "a mine on one side only": (changed((5, 3, "#")), "line 5, column 3 is '#', but .* line 7, column 9"),
    "contamination on one side": (changed((9, 1, "~")), "line 3, column 11 is '.', but .* line 9, column 1"),
    "fourteen against fifteen": (changed((5, 1, "b")), "line 5, column 1 is 'b', but .* line 7, column 11"),
    "the wrong colour across": (changed((5, 1, "b"), (7, 11, "b")), "line 5, column 1 is 'b', but .* 'w'"),
    "too many tanks": (
        changed((5, 1, "b"), (7, 11, "w")),
        "line 11, column 10: White's normal tank number 14",
    ),
    "too few tanks": (changed((4, 2, "."), (8, 10, ".")), "White has 12 normal tanks, the last on line 11"),
    "no tanks": ("\n".join(["..........."] * 11), "White's commander is missing; .* line 11, column 11"),
    "no commander": (changed((1, 1, "b"), (11, 11, "w")), "White's commander is missing"),
    "a second commander": (changed((1, 2, "B"), (11, 10, "W")), "line 11, column 11: a second commander"),
    "a commander elsewhere": (
        changed((1, 1, "b"), (11, 11, "w"), (1, 2, "B"), (11, 10, "W")),
        "White's commander stands on line 11, column 10; it starts in its corner, line 11, column 11",
    ),
    "ten megabytes": ("." * 10_000_000, "this text has 10,000,000 characters"),
    "ten megabytes of lines": ("...........\n" * 900_000, "this text has 10,800,000 characters"),
}


@pytest.mark.parametrize(("text", "message"), BAD.values(), ids=BAD)
def test_a_bad_layout_is_refused_with_the_place(text: str, message: str) -> None:
    with pytest.raises(InvalidState, match=message) as refused:
        read(text)
    assert "\n" not in str(refused.value)
    with pytest.raises(InvalidOption, match="tank_battle: option layout: ") as refused_option:
        TankBattle(layout=text)
    assert len(str(refused_option.value)) < 300


@pytest.mark.parametrize("value", ["no such layout", "Standard", "maps", 3, True])
def test_an_unknown_name_is_refused_with_the_names_there_are(value: str | int) -> None:
    with pytest.raises(InvalidOption, match="standard, gates, river"):
        TankBattle(layout=value)


@pytest.mark.parametrize("value", [-1, 1_000_001, "60", "soon", True, 10**100])
def test_a_quiet_limit_is_a_whole_number(value: str | int) -> None:
    with pytest.raises(InvalidOption, match="tank_battle: option quiet_limit: ") as refused:
        TankBattle(quiet_limit=value)
    assert "\n" not in str(refused.value)
