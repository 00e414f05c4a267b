//! Canonical values of heaps (ends can be given game values).

mod endless;
mod growth;

use ishitori_certify::Limits;
use ishitori_language::TextGame;
use ishitori_rules::end::EndRule;
use ishitori_rules::heap::HeapRule;
use ishitori_solve::ending::{
    self, NormalisedValues, SumRule, TerminalValues, Uncertified, normalised_values, recurrence,
};
use ishitori_solve::known::{Knowledge, observed_cycle};
use ishitori_solve::tuple::value_table;
use ishitori_values::notation::{self, PrintError};
use ishitori_values::{Budget, Game, GameStore, LimitReached, Outcome, Session};
use serde::{Deserialize, Serialize};

use crate::end::{ending, heap_question, read_end};
use crate::finish::answered_by;
use crate::known::{Observed, Status, nullable};
use crate::registration::{Address, Registration};
use crate::rule::without_gaps;
use crate::sequence::count;
use crate::{
    Accepted, Answered, AskError, Context, Count, Finish, Instead, Measure, NoCertificate, Note,
    Rule, RuleSource, Stopped, Style, Sum,
};

pub use endless::{Endless, HeapForm};
pub use growth::{Family, Growth, GrowthStatus, Progression};

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    &[
        Address::object("values").up_to(&[("to", 2000), ("limit", 5000)]),
        Address::certificate("values/certificate").up_to(&[("to", 2000), ("limit", 5000)]),
    ],
    &[&[("rule", "sub:2,3"), ("end", "mod2:LR"), ("to", "9")]],
)
.with_rows()
.for_each_game();

/// What are the canonical values of the heaps 0, 1, …?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// The rule of the game.
    pub rule: RuleSource,
    /// Values of parameters of a game in the language: `k=3`.
    #[serde(default)]
    pub set: Vec<String>,
    /// Who wins when no move is left; what the game says, or normal, if there is none.
    #[serde(default)]
    pub end: Option<String>,
    /// Whose end is replaced where moves break heaps: that of the whole position, or that of every
    /// part by itself.
    #[serde(default)]
    pub sum: Sum,
    /// The games that stand for ends.
    #[serde(default = "terminal")]
    pub terminal: String,
    /// The last heap.
    pub to: u64,
    /// The number of heaps among which a period is searched for.
    #[serde(default = "limit")]
    pub limit: u64,
    /// What is shown of each value besides its canonical form.
    #[serde(default)]
    pub show: Vec<Measure>,
    /// How games are written.
    #[serde(default)]
    pub style: Style,
    /// Whether a certificate of the proved period, or that there is none, is wanted.
    #[serde(default)]
    pub certificate: bool,
}

fn terminal() -> String {
    "L=1,R=-1".to_string()
}

fn limit() -> u64 {
    400
}

/// The values, and the period of their sequence.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The rule as it was understood.
    pub rule: String,
    /// The end rule; null for a game in the language under its own.
    pub end: Option<String>,
    /// The games that stand for ends, as they were asked for.
    pub terminal: String,
    /// The game of which each value is the value; for heap games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<Reading>,
    /// The values of the heaps 0, 1, …, as far as they were asked for, or less.
    pub values: Vec<String>,
    /// The further measures of each value, in the order in which it was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<Measured>,
    /// The least period, if it is proved.
    pub period: Option<u64>,
    /// The least heap from which on it holds.
    pub preperiod: Option<u64>,
    /// The way in which the period is known.
    pub status: Status,
    /// How many of the values are different; for heap games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distinct: Option<usize>,
    /// The values are nimbers that grow by this in every period.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saltus: Option<u64>,
    /// The apparent pattern of the values where nothing is proved.
    #[serde(default, deserialize_with = "nullable", skip_serializing_if = "Option::is_none")]
    pub observed: Option<Option<Observed>>,
    /// The birthdays of the values, where nothing is proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub birthdays: Option<Vec<Count>>,
    /// How the values grow forever, where it is proved that they are not periodic.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endless: Option<Endless>,
    /// A rule by which the values grow, where one was seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recurrence: Option<Growth>,
    /// The file that the certificate was written to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
    /// How many heaps were examined for a period, where none was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub looked_at: Option<u64>,
    /// The limit that ended the computation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// The letters of the end rule and the games that stand for them, under other ends than normal
    /// play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaced: Vec<Replaced>,
    /// The certificate.
    #[serde(skip)]
    pub document: Option<String>,
    /// Notes that accompany the answer.
    #[serde(skip)]
    pub notes: Vec<Note>,
}

