//! Random games, and literal games as a slow, obviously correct reference.

use ishitori_values::{Dyadic, Game, Outcome, Player, Session};
use proptest::prelude::*;

/// A literal game, as it is written.
#[derive(Clone, Debug)]
pub enum Recipe {
    Number(i64, u32),
    UpStar(i32, u32),
    Options(Vec<Recipe>, Vec<Recipe>),
}

/// Random recipes, at most `depth` braces deep with at most two options a side.
pub fn recipe(depth: u32) -> impl Strategy<Value = Recipe> {
    let leaf = prop_oneof![
        (-3i64..=3).prop_map(|n| Recipe::Number(n, 0)),
        (-5i64..=5, 1u32..=3).prop_map(|(n, k)| Recipe::Number(n, k)),
        (-2i32..=2, 0u32..=3).prop_map(|(n, k)| Recipe::UpStar(n, k)),
    ];
    leaf.prop_recursive(depth, 24, 4, |inner| {
        let side = proptest::collection::vec(inner, 0..=2);
        (side.clone(), side).prop_map(|(l, r)| Recipe::Options(l, r))
    })
}

impl Recipe {
    /// The canonical form in a store.
    pub fn build(&self, s: &mut Session<'_>) -> Game {
        match self {
            Recipe::Number(n, k) => s.number(&Dyadic::new(*n, *k)).expect("no limits"),
            Recipe::UpStar(n, k) => s.number_up_star(&Dyadic::ZERO, *n, *k).expect("no limits"),
            Recipe::Options(left, right) => {
                let left: Vec<Game> = left.iter().map(|g| g.build(s)).collect();
                let right: Vec<Game> = right.iter().map(|g| g.build(s)).collect();
                s.game(&left, &right).expect("no limits")
            }
        }
    }

    /// The literal game.
    #[allow(dead_code)]
    pub fn literal(&self) -> Literal {
        match self {
            Recipe::Number(n, k) => Literal::number(*n, *k),
            Recipe::UpStar(n, k) => {
                let mut g = Literal::nimber(*k);
                for _ in 0..n.abs() {
                    let up =
                        Literal { left: vec![Literal::nimber(0)], right: vec![Literal::nimber(1)] };
                    g = g.plus(&if *n < 0 { up.negative() } else { up });
                }
                g
            }
            Recipe::Options(left, right) => Literal {
                left: left.iter().map(Recipe::literal).collect(),
                right: right.iter().map(Recipe::literal).collect(),
            },
        }
    }
}

/// A game as a tree, exactly as defined: no canonical form, no sharing, no memory.
#[allow(dead_code)]
#[derive(Clone, Debug, PartialEq)]
pub struct Literal {
    pub left: Vec<Literal>,
    pub right: Vec<Literal>,
}

#[allow(dead_code)]
impl Literal {
    /// m/2^k as {(m−1)/2^k | (m+1)/2^k}, n as {n−1| }.
    pub fn number(m: i64, k: u32) -> Literal {
        let option = |m: i64| if k == 0 { Literal::number(m, 0) } else { Literal::reduced(m, k) };
        match (m.signum(), k) {
            (0, _) => Literal { left: vec![], right: vec![] },
            (1, 0) => Literal { left: vec![option(m - 1)], right: vec![] },
            (_, 0) => Literal { left: vec![], right: vec![option(m + 1)] },
            _ if m % 2 == 0 => Literal::number(m / 2, k - 1),
            _ => Literal { left: vec![option(m - 1)], right: vec![option(m + 1)] },
        }
    }

    fn reduced(m: i64, k: u32) -> Literal {
        if m % 2 == 0 && k > 0 { Literal::reduced(m / 2, k - 1) } else { Literal::number(m, k) }
    }

    pub fn nimber(k: u32) -> Literal {
        let options: Vec<Literal> = (0..k).map(Literal::nimber).collect();
        Literal { left: options.clone(), right: options }
    }

    pub fn negative(&self) -> Literal {
        let negate = |games: &[Literal]| games.iter().map(Literal::negative).collect();
        Literal { left: negate(&self.right), right: negate(&self.left) }
    }

    pub fn plus(&self, other: &Literal) -> Literal {
        let moves = |a: &[Literal], b: &[Literal]| {
            let first = a.iter().map(|x| x.plus(other));
            first.chain(b.iter().map(|y| self.plus(y))).collect()
        };
        Literal { left: moves(&self.left, &other.left), right: moves(&self.right, &other.right) }
    }

    /// G ≤ H iff Left has no winning first move in G and Right none in H, each against the other.
    pub fn leq(&self, other: &Literal) -> bool {
        !self.left.iter().any(|gl| other.leq(gl)) && !other.right.iter().any(|hr| hr.leq(self))
    }

    /// Who wins, by playing out the game.
    pub fn outcome(&self) -> Outcome {
        Outcome::from_first_move_wins(self.wins(Player::Left), self.wins(Player::Right))
    }

    fn wins(&self, first: Player) -> bool {
        let options = match first {
            Player::Left => &self.left,
            Player::Right => &self.right,
        };
        options.iter().any(|option| !option.wins(first.opponent()))
    }

    pub fn size(&self) -> usize {
        1 + self.left.iter().chain(&self.right).map(Literal::size).sum::<usize>()
    }

    /// The value in a store, by the store's own canonical forms.
    pub fn build(&self, s: &mut Session<'_>) -> Game {
        let left: Vec<Game> = self.left.iter().map(|g| g.build(s)).collect();
        let right: Vec<Game> = self.right.iter().map(|g| g.build(s)).collect();
        s.game(&left, &right).expect("no limits")
    }
}
