//! Games in the language against an interpreter of the syntax tree, which shares nothing with the
//! compiler and the engines (`ishitori_testing::interpreter`), on random games that use every
//! construct of the grammar.

use std::collections::{BTreeSet, HashMap};

use ishitori_language::{
    BUILTINS, EndKind, LIBRARY, ParameterValue, TextGame, format, parse, parse_formula,
};
use ishitori_rules::end::EndTable;
use ishitori_rules::heap::HeapRule;
use ishitori_solve::ending::TerminalValues;
use ishitori_solve::heap::{Engine, grundy};
use ishitori_solve::known::observed_period;
use ishitori_solve::tuple::{
    Found, SumPosition, SumSearch, TupleEnd, TupleError, grundy_table, grundy_table_by,
    grundy_table_plain, lost_table_by, outcome_table, test_conjecture, value_table,
};
use ishitori_testing::interpreter::{End, Interpreter, Parts, Stop, Twin, Value, cells};
use ishitori_testing::random_games::{
    CONSTRUCTS, RandomGame, constructs, random_formula, random_game, respelled,
};
use ishitori_values::{Budget, Game as Short, GameStore, Outcome, Player, Session};

const GAMES: u64 = 400;

fn unlimited() -> Budget {
    Budget::unlimited()
}

/// The game as the program reads it.
fn compiled(made: &RandomGame, seed: u64) -> (String, TextGame) {
    let text = made.program.to_string();
    assert_eq!(parse(&text).as_ref(), Ok(&made.program), "game {seed}:\n{text}");
    assert_eq!(format(&text).as_deref(), Ok(text.as_str()), "game {seed}");
    let other = respelled(&text, seed);
    assert_eq!(parse(&other).as_ref(), Ok(&made.program), "game {seed}:\n{other}");
    assert_eq!(format(&other).as_deref(), Ok(text.as_str()), "game {seed}");
    let settings: Vec<(String, ParameterValue)> = made
        .settings
        .iter()
        .map(|(name, value)| match value {
            Value::Int(value) => ((*name).to_string(), ParameterValue::Int(*value)),
            Value::Set(values) => ((*name).to_string(), ParameterValue::Set(values.clone())),
            other => panic!("{other:?} is no parameter"),
        })
        .collect();
    let game =
        TextGame::new(&text, &settings).unwrap_or_else(|e| panic!("game {seed}: {e} in\n{text}"));
    (text, game)
}

/// All cells of a box with what is there.
type Cells<T> = Vec<(Vec<i64>, Option<T>)>;

