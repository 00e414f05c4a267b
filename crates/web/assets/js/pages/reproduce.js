// @ts-check
/** The report of the source documents, computed while one watches. */

import { address, ask } from "../api.js";
import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { message } from "../parts/fields.js";
import { workbench } from "../parts/commands.js";
import { runJob } from "../parts/jobs.js";
import { saveLinks } from "../parts/pictures.js";
import { note } from "../state.js";

/**
 * @param {HTMLElement} main
 * @param {Record<string, string>} given
 */
export function show(main, given) {
  const leaving = new AbortController();
  const list = h("div", { class: "results" });
  const all = h("button", { type: "button", class: "primary" }, t("reproduce.all"));
  const count = h("span", { class: "note", role: "status" });
  main.append(h("h1", {}, t("nav.reproduce")), h("p", { class: "lead" }, t("reproduce.lead")), h("div", { class: "progress" }, all, count), list);
  /** @type {Map<string, () => Promise<void>>} */
  const runs = new Map();
  /** @type {Record<string, string>} */
  const states = {};
  const showCounts = () => {
    const values = Object.values(states);
    count.textContent = values.length ? `${t("reproduce.left", values.length, runs.size)} · ${t("reproduce.count", values.filter((s) => s === "ok").length, values.filter((s) => s === "open").length, values.filter((s) => s === "differs").length)}` : "";
  };
  /** What the address asks for. @type {Set<string>} */
  const asked = new Set();
  let last = "";
  let box = list;
  (async () => {
    try {
      const { items } = await ask("reproduce/items", {}, leaving.signal);
      for (const item of items) {
        const badge = h("span", { class: "badge" }, t("reproduce.todo"));
        const body = h("div", {});
        const open = h("button", { type: "button" }, t("reproduce.run"));
        const run = () => {
          return runJob(body, "reproduce", { only: item.id }, leaving.signal, (job) => {
            const found = job.result.items[0];
            states[item.id] = found.status;
            badge.textContent = t(`reproduce.${found.status}`);
            badge.className = `badge ${{ ok: "good", open: "warn", differs: "bad" }[/** @type {"ok"} */ (found.status)]}`;
            replace(body, outcome(found, job));
            showCounts();
          });
        };
        open.addEventListener("click", () => {
          asked.add(item.id);
          note({ item: [...asked].join(",") });
          run();
        });
        runs.set(item.id, run);
        const part = item.id[0];
        if (part !== last) {
          last = part;
          box = h("section", { class: "card items", "aria-labelledby": `part-${part}` }, h("h2", { id: `part-${part}` }, t(`reproduce.part.${part}`)));
          list.append(box);
        }
        box.append(h("article", { class: "item", id: item.id },
          h("header", {}, h("span", { class: "mono number" }, item.id), h("div", {}, h("h3", {}, item.title), h("code", { class: "note" }, item.command)), h("div", { class: "actions" }, badge, open, h("a", { class: "button", href: workbench(item.command) }, t("reproduce.workbench")))), body));
      }
      if (given.item === "all") computeAll();
      else if (given.item) {
        const wanted = given.item.split(",").filter((id) => runs.has(id));
        document.getElementById(wanted[0])?.scrollIntoView();
        for (const id of wanted) {
          asked.add(id);
          await runs.get(id)?.();
        }
      }
    } catch (error) {
      if (!leaving.signal.aborted) replace(list, message(error));
    }
  })();
  async function computeAll() {
    all.disabled = true;
    for (const run of runs.values()) {
      if (leaving.signal.aborted) return;
      await run();
    }
    all.disabled = false;
  }
  all.addEventListener("click", () => {
    note({ item: "all" });
    computeAll();
  });
  return () => leaving.abort();
}

/**
 * @param {any} found
 * @param {import("../api.js").Job} job
 */
function outcome(found, job) {
  const exhibits = (found.exhibits ?? []).map((/** @type {any} */ exhibit) => {
    if (exhibit.kind === "picture") {
      const src = address(`jobs/${job.id}/files/${exhibit.file}`);
      return h("figure", { class: "figure served" }, h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": exhibit.caption }, h("img", { src, alt: exhibit.caption })), h("figcaption", {}, exhibit.caption, h("div", { class: "actions" }, exhibit.file.endsWith(".svg") ? saveLinks(exhibit.file.replace(/\.svg$/, ""), () => src) : h("a", { class: "button", href: src, download: exhibit.file }, exhibit.file.split(".").pop().toUpperCase()))));
    }
    return h("div", { class: "scroll tall", tabindex: 0, role: "group", "aria-label": exhibit.caption }, h("p", { class: "note" }, exhibit.caption),
      h("table", { class: "grundy" }, h("thead", {}, h("tr", {}, exhibit.head.map((/** @type {string} */ text) => h("th", { scope: "col" }, text)))),
        h("tbody", {}, exhibit.rows.map((/** @type {[string, string][]} */ row) => h("tr", {}, row.map(([text, mark]) => h(mark === "head" ? "th" : "td", { class: mark === "head" ? null : mark || null, scope: mark === "head" ? "row" : null }, text)))))));
  });
  return h("div", { class: "results flush" },
    found.failure ? h("p", { class: "message warn" }, found.failure) : null,
    found.figures.length ? h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": t("reproduce.figures") }, h("table", { class: "stats" },
      h("thead", {}, h("tr", {}, [t("reproduce.what"), t("reproduce.expected"), t("reproduce.source"), t("reproduce.found"), t("reproduce.verdict")].map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, found.figures.map((/** @type {any} */ f) => h("tr", {}, h("th", { scope: "row" }, f.what), h("td", { class: "mono" }, shorten(f.expected)), h("td", {}, f.source_words), h("td", { class: "mono" }, shorten(f.found)), h("td", {}, h("span", { class: `badge ${{ ok: "good", open: "warn", differs: "bad" }[/** @type {"ok"} */ (f.status)]}` }, t(`reproduce.${f.status}`)))))))) : null,
    found.misprints.map((/** @type {any} */ m) => h("div", { class: "message warn" }, h("strong", {}, `${t("reproduce.misprint")}: ${m.place}`), h("p", {}, `${t("reproduce.printed")}: ${m.printed}`), h("p", {}, `${t("reproduce.correct")}: ${m.correct}`), h("p", {}, m.counterexample))),
    exhibits,
    h("p", { class: "note" }, t("reproduce.seconds", found.seconds)));
}

/** @param {string} text */
function shorten(text) {
  return text.length > 160 ? `${text.slice(0, 158)}…` : text;
}
