//! Games and formulas in the notation of the language of games, as `ishitori fmt` lays it out, so that a
//! referee reads what was proved. What is printed can be read again, as the same game and formula.
//!
//! A certificate may have what the language cannot say: a variable that no range or set bounds. It is
//! printed as `for v in integers`.

use std::fmt;

use super::data::{AutomatonData, FormulaClaim, Term, Test, TupleMove, TuplePlayer, TupleRule};

/// How strongly parts of a text bind; what binds less than its place allows is put in brackets.
mod strength {
    pub(super) const OPEN: u8 = 0;
    pub(super) const OR: u8 = 1;
    pub(super) const AND: u8 = 2;
    pub(super) const NOT: u8 = 3;
    pub(super) const COMPARISON: u8 = 4;
    pub(super) const NIM_SUM: u8 = 5;
    pub(super) const SUM: u8 = 6;
    pub(super) const PRODUCT: u8 = 7;
    pub(super) const SIGN: u8 = 8;
    pub(super) const WHOLE: u8 = 9;
}
use strength::{AND, COMPARISON, NIM_SUM, NOT, OPEN, OR, PRODUCT, SIGN, SUM, WHOLE};

/// A text and how strongly it binds.
type Bound = (String, u8);

/// The text where parts of at least the strength `least` may stand.
fn within((text, strength): Bound, least: u8) -> String {
    if strength < least { format!("({text})") } else { text }
}

impl Term {
    fn at(&self, least: u8) -> String {
        within(self.text(), least)
    }

    fn text(&self) -> Bound {
        let call = |name: &str, a: &Term, b: &Term| {
            (format!("{name}({}, {})", a.at(OPEN), b.at(OPEN)), WHOLE)
        };
        match self {
            Term::Number(n) if *n < 0 => (n.to_string(), SIGN),
            Term::Number(n) => (n.to_string(), WHOLE),
            Term::Name(name) => (name.clone(), WHOLE),
            Term::Sum(terms) => sum(terms),
            Term::Times(-1, term) => (format!("-{}", term.at(WHOLE)), SIGN),
            Term::Times(a, term) => (format!("{a} * {}", term.at(SIGN)), PRODUCT),
            Term::Div(term, c) => (format!("{} div {c}", term.at(PRODUCT)), PRODUCT),
            Term::Mod(term, c) => (format!("{} mod {c}", term.at(PRODUCT)), PRODUCT),
            Term::Min(a, b) => call("min", a, b),
            Term::Max(a, b) => call("max", a, b),
            Term::Xor(a, b) => (format!("{} xor {}", a.at(NIM_SUM), b.at(SUM)), NIM_SUM),
            Term::And(a, b) => call("bitand", a, b),
            Term::Or(a, b) => call("bitor", a, b),
            Term::If(test, yes, no) => {
                let yes = match **yes {
                    Term::If(..) => yes.at(WHOLE),
                    _ => yes.at(OPEN),
                };
                (format!("if {} then {yes} else {}", test.at(OPEN), no.at(OPEN)), OPEN)
            }
        }
    }
}

fn sum(terms: &[Term]) -> Bound {
    let mut text = String::new();
    for (i, term) in terms.iter().enumerate() {
        let (sign, part) = match term {
            _ if i == 0 => ("", term.at(SUM)),
            Term::Times(-1, term) => (" - ", term.at(PRODUCT)),
            Term::Number(n) if *n < 0 => (" - ", n.unsigned_abs().to_string()),
            term => (" + ", term.at(PRODUCT)),
        };
        text.push_str(sign);
        text.push_str(&part);
    }
    match terms {
        [] => ("0".to_string(), WHOLE),
        [one] => one.text(),
        _ => (text, SUM),
    }
}

/// A comparison; numbers stand on the right.
fn compare(a: &Term, sign: &str, turned: &str, b: &Term) -> Bound {
    let (a, sign, b) = match (a, b) {
        (Term::Number(_), Term::Number(_)) => (a, sign, b),
        (Term::Number(_), _) => (b, turned, a),
        _ => (a, sign, b),
    };
    (format!("{} {sign} {}", a.at(NIM_SUM), b.at(NIM_SUM)), COMPARISON)
}

impl Test {
    fn at(&self, least: u8) -> String {
        within(self.text(), least)
    }

    fn text(&self) -> Bound {
        match self {
            Test::Equal(a, b) => compare(a, "=", "=", b),
            Test::AtMost(a, b) => compare(a, "<=", ">=", b),
            Test::Not(test) => match &**test {
                Test::Equal(a, b) => compare(a, "!=", "!=", b),
                Test::AtMost(a, b) => compare(b, "<", ">", a),
                test => (format!("not {}", test.at(NOT)), NOT),
            },
            Test::All(tests) => joined(tests, "true", " and ", AND),
            Test::Any(tests) => joined(tests, "false", " or ", OR),
        }
    }
}

