/** The camera: the button that films a match step by step, and says how far it is; pressed again, it stops. */

import { fill, h } from "./dom.js";
import { say } from "./voice.js";

/** How long a film can be fetched after it was made, in milliseconds. */
const KEPT = 60_000;

/**
 * @typedef {object} Take What is filmed.
 * @property {import("./stage.js").Stage} stage
 * @property {import("./frame.js").Frame[]} frames
 * @property {() => boolean} isWanted whether nobody has wished to see anything else meanwhile
 * @property {() => void} end called when the stage is not needed any more
 */

export class Camera {
  /** @param {string} name of the file @param {() => Promise<Take>} begin */
  constructor(name, begin) {
    this.name = name;
    this.begin = begin;
    this.isFilming = false;
    /** Of how much of the match there is a film, in percent. */
    this.done = 0;
    this.label = h("span");
    this.root = h("button", { class: "quiet", type: "button", "data-key": "film", onclick: () => void this.press() }, this.label);
  }

  /** This says what the button does, or how far the film is. */
  tell() {
    fill(this.label, say(this.isFilming ? "replay.filming" : "replay.film", { done: this.done }));
  }

  async press() {
    this.isFilming = !this.isFilming;
    if (!this.isFilming) return;
    this.tell();
    /** @type {Take | null} */
    let take = null;
    try {
      take = await this.begin();
      const { stage, frames, isWanted } = take;
      const { film } = await import("./film.js");
      const made = await film(stage, frames, (done) => {
        this.done = Math.round((100 * done) / frames.length);
        this.tell();
        return this.isFilming && isWanted();
      });
      if (made) save(made, this.name);
    } finally {
      this.isFilming = false;
      this.done = 0;
      this.tell();
      take?.end();
    }
  }
}

/** This lets somebody keep a file. @param {Blob} file @param {string} name */
function save(file, name) {
  const address = URL.createObjectURL(file);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT);
}
