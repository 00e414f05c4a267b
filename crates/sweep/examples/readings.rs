//! An open figure of the slides on ending-partizan Nim: for the sets with 2 ∈ S and max S ≤ 21, "up to the first
//! period" 23325 P's appear, all but 1050 of which are P-positions of normal play. Which heaps of which sets were counted?
//!
//! This program tries readings one by one: a family of sets, the first heap and the end of the heaps that count, and
//! a bound on a number that belongs to a set (a search for periods may have been given up somewhere). It prints
//! every reading that gives one of the two numbers without a bound, every one that gives both, and how many were
//! tried. Outcomes and Grundy numbers are computed here from their definitions, so that the counts of `ishitori sweep`
//! are compared with code that has nothing in common with it.
//!
//! `cargo run --release --example readings -p ishitori-sweep -- [MAX]` takes about a minute for MAX = 21.

use std::collections::HashMap;

const WANTED: (u64, u64) = (23325, 1050);
/// Bounds on the numbers of a set are tried below this; what is larger counts as this.
const CUTS: usize = 260;

/// The period and the preperiod.
#[derive(Clone, Copy)]
struct Cycle {
    preperiod: usize,
    period: usize,
}

/// Bit 0: Left wins moving first, bit 1: Right does; the end is won by Left where n is even.
fn outcome(n: usize, before: &[u8], set: &[usize]) -> u8 {
    if n < set[0] {
        return 1 + (n % 2) as u8;
    }
    let options = || set.iter().filter(|&&s| s <= n).map(|s| before[n - s]);
    u8::from(options().any(|o| o & 2 == 0)) | u8::from(options().any(|o| o & 1 == 0)) << 1
}

fn grundy(n: usize, before: &[u8], set: &[usize]) -> u8 {
    let options = set.iter().filter(|&&s| s <= n).map(|s| before[n - s]);
    (!options.fold(0_u32, |seen, g| seen | 1 << g)).trailing_zeros() as u8
}

/// Values until the last max S of them come back, which proves the period.
fn sequence(set: &[usize], value: fn(usize, &[u8], &[usize]) -> u8) -> (Vec<u8>, Cycle) {
    let width = set[set.len() - 1];
    let (mut values, mut seen) = (Vec::new(), HashMap::new());
    loop {
        let n = values.len();
        values.push(value(n, &values, set));
        if values.len() < width {
            continue;
        }
        // At most 21 values below 32: 105 bits.
        let window =
            values[values.len() - width..].iter().fold(0_u128, |w, &v| w << 5 | u128::from(v));
        if let Some(earlier) = seen.insert(window, values.len()) {
            let period = values.len() - earlier;
            let mut preperiod = earlier - width;
            while preperiod > 0 && values[preperiod - 1] == values[preperiod - 1 + period] {
                preperiod -= 1;
            }
            return (values, Cycle { preperiod, period });
        }
    }
}

fn at(values: &[u8], cycle: Cycle, n: usize) -> u8 {
    let place = || cycle.preperiod + (n - cycle.preperiod) % cycle.period;
    *values.get(n).unwrap_or_else(|| &values[place()])
}

