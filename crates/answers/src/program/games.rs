//! The games that have a name.

use ishitori_boards::LOOPY_LIBRARY;
use ishitori_language::{LIBRARY, LibraryGame, TextGame, library_game};
use ishitori_records::Tabular;
use ishitori_rules::heap::{NAMED_RULES, NamedRule, named_rule};
use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::board::BoardRule;
use crate::registration::{Address, Registration};
use crate::rule::{halfwidth, known_library_game};
use crate::{Answered, AskError, Context, Finish, RuleSource, TextOf};

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration =
    Registration::new(&[Address::object("games")], &[&[]]).with_rows();

/// Which games have a name, or which game has this name?
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// The name of one game [default: all games].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// The games, or the one that was asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Answer {
    /// All games.
    All {
        /// Heap games, those in the language, and board games.
        games: Vec<NamedGame>,
    },
    /// One game.
    One(NamedGame),
}

/// A game that has a name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct NamedGame {
    /// Its name.
    pub name: String,
    /// The kind of game.
    pub kind: Kind,
    /// The rule to give to other questions; for board games it is the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The description, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Its text in the language, if one such game was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its coordinates, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<Vec<String>>,
    /// Its parameters and their values, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameters: Option<Parameters>,
    /// A position of a board game to begin with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The name of a board game in Japanese.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub japanese: Option<String>,
    /// Whether both players of a board game have the same moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub impartial: Option<bool>,
    /// Where a board game comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
}

/// Kinds of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// On heaps, with engines of its own.
    Heap,
    /// A text in the language of games.
    Language,
    /// On boards, for `position`.
    Board,
    /// On boards, with positions that can recur, for `position`.
    Loopy,
}

/// Parameters and their values, in their order; an object in JSON.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(with = "std::collections::BTreeMap<String, String>"))]
pub struct Parameters(pub Vec<(String, String)>);

impl Answered for Answer {
    fn rows(&self) -> Option<&dyn Tabular> {
        Some(self)
    }

    fn finish(&self) -> Finish {
        Finish::Done
    }
}

/// Lists the games that have a name, or finds one. Descriptions are left to `ishitori-words`. O(games).
///
/// ```
/// use ishitori_answers::{Context, games};
/// use ishitori_values::Budget;
///
/// let request = games::Request { name: Some("chocolate".into()) };
/// let found = games::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// let games::Answer::One(bar) = found else { panic!("one game") };
/// assert_eq!(bar.coordinates.unwrap(), ["y", "z"]);
/// ```
pub fn answer(request: &Request, _: &Context) -> Result<Answer, AskError> {
    let Some(name) = &request.name else {
        let heaps = NAMED_RULES.iter().map(of_rule);
        let library = LIBRARY.iter().map(of_library);
        let boards = ishitori_boards::LIBRARY.iter().chain(LOOPY_LIBRARY).map(of_board);
        return Ok(Answer::All { games: heaps.chain(library).chain(boards).collect() });
    };
    if let Some(name) =
        ["board:", "board：", "盤:", "盤："].iter().find_map(|p| name.strip_prefix(p))
    {
        let rule = BoardRule::read(&RuleSource::Text(name.to_string()), &[])?;
        let found = rule.library().ok_or(AskError::UnknownBoard { name: name.to_string() })?;
        return Ok(Answer::One(with_text(found)));
    }
    let library = ["lib:", "lib：", "ｌｉｂ："].iter().find_map(|p| name.strip_prefix(p));
    let is_text = library.is_some();
    let name = library.unwrap_or(name);
    let word: String = halfwidth(name).split_whitespace().collect::<String>().to_lowercase();
    // A bare name is that of the list: texts of the language have `lib:` there.
    if let Some(board) = ishitori_boards::library_game(&word).filter(|_| !is_text) {
        return Ok(Answer::One(with_text(board)));
    }
    let found = match known_library_game(name) {
        Ok(found) => found,
        Err(unknown) => {
            let games = match named_rule(&word).filter(|_| !is_text) {
                Some(rule) => return Ok(Answer::One(of_rule(rule))),
                None if is_text => Vec::new(),
                None => search(name),
            };
            return if games.is_empty() { Err(unknown) } else { Ok(Answer::All { games }) };
        }
    };
    let game = TextGame::new(found.source, &[]).map_err(|error| AskError::Language {
        from: TextOf::Name(format!("lib:{name}")),
        source: found.source.to_string(),
        error,
    })?;
    let parameters = game.parameters().iter();
    Ok(Answer::One(NamedGame {
        text: Some(found.source.to_string()),
        coordinates: Some(game.coordinates().iter().map(ToString::to_string).collect()),
        parameters: Some(Parameters(
            parameters.map(|(name, value)| (name.clone(), value.to_string())).collect(),
        )),
        ..of_library(found)
    }))
}

