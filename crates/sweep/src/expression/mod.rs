//! A small language for conditions and statistics over rows.
//!
//! `has_R and period > 1`, `not contains(5)`, `period % 2 == 0 or eventually == L`, `max - min`.
//! Everything is a whole number of 64 bits, and a result that does not fit is an error; conditions
//! are 1 or 0. A value that does not exist (the first N of a set without N, an unknown period, a
//! remainder by 0) equals nothing: `==` and `<` are false, `!=` is true. Arithmetic with it does
//! not exist either, and it is added up as 0; how often that happened is told.
//!
//! An expression is compiled to flat code while it is read: nothing is as deep as it is long.

mod parse;

use std::ops::Range;

use ishitori_values::Outcome;
use smallvec::SmallVec;

use crate::family::Set;
use crate::row::Row;

/// The names that an expression can use, and what they mean.
pub const FIELDS: &[(&str, &str)] = &[
    ("size", "how many numbers the set has"),
    ("min", "its least number"),
    ("max", "its largest number"),
    ("contains(s)", "whether it has the number s"),
    ("element(i)", "its i-th number, from 1; element(-1) is the largest"),
    ("gap(i)", "element(i+1) - element(i)"),
    ("least_gap", "the least difference of neighbours"),
    ("largest_gap", "the largest difference of neighbours"),
    ("gcd", "the greatest common divisor of its numbers"),
    ("odds", "how many of its numbers are odd"),
    ("evens", "how many are even"),
    ("sum", "the sum of its numbers"),
    ("sum_free", "whether none of its numbers is the sum of two of them"),
    ("period", "of the outcomes"),
    ("preperiod", "of the outcomes"),
    ("eventually", "the outcome of all large heaps, if they agree: L, R, N or P"),
    ("has_P … has_R", "whether some heap n ≥ min has the outcome"),
    ("count_P … count_R", "how many heaps min ≤ n < max(min, preperiod) + period have it"),
    ("first_P … first_R", "the first heap n ≥ min that has it"),
    ("cycle_P … cycle_R", "how many heaps preperiod ≤ n < preperiod + period have it"),
    ("strange_P", "how many of the heaps of count_P are no P-positions of normal play"),
    ("cycle_strange_P", "how many of the heaps of cycle_P are none"),
    ("wide_P", "how many heaps min ≤ n < max(preperiod, max) + period have the outcome P"),
    ("wide_strange_P", "how many of these are no P-positions of normal play"),
    ("grundy_period", "of the Grundy numbers"),
    ("grundy_preperiod", "of the Grundy numbers"),
    ("divides", "whether period divides grundy_period"),
    ("coprime", "whether the two periods have no common factor"),
];

/// An expression over the rows of a sweep.
///
/// ```
/// use ishitori_sweep::Expression;
/// let wanted: Expression = "has_R and period > 1".parse().unwrap();
/// assert!(!wanted.needs_grundy());
/// let error = "periot > 1".parse::<Expression>().unwrap_err();
/// assert_eq!(error.span, 0..6);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    text: String,
    code: Vec<Step>,
}

/// What an expression is for a row.
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

/// A value of an expression is beyond 64 bits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{expression}' is beyond 64 bits for the set {{{}}}", numbers(.set))]
pub struct Overflow {
    /// The text of the expression.
    pub expression: String,
    /// The first set of the family for which it is.
    pub set: Set,
    /// The place of the set in the order of the family.
    pub place: u64,
}

fn numbers(set: &Set) -> String {
    set.numbers().map(|s| s.to_string()).collect::<Vec<_>>().join(",")
}

/// A result beyond 64 bits, before it is known of which set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLarge;

/// A text that is not an expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at place {}: {kind}", .span.start + 1)]
pub struct ExpressionError {
    /// What is wrong.
    pub kind: ExpressionErrorKind,
    /// The bytes at fault.
    pub span: Range<usize>,
}

