"""Tournaments of people: rounds pair themselves, whatever happens to the server in between."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from steelyard.arena.verdicts import Fault
from steelyard.server.database.writer import Unmet
from steelyard.server.tables import agreements, log
from steelyard.server.tables.changes import ADD_ENTRY
from steelyard.server.tables.table import Refused
from steelyard.server.time_source import now_ms
from steelyard.server.tournaments.model import Entrant, Format, Game
from steelyard.server.tournaments.rounds import next_round, standings
from tests.server.running_server import Guest, RunningServer
from tests.server.tables.timed import Timed
from tests.timeouts import TIMEOUT_S, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from steelyard.server.database.writer import Change
    from steelyard.server.tournaments.model import Score
    from steelyard.server.tournaments.store import Tournament
    from tests.server.clocks import Calendar

NEVER_S = 3600.0
SWISS, ROUND_ROBIN, TEAMS = Format("swiss", 1, None), Format("round_robin", 1, None), Format("swiss", 2, 2)


def entrants(count: int, size: int = 1) -> list[Entrant]:
    return [
        Entrant(number, "", tuple(range(number * 10, number * 10 + size))) for number in range(1, count + 1)
    ]


def scored(games: Sequence[Game], result: Score = "first") -> list[Game]:
    return [game if game.result else game._replace(result=result) for game in games]


# Pairing, from what was played alone.
def test_swiss_pairs_winners_with_winners_and_nobody_twice() -> None:
    people, played = entrants(4), list[Game]()
    for _ in range(3):
        for game in next_round(SWISS, people, played):
            played += scored([game], "first" if game.first < (game.second or 9) else "second")
    met = [frozenset((game.first, game.second)) for game in played]
    assert len(met) == len(set(met)) == 6
    assert standings(SWISS, people, played).ties[0] == ["1"]


def test_whoever_rests_has_a_bye_and_nobody_has_two() -> None:
    people, played = entrants(5), list[Game]()
    for _ in range(4):
        played += scored(next_round(SWISS, people, played))
    byes = [game.first for game in played if game.second is None]
    assert len(byes) == len(set(byes)) == 4


def test_everybody_meets_everybody_and_who_has_left_loses() -> None:
    people = entrants(4)
    played = scored(next_round(ROUND_ROBIN, people, []))
    people[0] = people[0]._replace(left_after=1)
    for _ in range(2):
        played += scored(next_round(ROUND_ROBIN, people, played))
    assert {frozenset((game.first, game.second)) for game in played} == {
        frozenset((one, two)) for one in range(1, 5) for two in range(one + 1, 5)
    }
    lost = [game for game in played if game.round > 1 and 1 in {game.first, game.second}]
    assert [game.result for game in lost] == ["second" if game.first == 1 else "first" for game in lost]


def test_people_who_keep_apart_do_not_meet_while_that_can_be_avoided() -> None:
    people = entrants(4)
    first = next_round(SWISS, people, [])
    apart = [(first[0].first, first[0].second or 0)]
    again = next_round(SWISS, people, [], apart)
    assert frozenset(apart[0]) not in {frozenset((game.first, game.second)) for game in again}


def test_a_team_plays_on_every_board_with_turned_seats_and_an_empty_one_is_lost() -> None:
    people = [*entrants(1, 2), Entrant(2, "", (20,))]
    first, second = next_round(TEAMS, people, [])
    assert (first.swapped, second.swapped) == (False, True)
    full = people[0].number
    assert (first.result, second.result) == (None, "first" if second.first == full else "second")
    table = standings(TEAMS, people, scored([first, second], "draw"))
    assert table.ties[0] == [str(full)], "1½ of 2 wins the match"


# A game of a tournament.
HOUR_MS = 3_600_000.0


def time_is_up(timed: Timed) -> tuple[int | None, bool]:
    """Who wins, and whether both have run out of time."""
    *_, over = timed.add(timed.table.call_time(timed.now_ms))
    assert isinstance(over, log.Over)
    assert over.reason == Fault.TIME_OUT
    assert timed.table.call_time(timed.now_ms) == []
    return over.winner, over.both


def test_when_its_time_is_up_whoever_has_not_moved_loses() -> None:
    timed = Timed("tank_war", "days:3")
    timed.move(0, "LA")
    assert time_is_up(timed.after(HOUR_MS)) == (0, False)


def test_when_its_time_is_up_nobody_loses_for_a_move_they_could_not_make() -> None:
    assert time_is_up(Timed("tank_battle", "days:3").after(HOUR_MS)) == (1, False)


def test_when_its_time_is_up_whoever_has_kept_the_other_waiting_longer_loses() -> None:
    timed = Timed("tank_war", "days:3", tournament="t").both("LA", "RC")
    timed.move(1, "LA")
    timed.after(2 * HOUR_MS).move(0, "LA")
    timed.move(0, "LA")
    assert time_is_up(timed.after(HOUR_MS)) == (1, False), "the last hour alone does not decide"


def test_whoever_goes_on_vacation_keeps_the_other_waiting() -> None:
    timed = Timed("tank_war", "days:3", tournament="t").both("LA", "RC")
    timed.move(1, "LA")
    timed.add(timed.table.vacation(0, 7, timed.now_ms))
    assert time_is_up(timed.after(48 * HOUR_MS)) == (1, False)


def test_when_the_server_was_away_nobody_was_waited_for() -> None:
    timed = Timed("tank_war", "days:3", tournament="t").both("LA", "RC")
    timed.move(1, "LA")
    timed.add([log.Paused(timed.now_ms + 5 * HOUR_MS)])
    timed.now_ms += 5 * HOUR_MS
    timed.add([log.Resumed(seat, "the server is back") for seat in (0, 1)])
    timed.move(0, "LA")
    timed.move(0, "RC")
    assert time_is_up(timed.after(HOUR_MS)) == (0, False)


def test_when_nobody_was_waited_for_alone_neither_wins() -> None:
    timed = Timed("tank_war", "days:3").both("LA", "RC")
    assert time_is_up(timed.after(HOUR_MS)) == (None, True)


def test_nothing_is_taken_back_in_a_tournament() -> None:
    timed = Timed("tank_war", "days:3", tournament="t").both("LA", "RC")
    with pytest.raises(Refused, match="in a tournament"):
        agreements.offer(timed.table, 0, "takeback")


# Over HTTP, with people.
@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tournaments")


@pytest.fixture(scope="module")
def running(folder: Path) -> Iterator[RunningServer]:
    """A server that looks at its tournaments only when a test says so (`step`)."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("steelyard.server.tournaments.runner.LOOK_S", NEVER_S)
        with RunningServer(f"sqlite:///{folder}/tables.db") as one:
            yield one


