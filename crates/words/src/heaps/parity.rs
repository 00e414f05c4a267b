//! The unifying theorem for parity partizan games in words.

use ishitori_answers::parity::{Answer, Tame};
use ishitori_solve::ending::Position;

use crate::common::question_help::QuestionHelp;
use crate::{Describe, Lang, Text};

pub(crate) const HELP: QuestionHelp = QuestionHelp {
    question: "parity",
    about: "正規形と逆形から手数の偶奇のゲームが決まることを総当たりで確かめる",
    fields: &[("rule", "ゲームの規則"), ("to", "山の石の数の上限"), ("heaps", "山の数の上限")],
};

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let Answer { rule, to, heaps, tested, .. } = self;
        let head = match text.lang {
            Lang::En => format!(
                "{rule}: {tested} positions of at most {heaps} heaps up to {to}, each after an even and an odd number of moves"
            ),
            Lang::Ja => format!(
                "{rule}: {to} 以下の山 {heaps} 個までの {tested} 局面を、手数の偶奇それぞれで検査"
            ),
        };
        let answer = match (&self.counterexample, &self.stopped, text.lang) {
            (Some(v), _, lang) => {
                let (at, expected, found) = (shown(&v.position), v.expected, v.found);
                match lang {
                    Lang::En => format!("FAILS at {at}: expected {expected}, found {found}"),
                    Lang::Ja => format!("{at} で不成立: 予想 {expected}、実際 {found}"),
                }
            }
            (None, Some(stopped), Lang::En) => {
                format!("holds so far; {}", text.stopped_by(stopped))
            }
            (None, Some(stopped), Lang::Ja) => {
                format!("ここまで成立。{}", text.stopped_by(stopped))
            }
            (None, None, Lang::En) => "the theorem holds".to_string(),
            (None, None, Lang::Ja) => "定理は成り立ちます".to_string(),
        };
        let (counts, tame) = (&self.outcomes, text.tame(self.tame.as_ref()));
        format!(
            "{head}\n  P {}  N {}  L {}  R {}\n  {answer}\n  {tame}",
            counts.p, counts.n, counts.l, counts.r
        )
    }
}

impl Text {
    /// What became of the corollary of the unifying theorem.
    fn tame(&self, check: Option<&Tame>) -> String {
        let Some(Tame { tame, decided, largest, wild, counterexample }) = check else {
            let none = self.pick(
                "corollary not checked: misère canonical forms are not known for such a rule",
                "系は検査していません。この種の規則には逆形の標準形がありません",
            );
            return none.to_string();
        };
        let largest = largest.map_or("–".to_string(), |g| g.to_string());
        match (counterexample.as_ref().map(|c| (shown(&c.position), c.grundy)), self.lang) {
            (Some((position, grundy)), Lang::En) => format!(
                "corollary (tame with outcome L or R ⇒ Grundy number ≤ 1) FAILS at {position}: Grundy number {grundy}"
            ),
            (Some((position, grundy)), Lang::Ja) => format!(
                "系(Tame で帰結類が L または R ならグランディ数は 1 以下)は {position} で不成立: グランディ数 {grundy}"
            ),
            (None, Lang::En) => format!(
                "corollary (tame with outcome L or R ⇒ Grundy number ≤ 1) holds: {tame} positions have the genus of a Nim position, {decided} of them outcome L or R, largest Grundy number {largest}; {wild} positions that are not tame have L or R and a larger one"
            ),
            (None, Lang::Ja) => format!(
                "系(Tame で帰結類が L または R ならグランディ数は 1 以下)は成立: 種数がニムのもの {tame} 局面、うち L か R が {decided} 局面、最大のグランディ数 {largest}。Tame でなく L か R でグランディ数が 2 以上のもの {wild} 局面"
            ),
        }
    }
}

/// Heaps as people write them.
fn shown(heaps: &[u32]) -> String {
    Position::new(heaps.to_vec()).to_string()
}
