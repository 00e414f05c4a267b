use ishitori_rules::heap::{HeapCode, HeapRule};
use ishitori_runtime::simd::Isa;
use ishitori_values::Budget;
use proptest::prelude::*;

use super::{Runner, SequenceMachine, on_machine};
use crate::heap::moves::Moves;
use crate::heap::naive::grundy_naive;

fn code(text: &str) -> HeapCode {
    text.parse::<HeapRule>().unwrap().code().unwrap().clone()
}

fn fast(code: &HeapCode, count: usize) -> Vec<u32> {
    let mut runner = Runner::new(Moves::of(code).unwrap());
    runner.advance(count as u64, &Budget::unlimited()).unwrap();
    on_machine!(runner, m => m.history.first().iter().map(|&v| v.into()).collect())
}

fn agree(code: &HeapCode, count: usize) {
    let slow = grundy_naive(code, count, &Budget::unlimited()).unwrap();
    let fast = fast(code, count);
    if let Some(n) = (0..count).find(|&n| slow[n] != fast[n]) {
        panic!("{code}: G({n}) = {} but the fast engine says {}", slow[n], fast[n]);
    }
}

#[test]
fn fast_and_naive_agree_on_chosen_codes() {
    for text in [
        "0.77",
        "0.07",
        "0.106",
        "0.104",
        "0.16",
        "0.454",
        "0.167",
        "0.354",
        "0.6",
        "4!.0",
        "0.4!",
        "4.4",
        "4.7",
        "0.06",
        "0.114",
        "0.125",
        "sub:1,2,3",
        "sub:5,9,20,33",
        "sub:100,201,301",
        "abc:3/1,7/20,33",
        "0.356",
        "0.0007",
        "4!.07",
    ] {
        agree(&code(text), 2000);
    }
}

#[test]
fn every_instruction_set_gives_the_same_values() {
    for text in ["0.106", "0.16", "0.354", "0.6", "sub:17,33,90"] {
        let code = code(text);
        let expected = fast(&code, 6000);
        for isa in Isa::available() {
            let mut machine = SequenceMachine::<u8>::new(Moves::of(&code).unwrap()).with_isa(isa);
            machine.advance(6000, &Budget::unlimited()).unwrap();
            assert!(
                machine.history.recent.iter().map(|&v| u32::from(v)).eq(expected.iter().copied())
            );
        }
    }
}

#[test]
fn threads_give_the_same_values() {
    for (text, count) in [("0.106", 400_000), ("0.454", 300_000), ("0.6", 60_000)] {
        let code = code(text);
        let expected = fast(&code, count);
        for threads in [2, 3] {
            let mut runner = Runner::new(Moves::of(&code).unwrap());
            on_machine!(&mut runner, m => m.threads = threads);
            runner.advance(count as u64, &Budget::unlimited()).unwrap();
            let same = on_machine!(runner, m => {
                m.history.recent.iter().map(|&v| u32::from(v)).eq(expected.iter().copied())
            });
            assert!(same, "{text} with {threads} threads");
        }
    }
}

#[test]
fn flat_memory_gives_the_same_values() {
    let code = code("0.106");
    let expected = fast(&code, 200_000);
    let mut machine = SequenceMachine::<u8>::new(Moves::of(&code).unwrap());
    machine.keep = Some(20_000);
    machine.advance(200_000, &Budget::unlimited()).unwrap();
    assert!(machine.history.base > 0 && machine.history.recent.len() < 120_000);
    for heap in machine.history.base..200_000 {
        let value = machine.history.recent[(heap - machine.history.base) as usize];
        assert_eq!(u32::from(value), expected[heap as usize], "heap {heap}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn fast_and_naive_agree_on_random_codes(bits in prop::collection::vec(0u32..8, 1..7)) {
        agree(&HeapCode::from_bits(&bits), 1200);
    }

    #[test]
    fn fast_and_naive_agree_on_random_sets(set in prop::collection::btree_set(1u32..400, 1..12)) {
        agree(&HeapCode::subtraction(&set.into_iter().collect::<Vec<_>>()), 4000);
    }
}

#[test]
fn coded_stretches_give_the_same_values() {
    for text in [
        "0.106",
        "0.104",
        "0.16",
        "0.454",
        "0.167",
        "0.354",
        "0.6",
        "4!.0",
        "0.356",
        "4.7",
        "0.054",
        "0.07",
        "abc:3/1,2,7/20,34",
        "sub:5,9,20,33",
        "0.4!",
    ] {
        let code = code(text);
        let budget = Budget::unlimited();
        let expected = fast(&code, 30_000);
        let mut plain = Runner::new(Moves::of(&code).unwrap());
        if let Runner::Narrow(machine) = &mut plain {
            machine.uncodable = true;
        }
        while plain.next() < 30_000 {
            plain.advance(plain.next() + 5000, &budget).unwrap();
            on_machine!(&mut plain, m => m.uncodable = true);
        }
        let plain: Vec<u32> =
            on_machine!(plain, m => m.history.first().iter().map(|&v| v.into()).collect());
        let differs = (0..30_000).find(|&n| plain[n] != expected[n]);
        assert_eq!(differs, None, "{text}");
    }
}

#[test]
fn coded_stretches_agree_with_the_definition() {
    for text in ["0.106", "0.644", "0.167"] {
        agree(&code(text), 9000);
    }
}