/// What is wrong with the text of an expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExpressionErrorKind {
    /// A character that no expression has.
    #[error("'{0}' is not used in expressions")]
    Character(char),
    /// Something else than an operator after a complete expression.
    #[error("'{0}' does not belong here; an operator is accepted")]
    NoOperator(String),
    /// The end where a name or number is missing.
    #[error("the expression ends too early: a name or number is missing")]
    Unfinished,
    /// A parenthesis is missing here.
    #[error("'{0}' is accepted here")]
    Parenthesis(char),
    /// A name that is not one of [`FIELDS`].
    #[error("'{name}' is not known; accepted are {accepted}")]
    Unknown {
        /// The name.
        name: String,
        /// The names, with commas between them.
        accepted: String,
    },
    /// A number beyond 64 bits.
    #[error("the number is too large")]
    Number,
    /// Too many levels.
    #[error("nested too deeply")]
    TooDeep,
    /// Too many numbers, names and operators.
    #[error("longer than {most} numbers, names and operators")]
    TooLong {
        /// The most that is accepted.
        most: usize,
    },
}

/// One step of the code of an expression, which works on a stack of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Puts a number on the stack.
    Number(i64),
    /// Puts what is known about the set on the stack.
    Field(Field),
    /// Replaces the last value.
    Contains,
    Element,
    Gap,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Size,
    Min,
    Max,
    Gcd,
    Odds,
    Evens,
    Sum,
    SumFree,
    LeastGap,
    LargestGap,
    Period,
    Preperiod,
    Eventually,
    Has(Outcome),
    Count(Outcome),
    First(Outcome),
    Cycle(Outcome),
    StrangeP,
    CycleStrangeP,
    WideP,
    WideStrangeP,
    GrundyPeriod,
    GrundyPreperiod,
    Divides,
    Coprime,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
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

/// The number that stands for an outcome in comparisons.
fn letter(outcome: Outcome) -> i64 {
    -1 - outcome as i64
}

impl Expression {
    /// The text that was read. O(1).
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A value as people write it: an outcome by its letter, `none` where there is none. O(1).
    ///
    /// ```
    /// use ishitori_sweep::Expression;
    /// let expression: Expression = "eventually".parse().unwrap();
    /// assert_eq!((expression.show(None), expression.show(Some(-3))), ("none".into(), "L".into()));
    /// ```
    pub fn show(&self, value: Option<i64>) -> String {
        let Some(value) = value else { return "none".to_string() };
        if self.code != [Step::Field(Field::Eventually)] {
            return value.to_string();
        }
        let outcomes = [Outcome::L, Outcome::R, Outcome::N, Outcome::P];
        let found = outcomes.into_iter().find(|&outcome| letter(outcome) == value);
        found.map_or_else(|| value.to_string(), |outcome| outcome.to_string())
    }

    /// Whether Grundy numbers are asked for. O(length).
    pub fn needs_grundy(&self) -> bool {
        self.mentions(Field::is_grundy)
    }

    /// Whether the P-positions of normal play are asked for. O(length).
    pub(crate) fn needs_normal(&self) -> bool {
        self.mentions(Field::is_strange)
    }

    /// Whether periods, outcomes for ever and which outcomes there are suffice. O(length).
    pub(crate) fn has_fast_summary(&self) -> bool {
        !self.mentions(Field::is_long)
    }

    /// Whether a field of the expression has a property.
    fn mentions(&self, property: fn(Field) -> bool) -> bool {
        self.code.iter().any(|step| matches!(step, Step::Field(field) if property(*field)))
    }

    /// How many steps an evaluation takes at most. O(1).
    pub(crate) fn steps(&self) -> u64 {
        self.code.len() as u64
    }

