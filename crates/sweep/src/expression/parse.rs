//! Reading expressions: from text straight to code.

use std::ops::Range;
use std::str::FromStr;

use ishitori_values::Outcome;

use super::code::{Function, Operator, Step};
use super::{Expression, ExpressionError, ExpressionErrorKind, FIELDS, Field, letter};

/// The names that an expression can use.
pub(super) trait Vocabulary {
    type Field: Copy;

    /// The meaning of a name.
    fn word(&self, name: &str) -> Option<Step<Self::Field>>;

    /// The function of a number in parentheses.
    fn function(&self, name: &str) -> Option<Function>;

    /// All names, with commas between them.
    fn accepted(&self) -> String;
}

/// Reads the code of an expression. O(length).
pub(super) fn read<V: Vocabulary>(
    text: &str,
    names: &V,
) -> Result<Vec<Step<V::Field>>, ExpressionError> {
    let tokens = tokens(text)?;
    let mut parser = Parser { names, tokens, at: 0, end: text.len(), depth: 0, code: Vec::new() };
    parser.binary(0)?;
    match parser.peek() {
        None => Ok(parser.code),
        Some(token) => Err(parser.error(ExpressionErrorKind::NoOperator(token.to_string()))),
    }
}

/// Known facts about the sets of a family.
struct OfSets;

impl Vocabulary for OfSets {
    type Field = Field;

    fn word(&self, name: &str) -> Option<Step<Field>> {
        match name {
            "P" => Some(Step::Number(letter(Outcome::P))),
            "N" => Some(Step::Number(letter(Outcome::N))),
            "L" => Some(Step::Number(letter(Outcome::L))),
            "R" => Some(Step::Number(letter(Outcome::R))),
            name => field(name).map(Step::Field),
        }
    }

    fn function(&self, name: &str) -> Option<Function> {
        match name {
            "contains" => Some(Function::Contains),
            "element" => Some(Function::Element),
            "gap" => Some(Function::Gap),
            _ => None,
        }
    }

    fn accepted(&self) -> String {
        FIELDS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
    }
}

impl FromStr for Expression {
    type Err = ExpressionError;

    /// Reads an expression: `or`, `and`, `not`, comparisons (`==`, `!=`, `<`, `<=`, `>`, `>=`),
    /// `+`, `-`, `*`, `%`, parentheses, numbers and the names of [`FIELDS`]. O(length).
    fn from_str(text: &str) -> Result<Self, ExpressionError> {
        let code = read(text, &OfSets)?;
        Ok(Expression { text: text.to_string(), code })
    }
}

/// The words of a text and their places.
type Tokens<'t> = Vec<(&'t str, Range<usize>)>;

fn tokens(text: &str) -> Result<Tokens<'_>, ExpressionError> {
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
        if tokens.len() == MAX_LENGTH {
            let kind = ExpressionErrorKind::TooLong { most: MAX_LENGTH };
            return Err(ExpressionError { kind, span: at..at + length });
        }
        tokens.push((&rest[..length], at..at + length));
        at += length;
    }
    Ok(tokens)
}

struct Parser<'t, V: Vocabulary> {
    names: &'t V,
    tokens: Tokens<'t>,
    at: usize,
    end: usize,
    depth: u32,
    code: Vec<Step<V::Field>>,
}

/// How deeply an expression may be nested.
const MAX_DEPTH: u32 = 100;
/// How many numbers, names and operators it may have.
const MAX_LENGTH: usize = 10_000;

