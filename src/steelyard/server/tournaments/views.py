"""A tournament, as it is shown."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any

from steelyard import games

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from steelyard.server.accounts.store import AccountStore
    from steelyard.server.http.access import Account
    from steelyard.server.tournaments.model import Entrant, Game
    from steelyard.server.tournaments.store import Tournament

HALF = Fraction(1, 2)


def in_list(tournament: Tournament, players: int, entrants: int = 0) -> dict[str, Any]:
    form = tournament.format
    known = tournament.round > 0 or tournament.kind == "swiss"
    return {
        "id": tournament.id,
        "name": tournament.name,
        "game": tournament.game,
        "title": games.game_class(tournament.game).title,
        "clock": tournament.clock,
        "rated": tournament.rated,
        "kind": tournament.kind,
        "team_size": tournament.team_size,
        "state": tournament.state,
        "players": players,
        "most": tournament.most,
        "round": tournament.round,
        "rounds": form.round_count(entrants) if known and entrants else tournament.rounds,
        "starts_ms": _whole(tournament.starts_ms),
        "winner": None,
    }


def whole(  # noqa: PLR0913 - what is shown depends on all of it
    tournament: Tournament,
    entrants: Sequence[Entrant],
    played: Sequence[Game],
    people: AccountStore,
    me: Account | None,
    *,
    own_tables: Container[str],
) -> dict[str, Any]:
    """For one person, who sits at `own_tables`."""
    from steelyard.server.tournaments.rounds import standings  # noqa: PLC0415 - as it says

    own = 0 if me is None else me.id
    accounts = people.names({account for entrant in entrants for account in entrant.accounts})
    names = {entrant.number: entrant_name(entrant, accounts) for entrant in entrants}
    table = standings(tournament.format, entrants, played)
    ranks = table.ranks()
    mine = next((entrant for entrant in entrants if own in entrant.accounts), None)
    leads = mine is not None and captain(mine, people) == own
    over = tournament.state == "over" and bool(table.ties)
    best = " and ".join(names[int(key)] for key in table.ties[0]) if over else None
    return {
        **in_list(tournament, len(accounts), len(entrants)),
        "winner": best,
        "owner": people.names([tournament.owner]).get(tournament.owner, ""),
        "mine": me is not None and (tournament.owner == me.id or me.may("organiser")),
        "joined": mine is not None,
        "can_withdraw": leads and mine is not None and mine.left_after is None,
        "can_remove": leads and tournament.team_size > 1 and tournament.state == "open",
        "round_ends_ms": None
        if tournament.round_ms is None or tournament.round_started_ms is None
        else _whole(tournament.round_started_ms + tournament.round_ms),
        "entrants": [
            {
                "number": entrant.number,
                "name": names[entrant.number],
                "players": [accounts.get(account, "") for account in entrant.accounts],
                "left": entrant.left_after is not None,
                "you": own in entrant.accounts,
            }
            for entrant in entrants
        ],
        "standings": [
            {
                "entrant": int(key),
                "rank": ranks[key],
                "points": written(table.tallies[key].match_points),
                "matches": table.tallies[key].matches,
                "tie_breaks": [written(table.values[key][each]) for each in table.criteria[1:]],
            }
            for key in table.names
        ],
        "tie_breaks": list(table.criteria[1:]),
        "rounds_played": _rounds(played, own_tables),
    }


def captain(entrant: Entrant, people: AccountStore) -> int | None:
    """The first player of those whose accounts are open."""
    found = (people.find(account) for account in entrant.accounts)
    return next((each.account.id for each in found if each is not None and not each.disabled), None)


def entrant_name(entrant: Entrant, accounts: dict[int, str]) -> str:
    return entrant.name or accounts.get(entrant.accounts[0], "") if entrant.accounts else entrant.name


def written(points: Fraction) -> str:
    """2½, as a person writes it."""
    whole_part, half = divmod(points, 1)
    return f"{whole_part or ('' if half else 0)}{'½' if half == HALF else ''}"


def _rounds(played: Sequence[Game], own_tables: Container[str]) -> list[dict[str, Any]]:
    return [
        {
            "number": number,
            "games": [
                {
                    "first": game.first,
                    "second": game.second,
                    "board": game.board,
                    "swapped": game.swapped,
                    "table": game.table_id,
                    "result": game.result,
                    "you": game.table_id is not None and game.table_id in own_tables,
                }
                for game in group
            ],
        }
        for number, group in groupby(played, key=lambda game: game.round)
    ]


def _whole(moment_ms: float | None) -> int | None:
    return None if moment_ms is None else round(moment_ms)
