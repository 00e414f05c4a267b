//! Automata as tables.

use ishitori_automata::Automaton;
use serde::{Deserialize, Serialize};

/// An automaton that reads numbers ≥ 0, one digit of each at a time, from the most significant digit on: bits in base 2. Zeros may
/// stand before every number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct AutomatonTable {
    /// Which tuples it accepts.
    pub accepts: Accepts,
    /// What is read: coordinates, and the value of a position by the name `value`.
    pub tracks: Vec<String>,
    /// The base, if it is not 2: `fibonacci`, `pell`, `ostrowski:[0;a,b]` or a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// The states; the first one is that at the beginning. States that cannot reach an accepting state
    /// are left out.
    pub states: Vec<StateRow>,
}

/// Which tuples an automaton accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Accepts {
    /// Positions with their Grundy numbers.
    Grundy,
    /// P-positions.
    PPositions,
    /// Positions that Left wins moving first.
    LeftWins,
    /// Positions that Right wins moving first.
    RightWins,
}

/// A state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct StateRow {
    /// Whether a tuple that ends here is accepted.
    pub accepting: bool,
    /// Where letters lead.
    pub next: Vec<Transition>,
}

/// Where a letter leads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Transition {
    /// The bits or digits of the letter, one for each track in order; `*` stands for both bits. Commas separate digits where some are
    /// larger than 9.
    pub read: String,
    /// The state that follows.
    pub to: usize,
}

impl AutomatonTable {
    /// The table of an automaton of numbers ≥ 0; its last track is the value of a position, if
    /// there is one more than coordinates. O(states · letters).
    pub(crate) fn new(
        automaton: &Automaton,
        accepts: Accepts,
        coordinates: &[String],
    ) -> AutomatonTable {
        let mut tracks = coordinates.to_vec();
        if accepts == Accepts::Grundy {
            tracks.push("value".to_string());
        }
        // The first letter is the signs, which are 0, so that the beginning is the state after it.
        let after_signs = automaton
            .transitions(0)
            .into_iter()
            .find(|(letter, _)| letter.iter().all(|&bit| bit != Some(true)))
            .map(|(_, state)| state);
        let mut numbers: Vec<Option<usize>> = vec![None; automaton.states()];
        let mut order: Vec<usize> = after_signs.into_iter().collect();
        if let Some(first) = after_signs {
            numbers[first] = Some(0);
        }
        let base = automaton.base();
        let mut places = vec![0; automaton.states()];
        let mut states = Vec::new();
        while let Some(&state) = order.get(states.len()) {
            let mut next = Vec::new();
            for (letter, to) in automaton.digits(state, places[state]) {
                let number = *numbers[to].get_or_insert_with(|| {
                    order.push(to);
                    places[to] = (places[state] + 1) % base.places();
                    order.len() - 1
                });
                let digit = |track: usize| {
                    let place = automaton.tracks().iter().position(|&t| t as usize == track);
                    match place.and_then(|place| letter[place]) {
                        None => "*".to_string(),
                        Some(digit) => digit.to_string(),
                    }
                };
                let digits: Vec<String> = (0..tracks.len()).map(digit).collect();
                let between = if base.largest_digit() > 9 { "," } else { "" };
                next.push(Transition { read: digits.join(between), to: number });
            }
            states.push(StateRow { accepting: automaton.accepts(state), next });
        }
        let base = (!base.is_binary()).then(|| base.to_string());
        AutomatonTable { accepts, tracks, base, states }
    }

    /// The number of states of an automaton in its table, which is its size wherever one is reported. O(states · letters).
    pub(crate) fn size(automaton: &Automaton) -> usize {
        AutomatonTable::new(automaton, Accepts::PPositions, &[]).states.len()
    }
}
