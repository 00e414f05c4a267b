//! Outcomes of games with cycles by retrograde analysis.

use ishitori_values::{Budget, BudgetTicker, Endless, LimitReached, Player};

/// The result of a game for the player to move under best play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// The player to move loses.
    Loss,
    /// Neither player can win: play never ends.
    Draw,
    /// The player to move wins.
    Win,
}

impl GameResult {
    /// How a state ends for the player to move where the rules say what a play without end is, from how it ends if that is a
    /// draw: where neither player can win, the player to whom such plays are awarded wins by playing on. O(1).
    ///
    /// ```
    /// use ishitori_loopy::{GameResult, Endless};
    /// use ishitori_values::Player;
    /// assert_eq!(GameResult::Draw.under(Endless::Left, Player::Left), GameResult::Win);
    /// assert_eq!(GameResult::Draw.under(Endless::Left, Player::Right), GameResult::Loss);
    /// assert_eq!(GameResult::Loss.under(Endless::Left, Player::Left), GameResult::Loss);
    /// ```
    pub fn under(self, endless: Endless, to_move: Player) -> GameResult {
        let winner = match (self, endless) {
            (GameResult::Draw, Endless::Left) => Player::Left,
            (GameResult::Draw, Endless::Right) => Player::Right,
            _ => return self,
        };
        if winner == to_move { GameResult::Win } else { GameResult::Loss }
    }

    /// How it ends for the other player. O(1).
    pub fn for_opponent(self) -> GameResult {
        match self {
            GameResult::Loss => GameResult::Win,
            GameResult::Draw => GameResult::Draw,
            GameResult::Win => GameResult::Loss,
        }
    }
}

/// The endings of all states of a game in which a player who cannot move loses, with the length of best play:
/// the shortest win, the longest loss.
#[derive(Clone, Debug)]
pub struct Retrograde {
    endings: Vec<GameResult>,
    depths: Vec<u32>,
}

impl Retrograde {
    /// From the end backwards, level by level: a state is lost when all its moves lead to wins, and won
    /// when one leads to a loss; what is never reached is a draw. `moves` says where the moves of
    /// a state lead, which says who is to move. O(states + moves).
    ///
    /// ```
    /// use ishitori_loopy::{GameResult, Retrograde};
    /// use ishitori_values::Budget;
    /// // 0 ↔ 1, 1 → 2: a player at 1 moves to 2, where the opponent cannot move.
    /// let moves: [&[u32]; 3] = [&[1], &[0, 2], &[]];
    /// let solved = Retrograde::new(3, |s| moves[s as usize].to_vec(), &Budget::unlimited()).unwrap();
    /// assert_eq!([0, 1, 2].map(|s| solved.ending(s)), [GameResult::Loss, GameResult::Win, GameResult::Loss]);
    /// assert_eq!(solved.depth(0), Some(2));
    /// ```
    pub fn new(
        states: u32,
        moves: impl Fn(u32) -> Vec<u32>,
        budget: &Budget,
    ) -> Result<Retrograde, LimitReached> {
        let n = states as usize;
        let _held = budget.reserve(states as u64 * 40)?;
        let mut ticker = BudgetTicker::default();
        let mut open = vec![0u32; n];
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); n];
        let mut endings = vec![GameResult::Draw; n];
        let mut depths = vec![u32::MAX; n];
        let mut frontier = Vec::new();
        let mut edges = 0u64;
        for s in 0..states {
            let moves = moves(s);
            edges += moves.len() as u64;
            ticker.step(budget, edges * 4)?;
            open[s as usize] = moves.len() as u32;
            if moves.is_empty() {
                endings[s as usize] = GameResult::Loss;
                depths[s as usize] = 0;
                frontier.push(s);
            }
            moves.iter().for_each(|&to| before[to as usize].push(s));
        }
        let mut depth = 0;
        while !frontier.is_empty() {
            depth += 1;
            let mut next = Vec::new();
            for s in frontier {
                let lost = endings[s as usize] == GameResult::Loss;
                for &from in &before[s as usize] {
                    ticker.step(budget, edges * 4)?;
                    let at = from as usize;
                    if endings[at] != GameResult::Draw {
                        continue;
                    }
                    open[at] -= 1;
                    if lost {
                        endings[at] = GameResult::Win;
                    } else if open[at] == 0 {
                        endings[at] = GameResult::Loss;
                    } else {
                        continue;
                    }
                    depths[at] = depth;
                    next.push(from);
                }
            }
            frontier = next;
        }
        Ok(Retrograde { endings, depths })
    }

    /// How a state ends for the player to move. O(1).
    pub fn ending(&self, state: u32) -> GameResult {
        self.endings[state as usize]
    }

    /// How many moves best play takes from here; none for a draw. O(1).
    pub fn depth(&self, state: u32) -> Option<u32> {
        Some(self.depths[state as usize]).filter(|depth| *depth != u32::MAX)
    }
}
