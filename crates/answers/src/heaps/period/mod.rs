//! The period of a Grundy sequence, proved; or the apparent period of a row of a table.

mod claim;
mod heaps;
mod row;
mod typed;

use ishitori_language::TextGame;
use ishitori_records::Tabular;
use ishitori_rules::heap::HeapRule;
use serde::{Deserialize, Serialize};

use crate::end::PlayConvention;
use crate::registration::{Address, Registration};
use crate::rule::two_pile_game;
use crate::{Accepted, Answered, AskError, Context, Finish, Note, Rule, RuleSource};

pub use claim::{Claim, Counterexample, Verdict};
pub use heaps::{Heaps, Proof};
pub use row::Row;
pub use typed::Typed;

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    &[
        Address::object("period")
            .certified_unless(&["row", "end", "sequence"])
            .up_to(&[("limit", 1 << 40)]),
        Address::certificate("certificate").up_to(&[("limit", 1 << 40)]),
    ],
    &[&[("rule", "0.77")]],
)
.with_rows()
.for_each_game();

/// With which period do the Grundy numbers of a rule repeat?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// The rule of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleSource>,
    /// Numbers in place of a rule, the first of them at 0: `1,2,3,4,5,6,4,5,6,4,5,6`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sequence: Option<String>,
    /// A preperiod and a period that are claimed, such as `53,34`: is it true?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// Values of parameters of a game in the language: `k=3`.
    #[serde(default)]
    pub set: Vec<String>,
    /// The row of a table of a game in the language: all coordinates but one, such as `y=3`.
    #[serde(default)]
    pub row: Vec<String>,
    /// The last heap that is examined. If neither this nor a limit of time is given, the search
    /// ends after 500 million heaps or one minute (2000 heaps for moves that leave more than two
    /// heaps).
    #[serde(default)]
    pub limit: Option<u64>,
    /// Who wins when no move is left. In misère play the period of the misère Grundy numbers of
    /// single heaps is searched for.
    #[serde(default)]
    pub end: PlayConvention,
    /// Whether a certificate is wanted.
    #[serde(default)]
    pub certificate: bool,
}

/// Known facts about the period.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Answer {
    /// Of numbers that the user typed.
    Typed(Typed),
    /// Of a row of a table, where there is no theorem.
    Row(Row),
    /// Of the heaps of a rule.
    Heaps(Box<Heaps>),
}

impl Answer {
    /// Says where the certificate was written.
    pub fn written_to(&mut self, path: String) {
        if let Answer::Heaps(heaps) = self {
            heaps.certificate = Some(path);
        }
    }
}

impl Answered for Answer {
    fn rows(&self) -> Option<&dyn Tabular> {
        Some(self)
    }

    fn finish(&self) -> Finish {
        let claim = match self {
            Answer::Typed(typed) => &typed.claim,
            Answer::Row(row) => &row.claim,
            Answer::Heaps(heaps) => &heaps.claim,
        };
        let finish = match self {
            Answer::Typed(_) => Finish::Done,
            Answer::Row(row) => Finish::unless(&row.stopped),
            Answer::Heaps(heaps) => heaps.finish(),
        };
        match claim {
            Some(Claim { verdict: Verdict::Refuted, .. }) if finish == Finish::Done => Finish::No,
            _ => finish,
        }
    }

    fn notes(&self) -> &[Note] {
        match self {
            Answer::Typed(_) => &[],
            Answer::Row(row) => &row.notes,
            Answer::Heaps(heaps) => &heaps.notes,
        }
    }

    fn document(&self) -> Option<&str> {
        match self {
            Answer::Typed(_) | Answer::Row(_) => None,
            Answer::Heaps(heaps) => heaps.document.as_deref(),
        }
    }
}

/// Looks for the period. The cost is that of the engine for as many heaps as the proof needs, or
/// as the limits allow. The search is saved to the file that the context names, and goes on from
/// there.
///
/// ```
/// use ishitori_answers::{Context, period};
/// use ishitori_values::Budget;
///
/// let request = serde_json::from_str(r#"{ "rule": "kayles" }"#).unwrap();
/// let found = period::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// let period::Answer::Heaps(found) = found else { panic!("a heap game") };
/// assert_eq!((found.period, found.preperiod), (Some(12), Some(71)));
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let (source, rule) = match (&request.rule, &request.sequence) {
        (Some(rule), None) => (rule, Rule::read(rule, &request.set)?),
        (None, Some(text)) => return typed::answer(text, request).map(Answer::Typed),
        (_, text) => {
            return Err(AskError::Argument {
                field: "sequence",
                value: text.clone().unwrap_or_default(),
                accepted: Accepted::RuleOrSequence,
            });
        }
    };
    let of_row = |game: &TextGame| row::answer(game, source, request, context).map(Answer::Row);
    let found = match (rule.code(), rule) {
        (Some(code), _) if request.row.is_empty() => match request.end {
            PlayConvention::Normal => heaps::normal(&code, request, context)?,
            PlayConvention::Misere => heaps::misere(&code, request, context)?,
        },
        (_, Rule::Game(game)) => return of_row(&game),
        (_, Rule::Heap(HeapRule::TwoPile(rule))) => return of_row(&two_pile_game(rule)),
        (_, Rule::Heap(rule)) => return Err(AskError::NotOneHeap { rule }),
    };
    Ok(Answer::Heaps(Box::new(found)))
}
