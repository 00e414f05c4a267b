//! `ishitori quotient`: what many heaps together amount to.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use ishitori::language::EndKind;
use ishitori::prelude::{Budget, LimitReached, Outcome};
use ishitori::rules::end::EndRule;
use ishitori::rules::heap::HeapRule;
use ishitori::solve::quotient::{NoRefinement, QuotientSearch, Subgroup};
use ishitori::solve::tuple::TupleError;
use serde_json::{Value as Json, json};

use super::outcomes::heap_question;
use crate::args::Common;
use crate::failure::{BAD_INPUT, Failure, LIMIT};
use crate::output::Output;
use crate::quotient_args::QuotientArgs;
use ishitori_answers::Rule;
use ishitori_answers::checkpoint::Checkpoint;
use ishitori_answers::quotient::Shown;
use ishitori_words::heaps::limit_name;

/// Time when nothing is said.
const DEFAULT_TIME: Duration = Duration::from_secs(60);
/// Time for the misère quotient beside the finer one.
const FINER_TIME: Duration = Duration::from_secs(10);
/// Between two lines of progress.
const SHOW_EVERY: Duration = Duration::from_millis(200);
/// JSON has the multiplication table of quotients up to this order without being asked.
const TABLE_TO: usize = 64;
/// The groups of up to so many idempotents are found.
const GROUPS_TO: usize = 64;

pub fn run(
    args: &QuotientArgs,
    output: &Output,
    budget: &Budget,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let (rule, end) = question(args)?;
    let budget = match (args.to, common.has_time_limit()) {
        (None, false) => &budget.clone().with_time(DEFAULT_TIME),
        _ => budget,
    };
    let mut checkpoint = Checkpoint::open(args.checkpoint.as_deref())?;
    let (search, stopped) = search(args, &rule, &end, &mut checkpoint, output, budget)?;
    let quotient = search.quotient();
    let unsaved = checkpoint.failed();
    output.notes(&checkpoint.into_notes());
    let mut certificate = None;
    if let Some(path) = &args.certificate {
        output.write_file(path, quotient.certificate().to_json().as_bytes())?;
        certificate = Some(path.display().to_string());
    }
    // Beside what was asked for; a limit that is reached here is no news.
    let small = Budget::unlimited().with_cancel_flag(budget.cancel_flag().clone());
    let finer = quotient
        .parity_refinement(&small.with_time(FINER_TIME).with_memory(1 << 28))
        .unwrap_or(Err(NoRefinement::NotFound));
    let shown = Shown {
        presentation: quotient.presentation(),
        kernel: quotient.kernel(),
        units: quotient.subgroup(0),
        groups: match quotient.idempotents() {
            many if many.len() > GROUPS_TO => Vec::new(),
            idempotents => idempotents.into_iter().map(|e| quotient.subgroup(e)).collect(),
        },
        finer_presentation: finer.as_ref().ok().map(|f| f.misere.presentation()),
        finer,
        stopped,
        asked_to: args.to,
        table: args.table,
        quotient: &quotient,
    };
    if output.is_json() {
        output.print_json(&to_json(&shown, certificate.as_deref()))?;
    } else {
        output.print(&output.text().quotient(&shown, certificate.as_deref()))?;
    }
    Ok(match shown.stopped.is_some() {
        _ if unsaved => ExitCode::from(BAD_INPUT),
        true => ExitCode::from(LIMIT),
        false => ExitCode::SUCCESS,
    })
}

/// The heap game and the end rule that are asked for.
fn question(args: &QuotientArgs) -> Result<(HeapRule, EndRule), Failure> {
    let rule = crate::rule::read(&args.rule, &args.settings)?;
    if let Rule::Game(game) = &rule
        && args.end.is_none()
        && game.end() == EndKind::Letter
    {
        return Err(Failure::Game { game: game.clone(), error: TupleError::SumsNeedTotals });
    }
    match (heap_question(&rule, args.end.as_deref())?, rule) {
        (Some(found), _) => Ok(found),
        (None, Rule::Game(game)) => Err(Failure::NotHeaps { game }),
        (None, Rule::Heap(rule)) => Err(Failure::NotOneHeap { rule }),
    }
}

