//! The checker keeps within the memory it is given, whatever a document demands. The allocator of this
//! program counts, so there is one test only: others would be counted too.

use ishitori_certify::*;
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// What one check allocates at the most, and its verdict.
fn measured(document: &str, limits: &Limits) -> (usize, Verdict) {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let verdict = check_within(document, limits);
    (MEMORY.peak_usage() - before, verdict)
}

/// A quotient of order 1, which asks for no more than the rule and the period do.
fn trivial(rule: Rule) -> Certificate {
    let claim = Quotient {
        end: QuotientEnd::stones("L", 1),
        up_to: None,
        preperiod: Some(0),
        period: Some(1),
        order: 1,
        outcomes: Outcomes { l: 1, ..Outcomes::default() },
    };
    let (generators, action) = (vec![], vec![]);
    let data = QuotientData { generators, action, outcomes: "L".into(), phi: vec![0] };
    Certificate::new(rule, Claim::Quotient(claim), Proof::Quotient(data))
}

/// A quotient that is a cyclic group, up to a heap.
fn cyclic(rule: Rule, order: u64, up_to: u64) -> Certificate {
    let letters: String = (0..order).map(|x| if x == 0 { 'P' } else { 'N' }).collect();
    let claim = Quotient {
        end: QuotientEnd::stones("P", 1),
        up_to: Some(up_to),
        preperiod: None,
        period: None,
        order,
        outcomes: Outcomes { p: 1, n: order - 1, ..Outcomes::default() },
    };
    let data = QuotientData {
        generators: vec![1],
        action: vec![(0..order).map(|x| (x + 1) % order).collect()],
        outcomes: letters,
        phi: (0..=up_to).map(|n| n % order).collect(),
    };
    Certificate::new(rule, Claim::Quotient(claim), Proof::Quotient(data))
}

fn period(preperiod: u64, period: u64, saltus: u64) -> Claim {
    let win_lose = Some(WinLosePeriod { preperiod: 1, period: 1 });
    let max_value = None;
    Claim::GrundyPeriod(GrundyPeriod {
        preperiod,
        period,
        saltus,
        least: true,
        max_value,
        win_lose,
    })
}

