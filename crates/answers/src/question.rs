//! All questions in one type, for callers that pass any question on: servers, other languages.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::registration::Ranges;
use crate::shape::{Kind, Shape};
use crate::{Answered, AskError, Context, Finish, Note, Registration};

/// Calls a macro with all questions: the variant, the module, and the name of each.
#[macro_export]
macro_rules! for_each_question {
    ($then:ident) => {
        $then! {
            (Grundy, grundy, "grundy"),
            (Period, period, "period"),
            (Outcomes, outcomes, "outcomes"),
            (Values, values, "values"),
            (ValuesSweep, values_sweep, "values-sweep"),
            (Identify, identify, "identify"),
            (DrawScatter, draw::scatter, "draw/scatter"),
            (DrawTable, draw::period_table, "draw/table"),
            (DrawGrid, draw::grid, "draw/grid"),
            (DrawThermograph, draw::thermograph, "draw/thermograph"),
            (DrawTree, draw::tree, "draw/tree"),
            (DrawGraph, draw::graph, "draw/graph"),
            (DrawMonoid, draw::monoid, "draw/monoid"),
            (DrawCayley, draw::cayley, "draw/cayley"),
            (DrawStrips, draw::strips, "draw/strips"),
            (DrawBar, draw::bar, "draw/bar"),
            (DrawBoard, draw::board, "draw/board"),
            (DrawAutomaton, draw::automaton, "draw/automaton"),
            (FamilySize, family::size, "family/size"),
            (FamilyRows, family::rows, "family/rows"),
            (FamilyPlaces, family::places, "family/places"),
            (Quotient, quotient, "quotient"),
            (QuotientSweep, quotient_sweep, "quotient-sweep"),
            (Sweep, sweep, "sweep"),
            (CodeSweep, code_sweep, "code-sweep"),
            (GameSweep, game_sweep, "game-sweep"),
            (Merge, merge, "merge"),
            (Devices, devices, "devices"),
            (Check, check, "check"),
            (Eval, eval, "eval"),
            (Fmt, fmt, "fmt"),
            (Games, games, "games"),
            (Misere, misere, "misere"),
            (Parity, parity, "parity"),
            (Position, position, "position"),
            (Census, census, "census"),
            (Tour, tour, "tour"),
            (Table, table, "table"),
            (Conjecture, conjecture, "conjecture"),
            (Explain, explain, "explain"),
            (Play, play, "play"),
            (Remoteness, remoteness, "remoteness"),
            (Compound, compound, "compound"),
            (Blocking, blocking, "blocking"),
            (DotsAndBoxes, dots_and_boxes, "dots-and-boxes"),
            (Puzzle, puzzle, "puzzle"),
            (Atlas, atlas, "atlas"),
        }
    };
}

/// JSON Schemas of a question: files of this crate, which are made from the types by its tests (feature `schemas`), so
/// that no program need make them.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Schemas {
    /// The schema of the request.
    pub request: serde_json::Value,
    /// The schema of the answer.
    pub answer: serde_json::Value,
}

/// A file of schemas, of which only a part is parsed.
#[derive(Deserialize)]
struct Parts<'a> {
    #[serde(borrow)]
    request: &'a serde_json::value::RawValue,
}

macro_rules! questions {
    ($(($variant:ident, $($module:ident)::+, $name:literal),)*) => {
        /// Any question. In JSON it is its request with its name as `question`.
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
        #[serde(tag = "question")]
        pub enum Question {
            $(
                #[doc = concat!("The question `", $name, "`.")]
                #[serde(rename = $name)]
                $variant(crate::$($module)::+::Request),
            )*
        }

        /// Any answer. In JSON it is the answer itself.
        #[derive(Clone, PartialEq, Debug, Serialize)]
        #[serde(untagged)]
        #[allow(clippy::large_enum_variant, reason = "there is one at a time")]
        pub enum AnyAnswer {
            $(
                #[doc = concat!("The question `", $name, "`.")]
                $variant(crate::$($module)::+::Answer),
            )*
            /// A question about several games.
            Each(crate::each::Each),
        }

        impl Question {
            /// The names of all questions.
            pub const NAMES: &[&str] = &[$($name),*];

            /// All questions with their registrations.
            pub const REGISTERED: &[(&str, Registration)] =
                &[$(($name, crate::$($module)::+::REGISTRATION)),*];

            /// The question of this name with this request; nothing if there is none of the name.
            pub fn read(
                name: &str,
                request: serde_json::Value,
            ) -> Option<Result<Question, serde_json::Error>> {
                match name {
                    $($name => Some(serde_json::from_value(request).map(Question::$variant)),)*
                    _ => None,
                }
            }

            /// The schemas of the question of this name. Read once, then O(1).
            pub fn schemas(name: &str) -> Option<&'static Schemas> {
                match name {
                    $($name => {
                        static READ: LazyLock<Schemas> = LazyLock::new(|| {
                            let text = include_str!(concat!("../schemas/", $name, ".json"));
                            serde_json::from_str(text).expect("a file that a test has written")
                        });
                        Some(&READ)
                    })*
                    _ => None,
                }
            }

            /// The fields of the request of this name. Read once, then O(1); the schema of the answer is not read.
            pub fn shape(name: &str) -> Option<Shape> {
                match name {
                    $($name => {
                        static READ: LazyLock<serde_json::Value> = LazyLock::new(|| {
                            let text = include_str!(concat!("../schemas/", $name, ".json"));
                            let parts: Parts<'_> =
                                serde_json::from_str(text).expect("a file that a test has written");
                            serde_json::from_str(parts.request.get()).expect("JSON in JSON")
                        });
                        Some(Shape::new(&READ))
                    })*
                    _ => None,
                }
            }

            /// The schema of the request of this name, and that of its answer, made from their types. Tests compare
            /// the files with them.
            #[cfg(feature = "schemas")]
            pub fn schemas_of_types(name: &str) -> Option<(schemars::Schema, schemars::Schema)> {
                match name {
                    $($name => Some((
                        schemars::schema_for!(crate::$($module)::+::Request),
                        schemars::schema_for!(crate::$($module)::+::Answer),
                    )),)*
                    _ => None,
                }
            }

            fn entry(&self) -> &'static (&'static str, Registration) {
                match self {
                    $(Question::$variant(_) => {
                        const ENTRY: &(&str, Registration) =
                            &($name, crate::$($module)::+::REGISTRATION);
                        ENTRY
                    })*
                }
            }

            /// Answers it. The cost is that of the question.
            pub fn answer(&self, context: &Context) -> Result<AnyAnswer, AskError> {
                if let Some(each) = crate::each::answer(self, context)? {
                    return Ok(AnyAnswer::Each(each));
                }
                Ok(match self {
                    $(Question::$variant(request) => {
                        AnyAnswer::$variant(crate::$($module)::+::answer(request, context)?)
                    })*
                })
            }
        }

        impl AnyAnswer {
            fn any(&self) -> &dyn Answered {
                match self {
                    $(AnyAnswer::$variant(answer) => answer,)*
                    AnyAnswer::Each(answer) => answer,
                }
            }
        }
    };
}

