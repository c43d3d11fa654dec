/**
 * Moving pictures in the form GIF: many pictures of one size, of which only what changes is written.
 *
 * All share one palette. What stays as it was is left transparent, and runs of it cost next to nothing.
 */

/** How many colours a palette has; one more stands for what does not change. */
const COLOURS = 255;
const SAME = COLOURS;
const BITS = 8;
/** How many codes there can be before the coder forgets what it has learnt. */
const MOST_CODES = 4096;

/** @typedef {{width: number, height: number, data: Uint8ClampedArray}} Picture red, green, blue and opacity of each pixel */

export class Gif {
  /**
   * @param {number} width
   * @param {number} height
   * @param {Picture[]} samples pictures whose colours the palette is made of
   */
  constructor(width, height, samples) {
    this.width = width;
    this.height = height;
    this.palette = paletteOf(samples);
    /** The colour of each known pixel, by its coarse value. @type {Map<number, number>} */
    this.nearest = new Map();
    /** @type {Uint8Array | null} */
    this.last = null;
    /** @type {Uint8Array[]} */
    this.parts = [this.header()];
  }

  /**
   * This adds a picture.
   *
   * @param {Picture} picture
   * @param {number} seconds for how long it is looked at
   */
  add(picture, seconds) {
    const now = this.indices(picture);
    const { left, top, width, height } = this.changed(now);
    const shown = new Uint8Array(width * height);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const at = (top + y) * this.width + left + x;
        shown[y * width + x] = this.last && this.last[at] === now[at] ? SAME : /** @type {number} */ (now[at]);
      }
    const delay = Math.round(100 * seconds);
    // What was there stays below; the colour SAME lets it through.
    this.parts.push(Uint8Array.of(0x21, 0xf9, 4, 0b101, delay & 0xff, delay >> 8, SAME, 0));
    this.parts.push(Uint8Array.of(0x2c, ...two(left), ...two(top), ...two(width), ...two(height), 0, BITS));
    this.parts.push(...blocks(packed(shown)));
    this.last = now;
  }

  /** This is the whole file. @returns {Blob} */
  file() {
    return new Blob([.../** @type {BlobPart[]} */ (this.parts), Uint8Array.of(0x3b)], { type: "image/gif" });
  }

  header() {
    const colours = new Uint8Array(3 * (COLOURS + 1));
    colours.set(this.palette.flat());
    const start = [..."GIF89a"].map((letter) => letter.charCodeAt(0));
    const size = [...two(this.width), ...two(this.height), 0xf7, SAME, 0];
    const again = [0x21, 0xff, 11, ...[..."NETSCAPE2.0"].map((letter) => letter.charCodeAt(0)), 3, 1, 0, 0, 0];
    return Uint8Array.of(...start, ...size, ...colours, ...again);
  }

  /** This is the colour of every pixel, by its number in the palette. @param {Picture} picture */
  indices({ data }) {
    const found = new Uint8Array(data.length / 4);
    for (let pixel = 0; pixel < found.length; pixel += 1) {
      const [red, green, blue] = [data[4 * pixel] ?? 0, data[4 * pixel + 1] ?? 0, data[4 * pixel + 2] ?? 0];
      const coarse = coarseOf(red, green, blue);
      let index = this.nearest.get(coarse);
      if (index === undefined) {
        index = nearestOf(this.palette, red, green, blue);
        this.nearest.set(coarse, index);
      }
      found[pixel] = index;
    }
    return found;
  }

  /** This is the smallest part of the picture that holds all changes; one pixel if there is none. @param {Uint8Array} now */
  changed(now) {
    if (!this.last) return { left: 0, top: 0, width: this.width, height: this.height };
    let [left, top, right, bottom] = [this.width, this.height, -1, -1];
    for (let at = 0; at < now.length; at += 1) {
      if (now[at] === this.last[at]) continue;
      const [x, y] = [at % this.width, Math.floor(at / this.width)];
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
    if (right < 0) return { left: 0, top: 0, width: 1, height: 1 };
    return { left, top, width: right - left + 1, height: bottom - top + 1 };
  }
}

/** @param {number} number */
function two(number) {
  return [number & 0xff, number >> 8];
}

/** Five bits of each colour. @param {number} red @param {number} green @param {number} blue */
function coarseOf(red, green, blue) {
  return ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
}

/**
 * This is a palette for some pictures: colours are halved where they differ most, until there are as many as there may be.
 *
 * @param {Picture[]} samples
 * @returns {number[][]}
 */
