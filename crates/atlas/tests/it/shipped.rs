//! The tables that the program ships with: whole, and the same when rows are computed again; and what they say is
//! compared with the definition, which shares nothing with the engines.

use std::time::{SystemTime, UNIX_EPOCH};

use ishitori_atlas::{Atlas, CellValue, RowBuilder, Subject, Table, heap_subjects};
use ishitori_records::{Cell, ParquetTable};
use ishitori_values::Budget;

/// Numbers that are others every time.
struct Random(u64);

impl Random {
    fn new() -> Random {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        println!("seed {}", now.as_nanos() as u64);
        Random(now.as_nanos() as u64 | 1)
    }

    fn below(&mut self, bound: usize) -> usize {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }
}

fn table(table: Table) -> &'static ParquetTable {
    Atlas::shipped().table(table).unwrap()
}

fn integer(rows: &ParquetTable, row: usize, column: &str) -> Option<i64> {
    match rows.cell(row, rows.column(column).unwrap()) {
        Cell::Integer(n) => Some(n),
        _ => None,
    }
}

fn text<'t>(rows: &'t ParquetTable, row: usize, column: &str) -> Option<&'t str> {
    rows.text(row, rows.column(column).unwrap())
}

fn numbers(rows: &ParquetTable, row: usize) -> Vec<i64> {
    text(rows, row, "values").unwrap().split(' ').map(|n| n.parse().unwrap()).collect()
}

#[test]
fn files_are_those_of_the_manifest() {
    let manifest = Atlas::shipped().manifest();
    assert_eq!(manifest.tables.len(), Table::ALL.len());
    assert!(manifest.bytes() <= 5_000_000, "{} bytes", manifest.bytes());
    for (described, table_of) in manifest.tables.iter().zip(Table::ALL) {
        assert_eq!(described.name, table_of.name());
        let bytes = Atlas::shipped().bytes(table_of).unwrap();
        assert_eq!(described.bytes, bytes.len() as u64);
        assert_eq!(described.sha256, ishitori_sweep::digest(&bytes), "{}", described.name);
        assert_eq!(described.rows, table(table_of).len());
    }
    // All codes and sets that are promised.
    let rows = |wanted: Table| table(wanted).len();
    assert_eq!((rows(Table::Octal), rows(Table::Hexadecimal)), (511 + 1 + 511, 255));
    assert_eq!((rows(Table::Subtraction), rows(Table::Ending)), (65_535, 32_767));
}

/// The row of the shipped table that a row is about.
fn shipped(row: &RowBuilder) -> Option<Vec<CellValue>> {
    let of = Table::named(&row.table).unwrap();
    let rows = table(of);
    let end = of.columns().iter().position(|column| column.name == "end");
    let found = (0..rows.len()).find(|&at| {
        rows.text(at, 0) == Some(row.code())
            && end.is_none_or(|end| {
                rows.text(at, end).map(|text| CellValue::Text(text.to_string())).as_ref()
                    == Some(&row.cells[end])
            })
    })?;
    let cell = |column| match rows.cell(found, column) {
        Cell::Empty => CellValue::Empty,
        Cell::Bool(b) => CellValue::Bool(b),
        Cell::Integer(n) => CellValue::Integer(n),
        Cell::Text(text) => CellValue::Text(text.into_owned()),
        list @ Cell::Integers(_) => CellValue::Text(list.to_string()),
    };
    Some((0..rows.columns().len()).map(cell).collect())
}

#[test]
fn rows_are_the_same_when_they_are_computed_again() {
    let mut random = Random::new();
    let subjects = heap_subjects(&Atlas::shipped().manifest().limits);
    let light: Vec<&Box<dyn Subject>> = subjects.iter().filter(|s| s.effort() == 1).collect();
    let heavy: Vec<&Box<dyn Subject>> = subjects
        .iter()
        .filter(|s| s.effort() > 1)
        // Codes whose periods are not known take many heaps, and some quotients long.
        .filter(|s| !matches!(s.name().as_bytes(), [b'0' | b'4', b'.', _, _, _]))
        .collect();
    let mut chosen: Vec<&Box<dyn Subject>> = Vec::new();
    chosen.extend((0..60).map(|_| light[random.below(light.len())]));
    chosen.extend((0..6).map(|_| heavy[random.below(heavy.len())]));
    for subject in chosen {
        for mut row in subject.rows(&Budget::unlimited()).unwrap() {
            let found = shipped(&row).unwrap_or_else(|| panic!("{} is missing", row.code()));
            let class = Table::named(&row.table).unwrap();
            let class = class.columns().iter().position(|column| column.name == "class");
            class.inspect(|&class| row.cells[class] = found[class].clone());
            assert_eq!(row.cells, found, "{} {}", row.table, subject.name());
            if let Some(document) = &row.document {
                assert!(ishitori_certify::check(document).valid, "{}", row.code());
                let sum = ishitori_sweep::digest(document.as_bytes());
                let sum = CellValue::Text(sum[..32].to_string());
                assert!(found.contains(&sum), "the certificate of {}", row.code());
            }
        }
    }
}

