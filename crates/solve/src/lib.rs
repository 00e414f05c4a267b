//! Engines that solve combinatorial games: rules in, results out, nothing printed.
//!
//! * [`board`]: canonical values of positions of any [`ishitori_rules::board::Ruleset`].
//! * [`ending`]: outcomes and values of heap games under any end rule.
//! * [`heap`]: Grundy sequences of heap games, their periods with proofs, misère play, values of
//!   partizan heaps, and which game a sequence comes from.
//! * [`known`]: what is known about the sequence of a rule, decided in one place.
//! * [`two_pile`]: Grundy tables of two-pile games.
//! * [`play`]: games in progress, judged, with an opponent.
//! * [`quotient`]: who wins any number of heaps.
//! * [`strings`]: Nimstring, and Dots and Boxes.
//! * [`mod@tuple`]: games in the language, on tuples of numbers.
//!
//! Modules only use those before them in this order: `closed_form`, `cycle`, `observed`, `position`; `heap`; `known`;
//! `quotient`; `ending`; `strings`, `two_pile`, `tuple`; `board`; `play` (a test holds it).

pub mod board;
mod closed_form;
mod cycle;
pub mod ending;
pub mod heap;
pub mod known;
mod observed;
pub mod play;
mod position;
pub mod quotient;
pub mod strings;
pub mod tuple;
pub mod two_pile;
