/** Each page, used as a person would. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, afterEach, before, test } from "node:test";
import { answers, open, shots, visit } from "./bench.js";

let bench;
before(async () => { bench = await open(); });
afterEach(async () => { for (const context of bench?.browser.contexts() ?? []) await context.close(); });
after(async () => { await bench?.close(); });

test("home leads to the pages", async () => {
  const { page, done } = await visit(bench, "/");
  await page.getByRole("link", { name: "Kayles", exact: true }).click();
  await page.getByText("Period 12 from n = 71").waitFor();
  assert.match(page.url(), /\/game\?rule=kayles/);
  await page.goBack();
  await page.getByRole("heading", { name: "A workbench for combinatorial games" }).waitFor();
  await done("home");
});

test("numbers: type a rule, see the period, check the certificate, take rows along", async () => {
  const { page, done } = await visit(bench, "/sequence");
  await page.getByLabel("Rule", { exact: true }).fill("0.07");
  await page.getByLabel("Up to n =").fill("203");
  await page.getByText("Period 34 from n = 53").waitFor();
  await page.getByText("0, 1, 15, 17, 18, 32, 35, 52", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Check certificate" }).click();
  await page.getByText("valid", { exact: true }).waitFor();
  const saving = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save certificate" }).click();
  assert.match((await saving).suggestedFilename(), /certificate\.json$/);
  for (const [card, kind] of [["Strip", "SVG"], ["Strip", "PNG"], ["Scatter plot", "SVG"], ["Scatter plot", "PNG"]]) {
    const section = page.locator("section.card").filter({ has: page.getByRole("heading", { name: card, exact: true }) });
    const download = page.waitForEvent("download");
    await section.locator(".actions").getByText(kind, { exact: true }).click();
    assert.match((await download).suggestedFilename(), new RegExp(`\\.${kind.toLowerCase()}$`));
  }
  await page.getByRole("tab", { name: "Table", exact: true }).click();
  await page.locator("table.grundy td.exception").nth(7).waitFor();
  assert.equal(await page.locator("table.grundy td.exception").count(), 8);
  assert.equal(await page.locator("table.grundy thead th").count(), 35, "aligned by the period");
  await page.getByRole("tab", { name: "Export", exact: true }).click();
  const [rows] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "b-file", exact: true }).click()]);
  assert.match(readFileSync(await rows.path(), "utf8"), /^# ishitori .*\n0 0\n1 0\n2 1\n/);
  assert.match(page.url(), /rule=0\.07/);
  assert.match(page.url(), /to=203/);
  await done("sequence");
});

test("numbers: a mistake is shown where it is", async () => {
  const { page, done } = await visit(bench, "/sequence");
  await page.getByLabel("Rule", { exact: true }).fill("0.8Z");
  const mark = page.locator(".fault mark");
  await mark.waitFor();
  assert.equal(await mark.textContent(), "Z");
  assert.equal(await page.getByLabel("Rule", { exact: true }).getAttribute("aria-invalid"), "true");
  await page.getByLabel("Rule", { exact: true }).fill("kayles");
  await page.getByText("Period 12 from n = 71").waitFor();
  await done("sequence-mistake");
});

test("sequence: a long search shows progress and can be cancelled", async () => {
  const { page, done } = await visit(bench, "/sequence?rule=0.106&to=100");
  const cancel = page.getByRole("button", { name: "Cancel" }).first();
  await cancel.waitFor();
  await page.getByText(/· [1-9]\d* s/).first().waitFor();
  await cancel.click();
  await page.getByText("Cancelled.").first().waitFor();
  await done("sequence-cancelled");
});

test("family: hover, click, zoom, filter; the link shows the same", async () => {
  const { page, done } = await visit(bench, "/family?min=2&max=7&min-size=2&to=50");
  const canvas = page.locator("canvas[tabindex]");
  await canvas.waitFor();
  await page.waitForFunction(() => document.querySelector("canvas")?.width > 300);
  await canvas.scrollIntoViewIfNeeded();
  await page.waitForTimeout(300);
  const box = await canvas.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + 28);
  await page.getByText(/S = \{2,3\}, n = \d+: [LRNP]/).waitFor();
  await page.mouse.click(box.x + box.width / 2, box.y + 28);
  await page.getByText("Period 5 from n = 2").waitFor();
  assert.match(await page.locator(".word").textContent(), /^LRLNNLPLNNLPL/);
  assert.match(page.url(), /set=2%2C3/);
  await page.locator("table.stats").waitFor();
  await page.getByText("eventually all L").waitFor();
  await page.goto(page.url());
  await page.getByText("Period 5 from n = 2").waitFor();
  await page.getByLabel("Only sets with").fill("has_R and period > 1");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.getByText(/\d+ of 31 sets are shown/).waitFor();
  await page.getByLabel("Only sets with").fill("periot > 1");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.locator(".fault mark").waitFor();
  assert.equal(await page.locator(".fault mark").textContent(), "periot");
  await done("family-mistake");
});

test("family: 262144 rows stay smooth", async () => {
  const { page, done } = await visit(bench, "/family?min=2&max=20");
  await page.getByText("200\u202f992").waitFor();
  const canvas = page.locator("canvas[tabindex]");
  await page.locator("canvas[tabindex][aria-busy=false]").waitFor({ timeout: 400_000 });
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  // Frames while zooming in and out with the wheel; what counts is our own work in each.
  await page.evaluate(() => {
    window.works = [];
    const ask = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (draw) => ask((time) => {
      const begun = performance.now();
      draw(time);
      window.works.push(performance.now() - begun);
    });
  });
  for (let i = 0; i < 30; i += 1) await page.mouse.wheel(0, i < 15 ? -240 : 240);
  await page.waitForTimeout(300);
  const works = (await page.evaluate(() => window.works)).sort((a, b) => a - b);
  assert.ok(works.length >= 10, `${works.length} frames`);
  const median = works[Math.floor(works.length / 2)];
  console.log(`frames ${works.length}, drawing median ${median.toFixed(1)} ms, worst ${works.at(-1).toFixed(1)} ms`);
  assert.ok(median < 50, `a frame takes ${median} ms`);
  await canvas.focus();
  const { work, shown } = await answers(page, ["ArrowDown", "ArrowRight", "PageDown", "+", "+", "ArrowDown", "-", "PageUp", "End", "Home"]);
  console.log(`# answers to keys on 262 144 rows: median ${work} ms of work, ${shown} ms until shown`);
  assert.ok(work < 100, `${work} ms`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (let i = 0; i < 30; i += 1) await page.mouse.wheel(0, -240);
  await page.getByText(/S = \{2,.*\}, n = \d+/).waitFor();
  await page.waitForURL(/row=\d+/);
  await done("family-large");
});

test("own games: the grid, a conjecture with its counterexample, a mistake in place", async () => {
  const { page, done } = await visit(bench, "/games");
  await page.getByText("Circled").waitFor();
  assert.equal(await page.locator("svg g[data-row]").count(), 176, "the cells of the document");
  assert.equal(await page.locator('svg g[data-row="2"][data-column="7"] text').textContent(), "5");
  await page.locator('svg g[data-row="3"][data-column="10"]').click();
  await page.getByRole("heading", { name: "(3, 10)" }).waitFor();
  await page.getByLabel(/Formula/).fill("y xor z");
  await page.getByRole("button", { name: "Test" }).click();
  await page.getByText(/First counterexample \(1, 4\)|First counterexample/).waitFor();
  await page.locator('svg rect.marked').waitFor();
  await page.screenshot({ path: path.join(shots, "games-counterexample.png"), fullPage: true });
  await page.getByLabel("Rule", { exact: true }).fill("position (y, z)\nboth: (v, z) forr v in 0 ..< y\n");
  await page.getByRole("button", { name: "Compute" }).click();
  await page.locator(".fault mark").waitFor();
  await page.getByRole("button", { name: "chocolate:2" }).click();
  await page.getByText("Circled").waitFor();
  await page.getByRole("button", { name: "Test" }).click();
  await page.getByText("holds as far as tested").waitFor();
  await done("games");
});

test("values: canonical form, thermograph, tree, comparison", async () => {
  const { page, done } = await visit(bench, "/values");
  await page.getByLabel("Game or expression G").fill("{2|-1} + *");
  await page.getByLabel("Compare with H").fill("0");
  await page.getByRole("button", { name: "Evaluate" }).click();
  await page.getByText("{2∗|-1∗}", { exact: true }).first().waitFor();
  await page.getByText("G and H are confused").waitFor();
  for (const label of [/^Thermograph of/, /^Game tree of/]) await page.getByLabel(label).waitFor();
  await page.getByLabel("Game or expression G").fill("{2|");
  await page.keyboard.press("Enter");
  await page.locator(".fault mark").waitFor();
  await page.getByLabel("Game or expression G").fill("{3|1||-2}");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Canonical form" }).waitFor();
  await page.waitForLoadState("networkidle");
  await done("values");
});

test("quotient: order, table, growth, a pasted position", async () => {
  const { page, done } = await visit(bench, "/quotient?rule=sub:2,3&end=mod2:LR");
  await page.getByText("40 elements").waitFor();
  await page.getByText("certified for all heaps").waitFor();
  await page.getByText("P 4 · N 24 · L 6 · R 6").waitFor();
  await page.getByLabel("Heaps", { exact: true }).fill("6+6+9");
  await page.getByRole("button", { name: "Who wins?" }).click();
  await page.locator("p.headline").filter({ hasText: /^[LRNP]: / }).waitFor();
  await page.getByRole("button", { name: "Check certificate" }).click();
  await page.getByText("valid", { exact: true }).waitFor();
  assert.equal(await page.locator("svg g[data-row]").count(), 1600, "40 times 40");
  await done("quotient");
});

test("play: the 31 game, hints, a win, taking back; the link shows the same table", async () => {
  const { page, done } = await visit(bench, "/play?rule=31game&position=31");
  await page.getByText("Your move").waitFor();
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByRole("status").getByText(/take 3 from heap 1/).waitFor();
  for (let turn = 0; turn < 12; turn += 1) {
    const over = page.getByText("You win", { exact: true });
    const mine = page.getByText("Your move");
    await over.or(mine).waitFor();
    if (await over.isVisible()) break;
    await page.getByRole("button", { name: "Hint" }).click();
    const played = await page.locator(".history li").count();
    await page.locator("button.wins").first().click();
    // Until the move is there, it is still said whose turn it was.
    await page.locator(".history li").nth(played).waitFor();
  }
  await page.getByText("You win", { exact: true }).waitFor();
  const moves = await page.locator(".history li").count();
  assert.ok(moves >= 10, `${moves} moves`);
  await page.reload();
  await page.getByText("You win", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Take back" }).click();
  await page.getByText("Your move").waitFor();
  await page.getByRole("button", { name: "Start again" }).click();
  await page.locator(".history li").first().waitFor({ state: "detached" });
  await page.locator('circle[data-stone="29"]').click();
  await page.getByText("another move would have won").waitFor();
  await page.getByRole("slider", { name: "Step" }).waitFor();
  await page.getByRole("button", { name: "One step back" }).click();
  await page.getByRole("button", { name: "Who wins, and why?" }).click();
  await done("play");
});

test("play: a chocolate bar", async () => {
  const { page, done } = await visit(bench, "/play?rule=chocolate:3&position=(4,13)");
  await page.getByText("Your move").waitFor();
  await page.locator('rect[data-c="11"]').first().click();
  await page.locator(".history li").nth(1).waitFor();
  await done("play-chocolate");
});

test("play: a sum of games as it is written", async () => {
  const { page, done } = await visit(bench, "/play?rule={1|-1} %2B *");
  await page.getByText("Your move").waitFor();
  await page.locator("p.headline", { hasText: "{1|-1} + *" }).waitFor();
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator("button.wins").first().click();
  await page.locator(".history li").nth(1).waitFor();
  await done("play-values");
});

test("reproduce: an item of the documents", async () => {
  const { page, done } = await visit(bench, "/reproduce?item=B11");
  await page.locator("#B11").getByText("agrees", { exact: true }).first().waitFor();
  await done("reproduce");
});

test("Japanese, dark, on a phone", async () => {
  const phone = { width: 390, height: 844, scheme: "dark", locale: "ja-JP", touch: true };
  for (const [name, address, text] of [
    ["home", "/", "組合せゲームの作業台"], ["sequence", "/sequence?rule=0.77&to=143", "n = 71 から周期 12"], ["family", "/family?min=2&max=12", "ある所からすべて L"],
    ["games", "/games?rule=chocolate:3&to=10,30", "丸印は後手必勝"], ["values", "/values?g={2||1|0}&h=1", "標準形"], ["quotient", "/quotient?rule=sub:3,4&end=mod2:LR", "すべての山で証明済み"], ["play", "/play?rule=nim&position=3%2B5%2B7", "あなたの番です"], ["reproduce", "/reproduce", "すべて計算する"],
  ]) {
    const { page, done } = await visit(bench, address, phone);
    await page.getByText(text).first().waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.lang), "ja");
    await page.waitForLoadState("networkidle");
    await done(`phone-ja-dark-${name}`);
  }
});

test("the switches of language and colours stay", async () => {
  const { page, done } = await visit(bench, "/sequence?rule=0.77&to=50");
  await page.getByRole("button", { name: "日本語" }).click();
  await page.getByText("n = 71 から周期 12").waitFor();
  assert.match(page.url(), /lang=ja/);
  await page.getByRole("button", { name: "暗い配色にする" }).click();
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(20, 23, 26)");
  await page.reload();
  await page.getByText("n = 71 から周期 12").waitFor();
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(20, 23, 26)");
  await done("switches");
});

test("by keyboard alone", async () => {
  const { page, done } = await visit(bench, "/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "skip");
  const focused = () => page.evaluate(() => (document.activeElement?.textContent ?? "").trim());
  for (let i = 0; i < 10 && (await focused()) !== "Family"; i += 1) await page.keyboard.press("Tab");
  assert.equal(await focused(), "Family");
  await page.keyboard.press("Enter");
  await page.getByLabel("max S ≤").waitFor();
  const label = () => page.evaluate(() => document.activeElement?.labels?.[0]?.textContent ?? document.activeElement?.tagName);
  for (let i = 0; i < 20 && (await label()) !== "max S ≤"; i += 1) await page.keyboard.press("Tab");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("6");
  await page.keyboard.press("Enter");
  await page.waitForURL(/max=6/);
  await page.locator("canvas[tabindex][aria-busy=false]").waitFor();
  for (let i = 0; i < 40 && (await page.evaluate(() => document.activeElement?.tagName)) !== "CANVAS"; i += 1) await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), "CANVAS");
  for (const key of ["ArrowDown", "ArrowRight", "ArrowRight", "+", "-", "0"]) await page.keyboard.press(key);
  await page.getByText("S = {2,3}, n = 2: L").waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("Period 5 from n = 2").waitFor();
  await done("keyboard");
});

test("touch moves the chart", async () => {
  const { page, done } = await visit(bench, "/family?min=2&max=14&px=12", { width: 390, height: 844, touch: true });
  const canvas = page.locator("canvas[tabindex]");
  await canvas.waitFor();
  await page.waitForLoadState("networkidle");
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  const client = await page.context().newCDPSession(page);
  const touch = (type, y) => client.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x: box.x + 200, y }] });
  await touch("touchStart", box.y + 300);
  for (let y = 290; y >= 60; y -= 20) await touch("touchMove", box.y + y);
  await touch("touchEnd", 0);
  await page.waitForURL(/row=[1-9]/);
  await done("family-touch");
});

/** Every page with something on it, and a text by which one knows that it is there. */
const PAGES = [
  ["home", "/", "h1"], ["game", "/game?rule=kayles&n=12", ".badge.good"], ["game-tuple", "/game?rule=chocolate:3&to=6,18&at=2,7", ".inspector .options"], ["game-value", "/game?g={2|-1}", "svg.thermo"], ["game-play", "/game?rule=kayles&position=9&tab=play", ".board .can"], ["gallery", "/gallery?kind=board", "[data-game]"], ["identify", "/identify?values=0,1,2,3,1,4,3,2,1,4,2,6", "section.card"], ["atlas", "/atlas?sequence=LRLNNLPL", "section.card"], ["check", "/check", "textarea"], ["sequence", "/sequence?rule=0.77&to=143", ".badge.good"], ["family", "/family?min=2&max=8&set=2,3", "table.stats tbody tr:nth-child(5)"],
  ["games", "/games?rule=chocolate:3&to=6,18&formula=y+xor+z&fto=9,27&at=2,7", ".badge.bad"], ["values", "/values?g={2||1|0}&h=1", "svg.diagram"],
  ["quotient", "/quotient?rule=sub:2,3&end=mod2:LR&position=6%2B9", ".badge.good"], ["play", "/play?rule=nim&position=3%2B5%2B7", "#view input[type=range]"], ["reproduce", "/reproduce?item=A3,B11", "#B11 .badge.good"],
];

