//! The method by which the outcome is known.

use ishitori_solve::play::Method;
use serde::{Deserialize, Serialize};

/// The method by which the outcome is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(tag = "name", rename_all = "kebab-case")]
pub enum KnownBy {
    /// The nim-sum of Grundy numbers.
    NimSum,
    /// The rule of misère Nim, which holds for sums of subtraction games.
    MisereNim,
    /// Both, by the unifying theorem on the parity of moves.
    Parity,
    /// The outcomes of one heap.
    OneHeap,
    /// The pairs of Wythoff and Fraenkel.
    Wythoff,
    /// The stones as a sum of Fibonacci numbers.
    Zeckendorf,
    /// The mirror strategy: the parts are pairs of a game and its negative.
    Mirror,
    /// The canonical form of the value.
    Value,
    /// The quotient of the game.
    Quotient {
        /// How many elements it has.
        order: usize,
    },
    /// Every position that can be reached, solved from the end backwards.
    Retrograde {
        /// The positions.
        positions: usize,
    },
    /// Every position that can be reached.
    Search {
        /// The positions seen so far.
        positions: usize,
    },
    /// An automaton that is proved for all positions.
    Proof {
        /// How many states it has.
        states: usize,
    },
}

/// The name of a method.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "they are those of `KnownBy`")]
pub enum MethodName {
    NimSum,
    MisereNim,
    Parity,
    OneHeap,
    Wythoff,
    Zeckendorf,
    Mirror,
    Value,
    Quotient,
    Retrograde,
    Search,
    Proof,
}

impl From<Method> for KnownBy {
    fn from(method: Method) -> Self {
        match method {
            Method::NimSum => KnownBy::NimSum,
            Method::MisereNim => KnownBy::MisereNim,
            Method::Parity => KnownBy::Parity,
            Method::OneHeap => KnownBy::OneHeap,
            Method::Wythoff => KnownBy::Wythoff,
            Method::Zeckendorf => KnownBy::Zeckendorf,
            Method::Mirror => KnownBy::Mirror,
            Method::Value => KnownBy::Value,
            Method::Quotient { order } => KnownBy::Quotient { order },
            Method::Retrograde { positions } => KnownBy::Retrograde { positions },
            Method::Search { positions } => KnownBy::Search { positions },
        }
    }
}

impl From<KnownBy> for MethodName {
    fn from(method: KnownBy) -> Self {
        match method {
            KnownBy::NimSum => MethodName::NimSum,
            KnownBy::MisereNim => MethodName::MisereNim,
            KnownBy::Parity => MethodName::Parity,
            KnownBy::OneHeap => MethodName::OneHeap,
            KnownBy::Wythoff => MethodName::Wythoff,
            KnownBy::Zeckendorf => MethodName::Zeckendorf,
            KnownBy::Mirror => MethodName::Mirror,
            KnownBy::Value => MethodName::Value,
            KnownBy::Quotient { .. } => MethodName::Quotient,
            KnownBy::Retrograde { .. } => MethodName::Retrograde,
            KnownBy::Search { .. } => MethodName::Search,
            KnownBy::Proof { .. } => MethodName::Proof,
        }
    }
}
