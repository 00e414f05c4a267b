//! Results that are filled in one position after the other: where moves lead, and why a position
//! has its result.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use crate::grid::GridValue;

/// A move between the positions of a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GraphMove {
    /// The positions that it leads to, by their places; several are played as a sum.
    pub parts: Vec<usize>,
    /// Whether Left and whether Right may make it.
    pub players: [bool; 2],
    /// How many stones it takes; fewer than none if it adds some.
    pub taken: i64,
}

impl GraphMove {
    /// A move of both players to one position, where places are numbers of stones. O(1).
    pub fn between(from: usize, to: usize) -> GraphMove {
        GraphMove { parts: vec![to], players: [true; 2], taken: from as i64 - to as i64 }
    }
}

/// Positions with their moves and results.
///
/// ```
/// use ishitori_draw::{Filling, GraphMove};
/// // Take one or two stones.
/// let moves = |n: usize| (n.saturating_sub(2)..n).map(|to| GraphMove::between(n, to)).collect();
/// let filling = Filling::new((0..4).map(moves).collect(), [0, 1, 2, 0].map(Into::into).to_vec());
/// assert_eq!(filling.reason(3), "G(3) = 0: the least number not among {1, 2}");
/// assert_eq!(filling.order(), Some(vec![0, 1, 2, 3]));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Filling {
    /// How the positions are written; heaps 0, 1, … if there are fewer names.
    pub names: Vec<String>,
    /// The moves of each position.
    pub moves: Vec<Vec<GraphMove>>,
    /// The Grundy number or the outcome of each position.
    pub values: Vec<GridValue>,
    /// Why a position has its outcome; Grundy numbers explain themselves.
    pub reasons: Vec<String>,
    /// "the least number not among {}", with {} for the numbers that are excluded.
    pub mex_label: String,
    /// "there is no move", said instead where there is none.
    pub no_move_label: String,
    /// The meaning of ★ and ◆.
    pub marks_label: String,
}

impl Filling {
    /// With English labels. O(1).
    pub fn new(moves: Vec<Vec<GraphMove>>, values: Vec<GridValue>) -> Filling {
        Filling {
            names: Vec::new(),
            moves,
            values,
            reasons: Vec::new(),
            mex_label: "the least number not among {}".to_owned(),
            no_move_label: "there is no move".to_owned(),
            marks_label: "★ the position to fill in, ◆ where a move leads".to_owned(),
        }
    }

    /// How a position is written. O(1).
    pub fn name(&self, n: usize) -> String {
        self.names.get(n).cloned().unwrap_or_else(|| n.to_string())
    }

    /// The order in which results can be filled in, each after those that its moves lead to, and
    /// that of the places where it can be; `None` if the moves go round in a circle.
    /// O(moves · log positions).
    pub fn order(&self) -> Option<Vec<usize>> {
        let count = self.moves.len();
        let mut missing: Vec<BTreeSet<usize>> = Vec::with_capacity(count);
        let mut comes_from: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (n, moves) in self.moves.iter().enumerate() {
            let targets: BTreeSet<usize> = moves.iter().flat_map(|m| m.parts.clone()).collect();
            targets.iter().for_each(|&target| comes_from[target].push(n));
            missing.push(targets);
        }
        let ready = (0..count).filter(|&n| missing[n].is_empty()).map(Reverse);
        let mut ready: BinaryHeap<Reverse<usize>> = ready.collect();
        let mut order = Vec::with_capacity(count);
        while let Some(Reverse(n)) = ready.pop() {
            order.push(n);
            for &from in &comes_from[n] {
                missing[from].remove(&n);
                if missing[from].is_empty() {
                    ready.push(Reverse(from));
                }
            }
        }
        (order.len() == count).then_some(order)
    }

    /// Whether a move leads from one position to the other. O(moves of the one).
    pub fn leads(&self, from: usize, to: usize) -> bool {
        self.moves[from].iter().any(|m| m.parts.contains(&to))
    }

    /// Why a position has its result. O(moves of the position · log).
    pub fn reason(&self, n: usize) -> String {
        let GridValue::Number(value) = self.values[n] else {
            return self.reasons.get(n).cloned().unwrap_or_default();
        };
        let number = |place: &usize| match self.values[*place] {
            GridValue::Number(v) => v,
            GridValue::Letter(_) => 0,
        };
        let sum = |m: &GraphMove| m.parts.iter().map(number).fold(0, |sum, v| sum ^ v);
        let below: BTreeSet<u64> = self.moves[n].iter().map(sum).collect();
        let list: Vec<String> = below.iter().map(u64::to_string).collect();
        let why = match list.is_empty() {
            true => self.no_move_label.clone(),
            false => self.mex_label.replace("{}", &format!("{{{}}}", list.join(", "))),
        };
        let name = self.name(n);
        let name = name.trim_start_matches('(').trim_end_matches(')');
        format!("G({name}) = {value}: {why}")
    }

    /// Whether the player who begins at `start`, and whether the other one, may be to move at each
    /// position; neither if there is no such start. Of a sum, either may be to move in each part. O(moves).
    pub fn turns(&self, start: usize) -> Vec<[bool; 2]> {
        let mut turns = vec![[false; 2]; self.moves.len()];
        let mut to_do = Vec::from_iter((start < self.moves.len()).then_some((start, 0)));
        while let Some((n, player)) = to_do.pop() {
            if std::mem::replace(&mut turns[n][player], true) {
                continue;
            }
            for m in &self.moves[n] {
                for &part in &m.parts {
                    to_do.push((part, 1 - player));
                    if m.parts.len() > 1 {
                        to_do.push((part, player));
                    }
                }
            }
        }
        turns
    }
}
