/** Trees and transition graphs: point, choose, walk by keys, zoom; the address keeps what is chosen. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { open, visit } from "./bench.js";

let bench;
before(async () => { bench = await open(); });
after(async () => { await bench.close(); });

const GAME = encodeURIComponent("{3|1||-2}");
/** Wider than the picture when it is as near as it gets. */
const WIDE = encodeURIComponent("{{5|2},{4|*}||{{1|-3},{0|-9}||-12},{*|-7}}");
const part = (page, index) => page.evaluate((i) => Number(document.querySelector("svg.diagram").getAttribute("viewBox").split(" ")[i]), index);

for (const [locale, phone, scheme] of [["en-GB", false, "dark"], ["ja-JP", true, "light"]]) {
  test(`tree: ${locale} ${phone ? "phone" : "desktop"} ${scheme}`, async () => {
    const english = locale.startsWith("en");
    const { page, done } = await visit(bench, `/game?g=${GAME}&tab=values`, { locale, scheme, touch: phone, width: phone ? 390 : 1280, height: phone ? 844 : 900 });
    const picture = page.locator("svg.diagram");
    await picture.waitFor();
    // The root, 3|1, -2 and the two integers below.
    assert.equal(await picture.locator("[data-v]").count(), 5);
    const vertex = (v) => picture.locator(`[data-v="${v}"]`);
    if (!phone) {
      await vertex(1).hover();
      assert.match(await page.locator(".diagrambox .readout").textContent(), english ? /^\{3\|1\}: L, Left wins, whoever begins$/ : /^\{3\|1\}: L, 左手必勝$/);
    }
    await (phone ? vertex(0).tap() : vertex(0).click());
    await page.waitForURL(/[?&]v=0/);
    await page.locator(".inspector .headline").filter({ hasText: "{3|1||-2}" }).waitFor();
    assert.deepEqual(await picture.locator(".linked").evaluateAll((all) => all.map((one) => one.getAttribute("data-v"))), ["1", "4"]);
    assert.equal(await picture.locator(".link.lit").count(), 2);
    // The options are buttons that choose.
    await page.locator(".inspector .options button").first().click();
    await page.waitForURL(/[?&]v=1/);
    assert.equal(await picture.locator(".chosen").getAttribute("data-v"), "1");
    // A link shows what its sender saw.
    await page.reload();
    await page.locator('svg.diagram [data-v="1"].chosen').waitFor();
    await page.locator(".inspector .headline").filter({ hasText: "{3|1}" }).waitFor();
    // Letters can be read.
    const small = await picture.evaluate((svg) => 14 * (svg.clientWidth / svg.viewBox.baseVal.width));
    assert.ok(small >= 11, `${small} px`);
    await done(`tree-${locale}-${phone ? "phone" : "desktop"}-${scheme}`);
  });
}

test("tree: keys walk, zoom and choose; wheel and drag move", async () => {
  const { page, done } = await visit(bench, `/game?g=${WIDE}&tab=values`);
  const picture = page.locator("svg.diagram");
  await picture.locator("[data-v]").first().waitFor();
  const vertices = (await (await fetch(`${bench.base}/api/v1/draw/tree?expression=${WIDE}`)).json()).vertices;
  const last = [...vertices[0].left, ...vertices[0].right].at(1);
  await picture.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.equal(await picture.locator(".at").getAttribute("data-v"), "1");
  await page.keyboard.press("ArrowRight");
  assert.equal(await picture.locator(".at").getAttribute("data-v"), String(last));
  await page.keyboard.press("ArrowUp");
  assert.equal(await picture.locator(".at").getAttribute("data-v"), "0");
  await page.keyboard.press("Enter");
  await page.waitForURL(/[?&]v=0/);
  const wide = await part(page, 2);
  await page.keyboard.press("+");
  const nearer = await part(page, 2);
  assert.ok(nearer < wide * 0.7, `${nearer} of ${wide}`);
  const box = await picture.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + 20);
  await page.mouse.wheel(0, -900);
  // As near as it gets: what one moves over is narrower than the tree.
  await page.waitForFunction((least) => Number(document.querySelector("svg.diagram").getAttribute("viewBox").split(" ")[2]) <= least, box.width / 4 + 1);
  assert.ok(await part(page, 2) < nearer);
  const left = await part(page, 0);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 60, box.y + 40, { steps: 4 });
  await page.mouse.up();
  assert.ok(await part(page, 0) < left, "the drawing follows the hand");
  assert.match(page.url(), /[?&]v=0/, "dragging chooses nothing");
  await picture.focus();
  await page.keyboard.press("0");
  assert.ok(await part(page, 2) >= wide - 1);
  await done("tree-keys");
});

