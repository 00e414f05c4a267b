//! Charts of families: `sweep --chart` and `sweep --tiles`.

use ishitori_answers::Accepted;
use std::path::{Path, PathBuf};

use ishitori::draw::{Colour, Palette, Provenance, StripChart, StripTiles, TILE};
use ishitori::prelude::{Budget, Outcome};
use ishitori::sweep::{Family, Query, Strip, StripsError, SweepError, strips};
use ishitori_files::PlaceError;
use serde_json::json;

use super::draw::{Kind, save};
use super::sweep::command_line;
use crate::ending_args::SweepArgs;
use crate::failure::Failure;
use crate::output::Output;
use ishitori_words::set_name as name;

/// Rows of a chart at most.
const MAX_CHART_ROWS: usize = 1 << 18;
/// Rows of tiles at most.
const MAX_TILE_ROWS: usize = 1 << 20;
/// Sets that are looked at for rows at most.
const MAX_SETS: u64 = 1 << 26;
/// The page that shows tiles.
const VIEWER: &str = include_str!("../viewer/tiles.html");
/// Legends begin with the players.
const LEGEND: [Outcome; 4] = [Outcome::L, Outcome::R, Outcome::N, Outcome::P];

/// The rows of the pictures that were asked for, and where the pictures go.
pub struct Charts<'a> {
    args: &'a SweepArgs,
    family: &'a Family,
    query: &'a Query,
    rows: Vec<Strip>,
}

