// Addresses of this server, as other people would use them.

const LOCAL = /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?(\/|$)/;

/** Whether it works on this computer only. @param {string} address */
export function isLocal(address) {
  return LOCAL.test(address);
}
