"""What a page is told of one contest: to everybody, to a team, to its organiser."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from steelyard import games
from steelyard.arena.verdicts import in_words
from steelyard.contest.file.parser import read_file
from steelyard.contest.report.entrant_changes import replacement_words
from steelyard.contest.running import live_games, voids
from steelyard.contest.running.game_words import game_words
from steelyard.contest.running.journal_entries import Audit, Disqualified
from steelyard.contest.standings.grades import grades
from steelyard.core.game import SEATS
from steelyard.server.contests import views
from steelyard.server.contests.file import own_teacher, takes_teams
from steelyard.server.contests.folders import FILE
from steelyard.server.contests.snapshot import eligible, replaces_at_start, version_to_play
from steelyard.server.contests.store import BEGUN, Entry, may_manage
from steelyard.server.time_source import now_ms

if TYPE_CHECKING:
    from steelyard.arena.record import Record
    from steelyard.contest.file.definition import ContestFile
    from steelyard.contest.model import Result, Slot
    from steelyard.contest.running.journal_entries import Played
    from steelyard.contest.running.progress import Progress
    from steelyard.server.contests.follower import Follower
    from steelyard.server.contests.service import ContestService
    from steelyard.server.contests.store import Row
    from steelyard.server.http.access import Account


@lru_cache(maxsize=64)
def told_by(text: str) -> ContestFile:
    return read_file(text, FILE)


def links(row: Row, follower: Follower) -> views.WebLinks:
    return views.WebLinks(follower.contest, row.id, row.secret)


def game_tables(row: Row, follower: Follower) -> dict[str, tuple[Played, Record]]:
    """Every game that was played, by its name among the tables."""
    to = links(row, follower)
    return follower.view(
        "tables",
        lambda progress, _: {
            to.table(entry): (entry, record) for entry, record in progress.journal_state.records.values()
        },
    )


def head(contest_service: ContestService, row: Row, me: Account | None) -> dict[str, Any]:
    """What lists show. Neither the file nor its seed is in it."""
    store = contest_service.contest_store
    own = None if me is None else store.entry_of(row.id, me.id)
    return {
        "id": row.id,
        "name": row.name,
        "game": row.game,
        "title": games.get(row.game).title,
        "state": row.state,
        "waits": contest_service.waits_for_another(row),
        "public": row.public,
        "published": row.published,
        "with_code": bool(row.code),
        "deadline_ms": row.deadline_ms,
        "started_ms": row.started_ms,
        "created_ms": row.created_ms,
        "now_ms": round(now_ms()),
        "owner": contest_service.people.names([row.owner]).get(row.owner, ""),
        "teams": sum(bool(entry.bot) for entry in store.entries(row.id).values()),
        "team_size": row.team_size,
        "manages": may_manage(me, row),
        "entered": own is not None and bool(own.bot),
    }


def whole(contest_service: ContestService, row: Row, me: Account | None) -> dict[str, Any]:
    """The contest's page."""
    told, follower = told_by(row.file), contest_service.follower(row)
    progress = None
    if follower is not None:
        to = links(row, follower)
        progress = follower.view(
            "overview", lambda progress, seq: views.overview(progress, seq, to), fresh=row.state == "over"
        )
    entries = contest_service.contest_store.entries(row.id).values()
    teams = [team(contest_service, entry) for entry in entries if entry.bot]
    return {
        **head(contest_service, row, me),
        "options": dict(told.options),
        "clock": told.clock or games.get(row.game).clock,
        "realtime": told.realtime,
        "stages": [stage.called for stage in told.stages],
        "takes_teams": takes_teams(told),
        "graded": told.grades is not None,
        "teacher": None
        if told.teacher is None or own_teacher(told) is not None  # nobody plays against an organiser's own
        else {"bot": told.teacher.bot, "name": told.teacher.name},
        "houses": [line.name or line.bot for line in told.entrants if line.bot is not None],
        "entrants": sorted((each["name"] for each in teams), key=str.casefold),
        "members": {
            each["name"]: [member["name"] for member in each["members"]]
            for each in teams
            if [each["name"]] != [member["name"] for member in each["members"]]
        },
        "course": progress,
        "you": _you(contest_service, row, me),
        **on_air(contest_service, row),
    }


