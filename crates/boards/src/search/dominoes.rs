//! What the value of a component is at least, where each player lays dominoes of one kind: by disjoint places that a player can
//! count on, after N. Bullock (*Domineering: solving large combinatorial search spaces*, ICGA Journal 25 (2002)), as a game.
//!
//! The player is called Left here, the opponent Right. Cells that some move of Right covers are *exposed*. Left counts on disjoint places:
//!
//! * *safe* ones, without an exposed cell;
//! * *pairs*: two places next to each other, each cell of the *outer* one exposed to one move only, which covers the
//!   cell of the *inner* place next to it. Laying the inner place makes the outer one safe;
//! * *open* ones, with one exposed cell or two.
//!
//! Let Right be able to lay u dominoes at most, and let 2u + w cells be exposed at most.
//!
//! *Claim.* The component is ≥ the game B(s, p, e₂, e₁, u, w), for s safe places, p pairs, e₂ and e₁ open ones, in which
//! * Left may lower s by 1; e₂ by 1, with 2 exposed cells fewer; e₁ by 1, with 1 fewer; p by 1, with s greater by 1, u less by 2 and 4
//!   exposed cells fewer; then u is at most half of the exposed cells;
//! * Right lowers u by 1 with 2 exposed cells fewer, and may strike at two of the rest: two open places go; a pair goes; a pair and an open place
//!   become one of kind e₁; two pairs become two of kind e₁.
//!
//! *Proof.* Left answers in the component minus B, moving second. When Right has moved in B for Left, Left lays the place that it
//! stands for. After an inner place Right cannot lay the two moves that covered the pair, by which every way to lay dominoes in
//! what is left could be prolonged: so u has fallen by 2. The others are disjoint, and what is covered exposes nothing anew. When Right
//! has moved in the component, Left makes the move in −B that says what it struck: a domino has two cells, and one that
//! covers an outer cell covers the inner one next to it; a pair whose inner place alone was struck leaves the outer one, with one exposed cell at most.
//! So Left always has an answer. ∎
//!
//! Of B two numbers are kept: the greatest x with B ≥ x, and the greatest x such that Left wins B − x moving first. With m the least of the
//! second ones over Right's moves, and a the greatest of the first ones over Left's, the first is m if a ≥ m, and otherwise the simplest x with a < x ≤
//! m: for Left, moving second, has to be able to answer the moves of Right in B, x ≤ m, and that to −x^L, x^L ≤ a.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use crate::search::bounds::{FAR, Fixed, ONE};
use crate::word::Word;

/// What the player can count on, without the safe places.
#[derive(Clone, Copy, Debug)]
struct Counted {
    pairs: u8,
    /// Open places with two exposed cells, and with one.
    open: [u8; 2],
    /// How many dominoes the opponent may be able to lay.
    theirs: u8,
    /// How many more cells may be exposed than those of `theirs`; [`MANY`] stands for any number from there on.
    slack: u8,
}

/// From here on exposed cells are not counted.
const MANY: u8 = 9;

/// The most pairs, places and moves of the opponent that are looked at.
const MOST_PAIRS: u32 = 10;
const MOST_OPEN: u32 = 20;
const MOST_THEIRS: u32 = 40;

/// From which numbers on a player wins: the component is ≥ the first; moving first, the player wins it minus the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Guaranteed {
    pub least: Fixed,
    pub first: Fixed,
}

impl Guaranteed {
    /// What is known by either of two.
    fn or(self, other: Guaranteed) -> Guaranteed {
        Guaranteed { least: self.least.max(other.least), first: self.first.max(other.first) }
    }
}

/// The dominoes of a player: at which places they may lie, and how far apart their cells are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dominoes<W> {
    pub places: W,
    pub distance: usize,
}

impl<W: Word> Dominoes<W> {
    /// The places where one can be laid on some cells.
    #[inline]
    pub fn live(&self, free: W) -> W {
        self.places & free & free.down(self.distance)
    }

    #[inline]
    fn covered(&self, places: W) -> W {
        places | places.up(self.distance)
    }

    /// How many disjoint ones can be laid on some cells at most, and the cells of those.
    #[inline]
    fn packed(&self, mut free: W) -> (u32, W) {
        let (mut count, mut used) = (0, W::ZERO);
        loop {
            let live = self.live(free);
            if live.is_empty() {
                return (count, used);
            }
            // The places at the ends of runs have no cell in common.
            let taken = live & !live.up(self.distance);
            let cells = self.covered(taken);
            count += taken.count();
            used |= cells;
            free &= !cells;
        }
    }
}

