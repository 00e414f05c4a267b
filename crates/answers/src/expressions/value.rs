//! Known facts about values: games, numbers, thermographs and what else an expression can be.

use ishitori_loopy::calculator::{Calculator, Value};
use ishitori_values::calculator::{self as short, Value as Short};
use ishitori_values::notation::{self, PrintError};
use ishitori_values::{
    Budget, Dyadic, Form, Game, GameSummary, LimitReached, Player, Session, Thermograph,
};
use serde::{Deserialize, Serialize};

pub use crate::loopy_value::LoopyFacts;
use crate::notation::{Count, Style};
use crate::{DrawnOutcome, OutcomeClass};

/// A value of an expression, by its kind.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ValueFacts {
    /// A game.
    Game(GameFacts),
    /// A number that was asked for, such as a mean; it is a game too.
    Number {
        /// The number: `3/4`.
        value: String,
        /// The game that it is.
        #[serde(flatten)]
        game: GameFacts,
    },
    /// A game whose positions can recur, and that is not equal to one without.
    Loopy(LoopyFacts),
    /// A truth value.
    Bool {
        /// The truth value.
        value: bool,
    },
    /// An outcome class.
    Outcome {
        /// The outcome class.
        value: DrawnOutcome,
    },
    /// A set of games.
    Set {
        /// How many there are.
        size: usize,
        /// Their canonical forms in ASCII; `null` for those that are too long to print.
        values: Vec<Option<String>>,
        /// The same in the style that was asked for, if that is another one.
        #[serde(skip)]
        styled: Option<Vec<Option<String>>>,
    },
    /// A thermograph.
    Thermograph(ThermographFacts),
    /// A game as it is written, not simplified.
    Form(FormFacts),
    /// A nimber as an element of their field.
    Nimber {
        /// The nimber: `*5`, `*omega`.
        value: String,
    },
    /// An infinite ordinal.
    Ordinal {
        /// The ordinal: `omega**2+1`.
        value: String,
    },
    /// A list.
    List {
        /// How many elements there are.
        size: usize,
        /// The elements, each in one line in ASCII; `null` for those that are too long to print.
        values: Vec<Option<String>>,
        /// The same in the style that was asked for, if that is another one.
        #[serde(skip)]
        styled: Option<Vec<Option<String>>>,
    },
    /// A function that was defined.
    Function {
        /// Its definition: `f(x) := {x|-x}`.
        value: String,
    },
}

/// The facts about a game that are asked for first; `null` is what was not reached within the limits.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct GameFacts {
    /// The canonical form in ASCII; `null` also if it is too long to print.
    pub canonical: Option<String>,
    /// The canonical form in Unicode.
    pub unicode: Option<String>,
    /// The canonical form for LaTeX.
    pub latex: Option<String>,
    /// The outcome: who wins.
    pub outcome: Option<OutcomeClass>,
    /// The mean value.
    pub mean: Option<String>,
    /// The temperature.
    pub temperature: Option<String>,
    /// The number at which play stops when Left begins.
    pub left_stop: Option<String>,
    /// The number at which play stops when Right begins.
    pub right_stop: Option<String>,
    /// The day on which the value is born.
    pub birthday: Option<Count>,
    /// Whether the value is a number.
    pub is_number: bool,
    /// Whether both stops are 0.
    pub is_infinitesimal: Option<bool>,
    /// Whether the value is all-small.
    pub is_all_small: Option<bool>,
    /// Why something is missing, in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// The limit that was reached before all was known.
    #[serde(skip)]
    pub reached: Option<LimitReached>,
}

/// A game as it is written, and its value.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct FormFacts {
    /// The form in ASCII; `null` if it is too long to print.
    pub form: Option<String>,
    /// Whether both players have the same options, here and in every follower.
    pub is_impartial: bool,
    /// Whether it is the canonical form of its value.
    pub is_canonical: bool,
    /// The length of the longest play.
    pub formal_birthday: u32,
    /// How many forms can be reached, itself included.
    pub positions: usize,
    /// Its value.
    #[serde(flatten)]
    pub game: GameFacts,
    /// The form in the style that was asked for.
    #[serde(skip)]
    pub styled: Option<String>,
}

/// A thermograph: the walls between Left's and Right's stops at each temperature.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ThermographFacts {
    /// The thermograph in one line.
    pub value: String,
    /// Where the mast stands.
    pub mean: String,
    /// Where the mast begins.
    pub temperature: String,
    /// The bends of the left wall as [temperature, value], lowest temperature first; above the last
    /// one stands the mast.
    pub left_wall: Vec<[String; 2]>,
    /// The bends of the right wall.
    pub right_wall: Vec<[String; 2]>,
}

