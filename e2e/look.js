/** Pictures of pages, to be looked at: `node look.js NAME ADDRESS [phone] [dark] [ja] [full]`. */
import { open, shots, visit } from "./tests/bench.js";

const bench = await open();
for (const line of process.argv.slice(2)) {
  const [name, address, ...flags] = line.split(" ");
  const phone = flags.includes("phone");
  const { page } = await visit(bench, address, { width: phone ? 390 : 1280, height: phone ? 844 : 900, touch: phone, scheme: flags.includes("dark") ? "dark" : "light", locale: flags.includes("ja") ? "ja-JP" : "en-GB" });
  page.on("pageerror", (error) => console.log(name, "ERROR", error.message));
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${shots}/look-${name}.png`, fullPage: flags.includes("full") });
  await page.context().close();
}
await bench.close();
