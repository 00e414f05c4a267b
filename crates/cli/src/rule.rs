//! A rule as the user names it: a heap game, or a game in the language.

use std::path::Path;

use ishitori::language::{EndKind, LibraryGame, ParameterValue, TextGame, chocolate, library_game};
use ishitori::prelude::Budget;
use ishitori::rules::heap::{HeapCode, HeapRule, PlaneRule, named_rule};
use ishitori::rules::narrow;
use ishitori::solve::tuple::MAX_CELLS;
use ishitori::values::Pace;

use crate::failure::Failure;
use crate::game_args::Settings;

/// The largest file that is read as a game.
const MAX_FILE: u64 = 1 << 20;

/// A rule as the user names it.
pub enum UserRule {
    Heap(HeapRule),
    Game(TextGame),
}

impl UserRule {
    /// Reads a rule: a file that ends in `.game`, a text in the language (it begins with `(`, a
    /// comment or any part of a game), `chocolate:…`, a game of the library (`lib:…`, `chocolate`),
    /// or any heap rule. Names may be Japanese, characters wide.
    pub fn read(text: &str, settings: &Settings) -> Result<UserRule, Failure> {
        let trimmed = text.trim();
        let game = if names_file(trimmed, "game") {
            Some((trimmed.to_string(), read_text(Path::new(trimmed))?))
        } else if is_game(trimmed) {
            Some(("RULE".to_string(), trimmed.to_string()))
        } else if let Some(game) = library(trimmed)? {
            Some((format!("lib:{}", game.name), game.source.to_string()))
        } else {
            after_prefix(trimmed, &["chocolate", "チョコレート", "チョコレートゲーム"])
                .map(|bound| ("RULE".to_string(), chocolate(&narrowed(bound))))
        };
        let Some((name, source)) = game else {
            if let Some(setting) = settings.set.first() {
                return Err(Failure::Argument {
                    argument: "--set",
                    value: setting.clone(),
                    accepted: "a parameter of a game in the language, and RULE is none",
                });
            }
            return trimmed.parse().map(UserRule::Heap).map_err(|error| Failure::Rule { error });
        };
        let settings = read_settings(settings)?;
        TextGame::new(&source, &settings).map(UserRule::Game).map_err(|error| Failure::Language {
            name,
            source,
            error,
        })
    }

    /// The game in the language that this is: rules on pairs are such games too.
    pub fn into_game(self) -> Result<TextGame, Failure> {
        match self {
            UserRule::Game(game) => Ok(game),
            UserRule::Heap(HeapRule::Plane(rule)) => Ok(plane_game(rule)),
            UserRule::Heap(rule) => Err(Failure::NotAGame { rule }),
        }
    }

    /// The heap game that this is, whatever its end rule.
    pub fn heap_rule(&self) -> Option<HeapRule> {
        match self {
            UserRule::Heap(rule) => Some(rule.clone()),
            UserRule::Game(game) => game.recognise().map(|found| found.rule),
        }
    }

    /// The code that this is under normal play.
    pub fn code(&self) -> Option<HeapCode> {
        match self {
            UserRule::Game(game) if game.end() != EndKind::Normal => None,
            _ => match self.heap_rule()? {
                HeapRule::Impartial(code) => Some(code),
                _ => None,
            },
        }
    }
}

