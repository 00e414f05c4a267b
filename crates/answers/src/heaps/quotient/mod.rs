//! The quotient monoid of a heap game, which decides the outcome of any number of heaps.

mod algebra;
mod answer;

use std::time::Duration;

use ishitori_language::EndKind;
use ishitori_rules::end::EndRule;
use ishitori_rules::heap::HeapRule;
use ishitori_solve::quotient::QuotientSearch;
use ishitori_solve::tuple::TupleError;
use ishitori_values::{Budget, LimitReached};
use serde::{Deserialize, Serialize};

use crate::checkpoint::Checkpoint;
use crate::end::heap_question;
use crate::registration::{Address, Registration};
use crate::{AskError, Context, Note, Progress, Rule, RuleSource};

pub use algebra::AlgebraSystem;
pub use answer::{
    Answer, Element, Evidence, Finer, FinerElement, Generator, Group, NoFiner, Outcomes, ParityOf,
    Status,
};

/// Time when nothing is said.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    &[Address::object("quotient").certified_unless(&[]).up_to(&[("to", 1_000_000)])],
    &[&[("rule", "sub:2,3"), ("end", "mod2:LR")]],
)
.for_each_game();

/// What do heaps of this rule, many of them together, amount to?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// The rule of the game.
    pub rule: RuleSource,
    /// Values of the parameters of a game in the language, such as `k=3`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// End rule: who wins when no move is left [default: that of the game, or normal].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// Stop at this heap if the quotient of all heaps is not proved before. If neither this nor a
    /// limit of time is given, the search ends after one minute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(range(max = 1_000_000)))]
    pub to: Option<u32>,
    /// Whether a certificate accompanies the answer.
    #[serde(default)]
    pub certificate: bool,
    /// Whether the multiplication table is shown whatever the order.
    #[serde(default)]
    pub table: bool,
}

impl Request {
    /// The quotient of a rule under an end, for all heaps if that is found within a minute.
    pub fn new(rule: impl Into<RuleSource>, end: &str) -> Request {
        let (rule, end) = (rule.into(), Some(end.to_string()));
        Request { rule, set: Vec::new(), end, to: None, certificate: false, table: false }
    }
}

/// Looks for the quotient heap by heap; a search that the context saves goes on from its file. The
/// cost is that of the quotients on the way, and up to ten seconds for the refinement by parity.
///
/// ```
/// use ishitori_answers::{Context, quotient};
/// use ishitori_values::Budget;
///
/// let request = quotient::Request::new("kayles", "misere");
/// let found = quotient::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert_eq!((found.status, found.order), (quotient::Status::Certified, 40));
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let (rule, end) = question(request)?;
    let budget = match request.to {
        None => context.budget_or(DEFAULT_TIME),
        Some(_) => context.budget.clone(),
    };
    let mut checkpoint = Checkpoint::of(context)?;
    let mut search = match checkpoint.found() {
        Some(path) => QuotientSearch::resume(&rule, &end, path, &budget),
        None => QuotientSearch::new(&rule, &end),
    }
    .map_err(AskError::Quotient)?;
    let mut notes = Vec::new();
    if !search.has_theorem() && request.to.is_none() {
        notes.push(Note::NoQuotientTheorem { certificate: request.certificate });
    }
    let stopped = run(&mut search, request.to, &mut checkpoint, context, &budget);
    let unsaved = checkpoint.failed();
    notes.extend(checkpoint.into_notes());
    let quotient = search.quotient();
    let document = request.certificate.then(|| quotient.certificate().to_json());
    let answer = Answer::new(&quotient, request, stopped, &context.budget);
    Ok(Answer { document, unsaved, notes, ..answer })
}

/// The heap game and the end rule that are asked for.
fn question(request: &Request) -> Result<(HeapRule, EndRule), AskError> {
    let rule = Rule::read(&request.rule, &request.set)?;
    if let Rule::Game(game) = &rule
        && request.end.is_none()
        && game.end() == EndKind::Letter
    {
        return Err(AskError::Game { game: game.clone(), error: TupleError::SumsNeedTotals });
    }
    match (heap_question(&rule, request.end.as_deref())?, rule) {
        (Some(found), _) => Ok(found),
        (None, Rule::Game(game)) => Err(AskError::NotHeaps { game }),
        (None, Rule::Heap(rule)) => Err(AskError::NotOneHeap { rule }),
    }
}

/// Goes on with a search until its end, or until a limit.
fn run(
    search: &mut QuotientSearch,
    to: Option<u32>,
    checkpoint: &mut Checkpoint<'_>,
    context: &Context,
    budget: &Budget,
) -> Option<LimitReached> {
    let mut stopped = None;
    while !search.is_whole() && to.is_none_or(|to| search.last_heap() < to) {
        if let Err(limit) = search.step(budget) {
            stopped = Some(limit);
            break;
        }
        context.report(Progress::Quotient { heap: search.last_heap(), order: search.order() });
        checkpoint.now_and_then(|path| search.save(path));
    }
    context.report(Progress::Over);
    checkpoint.finally(stopped.is_some(), |path| search.save(path));
    stopped
}
