//! Rulesets as games that can be played.

use std::fmt;
use std::ops::ControlFlow;

use ishitori_rules::Ruleset;
use ishitori_values::{Budget, Outcome, Player};

use super::game::{Change, PlayError, Playable};

/// A ruleset as a game in play, under normal or misère play.
///
/// ```
/// use ishitori_rules::board::Domineering;
/// use ishitori_solve::play::{RulesetGame, Table};
/// use ishitori_values::{Budget, Player};
/// let game = RulesetGame::new(Domineering::<8>);
/// let board = game.position("..|..").unwrap();
/// let budget = Budget::unlimited();
/// let mut table = Table::new(game, board, Player::Right);
/// let winning = table.winning_moves(&budget).unwrap();
/// assert_eq!((winning.len(), winning[0].change.to_string().as_str()), (2, "##|.."));
/// ```
#[derive(Clone, Debug)]
pub struct RulesetGame<R> {
    rules: R,
    misere: bool,
}

/// A position of a [`RulesetGame`], with its text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RulesetPosition<P> {
    position: P,
    text: Box<str>,
}

impl<P> RulesetPosition<P> {
    /// The position as the ruleset knows it. O(1).
    pub fn position(&self) -> &P {
        &self.position
    }
}

impl<P> fmt::Display for RulesetPosition<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl<R: Ruleset> RulesetGame<R> {
    /// The game in which a player who cannot move loses. O(1).
    pub fn new(rules: R) -> RulesetGame<R> {
        RulesetGame { rules, misere: false }
    }

    /// The game in which a player who cannot move wins. O(1).
    pub fn misere(rules: R) -> RulesetGame<R> {
        RulesetGame { rules, misere: true }
    }

    /// Reads a position. The cost of [`Ruleset::parse`].
    pub fn position(&self, text: &str) -> Result<RulesetPosition<R::Position>, R::Error> {
        Ok(self.place(self.rules.parse(text)?))
    }

    /// The position with its text. The cost of [`Ruleset::show`].
    pub fn place(&self, position: R::Position) -> RulesetPosition<R::Position> {
        RulesetPosition { text: self.rules.show(&position).into(), position }
    }
}

impl<R: Ruleset> Playable for RulesetGame<R> {
    type Position = RulesetPosition<R::Position>;

    fn for_each_move(
        &self,
        position: &Self::Position,
        player: Player,
        budget: &Budget,
        sink: &mut dyn FnMut(Change, Self::Position) -> ControlFlow<()>,
    ) -> Result<(), PlayError> {
        budget.check(0)?;
        let mut flow = ControlFlow::Continue(());
        self.rules.options(&position.position, player, |option| {
            if flow.is_continue() {
                let change = self.rules.show_move(&position.position, &option, player);
                flow = sink(Change::Other(change), self.place(option));
            }
        });
        Ok(())
    }

    fn end(&self, _position: &Self::Position) -> Result<Outcome, PlayError> {
        Ok(if self.misere { Outcome::N } else { Outcome::P })
    }

    fn is_impartial(&self) -> bool {
        self.rules.is_impartial()
    }

    fn canonical(&self, position: &Self::Position) -> Self::Position {
        // The symmetry is one of values; an image with the opposite value has another outcome.
        match self.rules.image(&position.position) {
            (image, false) if !self.misere => self.place(image),
            _ => position.clone(),
        }
    }
}
