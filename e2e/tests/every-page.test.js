/** Every kind of page and every tab on a phone: nothing jumps, letters can be read, fingers can hit; and in the dark, on paper, in another language. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { barriers, open, visit } from "./bench.js";

let bench;
before(async () => { bench = await open(); });
after(async () => { await bench.close(); });

const ADDRESSES = [
  ...["table", "quotient", "values", "proof", "export"].map((tab) => `/game?rule=kayles&tab=${tab}`), "/game?rule=sub:2,3&tab=family&min=2&max=6", "/game?rule=sub:2,3&end=mod2:LR&tab=numbers",
  "/game?rule=chocolate:2&tab=proof", "/game?board=domineering&position=..|..", "/identify?values=0,1,2,0,1,2", "/atlas", "/atlas?sequence=LRLNNLPL", "/check", "/values?g={2||1|0}", "/sequence?rule=0.77", "/games?rule=chocolate:3&to=4,12", "/play", "/play?rule=nim&position=3%2B4", "/game?board=domineering&position=2x3&tab=play", "/game?board=cram&position=2x2&tab=proof", "/games?rule=chocolate:3&to=4,12&tab=conjecture", "/puzzle", "/puzzle?rule=kayles&level=2&seed=4", "/study?rule=nim&position=1%2B2", "/study?rule=nim&position=1%2B2&teach=1", "/worksheet?rule=nim&n=2", "/nowhere",
];

/** Letters below 11 px, as [pixels, text]. Letters of drawings shrink with them. */
function smallLetters() {
  const hasText = (e) => [...e.childNodes].some((c) => c.nodeType === 3 && c.textContent.trim());
  return [...document.querySelectorAll("body *")].filter((e) => e.checkVisibility() && hasText(e) && !e.closest("[aria-hidden=true], .visually-hidden, title, desc, option")).map((e) => {
    const svg = e.closest("svg");
    const scale = svg?.viewBox.baseVal?.width ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
    return [Number.parseFloat(getComputedStyle(e).fontSize) * scale, e.textContent.trim().slice(0, 30)];
  }).filter(([size]) => size < 10.95);
}

/** Buttons and fields that a finger cannot hit: below 24 px. Links in sentences are as high as these. */
function smallTargets() {
  return [...document.querySelectorAll("button, select, input:not([type=range]), summary, a.button")].filter((e) => e.checkVisibility()).map((e) => [e.getBoundingClientRect(), e.textContent.trim().slice(0, 30) || e.outerHTML.slice(0, 60)]).filter(([box]) => box.width > 0 && Math.min(box.width, box.height) < 24).map(([box, name]) => `${name} ${Math.round(box.width)}×${Math.round(box.height)}`);
}

/** A page that stands in light: in the dark its letters can be told from their ground; printed it is light, has its colours, and no buttons, tabs or fields. */
async function inTheDarkAndOnPaper(page, address) {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  assert.deepEqual(await barriers(page, { runOnly: { type: "rule", values: ["color-contrast"] } }), [], `${address} in the dark`);
  await page.emulateMedia({ media: "print" });
  const printed = await page.evaluate(() => [...document.querySelectorAll("button:not(.cellbutton, table button, .variations button), select, input:not([type=checkbox]), [role=tab], header.top, footer.bottom")].filter((one) => one.checkVisibility()).map((one) => one.outerHTML.slice(0, 80)));
  assert.deepEqual(printed, [], `${address} on paper`);
  assert.deepEqual(await page.evaluate(() => [getComputedStyle(document.body).printColorAdjust, getComputedStyle(document.body).color]), ["exact", "rgb(30, 33, 38)"], `${address} on paper`);
}

test("every page on a phone, in the dark and on paper", async (context) => {
  if (!bench.served) {
    context.skip("the job that is looked at is one of the server's");
    return;
  }
  const job = await (await fetch(`${bench.base}/api/v1/jobs`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ command: "period", parameters: { rule: "0.77" } }) })).json();
  const shifts = [];
  for (const address of [...ADDRESSES, `/job?id=${job.id}`]) {
    const { page } = await visit(bench, address, { width: 390, height: 844, touch: true, locale: "ja-JP" });
    await page.waitForLoadState("networkidle");
    const shifted = await page.evaluate(() => new Promise((resolve) => {
      let sum = 0;
      new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value; }).observe({ type: "layout-shift", buffered: true });
      setTimeout(() => resolve(sum), 100);
    }));
    shifts.push([shifted, address]);
    assert.deepEqual((await page.evaluate(smallLetters)).slice(0, 4), [], `letters of ${address}`);
    assert.deepEqual((await page.evaluate(smallTargets)).slice(0, 4), [], `targets of ${address}`);
    assert.deepEqual(await barriers(page), [], `accessibility of ${address}`);
    await inTheDarkAndOnPaper(page, address);
    await page.context().close();
  }
  shifts.sort(([a], [b]) => b - a);
  console.log(`# layout shift at most ${shifts[0][0].toFixed(3)}: ${shifts[0][1]}`);
  assert.deepEqual(shifts.filter(([shifted]) => shifted >= 0.05), []);
});

test("pages that are apart, in the dark and on paper", async () => {
  for (const address of ["/", "/gallery", "/family?min=2&max=7"]) {
    const { page } = await visit(bench, address);
    await page.waitForLoadState("networkidle");
    await inTheDarkAndOnPaper(page, address);
    await page.context().close();
  }
});

/** What the library says of its games, which the texts of games say in both languages themselves. */
const OF_GAMES = ["Chocolate from three sides", "Both players place dominoes in either direction", "Left places vertical dominoes on free squares", "Right horizontal ones", "for s in"];

/** Three words in a row that stand outside the brackets of the pseudo-language, and so in no file of a language. */
function unbracketed() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let text = "";
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    // Texts of games, commands, inputs and elements of monoids are no sentences.
    if (!parent.checkVisibility() || parent.closest("code, pre, textarea, input, script, style, svg, [data-quoted]")) text += " · ";
    else text += `${walker.currentNode.textContent} · `;
  }
  let depth = 0;
  let outside = "";
  for (const c of text) {
    if (c === "⟦") depth++;
    else if (c === "⟧") { depth--; outside += " · "; }
    else if (depth <= 0) outside += c;
  }
  return outside.match(/\b[A-Za-z]+[a-z]( [a-z]+){2,}\b/g) ?? [];
}

test("every sentence of a page is in the files of its language, and a third more of it fits", async () => {
  const wrong = [];
  for (const address of ["/", ...ADDRESSES]) {
    const { page } = await visit(bench, `${address}${address.includes("?") ? "&" : "?"}lang=en-XA`, { width: 390, height: 844, touch: true });
    await page.waitForFunction(() => document.querySelector("main > :not(noscript)"));
    await page.waitForLoadState("networkidle");
    wrong.push(...(await page.evaluate(unbracketed)).filter((said) => !OF_GAMES.includes(said)).map((said) => `${address}: ${said}`));
    const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    if (wide > window + 1) wrong.push(`${address}: ${wide} px in ${window}`);
    await page.context().close();
  }
  assert.deepEqual(wrong, []);
});
