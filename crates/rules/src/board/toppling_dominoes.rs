//! Toppling Dominoes: a player topples a domino of the own colour (`l`, `r`) or a neutral one
//! (`e`) to the left or to the right; all dominoes on that side fall with it.

use ishitori_values::Player;

use super::strip::{Strip, exchange};
use super::{Accepted, PositionError, Ruleset};

/// The game of Toppling Dominoes.
#[derive(Clone, Copy, Debug, Default)]
pub struct TopplingDominoes;

impl Ruleset for TopplingDominoes {
    type Position = Strip;
    type Error = PositionError;

    fn parse(&self, text: &str) -> Result<Strip, PositionError> {
        Strip::parse(text, b"lre", Accepted::Dominoes, "'lre'")
    }

    fn show(&self, strip: &Strip) -> String {
        strip.show()
    }

    fn heap_bytes(&self, strip: &Strip) -> usize {
        strip.0.len() + 16
    }

    fn options(&self, strip: &Strip, player: Player, mut sink: impl FnMut(Strip)) {
        let row = &strip.0;
        let own = match player {
            Player::Left => b'l',
            Player::Right => b'r',
        };
        for i in (0..row.len()).filter(|&i| row[i] == own || row[i] == b'e') {
            sink(Strip(row[..i].into()));
            sink(Strip(row[i + 1..].into()));
        }
    }

    fn components(&self, strip: &Strip, mut sink: impl FnMut(Strip)) {
        if !strip.0.is_empty() {
            sink(strip.clone());
        }
    }

    /// Reading backwards keeps the value, exchanging colours negates it.
    fn image(&self, strip: &Strip) -> (Strip, bool) {
        let backwards = strip.reversed(|b| b);
        let colours = |s: &Strip| s.replaced(exchange(b'l', b'r'));
        let images = [
            (colours(&backwards), true),
            (colours(strip), true),
            (backwards, false),
            (strip.clone(), false),
        ];
        images.into_iter().min().expect("four images")
    }
}
