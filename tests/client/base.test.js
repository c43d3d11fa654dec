import assert from "node:assert/strict";
import { test } from "node:test";

import { BASE, addressOf, pathOf } from "../../src/sobremesa/client/base.js";

test("paths of the table become addresses below the base path, and back", () => {
  for (const base of ["/", "/mesa/", "/juegos/mesa/"])
    for (const path of ["/", "/t/abc", "/new/x?y=1#z", "/settings"]) {
      assert.equal(addressOf(path, base), base + path.slice(1));
      assert.equal(pathOf(addressOf(path, base), base), path);
    }
});

test("an address that is not below the base path is a path already", () => {
  assert.equal(pathOf("/t/abc", "/mesa/"), "/t/abc");
  assert.equal(pathOf("/mesa", "/mesa/"), "/mesa");
  assert.equal(pathOf("/mesas/x", "/mesa/"), "/mesas/x");
});

test("without a server the table lies at the root", () => {
  assert.equal(BASE, "/");
});
