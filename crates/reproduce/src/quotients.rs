//! Part C, items 24 to 26: quotients of sums of heaps.

use ishitori_answers::quotient::Answer;
use ishitori_solve::ending::{Position, Search, SumRule};
use ishitori_words::say;
use serde_json::json;

use crate::asking::Picture;
use crate::{Cell, Context, Exhibit, Failure, Findings, Item, Mark, Words};

/// Sets with the order of their quotient, the preperiod and the period of Φ.
const QUOTIENTS: [(&str, usize, u64, u64); 13] = [
    ("sub:2,3", 40, 5, 5),
    ("sub:3,4", 24, 6, 7),
    ("sub:2,5", 16, 0, 7),
    ("sub:3,5", 8, 0, 8),
    ("sub:4,5", 40, 9, 9),
    ("sub:5,6", 24, 10, 11),
    ("sub:2,7", 16, 0, 9),
    ("sub:4,7", 40, 11, 11),
    ("sub:3,8", 16, 0, 11),
    ("sub:2,3,7", 40, 9, 5),
    ("sub:3,5,7", 8, 0, 10),
    ("sub:3,4,6", 140, 15, 9),
    ("sub:2,4,6", 2, 0, 2),
];

pub(crate) const ENDING: Item = Item {
    id: "C24",
    command: "ishitori quotient sub:2,3 --end mod2:LR",
    run: |context| {
        let mut found = Findings::default();
        let mut rows = Vec::new();
        for (set, order, preperiod, period) in QUOTIENTS {
            let quotient = whole(set, "mod2:LR", context)?;
            found.computed(
                Words::of(|lang| say!(lang, "reproduce.quotients.order-preperiod-period", set)),
                format!("{order}, {preperiod}, {period}"),
                format!("{}, {}", quotient.order, phi(&quotient)?),
            );
            let certificate = quotient.document.as_deref().ok_or("there is no certificate")?;
            let what = Words::of(|lang| {
                say!(lang, "reproduce.quotients.certificate-passes-independent-checker", set)
            });
            found.holds(what, context.accepts(certificate)?);
            rows.push(summary(set, &quotient));
        }
        let head = ["", "|Q|", "P", "N", "L", "R", "n0", "p", "Q"].map(str::to_string).to_vec();
        let caption = Words::of(|lang| lang.say("reproduce.quotients.quotients").to_string());
        found.exhibits.push(Exhibit::Table { caption, head, rows });
        let quotient = whole("sub:2,3", "mod2:LR", context)?;
        let of = &quotient.outcomes;
        let counts = [of.p, of.l, of.r, of.n];
        let what =
            Words::of(|lang| lang.say("reproduce.quotients.elements-outcome-p-l-r").to_string());
        found.computed(what, "[4, 6, 6, 24]", format!("{counts:?}"));
        found.holds(
            Words::of(|lang| {
                lang.say("reproduce.quotients.outcomes-all-positions-most-heaps").to_string()
            }),
            agrees_with_search(&quotient, context)?,
        );
        pictures(&mut found, "{2,3}", &quotient, context)?;
        Ok(found)
    },
};

pub(crate) const GROWTH: Item = Item {
    id: "C25",
    command: "ishitori quotient sub:3,4 --end mod3:LRP --to 10",
    run: |context| {
        let mut found = Findings::default();
        let mut orders = Vec::new();
        for heap in 0..=10 {
            orders.push(partial("sub:3,4", "mod3:LRP", heap, context)?.order.to_string());
        }
        let what = Words::of(|lang| lang.say("reproduce.quotients.q-n-heaps-n-n").to_string());
        found.computed(what, "1, 3, 3, 6, 14, 14, 120, 120, 120, 527, 527", orders.join(", "));
        Ok(found)
    },
};