/// The means, temperatures or atomic weights of the values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Measured {
    /// What they are.
    pub measure: Measure,
    /// One for each value; null where there is none, or no time was left.
    pub of: Vec<Option<String>>,
}

/// The game whose value stands for a heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Reading {
    /// Normal play: the values of heaps add.
    Normal,
    /// Moves leave one heap, and its end is replaced by a game.
    OneHeap,
    /// Moves break heaps; the end of the whole position, by all stones left, is replaced by a game.
    Total,
    /// Moves break heaps; the end of every part is replaced by a game, and the parts add.
    Score,
}

impl From<ending::Reading> for Reading {
    fn from(reading: ending::Reading) -> Self {
        match reading {
            ending::Reading::Normal => Reading::Normal,
            ending::Reading::OneHeap => Reading::OneHeap,
            ending::Reading::Total => Reading::Total,
            ending::Reading::Score => Reading::Score,
        }
    }
}

/// A letter of an end rule and the game that stands for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Replaced {
    /// The letter: P, N, L or R; or a remainder of the stones left.
    pub letter: String,
    /// The game.
    pub game: String,
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        Finish::with_certificate(&self.stopped, &self.notes)
    }

    answered_by!(rows, notes, document);
}

/// Computes the values. The cost is that of bringing them into canonical form, which can grow
/// exponentially with the heap. A value too long to be written is the empty text, until
/// `ishitori-words` fills in that it is.
///
/// ```
/// use ishitori_answers::{Context, values};
/// use ishitori_values::Budget;
///
/// let request = serde_json::json!({ "rule": "sub:1,2", "end": "mod2:LR", "to": 3 });
/// let request = serde_json::from_value(request).unwrap();
/// let found = values::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert_eq!(found.values, ["1", "1*", "1*2", "1"]);
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let budget = &context.budget;
    let store = GameStore::new();
    let rule = Rule::read(&request.rule, &request.set)?;
    let (rule, end) = match (heap_question(&rule, request.end.as_deref())?, rule) {
        (Some(question), _) => question,
        (None, Rule::Game(game)) => return of_game(&game, request, &store, budget),
        (None, Rule::Heap(rule)) => return Err(AskError::NotOneHeap { rule }),
    };
    let terminal = read_terminal(request, &store, budget)?;
    let style = notation::Style::from(request.style);
    let mut session = store.session_within(budget.clone());
    let limit = usize::try_from(request.limit).unwrap_or(usize::MAX);
    let sum = SumRule::from(request.sum);
    let count = count(request.to)?;
    let mut run = normalised_values(&rule, &end, sum, &terminal, count, limit, &mut session)
        .map_err(AskError::Ending)?;
    let mut session = store.session_within(budget.with_grace_period());
    let (texts, unsaid) = printed(&run.values, style, &mut session);
    run.stopped = run.stopped.or(unsaid);
    run.values.truncate(texts.len());
    let (measures, unmeasured) = measured(request, &run.values, &mut session);
    run.stopped = run.stopped.or(unmeasured);
    let (cycle, saltus) = match run.knowledge {
        Knowledge::Proved(cycle) => (Some(cycle), None),
        Knowledge::Grows { cycle, saltus } => (Some(cycle), Some(saltus)),
        _ => (None, None),
    };
    let reading = Reading::from(run.reading);
    let replaced = match reading {
        Reading::Normal => Vec::new(),
        _ => replaced(&end, &terminal, style, &mut session),
    };
    // Without a period, the growth of the values is reported.
    let mut birthdays = None;
    let mut growth = None;
    if cycle.is_none() {
        let born = birthdays.get_or_insert_with(Vec::new);
        for &value in &run.values {
            born.push(Count::new(session.birthday(value)?.to_string()));
        }
        // The search for it can take longer than the values took; without it they are reported all the
        // same.
        let found = recurrence(&run.computed, &mut session).and_then(|found| {
            found.map(|f| describe_growth(&f, &run, style, &mut session)).transpose()
        });
        match found {
            Ok(found) => growth = found,
            Err(limit) => run.stopped = run.stopped.or(Some(limit)),
        }
    }
    let endless =
        run.growing.as_ref().map(|found| Endless::new(found, &run.computed, style, &mut session));
    let (document, refused) = match request.certificate {
        true => certificate(&mut run, &rule, &end, &terminal, &session),
        false => (None, None),
    };
    let mut distinct = run.values.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let stopped = run.stopped.map(Stopped::from);
    let heaps = texts.len() as u64;
    let note = stopped.clone().map(|stopped| match texts.len() < count {
        true => Note::OnlyHeaps { heaps, stopped },
        false => Note::Stopped(stopped),
    });
    Ok(Answer {
        rule: rule.to_string(),
        end: Some(end.to_string()),
        terminal: request.terminal.clone(),
        reading: Some(reading),
        values: texts,
        measures,
        period: cycle.map(|cycle| cycle.period as u64),
        preperiod: cycle.map(|cycle| cycle.preperiod as u64),
        status: run.knowledge.into(),
        distinct: Some(distinct.len()),
        saltus,
        observed: cycle.is_none().then(|| run.observed.map(Observed::from)),
        birthdays,
        endless,
        recurrence: growth,
        certificate: None,
        looked_at: run.knowledge.looked_at(),
        stopped,
        replaced,
        document,
        notes: note.into_iter().chain(refused.map(Note::NoCertificate)).collect(),
    })
}

