//! Every text of the library: against the naive twin on random positions, against facts of
//! another program, and played through by a perfect opponent.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::common::{self, Dice, Naive};
use ishitori_boards::{BoardGame, LIBRARY, LibraryGame, Planes, Rules, Word, with_rules};
use ishitori_rules::Ruleset;
use ishitori_solve::board::Solver;
use ishitori_solve::play::{Opponent, Reason, RulesetGame, Skill, Table};
use ishitori_values::calculator::{Calculator, Value};
use ishitori_values::{Budget, Game, GameStore, Outcome, Player};

/// The most positions of a text that are compared, and the most starts.
const MOST_OF_ONE: usize = 4_000;
const MOST_STARTS: usize = 80;

/// What the compiled engine shows, as the twin reads it.
fn read_back(game: &BoardGame, text: &str) -> common::Key {
    let naive = match text.is_empty() {
        true => Naive::graph("", &[]),
        false => Naive::read(game.text(), text),
    };
    naive.key(game.text())
}

/// Every position that the compiled engine reaches from a start: is it one that the twin reaches,
/// with the same value and the same options? How many there are.
fn compare<W: Word, const N: usize>(
    game: &BoardGame,
    (rules, start): (&Rules<W, N>, &Planes<W, N>),
    twin: &HashMap<Naive, Game>,
    store: &GameStore,
    place: &str,
) -> usize {
    let text = game.text();
    let by_key: HashMap<common::Key, (&Naive, Game)> =
        twin.iter().map(|(board, &value)| (board.key(text), (board, value))).collect();
    let mut solver = Solver::new(store, rules);
    let mut seen = HashSet::from([*start]);
    let mut left = vec![*start];
    // Edges that have lost an end are not shown: positions may look the same.
    let mut keys = HashSet::new();
    while let Some(position) = left.pop() {
        let shown = rules.show(&position);
        let key = read_back(game, &shown);
        let Some(&(board, expected)) = by_key.get(&key) else {
            panic!("{place}: the twin does not come to {shown}")
        };
        keys.insert(key);
        let found = solver.value(&position).unwrap();
        if found != expected {
            let print = |value| store.session().print(value).unwrap();
            panic!("{place}: {shown} is {}, not {}", print(found), print(expected));
        }
        // Options, for some of them: the twin takes its time.
        let look = seen.len() < 4;
        for player in Player::BOTH {
            let mut options = BTreeSet::new();
            rules.options(&position, player, |option| {
                if look {
                    options.insert(read_back(game, &rules.show(&option)));
                }
                if seen.insert(option) {
                    left.push(option);
                }
            });
            if look {
                let expected: BTreeSet<_> =
                    common::options(text, board, player).iter().map(|o| o.key(text)).collect();
                assert_eq!(options, expected, "{place}: {shown} {player:?}");
                // Moves have names, each of them one.
                let moves = rules.moves(&position, player);
                let names: BTreeSet<&String> = moves.iter().map(|(name, _)| name).collect();
                assert_eq!(names.len(), moves.len(), "{place}: {shown} {names:?}");
            }
        }
    }
    assert_eq!(keys.len(), by_key.len(), "{place}: positions that can be reached");
    keys.len()
}

/// Compares each text with the twin; counts how many positions and starts were compared, how many texts had many.
fn agree_with_the_twin(texts: impl Iterator<Item = &'static LibraryGame>) -> [usize; 3] {
    let (mut compared, mut starts, mut rich) = (0, 0, 0);
    let mut begun = HashSet::new();
    for entry in texts {
        let game =
            BoardGame::new(entry.source, &[]).unwrap_or_else(|e| panic!("{}: {e}", entry.name));
        assert_eq!(game.text().name, entry.name);
        let mut dice = Dice(0x1234_5678_9abc_def1 ^ (entry.name.len() as u64) << 17);
        let store = GameStore::new();
        let mut session = store.session();
        let (mut positions, mut tries) = (0, 0);
        while positions < MOST_OF_ONE && tries < MOST_STARTS {
            tries += 1;
            let start = common::position(game.text(), entry.name, &mut dice);
            if !begun.insert((entry.name, start.clone())) {
                continue;
            }
            let set_up =
                game.set_up(&start).unwrap_or_else(|e| panic!("{} {start}: {e}", entry.name));
            let mut twin = Naive::read(game.text(), &start);
            if game.text().loose || game.text().one_kind {
                // What is loose at the beginning is gone.
                twin = common::settle(game.text(), &twin);
            }
            let mut known = HashMap::new();
            if common::value(game.text(), &twin, &mut session, &mut known, 4_000).is_none() {
                continue;
            }
            let place = format!("{} {start}", entry.name);
            positions += with_rules!(&set_up, |rules, from| compare(
                &game,
                (rules, from),
                &known,
                &store,
                &place
            ));
            starts += 1;
        }
        compared += positions;
        rich += usize::from(positions >= 1_000);
    }
    println!("{starts} starts, {compared} positions, {rich} rich");
    [compared, starts, rich]
}

