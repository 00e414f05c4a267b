//! Parity partizan games and the unifying theorem.
//!
//! Left wins exactly if the number of moves played is even. The theorem: after an even number of
//! moves the outcome is L, R, P or N when the (normal, misère) outcomes are (P,N), (N,P), (P,P) or
//! (N,N); after an odd number L and R change places. A corollary for *tame* positions: outcome L
//! or R implies a Grundy number of at most 1.

use std::ops::ControlFlow;

use ishitori_rules::end::EndRule;
use ishitori_rules::heap::{HeapCode, HeapRule};
use ishitori_values::{Budget, BudgetTicker, LimitReached, Outcome, Player};
use rustc_hash::FxHashMap;

use super::EndingError;
use super::search::{Search, SumRule};
use crate::heap::{Genus, MisereGame, MisereGames, has_misere};
use crate::position::Position;

/// How a check of the unifying theorem went.
#[derive(Clone, Debug)]
pub struct ParityCheck {
    /// Positions checked, each after an even and after an odd number of moves.
    pub positions: u64,
    /// How often each outcome came up after an even number of moves: P, N, L, R.
    pub counts: [u64; 4],
    /// The first position, by stones, that contradicts the theorem.
    pub violation: Option<ParityViolation>,
    /// How the corollary about tame positions went; `None` if misère canonical forms are not known
    /// for the rule.
    pub tame: Option<TameCheck>,
    /// Why fewer positions were checked than asked for, if they were.
    pub stopped: Option<LimitReached>,
}

/// How a check of the corollary went: a tame position with outcome L or R has a Grundy number of at
/// most 1. A position is tame if its genus is that of a position of Nim
/// ([`Genus::is_tame`](crate::heap::Genus::is_tame)).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TameCheck {
    /// Tame positions.
    pub tame: u64,
    /// Tame positions with outcome L or R.
    pub decided: u64,
    /// The largest Grundy number among these.
    pub largest: Option<u32>,
    /// Other positions with outcome L or R and a Grundy number of at least 2, about which the
    /// corollary says nothing.
    pub wild: u64,
    /// The first position, by stones, that contradicts the corollary, and its Grundy number.
    pub violation: Option<(Position, u32)>,
}

/// A position that contradicts the theorem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParityViolation {
    /// The position.
    pub position: Position,
    /// Whether an odd number of moves was played.
    pub odd: bool,
    /// The outcome by the theorem.
    pub expected: Outcome,
    /// The outcome by search.
    pub found: Outcome,
}

/// The outcome by the theorem. O(1).
fn predicted(normal: Outcome, misere: Outcome, odd: bool) -> Outcome {
    match (normal, misere, odd) {
        (Outcome::P, Outcome::N, false) | (Outcome::N, Outcome::P, true) => Outcome::L,
        (Outcome::N, Outcome::P, false) | (Outcome::P, Outcome::N, true) => Outcome::R,
        (Outcome::P, Outcome::P, _) => Outcome::P,
        _ => Outcome::N,
    }
}

/// Checks the unifying theorem by brute force over all positions of at most `heaps` heaps with at
/// most `largest` stones each: the parity game is searched with the number of moves as part of the
/// position, and compared with the normal and the misère outcome. The corollary is checked with
/// the genus of every position, from misère canonical forms.
///
/// The rule must be impartial. The cost is that of three searches through all these positions.
pub fn verify_parity_theorem(
    rule: &HeapRule,
    largest: u32,
    heaps: usize,
    budget: &Budget,
) -> Result<ParityCheck, EndingError> {
    let Some(code) = rule.code() else {
        return Err(EndingError::NotHeaps { rule: rule.to_string() });
    };
    let known = has_misere(code).is_ok();
    let (normal, misere) = (EndRule::normal(), EndRule::misere());
    // Four tables, each of which counts for itself.
    let budget = &budget.shared_by(4);
    let mut check = Check {
        normal: Search::new(rule, &normal, SumRule::Total, budget.clone())?,
        misere: Search::new(rule, &misere, SumRule::Total, budget.clone())?,
        parity: Parity {
            rule,
            known: FxHashMap::default(),
            budget: budget.clone(),
            ticker: BudgetTicker::default(),
            bytes: 0,
        },
        genus: known.then(|| Genera {
            code,
            games: MisereGames::new(budget.clone()),
            heaps: Vec::new(),
        }),
        result: ParityCheck {
            positions: 0,
            counts: [0; 4],
            violation: None,
            tame: known.then(TameCheck::default),
            stopped: None,
        },
    };
    if let Err(limit) = check.multisets(&mut Vec::new(), 1, largest, heaps) {
        check.result.stopped = Some(limit);
    }
    Ok(check.result)
}

