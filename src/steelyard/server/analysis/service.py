"""What is found out about positions and games: exactly where best play is known, else by search."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from steelyard import bots
from steelyard.analysis import analyse, analyse_game
from steelyard.analysis.accuracy import accuracy
from steelyard.analysis.position import SHOWN, written_outcome
from steelyard.bots.player import Search
from steelyard.core.errors import InvalidState
from steelyard.core.game import SEATS, Move, Seat
from steelyard.server.compute.progress import GETTING_READY, with_progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from steelyard.bots.player import Study
    from steelyard.core.game import Game
    from steelyard.core.notation import WrittenGame

Answer = dict[str, Any]
PREFERRED = ("alphabeta", "mcts")
LONGEST_S = 120.0  # of one position
REVIEWED_S = 0.4  # each position of a game
WHOLE_REVIEW_S = 240.0  # a longer game gets less for each position
ARROWS = 5
FAINTEST = 0.05  # a move that is played more rarely gets no arrow, and is a mistake where it costs something
TURNING = 0.15  # a smaller change of the value is no turning point
MOST_TURNING = 3
KEPT_LINES, KEPT_TURNS = 3, 8  # of what was found in each position of a game
MOST_DETAILED = 1000  # turns; what was found in the positions of a longer game is too much to send


def position(
    game: Game[Any], state: Any, stopped: Callable[[], bool], searcher: Search | None = None
) -> Iterator[Answer]:
    """A position: one result where it is solved, better and better ones where it is searched."""
    if game.outcome(state) is None:
        searcher = searcher or _searcher(game)
        if searcher is not None:
            yield from _searched(game, state, searcher, stopped)
            return
    found = yield from with_progress(lambda tell: analyse(game, state, tell))
    result = found.to_json()
    outcome = game.outcome(state)
    result["outcome"] = None if outcome is None else written_outcome(game, outcome)
    mixes = {seat: found.mixes[seat] for seat in game.to_move(state)}
    yield {"result": {**result, "arrows": _arrows(game, state, mixes), "final": True}}


def _searcher(game: Game[Any]) -> Search | None:
    """None also where best play is known, or can be found in good time."""
    known = bots.names(game.id)
    if "perfect" in known:
        return None
    for name in (*PREFERRED, *reversed(known)):
        if name in known and isinstance(policy := bots.get(game, name, 1).policy, Search):
            return policy
    return None


def _searched(game: Game[Any], state: Any, searcher: Search, stopped: Callable[[], bool]) -> Iterator[Answer]:
    yield GETTING_READY  # kernels may have to be compiled first, which says nothing of how far it is
    ends = time.monotonic() + LONGEST_S
    for study in searcher.study(state):
        final = stopped() or time.monotonic() > ends
        yield {"result": {**_study(game, state, study), "final": final}}
        if final:
            return


def _study(game: Game[Any], state: Any, study: Study) -> Answer:
    mixes = {SEATS[seat]: _read(game, mix) for seat, mix in study.mixes.items()}
    return {
        "score": study.score,
        "effort": study.effort,
        "depth": study.depth,
        "lines": [{"moves": line.turns, "score": line.score} for line in study.lines],
        "mixes": [study.mixes.get(seat, {}) for seat in SEATS],
        "arrows": _arrows(game, state, mixes),
    }


def _read(game: Game[Any], mix: Mapping[str, float]) -> dict[Move, float]:
    return {game.read_move(word): chance for word, chance in mix.items()}


def _arrows(game: Game[Any], state: Any, mixes: Mapping[Seat, Mapping[Move, float]]) -> list[Answer]:
    """Where the best moves lead: what would happen to the board, were they played."""
    likely = {seat: max(mix, key=mix.__getitem__) for seat, mix in mixes.items() if mix}
    arrows: list[Answer] = []
    if set(likely) != set(game.to_move(state)):
        return arrows
    for seat, mix in mixes.items():
        often = sorted(mix.items(), key=lambda item: -item[1])[:ARROWS]
        for move, chance in often:
            if chance < FAINTEST:
                continue
            moves = {**likely, seat: move}
            steps = game.phases(state, moves, game.play(state, moves))
            drives = [each for step in steps for each in step if each["kind"] in {"move", "jump", "bump"}]
            arrows += [
                {
                    "seat": seat,
                    "move": game.write_move(move),
                    "from": drive["from"],
                    "to": drive["to"],
                    "weight": chance,
                }
                for drive in drives
                if drive["seat"] == seat
            ]
    return arrows


def played(
    written: WrittenGame,
    stopped: Callable[[], bool],
    searcher: Search | None = None,
    most_s: float = REVIEWED_S,
) -> Iterator[Answer]:
    """A whole game: what each move gave away. Each position gets so much time at most."""
    game = written.game
    searcher = searcher or _searcher(game)
    if searcher is None:
        review = yield from with_progress(
            lambda tell: analyse_game(game, written.states, written.turns, tell)
        )
        said = {"summary": review.summary(game.side_names or ())}
        result = {**review.to_json(), **said}
        yield {"result": {**result, "turning_points": _turning_points(result["rounds"]), "final": True}}
        return
    studies: list[Study | None] = []
    seconds = min(most_s, WHOLE_REVIEW_S / len(written.states))
    for state in written.states:
        if stopped():
            return
        share = len(studies) / len(written.states)
        yield {"progress": {"doing": "looking at every position", "share": share}}
        studies.append(None if game.outcome(state) else _briefly(searcher, state, seconds))
    yield {"result": {**_reviewed(written, studies), "final": True}}


def _briefly(searcher: Search, state: Any, seconds: float) -> Study:
    ends = time.monotonic() + seconds
    found = None
    for study in searcher.study(state):
        found = study
        if time.monotonic() > ends:
            break
    if found is None:
        raise InvalidState("the search found nothing to say about a position")
    return found


def _reviewed(written: WrittenGame, studies: list[Study | None]) -> Answer:
    """From what the positions are worth: a seat gave away what its turn cost it.

    A move that the search would have played itself gives nothing away, whatever came of it. So a guess that
    went wrong, where both move at once, is not taken for a mistake.
    """
    game = written.game
    values = [_value(game, state, study) for state, study in zip(written.states, studies, strict=True)]
    rounds: list[Answer] = []
    detailed = len(written.turns) <= MOST_DETAILED
    for number, turn in enumerate(written.turns, start=1):
        before, after, study = values[number - 1], values[number], studies[number - 1]
        state = written.states[number - 1]
        moves = game.read_moves(state, turn)
        lost: list[float | None] = [None, None]
        best: list[str | None] = [None, None]
        for seat, move in moves.items():
            mix = study.mixes.get(seat, {}) if study else {}
            cost = max(0.0, (before - after) * (1 - 2 * seat))
            lost[seat] = cost if mix.get(game.write_move(move), 0.0) < FAINTEST else 0.0
            best[seat] = max(mix, key=mix.__getitem__) if mix else None
        rounds.append(
            {
                "round": number,
                "turn": turn,
                "value": before,
                "value_after": after,
                "gave_away": lost,
                "at_stake": [None, None],
                "best": best,
                "found": _study(game, state, _shortened(study)) if study and detailed else None,
            }
        )
    gave = [[each["gave_away"][seat] for each in rounds] for seat in SEATS]
    known = [[lost for lost in each if lost is not None] for each in gave]
    return {
        "game": game.id,
        "rounds": rounds,
        "gave_away": [sum(each) for each in known],
        "accuracy": [accuracy(each) for each in known],
        "decisive": None,
        "summary": [],
        "turning_points": _turning_points(rounds),
    }


def _shortened(study: Study) -> Study:
    lines = [line._replace(turns=line.turns[:KEPT_TURNS]) for line in study.lines[:KEPT_LINES]]
    return study._replace(lines=lines)


def _turning_points(rounds: list[Answer]) -> list[Answer]:
    """The rounds that changed the value most, in their order."""
    changes = [(abs(each["value_after"] - each["value"]), number) for number, each in enumerate(rounds)]
    most = sorted(changes, key=lambda change: (-change[0], change[1]))[:MOST_TURNING]
    return [
        _turning_point(rounds[number])
        for change, number in sorted(most, key=lambda each: each[1])
        if change >= TURNING
    ]


def _turning_point(played: Answer) -> Answer:
    loser = 0 if played["value_after"] < played["value"] else 1
    return {
        "round": played["round"],
        "turn": played["turn"],
        "seat": loser,
        "value": played["value"],
        "value_after": played["value_after"],
        "mistake": (played["gave_away"][loser] or 0.0) >= SHOWN,
        "best": played["best"][loser],
    }


def _value(game: Game[Any], state: Any, study: Study | None) -> float:
    if study is not None:
        return study.score
    outcome = game.outcome(state)
    return 0.0 if outcome is None or outcome.winner is None else 1.0 - 2.0 * outcome.winner
