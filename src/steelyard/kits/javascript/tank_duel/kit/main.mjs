// `node kit/main.mjs` in the bot's folder: plays every game there is to play, a new TankLogic for each.
import { messages, say } from "./referee.mjs";
import { readState } from "./game_state.mjs";
import { TankLogic } from "../tank_logic.mjs";

/** @type {TankLogic | null} */
let logic = null;
let seat = 0;
for await (const message of messages()) {
  if (message.type === "hello") say({ type: "ready", name: TankLogic.playerName });
  if (message.type === "start") {
    seat = message.seat;
    logic = new TankLogic(seat, (moveDirection, towerDirection, fire) =>
      say({
        type: "joystick",
        MoveDirection: moveDirection,
        TowerDirection: towerDirection,
        Fire: Boolean(fire),
        game: message.game,
      }),
    );
  }
  if (message.type === "turn" && logic !== null) {
    await logic.makeMove(readState(message.state, message.clocks_ms[seat]));
    say({ type: "done", turn: message.turn, game: message.game });
  }
}
process.exit(0);
