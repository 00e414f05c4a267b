//! Part C, items 24 to 26: quotients of sums of heaps.

use ishitori::certify;
use ishitori::pictures::{cayley_graph, monoid_table};
use ishitori::prelude::*;
use ishitori::rules::end::EndRule;
use ishitori::rules::heap::HeapRule;
use ishitori::solve::ending::{Position, Search, SumRule};
use ishitori::solve::quotient::{Quotient, QuotientSearch};

use crate::heaps::provenance;
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
    title: ("Ending partizan quotients, total parity", "Ending Partizan Quotient(全体の偶奇)"),
    command: "ishitori quotient sub:2,3 --end mod2:LR",
    run: |context| {
        let mut found = Findings::default();
        let mut rows = Vec::new();
        for (set, order, preperiod, period) in QUOTIENTS {
            let quotient = whole(set, "mod2:LR", context)?;
            let phi = quotient.period().ok_or("the quotient is not whole")?;
            found.computed(
                Words::new(
                    format!("{set}: order, preperiod and period of Φ"),
                    format!("{set}: 位数、Φ の尻尾の長さと周期"),
                ),
                format!("{order}, {preperiod}, {period}"),
                format!("{}, {}, {}", quotient.order(), phi.preperiod, phi.period),
            );
            let certificate = quotient.certificate();
            let what = Words::new(
                format!("{set}: the certificate passes the independent checker"),
                format!("{set}: 証明書が独立な検査器を通る"),
            );
            found.holds(what, certify::check(&certificate.to_json()).valid);
            rows.push(summary(set, &quotient));
        }
        let head = ["", "|Q|", "P", "N", "L", "R", "n0", "p", "Q"].map(str::to_string).to_vec();
        let caption = Words::new("The quotients", "商の表");
        found.exhibits.push(Exhibit::Table { caption, head, rows });
        let quotient = whole("sub:2,3", "mod2:LR", context)?;
        let counts = [Outcome::P, Outcome::L, Outcome::R, Outcome::N].map(|o| quotient.count(o));
        let what = Words::new(
            "{2,3}: elements with outcome P, L, R, N",
            "{2,3}: 帰結類 P, L, R, N の元の数",
        );
        found.computed(what, "[4, 6, 6, 24]", format!("{counts:?}"));
        found.holds(
            Words::new(
                "{2,3}: outcomes of all positions of at most 4 heaps of at most 9 stones, by search",
                "{2,3}: 9 個以下の山 4 つまでの全局面の帰結類が探索と一致",
            ),
            agrees_with_search(&quotient, context)?,
        );
        pictures(&mut found, "{2,3}", "sub:2,3", "mod2:LR", &quotient)?;
        Ok(found)
    },
};

pub(crate) const GROWTH: Item = Item {
    id: "C25",
    title: ("Other ends: n mod 3", "他の勝敗規則:n mod 3"),
    command: "ishitori quotient sub:3,4 --end mod3:LRP --to 10",
    run: |context| {
        let mut found = Findings::default();
        let (rule, end): (HeapRule, EndRule) = ("sub:3,4".parse()?, "mod3:LRP".parse()?);
        let mut search = QuotientSearch::new(&rule, &end)?;
        let mut orders = Vec::new();
        for heap in 0..=10 {
            search.run(Some(heap), context.budget)?;
            orders.push(search.order().to_string());
        }
        let what = Words::new(
            "|Q_n| of {3,4}, heaps ≤ n, n = 0 … 10 (growth: evidence that Q is infinite, not a proof)",
            "{3,4} の山 n 以下の商の位数 n = 0 … 10(増大は無限性の状況証拠であり、証明ではない)",
        );
        found.computed(what, "1, 3, 3, 6, 14, 14, 120, 120, 120, 527, 527", orders.join(", "));
        Ok(found)
    },
};

