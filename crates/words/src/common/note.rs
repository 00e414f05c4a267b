//! Remarks beside an answer.

use ishitori_answers::{NoCertificate, Note};

use crate::{Lang, Text, one_line};

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:,=+@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

impl Text {
    /// A remark beside an answer.
    pub fn note(&self, note: &Note) -> String {
        one_line(&self.remark(note)).into_owned()
    }

    /// The remark with foreign text as it is.
    fn remark(&self, note: &Note) -> String {
        match note {
            Note::OnlyHeaps { heaps, stopped } => {
                let why = self.stopped_by(stopped);
                match self.lang {
                    Lang::En => format!("only {heaps} heaps were computed: {why}"),
                    Lang::Ja => format!("山 {heaps} 個までで中断しました: {why}"),
                }
            }
            Note::Stopped(stopped) => self.stopped_by(stopped),
            Note::SearchSaved { path } => self.search_is_saved(path),
            Note::NotSaved(why) => {
                format!("{}: {}", self.field("checkpoint"), self.checkpoint_error(why.error()))
            }
            Note::NoQuotientTheorem { certificate } => self.no_quotient_theorem(*certificate),
            Note::RowsKept { path } => self.rows_are_kept(path),
            Note::MayBeDecided { command } => {
                let words: Vec<String> = command.iter().map(|word| quoted(word)).collect();
                let command = format!("ishitori {}", words.join(" "));
                match self.lang {
                    Lang::En => format!(
                        "an automaton may decide this game for all positions; to look for a proof: {command}"
                    ),
                    Lang::Ja => format!(
                        "オートマトンによって、すべての局面について証明できるかもしれません: {command}"
                    ),
                }
            }
            Note::IdleMove { line, text } => match self.lang {
                Lang::En => format!("line {line}: `{text}` fits nowhere on this board"),
                Lang::Ja => format!("{line} 行目: 「{text}」はこの盤のどこにも当てはまりません"),
            },
            Note::NoCertificate(why) => {
                format!("{}: {}", self.field("certificate"), self.no_certificate(*why))
            }
        }
    }

    /// Why there is no certificate.
    fn no_certificate(&self, why: NoCertificate) -> String {
        let why = match why {
            NoCertificate::Rule => self.pick(
                "the format cannot express this rule; nothing was written",
                "この規則は証明書の形式で表せません。何も書きませんでした",
            ),
            NoCertificate::RuleOrEnd => self.pick(
                "the format has subtraction sets and ends over the stones left; nothing was written",
                "証明書は除去可能数集合と、残りの石の数による終了規則に限ります。何も書きませんでした",
            ),
            NoCertificate::Formula => self.pick(
                "the format has formulas for Grundy numbers of games without sums only; nothing was written",
                "和に移らないゲームのグランディ数の式だけが証明書になります。何も書きませんでした",
            ),
            NoCertificate::NothingProved => self.pick(
                "nothing is proved, so nothing was written",
                "証明がないため何も書きませんでした",
            ),
            NoCertificate::NoTheorem => self.pick(
                "no theorem covers the values of this rule, so nothing is proved and nothing was written",
                "この規則の値についての定理がなく、証明がないため何も書きませんでした",
            ),
            NoCertificate::NotFound { heaps } => {
                let limit = self.field("limit");
                return match self.lang {
                    Lang::En => format!(
                        "no period was found among {heaps} heaps, so nothing is proved and nothing was written; {limit} looks at more"
                    ),
                    Lang::Ja => format!(
                        "山 {heaps} 個のうちに周期が見つからず、証明がないため何も書きませんでした({limit} でさらに調べられます)"
                    ),
                };
            }
            NoCertificate::TooLarge => self.pick(
                "the values have too many followers to be listed; nothing was written",
                "値の後続ゲームが多すぎて並べられません。何も書きませんでした",
            ),
        };
        why.to_string()
    }
}