test("accessible in both languages, light and dark", async () => {
  for (const [locale, scheme] of [["en-GB", "dark"], ["ja-JP", "light"]]) {
    for (const [name, address, there] of PAGES) {
      const { page, done } = await visit(bench, address, { locale, scheme });
      await page.locator(there).first().waitFor();
      for (const image of await page.locator("img[loading=lazy]").all()) await image.scrollIntoViewIfNeeded();
      await page.waitForLoadState("networkidle");
      await done(`${locale.slice(0, 2)}-${scheme}-${name}`);
    }
  }
});

test("the keyboard reaches everything and one sees where it is", async () => {
  for (const [name, address, there] of PAGES) {
    const { page } = await visit(bench, address);
    await page.locator(there).first().waitFor();
    await page.waitForLoadState("networkidle");
    const all = await page.evaluate(() => [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")].filter((e) => e.checkVisibility() && e.tabIndex >= 0 && !e.disabled && !e.closest("details:not([open]) > :not(summary)")).length);
    await page.evaluate(() => { window.reached = new Set(); });
    const unseen = [];
    for (let i = 0; i < all + 8; i += 1) {
      await page.keyboard.press("Tab");
      const at = await page.evaluate(() => {
        const e = document.activeElement;
        if (!e || e === document.body) return null;
        window.reached.add(e);
        const style = getComputedStyle(e);
        return { name: e.outerHTML.slice(0, 80), outline: style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth) };
      });
      if (at && at.outline < 2) unseen.push(at.name);
    }
    assert.deepEqual(unseen, [], `focus on ${name}`);
    const reached = await page.evaluate(() => window.reached.size);
    assert.ok(reached >= all, `${name}: ${reached} of ${all}`);
    await page.context().close();
  }
});

test("a cell of the grid by keyboard; a mistake is selected in the editor", async () => {
  const { page, done } = await visit(bench, "/games?rule=chocolate:3&to=10,30");
  await page.locator('svg[tabindex="0"]').focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await page.getByRole("heading", { name: "(1, 3)" }).waitFor();
  assert.match(page.url(), /at=1%2C3/);
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), "svg");
  const editor = page.getByLabel("Rule", { exact: true });
  await editor.fill("position (y, z)\n# 石\nboth: (v, z) forr v in 0 ..< y\n");
  await editor.press("ControlOrMeta+Enter");
  await page.locator(".fault mark").waitFor();
  assert.equal(await editor.evaluate((e) => e.value.slice(e.selectionStart, e.selectionEnd)), "forr");
  await done("games-keyboard");
});