@pytest.fixture(scope="module")
def people(running: RunningServer) -> Iterator[list[Guest]]:
    found = [Guest(running.address) for _ in range(3)]
    for guest, name in zip(found, ("Ann", "Ben", "Cid"), strict=True):
        guest.registers(name)
    yield found
    for guest in found:
        guest.http.close()


def made(guest: Guest, status: int = 201, **asked: Any) -> Any:
    asked = {"name": "Spring cup", "game": "tank_war", "clock": "days:3", **asked}
    told = guest.asks("/api/tournaments", status, **asked)
    return told["id"] if status == 201 else told["code"]


def does(guest: Guest, tournament: str, what: str, **asked: Any) -> int | str:
    answer = guest.http.post(f"/api/tournaments/{tournament}/{what}", json=asked)
    return 204 if answer.status_code == 204 else str(answer.json()["code"])


def shown(guest: Guest, tournament: str) -> dict[str, Any]:
    found: dict[str, Any] = guest.http.get(f"/api/tournaments/{tournament}").json()
    return found


def step(server: RunningServer) -> None:
    server.do(server.app.state.tournaments.runner.step())


def resigns(guest: Guest, table: str) -> None:
    with guest.follows(table) as page:
        page.says("resign")
        page.until("over")


def test_a_tournament_is_played_to_its_winner(running: RunningServer, people: list[Guest]) -> None:
    ann, ben, cid = people
    name = made(ann, kind="round_robin")
    assert [does(guest, name, "join") for guest in people] == [204] * 3
    assert does(ann, name, "join") == "already_in_tournament"
    assert does(ben, name, "start") == "tournament_not_yours"
    assert does(ann, name, "start") == 204
    assert does(ann, name, "start") == "wrong_tournament_state"
    assert does(cid, name, "join") == "already_in_tournament"
    for number in (1, 2, 3):
        found = shown(ann, name)
        assert (found["state"], found["round"], found["rounds"]) == ("running", number, 3)
        (game,) = found["rounds_played"][-1]["games"]
        loser = max(game["first"], game["second"])  # the later somebody has joined, the worse they play
        waiting = people[loser - 1].http.get("/api/waiting").json()["turns"]
        assert game["table"] in {turn["id"] for turn in waiting}, "the bar of every page shows it"
        assert ann.shows(game["table"])["tournament"] == name
        resigns(people[loser - 1], game["table"])
        step(running)
    found = shown(ann, name)
    assert (found["state"], found["winner"]) == ("over", "Ann")
    assert [(row["entrant"], row["points"]) for row in found["standings"]] == [(1, "2"), (2, "1"), (3, "0")]
    assert does(ann, name, "cancel") == "wrong_tournament_state"


