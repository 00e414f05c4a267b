//! Sequences in answers, as entries for the On-Line Encyclopedia of Integer Sequences.
//!
//! What is said here is English, because the encyclopedia is; nothing but what is proved stands in comments and formulas.

use std::io::Write;

use ishitori_records::{OeisEntry, WriteError};

use crate::box_table::{Cell, Show};
use crate::closed_form::ClosedForm;
use crate::end::PlayConvention;
use crate::known::Repetition;
use crate::{OutcomeClass, grundy, outcomes, period, table, values};

/// P-positions in closed form are listed up to this many, if there are more.
const LISTED: usize = 1000;
/// Longer lists of residues and of exceptions are left out.
const SHORT: usize = 20;

/// The Grundy numbers of heaps.
pub(super) fn grundy(
    answer: &grundy::Answer,
    made: Option<&str>,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    if answer.smith.is_some() {
        return Err(WriteError::NotASequence);
    }
    let misere = answer.end == Some(PlayConvention::Misere);
    let kind = if misere { "misere Grundy number" } else { "Grundy number" };
    let name = format!("a(n) is the {kind} of a heap of n in {}.", game(&answer.rule));
    let mut entry = OeisEntry::new(name, 0);
    if let Some(found) = &answer.periodicity {
        repetition(found, &mut entry);
    }
    let terms = (0..answer.values.len()).map(|heap| answer.number(heap).map(i64::from));
    entry.write(terms, made, out)
}

/// The heaps that the previous player wins.
pub(super) fn outcomes(
    answer: &outcomes::Answer,
    made: Option<&str>,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    let under = answer.end.as_deref().map(under).unwrap_or_default();
    let mut entry = p_positions(&answer.rule, &under);
    let classes = answer.classes.iter().flatten();
    let mut lost = classes.filter(|class| class.outcome == OutcomeClass::P);
    if let Some(class) = lost.next() {
        closed_form(&class.heaps, answer.outcomes.len() as u64, &mut entry);
    }
    let letters = answer.outcomes.bytes().zip(0i64..);
    entry.write(letters.filter(|(letter, _)| *letter == b'P').map(|(_, n)| Some(n)), made, out)
}

/// The heaps with Grundy number 0, in misère play those that the previous player wins, where their period is proved.
pub(super) fn period(
    answer: &period::Answer,
    made: Option<&str>,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    let period::Answer::Heaps(found) = answer else { return Err(WriteError::NotASequence) };
    let form = found.p_positions.as_ref().ok_or(WriteError::NotASequence)?;
    let under =
        if found.end == Some(PlayConvention::Misere) { under("misere") } else { String::new() };
    let mut entry = p_positions(&found.rule, &under);
    closed_form(form, u64::MAX, &mut entry);
    entry.write(first_members(form).into_iter().map(|n| i64::try_from(n).ok()), made, out)
}

/// The values of heaps, if they are whole numbers.
pub(super) fn values(
    answer: &values::Answer,
    made: Option<&str>,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    if !answer.measures.is_empty() {
        return Err(WriteError::NotASequence);
    }
    let name = format!("a(n) is the value of a heap of n in {}.", game(&answer.rule));
    let terms = answer.values.iter().map(|value| value.parse().ok());
    OeisEntry::new(name, 0).write(terms, made, out)
}

