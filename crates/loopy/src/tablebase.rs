//! Tablebases: the results and lengths of best play for all states of a game, packed.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU64, Ordering};

use ishitori_runtime::Workers;
use ishitori_values::LimitReached;

use crate::retrograde::GameResult;

/// States that one piece of work looks at: whole words of every table.
const PIECE: u64 = 1 << 14;
/// The length of a play that is not known, and the longest that is kept.
const UNKNOWN: u16 = u16::MAX;

/// A game with an index: every state, with the player to move, has a number.
pub trait IndexedGame: Sync {
    /// How many numbers there are; not every one needs to be a state.
    fn states(&self) -> u64;

    /// The kind of a state, before any move is examined.
    fn state_kind(&self, state: u64) -> StateKind;

    /// Where the moves of an open state lead, each state once, at most 255.
    fn moves(&self, state: u64, into: &mut Vec<u64>);

    /// The open states from which a move leads here, each once.
    fn before(&self, state: u64, into: &mut Vec<u64>);
}

/// The kind of a state: no state at all, over, or open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StateKind {
    /// It is not a state.
    Nothing,
    /// It is over for the player to move, who wins or loses.
    Over(GameResult),
    /// The player to move moves, and loses if there is no move.
    Open,
}

/// The results of all states of a [`IndexedGame`] game and how long best play takes: the shortest win, the
/// longest loss. Twenty-eight bits for each state.
///
/// The method is that of [`Retrograde`](crate::Retrograde), without lists of moves: from the end backwards, level by level,
/// by the moves that lead to a state. Threads share a level; what is found does not depend on their number, since a
/// state is won on the first level on which a move to a lost state is known, and lost when its last move is known to
/// lead to a won one.
pub struct Tablebase {
    states: u64,
    won: Bits,
    lost: Bits,
    depths: Vec<AtomicU16>,
}

/// Why [`Tablebase::new`] gave up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SolveError {
    /// A limit ended it.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// A state has too many moves.
    #[error("state {state} has more than 255 moves")]
    Moves {
        /// The state.
        state: u64,
    },
    /// A play is too long.
    #[error("best play takes more than {} moves", UNKNOWN - 1)]
    Long,
}

struct Bits(Vec<AtomicU64>);

impl Bits {
    fn new(states: u64) -> Bits {
        Bits((0..states.div_ceil(64)).map(|_| AtomicU64::new(0)).collect())
    }

    fn has(&self, state: u64) -> bool {
        self.0[(state / 64) as usize].load(Ordering::Relaxed) >> (state % 64) & 1 != 0
    }

    /// Whether it was not there before.
    fn add(&self, state: u64) -> bool {
        let bit = 1 << (state % 64);
        self.0[(state / 64) as usize].fetch_or(bit, Ordering::Relaxed) & bit == 0
    }
}

