//! A small language for games on boards: patterns of pieces that are rewritten.
//!
//! A game is a few lines: what it is played on, which pieces there are, which patterns each
//! player may rewrite. A text ([`parse`]) and the board of a position together are compiled to tests and
//! changes of bit masks ([`Rules`], a [`Ruleset`](ishitori_rules::Ruleset)): values, play and
//! pictures then work as for games that are written in Rust. Components and symmetries are found
//! for every text.
//!
//! ```
//! use ishitori_boards::{BoardGame, with_rules};
//! use ishitori_solve::board::Solver;
//! use ishitori_values::GameStore;
//!
//! let game = BoardGame::new("game clobber
//! board grid
//! pieces x o
//! left:  x o -> . x along orthogonal
//! right: mirror x <-> o
//! ", &[]).unwrap();
//! let store = GameStore::new();
//! let value = with_rules!(&game.set_up("xxo").unwrap(), |rules, start| {
//!     let mut solver = Solver::new(&store, rules);
//!     let value = solver.value(start).unwrap();
//!     solver.session().print(value).unwrap()
//! });
//! assert_eq!(value, "^");
//! ```

mod all_graphs;
pub mod ast;
pub mod census;
pub mod certificate;
mod component_families;
mod components;
mod error;
mod expand;
mod family;
mod find;
mod formula;
mod game;
mod geometry;
mod graph;
mod image;
mod laying;
mod library;
mod limits;
mod loopy;
mod names;
pub mod nimber;
mod parser;
mod pattern;
pub mod piece_count_end;
mod placement;
mod play;
mod position;
mod program;
mod rules;
mod scan;
pub mod search;
mod set_up;
mod shapes;
mod symmetry;
mod termination;
mod word;

pub use error::{
    ExpectedInput, Line, MAX_LENGTH, MAX_PIECES, MAX_PLACEMENTS, MAX_SETS, MAX_SITES, MAX_STAGES,
    Mistake, SetUpError, TextError,
};
pub use game::{BoardGame, SetUp};
pub use geometry::{Board, Pieces};
pub use graph::Graph;
pub use library::{LIBRARY, LOOPY_LIBRARY, LibraryGame, library_game};
pub use parser::parse;
pub use play::BoardPlay;
pub use position::Position;
pub use rules::{Planes, Rules};
pub use set_up::{Counting, MoveValue, NamedMoves, Outcomes, SolvedBoard, Values};
pub use termination::MAX_SEARCHED;
pub use word::{Sites, Word};
