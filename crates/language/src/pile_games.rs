//! Games on several piles that have a code: `hyper:12,13,23`, `exact-nim:5,2`, `moore:4,2`, `circular:5,2`, `slow-nim:4,2`.
//!
//! All are hypergraph Nim: a move chooses an edge, which is a set of piles, and makes every pile of it smaller
//! (E. Boros, V. Gurvich, N. B. Ho, K. Makino, P. Mursic, *On the Sprague–Grundy function of Exact k-Nim*, Discrete Appl.
//! Math. 239 (2018)). Exact Nim has all sets of k piles as edges; Moore's Nim all sets of at most k piles (E. H. Moore, Ann.
//! of Math. 11 (1910)); circular Nim all sets of piles within k neighbours of a circle (M. Dufour, S. Heubach, Integers 13
//! (2013) A9). In slow Nim a move takes one stone from each of k piles.

use std::fmt;

use crate::error::MAX_COORDINATES;

/// The names of piles.
const PILES: [&str; MAX_COORDINATES] = ["a", "b", "c", "d", "e", "f", "g", "h"];

/// Names for what a move leaves of them.
const LEFT: [&str; MAX_COORDINATES] = ["u", "v", "w", "x", "y", "z", "s", "t"];

/// The families, by what stands before the colon.
pub const PILE_GAMES: [&str; 5] = ["hyper", "exact-nim", "moore", "circular", "slow-nim"];

/// An error in a code of a game on piles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PileCodeError {
    /// After `hyper:` stand edges, each a word of different pile numbers from 1 to 8.
    Edges,
    /// After the other names stand the numbers of piles and of piles in a move, such as `5,2`.
    Sizes,
}

impl fmt::Display for PileCodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PileCodeError::Edges => {
                "an edge is a word of different pile numbers from 1 to 8, such as in hyper:12,13,23"
            }
            PileCodeError::Sizes => {
                "two numbers are needed, piles and piles in a move, 1 ≤ moved ≤ piles ≤ 8, such as 5,2"
            }
        })
    }
}

/// The text of the game that a code names; `None` if it is not a code of this kind. O(edges · piles).
///
/// ```
/// use ishitori_language::{TextGame, pile_game};
/// let text = pile_game("hyper:12,3").unwrap().unwrap();
/// assert!(text.contains("(u, v, c) for u in 0 ..< a for v in 0 ..< b"));
/// assert_eq!(TextGame::new(&text, &[]).unwrap().width(), 3);
/// assert!(pile_game("hyper:11").is_some_and(|read| read.is_err()));
/// assert!(pile_game("kayles").is_none());
/// ```
pub fn pile_game(code: &str) -> Option<Result<String, PileCodeError>> {
    let visible: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    let (family, rest) = visible.split_once(':')?;
    let family = family.to_ascii_lowercase();
    PILE_GAMES.contains(&family.as_str()).then(|| text(&family, rest))
}

fn text(family: &str, rest: &str) -> Result<String, PileCodeError> {
    let (piles, edges) = match family {
        "hyper" => read_edges(rest).ok_or(PileCodeError::Edges)?,
        _ => {
            let (piles, moved) = read_sizes(rest).ok_or(PileCodeError::Sizes)?;
            (piles, edges_of(family, piles, moved))
        }
    };
    let slow = family == "slow-nim";
    let moves: Vec<String> = edges.iter().map(|&edge| move_on(edge, piles, slow)).collect();
    Ok(format!(
        "game {family}-{}\nposition ({})\nboth: {}\nend: normal\nshow: heap\n",
        rest.replace(',', "-"),
        PILES[..piles].join(", "),
        moves.join("\n      "),
    ))
}

/// The sets of piles of a family, as bits, in order of size and then of piles.
fn edges_of(family: &str, piles: usize, moved: usize) -> Vec<u32> {
    let within_neighbours = |edge: u32| {
        let window = (1_u32 << moved) - 1;
        // A window that goes around the circle: its bits beyond the last pile come back as the first ones.
        (0..piles).any(|from| {
            let around = window << from;
            edge & !(around | around >> piles) == 0
        })
    };
    let size = |edge: &u32| edge.count_ones() as usize;
    let mut edges: Vec<u32> = (1..1_u32 << piles)
        .filter(|edge| match family {
            "moore" => size(edge) <= moved,
            "circular" => within_neighbours(*edge),
            _ => size(edge) == moved,
        })
        .collect();
    // In the order of a dictionary, among those of one size.
    edges.sort_by_key(|&edge| (edge.count_ones(), std::cmp::Reverse(edge.reverse_bits())));
    edges
}

/// `12,13,23`: the number of piles and the edges as bits, each once.
fn read_edges(text: &str) -> Option<(usize, Vec<u32>)> {
    let mut edges = Vec::new();
    for word in text.split(',') {
        let mut edge = 0_u32;
        for digit in word.chars() {
            let pile = digit.to_digit(10).filter(|p| (1..=MAX_COORDINATES as u32).contains(p))?;
            let bit = 1 << (pile - 1);
            if edge & bit != 0 {
                return None;
            }
            edge |= bit;
        }
        if edge == 0 {
            return None;
        }
        if !edges.contains(&edge) {
            edges.push(edge);
        }
    }
    let all = edges.iter().fold(0, |all, edge| all | edge);
    let piles = (u32::BITS - all.leading_zeros()) as usize;
    Some((piles, edges))
}

/// `5,2`: piles, and how many of them are in a move.
fn read_sizes(text: &str) -> Option<(usize, usize)> {
    let (piles, moved) = text.split_once(',')?;
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| text.parse::<usize>().ok())?
    };
    let (piles, moved) = (number(piles)?, number(moved)?);
    ((1..=piles).contains(&moved) && piles <= MAX_COORDINATES).then_some((piles, moved))
}

/// The moves on one edge: every pile of it becomes smaller, or smaller by one stone.
fn move_on(edge: u32, piles: usize, slow: bool) -> String {
    let inside = |pile: usize| edge >> pile & 1 == 1;
    let after = (0..piles).map(|pile| match (inside(pile), slow) {
        (false, _) => PILES[pile].to_string(),
        (true, false) => LEFT[pile].to_string(),
        (true, true) => format!("{} - 1", PILES[pile]),
    });
    let after: Vec<String> = after.collect();
    let moved = (0..piles).filter(|&pile| inside(pile));
    let clauses: Vec<String> = match slow {
        false => moved.map(|p| format!("for {} in 0 ..< {}", LEFT[p], PILES[p])).collect(),
        true => {
            let enough: Vec<String> = moved.map(|p| format!("{} > 0", PILES[p])).collect();
            vec![format!("if {}", enough.join(" and "))]
        }
    };
    format!("({}) {}", after.join(", "), clauses.join(" "))
}
