"""What people can do with tournaments: make one, join, leave, start, cancel; each checked."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from steelyard import games
from steelyard.core.errors import InvalidOption
from steelyard.core.names import folded, looks, prototypes
from steelyard.protocol.clock import InvalidClock, pace
from steelyard.server.accounts.audit import audited
from steelyard.server.accounts.names import checked_name
from steelyard.server.database.writer import Change, Unmet
from steelyard.server.http.responses import ApiError
from steelyard.server.ids import new_id
from steelyard.server.tables.terms import check_clock
from steelyard.server.time_source import now_ms
from steelyard.server.tournaments import changes
from steelyard.server.tournaments.runner import LEAST
from steelyard.server.tournaments.views import captain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steelyard.server.accounts.store import AccountStore
    from steelyard.server.database.writer import Writer
    from steelyard.server.http.access import Account
    from steelyard.server.people.service import PeopleService
    from steelyard.server.tournaments.messages import NewTournament
    from steelyard.server.tournaments.model import Entrant
    from steelyard.server.tournaments.runner import TournamentRunner
    from steelyard.server.tournaments.store import Tournament, TournamentStore

MOST_OWN = {"player": 3, "organiser": 20, "admin": 20}  # of one person that are not over
MOST_ROUND_ROBIN = 16
LONGEST_WAIT_MS = 60 * 24 * 3600 * 1000.0
CHANGED = "somebody else was quicker; look at the tournament again"


class TournamentService:
    def __init__(
        self,
        store: TournamentStore,
        people_service: PeopleService,
        runner: TournamentRunner,
        writer: Writer,
    ) -> None:
        self.store = store
        self.runner = runner
        self._people_service = people_service
        self.writer = writer

    @property
    def people(self) -> AccountStore:
        return self._people_service.people

    async def found(self, name: str) -> Tournament:
        tournament = await asyncio.to_thread(self.store.find, name)
        if tournament is None:
            raise ApiError("tournament_not_found", "there is no such tournament")
        return tournament

    async def create(self, me: Account, asked: NewTournament) -> str:
        _check(asked)
        async with self._people_service.making(f"tournament of {me.id}"):
            return await self._create(me, asked)

    async def _create(self, me: Account, asked: NewTournament) -> str:
        if await asyncio.to_thread(self.store.unfinished_of, me.id) >= MOST_OWN[me.role]:
            raise ApiError(
                "too_many_tournaments", f"{MOST_OWN[me.role]} tournaments of yours are not over; wait for one"
            )
        name = new_id()
        row = {
            "id": name,
            "name": checked_name(asked.name),
            "game": asked.game,
            "clock": asked.clock,
            "rated": asked.rated,
            "kind": asked.kind,
            "team_size": asked.team_size,
            "rounds": asked.rounds if asked.kind == "swiss" else None,
            "most": min(asked.most, MOST_ROUND_ROBIN) if asked.kind == "round_robin" else asked.most,
            "round_ms": None if asked.round_hours is None else asked.round_hours * 3_600_000,
            "owner": me.id,
            "state": "open",
            "starts_ms": asked.starts_ms,
            "round": 0,
            "created_ms": now_ms(),
        }
        told = audited(me, "tournament.create", f"tournament:{name}", {"name": row["name"]})
        await self.writer.kept([Change(changes.ADD_TOURNAMENT, row), told])
        return name

    # Taking part.
    async def join(self, me: Account, name: str, team: str) -> None:
        tournament = await self.found(name)
        if (tournament.team_size > 1) != bool(team):
            raise InvalidOption(
                "name the team that you join, or a new one" if not team else "everybody plays alone here"
            )
        if await self._people_service.is_blocked(me.id, tournament.owner):
            raise ApiError("tournament_not_found", "you cannot take part in this tournament")
        await asyncio.to_thread(prototypes)  # loaded once
        async with self.runner.entering:
            entrants = await asyncio.to_thread(self.store.entrants, name)
            if any(me.id in entrant.accounts for entrant in entrants):
                raise ApiError("already_in_tournament", "you take part already")
            entrant = _team(entrants, team) if team else None
            written = [changes.still(name, "open")]
            if entrant is None:
                if len(entrants) >= tournament.most:
                    raise ApiError("tournament_full", "all places in this tournament are taken")
                number = max((each.number for each in entrants), default=0) + 1
                called = self._team_name(team, entrants, me) if team else ""
                row = {"tournament_id": name, "number": number, "name": called}
                written.append(Change(changes.ADD_ENTRANT, row))
            else:
                number = entrant.number
                if await asyncio.to_thread(self.store.was_removed, name, number, me.id):
                    raise ApiError(
                        "removed_from_team",
                        f"its captain has removed you from {entrant.name}; join another team",
                    )
                if len(entrant.accounts) >= tournament.team_size:
                    raise ApiError("team_full", f"the team {entrant.name} has all its players")
            player = {"tournament_id": name, "account": me.id, "entrant": number, "joined_ms": now_ms()}
            await self._kept([*written, Change(changes.ADD_PLAYER, player)])

    def _team_name(self, written: str, entrants: Sequence[Entrant], me: Account) -> str:
        """As the names of accounts are checked; a team may be called as whoever makes it."""
        name = checked_name(written)
        own = looks(name)
        taken = "another team" if any(looks(each.name) & own for each in entrants) else None
        if taken is None and not looks(me.name) & own:
            taken = self.people.alike(name)
        if taken is not None:
            raise ApiError("name_taken", f"{taken} has that name, or one that looks like it; choose another")
        return name

    async def _entrant_of(self, me: Account, name: str) -> Entrant:
        entrants = await asyncio.to_thread(self.store.entrants, name)
        entrant = next((each for each in entrants if me.id in each.accounts), None)
        if entrant is None:
            raise ApiError("not_in_tournament", "you do not take part in this tournament")
        return entrant

    async def leave(self, me: Account, name: str) -> None:
        """Before it starts the place is free again; later one is no longer paired."""
        async with self.runner.entering:
            tournament = await self.found(name)
            entrant = await self._entrant_of(me, name)
            if tournament.state == "open":
                written = [changes.still(name, "open"), changes.left(name, me.id)]
                if len(entrant.accounts) == 1:
                    written += changes.dropped(name, entrant.number)
            elif captain(entrant, self.people) != me.id:
                raise ApiError("not_captain", "only the first player of a team can withdraw it")
            else:
                running = changes.still(name, "running")
                written = [running, changes.withdrawn(name, entrant.number, tournament.round)]
            await self._kept(written)

    async def remove(self, me: Account, name: str, player: str) -> None:
        """The captain has somebody leave the team, before it starts; they can join another one."""
        async with self.runner.entering:
            tournament = await self.found(name)
            entrant = await self._entrant_of(me, name)
            if tournament.state != "open":
                raise ApiError("wrong_tournament_state", "it has started; the teams stay as they are")
            if captain(entrant, self.people) != me.id:
                raise ApiError("not_captain", "only the first player of a team can remove somebody")
            person = self.people.named(player)
            if person is None or person.account.id not in entrant.accounts:
                raise ApiError("player_not_found", f"{player} is not in your team")
            if person.account.id == me.id:
                raise ApiError("own_account", "that is you; leave the team instead")
            gone = changes.removed(name, entrant.number, person.account.id)
            await self._kept([changes.still(name, "open"), *gone])

    # What its owner does, or an organiser.
    async def start(self, me: Account, name: str) -> None:
        tournament = await self.found(name)
        _check_owner(me, tournament)
        if tournament.state != "open":
            raise ApiError("wrong_tournament_state", "it has started already")
        entrants = await asyncio.to_thread(self.store.entrants, name)
        if len(entrants) < LEAST:
            raise ApiError("wrong_tournament_state", f"it takes {LEAST} to play; wait for more to join")
        try:
            await self.runner.begin_round(tournament, [])
        except Unmet:
            raise ApiError("wrong_tournament_state", CHANGED) from None

    async def cancel(self, me: Account, name: str) -> None:
        """Games that are played go on, and count for nothing but themselves."""
        tournament = await self.found(name)
        _check_owner(me, tournament)
        told = audited(me, "tournament.cancel", f"tournament:{name}", {"name": tournament.name})
        await self._kept([changes.ended(name, "cancelled", now_ms()), told])

    async def _kept(self, written: Sequence[Change]) -> None:
        try:
            await self.writer.kept(written)
        except Unmet:
            raise ApiError("wrong_tournament_state", CHANGED) from None


def _check(asked: NewTournament) -> None:
    game = games.get(asked.game)
    check_clock(asked.clock, holds=game.joystick is not None)
    if pace(asked.clock) == "untimed":
        raise InvalidClock("a tournament needs a clock, so that nobody holds up the others; choose one")
    now = now_ms()
    if asked.starts_ms is not None and not now <= asked.starts_ms <= now + LONGEST_WAIT_MS:
        raise InvalidOption("a tournament starts within the next 60 days")


def _check_owner(me: Account, tournament: Tournament) -> None:
    if tournament.owner != me.id and not me.may("organiser"):
        raise ApiError("tournament_not_yours", "only whoever made the tournament can do that")


def _team(entrants: Sequence[Entrant], name: str) -> Entrant | None:
    return next((each for each in entrants if folded(each.name) == folded(name)), None)
