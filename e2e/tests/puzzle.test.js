/** Puzzles: exactly one move wins; what is wrong is said to be wrong, the answer is shown, and there is a next one. */

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { open, visit } from "./bench.js";

let bench;
before(async () => { bench = await open({ time: "60s" }); });
afterEach(async () => { for (const context of bench?.browser.contexts() ?? []) await context.close(); });
after(async () => { await bench?.close(); });

const PHONE = { width: 390, height: 844, touch: true };

/** The heaps of the position on the page, and the heaps after a move such as `7 → 3`. */
const heapsOf = (text) => text.match(/\d+/g).map(Number);
const sum = (heaps) => heaps.reduce((all, heap) => all ^ heap, 0);
function afterMove(heaps, move) {
  const [from, ...left] = heapsOf(move);
  const rest = [...heaps];
  rest.splice(rest.indexOf(from), 1);
  return [...rest, ...left];
}

test("a wrong move is refuted, and the only winning one is right", async () => {
  const { page, done } = await visit(bench, "/puzzle?rule=nim&level=3&seed=5");
  await page.locator(".headline").filter({ hasText: "find the only one that wins" }).waitFor();
  const heaps = heapsOf(await page.locator(".board").first().getAttribute("aria-label"));
  const moves = await page.locator(".moves button").allTextContents();
  // Bouton: a move wins if the nim-sum after it is 0, and there is one such move here.
  const winning = moves.map((move) => sum(afterMove(heaps, move)) === 0);
  assert.equal(winning.filter(Boolean).length, 1, `${heaps}: ${moves}`);
  await page.locator(".moves button").nth(winning.indexOf(false)).click();
  await page.locator("#main").getByText("Wrong").waitFor();
  await page.locator("#main").getByText("The winning reply").waitFor();
  assert.ok(await page.locator(".moves button").nth(winning.indexOf(false)).isDisabled());
  await page.locator(".moves button").nth(winning.indexOf(true)).click();
  await page.locator("#main").getByText("Right!").waitFor();
  await page.locator("#main").getByText("How it ends if both play well").waitFor();
  await done("puzzle-nim");
});

test("hints leave the answer in, and the answer is shown when it is asked for", async () => {
  const { page, done } = await visit(bench, "/puzzle?rule=kayles&level=3&seed=2", { locale: "ja-JP", ...PHONE });
  await page.locator(".headline").filter({ hasText: "ただ一つの手" }).waitFor();
  const all = await page.locator(".moves button").count();
  await page.getByRole("button", { name: "ヒント" }).click();
  await page.locator("#main").getByText("手で勝ちます").waitFor();
  await page.getByRole("button", { name: "ヒント" }).click();
  await page.locator("#main").getByText("通りのうちのどれか").waitFor();
  const few = await page.locator(".moves button").count();
  assert.ok(few < all && few <= 5 && few > 1, `${few} of ${all}`);
  await page.getByRole("button", { name: "答えを見る" }).click();
  await page.locator("#main").getByText("勝てるただ一つの手").waitFor();
  assert.equal(await page.locator(".moves button.wins").count(), 1);
  await done("puzzle-hints");
});

test("the day alone says which is today's puzzle, and the next one is another", async () => {
  const { page, done } = await visit(bench, "/puzzle?date=2026-11-17");
  await page.locator(".headline").filter({ hasText: "find the only one that wins" }).waitFor();
  const position = () => page.locator(".board").first().getAttribute("aria-label");
  const first = await position();
  await page.reload();
  await page.locator(".headline").filter({ hasText: "find the only one that wins" }).waitFor();
  assert.equal(await position(), first);
  await page.getByRole("link", { name: "Next puzzle" }).click();
  await page.waitForURL(/date=2026-11-17.*seed=1|seed=1.*date=2026-11-17/);
  await page.locator(".headline").filter({ hasText: "find the only one that wins" }).waitFor();
  assert.notEqual(await position(), first);
  await page.goto(`${bench.base}/puzzle`);
  await page.getByRole("heading", { level: 1, name: "Today's puzzle" }).waitFor();
  await page.locator(".headline").filter({ hasText: "find the only one that wins" }).waitFor();
  await done("puzzle-today");
});

test("boards, and games of one's own, have puzzles too", async () => {
  for (const [name, address] of [["domineering", "rule=board:domineering&level=2"], ["clobber", "rule=board:clobber&level=1"], ["hackenbush", "rule=board:hackenbush&level=2"], ["chocolate", "rule=chocolate:3&level=2"], ["own", `rule=${encodeURIComponent("(a, b) -> (a - s, b) for s in 1 .. a; (a, b - 2 * s) for s in 1 .. b div 2")}&position=(5,8)&level=2`]]) {
    const { page, done } = await visit(bench, `/puzzle?${address}&seed=3`, { scheme: "dark" });
    await page.locator(".headline").filter({ hasText: "find the only one that wins" }).waitFor();
    await page.getByRole("button", { name: "Show the answer" }).click();
    assert.equal(await page.locator(".moves button.wins").count(), 1, name);
    await done(`puzzle-${name}`);
  }
});

test("what cannot be read is said at its field", async () => {
  const { page, done } = await visit(bench, "/puzzle?rule=kyles&seed=1");
  await page.locator("[aria-invalid=true]").waitFor();
  await page.goto(`${bench.base}/puzzle?rule=nim&position=x&seed=1`);
  await page.locator("[aria-invalid=true]").waitFor();
  await done("puzzle-fault");
});