def on_air(contest_service: ContestService, row: Row) -> dict[str, Any]:
    """What is being done, and what comes next."""
    folder = contest_service.folder(row).path / "live"
    doing = live_games.told(folder) if row.state == "running" else None
    coming = live_games.announced(folder) if row.state == "running" else []
    return {
        "doing": None if doing is None else {"what": doing.what, "share": doing.share},
        "coming": [{"id": each.id, "seats": each.seats} for each in coming],
    }


def _you(contest_service: ContestService, row: Row, me: Account | None) -> dict[str, Any] | None:
    if me is None:
        return None
    entry = contest_service.contest_store.entry_of(row.id, me.id)
    member = contest_service.contest_store.members(row.id).get(me.id)
    is_captain = entry is None or entry.account == me.id
    return {
        "name": me.name,
        "account": me.id,
        "captain": is_captain,
        "team": None if entry is None else own_team(contest_service, row, me),
        "student_number": "" if member is None else member.student_number,
        "came_in": entry is not None,
        "needs_code": bool(row.code) and entry is None and not may_manage(me, row),
        "bot": None if entry is None else _bot(contest_service, row, entry),
        "bots": [
            {"id": bot.id, "name": bot.name}
            for bot in contest_service.bot_store.bots_of(me.id)
            if bot.game == row.game and not bot.remote
        ]
        if row.state == "open" and is_captain
        else [],
        "entrant": entry.name if entry is not None and row.state in BEGUN else "",
        "closed": contest_service.closed(row),
    }


# A team's own.
def team(contest_service: ContestService, entry: Entry) -> dict[str, Any]:
    """What a team is called, and who is in it."""
    members = contest_service.contest_store.team(entry)
    names = contest_service.people.names(member.account for member in members)
    return {
        "name": entry.name or contest_service.name_of(entry),
        "members": [
            {"account": each.account, "name": names[each.account], "captain": each.account == entry.account}
            for each in members
        ],
    }


def own_team(contest_service: ContestService, row: Row, me: Account) -> dict[str, Any]:
    """The team of somebody who has come in."""
    entry = contest_service.contest_store.entry_of(row.id, me.id) or Entry(row.id, me.id)
    code = entry.team_code if entry.account == me.id else ""
    return {**team(contest_service, entry), "named": entry.team, "code": code}


def mine(row: Row, name: str, follower: Follower) -> dict[str, Any]:
    """Its games with what went wrong, and its grade: for its team."""
    to = links(row, follower)
    return follower.view(
        f"mine/{name}", lambda progress, seq: _mine(progress, seq, name, to), fresh=row.state != "running"
    )


def _mine(progress: Progress, seq: int, name: str, to: views.WebLinks) -> dict[str, Any]:
    played = [
        {**views.game_json(progress, slot, result, to), "failure": _failure(progress, name, slot, result)}
        for pairing in progress.pairings()
        for slot, result in pairing.games()
        if name in slot.seats
    ]
    out = progress.journal_state.quarantined.get(name)
    out_of_it = progress.journal_state.disqualified.get(name)
    grade = next((each for each in grades(progress) if each.name == name), None)
    return {
        "seq": seq,
        "entrant": name,
        "games": played,
        "quarantined": None if out is None else {"fault": out.fault, "detail": out.detail, "log": out.log},
        "disqualified": None if out_of_it is None or out_of_it.withdrew else out_of_it.reason,
        "withdrawn": None if out_of_it is None or not out_of_it.withdrew else out_of_it.reason,
        "replaced": replacement_words(progress, name),
        "suspended": name in progress.suspended,
        "grade": None
        if grade is None
        else {"grade": grade.number, "figures": grade.figures, "note": grade.note, "final": progress.done},
    }


