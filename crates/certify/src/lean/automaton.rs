//! P-positions by automata of few states as files for Lean 4.
//!
//! A file has the moves of one game on tuples, the automaton, lists of the places that the digits of a move can lead to, and a
//! proof for all positions that what the automaton accepts are the P-positions. Lean's kernel verifies that the lists are closed
//! and what they have to show; the lemmas about digits are proved in the file. See `automaton.lean`, whose names are used here.

use std::collections::HashMap;

use super::filled;
use crate::formula::{AutomatonData, Term, Test, TupleMove, TupleRule};

/// What stands in every file, with names in braces for what differs.
const FILE: &str = include_str!("automaton.lean");

/// The most states of an automaton, numbers of one move, places of one kind of moves, and steps that Lean's kernel makes.
const MOST_STATES: usize = 64;
const MOST_TRACKS: usize = 8;
const MOST_PLACES: usize = 500;
const MOST_STEPS: usize = 20_000;

/// The largest number in a condition.
const LARGEST: i64 = 1 << 20;

/// A sum of multiples of the numbers of a move, and a constant.
#[derive(Clone)]
struct Linear {
    coefficients: Vec<i64>,
    constant: i64,
}

/// A sum of multiples that is at most a bound.
struct Inequality {
    coefficients: Vec<i64>,
    bound: i64,
}

/// A condition made of inequalities, by their numbers.
enum Condition {
    Always,
    Inequality(usize),
    Negation(Box<Condition>),
    Both(Box<Condition>, Box<Condition>),
    Either(Box<Condition>, Box<Condition>),
}

/// The moves of one kind: the numbers are the coordinates, then this many more; the option is some of them, by their places.
struct Moves {
    more: usize,
    inequalities: Vec<Inequality>,
    condition: Condition,
    option: Vec<usize>,
}

/// What is remembered of a move while its digits are read: the states at the position and at the option, how the weight
/// changes, and the sums of the inequalities.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Place {
    here: usize,
    there: usize,
    change: i64,
    sums: Vec<i64>,
}

/// The automaton on natural numbers: its states after the letter of the signs.
struct Automaton {
    width: usize,
    /// For each state and letter the next state.
    table: Vec<usize>,
    accepting: Vec<bool>,
}

/// The file for a game whose P-positions the automaton accepts; none if the game or the automaton is not of the kind that the
/// file is about, or too large. O(places · letters).
pub(super) fn file(game: &TupleRule, set: &AutomatonData) -> Option<String> {
    let width = game.coordinates.len();
    let all_positions = matches!(&game.position, Test::All(tests) if tests.is_empty());
    if !all_positions || game.end.is_some() || set.base.is_some() {
        return None;
    }
    let automaton = Automaton::new(set, width)?;
    let moves = game.moves.iter().map(|rule| Moves::new(game, rule)).collect::<Option<Vec<_>>>()?;
    // Every move decreases the sum of the coordinates, or one of them.
    let sum = std::iter::once(vec![1; width]);
    let single = (0..width).map(|i| (0..width).map(|j| i64::from(i == j)).collect());
    sum.chain(single).find_map(|weights| Some(Proof::new(&automaton, &moves, weights)?.file(game)))
}

impl Automaton {
    /// The states that numbers without signs lead to.
    fn new(set: &AutomatonData, width: usize) -> Option<Self> {
        let after = |state: u32, letter: usize| {
            let mut at = set.states[state as usize];
            while at % 2 == 1 {
                let [track, low, high] = set.nodes[at as usize / 2];
                at = if letter >> track & 1 == 1 { high } else { low };
            }
            at / 2
        };
        if width > MOST_TRACKS {
            return None;
        }
        let mut states = vec![after(0, 0)];
        let mut table = Vec::new();
        let mut done = 0;
        while let Some(&state) = states.get(done) {
            for letter in 0..1 << width {
                let next = after(state, letter);
                let number = states.iter().position(|&s| s == next).unwrap_or(states.len());
                if number == states.len() {
                    states.push(next);
                }
                table.push(number);
            }
            done += 1;
            if states.len() > MOST_STATES {
                return None;
            }
        }
        let accepting = states.iter().map(|s| set.accepting.binary_search(s).is_ok()).collect();
        // Zeros before a number change nothing: the checker has verified that repeated signs do not.
        (table[0] == 0).then_some(Automaton { width, table, accepting })
    }

    fn next(&self, state: usize, digits: impl IntoIterator<Item = i64>) -> usize {
        let letter: usize =
            digits.into_iter().enumerate().map(|(i, d)| usize::from(d == 1) << i).sum();
        self.table[(state << self.width) + letter]
    }
}