/// A rule on pairs as a game in the language.
pub fn plane_game(rule: PlaneRule) -> TextGame {
    let library =
        |name: &str| library_game(name).expect("a game of the library").source.to_string();
    let (source, spread) = match rule {
        PlaneRule::Wythoff { spread: 1 } => (library("wythoff"), None),
        PlaneRule::Wythoff { spread } => (library("wythoff-spread"), Some(spread)),
        PlaneRule::FibonacciNim => (library("fibonacci-nim"), None),
        PlaneRule::Mem => (library("mem"), None),
        PlaneRule::NimWithPass => (NIM_WITH_PASS.to_string(), None),
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

/// A text in ASCII where its characters have an ASCII form.
pub fn narrowed(text: &str) -> String {
    text.chars().map(narrow).collect()
}

/// Whether a text is a game in the language, by how it begins.
fn is_game(text: &str) -> bool {
    let text = narrowed(text);
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

/// What stands after one of these words and a colon.
fn after_prefix<'t>(text: &'t str, words: &[&str]) -> Option<&'t str> {
    let (word, rest) = text.split_once([':', '：'])?;
    let word = narrowed(word.trim()).to_lowercase();
    words.contains(&word.as_str()).then_some(rest)
}

/// Whether a text is the name of a file of a kind, rather than something to read itself.
pub fn names_file(text: &str, kind: &str) -> bool {
    Path::new(text.trim()).extension().is_some_and(|e| e == kind)
}

/// The game of the library that a rule names with `lib:`, or without it if nothing else can be
/// meant.
fn library(rule: &str) -> Result<Option<&'static LibraryGame>, Failure> {
    if let Some(name) = after_prefix(rule, &["lib"]) {
        return known_library_game(name).map(Some);
    }
    // A heap game of the same name has engines of its own.
    let name = narrowed(rule);
    let meant = name == "chocolate" || (!name.is_ascii() && named_rule(&name).is_none());
    Ok(meant.then(|| library_game(&name)).flatten())
}

/// A game of the library by its name.
pub fn known_library_game(name: &str) -> Result<&'static LibraryGame, Failure> {
    let known = library_game(&narrowed(name.trim()));
    known.ok_or_else(|| Failure::Library { name: name.trim().to_string() })
}

/// Reads a small text file.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    crate::input::text(path, MAX_FILE)
}

fn read_settings(settings: &Settings) -> Result<Vec<(String, ParameterValue)>, Failure> {
    let mut all = Vec::new();
    for setting in &settings.set {
        let Some((name, value)) = setting.split_once(['=', '＝']) else {
            return Err(Failure::Argument {
                argument: "--set",
                value: setting.clone(),
                accepted: "NAME=VALUE, such as k=3 or S=1,2,5",
            });
        };
        let parsed = value.parse::<ParameterValue>().map_err(|error| Failure::Language {
            name: "--set".to_string(),
            source: value.to_string(),
            error,
        })?;
        all.push((narrowed(name.trim()), parsed));
    }
    Ok(all)
}

/// Refuses a game of one coordinate whose positions up to `last` have a gap, or begin late.
pub fn without_gaps(game: &TextGame, last: u32, budget: &Budget) -> Result<(), Failure> {
    if !game.has_condition() {
        return Ok(());
    }
    let mut machine = game.machine();
    let mut missing = None;
    let mut pace = Pace::default();
    for n in 0..=i64::from(last).min(MAX_CELLS as i64) {
        if pace.step(budget, 0).is_err() {
            // What is computed then stops at once, and says so.
            return Ok(());
        }
        // Faults are met again, and told, where the game is computed.
        match (machine.contains(&[n]).unwrap_or(true), missing) {
            (false, None) => missing = Some(n),
            (true, Some(missing)) => {
                return Err(Failure::Gap { game: game.clone(), missing, present: n });
            }
            _ => {}
        }
    }
    Ok(())
}

/// Fixed coordinates of a game, by place; `None` for those that are free.
pub fn read_fixed(
    game: &TextGame,
    argument: &'static str,
    fixed: &[String],
) -> Result<Vec<Option<i64>>, Failure> {
    let mut places = vec![None; game.width()];
    for text in fixed.iter().flat_map(|f| f.split([',', '，', '、'])) {
        let bad = || Failure::Argument {
            argument,
            value: text.to_string(),
            accepted: "a coordinate of the game and a number, such as x=3",
        };
        let (name, value) = text.split_once(['=', '＝']).ok_or_else(bad)?;
        let name = narrowed(name.trim());
        let at = game.coordinates().iter().position(|c| *c == name).ok_or_else(bad)?;
        let value = narrowed(value.trim()).parse::<i64>().ok();
        let value = value.filter(|v| (0..1 << 28).contains(v)).ok_or_else(bad)?;
        places[at] = Some(value);
    }
    Ok(places)
}
