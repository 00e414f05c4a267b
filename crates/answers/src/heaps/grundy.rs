//! Grundy numbers of heaps.

use ishitori_language::{EndKind, TextGame};
use ishitori_records::GridCell;
use ishitori_rules::heap::{EntailingRule, HeapRule};
pub use ishitori_solve::heap::Values;
use ishitori_solve::heap::{entailing_values, misere};
use ishitori_solve::known::quick_period;
use ishitori_solve::tuple::TupleError;
use serde::{Deserialize, Serialize};

use crate::box_table::Show;
use crate::conjecture::may_be_decided;
use crate::end::PlayConvention;
use crate::finish::answered_by;
use crate::known::Repetition;
use crate::registration::{Address, Registration};
use crate::sequence::{Engine, LOONY, as_list, count, grundy_sequence, number};
use crate::{
    Accepted, Answered, AskError, Context, Finish, Instead, Note, Rule, RuleSource, SameGame,
    Stopped, table,
};

/// The period of more heaps is not looked for.
const ALIGNED: u64 = 200_000;

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    &[Address::object("grundy").up_to(&[("to", 1_000_000)])],
    &[&[("rule", "0.77"), ("to", "20")], &[("rule", "top-entails"), ("to", "30")]],
)
.with_rows()
.for_each_game();

/// What are the Grundy numbers of the heaps 0, 1, …?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// The rule of the game.
    pub rule: RuleSource,
    /// Values of parameters of a game in the language: `k=3`.
    #[serde(default)]
    pub set: Vec<String>,
    /// The last heap.
    pub to: u64,
    /// Who wins when no move is left.
    #[serde(default)]
    pub end: PlayConvention,
    /// The engine; the fastest one if there is none.
    #[serde(default)]
    pub engine: Option<Engine>,
}

/// The Grundy numbers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The rule as it was understood.
    pub rule: String,
    /// The numbers of the heaps 0, 1, …, as far as they were asked for, or less; null for a loony heap.
    #[serde(with = "as_list")]
    #[cfg_attr(feature = "schemas", schemars(with = "Vec<Option<u32>>"))]
    pub values: Values,
    /// How they were computed: the name of an engine for heap games, `misere` or `table`.
    pub engine: String,
    /// The code of the heap game that a game with another name turned out to be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The game in standard form that this is another form of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_game_as: Option<SameGame>,
    /// How the numbers go on forever, where a short look proves it, by which a table is aligned.
    #[serde(skip)]
    pub periodicity: Option<Repetition>,
    /// There in misère play only, where the numbers are misère Grundy numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<PlayConvention>,
    /// The genus symbols of the heaps, in misère play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub genus: Option<Vec<String>>,
    /// The Grundy values of the heaps, numbers and `∞{0,2}`, of a game whose positions can recur (Smith); `values` is empty
    /// then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub smith: Option<Vec<String>>,
    /// The loony heaps of a rule with entailing moves: a sum that contains one is won by the player to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loony: Option<Vec<u64>>,
    /// The limit that ended the computation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// The last heap that was asked for, where a limit was reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked_to: Option<u64>,
    /// The last heap that was asked for, which decides how wide a table is.
    #[serde(skip)]
    pub to: u64,
    /// Notes that accompany the answer.
    #[serde(skip)]
    pub notes: Vec<Note>,
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        Finish::unless(&self.stopped)
    }

    answered_by!(rows, notes);
}

/// Computes the numbers. The cost depends on the engine: O(n) for subtraction games and where few
/// heaps are rare, O(n²) by the definition.
///
/// ```
/// use ishitori_answers::{Context, grundy};
/// use ishitori_values::Budget;
///
/// let request = serde_json::json!({ "rule": "kayles", "to": 11 });
/// let request: grundy::Request = serde_json::from_value(request).unwrap();
/// let found = grundy::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert_eq!(found.values.iter().collect::<Vec<_>>(), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
/// assert_eq!(found.periodicity.unwrap().period, 12);
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let Request { rule, set, to, end, engine } = request;
    if let RuleSource::Text(text) = rule
        && EntailingRule::is_meant(text)
    {
        return of_entailing(text, request, context);
    }
    let rule = Rule::read(rule, set)?;
    let own = match &rule {
        Rule::Game(game) => game.end(),
        Rule::Heap(_) => EndKind::Normal,
    };
    match rule.heap_rule() {
        Some(HeapRule::Impartial(code))
            if *end == PlayConvention::Misere || own == EndKind::Misere =>
        {
            let run = misere(&code, count(*to)?, &context.budget).map_err(AskError::Heap)?;
            let values = Values::from(run.values());
            let genus = run.genus.into_iter().map(|genus| genus.to_string()).collect();
            let answer = Answer {
                same_game_as: SameGame::of(&code),
                end: Some(PlayConvention::Misere),
                genus: Some(genus),
                ..plain(code.to_string(), values, "misere", *to)
            };
            return Ok(answer.ended_by(run.stopped.map(Stopped::from)));
        }
        _ if *end == PlayConvention::Misere => {
            return Err(match rule {
                Rule::Heap(rule) => AskError::NotOneHeap { rule },
                Rule::Game(game) => AskError::Game { game, error: TupleError::NotNormal },
            });
        }
        _ => {}
    }
    if let Rule::Game(game) = &rule
        && game.loopy().is_some()
    {
        return of_recurring(game, *to, context);
    }
    let run = grundy_sequence(&rule, *to, *engine, context.threads, &context.budget)?;
    let known = run.values.len() as u64;
    let looked_at = run.code.as_ref().filter(|_| *to <= ALIGNED && known > 0);
    let found =
        looked_at.and_then(|code| quick_period(code, known, &context.budget).ok()?.periodicity);
    let code = run.code.as_ref().map(|code| code.to_string());
    let next = match &rule {
        Rule::Game(game) if run.code.is_none() => {
            may_be_decided(game, &request.rule, set, None, None)
        }
        _ => None,
    };
    let answer = Answer {
        notes: next.into_iter().collect(),
        code: code.filter(|code| *code != run.rule),
        same_game_as: run.code.as_ref().and_then(SameGame::of),
        periodicity: found.map(Repetition::from),
        ..plain(run.rule, run.values, run.engine, *to)
    };
    Ok(answer.ended_by(run.stopped.map(Stopped::from)))
}

