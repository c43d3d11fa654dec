/**
 * The base path: where the table lies on its host, such as "/" or "/mesa/", by where this file came from. Everywhere else
 * paths begin at the table ("/t/…"); they become addresses where they leave the client: in links, requests and sockets.
 */

const found = new URL("..", import.meta.url);

/** The base path, with a slash at both ends. */
export const BASE = found.protocol.startsWith("http") ? found.pathname : "/";

/**
 * Return the address of a path of the table, on this host.
 *
 * @param {string} path
 * @param {string} [base]
 */
export function addressOf(path, base = BASE) {
  return base + path.replace(/^\//, "");
}

/**
 * Return the path of an address of this host, as the table names it.
 *
 * @param {string} address
 * @param {string} [base]
 */
export function pathOf(address, base = BASE) {
  return address.startsWith(base) ? `/${address.slice(base.length)}` : address;
}
