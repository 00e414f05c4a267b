//! Col and Snort on paths: players colour vertices, Left and Right each in one colour. In Col
//! neighbours must not get the same colour, in Snort not different ones.
//!
//! A vertex next to a coloured one is *tinted*; a coloured vertex is gone, so a path falls apart
//! into paths of free (`.`) and tinted vertices (`L`: next to one of Left's, `R`: to one of
//! Right's). Written with `-` between vertices: `.-L-.`.

use ishitori_values::Player;

use super::{Accepted, PositionError, Ruleset};

/// Col or Snort on paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathColouring {
    /// Neighbours must differ: a tinted vertex is closed to the player whose tint it has.
    Col,
    /// Neighbours must not differ: a tinted vertex is reserved for the player whose tint it has.
    Snort,
}

/// The vertices of a path: `.`, `L`, `R`, or `#` for one that neither player can colour.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Tints(Box<[u8]>);

const CLOSED: u8 = b'#';
const MAX_VERTICES: usize = 4096;

fn letter(player: Player) -> u8 {
    match player {
        Player::Left => b'L',
        Player::Right => b'R',
    }
}

impl PathColouring {
    /// The players who may colour a vertex with a tint.
    fn open_to(self, tint: u8, player: Player) -> bool {
        match (tint, self) {
            (b'.', _) => true,
            (CLOSED, _) => false,
            (tint, PathColouring::Col) => tint != letter(player),
            (tint, PathColouring::Snort) => tint == letter(player),
        }
    }
}

/// The tint of a vertex after `player` has coloured a neighbour.
fn tinted(tint: u8, player: Player) -> u8 {
    match tint {
        b'.' => letter(player),
        tint if tint == letter(player) => tint,
        _ => CLOSED,
    }
}

impl Ruleset for PathColouring {
    type Position = Tints;
    type Error = PositionError;

    fn parse(&self, text: &str) -> Result<Tints, PositionError> {
        let accepted = Accepted::PathVertices;
        let mut vertices = Vec::new();
        let text = text.trim();
        if text.is_empty() {
            return Err(PositionError::Empty { example: "'.-L-.'" });
        }
        for (i, c) in text.chars().enumerate() {
            match (i % 2, c) {
                (0, '.' | 'L' | 'R' | '#') => vertices.push(c as u8),
                (1, '-') => {}
                _ => return Err(PositionError::Character { place: i + 1, found: c, accepted }),
            }
        }
        if text.ends_with('-') {
            let place = text.chars().count();
            return Err(PositionError::Character { place, found: '-', accepted });
        }
        match vertices.len() {
            found if found > MAX_VERTICES => {
                Err(PositionError::TooLarge { found, limit: MAX_VERTICES })
            }
            _ => Ok(Tints(vertices.into())),
        }
    }

    fn show(&self, path: &Tints) -> String {
        let vertices: Vec<String> = path.0.iter().map(|&b| (b as char).to_string()).collect();
        vertices.join("-")
    }

    fn heap_bytes(&self, path: &Tints) -> usize {
        path.0.len() + 16
    }

    fn options(&self, path: &Tints, player: Player, mut sink: impl FnMut(Tints)) {
        for i in (0..path.0.len()).filter(|&i| self.open_to(path.0[i], player)) {
            let mut after = path.0.clone();
            after[i] = CLOSED;
            let neighbours = [i.checked_sub(1), Some(i + 1).filter(|&j| j < after.len())];
            for j in neighbours.into_iter().flatten() {
                after[j] = tinted(after[j], player);
            }
            sink(Tints(after));
        }
    }

    fn components(&self, path: &Tints, mut sink: impl FnMut(Tints)) {
        let parts = path.0.split(|&b| b == CLOSED).filter(|part| !part.is_empty());
        parts.for_each(|part| sink(Tints(part.into())));
    }

    /// Reading backwards keeps the value, exchanging colours negates it.
    fn image(&self, path: &Tints) -> (Tints, bool) {
        let swap = super::strip::exchange(b'L', b'R');
        let map = |backwards: bool, colours: bool| {
            let one = |&b: &u8| if colours { swap(b) } else { b };
            let row = &path.0;
            let mapped: Box<[u8]> = match backwards {
                true => row.iter().rev().map(one).collect(),
                false => row.iter().map(one).collect(),
            };
            (Tints(mapped), colours)
        };
        let images = [map(false, false), map(true, false), map(false, true), map(true, true)];
        images.into_iter().min().expect("four images")
    }
}
