/**
 * Odds: how somebody's throws fell beside how they should fall, and how likely as much luck is.
 *
 * @typedef {import("./verify.js").Throw} Throw
 *
 * @typedef {object} Tally a kind of dice or cards, and how often each of its faces came
 * @property {string[]} labels
 * @property {number[]} came
 * @property {number[]} expected
 * @property {number} throws
 * @property {number} chance how often fair luck strays at least as far from what is expected
 *
 * @typedef {object} Sum what all throws came to, where they are numbers
 * @property {number} mean of a throw
 * @property {number} expected
 * @property {number} chance how often fair luck is at least as high, or as low if it was low
 */

/** A deck of more faces than these is counted by the first letters of its cards. */
const MANY = 16;
/** A throw of several dice is written with a dash between them. */
const DASH = "-";

/**
 * This counts throws by kinds: dice and decks of which most faces are the same are one kind, the most thrown first.
 *
 * @param {readonly Throw[]} throws
 * @returns {Tally[]}
 */
export function tallies(throws) {
  /** @type {{place: number, throws: number, faces: Map<string, {came: number, expected: number}>}[]} */
  const kinds = [];
  for (const each of throws) {
    const parts = each.outcomes.map((outcome) => partsOf(outcome, each.outcomes));
    const rows = placesOf(parts);
    for (const [place, row] of rows.entries()) {
      const alphabet = new Set(parts.flatMap((faces) => row.map((part) => faces[part] ?? "")));
      let kind = kinds.find((known) => known.place === place && isLike(known.faces, alphabet));
      if (!kind) kinds.push((kind = { place, throws: 0, faces: new Map() }));
      kind.throws++;
      count(kind.faces, each, parts, row);
    }
  }
  return kinds.map(({ throws: many, faces }) => tallyOf(many, faces)).sort((one, other) => other.throws - one.throws);
}

/** @param {string} outcome @param {readonly string[]} outcomes */
function partsOf(outcome, outcomes) {
  const isMany = outcomes.every((each) => /^\w+(-\w+)+$/.test(each));
  return isMany ? outcome.split(DASH) : [outcome];
}

/**
 * Dice with the same faces are counted together, others apart.
 *
 * @param {string[][]} parts
 * @returns {number[][]} rows of places of a throw
 */
function placesOf(parts) {
  const count = parts[0]?.length ?? 0;
  const alphabets = Array.from({ length: count }, (_, place) => [...new Set(parts.map((faces) => faces[place]))].sort().join());
  return [...new Set(alphabets)].map((alphabet) => alphabets.flatMap((each, place) => (each === alphabet ? [place] : [])));
}

/** @param {ReadonlyMap<string, unknown>} faces @param {ReadonlySet<string>} alphabet */
function isLike(faces, alphabet) {
  const both = [...alphabet].filter((face) => faces.has(face)).length;
  return both > Math.min(faces.size, alphabet.size) / 2;
}

/**
 * @param {Map<string, {came: number, expected: number}>} faces
 * @param {Throw} thrown
 * @param {string[][]} parts
 * @param {number[]} row
 */
function count(faces, { outcomes, weights, choice }, parts, row) {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const chosen = outcomes.indexOf(choice);
  for (const [number, outcome] of parts.entries())
    for (const place of row) {
      const face = outcome[place] ?? "";
      const known = faces.get(face) ?? { came: 0, expected: 0 };
      known.expected += (weights[number] ?? 0) / total;
      known.came += Number(number === chosen);
      faces.set(face, known);
    }
}

/** @param {number} throws @param {Map<string, {came: number, expected: number}>} faces @returns {Tally} */
function tallyOf(throws, faces) {
  if (faces.size > MANY) faces = byFirst(faces);
  const labels = [...faces.keys()].sort(inOrder);
  const came = labels.map((label) => faces.get(label)?.came ?? 0);
  const expected = labels.map((label) => faces.get(label)?.expected ?? 0);
  const strayed = came.reduce((sum, many, place) => sum + (many - (expected[place] ?? 0)) ** 2 / (expected[place] ?? 1), 0);
  return { labels, came, expected, throws, chance: beyond(strayed, labels.length - 1) };
}

/** @param {Map<string, {came: number, expected: number}>} faces */
function byFirst(faces) {
  /** @type {typeof faces} */
  const firsts = new Map();
  for (const [face, { came, expected }] of faces) {
    const [first = ""] = face;
    const known = firsts.get(first) ?? { came: 0, expected: 0 };
    firsts.set(first, { came: known.came + came, expected: known.expected + expected });
  }
  return firsts;
}

/** Numbers before words. @param {string} one @param {string} other */
function inOrder(one, other) {
  const [left, right] = [Number(one), Number(other)];
  if (Number.isNaN(left) !== Number.isNaN(right)) return Number.isNaN(left) ? 1 : -1;
  return left - right || one.localeCompare(other);
}

/**
 * This is what throws came to, if all their faces are numbers; null if not, or if there were too few to say anything.
 *
 * @param {readonly Throw[]} throws
 * @returns {Sum | null}
 */
export function sumOf(throws) {
  let [came, expected, variance, many] = [0, 0, 0, 0];
  for (const { outcomes, weights, choice } of throws) {
    const values = outcomes.map((outcome) => partsOf(outcome, outcomes).reduce((sum, part) => sum + Number(part), 0));
    if (values.some(Number.isNaN)) return null;
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const mean = values.reduce((sum, value, place) => sum + (value * (weights[place] ?? 0)) / total, 0);
    came += values[outcomes.indexOf(choice)] ?? 0;
    expected += mean;
    variance += values.reduce((sum, value, place) => sum + ((value - mean) ** 2 * (weights[place] ?? 0)) / total, 0);
    many++;
  }
  if (many < 5 || variance === 0) return null;
  // Sums are whole numbers: half a point decides which of them are at least as far.
  const far = Math.max(0, Math.abs(came - expected) - 0.5) / Math.sqrt(variance);
  return { mean: came / many, expected: expected / many, chance: beyond(far ** 2, 1) / 2 };
}

/**
 * This is how often a chi-square of so many degrees of freedom is at least as large.
 *
 * @param {number} value
 * @param {number} degrees
 */
export function beyond(value, degrees) {
  if (degrees < 1 || value <= 0) return 1;
  const [shape, x] = [degrees / 2, value / 2];
  const scale = Math.exp(shape * Math.log(x) - x - logGamma(shape));
  if (x < shape + 1) return Math.max(0, 1 - scale * series(shape, x));
  return scale * fraction(shape, x);
}

/** @param {number} shape @param {number} x */
function series(shape, x) {
  let term = 1 / shape;
  let sum = term;
  for (let step = 1; step < 500 && term > sum * 1e-14; step++) sum += term *= x / (shape + step);
  return sum;
}

/** A continued fraction, from its far end. @param {number} shape @param {number} x */
function fraction(shape, x) {
  let rest = 0;
  for (let step = 200; step > 0; step--) rest = (step * (step - shape)) / (x + 2 * step + 1 - shape - rest);
  return 1 / (x + 1 - shape - rest);
}

/** For whole and half numbers alone. @param {number} shape */
function logGamma(shape) {
  let found = shape % 1 ? Math.log(Math.PI) / 2 : 0;
  for (let below = shape - 1; below > 0; below--) found += Math.log(below);
  return found;
}
