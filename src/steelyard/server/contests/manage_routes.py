"""Contests over HTTP, to change: made, opened, started, decided, entered."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter
from starlette.responses import Response

from steelyard import games
from steelyard.contest.running import decisions
from steelyard.contest.running.decision_effects import effect_words, preview
from steelyard.contest.running.game_words import game_words
from steelyard.contest.standings.grade_figures import formula_names
from steelyard.contest.standings.grade_formula import Formula
from steelyard.server.contests import file, messages, pages
from steelyard.server.contests import manage_response_models as models
from steelyard.server.contests.decisions import Decisions
from steelyard.server.contests.dependencies import ContestId, ContestsDep, Organiser, Player
from steelyard.server.contests.response_models import ContestListed
from steelyard.server.contests.snapshot import Taken, copy_in, version_to_play
from steelyard.server.contests.store import Terms
from steelyard.server.contests.team_response_models import Joined
from steelyard.server.http.dependencies import ThreadsDep
from steelyard.server.http.rate_limits import costs
from steelyard.server.http.responses import REFUSALS, ApiError, json

if TYPE_CHECKING:
    from steelyard.contest.running.decision_effects import Effect
    from steelyard.contest.running.journal_entries import AnyEntry
    from steelyard.contest.running.progress import Progress
    from steelyard.server.contests.service import ContestService
    from steelyard.server.contests.store import Row
    from steelyard.server.http.access import Account

router = APIRouter(prefix="/api/contests", responses=REFUSALS)


@router.post("", status_code=201, response_model=Joined)
async def create_contest(
    contests: ContestsDep, threads: ThreadsDep, asked: messages.NewContest, me: Organiser
) -> Response:
    """A new contest, by a form or by a file; nobody sees it before you open it."""
    if (asked.form is None) == (asked.file is None):
        raise ApiError("invalid_request", "give a form or a file")
    own_bots = partial(contests.service.own_bots, me.id)
    text = await threads.contests(lambda: _text(asked, own_bots))
    row = await contests.service.create(
        me, text, Terms(asked.public, asked.code, asked.deadline_ms, asked.team_size)
    )
    return json({"id": row.id, "url": f"/c/{row.id}"}, 201)


def _text(asked: messages.NewContest, own_bots: file.OwnBots) -> str:
    if asked.form is None:
        return file.checked(asked.file or "", own_bots)
    told = {name: value for name, value in asked.form.model_dump().items() if value is not None}
    return file.from_form(file.Chosen(**told), own_bots)


@router.post("/formula", dependencies=[costs(20)], response_model=models.FormulaShown)
async def check_formula(threads: ThreadsDep, asked: messages.FormulaAsked, me: Organiser) -> Response:
    """Whether grades can be computed by a formula; the figures that it uses."""
    del me
    names = formula_names(games.get(asked.game))
    formula = await threads.contests(lambda: Formula(asked.formula, names))
    return json({"figures": formula.names})


@router.post("/{id}/change", response_model=ContestListed)
async def change_contest(
    contests: ContestsDep,
    id: ContestId,
    asked: messages.Amended,
    me: Organiser,
) -> Response:
    """Other values: the file, the deadline, the code, whether it is public, whether grades are."""
    row = contests.managed(me, id)
    changes = {
        name: value
        for name in asked.model_fields_set - {"reason"}
        if (value := getattr(asked, name)) is not None
    }
    if "deadline_ms" in asked.model_fields_set:
        changes["deadline_ms"] = asked.deadline_ms
    if "file" in changes:
        own_bots = partial(contests.service.own_bots, row.owner)
        changes["file"] = await asyncio.to_thread(file.checked, str(changes["file"]), own_bots)
    row = await contests.service.amend(row, me, changes, asked.reason)
    return json(pages.head(contests.service, row, me))


@router.post("/{id}/state", response_model=ContestListed)
async def move_contest(
    contests: ContestsDep,
    id: ContestId,
    asked: messages.Moved,
    me: Organiser,
) -> Response:
    """Open entries, close them, start, pause, go on."""
    row = contests.managed(me, id)
    row = await contests.service.move(row, me, asked.to, asked.reason)
    return json(pages.head(contests.service, row, me))


@router.post("/{id}/delete", response_model=models.Told)
async def delete_contest(
    contests: ContestsDep,
    id: ContestId,
    asked: messages.Deleted,
    me: Organiser,
) -> Response:
    """Away with a contest that has not started, and with its entries."""
    row = contests.managed(me, id)
    await contests.service.delete(row, me, asked.reason)
    return json({"told": f"{row.name} is deleted"})


@router.post("/{id}/decide", response_model=models.Told)
async def decide(
    contests: ContestsDep,
    id: ContestId,
    asked: messages.Decided,
    me: Organiser,
) -> Response:
    """Disqualify, reinstate, play a game again, rule how one ended, replace a bot, take a late entry."""
    row, here = contests.managed(me, id), contests.service
    detail: dict[str, Any] = {"reason": asked.reason}
    if asked.what == "late":
        return await _late(here, row, me, asked)
    if asked.what == "version":
        return await _choose(here, row, me, asked)
    if asked.what == "rerun":
        game = asked.game or ""
        told = await Decisions(here).record(
            row,
            me,
            "rerun",
            {**detail, "game": game},
            lambda folder: decisions.rerun(folder, game, asked.reason),
        )
    elif asked.what == "rule":
        game, winner = asked.game or "", asked.name or None
        told = await Decisions(here).record(
            row,
            me,
            "rule",
            {**detail, "game": game, "winner": winner},
            lambda folder: decisions.rule(folder, game, winner, asked.reason),
        )
    elif asked.what in {"disqualify", "withdraw"}:
        withdrew = asked.what == "withdraw"
        name = asked.name or ""
        told = await Decisions(here).record(
            row,
            me,
            "withdraw_entrant" if withdrew else "disqualify",
            {**detail, "name": name, "grade": asked.grade},
            lambda folder: decisions.disqualify(folder, name, asked.reason, asked.grade, withdrew=withdrew),
        )
    elif asked.what == "reinstate":
        name = asked.name or ""
        told = await Decisions(here).record(
            row,
            me,
            "reinstate",
            {**detail, "name": name},
            lambda folder: decisions.reinstate(folder, name, asked.reason),
        )
    else:
        told = await _replace(here, row, me, asked)
    return json({"told": told})


@router.post("/{id}/preview", dependencies=[costs(5)], response_model=models.DecisionPreview)
async def preview_decision(
    contests: ContestsDep,
    threads: ThreadsDep,
    id: ContestId,
    asked: messages.DecisionToPreview,
    me: Organiser,
) -> Response:
    """What a decision would change: games that are lost, come back or are due, places, grades."""
    follower = contests.begun(contests.managed(me, id))
    effect = await threads.contests(lambda: follower.ask(partial(_effect, asked)))
    return json(
        {
            **effect._asdict(),
            **{
                what: [game_words(follower.contest, game) for game in getattr(effect, what)]
                for what in ("forfeited", "discarded", "restored", "due")
            },
            "told": effect_words(effect, follower.contest),
            "loses_games": effect.loses_games,
            "places": [each._asdict() for each in effect.places],
            "grades": [
                {
                    "name": each.name,
                    "before": None if each.before is None else float(each.before),
                    "after": None if each.after is None else float(each.after),
                }
                for each in effect.grades
            ],
        }
    )


def _effect(asked: messages.DecisionToPreview, progress: Progress) -> Effect:
    entry: AnyEntry
    if asked.what == "rerun":
        entry = decisions.checked_rerun(progress, asked.game, "")
    elif asked.what == "replace":
        entry = decisions.checked_replacement(progress, asked.name, "", "")
    elif asked.what == "reinstate":
        entry = decisions.checked_reinstatement(progress, asked.name, "")
    else:
        withdrew = asked.what == "withdraw"
        entry = decisions.checked_disqualification(progress, asked.name, "", asked.grade, withdrew=withdrew)
    return preview(progress, entry)


async def _late(here: ContestService, row: Row, me: Account, asked: messages.Decided) -> Response:
    person = here.people.named(asked.name or "")
    if person is None:
        raise ApiError("entrant_not_found", f"there is no account called {asked.name!r}")
    if person.account.id not in {me.id, *here.contest_store.members(row.id)}:
        how = "send the link" if row.code else "that is done on its page"
        told = f"{person.account.name} has not joined this contest; {how}, then accept the entry"
        raise ApiError("entrant_not_found", told)
    owned = [bot for bot in here.bot_store.bots_of(person.account.id) if bot.game == row.game]
    bot = next((each for each in owned if asked.bot in {None, each.id, each.name}), None)
    if bot is None:
        raise ApiError("entrant_not_found", f"{person.account.name} has no such bot for this game")
    await Decisions(here).let_in_late(row, me, person.account.id, bot, asked.reason)
    return json({"told": f"{person.account.name} takes part with {bot.name}"})


async def _choose(here: ContestService, row: Row, me: Account, asked: messages.Decided) -> Response:
    """Another version of a team's bot, before the first game; the team is named by its account."""
    person = here.people.named(asked.name or "")
    entries = here.contest_store.entries(row.id)
    if person is None or person.account.id not in entries or asked.version is None:
        raise ApiError("entrant_not_found", f"{asked.name!r} is not in this contest, or no version is given")
    version = await Decisions(here).choose_version(row, me, person.account.id, asked.version, asked.reason)
    return json({"told": f"{person.account.name} plays with version {version.number}"})


