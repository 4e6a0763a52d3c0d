// The state of a table on a page, and how events change it. Nothing here touches the DOM.

import { onBoard } from "../../board/picture.js";
import { setting } from "../page/settings.js";
import { nextPosition, wholePosition } from "./changes.js";
import { withCharacters } from "./names.js";

/**
 * @typedef {object} Position one position of the game, as far as it has been seen
 * @property {number} turn
 * @property {string} state
 * @property {string} svg
 * @property {any} [known] the position as the server compares it with the next one
 * @property {string} text
 * @property {string} [last_turn] what happened in its last turn, in the server's words
 * @property {string | null} written
 * @property {(number | null)[]} clocks_ms
 * @property {import("../../board/animation.js").Phases} phases
 * @property {{name: string, values: number[]}[]} score
 * @property {any} [json]
 * @property {number} [at_ms]
 */
/** @typedef {{name: string, kind: "guest" | "bot" | "open", bot: string | null, connected: boolean}} Player */
/** @typedef {{move: string, to: [number, number] | null, capture: boolean, label: string}} OfferedPick */
/** @typedef {{winner: 0 | 1 | null, reason: string, score: number[], because: string, happened?: string, shown_by?: string[], stopped?: string, cancelled?: boolean}} Outcome */
/**
 * @typedef {object} Table
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {Record<string, any>} options
 * @property {Player[]} players
 * @property {string[]} seat_names
 * @property {string} clock
 * @property {(number | null)[]} clocks_ms
 * @property {boolean[]} running
 * @property {boolean[]} paused
 * @property {(number | null)[]} vacation_until_ms
 * @property {(number | null)[]} vacation_ms_left
 * @property {number} heard when the clocks were received, by this page's clock
 * @property {number} turn
 * @property {number[]} to_move
 * @property {boolean[]} sealed
 * @property {{seat: number, what: string}[]} offers
 * @property {{seat: number, phrase: string}[]} said the latest phrases
 * @property {Outcome | null} outcome
 * @property {string[]} moves
 * @property {number | null} [idle_since_ms] since when nothing has happened, if that is long
 * @property {string[]} films the formats in which the server can make a film of it
 * @property {number} undone how often a move was taken back
 * @property {boolean} live
 * @property {boolean} started
 * @property {boolean} realtime
 * @property {string | null} rematch
 * @property {{table: string, turn: number} | null} from
 * @property {number} spectators
 * @property {boolean} private
 * @property {number[]} you
 * @property {string | null} invite
 * @property {boolean} owner whether you have set the table up
 * @property {"anyone" | "you" | null} challenge who can take the open seat without the link
 * @property {string | null} [challenged] the name of whoever you have challenged, until they accept
 * @property {boolean} rated
 * @property {string | null} [tournament] whose game it is
 * @property {string[][]} [plan] your conditional moves
 * @property {boolean} beginning one of two people has yet to make the first move: no clock runs, and either can cancel
 * @property {Record<string, string[]>} legal
 * @property {Record<string, Record<string, OfferedPick[]>>} picks
 * @property {Record<string, string>} chosen
 * @property {{seat: number, doing: string, share: number} | null} thinking
 * @property {Map<number, Position>} positions by turn
 */

const POSITION = /** @type {const} */ ([
  "turn",
  "state",
  "svg",
  "known",
  "text",
  "last_turn",
  "clocks_ms",
  "score",
  "json",
  "at_ms",
]);

/** A table from its snapshot; positions loaded before are kept, unless a move was taken back meanwhile.
 * @param {any} snapshot @param {Table | null} before @returns {Table} */
export function fromSnapshot(snapshot, before = null) {
  const positions = before?.undone === snapshot.undone ? (before?.positions ?? new Map()) : new Map();
  snapshot = { ...snapshot, ...wholePosition(snapshot) };
  const written = snapshot.moves.at(-1) ?? null;
  const known = positions.get(snapshot.turn);
  positions.set(snapshot.turn, { phases: [], ...known, ...positionIn(snapshot), written });
  const players = withCharacters(snapshot.players);
  return { thinking: null, ...snapshot, players, heard: performance.now(), positions };
}

