//! Part B: heap games and proved periods.

use ishitori_answers::period::Heaps;
use ishitori_solve::known::observed_period;
use serde_json::json;

use crate::asking::{Picture, heaps};
use crate::{
    Cell, Context, Document, Exhibit, Failure, Findings, Item, Mark, Misprint, Source, Words,
};

/// Heaps up to which periods are looked for.
const LIMIT: u64 = 10_000_000;

/// Table 1 of the introduction: G(n) of Dawson's Kayles, 0 ≤ n < 204, in rows of 34.
const TABLE_1: [&str; 6] = [
    "0 0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3 0 2 1 1 0 4 5 2 7",
    "4 0 1 1 2 0 3 1 1 0 3 3 2 2 4 4 5 5 2 3 3 0 1 1 3 0 2 1 1 0 4 5 3 7",
    "4 8 1 1 2 0 3 1 1 0 3 3 2 2 4 4 5 5 9 3 3 0 1 1 3 0 2 1 1 0 4 5 3 7",
    "4 8 1 1 2 0 3 1 1 0 3 3 2 2 4 4 5 5 9 3 3 0 1 1 3 0 2 1 1 0 4 5 3 7",
    "4 8 1 1 2 0 3 1 1 0 3 3 2 2 4 4 5 5 9 3 3 0 1 1 3 0 2 1 1 0 4 5 3 7",
    "4 8 1 1 2 0 3 1 1 0 3 3 2 2 4 4 5 5 9 3 3 0 1 1 3 0 2 1 1 0 4 5 3 7",
];

pub(crate) const CODES: Item = Item {
    id: "B7",
    title: ("Octal games as sets and as codes", "8 進ゲーム:集合と符号"),
    command: "ishitori grundy abc:1,2/1,2/1,2 --to 30",
    run: |context| {
        let mut found = Findings::default();
        for (sets, code) in [
            ("abc:1,2/1,2/1,2", "0.77"),
            ("abc:2/2/2", "0.07"),
            ("sub:1,3", "0.303"),
            ("abc:1,3/1,3/", "0.303"),
        ] {
            let same = context.grundy(sets, 500)? == context.grundy(code, 500)?;
            let what = Words::new(
                format!("{sets} has the Grundy numbers of {code}, n ≤ 500"),
                format!("n ≤ 500 で {sets} のグランディ数は {code} のものと同じ"),
            );
            found.holds(what, same);
        }
        Ok(found)
    },
};

pub(crate) const TAIL: Item = Item {
    id: "B8",
    title: ("Period and tail length", "周期と尻尾の長さ"),
    command: "ishitori period sub:1,7,12,16",
    run: |context| {
        let mut found = Findings::default();
        let example: Vec<u32> = [1, 2, 3].into_iter().chain((0..30).map(|i| 4 + i % 3)).collect();
        let what =
            Words::new("1 2 3 4 5 6 4 5 6 …: tail, period", "1 2 3 4 5 6 4 5 6 … の尻尾と周期");
        let seen = observed_period(&example).ok_or("no period is seen")?;
        let seen_text = format!("{}, {}", seen.preperiod, seen.period);
        found.printed(Document::ThirtyOne, what, "3, 3", seen_text);
        // Both periods that users compare: of the values, and of the win/lose pattern.
        for (rule, printed, values, pattern) in [
            ("0.77", None, "71, 12", "1, 1"),
            ("0.07", Some(Document::Introduction), "53, 34", "36, 34"),
        ] {
            let period = context.period(rule, LIMIT)?;
            let what = format!("{rule}: G");
            let found_values = tail(&period);
            match printed {
                Some(document) => {
                    found.printed(document, Words::same(what), values, found_values);
                }
                None => found.computed(Words::same(what), values, found_values),
            }
            let zeros = period.win_lose.as_ref();
            let zeros = zeros.map(|p| format!("{}, {}", p.preperiod, p.period)).unwrap_or_default();
            let what = Words::new(format!("{rule}: zeros of G"), format!("{rule}: G = 0 の並び"));
            found.computed(what, pattern, zeros);
        }
        Ok(found)
    },
};

pub(crate) const THEOREM: Item = Item {
    id: "B9",
    title: ("The periodicity theorem, with a certificate", "周期性定理と証明書"),
    command: "ishitori period 0.07 --certificate dawson.json && ishitori check dawson.json",
    run: |context| {
        let mut found = Findings::default();
        for rule in ["0.07", "0.77", "0.16", "sub:1,7,12,16"] {
            let report = context.period(rule, LIMIT)?;
            let text = report.document.as_ref().ok_or("there is no certificate")?;
            let what = Words::new(
                format!("{rule}: the certificate passes the independent checker"),
                format!("{rule}: 証明書が独立な検査器を通る"),
            );
            found.holds(what, context.accepts(text)?);
            let period = report.period.unwrap_or(0);
            let forged = text
                .replace(&format!("\"period\": {period}"), &format!("\"period\": {}", 2 * period));
            let what = Words::new(
                format!("{rule}: a changed certificate is rejected"),
                format!("{rule}: 書き換えた証明書は拒否される"),
            );
            found.holds(what, forged != *text && !context.accepts(&forged)?);
        }
        Ok(found)
    },
};

