//! Entailing moves, against a plain search through sums.

use std::collections::HashMap;

use ishitori_rules::heap::EntailingRule;
use ishitori_solve::heap::entailing_values;
use ishitori_values::Budget;
use proptest::prelude::*;

/// Heaps, and the one in which the player to move must move.
type Position = (Vec<u32>, Option<u32>);

/// A search by the rules alone, with Nim heaps from 1000 on: heap 1000 + k is ∗k.
struct Plain<'a> {
    plain: &'a [u8],
    entailing: &'a [u8],
    known: HashMap<Position, bool>,
}

const NIM: u32 = 1000;

impl Plain<'_> {
    fn splits(&self, heap: u32) -> Vec<Vec<u32>> {
        if heap >= NIM {
            return (NIM..heap).map(|less| vec![less]).collect();
        }
        let mut all = Vec::new();
        for (taken, digit) in self.plain.iter().enumerate() {
            let Some(rest) = heap.checked_sub(taken as u32) else { continue };
            for one in 0..=rest {
                let other = rest - one;
                let parts: Vec<u32> = [one, other].into_iter().filter(|&part| part > 0).collect();
                if one <= other && digit >> parts.len() & 1 == 1 {
                    all.push(parts);
                }
            }
        }
        all
    }

    /// Whether the player to move wins.
    fn wins(&mut self, (mut heaps, forced): Position) -> bool {
        heaps.sort_unstable();
        let key = (heaps.clone(), forced);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mut options: Vec<Position> = Vec::new();
        let mut moves_in = |others: Vec<u32>, heap: u32| {
            for left in self.splits(heap) {
                options.push(([others.clone(), left].concat(), None));
            }
            if heap < NIM {
                for (taken, digit) in self.entailing.iter().enumerate() {
                    let Some(rest) = heap.checked_sub(taken as u32) else { continue };
                    if digit >> u32::from(rest > 0) & 1 == 1 {
                        options.push((others.clone(), Some(rest)));
                    }
                }
            }
        };
        match forced {
            Some(heap) => moves_in(heaps.clone(), heap),
            None => {
                for at in 0..heaps.len() {
                    let mut others = heaps.clone();
                    let heap = others.remove(at);
                    moves_in(others, heap);
                }
            }
        }
        let wins = options.into_iter().any(|option| !self.wins(option));
        self.known.insert(key, wins);
        wins
    }
}

fn code(digits: &[u8]) -> String {
    let rest: String = digits[1..].iter().map(u8::to_string).collect();
    format!("{}.{rest}", digits[0])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Sums of heaps and a Nim heap are lost exactly where no heap is loony and the nim-sum is 0.
    #[test]
    fn sums_by_their_values(
        splits: bool,
        plain in prop::collection::vec(0_u8..8, 1..3),
        entailing in prop::collection::vec(0_u8..4, 1..3),
        heaps in prop::collection::vec(0_u32..8, 1..4),
        nim in 0_u32..5,
    ) {
        let plain = [vec![if splits { 4 } else { 0 }], plain].concat();
        let entailing = [vec![0], entailing].concat();
        let rule: EntailingRule =
            format!("entail:{}/{}", code(&plain), code(&entailing)).parse().unwrap();
        let values = entailing_values(&rule, 8, &Budget::unlimited()).unwrap();
        let value = values.of_sum(&heaps).unwrap();
        let mut search = Plain { plain: &plain, entailing: &entailing, known: HashMap::new() };
        let wins = search.wins(([heaps.clone(), vec![NIM + nim]].concat(), None));
        prop_assert_eq!(wins, value != Some(nim), "{} {:?} {}", rule, heaps, nim);
    }

    /// All values of longer sequences, by the sets of the theory written out with all their numbers.
    #[test]
    fn values_by_whole_sets(
        splits: bool,
        plain in prop::collection::vec(0_u8..8, 1..4),
        entailing in prop::collection::vec(0_u8..4, 1..4),
    ) {
        const ALL: usize = 256;
        let plain = [vec![if splits { 4 } else { 0 }], plain].concat();
        let entailing = [vec![0], entailing].concat();
        let rule: EntailingRule =
            format!("entail:{}/{}", code(&plain), code(&entailing)).parse().unwrap();
        let mut wins: Vec<[bool; ALL]> = Vec::new();
        let mut values: Vec<Option<u32>> = Vec::new();
        for heap in 0..90_u32 {
            let mut found = [false; ALL];
            rule.for_each_option(heap, &mut |left| {
                let sum = left.iter().try_fold(0, |sum, &part| values[part as usize].map(|v| sum ^ v));
                if let Some(sum) = sum {
                    found[sum as usize] = true;
                }
            });
            for taken in rule.entailing_takes(heap) {
                let after = wins[(heap - taken) as usize];
                (0..ALL).for_each(|x| found[x] |= !after[x]);
            }
            values.push((0..ALL).find(|&x| !found[x]).map(|x| x as u32));
            wins.push(found);
        }
        let found = entailing_values(&rule, 89, &Budget::unlimited()).unwrap();
        prop_assert_eq!(found.iter().collect::<Vec<_>>(), values, "{}", rule);
    }
}

/// What was published about Top Entails: J. West, New values for Top Entails, Games of No Chance, 1996.
#[test]
fn loony_stacks_of_top_entails() {
    let rule = "top-entails".parse().unwrap();
    let found = entailing_values(&rule, 34_000, &Budget::unlimited()).unwrap();
    assert_eq!(found.loony(), [1, 3, 2403, 2505, 33_243]);
    let texts = ["", "entail:", "entail:4.0", "entail:1.0/0.3", "entail:4.0/0.4", "entail:4.0/1.3"];
    for text in texts {
        assert!(text.parse::<EntailingRule>().is_err(), "{text}");
    }
}
