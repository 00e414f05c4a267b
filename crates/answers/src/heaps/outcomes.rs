//! The outcome classes of single heaps under an end rule.

use ishitori_language::TextGame;
use ishitori_rules::end::EndRule;
use ishitori_rules::heap::HeapRule;
use ishitori_solve::ending::{Cycle, outcomes};
use ishitori_solve::known::{self, Knowledge, observed_cycle};
use ishitori_solve::tuple::{SumPosition, SumSearch, TupleEnd, TupleError, outcome_table};
use ishitori_values::{Budget, LimitReached, Outcome};
use serde::{Deserialize, Serialize};

use crate::closed_form::{ClosedForm, LAST_HEAP};
use crate::conjecture::{Learnable, may_be_decided};
use crate::end::{ending, heap_question, read_end};
use crate::finish::answered_by;
use crate::known::{Observed, Status, nullable};
use crate::registration::{Address, Registration};
use crate::rule::without_gaps;
use crate::sequence::count;
use crate::{
    Accepted, Answered, AskError, Context, Finish, Instead, NoCertificate, Note, OutcomeClass,
    Rule, RuleSource, Stopped,
};

/// The number of copies of outcomes that are held, as letters and in a text.
const COPIES: u64 = 6;

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    &[Address::object("outcomes").up_to(&[("to", 1_000_000)])],
    &[&[("rule", "sub:2,3"), ("end", "mod2:LR"), ("to", "20")]],
)
.with_rows()
.for_each_game();

/// Who wins the heaps 0, 1, …?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// The rule of the game.
    pub rule: RuleSource,
    /// Values of parameters of a game in the language: `k=3`.
    #[serde(default)]
    pub set: Vec<String>,
    /// Who wins when no move is left, such as `misere`, `mod2:LR` or `table:LRP[N]`; what the game
    /// says, or normal, if there is none.
    #[serde(default)]
    pub end: Option<String>,
    /// The last heap.
    pub to: u64,
    /// Whether a certificate of the period is wanted; for subtraction sets only.
    #[serde(default)]
    pub certificate: bool,
}

/// The outcome classes, and the period of their sequence.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The rule as it was understood.
    pub rule: String,
    /// The end rule; null for a game in the language under its own.
    pub end: Option<String>,
    /// A letter P, N, L or R for each of the heaps 0, 1, …, as far as they were asked for, or less.
    pub outcomes: String,
    /// The least period, if it is proved.
    pub period: Option<u64>,
    /// The least heap from which on it holds.
    pub preperiod: Option<u64>,
    /// The way in which the period is known.
    pub status: Status,
    /// The heaps of each class that occurs, in closed form, if a period is proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub classes: Option<Vec<Class>>,
    /// The apparent pattern of the letters where nothing is proved.
    #[serde(default, deserialize_with = "nullable", skip_serializing_if = "Option::is_none")]
    pub observed: Option<Option<Observed>>,
    /// The file that the certificate was written to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
    /// How many heaps were examined for a period, where none was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub looked_at: Option<u64>,
    /// The limit that ended the computation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// The last heap that was asked for, where a limit was reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked_to: Option<u64>,
    /// The certificate.
    #[serde(skip)]
    pub document: Option<String>,
    /// Notes that accompany the answer.
    #[serde(skip)]
    pub notes: Vec<Note>,
}

/// The heaps of one outcome class.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Class {
    /// The class.
    pub outcome: OutcomeClass,
    /// Its heaps.
    #[serde(flatten)]
    pub heaps: ClosedForm,
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        Finish::with_certificate(&self.stopped, &self.notes)
    }

    answered_by!(rows, notes, document);
}

