//! Certificates as files for Lean 4, which need nothing but core Lean.

mod automaton;
mod octal;

use crate::document::{Claim, Rule};
use crate::formula::FormulaClaim;
use crate::verdict::{Verdict, Why};

/// The file for Lean that has what an accepted certificate claims; none for claims that no file is written for.
///
/// * The period of a take-and-break game by the theorem of Guy and Smith, if moves leave at most two heaps and no more than
///   2000 heaps have to be computed. O(heaps²).
/// * The P-positions of a game on tuples, given by an automaton of few states in base 2, if all tuples are positions, the
///   conditions of the moves are linear, and every move makes the sum of the coordinates, or one of them, smaller.
///   O(places · letters).
///
/// ```
/// use ishitori_certify::*;
/// let kayles =
///     Certificate::new(Rule::take_and_break([0, 7, 7]), Claim::period(71, 12), Proof::guy_smith());
/// let file = lean(&check(&kayles.to_json())).unwrap();
/// assert!(file.contains("theorem period"));
/// let other = Certificate::new(Rule::subtraction([1, 2]), Claim::period(0, 3), Proof::subtraction());
/// assert_eq!(lean(&check(&other.to_json())), None);
/// ```
pub fn lean(verdict: &Verdict) -> Option<String> {
    let Why::Proved(evidence) = &verdict.why else { return None };
    let statement = verdict.claim.as_ref().filter(|_| verdict.valid)?;
    match (&statement.rule, &statement.claim) {
        (Rule::TakeAndBreak(rule), Claim::GrundyPeriod(claim)) => {
            octal::file(rule, claim, evidence.theorem)
        }
        (Rule::Tuples(game), Claim::Formula(FormulaClaim::PPositionsAutomaton(set))) => {
            automaton::file(game, set)
        }
        _ => None,
    }
}

/// A file: what stands in every file, with the parts where their names are in braces.
fn filled(file: &str, parts: &[(&str, String)]) -> String {
    parts
        .iter()
        .fold(file.to_owned(), |file, (name, part)| file.replace(&format!("{{{name}}}"), part))
}
