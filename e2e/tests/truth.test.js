/** What the pages show is true: whose turn it is, which rule ends the game, what a sentence is about. */

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { open, visit } from "./bench.js";

let bench;
before(async () => { bench = await open(); });
afterEach(async () => { for (const context of bench?.browser.contexts() ?? []) await context.close(); });
after(async () => { await bench?.close(); });

/** Longer than the program thinks. */
const THOUGHT = 2000;

/** The table that was drawn last: the answer to the question with the moves in the address. */
async function table(page) {
  const { searchParams } = new URL(page.url());
  const query = new URLSearchParams({ rule: searchParams.get("rule"), position: searchParams.get("position"), moves: searchParams.get("moves") ?? "", lang: "en" });
  return (await fetch(`${bench.base}/api/v1/play?${query}`)).json();
}

/** Everybody has moved in turn, the person first, and it is the person's move or the end. */
async function inTurn(page, moves) {
  await page.waitForTimeout(THOUGHT);
  await page.getByText("Your move").waitFor();
  assert.equal(await page.locator(".history li").count(), moves);
  const { history, turn } = await table(page);
  assert.equal(history.length, moves);
  history.forEach((step, i) => assert.equal(step.by, i % 2 === 0 ? "person" : "program", `move ${i + 1}`));
  assert.equal(turn, "person");
}

test("play: a double click is one move", async () => {
  const { page, done } = await visit(bench, "/play?rule=nim&position=9%2B8%2B7");
  await page.getByText("Your move").waitFor();
  await page.locator('circle[data-heap="0"][data-stone="6"]').dblclick();
  await inTurn(page, 2);
  const button = page.locator(".moves button").first();
  // All moves are listed in a part of the page that is opened first.
  if (!(await button.isVisible())) await page.locator("details", { has: button }).locator("summary").click();
  await button.dblclick();
  await inTurn(page, 4);
  await done("play-double-click");
});

test("play: who starts again while the program thinks starts again", async () => {
  const { page, done } = await visit(bench, "/play?rule=nim&position=9%2B8%2B7");
  for (let i = 0; i < 3; i += 1) {
    await page.getByText("Your move").waitFor();
    await page.locator('circle[data-heap="0"][data-stone="6"]').click();
    await page.getByText("The program thinks").or(page.getByText(/think/i)).first().waitFor();
    await page.getByRole("button", { name: "Start again" }).click();
    await inTurn(page, 0);
  }
  await done("play-again");
});

test("play: who takes back while the program thinks has not moved", async () => {
  const { page, done } = await visit(bench, "/play?rule=nim&position=9%2B8%2B7");
  await page.getByText("Your move").waitFor();
  await page.locator('circle[data-heap="0"][data-stone="6"]').click();
  await inTurn(page, 2);
  await page.locator('circle[data-heap="1"][data-stone="0"]').click();
  await page.locator(".history li").nth(2).waitFor();
  await page.getByRole("button", { name: "Take back" }).dblclick();
  await inTurn(page, 2);
  await done("play-undo");
});

test("play: an answer that comes late belongs to no other table", async () => {
  const { page, done } = await visit(bench, "/play?rule=nim&position=9%2B8%2B7");
  await page.getByText("Your move").waitFor();
  // The first answer to a move is held back until the game has started again.
  let held = null;
  await page.route(/\/api\/v1\/play\?.*moves=\d/, async (route) => {
    if (held) return route.continue();
    held = new Promise((resolve) => { setTimeout(resolve, THOUGHT); });
    await held;
    return route.continue().catch(() => {});
  });
  await page.locator('circle[data-heap="0"][data-stone="6"]').click();
  await page.waitForTimeout(100);
  await page.getByRole("button", { name: "Start again" }).click();
  await page.waitForTimeout(THOUGHT);
  await inTurn(page, 0);
  await done("play-late");
});

test("play: the graph of moves follows the end of the game", async () => {
  const { page, done } = await visit(bench, "/play?rule=sub:1-3&position=9&end=misere");
  await page.locator("svg.diagram [data-v]").first().waitFor();
  const lost = await page.locator("svg.diagram [data-v]").evaluateAll((all) => all.filter((one) => one.querySelector(".value").textContent === "P" && one.querySelector(".lost")).map((one) => Number(one.getAttribute("data-v"))));
  assert.deepEqual(lost, [1, 5, 9], "who is to move loses, and nowhere else");
  await done("play-graph-misere");
});