/// A rule by which the values grow, and whether it is proved.
fn describe_growth(
    found: &ending::Recurrence,
    run: &NormalisedValues,
    style: notation::Style,
    session: &mut Session<'_>,
) -> Result<Growth, LimitReached> {
    let proved = match &run.growing {
        Some(growing) => growing.proves(found, &run.computed, session)?,
        None => false,
    };
    let status = if proved { GrowthStatus::Proved } else { GrowthStatus::Evidence };
    Growth::new(found, status, style, session)
}

/// The certificate of the period, or why there is none. A limit that ends it ends the run.
fn certificate(
    run: &mut NormalisedValues,
    rule: &HeapRule,
    end: &EndRule,
    terminal: &TerminalValues,
    session: &Session<'_>,
) -> (Option<String>, Option<NoCertificate>) {
    let made = run.certificate(rule, end, terminal, session).and_then(|certificate| {
        let document = certificate.to_json();
        // A longer one would be refused by the checker.
        let most = Limits::default().document;
        (document.len() as u64 <= most).then_some(document).ok_or(Uncertified::TooLarge)
    });
    let why = match made {
        Ok(document) => return (Some(document), None),
        Err(Uncertified::NotFound { heaps }) => NoCertificate::NotFound { heaps: heaps as u64 },
        Err(Uncertified::NoTheorem) => NoCertificate::NoTheorem,
        Err(Uncertified::Rule) => NoCertificate::Rule,
        Err(Uncertified::TooLarge) => NoCertificate::TooLarge,
        Err(Uncertified::Limit(limit)) => {
            run.stopped = run.stopped.or(Some(limit));
            return (None, None);
        }
    };
    (None, Some(why))
}

/// The letters of an end rule with the games that stand for them.
fn replaced(
    end: &EndRule,
    terminal: &TerminalValues,
    style: notation::Style,
    session: &mut Session<'_>,
) -> Vec<Replaced> {
    let EndRule::Stones(table) = end else { return Vec::new() };
    let mut print = |name: String, game: Game| {
        let game = session.print_as(game, style).unwrap_or_else(|_| "…".to_string());
        Replaced { letter: name, game }
    };
    if !terminal.residues().is_empty() {
        let residues = terminal.residues().iter().enumerate();
        return residues.map(|(residue, &game)| print(residue.to_string(), game)).collect();
    }
    let all = [Outcome::L, Outcome::R, Outcome::N, Outcome::P];
    let used = all.into_iter().filter(|letter| table.letters().contains(letter));
    used.map(|letter| print(letter.to_string(), terminal.get(letter))).collect()
}

