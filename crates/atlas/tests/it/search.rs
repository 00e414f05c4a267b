//! The search against a literal one, on random conditions and pieces.

use ishitori_atlas::{Atlas, Piece, Search, SearchError, Table};
use ishitori_records::Cell;
use ishitori_sweep::ExpressionErrorKind;
use ishitori_values::Budget;
use proptest::prelude::*;

fn number(table: Table, row: usize, column: &str) -> Option<i64> {
    let rows = Atlas::shipped().table(table).unwrap();
    match rows.cell(row, rows.column(column)?) {
        Cell::Integer(n) => Some(n),
        _ => None,
    }
}

fn found(search: &Search) -> Vec<(Table, usize, Option<u64>)> {
    let found = search.run(Atlas::shipped(), &Budget::unlimited()).unwrap();
    let all: usize = found.counts.iter().map(|(_, count)| count).sum();
    assert_eq!(all, found.hits.len());
    found
        .hits
        .into_iter()
        .map(|hit| (hit.table, hit.row, hit.place.map(|place| place.start)))
        .collect()
}

/// The term n of a sequence that is stored in part and whose period is known.
fn term(stored: &[i64], period: Option<(usize, usize, i64)>, n: usize) -> Option<i64> {
    match (stored.get(n), period) {
        (Some(&term), _) => Some(term),
        (None, Some((preperiod, period, saltus))) if preperiod + period <= stored.len() => {
            let rounds = (n - preperiod) / period;
            Some(stored[n - rounds * period] + rounds as i64 * saltus)
        }
        _ => None,
    }
}

fn parsed(text: &str) -> Vec<i64> {
    text.split(' ').map(|n| n.parse().unwrap_or(-1)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn conditions(period in 1i64..40, order in prop::sample::select(vec![1i64, 2, 8, 16, 24, 40]), or: bool) {
        let word = if or { "or" } else { "and" };
        let condition = Some(format!("order = {order} {word} period < {period}"));
        let hits = found(&Search { condition, most: usize::MAX, ..Search::default() });
        let rows = Atlas::shipped().table(Table::Quotients).unwrap().len();
        let holds = |&row: &usize| {
            let same = number(Table::Quotients, row, "order") == Some(order);
            let less = number(Table::Quotients, row, "period").is_some_and(|p| p < period);
            if or { same || less } else { same && less }
        };
        // No other table has a column `order`.
        let expected: Vec<_> = (0..rows).filter(holds).map(|row| (Table::Quotients, row, None)).collect();
        prop_assert_eq!(hits, expected);
    }

    #[test]
    fn pieces(source in 0usize..1000, from in 0usize..50, length in 3usize..30, at: bool) {
        let rows = Atlas::shipped().table(Table::Octal).unwrap();
        let values = rows.column("values").unwrap();
        let row = source % rows.len();
        let of = parsed(rows.text(row, values).unwrap());
        let piece: Vec<u32> = of[from..(from + length).min(of.len())].iter().map(|&n| n as u32).collect();
        let search = Search {
            piece: Some(Piece::Numbers(piece.clone())),
            at: at.then_some(from as u64),
            tables: vec![Table::Octal],
            most: usize::MAX,
            ..Search::default()
        };
        let hits = found(&search);
        prop_assert!(hits.iter().any(|hit| hit.1 == row));
        let mut expected = Vec::new();
        for row in 0..rows.len() {
            let stored = parsed(rows.text(row, values).unwrap());
            let of = |column| number(Table::Octal, row, column);
            let period = of("preperiod").zip(of("period")).zip(of("saltus"));
            let period = period.map(|((n0, p), s)| (n0 as usize, p as usize, s));
            let reads = |start: usize| {
                piece.iter().enumerate().all(|(i, &n)| term(&stored, period, start + i) == Some(n.into()))
            };
            let start = if at { Some(from).filter(|&n| reads(n)) } else { (0..200).find(|&n| reads(n)) };
            expected.extend(start.map(|start| (Table::Octal, row, Some(start as u64))));
        }
        prop_assert_eq!(hits, expected);
    }
}

#[test]
fn letters_are_looked_for_in_outcomes() {
    // n = 0 … 12 of {2,3}, as the slides print them.
    let piece = Piece::read("LRLNNLPLNNLPL");
    let search = Search { piece, at: Some(0), most: usize::MAX, ..Search::default() };
    let hits = found(&search);
    let code = |hit: &(Table, usize, _)| Atlas::shipped().table(hit.0).unwrap().text(hit.1, 0);
    assert!(hits.iter().any(|hit| hit.0 == Table::Ending && code(hit) == Some("sub:2,3")));
    assert!(hits.iter().any(|hit| hit.0 == Table::Quotients && code(hit) == Some("sub:2,3")));
    // Misère play of the 31 game: P exactly if n = 1 (mod 4).
    let search = Search {
        piece: Piece::read("NPNNNPNNNPNNN"),
        at: Some(0),
        most: usize::MAX,
        ..Search::default()
    };
    let hits = found(&search);
    assert!(hits.iter().any(|hit| hit.0 == Table::Subtraction && code(hit) == Some("sub:1,2,3")));
}

#[test]
fn a_name_that_no_table_has() {
    let search =
        Search { condition: Some("period > 2 and colour = 3".into()), ..Search::default() };
    match search.run(Atlas::shipped(), &Budget::unlimited()).unwrap_err() {
        SearchError::Condition(error) => {
            assert_eq!(error.span, 15..21);
            let ExpressionErrorKind::Unknown { name, accepted } = error.kind else {
                panic!("{error}")
            };
            assert_eq!(name, "colour");
            // Columns of every table.
            for column in ["order", "misere_order", "values_status", "kind", "gcd"] {
                assert!(accepted.split(", ").any(|name| name == column), "{column} in {accepted}");
            }
        }
        error => panic!("{error}"),
    }
}
