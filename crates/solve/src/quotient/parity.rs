//! Parities of heaps that every move changes.
//!
//! A parity π gives each heap a bit, a position the sum of the bits of its heaps, and every move changes
//! it: π(h) = 1 + π(a) + π(b) + … for every option a, b, … of h. These are linear equations over GF(2) whose
//! unknowns are the bits of the heaps without a move; all others follow from any of their options.
//!
//! How far one has to look. If no move breaks a heap and s is the least take that may leave something, then
//! π(h) = 1 + π(h - s) beyond s, so that π has period 2s there, and each equation π(h) = 1 + π(h - t) repeats
//! with it: heaps up to 2s + t decide. (If takes repeat forever with period r, then t and t + r are both
//! takes, and π has period r.) If a move may break a heap into two or more parts of any sizes, or of any distinct
//! sizes, π(a) + π(b) depends on a + b alone, so π(a + 1) + π(a) is the same for all a ≥ 1, and π has
//! period 2 from 1 on. [`enough`] is beyond all of these.

use ishitori_rules::heap::{HeapCode, HeapRule, Sizes};
use ishitori_values::{Budget, LimitReached, Player};

/// Tables of more bits than this are not made.
const MAX_BITS: usize = 1 << 28;
/// Moves that leave more heaps than this are not examined one by one.
const MAX_PARTS: u32 = 3;

/// A parity that every move changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapParity {
    /// Whether each heap is odd: 0, 1, 2, ….
    pub odd: Vec<bool>,
    /// The quantity whose parity it is.
    pub of: ParityOf,
}

/// The quantity of a parity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParityOf {
    /// The stones.
    Stones,
    /// The heaps that are not empty.
    Heaps,
    /// The moves until the end.
    Moves,
    /// None of these, but it is the parity of the stones at the end.
    StonesAtEnd,
    /// None of these.
    Other,
}

/// The number of heaps that decide whether a parity exists, and show its period. `None` if no theorem says so, or if
/// moves leave too many heaps to look at all of them.
pub(super) fn enough(code: &HeapCode) -> Option<u32> {
    let equal = code.digits().iter().any(|digit| digit.sizes() == Sizes::Equal);
    if equal || code.max_parts().is_none_or(|parts| parts > MAX_PARTS) {
        return None;
    }
    u32::try_from(code.digits().len()).ok()?.checked_mul(5)?.checked_add(24)
}

impl HeapParity {
    /// Whether heaps without a move have these bits. O(heaps).
    pub(super) fn decides_the_end(&self, rule: &HeapRule, at_end: impl Fn(u32) -> bool) -> bool {
        self.odd.iter().zip(0..).all(|(&odd, heap)| odd == at_end(heap) || !is_end(rule, heap))
    }

    /// The period, for a parity of [`enough`] heaps of a code. O(heaps · period).
    pub(super) fn period(&self, code: &HeapCode) -> u64 {
        let late = self.odd.get(code.digits().len() + 1..).unwrap_or_default();
        let fits = |&p: &usize| late.iter().zip(&late[p.min(late.len())..]).all(|(a, b)| a == b);
        (1..=late.len()).find(fits).unwrap_or(1) as u64
    }
}

/// A parity of the heaps below `heaps` that every move changes: the one with bits `at_end` on heaps
/// without a move if there is one, otherwise any. O(options · heaps without a move / 64).
pub(super) fn find(
    rule: &HeapRule,
    heaps: u32,
    at_end: impl Fn(u32) -> bool,
    budget: &Budget,
) -> Result<Option<HeapParity>, LimitReached> {
    let odd = match forced(rule, heaps, &at_end, budget)? {
        Some(odd) => Some(odd),
        None => solved(rule, heaps, &at_end, budget)?,
    };
    let Some(odd) = odd else { return Ok(None) };
    let is = |claim: &dyn Fn(u32) -> bool| odd.iter().zip(0..).all(|(&odd, h)| odd == claim(h));
    let mut parity = HeapParity { of: ParityOf::Other, odd: Vec::new() };
    parity.of = match () {
        () if is(&|heap| heap % 2 == 1) => ParityOf::Stones,
        () if is(&|heap| heap > 0) => ParityOf::Heaps,
        () => ParityOf::Other,
    };
    parity.odd = odd;
    if parity.of == ParityOf::Other && parity.decides_the_end(rule, |_| false) {
        parity.of = ParityOf::Moves;
    } else if parity.of == ParityOf::Other && parity.decides_the_end(rule, |heap| heap % 2 == 1) {
        parity.of = ParityOf::StonesAtEnd;
    }
    Ok(Some(parity))
}

