// Prints everything that the kit tells it.
import { fromSquare, toSquare } from "./kit/state.mjs";

export class Bot {
  static NAME = "reporter";

  constructor(start) {
    const options = Object.entries(start.options).map(([name, value]) => `${name}=${value}`).sort().join(",");
    const told = `new game=${start.game} seat=${start.seat} clock=${start.clock} seed=${start.seed}`;
    console.log(`${told} players=${start.players.join("|")} options=${options}`);
  }

  choose(turn) {
    const [own, enemy] = [turn.clockMs, turn.enemyClockMs].map((ms) => (ms === null ? "none" : Math.trunc(ms)));
    console.log(`turn ${turn.number} seat ${turn.seat} clock ${own} enemy ${enemy} latency ${turn.latencyMs.toFixed(1)}`);
    console.log(["legal", ...turn.legal].join(" "));
    report(turn.state, turn.legal);
    return turn.legal[turn.number % turn.legal.length];
  }
}

function report(state, legal) {
  console.log(`text ${state.text}`);
  console.log("board " + state.board.join("/"));
  console.log(`to_move ${state.toMove ?? "none"}`);
  console.log(`score ${state.score.join(" ")} captured ${state.captured.join("|")} quiet ${state.quiet}`);
  const first = fromSquare(legal[0]);
  for (const square of ["k1", "a11", "f6", ...(first ? [first] : [])]) console.log(`at ${square} ${state.at(square)}`);
  for (const seat of [0, 1]) console.log([`tanks ${seat}`, ...state.tanks(seat)].join(" "));
  console.log(`mine ${Number(state.isMine("k1", 0))} ${Number(state.isMine("k1", 1))}`);
  for (const move of [legal[0], legal.at(-1)]) {
    console.log(`move ${move} from ${fromSquare(move)} to ${toSquare(move)} capture ${Number(state.captures(move))}`);
  }
}
