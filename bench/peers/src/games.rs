//! The workloads, described without any library's types.
//!
//! 1. `BOARD_MASKS`: every way to block cells of a 4x4 Domineering board.
//! 2. `BOARDS`, `SLOW_BOARDS`: empty Domineering boards, one canonical form each.
//! 3. `random_games` and `GROUP`: sums of six random games.
//!
//! Domineering: Left plays vertical dominoes, Right horizontal ones.

use crate::clock::Took;
use std::fmt;

/// Masks of the 4x4 board: bit `4 * row + column` is set when that cell is blocked.
pub const BOARD_MASKS: std::ops::Range<u64> = 0..1 << 16;

/// Empty boards as (rows, columns).
pub const BOARDS: [(u8, u8); 3] = [(4, 6), (6, 4), (5, 5)];
/// Empty boards that take minutes in a slow library.
pub const SLOW_BOARDS: [(u8, u8); 1] = [(5, 6)];

/// How many games are generated, and how many of them go into one sum (66 sums, 4 games unused).
pub const GAMES: usize = 400;
pub const GROUP: usize = 6;
/// Seed of the random games, picked among 1..=60 by the time of cgt alone (1 to 3 s in total, and
/// the smallest share for the slowest sum); no other library was looked at.
pub const SEED: u64 = 60;

/// Result of workload 1. All sums run over the 65 536 positions; they are exact, since
/// the terms are dyadic rationals with small denominators.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Census {
    pub distinct: usize,
    pub numbers: usize,
    pub temperatures: f64,
    pub means: f64,
    pub left_stops: f64,
    pub birthdays: u64,
}

impl Census {
    /// What is known to be right.
    pub const EXPECTED: Census = Census {
        distinct: 717,
        numbers: 19_792,
        temperatures: 8461.5,
        means: 0.0,
        left_stops: 24_520.0,
        birthdays: 153_832,
    };
}

/// Workload 1 as one library ran it; `values[mask]` is the text of that position's value.
pub struct CensusRun {
    /// The canonical forms alone.
    pub forms: Took,
    /// The checksums (thermographs, stops, birthdays), computed from the forms.
    pub checks: Took,
    pub census: Census,
    pub values: Vec<String>,
}

/// A game as text a person would write; the canonical form is left to the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Game {
    /// `numerator / 2^exponent`
    Number(i64, u32),
    /// `*n`
    Nimber(u32),
    /// `n` ups, negative for downs
    Up(i32),
    /// `{left | right}`
    Options(Vec<Game>, Vec<Game>),
}

impl Game {
    /// Nesting of braces.
    pub fn height(&self) -> u32 {
        match self {
            Game::Options(l, r) => 1 + l.iter().chain(r).map(Game::height).max().unwrap_or(0),
            _ => 0,
        }
    }
}

impl fmt::Display for Game {
    /// `3/4`, `*3`, `^`, `v2`, `{0,*|-1}`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Game::Number(n, 0) => write!(f, "{n}"),
            Game::Number(n, e) => write!(f, "{n}/{}", 1u64 << e),
            Game::Nimber(0) | Game::Up(0) => f.write_str("0"),
            Game::Nimber(1) => f.write_str("*"),
            Game::Nimber(n) => write!(f, "*{n}"),
            Game::Up(1) => f.write_str("^"),
            Game::Up(-1) => f.write_str("v"),
            Game::Up(n) => write!(f, "{}{}", if *n > 0 { '^' } else { 'v' }, n.abs()),
            Game::Options(l, r) => {
                let list = |games: &[Game]| {
                    games.iter().map(Game::to_string).collect::<Vec<_>>().join(",")
                };
                write!(f, "{{{}|{}}}", list(l), list(r))
            }
        }
    }
}

/// Xorshift64*: tiny, and the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % n
    }

    fn literal(&mut self) -> Game {
        match self.below(8) {
            0..=3 => Game::Number(self.below(7) as i64 - 3, 0),
            4 => Game::Number([-3, -1, 1, 3][self.below(4) as usize], 1 + self.below(2) as u32),
            5..=6 => Game::Nimber(self.below(5) as u32),
            _ => Game::Up([-2, -1, 1, 2][self.below(4) as usize]),
        }
    }
}

/// `count` games; each is a literal, or has up to two options a side picked among the
/// earlier ones that are less than `MAX_HEIGHT` braces deep.
pub fn random_games(count: usize, seed: u64) -> Vec<Game> {
    const MAX_HEIGHT: u32 = 3;
    let mut random = Random(seed);
    let mut games: Vec<Game> = Vec::with_capacity(count);
    while games.len() < count {
        let game = if games.len() < 8 || random.below(4) == 0 {
            random.literal()
        } else {
            let mut side = || {
                let n = 1 + random.below(2);
                let mut options = Vec::new();
                while options.len() < n as usize {
                    let pick = &games[random.below(games.len() as u64) as usize];
                    if pick.height() < MAX_HEIGHT {
                        options.push(pick.clone());
                    }
                }
                options
            };
            Game::Options(side(), side())
        };
        games.push(game);
    }
    games
}
