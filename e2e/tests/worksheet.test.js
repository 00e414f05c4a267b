/** Worksheets: blank first, solved after it, on sheets of A4 without anything else. */

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { open, visit } from "./bench.js";

let bench;
before(async () => { bench = await open({ time: "60s" }); });
afterEach(async () => { for (const context of bench?.browser.contexts() ?? []) await context.close(); });
after(async () => { await bench?.close(); });

test("puzzles on paper: the solutions are on the second sheet only", async () => {
  const { page, done } = await visit(bench, "/worksheet?rule=nim&level=2&n=4");
  await page.locator(".sheet").nth(1).waitFor();
  const [blank, solved] = [page.locator(".sheet").first(), page.locator(".sheet").nth(1)];
  assert.equal(await blank.locator(".exercise").count(), 4);
  assert.equal(await blank.locator("strong").count(), 0, "no answers");
  const answers = await solved.locator(".exercise").evaluateAll((all) => all.map((one) => [one.querySelector("h3 .mono").textContent, one.querySelector("strong").textContent]));
  const numbers = (text) => text.match(/\d+/g).map(Number);
  for (const [position, move] of answers) {
    const heaps = numbers(position);
    const [from, ...left] = numbers(move);
    heaps.splice(heaps.indexOf(from), 1);
    assert.equal([...heaps, ...left].reduce((sum, heap) => sum ^ heap, 0), 0, `${position} ${move}`);
  }
  assert.equal(await page.locator("svg.qr").count(), 2);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator("form, header.top, h1").evaluateAll((all) => all.filter((one) => one.checkVisibility()).length), 0);
  const pdf = await page.pdf({ format: "A4", printBackground: true });
  const pages = pdf.toString("latin1").match(/\/Type\s*\/Page[^s]/g).length;
  assert.equal(pages, 2, "one sheet blank, one solved");
  await page.emulateMedia({ media: "screen" });
  await done("worksheet-puzzles");
});

test("six exercises of any game fit one page, and boards are not written in letters as well", async () => {
  for (const rule of ["chocolate:3", "board:clobber", "board:hackenbush"]) {
    const { page, done } = await visit(bench, `/worksheet?rule=${rule}&level=2`, { locale: "ja-JP" });
    await page.locator(".sheet").nth(1).waitFor();
    assert.equal(await page.locator(".exercise").count(), 12);
    if (rule.startsWith("board:")) assert.doesNotMatch((await page.locator(".exercise h3").allTextContents()).join(" "), /[|@]/);
    const pdf = await page.pdf({ format: "A4", printBackground: true });
    assert.equal(pdf.toString("latin1").match(/\/Type\s*\/Page[^s]/g).length, 2, rule);
    await done(`worksheet-pages-${rule.replace(/\W/g, "-")}`);
  }
});

test("boards, games whose positions recur, pairs and texts have worksheets, too", async () => {
  const own = "game towers\nboard grid\nleft: . . -> # # along vertical\nright: . . -> # # along horizontal";
  for (const [i, rule] of ["board:amazons", "board:hare-and-hounds", "board:hackenbush", "wythoff", "(a, b) -> (a - s, b) for s in 1 .. a; (a, b - 2 * s) for s in 1 .. b div 2", own].entries()) {
    const { page, done } = await visit(bench, `/worksheet?${new URLSearchParams({ rule, n: "2", level: "1", position: rule === own ? "3x4" : i === 4 ? "(5,8)" : "" })}`);
    await page.locator(".sheet").nth(1).waitFor();
    assert.equal(await page.locator(".sheet").first().locator(".exercise").count(), 2, rule);
    assert.equal(await page.locator(".sheet").first().locator("strong").count(), 0, rule);
    assert.equal(await page.locator(".sheet").nth(1).locator(".exercise strong").count(), 2, rule);
    await done(`worksheet-any-${i}`);
  }
});

test("Grundy numbers to work out, and positions to circle", async () => {
  const { page, done } = await visit(bench, "/worksheet?kind=mex&rule=kayles&n=7", { locale: "ja-JP" });
  await page.locator(".sheet").nth(1).waitFor();
  const column = (sheet) => page.locator(".sheet").nth(sheet).locator("tbody tr td:last-child").allTextContents();
  assert.deepEqual(await column(0), ["0", "", "", "", "", "", "", ""]);
  assert.deepEqual(await column(1), ["0", "1", "2", "3", "1", "4", "3", "2"], "Guy and Smith 1956");
  await done("worksheet-mex");
  const marks = await visit(bench, "/worksheet?kind=marks&rule=sub:1-3&n=19", { width: 390, height: 844, touch: true });
  await marks.page.locator(".sheet").nth(1).waitFor();
  assert.equal(await marks.page.locator(".sheet").first().locator(".circled").count(), 0);
  assert.deepEqual(await marks.page.locator(".sheet").nth(1).locator(".circled").allTextContents(), ["0", "4", "8", "12", "16"]);
  await marks.done("worksheet-marks");
  const pairs = await visit(bench, "/worksheet?kind=marks&rule=chocolate:3&n=8", { scheme: "dark" });
  await pairs.page.locator(".sheet").nth(1).waitFor();
  assert.ok(await pairs.page.locator(".sheet").nth(1).locator(".circled").count() >= 1);
  await pairs.done("worksheet-pairs");
});

test("Export leads to worksheets and has the link as a code; a period that is proved elsewhere is named", async () => {
  const { page, done } = await visit(bench, "/game?rule=kayles&tab=export");
  await page.locator("svg.qr").waitFor();
  await page.getByRole("link", { name: "Work out Grundy numbers" }).click();
  await page.locator(".sheet").nth(1).waitFor();
  assert.match(page.url(), /worksheet\?kind=mex&rule=kayles/);
  await page.goto(`${bench.base}/identify?values=0,0,0,0,1,1,1`);
  await page.getByText("games match").first().waitFor();
  await page.goto(`${bench.base}/game?rule=0.106&tab=proof`);
  await page.getByText("328 226 140 474").waitFor();
  await done("worksheet-export");
});

test("the automaton of a game is drawn beside its table when it is wanted", async () => {
  const { page, done } = await visit(bench, "/game?rule=lib:end-nim&tab=table&to=4,4,4");
  await page.locator(".automaton summary").click();
  await page.locator(".automaton img").waitFor();
  await page.waitForFunction(() => document.querySelector(".automaton img").naturalWidth > 50);
  await done("automaton");
});