struct Check<'r> {
    normal: Search<'r>,
    misere: Search<'r>,
    parity: Parity<'r>,
    genus: Option<Genera<'r>>,
    result: ParityCheck,
}

/// The genus of positions.
struct Genera<'r> {
    code: &'r HeapCode,
    games: MisereGames,
    heaps: Vec<MisereGame>,
}

impl Genera<'_> {
    fn genus(&mut self, position: &Position) -> Result<Genus, LimitReached> {
        let mut sum = MisereGame::ZERO;
        for &heap in position.heaps() {
            while self.heaps.len() <= heap as usize {
                let next = self.games.heap(self.code, &self.heaps, self.heaps.len())?;
                self.heaps.push(next);
            }
            sum = self.games.sum(sum, self.heaps[heap as usize])?;
        }
        self.games.genus(sum)
    }
}

impl Check<'_> {
    fn multisets(
        &mut self,
        chosen: &mut Vec<u32>,
        least: u32,
        largest: u32,
        more: usize,
    ) -> Result<(), LimitReached> {
        self.one(Position::new(chosen.clone()))?;
        if more == 0 {
            return Ok(());
        }
        for heap in least..=largest {
            chosen.push(heap);
            self.multisets(chosen, heap, largest, more - 1)?;
            chosen.pop();
        }
        Ok(())
    }

    fn one(&mut self, position: Position) -> Result<(), LimitReached> {
        let (normal, misere) = (self.normal.outcome(&position)?, self.misere.outcome(&position)?);
        for odd in [false, true] {
            let wins = [
                self.parity.wins(&position, odd, Player::Left)?,
                self.parity.wins(&position, odd, Player::Right)?,
            ];
            let found = Outcome::from_first_move_wins(wins[0], wins[1]);
            let expected = predicted(normal, misere, odd);
            let smaller = |v: &ParityViolation| v.position.stones() > position.stones();
            if found != expected && self.result.violation.as_ref().is_none_or(smaller) {
                let position = position.clone();
                self.result.violation = Some(ParityViolation { position, odd, expected, found });
            }
            if !odd {
                self.result.counts[found as usize] += 1;
                self.corollary(&position, found)?;
            }
        }
        self.result.positions += 1;
        Ok(())
    }

    fn corollary(&mut self, position: &Position, found: Outcome) -> Result<(), LimitReached> {
        let (Some(genera), Some(check)) = (&mut self.genus, &mut self.result.tame) else {
            return Ok(());
        };
        let genus = genera.genus(position)?;
        let decided = matches!(found, Outcome::L | Outcome::R);
        check.tame += u64::from(genus.is_tame());
        match (decided, genus.is_tame()) {
            (true, true) => {
                check.decided += 1;
                check.largest = check.largest.max(Some(genus.grundy));
                let smaller = |(v, _): &(Position, u32)| v.stones() > position.stones();
                if genus.grundy > 1 && check.violation.as_ref().is_none_or(smaller) {
                    check.violation = Some((position.clone(), genus.grundy));
                }
            }
            (true, false) => check.wild += u64::from(genus.grundy > 1),
            (false, _) => {}
        }
        Ok(())
    }
}

/// The parity game by its definition, with nothing assumed about the two parities.
struct Parity<'r> {
    rule: &'r HeapRule,
    known: FxHashMap<(Position, bool, Player), bool>,
    budget: Budget,
    ticker: BudgetTicker,
    /// What is known, and the options of the positions that are being searched.
    bytes: u64,
}

impl Parity<'_> {
    fn wins(
        &mut self,
        position: &Position,
        odd: bool,
        player: Player,
    ) -> Result<bool, LimitReached> {
        let key = (position.clone(), odd, player);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let mut options = Vec::new();
        let mut checked = self.ticker.step(&self.budget, self.bytes);
        let each = 64 + 4 * position.heaps().len() as u64;
        for (at, &heap) in position.heaps().iter().enumerate() {
            let _ = self.rule.try_for_each_option(heap, player, &mut |left| {
                options.push(position.with_heap_replaced(at, left));
                if checked.is_ok() {
                    checked =
                        self.ticker.step(&self.budget, self.bytes + options.len() as u64 * each);
                }
                if checked.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        checked?;
        let mut won = options.is_empty() && (odd == (player == Player::Right));
        // With what the step takes of the stack.
        let held = 1024 + options.len() as u64 * each;
        self.bytes += held;
        for option in options {
            let answer = stacker::maybe_grow(64 << 10, 1 << 20, || {
                self.wins(&option, !odd, player.opponent())
            })?;
            won |= !answer;
        }
        self.bytes = self.bytes - held + 64 + each;
        self.known.insert(key, won);
        Ok(won)
    }
}
