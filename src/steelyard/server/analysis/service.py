"""What is found out about positions and games: exactly where best play is known, else by search."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from steelyard import bots
from steelyard.analysis import analyse, analyse_game
from steelyard.analysis.position import written_outcome
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
ARROWS = 5
FAINTEST = 0.05  # a move that is played more rarely gets no arrow


def position(game: Game[Any], state: Any, stopped: Callable[[], bool]) -> Iterator[Answer]:
    """A position: one result where it is solved, better and better ones where it is searched."""
    if game.outcome(state) is None:
        searcher = _searcher(game)
        if searcher is not None and not _is_solved(game):
            yield from _searched(game, state, searcher, stopped)
            return
    found = yield from with_progress(lambda tell: analyse(game, state, tell))
    result = found.to_json()
    outcome = game.outcome(state)
    result["outcome"] = None if outcome is None else written_outcome(game, outcome)
    mixes = {seat: found.mixes[seat] for seat in game.to_move(state)}
    yield {"result": {**result, "arrows": _arrows(game, state, mixes), "final": True}}


def _is_solved(game: Game[Any]) -> bool:
    """Whether best play is known, or can be found in good time."""
    return "perfect" in bots.names(game.id)


def _searcher(game: Game[Any]) -> Search | None:
    known = bots.names(game.id)
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


def played(written: WrittenGame, stopped: Callable[[], bool]) -> Iterator[Answer]:
    """A whole game: what each move gave away."""
    game = written.game
    searcher = _searcher(game)
    if searcher is None or _is_solved(game):
        review = yield from with_progress(
            lambda tell: analyse_game(game, written.states, written.turns, tell)
        )
        said = {"summary": review.summary(game.side_names or ())}
        yield {"result": {**review.to_json(), **said, "final": True}}
        return
    studies: list[Study | None] = []
    for state in written.states:
        if stopped():
            return
        share = len(studies) / len(written.states)
        yield {"progress": {"doing": "looking at every position", "share": share}}
        studies.append(None if game.outcome(state) else _briefly(searcher, state))
    yield {"result": {**_reviewed(written, studies), "final": True}}


def _briefly(searcher: Search, state: Any) -> Study:
    ends = time.monotonic() + REVIEWED_S
    found = None
    for study in searcher.study(state):
        found = study
        if time.monotonic() > ends:
            break
    if found is None:
        raise InvalidState("the search found nothing to say about a position")
    return found


def _reviewed(written: WrittenGame, studies: list[Study | None]) -> Answer:
    """From what the positions are worth: a seat gave away what its turn cost it."""
    game = written.game
    values = [_value(game, state, study) for state, study in zip(written.states, studies, strict=True)]
    rounds: list[Answer] = []
    for number, turn in enumerate(written.turns, start=1):
        before, after, study = values[number - 1], values[number], studies[number - 1]
        movers = game.to_move(written.states[number - 1])
        lost = [max(0.0, (before - after) * (1 - 2 * seat)) if movers == (seat,) else None for seat in SEATS]
        best = study.lines[0].turns[0] if study and study.lines else None
        rounds.append(
            {
                "round": number,
                "turn": turn,
                "value": before,
                "value_after": after,
                "gave_away": lost,
                "at_stake": [None, None],
                "best": [best if seat in movers else None for seat in SEATS],
            }
        )
    totals = [sum(each["gave_away"][seat] or 0.0 for each in rounds) for seat in SEATS]
    whole = {"gave_away": totals, "accuracy": None, "decisive": None, "summary": []}
    return {"game": game.id, "rounds": rounds, **whole}


def _value(game: Game[Any], state: Any, study: Study | None) -> float:
    if study is not None:
        return study.score
    outcome = game.outcome(state)
    return 0.0 if outcome is None or outcome.winner is None else 1.0 - 2.0 * outcome.winner
