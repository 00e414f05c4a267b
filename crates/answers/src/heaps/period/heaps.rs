//! The period of the Grundy numbers of single heaps.

use std::time::Duration;

use ishitori_rules::end::EndRule;
use ishitori_rules::heap::{HeapCode, HeapRule};
use ishitori_runtime::clock::Instant;
use ishitori_solve::ending::outcomes;
use ishitori_solve::heap::{
    self, HeapError, PeriodReport, PeriodSearch, Periodicity, find_misere_period, grundy,
};
use ishitori_solve::known::Effort;
use ishitori_values::{Budget, LimitReached, Outcome};
use serde::{Deserialize, Serialize};

use super::{Claim, Request};
use crate::checkpoint::Checkpoint;
use crate::closed_form::{ClosedForm, LAST_HEAP};
use crate::end::PlayConvention;
use crate::known::{Cycle, Observed, Status, nullable};
use crate::{
    Accepted, AskError, Context, Finish, NoCertificate, Note, Progress, SameGame, Stopped,
};

/// Heaps looked at in misère play: canonical forms grow fast where heaps are broken.
const DEFAULT_LIMIT_BREAKING: u64 = 50;
const DEFAULT_LIMIT_TAKING: u64 = 4_000_000;
/// The default limit of time of a search.
const DEFAULT_TIME: Duration = Duration::from_secs(60);
/// The time between two progress reports.
const REPORT_EVERY: Duration = Duration::from_millis(200);
/// A repeating part that ends later, or that is longer, is not shown.
const PART_ENDS: u64 = 100_000;
const PART_LENGTH: u64 = 40;

/// Known facts about the period of the Grundy numbers of single heaps.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Heaps {
    /// The code of the rule.
    pub rule: String,
    /// How the search ended.
    pub status: Status,
    /// The least period, if it is proved.
    pub period: Option<u64>,
    /// The least heap from which on it holds.
    pub preperiod: Option<u64>,
    /// The saltus: what one period adds to the numbers; 0 if they repeat.
    pub saltus: Option<u64>,
    /// The largest number: of all heaps if the period is proved, else of those computed; null if
    /// the numbers grow without bound.
    pub max_value: Option<u32>,
    /// The heaps before the preperiod whose number differs from the periodic continuation; null if
    /// there are too many to list.
    pub exceptions: Option<Vec<u64>>,
    /// The last heap that was computed.
    pub computed_to: u64,
    /// The theorem that proves the period.
    pub method: Option<String>,
    /// How the numbers were computed.
    pub engine: String,
    /// The period of who wins a single heap, if it is proved.
    pub win_lose: Option<Cycle>,
    /// The heaps that the previous player wins, in closed form: those with number 0; in misère play those with misère
    /// Grundy number 0, also where only who wins is proved to repeat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p_positions: Option<ClosedForm>,
    /// The verdict on the claim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
    /// The apparent pattern of the numbers where nothing is proved.
    #[serde(default, deserialize_with = "nullable", skip_serializing_if = "Option::is_none")]
    pub observed: Option<Option<Observed>>,
    /// How many heaps are rare, for the engine that distinguishes them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rares: Option<u64>,
    /// The game in standard form that this is another form of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_game_as: Option<SameGame>,
    /// The limit that ended the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// The file that the certificate was written to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
    /// There in misère play only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<PlayConvention>,
    /// How many heaps were computed.
    pub heaps: u64,
    /// The numbers of one period, if it is short.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<u32>>,
    /// The heaps that were checked for the theorem.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
    /// The certificate.
    #[serde(skip)]
    pub document: Option<String>,
    /// Whether the search could not be saved in the end.
    #[serde(skip)]
    pub unsaved: bool,
    /// Whether the numbers or heaps shown with the proof are incomplete because a limit was reached.
    #[serde(skip)]
    pub display_truncated: bool,
    /// Notes that accompany the answer.
    #[serde(skip)]
    pub notes: Vec<Note>,
}

