//! The order of heaps, as a table that grows heap by heap.

use ishitori_certify::GameForm;
use ishitori_values::{Budget, BudgetTicker, LimitReached, Player};

/// Whether the first is at most the second.
pub(super) const AT_MOST: u8 = 1;
/// Whether the second is at most the first.
pub(super) const AT_LEAST: u8 = 2;
/// Both.
pub(super) const EQUAL: u8 = AT_MOST | AT_LEAST;

/// The order of some listed games and of the heaps 0, 1, …, all numbered in this order.
pub(super) struct Table {
    /// The number of listed games.
    pub games: usize,
    options: Vec<[Vec<u32>; 2]>,
    /// How game a compares with the games b ≤ a.
    rows: Vec<Vec<u8>>,
    ticker: BudgetTicker,
}

impl Table {
    /// The listed games, whose options are listed before them. O(n²) times their options.
    pub fn new(listed: &[GameForm], budget: &Budget) -> Result<Table, LimitReached> {
        let (options, rows, ticker) = (Vec::new(), Vec::new(), BudgetTicker::default());
        let mut table = Table { games: listed.len(), options, rows, ticker };
        for game in listed {
            let side = |side: &[u64]| side.iter().map(|&option| option as u32).collect();
            table.push([side(&game.left), side(&game.right)], budget)?;
        }
        Ok(table)
    }

    /// How many heaps there are. O(1).
    pub fn heaps(&self) -> usize {
        self.rows.len() - self.games
    }

    /// Adds a heap with its options for both players, or the listed game that stands for it. O(n) times the options.
    pub fn push_heap(
        &mut self,
        sides: [Vec<usize>; 2],
        end: u64,
        budget: &Budget,
    ) -> Result<(), LimitReached> {
        let options = match sides.iter().all(Vec::is_empty) {
            true => self.options[end as usize].clone(),
            false => sides.map(|side| side.iter().map(|n| (self.games + n) as u32).collect()),
        };
        self.push(options, budget)
    }

    fn push(&mut self, options: [Vec<u32>; 2], budget: &Budget) -> Result<(), LimitReached> {
        let a = self.rows.len();
        let held = a as u64 * (a as u64 / 2 + 100);
        self.ticker.steps(budget, held, a + 1)?;
        let row = self.row(&options, a);
        self.options.push(options);
        self.rows.push(row);
        // With itself.
        self.rows[a].push(EQUAL);
        Ok(())
    }

    /// How a game with these options compares with the first `count` games (J. H. Conway, *On Numbers and Games*: G ≤ H
    /// unless some left option of G is ≥ H or some right option of H is ≤ G).
    fn row(&self, [left, right]: &[Vec<u32>; 2], count: usize) -> Vec<u8> {
        let mut row: Vec<u8> = Vec::with_capacity(count + 1);
        for b in 0..count {
            let [lefts, rights] = &self.options[b];
            let at_most = !left.iter().any(|&x| self.compare(x as usize, b) & AT_LEAST != 0)
                && !rights.iter().any(|&y| row[y as usize] & AT_LEAST != 0);
            let at_least = !lefts.iter().any(|&x| row[x as usize] & AT_MOST != 0)
                && !right.iter().any(|&y| self.compare(y as usize, b) & AT_MOST != 0);
            row.push((u8::from(at_most) * AT_MOST) | (u8::from(at_least) * AT_LEAST));
        }
        row
    }

    /// How a game with these options compares with all games up to and with `last`.
    pub fn row_of(&self, options: &[Vec<u32>; 2], last: usize) -> Vec<u8> {
        self.row(options, last + 1)
    }

    /// How two games compare. O(1).
    pub fn compare(&self, a: usize, b: usize) -> u8 {
        match a >= b {
            true => self.rows[a][b],
            false => {
                let turned = self.rows[b][a];
                turned >> 1 | (turned & 1) << 1
            }
        }
    }

    /// How a heap compares with the listed games, and with the heaps up to itself. O(1).
    pub fn heap(&self, n: usize) -> (&[u8], &[u8]) {
        self.rows[self.games + n].split_at(self.games)
    }

    /// The options of a game. O(1).
    pub fn options(&self, game: usize, player: Player) -> &[u32] {
        &self.options[game][player as usize]
    }
}
