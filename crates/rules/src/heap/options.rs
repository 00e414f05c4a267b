//! The moves from one heap, literally: which heaps may be left.

use std::ops::ControlFlow;

use ishitori_values::Player;

use super::code::HeapCode;
use super::digit::{Digit, Sizes};
use super::{HeapRule, PartizanRule};

impl HeapRule {
    /// Whether positions are multisets of heaps that moves change one at a time. O(1).
    pub fn plays_on_heaps(&self) -> bool {
        !matches!(self, HeapRule::TwoPile(_))
    }

    /// Calls `sink` with the non-empty heaps, increasing, that each move of `player` leaves of a
    /// heap; a move that is possible in two ways may be reported twice. No move is reported for
    /// rules on pairs of heaps. O(options).
    ///
    /// ```
    /// use ishitori_rules::heap::HeapRule;
    /// use ishitori_values::Player;
    /// let kayles: HeapRule = "kayles".parse().unwrap();
    /// let mut left = Vec::new();
    /// kayles.for_each_option(3, Player::Left, &mut |heaps| left.push(heaps.to_vec()));
    /// assert_eq!(left, [vec![2], vec![1, 1], vec![1]]);
    /// ```
    pub fn for_each_option(&self, heap: u32, player: Player, sink: &mut dyn FnMut(&[u32])) {
        let mut all = |left: &[u32]| {
            sink(left);
            ControlFlow::Continue(())
        };
        let _ = self.try_for_each_option(heap, player, &mut all);
    }

    /// The same until `sink` breaks off; there can be very many options. O(options asked for).
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use ishitori_rules::heap::HeapRule;
    /// use ishitori_values::Player;
    /// let nim: HeapRule = "nim".parse().unwrap();
    /// let mut seen = 0;
    /// let _ = nim.try_for_each_option(1_000_000_000, Player::Left, &mut |_| {
    ///     seen += 1;
    ///     if seen < 10 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    /// });
    /// assert_eq!(seen, 10);
    /// ```
    pub fn try_for_each_option(
        &self,
        heap: u32,
        player: Player,
        sink: &mut Sink<'_>,
    ) -> ControlFlow<()> {
        match self {
            HeapRule::Impartial(code) => code.try_for_each_option(heap, sink),
            HeapRule::Partizan(rule) => rule.try_for_each_option(heap, player, sink),
            HeapRule::TwoPile(_) => ControlFlow::Continue(()),
        }
    }
}

/// Takes what a move leaves, and says whether to go on.
type Sink<'s> = dyn FnMut(&[u32]) -> ControlFlow<()> + 's;

impl HeapCode {
    fn try_for_each_option(&self, heap: u32, sink: &mut Sink<'_>) -> ControlFlow<()> {
        let last = self.max_take().map_or(heap, |k| (k as u32).min(heap));
        for take in 0..=last {
            let digit = self.digit(take as usize);
            if !digit.is_none() {
                broken(digit, heap - take, sink)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl PartizanRule {
    fn try_for_each_option(
        &self,
        heap: u32,
        player: Player,
        sink: &mut Sink<'_>,
    ) -> ControlFlow<()> {
        let set = match player {
            Player::Left => self.left(),
            Player::Right => self.right(),
        };
        let digit = if self.splits() { Digit::from_bits(7) } else { Digit::TAKE };
        for rest in set.iter().filter_map(|&take| heap.checked_sub(take)) {
            broken(digit, rest, sink)?;
        }
        ControlFlow::Continue(())
    }
}

/// All ways to leave `rest` stones that the digit allows.
fn broken(digit: Digit, rest: u32, sink: &mut Sink<'_>) -> ControlFlow<()> {
    if rest == 0 {
        return if digit.allows(0) { sink(&[]) } else { ControlFlow::Continue(()) };
    }
    let most = digit.max_parts().unwrap_or(rest).min(rest);
    for parts in (1..=most).filter(|&parts| digit.allows(parts)) {
        if digit.sizes() == Sizes::Equal && parts > 1 {
            if rest.is_multiple_of(parts) {
                sink(&vec![rest / parts; parts as usize])?;
            }
        } else {
            let gap = u32::from(digit.sizes() == Sizes::Distinct);
            partitions(rest, parts, 1, gap, &mut Vec::new(), sink)?;
        }
    }
    ControlFlow::Continue(())
}

/// The partitions into exactly `parts` parts, the least one at least `least`, each larger than the
/// one before by at least `gap`.
fn partitions(
    rest: u32,
    parts: u32,
    least: u32,
    gap: u32,
    chosen: &mut Vec<u32>,
    sink: &mut Sink<'_>,
) -> ControlFlow<()> {
    if parts == 1 {
        if rest >= least {
            chosen.push(rest);
            sink(chosen)?;
            chosen.pop();
        }
        return ControlFlow::Continue(());
    }
    for part in least..=rest / parts {
        chosen.push(part);
        partitions(rest - part, parts - 1, part + gap, gap, chosen, sink)?;
        chosen.pop();
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(rule: &str, heap: u32) -> Vec<Vec<u32>> {
        let mut found = Vec::new();
        let rule: HeapRule = rule.parse().unwrap();
        rule.for_each_option(heap, Player::Right, &mut |heaps| found.push(heaps.to_vec()));
        found
    }

    #[test]
    fn moves_by_hand() {
        assert_eq!(options("sub:2,3", 3), [vec![1], vec![]]);
        assert_eq!(options("grundys-game", 6), [[1, 5], [2, 4]]);
        assert_eq!(options("0.2", 1), Vec::<Vec<u32>>::new());
        assert_eq!(options("0.1", 2), Vec::<Vec<u32>>::new());
        assert_eq!(options("0.8", 6), [[1, 1, 3], [1, 2, 2]]);
        assert_eq!(options("psub:1/2", 4), [[2]]);
        assert_eq!(options("psplit:1/2", 4), [vec![2], vec![1, 1]]);
        assert_eq!(options("0.{2+}=", 5), [vec![2, 2], vec![1, 1, 1, 1]]);
    }
}
