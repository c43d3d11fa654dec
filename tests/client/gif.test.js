/** Moving pictures: what was drawn can be read again, by a reader that shares nothing with the writer. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Gif, packed, paletteOf } from "../../src/sobremesa/client/gif.js";

/** A generator of numbers below one that always gives the same. @param {number} seed */
function lucky(seed) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

/** This reads codes as the form describes them: a table of runs, one entry after each code. @param {Uint8Array} bytes */
function unpacked(bytes) {
  /** @type {number[]} */
  const pixels = [];
  /** @type {number[][]} */
  let table = [];
  let [size, bit] = [9, 0];
  /** @type {number[] | null} */
  let last = null;
  const read = () => {
    let code = 0;
    for (let place = 0; place < size; place += 1, bit += 1) code |= (((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1) << place;
    return code;
  };
  for (;;) {
    const code = read();
    if (code === 257) return { pixels, rest: bytes.length - Math.ceil(bit / 8) };
    if (code === 256) {
      table = Array.from({ length: 258 }, (_, number) => [number]);
      [size, last] = [9, null];
      continue;
    }
    /** @type {number[]} */
    const run = code < table.length ? (table[code] ?? []) : [...(last ?? []), (last ?? [])[0] ?? 0];
    pixels.push(...run);
    if (last && table.length < 4096) table.push([...last, run[0] ?? 0]);
    if (table.length === 1 << size && size < 12) size += 1;
    last = run;
  }
}

for (const [name, length, colours] of /** @type {[string, number, number][]} */ ([
  ["a single pixel", 1, 256],
  ["one colour", 70_000, 1],
  ["few colours", 50_000, 3],
  ["noise", 50_000, 256],
]))
  test(`${name} is packed so that it can be read`, () => {
    const random = lucky(7);
    const pixels = Uint8Array.from({ length }, () => Math.floor(random() * colours));

    const { pixels: read, rest } = unpacked(packed(pixels));

    assert.deepEqual(Uint8Array.from(read), pixels);
    assert.equal(rest, 0);
  });

test("every length is read, also where codes become longer at the very end", () => {
  const random = lucky(3);
  const all = Uint8Array.from({ length: 1200 }, () => Math.floor(random() * 256));
  for (let length = 1; length < all.length; length += 1) {
    const pixels = all.subarray(0, length);
    assert.deepEqual(Uint8Array.from(unpacked(packed(pixels)).pixels), pixels, `${length}`);
  }
});

/** @param {number} width @param {number} height @param {(x: number, y: number) => number[]} colour */
function picture(width, height, colour) {
  const data = new Uint8ClampedArray(4 * width * height);
  for (let at = 0; at < width * height; at += 1) data.set([...colour(at % width, Math.floor(at / width)), 255], 4 * at);
  return { width, height, data };
}

test("a palette keeps the few pixels that stand out", () => {
  const board = picture(100, 100, (x, y) => (x === 5 && y === 5 ? [250, 10, 10] : [100 + (x % 40), 100 + (y % 40), 90]));

  const palette = paletteOf([board]);

  assert.ok(palette.length <= 255);
  assert.ok(palette.some(([red = 0, green = 0]) => red > 240 && green < 20));
});

test("every picture is there, and shows what was drawn", async () => {
  const [width, height] = [40, 30];
  const pictures = [0, 1, 1, 2].map((step) =>
    picture(width, height, (x, y) => (Math.abs(x - 8 * step) < 3 && y < 12 ? [200, 0, 0] : [0, 90, 200])),
  );
  const gif = new Gif(width, height, pictures);
  for (const each of pictures) gif.add(each, 0.5);

  const bytes = new Uint8Array(await gif.file().arrayBuffer());

  assert.equal(String.fromCharCode(...bytes.subarray(0, 6)), "GIF89a");
  assert.deepEqual([...bytes.subarray(6, 10)], [width, 0, height, 0]);
  const colours = bytes.subarray(13, 13 + 768);
  const shown = new Uint8Array(width * height);
  let [at, seen] = [13 + 768, 0];
  while (bytes[at] !== 0x3b) {
    if (bytes[at] === 0x21) {
      at += 2;
      while (bytes[at]) at += (bytes[at] ?? 0) + 1;
      at += 1;
      continue;
    }
    assert.equal(bytes[at], 0x2c);
    const [left = 0, , top = 0, , wide = 0, , tall = 0] = bytes.subarray(at + 1, at + 8);
    at += 11;
    /** @type {number[]} */
    const packedBytes = [];
    while (bytes[at]) {
      packedBytes.push(...bytes.subarray(at + 1, at + 1 + (bytes[at] ?? 0)));
      at += (bytes[at] ?? 0) + 1;
    }
    at += 1;
    const { pixels } = unpacked(Uint8Array.from(packedBytes));
    assert.equal(pixels.length, wide * tall);
    for (const [number, index] of pixels.entries())
      if (index !== 255) shown[(top + Math.floor(number / wide)) * width + left + (number % wide)] = index;
    const drawn = /** @type {{data: Uint8ClampedArray}} */ (pictures[seen]).data;
    for (let pixel = 0; pixel < shown.length; pixel += 1)
      for (const part of [0, 1, 2]) assert.equal(colours[3 * (shown[pixel] ?? 0) + part], drawn[4 * pixel + part]);
    seen += 1;
  }
  assert.equal(seen, pictures.length);
  assert.equal(at, bytes.length - 1);
});