test("tree: saved whole, for paper, named after the game", async () => {
  const { page, done } = await visit(bench, `/game?g=${GAME}&tab=values`, { scheme: "dark" });
  await page.locator("svg.diagram").focus();
  await page.keyboard.press("+");
  const card = page.locator("section.card").filter({ has: page.getByRole("heading", { name: "Game tree" }) });
  const saved = page.waitForEvent("download");
  await card.getByRole("button", { name: /SVG/ }).click();
  const file = await saved;
  assert.equal(file.suggestedFilename(), "3_1_-2-tree.svg");
  const text = readFileSync(await file.path(), "utf8");
  const [, width] = /^<svg[^>]*viewBox="0 0 ([\d.]+) [\d.]+"/.exec(text) ?? [];
  assert.ok(Number(width) > 100, text.slice(0, 300));
  assert.match(text, /fill="rgb\(30, 33, 38\)"/, "dark ink on white paper");
  await done("tree-saved");
});

for (const [locale, phone, scheme] of [["en-GB", false, "dark"], ["ja-JP", true, "light"]]) {
  test(`graph: ${locale} ${phone ? "phone" : "desktop"} ${scheme}, linked with the table`, async () => {
    const { page, done } = await visit(bench, "/game?rule=sub:1-3&tab=table", { locale, scheme, touch: phone, width: phone ? 390 : 1280, height: phone ? 844 : 900 });
    const picture = page.locator("svg.diagram");
    await picture.locator('[data-v="7"]').waitFor();
    assert.equal(await picture.locator('[data-v="7"] .value').textContent(), "3");
    await picture.scrollIntoViewIfNeeded();
    await (phone ? picture.locator('[data-v="14"]').tap() : picture.locator('[data-v="14"]').click());
    await page.waitForURL(/[?&]n=14/);
    assert.deepEqual(await picture.locator(".linked").evaluateAll((all) => all.map((one) => Number(one.getAttribute("data-v")))), [11, 12, 13]);
    await page.locator('table.grundy td[data-n="14"].chosen').waitFor();
    await page.locator('table.grundy td[data-n="12"].linked').waitFor();
    // And the other way round.
    await page.locator('table.grundy td[data-n="5"]').click();
    await picture.locator('[data-v="5"].chosen').waitFor();
    await page.locator(".inspector .headline").filter({ hasText: "n = 5" }).waitFor();
    await done(`graph-${locale}-${phone ? "phone" : "desktop"}`);
  });
}

test("graph: steps fill in results, with the reason, in play", async () => {
  const { page, done } = await visit(bench, "/play?rule=sub:1,2&position=6&step=4");
  const picture = page.locator("svg.diagram");
  await picture.locator('[data-v="3"]').waitFor();
  assert.equal(await picture.locator(".vertex.unknown").count(), 3);
  assert.equal(await picture.locator('[data-v="3"] .sign').textContent(), "★");
  assert.equal(await picture.locator('[data-v="2"] .sign').textContent(), "◆");
  assert.match(await page.locator(".reason").textContent(), /G\(3\) = 0/);
  await page.getByRole("button", { name: "One step forward" }).click();
  await page.waitForURL(/step=5/);
  assert.equal(await picture.locator(".vertex.unknown").count(), 2);
  await picture.locator('[data-v="4"]').click();
  await page.waitForURL(/[?&]n=4/);
  await page.locator(".told .headline").filter({ hasText: "n = 4" }).waitFor();
  await done("graph-steps");
});

test("graph: splitting heaps and moves of one player are drawn", async () => {
  const { page, done } = await visit(bench, "/game?rule=0.77&tab=table", { locale: "ja-JP", scheme: "dark" });
  await page.locator("svg.diagram .link.thin").first().waitFor({ state: "attached" });
  await page.getByText("いくつかの山を残す手").waitFor();
  await done("graph-kayles");
});
