//! Automata that are learnt and proved, against tables by the definition.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;

use ishitori_automata::{
    Base, Decision, Discovery, GameTable, Learner, Solved, Subject, TableStop, Teacher, Why, Work,
    certificate, find, winners,
};
use ishitori_certify::{Why as Verdict, check};
use ishitori_language::{
    Halt, Machine, ParameterValue, Sink, TextGame, chocolate, library_game, pile_game,
};
use ishitori_values::{Budget, LimitReached, Outcome, Player};
use proptest::prelude::*;

struct Options(Vec<Vec<i64>>);
impl Sink for Options {
    fn option(&mut self, _: usize, coordinates: &[i64]) -> Result<(), Halt> {
        self.0.push(coordinates.to_vec());
        Ok(())
    }
}

/// Values by the definition, remembered.
struct ByDefinition<'g> {
    game: &'g TextGame,
    machine: Machine<'g>,
    subject: Subject,
    known: HashMap<Vec<i64>, u64>,
    last: Vec<u64>,
    side: u64,
}

impl<'g> ByDefinition<'g> {
    fn new(game: &'g TextGame, subject: Subject, side: u64) -> Self {
        let last = vec![side.min(15); game.width()];
        ByDefinition { game, machine: game.machine(), subject, known: HashMap::new(), last, side }
    }

    fn options(&mut self, at: &[i64], player: Option<Player>) -> Vec<Vec<i64>> {
        let mut options = Options(Vec::new());
        self.machine.options(at, player, &mut options).map_err(|_| ()).unwrap();
        options.0
    }

    fn at(&mut self, at: &[i64]) -> u64 {
        if let Some(&known) = self.known.get(at) {
            return known;
        }
        let width = self.game.width();
        let value = match self.subject {
            Subject::Grundy => {
                let values: HashSet<u64> = self
                    .options(at, None)
                    .iter()
                    .map(|option| option.chunks(width).fold(0, |sum, part| sum ^ self.at(part)))
                    .collect();
                (0..).find(|v| !values.contains(v)).unwrap()
            }
            Subject::Outcomes => {
                let mut wins = [false; 2];
                for player in Player::BOTH {
                    let options = self.options(at, Some(player));
                    wins[player as usize] = match options.is_empty() {
                        true => {
                            let letter = self.machine.letter(at).unwrap();
                            Outcome::wins_moving_first(letter, player)
                        }
                        false => options
                            .iter()
                            .any(|option| self.at(option) >> player.opponent() as u32 & 1 == 0),
                    };
                }
                winners(|player| wins[player as usize])
            }
        };
        self.known.insert(at.to_vec(), value);
        value
    }
}

impl GameTable for ByDefinition<'_> {
    type Fault = Infallible;

    fn value(&mut self, position: &[u64]) -> Result<Option<u64>, TableStop<Infallible>> {
        let at: Vec<i64> = position.iter().map(|&x| x as i64).collect();
        if !self.machine.contains(&at).unwrap() {
            return Ok(None);
        }
        if position.iter().any(|&x| x > self.side) {
            return Err(TableStop::Far(position.to_vec()));
        }
        Ok(Some(self.at(&at)))
    }

    fn last(&self) -> Vec<u64> {
        self.last.clone()
    }
}

fn found(game: &TextGame, subject: Subject, side: u64) -> Discovery {
    let mut truth = ByDefinition::new(game, subject, side);
    find(game, subject, &Base::binary(), &mut truth, &Budget::unlimited(), &mut |_| {}).unwrap()
}

fn library(name: &str, settings: &[(&str, i64)]) -> TextGame {
    let settings: Vec<_> =
        settings.iter().map(|(n, v)| (n.to_string(), ParameterValue::Int(*v))).collect();
    TextGame::new(library_game(name).unwrap().source, &settings).unwrap()
}

#[track_caller]
fn proved(game: &TextGame, subject: Subject, side: u64) -> Discovery {
    let found = found(game, subject, side);
    assert!(matches!(found.decision, Decision::Proved(_)), "{game}: {:?}", found.decision);
    found
}

#[test]
fn grundy_numbers_are_found_without_a_formula() {
    for k in ["1", "2", "4"] {
        proved(&TextGame::new(&chocolate(k), &[]).unwrap(), Subject::Grundy, 511);
    }
    proved(&library("bounded-nim", &[("m", 4)]), Subject::Grundy, 255);
    let lasker = TextGame::new(
        "position (n)\nboth: (m) for m in 0 ..< n\n      (a) + (n - a) for a in 1 ..< n",
        &[],
    );
    let found = proved(&lasker.unwrap(), Subject::Grundy, 511);
    // A heap of 10^18, which leaves the rest 0 by 4.
    let heap = 10i128.pow(18);
    assert_eq!(found.automata[0].solutions(&[(0, heap)], &[1], 2), [[heap - 1]]);
}

