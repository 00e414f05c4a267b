//! `ishitori explain`: who wins a position, by which moves, and why.

use ishitori_answers::Accepted;
use std::process::ExitCode;
use std::time::Duration;

use ishitori::language::TextGame;
use ishitori::prelude::{Budget, LimitReached, Player};
use ishitori::rules::end::EndRule;
use ishitori::rules::heap::HeapRule;
use ishitori::solve::ending::{SumRule, heaps_in_order};
use ishitori::solve::play::{
    Change, HeapGame, Heaps, Judge, Method, Pair, PairGame, Playable, TupleGame,
};
use ishitori::solve::quotient::{Quotient, QuotientSearch};
use ishitori::solve::tuple::SumPosition;
use serde_json::{Value as Json, json};

use super::outcomes::{ending, read_end};
use crate::ending_args::ExplainArgs;
use crate::failure::Failure;
use crate::output::Output;
use ishitori_answers::rule::{Rule, plane_game};
use ishitori_words::explain::Told;

/// What may be spent on a quotient, once the position is decided.
const QUOTIENT_TIME: Duration = Duration::from_secs(1);
const QUOTIENT_MEMORY: u64 = 512 << 20;
/// Up to this heap a quotient is looked for.
const QUOTIENT_TO: u32 = 10_000;

pub fn run(args: &ExplainArgs, output: &Output, budget: &Budget) -> Result<ExitCode, Failure> {
    let rule = match crate::rule::read(&args.rule, &args.settings)? {
        Rule::Heap(rule) => rule,
        Rule::Game(game) => return of_game(&game, args, output, budget),
    };
    // Sums of pairs are sums of positions of the game in the language.
    if let HeapRule::Plane(plane) = &rule
        && args
            .position
            .parse::<SumPosition>()
            .is_ok_and(|sum| sum.parts().iter().all(|p| p.len() == 2))
    {
        let sum: SumPosition = args.position.parse().map_err(Failure::TuplePosition)?;
        if sum.parts().len() > 1 {
            return of_game(&plane_game(*plane), args, output, budget);
        }
    }
    let end = read_end(args.end.as_deref().unwrap_or("normal"))?;
    let numbers = heaps_in_order(&args.position).map_err(Failure::HeapPosition)?;
    let told = Told::of_heaps(&rule, &end, args.sum);
    match &rule {
        HeapRule::Plane(plane) => {
            let (game, position) = pair(*plane, &end, &numbers, &args.position)?;
            explain(game, position, &told, || Ok(None), output, budget)
        }
        _ => {
            let game = HeapGame::new(&rule, &end, args.sum).map_err(Failure::Ending)?;
            let mut heaps = numbers;
            heaps.sort_unstable();
            let position = Heaps::new(heaps.clone());
            let quotient = || match args.sum {
                SumRule::Total => by_quotient(&rule, &end, &heaps, budget),
                SumRule::Score => Ok(None),
            };
            explain(game, position, &told, quotient, output, budget)
        }
    }
}

/// The game and the position that the user means.
pub fn pair<'e>(
    rule: ishitori::rules::heap::PlaneRule,
    end: &'e EndRule,
    numbers: &[u32],
    text: &str,
) -> Result<(PairGame<'e>, Pair), Failure> {
    PairGame::beginning(rule, end, numbers).ok_or_else(|| Failure::Argument {
        field: "position",
        value: text.to_string(),
        accepted: Accepted::Pair,
    })
}

