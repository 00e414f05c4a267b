/** Studies: a tree of variations with what moves are worth, comments and names, in the address or a file; in class, embedded. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, afterEach, before, test } from "node:test";
import { open, visit } from "./bench.js";

let bench;
before(async () => { bench = await open({ time: "60s" }); });
afterEach(async () => { for (const context of bench?.browser.contexts() ?? []) await context.close(); });
after(async () => { await bench?.close(); });

const row = (page, move) => page.locator("table.stats tbody tr").filter({ has: page.getByRole("button", { name: move, exact: true }) });

test("moves are branches with what they are worth, and the address keeps the tree, its comments and names", async () => {
  const { page, done } = await visit(bench, "/study?rule=nim&position=3%2B5%2B7");
  // Bouton: 3, 5, 7 have nim-sum 1; 7 → 6 leaves 0.
  await row(page, "7 → 6").getByText("G = 0").waitFor();
  assert.match(await row(page, "7 → 6").textContent(), /wins/);
  assert.match(await row(page, "7 → 0").textContent(), /loses.*G = 6/);
  await row(page, "7 → 6").getByRole("button").click();
  await page.locator(".variations button[aria-current]").filter({ hasText: "7 → 6" }).waitFor();
  await page.getByLabel("Name of this position").fill("Balanced");
  await page.getByLabel("Comment").fill("Every nim-sum is 0 here.\nSecond line.");
  await page.waitForURL(/s=/);
  await page.getByRole("button", { name: "Back", exact: true }).first().click();
  await row(page, "7 → 0").getByRole("button").click();
  await page.locator(".variations button[aria-current]").filter({ hasText: "7 → 0" }).waitFor();
  assert.equal(await page.locator(".variations li").count(), 3, "two branches");
  assert.equal(await page.locator(".variations .winning").count(), 1);
  assert.equal(await page.locator(".variations .badge.warn").count(), 1, "the mistake is marked");
  await page.waitForURL(/at=1/);
  await page.reload();
  await page.locator(".variations button[aria-current]").filter({ hasText: "7 → 0" }).waitFor();
  await page.locator(".variations").getByText("Balanced").waitFor();
  await page.locator(".variations li").nth(1).getByRole("button").click();
  await page.locator(".variations button[aria-current]").filter({ hasText: "7 → 6" }).waitFor();
  assert.equal(await page.getByLabel("Comment").inputValue(), "Every nim-sum is 0 here.\nSecond line.");
  // On paper the comment and the tree are text.
  await page.emulateMedia({ media: "print" });
  await page.locator(".onpaper").getByText("Every nim-sum is 0 here.").waitFor();
  await page.locator(".variations").getByText("7 → 6").waitFor();
  assert.equal(await page.getByLabel("Comment").isVisible(), false);
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("button", { name: "Remove from here" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".variations li").length === 2);
  await done("study-nim");
});

test("values and temperatures of boards, and the best line", async () => {
  const { page, done } = await visit(bench, "/study?rule=board:domineering&position=2x2");
  await page.locator(".headline").filter({ hasText: "+-1" }).waitFor();
  await page.locator(".headline").filter({ hasText: "Temperature 1" }).waitFor();
  // What is pointed at has its temperature, too.
  await page.goto(`${bench.base}/study?rule=board:domineering&position=2x3`);
  const button = row(page, "a1-a2").getByRole("button");
  await button.hover();
  await row(page, "a1-a2").getByText("+-1 (Mean 0, Temperature 1)").waitFor();
  assert.match(await button.getAttribute("title"), /Temperature 1/);
  await button.click();
  await page.getByRole("button", { name: "Back", exact: true }).first().click();
  await page.locator('.variations button[title="+-1 (Mean 0, Temperature 1)"]').waitFor();
  await page.getByRole("button", { name: "Add the best line" }).click();
  await page.locator(".variations li").nth(1).waitFor();
  assert.ok(await page.locator(".variations li").count() >= 2);
  await done("study-domineering");
});

test("a study is saved as a file and opened again; what is no study is refused", async () => {
  const { page, done } = await visit(bench, "/study?rule=kayles&position=7", { locale: "ja-JP" });
  await page.locator("table.stats tbody tr").first().waitFor();
  await page.locator("table.stats tbody tr button").first().click();
  await page.locator(".variations li").nth(1).waitFor();
  await page.getByLabel("研究の題").fill("ケイレスの七本");
  await page.waitForTimeout(700);
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "ファイルに保存" }).click()]);
  const file = await saved.path();
  const study = JSON.parse(readFileSync(file, "utf8"));
  assert.equal(study.format, "ishitori-study");
  assert.equal(study.title, "ケイレスの七本");
  assert.equal(study.moves.length, 1);
  await page.goto(`${bench.base}/study?rule=nim&position=1%2B2`);
  await page.locator("table.stats tbody tr").first().waitFor();
  await page.getByLabel("ファイルを開く").first().setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from('{"format":"other"}') });
  await page.getByText("研究のファイルではありません").waitFor();
  await page.getByLabel("ファイルを開く").first().setInputFiles({ name: "study.json", mimeType: "application/json", buffer: readFileSync(file) });
  await page.getByRole("heading", { level: 1, name: "ケイレスの七本" }).waitFor();
  await page.locator(".variations li").nth(1).waitFor();
  await page.goto(`${bench.base}/study?rule=nim&position=1%2B2&s=notatree`);
  await page.locator("table.stats tbody tr").first().waitFor();
  await done("study-file");
});

test("in class the answer comes when it is asked for, with a code of the link", async () => {
  const { page, done } = await visit(bench, "/study?rule=nim&position=1%2B2&teach=1");
  await page.getByText("Who wins, and by which move?").waitFor();
  assert.equal(await page.locator("table.stats").count(), 0);
  assert.equal(await page.locator(".board .hinted").count(), 0, "nothing is given away");
  assert.ok(await page.locator("svg.qr").isVisible());
  assert.equal(await page.locator("header.top").isVisible(), false);
  await page.keyboard.press(" ");
  await page.getByText("N: the player to move wins").waitFor();
  await row(page, "2 → 1").getByRole("button").click();
  await page.getByText("Who wins, and by which move?").waitFor();
  await page.getByRole("button", { name: "Show the answer" }).click();
  await page.getByText("P: the player to move loses").waitFor();
  await page.locator("h1").click();
  await page.keyboard.press("ArrowLeft");
  await page.getByText("Who wins, and by which move?").waitFor();
  await done("study-class");
});

test("embedded it has neither head nor forms, and leads to the whole; on a phone all fits", async () => {
  const { page, done } = await visit(bench, "/study?rule=board:hackenbush&position=@1 1l2 2r3&embed=1", { scheme: "dark" });
  await page.locator(".board svg").waitFor();
  assert.equal(await page.locator("form, textarea, header.top").evaluateAll((all) => all.filter((one) => one.checkVisibility()).length), 0);
  assert.doesNotMatch(await page.getByRole("link", { name: "Open the whole study" }).getAttribute("href"), /embed/);
  await done("study-embedded");
  const phone = await visit(bench, "/study?rule=chocolate:3&position=(4,13)", { width: 390, height: 844, touch: true, locale: "ja-JP" });
  await phone.page.locator("table.stats tbody tr").first().waitFor();
  await phone.done("study-phone");
});

test("another site shows an embedded study in a frame, and nothing else of the workbench", async (t) => {
  // The site without a server has no headers that forbid frames.
  if (!bench.served) return t.skip("served by files");
  const study = "/study?rule=nim&position=1%2B2&embed=1";
  const pages = { "/": study, "/whole": "/study?rule=nim&position=1%2B2", "/game": "/game?rule=nim&tab=play&embed=1" };
  const host = createServer((request, response) => response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html><title>A page of a school</title><iframe src="${bench.base}${pages[request.url] ?? study}" width="720" height="560" title="A study"></iframe>`));
  await new Promise((resolve) => host.listen(0, "127.0.0.1", resolve));
  t.after(() => { host.closeAllConnections(); host.close(); });
  const elsewhere = `http://127.0.0.1:${host.address().port}`;
  const context = await bench.browser.newContext({ locale: "en-GB" });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(elsewhere);
  const frame = page.frameLocator("iframe");
  await frame.locator(".board .stone").first().waitFor();
  assert.equal(await frame.locator(".board .stone").count(), 3);
  assert.equal(await frame.getByRole("link", { name: "Open the whole study" }).getAttribute("target"), "_blank");
  for (const address of ["/whole", "/game"]) {
    const [answer] = await Promise.all([page.waitForResponse((one) => one.url().startsWith(bench.base)), page.goto(elsewhere + address)]);
    assert.equal(answer.status(), 403, address);
    assert.equal(await frame.locator(".board").count(), 0, address);
  }
  await context.close();
});