/// In two halves, so that two cores can have one each. Together they see more than 100 000
/// positions, values and all, of more than ten texts with more than 1 000 each.
#[test]
fn every_text_agrees_with_the_twin() {
    let [compared, starts, rich] = agree_with_the_twin(LIBRARY.iter().step_by(2));
    assert!(compared >= 50_000 && starts > 1_000 && rich >= 10, "{compared} {starts} {rich}");
}

#[test]
fn every_other_text_agrees_with_the_twin() {
    let [compared, starts, rich] = agree_with_the_twin(LIBRARY.iter().skip(1).step_by(2));
    assert!(compared >= 50_000 && starts > 1_000 && rich >= 10, "{compared} {starts} {rich}");
}

#[test]
fn texts_say_what_they_are() {
    assert!(LIBRARY.len() >= 60, "{}", LIBRARY.len());
    assert!(LIBRARY.is_sorted_by_key(|game| game.name));
    let mut bad = Vec::new();
    for game in LIBRARY {
        let name = game.name;
        assert!(game.sentence().ends_with('.'), "{name}");
        assert!(game.sentence_in_japanese().contains('：'), "{name}");
        assert!(!game.reference().is_empty() && !game.start().is_empty(), "{name}");
        let lines = game.source.lines().filter(|line| !line.starts_with('#')).count();
        assert!((3..=15).contains(&lines), "{name}");
        let read = BoardGame::named(name).expect(name);
        let start = game.start();
        let (rules, start) = read.set_up_widest(start).unwrap_or_else(|e| panic!("{name}: {e}"));
        // The start can be played, read back and shown.
        let moves: usize = Player::BOTH.iter().map(|&p| rules.moves(&start, p).len()).sum();
        if moves == 0 || !rules.idle().is_empty() {
            bad.push(format!("{name}: {moves} moves, idle {:?}", rules.idle()));
        }
        let text = rules.show(&start);
        let (again, position) = read.set_up_widest(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(again.show(&position), text, "{name}");
        assert_eq!(
            BoardGame::named(game.japanese_name()).map(|g| g.text().name.clone()).as_deref(),
            Some(name)
        );
    }
    assert!(bad.is_empty(), "{bad:#?}");
}

#[test]
fn facts_of_another_program() {
    let store = GameStore::new();
    let mut calculator = Calculator::new(&store);
    let (mut facts, mut wrong) = (0, Vec::new());
    for line in include_str!("../data/oracle.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, position, expected] = fields[..] else { panic!("{line}") };
        let game = BoardGame::named(name).expect(name);
        let set_up = game.set_up(position).unwrap_or_else(|e| panic!("{line}: {e}"));
        let value =
            with_rules!(&set_up, |rules, start| Solver::new(&store, rules).value(start).unwrap());
        let expected = calculator.eval(expected).unwrap_or_else(|e| panic!("{line}: {e}"));
        if expected != Value::Game(value) {
            wrong.push(format!("{line}: {}", store.session().print(value).unwrap()));
        }
        facts += 1;
    }
    assert!(wrong.is_empty(), "{} of {facts} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(facts > 1_500, "{facts}");
}

/// The perfect opponent wins every game that exact values say is won, against one that errs whenever it
/// can.
#[test]
fn every_text_is_played_through() {
    let budget = Budget::unlimited();
    let mut turns = 0;
    for entry in LIBRARY {
        let game = BoardGame::named(entry.name).unwrap();
        let mut dice = Dice(0x91a7 ^ (entry.name.len() as u64) << 23);
        let mut played = 0;
        for _ in 0..300 {
            let start = common::position(game.text(), entry.name, &mut dice);
            let set_up = game.set_up(&start).unwrap();
            let found = with_rules!(&set_up, |rules, from| play_through(rules, from, &budget));
            turns += found;
            played += usize::from(found > 0);
            if played == 3 {
                break;
            }
        }
        assert!(played > 0, "{} was never played", entry.name);
    }
    assert!(turns > 500, "{turns}");
}

/// Plays from a position, each player first once; how many turns there were.
fn play_through<W: Word, const N: usize>(
    rules: &Rules<W, N>,
    from: &Planes<W, N>,
    budget: &Budget,
) -> usize {
    let store = GameStore::new();
    let value = Solver::new(&store, rules).value(from).unwrap();
    let outcome = store.session().outcome(value).unwrap();
    let mut turns = 0;
    for first in Player::BOTH {
        let wins = match outcome {
            Outcome::N => true,
            Outcome::P => false,
            Outcome::L => first == Player::Left,
            Outcome::R => first == Player::Right,
        };
        let winner = if wins { first } else { first.opponent() };
        let game = RulesetGame::new(rules);
        let position = game.place(*from);
        let mut table = Table::new(game, position, first);
        let mut perfect = Opponent::new(Skill::PERFECT, 1);
        let mut careless = Opponent::new(Skill::with_mistakes(100), 2);
        let stuck = loop {
            let mover = table.to_move();
            let who = if mover == winner { &mut perfect } else { &mut careless };
            let Some(choice) = who.choose(&mut table, budget) else { break mover };
            assert!(mover != winner || choice.reason == Reason::Wins, "{}", rules.show(from));
            table.play(choice.chosen, budget);
            turns += 1;
        };
        assert_ne!(stuck, winner, "{}", rules.show(from));
    }
    turns
}
