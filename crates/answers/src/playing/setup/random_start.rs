//! Random positions, from which plays of random moves begin.

use ishitori_rules::heap::{HeapRule, TwoPileRule};
use ishitori_solve::play::SplitMix;

use super::set_up::is_expression;
use crate::board::BoardRule;
use crate::{AskError, Rule, RuleSource};

/// A random position of this rule, larger for a higher level from 1 to 5; none for games that begin with the position
/// of the library, or with a usual one.
pub(crate) fn random_start(
    rule: &RuleSource,
    set: &[String],
    level: u8,
    random: &mut SplitMix,
) -> Result<Option<String>, AskError> {
    if let RuleSource::Text(text) = rule
        && is_expression(text)
    {
        return Ok(None);
    }
    if let Some(board) = BoardRule::find(rule, set)? {
        return Ok(match board.library().map(|library| library.name) {
            Some("domineering") => Some(empty_board(level)),
            Some("clobber") => Some(board_of_pieces(level, random)),
            Some("hackenbush") => Some(picture(level, random)),
            _ => None,
        });
    }
    Ok(match Rule::read(rule, set)? {
        Rule::Heap(HeapRule::TwoPile(TwoPileRule::Wythoff { .. })) => {
            let [one, other] = [(); 2].map(|()| 2 + random.below(3 + 2 * u64::from(level)));
            Some(format!("({one},{other})"))
        }
        Rule::Heap(rule) if rule.plays_on_heaps() => Some(heaps(&rule, level, random)),
        _ => None,
    })
}

/// Heaps: few where they break, so that the positions after them can be counted.
fn heaps(rule: &HeapRule, level: u8, random: &mut SplitMix) -> String {
    let breaks = match rule {
        HeapRule::Impartial(code) => code.max_parts().is_none_or(|parts| parts > 1),
        _ => false,
    };
    let level = u64::from(level);
    let (fewest, most) = if breaks { (1, 2) } else { (2, 2 + level.div_ceil(2)) };
    let count = fewest + random.below(most - fewest + 1);
    let heaps = (0..count).map(|_| 1 + level + random.below(3 + level));
    heaps.map(|heap| heap.to_string()).collect::<Vec<_>>().join("+")
}

/// Rows and columns of a board.
fn size(level: u8) -> (usize, usize) {
    match level {
        0 | 1 => (3, 3),
        2 => (3, 4),
        3 | 4 => (4, 4),
        _ => (4, 5),
    }
}

/// A board without pieces.
fn empty_board(level: u8) -> String {
    let (rows, columns) = size(level);
    format!("{rows}x{columns}")
}

/// A board full of pieces of both players, about as many of each.
fn board_of_pieces(level: u8, random: &mut SplitMix) -> String {
    let (rows, columns) = size(level.saturating_sub(1));
    let mut row = || (0..columns).map(|_| if random.below(2) == 0 { 'x' } else { 'o' }).collect();
    (0..rows).map(|_| row()).collect::<Vec<String>>().join("|")
}

/// A picture of edges that grow from the ground: each new edge leads from a vertex that is there to a new one.
fn picture(level: u8, random: &mut SplitMix) -> String {
    let edges = 4 + 2 * u64::from(level);
    let edge = |to: u64| {
        // The ground is the vertex 1, from which at least the first edge grows.
        let from = 1 + random.below(to - 1);
        let colour = ['l', 'r', 'l', 'r', 'e'][random.below(5) as usize];
        format!(" {from}{colour}{to}")
    };
    let edges: String = (2..edges + 2).map(edge).collect();
    format!("@1{edges}")
}
