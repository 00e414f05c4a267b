//! Periods of rules that the search with the rare/common engine does not take, and searches by
//! an engine that was asked for.

use ishitori_rules::heap::HeapCode;
use ishitori_values::{Budget, LimitReached};
use rustc_hash::FxHashMap;

use super::report::{Period, PeriodReport, Periodicity, Proof, Status};
use super::{arithmetic, direct};
use crate::heap::all_but::AllBut;
use crate::heap::engine::{Engine, HeapError};
use crate::heap::sequence::GrundySequence;
use crate::observed::observed_period;

/// All numbers but finitely many may be taken: the state comes back.
pub(super) fn all_but(code: &HeapCode, limit: u64, budget: &Budget) -> PeriodReport {
    let mut engine = AllBut::of(code).expect("an all-but game");
    let mut seen: FxHashMap<Vec<i64>, (usize, u32)> = FxHashMap::default();
    let mut stopped = None;
    let mut periodicity = None;
    while (engine.values.len() as u64) < limit {
        let n = engine.values.len();
        if let Err(limit) = engine.advance(n + 1, budget) {
            stopped = Some(limit);
            break;
        }
        if n < engine.reach() {
            continue;
        }
        let (least, state) = engine.state();
        let bytes = (seen.len() * 8 * (state.len() + 8)) as u64;
        if let Some(&(at, before)) = seen.get(&state) {
            let proof = Proof::State { at: at as u64 };
            let (period, saltus) = (n + 1 - at, least - before);
            periodicity = Some(arithmetic_periodicity(&engine.values, period, saltus, proof));
            break;
        }
        if let Err(limit) = budget.check(bytes) {
            stopped = Some(limit);
            break;
        }
        seen.insert(state, (n + 1, least));
    }
    let status = if periodicity.is_some() { Status::Proved } else { Status::NotFound };
    PeriodReport {
        status,
        observed: None,
        periodicity,
        max_value: engine.values.iter().copied().max().unwrap_or(0),
        computed_to: engine.values.len() as u64,
        engine: Engine::AllBut,
        rares: None,
        stopped,
    }
}

/// Known facts about a sequence with G(n + period) = G(n) + saltus at the end of the values.
pub(super) fn arithmetic_periodicity(
    values: &[u32],
    period: usize,
    saltus: u32,
    proof: Proof,
) -> Periodicity {
    let agrees = |n: usize| values[n + period] == values[n] + saltus;
    let preperiod = (0..values.len() - period).rev().find(|&n| !agrees(n)).map_or(0, |n| n + 1);
    let period = Period { period: period as u64, preperiod: preperiod as u64 };
    // The values can be continued as far as the exceptions need them.
    let value = |n: u64| {
        let known = values.len() as u64;
        let turns = (n + 1).saturating_sub(known).div_ceil(period.period);
        u64::from(values[(n - turns * period.period) as usize]) + turns * u64::from(saltus)
    };
    // Values grow, so only zeros before the preperiod and in the first period are zeros at all.
    let zeros = (0..period.preperiod + period.period).filter(|&n| value(n) == 0).max();
    let win_lose =
        (saltus > 0).then(|| Period { period: 1, preperiod: zeros.map_or(0, |n| n + 1) });
    Periodicity {
        values: period,
        saltus: u64::from(saltus),
        win_lose,
        exceptions: Some(direct::exceptions(value, period, u64::from(saltus))),
        proof,
    }
}

/// The period of a code by the values of any engine, of which more and more are computed. At a
/// limit the result says what is known so far.
pub(super) fn by_values(
    code: &HeapCode,
    engine: Engine,
    limit: u64,
    budget: &Budget,
) -> Result<PeriodReport, HeapError> {
    let theorem = code.max_take().zip(code.max_parts()).filter(|_| code.any_sizes());
    let mut sequence = GrundySequence::new(code, Some(engine))?;
    let mut proofs = arithmetic::Proofs::new(limit, budget);
    let mut count = 64.min(limit);
    let mut report = loop {
        // A period is searched for in a copy of the values, with 12 bytes of notes about each of them.
        let mut stopped = sequence.advance_as_far(count, &budget.shared_by(6))?;
        let values: Vec<u32> = sequence.iter().collect();
        let mut periodicity = None;
        if let Some((k, parts)) = theorem {
            periodicity = guy_smith(&values, k as u64, parts);
            if periodicity.is_none() && parts >= 3 {
                let report_found = |found| report(Some(found), engine, &values, None);
                match arithmetic::find(code, &values, &mut proofs, report_found) {
                    Ok(found) => periodicity = found,
                    Err(limit) => stopped = stopped.or(Some(limit)),
                }
            }
        }
        if periodicity.is_some() || stopped.is_some() || count == limit {
            // A period that is proved does not need the values that a limit kept back.
            let stopped = stopped.filter(|_| periodicity.is_none());
            break report(periodicity, engine, &values, stopped);
        }
        count = (2 * count).min(limit);
    };
    report.rares = sequence.rares();
    if theorem.is_none() && report.periodicity.is_none() {
        report.status = Status::NoTheorem;
    }
    Ok(report)
}

fn report(
    periodicity: Option<Periodicity>,
    engine: Engine,
    values: &[u32],
    stopped: Option<LimitReached>,
) -> PeriodReport {
    PeriodReport {
        status: if periodicity.is_some() { Status::Proved } else { Status::NotFound },
        observed: if periodicity.is_none() { observed_period(values) } else { None },
        periodicity,
        max_value: values.iter().copied().max().unwrap_or(0),
        computed_to: values.len() as u64,
        engine,
        rares: None,
        stopped,
    }
}

/// The period that these values prove for a code that takes at most k and leaves at most `parts`.
fn guy_smith(values: &[u32], k: u64, parts: u32) -> Option<Periodicity> {
    let known = values.len() as u64;
    let h = u64::from(parts.max(1));
    let enough = |n0: u64, p: u64| super::guy_smith_bound(h, n0, p, k) + p <= known;
    let period = direct::least_period(values, enough)?;
    Some(super::exact::periodicity_of_whole(
        values,
        period,
        Proof::GuySmith { parts, max_take: k, checked_to: known },
    ))
}
