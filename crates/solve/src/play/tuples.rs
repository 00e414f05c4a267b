//! Games in the language, played.

use std::ops::ControlFlow;

use ishitori_language::{Display, EndKind, Halt, PositionView, TextGame};
use ishitori_loopy::LoopyOutcome;
use ishitori_values::{Budget, Endless, Outcome, Player};

use super::Recurring;
use super::game::{Change, Drawing, Method, PlayError, Playable};
use crate::tuple::{RecurringTuples, SumPosition, SumSearch, TupleEnd, TupleError, moves_of};

/// A game in the language under its own end rule or another one.
///
/// Impartial games under normal play are judged by Grundy numbers, others by search.
///
/// ```
/// use ishitori_language::{TextGame, chocolate};
/// use ishitori_solve::play::{Judge, TupleGame};
/// use ishitori_solve::tuple::TupleEnd;
/// use ishitori_values::{Budget, Outcome};
/// let game = TextGame::new(&chocolate("2"), &[]).unwrap();
/// let mut judge = Judge::new(TupleGame::new(&game, TupleEnd::OfGame).unwrap());
/// let bar = "(3,7)".parse().unwrap();
/// assert_eq!(judge.outcome(&bar, &Budget::unlimited()).unwrap().0, Outcome::N);
/// ```
pub struct TupleGame<'g> {
    game: &'g TextGame,
    ending: TupleEnd<'g>,
    search: SumSearch<'g>,
    /// Known facts about positions that can recur, if the game has a line `loopy`.
    recurring: Option<Recurring<SumPosition>>,
}

/// The most columns and rows of a bar that is drawn.
const DRAWN: i64 = 60;

impl<'g> TupleGame<'g> {
    /// The game, if sums of its positions have a winner. O(size of the game).
    pub fn new(game: &'g TextGame, ending: TupleEnd<'g>) -> Result<TupleGame<'g>, PlayError> {
        let search = SumSearch::new(game, ending, &Budget::unlimited())?;
        let normal = matches!(ending, TupleEnd::OfGame) && game.end() == EndKind::Normal;
        let recurring = game.loopy().filter(|_| normal).map(Recurring::new);
        Ok(TupleGame { game, ending, search, recurring })
    }

    /// Refuses tuples that are no positions. O(parts).
    pub fn check(&mut self, position: &SumPosition) -> Result<(), PlayError> {
        Ok(self.search.check(position)?)
    }
}

