//! What the checker of certificates answers, in words. Its own words are English; here the facts
//! are told in Japanese. Every `match` is complete, so that a new condition cannot be forgotten.

use std::fmt::{Display, Write};

use ishitori_certify::{
    AutomatonData, Claim, CodeDigit, Condition, End, Evidence, Fault, FaultKind, FormulaClaim,
    GeneralCode, GrundyPeriod, OutcomePeriod, Outcomes, Quotient, QuotientEnd, Rejection, Resource,
    Rule, Sizes, Statement, Theorem, TupleRule, ValuePeriod, Verdict, Why, letters_shown,
};

use ishitori_answers::check::Answer;
use ishitori_answers::check::Verified;
use ishitori_certify::milestones::NotSaved;
use ishitori_files::KeyError;

use crate::{Describe, Lang, Text, one_line, table};

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let mut told = self.clone();
        told.localize(text);
        let head = match told.valid {
            Some(true) => text.pick("valid", "正しい証明書です"),
            Some(false) => text.pick("NOT VALID", "正しい証明書ではありません"),
            None => text.pick("NOT DECIDED", "まだわかりません"),
        };
        let mut rows = Vec::new();
        let statement = told.verdict.as_ref().and_then(|verdict| verdict.claim.as_ref());
        match statement {
            // The rule is laid out in lines, as the language writes it.
            Some(Statement { rule: Rule::Tuples(game), claim }) => {
                for (i, line) in game.lines().into_iter().enumerate() {
                    rows.push((if i == 0 { text.pick("game", "ゲーム") } else { "" }, line));
                }
                rows.push((text.pick("range", "範囲"), text.all_sizes(game)));
                rows.push((text.pick("claim", "主張"), text.claim_alone(claim)));
            }
            _ => rows.extend(told.claim.map(|claim| (text.pick("claim", "主張"), claim))),
        }
        rows.push((text.pick("why", "理由"), told.why));
        rows.extend(told.verified.map(|Verified { heaps, total }| {
            let so_far = match text.lang {
                Lang::En => format!("{heaps} of {total} heaps so far"),
                Lang::Ja => format!("{total} 個の山のうち {heaps} 個まで"),
            };
            (text.pick("verified", "検証済み"), so_far)
        }));
        rows.extend(told.resumed.map(|heaps| {
            let before = match text.lang {
                Lang::En => format!(
                    "{heaps} heaps were verified by earlier runs of this user's program, which sealed the check point"
                ),
                Lang::Ja => format!(
                    "{heaps} 個の山は、このユーザーのプログラムが以前に検証し、封印した途中経過によります"
                ),
            };
            (text.pick("resumed", "再開"), before)
        }));
        rows.extend(told.theorem.map(|theorem| (text.pick("proof", "証明"), theorem)));
        format!("{head}\n{}", table(&rows))
    }

    fn localize(&mut self, text: &Text) {
        if let Some(verdict) = &self.verdict {
            self.claim = text.claim(verdict);
            self.why = text.verdict_reason(verdict);
            self.theorem = text.theorem(verdict);
        }
    }
}

impl Text {
    /// A verdict in one line, for one of several certificates: what it is, and what it states or why it fails.
    pub fn checked_in_a_line(&self, answer: &Answer) -> String {
        let said = match (&answer.valid, &answer.claim) {
            (Some(true), Some(claim)) => claim,
            _ => &answer.why,
        };
        let head = match answer.valid {
            Some(true) => self.pick("valid", "正しい"),
            Some(false) => self.pick("NOT VALID", "正しくない"),
            None => self.pick("NOT DECIDED", "未決定"),
        };
        format!("{head}  {}", one_line(said))
    }
}

