"""The tables of analysis: ratings, seats, boards, time, failures."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from steelyard.arena.match.score import Score, of
from steelyard.arena.verdicts import in_words
from steelyard.contest.running.voids import repeated
from steelyard.core.game import SEATS
from steelyard.core.sheets import Cell, Sheet, percent
from steelyard.protocol.clock import read_clock

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from steelyard.contest.model import Result, Slot
    from steelyard.contest.report.standings_tables import Links
    from steelyard.contest.running.progress import Progress
    from steelyard.contest.standings.ratings import Rating

Games = list[tuple["Slot", "Result"]]


def played(progress: Progress) -> Games:
    """All games that were played, in the order of the schedule."""
    return [game for pairing in progress.pairings() for game in pairing.games() if game[1].played]


def rated(progress: Progress) -> list[Rating]:
    from steelyard.contest.standings.ratings import ratings  # noqa: PLC0415 - NumPy takes long to import

    return ratings((*slot.seats, result.points[0]) for slot, result in played(progress) if sum(result.points))


def rating_sheet(progress: Progress, links: Links) -> Sheet:
    """Strength relative to the average of the contest, from all games that were played."""
    sheet = Sheet("", ["name", "Elo", "at least", "at most", "games"])
    for rating in rated(progress):
        to = links.bot(rating.name)
        low, high = rating.elo - rating.within, rating.elo + rating.within
        sheet.add(
            Cell(rating.name, to),
            *(Cell(f"{figure:+.0f}", to) for figure in (rating.elo, low, high)),
            rating.games,
        )
    return sheet


def seat_sheet(progress: Progress, links: Links) -> Sheet:
    """What the first seat is worth, over all games and in each stage."""
    sheet = _bias_sheet("games of", progress)
    everything: list[tuple[str, str, Games]] = [("the contest", "games.html", played(progress))]
    for stage in progress.all_stages():
        games = [game for pairing in stage.pairings for game in pairing.games() if game[1].played]
        everything.append((stage.title, links.stage(stage), games))
    for title, to, games in everything:
        sheet.add(Cell(title, to), *(Cell(text, to) for text in _bias(games)))
    return sheet


def board_sheet(progress: Progress, links: Links) -> Sheet:
    """What the first seat is worth on each board that has been played."""
    sheet = _bias_sheet("board", progress)
    for label, games in boards_played(progress).items():
        to = links.board(label)
        sheet.add(Cell(label, to), *(Cell(text, to) for text in _bias(games)))
    return sheet


def boards_played(progress: Progress) -> dict[str, Games]:
    found: dict[str, Games] = {}
    for slot, result in played(progress):
        found.setdefault(slot.board.label, []).append((slot, result))
    return found


def _bias_sheet(of_what: str, progress: Progress) -> Sheet:
    game = progress.contest.game
    first, *_ = game.seat_names
    called, *_ = game.side_names or game.seat_names
    won, share = f"{first} won", f"share of {first}"
    heads = {won: f"{called} won", share: f"share of {called}"}
    return Sheet("", [of_what, "played", won, "drawn", "lost", share, "95 % between"], heads=heads)


def _bias(games: Games) -> Iterator[str]:
    counts = Counter(result.points for _, result in games)
    score = sum((of(result.points[0]) for _, result in games if sum(result.points)), Score())
    low, high = score.interval()
    yield str(len(games))
    yield from (str(counts[points]) for points in ((1, 0), (0.5, 0.5), (0, 1)))
    yield percent(score.share)
    yield f"{percent(low)} and {percent(high)}"


def time_sheet(progress: Progress, names: Iterable[str], links: Links) -> Sheet:
    """The time that each bot used, as the referee measured it."""
    clock = read_clock(progress.contest.clock)
    sheet = Sheet("", ["name", "games", "moves", "seconds", "ms a move", "longest ms", "longest game s"])
    sheet.heads = {"longest ms": "longest move (ms)", "longest game s": "longest game (s)"}
    names = list(names)
    used: dict[str, list[list[float]]] = {}
    for slot, _ in played(progress):
        if not {*slot.seats} & {*names}:
            continue
        record = progress.journal_state.records[slot.id][1]
        for seat, name in enumerate(slot.seats):
            failed_in = [record.verdict.wall_ms[seat]] if record.verdict is not None else []
            thought = [*(turn.wall_ms[seat] for turn in record.turns), *failed_in]
            used.setdefault(name, []).append([ms for ms in thought if ms is not None])
    if clock.kind == "bank":
        sheet.meanings["longest game s"] = f"of {clock.left_ms / 1000:g} s for a whole game"
    for name in names:
        games = used.get(name, [])
        moves = [ms for game in games for ms in game]
        to = links.bot(name)
        figures = (
            str(len(games)),
            str(len(moves)),
            f"{sum(moves) / 1000:.2f}",
            f"{sum(moves) / len(moves):.1f}" if moves else "",
            f"{max(moves, default=0):.0f}",
            f"{max(map(sum, games), default=0) / 1000:.2f}",
        )
        sheet.add(Cell(name, to), *(Cell(text, to) for text in figures))
    return sheet


def failure_sheet(progress: Progress, name: str, links: Links, *, measured: bool) -> Sheet:
    """Every game that one entrant lost by a failure, and why."""
    sheet = Sheet("", ["game", "what", "turn", *(["why"] if measured else [])], words=4)
    for slot, result in played(progress):
        if name not in slot.seats or slot.seats.index(name) not in result.failed:
            continue
        seat, verdict = slot.seats.index(name), progress.journal_state.records[slot.id][1].verdict
        if verdict is not None:
            fault = in_words(result.faults[SEATS[seat]])
            why = (
                [verdict.detail if verdict.other is None or verdict.seat == seat else ""] if measured else []
            )
            sheet.add(Cell(slot.id, links.game(slot, result)), fault, str(verdict.turn), *why)
    return sheet


def void_sheet(progress: Progress, links: Links) -> Sheet:
    """Games that were played again while the same bot was on the move, from its second on."""
    sheet = Sheet("", ["name", "game", "turn", "figures"], words=4)
    for name, voids in repeated(progress.journal_state.voids).items():
        for void in voids:
            sheet.add(Cell(name, links.bot(name)), void.game, str(void.turn), void.figures)
    return sheet


def verdict_sheet(progress: Progress, links: Links) -> Sheet:
    """The number of failures of each kind, by entrant."""
    counts: Counter[tuple[str, str]] = Counter()
    for slot, result in played(progress):
        for seat, fault in result.faults.items():
            counts[slot.seats[seat], in_words(fault)] += 1
    sheet = Sheet("", ["name", "failure", "times"], words=2)
    for (name, fault), times in sorted(counts.items()):
        sheet.add(Cell(name, links.bot(name)), fault, Cell(str(times), f"{links.bot(name)}#failures"))
    return sheet
