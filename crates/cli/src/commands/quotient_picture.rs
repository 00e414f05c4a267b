//! `ishitori draw monoid` and `draw cayley`: quotients as pictures.

use ishitori_answers::Accepted;
use std::process::ExitCode;

use ishitori::draw::Scene;
use ishitori::pictures::{cayley_graph, monoid_table};
use ishitori::prelude::{Budget, Outcome};
use ishitori::solve::quotient::QuotientSearch;
use serde_json::json;

use super::draw::{OUTPUT, format_of, provenance, save, words};
use super::outcomes::read_end;
use crate::failure::{Failure, LIMIT};
use crate::game_args::Settings;
use crate::output::Output;
use crate::quotient_args::QuotientPictureArgs;
use ishitori_answers::Rule;

/// Which picture.
#[derive(Clone, Copy, PartialEq)]
pub enum View {
    Table,
    Cayley,
}

pub fn run(
    args: &QuotientPictureArgs,
    view: View,
    output: &Output,
    budget: &Budget,
) -> Result<ExitCode, Failure> {
    let kind = format_of(&args.file.output, OUTPUT)?;
    let rule = match crate::rule::read(&args.rule, &Settings::default())? {
        Rule::Heap(rule) => rule,
        game => game.heap_rule().ok_or_else(|| Failure::Argument {
            field: "rule",
            value: args.rule.clone(),
            accepted: Accepted::HeapGame,
        })?,
    };
    let end = read_end(&args.end)?;
    let mut search = QuotientSearch::new(&rule, &end).map_err(Failure::Quotient)?;
    let stopped = search.run(args.to, budget).err();
    if let Some(limit) = &stopped {
        output.complain(&output.text().stopped(u64::from(search.last_heap()) + 1, limit));
    }
    let quotient = search.quotient();
    let text = words(&args.file.output, output)?;
    let legend = [Outcome::L, Outcome::R, Outcome::N, Outcome::P]
        .map(|o| format!("{o}: {}", text.outcome_short(o)));
    let name = if view == View::Table { "monoid" } else { "cayley" };
    let to = args.to.map_or(String::new(), |to| format!(" --to {to}"));
    let provenance = provenance(
        format!("ishitori draw {name} {rule} --end {end}{to}"),
        &[("rule", rule.to_string()), ("end", end.to_string())],
    );
    let scene: Scene = match view {
        View::Table => {
            let mut table = monoid_table(&quotient);
            (table.legend, table.provenance) = (legend, provenance);
            table.palette = args.file.palette.palette();
            args.file.entitle(&mut table.title);
            table.scene()
        }
        View::Cayley => {
            let mut graph = cayley_graph(&quotient);
            (graph.legend, graph.provenance) = (legend, provenance);
            graph.palette = args.file.palette.palette();
            args.file.entitle(&mut graph.title);
            graph.scene()
        }
    }
    .map_err(Failure::Draw)?;
    let bytes = save(&scene, kind, args.file.size, &args.file.output, output, budget)?;
    if output.is_json() {
        output.print_json(&json!({
            "file": args.file.output.display().to_string(),
            "title": scene.title,
            "order": quotient.order(),
            "width": scene.width,
            "height": scene.height,
        }))?;
    } else {
        output.print(&output.text().written(&args.file.output, bytes))?;
    }
    Ok(if stopped.is_some() { ExitCode::from(LIMIT) } else { ExitCode::SUCCESS })
}
