//! The period of a Grundy sequence.

use ishitori_answers::end::PlayConvention;
use ishitori_answers::known::Status;
use ishitori_answers::period::{Answer, Claim, Heaps, Proof, Row, Typed, Verdict};

use crate::{Describe, Text, say, table};

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        match self {
            Answer::Typed(typed) => text.period_of_typed(typed),
            Answer::Row(row) => text.period_of_row(row),
            Answer::Heaps(heaps) if heaps.end == Some(PlayConvention::Misere) => {
                text.misere_period(heaps)
            }
            Answer::Heaps(heaps) => text.period_of_heaps(heaps),
        }
    }
}

impl Text {
    fn period_of_heaps(&self, heaps: &Heaps) -> String {
        let mut rows: Vec<(&str, String)> = Vec::new();
        let status = match heaps.status {
            Status::Proved => self.say("heaps.period.proved"),
            Status::NotPeriodic => self.not_periodic(),
            Status::NotFound => self.say("heaps.period.no-period-proved-among-heaps"),
            Status::NoTheorem => self.no_theorem(),
        };
        rows.push((self.say("heaps.period.status"), status.to_string()));
        if let Some((period, preperiod)) = heaps.period.zip(heaps.preperiod) {
            rows.push((self.say("heaps.period.period"), period.to_string()));
            let last = match preperiod {
                0 => String::new(),
                n0 => say!(self, "heaps.period.last-exception-heap", n0 = n0 - 1),
            };
            rows.push((self.say("heaps.period.preperiod"), format!("{preperiod}{last}")));
            if let Some(saltus) = heaps.saltus.filter(|&saltus| saltus > 0) {
                rows.push((self.say("heaps.period.saltus"), saltus.to_string()));
            }
            if let Some(part) = &heaps.values {
                let part: Vec<String> = part.iter().map(u32::to_string).collect();
                rows.push((self.say("heaps.period.values"), part.join(" ")));
            }
            if let Some(w) = heaps.win_lose {
                let from =
                    say!(self, "heaps.period.from", period = w.period, preperiod = w.preperiod);
                rows.push((self.say("heaps.period.win-lose"), from));
            }
            if let Some(form) = &heaps.p_positions {
                rows.push((self.say("heaps.period.p-positions"), self.closed_form(form)));
            }
            if let Some(exceptions) = heaps.exceptions.as_ref().filter(|e| !e.is_empty()) {
                let shown: Vec<String> = exceptions.iter().take(20).map(u64::to_string).collect();
                let more = match exceptions.len() {
                    0..=20 => String::new(),
                    n => format!(", … ({n})"),
                };
                rows.push((self.say("heaps.period.exceptions"), shown.join(", ") + &more));
            }
            if let Some(proof) = &heaps.proof {
                rows.push((self.say("heaps.period.proof"), self.proof(proof)));
            }
        } else if self.engine(heaps) == "naive" {
            let seen = self.seen("G", heaps.computed_to, heaps.observed.flatten());
            rows.push((self.say("heaps.period.observed"), seen));
        }
        rows.push((self.say("heaps.period.largest-value"), self.largest_value(heaps)));
        let (computed, engine) = (heaps.heaps, self.engine(heaps));
        rows.push((
            self.say("heaps.period.computed"),
            say!(self, "heaps.period.heap-engine", computed, engine),
        ));
        if let Some(stopped) = &heaps.stopped {
            rows.push((self.say("heaps.period.stopped"), self.stopped_by(stopped)));
        }
        if let Some(claim) = &heaps.claim {
            rows.push((self.say("heaps.period.your-claim"), self.period_claim(claim)));
        }
        if let Some(path) = &heaps.certificate {
            rows.push((self.say("heaps.period.certificate"), path.clone()));
        }
        let rule = self.rule_line(&heaps.rule, heaps.same_game_as.as_ref());
        format!("{rule}\n{}", table(&rows))
    }

