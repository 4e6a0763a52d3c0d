"""The logs of a contest's games: each bot's for its team, all of them for the organiser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.contest.running.game_logs import log_of
from steelyard.core.game import SEATS
from steelyard.server.contests import pages
from steelyard.server.contests.store import may_manage
from steelyard.server.http.responses import ApiError

if TYPE_CHECKING:
    from steelyard.server.contests.follower import Follower
    from steelyard.server.contests.service import ContestService
    from steelyard.server.contests.store import Row
    from steelyard.server.http.access import Account


def shown_logs(
    contest_service: ContestService, row: Row, follower: Follower, me: Account, mark: str
) -> dict[str, Any]:
    """What that person may read of a game's logs, by turn; the mark is the end of the game's address."""
    found = pages.game_tables(row, follower).get(f"{row.id}.{mark}")
    if found is None:
        raise ApiError("table_not_found", "there is no such game in this contest")
    played, record = found
    entry = contest_service.contest_store.entry_of(row.id, me.id)
    own = entry.name if entry is not None else ""
    names = [player.name for player in record.players]
    seen = [seat for seat in SEATS if may_manage(me, row) or (own and names[seat] == own)]
    return {
        "logs": [
            {
                "seat": seat,
                "name": names[seat],
                "own": names[seat] == own,
                "turns": [{"turn": turn, "text": text} for turn, text in log.items()],
            }
            for seat in seen
            if (log := log_of(follower.folder.logs, follower.contest.slugs[names[seat]], played.id))
            is not None
        ]
    }