impl Tablebase {
    /// Solves a game. O(states + moves), and states / 64 for each move of the longest play.
    ///
    /// ```
    /// use ishitori_loopy::{GameResult, IndexedGame, StateKind, Tablebase};
    /// use ishitori_runtime::Workers;
    /// use ishitori_values::Budget;
    /// /// A heap of n from which one takes one or two, or to which one adds one while it has less than nine.
    /// struct Heap;
    /// impl IndexedGame for Heap {
    ///     fn states(&self) -> u64 { 10 }
    ///     fn state_kind(&self, _: u64) -> StateKind { StateKind::Open }
    ///     fn moves(&self, n: u64, into: &mut Vec<u64>) {
    ///         into.extend([n.checked_sub(1), n.checked_sub(2), Some(n + 1).filter(|n| 1 < *n && *n < 10)].into_iter().flatten());
    ///     }
    ///     fn before(&self, n: u64, into: &mut Vec<u64>) {
    ///         into.extend([n + 1, n + 2].into_iter().filter(|n| *n < 10).chain((n > 1).then(|| n - 1)));
    ///     }
    /// }
    /// let budget = Budget::unlimited();
    /// let solved = Tablebase::new(&Heap, &Workers::new(2, &budget)).unwrap();
    /// assert_eq!([0, 1, 2, 3].map(|n| solved.ending(n)), [GameResult::Loss, GameResult::Win, GameResult::Win, GameResult::Draw]);
    /// assert_eq!(solved.depth(2), Some(1));
    /// ```
    pub fn new<G: IndexedGame>(game: &G, workers: &Workers<'_>) -> Result<Tablebase, SolveError> {
        let states = game.states();
        let _held = workers.budget.reserve(states.saturating_mul(7) / 2)?;
        let bytes = || (0..states).map(|_| AtomicU8::new(0)).collect::<Vec<_>>();
        let (open, mut now, mut next) = (bytes(), Bits::new(states), Bits::new(states));
        let depths = (0..states).map(|_| AtomicU16::new(UNKNOWN)).collect();
        let found = Tablebase { states, won: Bits::new(states), lost: Bits::new(states), depths };

        let first = |moves: &mut Vec<u64>, piece: u64| {
            for state in found.piece(piece) {
                let ending = match game.state_kind(state) {
                    StateKind::Nothing => continue,
                    StateKind::Over(ending) => ending,
                    StateKind::Open => {
                        moves.clear();
                        game.moves(state, moves);
                        let count = u8::try_from(moves.len());
                        let count = count.map_err(|_| SolveError::Moves { state })?;
                        open[state as usize].store(count, Ordering::Relaxed);
                        if count > 0 {
                            continue;
                        }
                        GameResult::Loss
                    }
                };
                match ending {
                    GameResult::Win => found.won.add(state),
                    GameResult::Loss => found.lost.add(state),
                    GameResult::Draw => continue,
                };
                found.depths[state as usize].store(0, Ordering::Relaxed);
                now.add(state);
            }
            Ok(())
        };
        found.each_piece(workers, first)?;

        let mut depth = 0;
        while now.0.iter().any(|word| word.load(Ordering::Relaxed) != 0) {
            depth += 1;
            if depth == UNKNOWN {
                return Err(SolveError::Long);
            }
            let level = |before: &mut Vec<u64>, piece: u64| {
                let words = PIECE / 64;
                let last = ((piece + 1) * words).min(now.0.len() as u64);
                for word in piece * words..last {
                    let mut bits = now.0[word as usize].swap(0, Ordering::Relaxed);
                    while bits != 0 {
                        let state = word * 64 + u64::from(bits.trailing_zeros());
                        bits &= bits - 1;
                        let is_lost = found.lost.has(state);
                        before.clear();
                        game.before(state, before);
                        for &from in &*before {
                            let left = &open[from as usize];
                            let decided = match is_lost {
                                true => found.won.add(from),
                                false if found.won.has(from) => false,
                                false => {
                                    left.fetch_sub(1, Ordering::Relaxed) == 1
                                        && found.lost.add(from)
                                }
                            };
                            if decided {
                                found.depths[from as usize].store(depth, Ordering::Relaxed);
                                next.add(from);
                            }
                        }
                    }
                }
                Ok(())
            };
            found.each_piece(workers, level)?;
            std::mem::swap(&mut now, &mut next);
        }
        Ok(found)
    }

    fn piece(&self, piece: u64) -> std::ops::Range<u64> {
        piece * PIECE..((piece + 1) * PIECE).min(self.states)
    }

    fn each_piece(
        &self,
        workers: &Workers<'_>,
        work: impl Fn(&mut Vec<u64>, u64) -> Result<(), SolveError> + Sync,
    ) -> Result<(), SolveError> {
        let errors = workers
            .pieces(self.states.div_ceil(PIECE), Vec::new, work, |()| Ok::<_, SolveError>(PIECE));
        errors.into_iter().next().map_or(Ok(()), |(_, error)| Err(error))
    }

    /// How a state ends for the player to move. O(1).
    pub fn ending(&self, state: u64) -> GameResult {
        match (self.won.has(state), self.lost.has(state)) {
            (true, _) => GameResult::Win,
            (_, true) => GameResult::Loss,
            _ => GameResult::Draw,
        }
    }

    /// How many moves best play takes from here; none for a draw. O(1).
    pub fn depth(&self, state: u64) -> Option<u32> {
        let depth = self.depths[state as usize].load(Ordering::Relaxed);
        (depth != UNKNOWN).then_some(depth.into())
    }

    /// The best move of a state: the shortest win, else a draw, else the longest loss; of equal ones the
    /// first. None where it is over. O(moves).
    pub fn best<G: IndexedGame>(&self, game: &G, state: u64) -> Option<u64> {
        let mut moves = Vec::new();
        if game.state_kind(state) == StateKind::Open {
            game.moves(state, &mut moves);
        }
        // What is lost for the other is won here.
        let rank = |to: u64| match (self.ending(to), i64::from(self.depth(to).unwrap_or(0))) {
            (GameResult::Loss, depth) => (0, depth),
            (GameResult::Draw, _) => (1, 0),
            (GameResult::Win, depth) => (2, -depth),
        };
        moves.into_iter().min_by_key(|to| rank(*to))
    }
}
