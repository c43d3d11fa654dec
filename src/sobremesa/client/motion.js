/**
 * Motion: tracks played against the clock of the screen. Whoever waits may skip to the end at any time.
 *
 * @typedef {import("./tracks.js").Track} Track
 * @typedef {import("./tracks.js").Pose} Pose
 *
 * @typedef {object} Clock
 * @property {() => number} now
 * @property {(callback: () => void) => void} next calls back when the screen is drawn again
 */

import { lengthOf } from "./plan.js";
import { poseAt } from "./tracks.js";

/** How long what somebody did is looked at before the next thing happens, in milliseconds. */
export const BEAT = 280;

/** @type {Clock} */
const SCREEN = {
  now: () => performance.now(),
  next: (callback) => {
    // A page that nobody sees draws nothing, but its matches go on.
    if (document.hidden) setTimeout(callback, 50);
    else requestAnimationFrame(callback);
  },
};

export class Motion {
  /**
   * @param {(id: string, pose: Pose) => void} draw
   * @param {Clock} [clock]
   */
  constructor(draw, clock = SCREEN) {
    this.draw = draw;
    this.clock = clock;
    this.isSkipped = false;
  }

  /**
   * This plays tracks to their end.
   *
   * @param {Track[]} tracks
   * @param {number} speed how many times as fast as usual; 0 is at once
   */
  async play(tracks, speed) {
    this.isSkipped = speed <= 0;
    await this.run(tracks, lengthOf(tracks), speed);
  }

  /**
   * This lets some time pass, unless somebody skips it.
   *
   * @param {number} time
   * @param {number} speed
   */
  async wait(time, speed) {
    this.isSkipped = speed <= 0;
    await this.run([], time, speed);
  }

  /** @param {Track[]} tracks @param {number} length @param {number} speed */
  async run(tracks, length, speed) {
    const begin = this.clock.now();
    for (;;) {
      const time = this.isSkipped ? length : (this.clock.now() - begin) * speed;
      for (const track of tracks) this.draw(track.id, poseAt(track, time));
      if (time >= length) return;
      await new Promise((resolve) => this.clock.next(() => resolve(undefined)));
    }
  }

  /** This ends what is being played. */
  skip() {
    this.isSkipped = true;
  }
}