impl Text {
    /// Why a check cannot go on from a file.
    pub(crate) fn check_saved_error(&self, path: &std::path::Path, why: NotSaved) -> String {
        let path = path.display();
        match (why, self.lang) {
            (NotSaved::Damaged, Lang::En) => {
                format!("{path} does not say how far a check is, or is damaged")
            }
            (NotSaved::Damaged, Lang::Ja) => {
                format!("{path} は検証の途中経過のファイルではないか、壊れています")
            }
            (NotSaved::OtherCertificate, Lang::En) => {
                format!("{path} is about the check of another certificate")
            }
            (NotSaved::OtherCertificate, Lang::Ja) => {
                format!("{path} は別の証明書の検証の途中経過です")
            }
            (NotSaved::NotSealed, Lang::En) => format!(
                "{path} was not sealed by this user's program, or was changed since, so nothing in it is believed; remove it or name another file to begin the check anew"
            ),
            (NotSaved::NotSealed, Lang::Ja) => format!(
                "{path} はこのユーザーのプログラムが封印したものではないか、その後で変更されているため、信用できません。このファイルを消すか、別の名前を指定すれば、検証を最初から始めます"
            ),
        }
    }

    /// Why there is no key to seal check points with.
    pub(crate) fn key_error(&self, error: &KeyError) -> String {
        match (error, self.lang) {
            (error, Lang::En) => format!("the key that seals check points cannot be used: {error}"),
            (KeyError::NoFolder, Lang::Ja) => {
                "途中経過を封印する鍵を置くフォルダがわかりません。XDG_STATE_HOME を設定してください".to_string()
            }
            (KeyError::File { path, source }, Lang::Ja) => {
                let path = path.display();
                format!("途中経過を封印する鍵 {path} が使えません: {}", self.io(source))
            }
        }
    }
}

impl Text {
    /// The positions that a claim about a game on tuples is about.
    fn all_sizes(&self, game: &TupleRule) -> String {
        let names = game.coordinates.join(", ");
        match self.lang {
            Lang::En => format!("all integers {names} ≥ 0, of any size"),
            Lang::Ja => format!("すべての整数 {names} ≥ 0(大きさに制限なし)"),
        }
    }

    /// What is claimed, without the rule.
    fn claim_alone(&self, claim: &Claim) -> String {
        match self.lang {
            Lang::En => claim.to_string(),
            Lang::Ja => claim_ja(claim),
        }
    }

    /// What a certificate states, if it can be read.
    fn claim(&self, verdict: &Verdict) -> Option<String> {
        let statement = verdict.claim.as_ref()?;
        Some(match self.lang {
            Lang::En => statement.to_string(),
            Lang::Ja => statement_ja(statement),
        })
    }

    /// Where the theorem is proved that an accepted certificate relies on.
    fn theorem(&self, verdict: &Verdict) -> Option<String> {
        verdict.valid.then(|| match verdict.machine_checked() {
            Some((file, name)) => {
                let by = self.pick("checked by Coq", "Coq で検証済み");
                format!("{by}: {name}, {file}")
            }
            None => format!("{}: docs/certificates.md", self.pick("on paper", "紙の上の証明")),
        })
    }

    /// Why a certificate is accepted or not.
    pub fn verdict_reason(&self, verdict: &Verdict) -> String {
        let why = match (self.lang, &verdict.why) {
            (Lang::En, why) => why.to_string(),
            (Lang::Ja, Why::Proved(evidence)) => evidence_ja(evidence),
            (Lang::Ja, Why::Rejected(rejection)) => rejection_ja(rejection),
        };
        // A rejection quotes the document.
        one_line(&why).into_owned()
    }
}

fn statement_ja(statement: &Statement) -> String {
    let rule = match &statement.rule {
        Rule::TakeAndBreak(rule) => {
            format!("桁が d0, d1, … = {} の取り分けゲーム", list(&rule.digits))
        }
        Rule::Subtraction(rule) => format!("S = {{{}}} の除去ゲーム", list(&rule.set)),
        Rule::AllBut(rule) => {
            format!("{{{}}} 以外のすべての数を取れる除去ゲーム", list(&rule.excluded))
        }
        Rule::Partizan(rule) => {
            let (left, right) = (list(&rule.left), list(&rule.right));
            let splits = if rule.splits { "(残りを二山に分けてもよい)" } else { "" };
            format!("左は {{{left}}}、右は {{{right}}} の数を取る{splits}ゲーム")
        }
        Rule::Code(rule) => code_ja(rule),
        Rule::Tuples(game) => {
            let names = game.coordinates.join(", ");
            format!("すべての整数 {names} ≥ 0 の上のゲーム `{game}`")
        }
    };
    format!("{rule}: {}", claim_ja(&statement.claim))
}

