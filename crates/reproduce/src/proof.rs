//! The proof of a part of conjecture 7 in the paper on chocolate games, set by set.
//!
//! For k = 3 the paper proves G({6m, 18m+6s+1}) = 15m+6s+1 by listing the Grundy numbers of all options, in the
//! sets (14) to (32). Here each set is computed from the table of the bar, for many m and s.

use ishitori_words::say;
use std::collections::BTreeSet;

use ishitori_answers::box_table::Cell;

use crate::chocolate::value;
use crate::{Context, Document, Failure, Findings, Item, Misprint, Words};

/// The sets are computed for m up to this and s from m on, the condition of the case, to m + 3.
const MOST: i64 = 5;
const MORE: i64 = 3;

type Numbers = BTreeSet<i64>;

/// The Grundy numbers of the options of {6m, 18m+6s+1}, by the numbers of the formulas in the paper.
struct Sets {
    m: i64,
    s: i64,
    /// (14): z stays.
    s14: Numbers,
    /// (19): y stays, z is even, at most 12m+6s.
    s19: Numbers,
    /// (20): y stays, z is odd, from 24m+1 on.
    s20: Numbers,
    /// (21): y stays, z is odd, below 24m.
    s21: Numbers,
    /// (22), (23), (24): y becomes less, z = 3y+2, 3y, 3y+1.
    s22: Numbers,
    s23: Numbers,
    s24: Numbers,
}

impl Sets {
    fn new(table: &[Vec<Cell>], m: i64, s: i64) -> Result<Sets, Failure> {
        let g = |y: i64, z: i64| -> Result<i64, Failure> {
            Ok(value(table, usize::try_from(y)?, usize::try_from(z)?)?.into())
        };
        let all = |positions: Vec<(i64, i64)>| -> Result<Numbers, Failure> {
            positions.into_iter().map(|(y, z)| g(y, z)).collect()
        };
        let (y, z) = (6 * m, 18 * m + 6 * s + 1);
        let stays = |z: &mut dyn Iterator<Item = i64>| z.map(|z| (y, z)).collect::<Vec<_>>();
        let less = |rest: i64| (0..6 * m).map(|y| (y, 3 * y + rest)).collect::<Vec<_>>();
        Ok(Sets {
            m,
            s,
            s14: all((0..y).map(|y| (y, z)).collect())?,
            s19: all(stays(&mut (18 * m..=12 * m + 6 * s).step_by(2)))?,
            s20: all(stays(&mut (24 * m + 1..18 * m + 6 * s).step_by(2)))?,
            s21: all(stays(&mut (18 * m + 1..24 * m).step_by(2)))?,
            s22: all(less(2))?,
            s23: all(less(0))?,
            s24: all(less(1))?,
        })
    }

    /// (25), (30) and (31), each with the range that it should be.
    fn identities(&self) -> [(Numbers, Numbers); 3] {
        let Sets { m, s, .. } = *self;
        let high = |set: &Numbers| set.iter().copied().filter(|&g| g > 14 * m).collect::<Numbers>();
        let low = |set: &Numbers| set.iter().copied().filter(|&g| g <= 14 * m).collect::<Numbers>();
        let unite =
            |sets: &[&Numbers]| sets.iter().copied().flatten().copied().collect::<Numbers>();
        [
            (unite(&[&self.s19, &self.s20]), (21 * m..=15 * m + 6 * s).collect()),
            (
                unite(&[&self.s21, &high(&self.s22), &high(&self.s23)]),
                (14 * m + 1..21 * m).collect(),
            ),
            (unite(&[&self.s24, &low(&self.s22), &low(&self.s23)]), (0..=14 * m).collect()),
        ]
    }
}

/// The last numbers of a set, decreasing.
fn tail(set: &Numbers) -> String {
    let last: Vec<String> = set.iter().take(4).rev().map(i64::to_string).collect();
    last.join(", ")
}