pub(crate) const DAWSON: Item = Item {
    id: "B10",
    title: ("Dawson's Kayles, table 1 and theorem 3.3", "Dawson's Kayles:表 1 と定理 3.3"),
    command: "ishitori grundy 0.07 --to 203 && ishitori period 0.07",
    run: |context| {
        let values = context.grundy("0.07", 203)?;
        let printed: Vec<u32> =
            TABLE_1.iter().flat_map(|row| row.split(' ')).filter_map(|v| v.parse().ok()).collect();
        let mut found = Findings::default();
        let what = Words::new("the 204 values of table 1", "表 1 の 204 個の値");
        let agree = printed.iter().zip(&values).filter(|(a, b)| a == b).count();
        found.printed(
            Document::Introduction,
            what,
            "204 / 204",
            format!("{agree} / {}", values.len()),
        );
        let period = context.period("0.07", LIMIT)?;
        period_figures(
            &mut found,
            Source::Printed(Document::Introduction),
            &period,
            (53, 34),
            "0, 1, 15, 17, 18, 32, 35, 52",
        );
        let lost: Vec<usize> = (0..204).filter(|&n| values[n] == 0).collect();
        let rule = (0..204)
            .filter(|n| [0, 1, 15, 35].contains(n) || [5, 9, 21, 25, 29].contains(&(n % 34)))
            .collect::<Vec<_>>();
        found.holds(
            Words::new(
                "P-positions: n = 0, 1, 15, 35 or n ≡ 5, 9, 21, 25, 29 (mod 34)",
                "P 局面は n = 0, 1, 15, 35 または n ≡ 5, 9, 21, 25, 29 (mod 34)",
            ),
            lost == rule,
        );
        let exceptions = period.exceptions.clone().unwrap_or_default();
        let caption = Words::new(
            "Table 1: G(n) of Dawson's Kayles; exceptions to the period are underlined",
            "表 1:Dawson's Kayles の G(n)。周期の例外に下線",
        );
        found.exhibits.push(aligned(&values, 34, &exceptions, caption));
        found.exhibits.push(picture("0.07", 203, 34, context)?);
        Ok(found)
    },
};

pub(crate) const KAYLES: Item = Item {
    id: "B11",
    title: ("Kayles", "ケイルズ"),
    command: "ishitori period 0.77",
    run: |context| {
        let values = context.grundy("0.77", 95)?;
        let period = context.period("0.77", LIMIT)?;
        let mut found = Findings::default();
        let exceptions = "0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70";
        period_figures(&mut found, Source::Computed, &period, (71, 12), exceptions);
        let what = Words::new("the values of n = 72, …, 83", "n = 72, …, 83 の値");
        found.printed(Document::Slides, what, "4 1 2 8 1 4 7 2 1 8 2 7", spaced(&values[72..84]));
        found.exhibits.push(picture("0.77", 95, 12, context)?);
        Ok(found)
    },
};

pub(crate) const STRING: Item = Item {
    id: "B12",
    title: ("Cutting strings", "糸切りゲーム"),
    command: "ishitori period string",
    run: |context| {
        let (cut, pins) = (context.grundy("string", 399)?, context.grundy("kayles", 398)?);
        let mut found = Findings::default();
        let what =
            Words::new("g(m) = Kayles(m − 1) for m < 400", "m < 400 で g(m) = ケイルズ(m − 1)");
        found.holds(what, cut[1..] == pins[..]);
        let period = context.period("string", LIMIT)?;
        let what = Words::new("period 12 from m = 72", "m = 72 から周期 12");
        found.computed(what, "72, 12", tail(&period));
        let whole = context.grundy("4.0", 11)?;
        let what = Words::new("with integer parts only", "整数の長さだけで切る場合");
        found.computed(what, "0 0 1 0 1 0 1 0 1 0 1 0", spaced(&whole));
        let (before, after) = (cut[71], cut[83]);
        found.holds(Words::same("g(71) ≠ g(83)"), before != after);
        found.misprints.push(Misprint {
            place: Words::new("slides, the string game", "スライド 糸切りゲーム"),
            printed: Words::new("g(m) has period 12 for m ≥ 71", "g(m) は m ≥ 71 で周期 12 を持つ"),
            correct: Words::new(
                "for m ≥ 72 (71 is right in the numbering of Kayles, g(m) = Kayles(m − 1))",
                "m ≥ 72 で(71 はケイルズの番号での値。g(m) = ケイルズ(m − 1))",
            ),
            counterexample: Words::same(format!("g(71) = {before}, g(83) = {after}")),
        });
        Ok(found)
    },
};

