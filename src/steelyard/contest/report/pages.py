"""The pages of a report, one function each."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from steelyard.arena.sandbox import process
from steelyard.arena.verdicts import in_words
from steelyard.contest.model import slug
from steelyard.contest.report import grade_tables, replay_page, statistics_tables
from steelyard.contest.report.bracket import bracket_svg
from steelyard.contest.report.entrant_changes import replacement_words, stage_remarks
from steelyard.contest.report.standings_tables import (
    Links,
    cross_table,
    final_ranking,
    games,
    matches,
    standings,
)
from steelyard.contest.running import voids
from steelyard.contest.running.game_words import game_words
from steelyard.contest.running.journal_entries import Audit, Disqualified, Ruled
from steelyard.core import views
from steelyard.core.game import listed
from steelyard.core.html_page import Page
from steelyard.core.sheets import Cell, Sheet, moment
from steelyard.protocol.clock import read_clock

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steelyard.contest.model import Contest, Entrant, Result, Slot
    from steelyard.contest.running.progress import Progress
    from steelyard.contest.stages.base.progress import StageProgress

MANY = 60  # entrants from which on a cross table helps nobody


def board_picture(number: int) -> str:
    """Where the picture of a board lies."""
    return f"boards/{number}.svg"


def _decision(entry: Audit) -> str:
    if isinstance(entry, Ruled):
        return "ruled: a draw" if entry.winner is None else f"ruled: {entry.winner} wins"
    if isinstance(entry, Disqualified):
        return entry.word
    return type(entry).__name__.lower()


def isolation_words(contest: Contest) -> str:
    """What kept the bots apart from each other and from the machine."""
    if not contest.isolated:
        return "The bots ran without the sandbox: they could disturb each other and the machine."
    if not contest.not_enforced:
        return "The bots ran in the sandbox, and the kernel enforced their limits."
    weaker = listed(contest.not_enforced)
    counted = process.COUNT not in contest.not_enforced
    lost = "" if counted else " No time was given back in which other programs had a bot's processor."
    return (
        "The bots ran in the sandbox, without all that control groups offer. Steelyard itself had to "
        f"{weaker}; a hostile bot can evade that for moments.{lost}"
    )


class Pages:
    """Makes all pages of one contest."""

    def __init__(self, progress: Progress, links: Links, *, measured: bool) -> None:
        self._progress = progress
        self._links = links
        self._measured = measured
        self._name = progress.contest.file.name
        self._ranking = final_ranking(progress, links)
        self._ratings_by_name = {each.name: each for each in statistics_tables.rated(progress)}

    def all(self) -> Iterator[Page]:
        yield self._overview()
        for stage in self._progress.all_stages():
            yield self._stage(stage)
        if self._progress.contest.file.grades is not None:
            yield self._grades()
        yield self._ratings()
        yield self._boards()
        yield self._games()
        for entrant in self._progress.contest.entrants:
            yield self._bot(entrant)
        for stage in self._progress.all_stages():
            for pairing in stage.pairings:
                yield from (
                    self._game(stage, slot, result)
                    for slot, result in pairing.games()
                    if self._links.game(slot, result)
                )

    def _page(self, name: str, title: str) -> Page:
        stages = [(stage.title, self._links.stage(stage)) for stage in self._progress.all_stages()]
        grades = [("Grades", "grades.html")] if self._progress.contest.file.grades is not None else []
        navigation = [
            ("Overview", "index.html"),
            *stages,
            *grades,
            ("Ratings", "ratings.html"),
            ("Boards", "boards.html"),
            ("Games", "games.html"),
        ]
        return Page(name, title, self._name, navigation)

    def _overview(self) -> Page:
        progress = self._progress
        page = self._page("index.html", self._name)
        state = "The contest is over." if progress.done else "The contest is not over yet."
        contest = progress.contest
        page.say(
            f"{contest.game.title}, {read_clock(contest.clock).words}. "
            f"{len(progress.names)} of {len(contest.entrants)} entrants were admitted, "
            f"{views.count(progress.games_played, 'game')} played. {state}"
        )
        for stage in progress.stages:
            if stage.brackets:
                self._add_bracket(page, stage)
        page.heading("Final ranking" if progress.done else "Ranking so far")
        page.table(self._ranking)
        self._add_remarks(page)
        self._add_failures(page)
        self._add_voids(page)
        self._add_audit(page)
        page.heading("Files")
        page.add(
            "<p>" + " ".join(page.link(f"{name}.csv", f"csv/{name}.csv") for name in self._csv()) + " "
            f"{page.link('report.json', 'report.json')}</p>"
        )
        if self._measured:
            page.say(isolation_words(contest))
        if self._measured and progress.journal_hash:
            page.say(
                "The hash of the journal stands for all that was played and decided until now. Send it to "
                "everybody: with steelyard contest verify FOLDER --hash HASH anybody can see later that "
                "nothing was changed since."
            )
            page.add(f"<p><code>{progress.journal_hash}</code></p>")
        return page

    def _csv(self) -> list[str]:
        grades = ["grades"] if self._progress.contest.file.grades is not None else []
        times = ["times"] if self._measured else []
        return ["ranking", *grades, "ratings", "seats", "boards", "failures", *times]

    def _add_bracket(self, page: Page, stage: StageProgress) -> None:
        up = "../" * page.name.count("/")
        picture = bracket_svg(self._progress, stage, lambda match: up + self._links.match(stage, match))
        page.heading(f"Bracket: {stage.title}")
        page.add(f'<figure class="bracket wide" tabindex="0">{picture}</figure>')
        for remark in stage_remarks(self._progress, stage):
            page.say(remark)

    def _add_remarks(self, page: Page) -> None:
        remarks = self._progress.contest.remarks
        if not remarks:
            return
        page.heading("What was submitted", "submissions")
        for each in remarks:
            page.say(f"{each.about}: {each.text}")

    def _add_failures(self, page: Page) -> None:
        progress = self._progress
        failures = statistics_tables.verdict_sheet(progress, self._links)
        if not (failures.rows or progress.journal_state.quarantined):
            return
        page.heading("Failures", "failures")
        for entry in progress.journal_state.quarantined.values():
            detail = f": {entry.detail}" if self._measured else ""
            page.say(f"{entry.name} is quarantined and takes no part: it {in_words(entry.fault)}{detail}")
        for name, game in sorted(progress.suspended.items()):
            last = game_words(progress.contest, game)
            page.say(f"{name} is suspended: after the game {last} it forfeits the others.")
        if failures.rows:
            page.table(failures)

    def _add_voids(self, page: Page) -> None:
        sheet = statistics_tables.void_sheet(self._progress, self._links)
        waiting = self._progress.undecided
        if not (waiting or (self._measured and sheet.rows)):
            return
        page.heading("Games played again", "voids")
        if waiting:
            page.say(f"{voids.how_many_wait(self._progress)}: {', '.join(slot.id for slot in waiting)}.")
        if self._measured and sheet.rows:
            page.say("The machine faltered more than once while the same bot was alone on the move.")
            page.table(sheet)

    def _add_audit(self, page: Page) -> None:
        decisions = [entry for entry in self._progress.journal_state.audit if isinstance(entry, Audit)]
        if not decisions:
            return
        page.heading("Decisions of the organiser", "audit")
        sheet = Sheet("", ["what", "whom", "reason", *(["when"] if self._measured else [])], words=4)
        for entry in decisions:
            about = str(getattr(entry, "name", "") or getattr(entry, "id", ""))
            to = self._links.bot(about) if about in self._progress.contest.slugs else ""
            when = [moment(entry.at)] if self._measured else []
            sheet.add(_decision(entry), Cell(about, to), entry.reason, *when)
        page.table(sheet)

    def _stage(self, stage: StageProgress) -> Page:
        page = self._page(self._links.stage(stage), stage.title)
        if not stage.pairings:
            page.say("Nothing had to be played.")
        for table in stage.tables:
            page.table(standings(self._progress, stage, table, self._links))
        if stage.by_lot:
            page.say(f"Level to the end, so that the lot decided who goes on: {', '.join(stage.by_lot)}.")
        if stage.brackets:
            self._add_bracket(page, stage)
        for table in stage.tables:
            if len(table.names) <= MANY:
                page.heading("Cross table")
                page.say("Points in the games of row against column.")
                page.table(cross_table(stage, table, self._links), dense=True)
        if stage.pairings:
            page.heading("Matches")
            page.table(matches(stage, self._progress.contest, self._links))
        return page

    def _grades(self) -> Page:
        page = self._page("grades.html", "Grades")
        told = self._progress.contest.file.grades
        if told is not None:
            page.add(f"<p>Grade = <code>{escape(told.formula)}</code></p>")
        if not self._progress.done:
            page.say("The contest is not over yet: these grades are not final.")
        page.table(grade_tables.grade_sheet(self._progress, self._links))
        page.heading("How each grade was computed", "computed")
        page.say("The formula, with everybody's figures in the place of their names.")
        page.table(grade_tables.computation_sheet(self._progress, self._links))
        return page

    def _ratings(self) -> Page:
        page = self._page("ratings.html", "Ratings")
        page.say(
            "How strong everybody is beside the average of this contest, which is 0, by all games that were "
            "played. The truth lies between the two limits with 95 % certainty."
        )
        page.table(statistics_tables.rating_sheet(self._progress, self._links))
        page.heading("What a seat is worth", "seats")
        page.table(statistics_tables.seat_sheet(self._progress, self._links))
        page.heading("On each board")
        page.table(statistics_tables.board_sheet(self._progress, self._links))
        if self._measured:
            page.heading("Time used", "time")
            page.table(statistics_tables.time_sheet(self._progress, self._progress.names, self._links))
        return page

    def _boards(self) -> Page:
        """Only boards that have been played: nobody may know the others."""
        page = self._page("boards.html", "Boards")
        page.add('<div class="boards">')
        for number, (label, played) in enumerate(
            statistics_tables.boards_played(self._progress).items(), start=1
        ):
            page.add("<section>")
            page.heading(label, slug(label))
            picture = f'<img src="{board_picture(number)}" alt="{escape(label)}" width="360">'
            page.add(f"<figure>{picture}<figcaption>{views.count(len(played), 'game')}</figcaption></figure>")
            listed = (page.link(s.id, self._links.game(s, r)) for s, r in played)
            items = "".join(f"<li>{each}</li>" for each in listed)
            page.add(
                f'<details><summary>Games</summary><ul class="games">{items}</ul></details>', "</section>"
            )
        page.add("</div>")
        return page

    def _games(self) -> Page:
        page = self._page("games.html", "Games")
        page.say("Every game opens on a board that plays it.")
        for stage in self._progress.all_stages():
            page.heading(stage.title, self._links.stage_slug(stage))
            page.table(games(stage, self._progress.contest, self._links))
        return page

    def _game(self, stage: StageProgress, slot: Slot, result: Result) -> Page:
        first, second = slot.seats
        page = self._page(self._links.game(slot, result), f"{first} \N{EN DASH} {second}")
        page.style = replay_page.style()
        where = [page.link(stage.title, self._links.stage(stage))]
        if result.played:
            where.append(page.link(f"board {slot.board.label}", self._links.board(slot.board.label)))
        record = self._progress.journal_state.records[slot.id][1]
        if self._measured:
            where.append(page.link("record", self._links.record(slot.id)))
        page.add(f"<p>{', '.join(where)}</p>")
        replay_page.add_replay(page, self._progress.contest, slot, result, record)
        if self._measured and record.verdict is not None:
            page.heading("Failure", "failure")
            for seat in record.verdict.faults or {record.verdict.seat: record.verdict.fault}:
                page.say(f"{slot.seats[seat]}: {record.verdict.detail_for(seat)}")
        return page

    def _bot(self, entrant: Entrant) -> Page:
        progress, name = self._progress, entrant.name
        page = self._page(f"bots/{entrant.slug}.html", name)
        page.add(f"<p>Bot: <code>{escape(entrant.bot)}</code></p>")
        self._add_standing(page, name)
        for stage in progress.all_stages():
            sheet = games(stage, progress.contest, self._links, only=name)
            if sheet.rows:
                page.heading(stage.title, self._links.stage_slug(stage))
                page.table(sheet)
        failures = statistics_tables.failure_sheet(progress, name, self._links, measured=self._measured)
        if failures.rows:
            page.heading("Failures", "failures")
            page.table(failures)
        if self._measured and name in progress.names:
            page.heading("Time used", "time")
            page.table(statistics_tables.time_sheet(progress, [name], self._links))
        return page

    def _add_standing(self, page: Page, name: str) -> None:
        journal_state = self._progress.journal_state
        if (entry := journal_state.quarantined.get(name)) is not None:
            page.add(f'<p class="error">Quarantined: it {escape(in_words(entry.fault))}</p>')
            if self._measured:
                page.say(entry.detail)
                page.add(f"<pre>{escape(entry.log)}</pre>" if entry.log else "")
            return
        if (out := journal_state.disqualified.get(name)) is not None:
            page.add(f'<p class="error">{out.word.capitalize()}: {escape(out.reason)}</p>')
        for sentence in replacement_words(self._progress, name):
            page.say(sentence)
        if name in self._progress.suspended:
            last = game_words(self._progress.contest, self._progress.suspended[name])
            page.add(f'<p class="error">Suspended after the game {escape(last)}</p>')
        rank = next(row[0].text for row in self._ranking.rows if row[1].text == name)
        rating = self._ratings_by_name.get(name)
        strength = f", rating {rating.elo:+.0f} \N{PLUS-MINUS SIGN} {rating.within:.0f}" if rating else ""
        page.say(f"Place {rank}{strength}.")
