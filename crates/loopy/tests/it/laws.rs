//! Loopy games against their definitions, on random graphs.

use std::time::Duration;

use crate::slow::{self, Difference, Rows};
use ishitori_loopy::{GameResult, Graph, Loopy, LoopyStore, Retrograde, Target, Vertex};
use ishitori_values::{Budget, GameStore};

/// Random numbers (xorshift64*): the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }

    /// A graph of up to `most` vertices, with up to two or three options for each player.
    fn graph(&mut self, most: usize) -> Rows {
        let n = 1 + self.below(most);
        let options = 2 + self.below(2);
        (0..n)
            .map(|_| [0, 1].map(|_| (0..self.below(options + 1)).map(|_| self.below(n)).collect()))
            .collect()
    }
}

/// Nothing here should take long, or much memory.
fn within_limits(store: &GameStore) -> LoopyStore<'_> {
    let budget = Budget::unlimited().with_memory(1 << 30).with_time(Duration::from_secs(600));
    LoopyStore::within(store.session_within(budget))
}

fn graph(rows: &Rows) -> Graph {
    let mut graph = Graph::default();
    rows.iter().for_each(|_| {
        graph.vertex();
    });
    for (v, row) in rows.iter().enumerate() {
        let side = |p: usize| row[p].iter().map(|&w| Target::Vertex(w as u32)).collect();
        graph.connect(v as u32, [side(0), side(1)]);
    }
    graph
}

fn rows(loops: &mut LoopyStore<'_>, v: Vertex) -> Rows {
    let table = loops.graph(v).expect("no limits");
    table
        .into_iter()
        .map(|row| row.map(|side| side.into_iter().map(|w| w as usize).collect()))
        .collect()
}

fn values(loops: &mut LoopyStore<'_>, rows: &Rows) -> Vec<Loopy> {
    loops.values(&graph(rows)).expect("no limits")
}

/// Whether two onsides are equal by definition, as far as strategies show it.
fn equal_onsides(g: &Rows, a: usize, h: &Rows, b: usize) -> bool {
    let (there, back) = (Difference::new(g, h), Difference::new(h, g));
    there.endless_in_first()[there.second(a, b)] && back.endless_in_first()[back.second(b, a)]
}

/// Whether a simplified stopper has no dominated and no reversible options, by definition.
fn is_simplest(g: &Rows) -> bool {
    let all = Difference::new(g, g);
    let survived = all.survived();
    let geq = |a: usize, b: usize| survived[all.second(a, b)];
    (0..g.len()).all(|v| {
        [0, 1].iter().all(|&p| {
            let better = |a: usize, b: usize| if p == 0 { geq(a, b) } else { geq(b, a) };
            let options = &g[v][p];
            let dominated =
                options.iter().any(|&a| options.iter().any(|&b| a != b && better(b, a)));
            let reversible =
                options.iter().any(|&a| g[a][1 - p].iter().any(|&reply| better(v, reply)));
            !dominated && !reversible
        })
    })
}

