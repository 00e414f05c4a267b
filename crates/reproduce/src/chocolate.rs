//! Part D: chocolate games.

use ishitori_answers::box_table::Cell;
use ishitori_answers::conjecture::Coordinate;
use ishitori_words::say;
use serde_json::json;

use crate::asking::Picture;
use crate::{Context, Document, Exhibit, Failure, Findings, Item, Misprint, Words};

/// Figure 5 of the paper: G({y, z}) for y ≤ ⌊z/3⌋, z = 0, …, 30, row by row.
const FIGURE_5: &str = "0|1|2|3 4|4 3|5 6|6 5 7|7 8 5|8 7 9|9 10 8 11|10 9 11 8|11 12 10 13|12 11 13 10 14|\
13 14 12 15 10|14 13 15 12 16|15 16 14 17 12 18|16 15 17 14 18 12|17 18 16 19 15 20|18 17 19 16 20 15 21|\
19 20 18 21 17 22 15|20 19 21 18 22 17 23|21 22 20 23 19 24 17 25|22 21 23 20 24 19 25 17|\
23 24 22 25 21 26 19 27|24 23 25 22 26 21 27 19 28|25 26 24 27 23 28 22 29 19|26 25 27 24 28 23 29 22 30|\
27 28 26 29 25 30 24 31 22 32|28 27 29 26 30 25 31 24 32 22|29 30 28 31 27 32 26 33 24 34|\
30 29 31 28 32 27 33 26 34 24 35";

/// Conjecture 6 of the paper, for odd k, in the language.
const CONJECTURE_6: &str = "let p = y div 2 in let q = z div 2 in
if y mod 2 = 0 and z mod 2 = 0 then p + 2*q
else if y mod 2 = 1 and z mod 2 = 1 then p + 2*q + 2
else if y mod 2 = 0 then
  if 2*p*(k+1) <= 2*q then 2*q + 1 - p else 2*q + 1 - 2*p + (2*q + 1 - 2*p) div (2*k)
else
  if (2*p+1)*(k+1) <= 2*q then 2*q - 1 - p else 2*q - 1 - 2*p + (2*q - 1 - 2*p) div (2*k)";

/// The bar of three coordinates with 3y ≤ x + z.
const THREE: &str = "position (x, y, z) where 3*y <= x + z
both: (u, min(y, (u + z) div 3), z) for u in 0 ..< x
      (x, v, z) for v in 0 ..< y
      (x, min(y, (x + w) div 3), w) for w in 0 ..< z";

pub(crate) const MOVES: Item = Item {
    id: "D28",
    command: "ishitori table '(y, z) -> (u, v) for u in 0 ..< y for v in 0 ..< z' --to 3,3",
    run: |context| {
        let mut found = Findings::default();
        let as_printed = "(y, z) -> (u, v) for u in 0 ..< y for v in 0 ..< z";
        let literal = value(&context.table(as_printed, &[1, 1])?, 0, 1)?;
        let shown = value(&context.table("chocolate:3", &[0, 1])?, 0, 1)?;
        found.printed(
            Document::Chocolate,
            Words::of(|lang| lang.say("reproduce.chocolate.g-figure").to_string()),
            1,
            shown,
        );
        let what = Words::of(|lang| {
            lang.say("reproduce.chocolate.definition-printed-gives-another-number").to_string()
        });
        found.holds(what, literal != shown);
        found.misprints.push(Misprint {
            place: Words::of(|lang| {
                lang.say("reproduce.chocolate.chocolate-games-definition").to_string()
            }),
            printed: Words::same("move({y,z}) = {{u,v} : 0 ≤ u < y, 0 ≤ v < z}"),
            correct: Words::same("move({y,z}) = {{v,z} : v < y} ∪ {{min(y, f(w)), w} : w < z}"),
            counterexample: Words::of(|lang| {
                say!(lang, "reproduce.chocolate.printed-g-figure-has", literal, shown)
            }),
        });
        Ok(found)
    },
};

pub(crate) const TABLES: Item = Item {
    id: "D29",
    command: "ishitori table chocolate:3 --to 10,30",
    run: |context| {
        let mut found = Findings::default();
        let table = context.table("chocolate:3", &[10, 30])?;
        let (mut cells, mut agree) = (0, 0);
        for (z, row) in FIGURE_5.split('|').enumerate() {
            for (y, printed) in row.split(' ').enumerate() {
                let value = value(&table, y, z)?;
                cells += 1;
                agree += u32::from(printed.parse() == Ok(value));
            }
        }
        let what = Words::of(|lang| lang.say("reproduce.chocolate.cells-figure").to_string());
        found.printed(Document::Chocolate, what, "176 / 176", format!("{agree} / {cells}"));
        for (y, z, printed) in [(2, 7, 5), (1, 4, 3), (3, 10, 8), (10, 30, 35)] {
            let what = Words::same(format!("G({{{y},{z}}})"));
            found.printed(Document::Chocolate, what, printed, value(&table, y, z)?);
        }
        let rectangle = context.conjecture(json!({
            "rule": "(y, z) -> (u, z) for u in 0 ..< y; (y, w) for w in 0 ..< z",
            "formula": "y xor z", "to": [60, 60],
        }))?;
        let test = &rectangle[0].test;
        let what = Words::of(|lang| {
            say!(lang, "reproduce.chocolate.rectangle-g-y-z-cells", tested = test.tested)
        });
        found.holds(what, test.counterexample.is_none());
        let grid = json!({
            "rule": "chocolate:3", "to": [10, 30], "transpose": true,
            "title": "G({y, z}), y ≤ ⌊z/3⌋",
        });
        let caption =
            Words::of(|lang| lang.say("reproduce.chocolate.figure-grundy-numbers-y-z").to_string());
        found.exhibits.push(Exhibit::Svg { caption, svg: context.svg(Picture::Grid, grid)? });
        Ok(found)
    },
};

