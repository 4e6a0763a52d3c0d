// Packs a folder into an uncompressed zip.

const MOST_FILES = 1000;
const SKIPPED = /(^|\/)(\.git|__pycache__|node_modules|__MACOSX)\/|(^|\/)(\.DS_Store|Thumbs\.db)$/;
const UTF8_NAMES = 0x0800;

/** @typedef {{path: string, file: Blob}} Packed */

/** Why a folder cannot be uploaded: "many", "large" or "empty". */
export class CannotPack extends Error {}

/** @param {Packed[]} all @param {number} most bytes @returns {Promise<Blob>} */
export async function zipped(all, most) {
  const files = all.filter(({ path }) => !SKIPPED.test(path));
  if (!files.length) throw new CannotPack("empty");
  if (files.length > MOST_FILES) throw new CannotPack("many");
  if (files.reduce((sum, { file }) => sum + file.size, 0) > most) throw new CannotPack("large", { cause: most });
  /** @type {BlobPart[]} */
  const parts = [];
  const list = [];
  let offset = 0;
  for (const { path, file } of files) {
    const data = new Uint8Array(await file.arrayBuffer());
    const entry = facts(new TextEncoder().encode(path), data, offset);
    const head = header(entry, false);
    parts.push(head, data);
    list.push(header(entry, true));
    offset += head.length + data.length;
  }
  const length = list.reduce((sum, each) => sum + each.length, 0);
  return new Blob([...parts, .../** @type {BlobPart[]} */ (list), end(files.length, length, offset)], {
    type: "application/zip",
  });
}

/** @typedef {{name: Uint8Array, size: number, crc: number, offset: number}} Entry */

/** @param {Uint8Array} name @param {Uint8Array} data @param {number} offset @returns {Entry} */
function facts(name, data, offset) {
  return { name, size: data.length, crc: crc32(data), offset };
}

/** The header of a file: before its bytes, or in the directory at the end. @param {Entry} entry @param {boolean} listed */
function header({ name, size, crc, offset }, listed) {
  const bytes = new Uint8Array((listed ? 46 : 30) + name.length);
  const view = new DataView(bytes.buffer);
  let at = 0;
  const put = (/** @type {number} */ width, /** @type {number} */ value) => {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += width;
  };
  put(4, listed ? 0x02014b50 : 0x04034b50);
  if (listed) put(2, 20);
  for (const value of [20, UTF8_NAMES, 0, 0, 0x21]) put(2, value);
  for (const value of [crc, size, size]) put(4, value);
  put(2, name.length);
  put(2, 0);
  if (listed) {
    for (const value of [0, 0, 0]) put(2, value);
    put(4, 0);
    put(4, offset);
  }
  bytes.set(name, at);
  return bytes;
}

/** @param {number} count @param {number} length @param {number} offset */
function end(count, length, offset) {
  const view = new DataView(new ArrayBuffer(22));
  view.setUint32(0, 0x06054b50, true);
  view.setUint16(8, count, true);
  view.setUint16(10, count, true);
  view.setUint32(12, length, true);
  view.setUint32(16, offset, true);
  return new Uint8Array(view.buffer);
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});

/** @param {Uint8Array} data */
export function crc32(data) {
  let crc = 0xffffffff;
  for (const byte of data) crc = TABLE[(crc ^ byte) & 255] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** The files that were dropped; a single zip is returned as it is. @param {DataTransfer} dropped @returns {Promise<Packed[]>} */
export async function filesOf(dropped) {
  const entries = [...dropped.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const found = await Promise.all(entries.map((entry) => within(entry, "")));
  return found.flat();
}

/** @param {FileSystemEntry} entry @param {string} path @returns {Promise<Packed[]>} */
async function within(entry, path) {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) =>
      /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject),
    );
    return [{ path: path + entry.name, file: /** @type {File} */ (file) }];
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  const found = [];
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) break;
    for (const each of some) found.push(...(await within(each, `${path}${entry.name}/`)));
  }
  return found;
}