impl TupleGame<'_> {
    /// Asks the solver of positions that can recur; a fault of the text is returned, and its results are forgotten.
    fn recurring_by<T>(
        &mut self,
        budget: &Budget,
        ask: impl FnOnce(&mut Recurring<SumPosition>, &RecurringTuples<'_>) -> Result<T, PlayError>,
    ) -> Option<Result<T, PlayError>> {
        let recurring = self.recurring.as_mut()?;
        let rules = RecurringTuples::new(self.game, budget);
        let found = ask(recurring, &rules);
        if let Err(fault) = rules.fault() {
            *recurring = Recurring::new(self.game.loopy().unwrap_or_default());
            return Some(Err(fault.into()));
        }
        Some(found)
    }

    /// The appearance of one part by the hint of the game.
    fn part_drawing(&self, part: &[i64]) -> Drawing {
        let numbers = |places: &mut dyn Iterator<Item = usize>| -> Vec<(String, i64)> {
            places.map(|i| (self.game.coordinates()[i].clone(), part[i])).collect()
        };
        let picture = self.game.display().and_then(|shown| self.picture(part, shown));
        let (Some(picture), Some(shown)) = (picture, self.game.display()) else {
            return Drawing::Numbers(numbers(&mut (0..part.len())));
        };
        let hidden = (0..part.len()).filter(|i| !shown.coordinates.contains(i));
        match numbers(&mut { hidden }) {
            rest if rest.is_empty() => picture,
            rest => Drawing::With(Box::new(picture), rest),
        }
    }

    /// The coordinates that a game wants to see drawn, unless they are too large.
    fn picture(&self, part: &[i64], shown: &PositionView) -> Option<Drawing> {
        let seen: Vec<i64> = shown.coordinates.iter().map(|&i| part[i]).collect();
        let row = |length: i64, cell: char| vec![cell; length as usize];
        if shown.display == Display::Heap {
            let heaps = seen.iter().map(|&n| u32::try_from(n).unwrap_or(u32::MAX));
            return Some(Drawing::Heaps(heaps.collect()));
        }
        if shown.display == Display::Board {
            return Some(Drawing::Grid(self.board(&seen, shown)));
        }
        if seen.iter().any(|&n| n > DRAWN) {
            return None;
        }
        Some(match (shown.display, &seen[..]) {
            (Display::Bar, &[y, z]) => {
                let columns = (0..=z).map(|w| self.height(part, shown, y, &[(1, w)])).collect();
                Drawing::Bar { columns, bitter: (0, 0) }
            }
            (Display::Bar, &[x, y, z]) => {
                // What would be left of a column if it were the last one on its side.
                let left = (1..=x).rev().map(|u| self.height(part, shown, y, &[(0, u)]));
                let middle = self.height(part, shown, y, &[(0, 0), (2, 0)]);
                let right = (1..=z).map(|w| self.height(part, shown, y, &[(2, w)]));
                let columns = left.chain([middle]).chain(right).collect();
                Drawing::Bar { columns, bitter: (x as u32, 0) }
            }
            (Display::Grid, &[rows, columns]) => {
                Drawing::Grid((0..rows).map(|_| row(columns, '□')).collect())
            }
            (Display::Rows, rows) => {
                let shown = rows.iter().filter(|&&length| length > 0);
                Drawing::Grid(shown.map(|&length| row(length, '■')).collect())
            }
            (Display::Strip, pieces) => {
                let last = pieces.iter().copied().max().unwrap_or(0);
                let mut cells = row(last + 1, '·');
                for (&piece, &place) in pieces.iter().zip(&shown.coordinates) {
                    cells[piece as usize] = self.initial(place);
                }
                Drawing::Grid(vec![cells])
            }
            _ => return None,
        })
    }

    /// The height of a column of a bar: the largest y up to the present one that is a position when
    /// these of the coordinates shown have these values.
    fn height(&self, part: &[i64], shown: &PositionView, y: i64, values: &[(usize, i64)]) -> u32 {
        let mut machine = self.game.machine();
        let mut position = part.to_vec();
        for &(i, value) in values {
            position[shown.coordinates[i]] = value;
        }
        let up = shown.coordinates[shown.coordinates.len() - 2];
        let mut fits = |v: &i64| {
            position[up] = *v;
            machine.contains(&position).unwrap_or(false)
        };
        (0..=y).rev().find(&mut fits).map_or(0, |v| v as u32 + 1)
    }

    /// Cells of a board: the initial of the mask that has the bit, row by row from the lowest bit.
    fn board(&self, masks: &[i64], shown: &PositionView) -> Vec<Vec<char>> {
        let (rows, columns) = shown.size;
        let cell = |bit: u32| {
            let piece =
                masks.iter().zip(&shown.coordinates).find(|(mask, _)| *mask >> bit & 1 == 1);
            piece.map_or('·', |(_, &place)| self.initial(place))
        };
        (0..rows).map(|r| (0..columns).map(|c| cell(r * columns + c)).collect()).collect()
    }

    /// The piece of a coordinate: the first letter of its name.
    fn initial(&self, coordinate: usize) -> char {
        self.game.coordinates()[coordinate].chars().next().unwrap_or('?')
    }
}

fn halted(halt: Halt) -> PlayError {
    match halt {
        Halt::ReceiverDone => PlayError::TooManyMoves { limit: super::MAX_MOVES },
        halt => TupleError::from(halt).into(),
    }
}