/// Finds the outcomes. The cost is O(n·s) for subtraction games with s numbers, more where heaps
/// are broken; a period is searched for among at most 2^24 heaps.
///
/// ```
/// use ishitori_answers::{Context, outcomes};
/// use ishitori_values::Budget;
///
/// let request = serde_json::json!({ "rule": "sub:1,2", "end": "misere", "to": 6 });
/// let request = serde_json::from_value(request).unwrap();
/// let found = outcomes::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert_eq!((found.outcomes.as_str(), found.period), ("NPNNPNN", Some(3)));
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let budget = &context.budget;
    let rule = Rule::read(&request.rule, &request.set)?;
    let (rule, end) = match (heap_question(&rule, request.end.as_deref())?, rule) {
        (Some(question), _) => question,
        (None, Rule::Game(game)) => return of_game(&game, request, budget),
        (None, Rule::Heap(rule)) => return Err(AskError::NotOneHeap { rule }),
    };
    let subtraction =
        rule.code().is_some_and(|code| code.is_subtraction() && code.max_take().is_some());
    if request.certificate && !(subtraction && matches!(end, EndRule::Stones(_))) {
        let (value, accepted) = (format!("{rule} --end {end}"), Accepted::CertifiedOutcomes);
        return Err(AskError::Argument { field: "certificate", value, accepted });
    }
    let share = budget.shared_by(COPIES);
    let run = outcomes(&rule, &end, count(request.to)?, &share).map_err(AskError::Ending)?;
    let mut document = None;
    let mut notes = Vec::new();
    if request.certificate {
        let certificate = run.certificate(&rule, &end, budget).map_err(AskError::Ending)?;
        document = certificate.map(|certificate| certificate.to_json());
        let why = match run.knowledge {
            Knowledge::Proved(_) | Knowledge::Grows { .. } => NoCertificate::RuleOrEnd,
            _ => NoCertificate::NothingProved,
        };
        notes.extend(document.is_none().then_some(Note::NoCertificate(why)));
    }
    let cycle = run.knowledge.cycle();
    let classes = cycle.and_then(|cycle| classes(&rule, &end, cycle, &run.outcomes, &share));
    let answer = Answer {
        rule: rule.to_string(),
        end: Some(end.to_string()),
        outcomes: Outcome::letters(&run.outcomes),
        period: cycle.map(|cycle| cycle.period as u64),
        preperiod: cycle.map(|cycle| cycle.preperiod as u64),
        status: run.knowledge.into(),
        classes,
        observed: cycle.is_none().then(|| run.observed.map(Observed::from)),
        certificate: None,
        looked_at: run.knowledge.looked_at(),
        stopped: None,
        asked_to: None,
        document,
        notes,
    };
    Ok(answer.ended_by(run.stopped, request.to))
}

/// The heaps of each class that occurs; nothing if there is too much to list.
fn classes(
    rule: &HeapRule,
    end: &EndRule,
    cycle: Cycle,
    known: &[Outcome],
    budget: &Budget,
) -> Option<Vec<Class>> {
    let (preperiod, period) = (cycle.preperiod as u64, cycle.period as u64);
    let heaps = preperiod.checked_add(period).filter(|&heaps| heaps <= LAST_HEAP)?;
    let heaps = usize::try_from(heaps).ok()?;
    let more = match known.len() >= heaps {
        true => None,
        false => Some(outcomes(rule, end, heaps, budget).ok()?.outcomes),
    };
    let letters = more.as_deref().unwrap_or(known).get(..heaps)?;
    let all = [Outcome::P, Outcome::L, Outcome::R, Outcome::N];
    let form = |outcome: Outcome| {
        let heaps = ClosedForm::of(preperiod, period, |n| letters[n as usize] == outcome)?;
        Some(Class { outcome: outcome.into(), heaps })
    };
    let all = all.into_iter().filter(|outcome| letters.contains(outcome)).map(form);
    all.collect()
}

impl Answer {
    fn ended_by(mut self, stopped: Option<LimitReached>, to: u64) -> Answer {
        if let Some(stopped) = stopped.map(Stopped::from) {
            let heaps = self.outcomes.len() as u64;
            self.notes.push(Note::OnlyHeaps { heaps, stopped: stopped.clone() });
            self.asked_to = Some(to);
            self.stopped = Some(stopped);
        }
        self
    }
}

