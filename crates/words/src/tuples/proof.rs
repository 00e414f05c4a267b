//! Formulas decided for all positions, in words.

use ishitori_answers::conjecture::{AutomatonTable, Decided, ProofSize, Reason};
use ishitori_automata::{Construct, MAX_CASES, Outside, Stage, Violation, Why};
use ishitori_language::place;
use ishitori_values::Player;

use crate::{Lang, Text, counted};

impl Text {
    /// A line of progress.
    pub fn proof_progress(&self, stage: Stage, states: usize) -> String {
        let stage = self.stage(stage);
        match self.lang {
            Lang::En => format!("{stage}: {}", counted(states, "state")),
            Lang::Ja => format!("{stage}: 状態 {states} 個"),
        }
    }

    fn stage(&self, stage: Stage) -> String {
        match stage {
            Stage::Learning => self.pick("learning", "学習"),
            Stage::Positions => self.pick("positions", "局面"),
            Stage::Formula => self.pick("formula", "式"),
            Stage::Options => self.pick("options", "選択肢"),
            Stage::End => self.pick("end of play", "ゲームの終わり"),
            Stage::Rule(rule) => return format!("{} {}", self.pick("rule", "規則"), rule + 1),
            Stage::First => self.pick("statement 1", "命題 1"),
            Stage::Second => self.pick("statement 2", "命題 2"),
        }
        .to_string()
    }

    /// Why a formula under an end rule of `--end` is not decided.
    pub fn proof_of_end(&self) -> String {
        self.pick(
            "not decided for all positions: write the end into the game, as `end: if n mod 2 = 0 then L else R`",
            "すべての局面については決定していません。終了規則をゲームの中に `end: if n mod 2 = 0 then L else R` のように書いてください",
        )
        .to_string()
    }

    /// The first line of an answer.
    pub(super) fn proof_head(&self, proved: Option<bool>) -> String {
        match proved {
            Some(true) => {
                // Positions are tuples of integers ≥ 0, also beyond those that tables reach.
                self.pick(
                    "PROVED for all positions, of any size",
                    "大きさによらず、すべての局面で成り立つことを証明しました",
                )
            }
            Some(false) => self.pick("FALSE", "成り立ちません"),
            None => {
                self.pick("NOT DECIDED for all positions", "すべての局面については決定できません")
            }
        }
        .to_string()
    }

    /// How large the automata of a proof are.
    pub(super) fn proof_size(&self, proof: &ProofSize) -> String {
        let (states, largest) = (sum(&proof.states), proof.largest);
        match self.lang {
            Lang::En => {
                format!(
                    "{} for the formula, at most {largest} on the way",
                    counted(states, "state")
                )
            }
            Lang::Ja => format!("式の状態は {states} 個、途中では最大 {largest} 個"),
        }
    }

    /// How large automata are that were learnt and proved, counted as they are printed.
    pub(super) fn learned_size(&self, automata: &[AutomatonTable], proof: &ProofSize) -> String {
        let states: Vec<usize> = automata.iter().map(|automaton| automaton.states.len()).collect();
        let (states, largest) = (sum(&states), proof.largest);
        match self.lang {
            Lang::En => format!("{}, at most {largest} in the proof", counted(states, "state")),
            Lang::Ja => format!("状態 {states} 個、証明の途中では最大 {largest} 個"),
        }
    }

    /// Why a formula is proved, refuted or left open; what was said already, if nothing is known
    /// but that.
    pub(super) fn decided_why(&self, decided: &Decided, coordinates: &[String]) -> String {
        match (&decided.reason, &decided.proof) {
            (Some(Reason::Refuted(violation)), _) => self.violation(violation),
            (Some(Reason::Open { why, source }), _) => self.not_decided(source, why),
            (Some(Reason::EndOutsideGame), _) => self.proof_of_end(),
            (None, Some(proof)) => self.proof_reason(coordinates, proof),
            (None, None) => decided.why.clone().unwrap_or_default(),
        }
    }

