/** What one does on the pages means one thing, and what they show is what is known: strokes, boards that are too large, faults, search. */

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { open, visit } from "./bench.js";

let bench;
before(async () => { bench = await open(); });
afterEach(async () => { for (const context of bench?.browser.contexts() ?? []) await context.close(); });
after(async () => { await bench?.close(); });

test("a click on a pin of Kayles takes that pin, on every pin, down to the last two", async () => {
  for (const [position, pin, left] of [["10", 0, "9"], ["10", 8, "1+8"], ["10", 9, "9"], ["2", 0, "1"]]) {
    const { page, done } = await visit(bench, `/game?rule=kayles&tab=play&position=${position}`);
    await page.locator(".headline").filter({ hasText: "Your move" }).waitFor();
    assert.equal(await page.locator(".board .can").count(), Number(position), "every pin can be clicked");
    await page.locator(`[data-key="0:${pin}"]`).click();
    await page.getByText(`${position}->${left}`).first().waitFor();
    await done(`instrument-kayles-${position}-${pin}`);
  }
});

test("dominoes that were laid stay to be seen, with whose they are", async () => {
  const { page, done } = await visit(bench, "/game?board=domineering&position=4x4&tab=play&moves=0,0");
  await page.locator(".headline").filter({ hasText: "Your move" }).waitFor();
  const laid = await page.locator(".board .laid").evaluateAll((all) => all.map((one) => [one.getAttribute("class"), one.getAttribute("data-laid").split("-").length]));
  assert.deepEqual(laid, [["laid L domino", 2], ["laid R domino", 2]]);
  await done("instrument-laid");
});

test("a board that is too large to judge is played on, and the page says that the program may make mistakes", async () => {
  const { page, done } = await visit(bench, "/game?board=domineering&position=8x8&tab=play");
  await page.locator(".headline").filter({ hasText: "Your move" }).waitFor();
  await page.getByText("may make mistakes").waitFor();
  await page.locator('[data-key="a8"]').click();
  await page.locator(".history li").nth(1).waitFor();
  await page.locator(".headline").filter({ hasText: "Your move" }).waitFor();
  assert.equal(await page.locator(".board .laid").count(), 2);
  assert.equal(await page.locator(".message[role=alert]").count(), 0);
  await done("instrument-large");
});

test("games of the library open where one can play them", async () => {
  for (const address of ["/game?rule=lib:chocolate-pass&tab=play", "/game?rule=lib:mem&tab=play", "/game?rule=lib:silver-dollar&tab=play", "/game?rule=chocolate:3&tab=play"]) {
    const { page, done } = await visit(bench, address);
    await page.locator(".headline").filter({ hasText: "Your move" }).waitFor();
    // Sums of two bars are played by clicks, too.
    await page.locator(".board .can").last().click();
    await page.locator(".history li").nth(1).waitFor();
    await done(`instrument-open-${address.replace(/\W+/g, "-")}`);
  }
});

test("a value that was not found is not drawn as another", async () => {
  const { page, done } = await visit(bench, "/game?board=domineering&position=8x8&tab=values");
  await page.getByRole("heading", { name: "No value was computed" }).waitFor();
  assert.equal(await page.locator(".board text, .thumb text").filter({ hasText: /^x$/ }).count(), 0, "8x8 are squares, not letters");
  assert.equal(await page.locator(".thermo, svg.diagram").count(), 0);
  for (const word of ["tepid", "Cooled by"]) assert.equal(await page.getByText(word).count(), 0, word);
  assert.ok(await page.locator(".figure svg rect").count() >= 64);
  await done("instrument-no-value");
});

test("values of heaps under misère play are said not to add, and slices have one scale", async () => {
  const { page, done } = await visit(bench, "/game?rule=kayles&end=misere&tab=values");
  await page.getByText("do not add").waitFor();
  await done("instrument-misere-values");
  const three = await visit(bench, "/game?rule=lib:chocolate3&tab=table&to=4,4,8");
  await three.page.locator(".legend").nth(1).waitFor();
  const ends = await three.page.locator(".legend").evaluateAll((all) => all.map((one) => /1 to (\d+)/.exec(one.textContent)?.[1]).filter(Boolean));
  assert.ok(ends.length > 1 && new Set(ends).size === 1, ends.join());
  await three.done("instrument-scale");
});

