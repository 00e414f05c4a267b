//! The questions of the items, asked through the same interface as by any user.

use std::sync::Arc;

use ishitori_answers::box_table::Cell;
use ishitori_answers::setup::{Board, Numbers};
use ishitori_answers::value::ValueFacts;
use ishitori_answers::{
    self as answers, Answered, AskError, Stopped, check, conjecture, draw, eval, explain, grundy,
    outcomes, parity, period, play, quotient, sweep, table, values,
};
use ishitori_values::LimitReached;
use ishitori_words::{Caller, Lang, Text};
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

use crate::{Failure, Words};

/// The questions that an item may ask. An answer that a limit has cut is a failure.
pub(crate) struct Context {
    answers: answers::Context,
}

/// The kinds of pictures.
#[derive(Clone, Copy)]
pub(crate) enum Picture {
    Scatter,
    PeriodTable,
    Graph,
    Grid,
    Thermograph,
    Monoid,
    Cayley,
    Strips,
}

impl Context {
    pub fn new(answers: answers::Context) -> Context {
        Context { answers }
    }

    /// The limits of the work.
    pub fn budget(&self) -> &ishitori_values::Budget {
        &self.answers.budget
    }

    /// The Grundy numbers of the heaps 0, …, to.
    pub fn grundy(&self, rule: &str, to: u64) -> Result<Vec<u32>, Failure> {
        let request = read(json!({ "rule": rule, "to": to }))?;
        let answer = answered(grundy::answer(&request, &self.answers))?;
        whole(&answer.stopped)?;
        Ok(answer.values.iter().collect())
    }

    /// The proved period of a heap game, with its certificate.
    pub fn period(&self, rule: &str, limit: u64) -> Result<period::Heaps, Failure> {
        let request = read(json!({ "rule": rule, "limit": limit, "certificate": true }))?;
        match answered(period::answer(&request, &self.answers))? {
            period::Answer::Heaps(found) if found.status == answers::known::Status::Proved => {
                Ok(*found)
            }
            _ => Err("no period was proved".into()),
        }
    }

    /// Whether the independent checker accepts a certificate.
    pub fn accepts(&self, certificate: &str) -> Result<bool, Failure> {
        let request = read(json!({ "document": certificate }))?;
        let answer = answered(check::answer(&request, &self.answers))?;
        whole(&answer.stopped)?;
        Ok(answer.valid == Some(true))
    }

    /// The outcomes of the heaps 0, …, to.
    pub fn outcomes(&self, rule: &str, end: &str, to: u64) -> Result<outcomes::Answer, Failure> {
        let request = read(json!({ "rule": rule, "end": end, "to": to }))?;
        let answer = answered(outcomes::answer(&request, &self.answers))?;
        whole(&answer.stopped)?;
        Ok(answer)
    }

    /// Values in which the ends are games.
    pub fn values(&self, request: Json) -> Result<values::Answer, Failure> {
        let answer = answered(values::answer(&read(request)?, &self.answers))?;
        whole(&answer.stopped)?;
        Ok(answer)
    }

    /// Known facts about a position.
    pub fn explain(&self, request: Json) -> Result<explain::Answer, Failure> {
        answered(explain::answer(&read(request)?, &self.answers))
    }

    /// The statistics of a family of subtraction sets.
    pub fn sweep(&self, request: Json) -> Result<sweep::Answer, Failure> {
        let answer = answered(sweep::answer(&read(request)?, &self.answers))?;
        whole(&answer.stopped)?;
        Ok(answer)
    }

    /// Whether the unifying theorem holds for a rule.
    pub fn parity(&self, rule: &str, to: u32, heaps: u32) -> Result<parity::Answer, Failure> {
        let request = read(json!({ "rule": rule, "to": to, "heaps": heaps }))?;
        let answer = answered(parity::answer(&request, &self.answers))?;
        whole(&answer.stopped)?;
        Ok(answer)
    }

    /// The quotient of a rule.
    pub fn quotient(&self, request: Json) -> Result<quotient::Answer, Failure> {
        let answer = answered(quotient::answer(&read(request)?, &self.answers))?;
        whole(&answer.stopped)?;
        Ok(answer)
    }

    /// The table of a game on tuples of numbers.
    pub fn table(&self, rule: &str, to: &[u32]) -> Result<Vec<Vec<Cell>>, Failure> {
        let request = table::Request::new(rule, to.to_vec());
        let answer = answered(table::answer(&request, &self.answers))?;
        whole(&answer.stopped)?;
        Ok(answer.rows.ok_or("a table of two coordinates has rows")?)
    }

