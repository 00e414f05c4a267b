//! Quotients in words.

use std::fmt::Write;

use ishitori_solve::quotient::{NoRefinement, Presentation, Quotient, QuotientError, Subgroup};
use ishitori_values::Outcome;

use crate::{Lang, Text, table};
use ishitori_answers::quotient::Shown;

/// Images on one line.
const PER_LINE: usize = 10;
/// Elements that are listed to people.
const LISTED: usize = 200;

impl Text {
    /// The answer of `quotient`.
    pub fn quotient(&self, shown: &Shown<'_>, certificate: Option<&str>) -> String {
        let (q, names) = (shown.quotient, &shown.presentation);
        let mut rows = vec![(self.pick("status", "状態"), self.quotient_status(shown))];
        let letters = [Outcome::P, Outcome::N, Outcome::L, Outcome::R];
        let counts: Vec<String> = letters
            .iter()
            .filter(|&&o| q.count(o) > 0)
            .map(|&o| format!("{o} {}", q.count(o)))
            .collect();
        rows.push((self.pick("order", "位数"), format!("{}  ({})", q.order(), counts.join(", "))));
        rows.push((self.pick("presentation", "表示"), names.to_string()));
        let heaps: Vec<String> = names
            .generators()
            .iter()
            .enumerate()
            .map(|(i, heap)| format!("{} = Φ({heap})", names.generator_name(i)))
            .collect();
        rows.push((self.pick("generators", "生成元"), heaps.join(", ")));
        for outcome in letters {
            let all: Vec<String> = (0..q.order() as u32)
                .filter(|&x| q.outcome(x) == outcome)
                .map(|x| names.raised_name(x))
                .collect();
            if !all.is_empty() && q.order() <= LISTED {
                rows.push((outcome_label(outcome), all.join(", ")));
            }
        }
        let idempotents: Vec<String> =
            q.idempotents().iter().map(|&x| names.raised_name(x)).collect();
        if idempotents.len() <= LISTED {
            rows.push((self.pick("idempotents", "冪等元"), idempotents.join(", ")));
        }
        rows.push((self.pick("kernel", "核"), group(names, &shown.kernel)));
        rows.push((self.pick("units", "単元群"), group(names, &shown.units)));
        // With one idempotent or two these are the kernel and the units.
        if shown.groups.len() > 2 {
            let all: Vec<String> = shown.groups.iter().map(|g| group(names, g)).collect();
            rows.push((self.pick("all groups", "極大部分群"), all.join(",  ")));
        }
        if let Some(tame) = q.is_tame() {
            let word = if tame { ("tame", "従順 (tame)") } else { ("wild", "野性 (wild)") };
            rows.push((self.pick("tame or wild", "従順・野性"), self.pick(word.0, word.1).into()));
        }
        let growth: Vec<String> = q.growth().iter().map(|(h, o)| format!("{h}:{o}")).collect();
        let evidence = match q.period() {
            Some(_) => "",
            None => self.pick(
                "  (evidence only: nothing follows for larger heaps)",
                "  (証拠にすぎず、より大きい山については何も言えません)",
            ),
        };
        rows.push((self.pick("growth", "増え方"), format!("{}{evidence}", growth.join(" "))));
        if let Some(line) = self.finer_line(shown) {
            rows.push((self.pick("with parity", "偶奇つき"), line));
        }
        if let Some(path) = certificate {
            rows.push((self.pick("certificate", "証明書"), path.to_string()));
        }
        let mut out = format!("{}  {}\n{}\n", q.rule(), q.end(), table(&rows));
        out += &self.images(q, names);
        if shown.table {
            out += &multiplication(q, names);
        }
        out += &self.finer_table(shown);
        out.trim_end().to_string()
    }

    fn quotient_status(&self, shown: &Shown<'_>) -> String {
        let q = shown.quotient;
        let known = match (q.period(), self.lang) {
            (Some(p), Lang::En) => {
                format!(
                    "for all heaps, proved; Φ has period {} from heap {}",
                    p.period, p.preperiod
                )
            }
            (Some(p), Lang::Ja) => {
                format!("すべての山について証明済み。Φ は山 {} から周期 {}", p.preperiod, p.period)
            }
            (None, Lang::En) => {
                format!("partial: for heaps up to {} only, proved for these", q.computed_to())
            }
            (None, Lang::Ja) => format!("部分的: 山 {} まで(その範囲で証明済み)", q.computed_to()),
        };
        match &shown.stopped {
            None => known,
            Some(limit) => format!("{known}; {}", self.limit(limit)),
        }
    }

    /// The images of heaps.
    fn images(&self, q: &Quotient, names: &Presentation) -> String {
        let names: Vec<String> = q.images().iter().map(|&x| names.raised_name(x)).collect();
        let width = names.iter().map(|n| n.chars().count()).max().unwrap_or(1);
        let mut out = "\n  Φ(n)  n = 0, 1, 2, …\n".to_string();
        for (row, part) in names.chunks(PER_LINE).enumerate() {
            let cells: Vec<String> = part.iter().map(|n| format!("{n:<width$}")).collect();
            let _ = writeln!(out, "{:>6}  {}", row * PER_LINE, cells.join(" ").trim_end());
        }
        out
    }

