//! Play in sums of games that are written as values.

use std::fmt;
use std::ops::ControlFlow;

use ishitori_values::notation::PrintError;
use ishitori_values::{Budget, Form, Forms, Outcome, Player};

use super::game::{Change, Drawing, Method, PlayError, Playable};

/// Sums of forms such as `{1|-1} + *` as a game in play, under normal play: a move replaces a part by one of the
/// player's options.
///
/// ```
/// use ishitori_solve::play::{Table, ValueGame};
/// use ishitori_values::calculator::Calculator;
/// use ishitori_values::{Budget, GameStore, Player};
/// let store = GameStore::new();
/// let mut calculator = Calculator::new(&store);
/// let parts = calculator.parts("{1|-1} + *").unwrap();
/// let game = ValueGame::new(calculator.into_forms());
/// let position = game.position(parts).unwrap();
/// let mut table = Table::new(game, position, Player::Left);
/// let winning = table.winning_moves(&Budget::unlimited()).unwrap();
/// assert_eq!(winning[0].change.to_string(), "{1|-1} -> 1");
/// ```
#[derive(Clone, Debug)]
pub struct ValueGame {
    forms: Forms,
}

/// A sum of forms, with its text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ValueSum {
    /// Without those that have no options.
    parts: Vec<Form>,
    text: Box<str>,
}

impl fmt::Display for ValueSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl ValueGame {
    /// A game with these forms. O(1).
    pub fn new(forms: Forms) -> ValueGame {
        ValueGame { forms }
    }

    /// A sum of forms of the game; an error if it is too long to write. O(length).
    pub fn position(&self, mut parts: Vec<Form>) -> Result<ValueSum, PrintError> {
        parts.retain(|&part| Player::BOTH.iter().any(|&p| !self.forms.options(part, p).is_empty()));
        let texts: Result<Vec<String>, PrintError> =
            parts.iter().map(|&part| self.forms.text(part)).collect();
        let text = match texts? {
            texts if texts.is_empty() => "0".to_string(),
            texts => texts.join(" + "),
        };
        Ok(ValueSum { parts, text: text.into() })
    }

    /// Whether the parts are pairs of a game and its negative. O(followers).
    fn is_mirrored(&mut self, position: &ValueSum) -> Result<bool, PlayError> {
        let mut negatives = Vec::with_capacity(position.parts.len());
        for &part in &position.parts {
            negatives.push(self.forms.negative(part)?);
        }
        let mut parts = position.parts.clone();
        parts.sort_unstable();
        negatives.sort_unstable();
        // A part that is its own negative must be there twice.
        let own = parts.chunk_by(|a, b| a == b).all(|same| {
            let odd = same.len() % 2 == 1;
            !odd || self.forms.negative(same[0]).is_ok_and(|negative| negative != same[0])
        });
        Ok(parts == negatives && own)
    }
}

impl Playable for ValueGame {
    type Position = ValueSum;

    fn for_each_move(
        &self,
        position: &ValueSum,
        player: Player,
        budget: &Budget,
        sink: &mut dyn FnMut(Change, ValueSum) -> ControlFlow<()>,
    ) -> Result<(), PlayError> {
        budget.check(0)?;
        for (at, &part) in position.parts.iter().enumerate() {
            // The same move in an equal part is the same.
            if position.parts[..at].contains(&part) {
                continue;
            }
            for &option in self.forms.options(part, player) {
                let mut parts = position.parts.clone();
                parts[at] = option;
                // What was short enough stays so.
                let (Ok(next), Ok(from), Ok(to)) =
                    (self.position(parts), self.forms.text(part), self.forms.text(option))
                else {
                    continue;
                };
                if sink(Change::Other(format!("{from} -> {to}")), next).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn canonical(&self, position: &ValueSum) -> ValueSum {
        let mut sorted = position.clone();
        sorted.parts.sort_unstable();
        sorted.text = "".into();
        sorted
    }

    /// G + (−G) = 0 by the mirror strategy (Tweedledum and Tweedledee in Winning Ways, chapter 1).
    fn shortcut(
        &mut self,
        position: &ValueSum,
        budget: &Budget,
    ) -> Result<Option<(Outcome, Method)>, PlayError> {
        self.forms.set_budget(budget.clone());
        let mirrored = !position.parts.is_empty() && self.is_mirrored(position)?;
        Ok(mirrored.then_some((Outcome::P, Method::Mirror)))
    }

    fn drawing(&self, position: &ValueSum) -> Drawing {
        Drawing::Written(position.text.to_string())
    }
}
