//! Certificates of quotients, made by a naive learner that shares nothing with the checker.

use std::collections::HashMap;

use ishitori_certify::*;

/// All ways to leave m tokens as `parts` heaps, increasing.
fn splits(m: u64, parts: u64, least: u64) -> Vec<Vec<u64>> {
    match parts {
        0 => vec![vec![]; (m == 0) as usize],
        _ => (least..=m)
            .flat_map(|a| {
                splits(m - a, parts - 1, a).into_iter().map(move |rest| [&[a], &rest[..]].concat())
            })
            .collect(),
    }
}

/// The options of one heap for a player, each a list of heaps.
fn options(rule: &Rule, n: u64, player: usize) -> Vec<Vec<u64>> {
    let octal = |digit: u32, m: u64| {
        (0..8).filter(move |j| digit >> j & 1 != 0).flat_map(move |j| splits(m, j, 1))
    };
    match rule {
        Rule::Tuples(_) | Rule::Board(_) => unreachable!("quotients are of games on heaps"),
        Rule::Subtraction(r) => r.set.iter().filter(|&&s| s <= n).map(|s| vec![n - s]).collect(),
        Rule::TakeAndBreak(r) => (0..r.digits.len().min(n as usize + 1))
            .flat_map(|d| octal(r.digits[d], n - d as u64))
            .collect(),
        Rule::AllBut(r) => {
            (1..=n).filter(|s| !r.excluded.contains(s)).map(|s| vec![n - s]).collect()
        }
        Rule::Partizan(r) => {
            let set = [&r.left, &r.right][player];
            let digit = if r.splits { 7 } else { 3 };
            set.iter().filter(|&&s| s <= n).flat_map(|s| octal(digit, n - s)).collect()
        }
        Rule::Code(r) => (0..=n)
            .flat_map(|t| {
                let (count, at) = (r.digits.len(), t as usize);
                let lead = count - r.repeat as usize;
                let digit = match at < count {
                    true => r.digits[at].clone(),
                    false if r.repeat == 0 => CodeDigit::default(),
                    false => r.digits[lead + (at - lead) % r.repeat as usize].clone(),
                };
                let counts = (0..=n - t).filter(move |j| {
                    digit.parts.contains(j) || digit.every_from.is_some_and(|from| *j >= from)
                });
                let sizes = r.digits.get(at).unwrap_or(&r.digits[count - 1]).sizes;
                counts.flat_map(move |j| splits(n - t, j, 1)).filter(move |left| match sizes {
                    Sizes::Any => true,
                    Sizes::Distinct => left.windows(2).all(|pair| pair[0] < pair[1]),
                    Sizes::Equal => left.windows(2).all(|pair| pair[0] == pair[1]),
                })
            })
            .collect(),
    }
}

/// Outcomes of multisets of heaps by plain search, with the number of moves played in the position.
struct Search<'a> {
    rule: &'a Rule,
    end: &'a QuotientEnd,
    known: HashMap<(Vec<u64>, usize, bool), bool>,
}

impl Search<'_> {
    /// Whether Left wins and whether Right does, moving first when no move was played.
    fn wins(&mut self, position: &[u64]) -> (bool, bool) {
        (self.wins_moving(position, 0, false), self.wins_moving(position, 1, false))
    }

    fn wins_moving(&mut self, position: &[u64], player: usize, odd: bool) -> bool {
        let mut heaps: Vec<u64> = position.iter().copied().filter(|&n| n > 0).collect();
        heaps.sort_unstable();
        let key = (heaps.clone(), player, odd && matches!(self.end, QuotientEnd::Moves(_)));
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let (mut moves, mut wins) = (false, false);
        for (i, &heap) in heaps.iter().enumerate() {
            for option in options(self.rule, heap, player) {
                let mut next = heaps.clone();
                next.remove(i);
                next.extend(option);
                moves = true;
                wins |= !self.wins_moving(&next, 1 - player, !odd);
            }
        }
        if !moves {
            wins = match self.end {
                QuotientEnd::Moves(_) => (player == 1) == odd,
                QuotientEnd::Stones(end) => {
                    let letters: Vec<char> = end.letters.chars().collect();
                    let mut stones = heaps.iter().sum::<u64>() as usize;
                    while stones >= letters.len() {
                        stones -= end.repeat as usize;
                    }
                    letters[stones] == 'N' || letters[stones] == ['L', 'R'][player]
                }
            };
        }
        self.known.insert(key, wins);
        wins
    }
}

