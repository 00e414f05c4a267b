//! A game that is solved: what a proof says of positions of any size, and the moves that win.

use std::rc::Rc;

use ishitori_language::TextGame;
use ishitori_language::ast::Players;
use ishitori_values::{Budget, LimitReached, Player};

use crate::atoms::BitOperation;
use crate::automaton::Automaton;
use crate::decision::Proof;
use crate::diagram::Track;
use crate::formula::{Formula, Relation};
use crate::linear::Linear;
use crate::numbers::small;
use crate::translate::{GameFormulas, OptionCase};
use crate::work::Work;

/// What is proved of a game, ready to be asked.
///
/// ```
/// use ishitori_automata::{Decision, Solved, prove};
/// use ishitori_language::TextGame;
/// use ishitori_values::Budget;
/// let nim = TextGame::new("(y, z) -> (u, z) for u in 0 ..< y; (y, w) for w in 0 ..< z", &[]).unwrap();
/// let budget = Budget::unlimited();
/// let formula = nim.formula("y xor z").unwrap();
/// let Decision::Proved(proof) = prove(&nim, &formula, &budget, &mut |_| {}) else { panic!() };
/// let solved = Solved::new(&nim, &proof, &budget).unwrap();
/// let (y, z) = (10i128.pow(18), 10i128.pow(18) + 1);
/// assert_eq!(solved.grundy(&[y, z]), Some(y ^ z));
/// assert_eq!(solved.options_of_value(&[y, z], 0, 5), [vec![vec![y, y]]]);
/// ```
#[derive(Debug)]
pub struct Solved {
    position: Automaton,
    relations: Vec<Automaton>,
    moves: Vec<Moves>,
    width: usize,
}

/// Positions (tracks 0, 1, …), for Grundy numbers a value (the next track), and the parts of options
/// (the tracks after them): options of the value, or those that the opponent of the mover loses.
#[derive(Debug)]
struct Moves {
    players: Players,
    parts: usize,
    automaton: Automaton,
}

impl Solved {
    /// What a proof says. The cost is about that of the proof.
    pub fn new(game: &TextGame, proof: &Proof, budget: &Budget) -> Result<Solved, LimitReached> {
        let mut solved = Solved {
            position: Automaton::constant(true),
            relations: proof.relations.iter().map(|relation| relation.automaton.clone()).collect(),
            moves: Vec::new(),
            width: game.width(),
        };
        // What is proved has formulas.
        let Ok(mut formulas) = GameFormulas::in_base(game.checked(), &proof.base) else {
            return Ok(solved);
        };
        let mut work = Work::new(budget).in_base(&proof.base);
        solved.position = formulas.position.automaton(&mut work)?;
        let relations: Vec<Rc<Relation>> = proof.relations.iter().cloned().map(Rc::new).collect();
        for case in formulas.options.clone() {
            match relations.as_slice() {
                [graph] => {
                    let automaton = with_value(&mut formulas, &case, graph, &mut work)?;
                    solved.moves.push(Moves {
                        players: case.players,
                        parts: case.parts.len(),
                        automaton,
                    });
                }
                wins => {
                    for (player, players) in [(0, Players::Left), (1, Players::Right)] {
                        let who = Player::BOTH[player];
                        if case.parts.len() != 1 || !case.allows(who) {
                            continue;
                        }
                        let theirs = &wins[who.opponent() as usize];
                        let automaton = to_lost(&mut formulas, &case, theirs, &mut work)?;
                        solved.moves.push(Moves { players, parts: 1, automaton });
                    }
                }
            }
        }
        Ok(solved)
    }

    fn at(&self, position: &[i128]) -> Vec<(Track, i128)> {
        (0..).zip(position.iter().copied()).collect()
    }

    /// Whether a tuple is a position. O(bits).
    pub fn is_position(&self, tuple: &[i128]) -> bool {
        tuple.len() == self.width && self.position.holds(&self.at(tuple))
    }

    /// The Grundy number of a position, if that is what was proved. O(bits · states).
    pub fn grundy(&self, position: &[i128]) -> Option<i128> {
        let [graph] = self.relations.as_slice() else { return None };
        let found = graph.solutions(&self.at(position), &[small(self.width)], 1);
        found.first().map(|numbers| numbers[0])
    }

    /// Whether a player wins a position moving first. O(bits · states).
    pub fn wins(&self, position: &[i128], player: Player) -> bool {
        match self.relations.as_slice() {
            [graph] => {
                let mut at = self.at(position);
                at.push((small(self.width), 0));
                !graph.holds(&at)
            }
            wins => wins[player as usize].holds(&self.at(position)),
        }
    }

