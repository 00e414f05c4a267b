/** Every sentence is there in both languages, and every key that a page uses exists. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { assets } from "./bench.js";

const { TEXTS } = await import(path.join(assets, "js/i18n.js"));

test("both languages", () => {
  for (const [key, [en, ja]] of Object.entries(TEXTS)) {
    assert.ok(en.length > 0 && ja.length > 0, key);
    const holes = (text) => (text.match(/\{\d\}/g) ?? []).sort().join();
    assert.equal(holes(en), holes(ja), key);
  }
});

test("keys exist", () => {
  const files = ["js", "js/pages", "js/parts", "js/parts/views"].flatMap((folder) => readdirSync(path.join(assets, folder)).filter((name) => name.endsWith(".js")).map((name) => path.join(assets, folder, name)));
  for (const file of files) {
    for (const [, key] of readFileSync(file, "utf8").matchAll(/\bt\("([^"]+)"/g)) assert.ok(key in TEXTS, `${key} in ${file}`);
  }
});