pub(crate) const MISERE: Item = Item {
    id: "C26",
    command: "ishitori quotient 0.77 --end misere",
    run: |context| {
        let mut found = Findings::default();
        let kayles = whole("0.77", "misere", context)?;
        found.computed(
            Words::of(|lang| lang.say("reproduce.quotients.q-p-preperiod-period").to_string()),
            "40, 9, 71, 12",
            format!("{}, {}, {}", kayles.order, kayles.p_size, phi(&kayles)?),
        );
        let what =
            Words::of(|lang| lang.say("reproduce.quotients.heap-order-where-q-n").to_string());
        found.computed(what, "1:2 2:6 5:12 9:18 12:24 25:32 27:40", growth(&kayles));
        let certificate = kayles.document.as_deref().ok_or("there is no certificate")?;
        let what = Words::of(|lang| {
            lang.say("reproduce.quotients.certificate-passes-checker").to_string()
        });
        found.holds(what, context.accepts(certificate)?);
        let dawson = partial("0.07", "misere", 25, context)?;
        let what =
            Words::of(|lang| lang.say("reproduce.quotients.heap-order-where-q-n-2").to_string());
        found.computed(what, "2:2 4:6 10:12 14:24 25:144", growth(&dawson));
        let what = Words::of(|lang| lang.say("reproduce.quotients.order-q").to_string());
        found.computed(what, 360, partial("0.07", "misere", 30, context)?.order);
        pictures(&mut found, "Kayles", &kayles, context)?;
        Ok(found)
    },
};

fn whole(rule: &str, end: &str, context: &Context) -> Result<Answer, Failure> {
    context.quotient(json!({ "rule": rule, "end": end, "certificate": true, "table": true }))
}

fn partial(rule: &str, end: &str, to: u32, context: &Context) -> Result<Answer, Failure> {
    context.quotient(json!({ "rule": rule, "end": end, "to": to }))
}

/// The preperiod and the period of Φ.
fn phi(quotient: &Answer) -> Result<String, Failure> {
    match (quotient.preperiod, quotient.period) {
        (Some(preperiod), Some(period)) => Ok(format!("{preperiod}, {period}")),
        _ => Err("the quotient is not whole".into()),
    }
}

fn growth(quotient: &Answer) -> String {
    let steps = quotient.growth.iter().filter(|(heap, _)| *heap > 0);
    steps.map(|(heap, order)| format!("{heap}:{order}")).collect::<Vec<_>>().join(" ")
}

fn summary(set: &str, quotient: &Answer) -> Vec<Cell> {
    let of = &quotient.outcomes;
    let mut row = vec![Cell::marked(set, Mark::Head), Cell::plain(quotient.order)];
    row.extend([of.p, of.n, of.l, of.r].map(Cell::plain));
    row.push(Cell::plain(quotient.preperiod.unwrap_or(0)));
    row.push(Cell::plain(quotient.period.unwrap_or(0)));
    row.push(Cell::plain(&quotient.presentation));
    row
}

/// Compares the outcomes that the multiplication table gives with a search that knows nothing of
/// quotients; that is no question, since every question would use the quotient.
fn agrees_with_search(quotient: &Answer, context: &Context) -> Result<bool, Failure> {
    const LARGEST: u32 = 9;
    let table = quotient.table.as_ref().ok_or("there is no table")?;
    let (rule, end) = (quotient.rule.parse()?, quotient.end.parse()?);
    let mut search = Search::new(&rule, &end, SumRule::Total, context.budget().clone())?;
    // Positions with the element that they are, the heaps in order.
    let mut positions: Vec<(Vec<u32>, u32)> = vec![(vec![], 0)];
    let mut from = 0;
    for _ in 0..4 {
        let until = positions.len();
        for i in from..until {
            let least = positions[i].0.last().copied().unwrap_or(1);
            for heap in least..=LARGEST {
                let image = quotient.phi_elements[heap as usize];
                let element = table[positions[i].1 as usize][image as usize];
                positions.push(([&positions[i].0[..], &[heap]].concat(), element));
            }
        }
        from = until;
    }
    let mut agree = true;
    for (heaps, element) in positions {
        let outcome = quotient.elements[element as usize].outcome;
        agree &= outcome == search.outcome(&Position::new(heaps))?.into();
    }
    Ok(agree)
}

fn pictures(
    found: &mut Findings,
    name: &str,
    quotient: &Answer,
    context: &Context,
) -> Result<(), Failure> {
    let Answer { rule, end, presentation, .. } = quotient;
    let request = json!({ "rule": rule, "end": end });
    let caption = Words::of(|lang| {
        say!(lang, "reproduce.quotients.multiplication-table-coloured-outcome", name, presentation)
    });
    let svg = context.svg(Picture::Monoid, request.clone())?;
    found.exhibits.push(Exhibit::Svg { caption, svg });
    let caption =
        Words::of(|lang| say!(lang, "reproduce.quotients.what-generators-do-elements", name));
    found.exhibits.push(Exhibit::Svg { caption, svg: context.svg(Picture::Cayley, request)? });
    Ok(())
}