    fn proof_reason(&self, coordinates: &[String], proof: &ProofSize) -> String {
        let forms = proof.decreases.iter();
        let measure: Vec<String> = forms.map(|form| in_coordinates(form, coordinates)).collect();
        let measure = measure.join(self.pick(", then ", "、次に "));
        let grundy = proof.states.len() == 1;
        match (self.lang, grundy) {
            (Lang::En, true) => format!(
                "no option has the value of its position, every smaller value is that of an option, and every move decreases {measure}"
            ),
            (Lang::En, false) => format!(
                "whoever is said to win has a move to a position that the opponent does not win, whoever is said to lose has none, and every move decreases {measure}"
            ),
            (Lang::Ja, true) => format!(
                "どの選択肢も局面と同じ値をもたず、それより小さい値はすべてある選択肢の値であり、どの手も {measure} を減らします"
            ),
            (Lang::Ja, false) => format!(
                "勝つとされる側には相手が勝てない局面へ移る手があり、負けるとされる側にはなく、どの手も {measure} を減らします"
            ),
        }
    }

    fn violation(&self, violation: &Violation) -> String {
        let at = tuple(violation.position());
        let player = |player: &Player| match player {
            Player::Left => self.pick("Left", "左"),
            Player::Right => self.pick("Right", "右"),
        };
        match (violation, self.lang) {
            (Violation::Table { .. }, Lang::En) => format!("the table has another value at {at}"),
            (Violation::Table { .. }, Lang::Ja) => format!("{at} での表の値と異なります"),
            (Violation::NoValue { .. }, Lang::En) => {
                format!("the formula has no value at {at}: it asks for a bit of a negative number")
            }
            (Violation::NoValue { .. }, Lang::Ja) => {
                format!("{at} では式の値がありません(負の数のビットを求めています)")
            }
            (Violation::Negative { value, .. }, Lang::En) => {
                format!("the formula is {value} at {at}")
            }
            (Violation::Negative { value, .. }, Lang::Ja) => {
                format!("{at} で式の値が {value} になります")
            }
            (Violation::SameValue { value, rule, .. }, Lang::En) => format!(
                "by the formula {at} and an option of it by rule {} both have the value {value}",
                rule + 1
            ),
            (Violation::SameValue { value, rule, .. }, Lang::Ja) => format!(
                "式によれば {at} とその規則 {} による選択肢がともに値 {value} をもちます",
                rule + 1
            ),
            (Violation::Missing { value, .. }, Lang::En) => {
                format!("by the formula no option of {at} has the value {value}, which is smaller")
            }
            (Violation::Missing { value, .. }, Lang::Ja) => {
                format!("式によれば {at} より小さい値 {value} をもつ選択肢がありません")
            }
            (Violation::MissedWin { player: p, .. }, Lang::En) => {
                format!("by the formula itself {} wins moving first at {at}", player(p))
            }
            (Violation::MissedWin { player: p, .. }, Lang::Ja) => {
                format!("式によれば {at} では{}が先手で勝つはずです", player(p))
            }
            (Violation::NoWin { player: p, .. }, Lang::En) => {
                format!("by the formula itself no first move of {} wins at {at}", player(p))
            }
            (Violation::NoWin { player: p, .. }, Lang::Ja) => {
                format!("式によれば {at} では{}の勝つ手がありません", player(p))
            }
        }
    }

