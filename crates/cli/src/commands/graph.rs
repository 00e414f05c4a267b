//! `ishitori draw graph`: the moves between heaps, and Grundy numbers filled in step by step.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ishitori::draw::{TransitionGraph, animated_svg, film_strip};
use ishitori::prelude::{Budget, Player};
use ishitori::rules::heap::HeapRule;
use ishitori::solve::heap::grundy;
use serde_json::json;

use super::draw::{Kind, OUTPUT, provenance, save, words};
use super::heaps::read_rule;
use crate::args::GraphArgs;
use crate::failure::Failure;
use crate::output::Output;

/// How long a step of the animation is shown.
const SECONDS: f64 = 1.5;

pub fn run(args: &GraphArgs, output: &Output, budget: &Budget) -> Result<ExitCode, Failure> {
    let kind = Kind::of(&args.output, OUTPUT)?;
    let graph = graph(args, output, budget)?;
    let mut files = Vec::new();
    if args.steps {
        let steps = graph.steps().map_err(Failure::Draw)?;
        let strip = film_strip(&steps).map_err(Failure::Draw)?;
        save(&strip, kind, &args.output, output)?;
        files.push(args.output.clone());
        for (n, step) in steps.iter().enumerate() {
            let file = beside(&args.output, &format!("{n:02}"));
            save(step, kind, &file, output)?;
            files.push(file);
        }
        if kind == Kind::Svg {
            let file = beside(&args.output, "animated");
            let svg = animated_svg(&steps, SECONDS).map_err(Failure::Draw)?;
            output.write_file(&file, svg.as_bytes())?;
            files.push(file);
        }
    } else {
        let scene = graph.scene().map_err(Failure::Draw)?;
        save(&scene, kind, &args.output, output)?;
        files.push(args.output.clone());
    }
    let files: Vec<String> = files.iter().map(|f| f.display().to_string()).collect();
    if output.is_json() {
        output.print_json(&json!({
            "file": files[0],
            "files": files,
            "title": graph.title,
            "values": graph.values,
        }))?;
    } else {
        output.print(&output.text().written_series(&files))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn graph(args: &GraphArgs, output: &Output, budget: &Budget) -> Result<TransitionGraph, Failure> {
    let rule = read_rule(&args.rule)?;
    let HeapRule::Impartial(code) = &rule else {
        return Err(Failure::NotOneHeap { rule });
    };
    if code.max_parts().is_none_or(|parts| parts > 1) {
        return Err(Failure::BreaksHeaps { rule });
    }
    let run = grundy(code, u64::from(args.to) + 1, None, budget).map_err(Failure::Heap)?;
    if let Some(limit) = run.stopped {
        return Err(Failure::Limit(limit));
    }
    let moves = (0..=args.to).map(|heap| {
        let mut left = Vec::new();
        rule.for_each_option(heap, Player::Left, &mut |heaps| {
            left.push(heaps.first().map_or(0, |&h| h as usize));
        });
        left
    });
    let text = words(&args.output, output)?;
    let mut graph = TransitionGraph::new(
        code.to_string(),
        moves.collect(),
        run.values.iter().map(u64::from).collect(),
    );
    graph.description = text.describe_graph(&graph.title, args.to);
    graph.zero_label = text.zero_label().to_string();
    graph.mex_label = text.mex_label().to_string();
    graph.no_move_label = text.no_move_label().to_string();
    graph.marks_label = text.marks_label().to_string();
    let steps = if args.steps { " --steps" } else { "" };
    graph.provenance = provenance(
        format!("ishitori draw graph {code} --to {}{steps}", args.to),
        &[("rule", code.to_string()), ("to", args.to.to_string())],
    );
    Ok(graph)
}

/// F-NAME.svg beside F.svg.
fn beside(file: &Path, name: &str) -> PathBuf {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let extension = file.extension().unwrap_or_default().to_string_lossy();
    file.with_file_name(format!("{stem}-{name}.{extension}"))
}
