//! Pictures of the moves between positions.

use std::collections::BTreeMap;

use ishitori_draw::{ArrowLabels, DrawError, GraphMove, GridValue, Part, TransitionGraph};
use ishitori_language::{EndKind, Fault, Halt, Sink, TextGame, tuple};
use ishitori_rules::end::EndRule;
use ishitori_rules::heap::HeapRule;
use ishitori_solve::ending::outcomes;
use ishitori_solve::heap::grundy;
use ishitori_solve::tuple::{SumPosition, SumSearch, TupleError};
use ishitori_values::{Budget, Player};
use serde::{Deserialize, Serialize};

use super::several::several;
use super::{Mark, Plot, drawn, picture_request, provenance, typed};
use crate::end::{ending, read_end, under};
use crate::registration::{Address, Registration, pictures};
use crate::rule::two_pile_game;
use crate::{Accepted, AskError, BoxBounds, Context, Rule, RuleSource};

pub use super::Answer;

/// Positions that a picture may have, and tuples that are looked through for them.
const MAX_POSITIONS: usize = 64;
const MAX_CELLS: u64 = 1 << 16;

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    pictures!(
        "draw/graph",
        [svg, png, pdf, tex, txt, dot],
        &[("size", 16_384)],
        &[("to", 1 << 12)],
        Address::shown("draw/graph").up_to(&[("size", 16_384)]).in_boxes(&[("to", 1 << 12)]),
        Address::picture("draw/graph-steps.svg", &[("format", "svg"), ("steps", "true")])
            .up_to(&[("size", 16_384)])
            .in_boxes(&[("to", 1 << 12)]),
        Address::picture("draw/graph-steps.png", &[("format", "png"), ("steps", "true")])
            .up_to(&[("size", 16_384)])
            .in_boxes(&[("to", 1 << 12)])
    ),
    &[&[("rule", "sub:1,2"), ("to", "4")]],
);

picture_request! {
    /// Which moves lead from which positions to which?
    Request {
        /// The rule of the game.
        pub rule: RuleSource,
        /// Values of its parameters, such as `k=3`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub set: Vec<String>,
        /// End rule: who wins when no move is left [default: that of the game, or normal].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub end: Option<String>,
        /// The last heap, or the last value of each coordinate.
        pub to: BoxBounds,
        /// Whether the numbers are filled in step by step.
        #[serde(default)]
        pub steps: bool,
        /// Whether the results are left out, to be filled in by hand.
        #[serde(default)]
        pub blank: bool,
        /// What is written on the arrows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub labels: Option<Labels>,
    }
}

/// What is written on the arrows of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Labels {
    /// How many stones are taken.
    Taken,
    /// Who takes how many: the first or the second player of a game that begins at the last
    /// position; Left or Right where not both may make a move.
    Turns,
}

/// What a graph shows.
struct Shown {
    rule: String,
    end: Option<EndRule>,
    /// How positions are written, if they are not heaps.
    names: Vec<String>,
    moves: Vec<Vec<GraphMove>>,
    values: Vec<GridValue>,
}

/// Draws it: one picture, or one for each step. The cost is that of the positions.
///
/// ```
/// use ishitori_answers::draw::graph;
/// use ishitori_answers::Context;
/// use ishitori_values::Budget;
///
/// let request = serde_json::json!({ "rule": "sub:1-3", "to": 8, "steps": true });
/// let request: graph::Request = serde_json::from_value(request).unwrap();
/// let picture = graph::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert!(picture.drawn.len() > 8);
/// let moves = picture.transitions.unwrap().moves;
/// assert_eq!(moves[5].iter().map(|m| m.to[0]).collect::<Vec<_>>(), [2, 3, 4]);
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    several(&request.set, request.look(), context, |set| {
        of_one(&Request { set: set.to_vec(), ..request.clone() }, context)
    })
}

