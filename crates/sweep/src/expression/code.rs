//! The code of an expression: what is computed from the fields of a row, whatever they are.

use smallvec::SmallVec;

/// The value of an expression for a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// The number; none if there is none.
    pub number: Option<i64>,
    /// Whether the expression looked at something that the row does not have.
    pub missing: bool,
}

impl Value {
    /// Whether the number is there and is not 0. O(1).
    pub fn holds(self) -> bool {
        self.number.is_some_and(|n| n != 0)
    }
}

/// A result beyond 64 bits, before it is known of which set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLarge;

/// One step of the code of an expression, which works on a stack of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step<F> {
    /// Puts a number on the stack.
    Number(i64),
    /// Puts what is known about the row on the stack.
    Field(F),
    /// Replaces the last value.
    Call(Function),
    Not,
    Negative,
    /// Whether the last value is not 0.
    Truth,
    /// Replaces the last two values.
    Binary(Operator),
    /// Goes on at a later step if the last value is false (0) or true (1), which then is the
    /// value; else drops it.
    Unless(bool, u32),
}

/// A quantity of the numbers of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Contains,
    Element,
    Gap,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Equal,
    Different,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Plus,
    Minus,
    Times,
    Remainder,
}

/// The value of the code for a row, if all of it fits 64 bits; conditions give 1 or 0. O(length).
pub(super) fn run<F: Copy>(
    code: &[Step<F>],
    field: impl Fn(F) -> Option<i64>,
    call: impl Fn(Function, Option<i64>) -> Option<i64>,
) -> Result<Value, TooLarge> {
    let mut stack: SmallVec<[Option<i64>; 32]> = SmallVec::new();
    let mut missing = false;
    let mut at = 0;
    let is = |condition: bool| Some(i64::from(condition));
    let truth = |x: Option<i64>| x.unwrap_or(0) != 0;
    while let Some(&step) = code.get(at) {
        at += 1;
        let value = match step {
            Step::Number(n) => Some(n),
            Step::Field(name) => field(name),
            Step::Call(function) => call(function, stack.pop().flatten()),
            Step::Not => is(!truth(stack.pop().flatten())),
            Step::Truth => is(truth(stack.pop().flatten())),
            Step::Negative => match stack.pop().flatten() {
                Some(n) => Some(n.checked_neg().ok_or(TooLarge)?),
                None => None,
            },
            Step::Unless(stop, to) => {
                if truth(stack.pop().flatten()) != stop {
                    continue;
                }
                at = to as usize;
                is(stop)
            }
            Step::Binary(operator) => {
                let (b, a) = (stack.pop().flatten(), stack.pop().flatten());
                operator.apply(a, b)?
            }
        };
        missing |= value.is_none();
        stack.push(value);
    }
    Ok(Value { number: stack.pop().flatten(), missing })
}

impl Operator {
    /// A comparison with what is not there is false, but for `!=`, which is always the contrary of
    /// `==`; arithmetic with it is not there either.
    fn apply(self, a: Option<i64>, b: Option<i64>) -> Result<Option<i64>, TooLarge> {
        let compare = |test: fn(&i64, &i64) -> bool| {
            Ok(Some(i64::from(matches!((a, b), (Some(a), Some(b)) if test(&a, &b)))))
        };
        let within = |compute: fn(i64, i64) -> Option<i64>| match (a, b) {
            (Some(a), Some(b)) => compute(a, b).map(Some).ok_or(TooLarge),
            _ => Ok(None),
        };
        match self {
            Operator::Equal => compare(i64::eq),
            Operator::Different => {
                Ok(Some(i64::from(!matches!((a, b), (Some(a), Some(b)) if a == b))))
            }
            Operator::Less => compare(i64::lt),
            Operator::LessEqual => compare(i64::le),
            Operator::Greater => compare(i64::gt),
            Operator::GreaterEqual => compare(i64::ge),
            Operator::Plus => within(i64::checked_add),
            Operator::Minus => within(i64::checked_sub),
            Operator::Times => within(i64::checked_mul),
            // Nothing is left when divided by 0; by −1 nothing ever is.
            Operator::Remainder => Ok(match (a, b) {
                (Some(a), Some(b)) if b != 0 => Some(a.wrapping_rem_euclid(b)),
                _ => None,
            }),
        }
    }
}
