// What a person prefers, kept in the browser.

const DEFAULTS = { theme: "system", sound: "off", speed: "1", opponents: "{}" };

/** @typedef {keyof typeof DEFAULTS} Setting */

/** @param {Setting} name @returns {string} */
export function setting(name) {
  try {
    return localStorage.getItem(`steelyard.${name}`) ?? DEFAULTS[name];
  } catch {
    return DEFAULTS[name]; // storage may be forbidden
  }
}

/** @param {Setting} name @param {string} value */
export function keep(name, value) {
  try {
    localStorage.setItem(`steelyard.${name}`, value);
  } catch {
    // then it holds for this page only
  }
}
