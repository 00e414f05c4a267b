//! A game that can be played: checked, compiled, with values for its parameters.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use ishitori_values::{Endless, Player};

use crate::ast::{Formula as FormulaTree, Players};
use crate::check::{CheckedFormula, CheckedGame, check, check_formula, constant_value};
use crate::compile::{
    EndCode, FormulaCode, GameCode, Line, compile, compile_formula, condition_along, line_along,
};
use crate::display::PositionView;
use crate::error::{LanguageError, Type};
use crate::ir::EndNode;
use crate::machine::{FormulaMachine, Machine, RowProgram};
use crate::parser::{parse, parse_formula, parse_value};

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ParameterValue {
    /// A number.
    Int(i64),
    /// A set, sorted.
    Set(Vec<i64>),
}

impl std::str::FromStr for ParameterValue {
    type Err = LanguageError;

    /// Reads `3`, `{1, 2, 5}` or `1,2,5`; ranges such as `1 .. 3` are sets. O(length).
    fn from_str(text: &str) -> Result<Self, LanguageError> {
        constant_value(&parse_value(text)?)
    }
}

impl fmt::Display for ParameterValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParameterValue::Int(value) => write!(f, "{value}"),
            ParameterValue::Set(values) => {
                let values: Vec<String> = values.iter().map(i64::to_string).collect();
                write!(f, "{{{}}}", values.join(","))
            }
        }
    }
}

/// The end rule: who wins when no move is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndKind {
    /// The player who cannot move loses.
    Normal,
    /// The player who cannot move wins.
    Misere,
    /// A letter that depends on the final position.
    Letter,
}

/// Ends that do not depend on the final position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayConvention {
    /// The player who cannot move loses.
    Normal,
    /// The player who cannot move wins.
    Misere,
}

/// A game on tuples of numbers. Cheap to clone.
///
/// ```
/// use ishitori_language::TextGame;
/// let source = "game chocolate(k = 3)
/// position (y, z) where y <= z div k
/// both: (u, z)               for u in 0 ..< y
///       (min(y, w div k), w) for w in 0 ..< z
/// end: normal";
/// let game = TextGame::new(source, &[]).unwrap();
/// assert_eq!(game.coordinates(), ["y", "z"]);
/// let mut machine = game.machine();
/// assert!(machine.contains(&[2, 7]).unwrap() && !machine.contains(&[3, 7]).unwrap());
/// ```
#[derive(Clone, Debug)]
pub struct TextGame(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    source: String,
    checked: CheckedGame,
    code: GameCode,
}

impl TextGame {
    /// Reads, checks and compiles a game with values for its parameters; those that are not given
    /// have their defaults. O(source), bounded by the limits of the language.
    pub fn new(
        source: &str,
        settings: &[(String, ParameterValue)],
    ) -> Result<TextGame, LanguageError> {
        let checked = check(&parse(source)?, settings)?;
        let code = compile(&checked)?;
        Ok(TextGame(Arc::new(Inner { source: source.to_string(), checked, code })))
    }

    /// The text of the game. O(1).
    pub fn source(&self) -> &str {
        &self.0.source
    }

    /// The name after `game`. O(1).
    pub fn name(&self) -> Option<&str> {
        self.0.checked.name.as_deref()
    }

    /// The parameters and their values. O(1).
    pub fn parameters(&self) -> &[(String, ParameterValue)] {
        &self.0.checked.parameters
    }

    /// The names of the coordinates. O(1).
    pub fn coordinates(&self) -> &[String] {
        &self.0.checked.coordinates
    }

    /// How many coordinates there are. O(1).
    pub fn width(&self) -> usize {
        self.0.checked.coordinates.len()
    }

    /// How positions like to be shown. O(1).
    pub fn display(&self) -> Option<&PositionView> {
        self.0.checked.display.as_ref()
    }

    /// The end rule as it is written, if it depends on the final position. O(1).
    pub fn end_text(&self) -> Option<&str> {
        self.0.checked.end_span.as_ref().map(|span| &self.0.source[span.clone()])
    }

    /// Whether both players have the same moves by their form. O(moves).
    pub fn is_impartial(&self) -> bool {
        self.0.code.moves.iter().all(|m| m.players == Players::Both)
    }

    /// Whether some move leads to a sum of positions. O(moves).
    pub fn has_sums(&self) -> bool {
        self.0.code.moves.iter().any(|m| m.parts != 1)
    }

    /// The result of a play without end, if the text says that there may be one. O(1).
    pub fn loopy(&self) -> Option<Endless> {
        self.0.checked.loopy
    }

    /// Whether positions may have to satisfy a condition. O(1).
    pub fn has_condition(&self) -> bool {
        self.0.code.condition.is_some()
    }

    /// The end rule: who wins when no move is left. O(1).
    pub fn end(&self) -> EndKind {
        match self.0.checked.end {
            EndNode::Normal => EndKind::Normal,
            EndNode::Misere => EndKind::Misere,
            EndNode::Letter(_) => EndKind::Letter,
        }
    }

    /// The same game under normal or misère play, whatever it says itself. O(size of the game).
    ///
    /// ```
    /// use ishitori_language::{EndKind, TextGame};
    /// let game = TextGame::new("(n) -> (n - 1) if n > 0; end: misere", &[]).unwrap();
    /// assert_eq!(game.with_end(PlayConvention::Normal).end(), EndKind::Normal);
    /// # use ishitori_language::PlayConvention;
    /// ```
    pub fn with_end(&self, end: PlayConvention) -> TextGame {
        let (mut checked, mut code) = (self.0.checked.clone(), self.0.code.clone());
        (checked.end, code.end) = match end {
            PlayConvention::Normal => (EndNode::Normal, EndCode::Normal),
            PlayConvention::Misere => (EndNode::Misere, EndCode::Misere),
        };
        checked.end_span = None;
        TextGame(Arc::new(Inner { source: self.0.source.clone(), checked, code }))
    }

