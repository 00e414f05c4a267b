//! Board games that the program knows, as texts in the folder `games`.

/// A game of the library.
#[derive(Clone, Copy, Debug)]
pub struct LibraryGame {
    /// The name, as after `game` in the text.
    pub name: &'static str,
    /// The text. Its comments are a sentence in English, one in Japanese after `ja:`, `source:`, a position to look at after
    /// `start:`, and where that is no good to play from, one after `play:`.
    pub source: &'static str,
}

macro_rules! library {
    ($folder:literal: $($name:literal),* $(,)?) => {
        &[$(LibraryGame {
            name: $name,
            source: include_str!(concat!($folder, $name, ".game")),
        }),*]
    };
}

/// The board games of the library whose positions can recur, in alphabetical order.
pub const LOOPY_LIBRARY: &[LibraryGame] = library!["../games/loopy/":
    "backsliding-toads-and-frogs",
    "ceylonese-fox-and-geese",
    "checker-kings",
    "cop-and-robber",
    "fox-and-geese",
    "hare-and-hounds",
    "konane-with-passes",
    "token-on-arrows",
];

/// The board games of the library that end, in alphabetical order.
pub const LIBRARY: &[LibraryGame] = library!["../games/":
    "amazons",
    "anti-clobber",
    "arc-kayles",
    "bishops",
    "bishops-peace",
    "blocking-pawns",
    "bounded-ruler",
    "checker-jumps",
    "childish-hackenbush",
    "chomp",
    "clobber",
    "col",
    "corners",
    "cram",
    "crosses",
    "crowding",
    "cutthroat",
    "dawsons-chess",
    "dawsons-kayles-strip",
    "diagonal-clobber",
    "diagonal-cram",
    "domineering",
    "edge-geography",
    "elephants-and-rhinos",
    "fission",
    "fjords",
    "geography",
    "graph-chomp",
    "graph-clobber",
    "graph-nogo",
    "graph-tron",
    "grid-col",
    "grid-node-kayles",
    "grid-peg-duotaire",
    "grid-snort",
    "grid-toads",
    "hackenbush",
    "hex-clobber",
    "hex-col",
    "hex-cram",
    "hex-domineering",
    "hex-snort",
    "hot-clobber",
    "impartial-clobber",
    "impartial-cutthroat",
    "isolation",
    "kayles-strip",
    "kings",
    "kings-peace",
    "knight-cram",
    "knights",
    "knights-peace",
    "konane",
    "l-tromino-cram",
    "leaping-knights",
    "lights-out",
    "maize",
    "maze",
    "mock-turtles",
    "no-three-in-a-row",
    "node-kayles",
    "nogo",
    "partizan-arc-kayles",
    "partizan-geography",
    "partizan-maze",
    "partizan-no-three",
    "peg-duotaire",
    "pentomino-cram",
    "poset-game",
    "proximity-placement",
    "push",
    "queens",
    "queens-peace",
    "queens-trail",
    "rook-amazons",
    "rook-slide",
    "rooks",
    "rooks-peace",
    "ruler",
    "seating",
    "shove",
    "silver-dollar-strip",
    "snakes",
    "snort",
    "tetromino-square-cram",
    "toads-and-frogs",
    "toads-hop",
    "toppling-dominoes",
    "treblecross-avoidance",
    "triominering",
    "triplets",
    "tromino-cram",
    "turning-turtles",
    "twins",
    "undirected-geography",
    "weighted-arc-kayles",
    "welter",
];

impl LibraryGame {
    fn comment(&self, mark: &str) -> Option<&'static str> {
        let comments = self.source.lines().filter_map(|line| line.strip_prefix("# "));
        let marked = |line: &&str| match mark {
            "" => ["ja:", "source:", "start:", "play:"].iter().all(|mark| !line.starts_with(mark)),
            mark => line.starts_with(mark),
        };
        comments.into_iter().find(marked).map(|line| line[mark.len()..].trim())
    }

    /// What it is about, in English. O(length).
    pub fn sentence(&self) -> &'static str {
        self.comment("").unwrap_or_default()
    }

    /// What it is about, in Japanese: the name, a colon, a sentence. O(length).
    pub fn sentence_in_japanese(&self) -> &'static str {
        self.comment("ja:").unwrap_or_default()
    }

    /// What it is in one sentence, in the language of this code where its text has it, else in English. O(length).
    pub fn sentence_in(&self, language: &str) -> &'static str {
        self.comment(&format!("{language}:")).unwrap_or_else(|| self.sentence())
    }

    /// Its name in Japanese. O(length).
    pub fn japanese_name(&self) -> &'static str {
        self.sentence_in_japanese().split(['：', ':']).next().unwrap_or_default()
    }

    /// Where it comes from. O(length).
    pub fn reference(&self) -> &'static str {
        self.comment("source:").unwrap_or_default()
    }

    /// Whether both players have the same moves. O(length).
    pub fn is_impartial(&self) -> bool {
        crate::parse(self.source, &[]).is_ok_and(|text| text.impartial)
    }

    /// A position to look at. O(length).
    pub fn start(&self) -> &'static str {
        self.comment("start:").unwrap_or_default()
    }

    /// A position to play from: the first player can win, and not at once. It is the position shown by default, where that will do. O(length).
    ///
    /// ```
    /// let clobber = ishitori_boards::library_game("clobber").unwrap();
    /// assert_eq!((clobber.start(), clobber.opening()), ("xoxo|oxox|xoxo", "oxo|xox|xxx"));
    /// ```
    pub fn opening(&self) -> &'static str {
        self.comment("play:").unwrap_or_else(|| self.start())
    }
}

/// The game with a name, also in Japanese. O(games).
///
/// ```
/// let clobber = ishitori_boards::library_game("clobber").unwrap();
/// assert!(clobber.source.contains("board grid"));
/// ```
pub fn library_game(name: &str) -> Option<&'static LibraryGame> {
    let mut all = LIBRARY.iter().chain(LOOPY_LIBRARY);
    let japanese = usual_spelling(name);
    all.find(|game| game.name == name || game.japanese_name() == japanese)
}

/// A Japanese name as the texts spell it: names from abroad have several spellings. O(length).
fn usual_spelling(name: &str) -> String {
    name.replace("ケイルズ", "ケイレス").replace("ドミニアリング", "ドミナリング")
}
