//! Part C: ending-partizan games.

use ishitori_answers::family::Sets;
use ishitori_answers::sweep::set_name;
use ishitori_words::say;
use serde_json::{Value as Json, json};

use crate::asking::Picture;
use crate::{Context, Document, Exhibit, Failure, Findings, Item, Source, Words};

const PARITY: &str = "mod2:LR";

pub(crate) const ENDS: Item = Item {
    id: "C14",
    command: "ishitori outcomes sub:2,3 --end mod2:LR --to 12",
    run: |context| {
        let mut found = Findings::default();
        // No move is left when n < min S; an even remainder is won by Left, an odd one by Right.
        for (set, printed) in [("sub:2,3", "LR"), ("sub:3,5", "LRL"), ("sub:5,7", "LRLRL")] {
            let word = word(set, PARITY, printed.len(), context)?;
            let what = Words::of(|lang| say!(lang, "reproduce.ending.final-positions", set));
            found.law(what, printed, word);
        }
        Ok(found)
    },
};

pub(crate) const OUTCOME_RULES: Item = Item {
    id: "C15",
    command: "ishitori explain sub:2,3 6 --end mod2:LR",
    run: |context| {
        let mut found = Findings::default();
        let mut heaps = 0;
        let mut holds = true;
        for set in [&[2, 3][..], &[2, 3, 6], &[2, 6, 7], &[3, 4, 6], &[2, 4, 5, 9]] {
            let numbers: Vec<String> = set.iter().map(usize::to_string).collect();
            let letters = context.outcomes(&format!("sub:{}", numbers.join(",")), PARITY, 399)?;
            let letters: Vec<char> = letters.outcomes.chars().collect();
            for n in set[0]..400 {
                let options: Vec<char> =
                    set.iter().filter(|&&s| s <= n).map(|&s| letters[n - s]).collect();
                let all = |accepted: &[char]| options.iter().all(|o| accepted.contains(o));
                let expected = match () {
                    () if all(&['N']) => 'P',
                    () if all(&['N', 'L']) => 'L',
                    () if all(&['N', 'R']) => 'R',
                    () => 'N',
                };
                holds &= expected == letters[n];
                heaps += 1;
            }
        }
        found.holds(
            Words::of(|lang| say!(lang, "reproduce.ending.all-options-n-p-else", heaps)),
            holds,
        );
        Ok(found)
    },
};

pub(crate) const SEQUENCES: Item = Item {
    id: "C16",
    command: "ishitori outcomes sub:2,6,7 --end mod2:LR --to 50",
    run: |context| {
        let mut found = Findings::default();
        for (set, printed) in [
            ("sub:2,3", "LRLNNLPLNNLPL"),
            ("sub:2,3,6", "LRLNNLLNLLLLL"),
            ("sub:2,6,7", "LRLRLRLNNNNNNLPLNLPLNNLLNNLPLNLPLNNLLNNLPLNLPLNNLLN"),
        ] {
            found.computed(Words::same(set), printed, word(set, PARITY, printed.len(), context)?);
        }
        let what = Words::of(|lang| lang.say("reproduce.ending.n-letter-letter").to_string());
        found.printed(Document::Slides, what, "LRLNNLP", word("sub:2,3", PARITY, 7, context)?);
        for (set, printed) in [("sub:2,3", "5, 2"), ("sub:2,3,6", "1, 8")] {
            let run = context.outcomes(set, PARITY, 0)?;
            let what = Words::of(|lang| say!(lang, "reproduce.ending.period-from", set));
            found.computed(what, printed, cycle(run.period, run.preperiod)?);
        }
        Ok(found)
    },
};

