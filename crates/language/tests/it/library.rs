//! The texts of the library.

use ishitori_language::{LIBRARY, TextGame, format, library_game, parse};

#[test]
fn every_text_is_a_game_in_its_layout() {
    for game in LIBRARY {
        let compiled =
            TextGame::new(game.source, &[]).unwrap_or_else(|e| panic!("{}: {e}", game.name));
        assert_eq!(compiled.name(), Some(game.name));
        assert!(compiled.display().is_some(), "{}", game.name);
        assert_eq!(format(game.source).as_deref(), Ok(game.source), "{}", game.name);
        let lines = game.source.lines().count();
        assert!((5..=15).contains(&lines), "{} has {lines} lines", game.name);
        assert!(game.source.starts_with("# "), "{} has no comment", game.name);
        assert!(game.source.lines().all(|line| line.chars().count() <= 100), "{}", game.name);
    }
}

#[test]
fn names_are_found() {
    assert!(library_game("chomp3").is_some() && library_game("chomp4").is_none());
    let mut names: Vec<&str> = LIBRARY.iter().map(|game| game.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), LIBRARY.len());
    for game in LIBRARY {
        let header = parse(game.source).expect("a game").header.expect("a header");
        assert_eq!(header.name, game.name);
    }
    // Every file of the folder is in the library.
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/games");
    let files = std::fs::read_dir(folder).expect("the folder").count();
    assert_eq!(files, LIBRARY.len());
}

/// Every game has a text in Japanese that is the same game, and a name that nothing else has.
#[test]
fn the_library_in_japanese() {
    let mut names = Vec::new();
    for game in LIBRARY {
        let japanese = game.source_in_japanese();
        assert_eq!(parse(&japanese), parse(game.source), "{}", game.name);
        assert_eq!(format(&japanese).as_ref(), Ok(&japanese), "{}", game.name);
        let comments = || japanese.lines().filter(|line| line.starts_with('#'));
        let has_japanese = |line: &str| line.chars().any(|c| ('ぁ'..='鿿').contains(&c));
        assert!(comments().any(has_japanese), "{}", game.name);
        for &name in game.japanese_names() {
            assert_eq!(library_game(name).map(|found| found.name), Some(game.name));
            names.push(name);
        }
        assert!(!game.japanese_names().is_empty(), "{}", game.name);
    }
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
}
