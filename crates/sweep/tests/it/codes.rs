//! The Grundy sequences of many codes, against values by definition.

use ishitori_records::Column;
use ishitori_rules::heap::HeapCode;
use ishitori_sweep::{CodeQuery, CodeRow, ListSummary, RowCondition, RowsFile, sweep_codes};
use ishitori_values::Budget;
use proptest::prelude::*;

/// Heaps of the reference.
const HEAPS: usize = 700;

/// The values by definition: digit t with bit j allows to take t stones and leave j heaps.
fn values(digits: &[u32]) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for n in 0..HEAPS {
        let mut options = std::collections::BTreeSet::new();
        for (at, digit) in digits.iter().enumerate() {
            let Some(left) = n.checked_sub(at + 1) else { continue };
            if digit & 1 != 0 && left == 0 {
                options.insert(0);
            }
            if digit & 2 != 0 && left > 0 {
                options.insert(values[left]);
            }
            if digit & 4 != 0 {
                options.extend((1..left).map(|a| values[a] ^ values[left - a]));
            }
        }
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

fn codes() -> Vec<Vec<u32>> {
    let one = (1..8).map(|a| vec![a]);
    let two = (0..64).filter(|n| n % 8 != 0).map(|n| vec![n / 8, n % 8]);
    one.chain(two).collect()
}

fn found(threads: usize, limit: u64) -> ListSummary<CodeRow> {
    let codes = codes().iter().map(|digits| HeapCode::from_bits(digits)).collect();
    sweep_codes(&CodeQuery { codes, limit, condition: None }, None, threads, &Budget::unlimited())
        .unwrap()
}

#[test]
fn rows_are_as_the_definition_says() {
    let summary = found(2, 20_000);
    let reference: Vec<Vec<u32>> = codes().iter().map(|digits| values(digits)).collect();
    let mut proved = 0;
    for (row, values) in summary.rows.iter().zip(&reference) {
        let (Some(period), Some(preperiod)) = (row.period, row.preperiod) else { continue };
        let (p, n0, saltus) = (period as usize, preperiod as usize, row.saltus.unwrap() as u32);
        if n0 + 2 * p >= HEAPS {
            continue;
        }
        proved += 1;
        let holds = |p: usize, n: usize| values[n + p] == values[n] + saltus;
        assert!((n0..HEAPS - p).all(|n| holds(p, n)), "{}", row.code);
        assert!(n0 == 0 || !holds(p, n0 - 1), "{}: a shorter preperiod", row.code);
        let repeats = |q: usize| (n0..HEAPS - q).all(|n| values[n + q] == values[n]);
        assert!(saltus > 0 || !(1..p).any(repeats), "{}: a shorter period", row.code);
        let seen = values[..HEAPS.min(row.computed_to as usize)].iter().max().copied();
        assert!(seen <= Some(row.max_value), "{}", row.code);
    }
    assert!(proved > 40, "{proved}");
    // Codes are in one class if, and where periods are proved only if, their values are equal.
    let classes = summary.classes();
    let rows: Vec<_> = summary.rows.iter().zip(&reference).zip(&classes).collect();
    for ((a, values), class) in &rows {
        for ((b, others), other) in &rows {
            if class == other {
                assert_eq!(values, others, "{} {}", a.code, b.code);
            } else if a.period.is_some() && b.period.is_some() {
                assert_ne!(values, others, "{} {}", a.code, b.code);
            }
        }
    }
    assert!(classes.iter().zip(&summary.rows).any(|(class, row)| **class != row.code));
}

#[test]
fn threads_and_files_change_nothing() {
    let (one, two) = (found(1, 3000), found(2, 3000));
    assert_eq!(one.rows, two.rows);
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("codes.csv");
    let codes: Vec<HeapCode> = codes().iter().map(|digits| HeapCode::from_bits(digits)).collect();
    let query = CodeQuery { codes, limit: 3000, condition: None };
    let file = RowsFile { path: &path, heading: "", resume: false };
    let kept = sweep_codes(&query, Some(file), 2, &Budget::unlimited()).unwrap();
    assert_eq!(kept.rows, one.rows);
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().count(), one.rows.len() + 1);
    assert!(
        text.starts_with("code,class,status,period,preperiod,saltus,max_value,rares,"),
        "{text}"
    );
}

