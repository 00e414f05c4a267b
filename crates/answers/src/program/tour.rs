//! Examples for `eval`, computed as it goes.

use ishitori_values::LimitReached;
use serde::{Deserialize, Serialize};

use crate::notation::Style;
use crate::registration::{Address, Registration};
use crate::value::ValueFacts;
use crate::{Answered, AskError, Context, Finish, eval, position};

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration =
    Registration::new(&[Address::object("tour")], &[&[]]).command(&[]);

/// Examples for `eval`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {}

/// The stops of the tour.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The stops.
    pub stops: Vec<Stop>,
}

/// A stop of the tour.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Stop {
    /// What to type for it.
    pub command: String,
    /// The value in ASCII; empty until the presenter says that it is too long.
    pub value: String,
    /// The part of the tour that begins with it.
    #[serde(skip)]
    pub begins: Option<Part>,
}

/// The parts of the tour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "their headings are in `ishitori-words`")]
pub enum Part {
    Games,
    Sums,
    HotGames,
    TinyThings,
    Products,
    LargeNumbers,
    Boards,
}

enum Example {
    Eval(&'static str),
    Position(&'static str, &'static str),
}

use Example::{Eval, Position};

const TOUR: &[(Part, &[Example])] = &[
    (Part::Games, &[Eval("{0|1}"), Eval("{-1|5}"), Eval("{0|0}"), Eval("{0|*}")]),
    (
        Part::Sums,
        &[
            Eval("*3 + *5"),
            Eval("{2|1} + {0|-3/2}"),
            Eval("{3|1} >= 1"),
            Eval("{3|1} <> 2"),
            Eval("Outcome({3|1} - 2)"),
        ],
    ),
    (
        Part::HotGames,
        &[
            Eval("Mean({5/2,{3|1}|0})"),
            Eval("Temperature({5/2,{3|1}|0})"),
            Eval("Cool({5/2,{3|1}|0}, 1)"),
            Eval("Freeze({{6|4}|{2|-4}})"),
        ],
    ),
    (
        Part::TinyThings,
        &[Eval("3.^ > *"), Eval("Tiny(2)"), Eval("AtomicWeight({0|v3})"), Eval("{^|*} == ^[2]")],
    ),
    (
        Part::Products,
        &[Eval("(1/2) : *"), Eval("NortonProduct({1|0}, ^)"), Eval("6 NimProduct 11")],
    ),
    (Part::LargeNumbers, &[Eval("2**200 + 1/2**20")]),
    (
        Part::Boards,
        &[
            Position("domineering", "...|...|..."),
            Position("domineering", "....|....|....|...."),
            Position("hackenbush", "lrl"),
            Position("toads-and-frogs", "tt..ff"),
            Position("clobber", "xoxo|oxox"),
        ],
    ),
];

impl Answered for Answer {
    fn finish(&self) -> Finish {
        Finish::Done
    }
}

/// Walks through the tour. A few hundredths of a second.
///
/// ```
/// use ishitori_answers::{Context, tour};
/// use ishitori_values::Budget;
///
/// let tour = tour::answer(&tour::Request {}, &Context::new(Budget::unlimited())).unwrap();
/// assert_eq!(tour.stops[0].value, "1/2");
/// ```
pub fn answer(_: &Request, context: &Context) -> Result<Answer, AskError> {
    let mut stops = Vec::new();
    for (part, examples) in TOUR {
        for (at, example) in examples.iter().enumerate() {
            let (command, value) = see(example, context)?;
            // All of them are short: only a limit leaves one out.
            let Some(value) = value.in_line() else {
                context.budget.check(0)?;
                return Err(LimitReached::Cancelled.into());
            };
            stops.push(Stop { command, value, begins: (at == 0).then_some(*part) });
        }
    }
    Ok(Answer { stops })
}

fn see(example: &Example, context: &Context) -> Result<(String, ValueFacts), AskError> {
    let style = Style::Ascii;
    Ok(match example {
        Eval(source) => {
            let expression = source.to_string();
            let request = eval::Request { expression, style, exit_status: false };
            (format!("ishitori eval '{source}'"), eval::answer(&request, context)?.value)
        }
        Position(game, text) => {
            let request =
                position::Request { style, ..position::Request::new((*game).into(), text) };
            let value = position::answer(&request, context)?.value;
            (format!("ishitori position {game} '{text}'"), value.into())
        }
    })
}
