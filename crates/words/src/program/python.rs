//! What the Python package finds wrong before a question is asked: arguments of the wrong kind, names that do not
//! exist.

use crate::{Lang, Text};

/// A mistake that only a program in Python can make.
#[derive(Clone, Debug, PartialEq)]
pub enum Mistake {
    /// There is no such question.
    Question {
        /// What was asked for.
        name: String,
        /// What there is.
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
        /// What it takes: `integer`, `number`, `string`, `boolean`, `array`, `object` as in JSON schemas, or more
        /// finely `natural`, `natural32`, `integers`, `strings`; empty if there is no short name for it.
        kinds: Vec<String>,
    },
    /// What was sent is no request, and no field of it is to blame.
    Request {
        /// The question.
        question: String,
    },
    /// There is no such format of rows.
    Format {
        /// What there is.
        names: Vec<&'static str>,
    },
    /// Only a Grundy sequence has an array of values.
    NoArray,
    /// Not a player.
    Player {
        /// What was given.
        name: String,
    },
    /// Nothing that a game can be made of.
    Game {
        /// The type of what was given.
        kind: String,
    },
    /// There is no such style of games.
    Style {
        /// What was asked for.
        name: String,
    },
    /// A text where a list of options belongs.
    OptionsInText,
    /// Neither factor of a product is an integer.
    Factor,
    /// A game is no condition.
    Truth,
    /// A game that is no integer.
    Integer,
    /// A float, which is not exact.
    Float,
    /// A fraction that is no value of a game.
    Dyadic {
        /// The number.
        value: String,
    },
    /// A denominator beyond all bounds.
    Denominator,
    /// A game of Python with too many positions.
    Positions,
    /// A game of Python told no options.
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
        /// What was given.
        seconds: f64,
    },
    /// Not a language.
    Language {
        /// What was given.
        name: String,
    },
    /// Something that should never happen.
    Internal {
        /// What it said.
        said: String,
    },
}

/// A kind of values: its name in JSON schemas, or one of the finer names of the glue.
fn kind(name: &str, lang: Lang) -> &str {
    match (name, lang) {
        ("integer", Lang::En) => "an int",
        ("integer", Lang::Ja) => "整数",
        ("natural", Lang::En) => "an int of at least 0",
        ("natural", Lang::Ja) => "0 以上の整数",
        ("natural32", Lang::En) => "an int from 0 to 2^32 - 1",
        ("natural32", Lang::Ja) => "0 以上 2^32 未満の整数",
        ("integers", Lang::En) => "a list of ints",
        ("integers", Lang::Ja) => "整数のリスト",
        ("strings", Lang::En) => "a list of strings",
        ("strings", Lang::Ja) => "文字列のリスト",
        ("number", Lang::En) => "a number",
        ("number", Lang::Ja) => "数",
        ("string", Lang::En) => "a string",
        ("string", Lang::Ja) => "文字列",
        ("boolean", Lang::En) => "True or False",
        ("boolean", Lang::Ja) => "True か False",
        ("array", Lang::En) => "a list",
        ("array", Lang::Ja) => "リスト",
        ("object", Lang::En) => "a dict",
        ("object", Lang::Ja) => "辞書",
        (other, _) => other,
    }
}

