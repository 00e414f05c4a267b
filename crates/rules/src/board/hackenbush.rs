//! Hackenbush on strings and trees: a player cuts an edge of the own colour (`l`, `r`) or a neutral
//! one (`e`), and everything that is no longer joined to the ground falls.
//!
//! Written from the ground up: `lrl` is a string; a branch stands in parentheses behind the edge
//! that carries it, so `l(r)(el)r` has three branches on top of its first edge. `+` separates
//! plants that stand side by side.

use ishitori_values::Player;

use super::{Accepted, PositionError, Ruleset};

/// The game of Hackenbush on trees.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hackenbush;

/// Trees on the ground: each edge is its letter, then what it carries, then `)`. Branches are
/// sorted, so that equal plants are equal.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Plant(Box<[u8]>);

/// A string of edges from the ground up and what stands on top of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HackenbushString {
    /// The letters of the edges.
    pub edges: String,
    /// The part above the last edge.
    pub carried: Plant,
}

const MAX_EDGES: usize = 4096;

/// Where the edge that begins at i ends (exclusive).
fn end_of(plant: &[u8], i: usize) -> usize {
    let mut open = 0;
    for (j, &b) in plant[i..].iter().enumerate() {
        open += if b == b')' { -1 } else { 1 };
        if open == 0 {
            return i + j + 1;
        }
    }
    plant.len()
}

/// The edges on the ground, as slices with what they carry.
fn on_ground(plant: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = plant;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (first, after) = rest.split_at(end_of(rest, 0));
        rest = after;
        Some(first)
    })
}

impl Plant {
    /// The separate parts on the ground, each with its first edge. O(edges).
    pub fn stems(&self) -> Vec<Plant> {
        on_ground(&self.0).map(|stem| Plant(stem.into())).collect()
    }

    /// The unbranched string at the bottom of a single stem, as far as it is all green or all red
    /// and blue, and what it carries. O(edges).
    pub fn first_string(&self) -> HackenbushString {
        let row = &self.0;
        let mut length = 0;
        // Unbranched: the edge above begins next and ends just before this one does.
        let green = row.first() == Some(&b'e');
        while length < row.len()
            && row[length] != b')'
            && (row[length] == b'e') == green
            && row[row.len() - 1 - length] == b')'
            && end_of(&row[length..row.len() - length], 0) == row.len() - 2 * length
        {
            length += 1;
        }
        HackenbushString {
            edges: row[..length].iter().map(|&b| b as char).collect(),
            carried: Plant(row[length..row.len() - length].into()),
        }
    }

    /// From unsorted text: sorts the branches of every edge, deepest first, without recursion.
    fn sorted(unsorted: &[u8]) -> Plant {
        // Each level of the stack holds the finished branches of one open edge.
        let mut levels: Vec<(u8, Vec<Vec<u8>>)> = vec![(b'+', Vec::new())];
        let close = |mut branches: Vec<Vec<u8>>| {
            branches.sort_unstable();
            branches.concat()
        };
        for &b in unsorted {
            if b == b')' {
                let (colour, branches) = levels.pop().expect("balanced");
                let mut edge = vec![colour];
                edge.extend(close(branches));
                edge.push(b')');
                levels.last_mut().expect("the ground is never closed").1.push(edge);
            } else {
                levels.push((b, Vec::new()));
            }
        }
        let (_, plants) = levels.pop().expect("the ground");
        Plant(close(plants).into())
    }
}

impl Ruleset for Hackenbush {
    type Position = Plant;
    type Error = PositionError;

    fn parse(&self, text: &str) -> Result<Plant, PositionError> {
        let text = text.trim();
        let mut plant = Vec::new();
        // Edges opened since each `(`, to be closed where the branch ends.
        let mut open = vec![0usize];
        let mut places = Vec::new();
        let mut edges = 0;
        for (i, c) in text.chars().enumerate() {
            let place = i + 1;
            let refuse = PositionError::Character { place, found: c, accepted: Accepted::Edges };
            let inside = open.len() > 1;
            let branch = open.last_mut().expect("the ground");
            match c {
                'l' | 'r' | 'e' => {
                    plant.push(c as u8);
                    *branch += 1;
                    edges += 1;
                }
                '(' if *branch > 0 => {
                    open.push(0);
                    places.push(place);
                }
                ')' if inside => {
                    let edges = open.pop().expect("more than the ground");
                    places.pop();
                    plant.extend(std::iter::repeat_n(b')', edges));
                }
                ')' => return Err(PositionError::Parenthesis { place }),
                '+' => {
                    let edges = std::mem::take(branch);
                    plant.extend(std::iter::repeat_n(b')', edges));
                }
                _ => return Err(refuse),
            }
        }
        if let Some(&place) = places.last() {
            return Err(PositionError::Parenthesis { place });
        }
        plant.extend(std::iter::repeat_n(b')', open[0]));
        match edges {
            0 => Err(PositionError::Empty { example: "'lrl' or 'l(r)(el)'" }),
            found if found > MAX_EDGES => Err(PositionError::TooLarge { found, limit: MAX_EDGES }),
            _ => Ok(Plant::sorted(&plant)),
        }
    }

    fn show(&self, plant: &Plant) -> String {
        // The last branch continues the string; the others stand in parentheses.
        let mut text = String::new();
        let mut stack: Vec<(&[u8], bool)> = Vec::new();
        let stems: Vec<&[u8]> = on_ground(&plant.0).collect();
        for (k, stem) in stems.into_iter().enumerate() {
            if k > 0 {
                text.push('+');
            }
            stack.push((stem, false));
            while let Some((edge, parenthesised)) = stack.pop() {
                if edge == b"\x00" {
                    text.push(')');
                    continue;
                }
                if parenthesised {
                    text.push('(');
                    stack.push((b"\x00", false));
                }
                text.push(edge[0] as char);
                let branches: Vec<&[u8]> = on_ground(&edge[1..edge.len() - 1]).collect();
                let last = branches.len().saturating_sub(1);
                for (i, branch) in branches.into_iter().enumerate().rev() {
                    stack.push((branch, i < last));
                }
            }
        }
        text
    }

    fn heap_bytes(&self, plant: &Plant) -> usize {
        plant.0.len() + 16
    }

    fn options(&self, plant: &Plant, player: Player, mut sink: impl FnMut(Plant)) {
        let row = &plant.0;
        let own = match player {
            Player::Left => b'l',
            Player::Right => b'r',
        };
        for i in (0..row.len()).filter(|&i| row[i] == own || row[i] == b'e') {
            let rest = [&row[..i], &row[end_of(row, i)..]].concat();
            sink(Plant::sorted(&rest));
        }
    }

    fn components(&self, plant: &Plant, sink: impl FnMut(Plant)) {
        plant.stems().into_iter().for_each(sink);
    }

    fn image(&self, plant: &Plant) -> (Plant, bool) {
        let swap = super::strip::exchange(b'l', b'r');
        let swapped: Vec<u8> = plant.0.iter().map(|&b| swap(b)).collect();
        let mirrored = Plant::sorted(&swapped);
        if mirrored < *plant { (mirrored, true) } else { (plant.clone(), false) }
    }
}