pub(crate) const THIRTY_ONE: Item = Item {
    id: "B13",
    title: ("The 31 game and other subtraction sets", "31 ゲームと除去可能数集合"),
    command: "ishitori explain 31game 31 && ishitori period sub:5000,10001,15001",
    run: |context| {
        let mut found = Findings::default();
        for (end, residue, best) in [("normal", 0, "28"), ("misere", 1, "29")] {
            let letters = context.outcomes("31game", end, 199)?.outcomes;
            let holds = letters.chars().enumerate().all(|(n, o)| (o == 'P') == (n % 4 == residue));
            let what = format!("{end}: P ⇔ n ≡ {residue} (mod 4), n < 200");
            found.holds(Words::same(what), holds);
            let position = json!({ "rule": "31game", "position": "31", "end": end });
            let moves = context.explain(position)?.winning_moves;
            let left: Vec<String> = moves.iter().map(|m| heaps(&m.position)).collect();
            let what = Words::new(
                format!("{end}: from 31 leave"),
                format!("{end}: 31 個から勝つには何個残すか"),
            );
            found.law(what, best, left.join(", "));
        }
        for (set, expected) in
            [("sub:1,7,12,16", "0, 19"), ("sub:5000,10001,15001", "0, 100015000")]
        {
            let what = Words::new(format!("{set}: tail, period"), format!("{set} の尻尾と周期"));
            found.computed(what, expected, tail(&context.period(set, 400_000_000)?));
        }
        let graph = json!({ "rule": "sub:1-3", "to": [8] });
        let caption =
            Words::new("The moves between heaps of 0 to 8 stones", "石 0〜8 個の局面の遷移グラフ");
        found.exhibits.push(Exhibit::Svg { caption, svg: context.svg(Picture::Graph, graph)? });
        let steps = context.steps(json!({ "rule": "sub:1-3", "to": [8], "steps": true }))?;
        let caption = Words::new(
            "A step of the fill-in: the Grundy number of ★ from those of ◆",
            "途中の一歩:★ のグランディ数を ◆ から求める",
        );
        let svg = steps.into_iter().nth(5).ok_or("there is no such step")?;
        found.exhibits.push(Exhibit::Svg { caption, svg });
        Ok(found)
    },
};

/// The tail length and the period.
fn tail(found: &Heaps) -> String {
    let number = |n: Option<u64>| n.map_or_else(|| "?".to_string(), |n| n.to_string());
    format!("{}, {}", number(found.preperiod), number(found.period))
}

fn period_figures(
    found: &mut Findings,
    source: Source,
    period: &Heaps,
    (before, length): (u64, u64),
    exceptions: &str,
) {
    let what = Words::new("proved: tail length, period", "証明された尻尾の長さと周期");
    found.compare(source, what, format!("{before}, {length}"), tail(period));
    let list: Vec<String> = period.exceptions.iter().flatten().map(|n| n.to_string()).collect();
    found.compare(source, Words::new("exceptions", "例外"), exceptions, list.join(", "));
}

fn spaced(values: &[u32]) -> String {
    values.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

fn aligned(values: &[u32], columns: usize, exceptions: &[u64], caption: Words) -> Exhibit {
    let head =
        std::iter::once(String::new()).chain((0..columns).map(|c| format!("{c:02}"))).collect();
    let rows = values
        .chunks(columns)
        .enumerate()
        .map(|(row, values)| {
            let name = Cell::marked(format!("{}+", row * columns), Mark::Head);
            let cells = values.iter().enumerate().map(|(i, &v)| {
                let n = (row * columns + i) as u64;
                let mark = match (exceptions.contains(&n), v) {
                    (true, _) => Mark::Exception,
                    (false, 0) => Mark::Zero,
                    _ => Mark::None,
                };
                Cell::marked(v, mark)
            });
            std::iter::once(name).chain(cells).collect()
        })
        .collect();
    Exhibit::Table { caption, head, rows }
}

fn picture(rule: &str, to: u64, columns: u64, context: &Context) -> Result<Exhibit, Failure> {
    let request = json!({ "rule": rule, "to": to, "columns": columns });
    let caption = Words::new(
        format!("{rule} in rows of one period ({columns}): zeros ringed, exceptions framed"),
        format!("{rule} を周期 {columns} で並べた表。0 に輪、例外に枠"),
    );
    Ok(Exhibit::Svg { caption, svg: context.svg(Picture::PeriodTable, request)? })
}
