/**
 * Keys: every button of the table has one. Arrows and Enter belong to the board, see targets.
 *
 * @typedef {object} Keyed
 * @property {(key: string) => boolean} press presses the button of a key, if there is one
 * @property {() => void} clear takes back what was picked
 * @property {() => void} board gives the focus to the board
 * @property {() => void} log gives the focus to what happened
 * @property {() => void} help shows what all keys do
 */

/**
 * This listens to the keyboard until the function that it returns is called.
 *
 * @param {Keyed} keyed
 */
export function listen(keyed) {
  const heard = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
    if (event.key === "Escape") return keyed.clear();
    if (event.key.startsWith("Arrow") && isIdle(event.target)) {
      event.preventDefault();
      return keyed.board();
    }
    if (event.key === "?") return keyed.help();
    if (event.key.toLowerCase() === "l") return keyed.log();
    if (keyed.press(event.key)) event.preventDefault();
  };
  addEventListener("keydown", heard);
  return () => removeEventListener("keydown", heard);
}

/** Where arrows have nothing else to do, they lead to the board. @param {EventTarget | null} target */
function isIdle(target) {
  return target === document.body || (target instanceof Element && target.closest(".controls, .moves, main:focus") !== null);
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof Element && target.closest("input, select, textarea, dialog, [role=dialog]") !== null;
}
