// The turn that a game's address names: `#12`, or `#-4` counted from the end. Without one it is the last.

/** The turn that the address names, or null. @param {number} last the last turn there is */
export function addressedTurn(last) {
  const turn = Number.parseInt(location.hash.slice(1), 10);
  if (!(turn <= last)) return null;
  return turn < 0 ? Math.max(last + turn, 0) : turn;
}

/** Have the address name the turn that is shown. @param {number} turn @param {number} last */
export function addressTurn(turn, last) {
  if (turn !== last) history.replaceState(history.state, "", `#${turn}`);
  else if (location.hash) history.replaceState(history.state, "", location.pathname);
}