def test_a_round_begins_once_whoever_begins_it(running: RunningServer, people: list[Guest]) -> None:
    ann, ben, _ = people
    name = made(ann)
    for guest in (ann, ben):
        does(guest, name, "join")
    service = running.app.state.tournaments
    before = service.store.find(name)
    assert does(ann, name, "start") == 204
    with pytest.raises(Unmet):
        running.do(service.runner.begin_round(before, []))
    assert len(shown(ann, name)["rounds_played"][0]["games"]) == 1
    assert does(ann, name, "cancel") == 204


def test_whoever_withdraws_is_not_paired_and_the_last_one_wins(
    running: RunningServer, people: list[Guest]
) -> None:
    ann, ben, _ = people
    name = made(ann, clock="fischer:300s+5s", rounds=5)
    for guest in (ann, ben):
        does(guest, name, "join")
    does(ann, name, "start")
    assert does(ben, name, "leave") == 204
    (game,) = shown(ann, name)["rounds_played"][0]["games"]
    resigns(ben, game["table"])
    step(running)
    found = shown(ann, name)
    assert (found["state"], found["winner"], found["round"]) == ("over", "Ann", 1)


def test_a_round_ends_when_its_time_is_up(
    running: RunningServer, people: list[Guest], calendar: Calendar
) -> None:
    ann, ben, _ = people
    name = made(ann, round_hours=1, rounds=1)
    for guest in (ann, ben):
        does(guest, name, "join")
    does(ann, name, "start")
    (game,) = shown(ann, name)["rounds_played"][0]["games"]
    with ann.follows(game["table"]) as page:
        own = page.until("snapshot")["you"][0]
        page.says("move", turn=1, move="LA" if own == 0 else "RA")
        page.until("sealed")
    calendar.forward(3_600_000)
    step(running)
    step(running)
    assert (shown(ann, name)["state"], shown(ann, name)["winner"]) == ("over", "Ann")