impl ValueFacts {
    /// Known facts about a value. The cost of summarising it, or of printing a set.
    pub fn new(
        calculator: &mut Calculator<'_>,
        value: &Value,
        style: Style,
    ) -> Result<ValueFacts, LimitReached> {
        let value = match value {
            Value::Short(value) => value,
            Value::List(elements) => {
                let budget = calculator.short().session().budget().clone();
                return listed(elements, style, &budget, |element, style| {
                    calculator.show_as(element, style)
                });
            }
            Value::Loopy(value) => {
                return Ok(ValueFacts::Loopy(LoopyFacts::of(calculator.loops(), *value)));
            }
            Value::Outcome(outcome) => {
                return Ok(ValueFacts::Outcome { value: (*outcome).into() });
            }
            Value::Games(games) => {
                let values = LoopyFacts::all_printed(calculator.loops(), games, Style::Ascii)?;
                let styled = match style {
                    Style::Ascii => None,
                    style => Some(LoopyFacts::all_printed(calculator.loops(), games, style)?),
                };
                return Ok(ValueFacts::Set { size: games.len(), values, styled });
            }
        };
        let calculator = calculator.short();
        Ok(match value {
            Short::Form(form) => ValueFacts::Form(FormFacts::new(calculator, *form, style)?),
            Short::Game(g) => ValueFacts::Game(GameFacts::of(calculator.session(), *g)),
            Short::Number(x) => {
                let session = calculator.session();
                let g = session.number(x)?;
                ValueFacts::Number { value: x.to_string(), game: GameFacts::of(session, g) }
            }
            Short::Bool(value) => ValueFacts::Bool { value: *value },
            Short::Outcome(o) => ValueFacts::Outcome { value: (*o).into() },
            Short::Games(games) => {
                let session = calculator.session();
                let values = all_printed(session, games, Style::Ascii)?;
                let styled = match style {
                    Style::Ascii => None,
                    style => Some(all_printed(session, games, style)?),
                };
                ValueFacts::Set { size: games.len(), values, styled }
            }
            Short::Thermograph(t) => ValueFacts::Thermograph(ThermographFacts::new(t)),
            Short::Nimber(n) => ValueFacts::Nimber { value: n.to_string() },
            Short::TransfiniteNimber(x) => {
                ValueFacts::Nimber { value: x.print_nimber_as(style.into()) }
            }
            Short::Ordinal(x) => ValueFacts::Ordinal { value: x.print_as(style.into()) },
            Short::Function(function) => ValueFacts::Function { value: function.to_string() },
            Short::List(elements) => {
                let budget = calculator.session().budget().clone();
                listed(elements, style, &budget, |element, style| {
                    calculator.show_as(element, style)
                })?
            }
        })
    }

    /// The value in one line in ASCII; nothing where it was not reached or is too long.
    pub fn in_line(&self) -> Option<String> {
        match self {
            ValueFacts::Game(game) => game.canonical.clone(),
            ValueFacts::Loopy(game) => game.canonical.clone(),
            ValueFacts::Bool { value } => Some(value.to_string()),
            ValueFacts::Outcome { value } => Some(value.to_string()),
            ValueFacts::Set { values, .. } => {
                let values: Option<Vec<&str>> = values.iter().map(Option::as_deref).collect();
                Some(format!("{{{}}}", values?.join(",")))
            }
            ValueFacts::Thermograph(thermograph) => Some(thermograph.value.clone()),
            ValueFacts::Form(form) => form.form.clone(),
            ValueFacts::List { values, .. } => {
                let values: Option<Vec<&str>> = values.iter().map(Option::as_deref).collect();
                Some(format!("[{}]", values?.join(", ")))
            }
            ValueFacts::Number { value, .. }
            | ValueFacts::Nimber { value }
            | ValueFacts::Ordinal { value }
            | ValueFacts::Function { value } => Some(value.clone()),
        }
    }

    /// Whether nothing is missing.
    pub fn is_complete(&self) -> bool {
        match self {
            ValueFacts::Game(game)
            | ValueFacts::Number { game, .. }
            | ValueFacts::Form(FormFacts { game, .. }) => game.is_complete(),
            ValueFacts::Loopy(game) => game.limit.is_none(),
            _ => true,
        }
    }
}

impl GameFacts {
    /// Known facts about a game of a session. The cost of its thermograph and of printing it.
    pub fn of(session: &mut Session<'_>, game: Game) -> GameFacts {
        GameFacts::from(session.summary(game))
    }