/// What was found out about what a player can count on.
#[derive(Debug, Default)]
pub(super) struct Guarantees {
    known: RefCell<FxHashMap<u64, Guaranteed>>,
}

impl Guarantees {
    /// What a player is sure of in a component of free cells. O(cells), and more when a count occurs for the first time.
    pub fn of<W: Word>(&self, free: W, own: Dominoes<W>, other: Dominoes<W>) -> Guaranteed {
        let (mine, theirs) = (own.live(free), other.live(free));
        let exposed = other.covered(theirs);
        let (safe, used) = own.packed(free & !exposed);
        let most = other.packed(free).0;
        if most > MOST_THEIRS {
            let least = ONE * (i64::from(safe) - i64::from(most));
            return Guaranteed { least, first: least - 1 };
        }
        let slack = (exposed.count() - 2 * most).min(MANY.into()) as u8;
        let free = free & !used;
        let sure = |pairs: u32, [two, one]: [u32; 2]| {
            let counted = Counted {
                pairs: pairs.min(MOST_PAIRS) as u8,
                open: [two, one].map(|open| open.min(MOST_OPEN) as u8),
                theirs: most as u8,
                slack,
            };
            let Guaranteed { least, first } = self.sure(counted);
            let safe = ONE * i64::from(safe);
            Guaranteed { least: least + safe, first: first + safe }
        };
        let (open, _) = own.packed(free);
        let plain = sure(0, [0, open]);
        let (pairs, paired) = pairs(mine, theirs, own.distance, other.distance);
        let rest = free & !paired;
        let (two, used) = own.packed(rest & exposed);
        let (one, _) = own.packed(rest & !used);
        plain.or(sure(pairs, [two, one]))
    }

    /// The numbers of B without safe places.
    fn sure(&self, counted: Counted) -> Guaranteed {
        let Counted { pairs, open, theirs, .. } = counted;
        if theirs == 0 {
            let least = ONE * i64::from(2 * pairs + open[0] + open[1]);
            return Guaranteed { least, first: least - 1 };
        }
        if let Some(&known) = self.known.borrow().get(&counted.key()) {
            return known;
        }
        // The greatest number that a move of Left leaves, and the least that Left, moving first, is left with.
        let mut left = -FAR;
        if pairs > 0 {
            let theirs = theirs.saturating_sub(2);
            let after = self.sure(Counted { pairs: pairs - 1, theirs, ..counted });
            left = left.max(ONE + after.least);
        }
        for (kind, cells) in [(0, 2), (1, 1)] {
            if open[kind] > 0 {
                let mut after = counted.with_fewer_exposed(cells);
                after.open[kind] -= 1;
                left = left.max(self.sure(after).least);
            }
        }
        let mut right = FAR;
        let mut strike = |pairs_lost: u8, two_lost: u8, one_lost: u8, one_gained: u8| {
            if pairs_lost <= pairs && two_lost <= open[0] && one_lost <= open[1] {
                let after = Counted {
                    pairs: pairs - pairs_lost,
                    open: [open[0] - two_lost, open[1] - one_lost + one_gained],
                    theirs: theirs - 1,
                    ..counted
                };
                right = right.min(self.sure(after).first);
            }
        };
        for (two, one) in [(0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2)] {
            strike(0, two, one, 0);
        }
        strike(1, 0, 0, 0);
        strike(1, 1, 0, 1);
        strike(2, 0, 0, 2);
        let least = if left >= right { right } else { simplest_above(left, right) };
        let found = Guaranteed { least, first: left.max(least - 1) };
        self.known.borrow_mut().insert(counted.key(), found);
        found
    }
}

impl Counted {
    /// All numbers in one.
    fn key(self) -> u64 {
        u64::from_le_bytes([
            self.pairs,
            self.open[0],
            self.open[1],
            self.theirs,
            self.slack,
            0,
            0,
            0,
        ])
    }

    /// The same after some exposed cells were covered.
    fn with_fewer_exposed(mut self, cells: u8) -> Counted {
        if self.slack >= MANY {
            return self;
        }
        let exposed = 2 * self.theirs + self.slack - cells;
        self.theirs = self.theirs.min(exposed / 2);
        self.slack = exposed - 2 * self.theirs;
        self
    }
}

