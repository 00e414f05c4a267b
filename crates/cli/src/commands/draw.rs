//! `ishitori draw`: pictures as SVG, PNG or PDF.

use ishitori_answers::box_table::{Asked, BoxTable, Cell};
use ishitori_answers::draw::{Format, render};
use ishitori_answers::sequence::grundy_sequence;
use ishitori_answers::{Accepted, Context, Origin};
use std::path::Path;
use std::process::ExitCode;

use ishitori::draw::{
    Grid, GridSlice, GridValue, PeriodTable, Provenance, Scatter, Scene, ThermographPlot,
};
use ishitori::prelude::{Budget, Calculator, GameStore, Outcome, Style, Value};
use ishitori::solve::heap::{Periodicity, find_period};
use serde_json::json;

use super::draw_tree;
use super::quotient_picture::{self, View};
use crate::args::{DrawArgs, Picture, PictureFile, SequenceArgs};
use crate::failure::{Failure, LIMIT};
use crate::game_args::{GridArgs, Show};
use crate::output::Output;
use crate::text::Text;

/// A picture is laid out by the period if that is found within so many heaps.
const LOOKED_AT: u64 = 20_000;
/// The argument that names the file.
pub const OUTPUT: &str = "output";

pub fn run(args: &DrawArgs, output: &Output, budget: &Budget) -> Result<ExitCode, Failure> {
    let (file, scene, complete) = match &args.picture {
        Picture::Scatter(a) => sequence(a, output, budget, Layout::Scatter)?,
        Picture::Table(a) => sequence(a, output, budget, Layout::Table)?,
        Picture::Grid(a) => grid(a, output, budget)?,
        Picture::Thermograph(a) => {
            let scene = thermograph(&a.expression, &a.file, output, budget)?;
            (&a.file, scene, true)
        }
        Picture::Tree(a) => {
            let text = words(&a.file.output, output)?;
            (&a.file, draw_tree::scene(a, &text, budget)?, true)
        }
        Picture::Graph(a) => return super::graph::run(a, output, budget),
        Picture::Monoid(a) => return quotient_picture::run(a, View::Table, output, budget),
        Picture::Cayley(a) => return quotient_picture::run(a, View::Cayley, output, budget),
    };
    let (size, file) = (file.size, file.output.as_path());
    let bytes = save(&scene, format_of(file, OUTPUT)?, size, file, output, budget)?;
    if output.is_json() {
        output.print_json(&json!({
            "file": file.display().to_string(),
            "title": scene.title,
            "width": scene.width,
            "height": scene.height,
        }))?;
    } else {
        output.print(&output.text().written(file, bytes))?;
    }
    Ok(if complete { ExitCode::SUCCESS } else { ExitCode::from(LIMIT) })
}

/// Writes a picture, so wide if that was asked for; tells how many bytes.
pub fn save(
    scene: &Scene,
    format: Format,
    width: Option<u32>,
    file: &Path,
    output: &Output,
    budget: &Budget,
) -> Result<usize, Failure> {
    let bytes = render(scene, format, width, budget)?;
    output.write_file(file, &bytes)?;
    Ok(bytes.len())
}

#[derive(Clone, Copy, PartialEq)]
enum Layout {
    Scatter,
    Table,
}

/// What a picture is written as, by the end of the name of its file.
pub fn format_of(file: &Path, field: &'static str) -> Result<Format, Failure> {
    let format = file.extension().and_then(|ending| ending.to_str()).and_then(Format::of_ending);
    format.ok_or_else(|| Failure::Argument {
        field,
        value: file.display().to_string(),
        accepted: Accepted::PictureFile,
    })
}

/// The words in a picture, once its file has a name that a picture can have.
pub fn words(file: &Path, output: &Output) -> Result<Text, Failure> {
    format_of(file, OUTPUT)?;
    Ok(output.text())
}

pub fn provenance(command: String, parameters: &[(&str, String)]) -> Provenance {
    Provenance {
        command,
        version: env!("CARGO_PKG_VERSION").to_string(),
        parameters: parameters.iter().map(|(k, v)| ((*k).to_string(), v.clone())).collect(),
    }
}

fn sequence<'a>(
    args: &'a SequenceArgs,
    output: &Output,
    budget: &Budget,
    layout: Layout,
) -> Result<(&'a PictureFile, Scene, bool), Failure> {
    let text = words(&args.file.output, output)?;
    let rule = crate::rule::read(&args.rule, &args.settings)?;
    let run = grundy_sequence(&rule, args.to, None, 1, budget)?;
    let values: Vec<u64> = run.values.iter().map(u64::from).collect();
    if let Some(limit) = &run.stopped {
        output.complain(&output.text().stopped(values.len() as u64, limit));
    }
    let limit = LOOKED_AT.max(values.len() as u64);
    let report = match &run.code {
        Some(code) => Some(find_period(code, limit, budget).map_err(Failure::Heap)?),
        None => None,
    };
    let period = report.as_ref().and_then(|report| report.periodicity.as_ref());
    let code = &run.rule;
    let title = match period {
        Some(p) => format!("{code}: {}", text.period_words(p)),
        None => code.to_string(),
    };
    let name = if layout == Layout::Scatter { "scatter" } else { "table" };
    let provenance = provenance(
        format!("ishitori draw {name} {code} --to {}", args.to),
        &[("rule", code.to_string()), ("to", args.to.to_string())],
    );
    let scene = match layout {
        Layout::Scatter => {
            let mut plot = Scatter::new(title, values);
            if let Some(p) = period.filter(|p| p.values.preperiod <= args.to) {
                plot.marks.push((p.values.preperiod, text.period_words(p)));
                plot.title = code.to_string();
            }
            args.file.entitle(&mut plot.title);
            plot.description = text.describe_sequence(&plot.title, plot.values.len());
            plot.provenance = provenance;
            plot.scene()
        }
        Layout::Table => {
            let columns = args.columns.unwrap_or_else(|| columns(period));
            let exceptions = period.and_then(|p| p.exceptions.clone()).unwrap_or_default();
            let mut table = PeriodTable::new(title, columns, values, exceptions);
            args.file.entitle(&mut table.title);
            table.description = text.describe_sequence(&table.title, table.values.len());
            table.zero_label = text.zero_label().to_string();
            table.exception_label = text.exception_label().to_string();
            table.provenance = provenance;
            table.scene()
        }
    };
    Ok((&args.file, scene.map_err(Failure::Draw)?, run.stopped.is_none()))
}

