//! Quotients against published figures, another program, brute force and the independent checker.

use std::collections::HashMap;

use ishitori_rules::end::EndRule;
use ishitori_rules::heap::HeapRule;
use ishitori_solve::ending::{Position, Search, SumRule};
use ishitori_solve::quotient::{NoRefinement, ParityOf, Quotient, QuotientSearch};
use ishitori_values::{Budget, Outcome};
use proptest::prelude::*;
use serde_json::Value as Json;

fn search(rule: &str, end: &str, to: Option<u32>) -> Quotient {
    let mut search = QuotientSearch::new(&rule.parse().unwrap(), &end.parse().unwrap()).unwrap();
    search.run(to, &Budget::unlimited()).unwrap();
    search.quotient()
}

fn counts(q: &Quotient) -> [usize; 4] {
    [Outcome::P, Outcome::L, Outcome::R, Outcome::N].map(|o| q.count(o))
}

fn figures(rule: &str) -> (usize, u64, u64) {
    let q = search(rule, "mod2:LR", None);
    let period = q.period().unwrap();
    (q.order(), period.preperiod, period.period)
}

#[test]
fn total_parity() {
    assert_eq!(counts(&search("sub:2,3", "mod2:LR", None)), [4, 6, 6, 24]);
    for (rule, figure) in [
        ("sub:2,3", (40, 5, 5)),
        ("sub:3,4", (24, 6, 7)),
        ("sub:2,5", (16, 0, 7)),
        ("sub:3,5", (8, 0, 8)),
        ("sub:4,5", (40, 9, 9)),
        ("sub:5,6", (24, 10, 11)),
        ("sub:2,7", (16, 0, 9)),
        ("sub:4,7", (40, 11, 11)),
        ("sub:3,8", (16, 0, 11)),
        ("sub:2,3,7", (40, 9, 5)),
        ("sub:3,5,7", (8, 0, 10)),
        ("sub:3,4,6", (140, 15, 9)),
        ("sub:2,4,6", (2, 0, 2)),
    ] {
        assert_eq!(figures(rule), figure, "{rule}");
    }
}

#[test]
fn growth_modulo_three() {
    let q = search("sub:3,4", "mod3:LRP", Some(10));
    assert_eq!(q.growth(), [(0, 1), (1, 3), (3, 6), (4, 14), (6, 120), (9, 527)]);
    assert_eq!(q.period(), None);
}

#[test]
fn kayles_and_dawson() {
    let kayles = search("0.77", "misere", None);
    let growth = [(0, 1), (1, 2), (2, 6), (5, 12), (9, 18), (12, 24), (25, 32), (27, 40)];
    assert_eq!(kayles.growth(), growth);
    assert_eq!((kayles.order(), kayles.count(Outcome::P)), (40, 9));
    let period = kayles.period().unwrap();
    assert_eq!((period.preperiod, period.period), (71, 12));
    let dawson = search("0.07", "misere", Some(30));
    let growth = [(0, 1), (2, 2), (4, 6), (10, 12), (14, 24), (25, 144), (27, 176)];
    assert_eq!(dawson.growth()[..7], growth);
    assert_eq!(dawson.order(), 360);
}

fn lines(text: &str) -> Vec<Json> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The element of a word such as `ab2` in the letters given.
fn element(q: &Quotient, letters: &HashMap<char, u32>, word: &str) -> u32 {
    let (mut x, mut last) = (0, 0);
    for c in word.chars().filter(|_| word != "1") {
        if let Some(more) = c.to_digit(10) {
            (1..more).for_each(|_| x = q.times(x, last));
        } else {
            last = letters[&c];
            x = q.times(x, last);
        }
    }
    x
}

