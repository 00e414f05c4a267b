//! Misère games as text: `*[3,2]` is the game with the options *3 and *2, `*[[2],0]` the one with
//! the options {*2} and 0; sums are written with `+`, multiples as in `2.*[2]`.

use std::fmt;
use std::ops::Range;

use ishitori_values::LimitReached;

use super::misere::{MisereGame, MisereGames};

/// No nimber in the text of a game is larger.
pub const MAX_NIMBER: u32 = 255;
/// No text is longer, in bytes.
const MAX_LENGTH: usize = 10_000;
/// Brackets are not nested deeper.
const MAX_DEPTH: usize = 100;
/// No multiple is larger.
const MAX_MULTIPLE: u32 = 1000;

/// Why a text is not a misère game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MisereError {
    /// It cannot be read.
    #[error("{kind}")]
    Syntax {
        /// The error.
        kind: MisereSyntax,
        /// The bytes that are wrong.
        span: Range<usize>,
    },
    /// A limit was reached while it was computed.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

/// An error in the text of a misère game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MisereSyntax {
    /// Something else stands where a game should.
    Game,
    /// Something else stands after a game.
    After,
    /// A bracket that is not closed.
    Unclosed,
    /// A number that is too large.
    Number {
        /// The largest one accepted.
        limit: u32,
    },
    /// Brackets in brackets too many times.
    Depth {
        /// How many are accepted.
        limit: usize,
    },
    /// The text is too long.
    Length {
        /// How many bytes are accepted.
        limit: usize,
    },
}

impl fmt::Display for MisereSyntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MisereSyntax::Game => write!(f, "expected a game such as 0, *3 or *[3,2]"),
            MisereSyntax::After => write!(f, "expected '+', ',' or ']' after a game"),
            MisereSyntax::Unclosed => write!(f, "this bracket is not closed"),
            MisereSyntax::Number { limit } => {
                write!(f, "the number is too large: the limit is {limit}")
            }
            MisereSyntax::Depth { limit } => write!(f, "at most {limit} brackets may be nested"),
            MisereSyntax::Length { limit } => write!(f, "too long: the limit is {limit} bytes"),
        }
    }
}

impl MisereGames {
    /// The misère canonical form of a text.
    ///
    /// ```
    /// use ishitori_solve::heap::MisereGames;
    /// use ishitori_values::Budget;
    /// let mut games = MisereGames::new(Budget::unlimited());
    /// let game = games.parse("*[2,1] + *[3,2]").unwrap();
    /// assert_eq!(games.show(game, 100).unwrap(), "*[3,2]"); // *[2,1] = 0
    /// ```
    pub fn parse(&mut self, text: &str) -> Result<MisereGame, MisereError> {
        if text.len() > MAX_LENGTH {
            let kind = MisereSyntax::Length { limit: MAX_LENGTH };
            return Err(MisereError::Syntax { kind, span: 0..text.len() });
        }
        let mut reader = Reader { games: self, text, at: 0, depth: 0 };
        let game = reader.sum()?;
        match reader.peek() {
            None => Ok(game),
            Some(_) => Err(reader.wrong(MisereSyntax::After)),
        }
    }

    /// The game *n. O(n²).
    pub fn nimber(&mut self, n: u32) -> Result<MisereGame, LimitReached> {
        let mut smaller = Vec::with_capacity(n as usize + 1);
        for _ in 0..=n {
            let game = self.game(smaller.clone())?;
            smaller.push(game);
        }
        Ok(smaller[n as usize])
    }

    /// The n with *n = this game, if there is one. O(1).
    pub fn as_nimber(&self, game: MisereGame) -> Option<u32> {
        self.is_nimber(game).then(|| self.grundy(game))
    }

    /// The text of a game: options by falling birthday, nimbers as numbers. `None` if it is longer
    /// than `most` bytes. O(most · log most).
    pub fn show(&self, game: MisereGame, most: usize) -> Option<String> {
        let mut text = String::new();
        match self.as_nimber(game) {
            Some(0) => text.push('0'),
            Some(n) => text = format!("*{n}"),
            None => {
                text.push('*');
                let mut left = most;
                text.push_str(&self.written(game, &mut left)?);
            }
        }
        (text.len() <= most).then_some(text)
    }