/// What the interpreter says of all cells: `None` where there is no position.
fn table<T>(
    twin: &mut Twin<'_>,
    last: &[u32],
    mut one: impl FnMut(&mut Twin<'_>, &[i64]) -> Result<T, Stop>,
) -> Result<Cells<T>, Stop> {
    let mut all = Vec::new();
    for cell in cells(last) {
        let found = match twin.game.contains(&cell)? {
            true => Some(one(twin, &cell)?),
            false => None,
        };
        all.push((cell, found));
    }
    Ok(all)
}

/// Compares a table with what the interpreter says; counts those that are complete.
fn same<T: PartialEq + std::fmt::Debug>(
    what: &str,
    expected: &Result<Cells<T>, Stop>,
    found: &Result<impl Fn(&[i64]) -> Option<T>, TupleError>,
) -> bool {
    match (expected, found) {
        (Err(Stop::TooLong), _) => false,
        (Ok(expected), Ok(found)) => {
            for (cell, expected) in expected {
                assert_eq!(found(cell), *expected, "{cell:?} of {what}");
            }
            true
        }
        (Err(Stop::Fault), Err(TupleError::Fault(_))) => false,
        (Err(stop), Ok(_)) => panic!("{stop:?} is not reported by {what}"),
        (Ok(_), Err(error)) => panic!("{error} by {what}"),
        (Err(stop), Err(error)) => panic!("{error} instead of {stop:?} by {what}"),
    }
}

/// Compares which positions are lost with the Grundy numbers, mistakes of the game included: the box is small enough
/// for all moves to be examined, unless moves lead far beyond it.
fn lost(
    game: &TextGame,
    last: &[u32],
    threads: usize,
    expected: &Result<Cells<u32>, Stop>,
    what: &str,
) {
    let found = lost_table_by(game, last, threads, &unlimited());
    if let (Err(Stop::Fault), Ok(_)) = (expected, &found) {
        return;
    }
    let expected = match expected {
        Ok(cells) => Ok(cells.iter().map(|(cell, g)| (cell.clone(), g.map(|g| g == 0))).collect()),
        Err(Stop::Fault) => Err(Stop::Fault),
        Err(_) => return,
    };
    same(what, &expected, &found.map(|table| move |cell: &[i64]| table.get(cell)));
}

#[test]
fn random_games_by_an_interpreter() {
    let mut seen = BTreeSet::new();
    let mut counts: HashMap<&str, u32> = HashMap::new();
    for seed in 0..GAMES {
        let made = random_game(seed);
        constructs(&made.program, &mut seen);
        let (text, game) = compiled(&made, seed);
        let what = |kind: &str| format!("{kind} of game {seed}:\n{text}");
        let interpreter = Interpreter::new(&made.program, &made.settings);
        let mut twin = Twin::new(interpreter.expect("constants are small"));
        assert_eq!(game.is_impartial(), twin.game.is_impartial());
        let mut count = |what: &'static str, complete: bool| {
            *counts.entry(what).or_default() += u32::from(complete);
        };
        let last = &made.last;
        if game.is_impartial() && game.end() == EndKind::Normal {
            let expected = table(&mut twin, last, |twin, cell| twin.grundy(cell));
            for (name, found) in [
                ("grundy", grundy_table(&game, last, &unlimited())),
                ("plain", grundy_table_plain(&game, last, &unlimited())),
                ("threads", grundy_table_by(&game, last, 2, &unlimited())),
            ] {
                let found = found.map(|table| move |cell: &[i64]| table.get(cell));
                count("grundy", same(&what(name), &expected, &found));
            }
            for threads in [1, 2] {
                lost(&game, last, threads, &expected, &what("lost"));
            }
            if let Ok(expected) = &expected {
                conjectures(&game, &mut twin, seed, last, expected);
                count("period", period(expected, &what("period")));
                count("recognised", recognised(&game, expected, &what("recognised")));
            }
        }
        let mod2 = EndTable::new(vec![Outcome::L, Outcome::R], 2);
        let ends = [
            (End::OfGame, TupleEnd::OfGame),
            (End::Letters(vec![Outcome::L, Outcome::R]), TupleEnd::Total(&mod2)),
        ];
        for (end, ending) in &ends {
            twin.forget();
            if !game.has_sums() {
                let expected =
                    table(&mut twin, last, |twin, cell| twin.outcome(&vec![cell.to_vec()], end));
                let found = outcome_table(&game, last, *ending, &unlimited());
                let found = found.map(|table| move |cell: &[i64]| table.get(cell));
                count("outcome", same(&what("outcome"), &expected, &found));
            }
            count("sums", sums(&game, &mut twin, last, (end, *ending), &what("sums")));
        }
        if !game.has_sums() || game.end() == EndKind::Normal {
            twin.forget();
            count("values", values(&game, &mut twin, last, &what("values")));
        }
    }
    let functions = BUILTINS.iter().map(|(name, _, _)| format!("{name}()"));
    let all: BTreeSet<String> =
        CONSTRUCTS.iter().map(|c| (*c).to_string()).chain(functions).collect();
    let missing: Vec<&String> = all.difference(&seen).filter(|c| *c != "if then").collect();
    assert!(missing.is_empty(), "no game has {missing:?}");
    let extra = seen.difference(&all).filter(|c| !c.starts_with('f') && !c.starts_with("ok"));
    assert_eq!(extra.collect::<Vec<_>>(), Vec::<&String>::new());
    // Most of them can be computed.
    for (what, least) in [
        ("grundy", 400),
        ("outcome", 400),
        ("sums", 500),
        ("values", 200),
        ("period", 25),
        ("recognised", 1),
    ] {
        assert!(counts[what] >= least, "{counts:?}");
    }
}

