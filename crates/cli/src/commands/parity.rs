//! `ishitori parity`: the unifying theorem for parity partizan games, by brute force.

use std::process::ExitCode;

use ishitori::prelude::Budget;
use ishitori::solve::ending::verify_parity_theorem;
use serde_json::json;

use super::heaps::read_rule;
use crate::ending_args::ParityArgs;
use crate::failure::{Failure, LIMIT, NO};
use crate::output::Output;
use ishitori_words::heaps::limit_name;

pub fn run(args: &ParityArgs, output: &Output, budget: &Budget) -> Result<ExitCode, Failure> {
    let rule = read_rule(&args.rule)?;
    if rule.code().is_none() {
        return Err(Failure::NotOneHeap { rule });
    }
    let check = verify_parity_theorem(&rule, args.to, args.heaps as usize, budget)
        .map_err(Failure::Ending)?;
    let tame_violation = check.tame.as_ref().and_then(|tame| tame.violation.as_ref());
    let refuted = check.violation.is_some() || tame_violation.is_some();
    if output.is_json() {
        let [p, n, l, r] = check.counts;
        let mut object = json!({
            "rule": rule.to_string(),
            "holds": !refuted,
            "tested": check.positions,
            "outcomes": { "P": p, "N": n, "L": l, "R": r },
            "counterexample": check.violation.as_ref().map(|v| json!({
                "position": v.position.heaps(),
                "moves_played": if v.odd { "odd" } else { "even" },
                "expected": v.expected.to_string(),
                "found": v.found.to_string(),
            })),
        });
        object["tame"] = json!(check.tame.as_ref().map(|tame| json!({
            "tame": tame.tame,
            "tame_with_outcome_L_or_R": tame.decided,
            "largest_grundy_of_these": tame.largest,
            "not_tame_with_outcome_L_or_R_and_grundy_above_1": tame.wild,
            "counterexample": tame.violation.as_ref().map(|(position, grundy)| json!({
                "position": position.heaps(),
                "grundy": grundy,
            })),
        })));
        if let Some(limit) = &check.stopped {
            object["stopped"] = json!(limit_name(limit));
        }
        output.print_json(&object)?;
    } else {
        output.print(&output.text().parity(&rule, args.to, args.heaps, &check))?;
    }
    Ok(match (refuted, &check.stopped) {
        (true, _) => ExitCode::from(NO),
        (false, Some(_)) => ExitCode::from(LIMIT),
        (false, None) => ExitCode::SUCCESS,
    })
}