pub(crate) const CONJECTURES: Item = Item {
    id: "D30",
    command: "ishitori conjecture chocolate:2 'y xor z' --to 450,900",
    run: |context| {
        let mut found = Findings::default();
        let odd: Vec<u32> = (1..=21).step_by(2).collect();
        let even: Vec<u32> = (2..=20).step_by(2).collect();
        for (ks, formula, formula_key) in [
            (&odd, CONJECTURE_6, "reproduce.chocolate.conjecture-odd-k"),
            (&even, "y xor z", "reproduce.chocolate.nim-sum-even-k"),
        ] {
            let (tested, counterexamples) = over_all(ks, formula, context)?;
            let what = Words::of(|lang| {
                let formula = lang.say(formula_key);
                say!(lang, "reproduce.chocolate.counterexamples-among-positions", formula, tested)
            });
            found.law(what, 0, counterexamples);
        }
        // Beyond what can be computed cell by cell: decided for all positions.
        for (k, formula) in [(2, "y xor z"), (3, CONJECTURE_6), (4, "y xor z")] {
            let tested = context.conjecture(json!({
                "rule": format!("chocolate:{k}"), "formula": formula, "prove": true,
            }))?;
            let name = if k == 3 { "6" } else { "y ⊕ z" };
            let what = Words::of(|lang| {
                say!(lang, "reproduce.chocolate.k-formula-proved-all-positions", k, name)
            });
            found.holds(what, tested[0].decided.proved == Some(Some(true)));
        }
        let three = context.conjecture(json!({
            "rule": THREE, "p-positions": "x xor y xor z = 0", "to": [24, 16, 24],
        }))?;
        let test = &three[0].test;
        let what =
            Words::of(|lang| say!(lang, "reproduce.chocolate.y-x-z-p-x", tested = test.tested));
        found.holds(what, test.holds == Some(true));
        let wrong = context.conjecture(json!({
            "rule": "chocolate:3", "formula": "y xor z", "to": [20, 60],
        }))?;
        let first = wrong[0].test.counterexample.as_ref().map(|c| {
            let position: Vec<String> = c.position.iter().map(written).collect();
            format!("[{}]", position.join(", "))
        });
        let what =
            Words::of(|lang| lang.say("reproduce.chocolate.wrong-formula-y-z-k").to_string());
        found.computed(what, "[1, 3]", first.unwrap_or_default());
        Ok(found)
    },
};

pub(crate) const OWN: Item = Item {
    id: "D31",
    command: "ishitori table '(y, z) where y <= z div 2 + 1 -> (u, z) for u in 0 ..< y; (min(y, w div 2 + 1), w) for w in 0 ..< z' --to 6,10",
    run: |context| {
        let mut found = Findings::default();
        // The same bar in the short form and written out.
        let short = context.table("chocolate:t div 2 + 1", &[20, 40])?;
        let text = "(y, z) where y <= z div 2 + 1 -> (u, z) for u in 0 ..< y; \
                    (min(y, w div 2 + 1), w) for w in 0 ..< z";
        let agree = short == context.table(text, &[20, 40])?;
        let what =
            Words::of(|lang| lang.say("reproduce.chocolate.y-z-line-chocolate-t").to_string());
        found.holds(what, agree);
        Ok(found)
    },
};

fn written(coordinate: &Coordinate) -> String {
    match coordinate {
        Coordinate::Number(n) => n.to_string(),
        Coordinate::Digits(digits) => digits.clone(),
    }
}

pub(crate) fn value(table: &[Vec<Cell>], y: usize, z: usize) -> Result<u32, Failure> {
    match table.get(y).and_then(|row| row.get(z)) {
        Some(Cell::Number(value)) => Ok(*value),
        _ => Err(format!("{{{y},{z}}} was not computed").into()),
    }
}

/// Tests a formula for the bars of all these k up to z = 900: how many positions, how many of the k
/// have a counterexample.
fn over_all(ks: &[u32], formula: &str, context: &Context) -> Result<(u64, u64), Failure> {
    const LAST: u32 = 900;
    let mut sum = (0, 0);
    for k in ks {
        let tested = context.conjecture(json!({
            "rule": format!("chocolate:{k}"), "formula": formula, "to": [LAST / k, LAST],
        }))?;
        let test = &tested[0].test;
        sum = (sum.0 + test.tested, sum.1 + u64::from(test.holds != Some(true)));
    }
    Ok(sum)
}
