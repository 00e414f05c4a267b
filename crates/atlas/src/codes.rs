//! Grundy numbers of codes.

use ishitori_rules::end::EndRule;
use ishitori_rules::heap::{Digit, HeapCode, HeapRule, NAMED_RULES, Written};
use ishitori_solve::heap::{
    HeapError, PeriodReport, PeriodSearch, Progress, Status, grundy, without_idle_moves,
};
use ishitori_solve::known::Effort;
use ishitori_sweep::digest;
use ishitori_values::{Budget, LimitReached};

use crate::limits::Limits;
use crate::quotients;
use crate::row_builder::{RowBuilder, joined};
use crate::subject::Subject;
use crate::table::Table;

/// The most heaps that are compared to distinguish two sequences.
const COMPARED: u64 = 1 << 22;

/// How many times as many heaps are looked at in the next stage of a search.
const STAGE: u64 = 8;

/// A code, and which table it is in.
pub(crate) struct Code {
    code: HeapCode,
    table: Table,
    limits: Limits,
}

impl Code {
    /// All octal codes 0.d, 0.dd, …, and the same with 4 before the point, by their number of digits and
    /// then as numbers.
    pub fn octal(limits: &Limits) -> impl Iterator<Item = Code> {
        let with = move |first| codes(limits.octal_digits, 3, first);
        let all = with(0).chain(std::iter::once(with_first(4, &[]))).chain(with(4));
        all.map(move |code| Code { code, table: Table::Octal, limits: limits.clone() })
    }

    /// The same in hexadecimal, where a move may leave three heaps; only with 0 before the point.
    pub fn hexadecimal(limits: &Limits) -> impl Iterator<Item = Code> {
        let all = codes(limits.hexadecimal_digits, 4, 0);
        all.map(move |code| Code { code, table: Table::Hexadecimal, limits: limits.clone() })
    }
}

/// All codes with digit `first` before the point and up to `digits` digits after it, the last of which is not 0.
fn codes(digits: u32, bits: u32, first: u32) -> impl Iterator<Item = HeapCode> {
    let last = (1 << bits) - 1;
    (1..=digits).flat_map(move |length| {
        (0..1_u32 << (bits * length)).filter(move |code| code & last != 0).map(move |code| {
            let digits: Vec<u32> = (0..length).rev().map(|i| code >> (bits * i) & last).collect();
            with_first(first, &digits)
        })
    })
}

fn with_first(first: u32, digits: &[u32]) -> HeapCode {
    let digits = std::iter::once(first).chain(digits.iter().copied()).map(Digit::from_bits);
    HeapCode::new(digits.collect(), 0, Written::Digits)
}

impl Subject for Code {
    fn name(&self) -> String {
        self.code.to_string()
    }

    fn effort(&self) -> u64 {
        64
    }

    fn rows(&self, budget: &Budget) -> Result<Vec<RowBuilder>, LimitReached> {
        let Code { code, table, limits } = self;
        let found = Found::of(code, limits, budget)?;
        let mut row = RowBuilder::new(*table);
        row.put("code", code.to_string());
        row.put("name", name(code));
        if let Some((standard, shift)) = code.standard_form().filter(|(_, shift)| *shift > 0) {
            row.put("standard", standard.to_string());
            row.put("shift", shift);
        }
        found.put(code, limits, budget, &mut row)?;
        row.put("rares", found.rares());
        row.put("last_rare", found.rares().filter(|&n| n > 0).map(|_| found.progress.last_rare));
        row.put("computed_to", found.computed_to());
        let mut rows = vec![row];
        if *table == Table::Octal {
            let rule = HeapRule::Impartial(code.clone());
            let quotient =
                quotients::row(&rule, &EndRule::misere(), limits, limits.quotient_bytes, budget)?;
            if let Some(quotient) = quotient {
                quotient.add_columns(&mut rows[0]);
                rows.push(quotient.row);
            }
        }
        Ok(rows)
    }
}

/// Fills in what a row says about the Grundy numbers of a code: status, theorem, period, values, certificate.
/// The cost is that of the heaps that are examined.
pub fn put_grundy_numbers(
    code: &HeapCode,
    limits: &Limits,
    budget: &Budget,
    row: &mut RowBuilder,
) -> Result<(), LimitReached> {
    Found::of(code, limits, budget)?.put(code, limits, budget, row)
}

/// The results about the Grundy numbers of a code.
pub(crate) struct Found {
    /// Nothing if values are beyond what the engine knows.
    report: Option<PeriodReport>,
    progress: Progress,
}

