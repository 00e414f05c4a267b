//! Games on tuples of numbers and formulas about them, as data; automata as data.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A game on tuples of numbers with the same moves for both players, under normal play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TupleRule {
    /// The names of the coordinates, which are integers ≥ 0.
    pub coordinates: Vec<String>,
    /// Which tuples are positions.
    pub position: Test,
    /// The moves.
    pub moves: Vec<TupleMove>,
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
#[serde(deny_unknown_fields)]
pub struct FormulaClaim {
    /// The Grundy number of each position.
    pub grundy: Term,
}

/// An automaton that reads tuples of integers in two's complement, all numbers at once, from the
/// most significant bit; the first letter is the signs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AutomatonData {
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

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let two = |f: &mut fmt::Formatter<'_>, name: &str, a: &Term, b: &Term| {
            write!(f, "{name}({a}, {b})")
        };
        match self {
            Term::Number(n) => write!(f, "{n}"),
            Term::Name(name) => f.write_str(name),
            Term::Sum(terms) => {
                f.write_str("(")?;
                for (i, term) in terms.iter().enumerate() {
                    match term {
                        Term::Times(-1, term) => {
                            write!(f, "{}{term}", if i > 0 { " - " } else { "-" })?
                        }
                        Term::Number(n) if *n < 0 && i > 0 => write!(f, " - {}", n.unsigned_abs())?,
                        _ if i > 0 => write!(f, " + {term}")?,
                        _ => write!(f, "{term}")?,
                    }
                }
                f.write_str(")")
            }
            Term::Times(-1, term) => write!(f, "-{term}"),
            Term::Times(a, term) => write!(f, "{a}*{term}"),
            Term::Div(term, c) => write!(f, "({term} div {c})"),
            Term::Mod(term, c) => write!(f, "({term} mod {c})"),
            Term::Min(a, b) => two(f, "min", a, b),
            Term::Max(a, b) => two(f, "max", a, b),
            Term::Xor(a, b) => write!(f, "({a} xor {b})"),
            Term::And(a, b) => two(f, "bitand", a, b),
            Term::Or(a, b) => two(f, "bitor", a, b),
            Term::If(test, a, b) => write!(f, "(if {test} then {a} else {b})"),
        }
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, tests: &[Test], word: &str| {
            f.write_str("(")?;
            for (i, test) in tests.iter().enumerate() {
                write!(f, "{}{test}", if i > 0 { word } else { "" })?;
            }
            f.write_str(")")
        };
        match self {
            Test::Equal(a, b) => write!(f, "{a} = {b}"),
            Test::AtMost(a, b) => write!(f, "{a} <= {b}"),
            Test::All(tests) if tests.is_empty() => f.write_str("true"),
            Test::Any(tests) if tests.is_empty() => f.write_str("false"),
            Test::All(tests) => list(f, tests, " and "),
            Test::Any(tests) => list(f, tests, " or "),
            Test::Not(test) => write!(f, "not ({test})"),
        }
    }
}

impl fmt::Display for TupleRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.coordinates.join(", ");
        write!(f, "Game on ({names}) ≥ 0 with {}, moves", self.position)?;
        for (i, rule) in self.moves.iter().enumerate() {
            let option: Vec<String> = rule.option.iter().map(Term::to_string).collect();
            write!(f, "{} to ({})", if i > 0 { ";" } else { "" }, option.join(", "))?;
            match rule.variables.as_slice() {
                [] => write!(f, " if {}", rule.condition)?,
                names => write!(f, " for all {} with {}", names.join(", "), rule.condition)?,
            }
        }
        Ok(())
    }
}