impl<'t, V: Vocabulary> Parser<'t, V> {
    fn peek(&self) -> Option<&'t str> {
        self.tokens.get(self.at).map(|(token, _)| *token)
    }

    fn error(&self, kind: ExpressionErrorKind) -> ExpressionError {
        let span = self.tokens.get(self.at).map_or(self.end..self.end, |(_, span)| span.clone());
        ExpressionError { kind, span }
    }

    /// Operators of this level and above: or, and, not, comparison, sum, product.
    fn binary(&mut self, level: u32) -> Result<(), ExpressionError> {
        if level == 2 && self.peek() == Some("not") {
            self.at += 1;
            self.deeper()?;
            self.binary(2)?;
            self.depth -= 1;
            self.code.push(Step::Not);
            return Ok(());
        }
        if level == 5 {
            return self.primary();
        }
        self.binary(level + 1)?;
        while let Some(operator) = self.peek().and_then(|token| operator(level, token)) {
            self.at += 1;
            let place = self.code.len();
            match operator {
                Infix::Whether(stop) => {
                    // The rest need not be examined; where it ends is known when it is read.
                    self.code.push(Step::Unless(stop, 0));
                    self.binary(level + 1)?;
                    self.code.push(Step::Truth);
                    // No expression has more steps than fit: there are two for a word at most.
                    self.code[place] = Step::Unless(stop, self.code.len() as u32);
                }
                Infix::Operator(operator) => {
                    self.binary(level + 1)?;
                    self.code.push(Step::Binary(operator));
                }
            }
        }
        Ok(())
    }

    fn deeper(&mut self) -> Result<(), ExpressionError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(self.error(ExpressionErrorKind::TooDeep)) } else { Ok(()) }
    }

    fn parentheses(&mut self) -> Result<(), ExpressionError> {
        if self.peek() != Some("(") {
            return Err(self.error(ExpressionErrorKind::Parenthesis('(')));
        }
        self.at += 1;
        self.deeper()?;
        self.binary(0)?;
        self.depth -= 1;
        if self.peek() != Some(")") {
            return Err(self.error(ExpressionErrorKind::Parenthesis(')')));
        }
        self.at += 1;
        Ok(())
    }

    fn primary(&mut self) -> Result<(), ExpressionError> {
        let Some(token) = self.peek() else {
            return Err(self.error(ExpressionErrorKind::Unfinished));
        };
        if token == "(" {
            return self.parentheses();
        }
        if token == "-" {
            self.at += 1;
            self.deeper()?;
            self.primary()?;
            self.depth -= 1;
            self.code.push(Step::Negative);
            return Ok(());
        }
        if let Some(function) = self.names.function(token) {
            self.at += 1;
            self.parentheses()?;
            self.code.push(Step::Call(function));
            return Ok(());
        }
        if token.starts_with(|c: char| c.is_ascii_digit()) {
            let number = token.parse().map_err(|_| self.error(ExpressionErrorKind::Number))?;
            self.at += 1;
            self.code.push(Step::Number(number));
            return Ok(());
        }
        let step = match token {
            "true" => Some(Step::Number(1)),
            "false" => Some(Step::Number(0)),
            name => self.names.word(name),
        };
        let Some(step) = step else {
            let accepted = self.names.accepted();
            return Err(
                self.error(ExpressionErrorKind::Unknown { name: token.to_string(), accepted })
            );
        };
        self.at += 1;
        self.code.push(step);
        Ok(())
    }
}

/// A binary operator.
enum Infix {
    /// `or` is true, and `and` false, whatever follows.
    Whether(bool),
    Operator(Operator),
}

fn operator(level: u32, token: &str) -> Option<Infix> {
    Some(Infix::Operator(match (level, token) {
        (0, "or") => return Some(Infix::Whether(true)),
        (1, "and") => return Some(Infix::Whether(false)),
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
    }))
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
        "gcd" => Field::Gcd,
        "odds" => Field::Odds,
        "evens" => Field::Evens,
        "sum" => Field::Sum,
        "sum_free" => Field::SumFree,
        "least_gap" => Field::LeastGap,
        "largest_gap" => Field::LargestGap,
        "period" => Field::Period,
        "preperiod" => Field::Preperiod,
        "eventually" => Field::Eventually,
        "grundy_period" => Field::GrundyPeriod,
        "grundy_preperiod" => Field::GrundyPreperiod,
        "divides" => Field::Divides,
        "strange_P" => Field::StrangeP,
        "cycle_strange_P" => Field::CycleStrangeP,
        "wide_P" => Field::WideP,
        "wide_strange_P" => Field::WideStrangeP,
        "coprime" => Field::Coprime,
        _ => {
            let has = by_letter("has_").map(Field::Has);
            let count = by_letter("count_").map(Field::Count);
            let first = by_letter("first_").map(Field::First);
            has.or(count).or(first).or(by_letter("cycle_").map(Field::Cycle))?
        }
    })
}
