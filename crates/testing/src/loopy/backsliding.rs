//! Toads and frogs that may also step back.

use ishitori_loopy::games::LoopyRules;
use ishitori_values::Player;

use super::BoardFault;

/// The longest strip.
const MAX_LENGTH: usize = 64;

/// Backsliding Toads and Frogs: Left moves a toad one step to the right or back to the left into an empty
/// cell, or jumps to the right over one frog; Right the same mirrored (Winning Ways, chapter 11).
#[derive(Clone, Copy, Debug, Default)]
pub struct Backsliding;

impl Backsliding {
    /// A strip: `t` toads, `f` frogs, `.` empty. O(length).
    pub fn parse(self, text: &str) -> Result<Vec<u8>, BoardFault> {
        let cell = |(at, sign): (usize, char)| match sign {
            '.' | 't' | 'f' => Ok(sign as u8),
            _ => Err(BoardFault::Sign { sign, at: at + 1, expected: "t, f or ." }),
        };
        let cells: Vec<u8> = text.chars().enumerate().map(cell).collect::<Result<_, _>>()?;
        match cells.len() {
            0 => Err(BoardFault::Empty),
            n if n > MAX_LENGTH => Err(BoardFault::TooLarge { limit: MAX_LENGTH }),
            _ => Ok(cells),
        }
    }
}

impl LoopyRules for Backsliding {
    type Position = Vec<u8>;

    fn decided(&self, _: &Vec<u8>) -> Option<Player> {
        None
    }

    fn moves(&self, strip: &Vec<u8>, player: Player, into: &mut Vec<Vec<u8>>) {
        let (own, other, forward) = match player {
            Player::Left => (b't', b'f', 1isize),
            Player::Right => (b'f', b't', -1),
        };
        let cell = |at: isize| usize::try_from(at).ok().and_then(|at| strip.get(at)).copied();
        for (from, _) in strip.iter().enumerate().filter(|(_, c)| **c == own) {
            let at = from as isize;
            let jump = cell(at + forward) == Some(other) && cell(at + 2 * forward) == Some(b'.');
            let steps = [(forward, true), (-forward, true), (2 * forward, jump)];
            for (step, allowed) in steps {
                if allowed && cell(at + step) == Some(b'.') {
                    let mut next = strip.clone();
                    next.swap(from, (at + step) as usize);
                    into.push(next);
                }
            }
        }
    }
}