impl Found {
    /// Looks for the period: at more and more heaps, as long as few of them are rare.
    pub fn of(code: &HeapCode, limits: &Limits, budget: &Budget) -> Result<Found, LimitReached> {
        // Where moves leave more than two heaps every heap takes long.
        let mut heaps = limits.heaps.min(Effort::Search.heaps(code));
        loop {
            let found = Found::among(code, heaps, budget)?;
            let open =
                found.report.as_ref().is_some_and(|report| report.status == Status::NotFound);
            let stages = limits.heaps_by_rares.iter();
            let few = |&&(rares, _): &&(u64, u64)| found.rares().is_some_and(|n| n <= rares);
            let most = stages.filter(few).map(|&(_, heaps)| heaps).max().unwrap_or(0);
            if !open || heaps >= most {
                return Ok(found);
            }
            heaps = (heaps * STAGE).min(most);
        }
    }

    fn among(code: &HeapCode, heaps: u64, budget: &Budget) -> Result<Found, LimitReached> {
        budget.check(0)?;
        let mut search = PeriodSearch::new(code, heaps);
        let report = loop {
            match search.step(budget) {
                Ok(None) => {}
                Ok(Some(report)) => break Some(report),
                Err(HeapError::Limit(limit)) => return Err(limit),
                // Values beyond what the engine knows: nothing is claimed.
                Err(_) => break None,
            }
        };
        if let Some(limit) = report.as_ref().and_then(|report| report.stopped) {
            return Err(limit);
        }
        Ok(Found { report, progress: search.progress() })
    }

    fn rares(&self) -> Option<u64> {
        self.report.as_ref()?.rares.map(|rares| rares as u64)
    }

    fn computed_to(&self) -> u64 {
        self.report.as_ref().map_or(self.progress.computed, |report| report.computed_to)
    }

    /// Fills in what all tables of Grundy numbers have: status, theorem, periods, values, class and
    /// certificate. Columns that a table does not have are left out.
    pub fn put(
        &self,
        code: &HeapCode,
        limits: &Limits,
        budget: &Budget,
        row: &mut RowBuilder,
    ) -> Result<(), LimitReached> {
        let report = self.report.as_ref();
        let found = report.and_then(|report| report.periodicity.as_ref());
        let status = report.map_or(Status::NotFound, |report| report.status);
        row.put("status", status.name());
        row.put("theorem", found.map(|found| found.proof.name()));
        row.put("period", found.map(|found| found.values.period));
        row.put("preperiod", found.map(|found| found.values.preperiod));
        if row.has("saltus") {
            row.put("saltus", found.map(|found| found.saltus));
        }
        if row.has("win_period") {
            let win = found.and_then(|found| found.win_lose);
            row.put("win_period", win.map(|win| win.period));
            row.put("win_preperiod", win.map(|win| win.preperiod));
        }
        // Of a sequence that grows there is no largest value.
        let grows = found.is_some_and(|found| found.saltus > 0);
        let largest = report.map_or(self.progress.max_value, |report| report.max_value);
        row.put("max_value", (!grows).then_some(largest));
        let round = found.map(|found| found.values.preperiod.saturating_add(found.values.period));
        let compared = round.filter(|&heaps| heaps <= COMPARED);
        let heaps = compared.unwrap_or(0).max(limits.terms as u64);
        let values: Vec<u32> = match grundy(code, heaps, None, budget) {
            Ok(known) => match known.stopped {
                Some(limit) => return Err(limit),
                None => known.values.iter().collect(),
            },
            Err(HeapError::Limit(limit)) => return Err(limit),
            Err(_) => Vec::new(),
        };
        row.put("values", joined(values.iter().take(limits.terms)));
        // The values up to the first repetition, the period and what it adds determine the others.
        let same = compared.zip(found).filter(|(heaps, _)| *heaps as usize <= values.len());
        row.key = Some(match same {
            Some((heaps, found)) => {
                let bytes = values[..heaps as usize].iter().flat_map(|value| value.to_le_bytes());
                let sum = digest(&bytes.collect::<Vec<u8>>());
                format!("{} {} {sum}", found.values.period, found.saltus)
            }
            None => without_idle_moves(code, budget)?.as_ref().unwrap_or(code).to_string(),
        });
        if let Some(certificate) = report.and_then(|report| report.certificate(code)) {
            row.certify(certificate.to_json());
        }
        Ok(())
    }
}

/// The name of the game with the moves of a code.
fn name(code: &HeapCode) -> Option<&'static str> {
    let same = |name: &str| match name.parse() {
        Ok(HeapRule::Impartial(named)) => named.same_moves(code),
        _ => false,
    };
    NAMED_RULES.iter().map(|rule| rule.name).find(|name| same(name))
}
