// How numbers, and words after numbers, are written.

const rules = new Intl.PluralRules("cs");
const figures = new Intl.NumberFormat("cs");

/** @param {number} n */
export const number = (n) => figures.format(n);

/**
 * The form of a word after a number.
 * @param {number} n @param {string} one 1 den @param {string} few 2 dny @param {string} other 5 dní @param {string} part 1,5 dne
 */
export const form = (n, one, few, other, part = few) => ({ zero: other, one, two: few, few, many: part, other })[rules.select(n)];

/** A number and its word. @param {number} n @param {string} one @param {string} few @param {string} other @param {string} part */
export const count = (n, one, few, other, part = few) => `${number(n)} ${form(n, one, few, other, part)}`;
