/** Grids, strips and tables: headings that stay, what is pointed at, options of what is chosen, legends. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open, visit } from "./bench.js";

let bench;
before(async () => { bench = await open(); });
after(async () => { await bench.close(); });

for (const [locale, phone, scheme] of [["en-GB", false, "dark"], ["ja-JP", true, "light"]]) {
  test(`grid: headings stay, ${locale} ${phone ? "phone" : "desktop"}`, async () => {
    const { page, done } = await visit(bench, "/game?rule=wythoff&to=50,50&tab=table", { locale, scheme, touch: phone, width: phone ? 390 : 1280, height: phone ? 844 : 900 });
    const box = page.locator(".figure.scrolling").first();
    await box.waitFor();
    await box.evaluate((one) => one.scrollTo(300, 200));
    const place = (way) => box.evaluate((one, w) => {
      const [inside, outside] = [one.querySelector(`[data-stick="${w}"]`).getBoundingClientRect(), one.getBoundingClientRect()];
      return [inside.left - outside.left, inside.top - outside.top].map(Math.round);
    }, way);
    await page.waitForFunction(() => document.querySelector('[data-stick="both"]').getAttribute("transform") === "translate(300 200)");
    for (const [way, at] of [["left", 0], ["top", 1], ["both", 0], ["both", 1]]) assert.ok(Math.abs((await place(way))[at]) <= 2, `${way}: ${await place(way)}`);
    // A heading stands over its column.
    const apart = await box.evaluate((one) => {
      const heading = [...one.querySelectorAll('[data-stick="top"] text')].find((text) => text.textContent === "30").getBoundingClientRect();
      const cell = one.querySelector('[data-column="30"] rect').getBoundingClientRect();
      return Math.abs(heading.left + heading.width / 2 - cell.left - cell.width / 2);
    });
    assert.ok(apart < 2, `${apart} px`);
    await box.evaluate((one) => one.scrollTo(0, 0));
    // The options of a cell are marked, and there is a legend.
    await box.locator('g[data-row="2"][data-column="7"]').click();
    await page.waitForURL(/at=2%2C7/);
    await box.locator('g[data-row="1"][data-column="7"] rect[stroke-dasharray]').waitFor();
    assert.ok(await page.locator(".legend .ramp").count() >= 1);
    await done(`grid-${locale}`);
  });
}

test("strip: what is chosen has its options marked, there and in the chart", async () => {
  const { page, done } = await visit(bench, "/game?rule=sub:2,3&tab=numbers", { scheme: "dark" });
  const cell = (n) => page.locator(`svg g[data-n="${n}"]`);
  await page.locator(".legend").getByText("tail", { exact: true }).or(page.locator(".legend").getByText("period", { exact: true })).first().waitFor();
  await cell(9).click();
  await page.waitForURL(/[?&]n=9/);
  await page.locator('svg g[data-n="7"].linked').waitFor();
  await page.locator('svg g[data-n="6"].linked').waitFor();
  assert.equal(await page.locator("svg g[data-n].linked").count(), 2);
  await cell(12).hover();
  assert.match(await page.locator(".inspector .pointed").textContent(), /^G\(12\) = \d/);
  // The table has the same heap chosen.
  await page.getByRole("tab", { name: "Table" }).click();
  await page.locator('td[data-n="9"].chosen').waitFor();
  await page.locator('td[data-n="7"].linked').waitFor();
  await done("strip-linked");
});

test("outcomes: options of a heap are marked", async () => {
  const { page, done } = await visit(bench, "/game?rule=sub:2,3&end=mod2:LR&tab=numbers", { locale: "ja-JP" });
  await page.locator('.cellbutton[data-n="8"]').click();
  await page.locator('.cellbutton[data-n="5"].linked').waitFor();
  await page.locator('.cellbutton[data-n="6"].linked').waitFor();
  await done("outcomes-linked");
});

test("table: headings stay above what scrolls under them", async () => {
  const { page, done } = await visit(bench, "/game?rule=sub:1,7,30&to=1500&tab=table", { width: 390, height: 844, touch: true });
  const box = page.locator(".scroll.tall");
  await box.locator("table.grundy td").first().waitFor();
  await page.waitForLoadState("networkidle");
  await box.evaluate((one) => one.scrollTo(300, 300));
  const covered = await box.evaluate((one) => {
    one.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top } = one.getBoundingClientRect();
    return [[6, 8], [6, 120], [150, 8]].map(([x, y]) => document.elementFromPoint(left + x, top + y).tagName);
  });
  assert.deepEqual(covered, ["TH", "TH", "TH"]);
  await done("table-sticky");
});

test("a grid of very many cells is painted here: it can be pointed at, chosen from and walked", async () => {
  const { page, done } = await visit(bench, "/game?rule=wythoff&to=80,90&tab=table");
  const canvas = page.locator("canvas.widegrid");
  await canvas.waitFor();
  const box = await canvas.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + Math.min(200, box.height / 2));
  await page.waitForFunction(() => /^\(\d+, \d+\): \d+$/.test(document.querySelector(".chart .readout")?.textContent ?? ""));
  await page.mouse.click(box.x + box.width / 2, box.y + Math.min(200, box.height / 2));
  await page.waitForURL(/at=\d+%2C\d+/);
  await page.locator(".inspector").getByText(/G =/).first().waitFor();
  await page.locator("canvas.widegrid").focus();
  await page.keyboard.press("ArrowRight");
  const walked = await page.locator(".chart .readout").innerText();
  await page.keyboard.press("ArrowDown");
  assert.notEqual(await page.locator(".chart .readout").innerText(), walked);
  await done("grids-wide");
});

test("arrow keys walk over the strip and the table of heaps, Enter chooses", async () => {
  const { page, done } = await visit(bench, "/game?rule=kayles&tab=table");
  const table = page.locator(".scroll.tall").first();
  await table.locator("td[data-n]").first().waitFor();
  await table.focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await page.waitForURL(/[?&]n=\d+/);
  const n = Number(new URL(page.url()).searchParams.get("n"));
  assert.ok(n >= 2, String(n));
  await page.locator(".inspector").getByText(`n = ${n}`).first().waitFor();
  await done("grids-keys");
});

test("a letter of a table under an end rule is chosen by a click", async () => {
  const { page, done } = await visit(bench, "/game?rule=sub:2,3&end=mod2:LR&tab=table");
  await page.locator('td.outcome[data-n="7"]').click();
  await page.locator(".inspector .headline").filter({ hasText: "n = 7" }).waitFor();
  assert.match(page.url(), /[?&]n=7/);
  await done("grids-letter");
});