fn of_one(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let budget = &context.budget;
    let shown = match Rule::read(&request.rule, &request.set)? {
        Rule::Heap(HeapRule::TwoPile(rule)) => of_game(&two_pile_game(rule), request, budget)?,
        Rule::Heap(rule) => of_heaps(&rule, request, budget)?,
        Rule::Game(game) => of_game(&game, request, budget)?,
    };
    let title = match &shown.end {
        Some(end) => format!("{}  {end}", shown.rule),
        None => shown.rule.clone(),
    };
    let mut graph = TransitionGraph::new(title, Vec::new(), Vec::new());
    graph.palette = request.palette.into();
    graph.blank = request.blank;
    graph.labels = match request.labels {
        None => ArrowLabels::None,
        Some(Labels::Taken) => ArrowLabels::Taken,
        Some(Labels::Turns) => ArrowLabels::Turns,
    };
    let filling = &mut graph.filling;
    (filling.names, filling.moves, filling.values) = (shown.names, shown.moves, shown.values);
    if let Some(title) = &request.title {
        graph.title.clone_from(title);
    }
    if request.steps && request.blank {
        let (value, accepted) = (graph.title, Accepted::StepsOrBlank);
        return Err(AskError::Argument { field: "blank", value, accepted });
    }
    let to: Vec<String> = request.to.0.iter().map(u32::to_string).collect();
    let to = to.join(",");
    graph.provenance =
        provenance(command(request, &to), &[("rule", shown.rule), ("to", to.clone())]);
    let values = graph.filling.values.iter().copied().map(Mark::from).collect();
    let positions = Some(graph.filling.names.clone()).filter(|names| !names.is_empty());
    let plot = Plot::Graph { plot: Box::new(graph), to, steps: request.steps };
    Ok(Answer { values: Some(values), positions, ..drawn(plot, request.look(), context)? })
}

fn command(request: &Request, to: &str) -> String {
    let rule = typed(&request.rule);
    let steps = match (request.steps, request.blank) {
        (true, _) => " --steps",
        (false, true) => " --blank",
        (false, false) => "",
    };
    let end = request.end.as_ref().map_or(String::new(), |end| format!(" --end {end}"));
    let set: String = request.set.iter().map(|s| format!(" --set {s}")).collect();
    let labels = match request.labels {
        None => "",
        Some(Labels::Taken) => " --labels taken",
        Some(Labels::Turns) => " --labels turns",
    };
    format!("ishitori draw graph '{rule}' --to {to}{set}{end}{steps}{labels}")
}

/// The heaps of a rule.
fn of_heaps(rule: &HeapRule, request: &Request, budget: &Budget) -> Result<Shown, AskError> {
    let &[last] = request.to.0.as_slice() else {
        return Err(AskError::BoxBounds { expected: 1, found: request.to.0.len() });
    };
    if last as usize >= MAX_POSITIONS {
        return Err(too_many(u64::from(last) + 1));
    }
    let end = request.end.as_deref().map(read_end).transpose()?;
    let normal = end.as_ref().is_none_or(EndRule::is_normal);
    let values = match rule {
        HeapRule::Impartial(code) if normal => {
            let run = grundy(code, u64::from(last) + 1, None, budget).map_err(AskError::Heap)?;
            if let Some(limit) = run.stopped {
                return Err(AskError::Limit(limit));
            }
            run.values.iter().map(|g| GridValue::Number(u64::from(g))).collect()
        }
        _ => {
            let end = end.clone().unwrap_or_else(EndRule::normal);
            let run = outcomes(rule, &end, last as usize + 1, budget).map_err(AskError::Ending)?;
            if let Some(limit) = run.stopped {
                return Err(AskError::Limit(limit));
            }
            run.outcomes.iter().map(|&letter| GridValue::Letter(letter)).collect()
        }
    };
    let moves = (0..=last).map(|heap| {
        let mut found: BTreeMap<Vec<usize>, [bool; 2]> = BTreeMap::new();
        for player in Player::BOTH {
            rule.for_each_option(heap, player, &mut |heaps| {
                // What is left is the heap 0 if nothing is.
                let mut parts: Vec<usize> =
                    heaps.iter().filter(|&&h| h > 0).map(|&h| h as usize).collect();
                parts.sort_unstable();
                if parts.is_empty() {
                    parts.push(0);
                }
                found.entry(parts).or_default()[player as usize] = true;
            });
        }
        let moves = found.into_iter().map(|(parts, players)| {
            let taken = i64::from(heap) - parts.iter().sum::<usize>() as i64;
            GraphMove { parts, players, taken }
        });
        moves.collect()
    });
    Ok(Shown {
        rule: rule.to_string(),
        end: end.filter(|_| !normal),
        names: Vec::new(),
        moves: moves.collect(),
        values,
    })
}