impl Linear {
    fn plus(&self, other: &Linear, factor: i64) -> Option<Linear> {
        let add = |a: i64, b: i64| {
            let sum = a.checked_add(b.checked_mul(factor)?)?;
            (sum.abs() <= LARGEST).then_some(sum)
        };
        let both = self.coefficients.iter().zip(&other.coefficients);
        let coefficients = both.map(|(&a, &b)| add(a, b)).collect::<Option<_>>()?;
        Some(Linear { coefficients, constant: add(self.constant, other.constant)? })
    }
}

impl Moves {
    /// The moves of a rule; none if a condition is not linear, or if a variable may be negative.
    fn new(game: &TupleRule, rule: &TupleMove) -> Option<Moves> {
        if rule.player.is_some() || !rule.plus.is_empty() {
            return None;
        }
        let names: Vec<&String> = game.coordinates.iter().chain(&rule.variables).collect();
        let place = |term: &Term| match term {
            Term::Name(name) => names.iter().position(|n| *n == name),
            _ => None,
        };
        // A coordinate of the option that is none of the numbers is one more, and said to be equal.
        let other: Vec<&Term> = rule.option.iter().filter(|&term| place(term).is_none()).collect();
        let tracks = names.len() + other.len();
        let option: Vec<usize> = {
            let mut last = names.len();
            let track = |term| {
                place(term).unwrap_or_else(|| {
                    last += 1;
                    last - 1
                })
            };
            rule.option.iter().map(track).collect()
        };
        let natural = |name: &String, track: usize| {
            option.contains(&track) || is_natural(&rule.condition, name)
        };
        let mut variables = rule.variables.iter().zip(game.coordinates.len()..);
        if tracks > MOST_TRACKS || !variables.all(|(name, track)| natural(name, track)) {
            return None;
        }
        let mut reader = Reader { names: &names, tracks, inequalities: Vec::new() };
        let mut condition = reader.condition(&rule.condition)?;
        for (term, track) in other.into_iter().zip(names.len()..) {
            let equal = reader.equal(&reader.track(track), &reader.term(term)?)?;
            condition = Condition::Both(condition.into(), equal.into());
        }
        let inequalities = reader.inequalities;
        Some(Moves { more: tracks - game.coordinates.len(), inequalities, condition, option })
    }

    fn pick(&self, digits: &[i64]) -> Vec<i64> {
        self.option.iter().map(|&track| digits[track]).collect()
    }

    fn sums(&self, digits: &[i64]) -> Vec<i64> {
        self.inequalities.iter().map(|q| product(&q.coefficients, digits)).collect()
    }
}

/// Whether a condition says of a variable that it is not negative.
fn is_natural(condition: &Test, name: &str) -> bool {
    match condition {
        Test::All(tests) => tests.iter().any(|test| is_natural(test, name)),
        Test::AtMost(Term::Number(low), Term::Name(other)) => *low >= 0 && other == name,
        _ => false,
    }
}

fn product(a: &[i64], b: &[i64]) -> i64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Reads conditions as inequalities.
struct Reader<'a> {
    names: &'a [&'a String],
    tracks: usize,
    inequalities: Vec<Inequality>,
}

impl Reader<'_> {
    fn track(&self, track: usize) -> Linear {
        let coefficients = (0..self.tracks).map(|i| i64::from(i == track)).collect();
        Linear { coefficients, constant: 0 }
    }

    fn number(&self, constant: i64) -> Option<Linear> {
        (constant.abs() <= LARGEST).then(|| Linear { coefficients: vec![0; self.tracks], constant })
    }

    fn term(&self, term: &Term) -> Option<Linear> {
        match term {
            Term::Number(constant) => self.number(*constant),
            Term::Name(name) => {
                self.names.iter().position(|n| *n == name).map(|track| self.track(track))
            }
            Term::Sum(terms) => {
                terms.iter().try_fold(self.number(0)?, |sum, term| sum.plus(&self.term(term)?, 1))
            }
            Term::Times(factor, term) => self.number(0)?.plus(&self.term(term)?, *factor),
            _ => None,
        }
    }

    fn at_most(&mut self, a: &Linear, b: &Linear) -> Option<Condition> {
        let Linear { coefficients, constant } = a.plus(b, -1)?;
        self.inequalities.push(Inequality { coefficients, bound: -constant });
        Some(Condition::Inequality(self.inequalities.len() - 1))
    }

    fn equal(&mut self, a: &Linear, b: &Linear) -> Option<Condition> {
        let (up, down) = (self.at_most(a, b)?, self.at_most(b, a)?);
        Some(Condition::Both(up.into(), down.into()))
    }

    fn condition(&mut self, test: &Test) -> Option<Condition> {
        let negation = |c: Condition| Condition::Negation(c.into());
        match test {
            Test::Equal(a, b) => self.equal(&self.term(a)?, &self.term(b)?),
            Test::AtMost(a, b) => self.at_most(&self.term(a)?, &self.term(b)?),
            Test::Not(test) => self.condition(test).map(negation),
            Test::All(tests) | Test::Any(tests) => {
                let all = matches!(test, Test::All(_));
                let mut parts = tests.iter().map(|test| self.condition(test));
                let Some(first) = parts.next() else {
                    return Some(if all { Condition::Always } else { negation(Condition::Always) });
                };
                let join = |a: Condition, b: Condition| match all {
                    true => Condition::Both(a.into(), b.into()),
                    false => Condition::Either(a.into(), b.into()),
                };
                parts.try_fold(first?, |a, b| Some(join(a, b?)))
            }
        }
    }
}

