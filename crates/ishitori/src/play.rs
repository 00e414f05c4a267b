//! Positions that are judged and played: by which moves a player wins, and opponents that err as often as you like.
//!
//! ```
//! use ishitori::games::{Budget, Player};
//! use ishitori::heaps::{EndRule, HeapRule, SumRule};
//! use ishitori::play::{HeapGame, Heaps, Table};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let (nim, end): (HeapRule, _) = ("nim".parse()?, EndRule::misere());
//!     let game = HeapGame::new(&nim, &end, SumRule::Total)?;
//!     let mut table = Table::new(game, Heaps::new(vec![1, 2, 4]), Player::Left);
//!     let winning = table.winning_moves(&Budget::unlimited())?;
//!     assert_eq!(winning[0].change.to_string(), "4->3");
//!     Ok(())
//! }
//! ```

pub use ishitori_solve::play::{
    Change, Choice, Facts, HeapGame, Heaps, Judge, Judgement, Move, Opponent, Over, Pair, PairGame,
    PlayError, Playable, Quality, Remoteness, RemotenessSearch, RulesetGame, Skill, Step, Table,
    TupleGame,
};
