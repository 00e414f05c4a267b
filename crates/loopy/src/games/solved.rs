//! All positions that can be reached from one, with their outcomes and the lengths of best play.

use std::ops::Deref;

use ishitori_values::{Budget, BudgetTicker, Endless, LimitReached, Player};
use rustc_hash::FxHashMap;

use super::LoopyRules;
use crate::graph::{Graph, Target};
use crate::outcome::LoopyOutcome;
use crate::retrograde::{GameResult, Retrograde};
use crate::smith::{SmithValue, smith_values};
use crate::store::{Loopy, LoopyStore};

/// Bytes of a position besides itself and its moves: its place, its states and what leads there.
const EACH: usize = 240;
/// Bytes of a move, there and back.
const EDGE: usize = 16;

/// A game from one position on. Positions are numbered as they are found, the first one is 0.
///
/// If a limit is reached before all positions are examined, the others count as unknown: every win and
/// every loss that is reported is right, since none of them depends on a position that was not examined.
///
/// ```
/// use ishitori_loopy::games::{LoopyRules, Solved};
/// use ishitori_loopy::{Endless, LoopyOutcome};
/// use ishitori_values::{Budget, Player};
/// # struct Stone;
/// # impl LoopyRules for Stone {
/// #     type Position = bool;
/// #     fn decided(&self, _: &bool) -> Option<Player> { None }
/// #     fn moves(&self, there: &bool, player: Player, into: &mut Vec<bool>) {
/// #         if *there { into.push(player == Player::Right); }
/// #     }
/// # }
/// // The game over, as in the example of [`LoopyRules`](super::LoopyRules): Left takes the stone at once.
/// let solved = Solved::new(&Stone, true, Endless::Draw, &Budget::unlimited()).unwrap();
/// assert_eq!(solved.outcome(0), Some(LoopyOutcome::L));
/// assert_eq!(solved.depth(0, Player::Left), Some(1));
/// ```
#[derive(Debug)]
pub struct Solved<P> {
    positions: Vec<P>,
    solution: Solution,
}

/// The same by the numbers of positions only, whatever positions are: compiled once.
#[derive(Debug)]
pub struct Solution {
    /// How many positions were found, also those that were not examined.
    len: usize,
    /// Left's and Right's moves of the positions that were examined.
    rows: Vec<[Vec<u32>; 2]>,
    endings: Retrograde,
    /// Where only positions beyond a limit of the rules were not examined: these, increasing, and how all ends if
    /// Left, and if Right, wins them.
    beyond: Option<(Vec<u32>, [Retrograde; 2])>,
    endless: Endless,
    stopped: Option<LimitReached>,
}

impl<P> Deref for Solved<P> {
    type Target = Solution;

    fn deref(&self) -> &Solution {
        &self.solution
    }
}

/// A move of a play: who moved, and to which position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The player who moved.
    pub player: Player,
    /// The number of the position after the move.
    pub to: u32,
}

impl<P: Clone + Eq + std::hash::Hash> Solved<P> {
    /// Looks at all positions that can be reached, as far as the budget goes, and solves them backwards. An error only
    /// if not even that can be done. O(positions · moves).
    pub fn new<R: LoopyRules<Position = P>>(
        rules: &R,
        start: P,
        endless: Endless,
        budget: &Budget,
    ) -> Result<Solved<P>, LimitReached> {
        Solved::of_all(rules, vec![start], endless, budget)
    }

