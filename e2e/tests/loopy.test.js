/** Games of the library whose positions can recur: found, played to a draw, valued, or refused with a reason. */

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { open, visit } from "./bench.js";

let bench;
before(async () => { bench = await open(); });
afterEach(async () => { for (const context of bench?.browser.contexts() ?? []) await context.close(); });
after(async () => { await bench?.close(); });

const game = (board, position, tab) => `/game?board=${board}&position=${encodeURIComponent(position)}&tab=${tab}`;
const place = (page, name) => page.locator(`.board [data-key="${name}"]`);
const settled = (page) => page.waitForFunction(() => document.querySelector("#view") && !document.querySelector("#view[aria-busy]"));

test("the gallery has them, with a filter of their own", async () => {
  for (const [locale, chip, name, description] of [["en-GB", "positions recur", "Fox and Geese", /^Geese \(x\) go one step/], ["ja-JP", "局面がくり返す", "狐と鵞鳥", /^左の鵞鳥/]]) {
    const { page, done } = await visit(bench, "/gallery", { locale });
    const { games } = await (await fetch(`${bench.base}/api/v1/games`)).json();
    const wanted = games.filter((one) => one.kind === "loopy").map((one) => `board:${one.name}`);
    assert.equal(wanted.length, 8);
    const card = page.locator('[data-game="board:fox-and-geese"]');
    await card.waitFor();
    await page.getByRole("button", { name: chip, exact: true }).click();
    assert.deepEqual((await page.locator("[data-game]").evaluateAll((all) => all.map((e) => e.dataset.game))).sort(), wanted.sort());
    await page.waitForURL(/kind=loopy/);
    assert.equal(await card.getByRole("heading").innerText(), name);
    assert.match(await card.locator(".told").innerText(), description);
    assert.ok((await card.innerText()).includes(chip));
    await page.waitForFunction(() => [...document.querySelectorAll("[data-game] img")].slice(0, 2).every((image) => image.complete && image.naturalWidth > 0));
    // What is asked for stays with the address.
    await page.reload();
    await card.waitFor();
    assert.equal(await page.locator("[data-game]").count(), wanted.length);
    await page.waitForLoadState("networkidle");
    await done(`loopy-gallery-${locale}`);
  }
});

test("the search box knows them in both languages", async () => {
  for (const [typed, locale, wanted, named] of [["後戻り", "ja-JP", /board=backsliding-toads-and-frogs&position=tt/, "後戻りする蛙"], ["hare", "en-GB", /board=hare-and-hounds&position=4/, "Hare and Hounds"], ["fox-and-geese x.|.o", "en-GB", /board=fox-and-geese&position=x\./, "Fox and Geese x.|.o"]]) {
    const { page } = await visit(bench, "/", { locale });
    const box = page.getByRole("combobox");
    await box.click();
    await box.fill(typed);
    // The names of boards come a little later than the box.
    await page.waitForFunction((title) => document.querySelector('.meanings [role="option"] .mono')?.textContent?.startsWith(title), named);
    await box.press("Enter");
    await page.waitForURL(wanted);
  }
});

/**
 * Plays on the drawing until the game is over: always the first move. Says how the page tells the end.
 */
async function playOut(page) {
  for (let moves = 0; ; moves += 2) {
    // One's own turn, or the end.
    await page.waitForFunction((count) => document.querySelector(".playbox .headline .badge") || (document.querySelectorAll(".history li").length >= count && document.querySelector(".board:not(.locked) .can")), moves);
    if (await page.locator(".playbox .headline .badge").count()) return page.locator(".playbox .headline").innerText();
    assert.ok(moves < 60, "a position comes back sooner");
    const move = (await page.locator(".moves button").first().innerText()).trim();
    for (const name of move.split("-")) {
      await place(page, name).click();
      // As soon as only one move is meant it is made.
      if (!await page.locator(".board .taken").count()) break;
    }
  }
}

test("a game is played to a draw on the drawing, in both languages", async () => {
  for (const [locale, ending] of [["en-GB", /^A draw .*third time/s], ["ja-JP", /^引き分け .*三回/s]]) {
    const { page, done } = await visit(bench, game("backsliding-toads-and-frogs", "tt..f", "play"), { locale });
    assert.match(await playOut(page), ending);
    // Nobody moves any more, and the way there can be looked at.
    assert.equal(await page.locator(".board .can").count(), 0);
    assert.ok(await page.locator(".history li").count() >= 8);
    await done(`loopy-draw-${locale}`);
  }
});

