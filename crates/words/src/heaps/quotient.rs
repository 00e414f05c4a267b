//! Quotients in words.

use std::fmt::Write;

use ishitori_answers::OutcomeClass;
use ishitori_answers::quotient::{Answer, Element, Finer, Group, NoFiner, ParityOf};
use ishitori_solve::quotient::QuotientError;

use crate::{Describe, Text, say, table};

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
        let mut rows = vec![(self.say("heaps.quotient.status"), self.quotient_status(q))];
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
        rows.push((
            self.say("heaps.quotient.order"),
            format!("{}  ({})", q.order, shown.join(", ")),
        ));
        rows.push((self.say("heaps.quotient.presentation"), q.presentation.clone()));
        let heaps: Vec<String> =
            q.generators.iter().map(|g| format!("{} = Φ({})", g.name, g.heap)).collect();
        rows.push((self.say("heaps.quotient.generators"), heaps.join(", ")));
        for (outcome, letter, _) in counts.filter(|_| q.order <= LISTED) {
            let all = q.elements.iter().filter(|element| element.outcome == outcome);
            let all: Vec<String> = all.map(|element| raised(&element.name)).collect();
            rows.push((letter, all.join(", ")));
        }
        if q.idempotents.len() <= LISTED {
            let all: Vec<String> = q.idempotents.iter().map(|name| raised(name)).collect();
            rows.push((self.say("heaps.quotient.idempotents"), all.join(", ")));
        }
        rows.push((self.say("heaps.quotient.kernel"), group(&q.kernel)));
        rows.push((self.say("heaps.quotient.units"), group(&q.units)));
        // With one idempotent or two these are the kernel and the units.
        if q.maximal_subgroups.len() > 2 {
            let all: Vec<String> = q.maximal_subgroups.iter().map(group).collect();
            rows.push((self.say("heaps.quotient.all-groups"), all.join(",  ")));
        }
        if let Some(tame) = q.tame {
            let word = if tame {
                self.say("heaps.quotient.tame")
            } else {
                self.say("heaps.quotient.wild")
            };
            rows.push((self.say("heaps.quotient.tame-wild"), word.into()));
        }
        let growth: Vec<String> = q.growth.iter().map(|(h, o)| format!("{h}:{o}")).collect();
        let evidence = match q.growth_is {
            None => "",
            Some(_) => self.say("heaps.quotient.evidence-only-nothing-follows-larger"),
        };
        rows.push((self.say("heaps.quotient.growth"), format!("{}{evidence}", growth.join(" "))));
        if let Some(line) = self.finer_line(q) {
            rows.push((self.say("heaps.quotient.parity"), line));
        }
        if let Some(path) = &q.certificate {
            rows.push((self.say("heaps.quotient.certificate"), path.clone()));
        }
        table(&rows)
    }

    fn quotient_status(&self, q: &Answer) -> String {
        let to = q.computed_to;
        let known = match q.period.zip(q.preperiod) {
            Some((period, preperiod)) => {
                say!(self, "heaps.quotient.all-heaps-proved-has-period", period, preperiod)
            }
            None => say!(self, "heaps.quotient.partial-heaps-up-only-proved", to),
        };
        match &q.stopped {
            None => known,
            Some(stopped) => format!("{known}; {}", self.stopped_by(stopped)),
        }
    }

    fn finer_line(&self, q: &Answer) -> Option<String> {
        Some(match (q.finer.as_ref()?, q.no_finer) {
            (Some(finer), _) => say!(
                self,
                "heaps.quotient.m-has-elements-parity-mis",
                order = finer.order,
                parity_of = self.parity_of(finer.parity_of),
                misere_order = finer.misere_order
            ),
            (None, Some(NoFiner::NoParity)) => {
                self.say("heaps.quotient.m-does-exist-no-parity").to_string()
            }
            (None, Some(NoFiner::NoMaps)) => {
                self.say("heaps.quotient.m-has-no-maps-every").to_string()
            }
            (None, _) => self.say("heaps.quotient.m-was-found-mis-re").to_string(),
        })
    }

    fn parity_of(&self, of: ParityOf) -> &'static str {
        match of {
            ParityOf::Stones => self.say("heaps.quotient.number-stones"),
            ParityOf::Heaps => self.say("heaps.quotient.number-heaps"),
            ParityOf::Moves => self.say("heaps.quotient.number-moves-left"),
            ParityOf::StonesAtEnd => self.say("heaps.quotient.stones-left-end-moves-until"),
            ParityOf::Other => self.say("heaps.quotient.function-heaps"),
        }
    }

    /// The maps of the finer quotient onto the misère quotient and the Grundy values.
    fn finer_table(&self, finer: &Finer) -> String {
        if finer.elements.len() > LISTED {
            return String::new();
        }
        let head = self.say("heaps.quotient.element-parity-mis-re-quotient");
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
        match certificate {
            true => say!(self, "heaps.quotient.move-may-leave-any-number", to),
            false => say!(self, "heaps.quotient.move-may-leave-any-number-2", to),
        }
    }

    /// Why there is no quotient.
    pub fn quotient_error(&self, error: &QuotientError) -> String {
        match error {
            QuotientError::NotHeaps { rule } => {
                say!(self, "heaps.quotient.played-pairs-heaps-quotients-games", rule)
            }
            QuotientError::MovesNeedImpartial { rule } => {
                say!(self, "heaps.quotient.partizan-end-rule-moves-rules", rule)
            }
            QuotientError::Checkpoint(error) => self.checkpoint_error(error),
            QuotientError::Limit(limit) => self.limit(limit),
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
