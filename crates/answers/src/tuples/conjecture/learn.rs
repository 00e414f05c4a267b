//! Automata learnt from tables, and proved.

use std::time::Duration;

use ishitori_automata::{
    self as automata, Base, Decision, Discovery, GameTable, Proof, Scan, Sign, Subject, TableStop,
    Why, Work, winners,
};
use ishitori_language::{EndKind, Machine, TextGame};
use ishitori_runtime::clock::Instant;
use ishitori_solve::tuple::{
    GrundyTable, OutcomeTable, TupleEnd, TupleError, fit_by, grundy_table_by, outcome_table_by,
};
use ishitori_values::{Budget, LimitReached, Outcome};

use super::candidates::formula_for;
use super::decide::{BETWEEN_NEWS, size, small_side};
use super::{Decided, Learnable, Learned, Outlook, Reason, Request, Residuals};
use crate::automaton_table::{Accepts, AutomatonTable};
use crate::note::NoCertificate;
use crate::{AskError, Context, Note, Progress, Stopped};

/// The most cells of a table.
const MOST_CELLS: u64 = 1 << 26;
/// What is spent on Grundy numbers before outcomes are tried, and on these.
const ATTEMPT: Duration = Duration::from_secs(60);
/// What is spent on a formula before anything is learnt.
const FORMULA_TIME: Duration = Duration::from_secs(10);

/// A table that grows by an eighth of its sides at least.
struct Table<'t> {
    game: &'t TextGame,
    machine: Machine<'t>,
    context: &'t Context,
    budget: &'t Budget,
    last: Vec<u32>,
    values: Values,
}

enum Values {
    Grundy(GrundyTable),
    Outcomes(OutcomeTable),
}

impl Values {
    fn new(
        subject: Subject,
        game: &TextGame,
        last: &[u32],
        context: &Context,
        budget: &Budget,
    ) -> Result<Values, TupleError> {
        let (values, stopped) = match subject {
            Subject::Grundy => {
                let table = grundy_table_by(game, last, context.threads, budget)?;
                let stopped = table.stopped;
                (Values::Grundy(table), stopped)
            }
            Subject::Outcomes => {
                let threads = context.threads;
                let table = outcome_table_by(game, last, TupleEnd::OfGame, threads, budget)?;
                let stopped = table.stopped;
                (Values::Outcomes(table), stopped)
            }
        };
        match stopped {
            Some(limit) => Err(TupleError::Limit(limit)),
            None => Ok(values),
        }
    }
}

impl Table<'_> {
    fn grow(&mut self, position: &[u64]) -> Result<(), TableStop<TupleError>> {
        let larger = |(&last, &x): (&u32, &u64)| {
            let step = ((x + 1).next_power_of_two() / 8).max(1);
            u32::try_from((x + 1).next_multiple_of(step) - 1).ok().map(|x| last.max(x))
        };
        let last: Option<Vec<u32>> = self.last.iter().zip(position).map(larger).collect();
        let cells =
            |last: &[u32]| last.iter().try_fold(1u64, |n, &x| n.checked_mul(u64::from(x) + 1));
        let last = last
            .filter(|last| cells(last).is_some_and(|cells| cells <= MOST_CELLS))
            .ok_or_else(|| TableStop::Far(position.to_vec()))?;
        let subject = match self.values {
            Values::Grundy(_) => Subject::Grundy,
            Values::Outcomes(_) => Subject::Outcomes,
        };
        self.values =
            Values::new(subject, self.game, &last, self.context, self.budget).map_err(|error| {
                match error {
                    TupleError::Limit(limit) => TableStop::Limit(limit),
                    other => TableStop::Fault(other),
                }
            })?;
        self.last = last;
        Ok(())
    }
}