    /// The value for a row, if all of it fits 64 bits; conditions give 1 or 0. O(length).
    ///
    /// ```
    /// use ishitori_sweep::{Expression, Family, Query, Workers, sweep};
    /// let mut query = Query::new("mod2:LR".parse().unwrap());
    /// query.counts.push("eventually != L".parse().unwrap());
    /// let budget = ishitori_values::Budget::unlimited();
    /// let summary = sweep(&Family::new(2, 8), &query, &Workers::new(1, &budget)).unwrap();
    /// // 23 of the 64 sets are eventually all L; the others are not all of one outcome.
    /// assert_eq!((summary.counts[0], summary.missing.counts[0]), (41, 41));
    /// ```
    pub(crate) fn value(&self, set: &Set, row: &Row) -> Result<Value, TooLarge> {
        let mut stack: SmallVec<[Option<i64>; 32]> = SmallVec::new();
        let mut missing = false;
        let (mut at, code) = (0, &self.code[..]);
        let is = |condition: bool| Some(i64::from(condition));
        let truth = |x: Option<i64>| x.unwrap_or(0) != 0;
        while let Some(&step) = code.get(at) {
            at += 1;
            let value = match step {
                Step::Number(n) => Some(n),
                Step::Field(field) => field_value(field, set, row),
                Step::Contains => {
                    let wanted = stack.pop().flatten().and_then(|s| u32::try_from(s).ok());
                    is(wanted.is_some_and(|s| set.contains(s)))
                }
                Step::Element => stack.pop().flatten().and_then(|i| set.element(i)).map(i64::from),
                Step::Gap => stack.pop().flatten().and_then(|i| gap(set, i)),
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

impl Field {
    fn is_grundy(self) -> bool {
        use Field::*;
        matches!(self, GrundyPeriod | GrundyPreperiod | Divides | Coprime)
    }

    fn is_strange(self) -> bool {
        use Field::*;
        matches!(self, StrangeP | CycleStrangeP | WideP | WideStrangeP)
    }

    /// Whether all heaps must be known one by one.
    fn is_long(self) -> bool {
        use Field::*;
        let counted = matches!(self, Preperiod | Count(_) | First(_) | Cycle(_));
        counted || self.is_grundy() || self.is_strange()
    }
}

/// The difference of the i-th number and the next one.
fn gap(set: &Set, i: i64) -> Option<i64> {
    let next = if i == -1 { None } else { i.checked_add(1) };
    Some(i64::from(set.element(next?)?) - i64::from(set.element(i)?))
}

fn field_value(field: Field, set: &Set, row: &Row) -> Option<i64> {
    let found = row.period > 0;
    Some(match field {
        Field::Size => set.size().into(),
        Field::Min => set.min().into(),
        Field::Max => set.max().into(),
        Field::Gcd => set.gcd().into(),
        Field::Odds => set.odds().into(),
        Field::Evens => (set.size() - set.odds()).into(),
        Field::Sum => set.numbers().map(i64::from).sum(),
        Field::SumFree => set.is_sum_free().into(),
        Field::LeastGap => return set.gaps().min().map(i64::from),
        Field::LargestGap => return set.gaps().max().map(i64::from),
        Field::Period => return found.then_some(row.period as i64),
        Field::Preperiod => return found.then_some(row.preperiod as i64),
        Field::Eventually => return row.eventually.map(letter),
        Field::Has(outcome) => row.has(outcome).into(),
        Field::Count(outcome) => row.counts[outcome as usize] as i64,
        Field::First(outcome) => return row.first[outcome as usize].map(|n| n as i64),
        Field::Cycle(outcome) => row.cycle_counts[outcome as usize] as i64,
        Field::StrangeP => return row.strange.map(|s| s.all as i64),
        Field::CycleStrangeP => return row.strange.map(|s| s.in_cycle as i64),
        Field::WideP => return row.strange.map(|s| s.wide_p as i64),
        Field::WideStrangeP => return row.strange.map(|s| s.wide as i64),
        Field::GrundyPeriod => return row.grundy.map(|g| g.period as i64),
        Field::GrundyPreperiod => return row.grundy.map(|g| g.preperiod as i64),
        Field::Divides => return row.divides().map(i64::from),
        Field::Coprime => return row.coprime().map(i64::from),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::{Extras, Workspace};
    use proptest::prelude::*;

    #[test]
    fn values_of_a_row() {
        let set = Set::new(&[2, 3, 6]);
        let row = Workspace::default().row(
            &set,
            &"mod2:LR".parse().unwrap(),
            Extras { grundy: true, normal: true },
        );
        for (text, wanted) in [
            ("eventually == L", 1),
            ("eventually == R or has_R", 0),
            ("not has_R and not has_P", 1),
            ("contains(6) and not contains(5)", 1),
            ("preperiod", 8),
            ("first_R >= 0", 0),
            ("first_N", 3),
            ("2 + 3 * (max - min) % 4", 2),
            ("max % 0 == 0", 0),
            ("max % 0 != 0", 1),
            ("first_R != 3", 1),
            ("not (first_R == 3)", 1),
            ("7 or 9223372036854775807 * max", 1),
            ("has_R and 9223372036854775807 * max > 0", 0),
            ("2 and 3", 1),
            ("(0 - 9223372036854775807 - 1) % (0 - 1)", 0),
            ("-size", -3),
            ("gcd + 10 * odds + 100 * evens", 211),
            ("sum", 11),
            ("sum_free", 0),
            ("element(1) + 10 * element(3) + 100 * element(-2)", 362),
            ("gap(1) + 10 * gap(2) + 100 * gap(-2)", 331),
            ("least_gap + 10 * largest_gap", 31),
            ("element(4) == element(4)", 0),
            ("contains(element(1) + element(2) + 1)", 1),
            ("grundy_period % period == 0", 1),
            ("divides and coprime", 1),
            ("cycle_L + 10 * cycle_N", 1),
            ("strange_P + cycle_strange_P", 0),
        ] {
            let expression: Expression = text.parse().unwrap();
            let found = expression.value(&set, &row).unwrap().number.unwrap_or(0);
            assert_eq!(found, wanted, "{text}");
        }
        for (text, missing) in [
            ("first_R", true),
            ("first_R != 3 or true", true),
            ("has_R and first_R > 2", false),
            ("max % 0 + 1 == 1", true),
            ("eventually == L", false),
        ] {
            let expression: Expression = text.parse().unwrap();
            assert_eq!(expression.value(&set, &row).unwrap().missing, missing, "{text}");
        }
        for text in [
            "9223372036854775807 * max",
            "9223372036854775807 + 1",
            "0 - 9223372036854775807 - 2",
            "-(0 - 9223372036854775807 - 1)",
        ] {
            let expression: Expression = text.parse().unwrap();
            assert_eq!(expression.value(&set, &row), Err(TooLarge), "{text}");
        }
    }

    /// The same tree by recursion: a slow twin that shares nothing with the parser or the code.
    #[derive(Debug)]
    enum Tree {
        Leaf(&'static str, Option<i64>),
        One(&'static str, Box<Tree>),
        Two(Box<Tree>, &'static str, Box<Tree>),
    }

    impl Tree {
        fn text(&self) -> String {
            match self {
                Tree::Leaf(name, _) => name.to_string(),
                Tree::One(operator, a) => format!("({operator} {})", a.text()),
                Tree::Two(a, operator, b) => format!("({} {operator} {})", a.text(), b.text()),
            }
        }

        fn value(&self) -> Result<Option<i64>, TooLarge> {
            let truth = |tree: &Tree| Ok(tree.value()?.is_some_and(|n| n != 0));
            Ok(match self {
                Tree::Leaf(_, value) => *value,
                Tree::One("not", a) => Some(i64::from(!truth(a)?)),
                Tree::One(_, a) => {
                    a.value()?.map(|n| n.checked_neg().ok_or(TooLarge)).transpose()?
                }
                Tree::Two(a, "and", b) => Some(i64::from(truth(a)? && truth(b)?)),
                Tree::Two(a, "or", b) => Some(i64::from(truth(a)? || truth(b)?)),
                Tree::Two(a, operator, b) => {
                    let (a, b) = (a.value()?, b.value()?);
                    let both = a.zip(b).map(|(a, b)| (i128::from(a), i128::from(b)));
                    let fits = |n: i128| i64::try_from(n).map_err(|_| TooLarge);
                    let order = both.map(|(a, b)| a.cmp(&b));
                    use std::cmp::Ordering::*;
                    let is = |truth: bool| Some(i64::from(truth));
                    match *operator {
                        "==" => is(order == Some(Equal)),
                        "!=" => is(order != Some(Equal)),
                        "<" => is(order == Some(Less)),
                        "<=" => is(matches!(order, Some(Less | Equal))),
                        ">" => is(order == Some(Greater)),
                        ">=" => is(matches!(order, Some(Greater | Equal))),
                        "+" => both.map(|(a, b)| fits(a + b)).transpose()?,
                        "-" => both.map(|(a, b)| fits(a - b)).transpose()?,
                        "*" => both.map(|(a, b)| fits(a * b)).transpose()?,
                        _ => both
                            .filter(|(_, b)| *b != 0)
                            .map(|(a, b)| fits(a.rem_euclid(b)))
                            .transpose()?,
                    }
                }
            })
        }
    }

    fn tree() -> impl Strategy<Value = Tree> {
        let leaves = prop::sample::select(vec![
            ("0", Some(0)),
            ("1", Some(1)),
            ("7", Some(7)),
            ("9223372036854775807", Some(i64::MAX)),
            ("max", Some(6)),
            ("size", Some(3)),
            ("first_R", None),
            ("first_N", Some(3)),
            ("contains(3)", Some(1)),
        ]);
        let leaf = leaves.prop_map(|(name, value)| Tree::Leaf(name, value));
        leaf.prop_recursive(6, 60, 2, |inner| {
            let one = (prop::sample::select(vec!["not", "-"]), inner.clone())
                .prop_map(|(operator, a)| Tree::One(operator, Box::new(a)));
            let operators = vec!["and", "or", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "%"];
            let two = (inner.clone(), prop::sample::select(operators), inner)
                .prop_map(|(a, operator, b)| Tree::Two(Box::new(a), operator, Box::new(b)));
            prop_oneof![1 => one, 4 => two]
        })
    }

    proptest! {
        #[test]
        fn code_is_what_the_tree_says(tree in tree()) {
            let set = Set::new(&[2, 3, 6]);
            let end = "mod2:LR".parse().unwrap();
            let row = Workspace::default().row(&set, &end, Extras::default());
            let expression: Expression = tree.text().parse().unwrap();
            let found = expression.value(&set, &row).map(|value| value.number);
            prop_assert_eq!(found, tree.value(), "{}", tree.text());
        }
    }

    #[test]
    fn errors_name_the_place() {
        for (text, span) in
            [("", 0..0), ("period >", 8..8), ("(period", 7..7), ("period 3", 7..8), ("a & b", 2..3)]
        {
            assert_eq!(text.parse::<Expression>().unwrap_err().span, span, "{text}");
        }
        assert!("(".repeat(100_000).parse::<Expression>().is_err());
        assert!("not ".repeat(100_000).parse::<Expression>().is_err());
        assert!("-".repeat(100_000).parse::<Expression>().is_err());
        assert!("contains(".repeat(100_000).parse::<Expression>().is_err());
    }

    /// Long chains are neither deep nor slow, and very long ones are refused.
    #[test]
    fn long_expressions() {
        let set = Set::new(&[2, 3, 6]);
        let end = "mod2:LR".parse().unwrap();
        let row = Workspace::default().row(&set, &end, Extras::default());
        for operator in ["-", "+", "and", "or", "==", "*"] {
            let chain = |terms: usize| vec!["1"; terms].join(&format!(" {operator} "));
            let long: Expression = chain(4000).parse().unwrap();
            assert!(long.value(&set, &row).is_ok());
            let error = chain(55_000).parse::<Expression>().unwrap_err();
            assert!(matches!(error.kind, ExpressionErrorKind::TooLong { .. }), "{operator}");
        }
    }
}