/// Formulas about the Grundy numbers and about who wins.
fn conjectures(
    game: &TextGame,
    twin: &mut Twin<'_>,
    seed: u64,
    last: &[u32],
    expected: &[(Vec<i64>, Option<u32>)],
) {
    for kind in 0..3 {
        let text = random_formula(seed, game.coordinates(), kind);
        let tree = parse_formula(&text).unwrap_or_else(|e| panic!("{e} in {text}"));
        let formula = game.formula(&text).unwrap_or_else(|e| panic!("{e} in {text}"));
        let (mut tested, mut skipped, mut wrong, mut fault) = (0, 0, None, false);
        for (cell, grundy) in expected {
            let Some(g) = grundy else { continue };
            let outcome = if *g == 0 { Outcome::P } else { Outcome::N };
            let value = match twin.game.formula(&tree, cell) {
                Ok(value) => value,
                Err(Stop::Undefined) => {
                    skipped += 1;
                    continue;
                }
                Err(_) => {
                    fault = true;
                    break;
                }
            };
            tested += 1;
            let (says, is) = match value {
                Value::Int(value) => (Found::Number(value), Found::Number(i64::from(*g))),
                Value::Bool(value) => (Found::Lost(value), Found::Lost(*g == 0)),
                Value::Letter(value) => (Found::Letter(value), Found::Letter(outcome)),
                Value::Set(_) => panic!("a formula is no set"),
            };
            if says != is {
                wrong = Some((cell.clone(), says, is));
                break;
            }
        }
        match test_conjecture(game, &formula, last, &unlimited()) {
            Ok(found) => {
                let example = found.counterexample.map(|c| (c.position, c.expected, c.found));
                assert!(!fault, "{text}");
                assert_eq!((found.tested, found.skipped, example), (tested, skipped, wrong));
            }
            Err(TupleError::Formula(_)) => assert!(fault, "{text} in game {seed}"),
            Err(error) => panic!("{error}"),
        }
    }
}

/// A period that is observed is there.
fn period(expected: &[(Vec<i64>, Option<u32>)], what: &str) -> bool {
    let values: Option<Vec<u32>> = expected.iter().map(|(_, g)| *g).collect();
    let Some(values) = values.filter(|_| expected[0].0.len() == 1) else { return false };
    let Some(found) = observed_period(&values) else { return false };
    let (start, p) = (found.preperiod, found.period);
    for n in start..values.len() - p {
        let grown = i64::from(values[n + p]) - i64::from(values[n]);
        assert_eq!(grown, found.saltus, "{n} of {what}");
    }
    true
}

/// A heap game that a game is said to be has the same Grundy numbers.
fn recognised(game: &TextGame, expected: &[(Vec<i64>, Option<u32>)], what: &str) -> bool {
    let Some(HeapRule::Impartial(code)) = game.recognise().map(|found| found.rule) else {
        return false;
    };
    let found =
        grundy(&code, expected.len() as u64, Some(Engine::Naive), &unlimited()).expect("few heaps");
    let expected: Vec<Option<u32>> = expected.iter().map(|(_, g)| *g).collect();
    let found: Vec<Option<u32>> = found.values.iter().map(Some).collect();
    assert_eq!(found, expected, "{code} as {what}");
    true
}

