"""The report for programs: one JSON object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from steelyard.contest.report import statistics_tables
from steelyard.contest.report.standings_tables import file_name
from steelyard.contest.standings.grades import grades

if TYPE_CHECKING:
    from steelyard.contest.model import Pairing, Result, Slot
    from steelyard.contest.running.progress import Progress
    from steelyard.contest.stages.base.progress import StageProgress
    from steelyard.contest.standings.ranking import Table


def report_json(progress: Progress, *, measured: bool) -> dict[str, Any]:
    contest = progress.contest
    out = sorted(progress.journal_state.disqualified.items())
    withdrawn = {name: entry.reason for name, entry in out if entry.withdrew}
    return {
        "contest": contest.file.name,
        "game": contest.game.id,
        "options": contest.game.changed_options(),
        "clock": contest.clock,
        "seed": contest.seed if progress.done else None,
        "done": progress.done,
        "ranking": progress.ranked(),
        "quarantined": {
            name: entry.fault for name, entry in sorted(progress.journal_state.quarantined.items())
        },
        "disqualified": {name: entry.reason for name, entry in out if not entry.withdrew},
        **({"withdrawn": withdrawn} if withdrawn else {}),
        "suspended": dict(sorted(progress.suspended.items())),
        "undecided": [slot.id for slot in progress.undecided],
        "stages": [_stage(stage, measured=measured) for stage in progress.all_stages()],
        "grades": [
            {
                "name": each.name,
                "grade": each.number,
                "figures": each.figures,
                "games": each.games,
                "note": each.note,
            }
            for each in grades(progress)
        ],
        "ratings": [
            {
                "name": each.name,
                "elo": round(each.elo, 1),
                "within": round(each.within, 1),
                "games": each.games,
            }
            for each in statistics_tables.rated(progress)
        ],
        **(
            {"remarks": [msgspec.structs.asdict(each) for each in contest.remarks]} if contest.remarks else {}
        ),
        **(
            {
                "voids": [void._asdict() for void in progress.journal_state.voids],
                "isolated": contest.isolated,
                "not_enforced": list(contest.not_enforced),
                **({"journal_hash": progress.journal_hash} if progress.journal_hash else {}),
            }
            if measured
            else {}
        ),
    }


def _stage(stage: StageProgress, *, measured: bool) -> dict[str, Any]:
    return {
        "title": stage.title,
        "done": stage.done,
        "entrants": stage.names,
        "advancing": stage.advancing if stage.done else [],
        "by_lot": stage.by_lot,
        "tables": [_table(table) for table in stage.tables],
        "matches": [_match(pairing, measured=measured) for pairing in stage.pairings],
    }


def _table(table: Table) -> dict[str, Any]:
    ranks = table.ranks()
    rows = []
    for name in table.names:
        tally = table.tallies[name]
        rows.append(
            {
                "place": ranks[name],
                "name": name,
                "matches": tally.matches,
                "games": tally.games,
                "won": tally.wins,
                "drawn": tally.draws,
                "lost": tally.losses,
                "failures": tally.failures,
                **{key: float(value) for key, value in table.values.get(name, {}).items()},
            }
        )
    return {"title": table.title, "advance": table.cut, "rows": rows}


def _match(pairing: Pairing, *, measured: bool) -> dict[str, Any]:
    return {
        "round": pairing.round,
        "first": pairing.first,
        "second": pairing.second,
        "score": list(pairing.score()),
        "winner": pairing.winner,
        "decided_by": pairing.why,
        "games": [_game(slot, result, measured=measured) for slot, result in pairing.games()],
    }


def _game(slot: Slot, result: Result, *, measured: bool) -> dict[str, Any]:
    told: dict[str, Any] = {
        "id": slot.id,
        "seats": list(slot.seats),
        "board": slot.board.label,
        "points": list(result.points),
        "reason": result.reason,
        "figures": {name: list(both) for name, both in result.figures.items()},
        "played": result.played,
    }
    return {**told, "record": f"records/{file_name(slot.id)}.json"} if measured and result.played else told