fn joined(tests: &[Test], none: &str, word: &str, strength: u8) -> Bound {
    match tests {
        [] => (none.to_string(), WHOLE),
        [one] => one.text(),
        [first, rest @ ..] => {
            let mut text = first.at(strength);
            for test in rest {
                text.push_str(word);
                text.push_str(&test.at(strength.saturating_add(1)));
            }
            (text, strength)
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.at(OPEN))
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.at(OPEN))
    }
}

/// The numbers that a variable runs through, if a condition says that it is one of them.
fn domain(variable: &str, test: &Test) -> Option<String> {
    let text = part_of_domain(variable, test)?;
    Some(match test {
        Test::All(_) => text,
        _ => format!("{{{text}}}"),
    })
}

/// The same as an item of a set.
fn part_of_domain(variable: &str, test: &Test) -> Option<String> {
    let is = |term: &Term| matches!(term, Term::Name(name) if name == variable);
    match test {
        Test::Equal(a, b) if is(a) && !b.mentions(variable) => Some(b.at(NIM_SUM)),
        Test::Any(parts) if !parts.is_empty() => {
            let parts: Option<Vec<String>> =
                parts.iter().map(|part| part_of_domain(variable, part)).collect();
            Some(parts?.join(", "))
        }
        Test::All(parts) => {
            let [Test::AtMost(from, low), high, steps @ ..] = parts.as_slice() else { return None };
            let (dots, to, bound) = match high {
                Test::AtMost(bound, to) => ("..", to, bound),
                Test::Not(test) => match &**test {
                    Test::AtMost(to, bound) => ("..<", to, bound),
                    _ => return None,
                },
                _ => return None,
            };
            if !is(low) || !is(bound) || from.mentions(variable) || to.mentions(variable) {
                return None;
            }
            let step = match steps {
                [] => String::new(),
                [Test::Equal(Term::Mod(offset, step), Term::Number(0))] => match &**offset {
                    Term::Sum(terms) => match terms.as_slice() {
                        [a, Term::Times(-1, b)] if is(a) && **b == *from => format!(" step {step}"),
                        _ => return None,
                    },
                    _ => return None,
                },
                _ => return None,
            };
            Some(format!("{} {dots} {}{step}", from.at(NIM_SUM), to.at(NIM_SUM)))
        }
        _ => None,
    }
}

impl Term {
    /// Whether a name occurs.
    fn mentions(&self, name: &str) -> bool {
        match self {
            Term::Number(_) => false,
            Term::Name(own) => own == name,
            Term::Sum(terms) => terms.iter().any(|term| term.mentions(name)),
            Term::Times(_, a) | Term::Div(a, _) | Term::Mod(a, _) => a.mentions(name),
            Term::Min(a, b)
            | Term::Max(a, b)
            | Term::Xor(a, b)
            | Term::And(a, b)
            | Term::Or(a, b) => a.mentions(name) || b.mentions(name),
            Term::If(test, a, b) => test.mentions(name) || a.mentions(name) || b.mentions(name),
        }
    }
}

impl Test {
    fn mentions(&self, name: &str) -> bool {
        match self {
            Test::Equal(a, b) | Test::AtMost(a, b) => a.mentions(name) || b.mentions(name),
            Test::All(tests) | Test::Any(tests) => tests.iter().any(|test| test.mentions(name)),
            Test::Not(test) => test.mentions(name),
        }
    }
}

/// The positions that a move leads to, and its clauses.
fn move_text(rule: &TupleMove) -> (String, String) {
    let part = |part: &Vec<Term>| {
        let terms: Vec<String> = part.iter().map(Term::to_string).collect();
        format!("({})", terms.join(", "))
    };
    let parts: Vec<String> = std::iter::once(&rule.option).chain(&rule.plus).map(part).collect();
    let conditions: &[Test] = match &rule.condition {
        Test::All(tests) => tests,
        test => std::slice::from_ref(test),
    };
    let mut clauses = Vec::new();
    let mut open: Vec<&String> = rule.variables.iter().collect();
    for condition in conditions {
        // A clause may use the variables before it.
        let next = open.first().and_then(|name| domain(name, condition));
        let early = |test: &Test| open.iter().skip(1).any(|name| test.mentions(name));
        match next {
            Some(values) if !early(condition) => {
                clauses.push(format!("for {} in {values}", open.remove(0)));
            }
            _ => {
                // What speaks of a variable that nothing bounds comes after it.
                while open.iter().any(|name| condition.mentions(name)) {
                    clauses.push(format!("for {} in integers", open.remove(0)));
                }
                clauses.push(format!("if {condition}"));
            }
        }
    }
    clauses.extend(open.iter().map(|name| format!("for {name} in integers")));
    (parts.join(" + "), clauses.join(" "))
}

