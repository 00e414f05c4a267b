//! A game whose names are resolved, whose types are right and whose parameters are numbers: what
//! engines read that look at the text of a game rather than run it.

use std::ops::Range;

use ishitori_values::Outcome;

use crate::ast::{Comparison, Players};
use crate::error::Trap;

/// An expression. Conditions are 0 or 1, letters are the numbers of [`letter`].
#[derive(Clone, Debug)]
pub struct Node {
    /// Its kind.
    pub kind: NodeKind,
    /// Where it stands in the source, in bytes.
    pub span: Range<usize>,
}

/// Kinds of expressions.
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// A number.
    Const(i64),
    /// A coordinate of the position, by its place.
    Coordinate(usize),
    /// A variable of `for` or `let`, or an argument.
    Local(usize),
    /// An operation on one number.
    Unary(Unary, Box<Node>),
    /// An operation on two numbers.
    Binary(Binary, Box<Node>, Box<Node>),
    /// The right side only if the left one holds.
    And(Box<Node>, Box<Node>),
    /// The right side only if the left one does not hold.
    Or(Box<Node>, Box<Node>),
    /// The condition, what holds if it is true, and what if not.
    If(Box<[Node; 3]>),
    /// A variable, its value, and where it may be used.
    Let(usize, Box<Node>, Box<Node>),
    /// Whether a number is one of some.
    Member(Box<Node>, Values),
    /// No clause applies.
    Undefined,
}

/// Operations on one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// `-a`
    Negate,
    /// `not a`
    Not,
    /// `abs(a)`
    Abs,
    /// `popcount(a)`
    Popcount,
    /// `isqrt(a)`
    Isqrt,
    /// The number itself, which must be a step: at least 1.
    Step,
}

/// Operations on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
    /// `a div b`
    Div,
    /// `a mod b`
    Mod,
    /// `min(a, b)`
    Min,
    /// `max(a, b)`
    Max,
    /// `a xor b`
    Xor,
    /// `bitand(a, b)`
    BitAnd,
    /// `bitor(a, b)`
    BitOr,
    /// `shl(a, b)`
    ShiftLeft,
    /// `shr(a, b)`
    ShiftRight,
    /// `bit(a, b)`
    Bit,
    /// `gcd(a, b)`
    Gcd,
    /// `pow(a, b)`
    Pow,
    /// `a < b` and so on
    Compare(Comparison),
}

/// Numbers for a variable to run through, or to be compared with.
#[derive(Clone, Debug)]
pub enum Values {
    /// From a number on in steps of 1, or of another number.
    Range {
        /// The first.
        from: Box<Node>,
        /// The last, or the one after it.
        to: Box<Node>,
        /// Whether `to` itself is meant.
        inclusive: bool,
        /// The step.
        step: Option<Box<Node>>,
    },
    /// The parts of a set, one after the other.
    Union(Vec<Values>),
    /// One number.
    One(Box<Node>),
    /// Constants, sorted, without repetitions.
    Constants(Vec<i64>),
}

/// A rule for moves.
#[derive(Clone, Debug)]
pub struct MoveRule {
    /// The players who may make the move.
    pub players: Players,
    /// Variables and conditions, in this order.
    pub clauses: Vec<Clause>,
    /// The positions that are left, of which the option is the sum.
    pub parts: Vec<Vec<Node>>,
    /// Where it stands in the source, in bytes.
    pub span: Range<usize>,
}

/// A variable or a condition of a rule.
#[derive(Clone, Debug)]
pub enum Clause {
    /// A variable that runs through some numbers.
    For {
        /// The variable.
        local: usize,
        /// Its name in the text.
        name: String,
        /// The numbers.
        values: Values,
    },
    /// A condition.
    If(Node),
    /// A variable with one value.
    Let {
        /// The variable.
        local: usize,
        /// The value.
        value: Node,
    },
}

/// The end rule: who wins at the end.
#[derive(Clone, Debug)]
pub enum EndNode {
    /// The player who cannot move loses.
    Normal,
    /// The player who cannot move wins.
    Misere,
    /// A letter that depends on the final position.
    Letter(Node),
}

