/** Proofs are asked for, explained, taken along and checked in place. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { open, visit } from "./bench.js";

let bench;
before(async () => { bench = await open(); });
after(async () => { await bench.close(); });

/** Checks and saves the certificate of a card; says what the file is called and holds. */
async function certified(page, card, words) {
  await card.getByRole("button", { name: words.check }).click();
  await card.locator(".verdict .badge.good").filter({ hasText: words.valid }).waitFor();
  const saved = page.waitForEvent("download");
  await card.getByRole("link", { name: words.save }).click();
  const file = await saved;
  return [file.suggestedFilename(), JSON.parse(readFileSync(await file.path(), "utf8"))];
}
const EN = { check: "Check certificate", valid: "valid", save: "Save certificate" };
const JA = { check: "証明書を検査", valid: "正しい", save: "証明書を保存" };
const card = (page, name) => page.locator("section.card").filter({ has: page.getByRole("heading", { name }) });

test("a period and a quotient: theorem, what was checked, certificates", async () => {
  const { page, done } = await visit(bench, "/game?rule=0.77&tab=proof", { scheme: "dark" });
  const period = card(page, "Evidence");
  await period.getByText("Guy and Smith").waitFor();
  await period.getByRole("heading", { name: "What was checked" }).waitFor();
  const [name, document] = await certified(page, period, EN);
  assert.equal(name, "0.77-certificate.json");
  assert.ok(document.format ?? document.kind, Object.keys(document).join());
  const quotient = card(page, "Several heaps at once: misere");
  await quotient.getByRole("button", { name: "Prove" }).click();
  await quotient.getByText("certified for all heaps").waitFor();
  await quotient.getByText("Plambeck and Siegel").waitFor();
  assert.equal((await certified(page, quotient, EN))[0], "0.77-misere-quotient.json");
  // A link shows what its sender saw.
  await page.waitForURL(/prove=quotient/);
  await page.reload();
  await card(page, "Several heaps at once: misere").getByText("certified for all heaps").waitFor();
  await done("proof-kayles");
});

test("a formula for all positions, on a phone in Japanese; a false one has a counterexample", async () => {
  const { page, done } = await visit(bench, "/game?rule=chocolate:2&tab=proof", { locale: "ja-JP", touch: true, width: 390, height: 844 });
  const box = card(page, "すべての局面について");
  await box.getByRole("button", { name: "証明する" }).tap();
  await box.getByText("すべての局面で証明済み").waitFor();
  assert.equal((await box.locator(".headline .mono").textContent()).trim(), "y xor z");
  await box.getByRole("heading", { name: "定理の内容" }).waitFor();
  assert.equal((await certified(page, box, JA))[0], "chocolate_2-formula.json");
  await box.getByLabel("式(任意)").fill("y + z");
  await box.getByRole("button", { name: "証明する" }).tap();
  await box.locator(".badge.bad").filter({ hasText: "成り立たない" }).waitFor();
  await page.waitForURL(/formula=y/);
  await box.getByLabel("式(任意)").fill("y xor");
  await box.getByRole("button", { name: "証明する" }).tap();
  await box.locator(".fault").waitFor();
  assert.doesNotMatch(await box.locator(".fault").textContent(), /--/);
  await done("proof-chocolate");
});

test("another end: outcomes, quotient and values", async () => {
  const { page, done } = await visit(bench, "/game?rule=sub:2,3&end=mod2:LR&tab=proof");
  const known = card(page, "Evidence");
  assert.equal((await certified(page, known, EN))[0], "sub_2_3-mod2_LR-outcomes.json");
  const values = card(page, "Values of all heaps");
  await values.getByRole("button", { name: "Prove" }).click();
  assert.equal((await certified(page, values, EN))[0], "sub_2_3-mod2_LR-values.json");
  await done("proof-ends");
});
