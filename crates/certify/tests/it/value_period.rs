//! Periods of values: true claims are accepted, changed ones are not, or are true as well.

use crate::common::forging::{changes, pointers, reject_every_change};
use crate::common::play::{cycle, is_true, largest, value_certificate};
use ishitori_certify::*;
use proptest::prelude::*;
use serde_json::Value;

fn game(left: &[u64], right: &[u64]) -> GameForm {
    GameForm { left: left.into(), right: right.into() }
}

/// 0, 1, −1, *, {1|−1}, ↑, 1/2, and {|} once more with an option that changes nothing: {−1|1}.
fn games() -> Vec<GameForm> {
    vec![
        game(&[], &[]),
        game(&[0], &[]),
        game(&[], &[0]),
        game(&[0], &[0]),
        game(&[1], &[2]),
        game(&[0], &[3]),
        game(&[0], &[1]),
        game(&[2], &[1]),
    ]
}

fn ends(games: &[u64], repeat: u64) -> EndGames {
    EndGames { games: games.into(), repeat }
}

/// Heaps that the twin looks at.
const HEAPS: usize = 72;

fn certificates() -> Vec<Certificate> {
    let made = |rule: Rule, end| value_certificate(&rule, &games(), end, HEAPS).unwrap();
    vec![
        // Nowakowski's normalisation of mod2:LR.
        made(Rule::subtraction([2, 3]), ends(&[1, 2], 2)),
        made(Rule::subtraction([1, 2]), ends(&[1, 2], 2)),
        made(Rule::subtraction([3, 4]), ends(&[1, 2, 3], 3)),
        made(Rule::subtraction([2, 5]), ends(&[5, 3, 4], 1)),
        // Normal play, with 0 in another form.
        made(Rule::subtraction([1, 2, 5]), ends(&[7], 1)),
        made(Rule::partizan([1], [2], false), ends(&[0], 1)),
        made(Rule::partizan([1, 2], [2, 3], false), ends(&[0], 1)),
        made(Rule::partizan([2], [3], false), ends(&[0], 1)),
        made(Rule::partizan([2], [3], false), ends(&[3, 1], 1)),
        // Whole heaps, what leaves something, and nothing but ends.
        made(Rule::take_and_break([0, 1, 2, 3]), ends(&[1, 2], 2)),
        made(Rule::take_and_break([0, 1, 0, 1]), ends(&[6, 1, 2, 4], 3)),
        made(Rule::partizan([], [], false), ends(&[1, 0, 2, 2], 3)),
    ]
}

fn claim(certificate: &Certificate) -> &ValuePeriod {
    let Claim::ValuePeriod(claim) = &certificate.claim else { panic!("{certificate:?}") };
    claim
}

#[test]
fn true_claims_are_accepted() {
    for certificate in certificates() {
        let verdict = check(&certificate.to_json());
        assert!(verdict.valid, "{}: {:?}", verdict.why, verdict.claim.map(|c| c.to_string()));
        assert_eq!(is_true(&certificate.rule, claim(&certificate), HEAPS), Ok(()));
        assert_eq!(verdict.machine_checked(), Some(("proofs/Conway.v", "value_period")));
    }
    let all = certificates();
    let said = |at: usize| check(&all[at].to_json()).claim.unwrap().to_string();
    assert_eq!(
        said(1),
        "Subtraction game with S = {1, 2}, where 0, 1, … tokens without a move for either player \
         stand for the games 1, -1 (the last 2 repeat): v(n + 3) = v(n) for all n ≥ 0, and neither \
         number can be smaller; the values begin 1, {1|1}, {1,{1|1}|1,{1|1}}"
    );
    assert_eq!(
        said(5),
        "Game in which Left takes {1}, Right {2}, under normal play: v(n + 3) = v(n) for all n ≥ \
         0, and neither number can be smaller; the values begin 0, 1, {1|0}"
    );
    let why = check(&all[0].to_json()).why.to_string();
    assert!(
        why.starts_with("the repetition of the values that decide the next one applies"),
        "{why}"
    );
}