impl Condition {
    fn holds(&self, truth: &[bool]) -> bool {
        match self {
            Condition::Always => true,
            Condition::Inequality(i) => truth[*i],
            Condition::Negation(c) => !c.holds(truth),
            Condition::Both(a, b) => a.holds(truth) && b.holds(truth),
            Condition::Either(a, b) => a.holds(truth) || b.holds(truth),
        }
    }

    fn text(&self) -> String {
        match self {
            Condition::Always => ".always".to_owned(),
            Condition::Inequality(i) => format!(".inequality {i}"),
            Condition::Negation(c) => format!(".negation ({})", c.text()),
            Condition::Both(a, b) => format!(".both ({}) ({})", a.text(), b.text()),
            Condition::Either(a, b) => format!(".either ({}) ({})", a.text(), b.text()),
        }
    }
}

/// All words of zeros and ones of a length, the first digit changing last.
fn letters(tracks: usize) -> Vec<Vec<i64>> {
    (0..1usize << tracks)
        .map(|n| (0..tracks).rev().map(|i| i64::from(n >> i & 1 == 1)).collect())
        .collect()
}

/// The places of one kind of moves: all that can be reached, and those that lead to a move to what is accepted.
struct Places {
    reached: Vec<Place>,
    useful: Vec<Place>,
}

/// The state at a position, and for each kind of moves the useful places that some further numbers lead to.
type Choice = (usize, Vec<Vec<Place>>);

/// What the file proves, found.
struct Proof<'a> {
    automaton: &'a Automaton,
    moves: &'a [Moves],
    weights: Vec<i64>,
    /// Sums are remembered between the negative of this and this.
    reach: i64,
    places: Vec<Places>,
    choices: Vec<Choice>,
}

impl<'a> Proof<'a> {
    /// None if some move does not decrease the weight, or if there are too many places.
    fn new(automaton: &'a Automaton, moves: &'a [Moves], weights: Vec<i64>) -> Option<Self> {
        let mut proof =
            Proof { automaton, moves, weights, reach: 1, places: Vec::new(), choices: Vec::new() };
        for kind in moves {
            for digits in letters(automaton.width + kind.more) {
                let sums = kind.sums(&digits).into_iter().chain([proof.change(kind, &digits)]);
                proof.reach = sums.map(i64::abs).fold(proof.reach, i64::max);
            }
            let bounds =
                kind.inequalities.iter().flat_map(|q| [q.bound.abs(), (q.bound + 1).abs()]);
            proof.reach = bounds.fold(proof.reach, i64::max);
        }
        proof.places = moves.iter().map(|kind| proof.places_of(kind)).collect::<Option<_>>()?;
        proof.choices = proof.all_choices()?;
        Some(proof)
    }

    fn change(&self, kind: &Moves, digits: &[i64]) -> i64 {
        product(&self.weights, &kind.pick(digits))
            - product(&self.weights, &digits[..self.automaton.width])
    }

    fn first(&self, kind: &Moves) -> Place {
        Place { here: 0, there: 0, change: 0, sums: vec![0; kind.inequalities.len()] }
    }

    fn after(&self, kind: &Moves, place: &Place, digits: &[i64]) -> Place {
        let bounded = |before: i64, now: i64| (2 * before + now).clamp(-self.reach, self.reach);
        let sums = place.sums.iter().zip(kind.sums(digits));
        Place {
            here: self.automaton.next(place.here, digits[..self.automaton.width].iter().copied()),
            there: self.automaton.next(place.there, kind.pick(digits)),
            change: bounded(place.change, self.change(kind, digits)),
            sums: sums.map(|(&before, now)| bounded(before, now)).collect(),
        }
    }

