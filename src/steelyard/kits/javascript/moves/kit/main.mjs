// `node kit/main.mjs` in the bot's folder: plays every game there is to play, a new Bot for each.
import { messages, say } from "./referee.mjs";
import { startOf, turnOf } from "./playing.mjs";
import { Bot } from "../bot.mjs";

/** @type {Bot | null} */
let bot = null;
let seat = 0;
for await (const message of messages()) {
  if (message.type === "hello") say({ type: "ready", name: Bot.NAME });
  if (message.type === "start") {
    seat = message.seat;
    bot = new Bot(startOf(message));
  }
  if (message.type === "turn" && bot !== null) {
    const turn = turnOf(message, seat);
    say({ type: "move", move: await bot.choose(turn), turn: turn.number, game: message.game });
  }
}
process.exit(0);