#[test]
fn every_changed_leaf_is_rejected() {
    let tried = reject_every_change(&certificates());
    assert!(tried > 5000, "{tried}");
}

/// Checks a document whose parts are these, with the hash that fits; accepted documents are true.
fn judged(changed: &Value, what: &str) -> Option<bool> {
    let rule = serde_json::from_value::<Rule>(changed["rule"].clone()).ok()?;
    let claim = serde_json::from_value::<Claim>(changed["claim"].clone()).ok()?;
    let data = serde_json::from_value::<Proof>(changed["data"].clone()).ok()?;
    let forgery = Certificate::new(rule.clone(), claim.clone(), data);
    let limits = Limits { steps: 1 << 24, ..Limits::default() };
    let verdict = check_within(&forgery.to_json(), &limits);
    assert!(!matches!(verdict.why, Why::Rejected(Rejection::Hash { .. })), "{what}");
    if verdict.valid {
        let Claim::ValuePeriod(claim) = claim else { panic!("another kind of claim: {what}") };
        assert_eq!(is_true(&rule, &claim, HEAPS), Ok(()), "{what}");
    }
    Some(verdict.valid)
}

/// The forger also makes the hash fit: what is accepted then is true, as the twin judges it.
#[test]
fn nothing_false_is_accepted_with_a_fitting_hash() {
    let (mut forged, mut accepted) = (0, 0);
    let mut judge = |changed: &Value, what: &str| {
        if let Some(valid) = judged(changed, what) {
            forged += 1;
            accepted += u32::from(valid);
        }
    };
    for certificate in certificates() {
        let document = serde_json::to_value(&certificate).unwrap();
        for part in ["rule", "claim", "data"] {
            let mut places = Vec::new();
            pointers(&document[part], format!("/{part}"), &mut places);
            for place in places {
                for new in changes(document.pointer(&place).unwrap()) {
                    let mut changed = document.clone();
                    *changed.pointer_mut(&place).unwrap() = new.clone();
                    judge(&changed, &format!("{place} := {new}"));
                }
            }
        }
        // Two values, two ends or two options are exchanged.
        let lists = ["/claim/value-period/values", "/claim/value-period/ends/games"];
        for list in lists {
            let count = document.pointer(list).unwrap().as_array().unwrap().len();
            for (i, j) in (0..count.min(12)).flat_map(|j| (0..j).map(move |i| (i, j))) {
                let mut changed = document.clone();
                changed.pointer_mut(list).unwrap().as_array_mut().unwrap().swap(i, j);
                judge(&changed, &format!("{list}: {i} and {j} exchanged"));
            }
        }
        for number in 0..claim(&certificate).games.len() {
            let mut changed = document.clone();
            let game = &mut changed["claim"]["value-period"]["games"][number];
            let left = game["left"].take();
            game["left"] = game["right"].take();
            game["right"] = left;
            judge(&changed, &format!("the sides of game {number} exchanged"));
        }
        // The rule of another certificate.
        for other in certificates() {
            let mut changed = document.clone();
            changed["rule"] = serde_json::to_value(&other.rule).unwrap();
            judge(&changed, &format!("the rule of {:?}", other.rule));
        }
    }
    assert!(forged > 4000 && accepted * 3 < forged, "{forged} forged, {accepted} accepted");
}