    /// Whether the move is there.
    fn fits(&self, kind: &Moves, place: &Place) -> bool {
        let truths = place.sums.iter().zip(&kind.inequalities).map(|(&sum, q)| sum <= q.bound);
        kind.condition.holds(&truths.collect::<Vec<_>>())
    }

    /// Whether the move is there and leads to what is accepted.
    fn wins(&self, kind: &Moves, place: &Place) -> bool {
        self.fits(kind, place) && self.automaton.accepting[place.there]
    }

    fn places_of(&self, kind: &Moves) -> Option<Places> {
        let words = letters(self.automaton.width + kind.more);
        let mut reached = vec![self.first(kind)];
        let mut numbers = HashMap::from([(self.first(kind), 0)]);
        let mut next: Vec<Vec<usize>> = Vec::new();
        while let Some(place) = reached.get(next.len()).cloned() {
            let decreased = place.change < 0;
            let both =
                self.automaton.accepting[place.here] && self.automaton.accepting[place.there];
            if self.fits(kind, &place) && (both || !decreased) {
                return None;
            }
            let mut row = Vec::new();
            for word in &words {
                let after = self.after(kind, &place, word);
                let number = *numbers.entry(after.clone()).or_insert(reached.len());
                if number == reached.len() {
                    reached.push(after);
                }
                row.push(number);
            }
            next.push(row);
            if reached.len() > MOST_PLACES || next.len() * words.len() > MOST_STEPS {
                return None;
            }
        }
        let mut leads: Vec<bool> = reached.iter().map(|place| self.wins(kind, place)).collect();
        loop {
            let more: Vec<usize> = (0..reached.len())
                .filter(|&i| !leads[i] && next[i].iter().any(|&j| leads[j]))
                .collect();
            if more.is_empty() {
                break;
            }
            more.into_iter().for_each(|i| leads[i] = true);
        }
        let useful = reached
            .iter()
            .zip(&leads)
            .filter(|&(_, &leads)| leads)
            .map(|(p, _)| p.clone())
            .collect();
        Some(Places { reached, useful })
    }

    fn all_choices(&self) -> Option<Vec<Choice>> {
        let start: Choice = (0, self.moves.iter().map(|kind| vec![self.first(kind)]).collect());
        let mut all = vec![start];
        let (mut done, mut steps) = (0, 0);
        while let Some((state, sets)) = all.get(done).cloned() {
            let mut kinds = self.moves.iter().zip(&sets);
            let winning = kinds.any(|(kind, set)| set.iter().any(|place| self.wins(kind, place)));
            if !self.automaton.accepting[state] && !winning {
                return None;
            }
            for word in letters(self.automaton.width) {
                let mut chosen = Vec::new();
                for ((kind, places), set) in self.moves.iter().zip(&self.places).zip(&sets) {
                    let more = letters(kind.more);
                    let further = |place| {
                        let digits = |more: &Vec<i64>| [word.clone(), more.clone()].concat();
                        more.iter()
                            .map(move |more| self.after(kind, place, &digits(more)))
                            .collect::<Vec<_>>()
                    };
                    let found: Vec<Place> = set.iter().flat_map(further).collect();
                    steps += found.len() * places.useful.len();
                    chosen.push(
                        places.useful.iter().filter(|p| found.contains(p)).cloned().collect(),
                    );
                }
                let choice = (self.automaton.next(state, word), chosen);
                if !all.contains(&choice) {
                    all.push(choice);
                }
            }
            done += 1;
            if all.len() > MOST_PLACES || steps > MOST_STEPS {
                return None;
            }
        }
        Some(all)
    }

    fn place_text(&self, place: &Place) -> String {
        let shifted = |sum: &i64| sum + self.reach;
        let sums = list(place.sums.iter().map(shifted));
        format!("({}, {}, {}, {sums})", place.here, place.there, shifted(&place.change))
    }

    fn places_text(&self, places: &[Place]) -> String {
        list(places.iter().map(|place| self.place_text(place)))
    }

