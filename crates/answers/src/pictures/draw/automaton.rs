//! Pictures of automata that were learnt and proved.

use ishitori_draw::{AutomatonArrow, AutomatonGraph};
use serde::{Deserialize, Serialize};

use super::several::several;
use super::{Plot, drawn, picture_request, provenance, typed};
use crate::conjecture::{self, AutomatonTable, Learnable, StateRow};
use crate::registration::{Registration, pictures};
use crate::{Accepted, AskError, Context, RuleSource};

pub use super::Answer;

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    pictures!("draw/automaton", [svg, png, pdf, tex], &[("size", 16_384)], &[]),
    &[&[("rule", "lib:end-nim")]],
);

picture_request! {
    /// Which automaton knows the P-positions, the outcomes or the Grundy numbers of a game?
    Request {
        /// The rule of the game.
        pub rule: RuleSource,
        /// Values of its parameters, such as `k=3`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub set: Vec<String>,
        /// End rule: who wins when no move is left [default: that of the game, or normal].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub end: Option<String>,
        /// What it computes [default: who wins].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub learn: Option<Learnable>,
        /// The base in which it reads numbers: `fibonacci`, `pell`, `ostrowski:[0;a,b,…]` or a number up to 255 [default: 2].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub base: Option<String>,
    }
}

/// Learns it, proves it and draws it; two, one for each player, if the game is partizan. The cost
/// is that of `conjecture --fit --prove --learn`.
///
/// ```
/// use ishitori_answers::draw::automaton;
/// use ishitori_answers::Context;
/// use ishitori_values::Budget;
///
/// let request = serde_json::json!({ "rule": "lib:chocolate", "set": ["k=2"] });
/// let request: automaton::Request = serde_json::from_value(request).unwrap();
/// let picture = automaton::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert!(picture.drawn[0].bytes.starts_with(b"<svg"));
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    request.palette.refuse()?;
    several(&request.set, request.look(), context, |set| of_one(request, set, context))
}

fn of_one(request: &Request, set: &[String], context: &Context) -> Result<Answer, AskError> {
    let learn = request.learn.unwrap_or(Learnable::Outcomes);
    let asked = conjecture::Request {
        formula: None,
        set: set.to_vec(),
        end: request.end.clone(),
        prove: true,
        fit: true,
        learn: Some(learn),
        base: request.base.clone(),
        ..conjecture::Request::new(request.rule.clone(), "")
    };
    // A search that had no time left says nothing about the game.
    let refused = || match context.budget.check(0) {
        Err(limit) => AskError::from(limit),
        Ok(()) => {
            let value = typed(&request.rule).to_string();
            AskError::Argument { field: "rule", value, accepted: Accepted::AutomaticGame }
        }
    };
    let conjecture::Answer::Learned(learned) = conjecture::answer(&asked, context)? else {
        return Err(refused());
    };
    if learned.decided.proved != Some(Some(true)) || learned.automata.is_empty() {
        return Err(refused());
    }
    let name = typed(&request.rule);
    let mut command = format!("ishitori draw automaton '{name}'");
    set.iter().for_each(|setting| command.push_str(&format!(" --set {setting}")));
    request.end.iter().for_each(|end| command.push_str(&format!(" --end {end}")));
    if learn == Learnable::Grundy {
        command.push_str(" --learn grundy");
    }
    request.base.iter().for_each(|base| command.push_str(&format!(" --base '{base}'")));
    let plots = learned.automata.into_iter().map(|table| {
        let mut plot = graph(&learned.rule, &table);
        plot.provenance = provenance(command.clone(), &[("rule", learned.rule.clone())]);
        (plot, table)
    });
    let plot = Plot::Automata { title: learned.rule.clone(), plots: plots.collect() };
    drawn(plot, request.look(), context)
}

/// One arrow from a state to another, with all that is read on it.
fn graph(title: &str, table: &AutomatonTable) -> AutomatonGraph {
    let mut arrows: Vec<AutomatonArrow> = Vec::new();
    for (from, StateRow { next, .. }) in table.states.iter().enumerate() {
        let first = arrows.len();
        for step in next {
            match arrows[first..].iter_mut().find(|arrow| arrow.to == step.to) {
                Some(arrow) => arrow.letters.push(step.read.clone()),
                None => {
                    let letters = vec![step.read.clone()];
                    arrows.push(AutomatonArrow { from, to: step.to, letters });
                }
            }
        }
    }
    let accepting = table.states.iter().map(|state| state.accepting).collect();
    AutomatonGraph::new(title, accepting, arrows)
}