test("own games: three coordinates have their names, and a click means the position clicked", async () => {
  const { page, done } = await visit(bench, "/games?rule=lib:nim&to=2,3,4");
  await page.getByRole("heading", { name: "x = 1" }).or(page.getByRole("heading", { name: "a = 1" })).waitFor();
  const found = await (await fetch(`${bench.base}/api/v1/table?rule=lib:nim&to=2,3,4`)).json();
  const [first, second, third] = found.coordinates;
  const card = page.locator("section.card").filter({ has: page.getByRole("heading", { name: `${first} = 1`, exact: true }) });
  await card.locator("svg text").filter({ hasText: `${second} ↓` }).waitFor();
  await card.locator("svg text").filter({ hasText: `${third} →` }).waitFor();
  assert.equal(await card.locator('g[data-row="2"][data-column="4"] text').textContent(), String(1 ^ 2 ^ 4));
  await card.locator('g[data-row="2"][data-column="4"]').click();
  await page.getByRole("heading", { name: "(1, 2, 4)" }).waitFor();
  await page.waitForURL(/at=1%2C2%2C4/);
  assert.equal(await page.getByLabel(/Formula/).inputValue(), `${first} xor ${second} xor ${third}`);
  await done("games-three");
});

test("own games: what is said of a formula stands under that formula", async () => {
  const { page, done } = await visit(bench, "/games?rule=chocolate:3&to=10,30");
  await page.getByText("Circled").waitFor();
  const formula = page.getByLabel(/Formula/);
  await formula.fill("y + z");
  await page.getByRole("button", { name: "Test" }).click();
  await page.getByText("fails", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Find a formula" }).click();
  await page.locator("section.card [role=status] .badge").filter({ hasText: /holds|fails/ }).or(page.getByText("No formula of a known form fits.")).waitFor();
  if (await page.getByText("holds as far as tested").count()) {
    assert.notEqual((await formula.inputValue()).trim(), "y + z", "the formula that holds is shown");
    assert.equal((await page.locator("section.card [role=status] p.mono").textContent()).trim(), (await formula.inputValue()).trim());
    await page.getByRole("button", { name: "Test" }).click();
    await page.getByText("holds as far as tested").waitFor();
  } else {
    assert.equal(await formula.inputValue(), "y + z");
  }
  await done("games-fit");
});

test("values: a mean is a number, and shown as one", async () => {
  const { page, done } = await visit(bench, `/values?g=${encodeURIComponent("Mean({3|1})")}`);
  await page.getByRole("heading", { name: "Canonical form" }).waitFor();
  assert.equal(await page.locator("p.headline.mono").first().textContent(), "2");
  for (const label of [/^Thermograph of/, /^Game tree of/]) await page.getByLabel(label).waitFor();
  assert.equal(await page.locator(".message").count(), 0);
  await done("values-mean");
});

test("quotient: a proved quotient answers for heaps of any size", async () => {
  const { page, done } = await visit(bench, `/quotient?rule=0.77&end=misere&position=${encodeURIComponent("1000+2000+31")}`);
  await page.locator("p.headline").filter({ hasText: /^[NP]: / }).waitFor();
  await page.getByText("certified for all heaps").waitFor();
  await page.getByLabel("Heaps", { exact: true }).fill("1000000+2000000+31");
  await page.getByRole("button", { name: "Who wins?" }).click();
  await page.waitForURL(/heaps=1000000/);
  await page.locator("p.headline").filter({ hasText: /^[NP]: / }).waitFor();
  assert.equal(await page.locator(".message").count(), 0);
  await done("quotient-large");
});

test("sequence: values that grow have no largest one", async () => {
  const { page, done } = await visit(bench, "/sequence?rule=allbut:2,4,7&to=60");
  await page.getByText("none: the values grow without bound").waitFor();
  await done("sequence-arithmetic");
});