    fn not_decided(&self, source: &str, why: &Why) -> String {
        match (why, self.lang) {
            (Why::Limit { limit, stage }, _) => {
                format!("{}: {}", self.stage(*stage), self.limit(limit))
            }
            (Why::Game(outside), _) => {
                self.outside(self.pick("the game", "ゲーム"), source, outside)
            }
            (Why::Formula(outside), _) => {
                self.outside(self.pick("the formula", "式"), source, outside)
            }
            (Why::Undefined(position), Lang::En) => {
                format!("the formula says nothing at {}", tuple(position))
            }
            (Why::Undefined(position), Lang::Ja) => {
                format!("式は {} で何も言っていません", tuple(position))
            }
            (Why::Leaves { position, option, .. }, Lang::En) => format!(
                "a move leads from {} to {}, which is not a position",
                tuple(position),
                tuple(option)
            ),
            (Why::Leaves { position, option, .. }, Lang::Ja) => {
                format!("{} から局面でない {} へ移る手があります", tuple(position), tuple(option))
            }
            (Why::NoValue { position, span }, _) => {
                let place = source.get(span.clone()).unwrap_or_default();
                let at = tuple(position);
                match self.lang {
                    Lang::En => format!(
                        "the rule has no value at {at}: `{place}` asks for a bit of a negative number"
                    ),
                    Lang::Ja => {
                        format!("{at} では規則の `{place}` に値がありません(負の数のビット)")
                    }
                }
            }
            (Why::Endless, Lang::En) => {
                "it was not shown that every play ends: no linear forms decrease by every move"
                    .into()
            }
            (Why::Endless, Lang::Ja) => {
                "ゲームが必ず終わることを示せません(どの手でも減る一次式が見つかりません)".into()
            }
            (Why::ConditionOfPartizan, Lang::En) => {
                "a condition for P-positions decides nothing where the players have different moves or ends; give letters: if … then L else …".into()
            }
            (Why::ConditionOfPartizan, Lang::Ja) => {
                "両者の手や終了が異なるときは P 局面の条件だけでは決まりません。if … then L else … のように文字で与えてください".into()
            }
            (Why::Far(position), Lang::En) => format!(
                "learning stopped: {} would have to be computed, which is beyond the largest table",
                tuple(position)
            ),
            (Why::Far(position), Lang::Ja) => format!(
                "学習を中断しました。{} を計算する必要がありますが、最大の表より先です",
                tuple(position)
            ),
            (Why::ManyStates(states), Lang::En) => {
                format!("learning stopped at {states} states")
            }
            (Why::ManyStates(states), Lang::Ja) => {
                format!("状態が {states} 個になったので学習を中断しました")
            }
            (Why::NotGrundy, Lang::En) => {
                "Grundy numbers are for the same moves for both and normal play".into()
            }
            (Why::NotGrundy, Lang::Ja) => {
                "グランディ数は、両者の手が同じで正規形のゲームのものです".into()
            }
        }
    }

    fn outside(&self, whose: &str, source: &str, outside: &Outside) -> String {
        let (line, column) = place(source, outside.span.start);
        let text = source.get(outside.span.clone()).unwrap_or("").trim();
        match self.lang {
            Lang::En => format!(
                "{whose} is outside the decidable class at {line}:{column}, {text}: {}",
                outside.construct
            ),
            Lang::Ja => format!(
                "{whose}の {line} 行 {column} 列 {text} は決定できる範囲の外です: {}",
                construct_ja(outside.construct)
            ),
        }
    }
}

fn construct_ja(construct: Construct) -> String {
    match construct {
        Construct::Product => "ともに局面による二つの数の積".into(),
        Construct::Divisor => "局面による数、または 0 による除算".into(),
        Construct::Step => "局面による刻み幅".into(),
        Construct::Shift => "局面による桁の数".into(),
        Construct::Popcount => "局面による数の 1 の個数".into(),
        Construct::Root => "局面による数の平方根".into(),
        Construct::Gcd => "局面による数の最大公約数".into(),
        Construct::Power => "局面による数のべき".into(),
        Construct::Cases => format!("一つの式の中の場合が {MAX_CASES} 通りを超えます"),
        Construct::TooLarge => "2^40 を超える係数か定数".into(),
        Construct::Sum => "局面の和への手(帰結類だけでは決まりません)".into(),
        Construct::NoValue => "値のない式".into(),
    }
}

/// Sizes as a sum: 4 + 4.
fn sum(sizes: &[usize]) -> String {
    let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
    sizes.join(" + ")
}

fn tuple(position: &[i128]) -> String {
    let numbers: Vec<String> = position.iter().map(i128::to_string).collect();
    format!("({})", numbers.join(","))
}

/// A linear form with the names of the coordinates.
fn in_coordinates(form: &[i64], coordinates: &[String]) -> String {
    let mut out = String::new();
    for (&a, name) in form.iter().zip(coordinates).filter(|(a, _)| **a != 0) {
        out.push_str(match (out.is_empty(), a < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        });
        if a.abs() != 1 {
            out.push_str(&format!("{}*", a.abs()));
        }
        out.push_str(name);
    }
    out
}
