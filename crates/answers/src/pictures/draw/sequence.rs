//! Pictures of Grundy numbers.

use ishitori_draw::{PeriodTable, Scatter};
use ishitori_solve::heap::find_period;
use serde::{Deserialize, Serialize};

use super::several::several;
use super::{Answer, Plot, drawn, picture_request, provenance, typed};
use crate::known::Repetition;
use crate::sequence::grundy_sequence;
use crate::{AskError, Context, Note, Rule, RuleSource, Stopped};

/// The number of heaps within which a period is searched for to lay out the picture.
const LOOKED_AT: u64 = 20_000;

picture_request! {
    /// How do the Grundy numbers of this rule look?
    Request {
        /// The rule of the game.
        pub rule: RuleSource,
        /// Values of its parameters, such as `k=3`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub set: Vec<String>,
        /// The last heap.
        #[cfg_attr(feature = "schemas", schemars(range(max = 1_999_999)))]
        pub to: u64,
        /// The length of a row of a table [default: the period].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 10_000)))]
        pub columns: Option<u64>,
    }
}

/// The two pictures of a sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Layout {
    Scatter,
    Table,
}

pub(super) fn answer(
    request: &Request,
    layout: Layout,
    context: &Context,
) -> Result<Answer, AskError> {
    request.palette.refuse()?;
    several(&request.set, request.look(), context, |set| {
        of_one(&Request { set: set.to_vec(), ..request.clone() }, layout, context)
    })
}

fn of_one(request: &Request, layout: Layout, context: &Context) -> Result<Answer, AskError> {
    let rule = Rule::read(&request.rule, &request.set)?;
    let run = grundy_sequence(&rule, request.to, None, 1, &context.budget)?;
    let values: Vec<u64> = run.values.iter().map(u64::from).collect();
    let heaps = values.len() as u64;
    if let Some(limit) = run.stopped.filter(|_| values.is_empty()) {
        return Err(AskError::Limit(limit));
    }
    let limit = LOOKED_AT.max(heaps);
    let report = match &run.code {
        Some(code) => Some(find_period(code, limit, &context.budget).map_err(AskError::Heap)?),
        None => None,
    };
    let period = report.and_then(|report| report.periodicity).map(Repetition::from);
    let (rule, to) = (run.rule, request.to);
    let name = if layout == Layout::Scatter { "scatter" } else { "table" };
    let set: String = request.set.iter().map(|s| format!(" --set {s}")).collect();
    let provenance = provenance(
        format!("ishitori draw {name} {} --to {to}{set}", typed(&request.rule)),
        &[("rule", rule.clone()), ("to", to.to_string())],
    );
    let plot = match layout {
        Layout::Scatter => {
            let plot = Scatter { provenance, ..Scatter::new(rule.clone(), values) };
            Plot::Scatter { plot, rule, period }
        }
        Layout::Table => {
            let columns = request.columns.unwrap_or_else(|| columns(period.as_ref()));
            let exceptions = period.as_ref().and_then(|p| p.exceptions.clone()).unwrap_or_default();
            let plot = PeriodTable::new(rule.clone(), columns, values, exceptions);
            Plot::Table { plot: PeriodTable { provenance, ..plot }, rule, period }
        }
    };
    let stopped = run.stopped.map(Stopped::from);
    let only = |stopped: &Stopped| Note::OnlyHeaps { heaps, stopped: stopped.clone() };
    let notes = stopped.as_ref().map(only).into_iter().collect();
    Ok(Answer { stopped, notes, ..drawn(plot, request.look(), context)? })
}

/// Rows of one period, or of several short ones.
fn columns(period: Option<&Repetition>) -> u64 {
    match period.map(|p| p.period) {
        Some(p @ 1..=9) => p * (20 / p),
        Some(p @ 10..=60) => p,
        Some(p) => (16..=40).rev().find(|d| p.is_multiple_of(*d)).unwrap_or(20),
        None => 20,
    }
}