/// The quotient of the heaps below `heaps`, where contexts of up to `depth` heaps up to `letters` are
/// enough to distinguish elements; `letters` is also the largest generator.
fn learn(
    rule: &Rule,
    end: &QuotientEnd,
    heaps: u64,
    letters: u64,
    depth: usize,
) -> (QuotientData, Outcomes) {
    let mut search = Search { rule, end, known: HashMap::new() };
    let mut contexts: Vec<Vec<u64>> = vec![vec![]];
    let mut from = 0;
    for _ in 0..depth {
        let until = contexts.len();
        for i in from..until {
            for h in 1..=letters {
                if contexts[i].last().is_none_or(|&last| last <= h) {
                    let longer = [&contexts[i][..], &[h]].concat();
                    contexts.push(longer);
                }
            }
        }
        from = until;
    }
    let mut row = |word: &[u64]| -> Vec<(bool, bool)> {
        contexts.iter().map(|c| search.wins(&[word, c].concat())).collect()
    };
    let mut names: HashMap<Vec<(bool, bool)>, u64> = HashMap::from([(row(&[]), 0)]);
    let mut words: Vec<Vec<u64>> = vec![vec![]];
    let generators: Vec<u64> = (1..=letters).collect();
    let mut action = vec![Vec::new(); generators.len()];
    let mut x = 0;
    while x < words.len() {
        for (g, &heap) in generators.iter().enumerate() {
            let word = [&words[x][..], &[heap]].concat();
            let fresh = words.len() as u64;
            let image = *names.entry(row(&word)).or_insert(fresh);
            if image == fresh {
                words.push(word);
            }
            action[g].push(image);
        }
        x += 1;
    }
    let outcomes: String = words
        .iter()
        .map(|w| match row(w)[0] {
            (false, false) => 'P',
            (true, true) => 'N',
            (true, false) => 'L',
            (false, true) => 'R',
        })
        .collect();
    let of = |letter| outcomes.chars().filter(|&c| c == letter).count() as u64;
    let counts = Outcomes { p: of('P'), n: of('N'), l: of('L'), r: of('R') };
    let phi = (0..heaps).map(|n| names[&row(&[n])]).collect();
    (QuotientData { generators, action, outcomes, phi }, counts)
}

fn end(letters: &str, repeat: u64) -> QuotientEnd {
    QuotientEnd::stones(letters, repeat)
}

/// A certificate for all heaps.
fn whole(rule: Rule, end: QuotientEnd, n0: u64, p: u64, depth: usize) -> Certificate {
    let (data, outcomes) = learn(&rule, &end, n0 + p, n0 + p - 1, depth);
    let claim = Quotient {
        end,
        up_to: None,
        preperiod: Some(n0),
        period: Some(p),
        order: data.outcomes.len() as u64,
        outcomes,
    };
    Certificate::new(rule, Claim::Quotient(claim), Proof::Quotient(data))
}

/// A certificate for heaps up to `last`.
fn partial(rule: Rule, end: QuotientEnd, last: u64, letters: u64, depth: usize) -> Certificate {
    let (data, outcomes) = learn(&rule, &end, last + 1, letters, depth);
    let order = data.outcomes.len() as u64;
    let claim = Quotient { end, up_to: Some(last), preperiod: None, period: None, order, outcomes };
    Certificate::new(rule, Claim::Quotient(claim), Proof::Quotient(data))
}

fn kayles() -> Rule {
    Rule::take_and_break([0, 7, 7])
}

fn order(certificate: &Certificate) -> u64 {
    match &certificate.claim {
        Claim::Quotient(claim) => claim.order,
        _ => unreachable!(),
    }
}

/// A digit that allows these numbers of heaps.
fn digit(parts: &[u64], sizes: Sizes) -> CodeDigit {
    CodeDigit { parts: parts.to_vec(), every_from: None, sizes }
}

/// Break a heap into two of different sizes.
fn grundys_game() -> Rule {
    Rule::code([digit(&[2], Sizes::Distinct)], 0)
}

/// Halve a heap, or take one token.
fn halving() -> Rule {
    Rule::code([digit(&[2], Sizes::Equal), digit(&[0, 1], Sizes::Any)], 0)
}