/// The row of a table of one coordinate, its P-positions, or a table of two coordinates read by antidiagonals.
pub(super) fn table(
    answer: &table::Answer,
    made: Option<&str>,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    let under = answer.end.as_deref().map(under).unwrap_or_default();
    if let Some(positions) = &answer.positions {
        let entry = p_positions(&answer.rule, &under);
        let terms = positions.iter().map(|position| match position.as_slice() {
            [n] => Some(*n),
            _ => None,
        });
        return entry.write(terms, made, out);
    }
    let mut slices = answer.parts();
    let (Some((fixed, rows)), None) = (slices.next(), slices.next()) else {
        return Err(WriteError::NotASequence);
    };
    let fixed = fixed.map_or(&[][..], |fixed| &fixed.0);
    let fixed: Vec<String> =
        fixed.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let fixed = match fixed.is_empty() {
        true => String::new(),
        false => format!(" with {}", fixed.join(", ")),
    };
    let number = |cell: &Cell| match cell {
        Cell::Number(n) => Some(i64::from(*n)),
        Cell::Word(word) => word.parse().ok(),
        Cell::Nothing => None,
    };
    let shown = match answer.show {
        Show::Grundy => "Grundy number".to_string(),
        show => show.name().replace('-', " "),
    };
    let (game, across) = (game(&answer.rule), &answer.column_name);
    if let [row] = rows {
        // A row may begin late, and end early where no positions are.
        let first = row.iter().position(|cell| *cell != Cell::Nothing);
        let last = row.iter().rposition(|cell| *cell != Cell::Nothing);
        let (first, last) = first.zip(last).ok_or(WriteError::NotASequence)?;
        let name =
            format!("a(n) is the {shown} of the position {across} = n{fixed} in {game}{under}.");
        let entry = OeisEntry::new(name, first as i64);
        return entry.write(row[first..=last].iter().map(number), made, out);
    }
    let down = &answer.row_name;
    let size = rows.iter().map(Vec::len).min().unwrap_or(0).min(rows.len());
    let name = format!(
        "Square array T({down},{across}), {down} >= 0, {across} >= 0, read by ascending antidiagonals: the {shown} of the \
         position ({down},{across}){fixed} in {game}{under}."
    );
    let mut entry = OeisEntry::new(name, 0);
    entry.comments.push(
        "The antidiagonals are T(0,0); T(1,0), T(0,1); T(2,0), T(1,1), T(0,2); ...".to_string(),
    );
    entry.keywords.push("tabl");
    let terms =
        (0..size).flat_map(|sum| (0..=sum).map(move |right| number(&rows[sum - right][right])));
    entry.write(terms, made, out)
}

/// An entry for P-positions, the first of which has the index 1.
fn p_positions(rule: &str, under: &str) -> OeisEntry {
    let game = game(rule);
    OeisEntry::new(
        format!(
            "P-positions: numbers n such that the previous player wins a heap of n in {game}{under}."
        ),
        1,
    )
}

/// A rule with the word for what it is.
fn game(rule: &str) -> String {
    let digits =
        rule.split_once('.').filter(|(whole, _)| whole.len() == 1).map(|(_, digits)| digits);
    let all = |radix: u32| {
        let is_digit = |c: char| c == '.' || c.is_digit(radix);
        digits.is_some_and(|digits| !digits.is_empty()) && rule.chars().all(is_digit)
    };
    match (all(8), all(16), rule.strip_prefix("sub:")) {
        (true, _, _) => format!("the octal game {rule}"),
        (_, true, _) => format!("the hexadecimal game {rule}"),
        (_, _, Some(set)) => format!("the subtraction game with the set {{{set}}}"),
        _ => format!("the game {rule}"),
    }
}

fn under(end: &str) -> String {
    match end {
        "normal" => " in normal play".to_string(),
        "misere" => " in misere play".to_string(),
        end => format!(" under the end rule {end}"),
    }
}

/// What is proved of a sequence that repeats.
fn repetition(found: &Repetition, entry: &mut OeisEntry) {
    let Repetition { period, preperiod, saltus, .. } = found;
    let (kind, added) = match saltus {
        0 => ("periodic with period", String::new()),
        saltus => ("arithmetic periodic with period", format!(" + {saltus}")),
    };
    let word = match preperiod {
        0 => format!("The sequence is {kind} {period}"),
        _ => format!("The sequence is eventually {kind} {period}"),
    };
    let saltus = if *saltus > 0 { format!(" and saltus {saltus}") } else { String::new() };
    // The preperiod is the least one: the heap before it is an exception.
    let last = match preperiod.checked_sub(1) {
        Some(last) => format!("; the last exception is at n = {last}"),
        None => String::new(),
    };
    entry.comments.push(format!("{word}{saltus} (proved){last}."));
    entry.formulas.push(format!("a(n+{period}) = a(n){added} for all n >= {preperiod}."));
}

