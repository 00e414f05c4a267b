//! Grundy numbers at all positions.
//!
//! **Theorem.** Let every play end, and let both players have the same moves. Let G: P → {0, 1, …};
//! of a sum of positions, G is the nim-sum. If no option o of any p has G(o) = G(p), and for every p
//! and 0 ≤ u < G(p) some option o has G(o) = u, then G(p) is the Grundy number of p, for every p in P.
//!
//! *Proof.* If G is the Grundy number of all positions that the options of p are sums of, it is that of
//! the options (R. Sprague 1935, P. M. Grundy 1939), and G(p) is the least number ≥ 0 that is the
//! Grundy number of no option, which is the Grundy number of p by definition. ∎
//!
//! What is checked:
//! 1. every move leads to positions, and the forms are as they should be;
//! 2. the automaton `graph` holds for exactly those p and v with v = G(p) ≥ 0; where the claim is
//!    an automaton, it is `graph`, and for every p in P there is exactly one such v ≥ 0;
//! 3. no p, move and v have graph(p, v) and graph(o, v);
//! 4. whenever a witness of a rule holds for p, u and variables, these make a move to an o with
//!    graph(o, u);
//! 5. for every p, v, u with graph(p, v) and 0 ≤ u < v some witness holds with some variables.

use super::builder::{Builder, Checked, named, not, refused};
use super::data::{AutomatonData, FormulaClaim, FormulaProof, TupleRule};
use super::form::Form;
use super::reader::{Atom, Tree, valid};
use super::{MoveCondition, Moves, measures, reserve, valid_game};
use crate::condition::Condition;
use crate::limits::Meter;
use crate::verdict::{Evidence, Theorem};

/// Checks a proof of Grundy numbers.
pub(crate) fn verify(
    game: &TupleRule,
    claim: &FormulaClaim,
    proof: &FormulaProof,
    meter: &mut Meter,
) -> Checked<Evidence> {
    let width = game.coordinates.len();
    valid_game(game, &proof.decreases)?;
    if game.end.is_some() || game.moves.iter().any(|rule| rule.player.is_some()) {
        return refused(Condition::FormulaPlayers);
    }
    if proof.witnesses.len() != game.moves.len() {
        return refused(Condition::FormulaParts);
    }
    reserve(std::iter::once(&proof.graph).chain(&proof.witnesses), meter)?;
    let mut automata = vec![proof.graph.clone()];
    automata.extend(proof.witnesses.iter().cloned());
    valid(&automata[0], width + 1, meter)?;
    for (rule, witness) in game.moves.iter().zip(&proof.witnesses) {
        valid(witness, width + 1 + rule.variables.len(), meter)?;
    }
    let measures = measures(game, &proof.decreases, meter)?;
    verify_graph(game, claim, &automata, meter)?;
    for (number, rule) in game.moves.iter().enumerate() {
        let moves = Moves { game, rule, between: 1 };
        moves.go_down(&measures, meter)?;
        verify_move(&moves, number, &automata, meter)?;
    }
    // Every smaller value has a witness: tracks p, u, and the value of p.
    let mut builder = Builder::new(width + 2);
    let smaller = Form::track(width);
    let whole = Form::track(width + 1);
    let mut at: Vec<Form> = (0..width).map(Form::track).collect();
    at.push(whole.clone());
    let holds = builder.holds(0, &at)?;
    let below = builder.less(&smaller, &whole)?;
    let enough = builder.at_most(&Form::zero(), &smaller)?;
    let witnesses: Vec<(usize, usize)> =
        game.moves.iter().enumerate().map(|(i, rule)| (i + 1, rule.variables.len())).collect();
    let reached = builder.some(width + 1, &witnesses);
    if !builder.none(vec![enough, below, holds, not(reached)], &automata, meter)? {
        return refused(Condition::FormulaMissing);
    }
    let theorem = match automata.iter().any(|automaton| automaton.base.is_some()) {
        true => Theorem::FormulaInBase,
        false => Theorem::Formula,
    };
    Ok(Evidence { theorem, heaps: 0, agree_until: 0, steps: meter.steps() })
}

