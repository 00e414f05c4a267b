//! The theorems: a formula for Grundy numbers, P-positions or outcomes, decided for all positions.
//!
//! **Grundy numbers.** Let every play end. G is the Grundy number at every position if and only if
//! at every position p (1) no option of p has the value G(p), and (2) every v with 0 ≤ v < G(p) is
//! the value of some option: then G(p) is the least value that no option has, by induction along the
//! play (R. Sprague 1935, P. M. Grundy 1939). With H(p, u), "some option of p has the value u", these
//! are two inclusions between automata.
//!
//! **Outcomes.** A player wins moving first if and only if some option of theirs is one at which the
//! opponent does not win moving first, or if they have none and the end is theirs. A formula that
//! says so at every position is right at every position, by the same induction. P-positions of a
//! game with the same moves and the same end for both are a special case.
//!
//! That every play ends is shown by linear forms that are never negative and decrease in order of
//! their weight, as programs are shown to stop.

use std::ops::Range;
use std::rc::Rc;

use ishitori_language::{EndKind, Formula as Conjecture, TextGame, Type};
use ishitori_values::{Budget, LimitReached, Player};

use crate::automaton::Automaton;
use crate::diagram::Track;
use crate::formula::{Formula, Relation};
use crate::linear::Linear;
use crate::product::Operation;
use crate::translate::{Construct, GameFormulas, OptionCase, Outside};
use crate::work::{Progress, Work};

/// What became of a proof.
#[derive(Clone, Debug)]
pub enum Decision {
    /// The formula holds at all positions.
    Proved(Box<Proof>),
    /// The formula does not hold.
    Refuted(Violation),
    /// Neither was decided.
    Open(Why),
}

/// What was found on the way to a proof.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The relation between coordinates and values, or the positions that a player wins moving
    /// first (Left, then Right).
    pub relations: Vec<Relation>,
    /// The linear forms that show that every play ends, the weightiest first.
    pub measure: Vec<Linear>,
    /// The most states of an automaton on the way.
    pub largest: usize,
}

/// Why nothing was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// A limit was reached in a stage of the proof.
    Limit {
        /// The limit.
        limit: LimitReached,
        /// What was being decided.
        stage: Stage,
    },
    /// The text of the game has something that is not in the decidable class.
    Game(Outside),
    /// The text of the formula has.
    Formula(Outside),
    /// The formula says nothing at a position.
    Undefined(Vec<i128>),
    /// A move leads to something that is no position.
    Leaves {
        /// From here.
        position: Vec<i128>,
        /// To there.
        option: Vec<i128>,
        /// The rule, in the text of the game.
        rule: Range<usize>,
    },
    /// No linear forms show that every play ends.
    Endless,
    /// A condition says which positions are lost, but the players have different moves or ends.
    ConditionOfPartizan,
    /// Grundy numbers are for impartial games under normal play.
    NotGrundy,
}

/// A part of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Which tuples are positions.
    Positions,
    /// The automaton of the formula.
    Formula,
    /// That options are positions.
    Options,
    /// That every play ends.
    End,
    /// The values of options by a rule.
    Rule(usize),
    /// That no option has the value of its position, or: that wins are not missed.
    First,
    /// That every smaller value is that of an option, or: that wins are there.
    Second,
}

/// Where a formula contradicts itself. It is wrong there, or at a position that can be reached from
/// there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    /// A table has a counterexample, so that nothing was left to decide.
    Table {
        /// Where.
        position: Vec<i128>,
    },
    /// The value is negative.
    Negative {
        /// Where.
        position: Vec<i128>,
        /// The value.
        value: i128,
    },
    /// An option has the same value.
    SameValue {
        /// Where.
        position: Vec<i128>,
        /// The value there.
        value: i128,
        /// The rule by which the option is reached.
        rule: usize,
    },
    /// No option has a smaller value.
    Missing {
        /// Where.
        position: Vec<i128>,
        /// The value that no option has.
        value: i128,
    },
    /// A player is said to lose moving first, but wins by a rule.
    MissedWin {
        /// Where.
        position: Vec<i128>,
        /// Who.
        player: Player,
    },
    /// A player is said to win moving first, but no move does it.
    NoWin {
        /// Where.
        position: Vec<i128>,
        /// Who.
        player: Player,
    },
}