    fn finer_line(&self, shown: &Shown<'_>) -> Option<String> {
        Some(match (&shown.finer, self.lang) {
            (Err(NoRefinement::End), _) => return None,
            (Err(NoRefinement::NoParity), Lang::En) => {
                "M/≈ does not exist: not every move changes the parity".to_string()
            }
            (Err(NoRefinement::NoParity), Lang::Ja) => {
                "M/≈ はありません。偶奇を変えない着手があります".to_string()
            }
            (Err(NoRefinement::NotFound), Lang::En) => {
                "M/≈ was not found: the misère quotient takes too long".to_string()
            }
            (Err(NoRefinement::NotFound), Lang::Ja) => {
                "M/≈ は見つかりませんでした(逆形の商が求まりません)".to_string()
            }
            (Ok(finer), Lang::En) => format!(
                "M/≈ has {} elements; misère quotient of order {}",
                finer.elements.len(),
                finer.misere.order()
            ),
            (Ok(finer), Lang::Ja) => format!(
                "M/≈ の元は {} 個。逆形の商の位数は {}",
                finer.elements.len(),
                finer.misere.order()
            ),
        })
    }

    /// The maps of the finer quotient onto the misère quotient and the Grundy values.
    fn finer_table(&self, shown: &Shown<'_>) -> String {
        let (Ok(finer), Some(misere)) = (&shown.finer, &shown.finer_presentation) else {
            return String::new();
        };
        if finer.elements.len() > LISTED {
            return String::new();
        }
        let head = self.pick(
            "element, parity, misère quotient, Grundy value",
            "元、偶奇、逆形の商での像、グランディ数",
        );
        let mut out = format!("\n  M/≈: {head};  {misere}\n");
        for e in &finer.elements {
            let _ = writeln!(
                out,
                "  {:<8} {}  {:<8} {}",
                shown.presentation.raised_name(e.element),
                u8::from(e.odd),
                misere.raised_name(e.misere),
                e.grundy
            );
        }
        out
    }

    /// A line of progress.
    pub fn quotient_progress(&self, heap: u32, order: usize) -> String {
        match self.lang {
            Lang::En => format!("heap {heap}, order {order}"),
            Lang::Ja => format!("山 {heap}、位数 {order}"),
        }
    }

    /// The quotient, and a certificate, will be for heaps up to some size only.
    pub fn no_quotient_theorem(&self, certificate: bool) -> &'static str {
        match (self.lang, certificate) {
            (Lang::En, true) => {
                "a move may leave any number of heaps, so nothing can be proved about all heaps; the certificate will be for heaps up to the last one computed (choose it with --to)"
            }
            (Lang::En, false) => {
                "a move may leave any number of heaps, so nothing can be proved about all heaps; the answer will be for heaps up to the last one computed (choose it with --to)"
            }
            (Lang::Ja, true) => {
                "着手で残る山の数に限りがないため、すべての山については証明できません。証明書は計算した山までのものになります (--to で指定できます)"
            }
            (Lang::Ja, false) => {
                "着手で残る山の数に限りがないため、すべての山については証明できません。答えは計算した山までのものになります (--to で指定できます)"
            }
        }
    }

    /// Why there is no quotient.
    pub fn quotient_error(&self, error: &QuotientError) -> String {
        match (error, self.lang) {
            (QuotientError::Checkpoint(error), _) => self.checkpoint_error(error),
            (QuotientError::Limit(limit), _) => self.limit(limit),
            (QuotientError::NotHeaps { rule }, Lang::Ja) => {
                format!("{rule} は二つの山で一つの局面です。商は一山ずつの規則に使えます")
            }
            (QuotientError::MovesNeedImpartial { rule }, Lang::Ja) => {
                format!("{rule} は両者の着手が異なります。moves は着手が同じ規則に使えます")
            }
            (error, Lang::En) => error.to_string(),
        }
    }

    /// Why a position has its outcome, by the quotient.
    pub fn why_quotient(&self, quotient: &Quotient, element: &str) -> String {
        let order = quotient.order();
        match (quotient.period(), self.lang) {
            (Some(_), Lang::En) => {
                format!("The heaps multiply to Φ = {element} in the quotient of order {order}.")
            }
            (Some(_), Lang::Ja) => format!("位数 {order} の商で Φ = {element} になります。"),
            (None, Lang::En) => format!(
                "The heaps multiply to Φ = {element} in the quotient of the heaps up to {}, of order {order}.",
                quotient.computed_to()
            ),
            (None, Lang::Ja) => format!(
                "山 {} までの商(位数 {order})で Φ = {element} になります。",
                quotient.computed_to()
            ),
        }
    }
}

fn outcome_label(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::P => "P",
        Outcome::N => "N",
        Outcome::L => "L",
        Outcome::R => "R",
    }
}

fn group(names: &Presentation, group: &Subgroup) -> String {
    let factors: Vec<String> = group.factors.iter().map(|f| format!("Z{f}")).collect();
    let kind = if factors.is_empty() { "1".to_string() } else { factors.join("×") };
    format!("{kind}  ∋ {}", names.raised_name(group.identity))
}

fn multiplication(q: &Quotient, names: &Presentation) -> String {
    let all: Vec<String> = (0..q.order() as u32).map(|x| names.raised_name(x)).collect();
    let width = all.iter().map(|n| n.chars().count()).max().unwrap_or(1);
    let line = |head: &str, cells: &mut dyn Iterator<Item = u32>| {
        let cells: Vec<String> = cells.map(|x| format!("{:<width$}", all[x as usize])).collect();
        format!("  {head:<width$} | {}\n", cells.join(" ").trim_end())
    };
    let mut out = "\n".to_string();
    out += &line("·", &mut (0..q.order() as u32));
    for x in 0..q.order() as u32 {
        out += &line(&all[x as usize], &mut q.row(x).iter().copied());
    }
    out
}
