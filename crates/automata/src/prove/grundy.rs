//! Grundy numbers.

use std::rc::Rc;

use ishitori_language::EndKind;

use super::{Ends, GraphOf, Prover, on, open};
use crate::automaton::Automaton;
use crate::decision::{Decision, Proof, Violation, Why};
use crate::diagram::Track;
use crate::formula::{Formula, Relation};
use crate::linear::Linear;
use crate::product::Operation;
use crate::stage::Stage;
use crate::translate::{Construct, NotLinear, OptionCase};

impl Prover<'_> {
    pub(super) fn grundy(&mut self, graph: GraphOf<'_>) -> Result<Proof, Ends> {
        if !self.game.is_impartial() || self.game.end() != EndKind::Normal {
            return open(Why::NotGrundy);
        }
        let sum = self.formulas.options.iter().find(|case| case.parts.len() > 1);
        if let Some(case) = sum.filter(|_| !self.work.base().is_binary()) {
            let span = self.game.rule_span(case.rule);
            return open(Why::Game(NotLinear { span, construct: Construct::NimSum }));
        }
        let value = self.formulas.value();
        let relation = match graph {
            GraphOf::Automaton(graph) => graph.clone(),
            GraphOf::Formula(formula) => {
                self.enter(Stage::Formula);
                let (graph, no_value) = match self.formulas.graph(formula.checked()) {
                    Ok(found) => found,
                    Err(outside) => return open(Why::Formula(outside)),
                };
                self.has_values(&no_value)?;
                let graph = Formula::all([self.formulas.position.clone(), graph]);
                self.automaton(&graph)?
            }
        };
        let measure = self.prepare()?;
        self.enter(Stage::Formula);
        if let GraphOf::Automaton(_) = graph {
            self.functional(&relation)?;
        }
        let somewhere = relation.exists(value, &mut self.work)?;
        if let Some(found) = self.position.outside(&somewhere, &mut self.work)? {
            return open(Why::Undefined(self.tuple(&found)));
        }
        let negative = Formula::AtMostZero(Linear::single(value, 1, 1));
        let negative = self.automaton(&negative)?.and(&relation, &mut self.work)?;
        if let Some(found) = negative.shortest() {
            let (position, value) = (self.tuple(&found), on(&found, value));
            return Err(Ends::With(Decision::Refuted(Violation::Negative { position, value })));
        }
        let named = self.relation("G", relation.clone(), true);
        // 0 ≤ u < G(p), on the tracks of p and u.
        let v = self.formulas.fresh();
        let coordinates: Vec<Track> = (0..value).collect();
        let at_value = |track: Track| {
            let mut tracks = coordinates.clone();
            tracks.push(track);
            tracks
        };
        let smaller = Formula::exists(
            vec![v],
            Formula::all([
                Formula::Holds(Rc::clone(&named), at_value(v)),
                Formula::AtMostZero(Linear::single(value, -1, 0)),
                // u − v + 1 ≤ 0.
                Formula::AtMostZero(Linear::single(value, 1, 1).minus_track(v)),
            ]),
        );
        let mut missing = self.automaton(&smaller)?;
        for at in 0..self.formulas.options.len() {
            let case = self.formulas.options[at].clone();
            self.enter(Stage::Rule(case.rule));
            let reached = self.values_of(&case, &named)?;
            self.enter(Stage::First);
            let same = relation.and(&reached, &mut self.work)?;
            if let Some(found) = same.shortest() {
                let (position, value) = (self.tuple(&found), on(&found, value));
                let violation = Violation::SameValue { position, value, rule: case.rule };
                return Err(Ends::With(Decision::Refuted(violation)));
            }
            self.enter(Stage::Second);
            missing = missing.combine(&reached, Operation::Less, &mut self.work)?;
        }
        if let Some(found) = missing.shortest() {
            let (position, value) = (self.tuple(&found), on(&found, value));
            return Err(Ends::With(Decision::Refuted(Violation::Missing { position, value })));
        }
        let relation = Rc::unwrap_or_clone(named);
        let (relations, base) = (vec![relation], self.work.base().clone());
        Ok(Proof { relations, measure, largest: self.work.largest(), base })
    }

    /// Refuses a relation that has two values at a position, or one outside the positions.
    fn functional(&mut self, relation: &Automaton) -> Result<(), Ends> {
        let value = self.formulas.value();
        let other = self.formulas.fresh();
        let second =
            relation.rename(|track| if track == value { other } else { track }, &mut self.work)?;
        let equal = Formula::defines(other, &Linear::track(value));
        let equal = self.automaton(&equal)?;
        let both = relation.and(&second, &mut self.work)?;
        let found = match both.outside(&equal, &mut self.work)? {
            Some(found) => Some(found),
            None => relation.outside(&self.position, &mut self.work)?,
        };
        match found {
            Some(found) => {
                let (position, value) = (self.tuple(&found), on(&found, value));
                Err(Ends::With(Decision::Refuted(Violation::Missing { position, value })))
            }
            None => Ok(()),
        }
    }

    /// The pairs of a position and a value that an option of this case has.
    fn values_of(&mut self, case: &OptionCase, graph: &Rc<Relation>) -> Result<Automaton, Ends> {
        let value = self.formulas.value();
        let mut bound = case.bound.clone();
        let mut all = vec![self.move_given(case)];
        let mut values = Vec::new();
        for (number, part) in case.parts.iter().enumerate() {
            let (mut tracks, defined) = self.named(part);
            bound.extend(
                tracks.iter().zip(part).filter(|(_, f)| f.as_track().is_none()).map(|(t, _)| *t),
            );
            all.extend(defined);
            let of_part = match case.parts.len() {
                1 => value,
                _ => {
                    let track = self.formulas.fresh();
                    bound.push(track);
                    track
                }
            };
            tracks.push(of_part);
            all.push(Formula::Holds(Rc::clone(graph), tracks));
            if number > 0 {
                // The value of a sum is the nim-sum.
                let last = number + 1 == case.parts.len();
                let sum = if last { value } else { self.formulas.fresh() };
                if !last {
                    bound.push(sum);
                }
                let before = values.pop().unwrap_or(of_part);
                all.push(Formula::Bits(crate::BitOperation::Xor, [before, of_part, sum]));
                values.push(sum);
            } else {
                values.push(of_part);
            }
        }
        if case.parts.is_empty() {
            all.push(Formula::Zero(Linear::track(value)));
        }
        self.automaton(&Formula::exists(bound, Formula::all(all)))
    }
}
