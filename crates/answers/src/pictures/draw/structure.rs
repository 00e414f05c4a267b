//! What a picture of moves shows, as data: for those who draw it themselves.

use ishitori_draw::Filling;
use serde::{Deserialize, Serialize};

use crate::OutcomeClass;

/// A move between the positions of a graph.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Transition {
    /// The positions that it leads to, by their places; several are played as a sum.
    pub to: Vec<usize>,
    /// Whether Left may make it.
    pub left: bool,
    /// Whether Right may make it.
    pub right: bool,
    /// How many stones it takes; fewer than none if it adds some.
    pub taken: i64,
}

/// The moves of a graph, and how its results come about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Transitions {
    /// The moves of each position.
    pub moves: Vec<Vec<Transition>>,
    /// Why each position has its result, in words.
    pub reasons: Vec<String>,
    /// An order in which results can be filled in, by places; not there if the moves go round in a circle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filled: Option<Vec<usize>>,
}

impl Transitions {
    /// Those of a picture. O(positions · moves).
    pub(super) fn of(filling: &Filling) -> Transitions {
        let moves = filling.moves.iter().map(|moves| {
            let transitions = moves.iter().map(|m| Transition {
                to: m.parts.clone(),
                left: m.players[0],
                right: m.players[1],
                taken: m.taken,
            });
            transitions.collect()
        });
        Transitions {
            moves: moves.collect(),
            reasons: (0..filling.moves.len()).map(|n| filling.reason(n)).collect(),
            filled: filling.order(),
        }
    }
}

/// A vertex of a game tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Vertex {
    /// The value as it is drawn; `·` if it is too long for that.
    pub label: String,
    /// The value in full, unless it is very long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The outcome: who wins.
    pub outcome: OutcomeClass,
    /// Left's options, by their places.
    pub left: Vec<usize>,
    /// Right's options, by their places.
    pub right: Vec<usize>,
    /// Whether there are options that are not shown.
    pub more: bool,
}
