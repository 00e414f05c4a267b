//! Blocking: before each move the opponent forbids some options, a Muller twist.
//!
//! A player wins who has more winning options than the opponent may forbid; else all of these are forbidden. What is forbidden
//! is forgotten after the move (F. Smith, P. Stănică, *Comply/constrain games or games with a Muller twist*, Integers 2, 2002, G3; H. Gavel,
//! P. Strimling, *Nim with a modular Muller twist*, Integers 4, 2004, G4). Sums have no theory by parts then: the whole
//! position is searched, and there are no values.

use std::ops::ControlFlow;

use ishitori_values::{Budget, BudgetTicker, Player};
use rustc_hash::{FxHashMap, FxHashSet};

use super::MAX_MOVES;
use super::game::{Move, PlayError, Playable};

/// The options by which a player wins if they are not forbidden, and how many options there are.
pub type WinningOptions<P> = (Vec<Move<P>>, usize);

/// Outcomes of a game in which the opponent may forbid a number of options before each move.
///
/// ```
/// use ishitori_rules::{end::EndRule, heap::HeapRule};
/// use ishitori_solve::ending::SumRule;
/// use ishitori_solve::play::{BlockingSearch, HeapGame, Heaps};
/// use ishitori_values::{Budget, Player};
/// let (rule, end): (HeapRule, EndRule) = ("nim".parse().unwrap(), EndRule::normal());
/// let game = HeapGame::new(&rule, &end, SumRule::Total).unwrap();
/// let mut search = BlockingSearch::new(game, 2);
/// let budget = Budget::unlimited();
/// let mut wins = |n| search.wins(&Heaps::new(vec![n]), Player::Left, &budget).unwrap();
/// assert_eq!([0, 1, 2, 3].map(|n| wins(n)), [false, false, false, true]);
/// ```
pub struct BlockingSearch<G: Playable> {
    game: G,
    most: usize,
    /// For Left and Right to move; `Searched` while a position is being searched.
    known: FxHashMap<G::Position, [Known; 2]>,
    ticker: BudgetTicker,
    /// Bytes on the stack and in lists of options, while a search goes on.
    held: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Nothing,
    Searched,
    Found(bool),
}

/// The approximate stack use of a recursive step.
const STEP_BYTES: u64 = 1024;

impl<G: Playable> BlockingSearch<G> {
    /// Nothing is known yet; the game must end. O(1).
    pub fn new(game: G, most: usize) -> BlockingSearch<G> {
        let (known, ticker) = (FxHashMap::default(), BudgetTicker::default());
        BlockingSearch { game, most, known, ticker, held: 0 }
    }

    /// The game. O(1).
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Whether a player who is to move, and whose opponent has not yet forbidden anything, wins. The cost of all moves of all
    /// positions that can be reached.
    pub fn wins(
        &mut self,
        position: &G::Position,
        player: Player,
        budget: &Budget,
    ) -> Result<bool, PlayError> {
        let found = self.search(self.game.canonical(position), player, budget);
        self.held = 0;
        if found.is_err() {
            for known in self.known.values_mut().flatten() {
                if *known == Known::Searched {
                    *known = Known::Nothing;
                }
            }
        }
        found
    }

    /// The options by which a player wins if they are not forbidden, and how many options there are. The cost of
    /// [`wins`](BlockingSearch::wins).
    pub fn winning_options(
        &mut self,
        position: &G::Position,
        player: Player,
        budget: &Budget,
    ) -> Result<WinningOptions<G::Position>, PlayError> {
        let options = self.options(position, player, budget)?;
        let count = options.len();
        let mut winning = Vec::new();
        for option in options {
            if !self.wins(&option.position, player.opponent(), budget)? {
                winning.push(option);
            }
        }
        Ok((winning, count))
    }

    /// The options of a player, each position once: heaps in another order are the same one.
    fn options(
        &mut self,
        position: &G::Position,
        player: Player,
        budget: &Budget,
    ) -> Result<Vec<Move<G::Position>>, PlayError> {
        let (mut options, mut seen) = (Vec::new(), FxHashSet::default());
        let mut trouble = None;
        let each = self.weight(position);
        let bytes = self.known.len() as u64 * each + self.held;
        self.game.for_each_move(position, player, budget, &mut |change, position| {
            if options.len() == MAX_MOVES {
                trouble = Some(PlayError::TooManyMoves { limit: MAX_MOVES });
                return ControlFlow::Break(());
            }
            if seen.insert(self.game.listed(&position)) {
                options.push(Move { change, position });
            }
            match self.ticker.step(budget, bytes + 2 * each * options.len() as u64) {
                Ok(()) => ControlFlow::Continue(()),
                Err(limit) => {
                    trouble = Some(limit.into());
                    ControlFlow::Break(())
                }
            }
        })?;
        trouble.map_or(Ok(options), Err)
    }

    /// About how many bytes a position takes.
    fn weight(&self, position: &G::Position) -> u64 {
        128 + 2 * (size_of::<G::Position>() as u64 + self.game.heap_bytes(position))
    }

    fn search(
        &mut self,
        position: G::Position,
        player: Player,
        budget: &Budget,
    ) -> Result<bool, PlayError> {
        match self.known.get(&position).map_or(Known::Nothing, |known| known[player as usize]) {
            Known::Found(wins) => return Ok(wins),
            Known::Searched => return Err(PlayError::Cycle { position: position.to_string() }),
            Known::Nothing => {}
        }
        self.learn(position.clone(), player, Known::Searched);
        let options = self.options(&position, player, budget)?;
        let held = STEP_BYTES + 2 * self.weight(&position) * options.len() as u64;
        self.held += held;
        let (mut winning, mut others) = (0, 0);
        for option in options {
            let next = self.game.canonical(&option.position);
            let answered = stacker::maybe_grow(64 << 10, 1 << 20, || {
                self.search(next, player.opponent(), budget)
            })?;
            *(if answered { &mut others } else { &mut winning }) += 1;
        }
        self.held -= held;
        // Where everything is forbidden, or nothing is there, the end rule decides; a player who would lose by it leaves an option.
        let wins = winning > self.most
            || (others == 0 && self.game.end(&position)?.wins_moving_first(player));
        self.learn(position, player, Known::Found(wins));
        Ok(wins)
    }

    fn learn(&mut self, position: G::Position, player: Player, known: Known) {
        let impartial = self.game.is_impartial();
        let entry = self.known.entry(position).or_insert([Known::Nothing; 2]);
        entry[player as usize] = known;
        // Left and Right have the same play.
        if impartial {
            entry[player.opponent() as usize] = known;
        }
    }
}
