//! Errors that the Python package finds before a question is asked: arguments of the wrong kind, names that do not
//! exist.

use crate::{Lang, Text, say};

/// A mistake that only a program in Python can make.
#[derive(Clone, Debug, PartialEq)]
pub enum Mistake {
    /// There is no such question.
    Question {
        /// The name that was asked for.
        name: String,
        /// The names that exist.
        names: Vec<&'static str>,
    },
    /// A question has no such field.
    UnknownField {
        /// The question.
        question: String,
        /// The field, as JSON spells it.
        field: String,
        /// The fields that there are, as JSON spells them.
        fields: Vec<String>,
    },
    /// A field that must be there is not.
    MissingField {
        /// The question.
        question: String,
        /// The field, as JSON spells it.
        field: String,
    },
    /// A field has a value of the wrong kind.
    WrongKind {
        /// The question.
        question: String,
        /// The field, as JSON spells it.
        field: String,
        /// The types that it takes: `integer`, `number`, `string`, `boolean`, `array`, `object` as in JSON schemas, or more
        /// finely `natural`, `natural32`, `integers`, `strings`; empty if there is no short name for it.
        kinds: Vec<String>,
    },
    /// A malformed request, without a field at fault.
    Request {
        /// The question.
        question: String,
    },
    /// There is no such format of rows.
    Format {
        /// The names that exist.
        names: Vec<&'static str>,
    },
    /// Only a Grundy sequence has an array of values.
    NoArray,
    /// Not a player.
    Player {
        /// The argument that was given.
        name: String,
    },
    /// Nothing that a game can be made of.
    Game {
        /// The type of what was given.
        kind: String,
    },
    /// There is no such style of games.
    Style {
        /// The name that was asked for.
        name: String,
    },
    /// A text where a list of options belongs.
    OptionsInText,
    /// Neither factor of a product is an integer.
    Factor,
    /// A game is not a condition.
    Truth,
    /// A game that is not an integer.
    Integer,
    /// A float, which is not exact.
    Float,
    /// A fraction that is not a value of a game.
    Dyadic {
        /// The number.
        value: String,
    },
    /// A denominator beyond all bounds.
    Denominator,
    /// A game of Python with too many positions.
    Positions,
    /// The options of a game in Python are not iterable.
    NotIterable {
        /// The type of what came back.
        kind: String,
    },
    /// A game of Python in which moves lead back.
    Loop {
        /// The position.
        position: String,
    },
    /// Grundy numbers of a game whose players have different moves.
    Partizan,
    /// Not a temperature.
    Temperature,
    /// A temperature at which there are no walls.
    Cold,
    /// Not a time.
    Seconds {
        /// The argument that was given.
        seconds: f64,
    },
    /// Not a language.
    Language {
        /// The argument that was given.
        name: String,
    },
    /// Something that should never happen.
    Internal {
        /// Its message.
        said: String,
    },
}

/// A kind of values: its name in JSON schemas, or one of the finer names of the glue.
fn kind(name: &str, lang: Lang) -> &str {
    match name {
        "integer" => lang.say("program.python.int"),
        "natural" => lang.say("program.python.int-least"),
        "natural32" => lang.say("program.python.int-from"),
        "integers" => lang.say("program.python.list-ints"),
        "strings" => lang.say("program.python.list-strings"),
        "number" => lang.say("program.python.number"),
        "string" => lang.say("program.python.string"),
        "boolean" => lang.say("program.python.true-false"),
        "array" => lang.say("program.python.list"),
        "object" => lang.say("program.python.dict"),
        other => other,
    }
}