/// Sides, outcomes, simplest forms, order: 100 000 graphs of up to six vertices.
#[test]
fn random_graphs_agree_with_the_definitions() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut stoppers, mut sided, mut others) = (0, 0, 0);
    let mut store = GameStore::new();
    for round in 0..400 {
        if round % 50 == 0 {
            store = GameStore::new();
        }
        let mut loops = within_limits(&store);
        let mut before: Option<(Rows, Loopy)> = None;
        for _ in 0..100 {
            let g = random.graph(6);
            let value = values(&mut loops, &g)[0];
            let sides = [(value.onside(), g.clone()), {
                let negative = loops.negative(value).expect("no limits");
                (negative.onside(), slow::negative(&g))
            }];
            let all_stoppers = loops.is_stopper_sided(value);
            for (side, g) in &sides {
                let simple = rows(&mut loops, *side);
                assert!(equal_onsides(g, 0, &simple, 0), "{g:?} is not {simple:?}");
                if loops.is_stopper(*side) {
                    assert!(!slow::has_endless_alternation(&simple));
                    assert!(is_simplest(&simple), "{g:?}: {simple:?}");
                    // The simplest form is its own simplest form.
                    assert_eq!(values(&mut loops, &simple)[0], Loopy::from(*side));
                }
            }
            let endings = slow::endings(&g)[0].map(|e| match e {
                1 => GameResult::Win,
                -1 => GameResult::Loss,
                _ => GameResult::Draw,
            });
            assert_eq!(loops.outcome(value).expect("no limits").endings(), endings, "{g:?}");
            let moves = |s: u32| {
                let to = g[s as usize / 2][s as usize % 2].iter();
                to.map(|&w| 2 * w as u32 + 1 - s % 2).collect()
            };
            let solved = Retrograde::new(2 * g.len() as u32, moves, &Budget::unlimited());
            let solved = solved.expect("no limits");
            assert_eq!([solved.ending(0), solved.ending(1)], endings, "{g:?}");
            match loops.as_stopper(value) {
                Some(_) => stoppers += 1,
                None if all_stoppers => sided += 1,
                None => others += 1,
            }
            if !slow::has_endless_alternation(&g) {
                assert!(loops.as_stopper(value).is_some(), "{g:?}");
            }
            // Equal handles are equal games, and the order is that of survival.
            if let Some((h, other)) = &before
                && all_stoppers
                && loops.is_stopper_sided(*other)
            {
                assert_eq!(equal_onsides(&g, 0, h, 0), value.onside() == other.onside());
                if !slow::has_endless_alternation(&g) && !slow::has_endless_alternation(h) {
                    let there = Difference::new(&g, h);
                    let geq = there.survived()[there.second(0, 0)];
                    assert_eq!(loops.geq(value, *other).expect("no limits"), geq);
                }
            }
            before = Some((g, value));
        }
    }
    println!("{stoppers} stoppers, {sided} others with stoppers as sides, {others} without");
    assert_eq!(stoppers + sided + others, 40_000);
    assert!(stoppers > 4_000 && sided > 400);
}

/// A graph written in another way (copies of vertices, in another order, with dominated moves added) has
/// the same handle.
#[test]
fn simplest_forms_are_unique() {
    let mut random = Random(0xd1b5_4a32_d192_ed03);
    let store = GameStore::new();
    let mut loops = within_limits(&store);
    for _ in 0..8_000 {
        let g = random.graph(5);
        let n = g.len();
        let value = values(&mut loops, &g)[0];
        // Two copies of each vertex, edges to either copy; vertex 0 stays vertex 0.
        let mut h: Rows = (0..2 * n)
            .map(|v| {
                [0, 1].map(|p: usize| g[v % n][p].iter().map(|w| w + n * random.below(2)).collect())
            })
            .collect();
        // A move of Left to what Right could hardly like better: off = {|off} is dominated by all.
        if !g[0][0].is_empty() {
            h.push([vec![], vec![2 * n]]);
            h[0][0].push(2 * n);
        }
        assert_eq!(values(&mut loops, &h)[0], value, "{g:?} {h:?}");
    }
}

/// Sums of all pairs: the product of the graphs has the same sides.
#[test]
fn sums_agree_with_the_definition() {
    let mut random = Random(0x1234_5678_9abc_def1);
    let store = GameStore::new();
    let mut loops = within_limits(&store);
    let mut stoppers = 0;
    for _ in 0..8_000 {
        let (g, h) = (random.graph(3), random.graph(3));
        let (a, b) = (values(&mut loops, &g)[0], values(&mut loops, &h)[0]);
        let total = loops.sum(a, b).expect("no limits");
        assert_eq!(loops.sum(b, a).expect("no limits"), total);
        let product = slow::sum(&g, &h);
        let simple = rows(&mut loops, total.onside());
        assert!(equal_onsides(&product, 0, &simple, 0), "{g:?} + {h:?}");
        let negative = loops.negative(total).expect("no limits");
        let simple = rows(&mut loops, negative.onside());
        assert!(equal_onsides(&slow::negative(&product), 0, &simple, 0), "{g:?} + {h:?}");
        // By way of the product as one graph.
        let direct = values(&mut loops, &product)[0];
        if loops.is_stopper_sided(direct) && loops.is_stopper_sided(total) {
            assert_eq!(direct, total, "{g:?} + {h:?}");
        }
        stoppers += usize::from(loops.as_stopper(total).is_some());
    }
    assert!(stoppers > 800, "{stoppers}");
}