impl Text {
    /// What is wrong with a call from Python.
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
        match self.lang {
            Lang::En => self.mistake_en(mistake),
            Lang::Ja => self.mistake_ja(mistake),
        }
    }

    fn fields(&self, names: &[String]) -> String {
        names.iter().map(|name| self.field(name)).collect::<Vec<_>>().join(", ")
    }

    fn mistake_en(&self, mistake: &Mistake) -> String {
        match mistake {
            Mistake::Question { name, names } => {
                format!("there is no question {name:?}; there are {}", names.join(", "))
            }
            Mistake::UnknownField { question, field, fields } => format!(
                "{question}: there is no {}; there are {}",
                self.field(field),
                self.fields(fields)
            ),
            Mistake::MissingField { question, field } => {
                format!("{question}: {} is required", self.field(field))
            }
            Mistake::WrongKind { question, field, kinds } if kinds.is_empty() => {
                format!("{question}: invalid value for {}", self.field(field))
            }
            Mistake::WrongKind { question, field, kinds } => {
                let kinds: Vec<&str> = kinds.iter().map(|name| kind(name, Lang::En)).collect();
                format!("{question}: {} must be {}", self.field(field), kinds.join(" or "))
            }
            Mistake::Request { question } => format!("{question}: malformed request"),
            Mistake::Format { names } => format!("format: there are {}", names.join(", ")),
            Mistake::NoArray => "only a Grundy sequence has values to take".into(),
            Mistake::Player { name } => {
                format!("unknown player {name:?}: expected 'Left' or 'Right'")
            }
            Mistake::Game { kind } => {
                format!(
                    "a game can be made from a string, an int, a Fraction or a game, not from {kind}"
                )
            }
            Mistake::Style { name } => {
                format!("unknown style {name:?}: expected 'ascii', 'unicode' or 'latex'")
            }
            Mistake::OptionsInText => "options must be a list of games, not a string".into(),
            Mistake::Factor => {
                "one factor must be an integer; see conway_product and norton_product".into()
            }
            Mistake::Truth => "a game has no truth value; compare it: game == 0, game > 0".into(),
            Mistake::Integer => "the game is not an integer".into(),
            Mistake::Float => {
                "a game is exact: use Fraction(1, 2) or '1/2' instead of a float".into()
            }
            Mistake::Dyadic { value } => format!(
                "{value} is not dyadic: the denominator must be a power of two (1, 2, 4, 8, …)"
            ),
            Mistake::Denominator => "a denominator with more than 2^32 digits".into(),
            Mistake::Positions => "more than 2^32 positions".into(),
            Mistake::NotIterable { kind } => {
                format!("options must return an iterable, not {kind}")
            }
            Mistake::Loop { position } => {
                format!("moves lead from {position} back to itself, so the game need not end")
            }
            Mistake::Partizan => {
                "Grundy numbers belong to impartial games: OwnGame(…, impartial=True)".into()
            }
            Mistake::Temperature => "a temperature must be an int or a Fraction".into(),
            Mistake::Cold => "a temperature must be at least -1".into(),
            Mistake::Seconds { seconds } => {
                format!("time_limit: invalid number of seconds: {seconds}")
            }
            Mistake::Language { name } => {
                format!("lang: invalid value {name:?}: expected 'en' or 'ja'")
            }
            Mistake::Internal { said } => {
                format!("internal error in ishitori, please report it: {said}")
            }
        }
    }

    fn mistake_ja(&self, mistake: &Mistake) -> String {
        match mistake {
            Mistake::Question { name, names } => {
                format!("{name:?} という問いはありません。{} があります", names.join(", "))
            }
            Mistake::UnknownField { question, field, fields } => format!(
                "{question}: {} はありません。{} があります",
                self.field(field),
                self.fields(fields)
            ),
            Mistake::MissingField { question, field } => {
                format!("{question}: {} が必要です", self.field(field))
            }
            Mistake::WrongKind { question, field, kinds } if kinds.is_empty() => {
                format!("{question}: {} の値は使えません", self.field(field))
            }
            Mistake::WrongKind { question, field, kinds } => {
                let kinds: Vec<&str> = kinds.iter().map(|name| kind(name, Lang::Ja)).collect();
                format!("{question}: {} には{}を指定します", self.field(field), kinds.join("か"))
            }
            Mistake::Request { question } => {
                format!("{question}: 問い合わせの形が正しくありません")
            }
            Mistake::Format { names } => format!("format: {} があります", names.join(", ")),
            Mistake::NoArray => "値を取り出せるのはグランディ数の列だけです".into(),
            Mistake::Player { name } => {
                format!("{name:?} はプレイヤーではありません。'Left' か 'Right' です")
            }
            Mistake::Game { kind } => format!(
                "ゲームは文字列、int、Fraction、ゲームから作ります({kind} からは作れません)"
            ),
            Mistake::Style { name } => {
                format!("{name:?} という書き方はありません。'ascii'、'unicode'、'latex' があります")
            }
            Mistake::OptionsInText => {
                "選択肢はゲームのリストで指定します(文字列ではありません)".into()
            }
            Mistake::Factor => {
                "因数の一方は整数です。conway_product と norton_product もあります".into()
            }
            Mistake::Truth => {
                "ゲームに真偽値はありません。game == 0、game > 0 のように比べます".into()
            }
            Mistake::Integer => "このゲームは整数ではありません".into(),
            Mistake::Float => {
                "ゲームは厳密です。float ではなく Fraction(1, 2) か '1/2' と書きます".into()
            }
            Mistake::Dyadic { value } => {
                format!("{value} は二進有理数ではありません。分母は 2 のべき (1, 2, 4, 8, …) です")
            }
            Mistake::Denominator => "分母が 2^32 桁を超えています".into(),
            Mistake::Positions => "局面が 2^32 個を超えています".into(),
            Mistake::NotIterable { kind } => {
                format!("options は反復可能なものを返します({kind} が返されました)")
            }
            Mistake::Loop { position } => {
                format!("{position} から着手を続けると同じ局面に戻ります。勝負がつくとは限りません")
            }
            Mistake::Partizan => {
                "グランディ数は不偏ゲームのものです: OwnGame(…, impartial=True)".into()
            }
            Mistake::Temperature => "温度は int か Fraction です".into(),
            Mistake::Cold => "温度は -1 から始まります".into(),
            Mistake::Seconds { seconds } => {
                format!("time_limit: {seconds} は秒数ではありません")
            }
            Mistake::Language { name } => {
                format!("lang: {name:?} は 'en' でも 'ja' でもありません")
            }
            Mistake::Internal { said } => {
                format!("ishitori の内部の誤りです。ご報告ください: {said}")
            }
        }
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
        assert_eq!(text.mistake(&mistake), "sweep: there is no colour; there are group_by, with_");
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
