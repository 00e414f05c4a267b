//! A small language for conditions and statistics over rows.
//!
//! `has_R and period > 1`, `not contains(5)`, `period % 2 == 0 or eventually == L`, `max - min`.
//! Everything is a whole number; conditions are 1 or 0; a value that does not exist (the first N
//! of a set without N, an unknown period) makes a comparison false and counts as 0 elsewhere.

use std::ops::Range;
use std::str::FromStr;

use ishitori_values::Outcome;

use crate::family::Set;
use crate::row::Row;

/// The names that an expression can use, and what they mean.
pub const FIELDS: &[(&str, &str)] = &[
    ("size", "how many numbers the set has"),
    ("min", "its least number"),
    ("max", "its largest number"),
    ("contains(s)", "whether it has the number s"),
    ("period", "of the outcomes"),
    ("preperiod", "of the outcomes"),
    ("eventually", "the outcome of all large heaps, if they agree: L, R, N or P"),
    ("has_P … has_R", "whether some heap n ≥ min has the outcome"),
    ("count_P … count_R", "how many heaps min ≤ n < max(min, preperiod) + period have it"),
    ("first_P … first_R", "the first heap n ≥ min that has it"),
    ("cycle_P … cycle_R", "how many heaps preperiod ≤ n < preperiod + period have it"),
    ("strange_P", "how many of the heaps of count_P are no P-positions of normal play"),
    ("cycle_strange_P", "how many of the heaps of cycle_P are none"),
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
    root: Node,
}

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
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Node {
    Number(i64),
    Field(Field),
    Contains(Box<Node>),
    Not(Box<Node>),
    Negative(Box<Node>),
    Binary(Operator, Box<Node>, Box<Node>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Size,
    Min,
    Max,
    Period,
    Preperiod,
    Eventually,
    Has(Outcome),
    Count(Outcome),
    First(Outcome),
    Cycle(Outcome),
    StrangeP,
    CycleStrangeP,
    GrundyPeriod,
    GrundyPreperiod,
    Divides,
    Coprime,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Or,
    And,
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
    /// assert_eq!((expression.show(0), expression.show(-3)), ("none".into(), "L".into()));
    /// ```
    pub fn show(&self, value: i64) -> String {
        if self.root != Node::Field(Field::Eventually) {
            return value.to_string();
        }
        let outcomes = [Outcome::L, Outcome::R, Outcome::N, Outcome::P];
        let found = outcomes.into_iter().find(|&outcome| letter(outcome) == value);
        found.map_or_else(|| "none".to_string(), |outcome| outcome.to_string())
    }

    /// Whether Grundy numbers are asked for. O(length).
    pub fn needs_grundy(&self) -> bool {
        mentions(&self.root, Field::is_grundy)
    }

    /// Whether the P-positions of normal play are asked for. O(length).
    pub(crate) fn needs_normal(&self) -> bool {
        mentions(&self.root, Field::is_strange)
    }

    /// Whether periods, outcomes for ever and which outcomes there are suffice. O(length).
    pub(crate) fn is_brief(&self) -> bool {
        !mentions(&self.root, Field::is_long)
    }

    /// The value for a row; conditions give 1 or 0. O(length).
    pub fn value(&self, set: &Set, row: &Row) -> i64 {
        eval(&self.root, set, row).unwrap_or(0)
    }

    /// Whether the value is not 0. O(length).
    pub fn holds(&self, set: &Set, row: &Row) -> bool {
        self.value(set, row) != 0
    }
}

/// Whether a field of the expression has a property.
fn mentions(node: &Node, property: fn(Field) -> bool) -> bool {
    match node {
        Node::Number(_) => false,
        Node::Field(field) => property(*field),
        Node::Contains(a) | Node::Not(a) | Node::Negative(a) => mentions(a, property),
        Node::Binary(_, a, b) => mentions(a, property) || mentions(b, property),
    }
}

impl Field {
    fn is_grundy(self) -> bool {
        use Field::*;
        matches!(self, GrundyPeriod | GrundyPreperiod | Divides | Coprime)
    }

    fn is_strange(self) -> bool {
        matches!(self, Field::StrangeP | Field::CycleStrangeP)
    }

    /// Whether all heaps must be known one by one.
    fn is_long(self) -> bool {
        use Field::*;
        let counted = matches!(self, Preperiod | Count(_) | First(_) | Cycle(_));
        counted || self.is_grundy() || self.is_strange()
    }
}

fn eval(node: &Node, set: &Set, row: &Row) -> Option<i64> {
    let is = |condition: bool| Some(i64::from(condition));
    match node {
        Node::Number(n) => Some(*n),
        Node::Field(field) => field_value(*field, set, row),
        Node::Contains(a) => {
            let wanted = eval(a, set, row).and_then(|s| u32::try_from(s).ok());
            is(wanted.is_some_and(|s| set.contains(s)))
        }
        Node::Not(a) => is(eval(a, set, row).unwrap_or(0) == 0),
        Node::Negative(a) => eval(a, set, row).map(i64::wrapping_neg),
        Node::Binary(operator, a, b) => {
            let (a, b) = (eval(a, set, row), eval(b, set, row));
            let truth = |x: Option<i64>| x.unwrap_or(0) != 0;
            let compare = |test: fn(&i64, &i64) -> bool| {
                is(matches!((a, b), (Some(a), Some(b)) if test(&a, &b)))
            };
            match operator {
                Operator::Or => is(truth(a) || truth(b)),
                Operator::And => is(truth(a) && truth(b)),
                Operator::Equal => compare(i64::eq),
                Operator::Different => compare(i64::ne),
                Operator::Less => compare(i64::lt),
                Operator::LessEqual => compare(i64::le),
                Operator::Greater => compare(i64::gt),
                Operator::GreaterEqual => compare(i64::ge),
                Operator::Plus => Some(a?.wrapping_add(b?)),
                Operator::Minus => Some(a?.wrapping_sub(b?)),
                Operator::Times => Some(a?.wrapping_mul(b?)),
                Operator::Remainder => a?.checked_rem_euclid(b?),
            }
        }
    }
}

fn field_value(field: Field, set: &Set, row: &Row) -> Option<i64> {
    let found = row.period > 0;
    Some(match field {
        Field::Size => set.size().into(),
        Field::Min => set.min().into(),
        Field::Max => set.max().into(),
        Field::Period => return found.then_some(row.period as i64),
        Field::Preperiod => return found.then_some(row.preperiod as i64),
        Field::Eventually => return row.eventually.map(letter),
        Field::Has(outcome) => row.has(outcome).into(),
        Field::Count(outcome) => row.counts[outcome as usize] as i64,
        Field::First(outcome) => return row.first[outcome as usize].map(|n| n as i64),
        Field::Cycle(outcome) => row.cycle_counts[outcome as usize] as i64,
        Field::StrangeP => return row.strange.map(|s| s.all as i64),
        Field::CycleStrangeP => return row.strange.map(|s| s.in_cycle as i64),
        Field::GrundyPeriod => return row.grundy.map(|g| g.period as i64),
        Field::GrundyPreperiod => return row.grundy.map(|g| g.preperiod as i64),
        Field::Divides => return row.divides().map(i64::from),
        Field::Coprime => return row.coprime().map(i64::from),
    })
}

impl FromStr for Expression {
    type Err = ExpressionError;

    /// Reads an expression: `or`, `and`, `not`, comparisons (`==`, `!=`, `<`, `<=`, `>`, `>=`),
    /// `+`, `-`, `*`, `%`, parentheses, numbers and the names of [`FIELDS`]. O(length).
    fn from_str(text: &str) -> Result<Self, ExpressionError> {
        let mut parser = Parser { tokens: tokens(text)?, at: 0, end: text.len(), depth: 0 };
        let root = parser.binary(0)?;
        match parser.tokens.get(parser.at) {
            None => Ok(Expression { text: text.to_string(), root }),
            Some((token, span)) => Err(ExpressionError {
                kind: ExpressionErrorKind::NoOperator(token.clone()),
                span: span.clone(),
            }),
        }
    }
}

fn tokens(text: &str) -> Result<Vec<(String, Range<usize>)>, ExpressionError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let word = |test: fn(char) -> bool| rest.find(|c| !test(c)).unwrap_or(rest.len());
        let length = match c {
            _ if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            '0'..='9' => word(|c| c.is_ascii_digit()),
            'a'..='z' | 'A'..='Z' | '_' => word(|c| c.is_ascii_alphanumeric() || c == '_'),
            _ if ["==", "!=", "<=", ">="].iter().any(|o| rest.starts_with(o)) => 2,
            '=' | '<' | '>' | '+' | '-' | '*' | '%' | '(' | ')' => 1,
            _ => {
                let kind = ExpressionErrorKind::Character(c);
                return Err(ExpressionError { kind, span: at..at + c.len_utf8() });
            }
        };
        tokens.push((rest[..length].to_string(), at..at + length));
        at += length;
    }
    Ok(tokens)
}

