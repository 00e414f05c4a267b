//! The functions of loopy games.

use std::ops::Range;
use std::sync::Arc;

use ishitori_values::calculator::{
    self as short, EvalError, EvalErrorKind, LoopyFault, Value as Short,
};
use ishitori_values::notation::{Expr, PrintError};
use ishitori_values::{Dyadic, Game, Player, Thermograph};

use super::eval::{Evaluated, Marked, at, fault, not_defined, truth};
use super::{Calculator, Value};
use crate::facts::NoVariety;
use crate::graph::{Graph, Target};
use crate::store::{Loopy, Vertex};

impl Calculator<'_> {
    pub(super) fn call(
        &mut self,
        e: &Expr,
        name: &str,
        name_span: &Range<usize>,
        arguments: &[Expr],
        marked: &Marked,
    ) -> Evaluated<Value> {
        let two = matches!(name, "Upsum" | "Downsum");
        let known = short::LOOPY_FUNCTIONS.contains(&name);
        if !known && short::function(name).is_none() {
            let kind = EvalErrorKind::UnknownFunction {
                name: name.to_string(),
                suggestion: short::similar(name),
            };
            return Err(EvalError { span: name_span.clone(), kind });
        }
        let expected = if two { 2 } else { 1 };
        let own = known || OF_BOTH.contains(&name);
        if own && arguments.len() != expected {
            let name = short::LOOPY_FUNCTIONS.iter().chain(&OF_BOTH).find(|n| **n == name);
            let name = name.expect("it is one of them").to_string();
            let signature = format!("{name}({})", if two { "G, H" } else { "G" });
            let found = arguments.len();
            let kind = EvalErrorKind::ArgumentCount { name, signature, expected, found };
            return Err(EvalError { span: e.span.clone(), kind });
        }
        if !own {
            return Err(fault(name_span, not_defined(name)));
        }
        let g = self.game(&arguments[0], marked)?;
        let limit = |limit| at(&e.span, limit);
        let loops = &mut self.loops;
        Ok(match name {
            "Onside" => self.settle(g.onside.into()),
            "Offside" => self.settle(g.offside.into()),
            "CanonicalForm" => self.settle(g),
            "IsStopper" => truth(loops.as_stopper(g).is_some()),
            "IsStopperSided" => truth(loops.is_stopper_sided(g)),
            "Outcome" | "OutcomeClass" => Value::Outcome(loops.outcome(g).map_err(limit)?),
            "Negative" => {
                let negative = loops.negative(g).map_err(limit)?;
                self.settle(negative)
            }
            "IsNumber" | "IsInteger" | "IsNimber" | "IsNumberUpStar" => truth(false),
            "IsInfinitesimal" => {
                let sides = [g.onside, g.offside];
                let mut all = true;
                for side in sides {
                    all &= loops.next_number(side).map_err(limit)?.is_some_and(|x| x.is_zero());
                }
                truth(all)
            }
            "IsNumberish" => match loops.as_stopper(g) {
                Some(v) => truth(loops.next_number(v).map_err(limit)?.is_some()),
                None => truth(false),
            },
            "IsPlumtree" => match loops.as_stopper(g) {
                Some(v) => truth(loops.is_plumtree(v).map_err(limit)?),
                None => truth(false),
            },
            "IsPseudonumber" => match loops.as_stopper(g) {
                Some(v) => truth(loops.pseudonumber(v).map_err(limit)?.is_some()),
                None => truth(false),
            },
            "IsNumberTiny" => match loops.as_stopper(g) {
                Some(v) => truth(loops.tiny_parts(v).map_err(limit)?.is_some()),
                None => truth(false),
            },
            "IsIdempotent" => {
                let twice = loops.sum(g, g).map_err(limit)?;
                truth(twice == g)
            }
            "FollowerCount" => {
                let v = self.stopper(name, &arguments[0], g)?;
                let count = self.loops.followers(v).map_err(limit)?.len();
                Value::Short(Short::Number(Dyadic::from(count as i64)))
            }
            "LeftOptions" | "RightOptions" => {
                let player = if name == "LeftOptions" { Player::Left } else { Player::Right };
                let v = self.stopper(name, &arguments[0], g)?;
                let options = self.options(v, player).map_err(limit)?;
                self.set(e, options)?
            }
            "LeftStop" | "RightStop" => {
                let player = if name == "LeftStop" { Player::Left } else { Player::Right };
                let v = self.stopper(name, &arguments[0], g)?;
                let stop = self.loops.stop(v, player).map_err(limit)?;
                match stop {
                    Some(stop) => self.settle(stop.into()),
                    None => return Err(fault(&e.span, not_defined(name))),
                }
            }
            "Thermograph" | "Mean" | "Temperature" => {
                let v = self.stopper(name, &arguments[0], g)?;
                let walls = self.walls(e, v)?;
                Value::Short(match name {
                    "Mean" => Short::Number(walls.mean().clone()),
                    "Temperature" => Short::Number(walls.temperature().clone()),
                    _ => Short::Thermograph(Arc::new(walls)),
                })
            }
            "Degree" => {
                let v = self.stopper(name, &arguments[0], g)?;
                let degree = self.loops.degree(v).map_err(limit)?;
                self.settle(degree.into())
            }
            "Variety" => {
                let v = self.stopper(name, &arguments[0], g)?;
                match self.loops.variety(v).map_err(limit)? {
                    Ok(variety) => self.settle(variety.into()),
                    Err(NoVariety::Degree) => return Err(fault(&e.span, LoopyFault::NoVariety)),
                    Err(NoVariety::Unstable) => return Err(fault(&e.span, LoopyFault::Unstable)),
                }
            }
            "IsStable" => {
                let v = self.stopper(name, &arguments[0], g)?;
                match self.loops.variety(v).map_err(limit)? {
                    Ok(_) => truth(true),
                    Err(NoVariety::Unstable) => truth(false),
                    Err(NoVariety::Degree) => return Err(fault(&e.span, LoopyFault::NoVariety)),
                }
            }
            "Upsum" | "Downsum" => {
                let h = self.game(&arguments[1], marked)?;
                let a = self.stopper(name, &arguments[0], g)?;
                let b = self.stopper(name, &arguments[1], h)?;
                let loops = &mut self.loops;
                let sum = if name == "Upsum" { loops.upsum(a, b) } else { loops.downsum(a, b) };
                let sum = sum.map_err(limit)?;
                self.settle(sum.into())
            }
            "Tiny" | "Miny" => {
                let tiny = self.tiny(g).map_err(limit)?;
                let tiny = match name {
                    "Tiny" => tiny,
                    _ => self.loops.negative(tiny).map_err(limit)?,
                };
                self.settle(tiny)
            }
            _ => return Err(fault(name_span, not_defined(name))),
        })
    }

    /// The thermograph of a stopper, or why there is none.
    fn walls(&mut self, e: &Expr, v: Vertex) -> Evaluated<Thermograph> {
        let found = self.loops.thermograph(v).map_err(|limit| at(&e.span, limit))?;
        found.map_err(|_| fault(&e.span, LoopyFault::NoMean))
    }

    /// {0||0|−G}.
    fn tiny(&mut self, g: Loopy) -> Result<Loopy, ishitori_values::LimitReached> {
        let (zero, goal) = (Target::Value(self.loops.zero()), self.loops.negative(g)?);
        let mut graph = Graph::default();
        let (tiny, threat) = (graph.vertex(), graph.vertex());
        graph.connect(tiny, [vec![zero], vec![Target::Vertex(threat)]]);
        graph.connect(threat, [vec![zero], vec![Target::Value(goal)]]);
        self.loops.value(&graph, tiny)
    }

    /// A stopper, or why not.
    fn stopper(&mut self, name: &str, e: &Expr, g: Loopy) -> Evaluated<Vertex> {
        if let Some(v) = self.loops.as_stopper(g) {
            return Ok(v);
        }
        let game = match self.loops.print(g) {
            Ok(text) => text,
            Err(PrintError::Limit(limit)) => return Err(at(&e.span, limit)),
            Err(PrintError::TooLong { .. }) => "s & t".to_string(),
        };
        Err(fault(&e.span, LoopyFault::NotStopper { name: name.to_string(), game }))
    }

    /// A set of games, short ones first and in the order of their texts.
    fn set(&mut self, e: &Expr, games: Vec<Loopy>) -> Evaluated<Value> {
        let limit = |limit| at(&e.span, limit);
        let shorts: Option<Vec<Game>> =
            games.iter().map(|&g| self.loops.as_short_value(g)).collect();
        if let Some(shorts) = shorts {
            let sorted = self.loops.session().sorted(&shorts).map_err(limit)?;
            return Ok(Value::Short(Short::Games(sorted)));
        }
        let (short, loopy): (Vec<Loopy>, Vec<Loopy>) =
            games.into_iter().partition(|&g| self.loops.as_short_value(g).is_some());
        let short: Vec<Game> =
            short.into_iter().filter_map(|g| self.loops.as_short_value(g)).collect();
        let mut all = Vec::new();
        for g in self.loops.session().sorted(&short).map_err(limit)? {
            all.push(self.loops.short(g).map_err(limit)?);
        }
        let mut texts = Vec::new();
        for g in loopy {
            let text = match self.loops.print(g) {
                Ok(text) => text,
                Err(PrintError::Limit(reached)) => return Err(limit(reached)),
                Err(PrintError::TooLong { .. }) => String::new(),
            };
            texts.push((text.len(), text, g));
        }
        texts.sort();
        all.extend(texts.into_iter().map(|t| t.2));
        Ok(Value::Games(all))
    }
}

/// Functions of short games that are known for loopy ones, too.
const OF_BOTH: [&str; 20] = [
    "CanonicalForm",
    "Outcome",
    "OutcomeClass",
    "Negative",
    "IsNumber",
    "IsInteger",
    "IsNimber",
    "IsNumberUpStar",
    "IsInfinitesimal",
    "IsNumberish",
    "FollowerCount",
    "LeftOptions",
    "RightOptions",
    "LeftStop",
    "RightStop",
    "Thermograph",
    "Mean",
    "Temperature",
    "Tiny",
    "Miny",
];