fn is_end(rule: &HeapRule, heap: u32) -> bool {
    let stop = &mut |_: &[u32]| std::ops::ControlFlow::Break(());
    rule.try_for_each_option(heap, Player::Left, stop).is_continue()
}

/// The parity with these bits on heaps without a move, if every move changes it.
fn forced(
    rule: &HeapRule,
    heaps: u32,
    at_end: &impl Fn(u32) -> bool,
    budget: &Budget,
) -> Result<Option<Vec<bool>>, LimitReached> {
    let mut parity: Vec<bool> = Vec::new();
    for heap in 0..heaps {
        budget.check(0)?;
        let mut seen = [false; 2];
        rule.for_each_option(heap, Player::Left, &mut |left| {
            let odd = left.iter().fold(false, |odd, &h| odd ^ parity[h as usize]);
            seen[usize::from(odd)] = true;
        });
        parity.push(match seen {
            [false, false] => at_end(heap),
            [even, false] => even,
            [false, _] => false,
            [true, true] => return Ok(None),
        });
    }
    Ok(Some(parity))
}

/// A sum of unknown bits and a constant; the constant is bit 0.
#[derive(Clone, Default, PartialEq, Eq)]
struct Form(Vec<u64>);

impl Form {
    fn bit(at: usize) -> Form {
        let mut words = vec![0; at / 64 + 1];
        words[at / 64] = 1 << (at % 64);
        Form(words)
    }

    fn add(&mut self, other: &Form) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word ^= other;
        }
    }

    fn has(&self, at: usize) -> bool {
        self.0.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    /// The last unknown; 0 for the constant 1, `None` for 0.
    fn last(&self) -> Option<usize> {
        let at = self.0.iter().rposition(|&word| word != 0)?;
        Some(at * 64 + self.0[at].ilog2() as usize)
    }
}

/// Any solution; unknowns that are free are as at the end. `None` also if there are too many unknowns.
fn solved(
    rule: &HeapRule,
    heaps: u32,
    at_end: &impl Fn(u32) -> bool,
    budget: &Budget,
) -> Result<Option<Vec<bool>>, LimitReached> {
    let mut forms: Vec<Form> = Vec::new();
    // The heap of each unknown, the constant first.
    let mut unknowns = vec![0];
    // By their last unknowns: sums that are 0.
    let mut zeros: Vec<Option<Form>> = vec![None];
    for heap in 0..heaps {
        budget.check(0)?;
        let mut form: Option<Form> = None;
        let mut contradiction = false;
        rule.for_each_option(heap, Player::Left, &mut |left| {
            if contradiction {
                return;
            }
            let mut sum = Form::bit(0);
            for &h in left {
                sum.add(&forms[h as usize]);
            }
            match &form {
                None => form = Some(sum),
                Some(form) => {
                    sum.add(form);
                    contradiction = !note_zero(&mut zeros, sum);
                }
            }
        });
        if contradiction {
            return Ok(None);
        }
        forms.push(form.unwrap_or_else(|| {
            unknowns.push(heap);
            zeros.push(None);
            Form::bit(unknowns.len() - 1)
        }));
        if forms.len() * unknowns.len() > MAX_BITS {
            return Ok(None);
        }
    }
    // From the first unknown on: each zero gives its last unknown by those before.
    let mut bits = vec![true];
    for (zero, &heap) in zeros.iter().zip(&unknowns).skip(1) {
        bits.push(match zero {
            None => at_end(heap),
            Some(zero) => {
                bits.iter().enumerate().fold(false, |odd, (at, &b)| odd ^ (b && zero.has(at)))
            }
        });
    }
    let value = |form: &Form| {
        bits.iter().enumerate().fold(false, |odd, (at, &bit)| odd ^ (bit && form.has(at)))
    };
    Ok(Some(forms.iter().map(value).collect()))
}

