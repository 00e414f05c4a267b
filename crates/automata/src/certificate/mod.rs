//! Certificates of what is proved: the game and the claim as data, automata, and a witness for each
//! rule.

mod statement;

use std::rc::Rc;

use ishitori_certify::{
    AutomatonData, Certificate, Claim, FormulaClaim, FormulaProof, Proof as ProofData, Rule,
    TupleRule, WinsProof,
};
use ishitori_language::{EndKind, Formula as Conjecture, TextGame};
use ishitori_values::{Budget, LimitReached, Player};

use crate::atoms::BitOperation;
use crate::automaton::Automaton;
use crate::base::Base;
use crate::decision::Proof;
use crate::diagram::{Ref, Track};
use crate::formula::{Formula, Relation};
use crate::linear::Linear;
use crate::numbers::small;
use crate::product::Operation;
use crate::translate::{GameFormulas, OptionCase};
use crate::work::Work;

/// The certificate of a proof: of a formula, or if there is none of the automata themselves.
/// `None` for what the format does not have: `gcd` and such among constants, moves that leave
/// nothing. The cost of the witnesses is about that of the proof.
pub fn certificate(
    game: &TextGame,
    formula: Option<&Conjecture>,
    proof: &Proof,
    budget: &Budget,
) -> Result<Option<Certificate>, LimitReached> {
    let Some(rule) = statement::rule(game) else { return Ok(None) };
    let Ok(formulas) = GameFormulas::in_base(game.checked(), &proof.base) else { return Ok(None) };
    let claim = match formula {
        None => None,
        Some(formula) => match statement::claim(game, formula) {
            None => return Ok(None),
            claim => claim,
        },
    };
    let coefficients = |form: &Linear| -> Vec<i64> {
        (0..small(game.width())).map(|track| form.coefficient(track)).collect()
    };
    let decreases = proof.measure.iter().map(coefficients).collect();
    let mut maker = Maker { game, formulas, work: Work::new(budget).in_base(&proof.base) };
    match proof.relations.as_slice() {
        [graph] => maker.grundy(rule, claim, graph, decreases).map(Some),
        [left, right] => maker.wins(rule, claim, [left, right], decreases).map(Some),
        _ => Ok(None),
    }
}

struct Maker<'m> {
    game: &'m TextGame,
    formulas: GameFormulas,
    work: Work<'m>,
}