/// Take an odd number; every second digit forever.
fn odd_numbers() -> Rule {
    let (none, take) = (digit(&[], Sizes::Any), digit(&[0, 1], Sizes::Any));
    Rule::code([none.clone(), take, none], 2)
}

/// Break into two heaps or more.
fn any_break() -> Rule {
    Rule::code([CodeDigit { every_from: Some(2), ..CodeDigit::default() }], 0)
}

/// Rules and ends other than subtraction sets, octal codes and stones.
fn other_certificates() -> Vec<Certificate> {
    let (misere, parity, moves) = (|| end("N", 1), || end("LR", 2), QuotientEnd::moves);
    vec![
        whole(Rule::subtraction([1, 2]), moves(), 0, 3, 3),
        whole(Rule::take_and_break([0, 3]), moves(), 0, 2, 2),
        partial(kayles(), moves(), 4, 4, 4),
        whole(Rule::partizan([1], [1], false), misere(), 0, 2, 3),
        whole(Rule::partizan([1], [2], false), parity(), 6, 3, 5),
        whole(Rule::partizan([1, 2], [2, 4], false), parity(), 8, 1, 2),
        whole(Rule::partizan([], [1], false), parity(), 1, 2, 3),
        whole(Rule::partizan([2], [2], true), parity(), 0, 2, 2),
        partial(Rule::partizan([1, 2], [1, 3], false), misere(), 5, 5, 4),
        partial(Rule::partizan([1], [2], true), parity(), 5, 5, 3),
        partial(Rule::all_but([]), misere(), 4, 4, 3),
        partial(Rule::all_but([1, 3]), parity(), 5, 5, 4),
        whole(Rule::all_but([2]), end("L", 1), 0, 1, 2),
        partial(grundys_game(), misere(), 6, 6, 3),
        partial(grundys_game(), parity(), 6, 6, 3),
        whole(halving(), end("P", 1), 3, 2, 3),
        whole(odd_numbers(), misere(), 0, 2, 2),
        whole(odd_numbers(), moves(), 0, 2, 2),
        partial(any_break(), misere(), 6, 6, 3),
        partial(any_break(), parity(), 5, 5, 3),
    ]
}

fn certificates() -> Vec<Certificate> {
    let misere = || end("N", 1);
    let parity = || end("LR", 2);
    vec![
        whole(Rule::subtraction([1, 2]), end("P", 1), 0, 3, 2),
        whole(Rule::subtraction([1, 2]), misere(), 0, 3, 3),
        whole(Rule::take_and_break([0, 3]), misere(), 0, 2, 2),
        whole(Rule::subtraction([3, 5]), parity(), 0, 8, 3),
        whole(Rule::subtraction([2, 5]), parity(), 0, 7, 3),
        whole(Rule::subtraction([2, 3]), parity(), 5, 5, 3),
        whole(Rule::subtraction([2, 4, 6]), parity(), 0, 2, 2),
        partial(kayles(), misere(), 4, 4, 4),
        partial(kayles(), misere(), 5, 5, 4),
        partial(Rule::subtraction([3, 4]), end("LRP", 3), 3, 3, 4),
        partial(Rule::take_and_break([0, 8, 1]), end("LLRN", 2), 5, 5, 4),
    ]
}

#[test]
fn true_quotients_are_accepted() {
    let orders: Vec<u64> = certificates()
        .iter()
        .map(|certificate| {
            let verdict = check(&certificate.to_json());
            assert!(verdict.valid, "{}: {certificate:?}", verdict.why);
            order(certificate)
        })
        .collect();
    // Orders computed elsewhere ({3,5}: 8, {2,5}: 16, {2,3}: 40, {2,4,6}: 2), Kayles to heaps
    // 4 and 5 after Plambeck and Siegel (6, 12), {3,4} with n mod 3 to heap 3 (6).
    assert_eq!(orders[..10], [4, 6, 2, 8, 16, 40, 2, 6, 12, 6]);
}

#[test]
fn other_rules_and_ends_are_accepted() {
    for certificate in other_certificates() {
        let verdict = check(&certificate.to_json());
        assert!(verdict.valid, "{}: {certificate:?}", verdict.why);
    }
}

