//! Quotients of heap games: the outcome of every position of several heaps, from a finite table.
//!
//! # The statement
//! Positions are multisets of heaps, of all sizes or of sizes up to some N; they form a free
//! commutative monoid M. A rule gives Left's and Right's moves in a heap. If the player to move has no
//! move, an end says who wins: a table, from the number of stones left in all, by a letter P, N, L or R,
//! the outcome of that final position; or the end `moves`, for rules by which both players have the
//! same moves: Left wins exactly if the number of moves played is even. Let o(X) be the outcome. Two
//! positions are equivalent, X ~ Y, if
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
//! Fix the player who moves first; the same is done for the other one. Let the *type* of heap H be
//! (φ(H), E, τ), E the images of the options of that player, τ the stones if there are none. Write
//! w(x) for "the player wins moving first at x" and D for the elements at which the opponent, moving
//! first, loses. By induction on the number of moves left, o = o_Q∘φ if and only if for both players:
//!
//! * a position in which the player has no move has the letter of its stones;
//! * *no false win*: if e·z ∈ D for an option image e of a heap H and z ∈ Q, then w(φ(H)·z). Every z
//!   is the image of some position (C6), so this is needed, and there are finitely many z.
//! * *no missing win*: if w(φ(X)) and the player has a move in X, some move leads to D.
//!
//! For the last, call z ∈ Q *open* for X if w(φ(X)·z) and no option X′ of X has φ(X′)·z ∈ D: if Z has image
//! z, a winning move in XZ must be found in Z. With U(X) the set of these z and (U : y) = {z : yz ∈ U},
//!
//! ```text
//! U(XY) = (U(X) : φ(Y)) ∩ (U(Y) : φ(X)),
//! ```
//!
//! for z is open for XY if w(φ(X)φ(Y)z) and neither a move in X, next to φ(Y)z, nor one in Y, next to φ(X)z,
//! leads to D. *No missing win* says 0 ∉ U(X), the identity. The pairs (φ(X), U(X)) are finitely many, and they are
//! found by multiplying with one heap at a time, beginning with the heaps that have moves. Both sides
//! of the equation are monotone in U. So of two pairs with the same first member only the one with the
//! larger U matters: whatever the smaller one leads to, the larger one leads to a pair with the same
//! first member and a larger or equal U. And a pair with U = ∅ leads to such pairs only, and is dropped.
//! The checker keeps an antichain for each element.
//!
//! # The end `moves`
//! Left, moving first, wins X if the number of moves can be made even, that is, if the opponent of the
//! player who begins makes the last one: if the first player wins X under misère play. Right, moving first,
//! wins if the first player wins X under normal play. So the two bits of an outcome are those of misère and of
//! normal play; either is decided by itself, without the other one: in the conditions above D is, for each
//! bit, the set of elements at which *the same* bit is off, and without a move the first bit is on, the
//! second off (the letter L).
//!
//! # C4
//! Claims about all heaps need a theorem: see `moves` for its statement and proof. From some N on
//! the images of the options repeat with a multiple q of the period, so the heaps below N + q have all
//! types. If in some of the heaps N ≤ n < N + q a player has no move, this is so forever, and the classes
//! of their stones repeat only after lcm(q, length of the block of the end), beyond the first letters; then
//! that many heaps are examined. If a move may leave any number of heaps there is no such theorem here, and only claims up to
//! some heap are accepted.

mod closure;
mod heaps;
mod monoid;
mod moves;
mod splits;

use crate::condition::{Condition, Resource};
use crate::document::{End, Outcomes, Quotient, QuotientData, QuotientEnd, Rule};
use crate::limits::{Meter, within};
use crate::numbers::size;
use crate::verdict::{Evidence, Rejection, Theorem};
use closure::Closure;
use heaps::Heaps;
use monoid::Monoid;
use moves::Moves;

/// The outcome of an element: whether Left and Right win moving first.
pub(crate) type Wins = [bool; 2];