/// The games that stand for ends.
fn read_terminal(
    request: &Request,
    store: &GameStore,
    budget: &Budget,
) -> Result<TerminalValues, AskError> {
    let read = TerminalValues::parse_within(&request.terminal, store, budget.clone());
    read.map_err(|error| match error.limit {
        Some(limit) => AskError::Limit(limit),
        None => AskError::Terminal(error),
    })
}

/// The texts of values, as far as there is time to print them, and why not further.
fn printed(
    values: &[Game],
    style: notation::Style,
    session: &mut Session<'_>,
) -> (Vec<String>, Option<LimitReached>) {
    let mut texts: Vec<String> = Vec::with_capacity(values.len());
    let mut held = 0;
    for &value in values {
        let text = match session.print_as(value, style) {
            Ok(text) => text,
            Err(PrintError::Limit(limit)) => return (texts, Some(limit)),
            Err(PrintError::TooLong { .. }) => String::new(),
        };
        // Once more on its way out.
        held += 2 * text.len() as u64;
        if let Err(limit) = session.budget().check(held + session.store().memory()) {
            return (texts, Some(limit));
        }
        texts.push(text);
    }
    (texts, None)
}

/// What was asked for of values besides their texts, and the limit that ended it.
fn measured(
    request: &Request,
    values: &[Game],
    session: &mut Session<'_>,
) -> (Vec<Measured>, Option<LimitReached>) {
    let style = request.style.into();
    let mut stopped = None;
    let mut all = |measure: Measure| {
        let mut one = |&value: &Game| match stopped {
            None => measure.of(value, style, session).unwrap_or_else(|limit| {
                stopped = Some(limit);
                None
            }),
            Some(_) => None,
        };
        Measured { measure, of: values.iter().map(&mut one).collect() }
    };
    (request.show.iter().map(|&measure| all(measure)).collect(), stopped)
}

/// The same for a game in the language that is not a heap game.
fn of_game(
    game: &TextGame,
    request: &Request,
    store: &GameStore,
    budget: &Budget,
) -> Result<Answer, AskError> {
    if request.certificate {
        return Err(AskError::Argument {
            field: "certificate",
            value: game.to_string(),
            accepted: Accepted::HeapRuleHere,
        });
    }
    if game.width() != 1 {
        let (game, instead) = (game.clone(), Instead::ValueTable);
        return Err(AskError::SeveralCoordinates { game, instead });
    }
    if request.sum == Sum::Score {
        return Err(AskError::Argument {
            field: "sum",
            value: SumRule::Score.to_string(),
            accepted: Accepted::TotalSum,
        });
    }
    let end = request.end.as_deref().map(read_end).transpose()?;
    let terminal = read_terminal(request, store, budget)?;
    if !terminal.residues().is_empty() {
        return Err(AskError::Argument {
            field: "terminal",
            value: request.terminal.clone(),
            accepted: Accepted::LetterValues,
        });
    }
    let mut session = store.session_within(budget.clone());
    let last = u32::try_from(request.to).unwrap_or(u32::MAX);
    without_gaps(game, last, budget)?;
    let table = value_table(game, &[last], ending(&end)?, &terminal, &mut session)
        .map_err(|error| AskError::Game { game: game.clone(), error })?;
    let values: Vec<Game> = (0..=i64::from(last)).map_while(|n| table.get(&[n])).collect();
    let observed = observed_cycle(&values).map(Observed::from);
    let mut session = store.session_within(budget.with_grace_period());
    let (texts, unsaid) = printed(&values, request.style.into(), &mut session);
    let (measures, unmeasured) = measured(request, &values[..texts.len()], &mut session);
    let stopped = table.stopped.or(unsaid).or(unmeasured).map(Stopped::from);
    let heaps = texts.len() as u64;
    let note = stopped.clone().map(|stopped| Note::OnlyHeaps { heaps, stopped });
    Ok(Answer {
        rule: game.to_string(),
        end: end.as_ref().map(EndRule::to_string),
        terminal: request.terminal.clone(),
        reading: None,
        values: texts,
        measures,
        period: None,
        preperiod: None,
        status: Status::NoTheorem,
        distinct: None,
        saltus: None,
        observed: Some(observed),
        birthdays: None,
        endless: None,
        recurrence: None,
        certificate: None,
        looked_at: None,
        stopped,
        replaced: Vec::new(),
        document: None,
        notes: note.into_iter().collect(),
    })
}
