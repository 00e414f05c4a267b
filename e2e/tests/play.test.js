/** Playing: by mouse, finger and keys; hints, history, overlay. */

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { open, visit } from "./bench.js";

let bench;
before(async () => { bench = await open(); });
afterEach(async () => { for (const context of bench?.browser.contexts() ?? []) await context.close(); });
after(async () => { await bench?.close(); });

const PHONE = { width: 390, height: 844, touch: true };
const LANGUAGES = [
  ["en-GB", { turn: "Your move", hint: "Hint", overlay: "Show P-positions", back: "One move back", on: "One move forward", live: "back to the current position", again: "Start again", undo: "Take back" }],
  ["ja-JP", { turn: "あなたの番です", hint: "ヒント", overlay: "必敗形を表示", back: "一手戻る", on: "一手進む", live: "対局に戻る", again: "最初から", undo: "待った" }],
];

test("a hint marks the stones that go, in both languages", async () => {
  for (const [locale, words] of LANGUAGES) {
    const { page, done } = await visit(bench, "/play?rule=31game&position=31", { locale });
    await page.getByText(words.turn).waitFor();
    assert.equal(await page.locator(".board .hinted").count(), 0);
    await page.getByRole("button", { name: words.hint, exact: true }).click();
    const marked = await page.locator(".board .hinted").evaluateAll((all) => all.map((e) => Number(e.dataset.stone)));
    assert.deepEqual(marked, [28, 29, 30], "three are taken");
    await done(`play-hint-${locale}`);
  }
});

test("the game so far is stepped through, and nothing is played while one looks back", async () => {
  for (const [locale, words] of LANGUAGES) {
    const { page, done } = await visit(bench, "/play?rule=nim&position=9%2B8%2B7", { locale });
    await page.getByText(words.turn).waitFor();
    await page.locator('circle[data-heap="0"][data-stone="6"]').click();
    await page.locator(".history li").nth(1).waitFor();
    await page.getByText(words.turn).waitFor();
    const address = page.url();
    const stones = () => page.locator(".board .stone").count();
    const now = await stones();
    await page.getByRole("button", { name: words.back, exact: true }).click();
    await page.getByRole("button", { name: words.back, exact: true }).click();
    await page.waitForFunction(() => document.querySelectorAll(".board .stone").length === 24);
    assert.equal(await page.locator(".board .can").count(), 0, "one only looks");
    await page.locator('circle[data-heap="1"][data-stone="0"]').click({ force: true });
    await page.waitForTimeout(1500);
    assert.equal(await page.locator(".history li").count(), 2);
    assert.equal(page.url(), address);
    await page.getByRole("button", { name: words.on, exact: true }).click();
    await page.getByRole("button", { name: words.live }).click();
    await page.getByText(words.turn).waitFor();
    assert.equal(await stones(), now);
    assert.equal(await page.locator(".eval").count(), 3);
    await done(`play-steps-${locale}`);
  }
});

test("the strip shows where the game was thrown away", async () => {
  // 31 is won by leaving 28; 30 is a mistake.
  const { page, done } = await visit(bench, "/play?rule=31game&position=31&moves=0");
  await page.locator(".eval").nth(1).waitFor();
  const classes = await page.locator(".eval").evaluateAll((all) => all.slice(0, 2).map((e) => e.className));
  assert.deepEqual(classes, ["eval person", "eval program"]);
  await done("play-strip");
});

test("P-positions lie over the stones, by the rule of the end", async () => {
  for (const [end, lost] of [["normal", [0, 4, 8, 12]], ["misere", [1, 5, 9, 13]]]) {
    for (const [locale, words] of LANGUAGES) {
      const { page, done } = await visit(bench, `/play?rule=sub:1-3&position=14&end=${end}`, { locale });
      await page.getByText(words.turn).waitFor();
      await page.getByRole("button", { name: words.overlay }).click();
      await page.locator(".pmark").first().waitFor();
      const places = await page.evaluate(() => {
        const stones = [...document.querySelectorAll(".board .stone")];
        const centre = (e) => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
        return [...document.querySelectorAll(".pmark")].map((mark) => { const [x, y] = centre(mark); return stones.findIndex((s) => { const [a, b] = centre(s); return Math.hypot(a - x, b - y) < 10; }); });
      });
      assert.deepEqual(places, lost, end);
      await done(`play-overlay-${end}-${locale}`);
    }
  }
});

