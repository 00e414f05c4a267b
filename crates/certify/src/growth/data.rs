//! Claims about values that grow forever.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::values::{EndGames, GameForm, Listed};

/// There are infinitely many different values v(n), in a regular way: for all n ≥ from, v(n + step) =
/// v(n) unless the remainder of n is a growing one; and of the heaps n ≥ from with the same growing
/// remainder no two have equal values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueGrowth {
    /// The games that stand for heaps in which neither player has a move.
    pub ends: EndGames,
    /// The games that are spoken of, numbered from 0.
    pub games: Vec<GameForm>,
    /// The heap from which on this is claimed, at least 1.
    pub from: u64,
    /// The distance of heaps that belong together, at least 1.
    pub step: u64,
    /// The remainders n mod `step` of the heaps whose values are all different: increasing, at least one.
    pub growing: Vec<u64>,
    /// Values in terms of those of smaller heaps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<HeapForm>,
}

/// For n = first, first + step, first + 2·step, …: v(n) is the game with these options.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeapForm {
    /// The first heap; every heap `back` of it is at least `from`.
    pub first: u64,
    /// The options of Left.
    pub left: Vec<FormOption>,
    /// The options of Right.
    pub right: Vec<FormOption>,
}

/// An option of the heap n in a form.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormOption {
    /// v(heap), the same for all n.
    Heap(u64),
    /// v(n − back), with back at least 1.
    Back(u64),
}

/// The data of a proof that the order of heaps repeats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeapOrder {
    /// D: how two heaps compare does not change when `step` is added to the larger one, if that is
    /// at least `from` and at least D larger.
    pub reach: u64,
}

/// The most remainders and forms that are shown one by one.
const SHOWN: usize = 40;

impl ValueGrowth {
    /// The games that stand for ends, as [`ValuePeriod::values_shown`](crate::ValuePeriod::values_shown)
    /// shows games. O(length) mostly.
    pub fn ends_shown(&self) -> String {
        Listed(&self.games).shown(&self.ends.games)
    }

    /// Whether a player who cannot move loses: the end is 0, whatever is left. O(1).
    pub fn is_normal_play(&self) -> bool {
        self.ends.is_normal_play(&self.games)
    }

    /// The growing remainders; of very many the first ones, and how many there are. O(length).
    pub fn growing_shown(&self) -> String {
        let shown: Vec<String> = self.growing.iter().take(SHOWN).map(u64::to_string).collect();
        match self.growing.len() {
            0..=SHOWN => shown.join(", "),
            n => format!("{}, … ({n})", shown.join(", ")),
        }
    }

    /// The forms as equations, `v(n) = {v(0)|v(0),v(n−9)} (n = 12, 21, …)`; of very many the first ones. O(length).
    ///
    /// ```
    /// use ishitori_certify::*;
    /// let claim = ValueGrowth {
    ///     ends: EndGames { games: vec![0], repeat: 1 },
    ///     games: vec![GameForm::default()],
    ///     from: 3,
    ///     step: 9,
    ///     growing: vec![3],
    ///     forms: vec![HeapForm {
    ///         first: 12,
    ///         left: vec![FormOption::Heap(0)],
    ///         right: vec![FormOption::Heap(0), FormOption::Back(9)],
    ///     }],
    /// };
    /// assert_eq!(claim.forms_shown(), ["v(n) = {v(0)|v(0),v(n−9)} (n = 12, 21, …)"]);
    /// ```
    pub fn forms_shown(&self) -> Vec<String> {
        let side = |options: &[FormOption]| {
            let shown: Vec<String> = options.iter().take(SHOWN).map(|o| o.to_string()).collect();
            let more = if options.len() > SHOWN { ",…" } else { "" };
            shown.join(",") + more
        };
        let form = |form: &HeapForm| {
            let (first, next) = (form.first, u128::from(form.first) + u128::from(self.step));
            let (left, right) = (side(&form.left), side(&form.right));
            format!("v(n) = {{{left}|{right}}} (n = {first}, {next}, …)")
        };
        let mut shown: Vec<String> = self.forms.iter().take(SHOWN).map(form).collect();
        if self.forms.len() > SHOWN {
            shown.push(format!("… ({})", self.forms.len()));
        }
        shown
    }
}

impl fmt::Display for FormOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormOption::Heap(heap) => write!(f, "v({heap})"),
            FormOption::Back(back) => write!(f, "v(n−{back})"),
        }
    }
}

impl fmt::Display for ValueGrowth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ValueGrowth { ends, from, step, .. } = self;
        ends.say(&self.games, f)?;
        write!(
            f,
            ": the values are not periodic, infinitely many are different: for n ≥ {from}, "
        )?;
        let growing = self.growing_shown();
        match step {
            1 => write!(f, "no two heaps have the same value")?,
            _ => {
                write!(
                    f,
                    "no two heaps n with the same n mod {step} have the same value if n mod {step} is "
                )?;
                write!(f, "{}{growing}", if self.growing.len() == 1 { "" } else { "one of " })?;
                write!(f, ", and v(n + {step}) = v(n) for all others")?;
            }
        }
        self.forms_shown().iter().try_for_each(|form| write!(f, "; {form}"))
    }
}