fn claim_ja(claim: &Claim) -> String {
    match claim {
        Claim::GrundyPeriod(claim) => grundy_ja(claim),
        Claim::OutcomePeriod(claim) => outcomes_ja(claim),
        Claim::ValuePeriod(claim) => values_ja(claim),
        Claim::ValueGrowth(claim) => growth_ja(claim),
        Claim::Quotient(claim) => quotient_ja(claim),
        Claim::Formula(claim) => formula_ja(claim),
    }
}

fn formula_ja(claim: &FormulaClaim) -> String {
    let states = |automaton: &AutomatonData| automaton.states.len();
    match claim {
        FormulaClaim::Grundy(term) => format!("どの局面のグランディ数も {term} である"),
        FormulaClaim::PPositions(test) => format!("局面が P 局面であるのは {test} のときに限る"),
        FormulaClaim::Outcomes([left, right]) => {
            format!("先手で、左が勝つのは {left} のとき、右が勝つのは {right} のときに限る")
        }
        FormulaClaim::GrundyAutomaton(automaton) => format!(
            "どの局面のグランディ数も、証明書にある状態 {} 個のオートマトンが局面とともに受理する数である",
            states(automaton)
        ),
        FormulaClaim::PPositionsAutomaton(automaton) => format!(
            "P 局面は、証明書にある状態 {} 個のオートマトンが受理する局面である",
            states(automaton)
        ),
        FormulaClaim::OutcomesAutomata([left, right]) => format!(
            "先手で、左は証明書の第1のオートマトン(状態 {} 個)が受理する局面で、右は第2のオートマトン(状態 {} 個)が受理する局面で勝つ",
            states(left),
            states(right)
        ),
    }
}

fn code_ja(code: &GeneralCode) -> String {
    let digit = |digit: &CodeDigit| {
        let mut counts: Vec<String> = digit.parts.iter().map(u64::to_string).collect();
        counts.extend(digit.every_from.map(|from| format!("{from} 以上")));
        match (counts.is_empty(), digit.sizes) {
            (true, _) => "なし".to_string(),
            (_, Sizes::Any) => format!("{} 山", counts.join(" か ")),
            (_, Sizes::Distinct) => format!("大きさの異なる {} 山", counts.join(" か ")),
            (_, Sizes::Equal) => format!("大きさの等しい {} 山", counts.join(" か ")),
        }
    };
    let digits: Vec<String> = code.digits.iter().map(digit).collect();
    let repeat = match code.repeat {
        0 => String::new(),
        last => format!("(最後の {last} 個を限りなく繰り返す)"),
    };
    format!("0, 1, … 個取ったあとに残せるものが {}{repeat} の取り分けゲーム", list(&digits))
}

/// All numbers; of very many the first ones, then how many there are.
fn list<T: Display>(numbers: &[T]) -> String {
    let shown: Vec<String> = numbers.iter().take(100).map(T::to_string).collect();
    match numbers.len() {
        0..=100 => shown.join(", "),
        n => format!("{}, …(全部で {n} 個)", shown.join(", ")),
    }
}

const LEAST: &str = "。周期もその始まりもこれより小さくできない";

