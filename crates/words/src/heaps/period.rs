//! The period of a Grundy sequence.

use ishitori_answers::end::Play;
use ishitori_answers::known::Status;
use ishitori_answers::period::{Answer, Claim, Heaps, Proof, Row, Typed, Verdict};

use crate::{Describe, Lang, Text, counted, table};

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        match self {
            Answer::Typed(typed) => text.period_of_typed(typed),
            Answer::Row(row) => text.period_of_row(row),
            Answer::Heaps(heaps) if heaps.end == Some(Play::Misere) => text.misere_period(heaps),
            Answer::Heaps(heaps) => text.period_of_heaps(heaps),
        }
    }
}

impl Text {
    fn period_of_heaps(&self, heaps: &Heaps) -> String {
        let mut rows: Vec<(&str, String)> = Vec::new();
        let status = match heaps.status {
            Status::Proved => self.pick("proved", "証明済み"),
            Status::NotPeriodic => self.not_periodic(),
            Status::NotFound => self.pick(
                "no period proved among the heaps computed",
                "計算した山の範囲では周期を証明できませんでした",
            ),
            Status::NoTheorem => self.no_theorem(),
        };
        rows.push((self.pick("status", "結果"), status.to_string()));
        if let Some((period, preperiod)) = heaps.period.zip(heaps.preperiod) {
            rows.push((self.pick("period", "周期"), period.to_string()));
            let last = match (preperiod, self.lang) {
                (0, _) => String::new(),
                (n0, Lang::En) => format!("  (last exception: heap {})", n0 - 1),
                (n0, Lang::Ja) => format!("  (最後の例外: 山 {})", n0 - 1),
            };
            rows.push((self.pick("preperiod", "尻尾の長さ"), format!("{preperiod}{last}")));
            if let Some(saltus) = heaps.saltus.filter(|&saltus| saltus > 0) {
                rows.push((self.pick("saltus", "増分"), saltus.to_string()));
            }
            if let Some(part) = &heaps.values {
                let part: Vec<String> = part.iter().map(u32::to_string).collect();
                rows.push((self.pick("values", "値"), part.join(" ")));
            }
            if let Some(w) = heaps.win_lose {
                let from = match self.lang {
                    Lang::En => format!("{} from {}", w.period, w.preperiod),
                    Lang::Ja => format!("{} から周期 {}", w.preperiod, w.period),
                };
                rows.push((self.pick("win/lose", "勝敗の周期"), from));
            }
            if let Some(form) = &heaps.p_positions {
                rows.push((self.pick("P-positions", "P 局面"), self.closed_form(form)));
            }
            if let Some(exceptions) = heaps.exceptions.as_ref().filter(|e| !e.is_empty()) {
                let shown: Vec<String> = exceptions.iter().take(20).map(u64::to_string).collect();
                let more = match exceptions.len() {
                    0..=20 => String::new(),
                    n => format!(", … ({n})"),
                };
                rows.push((self.pick("exceptions", "例外"), shown.join(", ") + &more));
            }
            if let Some(proof) = &heaps.proof {
                rows.push((self.pick("proof", "証明"), self.proof(proof)));
            }
        } else if self.engine(heaps) == "naive" {
            let seen = self.seen("G", heaps.computed_to, heaps.observed.flatten());
            rows.push((self.pick("observed", "観察"), seen));
        }
        rows.push((self.pick("largest value", "最大の値"), self.largest_value(heaps)));
        let (computed, engine) = (heaps.heaps, self.engine(heaps));
        rows.push((
            self.pick("computed", "計算範囲"),
            match self.lang {
                Lang::En => format!("{}, {engine} engine", counted(computed, "heap")),
                Lang::Ja => format!("山 {computed} 個、エンジン {engine}"),
            },
        ));
        if let Some(stopped) = &heaps.stopped {
            rows.push((self.pick("stopped", "中断"), self.stopped_by(stopped)));
        }
        if let Some(claim) = &heaps.claim {
            rows.push((self.pick("your claim", "主張"), self.period_claim(claim)));
        }
        if let Some(path) = &heaps.certificate {
            rows.push((self.pick("certificate", "証明書"), path.clone()));
        }
        let rule = self.rule_line(&heaps.rule, heaps.same_game_as.as_ref());
        format!("{rule}\n{}", table(&rows))
    }

