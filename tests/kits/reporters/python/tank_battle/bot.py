"""Prints everything that the kit tells it."""

from kit.state import from_square, to_square


class Bot:
    NAME = "reporter"

    def __init__(self, start):
        options = ",".join(f"{name}={value}" for name, value in sorted(start.options.items()))
        told = f"new game={start.game} seat={start.seat} clock={start.clock} seed={start.seed}"
        print(f"{told} players={'|'.join(start.players)} options={options}")

    def choose(self, turn):
        own, enemy = (
            "none" if clock is None else int(clock) for clock in (turn.clock_ms, turn.enemy_clock_ms)
        )
        print(f"turn {turn.number} seat {turn.seat} clock {own} enemy {enemy} latency {turn.latency_ms:.1f}")
        print("legal", *turn.legal)
        report(turn.state, turn.legal)
        return turn.legal[turn.number % len(turn.legal)]


def report(state, legal):
    print("text", state.text)
    print("board", "/".join(state.board))
    print("to_move", "none" if state.to_move is None else state.to_move)
    print("score", *state.score, "captured", "|".join(state.captured), "quiet", state.quiet)
    first = from_square(legal[0])
    for square in ("k1", "a11", "f6", *([first] if first else [])):
        print("at", square, state.at(square))
    for seat in (0, 1):
        print("tanks", seat, *state.tanks(seat))
    print("mine", int(state.is_mine("k1", 0)), int(state.is_mine("k1", 1)))
    for move in (legal[0], legal[-1]):
        capture = int(state.captures(move))
        print("move", move, "from", from_square(move), "to", to_square(move), "capture", capture)