/// The heaps that were checked for the theorem that proves a period.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Proof {
    /// A rare/common run: the values before a heap come back, and no heap is rare any more.
    Window {
        /// The windows end before this heap, and …
        at: u64,
        /// … this many heaps later.
        shift: u64,
        /// The last rare heap.
        last_rare: u64,
        /// The length of the windows.
        window: u64,
    },
    /// A subtraction game: the values before a heap come back.
    Subtraction {
        /// The largest number of stones taken, which is the length of the windows.
        max_take: u64,
        /// The first window ends before this heap.
        at: u64,
    },
    /// The theorem of Guy and Smith.
    GuySmith {
        /// Agreement was checked below this heap.
        checked_to: u64,
    },
    /// The theorem on arithmetic periods.
    Arithmetic {
        /// The multiple of the period to which it is applied …
        proved_period: u64,
        /// … from this heap on.
        start: u64,
    },
    /// All numbers but finitely many may be taken: the state before a heap comes back.
    State {
        /// The heap.
        at: u64,
    },
}

impl From<heap::Proof> for Proof {
    fn from(proof: heap::Proof) -> Self {
        use heap::Proof as P;
        match proof {
            P::GuySmith { checked_to, .. } => Proof::GuySmith { checked_to },
            P::Subtraction { max_take, at } => Proof::Subtraction { max_take, at },
            P::Window { at, shift, last_rare, window, .. } => {
                Proof::Window { at, shift, last_rare, window }
            }
            P::Arithmetic { proved_period, start } => Proof::Arithmetic { proved_period, start },
            P::State { at } => Proof::State { at },
        }
    }
}

impl Heaps {
    pub(super) fn finish(&self) -> Finish {
        let misere = self.end == Some(PlayConvention::Misere);
        let refused = |note: &Note| matches!(note, Note::NoCertificate(_));
        let searched = !misere && self.status == Status::Proved && !self.display_truncated;
        match self.stopped.is_some() && !searched {
            _ if self.unsaved => Finish::Unsaved,
            true => Finish::Partial,
            false if self.notes.iter().any(refused) => Finish::No,
            false => Finish::Done,
        }
    }

    fn new(code: &HeapCode, report: PeriodReport) -> Heaps {
        let found = report.periodicity.as_ref();
        let bounded = found.is_none_or(|found| found.saltus == 0);
        Heaps {
            rule: code.to_string(),
            status: report.status.into(),
            period: found.map(|found| found.values.period),
            preperiod: found.map(|found| found.values.preperiod),
            saltus: found.map(|found| found.saltus),
            max_value: bounded.then_some(report.max_value),
            exceptions: found.and_then(|found| found.exceptions.clone()),
            computed_to: report.computed_to.saturating_sub(1),
            method: found.map(|found| found.proof.name().to_string()),
            engine: report.engine.name().to_string(),
            win_lose: found.and_then(|found| found.win_lose).map(Cycle::from),
            p_positions: None,
            claim: None,
            observed: found.is_none().then(|| report.observed.map(Observed::from)),
            rares: report.rares.map(|rares| rares as u64),
            same_game_as: SameGame::of(code),
            stopped: report.stopped.map(Stopped::from),
            certificate: None,
            end: None,
            heaps: report.computed_to,
            values: None,
            proof: found.map(|found| found.proof.into()),
            document: None,
            unsaved: false,
            display_truncated: false,
            notes: Vec::new(),
        }
    }
}

