//! The text of heap rules: what is accepted, how it is written back, what is refused and why.

use ishitori_rules::end::EndRule;
use ishitori_rules::heap::{
    Digit, Expected, HeapCode, HeapRule, NAMED_RULES, RuleErrorKind, Written,
};
use proptest::prelude::*;

fn rule(text: &str) -> HeapRule {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

#[test]
fn canonical_text() {
    for (text, canonical) in [
        ("0.77", "0.77"),
        (".77", "0.77"),
        ("0.770", "0.77"),
        ("4.7", "4.7"),
        ("3.7", "0.7"),
        ("0.3f", "0.3F"),
        ("0.0", "0.0"),
        ("sub:3,1,2,3", "sub:1,2,3"),
        ("sub:1-3", "sub:1,2,3"),
        ("sub: 1 , 5-7", "sub:1,5,6,7"),
        ("ｓｕｂ：１，３、５", "sub:1,3,5"),
        ("０．７７", "0.77"),
        ("allbut:5,1", "allbut:1,5"),
        ("abc:1,2/1,2/1,2", "abc:1,2/1,2/1,2"),
        ("abc:/2/0,3", "abc:/2/0,3"),
        ("psub:2,1/3,1", "psub:1,2/1,3"),
        ("psplit:1/2", "psplit:1/2"),
        ("Kayles", "kayles"),
        ("4!.0", "4!.0"),
        ("{2+}!.0", "{2+}!.0"),
        ("0.{0,2,4}", "0.{0,2,4}"),
        ("0.[37]", "0.[37]"),
        ("0.4!", "0.4!"),
        ("0.3!", "0.3"),
        ("wythoff", "wythoff"),
    ] {
        assert_eq!(rule(text).to_string(), canonical, "{text}");
        assert_eq!(rule(canonical), rule(text), "{text}");
    }
}

#[test]
fn names_are_rules() {
    for named in NAMED_RULES {
        let code = rule(named.name);
        assert_eq!(code.to_string(), named.name);
        if let (Some(a), Some(b)) = (code.code(), rule(named.rule).code()) {
            assert!(a.same_moves(b), "{}", named.name);
        }
    }
    assert!(rule("nim").code().unwrap().same_moves(rule("0.333[33]").code().unwrap()));
    assert!(!rule("nim").code().unwrap().same_moves(rule("0.333").code().unwrap()));
    let sets = rule("abc:1,2/1,2/1,2");
    assert!(sets.code().unwrap().same_moves(rule("kayles").code().unwrap()));
}

#[test]
fn errors_say_what_and_where() {
    for (text, span, part) in [
        ("", 0..0, "empty"),
        ("  ", 0..2, "empty"),
        ("0.8Z", 3..4, "'Z' at place 4"),
        ("0..7", 2..3, "'.' at place 3"),
        ("0.", 2..2, "ends too early"),
        ("0.[3", 4..4, "ends too early"),
        ("sub:", 4..4, "a number from 1 on"),
        ("sub:0", 4..5, "at least one stone"),
        ("sub:-3", 4..5, "'-' at place 5"),
        ("sub:1,,2", 6..7, "','"),
        ("sub:1,2x", 7..8, "'x' at place 8"),
        ("sub:3-1", 4..7, "smaller number first"),
        ("sub:1/2", 5..6, "nothing more"),
        ("sink:", 5..5, "a number from 1 on"),
        ("sink:2,0", 7..8, "at least one stone"),
        ("sub:1000000000000000000000000000000", 4..35, "too large"),
        ("psub:1,2", 8..8, "'/'"),
        ("abc:1/2", 7..7, "'/'"),
        ("0.{40}", 3..5, "the limit is 31"),
        ("kayle", 0..5, "did you mean 'kayles'"),
        ("foo:1", 0..5, "no rule is called"),
        ("sub:１，ｘ", 10..13, "'ｘ' at place 7"),
    ] {
        let error = text.parse::<HeapRule>().expect_err(text);
        assert_eq!(error.span(), span, "{text}: {error}");
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
    let error = "0.8Z".parse::<HeapRule>().unwrap_err();
    let kind = RuleErrorKind::Unexpected { found: Some('Z'), expected: Expected::Digit };
    assert_eq!(*error.kind(), kind);
}

proptest! {
    #[test]
    fn printing_and_reading_are_inverse(
        bits in prop::collection::vec(0u32..64, 1..12), repeat in 0usize..4,
    ) {
        let mut digits: Vec<Digit> = bits.into_iter().map(Digit::from_bits).collect();
        digits.insert(0, Digit::NONE);
        let repeat = repeat.min(digits.len() - 1);
        let code = HeapRule::Impartial(HeapCode::new(digits, repeat, Written::Digits));
        prop_assert_eq!(rule(&code.to_string()), code);
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,20}|(sub|abc|psub|allbut|sink):[0-9,/-]{0,12}|[0-9A-F.!=\\[\\]{}+]{0,12}") {
        if let Ok(rule) = text.parse::<HeapRule>() {
            let again: HeapRule = rule.to_string().parse().unwrap();
            prop_assert_eq!(again, rule);
        }
    }
}

/// Numbers at which arithmetic of 31, 40, 53, 62, 63, 64 and 128 bits goes wrong.
fn edges() -> Vec<u128> {
    let near = |bits: u32| (0..3).map(move |d| (1_u128 << bits) + d - 1);
    let mut all: Vec<u128> =
        [8, 16, 20, 31, 32, 40, 53, 62, 63, 64].into_iter().flat_map(near).collect();
    all.extend([0, 1, 30, 31, 33, 999_999, 1_000_000, 1_000_001, u128::MAX]);
    all
}

#[test]
fn numbers_are_read_as_they_are_or_refused() {
    for n in edges() {
        // A number that is taken is taken as it is: the text comes back.
        for text in [
            format!("sub:{n}"),
            format!("sub:1,{n}"),
            format!("allbut:{n}"),
            format!("abc:1/{n}/2"),
            format!("psub:{n}/1"),
            format!("psplit:1/{n}"),
            format!("wythoff:{n}"),
            format!("0.{{1,{n}}}"),
        ] {
            if let Ok(rule) = text.parse::<HeapRule>() {
                let back = rule.to_string();
                let again: HeapRule = back.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
                assert_eq!(again, rule, "{text} is written {back}");
                let plain = back.contains(&n.to_string()) || text.starts_with("0.") || n <= 3;
                assert!(plain || back == "wythoff", "{text} became {back}");
            } else {
                assert!(n == 0 || n > 31, "{text} is refused");
            }
        }
        for text in [format!("sub:{n}-{n}"), format!("sub:1-{n}"), format!("sub:{n}-1")] {
            if let Ok(HeapRule::Impartial(code)) = text.parse() {
                assert_eq!(code.max_take().map(|k| k as u128), Some(n.max(1)), "{text}");
            }
        }
        for text in [format!("mod{n}:LR"), format!("mod{n}:L")] {
            let letters = text.rsplit(':').next().map_or(0, str::len) as u128;
            assert_eq!(text.parse::<EndRule>().is_ok(), n == letters, "{text}");
        }
    }
}

#[test]
fn repeated_ranges_and_long_tables_are_cheap() {
    let begin = std::time::Instant::now();
    let ranges = vec!["1-1000000"; 6000].join(",");
    let HeapRule::Impartial(code) = rule(&format!("sub:{ranges}")) else { panic!("a code") };
    assert_eq!(code.max_take(), Some(1_000_000));
    // Blocks of 30 000 and 29 999 letters repeat together after 900 million.
    let (left, right) = (format!("L{}", "R".repeat(29_999)), format!("R{}", "L".repeat(29_998)));
    assert!(format!("mod30000:{left}/mod29999:{right}").parse::<EndRule>().is_err());
    assert!(format!("mod30000:{left}/mod15000:{}", &left[..15_000]).parse::<EndRule>().is_ok());
    assert!(format!("table:{left}{left}{left}[P]").parse::<EndRule>().is_err());
    assert!(begin.elapsed().as_secs() < 20, "{:?}", begin.elapsed());
}