/// On all pairs of graphs with two vertices (those whose first vertex has at most one option for each
/// player), survival is what some strategy among all strategies shows.
#[test]
fn order_is_what_some_strategy_shows() {
    let sets: [&[usize]; 4] = [&[], &[0], &[1], &[0, 1]];
    let mut graphs: Vec<Rows> = Vec::new();
    for code in 0..256usize {
        let side = |k: usize| sets[code >> (2 * k) & 3].to_vec();
        graphs.push(vec![[side(0), side(1)], [side(2), side(3)]]);
    }
    graphs.retain(|g| !slow::has_endless_alternation(g));
    let store = GameStore::new();
    let mut loops = within_limits(&store);
    let handles: Vec<Loopy> = graphs.iter().map(|g| values(&mut loops, g)[0]).collect();
    let mut compared = 0;
    for (g, &a) in graphs.iter().zip(&handles) {
        for (h, &b) in graphs.iter().zip(&handles) {
            let all = Difference::new(g, h);
            let shown = all.some_strategy_survives(all.second(0, 0));
            assert_eq!(loops.geq(a, b).expect("no limits"), shown, "{g:?} {h:?}");
            compared += 1;
        }
    }
    assert!(compared > 1000, "{compared}");
}

/// Negatives, order and sums are compatible.
#[test]
fn laws_of_sums_and_order() {
    let mut random = Random(0x0f0f_1234_4321_f0f0);
    let store = GameStore::new();
    let mut loops = within_limits(&store);
    for _ in 0..3_000 {
        let games: Vec<Loopy> = (0..3).map(|_| values(&mut loops, &random.graph(3))[0]).collect();
        let [a, b, c] = games[..] else { unreachable!("three games") };
        let minus = loops.negative(a).expect("no limits");
        assert_eq!(loops.negative(minus).expect("no limits"), a);
        let (ab, bc) = (loops.sum(a, b).expect("no limits"), loops.sum(b, c).expect("no limits"));
        let (left, right) =
            (loops.sum(ab, c).expect("no limits"), loops.sum(a, bc).expect("no limits"));
        if [left, right, ab, bc].iter().all(|x| loops.is_stopper_sided(*x)) {
            assert_eq!(left, right);
        }
        if loops.geq(a, b).expect("no limits") {
            let (ac, bc) =
                (loops.sum(a, c).expect("no limits"), loops.sum(b, c).expect("no limits"));
            assert!(loops.geq(ac, bc).expect("no limits"));
        }
    }
}

/// What is printed reads back as the same value, in two styles.
#[test]
fn texts_read_back() {
    use ishitori_loopy::calculator::{Calculator, Value};
    use ishitori_values::notation::Style;
    let mut random = Random(0x7777_3333_1111_5555);
    let store = GameStore::new();
    let mut c = Calculator::new(&store);
    for _ in 0..10_000 {
        let g = random.graph(6);
        let value = values(c.loops(), &g)[0];
        if !c.loops().is_stopper_sided(value) {
            continue;
        }
        for style in [Style::Ascii, Style::Unicode] {
            let text = c.loops().print_as(value, style).expect("short enough");
            let again = match c.eval(&text).unwrap_or_else(|e| panic!("{text}: {e}")) {
                Value::Loopy(again) => again,
                Value::Short(ishitori_values::calculator::Value::Game(g)) => {
                    c.loops().short(g).expect("no limits")
                }
                other => panic!("{text}: {other:?}"),
            };
            assert_eq!(again, value, "{text}");
        }
        c.loops().print_as(value, Style::Latex).expect("short enough");
    }
}