/// The least number that is not among these.
fn mex(options: impl IntoIterator<Item = i64>) -> i64 {
    let seen: std::collections::BTreeSet<i64> = options.into_iter().collect();
    (0..).find(|n| !seen.contains(n)).unwrap()
}

/// The numbers of a set `sub:1,2,5`.
fn set(code: &str) -> Vec<usize> {
    code.strip_prefix("sub:").unwrap().split(',').map(|n| n.parse().unwrap()).collect()
}

#[test]
fn grundy_numbers_are_those_of_the_definition() {
    let rows = table(Table::Subtraction);
    let mut random = Random::new();
    for _ in 0..300 {
        let row = random.below(rows.len());
        let (code, found) = (text(rows, row, "code").unwrap(), numbers(rows, row));
        let set = set(code);
        let mut values: Vec<i64> = Vec::new();
        for n in 0..found.len() {
            values.push(mex(set.iter().filter_map(|&s| Some(values[n.checked_sub(s)?]))));
        }
        assert_eq!(values, found, "{code}");
    }
    for wanted in [Table::Octal, Table::Hexadecimal] {
        let rows = table(wanted);
        for row in 0..rows.len() {
            let (code, found) = (text(rows, row, "code").unwrap(), numbers(rows, row));
            let (first, rest) = code.split_once('.').unwrap();
            let digits: Vec<u32> =
                first.chars().chain(rest.chars()).map(|d| d.to_digit(16).unwrap()).collect();
            let mut values: Vec<i64> = Vec::new();
            for n in 0..found.len() {
                let mut options = Vec::new();
                for (taken, bits) in digits.iter().enumerate().filter(|(taken, _)| *taken <= n) {
                    let left = n - taken;
                    // Zero, one, two or three heaps, none of them empty.
                    if bits & 1 != 0 && left == 0 {
                        options.push(0);
                    }
                    if bits & 2 != 0 && left > 0 && taken > 0 {
                        options.push(values[left]);
                    }
                    if bits & 4 != 0 {
                        options.extend((1..left).map(|a| values[a] ^ values[left - a]));
                    }
                    if bits & 8 != 0 {
                        for a in 1..left {
                            let three =
                                (1..left - a).map(|b| values[a] ^ values[b] ^ values[left - a - b]);
                            options.extend(three);
                        }
                    }
                }
                values.push(mex(options));
            }
            assert_eq!(values, found, "{code}");
        }
    }
}

/// Who wins a heap, for Left and for Right to move first, by literal recursion.
fn ending(set: &[usize], heaps: usize) -> String {
    let mut wins: Vec<[bool; 2]> = Vec::new();
    for n in 0..heaps {
        let left_is_even = n % 2 == 0;
        let stuck = set.iter().all(|&s| s > n);
        let win = |player: usize| match stuck {
            // An even rest is Left's, an odd one Right's.
            true => (player == 0) == left_is_even,
            false => set.iter().filter(|&&s| s <= n).any(|&s| !wins[n - s][1 - player]),
        };
        let both = [win(0), win(1)];
        wins.push(both);
    }
    let letter = |[left, right]: [bool; 2]| match (left, right) {
        (true, true) => 'N',
        (true, false) => 'L',
        (false, true) => 'R',
        (false, false) => 'P',
    };
    wins.into_iter().map(letter).collect()
}

#[test]
fn outcomes_are_those_of_the_definition() {
    let rows = table(Table::Ending);
    let mut random = Random::new();
    for _ in 0..300 {
        let row = random.below(rows.len());
        let (code, found) =
            (text(rows, row, "code").unwrap(), text(rows, row, "outcomes").unwrap());
        assert_eq!(ending(&set(code), found.len()), found, "{code}");
    }
    let rows = table(Table::Quotients);
    for row in 0..rows.len() {
        let (code, found) =
            (text(rows, row, "code").unwrap(), text(rows, row, "outcomes").unwrap());
        if text(rows, row, "end") == Some("mod2:LR") {
            assert_eq!(ending(&set(code), found.len()), found, "{code}");
        }
    }
}

#[test]
fn misere_outcomes_are_those_of_the_definition() {
    let rows = table(Table::Subtraction);
    let mut random = Random::new();
    for _ in 0..300 {
        let row = random.below(rows.len());
        let (code, found) = (text(rows, row, "code").unwrap(), text(rows, row, "misere").unwrap());
        let set = set(code);
        let mut wins: Vec<bool> = Vec::new();
        for n in 0..found.len() {
            let mut options = set.iter().filter(|&&s| s <= n).map(|&s| wins[n - s]).peekable();
            let wins_now = options.peek().is_none() || options.any(|wins| !wins);
            wins.push(wins_now);
        }
        let letters: String = wins.iter().map(|wins| if *wins { 'N' } else { 'P' }).collect();
        assert_eq!(letters, found, "{code}");
    }
    // Octal codes, by all positions with so few stones.
    let rows = table(Table::Octal);
    for _ in 0..60 {
        let row = random.below(rows.len());
        let code = text(rows, row, "code").unwrap();
        let Some(found) = text(rows, row, "misere") else { continue };
        let digits: Vec<u32> =
            code.replace('.', "").chars().map(|d| d.to_digit(8).unwrap()).collect();
        let mut known = std::collections::HashMap::new();
        for (n, letter) in found.chars().enumerate().take(11) {
            let wins = wins_misere(&digits, if n == 0 { vec![] } else { vec![n] }, &mut known);
            assert_eq!(if wins { 'N' } else { 'P' }, letter, "{code}, heap {n}");
        }
    }
}