impl GameTable for Table<'_> {
    type Fault = TupleError;

    fn value(&mut self, position: &[u64]) -> Result<Option<u64>, TableStop<TupleError>> {
        let at: Vec<i64> = position.iter().map(|&x| x as i64).collect();
        if position.iter().zip(&self.last).any(|(&x, &last)| x > u64::from(last)) {
            if !self.machine.contains(&at).map_err(|fault| TableStop::Fault(fault.into()))? {
                return Ok(None);
            }
            self.grow(position)?;
        }
        Ok(match &self.values {
            Values::Grundy(table) => table.get(&at).map(u64::from),
            Values::Outcomes(table) => table
                .get(&at)
                .map(|outcome| winners(|player| Outcome::wins_moving_first(outcome, player))),
        })
    }

    fn last(&self) -> Vec<u64> {
        vec![u64::from(first_side(self.game.width())); self.game.width()]
    }
}

/// The most cells of a table in which different blocks are counted.
const SCANNED_CELLS: u64 = 1 << 18;
/// The most words of letters that are tried for that; few of them are numbers.
const MOST_WORDS: u64 = 1 << 21;
/// Memory for that.
const SCAN_MEMORY: u64 = 1 << 26;

/// What the table suggests of an automaton that was not found: in a larger table, if there is time for one. Nothing if not
/// even a small one is there. O(cells).
fn scanned(table: &mut Table<'_>, subject: Subject, base: &Base) -> Option<Residuals> {
    let width = table.last.len();
    let alike = table.game.is_impartial() && table.game.end() != EndKind::Letter;
    // Blocks of letters, in base 2 bits.
    let cells =
        |blocks: u32| (0..width).try_fold(1u64, |cells, _| cells.checked_mul(base.side(blocks)));
    let letters = Scan::bits(width, MOST_WORDS) / base.block();
    let fits = |&blocks: &u32| cells(blocks).is_some_and(|cells| cells <= SCANNED_CELLS);
    let wanted = (0..=letters).rev().find(fits).unwrap_or(0);
    let corner = vec![base.side(wanted) - 1; width];
    if corner.iter().zip(&table.last).any(|(&x, &last)| x > u64::from(last)) {
        // Without time or memory for more, what is there is examined.
        let _ = table.grow(&corner);
    }
    let last = table.last.iter().copied().min()?;
    let whole = (0..=wanted).rev().find(|&b| base.side(b) <= u64::from(last) + 1)?;
    let bits = whole * base.block();
    // So few cells that they need no limit of time, which may have been reached already.
    let memory = table.budget.memory().unwrap_or(SCAN_MEMORY).min(SCAN_MEMORY);
    let free = Budget::unlimited().with_memory(memory);
    let mut work = Work::new(&free).in_base(base);
    let found = Scan::of(width, bits, &mut work, subject, |at| {
        let value = table.value(at)?;
        // One automaton for all is that of the P-positions.
        Ok::<_, TableStop<TupleError>>(
            value.filter(|&v| subject == Subject::Grundy || !alike || v == 0),
        )
    });
    let Scan { blocks, sign } = found.ok().filter(|scan| !scan.blocks.is_empty())?;
    let (suggests, states) = match sign {
        Sign::Stable(states) => (Outlook::Automaton, Some(states)),
        Sign::Growing => (Outlook::NoAutomaton, None),
        Sign::Unclear => (Outlook::Nothing, None),
    };
    let sides = (1..).take(blocks.len()).map(|blocks| base.side(blocks)).collect();
    Some(Residuals { sides, blocks, suggests, states })
}

/// The first table: so large in each coordinate.
fn first_side(width: usize) -> u32 {
    match width {
        0..=1 => 255,
        2 => 63,
        3 => 15,
        4 => 7,
        _ => 3,
    }
}