/// Verifies C1–C6. O(order² + kept pairs · types · order) and the splits; see the module.
pub(crate) fn verify(
    rule: &Rule,
    claim: &Quotient,
    data: &QuotientData,
    meter: &mut Meter,
) -> Result<Evidence, Rejection> {
    let ends = Ends::new(&claim.end)?;
    let moves = Moves::of(rule, meter)?;
    if moves.len() > 1 && !ends.crossed {
        return Err(Rejection::Claim(Condition::MovesPartizan));
    }
    let mut outcomes: Vec<Wins> = meter.vec_with_capacity(data.outcomes.len() as u128)?;
    for letter in data.outcomes.chars() {
        outcomes.push(wins(letter).ok_or(Rejection::Claim(Condition::EndLetters))?);
    }
    if outcomes.len() as u64 != claim.order {
        return Err(Rejection::Claim(Condition::ElementOutcomes));
    }
    if count(&data.outcomes) != claim.outcomes {
        return Err(Rejection::Claim(Condition::OutcomeNumbers));
    }
    let monoid = Monoid::new(&data.action, outcomes, meter)?;
    let heaps = Heaps::new(claim, data, &monoid, meter)?;
    monoid.generators(&data.generators, &heaps)?;
    monoid.separated(meter)?;
    // If Left and Right are interchangeable, one player will do.
    let alike = moves.len() == 1 && ends.alike() && monoid.alike();
    let mut types = None;
    let mut range = 0;
    for player in if alike { 0..1 } else { 0..2 } {
        let now = match types.take() {
            Some(same) if moves.len() == 1 => same,
            _ => heaps.types(&moves[player.min(moves.len() - 1)], &ends, meter)?,
        };
        range = range.max(now.range);
        Closure { monoid: &monoid, types: &now.all, ends: &ends, player }.holds(meter)?;
        types = Some(now);
    }
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

/// The meaning of a letter for Left and for Right moving first.
fn wins(letter: char) -> Option<Wins> {
    match letter {
        'P' => Some([false, false]),
        'N' => Some([true, true]),
        'L' => Some([true, false]),
        'R' => Some([false, true]),
        _ => None,
    }
}

/// The end rule, and the conditions on the results of moves.
pub(crate) struct Ends {
    letters: Vec<Wins>,
    repeat: u64,
    /// Whether a player's move must lead to where the *other* bit of the outcome is off.
    crossed: bool,
}

/// No end table needs more letters than this.
const MAX_LETTERS: u64 = 1 << 16;

impl Ends {
    fn new(end: &QuotientEnd) -> Result<Self, Rejection> {
        let End { letters, repeat } = match end {
            QuotientEnd::Stones(end) => end,
            QuotientEnd::Moves(_) => {
                return Ok(Ends { letters: vec![[true, false]], repeat: 1, crossed: false });
            }
        };
        within(Resource::Letters, letters.len() as u128, MAX_LETTERS)?;
        let letters: Option<Vec<Wins>> = letters.chars().map(wins).collect();
        let letters = letters.ok_or(Rejection::Claim(Condition::EndLetters))?;
        if !(1..=letters.len() as u64).contains(repeat) {
            return Err(Rejection::Claim(Condition::NoBlockRepeats));
        }
        Ok(Ends { letters, repeat: *repeat, crossed: true })
    }

    /// The number of letters before those that repeat, and of those.
    fn repetition(&self) -> (u128, u128) {
        ((self.letters.len() as u64 - self.repeat).into(), self.repeat.into())
    }

    /// The class of a number of stones: the numbers of one class are interchangeable in sums.
    fn class(&self, stones: u64) -> usize {
        let lead = self.letters.len() as u64 - self.repeat;
        match stones < lead {
            true => size(stones),
            false => size(lead + (stones - lead) % self.repeat),
        }
    }

    /// Whether the player, moving first without a move, wins.
    fn wins(&self, class: usize, player: usize) -> bool {
        self.letters[class][player]
    }

    /// The bit of the outcome that must be off after a winning move.
    fn answers(&self, player: usize) -> usize {
        if self.crossed { 1 - player } else { player }
    }

    /// Whether all letters say the same of both players.
    fn alike(&self) -> bool {
        self.crossed && self.letters.iter().all(|w| w[0] == w[1])
    }
}
