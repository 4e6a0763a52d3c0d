// What games and the server say in English, in the language of the page. In English it is shown as it came.

/**
 * By what is said, without its full stop: `{}` stands for a text, `{*}` for one that may be a list, `{#}` for a number and
 * `{# tank}` for a number of tanks. The translation has `{}` for the values, which are translated as well, or it is a
 * function that is given them as they came.
 * @type {Record<string, string | ((...values: string[]) => string)>}
 */
export const sentences = {};
