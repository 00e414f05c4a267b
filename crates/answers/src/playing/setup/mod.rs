//! A rule with an end and a position, ready to be judged or played.

mod drawing;
mod game;
pub(crate) mod lengths;
mod method;
mod numbers;
mod random_start;
mod reason;
mod set_up;
mod start;

pub use drawing::{Drawing, DrawnEdge, DrawnVertex, NumberMeaning, Picture};
pub use game::{Board, EndsBy, PlayedGame, SetUp};
pub use ishitori_solve::play::Playable;
pub use method::{KnownBy, MethodName};
pub use numbers::Numbers;
pub(crate) use random_start::random_start;
pub use reason::{ClassCount, LoweredPart, Reason, ReplyTo};
pub(crate) use reason::{lengths_of_play, reasons};
pub use set_up::GameVisitor;
pub(crate) use set_up::{GameSpec, of_board, of_heap_rule, of_text_game, set_up, several_pairs};
