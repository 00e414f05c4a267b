//! Puzzles: positions in which exactly one move wins, found on plays of random moves.

use ishitori_values::{Budget, LimitReached, Player};
use rustc_hash::FxHashSet;

use super::game::{Move, PlayError, Playable};
use super::opponent::SplitMix;
use super::remoteness::RemotenessSearch;

/// The levels of puzzles, from the easiest to the hardest.
pub const PUZZLE_LEVELS: std::ops::RangeInclusive<u8> = 1..=5;

/// Plays of random moves that are tried for a puzzle.
const PLAYS: usize = 32;
/// The most moves of such a play; where positions recur it need not end.
const MAX_PLIES: usize = 120;
/// The last positions of a play that are looked at: those before them are too hard for every level.
const LAST: usize = 16;
/// The fewest moves of both players until the end: a position that is won at once is no puzzle.
const LEAST_DEPTH: u32 = 3;

/// A position in which exactly one move wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle<P> {
    /// The position.
    pub position: P,
    /// The player to move.
    pub first: Player,
    /// The move that wins.
    pub solution: Move<P>,
    /// How many moves there are, the winning one among them.
    pub moves: usize,
    /// The remoteness: the moves of both players until the end, if the winner hurries and the loser holds out.
    pub depth: u32,
}

impl<P> Puzzle<P> {
    /// How hard it is, from 1 to 5: the moves that the winner makes until the end, and the binary logarithm of the number of
    /// moves to choose from, rounded down, together. O(1).
    pub fn level(&self) -> u8 {
        match self.depth.div_ceil(2) + (self.moves as u64).ilog2() {
            0..=3 => 1,
            4 => 2,
            5 => 3,
            6 | 7 => 4,
            _ => 5,
        }
    }
}

/// What a search for a puzzle came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleFound<P> {
    /// The first puzzle of the level, or the first of the level that is nearest to it; none if no position was one.
    pub puzzle: Option<Puzzle<P>>,
    /// How many positions were looked at.
    pub examined: u64,
    /// The limit that ended the search.
    pub stopped: Option<LimitReached>,
}

/// A search for puzzles of a game. The same seed finds the same puzzles.
///
/// ```
/// use ishitori_rules::{end::EndRule, heap::HeapRule};
/// use ishitori_solve::ending::SumRule;
/// use ishitori_solve::play::{HeapGame, Heaps, PuzzleSearch};
/// use ishitori_values::Budget;
/// let (rule, end): (HeapRule, EndRule) = ("nim".parse().unwrap(), EndRule::normal());
/// let game = HeapGame::new(&rule, &end, SumRule::Total).unwrap();
/// let mut search = PuzzleSearch::new(game, true, 1);
/// let found = search.find(&Heaps::new(vec![3, 4, 6]), 3, &Budget::unlimited()).unwrap();
/// let puzzle = found.puzzle.unwrap();
/// let sum = puzzle.solution.position.as_slice().iter().fold(0, |sum, heap| sum ^ heap);
/// assert_eq!(sum, 0); // Bouton: the winning move leaves nim-sum 0
/// ```
pub struct PuzzleSearch<G: Playable> {
    search: RemotenessSearch<G>,
    random: SplitMix,
    /// Whether it never matters who is Left.
    impartial: bool,
    seen: FxHashSet<(G::Position, Player)>,
}

impl<G: Playable> PuzzleSearch<G> {
    /// A search that has not begun. `impartial` says whether it never matters who is Left. O(1).
    pub fn new(game: G, impartial: bool, seed: u64) -> PuzzleSearch<G> {
        let search = RemotenessSearch::new(game);
        PuzzleSearch { search, random: SplitMix(seed), impartial, seen: FxHashSet::default() }
    }

    /// The game. O(1).
    pub fn game(&self) -> &G {
        self.search.game()
    }

    /// A puzzle of this level on a play from `start`; its position counts as after an even number of moves. Plays of random
    /// moves are searched from their ends, where positions are easy. The cost of the
    /// [`remoteness`](RemotenessSearch::remoteness) of the positions in which one move wins.
    pub fn find(
        &mut self,
        start: &G::Position,
        level: u8,
        budget: &Budget,
    ) -> Result<PuzzleFound<G::Position>, PlayError> {
        let mut found = PuzzleFound { puzzle: None, examined: 0, stopped: None };
        for _ in 0..PLAYS {
            match self.on_one_play(start, level, &mut found, budget) {
                Ok(true) => break,
                Ok(false) => {}
                Err(PlayError::Limit(limit)) => {
                    found.stopped = Some(limit);
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(found)
    }

    /// A play of random moves that begins with `start`, without the position at which it ends.
    fn random_play(
        &mut self,
        start: &G::Position,
        budget: &Budget,
    ) -> Result<Vec<(G::Position, Player)>, PlayError> {
        let right = !self.impartial && self.random.below(2) == 1;
        let mut player = if right { Player::Right } else { Player::Left };
        let mut position = start.clone();
        let mut play = Vec::new();
        while play.len() < MAX_PLIES {
            let mut moves = self.search.judge().moves(&position, player, budget)?;
            if moves.is_empty() {
                break;
            }
            let chosen = self.random.below(moves.len() as u64) as usize;
            let next = moves.swap_remove(chosen).position;
            let who = if self.impartial { Player::Left } else { player };
            play.push((std::mem::replace(&mut position, next), who));
            player = player.opponent();
        }
        Ok(play)
    }

    /// Looks at the positions of one play, the last first; true if a puzzle of the level was found.
    fn on_one_play(
        &mut self,
        start: &G::Position,
        level: u8,
        found: &mut PuzzleFound<G::Position>,
        budget: &Budget,
    ) -> Result<bool, PlayError> {
        let play = self.random_play(start, budget)?;
        for (position, player) in play.into_iter().rev().take(LAST) {
            if !self.seen.insert((position.clone(), player)) {
                continue;
            }
            found.examined += 1;
            let Some(puzzle) = self.puzzle_at(&position, player, budget)? else { continue };
            let own = puzzle.level();
            let away = own.abs_diff(level);
            let nearer = |known: &Puzzle<G::Position>| away < known.level().abs_diff(level);
            if found.puzzle.as_ref().is_none_or(nearer) {
                found.puzzle = Some(puzzle);
            }
            if own == level {
                return Ok(true);
            }
            if own > level {
                break;
            }
        }
        Ok(false)
    }

    /// The puzzle that a position is, if it is one.
    fn puzzle_at(
        &mut self,
        position: &G::Position,
        first: Player,
        budget: &Budget,
    ) -> Result<Option<Puzzle<G::Position>>, PlayError> {
        let judge = self.search.judge();
        let moves = judge.moves(position, first, budget)?.len();
        if moves < 2 {
            return Ok(None);
        }
        let mut winning = judge.winning_moves(position, first, false, budget)?;
        let (Some(solution), true) = (winning.pop(), winning.is_empty()) else { return Ok(None) };
        let depth = self.search.remoteness(position, first, budget)?.moves;
        let Some(depth) = depth.filter(|&depth| depth >= LEAST_DEPTH) else { return Ok(None) };
        Ok(Some(Puzzle { position: position.clone(), first, solution, moves, depth }))
    }

    /// A play from a puzzle to its end by best moves, cut after `most` moves.
    pub fn line(
        &mut self,
        puzzle: &Puzzle<G::Position>,
        most: usize,
        budget: &Budget,
    ) -> Result<super::Line<G::Position>, PlayError> {
        self.search.line(&puzzle.position, puzzle.first, most, budget)
    }
}