test("the page of Fox and Geese has the value, who wins and how, the moves, and what to take along", async () => {
  for (const [locale, words] of [["en-GB", { outcome: /L: Left wins, whoever begins/, first: /Left first\s+Left wins/, take: "Export" }], ["ja-JP", { outcome: /L: 左手必勝/, first: /左が先手\s+左の勝ち/, take: "書き出し" }]]) {
    const { page, done } = await visit(bench, "/gallery?kind=loopy", { locale });
    await page.locator('[data-game="board:fox-and-geese"] a').click();
    await page.waitForURL(/\/game\?board=fox-and-geese&position=/);
    await page.locator("#view .facts").waitFor();
    const facts = await page.locator("#view .facts").innerText();
    assert.match(facts, words.outcome);
    assert.match(facts, words.first);
    // The value, unless a busy machine had no time for it.
    assert.match(await page.locator("#view .headline, #view .message.warn").innerText(), /^(over$|A limit|制限)/);
    const moves = page.locator(".inspector .options a");
    await moves.first().waitFor();
    assert.equal(await page.locator(".inspector .options .wins").count(), 2);
    await page.getByRole("tab", { name: words.take }).click();
    await page.getByText("ishitori position fox-and-geese '.x.x|....|....|o...'").waitFor();
    await page.goBack();
    await moves.first().click();
    await page.waitForURL(/position=\.\.\.x/);
    await page.locator("#view .facts").waitFor();
    await moves.first().waitFor();
    await done(`loopy-fox-${locale}`);
  }
});

test("a limit that was reached is reported, together with what is known all the same", async () => {
  const { page, done } = await visit(bench, game("checker-kings", "x...|.o..|....|...o", "values"));
  await page.locator("#view .facts").waitFor();
  assert.match(await page.locator("#view .facts").innerText(), /R: Right wins, whoever begins/);
  if (!await page.locator("#view .headline").count()) assert.match(await page.locator("#view .message.warn").innerText(), /before a value was found; who wins is known/);
  await page.locator(".inspector .options a").first().waitFor();
  await done("loopy-unvalued");
  // So many positions that not even all of them are looked at: a part of the answer, or none, and why.
  const kings = "x.x.x.x.|.x.x.x.x|........|........|........|........|o.o.o.o.|.o.o.o.o";
  const { page: many, done: seen } = await visit(bench, game("checker-kings", kings, "values"), { locale: "ja-JP" });
  await many.locator("#view .message").waitFor();
  assert.match(await many.locator("#view .message").innerText(), /制限|上限/);
  await settled(many);
  await seen("loopy-limit");
});

test("a hint marks the one move that leads to the win, and who follows it wins, whoever begins", async () => {
  for (const [address, locale] of [["/game?board=hare-and-hounds&tab=play", "en-GB"], ["/game?board=hare-and-hounds&tab=play&first=you", "ja-JP"], ["/game?board=backsliding-toads-and-frogs&position=t.f&tab=play", "en-GB"], ["/game?board=backsliding-toads-and-frogs&position=tt..f&tab=play", "en-GB"]]) {
    const { page, done } = await visit(bench, address, { locale });
    let promised = false;
    for (let turns = 0; ; turns += 1) {
      await page.waitForFunction(() => document.querySelector(".playbox .headline .badge") || document.querySelector(".board:not(.locked) .can"));
      if (await page.locator(".playbox .headline .badge").count()) break;
      assert.ok(turns < 40, "the win comes nearer");
      const before = await page.locator(".history li").count();
      await page.locator('[data-focus="hint"]').click();
      const marked = await page.locator(".moves button.wins").count();
      assert.ok(marked <= 1 && (marked || !promised), "one move, as long as there is a win");
      promised ||= marked === 1;
      // Where nothing wins one plays on, for a draw.
      await page.locator(marked ? ".moves button.wins" : ".moves button").first().click();
      await page.waitForFunction((count) => document.querySelectorAll(".history li").length > count, before);
    }
    assert.equal(await page.locator(".playbox .headline .badge.good").count(), promised ? 1 : 0, await page.locator(".playbox .headline").innerText());
    if (address.includes("hare")) assert.ok(promised, "the hounds win");
    await done(`loopy-hint-${address.replace(/\W+/g, "-")}`);
  }
});
