//! `+`, `-` and comparisons of games that own their store.

use std::cmp::Ordering;
use std::ops::{Add, Neg, Sub};

use crate::owned::OwnedGame;
use ishitori_runtime::LimitReached;

/// The result of an operator, whose type cannot report a limit.
fn unlimited<T>(found: Result<T, LimitReached>) -> T {
    found.unwrap_or_else(|limit| panic!("{limit}; the methods of a game report limits"))
}

/// The disjunctive sum, as [`OwnedGame::sum`].
///
/// # Panics
///
/// When a limit of the store's budget is reached. A store without a budget has none but memory.
///
/// ```
/// use ishitori_values::Store;
/// let store = Store::new();
/// let (one, star) = (store.integer(1), store.nimber(1).unwrap());
/// assert_eq!((&one + &star - &one).to_string(), "*");
/// assert!(-&one < star && one > star);
/// assert!(star.partial_cmp(&store.integer(0)).is_none());
/// ```
impl Add for &OwnedGame {
    type Output = OwnedGame;

    fn add(self, other: &OwnedGame) -> OwnedGame {
        unlimited(self.sum(other))
    }
}

/// The difference, as [`OwnedGame::difference`].
///
/// # Panics
///
/// When a limit of the store's budget is reached.
impl Sub for &OwnedGame {
    type Output = OwnedGame;

    fn sub(self, other: &OwnedGame) -> OwnedGame {
        unlimited(self.difference(other))
    }
}

/// The negative, as [`OwnedGame::negative`].
///
/// # Panics
///
/// When a limit of the store's budget is reached.
impl Neg for &OwnedGame {
    type Output = OwnedGame;

    fn neg(self) -> OwnedGame {
        unlimited(self.negative())
    }
}

/// The order of values, which is partial: games can be confused with each other.
///
/// # Panics
///
/// When a limit of the store's budget is reached.
impl PartialOrd for OwnedGame {
    fn partial_cmp(&self, other: &OwnedGame) -> Option<Ordering> {
        unlimited(self.compare(other))
    }
}

/// Operators of values and references to them.
macro_rules! by_value {
    ($($operator:ident :: $method:ident),*) => {$(
        impl $operator for OwnedGame {
            type Output = OwnedGame;

            fn $method(self, other: OwnedGame) -> OwnedGame {
                (&self).$method(&other)
            }
        }

        impl $operator<&OwnedGame> for OwnedGame {
            type Output = OwnedGame;

            fn $method(self, other: &OwnedGame) -> OwnedGame {
                (&self).$method(other)
            }
        }

        impl $operator<OwnedGame> for &OwnedGame {
            type Output = OwnedGame;

            fn $method(self, other: OwnedGame) -> OwnedGame {
                self.$method(&other)
            }
        }
    )*};
}

by_value!(Add::add, Sub::sub);

impl Neg for OwnedGame {
    type Output = OwnedGame;

    fn neg(self) -> OwnedGame {
        -&self
    }
}
