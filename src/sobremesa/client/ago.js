/** How long ago something was, as people say it. */

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["year", 365 * 86400],
  ["month", 30 * 86400],
  ["week", 7 * 86400],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

/**
 * This says how long ago a moment was.
 *
 * @param {string} moment As ISO 8601.
 * @param {string} language
 * @param {number} [now] In milliseconds.
 * @returns {string}
 */
export function ago(moment, language, now = Date.now()) {
  const seconds = Math.max(0, (now - Date.parse(moment)) / 1000);
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? ["second", 0];
  return length ? format.format(-Math.floor(seconds / length), unit) : format.format(0, "second");
}