fn grundy_ja(claim: &GrundyPeriod) -> String {
    let GrundyPeriod { preperiod, period, saltus, .. } = claim;
    let jump = if *saltus > 0 { format!(" + {saltus}") } else { String::new() };
    let mut out = format!("すべての n ≥ {preperiod} で G(n + {period}) = G(n){jump}");
    if claim.least {
        out += LEAST;
    }
    if let Some(max) = claim.max_value {
        let _ = write!(out, "。最大の値は {max}");
    }
    if let Some(w) = &claim.win_lose {
        let _ = write!(out, "。0 の現れ方は {} から周期 {}", w.preperiod, w.period);
    }
    out
}

fn outcomes_ja(claim: &OutcomePeriod) -> String {
    let OutcomePeriod { end, preperiod, period, .. } = claim;
    let mut out = format!("{}。すべての n ≥ {preperiod} で o(n + {period}) = o(n)", end_ja(end));
    if claim.least {
        out += LEAST;
    }
    let _ = write!(out, "。帰結類は {} と始まる", letters_shown(&claim.outcomes));
    out
}

fn values_ja(claim: &ValuePeriod) -> String {
    let ValuePeriod { ends, preperiod, period, .. } = claim;
    let end = match claim.is_normal_play() {
        true => "正規形".to_string(),
        false => format!(
            "どちらも手のない 0, 1, … 個の山をゲーム {} で置き換える(最後の {} 個を繰り返す)",
            claim.ends_shown(),
            ends.repeat
        ),
    };
    let mut out = format!("{end}。すべての n ≥ {preperiod} で v(n + {period}) = v(n)");
    if claim.least {
        out += LEAST;
    }
    let _ = write!(out, "。値は {} と始まる", claim.values_shown());
    out
}

fn growth_ja(claim: &ishitori_certify::ValueGrowth) -> String {
    let ishitori_certify::ValueGrowth { ends, from, step, .. } = claim;
    let end = match claim.is_normal_play() {
        true => "正規形".to_string(),
        false => format!(
            "どちらも手のない 0, 1, … 個の山をゲーム {} で置き換える(最後の {} 個を繰り返す)",
            claim.ends_shown(),
            ends.repeat
        ),
    };
    let mut out = format!("{end}。値は周期的でなく、異なる値が無限にある: n ≥ {from} で、");
    let _ = match step {
        1 => write!(out, "どの二山の値も異なる"),
        _ => write!(
            out,
            "{step} で割った余りが同じで {} のどれかである山の値はすべて異なり、ほかの n では v(n + {step}) = v(n)",
            claim.growing_shown()
        ),
    };
    claim.forms_shown().iter().for_each(|form| out += &format!("。{form}"));
    out
}

fn end_ja(end: &End) -> String {
    let shown = letters_shown(&end.letters);
    format!("残り 0, 1, … 個での勝者は {shown}(最後の {} 文字を繰り返す)", end.repeat)
}

fn quotient_ja(claim: &Quotient) -> String {
    let heaps = match claim.up_to {
        Some(last) => format!("山 {last} までの"),
        None => "すべての山の".to_string(),
    };
    let Outcomes { p, n, l, r } = claim.outcomes;
    let mut out = format!(
        "{}。{heaps}商の元は {} 個(P {p}, N {n}, L {l}, R {r})",
        match &claim.end {
            QuotientEnd::Stones(end) => end_ja(end),
            QuotientEnd::Moves(_) => "手数の合計が偶数なら左の勝ち".to_string(),
        },
        claim.order
    );
    if let (Some(preperiod), Some(period)) = (claim.preperiod, claim.period) {
        let _ = write!(out, "。山の像は {preperiod} から周期 {period}");
    }
    out
}

