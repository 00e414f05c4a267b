//! Outcomes under an end rule that counts pieces (`end: if [x] > [o] then L else R`): a search through whole
//! positions. Nothing may be taken apart or left out, since pieces that cannot move count at the end.

use ishitori_language::Fault;
use ishitori_rules::Ruleset;
use ishitori_values::{Budget, BudgetTicker, LimitReached, Outcome, Player};
use rustc_hash::FxHashMap;

use crate::ast::{Judge, PieceCountEnd};
use crate::rules::{Planes, Rules};
use crate::word::Word;

/// Why a search was given up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// Time or memory ran out, or the search was cancelled.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// The expression of the text has no result.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// A search for outcomes of positions of one text. It remembers what it has decided.
///
/// ```
/// use ishitori_boards::piece_count_end::PieceCountSearch;
/// use ishitori_boards::{BoardGame, SetUp, ast::End};
/// use ishitori_values::{Budget, Outcome};
///
/// // The player with more stones at the end has won.
/// let game = BoardGame::new("game most
/// board strip
/// pieces x o
/// left:  . -> x if no neighbour is x
/// right: mirror x <-> o
/// end: if [x] > [o] then L; if [x] < [o] then R; N
/// ", &[]).unwrap();
/// let End::PieceCount(rest) = &game.text().end else { unreachable!() };
/// let SetUp::Four(rules, start) = game.set_up("1x3").unwrap() else { unreachable!() };
/// let mut search = PieceCountSearch::new(&rules, rest, Budget::unlimited());
/// assert_eq!(search.outcome(&start), Ok(Outcome::N));
/// ```
pub struct PieceCountSearch<'s, W: Word, const N: usize> {
    rules: &'s Rules<W, N>,
    judge: Judge<'s>,
    budget: Budget,
    ticker: BudgetTicker,
    /// Whether the player to move wins.
    known: [FxHashMap<Planes<W, N>, bool>; 2],
    nodes: u64,
}

/// A position on the way, and the moves from it that have not been looked at.
struct OpenPosition<P> {
    position: P,
    player: Player,
    options: Vec<P>,
    /// Whether there are none.
    is_final: bool,
}

impl<'s, W: Word, const N: usize> PieceCountSearch<'s, W, N> {
    /// A search within limits. O(1).
    pub fn new(rules: &'s Rules<W, N>, rest: &'s PieceCountEnd, budget: Budget) -> Self {
        let (judge, ticker) = (rest.judge(), BudgetTicker::default());
        PieceCountSearch { rules, judge, budget, ticker, known: Default::default(), nodes: 0 }
    }

    /// How many positions have been looked into, each for the players who come to move there. O(1).
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The outcome of a position. O(positions that can be reached · moves).
    pub fn outcome(&mut self, position: &Planes<W, N>) -> Result<Outcome, Stopped> {
        let left = self.wins_first(position, Player::Left)?;
        let right = self.wins_first(position, Player::Right)?;
        Ok(Outcome::from_first_move_wins(left, right))
    }

    /// Whether a player wins moving first. O(positions that can be reached · moves).
    pub fn wins_first(&mut self, start: &Planes<W, N>, player: Player) -> Result<bool, Stopped> {
        self.budget.check(0)?;
        if let Some(&known) = self.known[player as usize].get(start) {
            return Ok(known);
        }
        let mut path = vec![self.open(*start, player)?];
        let mut found = None;
        loop {
            let top = path.last_mut().expect("the search ends with the first position");
            // A move to where the opponent loses wins.
            let decided = match found.take() {
                Some(false) => Some(true),
                _ => loop {
                    let Some(option) = top.options.pop() else { break Some(false) };
                    match self.known[top.player.opponent() as usize].get(&option) {
                        Some(false) => break Some(true),
                        Some(true) => {}
                        None => {
                            let next = self.open(option, top.player.opponent())?;
                            path.push(next);
                            break None;
                        }
                    }
                },
            };
            let Some(mut wins) = decided else { continue };
            let top = path.pop().expect("what was decided is on the way");
            if top.is_final {
                wins = self.wins_by_rest(&top)?;
            }
            self.known[top.player as usize].insert(top.position, wins);
            if path.is_empty() {
                return Ok(wins);
            }
            found = Some(wins);
        }
    }

    fn open(
        &mut self,
        position: Planes<W, N>,
        player: Player,
    ) -> Result<OpenPosition<Planes<W, N>>, Stopped> {
        self.nodes += 1;
        let entries = self.known.iter().map(FxHashMap::capacity).sum::<usize>();
        let bytes = entries * (size_of::<Planes<W, N>>() + 2);
        self.ticker.steps(&self.budget, bytes as u64, self.rules.cost())?;
        let mut options = Vec::new();
        self.rules.options(&position, player, |option| options.push(option));
        let is_final = options.is_empty();
        Ok(OpenPosition { position, player, options, is_final })
    }

    /// Whether a player without moves has won.
    fn wins_by_rest(&mut self, at: &OpenPosition<Planes<W, N>>) -> Result<bool, Stopped> {
        let rules = self.rules;
        let outcome = self.judge.outcome(|piece| rules.count(&at.position, piece))?;
        Ok(outcome.wins_moving_first(at.player))
    }
}
