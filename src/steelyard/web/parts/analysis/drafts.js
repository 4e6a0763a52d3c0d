// Positions that are being edited, in the notation of each game. Whether one is legal is for the server to say.

/** @typedef {"tank0" | "tank1" | "commander0" | "commander1" | "ground0" | "ground1" | "missile0" | "missile1" | "wall" | "mine" | "none"} Tool */
/** @typedef {"U" | "R" | "D" | "L"} Way */
/** @typedef {{piece: Tool | null, way: Way, ground: "" | "ground-0" | "ground-1"}} Cell */
/**
 * @typedef {object} Draft
 * @property {number} columns
 * @property {number} rows
 * @property {Tool[]} tools
 * @property {boolean} points whether pieces point somewhere that one chooses
 * @property {number | null} mover whose turn it is; null: both move at once
 * @property {(column: number, row: number) => Cell} at
 * @property {(tool: Tool, column: number, row: number, way: Way) => void} put
 * @property {() => void} clear
 * @property {() => string} written
 */

/** @param {string} game @param {string} position @returns {Draft | null} null: positions of that game are not edited */
export function draftOf(game, position) {
  if (game === "tank_war") return new WarDraft(position);
  if (game === "tank_battle") return new BattleDraft(position);
  return game === "tank_duel" ? new DuelDraft(position) : null;
}

/** `053/1x4/...`: in each column Orange's row, Blue's row, and how many boxes from the top are Orange's. */
class WarDraft {
  /** @param {string} position */
  constructor(position) {
    this.lanes = position.split("/").map(([first, second, border]) => ({
      tanks: [rowOf(first), rowOf(second)],
      border: Number(border),
    }));
    this.columns = this.lanes.length;
    this.rows = this.lanes.length;
    /** @type {Tool[]} */
    this.tools = ["tank0", "tank1", "ground0", "ground1", "none"];
    this.points = false;
    /** @type {number | null} */
    this.mover = null;
  }

  /** @param {number} column @param {number} row @returns {Cell} */
  at(column, row) {
    const { tanks, border } = this.lanes[column];
    const seat = tanks.indexOf(row);
    return {
      piece: seat < 0 ? null : seat === 0 ? "tank0" : "tank1",
      way: seat === 0 ? "D" : "U",
      ground: row < border ? "ground-0" : "ground-1",
    };
  }

  /** @param {Tool} tool @param {number} column @param {number} row */
  put(tool, column, row) {
    const lane = this.lanes[column];
    if (tool === "ground0") lane.border = row + 1;
    else if (tool === "ground1") lane.border = row;
    else {
      lane.tanks = lane.tanks.map((there) => (there === row ? null : there));
      if (tool !== "none") lane.tanks[tool === "tank0" ? 0 : 1] = row;
      const [first, second] = lane.tanks; // a tank owns the box it stands on
      if (first !== null) lane.border = Math.max(lane.border, first + 1);
      if (second !== null) lane.border = Math.min(lane.border, second);
    }
  }

  clear() {
    for (const lane of this.lanes) Object.assign(lane, { tanks: [null, null], border: this.rows / 2 });
  }

  written() {
    return this.lanes.map(({ tanks, border }) => `${tanks[0] ?? "x"}${tanks[1] ?? "x"}${border}`).join("/");
  }
}

/** @param {string} text @returns {number | null} */
function rowOf(text) {
  return text === "x" ? null : Number(text);
}

/** @type {Record<string, Tool>} */
const BATTLE = { w: "tank0", W: "commander0", b: "tank1", B: "commander1" };

/** Ranks from the top, then whose turn it is and the number of quiet turns. */
class BattleDraft {
  /** @param {string} position */
  constructor(position) {
    const [ranks, side] = position.split(" ");
    /** @type {(Tool | null)[][]} */
    this.cells = ranks.split("/").map((rank) => [...spread(rank)].map((letter) => BATTLE[letter] ?? null));
    this.rows = this.cells.length;
    this.columns = this.cells[0].length;
    /** @type {Tool[]} */
    this.tools = ["tank0", "commander0", "tank1", "commander1", "none"];
    this.points = false;
    /** @type {number | null} */
    this.mover = side === "b" ? 1 : 0;
  }

  /** @param {number} column @param {number} row @returns {Cell} */
  at(column, row) {
    const piece = this.cells[row][column];
    return { piece, way: piece?.endsWith("1") ? "D" : "U", ground: "" };
  }

