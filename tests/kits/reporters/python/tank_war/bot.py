"""Prints everything that the kit tells it."""


class Bot:
    NAME = "reporter"

    def __init__(self, start):
        options = ",".join(f"{name}={value}" for name, value in sorted(start.options.items()))
        told = f"new game={start.game} seat={start.seat} clock={start.clock} seed={start.seed}"
        print(f"{told} players={'|'.join(start.players)} options={options}")
        self.seat = start.seat

    def choose(self, turn):
        own, enemy = (
            "none" if clock is None else int(clock) for clock in (turn.clock_ms, turn.enemy_clock_ms)
        )
        print(f"turn {turn.number} seat {turn.seat} clock {own} enemy {enemy} latency {turn.latency_ms:.1f}")
        print("legal", *turn.legal)
        report(turn.state, self.seat)
        return turn.legal[turn.number % len(turn.legal)]


def report(state, seat):
    print("text", state.text)
    print("round", state.round, "boxes", *state.boxes, "surviving", *state.surviving)
    print("territory", "/".join(state.territory))
    for tank in state.tanks:
        row, fate = (tank.row, "alive") if tank.alive else (-1, "dead")
        print("tank", tank.seat, tank.name, tank.type, tank.column, row, fate)
    for shot in state.fired:
        print("fired", shot.seat, shot.tank, shot.hit)
    print("at", grid(lambda column, row: mark(state.tank_at(column, row))))
    print("owner", grid(lambda column, row: str(state.owner(column, row))))
    for tank in state.tanks:
        if tank.seat == seat and tank.alive:
            print("ahead", tank.name, state.ahead(state.tank(seat, tank.name)))


def mark(tank):
    return "." if tank is None else str(tank.seat)


def grid(of):
    return "/".join("".join(of(column, row) for column in range(6)) for row in range(6))
