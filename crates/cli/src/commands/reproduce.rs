//! `ishitori reproduce`: the tables and pictures of four documents, computed anew.

use ishitori_answers::Accepted;
use std::path::Path;
use std::process::ExitCode;

use ishitori::prelude::Budget;
use ishitori_reproduce::{ITEMS, Item, Reproduced, Source, Status, html, reproduce};
use serde_json::{Value as Json, json};

use crate::args::ReproduceArgs;
use crate::failure::{Failure, LIMIT, NO};
use crate::output::Output;
use crate::text::Lang;
use crate::text::reproduce::{reproduced, reproduced_all};

pub fn run(
    args: &ReproduceArgs,
    threads: usize,
    output: &Output,
    budget: &Budget,
) -> Result<ExitCode, Failure> {
    let items = chosen(&args.only)?;
    let text = output.text();
    let folder = args.out.clone().or_else(|| args.only.is_empty().then(|| "report".into()));
    if let Some(folder) = &folder {
        // Nobody should wait for a report that cannot be written.
        output.make_folder(folder)?;
    }
    let mut results = Vec::new();
    let mut stopped = None;
    for item in items {
        if let Err(limit) = budget.check(0) {
            output.complain(&text.limit(&limit));
            stopped = Some(limit);
            break;
        }
        let result = reproduce(item, threads, budget);
        if !output.is_json() {
            output.print(&reproduced(&text, &result))?;
        }
        results.push(result);
    }
    let version = env!("CARGO_PKG_VERSION");
    let report = to_json(&results, version);
    if let Some(folder) = &folder {
        let language = if text.lang == Lang::Ja { "ja" } else { "en" };
        let page = html(&results, version, language);
        output.write_file(&folder.join("index.html"), page.as_bytes())?;
        let mut lines = serde_json::to_string_pretty(&report).unwrap_or_default();
        lines.push('\n');
        output.write_file(&folder.join("report.json"), lines.as_bytes())?;
    }
    if output.is_json() {
        output.print_json(&report)?;
    } else {
        let page = folder.as_deref().map(|folder: &Path| folder.join("index.html"));
        output.print(&reproduced_all(&text, &results, page.as_deref()))?;
    }
    Ok(match (stopped, results.iter().any(|r| r.status == Status::Differs)) {
        (_, true) => ExitCode::from(NO),
        (Some(_), false) => ExitCode::from(LIMIT),
        (None, false) => ExitCode::SUCCESS,
    })
}

/// The items asked for; all if none are named.
fn chosen(only: &[String]) -> Result<Vec<&'static Item>, Failure> {
    for name in only {
        let known = ITEMS.iter().any(|item| matches(item, name));
        if !known {
            return Err(Failure::Argument {
                field: "only",
                value: name.clone(),
                accepted: Accepted::Item,
            });
        }
    }
    let wanted = |item: &&Item| only.is_empty() || only.iter().any(|name| matches(item, name));
    Ok(ITEMS.iter().filter(wanted).collect())
}

/// Whether this is the item, or the part it belongs to.
fn matches(item: &Item, name: &str) -> bool {
    item.id.eq_ignore_ascii_case(name) || item.id[..1].eq_ignore_ascii_case(name)
}

/// The report as one object.
pub fn to_json(results: &[Reproduced], version: &str) -> Json {
    let items: Vec<Json> = results
        .iter()
        .map(|r| {
            let figures = r.findings.figures.iter().map(|f| {
                let mut object = json!({
                    "what": f.what.en,
                    "source": f.source.name(),
                    "expected": f.expected,
                    "found": f.found,
                    "status": f.status.name(),
                });
                if let Source::Printed(document) = f.source {
                    object["document"] = json!(document.name().0);
                    object["printed"] = json!(f.expected);
                }
                object
            });
            let misprints = r.findings.misprints.iter().map(|m| {
                json!({
                    "place": m.place.en,
                    "printed": m.printed.en,
                    "correct": m.correct.en,
                    "counterexample": m.counterexample.en,
                })
            });
            let mut object = json!({
                "id": r.item.id,
                "title": r.item.title.0,
                "status": r.status.name(),
                "seconds": (r.time.as_secs_f64() * 1000.0).round() / 1000.0,
                "command": r.item.command,
                "figures": figures.collect::<Vec<_>>(),
                "misprints": misprints.collect::<Vec<_>>(),
            });
            if let Some(failure) = &r.failure {
                object["failure"] = json!(failure);
            }
            object
        })
        .collect();
    json!({ "version": version, "items": items })
}
