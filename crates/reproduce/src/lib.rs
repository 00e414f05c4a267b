//! The tables and pictures of four documents on combinatorial games, recomputed.
//!
//! The documents are Japanese: an introduction to combinatorial games and octal games (part A, B),
//! an explanation of the 31 game (B), slides on ending-partizan Nim (C, arXiv 2605.29918) and a
//! paper on chocolate games and computer algebra (D). Every [`Item`] computes what one of them
//! states with the engines of the library and compares it with what is expected: a figure that a
//! document prints, one that was computed here before, or what a law demands ([`Source`]).
//!
//! ```
//! use ishitori_values::Budget;
//! use ishitori_reproduce::{ITEMS, Status, reproduce};
//! let kayles = ITEMS.iter().find(|item| item.id == "B11").unwrap();
//! let result = reproduce(kayles, 1, &Budget::unlimited());
//! assert_eq!(result.status, Status::Ok);
//! ```

mod algebra;
mod asking;
mod chocolate;
mod ending;
mod heaps;
mod html;
mod item;
mod proof;
mod quotients;
mod report;
mod seeing;
mod words;

use std::time::Duration;

use ishitori_answers as answers;
use ishitori_runtime::clock::Instant;
use ishitori_values::{Budget, LimitReached};

use asking::{AtLimit, Context};

pub use html::html;
pub use item::{Cell, Document, Exhibit, Figure, Findings, Mark, Misprint, Source, Status, Words};
pub use report::{
    CellMark, Contents, ExhibitFile, ExhibitReport, FigureReport, ItemName, ItemReport,
    MisprintReport, Report, Request, Run, SourceName, run,
};
pub use words::describe_item;

/// Why an item could not be computed: a limit was reached, or an engine refused.
pub type Failure = Box<dyn std::error::Error>;

/// One numbered statement of the documents.
pub struct Item {
    /// The document's letter and the number, such as `C17`.
    pub id: &'static str,
    /// A command that computes the same.
    pub command: &'static str,
    run: fn(&Context) -> Result<Findings, Failure>,
}

/// All items, in the order of the documents.
pub const ITEMS: &[Item] = &[
    algebra::GAMES,
    algebra::OUTCOMES,
    algebra::GROUP,
    algebra::ORDER,
    algebra::IMPARTIAL,
    algebra::NIM,
    heaps::CODES,
    heaps::TAIL,
    heaps::THEOREM,
    heaps::DAWSON,
    heaps::KAYLES,
    heaps::STRING,
    heaps::THIRTY_ONE,
    ending::ENDS,
    ending::OUTCOME_RULES,
    ending::SEQUENCES,
    ending::STRIPS,
    ending::EVENTUALLY_LEFT,
    ending::NEIGHBOURS,
    ending::CARRET,
    ending::DIVIDING,
    ending::NORMALISED,
    ending::SUMS,
    quotients::ENDING,
    quotients::GROWTH,
    quotients::MISERE,
    ending::UNIFYING,
    chocolate::MOVES,
    chocolate::TABLES,
    chocolate::CONJECTURES,
    chocolate::OWN,
    proof::PROOF,
    seeing::PLAYING,
    seeing::PICTURES,
    seeing::LANGUAGES,
];

/// The result of an item.
pub struct Reproduced {
    /// The item.
    pub item: &'static Item,
    /// The worst of its figures; open if it could not be computed.
    pub status: Status,
    /// The findings.
    pub findings: Findings,
    /// Why it could not be computed, if so.
    pub failure: Option<String>,
    /// The limit that was reached, if that is why.
    pub limit: Option<LimitReached>,
    /// How long it took.
    pub time: Duration,
}

/// Computes an item. The cost is that of its engines: all items together take some tens of seconds.
pub fn reproduce(item: &'static Item, threads: usize, budget: &Budget) -> Reproduced {
    let start = Instant::now();
    let context = answers::Context { threads, ..answers::Context::new(budget.clone()) };
    let mut limit = None;
    let (findings, failure) = match (item.run)(&Context::new(context)) {
        Ok(findings) => (findings, None),
        Err(error) => {
            let asked = error.downcast_ref::<AtLimit>().and_then(|error| error.limit);
            let own = error.downcast_ref::<LimitReached>().copied();
            limit = asked.or(own).or_else(|| budget.check(0).err());
            (Findings::default(), Some(error.to_string()))
        }
    };
    let status = match failure {
        Some(_) => Status::Open,
        None => findings.status(),
    };
    Reproduced { item, status, findings, failure, limit, time: start.elapsed() }
}