/// The data are changed one by one, and the hash is made to fit.
#[test]
fn forged_quotients_are_rejected() {
    for certificate in certificates().into_iter().chain(other_certificates()) {
        let (Claim::Quotient(claim), Proof::Quotient(data)) =
            (&certificate.claim, &certificate.data)
        else {
            unreachable!()
        };
        let n = claim.order;
        let try_data = |data: QuotientData, what: &str| {
            let forged = Certificate::new(
                certificate.rule.clone(),
                certificate.claim.clone(),
                Proof::Quotient(data),
            );
            assert!(!check(&forged.to_json()).valid, "{what} in {certificate:?}");
        };
        for i in 0..data.phi.len() {
            for by in 1..n.min(5) {
                let mut other = data.clone();
                other.phi[i] = (other.phi[i] + by) % n;
                try_data(other, "φ");
            }
        }
        for (g, row) in data.action.iter().enumerate() {
            for x in 0..row.len() {
                let mut other = data.clone();
                other.action[g][x] = (other.action[g][x] + 1) % n;
                try_data(other, "action");
            }
        }
        for x in 0..data.outcomes.len() {
            for letter in ["P", "N", "L", "R"] {
                if &data.outcomes[x..=x] != letter {
                    let mut other = data.clone();
                    other.outcomes.replace_range(x..=x, letter);
                    let mut claim = claim.clone();
                    let of = |l| other.outcomes.chars().filter(|&c| c == l).count() as u64;
                    claim.outcomes = Outcomes { p: of('P'), n: of('N'), l: of('L'), r: of('R') };
                    let forged = Certificate::new(
                        certificate.rule.clone(),
                        Claim::Quotient(claim),
                        Proof::Quotient(other),
                    );
                    assert!(!check(&forged.to_json()).valid, "outcome {x} in {certificate:?}");
                }
            }
        }
        let changed: [fn(&mut Quotient); 9] = [
            |c| c.order += 1,
            |c| c.order -= 1,
            |c| c.outcomes.p += 1,
            |c| c.outcomes.n += 1,
            |c| c.up_to = c.up_to.map_or(Some(3), |_| None),
            |c| c.period = c.period.map_or(Some(1), |p| Some(2 * p)),
            |c| c.preperiod = c.preperiod.map_or(Some(0), |n| Some(n + 1)),
            |c| match &mut c.end {
                QuotientEnd::Stones(end) => end.letters = "R".to_owned() + &end.letters[1..],
                other => *other = end("R", 1),
            },
            |c| match &mut c.end {
                QuotientEnd::Stones(end) => end.repeat = 0,
                other => *other = end("PN", 2),
            },
        ];
        for change in changed {
            let mut claim = claim.clone();
            change(&mut claim);
            let forged = Certificate::new(
                certificate.rule.clone(),
                Claim::Quotient(claim.clone()),
                certificate.data.clone(),
            );
            assert!(!check(&forged.to_json()).valid, "{claim:?}");
        }
    }
}

/// Each condition is named when it fails.
#[test]
fn failing_conditions_are_named() {
    let certificate = whole(Rule::subtraction([2, 3]), end("LR", 2), 5, 5, 3);
    let (Claim::Quotient(claim), Proof::Quotient(data)) = (&certificate.claim, &certificate.data)
    else {
        unreachable!()
    };
    let why = |claim: &Quotient, data: &QuotientData| {
        let rule = certificate.rule.clone();
        let claim = Claim::Quotient(claim.clone());
        let forged = Certificate::new(rule, claim, Proof::Quotient(data.clone()));
        check(&forged.to_json()).why.to_string()
    };
    let mut other = data.clone();
    other.action[0].swap(3, 7);
    assert!(why(claim, &other).starts_with("C1"), "{}", why(claim, &other));
    let mut other = data.clone();
    other.phi[3] = other.phi[4];
    assert!(why(claim, &other).starts_with("C2"));
    // Misère instead of parity: the ends are wrong.
    let mut misere = claim.clone();
    misere.end = end("N", 1);
    assert!(why(&misere, data).starts_with("C3"));
    // The trivial monoid times the true one: not separated.
    let mut double = data.clone();
    let n = data.outcomes.len() as u64;
    double.outcomes = data.outcomes.repeat(2);
    for row in &mut double.action {
        let copy: Vec<u64> = row.iter().map(|x| x + n).collect();
        row.extend(copy);
    }
    let times_seven = {
        let image = |x: u64| data.action[6][x as usize];
        (0..n).map(|x| image(x) + n).chain((0..n).map(image)).collect::<Vec<_>>()
    };
    double.action[6] = times_seven;
    double.phi[7] += n;
    let mut claimed = claim.clone();
    claimed.order *= 2;
    let Outcomes { p, n, l, r } = claimed.outcomes;
    claimed.outcomes = Outcomes { p: 2 * p, n: 2 * n, l: 2 * l, r: 2 * r };
    assert!(why(&claimed, &double).starts_with("C5"), "{}", why(&claimed, &double));
    let mut unreached = data.clone();
    unreached.outcomes.push('P');
    let alone = claim.order;
    unreached.action.iter_mut().for_each(|row| row.push(alone));
    let mut claimed = claim.clone();
    claimed.order += 1;
    claimed.outcomes.p += 1;
    assert!(why(&claimed, &unreached).starts_with("C6"));
}

