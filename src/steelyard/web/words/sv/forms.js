// How numbers, and words after numbers, are written.

const rules = new Intl.PluralRules("sv");
const figures = new Intl.NumberFormat("sv");

/** @param {number} n */
export const number = (n) => figures.format(n);

/** The form of a word after a number. @param {number} n @param {string} one @param {string} other */
export const form = (n, one, other) => (rules.select(n) === "one" ? one : other);

/** A number and its word. @param {number} n @param {string} one @param {string} other */
export const count = (n, one, other) => `${number(n)} ${form(n, one, other)}`;