    fn file(&self, game: &TupleRule) -> String {
        let names: Vec<String> = (1..=self.moves.len()).map(|i| format!("rule{i}")).collect();
        let rule = |(kind, name): (&Moves, &String)| {
            let inequality = |q: &Inequality| format!("⟨{}, {}⟩", list(&q.coefficients), q.bound);
            let inequalities = list(kind.inequalities.iter().map(inequality));
            let (condition, option) = (kind.condition.text(), list(&kind.option));
            format!(
                "noncomputable def {name} : Rule :=\n  ⟨{}, {inequalities},\n    {condition}, {option}⟩\n",
                kind.more
            )
        };
        let proof = |(places, name): (&Places, &String)| {
            let (reached, useful) =
                (self.places_text(&places.reached), self.places_text(&places.useful));
            format!("  ({name}, {reached},\n    {useful})")
        };
        let choice = |(state, sets): &Choice| {
            format!("  ({state}, {})", list(sets.iter().map(|set| self.places_text(set))))
        };
        let lines = |all: Vec<String>| all.join(",\n");
        let accepting =
            (0..).zip(&self.automaton.accepting).filter(|&(_, &a)| a).map(|(s, _): (usize, _)| s);
        let parts = [
            ("COORDINATES", game.coordinates.join(", ")),
            ("STATES", self.automaton.accepting.len().to_string()),
            ("WIDTH", self.automaton.width.to_string()),
            ("RULES", self.moves.iter().zip(&names).map(rule).collect::<Vec<_>>().join("\n")),
            ("RULE_NAMES", names.join(", ")),
            ("TABLE", list(&self.automaton.table)),
            ("ACCEPTING", list(accepting)),
            ("REACH", self.reach.to_string()),
            ("WEIGHTS", list(&self.weights)),
            ("PROOFS", lines(self.places.iter().zip(&names).map(proof).collect())),
            ("CHOICES", lines(self.choices.iter().map(choice).collect())),
        ];
        filled(FILE, &parts)
    }
}

/// A list in Lean.
fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    format!("[{}]", items.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(name: &str) -> Term {
        Term::Name(name.to_owned())
    }

    /// Take one or two tokens; the player who cannot move loses. The automaton reads the number modulo 3.
    fn subtraction(remainder: usize) -> (TupleRule, AutomatonData) {
        let take = |s: i64| TupleMove {
            variables: Vec::new(),
            condition: Test::Not(Test::AtMost(name("n"), Term::Number(s - 1)).into()),
            option: vec![Term::Sum(vec![name("n"), Term::Number(-s)])],
            plus: Vec::new(),
            player: None,
        };
        let game = TupleRule {
            coordinates: vec!["n".to_owned()],
            position: Test::All(Vec::new()),
            moves: vec![take(1), take(2)],
            end: None,
        };
        // State 0 begins; 1, 2, 3 have the remainders 0, 1, 2, where −1 is 2.
        let set = AutomatonData {
            base: None,
            nodes: vec![[0, 2, 6], [0, 2, 4], [0, 6, 2], [0, 4, 6]],
            states: vec![1, 3, 5, 7],
            accepting: vec![u32::try_from(remainder).unwrap() + 1],
        };
        (game, set)
    }

    #[test]
    fn the_places_of_a_subtraction_game() {
        let (game, set) = subtraction(0);
        let text = file(&game, &set).unwrap();
        assert!(text.contains("def table : List Nat := [0, 1, 2, 0, 1, 2]"));
        assert!(text.contains("[0].any fun a => decide (a = s)"));
        assert!(text.contains("def rules : List Rule := [rule1, rule2]"));
        // n ≤ 0 does not hold, and the number after n is n − 1.
        assert!(text.contains(
            "⟨1, [⟨[1, 0], 0⟩, ⟨[-1, 1], -1⟩, ⟨[1, -1], 1⟩],\n    .both (.negation (.inequality 0)) (.both (.inequality 1) (.inequality 2)), [1]⟩"
        ));
        let names =
            ["COORDINATES", "STATES", "WIDTH", "RULES", "TABLE", "PROOFS", "CHOICES", "REACH"];
        assert!(names.iter().all(|name| !text.contains(&format!("{{{name}}}"))));
    }

    #[test]
    fn nothing_is_written_of_what_is_false_or_of_other_games() {
        let (mut game, set) = subtraction(1);
        assert_eq!(file(&game, &set), None);
        let (_, set) = subtraction(0);
        game.position = Test::AtMost(Term::Number(1), name("n"));
        assert_eq!(file(&game, &set), None);
        let (mut game, set) = subtraction(0);
        game.moves[0].condition = Test::Equal(Term::Mod(name("n").into(), 2), Term::Number(0));
        assert_eq!(file(&game, &set), None);
        // A variable that may be negative.
        let (mut game, set) = subtraction(0);
        game.moves[0].variables.push("u".to_owned());
        assert_eq!(file(&game, &set), None);
    }
}