impl<'a> Charts<'a> {
    /// Computes the rows, if there is a picture to draw. Nothing is written yet.
    pub fn prepare(
        args: &'a SweepArgs,
        family: &'a Family,
        query: &'a Query,
        budget: &Budget,
    ) -> Result<Charts<'a>, Failure> {
        let mut charts = Charts { args, family, query, rows: Vec::new() };
        if let Some(path) = &args.tiles {
            free_place(path)?;
        }
        let (field, most) = match (&args.chart, &args.tiles) {
            (None, None) => return Ok(charts),
            (Some(_), _) => ("chart", MAX_CHART_ROWS),
            (None, Some(_)) => ("tiles", MAX_TILE_ROWS),
        };
        let refused =
            |value: String| Failure::Argument { field, value, accepted: Accepted::ChartFamily };
        if family.len() > MAX_SETS {
            return Err(refused(format!("{} sets", family.len())));
        }
        let heaps = args.chart_to as usize + 1;
        charts.rows = strips(family, query, heaps, most, budget).map_err(|error| match error {
            StripsError::Limit(limit) => Failure::Limit(limit),
            StripsError::Overflow(overflow) => Failure::Sweep(SweepError::Overflow(overflow)),
            StripsError::TooMany { limit } => refused(format!("more than {limit} rows")),
        })?;
        if charts.rows.is_empty() {
            return Err(Failure::Argument {
                field,
                value: "0 rows".to_string(),
                accepted: Accepted::SomeSet,
            });
        }
        Ok(charts)
    }

    /// Draws and writes what was asked for.
    pub fn write(self, output: &Output, budget: &Budget) -> Result<(), Failure> {
        if let Some(folder) = &self.args.tiles {
            self.tiles(folder, output)?;
        }
        if let Some(path) = &self.args.chart {
            self.chart(path, output, budget)?;
        }
        Ok(())
    }

    fn title(&self) -> String {
        let title = format!("{}, {}", self.family.describe(), self.query.end);
        match &self.query.condition {
            None => title,
            Some(condition) => format!("{title}, {}", condition.text()),
        }
    }

    fn palette(&self) -> Palette {
        self.args.palette.palette()
    }

    fn chart(self, path: &Path, output: &Output, budget: &Budget) -> Result<(), Failure> {
        let kind = Kind::of(path, "chart")?;
        let (mut title, palette) = (self.title(), self.palette());
        if let Some(chosen) = &self.args.title {
            title.clone_from(chosen);
        }
        let rows = self.rows.into_iter().map(|strip| (name(&strip.set), strip.outcomes));
        let mut chart = StripChart::new(title, rows.collect());
        chart.palette = palette;
        let mut parameters = vec![
            ("family".to_string(), self.family.describe()),
            ("end".to_string(), self.query.end.to_string()),
        ];
        if let Some(condition) = &self.query.condition {
            parameters.push(("where".to_string(), condition.text().to_string()));
        }
        chart.provenance = Provenance {
            command: format!("ishitori {}", command_line(output)),
            version: env!("CARGO_PKG_VERSION").to_string(),
            parameters,
        };
        let text = output.text();
        chart.legend = LEGEND.map(|o| format!("{o}: {}", text.outcome_short(o)));
        save(&chart.scene().map_err(Failure::Draw)?, kind, self.args.size, path, output, budget)?;
        Ok(())
    }

    /// Writes the folder under another name and renames it, so that it is there whole or not at
    /// all.
    fn tiles(&self, folder: &Path, output: &Output) -> Result<(), Failure> {
        let mut beside = folder.as_os_str().to_owned();
        beside.push(format!(".{}.part", std::process::id()));
        let beside = PathBuf::from(beside);
        std::fs::create_dir(&beside).map_err(failed(&beside))?;
        let written = self.tiles_into(&beside, output).and_then(|()| {
            // An empty folder of this name makes way.
            if folder.is_dir() {
                std::fs::remove_dir(folder).map_err(failed(folder))?;
            }
            std::fs::rename(&beside, folder).map_err(failed(folder))
        });
        if written.is_err() {
            // What was begun is of no use; that it cannot be removed either is not worth telling.
            let _ = std::fs::remove_dir_all(&beside);
        }
        written
    }

    fn tiles_into(&self, folder: &Path, output: &Output) -> Result<(), Failure> {
        let rows = self.rows.iter().map(|strip| &strip.outcomes[..]).collect();
        let mut tiles = StripTiles::new(rows).map_err(Failure::Draw)?;
        tiles.palette = self.palette();
        let write = |name: &str, bytes: &[u8]| {
            let path = folder.join(name);
            let parent = path.parent().unwrap_or(folder);
            let written =
                std::fs::create_dir_all(parent).and_then(|()| std::fs::write(&path, bytes));
            written.map_err(failed(&path))
        };
        for (place, png) in tiles.tiles() {
            write(&place.to_string(), &png.map_err(Failure::Draw)?)?;
        }
        for (y, strips) in self.rows.chunks(TILE).enumerate() {
            let entries: Vec<String> = strips.iter().map(entry).collect();
            write(
                &format!("rows/{y}.js"),
                format!("rowsLoaded({y},{});\n", json!(entries)).as_bytes(),
            )?;
        }
        let text = output.text();
        let hex = |c: Colour| format!("#{:02x}{:02x}{:02x}", c.red, c.green, c.blue);
        let legend: Vec<_> = LEGEND
            .iter()
            .map(|&outcome| {
                let colour = tiles.palette.colour(outcome);
                json!({
                    "letter": outcome.to_string(),
                    "colour": hex(colour),
                    "ink": hex(colour.ink()),
                    "label": text.outcome_short(outcome),
                })
            })
            .collect();
        let metadata = json!({
            "title": self.title(),
            "description": text.tiles_description(tiles.rows(), tiles.columns()),
            "note": text.tiles_note(),
            "rows_label": text.rows_label(),
            "lang": text.lang_code(),
            "family": self.family.describe(),
            "end": self.query.end.to_string(),
            "where": self.query.condition.as_ref().map(|condition| condition.text()),
            "rows": tiles.rows(),
            "columns": tiles.columns(),
            "tile": TILE,
            "levels": tiles.levels(),
            "path": "{z}/{x}/{y}.png",
            "rows_per_pixel": (0..tiles.levels()).map(|z| tiles.rows_per_pixel(z)).collect::<Vec<_>>(),
            "columns_per_pixel": 1,
            "legend": legend,
            "command": format!("ishitori {}", command_line(output)),
            "version": env!("CARGO_PKG_VERSION"),
        });
        let pretty = format!("{metadata:#}\n");
        write("metadata.json", pretty.as_bytes())?;
        // Within a script, `</` would end it.
        let page = VIEWER.replace("/*METADATA*/null", &pretty.replace("</", "<\\/"));
        write("index.html", page.as_bytes())
    }
}

/// A row for the viewer: the set as a hexadecimal mask, bit s − 1 for s, and its outcomes, two to
/// a hexadecimal digit, in the order P, N, L, R.
fn entry(strip: &Strip) -> String {
    let words = strip.set.words().iter().rev();
    let mask: String = words.map(|word| format!("{word:016x}")).collect();
    let pairs = strip.outcomes.chunks(2).map(|pair| {
        let code = |i: usize| pair.get(i).map_or(0, |&outcome| outcome as u32);
        char::from_digit(4 * code(0) + code(1), 16).unwrap_or('0')
    });
    format!("{} {}", mask.trim_start_matches('0'), pairs.collect::<String>())
}

/// A folder for tiles must be new or empty.
fn free_place(path: &Path) -> Result<(), Failure> {
    if let Some(above) = path.parent().filter(|above| !above.as_os_str().is_empty())
        && !above.is_dir()
    {
        let error = PlaceError::NoFolder { folder: above.to_path_buf() };
        return Err(Failure::Place { path: path.to_path_buf(), error });
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