type Named<T> = Vec<(&'static str, T)>;

/// Everything that a reading may ask about a set.
struct Facts {
    families: Named<bool>,
    starts: Named<usize>,
    ends: Named<usize>,
    bounds: Named<usize>,
    /// Below n: how many P's, how many of them no P-positions of normal play.
    up_to: Vec<(u64, u64)>,
}

fn facts(set: &[usize]) -> Facts {
    let (outcomes, o) = sequence(set, outcome);
    let (numbers, g) = sequence(set, grundy);
    let (n0, p, m0, q, max) = (o.preperiod, o.period, g.preperiod, g.period, set[set.len() - 1]);
    let is = |n: usize, wanted: u8| at(&outcomes, o, n) == wanted;
    let round = 2..n0 + p + 2;
    let (has_p, has_r) = (round.clone().any(|n| is(n, 0)), round.clone().any(|n| is(n, 2)));
    let (repeats, divides) = (p >= 2, p >= 2 && q.is_multiple_of(p));
    let carret = (0..n0 + p).all(|n| !is(n, 2) || at(&numbers, g, n) == 0);
    let families = vec![
        ("all", true),
        ("period >= 2 and divides", divides),
        ("period >= 2", repeats),
        ("divides, also 1", q.is_multiple_of(p)),
        ("period >= 2, not divides", repeats && !q.is_multiple_of(p)),
        ("has_P", has_p),
        ("divides and has_P", divides && has_p),
        ("divides and has_R", divides && has_r),
        ("divides and not has_R", divides && !has_r),
        ("periods equal, >= 2", repeats && p == q),
        ("divides and less", divides && p < q),
        ("divides and purely periodic", divides && n0 == 0),
        ("divides, Grundy purely periodic", divides && m0 == 0),
        ("divides, tail within Grundy's", divides && n0 <= m0),
        ("divides and carret", divides && carret),
    ];
    let both = n0.max(m0);
    let starts = vec![
        ("0", 0),
        ("2", 2),
        ("n0", n0),
        ("max(n0,2)", n0.max(2)),
        ("m0", m0),
        ("max", max),
        ("max+1", max + 1),
        ("max(n0,max)", n0.max(max)),
        ("max(m0,max)", m0.max(max)),
        ("max(n0,m0)", both),
        ("max(n0,m0,max)", both.max(max)),
        ("p", p),
        ("n0+p", n0 + p),
    ];
    let ends = vec![
        ("p-1", p - 1),
        ("p", p),
        ("p+1", p + 1),
        ("p+2", p + 2),
        ("2p", 2 * p),
        ("3p", 3 * p),
        ("n0", n0),
        ("n0+p-1", n0 + p - 1),
        ("n0+p", n0 + p),
        ("n0+p+1", n0 + p + 1),
        ("max(n0,2)+p", n0.max(2) + p),
        ("n0+2p", n0 + 2 * p),
        ("n0+3p", n0 + 3 * p),
        ("n0+p+max", n0 + p + max),
        ("m0+p", m0 + p),
        ("max+p", max + p),
        ("max(n0,max)+p", n0.max(max) + p),
        ("max(n0,m0)+p", both + p),
        ("max(n0,m0,max)+p", both.max(max) + p),
        ("q", q),
        ("q+1", q + 1),
        ("q+2", q + 2),
        ("2q", 2 * q),
        ("n0+q", n0 + q),
        ("m0+q", m0 + q),
        ("m0+q+1", m0 + q + 1),
        ("m0+2q", m0 + 2 * q),
        ("max+q", max + q),
        ("max(n0,m0)+q", both + q),
        ("max(m0,max)+q", m0.max(max) + q),
        ("max", max),
        ("2max", 2 * max),
        ("21", 21),
        ("30", 30),
        ("40", 40),
        ("50", 50),
        ("51", 51),
        ("60", 60),
        ("100", 100),
        ("101", 101),
        ("200", 200),
    ];
    let odd = set.iter().filter(|&s| s % 2 == 1).count();
    let bounds = vec![
        ("p", p),
        ("n0", n0),
        ("n0+p", n0 + p),
        ("q", q),
        ("m0", m0),
        ("m0+q", m0 + q),
        ("|S|", set.len()),
        ("max", max),
        ("second number", set[1]),
        ("odd numbers", odd),
        ("q/p", q / p),
    ];
    let last = ends.iter().map(|end| end.1).max().unwrap_or(0);
    let mut up_to = vec![(0, 0)];
    for n in 0..last {
        let (mut all, mut strange) = up_to[n];
        if is(n, 0) {
            all += 1;
            strange += u64::from(at(&numbers, g, n) != 0);
        }
        up_to.push((all, strange));
    }
    Facts { families, starts, ends, bounds, up_to }
}

/// For each family, start and end: the two counts of all sets, and of those with each number.
#[derive(Default)]
struct Counts {
    total: (u64, u64),
    by: Vec<Vec<(u64, u64)>>,
}

fn main() {
    let max = std::env::args().nth(1).map_or(Ok(21), |text| text.parse::<usize>());
    let Some(max) = max.ok().filter(|max| (3..=21).contains(max)) else {
        eprintln!("MAX is a number from 3 to 21");
        std::process::exit(2);
    };
    let mut counts: Vec<Counts> = Vec::new();
    let (mut names, mut sizes) = (None, Vec::new());
    for bits in 1..1_u32 << (max - 2) {
        let mut set = vec![2];
        set.extend((3..=max).filter(|s| bits >> (s - 3) & 1 == 1));
        let facts = facts(&set);
        let (starts, ends) = (facts.starts.len(), facts.ends.len());
        counts.resize_with(facts.families.len() * starts * ends, Counts::default);
        sizes.resize(facts.families.len(), 0_u64);
        for (f, _) in facts.families.iter().enumerate().filter(|(_, family)| family.1) {
            sizes[f] += 1;
            for (s, start) in facts.starts.iter().enumerate() {
                for (e, end) in facts.ends.iter().enumerate().filter(|(_, end)| end.1 > start.1) {
                    let (from, to) = (facts.up_to[start.1], facts.up_to[end.1]);
                    if from.0 == to.0 {
                        continue;
                    }
                    let add = |count: &mut (u64, u64)| {
                        count.0 += to.0 - from.0;
                        count.1 += to.1 - from.1;
                    };
                    let counts = &mut counts[(f * starts + s) * ends + e];
                    add(&mut counts.total);
                    counts.by.resize_with(facts.bounds.len(), || vec![(0, 0); CUTS]);
                    for (cells, bound) in counts.by.iter_mut().zip(&facts.bounds) {
                        add(&mut cells[bound.1.min(CUTS - 1)]);
                    }
                }
            }
        }
        names = Some(facts);
    }
    let names = names.expect("there are sets");
    for (family, size) in names.families.iter().zip(&sizes) {
        println!("{size:7} sets: {}", family.0);
    }
    let (mut tried, mut one, mut both) = (0_u64, 0_u64, 0_u64);
    for (i, counts) in counts.iter().enumerate() {
        let (rest, e) = (i / names.ends.len(), i % names.ends.len());
        let (f, s) = (rest / names.starts.len(), rest % names.starts.len());
        let heaps =
            format!("{}: {} <= n < {}", names.families[f].0, names.starts[s].0, names.ends[e].0);
        tried += 1;
        if counts.total == WANTED {
            both += 1;
            println!("both: {heaps}");
        } else if counts.total.0 == WANTED.0 || counts.total.1 == WANTED.1 {
            one += 1;
            println!("one: {heaps}: {} and {}", counts.total.0, counts.total.1);
        }
        for (cells, bound) in counts.by.iter().zip(&names.bounds) {
            // Another bound is another reading only where it leaves something out.
            for low in (0..CUTS).filter(|&low| cells[low].0 > 0) {
                let mut sum = (0, 0);
                for (high, cell) in
                    cells.iter().enumerate().skip(low).filter(|(_, cell)| cell.0 > 0)
                {
                    sum = (sum.0 + cell.0, sum.1 + cell.1);
                    tried += 1;
                    if sum == WANTED && sum != counts.total {
                        both += 1;
                        println!("both: {heaps}, {low} <= {} <= {high}", bound.0);
                    }
                }
            }
        }
    }
    println!(
        "{tried} readings tried; {both} give both numbers, {one} more give one of them without a bound"
    );
}
