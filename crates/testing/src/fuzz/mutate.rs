//! Inputs of a target that were changed a little, for machines without a fuzzer: numbers at the edges of
//! words, bytes and pieces in other places.

use std::path::Path;
use std::time::{Duration, Instant};

/// Numbers at which arithmetic of 31, 32, 40, 53, 62, 63 and 64 bits goes wrong.
const EDGES: [u64; 16] = [
    0,
    1,
    0xFFFF,
    (1 << 31) - 1,
    1 << 31,
    (1 << 32) - 1,
    1 << 32,
    1 << 40,
    1 << 53,
    1 << 62,
    (1 << 63) - 1,
    1 << 63,
    (1 << 63) + 1,
    u64::MAX - 1,
    u64::MAX,
    1 << 61,
];

/// A sequence of numbers without a pattern.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

/// Hands changed inputs of a folder to a target: some hundreds, or for as many seconds as
/// `ISHITORI_FUZZ_SECONDS` says. What is wrong is named before the target sees it.
pub fn run_mutated(seeds: &Path, run: fn(&[u8])) {
    let seconds = std::env::var("ISHITORI_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let time = seconds.map(Duration::from_secs);
    let mut files: Vec<_> = std::fs::read_dir(seeds)
        .expect("seeds")
        .map(|entry| std::fs::read(entry.expect("a file").path()).expect("a file"))
        .collect();
    files.sort();
    let salt = time.map_or(0, |_| std::process::id().into());
    let (mut random, started) = (Random(0x9E37_79B9_7F4A_7C15 ^ salt), Instant::now());
    for round in 0_u64.. {
        if time.map_or(round == 400, |time| started.elapsed() > time) {
            println!("{round} inputs");
            break;
        }
        let mut input = files[random.below(files.len())].clone();
        for _ in 0..=random.below(3) {
            change(&mut input, &files, &mut random);
        }
        let result = std::panic::catch_unwind(|| run(&input));
        if result.is_err() {
            let path = std::env::temp_dir().join(format!("ishitori-found-{round}"));
            std::fs::write(&path, &input).expect("a file");
            panic!("{} is kept in {}", String::from_utf8_lossy(&input), path.display());
        }
    }
}

fn change(input: &mut Vec<u8>, files: &[Vec<u8>], random: &mut Random) {
    let at = random.below(input.len());
    let edge = EDGES[random.below(EDGES.len())];
    match random.below(7) {
        0 | 1 => {
            let width = [8, 4, 2][random.below(3)].min(input.len() - at);
            input[at..at + width].copy_from_slice(&edge.to_le_bytes()[..width]);
        }
        2 | 3 => {
            // A number in a text.
            let digits = |byte: &u8| byte.is_ascii_digit();
            let Some(start) = (at..input.len()).find(|&i| digits(&input[i])) else { return };
            let end = (start..input.len()).find(|&i| !digits(&input[i])).unwrap_or(input.len());
            input.splice(start..end, edge.to_string().into_bytes());
        }
        4 => input[at..].iter_mut().take(1).for_each(|byte| *byte = edge as u8 ^ 0x5A),
        5 => input.truncate(at),
        _ => {
            let other = &files[random.below(files.len())];
            let from = random.below(other.len());
            let piece = &other[from..(from + random.below(64)).min(other.len())];
            input.splice(at..at, piece.iter().copied());
        }
    }
}