/// What is proved of a set of heaps in closed form, of which those below `listed` are terms.
fn closed_form(form: &ClosedForm, listed: u64, entry: &mut OeisEntry) {
    let ClosedForm { from, modulus, residues, also, except } = form;
    if residues.is_empty() {
        entry
            .comments
            .push(format!("There are finitely many terms, all less than {from} (proved)."));
        if listed >= *from {
            entry.keywords.extend(["fini", "full"]);
        }
        return;
    }
    let join = |numbers: &[u64]| numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    entry.comments.push(match residues.len() <= SHORT {
        true => format!(
            "For n >= {from}, n is a term if and only if n == {} (mod {modulus}) (proved).",
            join(residues)
        ),
        false => format!("For n >= {from}, n is a term if and only if n + {modulus} is (proved)."),
    });
    if residues.len() > SHORT || also.len().max(except.len()) > SHORT {
        return;
    }
    let mut smaller = Vec::new();
    if !also.is_empty() {
        smaller.push(format!("terms with another residue: {}", join(also)));
    }
    if !except.is_empty() {
        smaller.push(format!("no terms though they have such a residue: {}", join(except)));
    }
    if !smaller.is_empty() {
        entry.comments.push(format!("The exceptions below {from} are: {}.", smaller.join("; ")));
    }
}

/// The first members of a set in closed form: all of a finite set, at least [`LISTED`] of an infinite one. O(members · log).
fn first_members(form: &ClosedForm) -> Vec<u64> {
    let ClosedForm { modulus, residues, also, except, .. } = form;
    let mut residues = residues.clone();
    residues.sort_unstable();
    let mut members: Vec<u64> = Vec::new();
    let mut block = 0u64;
    // A round adds at least one member, or uses up exceptions, of which there are finitely many.
    while !residues.is_empty() && members.len() < LISTED {
        let round = residues.iter().map(|residue| block + residue);
        members.extend(round.filter(|n| !except.contains(n)));
        block = match block.checked_add(*modulus) {
            Some(block) => block,
            None => break,
        };
    }
    // Beyond the last of these, others may be missing.
    let end = if residues.is_empty() { u64::MAX } else { block };
    members.extend(also.iter().filter(|n| **n < end));
    members.sort_unstable();
    members
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// The members of a set in closed form are those that its definition gives, one number after the other.
        #[test]
        fn members_are_those_of_the_definition(
            pattern in proptest::collection::vec(any::<bool>(), 1..12),
            before in proptest::collection::vec(any::<bool>(), 0..30),
        ) {
            let period = pattern.len() as u64;
            let start = before.len() as u64;
            let has = |n: u64| match before.get(n as usize) {
                Some(early) => *early,
                None => pattern[(n % period) as usize],
            };
            let form = ClosedForm::of(start, period, has).unwrap();
            let found = first_members(&form);
            let end = found.last().map_or(0, |last| last + 1);
            let expected: Vec<u64> = (0..end).filter(|n| has(*n)).collect();
            prop_assert_eq!(&found, &expected);
            let finite = !pattern.contains(&true);
            let all = before.iter().filter(|early| **early).count();
            let enough = if finite { found.len() == all } else { found.len() >= LISTED };
            prop_assert!(enough);
        }
    }

    #[test]
    fn rules_are_named_by_what_they_are() {
        assert_eq!(game("0.77"), "the octal game 0.77");
        assert_eq!(game("0.3F"), "the hexadecimal game 0.3F");
        assert_eq!(game("sub:1,3"), "the subtraction game with the set {1,3}");
        assert_eq!(game("kayles = 0.77"), "the game kayles = 0.77");
    }
}