fn search(
    args: &QuotientArgs,
    rule: &HeapRule,
    end: &EndRule,
    checkpoint: &mut Checkpoint<'_>,
    output: &Output,
    budget: &Budget,
) -> Result<(QuotientSearch, Option<LimitReached>), Failure> {
    let mut search = match checkpoint.found() {
        Some(path) => QuotientSearch::resume(rule, end, path, budget),
        None => QuotientSearch::new(rule, end),
    }
    .map_err(Failure::Quotient)?;
    if !search.has_theorem() && args.to.is_none() {
        output.complain(output.text().no_quotient_theorem(args.certificate.is_some()));
    }
    let started = Instant::now();
    let mut shown = started;
    let watched = output.is_watched();
    let mut stopped = None;
    while !search.is_whole() && args.to.is_none_or(|to| search.last_heap() < to) {
        if let Err(limit) = search.step(budget) {
            stopped = Some(limit);
            break;
        }
        let now = Instant::now();
        if watched && now - shown > SHOW_EVERY {
            shown = now;
            output.progress(&output.text().quotient_progress(search.last_heap(), search.order()));
        }
        checkpoint.now_and_then(|path| search.save(path));
    }
    if watched && shown > started {
        output.progress("");
    }
    checkpoint.finally(stopped.is_some(), |path| search.save(path));
    Ok((search, stopped))
}

fn to_json(shown: &Shown<'_>, certificate: Option<&str>) -> Json {
    let (q, names) = (shown.quotient, &shown.presentation);
    let count = |outcome| q.count(outcome);
    let generators = names.generators().iter().enumerate();
    let group = |group: &Subgroup| {
        json!({
            "identity": names.name(group.identity),
            "order": group.elements.len(),
            "cyclic_factors": group.factors,
            "elements": group.elements.iter().map(|&x| names.name(x)).collect::<Vec<_>>(),
        })
    };
    let by_outcome = |outcome: Outcome| {
        let all = (0..q.order() as u32).filter(|&x| q.outcome(x) == outcome);
        all.map(|x| names.name(x)).collect::<Vec<_>>()
    };
    let status = if q.period().is_some() { "certified" } else { "partial" };
    let mut object = json!({
        "rule": q.rule().to_string(),
        "end": q.end().to_string(),
        "status": status,
        "order": q.order(),
        "p_size": count(Outcome::P),
        "outcomes": {
            "P": count(Outcome::P),
            "N": count(Outcome::N),
            "L": count(Outcome::L),
            "R": count(Outcome::R),
        },
        "preperiod": q.period().map(|p| p.preperiod),
        "period": q.period().map(|p| p.period),
        "computed_to": q.computed_to(),
        "presentation": names.to_string(),
        "generators": generators
            .map(|(i, &heap)| json!({ "name": names.generator_name(i), "heap": heap }))
            .collect::<Vec<_>>(),
        "phi": q.images().iter().map(|&x| names.name(x)).collect::<Vec<_>>(),
        "phi_elements": q.images(),
        "growth": q.growth().iter().map(|&(heap, order)| json!([heap, order])).collect::<Vec<_>>(),
        "elements": (0..q.order() as u32)
            .map(|x| json!({ "name": names.name(x), "outcome": q.outcome(x).to_string() }))
            .collect::<Vec<_>>(),
        "p_portion": by_outcome(Outcome::P),
        "idempotents": q.idempotents().iter().map(|&x| names.name(x)).collect::<Vec<_>>(),
        "kernel": group(&shown.kernel),
        "units": group(&shown.units),
        "maximal_subgroups": shown.groups.iter().map(group).collect::<Vec<_>>(),
        "tame": q.is_tame(),
    });
    if status == "partial" {
        object["up_to"] = json!(q.computed_to());
        object["growth_is"] = json!("evidence");
    }
    if shown.table || q.order() <= TABLE_TO {
        let rows: Vec<&[u32]> = (0..q.order() as u32).map(|x| q.row(x)).collect();
        object["table"] = json!(rows);
    }
    match (&shown.finer, &shown.finer_presentation) {
        (Ok(finer), Some(misere)) => {
            object["finer"] = json!({
                "order": finer.elements.len(),
                "misere_order": finer.misere.order(),
                "misere_presentation": misere.to_string(),
                "elements": finer.elements.iter().map(|e| json!({
                    "element": names.name(e.element),
                    "parity": u8::from(e.odd),
                    "misere": misere.name(e.misere),
                    "grundy": e.grundy,
                })).collect::<Vec<_>>(),
            });
        }
        (Err(why), _) if *why != NoRefinement::End => {
            object["finer"] = Json::Null;
            object["no_finer"] = json!(match why {
                NoRefinement::NoParity => "no-parity",
                _ => "not-found",
            });
        }
        _ => {}
    }
    if let Some(limit) = &shown.stopped {
        object["stopped"] = json!(limit_name(limit));
        object["asked_to"] = json!(shown.asked_to);
    }
    if let Some(path) = certificate {
        object["certificate"] = json!(path);
    }
    object
}
