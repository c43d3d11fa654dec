/** A queue: what happened is shown one after the other, in order, however fast it arrives. */

/** @template Item */
export class Queue {
  /**
   * @param {(item: Item) => Promise<void>} show
   * @param {() => void} drained called whenever nothing is left to show
   * @param {(fault: unknown) => void} [failed] called with what went wrong; the queue goes on
   */
  constructor(show, drained, failed = (fault) => reportError(fault)) {
    this.show = show;
    this.drained = drained;
    this.failed = failed;
    /** @type {Item[]} */
    this.waiting = [];
    this.isBusy = false;
  }

  /** This is how many items still wait, the one being shown not counted. */
  get length() {
    return this.waiting.length;
  }

  /** @param {Item} item */
  push(item) {
    this.waiting.push(item);
    if (!this.isBusy) void this.run();
  }

  /** This forgets what has not been shown yet. */
  clear() {
    this.waiting = [];
  }

  async run() {
    this.isBusy = true;
    for (let item = this.waiting.shift(); item !== undefined; item = this.waiting.shift()) {
      try {
        await this.show(item);
      } catch (fault) {
        this.failed(fault);
      }
    }
    this.isBusy = false;
    this.drained();
  }
}

/**
 * This is how many times as fast events are shown while others wait, so that nobody falls behind for long.
 *
 * @param {number} waiting
 */
export function haste(waiting) {
  return waiting > 40 ? 20 : 1 + waiting / 3;
}
