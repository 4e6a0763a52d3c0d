"""What `steelyard debug` shows of a turn, for people and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.arena.verdicts import ending

if TYPE_CHECKING:
    from steelyard.arena.check.recorded_game import RecordedGame, RecordedTurn
    from steelyard.arena.check.rerun import RerunAnswer


def heading(recorded: RecordedGame, name: str) -> str:
    """Which game it is, by its number in a match or its id in a contest, and how it ended."""
    record = recorded.record
    names = [player.name for player in record.players]
    ended = (
        "It is not over."
        if record.outcome is None
        else f"{ending(type(recorded.game), record.outcome, names)}."
    )
    return (
        f"{recorded.game.title}, game {name}: {' - '.join(names)}, {record.clock}. {ended}\n"
        f"your bot: {names[recorded.seat]}, {recorded.game.seat_names[recorded.seat]} (seat {recorded.seat})"
    )


def turn_text(recorded: RecordedGame, turn: RecordedTurn) -> str:
    """The turn; if it is the last, also the position in which the game ended, which no other turn shows."""
    lines = [
        f"turn {turn.number} of {recorded.last}",
        recorded.game.to_text(turn.state),
        facts_text(recorded, turn),
    ]
    if turn.number == recorded.last and turn.after is not None:
        lines += ["", "afterwards", recorded.game.to_text(turn.after)]
    return "\n".join(lines)


def facts_text(recorded: RecordedGame, turn: RecordedTurn) -> str:
    """What the bot answered and needed, what happened, what it wrote."""
    own, enemy = (recorded.record.players[seat].name for seat in (recorded.seat, 1 - recorded.seat))
    lines = []
    if turn.failure is not None:
        lines.append(f"{own} failed: {turn.failure}")
    elif not turn.legal:
        lines.append(f"{own} was not to move")
    elif turn.answer is not None:
        lines.append(f"{own}: {turn.answer}{_time(turn)}")
    if turn.delay_ms:
        lines.append(
            f"the machine kept a player waiting for {turn.delay_ms:.1f} ms; no bot is charged for that"
        )
    if turn.enemy is not None:
        lines.append(f"{enemy}: {turn.enemy}")
    lines += turn.events
    lines += [f"log | {line}" for line in turn.log.splitlines()]
    return "\n".join(lines)


def _time(turn: RecordedTurn) -> str:
    if turn.wall_ms is None:
        return ""
    cpu = f", {turn.cpu_ms:.1f} ms of CPU time" if turn.cpu_ms is not None else ""
    return f", in {turn.wall_ms:.1f} ms{cpu}"


def turn_json(recorded: RecordedGame, name: str, turn: RecordedTurn) -> dict[str, Any]:
    return {
        "game": recorded.game.id,
        "id": name,
        "number": recorded.record.number,
        "seat": recorded.seat,
        "turn": turn.number,
        "turns": recorded.last,
        "state": recorded.game.to_json(turn.state),
        "legal": turn.legal,
        "answer": turn.answer,
        "enemy": turn.enemy,
        "wall_ms": turn.wall_ms,
        "cpu_ms": turn.cpu_ms,
        "delay_ms": turn.delay_ms,
        "events": turn.events,
        "failure": turn.failure,
        "log": turn.log,
        "after": None if turn.after is None else recorded.game.to_json(turn.after),
    }


def rerun_text(turn: RecordedTurn, again: RerunAnswer) -> str:
    if again.failure is not None:
        first = f"now it failed in turn {again.number}: {again.failure}"
    else:
        same = "as in the game" if again.answer == turn.answer else f"in the game {turn.answer or 'nothing'}"
        first = f"now: {again.answer} ({same}), in {again.wall_ms:.1f} ms"
    return "\n".join([first, *(f"log | {line}" for line in again.log.splitlines())])


def rerun_json(turn: RecordedTurn, again: RerunAnswer) -> dict[str, Any]:
    return {
        "answer": again.answer,
        "same": again.answer == turn.answer,
        "wall_ms": again.wall_ms,
        "failure": again.failure,
        "failed_in": again.number if again.failure is not None else None,
        "log": again.log,
    }