    /// A game without its star; `left` is what the whole text may still have, in bytes.
    fn written(&self, game: MisereGame, left: &mut usize) -> Option<String> {
        if let Some(n) = self.as_nimber(game) {
            let text = n.to_string();
            *left = left.checked_sub(text.len())?;
            return Some(text);
        }
        // Brackets, and a comma between two options.
        *left = left.checked_sub(1 + self.options(game).len())?;
        let mut shown = Vec::with_capacity(self.options(game).len());
        for &option in self.options(game) {
            let own = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.written(option, left))?;
            let nimber = self.as_nimber(option);
            shown.push((nimber.is_some(), std::cmp::Reverse((nimber, self.birthday(option))), own));
        }
        // Games that are not nimbers first, each kind from the latest born to the earliest.
        shown.sort();
        let parts: Vec<String> = shown.into_iter().map(|(_, _, own)| own).collect();
        Some(format!("[{}]", parts.join(",")))
    }
}

struct Reader<'a> {
    games: &'a mut MisereGames,
    text: &'a str,
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<char> {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        rest.chars().next()
    }

    fn eat(&mut self, wanted: &[char]) -> bool {
        match self.peek() {
            Some(c) if wanted.contains(&c) => {
                self.at += c.len_utf8();
                true
            }
            _ => false,
        }
    }

    /// What is at the reading place is wrong.
    fn wrong(&mut self, kind: MisereSyntax) -> MisereError {
        let length = self.peek().map_or(0, char::len_utf8);
        MisereError::Syntax { kind, span: self.at..self.at + length }
    }

    fn sum(&mut self) -> Result<MisereGame, MisereError> {
        let mut sum = self.term()?;
        while self.eat(&['+', '＋']) {
            let next = self.term()?;
            sum = self.games.sum(sum, next)?;
        }
        Ok(sum)
    }

    /// A game, or a multiple of one.
    fn term(&mut self) -> Result<MisereGame, MisereError> {
        let start = self.at;
        let Some(n) = self.number(MAX_MULTIPLE)? else { return self.atom() };
        if !self.eat(&['.']) {
            if n > MAX_NIMBER {
                let kind = MisereSyntax::Number { limit: MAX_NIMBER };
                return Err(MisereError::Syntax { kind, span: start..self.at });
            }
            return Ok(self.games.nimber(n)?);
        }
        let game = self.atom()?;
        let mut sum = MisereGame::ZERO;
        for _ in 0..n {
            sum = self.games.sum(sum, game)?;
        }
        Ok(sum)
    }

    fn atom(&mut self) -> Result<MisereGame, MisereError> {
        let starred = self.eat(&['*', '＊']);
        if let Some(n) = self.number(MAX_NIMBER)? {
            return Ok(self.games.nimber(n)?);
        }
        let open = self.at;
        if !self.eat(&['[', '［']) {
            return match starred {
                true => Ok(self.games.nimber(1)?),
                false => Err(self.wrong(MisereSyntax::Game)),
            };
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.wrong(MisereSyntax::Depth { limit: MAX_DEPTH }));
        }
        let mut options = Vec::new();
        if !self.eat(&[']', '］']) {
            loop {
                options.push(self.sum()?);
                if self.eat(&[']', '］']) {
                    break;
                }
                if !self.eat(&[',', '，', '、']) {
                    return match self.peek() {
                        None => Err(MisereError::Syntax {
                            kind: MisereSyntax::Unclosed,
                            span: open..open + 1,
                        }),
                        Some(_) => Err(self.wrong(MisereSyntax::After)),
                    };
                }
            }
        }
        self.depth -= 1;
        Ok(self.games.game(options)?)
    }

    /// A number, if one is here.
    fn number(&mut self, limit: u32) -> Result<Option<u32>, MisereError> {
        self.peek();
        let start = self.at;
        let mut value: Option<u32> = None;
        while let Some(c) = self.text[self.at..].chars().next() {
            let digit = match c {
                '0'..='9' => c as u32 - '0' as u32,
                '０'..='９' => c as u32 - '０' as u32,
                _ => break,
            };
            self.at += c.len_utf8();
            value = Some(value.unwrap_or(0).saturating_mul(10).saturating_add(digit));
        }
        match value {
            Some(n) if n > limit => {
                let kind = MisereSyntax::Number { limit };
                Err(MisereError::Syntax { kind, span: start..self.at })
            }
            value => Ok(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ishitori_values::Budget;
    use proptest::prelude::*;

    fn canonical(text: &str) -> String {
        let mut games = MisereGames::new(Budget::unlimited());
        let game = games.parse(text).unwrap();
        games.show(game, 1000).unwrap()
    }

    #[test]
    fn canonical_forms_of_the_literature() {
        // Conway, On Numbers and Games, ch. 12: 2 + 2 and 3 + 2 are not nimbers under misère play.
        for (text, shown) in [
            ("0", "0"),
            ("*", "*1"),
            ("*1+*1", "0"),
            ("*[1,0]", "*2"),
            ("*[2,1]", "0"),
            ("*[2]", "*[2]"),
            ("*2+*2", "*[3,2]"),
            ("2.*2", "*[3,2]"),
            ("*[ [2] , 0 ]", "*[[2],0]"),
            ("*2+*1", "*3"),
            ("＊［３，２］", "*[3,2]"),
            ("*[0,0,0]", "*1"),
            ("*[]", "0"),
        ] {
            assert_eq!(canonical(text), shown, "{text}");
        }
    }

    #[test]
    fn mistakes_have_places() {
        let mut games = MisereGames::new(Budget::unlimited());
        for (text, at) in [
            ("", 0),
            ("*2+", 3),
            ("*[2", 1),
            ("*[2;3]", 3),
            ("*2 *3", 3),
            ("*300", 1),
            ("2000.*2", 0),
            ("abc", 0),
            ("*[2,]", 4),
        ] {
            match games.parse(text) {
                Err(MisereError::Syntax { span, .. }) => assert_eq!(span.start, at, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
        assert!(games.parse(&"[".repeat(5000)).is_err());
        assert!(games.parse(&"1".repeat(20_000)).is_err());
    }

    /// The texts of random games.
    fn game_text() -> impl Strategy<Value = String> {
        let leaf = (0..4u32).prop_map(|n| n.to_string());
        leaf.prop_recursive(3, 12, 3, |inner| {
            prop::collection::vec(inner, 0..3).prop_map(|o| format!("[{}]", o.join(",")))
        })
        .prop_map(|text| format!("*{text}"))
    }

    proptest! {
        #[test]
        fn what_is_shown_can_be_read(text in game_text()) {
            let shown = canonical(&text);
            prop_assert_eq!(canonical(&shown), shown);
        }

        #[test]
        fn sums_agree_with_literal_play(trees in prop::collection::vec(tree(), 1..4)) {
            let mut games = MisereGames::new(Budget::unlimited());
            let mut sum = MisereGame::ZERO;
            for tree in &trees {
                let game = games.parse(&tree.text()).unwrap();
                sum = games.sum(sum, game).unwrap();
            }
            prop_assert_eq!(games.is_lost(sum), lost(&trees));
        }
    }

    /// A game as it is written, not simplified.
    #[derive(Clone, Debug)]
    struct Tree(Vec<Tree>);

    impl Tree {
        fn text(&self) -> String {
            let options: Vec<String> = self.0.iter().map(Tree::text).collect();
            format!("[{}]", options.join(","))
        }
    }

    fn tree() -> impl Strategy<Value = Tree> {
        Just(Tree(vec![]))
            .prop_recursive(4, 10, 3, |inner| prop::collection::vec(inner, 0..3).prop_map(Tree))
    }

    /// Whether the player to move loses the sum: the one who cannot move wins.
    fn lost(sum: &[Tree]) -> bool {
        let mut moves = sum.iter().enumerate().flat_map(|(i, game)| {
            game.0.iter().map(move |option| {
                let mut next = sum.to_vec();
                next[i] = option.clone();
                next
            })
        });
        let ended = sum.iter().all(|game| game.0.is_empty());
        !ended && !moves.any(|next| lost(&next))
    }
}
