import assert from "node:assert/strict";
import { test } from "node:test";

import { Refusal, wantsWord } from "../../src/sobremesa/client/api.js";
import { knownClock, timeText } from "../../src/sobremesa/client/clock.js";
import { ago, sortedEntries } from "../../src/sobremesa/client/home.js";
import { isAlone } from "../../src/sobremesa/client/house.js";
import { namesOf, shortened } from "../../src/sobremesa/client/people.js";
import { find, fits } from "../../src/sobremesa/client/router.js";
import { slug } from "../../src/sobremesa/client/rules.js";
import { completed, languageOf } from "../../src/sobremesa/client/settings.js";

test("addresses name pages and their parts", () => {
  assert.deepEqual(fits("/t/:match", "/t/abc"), { match: "abc" });
  assert.deepEqual(fits("/t/:match", "/t/abc/"), { match: "abc" });
  assert.deepEqual(fits("/t/:match", "/t/a%20b"), { match: "a b" });
  assert.deepEqual(fits("/t/:match", "/t/%E0%A4%A"), { match: "%E0%A4%A" });
  assert.deepEqual(fits("/", "/"), {});
  for (const path of ["/t/", "/t", "/x/abc", "/t/abc/more"]) assert.equal(fits("/t/:match", path), null);
  assert.equal(find("/join/m/t")?.name, "join");
  assert.equal(find("/t/m/replay")?.name, "replay");
  assert.equal(find("/api/games"), null);
});

test("a link to this device alone is known", () => {
  for (const host of ["localhost", "127.0.0.1", "127.0.1.1", "[::1]"]) assert.ok(isAlone(host));
  for (const host of ["192.168.1.7", "sobremesa.example", "1.127.0.1"]) assert.ok(!isAlone(host));
});

test("who has given up keeps the name of a person, and bots are counted without them", () => {
  const bot = { kind: "bot", name: "", level: "normal" };

  const [left, named, one, other] = namesOf([{ ...bot, gone: true }, { ...bot, name: "Cova", gone: true }, bot, { ...bot }]);

  assert.equal(left, namesOf([{ kind: "person", name: "" }])[0]);
  assert.equal(named, "Cova");
  assert.deepEqual([one, other], ["people.numbered_bot", "people.numbered_bot"]);
  assert.deepEqual(namesOf([bot]), ["people.bot"]);
});

test("who may play no longer keeps the name, and bots are counted without them", () => {
  const bot = { kind: "bot", name: "", level: "normal" };

  assert.deepEqual(namesOf([{ ...bot, name: "Outsider", replaced: true }, bot]), ["Outsider", "people.bot"]);
  assert.deepEqual(namesOf([{ ...bot, replaced: true }, bot]), ["people.guest", "people.bot"]);
});

test("what is left on a clock is shown to the second, and is zero only when nothing is", () => {
  assert.equal(timeText(9400), "0:10");
  assert.equal(timeText(61_000), "1:01");
  assert.equal(timeText(3_661_000), "1:01:01");
  assert.equal(timeText(-5), "0:00");
});

test("a clock that is not offered any more is no clock", () => {
  assert.deepEqual(knownClock({ kind: "move", seconds: 30 }), { kind: "move", seconds: 30 });
  assert.deepEqual(knownClock({ kind: "days", days: 2 }), { kind: "days", days: 2 });
  for (const wish of [undefined, null, 7, { kind: "move", seconds: 31 }, { kind: "sand" }])
    assert.deepEqual(knownClock(wish), { kind: "none" });
});

test("the language is the first of ours that the browser asks for", () => {
  assert.equal(languageOf(["fr-FR", "es-MX", "en"]), "es");
  assert.equal(languageOf(["EN-gb"]), "en");
  assert.equal(languageOf(["fr"]), "en");
  assert.equal(languageOf([]), "en");
});

test("settings are completed, and nonsense is passed over", () => {
  const usual = completed(undefined, ["es"]);

  assert.equal(usual.language, "es");
  assert.equal(usual.theme, "system");
  assert.deepEqual(completed({ theme: "pink", volume: "loud", speed: 7, sound: 1, language: "xx" }, ["es"]), usual);
  assert.deepEqual(completed("nonsense", ["es"]), usual);
  assert.deepEqual(completed({ theme: "dark", volume: 3, speed: 0, autoRoll: false, unknown: 1 }, ["es"]), {
    ...usual,
    theme: "dark",
    volume: 1,
    speed: 0,
    autoRoll: false,
  });
});

test("a name is cut between signs, and what is one sign stays whole", () => {
  const short = (/** @type {string} */ name, /** @type {number} */ room) => shortened(name, (text) => text.length <= room);

  assert.equal(short("Ana", 3), "Ana");
  assert.equal(short("Ana María", 6), "Ana M…");
  assert.equal(short("Ana María", 5), "Ana…");
  assert.equal(short("Zoë\u0308\u0323 la", 5), "Zo…");
  assert.equal(short("Ana 👨‍👩‍👧‍👦", 10), "Ana…");
  assert.equal(short("👩🏽‍🚀👩🏽‍🚀", 10), "👩🏽‍🚀…");
  assert.equal(short("🇲🇽🇪🇸", 6), "🇲🇽…");
  assert.equal(short("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 5), "…");
});

test("how long ago", () => {
  const now = Date.parse("2026-03-10T12:00:00Z");

  assert.equal(ago("2026-03-10T11:59:50Z", "en", now), "now");
  assert.equal(ago("2026-03-10T11:58:00Z", "en", now), "2 minutes ago");
  assert.equal(ago("2026-03-09T11:00:00Z", "es", now), "ayer");
  assert.equal(ago("2026-03-10T13:00:00Z", "en", now), "now");
});

test("tables where it is one's turn come first, those that are over last", () => {
  /** @type {(match: string, turn: boolean, over: boolean, changed: string) => any} */
  const entry = (match, turn, over, changed) => ({ match, turn, over, changed });
  const entries = [
    entry("over", false, true, "2026-03-10"),
    entry("old turn", true, false, "2026-01-01"),
    entry("theirs", false, false, "2026-03-09"),
    entry("turn", true, false, "2026-03-08"),
  ];

  assert.deepEqual(
    sortedEntries(entries).map(({ match }) => match),
    ["turn", "old turn", "theirs", "over"],
  );
});

test("chapters are linked to as Markdown's readers do", () => {
  assert.equal(slug("Reglas de la casa"), "reglas-de-la-casa");
  assert.equal(slug("¿Quién empieza?"), "quién-empieza");
});

test("who has not said the club's word is known by the refusal", () => {
  assert.ok(wantsWord(new Refusal(403, { say: "server.word_wanted" }, "")));
  for (const problem of [new Refusal(403, { say: "server.other_word" }, ""), new Refusal(0, null, ""), new Error("x"), null])
    assert.ok(!wantsWord(problem));
});
