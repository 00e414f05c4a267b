//! Toads and Frogs: Left's toads (`t`) go right, Right's frogs (`f`) go left, one step to an empty
//! place or with a jump over one opponent.

use ishitori_values::Player;

use super::strip::{Strip, exchange};
use super::{Accepted, PositionError, Ruleset};

/// The game of Toads and Frogs.
#[derive(Clone, Copy, Debug, Default)]
pub struct ToadsAndFrogs;

impl Ruleset for ToadsAndFrogs {
    type Position = Strip;
    type Error = PositionError;

    fn parse(&self, text: &str) -> Result<Strip, PositionError> {
        Strip::parse(text, b"tf.", Accepted::ToadsAndFrogs, "'t.f'")
    }

    fn show(&self, strip: &Strip) -> String {
        strip.show()
    }

    fn heap_bytes(&self, strip: &Strip) -> usize {
        strip.0.len() + 16
    }

    fn options(&self, strip: &Strip, player: Player, mut sink: impl FnMut(Strip)) {
        let row = &strip.0;
        let (own, other) = match player {
            Player::Left => (b't', b'f'),
            Player::Right => (b'f', b't'),
        };
        // The place k steps ahead, if it is on the strip.
        let ahead = |i: usize, k: usize| match player {
            Player::Left => Some(i + k).filter(|&j| j < row.len()),
            Player::Right => i.checked_sub(k),
        };
        for i in (0..row.len()).filter(|&i| row[i] == own) {
            let landing = match ahead(i, 1) {
                Some(j) if row[j] == b'.' => Some(j),
                Some(j) if row[j] == other => ahead(i, 2).filter(|&j| row[j] == b'.'),
                _ => None,
            };
            if let Some(j) = landing {
                let mut moved = row.clone();
                moved.swap(i, j);
                sink(Strip(moved));
            }
        }
    }

    /// Frogs at the left end and toads at the right end stay there forever and affect no move.
    fn components(&self, strip: &Strip, mut sink: impl FnMut(Strip)) {
        let row = &strip.0;
        let start = row.iter().take_while(|&&b| b == b'f').count();
        let end = row.len() - row[start..].iter().rev().take_while(|&&b| b == b't').count();
        if start < end {
            sink(Strip(row[start..end].into()));
        }
    }

    fn image(&self, strip: &Strip) -> (Strip, bool) {
        let mirrored = strip.reversed(exchange(b't', b'f'));
        if mirrored < *strip { (mirrored, true) } else { (strip.clone(), false) }
    }
}
