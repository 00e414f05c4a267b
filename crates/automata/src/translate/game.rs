//! A whole game as formulas: which tuples are positions, which moves there are.

use std::collections::BTreeSet;

use ishitori_language::ast::Players;
use ishitori_language::ir::{Clause, EndNode, MoveRule, Node};
use ishitori_language::{CheckedFormula, CheckedGame};
use ishitori_values::{Outcome, Player};

use super::{Case, Construct, NoValue, NotLinear, Scope, Translated, Translator, deeper, truth};
use crate::base::Base;
use crate::diagram::Track;
use crate::formula::Formula;
use crate::linear::Linear;
use crate::numbers::small;

/// The formulas of a game. The coordinates of a position are the variables 0, 1, …, and the next
/// one, [`GameFormulas::value`], is for a value.
#[derive(Debug)]
pub struct GameFormulas {
    width: usize,
    translator: Translator,
    /// Which tuples are positions.
    pub position: Formula,
    /// The moves.
    pub options: Vec<OptionCase>,
    /// Where the game is over although there would be moves.
    pub terminal: Formula,
    /// Where a player who cannot move wins, by player.
    pub end: [Formula; 2],
    /// Where the text of the game computes something that has no value.
    pub no_value: Vec<NoValue>,
}

/// Moves by one rule, as far as one choice of `if`, `min` and so on goes.
#[derive(Clone, Debug)]
pub struct OptionCase {
    /// The number of the rule.
    pub rule: usize,
    /// Who may move so.
    pub players: Players,
    /// The variables of `for`, in order.
    pub variables: Vec<Track>,
    /// These, and those that are defined by others.
    pub bound: Vec<Track>,
    /// When there is such a move.
    pub given: Formula,
    /// What is left: positions, of which the option is the sum.
    pub parts: Vec<Vec<Linear>>,
}

impl OptionCase {
    /// Whether a player may move so. O(1).
    pub fn allows(&self, player: Player) -> bool {
        match self.players {
            Players::Both => true,
            Players::Left => player == Player::Left,
            Players::Right => player == Player::Right,
        }
    }
}

impl GameFormulas {
    /// The formulas of a game, or what about it is outside the decidable class. O(size · cases).
    pub fn new(game: &CheckedGame) -> Result<GameFormulas, NotLinear> {
        GameFormulas::in_base(game, &Base::binary())
    }

    /// The same for automata that read numbers in another base, in which operations on bits are outside the class. O(size · cases).
    pub fn in_base(game: &CheckedGame, base: &Base) -> Result<GameFormulas, NotLinear> {
        let width = game.coordinates.len();
        let value = small(width);
        let mut translator = Translator::new(value + 1, base.is_binary());
        let coordinates: Vec<Linear> = (0..value).map(Linear::track).collect();
        let scope = Scope::new(coordinates.clone());
        let mut position: Vec<Formula> = Vec::new();
        for coordinate in &coordinates {
            position.extend(Formula::at_most(&Linear::small(0), coordinate));
        }
        let only = |conditions: &[Formula]| conditions.to_vec();
        if let Some(condition) = &game.condition {
            // Whether a tuple is a position is asked of tuples of numbers ≥ 0.
            let holds = translator
                .given(only(&position), BTreeSet::new(), |t| t.truth(condition, &scope))?;
            position.push(holds);
        }
        let terminal = match &game.terminal {
            Some(condition) => translator
                .given(only(&position), BTreeSet::new(), |t| t.truth(condition, &scope))?,
            None => Formula::Constant(false),
        };
        let mut options = Vec::new();
        for (number, rule) in game.moves.iter().enumerate() {
            let mut here = only(&position);
            here.push(terminal.clone().negated());
            let found =
                translator.given(here, BTreeSet::new(), |t| t.options(number, rule, &scope))?;
            options.extend(found);
        }
        let end = match &game.end {
            EndNode::Normal => [Formula::Constant(false), Formula::Constant(false)],
            EndNode::Misere => [Formula::Constant(true), Formula::Constant(true)],
            EndNode::Letter(node) => {
                let clauses = std::slice::from_ref(node);
                let here = only(&position);
                translator.given(here, BTreeSet::new(), |t| t.wins(clauses, &scope))?.0
            }
        };
        let no_value = std::mem::take(&mut translator.faults);
        Ok(GameFormulas {
            width,
            translator,
            position: Formula::all(position),
            options,
            terminal,
            end,
            no_value,
        })
    }

    /// Translates a formula about positions; also gives where it computes something that has no value.
    fn of_formula<T>(
        &mut self,
        translate: impl FnOnce(&mut Translator, &Scope) -> Translated<T>,
    ) -> Result<(T, Vec<NoValue>), NotLinear> {
        let scope = self.scope();
        let here = vec![self.position.clone()];
        let found = self.translator.given(here, BTreeSet::new(), |t| translate(t, &scope))?;
        Ok((found, std::mem::take(&mut self.translator.faults)))
    }

