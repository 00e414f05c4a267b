//! Shards of a question, added up: the answer in one piece.

use ishitori_answers::record::{Missing, RecordError};
use ishitori_answers::{
    Answered, AskError, Context, census, code_sweep, game_sweep, merge, quotient_sweep, sweep,
};
use ishitori_sweep::{SealError, Shard};
use ishitori_values::Budget;
use proptest::prelude::*;

fn context() -> Context {
    Context { threads: 1, ..Context::new(Budget::unlimited()) }
}

/// The record of one shard.
fn record(request: &sweep::Request, shard: Shard) -> String {
    let request = sweep::Request { shard: Some(shard.to_string()), ..request.clone() };
    let answer = sweep::answer(&request, &context()).unwrap();
    answer.document().expect("a shard has a record").to_string()
}

fn merged(records: Vec<String>) -> Result<merge::Answer, AskError> {
    merge::answer(&merge::Request { records, ..merge::Request::default() }, &context())
}

/// Why records are refused.
fn refused(records: Vec<String>) -> RecordError {
    let names = (1..=records.len()).map(|at| format!("{at}.json")).collect();
    let request = merge::Request { records, names, ..merge::Request::default() };
    match merge::answer(&request, &context()) {
        Err(AskError::Record(error)) => error,
        other => panic!("not refused: {other:?}"),
    }
}

fn json(answer: &impl serde::Serialize) -> String {
    serde_json::to_string(answer).unwrap()
}