    /// Misère Grundy numbers are found by the definition.
    fn engine<'a>(&self, heaps: &'a Heaps) -> &'a str {
        if heaps.end == Some(Play::Misere) { "naive" } else { &heaps.engine }
    }

    /// What is true of the values of all heaps, as far as it is known.
    fn largest_value(&self, heaps: &Heaps) -> String {
        match (heaps.max_value, heaps.period, self.lang) {
            (None, _, _) => self
                .pick("none: the values grow without bound", "なし(値は限りなく大きくなる)")
                .to_string(),
            (Some(max), Some(_), _) => max.to_string(),
            (Some(max), None, Lang::En) => format!("{max}  (of the heaps computed)"),
            (Some(max), None, Lang::Ja) => format!("{max}  (計算した山のうち)"),
        }
    }

    fn proof(&self, proof: &Proof) -> String {
        match (proof, self.lang) {
            (Proof::GuySmith { checked_to }, Lang::En) => {
                format!("theorem of Guy and Smith, agreement checked below heap {checked_to}")
            }
            (Proof::GuySmith { checked_to }, Lang::Ja) => {
                format!("Guy–Smith の定理(山 {checked_to} 未満で一致を確認)")
            }
            (Proof::Subtraction { max_take: 1, at }, Lang::En) => {
                format!("the value before heap {at} comes back")
            }
            (Proof::Subtraction { max_take, at }, Lang::En) => {
                format!("the {max_take} values before heap {at} come back")
            }
            (Proof::Subtraction { max_take, at }, Lang::Ja) => {
                format!("山 {at} の前の {max_take} 個の値が再び現れる")
            }
            (Proof::Window { at, shift, last_rare, window }, Lang::En) => format!(
                "the window of {window} values before heap {at} recurs {shift} heaps later, and no heap after {last_rare} is rare"
            ),
            (Proof::Window { at, shift, last_rare, window }, Lang::Ja) => format!(
                "山 {at} の前の {window} 個の値が {shift} 後に再び現れ、山 {last_rare} より後に rare な山がない"
            ),
            (Proof::Arithmetic { proved_period, start }, Lang::En) => format!(
                "theorem on arithmetic periods, applied to {proved_period} heaps from {start} on"
            ),
            (Proof::Arithmetic { proved_period, start }, Lang::Ja) => {
                format!("等差的周期の定理(山 {start} から {proved_period} 個の山に適用)")
            }
            (Proof::State { at }, Lang::En) => format!("the state before heap {at} comes back"),
            (Proof::State { at }, Lang::Ja) => format!("山 {at} の前の状態が再び現れる"),
        }
    }

    /// The period of misère Grundy numbers, or that there is none, and who wins where only that is
    /// known.
    fn misere_period(&self, heaps: &Heaps) -> String {
        let what = self.pick(
            "misère play: the player who cannot move wins; misère Grundy numbers of single heaps",
            "逆形: 動けない方が勝ち。一山の逆形グランディ数",
        );
        let mut out = format!("{what}\n{}", self.period_of_heaps(heaps));
        let Some(w) = heaps.win_lose.filter(|_| heaps.period.is_none()) else { return out };
        out += &match self.lang {
            Lang::En => format!(
                "\n  who wins a single heap has period {} from {}, proved by the misère quotient",
                w.period, w.preperiod
            ),
            Lang::Ja => format!(
                "\n  一山の勝敗は {} から周期 {}(逆形商により証明済み)",
                w.preperiod, w.period
            ),
        };
        if let Some(form) = &heaps.p_positions {
            let name = self.pick("P-positions", "P 局面");
            out += &format!("\n  {name}: {}", self.closed_form(form));
        }
        out
    }

    fn period_of_typed(&self, typed: &Typed) -> String {
        let shown: Vec<String> = typed.sequence.iter().take(40).map(u32::to_string).collect();
        let more = if typed.sequence.len() > 40 { " …" } else { "" };
        let last = typed.sequence.len().saturating_sub(1) as u64;
        let mut rows = vec![(
            self.pick("status", "結果"),
            self.pick(
                "seen in these numbers; finitely many numbers prove nothing",
                "与えられた数列での観察です(有限個の数からは何も証明できません)",
            )
            .to_string(),
        )];
        if let Some((seen, times)) = typed.observed.zip(typed.times) {
            rows.push((self.pick("period", "周期"), seen.period.to_string()));
            rows.push((self.pick("tail", "尻尾の長さ"), seen.preperiod.to_string()));
            if seen.saltus != 0 {
                rows.push((self.pick("saltus", "増分"), seen.saltus.to_string()));
            }
            let times = match self.lang {
                Lang::En => format!("{times} times"),
                Lang::Ja => format!("{times} 回"),
            };
            rows.push((self.pick("seen", "繰り返し"), times));
        }
        rows.push((self.pick("observed", "観察"), self.seen("a", last, typed.observed)));
        if let Some(claim) = &typed.claim {
            rows.push((self.pick("your claim", "主張"), self.period_claim(claim)));
        }
        format!("{}{more}\n{}", shown.join(" "), table(&rows))
    }

    /// What became of a claim.
    fn period_claim(&self, claim: &Claim) -> String {
        let Claim { preperiod: n0, period: p, .. } = claim;
        let said = match self.lang {
            Lang::En => format!("G(n + {p}) = G(n) for all n ≥ {n0}"),
            Lang::Ja => format!("すべての n ≥ {n0} で G(n + {p}) = G(n)"),
        };
        let verdict = match (claim.verdict, claim.counterexample, self.lang) {
            (Verdict::Proved, _, Lang::En) if claim.least == Some(true) => {
                "true, proved; no smaller numbers would do".to_string()
            }
            (Verdict::Proved, _, Lang::Ja) if claim.least == Some(true) => {
                "正しい(証明済み)。どちらもこれより小さくできない".to_string()
            }
            (Verdict::Proved, _, Lang::En) => "true, proved; smaller numbers would do".to_string(),
            (Verdict::Proved, _, Lang::Ja) => {
                "正しい(証明済み)。もっと小さい数でも成り立つ".to_string()
            }
            (Verdict::Refuted, Some(c), Lang::En) => {
                format!("wrong: G({}) = {}, but G({}) = {}", c.n, c.value, c.n + p, c.later)
            }
            (Verdict::Refuted, Some(c), Lang::Ja) => {
                format!("誤り: G({}) = {} だが G({}) = {}", c.n, c.value, c.n + p, c.later)
            }
            (Verdict::Refuted, None, Lang::En) => {
                "wrong: it contradicts the proved period".to_string()
            }
            (Verdict::Refuted, None, Lang::Ja) => "誤り: 証明された周期と矛盾する".to_string(),
            (Verdict::Observed, _, lang) => {
                let to = claim.checked_to.unwrap_or_default();
                match lang {
                    Lang::En => format!("true as far as n + {p} ≤ {to}; not proved"),
                    Lang::Ja => format!("n + {p} ≤ {to} の範囲では正しい(未証明)"),
                }
            }
            (Verdict::Unknown, _, Lang::En) => "there are too few numbers to tell".to_string(),
            (Verdict::Unknown, _, Lang::Ja) => "数が足りず判定できない".to_string(),
        };
        format!("{said}: {verdict}")
    }

    fn period_of_row(&self, row: &Row) -> String {
        let status = self.pick(
            "no theorem covers such a game, so nothing is proved",
            "この種のゲームには定理がなく、何も証明できません",
        );
        let last = row.computed_to.max(0) as u64;
        let mut rows = vec![
            (self.pick("status", "結果"), status.to_string()),
            (self.pick("observed", "観察"), self.seen("G", last, row.observed)),
        ];
        if let Some(claim) = &row.claim {
            rows.push((self.pick("your claim", "主張"), self.period_claim(claim)));
        }
        let title = format!("{}  {}", row.rule, row.row.join(" "));
        format!("{}\n{}", title.trim(), table(&rows))
    }
}
