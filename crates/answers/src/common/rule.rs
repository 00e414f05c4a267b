//! A rule as the user names it: a heap game, or a game in the language.

use std::path::Path;

use ishitori_language::{
    EndKind, LibraryGame, ParameterValue, PileCodeError, TextGame, chocolate, library_game,
    pile_game,
};
use ishitori_rules::heap::{EntailingRule, HeapCode, HeapRule, TwoPileRule, named_rule};
use ishitori_rules::to_halfwidth;
use ishitori_solve::tuple::MAX_CELLS;
use ishitori_values::Budget;
use ishitori_values::BudgetTicker;

use serde::{Deserialize, Serialize};

use crate::accepted::Accepted;
use crate::board::BoardRule;
use crate::error::{AskError, TextOf};

/// Where a rule comes from. In JSON it is a text, or `{"name": …, "text": …}` for the contents of a
/// file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum RuleSource {
    /// A rule as people write it: a code such as `0.77`, a name, a game of the library such as
    /// `lib:chomp3`, or a text in the language of games.
    Text(String),
    /// The contents of a file in the language of games.
    File {
        /// The name of the file, for errors.
        name: String,
        /// What is in it.
        text: String,
    },
}

impl From<&str> for RuleSource {
    fn from(text: &str) -> Self {
        RuleSource::Text(text.to_string())
    }
}

/// A rule as the user names it.
#[derive(Clone, Debug)]
pub enum Rule {
    /// A heap game by its code, sets or name.
    Heap(HeapRule),
    /// A game in the language.
    Game(TextGame),
}

impl Rule {
    /// Reads a rule: a text in the language (it begins with `(`, a comment or any part of a game),
    /// `chocolate:…`, `hyper:…` and other codes of games on piles, a game of the library (`lib:…`, `chocolate`), or any heap rule. Names may be
    /// Japanese, characters wide. `settings` are values of parameters, such as `k=3`.
    ///
    /// ```
    /// use ishitori_answers::{Rule, RuleSource};
    ///
    /// let kayles = Rule::read(&RuleSource::from("kayles"), &[]).unwrap();
    /// assert_eq!(kayles.code().unwrap().to_string(), "kayles");
    /// let bar = Rule::read(&"chocolate:3".into(), &[]).unwrap().into_game().unwrap();
    /// assert_eq!(bar.coordinates(), ["y", "z"]);
    /// ```
    pub fn read(source: &RuleSource, settings: &[String]) -> Result<Rule, AskError> {
        if let Some(board) = BoardRule::find(source, settings)? {
            return Err(AskError::OnBoards { name: board.name().to_string() });
        }
        let game = match source {
            RuleSource::File { name, text } => Some((TextOf::Name(name.clone()), text.clone())),
            RuleSource::Text(text) => game_text(text.trim())?,
        };
        let Some((from, source)) = game else {
            let RuleSource::Text(text) = source else { unreachable!("a file is a game") };
            if let Some(setting) = settings.first() {
                return Err(AskError::Argument {
                    field: "set",
                    value: setting.clone(),
                    accepted: Accepted::NoParameters,
                });
            }
            return heap_rule(text.trim()).map(Rule::Heap);
        };
        let settings = read_settings(settings)?;
        TextGame::new(&source, &settings).map(Rule::Game).map_err(|error| AskError::Language {
            from,
            source,
            error,
        })
    }

    /// The game in the language that this is: rules on pairs are such games too.
    pub fn into_game(self) -> Result<TextGame, AskError> {
        match self {
            Rule::Game(game) => Ok(game),
            Rule::Heap(HeapRule::TwoPile(rule)) => Ok(two_pile_game(rule)),
            Rule::Heap(rule) => Err(AskError::NotAGame { rule }),
        }
    }

    /// The heap game that this is, whatever its end rule.
    pub fn heap_rule(&self) -> Option<HeapRule> {
        match self {
            Rule::Heap(rule) => Some(rule.clone()),
            Rule::Game(game) => game.recognise().map(|found| found.rule),
        }
    }

    /// The code that this is under normal play.
    pub fn code(&self) -> Option<HeapCode> {
        match self {
            Rule::Game(game) if game.end() != EndKind::Normal => None,
            _ => match self.heap_rule()? {
                HeapRule::Impartial(code) => Some(code),
                _ => None,
            },
        }
    }
}

