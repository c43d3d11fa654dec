/**
 * A key with which this device signs once: the record of a match, when it is over. Only SHA-256 is needed, so it works on
 * pages without a certificate too. Of 67 chains of values each value is the digest of the one before; the digest of all
 * ends is the public key. A signature shows each chain as far on as a digit of what is signed says.
 */

import { hex, hmac, sha256, unhex, utf8 } from "./sha256.js";

const CHAINS = 67;
const STEPS = 15;

/** This is the public key of a seed, both in hexadecimal. @param {string} seed */
export function publicKey(seed) {
  return hex(sha256(unhex(shown(seed, Array(CHAINS).fill(STEPS)))));
}

/**
 * This signs a text; whoever signs two texts with one seed has given the key away.
 *
 * @param {string} seed
 * @param {string} text
 */
export function sign(seed, text) {
  const digits = [...hex(sha256(utf8(text)))].map((digit) => parseInt(digit, 16));
  const rest = digits.reduce((sum, digit) => sum + STEPS - digit, 0);
  return shown(seed, [...digits, rest >> 8, (rest >> 4) & STEPS, rest & STEPS]);
}

/** @param {string} seed @param {number[]} steps */
function shown(seed, steps) {
  const secret = hmac(unhex(seed));
  return steps.map((many, chain) => hex(after(secret(Uint8Array.of(chain)), chain, many))).join("");
}

/** @param {Uint8Array} value @param {number} chain @param {number} steps */
function after(value, chain, steps) {
  for (let step = 0; step < steps; step++) value = sha256(Uint8Array.of(chain, step, ...value));
  return value;
}
