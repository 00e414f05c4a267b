/** The pages explain themselves, are light, and stay still. */

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { answers, open, visit } from "./bench.js";

let bench;
before(async () => { bench = await open(); });
afterEach(async () => { for (const context of bench?.browser.contexts() ?? []) await context.close(); });
after(async () => { await bench?.close(); });

const PHONE = { width: 390, height: 844, touch: true };

test("the theorem, the window and the P-positions are shown, in both languages", async () => {
  for (const [locale, words] of [["en-GB", ["Guy and Smith: if the numbers repeat", "a tail of 53, period 34", /^P: /]], ["ja-JP", ["Guy–Smith の定理", "尻尾 53、周期 34", /^P: /]]]) {
    const { page, done } = await visit(bench, "/game?rule=0.07&tab=proof", { locale });
    for (const text of words.slice(0, 2)) await page.getByText(text).waitFor();
    await page.locator("p", { hasText: words[2] }).filter({ hasText: "(mod 34)" }).first().waitFor();
    await done(`explain-proof-${locale}`);
  }
});

test("a letter tells what it means when it is pointed at or reached", async () => {
  for (const [locale, meaning] of [["en-GB", "whoever is to move loses"], ["ja-JP", "これから動く方が負ける"]]) {
    const { page, done } = await visit(bench, "/game?rule=sub:1,2,3&tab=proof", { locale });
    const term = page.locator(".term", { hasText: /^P$/ }).first();
    await term.waitFor();
    await term.hover();
    assert.match(await term.evaluate((e) => getComputedStyle(e, "::after").content), new RegExp(meaning));
    await term.focus();
    assert.match(await term.getAttribute("aria-label"), new RegExp(meaning));
    await done(`explain-term-${locale}`);
  }
});

test("the editor colours, completes, underlines what is wrong, and has texts to click", async () => {
  for (const [locale, words] of [["en-GB", { rule: "Rule", sample: "take 1, 3 or 4", compute: "Compute" }], ["ja-JP", { rule: "規則", sample: "1・3・4 個取る", compute: "計算する" }]]) {
    const { page, done } = await visit(bench, "/games", { locale, ...(locale === "ja-JP" ? PHONE : {}) });
    const editor = page.getByLabel(words.rule, { exact: true });
    await page.locator(".under .k-keyword", { hasText: "position" }).waitFor();
    assert.equal(await page.locator(".under").evaluate((e) => e.textContent.trimEnd()), (await editor.inputValue()).trimEnd(), "the same text beneath");
    const places = await page.evaluate(() => { const [a, b] = [document.querySelector(".editor textarea"), document.querySelector(".under")].map((e) => getComputedStyle(e)); return [a.fontSize, b.fontSize, a.lineHeight, b.lineHeight]; });
    assert.equal(places[0], places[1]);
    assert.equal(places[2], places[3]);
    await editor.fill("posi");
    await page.getByRole("option", { name: /position/ }).waitFor();
    await editor.press("Tab");
    assert.equal(await editor.inputValue(), "position");
    await editor.fill("position (y, z)\nboth: (v, z) forr v in 0 ..< y\n");
    await page.getByRole("button", { name: words.compute }).click();
    await page.locator(".under .wrong", { hasText: "forr" }).waitFor();
    if (!(await page.getByRole("button", { name: words.sample }).isVisible())) await page.locator("details.help summary").click();
    await page.getByRole("button", { name: words.sample }).click();
    assert.match(await editor.inputValue(), /\{1,3,4\}/);
    await page.getByRole("button", { name: words.compute }).click();
    await page.locator("g[data-row]").first().waitFor();
    await done(`explain-editor-${locale}`);
  }
});

