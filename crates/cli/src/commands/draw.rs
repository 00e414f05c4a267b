//! `ishitori draw`: pictures as SVG, PNG, PDF or TikZ.

use std::path::{Path, PathBuf};

use ishitori_answers::draw::{
    Answer, Format, automaton, bar, board, cayley, graph, grid, monoid, period_table, scatter,
    thermograph, tree,
};
use ishitori_answers::{Accepted, Context};

use crate::ExitCode;
use crate::args::{ArrowLabels, DrawArgs, GraphArgs, Picture, SequenceArgs};
use crate::failure::Failure;
use crate::game_args::{GridArgs, Learn, Show};
use crate::output::Output;
use crate::quotient_args::QuotientPictureArgs;

/// The request of a picture with these fields of its own; how it looks is as its file says.
macro_rules! request {
    ($picture:ident, $file:expr, $format:expr, { $($own:tt)* }) => {
        $picture::Request {
            title: $file.title.clone(),
            size: $file.size,
            palette: $file.palette.colours(),
            format: $format,
            $($own)*
        }
    };
}

pub fn run(args: &DrawArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    // Before any work: a name that no picture can have.
    let format = match &args.picture {
        Picture::Graph(graph) => graph_format(&graph.file.output, graph.steps)?,
        Picture::Automaton(automaton) => automaton_format(&automaton.file.output)?,
        _ => format_of(args.picture.file(), "output")?,
    };
    let (file, mut picture) = match &args.picture {
        Picture::Scatter(a) => {
            (&a.file, scatter::answer(&of_sequence(a, format, output)?, context)?)
        }
        Picture::Table(a) => {
            (&a.file, period_table::answer(&of_sequence(a, format, output)?, context)?)
        }
        Picture::Grid(a) => (&a.file, grid::answer(&of_box(a, format, output)?, context)?),
        Picture::Thermograph(a) => {
            let expression = a.expression.clone();
            let request = request!(thermograph, a.file, format, { expression });
            (&a.file, thermograph::answer(&request, context)?)
        }
        Picture::Tree(a) => {
            let (expression, depth) = (a.expression.clone(), a.depth);
            let request = request!(tree, a.file, format, { expression, depth });
            (&a.file, tree::answer(&request, context)?)
        }
        Picture::Bar(a) => {
            let request = request!(bar, a.file, format, {
                rule: output.rule(&a.rule)?,
                position: a.position.clone(),
                cut: a.cut.clone(),
                set: a.settings.set.clone()
            });
            (&a.file, bar::answer(&request, context)?)
        }
        Picture::Board(a) => {
            let request = request!(board, a.file, format, {
                game: output.rule(&a.game)?,
                position: a.position.as_deref().map(crate::rule::position).transpose()?,
                set: a.set.clone(),
                played: a.played.clone(),
                player: a.player.map(crate::play_args::Side::asked),
                values: a.values,
                graph: a.graph
            });
            (&a.file, board::answer(&request, context)?)
        }
        Picture::Automaton(a) => {
            let request = request!(automaton, a.file, format, {
                rule: output.rule(&a.rule)?,
                set: a.settings.set.clone(),
                end: a.end.clone(),
                learn: a.learn.map(Learn::asked),
                base: a.base.clone()
            });
            (&a.file, automaton::answer(&request, context)?)
        }
        Picture::Graph(a) => (&a.file, graph::answer(&of_moves(a, format, output)?, context)?),
        Picture::Monoid(a) => (&a.file, monoid::answer(&of_quotient(a, format, output)?, context)?),
        Picture::Cayley(a) => (&a.file, cayley::answer(&of_quotient(a, format, output)?, context)?),
    };
    let files = save(&picture, &file.output, output)?;
    picture.file = files.first().cloned();
    let several = picture.drawn.len() > 1 || matches!(args.picture, Picture::Graph(_));
    picture.files = Some(files).filter(|_| several);
    output.answer(picture)
}

/// Writes all files of a picture, and returns their names.
pub fn save(picture: &Answer, file: &Path, output: &Output) -> Result<Vec<String>, Failure> {
    let mut files = Vec::new();
    for drawn in &picture.drawn {
        let file = match &drawn.part {
            None => file.to_path_buf(),
            Some(part) => with_part(file, part),
        };
        output.write_file(&file, &drawn.bytes)?;
        files.push(file.display().to_string());
    }
    Ok(files)
}

/// F-NAME.svg next to F.svg.
fn with_part(file: &Path, name: &str) -> PathBuf {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let extension = file.extension().unwrap_or_default().to_string_lossy();
    file.with_file_name(format!("{stem}-{name}.{extension}"))
}

/// The format of a picture, by the extension of its file.
pub fn format_of(file: &Path, field: &'static str) -> Result<Format, Failure> {
    by_ending(file).filter(|format| !format.is_text()).ok_or_else(|| Failure::Argument {
        field,
        value: file.display().to_string(),
        accepted: Accepted::PictureFile,
    })
}

/// A graph can be text, too, but for its steps.
fn graph_format(file: &Path, steps: bool) -> Result<Format, Failure> {
    by_ending(file).filter(|format| !(steps && format.is_text())).ok_or_else(|| {
        let (value, accepted) = (file.display().to_string(), Accepted::GraphFile);
        Failure::Argument { field: "output", value, accepted }
    })
}

/// An automaton can be text, too.
fn automaton_format(file: &Path) -> Result<Format, Failure> {
    by_ending(file).ok_or_else(|| {
        let (value, accepted) = (file.display().to_string(), Accepted::AutomatonFile);
        Failure::Argument { field: "output", value, accepted }
    })
}

fn by_ending(file: &Path) -> Option<Format> {
    file.extension().and_then(|ending| ending.to_str()).and_then(Format::of_ending)
}

fn of_sequence(
    args: &SequenceArgs,
    format: Format,
    output: &Output,
) -> Result<scatter::Request, Failure> {
    Ok(request!(scatter, args.file, format, {
        rule: output.rule(&args.rule)?,
        set: args.settings.set.clone(),
        to: args.to,
        columns: args.columns
    }))
}

fn of_box(args: &GridArgs, format: Format, output: &Output) -> Result<grid::Request, Failure> {
    Ok(request!(grid, args.file, format, {
        rule: output.rule(&args.rule)?,
        set: args.settings.set.clone(),
        end: args.end.clone(),
        to: args.to.clone(),
        fix: args.fix.clone(),
        show: args.show.map(Show::asked),
        transpose: args.transpose,
        blank: args.blank,
        steps: args.steps
    }))
}

fn of_moves(args: &GraphArgs, format: Format, output: &Output) -> Result<graph::Request, Failure> {
    Ok(request!(graph, args.file, format, {
        rule: output.rule(&args.rule)?,
        set: args.settings.set.clone(),
        end: args.end.clone(),
        to: args.to.clone(),
        steps: args.steps,
        blank: args.blank,
        labels: args.labels.map(ArrowLabels::asked)
    }))
}

fn of_quotient(
    args: &QuotientPictureArgs,
    format: Format,
    output: &Output,
) -> Result<monoid::Request, Failure> {
    Ok(request!(monoid, args.file, format, {
        rule: output.rule(&args.rule)?,
        end: args.end.clone(),
        to: args.to
    }))
}