/// A quotient for small heaps is not accepted for all heaps if later heaps break it.
#[test]
fn a_period_that_ends_is_rejected() {
    // Kayles under misère play to heap 4 has 6 elements and φ = 1, a, b, ab, a.
    let certificate = partial(kayles(), end("N", 1), 4, 4, 4);
    let (Claim::Quotient(claim), Proof::Quotient(data)) = (&certificate.claim, &certificate.data)
    else {
        unreachable!()
    };
    for n0 in 0..4 {
        let period = 5 - n0;
        let claim =
            Quotient { up_to: None, preperiod: Some(n0), period: Some(period), ..claim.clone() };
        let proof = Proof::Quotient(data.clone());
        let forged = Certificate::new(kayles(), Claim::Quotient(claim), proof);
        assert!(!check(&forged.to_json()).valid);
    }
}

/// Rules by which large heaps have no moves: their stones count forever.
#[test]
fn large_heaps_without_moves() {
    // 0.1: only a single stone may be taken. Heaps from 2 on are final; mod 3 the stones matter.
    let one = || Rule::take_and_break([0, 1]);
    let certificate = whole(one(), end("LRP", 3), 2, 3, 4);
    assert!(check(&certificate.to_json()).valid, "{}", check(&certificate.to_json()).why);
}

fn parts_of(certificate: &Certificate) -> (&Quotient, &QuotientData) {
    match (&certificate.claim, &certificate.data) {
        (Claim::Quotient(claim), Proof::Quotient(data)) => (claim, data),
        _ => unreachable!(),
    }
}

