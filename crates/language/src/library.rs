//! Games that the program knows: a library in the language, and texts written from a short form.

use crate::library_ja::{comments, names};

/// A game of the library.
#[derive(Clone, Copy, Debug)]
pub struct LibraryGame {
    /// The name, as after `game` in the text.
    pub name: &'static str,
    /// The text, in the layout of [`format`](crate::format()).
    pub source: &'static str,
}

macro_rules! library {
    ($($name:literal),* $(,)?) => {
        &[$(LibraryGame {
            name: $name,
            source: include_str!(concat!("../games/", $name, ".game")),
        }),*]
    };
}

/// The games of the library; the texts are in the folder `games` of this crate.
pub const LIBRARY: &[LibraryGame] = library![
    "chocolate",
    "chocolate-stairs",
    "chocolate3",
    "chocolate-pass",
    "nim",
    "nim-pass",
    "bounded-nim",
    "thirty-one",
    "wythoff",
    "wythoff-spread",
    "fibonacci-nim",
    "mem",
    "euclid",
    "end-nim",
    "chomp2",
    "chomp3",
    "silver-dollar",
    "kayles",
    "string-cutting",
    "northcott",
    "cutcake",
    "maundy-cake",
    "eatcake",
    "turn-and-eatcake",
    "domineering",
    "toads-and-frogs",
];

impl LibraryGame {
    /// Its names in Japanese. O(1).
    pub fn japanese_names(&self) -> &'static [&'static str] {
        names(self.name)
    }

    /// The text with comments in Japanese. O(length).
    ///
    /// ```
    /// let nim = ishitori_language::library_game("nim").unwrap().source_in_japanese();
    /// assert!(nim.starts_with("# 三山のニム") && nim.contains("game nim\n"));
    /// ```
    pub fn source_in_japanese(&self) -> String {
        let comments = comments(self.name).iter().map(|line| format!("# {line}"));
        let code = self.source.lines().filter(|line| !line.starts_with('#'));
        let lines: Vec<String> = comments.chain(code.map(str::to_string)).collect();
        lines.join("\n") + "\n"
    }
}

/// The game of the library with a name, also in Japanese. O(games).
///
/// ```
/// use ishitori_language::{TextGame, library_game};
/// let wythoff = library_game("wythoff").unwrap();
/// assert_eq!(TextGame::new(wythoff.source, &[]).unwrap().coordinates(), ["a", "b"]);
/// ```
pub fn library_game(name: &str) -> Option<&'static LibraryGame> {
    LIBRARY.iter().find(|game| game.name == name || game.japanese_names().contains(&name))
}

/// The text of the chocolate game with y ≤ ⌊z/k⌋ for a number k, or y ≤ f(z) for an expression
/// f in t. O(length).
///
/// ```
/// use ishitori_language::{TextGame, chocolate};
/// assert!(TextGame::new(&chocolate("3"), &[]).is_ok());
/// assert!(TextGame::new(&chocolate("t div 2 + 1"), &[]).is_ok());
/// ```
pub fn chocolate(bound: &str) -> String {
    let bound = bound.trim();
    if !bound.is_empty() && bound.chars().all(|c| c.is_ascii_digit()) {
        return format!(
            "game chocolate(k = {bound})
position (y, z) where y <= z div k
both: (u, z)               for u in 0 ..< y
      (min(y, w div k), w) for w in 0 ..< z
end: normal
show: bar
"
        );
    }
    format!(
        "game chocolate
def f(t) = {bound}
position (y, z) where y <= f(z)
both: (u, z)            for u in 0 ..< y
      (min(y, f(w)), w) for w in 0 ..< z
end: normal
show: bar
"
    )
}