test("the keyboard stays where it is through moves and answers", async () => {
  const { page, done } = await visit(bench, "/play?rule=nim&position=9%2B8%2B7");
  await page.getByText("Your move").waitFor();
  await page.locator('.board [data-key="0:6"]').focus();
  for (const key of ["ArrowLeft", "ArrowDown", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  await page.locator(".history li").nth(1).waitFor();
  await page.getByText("Your move").waitFor();
  const at = () => page.evaluate(() => document.activeElement?.getAttribute("data-key"));
  assert.match(await at(), /^0:/, "still in the first heap");
  assert.ok(await page.locator(".ring").evaluate((ring) => ring.getAttribute("visibility") === "visible" && ring.getBoundingClientRect().width > 30), "and one sees it");
  await page.getByRole("button", { name: "Take back" }).press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".history li").length === 0);
  assert.notEqual(await page.evaluate(() => document.activeElement), null);
  assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), "BODY", "not lost");
  await done("play-focus");
});

test("every move of a game that breaks rows, and of two heaps, is made on the board", async () => {
  // Two pins from the middle of Kayles, by mouse.
  const { page, done } = await visit(bench, "/play?rule=kayles&position=10");
  await page.getByText("Your move").waitFor();
  const middle = async (key) => { const box = await page.locator(`[data-key="${key}"]`).boundingBox(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  await page.mouse.move(...await middle("0:3"));
  await page.mouse.down();
  await page.mouse.move(...await middle("0:4"), { steps: 4 });
  await page.mouse.up();
  await page.getByText(/10->3\+5/).first().waitFor();
  // The same by keys.
  await page.goto(`${bench.base}/play?rule=kayles&position=10`);
  await page.getByText("Your move").waitFor();
  await page.locator('[data-key="0:3"]').focus();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Enter");
  await page.getByText(/10->3\+5/).first().waitFor();
  // From both heaps of Wythoff's game.
  await page.goto(`${bench.base}/play?rule=wythoff&position=7,10`);
  await page.getByText("Your move").waitFor();
  await page.mouse.move(...await middle("0:5"));
  await page.mouse.down();
  await page.mouse.move(...await middle("1:8"), { steps: 6 });
  await page.mouse.up();
  await page.getByText(/\(5,8\)/).first().waitFor();
  // A heap of Grundy's game is parted.
  await page.goto(`${bench.base}/play?rule=grundys-game&position=9`);
  await page.getByText("Your move").waitFor();
  await page.locator('[data-key="0:2"]').click();
  await page.getByText(/9->2\+7/).first().waitFor();
  await done("play-strokes");
});

test("on a phone stones are large enough for fingers, and nothing of the board is out of reach", async () => {
  for (const [name, address] of [["nim", "/play?rule=nim&position=3%2B5%2B17"], ["bar", "/play?rule=chocolate:3&position=(4,13)"], ["bar3", "/play?rule=lib:chocolate3&position=(3,2,5)"], ["coins", "/play?rule=lib:silver-dollar&position=(1,3,6)"]]) {
    const { page, done } = await visit(bench, address, { ...PHONE, locale: "ja-JP" });
    await page.getByText("あなたの番です").waitFor();
    const sizes = await page.locator(".board [data-key]").evaluateAll((all) => all.map((e) => Math.min(e.getBoundingClientRect().width, e.getBoundingClientRect().height)));
    assert.ok(Math.min(...sizes) >= 36, `${name}: ${Math.min(...sizes)}`);
    await page.locator(".board .can").last().tap();
    await page.locator(".history li").first().waitFor();
    await done(`play-phone-${name}`);
  }
});

test("what several heaps mean for the end can be chosen", async () => {
  const { page, done } = await visit(bench, "/play?rule=sub:2,3&position=5%2B6&end=mod2:LR");
  await page.getByText("Your move").waitFor();
  await page.getByLabel("Several heaps").selectOption("score");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForURL(/sum=score/);
  // Without a server nothing is asked that can be seen from here.
  const asked = bench.served ? page.waitForRequest(/\/api\/v1\/play\?.*sum=score/) : true;
  await page.reload();
  assert.ok(await asked);
  assert.equal(await page.getByLabel("Several heaps").inputValue(), "score");
  await page.getByText(/Your move|You win|You lose/).first().waitFor();
  await done("play-sum");
});

test("one chooses a game to play, any game of the library, or types one", async () => {
  const { page, done } = await visit(bench, "/");
  await page.getByRole("navigation").getByRole("link", { name: "Play", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Play" }).waitFor();
  assert.equal(await page.getByRole("combobox").count(), 1, "one search box");
  await page.getByRole("link", { name: "Amazons", exact: true }).waitFor();
  assert.ok(await page.locator("main .chips a").count() > 100, "all games of the library");
  await page.getByRole("link", { name: "Clobber", exact: true }).click();
  await page.locator(".headline").filter({ hasText: "Your move" }).waitFor();
  assert.match(page.url(), /board=clobber.*tab=play/);
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Play" }).waitFor();
  await page.waitForLoadState("networkidle");
  await done("play-choice");
});

/** What moved, by animations and by what falls off the board, is noted. */
const watch = (page) => page.evaluate(() => {
  window.moved = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function noted(...args) {
    window.moved.push(this.getAttribute("data-disc") ? `disc ${this.getAttribute("data-disc")}` : this.getAttribute("data-laid") ? `laid ${this.getAttribute("data-laid")}` : this.closest(".fallen") || this.localName === "g" ? "gone" : this.localName);
    return animate.apply(this, args);
  };
  window.fell = 0;
  new MutationObserver((all) => { for (const one of all) for (const node of one.addedNodes) if (node.classList?.contains("falling")) window.fell += node.querySelectorAll("g > g").length; }).observe(document.body, { childList: true, subtree: true });
});

/** Address, the place that is pressed, what goes away at least, and what else moves. */
const MOTIONS = [
  ["/game?rule=nim&tab=play&position=3%2B5%2B7", ['[data-key="2:4"]'], 3, null], ["/game?rule=kayles&tab=play&position=10", ['[data-key="0:3"]'], 1, null], ["/game?rule=chocolate:3&tab=play&position=(4,13)%2B(2,8)", ['[data-key="9:0"]'], 1, null],
  ["/game?board=domineering&position=4x4&tab=play", ['[data-key="b3"]', '[data-key="b2"]'], 0, /^laid b2-b3$|^laid b3-b2$/], ["/game?board=clobber&position=xo.%7Cox.%7C..x&tab=play", ['[data-key="a3"]', '[data-key="a2"]'], 0, /^disc a2$/],
  ["/game?board=toads-and-frogs&position=ttt..fff&tab=play", ['[data-key="3"]'], 0, /^disc 4$/],
];

test("moves are seen as on a real board, and by no visitor who wants no motion", async () => {
  for (const motion of ["no-preference", "reduce"]) {
    for (const [address, pressed, gone, other] of MOTIONS) {
      const { page, done } = await visit(bench, address, { motion });
      await page.locator(".headline").filter({ hasText: "Your move" }).waitFor();
      await watch(page);
      for (const place of pressed) await page.locator(`.board ${place}`).first().click();
      await page.locator(".history li").first().waitFor();
      const [fell, moved] = await page.evaluate(() => [window.fell, window.moved]);
      if (motion === "reduce") assert.deepEqual([fell, moved], [0, []], address);
      else {
        assert.ok(fell >= gone, `${address}: ${fell}`);
        if (other) assert.ok(moved.some((one) => other.test(one)), `${address}: ${moved}`);
      }
      await page.locator(".history li").nth(1).waitFor();
      await page.waitForFunction(() => !document.querySelector(".falling"));
      await done(`motion-${motion}-${MOTIONS.findIndex(([one]) => one === address)}`);
    }
  }
});

test("edges of Hackenbush fall with what they carried", async () => {
  const { page, done } = await visit(bench, `/game?board=hackenbush&position=${encodeURIComponent("@1 1l2 2r3 3r4 1r5")}&tab=play`);
  await page.locator(".headline").filter({ hasText: "Your move" }).waitFor();
  await watch(page);
  const box = await page.locator('[data-ends="1-2"]').boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.locator(".history li").first().waitFor();
  assert.ok(await page.evaluate(() => window.fell) >= 3, "three edges");
  await page.waitForFunction(() => !document.querySelector(".falling"));
  await done("motion-hackenbush");
});

test("a small position fills the board, which stays as large while stones go", async () => {
  const { page, done } = await visit(bench, "/game?rule=nim&tab=play&position=2%2B3");
  await page.locator(".headline").filter({ hasText: "Your move" }).waitFor();
  const size = () => page.locator(".board .stone").first().evaluate((one) => Math.round(one.getBoundingClientRect().width));
  const first = await size();
  assert.ok(first >= 50, `${first} pixels`);
  await page.locator('[data-key="1:2"]').click();
  await page.locator(".history li").nth(1).waitFor();
  if (await page.locator(".board .stone").count()) assert.equal(await size(), first);
  const settings = await page.locator(".settings").boundingBox();
  const board = await page.locator(".board").boundingBox();
  assert.ok(settings.y + settings.height <= board.y, "the settings stand above");
  await page.getByLabel("The program plays", { exact: true }).selectOption({ label: "badly: a mistake in 4 of 5 moves" });
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForURL(/level=2/);
  await done("play-size");
});

test("every game begins where the visitor can win, but not at once", async () => {
  const { page, done } = await visit(bench, "/play");
  await page.locator("main .chips a").nth(100).waitFor();
  const unfair = await page.evaluate(async () => {
    const from = (name) => import(new URL(`assets/js/${name}`, document.baseURI).href);
    const [{ ask }, { NAMES }, { playLink }] = await Promise.all([from("api.js"), from("parts/names.js"), from("parts/search.js")]);
    const found = [];
    for (const [name] of NAMES) {
      const { searchParams: given } = new URL(playLink(name).replace("#", ""), location.origin);
      const asked = { rule: given.get("board") ? `board:${given.get("board")}` : given.get("rule"), position: given.get("position") ?? "", first: given.get("first") ?? "" };
      let state = await ask("play", asked);
      const moves = [];
      if (state.turn === "program") {
        moves.push(state.reply.number);
        state = await ask("play", { ...asked, moves: moves.join() });
      }
      const wins = state.moves.filter((move) => move.wins);
      let atOnce = 0;
      for (const { number } of wins.slice(0, 5)) if ((await ask("play", { ...asked, moves: [...moves, number].join() })).winner) atOnce += 1;
      // Where positions recur, or nothing is known, one may draw, or try.
      if (atOnce || (!wins.length && state.outcome && state.outcome !== "D")) found.push(`${name} ${state.position}`);
    }
    return found;
  });
  assert.deepEqual(unfair, []);
  await done("play-fair");
});

test("why: squares are marked, and no board is written in letters", async () => {
  for (const locale of ["en-GB", "ja-JP"]) {
    for (const [position, marked] of [["3x3", true], ["2x4", false]]) {
      const { page, done } = await visit(bench, `/game?board=domineering&position=${position}&tab=play`, { locale });
      await page.locator(".board .can").first().waitFor();
      await page.locator('[data-focus="why"]').click();
      const said = page.locator(".hintline");
      await said.getByText(marked ? /^N: / : /^R: /).waitFor();
      assert.equal(await page.locator(".board .hinted").count() > 0, marked);
      assert.doesNotMatch(await said.textContent(), /[.#]{2,}|\|[.#]/);
      assert.doesNotMatch(await said.textContent(), /(?:^|[。.])\s*(?:に|で|が|は|by)/, "no part of a sentence is left");
      assert.match(await said.textContent(), marked ? /±1|\+-1/ : /Miny/, "the value is said");
      await done(`play-why-${locale}-${position}`);
    }
  }
});
