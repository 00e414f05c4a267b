//! Formulas are tested, decided and found.

use std::time::Duration;

use ishitori_automata::{self as automata, Base, Decision, Proof, Why};
use ishitori_language::{EndKind, Formula, TextGame, Type};
use ishitori_rules::end::EndRule;
use ishitori_solve::tuple::{self, FitFailure, TupleError, fit_by, test_conjecture_under};

use super::learn::learn;
use super::refute::{TestedFormula, decide};
use super::{
    Answer, Coordinate, Counterexample, Decided, Fitted, Guess, NothingFits, ProofSize, Reason,
    Request, Several, Test, Tested,
};
use crate::automaton_table::AutomatonTable;
use crate::end::{as_letters, ending, read_end, under};
use crate::note::NoCertificate;
use crate::rule::{Rule, names_file};
use crate::settings::each_setting;
use crate::{Accepted, Answered, AskError, Context, Note, RuleSource, Stopped, TextOf};

/// The small table for a fit, if nothing is said: so large in the last coordinate.
const SMALL: u32 = 80;
/// The time between two progress reports.
pub(super) const BETWEEN_NEWS: Duration = Duration::from_millis(100);

pub(super) fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let given = request.formula.is_some() || request.p_positions.is_some();
    if given == request.fit {
        return Err(AskError::Argument {
            field: "fit",
            value: request.fit.to_string(),
            accepted: Accepted::FormulaOrFit,
        });
    }
    let all = each_setting(&request.set)?;
    if request.certificate && all.len() > 1 {
        return Err(AskError::Argument {
            field: "certificate",
            value: "true".to_string(),
            accepted: Accepted::OneGame,
        });
    }
    let mut answers = Vec::new();
    for set in all {
        let game = Rule::read(&request.rule, &set)?.into_game()?;
        answers.push(one(&game, request, context)?);
    }
    Ok(match answers.len() {
        1 => answers.remove(0),
        _ => {
            let notes = answers.iter().flat_map(|answer| answer.notes().to_vec()).collect();
            Answer::Several(Several { rows: answers, notes })
        }
    })
}

fn one(game: &TextGame, request: &Request, context: &Context) -> Result<Answer, AskError> {
    let base = base_of(request)?;
    let mut answer = in_base(game, request, &base, context)?;
    if request.base.is_some() {
        answer.in_base(&base.to_string());
    }
    Ok(answer)
}

/// The base in which automata read numbers.
fn base_of(request: &Request) -> Result<Base, AskError> {
    let Some(text) = &request.base else { return Ok(Base::binary()) };
    text.parse().map_err(|_| AskError::Argument {
        field: "base",
        value: text.clone(),
        accepted: Accepted::Base,
    })
}

fn in_base(
    game: &TextGame,
    request: &Request,
    base: &Base,
    context: &Context,
) -> Result<Answer, AskError> {
    let (mut game, mut end) = under(game, request.end.as_deref())?;
    // A proof is about the game with its end.
    if let Some(stones) = end.as_ref().filter(|_| request.prove)
        && let Some(ended) = as_letters(&game, stones)
    {
        (game, end) = (ended, None);
    }
    let to = match &request.to {
        Some(to) if to.0.len() != game.width() => {
            return Err(AskError::BoxBounds { expected: game.width(), found: to.0.len() });
        }
        Some(to) => to.0.clone(),
        None => vec![small_side(game.width()); game.width()],
    };
    match request.formula.as_ref().or(request.p_positions.as_ref()) {
        Some(formula) => {
            let asked = Asked { game: &game, end, formula, request, base, to };
            test(asked, context).map(|tested| Answer::Tested(Box::new(tested)))
        }
        None if end.is_some() => Err(AskError::Game { game, error: TupleError::NotNormal }),
        None => find_or_learn(&game, request, base, to, context),
    }
}

/// The side of a small table.
pub(super) fn small_side(width: usize) -> u32 {
    match width {
        0..=2 => SMALL,
        3 => SMALL / 4,
        _ => SMALL / 10,
    }
}