fn explain<G: Playable>(
    game: G,
    position: G::Position,
    told: &Told,
    quotient: impl FnOnce() -> Result<Option<ByQuotient>, Failure>,
    output: &Output,
    budget: &Budget,
) -> Result<ExitCode, Failure> {
    let mut judge = Judge::new(game);
    let analysis = judge.analyse(&position, budget).map_err(|error| told.failure(error))?;
    let quotient = quotient()?;
    let mut why = output.text().why(told, &judge.game().parts(&position), &analysis);
    if let Some(found) = &quotient {
        let name = found.quotient.presentation().raised_name(found.element);
        why.algebra = Some(output.text().why_quotient(&found.quotient, &name));
    }
    if !output.is_json() {
        let shown = judge.game().written(&position);
        let picture = judge.game().drawing(&position);
        let picture = Some(&picture).filter(|_| told.is_drawn());
        output.print(&output.text().explanation(told, &shown, picture, &analysis, &why))?;
        return Ok(ExitCode::SUCCESS);
    }
    let names = |players: &[Player]| players.iter().map(Player::to_string).collect::<Vec<_>>();
    let sum = |g: &Option<Vec<u32>>| g.as_ref().map(|g| g.iter().fold(0, |s, x| s ^ x));
    // Heaps are numbers, other games have a list of numbers for each part.
    let place = |position: &G::Position| match told.game {
        None => json!(judge.game().numbers(position)),
        Some(_) => json!(judge.game().parts(position)),
    };
    // An option as data; a move that wins has besides what it does to the heap.
    let fields = |change: &Change, position: &G::Position, players: &[Player]| {
        let mut object = json!({
            "move": change.to_string(),
            "position": place(position),
            "players": names(players),
        });
        if let Change::Heap { from, left, .. } = change {
            object["heap"] = json!(from);
            object["left"] = json!(left);
        }
        if let Change::Part { from, left, .. } = change {
            object["part"] = json!(from);
            object["left"] = json!(left);
        }
        object
    };
    let winning = analysis.options.iter().filter(|o| !o.winners.is_empty());
    let winning: Vec<Json> = winning.map(|o| fields(&o.change, &o.position, &o.winners)).collect();
    let options = analysis.options.iter().map(|option| {
        let mut object = fields(&option.change, &option.position, &option.players);
        object["outcome"] = json!(option.facts.outcome.to_string());
        object["grundy"] = json!(sum(&option.facts.grundy));
        object["wins_for"] = json!(names(&option.winners));
        if let Some((_, answer)) = option.answers.first().filter(|_| told.impartial) {
            object["answer"] = place(answer);
        }
        let answers = option.answers.iter().map(
            |(player, answer)| json!({ "after": player.to_string(), "position": place(answer) }),
        );
        object["answers"] = json!(answers.collect::<Vec<_>>());
        object
    });
    output.print_json(&json!({
        "rule": told.rule,
        "end": told.end,
        "sum": told.sum.name(),
        "position": place(&position),
        "outcome": analysis.facts.outcome.to_string(),
        "grundy": sum(&analysis.facts.grundy),
        (if told.game.is_none() { "grundy_of_heaps" } else { "grundy_of_parts" }): analysis.facts.grundy,
        "winning_moves": winning,
        "options": options.collect::<Vec<_>>(),
        "shortened": analysis.shortened,
        "options_in_all": analysis.count,
        "why": why.sentences.iter().chain(&why.algebra).cloned().collect::<Vec<_>>()
            .join(output.text().pick(" ", "")),
        "method": match (&quotient, analysis.facts.method) {
            (Some(_), _) => "quotient",
            (None, method) => method_name(method),
        },
        "quotient": quotient.as_ref().map(|found| json!({
            "order": found.quotient.order(),
            "element": found.quotient.presentation().name(found.element),
            "up_to": found.quotient.period().is_none().then(|| found.quotient.computed_to()),
        })),
    }))?;
    Ok(ExitCode::SUCCESS)
}

/// How it is known who wins, for data.
fn method_name(method: Method) -> &'static str {
    match method {
        Method::NimSum => "nim-sum",
        Method::MisereNim => "misere-nim",
        Method::Parity => "parity",
        Method::OneHeap => "one-heap",
        Method::Wythoff => "wythoff",
        Method::Zeckendorf => "zeckendorf",
        Method::Quotient { .. } => "quotient",
        Method::Search { .. } => "search",
    }
}

/// The same for a game in the language.
fn of_game(
    game: &TextGame,
    args: &ExplainArgs,
    output: &Output,
    budget: &Budget,
) -> Result<ExitCode, Failure> {
    if args.sum == SumRule::Score {
        return Err(Failure::Argument {
            field: "sum",
            value: args.sum.to_string(),
            accepted: Accepted::TotalSum,
        });
    }
    let position: SumPosition = args.position.parse().map_err(Failure::TuplePosition)?;
    let end = args.end.as_deref().map(read_end).transpose()?;
    let told = Told::of_game(game, end.as_ref());
    let failed = |error| told.failure(error);
    let mut playable = TupleGame::new(game, ending(&end)?).map_err(failed)?;
    playable.check(&position).map_err(failed)?;
    explain(playable, position, &told, || Ok(None), output, budget)
}

/// What the quotient says about a position.
struct ByQuotient {
    quotient: Quotient,
    element: u32,
}

/// The element of the quotient of the heaps up to the largest one, if it is found soon. Normal play
/// is explained by Grundy numbers.
fn by_quotient(
    rule: &HeapRule,
    end: &EndRule,
    heaps: &[u32],
    budget: &Budget,
) -> Result<Option<ByQuotient>, Failure> {
    let largest = heaps.iter().copied().max().unwrap_or(0);
    if end.is_normal() || largest > QUOTIENT_TO {
        return Ok(None);
    }
    // A rule without quotients is explained in other ways.
    let Ok(mut search) = QuotientSearch::new(rule, end) else { return Ok(None) };
    let memory = budget.memory().map_or(QUOTIENT_MEMORY, |m| m.min(QUOTIENT_MEMORY));
    let small = budget.clone().with_time_at_most(QUOTIENT_TIME).with_memory(memory);
    match search.run(Some(largest), &small) {
        Err(LimitReached::Cancelled) => return Err(LimitReached::Cancelled.into()),
        Err(_) => return Ok(None),
        Ok(()) => {}
    }
    let quotient = search.quotient();
    Ok(quotient.element(heaps).map(|element| ByQuotient { quotient, element }))
}