test("a fault leaves the picture and the game, Back comes to what was there, and Export leads to the game", async () => {
  const { page, done } = await visit(bench, "/game?rule=kayles&tab=table");
  await page.locator("table.grundy").waitFor();
  const rule = page.getByLabel("Rule", { exact: true });
  await rule.fill("kayl");
  await page.getByText("The results below are from before").waitFor();
  assert.ok(await page.locator("table.grundy td").count() > 100, "the table is still there");
  await rule.fill("");
  await page.waitForTimeout(600);
  assert.ok(await page.locator("table.grundy td").count() > 100);
  await rule.fill("nim");
  await page.getByRole("heading", { level: 1, name: "Nim" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Kayles" }).waitFor();
  await page.goto(`${bench.base}/game?rule=31game&tab=play&moves=0,0`);
  await page.locator(".history li").nth(1).waitFor();
  await page.locator(".panel.folded > summary").click();
  await page.getByLabel("Up to n =").fill("100");
  await page.waitForTimeout(800);
  assert.ok(await page.locator(".history li").count() >= 2, "the game goes on");
  await page.getByRole("tab", { name: "Export" }).click();
  const link = await page.locator(".door code").first().textContent();
  assert.match(link, /moves=0%2C0/);
  assert.match(link, /tab=play/);
  await done("instrument-fault");
});

test("a value that is emptied is no error of the page", async () => {
  const { page, done } = await visit(bench, "/game?g=1");
  await page.getByLabel(/Game or expression/).fill("");
  await page.waitForTimeout(600);
  await done("instrument-empty");
});

test("one looks back and plays on from there", async () => {
  const { page, done } = await visit(bench, "/game?rule=31game&tab=play&moves=0,0");
  await page.locator(".history li").nth(1).waitFor();
  for (let i = 0; i < 2; i += 1) await page.getByRole("button", { name: "One move back" }).click();
  await page.getByText("After move 0").waitFor();
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.locator(".headline").filter({ hasText: "Your move" }).waitFor();
  assert.equal(await page.locator(".history li").count(), 0);
  await done("instrument-from-here");
});

test("the search box knows names, positions, codes, outcomes and texts, and says so where it does not", async () => {
  const { page, done } = await visit(bench, "/gallery");
  await page.locator("[data-game]").nth(60).waitFor();
  const first = (text) => page.evaluate(async (typed) => {
    const { meanings } = await import("/assets/js/parts/search.js");
    const [found] = meanings(typed);
    return found ? `${found.href} ${found.note}` : "";
  }, text);
  for (const [text, wanted] of [
    ["nim 3+5+7", /rule=nim&position=3%2B5%2B7&tab=play/], [".77", /rule=0\.77/], ["LRLNNLPL", /identify\?values=LRLNNLPL/], ["misère nim", /rule=nim&end=misere/], ["misère nim 4+4+1", /rule=nim&end=misere&position=4%2B4%2B1&tab=play/], ["逆形 ケイレス 5+2", /rule=kayles&end=misere&position=5%2B2&tab=play/],
    ["{2,3} mod2:LR", /rule=sub%3A2%2C3&end=mod2%3ALR/], ["xo|ox", /board=clobber&position=xo%7Cox/], ["silver dollar", /rule=lib%3Asilver-dollar/], ["domineering", /board=domineering/],
    ["domineering 6x6", /board=domineering&position=6x6/], ["game g position (n) both: (n-s) for s in {1,2} if s <= n", /rule=game/], ["ケイレス", /rule=kayles/], ["2**200", /g=2/],
    ["A002187", /rule=dawsons-chess the Grundy numbers/], ["oeis a004481", /rule=wythoff the table/], ["A123456", /identify nothing is known here/], ["order = 40 and period < 10", /atlas\?condition=order/], ["atlas", /\/atlas a page/],
    ["game towers\nboard grid\nleft: . . -> # # along vertical\nright: . . -> # # along horizontal", /board=game.*position=4x4/],
    ["kyles", /rule=kayles did you mean/], ["wytoff", /wythoff did you mean/], ["ワイソフ", /wythoff .*did you mean/], ["ニムの必勝法", /rule=nim did you mean/],
  ]) assert.match(await first(text), wanted, text);
  for (const unknown of ["sprouts", "オセロ"]) assert.equal(await first(unknown), "", unknown);
  const box = page.getByRole("combobox");
  await box.fill("sprouts");
  await box.press("Enter");
  await page.getByText("Nothing is known by the name").waitFor();
  assert.match(page.url(), /gallery/, "nothing was opened");
  await done("instrument-search");
});

test("the home page has a game on the table, a theorem that was proved, and leads to boards", async () => {
  const { page, done } = await visit(bench, "/");
  await page.getByText("Period 12 from n = 71").waitFor();
  await page.getByText("proved", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Check certificate" }).click();
  await page.getByText("valid", { exact: true }).waitFor();
  // 3 + 4 + 5 is won by leaving 1 + 4 + 5.
  await page.locator('.live [data-key="0:1"]').click();
  await page.locator(".live .eval.person").nth(1).waitFor();
  await page.locator(".headline").filter({ hasText: "Your move" }).waitFor();
  await page.getByRole("link", { name: "Play Domineering" }).click();
  await page.locator(".headline").filter({ hasText: "Your move" }).waitFor();
  await done("instrument-home-play");
});

test("a phone scrolls over the family chart, an empty sheet covers nothing, and long bars are small enough", async () => {
  const phone = { width: 390, height: 844, touch: true };
  const { page, done } = await visit(bench, "/game?rule=kayles", phone);
  await page.locator("canvas.scatter").waitFor();
  assert.equal(await page.locator(".inspector").isVisible(), false);
  await done("instrument-phone-sheet");
  const family = await visit(bench, "/family?min=2&max=7", phone);
  await family.page.locator(".chart canvas").first().waitFor();
  assert.equal(await family.page.locator(".chart canvas").first().evaluate((canvas) => getComputedStyle(canvas).touchAction), "pan-y");
  await family.done("instrument-phone-family");
  const bar = await visit(bench, "/game?rule=chocolate:3&tab=play&position=(6,30)", phone);
  await bar.page.locator(".board svg").waitFor();
  assert.ok(await bar.page.locator(".board svg").evaluate((one) => one.clientWidth) <= 800);
  await bar.done("instrument-phone-bar");
});

test("a printed page keeps its colours and has no buttons", async () => {
  const { page } = await visit(bench, "/game?rule=kayles&tab=table");
  await page.locator("table.grundy").waitFor();
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator("button:visible").count(), 0);
  assert.equal(await page.locator("table.grundy td").first().evaluate((cell) => getComputedStyle(cell).printColorAdjust), "exact");
  await page.context().close();
});

test("pages of games ask for no picture that there is not", async () => {
  const { page, done } = await visit(bench, "/gallery");
  const refused = [];
  page.on("response", (response) => { if (response.status() >= 400) refused.push(response.url()); });
  await page.locator("[data-game]").nth(100).waitFor();
  const rules = await page.evaluate(async () => (await import(new URL("assets/js/parts/names.js", document.baseURI).href)).NAMES.map(([name]) => name).filter((name) => !name.startsWith("board:")));
  assert.ok(rules.length > 40);
  for (const rule of rules) {
    await page.goto(`${bench.base}/game?rule=${rule}&tab=play`);
    await page.locator(".headline").filter({ hasText: "Your move" }).waitFor();
    await page.waitForLoadState("networkidle");
  }
  await page.goto(`${bench.base}/gallery?q=passes`);
  await page.locator('[data-game="lib:chocolate-pass"]').waitFor();
  await page.waitForLoadState("networkidle");
  assert.deepEqual(refused, []);
  await done("instrument-pictures");
});

test("sequences of the OEIS lead to the games that have them", async () => {
  const { page, done } = await visit(bench, "/gallery");
  // The first terms as the encyclopedia has them.
  const known = { A002186: "0,1,2,3,1,4,3,2,1,4,2,6", A002187: "0,1,1,2,0,3,1,1,0,3,3,2", A071434: "1,1,2,2,3,3,1,1,4,4,3,3", A071435: "1,1,2,2,3,1,1,4,4,3,2,2", A071436: "1,0,2,2,4,1,1,3,2,4,4,6", A071452: "1,1,1,2,2,2,3,3,1,1,1,4", A071464: "1,0,2,2,1,0,4,4,1,2,2,0", A071509: "1,1,2,2,3,4,1,1,6,6,3,2" };
  const found = await page.evaluate(async (names) => {
    const from = (name) => import(new URL(`assets/js/${name}`, document.baseURI).href);
    const [{ ask }, { OEIS }] = await Promise.all([from("api.js"), from("parts/oeis.js")]);
    return Object.fromEntries(await Promise.all(names.map(async (name) => [name, (await ask("grundy", { rule: OEIS[name][0], to: 20 })).values.join()])));
  }, Object.keys(known));
  for (const [name, terms] of Object.entries(known)) assert.ok(found[name].startsWith(terms) || found[name].startsWith(`0,${terms}`), `${name}: ${found[name]}`);
  const box = page.getByRole("combobox");
  await box.fill("A071435");
  await page.getByRole("option").first().waitFor();
  await box.press("Enter");
  await page.waitForURL(/rule=0\.177/);
  await page.getByText("Period 20 from n = 497").waitFor();
  await done("instrument-oeis");
});

const slide = (page, name, value) => page.getByRole("slider", { name, exact: true }).evaluate((one, to) => { one.value = to; one.dispatchEvent(new Event("input", { bubbles: true })); }, value);

test("sliders of a game's page draw its table, its grid, its automaton and its board again", async () => {
  const { page, done } = await visit(bench, "/game?rule=lib:bounded-nim&tab=table&to=8,8");
  // The greatest number that may be taken: G(4, 0) is 0 for three, 4 for five.
  await page.getByRole("slider", { name: "m", exact: true }).waitFor();
  const cell = (r, c) => page.locator(`svg g[data-row='${r}'][data-column='${c}'] text`);
  await page.locator(".automaton summary").click();
  await page.getByText("proved for all positions").waitFor();
  const states = async () => (await page.locator(".automatonwords").textContent()).match(/states: (\d+)/)[1];
  const before = await states();
  assert.equal(await cell(0, 4).textContent(), "0");
  await slide(page, "m", "1");
  await page.waitForURL(/set=m%3D1/);
  await page.waitForFunction(() => document.querySelector("svg g[data-row='0'][data-column='2'] text")?.textContent === "0");
  await page.waitForFunction((old) => /states: (\d+)/.exec(document.querySelector(".automatonwords")?.textContent ?? "")?.[1] !== old && /states: /.test(document.querySelector(".automatonwords")?.textContent ?? ""), before);
  await slide(page, "b ≤", "5");
  await page.waitForURL(/to=8%2C5/);
  await page.waitForFunction(() => !document.querySelector("svg g[data-row='0'][data-column='6']") && document.querySelector("svg g[data-row='0'][data-column='5']"));
  await done("sliders-grid");
  // A set is put together, and the table of heaps follows.
  const heaps = await visit(bench, "/game?rule=31game&tab=table&to=20");
  const number = (n) => heaps.page.locator(".sets").getByRole("button", { name: String(n), exact: true });
  await number(3).click();
  await heaps.page.waitForURL(/rule=sub%3A1%2C2&|rule=sub%3A1%2C2$/);
  await heaps.page.waitForFunction(() => document.querySelector('table.grundy td[data-n="3"]')?.textContent === "0");
  await slide(heaps.page, "n ≤", "9");
  await heaps.page.waitForFunction(() => document.querySelector('table.grundy td[data-n="9"]') && !document.querySelector('table.grundy td[data-n="10"]'));
  await heaps.done("sliders-heaps");
  const board = await visit(bench, "/game?board=domineering&position=..%7C..&tab=values");
  await board.page.locator(".headline").filter({ hasText: "±1" }).waitFor();
  await slide(board.page, "columns", "1");
  await board.page.waitForURL(/position=2x1/);
  await board.page.locator(".headline").filter({ hasText: /^1$/ }).waitFor();
  await board.done("sliders-board");
});

test("who wins a position on a board is proved by a strategy, and the certificate is verified", async () => {
  for (const [locale, words] of [["en-GB", ["Prove", "P: the player to move loses", "Check certificate", "valid"]], ["ja-JP", ["証明する", "P: 後手必勝", "証明書を検査", "正しい"]]]) {
    const { page, done } = await visit(bench, "/game?board=cram&position=2x2&tab=proof", { locale });
    await page.getByRole("button", { name: words[0], exact: true }).click();
    await page.getByText(words[1]).waitFor();
    await page.getByRole("button", { name: words[2] }).click();
    await page.locator(".badge").getByText(words[3], { exact: true }).waitFor();
    await done(`strategy-${locale}`);
  }
  // Where positions recur there is no such proof, and so no tab for it.
  const { page } = await visit(bench, "/game?board=hare-and-hounds&tab=play");
  await page.locator(".board .can").first().waitFor();
  assert.equal(await page.getByRole("tab", { name: "Values" }).count(), 1);
  await page.waitForFunction(() => !document.getElementById("tab-proof"));
});

test("a position that is not judged at once is judged by a job", async () => {
  const { page, done } = await visit(bench, "/game?board=clobber&position=xoxoxo%7Coxoxox%7Cxoxoxo%7Coxoxox&tab=play");
  await page.getByText("may make mistakes").waitFor();
  await page.locator('[data-focus="find"]').click();
  await page.locator(".unknown .progress").waitFor();
  await page.locator(".unknown").getByRole("button", { name: "Cancel" }).click();
  await page.locator(".unknown").getByText("Cancelled.").waitFor();
  await done("instrument-job");
  const values = await visit(bench, "/game?board=domineering&position=8x8&tab=values");
  await values.page.getByRole("button", { name: "Compute the value" }).waitFor();
  await values.done("instrument-job-values");
});

test("boards under misère play have no value drawn, and Guiles is described as it is played", async () => {
  const text = "game tic\nboard grid\npieces x o\nleft: . -> x\nright: mirror x <-> o\nend: misere";
  const { page, done } = await visit(bench, `/game?board=${encodeURIComponent(text)}&position=${encodeURIComponent("xox|oxo|...")}&tab=values`);
  await page.getByRole("heading", { name: "Only the winner is known" }).waitFor();
  assert.equal(await page.locator(".thermo, svg.diagram").count(), 0);
  await done("instrument-misere-board");
  // A board of the library is judged by the end that it is played by, in every view.
  const { page: domino, done: seen } = await visit(bench, "/game?board=domineering&position=3x3&end=misere&tab=values");
  await domino.getByRole("heading", { name: "Only the winner is known" }).waitFor();
  await domino.getByText(/^P: /).first().waitFor();
  assert.match(await domino.locator(".gamehead").innerText(), /The player who cannot move wins/);
  assert.equal(await domino.locator(".thermo, svg.diagram").count(), 0);
  await domino.getByRole("tab", { name: "Export" }).click();
  await domino.getByText("ishitori position domineering 3x3 --end misere").waitFor();
  await domino.getByRole("tab", { name: "Proof" }).click();
  await domino.getByRole("button", { name: "Prove" }).first().click();
  await domino.getByText("valid", { exact: true }).or(domino.getByRole("button", { name: "Check certificate" })).first().waitFor();
  assert.match(await domino.locator("#view").innerText(), /mis[eè]re|cannot move wins/i);
  await seen("instrument-misere-domineering");
  const guiles = await visit(bench, "/game?rule=guiles");
  await guiles.page.getByText("Take a heap of one or two stones, or two stones from between others").waitFor();
  await guiles.done("instrument-guiles");
});

test("the games of the library are known by their numbers, and names are given in the calculator", async () => {
  const { page, done } = await visit(bench, "/identify?values=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15");
  await page.locator("main li a", { hasText: /^Nim$/ }).waitFor();
  for (const [values, name] of [["0,1,2,4,3,5,6,8,7", "Lasker's Nim"], ["0,0,0,1,0,2,1,0,2", "Grundy's game"]]) {
    await page.goto(`${bench.base}/identify?values=${values}`);
    await page.locator("main li a", { hasText: name }).first().waitFor();
  }
  await page.goto(`${bench.base}/values?g=${encodeURIComponent("G := {1|-1}")}`);
  await page.locator(".headline").filter({ hasText: "±1" }).waitFor();
  await page.locator("svg.thermo").waitFor();
  // What is compared knows the name.
  await page.goto(`${bench.base}/values?g=${encodeURIComponent("G := {1|-1}")}&h=${encodeURIComponent("G + 1")}`);
  await page.getByText("G := {1|-1} < G + 1").waitFor();
  await page.goto(`${bench.base}/game?g=${encodeURIComponent("G := {1|-1}")}`);
  await page.locator("svg.thermo").waitFor();
  await done("instrument-identify");
});

test("names that were given in the calculator stay for what is typed next, until they are forgotten", async () => {
  const { page, done } = await visit(bench, `/values?g=${encodeURIComponent("H := {2|-3}")}`, { locale: "ja-JP" });
  const text = page.locator("main form input").first();
  const say = async (typed, headline) => {
    await text.fill(typed);
    await text.press("Enter");
    await page.locator(".headline").filter({ hasText: headline }).waitFor();
  };
  await page.locator(".headline").filter({ hasText: "{2|-3}" }).waitFor();
  await say("H + H", /^-1$/);
  await say("K := H + 1", /^\{3\|-2\}$/);
  await say("K - H", /^1$/);
  assert.match(new URL(page.url()).searchParams.get("names"), /^H := \{2\|-3\}; K := H \+ 1;$/);
  // A fault is counted from the first character that is seen in the field.
  await text.fill("K + Q");
  await text.press("Enter");
  await page.getByText(/^5 文字目/).waitFor();
  assert.equal(await page.locator(".fault mark").innerText(), "Q");
  await page.getByRole("link", { name: "名前を忘れる" }).click();
  await page.getByText(/^1 文字目/).waitFor();
  await done("instrument-names");
});
