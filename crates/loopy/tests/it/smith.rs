//! Values of impartial games with cycles: against the definition, and what they say about sums.

use ishitori_loopy::{Retrograde, SmithValue, smith_values};
use ishitori_values::Budget;
use proptest::prelude::*;

/// A random graph: the options of up to `most` positions.
fn graphs(most: usize) -> impl Strategy<Value = Vec<Vec<u32>>> {
    (1..=most).prop_flat_map(|n| {
        proptest::collection::vec(proptest::collection::vec(0..n as u32, 0..=4), n)
    })
}

fn values(graph: &[Vec<u32>]) -> Vec<SmithValue> {
    smith_values(graph.len() as u32, |p| graph[p as usize].clone(), &Budget::unlimited()).unwrap()
}

/// Values given one by one, in an order that is chosen at random, as the rule of Smith says.
fn one_by_one(graph: &[Vec<u32>], order: &[usize]) -> Vec<Option<u32>> {
    let mut given: Vec<Option<u32>> = vec![None; graph.len()];
    loop {
        let next = order.iter().copied().find_map(|p| {
            let options = &graph[p];
            let has = |m: u32| options.iter().any(|&q| given[q as usize] == Some(m));
            let m = (0..).find(|m| !has(*m)).unwrap();
            let returns = |q: u32| graph[q as usize].iter().any(|&r| given[r as usize] == Some(m));
            let all = options.iter().all(|&q| given[q as usize].is_some() || returns(q));
            (given[p].is_none() && all).then_some((p, m))
        });
        match next {
            Some((p, m)) => given[p] = Some(m),
            None => return given,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn the_order_does_not_matter(graph in graphs(7), seed in any::<u64>()) {
        let mut order: Vec<usize> = (0..graph.len()).collect();
        order.sort_by_key(|p| (*p as u64 + 1).wrapping_mul(seed | 1));
        let given = one_by_one(&graph, &order);
        for (p, value) in values(&graph).iter().enumerate() {
            match value {
                SmithValue::Finite(m) => prop_assert_eq!(given[p], Some(*m)),
                SmithValue::Infinite(set) => {
                    prop_assert_eq!(given[p], None);
                    let mut options: Vec<u32> = graph[p].iter().filter_map(|&q| given[q as usize]).collect();
                    options.sort_unstable();
                    options.dedup();
                    prop_assert_eq!(set, &options);
                }
            }
        }
    }

    #[test]
    fn sums_end_as_the_values_say(g in graphs(6), h in graphs(6)) {
        let (of_g, of_h) = (values(&g), values(&h));
        let width = h.len() as u32;
        let moves = |s: u32| {
            let (a, b) = (s / width, s % width);
            let first = g[a as usize].iter().map(|c| c * width + b);
            first.chain(h[b as usize].iter().map(|c| a * width + c)).collect()
        };
        let solved = Retrograde::new(g.len() as u32 * width, moves, &Budget::unlimited()).unwrap();
        for (a, x) in of_g.iter().enumerate() {
            for (b, y) in of_h.iter().enumerate() {
                prop_assert_eq!(solved.ending(a as u32 * width + b as u32), SmithValue::ending([x, y]));
            }
        }
    }
}

/// Without cycles they are Grundy numbers.
#[test]
fn heaps_have_their_grundy_numbers() {
    let found = smith_values(50, |n| (n.saturating_sub(3)..n).collect(), &Budget::unlimited());
    let expected: Vec<SmithValue> = (0..50).map(|n| SmithValue::Finite(n % 4)).collect();
    assert_eq!(found.unwrap(), expected);
}
