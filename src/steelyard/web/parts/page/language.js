// The language of the page. The server chooses it by the cookie, or by what the browser asks for.

const COOKIE = "steelyard_language";
const YEAR_S = 31_536_000;

/** The languages that pages are in, each by its own name. */
export const LANGUAGES = { en: "English", cs: "Čeština", sv: "Svenska" };

export const language = globalThis.document?.documentElement.lang || "en";

/** For dates: the language with the country that the browser names for it. */
export const locale = globalThis.navigator?.languages?.find((each) => each.split("-")[0] === language) ?? language;

/** @param {string} chosen */
export function choose(chosen) {
  document.cookie = `${COOKIE}=${chosen}; path=/; max-age=${YEAR_S}; samesite=lax`;
  location.reload();
}
