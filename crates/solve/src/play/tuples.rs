//! Games in the language, played.

use std::ops::ControlFlow;

use ishitori_language::{Display, EndKind, Fault, FaultKind, Game, Halt, Sink, tuple};
use ishitori_values::{Budget, Outcome, Player};
use rustc_hash::FxHashMap;

use super::game::{Change, Drawing, Method, PlayError, Playable};
use crate::tuple::{Ending, SumPosition, TupleError};

/// A game in the language under its own end rule or another one.
///
/// Impartial games under normal play are judged by Grundy numbers, others by search.
///
/// ```
/// use ishitori_language::{Game, chocolate};
/// use ishitori_solve::play::{Judge, TupleGame};
/// use ishitori_solve::tuple::Ending;
/// use ishitori_values::{Budget, Outcome};
/// let game = Game::new(&chocolate("2"), &[]).unwrap();
/// let mut judge = Judge::new(TupleGame::new(&game, Ending::OfGame).unwrap());
/// let bar = "(3,7)".parse().unwrap();
/// assert_eq!(judge.outcome(&bar, &Budget::unlimited()).unwrap().0, Outcome::N);
/// ```
pub struct TupleGame<'g> {
    game: &'g Game,
    ending: Ending<'g>,
    /// Grundy numbers of single positions, `None` while one is being computed.
    known: FxHashMap<Vec<i64>, Option<u32>>,
}

/// The most columns and rows of a bar that is drawn.
const DRAWN: i64 = 60;

impl<'g> TupleGame<'g> {
    /// The game, if sums of its positions have a winner. O(1).
    pub fn new(game: &'g Game, ending: Ending<'g>) -> Result<TupleGame<'g>, PlayError> {
        if matches!(ending, Ending::OfGame) && game.end() == EndKind::Letter && game.has_sums() {
            return Err(TupleError::SumsNeedTotals.into());
        }
        Ok(TupleGame { game, ending, known: FxHashMap::default() })
    }

    /// Refuses tuples that are no positions. O(parts).
    pub fn check(&self, position: &SumPosition) -> Result<(), PlayError> {
        let mut machine = self.game.machine();
        for part in position.parts() {
            if part.len() != self.game.width() || !machine.contains(part).map_err(fault)? {
                let position = part.clone();
                return Err(TupleError::NotAPosition { position }.into());
            }
        }
        let own = matches!(self.ending, Ending::OfGame) && self.game.end() == EndKind::Letter;
        if own && position.parts().len() != 1 {
            return Err(TupleError::SumsNeedTotals.into());
        }
        Ok(())
    }

    fn is_normal(&self) -> bool {
        match self.ending {
            Ending::OfGame => self.game.end() == EndKind::Normal,
            Ending::Total(table) => table.letters().iter().all(|l| *l == Outcome::P),
        }
    }

    /// What the moves of a player leave of one part.
    fn options(&self, part: &[i64], player: Player) -> Result<Vec<Vec<Vec<i64>>>, PlayError> {
        let mut machine = self.game.machine();
        let mut list = List(Vec::new());
        match machine.options(part, Some(player), &mut list) {
            Ok(()) => {}
            Err(Halt::Enough) => {
                return Err(PlayError::TooManyMoves { limit: super::MAX_MOVES });
            }
            Err(Halt::Fault(found)) => return Err(fault(found)),
            Err(Halt::Limit(limit)) => return Err(limit.into()),
        }
        let width = self.game.width();
        let mut options = Vec::with_capacity(list.0.len());
        for coordinates in list.0 {
            let left: Vec<Vec<i64>> = coordinates.chunks(width).map(<[i64]>::to_vec).collect();
            for option in &left {
                if !machine.contains(option).map_err(fault)? {
                    let kind = FaultKind::Leaves { option: option.clone() };
                    return Err(fault(Fault { position: part.to_vec(), span: 0..0, kind }));
                }
            }
            options.push(left);
        }
        Ok(options)
    }

    /// The Grundy number of one part, by the definition with memory.
    fn number(&mut self, part: &[i64], budget: &Budget) -> Result<u32, PlayError> {
        match self.known.get(part) {
            Some(Some(known)) => return Ok(*known),
            Some(None) => return Err(PlayError::Cycle { position: tuple(part) }),
            None => {}
        }
        if self.known.len().is_multiple_of(256) {
            budget.check(self.known.len() as u64 * (64 + 8 * part.len() as u64))?;
        }
        self.known.insert(part.to_vec(), None);
        let mut seen = Vec::new();
        for option in self.options(part, Player::Left)? {
            let mut sum = 0;
            for part in &option {
                sum ^= stacker::maybe_grow(64 << 10, 1 << 20, || self.number(part, budget))?;
            }
            seen.push(sum);
        }
        seen.sort_unstable();
        seen.dedup();
        let mex = seen.iter().zip(0..).find(|&(&g, n)| g != n).map(|(_, n)| n);
        let mex = mex.unwrap_or(seen.len() as u32);
        self.known.insert(part.to_vec(), Some(mex));
        Ok(mex)
    }
}

