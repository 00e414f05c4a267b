//! The names that most programs use: `use ishitori::prelude::*`.

pub use crate::games::{
    Budget, Dyadic, Game, GameStore, LimitReached, Nimber, Outcome, OwnedGame, Player, Session,
    Store,
};

#[cfg(feature = "solve")]
pub use crate::heaps::{EndRule, HeapCode, HeapRule, find_period, grundy};

#[cfg(feature = "solve")]
pub use crate::tuples::{TextGame, grundy_table};

#[cfg(feature = "answers")]
pub use crate::ask::{Answered, AskError, Context, Question};

#[cfg(feature = "words")]
pub use crate::ask::{Describe, Lang, Text};
