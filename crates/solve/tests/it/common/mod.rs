//! Grundy numbers by the definition, for rules written in Rust.

use std::collections::HashMap;

/// The positions that each option leads to, played as a sum.
pub type Options = Vec<Vec<Vec<i64>>>;

/// The definition, by recursion with a memo, for a rule written in Rust.
pub fn reference(
    rule: &dyn Fn(&[i64]) -> Options,
    position: &[i64],
    memo: &mut HashMap<Vec<i64>, u32>,
) -> u32 {
    if let Some(&known) = memo.get(position) {
        return known;
    }
    let values: Vec<u32> = rule(position)
        .iter()
        .map(|parts| parts.iter().fold(0, |sum, part| sum ^ reference(rule, part, memo)))
        .collect();
    let mex = (0..).find(|g| !values.contains(g)).expect("finitely many options");
    memo.insert(position.to_vec(), mex);
    mex
}
