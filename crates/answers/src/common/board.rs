//! A board game as the user names it: a name of the library, perhaps with parameters, or a text.

use ishitori_boards::ast::{BoardKind, End};
use ishitori_boards::{
    BoardGame, LIBRARY, LOOPY_LIBRARY, LibraryGame, SetUp, SetUpError, library_game,
};
use ishitori_rules::heap::named_rule;
use ishitori_values::Budget;

use crate::rule::{halfwidth, names_file};
use crate::{Accepted, AskError, RuleSource, TextOf};

/// A board game that has been read.
#[derive(Clone, Debug)]
pub struct BoardRule {
    game: BoardGame,
    library: Option<&'static LibraryGame>,
}

/// Values of parameters.
type Settings = Vec<(String, u32)>;

impl BoardRule {
    /// Reads a board game: a name of the library such as `domineering`, also `board:domineering` or in
    /// Japanese, perhaps with parameters, `name(k=3)`; or a text in the language of boards. `settings` are values of
    /// parameters, such as `k=3`. O(length).
    ///
    /// ```
    /// use ishitori_answers::board::BoardRule;
    ///
    /// let clobber = BoardRule::read(&"clobber".into(), &[]).unwrap();
    /// assert_eq!(clobber.name(), "clobber");
    /// assert!(BoardRule::read(&"chess".into(), &[]).is_err());
    /// ```
    pub fn read(source: &RuleSource, settings: &[String]) -> Result<BoardRule, AskError> {
        match source {
            RuleSource::File { name, text } => {
                of_text(TextOf::Name(name.clone()), text, &read_settings(settings)?)
            }
            RuleSource::Text(text) if text.contains('\n') || is_board_text(text) => {
                of_text(TextOf::Field("game"), text, &read_settings(settings)?)
            }
            RuleSource::Text(text) if names_file(text, "game") => {
                Err(AskError::FileName { field: "game", name: text.trim().to_string() })
            }
            RuleSource::Text(text) => {
                let (name, own) = named(text);
                let Some(library) = library_game(&name) else {
                    return Err(AskError::UnknownBoard { name: text.trim().to_string() });
                };
                of_library(library, &own, settings)
            }
        }
    }

    /// The same where other rules are accepted too: nothing if this is none of the library and no text with a line
    /// `board`. A heap game of the same name is meant unless `board:` stands before it. O(length).
    pub fn find(source: &RuleSource, settings: &[String]) -> Result<Option<BoardRule>, AskError> {
        match source {
            RuleSource::File { text, .. } if is_board_text(text) => {
                BoardRule::read(source, settings).map(Some)
            }
            RuleSource::Text(text) if is_board_text(text) => {
                let from = TextOf::Field("rule");
                of_text(from, text, &read_settings(settings)?).map(Some)
            }
            RuleSource::File { .. } => Ok(None),
            RuleSource::Text(text) => {
                let (name, own) = named(text);
                let library = library_game(&name);
                let library = library.filter(|_| has_prefix(text) || named_rule(&name).is_none());
                match library {
                    Some(library) => of_library(library, &own, settings).map(Some),
                    None if has_prefix(text) => Err(AskError::UnknownBoard { name }),
                    None => Ok(None),
                }
            }
        }
    }

    /// The names of all games of the library, those whose positions can recur last. O(games).
    pub fn names() -> impl Iterator<Item = &'static str> {
        LIBRARY.iter().chain(LOOPY_LIBRARY).map(|game| game.name)
    }

    /// The name in the text. O(1).
    pub fn name(&self) -> &str {
        &self.game.text().name
    }

    /// The text as it was read. O(1).
    pub fn game(&self) -> &BoardGame {
        &self.game
    }

    /// The game of the library that this is, whatever its parameters. O(1).
    pub fn library(&self) -> Option<&'static LibraryGame> {
        self.library
    }

    /// Who wins when the player to move cannot. O(1).
    pub fn end(&self) -> &End {
        &self.game.text().end
    }

    /// Whether positions have values: who cannot move loses. O(1).
    pub fn is_normal(&self) -> bool {
        matches!(self.end(), End::Normal)
    }

    /// Sets up a position; one to begin with if none is given. Paths such as `.-L-.` and plants such as `l(r)(el)`
    /// are graphs. The cost of [`BoardGame::set_up_within`].
    pub fn set_up(&self, position: Option<&str>, budget: &Budget) -> Result<SetUp, AskError> {
        self.set_up_by(position, |game, text| game.set_up_within(text, budget))
    }

    /// The same for engines that know plays without end. The cost of [`BoardGame::set_up_loopy_within`].
    pub fn set_up_loopy(&self, position: Option<&str>, budget: &Budget) -> Result<SetUp, AskError> {
        self.set_up_by(position, |game, text| game.set_up_loopy_within(text, budget))
    }

    fn set_up_by(
        &self,
        position: Option<&str>,
        set_up: impl Fn(&BoardGame, &str) -> Result<SetUp, SetUpError>,
    ) -> Result<SetUp, AskError> {
        let usual = match self.game.text().kind {
            BoardKind::Grid | BoardKind::Hex => "4x4",
            BoardKind::Strip => "1x8",
            BoardKind::Graph => "path:5",
        };
        let start = self.library.map(LibraryGame::start).filter(|start| !start.is_empty());
        let position = position.unwrap_or(start.unwrap_or(usual));
        let text = match self.game.text().kind {
            BoardKind::Graph => as_graph(position).unwrap_or_else(|| position.to_string()),
            _ => position.to_string(),
        };
        set_up(&self.game, &text).map_err(|error| match error {
            SetUpError::Limit(limit) => AskError::Limit(limit),
            error => AskError::BoardPosition { text: position.to_string(), error },
        })
    }
}

