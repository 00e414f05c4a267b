//! The facts about a game that every presenter shows.

use num_bigint::BigUint;

use crate::budget::LimitReached;
use crate::dyadic::Dyadic;
use crate::notation::{PrintError, Style};
use crate::player::Outcome;
use crate::store::{Game, Session};

/// What people ask of a game first.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The canonical form in ASCII; `None` if it is too long to print.
    pub canonical: Option<String>,
    /// The canonical form in Unicode.
    pub unicode: Option<String>,
    /// The canonical form for LaTeX.
    pub latex: Option<String>,
    /// Who wins.
    pub outcome: Outcome,
    /// The mean value.
    pub mean: Dyadic,
    /// The temperature.
    pub temperature: Dyadic,
    /// The number at which play stops when Left begins.
    pub left_stop: Dyadic,
    /// The number at which play stops when Right begins.
    pub right_stop: Dyadic,
    /// The day on which the value is born.
    pub birthday: BigUint,
    /// Whether the value is a number.
    pub is_number: bool,
    /// Whether both stops are 0.
    pub is_infinitesimal: bool,
    /// Whether the value is all-small.
    pub is_all_small: bool,
}

impl Session<'_> {
    /// The summary of a game. The cost of its thermograph and of printing it three times.
    ///
    /// ```
    /// # use ishitori_values::GameStore;
    /// let store = GameStore::new();
    /// let mut s = store.session();
    /// let g = s.game(&[s.integer(1)], &[s.integer(-1)]).unwrap();
    /// let summary = s.summary(g).unwrap();
    /// assert_eq!(summary.canonical.as_deref(), Some("+-1"));
    /// assert_eq!(summary.temperature.to_string(), "1");
    /// ```
    pub fn summary(&mut self, g: Game) -> Result<Summary, LimitReached> {
        Ok(Summary {
            canonical: self.printed(g, Style::Ascii)?,
            unicode: self.printed(g, Style::Unicode)?,
            latex: self.printed(g, Style::Latex)?,
            outcome: self.outcome(g)?,
            mean: self.mean(g)?,
            temperature: self.temperature(g)?,
            left_stop: self.left_stop(g)?,
            right_stop: self.right_stop(g)?,
            birthday: self.birthday(g)?,
            is_number: self.store().is_number(g),
            is_infinitesimal: self.is_infinitesimal(g)?,
            is_all_small: self.is_all_small(g)?,
        })
    }

    fn printed(&mut self, g: Game, style: Style) -> Result<Option<String>, LimitReached> {
        match self.print_as(g, style) {
            Ok(text) => Ok(Some(text)),
            Err(PrintError::TooLong { .. }) => Ok(None),
            Err(PrintError::Limit(limit)) => Err(limit),
        }
    }
}
