// @ts-check
/** The game to take along: rows, pictures, the question for other front ends. */

import { address as ask, askText } from "../../api.js";
import { h, replace } from "../../dom.js";
import { t } from "../../i18n.js";
import { link, parameters as here } from "../../state.js";
import { isBoardText, title } from "../names.js";
import { card, copyButton, download, fileName } from "../pictures.js";
import { qrCode } from "../qr.js";

const ROWS = [["csv", "CSV"], ["tsv", "TSV"], ["markdown", "Markdown"], ["latex", "LaTeX"], ["jsonl", "JSON Lines"], ["html", "HTML"], ["bfile", "b-file"], ["oeis", "OEIS"]];

/**
 * @param {HTMLElement} box
 * @param {import("../../pages/game.js").Game} game
 */
export async function show(box, game) {
  const { command, parameters, pictures, line, python } = of(game);
  const named = `${fileName(game.rule || game.g || `${title(`board:${game.board}`)}-${game.position}`)}${game.end && game.end !== "normal" ? `-${fileName(game.end)}` : ""}`;
  const save = (/** @type {string} */ format) => async () => {
    const kinds = /** @type {Record<string, string>} */ ({ markdown: "md", latex: "tex", bfile: "txt", oeis: "txt" });
    download(`${named}.${kinds[format] ?? format}`, new Blob([await askText(command, { ...parameters, format })], { type: "text/plain" }));
  };
  const formats = ["grundy", "table", "outcomes"].includes(command) ? ROWS.filter(([format]) => command === "grundy" || (format !== "bfile" && (format !== "oeis" || command === "outcomes"))) : [];
  const address = new URL(link("game", { ...here(), tab: game.given.moves ? "play" : "" }), location.href).href;
  const rule = game.kind === "board" ? `board:${game.board}` : game.rule;
  const same = { rule: isBoardText(game.board) ? game.board : rule, set: game.set.join(";"), end: game.end === "normal" ? "" : game.end };
  const sheets = game.kind === "value" ? [] : ["puzzles", ...(game.kind === "heap" && game.end === "normal" ? ["mex"] : []), ...(game.kind === "board" ? [] : ["marks"])];
  replace(box,
    formats.length ? card(t("export.rows"), [], h("div", { class: "actions" }, formats.map(([format, label]) => h("button", { type: "button", onclick: save(format) }, label)))) : null,
    card(t("export.pictures"), [], h("div", {}, pictures.map(([name, label, asked]) => h("p", {}, `${label}: `, ["svg", "png", "pdf", "tex"].map((kind) => [h("a", { class: "button chip", href: ask(`draw/${name}.${kind}`, asked), download: `${named}-${name}.${kind}` }, kind.toUpperCase()), " "]).flat())))),
    card(t("export.doors"), [],
      door(t("export.link"), address), door(t("export.line"), line), door("Python", python), door("HTTP", new URL(ask(command, parameters), location.href).href)),
    sheets.length ? card(t("worksheet.more"), [], h("p", {}, t("worksheet.lead")), h("div", { class: "actions" }, sheets.map((kind) => h("a", { class: "button", href: link("worksheet", { kind, ...same }) }, t(`worksheet.${kind}`))))) : null,
    card(t("qr.title"), [], qrCode(address, t("qr.label", address)) ?? h("p", {}, t("qr.long"))));
}

/** @param {string} label @param {string} text */
function door(label, text) {
  return h("div", { class: "door" }, h("h3", {}, label), h("code", { class: "mono", tabindex: 0, role: "group", "aria-label": label }, text), copyButton(t("copy"), async () => text));
}

/** A text as one argument. @param {string} text */
function quoted(text) {
  return /^[\w.,:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * What is asked about a game.
 * @param {import("../../pages/game.js").Game} game
 * @returns {{command: string, parameters: import("../../api.js").Parameters, pictures: [string, string, import("../../api.js").Parameters][], line: string, python: string}}
 */
function of(game) {
  const { rule, end, to, set } = game;
  if (game.kind === "value") return { command: "eval", parameters: { expression: game.g }, pictures: [["thermograph", t("thermograph"), { expression: game.g }], ["tree", t("tree"), { expression: game.g }]], line: `ishitori eval ${quoted(game.g)}`, python: `import ishitori\nishitori.Game(${JSON.stringify(game.g)})` };
  if (game.kind === "board") {
    const misere = game.end === "misere";
    return { command: "position", parameters: { game: game.board, position: game.position, ...(misere ? { misere } : {}) }, pictures: [["board", t("game.board"), { game: game.board, position: game.position }]], line: `ishitori position ${quoted(game.board)} ${quoted(game.position)}${misere ? " --end misere" : ""}`, python: `import ishitori\nishitori.ask("position", game=${JSON.stringify(game.board)}, position=${JSON.stringify(game.position)}${misere ? ", misere=True" : ""})` };
  }
  if (game.kind === "tuple") {
    const parameters = { rule, set, to };
    return { command: "table", parameters, pictures: [["grid", t("games.grid"), parameters]], line: `ishitori table ${quoted(rule)} --to ${to}${set.map((one) => ` --set ${one}`).join("")}`, python: `import ishitori\nishitori.ask("table", rule=${JSON.stringify(rule)}, to=[${to}])` };
  }
  const normal = end === "normal";
  const command = normal ? "grundy" : "outcomes";
  const parameters = normal ? { rule, to: to || "143" } : { rule, end, to: to || "100" };
  return {
    command, parameters, pictures: normal ? [["scatter", t("scatter"), { rule, to: to || "143" }], ["table", t("table"), { rule, to: to || "143" }]] : [["graph", t("play.graph"), { rule, end, to: 12 }]],
    line: `ishitori ${command} ${quoted(rule)} --to ${to || "143"}${normal ? "" : ` --end ${end}`}`, python: `import ishitori\nishitori.ask("${command}", rule=${JSON.stringify(rule)}, to=${Number(to) || 143}${normal ? "" : `, end=${JSON.stringify(end)}`})`,
  };
}