def _failure(progress: Progress, name: str, slot: Slot, result: Result) -> dict[str, Any] | None:
    """Of that entrant alone: what the other one's bot wrote is not its business."""
    seat = SEATS[slot.seats.index(name)]
    verdict = progress.journal_state.records[slot.id][1].verdict if result.played else None
    if verdict is None or seat not in result.faults:
        return None
    own = verdict.seat == seat
    return {
        "fault": result.faults[seat],
        "detail": verdict.detail if own or verdict.other is None else "",
        "turn": verdict.turn,
        "line": verdict.line if own else "",
        "stderr": verdict.stderr if own else "",
    }


# For the organiser.
def desk(contest_service: ContestService, row: Row) -> dict[str, Any]:
    """What only people who manage the contest may know."""
    entries = contest_service.contest_store.entries(row.id)
    teams = {account: contest_service.contest_store.team(entry) for account, entry in entries.items()}
    people = {*entries, *(each.account for team in teams.values() for each in team)}
    names = contest_service.people.names(people)
    follower = contest_service.follower(row)
    return {
        "file": row.file,
        "teacher": told_by(row.file).teacher is not None,
        "code": row.code,
        "problem": row.problem,
        "entries": [
            {
                "account": names.get(entry.account, ""),
                "bot": _bot(contest_service, row, entry),
                "late": entry.late,
                "entrant": entry.name,
                "team": entry.team,
                "members": [
                    {"name": names[each.account], "student_number": each.student_number}
                    for each in teams[account]
                ],
            }
            for account, entry in entries.items()
        ],
        "behind": []
        if follower is None
        else follower.view("behind", lambda progress, _: _behind(progress), fresh=row.state != "running"),
        "undecided": []
        if follower is None
        else follower.view(
            "undecided", lambda progress, _: _undecided(progress), fresh=row.state != "running"
        ),
    }


def _bot(contest_service: ContestService, row: Row, entry: Entry) -> dict[str, Any] | None:
    """The bot of an entry, with the version that plays, or would play if entries closed now."""
    bot_store = contest_service.bot_store
    bot = bot_store.bot(entry.bot) if entry.bot else None
    if bot is None:
        return None
    versions = eligible(bot_store, bot.id, None)
    plays = next((version for version in versions if version.id == entry.version), None)
    if row.state in {"draft", "open"}:
        plays = version_to_play(bot_store, entry, None)
    elif row.state == "frozen" and replaces_at_start(entry, plays):
        plays = version_to_play(bot_store, entry, row.deadline_ms)
    return {
        "id": bot.id,
        "name": bot.name,
        "version": None if plays is None else plays.number,
        "state": None if plays is None else plays.state,
        "fit": None if plays is None or plays.state not in {"fit", "unfit"} else plays.state == "fit",
        "reason": "" if plays is None else plays.reason,
        "chosen": plays is not None and plays.id == entry.chosen,
        "versions": [{"number": version.number, "state": version.state} for version in versions],
    }


def _behind(progress: Progress) -> list[dict[str, Any]]:
    """What happened that was no game: what was decided, who was kept out or suspended."""
    told: list[dict[str, Any]] = []
    for entry in progress.journal_state.audit:
        what = entry.word if isinstance(entry, Disqualified) else type(entry).__name__.lower()
        about = str(getattr(entry, "name", "") or getattr(entry, "id", ""))
        if isinstance(entry, Audit):
            told.append({"what": what, "about": about, "why": entry.reason, "at": entry.at, "log": ""})
        else:
            why = f"it {in_words(entry.fault)}: {entry.detail}"
            told.append({"what": what, "about": about, "why": why, "at": "", "log": entry.log})
    for name, game in sorted(progress.suspended.items()):
        why = f"too many failures, the last one in {game_words(progress.contest, game)}"
        told.append({"what": "suspended", "about": name, "why": why, "at": "", "log": ""})
    for name, its in voids.repeated(progress.journal_state.voids).items():
        log = "\n".join(f"{void.game}, turn {void.turn}: {void.figures}" for void in its)
        why = f"{len(its)} times while it was alone on the move"
        told.append({"what": "voids", "about": name, "why": why, "at": "", "log": log})
    return told


def _undecided(progress: Progress) -> list[dict[str, Any]]:
    """The games whose end the organiser has to say."""
    return [{"id": slot.id, "seats": list(slot.seats)} for slot in progress.undecided]