/// Documents that demand much of each theorem, and some that are long themselves.
fn demanding() -> Vec<(&'static str, String)> {
    let digit = |parts: &[u64], sizes| CodeDigit { parts: parts.to_vec(), every_from: None, sizes };
    let equal = |parts| digit(parts, Sizes::Equal);
    let many: Vec<u64> = (2..=31).collect();
    let mut all: Vec<(&'static str, Certificate)> = vec![
        (
            "many different heaps",
            trivial(Rule::code([equal(&[2, 3, 5, 7]), digit(&[31], Sizes::Distinct)], 0)),
        ),
        (
            "any numbers of heaps",
            trivial(Rule::code([equal(&[2, 3, 5, 7, 11]), digit(&many, Sizes::Any)], 0)),
        ),
        ("all but a large number", trivial(Rule::all_but([1 << 22]))),
        ("a large number", trivial(Rule::subtraction([1 << 22]))),
        ("stones that repeat late", {
            let mut certificate = trivial(Rule::partizan([], [3], false));
            if let Claim::Quotient(claim) = &mut certificate.claim {
                claim.end = QuotientEnd::stones("L".repeat(65_000), 65_000);
            }
            Certificate::new(certificate.rule, certificate.claim, certificate.data)
        }),
        ("a large group", cyclic(Rule::take_and_break([0, 7, 7]), 3000, 1500)),
        ("a group with three heaps", cyclic(Rule::take_and_break([0, 15, 15]), 600, 600)),
        (
            "Guy and Smith, three heaps",
            Certificate::new(
                Rule::take_and_break([0, 15, 7, (1 << 12) - 1]),
                period(0, 40_000, 0),
                Proof::guy_smith(),
            ),
        ),
        (
            "Guy and Smith, a long period",
            Certificate::new(
                Rule::take_and_break([0, 3]),
                period(5_000_000, 3_000_000, 0),
                Proof::guy_smith(),
            ),
        ),
        (
            "a long subtraction period",
            Certificate::new(
                Rule::subtraction([1, 1 << 22]),
                period(7_000_000, 20_000_000, 0),
                Proof::subtraction(),
            ),
        ),
        (
            "a long all-but period",
            Certificate::new(
                Rule::all_but([1 << 20]),
                period(0, 1 << 22, 1 << 21),
                Proof::all_but(),
            ),
        ),
        (
            "a long list of outcomes",
            Certificate::new(
                Rule::subtraction([1 << 22]),
                Claim::OutcomePeriod(OutcomePeriod {
                    end: End { letters: "P".into(), repeat: 1 },
                    preperiod: 0,
                    period: 1 << 20,
                    least: false,
                    outcomes: "P".repeat(1 << 20),
                }),
                Proof::outcomes(),
            ),
        ),
        ("a long list of values", {
            let game = |left: Vec<u64>, right: Vec<u64>| GameForm { left, right };
            let games = vec![game(vec![], vec![]), game(vec![0], vec![])];
            let ends = EndGames { games: vec![0], repeat: 1 };
            let (preperiod, period, values) = (0, 1 << 16, vec![0; 1 << 16]);
            let claim = ValuePeriod { ends, preperiod, period, least: false, games, values };
            let rule = Rule::subtraction([1 << 20]);
            Certificate::new(rule, Claim::ValuePeriod(claim), Proof::values())
        }),
        ("games to compare", {
            let side = |n: u64, step: usize| (0..n).step_by(step).collect::<Vec<u64>>();
            let game = |n: u64| GameForm { left: side(n, 3), right: side(n, 2) };
            let (games, values) = ((0..700).map(game).collect(), (600..700).collect());
            let ends = EndGames { games: vec![699], repeat: 1 };
            let (preperiod, period) = (0, 100);
            let claim = ValuePeriod { ends, preperiod, period, least: false, games, values };
            Certificate::new(
                Rule::partizan([2], [3], false),
                Claim::ValuePeriod(claim),
                Proof::values(),
            )
        }),
    ];
    for (mask, reach) in [(1 << 23, 1000), (1, 1 << 21)] {
        let data = Window {
            mask,
            position: false,
            reach,
            start: 5 * reach + 100,
            proved_period: 12,
            rare_count: 3,
            last_rare: 9,
        };
        let rule = Rule::take_and_break([0, 7, 7]);
        all.push(("a window", Certificate::new(rule, period(71, 12, 0), Proof::Window(data))));
    }
    for (saltus, multiple) in [(1, 1), (1, 64), (1 << 16, 1)] {
        let data = Arithmetic { proved_period: 3 * multiple, start: 900 * multiple };
        let rule = Rule::take_and_break([0, 8]);
        all.push((
            "an arithmetic period",
            Certificate::new(rule, period(1, 3, saltus), Proof::Arithmetic(data)),
        ));
    }
    let mut texts: Vec<(&'static str, String)> =
        all.into_iter().map(|(name, certificate)| (name, certificate.to_json())).collect();
    // Long documents, in which nearly everything is brackets.
    let fill = |template: &str, item: &str| template.replace("@", &item.repeat(1_000_000));
    let head = r#"{"format":"ishitori-certificate","version":1,"#;
    for (template, item) in [
        (r#""data":{"quotient":{"action":[@[]]}}}"#, "[],"),
        (r#""data":{"quotient":{"action":[[@0]]}}}"#, "0,"),
        (r#""rule":{"code":{"digits":[@{}]}}}"#, r#"{"parts":[]},"#),
        (r#""rule":{"subtraction":{"set":[@0]}}}"#, "1,"),
        (r#""claim":{"quotient":{"end":[@[]]}}}"#, "[],"),
        (r#""claim":{"quotient":{"end":{"x":[@[]]}}}}"#, "[],"),
        (r#""rule":[@[]]}"#, "[],"),
        (r#""claim":{"value-period":{"games":[@{}]}}}"#, r#"{"left":[],"right":[]},"#),
        (r#""claim":{"value-period":{"values":[@0]}}}"#, "0,"),
        (r#""x":{@"y":1}}"#, r#""y":1,"#),
    ] {
        texts.push(("a long document", fill(&format!("{head}{template}"), item)));
    }
    texts.push(("a long document", fill("[@[]]", "[],")));
    texts.push(("deep", "[".repeat(8_000_000)));
    texts
}

#[test]
fn the_memory_limit_holds() {
    let mut refused = 0;
    for (name, document) in demanding() {
        for memory in [1 << 20, 16 << 20, 64 << 20] {
            let limits = Limits { memory, steps: 1 << 25, ..Limits::default() };
            let (peak, verdict) = measured(&document, &limits);
            // A little is used whatever the document says.
            assert!(
                peak as u64 <= memory + (64 << 10),
                "{name}: {peak} bytes under a limit of {memory}: {}",
                verdict.why
            );
            let memory_ended = matches!(
                verdict.why,
                Why::Rejected(Rejection::Limit { what: Resource::Memory, .. })
            );
            refused += usize::from(memory_ended);
        }
    }
    assert!(refused > 40, "the documents demand too little: {refused}");

    // What is reserved is what is needed, about: a valid certificate passes with little more.
    let rule = Rule::take_and_break([0, 7, 7]);
    let kayles = Certificate::new(rule, Claim::period(71, 12), Proof::guy_smith()).to_json();
    for document in [kayles, trivial(Rule::code([digit_of(&[2, 9])], 0)).to_json()] {
        let (peak, verdict) = measured(&document, &Limits::default());
        assert!(verdict.valid, "{}", verdict.why);
        let memory = 4 * peak as u64 + (16 << 10);
        let (_, verdict) = measured(&document, &Limits { memory, ..Limits::default() });
        assert!(verdict.valid, "{peak} bytes were used, {memory} allowed: {}", verdict.why);
    }
}

fn digit_of(parts: &[u64]) -> CodeDigit {
    CodeDigit { parts: parts.to_vec(), every_from: None, sizes: Sizes::Distinct }
}