/// Reads a rule on heaps; a set of numbers to take may stand for itself.
pub fn heap_rule(text: &str) -> Result<HeapRule, AskError> {
    if EntailingRule::is_meant(text) {
        let (value, accepted) = (text.to_string(), Accepted::NoEntailingRule);
        return Err(AskError::Argument { field: "rule", value, accepted });
    }
    match as_a_set(text).map(|rule| rule.parse()) {
        Some(Ok(rule)) => Ok(rule),
        _ => text.parse().map_err(|error| AskError::Rule { error }),
    }
}

/// A subtraction set as it is written on paper, `{1,3,4}`, `S = {1,3,4}` or `1,3,4`, as a rule. O(length).
fn as_a_set(text: &str) -> Option<String> {
    let text = halfwidth(text);
    let text = text.trim();
    let named = text.strip_prefix(['S', 's']).and_then(|rest| rest.trim_start().strip_prefix('='));
    let set = named.unwrap_or(text).trim();
    let braces = set.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let inside = braces.unwrap_or(set);
    let numbers: Vec<&str> = inside.split([',', '、']).map(str::trim).collect();
    let is_number = |n: &&str| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit());
    // One number without braces is not a set.
    let is_set = numbers.iter().all(is_number) && (braces.is_some() || numbers.len() > 1);
    is_set.then(|| format!("sub:{}", numbers.join(",")))
}

/// Reads an impartial rule on single heaps.
pub fn heap_code(text: &str) -> Result<HeapCode, AskError> {
    match heap_rule(text)? {
        HeapRule::Impartial(code) => Ok(code),
        rule => Err(AskError::NotOneHeap { rule }),
    }
}

/// A rule on pairs as a game in the language.
pub fn two_pile_game(rule: TwoPileRule) -> TextGame {
    let library =
        |name: &str| library_game(name).expect("a game of the library").source.to_string();
    let (source, spread) = match rule {
        TwoPileRule::Wythoff { spread: 1 } => (library("wythoff"), None),
        TwoPileRule::Wythoff { spread } => (library("wythoff-spread"), Some(spread)),
        TwoPileRule::FibonacciNim => (library("fibonacci-nim"), None),
        TwoPileRule::Mem => (library("mem"), None),
        TwoPileRule::NimWithPass => (NIM_WITH_PASS.to_string(), None),
    };
    let set = |spread| ("t".to_string(), ParameterValue::Int(i64::from(spread)));
    let settings: Vec<_> = spread.map(set).into_iter().collect();
    TextGame::new(&source, &settings).expect("a game of the library")
}

/// The only rule on pairs that the library does not have: its game with passes has two heaps.
const NIM_WITH_PASS: &str = "game nim-with-pass
position (a, b)
both: (u, b)     for u in 0 ..< a
      (a, b - 1) if a > 0 and b > 0
end: normal
show: heap(a)
";

/// The text with full-width characters replaced by their ASCII forms. O(length).
pub fn halfwidth(text: &str) -> String {
    text.chars().map(to_halfwidth).collect()
}

/// The text of the game in the language that a rule names, if it does.
fn game_text(rule: &str) -> Result<Option<(TextOf, String)>, AskError> {
    if names_file(rule, "game") {
        return Err(AskError::FileName { field: "rule", name: rule.to_string() });
    }
    if is_game(rule) {
        return Ok(Some((TextOf::Field("rule"), rule.to_string())));
    }
    if let Some(game) = library(rule)? {
        let from = TextOf::Name(format!("lib:{}", game.name));
        return Ok(Some((from, game.source.to_string())));
    }
    if let Some(read) = pile_game(&halfwidth(rule)) {
        let refused = |error| AskError::Argument {
            field: "rule",
            value: rule.to_string(),
            accepted: match error {
                PileCodeError::Edges => Accepted::PileEdges,
                PileCodeError::Sizes => Accepted::PileSizes,
            },
        };
        return Ok(Some((TextOf::Field("rule"), read.map_err(refused)?)));
    }
    let bound = after_prefix(rule, &["chocolate", "チョコレート", "チョコレートゲーム"]);
    Ok(bound.map(|bound| (TextOf::Field("rule"), chocolate(&halfwidth(bound)))))
}