pub(crate) const MISERE: Item = Item {
    id: "C26",
    title: ("Misère quotients", "逆形商"),
    command: "ishitori quotient 0.77 --end misere",
    run: |context| {
        let mut found = Findings::default();
        let kayles = whole("0.77", "misere", context)?;
        let phi = kayles.period().ok_or("the quotient is not whole")?;
        found.computed(
            Words::new(
                "0.77: |Q|, |P|, preperiod and period of Φ",
                "0.77: |Q|, |P|, Φ の尻尾の長さと周期",
            ),
            "40, 9, 71, 12",
            format!(
                "{}, {}, {}, {}",
                kayles.order(),
                kayles.count(Outcome::P),
                phi.preperiod,
                phi.period
            ),
        );
        let what = Words::new("0.77: heap:order where Q_n grows", "0.77: Q_n が増える山:位数");
        found.computed(what, "1:2 2:6 5:12 9:18 12:24 25:32 27:40", growth(&kayles));
        let certificate = kayles.certificate();
        let what =
            Words::new("0.77: the certificate passes the checker", "0.77: 証明書が検査器を通る");
        found.holds(what, certify::check(&certificate.to_json()).valid);
        let (rule, end) = ("0.07".parse()?, "misere".parse()?);
        let mut search = QuotientSearch::new(&rule, &end)?;
        search.run(Some(25), context.budget)?;
        let what = Words::new(
            "0.07: heap:order where Q_n grows, n ≤ 25",
            "0.07: Q_n が増える山:位数(n ≤ 25)",
        );
        found.computed(what, "2:2 4:6 10:12 14:24 25:144", growth(&search.quotient()));
        search.run(Some(30), context.budget)?;
        let what = Words::new("0.07: the order of Q_30", "0.07: Q_30 の位数");
        found.computed(what, 360, search.order());
        pictures(&mut found, "Kayles", "0.77", "misere", &kayles)?;
        Ok(found)
    },
};

fn whole(rule: &str, end: &str, context: &Context<'_>) -> Result<Quotient, Failure> {
    let mut search = QuotientSearch::new(&rule.parse()?, &end.parse()?)?;
    search.run(None, context.budget)?;
    Ok(search.quotient())
}

fn growth(quotient: &Quotient) -> String {
    let steps = quotient.growth().iter().filter(|(heap, _)| *heap > 0);
    steps.map(|(heap, order)| format!("{heap}:{order}")).collect::<Vec<_>>().join(" ")
}

fn summary(set: &str, quotient: &Quotient) -> Vec<Cell> {
    let counts = [Outcome::P, Outcome::N, Outcome::L, Outcome::R].map(|o| quotient.count(o));
    let period = quotient.period();
    let mut row = vec![Cell::marked(set, Mark::Head), Cell::plain(quotient.order())];
    row.extend(counts.map(Cell::plain));
    row.push(Cell::plain(period.map_or(0, |p| p.preperiod)));
    row.push(Cell::plain(period.map_or(0, |p| p.period)));
    row.push(Cell::plain(quotient.presentation().to_string()));
    row
}

fn agrees_with_search(quotient: &Quotient, context: &Context<'_>) -> Result<bool, Failure> {
    const LARGEST: u32 = 9;
    let mut search =
        Search::new(quotient.rule(), quotient.end(), SumRule::Total, context.budget.clone())?;
    let mut positions = vec![vec![]];
    let mut from = 0;
    for _ in 0..4 {
        let until = positions.len();
        for i in from..until {
            let least = positions[i].last().copied().unwrap_or(1);
            for heap in least..=LARGEST {
                let longer = [&positions[i][..], &[heap]].concat();
                positions.push(longer);
            }
        }
        from = until;
    }
    let mut agree = true;
    for heaps in positions {
        let element = quotient.element(&heaps).ok_or("a heap has no image")?;
        agree &= quotient.outcome(element) == search.outcome(&Position::new(heaps))?;
    }
    Ok(agree)
}

fn pictures(
    found: &mut Findings,
    name: &str,
    rule: &str,
    end: &str,
    quotient: &Quotient,
) -> Result<(), Failure> {
    let presentation = quotient.presentation();
    let mut table = monoid_table(quotient);
    table.provenance = provenance(&format!("ishitori draw monoid {rule} --end {end}"));
    let caption = Words::new(
        format!("{name}: the multiplication table, coloured by outcome. {presentation}"),
        format!("{name}:積の表(帰結類で色分け)。{presentation}"),
    );
    found.exhibits.push(Exhibit::Svg { caption, svg: table.scene()?.to_svg() });
    let mut graph = cayley_graph(quotient);
    graph.provenance = provenance(&format!("ishitori draw cayley {rule} --end {end}"));
    let caption = Words::new(
        format!("{name}: what the generators do to the elements"),
        format!("{name}:生成元の作用"),
    );
    found.exhibits.push(Exhibit::Svg { caption, svg: graph.scene()?.to_svg() });
    Ok(())
}
