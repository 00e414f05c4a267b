//! Texts whose positions can recur, as rules for the engines of loopy games.

use ishitori_loopy::games::LoopyRules;
use ishitori_rules::Ruleset;
use ishitori_values::Player;

use crate::rules::{Planes, Rules};
use crate::word::Word;

impl<W: Word, const N: usize> LoopyRules for Rules<W, N> {
    type Position = Planes<W, N>;

    fn decided(&self, _: &Planes<W, N>) -> Option<Player> {
        None
    }

    fn moves(&self, position: &Planes<W, N>, player: Player, into: &mut Vec<Planes<W, N>>) {
        self.options(position, player, |option| into.push(option));
    }

    fn cost(&self) -> usize {
        Ruleset::cost(self)
    }
}
