//! Formulas for P-positions that an automaton may stand for.

use ishitori_automata::{Automaton, Decision, Proof, prove};
use ishitori_language::{Formula, TextGame};

use crate::Context;

/// Numbers added before a nim-sum, at most.
const MOST_ADDED: u64 = 2;
/// The largest modulus.
const MOST_MODULUS: i64 = 128;

/// A formula that is proved.
pub(super) struct ProvedFormula {
    pub text: String,
    pub formula: Formula,
    pub proof: Box<Proof>,
}

/// A formula that is proved for the P-positions of a game, of which an automaton is known: a
/// nim-sum with shifts, or residues of a single number. The cost is that of one proof.
pub(super) fn formula_for(
    game: &TextGame,
    lost: &Automaton,
    context: &Context,
) -> Option<ProvedFormula> {
    let coordinates = game.coordinates();
    let text = match coordinates {
        [name] => residues(name, lost)?,
        names => nim_sum(names, lost, game)?,
    };
    let formula = game.formula(&text).ok()?;
    match prove(game, &formula, &context.budget, &mut |_| {}) {
        Decision::Proved(proof) => Some(ProvedFormula { text, formula, proof }),
        _ => None,
    }
}

/// The residues of the P-positions, if they repeat from 0 on.
fn residues(name: &str, lost: &Automaton) -> Option<String> {
    let holds: Vec<bool> = (0..4 * MOST_MODULUS).map(|n| lost.contains(&[(0, n)])).collect();
    let modulus = (1..=MOST_MODULUS as usize)
        .find(|&m| (0..holds.len() - m).all(|n| holds[n] == holds[n + m]))?;
    let all: Vec<String> = (0..modulus).filter(|&r| holds[r]).map(|r| r.to_string()).collect();
    match all.as_slice() {
        [] => None,
        [one] => Some(format!("{name} mod {modulus} = {one}")),
        several => Some(format!("{name} mod {modulus} in {{{}}}", several.join(", "))),
    }
}

/// A nim-sum of coordinates with numbers added that is constant on P-positions and nowhere else, as
/// far as a small table goes.
fn nim_sum(names: &[String], lost: &Automaton, game: &TextGame) -> Option<String> {
    let width = names.len() as u32;
    let side: i64 = if width == 2 { 24 } else { 10 };
    if width > 4 {
        return None;
    }
    let mut machine = game.machine();
    let mut cells: Vec<(Vec<i64>, bool)> = Vec::new();
    for code in 0..side.pow(width) {
        let at: Vec<i64> = (0..width).map(|i| code / side.pow(i) % side).collect();
        if machine.contains(&at).ok()? {
            let numbers: Vec<(u32, i64)> = (0..).zip(at.iter().copied()).collect();
            cells.push((at, lost.contains(&numbers)));
        }
    }
    let choices = MOST_ADDED + 1;
    for code in 0..choices.pow(width) {
        let added: Vec<i64> =
            (0..width).map(|i| (code / choices.pow(i) % choices) as i64).collect();
        let sum = |at: &[i64]| at.iter().zip(&added).fold(0, |sum, (x, a)| sum ^ (x + a));
        let constant = cells.iter().find(|(_, lost)| *lost).map(|(at, _)| sum(at))?;
        if cells.iter().all(|(at, lost)| (sum(at) == constant) == *lost) {
            let terms = names.iter().zip(&added).map(|(name, added)| match added {
                0 => name.clone(),
                added => format!("({name} + {added})"),
            });
            let terms: Vec<String> = terms.collect();
            return Some(format!("{} = {constant}", terms.join(" xor ")));
        }
    }
    None
}
