/** Board games are played on the board: squares, hexagons, strips and graphs, by mouse, finger and keys. */

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { open, visit } from "./bench.js";

let bench;
before(async () => { bench = await open(); });
afterEach(async () => { for (const context of bench?.browser.contexts() ?? []) await context.close(); });
after(async () => { await bench?.close(); });

const game = (board, position) => `/game?board=${board}&position=${encodeURIComponent(position)}&tab=play`;
const place = (page, name) => page.locator(`.board [data-key="${name}"]`);
const first = async (page) => (await page.locator(".history li").first().innerText()).trim();

/** Board, position, places to press one after the other, the move that is made. */
const PRESSED = [
  ["domineering", "....|....|....|....", ["b3", "b2"], "b2-b3"],
  ["amazons", "x..|...|..o", ["a3", "b2", "a3"], "a3-b2-a3"],
  ["hex-clobber", "xox|oxo|xox", ["a3", "b3"], "a3-b3"],
  ["toppling-dominoes", "lrelr", ["4", "5"], "4=lre##"],
  ["mock-turtles", "thth", ["1", "4", "2"], "1-4=httt"],
  ["ruler", "hthht", ["3", "3"], "3"],
  ["geography", "1>2 2>3 3>1 2>4 1:x", ["2"], "1-2"],
  ["chomp", "#...|....|....", ["c2"], "c2"],
];

test("places that are pressed one after the other make the move", async () => {
  for (const [board, position, pressed, move] of PRESSED) {
    const { page, done } = await visit(bench, game(board, position));
    for (const name of pressed) await place(page, name).click();
    await page.locator(".history li").first().waitFor();
    assert.ok((await first(page)).includes(move), `${board}: ${await first(page)} is not ${move}`);
    await done(`sites-${board}`);
  }
});

test("an edge of a graph is pressed as such, and vertices stay where they were", async () => {
  const { page, done } = await visit(bench, game("hackenbush", "1l2 2r3 3e4 2e5 5l1 @1"), { locale: "ja-JP" });
  const at = async (name) => place(page, name).evaluate((e) => [e.getAttribute("cx"), e.getAttribute("cy")].join());
  await place(page, "1").waitFor();
  const before = await at("2");
  const edge = page.locator('[data-ends="3-4"]');
  const box = await edge.boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.locator(".history li").nth(1).waitFor();
  assert.match(await first(page), /3-4/);
  if (await place(page, "2").count()) assert.equal(await at("2"), before);
  await done("sites-edge");
});

test("a stroke from place to place is a move, and what is no move is none", async () => {
  const { page, done } = await visit(bench, game("clobber", "xo.|ox.|..x"));
  const middle = async (name) => { const box = await place(page, name).boundingBox(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const stroke = async (from, to) => {
    await page.mouse.move(...await middle(from));
    await page.mouse.down();
    await page.mouse.move(...await middle(to), { steps: 4 });
    await page.mouse.up();
  };
  await place(page, "a3").waitFor();
  await stroke("a3", "c3");
  await page.waitForTimeout(300);
  assert.equal(await page.locator(".history li").count(), 0);
  await stroke("a3", "a2");
  await page.locator(".history li").first().waitFor();
  assert.match(await first(page), /a3-a2/);
  await done("sites-stroke");
});

test("a double press while the program thinks moves nothing for anybody", async () => {
  const { page, done } = await visit(bench, game("domineering", "....|....|....|...."));
  await place(page, "b3").click();
  await place(page, "b2").click();
  for (const name of ["c3", "c2", "d3", "d2"]) await place(page, name).click({ force: true, timeout: 500 }).catch(() => {});
  await page.locator(".history li").nth(1).waitFor();
  await page.waitForTimeout(1200);
  assert.equal(await page.locator(".history li").count(), 2, "one move of each");
  await done("sites-double");
});

test("arrows walk, Enter chooses, Escape drops the choice, and the moves below are those still meant", async () => {
  const { page, done } = await visit(bench, game("hex-domineering", "...|...|..."));
  await place(page, "a3").focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("data-key")), "b3");
  await page.keyboard.press("Enter");
  const shown = () => page.locator(".moves button:not([hidden])").count();
  const all = await page.locator(".moves button").count();
  assert.ok(await shown() < all && await shown() > 0);
  assert.equal(await place(page, "b3").getAttribute("aria-pressed"), "true");
  await page.keyboard.press("Escape");
  assert.equal(await shown(), all);
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.locator(".history li").first().waitFor();
  assert.match(await first(page), /b3-c3|c3-b3/);
  await done("sites-keys");
});

