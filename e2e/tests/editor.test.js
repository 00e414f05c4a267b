/** The editor: the text is shown next to it at once, as a table or a board, with sliders for its numbers. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, afterEach, before, test } from "node:test";
import { assets, open, visit } from "./bench.js";

let bench;
before(async () => { bench = await open(); });
afterEach(async () => { for (const context of bench?.browser.contexts() ?? []) await context.close(); });
after(async () => { await bench?.close(); });

test("the table follows the text, stays while there is a mistake, and the link has it", async () => {
  const { page, done } = await visit(bench, "/games");
  await page.getByText("Circled").waitFor();
  const text = page.locator("textarea").first();
  await text.fill("(n) -> (n-s) for s in {1,2} if s <= n");
  await page.locator(".slider").filter({ hasText: "n ≤" }).waitFor();
  await page.waitForURL(/rule=%28n%29/);
  // A heap has its numbers in one row: 0, 1, 2, 0, 1, 2.
  await page.waitForFunction(() => [...document.querySelectorAll("svg g[data-row='0'] text")].slice(0, 6).map((one) => one.textContent).join() === "0,1,2,0,1,2");
  const cells = await page.locator("svg g[data-row]").count();
  await text.fill("(n) -> (n-s) forr s in {1,2} if s <= n");
  await page.getByText("The results below are from before").waitFor();
  await page.locator(".fault mark").waitFor();
  assert.equal(await page.locator("svg g[data-row]").count(), cells, "the table of before");
  await text.fill("(n) -> (n-s) for s in {1,2,3} if s <= n");
  await page.waitForFunction(() => [...document.querySelectorAll("svg g[data-row='0'] text")].slice(0, 5).map((one) => one.textContent).join() === "0,1,2,3,0");
  await page.reload();
  await page.waitForFunction(() => [...document.querySelectorAll("svg g[data-row='0'] text")].slice(0, 5).map((one) => one.textContent).join() === "0,1,2,3,0");
  await done("editor-live");
});

test("sliders change parameters and sizes, and the table with them", async () => {
  const { page, done } = await visit(bench, "/games");
  await page.getByText("Circled").waitFor();
  const slide = async (name, value) => page.getByRole("slider", { name, exact: true }).evaluate((one, to) => { one.value = to; one.dispatchEvent(new Event("input", { bubbles: true })); }, value);
  await slide("k", "5");
  await page.waitForURL(/set=k%3D5/);
  // y <= z div 5: the row y = 2 begins at z = 10.
  await page.waitForFunction(() => !document.querySelector("svg g[data-row='2'][data-column='9']") && document.querySelector("svg g[data-row='2'][data-column='10']"));
  await slide("z ≤", "20");
  await page.waitForURL(/to=10%2C20/);
  await page.waitForFunction(() => !document.querySelector("svg g[data-row='0'][data-column='21']") && document.querySelector("svg g[data-row='0'][data-column='20']"));
  await done("editor-sliders");
});

test("the same text is played, proved and taken along next to the editor, in both languages", async () => {
  for (const [locale, words] of [["en-GB", ["Play", "Your move", "Conjecture and proof", "Prove", "Export", "Link"]], ["ja-JP", ["対局", "あなたの番です", "予想と証明", "証明する", "書き出し", "リンク"]]]) {
    const { page, done } = await visit(bench, "/games?rule=%28n%29+-%3E+%28n-s%29+for+s+in+%7B1%2C3%2C4%7D+if+s+%3C%3D+n&to=40", { locale });
    await page.getByRole("tab", { name: words[0], exact: true }).click();
    await page.locator(".headline").filter({ hasText: words[1] }).waitFor();
    assert.ok(await page.locator("textarea").first().isVisible(), "the text stays next to it");
    await page.getByRole("tab", { name: words[2], exact: true }).click();
    await page.getByRole("button", { name: words[3], exact: true }).waitFor();
    await page.getByRole("tab", { name: words[4], exact: true }).click();
    await page.getByRole("heading", { name: words[5], exact: true }).waitFor();
    await done(`editor-views-${locale}`);
  }
});

const HEAP = "(n) -> (n-s) for s in {1,3,4} if s <= n";
const DOMINOES = "game dominoes\nboard grid\nleft: . . -> # # along vertical\nright: . . -> # # along horizontal";
const games = (values) => `/games?${new URLSearchParams(values)}`;

test("values and P-positions of the text have views of their own", async () => {
  const { page, done } = await visit(bench, games({ rule: HEAP, to: "40" }));
  await page.getByRole("tab", { name: "Values", exact: true }).click();
  // Heaps of 0, 1, 2, 3, 4 are worth 0, *, 0, *, *2.
  await page.waitForFunction(() => [...document.querySelectorAll("svg g[data-row='0'] text")].slice(0, 5).map((one) => one.textContent).join() === "0,*,0,*,*2");
  await page.getByRole("tab", { name: "P-positions", exact: true }).click();
  await page.getByRole("heading", { name: "P-positions (12)" }).waitFor();
  assert.equal(await page.locator(".lostlist").textContent(), "0  2  7  9  14  16  21  23  28  30  35  37");
  await page.getByRole("link", { name: "Find a formula" }).click();
  await page.waitForURL(/tab=conjecture/);
  // The numbers repeat with period 7, which is none of the forms; who wins is proved all the same.
  await page.getByText("No formula of a known form fits.").waitFor();
  assert.equal(await page.locator(".badge").filter({ hasText: "fails" }).count(), 0, "nothing was tested");
  await page.getByRole("button", { name: "Prove", exact: true }).click();
  await page.getByText("proved for all positions").first().waitFor();
  await done("editor-lost");
});

test("sets are put together by pressing numbers, and the text follows", async () => {
  const { page, done } = await visit(bench, games({ rule: HEAP, to: "40" }));
  const number = (n) => page.locator(".sets").getByRole("button", { name: String(n), exact: true });
  await number(3).waitFor();
  assert.equal(await number(3).getAttribute("aria-pressed"), "true");
  await number(3).click();
  await page.waitForURL((url) => url.searchParams.get("rule") === HEAP.replace("3,", ""));
  assert.equal(await page.locator("textarea").first().inputValue(), HEAP.replace("3,", ""));
  await number(2).click();
  await page.waitForFunction(() => [...document.querySelectorAll("svg g[data-row='0'] text")].slice(0, 6).map((one) => one.textContent).join() === "0,1,2,0,1,2");
  // A set of nothing is none.
  for (const n of [2, 4, 1]) await number(n).click();
  assert.equal(await number(1).getAttribute("aria-pressed"), "true");
  await done("editor-sets");
});

test("the automaton of a game is drawn and told next to its table, reads positions, and follows the sliders", async () => {
  const { page, done } = await visit(bench, games({ rule: HEAP, to: "40" }));
  await page.getByText("The automaton that knows the P-positions").click();
  // n mod 7 is 0 or 2: seven states.
  await page.getByText("number of states: 7").waitFor();
  await page.getByText("n mod 7 in {0, 2}").waitFor();
  await page.locator(".automaton .served img").waitFor();
  await page.getByLabel("Read another position").fill("16");
  await page.locator(".automaton .badge.good").getByText("accepted", { exact: true }).waitFor();
  assert.deepEqual(await page.locator("table.run tr").first().locator("td").allTextContents(), ["", "1", "0", "0", "0", "0"]);
  await page.getByLabel("Read another position").fill("17");
  await page.getByText("not accepted").waitFor();
  await page.waitForURL(/auto=1/);
  await page.locator('svg[tabindex="0"] g[data-column="7"]').click();
  await page.locator("table.run").getByText("n = 7", { exact: true }).waitFor();
  // {1,4}: 0 or 2 modulo 5; it stays open.
  await page.locator(".sets").getByRole("button", { name: "3", exact: true }).click();
  await page.getByText("number of states: 5").waitFor();
  await page.getByText("n mod 5 in {0, 2}").waitFor();
  await done("editor-automaton");
});

test("automata are read digit by digit, in any base", async () => {
  const { read, steps } = await import(path.join(assets, "js/parts/automaton-run.js"));
  const equal = { accepts: "p-positions", tracks: ["a", "b"], states: [{ accepting: true, next: [{ read: "00", to: 0 }, { read: "11", to: 0 }] }] };
  assert.deepEqual(read(equal, [5, 5]), { digits: [["1", "0", "1"], ["1", "0", "1"]], states: [0, 0, 0, 0], stuck: null, accepted: true });
  assert.deepEqual(read(equal, [5, 1]), { digits: [["1", "0", "1"], ["0", "0", "1"]], states: [0], stuck: "10", accepted: false });
  assert.equal(steps(equal.states[0]), "00, 11 → 0");
  const tens = { accepts: "p-positions", tracks: ["n"], base: "12", states: [{ accepting: false, next: [{ read: "11", to: 1 }, { read: "*", to: 0 }] }, { accepting: true, next: [{ read: "*", to: 1 }] }] };
  assert.equal(read(tens, [11 * 144 + 5]).accepted, true);
  assert.equal(read(tens, [10]).accepted, false);
  assert.equal(read({ ...tens, base: "fibonacci" }, [3]), null);
});

test("a text is opened, saved and shared", async () => {
  const { page, done } = await visit(bench, "/games");
  await page.getByText("Circled").waitFor();
  const text = page.locator("textarea").first();
  const input = page.locator('input[type="file"]');
  await input.setInputFiles({ name: "two.game", mimeType: "text/plain", buffer: Buffer.from("game two\r\nposition (a, b)\r\nboth: (u, b) for u in 0 ..< a\r\n      (a, v) for v in 0 ..< b\r\n") });
  await page.waitForFunction(() => document.querySelector("textarea").value.startsWith("game two\nposition"));
  await page.waitForURL(/rule=game\+two/);
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as a file" }).click()]);
  assert.equal(saved.suggestedFilename(), "two.game");
  assert.equal(readFileSync(await saved.path(), "utf8"), await text.inputValue());
  await page.getByRole("button", { name: "Copy link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(new URL(link.replace("#/", "")).searchParams.get("rule"), await text.inputValue());
  await page.getByText("QR code of the link").click();
  await page.locator(".textfile svg.qr").waitFor();
  const before = await text.inputValue();
  await input.setInputFiles({ name: "picture.png", mimeType: "image/png", buffer: Buffer.from([137, 80, 78, 71, 0, 1, 2, 3]) });
  await page.getByText("This file is no text of a game").waitFor();
  assert.equal(await text.inputValue(), before);
  await done("editor-file");
});

test("a board that is written as a text has sizes to slide, and a table of small ones", async () => {
  const { page, done } = await visit(bench, games({ rule: DOMINOES, tab: "boards" }), { locale: "ja-JP" });
  // Known of Domineering: 2 by 2 and 2 by 3 are won by whoever begins, a column by Left, 5 by 5 by the second.
  const cell = (r, c) => page.locator("table.grundy tbody tr").nth(r - 1).locator("td").nth(c - 1);
  for (const [r, c, letter] of [[1, 1, "P"], [2, 2, "N"], [2, 3, "N"], [3, 1, "L"], [1, 4, "R"], [2, 4, "R"], [4, 4, "N"], [5, 5, "P"]]) await cell(r, c).getByText(letter, { exact: true }).waitFor();
  await page.getByText("手番の負け:1x1, 5x5").waitFor();
  await cell(2, 3).getByRole("link").click();
  await page.locator('.board [data-key="c2"]').waitFor();
  await page.getByRole("slider", { name: "列", exact: true }).evaluate((one) => { one.value = "4"; one.dispatchEvent(new Event("input", { bubbles: true })); });
  await page.waitForURL(/position=2x4/);
  await page.locator('.board [data-key="d2"]').waitFor();
  assert.equal(await page.locator(".board [data-key]").count(), 8);
  await done("editor-size");
});

test("a game of the library is opened as a text to change", async () => {
  const { page, done } = await visit(bench, "/game?board=domineering&position=4x4&tab=play");
  await page.getByRole("link", { name: "Change the rules of this game" }).click();
  await page.locator(".board [data-key]").nth(15).waitFor();
  const text = page.locator("textarea").first();
  assert.match(await text.inputValue(), /^game domineering$/m);
  // Another rule: both lay either way, and the text is played at once.
  await text.fill((await text.inputValue()).replace(/left:[^]*$/, "both: . . -> # # along orthogonal\n"));
  await page.locator(".board .can").nth(15).waitFor();
  await page.getByLabel("Begin with a text of the library").selectOption("lib:wythoff");
  await page.waitForURL(/rule=.*wythoff/);
  await page.getByText("Circled").waitFor();
  assert.match(await text.inputValue(), /^game wythoff/m);
  await done("editor-copy");
});

test("examples stand side by side with their pictures, and one is opened in the editor", async () => {
  for (const [locale, open] of [["en-GB", "Open in the editor"], ["ja-JP", "エディタで開く"]]) {
    const { page, done } = await visit(bench, "/games", { locale });
    const examples = page.locator("[data-example]");
    await examples.nth(5).waitFor();
    for (const example of await examples.all()) {
      await example.scrollIntoViewIfNeeded();
      const image = example.locator("img");
      await page.waitForFunction((one) => one.complete && one.naturalWidth > 50, await image.elementHandle());
      const [text, picture] = [await example.locator("pre").boundingBox(), await image.boundingBox()];
      assert.ok(picture.x >= text.x + text.width - 1, "the picture stands beside the text");
    }
    await page.locator('[data-example="editor.sample.board"]').getByRole("button", { name: open }).click();
    await page.locator(".board .can").nth(15).waitFor();
    assert.match(await page.locator("textarea").first().inputValue(), /^game dominoes/);
    await done(`editor-examples-${locale}`);
  }
});

test("who wins a board that is written as a text is proved, and the proof follows its size", async () => {
  const { page, done } = await visit(bench, games({ rule: DOMINOES, tab: "play", position: "2x2" }));
  await page.getByRole("tab", { name: "Proof", exact: true }).click();
  await page.getByRole("button", { name: "Prove", exact: true }).click();
  await page.getByText("N: the player to move wins").waitFor();
  await page.getByRole("button", { name: "Check certificate" }).click();
  await page.locator(".badge").getByText("valid", { exact: true }).waitFor();
  await page.getByRole("slider", { name: "columns", exact: true }).evaluate((one) => { one.value = "4"; one.dispatchEvent(new Event("input", { bubbles: true })); });
  // Known of Domineering: 2 by 4 is Right's.
  await page.getByText("R: Right wins, whoever begins").waitFor();
  await done("editor-board-proof");
});

test("a formula for a game of the library is tested in as many coordinates as the game has", async () => {
  for (const address of ["/games?rule=lib:chocolate3&tab=conjecture", "/games?copy=lib:chocolate3&tab=conjecture"]) {
    const { page, done } = await visit(bench, address);
    const card = page.locator("#view form").filter({ has: page.getByRole("button", { name: "Test" }) });
    const reach = card.getByLabel("Up to", { exact: true });
    await reach.waitFor();
    assert.equal((await reach.inputValue()).split(",").length, 3);
    assert.equal(await card.locator("textarea").inputValue(), "x xor y xor z");
    await card.locator("textarea").fill("x xor y xor z = 0");
    await reach.fill("6,6,6");
    await card.getByRole("button", { name: "Test" }).click();
    await page.getByText("holds as far as tested").waitFor();
    await done(`editor-three-coordinates-${address.slice(7, 11)}`);
  }
});
