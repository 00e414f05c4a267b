//! Thermographs of stoppers: against those of short games, and between those of games that are cut off.

use ishitori_loopy::calculator::Calculator;
use ishitori_loopy::{Graph, LoopyStore, NoThermograph, Target, Vertex};
use ishitori_values::{Budget, Dyadic, Game, GameStore, Player, Session, Thermograph};
use proptest::prelude::*;

/// Short games by a few random choices: options are taken from those made so far.
fn short_games(choices: &[u8], session: &mut Session<'_>) -> Vec<Game> {
    let mut made: Vec<Game> = [0, 1, -1, 2, -3].into_iter().map(|n| session.integer(n)).collect();
    for chunk in choices.chunks_exact(4) {
        let pick = |byte: u8| made[usize::from(byte) % made.len()];
        let (left, right) = ([pick(chunk[0]), pick(chunk[1])], [pick(chunk[2]), pick(chunk[3])]);
        made.push(session.game(&left, &right).unwrap());
    }
    made
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// The recursion over options and the raising of the tax share nothing.
    #[test]
    fn short_games_have_their_own(choices in prop::collection::vec(any::<u8>(), 4..32)) {
        let store = GameStore::new();
        let mut loops = LoopyStore::new(&store);
        for game in short_games(&choices, &mut store.session()) {
            let v = loops.short(game).unwrap().onside();
            let raised = loops.thermograph(v).unwrap().expect("a short game has a mean");
            prop_assert_eq!(&raised, &*store.session().thermograph(game).unwrap());
        }
    }
}

/// The games that are `depth` moves of a stopper and then a number that is too good for one player.
fn cut(graph: &[[Vec<u32>; 2]], depth: u32, end: Game, session: &mut Session<'_>) -> Vec<Game> {
    let mut now = vec![end; graph.len()];
    for _ in 0..depth {
        let next = |row: &[Vec<u32>; 2]| {
            let [left, right] =
                row.each_ref().map(|to| to.iter().map(|w| now[*w as usize]).collect::<Vec<_>>());
            session.game(&left, &right).unwrap()
        };
        now = graph.iter().map(next).collect();
    }
    now
}

/// The thermographs of a stopper that is cut off in favour of Right, and of Left: its own lies between them, as
/// that of a game lies left of those of smaller ones.
fn between(
    loops: &mut LoopyStore<'_>,
    store: &GameStore,
    v: Vertex,
    depth: u32,
) -> [Thermograph; 2] {
    let graph = loops.graph(v).unwrap();
    let mut session = store.session();
    [-64, 64].map(|end| {
        let end = session.integer(end);
        let game = cut(&graph, depth, end, &mut session)[0];
        (*session.thermograph(game).unwrap()).clone()
    })
}

const NEAR: [&str; 18] = [
    "over",
    "under",
    "upon",
    "upon + *",
    "-upon",
    "{3|pass}",
    "{pass|-2}",
    "{4|over}",
    "{over|-3}",
    "{5,over|pass}",
    "{4||pass|1}",
    "{4|{pass|1}}",
    "a{3|{2|a}}",
    "a{{a|1}|0}",
    "{6|over||under|-2}",
    "{2over|{1under|-4}}",
    "over + {3|-1}",
    "a{{2|a}|{a|-1}}",
];

#[test]
fn stoppers_lie_between_games_that_are_cut_off() {
    let store = GameStore::new();
    let mut calculator = Calculator::new(&store);
    let mut compared = 0;
    for text in NEAR {
        let value = calculator.eval(text).unwrap();
        let Some(value) = value.as_loopy() else { continue };
        let loops = calculator.loops();
        let Some(v) = loops.as_stopper(value) else { continue };
        let own = loops.thermograph(v).unwrap().unwrap_or_else(|_| panic!("{text} has a mean"));
        let bounds = between(loops, &store, v, 40);
        // Forty moves later the games differ by infinitesimals only.
        let near = Dyadic::from(1).halved(10);
        for eighths in 0..64 {
            let t = Dyadic::from(eighths).halved(3);
            for player in Player::BOTH {
                let [low, high] = bounds.each_ref().map(|walls| walls.wall(player).at(&t));
                let wall = own.wall(player).at(&t);
                assert!(low <= wall && wall <= high, "{text} at {t}: {low} {wall} {high}");
                assert!(&high - &low < near, "{text} at {t}: {low} {high}");
                compared += 1;
            }
        }
    }
    assert!(compared > 1200, "{compared}");
}

/// Up to three positions whose moves lead to one another or to small numbers.
fn graph(rows: &[[Vec<i8>; 2]], loops: &mut LoopyStore<'_>) -> Graph {
    let mut graph = Graph::default();
    let vertices: Vec<u32> = rows.iter().map(|_| graph.vertex()).collect();
    for (&v, row) in vertices.iter().zip(rows) {
        let mut target = |to: &i8| match usize::try_from(*to - 8) {
            Ok(place) => Target::Vertex(vertices[place % vertices.len()]),
            Err(_) => {
                let game = loops.session().integer((*to).into());
                Target::Value(loops.short(game).unwrap())
            }
        };
        let [left, right] = row;
        let left = left.iter().map(&mut target).collect();
        let right = right.iter().map(&mut target).collect();
        graph.connect(v, [left, right]);
    }
    graph
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_stoppers_lie_between_games_that_are_cut_off(
        rows in prop::collection::vec(
            prop::array::uniform2(prop::collection::vec(prop_oneof![-4i8..=4, 8i8..=10], 1..3)),
            1..4,
        ),
    ) {
        let store = GameStore::new();
        let budget = Budget::unlimited().with_memory(1 << 30);
        let mut loops = LoopyStore::within(store.session_within(budget));
        let graph = graph(&rows, &mut loops);
        for value in loops.values(&graph).unwrap() {
            let Some(v) = loops.as_stopper(value) else { continue };
            let Ok(own) = loops.thermograph(v).unwrap() else { continue };
            let bounds = between(&mut loops, &store, v, 8);
            for quarters in 0..24 {
                let t = Dyadic::from(quarters).halved(2);
                for player in Player::BOTH {
                    let [low, high] = bounds.each_ref().map(|walls| walls.wall(player).at(&t));
                    let wall = own.wall(player).at(&t);
                    prop_assert!(low <= wall && wall <= high, "{low} {wall} {high} at {t}");
                }
            }
        }
    }
}

#[test]
fn what_has_none_says_why() {
    let store = GameStore::new();
    let mut calculator = Calculator::new(&store);
    for (text, why) in [
        ("on", NoThermograph::NoMean),
        ("{on|0}", NoThermograph::NoMean),
        ("{0|off}", NoThermograph::NoMean),
        ("dud", NoThermograph::NotStopper),
    ] {
        let value = calculator.eval(text).unwrap();
        let value = value.as_loopy().expect("a loopy game");
        let found = calculator.loops().thermograph(value.onside()).unwrap();
        match why {
            // Its onside is on, which is a stopper.
            NoThermograph::NotStopper => assert!(calculator.loops().as_stopper(value).is_none()),
            why => assert_eq!(found, Err(why), "{text}"),
        }
    }
    // Threats that are never carried out do not count: tiny-on.
    let tiny = calculator.eval("{0||0|off}").unwrap().as_loopy().unwrap().onside();
    let walls = calculator.loops().thermograph(tiny).unwrap().unwrap();
    assert_eq!((walls.mean(), walls.temperature()), (&Dyadic::ZERO, &Dyadic::ZERO));
}
