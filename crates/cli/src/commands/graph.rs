//! `ishitori draw graph`: the moves between positions, and their Grundy numbers or outcomes filled in
//! step by step.

use ishitori_answers::Accepted;
use ishitori_answers::draw::Format;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ishitori::draw::{DrawError, GraphMove, GridValue, TransitionGraph, animated_svg, film_strip};
use ishitori::language::{EndKind, Halt, Sink, TextGame, tuple};
use ishitori::prelude::{Budget, Player};
use ishitori::rules::end::EndRule;
use ishitori::rules::heap::HeapRule;
use ishitori::solve::ending::outcomes;
use ishitori::solve::heap::grundy;
use ishitori::solve::tuple::{SumPosition, SumSearch, TupleError};
use serde_json::json;

use super::draw::{OUTPUT, format_of, provenance, save, words};
use super::outcomes::{ending, read_end, under};
use crate::args::GraphArgs;
use crate::failure::Failure;
use crate::output::Output;
use ishitori_answers::rule::{Rule, plane_game};

/// How long a step of the animation is shown.
const SECONDS: f64 = 1.5;
/// Positions that a picture may have, and tuples that are looked through for them.
const MAX_POSITIONS: usize = 64;
const MAX_CELLS: u64 = 1 << 16;

pub fn run(args: &GraphArgs, output: &Output, budget: &Budget) -> Result<ExitCode, Failure> {
    let kind = format_of(&args.file.output, OUTPUT)?;
    let graph = graph(args, output, budget)?;
    let mut files = Vec::new();
    if args.steps {
        if !graph.goes_back() {
            return Err(Failure::Argument {
                field: "steps",
                value: graph.title,
                accepted: Accepted::FallingMoves,
            });
        }
        let steps = graph.steps().map_err(Failure::Draw)?;
        let strip = film_strip(&steps).map_err(Failure::Draw)?;
        save(&strip, kind, args.file.size, &args.file.output, output, budget)?;
        files.push(args.file.output.clone());
        for (n, step) in steps.iter().enumerate() {
            let file = beside(&args.file.output, &format!("{n:02}"));
            save(step, kind, args.file.size, &file, output, budget)?;
            files.push(file);
        }
        if kind == Format::Svg {
            let file = beside(&args.file.output, "animated");
            let svg = animated_svg(&steps, SECONDS).map_err(Failure::Draw)?;
            output.write_file(&file, svg.as_bytes())?;
            files.push(file);
        }
    } else {
        let scene = graph.scene().map_err(Failure::Draw)?;
        save(&scene, kind, args.file.size, &args.file.output, output, budget)?;
        files.push(args.file.output.clone());
    }
    let files: Vec<String> = files.iter().map(|f| f.display().to_string()).collect();
    if output.is_json() {
        let value = |value: &GridValue| match value {
            GridValue::Number(n) => json!(n),
            GridValue::Letter(letter) => json!(letter.to_string()),
        };
        let mut object = json!({
            "file": files[0],
            "files": files,
            "title": graph.title,
            "values": graph.values.iter().map(value).collect::<Vec<_>>(),
        });
        if !graph.names.is_empty() {
            object["positions"] = json!(graph.names);
        }
        output.print_json(&object)?;
    } else {
        output.print(&output.text().written_series(&files))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What a graph shows.
struct Shown {
    rule: String,
    end: Option<EndRule>,
    /// How positions are written, if they are not heaps.
    names: Vec<String>,
    moves: Vec<Vec<GraphMove>>,
    values: Vec<GridValue>,
}

fn graph(args: &GraphArgs, output: &Output, budget: &Budget) -> Result<TransitionGraph, Failure> {
    let shown = match crate::rule::read(&args.rule, &args.settings)? {
        Rule::Heap(HeapRule::Plane(rule)) => of_game(&plane_game(rule), args, budget)?,
        Rule::Heap(rule) => of_heaps(&rule, args, budget)?,
        Rule::Game(game) => of_game(&game, args, budget)?,
    };
    let text = words(&args.file.output, output)?;
    let title = match &shown.end {
        Some(end) => format!("{}  {end}", shown.rule),
        None => shown.rule.clone(),
    };
    let mut graph = TransitionGraph::new(title, Vec::new(), Vec::new());
    args.file.entitle(&mut graph.title);
    graph.palette = args.file.palette.palette();
    (graph.names, graph.moves, graph.values) = (shown.names, shown.moves, shown.values);
    let name = |n: usize| graph.names.get(n).cloned().unwrap_or_else(|| n.to_string());
    let reason = |(n, value): (usize, &GridValue)| match value {
        GridValue::Letter(letter) => text.graph_reason(&name(n), *letter),
        GridValue::Number(_) => String::new(),
    };
    graph.reasons = graph.values.iter().enumerate().map(reason).collect();
    let letters = graph.values.iter().any(|v| matches!(v, GridValue::Letter(_)));
    let to: Vec<String> = args.to.0.iter().map(u32::to_string).collect();
    let to = to.join(",");
    graph.description = text.describe_graph(&graph.title, &to);
    graph.zero_label = if letters { text.lost_label() } else { text.zero_label() }.to_string();
    graph.mex_label = text.mex_label().to_string();
    graph.no_move_label = text.no_move_label().to_string();
    graph.marks_label = text.marks_label().to_string();
    graph.parts_label = text.parts_label().to_string();
    graph.players_labels = text.players_labels().map(str::to_string);
    let steps = if args.steps { " --steps" } else { "" };
    let end = args.end.as_ref().map_or(String::new(), |end| format!(" --end {end}"));
    let set: String = args.settings.set.iter().map(|s| format!(" --set {s}")).collect();
    graph.provenance = provenance(
        format!("ishitori draw graph '{}' --to {to}{set}{end}{steps}", args.rule),
        &[("rule", shown.rule), ("to", to)],
    );
    Ok(graph)
}

/// The heaps of a rule.
fn of_heaps(rule: &HeapRule, args: &GraphArgs, budget: &Budget) -> Result<Shown, Failure> {
    let &[last] = args.to.0.as_slice() else {
        return Err(Failure::Corner { expected: 1, found: args.to.0.len() });
    };
    if last as usize >= MAX_POSITIONS {
        return Err(too_many(u64::from(last) + 1));
    }
    let end = args.end.as_deref().map(read_end).transpose()?;
    let normal = end.as_ref().is_none_or(EndRule::is_normal);
    let values = match rule {
        HeapRule::Impartial(code) if normal => {
            let run = grundy(code, u64::from(last) + 1, None, budget).map_err(Failure::Heap)?;
            if let Some(limit) = run.stopped {
                return Err(Failure::Limit(limit));
            }
            run.values.iter().map(|g| GridValue::Number(u64::from(g))).collect()
        }
        _ => {
            let end = end.clone().unwrap_or_else(EndRule::normal);
            let run = outcomes(rule, &end, last as usize + 1, budget).map_err(Failure::Ending)?;
            if let Some(limit) = run.stopped {
                return Err(Failure::Limit(limit));
            }
            run.outcomes.iter().map(|&letter| GridValue::Letter(letter)).collect()
        }
    };
    let moves = (0..=last).map(|heap| {
        let mut found: BTreeMap<Vec<usize>, [bool; 2]> = BTreeMap::new();
        for player in Player::BOTH {
            rule.for_each_option(heap, player, &mut |heaps| {
                // What is left is the heap 0 if nothing is.
                let mut parts: Vec<usize> =
                    heaps.iter().filter(|&&h| h > 0).map(|&h| h as usize).collect();
                parts.sort_unstable();
                if parts.is_empty() {
                    parts.push(0);
                }
                found.entry(parts).or_default()[player as usize] = true;
            });
        }
        found.into_iter().map(|(parts, players)| GraphMove { parts, players }).collect()
    });
    Ok(Shown {
        rule: rule.to_string(),
        end: end.filter(|_| !normal),
        names: Vec::new(),
        moves: moves.collect(),
        values,
    })
}

/// The positions of a game in the language.
fn of_game(game: &TextGame, args: &GraphArgs, budget: &Budget) -> Result<Shown, Failure> {
    if args.to.0.len() != game.width() {
        return Err(Failure::Corner { expected: game.width(), found: args.to.0.len() });
    }
    let given = args.end.as_deref().map(read_end).transpose()?;
    let (game, end) = under(game, args.end.as_deref())?;
    let failure = |error: TupleError| Failure::Game { game: game.clone(), error };
    let cells = args.to.0.iter().fold(1u64, |n, &last| n.saturating_mul(u64::from(last) + 1));
    if cells > MAX_CELLS {
        return Err(too_many(cells));
    }
    let positions = positions(&game, &args.to.0).map_err(|fault| failure(fault.into()))?;
    if positions.len() > MAX_POSITIONS {
        return Err(too_many(positions.len() as u64));
    }
    let mut search = SumSearch::new(&game, ending(&end)?, budget).map_err(failure)?;
    let mut values = Vec::new();
    for position in &positions {
        let one = SumPosition::new(vec![position.clone()]);
        values.push(match search.grundy(&one).map_err(failure)? {
            Some(numbers) => GridValue::Number(numbers.iter().map(|&g| u64::from(g)).sum()),
            None => GridValue::Letter(search.outcome(&one).map_err(failure)?),
        });
    }
    let mut moves = Vec::new();
    for position in &positions {
        moves.push(moves_of(&game, position, &positions, args, budget)?);
    }
    let single = game.width() == 1;
    let heaps = single && positions.iter().enumerate().all(|(n, p)| p[0] == n as i64);
    let name = |p: &Vec<i64>| if single { p[0].to_string() } else { tuple(p) };
    let normal = game.end() == EndKind::Normal && end.is_none();
    Ok(Shown {
        rule: game.to_string(),
        end: given.filter(|_| !normal),
        names: if heaps { Vec::new() } else { positions.iter().map(name).collect() },
        moves,
        values,
    })
}

fn too_many(found: u64) -> Failure {
    Failure::Draw(DrawError::TooLarge { what: "heaps", found, limit: MAX_POSITIONS as u64 })
}

/// The positions of a box, the last coordinate fastest.
fn positions(game: &TextGame, last: &[u32]) -> Result<Vec<Vec<i64>>, ishitori::language::Fault> {
    let mut machine = game.machine();
    let mut found = Vec::new();
    let mut position = vec![0i64; last.len()];
    loop {
        if machine.contains(&position)? {
            found.push(position.clone());
        }
        let Some(at) = (0..last.len()).rev().find(|&i| position[i] < i64::from(last[i])) else {
            return Ok(found);
        };
        position[at] += 1;
        position[at + 1..].fill(0);
    }
}

/// The moves of a position, by the places of the positions that they lead to.
fn moves_of(
    game: &TextGame,
    position: &[i64],
    positions: &[Vec<i64>],
    args: &GraphArgs,
    budget: &Budget,
) -> Result<Vec<GraphMove>, Failure> {
    let mut found: BTreeMap<Vec<usize>, [bool; 2]> = BTreeMap::new();
    let mut machine = game.machine();
    for player in Player::BOTH {
        let mut list = List { options: Vec::new(), budget };
        machine
            .options(position, Some(player), &mut list)
            .map_err(|halt| Failure::Game { game: game.clone(), error: halt.into() })?;
        for option in list.options {
            let place = |part: &[i64]| positions.iter().position(|p| p == part);
            let parts: Option<Vec<usize>> = option.chunks(game.width()).map(place).collect();
            let Some(mut parts) = parts else {
                let to: Vec<String> = args.to.0.iter().map(u32::to_string).collect();
                return Err(Failure::Argument {
                    field: "to",
                    value: to.join(","),
                    accepted: Accepted::ClosedBox,
                });
            };
            parts.sort_unstable();
            found.entry(parts).or_default()[player as usize] = true;
        }
    }
    Ok(found.into_iter().map(|(parts, players)| GraphMove { parts, players }).collect())
}

struct List<'b> {
    options: Vec<Vec<i64>>,
    budget: &'b Budget,
}

impl Sink for List<'_> {
    fn option(&mut self, _: usize, coordinates: &[i64]) -> Result<(), Halt> {
        self.options.push(coordinates.to_vec());
        if self.options.len().is_multiple_of(1 << 12) { self.tick() } else { Ok(()) }
    }

    fn tick(&mut self) -> Result<(), Halt> {
        self.budget.check(self.options.len() as u64 * 64)?;
        Ok(())
    }
}

/// F-NAME.svg beside F.svg.
fn beside(file: &Path, name: &str) -> PathBuf {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let extension = file.extension().unwrap_or_default().to_string_lossy();
    file.with_file_name(format!("{stem}-{name}.{extension}"))
}