#[test]
fn outcomes_are_found_for_any_players_and_ends() {
    proved(&library("chocolate3", &[]), Subject::Outcomes, 31);
    proved(&library("thirty-one", &[]), Subject::Outcomes, 255);
    let race = "position (a, b)\nleft: (a - 1, b) if a > 0\nright: (a, b - 1) if b > 0";
    let found = proved(&TextGame::new(race, &[]).unwrap(), Subject::Outcomes, 63);
    let at = [(0, 10i128.pow(18) + 1), (1, 10i128.pow(18))];
    assert!(found.automata[0].holds(&at) && !found.automata[1].holds(&at));
    let letters = "(n) -> (n - s) for s in {2, 3} if s <= n; end: if n mod 2 = 0 then L else R";
    proved(&TextGame::new(letters, &[]).unwrap(), Subject::Outcomes, 255);
}

/// What a proof says of positions and moves, against the definition.
#[test]
fn solved_games_agree_with_the_definition() {
    let lasker = "position (n)\nboth: (m) for m in 0 ..< n\n      (a) + (n - a) for a in 1 ..< n";
    let race = "position (a, b)\nleft: (a - 1, b) if a > 0\nright: (a, b - 1) if b > 0";
    for (game, subject, side) in [
        (TextGame::new(&chocolate("2"), &[]).unwrap(), Subject::Grundy, 14i64),
        (TextGame::new(lasker, &[]).unwrap(), Subject::Grundy, 30),
        (library("chocolate3", &[]), Subject::Outcomes, 5),
        (library("thirty-one", &[]), Subject::Outcomes, 30),
        (TextGame::new(race, &[]).unwrap(), Subject::Outcomes, 8),
    ] {
        let Decision::Proved(proof) = proved(&game, subject, 511).decision else { panic!() };
        let solved = Solved::new(&game, &proof, &Budget::unlimited()).unwrap();
        let mut truth = ByDefinition::new(&game, subject, 511);
        let width = game.width();
        for code in 0..side.pow(width as u32) {
            let at: Vec<i64> = (0..width as u32).map(|i| code / side.pow(i) % side).collect();
            let wide: Vec<i128> = at.iter().map(|&x| i128::from(x)).collect();
            let inside = truth.machine.contains(&at).unwrap();
            assert_eq!(solved.is_position(&wide), inside, "{game} {at:?}");
            if !inside {
                continue;
            }
            let value = truth.at(&at);
            let as_parts = |options: Vec<Vec<i64>>| -> Vec<Vec<Vec<i128>>> {
                let parts = |option: Vec<i64>| -> Vec<Vec<i128>> {
                    let part = |part: &[i64]| part.iter().map(|&x| i128::from(x)).collect();
                    option.chunks(width).map(part).collect()
                };
                let mut options: Vec<_> = options.into_iter().map(parts).collect();
                options.sort_unstable();
                options.dedup();
                options
            };
            match subject {
                Subject::Grundy => {
                    assert_eq!(solved.grundy(&wide), Some(i128::from(value)), "{game} {at:?}");
                    for wanted in 0..value + 2 {
                        let options = truth.options(&at, None).into_iter().filter(|option| {
                            option.chunks(width).fold(0, |sum, part| sum ^ truth.at(part)) == wanted
                        });
                        let expected = as_parts(options.collect());
                        let found = solved.options_of_value(&wide, i128::from(wanted), 1000);
                        assert_eq!(found, expected, "{game} {at:?}: {wanted}");
                    }
                }
                Subject::Outcomes => {
                    for player in Player::BOTH {
                        let wins = value >> player as u32 & 1 == 1;
                        assert_eq!(solved.wins(&wide, player), wins, "{game} {at:?}");
                        let options = truth.options(&at, Some(player)).into_iter();
                        let theirs = player.opponent() as u32;
                        let good = options.filter(|option| truth.at(option) >> theirs & 1 == 0);
                        let expected = as_parts(good.collect());
                        let found = solved.winning_options(&wide, player, 1000);
                        assert_eq!(found, expected, "{game} {at:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn what_is_too_far_is_said() {
    let game = TextGame::new(&chocolate("3"), &[]).unwrap();
    let found = found(&game, Subject::Grundy, 31);
    assert!(matches!(found.decision, Decision::Open(Why::Far(_))), "{:?}", found.decision);
}

/// A set by an automaton of its own: classes of the tuple read so far, merged at random.
struct Random {
    next: Vec<[usize; 4]>,
    accepting: Vec<bool>,
}

impl Teacher for Random {
    type Stop = LimitReached;

    fn contains(&mut self, tuple: &[u64]) -> Result<bool, LimitReached> {
        let bits = tuple.iter().map(|x| 64 - x.leading_zeros()).max().unwrap();
        let state = (0..bits).rev().fold(0, |state, place| {
            let letter = (tuple[0] >> place & 1) + 2 * (tuple[1] >> place & 1);
            self.next[state][letter as usize]
        });
        Ok(self.accepting[state])
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..Default::default() })]

    /// Any set with an automaton is learnt with at most that many words.
    #[test]
    fn random_sets_are_learnt(
        table in prop::collection::vec(([0..7usize, 0..7usize, 0..7usize, 0..7usize], prop::bool::ANY), 7),
    ) {
        let mut next: Vec<[usize; 4]> = table.iter().map(|row| row.0).collect();
        // Zeros before a number do not matter.
        next[0][0] = 0;
        let accepting = table.iter().map(|row| row.1).collect();
        let mut teacher = Random { next, accepting };
        let budget = Budget::unlimited();
        let mut work = Work::new(&budget);
        let mut learner = Learner::new(2);
        let mut rounds = 0;
        let set = loop {
            let set = learner.automaton(&mut teacher, &mut work).unwrap();
            let wrong = (0..1u64 << 14).find_map(|code| {
                let tuple = [code & 127, code >> 7];
                let numbers = [(0, tuple[0] as i64), (1, tuple[1] as i64)];
                (set.contains(&numbers) != teacher.contains(&tuple).unwrap()).then_some(tuple)
            });
            match wrong {
                Some(wrong) => prop_assert!(learner.correct(&wrong, &mut teacher, &mut work).unwrap()),
                None => break set,
            }
            rounds += 1;
        };
        prop_assert!(rounds <= 7 && learner.words() <= 7);
        // States of at most seven words differ after at most six letters.
        for (x, y) in [(12345u64, 54321u64), (999_999, 0), (0, 1 << 40), (77, 1 << 33)] {
            let truth = teacher.contains(&[x, y]).unwrap();
            prop_assert_eq!(set.contains(&[(0, x as i64), (1, y as i64)]), truth);
        }
    }

    /// Every number that completes a tuple is found, and no other.
    #[test]
    fn solutions_by_trial(a in 1..6i64, b in -4..5i64, c in -9..10i64, x in -30..30i128) {
        use ishitori_automata::{Automaton, Linear};
        let budget = Budget::unlimited();
        let mut work = Work::new(&budget);
        let line = Automaton::zero(&Linear::of(&[(0, a), (1, b.max(1)), (2, 1)], c).unwrap(), &mut work).unwrap();
        // 0 ≤ y ≤ 20 with z = −(a·x + b·y + c).
        let low = Automaton::at_most_zero(&Linear::of(&[(1, -1)], 0).unwrap(), &mut work).unwrap();
        let high = Automaton::at_most_zero(&Linear::of(&[(1, 1)], -20).unwrap(), &mut work).unwrap();
        let set = line.and(&low, &mut work).unwrap().and(&high, &mut work).unwrap();
        let found = set.solutions(&[(0, x)], &[1, 2], 100);
        let expected: Vec<Vec<i128>> = (0..=20i128)
            .map(|y| vec![y, -(i128::from(a) * x + i128::from(b.max(1)) * y + i128::from(c))])
            .collect();
        prop_assert_eq!(found, expected);
    }
}

/// A check by whole letters took 2.8 · 10^9 steps, 47 s.
#[test]
fn what_is_learnt_is_soon_checked() {
    let text = pile_game("exact-nim:5,2").unwrap().unwrap();
    let game = TextGame::new(&text, &[]).unwrap();
    let mut truth = ByDefinition::new(&game, Subject::Outcomes, 15);
    truth.last = vec![3; 5];
    let budget = Budget::unlimited();
    let found =
        find(&game, Subject::Outcomes, &Base::binary(), &mut truth, &budget, &mut |_| {}).unwrap();
    let Decision::Proved(proof) = found.decision else { panic!("{:?}", found.decision) };
    let document = certificate(&game, None, &proof, &budget).unwrap().unwrap().to_json();
    match check(&document).why {
        Verdict::Proved(evidence) => {
            assert!(evidence.steps < 50_000_000, "{} steps", evidence.steps)
        }
        why => panic!("{why}"),
    }
}
