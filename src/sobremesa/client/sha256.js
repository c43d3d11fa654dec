/**
 * SHA-256 and HMAC, for checking dice. Browsers have them too, but not on pages that come without a certificate, as from
 * a table in the house; so they are written out here, and a test compares both.
 */

const BLOCK = 64;

/**
 * The first 32 bits of the fractional parts of the roots of the first primes.
 *
 * @param {(prime: number) => number} root
 * @param {number} count
 */
const fractions = (root, count) => {
  /** @type {number[]} */
  const primes = [];
  for (let number = 2; primes.length < count; number++) if (primes.every((prime) => number % prime)) primes.push(number);
  return primes.map((prime) => ((root(prime) % 1) * 2 ** 32) | 0);
};

const START = fractions(Math.sqrt, 8);
const ROUNDS = fractions(Math.cbrt, 64);

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * This is the SHA-256 of bytes.
 *
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export function sha256(bytes) {
  const length = bytes.length + 9 + ((BLOCK - ((bytes.length + 9) % BLOCK)) % BLOCK);
  const padded = new DataView(new ArrayBuffer(length));
  new Uint8Array(padded.buffer).set(bytes);
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  padded.setUint32(length - 4, (bytes.length << 3) >>> 0);
  const state = Int32Array.from(START);
  const words = new Int32Array(BLOCK);
  for (let at = 0; at < length; at += BLOCK) mix(state, words, padded, at);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => digest.setInt32(4 * place, word));
  return new Uint8Array(digest.buffer);
}

/** @param {Int32Array} state @param {Int32Array} words @param {DataView} block @param {number} at */
function mix(state, words, block, at) {
  /** @type {(place: number) => number} */
  const word = (place) => words[place] ?? 0;
  for (let place = 0; place < BLOCK; place++) {
    if (place < 16) {
      words[place] = block.getInt32(at + 4 * place);
      continue;
    }
    const [low, high] = [word(place - 15), word(place - 2)];
    const small = turned(low, 7) ^ turned(low, 18) ^ (low >>> 3);
    const large = turned(high, 17) ^ turned(high, 19) ^ (high >>> 10);
    words[place] = (word(place - 16) + small + word(place - 7) + large) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let place = 0; place < BLOCK; place++) {
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + (ROUNDS[place] ?? 0) + word(place);
    const other = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + other) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, place) => (state[place] = ((state[place] ?? 0) + value) | 0));
}

/**
 * This makes the HMAC-SHA256 of a key, for as many messages as wanted.
 *
 * @param {Uint8Array} key
 * @returns {(message: Uint8Array) => Uint8Array}
 */
export function hmac(key) {
  const whole = new Uint8Array(BLOCK);
  whole.set(key.length > BLOCK ? sha256(key) : key);
  const [inner, outer] = [whole.map((byte) => byte ^ 0x36), whole.map((byte) => byte ^ 0x5c)];
  return (message) => sha256(joined(outer, sha256(joined(inner, message))));
}

/** @param {Uint8Array} one @param {Uint8Array} other */
function joined(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** This is bytes in hexadecimal. @param {Uint8Array} bytes */
export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** This is the bytes of hexadecimal digits. @param {string} text */
export function unhex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

const encoder = new TextEncoder();

/** This is a text as bytes. @param {string} text */
export function utf8(text) {
  return encoder.encode(text);
}
