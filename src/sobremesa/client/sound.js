/**
 * Sounds: short and soft, made on the spot, one for each cue. Nothing sounds before the first tap, as browsers ask.
 *
 * @typedef {object} Tone a note or a noise that swells and fades
 * @property {number} [at] when it begins, in seconds
 * @property {number} time how long it lasts
 * @property {number} [from] its pitch at first; none is a noise
 * @property {number} [to] its pitch at last
 * @property {number} [loud]
 * @property {number} [dull] above which pitch a noise is cut off
 * @property {OscillatorType} [wave]
 */

/** @type {Record<string, Tone[]>} */
const CUES = {
  roll: [0, 0.09, 0.17, 0.27, 0.39].map((at) => ({ at, time: 0.05, dull: 1800 - 2400 * at, loud: 0.5 - 0.6 * at })),
  step: [{ time: 0.06, from: 320, to: 210, loud: 0.5 }],
  capture: [
    { time: 0.16, from: 300, to: 90, loud: 0.9, wave: "triangle" },
    { at: 0.02, time: 0.08, dull: 900, loud: 0.5 },
  ],
  home: [
    { time: 0.18, from: 523, loud: 0.5 },
    { at: 0.12, time: 0.3, from: 784, loud: 0.5 },
  ],
  escape: [
    { time: 0.14, from: 392, loud: 0.5 },
    { at: 0.1, time: 0.14, from: 523, loud: 0.5 },
    { at: 0.2, time: 0.32, from: 659, loud: 0.5 },
  ],
  place: [{ time: 0.09, from: 420, to: 260, loud: 0.6, wave: "triangle" }],
  turn: [
    { time: 0.14, dull: 1400, loud: 0.3 },
    { at: 0.12, time: 0.05, from: 240, loud: 0.5, wave: "triangle" },
  ],
  card: [{ time: 0.11, dull: 3200, loud: 0.35 }],
  coin: [
    { time: 0.22, from: 1568, loud: 0.25 },
    { at: 0.05, time: 0.3, from: 2093, loud: 0.2 },
  ],
  win: [523, 659, 784, 1047].map((from, number) => ({ at: 0.13 * number, time: 0.4, from, loud: 0.45 })),
};

const SOFT = 0.35;

export class Sounds {
  constructor() {
    /** @type {AudioContext | undefined} */
    this.context = undefined;
    this.wake = () => this.start();
    addEventListener("pointerdown", this.wake, { once: true });
    addEventListener("keydown", this.wake, { once: true });
  }

  start() {
    this.context ??= new AudioContext();
    void this.context.resume();
  }

  /**
   * This sounds a cue; one that nobody knows is silent.
   *
   * @param {string} cue
   * @param {number} volume from 0 to 1
   */
  play(cue, volume) {
    const context = this.context;
    if (!context || context.state !== "running" || document.hidden) return;
    for (const tone of CUES[cue] ?? []) sound(context, tone, SOFT * volume);
  }

  /** This ends what was begun. */
  leave() {
    removeEventListener("pointerdown", this.wake);
    removeEventListener("keydown", this.wake);
    void this.context?.close();
  }
}

/**
 * @param {AudioContext} context
 * @param {Tone} tone
 * @param {number} volume
 */
function sound(context, { at = 0, time, from, to = from, loud = 1, dull = 2000, wave = "sine" }, volume) {
  const begin = context.currentTime + at;
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, begin);
  gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, loud * volume), begin + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + time);
  gain.connect(context.destination);
  const source = from === undefined ? noise(context, time, dull, gain) : note(context, from, to ?? from, time, begin, wave, gain);
  source.start(begin);
  source.stop(begin + time + 0.02);
}

/**
 * @param {AudioContext} context
 * @param {number} from
 * @param {number} to
 * @param {number} time
 * @param {number} begin
 * @param {OscillatorType} wave
 * @param {AudioNode} out
 */
function note(context, from, to, time, begin, wave, out) {
  const source = context.createOscillator();
  source.type = wave;
  source.frequency.setValueAtTime(from, begin);
  source.frequency.exponentialRampToValueAtTime(to, begin + time);
  source.connect(out);
  return source;
}

/** @param {AudioContext} context @param {number} time @param {number} dull @param {AudioNode} out */
function noise(context, time, dull, out) {
  const length = Math.ceil(time * context.sampleRate);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < length; place++) samples[place] = Math.random() * 2 - 1;
  const source = context.createBufferSource();
  source.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = "lowpass";
  filter.frequency.value = dull;
  source.connect(filter).connect(out);
  return source;
}
