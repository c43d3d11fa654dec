import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Words } from "../../src/sobremesa/client/words.js";

/** @type {{why: string, words: Record<string, string>[], phrase: import("../../src/sobremesa/client/words.js").Phrase, names: string[], said: string | null}[]} */
const CASES = JSON.parse(readFileSync(new URL("words.json", import.meta.url), "utf8"));

for (const { why, words, phrase, names, said } of CASES) {
  test(`words: ${why}`, () => {
    const speaker = new Words("en", ...words);

    if (said === null) assert.throws(() => speaker.say(phrase, names));
    else assert.equal(speaker.say(phrase, names), said);
  });
}

test("words tell what they know", () => {
  const words = new Words("en", { name: "x", "exit.one": "1", "exit.other": "2" });

  assert.ok(words.has("name"));
  assert.ok(words.has("exit"));
  assert.ok(!words.has("nobody"));
  assert.ok(!words.has("constructor"));
  assert.equal(words.of("name"), "x");
  assert.equal(words.of("exit", { count: 1 }), "1");
});
