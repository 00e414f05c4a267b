/** Answers stay: jobs, what was typed, where one was; errors in the language of the page. */

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { open, visit } from "./bench.js";

let bench;
before(async () => { bench = await open(); });
afterEach(async () => { for (const context of bench?.browser.contexts() ?? []) await context.close(); });
after(async () => { await bench?.close(); });

const running = async () => (await (await fetch(`${bench.base}/api/v1/status`)).json()).jobs.running;

test("a job survives a reload, has an address and a bar, and keeps what it found when it is cancelled", async () => {
  const { page, done } = await visit(bench, "/sequence?rule=0.106&to=100");
  const link = page.getByRole("link", { name: "address of this computation" });
  await link.waitFor();
  const address = await link.getAttribute("href");
  await page.locator(".bar.known").waitFor();
  assert.ok(Number(await page.locator(".bar.known").getAttribute("aria-valuenow")) >= 0);
  await page.reload();
  await link.waitFor();
  assert.equal(await link.getAttribute("href"), address, "the same job");
  if (bench.served) assert.equal(await running(), 1);
  await page.goto(bench.base + address);
  await page.getByRole("heading", { name: "A computation" }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("main").getByText("Cancelled. What was found so far:").waitFor();
  await page.getByText('"stopped": "cancelled"').waitFor();
  await done("stay-job");
});

test("what was found before one cancelled is shown, in both languages", async () => {
  for (const [locale, words] of [["en-GB", ["Cancel", "Cancelled. What was found so far:", /No period among the heaps up to n = /]], ["ja-JP", ["中止", "中止しました。そこまでに分かったこと:", /までに周期は見つかりません/]]]) {
    const { page, done } = await visit(bench, "/game?rule=0.106", { locale });
    await page.getByText(/· [2-9] s/).first().waitFor();
    await page.getByRole("button", { name: words[0], exact: true }).first().click();
    await page.getByRole("main").getByText(words[1]).waitFor();
    await page.getByText(words[2]).waitFor();
    await done(`stay-partial-${locale}`);
  }
});

test("what was typed and not sent is there after the language, the page and the colours were changed", async () => {
  const { page, done } = await visit(bench, "/games?rule=chocolate:3&to=6,18");
  await page.getByText("Circled").waitFor();
  const editor = page.locator("textarea").first();
  await editor.fill("chocolate:5");
  await page.getByRole("button", { name: "日本語" }).click();
  await page.getByText("丸印は後手必勝").waitFor();
  assert.equal(await editor.inputValue(), "chocolate:5");
  await page.getByRole("link", { name: "証明書" }).click();
  await page.getByRole("heading", { level: 1, name: "証明書" }).waitFor();
  await page.goBack();
  await page.getByText("丸印は後手必勝").waitFor();
  assert.equal(await editor.inputValue(), "chocolate:5");
  await page.getByRole("button", { name: "暗い配色にする" }).click();
  await page.getByText("丸印は後手必勝").waitFor();
  assert.equal(await editor.inputValue(), "chocolate:5");
  await done("stay-typed");
});

test("who goes back is where one was", async () => {
  const { page, done } = await visit(bench, "/gallery");
  await page.locator("[data-game]").nth(40).waitFor();
  await page.waitForLoadState("networkidle");
  await page.locator('[data-game="lib:euclid"] a').scrollIntoViewIfNeeded();
  await page.waitForTimeout(300);
  const at = await page.evaluate(() => scrollY);
  assert.ok(at > 600, `${at}`);
  await page.locator('[data-game="lib:euclid"] a').click();
  await page.getByRole("heading", { level: 1, name: "Euclid's game" }).waitFor();
  assert.ok(await page.evaluate(() => scrollY) < 50, "a new page begins at its top");
  await page.goBack();
  await page.waitForFunction((y) => Math.abs(scrollY - y) < 40, at);
  await done("stay-scroll");
});

test("an address where there is nothing has a page, in both languages", async () => {
  for (const [locale, title] of [["en-GB", "No such page"], ["ja-JP", "ページがありません"]]) {
    const { page, done } = await visit(bench, "/nonsense?x=1", { locale });
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await page.getByRole("combobox").waitFor();
    await done(`stay-missing-${locale}`);
  }
});

test("what is wrong is said in the language of the page, without options of the command line; what is meant is a link", async () => {
  for (const [locale, words] of [["en-GB", "Did you mean:"], ["ja-JP", "もしかして:"]]) {
    const { page, done } = await visit(bench, "/game?rule=kayls", { locale });
    await page.getByText(words).waitFor();
    const fault = await page.locator(".fault:not([hidden])").textContent();
    assert.doesNotMatch(fault, /--|^rule:/);
    await page.locator(".fault a", { hasText: "kayles" }).click();
    await page.getByRole("heading", { level: 1, name: locale === "en-GB" ? "Kayles" : "ケイレス" }).waitFor();
    await page.locator("canvas.scatter").waitFor();
    await page.waitForLoadState("networkidle");
    await done(`stay-fault-${locale}`);
  }
});

test("find a formula writes what it found", async () => {
  const { page, done } = await visit(bench, "/games?rule=chocolate:2&to=8,16");
  await page.getByText("Circled").waitFor();
  const formula = page.getByLabel(/Formula/);
  await formula.fill("");
  await page.getByRole("button", { name: "Find a formula" }).click();
  await page.getByText("holds as far as tested").waitFor();
  assert.notEqual((await formula.inputValue()).trim(), "");
  await done("stay-fit");
});
