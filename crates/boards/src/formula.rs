//! Expressions of the language of tuples in texts of boards: where a move may be made, and who has won by what is
//! left.

use std::ops::Range;

use ishitori_language::{ErrorKind, Fault, Formula, FormulaMachine, TextGame, Type, outcome};
use ishitori_values::Outcome;

use crate::ast::{BoardKind, GameText, Motion};
use crate::error::{ExpectedInput, Mistake, TextError};
use crate::geometry::{At, Board};

/// The names that a condition on places may use, in the order in which they are given to the formula.
pub(crate) fn names(kind: BoardKind) -> &'static [&'static str] {
    match kind {
        BoardKind::Grid | BoardKind::Hex => {
            &["row", "column", "to_row", "to_column", "rows", "columns"]
        }
        BoardKind::Strip => &["cell", "to", "cells"],
        BoardKind::Graph => &["vertex", "to", "vertices"],
    }
}

/// A condition on where a move is made: `where (row + column) mod 2 = 0`.
#[derive(Clone, Debug)]
pub struct Place {
    source: String,
    /// Where it begins in the text.
    start: usize,
    formula: Formula,
    /// How the plane is moved before the condition is asked for.
    motion: Motion,
}

impl PartialEq for Place {
    fn eq(&self, other: &Place) -> bool {
        (&self.source, self.motion) == (&other.source, other.motion)
    }
}

impl Eq for Place {}

impl Place {
    /// Reads a condition that stands at some place of a text. O(length).
    pub(crate) fn read(text: &GameText, source: &str, start: usize) -> Result<Place, TextError> {
        let formula = compiled(text, names(text.kind), (source, start), Type::Bool)?;
        Ok(Place { source: source.to_string(), start, formula, motion: Motion::None })
    }

    /// The condition as it is written. O(1).
    pub fn source(&self) -> &str {
        &self.source
    }

    /// How the plane is moved before the condition is asked for. O(1).
    pub fn motion(&self) -> Motion {
        self.motion
    }

    /// The same for the moves of the other player, on the moved plane. O(length).
    pub(crate) fn mirrored(&self, motion: Motion) -> Place {
        Place { motion, ..self.clone() }
    }

    /// Whether a move from one place to another may be made; they need not be on the board. O(length).
    pub(crate) fn holds(&self, board: &Board, from: At, to: At) -> Result<bool, Fault> {
        let numbers: Vec<i64> = match board.kind {
            BoardKind::Grid | BoardKind::Hex => {
                let (rows, columns) = (board.rows as i64, board.columns as i64);
                let at = |(row, column): At| {
                    let (row, column) = (rows - i64::from(row), i64::from(column) + 1);
                    match self.motion {
                        Motion::None => [row, column],
                        Motion::Turned => [rows + 1 - row, columns + 1 - column],
                        Motion::Flipped => [rows + 1 - row, column],
                        Motion::Transposed => [columns + 1 - column, rows + 1 - row],
                    }
                };
                let size = match self.motion {
                    Motion::Transposed => [columns, rows],
                    _ => [rows, columns],
                };
                [at(from), at(to), size].concat()
            }
            BoardKind::Strip => {
                let cells = board.columns as i64;
                let at = |(_, cell): At| match self.motion {
                    Motion::Turned => cells - i64::from(cell),
                    _ => i64::from(cell) + 1,
                };
                vec![at(from), at(to), cells]
            }
            BoardKind::Graph => {
                let vertices = &board.graph.vertices;
                let number = |site: i16| vertices.get(usize::try_from(site).ok()?);
                let at = |(site, _): At| number(site).map_or(0, |&v| i64::from(v));
                vec![at(from), at(to), vertices.len() as i64]
            }
        };
        match self.formula.machine().value(&numbers) {
            Ok(value) => Ok(value == Some(1)),
            Err(fault) => Err(shifted(fault, self.start)),
        }
    }
}

/// The winner when the player to move cannot: `end: if [x] > [o] then L else R`.
#[derive(Clone, Debug)]
pub struct PieceCountEnd {
    source: String,
    start: usize,
    formula: Formula,
    /// The pieces that are counted together.
    classes: Vec<Vec<char>>,
}