impl Maker<'_> {
    fn grundy(
        &mut self,
        rule: TupleRule,
        claim: Option<FormulaClaim>,
        graph: &Relation,
        decreases: Vec<Vec<i64>>,
    ) -> Result<Certificate, LimitReached> {
        let named = Rc::new(graph.clone());
        let value = self.formulas.value();
        let mut witnesses = Vec::new();
        for number in 0..self.game.rules() {
            let witness =
                self.of_rule(number, value + 1, |maker, case| maker.reaches(case, &named))?;
            witnesses.push(self.data(&witness));
        }
        let graph = self.data(&graph.automaton);
        let claim = claim.unwrap_or_else(|| FormulaClaim::GrundyAutomaton(graph.clone()));
        let proof = FormulaProof { decreases, graph, witnesses };
        Ok(document(rule, claim, ProofData::Formula(proof)))
    }

    /// That an option has a value, with the variables that this needs.
    fn reaches(&mut self, case: &OptionCase, graph: &Rc<Relation>) -> (Vec<Formula>, Vec<Track>) {
        let value = self.formulas.value();
        let (mut all, mut bound) = (Vec::new(), Vec::new());
        let mut sum: Option<Track> = None;
        for (number, part) in case.parts.iter().enumerate() {
            let mut at = self.named(part, &mut all, &mut bound);
            let last = number + 1 == case.parts.len();
            let own = if case.parts.len() == 1 { value } else { self.bind(&mut bound) };
            at.push(own);
            all.push(Formula::Holds(Rc::clone(graph), at));
            sum = Some(match sum {
                None => own,
                Some(before) => {
                    let to = if last { value } else { self.bind(&mut bound) };
                    all.push(Formula::Bits(BitOperation::Xor, [before, own, to]));
                    to
                }
            });
        }
        (all, bound)
    }

    fn wins(
        &mut self,
        rule: TupleRule,
        claim: Option<FormulaClaim>,
        wins: [&Relation; 2],
        decreases: Vec<Vec<i64>>,
    ) -> Result<Certificate, LimitReached> {
        let symmetric = self.game.is_impartial() && self.game.end() != EndKind::Letter;
        let claim = match claim {
            Some(claim) => claim,
            None if symmetric => {
                let position = self.formulas.position.clone().automaton(&mut self.work)?;
                let lost = position.combine(&wins[0].automaton, Operation::Less, &mut self.work)?;
                FormulaClaim::PPositionsAutomaton(self.data(&lost))
            }
            None => FormulaClaim::OutcomesAutomata(wins.map(|set| self.data(&set.automaton))),
        };
        let one =
            matches!(claim, FormulaClaim::PPositions(_) | FormulaClaim::PPositionsAutomaton(_));
        let players = if one { &Player::BOTH[..1] } else { &Player::BOTH[..] };
        let mut proof = WinsProof {
            decreases,
            wins: players.iter().map(|&p| self.data(&wins[p as usize].automaton)).collect(),
            witnesses: Vec::new(),
            moves: Vec::new(),
            stuck: Vec::new(),
        };
        let value = self.formulas.value();
        for &player in players {
            let theirs = Rc::new(wins[player.opponent() as usize].clone());
            let (mut witnesses, mut moves) = (Vec::new(), Vec::new());
            let mut stuck = self.formulas.position.clone().automaton(&mut self.work)?;
            for number in 0..self.game.rules() {
                if !self.game.rule_allows(number, player) {
                    continue;
                }
                let witness = self.of_rule(number, value, |maker, case| {
                    let (mut all, mut bound) = (Vec::new(), Vec::new());
                    let at = maker.named(&case.parts[0], &mut all, &mut bound);
                    all.push(Formula::Holds(Rc::clone(&theirs), at).negated());
                    (all, bound)
                })?;
                witnesses.push(self.data(&witness));
                if self.game.end() == EndKind::Normal {
                    continue;
                }
                let moved = self.of_rule(number, value, |_, _| (Vec::new(), Vec::new()))?;
                let mut can = moved.clone();
                for &track in moved.tracks().iter().filter(|&&track| track >= value) {
                    can = can.exists(track, &mut self.work)?;
                }
                stuck = stuck.combine(&can, Operation::Less, &mut self.work)?;
                moves.push(self.data(&moved));
            }
            proof.witnesses.push(witnesses);
            if self.game.end() != EndKind::Normal {
                proof.moves.push(moves);
                proof.stuck.push(self.data(&stuck));
            }
        }
        Ok(document(rule, claim, ProofData::FormulaWins(proof)))
    }

    /// The positions and the variables of a rule (on the tracks from `first` on) at which there is a
    /// move by it for which more holds.
    fn of_rule(
        &mut self,
        number: usize,
        first: Track,
        mut more: impl FnMut(&mut Self, &OptionCase) -> (Vec<Formula>, Vec<Track>),
    ) -> Result<Automaton, LimitReached> {
        let cases = self.formulas.options.iter();
        let cases: Vec<_> = cases.filter(|case| case.rule == number).cloned().collect();
        let mut union = Automaton::constant(false);
        for case in cases {
            let mut all = vec![
                self.formulas.position.clone(),
                self.formulas.terminal.clone().negated(),
                case.given.clone(),
            ];
            let own = |track: &Track| case.variables.iter().position(|t| t == track);
            let mut bound: Vec<Track> =
                case.bound.iter().copied().filter(|track| own(track).is_none()).collect();
            let (further, fresh) = more(self, &case);
            all.extend(further);
            bound.extend(fresh);
            let set = Formula::exists(bound, Formula::all(all)).automaton(&mut self.work)?;
            let name = |track: Track| own(&track).map_or(track, |place| first + small(place));
            union = union.or(&set.rename(name, &mut self.work)?, &mut self.work)?;
        }
        Ok(union)
    }

    fn data(&self, automaton: &Automaton) -> AutomatonData {
        data(automaton, self.work.base())
    }

    fn bind(&mut self, bound: &mut Vec<Track>) -> Track {
        let track = self.formulas.fresh();
        bound.push(track);
        track
    }

    /// Variables for linear forms; those that are new are bound and defined.
    fn named(
        &mut self,
        forms: &[Linear],
        all: &mut Vec<Formula>,
        bound: &mut Vec<Track>,
    ) -> Vec<Track> {
        let mut tracks = Vec::new();
        for form in forms {
            tracks.push(match form.as_track() {
                Some(track) => track,
                None => {
                    let track = self.bind(bound);
                    all.push(Formula::defines(track, form));
                    track
                }
            });
        }
        tracks
    }
}

fn document(rule: TupleRule, claim: FormulaClaim, proof: ProofData) -> Certificate {
    Certificate::new(Rule::Tuples(rule), Claim::Formula(claim), proof)
}

/// An automaton as data.
fn data(automaton: &Automaton, base: &Base) -> AutomatonData {
    let reference = |r: Ref| match r.state() {
        Some(state) => 2 * state,
        None => 2 * small(r.index()) + 1,
    };
    let nodes = automaton.nodes.iter();
    let accepting = automaton.accepting.iter().enumerate();
    AutomatonData {
        base: (!base.is_binary()).then(|| base.to_string()),
        nodes: nodes.map(|n| [n.track, reference(n.low), reference(n.high)]).collect(),
        states: automaton.roots.iter().map(|&r| reference(r)).collect(),
        accepting: accepting.filter(|(_, a)| **a).map(|(state, _)| small(state)).collect(),
    }
}
