//! A board game of one's own: Cutcake. A chapter of the book shows it.

use std::fmt;

use ishitori::boards::{Ruleset, Solver};
use ishitori::play::{RulesetGame, Table};
use ishitori::prelude::*;

/// Left cuts a rectangular cake from top to bottom, Right from left to right, along the lines of
/// the unit squares. Who cannot cut loses.
#[derive(Clone)]
struct Cutcake;

/// A text that is not a list of cakes.
#[derive(Debug)]
struct NoCakes;

impl fmt::Display for NoCakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cakes look like 4x3+2x2")
    }
}

impl std::error::Error for NoCakes {}

impl Ruleset for Cutcake {
    /// Cakes: columns and rows.
    type Position = Vec<(u8, u8)>;
    type Error = NoCakes;

    fn parse(&self, text: &str) -> Result<Self::Position, NoCakes> {
        let cake = |part: &str| {
            let (columns, rows) = part.split_once('x')?;
            Some((columns.parse().ok()?, rows.parse().ok()?))
        };
        let cakes: Option<Vec<_>> = text.split('+').map(cake).collect();
        cakes.ok_or(NoCakes)
    }

    fn show(&self, cakes: &Self::Position) -> String {
        cakes.iter().map(|(x, y)| format!("{x}x{y}")).collect::<Vec<_>>().join("+")
    }

    fn options(
        &self,
        cakes: &Self::Position,
        player: Player,
        mut sink: impl FnMut(Self::Position),
    ) {
        for (i, &(x, y)) in cakes.iter().enumerate() {
            let long = if player == Player::Left { x } else { y };
            for k in 1..long {
                let mut option = cakes.clone();
                option.remove(i);
                option.extend(match player {
                    Player::Left => [(k, y), (x - k, y)],
                    Player::Right => [(x, k), (x, y - k)],
                });
                sink(option);
            }
        }
    }

    /// Different cakes have nothing to do with each other, so each is solved once.
    fn components(&self, cakes: &Self::Position, mut sink: impl FnMut(Self::Position)) {
        cakes.iter().for_each(|&cake| sink(vec![cake]));
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = GameStore::new();
    let mut solver = Solver::new(&store, Cutcake);
    for rows in 1..=4 {
        let mut line = String::new();
        for columns in 1..=8 {
            let value = solver.value(&vec![(columns, rows)])?;
            line += &format!("{:>4}", solver.session().print(value)?);
        }
        println!("{line}");
    }

    // The same ruleset in play, under either rule for the player who cannot move.
    let budget = Budget::unlimited();
    for (play, game) in
        [("normal", RulesetGame::new(Cutcake)), ("misère", RulesetGame::misere(Cutcake))]
    {
        let cakes = game.position("2x1+1x2")?;
        let mut table = Table::new(game, cakes, Player::Right);
        let winning = table.winning_moves(&budget)?.len();
        println!("2x1+1x2, {play} play, Right to move: {winning} winning moves");
    }
    Ok(())
}