/// The period of the Grundy numbers.
pub(super) fn normal(
    code: &HeapCode,
    request: &Request,
    context: &Context,
) -> Result<Heaps, AskError> {
    let limit = request.limit.map_or(Effort::Search.heaps(code), |n| n.saturating_add(1));
    let budget = match request.limit {
        None => context.budget_or(DEFAULT_TIME),
        Some(_) => context.budget.clone(),
    };
    let mut checkpoint = Checkpoint::of(context)?;
    let (search, report) = search(code, limit, &mut checkpoint, context, &budget)?;
    let unsaved = checkpoint.failed();
    let mut notes = checkpoint.into_notes();
    let mut document = None;
    if request.certificate {
        document = search.certificate(&report).map(|certificate| certificate.to_json());
        let why = match report.status {
            heap::Status::Proved => NoCertificate::Rule,
            _ => NoCertificate::NothingProved,
        };
        notes.extend(document.is_none().then_some(Note::NoCertificate(why)));
    }
    let found = report.periodicity.as_ref();
    let mut display = DisplayBudget::within(&budget);
    let mut numbers = Numbers::new(code, &search);
    let values = found.and_then(|found| repeating_part(&mut numbers, found, &mut display));
    let p_positions = found.and_then(|found| lost_heaps(&mut numbers, found, &mut display));
    let claim = Claim::read(request)?
        .map(|claim| Claim::about_rule(&mut numbers, found, claim, &context.budget))
        .transpose()?;
    let heaps = display.apply_to(Heaps::new(code, report));
    Ok(Heaps { values, p_positions, claim, document, unsaved, notes, ..heaps })
}

/// The budget for showing what is proved, and the limit that was reached while doing so.
struct DisplayBudget {
    budget: Budget,
    stopped: Option<Stopped>,
}

impl DisplayBudget {
    fn within(budget: &Budget) -> DisplayBudget {
        DisplayBudget { budget: budget.with_grace_period(), stopped: None }
    }

    /// The answer with a remark if something was left out.
    fn apply_to(self, heaps: Heaps) -> Heaps {
        let display_truncated = self.stopped.is_some();
        Heaps { display_truncated, stopped: heaps.stopped.clone().or(self.stopped), ..heaps }
    }

    /// The numbers of the heaps below `end`.
    fn numbers<'n>(&mut self, numbers: &'n mut Numbers<'_>, end: u64) -> Option<&'n [u32]> {
        let (numbers, stopped) = numbers.below(end, &self.budget).ok()?;
        if let Some(limit) = stopped {
            self.stopped = Some(limit.into());
            return None;
        }
        Some(numbers)
    }

    /// The outcomes of the heaps below `end` in misère play.
    fn misere_outcomes(&mut self, rule: &HeapRule, end: u64) -> Option<Vec<Outcome>> {
        let run = outcomes(rule, &EndRule::misere(), end as usize, &self.budget).ok()?;
        if let Some(limit) = run.stopped {
            self.stopped = Some(limit.into());
            return None;
        }
        Some(run.outcomes)
    }
}

fn search(
    code: &HeapCode,
    limit: u64,
    checkpoint: &mut Checkpoint<'_>,
    context: &Context,
    budget: &Budget,
) -> Result<(PeriodSearch, PeriodReport), AskError> {
    let mut search = match checkpoint.found() {
        Some(path) => {
            PeriodSearch::resume(code, limit, path, budget).map_err(AskError::Checkpoint)?
        }
        None => PeriodSearch::new(code, limit),
    };
    search.set_threads(context.threads);
    let started = Instant::now();
    let before = search.progress().computed;
    let mut display = started;
    let report = loop {
        if let Some(report) = search.step(budget).map_err(AskError::Heap)? {
            break report;
        }
        let now = Instant::now();
        if now - display > REPORT_EVERY {
            display = now;
            let heap::Progress { computed, limit, rares, last_rare, max_value } = search.progress();
            let rate = (computed - before) as f64 / (now - started).as_secs_f64();
            let rares = rares as u64;
            context.report(Progress::Heaps { computed, limit, rares, last_rare, max_value, rate });
        }
        checkpoint.now_and_then(|path| search.save(path));
    };
    context.report(Progress::Over);
    checkpoint.finally(report.stopped.is_some(), |path| search.save(path));
    Ok((search, report))
}

/// The numbers of the first heaps: those that the search has; computed once where it has none.
pub(super) struct Numbers<'a> {
    code: &'a HeapCode,
    search: &'a PeriodSearch,
    known: Vec<u32>,
}