test("what is in view of the chart saves as SVG and PNG", async () => {
  const { page, done } = await visit(bench, "/family?min=2&max=12&row=300&px=20");
  const chart = page.locator("section.card").filter({ has: page.locator("canvas[tabindex]") });
  await page.waitForLoadState("networkidle");
  const save = async (kind) => {
    const saving = page.waitForEvent("download");
    await chart.getByRole("button", { name: kind, exact: true }).click();
    return readFileSync(await (await saving).path());
  };
  const drawing = String(await save("SVG"));
  assert.match(drawing, /^<svg [^>]*aria-label="min 2, max 12, mod2:LR"/);
  // The colours of all rows in view, and their names.
  assert.match(drawing, /<path fill="#005aa8" d="M/);
  const names = drawing.match(/>\{2,[\d,]*\}</g) ?? [];
  assert.ok(names.length >= 20 && names.length < 60, `${names.length} names`);
  const first = names[0].slice(2, -2);
  const { outcomes } = await (await fetch(`${bench.base}/api/v1/outcomes?rule=sub:${first}&end=mod2:LR&to=63`)).json();
  const letters = drawing.match(/>[LRNP]</g) ?? [];
  assert.equal(letters.slice(0, 64).map((letter) => letter[1]).join(""), outcomes, first);
  assert.equal((await save("PNG")).subarray(1, 4).toString(), "PNG");
  await page.getByRole("button", { name: "Show all" }).click();
  await page.waitForTimeout(300);
  assert.match(String(await save("SVG")), /<path fill="#[0-9a-f]{6}"/);
  await done("family-view");
});

test("play: rows that break, pairs and strips can be clicked; the step is in the link", async () => {
  const { page, done } = await visit(bench, "/play?rule=kayles&position=10");
  await page.locator('circle[data-stone="4"]').click();
  await page.getByText(/10->4\+5/).first().waitFor();
  await page.goto(`${bench.base}/play?rule=wythoff&position=7,10`);
  await page.locator('circle[data-heap="1"][data-stone="4"]').click();
  await page.getByText(/\(7,4\)/).first().waitFor();
  await page.goto(`${bench.base}/play?rule=lib:euclid&position=(10,7)`);
  await page.locator('circle[data-heap="0"][data-stone="3"]').click();
  await page.locator(".history li").first().waitFor();
  await page.goto(`${bench.base}/play?rule=lib:silver-dollar&position=(1,3,6)`);
  await page.locator('rect[data-r="0"][data-c="4"]').click();
  await page.getByText(/\(1,3,4\)/).first().waitFor();
  await page.goto(`${bench.base}/play?rule=nim&position=3%2B5%2B7`);
  await page.getByRole("button", { name: "One step back" }).click();
  await page.getByRole("button", { name: "One step back" }).click();
  await page.waitForURL(/step=6/);
  await page.reload();
  await page.getByText("6 / 8").waitFor();
  await done("play-clicks");
});

test("who wants no motion sees none", async () => {
  const { page, done } = await visit(bench, "/sequence?rule=0.106&to=100", { motion: "reduce" });
  await page.getByRole("button", { name: "Cancel" }).first().waitFor();
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  await page.getByRole("button", { name: "Cancel" }).first().click();
  await page.getByText("Cancelled.").first().waitFor();
  await done("no-motion");
});

test("a page that is closed ends its computation, once no visitor comes back to it", async () => {
  const { page } = await visit(bench, "/sequence?rule=0.106&to=100");
  await page.getByText(/· [1-9]\d* s/).first().waitFor();
  await page.goto("about:blank");
  for (let i = 0; ; i += 1) {
    const { jobs } = await (await fetch(`${bench.base}/api/v1/status`)).json();
    if (jobs.running === 0) break;
    assert.ok(i < 400, "it still runs");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
});
