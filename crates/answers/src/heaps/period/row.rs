//! The apparent period of a row of a table of a game in the language.

use ishitori_language::TextGame;
use ishitori_solve::known::observed_period;
use ishitori_solve::tuple::grundy_table;
use ishitori_values::Budget;
use serde::{Deserialize, Serialize};

use super::{Claim, Request};
use crate::conjecture::may_be_decided;
use crate::known::{Observed, Status};
use crate::rule::read_fixed;
use crate::{Accepted, AskError, Context, Instead, Note, RuleSource, Stopped};

/// Heaps looked at in a row of a table when nothing is said.
const DEFAULT_LIMIT: u64 = 500;

/// The apparent period of a row of a table. No theorem covers it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Row {
    /// The game.
    pub rule: String,
    /// The coordinates that are fixed.
    pub row: Vec<String>,
    /// That there is no theorem.
    pub status: Status,
    /// Nothing is proved.
    pub period: Option<u64>,
    /// Nothing is proved.
    pub preperiod: Option<u64>,
    /// Nothing is proved.
    pub saltus: Option<u64>,
    /// The largest Grundy number in the row, null if the row is empty.
    pub max_value: Option<u32>,
    /// Where the row begins.
    pub first: i64,
    /// Where it ends; −1 if nothing was computed.
    pub computed_to: i64,
    /// Its appearance.
    pub observed: Option<Observed>,
    /// The verdict on the claim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
    /// The limit that ended the computation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// Notes that accompany the answer.
    #[serde(skip)]
    pub notes: Vec<Note>,
}

/// The bounds of a wider look at a row: its length and its cells.
const WIDER: u32 = 2048;
const WIDER_CELLS: u64 = 1 << 18;

/// Whether a period that a row shows ends soon after it: then it says nothing.
fn refuted_further_on(
    game: &TextGame,
    axis: usize,
    (corner, position): (&[u32], &[i64]),
    seen: Observed,
    budget: &Budget,
) -> bool {
    let mut wider = corner.to_vec();
    wider[axis] = corner[axis].saturating_mul(8).min(WIDER);
    let cells = wider.iter().fold(1u64, |n, &c| n.saturating_mul(u64::from(c) + 1));
    if wider[axis] <= corner[axis] || cells > WIDER_CELLS {
        return false;
    }
    // Heaps that cannot be examined refute nothing.
    let Ok(table) = grundy_table(game, &wider, budget) else { return false };
    let mut position = position.to_vec();
    let mut value = |n: u64| {
        position[axis] = n as i64;
        table.get(&position).map(i64::from)
    };
    (seen.preperiod..=u64::from(wider[axis]).saturating_sub(seen.period)).any(|n| {
        value(n).zip(value(n + seen.period)).is_some_and(|(one, other)| one + seen.saltus != other)
    })
}

/// Computes a row. The cost is that of the table whose edge it is.
pub(super) fn answer(
    game: &TextGame,
    rule: &RuleSource,
    request: &Request,
    context: &Context,
) -> Result<Row, AskError> {
    let heaps_only = |given: bool, field| {
        let (value, accepted) = (game.to_string(), Accepted::HeapRuleHere);
        if given { Err(AskError::Argument { field, value, accepted }) } else { Ok(()) }
    };
    heaps_only(request.certificate, "certificate")?;
    heaps_only(context.checkpoint.is_some(), "checkpoint")?;
    let fixed = read_fixed(game, "row", &request.row)?;
    let free: Vec<usize> = (0..game.width()).filter(|&i| fixed[i].is_none()).collect();
    if request.row.is_empty() && free.len() > 1 {
        let (game, instead) = (game.clone(), Instead::Row);
        return Err(AskError::SeveralCoordinates { game, instead });
    }
    let &[axis] = free.as_slice() else {
        return Err(AskError::Argument {
            field: "row",
            value: request.row.join(" "),
            accepted: Accepted::AllButOne,
        });
    };
    let last = request.limit.unwrap_or(DEFAULT_LIMIT).min(u64::from(u32::MAX)) as u32;
    let corner: Vec<u32> = fixed.iter().map(|f| f.map_or(last, |v| v as u32)).collect();
    let table = grundy_table(game, &corner, &context.budget)
        .map_err(|error| AskError::Game { game: game.clone(), error })?;
    let mut position: Vec<i64> = fixed.iter().map(|f| f.unwrap_or(0)).collect();
    // A row may begin late: 3 ≤ z div k needs z ≥ 3k.
    let mut values: Vec<u32> = Vec::new();
    let mut first = None;
    for n in 0..=i64::from(last) {
        position[axis] = n;
        match table.get(&position) {
            Some(value) => {
                first.get_or_insert(n);
                values.push(value);
            }
            None if first.is_none() => {}
            None => break,
        }
    }
    // A row with a gap is none: what comes after it would be left out.
    let end = first.map_or(0, |first| first + values.len() as i64);
    let after = (end..=i64::from(last)).find(|&n| {
        position[axis] = n;
        table.get(&position).is_some()
    });
    if let (Some(present), Some(_), None) = (after, first, table.stopped) {
        return Err(AskError::Gap { game: game.clone(), missing: end, present });
    }
    let first = first.unwrap_or(0);
    let observed = observed_period(&values).map(|mut seen| {
        seen.preperiod += first as usize;
        Observed::from(seen)
    });
    let observed = observed.filter(|seen| {
        let refuted =
            || refuted_further_on(game, axis, (&corner, &position), *seen, &context.budget);
        // Who gives a limit wants to look no further.
        table.stopped.is_some() || request.limit.is_some() || !refuted()
    });
    let stopped = table.stopped.map(Stopped::from);
    let next = may_be_decided(game, rule, &request.set, None, None);
    Ok(Row {
        rule: game.to_string(),
        row: request.row.clone(),
        status: Status::NoTheorem,
        period: None,
        preperiod: None,
        saltus: None,
        max_value: values.iter().max().copied(),
        first,
        computed_to: first + values.len() as i64 - 1,
        observed,
        claim: Claim::read(request)?.map(|claim| Claim::about(&values, first.max(0) as u64, claim)),
        notes: stopped.clone().map(Note::Stopped).into_iter().chain(next).collect(),
        stopped,
    })
}
