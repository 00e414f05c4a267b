/** Every sentence is there in all languages, and every key that a page uses exists. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { assets } from "./bench.js";

const { LANGUAGES } = await import(path.join(assets, "js/i18n.js"));
/** What each language says, by its code. @type {Record<string, Record<string, string>>} */
const said = {};
for (const code of LANGUAGES) said[code] = (await import(path.join(assets, `js/languages/${code}.js`))).default;

test("all languages", () => {
  const holes = (/** @type {string} */ text) => (text.match(/\{\d\}/g) ?? []).sort().join();
  for (const [language, texts] of Object.entries(said)) {
    assert.deepEqual(Object.keys(texts), Object.keys(said.en), language);
    for (const [key, text] of Object.entries(texts)) {
      assert.ok(text.length > 0, `${key} in ${language}`);
      assert.equal(holes(text), holes(said.en[key]), `${key} in ${language}`);
    }
  }
});

test("keys exist", () => {
  const files = ["js", "js/pages", "js/parts", "js/parts/views"].flatMap((folder) => readdirSync(path.join(assets, folder)).filter((name) => name.endsWith(".js")).map((name) => path.join(assets, folder, name)));
  for (const file of files) {
    for (const [, key] of readFileSync(file, "utf8").matchAll(/\bt\("([^"]+)"/g)) assert.ok(key in said.en, `${key} in ${file}`);
  }
});