/// Requests of every kind.
fn requests() -> impl Strategy<Value = sweep::Request> {
    let family = (1u32..5, 0u32..9, 1u32..4, prop::option::of(1u32..6));
    let numbers = prop::collection::vec(1u32..9, 0..2);
    let end = prop::sample::select(vec!["mod2:LR", "mod3:LRP", "misere", "moves", "table:RNL[P]"]);
    let condition =
        prop::option::of(prop::sample::select(vec!["has_R", "period > 2", "first_R > 3"]));
    let group = prop::option::of(prop::sample::select(vec!["period", "eventually", "first_P"]));
    let flags = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    (family, numbers.clone(), numbers, end, condition, group, flags).prop_map(
        |(family, with, without, end, condition, group, (count, check, grundy, list))| {
            let (min, more, min_size, max_size) = family;
            let max = min + more;
            let among = |numbers: Vec<u32>| {
                numbers.into_iter().map(|s| min + s).filter(|&s| s <= max).collect()
            };
            sweep::Request {
                end: end.into(),
                min_size,
                max_size,
                with: among(with),
                without: among(without),
                condition: condition.map(str::to_string),
                count: if count { vec!["has_P".into(), "min == 2".into()] } else { vec![] },
                total: if count { vec!["9223372036854775807 - period".into()] } else { vec![] },
                group_by: group.map(str::to_string),
                check: if check { vec!["carret".into(), "never:RR".into()] } else { vec![] },
                grundy,
                list,
                ..sweep::Request::new(min, max)
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn shards_add_up_to_one_piece(
        request in requests(),
        parts in 1u32..40,
        seed in any::<prop::sample::Index>(),
    ) {
        let whole = sweep::answer(&request, &context()).unwrap();
        let mut records: Vec<String> =
            Shard::all(parts).map(|shard| record(&request, shard)).collect();
        let at = seed.index(records.len());
        records.rotate_left(at);
        records.reverse();
        let sum = merged(records.clone()).unwrap();
        prop_assert_eq!(json(&sum), json(&whole));
        prop_assert_eq!(Answered::finish(&sum), Answered::finish(&whole));
        // One that is there twice.
        records.push(records[at].clone());
        let double = matches!(refused(records), RecordError::Double { name, .. } if name == format!("{}.json", parts + 1));
        prop_assert!(double);
    }

    #[test]
    fn damaged_records_are_refused(
        parts in 1u32..5,
        which: prop::sample::Index,
        at: prop::sample::Index,
        flip in 0u32..7,
    ) {
        let request = sweep::Request::new(2, 7);
        let good: Vec<String> = Shard::all(parts).map(|shard| record(&request, shard)).collect();
        let which = which.index(good.len());
        let at = at.index(good[which].len());
        let named = |error: RecordError| match error {
            RecordError::Broken { name, .. } => name == format!("{}.json", which + 1),
            _ => false,
        };
        let mut cut = good.clone();
        cut[which].truncate(at);
        prop_assert!(named(refused(cut)));
        let mut flipped = good.clone();
        let mut bytes = flipped[which].clone().into_bytes();
        bytes[at] ^= 1 << flip;
        flipped[which] = String::from_utf8(bytes).unwrap();
        prop_assert!(named(refused(flipped)));
    }
}

#[test]
fn missing_shards_are_listed() {
    let request = sweep::Request::new(2, 12);
    let records: Vec<String> = Shard::all(64).map(|shard| record(&request, shard)).collect();
    let without = |numbers: &[usize]| -> Vec<String> {
        let kept = (1..=64).filter(|number| !numbers.contains(number));
        kept.map(|number| records[number - 1].clone()).collect()
    };
    let missing = refused(without(&[17, 40, 41, 42, 43]));
    assert_eq!(missing, RecordError::Missing(Missing::Shards(vec![(17, 17), (40, 43)])));
    let missing = refused(without(&[1, 64]));
    assert_eq!(missing, RecordError::Missing(Missing::Shards(vec![(1, 1), (64, 64)])));
    let request =
        merge::Request { records: without(&[1, 64]), partial: true, ..merge::Request::default() };
    let merge::Answer::Sweep(part) = merge::answer(&request, &context()).unwrap() else {
        panic!("a sweep")
    };
    assert_eq!((part.sets, part.sets_asked), (1024 - 32, Some(1024)));
    assert_eq!(part.finish(), ishitori_answers::Finish::Partial);
    assert_eq!(refused(vec![]), RecordError::Missing(Missing::Shards(vec![])));
}

#[test]
fn a_shard_may_be_divided_further() {
    let request = sweep::Request::new(2, 11);
    let of = |texts: &[&str]| -> Vec<String> {
        texts.iter().map(|text| record(&request, text.parse().unwrap())).collect()
    };
    let whole = sweep::answer(&request, &context()).unwrap();
    assert_eq!(json(&merged(of(&["1/2", "5/8", "6/8", "4/4"])).unwrap()), json(&whole));
    // Places 384 to 447 are in none.
    let missing = refused(of(&["1/2", "5/8", "6/8", "8/8"]));
    assert_eq!(missing, RecordError::Missing(Missing::Places(vec![(384, 447)])));
    let overlap = refused(of(&["1/2", "4/8", "2/2"]));
    let (name, other) = ("2.json".to_string(), "1.json".to_string());
    assert_eq!(overlap, RecordError::Overlap { name, other });
}

#[test]
fn other_questions_and_versions_are_refused() {
    let request = sweep::Request::new(2, 8);
    let first = record(&request, Shard::new(1, 2).unwrap());
    let others = [
        sweep::Request { end: "misere".into(), ..request.clone() },
        sweep::Request { grundy: true, ..request.clone() },
        sweep::Request { list: true, ..request.clone() },
        sweep::Request { count: vec!["has_R".into()], ..request.clone() },
        sweep::Request::new(2, 9),
        sweep::Request::new(1, 8),
    ];
    for other in others {
        let second = record(&other, Shard::new(2, 2).unwrap());
        let (name, first_name) = ("2.json".to_string(), "1.json".to_string());
        let expected = RecordError::OtherQuestion { name, first: first_name };
        assert_eq!(refused(vec![first.clone(), second]), expected);
    }
    // The same question in other words.
    let same = sweep::Request { end: "MOD2:LR".into(), with: vec![2], ..request.clone() };
    let asked = sweep::Request { with: vec![2, 2], ..request.clone() };
    let both =
        vec![record(&asked, Shard::new(1, 2).unwrap()), record(&same, Shard::new(2, 2).unwrap())];
    assert_eq!(json(&merged(both).unwrap()), json(&sweep::answer(&same, &context()).unwrap()));
    // Sealed again, so that only what it says is wrong.
    let resealed = |from: &str, to: &str| {
        let document = ishitori_sweep::open_sealed(&first).unwrap();
        assert!(document.contains(from), "{from} in {document}");
        vec![ishitori_sweep::seal(&document.replacen(from, to, 1))]
    };
    // Records of another version are read, but not together with ours; those in another form are not.
    let second = record(&request, Shard::new(2, 2).unwrap());
    let of_version = |document: &str| {
        let text = ishitori_sweep::open_sealed(document).unwrap();
        let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
        assert!(text.contains(&version), "{text}");
        ishitori_sweep::seal(&text.replacen(&version, "\"version\":\"0.0.1\"", 1))
    };
    let both = merged(vec![of_version(&first), of_version(&second)]).unwrap();
    assert_eq!(json(&both), json(&sweep::answer(&request, &context()).unwrap()));
    let expected = RecordError::OtherVersion {
        name: "2.json".into(),
        found: "ishitori record 1 (0.0.1)".into(),
        expected: format!("ishitori record 1 ({})", env!("CARGO_PKG_VERSION")),
    };
    assert_eq!(refused(vec![first.clone(), of_version(&second)]), expected);
    let found = refused(resealed("ishitori record 1", "ishitori record 7"));
    assert!(matches!(found, RecordError::OtherVersion { name, .. } if name == "1.json"));
    let impossible = RecordError::Impossible { name: "1.json".into() };
    for (from, to) in [
        ("\"shard\":\"1/2\"", "\"shard\":\"1/3\""),
        ("\"shard\":\"1/2\"", "\"shard\":\"0/2\""),
        ("\"sets\":32", "\"sets\":31"),
        ("\"max\":8", "\"max\":9"),
        ("\"places\":[0,32]", "\"places\":[0,31]"),
    ] {
        assert_eq!(refused(resealed(from, to)), impossible, "{from}");
    }
    let foreign = RecordError::Broken { name: "1.json".into(), broken: SealError::Foreign };
    assert_eq!(refused(vec!["{}".into()]), foreign);
    assert_eq!(refused(vec![ishitori_sweep::seal("[]")]), foreign);
}

#[test]
fn shards_that_are_none_are_refused() {
    for (shard, max) in [("0/4", 8), ("5/4", 8), ("4", 8), ("", 8), ("1/2", 200)] {
        let request = sweep::Request { shard: Some(shard.into()), ..sweep::Request::new(2, max) };
        let error = sweep::answer(&request, &context()).unwrap_err();
        assert_eq!(error.fields(), ["shard"], "{shard}: {error:?}");
    }
}

#[test]
fn quotients_in_shards() {
    let request = quotient_sweep::Request {
        octal: Some(1),
        to: Some(10),
        list: true,
        each: "100s".into(),
        ..quotient_sweep::Request::default()
    };
    let mut whole = quotient_sweep::answer(&request, &context()).unwrap();
    for parts in [1, 3, 10] {
        let records: Vec<String> = Shard::all(parts)
            .map(|shard| {
                let shard = Some(shard.to_string());
                let request = quotient_sweep::Request { shard, ..request.clone() };
                let answer = quotient_sweep::answer(&request, &context()).unwrap();
                answer.document().unwrap().to_string()
            })
            .collect();
        let merge::Answer::QuotientSweep(sum) = merged(records.clone()).unwrap() else {
            panic!("quotients")
        };
        // The time is that of all shards together.
        assert!(sum.seconds > 0.0);
        whole.seconds = sum.seconds;
        assert_eq!(json(&sum), json(&whole));
        // Of ten shards of seven rules some are empty, and not missed.
        if parts == 3 {
            let missing = RecordError::Missing(Missing::Shards(vec![(1, 1)]));
            assert_eq!(refused(records[1..].to_vec()), missing);
        }
        let sweep = record(&sweep::Request::new(2, 8), Shard::new(1, 2).unwrap());
        let mixed = refused(vec![records[0].clone(), sweep]);
        assert!(matches!(mixed, RecordError::OtherQuestion { name, .. } if name == "2.json"));
    }
}

#[test]
fn sets_of_any_shape_in_shards() {
    let sets = ["2,3", "{1,5,7}", "sub:4,9", "3 8", "2,3", "70,71"].map(str::to_string).to_vec();
    let request = sweep::Request { sets: Some(sets), list: true, ..sweep::Request::new(0, 0) };
    let whole = sweep::answer(&request, &context()).unwrap();
    assert_eq!(whole.sets, 6);
    let rows = whole.rows.as_ref().unwrap();
    assert_eq!((&*rows[1].set, &*rows[5].set), (&[1, 5, 7][..], &[70, 71][..]));
    let records = Shard::all(4).map(|shard| record(&request, shard)).collect();
    assert_eq!(json(&merged(records).unwrap()), json(&whole));
    let some = sweep::Request { with: vec![3], max_size: Some(2), ..request.clone() };
    assert_eq!(sweep::answer(&some, &context()).unwrap().sets, 3);
    for bad in ["", "0,2", "2,x", "2,5000"] {
        let request = sweep::Request { sets: Some(vec![bad.into()]), ..request.clone() };
        assert_eq!(sweep::answer(&request, &context()).unwrap_err().fields(), ["sets"], "{bad}");
    }
}

#[test]
fn codes_in_shards() {
    let request = code_sweep::Request {
        octal: Some(2),
        limit: 2000,
        list: true,
        ..code_sweep::Request::default()
    };
    let whole = code_sweep::answer(&request, &context()).unwrap();
    for parts in [1, 5, 80] {
        let records: Vec<String> = Shard::all(parts)
            .map(|shard| {
                let shard = Some(shard.to_string());
                let request = code_sweep::Request { shard, ..request.clone() };
                let answer = code_sweep::answer(&request, &context()).unwrap();
                answer.document().unwrap().to_string()
            })
            .collect();
        assert_eq!(json(&merged(records).unwrap()), json(&whole));
    }
    // Given one by one, in other words.
    let codes = vec![".77".into(), "0.07".into()];
    let given = code_sweep::Request { octal: None, codes: Some(codes), ..request };
    let found = code_sweep::answer(&given, &context()).unwrap();
    assert_eq!((found.proved, found.max_period.unwrap().value), (2, 34));
}

/// A game with a parameter that is a heap game: {1, k}, whose period is 2 or k + 1.
const TAKE: &str =
    "game take(k = 2)\nposition (n)\nboth: (n - s) for s in {1, k} if s <= n\nend: normal";

fn game_records(request: &game_sweep::Request, parts: u32) -> Vec<String> {
    let record = |shard: Shard| {
        let shard = Some(shard.to_string());
        let request = game_sweep::Request { shard, ..request.clone() };
        let answer = game_sweep::answer(&request, &context()).unwrap();
        answer.document().unwrap().to_string()
    };
    Shard::all(parts).map(record).collect()
}

#[test]
fn games_in_shards() {
    let heaps = game_sweep::Request { list: true, ..game_sweep::Request::new(TAKE, &["k=2..12"]) };
    let whole = game_sweep::answer(&heaps, &context()).unwrap();
    assert_eq!(whole.statuses, [("proved".to_string(), 11)]);
    for row in whole.rows.as_ref().unwrap() {
        let k: i64 = row.set.strip_prefix("k=").unwrap().parse().unwrap();
        let period = if k % 2 == 1 { 2 } else { k + 1 };
        let at = whole.columns.iter().position(|column| column == "period").unwrap();
        assert_eq!(row.facts[at], game_sweep::Fact::Number(period), "{k}");
    }
    let bars = game_sweep::Request {
        row: vec!["y=2".to_string()],
        limit: 300,
        condition: Some("k > 2 and observed_period < 9".to_string()),
        ..game_sweep::Request::new("lib:chocolate", &["k=1..9"])
    };
    let tables = game_sweep::Request {
        ask: "table".to_string(),
        to: Some("3,12".to_string()),
        ..game_sweep::Request::new("lib:chocolate", &["k=1..5"])
    };
    for request in [heaps, bars, tables] {
        let whole = game_sweep::answer(&request, &context()).unwrap();
        for parts in [1, 3, 20] {
            let records = game_records(&request, parts);
            assert_eq!(json(&merged(records).unwrap()), json(&whole), "{parts}");
        }
        // Records of another condition are of another question.
        let other = game_sweep::Request { condition: Some("k == 3".into()), ..request.clone() };
        let mut records = game_records(&request, 2);
        records[1] = game_records(&other, 2)[1].clone();
        let error = merged(records).unwrap_err();
        assert!(matches!(error, AskError::Record(RecordError::OtherQuestion { .. })), "{error:?}");
    }
}

/// What no game can answer is refused, and the field at fault is named.
#[test]
fn questions_that_games_do_not_answer() {
    let ask = |ask: &str| game_sweep::Request {
        ask: ask.to_string(),
        ..game_sweep::Request::new("lib:chocolate", &["k=1..3"])
    };
    let to = || Some("20".to_string());
    let cases = [
        ("ask", ask("sweep")),
        ("to", ask("grundy")),
        ("to", game_sweep::Request { to: to(), ..ask("period") }),
        ("to", game_sweep::Request { to: Some("x".into()), ..ask("outcomes") }),
        ("row", game_sweep::Request { row: vec!["y=1".into()], to: to(), ..ask("grundy") }),
        ("position", ask("explain")),
        ("where", game_sweep::Request { condition: Some("orders > 1".into()), ..ask("period") }),
        ("end", game_sweep::Request { end: Some("mod2:LR".into()), ..ask("period") }),
        ("set", game_sweep::Request { set: vec!["k=5..2".into()], ..ask("period") }),
        ("set", game_sweep::Request { set: vec!["j=1..2".into()], ..ask("period") }),
        ("shard", game_sweep::Request { shard: Some("3/2".into()), ..ask("period") }),
    ];
    for (field, request) in cases {
        let error = game_sweep::answer(&request, &context()).unwrap_err();
        // What a text does not know is reported at its place.
        let text = matches!(error, AskError::Language { .. }) && field == "set";
        assert!(text || error.fields().contains(&field), "{field}: {error:?}");
    }
}

/// Rows are those of the whole list for which the condition holds, whatever the list is about.
#[test]
fn conditions_on_rows() {
    let codes =
        code_sweep::Request { octal: Some(2), limit: 2000, list: true, ..Default::default() };
    let all = code_sweep::answer(&codes, &context()).unwrap();
    let condition = Some("status == proved and (period > 12 or max_value == 4)".to_string());
    let some = code_sweep::Request { condition, ..codes };
    let some = code_sweep::answer(&some, &context()).unwrap();
    let wanted = |row: &&code_sweep::Row| {
        row.status == "proved" && (row.period.is_some_and(|p| p > 12) || row.max_value == 4)
    };
    let rows: Vec<_> = all.rows.iter().flatten().filter(wanted).cloned().collect();
    assert!(!rows.is_empty() && rows.len() < all.codes);
    assert_eq!((some.matching, some.done), (Some(rows.len()), all.codes));
    assert_eq!(some.rows, Some(rows));
    assert_eq!(some.not_found, 0);
    let rules = Some(["sub:2,3", "sub:3,5", "sub:1,2"].map(str::to_string).to_vec());
    let end = "mod2:LR".to_string();
    let quotients = quotient_sweep::Request { rules, end, list: true, ..Default::default() };
    let condition = Some("order > 10 and status == certified".to_string());
    let some = quotient_sweep::Request { condition, ..quotients };
    let some = quotient_sweep::answer(&some, &context()).unwrap();
    let rows: Vec<&str> = some.rows.iter().flatten().map(|row| row.rule.as_str()).collect();
    assert_eq!((rows, some.orders, some.matching), (vec!["sub:2,3"], vec![(40, 1)], Some(1)));
}

/// The outcomes as letters, compared with those of the heaps one by one.
#[test]
fn words_of_rows() {
    let request = sweep::Request { words: true, list: true, ..sweep::Request::new(2, 9) };
    let found = sweep::answer(&request, &context()).unwrap();
    for row in found.rows.as_ref().unwrap() {
        let numbers: Vec<usize> = row.set.iter().map(|&s| s as usize).collect();
        let word = row.word.as_ref().unwrap();
        let (tail, cycle) = (word.tail.clone().unwrap(), word.cycle.clone().unwrap());
        let lengths = (Some(tail.len() as u64), Some(cycle.len() as u64));
        assert_eq!(lengths, (row.preperiod, row.period));
        // By the definition: who has a move to where the other one, moving first, does not win.
        let mut wins: Vec<[bool; 2]> = Vec::new();
        for n in 0..tail.len() + 3 * cycle.len() {
            let moves: Vec<usize> = numbers.iter().filter_map(|s| n.checked_sub(*s)).collect();
            let who = |player: usize| match moves.is_empty() {
                true => (n % 2) == player,
                false => moves.iter().any(|&m| !wins[m][1 - player]),
            };
            wins.push([who(0), who(1)]);
            let letter = match wins[n] {
                [true, true] => 'N',
                [true, false] => 'L',
                [false, true] => 'R',
                [false, false] => 'P',
            };
            let shown = tail.chars().nth(n);
            let again = || cycle.chars().nth((n - tail.len()) % cycle.len()).unwrap();
            assert_eq!(shown.unwrap_or_else(again), letter, "{:?} at {n}", row.set);
        }
    }
    // They are in the rows of shards, too.
    let records = Shard::all(3).map(|shard| record(&request, shard)).collect();
    assert_eq!(json(&merged(records).unwrap()), json(&found));
}

#[test]
fn ten_thousand_records() {
    let request = sweep::Request::new(2, 16);
    let records: Vec<String> = Shard::all(10_000).map(|shard| record(&request, shard)).collect();
    assert!(records.iter().all(|record| record.len() < 2000));
    let started = std::time::Instant::now();
    let sum = merged(records).unwrap();
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
    assert_eq!(json(&sum), json(&sweep::answer(&request, &context()).unwrap()));
}

/// Positions that are looked for, by their numbers: what the shards of a census find is what the whole census finds, also on
/// all graphs with few vertices; records that no census writes are refused.
#[test]
fn positions_found_by_shards_add_up() {
    let questions = [
        ("domineering", "3x3", "hottest"),
        ("clobber", "2x3", "one-winning-move"),
        ("cram", "2x4", "largest-nimber"),
        ("snort", "path:4", "value = *"),
        ("node-kayles", "graphs:5", "largest-nimber"),
    ];
    for (game, position, find) in questions {
        let request = |shard: Option<String>| census::Request {
            find: Some(find.into()),
            shard,
            ..serde_json::from_value(serde_json::json!({ "game": game, "position": position }))
                .unwrap()
        };
        let whole = census::answer(&request(None), &context()).unwrap();
        let found = whole.found.as_ref().expect("what was looked for");
        assert!(
            found.count > 0 && found.positions.len() as u64 <= found.count,
            "{game}: {found:?}"
        );
        let record = |shard: Shard| {
            let answer = census::answer(&request(Some(shard.to_string())), &context()).unwrap();
            answer.document().expect("a shard has a record").to_string()
        };
        let mut records: Vec<String> = Shard::all(5).map(record).collect();
        records.reverse();
        assert_eq!(json(&merged(records).unwrap()), json(&whole), "{game}");
    }
}

#[test]
fn what_cannot_be_looked_for_is_refused() {
    let refused = |request: serde_json::Value| {
        let request = serde_json::from_value(request).unwrap();
        census::answer(&request, &context()).unwrap_err().fields().to_vec()
    };
    let one = |find: &str| serde_json::json!({ "game": "cram", "position": "2x2", "find": find });
    assert_eq!(refused(one("coldest")), ["find"]);
    assert_eq!(refused(one("value=[1,2]")), ["find"]);
    assert_eq!(refused(one("value={1|")), ["find"]);
    let with = |field: &str, value: serde_json::Value| {
        let mut request = serde_json::json!({ "game": "snort", "position": "graphs:4" });
        request[field] = value;
        request
    };
    assert_eq!(refused(with("pieces", "LR".into())), ["pieces"]);
    assert_eq!(refused(with("reachable", true.into())), ["reachable"]);
    assert_eq!(refused(with("position", "graphs:9".into())), ["position"]);
    assert_eq!(refused(with("game", "cram".into())), ["position"]);
    let mut misere = one("hottest");
    misere["misere"] = true.into();
    assert_eq!(refused(misere), ["find"]);
}