/// The same data for another rule, end or range: the condition that fails is named.
#[test]
fn other_rules_with_the_same_data_are_rejected() {
    let why = |rule: Rule, claim: Quotient, data: &QuotientData| {
        let proof = Proof::Quotient(data.clone());
        let verdict = check(&Certificate::new(rule, Claim::Quotient(claim), proof).to_json());
        assert!(!verdict.valid, "{:?}", verdict.claim);
        verdict.why.to_string()
    };
    let parity = || end("LR", 2);
    // Left and Right exchanged, with the rest allowed to be split, or another number to take.
    let partizan = partial(Rule::partizan([1, 2], [1, 3], false), end("N", 1), 5, 5, 4);
    let (claim, data) = parts_of(&partizan);
    for other in [
        Rule::partizan([1, 3], [1, 2], false),
        Rule::partizan([1], [1, 3], false),
        Rule::partizan([1, 2], [1, 4], false),
    ] {
        let why = why(other.clone(), claim.clone(), data);
        assert!(why.starts_with("C3"), "{other:?}: {why}");
    }
    let moving = QuotientEnd::moves();
    let refused = why(partizan.rule.clone(), Quotient { end: moving, ..claim.clone() }, data);
    assert!(refused.contains("the same moves for both"), "{refused}");
    // Sizes and digits of Grundy's game.
    let grundy = partial(grundys_game(), end("N", 1), 7, 7, 3);
    let (claim, data) = parts_of(&grundy);
    for other in [
        Rule::code([digit(&[2], Sizes::Any)], 0),
        Rule::code([digit(&[2], Sizes::Equal)], 0),
        Rule::code([digit(&[3], Sizes::Distinct)], 0),
        Rule::code([digit(&[2], Sizes::Distinct), digit(&[0], Sizes::Any)], 0),
    ] {
        let why = why(other.clone(), claim.clone(), data);
        assert!(why.starts_with("C3"), "{other:?}: {why}");
    }
    // Excluded numbers; a block of digits.
    let all_but = partial(Rule::all_but([1, 3]), parity(), 5, 5, 4);
    let (claim, data) = parts_of(&all_but);
    for excluded in [vec![], vec![1], vec![3], vec![1, 2, 3], vec![1, 3, 5]] {
        let why = why(Rule::all_but(excluded), claim.clone(), data);
        assert!(why.starts_with("C3"), "{why}");
    }
    let (none, take) = (digit(&[], Sizes::Any), digit(&[0, 1], Sizes::Any));
    let endless = |repeat| Rule::code([none.clone(), none.clone(), take.clone()], repeat);
    let from_two_on = partial(endless(1), end("N", 1), 6, 6, 3);
    let (claim, data) = parts_of(&from_two_on);
    let once = why(endless(0), claim.clone(), data);
    assert!(once.starts_with("C3"), "{once}");
    let odd = whole(odd_numbers(), QuotientEnd::moves(), 0, 2, 2);
    let (claim, data) = parts_of(&odd);
    for end in [end("N", 1), end("P", 1), parity()] {
        let why = why(odd.rule.clone(), Quotient { end, ..claim.clone() }, data);
        assert!(why.starts_with("C3"), "{why}");
    }
    // Any number of heaps: nothing is known of all heaps, whatever the data.
    let breaking = partial(any_break(), end("N", 1), 2, 2, 2);
    let (claim, data) = parts_of(&breaking);
    let all = Quotient { up_to: None, preperiod: Some(0), period: Some(3), ..claim.clone() };
    let why = why(any_break(), all, data);
    assert!(why.starts_with("C4"), "{why}");
}

/// Rules that break the format.
#[test]
fn rules_that_are_none() {
    let certificate = partial(grundys_game(), end("N", 1), 4, 4, 3);
    let from = |every_from, parts: &[u64]| CodeDigit {
        parts: parts.to_vec(),
        every_from: Some(every_from),
        sizes: Sizes::Any,
    };
    for rule in [
        Rule::code([digit(&[1], Sizes::Any)], 0),
        Rule::code([from(1, &[])], 0),
        Rule::code([digit(&[2, 2], Sizes::Any)], 0),
        Rule::code([digit(&[3, 2], Sizes::Any)], 0),
        Rule::code([digit(&[32], Sizes::Any)], 0),
        Rule::code([from(2, &[3])], 0),
        Rule::code([digit(&[2], Sizes::Distinct)], 1),
        Rule::code([], 1),
        Rule::Partizan(PartizanSets { left: vec![0], right: vec![1], splits: false }),
        Rule::Partizan(PartizanSets { left: vec![2, 1], right: vec![1], splits: false }),
    ] {
        let (claim, data) = (certificate.claim.clone(), certificate.data.clone());
        let verdict = check(&Certificate::new(rule.clone(), claim, data).to_json());
        let invalid = matches!(verdict.why, Why::Rejected(Rejection::Rule(_)));
        assert!(invalid, "{rule:?}: {}", verdict.why);
    }
    let text = partial(kayles(), QuotientEnd::moves(), 2, 2, 3).to_json();
    let verdict = check(&text.replace("\"moves\"", "\"stones\""));
    assert!(verdict.why.to_string().contains("\"moves\" or an object"), "{}", verdict.why);
}

/// No beginning of a document is accepted, and none makes the checker fail.
#[test]
fn truncated_documents_are_rejected() {
    for certificate in [
        whole(Rule::subtraction([2, 3]), end("LR", 2), 5, 5, 3),
        partial(Rule::partizan([1], [2], true), end("LR", 2), 3, 3, 3),
        partial(grundys_game(), QuotientEnd::moves(), 4, 4, 3),
    ] {
        let text = certificate.to_json();
        let whole = text.trim_end().len();
        for cut in (0..whole).step_by(7).filter(|&cut| text.is_char_boundary(cut)) {
            let verdict = check(&text[..cut]);
            assert!(matches!(verdict.why, Why::Rejected(Rejection::NotJson(_))), "{cut}");
        }
    }
}