/// The positions of a game in the language.
fn of_game(game: &TextGame, request: &Request, budget: &Budget) -> Result<Shown, AskError> {
    if request.to.0.len() != game.width() {
        return Err(AskError::BoxBounds { expected: game.width(), found: request.to.0.len() });
    }
    let given = request.end.as_deref().map(read_end).transpose()?;
    let (game, end) = under(game, request.end.as_deref())?;
    let failure = |error: TupleError| AskError::Game { game: game.clone(), error };
    let cells = request.to.0.iter().fold(1u64, |n, &last| n.saturating_mul(u64::from(last) + 1));
    if cells > MAX_CELLS {
        return Err(too_many(cells));
    }
    let positions = positions(&game, &request.to.0).map_err(|fault| failure(fault.into()))?;
    if positions.len() > MAX_POSITIONS {
        return Err(too_many(positions.len() as u64));
    }
    let mut search = SumSearch::new(&game, ending(&end)?, budget).map_err(failure)?;
    let mut values = Vec::new();
    for position in &positions {
        let one = SumPosition::new(vec![position.clone()]);
        values.push(match search.grundy(&one).map_err(failure)? {
            Some(numbers) => GridValue::Number(numbers.iter().map(|&g| u64::from(g)).sum()),
            None => GridValue::Letter(search.outcome(&one).map_err(failure)?),
        });
    }
    let mut moves = Vec::new();
    for position in &positions {
        moves.push(moves_of(&game, position, &positions, &request.to, budget)?);
    }
    let single = game.width() == 1;
    let heaps = single && positions.iter().enumerate().all(|(n, p)| p[0] == n as i64);
    let name = |p: &Vec<i64>| if single { p[0].to_string() } else { tuple(p) };
    let normal = game.end() == EndKind::Normal && end.is_none();
    Ok(Shown {
        rule: game.to_string(),
        end: given.filter(|_| !normal),
        names: if heaps { Vec::new() } else { positions.iter().map(name).collect() },
        moves,
        values,
    })
}

fn too_many(found: u64) -> AskError {
    AskError::Draw(DrawError::TooLarge { what: Part::Heaps, found, limit: MAX_POSITIONS as u64 })
}

/// The positions of a box, the last coordinate fastest.
fn positions(game: &TextGame, last: &[u32]) -> Result<Vec<Vec<i64>>, Fault> {
    let mut machine = game.machine();
    let mut found = Vec::new();
    let mut position = vec![0i64; last.len()];
    loop {
        if machine.contains(&position)? {
            found.push(position.clone());
        }
        let Some(at) = (0..last.len()).rev().find(|&i| position[i] < i64::from(last[i])) else {
            return Ok(found);
        };
        position[at] += 1;
        position[at + 1..].fill(0);
    }
}

/// The moves of a position, by the places of the positions that they lead to.
/// O(moves · positions).
pub(super) fn moves_of(
    game: &TextGame,
    position: &[i64],
    positions: &[Vec<i64>],
    to: &BoxBounds,
    budget: &Budget,
) -> Result<Vec<GraphMove>, AskError> {
    let mut found: BTreeMap<Vec<usize>, [bool; 2]> = BTreeMap::new();
    let mut machine = game.machine();
    for player in Player::BOTH {
        let mut list = List { options: Vec::new(), budget };
        machine
            .options(position, Some(player), &mut list)
            .map_err(|halt| AskError::Game { game: game.clone(), error: halt.into() })?;
        for option in list.options {
            let place = |part: &[i64]| positions.iter().position(|p| p == part);
            let parts: Option<Vec<usize>> = option.chunks(game.width()).map(place).collect();
            let Some(mut parts) = parts else {
                let to: Vec<String> = to.0.iter().map(u32::to_string).collect();
                return Err(AskError::Argument {
                    field: "to",
                    value: to.join(","),
                    accepted: Accepted::ClosedBox,
                });
            };
            parts.sort_unstable();
            found.entry(parts).or_default()[player as usize] = true;
        }
    }
    let total = |places: &[usize]| -> i64 { places.iter().flat_map(|&n| &positions[n]).sum() };
    let stones: i64 = position.iter().sum();
    let moves = found.into_iter().map(|(parts, players)| {
        let taken = stones - total(&parts);
        GraphMove { parts, players, taken }
    });
    Ok(moves.collect())
}

struct List<'b> {
    options: Vec<Vec<i64>>,
    budget: &'b Budget,
}

impl Sink for List<'_> {
    fn option(&mut self, _: usize, coordinates: &[i64]) -> Result<(), Halt> {
        self.options.push(coordinates.to_vec());
        if self.options.len().is_multiple_of(1 << 12) { self.tick() } else { Ok(()) }
    }

    fn tick(&mut self) -> Result<(), Halt> {
        self.budget.check(self.options.len() as u64 * 64)?;
        Ok(())
    }
}
