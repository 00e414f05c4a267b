//! Pictures that are filled in, and graphs as text.

use ishitori_draw::{
    ArrowLabels, AutomatonArrow, AutomatonGraph, DrawError, Filling, GraphMove, Grid, GridFilling,
    GridValue, Missing, Shape, StripCells, StripChart, TransitionGraph,
};
use proptest::prelude::*;

fn texts(shapes: &[Shape]) -> Vec<&str> {
    fn text(shape: &Shape) -> Option<&str> {
        match shape {
            Shape::Text { text, .. } => Some(text.as_str()),
            _ => None,
        }
    }
    shapes.iter().filter_map(text).collect()
}

/// Wythoff's game on a small board: what a step says and marks.
fn board(side: usize) -> Grid {
    let places: Vec<(usize, usize)> =
        (0..side).flat_map(|a| (0..side).map(move |b| (a, b))).collect();
    let at = |a: usize, b: usize| a * side + b;
    let mut values: Vec<u64> = Vec::new();
    let mut moves: Vec<Vec<GraphMove>> = Vec::new();
    for &(a, b) in &places {
        let mut to: Vec<usize> = (0..a).map(|x| at(x, b)).collect();
        to.extend((0..b).map(|y| at(a, y)));
        to.extend((1..=a.min(b)).map(|d| at(a - d, b - d)));
        let value = (0..).find(|v| !to.iter().any(|&t| values[t] == *v)).unwrap();
        values.push(value);
        moves.push(to.into_iter().map(|t| GraphMove::between(at(a, b), t)).collect());
    }
    let cell = |(a, b): (usize, usize)| Some(GridValue::Number(values[at(a, b)]));
    let rows = (0..side).map(|a| (0..side).map(|b| cell((a, b))).collect()).collect();
    let mut grid = Grid::new("Wythoff", ("a", "b"), rows);
    let mut filling = Filling::new(moves, values.iter().copied().map(Into::into).collect());
    filling.names = places.iter().map(|(a, b)| format!("({a},{b})")).collect();
    grid.filling = Some(GridFilling { filling, cells: places });
    grid
}

#[test]
fn a_table_is_filled_in() {
    let grid = board(3);
    let steps = grid.steps().unwrap();
    assert_eq!(steps.len(), 9);
    for (n, step) in steps.iter().enumerate() {
        let texts = texts(&step.shapes);
        let numbers = texts.iter().filter(|t| t.parse::<u64>().is_ok()).count();
        // One result for each of three rows and three columns.
        assert_eq!(numbers, n + 1 + 6);
        assert_eq!(texts.iter().filter(|t| **t == "★").count(), 1);
        assert_eq!((step.width, step.height), (steps[0].width, steps[0].height));
    }
    let last = texts(&steps[8].shapes);
    assert!(last.contains(&"G(2,2) = 1: the least number not among {0, 2}"));
    assert_eq!(last.iter().filter(|t| **t == "◆").count(), 6);
    let first = texts(&steps[0].shapes);
    assert!(first.contains(&"G(0,0) = 0: there is no move"));
    assert!(board(12).steps().is_err(), "144 cells are too many");
    let mut plain = board(3);
    plain.filling = None;
    assert!(plain.steps().unwrap().is_empty());
}

#[test]
fn who_takes_how_many() {
    let moves: Vec<Vec<usize>> = (0..=8usize).map(|n| (n.saturating_sub(3)..n).collect()).collect();
    let values = (0..=8).map(|n| n % 4).collect();
    let mut graph = TransitionGraph::new("S = {1, 2, 3}", moves, values);
    graph.labels = ArrowLabels::Turns;
    let text = graph.to_text();
    let line = |n: &str| text.lines().find(|line| line.trim().starts_with(n)).unwrap().to_string();
    // As in the graph of the document on the 31 game: only the first player moves at 8, only the
    // second at 7, either at 6.
    assert_eq!(line("8").trim(), "8  0  F3 → 5  F2 → 6  F1 → 7");
    assert_eq!(line("7").trim(), "7  3  S3 → 4  S2 → 5  S1 → 6");
    assert_eq!(line("6").trim(), "6  2  F3 S3 → 3  F2 S2 → 4  F1 S1 → 5");
    let scene = graph.scene().unwrap();
    let at_arrows = texts(&scene.shapes).into_iter().filter(|t| t.starts_with(['F', 'S'])).count();
    // 6 for the moves from 7 and 8, two each for the 15 others, and the heading.
    assert_eq!(at_arrows, 6 + 2 * 15 + 1);
    graph.labels = ArrowLabels::Taken;
    assert!(graph.to_text().contains("8  0  3 → 5  2 → 6  1 → 7"));
    graph.blank = true;
    assert!(graph.to_text().contains("8  _  3 → 5"));
    assert!(graph.to_dot().contains("p8 -> p5 [label=\"3\"]"));
}