    /// How many coordinates there are. O(1).
    pub fn width(&self) -> usize {
        self.width
    }

    /// The variable for a value. O(1).
    pub fn value(&self) -> Track {
        small(self.width)
    }

    /// A variable that occurs nowhere yet. O(1).
    pub fn fresh(&mut self) -> Track {
        self.translator.fresh()
    }

    fn scope(&self) -> Scope {
        Scope::new((0..small(self.width)).map(Linear::track).collect())
    }

    /// Where a formula for numbers has which value: the variable [`GameFormulas::value`] is the
    /// value of the formula at the coordinates. O(size · cases).
    pub fn graph(
        &mut self,
        formula: &CheckedFormula,
    ) -> Result<(Formula, Vec<NoValue>), NotLinear> {
        let value = self.value();
        self.of_formula(|translator, scope| {
            let mut graphs = Vec::new();
            for case in translator.clauses(&formula.clauses, scope)? {
                // Where nothing applies there is no value.
                let Some(form) = &case.value else { continue };
                let equal = Formula::defines(value, form);
                graphs.push(case.map(|_| equal));
            }
            Ok(truth(graphs))
        })
    }

    /// Where a condition holds, and where it says something at all. O(size · cases).
    pub fn condition(
        &mut self,
        formula: &CheckedFormula,
    ) -> Result<((Formula, Formula), Vec<NoValue>), NotLinear> {
        self.of_formula(|translator, scope| {
            let (mut holds, mut defined) = (Vec::new(), Vec::new());
            let mut earlier: Vec<Formula> = Vec::new();
            for clause in &formula.clauses {
                let (true_here, defined_here) =
                    translator.given(earlier.clone(), BTreeSet::new(), |t| {
                        t.partial_truth(clause, scope)
                    })?;
                let mut all = earlier.clone();
                all.extend([defined_here.clone(), true_here]);
                holds.push(Formula::all(all));
                earlier.push(defined_here.clone().negated());
                defined.push(defined_here);
            }
            Ok((Formula::any(holds), Formula::any(defined)))
        })
    }

    /// Where Left, and where Right, wins moving first by a formula for letters, and where it says
    /// something at all. O(size · cases).
    pub fn wins(
        &mut self,
        formula: &CheckedFormula,
    ) -> Result<(WinsAndDefined, Vec<NoValue>), NotLinear> {
        self.of_formula(|translator, scope| translator.wins(&formula.clauses, scope))
    }
}

/// Where Left, and where Right, wins moving first, and where this is said at all.
type WinsAndDefined = ([Formula; 2], Formula);

impl Translator {
    /// The cases of clauses of which the first that is not undefined counts.
    fn clauses(
        &mut self,
        clauses: &[Node],
        scope: &Scope,
    ) -> Translated<Vec<Case<Option<Linear>>>> {
        let mut open: Vec<Case<Option<Linear>>> = Case::certain(None);
        let mut done = Vec::new();
        for clause in clauses {
            let mut still = Vec::new();
            // A clause is looked at where all before it are undefined.
            let before = truth(
                open.iter().map(|case| case.clone().map(|_| Formula::Constant(true))).collect(),
            );
            let found = self.given(vec![before], BTreeSet::new(), |t| t.partial(clause, scope))?;
            for case in found {
                for before in &open {
                    let case = case.clone().under(before);
                    match case.value {
                        Some(_) => done.push(case),
                        None => still.push(case),
                    }
                }
            }
            open = still;
            if done.len() + open.len() > super::MAX_CASES {
                return super::outside(clause, Construct::Cases);
            }
        }
        done.extend(open);
        Ok(done)
    }

    /// Where a player wins moving first by letters: Left in 1 and 3, Right in 2 and 3.
    fn wins(&mut self, clauses: &[Node], scope: &Scope) -> Translated<WinsAndDefined> {
        let (mut wins, mut defined) = ([Vec::new(), Vec::new()], Vec::new());
        for case in self.clauses(clauses, scope)? {
            let Some(letter) = case.value.as_ref() else { continue };
            let letter = match letter.as_constant() {
                Some(letter) => ishitori_language::outcome(letter),
                None => return super::outside(&clauses[0], Construct::NoValue),
            };
            for player in Player::BOTH {
                if Outcome::wins_moving_first(letter, player) {
                    wins[player as usize].push(case.clone().map(|_| Formula::Constant(true)));
                }
            }
            defined.push(case.map(|_| Formula::Constant(true)));
        }
        let [left, right] = wins;
        Ok(([truth(left), truth(right)], truth(defined)))
    }