export function paletteOf(samples) {
  /** How often each coarse colour comes, and the sums of its parts. @type {Map<number, number[]>} */
  const counted = new Map();
  for (const { data } of samples)
    for (let at = 0; at < data.length; at += 4) {
      const parts = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
      const coarse = coarseOf(parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0);
      const sums = counted.get(coarse) ?? [0, 0, 0, 0];
      counted.set(coarse, [...parts.map((part, number) => part + (sums[number] ?? 0)), (sums[3] ?? 0) + 1]);
    }
  const colours = [...counted.values()].map(([red = 0, green = 0, blue = 0, count = 1]) => ({
    parts: [red / count, green / count, blue / count],
    count,
  }));
  let boxes = [boxOf(colours)];
  while (boxes.length < COLOURS) {
    const widest = boxes.reduce((one, other) => (other.spread > one.spread ? other : one));
    if (widest.spread === 0) break;
    boxes = [...boxes.filter((box) => box !== widest), ...halves(widest).map(boxOf)];
  }
  return boxes.map(({ colours: inside }) => {
    const total = inside.reduce((sum, { count }) => sum + count, 0);
    return [0, 1, 2].map((part) => Math.round(inside.reduce((sum, { parts, count }) => sum + (parts[part] ?? 0) * count, 0) / total));
  });
}

/** @typedef {{parts: number[], count: number}} Colour */

/**
 * These are colours that will be one, with the part in which they differ most, and by how much that matters.
 *
 * @param {Colour[]} colours
 */
function boxOf(colours) {
  const spreads = [0, 1, 2].map((part) => {
    const values = colours.map(({ parts }) => parts[part] ?? 0);
    return values.reduce((one, other) => Math.max(one, other), 0) - values.reduce((one, other) => Math.min(one, other), 255);
  });
  const part = spreads.indexOf(Math.max(...spreads));
  // A few pixels in a colour of their own, a pawn far away, matter more than the shades of a large board.
  const weight = Math.cbrt(colours.reduce((sum, { count }) => sum + count, 0));
  return { colours, part, spread: colours.length > 1 ? (spreads[part] ?? 0) * weight : 0 };
}

/** @param {{colours: Colour[], part: number}} box @returns {Colour[][]} */
function halves({ colours, part }) {
  const sorted = [...colours].sort((one, other) => (one.parts[part] ?? 0) - (other.parts[part] ?? 0));
  const half = sorted.reduce((sum, { count }) => sum + count, 0) / 2;
  let seen = 0;
  const middle = sorted.findIndex(({ count }) => (seen += count) >= half) + 1;
  const at = Math.min(Math.max(middle, 1), sorted.length - 1);
  return [sorted.slice(0, at), sorted.slice(at)];
}

/** @param {number[][]} palette @param {number} red @param {number} green @param {number} blue */
function nearestOf(palette, red, green, blue) {
  let [best, least] = [0, Infinity];
  for (const [index, [r = 0, g = 0, b = 0]] of palette.entries()) {
    const far = 3 * (r - red) ** 2 + 4 * (g - green) ** 2 + 2 * (b - blue) ** 2;
    if (far < least) [best, least] = [index, far];
  }
  return best;
}

/**
 * This packs pixels as the form wants it: runs that came before are named by a code, and codes grow longer with time.
 *
 * @param {Uint8Array} pixels
 * @returns {Uint8Array}
 */
export function packed(pixels) {
  const [clear, end] = [1 << BITS, (1 << BITS) + 1];
  /** @type {number[]} */
  const bytes = [];
  let [held, count, size] = [0, 0, BITS + 1];
  const write = (/** @type {number} */ code) => {
    held |= code << count;
    count += size;
    while (count >= 8) {
      bytes.push(held & 0xff);
      held >>>= 8;
      count -= 8;
    }
  };
  /** Codes of runs, each by the code of the run without its last pixel and that pixel. @type {Map<number, number>} */
  const known = new Map();
  let next = end + 1;
  write(clear);
  let run = pixels[0] ?? 0;
  for (const pixel of pixels.subarray(1)) {
    const longer = (run << BITS) | pixel;
    const code = known.get(longer);
    if (code !== undefined) {
      run = code;
      continue;
    }
    write(run);
    run = pixel;
    if (next === MOST_CODES) {
      write(clear);
      known.clear();
      [next, size] = [end + 1, BITS + 1];
      continue;
    }
    if (next === 1 << size) size += 1;
    known.set(longer, next);
    next += 1;
  }
  write(run);
  // The reader learns one code later than we do.
  if (next === 1 << size && size < 12) size += 1;
  write(end);
  if (count > 0) bytes.push(held & 0xff);
  return Uint8Array.from(bytes);
}

/** These are bytes cut into blocks, each with its length, and an empty one at the end. @param {Uint8Array} bytes */
function* blocks(bytes) {
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.subarray(at, at + 255);
    yield Uint8Array.of(block.length);
    yield block;
  }
  yield Uint8Array.of(0);
}
