//! Formulas and automata for Grundy numbers and outcomes of games on tuples of numbers, at all
//! positions.
//!
//! A game has a set P of tuples of integers ≥ 0 and moves from each of them to others, or to sums
//! of others. That every play ends is shown by linear forms m₁, m₂, … which are ≥ 0 on P, and of
//! which every move decreases the first that it changes, in every part of the option. So positions
//! can be taken in an order in which options come before, and what is true of a position if it is
//! true of its options is true of all.
//!
//! The hypotheses of the theorems (see [`grundy`] and [`wins`]) are conditions on integers that are
//! read bit by bit (see `reader`), or digit by digit in another base (see `numeration`). All are the emptiness of a product of small automata, of which those that say
//! that something is there have sets of states. The cost is the number of places reached (see `search`).

mod builder;
mod data;
mod form;
pub mod grundy;
mod machine;
mod names;
mod notation;
mod numeration;
mod reader;
mod search;
mod table;
#[cfg(test)]
mod twin;
pub mod wins;

use builder::{Builder, Checked, Names, named, not, refused};
pub use data::{
    AutomatonData, FormulaClaim, FormulaProof, Term, Test, TupleMove, TuplePlayer, TupleRule,
    WinsProof,
};
use form::Form;
pub use names::accepted as is_name;
pub(crate) use names::known as names_are_known;
use reader::Tree;

use crate::condition::Condition;
use crate::limits::Meter;
use crate::verdict::Rejection;

/// Whether names are different and everything has as many coordinates as the game.
fn valid_game(game: &TupleRule, decreases: &[Vec<i64>]) -> Checked<()> {
    let width = game.coordinates.len();
    let parts = |rule: &TupleMove| {
        std::iter::once(&rule.option).chain(&rule.plus).all(|part| part.len() == width)
    };
    let same_width = game.moves.iter().all(parts);
    let mut names: Vec<&String> = game.coordinates.iter().collect();
    names.sort_unstable();
    let twice = |names: &[&String]| names.windows(2).any(|pair| pair[0] == pair[1]);
    if width == 0 || !same_width || twice(&names) {
        return Err(Rejection::Rule(Condition::FormulaNames));
    }
    for rule in &game.moves {
        let mut all = names.clone();
        all.extend(&rule.variables);
        all.sort_unstable();
        if twice(&all) {
            return Err(Rejection::Rule(Condition::FormulaNames));
        }
    }
    match decreases.iter().any(|form| form.len() != width) {
        true => refused(Condition::FormulaParts),
        false => Ok(()),
    }
}

/// What copies of automata, the largest part of a document, take.
fn reserve<'a>(
    automata: impl IntoIterator<Item = &'a AutomatonData>,
    meter: &mut Meter,
) -> Checked<()> {
    let bytes = automata.into_iter().map(|automaton| {
        let (nodes, states) = (automaton.nodes.len() as u128, automaton.states.len() as u128);
        nodes * 12 + states * 8
    });
    meter.reserve(bytes.sum())
}

/// The linear forms, which are never negative.
fn measures(game: &TupleRule, decreases: &[Vec<i64>], meter: &mut Meter) -> Checked<Vec<Form>> {
    let width = game.coordinates.len();
    let coordinates: Vec<Form> = (0..width).map(Form::track).collect();
    let mut measures = Vec::new();
    for weights in decreases {
        let mut weighted = weights.iter().zip(&coordinates);
        let measure = weighted.try_fold(Form::zero(), |sum, (&a, form)| sum.plus(form, a))?;
        let mut builder = Builder::new(width);
        let position = builder.position(game, &coordinates)?;
        let negative = builder.less(&measure, &Form::zero())?;
        if !builder.none(vec![position, negative], &[], meter)? {
            return refused(Condition::FormulaMeasure);
        }
        measures.push(measure);
    }
    Ok(measures)
}

/// The moves by one rule. Tracks: the position, then `between` others, then the variables.
struct Moves<'m> {
    game: &'m TupleRule,
    rule: &'m TupleMove,
    between: usize,
}

/// A condition on moves that is being made.
struct MoveCondition {
    builder: Builder,
    /// That there is such a move.
    given: Tree,
    /// What it leaves: positions, of which the option is the sum.
    parts: Vec<Vec<Form>>,
}

impl Moves<'_> {
    fn variables(&self) -> Vec<Form> {
        let first = self.game.coordinates.len() + self.between;
        (first..first + self.rule.variables.len()).map(Form::track).collect()
    }

    fn begin(&self) -> Checked<MoveCondition> {
        let mut begun = self.begin_with(true)?;
        let width = self.game.coordinates.len();
        let coordinates: Vec<Form> = (0..width).map(Form::track).collect();
        let position = begun.builder.position(self.game, &coordinates)?;
        begun.given = Tree::All(vec![position, begun.given]);
        Ok(begun)
    }

    /// The same without that it begins at a position, and with or without that there is such a move: for where these
    /// follow from what else is given.
    fn begin_with(&self, condition: bool) -> Checked<MoveCondition> {
        let width = self.game.coordinates.len();
        let coordinates: Vec<Form> = (0..width).map(Form::track).collect();
        let variables = self.variables();
        let mut names: Names = named(&self.game.coordinates, &coordinates);
        names.extend(named(&self.rule.variables, &variables));
        let mut builder = Builder::new(width + self.between + variables.len());
        let given = match condition {
            true => builder.test(&self.rule.condition, &names)?,
            false => Tree::All(Vec::new()),
        };
        let mut parts = Vec::new();
        for part in std::iter::once(&self.rule.option).chain(&self.rule.plus) {
            let part: Checked<Vec<Form>> =
                part.iter().map(|term| builder.number(term, &names)).collect();
            parts.push(part?);
        }
        Ok(MoveCondition { builder, given, parts })
    }

    /// Options are positions, and the first form that changes becomes smaller, in every part.
    fn go_down(&self, measures: &[Form], meter: &mut Meter) -> Checked<()> {
        for number in 0..1 + self.rule.plus.len() {
            let MoveCondition { mut builder, given, parts } = self.begin()?;
            let option = &parts[number];
            let inside = builder.position(self.game, option)?;
            let mut better = Vec::new();
            let mut equal_before: Vec<Tree> = Vec::new();
            for form in measures {
                let constant = Form::number(form.constant)?;
                let after = form
                    .terms
                    .iter()
                    .try_fold(constant, |sum, &(track, a)| sum.plus(&option[track], a))?;
                let mut all = equal_before.clone();
                all.push(builder.less(&after, form)?);
                better.push(Tree::All(all));
                equal_before.push(builder.equal(&after, form)?);
            }
            // What is between does not matter: it is 0.
            let mut all = Vec::new();
            for between in 0..self.between {
                let track = Form::track(self.game.coordinates.len() + between);
                all.push(builder.equal(&track, &Form::zero())?);
            }
            all.extend([given, not(Tree::All(vec![inside, Tree::Any(better)]))]);
            if !builder.none(all, &[], meter)? {
                return refused(Condition::FormulaMove);
            }
        }
        Ok(())
    }
}
