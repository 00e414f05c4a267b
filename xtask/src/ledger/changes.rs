//! The reasons why figures were recorded again: the entries of `bench/ledger/changes.md`, the newest at the end.

use std::fmt::Write;

use super::figures::{Figure, Figures, grouped};
use super::verdict::Verdict;

/// A note for the file: the day, the reason, the jobs that are new, gone, or beyond the tolerance with old and new
/// figures, and how many others moved within it.
pub fn entry(day: &str, reason: &str, old: &Figures, new: &Figures) -> String {
    let mut rows = String::new();
    let mut within = 0;
    for (name, figure) in &new.of {
        let before = old.of.get(name).copied();
        match Verdict::of(before, *figure) {
            Verdict::Same if before == Some(*figure) => {}
            Verdict::Same => within += 1,
            _ => row(&mut rows, name, before, Some(*figure)),
        }
    }
    for (name, figure) in old.of.iter().filter(|(name, _)| !new.of.contains_key(*name)) {
        row(&mut rows, name, Some(*figure), None);
    }
    let mut text = format!("\n## {day}: {reason}\n\n");
    if !rows.is_empty() {
        let _ = write!(text, "| job | instructions | kB |\n|---|---|---|\n{rows}\n");
    }
    let _ = writeln!(text, "Within the tolerance: {within}.");
    text
}

/// Whether some figure got worse beyond the tolerance, which needs a reason.
pub fn needs_reason(old: &Figures, new: &Figures) -> bool {
    let worse = |(name, figure): (&String, &Figure)| {
        Verdict::of(old.of.get(name).copied(), *figure) == Verdict::Worse
    };
    new.of.iter().any(worse)
}

fn row(rows: &mut String, name: &str, old: Option<Figure>, new: Option<Figure>) {
    let both = |of: fn(Figure) -> u64| match (old.map(of), new.map(of)) {
        (Some(old), Some(new)) => format!("{} → {}", grouped(old), grouped(new)),
        (None, Some(new)) => format!("new: {}", grouped(new)),
        (Some(old), None) => format!("gone: {}", grouped(old)),
        (None, None) => String::new(),
    };
    let _ = writeln!(
        rows,
        "| {name} | {} | {} |",
        both(|figure| figure.instructions),
        both(|figure| figure.memory)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(rows: &[(&str, u64)]) -> Figures {
        let figure = |instructions| Figure { instructions, memory: 9000 };
        let of = rows.iter().map(|(name, count)| (name.to_string(), figure(*count))).collect();
        Figures { of, ..Figures::default() }
    }

    #[test]
    fn an_entry_says_what_moved() {
        let old = figures(&[("far", 1000), ("gone", 5), ("near", 1000), ("still", 7)]);
        let new = figures(&[("far", 2000), ("near", 1100), ("new", 6), ("still", 7)]);
        let text = entry("2026-11-18", "A reason", &old, &new);
        let expected = "\n## 2026-11-18: A reason\n\n| job | instructions | kB |\n|---|---|---|\n\
                        | far | 1_000 → 2_000 | 9_000 → 9_000 |\n| new | new: 6 | new: 9_000 |\n\
                        | gone | gone: 5 | gone: 9_000 |\n\nWithin the tolerance: 1.\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn only_what_is_worse_needs_a_reason() {
        let old = figures(&[("a", 1000)]);
        assert!(needs_reason(&old, &figures(&[("a", 1200)])));
        assert!(!needs_reason(&old, &figures(&[("a", 1100), ("b", 9)])));
        assert!(!needs_reason(&old, &figures(&[("a", 500)])));
    }
}