test("on a phone places are large enough for fingers", async () => {
  for (const [board, position] of [["domineering", "....|....|....|...."], ["hackenbush", "1l2 2r3 3e4 @1"], ["toads-and-frogs", "ttt.fff"], ["hex-col", "...|...|..."]]) {
    const { page, done } = await visit(bench, game(board, position), { width: 390, height: 844, touch: true });
    await page.locator(".board [data-key]").first().waitFor();
    const sizes = await page.locator(".board [data-key]").evaluateAll((all) => all.map((e) => Math.min(e.getBoundingClientRect().width, e.getBoundingClientRect().height)));
    const letters = await page.locator(".board text").evaluateAll((all) => all.map((e) => parseFloat(getComputedStyle(e).fontSize)));
    assert.ok(Math.min(...sizes) >= 36, `${board}: ${Math.min(...sizes)}`);
    assert.ok(Math.min(...letters) >= 11, `${board}: letters of ${Math.min(...letters)}`);
    await done(`sites-phone-${board}`);
  }
});

test("every move of every board game of the library can be made by pressing its places", async () => {
  const { page, done } = await visit(bench, "/gallery");
  const found = await page.evaluate(async () => {
    const { ask } = await import(new URL("assets/js/api.js", document.baseURI).href);
    const { press, ways } = await import(new URL("assets/js/parts/sites.js", document.baseURI).href);
    const { games } = await ask("games", {});
    const [missed, tried] = [[], { games: 0, moves: 0 }];
    for (const one of games.filter((g) => g.kind === "board" || g.kind === "loopy")) {
      const state = await ask("play", { rule: `board:${one.name}` });
      const all = ways(state);
      tried.games += 1;
      for (const way of all) {
        tried.moves += 1;
        const others = [...way.touched].filter((name) => !way.path.includes(name));
        const tries = [way.path, [...way.path, way.path.at(-1)], ...others.map((name) => [...way.path, name])];
        const made = tries.some((names) => {
          let chosen = [];
          for (const name of names) {
            const after = press(all, chosen, [name]);
            if (after.plays) return after.plays === way;
            chosen = after.chosen;
          }
          return false;
        });
        if (!made) missed.push(`${one.name} ${state.position} ${state.moves.find((m) => m.number === way.number).move}`);
      }
    }
    return { missed, tried };
  });
  assert.deepEqual(found.missed, []);
  assert.ok(found.tried.games >= 97 && found.tried.moves > 500, JSON.stringify(found.tried));
  await done("sites-all");
});

test("a text in the language of boards is played next to the editor", async () => {
  const text = "game towers\nboard grid\nleft: . . -> # # along vertical\nright: . . -> # # along horizontal";
  const { page, done } = await visit(bench, "/games");
  await page.locator("textarea").first().fill(text);
  // It is played as soon as it is written.
  await page.getByRole("tab", { name: "Play", selected: true }).waitFor();
  await place(page, "b3").waitFor();
  await place(page, "b3").click();
  await place(page, "b2").click();
  await page.locator(".history li").first().waitFor();
  assert.match(await first(page), /b2-b3/);
  await done("sites-own");
});

test("a mistake in such a text is reported at the text", async () => {
  const { page } = await visit(bench, `/game?board=${encodeURIComponent("game towers\nboard grid\nleft: . . - # #")}&position=3x3&tab=play`, { locale: "ja-JP" });
  await page.locator(".fault:not([hidden])").first().waitFor();
  const fault = await page.locator(".fault:not([hidden])").first().innerText();
  assert.match(fault, /必要|型/);
  assert.doesNotMatch(fault, /^(rule|board|game|ルール):/i);
});

test("board games have their Japanese names, and the search box knows them in both languages", async () => {
  const { page, done } = await visit(bench, "/game?board=konane&tab=play", { locale: "ja-JP" });
  await page.getByRole("heading", { level: 1, name: /^コナネ/ }).waitFor();
  assert.doesNotMatch(await page.locator(".words").innerText(), /コナネ：/);
  await done("sites-name");
  for (const [typed, locale, wanted, named] of [["アマゾン", "ja-JP", /board=amazons/, "アマゾン"], ["arc kayles", "en-GB", /board=arc-kayles/, "Arc Kayles"], ["konane xo.|..o", "en-GB", /board=konane&position=xo/, "Konane xo.|..o"]]) {
    const { page: home } = await visit(bench, "/", { locale });
    const box = home.getByRole("combobox");
    await box.click();
    await box.fill(typed);
    // The names of boards come a little later than the box.
    await home.waitForFunction(([title, place]) => {
      const first = document.querySelector('.meanings [role="option"]');
      return first?.querySelector(".mono")?.textContent?.startsWith(title) && new RegExp(place).test(first.getAttribute("data-href") ?? "");
    }, [named, wanted.source]);
    await box.press("Enter");
    await home.waitForURL(wanted);
  }
});
