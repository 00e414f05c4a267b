//! Bases other than 2, in which an automaton of a document may read numbers.
//!
//! A base b ≥ 3 has the weights bⁿ and the digits 0 to b − 1. A continued fraction [0; a₁, a₂, …] has the weights q₀ = 1, q₁ =
//! a₁, qₙ₊₁ = aₙ₊₁qₙ + qₙ₋₁; every number ≥ 0 is Σ bₙ₊₁qₙ in exactly one way with 0 ≤ bₙ₊₁ ≤ aₙ₊₁, b₁ < a₁ and bₙ = 0 if bₙ₊₁ = aₙ₊₁
//! (A. Ostrowski 1922). `ostrowski:[0;a,b]` has the quotients a, b, a, b, …, and `pell` is `ostrowski:[0;2]`. `fibonacci` has a₁ = 2 and then only 1: q = 1,
//! 2, 3, 5, 8, …, no two neighbouring digits 1 (E. Zeckendorf 1972).
//!
//! A word is a letter of signs (1: negative; 0 is not negative) and then the digits of the absolute value, the most significant first. A
//! digit at a place whose largest digit is m has as many bits as m, one for each letter. The places of one period are a block; words have whole blocks, and
//! blocks of zeros may stand before a number.
//!
//! **Forms.** Let q be the weight of the place that was read last and q′ the one below it (what stands for q₋₁ in the end is `before`). What was read of Σ aᵢxᵢ is x·q +
//! y·q′; before the next digit it is (ax + y)·q′ + x·q″ by the recursion of the weights. The digits that follow make at most q − 1 of each
//! number, since numbers below q are those that are written below its place. As 0 ≤ q′ ≤ q, the whole is at least
//! (x + min(y, 0) − N)·q + N and at most (x + max(y, 0) + P)·q − P, with P and N the sums of the positive, and of the negative, coefficients after the signs.
//! So it is above c if x + min(y, 0) − N ≥ 0 and x + min(y, 0) > c, and below c if x + max(y, 0) + P ≤ 0 and x + max(y, 0) < c.

#![warn(clippy::arithmetic_side_effects)]

use std::collections::HashSet;

use super::data::AutomatonData;
use super::form::Form;
use crate::condition::Condition;
use crate::limits::Meter;
use crate::verdict::Rejection;

/// The largest base and the largest quotient.
const LARGEST_QUOTIENT: i64 = 255;
/// The most quotients that repeat.
const LONGEST_PERIOD: usize = 8;

/// One letter of a block.
struct Letter {
    /// The quotient of its place.
    quotient: i64,
    /// The largest digit of its place.
    most: i64,
    /// What its bit counts in the digit.
    counts: i64,
    /// Whether it is the first, and the last, of its digit.
    first: bool,
    last: bool,
}

/// A base other than 2.
pub(super) struct Numeration {
    block: Vec<Letter>,
    /// Whether it comes from a continued fraction.
    continued: bool,
    before: i64,
    /// Whether a number may end with the largest digit.
    ends_full: bool,
}

/// How far a number is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Written {
    /// Not begun.
    Start,
    /// A minus sign and only zeros so far; letters of a block that were read.
    Minus(usize),
    /// Letters of a block that were read, the digit so far, and whether the digit before was the largest.
    At(usize, i64, bool),
    /// This is no number.
    Wrong,
}

fn refused() -> Rejection {
    Rejection::Proof(Condition::FormulaBase)
}

/// A number of a text: digits only.
fn quotient(text: &str) -> Option<i64> {
    let digits = !text.is_empty() && text.len() <= 3 && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|&a| digits && a <= LARGEST_QUOTIENT)
}

impl Numeration {
    /// The base of a text. O(length).
    pub(super) fn read(text: &str) -> Result<Numeration, Rejection> {
        let from_fraction = |quotients: Vec<i64>| {
            let places: Vec<(i64, i64)> = quotients.into_iter().map(|a| (a, a)).collect();
            Numeration::of(&places, true, 0, false)
        };
        match text {
            "fibonacci" => return Ok(Numeration::of(&[(1, 1)], true, 1, true)),
            "pell" => return Ok(from_fraction(vec![2])),
            _ => {}
        }
        if let Some(inner) = text.strip_prefix("ostrowski:[").and_then(|t| t.strip_suffix(']')) {
            let (whole, period) = inner.split_once(';').ok_or_else(refused)?;
            quotient(whole).ok_or_else(refused)?;
            if period.len() > LONGEST_PERIOD.saturating_mul(4) {
                return Err(refused());
            }
            let quotients: Option<Vec<i64>> = period.split(',').map(quotient).collect();
            let quotients = quotients.filter(|all| all.len() <= LONGEST_PERIOD);
            return match quotients {
                Some(all) if !all.contains(&0) => Ok(from_fraction(all)),
                _ => Err(refused()),
            };
        }
        match quotient(text) {
            Some(base @ 3..) => {
                Ok(Numeration::of(&[(base, base.saturating_sub(1))], false, 0, true))
            }
            _ => Err(refused()),
        }
    }

