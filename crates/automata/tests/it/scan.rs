//! Different blocks of tables, counted and compared with counting by the definition.

use std::collections::{BTreeSet, HashMap, HashSet};

use ishitori_automata::{Scan, Sign, Subject, Work};
use ishitori_values::{Budget, LimitReached};
use proptest::prelude::*;

#[derive(Debug)]
enum Never {}

impl From<LimitReached> for Never {
    fn from(limit: LimitReached) -> Never {
        panic!("{limit:?} without a limit")
    }
}

fn scan(width: usize, bits: u32, subject: Subject, value: impl Fn(&[u64]) -> Option<u64>) -> Scan {
    let budget = Budget::unlimited();
    let mut work = Work::new(&budget);
    Scan::of(width, bits, &mut work, subject, |at| Ok::<_, Never>(value(at))).unwrap()
}

/// All tuples with coordinates below a side.
fn tuples(width: usize, side: u64) -> Vec<Vec<u64>> {
    let mut all = vec![vec![]];
    for _ in 0..width {
        all = all
            .into_iter()
            .flat_map(|t: Vec<u64>| (0..side).map(move |x| [t.clone(), vec![x]].concat()))
            .collect();
    }
    all
}

/// The most different blocks of one side in each cube, from the sets of what is in them.
fn by_definition(
    width: usize,
    bits: u32,
    subject: Subject,
    value: impl Fn(&[u64]) -> Option<u64>,
) -> Vec<usize> {
    let different = |cube: u32, side: u32| {
        type Place = (Vec<u64>, u64);
        let mut blocks: HashMap<Place, BTreeSet<Place>> = HashMap::new();
        for at in tuples(width, 1 << cube) {
            let Some(value) = value(&at) else { continue };
            let (block, within) = match subject {
                Subject::Grundy => (value >> side, value & ((1 << side) - 1)),
                Subject::Outcomes => (0, value),
            };
            let begins = at.iter().map(|x| x >> side).collect();
            let rest = at.iter().map(|x| x & ((1 << side) - 1)).collect();
            blocks.entry((begins, block)).or_default().insert((rest, within));
        }
        blocks.into_values().collect::<HashSet<_>>().len()
    };
    (1..=bits).map(|cube| (0..cube).map(|side| different(cube, side)).max().unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn blocks_are_counted(
        width in 1usize..4,
        numbers in prop::collection::vec(prop::option::of(0u64..12), 512),
        period in 1usize..600,
    ) {
        let bits = if width == 1 { 6 } else { 3 };
        let value = |at: &[u64]| numbers[at.iter().fold(0, |n, &x| n * 8 + x as usize) % period % 512];
        for subject in [Subject::Grundy, Subject::Outcomes] {
            let found = scan(width, bits, subject, value);
            prop_assert_eq!(&found.blocks, &by_definition(width, bits, subject, value));
            prop_assert_eq!(found.sign, Sign::of(&found.blocks));
        }
    }
}

#[test]
fn nim_has_one_state_and_wythoff_many() {
    let nim = scan(2, 6, Subject::Grundy, |at| Some(at[0] ^ at[1]));
    assert_eq!((nim.sign, nim.blocks), (Sign::Stable(1), vec![1; 6]));
    // The P-positions of Wythoff's game: ⌊nφ⌋ and ⌊nφ⌋ + n.
    let low = |n: u64| (n + (5 * n * n).isqrt()) / 2;
    let lost = |at: &[u64]| {
        let (a, b) = (at[0].min(at[1]), at[0].max(at[1]));
        (low(b - a) == a).then_some(0)
    };
    let wythoff = scan(2, 9, Subject::Outcomes, lost);
    assert_eq!(wythoff.sign, Sign::Growing, "{:?}", wythoff.blocks);
    // What does not fit is cut to what does.
    assert_eq!(scan(6, 20, Subject::Outcomes, |_| Some(0)).blocks.len(), 3);
}

#[test]
fn few_cells_prove_nothing() {
    assert_eq!((Scan::bits(2, 1 << 18), Scan::bits(5, 1 << 18), Scan::bits(2, 3)), (9, 3, 0));
    let none: Result<Scan, Never> = {
        let budget = Budget::unlimited();
        Scan::of(3, 0, &mut Work::new(&budget), Subject::Grundy, |_| Ok(None))
    };
    assert_eq!(none.unwrap().sign, Sign::Unclear);
}