pub(crate) const STRIPS: Item = Item {
    id: "C17",
    command: "ishitori sweep --min 2 --max 7 --min-size 2 --end mod2:LR --chart strips.svg --palette slides",
    run: |context| {
        let mut found = Findings::default();
        let small =
            Sets { min_size: Some(2), ..Sets::new(2, 7) }.family().map_err(|_| "no family")?;
        found.printed(
            Document::Slides,
            Words::of(|lang| lang.say("reproduce.ending.rows-small-chart").to_string()),
            31,
            small.len(),
        );
        let first: Vec<String> = (0..7).map(|i| set_name(&small.set(i))).collect();
        found.printed(
            Document::Slides,
            Words::of(|lang| lang.say("reproduce.ending.order-rows").to_string()),
            "{2,3} {2,4} {2,3,4} {2,5} {2,4,5} {2,3,5} {2,3,4,5}",
            first.join(" "),
        );
        let caption = Words::of(|lang| lang.say("reproduce.ending.all-s-s-max-n").to_string());
        let chart = json!({
            "min": 2, "max": 7, "min-size": 2, "end": PARITY, "chart-to": 50, "palette": "slides",
        });
        let svg = context.svg(Picture::Strips, chart)?;
        found.exhibits.push(Exhibit::Svg { caption, svg });
        for (min, max) in [(2, 20), (3, 21)] {
            let sets = context.sweep(json!({ "min": min, "max": max, "end": PARITY }))?.sets;
            let what = Words::of(|lang| say!(lang, "reproduce.ending.rows-min-max", min, max));
            found.law(what, 262_144, sets);
            let caption =
                Words::of(|lang| say!(lang, "reproduce.ending.all-s-min-max-thinned", min, max));
            let chart = json!({
                "min": min, "max": max, "end": PARITY, "chart-to": 50, "palette": "slides",
                "format": "png",
            });
            let png = context.picture(Picture::Strips, chart)?;
            found.exhibits.push(Exhibit::Png { caption, png });
        }
        Ok(found)
    },
};

pub(crate) const EVENTUALLY_LEFT: Item = Item {
    id: "C18",
    command: "ishitori sweep --min 3 --max 30 --end mod2:LR",
    run: |context| {
        let mut found = Findings::default();
        let slides = Source::Printed(Document::Slides);
        for (min, max, source, expected, percent) in [
            (2, 20, slides, "200992 / 262144", Some("76.7 %")),
            (3, 21, Source::Computed, "243951 / 262144", Some("93.1 %")),
            (3, 30, Source::Computed, "131500955 / 134217728", None),
        ] {
            let summary = context.sweep(json!({ "min": min, "max": max, "end": PARITY }))?;
            let all = summary.eventually_all_l;
            let what = Words::of(|lang| {
                say!(lang, "reproduce.ending.min-max-outcome-period-letter", min, max)
            });
            found.compare(source, what.clone(), expected, format!("{all} / {}", summary.sets));
            if let Some(percent) = percent {
                let share = 100.0 * all as f64 / summary.sets as f64;
                found.printed(Document::Slides, what, percent, format!("{share:.1} %"));
            }
        }
        Ok(found)
    },
};

pub(crate) const NEIGHBOURS: Item = Item {
    id: "C19",
    command: "ishitori sweep --min 2 --max 21 --end mod2:LR --check neighbours --check runs",
    run: |context| {
        let mut found = Findings::default();
        for min in [2, 3] {
            let summary = context.sweep(json!({
                "min": min, "max": 21, "end": PARITY, "check": ["neighbours", "runs"],
            }))?;
            for (check, statement) in [
                (0, "reproduce.ending.neighbouring-outcomes"),
                (1, "reproduce.ending.lengths-of-runs"),
            ] {
                let result = &summary.checks[check];
                let what = Words::of(|lang| {
                    say!(
                        lang,
                        "reproduce.ending.min-max-violations-sets",
                        min,
                        statement = lang.say(statement),
                        hypothesis = result.hypothesis
                    )
                });
                found.law(what, 0, result.violations);
            }
        }
        Ok(found)
    },
};

pub(crate) const CARRET: Item = Item {
    id: "C20",
    command: "ishitori sweep --min 2 --max 21 --end mod2:LR --check carret --check carret-all",
    run: |context| {
        let mut found = Findings::default();
        let summary = context.sweep(json!({
            "min": 2, "max": 21, "end": PARITY, "check": ["carret", "carret-all"],
        }))?;
        let [once, always] = [&summary.checks[0], &summary.checks[1]];
        let what = Words::of(|lang| {
            lang.say("reproduce.ending.sets-satisfy-hypothesis-all-n").to_string()
        });
        let found_once = format!("{} / {}", once.hypothesis, summary.sets);
        found.computed(what, "179147 / 524288", found_once);
        let what = Words::of(|lang| lang.say("reproduce.ending.violations").to_string());
        found.law(what, 0, once.violations + always.violations);
        // An R at n ≥ 2 has an option that is R; if that is a P-position of normal play, n is none.
        // So at all n the hypothesis holds exactly for the sets without R at n ≥ 2.
        let without = summary.sets - summary.has_r;
        let what =
            Words::of(|lang| lang.say("reproduce.ending.sets-satisfy-all-n-sets").to_string());
        found.law(what, without, always.hypothesis);
        Ok(found)
    },
};

