//! Quotients in words.

use std::fmt::Write;

use ishitori_answers::OutcomeClass;
use ishitori_answers::quotient::{Answer, Element, Finer, Group, NoFiner, ParityOf};
use ishitori_solve::quotient::QuotientError;

use crate::{Describe, Lang, Text, table};

/// Images on one line.
const PER_LINE: usize = 10;
/// Elements that are listed to people.
const LISTED: usize = 200;

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let mut out = format!("{}  {}\n{}\n", self.rule, self.end, text.quotient_facts(self));
        out += &images(self);
        if let Some(rows) = self.table.as_ref().filter(|_| self.shows_table) {
            out += &multiplication(&self.elements, rows);
        }
        if let Some(Some(finer)) = &self.finer {
            out += &text.finer_table(finer);
        }
        out.trim_end().to_string()
    }
}

impl Text {
    fn quotient_facts(&self, q: &Answer) -> String {
        let mut rows = vec![(self.pick("status", "状態"), self.quotient_status(q))];
        let counts = [
            (OutcomeClass::P, "P", q.outcomes.p),
            (OutcomeClass::N, "N", q.outcomes.n),
            (OutcomeClass::L, "L", q.outcomes.l),
            (OutcomeClass::R, "R", q.outcomes.r),
        ]
        .into_iter()
        .filter(|(_, _, count)| *count > 0);
        let shown: Vec<String> =
            counts.clone().map(|(_, o, count)| format!("{o} {count}")).collect();
        rows.push((self.pick("order", "位数"), format!("{}  ({})", q.order, shown.join(", "))));
        rows.push((self.pick("presentation", "表示"), q.presentation.clone()));
        let heaps: Vec<String> =
            q.generators.iter().map(|g| format!("{} = Φ({})", g.name, g.heap)).collect();
        rows.push((self.pick("generators", "生成元"), heaps.join(", ")));
        for (outcome, letter, _) in counts.filter(|_| q.order <= LISTED) {
            let all = q.elements.iter().filter(|element| element.outcome == outcome);
            let all: Vec<String> = all.map(|element| raised(&element.name)).collect();
            rows.push((letter, all.join(", ")));
        }
        if q.idempotents.len() <= LISTED {
            let all: Vec<String> = q.idempotents.iter().map(|name| raised(name)).collect();
            rows.push((self.pick("idempotents", "冪等元"), all.join(", ")));
        }
        rows.push((self.pick("kernel", "核"), group(&q.kernel)));
        rows.push((self.pick("units", "単元群"), group(&q.units)));
        // With one idempotent or two these are the kernel and the units.
        if q.maximal_subgroups.len() > 2 {
            let all: Vec<String> = q.maximal_subgroups.iter().map(group).collect();
            rows.push((self.pick("all groups", "極大部分群"), all.join(",  ")));
        }
        if let Some(tame) = q.tame {
            let word = if tame { ("tame", "従順 (tame)") } else { ("wild", "野性 (wild)") };
            rows.push((self.pick("tame or wild", "従順・野性"), self.pick(word.0, word.1).into()));
        }
        let growth: Vec<String> = q.growth.iter().map(|(h, o)| format!("{h}:{o}")).collect();
        let evidence = match q.growth_is {
            None => "",
            Some(_) => self.pick(
                "  (evidence only: nothing follows for larger heaps)",
                "  (証拠にすぎず、より大きい山については何も言えません)",
            ),
        };
        rows.push((self.pick("growth", "増え方"), format!("{}{evidence}", growth.join(" "))));
        if let Some(line) = self.finer_line(q) {
            rows.push((self.pick("with parity", "偶奇つき"), line));
        }
        if let Some(path) = &q.certificate {
            rows.push((self.pick("certificate", "証明書"), path.clone()));
        }
        table(&rows)
    }

    fn quotient_status(&self, q: &Answer) -> String {
        let to = q.computed_to;
        let known = match (q.period.zip(q.preperiod), self.lang) {
            (Some((period, preperiod)), Lang::En) => {
                format!("for all heaps, proved; Φ has period {period} from heap {preperiod}")
            }
            (Some((period, preperiod)), Lang::Ja) => {
                format!("すべての山について証明済み。Φ は山 {preperiod} から周期 {period}")
            }
            (None, Lang::En) => format!("partial: for heaps up to {to} only, proved for these"),
            (None, Lang::Ja) => format!("部分的: 山 {to} まで(その範囲で証明済み)"),
        };
        match &q.stopped {
            None => known,
            Some(stopped) => format!("{known}; {}", self.stopped_by(stopped)),
        }
    }

    fn finer_line(&self, q: &Answer) -> Option<String> {
        Some(match (q.finer.as_ref()?, q.no_finer, self.lang) {
            (Some(finer), _, Lang::En) => format!(
                "M/≈ has {} elements; parity of {}; misère quotient of order {}",
                finer.order,
                self.parity_of(finer.parity_of),
                finer.misere_order
            ),
            (Some(finer), _, Lang::Ja) => format!(
                "M/≈ の元は {} 個({}の偶奇)。逆形の商の位数は {}",
                finer.order,
                self.parity_of(finer.parity_of),
                finer.misere_order
            ),
            (None, Some(NoFiner::NoParity), Lang::En) => {
                "M/≈ does not exist: no parity is changed by every move".to_string()
            }
            (None, Some(NoFiner::NoParity), Lang::Ja) => {
                "M/≈ はありません。どの着手でも変わる偶奇がありません".to_string()
            }
            (None, Some(NoFiner::NoMaps), Lang::En) => {
                "M/≈ has no maps: every move changes a parity, but it does not decide the end".to_string()
            }
            (None, Some(NoFiner::NoMaps), Lang::Ja) => {
                "M/≈ からの写像はありません。どの着手でも変わる偶奇はありますが、終わりの勝敗はそれでは決まりません".to_string()
            }
            (None, _, Lang::En) => {
                "M/≈ was not found: the misère quotient takes too long".to_string()
            }
            (None, _, Lang::Ja) => "M/≈ は見つかりませんでした(逆形の商が求まりません)".to_string(),
        })
    }

