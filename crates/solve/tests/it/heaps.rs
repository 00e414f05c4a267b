//! Heap games against facts computed by another program (see `data/README.md`), against known
//! facts of the literature, and engine against engine.

use ishitori_rules::heap::{HeapCode, HeapRule};
use ishitori_solve::heap::{
    Engine, GrundySequence, HeapError, Period, PeriodReport, PeriodSearch, Status, find_period,
    grundy, grundy_naive, identify, misere, partizan_values,
};
use ishitori_values::calculator::{Calculator, Value};
use ishitori_values::{Budget, GameStore};
use proptest::prelude::*;
use serde_json::Value as Json;

fn code(text: &str) -> HeapCode {
    let rule: HeapRule = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
    rule.code().unwrap_or_else(|| panic!("{text} is a code")).clone()
}

fn lines(data: &str) -> impl Iterator<Item = Json> {
    data.lines().map(|line| serde_json::from_str(line).expect("JSON lines"))
}

fn numbers(list: &Json) -> Vec<u32> {
    list.as_array().expect("a list").iter().map(|v| v.as_u64().expect("a number") as u32).collect()
}

fn first(code: &HeapCode, count: usize) -> Vec<u32> {
    let run = grundy(code, count as u64, None, &Budget::unlimited()).expect("an engine");
    run.values.iter().collect()
}

fn check_case(code: &HeapCode, case: &Json) {
    let expected = numbers(&case["nim_values_from_heap_1"]);
    let count = expected.len() + 1;
    for engine in Engine::ALL.into_iter().filter(|e| e.supports(code)) {
        let run = grundy(code, count as u64, Some(engine), &Budget::unlimited()).unwrap();
        let values: Vec<u32> = run.values.iter().skip(1).collect();
        assert_eq!(values, expected, "{code} by {engine}");
    }
}

fn check_period(code: &HeapCode, case: &Json) {
    let Some(expected) = case["periodicity"].as_object() else { return };
    let report = find_period(code, 100_000, &Budget::unlimited()).unwrap();
    let found = report.periodicity.unwrap_or_else(|| panic!("{code} has a period"));
    let period = Period {
        period: expected["period"].as_u64().unwrap(),
        preperiod: expected["preperiod"].as_u64().unwrap(),
    };
    assert_eq!(found.values, period, "{code}");
    assert_eq!(found.saltus, expected["saltus"].as_u64().unwrap(), "{code}");
}

#[test]
fn octal_games() {
    for case in lines(include_str!("../data/octal_games.jsonl")) {
        let code = code(case["code"].as_str().unwrap());
        check_case(&code, &case);
        check_period(&code, &case);
    }
}

#[test]
fn genus_of_octal_games() {
    let mut cases = 0;
    for case in lines(include_str!("../data/octal_games.jsonl")) {
        let Some(expected) = case["genus_from_heap_0"].as_array() else { continue };
        let code = code(case["code"].as_str().unwrap());
        let run = misere(&code, expected.len(), &Budget::unlimited()).unwrap();
        for (n, (genus, text)) in run.genus.iter().zip(expected).enumerate() {
            let text = text.as_str().unwrap();
            // The other program shortens some superscripts, those of nim heaps to nothing.
            match text.split_once('^') {
                Some((_, short)) if short.len() == 1 => {
                    assert!(genus.to_string().starts_with(text), "{code} {n}: {genus} {text}")
                }
                Some(_) => assert_eq!(genus.to_string(), text, "{code} {n}"),
                None => {
                    let g: u32 = text.parse().unwrap();
                    let nim = match g {
                        0 => vec![1, 2, 0],
                        1 => vec![0, 3, 1],
                        _ => vec![g, g ^ 2],
                    };
                    assert_eq!((genus.grundy, &genus.misere), (g, &nim), "{code} {n}");
                }
            }
            cases += 1;
        }
    }
    assert!(cases > 500);
}

#[test]
fn hexadecimal_games() {
    for case in lines(include_str!("../data/hexadecimal_games.jsonl")) {
        check_case(&code(case["code"].as_str().unwrap()), &case);
    }
}