/// What a formula is said about.
struct Asked<'a> {
    game: &'a TextGame,
    end: Option<EndRule>,
    formula: &'a RuleSource,
    request: &'a Request,
    base: &'a Base,
    to: Vec<u32>,
}

/// The text of a formula, and where it comes from.
fn text_of(formula: &RuleSource) -> Result<(TextOf, String), AskError> {
    match formula {
        RuleSource::File { name, text } => Ok((TextOf::Name(name.clone()), text.clone())),
        RuleSource::Text(text) if names_file(text, "formula") => {
            Err(AskError::FileName { field: "formula", name: text.clone() })
        }
        RuleSource::Text(text) => Ok((TextOf::Field("formula"), text.clone())),
    }
}

fn test(asked: Asked<'_>, context: &Context) -> Result<Tested, AskError> {
    let Asked { game, end, formula, request, base, to } = asked;
    let (from, source) = text_of(formula)?;
    let compiled = game.formula(&source).map_err(|error| AskError::Language {
        from,
        source: source.clone(),
        error,
    })?;
    if request.p_positions.is_some() && compiled.kind() != Type::Bool {
        return Err(AskError::Argument {
            field: "p-positions",
            value: source,
            accepted: Accepted::Condition,
        });
    }
    let (threads, budget) = (context.threads, &context.budget);
    let found = test_conjecture_under(game, &compiled, &to, ending(&end)?, threads, budget);
    let found = match found {
        // A proof needs no table.
        Err(TupleError::Limit(limit)) if request.prove => {
            tuple::Conjecture { tested: 0, skipped: 0, counterexample: None, stopped: Some(limit) }
        }
        found => found.map_err(|error| {
            // A fault in the formula points into the formula, but tables fault in the game.
            AskError::Conjecture { game: game.clone(), formula: source.clone(), error }
        })?,
    };
    let mut searched = TestedFormula { result: found, to };
    let decision = match request.prove && end.is_none() {
        true => Some(decide(game, &compiled, base, &mut searched, context)),
        false => None,
    };
    let TestedFormula { result, to } = searched;
    let mut test = Test::from(result);
    let mut notes = Vec::new();
    let decided = match decision {
        Some(decision) => {
            let text = Text { game, formula: &compiled, source: &source };
            describe(&text, decision, &mut test, request.certificate, &mut notes, context)?
        }
        // An end by the stones that are left is not part of the game.
        None if request.prove => {
            test.undecided();
            let reason = Some(Reason::EndOutsideGame);
            Decided { proved: Some(None), reason, ..Decided::default() }
        }
        None => Decided::default(),
    };
    let asked_end = request.end.as_deref().map(read_end).transpose()?;
    Ok(Tested {
        test,
        rule: game.to_string(),
        formula: source,
        end: asked_end.map(|end| end.to_string()),
        to,
        decided,
        coordinates: game.coordinates().to_vec(),
        notes,
    })
}

/// A formula about a game, and its text.
struct Text<'a> {
    game: &'a TextGame,
    formula: &'a Formula,
    source: &'a str,
}

/// What was decided, as data; also records what it means for the test.
fn describe(
    text: &Text<'_>,
    decision: Decision,
    test: &mut Test,
    certificate: bool,
    notes: &mut Vec<Note>,
    context: &Context,
) -> Result<Decided, AskError> {
    let mut decided = Decided::default();
    match decision {
        Decision::Proved(proof) => {
            decided.proved = Some(Some(true));
            decided.proof = Some(size(text.game, &proof));
            if certificate {
                let budget = &context.budget;
                let made = automata::certificate(text.game, Some(text.formula), &proof, budget)?;
                decided.document = made.map(|document| document.to_json());
                decided.refused = decided.document.is_none();
            }
            if decided.refused {
                notes.push(Note::NoCertificate(NoCertificate::Formula));
            }
        }
        Decision::Refuted(violation) => {
            decided.proved = Some(Some(false));
            test.holds = Some(false);
            test.counterexample.get_or_insert_with(|| Counterexample {
                position: violation.position().iter().map(|&c| Coordinate::from(c)).collect(),
                expected: None,
                found: None,
            });
            decided.reason = Some(Reason::Refuted(violation));
        }
        Decision::Open(why) => {
            decided.proved = Some(None);
            test.undecided();
            if let Why::Limit { limit, .. } = &why {
                test.stopped = Some(Stopped::from(limit));
            }
            let source = match &why {
                Why::Game(_) => text.game.source().to_string(),
                _ => text.source.to_string(),
            };
            decided.reason = Some(Reason::Open { why, source });
        }
    }
    Ok(decided)
}

