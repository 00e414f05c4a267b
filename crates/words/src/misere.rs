//! Misère games in words.

use ishitori_solve::heap::{Genus, MisereError, MisereSyntax};

use crate::diagnostic::point;
use crate::{Lang, Text, table};

/// What is said of a misère game.
pub struct MisereFacts {
    /// The game as it was named.
    pub name: String,
    /// Its canonical form, if that can be shown.
    pub canonical: Option<String>,
    /// Whether whoever moves first loses.
    pub lost: bool,
    /// The length of the longest play.
    pub birthday: usize,
    /// How many options the canonical form has.
    pub options: usize,
    /// Its genus.
    pub genus: Genus,
}

impl Text {
    /// A misère game: its canonical form, and a table.
    pub fn misere(&self, facts: &MisereFacts) -> String {
        let outcome = match facts.lost {
            true => self.pick("P: the player to move loses", "P(後手必勝)"),
            false => self.pick("N: the player to move wins", "N(先手必勝)"),
        };
        let tame = match facts.genus.is_tame() {
            true => self.pick("the genus of a sum of nimbers", "ニム山の和と同じ種数です"),
            false => self.pick("no sum of nimbers has this genus", "ニム山の和にはない種数です"),
        };
        let rows = [
            (self.pick("misère outcome", "逆形の帰結類"), outcome.to_string()),
            (self.pick("genus", "種数"), format!("{}   ({tame})", facts.genus)),
            (
                self.pick("normal Grundy number", "正規形のグランディ数"),
                facts.genus.grundy.to_string(),
            ),
            (self.pick("birthday", "誕生日"), facts.birthday.to_string()),
            (self.pick("canonical options", "標準形の選択肢"), facts.options.to_string()),
        ];
        let canonical = facts.canonical.clone().unwrap_or_else(|| {
            self.pick("(the canonical form is too long to show)", "(標準形が長いため表示しません)")
                .to_string()
        });
        format!("{} = {canonical}\n{}", facts.name, table(&rows))
    }

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
            (Lang::En, _) => {
                format!("at character {place}: {why}\n{}", point(text, span))
            }
            (Lang::Ja, _) => {
                format!("{place} 文字目: {why}\n{}", point(text, span))
            }
        }
    }
}
