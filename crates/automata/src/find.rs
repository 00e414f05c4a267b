//! Finding what a game is, and proving it: automata are learnt from a table until they agree with
//! it, then a proof is tried; where it fails, they contradict themselves, and what is true there or
//! at an option is the next thing to learn.
//!
//! If the Grundy numbers (or the outcomes) of a game have an automaton, each round of this adds at
//! least one of its states, so that it is found. Nothing is called proved but by a proof for all positions.

use ishitori_language::{EndKind, Halt, MAX_COORDINATE, Sink, TextGame};
use ishitori_values::{Budget, LimitReached, Player};

use crate::automaton::Automaton;
use crate::base::Base;
use crate::decision::{Decision, Proof, Why};
use crate::diagram::Track;
use crate::learn::{Learner, Teacher};
use crate::numbers::small;
use crate::prove::{prove_relation, prove_wins};
use crate::stage::Stage;
use crate::work::{Progress, Work};

/// A table of a game that grows: Grundy numbers, or for each position who wins moving first (1 for
/// Left, 2 for Right, 3 for both).
pub trait GameTable {
    /// What else may go wrong.
    type Fault;

    /// The number at a position, within the table or not; `None` if the tuple is no position.
    fn value(&mut self, position: &[u64]) -> Result<Option<u64>, TableStop<Self::Fault>>;

    /// The last value of each coordinate of the table, with which automata are compared.
    fn last(&self) -> Vec<u64>;
}

/// Why a table says nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableStop<F> {
    /// A limit was reached.
    Limit(LimitReached),
    /// This position is further than the table can grow.
    Far(Vec<u64>),
    /// Something else.
    Fault(F),
}

impl<F> From<LimitReached> for TableStop<F> {
    fn from(limit: LimitReached) -> Self {
        TableStop::Limit(limit)
    }
}

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The Grundy numbers: one automaton for coordinates and value.
    Grundy,
    /// Who wins: an automaton of P-positions if it does not matter who is Left, else one for each
    /// player, of the positions that they win moving first.
    Outcomes,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Discovery {
    /// The automata: coordinates on the tracks 0, 1, …, a Grundy number on the next one. They are
    /// right at all positions if this is proved, else at those of the table that were compared.
    pub automata: Vec<Automaton>,
    /// Whether they are proved; never that they are refuted.
    pub decision: Decision,
    /// Whether they agree with the whole table.
    pub consistent: bool,
    /// How many proofs were tried.
    pub proofs: usize,
    /// How many positions taught something.
    pub lessons: usize,
}

/// The most words that are distinguished.
const MOST_WORDS: usize = 20_000;

/// Of positions with more options than this only the position itself is looked at.
const MOST_OPTIONS: usize = 1 << 20;
/// The bits of the coordinates of continuations that are tried to distinguish words.
const TRIED_BITS: u32 = 10;

/// Learns automata that read numbers in a base, and proves. The cost is that of the table, and of each proof as in [`crate::prove`].
pub fn find<T: GameTable>(
    game: &TextGame,
    subject: Subject,
    base: &Base,
    truth: &mut T,
    budget: &Budget,
    report: &mut dyn FnMut(Progress),
) -> Result<Discovery, T::Fault> {
    let symmetric = game.is_impartial() && game.end() != EndKind::Letter;
    let (learners, tracks) = match subject {
        Subject::Grundy => (1, game.width() + 1),
        Subject::Outcomes => (if symmetric { 1 } else { 2 }, game.width()),
    };
    let mut search = Search {
        subject,
        base,
        truth,
        learners: vec![Learner::new(tracks); learners],
        automata: vec![None; learners],
        next: 0,
        lessons: 0,
    };
    let mut proofs = 0;
    let mut consistent;
    let why = loop {
        let compared = {
            let mut work = Work::new(budget).with_report(report).in_base(base);
            work.enter(Stage::Learning);
            search.agree(&mut work)
        };
        consistent = compared.is_ok();
        match compared {
            Ok(()) => {}
            Err(TableStop::Limit(limit)) => break Why::Limit { limit, stage: Stage::Learning },
            Err(TableStop::Far(position)) => break Why::Far(wide(&position)),
            Err(TableStop::Fault(fault)) => return Err(fault),
        }
        if search.learners.iter().any(|learner| learner.words() > MOST_WORDS) {
            break Why::ManyStates(MOST_WORDS);
        }
        let automata: Vec<&Automaton> = search.automata.iter().flatten().collect();
        proofs += 1;
        let decision = match subject {
            Subject::Grundy => prove_relation(game, automata[0], base, budget, report),
            Subject::Outcomes => match automata.as_slice() {
                [left, right] => prove_wins(game, [left, right], base, budget, report),
                lost => {
                    let mut work = Work::new(budget).in_base(base);
                    match lost[0].clone().complement(&mut work) {
                        Ok(wins) => prove_wins(game, [&wins, &wins], base, budget, report),
                        Err(limit) => Decision::Open(Why::Limit { limit, stage: Stage::Formula }),
                    }
                }
            },
        };
        let position = match decision {
            Decision::Proved(proof) => return Ok(search.done(proof, proofs)),
            Decision::Refuted(violation) => violation.position().to_vec(),
            Decision::Open(Why::Undefined(position)) => position,
            Decision::Open(why) => break why,
        };
        // They are wrong there or at an option, since else there would be no contradiction.
        consistent = false;
        let mut work = Work::new(budget).with_report(report).in_base(base);
        work.enter(Stage::Learning);
        match search.learn_from(game, &position, &mut work) {
            Ok(true) => {}
            Ok(false) => break Why::Far(position),
            Err(TableStop::Limit(limit)) => break Why::Limit { limit, stage: Stage::Learning },
            Err(TableStop::Far(position)) => break Why::Far(wide(&position)),
            Err(TableStop::Fault(fault)) => return Err(fault),
        }
    };
    Ok(Discovery {
        automata: search.automata.into_iter().flatten().collect(),
        decision: Decision::Open(why),
        consistent,
        proofs,
        lessons: search.lessons,
    })
}