#[test]
fn subtraction_games() {
    for case in lines(include_str!("../data/subtraction_games.jsonl")) {
        let set = numbers(&case["set"]);
        let code = match case["kind"].as_str().unwrap() {
            "subtraction" => HeapCode::subtraction(&set),
            _ => HeapCode::all_but(&set),
        };
        check_case(&code, &case);
        check_period(&code, &case);
    }
}

#[test]
fn partizan_games() {
    for (data, prefix) in [
        (include_str!("../data/partizan_subtraction.jsonl"), "psub"),
        (include_str!("../data/partizan_splittles.jsonl"), "psplit"),
    ] {
        for case in lines(data) {
            let input = case["input"].as_str().unwrap();
            let sets: Vec<&str> = input.split(['[', ']']).collect();
            let rule: HeapRule = format!("{prefix}:{}/{}", sets[1], sets[3]).parse().unwrap();
            let output = case["output"].as_str().unwrap();
            let expected = split_list(&output[1..output.len() - 1]);
            let store = GameStore::new();
            let mut session = store.session();
            let rule = rule.partizan().unwrap();
            let run = partizan_values(rule, expected.len() + 1, &mut session);
            let mut calculator = Calculator::new(&store);
            for (n, text) in expected.iter().enumerate() {
                let value = calculator.eval(text).unwrap();
                assert_eq!(value, Value::Game(run.values[n + 1]), "{rule} {}", n + 1);
            }
        }
    }
}

/// The entries of a list, separated by commas outside braces and parentheses.
fn split_list(text: &str) -> Vec<&str> {
    let mut depth = 0;
    text.split(|c| {
        depth += i32::from("{(".contains(c)) - i32::from("})".contains(c));
        c == ',' && depth == 0
    })
    .collect()
}

#[test]
fn known_periods_are_proved_and_certified() {
    for (text, period, preperiod) in [
        ("0.07", 34, 53),
        ("0.77", 12, 71),
        ("0.156", 349, 3479),
        ("0.356", 142, 7315),
        ("0.644", 442, 3256),
        ("0.165", 1550, 5181),
        ("0.16", 149_459, 105_351),
        ("0.56", 144, 326_640),
        ("0.127", 4, 46_578),
        ("sub:1,7,12,16", 19, 0),
        ("sub:100,201,301", 40_300, 0),
        ("0.2", 2, 1),
        ("0.1", 1, 2),
        ("0.0", 1, 0),
        ("4.0", 2, 1),
        ("string", 12, 72),
        ("0.D", 2, 0),
    ] {
        let code = code(text);
        let report = find_period(&code, 2_000_000, &Budget::unlimited()).unwrap();
        let certificate = report.certificate(&code);
        let found = report.periodicity.unwrap_or_else(|| panic!("{text} has a period"));
        assert_eq!(found.values, Period { period, preperiod }, "{text}");
        // The last exception is just before the preperiod.
        let exceptions = found.exceptions.unwrap();
        assert_eq!(exceptions.last().copied(), preperiod.checked_sub(1), "{text}");
        if preperiod < 10_000 && period < 10_000 && text != "0.0" {
            let verdict = ishitori_certify::check(&certificate.unwrap().to_json());
            assert!(verdict.valid, "{text}: {:?}", verdict.why);
        }
    }
}

#[test]
fn engines_agree_on_all_three_digit_codes() {
    for bits in 1..512u32 {
        let code = HeapCode::from_bits(&[bits >> 6, bits >> 3 & 7, bits & 7]);
        let slow = grundy_naive(&code, 5000, &Budget::unlimited()).unwrap();
        assert!(first(&code, 5000) == slow, "{code}");
    }
}

#[test]
fn exceptions_of_kayles_and_dawsons_kayles() {
    let exceptions = |text| {
        let report = find_period(&code(text), 1000, &Budget::unlimited()).unwrap();
        report.periodicity.unwrap().exceptions.unwrap()
    };
    assert_eq!(exceptions("kayles"), [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]);
    assert_eq!(exceptions("dawsons-kayles"), [0, 1, 15, 17, 18, 32, 35, 52]);
    let zeros: Vec<usize> =
        (0..204).filter(|&n| first(&code("0.07"), 204)[n] == 0).collect::<Vec<_>>();
    let known = |n: usize| [0, 1, 15, 35].contains(&n) || [5, 9, 21, 25, 29].contains(&(n % 34));
    assert_eq!(zeros, (0..204).filter(|&n| known(n)).collect::<Vec<_>>());
}

