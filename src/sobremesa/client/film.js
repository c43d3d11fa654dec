/** A film: a replay as a moving picture, drawn from the same stage, step by step. */

import { Gif } from "./gif.js";

/** @typedef {import("./frame.js").Frame} Frame */
/** @typedef {import("./stage.js").Stage} Stage */

/** How wide the picture is, in pixels. */
const WIDTH = 480;
/** For how long a step is looked at, and the last one, in seconds. */
const REST = 0.8;
const END = 4;
/** From how many steps, evenly spread, the colours are taken. */
const SAMPLES = 9;
/** What the page's style says of what is written and framed; the picture has no page around it. */
const STYLED = ["fill", "stroke", "stroke-width", "font-family", "font-size", "font-weight", "text-anchor", "display"];

/**
 * This films a replay on its stage, and leaves the last step there.
 *
 * @param {Stage} stage
 * @param {Frame[]} frames
 * @param {(done: number) => boolean} go is told how far it is, and answers whether to go on
 * @returns {Promise<Blob | null>} none if it was told to stop
 */
export async function film(stage, frames, go) {
  const [, , width, height] = /** @type {Frame} */ (frames[0]).stage.box;
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = Math.round((WIDTH * height) / width);
  const sampled = Array.from({ length: SAMPLES }, (_, number) => Math.round((number * (frames.length - 1)) / (SAMPLES - 1)));
  const samples = [];
  for (const at of new Set(sampled)) {
    if (!go(0)) return null;
    await new Promise((resolve) => setTimeout(resolve));
    samples.push(await shot(stage, /** @type {Frame} */ (frames[at]), canvas));
  }
  const gif = new Gif(canvas.width, canvas.height, samples);
  for (const [number, frame] of frames.entries()) {
    if (!go(number)) return null;
    // The page breathes between two pictures: how far it is gets drawn, and a wish to stop is heard.
    await new Promise((resolve) => setTimeout(resolve));
    gif.add(await shot(stage, frame, canvas), number === frames.length - 1 ? END : REST);
  }
  return gif.file();
}

/**
 * This is a frame as pixels.
 *
 * @param {Stage} stage
 * @param {Frame} frame
 * @param {HTMLCanvasElement} canvas
 */
async function shot(stage, frame, canvas) {
  stage.show(frame);
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standing(stage, canvas))}`;
  await picture.decode();
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--table").trim() || "#d9bf94";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}

/** This is the stage as a drawing that needs no page around it. @param {Stage} stage @param {HTMLCanvasElement} canvas */
function standing(stage, canvas) {
  const copy = /** @type {SVGElement} */ (stage.svg.cloneNode(true));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(canvas.width));
  copy.setAttribute("height", String(canvas.height));
  const [from, to] = [stage.svg, copy].map((svg) => [...svg.querySelectorAll(".stage-captions *")]);
  for (const [number, element] of (from ?? []).entries()) {
    const style = getComputedStyle(element);
    for (const name of STYLED) to?.[number]?.setAttribute(name, style.getPropertyValue(name));
  }
  return new XMLSerializer().serializeToString(copy);
}
