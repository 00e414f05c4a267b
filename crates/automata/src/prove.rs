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

mod grundy;
mod outcomes;

use std::ops::Range;
use std::rc::Rc;

use ishitori_language::{Formula as Conjecture, TextGame, Type};
use ishitori_values::{Budget, LimitReached};

use crate::automaton::Automaton;
use crate::base::Base;
use crate::decision::{Decision, Proof, Violation, Why};
use crate::diagram::Track;
use crate::formula::{Formula, Relation};
use crate::linear::Linear;
use crate::numbers::small;
use crate::stage::Stage;
use crate::translate::{GameFormulas, NoValue, OptionCase};
use crate::work::{Progress, Work};

/// A position, and the place in a text of what has no value there.
type FaultAt = (Vec<i128>, Range<usize>);

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
    report: &mut dyn FnMut(Progress),
) -> Decision {
    prove_in_base(game, formula, &Base::binary(), budget, report)
}

/// The same by automata that read numbers in another base. As [`prove`].
pub fn prove_in_base(
    game: &TextGame,
    formula: &Conjecture,
    base: &Base,
    budget: &Budget,
    report: &mut dyn FnMut(Progress),
) -> Decision {
    decide(game, base, budget, report, |prover| match formula.kind() {
        Type::Int => prover.grundy(GraphOf::Formula(formula)),
        _ => prover.outcomes(WinsOf::Formula(formula)),
    })
}

/// Decides whether a relation between coordinates (tracks 0, 1, …) and a value (the track after
/// them) is that of the Grundy numbers at all positions, numbers written in a base. As [`prove`].
pub fn prove_relation(
    game: &TextGame,
    graph: &Automaton,
    base: &Base,
    budget: &Budget,
    report: &mut dyn FnMut(Progress),
) -> Decision {
    decide(game, base, budget, report, |prover| prover.grundy(GraphOf::Automaton(graph)))
}

/// Decides whether two sets of positions (coordinates on the tracks 0, 1, …) are those that Left,
/// and those that Right, wins moving first, numbers written in a base. As [`prove`].
pub fn prove_wins(
    game: &TextGame,
    wins: [&Automaton; 2],
    base: &Base,
    budget: &Budget,
    report: &mut dyn FnMut(Progress),
) -> Decision {
    decide(game, base, budget, report, |prover| prover.outcomes(WinsOf::Automata(wins)))
}

fn decide(
    game: &TextGame,
    base: &Base,
    budget: &Budget,
    report: &mut dyn FnMut(Progress),
    theorem: impl FnOnce(&mut Prover<'_>) -> Result<Proof, Ends>,
) -> Decision {
    let formulas = match GameFormulas::in_base(game.checked(), base) {
        Ok(formulas) => formulas,
        Err(outside) => return Decision::Open(Why::Game(outside)),
    };
    let mut prover = Prover {
        game,
        formulas,
        position: Automaton::constant(true),
        work: Work::new(budget).with_report(report).in_base(base),
    };
    match theorem(&mut prover) {
        Ok(proof) => Decision::Proved(Box::new(proof)),
        Err(Ends::With(decision)) => decision,
        Err(Ends::Limit(limit)) => Decision::Open(Why::Limit { limit, stage: prover.work.stage() }),
    }
}

/// Where the graph of a function comes from.
#[derive(Clone, Copy)]
enum GraphOf<'g> {
    Formula(&'g Conjecture),
    Automaton(&'g Automaton),
}

/// Where the sets of positions that a player wins moving first come from.
#[derive(Clone, Copy)]
enum WinsOf<'w> {
    Formula(&'w Conjecture),
    Automata([&'w Automaton; 2]),
}

struct Prover<'p> {
    game: &'p TextGame,
    formulas: GameFormulas,
    position: Automaton,
    work: Work<'p>,
}

impl Prover<'_> {
    fn enter(&mut self, stage: Stage) {
        self.work.enter(stage);
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
        let no_value = std::mem::take(&mut self.formulas.no_value);
        if let Some((position, span)) = self.without_value(&no_value)? {
            return open(Why::NoValue { position, span });
        }
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

    /// A position at which something is computed that has no value, and its place in the text.
    fn without_value(&mut self, no_value: &[NoValue]) -> Result<Option<FaultAt>, Ends> {
        for NoValue { span, at } in no_value {
            if let Some(found) = self.automaton(at)?.shortest() {
                return Ok(Some((self.tuple(&found), span.clone())));
            }
        }
        Ok(None)
    }

    /// Refuses a formula that computes something at a position that has no value.
    fn has_values(&mut self, no_value: &[NoValue]) -> Result<(), Ends> {
        match self.without_value(no_value)? {
            None => Ok(()),
            Some((position, span)) => {
                let violation = Violation::NoValue { position, span };
                Err(Ends::With(Decision::Refuted(violation)))
            }
        }
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
                equations.push(Formula::defines(track, form));
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
            let Some(below) = candidates[at].plus(&Linear::small(1), 1).map(Formula::AtMostZero)
            else {
                candidates.remove(at);
                continue;
            };
            let set = Formula::all([self.formulas.position.clone(), below]);
            match self.automaton(&set)?.is_empty() {
                true => at += 1,
                false => {
                    candidates.remove(at);
                }
            }
        }
        'more: while !left.is_empty() {
            'next: for (at, form) in candidates.iter().enumerate() {
                let mut stays = Vec::new();
                let mut usable = true;
                for (given, part) in &left {
                    // after − before ≥ 1 and ≥ 0 must be impossible, the latter for progress.
                    let change = applied(form, part).and_then(|after| after.plus(form, -1));
                    let grows = |least: i32| {
                        let bound = Linear::small(least).plus(change.as_ref()?, -1)?;
                        Some(Formula::all([given.clone(), Formula::AtMostZero(bound)]))
                    };
                    // A form whose numbers become too large shows nothing.
                    let (Some(by_one), Some(at_all)) = (grows(1), grows(0)) else { continue 'next };
                    if !by_one.automaton(&mut self.work)?.is_empty() {
                        usable = false;
                        break;
                    }
                    if !at_all.automaton(&mut self.work)?.is_empty() {
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
}

/// The number on a track of a tuple; tracks that do not matter are 0.
fn on(found: &[(Track, i128)], track: Track) -> i128 {
    found.iter().find(|(t, _)| *t == track).map_or(0, |&(_, x)| x)
}

/// A form with its tracks replaced by forms.
fn applied(form: &Linear, by: &[Linear]) -> Option<Linear> {
    let start = Linear::number(form.offset())?;
    form.terms().iter().try_fold(start, |sum, &(track, a)| sum.plus(&by[track as usize], a))
}

/// Forms that may decrease: the sum, single coordinates, then all with coefficients −1, 0, 1.
fn candidate_forms(width: usize) -> Vec<Linear> {
    let all: Vec<(Track, i64)> = (0..small(width)).map(|track| (track, 1)).collect();
    let mut forms: Vec<Linear> = Linear::of(&all, 0).into_iter().collect();
    forms.extend((0..small(width)).map(Linear::track));
    if width <= 5 {
        for code in 0..3i64.pow(small(width)) {
            let terms: Vec<(Track, i64)> =
                all.iter().map(|&(t, _)| (t, code / 3i64.pow(t) % 3 - 1)).collect();
            let Some(form) = Linear::of(&terms, 0) else { continue };
            if !form.terms().is_empty() && !forms.contains(&form) {
                forms.push(form);
            }
        }
    }
    forms
}