#[test]
fn errors_in_the_literature_are_not_repeated() {
    assert_eq!(first(&code("0.346"), 36)[35], 11);
    let (a, b) = (first(&code("0.161"), 600), first(&code("0.36"), 600));
    assert_eq!((0..600).find(|&n| a[n] != b[n]), Some(519));
    // .27 is .26, not .06; .314 is not .31.
    assert_eq!(first(&code("0.27"), 2000), first(&code("0.26"), 2000));
    assert_ne!(first(&code("0.27"), 2000), first(&code("0.06"), 2000));
    assert_ne!(first(&code("0.314"), 2000), first(&code("0.31"), 2000));
}

#[test]
fn all_but_games_are_arithmetically_periodic() {
    for (text, period, preperiod, saltus) in [("nim", 1, 0, 1), ("allbut:1,5", 2, 0, 1)] {
        let code = code(text);
        let report = find_period(&code, 1000, &Budget::unlimited()).unwrap();
        assert!(ishitori_certify::check(&report.certificate(&code).unwrap().to_json()).valid);
        let found = report.periodicity.unwrap();
        assert_eq!((found.values, found.saltus), (Period { period, preperiod }, saltus), "{text}");
    }
}

#[test]
fn no_theorem_no_claim() {
    for (text, status) in [
        ("0.[37]", Status::NoTheorem),
        ("0.{2+}=", Status::NoTheorem),
        ("0.[30]", Status::NoTheorem),
        ("{2+}!.0", Status::NoTheorem),
        ("0.3F", Status::NotFound),
        ("grundys-game", Status::NotFound),
        ("0.6", Status::NotFound),
    ] {
        let report = find_period(&code(text), 150, &Budget::unlimited()).unwrap();
        assert_eq!((report.status, report.periodicity), (status, None), "{text}");
    }
    // The false period of another program.
    let values = grundy_naive(&code("0.{2+}="), 40, &Budget::unlimited()).unwrap();
    assert!((10..37).any(|n| values[n] != values[n + 3]));
}

#[test]
fn limits_are_honest() {
    let budget = Budget::unlimited();
    budget.cancel_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    let run = grundy(&code("0.6"), 1000, None, &budget).unwrap();
    assert!(run.stopped.is_some() && run.values.len() < 1000);
    let report = find_period(&code("0.6"), 1000, &budget).unwrap();
    assert!(report.stopped.is_some() && report.status == Status::NotFound);
    let too_many = grundy(&code("0.6"), u64::MAX, None, &Budget::unlimited());
    assert!(matches!(too_many, Err(HeapError::TooMany { .. })));
    let unsuitable = grundy(&code("0.6"), 10, Some(Engine::Window), &Budget::unlimited());
    assert!(matches!(unsuitable, Err(HeapError::Unsuitable { .. })));
}

#[test]
fn sequences_are_identified() {
    let found = identify(&first(&code("0.156"), 20), 30, &Budget::unlimited()).unwrap();
    assert!(found.matches.iter().any(|m| m.code.to_string() == "0.156" && m.start == 0));
    let found = identify(&[1, 0, 1, 0, 1, 0, 1, 2, 3, 2, 3], 30, &Budget::unlimited()).unwrap();
    assert!(found.matches.iter().any(|m| m.code.to_string() == "sub:1,5,8,9"));
    assert!(identify(&[9, 9, 9, 1], 30, &Budget::unlimited()).unwrap().matches.is_empty());
}

