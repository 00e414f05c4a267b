//! Test-only engines that make certificates. They share no code with the checker.

pub mod forging;
pub mod play;

use ishitori_certify::*;

/// The values of a game that leaves at most two heaps, by plain loops.
pub fn octal(digits: &[u32], count: usize) -> Vec<u32> {
    let mut g: Vec<u32> = Vec::new();
    let mut seen: Vec<usize> = vec![usize::MAX; 1 << 12];
    for n in 0..count {
        for (d, digit) in digits.iter().enumerate().filter(|(d, _)| *d <= n) {
            if digit & 1 != 0 && n == d {
                seen[0] = n;
            }
            if digit & 2 != 0 && n > d {
                seen[g[n - d] as usize] = n;
            }
            if digit & 4 != 0 {
                for a in 1..=(n - d) / 2 {
                    seen[(g[a] ^ g[n - d - a]) as usize] = n;
                }
            }
        }
        g.push(seen.iter().position(|&m| m != n).unwrap() as u32);
    }
    g
}

/// The values of a game that leaves any number of heaps, by plain loops.
pub fn take_and_break(digits: &[u32], count: usize) -> Vec<u32> {
    let parts = (2..32).filter(|j| digits.iter().any(|d| d >> j & 1 != 0)).max().unwrap_or(1);
    let mut g: Vec<u32> = Vec::new();
    // sums[j][m]: the values of j heaps with m tokens in all.
    let mut sums: Vec<Vec<Vec<u32>>> = vec![Vec::new(); parts + 1];
    for n in 0..count {
        for j in 0..=parts {
            let mut values = match j {
                0 => vec![0; (n == 0) as usize],
                1 => Vec::new(),
                _ => (1..n)
                    .flat_map(|a| sums[j - 1][n - a].iter().map(|v| v ^ g[a]).collect::<Vec<_>>())
                    .collect(),
            };
            values.sort_unstable();
            values.dedup();
            sums[j].push(values);
        }
        let mut seen = vec![false; 1 << 12];
        for (d, digit) in digits.iter().enumerate().filter(|(d, _)| *d <= n) {
            for j in (0..=parts).filter(|j| digit >> j & 1 != 0) {
                sums[j][n - d].iter().for_each(|&v| seen[v as usize] = true);
            }
        }
        g.push(seen.iter().position(|&s| !s).unwrap() as u32);
        sums[1][n] = vec![g[n]; (n > 0) as usize];
    }
    g
}

/// A certificate of an arithmetic period of a hexadecimal game, with space for T ≥ 3g.
pub fn arithmetic(digits: &[u32], claim: GrundyPeriod, multiple: u64) -> Certificate {
    let rule = Rule::take_and_break(digits);
    let proved_period = multiple * claim.period;
    let parts = digits.iter().map(|d| d.checked_ilog2().unwrap_or(0) as u64).max().unwrap();
    let start = parts * claim.preperiod.max(1) + 5 * parts * proved_period + digits.len() as u64;
    let proof = Proof::Arithmetic(Arithmetic { proved_period, start });
    Certificate::new(rule, Claim::GrundyPeriod(claim), proof)
}

/// The values of a subtraction game whose moves are given by a predicate.
pub fn subtraction(count: usize, allowed: impl Fn(u64) -> bool) -> Vec<u32> {
    let mut g: Vec<u32> = Vec::new();
    for n in 0..count {
        let mut options: Vec<u32> =
            (0..n).filter(|&m| allowed((n - m) as u64)).map(|m| g[m]).collect();
        options.sort_unstable();
        options.dedup();
        let mex = options.iter().enumerate().take_while(|&(i, &v)| i as u32 == v).count();
        g.push(mex as u32);
    }
    g
}

/// The least (preperiod, period) of values that repeat with the saltus from the middle on.
pub fn find_period(g: &[u32]) -> Option<(u64, u64, u64)> {
    let half = g.len() / 2;
    for p in 1..half {
        let s = g[half + p] as i64 - g[half] as i64;
        let fits = |n: usize| g[n + p] as i64 == g[n] as i64 + s;
        if s >= 0 && (half..g.len() - p).all(fits) {
            let n0 = (0..half).rev().find(|&n| !fits(n)).map_or(0, |n| n + 1);
            return Some((n0 as u64, p as u64, s as u64));
        }
    }
    None
}

/// The full claim about values that have the given period.
pub fn claim(g: &[u32], (preperiod, period, saltus): (u64, u64, u64)) -> GrundyPeriod {
    let zeros: Vec<u32> = g.iter().map(|&v| (v == 0) as u32).collect();
    let max = *g[..(preperiod + period) as usize].iter().max().unwrap();
    let (zero_start, zero_period, _) = find_period(&zeros).unwrap();
    GrundyPeriod {
        preperiod,
        period,
        saltus,
        least: true,
        max_value: (saltus == 0).then_some(max as u64),
        win_lose: Some(WinLosePeriod { preperiod: zero_start, period: zero_period }),
    }
}

/// The mask and position flag with the fewest rare heaps in the second half of the values.
pub fn best_mask(digits: &[u32], g: &[u32]) -> (u64, bool) {
    let splits: Vec<usize> = (0..digits.len()).filter(|&d| digits[d] & 4 != 0).collect();
    let one_parity = splits.iter().all(|d| d % 2 == splits[0] % 2);
    let bits = g.iter().fold(1, |a, &v| a | v).ilog2() + 1;
    let mut histogram = vec![[0_u32; 2]; 1 << bits];
    for n in g.len() / 2..g.len() {
        histogram[g[n] as usize][(n + splits[0]) % 2] += 1;
    }
    let rares = |mask: usize, position: bool| -> u32 {
        (0..histogram.len())
            .map(|v| {
                let even = (v & mask).count_ones().is_multiple_of(2);
                let [a, b] = histogram[v];
                (if even { a } else { 0 }) + (if even != position { b } else { 0 })
            })
            .sum()
    };
    (1..1 << bits)
        .flat_map(|m| [(m, false), (m, true)])
        .filter(|&(_, position)| one_parity || !position)
        .min_by_key(|&(m, position)| rares(m, position))
        .map(|(m, position)| (m as u64, position))
        .unwrap()
}

/// A window certificate; what the caller does not know (the rares) is learnt from the rejection.
pub fn window(
    digits: &[u32],
    claim: GrundyPeriod,
    mask: (u64, bool),
    reach: u64,
    q: u64,
) -> Certificate {
    let w = reach + digits.len() as u64 + 1;
    let mut data = Window {
        mask: mask.0,
        position: mask.1,
        reach,
        start: (2 * w + 1).max(claim.preperiod + w),
        proved_period: q,
        rare_count: 0,
        last_rare: 0,
    };
    let make = |data: &Window| {
        Certificate::new(
            Rule::take_and_break(digits),
            Claim::GrundyPeriod(claim.clone()),
            Proof::Window(data.clone()),
        )
    };
    if let Why::Rejected(Rejection::Rares { count, last }) = check(&make(&data).to_json()).why {
        (data.rare_count, data.last_rare) = (count, last);
    }
    make(&data)
}