pub(crate) const DIVIDING: Item = Item {
    id: "C21",
    command: "ishitori sweep --min 2 --max 21 --min-size 2 --end mod2:LR --count 'period >= 2 and divides'",
    run: |context| {
        let mut found = Findings::default();
        let dividing = "period >= 2 and divides";
        let summary = context.sweep(json!({
            "min": 2, "max": 21, "min-size": 2, "end": PARITY,
            "count": [
                dividing,
                format!("{dividing} and has_P"),
                format!("{dividing} and has_R"),
                format!("{dividing} and has_P and has_R"),
                "has_P",
                "has_R",
                "has_P and has_R",
            ],
            "total": [
                format!("count_P * ({dividing})"),
                format!("strange_P * ({dividing})"),
                "cycle_P",
                "cycle_strange_P",
                format!("wide_P * ({dividing})"),
                format!("wide_strange_P * ({dividing})"),
            ],
        }))?;
        let counts: Vec<u64> = summary.counts.iter().map(|counted| counted.count).collect();
        let of = summary.sets;
        let what = Words::of(|lang| {
            lang.say("reproduce.ending.sets-whose-outcome-period-divides").to_string()
        });
        found.printed(Document::Slides, what, "28051 / 524287", format!("{} / {of}", counts[0]));
        for (i, sets, printed, digits, property) in [
            (1, 13_130, "2.5 %", 1, "reproduce.ending.with-a-p"),
            (2, 18_962, "3.6 %", 1, "reproduce.ending.with-an-r"),
            (3, 4041, "0.77 %", 2, "reproduce.ending.with-both"),
        ] {
            let what = Words::of(|lang| {
                let property = lang.say(property);
                say!(lang, "reproduce.ending.these-some-n-percent-all", property)
            });
            found.computed(what.clone(), sets, counts[i]);
            let share = 100.0 * counts[i] as f64 / of as f64;
            found.printed(Document::Slides, what, printed, format!("{share:.digits$} %"));
        }
        let totals: Vec<String> = summary.totals.iter().map(|t| t.total.to_string()).collect();
        found.open(
            Document::Slides,
            Words::of(|lang| lang.say("reproduce.ending.p-s-up-first-period").to_string()),
            "23325, 1050",
            format!(
                "{}, {}; {}, {}; {}, {}",
                totals[0], totals[1], totals[2], totals[3], totals[4], totals[5]
            ),
        );
        let what = Words::of(|lang| lang.say("reproduce.ending.n-max-preperiod-max-s").to_string());
        found.computed(what, "38079, 1050", format!("{}, {}", totals[4], totals[5]));
        let what = Words::of(|lang| lang.say("reproduce.ending.among-all-sets-p-r").to_string());
        let all = format!("{}, {}, {}", counts[4], counts[5], counts[6]);
        found.computed(what, "186425, 352518, 123941", all);
        Ok(found)
    },
};

pub(crate) const NORMALISED: Item = Item {
    id: "C22",
    command: "ishitori values sub:2,3 --end mod2:LR --to 12",
    run: |context| {
        let mut found = Findings::default();
        let run = context.values(normalised("sub:2,3", 12, "L=1,R=-1"))?;
        found.printed(
            Document::Slides,
            Words::same("{2,3}, n = 0 … 12"),
            "1, -1, 1*, +-1, {1*|-1}, 1, 0, 1*, {1|0}, {1*|0}, 1, 0, 1*",
            run.values.join(", "),
        );
        let what = Words::of(|lang| lang.say("reproduce.ending.period-from-2").to_string());
        found.printed(Document::Slides, what, "5, 5", cycle(run.period, run.preperiod)?);
        for (set, source, expected) in [
            ("sub:2,3", Source::Printed(Document::Slides), "0"),
            ("sub:4,5", Source::Computed, "8"),
        ] {
            let run = context.values(normalised(set, 0, "L=1,R=0"))?;
            let (Some(period), Some(preperiod)) = (run.period, run.preperiod) else {
                return Err("no period was proved".into());
            };
            let what =
                Words::of(|lang| say!(lang, "reproduce.ending.l-r-preperiod-period", set, period));
            found.compare(source, what, expected, preperiod);
        }
        not_periodic(&mut found, context)?;
        Ok(found)
    },
};