fn grid<'a>(
    args: &'a GridArgs,
    output: &Output,
    budget: &Budget,
) -> Result<(&'a PictureFile, Scene, bool), Failure> {
    let text = words(&args.file.output, output)?;
    if args.show == Some(Show::Value) {
        return Err(Failure::Argument {
            field: "show",
            value: "value".to_string(),
            accepted: Accepted::Coloured,
        });
    }
    let asked = Asked {
        rule: &crate::rule::source(&args.rule)?,
        set: &args.settings.set,
        end: args.end.as_deref(),
        to: &args.to,
        fix: &args.fix,
        show: args.show.map(Show::asked),
        transpose: args.transpose,
    };
    let context = Context { threads: 1, ..Context::new(budget.clone()) };
    let table = BoxTable::compute(&asked, &context)?;
    if let Some(limit) = &table.stopped {
        output.complain(&output.text().limit(limit));
    }
    let value = |cell: &Cell| match cell {
        Cell::Nothing => None,
        Cell::Number(n) => Some(GridValue::Number(u64::from(*n))),
        Cell::Word(word) => Some(GridValue::Letter(match word.as_str() {
            "L" => Outcome::L,
            "R" => Outcome::R,
            "N" => Outcome::N,
            _ => Outcome::P,
        })),
    };
    let coloured = |rows: &[Vec<Cell>]| -> Vec<Vec<Option<GridValue>>> {
        rows.iter().map(|row| row.iter().map(value).collect()).collect()
    };
    let names = (table.row_name.as_str(), table.column_name.as_str());
    let mut grid = Grid::new(table.rule.clone(), names, Vec::new());
    grid.slices = table
        .slices
        .iter()
        .map(|slice| GridSlice { heading: slice.fixed.to_string(), rows: coloured(&slice.rows) })
        .collect();
    if let [slice] = grid.slices.as_mut_slice()
        && !slice.heading.is_empty()
    {
        grid.title = format!("{}, {}", grid.title, std::mem::take(&mut slice.heading));
    }
    args.file.entitle(&mut grid.title);
    grid.palette = args.file.palette.palette();
    grid.description = text.describe_grid(&grid.title);
    grid.lost_label = text.lost_label().to_string();
    grid.outcome_labels = [Outcome::L, Outcome::R, Outcome::N, Outcome::P]
        .map(|o| format!("{o}: {}", text.outcome_short(o)));
    let to: Vec<String> = args.to.0.iter().map(u32::to_string).collect();
    let fix: String = args.fix.iter().map(|f| format!(" --fix {f}")).collect();
    let set: String = args.settings.set.iter().map(|s| format!(" --set {s}")).collect();
    let end = args.end.as_ref().map_or(String::new(), |end| format!(" --end {end}"));
    let show = match args.show {
        Some(Show::Grundy) => " --show grundy",
        Some(Show::Outcome) => " --show outcome",
        _ => "",
    };
    grid.provenance = provenance(
        format!("ishitori draw grid '{}' --to {}{fix}{set}{end}{show}", args.rule, to.join(",")),
        &[("rule", table.rule.clone()), ("to", to.join(","))],
    );
    let scene = grid.scene().map_err(Failure::Draw)?;
    Ok((&args.file, scene, table.stopped.is_none()))
}

/// Rows of one period, or of several short ones.
fn columns(period: Option<&Periodicity>) -> u64 {
    match period.map(|p| p.values.period) {
        Some(p @ 1..=9) => p * (20 / p),
        Some(p @ 10..=60) => p,
        Some(p) => (16..=40).rev().find(|d| p.is_multiple_of(*d)).unwrap_or(20),
        None => 20,
    }
}

fn thermograph(
    expression: &str,
    file: &PictureFile,
    output: &Output,
    budget: &Budget,
) -> Result<Scene, Failure> {
    let text = words(&file.output, output)?;
    let store = GameStore::new();
    let mut calculator = Calculator::within(&store, budget.clone());
    let value = calculator.eval(expression).map_err(|error| Failure::Expression {
        from: Origin::Field("expression"),
        source: expression.to_string(),
        error,
    })?;
    let walls = match &value {
        Value::Game(g) => calculator.session().thermograph(*g)?,
        Value::Thermograph(walls) => walls.clone(),
        _ => {
            return Err(Failure::Argument {
                field: "expression",
                value: expression.to_string(),
                accepted: Accepted::GameExpression,
            });
        }
    };
    let title = match calculator.show_as(&value, Style::Ascii) {
        Ok(shown) if shown.chars().count() <= 48 => shown,
        _ => expression.chars().take(48).collect(),
    };
    let mut plot = ThermographPlot::new(title, &walls);
    file.entitle(&mut plot.title);
    plot.description = text.describe_thermograph(&plot.title, &walls);
    plot.value_label = text.value_label().to_string();
    plot.provenance = provenance(
        format!("ishitori draw thermograph '{expression}'"),
        &[("expression", expression.to_string())],
    );
    plot.scene(&walls).map_err(Failure::Draw)
}
