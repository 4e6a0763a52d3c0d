// The two players beside the board: name, clock, figures, tanks lost and left.

import { words } from "../../words/general.js";
import { fill, h, say } from "../page/dom.js";
import { playerPath, shownRating, tableRatings } from "../people/ratings.js";
import { portrait } from "./portraits.js";
import { silhouette } from "./silhouettes.js";
import { figures } from "../page/time.js";
import { seatNames } from "./names.js";
import { leftMs } from "./table.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Position} Position */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Both players: the one above the board, and the one below. */
export class Players {
  constructor() {
    this.boxes = [new PlayerBox("above"), new PlayerBox("below")];
  }

  /** Show the ratings of those who play. @param {Table} table @param {() => void} draw */
  async rate({ id, players }, draw) {
    if (!players.some(({ kind }) => kind === "guest")) return;
    const { [id]: both = [] } = await tableRatings([id]);
    for (const box of this.boxes) box.ratings = both;
    draw();
  }

  /** @param {Table} table @param {number} below the seat at the lower edge @param {Position} position */
  draw(table, below, position) {
    this.boxes[0].draw(table, 1 - below, position);
    this.boxes[1].draw(table, below, position);
  }

  /** Show the clocks as they are now, or were then. @param {Table} table @param {number} shown the turn on show */
  tick(table, shown) {
    if (this.boxes[0].seat < 0) return;
    const past = shown === table.turn ? null : table.positions.get(shown);
    for (const box of this.boxes) {
      box.tick(past ? past.clocks_ms[box.seat] : leftMs(table, box.seat), !past && table.running[box.seat]);
      if (table.realtime) box.timesRounds(table.live);
    }
  }
}

class PlayerBox {
  /** @param {string} area its place on the page */
  constructor(area) {
    this.seat = -1;
    /** for each seat @type {(import("../people/ratings.js").Rating | null)[]} */
    this.ratings = [];
    this.clock = h("time", { class: "clock figures" });
    this.name = h("div", { class: "name" });
    this.score = h("dl", { class: "score" });
    this.army = h("div", { class: "army" });
    this.face = h("div", { class: "face" });
    this.element = h(
      "section",
      { class: `player ${area}` },
      this.face,
      this.name,
      this.score,
      this.clock,
      this.army,
    );
  }

  /** @param {Table} table @param {number} seat @param {Position} position */
  draw(table, seat, position) {
    const player = table.players[seat];
    const seatName = seatNames(table.game, table.seat_names)[seat];
    const toMove = table.live && table.started && table.to_move.includes(seat) && !table.sealed[seat];
    const face = `${seat}.${player.bot ?? ""}`;
    if (this.face.dataset.shows !== face) fill(this.face, portrait(player.bot ?? "") ?? silhouette(seat, { small: false }));
    this.face.dataset.shows = face;
    this.seat = seat;
    this.element.dataset.seat = String(seat);
    this.element.classList.toggle("to-move", toMove);
    this.element.setAttribute("aria-label", `${seatName}: ${player.name}`);
    fill(
      this.name,
      h("strong", {}, playerName(table, player, this.ratings[seat] ?? null)),
      shownRating(this.ratings[seat]),
      player.kind === "bot" && h("span", { class: "badge" }, words.common.bot),
      table.outcome?.winner === seat && h("span", { class: "badge won" }, words.game.won),
      h("span", { class: "quiet small" }, seatName),
      table.you.length === 1 && table.you[0] === seat && h("span", { class: "quiet small" }, words.game.you),
      player.kind === "guest" &&
        !player.connected &&
        table.live &&
        h("span", { class: "away small" }, words.game.away),
    );
    fill(
      this.score,
      position.score.map((figure) => shownFigure(figure.name, figure.values[seat])),
      table.game === "tank_battle" &&
        position.json &&
        shownFigure("lost", position.json.captured[seat].length),
    );
    fill(this.army, ...army(table.game, seat, position));
  }

  /** @param {number | null} ms @param {boolean} running */
  tick(ms, running) {
    this.clock.hidden = ms === null;
    if (ms === null) return;
    say(this.clock, figures(ms));
    this.clock.classList.toggle("running", running);
    this.clock.classList.toggle("short", ms < 10_000);
    this.clock.classList.toggle("days", ms >= DAY_MS);
    this.clock.classList.toggle("hours", ms >= HOUR_MS && ms < DAY_MS);
  }

  /** It shows what is left of a round, which is always little: no alarm, and nothing when the game is over. @param {boolean} live */
  timesRounds(live) {
    this.clock.classList.remove("short");
    this.clock.title = words.game.roundLeft;
    if (!live) this.clock.hidden = true;
  }
}

/**
 * With a link to the player's page where they have an account: in a rated game, or with a rating.
 * @param {Table} table
 * @param {import("./table.js").Player} player
 * @param {import("../people/ratings.js").Rating | null} rating
 */
function playerName({ rated, challenged }, { kind, name }, rating) {
  if (kind === "open") return challenged ?? words.game.openSeat;
  return rated || rating ? h("a", { href: playerPath(name) }, name) : name;
}

/** @param {string} name @param {number} value */
function shownFigure(name, value) {
  return h("div", { "data-figure": name }, h("dd", { class: "figures" }, value), h("dt", {}, words.game.score[name]?.(value) ?? name));
}

/** Small tanks: the remaining ones, and the lost ones in outline. @param {string} game @param {number} seat @param {Position} position */
function army(game, seat, { json }) {
  if (!json) return [];
  if (game === "tank_war") return warArmy(seat, json);
  if (game === "tank_battle") return battleArmy(seat, json);
  if (game === "tank_duel") {
    const flying = json.Missiles.some((/** @type {any} */ missile) => missile && missile.TankId === seat);
    return [
      h("span", { class: "small quiet" }, flying ? words.game.missile.flying : words.game.missile.ready),
    ];
  }
  return [];
}

/** @param {number} seat @param {any} json */
function warArmy(seat, json) {
  const own = json.tanks.filter((/** @type {any} */ tank) => tank.seat === seat);
  const left = own.filter((/** @type {any} */ tank) => tank.alive).length;
  return [
    h("span", { class: "unseen" }, words.game.army(left, own.length - left)),
    ...own.map((/** @type {any} */ tank) =>
      silhouette(seat, { lost: !tank.alive, mark: tank.alive ? tank.type : "" }),
    ),
  ];
}

/** @param {number} seat @param {any} json */
function battleArmy(seat, json) {
  const letter = "wb"[seat];
  const lost = String(json.captured[seat]);
  const fallen = lost.includes(letter.toUpperCase());
  const left = json.board
    .join("")
    .split("")
    .filter((/** @type {string} */ tank) => tank.toLowerCase() === letter).length;
  const normal = left - (fallen ? 0 : 1);
  return [
    h(
      "span",
      { class: "unseen" },
      words.game.army(left, lost.length),
      fallen && `, ${words.game.commanderLost}`,
    ),
    silhouette(seat, { mark: "ring", lost: fallen }),
    ...Array.from({ length: normal }, () => silhouette(seat)),
    ...Array.from({ length: lost.length - (fallen ? 1 : 0) }, () => silhouette(seat, { lost: true })),
  ];
}
