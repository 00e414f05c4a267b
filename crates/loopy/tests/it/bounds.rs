//! Comparisons of positions with numbers by a table of all states, against the order of their values.

use ishitori_loopy::games::{LoopyRules, Solved};
use ishitori_loopy::{Endless, Graph, LoopyStore, Pseudonumber, Target};
use ishitori_runtime::Workers;
use ishitori_values::{Budget, Dyadic, GameStore, Player};
use proptest::prelude::*;

/// Moves between positions as they are listed; a number below all of them counts down, one above counts up.
struct Listed(Vec<[Vec<i32>; 2]>);

impl LoopyRules for Listed {
    type Position = i32;

    fn decided(&self, _: &i32) -> Option<Player> {
        None
    }

    /// Position p ≥ 100 is listed, any other one is an integer.
    fn moves(&self, position: &i32, player: Player, into: &mut Vec<i32>) {
        match (position, player) {
            (100.., player) => into.extend(&self.0[*position as usize - 100][player as usize]),
            (1.., Player::Left) => into.push(position - 1),
            (..=-1, Player::Right) => into.push(position + 1),
            _ => {}
        }
    }
}

fn graph(rows: &[[Vec<i32>; 2]], loops: &mut LoopyStore<'_>) -> Graph {
    let mut graph = Graph::default();
    rows.iter().for_each(|_| {
        graph.vertex();
    });
    for (v, row) in (0..).zip(rows) {
        let mut target = |to: &i32| match to {
            100.. => Target::Vertex(*to as u32 - 100),
            _ => {
                let game = loops.session().integer(*to);
                Target::Value(loops.short(game).unwrap())
            }
        };
        let options = row.each_ref().map(|to| to.iter().map(&mut target).collect());
        graph.connect(v, options);
    }
    graph
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn agree_with_the_order_of_values(
        rows in prop::collection::vec(
            prop::array::uniform2(prop::collection::vec(prop_oneof![-3i32..=3, 100i32..104], 0..3)),
            4,
        ),
    ) {
        let budget = Budget::unlimited();
        let solved = Solved::new(&Listed(rows.clone()), 100, Endless::Draw, &budget).unwrap();
        let bounds = solved.bounds(&Workers::new(1, &budget)).unwrap();
        prop_assert_eq!(bounds.is_some(), solved.is_stopper());
        let Some(bounds) = bounds else { return Ok(()) };
        let store = GameStore::new();
        let mut loops = LoopyStore::new(&store);
        let graph = graph(&rows, &mut loops);
        let value = loops.value(&graph, 0).unwrap();
        let mut integer = |n: i64| loops.of_pseudonumber(&Pseudonumber::Number(n.into())).unwrap();
        let all: Vec<_> = (-12..=12).map(|n| (n, integer(n))).collect();
        let low = all.iter().rev().find(|(_, k)| loops.geq(value, *k).unwrap()).map(|(n, _)| *n);
        let high = all.iter().find(|(_, k)| loops.geq(*k, value).unwrap()).map(|(n, _)| *n);
        prop_assert_eq!((bounds.at_least, bounds.at_most), (low, high));
        let known = loops.pseudonumber(value.onside()).unwrap();
        let half = |x: &Dyadic| (x + x).is_integer();
        // Over and under are not looked for next to halves.
        let sought = known.filter(|known| match known {
            Pseudonumber::Number(x) => half(x),
            other => other.number().is_some_and(|x| x.is_integer()),
        });
        prop_assert_eq!(bounds.equal, sought);
    }
}

#[test]
fn known_values_are_found() {
    let budget = Budget::unlimited();
    let bounds = |rows: &[[Vec<i32>; 2]]| {
        let solved = Solved::new(&Listed(rows.to_vec()), 100, Endless::Draw, &budget).unwrap();
        solved.bounds(&Workers::new(2, &budget)).unwrap()
    };
    let over = bounds(&[[vec![2], vec![100]]]).unwrap();
    assert_eq!((over.at_least, over.at_most), (Some(2), Some(3)));
    assert_eq!(over.equal, Some(Pseudonumber::Over(2.into())));
    let on = bounds(&[[vec![100], vec![]]]).unwrap();
    assert_eq!((on.at_least, on.at_most, on.equal), (Some(12), None, None));
    // Endless alternation.
    assert_eq!(bounds(&[[vec![100], vec![100]]]), None);
}