/// Numbers at which arithmetic of 31, 40, 53, 62, 63 and 64 bits goes wrong.
fn edges() -> Vec<i128> {
    let near = |bits: u32| (-1..=1).map(move |d| (1_i128 << bits) + d);
    let positive = [31, 32, 40, 53, 62, 63, 64].into_iter().flat_map(near);
    positive.chain([0, 1, 2, 3]).flat_map(|n| [n, -n]).collect()
}

/// A number in an expression is beyond 64 bits.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Beyond;

/// An expression with its value by larger integers: nothing for a remainder by 0, and for arithmetic with one.
#[derive(Clone, Debug)]
struct Known {
    text: String,
    value: Result<Option<i128>, Beyond>,
}

fn known() -> impl Strategy<Value = Known> {
    let within = |n: i128| if i64::try_from(n).is_ok() { Ok(Some(n)) } else { Err(Beyond) };
    // A number is written without a sign, so that −2^63 can only be computed.
    let number = prop::sample::select(edges()).prop_filter_map("a number of 63 bits", move |n| {
        let text = if n < 0 { format!("(-{})", -n) } else { n.to_string() };
        (n.abs() <= i64::MAX.into()).then(|| Known { text, value: within(n) })
    });
    let cell = prop::sample::select(vec!["a", "b"]).prop_map(|name| {
        let value = if name == "a" { i64::MAX } else { i64::MIN + 1 };
        Known { text: name.to_string(), value: Ok(Some(value.into())) }
    });
    prop_oneof![number, cell].prop_recursive(4, 24, 2, move |inner| {
        let operators = vec!["+", "-", "*", "%", "<", "<=", ">", ">=", "==", "!="];
        (inner.clone(), prop::sample::select(operators), inner).prop_map(move |(x, operator, y)| {
            let text = format!("({} {operator} {})", x.text, y.text);
            let of = |a: Option<i128>, b: Option<i128>| match (operator, a.zip(b)) {
                ("+", Some((a, b))) => within(a + b),
                ("-", Some((a, b))) => within(a - b),
                ("*", Some((a, b))) => within(a * b),
                ("%", Some((a, b))) if b != 0 => within(a.rem_euclid(b)),
                ("+" | "-" | "*" | "%", _) => Ok(None),
                ("<", Some((a, b))) => Ok(Some((a < b).into())),
                ("<=", Some((a, b))) => Ok(Some((a <= b).into())),
                (">", Some((a, b))) => Ok(Some((a > b).into())),
                (">=", Some((a, b))) => Ok(Some((a >= b).into())),
                ("==", Some((a, b))) => Ok(Some((a == b).into())),
                // What is not there is unequal to all, and otherwise no comparison with it is true.
                ("!=", both) => Ok(Some(both.is_none_or(|(a, b)| a != b).into())),
                (_, None) => Ok(Some(0)),
                (other, _) => unreachable!("{other}"),
            };
            let value = x.value.and_then(|a| y.value.and_then(|b| of(a, b)));
            Known { text, value }
        })
    })
}

proptest! {
    /// A condition is what larger integers say, or it is refused: never something else.
    #[test]
    fn conditions_at_the_edge_of_64_bits(known in known(), than in prop::sample::select(edges())) {
        let columns = [Column::text("name"), Column::integer("a"), Column::integer("b")];
        let row = ("row", i64::MAX, i64::MIN + 1);
        let Ok(than) = i64::try_from(than) else { return Ok(()) };
        let than = than.max(0);
        let text = format!("{} > {than}", known.text);
        let condition = RowCondition::read(&text, &columns).expect("a condition");
        let expected = known.value.map(|value| value.is_some_and(|value| value > than.into()));
        let holds = condition.holds(&row).map_err(|overflow| {
            assert_eq!(overflow.row, "row");
            Beyond
        });
        prop_assert_eq!(holds, expected, "{}", text);
    }
}

#[test]
fn numbers_beyond_64_bits_in_a_table_are_refused() {
    let columns = [Column::text("name"), Column::integer("a")];
    let condition = RowCondition::read("a > 5", &columns).expect("a condition");
    assert_eq!(condition.holds(&("x", u64::MAX / 2)), Ok(true));
    assert!(condition.holds(&("x", u64::MAX)).is_err());
    // What is not asked about does not matter.
    let other = RowCondition::read("1 > 0", &columns).expect("a condition");
    assert_eq!(other.holds(&("x", u64::MAX)), Ok(true));
}