    /// From quotients and largest digits, the lowest place first.
    fn of(places: &[(i64, i64)], continued: bool, before: i64, ends_full: bool) -> Numeration {
        let mut block = Vec::new();
        for &(quotient, most) in places.iter().rev() {
            let mut counts = 1i64;
            while counts.saturating_mul(2) <= most {
                counts = counts.saturating_mul(2);
            }
            let mut first = true;
            while counts > 0 {
                let last = counts == 1;
                block.push(Letter { quotient, most, counts, first, last });
                first = false;
                counts /= 2;
            }
        }
        Numeration { block, continued, before, ends_full }
    }

    /// The letter after this many of a block.
    fn after(&self, at: usize) -> usize {
        match at.saturating_add(1) {
            next if next == self.block.len() => 0,
            next => next,
        }
    }

    /// How many letters a block has.
    pub(super) fn letters(&self) -> usize {
        self.block.len()
    }

    /// How far a number is written after one more letter. O(1).
    pub(super) fn written(&self, from: Written, bit: bool) -> Written {
        let (at, digit, full) = match (from, bit) {
            (Written::Start, true) => return Written::Minus(0),
            (Written::Start, false) => return Written::At(0, 0, false),
            (Written::Minus(at), false) => return Written::Minus(self.after(at)),
            (Written::Minus(at), true) => (at, 0, false),
            (Written::At(at, digit, full), _) => (at, digit, full),
            (Written::Wrong, _) => return Written::Wrong,
        };
        let letter = &self.block[at];
        let digit = if bit { letter.counts.saturating_add(digit) } else { digit };
        match (digit > letter.most || full && digit > 0, letter.last) {
            (true, _) => Written::Wrong,
            (false, true) => Written::At(self.after(at), 0, self.continued && digit == letter.most),
            (false, false) => Written::At(self.after(at), digit, full),
        }
    }

    /// Whether a number is there. O(1).
    pub(super) fn is_number(&self, at: Written) -> bool {
        match at {
            Written::At(0, _, full) => self.ends_full || !full,
            _ => false,
        }
    }
}

/// The base in which all of some automata read numbers; none for base 2, and where there are no automata.
pub(super) fn of_all(automata: &[AutomatonData]) -> Result<Option<Numeration>, Rejection> {
    let Some(first) = automata.first() else { return Ok(None) };
    if automata.iter().any(|automaton| automaton.base != first.base) {
        return Err(refused());
    }
    first.base.as_deref().map(Numeration::read).transpose()
}

/// Refuses an automaton that accepts what is not a number on one of its tracks. O(tracks · states · places of a number · questions).
pub(super) fn only_numbers(
    automaton: &AutomatonData,
    tracks: usize,
    numeration: &Numeration,
    meter: &mut Meter,
) -> Result<(), Rejection> {
    for track in 0..tracks {
        let track = u32::try_from(track).unwrap_or(u32::MAX);
        let mut seen = HashSet::from([(0u32, Written::Start)]);
        let mut open = vec![(0u32, Written::Start)];
        while let Some((state, written)) = open.pop() {
            let accepted = automaton.accepting.binary_search(&state).is_ok();
            if accepted && written != Written::Start && !numeration.is_number(written) {
                return Err(Rejection::Proof(Condition::FormulaAutomaton));
            }
            let Some(&root) = automaton.states.get(state as usize) else { continue };
            let mut asked = HashSet::from([(root, None)]);
            let mut questions = vec![(root, None)];
            while let Some((at, bit)) = questions.pop() {
                meter.spend(8)?;
                if at % 2 == 1 {
                    let Some(&[of, low, high]) = automaton.nodes.get(at as usize / 2) else {
                        continue;
                    };
                    for (answer, next) in [(false, low), (true, high)] {
                        let bit = match (of == track, bit) {
                            (true, Some(known)) if known != answer => continue,
                            (true, _) => Some(answer),
                            (false, bit) => bit,
                        };
                        if asked.insert((next, bit)) {
                            questions.push((next, bit));
                        }
                    }
                    continue;
                }
                for letter in [false, true] {
                    let next = (at / 2, numeration.written(written, letter));
                    if bit.is_none_or(|bit| bit == letter) && !seen.contains(&next) {
                        meter.reserve(96)?;
                        seen.insert(next);
                        open.push(next);
                    }
                }
            }
        }
    }
    Ok(())
}

