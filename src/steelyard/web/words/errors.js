// Errors of the server by their code. In English the server's own sentence is shown, so nothing is needed here.

/** `{error}` stands for the server's sentence, as `sentences.js` has it. @type {Record<string, string>} */
export const errors = {};
