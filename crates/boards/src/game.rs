//! A game with its text, the facts derived from it, and its games on boards of any size.

use ishitori_values::Budget;

use crate::ast::GameText;
use crate::error::{SetUpError, TextError};
use crate::parser::parse;
use crate::rules::{Planes, Rules};

/// A board game: a text that has been read.
///
/// ```
/// use ishitori_boards::BoardGame;
/// let game = BoardGame::named("clobber").unwrap();
/// assert!(game.set_up("xo|ox").is_ok());
/// assert!(game.set_up("xq").is_err());
/// ```
#[derive(Clone, Debug)]
pub struct BoardGame {
    text: GameText,
    source: String,
}

/// The rules and the position that a text of a position means, in the smallest of four sizes of words that are large
/// enough. The engines are compiled once for each size.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant)]
pub enum SetUp {
    /// At most 64 sites and 2 states.
    Two(Rules<u64, 2>, Planes<u64, 2>),
    /// At most 64 sites and 4 states.
    Four(Rules<u64, 4>, Planes<u64, 4>),
    /// At most 4 states.
    Wide(Rules<u128, 4>, Planes<u128, 4>),
    /// All that is accepted.
    Widest(Rules<u128, 16>, Planes<u128, 16>),
}

/// Does something with the rules and the position of a [`SetUp`], whatever their words are.
///
/// ```
/// use ishitori_boards::{BoardGame, with_rules};
/// use ishitori_rules::Ruleset;
/// let set_up = BoardGame::named("domineering").unwrap().set_up("2x3").unwrap();
/// let text = with_rules!(&set_up, |rules, start| rules.show(start));
/// assert_eq!(text, "...|...");
/// ```
#[macro_export]
macro_rules! with_rules {
    ($set_up:expr, |$rules:ident, $start:ident| $body:expr) => {
        match $set_up {
            $crate::SetUp::Two($rules, $start) => $body,
            $crate::SetUp::Four($rules, $start) => $body,
            $crate::SetUp::Wide($rules, $start) => $body,
            $crate::SetUp::Widest($rules, $start) => $body,
        }
    };
}

impl BoardGame {
    /// Reads a text; `settings` are values of its parameters. O(length).
    pub fn new(source: &str, settings: &[(String, u32)]) -> Result<BoardGame, TextError> {
        Ok(BoardGame { text: parse(source, settings)?, source: source.to_string() })
    }

    /// The game of the library with a name, also in Japanese. O(games).
    pub fn named(name: &str) -> Option<BoardGame> {
        let game = crate::library::library_game(name)?;
        Some(BoardGame::new(game.source, &[]).expect("the texts of the library are read by tests"))
    }

    /// What was read. O(1).
    pub fn text(&self) -> &GameText {
        &self.text
    }

    /// The source. O(1).
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Compiles the game for the board of a position, and checks that it ends there, also if the text
    /// allows plays without end. O(placements · log), if a measure shows that it ends.
    pub fn set_up(&self, position: &str) -> Result<SetUp, SetUpError> {
        self.set_up_within(position, &Budget::unlimited())
    }

    /// The same within limits of time and memory. The memory stays reserved as long as the rules live.
    ///
    /// ```
    /// use ishitori_boards::{BoardGame, SetUpError};
    /// use ishitori_values::Budget;
    /// let amazons = BoardGame::named("amazons").unwrap();
    /// let budget = Budget::unlimited().with_memory(1 << 20);
    /// assert!(amazons.set_up_within("3x3", &budget).is_ok());
    /// assert!(matches!(amazons.set_up_within("8x8", &budget), Err(SetUpError::Limit(_))));
    /// ```
    pub fn set_up_within(&self, position: &str, budget: &Budget) -> Result<SetUp, SetUpError> {
        self.set_up_checked(position, true, budget)
    }

    /// The same without the check, for engines that know plays without end. O(placements · log).
    pub fn set_up_loopy(&self, position: &str) -> Result<SetUp, SetUpError> {
        self.set_up_loopy_within(position, &Budget::unlimited())
    }

    /// The same without the check and within limits. O(placements · log).
    pub fn set_up_loopy_within(
        &self,
        position: &str,
        budget: &Budget,
    ) -> Result<SetUp, SetUpError> {
        self.set_up_checked(position, false, budget)
    }

    /// In the narrowest words in which it fits.
    fn set_up_checked(
        &self,
        position: &str,
        ends: bool,
        budget: &Budget,
    ) -> Result<SetUp, SetUpError> {
        use crate::geometry::Board;

        fn checked<W: crate::word::Word, const N: usize>(
            game: &GameText,
            (position, ends, budget): (&str, bool, &Budget),
        ) -> Result<(Rules<W, N>, Planes<W, N>), SetUpError> {
            let (rules, start) = Rules::<W, N>::within(game, position, budget)?;
            if ends {
                rules.check_end(&start, budget)?;
            }
            Ok((rules, start))
        }
        let (board, _) = Board::read(&self.text, position)?;
        let states = self.text.alphabet().len();
        let (text, asked) = (&self.text, (position, ends, budget));
        Ok(match (board.sites() <= 64, states) {
            (true, ..=2) => {
                let (rules, start) = checked(text, asked)?;
                SetUp::Two(rules, start)
            }
            (true, ..=4) => {
                let (rules, start) = checked(text, asked)?;
                SetUp::Four(rules, start)
            }
            (false, ..=4) => {
                let (rules, start) = checked(text, asked)?;
                SetUp::Wide(rules, start)
            }
            _ => {
                let (rules, start) = checked(text, asked)?;
                SetUp::Widest(rules, start)
            }
        })
    }

    /// The same in the widest words, for those who want one type for all boards. As
    /// [`set_up`](BoardGame::set_up), slower by a small factor.
    pub fn set_up_widest(
        &self,
        position: &str,
    ) -> Result<(Rules<u128, 16>, Planes<u128, 16>), SetUpError> {
        self.set_up_widest_within(position, &Budget::unlimited())
    }

    /// The same in the widest words and within limits. As [`set_up_within`](BoardGame::set_up_within).
    pub fn set_up_widest_within(
        &self,
        position: &str,
        budget: &Budget,
    ) -> Result<(Rules<u128, 16>, Planes<u128, 16>), SetUpError> {
        let (rules, start) = Rules::within(&self.text, position, budget)?;
        rules.check_end(&start, budget)?;
        Ok((rules, start))
    }
}