  /** @param {Tool} tool @param {number} column @param {number} row */
  put(tool, column, row) {
    this.cells[row][column] = tool === "none" ? null : tool;
  }

  clear() {
    this.cells = this.cells.map((rank) => rank.map(() => null));
  }

  written() {
    const letters = Object.fromEntries(Object.entries(BATTLE).map(([letter, tool]) => [tool, letter]));
    const ranks = this.cells.map((rank) => packed(rank.map((piece) => (piece ? letters[piece] : ".")).join("")));
    return `${ranks.join("/")} ${this.mover === 1 ? "b" : "w"} 0`;
  }
}

/** @typedef {{x: number, y: number, way: Way}} Placed */

/** Rows with walls and mines, both tanks, both missiles. */
class DuelDraft {
  /** @param {string} position */
  constructor(position) {
    const [rows, ...placed] = position.split(" ");
    this.cells = rows.split("/").map((row) => [...spread(row)]);
    this.rows = this.cells.length;
    this.columns = this.cells[0].length;
    /** two tanks and two missiles @type {(Placed | null)[]} */
    this.placed = placed.map(readPlaced);
    this.revive();
    /** @type {Tool[]} */
    this.tools = ["tank0", "tank1", "missile0", "missile1", "wall", "mine", "none"];
    this.points = true;
    /** @type {number | null} */
    this.mover = null;
  }

  /** Nothing is in flames in a position that is played from: take away what destroyed a tank, and missiles that cannot be seen. */
  revive() {
    const tanks = this.placed.slice(0, 2);
    for (const tank of tanks) if (tank && this.cells[tank.y][tank.x] === "o") this.cells[tank.y][tank.x] = ".";
    this.placed = this.placed.map((one, index) => {
      if (!one || index < 2) return one;
      const tail = this.cells[one.y]?.[one.x];
      const [head, ahead] = [one.x + STEPS[one.way][0], one.y + STEPS[one.way][1]];
      const covers = (/** @type {Placed | null} */ tank) =>
        (tank?.x === one.x && tank.y === one.y) || (tank?.x === head && tank.y === ahead);
      return !tail || tail === "x" || this.cells[ahead]?.[head] === "x" || tanks.some(covers) ? null : one;
    });
  }

  /** @param {number} column @param {number} row @returns {Cell} */
  at(column, row) {
    const index = this.placed.findIndex((one) => one?.x === column && one.y === row);
    const fixed = { x: "wall", o: "mine" }[this.cells[row][column]];
    return {
      piece: index >= 0 ? PLACED[index] : /** @type {Tool | null} */ (fixed ?? null),
      way: this.placed[index]?.way ?? "U",
      ground: "",
    };
  }

  /** @param {Tool} tool @param {number} column @param {number} row @param {Way} way */
  put(tool, column, row, way) {
    this.placed = this.placed.map((one, index) =>
      one?.x === column && one.y === row && (tool === "none" || index > 1) ? null : one,
    );
    const index = PLACED.indexOf(tool);
    if (index >= 0) this.placed[index] = { x: column, y: row, way };
    this.cells[row][column] = { wall: "x", mine: "o" }[/** @type {string} */ (tool)] ?? ".";
  }

  clear() {
    this.cells = this.cells.map((row) => row.map(() => "."));
    this.placed = [this.placed[0], this.placed[1], null, null];
  }

  written() {
    const [first, second, ...missiles] = this.placed;
    const tanks = [first, second].map((tank) => (tank ? `${tank.x},${tank.y}:${tank.way}>${tank.way}` : "-"));
    const flying = missiles.map((missile) => (missile ? `${missile.x},${missile.y}:${missile.way}` : "-"));
    return [this.cells.map((row) => packed(row.join(""))).join("/"), ...tanks, ...flying].join(" ");
  }
}

/** @type {Record<Way, [number, number]>} */
const STEPS = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };

/** @type {Tool[]} */
const PLACED = ["tank0", "tank1", "missile0", "missile1"];

/** @param {string} text @returns {Placed | null} */
function readPlaced(text) {
  const found = /^(-?\d+),(-?\d+):([LRUD])/.exec(text);
  return found && { x: Number(found[1]), y: Number(found[2]), way: /** @type {Way} */ (found[3]) };
}

/** `4x2` as `....x..`. @param {string} row */
function spread(row) {
  return row.replace(/\d+/g, (run) => ".".repeat(Number(run)));
}

/** `....x..` as `4x2`. @param {string} row */
function packed(row) {
  return row.replace(/\.+/g, (run) => String(run.length));
}
