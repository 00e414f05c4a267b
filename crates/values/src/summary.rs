//! The facts about a game that every presenter shows.

use num_bigint::BigUint;

use crate::dyadic::Dyadic;
use crate::notation::{PrintError, Style};
use crate::player::Outcome;
use crate::store::{Game, Session};
use ishitori_runtime::LimitReached;

/// The facts about a game that are asked for first. A fact that is `None` was not reached within the limit, or, for the
/// canonical form, is too long to print.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameSummary {
    /// The canonical form in ASCII.
    pub canonical: Option<String>,
    /// The canonical form in Unicode.
    pub unicode: Option<String>,
    /// The canonical form for LaTeX.
    pub latex: Option<String>,
    /// The outcome class: who wins under perfect play.
    pub outcome: Option<Outcome>,
    /// The mean value.
    pub mean: Option<Dyadic>,
    /// The temperature.
    pub temperature: Option<Dyadic>,
    /// The number at which play stops when Left begins.
    pub left_stop: Option<Dyadic>,
    /// The number at which play stops when Right begins.
    pub right_stop: Option<Dyadic>,
    /// The day on which the value is born.
    pub birthday: Option<BigUint>,
    /// Whether the value is a number.
    pub is_number: bool,
    /// Whether both stops are 0.
    pub is_infinitesimal: Option<bool>,
    /// Whether the value is all-small.
    pub is_all_small: Option<bool>,
    /// The limit that was reached before all was known.
    pub limit: Option<LimitReached>,
}

impl GameSummary {
    /// Whether nothing is missing. O(1).
    pub fn is_complete(&self) -> bool {
        self.limit.is_none() && self.canonical.is_some()
    }
}

impl Session<'_> {
    /// The summary of a game, as far as the budget reaches: what is cheap first. The cost of its
    /// thermograph and of printing it three times.
    ///
    /// ```
    /// # use ishitori_values::GameStore;
    /// let store = GameStore::new();
    /// let mut s = store.session();
    /// let g = s.game(&[s.integer(1)], &[s.integer(-1)]).unwrap();
    /// let summary = s.summary(g);
    /// assert_eq!(summary.canonical.as_deref(), Some("+-1"));
    /// assert_eq!(summary.temperature.map(|t| t.to_string()).as_deref(), Some("1"));
    /// ```
    pub fn summary(&mut self, g: Game) -> GameSummary {
        let mut summary =
            GameSummary { is_number: self.store().is_number(g), ..GameSummary::default() };
        summary.limit = self.summarise(g, &mut summary).err();
        summary
    }

    fn summarise(&mut self, g: Game, summary: &mut GameSummary) -> Result<(), LimitReached> {
        summary.outcome = Some(self.outcome(g)?);
        summary.left_stop = Some(self.left_stop(g)?);
        summary.right_stop = Some(self.right_stop(g)?);
        summary.is_infinitesimal = Some(self.is_infinitesimal(g)?);
        summary.birthday = Some(self.birthday(g)?);
        summary.is_all_small = Some(self.is_all_small(g)?);
        summary.mean = Some(self.mean(g)?);
        summary.temperature = Some(self.temperature(g)?);
        summary.canonical = self.printed(g, Style::Ascii)?;
        summary.unicode = self.printed(g, Style::Unicode)?;
        summary.latex = self.printed(g, Style::Latex)?;
        Ok(())
    }

    fn printed(&mut self, g: Game, style: Style) -> Result<Option<String>, LimitReached> {
        match self.print_as(g, style) {
            Ok(text) => Ok(Some(text)),
            Err(PrintError::TooLong { .. }) => Ok(None),
            Err(PrintError::Limit(limit)) => Err(limit),
        }
    }
}