fn evidence_ja(evidence: &Evidence) -> String {
    let Evidence { theorem, heaps, agree_until, steps } = evidence;
    let theorem = match theorem {
        Theorem::GuySmith => "Guy–Smith の定理",
        Theorem::Subtraction => "max(S) 個の値が再び現れること",
        Theorem::AllBut => "補集合型の除去可能数集合の定理",
        Theorem::Arithmetic => "三山を残す規則の等差的周期の定理",
        Theorem::Window => "窓の定理",
        Theorem::Milestones => "里程標ごとの窓の定理",
        Theorem::Outcomes => "max(S) 個の帰結類が再び現れること",
        Theorem::Values => "次の値を決める値の並びが再び現れること",
        Theorem::HeapOrder => {
            return format!(
                "帰納法の基底と帰納段階を確かめた: 山 {heaps} 未満のすべての二山の大小を計算し、山 {agree_until} 未満で繰り返すことを確認した({steps} ステップ)"
            );
        }
        Theorem::Formula => {
            return format!(
                "どの選択肢も局面と同じ値をもたず、小さい値にはすべて証拠があり、ゲームは必ず終わる({steps} ステップ)"
            );
        }
        Theorem::Wins => {
            return format!(
                "勝つとされる側には証拠があり、負ける局面から勝つ手はなく、ゲームは必ず終わる({steps} ステップ)"
            );
        }
        Theorem::Quotient => {
            return format!(
                "C1 から C6 が成り立つ: 山 {heaps} 未満のすべての選択肢を調べた({steps} ステップ)"
            );
        }
    };
    format!(
        "{theorem}により成り立つ: 山 {heaps} 未満の値を計算し直し、山 {agree_until} 未満で一致を確かめた"
    )
}

fn fault_ja(fault: &Fault) -> String {
    let what = match &fault.kind {
        FaultKind::CutShort => "文書が途中で切れています".to_string(),
        FaultKind::Syntax => "JSON の書き方になっていません".to_string(),
        FaultKind::Missing(name) => format!("項目 \"{name}\" がありません"),
        FaultKind::Unknown(name) => format!("書式にない名前 \"{name}\" があります"),
        FaultKind::Twice(name) => format!("項目 \"{name}\" が二度現れます"),
        FaultKind::Type => "値の型か大きさが書式に合いません".to_string(),
    };
    format!("{} 行 {} 列: {what}", fault.line, fault.column)
}