    /// Whether nothing is missing.
    pub fn is_complete(&self) -> bool {
        self.limit.is_none()
    }

    /// The canonical form in a style.
    pub fn canonical_in(&self, style: Style) -> Option<&str> {
        match style {
            Style::Ascii => self.canonical.as_deref(),
            Style::Unicode => self.unicode.as_deref(),
            Style::Latex => self.latex.as_deref(),
        }
    }
}

impl From<GameSummary> for GameFacts {
    fn from(s: GameSummary) -> Self {
        let text = |x: Option<Dyadic>| x.map(|x| x.to_string());
        let too_long = PrintError::TooLong { limit: notation::MAX_PRINTED };
        let limit = match (&s.limit, &s.canonical) {
            (Some(limit), _) => Some(limit.to_string()),
            (None, None) => Some(too_long.to_string()),
            (None, Some(_)) => None,
        };
        GameFacts {
            canonical: s.canonical,
            unicode: s.unicode,
            latex: s.latex,
            outcome: s.outcome.map(OutcomeClass::from),
            mean: text(s.mean),
            temperature: text(s.temperature),
            left_stop: text(s.left_stop),
            right_stop: text(s.right_stop),
            birthday: s.birthday.map(|b| Count::new(b.to_string())),
            is_number: s.is_number,
            is_infinitesimal: s.is_infinitesimal,
            is_all_small: s.is_all_small,
            limit,
            reached: s.limit,
        }
    }
}

impl FormFacts {
    /// Known facts about a form and its value. The cost of its value.
    fn new(
        calculator: &mut short::Calculator<'_>,
        form: Form,
        style: Style,
    ) -> Result<FormFacts, LimitReached> {
        let (forms, session) = calculator.forms();
        let value = forms.value(form, session)?;
        // Large integers have long canonical forms, which are never written out.
        let is_canonical = match forms.canonical(value, session) {
            Ok(canonical) => canonical == form,
            Err(LimitReached::Games { .. }) => false,
            Err(limit) => return Err(limit),
        };
        Ok(FormFacts {
            form: forms.text(form).ok(),
            is_impartial: forms.is_impartial(form),
            is_canonical,
            formal_birthday: forms.birthday(form),
            positions: forms.follower_count(form),
            styled: forms.text_as(form, style.into()).ok(),
            game: GameFacts::of(session, value),
        })
    }
}

impl ThermographFacts {
    /// The walls of a thermograph. O(bends).
    pub fn new(t: &Thermograph) -> ThermographFacts {
        let wall = |player: Player| {
            let points = t.wall(player).points().iter();
            points.map(|(t, x)| [t.to_string(), x.to_string()]).collect()
        };
        ThermographFacts {
            value: t.to_string(),
            mean: t.mean().to_string(),
            temperature: t.temperature().to_string(),
            left_wall: wall(Player::Left),
            right_wall: wall(Player::Right),
        }
    }
}

/// A list, each element printed. The budget is asked after each: one may have a million characters.
fn listed<T>(
    elements: &[T],
    style: Style,
    budget: &Budget,
    mut show: impl FnMut(&T, notation::Style) -> Result<String, PrintError>,
) -> Result<ValueFacts, LimitReached> {
    let mut held = 0;
    let mut all = |style: Style| {
        let shown = |element: &T| {
            let text = match show(element, style.into()) {
                Ok(text) => Some(text),
                Err(PrintError::TooLong { .. }) => None,
                Err(PrintError::Limit(limit)) => return Err(limit),
            };
            held += text.as_ref().map_or(0, String::capacity) + size_of::<Option<String>>();
            budget.check(held as u64)?;
            Ok(text)
        };
        elements.iter().map(shown).collect::<Result<Vec<_>, _>>()
    };
    let values = all(Style::Ascii)?;
    let styled = match style {
        Style::Ascii => None,
        style => Some(all(style)?),
    };
    Ok(ValueFacts::List { size: elements.len(), values, styled })
}

fn all_printed(
    session: &mut Session<'_>,
    games: &[Game],
    style: Style,
) -> Result<Vec<Option<String>>, LimitReached> {
    let mut held = 0;
    let print = |&g: &Game| {
        let text = match session.print_as(g, style.into()) {
            Ok(text) => Some(text),
            Err(PrintError::TooLong { .. }) => None,
            Err(PrintError::Limit(limit)) => return Err(limit),
        };
        held += text.as_ref().map_or(0, String::capacity) + size_of::<Option<String>>();
        session.budget().check(held as u64)?;
        Ok(text)
    };
    games.iter().map(print).collect()
}