#[test]
fn misere_subtraction() {
    // The 31 game: under misère play the player to move loses exactly at 1, 5, 9, ….
    let run = misere(&code("31game"), 32, &Budget::unlimited()).unwrap();
    let lost: Vec<usize> = (0..32).filter(|&n| run.values()[n] == 0).collect();
    assert_eq!(lost, (0..32).filter(|n| n % 4 == 1).collect::<Vec<_>>());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn engines_agree_on_subtraction_sets(set in prop::collection::btree_set(1u32..64, 1..10)) {
        let code = HeapCode::subtraction(&set.into_iter().collect::<Vec<_>>());
        let slow = grundy_naive(&code, 2000, &Budget::unlimited()).unwrap();
        for engine in [Engine::Window, Engine::RareCommon] {
            let run = grundy(&code, 2000, Some(engine), &Budget::unlimited()).unwrap();
            prop_assert!(run.values.iter().eq(slow.iter().copied()), "{} by {}", code, engine);
        }
    }

    #[test]
    fn engines_agree_on_all_but_sets(set in prop::collection::btree_set(1u32..40, 1..6)) {
        let code = HeapCode::all_but(&set.into_iter().collect::<Vec<_>>());
        let slow = grundy_naive(&code, 400, &Budget::unlimited()).unwrap();
        let run = grundy(&code, 400, Some(Engine::AllBut), &Budget::unlimited()).unwrap();
        prop_assert!(run.values.iter().eq(slow.iter().copied()), "{}", code);
        if let Some(found) = find_period(&code, 400, &Budget::unlimited()).unwrap().periodicity {
            let (p, n0) = (found.values.period as usize, found.values.preperiod as usize);
            for n in n0..400 - p {
                prop_assert_eq!(slow[n + p], slow[n] + found.saltus as u32);
            }
        }
    }

    #[test]
    fn proved_periods_hold(bits in prop::collection::vec(0u32..8, 1..4)) {
        let code = HeapCode::from_bits(&bits);
        let report = find_period(&code, 20_000, &Budget::unlimited()).unwrap();
        if let Some(found) = report.periodicity {
            let (p, n0) = (found.values.period as usize, found.values.preperiod as usize);
            let values = first(&code, 3 * (n0 + p) + 100);
            prop_assert!((n0..values.len() - p).all(|n| values[n] == values[n + p]), "{}", code);
            prop_assert!(n0 == 0 || values[n0 - 1] != values[n0 - 1 + p], "{}", code);
            for q in 1..p.min(50) {
                let smaller = (n0..n0 + 2 * p).all(|n| values[n] == values[n + q]);
                prop_assert!(!smaller, "{} has the smaller period {}", code, q);
            }
        }
    }

    #[test]
    fn standard_forms_have_the_same_values(bits in prop::collection::vec(0u32..8, 1..5)) {
        let code = HeapCode::from_bits(&bits);
        if let Some((standard, shift)) = code.standard_form() {
            let (here, there) = (first(&code, 300), first(&standard, 300));
            prop_assert!((shift..300).all(|n| here[n] == there[n - shift]), "{} {}", code, standard);
        }
    }
}

/// Arithmetic periods of hexadecimal games, proved by the theorem that the checker knows.
#[test]
fn arithmetic_periods_of_hexadecimal_games() {
    for (text, period, preperiod, saltus) in
        [("0.8", 3, 1, 1), ("0.C8", 2, 1, 1), ("0.8F", 7, 7, 4), ("0.28", 53, 1, 16)]
    {
        let rule: HeapRule = text.parse().expect("a code");
        let code = rule.code().expect("impartial");
        let report = find_period(code, 800, &Budget::unlimited()).expect("within limits");
        let found = report.periodicity.as_ref().expect(text);
        assert_eq!((found.values.period, found.values.preperiod), (period, preperiod), "{text}");
        assert_eq!(found.saltus, saltus, "{text}");
        // The definition, further than the proof needs.
        let values = grundy_naive(code, 1200, &Budget::unlimited()).expect("no limits");
        let (p, n0) = (period as usize, preperiod as usize);
        let agrees = |n: usize| u64::from(values[n + p]) == u64::from(values[n]) + saltus;
        assert!((n0..1200 - p).all(agrees), "{text}");
        let certificate = report.certificate(code).expect(text);
        assert!(ishitori_certify::check(&certificate.to_json()).valid, "{text}");
    }
    // Looks arithmetic, with a saltus that the theorem does not cover: nothing is claimed.
    let rule: HeapRule = "0.3F".parse().expect("a code");
    let report = find_period(rule.code().expect("impartial"), 800, &Budget::unlimited());
    assert_eq!(report.expect("within limits").status, Status::NotFound);
}

