// Prints everything that the kit tells it.
export class Bot {
  static NAME = "reporter";

  constructor(start) {
    const options = Object.entries(start.options).map(([name, value]) => `${name}=${value}`).sort().join(",");
    const told = `new game=${start.game} seat=${start.seat} clock=${start.clock} seed=${start.seed}`;
    console.log(`${told} players=${start.players.join("|")} options=${options}`);
    this.seat = start.seat;
  }

  async choose(turn) {
    const [own, enemy] = [turn.clockMs, turn.enemyClockMs].map((ms) => (ms === null ? "none" : Math.trunc(ms)));
    const latency = turn.latencyMs.toFixed(1);
    process.stdout.write(`turn ${turn.number} seat ${turn.seat} clock ${own} enemy ${enemy} latency ${latency}\n`);
    console.log(["legal", ...turn.legal].join(" "));
    report(turn.state, this.seat);
    await null;
    return turn.legal[turn.number % turn.legal.length];
  }
}

function report(state, seat) {
  console.log(`text ${state.text}`);
  console.info("round", state.round, "boxes", ...state.boxes, "surviving", ...state.surviving);
  console.log("territory " + state.territory.join("/"));
  for (const tank of state.tanks) {
    console.log(`tank ${tank.seat} ${tank.name} ${tank.type} ${tank.column} ${tank.row} ${tank.alive ? "alive" : "dead"}`);
  }
  for (const shot of state.fired) console.log(`fired ${shot.seat} ${shot.tank} ${shot.hit}`);
  console.log("at " + grid((column, row) => state.tankAt(column, row)?.seat ?? "."));
  console.log("owner " + grid((column, row) => state.owner(column, row)));
  for (const tank of state.tanks) {
    if (tank.seat === seat && tank.alive) console.log(`ahead ${tank.name} ${state.ahead(state.tank(seat, tank.name))}`);
  }
}

function grid(of) {
  const six = [0, 1, 2, 3, 4, 5];
  return six.map((row) => six.map((column) => of(column, row)).join("")).join("/");
}