fn wide(position: &[u64]) -> Vec<i128> {
    position.iter().map(|&x| i128::from(x)).collect()
}

struct Search<'s, T> {
    subject: Subject,
    base: &'s Base,
    truth: &'s mut T,
    learners: Vec<Learner>,
    automata: Vec<Option<Automaton>>,
    /// Where the comparison with the table goes on.
    next: u64,
    lessons: usize,
}

impl<T: GameTable> Search<'_, T> {
    fn done(self, proof: Box<Proof>, proofs: usize) -> Discovery {
        Discovery {
            automata: self.automata.into_iter().flatten().collect(),
            decision: Decision::Proved(proof),
            consistent: true,
            proofs,
            lessons: self.lessons,
        }
    }

    /// Learns until the automata agree with the whole table.
    fn agree(&mut self, work: &mut Work<'_>) -> Result<(), TableStop<T::Fault>> {
        for at in 0..self.learners.len() {
            if self.automata[at].is_none() {
                self.learn(at, work)?;
            }
        }
        let mut right = 0;
        loop {
            let last = self.truth.last();
            let cells = last.iter().fold(1u64, |n, &x| n.saturating_mul(x + 1));
            if right >= cells || self.learners.iter().any(|l| l.words() > MOST_WORDS) {
                return Ok(());
            }
            self.next %= cells;
            let mut rest = self.next;
            let mut position = vec![0; last.len()];
            for (x, &last) in position.iter_mut().zip(&last).rev() {
                *x = rest % (last + 1);
                rest /= last + 1;
            }
            match self.correct(&position, work)? {
                true => right = 0,
                false => {
                    right += 1;
                    self.next += 1;
                }
            }
            if right % 256 == 0 {
                work.look(self.learners[0].words(), 0)?;
            }
        }
    }

    /// Learns from a position or one of its options; false if the automata are right at all of them.
    fn learn_from(
        &mut self,
        game: &TextGame,
        position: &[i128],
        work: &mut Work<'_>,
    ) -> Result<bool, TableStop<T::Fault>> {
        let near = position.iter().map(|&x| i64::try_from(x).ok().filter(|&x| x < MAX_COORDINATE));
        let Some(near) = near.collect::<Option<Vec<i64>>>() else { return Ok(false) };
        let mut options = Options { width: near.len(), found: vec![near.clone()] };
        // What the machine cannot go through is too far.
        let all = game.machine().options(&near, None, &mut options);
        let mut found = options.found;
        found.truncate(match all {
            Ok(()) => usize::MAX,
            Err(_) => 1,
        });
        for option in found {
            let option: Option<Vec<u64>> = option.iter().map(|&x| u64::try_from(x).ok()).collect();
            if let Some(option) = option
                && self.correct(&option, work)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn learn(&mut self, at: usize, work: &mut Work<'_>) -> Result<(), TableStop<T::Fault>> {
        let (subject, players, truth) = (self.subject, self.learners.len(), &mut *self.truth);
        let base = self.base;
        let mut teacher = AsTeacher { subject, base, truth, player: at, players };
        self.automata[at] = Some(self.learners[at].automaton(&mut teacher, work)?);
        Ok(())
    }

    /// Whether an automaton was wrong at a position, and has learnt.
    fn correct(
        &mut self,
        position: &[u64],
        work: &mut Work<'_>,
    ) -> Result<bool, TableStop<T::Fault>> {
        let value = self.truth.value(position)?;
        let mut given: Vec<(Track, i128)> =
            (0..).zip(position.iter().map(|&x| i128::from(x))).collect();
        for at in 0..self.learners.len() {
            let Some(automaton) = &self.automata[at] else { continue };
            let wrong = match self.subject {
                Subject::Outcomes => {
                    let right = in_set(value, at, self.learners.len());
                    (automaton.holds(&given) != right).then(|| position.to_vec())
                }
                Subject::Grundy => {
                    let track = small(position.len());
                    let with = |value: u64| {
                        let mut tuple = position.to_vec();
                        tuple.push(value);
                        tuple
                    };
                    given.push((track, value.map_or(0, i128::from)));
                    match value {
                        Some(value) if !automaton.holds(&given) => Some(with(value)),
                        _ => {
                            given.pop();
                            let found = automaton.solutions(&given, &[track], 2);
                            let others = found.iter().filter_map(|v| u64::try_from(v[0]).ok());
                            others.into_iter().find(|&v| Some(v) != value).map(with)
                        }
                    }
                }
            };
            if let Some(tuple) = wrong {
                let (subject, players) = (self.subject, self.learners.len());
                let truth = &mut *self.truth;
                let base = self.base;
                let mut teacher = AsTeacher { subject, base, truth, player: at, players };
                if self.learners[at].correct(&tuple, &mut teacher, work)? {
                    self.lessons += 1;
                    self.learn(at, work)?;
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// The positions that a position leads to, sums by their parts.
struct Options {
    width: usize,
    found: Vec<Vec<i64>>,
}

impl Sink for Options {
    fn option(&mut self, _: usize, coordinates: &[i64]) -> Result<(), Halt> {
        self.found.extend(coordinates.chunks(self.width).map(<[i64]>::to_vec));
        match self.found.len() <= MOST_OPTIONS {
            true => Ok(()),
            false => Err(Halt::ReceiverDone),
        }
    }
}

/// A table that answers a learner.
struct AsTeacher<'t, T> {
    subject: Subject,
    base: &'t Base,
    truth: &'t mut T,
    player: usize,
    players: usize,
}

impl<T: GameTable> Teacher for AsTeacher<'_, T> {
    type Stop = TableStop<T::Fault>;

    fn contains(&mut self, tuple: &[u64]) -> Result<bool, Self::Stop> {
        match self.subject {
            Subject::Outcomes => {
                let value = self.truth.value(tuple)?;
                Ok(in_set(value, self.player, self.players))
            }
            Subject::Grundy => match tuple.split_last() {
                Some((&value, position)) => Ok(self.truth.value(position)? == Some(value)),
                None => Ok(false),
            },
        }
    }

    fn tell_apart(
        &mut self,
        words: [&[u64]; 2],
        read: u32,
        letters: u32,
    ) -> Result<Option<(u32, Vec<u64>)>, Self::Stop> {
        let (words, values) = match self.subject {
            Subject::Outcomes => (words, [0; 2]),
            Subject::Grundy => {
                let value = |word: &[u64]| word.last().copied().unwrap_or(0);
                (words.map(|word| &word[..word.len() - 1]), words.map(value))
            }
        };
        let width = small(words[0].len());
        let whole = |letters: &u32| (read + letters).is_multiple_of(self.base.block());
        let few = (1..letters).take_while(|letters| letters * width <= TRIED_BITS);
        for letters in few.filter(whole) {
            for code in 0..1u64 << (letters * width) {
                let mask = (1 << letters) - 1;
                let rest: Vec<u64> = (0..width).map(|i| code >> (i * letters) & mask).collect();
                let mut found = [None, None];
                for (found, (word, value)) in found.iter_mut().zip(words.iter().zip(values)) {
                    let codes = word.iter().zip(&rest).map(|(&x, &y)| x << letters | y);
                    let numbers = codes.map(|code| self.base.number(code));
                    let Some(at) = numbers.collect::<Option<Vec<u64>>>() else { continue };
                    // What the value must go on with, if it begins as it should.
                    let truth = self.truth.value(&at)?;
                    *found = match self.subject {
                        Subject::Outcomes => in_set(truth, self.player, self.players).then_some(0),
                        Subject::Grundy => {
                            let code = truth.and_then(|value| self.base.code(value));
                            code.filter(|v| v >> letters == value).map(|v| v & mask)
                        }
                    };
                }
                if found[0] != found[1] {
                    let mut rest = rest;
                    if self.subject == Subject::Grundy {
                        rest.push(found[0].or(found[1]).unwrap_or(0));
                    }
                    return Ok(Some((letters, rest)));
                }
            }
        }
        Ok(None)
    }
}

/// Whether a position is in the set of a learner: won by a player moving first, or by neither.
fn in_set(value: Option<u64>, at: usize, learners: usize) -> bool {
    match learners {
        1 => value == Some(0),
        _ => value.is_some_and(|value| value >> at & 1 == 1),
    }
}

/// The number of a set of players in a table of outcomes. O(1).
pub fn winners(wins: impl Fn(Player) -> bool) -> u64 {
    Player::BOTH.into_iter().map(|player| u64::from(wins(player)) << player as u32).sum()
}