#[test]
fn moves_in_a_circle_have_no_order() {
    let filling = Filling::new(
        vec![vec![GraphMove::between(0, 1)], vec![GraphMove::between(1, 0)]],
        vec![0.into(), 0.into()],
    );
    assert_eq!(filling.order(), None);
    let graph = TransitionGraph { filling, ..TransitionGraph::new("round", vec![], vec![]) };
    assert_eq!(graph.steps().unwrap_err(), DrawError::Nothing(Missing::Order));
}

#[test]
fn an_automaton() {
    let arrow = |from, to, letters: &[&str]| AutomatonArrow {
        from,
        to,
        letters: letters.iter().map(|l| l.to_string()).collect(),
    };
    let arrows = vec![
        arrow(0, 0, &["00", "11"]),
        arrow(0, 1, &["01"]),
        arrow(1, 0, &["10", "a", "b", "c", "d"]),
    ];
    let graph = AutomatonGraph::new("even", vec![true, false], arrows);
    let scene = graph.scene().unwrap();
    let found = texts(&scene.shapes);
    assert!(found.contains(&"00 11") && found.contains(&"10 a b c … +1"));
    let rings = scene.shapes.iter().filter(|s| matches!(s, Shape::Ring { .. })).count();
    assert_eq!(rings, 3, "two states, one of them accepting");
    assert!(AutomatonGraph::new("none", vec![], vec![]).scene().is_err());
    assert!(AutomatonGraph::new("many", vec![true; 129], vec![]).scene().is_err());
}

#[test]
fn grundy_numbers_of_a_family() {
    let row = |s: &str, cells: &[u16]| (s.to_string(), StripCells::Numbers(cells.to_vec()));
    let chart = StripChart::new("two", vec![row("{1}", &[0, 1, 0, 1]), row("{2}", &[0, 0, 1, 1])]);
    let scene = chart.scene().unwrap();
    let found = texts(&scene.shapes);
    // Two in each row, and the scale.
    assert_eq!(found.iter().filter(|t| **t == "1").count(), 4 + 1);
    assert!(!found.iter().any(|t| t.starts_with("L:")));
}

proptest! {
    /// Every position comes after those that its moves lead to, and where the order of places will
    /// do, it is taken.
    #[test]
    fn orders(arrows in prop::collection::vec((0usize..12, 0usize..12), 0..40)) {
        let mut moves = vec![Vec::new(); 12];
        for (from, to) in arrows.into_iter().filter(|(from, to)| from != to) {
            // All arrows go from a larger code to a smaller one, so that there is no circle.
            let code = |n: usize| n * 5 % 12;
            let (from, to) = if code(from) > code(to) { (from, to) } else { (to, from) };
            moves[from].push(GraphMove::between(from, to));
        }
        let falling = moves.iter().enumerate().all(|(n, m)| m.iter().all(|m| m.parts[0] < n));
        let filling = Filling::new(moves, vec![0.into(); 12]);
        let order = filling.order().unwrap();
        let place = |n: usize| order.iter().position(|&m| m == n).unwrap();
        for n in 0..12 {
            for m in &filling.moves[n] {
                prop_assert!(place(m.parts[0]) < place(n));
            }
        }
        if falling {
            prop_assert_eq!(order, (0..12).collect::<Vec<_>>());
        }
    }
}

#[test]
fn a_graph_without_positions_is_no_picture_and_no_panic() {
    let graph = TransitionGraph::new("nothing", Vec::new(), Vec::new());
    assert!(graph.scene().is_err());
    assert!(graph.to_text().starts_with("nothing"));
    assert!(graph.to_dot().starts_with("digraph"));
}