/// The same for a game in the language that is not a heap game.
fn of_game(game: &TextGame, request: &Request, budget: &Budget) -> Result<Answer, AskError> {
    if request.certificate {
        return Err(AskError::Argument {
            field: "certificate",
            value: game.to_string(),
            accepted: Accepted::HeapRuleHere,
        });
    }
    if game.width() != 1 {
        let (game, instead) = (game.clone(), Instead::OutcomeTable);
        return Err(AskError::SeveralCoordinates { game, instead });
    }
    // The letters of this question have none for a draw.
    if game.loopy().is_some() {
        return Err(AskError::Argument {
            field: "rule",
            value: game.to_string(),
            accepted: Accepted::GameWithoutDraws,
        });
    }
    let end = request.end.as_deref().map(read_end).transpose()?;
    let last = u32::try_from(request.to).unwrap_or(u32::MAX);
    without_gaps(game, last, budget)?;
    let (letters, stopped) = letters(game, ending(&end)?, last, budget)
        .map_err(|error| AskError::Game { game: game.clone(), error })?;
    let mut observed = observed_cycle(&letters);
    if let (Some(seen), None) = (observed, stopped)
        && refuted_further_on(game, ending(&end)?, last, seen, budget)
    {
        observed = None;
    }
    let (learn, end_text) = (Some(Learnable::Outcomes), request.end.as_deref());
    let next = may_be_decided(game, &request.rule, &request.set, end_text, learn);
    let answer = Answer {
        rule: game.to_string(),
        end: end.as_ref().map(EndRule::to_string),
        outcomes: Outcome::letters(&letters),
        period: None,
        preperiod: None,
        status: Status::NoTheorem,
        classes: None,
        observed: Some(observed.map(Observed::from)),
        certificate: None,
        looked_at: None,
        stopped: None,
        asked_to: None,
        document: None,
        notes: next.into_iter().collect(),
    };
    Ok(answer.ended_by(stopped, request.to))
}

/// The last heap of a wider look at a period that was only observed, if the piece that shows it is shorter.
const WIDER: u32 = 2048;

/// Whether a period that a piece shows ends soon after it: then it says nothing. Costs as much as some times the piece.
fn refuted_further_on(
    game: &TextGame,
    ending: TupleEnd<'_>,
    last: u32,
    seen: known::Observed,
    budget: &Budget,
) -> bool {
    let wider = last.saturating_mul(8).clamp(512, WIDER);
    // Heaps that cannot be examined refute nothing.
    let Some((more, _)) =
        (wider > last).then(|| letters(game, ending, wider, budget).ok()).flatten()
    else {
        return false;
    };
    (seen.preperiod..more.len().saturating_sub(seen.period))
        .any(|n| more[n] != more[n + seen.period])
}

fn letters(
    game: &TextGame,
    ending: TupleEnd<'_>,
    last: u32,
    budget: &Budget,
) -> Result<(Vec<Outcome>, Option<LimitReached>), TupleError> {
    if !game.has_sums() {
        let table = outcome_table(game, &[last], ending, &budget.shared_by(COPIES))?;
        let letters = (0..=i64::from(last)).map_while(|n| table.get(&[n])).collect();
        return Ok((letters, table.stopped));
    }
    let mut search = SumSearch::new(game, ending, &budget.shared_by(COPIES))?;
    let mut letters = Vec::new();
    for n in 0..=i64::from(last) {
        match search.outcome(&SumPosition::new(vec![vec![n]])) {
            Ok(outcome) => letters.push(outcome),
            Err(TupleError::Limit(limit)) => return Ok((letters, Some(limit))),
            Err(TupleError::NotAPosition { .. }) if n > 0 => break,
            Err(error) => return Err(error),
        }
    }
    Ok((letters, None))
}
