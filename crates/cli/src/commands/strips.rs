//! Charts of families: `sweep --chart` and `sweep --tiles`.

use std::path::{Path, PathBuf};

use ishitori_answers::draw::{Format, Look, Strips, StripsFor, strips};
use ishitori_answers::sweep::Asked;
use ishitori_answers::{Accepted, Context};
use ishitori_runtime::Budget;
use ishitori_runtime::files::OutputTargetError;

use super::draw::{format_of, save};
use crate::ending_args::SweepArgs;
use crate::failure::Failure;
use crate::output::Output;

/// The rows of the pictures that were asked for, and where the pictures go.
pub struct Charts<'a> {
    args: &'a SweepArgs,
    strips: Option<Strips>,
}

impl<'a> Charts<'a> {
    /// Computes the rows, if there is a picture to draw. Nothing is written yet.
    pub fn prepare(
        args: &'a SweepArgs,
        asked: &Asked,
        budget: &Budget,
    ) -> Result<Charts<'a>, Failure> {
        if let Some(path) = &args.tiles {
            free_place(path)?;
        }
        let strips_for = match (&args.chart, &args.tiles) {
            (None, None) => return Ok(Charts { args, strips: None }),
            (Some(_), _) => StripsFor::Chart(args.chart_show.asked()),
            (None, Some(_)) => StripsFor::Tiles,
        };
        let strips = Strips::of(asked, strips_for, args.chart_to, budget)?;
        Ok(Charts { args, strips: Some(strips) })
    }

    /// The chart as a question.
    fn request(&self) -> strips::Request {
        let args = self.args;
        strips::Request {
            min: args.min.unwrap_or_default(),
            max: args.max.unwrap_or_default(),
            end: args.end.clone().unwrap_or_else(|| "mod2:LR".to_string()),
            min_size: args.min_size,
            max_size: args.max_size,
            with: args.with.clone(),
            without: args.without.clone(),
            condition: args.condition.clone(),
            chart_to: args.chart_to,
            show: args.chart_show.asked(),
            title: args.title.clone(),
            size: args.size,
            palette: args.palette.colours(),
            format: Format::default(),
        }
    }

    /// Draws and writes what was asked for.
    pub fn write(self, output: &Output, context: &Context) -> Result<(), Failure> {
        let (palette, command) = (self.args.palette.colours(), self.request().command());
        let Some(strips) = self.strips else { return Ok(()) };
        if let Some(folder) = &self.args.tiles {
            let captions = output.text().tile_captions(&strips, command.clone());
            in_new_folder(folder, |temporary| {
                strips
                    .tiles(palette.into(), &captions)
                    .write(|name, bytes| put(temporary, name, bytes))
            })?;
        }
        if let Some(path) = &self.args.chart {
            let look = Look {
                title: self.args.title.as_deref(),
                size: self.args.size,
                format: format_of(path, "chart")?,
            };
            save(&strips.draw(look, palette, command, context)?, path, output)?;
        }
        Ok(())
    }
}

/// Fills a folder under another name and renames it, so that it is there whole or not at all.
fn in_new_folder(
    folder: &Path,
    fill: impl FnOnce(&Path) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut temporary = folder.as_os_str().to_owned();
    temporary.push(format!(".{}.part", std::process::id()));
    let temporary = PathBuf::from(temporary);
    std::fs::create_dir(&temporary).map_err(failed(&temporary))?;
    let written = fill(&temporary).and_then(|()| {
        // An empty folder of this name makes way.
        if folder.is_dir() {
            std::fs::remove_dir(folder).map_err(failed(folder))?;
        }
        std::fs::rename(&temporary, folder).map_err(failed(folder))
    });
    if written.is_err() {
        // The unfinished folder is useless; a failure to remove it as well is not reported.
        let _ = std::fs::remove_dir_all(&temporary);
    }
    written
}

fn put(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), Failure> {
    let path = folder.join(name);
    let parent = path.parent().unwrap_or(folder);
    let written = std::fs::create_dir_all(parent).and_then(|()| std::fs::write(&path, bytes));
    written.map_err(failed(&path))
}

/// A folder for tiles must be new or empty.
fn free_place(path: &Path) -> Result<(), Failure> {
    if let Some(above) = path.parent().filter(|above| !above.as_os_str().is_empty())
        && !above.is_dir()
    {
        let error = OutputTargetError::NoFolder { folder: above.to_path_buf() };
        return Err(Failure::Target { path: path.to_path_buf(), error });
    }
    let free = match std::fs::read_dir(path) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) => error.kind() == std::io::ErrorKind::NotFound,
    };
    if free {
        return Ok(());
    }
    let accepted = Accepted::NewFolder;
    Err(Failure::Argument { field: "tiles", value: path.display().to_string(), accepted })
}

fn failed(path: &Path) -> impl FnOnce(std::io::Error) -> Failure + '_ {
    move |error| Failure::File { path: path.to_path_buf(), error }
}