fn fault(fault: Fault) -> PlayError {
    TupleError::Fault(fault).into()
}

struct List(Vec<Vec<i64>>);

impl Sink for List {
    fn option(&mut self, _: usize, coordinates: &[i64]) -> Result<(), Halt> {
        if self.0.len() > super::MAX_MOVES {
            return Err(Halt::Enough);
        }
        self.0.push(coordinates.to_vec());
        Ok(())
    }
}

impl Playable for TupleGame<'_> {
    type Position = SumPosition;

    fn for_each_move(
        &self,
        position: &SumPosition,
        player: Player,
        sink: &mut dyn FnMut(Change, SumPosition) -> ControlFlow<()>,
    ) -> Result<(), PlayError> {
        let parts = position.parts();
        for (at, part) in parts.iter().enumerate() {
            for left in self.options(part, player)? {
                let names: Vec<String> = left.iter().map(|p| tuple(p)).collect();
                let names = if names.is_empty() { "0".to_string() } else { names.join("+") };
                let label = match parts.len() {
                    1 => names,
                    _ => format!("{}->{names}", tuple(part)),
                };
                let mut next = parts.to_vec();
                next.splice(at..=at, left);
                if sink(Change::Other(label), SumPosition::new(next)).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn end(&self, position: &SumPosition) -> Result<Outcome, PlayError> {
        match (self.ending, position.parts()) {
            (Ending::Total(table), parts) => {
                let total: i64 = parts.iter().flatten().sum();
                Ok(table.letter(total.unsigned_abs()))
            }
            (Ending::OfGame, [first, ..]) => self.game.machine().letter(first).map_err(fault),
            (Ending::OfGame, []) => Ok(match self.game.end() {
                EndKind::Misere => Outcome::N,
                _ => Outcome::P,
            }),
        }
    }

    fn is_impartial(&self) -> bool {
        let same_ends = match self.ending {
            Ending::OfGame => self.game.end() != EndKind::Letter,
            Ending::Total(table) => {
                table.letters().iter().all(|letter| matches!(letter, Outcome::N | Outcome::P))
            }
        };
        same_ends && self.game.is_impartial()
    }

    fn shortcut(
        &mut self,
        position: &SumPosition,
        budget: &Budget,
    ) -> Result<Option<(Outcome, Method)>, PlayError> {
        let numbers = self.grundy(position, budget)?;
        Ok(numbers.map(|numbers| {
            let lost = numbers.iter().fold(0, |sum, g| sum ^ g) == 0;
            (if lost { Outcome::P } else { Outcome::N }, Method::NimSum)
        }))
    }

    fn grundy(
        &mut self,
        position: &SumPosition,
        budget: &Budget,
    ) -> Result<Option<Vec<u32>>, PlayError> {
        if !self.game.is_impartial() || !self.is_normal() {
            return Ok(None);
        }
        let parts = position.parts().iter();
        let numbers: Result<Vec<u32>, _> = parts.map(|p| self.number(p, budget)).collect();
        if numbers.is_err() {
            self.known.retain(|_, known| known.is_some());
        }
        numbers.map(Some)
    }

    fn drawing(&self, position: &SumPosition) -> Drawing {
        if let [part] = position.parts() {
            match (self.game.display(), &part[..]) {
                (Some(Display::Heap), numbers) => {
                    let heaps = numbers.iter().map(|&n| u32::try_from(n).unwrap_or(u32::MAX));
                    return Drawing::Heaps(heaps.collect());
                }
                (Some(Display::Bar), &[y, z]) if y <= DRAWN && z <= DRAWN => {
                    let mut machine = self.game.machine();
                    // What the condition after `where` leaves of each column.
                    let height = |w: i64| {
                        let fits = |v: &i64| machine.contains(&[*v, w]).unwrap_or(false);
                        (0..=y).rev().find(fits).map_or(0, |v| v as u32 + 1)
                    };
                    let columns = (0..=z).map(height).collect();
                    return Drawing::Bar { columns, bitter: (0, 0) };
                }
                _ => {}
            }
        }
        let names = self.game.coordinates();
        let numbers = position.parts().iter().flat_map(|part| {
            part.iter().enumerate().map(|(i, &n)| (names[i].clone(), n)).collect::<Vec<_>>()
        });
        Drawing::Numbers(numbers.collect())
    }

    fn numbers(&self, position: &SumPosition) -> Vec<i64> {
        position.parts().iter().flatten().copied().collect()
    }
}
