"""Boards: which texts are boards, which are not and why, those that come with the game, and random ones."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import steelyard
from steelyard.core.errors import InvalidOption, InvalidState
from steelyard.games.tank_duel import GAME, boards
from steelyard.games.tank_duel.rules import DIRECTIONS, FREE, WALL, Board, Square, start
from steelyard.games.tank_duel.tests.drawn import rng

DUEL = GAME()
GOOD = "t..\n.x.\no.t\n"
BOARD = Board(3, 3, "....x.o..", (Square(0, 0), Square(2, 2)))


# Texts.
@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        GOOD.rstrip(),
        GOOD + "\n\n",
        GOOD + "  \n\t\n",
        GOOD.replace("\n", "\r\n"),
        GOOD.replace("\n", "\r"),
        GOOD.replace("\n", "  \n"),
        "\ufeff" + GOOD,
        "\ufeff" + GOOD.replace("\n", "\r\n") + "\r\n",
    ],
    ids=[
        "plain",
        "no newline at the end",
        "blank lines at the end",
        "blanks at the end",
        "Windows line ends",
        "old Macintosh line ends",
        "blanks after lines",
        "byte order mark",
        "everything Windows adds",
    ],
)
def test_a_board_is_read_as_a_person_would(text: str) -> None:
    assert boards.read(text) == BOARD
    assert DUEL.start(text) == start(BOARD)


BAD = {
    "an empty file": ("", "line 1, column 1: the board is empty"),
    "only blanks": (" \n \n", "line 1, column 1: the board is empty"),
    "a short line": ("t..\n..\n..t\n", "line 2, column 3: 2 squares, but line 1 has 3"),
    "a long line": ("t..\n....\n..t\n", "line 2, column 4: 4 squares, but line 1 has 3"),
    "a blank line inside": ("t..\n\n..t\n", "line 2, column 1: 0 squares"),
    "a blank line before": ("\nt..\n..t\n", "line 2, column 1: 3 squares, but line 1 has 0"),
    "no tank": ("...\n...\n", "line 1, column 1: there is no start"),
    "one tank": ("...\n.t.\n", "line 2, column 2: the only start"),
    "three tanks": ("t.t\n...\n.t.\n", "line 3, column 2: one of 3 starts"),
    "fifteen wide": ("t.............t\n" * 1, "line 1, column 15: this is one square too many"),
    "thirteen high": ("t\n" + ".\n" * 11 + "t\n", "line 13, column 1: this is one line too many"),
    "an unknown character": ("t..\n.#.\n..t\n", "line 2, column 2: '#' is not a square"),
    "a capital": ("t..\n.X.\n..t\n", "line 2, column 2: 'X' is not a square"),
    "a blank inside": ("t..\n. .\n..t\n", "line 2, column 2: ' ' is not a square"),
    "a zero byte": ("t..\n.\x00.\n..t\n", "line 2, column 2: '\\x00' is not a square"),
    "an unusual line end": ("t..\u2028..t", "line 1, column 4: '\\u2028' is not a square"),
    "ten megabytes of one line": ("." * 10_000_000, "line 1, column 15"),
    "ten megabytes of lines": ("..........\n" * 1_000_000, "line 13, column 1"),
    "ten megabytes of nothing": (GOOD + "\n" * 10_000_000, "line 4, column 1: 10000012 characters"),
}


@pytest.mark.parametrize(("text", "complaint"), BAD.values(), ids=BAD.keys())
def test_a_bad_board_is_refused_with_the_line_and_column(text: str, complaint: str) -> None:
    with pytest.raises(InvalidState) as refused:
        boards.read(text)
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(("text", "complaint"), [BAD["a short line"], BAD["one tank"], BAD["fifteen wide"]])
def test_start_refuses_it_as_well(text: str, complaint: str) -> None:
    with pytest.raises(InvalidState, match=complaint.partition(":")[0]):
        DUEL.start(text)


def test_start_lists_the_boards_for_a_name_it_does_not_know() -> None:
    with pytest.raises(InvalidState, match=r"no board 'medow'; there are meadow, bunkers"):
        DUEL.start("medow")


@settings(deadline=None)
@given(st.text(".xot\n\r \t\ufeffq", max_size=60))
def test_any_text_is_a_board_or_is_refused(text: str) -> None:
    try:
        board = boards.read(text)
    except InvalidState:
        return
    assert boards.read(boards.write(board)) == board


def test_a_name_a_text_and_a_position_all_start_a_game() -> None:
    state = DUEL.start("maze")
    assert DUEL.start(boards.write(boards.shipped("maze"))) == state
    assert DUEL.start(DUEL.write_state(state)) == DUEL.start(DUEL.write_state(state) + "\n") == state
    assert DUEL.start() == DUEL.start("meadow") == DUEL.start(" meadow\n")


@pytest.mark.parametrize("value", ["true", "yes", 1, 0, "", "swap"])
def test_the_option_takes_only_true_and_false(value: str | int) -> None:
    with pytest.raises(InvalidOption, match="neither true nor false"):
        steelyard.game("tank_duel", swap_starts=value)


# The boards that come with the game.
def test_the_default_board_comes_first_and_is_an_open_ten_by_ten() -> None:
    assert DUEL.setups() == boards.names()
    default = boards.shipped(DUEL.setups()[0])
    assert (default.width, default.height, set(default.squares)) == (10, 10, {FREE})


def test_there_are_boards_of_many_kinds() -> None:
    all_boards = [boards.shipped(name) for name in boards.names()]
    assert len(all_boards) >= 12
    assert len({board.squares for board in all_boards}) == len(all_boards)
    assert {(6, 6), (14, 12)} <= {(board.width, board.height) for board in all_boards}
    turned = [boards.write(board).strip()[::-1] == boards.write(board).strip() for board in all_boards]
    assert any(turned), "symmetric ones"
    assert not all(turned), "others"


@pytest.mark.parametrize("name", boards.names())
def test_a_shipped_board_is_fair(name: str) -> None:
    assert not boards.looks_like_a_board(name)
    assert boards.is_fair(boards.shipped(name))


# Random boards.
SIZES = {"width": st.integers(6, 14), "height": st.integers(6, 12)}


@settings(deadline=None)
@given(
    seed=st.integers(0, 2**32),
    walls=st.floats(0, 0.35),
    mines=st.floats(0, 0.15),
    symmetric=st.booleans(),
    **SIZES,
)
def test_a_random_board_gives_both_tanks_a_fair_start(  # noqa: PLR0913 - all that a board can be asked for
    seed: int, width: int, height: int, walls: float, mines: float, *, symmetric: bool
) -> None:
    text = boards.random_board(rng(seed), width, height, walls=walls, mines=mines, symmetric=symmetric)
    board = boards.read(text)
    assert (board.width, board.height) == (width, height)
    state = start(board)
    one, two = board.starts
    for square in board.starts:
        assert any(state.holds(state.wrapped(square.next(d)), FREE) for d in DIRECTIONS), "it can move"
    if one.y == two.y:
        between = board.squares[one.y * width :][min(one.x, two.x) : max(one.x, two.x)]
        assert WALL in between, "they are in line in a row"
    if one.x == two.x:
        assert WALL in board.squares[one.x :: width][one.y : two.y], "they are in line in a column"
    rooms = [len(room) for room in boards.territories(board)]
    assert abs(rooms[0] - rooms[1]) <= 0.1 * sum(rooms)
    if symmetric:
        assert text.strip() == text.strip()[::-1]
        assert rooms[0] == rooms[1]


@settings(deadline=None)
@given(seed=st.integers(0, 2**32), **SIZES)
def test_no_shot_of_the_first_round_hits_on_a_random_board(seed: int, width: int, height: int) -> None:
    state = DUEL.start(boards.random_board(rng(seed), width, height))
    for move, tower, other in product("LRUD", repeat=3):
        for moves in (f"{move}!{tower}/{other}", f"{other}/{move}!{tower}"):
            after = DUEL.play(state, DUEL.read_moves(state, moves))
            assert not any("missile" in tank.hits for tank in after.tanks), moves


@pytest.mark.parametrize("seed", range(20))
def test_the_tanks_of_a_dense_random_board_can_meet_and_have_room(seed: int) -> None:
    board = boards.read(boards.random_board(rng(seed), 14, 12, walls=0.5, symmetric=seed % 2 == 0))
    reached, edge = {board.starts[0]}, {board.starts[0]}
    while edge:
        edge = {step for place in edge for step in boards.first_steps(start(board), place)} - reached
        reached |= edge
    assert board.starts[1] in reached
    assert len(reached) >= board.squares.count(FREE) / 2


def test_the_same_seed_makes_the_same_board() -> None:
    one, again, other = (boards.random_board(rng(seed)) for seed in (1, 1, 2))
    assert one == again != other


@pytest.mark.parametrize(
    ("wishes", "complaint"),
    [
        ({"width": 5}, "6 to 14 columns"),
        ({"width": 15}, "6 to 14 columns"),
        ({"height": 13}, "6 to 12 rows"),
        ({"walls": -0.1}, "shares of the squares"),
        ({"walls": 0.4, "mines": 0.2}, "at most 0.5 together"),
        ({"walls": float("nan")}, "shares of the squares"),
    ],
)
def test_wishes_no_board_can_meet_are_refused(wishes: dict[str, float], complaint: str) -> None:
    with pytest.raises(InvalidState, match=complaint):
        boards.random_board(rng(1), **wishes)  # type: ignore[arg-type] # sizes are whole numbers


OPEN = "..............\n" * 3


@pytest.mark.parametrize(
    ("fair", "text"),
    [
        (True, ".......\n.t.....\n.......\n.......\n.....t.\n.......\n"),
        (False, ".x.....\nxtx....\n.x.....\n.......\n.....t.\n.......\n"),
        (False, ".x......x.\nxtx....xtx\n.x......x.\n" + "..........\n" * 3),
        (False, OPEN + ".t......t.....\n" + OPEN),
        (True, OPEN + ".t...x..t.....\n" + OPEN),
        (False, ".......\n.......\n..t....\n...t...\n.......\n.......\n"),
        (False, "xxxxxxx\nxt.xxxx\nxxxxxxx\n.......\n.....t.\n.......\n"),
    ],
    ids=["fair", "one walled in", "both walled in", "in line", "a wall between", "too close", "cramped"],
)
def test_fairness(text: str, *, fair: bool) -> None:
    assert boards.is_fair(boards.read(text)) == fair


def test_the_game_draws_a_board_by_wishes() -> None:
    assert DUEL.draw_setup(rng(5)) == boards.random_board(rng(5))
    wide = DUEL.draw_setup(rng(5), width=12, height=7, mines=0.05)
    assert wide == boards.random_board(rng(5), 12, 7, mines=0.05)
    with pytest.raises(InvalidOption, match="takes width, height, walls, mines, symmetric, not depth"):
        DUEL.draw_setup(rng(5), depth=3)


def test_a_game_without_boards_draws_none() -> None:
    with pytest.raises(InvalidOption, match="Tank War has no random boards"):
        steelyard.game("tank_war").draw_setup(rng(5))