/// Another period, another preperiod, with as many values as that needs.
#[test]
fn other_numbers_are_rejected() {
    let mut rejected = 0;
    for certificate in certificates() {
        let least = claim(&certificate);
        let (n0, p) = (least.preperiod, least.period);
        let place = |n: u64| if n < n0 + p { n } else { n0 + (n - n0) % p };
        for preperiod in 0..n0 + 3 {
            for period in 1..(2 * p + 3).min(20) {
                let values: Vec<u64> =
                    (0..preperiod + period).map(|n| least.values[place(n) as usize]).collect();
                for claimed in [false, true] {
                    let values = values.clone();
                    let claim =
                        ValuePeriod { preperiod, period, values, least: claimed, ..least.clone() };
                    let truth = match claimed {
                        true => (preperiod, period) == (n0, p),
                        false => preperiod >= n0 && period % p == 0,
                    };
                    let rule = certificate.rule.clone();
                    let claim = Claim::ValuePeriod(claim);
                    let made = Certificate::new(rule, claim, Proof::values()).to_json();
                    let verdict = check(&made);
                    assert_eq!(verdict.valid, truth, "{preperiod} {period}: {}", verdict.why);
                    rejected += u32::from(!truth);
                }
            }
        }
    }
    assert!(rejected > 300, "{rejected}");
}

#[test]
fn damaged_documents_are_rejected_without_panic() {
    let text = certificates()[0].to_json();
    for end in (0..text.len() - 1).filter(|&i| text.is_char_boundary(i)) {
        assert!(!check(&text[..end]).valid, "{end}");
    }
    for (i, byte) in text.bytes().enumerate().filter(|(_, b)| !b.is_ascii_whitespace()) {
        let mut damaged = text.clone().into_bytes();
        damaged[i] = if byte == b'1' { b'2' } else { b'1' };
        assert!(!check(&String::from_utf8(damaged).unwrap()).valid, "byte {i}");
    }
}

/// Enormous numbers, games without end and games in great number meet a limit or a condition.
#[test]
fn enormous_claims_meet_a_limit() {
    let rejection = |rule: &Rule, claim: ValuePeriod, limits: &Limits| {
        let claim = Claim::ValuePeriod(claim);
        let text = Certificate::new(rule.clone(), claim, Proof::values()).to_json();
        match check_within(&text, limits).why {
            Why::Rejected(rejection) => rejection,
            Why::Proved(evidence) => panic!("{evidence}"),
        }
    };
    let limits = Limits { steps: 1 << 22, memory: 1 << 26, ..Limits::default() };
    let rule = Rule::subtraction([2, 3]);
    let small = || ValuePeriod {
        ends: ends(&[0], 1),
        preperiod: 0,
        period: 1,
        least: true,
        games: vec![game(&[], &[])],
        values: vec![0],
    };
    for (preperiod, period) in [(1 << 40, 1), (0, u64::MAX), (u64::MAX, u64::MAX)] {
        let claim = ValuePeriod { preperiod, period, ..small() };
        assert!(matches!(rejection(&rule, claim, &limits), Rejection::Limit { .. }));
    }
    for (broken, condition) in [
        (ValuePeriod { period: 0, values: vec![], ..small() }, Condition::PeriodZero),
        (ValuePeriod { values: vec![u64::MAX], ..small() }, Condition::ValueGames),
        (ValuePeriod { ends: ends(&[1], 1), ..small() }, Condition::ValueGames),
        (ValuePeriod { ends: ends(&[], 0), ..small() }, Condition::NoGamesRepeat),
        (ValuePeriod { ends: ends(&[0], 2), ..small() }, Condition::NoGamesRepeat),
        (ValuePeriod { values: vec![0, 0], ..small() }, Condition::ValuesMissing),
        (ValuePeriod { games: vec![game(&[0], &[])], ..small() }, Condition::GamesInOrder),
        (
            ValuePeriod { games: vec![game(&[], &[]), game(&[0, 0], &[])], ..small() },
            Condition::GamesInOrder,
        ),
        (
            ValuePeriod { games: vec![game(&[], &[u64::MAX]); 2], ..small() },
            Condition::GamesInOrder,
        ),
    ] {
        assert_eq!(rejection(&rule, broken, &limits), Rejection::Claim(condition));
    }
    for rule in [
        Rule::partizan([1], [2], true),
        Rule::take_and_break([0, 7, 7]),
        Rule::take_and_break([4, 3]),
        Rule::all_but([2]),
        Rule::code(
            [CodeDigit::default(), CodeDigit { parts: vec![0, 1], ..Default::default() }],
            0,
        ),
    ] {
        let expected = Rejection::Proof(Condition::ValuesOfOneHeap);
        assert_eq!(rejection(&rule, small(), &limits), expected, "{rule:?}");
    }
    let far = Rule::subtraction([1, u64::MAX]);
    assert!(matches!(rejection(&far, small(), &limits), Rejection::Limit { .. }));
    // A chain of 40 000 switches within each other, compared with itself by another way.
    let deep: Vec<GameForm> = std::iter::once(game(&[], &[]))
        .chain((0..40_000).map(|n| match n % 2 {
            0 => game(&[n], &[0]),
            _ => game(&[0], &[n]),
        }))
        .collect();
    let claim = ValuePeriod { games: deep, values: vec![40_000], ..small() };
    let why = rejection(&rule, claim, &limits);
    assert!(matches!(why, Rejection::Value { heap: 0 } | Rejection::Limit { .. }), "{why}");
    // Many games with many options each: the steps run out, nothing else does.
    let wide: Vec<GameForm> = (0..1500)
        .map(|n| game(&(0..n).collect::<Vec<u64>>(), &(0..n).step_by(2).collect::<Vec<u64>>()))
        .collect();
    let claim = ValuePeriod { games: wide, values: vec![1499], ends: ends(&[1498], 1), ..small() };
    let why = rejection(&rule, claim, &limits);
    assert!(matches!(why, Rejection::Value { heap: 0 } | Rejection::Limit { .. }), "{why}");
}

