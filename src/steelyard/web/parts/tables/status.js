// What the game is waiting for, in one sentence.

import { reasonOf } from "./outcome.js";
import { inWords, read } from "./joystick.js";
import { setting } from "../page/settings.js";
import { when } from "../page/time.js";
import { words } from "../../words/general.js";
import { owed } from "./table.js";
import { seatNames } from "./names.js";
import { translated } from "../page/sentences.js";

/** @typedef {import("./table.js").Table} Table */

const PASS = "--";

/** @param {Table} table @param {boolean} invited whether you are the one who is asked to take the open seat @returns {string} */
export function awaited(table, invited = false) {
  const { status } = words.game;
  const seats = seatNames(table.game, table.seat_names);
  if (table.outcome) return reasonOf(table.outcome, table.players, seats);
  if (!table.started && invited) return status.yourAnswer;
  if (!table.started && table.challenge === "anyone" && table.owner) return status.waitingForAnybody;
  if (!table.started && table.challenged) return status.waitingForAnswer(table.challenged);
  if (!table.started)
    return table.invite ? status.waitingForPlayer : status.waitingForSeat(seats[openSeat(table)]);
  const away = onVacation(table);
  if (away !== null) return away;
  const missing = table.paused?.findIndex((paused, seat) => paused && !table.you.includes(seat)) ?? -1;
  if (table.thinking) return [owed(table).length && forPlayer(table, seats), preparing(table, table.thinking)].filter(Boolean).join(" ");
  if (missing >= 0 && table.players[missing].kind === "bot")
    return status.gettingReady(table.players[missing].name);
  if (missing >= 0 && (table.realtime || !table.beginning)) return withoutThem(table, table.players[missing].name);
  return table.you.length ? `${forPlayer(table, seats)}${alsoVacation(table)}` : forWatcher(table);
}

/** In real time nobody's clock runs without both; else each has a clock of their own. @param {Table} table @param {string} name */
function withoutThem(table, name) {
  const { paused, mayChoose, theirClock } = words.game.status;
  if (table.realtime) return paused(name);
  return owed(table).length ? mayChoose(name) : theirClock(name);
}

/** Your own vacation, while the other player is to move. @param {Table} table */
function alsoVacation({ you, vacation_until_ms }) {
  const until = you.length === 1 ? vacation_until_ms?.[you[0]] : null;
  return typeof until === "number" ? ` ${words.game.status.alsoVacation(when(until))}` : "";
}

/** The vacation of the player who is to move; your own comes first. @param {Table} table */
function onVacation(table) {
  const mine = owed(table);
  const waitedFor = mine.length ? mine : table.to_move.filter((seat) => !table.sealed[seat]);
  for (const seat of waitedFor) {
    const until = table.vacation_until_ms?.[seat];
    if (typeof until !== "number") continue;
    const { vacation, yourVacation } = words.game.status;
    return mine.length ? yourVacation(when(until)) : vacation(table.players[seat].name, when(until));
  }
  return null;
}

/** @param {Table} table @param {NonNullable<Table["thinking"]>} thinking */
function preparing({ players }, { seat, doing, share }) {
  return words.game.status.preparing(players[seat].name, translated(doing), share);
}

/** @param {Table} table @param {string[]} seats */
function forPlayer(table, seats) {
  const { status } = words.game;
  const mine = owed(table);
  if (table.realtime) return holding(table);
  if (!mine.length) {
    const other = table.to_move.find((seat) => !table.sealed[seat]) ?? 0;
    const name = table.players[other].name;
    const chosen = table.you.find((seat) => table.sealed[seat]);
    if (chosen === undefined) return status.waitingFor(name);
    if (table.game === "tank_duel") return status.turnIn(inWords(read(table.chosen[chosen] ?? "-")), name);
    return status.sealed(name);
  }
  const [seat] = mine;
  if (table.legal[seat]?.length === 1 && table.legal[seat][0] === PASS) return status.pass;
  if (table.game === "tank_duel") {
    if (table.you.length === 1) return status.drive;
    return mine.length > 1 ? `${seats[seat]}. ${status.drive}` : status.chosen(seats[1 - seat], seats[seat]);
  }
  if (table.to_move.length > 1) {
    if (table.you.length > 1) return status.seatChooses(called(table, seat, seats));
    return setting("confirm") === "on" ? status.confirmTank : status.chooseTank;
  }
  return table.you.length > 1 ? status.seatMove(called(table, seat, seats)) : status.yourMove;
}

/** One of two people at one screen: by their name, if they gave two. @param {Table} table @param {number} seat @param {string[]} seats */
function called({ players }, seat, seats) {
  const [first, second] = players;
  return first.name === second.name ? seats[seat] : `${players[seat].name} (${seats[seat]})`;
}

/** @param {Table} table */
function holding(table) {
  const { status } = words.game;
  const [seat] = table.you;
  const set = inWords(read(table.chosen[seat] ?? "-"));
  if (table.you.length > 1) return status.drive;
  return read(table.chosen[seat] ?? "-").move ? status.holding(set) : status.driveNow;
}

/** @param {Table} table */
function forWatcher(table) {
  const { status } = words.game;
  if (table.realtime) return status.running;
  const choosing = table.to_move.filter((seat) => !table.sealed[seat]);
  if (choosing.length === 2) return status.bothChoose;
  return status.oneChooses(table.players[choosing[0] ?? 0].name);
}

/** @param {Table} table */
function openSeat(table) {
  return Math.max(
    table.players.findIndex((player) => player.kind === "open"),
    0,
  );
}
