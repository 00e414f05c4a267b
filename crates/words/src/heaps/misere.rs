//! Misère games in words.

use ishitori_answers::OutcomeClass;
use ishitori_answers::misere::Answer;
use ishitori_solve::heap::{MisereError, MisereSyntax};

use crate::common::diagnostic::placed;
use crate::{Describe, Lang, Text, table};

impl Describe for Answer {
    /// The canonical form, and a table.
    fn describe(&self, text: &Text) -> String {
        let outcome = match self.outcome {
            OutcomeClass::P => text.pick("P: the player to move loses", "P(後手必勝)"),
            _ => text.pick("N: the player to move wins", "N(先手必勝)"),
        };
        let tame = match self.tame_genus {
            true => text.pick("the genus of a sum of nimbers", "ニム山の和と同じ種数です"),
            false => text.pick("no sum of nimbers has this genus", "ニム山の和にはない種数です"),
        };
        let rows = [
            (text.pick("misère outcome", "逆形の帰結類"), outcome.to_string()),
            (text.pick("genus", "種数"), format!("{}   ({tame})", self.genus)),
            (text.pick("normal Grundy number", "正規形のグランディ数"), self.grundy.to_string()),
            (text.pick("birthday", "誕生日"), self.birthday.to_string()),
            (text.pick("canonical options", "標準形の選択肢"), self.options.to_string()),
        ];
        let too_long = || {
            text.pick("(the canonical form is too long to show)", "(標準形が長いため表示しません)")
        };
        let canonical = self.canonical.as_deref().unwrap_or_else(too_long);
        format!("{} = {canonical}\n{}", self.game, table(&rows))
    }
}

impl Text {
    /// A misère game that cannot be read or computed.
    pub fn misere_error(&self, text: &str, error: &MisereError) -> String {
        let (kind, span) = match error {
            MisereError::Limit(limit) => return self.limit(limit).to_string(),
            MisereError::Syntax { kind, span } => (kind, span),
        };
        let why = match (self.lang, kind) {
            (Lang::En, kind) => kind.to_string(),
            (Lang::Ja, MisereSyntax::Game) => {
                "ここにはゲームが必要です: 0, *3, *[3,2] など".to_string()
            }
            (Lang::Ja, MisereSyntax::After) => "ゲームの後に置けるのは + , ] です".to_string(),
            (Lang::Ja, MisereSyntax::Unclosed) => "この括弧が閉じられていません".to_string(),
            (Lang::Ja, MisereSyntax::Number { limit }) => format!("数は {limit} までです"),
            (Lang::Ja, MisereSyntax::Depth { limit }) => format!("括弧は {limit} 重までです"),
            (Lang::Ja, MisereSyntax::Length { limit }) => format!("長さは {limit} バイトまでです"),
        };
        let place = text.get(..span.start).map_or(0, |before| before.chars().count()) + 1;
        match (self.lang, kind) {
            (_, MisereSyntax::Length { .. }) => why,
            (Lang::En, _) => placed(&format!("at character {place}: {why}"), text, span),
            (Lang::Ja, _) => placed(&format!("{place} 文字目: {why}"), text, span),
        }
    }
}