struct Parser {
    tokens: Vec<(String, Range<usize>)>,
    at: usize,
    end: usize,
    depth: u32,
}

/// How deeply an expression may be nested.
const MAX_DEPTH: u32 = 100;

impl Parser {
    fn peek(&self) -> Option<&str> {
        self.tokens.get(self.at).map(|(token, _)| token.as_str())
    }

    fn error(&self, kind: ExpressionErrorKind) -> ExpressionError {
        let span = self.tokens.get(self.at).map_or(self.end..self.end, |(_, span)| span.clone());
        ExpressionError { kind, span }
    }

    /// Operators of this level and above: or, and, not, comparison, sum, product.
    fn binary(&mut self, level: u32) -> Result<Node, ExpressionError> {
        if level == 2 && self.peek() == Some("not") {
            self.at += 1;
            self.deeper()?;
            let inner = self.binary(2)?;
            self.depth -= 1;
            return Ok(Node::Not(Box::new(inner)));
        }
        if level == 5 {
            return self.primary();
        }
        let mut left = self.binary(level + 1)?;
        while let Some(operator) = self.peek().and_then(|token| operator(level, token)) {
            self.at += 1;
            let right = self.binary(level + 1)?;
            left = Node::Binary(operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn deeper(&mut self) -> Result<(), ExpressionError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(self.error(ExpressionErrorKind::TooDeep)) } else { Ok(()) }
    }

    fn parentheses(&mut self) -> Result<Node, ExpressionError> {
        if self.peek() != Some("(") {
            return Err(self.error(ExpressionErrorKind::Parenthesis('(')));
        }
        self.at += 1;
        self.deeper()?;
        let inner = self.binary(0)?;
        self.depth -= 1;
        if self.peek() != Some(")") {
            return Err(self.error(ExpressionErrorKind::Parenthesis(')')));
        }
        self.at += 1;
        Ok(inner)
    }

    fn primary(&mut self) -> Result<Node, ExpressionError> {
        let Some(token) = self.peek().map(str::to_string) else {
            return Err(self.error(ExpressionErrorKind::Unfinished));
        };
        if token == "(" {
            return self.parentheses();
        }
        if token == "-" {
            self.at += 1;
            self.deeper()?;
            let inner = self.primary()?;
            self.depth -= 1;
            return Ok(Node::Negative(Box::new(inner)));
        }
        if token == "contains" {
            self.at += 1;
            return Ok(Node::Contains(Box::new(self.parentheses()?)));
        }
        if token.starts_with(|c: char| c.is_ascii_digit()) {
            let number = token.parse().map_err(|_| self.error(ExpressionErrorKind::Number))?;
            self.at += 1;
            return Ok(Node::Number(number));
        }
        let node = match token.as_str() {
            "P" => Some(Node::Number(letter(Outcome::P))),
            "N" => Some(Node::Number(letter(Outcome::N))),
            "L" => Some(Node::Number(letter(Outcome::L))),
            "R" => Some(Node::Number(letter(Outcome::R))),
            "true" => Some(Node::Number(1)),
            "false" => Some(Node::Number(0)),
            name => field(name).map(Node::Field),
        };
        let Some(node) = node else {
            let names: Vec<&str> = FIELDS.iter().map(|(name, _)| *name).collect();
            let accepted = names.join(", ");
            return Err(self.error(ExpressionErrorKind::Unknown { name: token, accepted }));
        };
        self.at += 1;
        Ok(node)
    }
}

fn operator(level: u32, token: &str) -> Option<Operator> {
    Some(match (level, token) {
        (0, "or") => Operator::Or,
        (1, "and") => Operator::And,
        (2, "==" | "=") => Operator::Equal,
        (2, "!=") => Operator::Different,
        (2, "<") => Operator::Less,
        (2, "<=") => Operator::LessEqual,
        (2, ">") => Operator::Greater,
        (2, ">=") => Operator::GreaterEqual,
        (3, "+") => Operator::Plus,
        (3, "-") => Operator::Minus,
        (4, "*") => Operator::Times,
        (4, "%") => Operator::Remainder,
        _ => return None,
    })
}

fn field(name: &str) -> Option<Field> {
    let by_letter = |prefix: &str| match name.strip_prefix(prefix)? {
        "P" => Some(Outcome::P),
        "N" => Some(Outcome::N),
        "L" => Some(Outcome::L),
        "R" => Some(Outcome::R),
        _ => None,
    };
    Some(match name {
        "size" => Field::Size,
        "min" => Field::Min,
        "max" => Field::Max,
        "period" => Field::Period,
        "preperiod" => Field::Preperiod,
        "eventually" => Field::Eventually,
        "grundy_period" => Field::GrundyPeriod,
        "grundy_preperiod" => Field::GrundyPreperiod,
        "divides" => Field::Divides,
        "strange_P" => Field::StrangeP,
        "cycle_strange_P" => Field::CycleStrangeP,
        "coprime" => Field::Coprime,
        _ => {
            let has = by_letter("has_").map(Field::Has);
            let count = by_letter("count_").map(Field::Count);
            let first = by_letter("first_").map(Field::First);
            has.or(count).or(first).or(by_letter("cycle_").map(Field::Cycle))?
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::{Extras, Workspace};

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
            ("-size", -3),
            ("grundy_period % period == 0", 1),
            ("divides and coprime", 1),
            ("cycle_L + 10 * cycle_N", 1),
            ("strange_P + cycle_strange_P", 0),
        ] {
            let expression: Expression = text.parse().unwrap();
            assert_eq!(expression.value(&set, &row), wanted, "{text}");
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
    }
}