impl Playable for TupleGame<'_> {
    type Position = SumPosition;

    const RECURS: bool = true;

    fn for_each_move(
        &self,
        position: &SumPosition,
        player: Player,
        budget: &Budget,
        sink: &mut dyn FnMut(Change, SumPosition) -> ControlFlow<()>,
    ) -> Result<(), PlayError> {
        let parts = position.parts();
        let (mut machine, mut checker) = (self.game.machine(), self.game.machine());
        let (alone, most) = (parts.len() == 1, super::MAX_MOVES);
        for (at, part) in parts.iter().enumerate() {
            let machines = (&mut machine, &mut checker);
            let moves = moves_of(self.game, machines, part, player, most, budget);
            for (_, left) in moves.map_err(halted)? {
                let mut next = parts.to_vec();
                next.splice(at..=at, left.iter().cloned());
                let change = Change::Part { at, from: part.clone(), left, alone };
                if sink(change, SumPosition::new(next)).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn end(&self, position: &SumPosition) -> Result<Outcome, PlayError> {
        self.search.end(position).map_err(halted)
    }

    fn is_impartial(&self) -> bool {
        let same_ends = match self.ending {
            TupleEnd::OfGame => self.game.end() != EndKind::Letter,
            TupleEnd::Total(table) => {
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
        self.search.set_budget(budget);
        let outcome = self.search.outcome(position)?;
        let method = match self.search.has_grundy_numbers() {
            true => Method::NimSum,
            false => Method::Search { positions: self.search.positions() },
        };
        Ok(Some((outcome, method)))
    }

    fn grundy(
        &mut self,
        position: &SumPosition,
        budget: &Budget,
    ) -> Result<Option<Vec<u32>>, PlayError> {
        if self.recurring.is_some() {
            return Ok(None);
        }
        self.search.set_budget(budget);
        Ok(self.search.grundy(position)?)
    }

    fn endless(&self) -> Option<Endless> {
        self.recurring.as_ref().and_then(|_| self.game.loopy())
    }

    fn recurring(
        &mut self,
        position: &SumPosition,
        budget: &Budget,
    ) -> Result<Option<(LoopyOutcome, Method)>, PlayError> {
        let found = self.recurring_by(budget, |recurring, rules| {
            let outcome = recurring.outcome(rules, position, rules.budget())?;
            Ok((outcome, Method::Retrograde { positions: recurring.positions() }))
        });
        found.transpose()
    }

    fn length(
        &mut self,
        position: &SumPosition,
        player: Player,
        budget: &Budget,
    ) -> Result<Option<u32>, PlayError> {
        let found = self.recurring_by(budget, |recurring, rules| {
            recurring.length(rules, (position, player), rules.budget())
        });
        Ok(found.transpose()?.flatten())
    }

    /// The Grundy value of Smith, where positions can recur and both players have the same moves.
    fn value_text(
        &mut self,
        position: &SumPosition,
        budget: &Budget,
    ) -> Result<Option<String>, PlayError> {
        if !self.game.is_impartial() || position.parts().len() != 1 {
            return Ok(None);
        }
        let found = self.recurring_by(budget, |recurring, rules| {
            recurring.smith(rules, position, rules.budget())
        });
        Ok(found.transpose()?.flatten().map(|value| value.to_string()))
    }

    fn drawing(&self, position: &SumPosition) -> Drawing {
        match position.parts() {
            [part] => self.part_drawing(part),
            parts => Drawing::Sum(parts.iter().map(|part| self.part_drawing(part)).collect()),
        }
    }

    fn numbers(&self, position: &SumPosition) -> Vec<i64> {
        position.parts().iter().flatten().copied().collect()
    }

    fn components(&self, position: &SumPosition) -> Vec<SumPosition> {
        match position.parts() {
            [] => vec![position.clone()],
            parts => parts.iter().map(|part| SumPosition::new(vec![part.clone()])).collect(),
        }
    }

    fn parts(&self, position: &SumPosition) -> Vec<Vec<i64>> {
        position.parts().to_vec()
    }
}