pub(crate) const PROOF: Item = Item {
    id: "D35",
    command: "ishitori table chocolate:3 --to 10,30",
    run: |context: &Context| {
        let mut found = Findings::default();
        let last = 18 * MOST + 6 * (MOST + MORE) + 1;
        let corner = [6 * MOST as u32, last as u32];
        let table = context.table("chocolate:3", &corner)?;
        let mut wrong = [0_u64; 5];
        let mut cases = 0_u64;
        for m in 1..=MOST {
            for s in m..=m + MORE {
                let sets = Sets::new(&table, m, s)?;
                cases += 1;
                let computed = value(&table, 6 * m as usize, (18 * m + 6 * s + 1) as usize)?;
                let value = 15 * m + 6 * s + 1;
                wrong[0] += u64::from(i64::from(computed) != value);
                let mut below = Numbers::new();
                for (at, (union, range)) in sets.identities().into_iter().enumerate() {
                    wrong[1 + at] += u64::from(union != range);
                    below.extend(union);
                }
                // (32), and (14) is above it.
                let all = below == (0..value).collect();
                wrong[4] += u64::from(!all || sets.s14.iter().any(|&g| g <= value));
            }
        }
        for (at, formulas) in [
            Words::same("(13): G({6m, 18m+6s+1}) = 15m+6s+1"),
            Words::same("(25) = (19) ∪ (20)"),
            Words::same("(30) = (21) ∪ (26) ∪ (28)"),
            Words::same("(31) = (24) ∪ (27) ∪ (29)"),
            Words::of(|lang| lang.say("reproduce.proof.union-and-larger").to_string()),
        ]
        .into_iter()
        .enumerate()
        {
            let what = Words::of(|lang| {
                let formulas = formulas.text(lang);
                say!(
                    lang,
                    "reproduce.proof.exceptions-among-pairs-m-m",
                    formulas,
                    cases,
                    MOST,
                    MORE
                )
            });
            found.law(what, 0, wrong[at]);
        }
        let one = Sets::new(&table, 1, 1)?;
        let two = Sets::new(&table, 2, 2)?;
        let low: Numbers = two.s22.iter().copied().filter(|&g| g <= 28).collect();
        let misprint = |place: &str, printed: &str, correct: &str, why: Words| Misprint {
            place: Words::of(|lang| say!(lang, "reproduce.proof.chocolate-games-proof-k", place)),
            printed: Words::same(printed),
            correct: Words::same(correct),
            counterexample: why,
        };
        let what = Words::of(|lang| lang.say("reproduce.proof.tail-m").to_string());
        found.computed(what, "13, 9, 6, 2", tail(&low));
        found.misprints.push(misprint(
            "(27)",
            "{14m-1, 14m-5, 14m-8, …, 11, 7, 4, 0}",
            "{14m-1, 14m-5, 14m-8, …, 13, 9, 6, 2}",
            Words::of(|lang| say!(lang, "reproduce.proof.m-set-ends-tail", low = tail(&low))),
        ));
        let residues: Numbers = two.s21.iter().map(|g| g % 7).collect();
        let shown: Vec<String> = residues.iter().map(i64::to_string).collect();
        let what = Words::of(|lang| lang.say("reproduce.proof.residues-modulo").to_string());
        found.computed(what, "1, 3, 5", shown.join(", "));
        found.misprints.push(misprint(
            "(21)",
            "7t+5, 7t+1",
            "7t+5, 7t+3, 7t+1",
            Words::of(|lang| say!(lang, "reproduce.proof.m", s21 = format_args!("{:?}", one.s21))),
        ));
        let printed: Numbers = {
            let [_, (s30, _), (s31, _)] = one.identities();
            one.s21.iter().copied().chain(s30).chain(s31).collect()
        };
        let whole = (0..=21).collect::<Numbers>();
        let what = Words::of(|lang| lang.say("reproduce.proof.m-s-lacks").to_string());
        let lacking: Vec<String> = whole.difference(&printed).map(i64::to_string).collect();
        found.computed(what, "21", lacking.join(", "));
        found.misprints.push(misprint(
            "(32)",
            "(21) ∪ (30) ∪ (31)",
            "(25) ∪ (30) ∪ (31)",
            Words::of(|lang| {
                say!(lang, "reproduce.proof.m-s-printed-union-lacks", lacking = lacking.join(", "))
            }),
        ));
        let even = value(&table, 4, 25)?;
        found.printed(Document::Chocolate, Words::same("G({6m-2, 18m+6s+1}), m = s = 1"), 23, even);
        found.misprints.push(misprint(
            "(14)",
            "y even: (8), y odd: (9)",
            "y even: (9), y odd: (8)",
            Words::of(|lang| say!(lang, "reproduce.proof.g-y-even-p-q", even)),
        ));
        Ok(found)
    },
};