/// Those of a rule with entailing moves.
fn of_entailing(text: &str, request: &Request, context: &Context) -> Result<Answer, AskError> {
    let refused =
        |field, value: String, accepted| Err(AskError::Argument { field, value, accepted });
    let Ok(rule) = text.parse::<EntailingRule>() else {
        return refused("rule", text.to_string(), Accepted::EntailingRule);
    };
    if let Some(setting) = request.set.first() {
        return refused("set", setting.clone(), Accepted::NoParameters);
    }
    if request.end == PlayConvention::Misere {
        return refused("end", "misere".to_string(), Accepted::NotWithEntailing);
    }
    if request.engine.is_some() {
        return refused("engine", String::new(), Accepted::NotWithEntailing);
    }
    let last = count(request.to)? - 1;
    let last = u32::try_from(last).unwrap_or(u32::MAX - 1);
    let found = entailing_values(&rule, last, &context.budget)?;
    let values: Vec<u32> = found.iter().map(|value| value.unwrap_or(LOONY)).collect();
    let values = Values::from(values);
    let plain = plain(rule.to_string(), values, "entailing", request.to);
    let answer = Answer { loony: Some(found.loony()), ..plain };
    Ok(answer.ended_by(found.stopped.map(Stopped::from)))
}

/// Those of a game of one coordinate whose positions can recur.
fn of_recurring(game: &TextGame, to: u64, context: &Context) -> Result<Answer, AskError> {
    if game.width() != 1 {
        let (game, instead) = (game.clone(), Instead::Table);
        return Err(AskError::SeveralCoordinates { game, instead });
    }
    let last = u32::try_from(to).unwrap_or(u32::MAX);
    let request = table::Request {
        show: Some(Show::Grundy),
        ..table::Request::new(game.source(), vec![last])
    };
    let set: Vec<String> =
        game.parameters().iter().map(|(name, value)| format!("{name}={value}")).collect();
    let found = table::answer(&table::Request { set, ..request }, context)?;
    let cells = found.rows.unwrap_or_default().into_iter().flatten();
    let smith: Vec<String> = cells.map(|cell| cell.text().into_owned()).collect();
    let plain = plain(game.to_string(), Values::from(Vec::<u32>::new()), "smith", to);
    let known = smith.len() as u64;
    let answer = Answer { smith: Some(smith), ..plain };
    Ok(match found.stopped {
        None => answer,
        Some(stopped) => {
            let note = Note::OnlyHeaps { heaps: known, stopped: stopped.clone() };
            Answer { stopped: Some(stopped), asked_to: Some(to), notes: vec![note], ..answer }
        }
    })
}

/// An answer with the numbers only.
fn plain(rule: String, values: Values, engine: &str, to: u64) -> Answer {
    Answer {
        rule,
        values,
        engine: engine.to_string(),
        code: None,
        same_game_as: None,
        periodicity: None,
        end: None,
        genus: None,
        smith: None,
        loony: None,
        stopped: None,
        asked_to: None,
        to,
        notes: Vec::new(),
    }
}

impl Answer {
    /// The number of a heap, none for a loony one and for one that was not computed. O(1).
    pub fn number(&self, heap: usize) -> Option<u32> {
        self.values.get(heap).and_then(number)
    }

    /// The number of each heap, none for loony ones. O(1) each.
    pub fn numbers(&self) -> impl ExactSizeIterator<Item = Option<u32>> + '_ {
        self.values.iter().map(number)
    }

    fn ended_by(mut self, stopped: Option<Stopped>) -> Answer {
        if let Some(stopped) = stopped {
            let heaps = self.values.len() as u64;
            self.notes.push(Note::OnlyHeaps { heaps, stopped: stopped.clone() });
            self.asked_to = Some(self.to);
            self.stopped = Some(stopped);
        }
        self
    }
}