    /// Options of a position that have a Grundy number, at most this many by each case of a rule: the
    /// positions of which each is the sum. O(bits · states · 2^coordinates).
    pub fn options_of_value(
        &self,
        position: &[i128],
        value: i128,
        most: usize,
    ) -> Vec<Vec<Vec<i128>>> {
        let mut at = self.at(position);
        at.push((small(self.width), value));
        let moves = self.moves.iter().filter(|_| self.relations.len() == 1);
        self.found(moves, &at, self.width + 1, most)
    }

    /// Options by which a player wins, where outcomes were proved; as
    /// [`Solved::options_of_value`].
    pub fn winning_options(
        &self,
        position: &[i128],
        player: Player,
        most: usize,
    ) -> Vec<Vec<Vec<i128>>> {
        let who = match player {
            Player::Left => Players::Left,
            Player::Right => Players::Right,
        };
        let moves =
            self.moves.iter().filter(|moves| self.relations.len() == 2 && moves.players == who);
        self.found(moves, &self.at(position), self.width, most)
    }

    fn found<'m>(
        &self,
        moves: impl Iterator<Item = &'m Moves>,
        at: &[(Track, i128)],
        first: usize,
        most: usize,
    ) -> Vec<Vec<Vec<i128>>> {
        let mut options = Vec::new();
        for moves in moves {
            let free: Vec<Track> = (first..first + moves.parts * self.width).map(small).collect();
            for numbers in moves.automaton.solutions(at, &free, most) {
                options.push(numbers.chunks(self.width).map(<[i128]>::to_vec).collect());
            }
        }
        options.sort_unstable();
        options.dedup();
        options
    }
}

/// Where there is such a move, with its options on tracks from `first` on; more may be said of them.
fn moved(
    formulas: &mut GameFormulas,
    case: &OptionCase,
    first: Track,
    work: &mut Work<'_>,
    more: impl FnOnce(&mut GameFormulas, &[Vec<Track>], &mut Vec<Formula>) -> Vec<Track>,
) -> Result<Automaton, LimitReached> {
    let mut all =
        vec![formulas.position.clone(), formulas.terminal.clone().negated(), case.given.clone()];
    // The options get tracks that occur nowhere else, and are renamed at last.
    let mut bound = case.bound.clone();
    let mut tracks = Vec::new();
    for part in &case.parts {
        let mut own = Vec::new();
        for form in part {
            let track = formulas.fresh();
            all.push(Formula::defines(track, form));
            own.push(track);
        }
        tracks.push(own);
    }
    bound.extend(more(formulas, &tracks, &mut all));
    let set = Formula::exists(bound, Formula::all(all)).automaton(work)?;
    let order: Vec<Track> = tracks.into_iter().flatten().collect();
    set.rename(
        |track| {
            let place = order.iter().position(|&t| t == track);
            place.map_or(track, |place| first + small(place))
        },
        work,
    )
}

fn with_value(
    formulas: &mut GameFormulas,
    case: &OptionCase,
    graph: &Rc<Relation>,
    work: &mut Work<'_>,
) -> Result<Automaton, LimitReached> {
    let value = formulas.value();
    moved(formulas, case, value + 1, work, |formulas, parts, all| {
        let mut bound = Vec::new();
        let mut sum: Option<Track> = None;
        for (number, part) in parts.iter().enumerate() {
            let last = number + 1 == parts.len();
            let own = match parts.len() {
                1 => value,
                _ => formulas.fresh(),
            };
            bound.extend((own != value).then_some(own));
            let mut at = part.clone();
            at.push(own);
            all.push(Formula::Holds(Rc::clone(graph), at));
            sum = Some(match sum {
                None => own,
                Some(before) => {
                    let to = if last { value } else { formulas.fresh() };
                    bound.extend((to != value).then_some(to));
                    all.push(Formula::Bits(BitOperation::Xor, [before, own, to]));
                    to
                }
            });
        }
        if parts.is_empty() {
            all.push(Formula::Zero(Linear::track(value)));
        }
        bound
    })
}

fn to_lost(
    formulas: &mut GameFormulas,
    case: &OptionCase,
    theirs: &Rc<Relation>,
    work: &mut Work<'_>,
) -> Result<Automaton, LimitReached> {
    let first = formulas.value();
    moved(formulas, case, first, work, |_, parts, all| {
        all.push(Formula::Holds(Rc::clone(theirs), parts[0].clone()).negated());
        Vec::new()
    })
}