    /// The same from several positions, which get the first numbers. O(positions · moves).
    pub fn of_all<R: LoopyRules<Position = P>>(
        rules: &R,
        starts: Vec<P>,
        endless: Endless,
        budget: &Budget,
    ) -> Result<Solved<P>, LimitReached> {
        let mut positions = starts;
        let mut places: FxHashMap<P, u32> = positions.iter().cloned().zip(0..).collect();
        let mut rows: Vec<[Vec<u32>; 2]> = Vec::new();
        let (mut ticker, mut edges, mut stopped) = (BudgetTicker::default(), 0, None);
        let mut options = Vec::new();
        // For each position the last list of moves that it is on.
        let mut listed: Vec<u32> = Vec::new();
        let (mut beyond, mut past): (Vec<u32>, Option<LimitReached>) = (Vec::new(), None);
        let mut steps = 1;
        while rows.len() < positions.len() {
            let bytes = positions.len() * (EACH + 2 * size_of::<P>()) + edges * EDGE;
            // Positions have 32-bit numbers, and states of both players too.
            let full = positions.len() >= u32::MAX as usize / 4;
            let step = ticker.steps(budget, bytes as u64, steps);
            if let Err(limit) = step.and(if full { Err(TOO_MANY) } else { Ok(()) }) {
                stopped = Some(limit);
                break;
            }
            let position = positions[rows.len()].clone();
            if let Some(limit) = rules.beyond(&position) {
                beyond.push(rows.len() as u32);
                past.get_or_insert(limit);
                rows.push([Vec::new(), Vec::new()]);
                steps = 1;
                continue;
            }
            let row = match rules.decided(&position) {
                // on = {on|} and off = {|off}.
                Some(player) => {
                    let mut row = [Vec::new(), Vec::new()];
                    row[player as usize].push(rows.len() as u32);
                    row
                }
                None => Player::BOTH.map(|player| {
                    options.clear();
                    rules.moves(&position, player, &mut options);
                    let mut row: Vec<u32> = Vec::with_capacity(options.len());
                    let list = 2 * rows.len() as u32 + player as u32 + 1;
                    for next in options.drain(..) {
                        let fresh = positions.len() as u32;
                        let place = *places.entry(next.clone()).or_insert(fresh);
                        if place == fresh {
                            positions.push(next);
                        }
                        listed.resize(positions.len(), 0);
                        if std::mem::replace(&mut listed[place as usize], list) != list {
                            row.push(place);
                        }
                    }
                    row
                }),
            };
            steps = rules.cost() + row[0].len() + row[1].len();
            edges += row[0].len() + row[1].len();
            rows.push(row);
        }
        drop(places);
        let mut solution = Solution::new(positions.len(), rows, &beyond, stopped.or(past), budget)?;
        solution.endless = endless;
        if stopped.is_none() && past.is_some() {
            let sides = Player::BOTH.map(|winner| solution.if_won(&beyond, winner, budget));
            let [left, right] = sides;
            solution.beyond = Some((beyond, [left?, right?]));
        }
        Ok(Solved { positions, solution })
    }

    /// The positions by their numbers. O(1).
    pub fn positions(&self) -> &[P] {
        &self.positions
    }
}

impl Solution {
    /// Solves the positions backwards.
    fn new(
        len: usize,
        rows: Vec<[Vec<u32>; 2]>,
        beyond: &[u32],
        stopped: Option<LimitReached>,
        budget: &Budget,
    ) -> Result<Solution, LimitReached> {
        // What was not examined goes on forever: nothing that is won or lost depends on it.
        let moves = |state: u32| match rows.get(state as usize / 2) {
            _ if beyond.binary_search(&(state / 2)).is_ok() => vec![state],
            Some(row) => {
                let player = state % 2;
                row[player as usize].iter().map(|to| 2 * to + 1 - player).collect()
            }
            None => vec![state],
        };
        let budget = if stopped.is_some() { &budget.with_grace_period() } else { budget };
        let endings = Retrograde::new(2 * len as u32, moves, budget)?;
        Ok(Solution { len, rows, endings, beyond: None, endless: Endless::Draw, stopped })
    }

    /// How everything ends if a player wins all positions beyond a limit, regardless of who is to move there.
    fn if_won(
        &self,
        beyond: &[u32],
        winner: Player,
        budget: &Budget,
    ) -> Result<Retrograde, LimitReached> {
        let moves = |state: u32| {
            let (at, player) = (state / 2, state % 2);
            match beyond.binary_search(&at) {
                // The winner passes, and the other one has no move.
                Ok(_) if player == winner as u32 => vec![state ^ 1],
                Ok(_) => Vec::new(),
                Err(_) => {
                    let row = &self.rows[at as usize][player as usize];
                    row.iter().map(|to| 2 * to + 1 - player).collect()
                }
            }
        };
        Retrograde::new(2 * self.len as u32, moves, budget)
    }

    /// How many positions were found. O(1).
    #[expect(clippy::len_without_is_empty, reason = "the first position is always there")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Left's and Right's moves of the positions that were examined.
    pub(super) fn rows(&self) -> &[[Vec<u32>; 2]] {
        &self.rows
    }