impl TupleRule {
    /// The game in the notation of the language, a line for each part and each move. O(size).
    ///
    /// ```
    /// use ishitori_certify::*;
    /// let n = || Term::Name("n".to_string());
    /// let one = TupleMove {
    ///     variables: Vec::new(),
    ///     condition: Test::Not(Box::new(Test::AtMost(n(), Term::Number(0)))),
    ///     option: vec![Term::Sum(vec![n(), Term::Number(-1)])],
    ///     plus: Vec::new(),
    ///     player: None,
    /// };
    /// let position = Test::All(Vec::new());
    /// let game = TupleRule { coordinates: vec!["n".into()], position, moves: vec![one], end: None };
    /// assert_eq!(game.lines(), ["position (n)", "both: (n - 1) if n > 0"]);
    /// ```
    pub fn lines(&self) -> Vec<String> {
        let names = self.coordinates.join(", ");
        let mut lines = vec![match &self.position {
            Test::All(tests) if tests.is_empty() => format!("position ({names})"),
            test => format!("position ({names}) where {test}"),
        }];
        let mut moves = self.moves.as_slice();
        while let Some(first) = moves.first() {
            let same = moves.iter().take_while(|rule| rule.player == first.player).count();
            let (group, rest) = moves.split_at(same);
            moves = rest;
            let head = match first.player {
                None => "both: ",
                Some(TuplePlayer::Left) => "left: ",
                Some(TuplePlayer::Right) => "right: ",
            };
            let texts: Vec<(String, String)> = group.iter().map(move_text).collect();
            let width = |text: &str| text.chars().count();
            let tuples = texts.iter().map(|(tuple, _)| width(tuple));
            let column = tuples.filter(|w| *w <= MAX_ALIGNED).max().unwrap_or(0);
            for (i, (tuple, clauses)) in texts.iter().enumerate() {
                let head = if i == 0 { head.to_string() } else { " ".repeat(head.len()) };
                let gap = match clauses.is_empty() {
                    true => String::new(),
                    false => " ".repeat(column.saturating_sub(width(tuple)).saturating_add(1)),
                };
                lines.push(format!("{head}{tuple}{gap}{clauses}"));
            }
        }
        lines.extend(self.end.as_deref().map(end_text));
        lines
    }
}

/// Clauses are aligned in a column up to here.
const MAX_ALIGNED: usize = 40;

/// The end rule: who wins where there is no move: in N the player to move, in L Left, in R Right, in P the other.
fn end_text([left, right]: &[Test; 2]) -> String {
    let is_not = |a: &Test, b: &Test| matches!(a, Test::Not(a) if **a == *b);
    match () {
        () if left == right && *left == Test::All(Vec::new()) => "end: misere".to_string(),
        () if left == right => format!("end: if {left} then N else P"),
        () if is_not(right, left) => format!("end: if {left} then L else R"),
        () if is_not(left, right) => format!("end: if {right} then R else L"),
        () => format!(
            "end: if {} and {} then N else if {left} then L else if {right} then R else P",
            left.at(AND),
            right.at(NOT)
        ),
    }
}

impl fmt::Display for TupleRule {
    /// On one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, line) in self.lines().iter().enumerate() {
            let text: Vec<&str> = line.split_whitespace().collect();
            write!(f, "{}{}", if i > 0 { "; " } else { "" }, text.join(" "))?;
        }
        Ok(())
    }
}

impl fmt::Display for FormulaClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let states = |automaton: &AutomatonData| automaton.states.len();
        let base = self
            .base()
            .map_or_else(String::new, |base| format!(", reading numbers in base {base}"));
        match self {
            FormulaClaim::Grundy(term) => {
                write!(f, "the Grundy number of every position is {term}")
            }
            FormulaClaim::PPositions(test) => {
                write!(f, "a position is a P-position if and only if {test}")
            }
            FormulaClaim::Outcomes([left, right]) => write!(
                f,
                "moving first, Left wins a position if and only if {left}, and Right if and only if {right}"
            ),
            FormulaClaim::GrundyAutomaton(automaton) => write!(
                f,
                "the Grundy number of every position is the one that the automaton of {} states in the certificate accepts with it{base}",
                states(automaton)
            ),
            FormulaClaim::PPositionsAutomaton(automaton) => write!(
                f,
                "a position is a P-position if and only if the automaton of {} states in the certificate accepts it{base}",
                states(automaton)
            ),
            FormulaClaim::OutcomesAutomata([left, right]) => write!(
                f,
                "moving first, Left wins the positions that the first automaton in the certificate accepts ({} states), and Right those that the second one accepts ({} states){base}",
                states(left),
                states(right)
            ),
        }
    }
}

impl FormulaClaim {
    /// The base in which the automata of a claim read numbers, if it is not 2. O(1).
    pub fn base(&self) -> Option<&str> {
        match self {
            FormulaClaim::Grundy(_) | FormulaClaim::PPositions(_) | FormulaClaim::Outcomes(_) => {
                None
            }
            FormulaClaim::GrundyAutomaton(set) | FormulaClaim::PPositionsAutomaton(set) => {
                set.base.as_deref()
            }
            FormulaClaim::OutcomesAutomata([left, _]) => left.base.as_deref(),
        }
    }
}
