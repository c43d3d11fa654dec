/**
 * Keys: every button of the table has one. Arrows and Enter belong to the board, see targets.
 *
 * @typedef {object} Keyed
 * @property {(key: string) => boolean} press presses the button of a key, if there is one
 * @property {() => void} clear takes back what was picked
 * @property {() => void} board gives the focus to the board
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
    if (event.key.startsWith("Arrow") && event.target === document.body) {
      event.preventDefault();
      return keyed.board();
    }
    if (keyed.press(event.key)) event.preventDefault();
  };
  addEventListener("keydown", heard);
  return () => removeEventListener("keydown", heard);
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof Element && target.closest("input, select, textarea, dialog, [role=dialog]") !== null;
}