    /// The same game with letters that say who wins when no move is left, whatever it says itself;
    /// `None` if the formula is not about letters or has several clauses. O(size of the game).
    ///
    /// ```
    /// use ishitori_language::{EndKind, TextGame};
    /// let game = TextGame::new("(n) -> (n - 2) if n > 1", &[]).unwrap();
    /// let letters = game.formula("if n = 0 then L else R").unwrap();
    /// assert_eq!(game.with_letters(&letters).unwrap().end(), EndKind::Letter);
    /// ```
    pub fn with_letters(&self, letters: &Formula) -> Option<TextGame> {
        let (Type::Letter, [letter]) = (letters.kind(), letters.checked().clauses.as_slice())
        else {
            return None;
        };
        let mut checked = self.0.checked.clone();
        checked.end = EndNode::Letter(letter.clone());
        checked.end_span = None;
        checked.locals = checked.locals.max(letters.checked().locals);
        let code = compile(&checked).ok()?;
        Some(TextGame(Arc::new(Inner { source: self.0.source.clone(), checked, code })))
    }

    /// How many move rules there are. O(1).
    pub fn rules(&self) -> usize {
        self.0.code.moves.len()
    }

    /// Where a move rule stands in the source. O(1).
    pub fn rule_span(&self, rule: usize) -> Range<usize> {
        self.0.code.moves[rule].span.clone()
    }

    /// Whether a rule gives moves to a player. O(1).
    pub fn rule_allows(&self, rule: usize, player: Player) -> bool {
        match self.0.code.moves[rule].players {
            Players::Both => true,
            Players::Left => player == Player::Left,
            Players::Right => player == Player::Right,
        }
    }

    /// Whether the options by a rule at a value of one coordinate are those at the value before
    /// and one more, so that they can be collected along that coordinate. Never in a game with
    /// `terminal:`, where they may stop. O(1).
    pub fn line(&self, rule: usize) -> Option<Line> {
        self.0.code.moves[rule].line.filter(|_| !self.has_terminal())
    }

    /// A program for rows along a coordinate: which tuples of a row are positions; `None` if there
    /// is not a condition, or none that can be computed in rows. O(condition).
    pub fn condition_along(&self, axis: usize) -> Option<RowProgram> {
        condition_along(&self.0.checked, &self.0.code, axis).map(RowProgram::new)
    }

    /// A program for rows along a coordinate: the options by a rule that is a [`Line`]. Along its
    /// own axis it runs through the values of its variable; along another one, through that
    /// coordinate, while the variable has the value given to [`Machine::row`]. O(rule).
    pub fn line_along(&self, rule: usize, axis: usize) -> Option<RowProgram> {
        line_along(&self.0.checked, &self.0.code, rule, axis).map(RowProgram::new)
    }

    /// Whether the game says where it is over. O(1).
    pub fn has_terminal(&self) -> bool {
        self.0.code.terminal.is_some()
    }

    /// Something that can play the game. O(size of the game).
    pub fn machine(&self) -> Machine<'_> {
        Machine::new(&self.0.code, self.width())
    }

    /// Reads, checks and compiles a formula over the coordinates, parameters and functions of the
    /// game. O(source).
    ///
    /// ```
    /// use ishitori_language::TextGame;
    /// let game = TextGame::new("position (n) both: (m) for m in 0 ..< n", &[]).unwrap();
    /// let formula = game.formula("if n mod 2 = 0 then n div 2").unwrap();
    /// let mut machine = formula.machine();
    /// assert_eq!(machine.value(&[6]).unwrap(), Some(3));
    /// assert_eq!(machine.value(&[7]).unwrap(), None);
    /// ```
    pub fn formula(&self, source: &str) -> Result<Formula, LanguageError> {
        self.formula_from(&parse_formula(source)?)
    }

    pub(crate) fn formula_from(&self, tree: &FormulaTree) -> Result<Formula, LanguageError> {
        let checked = check_formula(&self.0.checked, tree)?;
        let code = compile_formula(self.width(), &checked)?;
        Ok(Formula { checked: Arc::new(checked), code, width: self.width() })
    }

    /// The game as it is compiled, for engines that look at its text. O(1).
    pub fn checked(&self) -> &CheckedGame {
        &self.0.checked
    }
}

impl fmt::Display for TextGame {
    /// The name with the parameters, such as `chocolate(k=3)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name().unwrap_or("game"))?;
        let values: Vec<String> =
            self.parameters().iter().map(|(name, value)| format!("{name}={value}")).collect();
        if values.is_empty() { Ok(()) } else { write!(f, "({})", values.join(", ")) }
    }
}

/// A compiled formula over the positions of a game.
#[derive(Clone, Debug)]
pub struct Formula {
    checked: Arc<CheckedFormula>,
    code: FormulaCode,
    width: usize,
}

impl Formula {
    /// The type of its value: a number, a condition (0 or 1) or a letter. O(1).
    pub fn kind(&self) -> Type {
        self.checked.kind
    }

    /// The formula as it is compiled. O(1).
    pub fn checked(&self) -> &CheckedFormula {
        &self.checked
    }

    /// Something that can evaluate it. O(size of the formula).
    pub fn machine(&self) -> FormulaMachine<'_> {
        FormulaMachine::new(&self.code, self.width)
    }
}