/// Disjoint pairs of places, and their cells. `own` and `other` are the distances of the dominoes.
#[inline]
fn pairs<W: Word>(mine: W, theirs: W, own: usize, other: usize) -> (u32, W) {
    // The lower one of the two columns is the outer one if no other move covers its cells, or the upper one.
    let lower = theirs & !theirs.up(other);
    let upper = theirs & !theirs.down(other);
    let blocks = lower & lower.down(own) | upper & upper.down(own);
    let (mut count, mut used) = (0, W::ZERO);
    for place in (blocks & mine & mine.down(other)).sites() {
        let rows = W::bit(place) | W::bit(place + own);
        let cells = rows | rows.up(other);
        if (cells & used).is_empty() {
            count += 1;
            used |= cells;
        }
    }
    (count, used)
}

/// The simplest number x with `low` < x ≤ `high`, where `low` < `high`.
fn simplest_above(low: Fixed, high: Fixed) -> Fixed {
    if low < 0 && 0 <= high {
        return 0;
    }
    // The whole number that is nearest to 0, if there is any.
    let whole = if low >= 0 { (low.div_euclid(ONE) + 1) * ONE } else { high.div_euclid(ONE) * ONE };
    if low < whole && whole <= high {
        return whole;
    }
    let mut unit = ONE / 2;
    loop {
        let x = high.div_euclid(unit) * unit;
        if x > low {
            return x;
        }
        unit /= 2;
    }
}

#[cfg(test)]
mod tests {
    use ishitori_values::{Bound, Dyadic, Game, GameStore, Session};

    use super::*;
    use crate::search::bounds::{dyadic, exactly};

    /// The value of free cells, by its definition.
    fn value(
        free: u64,
        players: &[Dominoes<u64>; 2],
        session: &mut Session<'_>,
        known: &mut FxHashMap<u64, Game>,
    ) -> Game {
        if let Some(&value) = known.get(&free) {
            return value;
        }
        let [left, right] = players.map(|Dominoes { places, distance }| {
            let cells = places.sites().map(|place| 1 << place | 1 << (place + distance));
            let moves: Vec<u64> = cells.filter(|cells| free & cells == *cells).collect();
            let after = moves.iter().map(|cells| value(free & !cells, players, session, known));
            after.collect::<Vec<Game>>()
        });
        let value = session.game(&left, &right).unwrap();
        known.insert(free, value);
        value
    }

    /// Two pairs of distances, and some places that are not allowed, so that nothing rests on rows and columns.
    #[test]
    fn values_are_as_large_as_is_guaranteed() {
        let mut state = 0x2545_f491_4f6c_dd1d_u64;
        let mut random = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let (store, mut sharp, mut hot) = (GameStore::new(), 0, 0);
        for (own, other) in [(8, 1), (1, 8), (1, 2), (3, 2)] {
            let box_of = if own.max(other) == 8 { 0x001f_1f1f_1f1f } else { 0x3_ffff };
            for round in 0..60 {
                let mut free = box_of & !(random() & random());
                while free.count_ones() > 15 {
                    free &= !(1 << (random() % 64));
                }
                let gaps = if round % 3 == 0 { random() & random() & random() } else { 0 };
                let inside = |distance: usize| match distance {
                    1 if other == 8 || own == 8 => 0x000f_0f0f_0f0f,
                    _ => box_of & box_of >> distance,
                };
                let players = [own, other]
                    .map(|distance| Dominoes { places: inside(distance) & !gaps, distance });
                let mut session = store.session();
                let found = Guarantees::default().of(free, players[0], players[1]);
                let value = value(free, &players, &mut session, &mut FxHashMap::default());
                let [least, first] =
                    [found.least, found.first].map(|bound| session.number(&dyadic(bound)).unwrap());
                assert!(session.leq(least, value).unwrap(), "{free:#x} {found:?} {players:?}");
                // Left, moving first, wins the difference: it is not ≤ 0.
                assert!(!session.leq(value, first).unwrap(), "{free:#x} {found:?} {players:?}");
                let next = session.number(&dyadic(found.least + ONE)).unwrap();
                sharp += usize::from(!session.leq(next, value).unwrap());
                hot += usize::from(found.first > found.least);
            }
        }
        assert!(sharp >= 30 && hot >= 150, "{sharp} {hot}");
    }

    #[test]
    fn simplest_numbers_are_those_of_the_calculator() {
        let step = ONE / 8;
        for low in -30..30 {
            for high in low + 1..=30 {
                let (low, high) = (low * step, high * step);
                let ends =
                    (Bound::excluded(dyadic(low)), Bound { value: dyadic(high), included: true });
                let expected: Option<Dyadic> = Dyadic::simplest(Some(&ends.0), Some(&ends.1));
                assert_eq!(
                    Some(simplest_above(low, high)),
                    expected.and_then(|x| exactly(&x)),
                    "{low} {high}"
                );
            }
        }
    }
}
