//! Quotients of heap games: the outcome of every position of several heaps, from a finite table.
//!
//! # The statement
//! Positions are multisets of heaps, of all sizes or of sizes up to some N; they form a free
//! commutative monoid M. Both players have the same moves, and an end table says who wins when no
//! move is left, from the number of stones left in all: a letter P, N, L or R, the outcome of that
//! final position. Let o(X) be the outcome. Two positions are equivalent, X ~ Y, if
//! o(XZ) = o(YZ) for all Z, and Q = M/~ is the *quotient*: for misère play that of
//! T. E. Plambeck and A. N. Siegel, *Misère quotients for impartial games*, J. Combin. Theory Ser.
//! A 115 (2008), 593–622. The claim is its order, how many elements have each outcome, and the
//! preperiod and period of φ: n ↦ the class of heap n.
//!
//! # The data
//! A finite set with an element 0, a map x ↦ x·g for each of some generator heaps g, an outcome for
//! each element, and φ. The conditions:
//!
//! * **C1** the maps commute. With C6 the set is then a commutative monoid Q with identity 0: a
//!   commutative monoid of maps in which every element is the image of 0 has exactly one map for
//!   each element (two maps that agree on 0 agree on the image of 0 under a third).
//! * **C2** φ(0) = 0, and 0·g = φ(g) for each generator g, so that φ extends to M → Q.
//! * **C3** o = o_Q∘φ on M.
//! * **C4** φ(n + p) = φ(n) from n0 on by definition of the data; the heaps whose options are
//!   examined reach so far that all later ones repeat them.
//! * **C5** any two elements x ≠ y are separated by some z: o_Q(xz) ≠ o_Q(yz).
//! * **C6** every element is a product of generators.
//!
//! By C3 and C6, φ(X) = φ(Y) implies X ~ Y; by C5 and C6 the converse holds. So Q ≅ M/~.
//!
//! # C3
//! Let the *type* of heap H be (φ(H), E, τ), E the images of its options, τ the stones it has if
//! there are none. Write w(x) for "the player wins moving first at x" (for one player; the same is
//! done for the other) and D for the elements at which the opponent, moving first, loses. By
//! induction on the number of moves left, o = o_Q∘φ if and only if:
//!
//! * a position without moves has the letter of its stones;
//! * *no false win*: if e·z ∈ D for an option image e of a heap H and z ∈ Q, then w(φ(H)·z). Every z
//!   is the image of some position (C6), so this is needed, and there are finitely many z.
//! * *no missing win*: if w(φ(X)) and X has a move, some move in X leads to D.
//!
//! For the last, let V(X) be the set of the z ∈ Q such that some option X′ of X has φ(X′)·z ∈ D. Then
//! V(XY) = (V(X) : φ(Y)) ∪ (V(Y) : φ(X)) with (V : y) = {z : yz ∈ V}: both sides are monotone. The pairs
//! (φ(X), V(X)) are finitely many; they are closed off by multiplying with one heap at a time. If two
//! pairs have the same first member, only the one with the smaller V can lead to a missing win, so
//! only the ⊆-minimal ones are kept. It remains to see that 0 ∈ V whenever w(x).
//!
//! # C4
//! Subtraction sets: the options of n + p have the images of those of n as soon as n ≥ n0 + max(S).
//! Take-and-break games that leave at most h heaps, with largest digit index k, n0 ≥ 1: an option
//! of n + p with n + p − k > h·(n0 + p − 1) has a heap of at least n0 + p stones; take p from it and you
//! have an option of n with the same image; and conversely. So the types of heaps from
//! N = max(h·(n0 + p − 1) + k + 1 − p, k + 1) on repeat with p, and those of the heaps below N + p are all.
//! Where such heaps have no moves at all their stones differ; then p must fit the end table too.

mod closure;
mod heaps;
mod monoid;

use crate::condition::{Condition, Resource};
use crate::document::{End, Outcomes, Quotient, QuotientData, Rule};
use crate::limits::{Meter, within};
use crate::verdict::{Evidence, Rejection, Theorem};
use heaps::Heaps;
use monoid::Monoid;

/// The outcome of an element: whether Left and Right win moving first.
pub(crate) type Wins = [bool; 2];

/// Verifies C1–C6. O(order² + kept pairs · types · order); see the module.
pub(crate) fn verify(
    rule: &Rule,
    claim: &Quotient,
    data: &QuotientData,
    meter: &mut Meter,
) -> Result<Evidence, Rejection> {
    let end = EndTable::new(&claim.end)?;
    let outcomes: Vec<Wins> = data
        .outcomes
        .chars()
        .map(|c| wins(c).ok_or(Rejection::Claim(Condition::EndLetters)))
        .collect::<Result<_, _>>()?;
    if outcomes.len() as u64 != claim.order {
        return Err(Rejection::Claim(Condition::ElementOutcomes));
    }
    if count(&data.outcomes) != claim.outcomes {
        return Err(Rejection::Claim(Condition::OutcomeNumbers));
    }
    let monoid = Monoid::new(&data.action, outcomes, meter)?;
    let heaps = Heaps::new(rule, claim, data, &monoid, meter)?;
    monoid.generators(&data.generators, &heaps)?;
    monoid.separated(meter)?;
    let types = heaps.types(&end, meter)?;
    closure::outcomes_hold(&monoid, &types, &end, meter)?;
    let range = heaps.range();
    Ok(Evidence {
        theorem: Theorem::Quotient,
        heaps: range,
        agree_until: range,
        steps: meter.steps(),
    })
}

fn count(letters: &str) -> Outcomes {
    let of = |letter| letters.chars().filter(|&c| c == letter).count() as u64;
    Outcomes { p: of('P'), n: of('N'), l: of('L'), r: of('R') }
}

/// What a letter says of Left and of Right moving first.
fn wins(letter: char) -> Option<Wins> {
    match letter {
        'P' => Some([false, false]),
        'N' => Some([true, true]),
        'L' => Some([true, false]),
        'R' => Some([false, true]),
        _ => None,
    }
}

/// The letters of the numbers of stones left. Numbers with the same future are one *class*.
pub(crate) struct EndTable {
    letters: Vec<Wins>,
    repeat: u64,
}

/// No end table needs more letters than this.
const MAX_LETTERS: u64 = 1 << 12;

impl EndTable {
    fn new(end: &End) -> Result<Self, Rejection> {
        within(Resource::Letters, end.letters.len() as u128, MAX_LETTERS)?;
        let letters: Option<Vec<Wins>> = end.letters.chars().map(wins).collect();
        let letters = letters.ok_or(Rejection::Claim(Condition::EndLetters))?;
        if !(1..=letters.len() as u64).contains(&end.repeat) {
            return Err(Rejection::Claim(Condition::NoBlockRepeats));
        }
        Ok(EndTable { letters, repeat: end.repeat })
    }

    /// The class of a number of stones: the numbers of one class are interchangeable in sums.
    pub(crate) fn class(&self, stones: u64) -> usize {
        let lead = self.letters.len() as u64 - self.repeat;
        match stones < lead {
            true => stones as usize,
            false => (lead + (stones - lead) % self.repeat) as usize,
        }
    }

    pub(crate) fn letter(&self, class: usize) -> Wins {
        self.letters[class]
    }
}
