/**
 * Choices: from the gestures that are offered and what has been picked so far to what can be clicked now.
 *
 * Gestures of one position never leave a click in doubt: at no selection is a target both to be picked and closing, and
 * no two gestures share picks and close. Everything here follows from that.
 *
 * @typedef {import("./frame.js").Gesture} Gesture
 *
 * @typedef {object} Offer
 * @property {ReadonlySet<string>} picked what counts as picked: what was clicked, and what follows from it
 * @property {ReadonlySet<string>} pickable what can be picked in addition
 * @property {ReadonlySet<string>} switching what can be picked instead
 * @property {ReadonlyMap<string, Gesture>} closing what closes a move on the board
 * @property {Gesture[]} buttons moves that are closed by a button
 */

export const BUTTON = "button/";

/**
 * This is what can be clicked after some picks.
 *
 * @param {readonly Gesture[]} gestures
 * @param {ReadonlySet<string>} clicked
 * @returns {Offer}
 */
export function offer(gestures, clicked) {
  const possible = consistent(gestures, clicked);
  const picked = shared(possible, clicked);
  const pickable = without(picksOf(possible), picked);
  const closing = new Map();
  const buttons = [];
  for (const gesture of possible) {
    if (gesture.picks.length !== picked.size) continue;
    if (gesture.close.startsWith(BUTTON)) buttons.push(gesture);
    else closing.set(gesture.close, gesture);
  }
  if (picked.size) addUnmistakable(possible, pickable, closing);
  const switching = without(without(picksOf(gestures), picked), pickable);
  for (const target of closing.keys()) switching.delete(target);
  return { picked, pickable, switching, closing, buttons };
}

/**
 * This is what a click on a target leads to: a move, or other picks.
 *
 * @param {readonly Gesture[]} gestures
 * @param {ReadonlySet<string>} clicked
 * @param {string} target
 * @returns {{gesture: Gesture} | {clicked: ReadonlySet<string>}}
 */
export function click(gestures, clicked, target) {
  const { picked, pickable, switching, closing, buttons } = offer(gestures, clicked);
  const gesture = closing.get(target) ?? buttons.find((each) => each.close === target);
  if (gesture) return { gesture };
  if (clicked.has(target)) return { clicked: without(clicked, new Set([target])) };
  if (pickable.has(target)) return { clicked: new Set([...clicked, target]) };
  if (switching.has(target) && !picked.has(target)) return { clicked: new Set([target]) };
  return { clicked };
}

/**
 * This is what closes a move on the board once more is picked: it is not marked yet, and still somebody may click it.
 *
 * @param {readonly Gesture[]} gestures
 * @param {ReadonlySet<string>} clicked
 * @returns {Map<string, Gesture[]>} the moves that each target closes
 */
export function early(gestures, clicked) {
  const { picked, pickable, switching, closing } = offer(gestures, clicked);
  /** @type {Map<string, Gesture[]>} */
  const found = new Map();
  for (const gesture of consistent(gestures, clicked)) {
    const { close } = gesture;
    if (close.startsWith(BUTTON) || [picked, pickable, switching, closing].some((marked) => marked.has(close))) continue;
    found.set(close, [...(found.get(close) ?? []), gesture]);
  }
  return found;
}

/**
 * This is the gestures that are still possible after some picks.
 *
 * @param {readonly Gesture[]} gestures
 * @param {ReadonlySet<string>} clicked
 */
export function consistent(gestures, clicked) {
  return gestures.filter(({ picks }) => [...clicked].every((target) => picks.includes(target)));
}

/**
 * What all possible gestures pick is as good as picked: nobody need click it.
 *
 * @param {readonly Gesture[]} possible
 * @param {ReadonlySet<string>} clicked
 */
function shared(possible, clicked) {
  const [first, ...others] = possible;
  if (!first) return clicked;
  return new Set(first.picks.filter((target) => others.every(({ picks }) => picks.includes(target))));
}

/**
 * Once something is picked, a target that closes only one of the possible gestures may be clicked before its other
 * picks are made.
 *
 * @param {readonly Gesture[]} possible
 * @param {ReadonlySet<string>} pickable
 * @param {Map<string, Gesture>} closing
 */
function addUnmistakable(possible, pickable, closing) {
  for (const gesture of possible) {
    const { close } = gesture;
    if (close.startsWith(BUTTON) || closing.has(close) || pickable.has(close)) continue;
    if (possible.filter((other) => other.close === close).length === 1) closing.set(close, gesture);
  }
}

/** @param {readonly Gesture[]} gestures */
function picksOf(gestures) {
  return new Set(gestures.flatMap(({ picks }) => picks));
}

/**
 * @param {ReadonlySet<string>} all
 * @param {ReadonlySet<string>} some
 */
function without(all, some) {
  return new Set([...all].filter((target) => !some.has(target)));
}

/**
 * This is what tells some sentences apart: each without the words that all of them begin and end with.
 *
 * @param {readonly string[]} sentences
 * @returns {string[]}
 */
export function differing(sentences) {
  const all = sentences.map((sentence) => sentence.split(" "));
  const shortest = Math.min(...all.map((words) => words.length));
  const isCommon = (/** @type {(words: string[]) => string | undefined} */ word) =>
    all.every((words) => word(words) === word(all[0] ?? []));
  let first = 0;
  while (first < shortest - 1 && isCommon((words) => words[first])) first++;
  let last = 0;
  while (last < shortest - 1 - first && isCommon((words) => words.at(-1 - last))) last++;
  return all.map((words) => words.slice(first, words.length - last).join(" "));
}