    /// Whether a formula holds in a box.
    pub fn conjecture(&self, request: Json) -> Result<Vec<conjecture::Tested>, Failure> {
        let answer = answered(conjecture::answer(&read(request)?, &self.answers))?;
        let all = match answer {
            conjecture::Answer::Several(several) => several.rows,
            one => vec![one],
        };
        let tested = all.into_iter().map(|answer| match answer {
            conjecture::Answer::Tested(tested) => {
                whole(&tested.test.stopped)?;
                Ok(*tested)
            }
            _ => Err(Failure::from("a formula was to be tested")),
        });
        tested.collect()
    }

    /// The canonical form of the game, or the number, that the calculator reads.
    pub fn shown(&self, expression: &str) -> Result<String, Failure> {
        let request = read(json!({ "expression": expression }))?;
        match answered(eval::answer(&request, &self.answers))?.value {
            ValueFacts::Game(game) => Ok(game.canonical.ok_or("its form is too long")?),
            ValueFacts::Number { value, .. } => Ok(value),
            _ => Err("neither a game nor a number".into()),
        }
    }

    /// A game that is played.
    pub fn play(&self, request: Json) -> Result<play::Answer, Failure> {
        answered(play::answer(&read(request)?, &self.answers))
    }

    /// The bytes of a picture with English captions.
    pub fn picture(&self, picture: Picture, request: Json) -> Result<Vec<u8>, Failure> {
        draw_with(&self.answers, picture, request)
    }

    /// The context of pictures with captions in a language.
    fn speaking(&self, lang: Lang) -> answers::Context {
        answers::Context { captions: Some(Arc::new(Text::new(lang))), ..self.answers.clone() }
    }

    /// A picture as SVG, with captions in every language.
    pub fn svg(&self, picture: Picture, request: Json) -> Result<Words, Failure> {
        Words::try_of(|lang| {
            let bytes = draw_with(&self.speaking(lang), picture, request.clone())?;
            Ok(String::from_utf8(bytes)?)
        })
    }

    /// A step of a picture as SVG, with captions in every language.
    pub fn step(&self, request: Json, step: usize) -> Result<Words, Failure> {
        let request = read(request)?;
        Words::try_of(|lang| {
            let answer = answered(draw::graph::answer(&request, &self.speaking(lang)))?;
            let (_, bytes) =
                answer.series().into_iter().nth(step).ok_or("there is no such step")?;
            Ok(String::from_utf8(bytes.to_vec())?)
        })
    }
}

/// The bytes of a picture.
fn draw_with(
    context: &answers::Context,
    picture: Picture,
    request: Json,
) -> Result<Vec<u8>, Failure> {
    let answer = match picture {
        Picture::Scatter => draw::scatter::answer(&read(request)?, context),
        Picture::PeriodTable => draw::period_table::answer(&read(request)?, context),
        Picture::Graph => draw::graph::answer(&read(request)?, context),
        Picture::Grid => draw::grid::answer(&read(request)?, context),
        Picture::Thermograph => draw::thermograph::answer(&read(request)?, context),
        Picture::Monoid => draw::monoid::answer(&read(request)?, context),
        Picture::Cayley => draw::cayley::answer(&read(request)?, context),
        Picture::Strips => draw::strips::answer(&read(request)?, context),
    };
    let answer = answered(answer)?;
    whole(&answer.stopped)?;
    Ok(answer.bytes().ok_or("there is no picture")?.to_vec())
}

/// Heaps as people write them: `3+5`.
pub(crate) fn heaps(position: &Numbers) -> String {
    position.in_notation(Board::Heaps)
}

fn read<R: DeserializeOwned>(request: Json) -> Result<R, Failure> {
    Ok(serde_json::from_value(request)?)
}

/// A limit that ended a question, in words.
#[derive(Debug)]
pub(crate) struct AtLimit {
    why: String,
    /// The limit, where it is known exactly.
    pub limit: Option<LimitReached>,
}

impl std::fmt::Display for AtLimit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.why)
    }
}

impl std::error::Error for AtLimit {}

/// An answer, or the error in words.
fn answered<A>(answer: Result<A, AskError>) -> Result<A, Failure> {
    let text = Text { lang: Lang::En, caller: Caller::Json };
    answer.map_err(|error| match (text.failure(&error), error.limit()) {
        (why, None) => why.into(),
        (why, limit) => AtLimit { why, limit }.into(),
    })
}

fn whole(stopped: &Option<Stopped>) -> Result<(), Failure> {
    match stopped {
        None => Ok(()),
        Some(stopped) => {
            let why = Text::new(Lang::En).stopped_by(stopped);
            Err(AtLimit { why, limit: stopped.reached }.into())
        }
    }
}
