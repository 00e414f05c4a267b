//! A rule as the user names it: a heap game, or a game in the language.

use std::path::Path;

use ishitori::language::{EndKind, Game, LibraryGame, ParameterValue, chocolate, library_game};
use ishitori::rules::heap::{Code, HeapRule};
use ishitori::solve::tuple::MAX_CELLS;

use crate::failure::Failure;
use crate::game_args::Settings;

/// The largest file that is read as a game.
const MAX_FILE: u64 = 1 << 20;

/// A rule as the user names it.
pub enum UserRule {
    Heap(HeapRule),
    Game(Game),
}

impl UserRule {
    /// Reads a rule: a file that ends in `.game`, a text in the language (it begins with `(`,
    /// `game` or `position`), `chocolate:…`, a game of the library (`lib:…`, `chocolate`), or any
    /// heap rule.
    pub fn read(text: &str, settings: &Settings) -> Result<UserRule, Failure> {
        let trimmed = text.trim();
        let word = trimmed.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
        let game = if names_file(trimmed, "game") {
            Some((trimmed.to_string(), read_text(Path::new(trimmed))?))
        } else if trimmed.starts_with(['(', '（']) || matches!(word, "game" | "position") {
            Some(("RULE".to_string(), trimmed.to_string()))
        } else if let Some(game) = library(trimmed)? {
            Some((format!("lib:{}", game.name), game.source.to_string()))
        } else {
            ["chocolate:", "chocolate："]
                .iter()
                .find_map(|prefix| trimmed.strip_prefix(prefix))
                .map(|bound| ("RULE".to_string(), chocolate(bound)))
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
        Game::new(&source, &settings).map(UserRule::Game).map_err(|error| Failure::Language {
            name,
            source,
            error,
        })
    }

    /// The heap game that this is, whatever its end rule.
    pub fn heap_rule(&self) -> Option<HeapRule> {
        match self {
            UserRule::Heap(rule) => Some(rule.clone()),
            UserRule::Game(game) => game.recognise().map(|found| found.rule),
        }
    }

    /// The code that this is under normal play.
    pub fn code(&self) -> Option<Code> {
        match self {
            UserRule::Game(game) if game.end() != EndKind::Normal => None,
            _ => match self.heap_rule()? {
                HeapRule::Impartial(code) => Some(code),
                _ => None,
            },
        }
    }
}

/// Whether a text is the name of a file of a kind, rather than something to read itself.
pub fn names_file(text: &str, kind: &str) -> bool {
    Path::new(text.trim()).extension().is_some_and(|e| e == kind)
}

/// The game of the library that a rule names with `lib:`, or without it if nothing else can be
/// meant.
fn library(rule: &str) -> Result<Option<&'static LibraryGame>, Failure> {
    match ["lib:", "lib："].iter().find_map(|prefix| rule.strip_prefix(prefix)) {
        Some(name) => known_library_game(name).map(Some),
        None => Ok(Some(rule).filter(|rule| *rule == "chocolate").and_then(library_game)),
    }
}

/// A game of the library by its name.
pub fn known_library_game(name: &str) -> Result<&'static LibraryGame, Failure> {
    library_game(name.trim()).ok_or_else(|| Failure::Library { name: name.trim().to_string() })
}

/// Reads a small text file.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    let failure = |error| Failure::File { path: path.to_path_buf(), error };
    let size = std::fs::metadata(path).map_err(failure)?.len();
    if size > MAX_FILE {
        let why = format!("larger than {MAX_FILE} bytes");
        return Err(failure(std::io::Error::new(std::io::ErrorKind::FileTooLarge, why)));
    }
    std::fs::read_to_string(path).map_err(failure)
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
        all.push((name.trim().to_string(), parsed));
    }
    Ok(all)
}

/// Refuses a game of one coordinate whose positions up to `last` have a gap, or begin late.
pub fn without_gaps(game: &Game, last: u32) -> Result<(), Failure> {
    if !game.has_condition() {
        return Ok(());
    }
    let mut machine = game.machine();
    let mut missing = None;
    for n in 0..=i64::from(last).min(MAX_CELLS as i64) {
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
    game: &Game,
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
        let at = game.coordinates().iter().position(|c| c == name.trim()).ok_or_else(bad)?;
        let value: i64 =
            value.trim().parse().ok().filter(|v| (0..1 << 28).contains(v)).ok_or_else(bad)?;
        places[at] = Some(value);
    }
    Ok(places)
}
