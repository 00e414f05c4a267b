//! Mean, temperature and atomic weight of values, as columns of tables.

use ishitori_values::notation::Style;
use ishitori_values::{Game, GameError, LimitReached, Session};
use serde::{Deserialize, Serialize};

/// A number or game that is computed from a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// The mean value.
    Mean,
    /// The temperature.
    Temperature,
    /// The atomic weight, of infinitesimal values that have one.
    AtomicWeight,
}

impl Measure {
    /// Its name, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Mean => "mean",
            Measure::Temperature => "temperature",
            Measure::AtomicWeight => "atomic-weight",
        }
    }

    /// The text of it for a value; nothing if there is none. The cost is that of the thermograph, or of the recursion
    /// for atomic weights over all followers.
    ///
    /// ```
    /// use ishitori_answers::Measure;
    /// use ishitori_values::GameStore;
    /// use ishitori_values::notation::Style;
    ///
    /// let store = GameStore::new();
    /// let mut session = store.session();
    /// let star = session.nimber(1).unwrap();
    /// let of = |measure: Measure, session: &mut _| measure.of(star, Style::Ascii, session).unwrap();
    /// assert_eq!(of(Measure::Temperature, &mut session).as_deref(), Some("0"));
    /// assert_eq!(of(Measure::AtomicWeight, &mut session).as_deref(), Some("0"));
    /// ```
    pub fn of(
        self,
        value: Game,
        style: Style,
        session: &mut Session<'_>,
    ) -> Result<Option<String>, LimitReached> {
        match self {
            Measure::Mean => Ok(Some(session.mean(value)?.to_string())),
            Measure::Temperature => Ok(Some(session.temperature(value)?.to_string())),
            Measure::AtomicWeight => match session.atomic_weight(value) {
                Ok(weight) => Ok(session.print_as(weight, style).ok()),
                Err(GameError::Limit(limit)) => Err(limit),
                Err(_) => Ok(None),
            },
        }
    }
}
