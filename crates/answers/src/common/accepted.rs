//! The expected input in place of a value.

/// The expected input in place of a value; `ishitori-words` says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Accepted {
    /// A number with B, KiB, MiB or GiB, such as 512MiB.
    Size,
    /// 64MiB or more, for a server.
    ServerSize,
    /// A rule on single heaps with this option.
    HeapRuleHere,
    /// A file of at most 100000 rules.
    RuleFile,
    /// A number with ms, s, m or h, such as 30s.
    Duration,
    /// A number with ms, s, m or h, such as 10s.
    DurationEach,
    /// A file name that ends in .svg, .png, .pdf or .tex.
    PictureFile,
    /// A file name that ends in .svg, .png, .pdf, .tex, .txt or .dot.
    GraphFile,
    /// A file name that ends in .svg, .png, .pdf, .tex, .txt or .dot, of an automaton.
    AutomatonFile,
    /// A format of pictures: svg, png, pdf or tex.
    Picture,
    /// A game that ends: Grundy numbers, outcomes or values are shown of one in which positions can recur.
    GameThatEnds,
    /// A game that ends: outcomes with draws are shown by `table`.
    GameWithoutDraws,
    /// A game for which an automaton is proved, as `conjecture` with `fit` and `prove` reports.
    AutomaticGame,
    /// A table of one or two coordinates, none of them fixed, with all its cells.
    StepTable,
    /// An expression whose value is a game.
    GameExpression,
    /// One game, and `set` gives several.
    OneGame,
    /// A range of at most 1000 numbers, such as k=1..21.
    SettingRange,
    /// Ranges that stand for at most 1000 games together.
    SettingRanges,
    /// A condition, such as 'x xor y xor z = 0'.
    Condition,
    /// Values so large that no move leads beyond them.
    ClosedBox,
    /// A heap game, by its name or by its form.
    HeapGame,
    /// Numbers separated by commas or spaces, such as 0,1,1,2,0,3.
    Numbers,
    /// The same, or letters of outcomes such as LRLNN.
    NumbersOrOutcomes,
    /// A rule or `sequence`, and not both; `row` and `set` with a rule only.
    RuleOrSequence,
    /// Where a period begins and its length, such as 53,34.
    Claim,
    /// NAME=VALUE, such as k=3 or S=1,2,5.
    Setting,
    /// A move of the position as `position` lists them, such as b3 or b3-b4.
    BoardMove,
    /// `value(GAME, "POSITION")`, under normal play.
    ValueCall,
    /// `heap(RULE, N)` with N up to 1000000.
    HeapCall,
    /// A board game in which both players have the same moves, under normal play; and nothing but its nimber.
    ImpartialBoard,
    /// Edges of a hypergraph, each a word of different pile numbers from 1 to 8, such as hyper:12,13,23.
    PileEdges,
    /// Piles and piles in a move, at most 8, such as moore:4,2.
    PileSizes,
    /// A board game under normal play.
    NormalBoard,
    /// `reachable`: it is not known that play ends from every filling of this board.
    ReachablePositions,
    /// A board with fewer fillings than 2^64.
    SmallerBoard,
    /// `hottest`, `largest-nimber`, `one-winning-move` or `value=V`.
    CensusFind,
    /// Nothing here: positions are looked for in normal play, in which they have values.
    NormalFind,
    /// Boxes such as 3x3, or strings and coins, such as `1-2 @1`.
    StringsAndCoins,
    /// A line or string that is still there, such as 1-2 or @1.
    StringLeft,
    /// `graphs:N` with N from 1 to 8.
    FewVertices,
    /// Nothing with `graphs:N`: all graphs are there without pieces.
    EmptyGraphs,
    /// Characters of the game, each once.
    BoardPieces,
    /// NAME=NUMBER, such as k=3.
    BoardSetting,
    /// A position of at most 4096 characters; (xo)^n needs a value of n.
    RepeatedPosition,
    /// A coordinate of a game in the language, and `rule` is none.
    NoCoordinates,
    /// A coordinate of the game and a number, such as x=3.
    Coordinate,
    /// One of `octal` 1 to 5, `hexadecimal` 1 to 4, and at most 100000 `codes`.
    Codes,
    /// One of the questions that can be asked about each game of a sweep.
    AskedOfGames,
    /// Nothing: it belongs to another `ask`.
    OfAnotherQuestion,
    /// A value: this `ask` needs one.
    OfThisQuestion,
    /// A number such as 100, or bounds such as 12,20 for a table.
    LastHeap,
    /// Normal or misere.
    NormalOrMisere,
    /// A format with `out` -, since the name of a file says it.
    FormatOfName,
    /// A file: standard output has the answer.
    OutFile,
    /// A file of rows that are joined: .csv, .tsv, .jsonl or .parquet.
    JoinedRows,
    /// Records of shards that list their rows.
    ListedRecords,
    /// Sets such as 2,3,5 of numbers from 1 to 1024, at most 1048576.
    Sets,
    /// I/N with 1 ≤ I ≤ N, such as 3/64.
    Shard,
    /// A family of fewer than 2^64 sets, whose places have numbers.
    CountedFamily,
    /// A family of at most 100000 sets.
    SmallFamily,
    /// A family with a set that satisfies `where`.
    SomeSet,
    /// A name that says the format of rows, such as .csv or .parquet.
    RowsFile,
    /// A parameter of a game in the language, and `rule` is none.
    NoParameters,
    /// An item such as C17, or a part A, B, C, D or E.
    Item,
    /// Normal, misere, modM:… or table:… for a game in the language.
    GameEnd,
    /// One of `octal` DIGITS, `max` B with or without `sub-size` SIZE, `rules` FILE.
    Rules,
    /// Grundy or outcome, which have colours; `table` shows values.
    Coloured,
    /// Total for a game in the language.
    TotalSum,
    /// Values for all coordinates but one, such as `row` y=3.
    AllButOne,
    /// Values for all coordinates but two, such as `fix` x=3.
    AllButTwo,
    /// A family of at most 67108864 sets of which at most 262144 (for `tiles` 1048576) satisfy `where`.
    ChartFamily,
    /// A position of the game, such as (2,7).
    Position,
    /// A rule and a position in which both players have the same moves: only `conjunctive` compounds take others.
    SameMoves,
    /// A rule and a position, such as `kayles 7`.
    RuleAndPosition,
    /// Two octal codes such as `entail:4.0/0.3`, or `top-entails`.
    EntailingRule,
    /// A rule without entailing moves: only `grundy` knows those.
    NoEntailingRule,
    /// Nothing with a rule that has entailing moves.
    NotWithEntailing,
    /// The last heap, or as many numbers as the game has coordinates, with at most 100000 positions.
    ListedPositions,
    /// An end that depends on the final position.
    PositionEnd,
    /// `position`, or `to` for single heaps, and not both.
    PositionOrTo,
    /// `end` normal with this option.
    NormalEnd,
    /// Normal play, of a game whose positions can recur.
    LoopyEnd,
    /// The name of a folder that is empty or does not exist yet.
    NewFolder,
    /// Any format but a b-file, which is for sequences of numbers.
    FormatOfRows,
    /// Text, since one position is not a table; a family such as 2xn with n=1..8 is.
    FormatOfFamily,
    /// One line of text, not too long.
    LineOfText,
    /// Who computed a certificate: `who` and `date`.
    WhoComputed,
    /// The name of a piece of work.
    PieceOfWork,
    /// A day at most a year later.
    WithinAYear,
    /// The file of a certificate.
    CertificateFile,
    /// A subtraction set with an end over the stones left; quotients and periods have certificates of their own.
    CertifiedOutcomes,
    /// One file only.
    OneFile,
    /// A certificate by the theorem of Guy and Smith, of moves that leave at most two heaps, with at most 2000 heaps.
    CertificateForLean,
    /// A format of text, or a file or pipe for the output.
    FormatOfText,
    /// A formula, or `fit` to look for one, and not both.
    FormulaOrFit,
    /// A base: 2 to 255, fibonacci, pell, or ostrowski:[0;a,b,…].
    Base,
    /// A picture with `steps`, or one that is `blank`, and not both.
    StepsOrBlank,
    /// A graph of positions by itself, and small enough for the program.
    GraphAlone,
    /// Nothing: the games themselves are the position.
    NoPosition,
    /// Letters such as L=1,R=-1 for a game in the language.
    LetterValues,
    /// Whole heaps such as 3+5; lengths such as 7.3 are for `string`.
    WholeHeaps,
    /// Two numbers such as 5,8.
    Pair,
    /// A heap and the number that goes with it, such as (3,1); several of them as (3,1)+(5,1).
    HeapAndNumber,
    /// Only the colours that every picture has: this one does not show outcomes by colours.
    NoPalette,
    /// Perfect, a level from 0 to 10, or a percentage of mistakes from 0 to 100.
    Level,
    /// A position of a game of chocolate, such as (2,7).
    Bar,
    /// A bar that a cut leaves of the other.
    SmallerBar,
    /// A list of moves of this game, such as 3,0,5.
    Moves,
    /// Numbers such as 0,1,2,3,1,4, or outcomes such as LRLNN.
    Piece,
    /// `at` with `sequence`.
    WithSequence,
    /// A number of rows from 1 to 100000.
    RowCount,
    /// A table of the atlas.
    AtlasTable,
    /// A folder that does not exist, is empty, or has an atlas.
    AtlasFolder,
    /// A day such as 2026-11-17.
    Date,
    /// A level of puzzles, from 1 to 5.
    PuzzleLevel,
}