pub(super) fn size(game: &TextGame, proof: &Proof) -> ProofSize {
    let coefficients =
        |form: &automata::Linear| (0..game.width()).map(|at| form.coefficient(at as u32)).collect();
    ProofSize {
        states: proof.relations.iter().map(|r| AutomatonTable::size(&r.automaton)).collect(),
        largest: proof.largest,
        decreases: proof.measure.iter().map(coefficients).collect(),
    }
}

/// Looks for a formula; if a proof is asked for and no formula has one, automata are learnt.
fn find_or_learn(
    game: &TextGame,
    request: &Request,
    base: &Base,
    to: Vec<u32>,
    context: &Context,
) -> Result<Answer, AskError> {
    let has_grundy = game.is_impartial() && game.end() == EndKind::Normal;
    let formulas = !request.prove || (request.learn.is_none() && has_grundy);
    let found = match formulas {
        true => Some(find(game, request, base, to, context)?),
        false => None,
    };
    let proved = match &found {
        Some(Answer::Fitted(fitted)) => fitted.decided.proved == Some(Some(true)),
        _ => false,
    };
    if !request.prove || proved {
        return found.ok_or(AskError::Game { game: game.clone(), error: TupleError::NotNormal });
    }
    let learned = learn(game, request, base, context)?;
    Ok(Answer::Learned(Box::new(learned)))
}

fn find(
    game: &TextGame,
    request: &Request,
    base: &Base,
    to: Vec<u32>,
    context: &Context,
) -> Result<Answer, AskError> {
    let from: Vec<u32> = match &request.from {
        Some(from) if from.0.len() != game.width() => {
            return Err(AskError::BoxBounds { expected: game.width(), found: from.0.len() });
        }
        Some(from) => from.0.clone(),
        None => to.iter().map(|&last| last.min(small_side(game.width()))).collect(),
    };
    let found = fit_by(game, &from, &to, context.threads, &context.budget)
        .map_err(|error| AskError::Game { game: game.clone(), error })?;
    let rule = game.to_string();
    let fit = match found {
        Ok(fit) => fit,
        Err(FitFailure::Limit(limit)) => return Err(AskError::Limit(limit)),
        Err(FitFailure::None { guesses }) => {
            let guesses = guesses.into_iter().map(Guess::from).collect();
            let nothing = NothingFits { holds: false, formula: None, guesses, rule, from, to };
            return Ok(Answer::Nothing(Box::new(nothing)));
        }
    };
    let mut decision = None;
    let mut searched = TestedFormula { result: fit.test, to };
    if request.prove {
        let compiled = game.formula(&fit.formula).map_err(|error| AskError::Language {
            from: TextOf::Field("formula"),
            source: fit.formula.clone(),
            error,
        })?;
        decision = Some((decide(game, &compiled, base, &mut searched, context), compiled));
    }
    let TestedFormula { result, to } = searched;
    let mut test = Test::from(result);
    let mut notes = Vec::new();
    let decided = match decision {
        Some((decision, compiled)) => {
            let text = Text { game, formula: &compiled, source: &fit.formula };
            describe(&text, decision, &mut test, request.certificate, &mut notes, context)?
        }
        None => Decided::default(),
    };
    Ok(Answer::Fitted(Box::new(Fitted {
        test,
        formula: fit.formula,
        fitted_on: fit.fitted_on,
        rule,
        from,
        to,
        decided,
        coordinates: game.coordinates().to_vec(),
        notes,
    })))
}
