// A person's preferences, kept in the browser.

const DEFAULTS = { theme: "system", sound: "off", speed: "1", confirm: "off", finished: "", notify: "off", puzzles: "{}", setups: "{}", lessons: "[]" };

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
    // storage may be forbidden: the setting lasts only for this page
  }
}