/// The Japanese text of a game of the library.
pub fn text_in_japanese(name: &str) -> Option<String> {
    library_game(name).map(LibraryGame::source_in_japanese)
}

/// The games in whose names, codes, sentences or comments a word occurs, in English or Japanese. O(length of all texts).
fn search(word: &str) -> Vec<NamedGame> {
    let plain = |text: &str| halfwidth(text).to_lowercase().replace('-', " ");
    let word = plain(word.trim());
    if word.is_empty() {
        return Vec::new();
    }
    let has = |texts: &[&str]| texts.iter().any(|text| plain(text).contains(&word));
    let comments = |source: &str| {
        let lines = source.lines().filter_map(|line| line.strip_prefix('#'));
        lines.collect::<Vec<_>>().join("\n")
    };
    let heaps =
        NAMED_RULES.iter().filter(|rule| has(&[rule.name, rule.rule]) || has(rule.japanese));
    let library = LIBRARY.iter().filter(|game| {
        let japanese = game.source_in_japanese();
        has(&[game.name, &comments(game.source), &comments(&japanese)])
            || has(game.japanese_names())
    });
    let boards = ishitori_boards::LIBRARY.iter().chain(LOOPY_LIBRARY);
    let boards = boards.filter(|game| {
        has(&[game.name, game.sentence(), game.sentence_in_japanese(), game.reference()])
    });
    let heaps = heaps.map(of_rule);
    heaps.chain(library.map(of_library)).chain(boards.map(of_board)).collect()
}

fn of_rule(rule: &NamedRule) -> NamedGame {
    with_name(rule.name, Kind::Heap, Some(rule.rule.to_string()))
}

fn of_library(game: &LibraryGame) -> NamedGame {
    with_name(game.name, Kind::Language, Some(format!("lib:{}", game.name)))
}

fn of_board(board: &ishitori_boards::LibraryGame) -> NamedGame {
    let (start, reference) = (board.opening().to_string(), board.reference().to_string());
    let start = Some(start).filter(|start| !start.is_empty());
    let reference = Some(reference).filter(|reference| !reference.is_empty());
    let japanese = Some(board.japanese_name().to_string()).filter(|name| !name.is_empty());
    let impartial = Some(board.is_impartial());
    let loopy = LOOPY_LIBRARY.iter().any(|game| game.name == board.name);
    let kind = if loopy { Kind::Loopy } else { Kind::Board };
    NamedGame { start, reference, japanese, impartial, ..with_name(board.name, kind, None) }
}

fn with_text(board: &ishitori_boards::LibraryGame) -> NamedGame {
    NamedGame { text: Some(board.source.to_string()), ..of_board(board) }
}

fn with_name(name: &str, kind: Kind, rule: Option<String>) -> NamedGame {
    let name = name.to_string();
    let (description, text) = (None, None);
    NamedGame {
        name,
        kind,
        rule,
        description,
        text,
        coordinates: None,
        parameters: None,
        start: None,
        japanese: None,
        impartial: None,
        reference: None,
    }
}

impl Serialize for Parameters {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Parameters {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Parameters;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("names and values")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Parameters, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Parameters(pairs))
            }
        }
        from.deserialize_map(Pairs)
    }
}