    fn parity_of(&self, of: ParityOf) -> &'static str {
        match of {
            ParityOf::Stones => self.pick("the number of stones", "石の個数"),
            ParityOf::Heaps => self.pick("the number of heaps", "山の数"),
            ParityOf::Moves => self.pick("the number of moves left", "残りの手数"),
            ParityOf::StonesAtEnd => self.pick(
                "the stones left at the end and the moves until then",
                "最後に残る石の個数とそれまでの手数の和",
            ),
            ParityOf::Other => self.pick("a function of the heaps", "山の関数"),
        }
    }

    /// The maps of the finer quotient onto the misère quotient and the Grundy values.
    fn finer_table(&self, finer: &Finer) -> String {
        if finer.elements.len() > LISTED {
            return String::new();
        }
        let head = self.pick(
            "element, parity, misère quotient, Grundy value",
            "元、偶奇、逆形の商での像、グランディ数",
        );
        let mut out = format!("\n  M/≈: {head};  {}\n", finer.misere_presentation);
        for e in &finer.elements {
            let (element, misere) = (raised(&e.element), raised(&e.misere));
            let _ = writeln!(out, "  {element:<8} {}  {misere:<8} {}", e.parity, e.grundy);
        }
        out
    }

    /// The quotient, and a certificate, will be for heaps up to some size only.
    pub(crate) fn no_quotient_theorem(&self, certificate: bool) -> String {
        let to = self.field("to");
        match (self.lang, certificate) {
            (Lang::En, true) => format!(
                "a move may leave any number of heaps, so nothing can be proved about all heaps; the certificate will be for heaps up to the last one computed (choose it with {to})"
            ),
            (Lang::En, false) => format!(
                "a move may leave any number of heaps, so nothing can be proved about all heaps; the answer will be for heaps up to the last one computed (choose it with {to})"
            ),
            (Lang::Ja, true) => format!(
                "着手で残る山の数に限りがないため、すべての山については証明できません。証明書は計算した山までのものになります ({to} で指定できます)"
            ),
            (Lang::Ja, false) => format!(
                "着手で残る山の数に限りがないため、すべての山については証明できません。答えは計算した山までのものになります ({to} で指定できます)"
            ),
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
}

/// The values of the pretending function Φ.
fn images(q: &Answer) -> String {
    let names: Vec<String> = q.phi.iter().map(|name| raised(name)).collect();
    let width = names.iter().map(|n| n.chars().count()).max().unwrap_or(1);
    let mut out = "\n  Φ(n)  n = 0, 1, 2, …\n".to_string();
    for (row, part) in names.chunks(PER_LINE).enumerate() {
        let cells: Vec<String> = part.iter().map(|n| format!("{n:<width$}")).collect();
        let _ = writeln!(out, "{:>6}  {}", row * PER_LINE, cells.join(" ").trim_end());
    }
    out
}

/// The name of an element with raised exponents: `1`, `a`, `ab²`.
fn raised(name: &str) -> String {
    if name == "1" {
        return name.to_string();
    }
    // Beyond z, generators are named by numbers in brackets, which are no exponents.
    let mut inside = false;
    let raise = |c: char| {
        inside = (inside && c != ']') || c == '[';
        match c {
            _ if inside => c,
            '1' => '¹',
            '2' => '²',
            '3' => '³',
            '0' | '4'..='9' => char::from_u32(0x2070 + c as u32 - '0' as u32).unwrap_or(c),
            c => c,
        }
    };
    name.chars().map(raise).collect()
}

fn group(group: &Group) -> String {
    let factors: Vec<String> = group.cyclic_factors.iter().map(|f| format!("Z{f}")).collect();
    let kind = if factors.is_empty() { "1".to_string() } else { factors.join("×") };
    format!("{kind}  ∋ {}", raised(&group.identity))
}

fn multiplication(elements: &[Element], rows: &[Vec<u32>]) -> String {
    let all: Vec<String> = elements.iter().map(|element| raised(&element.name)).collect();
    let width = all.iter().map(|n| n.chars().count()).max().unwrap_or(1);
    let line = |head: &str, cells: &mut dyn Iterator<Item = usize>| {
        let cells: Vec<String> =
            cells.filter_map(|x| all.get(x)).map(|name| format!("{name:<width$}")).collect();
        format!("  {head:<width$} | {}\n", cells.join(" ").trim_end())
    };
    let mut out = "\n".to_string();
    out += &line("·", &mut (0..all.len()));
    for (name, row) in all.iter().zip(rows) {
        out += &line(name, &mut row.iter().map(|&x| x as usize));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::raised;

    #[test]
    fn exponents_are_raised() {
        let names = ["1", "a", "ab2", "a10[27]3", "[28]"].map(raised);
        assert_eq!(names, ["1", "a", "ab²", "a¹⁰[27]³", "[28]"]);
    }
}