def test_nobody_leaves_while_the_first_round_is_paired(
    running: RunningServer, people: list[Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben, cid = people
    name = made(ann)
    for guest in people:
        does(guest, name, "join")
    runner, answers = running.app.state.tournaments.runner, list[int | str]()
    leaving = threading.Thread(target=lambda: answers.append(does(cid, name, "leave")))
    apart = runner._apart

    def leaves_meanwhile(entrants: Sequence[Entrant], made_ms: float) -> list[tuple[int, int]]:
        leaving.start()
        leaving.join(0.5)
        found: list[tuple[int, int]] = apart(entrants, made_ms)
        return found

    monkeypatch.setattr(runner, "_apart", leaves_meanwhile)
    assert does(ann, name, "start") == 204
    leaving.join(TIMEOUT_S)
    found = shown(ben, name)
    assert answers == [204]
    assert [entrant["left"] for entrant in found["entrants"]] == [False, False, True]
    assert does(ann, name, "cancel") == 204


def test_whoever_joins_in_the_moment_in_which_it_should_start_is_in_or_is_told(
    running: RunningServer, people: list[Guest], monkeypatch: pytest.MonkeyPatch, calendar: Calendar
) -> None:
    ann, ben, _ = people
    name = made(ann, starts_ms=now_ms() + 3_600_000)
    does(ann, name, "join")
    store, answers = running.app.state.tournaments.store, list[int | str]()
    joining = threading.Thread(target=lambda: answers.append(does(ben, name, "join")))
    read = store.entrants

    def joins_meanwhile(tournament: str) -> list[Entrant]:
        found: list[Entrant] = read(tournament)
        monkeypatch.setattr(store, "entrants", read)
        joining.start()
        joining.join(0.5)
        return found

    monkeypatch.setattr(store, "entrants", joins_meanwhile)
    calendar.forward(2 * 3_600_000)
    step(running)
    joining.join(TIMEOUT_S)
    assert (shown(ann, name)["state"], answers) == ("cancelled", ["wrong_tournament_state"])


def test_a_game_that_cannot_be_kept_holds_up_no_tournament_for_good(
    running: RunningServer, people: list[Guest], monkeypatch: pytest.MonkeyPatch, calendar: Calendar
) -> None:
    ann, ben, _ = people
    name = made(ann, round_hours=1, rounds=1)
    for guest in (ann, ben):
        does(guest, name, "join")
    does(ann, name, "start")
    writer, failed = running.registry.writer, list[str]()
    write = writer.write

    def fails_once(changes: Sequence[Change], done: Any, stream: object = None) -> None:
        if not failed and any(change.statement is ADD_ENTRY for change in changes):
            failed.append("the disk is full")
            asyncio.get_running_loop().call_soon(done, OSError(*failed))
        else:
            write(changes, done, stream)

    monkeypatch.setattr(writer, "write", fails_once)
    calendar.forward(3_600_000)
    step(running)
    assert failed
    step(running)
    step(running)
    assert shown(ann, name)["state"] == "over"


def test_a_tournament_that_cannot_go_on_holds_up_no_other(
    running: RunningServer, people: list[Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben, _ = people
    names = [made(ann, rounds=1) for _ in range(2)]
    for name in names:
        for guest in (ann, ben):
            does(guest, name, "join")
        does(ann, name, "start")
        (game,) = shown(ann, name)["rounds_played"][0]["games"]
        resigns(ben, game["table"])
    runner = running.app.state.tournaments.runner
    collected = runner._collected

    async def breaks(tournament: Tournament) -> list[Game]:
        if tournament.id == names[1]:
            raise KeyError("something in it is wrong")
        found: list[Game] = await collected(tournament)
        return found

    monkeypatch.setattr(runner, "_collected", breaks)
    step(running)
    assert [shown(ann, name)["state"] for name in names] == ["over", "running"]
    assert does(ann, names[1], "cancel") == 204


def test_a_captain_removes_a_player_until_it_starts(people: list[Guest]) -> None:
    ann, ben, cid = people
    name = made(ann, team_size=2)
    assert does(ann, name, "remove", player="Ben") == "not_in_tournament"
    for guest in (ann, ben):
        assert does(guest, name, "join", team="Red") == 204
    assert [shown(guest, name)["can_remove"] for guest in people] == [True, False, False]
    assert does(ben, name, "remove", player="Ann") == "not_captain"
    assert does(ann, name, "remove", player="Cid") == "player_not_found"
    assert does(ann, name, "remove", player="Ann") == "own_account"
    assert does(ann, name, "remove", player="ben") == 204
    assert does(ann, name, "remove", player="Ben") == "player_not_found"
    assert does(ben, name, "join", team="red") == "removed_from_team"
    assert does(ben, name, "join", team="Blue") == 204
    assert does(cid, name, "join", team="Blue") == 204
    assert [each["players"] for each in shown(ann, name)["entrants"]] == [["Ann"], ["Ben", "Cid"]]
    assert does(ann, name, "start") == 204
    assert does(ben, name, "remove", player="Cid") == "wrong_tournament_state"
    assert does(ann, name, "cancel") == 204


def test_whoever_was_removed_from_a_team_that_is_gone_can_join_the_next_one(people: list[Guest]) -> None:
    ann, ben, _ = people
    name = made(ann, team_size=2)
    for guest in (ann, ben):
        does(guest, name, "join", team="Red")
    assert does(ann, name, "remove", player="Ben") == 204
    assert does(ann, name, "leave") == 204
    assert does(ann, name, "join", team="Red") == 204, "it has the number of the first one"
    assert does(ben, name, "join", team="Red") == 204
    assert does(ann, name, "cancel") == 204


def test_teams_fill_up_and_the_limits_hold(people: list[Guest]) -> None:
    ann, ben, cid = people
    name = made(ann, team_size=2, most=2)
    assert does(ann, name, "join") == "invalid_option"
    assert does(ann, name, "join", team="Red") == 204
    assert does(ben, name, "join", team="red") == 204
    assert does(cid, name, "join", team="Red") == "team_full"
    assert does(ben, name, "leave") == 204
    assert does(ann, name, "start") == "wrong_tournament_state"
    assert shown(cid, name)["entrants"][0]["players"] == ["Ann"]
    does(ann, name, "cancel")
    assert made(ann, 422, clock="none") == "invalid_clock"
    mine = [made(cid) for _ in range(3)]
    assert made(cid, 429) == "too_many_tournaments"
    assert [does(cid, each, "cancel") for each in mine] == [204] * 3


def test_what_happened_before_a_restart_counts_after_it(folder: Path) -> None:
    database = f"sqlite:///{folder}/again.db"
    with (
        RunningServer(database, data=folder / "again") as server,
        Guest(server.address) as ann,
        Guest(server.address) as ben,
    ):
        ann.registers("Ann")
        ben.registers("Ben")
        name = made(ann, rounds=1)
        for guest in (ann, ben):
            does(guest, name, "join")
        does(ann, name, "start")
        (game,) = shown(ann, name)["rounds_played"][0]["games"]
        resigns(ben, game["table"])
    with RunningServer(database, data=folder / "again") as server, Guest(server.address) as watcher:
        wait_until(lambda: shown(watcher, name)["state"] == "over")
        assert shown(watcher, name)["winner"] == "Ann"


def test_a_team_is_not_called_as_somebody_else_nor_nearly_as_another_team(people: list[Guest]) -> None:
    ann, ben, cid = people
    name = made(ann, team_size=2)
    assert does(ann, name, "join", team="Ben") == "name_taken"
    assert does(ann, name, "join", team="greedy") == "name_taken"
    assert does(ann, name, "join", team="Ann") == 204, "one's own"
    assert does(ben, name, "join", team="Bills") == 204
    assert does(cid, name, "join", team="Bi11s") == "name_taken"
    assert does(cid, name, "join", team="bills") == 204
    assert does(ann, name, "cancel") == 204


def test_a_rematch_of_a_game_of_a_tournament_waits_for_both(people: list[Guest]) -> None:
    """Whoever has offered it may have left: their clock does not run."""
    ann, ben, _ = people
    name = made(ann, clock="bank:120s", rated=True)
    for guest in (ann, ben):
        does(guest, name, "join")
    does(ann, name, "start")
    table = shown(ann, name)["rounds_played"][0]["games"][0]["table"]
    with ann.follows(table) as page:
        page.says("resign")
        page.until("over")
        page.says("offer", what="rematch")
        page.until("offer")
    with ben.follows(table) as page:
        page.until("snapshot")
        page.says("accept", what="rematch")
        again = ben.shows(page.until("rematch")["id"])
    assert (again["beginning"], again["rated"]) == (True, True)


def test_tournaments_that_one_person_makes_at_once_are_counted(running: RunningServer) -> None:
    with Guest(running.address) as dan, ThreadPoolExecutor(8) as threads:
        dan.registers("Dan")
        asked = {"name": "Spring cup", "game": "tank_war", "clock": "days:3"}
        codes = list(
            threads.map(lambda _: dan.http.post("/api/tournaments", json=asked).status_code, range(8))
        )
    assert sorted(codes) == [201] * 3 + [429] * 5


def met(guest: Guest, tournament: str) -> set[tuple[int, ...]]:
    return {
        tuple(sorted((game["first"], game["second"])))
        for game in shown(guest, tournament)["rounds_played"][0]["games"]
    }


def test_nobody_chooses_their_opponents_by_blocking_others(running: RunningServer) -> None:
    """Whoever sees who takes part could block the strongest."""
    guests = [Guest(running.address) for _ in range(4)]
    for guest, name in zip(guests, ("Uma", "Vic", "Wim", "Xia"), strict=True):
        guest.registers(name)
    usual, later = (made(guest) for guest in guests[:2])

    def started(name: str, owner: Guest) -> set[tuple[int, ...]]:
        for guest in guests:
            assert does(guest, name, "join") == 204
        assert does(owner, name, "start") == 204
        return met(owner, name)

    pairs = started(usual, guests[0])
    one, two = (guests[number - 1] for number in min(pairs))
    rival = two.http.get("/api/me").json()["name"]
    assert one.http.post(f"/api/players/{rival}/block", json={"blocked": True}).status_code == 204
    assert started(later, guests[1]) == pairs
    new = made(guests[3])
    assert started(new, guests[3]) != pairs
    for guest in guests:
        guest.http.close()
