//! Playing: a table with the position and its history, a judge who knows who wins, and an opponent
//! who plays perfectly or errs on purpose. Nothing is printed; every fact is data.
//!
//! * [`Playable`]: the games that can be played; [`HeapGame`], [`PairGame`], [`TupleGame`]
//!   and [`ValueGame`] implement it, and [`RulesetGame`] for every [`Ruleset`](ishitori_rules::Ruleset).
//! * [`Judge`]: outcomes of positions, by theorems where they apply and by search elsewhere.
//! * [`Line`]: a line of best play; [`RemotenessSearch`]: the length of best play.
//! * [`CompoundSearch`]: several games at once, with a move in all of them or in some.
//! * [`Table`]: a game in progress, with undo; [`Judgement`]s of moves.
//! * [`Opponent`]: chooses moves.
//! * [`PuzzleSearch`]: positions in which exactly one move wins.
//! * [`read_move`]: moves as people type them.
//!
//! ```
//! use ishitori_rules::{end::EndRule, heap::HeapRule};
//! use ishitori_solve::ending::SumRule;
//! use ishitori_solve::play::{HeapGame, Heaps, Opponent, Skill, Table};
//! use ishitori_values::{Budget, Player};
//! let (rule, end): (HeapRule, EndRule) = ("31game".parse().unwrap(), EndRule::normal());
//! let game = HeapGame::new(&rule, &end, SumRule::Total).unwrap();
//! let mut table = Table::new(game, Heaps::new(vec![31]), Player::Left);
//! let budget = Budget::unlimited();
//! let choice = Opponent::new(Skill::PERFECT, 1).choose(&mut table, &budget).unwrap();
//! assert_eq!(choice.chosen.position.to_string(), "28"); // a multiple of four
//! ```

mod blocking;
mod compound;
mod game;
mod heaps;
mod judge;
mod line;
mod notation;
mod opponent;
mod pairs;
mod puzzle;
mod recurring;
mod remoteness;
mod rulesets;
mod table;
mod trial_games;
mod tuples;
mod values;

pub use blocking::{BlockingSearch, WinningOptions};
pub use compound::{ComponentFacts, ComponentMove, Compound, CompoundSearch};
pub use game::{
    Change, Drawing, GraphEdge, GraphVertex, Meaning, Method, Move, PairChange, PlayError, Playable,
};
pub use heaps::{HeapGame, Heaps};
pub use judge::{Analysis, Facts, Judge, OptionFacts};
pub use line::Line;
pub use notation::{MoveError, read_move};
pub use opponent::{Choice, Opponent, Reason, Skill, SplitMix};
pub use pairs::{Pair, PairGame, zeckendorf};
pub use puzzle::{PUZZLE_LEVELS, Puzzle, PuzzleFound, PuzzleSearch};
pub use recurring::Recurring;
pub use remoteness::{Remoteness, RemotenessSearch};
pub use rulesets::{RulesetGame, RulesetPosition};
pub use table::{Judgement, Over, Quality, RECURRENCES, Step, Table};
pub use tuples::TupleGame;
pub use values::{ValueGame, ValueSum};

/// The most moves of one position that are listed.
pub const MAX_MOVES: usize = 200_000;
