// Positions as the server sends them to pages that follow changes: the first one whole, then what changes in a turn.

/** @typedef {import("./table.js").Position} Position */

const SENTENCE = ". "; // between the sentences of a text

/** The fields of a position that was told whole, with its picture in parts; nothing if it was told otherwise. @param {any} told */
export function wholePosition(told) {
  return told.picture ? fromValue(told) : {};
}

/** Whether an event can be applied to what the page knows. @param {Map<number, Position>} positions @param {any} event */
export function follows(positions, event) {
  return event.type !== "turn" || !event.changes || positions.get(event.turn - 1)?.known !== undefined;
}

/** The position after a turn. @param {Position | undefined} before @param {any} changes */
export function nextPosition(before, changes) {
  if (!before?.known) throw new Error("a change of a position that the page does not have");
  return fromValue(patched(before.known, changes));
}

/** @param {any} told */
function fromValue({ picture, json, text, last_turn, score }) {
  const words = text.join(SENTENCE);
  return {
    known: { picture, json, text, last_turn, score },
    svg: Object.values(picture).join(""),
    json,
    state: json.state,
    text: words,
    last_turn: typeof last_turn === "number" ? words.slice(0, last_turn) : last_turn,
    score,
  };
}

/** A value with what has changed: an object has the changes inside, a list of one the new value.
 * @param {any} before @param {any} change @returns {any} */
export function patched(before, change) {
  if (Array.isArray(change)) return change[0];
  if (typeof change !== "object" || change === null) return change;
  const after = Array.isArray(before) ? [...before] : { ...before };
  for (const [name, inside] of Object.entries(change)) after[name] = patched(before[name], inside);
  return after;
}
