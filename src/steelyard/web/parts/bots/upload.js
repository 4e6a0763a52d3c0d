// Uploading a bot: choose or drop a zip or a folder. Errors are shown below.

import { bots as words } from "../../words/bots.js";
import { h, say } from "../page/dom.js";
import { get, send } from "../page/http.js";
import { CannotPack, filesOf, zipped } from "./zip.js";

/** @typedef {import("./zip.js").Packed} Packed */

/**
 * @param {string} where the address that takes it
 * @param {(taken: {bot: string, number: number}) => void} done
 */
export function handIn(where, done) {
  const state = h("p", { class: "quiet", role: "status" });
  const problem = h("p", { class: "problem", role: "alert" });
  const chooser = (/** @type {string} */ label, /** @type {Record<string, any>} */ more) =>
    h("input", { type: "file", class: "unseen", tabindex: -1, "aria-label": label, ...more });
  const zip = chooser(words.zip, { accept: ".zip,application/zip" });
  const folder = chooser(words.folder, { webkitdirectory: true });

  /** @param {() => Promise<Blob>} pack */
  async function take(pack) {
    say(problem, "");
    try {
      const data = await pack();
      say(state, words.sending);
      const taken = await send(where, data);
      say(state, words.taken(taken.number));
      done(taken);
    } catch (error) {
      say(state, "");
      say(problem, reason(/** @type {Error} */ (error)));
    }
    zip.value = folder.value = "";
  }

  /** @param {Packed[]} files */
  const pack = async (files) => {
    if (files.length === 1 && /\.zip$/i.test(files[0].path)) return files[0].file;
    say(state, words.packing(files.length));
    return zipped(files, (await get("/api/bots")).space.zip);
  };

  zip.addEventListener("change", () => {
    const file = zip.files?.[0];
    if (file) take(() => Promise.resolve(file));
  });
  folder.addEventListener("change", () => {
    const named = (/** @type {File} */ file) => ({ path: file.webkitRelativePath || file.name, file });
    const files = [...(folder.files ?? [])].map(named);
    if (files.length) take(() => pack(files));
  });
  const place = h(
    "div",
    { class: "drop" },
    h("p", {}, words.drop),
    h(
      "div",
      { class: "ways" },
      h("button", { type: "button", onClick: () => zip.click() }, words.zip),
      h("button", { type: "button", onClick: () => folder.click() }, words.folder),
    ),
    zip,
    folder,
    state,
    problem,
  );
  place.addEventListener("dragover", (event) => {
    event.preventDefault();
    place.classList.add("over");
  });
  place.addEventListener("dragleave", () => place.classList.remove("over"));
  place.addEventListener("drop", (event) => {
    event.preventDefault();
    place.classList.remove("over");
    const { dataTransfer } = event;
    if (dataTransfer) {
      const files = filesOf(dataTransfer);
      take(async () => pack(await files));
    }
  });
  return place;
}

/** @param {Error} error */
function reason(error) {
  if (!(error instanceof CannotPack)) return error.message;
  return { many: words.tooMany, large: words.tooLarge(Number(error.cause)), empty: words.empty }[error.message] ?? words.empty;
}