/// The graph is that of the claim, and no value is negative.
fn verify_graph(
    game: &TupleRule,
    claim: &FormulaClaim,
    automata: &[AutomatonData],
    meter: &mut Meter,
) -> Checked<()> {
    let width = game.coordinates.len();
    let coordinates: Vec<Form> = (0..width).map(Form::track).collect();
    let value = Form::track(width);
    let with_value: Vec<Form> = (0..=width).map(Form::track).collect();
    match claim {
        FormulaClaim::Grundy(term) => {
            let mut builder = Builder::new(width + 1);
            let position = builder.position(game, &coordinates)?;
            let names = named(&game.coordinates, &coordinates);
            let right = builder.is(&value, term, &names)?;
            let holds = builder.holds(0, &with_value)?;
            let claimed = Tree::All(vec![position, right]);
            let differs = Tree::Any(vec![
                Tree::All(vec![claimed.clone(), not(holds.clone())]),
                Tree::All(vec![not(claimed), holds.clone()]),
            ]);
            if !builder.none(vec![differs], automata, meter)? {
                return refused(Condition::FormulaGraph);
            }
        }
        FormulaClaim::GrundyAutomaton(automaton) => {
            if *automaton != automata[0] {
                return refused(Condition::FormulaGraph);
            }
            // Only positions have values, and only one.
            let mut builder = Builder::new(width + 1);
            let position = builder.position(game, &coordinates)?;
            let holds = builder.holds(0, &with_value)?;
            if !builder.none(vec![holds, not(position)], automata, meter)? {
                return refused(Condition::FormulaFunction);
            }
            let mut builder = Builder::new(width + 2);
            let other = Form::track(width + 1);
            let first = builder.holds(0, &with_value)?;
            let mut at = coordinates.clone();
            at.push(other.clone());
            let second = builder.holds(0, &at)?;
            let larger = builder.less(&value, &other)?;
            if !builder.none(vec![first, second, larger], automata, meter)? {
                return refused(Condition::FormulaFunction);
            }
            // Every position has a value.
            let mut builder = Builder::new(width);
            let position = builder.position(game, &coordinates)?;
            let valued = builder.some(width, &[(0, 1)]);
            if !builder.none(vec![position, not(valued)], automata, meter)? {
                return refused(Condition::FormulaFunction);
            }
        }
        _ => return refused(Condition::ClaimOfAnotherKind),
    }
    let mut builder = Builder::new(width + 1);
    let holds = builder.holds(0, &with_value)?;
    let negative = builder.less(&value, &Form::zero())?;
    match builder.none(vec![holds, negative], automata, meter)? {
        true => Ok(()),
        false => refused(Condition::FormulaNegative),
    }
}

/// That the values of the parts of an option are on tracks of their own, and that the value of the
/// option is on a track: for one part, that is the graph; for more, the nim-sum.
fn value_of(
    builder: &mut Builder,
    parts: &[Vec<Form>],
    value: &Form,
) -> Checked<(Vec<Tree>, Tree)> {
    let with = |part: &Vec<Form>, value: &Form| {
        let mut at = part.clone();
        at.push(value.clone());
        at
    };
    if let [part] = parts {
        return Ok((Vec::new(), builder.holds(0, &with(part, value))?));
    }
    let mut given = Vec::new();
    let mut sum: Option<usize> = None;
    let mut result = Tree::All(Vec::new());
    for (number, part) in parts.iter().enumerate() {
        let own = builder.fresh();
        given.push(builder.holds(0, &with(part, &own))?);
        let own = builder.on_track(own)?;
        sum = Some(match sum {
            None => own,
            Some(before) => {
                let last = number + 1 == parts.len();
                let to = if last {
                    builder.on_track(value.clone())?
                } else {
                    let to = builder.fresh();
                    builder.on_track(to)?
                };
                let atom = builder.atom(Atom::Bits(0, [before, own, to]));
                match last {
                    true => result = atom,
                    false => given.push(atom),
                }
                to
            }
        });
    }
    Ok((given, result))
}

/// What has to hold of the moves by one rule.
fn verify_move(
    moves: &Moves<'_>,
    number: usize,
    automata: &[AutomatonData],
    meter: &mut Meter,
) -> Checked<()> {
    let width = moves.game.coordinates.len();
    let value = Form::track(width);
    let with_value: Vec<Form> = (0..=width).map(Form::track).collect();
    // No option has the value of its position. (Only positions have values.)
    let MoveCondition { mut builder, given, parts } = moves.begin_with(true)?;
    let here = builder.holds(0, &with_value)?;
    let (mut all, there) = value_of(&mut builder, &parts, &value)?;
    all.extend([given, here, there]);
    if !builder.none(all, automata, meter)? {
        return refused(Condition::FormulaSame);
    }
    // A witness is a move …
    let mut at = with_value.clone();
    at.extend(moves.variables());
    let MoveCondition { mut builder, given, .. } = moves.begin()?;
    let witness = builder.holds(number + 1, &at)?;
    if !builder.none(vec![witness, not(given)], automata, meter)? {
        return refused(Condition::FormulaWitness);
    }
    // … to the value. The parts are positions, so that they have values.
    let MoveCondition { mut builder, parts, .. } = moves.begin_with(false)?;
    let witness = builder.holds(number + 1, &at)?;
    let (mut all, there) = value_of(&mut builder, &parts, &value)?;
    all.extend([witness, not(there)]);
    match builder.none(all, automata, meter)? {
        true => Ok(()),
        false => refused(Condition::FormulaWitness),
    }
}