#[test]
fn whole_misere_quotients_of_another_program() {
    let all = lines(include_str!("../data/misere_quotients.jsonl"));
    assert_eq!(all.len(), 122);
    for case in all {
        let code = case["code"].as_str().unwrap();
        let q = search(code, "misere", None);
        let period = q.period().unwrap();
        let number = |name: &str| case[name].as_u64().unwrap();
        assert_eq!(q.order() as u64, number("q_size"), "{code}");
        assert_eq!(q.count(Outcome::P) as u64, number("p_size"), "{code}");
        assert_eq!((period.preperiod, period.period), (number("preperiod"), number("period")));
        assert_eq!(q.is_tame(), case["tame"].as_bool(), "{code}");
        let grows: Vec<u64> = q.growth().iter().map(|g| g.0.into()).collect();
        assert_eq!(Json::from(grows), case["expansion_heaps"], "{code}");
        // The same images, with the letters of that program as ours of the same heaps.
        let names: Vec<&str> =
            case["phi"].as_array().unwrap().iter().map(|n| n.as_str().unwrap()).collect();
        let mut letters = HashMap::new();
        for (heap, name) in names.iter().enumerate() {
            if name.len() == 1 && *name != "1" {
                let letter = name.chars().next().unwrap();
                letters.entry(letter).or_insert_with(|| q.image(heap as u32).unwrap());
            }
        }
        for (heap, name) in names.iter().enumerate() {
            let image = q.image(heap as u32).unwrap();
            assert_eq!(element(&q, &letters, name), image, "{code}, heap {heap}");
        }
    }
}

/// Codes whose partial quotients take longer than a test should: up to half a minute.
const SLOW: [&str; 6] = ["0.26", "0.57", "0.145", "0.541", "0.542", "0.543"];

fn compare_partial(case: &Json) {
    let code = case["code"].as_str().unwrap();
    let to = case["to_heap"].as_u64().unwrap() as u32;
    let q = search(code, "misere", Some(to));
    assert_eq!(q.order() as u64, case["q_size"].as_u64().unwrap(), "{code}");
    assert_eq!(q.count(Outcome::P) as u64, case["p_size"].as_u64().unwrap(), "{code}");
    let grows: Vec<u64> = q.growth().iter().map(|g| g.0.into()).collect();
    assert_eq!(Json::from(grows), case["expansion_heaps"], "{code}");
}

fn compare_partials(slow: bool) {
    let all = lines(include_str!("../data/partial_misere_quotients.jsonl"));
    let known = all.iter().filter(|case| case.get("to_heap").is_some());
    let chosen = known.filter(|case| SLOW.contains(&case["code"].as_str().unwrap()) == slow);
    chosen.for_each(compare_partial);
}

#[test]
fn partial_misere_quotients_of_another_program() {
    compare_partials(false);
}

#[test]
#[ignore = "takes a minute or two"]
fn slow_partial_misere_quotients_of_another_program() {
    compare_partials(true);
}

#[test]
fn certificates_are_accepted() {
    for (rule, end, to) in [
        ("0.77", "misere", None),
        ("0.3", "normal", None),
        ("sub:2,3", "mod2:LR", None),
        ("sub:3,4,6", "mod2:LR", None),
        ("sub:3,4", "mod3:LRP", Some(6)),
        ("sub:1,4", "table:LR[NP]", None),
        ("0.07", "misere", Some(25)),
        ("0.34", "mod2:PN", Some(9)),
        // Moves counted, and rules of all kinds.
        ("sub:1,2,4", "moves", None),
        ("0.77", "moves", Some(14)),
        ("psub:1/2", "mod2:LR", None),
        ("psub:2/1,3", "mod2:LR", None),
        ("psub:1,2/1,3", "misere", Some(4)),
        ("psplit:1,2/2,3", "mod2:LR", Some(5)),
        ("psplit:2/2", "mod2:LR", None),
        ("allbut:2", "misere", Some(7)),
        ("nim", "mod2:LR", None),
        ("nim", "mod1:L", None),
        ("lasker-nim", "misere", Some(6)),
        ("grundys-game", "misere", Some(20)),
        ("grundys-game", "moves", Some(12)),
        ("string", "misere", Some(12)),
        ("4=.3", "misere", None),
        ("0.3{0,3}=", "mod2:LR", None),
        ("0.7!", "misere", None),
        ("0.3[03]", "misere", None),
        ("0.[30]", "mod2:LR", None),
        ("0.{2+}", "misere", Some(9)),
        ("{3+}!.3", "mod2:NP", Some(9)),
        ("0.0", "mod2:LR", None),
    ] {
        let quotient = search(rule, end, to);
        assert_eq!(quotient.period().is_some(), to.is_none(), "{rule} {end}");
        let verdict = ishitori_certify::check(&quotient.certificate().to_json());
        assert!(verdict.valid, "{rule} {end}: {:?}", verdict.why);
    }
}

