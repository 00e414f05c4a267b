//! Positions that can recur, in play: all that can be reached are solved once, and remembered.

use ishitori_loopy::games::{LoopyRules, Solved};
use ishitori_loopy::{LoopyOutcome, SmithValue};
use ishitori_values::{Budget, Endless, LimitReached, Player};
use rustc_hash::FxHashMap;

use super::game::PlayError;

/// The solved positions of a game whose positions can recur.
///
/// ```
/// use ishitori_loopy::games::LoopyRules;
/// use ishitori_loopy::{Endless, LoopyOutcome};
/// use ishitori_solve::play::Recurring;
/// use ishitori_values::{Budget, Player};
/// # struct Stone;
/// # impl LoopyRules for Stone {
/// #     type Position = bool;
/// #     fn decided(&self, _: &bool) -> Option<Player> { None }
/// #     fn moves(&self, there: &bool, player: Player, into: &mut Vec<bool>) {
/// #         if *there { into.push(player == Player::Right); }
/// #     }
/// # }
/// // A stone that Left may take, and for which Right may pass instead.
/// let mut game = Recurring::new(Endless::Draw);
/// let outcome = game.outcome(&Stone, &true, &Budget::unlimited()).unwrap();
/// assert_eq!(outcome, LoopyOutcome::L);
/// ```
pub struct Recurring<P> {
    endless: Endless,
    solved: Option<(Solved<P>, FxHashMap<P, u32>)>,
    smith: Option<Vec<SmithValue>>,
}

impl<P: Clone + Eq + std::hash::Hash> Recurring<P> {
    /// Nothing is solved yet. O(1).
    pub fn new(endless: Endless) -> Recurring<P> {
        Recurring { endless, solved: None, smith: None }
    }

    /// How many positions there are. O(1).
    pub fn positions(&self) -> usize {
        self.solved.as_ref().map_or(0, |(solved, _)| solved.positions().len())
    }

    /// The number of a position; all that can be reached from it are solved if it is new.
    fn number<R: LoopyRules<Position = P>>(
        &mut self,
        rules: &R,
        position: &P,
        budget: &Budget,
    ) -> Result<u32, LimitReached> {
        if let Some((_, places)) = &self.solved
            && let Some(&place) = places.get(position)
        {
            return Ok(place);
        }
        let solved = Solved::new(rules, position.clone(), self.endless, budget)?;
        if let Some(limit) = solved.stopped() {
            return Err(limit);
        }
        let positions = solved.positions().iter().cloned();
        let places = positions.zip(0..).collect();
        self.smith = None;
        self.solved = Some((solved, places));
        Ok(0)
    }

    /// The outcome. The cost of all positions that can be reached, once.
    pub fn outcome<R: LoopyRules<Position = P>>(
        &mut self,
        rules: &R,
        position: &P,
        budget: &Budget,
    ) -> Result<LoopyOutcome, PlayError> {
        let at = self.number(rules, position, budget)?;
        let outcome = self.solved.as_ref().and_then(|(solved, _)| solved.outcome(at));
        Ok(outcome.ok_or(LimitReached::Cancelled)?)
    }

    /// How long best play is. The cost of all positions that can be reached, once.
    pub fn length<R: LoopyRules<Position = P>>(
        &mut self,
        rules: &R,
        (position, player): (&P, Player),
        budget: &Budget,
    ) -> Result<Option<u32>, PlayError> {
        let at = self.number(rules, position, budget)?;
        Ok(self.solved.as_ref().and_then(|(solved, _)| solved.depth(at, player)))
    }

    /// The Grundy value, of a game in which both players have the same moves. The cost of [`Solution::smith`](ishitori_loopy::games::Solution::smith), once.
    pub fn smith<R: LoopyRules<Position = P>>(
        &mut self,
        rules: &R,
        position: &P,
        budget: &Budget,
    ) -> Result<Option<SmithValue>, PlayError> {
        let at = self.number(rules, position, budget)?;
        if self.smith.is_none()
            && let Some((solved, _)) = &self.solved
        {
            self.smith = solved.smith(budget)?;
        }
        Ok(self.smith.as_ref().map(|values| values[at as usize].clone()))
    }
}