impl<'a> Numbers<'a> {
    fn new(code: &'a HeapCode, search: &'a PeriodSearch) -> Numbers<'a> {
        Numbers { code, search, known: Vec::new() }
    }

    /// Those of the heaps below `end`, or fewer with the limit that was reached.
    pub(super) fn below(
        &mut self,
        end: u64,
        budget: &Budget,
    ) -> Result<(&[u32], Option<LimitReached>), HeapError> {
        let mut stopped = None;
        if (self.known.len() as u64) < end {
            self.known = match self.search.first_values(end) {
                Some(values) => values,
                None => {
                    let run = grundy(self.code, end, None, budget)?;
                    stopped = run.stopped;
                    run.values.iter().collect()
                }
            };
        }
        let length = self.known.len().min(usize::try_from(end).unwrap_or(usize::MAX));
        Ok((&self.known[..length], stopped))
    }
}

/// The numbers of one period, if it is short.
fn repeating_part(
    numbers: &mut Numbers<'_>,
    found: &Periodicity,
    display: &mut DisplayBudget,
) -> Option<Vec<u32>> {
    let (start, length) = (found.values.preperiod, found.values.period);
    let end = start.checked_add(length)?;
    if end > PART_ENDS || length > PART_LENGTH || found.saltus != 0 {
        return None;
    }
    display.numbers(numbers, end).map(|numbers| numbers[start as usize..].to_vec())
}

/// The heaps with number 0, in closed form; nothing where they are too many.
fn lost_heaps(
    numbers: &mut Numbers<'_>,
    found: &Periodicity,
    display: &mut DisplayBudget,
) -> Option<ClosedForm> {
    let cycle = found.win_lose?;
    let heaps = cycle.preperiod.checked_add(cycle.period).filter(|&heaps| heaps <= LAST_HEAP)?;
    let numbers = display.numbers(numbers, heaps)?;
    ClosedForm::of(cycle.preperiod, cycle.period, |n| numbers[n as usize] == 0)
}

/// The heaps that the previous player wins in misère play, in closed form, where who wins is proved to repeat with
/// this cycle; nothing where they are too many.
fn lost_in_misere_play(
    rule: &HeapRule,
    cycle: Cycle,
    display: &mut DisplayBudget,
) -> Option<ClosedForm> {
    let Cycle { preperiod, period } = cycle;
    let heaps = preperiod.checked_add(period).filter(|&heaps| heaps <= LAST_HEAP)?;
    let known = display.misere_outcomes(rule, heaps)?;
    ClosedForm::of(preperiod, period, |n| known[n as usize] == Outcome::P)
}

/// The period of the misère Grundy numbers.
pub(super) fn misere(
    code: &HeapCode,
    request: &Request,
    context: &Context,
) -> Result<Heaps, AskError> {
    let normal_only = |given: bool, field| {
        let (value, accepted) = (String::from("misere"), Accepted::NormalEnd);
        if given { Err(AskError::Argument { field, value, accepted }) } else { Ok(()) }
    };
    normal_only(request.certificate, "certificate")?;
    normal_only(request.claim.is_some(), "claim")?;
    normal_only(context.checkpoint.is_some(), "checkpoint")?;
    let breaks = code.max_parts().is_none_or(|parts| parts > 1);
    let default = if breaks { DEFAULT_LIMIT_BREAKING } else { DEFAULT_LIMIT_TAKING };
    let limit = request.limit.map_or(default, |n| n.saturating_add(1));
    let budget = &context.budget_or(DEFAULT_TIME);
    let report = find_misere_period(code, limit, budget).map_err(AskError::Heap)?;
    let mut found = Heaps::new(code, report);
    let rule = HeapRule::Impartial(code.clone());
    // Who wins may be known where the numbers are not.
    if found.status == Status::NoTheorem {
        let run = outcomes(&rule, &EndRule::misere(), 1, budget).map_err(AskError::Ending)?;
        found.win_lose = run.knowledge.cycle().map(Cycle::from).or(found.win_lose);
    }
    let mut display = DisplayBudget::within(budget);
    let cycle = found.win_lose;
    found.p_positions = cycle.and_then(|cycle| lost_in_misere_play(&rule, cycle, &mut display));
    Ok(Heaps {
        end: Some(PlayConvention::Misere),
        engine: "misere".to_string(),
        ..display.apply_to(found)
    })
}