/// Whether a text is a game in the language, by how it begins.
fn is_game(text: &str) -> bool {
    let text = halfwidth(text);
    let word = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    let after = text[word.len()..].trim_start();
    match word {
        "" => text.starts_with(['(', '#', ';']) || text.starts_with("//"),
        "game" | "position" => true,
        "both" | "left" | "right" | "end" | "terminal" | "show" => after.starts_with(':'),
        "def" | "let" => after.starts_with(is_letter) && after.len() < text.len() - word.len(),
        _ => false,
    }
}

fn is_letter(c: char) -> bool {
    c.is_alphabetic()
}

/// The text after one of these words and a colon.
fn after_prefix<'t>(text: &'t str, words: &[&str]) -> Option<&'t str> {
    let (word, rest) = text.split_once([':', '：'])?;
    let word = halfwidth(word.trim()).to_lowercase();
    words.contains(&word.as_str()).then_some(rest)
}

/// Whether a text is the name of a file of a kind, rather than something to read itself.
pub fn names_file(text: &str, kind: &str) -> bool {
    Path::new(text.trim()).extension().is_some_and(|e| e == kind)
}

/// The game of the library that a rule names with `lib:`, or without it if nothing else can be
/// meant.
fn library(rule: &str) -> Result<Option<&'static LibraryGame>, AskError> {
    if let Some(name) = after_prefix(rule, &["lib"]) {
        return known_library_game(name).map(Some);
    }
    // A heap game of the same name has engines of its own.
    let name = halfwidth(rule);
    let meant = name == "chocolate" || (!name.is_ascii() && named_rule(&name).is_none());
    Ok(meant.then(|| library_game(&name)).flatten())
}

/// A game of the library by its name.
pub fn known_library_game(name: &str) -> Result<&'static LibraryGame, AskError> {
    let known = library_game(&halfwidth(name.trim()));
    known.ok_or_else(|| AskError::Library { name: name.trim().to_string() })
}

fn read_settings(settings: &[String]) -> Result<Vec<(String, ParameterValue)>, AskError> {
    let mut all = Vec::new();
    for setting in settings {
        let Some((name, value)) = setting.split_once(['=', '＝']) else {
            return Err(AskError::Argument {
                field: "set",
                value: setting.clone(),
                accepted: Accepted::Setting,
            });
        };
        let parsed = value.parse::<ParameterValue>().map_err(|error| AskError::Language {
            from: TextOf::Field("set"),
            source: value.to_string(),
            error,
        })?;
        all.push((halfwidth(name.trim()), parsed));
    }
    Ok(all)
}

/// Refuses a game of one coordinate whose positions up to `last` have a gap, or begin late.
pub fn without_gaps(game: &TextGame, last: u32, budget: &Budget) -> Result<(), AskError> {
    if !game.has_condition() {
        return Ok(());
    }
    let mut machine = game.machine();
    let mut missing = None;
    let mut ticker = BudgetTicker::default();
    for n in 0..=i64::from(last).min(MAX_CELLS as i64) {
        if ticker.step(budget, 0).is_err() {
            // What is computed then stops at once, and says so.
            return Ok(());
        }
        // Faults are met again, and reported, where the game is computed.
        match (machine.contains(&[n]).unwrap_or(true), missing) {
            (false, None) => missing = Some(n),
            (true, Some(missing)) => {
                return Err(AskError::Gap { game: game.clone(), missing, present: n });
            }
            _ => {}
        }
    }
    Ok(())
}

/// Fixed coordinates of a game, by place; `None` for those that are free.
pub fn read_fixed(
    game: &TextGame,
    field: &'static str,
    fixed: &[String],
) -> Result<Vec<Option<i64>>, AskError> {
    let mut places = vec![None; game.width()];
    for text in fixed.iter().flat_map(|f| f.split([',', '，', '、'])) {
        let bad = || AskError::Argument {
            field,
            value: text.to_string(),
            accepted: Accepted::Coordinate,
        };
        let (name, value) = text.split_once(['=', '＝']).ok_or_else(bad)?;
        let name = halfwidth(name.trim());
        let at = game.coordinates().iter().position(|c| *c == name).ok_or_else(bad)?;
        let value = halfwidth(value.trim()).parse::<i64>().ok();
        let value = value.filter(|v| (0..1 << 28).contains(v)).ok_or_else(bad)?;
        places[at] = Some(value);
    }
    Ok(places)
}