    /// Misère Grundy numbers are found by the definition.
    fn engine<'a>(&self, heaps: &'a Heaps) -> &'a str {
        if heaps.end == Some(PlayConvention::Misere) { "naive" } else { &heaps.engine }
    }

    /// The facts about the values of all heaps, as far as they are known.
    fn largest_value(&self, heaps: &Heaps) -> String {
        match (heaps.max_value, heaps.period) {
            (None, _) => self.say("heaps.period.none-values-grow-without-bound").to_string(),
            (Some(max), Some(_)) => max.to_string(),
            (Some(max), None) => say!(self, "heaps.period.heaps-computed", max),
        }
    }

    fn proof(&self, proof: &Proof) -> String {
        match proof {
            Proof::GuySmith { checked_to } => {
                say!(self, "heaps.period.theorem-guy-smith-agreement-checked", checked_to)
            }
            Proof::Subtraction { max_take: 1, at } => {
                say!(self, "heaps.period.value-before-heap-comes-back", at)
            }
            Proof::Subtraction { max_take, at } => {
                say!(self, "heaps.period.values-before-heap-come-back", max_take, at)
            }
            Proof::Window { at, shift, last_rare, window } => say!(
                self,
                "heaps.period.window-values-before-heap-recurs",
                window,
                at,
                shift,
                last_rare
            ),
            Proof::Arithmetic { proved_period, start } => say!(
                self,
                "heaps.period.theorem-arithmetic-periods-applied-heaps",
                proved_period,
                start
            ),
            Proof::State { at } => say!(self, "heaps.period.state-before-heap-comes-back", at),
        }
    }

    /// The period of misère Grundy numbers, or that there is none, and who wins where only that is
    /// known.
    fn misere_period(&self, heaps: &Heaps) -> String {
        let what = self.say("heaps.period.mis-re-play-player-who");
        let mut out = format!("{what}\n{}", self.period_of_heaps(heaps));
        let Some(w) = heaps.win_lose.filter(|_| heaps.period.is_none()) else { return out };
        out += &say!(
            self,
            "heaps.period.who-wins-single-heap-has",
            period = w.period,
            preperiod = w.preperiod
        );
        if let Some(form) = &heaps.p_positions {
            let name = self.say("heaps.period.p-positions");
            out += &format!("\n  {name}: {}", self.closed_form(form));
        }
        out
    }

    fn period_of_typed(&self, typed: &Typed) -> String {
        let shown: Vec<String> = typed.sequence.iter().take(40).map(u32::to_string).collect();
        let more = if typed.sequence.len() > 40 { " …" } else { "" };
        let last = typed.sequence.len().saturating_sub(1) as u64;
        let mut rows = vec![(
            self.say("heaps.period.status"),
            self.say("heaps.period.seen-these-numbers-finitely-many").to_string(),
        )];
        if let Some((seen, times)) = typed.observed.zip(typed.times) {
            rows.push((self.say("heaps.period.period"), seen.period.to_string()));
            rows.push((self.say("heaps.period.tail"), seen.preperiod.to_string()));
            if seen.saltus != 0 {
                rows.push((self.say("heaps.period.saltus"), seen.saltus.to_string()));
            }
            let times = say!(self, "heaps.period.times", times);
            rows.push((self.say("heaps.period.seen"), times));
        }
        rows.push((self.say("heaps.period.observed"), self.seen("a", last, typed.observed)));
        if let Some(claim) = &typed.claim {
            rows.push((self.say("heaps.period.your-claim"), self.period_claim(claim)));
        }
        format!("{}{more}\n{}", shown.join(" "), table(&rows))
    }

    /// The verdict on a claim.
    fn period_claim(&self, claim: &Claim) -> String {
        let Claim { preperiod: n0, period: p, .. } = claim;
        let said = say!(self, "heaps.period.g-n-g-n-all", p, n0);
        let verdict = match (claim.verdict, claim.counterexample) {
            (Verdict::Proved, _) if claim.least == Some(true) => {
                self.say("heaps.period.true-proved-no-smaller-numbers").to_string()
            }
            (Verdict::Proved, _) => {
                self.say("heaps.period.true-proved-smaller-numbers-would").to_string()
            }
            (Verdict::Refuted, Some(c)) => say!(
                self,
                "heaps.period.wrong-g-but-g",
                n = c.n,
                value = c.value,
                n2 = c.n + p,
                later = c.later
            ),
            (Verdict::Refuted, None) => {
                self.say("heaps.period.wrong-contradicts-proved-period").to_string()
            }
            (Verdict::Observed, _) => {
                let to = claim.checked_to.unwrap_or_default();
                say!(self, "heaps.period.true-far-n-proved", p, to)
            }
            (Verdict::Unknown, _) => {
                self.say("heaps.period.there-too-few-numbers-tell").to_string()
            }
        };
        format!("{said}: {verdict}")
    }

    fn period_of_row(&self, row: &Row) -> String {
        let status = self.say("heaps.period.no-theorem-covers-such-game");
        let last = row.computed_to.max(0) as u64;
        let mut rows = vec![
            (self.say("heaps.period.status"), status.to_string()),
            (self.say("heaps.period.observed"), self.seen("G", last, row.observed)),
        ];
        if let Some(claim) = &row.claim {
            rows.push((self.say("heaps.period.your-claim"), self.period_claim(claim)));
        }
        let title = format!("{}  {}", row.rule, row.row.join(" "));
        format!("{}\n{}", title.trim(), table(&rows))
    }
}