fn rejection_ja(rejection: &Rejection) -> String {
    match rejection {
        Rejection::NotJson(fault) => format!("JSON ではありません: {}", fault_ja(fault)),
        Rejection::NoField(name) => {
            format!("証明書ではありません: 項目 \"{name}\" がありません")
        }
        Rejection::OtherFormat => {
            let format = ishitori_certify::FORMAT;
            format!("証明書ではありません: format が \"{format}\" ではありません")
        }
        Rejection::Version(version) => {
            format!("書式の版 {version} はこの検査器では扱えません(扱える版: 1)")
        }
        Rejection::Malformed(fault) => format!("書式に合いません: {}", fault_ja(fault)),
        Rejection::Hash { expected } => {
            format!("ハッシュが文書と合いません。正しくは {expected} です")
        }
        Rejection::Rule(condition) => {
            format!("規則が正しくありません: {}", condition_ja(*condition))
        }
        Rejection::Claim(condition) => {
            format!("主張が正しくありません: {}", condition_ja(*condition))
        }
        Rejection::Proof(condition) => {
            format!("証明が当てはまりません: {}", condition_ja(*condition))
        }
        Rejection::Limit { what, needed, limit } => {
            format!("検査に必要な{}が {needed} で、上限の {limit} を超えます", resource_ja(*what))
        }
        Rejection::Cancelled => "検査は途中で止められました".to_string(),
        Rejection::Disagreement { heap, shift, value, later, expected } => format!(
            "値が一致しません: G({heap}) = {value} ですが、G({heap} + {shift}) は {expected} ではなく {later} です"
        ),
        Rejection::Outcome { heap, found } => format!("山 {heap} の帰結類は {found} です"),
        Rejection::OutcomesDiffer { heap, shift } => {
            format!("帰結類が一致しません: 山 {heap} と山 {heap} + {shift} が異なります")
        }
        Rejection::Value { heap } => format!("山 {heap} の値は主張されたゲームと異なります"),
        Rejection::ValuesDiffer { heap, shift } => {
            format!("値が一致しません: 山 {heap} と山 {heap} + {shift} が異なります")
        }
        Rejection::HeapOrder { first, second } => format!(
            "山の大小が主張どおりに繰り返しません: 山 {second} と山 {first}、または並べられたゲームとの比較を見てください"
        ),
        Rejection::GrowingRemainder { remainder } => {
            format!("余り {remainder} の山の値が主張と異なります")
        }
        Rejection::Form { heap } => {
            format!("山 {heap} から始まる形が、その山々の値であることを確かめられません")
        }
        Rejection::PreperiodNotLeast => {
            "尻尾の長さが最小ではありません: 一つ前の山も周期に合います".to_string()
        }
        Rejection::PeriodNotLeast { smaller } => {
            format!("周期が最小であることが示されていません: 比べた範囲では {smaller} も周期です")
        }
        Rejection::MaxValue { found } => format!("最大の値は {found} です"),
        Rejection::WinLose { heap, shift } => {
            format!("0 の現れ方が繰り返しません: 山 {heap} と山 {heap} + {shift} が異なります")
        }
        Rejection::WinLoseNotLeast => {
            "0 の現れ方の周期か尻尾の長さが最小ではありません".to_string()
        }
        Rejection::GreatestValue { heap } => {
            format!("山 {heap} 未満の最大の値が、一周期で増分だけ増えていません")
        }
        Rejection::NoFullOption { heap } => format!(
            "山 {heap}: 対になる選択肢が足りず、ある剰余と偶奇には充満した選択肢がありません"
        ),
        Rejection::NotFull { heap, value } => {
            format!("山 {heap}: 正確でない選択肢が値 {value} をとる可能性があります")
        }
        Rejection::NoWitness { heap, value, reach } => {
            format!("山 {heap}: 値 {value} になる取り方も、一方が {reach} 以下の分け方もありません")
        }
        Rejection::Milestone { heap, value, claimed } => {
            format!("里程標が合いません: G({heap}) = {value} ですが、{claimed} と書かれています")
        }
        Rejection::NotDiffering { heap, shift } => {
            format!("周期が最小とは示されていません: G({heap} + {shift}) = G({heap}) です")
        }
        Rejection::Rares { count, last } => {
            format!("rare な山は {count} 個で、最後は {last} です")
        }
        Rejection::NotCommutative { element, first, second } => format!(
            "C1(可換性): 生成元 {first} と {second} を元 {element} に作用させる順序で結果が変わります"
        ),
        Rejection::NotTheGenerator { heap } => {
            format!("C2(生成元): 山 {heap} の作用が単位元をその像に移しません")
        }
        Rejection::WrongEnd { element } => {
            format!("C3(帰結類): 像が {element} で手のない局面の帰結類が表と異なります")
        }
        Rejection::FalseWin { heap, context } => format!(
            "C3(帰結類): 元 {context} に山 {heap} を加えると勝つ手がありますが、表ではないことになっています"
        ),
        Rejection::MissingWin { element } => format!(
            "C3(帰結類): 像が {element} の局面に勝つ手がありませんが、表ではあることになっています"
        ),
        Rejection::NoTheorem => {
            "C4(周期): 残せる山の数に限りがない規則では、遷移先が繰り返すという定理がありません"
                .to_string()
        }
        Rejection::NotSeparated { first, second } => {
            format!("C5(分離): 元 {first} と {second} はどの和でも帰結類が同じです")
        }
        Rejection::NotGenerated { element } => {
            format!("C6(生成): 元 {element} は生成元の積ではありません")
        }
    }
}

fn resource_ja(resource: Resource) -> &'static str {
    match resource {
        Resource::Bytes => "文書のバイト数",
        Resource::Tokens => "一手で取る石の数",
        Resource::Heaps => "山の数",
        Resource::Steps => "計算のステップ数",
        Resource::Memory => "メモリのバイト数",
        Resource::MaskBits => "マスクのビット数",
        Resource::Saltus => "増分",
        Resource::Letters => "終了規則の文字数",
        Resource::Games => "ゲームの個数",
    }
}

