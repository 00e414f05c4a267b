//! Names of coordinates and variables. They are printed in the statement that a referee reads, so that
//! nothing but a name may stand there: no sign, no space, no word of the notation, no character that is
//! invisible or turns the direction of writing.

use super::data::{AutomatonData, FormulaClaim, Term, Test, TupleRule};
use super::numeration::Numeration;
use crate::document::Claim;

/// The longest name.
const MAX_LENGTH: usize = 40;

/// Words that mean something in the notation of statements.
const WORDS: &[&str] = &[
    "abs", "and", "bit", "bitand", "bitor", "both", "def", "div", "else", "end", "false", "for",
    "game", "gcd", "if", "in", "integers", "isqrt", "left", "let", "loopy", "max", "min", "misere",
    "mod", "normal", "not", "or", "popcount", "position", "pow", "right", "shl", "show", "shr",
    "step", "terminal", "then", "true", "when", "where", "xor", "L", "N", "P", "R",
];

/// Whether a text is a name: letters, digits, `_` and `'`, a letter or `_` first. Letters are those of
/// the Latin, Greek and Cyrillic alphabets, kana, Chinese characters and Hangul. O(length).
///
/// ```
/// use ishitori_certify::is_name;
/// assert!(is_name("n") && is_name("z_1'") && is_name("石"));
/// assert!(!is_name("n mod 3 = 0 and n") && !is_name("mod") && !is_name("n\n") && !is_name(""));
/// ```
pub fn accepted(text: &str) -> bool {
    let first = text.chars().next().is_some_and(|c| is_letter(c) || c == '_');
    let rest = text.chars().all(|c| is_letter(c) || matches!(c, '_' | '\'' | '0'..='9'));
    first && rest && text.chars().count() <= MAX_LENGTH && !WORDS.contains(&text)
}

fn is_letter(c: char) -> bool {
    let block = matches!(c,
        'A'..='Z' | 'a'..='z'
        | '\u{c0}'..='\u{24f}'
        | '\u{370}'..='\u{3ff}'
        | '\u{400}'..='\u{4ff}'
        | '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' | 'ー' | '々'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7a3}');
    block && c.is_alphabetic()
}

/// Whether every name in a game and in a claim about it is accepted, and is that of a coordinate or, in a
/// move, of one of its variables. O(size).
pub(crate) fn known(game: &TupleRule, claim: &Claim) -> bool {
    let coordinates = game.coordinates.as_slice();
    let of_position = |test: &Test| names_in_test(test, &|name| coordinates.contains(name));
    let declared = game.moves.iter().flat_map(|rule| &rule.variables).chain(coordinates);
    let moves = game.moves.iter().all(|rule| {
        let here = |name: &String| coordinates.contains(name) || rule.variables.contains(name);
        let mut parts = std::iter::once(&rule.option).chain(&rule.plus).flatten();
        names_in_test(&rule.condition, &here) && parts.all(|term| names_in_term(term, &here))
    });
    let claim = match claim {
        Claim::Formula(FormulaClaim::Grundy(term)) => {
            names_in_term(term, &|name| coordinates.contains(name))
        }
        Claim::Formula(FormulaClaim::PPositions(test)) => of_position(test),
        Claim::Formula(FormulaClaim::Outcomes(wins)) => wins.iter().all(of_position),
        Claim::Formula(
            FormulaClaim::GrundyAutomaton(set) | FormulaClaim::PPositionsAutomaton(set),
        ) => base_is_known(set),
        Claim::Formula(FormulaClaim::OutcomesAutomata(sets)) => sets.iter().all(base_is_known),
        _ => true,
    };
    declared.into_iter().all(|name| accepted(name))
        && of_position(&game.position)
        && game.end.iter().flat_map(|end| end.iter()).all(of_position)
        && moves
        && claim
}

/// Whether the base that a statement names is one.
fn base_is_known(automaton: &AutomatonData) -> bool {
    automaton.base.as_deref().is_none_or(|base| Numeration::read(base).is_ok())
}

fn names_in_term(term: &Term, known: &dyn Fn(&String) -> bool) -> bool {
    let of = |term: &Term| names_in_term(term, known);
    match term {
        Term::Number(_) => true,
        Term::Name(name) => known(name),
        Term::Sum(terms) => terms.iter().all(of),
        Term::Times(_, a) | Term::Div(a, _) | Term::Mod(a, _) => of(a),
        Term::Min(a, b) | Term::Max(a, b) | Term::Xor(a, b) | Term::And(a, b) | Term::Or(a, b) => {
            of(a) && of(b)
        }
        Term::If(test, a, b) => names_in_test(test, known) && of(a) && of(b),
    }
}

fn names_in_test(test: &Test, known: &dyn Fn(&String) -> bool) -> bool {
    match test {
        Test::Equal(a, b) | Test::AtMost(a, b) => {
            names_in_term(a, known) && names_in_term(b, known)
        }
        Test::All(tests) | Test::Any(tests) => tests.iter().all(|t| names_in_test(t, known)),
        Test::Not(test) => names_in_test(test, known),
    }
}