/// What a linear condition remembers: the signs (a bit for each term, in the order of reading), the letters of a block that
/// were read, x and y.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct WeightedSum {
    signs: u32,
    at: usize,
    x: i64,
    y: i64,
}

/// What is known of a linear condition after a letter.
pub(super) enum Outcome {
    Settled(bool),
    Open(WeightedSum),
}

/// A form whose terms are read one after the other.
pub(super) struct PartialSum {
    terms: Vec<i64>,
    wanted: i64,
    equation: bool,
}

impl PartialSum {
    /// The terms of a form on tracks in an order, which has all of them.
    pub(super) fn new(form: &Form, order: &[usize], equation: bool) -> PartialSum {
        let coefficient =
            |track: &usize| form.terms.iter().find(|(t, _)| t == track).map_or(0, |&(_, a)| a);
        PartialSum {
            terms: order.iter().map(coefficient).collect(),
            wanted: form.wanted(),
            equation,
        }
    }

    /// How many terms there are.
    pub(super) fn terms(&self) -> usize {
        self.terms.len()
    }

    /// Whether a form without terms is as asked.
    pub(super) fn constant(&self) -> bool {
        self.compare(0)
    }

    fn compare(&self, value: i64) -> bool {
        if self.equation { value == self.wanted } else { value <= self.wanted }
    }

    /// What is known after the signs.
    pub(super) fn signed(&self, signs: u32) -> Result<Outcome, Rejection> {
        self.settle(WeightedSum { signs, at: 0, x: 0, y: 0 })
    }

    fn coefficient(&self, place: usize, signs: u32) -> i64 {
        let a = self.terms[place];
        let negative = u32::try_from(place)
            .is_ok_and(|place| signs.checked_shr(place).is_some_and(|s| s & 1 == 1));
        if negative { a.saturating_neg() } else { a }
    }

    /// What is known after a bit of the term `place` of a letter. A number that exceeds 64 bits ends the check.
    pub(super) fn next(
        &self,
        before: WeightedSum,
        place: usize,
        bit: bool,
        numeration: &Numeration,
    ) -> Result<Outcome, Rejection> {
        let wide = || Rejection::Proof(Condition::FormulaNumbers);
        let WeightedSum { signs, at, mut x, mut y } = before;
        let letter = &numeration.block[at];
        if place == 0 && letter.first {
            let shifted = x.checked_mul(letter.quotient).and_then(|all| all.checked_add(y));
            y = if numeration.continued { x } else { 0 };
            x = shifted.ok_or_else(wide)?;
        }
        if bit {
            let more = self.coefficient(place, signs).checked_mul(letter.counts);
            x = more.and_then(|more| x.checked_add(more)).ok_or_else(wide)?;
        }
        if place.saturating_add(1) < self.terms.len() {
            return Ok(Outcome::Open(WeightedSum { signs, at, x, y }));
        }
        let now = WeightedSum { signs, at: numeration.after(at), x, y };
        if letter.last { self.settle(now) } else { Ok(Outcome::Open(now)) }
    }

    /// What follows between two digits. There are at most 14 terms below 2^40.
    fn settle(&self, now: WeightedSum) -> Result<Outcome, Rejection> {
        let wide = || Rejection::Proof(Condition::FormulaNumbers);
        let (mut positive, mut negative) = (0i64, 0i64);
        for place in 0..self.terms.len() {
            let a = self.coefficient(place, now.signs);
            positive = positive.saturating_add(a.max(0));
            negative = negative.saturating_add(a.min(0).saturating_neg());
        }
        let least = now.x.checked_add(now.y.min(0)).ok_or_else(wide)?;
        let most = now.x.checked_add(now.y.max(0)).ok_or_else(wide)?;
        Ok(if least >= negative && least > self.wanted {
            Outcome::Settled(false)
        } else if most <= positive.saturating_neg() && most < self.wanted {
            Outcome::Settled(!self.equation)
        } else {
            Outcome::Open(now)
        })
    }

    /// Whether the numbers may end here.
    pub(super) fn accepts(&self, now: WeightedSum, numeration: &Numeration) -> bool {
        let end = now.y.checked_mul(numeration.before).and_then(|y| now.x.checked_add(y));
        now.at == 0 && end.is_some_and(|end| self.compare(end))
    }
}