/// Learns and proves what a game is: Grundy numbers if it has them, else (or if asked) who wins.
/// If nothing is proved, the first attempt is reported.
pub(super) fn learn(
    game: &TextGame,
    request: &Request,
    base: &Base,
    context: &Context,
) -> Result<Learned, AskError> {
    let attempt = |subject| -> Result<Learned, AskError> {
        let found = search(game, subject, base, true, context)?;
        describe(game, subject, base, found, request.certificate, context)
    };
    let first = match request.learn {
        Some(Learnable::Grundy) => return attempt(Subject::Grundy),
        None if has_grundy(game) => attempt(Subject::Grundy)?,
        _ => return attempt(Subject::Outcomes),
    };
    if first.decided.proved == Some(Some(true)) || game.has_sums() {
        return Ok(first);
    }
    let second = attempt(Subject::Outcomes)?;
    match second.decided.proved {
        Some(Some(true)) => Ok(second),
        _ => Ok(within_the_limit_given(first, context)),
    }
}

/// What was not decided within a part of the time, reported with the given limit when all of it is used up.
fn within_the_limit_given(mut learned: Learned, context: &Context) -> Learned {
    if let (true, Err(given)) = (context.timed, context.budget.check(0))
        && let Some(Reason::Open { why: Why::Limit { limit, .. }, .. }) =
            &mut learned.decided.reason
        && matches!((&limit, given), (LimitReached::Time { .. }, LimitReached::Time { .. }))
    {
        *limit = given;
        learned.stopped = Some(Stopped::from(&given));
    }
    learned
}

fn has_grundy(game: &TextGame) -> bool {
    game.is_impartial() && game.end() == EndKind::Normal
}

/// What is proved of all positions of a game, with the number of states: Grundy numbers if it has
/// them, else who wins, unless there are sums, of which outcomes say nothing. `None` if nothing was
/// proved soon.
pub(crate) fn discover(
    game: &TextGame,
    sums: bool,
    context: &Context,
) -> Result<Option<(Box<Proof>, usize)>, AskError> {
    if let Some(found) = by_formula(game, context)? {
        return Ok(Some(found));
    }
    let grundy = has_grundy(game).then_some(Subject::Grundy);
    let outcomes = (!sums && !game.has_sums()).then_some(Subject::Outcomes);
    for subject in [grundy, outcomes].into_iter().flatten() {
        let Found { discovery, .. } = match search(game, subject, &Base::binary(), false, context) {
            Err(AskError::Limit(_)) => continue,
            found => found?,
        };
        if let Decision::Proved(proof) = discovery.decision {
            let states = discovery.automata.iter().map(AutomatonTable::size).sum();
            return Ok(Some((proof, states)));
        }
    }
    Ok(None)
}

/// A formula of the families that are searched for, if one is proved soon.
fn by_formula(game: &TextGame, context: &Context) -> Result<Option<(Box<Proof>, usize)>, AskError> {
    if !has_grundy(game) {
        return Ok(None);
    }
    let budget = context.budget.clone().with_attempt(FORMULA_TIME);
    let small = vec![small_side(game.width()); game.width()];
    let found = match fit_by(game, &small, &small, context.threads, &budget) {
        Ok(Ok(found)) => game.formula(&found.formula).ok(),
        Ok(Err(_)) | Err(TupleError::Limit(_)) => None,
        Err(error) => return Err(AskError::Game { game: game.clone(), error }),
    };
    let Some(formula) = found else { return Ok(None) };
    Ok(match automata::prove(game, &formula, &budget, &mut |_| {}) {
        Decision::Proved(proof) => {
            let states = proof.relations.iter().map(|r| AutomatonTable::size(&r.automaton)).sum();
            Some((proof, states))
        }
        _ => None,
    })
}

/// What was learnt.
struct Found {
    discovery: Discovery,
    /// How far the table went.
    last: Vec<u32>,
    /// What the table suggests, if nothing was proved.
    residuals: Option<Residuals>,
}

