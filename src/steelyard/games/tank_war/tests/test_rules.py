"""One test per numbered rule of the README, on positions in notation."""

from __future__ import annotations

from typing import Any

import pytest

import steelyard
from steelyard.core.errors import IllegalMove
from steelyard.games.tank_war import TankWar, rules

GAME = TankWar()
UP_TO_TWO = TankWar(c_reach="up_to_two")
EMPTY = "xx3"  # a column whose tanks are both gone


def play(position: str, *turns: str, game: TankWar = GAME) -> dict[str, Any]:
    """The JSON after those rounds."""
    state = game.start(position)
    for turn in turns:
        state = game.play(state, game.read_moves(state, turn))
    return game.to_json(state)


def tank(shown: dict[str, Any], seat: int, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(t for t in shown["tanks"] if (t["seat"], t["name"]) == (seat, name))
    return found


def fallen(shown: dict[str, Any]) -> set[tuple[int, str]]:
    return {(t["seat"], t["name"]) for t in shown["tanks"] if not t["alive"]}


def hits(shown: dict[str, Any]) -> set[tuple[int, str, str]]:
    return {(shot["seat"], shot["tank"], shot["hit"]) for shot in shown["fired"]}


def test_rule_1_u_starts_on_top_and_drives_down_d_at_the_bottom_and_drives_up() -> None:
    start = play("")
    assert {t["row"] for t in start["tanks"] if t["seat"] == 0} == {0}
    assert {t["row"] for t in start["tanks"] if t["seat"] == 1} == {5}
    after = play("", "LA-LA")
    assert tank(after, 0, "LA")["row"] == 1
    assert tank(after, 1, "LA")["row"] == 4


def test_rule_2_tanks_are_named_from_their_players_own_left() -> None:
    start = play("")
    assert [tank(start, 0, name)["column"] for name in ("LA", "LB", "LC", "RC", "RB", "RA")] == [
        5,
        4,
        3,
        2,
        1,
        0,
    ]
    assert [tank(start, 1, name)["column"] for name in ("LA", "LB", "LC", "RC", "RB", "RA")] == [
        0,
        1,
        2,
        3,
        4,
        5,
    ]


def test_rule_2_type_faces_type_in_every_column() -> None:
    types = [[t["type"] for t in play("")["tanks"] if t["seat"] == seat] for seat in (0, 1)]
    assert types[0] == types[1] == list("ABCCBA")


def test_rule_3_each_half_of_the_board_is_its_owners_at_the_start() -> None:
    assert play("")["territory"] == ["000000"] * 3 + ["111111"] * 3
    assert play("")["boxes"] == [18, 18]


def test_rule_4_a_tank_is_movable_unless_dead_blocked_or_on_its_last_row() -> None:
    # From the left: blocked face to face; U at its end; D at its end; U's gone; D's gone; free.
    state = GAME.start("233/5x6/x00/x53/0x3/053")
    assert [GAME.write_move(m) for m in GAME.legal_moves(state, 0)] == ["LA", "LB"]
    assert [GAME.write_move(m) for m in GAME.legal_moves(state, 1)] == ["RC", "RA"]


def test_rule_4_a_wreck_blocks_nothing() -> None:
    # Column 2: C faces C, neither can move or hit the other. U's RB drives up beside D's C and destroys it.
    before = f"{EMPTY}/2x3/233/{EMPTY}/{EMPTY}/x53"
    assert GAME.read_move("RC") not in GAME.legal_moves(GAME.start(before), 0)
    after = play(before, "RB-RA")
    assert hits(after) == {(0, "RB", "LC")}
    assert GAME.read_move("RC") in GAME.legal_moves(GAME.start(after["state"]), 0)


def test_rule_4_the_game_ends_before_a_round_in_which_one_player_cannot_move() -> None:
    stuck = GAME.start(f"5x6/{'/'.join([EMPTY] * 4)}/x53")
    assert GAME.to_move(stuck) == ()
    assert GAME.legal_moves(stuck, 1) == ()
    assert GAME.outcome(stuck) is not None
    with pytest.raises(IllegalMove, match="the game is over"):
        GAME.play(stuck, {0: GAME.read_move("LA"), 1: GAME.read_move("RA")})


def test_rule_5_both_advance_one_box_at_the_same_time() -> None:
    after = play("", "LB-RC")
    assert tank(after, 0, "LB")["row"] == 1
    assert tank(after, 1, "RC")["row"] == 4
    assert sum(t["row"] != (0 if t["seat"] == 0 else 5) for t in after["tanks"]) == 2


@pytest.mark.parametrize(
    ("column", "rows", "territory"), [("133", (2, 3), 3), ("243", (2, 3), 3), ("354", (3, 4), 4)]
)
def test_rule_5_a_contested_box_goes_to_the_player_whose_territory_it_is(
    column: str, rows: tuple[int, int], territory: int
) -> None:
    # Column 5 is U's LA and D's RA; A tanks do not reach straight ahead, so both live on.
    after = play(f"{'/'.join([EMPTY] * 5)}/{column}", "LA-RA")
    assert (tank(after, 0, "LA")["row"], tank(after, 1, "RA")["row"]) == rows
    assert after["state"].endswith(str(territory))


def test_rule_6_a_tank_makes_the_box_it_enters_its_players() -> None:
    after = play(f"{'/'.join([EMPTY] * 4)}/053/253", "LA-RB")
    assert after["territory"][3][5] == "0"
    assert after["boxes"] == [19, 17]


def test_rule_6_territory_stays_after_its_tank_is_destroyed_until_an_enemy_enters() -> None:
    # U's LA drives to row 3 beside D's B on row 3 and is destroyed; its box stays U's until D's RA comes.
    after = play(f"{'/'.join([EMPTY] * 3)}/053/033/253", "LA-RC")
    assert fallen(after) >= {(0, "LA")}
    assert after["territory"][3][5] == "0"
    later = play(after["state"], "LC-RA", "LC-RA")
    assert later["territory"][3][5] == "1"


REACHES = {
    "A": {(-1, -1), (1, -1), (-1, 1), (1, 1)},
    "B": {(0, -1), (0, 1), (-1, 0), (1, 0)},
    "C": {(0, -2), (0, 2), (-2, 0), (2, 0)},
}


@pytest.mark.parametrize("game", [GAME, UP_TO_TWO], ids=["exactly_two", "up_to_two"])
@pytest.mark.parametrize("kind", "ABC")
def test_rule_7_a_tank_hits_exactly_the_boxes_in_its_reach(kind: str, game: TankWar) -> None:
    # U's tank of the kind drives to row 2 of column 2; no other U tank is left.
    reach = REACHES[kind] | (REACHES["B"] if kind == "C" and game is UP_TO_TWO else set())
    lanes = {"A": "BBCACA", "B": "AACBCB", "C": "AABCBC"}[kind]
    game = TankWar(lanes=lanes, c_reach=game.c_reach)
    seen = {(dc, dr): _target_is_hit(game, 2 + dc, 2 + dr) for dc in range(-2, 4) for dr in range(-2, 4)}
    seen.pop((0, 0))
    checked = {offset: hit for offset, hit in seen.items() if hit is not None}
    assert {offset for offset, hit in checked.items() if hit} == {o for o in reach if o in checked}
    assert len(checked) > 20


def _target_is_hit(game: TankWar, column: int, row: int) -> bool | None:
    """Whether U's tank, arriving on row 2 of column 2, hits a D tank at that box; None: none can be there."""
    columns = [EMPTY] * 6
    columns[2], columns[5 if column != 5 else 4] = "1x3", "x53"
    boundary = min(row, 3)
    if column == 2:
        if row <= 2:
            return None
        columns[2] = f"1{row}3"
    else:
        columns[column] = f"x{row}{boundary}"
    state = game.start("/".join(columns))
    spare = game.tank_names[5 if column != 5 else 4]
    after = game.play(state, {0: game.read_move(game.tank_names[3]), 1: game.read_move(spare)})
    return any(shot.seat == 0 and shot.target == column for shot in (after.last.shots if after.last else ()))


def test_rule_7_all_that_are_hit_are_removed_together() -> None:
    # U's and D's B meet face to face: each fires, both go.
    after = play(f"053/133/{'/'.join([EMPTY] * 3)}/053", "RB-LA")
    assert hits(after) == {(0, "RB", "LB"), (1, "LB", "RB")}
    assert fallen(after) >= {(0, "RB"), (1, "LB")}


def test_rule_7_nothing_blocks_a_shot() -> None:
    # U's LC drives to row 2 of column 3 and hits D's RA in column 5, over D's RB in column 4.
    after = play("xx3/xx3/xx3/153/x22/x22", "LC-RC")
    assert (0, "LC", "RA") in hits(after)


def test_rule_8_more_surviving_tanks_wins() -> None:
    assert play(f"5x6/5x6/x53/{'/'.join([EMPTY] * 3)}")["outcome"] == {
        "winner": 0,
        "reason": "tanks",
        "score": [2, 1],
    }


def test_rule_8_equal_tanks_are_decided_by_boxes() -> None:
    shown = play(f"5x6/x11/{'/'.join([EMPTY] * 4)}")
    assert shown["outcome"] == {"winner": 0, "reason": "boxes", "score": [19, 17]}


def test_rule_8_otherwise_it_is_a_draw() -> None:
    shown = play(f"5x6/x00/{'/'.join([EMPTY] * 4)}")
    assert shown["outcome"] == {"winner": None, "reason": "level", "score": [18, 18]}


def test_rule_9_a_position_has_no_clock_and_a_late_player_loses() -> None:
    assert GAME.joystick is None
    assert not {"clock", "time"} & set(play(""))


ILLUSTRATION = ("LA-RC", "LC-RB", "RA-RB", "LA-RB", "LC-RA")


@pytest.mark.parametrize("game", [GAME, UP_TO_TWO], ids=["exactly_two", "up_to_two"])
def test_the_illustration_has_no_firing_for_three_rounds_and_one_hit_in_the_fourth(game: TankWar) -> None:
    for rounds in (1, 2, 3):
        assert play("", *ILLUSTRATION[:rounds], game=game)["fired"] == []
    fourth = play("", *ILLUSTRATION[:4], game=game)
    assert hits(fourth) == {(1, "RB", "LA")}
    assert fallen(fourth) == {(0, "LA")}


def test_the_illustrations_fifth_round_with_c_at_exactly_two() -> None:
    fifth = play("", *ILLUSTRATION)
    assert hits(fifth) == {(0, "LC", "RC"), (1, "RC", "LC"), (1, "RB", "LC")}
    assert fallen(fifth) == {(0, "LA"), (0, "LC"), (1, "RC")}


def test_the_illustrations_fifth_round_with_c_up_to_two() -> None:
    fifth = play("", *ILLUSTRATION, game=UP_TO_TWO)
    assert hits(fifth) >= {(0, "LC", "RB"), (0, "LC", "RC")}
    assert fallen(fifth) == {(0, "LA"), (0, "LC"), (1, "RB"), (1, "RC")}


def test_lanes_that_are_no_palindrome_face_each_other_reversed() -> None:
    game = steelyard.game("tank_war", lanes="AABBCC")
    types = [[t["type"] for t in game.to_json(game.start())["tanks"] if t["seat"] == seat] for seat in (0, 1)]
    assert types == [list("CCBBAA"), list("AABBCC")]
    assert [game.write_move(m) for m in game.legal_moves(game.start(), 1)] == [
        "LA",
        "RA",
        "LB",
        "RB",
        "LC",
        "RC",
    ]


def test_what_a_contest_counts_is_tanks_and_boxes() -> None:
    game = steelyard.game("tank_war")
    assert game.figures(game.read_state("x53/053/053/354/053/053")) == {"tanks": (5, 6), "boxes": (19, 17)}


def test_a_position_is_what_stands_on_the_board_however_it_came_about() -> None:
    """Neither the number of rounds nor the last one is part of it."""
    start = rules.start("ABCCBA", "exactly_two")
    after = rules.apply(start, {0: 2, 1: 2})
    again = rules.position(after.lanes, after.c_reach, after.rows, after.boundary)
    assert after == again
    assert not after != again  # noqa: SIM202 - both ways of asking
    assert hash(after) == hash(again)
    assert after != start
    assert after != "053/053/053/053/053/053"
