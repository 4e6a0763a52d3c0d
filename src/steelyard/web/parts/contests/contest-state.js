// What a contest tells its people: of its state, and of a version's.

import { deskWords } from "../../words/organiser.js";

/** The version that plays if none is chosen, as far as it is known. @param {{version: number | null, state: string | null, chosen: boolean}} bot */
export function playsNow({ chosen, state, version }) {
  return chosen || (state !== "fit" && state !== "unchecked") ? null : version;
}

/** What the organiser does next. @param {{state: string, takes_teams: boolean}} contest */
export function nextStep({ state, takes_teams: teams }) {
  return !teams && (state === "draft" || state === "open") ? deskWords.noTeams : deskWords.step[state];
}