fn any_rule() -> impl Strategy<Value = Rule> {
    let set = || prop::collection::btree_set(1_u64..7, 0..4);
    prop_oneof![
        prop::collection::btree_set(1_u64..8, 1..4)
            .prop_map(|set| Rule::subtraction(set.into_iter().collect::<Vec<u64>>())),
        (set(), set()).prop_map(|(left, right)| {
            let list = |set: std::collections::BTreeSet<u64>| set.into_iter().collect::<Vec<u64>>();
            Rule::partizan(list(left), list(right), false)
        }),
        prop::collection::vec(0_u32..4, 1..6).prop_map(|mut digits| {
            digits.insert(0, 0);
            digits.push(3);
            Rule::take_and_break(digits)
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// Where the twin sees a period for long enough, the theorem applies and the checker agrees;
    /// with another value in one place it does not.
    #[test]
    fn random_rules_agree_with_play(
        rule in any_rule(),
        lead in prop::collection::vec(0_u64..8, 0..3),
        block in prop::collection::vec(0_u64..8, 1..4),
        at in any::<prop::sample::Index>(),
        other in any::<prop::sample::Index>(),
    ) {
        let repeat = block.len() as u64;
        let ends = EndGames { games: [lead, block].concat(), repeat };
        let Some(made) = value_certificate(&rule, &games(), ends, 60) else { return Ok(()) };
        let claimed = claim(&made);
        let seen = claimed.preperiod.max(1) + claimed.period + largest(&rule) + 6;
        prop_assume!(seen + claimed.period < 60);
        let verdict = check(&made.to_json());
        prop_assert!(verdict.valid, "{}", verdict.why);
        let mut forged = claimed.clone();
        let place = at.index(forged.values.len());
        forged.values[place] = other.index(forged.games.len()) as u64;
        let truth = is_true(&rule, &forged, 60);
        let forged = Certificate::new(rule, Claim::ValuePeriod(forged), Proof::values());
        prop_assert_eq!(check(&forged.to_json()).valid, truth.is_ok(), "{:?}", truth);
    }
}

#[test]
fn the_twin_knows_cycles() {
    assert_eq!(cycle(&[9, 8, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2]), Some((2, 2)));
}