#[test]
fn every_engine_proves_the_same_periods() {
    let budget = Budget::unlimited();
    let rules =
        ["0.77", "0.07", "0.137", "sub:1,2,3", "sub:2,5,7", "sub:3,10", "allbut:2,5", "0.F"];
    for rule in rules {
        let rule: HeapRule = rule.parse().unwrap();
        let code = rule.code().unwrap();
        let usual = find_period(code, 2000, &budget).unwrap();
        for engine in Engine::ALL {
            let search = PeriodSearch::with_engine(code, 2000, engine);
            assert_eq!(search.is_ok(), engine.supports(code), "{rule} by {engine}");
            let Ok(mut search) = search else { continue };
            let report = loop {
                if let Some(report) = search.step(&budget).unwrap() {
                    break report;
                }
            };
            assert_eq!(report.engine, engine, "{rule}");
            let found = |report: &PeriodReport| {
                let found = report.periodicity.as_ref();
                found.map(|p| (p.values, p.saltus, p.exceptions.clone()))
            };
            // The naive engine has no theorem for all-but games: they never end.
            if report.status != Status::NoTheorem {
                assert_eq!(found(&report), found(&usual), "{rule} by {engine}");
            }
        }
    }
}

#[test]
fn values_known_at_a_limit_are_kept_by_every_engine() {
    let budget = || Budget::unlimited().with_memory(3000);
    for (rule, engine) in [
        ("0.137", Engine::Naive),
        ("sub:1,4,9", Engine::Naive),
        ("allbut:2,5", Engine::AllBut),
        ("sub:1,2,9", Engine::Window),
        ("0.137", Engine::RareCommon),
    ] {
        let rule: HeapRule = rule.parse().unwrap();
        let code = rule.code().unwrap();
        let whole: Vec<u32> = grundy_naive(code, 3000, &Budget::unlimited()).unwrap();
        let part = grundy(code, 1 << 20, Some(engine), &budget()).unwrap();
        assert!(part.stopped.is_some(), "{rule} by {engine}");
        let known = part.values.len().min(whole.len());
        assert!(known > 0 || engine == Engine::RareCommon, "{rule} by {engine} keeps values");
        assert!(part.values.iter().zip(&whole).all(|(a, &b)| a == b), "{rule} by {engine}");
        // What a limit stopped goes on as if nothing had happened.
        let mut sequence = GrundySequence::new(code, Some(engine)).unwrap();
        assert!(sequence.advance(1 << 20, &budget()).is_err());
        sequence.advance(3000, &Budget::unlimited()).unwrap();
        assert_eq!(sequence.iter().take(3000).collect::<Vec<_>>(), whole, "{rule} by {engine}");
    }
    // A search for a period reports all values, not only up to the last power of two.
    let code = HeapCode::from_bits(&[1, 3, 7]);
    let mut search = PeriodSearch::with_engine(&code, 1 << 20, Engine::Naive).unwrap();
    let cut = search.step(&budget()).unwrap().unwrap();
    assert!(
        cut.periodicity.is_some() || (cut.stopped.is_some() && !cut.computed_to.is_power_of_two())
    );
    let slow: HeapRule = "0.07".parse().unwrap();
    let mut search =
        PeriodSearch::with_engine(slow.code().unwrap(), 1 << 20, Engine::Naive).unwrap();
    let cut = search.step(&Budget::unlimited().with_memory(300)).unwrap().unwrap();
    assert!(cut.stopped.is_some() && cut.computed_to > 64, "{cut:?}");
    assert!(!cut.computed_to.is_power_of_two(), "{cut:?}");
}

#[test]
fn tables_of_the_naive_engine_survive_a_limit() {
    // Three heaps or more need tables of partitions, which a limit may leave half made.
    let rule: HeapRule = "0.0F".parse().unwrap();
    let code = rule.code().unwrap();
    let whole = grundy_naive(code, 600, &Budget::unlimited()).unwrap();
    for memory in [1 << 12, 1 << 15, 1 << 17, 1 << 19] {
        let mut sequence = GrundySequence::new(code, None).unwrap();
        assert_eq!(sequence.engine(), Engine::Naive);
        let stopped = sequence.advance(600, &Budget::unlimited().with_memory(memory));
        assert!(stopped.is_err() || sequence.computed() == 600);
        sequence.advance(600, &Budget::unlimited()).unwrap();
        assert_eq!(sequence.iter().collect::<Vec<_>>(), whole, "stopped by {memory} bytes");
    }
}
