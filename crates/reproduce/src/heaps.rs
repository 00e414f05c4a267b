//! Part B: heap games and proved periods.

use ishitori_answers::period::Heaps;
use ishitori_solve::known::observed_period;
use ishitori_words::say;
use serde_json::json;

use crate::asking::{Picture, heaps};
use crate::{
    Cell, Context, Document, Exhibit, Failure, Findings, Item, Mark, Misprint, Source, Words,
};

/// Heaps up to which periods are searched for.
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
            let what =
                Words::of(|lang| say!(lang, "reproduce.heaps.has-grundy-numbers-n", sets, code));
            found.holds(what, same);
        }
        Ok(found)
    },
};

pub(crate) const TAIL: Item = Item {
    id: "B8",
    command: "ishitori period sub:1,7,12,16",
    run: |context| {
        let mut found = Findings::default();
        let example: Vec<u32> = [1, 2, 3].into_iter().chain((0..30).map(|i| 4 + i % 3)).collect();
        let what = Words::of(|lang| lang.say("reproduce.heaps.tail-period").to_string());
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
            let what = Words::of(|lang| say!(lang, "reproduce.heaps.zeros-g", rule));
            found.computed(what, pattern, zeros);
        }
        Ok(found)
    },
};

pub(crate) const THEOREM: Item = Item {
    id: "B9",
    command: "ishitori period 0.07 --certificate dawson.json && ishitori check dawson.json",
    run: |context| {
        let mut found = Findings::default();
        for rule in ["0.07", "0.77", "0.16", "sub:1,7,12,16"] {
            let report = context.period(rule, LIMIT)?;
            let text = report.document.as_ref().ok_or("there is no certificate")?;
            let what = Words::of(|lang| {
                say!(lang, "reproduce.heaps.certificate-passes-independent-checker", rule)
            });
            found.holds(what, context.accepts(text)?);
            let period = report.period.unwrap_or(0);
            let forged = text
                .replace(&format!("\"period\": {period}"), &format!("\"period\": {}", 2 * period));
            let what =
                Words::of(|lang| say!(lang, "reproduce.heaps.changed-certificate-rejected", rule));
            found.holds(what, forged != *text && !context.accepts(&forged)?);
        }
        Ok(found)
    },
};

pub(crate) const DAWSON: Item = Item {
    id: "B10",
    command: "ishitori grundy 0.07 --to 203 && ishitori period 0.07",
    run: |context| {
        let values = context.grundy("0.07", 203)?;
        let printed: Vec<u32> =
            TABLE_1.iter().flat_map(|row| row.split(' ')).filter_map(|v| v.parse().ok()).collect();
        let mut found = Findings::default();
        let what = Words::of(|lang| lang.say("reproduce.heaps.values-table").to_string());
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
            Words::of(|lang| lang.say("reproduce.heaps.p-positions-n-n-mod").to_string()),
            lost == rule,
        );
        let exceptions = period.exceptions.clone().unwrap_or_default();
        let caption = Words::of(|lang| lang.say("reproduce.heaps.table-g-n-dawson-s").to_string());
        found.exhibits.push(aligned(&values, 34, &exceptions, caption));
        found.exhibits.push(picture("0.07", 203, 34, context)?);
        Ok(found)
    },
};

pub(crate) const KAYLES: Item = Item {
    id: "B11",
    command: "ishitori period 0.77",
    run: |context| {
        let values = context.grundy("0.77", 95)?;
        let period = context.period("0.77", LIMIT)?;
        let mut found = Findings::default();
        let exceptions = "0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70";
        period_figures(&mut found, Source::Computed, &period, (71, 12), exceptions);
        let what = Words::of(|lang| lang.say("reproduce.heaps.values-n").to_string());
        found.printed(Document::Slides, what, "4 1 2 8 1 4 7 2 1 8 2 7", spaced(&values[72..84]));
        found.exhibits.push(picture("0.77", 95, 12, context)?);
        Ok(found)
    },
};

pub(crate) const STRING: Item = Item {
    id: "B12",
    command: "ishitori period string",
    run: |context| {
        let (cut, pins) = (context.grundy("string", 399)?, context.grundy("kayles", 398)?);
        let mut found = Findings::default();
        let what = Words::of(|lang| lang.say("reproduce.heaps.g-m-kayles-m-m").to_string());
        found.holds(what, cut[1..] == pins[..]);
        let period = context.period("string", LIMIT)?;
        let what = Words::of(|lang| lang.say("reproduce.heaps.period-from-m").to_string());
        found.computed(what, "72, 12", tail(&period));
        let whole = context.grundy("4.0", 11)?;
        let what = Words::of(|lang| lang.say("reproduce.heaps.integer-parts-only").to_string());
        found.computed(what, "0 0 1 0 1 0 1 0 1 0 1 0", spaced(&whole));
        let (before, after) = (cut[71], cut[83]);
        found.holds(Words::same("g(71) ≠ g(83)"), before != after);
        found.misprints.push(Misprint {
            place: Words::of(|lang| lang.say("reproduce.heaps.slides-string-game").to_string()),
            printed: Words::of(|lang| lang.say("reproduce.heaps.g-m-has-period-m").to_string()),
            correct: Words::of(|lang| {
                lang.say("reproduce.heaps.m-right-numbering-kayles-g").to_string()
            }),
            counterexample: Words::same(format!("g(71) = {before}, g(83) = {after}")),
        });
        Ok(found)
    },
};

pub(crate) const THIRTY_ONE: Item = Item {
    id: "B13",
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
            let what = Words::of(|lang| say!(lang, "reproduce.heaps.from-leave", end));
            found.law(what, best, left.join(", "));
        }
        for (set, expected) in
            [("sub:1,7,12,16", "0, 19"), ("sub:5000,10001,15001", "0, 100015000")]
        {
            let what = Words::of(|lang| say!(lang, "reproduce.heaps.tail-period-2", set));
            found.computed(what, expected, tail(&context.period(set, 400_000_000)?));
        }
        let graph = json!({ "rule": "sub:1-3", "to": [8] });
        let caption =
            Words::of(|lang| lang.say("reproduce.heaps.moves-between-heaps-stones").to_string());
        found.exhibits.push(Exhibit::Svg { caption, svg: context.svg(Picture::Graph, graph)? });
        let caption =
            Words::of(|lang| lang.say("reproduce.heaps.step-fill-grundy-number-from").to_string());
        let svg = context.step(json!({ "rule": "sub:1-3", "to": [8], "steps": true }), 5)?;
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
    let what = Words::of(|lang| lang.say("reproduce.heaps.proved-tail-length-period").to_string());
    found.compare(source, what, format!("{before}, {length}"), tail(period));
    let list: Vec<String> = period.exceptions.iter().flatten().map(|n| n.to_string()).collect();
    found.compare(
        source,
        Words::of(|lang| lang.say("reproduce.heaps.exceptions").to_string()),
        exceptions,
        list.join(", "),
    );
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
    let caption =
        Words::of(|lang| say!(lang, "reproduce.heaps.rows-one-period-zeros-ringed", rule, columns));
    Ok(Exhibit::Svg { caption, svg: context.svg(Picture::PeriodTable, request)? })
}
