//! Pictures of games: data in, SVG, PNG, PDF or TikZ out. Nothing is computed here.
//!
//! * [`Scatter`]: the plot of a sequence n ↦ G(n).
//! * [`PeriodTable`]: values in rows of one period, exceptions and zeros marked.
//! * [`Grid`]: tables of two coordinates, lost positions marked.
//! * [`StripChart`]: outcomes of whole families, one row per game.
//! * [`MonoidTable`], [`CayleyGraph`]: a quotient, its products and its generators.
//! * [`ChocolateBar`]: a bar, its bitter square, a cut.
//! * [`AutomatonGraph`]: the states of an automaton and what leads from one to the other.
//! * [`TransitionGraph`]: the moves between heaps, Grundy numbers filled in step by step.
//! * [`GameTree`]: the options of a game, and theirs.
//! * [`StripTiles`]: such charts of any height, cut into tiles for a viewer.
//! * [`ThermographPlot`]: the walls and the mast of a game.
//! * [`film_strip`], [`animated_svg`]: several pictures in one.
//! * [`Scene`]: the shapes they are made of, for pictures of your own.
//!
//! Every picture has a title and a description for readers who cannot see it, carries the command,
//! version and parameters that made it, uses colours that colour-blind readers can distinguish, and
//! never says anything by colour alone. PNG and PDF need no font on the machine, also for
//! Japanese. The same data give the
//! same bytes.
//!
//! ```
//! use ishitori_draw::Scatter;
//! let mut plot = Scatter::new("Nim with at most three", (0..40).map(|n| n % 4).collect());
//! plot.provenance.command = "ishitori draw sub:1-3 --to 39".to_owned();
//! let scene = plot.scene().unwrap();
//! let (svg, png) = (scene.to_svg(), scene.to_png(2.0).unwrap());
//! assert!(svg.contains("command=\"ishitori draw sub:1-3 --to 39\"") && png.len() > 1000);
//! ```

mod arrow;
mod automaton;
mod axis;
mod bar;
mod board;
mod cayley;
mod colour;
mod error;
mod filling;
mod film;
mod font;
mod game_tree;
mod grid;
mod grid_cell;
mod legend;
mod monoid_table;
mod pdf;
mod period_table;
mod raster;
mod recurrence;
mod scatter;
mod scene;
mod signs;
mod strip;
mod svg;
mod thermograph;
mod tikz;
mod tiles;
mod transition;
mod transition_text;

pub use automaton::{AutomatonArrow, AutomatonGraph};
pub use bar::ChocolateBar;
pub use board::{BoardEdge, BoardPicture, BoardShape, BoardVertex, Owner};
pub use cayley::CayleyGraph;
pub use colour::Colour;
pub use error::{DrawError, Missing, Part};
pub use filling::{Filling, GraphMove};
pub use film::{animated_svg, film_strip};
pub use font::text_width;
pub use game_tree::{GameTree, TreeNode};
pub use grid::{Grid, GridFilling, GridSlice, GridValue};
pub use grid_cell::{EndlessLabels, GridCell};
pub use monoid_table::MonoidTable;
pub use period_table::PeriodTable;
pub use recurrence::{RecurrenceGraph, Recurring};
pub use scatter::Scatter;
pub use scene::{Anchor, Pen, Provenance, Scene, Shape};
pub use signs::signs;
pub use strip::{Palette, StripCells, StripChart};
pub use thermograph::ThermographPlot;
pub use tiles::{StripTiles, TILE, TilePlace};
pub use transition::{ArrowLabels, TransitionGraph};