#[test]
fn a_broken_off_search_goes_on() {
    let (rule, end): (HeapRule, EndRule) = ("0.77".parse().unwrap(), EndRule::misere());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("search");
    let mut first = QuotientSearch::new(&rule, &end).unwrap();
    first.run(Some(26), &Budget::unlimited()).unwrap();
    first.save(&path).unwrap();
    let mut second = QuotientSearch::resume(&rule, &end, &path, &Budget::unlimited()).unwrap();
    second.run(None, &Budget::unlimited()).unwrap();
    let (whole, q) = (search("0.77", "misere", None), second.quotient());
    assert_eq!((q.order(), q.period(), q.growth()), (40, whole.period(), whole.growth()));
    assert_eq!(q.images(), whole.images());
    let other = "0.07".parse().unwrap();
    assert!(QuotientSearch::resume(&other, &end, &path, &Budget::unlimited()).is_err());
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    assert!(QuotientSearch::resume(&rule, &end, &path, &Budget::unlimited()).is_err());
}

#[test]
fn a_limit_leaves_a_proved_part() {
    let (rule, end) = ("0.07".parse().unwrap(), EndRule::misere());
    let mut search = QuotientSearch::new(&rule, &end).unwrap();
    let tiny = Budget::unlimited().with_memory(20_000);
    assert!(search.run(Some(30), &tiny).is_err());
    let stopped_at = search.last_heap();
    assert!(stopped_at < 30);
    // What is there is right, and the search goes on from it.
    let certificate = search.quotient().certificate().to_json();
    assert!(ishitori_certify::check(&certificate).valid);
    search.run(Some(25), &Budget::unlimited()).unwrap();
    assert_eq!(search.order(), 144);
}

#[test]
fn finer_quotients_map_onto_both() {
    let q = search("sub:3,5", "mod2:LR", None);
    let finer = q.parity_refinement(&Budget::unlimited()).unwrap().unwrap();
    assert_eq!((finer.elements.len(), finer.misere.order()), (12, 6));
    let moves = search("sub:1,3", "moves", None);
    let finer = moves.parity_refinement(&Budget::unlimited()).unwrap().unwrap();
    assert_eq!((finer.elements.len(), finer.misere.order()), (2, 2));
    let none = search("sub:2,3", "mod2:LR", None);
    let none = none.parity_refinement(&Budget::unlimited()).unwrap();
    assert_eq!(none.err(), Some(NoRefinement::NoParity));
    // Two stones are taken each time, so that their parity stays, and every cut adds a heap.
    let none = search("0.04", "mod2:LR", Some(12));
    let none = none.parity_refinement(&Budget::unlimited()).unwrap();
    assert_eq!(none.err(), Some(NoRefinement::NoMaps));
}

#[test]
fn string_cutting_is_refined_by_the_number_of_strings() {
    let q = search("string", "mod2:LR", None);
    let finer = q.parity_refinement(&Budget::unlimited()).unwrap().unwrap();
    assert_eq!(finer.parity.of, ParityOf::Heaps);
    assert_eq!(finer.misere.order(), 40);
    // Outcome, misère outcome and Grundy value agree with the table of the unifying theorem.
    for e in &finer.elements {
        let normal = if e.grundy == 0 { Outcome::P } else { Outcome::N };
        let misere = finer.misere.outcome(e.misere);
        let expected = match (normal, misere, e.odd) {
            (Outcome::P, Outcome::P, _) => Outcome::P,
            (Outcome::N, Outcome::N, _) => Outcome::N,
            (Outcome::P, _, false) | (Outcome::N, _, true) => Outcome::L,
            _ => Outcome::R,
        };
        assert_eq!(q.outcome(e.element), expected, "{e:?}");
    }
}

