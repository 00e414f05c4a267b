//! Games on tuples of numbers and formulas about them, as data; automata as data.

use serde::{Deserialize, Serialize};

/// A game on tuples of numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TupleRule {
    /// The names of the coordinates, which are integers ≥ 0.
    pub coordinates: Vec<String>,
    /// Which tuples are positions.
    pub position: Test,
    /// The moves.
    pub moves: Vec<TupleMove>,
    /// Where Left, and where Right, wins when it is their turn and they have no move; nowhere, which
    /// is normal play, if this is not there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<Box<[Test; 2]>>,
}

/// One of two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TuplePlayer {
    /// Left.
    Left,
    /// Right.
    Right,
}

/// The moves by one rule: for all integers for which the condition holds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TupleMove {
    /// The names of the variables.
    pub variables: Vec<String>,
    /// When there is such a move.
    pub condition: Test,
    /// The coordinates of the position that is left.
    pub option: Vec<Term>,
    /// Those of further positions, where a sum is left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plus: Vec<Vec<Term>>,
    /// Who may move so; both players if this is not there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<TuplePlayer>,
}

/// A number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Term {
    /// A constant.
    Number(i64),
    /// A coordinate or a variable.
    Name(String),
    /// The sum of some numbers.
    Sum(Vec<Term>),
    /// A multiple.
    Times(i64, Box<Term>),
    /// The quotient by a constant ≥ 1, rounded down.
    Div(Box<Term>, u64),
    /// The rest after division by a constant ≥ 1.
    Mod(Box<Term>, u64),
    /// The smaller of two numbers.
    Min(Box<Term>, Box<Term>),
    /// The larger of two numbers.
    Max(Box<Term>, Box<Term>),
    /// Exclusive or, bit by bit.
    Xor(Box<Term>, Box<Term>),
    /// And, bit by bit.
    And(Box<Term>, Box<Term>),
    /// Or, bit by bit.
    Or(Box<Term>, Box<Term>),
    /// One number if a condition holds, else another one.
    If(Box<Test>, Box<Term>, Box<Term>),
}

/// A condition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Test {
    /// Equal.
    Equal(Term, Term),
    /// At most.
    AtMost(Term, Term),
    /// All of them; none is true.
    All(Vec<Test>),
    /// One of them; none is false.
    Any(Vec<Test>),
    /// Not.
    Not(Box<Test>),
}

/// What is claimed of all positions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormulaClaim {
    /// The Grundy number of each position.
    Grundy(Term),
    /// The positions that the player who moves first loses.
    PPositions(Test),
    /// Where Left, and where Right, wins moving first.
    Outcomes([Test; 2]),
    /// An automaton of the positions with their Grundy numbers: coordinates on the tracks 0, 1, …,
    /// the number on the next one.
    GrundyAutomaton(AutomatonData),
    /// An automaton that holds at a position if and only if the player who moves first loses.
    PPositionsAutomaton(AutomatonData),
    /// Automata that hold at a position if and only if Left, and Right, wins moving first.
    OutcomesAutomata([AutomatonData; 2]),
}

/// An automaton that reads tuples of integers in two's complement, all numbers at once, from the
/// most significant bit; the first letter is the signs. In another base these are followed by the digits of the absolute
/// values, as the module `numeration` says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AutomatonData {
    /// The base, if it is not 2: `fibonacci`, `pell`, `ostrowski:[0;a,b]` or a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// Questions for a bit: a track, and where to go for 0 and for 1. An even number 2s is the state
    /// s, an odd number 2i + 1 the question i, which stands earlier in the list.
    pub nodes: Vec<[u32; 3]>,
    /// Where the transitions of each state begin; the first state is the one at the beginning.
    pub states: Vec<u32>,
    /// The states in which a word is accepted, increasing.
    pub accepting: Vec<u32>,
}

/// The proof of a formula.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormulaProof {
    /// Linear forms in the coordinates, the weightiest first: none is negative at a position, and
    /// every move decreases the first that it changes.
    pub decreases: Vec<Vec<i64>>,
    /// The relation of the coordinates (tracks 0, 1, …) and the value (the track after them).
    pub graph: AutomatonData,
    /// For each rule, positions, smaller values (tracks as above) and variables of the rule (the
    /// tracks after them) by which a move reaches the value.
    pub witnesses: Vec<AutomatonData>,
}

/// The proof of outcomes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WinsProof {
    /// Linear forms, as in [`FormulaProof`].
    pub decreases: Vec<Vec<i64>>,
    /// The positions (tracks 0, 1, …) that Left, and that Right, wins moving first; one automaton
    /// where the claim is about P-positions.
    pub wins: Vec<AutomatonData>,
    /// For each of these players and each rule of theirs, positions and variables of the rule (the
    /// tracks after them) by which a move wins.
    pub witnesses: Vec<Vec<AutomatonData>>,
    /// Where the game has an end of its own, for each player and rule: positions and variables by
    /// which there is a move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<Vec<AutomatonData>>,
    /// And for each player: positions without a move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stuck: Vec<AutomatonData>,
}
