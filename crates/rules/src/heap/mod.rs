//! Games played on heaps of stones.
//!
//! Every rule is a [`HeapRule`]. Impartial rules for one heap, whatever they are called, are all
//! one thing, a [`HeapCode`]: for each number k of stones taken, a [`Digit`] that says into how many
//! heaps the rest may be broken. `sub:1,3` is the code 0.303, Nim is 0.333…, Grundy's game is a
//! code whose parts must differ. Engines read the code and need no list of special cases.
//!
//! ```
//! use ishitori_rules::heap::HeapRule;
//! let rule: HeapRule = "sub:7,2,5,2".parse().unwrap();
//! assert_eq!(rule.to_string(), "sub:2,5,7");
//! let code = rule.code().unwrap();
//! assert_eq!(code.takes_up_to(100), [2, 5, 7]);
//!
//! let dawson: HeapRule = ".07".parse().unwrap();
//! let (standard, shift) = dawson.code().unwrap().standard_form().unwrap();
//! assert_eq!((standard.to_string().as_str(), shift), ("0.137", 1));
//! ```

mod code;
mod digit;
mod display;
mod entailing;
mod error;
mod names;
mod options;
mod parse;
mod partizan;
mod standard;
mod two_pile;

pub use code::{HeapCode, Written};
pub use digit::{Digit, Sizes};
pub use entailing::{EntailingError, EntailingRule};
pub use error::{Expected, RuleError, RuleErrorKind};
pub use names::{NAMED_RULES, NamedRule, named_rule};
pub use partizan::PartizanRule;
pub use two_pile::TwoPileRule;

/// The rules of a heap game, as the user named them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum HeapRule {
    /// Both players have the same moves, and a position is a multiset of heaps.
    Impartial(HeapCode),
    /// Left and Right have different moves on one heap.
    Partizan(PartizanRule),
    /// Positions are pairs of heaps that a move may change together.
    TwoPile(TwoPileRule),
}

impl HeapRule {
    /// The code, if the rule is impartial and played on single heaps. O(1).
    pub fn code(&self) -> Option<&HeapCode> {
        match self {
            HeapRule::Impartial(code) => Some(code),
            _ => None,
        }
    }

    /// Left's and Right's moves, if the rule is partizan. O(1).
    pub fn partizan(&self) -> Option<&PartizanRule> {
        match self {
            HeapRule::Partizan(rule) => Some(rule),
            _ => None,
        }
    }
}