/// Who wins a few sums, which is what `explain` and `play` ask.
fn sums(
    game: &TextGame,
    twin: &mut Twin<'_>,
    last: &[u32],
    (end, ending): (&End, TupleEnd<'_>),
    what: &str,
) -> bool {
    let budget = unlimited();
    let Ok(mut search) = SumSearch::new(game, ending, &budget) else { return false };
    let small: Vec<u32> = last.iter().map(|&c| c.min(4)).collect();
    let mut compared = false;
    let positions: Vec<Vec<i64>> =
        cells(&small).into_iter().filter(|cell| twin.game.contains(cell) == Ok(true)).collect();
    let one = positions.iter().step_by(7).map(|cell| vec![cell.clone()]);
    let two = positions.iter().zip(positions.iter().rev()).step_by(11);
    let two = two.map(|(a, b)| vec![a.clone(), b.clone()]);
    let own = matches!(end, End::OfGame) && game.end() == EndKind::Letter;
    for mut sum in one.chain(two.filter(|_| !own)).take(12) {
        sum.sort();
        let Ok(expected) = twin.outcome(&sum, end) else {
            // A search that ends early need not meet what is wrong.
            twin.forget();
            continue;
        };
        let found = search.outcome(&SumPosition::new(sum.clone()));
        assert_eq!(found, Ok(expected), "{sum:?} of {what}");
        compared = true;
    }
    compared
}

/// Canonical values, built from the options that the interpreter gives.
fn values(game: &TextGame, twin: &mut Twin<'_>, last: &[u32], what: &str) -> bool {
    if game.end() == EndKind::Misere {
        return false;
    }
    if game.end() == EndKind::Letter && (game.has_sums() || !game.is_impartial()) {
        let store = GameStore::new();
        let mut session = store.session();
        let terminal = TerminalValues::nowakowski(&session);
        let refused = value_table(game, last, TupleEnd::OfGame, &terminal, &mut session);
        assert!(matches!(refused, Err(TupleError::ValuesNeedNormal)), "{what}");
        return false;
    }
    let small: Vec<u32> = last.iter().map(|&c| c.min(6)).collect();
    let store = GameStore::new();
    let mut session = store.session();
    let terminal = TerminalValues::nowakowski(&session);
    let mut memo = HashMap::new();
    let normal = game.end() == EndKind::Normal;
    let expected = table(twin, &small, |twin, cell| {
        value(twin, cell, (!normal).then_some(&terminal), &mut session, &mut memo)
    });
    // Values of hot games grow: a search that takes too long says nothing.
    let mut session = store.session();
    let found = value_table(game, &small, TupleEnd::OfGame, &terminal, &mut session);
    let found = found.map(|table| move |cell: &[i64]| table.get(cell));
    same(what, &expected, &found)
}

fn value(
    twin: &mut Twin<'_>,
    position: &[i64],
    terminal: Option<&TerminalValues>,
    session: &mut Session<'_>,
    memo: &mut HashMap<Vec<i64>, Option<Short>>,
) -> Result<Short, Stop> {
    match memo.get(position) {
        Some(Some(known)) => return Ok(*known),
        Some(None) => return Err(Stop::Fault),
        None => {}
    }
    memo.insert(position.to_vec(), None);
    let mut sides = [Vec::new(), Vec::new()];
    for player in Player::BOTH {
        for option in twin.game.options(position, player)? {
            let mut sum = session.zero();
            for part in &option as &Parts {
                let part = value(twin, part, terminal, session, memo)?;
                sum = session.sum(sum, part).map_err(|_| Stop::TooLong)?;
            }
            sides[player as usize].push(sum);
        }
    }
    let over = sides.iter().all(Vec::is_empty);
    let found = match terminal {
        Some(terminal) if over => terminal.get(twin.game.letter(position)?),
        _ => session.game(&sides[0], &sides[1]).map_err(|_| Stop::TooLong)?,
    };
    memo.insert(position.to_vec(), Some(found));
    Ok(found)
}

#[test]
fn the_library_by_an_interpreter() {
    for library in LIBRARY {
        let program = parse(library.source).expect("a game");
        let game = TextGame::new(library.source, &[]).expect("a game");
        let mut twin = Twin::new(Interpreter::new(&program, &[]).expect("a game"));
        let last: Vec<u32> = vec![if game.width() == 1 { 24 } else { 6 }; game.width()];
        if game.is_impartial() && game.end() == EndKind::Normal {
            let expected = table(&mut twin, &last, |twin, cell| twin.grundy(cell));
            let found = grundy_table(&game, &last, &unlimited());
            let found = found.map(|table| move |cell: &[i64]| table.get(cell));
            assert!(same(library.name, &expected, &found), "{}", library.name);
        } else if !game.has_sums() {
            let expected = table(&mut twin, &last, |twin, cell| {
                twin.outcome(&vec![cell.to_vec()], &End::OfGame)
            });
            let found = outcome_table(&game, &last, TupleEnd::OfGame, &unlimited());
            let found = found.map(|table| move |cell: &[i64]| table.get(cell));
            assert!(same(library.name, &expected, &found), "{}", library.name);
        } else {
            assert!(values(&game, &mut twin, &last, library.name), "{}", library.name);
        }
    }
}

/// What the first of these wrong answers was about.
#[test]
fn a_terminal_position_has_no_moves() {
    for (text, expected) in [
        ("position (n) both: (n-1) if n>=1 terminal: n<=4", vec![0, 0, 0, 0, 0, 1, 0, 1]),
        ("position (n) both: (u) for u in 0 ..< n terminal: n<=4", vec![0, 0, 0, 0, 0, 1, 2, 3]),
        (
            "(n) -> (u) + (n - 1 - u) for u in 0 ..< n; terminal: n = 2",
            vec![0, 1, 0, 1, 0, 1, 0, 1],
        ),
    ] {
        let game = TextGame::new(text, &[]).expect("a game");
        for table in
            [grundy_table(&game, &[7], &unlimited()), grundy_table_plain(&game, &[7], &unlimited())]
        {
            let table = table.expect("a table");
            let found: Vec<u32> = (0..8).map(|n| table.get(&[n]).expect("known")).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
