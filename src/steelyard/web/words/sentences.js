// What games and the server say in English, in the language of the page. In English it is shown as it came.

/**
 * By what is said, with `{}` for each value: a text with `{}` for the same values, which are translated as well, or a
 * function that is given them as they came.
 * @type {Record<string, string | ((...values: string[]) => string)>}
 */
export const sentences = {};
