//! Games that the program knows: a library in the language, and texts written from a short form.

use crate::library_ja::{comments, names};

/// A game of the library.
#[derive(Clone, Copy, Debug)]
pub struct LibraryGame {
    /// The name, as after `game` in the text.
    pub name: &'static str,
    /// The text, in the layout of [`format`](crate::format()).
    pub source: &'static str,
    /// A position to begin with: the first player can win, and not at once.
    pub start: &'static str,
}

macro_rules! library {
    ($($name:literal $start:literal),* $(,)?) => {
        &[$(LibraryGame {
            name: $name,
            source: include_str!(concat!("../games/", $name, ".game")),
            start: $start,
        }),*]
    };
}

/// The games of the library; the texts are in the folder `games` of this crate.
pub const LIBRARY: &[LibraryGame] = library![
    "chocolate" "(4,13)+(2,8)",
    "chocolate-stairs" "(5,12)",
    "chocolate3" "(4,3,9)",
    "chocolate-pass" "(4,13,1)+(3,9,0)",
    "nim" "(3,5,7)",
    "nim-pass" "(4,6,1)",
    "bounded-nim" "(5,7)",
    "thirty-one" "(31)",
    "wythoff" "(7,10)",
    "wythoff-spread" "(7,10)",
    "fibonacci-nim" "(20,3)",
    "mem" "(9,1)+(7,1)",
    "euclid" "(9,31)",
    "end-nim" "(3,5,7)",
    "chomp2" "(6,4)+(4,1)",
    "chomp3" "(4,4,4)",
    "silver-dollar" "(1,4,9)",
    "kayles" "(10)",
    "string-cutting" "(10)",
    "northcott" "(3,6)+(3,5)",
    "cutcake" "(2,6)+(4,3)",
    "maundy-cake" "(2,8,1)",
    "eatcake" "(1,3)+(0,4)",
    "turn-and-eatcake" "(3,4)",
    "domineering" "(0)",
    "toads-and-frogs" "(3,48)",
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