impl PieceCountEnd {
    /// Reads an expression with letters. `[xo]` is how many cells have one of these pieces. O(length).
    pub(crate) fn read(
        text: &GameText,
        source: &str,
        start: usize,
    ) -> Result<PieceCountEnd, TextError> {
        let (mut written, mut classes): (Vec<&str>, Vec<Vec<char>>) = (Vec::new(), Vec::new());
        let mut names: Vec<String> = Vec::new();
        let mut named = String::with_capacity(source.len());
        let mut at = 0;
        while let Some(open) = source[at..].find('[').map(|i| at + i) {
            let wrong = |span: Range<usize>, mistake| {
                TextError::new(start + span.start..start + span.end, mistake)
            };
            let unclosed = || wrong(open..open + 1, Mistake::Unclosed('['));
            let close = source[open..].find(']').map(|i| open + i).ok_or_else(unclosed)?;
            let inside = &source[open + 1..close];
            let known = text.alphabet();
            if let Some((i, found)) = inside.char_indices().find(|(_, c)| !known.contains(c)) {
                let span = open + 1 + i..open + 1 + i + found.len_utf8();
                return Err(wrong(span, Mistake::UnknownPiece { found, known }));
            }
            if inside.is_empty() {
                let (found, expected) = ("[]".to_string(), ExpectedInput::Piece);
                return Err(wrong(open..close + 1, Mistake::Expected { found, expected }));
            }
            let place = written.iter().position(|known| *known == inside).unwrap_or(written.len());
            if place == written.len() {
                written.push(inside);
                classes.push(inside.chars().collect());
                // A name of the same length, so that mistakes are shown at their places.
                names.push(format!("n{place:0>width$}", width = close - open));
            }
            named.push_str(&source[at..open]);
            named.push_str(&names[place]);
            at = close + 1;
        }
        named.push_str(&source[at..]);
        let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
        if names.is_empty() {
            // A tuple has at least one coordinate, even if no formula uses it.
            names.push("n");
            classes.push(text.alphabet());
        }
        let formula = compiled(text, &names, (&named, start), Type::Letter)?;
        Ok(PieceCountEnd { source: source.to_string(), start, formula, classes })
    }

    /// The expression as it is written. O(1).
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The judge that evaluates this formula. O(length).
    pub fn judge(&self) -> Judge<'_> {
        Judge { rest: self, machine: self.formula.machine() }
    }
}

/// A judge: the winner of a final position.
pub struct Judge<'r> {
    rest: &'r PieceCountEnd,
    machine: FormulaMachine<'r>,
}

impl Judge<'_> {
    /// The outcome of a final position; `count` says how many sites have a piece. O(length).
    pub fn outcome(&mut self, count: impl Fn(char) -> u32) -> Result<Outcome, Fault> {
        let total = |class: &Vec<char>| class.iter().map(|&c| i64::from(count(c))).sum();
        let counts: Vec<i64> = self.rest.classes.iter().map(total).collect();
        match self.machine.value(&counts) {
            // Where no clause applies, who cannot move loses.
            Ok(letter) => Ok(letter.map_or(Outcome::P, outcome)),
            Err(fault) => Err(shifted(fault, self.rest.start)),
        }
    }
}

/// The formula of an expression that must be of a kind.
fn compiled(
    text: &GameText,
    names: &[&str],
    (source, start): (&str, usize),
    kind: Type,
) -> Result<Formula, TextError> {
    let whole = start..start + source.len();
    let used = |name: &str| {
        let word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
        source.split(|c: char| !word(c)).any(|found| found == name)
    };
    let parameters: Vec<_> = text.parameters.iter().filter(|(name, _)| used(name)).collect();
    if let Some((name, _)) = parameters.iter().find(|(name, _)| names.contains(&name.as_str())) {
        return Err(TextError::new(whole, Mistake::BadName(name.clone())));
    }
    let parameters: Vec<String> = parameters.iter().map(|(n, k)| format!("{n} = {k}")).collect();
    let parameters = match parameters.is_empty() {
        true => String::new(),
        false => format!("({})", parameters.join(", ")),
    };
    let tuple = names.join(", ");
    let game = format!("game g{parameters}\nposition ({tuple})\nboth: ({tuple}) if false\n");
    let wrong = |span: Range<usize>, error| TextError::new(span, Mistake::Expression(error));
    let game = TextGame::new(&game, &[]).map_err(|error| wrong(whole.clone(), error.kind))?;
    let formula = game
        .formula(source)
        .map_err(|error| wrong(start + error.span.start..start + error.span.end, error.kind))?;
    if formula.kind() != kind {
        let found = formula.kind();
        let error = ErrorKind::Type { found, expected: kind };
        return Err(wrong(whole, error));
    }
    Ok(formula)
}

/// A fault at its place in the text of the board game.
fn shifted(fault: Fault, by: usize) -> Fault {
    Fault { span: fault.span.start + by..fault.span.end + by, ..fault }
}