test("a game of one's own is played on its page", async () => {
  const rule = "game small(k = 2)\nposition (y, z) where y <= z div k\nboth: (u, z) for u in 0 ..< y\n      (min(y, w div k), w) for w in 0 ..< z\nend: normal\nshow: bar";
  const { page, done } = await visit(bench, `/game?rule=${encodeURIComponent(rule)}&tab=play&position=${encodeURIComponent("(2,5)")}`);
  await page.getByText("Your move").waitFor();
  assert.ok(await page.locator(".board .square").count() > 6, "drawn as a bar");
  await page.locator(".board .square.can").last().click();
  await page.locator(".history li").first().waitFor();
  await done("explain-own");
});

test("a chart of very many rows has an overview with an axis", async () => {
  const { page, done } = await visit(bench, "/family?min=2&max=16");
  await page.locator("canvas.aside").waitFor();
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Zoom in" }).click({ clickCount: 3 });
  const box = await page.locator("canvas.aside").boundingBox();
  await page.mouse.click(box.x + 10, box.y + box.height * 0.8);
  await page.waitForURL(/row=[1-9]\d{3,}/);
  await done("explain-overview");
});

test("the first view weighs little", async (context) => {
  if (!bench.served) {
    context.skip("what the service worker keeps weighs nothing; the size of the site has a test of its own");
    return;
  }
  const { page } = await visit(bench, "/");
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.clearBrowserCache");
  let bytes = 0;
  client.on("Network.loadingFinished", ({ encodedDataLength }) => { bytes += encodedDataLength; });
  await page.reload();
  await page.waitForLoadState("networkidle");
  assert.ok(bytes > 10_000 && bytes <= 160_000, `${bytes} bytes`);
});

const STILL = ["/", "/game?rule=kayles", "/game?rule=chocolate:3", "/game?g={2|-1}", "/game?rule=31game&tab=play", "/gallery", "/family?min=2&max=8", "/reproduce"];

test("nothing jumps while a page is made", async () => {
  for (const size of [{}, PHONE]) {
    for (const address of STILL) {
      const { page } = await visit(bench, "/check", size);
      await page.addInitScript(() => {
        window.shifted = 0;
        new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value; }).observe({ type: "layout-shift", buffered: true });
      });
      await page.goto(bench.base + address);
      await page.waitForLoadState("networkidle");
      await page.waitForTimeout(300);
      const shifted = await page.evaluate(() => window.shifted);
      assert.ok(shifted < 0.05, `${address} ${size.width ?? "wide"}: ${shifted.toFixed(3)}`);
      await page.context().close();
    }
  }
});

test("letters are never too small on a phone", async () => {
  for (const address of ["/", "/game?rule=kayles", "/game?rule=chocolate:3", "/game?g={2|-1}", "/game?rule=nim&tab=play", "/game?rule=sub:2,3&end=mod2:LR&tab=quotient"]) {
    const { page } = await visit(bench, address, { ...PHONE, locale: "ja-JP" });
    await page.waitForLoadState("networkidle");
    const small = await page.evaluate(() => [...document.querySelectorAll("body *")].filter((e) => e.checkVisibility?.() && [...e.childNodes].some((c) => c.nodeType === 3 && c.textContent.trim()) && !e.closest("[aria-hidden=true], .visually-hidden, title, desc, option")).map((e) => {
      const svg = e.closest("svg");
      const scale = svg && svg.viewBox.baseVal?.width ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
      return [Number.parseFloat(getComputedStyle(e).fontSize) * scale, e.textContent.trim().slice(0, 30)];
    }).filter(([size]) => size < 10.95));
    assert.deepEqual(small.slice(0, 4), [], address);
    await page.context().close();
  }
});

test("the chart answers within a tenth of a second", async () => {
  const { page } = await visit(bench, "/game?rule=0.07&to=20000");
  await page.locator("canvas.scatter").waitFor();
  await page.waitForLoadState("networkidle");
  await page.locator("canvas.scatter").focus();
  const { work, shown } = await answers(page, ["+", "+", "ArrowRight", "ArrowRight", "PageDown", "-", "Enter", "0", "End", "Home"]);
  console.log(`# answers to keys: median ${work} ms of work, ${shown} ms until shown`);
  assert.ok(work < 100, `${work} ms`);
});