/// The number of a letter, by Left wins moving first (1) and Right wins moving first (2).
pub fn letter(outcome: Outcome) -> i64 {
    match outcome {
        Outcome::P => 0,
        Outcome::L => 1,
        Outcome::R => 2,
        Outcome::N => 3,
    }
}

/// The letter of a number.
pub fn outcome(number: i64) -> Outcome {
    Outcome::from_first_move_wins(number & 1 != 0, number & 2 != 0)
}

/// The result of an operation, by the definition of the language.
pub fn unary(op: Unary, a: i64) -> Result<i64, Trap> {
    match op {
        Unary::Negate => a.checked_neg().ok_or(Trap::Overflow),
        Unary::Not => Ok(i64::from(a == 0)),
        Unary::Abs => a.checked_abs().ok_or(Trap::Overflow),
        Unary::Popcount if a < 0 => Err(Trap::OutOfRange),
        Unary::Popcount => Ok(i64::from(a.count_ones())),
        Unary::Isqrt => a.checked_isqrt().ok_or(Trap::OutOfRange),
        Unary::Step if a < 1 => Err(Trap::Step),
        Unary::Step => Ok(a),
    }
}

/// The result of an operation, by the definition of the language.
#[inline(always)]
pub fn binary(op: Binary, a: i64, b: i64) -> Result<i64, Trap> {
    let checked = |value: Option<i64>| value.ok_or(Trap::Overflow);
    match op {
        Binary::Add => checked(a.checked_add(b)),
        Binary::Subtract => checked(a.checked_sub(b)),
        Binary::Multiply => checked(a.checked_mul(b)),
        Binary::Div | Binary::Mod if b == 0 => Err(Trap::DivisionByZero),
        Binary::Div => {
            if a >= 0 && b > 0 {
                return Ok(quotient(a, b));
            }
            let quotient = checked(a.checked_div(b))?;
            Ok(quotient - i64::from(a % b != 0 && (a < 0) != (b < 0)))
        }
        // The only quotient that does not fit has a rest that does.
        Binary::Mod if b == -1 => Ok(0),
        Binary::Mod => {
            if a >= 0 && b > 0 {
                return Ok(a - b * quotient(a, b));
            }
            let rest = checked(a.checked_rem(b))?;
            Ok(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
        }
        Binary::Min => Ok(a.min(b)),
        Binary::Max => Ok(a.max(b)),
        Binary::Xor => Ok(a ^ b),
        Binary::BitAnd => Ok(a & b),
        Binary::BitOr => Ok(a | b),
        Binary::ShiftLeft | Binary::ShiftRight if !(0..63).contains(&b) => Err(Trap::OutOfRange),
        Binary::ShiftLeft => {
            let shifted = a.wrapping_shl(b as u32);
            if shifted >> b == a { Ok(shifted) } else { Err(Trap::Overflow) }
        }
        Binary::ShiftRight => Ok(a >> b),
        Binary::Bit if a < 0 || !(0..63).contains(&b) => Err(Trap::OutOfRange),
        Binary::Bit => Ok(a >> b & 1),
        Binary::Gcd => gcd(a.unsigned_abs(), b.unsigned_abs()),
        Binary::Pow => match u32::try_from(b) {
            Ok(b) => checked(a.checked_pow(b)),
            Err(_) if b > 0 && matches!(a, -1..=1) => Ok(if a == -1 && b % 2 == 0 { 1 } else { a }),
            Err(_) if b > 0 => Err(Trap::Overflow),
            Err(_) => Err(Trap::OutOfRange),
        },
        Binary::Compare(comparison) => Ok(i64::from(match comparison {
            Comparison::Equal => a == b,
            Comparison::Different => a != b,
            Comparison::Less => a < b,
            Comparison::AtMost => a <= b,
            Comparison::Greater => a > b,
            Comparison::AtLeast => a >= b,
        })),
    }
}

/// a div b for a ≥ 0, b > 0: divisions of 32 bits are several times faster.
#[inline(always)]
fn quotient(a: i64, b: i64) -> i64 {
    match (u32::try_from(a), u32::try_from(b)) {
        (Ok(a), Ok(b)) => i64::from(a / b),
        _ => a / b,
    }
}

fn gcd(a: u64, b: u64) -> Result<i64, Trap> {
    i64::try_from(num_integer::gcd(a, b)).map_err(|_| Trap::Overflow)
}
