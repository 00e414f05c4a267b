/** One search box, one page per game: every kind of text leads to its game, all views share one address. */

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { open, visit } from "./bench.js";

let bench;
before(async () => { bench = await open({ time: "90s" }); });
afterEach(async () => { for (const context of bench?.browser.contexts() ?? []) await context.close(); });
after(async () => { await bench?.close(); });

const PHONE = { width: 390, height: 844, touch: true };

/** What is typed, where it leads, and what is there. */
const SEARCHES = [
  ["Kayles", /\/game\?rule=kayles/, "Kayles"], ["ケイレス", /\/game\?rule=kayles/, "Kayles"], ["{1,2,3}", /rule=sub%3A1%2C2%2C3/, "{1,2,3}"], ["1,2,3", /rule=sub%3A1%2C2%2C3/, "{1,2,3}"],
  ["0.77", /rule=0\.77/, "0.77"], ["{2|-1}", /\/game\?g=/, "{2|-1}"], ["domineering ....|....", /board=domineering/, "Domineering ....|...."], ["ドミナリング ....|....", /board=domineering/, "Domineering ....|...."],
  ["チョコレート", /rule=chocolate%3A3/, "Chocolate bar, k = 3"], ["(n) -> (n-s) for s in {1,3} if s <= n", /\/game\?rule=%28n%29/, "(n) -> (n-s) for s in {1,3} if s <= n"],
  ["0 1 2 3 1 4 3 2 1 4 2 6", /\/identify\?values=/, "Which game is it?"], ["kayl", /rule=kayles/, "Kayles"],
];

test("the search box takes names, sets, codes, values, boards, sequences and texts", async () => {
  for (const [typed, address, heading] of SEARCHES) {
    const { page, done } = await visit(bench, "/");
    await page.getByRole("combobox").fill(typed);
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(address);
    await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
    await page.waitForFunction(() => !document.querySelector("#view[aria-busy]"));
    assert.equal(await page.locator(".message, .fault:not([hidden])").count(), 0, typed);
    await page.waitForLoadState("networkidle");
    await done(`search-${SEARCHES.findIndex(([one]) => one === typed)}`);
  }
});

test("the search box by keyboard, in Japanese, on a phone", async () => {
  const { page, done } = await visit(bench, "/", { ...PHONE, locale: "ja-JP", scheme: "dark" });
  await page.getByRole("combobox").fill("チョコ");
  await page.getByRole("option").nth(1).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.locator('[role=option][aria-selected="true"]').count(), 1);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/game\?rule=/);
  await page.getByRole("tab", { name: "表" }).waitFor();
  await page.waitForLoadState("networkidle");
  await done("search-phone-ja");
});

const TABS = { "en-GB": ["Play", "Numbers", "Table", "Family", "Quotient", "Values", "Proof", "Export"], "ja-JP": ["対局", "グランディ数", "表", "集合族", "商", "ゲームの値", "証明", "書き出し"] };

test("all views of a game share one address, in both languages, wide and narrow", async () => {
  for (const [locale, size] of [["en-GB", {}], ["ja-JP", PHONE]]) {
    const { page, done } = await visit(bench, "/game?rule=sub:2,3&end=mod2:LR", { locale, ...size });
    await page.getByRole("tab").first().waitFor();
    assert.deepEqual(await page.getByRole("tab").allTextContents(), TABS[locale]);
    for (const name of TABS[locale]) {
      await page.getByRole("tab", { name, exact: true }).click();
      await page.locator('[role=tab][aria-selected="true"]', { hasText: name }).waitFor();
      await page.waitForFunction(() => !document.querySelector("#view[aria-busy]") && document.querySelector("#view").textContent.length > 40);
      assert.equal(await page.locator(".message").count(), 0, name);
      const { searchParams } = new URL(page.url());
      assert.deepEqual([searchParams.get("rule"), searchParams.get("end")], ["sub:2,3", "mod2:LR"], name);
    }
    await page.goBack();
    await page.locator('[role=tab][aria-selected="true"]', { hasText: TABS[locale][6] }).waitFor();
    await page.waitForLoadState("networkidle");
    await done(`game-tabs-${locale}`);
  }
});