/// Whether the player to move wins heaps of an octal game if the one who cannot move wins.
fn wins_misere(
    digits: &[u32],
    heaps: Vec<usize>,
    known: &mut std::collections::HashMap<Vec<usize>, bool>,
) -> bool {
    if let Some(&wins) = known.get(&heaps) {
        return wins;
    }
    let (mut stuck, mut wins) = (true, false);
    for at in 0..heaps.len() {
        let others = || heaps.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, &h)| h);
        for (taken, bits) in digits.iter().enumerate().filter(|(taken, _)| *taken <= heaps[at]) {
            let left = heaps[at] - taken;
            let mut options: Vec<Vec<usize>> = Vec::new();
            if bits & 1 != 0 && left == 0 {
                options.push(vec![]);
            }
            if bits & 2 != 0 && left > 0 && taken > 0 {
                options.push(vec![left]);
            }
            if bits & 4 != 0 {
                options.extend((1..left).map(|a| vec![a, left - a]));
            }
            for option in options {
                stuck = false;
                let mut next: Vec<usize> = others().chain(option).collect();
                next.sort_unstable();
                wins |= !wins_misere(digits, next, known);
            }
        }
    }
    known.insert(heaps, stuck || wins);
    stuck || wins
}

#[test]
fn periods_and_classes_fit_the_values() {
    for wanted in [Table::Octal, Table::Hexadecimal, Table::Subtraction] {
        let rows = table(wanted);
        let mut first = std::collections::HashMap::new();
        for row in 0..rows.len() {
            let (code, values) = (text(rows, row, "code").unwrap(), numbers(rows, row));
            let class = text(rows, row, "class").unwrap();
            let same = first.entry(class).or_insert_with(|| values.clone());
            assert_eq!(*same, values, "{code} and its class {class}");
            let proved = text(rows, row, "status") == Some("proved");
            let (period, preperiod) =
                (integer(rows, row, "period"), integer(rows, row, "preperiod"));
            assert_eq!(proved, period.is_some() && preperiod.is_some(), "{code}");
            let saltus =
                rows.column("saltus").and_then(|_| integer(rows, row, "saltus")).unwrap_or(0);
            if let (Some(period), Some(preperiod)) = (period, preperiod) {
                for n in preperiod as usize..values.len().saturating_sub(period as usize) {
                    assert_eq!(values[n + period as usize], values[n] + saltus, "{code}, heap {n}");
                }
                // The period is the least one, where it can be seen.
                let n0 = preperiod as usize;
                if n0 > 0 && n0 - 1 + (period as usize) < values.len() {
                    assert_ne!(values[n0 - 1 + period as usize], values[n0 - 1] + saltus, "{code}");
                }
            }
        }
        // A class is called by its first code.
        let codes = (0..rows.len()).map(|row| text(rows, row, "code").unwrap());
        let codes: std::collections::HashSet<&str> = codes.collect();
        assert!(first.keys().all(|class| codes.contains(class)));
    }
}

#[test]
fn figures_that_are_printed_elsewhere() {
    let rows = table(Table::Octal);
    let at = |code: &str| (0..rows.len()).find(|&row| rows.text(row, 0) == Some(code)).unwrap();
    let period = |code| (integer(rows, at(code), "preperiod"), integer(rows, at(code), "period"));
    // Guy and Smith 1956; Winning Ways, chapter 4.
    assert_eq!(period("0.77"), (Some(71), Some(12)));
    assert_eq!(period("0.07"), (Some(53), Some(34)));
    assert_eq!(period("0.16"), (Some(105_351), Some(149_459)));
    assert_eq!(integer(rows, at("0.77"), "misere_order"), Some(40));
    let rows = table(Table::Quotients);
    let order = |code: &str| {
        let end = |row: usize| text(rows, row, "end") == Some("mod2:LR");
        let row = (0..rows.len()).find(|&row| rows.text(row, 0) == Some(code) && end(row)).unwrap();
        integer(rows, row, "order")
    };
    let orders = ["sub:2,3", "sub:3,4", "sub:2,5", "sub:3,5", "sub:4,7", "sub:2,4"].map(order);
    assert_eq!(orders, [40, 24, 16, 8, 40, 2].map(Some));
}
