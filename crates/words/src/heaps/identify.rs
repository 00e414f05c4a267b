//! Games that a piece of a sequence comes from.

use ishitori_answers::identify::{Answer, Found};

use crate::common::question_help::QuestionHelp;
use crate::{Describe, Lang, Text, table};

pub(crate) const HELP: QuestionHelp = QuestionHelp {
    question: "identify",
    about: "数列がどのゲームのものかを探す",
    fields: &[
        (
            "values",
            "続いたグランディ数をコンマか空白で区切ったもの: 0,1,1,2,0,3,1,1,0。または図鑑で探す帰結類: LRLNN",
        ),
        ("starts", "グランディ数が山 0 からこの数より小さい山までのどこから始まるかを探す"),
        ("most", "表示するゲームの数の上限"),
    ],
};

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let (found, tried) = (self.found, self.tried);
        if self.matches.is_empty() {
            return match text.lang {
                Lang::En if self.outcomes.is_some() => {
                    format!("none of the {tried} rows of the atlas has these outcomes in a row")
                }
                Lang::Ja if self.outcomes.is_some() => {
                    format!("図鑑の {tried} 行のどれにもこの並びはありません")
                }
                Lang::En => format!("none of the {tried} games has these values in a row"),
                Lang::Ja => format!("{tried} 個のゲームのどれにもこの並びはありません"),
            };
        }
        let line = |m: &Found| {
            let name = m.name.as_ref().map(|n| format!("  ({n})")).unwrap_or_default();
            let from = match text.lang {
                Lang::En => format!("from heap {} on{name}", m.start),
                Lang::Ja => format!("山 {} から{name}", m.start),
            };
            let end = m.end.as_ref().map(|end| format!("  {end}")).unwrap_or_default();
            (format!("{}{end}", m.rule), from)
        };
        let lines: Vec<(String, String)> = self.matches.iter().map(line).collect();
        let most = text.field("most");
        let tail = match text.lang {
            _ if found == self.matches.len() => String::new(),
            Lang::En => format!("\n  … {found} games in all; {most} shows more"),
            Lang::Ja => format!("\n  … 全部で {found} 個({most} で増やせます)"),
        };
        format!("{}{tail}", table(&lines))
    }
}