fn condition_ja(condition: Condition) -> &'static str {
    match condition {
        Condition::LastDigitZero => "最後の桁は 0 であってはいけません",
        Condition::NothingTaken => "一手では石を取るか山を分けなければなりません",
        Condition::SetNotIncreasing => "集合は正の数を小さい順に一つ以上並べたものです",
        Condition::ExcludedNotIncreasing => "除く数は正の数を小さい順に並べたものです",
        Condition::SetsNotIncreasing => "それぞれの集合は正の数を小さい順に並べたものです",
        Condition::RepeatsFirst => "繰り返す桁は最初の桁より後のものです",
        Condition::PartsNotIncreasing => "残す山の数は小さい順に並べます",
        Condition::ManyParts => "残す山の数として書けるのは 31 までです",
        Condition::MovesPartizan => "終了規則 moves は両者の手が同じ規則についてのものです",
        Condition::PeriodZero => "周期は 1 以上です",
        Condition::MaxWithSaltus => "増分が正なら最大の値はありません",
        Condition::ClaimOfAnotherKind => "この定理はこの種の主張についてのものではありません",
        Condition::RuleOfAnotherKind => "この定理はこの種の規則についてのものではありません",
        Condition::OutcomesOfSubtraction => "帰結類の周期を証明できるのは除去可能数集合だけです",
        Condition::NoBlockRepeats => "終了規則の最後の何文字かは限りなく繰り返されます",
        Condition::EndLetters => "使える文字は L, R, N, P です",
        Condition::OutcomesMissing => "帰結類は n < 尻尾の長さ + 周期 のそれぞれに一つ必要です",
        Condition::ValuesOfOneHeap => {
            "値の周期を証明できるのは、手が有限個で、残る山が一つ以下の規則だけです"
        }
        Condition::NoGamesRepeat => "終わりのゲームの最後の何個かは限りなく繰り返されます",
        Condition::ValuesMissing => "値は n < 尻尾の長さ + 周期 のそれぞれに一つ必要です",
        Condition::ValueGames => "値と終わりはどれも、並べたゲームの番号です",
        Condition::GamesInOrder => {
            "ゲームの選択肢は、それより前に並べたゲームの番号を小さい順に書いたものです"
        }
        Condition::GrowthFromZero => "増え続ける値についての主張は山 1 以降からのものです",
        Condition::GrowingRemainders => {
            "増え続ける余りは間隔より小さく、小さい順に、一つ以上並べます"
        }
        Condition::FormOptions => {
            "形の選択肢はより小さい山で、一緒に動くものは主張の始まりより前の山であってはいけません"
        }
        Condition::NoMovesFromLargeHeaps => {
            "大きな山に手がなければなりません(手がなければ値は終わりのゲームです)"
        }
        Condition::NoElement => "商には少なくとも一つの元があります",
        Condition::ActionRows => "作用の各行はすべての元を元に移します",
        Condition::ActionCount => "作用の行は生成元ごとに一つです",
        Condition::GeneratorsNotIncreasing => "生成元は小さい順に並べます",
        Condition::ElementOutcomes => "帰結類は元ごとに一つです",
        Condition::OutcomeNumbers => "帰結類ごとの元の個数が主張と異なります",
        Condition::WhichHeaps => {
            "商は、ある大きさまでの山か、尻尾の長さと周期を添えたすべての山についてのものです"
        }
        Condition::PhiLength => "φ は主張した山のすべて、または一周期について与えます",
        Condition::PhiElements => "φ は山を元に移します",
        Condition::SubtractionBounded => "有限の除去可能数集合の値は有界です",
        Condition::GuySmithSaltus => "Guy–Smith の定理は増分 0 の周期についてのものです",
        Condition::WindowSaltus => "窓の定理は増分 0 の周期についてのものです",
        Condition::WindowParts => "窓の定理は残る山が二つまでの規則についてのものです",
        Condition::MaskZero => "マスクは 0 であってはいけません",
        Condition::ProvedPeriod => "証明に使う周期は主張する周期の倍数でなければなりません",
        Condition::PositionParity => {
            "position を使うなら、分ける桁の偶奇はそろっていなければなりません"
        }
        Condition::PositionPeriod => {
            "position を使うなら、証明に使う周期は偶数でなければなりません"
        }
        Condition::MilestonesZeros => "里程標のある証明書では 0 のパターンを主張できません",
        Condition::MilestonesPreperiod => "尻尾の長さは窓より長くなければなりません",
        Condition::MilestoneHeaps => {
            "里程標は増加し、窓の二倍より先から始まり、尻尾の長さ + 窓を含み、尻尾の長さ + 窓 + 周期より前で終わらなければなりません"
        }
        Condition::MilestoneValues => {
            "里程標には窓の長さだけの値が数字で書かれ、すべて common でなければなりません"
        }
        Condition::Differing => {
            "最小を主張するなら、周期の素因数ごとに尻尾の長さ以上の山が一つずつ要ります"
        }
        Condition::StartWindow => "start は窓の二倍より大きくなければなりません",
        Condition::StartPreperiod => "start は尻尾の長さより窓一つ分以上大きくなければなりません",
        Condition::ThreeHeaps => "等差的周期には三山を残す手が必要です",
        Condition::SaltusPower => "証明に使う周期の増分は 2 のべきでなければなりません",
        Condition::StartArithmetic => "start は h·(n0 + 2q) + k 以上でなければなりません",
        Condition::FormulaNames => {
            "座標と変数の名前は文字と数字からなり、互いに異なり、使われる名前は定義され、選択肢は全座標をもたなければなりません"
        }
        Condition::FormulaNumbers => "定数・係数・除数は 2^40 未満、除数は正でなければなりません",
        Condition::FormulaDepth => "式の入れ子は 200 段までです",
        Condition::FormulaTracks => "同時に読む数は 14 個までです",
        Condition::FormulaParts => "規則ごとに証拠があり、一次式は全座標をもたなければなりません",
        Condition::FormulaAutomaton => {
            "オートマトンの各部は整合し、符号を繰り返しても結果は変わらないはずです"
        }
        Condition::FormulaMeasure => "減っていく一次式はどの局面でも負になりません",
        Condition::FormulaGraph => "グラフのオートマトンは式の値とちょうど一致しなければなりません",
        Condition::FormulaNegative => "式の値は負になりません",
        Condition::FormulaMove => {
            "どの手も局面に移り、最初に変わる一次式を減らさなければなりません"
        }
        Condition::FormulaSame => "どの選択肢も局面と同じ値をもちません",
        Condition::FormulaWitness => "証拠はどれもその値への手でなければなりません",
        Condition::FormulaMissing => "それより小さい値にはすべて証拠がなければなりません",
        Condition::FormulaFunction => {
            "オートマトンは各局面にちょうど一つの数を与え、ほかには与えてはなりません"
        }
        Condition::FormulaPlayers => {
            "グランディ数と P 局面には両者に同じ手と同じ終了規則が、グランディ数には正規形が必要です"
        }
        Condition::FormulaSums => "和への手については、帰結類だけでは何も言えません",
        Condition::FormulaWins => {
            "オートマトンは勝つとされる局面とちょうど一致しなければなりません"
        }
        Condition::FormulaLoses => "負ける局面から相手の負ける局面への手があってはなりません",
        Condition::FormulaWinWitness => "証拠はどれも相手の負ける局面への手でなければなりません",
        Condition::FormulaWinMissing => {
            "勝つ局面にはすべて証拠があるか、終わりで勝たなければなりません"
        }
        Condition::FormulaStuck => {
            "手がないとされる局面には手がなく、終わる前に負ける局面には手がなければなりません"
        }
    }
}