/** Apply an event. @param {Table} table @param {any} event */
export function apply(table, event) {
  if ("clocks_ms" in event) takeClocks(table, event);
  if ("seq" in event) table.idle_since_ms = null;
  for (const own of /** @type {const} */ (["legal", "picks", "chosen"])) {
    if (own in event) table[own] = own === "chosen" ? { ...table.chosen, ...event.chosen } : event[own];
  }
  switch (event.type) {
    case "sealed":
      table.sealed[event.seat] = true;
      if (table.thinking?.seat === event.seat) table.thinking = null;
      break;
    case "turn":
      takeTurn(table, event);
      break;
    case "undone":
      takeBack(table, event);
      break;
    case "offer":
      table.offers = [...table.offers, { seat: event.seat, what: event.what }];
      break;
    case "declined":
      table.offers = table.offers.filter((offer) => offer.what !== event.what || offer.seat === event.seat);
      break;
    case "over":
      table.outcome = event.outcome;
      table.live = false;
      table.to_move = [];
      table.sealed = [false, false];
      table.offers = [];
      table.plan = [];
      Object.assign(table, { legal: {}, picks: {}, chosen: {} });
      break;
    case "seated":
      table.players = withCharacters(event.players);
      table.started = event.started;
      break;
    case "players":
      table.players = withCharacters(event.players);
      break;
    case "spectators":
      table.spectators = event.spectators;
      break;
    case "rematch":
      table.rematch = event.id;
      break;
    case "said":
      table.said = [...table.said, { seat: event.seat, phrase: event.phrase }];
      break;
    case "joystick":
      table.chosen = { ...table.chosen, [event.seat]: event.move };
      break;
    case "plan":
      table.plan = event.lines;
      break;
    case "thinking":
      table.thinking = event.share < 1 ? event : null;
      break;
    case "clock":
      table.thinking = null; // the clocks resume: the bot is ready
      break;
  }
}

/** @param {Table} table @param {any} event */
function takeTurn(table, event) {
  table.turn = event.turn;
  table.moves = [...table.moves, event.written];
  table.to_move = event.to_move;
  table.sealed = [false, false];
  table.outcome = event.outcome ?? null;
  table.plan = planAfter(table.plan ?? [], event.moves);
  table.thinking = null;
  table.chosen = event.chosen ?? {};
  table.legal = event.legal ?? {};
  table.picks = event.picks ?? {};
  table.offers = event.offers ?? [];
  if (event.outcome) table.live = false;
  const told = event.changes ? nextPosition(table.positions.get(event.turn - 1), event.changes) : event;
  table.positions.set(event.turn, {
    ...positionIn({ ...event, ...told }),
    written: event.written,
    phases: event.phases ?? [],
  });
}

/** What a turn leaves of conditional moves. @param {string[][]} plan @param {(string | null)[]} moves */
function planAfter(plan, moves) {
  const played = moves.find((move) => move !== null);
  return plan.filter((line) => line[0] === played && line.length > 1).map((line) => line.slice(1));
}

/** @param {Table} table @param {any} event */
function takeBack(table, event) {
  for (const turn of [...table.positions.keys()]) if (turn > event.turn) table.positions.delete(turn);
  table.turn = event.turn;
  table.moves = table.moves.slice(0, event.turn);
  table.to_move = event.to_move;
  table.sealed = event.sealed;
  table.undone = event.undone;
  table.thinking = null;
  table.plan = [];
  table.offers = [];
  table.chosen = event.chosen ?? {};
  table.legal = event.legal ?? {};
  table.picks = event.picks ?? {};
  const written = table.moves.at(-1) ?? null;
  table.positions.set(event.turn, { phases: [], ...table.positions.get(event.turn), ...positionIn({ ...event, ...wholePosition(event) }), written });
}

/** @param {Table} table @param {any} event */
function takeClocks(table, event) {
  table.clocks_ms = event.clocks_ms;
  table.running = event.running ?? [false, false];
  table.heard = performance.now();
  for (const name of /** @type {const} */ ([
    "paused",
    "vacation_until_ms",
    "vacation_ms_left",
    "beginning",
  ])) {
    if (name in event) Object.assign(table, { [name]: event[name] });
  }
}

/** @param {any} told @returns {any} */
function positionIn(told) {
  return Object.fromEntries(POSITION.filter((name) => name in told).map((name) => [name, told[name]]));
}

/** Your seats that are to move and have not chosen yet. @param {Table} table */
export function owed(table) {
  if (!table.live || !table.started) return [];
  return table.you.filter((seat) => table.to_move.includes(seat) && !table.sealed[seat]);
}

/** The picks that the board offers one seat. @param {Table} table @param {number} seat @returns {import("../../board/state.js").Pick[]} */
export function boardPicks(table, seat) {
  const together = table.to_move.length > 1 && setting("confirm") === "off";
  return Object.entries(table.picks[seat] ?? {}).flatMap(([id, entries]) =>
    entries.map((entry) => ({
      ...entry,
      to: entry.to && onBoard(entry.to),
      id,
      seat,
      once: entry.to === null || together,
    })),
  );
}

/** The remaining time on a clock. @param {Table} table @param {number} seat */
export function leftMs(table, seat) {
  const left = table.clocks_ms[seat];
  if (left === null || left === undefined) return null;
  return table.running[seat] ? Math.max(left - (performance.now() - table.heard), 0) : left;
}
