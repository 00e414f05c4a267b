//! Quotient monoids, which decide the outcome of any number of heaps.

use ishitori_rules::end::EndRule;
use ishitori_rules::heap::{HeapCode, HeapRule};
use ishitori_solve::quotient::QuotientSearch;
use ishitori_values::{Budget, LimitReached, Outcome};

use crate::ending::end;
use crate::limits::Limits;
use crate::row_builder::RowBuilder;
use crate::sets::sets;
use crate::subject::Subject;
use crate::table::Table;

/// A set under the end `mod2:LR`.
pub(crate) struct EndingQuotient {
    set: Vec<u32>,
    limits: Limits,
}

impl EndingQuotient {
    /// All sets of one or two numbers, then those of three.
    pub fn all(limits: &Limits) -> impl Iterator<Item = EndingQuotient> {
        let of = |max, sizes: &'static [usize]| {
            sets(2, max).filter(move |set: &Vec<u32>| sizes.contains(&set.len()))
        };
        let all = of(limits.pairs_max, &[1, 2]).chain(of(limits.triples_max, &[3]));
        all.map(move |set| EndingQuotient { set, limits: limits.clone() })
    }
}

impl Subject for EndingQuotient {
    fn name(&self) -> String {
        format!("quotient {}", HeapCode::subtraction(&self.set))
    }

    fn effort(&self) -> u64 {
        64
    }

    fn rows(&self, budget: &Budget) -> Result<Vec<RowBuilder>, LimitReached> {
        let rule = HeapRule::Impartial(HeapCode::subtraction(&self.set));
        let bytes = self.limits.set_quotient_bytes;
        let found = row(&rule, &end(), &self.limits, bytes, budget)?;
        Ok(found.into_iter().map(|found| found.row).collect())
    }
}

/// The row of a quotient, and the cells about it in the row of the rule.
pub(crate) struct QuotientRow {
    pub row: RowBuilder,
    certified: bool,
    order: usize,
    period: Option<(u64, u64)>,
    outcomes: String,
}

impl QuotientRow {
    /// Fills in the columns about misère play of another row.
    pub fn add_columns(&self, row: &mut RowBuilder) {
        row.put("misere_status", status(self.certified));
        row.put("misere_order", self.order);
        row.put("misere_period", self.period.map(|(_, period)| period));
        row.put("misere_preperiod", self.period.map(|(preperiod, _)| preperiod));
        row.put("misere", self.outcomes.as_str());
    }
}

fn status(certified: bool) -> &'static str {
    if certified { "certified" } else { "partial" }
}

/// Looks for the quotient, heap by heap, within the limits and `bytes` of memory; `None` if there is none under this end rule.
pub(crate) fn row(
    rule: &HeapRule,
    end: &EndRule,
    limits: &Limits,
    bytes: u64,
    budget: &Budget,
) -> Result<Option<QuotientRow>, LimitReached> {
    let Ok(mut search) = QuotientSearch::new(rule, end) else { return Ok(None) };
    let own = budget.clone().with_memory(bytes);
    while !search.is_whole()
        && search.last_heap() < limits.quotient_heaps
        && search.order() <= limits.quotient_order
    {
        if search.step(&own).is_err() {
            // Its own limit makes a partial row; that of the whole build ends it.
            budget.check(0)?;
            break;
        }
    }
    let q = search.quotient();
    let certified = q.period().is_some();
    let mut row = RowBuilder::new(Table::Quotients);
    row.put("code", rule.to_string());
    row.put("end", end.to_string());
    row.put("status", status(certified));
    row.put("order", q.order());
    for outcome in [Outcome::P, Outcome::N, Outcome::L, Outcome::R] {
        row.put(&format!("count_{}", outcome.letter()), q.count(outcome));
    }
    let period = q.period().map(|found| (found.preperiod, found.period));
    row.put("period", period.map(|(_, period)| period));
    row.put("preperiod", period.map(|(preperiod, _)| preperiod));
    row.put("generators", q.independent_generators().len());
    row.put("tame", q.is_tame().filter(|_| certified));
    row.put("to_heap", q.computed_to());
    let letter = |heap: u32| Some(q.outcome(q.image(heap)?).letter());
    let outcomes: String = (0..limits.terms as u32).map_while(letter).collect();
    row.put("outcomes", outcomes.as_str());
    if certified {
        row.certify(q.certificate().to_json());
    }
    let order = q.order();
    Ok(Some(QuotientRow { row, certified, order, period, outcomes }))
}
