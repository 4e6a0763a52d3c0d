// How numbers, and words after numbers, are written.

const rules = new Intl.PluralRules("en");
const figures = new Intl.NumberFormat("en");

/** @param {number} n */
export const number = (n) => figures.format(n);

/** The form of a word after a number. @param {number} n @param {string} one @param {string} other */
export const form = (n, one, other) => (rules.select(n) === "one" ? one : other);

/** A number and its word. @param {number} n @param {string} one @param {string} other */
export const count = (n, one, other = `${one}s`) => `${number(n)} ${form(n, one, other)}`;
