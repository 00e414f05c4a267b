//! Playing from a quotient.

use ishitori_rules::end::EndRule;
use ishitori_values::{Outcome, Player};

use super::Quotient;
use crate::position::{Position, WinningMove};

impl Quotient {
    /// The outcome of a position before any move was played, if the images of its heaps are known.
    /// O(heaps).
    ///
    /// ```
    /// use ishitori_solve::quotient::QuotientSearch;
    /// use ishitori_values::{Budget, Outcome};
    /// let (rule, end) = ("sub:2,3".parse().unwrap(), "mod2:LR".parse().unwrap());
    /// let mut search = QuotientSearch::new(&rule, &end).unwrap();
    /// search.run(None, &Budget::unlimited()).unwrap();
    /// let quotient = search.quotient();
    /// assert_eq!(quotient.outcome_of(&"100+200+300".parse().unwrap()), Some(Outcome::L));
    /// ```
    pub fn outcome_of(&self, position: &Position) -> Option<Outcome> {
        Some(self.outcome(self.element(position.heaps())?))
    }

    /// The moves that win for the player who makes them, for either player moving first; each
    /// position that they lead to once. `None` if Φ is not known at a heap. O(moves · heaps).
    pub fn winning_moves(&self, position: &Position) -> Option<Vec<WinningMove>> {
        let position = position.without_empty_heaps();
        let heaps = position.heaps();
        let mut moves: Vec<WinningMove> = Vec::new();
        self.element(heaps)?;
        for player in Player::BOTH {
            let answers = match self.end() {
                EndRule::Stones(_) => player.opponent(),
                EndRule::Moves => player,
            };
            for (at, &heap) in heaps.iter().enumerate() {
                if at > 0 && heaps[at - 1] == heap {
                    continue;
                }
                let mut others = heaps.to_vec();
                others.remove(at);
                let rest = self.element(&others)?;
                self.rule().for_each_option(heap, player, &mut |left| {
                    // Heaps that are left are not larger, so their images are known.
                    let Some(image) = self.element(left) else { return };
                    if self.outcome(self.times(rest, image)).wins_moving_first(answers) {
                        return;
                    }
                    let option = position.with_heap_replaced(at, left);
                    match moves.iter_mut().find(|m| m.position == option) {
                        Some(known) if known.players.contains(&player) => {}
                        Some(known) => known.players.push(player),
                        None => moves.push(WinningMove {
                            heap,
                            left: left.to_vec(),
                            position: option,
                            players: vec![player],
                        }),
                    }
                });
            }
        }
        Some(moves)
    }
}