for_each_question!(questions);

impl Answered for AnyAnswer {
    fn finish(&self) -> Finish {
        self.any().finish()
    }

    fn document(&self) -> Option<&str> {
        self.any().document()
    }

    fn is_record(&self) -> bool {
        self.any().is_record()
    }

    fn bytes(&self) -> Option<&[u8]> {
        self.any().bytes()
    }

    fn rows(&self) -> Option<&dyn ishitori_records::Tabular> {
        self.any().rows()
    }

    fn series(&self) -> Vec<(&str, &[u8])> {
        self.any().series()
    }

    fn notes(&self) -> &[Note] {
        self.any().notes()
    }
}

impl Question {
    /// The registration of the question of this name. O(questions).
    pub fn registration(name: &str) -> Option<&'static Registration> {
        Question::REGISTERED.iter().find(|(known, _)| *known == name).map(|(_, found)| found)
    }

    /// The requests that stand as examples in the registration of the question of this name. O(examples).
    pub fn examples(name: &str) -> Vec<serde_json::Value> {
        let (Some(found), Some(shape)) = (Question::registration(name), Question::shape(name))
        else {
            return Vec::new();
        };
        let request = |parameters: &&[(&str, &str)]| {
            let mut request = serde_json::Map::new();
            for (field, text) in parameters.iter() {
                let kind = shape.field(field).map_or(Kind::Text, |field| field.kind);
                let number = |text: &str| text.trim().parse::<u64>().unwrap_or_default();
                let value = match kind {
                    Kind::Text | Kind::Rule => (*text).into(),
                    Kind::Texts => vec![*text].into(),
                    Kind::Number => number(text).into(),
                    Kind::Numbers => text.split(',').map(number).collect(),
                    Kind::Flag => (*text == "true").into(),
                };
                request.insert(field.to_string(), value);
            }
            serde_json::Value::Object(request)
        };
        found.examples.iter().map(request).collect()
    }

    /// The command lines that ask the [examples](Question::examples) of the question of this name, without the name of
    /// the program, where its command is made from its request. O(examples).
    pub fn command_lines(name: &str) -> Vec<Vec<String>> {
        let (Some(found), Some(shape)) = (Question::registration(name), Question::shape(name))
        else {
            return Vec::new();
        };
        let Some(unnamed) = found.command else { return Vec::new() };
        let line = |parameters: &&[(&str, &str)]| {
            let mut words = vec![name.to_string()];
            let given = |field: &&str| parameters.iter().find(|(known, _)| known == field);
            words.extend(unnamed.iter().filter_map(given).map(|(_, text)| text.to_string()));
            for (field, text) in parameters.iter().filter(|(field, _)| !unnamed.contains(field)) {
                words.push(format!("--{field}"));
                if shape.field(field).is_none_or(|field| field.kind != Kind::Flag) {
                    words.push(text.to_string());
                }
            }
            words
        };
        found.examples.iter().map(line).collect()
    }

    /// The name. O(1).
    pub fn name(&self) -> &'static str {
        self.entry().0
    }

    /// The meaning of a range among the values of its parameters. O(1).
    pub(crate) fn ranges(&self) -> Ranges {
        self.entry().1.ranges
    }

    /// Whether it is about several games: a parameter has a range such as `k=2..20`. O(settings).
    pub fn is_about_several(&self) -> bool {
        let several = self.settings().iter().any(|setting| crate::settings::has_range(setting));
        several && self.ranges() != Ranges::Own
    }

    /// The values of parameters, of questions about a game that has some; pictures show several
    /// games themselves. O(1).
    pub fn settings(&self) -> &[String] {
        match self {
            Question::Grundy(request) => &request.set,
            Question::Period(request) => &request.set,
            Question::Outcomes(request) => &request.set,
            Question::Values(request) => &request.set,
            Question::Quotient(request) => &request.set,
            Question::Table(request) => &request.set,
            Question::Conjecture(request) => &request.set,
            Question::Explain(request) => &request.set,
            Question::Play(request) => &request.set,
            Question::Position(request) => &request.set,
            Question::Remoteness(request) => &request.set,
            Question::Compound(request) => &request.set,
            Question::Blocking(request) => &request.set,
            Question::Puzzle(request) => &request.set,
            Question::Census(request) => &request.set,
            _ => &[],
        }
    }
}
