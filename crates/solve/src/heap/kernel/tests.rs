//! The kernels of every instruction set against the definition.

use ishitori_runtime::simd::Isa;

use super::*;

/// A linear congruential generator: numbers below `bound`.
fn random(state: &mut u64, bound: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize % bound
}

#[test]
fn every_instruction_set_fills_the_same_values() {
    let state = &mut 1;
    let cases: [(Width, usize, &[u32], usize, u32); 8] = [
        // Width, codes before, near offsets, more marks, reach.
        (Width::W16, 12, &[6, 10, 13, 29], 11, 900),
        (Width::W16, 14, &[4, 5, 7, 63], 9, 300),
        (Width::W16, 14, &[8, 9, 12, 15, 20, 40], 5, 300),
        (Width::W16, 16, &[5], 40, 300),
        (Width::W16, 16, &[1, 2], 12, 300),
        (Width::W128, 60, &[1, 3, 17], 150, 1500),
        (Width::W256, 140, &[1, 2, 5, 16, 33, 63], 1200, 3000),
        (Width::W256, 256, &[2, 40], 1000, 3000),
    ];
    for (width, codes, near, more, reach) in cases {
        let bound = codes.next_power_of_two();
        let mut marks: Vec<Mark> =
            near.iter().map(|&offset| Mark { offset, xor: random(state, bound) as u8 }).collect();
        marks.extend((0..more).map(|_| {
            let offset = 64 + random(state, reach as usize - 64) as u32;
            Mark { offset, xor: random(state, bound) as u8 }
        }));
        let (from, heaps) = (reach as usize + 100, 640);
        let before: Vec<u8> = (0..from).map(|_| random(state, codes) as u8).collect();
        let size = match width {
            Width::W16 => 16,
            Width::W128 => 128,
            _ => 256,
        };
        let mut right = before.clone();
        while right.len() < from + heaps {
            let at = right.len();
            let option = |m: &Mark| right[at - m.offset as usize] ^ m.xor;
            let options: Vec<u8> = marks.iter().map(option).collect();
            match (0..size).find(|&v| !options.contains(&(v as u8))) {
                Some(value) => right.push(value as u8),
                None => break,
            }
        }
        let reached = (right.len() - from) / STRIDE * STRIDE;
        for isa in Isa::available() {
            let mut values = before.clone();
            values.resize(from + heaps, 0);
            let found = fill(
                isa,
                width,
                &mut Fill {
                    values: &mut values,
                    parity: 0,
                    from,
                    to: from + heaps,
                    marks: &Marks::new(marks.clone()),
                    common: &[[u64::MAX; 4]; 2],
                    needs: None,
                },
            );
            // Without AVX-512 the smallest sets have 32 values.
            if size == 16 && right.len() < from + heaps && found > right.len() {
                assert!(found >= from + reached);
            } else {
                assert_eq!((found - from) / STRIDE * STRIDE, reached, "{isa:?} {width:?} {near:?}");
            }
            assert_eq!(values[..from + reached], right[..from + reached], "{isa:?} {width:?}");
        }
    }
}

#[test]
fn every_instruction_set_finds_the_same_witnesses() {
    let state = &mut 7;
    for (width, codes) in
        [(Width::W16, 16), (Width::W64, 50), (Width::W128, 90), (Width::W256, 200)]
    {
        let (from, to, chunks) = (1000, 1000 + 256, 4);
        let splits = [2u32, 5];
        let known: Vec<u8> = (0..to).map(|_| random(state, codes) as u8).collect();
        let parts: Vec<Option<u8>> = (0..=STRIDE * chunks)
            .map(|_| (random(state, 8) > 0).then(|| random(state, codes) as u8))
            .collect();
        let part = |chunk: usize, i: usize| parts[STRIDE * (chunk + 1) - i];
        let small: Vec<[u8; STRIDE]> = (0..chunks)
            .map(|chunk| std::array::from_fn(|i| part(chunk, i).unwrap_or(u8::MAX)))
            .collect();
        let common: Vec<u64> = (0..chunks)
            .map(|chunk| (0..STRIDE).fold(0, |s, i| s | u64::from(part(chunk, i).is_some()) << i))
            .collect();
        let needs: NeedTable = std::array::from_fn(|parity| {
            let below = |code: usize| {
                let mut set = [0; 4];
                (0..(code + parity).min(256)).for_each(|v| set[v / 64] |= 1 << (v % 64));
                set
            };
            (0..256).map(below).collect()
        });
        let all = splits.iter().flat_map(|&take| {
            let mark = move |(part, xor): (usize, &Option<u8>)| {
                xor.map(|xor| Mark { offset: take + part as u32, xor })
            };
            parts.iter().enumerate().skip(1).filter_map(mark)
        });
        let all: Vec<Mark> = all.collect();
        let some: Vec<Mark> = all.iter().copied().step_by(5).collect();
        let right = |witnesses: &[Mark]| -> Vec<Leftover> {
            let left = (from..to).map(|at| {
                let mut set = needs[at & 1][usize::from(known[at])];
                for m in witnesses {
                    let code = usize::from(known[at - m.offset as usize] ^ m.xor);
                    set[code / 64] &= !(1 << (code % 64));
                }
                (at, set)
            });
            left.filter(|&(_, set)| set != [0; 4]).collect()
        };
        assert!(!right(&all).is_empty() || codes < 64);
        for isa in Isa::available() {
            let job = VerifyCodes {
                codes: &known,
                parity: 0,
                from,
                to,
                witnesses: &some,
                needs: &needs,
                splits: &splits,
                small: &small,
                common: &common,
            };
            let expected = right(if finishes(isa) { &all } else { &some });
            assert_eq!(verify_codes(isa, width, &job), expected, "{isa:?} {width:?}");
        }
    }
}