impl Text {
    /// The error of a call from Python, in words.
    ///
    /// ```
    /// use ishitori_words::{Lang, Mistake, Text};
    ///
    /// let mistake = Mistake::Player { name: "Top".into() };
    /// assert_eq!(
    ///     Text::for_python(Lang::En).mistake(&mistake),
    ///     "unknown player \"Top\": expected 'Left' or 'Right'"
    /// );
    /// ```
    pub fn mistake(&self, mistake: &Mistake) -> String {
        match mistake {
            Mistake::Question { name, names } => say!(
                self,
                "program.python.there-no-question-there",
                name = format_args!("{name:?}"),
                names = names.join(", ")
            ),
            Mistake::UnknownField { question, field, fields } => say!(
                self,
                "program.python.there-no-there",
                question,
                field = self.field(field),
                fields = self.fields(fields)
            ),
            Mistake::MissingField { question, field } => {
                say!(self, "program.python.required", question, field = self.field(field))
            }
            Mistake::WrongKind { question, field, kinds } if kinds.is_empty() => {
                say!(self, "program.python.invalid-value", question, field = self.field(field))
            }
            Mistake::WrongKind { question, field, kinds } => {
                let kinds: Vec<&str> = kinds.iter().map(|name| kind(name, self.lang)).collect();
                say!(
                    self,
                    "program.python.must",
                    question,
                    field = self.field(field),
                    kinds = kinds.join(self.say("program.python.or"))
                )
            }
            Mistake::Request { question } => {
                say!(self, "program.python.malformed-request", question)
            }
            Mistake::Format { names } => {
                say!(self, "program.python.format-there", names = names.join(", "))
            }
            Mistake::NoArray => {
                self.say("program.python.only-grundy-sequence-has-values").to_string()
            }
            Mistake::Player { name } => say!(
                self,
                "program.python.unknown-player-expected-left-right",
                name = format_args!("{name:?}"),
                languages = Lang::ALL.iter().map(|lang| lang.tag()).collect::<Vec<_>>().join(", ")
            ),
            Mistake::Game { kind } => say!(self, "program.python.game-can-made-from-string", kind),
            Mistake::Style { name } => say!(
                self,
                "program.python.unknown-style-expected-ascii-unicode",
                name = format_args!("{name:?}")
            ),
            Mistake::OptionsInText => {
                self.say("program.python.options-must-list-games-string").to_string()
            }
            Mistake::Factor => self.say("program.python.one-factor-must-integer-see").to_string(),
            Mistake::Truth => self.say("program.python.game-has-no-truth-value").to_string(),
            Mistake::Integer => self.say("program.python.game-integer").to_string(),
            Mistake::Float => {
                self.say("program.python.game-exact-use-fraction-instead").to_string()
            }
            Mistake::Dyadic { value } => {
                say!(self, "program.python.dyadic-denominator-must-power-two", value)
            }
            Mistake::Denominator => {
                self.say("program.python.denominator-more-than-digits").to_string()
            }
            Mistake::Positions => self.say("program.python.more-than-positions").to_string(),
            Mistake::NotIterable { kind } => {
                say!(self, "program.python.options-must-return-iterable", kind)
            }
            Mistake::Loop { position } => {
                say!(self, "program.python.moves-lead-from-back-itself", position)
            }
            Mistake::Partizan => {
                self.say("program.python.grundy-numbers-belong-impartial-games").to_string()
            }
            Mistake::Temperature => {
                self.say("program.python.temperature-must-int-fraction").to_string()
            }
            Mistake::Cold => self.say("program.python.temperature-must-least").to_string(),
            Mistake::Seconds { seconds } => {
                say!(self, "program.python.time-limit-invalid-number-seconds", seconds)
            }
            Mistake::Language { name } => {
                let names: Vec<String> =
                    Lang::ALL.iter().map(|lang| format!("'{}'", lang.tag())).collect();
                say!(
                    self,
                    "program.python.lang-invalid-value-expected-en",
                    name = format_args!("{name:?}"),
                    names = names.join(self.say("program.python.or"))
                )
            }
            Mistake::Internal { said } => {
                say!(self, "program.python.internal-error-ishitori-please-report", said)
            }
        }
    }

    fn fields(&self, names: &[String]) -> String {
        names.iter().map(|name| self.field(name)).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_those_of_python() {
        let mistake = Mistake::UnknownField {
            question: "sweep".into(),
            field: "colour".into(),
            fields: vec!["group-by".into(), "with".into()],
        };
        let text = Text::for_python(Lang::En);
        assert_eq!(
            text.mistake(&mistake),
            "sweep: there is no colour; expected one of group_by, with_"
        );
        let mistake = Mistake::WrongKind {
            question: "grundy".into(),
            field: "to".into(),
            kinds: vec!["integer".into(), "string".into()],
        };
        assert_eq!(text.mistake(&mistake), "grundy: to must be an int or a string");
        let text = Text::for_python(Lang::Ja);
        assert_eq!(text.mistake(&mistake), "grundy: to には整数か文字列を指定します");
    }
}