/// Learns and proves one thing. If that fails, the table may show why.
fn search(
    game: &TextGame,
    subject: Subject,
    base: &Base,
    scan_after_failure: bool,
    context: &Context,
) -> Result<Found, AskError> {
    let budget = match context.timed {
        true => context.budget.clone(),
        false => context.budget.clone().with_time_at_most(ATTEMPT),
    };
    let budget = match subject {
        Subject::Grundy => budget.with_attempt(ATTEMPT),
        Subject::Outcomes => budget,
    };
    let fault = |error| match error {
        TupleError::Limit(limit) => AskError::Limit(limit),
        error => AskError::Game { game: game.clone(), error },
    };
    let last = vec![first_side(game.width()); game.width()];
    let values = Values::new(subject, game, &last, context, &budget).map_err(fault)?;
    let machine = game.machine();
    let mut table = Table { game, machine, context, budget: &budget, last, values };
    let mut last_report = Instant::now();
    let mut report = |progress: automata::Progress| {
        if last_report.elapsed() >= BETWEEN_NEWS {
            last_report = Instant::now();
            let automata::Progress { stage, states } = progress;
            context.report(Progress::Proof { stage, states });
        }
    };
    let discovery =
        automata::find(game, subject, base, &mut table, &budget, &mut report).map_err(fault)?;
    context.report(Progress::Over);
    let last = table.last.clone();
    let residuals = match discovery.decision {
        Decision::Open(_) | Decision::Refuted(_) if scan_after_failure => {
            scanned(&mut table, subject, base)
        }
        _ => None,
    };
    Ok(Found { discovery, last, residuals })
}

fn describe(
    game: &TextGame,
    subject: Subject,
    base: &Base,
    found: Found,
    certificate: bool,
    context: &Context,
) -> Result<Learned, AskError> {
    let Found { discovery: found, last: to, residuals } = found;
    let mut decided = Decided::default();
    let mut stopped = None;
    let mut formula = None;
    let mut notes = Vec::new();
    match found.decision {
        Decision::Proved(proof) => {
            decided.proved = Some(Some(true));
            decided.proof = Some(size(game, &proof));
            let mut said = None;
            // The formulas that are tried are about bits and residues.
            if let (Subject::Outcomes, [lost], true) =
                (subject, found.automata.as_slice(), base.is_binary())
            {
                said = formula_for(game, lost, context);
                let over = context.budget.check(0).err().filter(|_| said.is_none());
                stopped = over.map(|limit| Stopped::from(&limit));
            }
            if certificate {
                let (of, proof) = match &said {
                    Some(said) => (Some(&said.formula), &said.proof),
                    None => (None, &proof),
                };
                let made = automata::certificate(game, of, proof, &context.budget)?;
                decided.document = made.map(|document| document.to_json());
                decided.refused = decided.document.is_none();
                if decided.refused {
                    notes.push(Note::NoCertificate(NoCertificate::Formula));
                }
            }
            formula = said.map(|said| said.text);
        }
        Decision::Refuted(violation) => {
            decided.proved = Some(None);
            decided.reason = Some(Reason::Refuted(violation));
        }
        Decision::Open(why) => {
            decided.proved = Some(None);
            if let Why::Limit { limit, .. } = &why {
                stopped = Some(Stopped::from(limit));
            }
            decided.reason = Some(Reason::Open { why, source: game.source().to_string() });
        }
    }
    let about = match subject {
        Subject::Grundy => Learnable::Grundy,
        Subject::Outcomes => Learnable::Outcomes,
    };
    let accepts: &[Accepts] = match (subject, found.automata.len()) {
        (Subject::Grundy, _) => &[Accepts::Grundy],
        (Subject::Outcomes, 2) => &[Accepts::LeftWins, Accepts::RightWins],
        (Subject::Outcomes, _) => &[Accepts::PPositions],
    };
    let coordinates = game.coordinates().to_vec();
    let automata = accepts
        .iter()
        .zip(&found.automata)
        .map(|(&accepts, automaton)| AutomatonTable::new(automaton, accepts, &coordinates))
        .collect();
    Ok(Learned {
        holds: found.consistent,
        about,
        formula,
        automata,
        rule: game.to_string(),
        to,
        lessons: found.lessons,
        proofs: found.proofs,
        decided,
        residuals,
        stopped,
        coordinates,
        notes,
    })
}