test("what is typed in the panel shows at once; the rule is put in words", async () => {
  const { page, done } = await visit(bench, "/game?rule=kayles");
  await page.getByText("Period 12 from n = 71").waitFor();
  await page.getByText("Take 1 or 2; the heap may leave: nothing, one heap or two heaps.").waitFor();
  await page.getByLabel("Rule", { exact: true }).fill("sub:1,2,3");
  await page.getByText("Period 4 from n = 0").first().waitFor();
  await page.getByText("Take 1, 2 or 3 stones from a heap.").waitFor();
  await page.getByText("n ≡ 0 (mod 4)").waitFor();
  assert.match(page.url(), /rule=sub%3A1%2C2%2C3/);
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), "INPUT", "one goes on typing");
  await page.getByLabel("End rule").fill("misere");
  await page.getByText("n ≡ 1 (mod 4)").first().waitFor();
  await page.getByText("The player who cannot move wins.").waitFor();
  await done("game-live");
});

test("the chart answers: point, choose, zoom; the chosen heap is in the link and in every view", async () => {
  const { page, done } = await visit(bench, "/game?rule=kayles");
  await page.getByText("Period 12 from n = 71").waitFor();
  const canvas = page.locator("canvas.scatter");
  await canvas.focus();
  for (let i = 0; i < 12; i += 1) await page.keyboard.press("ArrowRight");
  await page.locator(".inspector .pointed", { hasText: "G(12) = 4" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/[?&]n=12/);
  await page.locator(".inspector").getByText("5 + 5: 0 P").waitFor();
  assert.equal(await page.locator("g[data-n].chosen").getAttribute("data-n"), "12", "the strip shows it too");
  const box = await canvas.boundingBox();
  await page.mouse.move(box.x + 300, box.y + 120);
  await page.locator(".inspector .pointed", { hasText: /G\(\d+\) = \d/ }).waitFor();
  const before = await page.locator(".inspector .pointed").textContent();
  await page.mouse.wheel(0, -900);
  await page.mouse.move(box.x + 420, box.y + 160, { steps: 3 });
  await page.waitForFunction((text) => document.querySelector(".inspector .pointed").textContent !== text, before);
  await page.getByRole("tab", { name: "Table" }).click();
  await page.locator("td.chosen").waitFor();
  assert.equal(await page.locator("td.chosen").getAttribute("data-n"), "12");
  await page.locator("td.linked").first().waitFor();
  await page.reload();
  await page.locator('td.chosen[data-n="12"]').waitFor();
  await page.locator(".inspector").getByRole("link", { name: "Play from here" }).click();
  await page.getByText("Your move").waitFor();
  assert.equal(await page.locator(".board .stone").count(), 12);
  await done("game-chart");
});

test("a grid answers: the options of a cell are framed", async () => {
  const { page, done } = await visit(bench, "/game?rule=chocolate:3&to=6,18");
  await page.locator('g[data-row="2"][data-column="7"]').click();
  await page.locator(".inspector").getByText("(2, 7)", { exact: true }).waitFor();
  await page.locator(".inspector").getByText("(0, 0): 0 P").waitFor();
  const framed = await page.locator("g[data-row]:has(rect[stroke-dasharray='3 2'])").count();
  assert.equal(framed, 9, "two by rows, seven by columns");
  await page.locator(".inspector").getByRole("link", { name: "Play from here" }).click();
  await page.locator(".board .square").first().waitFor();
  await done("game-grid");
});

test("a thermograph in the hand: the temperature is dragged, the game is cooled", async () => {
  for (const [locale, words] of [["en-GB", ["Temperature", "Cooled by 1: {1|0}", "t = 1: Left wall 1, Right wall 0"]], ["ja-JP", ["温度", "1 だけ冷やすと: {1|0}", "t = 1: 左壁 1、右壁 0"]]]) {
    const { page, done } = await visit(bench, "/game?g={2|-1}", { locale });
    const slider = page.getByRole("slider", { name: words[0] });
    await slider.waitFor();
    await slider.fill("1");
    await page.getByText(words[1]).waitFor();
    await page.getByText(words[2]).first().waitFor();
    const box = await page.locator("svg.thermo").boundingBox();
    await page.mouse.move(box.x + 200, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 200, box.y + 20, { steps: 3 });
    await page.mouse.up();
    await page.getByText(/t = 2/).first().waitFor();
    await page.waitForLoadState("networkidle");
    await done(`game-thermograph-${locale}`);
  }
});

test("the gallery shows every game, filtered by kind and by words", async () => {
  for (const [locale, words] of [["en-GB", { boards: "boards", filter: "Filter by name or words", find: "cake" }], ["ja-JP", { boards: "盤", filter: "名前や言葉で絞り込む", find: "ケーキ" }]]) {
    const { page, done } = await visit(bench, "/gallery", { locale, ...(locale === "ja-JP" ? PHONE : {}) });
    const { games } = await (await fetch(`${bench.base}/api/v1/games`)).json();
    await page.locator('[data-game="board:konane"]').waitFor();
    const shown = await page.locator("[data-game]").evaluateAll((all) => all.map((e) => e.dataset.game));
    const onBoards = games.filter((game) => game.kind === "board" || game.kind === "loopy");
    for (const game of games) {
      const name = onBoards.includes(game) ? `board:${game.name}` : game.kind === "language" ? game.rule : game.name;
      assert.ok(shown.includes(name), name);
    }
    await page.getByRole("button", { name: words.boards, exact: true }).click();
    assert.equal(await page.locator("[data-game]").count(), onBoards.length);
    await page.waitForURL(/kind=board/);
    await page.reload();
    await page.locator('[data-game="board:konane"]').waitFor();
    assert.equal(await page.locator("[data-game]").count(), onBoards.length);
    await page.goto(`${bench.base}/gallery`);
    await page.getByLabel(words.filter).fill(words.find);
    await page.waitForFunction(() => document.querySelectorAll("[data-game]").length < 10);
    assert.ok((await page.locator("[data-game]").evaluateAll((all) => all.map((e) => e.dataset.game))).includes("lib:cutcake"));
    await page.waitForLoadState("networkidle");
    await done(`gallery-${locale}`);
  }
});

test("every game of the gallery has a page that works", async () => {
  const { page } = await visit(bench, "/gallery");
  await page.locator('[data-game="board:konane"]').waitFor();
  const links = await page.locator("[data-game] a.cover").evaluateAll((all) => all.map((e) => e.getAttribute("href")));
  const broken = [];
  page.setDefaultTimeout(120_000);
  // Over the worker some of the boards stand for all.
  for (const link of links.filter((one, i) => bench.served || !one.includes("board=") || i % 8 === 0)) {
    await page.goto(bench.base + link);
    await page.waitForFunction(() => document.querySelector("#view") && !document.querySelector("#view[aria-busy]"));
    if (await page.locator("#view > .message, .fault:not([hidden])").count()) broken.push(`${link}: ${await page.locator("#view > .message, .fault:not([hidden])").first().textContent()}`);
  }
  assert.deepEqual(broken, []);
});

test("a certificate that is brought is checked, a false one rejected", async () => {
  for (const [locale, words] of [["en-GB", ["valid", "rejected"]], ["ja-JP", ["正しい", "却下"]]]) {
    const { page, done } = await visit(bench, "/check", { locale });
    const certificate = await (await fetch(`${bench.base}/api/v1/certificate?rule=0.77`)).text();
    await page.locator("input[type=file]").setInputFiles({ name: "kayles.json", mimeType: "application/json", buffer: Buffer.from(certificate) });
    await page.getByText(words[0], { exact: true }).waitFor();
    // The button checks the file again, not the empty field next to it.
    await page.locator("main button[type=submit]").click();
    await page.getByText("kayles.json").waitFor();
    await page.getByText(words[0], { exact: true }).waitFor();
    assert.equal(await page.getByText(words[1], { exact: true }).count(), 0);
    await page.locator("textarea").fill(certificate.replace('"period": 12', '"period": 13'));
    await page.locator("main button[type=submit]").click();
    await page.getByText(words[1], { exact: true }).waitFor();
    await done(`check-${locale}`);
  }
});

test("what is typed slowly is kept", async () => {
  const { page, done } = await visit(bench, "/game?rule=kayles");
  await page.locator("svg, table").first().waitFor();
  const rule = page.getByLabel("Rule", { exact: true });
  await rule.fill("");
  // Slower than the pause after which an unfinished text is asked.
  await rule.pressSequentially("sub:1,2,3", { delay: 600 });
  assert.equal(await rule.inputValue(), "sub:1,2,3");
  await page.waitForFunction(() => new URL(location.href).searchParams.get("rule") === "sub:1,2,3");
  await done("typed-slowly");
});

test("the table of a game keeps to its end rule", async () => {
  const { page, done } = await visit(bench, "/game?rule=sub:2,3&end=mod2:LR&tab=table&to=20");
  const cell = (n) => page.locator(`table.grundy td[data-n="${n}"]`);
  await cell(20).waitFor();
  const found = await (await fetch(`${bench.base}/api/v1/outcomes?rule=sub:2,3&end=mod2:LR&to=20`)).json();
  for (const n of [0, 1, 5, 6, 20]) assert.equal(await cell(n).textContent(), found.outcomes[n], `n = ${n}`);
  assert.equal(await page.getByText("Zeros are bold").count(), 0);
  await page.goto(`${bench.base}/game?rule=kayles&end=misere&tab=table&to=20`);
  await page.getByText("Genus symbols of misère play").waitFor();
  await done("table-under-an-end");
});

test("a formula is tested as far as there are coordinates, and a proof counts its heaps once", async () => {
  const { page, done } = await visit(bench, "/game?rule=lib:chocolate3&tab=table");
  const reach = page.locator("form").filter({ hasText: "Formula" }).getByLabel("Up to", { exact: true });
  await reach.waitFor();
  assert.equal((await reach.inputValue()).split(",").length, 3);
  await page.goto(`${bench.base}/game?rule=kayles&tab=proof`);
  await page.getByText("all heaps up to 194 were computed").waitFor();
  await done("reach");
});

test("numbers beyond 2^53 have a thermograph", async () => {
  for (const g of ["2**53", "{2**60|-2**60}"]) {
    const { page, done } = await visit(bench, `/game?g=${encodeURIComponent(g)}`);
    await page.locator("svg.thermo").waitFor();
    assert.ok((await page.locator("svg.thermo .gridline").count()) < 60);
    // Digits that a double does not hold are not made up.
    if (g.startsWith("{")) await page.getByText("1152921504606846977", { exact: true }).waitFor();
    await done("large-numbers");
  }
  // On a phone the digits are broken into lines, and no number stands twice at an axis.
  const { page, done } = await visit(bench, `/values?g=${encodeURIComponent("2**190")}`, { width: 390, height: 844, touch: true });
  await page.locator("svg.thermo").waitFor();
  await page.getByText(/^Cooled by/).waitFor();
  const labels = await page.locator("svg.thermo text[text-anchor=middle]").allTextContents();
  assert.equal(new Set(labels).size, labels.length, labels.join());
  await done("large-numbers-phone");
});

test("the parity theorem is tested for a game", async () => {
  const { page, done } = await visit(bench, "/game?rule=0.77&tab=proof");
  await page.getByText("Guy and Smith: if the numbers repeat").waitFor();
  await page.getByRole("button", { name: "Test it for this game" }).click();
  await page.getByText("holds as far as tested").waitFor();
  await done("game-parity");
});

test("every item of Reproduce opens in the workbench", async () => {
  const { page, done } = await visit(bench, "/reproduce");
  await page.getByRole("link", { name: "Open in the workbench" }).first().waitFor();
  const { items } = await (await fetch(`${bench.base}/api/v1/reproduce/items`)).json();
  const links = await page.getByRole("link", { name: "Open in the workbench" }).evaluateAll((all) => all.map((e) => e.getAttribute("href")));
  assert.equal(links.length, items.length);
  await done("reproduce-links");
  for (const [i, link] of links.entries()) {
    if (items[i].id === "E34") continue; // all of the report, which is this page
    assert.notEqual(link, "/", items[i].id);
    const visited = await visit(bench, link);
    await visited.page.locator("h1").waitFor();
    await visited.page.waitForFunction(() => !document.querySelector("#view[aria-busy]"));
    assert.equal(await visited.page.locator("#view > .message, .fault:not([hidden])").count(), 0, `${items[i].id}: ${link}`);
    await visited.page.context().close();
  }
});

test("what is saved is named after the game, in the language of the page, for paper", async () => {
  const { page, done } = await visit(bench, "/game?rule=kayles", { locale: "ja-JP", scheme: "dark" });
  await page.getByText("n = 71 から周期 12").waitFor();
  const saving = page.waitForEvent("download");
  await page.locator("section.card").filter({ has: page.locator("canvas.scatter") }).getByRole("button", { name: "SVG" }).click();
  const file = await saving;
  assert.equal(file.suggestedFilename(), "kayles-numbers.svg");
  const { readFileSync } = await import("node:fs");
  const text = readFileSync(await file.path(), "utf8");
  assert.match(text, /グランディ数の散布図/);
  assert.match(text, /fill="#ffffff"/);
  await page.getByRole("tab", { name: "書き出し" }).click();
  const rows = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV", exact: true }).click();
  assert.equal((await rows).suggestedFilename(), "kayles.csv");
  await done("game-export-ja");
});

/** Pages of earlier versions, the view that each has become, and what is on it. */
const MOVED = [
  ["/sequence?rule=0.77&to=143", { rule: "0.77", to: "143", tab: "numbers" }, "Period 12 from n = 71"], ["/sequence?rule=kayles&to=40&end=misere", { rule: "kayles", end: "misere", tab: "table" }, "Genus symbols of misère play"],
  ["/quotient?rule=sub:2,3&end=mod2:LR&position=6%2B9", { rule: "sub:2,3", end: "mod2:LR", heaps: "6+9", tab: "quotient" }, "40 elements"], ["/play?rule=31game&position=31", { rule: "31game", position: "31", tab: "play" }, "Your move"],
  ["/play?rule=board:domineering&position=3x3&side=right", { board: "domineering", position: "3x3", side: "right", tab: "play" }, "Domineering 3x3"], ["/play?rule=%7B1%7C-1%7D+%2B+*", { g: "{1|-1} + *", tab: "play" }, "Your move"],
];

test("pages of earlier versions lead to the views that they have become", async () => {
  for (const [address, wanted, text] of MOVED) {
    const { page, done } = await visit(bench, address, {});
    await page.waitForURL(/\/game\?/);
    await page.getByText(text).first().waitFor();
    const { searchParams } = new URL(page.url().replace("#/", ""));
    for (const [key, value] of Object.entries(wanted)) assert.equal(searchParams.get(key), value, `${key} of ${address}`);
    // They leave no trace in the history: Back leaves the workbench.
    assert.ok(await page.evaluate(() => history.length) <= 2, address);
    await page.waitForLoadState("networkidle");
    await done(`moved-${MOVED.findIndex(([one]) => one === address)}`);
  }
});