    /// The limit that was reached before all positions were examined. O(1).
    pub fn stopped(&self) -> Option<LimitReached> {
        self.stopped
    }

    /// Where the moves of a player lead, none for a position that was not examined. O(1).
    pub fn moves(&self, at: u32, player: Player) -> &[u32] {
        self.rows.get(at as usize).map_or(&[], |row| &row[player as usize])
    }

    /// How a position ends for a player who is to move; nothing if that was not found. O(1).
    pub fn ending(&self, at: u32, player: Player) -> Option<GameResult> {
        let state = 2 * at + player as u32;
        let drawn = self.endings.ending(state);
        let known = drawn != GameResult::Draw
            || match &self.beyond {
                None => self.stopped.is_none(),
                // A draw, whichever player wins the positions beyond the limit.
                Some((_, sides)) => sides.iter().all(|side| side.ending(state) == GameResult::Draw),
            };
        known.then(|| drawn.under(self.endless, player))
    }

    /// The outcome class; nothing if it was not found. O(1).
    pub fn outcome(&self, at: u32) -> Option<LoopyOutcome> {
        let [left, right] = Player::BOTH.map(|player| self.ending(at, player));
        Some(LoopyOutcome::new(left?, right?))
    }

    /// How many moves best play takes when a player is to move: the shortest win, the longest loss. Nothing
    /// if it goes on forever. O(1).
    pub fn depth(&self, at: u32, player: Player) -> Option<u32> {
        self.endings.depth(2 * at + player as u32)
    }

    /// Whether a move wins, draws or loses for the player who makes it. O(1).
    pub fn after(&self, to: u32, player: Player) -> Option<GameResult> {
        Some(self.ending(to, player.opponent())?.for_opponent())
    }

    /// The best move: to the shortest win, else to a play without end, else to the longest loss. O(moves).
    pub fn best(&self, at: u32, player: Player) -> Option<u32> {
        let worth = |to: u32| {
            let depth = i64::from(self.depth(to, player.opponent()).unwrap_or(0));
            match self.endings.ending(2 * to + player.opponent() as u32) {
                GameResult::Loss => (2, -depth),
                GameResult::Draw => (1, 0),
                GameResult::Win => (0, depth),
            }
        };
        // The first one of the best.
        let moves = self.moves(at, player).iter().rev();
        moves.copied().max_by_key(|&to| worth(to))
    }

    /// Best play from a position, until it ends, or a position with the same player to move comes back, or after
    /// `most` moves. O(moves of the play).
    pub fn line(&self, start: u32, first: Player, most: usize) -> Vec<Turn> {
        let mut line: Vec<Turn> = Vec::new();
        let (mut at, mut player) = (start, first);
        let mut seen = vec![(at, player)];
        while line.len() < most {
            let Some(to) = self.best(at, player) else { break };
            line.push(Turn { player, to });
            (at, player) = (to, player.opponent());
            if seen.contains(&(at, player)) {
                break;
            }
            seen.push((at, player));
        }
        line
    }

    /// The values of all positions, as if plays without end were draws; nothing if not all were examined. The cost of
    /// [`LoopyStore::values`].
    pub fn values(&self, loops: &mut LoopyStore<'_>) -> Result<Option<Vec<Loopy>>, LimitReached> {
        if self.stopped.is_some() {
            return Ok(None);
        }
        let mut graph = Graph::default();
        for row in &self.rows {
            let v = graph.vertex();
            graph.connect(
                v,
                row.each_ref().map(|to| to.iter().copied().map(Target::Vertex).collect()),
            );
        }
        loops.values(&graph).map(Some)
    }

    /// The Grundy values of all positions of a game in which both players have the same moves; nothing if not all
    /// were examined. The cost of [`smith_values`].
    pub fn smith(&self, budget: &Budget) -> Result<Option<Vec<SmithValue>>, LimitReached> {
        if self.stopped.is_some() {
            return Ok(None);
        }
        let options = |at: u32| self.rows[at as usize][0].clone();
        smith_values(self.rows.len() as u32, options, budget).map(Some)
    }
}

/// More positions than there are numbers.
const TOO_MANY: LimitReached = LimitReached::Games { limit: u32::MAX as u64 / 4 };