/// Compares with a search through all positions.
fn compare(rule: &str, end: &str, largest: u32, heaps: usize, seconds: u64) {
    let (rule, end): (HeapRule, EndRule) = (rule.parse().unwrap(), end.parse().unwrap());
    let mut quotients = QuotientSearch::new(&rule, &end).unwrap();
    let budget = Budget::unlimited().with_time(std::time::Duration::from_secs(seconds));
    // As far as it gets: what it has is proved.
    let _ = quotients.run(Some(largest), &budget.with_memory(1 << 26));
    let q = quotients.quotient();
    let largest = largest.min(q.computed_to());
    let mut search = Search::new(&rule, &end, SumRule::Total, Budget::unlimited()).unwrap();
    let mut multiset = vec![0; heaps];
    loop {
        let position = Position::new(multiset.clone());
        let expected = search.outcome(&position).unwrap();
        assert_eq!(q.outcome_of(&position), Some(expected), "{rule} {end} {position}");
        if multiset.iter().sum::<u32>() < 12 {
            let mut moves = q.winning_moves(&position).unwrap();
            let mut others = search.winning_moves(&position).unwrap();
            moves.sort_by_key(|m| m.position.clone());
            others.sort_by_key(|m| m.position.clone());
            assert_eq!(moves, others, "{rule} {end} {position}");
        }
        // The next one, decreasing from the first heap on.
        let Some(at) = (0..heaps)
            .rev()
            .find(|&i| multiset[i] < if i == 0 { largest } else { multiset[i - 1] })
        else {
            break;
        };
        multiset[at] += 1;
        multiset[at + 1..].fill(0);
    }
}

fn rules() -> impl Strategy<Value = String> {
    prop_oneof![
        proptest::collection::btree_set(1_u32..8, 1..4).prop_map(|set| {
            let numbers: Vec<String> = set.iter().map(u32::to_string).collect();
            format!("sub:{}", numbers.join(","))
        }),
        proptest::collection::vec(0_u32..8, 1..4).prop_map(|mut digits| {
            digits.push(3);
            format!("0.{}", digits.iter().map(u32::to_string).collect::<String>())
        }),
        Just("psub:1,2/1,3".to_string()),
        Just("psub:2/1,3".to_string()),
        Just("grundys-game".to_string()),
        Just("4.3".to_string()),
        Just("0.8".to_string()),
    ]
}

fn ends() -> impl Strategy<Value = String> {
    let letters = proptest::sample::select(vec!['L', 'R', 'N', 'P']);
    prop_oneof![
        Just("misere".to_string()),
        Just("normal".to_string()),
        Just("mod2:LR".to_string()),
        Just("moves".to_string()),
        proptest::collection::vec(letters, 1..4).prop_map(|l| format!(
            "mod{}:{}",
            l.len(),
            l.iter().collect::<String>()
        )),
        Just("table:LN[RP]".to_string()),
        Just("table:P[N]".to_string()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, ..ProptestConfig::default() })]

    #[test]
    fn agrees_with_brute_force(rule in rules(), end in ends()) {
        let partizan = rule.starts_with('p') && end == "moves";
        if !partizan {
            compare(&rule, &end, 7, 4, 1);
        }
    }
}

/// A forger who knows the checksum of a checkpoint can write any claim: it is proved again or refused.
#[test]
fn forged_checkpoints_are_proved_or_refused() {
    let sealed = |content: &[u8]| {
        let sum = content.chunks(8).fold(0xcbf2_9ce4_8422_2325_u64, |sum, chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            let mixed = (sum ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3);
            mixed ^ mixed >> 29
        });
        [content, &sum.to_le_bytes()].concat()
    };
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = move || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random
    };
    for (rule, end) in [("0.77", "misere"), ("sub:2,3", "mod2:LR"), ("psub:1,3/1,2", "normal")] {
        let (rule, end): (HeapRule, EndRule) = (rule.parse().unwrap(), end.parse().unwrap());
        let mut search = QuotientSearch::new(&rule, &end).unwrap();
        search.run(Some(6), &Budget::unlimited()).unwrap();
        let bytes = search.to_bytes();
        let order = search.order();
        let head = b"ishitori quotient search 1\n".len();
        for _ in 0..1500 {
            let mut content = bytes[..bytes.len() - 8].to_vec();
            assert_eq!(sealed(&content), bytes);
            for _ in 0..=next() % 3 {
                let at = head + next() as usize % (content.len() - head);
                match next() % 3 {
                    0 => content[at] = next() as u8,
                    1 => content[at] ^= 1 << (next() % 8),
                    _ => content[at] = content[at].wrapping_add(1),
                }
            }
            let path = std::path::Path::new("forged");
            let budget = Budget::unlimited().with_memory(1 << 26);
            let forged = QuotientSearch::from_bytes(&rule, &end, &sealed(&content), path, &budget);
            if let Ok(mut forged) = forged {
                let last = forged.last_heap();
                forged.run(Some(last.max(6)), &Budget::unlimited()).unwrap();
                // What passes is the truth about the heaps it is about.
                assert!(forged.last_heap() != 6 || forged.order() == order, "{rule}");
            }
        }
    }
}