/// A short way to write a graph, as a list of edges: a path `.-L-.` with the labels of its vertices, or a plant
/// `l(r)(el)+e` from the ground up.
fn as_graph(text: &str) -> Option<String> {
    path_as_graph(text.trim()).or_else(|| plant_as_graph(text.trim()))
}

fn path_as_graph(text: &str) -> Option<String> {
    let vertices: Option<Vec<char>> = text
        .split('-')
        .map(|word| match word.chars().collect::<Vec<_>>()[..] {
            [c @ ('.' | 'L' | 'R' | '#')] => Some(c),
            _ => None,
        })
        .collect();
    let vertices = vertices?;
    let there = |v: usize| vertices.get(v).is_some_and(|&c| c != '#');
    let mut words = Vec::new();
    for (v, &c) in vertices.iter().enumerate().filter(|&(v, _)| there(v)) {
        words.push(format!("{}:{c}", v + 1));
        if there(v + 1) {
            words.push(format!("{}-{}", v + 1, v + 2));
        }
    }
    Some(words.join(" ")).filter(|words| !words.is_empty())
}

fn plant_as_graph(text: &str) -> Option<String> {
    let mut words = vec!["@1".to_string()];
    let (mut at, mut next) = (1, 2);
    let mut open = Vec::new();
    for c in text.chars() {
        match c {
            'l' | 'r' | 'e' => {
                words.push(format!("{at}{c}{next}"));
                (at, next) = (next, next + 1);
            }
            '(' if at > 1 => open.push(at),
            ')' => at = open.pop()?,
            '+' if open.is_empty() => at = 1,
            _ => return None,
        }
    }
    (open.is_empty() && next > 2).then(|| words.join(" "))
}

/// Whether a text has a line such as `board grid`.
pub(crate) fn is_board_text(text: &str) -> bool {
    text.lines().any(|line| {
        let line = halfwidth(line);
        let mut words = line.split_whitespace();
        let board = words.next() == Some("board");
        board && words.next().is_some_and(|word| BoardKind::ALL.iter().any(|k| k.name() == word))
    })
}

const PREFIXES: [&str; 2] = ["board", "盤"];

fn has_prefix(text: &str) -> bool {
    text.trim().split_once([':', '：']).is_some_and(|(word, _)| {
        let word = halfwidth(word.trim()).to_lowercase();
        PREFIXES.contains(&word.as_str())
    })
}

/// The name of a game and the settings in parentheses after it.
fn named(text: &str) -> (String, Vec<String>) {
    let text = text.trim();
    let text = match has_prefix(text) {
        true => text.split_once([':', '：']).map_or(text, |(_, name)| name.trim()),
        false => text,
    };
    let text = halfwidth(text);
    match text.split_once('(').and_then(|(name, rest)| Some((name, rest.strip_suffix(')')?))) {
        Some((name, rest)) => {
            (name.trim().to_string(), rest.split(',').map(|one| one.trim().to_string()).collect())
        }
        None => (text, Vec::new()),
    }
}

fn of_library(
    library: &'static LibraryGame,
    own: &[String],
    settings: &[String],
) -> Result<BoardRule, AskError> {
    let settings = read_settings(&[own, settings].concat())?;
    let from = TextOf::Name(library.name.to_string());
    Ok(BoardRule { library: Some(library), ..of_text(from, library.source, &settings)? })
}

fn of_text(from: TextOf, source: &str, settings: &Settings) -> Result<BoardRule, AskError> {
    match BoardGame::new(source, settings) {
        Ok(game) => Ok(BoardRule { game, library: None }),
        Err(error) => Err(AskError::BoardText { from, source: source.to_string(), error }),
    }
}

fn read_settings(settings: &[String]) -> Result<Settings, AskError> {
    let one = |setting: &String| {
        let bad = || AskError::Argument {
            field: "set",
            value: setting.clone(),
            accepted: Accepted::BoardSetting,
        };
        let halfwidth = halfwidth(setting);
        let (name, value) = halfwidth.split_once('=').ok_or_else(bad)?;
        Ok((name.trim().to_string(), value.trim().parse().map_err(|_| bad())?))
    };
    settings.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_ways_to_write_graphs() {
        assert_eq!(as_graph(".-L-.").unwrap(), "1:. 1-2 2:L 2-3 3:.");
        assert_eq!(as_graph(".-#-R").unwrap(), "1:. 3:R");
        assert_eq!(as_graph("l(r)(el)").unwrap(), "@1 1l2 2r3 2e4 4l5");
        assert_eq!(as_graph("lr+e").unwrap(), "@1 1l2 2r3 1e4");
        for other in ["1-2 2-3", "path:5", "", "(l)", "l(r", "@1 1l2"] {
            assert_eq!(as_graph(other), None, "{other}");
        }
    }

    #[test]
    fn names_of_games() {
        let names = |text: &str| {
            BoardRule::find(&text.into(), &[]).unwrap().map(|rule| rule.name().to_string())
        };
        assert_eq!(names("domineering").as_deref(), Some("domineering"));
        // A heap game has this name, too.
        assert_eq!(names("dawsons-chess"), None);
        assert_eq!(names("board:dawsons-chess").as_deref(), Some("dawsons-chess"));
        assert_eq!(names("nim"), None);
        assert_eq!(names("game g\nboard grid\nboth: . -> #").as_deref(), Some("g"));
        assert!(BoardRule::find(&"board:chess".into(), &[]).is_err());
    }
}