impl Violation {
    /// The position. O(1).
    pub fn position(&self) -> &[i128] {
        match self {
            Violation::Table { position }
            | Violation::Negative { position, .. }
            | Violation::SameValue { position, .. }
            | Violation::Missing { position, .. }
            | Violation::MissedWin { position, .. }
            | Violation::NoWin { position, .. } => position,
        }
    }
}

/// How a proof ends before its end.
enum Ends {
    Limit(LimitReached),
    With(Decision),
}

impl From<LimitReached> for Ends {
    fn from(limit: LimitReached) -> Self {
        Ends::Limit(limit)
    }
}

fn open<T>(why: Why) -> Result<T, Ends> {
    Err(Ends::With(Decision::Open(why)))
}

/// Decides whether a formula holds at all positions of a game. The cost depends on the numbers in
/// the texts; see `bench/RESULTS.md`.
///
/// ```
/// use ishitori_automata::{Decision, prove};
/// use ishitori_language::TextGame;
/// use ishitori_values::Budget;
/// let nim = TextGame::new("(y, z) -> (u, z) for u in 0 ..< y; (y, w) for w in 0 ..< z", &[]).unwrap();
/// let formula = nim.formula("y xor z").unwrap();
/// let decided = prove(&nim, &formula, &Budget::unlimited(), &mut |_| {});
/// assert!(matches!(decided, Decision::Proved(_)));
/// ```
pub fn prove(
    game: &TextGame,
    formula: &Conjecture,
    budget: &Budget,
    report: &mut dyn FnMut(Progress<'_>),
) -> Decision {
    let formulas = match GameFormulas::new(game.checked()) {
        Ok(formulas) => formulas,
        Err(outside) => return Decision::Open(Why::Game(outside)),
    };
    let mut prover = Prover {
        game,
        formulas,
        position: Automaton::constant(true),
        work: Work::new(budget).with_report(report),
        stage: Stage::Positions,
    };
    let decided = match formula.kind() {
        Type::Int => prover.grundy(GraphOf::Formula(formula)),
        _ => prover.outcomes(formula),
    };
    match decided {
        Ok(proof) => Decision::Proved(Box::new(proof)),
        Err(Ends::With(decision)) => decision,
        Err(Ends::Limit(limit)) => Decision::Open(Why::Limit { limit, stage: prover.stage }),
    }
}

/// Decides whether a relation between coordinates (tracks 0, 1, …) and a value (the track after
/// them) is that of the Grundy numbers at all positions. As [`prove`].
pub fn prove_relation(
    game: &TextGame,
    graph: &Automaton,
    budget: &Budget,
    report: &mut dyn FnMut(Progress<'_>),
) -> Decision {
    let formulas = match GameFormulas::new(game.checked()) {
        Ok(formulas) => formulas,
        Err(outside) => return Decision::Open(Why::Game(outside)),
    };
    let mut prover = Prover {
        game,
        formulas,
        position: Automaton::constant(true),
        work: Work::new(budget).with_report(report),
        stage: Stage::Positions,
    };
    match prover.grundy(GraphOf::Automaton(graph)) {
        Ok(proof) => Decision::Proved(Box::new(proof)),
        Err(Ends::With(decision)) => decision,
        Err(Ends::Limit(limit)) => Decision::Open(Why::Limit { limit, stage: prover.stage }),
    }
}

/// Where the graph of a function comes from.
#[derive(Clone, Copy)]
enum GraphOf<'g> {
    Formula(&'g Conjecture),
    Automaton(&'g Automaton),
}

struct Prover<'p> {
    game: &'p TextGame,
    formulas: GameFormulas,
    position: Automaton,
    work: Work<'p>,
    stage: Stage,
}

impl Prover<'_> {
    fn enter(&mut self, stage: Stage) {
        self.stage = stage;
        let name = match stage {
            Stage::Positions => "positions".to_string(),
            Stage::Formula => "formula".to_string(),
            Stage::Options => "options".to_string(),
            Stage::End => "end of play".to_string(),
            Stage::Rule(rule) => format!("rule {}", rule + 1),
            Stage::First => "statement 1".to_string(),
            Stage::Second => "statement 2".to_string(),
        };
        self.work.enter(name);
    }

    fn automaton(&mut self, formula: &Formula) -> Result<Automaton, Ends> {
        Ok(formula.automaton(&mut self.work)?)
    }

    /// The numbers of a tuple on the tracks of a position.
    fn tuple(&self, found: &[(Track, i128)]) -> Vec<i128> {
        (0..self.formulas.value()).map(|track| on(found, track)).collect()
    }

    /// Positions, that options are positions, and that every play ends.
    fn prepare(&mut self) -> Result<Vec<Linear>, Ends> {
        self.enter(Stage::Positions);
        let position = self.formulas.position.clone();
        self.position = self.automaton(&position)?;
        self.enter(Stage::Options);
        for at in 0..self.formulas.options.len() {
            let case = self.formulas.options[at].clone();
            for part in &case.parts {
                let (option, defined) = self.named(part);
                let relation = self.relation("position", self.position.clone(), false);
                let elsewhere = Formula::Holds(relation, option.clone()).negated();
                let mut all = vec![self.move_given(&case), elsewhere];
                all.extend(defined);
                let set = self.automaton(&Formula::all(all))?;
                if let Some(found) = set.shortest() {
                    return open(Why::Leaves {
                        position: self.tuple(&found),
                        option: option.iter().map(|&track| on(&found, track)).collect(),
                        rule: self.game.rule_span(case.rule),
                    });
                }
            }
        }
        self.enter(Stage::End);
        self.measure()
    }

    /// Where a case of a move is possible.
    fn move_given(&self, case: &OptionCase) -> Formula {
        Formula::all([
            self.formulas.position.clone(),
            self.formulas.terminal.clone().negated(),
            case.given.clone(),
        ])
    }

    /// Variables for linear forms, and the equations that define those that are new.
    fn named(&mut self, forms: &[Linear]) -> (Vec<Track>, Vec<Formula>) {
        let mut equations = Vec::new();
        let tracks = forms.iter().map(|form| match form.as_track() {
            Some(track) => track,
            None => {
                let track = self.formulas.fresh();
                equations.extend(Formula::equal(&Linear::track(track), form));
                track
            }
        });
        (tracks.collect(), equations)
    }

    fn relation(&self, name: &str, automaton: Automaton, with_value: bool) -> Rc<Relation> {
        let last = self.formulas.value() + u32::from(with_value);
        Rc::new(Relation { name: name.to_string(), arguments: (0..last).collect(), automaton })
    }

    /// Linear forms that show that every play ends: every move leaves the first ones as they are
    /// and makes the next one smaller, and none is ever negative.
    fn measure(&mut self) -> Result<Vec<Linear>, Ends> {
        let mut left: Vec<(Formula, Vec<Linear>)> = Vec::new();
        for case in &self.formulas.options {
            for part in &case.parts {
                left.push((self.move_given(case), part.clone()));
            }
        }
        let mut chosen = Vec::new();
        let mut candidates = candidate_forms(self.formulas.width());
        let mut at = 0;
        while at < candidates.len() {
            let below = Formula::AtMostZero(
                candidates[at].plus(&Linear::constant(1), 1).unwrap_or_default(),
            );
            let set = Formula::all([self.formulas.position.clone(), below]);
            match self.automaton(&set)?.is_empty() {
                true => at += 1,
                false => {
                    candidates.remove(at);
                }
            }
        }
        'more: while !left.is_empty() {
            for (at, form) in candidates.iter().enumerate() {
                let mut stays = Vec::new();
                let mut usable = true;
                for (given, part) in &left {
                    let Some(after) = applied(form, part) else { continue 'more };
                    // after − before ≥ 1 and ≥ 0 must be impossible, the latter for progress.
                    let Some(change) = after.plus(form, -1) else { continue 'more };
                    let grows = |least: i64| {
                        let bound = Linear::constant(least).plus(&change, -1).unwrap_or_default();
                        Formula::all([given.clone(), Formula::AtMostZero(bound)])
                    };
                    if !grows(1).automaton(&mut self.work)?.is_empty() {
                        usable = false;
                        break;
                    }
                    if !grows(0).automaton(&mut self.work)?.is_empty() {
                        stays.push((given.clone(), part.clone()));
                    }
                }
                if usable && stays.len() < left.len() {
                    chosen.push(form.clone());
                    candidates.remove(at);
                    left = stays;
                    continue 'more;
                }
            }
            return open(Why::Endless);
        }
        Ok(chosen)
    }

    fn grundy(&mut self, graph: GraphOf<'_>) -> Result<Proof, Ends> {
        if !self.game.is_impartial() || self.game.end() != EndKind::Normal {
            return open(Why::NotGrundy);
        }
        let value = self.formulas.value();
        let relation = match graph {
            GraphOf::Automaton(graph) => graph.clone(),
            GraphOf::Formula(formula) => {
                self.enter(Stage::Formula);
                let graph = match self.formulas.graph(formula.checked()) {
                    Ok(graph) => graph,
                    Err(outside) => return open(Why::Formula(outside)),
                };
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
        let negative = Formula::AtMostZero(Linear::of(&[(value, 1)], 1));
        let negative = self.automaton(&negative)?.and(&relation, &mut self.work)?;
        if let Some(found) = negative.shortest() {
            let (position, value) = (self.tuple(&found), on(&found, value));
            return Err(Ends::With(Decision::Refuted(Violation::Negative { position, value })));
        }
        let named = self.relation("G", relation.clone(), true);
        // 0 ≤ u < G(p), on the tracks of p and u.
        let (u, v) = (Linear::track(value), self.formulas.fresh());
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
                Formula::AtMostZero(Linear::of(&[(value, -1)], 0)),
                Formula::less(&u, &Linear::track(v)).unwrap_or(Formula::Constant(true)),
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
        Ok(Proof { relations: vec![relation], measure, largest: self.work.largest() })
    }

    /// Refuses a relation that has two values at a position, or one outside the positions.
    fn functional(&mut self, relation: &Automaton) -> Result<(), Ends> {
        let value = self.formulas.value();
        let other = self.formulas.fresh();
        let second =
            relation.rename(|track| if track == value { other } else { track }, &mut self.work)?;
        let equal = Formula::Zero(Linear::of(&[(value, 1), (other, -1)], 0));
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

    fn outcomes(&mut self, formula: &Conjecture) -> Result<Proof, Ends> {
        if let Some(case) = self.formulas.options.iter().find(|case| case.parts.len() != 1) {
            let span = self.game.rule_span(case.rule);
            return open(Why::Game(Outside { span, construct: Construct::Sum }));
        }
        self.enter(Stage::Formula);
        let symmetric = self.game.is_impartial() && self.game.end() != EndKind::Letter;
        let (wins, defined) = match formula.kind() {
            Type::Letter => match self.formulas.wins(formula.checked()) {
                Ok(found) => found,
                Err(outside) => return open(Why::Formula(outside)),
            },
            _ if !symmetric => return open(Why::ConditionOfPartizan),
            _ => match self.formulas.condition(formula.checked()) {
                Ok((lost, defined)) => ([lost.clone().negated(), lost.negated()], defined),
                Err(outside) => return open(Why::Formula(outside)),
            },
        };
        let defined = self.automaton(&defined)?;
        let measure = self.prepare()?;
        self.enter(Stage::Formula);
        if let Some(found) = self.position.outside(&defined, &mut self.work)? {
            return open(Why::Undefined(self.tuple(&found)));
        }
        let mut winning = Vec::new();
        for wins in &wins {
            let set = self.automaton(wins)?.and(&self.position.clone(), &mut self.work)?;
            winning.push(self.relation("wins", set, false));
        }
        let players: &[Player] = match symmetric && formula.kind() != Type::Letter {
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
        Ok(Proof { relations, measure, largest: self.work.largest() })
    }
}

/// The number on a track of a tuple; tracks that do not matter are 0.
fn on(found: &[(Track, i128)], track: Track) -> i128 {
    found.iter().find(|(t, _)| *t == track).map_or(0, |&(_, x)| x)
}

/// A form with its tracks replaced by forms.
fn applied(form: &Linear, by: &[Linear]) -> Option<Linear> {
    form.terms().iter().try_fold(Linear::constant(form.offset()), |sum, &(track, a)| {
        sum.plus(&by[track as usize], a)
    })
}

/// Forms that may decrease: the sum, single coordinates, then all with coefficients −1, 0, 1.
fn candidate_forms(width: usize) -> Vec<Linear> {
    let all: Vec<(Track, i64)> = (0..width as Track).map(|track| (track, 1)).collect();
    let mut forms = vec![Linear::of(&all, 0)];
    forms.extend((0..width as Track).map(Linear::track));
    if width <= 5 {
        for code in 0..3i64.pow(width as u32) {
            let terms: Vec<(Track, i64)> =
                all.iter().map(|&(t, _)| (t, code / 3i64.pow(t) % 3 - 1)).collect();
            let form = Linear::of(&terms, 0);
            if !form.terms().is_empty() && !forms.contains(&form) {
                forms.push(form);
            }
        }
    }
    forms
}