/// Notes that a sum is 0; `false` if that is a contradiction.
fn note_zero(zeros: &mut [Option<Form>], mut sum: Form) -> bool {
    while let Some(last) = sum.last() {
        match &zeros[last] {
            _ if last == 0 => return false,
            Some(known) => sum.add(known),
            None => {
                zeros[last] = Some(sum);
                return true;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// All parities by trying all bits of the heaps.
    fn any_parity(rule: &HeapRule, heaps: u32) -> bool {
        (0_u32..1 << heaps).any(|bits| {
            (0..heaps).all(|heap| {
                let mut fine = true;
                rule.for_each_option(heap, Player::Left, &mut |left| {
                    let sum = left.iter().fold(bits >> heap, |odd, &h| odd ^ (bits >> h));
                    fine &= sum & 1 == 1;
                });
                fine
            })
        })
    }

    fn changes(rule: &HeapRule, odd: &[bool]) -> bool {
        (0..odd.len()).all(|heap| {
            let mut fine = true;
            rule.for_each_option(heap as u32, Player::Left, &mut |left| {
                let after = left.iter().fold(false, |sum, &h| sum ^ odd[h as usize]);
                fine &= after != odd[heap];
            });
            fine
        })
    }

    #[test]
    fn strings_are_counted() {
        let rule: HeapRule = "string".parse().unwrap();
        let found = find(&rule, 40, |heap| heap % 2 == 1, &Budget::unlimited()).unwrap().unwrap();
        assert_eq!(found.of, ParityOf::Heaps);
        let rule: HeapRule = "sub:3,5".parse().unwrap();
        let found = find(&rule, 40, |heap| heap % 2 == 1, &Budget::unlimited()).unwrap().unwrap();
        assert_eq!(found.of, ParityOf::Stones);
        let rule: HeapRule = "sub:2,6".parse().unwrap();
        let found = find(&rule, 40, |heap| heap % 2 == 1, &Budget::unlimited()).unwrap().unwrap();
        assert_eq!(found.of, ParityOf::StonesAtEnd);
        let rule: HeapRule = "sub:2,3".parse().unwrap();
        assert_eq!(find(&rule, 40, |_| false, &Budget::unlimited()).unwrap(), None);
    }

    fn digits() -> impl Strategy<Value = String> {
        proptest::collection::vec(0_u8..8, 1..6).prop_map(|digits| {
            let digits: String = digits.iter().map(u8::to_string).collect();
            format!("0.{digits}")
        })
    }

    fn sets() -> impl Strategy<Value = String> {
        proptest::collection::btree_set(1_u32..9, 1..4).prop_map(|set| {
            let numbers: Vec<String> = set.iter().map(u32::to_string).collect();
            format!("sub:{}", numbers.join(","))
        })
    }

    proptest! {
        #[test]
        fn finds_what_trying_all_bits_finds(text in prop_oneof![digits(), sets()]) {
            let rule: HeapRule = text.parse().unwrap();
            let found = find(&rule, 14, |heap| heap % 2 == 1, &Budget::unlimited()).unwrap();
            prop_assert_eq!(found.is_some(), any_parity(&rule, 14), "{}", text);
            prop_assert!(found.is_none_or(|found| changes(&rule, &found.odd)));
        }

        #[test]
        fn later_heaps_decide_nothing(text in prop_oneof![digits(), sets()]) {
            let rule: HeapRule = text.parse().unwrap();
            let enough = enough(rule.code().unwrap()).unwrap();
            let there = |heaps| find(&rule, heaps, |h| h % 2 == 1, &Budget::unlimited()).unwrap().is_some();
            prop_assert_eq!(there(enough), there(4 * enough), "{}", text);
        }
    }
}
