//! Outcomes.

use std::rc::Rc;

use ishitori_language::{EndKind, Formula as Conjecture, Type};
use ishitori_values::Player;

use super::{Ends, Prover, WinsOf, open};
use crate::automaton::Automaton;
use crate::decision::{Decision, Proof, Violation, Why};
use crate::formula::Formula;
use crate::product::Operation;
use crate::stage::Stage;
use crate::translate::{Construct, NotLinear};

impl Prover<'_> {
    pub(super) fn outcomes(&mut self, wins: WinsOf<'_>) -> Result<Proof, Ends> {
        if let Some(case) = self.formulas.options.iter().find(|case| case.parts.len() != 1) {
            let span = self.game.rule_span(case.rule);
            return open(Why::Game(NotLinear { span, construct: Construct::Sum }));
        }
        self.enter(Stage::Formula);
        let symmetric = self.game.is_impartial() && self.game.end() != EndKind::Letter;
        // Letters speak of both players, and so do two sets, unless they are one.
        let (claimed, one_player) = match wins {
            WinsOf::Formula(formula) => {
                let letters = formula.kind() == Type::Letter;
                if !letters && !symmetric {
                    return open(Why::ConditionOfPartizan);
                }
                (self.claimed(formula)?, !letters)
            }
            WinsOf::Automata(wins) => {
                let everywhere = Automaton::constant(true);
                (([wins[0].clone(), wins[1].clone()], everywhere), symmetric && wins[0] == wins[1])
            }
        };
        let (sets, defined) = claimed;
        let measure = self.prepare()?;
        self.enter(Stage::Formula);
        if let Some(found) = self.position.outside(&defined, &mut self.work)? {
            return open(Why::Undefined(self.tuple(&found)));
        }
        let mut winning = Vec::new();
        for set in &sets {
            let set = set.and(&self.position.clone(), &mut self.work)?;
            winning.push(self.relation("wins", set, false));
        }
        let players: &[Player] = match one_player {
            true => &[Player::Left],
            false => &Player::BOTH,
        };
        for &player in players {
            let theirs = Rc::clone(&winning[player.opponent() as usize]);
            // Where the player can move, and where to a position that the opponent does not win.
            let mut can_move = Automaton::constant(false);
            let mut reaches = Automaton::constant(false);
            for at in 0..self.formulas.options.len() {
                let case = self.formulas.options[at].clone();
                if !case.allows(player) {
                    continue;
                }
                self.enter(Stage::Rule(case.rule));
                let (tracks, defined) = self.named(&case.parts[0]);
                let mut bound = case.bound.clone();
                bound.extend(tracks.iter().filter(|&&track| track > self.formulas.value()));
                let mut all = vec![self.move_given(&case)];
                all.extend(defined);
                let possible = Formula::exists(bound.clone(), Formula::all(all.clone()));
                all.push(Formula::Holds(Rc::clone(&theirs), tracks).negated());
                let good = Formula::exists(bound, Formula::all(all));
                can_move = can_move.or(&self.automaton(&possible)?, &mut self.work)?;
                reaches = reaches.or(&self.automaton(&good)?, &mut self.work)?;
            }
            let end = self.formulas.end[player as usize].clone();
            let end = self.automaton(&end)?.combine(&can_move, Operation::Less, &mut self.work)?;
            let truly =
                reaches.or(&end, &mut self.work)?.and(&self.position.clone(), &mut self.work)?;
            let claimed = &winning[player as usize].automaton;
            self.enter(Stage::First);
            if let Some(found) = truly.outside(claimed, &mut self.work)? {
                let violation = Violation::MissedWin { position: self.tuple(&found), player };
                return Err(Ends::With(Decision::Refuted(violation)));
            }
            self.enter(Stage::Second);
            if let Some(found) = claimed.outside(&truly, &mut self.work)? {
                let violation = Violation::NoWin { position: self.tuple(&found), player };
                return Err(Ends::With(Decision::Refuted(violation)));
            }
        }
        let relations = winning.into_iter().map(Rc::unwrap_or_clone).collect();
        let base = self.work.base().clone();
        Ok(Proof { relations, measure, largest: self.work.largest(), base })
    }
    /// Where each player wins moving first by a formula, and where it says something.
    fn claimed(&mut self, formula: &Conjecture) -> Result<([Automaton; 2], Automaton), Ends> {
        let found = match formula.kind() {
            Type::Letter => self.formulas.wins(formula.checked()),
            _ => self.formulas.condition(formula.checked()).map(|((lost, defined), no_value)| {
                (([lost.clone().negated(), lost.negated()], defined), no_value)
            }),
        };
        let (([left, right], defined), no_value) = match found {
            Ok(found) => found,
            Err(outside) => return open(Why::Formula(outside)),
        };
        self.has_values(&no_value)?;
        let wins = [self.automaton(&left)?, self.automaton(&right)?];
        Ok((wins, self.automaton(&defined)?))
    }
}