fn normalised(rule: &str, to: u64, terminal: &str) -> Json {
    json!({ "rule": rule, "end": PARITY, "to": to, "terminal": terminal, "limit": 400 })
}

/// S = {2,3,6}: v(9j+3) = v(9j+7) = T(2j), v(9j+6) = T(2j+1) with T0 = {1|-1}, T(k+1) = {1|1,T(k)}.
fn not_periodic(found: &mut Findings, context: &Context) -> Result<(), Failure> {
    const HEAPS: usize = 200;
    let run = context.values(normalised("sub:2,3,6", HEAPS as u64 - 1, "L=1,R=-1"))?;
    let mut family = vec![context.shown("{1|-1}")?];
    while family.len() <= 2 * HEAPS / 9 + 1 {
        family.push(context.shown(&format!("{{1|1,{}}}", family[family.len() - 1]))?);
    }
    let mut holds = run.values.len() == HEAPS;
    for j in 1.. {
        let at = [(9 * j + 3, 2 * j), (9 * j + 7, 2 * j), (9 * j + 6, 2 * j + 1)];
        if at[1].0 >= HEAPS {
            break;
        }
        holds &= at.iter().all(|&(n, k)| run.values[n] == family[k]);
    }
    found.holds(Words::of(|lang| say!(lang, "reproduce.ending.v-j-v-j-t", HEAPS)), holds);
    let mut distinct = family.clone();
    distinct.sort_unstable();
    distinct.dedup();
    found.holds(
        Words::of(|lang| lang.say("reproduce.ending.all-t-k-computed-different").to_string()),
        distinct.len() == family.len() && run.period.is_none(),
    );
    Ok(())
}

/// A period and where it begins.
fn cycle(period: Option<u64>, preperiod: Option<u64>) -> Result<String, Failure> {
    match (period, preperiod) {
        (Some(period), Some(preperiod)) => Ok(format!("{period}, {preperiod}")),
        _ => Err("no period was proved".into()),
    }
}

pub(crate) const SUMS: Item = Item {
    id: "C23",
    command: "ishitori explain sub:2,3 4+5 --end mod2:LR --sum score",
    run: |context| {
        let mut found = Findings::default();
        let outcome = |position: &str, sum: &str| -> Result<_, Failure> {
            let request =
                json!({ "rule": "sub:2,3", "position": position, "end": PARITY, "sum": sum });
            Ok(context.explain(request)?.outcome)
        };
        let (mut agree, mut differ) = (true, None);
        for a in 0..12 {
            let heap = a.to_string();
            agree &= outcome(&heap, "total")? == outcome(&heap, "score")?;
            for b in a..12 {
                let position = format!("{a}+{b}");
                let (total, score) = (outcome(&position, "total")?, outcome(&position, "score")?);
                if total != score && differ.is_none() {
                    differ = Some(format!("{position}: {total:?}, {score:?}"));
                }
            }
        }
        let what =
            Words::of(|lang| lang.say("reproduce.ending.one-heap-conventions-agree-n").to_string());
        found.holds(what, agree);
        let what = Words::of(|lang| {
            say!(
                lang,
                "reproduce.ending.several-they-do-first",
                clone = differ.clone().unwrap_or_default()
            )
        });
        found.holds(what, differ.is_some());
        Ok(found)
    },
};

pub(crate) const UNIFYING: Item = Item {
    id: "C27",
    command: "ishitori parity 0.77 --to 8 --heaps 3",
    run: |context| {
        let mut found = Findings::default();
        for (rule, largest, heaps) in
            [("0.77", 8, 3), ("0.07", 10, 3), ("sub:2,3", 10, 3), ("string", 9, 2)]
        {
            let check = context.parity(rule, largest, heaps)?;
            let what = Words::of(|lang| {
                say!(
                    lang,
                    "reproduce.ending.counterexamples-among-positions-most-heaps",
                    rule,
                    tested = check.tested,
                    heaps,
                    largest
                )
            });
            found.law(what, 0, u64::from(check.counterexample.is_some()));
        }
        Ok(found)
    },
};

fn word(set: &str, end: &str, count: usize, context: &Context) -> Result<String, Failure> {
    Ok(context.outcomes(set, end, count as u64 - 1)?.outcomes)
}