async def _replace(here: ContestService, row: Row, me: Account, asked: messages.Decided) -> str:
    """Another version of the bot that the entrant came with: the newest fit one, or a chosen one."""
    entry = next((e for e in here.contest_store.entries(row.id).values() if e.name == asked.name), None)
    version = None
    if entry is not None and asked.version is not None:
        found = here.bot_store.numbered(entry.bot, asked.version)
        version = None if found is None or found.state == "deleted" else found
    elif entry is not None:
        version = version_to_play(here.bot_store, entry._replace(chosen=""), None)
    if entry is None or version is None:
        raise ApiError("entrant_not_found", f"there is no team {asked.name!r} in this contest")
    name = entry.name
    account = entry.account

    def act(folder: Any) -> str:
        path = copy_in(here.data, row, account, version)
        told = decisions.replace(folder, name, str(path), asked.reason, isolated=True)
        return told.replace(str(path), f"version {version.number} of {version.name}")

    detail = {"reason": asked.reason, "name": name, "version": version.number}
    told = await Decisions(here).record(row, me, "replace", detail, act)
    await here.taken(row, [Taken(account, version.id)])
    return told


@router.post("/{id}/entry", response_model=ContestListed)
async def enter(
    contests: ContestsDep,
    id: ContestId,
    asked: messages.Entering,
    me: Player,
) -> Response:
    """Take part with one of your bots: with its newest version that passes the checks, or a chosen one."""
    row, here = contests.found(me, id), contests.service
    bot = chosen = None
    if asked.bot is not None:
        bot = await asyncio.to_thread(here.bot_store.bot, asked.bot)
        team = here.contest_store.entry_of(row.id, me.id)
        if bot is None or (bot.owner != me.id and (team is None or team.bot != bot.id)):
            raise ApiError("bot_not_found", "you have no such bot")
        if bot.game != row.game:
            raise ApiError("bot_not_eligible", f"{bot.name} plays {bot.game}, the contest is in {row.game}")
        if bot.remote:
            raise ApiError("bot_not_eligible", f"{bot.name} runs at your home; a contest needs its sources")
        if asked.version is not None:
            chosen = await asyncio.to_thread(here.bot_store.numbered, bot.id, asked.version)
            if chosen is None or chosen.state == "deleted":
                raise ApiError("bot_not_found", f"there is no version {asked.version} of {bot.name}")
    await here.enter(row, me, bot, chosen)
    return json(pages.head(here, row, me))