    /// Where a condition holds and where it is defined.
    fn partial_truth(&mut self, node: &Node, scope: &Scope) -> Translated<(Formula, Formula)> {
        use ishitori_language::ir::NodeKind;
        match &node.kind {
            NodeKind::Undefined => Ok((Formula::Constant(false), Formula::Constant(false))),
            NodeKind::If(parts) => {
                let [condition, yes, no] = &**parts;
                let condition = self.truth(condition, scope)?;
                let (yes, yes_defined) =
                    self.given(vec![condition.clone()], BTreeSet::new(), |t| {
                        deeper(|| t.partial_truth(yes, scope))
                    })?;
                let (no, no_defined) =
                    self.given(vec![condition.clone().negated()], BTreeSet::new(), |t| {
                        deeper(|| t.partial_truth(no, scope))
                    })?;
                let choose = |yes: Formula, no: Formula| {
                    Formula::any([
                        Formula::all([condition.clone(), yes]),
                        Formula::all([condition.clone().negated(), no]),
                    ])
                };
                Ok((choose(yes, no), choose(yes_defined, no_defined)))
            }
            NodeKind::Let(local, value, body) => {
                let cases = self.bind(*local, value, scope, |translator, scope| {
                    Ok(Case::certain(deeper(|| translator.partial_truth(body, scope))?))
                })?;
                let (mut holds, mut defined) = (Vec::new(), Vec::new());
                for case in cases {
                    let (here, defined_here) = case.value.clone();
                    holds.push(case.clone().map(|_| here));
                    defined.push(case.map(|_| defined_here));
                }
                Ok((truth(holds), truth(defined)))
            }
            _ => Ok((self.truth(node, scope)?, Formula::Constant(true))),
        }
    }

    /// The moves by a rule.
    fn options(
        &mut self,
        number: usize,
        rule: &MoveRule,
        scope: &Scope,
    ) -> Translated<Vec<OptionCase>> {
        let mut branches: Vec<Case<Scope>> = Case::certain(scope.clone());
        let loops: Vec<usize> = rule
            .clauses
            .iter()
            .filter_map(|clause| match clause {
                Clause::For { local, .. } => Some(*local),
                _ => None,
            })
            .collect();
        for clause in &rule.clauses {
            let mut next = Vec::new();
            for branch in branches {
                match clause {
                    Clause::For { local, values, .. } => {
                        let track = self.fresh();
                        let node = Node {
                            kind: ishitori_language::ir::NodeKind::Local(*local),
                            span: rule.span.clone(),
                        };
                        let form = Linear::track(track);
                        let (given, bound) = (branch.given.clone(), branch.bound.clone());
                        let member = self.given(given, bound, |translator| {
                            translator.member(&node, &form, values, &branch.value)
                        })?;
                        let mut branch = branch;
                        branch.value.locals.insert(*local, super::Bound::Number(form));
                        branch.given.push(member);
                        branch.bound.insert(track);
                        next.push(branch);
                    }
                    Clause::If(condition) => {
                        let (given, bound) = (branch.given.clone(), branch.bound.clone());
                        let holds = self.given(given, bound, |translator| {
                            translator.truth(condition, &branch.value)
                        })?;
                        let mut branch = branch;
                        branch.given.push(holds);
                        next.push(branch);
                    }
                    Clause::Let { local, value } => {
                        let outer = branch.value.clone();
                        let (given, bound) = (branch.given.clone(), branch.bound.clone());
                        let bound = self.given(given, bound, |translator| {
                            translator.bind(*local, value, &outer, |_, scope| {
                                Ok(Case::certain(scope.clone()))
                            })
                        })?;
                        next.extend(bound.into_iter().map(|case| case.under(&branch)));
                    }
                }
            }
            branches = next;
        }
        let mut options = Vec::new();
        for branch in branches {
            let variables: Vec<Track> = loops
                .iter()
                .filter_map(|local| match branch.value.locals.get(local) {
                    Some(super::Bound::Number(form)) => form.as_track(),
                    _ => None,
                })
                .collect();
            let mut whole: Vec<Case<Vec<Vec<Linear>>>> = Case::certain(Vec::new());
            for part in &rule.parts {
                whole.iter_mut().for_each(|case| case.value.push(Vec::new()));
                for coordinate in part {
                    let (given, bound) = (branch.given.clone(), branch.bound.clone());
                    let cases = self.given(given, bound, |translator| {
                        translator.number(coordinate, &branch.value)
                    })?;
                    let mut next = Vec::new();
                    for case in &whole {
                        for value in &cases {
                            let mut case = case.clone().under(value);
                            if let Some(last) = case.value.last_mut() {
                                last.push(value.value.clone());
                            }
                            next.push(case);
                        }
                    }
                    if next.len() > super::MAX_CASES {
                        return super::outside(coordinate, Construct::Cases);
                    }
                    whole = next;
                }
            }
            for case in whole {
                let case = case.under(&branch);
                let given = Formula::all(case.given);
                if let Formula::Constant(false) = given {
                    continue;
                }
                options.push(OptionCase {
                    rule: number,
                    players: rule.players,
                    variables: variables.clone(),
                    bound: case.bound.into_iter().collect::<BTreeSet<_>>().into_iter().collect(),
                    given,
                    parts: case.value,
                });
            }
        }
        Ok(options)
    }
}
