//! What would have been accepted, in words.

use ishitori_answers::Accepted;
use ishitori_records::RowFile;

use crate::{Lang, Text};

impl Text {
    /// What would have been accepted in place of a value.
    pub fn accepted(&self, accepted: Accepted) -> String {
        use Accepted::*;
        match (accepted, self.lang) {
            (Size, Lang::En) => "a number with B, KiB, MiB or GiB, such as 512MiB".to_string(),
            (Size, Lang::Ja) => "512MiB のような B, KiB, MiB, GiB の付いた数".to_string(),
            (ServerSize, Lang::En) => "at least 64MiB for a server".to_string(),
            (ServerSize, Lang::Ja) => "サーバーでは 64MiB 以上".to_string(),
            (HeapRuleHere, Lang::En) => "a rule on single heaps".to_string(),
            (HeapRuleHere, Lang::Ja) => "ここでは一山の規則".to_string(),
            (RuleFile, Lang::En) => "a file with at most 100000 rules".to_string(),
            (RuleFile, Lang::Ja) => "規則が 100000 個以下のファイル".to_string(),
            (Duration, Lang::En) => "a number with ms, s, m or h, such as 30s".to_string(),
            (Duration, Lang::Ja) => "30s のような ms, s, m, h の付いた数".to_string(),
            (DurationEach, Lang::En) => "a number with ms, s, m or h, such as 10s".to_string(),
            (DurationEach, Lang::Ja) => "10s のような ms, s, m, h の付いた数".to_string(),
            (PictureFile, Lang::En) => "a file name ending in .svg, .png or .pdf".to_string(),
            (PictureFile, Lang::Ja) => ".svg, .png, .pdf のいずれかで終わるファイル名".to_string(),
            (GraphFile, Lang::En) => format!(
                "a file name ending in .svg, .png or .pdf, or in .txt or .dot without {}",
                self.field("steps")
            ),
            (GraphFile, Lang::Ja) => format!(
                ".svg, .png, .pdf({} なしでは .txt, .dot も)で終わるファイル名",
                self.field("steps")
            ),
            (Picture, Lang::En) => "svg, png or pdf".to_string(),
            (Picture, Lang::Ja) => "svg, png, pdf".to_string(),
            (AutomaticGame, Lang::En) => format!(
                "a game with a proved automaton; `conjecture` with {} and {} says why this one has none",
                self.field("fit"),
                self.field("prove")
            ),
            (AutomaticGame, Lang::Ja) => format!(
                "オートマトンが証明されるゲーム(証明されない理由は conjecture に {} と {} を付けると表示)",
                self.field("fit"),
                self.field("prove")
            ),
            (StepTable, Lang::En) => format!(
                "a table with one or two coordinates, all of its cells and no {}",
                self.field("fix")
            ),
            (StepTable, Lang::Ja) => {
                format!(
                    "座標が一つか二つで、{} がなく、すべてのマスを表示する表",
                    self.field("fix")
                )
            }
            (GameExpression, Lang::En) => "an expression whose value is a game".to_string(),
            (GameExpression, Lang::Ja) => "値がゲームになる式".to_string(),
            (OneGame, Lang::En) => format!("one game; {} gives several", self.field("set")),
            (OneGame, Lang::Ja) => {
                format!("一つのゲーム({} が複数のゲームを与えています)", self.field("set"))
            }
            (AskedOfGames, Lang::En) => {
                "grundy, period, outcomes, values, quotient, table, explain or position".to_string()
            }
            (AskedOfGames, Lang::Ja) => {
                "grundy、period、outcomes、values、quotient、table、explain、position のどれか"
                    .to_string()
            }
            (OfAnotherQuestion, Lang::En) => {
                format!("no value, since it belongs to another {}", self.field("ask"))
            }
            (OfAnotherQuestion, Lang::Ja) => {
                format!("指定なし(ほかの {} のときに使います)", self.field("ask"))
            }
            (OfThisQuestion, Lang::En) => {
                format!("a value, which is required with this {}", self.field("ask"))
            }
            (OfThisQuestion, Lang::Ja) => format!("値(この {} に必要です)", self.field("ask")),
            (LastHeap, Lang::En) => {
                "a number such as 100, or bounds such as 12,20 for a table".to_string()
            }
            (LastHeap, Lang::Ja) => "100 のような数、表では 12,20 のような角".to_string(),
            (NormalOrMisere, Lang::En) => "normal or misere".to_string(),
            (NormalOrMisere, Lang::Ja) => "normal か misere".to_string(),
            (FormatOfName, Lang::En) => {
                format!("a format only with {} -; for a file its name decides", self.field("out"))
            }
            (FormatOfName, Lang::Ja) => {
                format!("{} - のときの形式(ファイルの形式は名前で決まります)", self.field("out"))
            }
            (OutFile, Lang::En) => {
                format!("a file with {}, which uses the standard output itself", self.field("json"))
            }
            (OutFile, Lang::Ja) => {
                format!("{} が標準出力を使うので、ファイル", self.field("json"))
            }
            (JoinedRows, Lang::En) => {
                "a file to join rows in: .csv, .tsv, .jsonl or .parquet".to_string()
            }
            (JoinedRows, Lang::Ja) => {
                "行をまとめるファイル(.csv、.tsv、.jsonl、.parquet)".to_string()
            }
            (SettingRange, Lang::En) => {
                "a range of at most 1000 numbers, such as k=1..21".to_string()
            }
            (SettingRange, Lang::Ja) => "k=1..21 のような 1000 個以下の範囲".to_string(),
            (RepeatedPosition, Lang::En) => format!(
                "a position of at most 4096 characters, in which (xo)^3 repeats a part; (xo)^n needs \
                 {}",
                format_args!("{} n=3", self.field("set"))
            ),
            (RepeatedPosition, Lang::Ja) => format!(
                "4096 文字以下の局面((xo)^3 は繰り返し、(xo)^n には {} が必要)",
                format_args!("{} n=3", self.field("set"))
            ),
            (SettingRanges, Lang::En) => {
                "ranges that give at most 1000 games in all".to_string()
            }
            (SettingRanges, Lang::Ja) => "合わせて 1000 個以下のゲームになる範囲".to_string(),
            (Condition, Lang::En) => "a condition, such as 'x xor y xor z = 0'".to_string(),
            (Condition, Lang::Ja) => "'x xor y xor z = 0' のような条件".to_string(),
            (ClosedBox, Lang::En) => "bounds that no move exceeds".to_string(),
            (ClosedBox, Lang::Ja) => "どの手でもはみ出さない範囲".to_string(),
            (HeapGame, Lang::En) => "a heap game, given by its name or recognised by its moves".to_string(),
            (HeapGame, Lang::Ja) => "名前か形から山のゲームとわかる規則".to_string(),
            (NumbersOrOutcomes, Lang::En) => {
                "Grundy numbers such as 0,1,1,2,0,3, or outcomes such as LRLNN".to_string()
            }
            (NumbersOrOutcomes, Lang::Ja) => {
                "0,1,1,2,0,3 のようなグランディ数か、LRLNN のような帰結類の列".to_string()
            }
            (Numbers, Lang::En) => {
                "numbers separated by commas or spaces, such as 0,1,1,2,0,3".to_string()
            }
            (Numbers, Lang::Ja) => "0,1,1,2,0,3 のようにコンマか空白で区切った数".to_string(),
            (RuleOrSequence, Lang::En) => format!(
                "either {} or {}; {} and {} go with a rule",
                self.field("rule"),
                self.field("sequence"),
                self.field("row"),
                self.field("set")
            ),
            (RuleOrSequence, Lang::Ja) => format!(
                "{} か {} の一方({} と {} は規則に付けるもの)",
                self.field("rule"),
                self.field("sequence"),
                self.field("row"),
                self.field("set")
            ),
            (Claim, Lang::En) => "the preperiod and the period, such as 53,34".to_string(),
            (Claim, Lang::Ja) => "53,34 のような尻尾の長さと周期".to_string(),
            (BoardMove, Lang::En) => format!(
                "a move of the position such as b3 or b3-b4; `position` with {} lists them",
                self.field("moves")
            ),
            (BoardMove, Lang::Ja) => format!(
                "position に {} を付けたときの一覧にある b3 や b3-b4 のような手",
                self.field("moves")
            ),
            (ValueCall, _) => "value(domineering, \"...|...\")".to_string(),
            (HeapCall, Lang::En) => "heap(0.77, 12), with heaps up to 1000000".to_string(),
            (HeapCall, Lang::Ja) => "heap(0.77, 12)(山は 1000000 まで)".to_string(),
            (NormalBoard, Lang::En) => {
                "a board game under normal play (its text has no other `end:`)".to_string()
            }
            (NormalBoard, Lang::Ja) => "本文に `end:` の行のない盤のゲーム".to_string(),
            (ReachablePositions, Lang::En) => {
                let reachable = self.field("reachable");
                format!(
                    "this board only with {reachable}, since play may not end from every filling"
                )
            }
            (ReachablePositions, Lang::Ja) => {
                let reachable = self.field("reachable");
                format!("{reachable} を付けたこの盤(どの置き方からも終わるとは限らないため)")
            }
            (SmallerBoard, Lang::En) => "a board with fewer than 2^64 fillings".to_string(),
            (SmallerBoard, Lang::Ja) => "置き方が 2^64 通り未満の盤".to_string(),
            (BoardPieces, Lang::En) => "characters of the game, such as .xo".to_string(),
            (BoardPieces, Lang::Ja) => ".xo のような、このゲームの文字".to_string(),
            (BoardSetting, Lang::En) => "NAME=NUMBER, such as k=3".to_string(),
            (BoardSetting, Lang::Ja) => "k=3 のような 名前=数".to_string(),
            (Setting, Lang::En) => "NAME=VALUE, such as k=3 or S=1,2,5".to_string(),
            (Setting, Lang::Ja) => "k=3 や S=1,2,5 のような 名前=値".to_string(),
            (NoCoordinates, Lang::En) => format!(
                "a game in the language, since only these have coordinates ({} has none)",
                self.field("rule")
            ),
            (NoCoordinates, Lang::Ja) => {
                "ゲーム言語のゲームの座標(この規則にはありません)".to_string()
            }
            (Coordinate, Lang::En) => {
                "a coordinate of the game with its value, such as x=3".to_string()
            }
            (Coordinate, Lang::Ja) => "x=3 のようなゲームの座標と数".to_string(),
            (Codes, Lang::En) => format!(
                "one of {} 1 to 5, {} 1 to 4, or {} with at most 100000 codes",
                self.field("octal"),
                self.field("hexadecimal"),
                self.field("codes")
            ),
            (Codes, Lang::Ja) => format!(
                "{}(1〜5)、{}(1〜4)、{}(100000 個以下)のどれか一つ",
                self.field("octal"),
                self.field("hexadecimal"),
                self.field("codes")
            ),
            (ListedRecords, Lang::En) => {
                format!("text, unless the records are of shards that ran with {}", self.field("list"))
            }
            (ListedRecords, Lang::Ja) => {
                format!("text、または {} を付けて計算した部分の記録", self.field("list"))
            }
            (Sets, Lang::En) => {
                "a set such as 2,3,5 of numbers from 1 to 1024, at most 1048576 of them".to_string()
            }
            (Sets, Lang::Ja) => {
                "2,3,5 のような 1 から 1024 までの数の集合(1048576 個以下)".to_string()
            }
            (Shard, Lang::En) => "I/N with 1 ≤ I ≤ N ≤ 1000000000, such as 3/64".to_string(),
            (Shard, Lang::Ja) => "3/64 のような I/N(1 ≤ I ≤ N ≤ 1000000000)".to_string(),
            (CountedFamily, Lang::En) => {
                "a family with fewer than 2^64 sets, so that its places can be numbered".to_string()
            }
            (CountedFamily, Lang::Ja) => "集合が 2^64 個より少なく、順番に番号のある族".to_string(),
            (SmallFamily, Lang::En) => "a family of at most 100000 sets".to_string(),
            (SmallFamily, Lang::Ja) => "100000 個以下の集合の族".to_string(),
            (SomeSet, Lang::En) => {
                format!("a family in which at least one set satisfies {}", self.field("where"))
            }
            (SomeSet, Lang::Ja) => format!("{} を満たす集合のある族", self.field("where")),
            (RowsFile, Lang::En) => format!("a name ending in {}", endings(" or ")),
            (RowsFile, Lang::Ja) => format!("{} で終わる名前", endings(" か ")),
            (NoParameters, Lang::En) => {
                format!("a game in the language, since only these have parameters ({} has none)", self.field("rule"))
            }
            (NoParameters, Lang::Ja) => {
                "ゲーム言語のゲームのパラメータ(この規則にはありません)".to_string()
            }
            (Item, Lang::En) => "an item such as C17, or a part A, B, C, D or E".to_string(),
            (Item, Lang::Ja) => "C17 のような項目か、A, B, C, D, E の部".to_string(),
            (GameEnd, Lang::En) => {
                "normal, misere, modM:… or table:… for a game in the language".to_string()
            }
            (GameEnd, Lang::Ja) => {
                "ゲーム言語のゲームには normal, misere, modM:…, table:…".to_string()
            }
            (Rules, Lang::En) => format!(
                "one of {} DIGITS, {} B (optionally with {} SIZE), or {} FILE",
                self.field("octal"),
                self.field("max"),
                self.field("sub-size"),
                self.field("rules")
            ),
            (Rules, Lang::Ja) => format!(
                "{} DIGITS、{} B({} SIZE はあってもなくてもよい)、{} FILE のいずれか",
                self.field("octal"),
                self.field("max"),
                self.field("sub-size"),
                self.field("rules")
            ),
            (ImpartialBoard, Lang::En) => format!(
                "an impartial game under normal play, without {} and {}",
                self.field("outcome"),
                self.field("moves")
            ),
            (ImpartialBoard, Lang::Ja) => format!(
                "不偏ゲームの正規形({} や {} とは併用できません)",
                self.field("outcome"),
                self.field("moves")
            ),
            (GameThatEnds, Lang::En) => {
                "a game that always ends; if positions can recur, only Grundy numbers, outcomes and values can be shown".into()
            }
            (GameThatEnds, Lang::Ja) => {
                "必ず終わるゲーム。局面が繰り返されうるゲームで表示できるのはグランディ数、勝敗、値です".into()
            }
            (Coloured, Lang::En) => {
                "grundy or outcome, the values with colours; use `table` for game values".to_string()
            }
            (Coloured, Lang::Ja) => {
                "色のある grundy か outcome(値は table で表示します)".to_string()
            }
            (TotalSum, Lang::En) => "total for a game in the language".to_string(),
            (TotalSum, Lang::Ja) => "ゲーム言語のゲームには total".to_string(),
            (AllButOne, Lang::En) => {
                format!("fixed values for all coordinates but one, such as {} y=3", self.field("row"))
            }
            (AllButOne, Lang::Ja) => {
                format!("一つを除くすべての座標の値({} y=3 など)", self.field("row"))
            }
            (AllButTwo, Lang::En) => {
                format!("fixed values for all coordinates but two, such as {} x=3", self.field("fix"))
            }
            (AllButTwo, Lang::Ja) => {
                format!("二つを除くすべての座標の値({} x=3 など)", self.field("fix"))
            }
            (ChartFamily, Lang::En) => format!(
                "a family of at most 67108864 sets of which at most 262144 (for {} 1048576) satisfy {}",
                self.field("tiles"),
                self.field("where")
            ),
            (ChartFamily, Lang::Ja) => format!(
                "集合が 67108864 個以下で、{} を満たすものが 262144 個({} では 1048576 個)以下の族",
                self.field("where"),
                self.field("tiles")
            ),
            (Position, Lang::En) => "a position of the game, such as (2,7)".to_string(),
            (Position, Lang::Ja) => "(2,7) のようなゲームの局面".to_string(),
            (NormalEnd, Lang::En) => format!("{} normal here", self.field("end")),
            (NormalEnd, Lang::Ja) => {
                format!("この引数は {} normal のときに限ります", self.field("end"))
            }
            (LoopyEnd, Lang::En) => {
                "normal play, the only convention for games whose positions can recur"
                    .to_string()
            }
            (LoopyEnd, Lang::Ja) => {
                "正規形(局面が繰り返しうるゲームなので、動けない方の負けに限ります)".to_string()
            }
            (NewFolder, Lang::En) => {
                "a folder that is empty or does not exist yet".to_string()
            }
            (NewFolder, Lang::Ja) => "空の、またはまだないフォルダの名前".to_string(),
            (FormatOfRows, Lang::En) => {
                "another format, such as csv: a b-file holds one sequence of whole numbers, such as Grundy numbers of \
                 heaps, P-positions of a game on one number, or a family `--set n=1..8`"
                    .to_string()
            }
            (FormatOfRows, Lang::Ja) => "他の形式。b ファイルは整数の列一つのためのもので、\
                 山のグランディ数、数一つの上のゲームの P 局面、`--set n=1..8` の族などが書けます"
                .to_string(),
            (FormatOfText, Lang::En) => {
                "a text format on a terminal; write Parquet to a file or a pipe".to_string()
            }
            (FormatOfText, Lang::Ja) => {
                "端末には文字の形式(Parquet はファイルかパイプに書きます)".to_string()
            }
            (FormulaOrFit, Lang::En) => format!(
                "either {}, or {} to search for one",
                self.field("formula"),
                self.field("fit")
            ),
            (FormulaOrFit, Lang::Ja) => {
                format!(
                    "{} か、式を探す {} のどちらか一方",
                    self.field("formula"),
                    self.field("fit")
                )
            }
            (GraphAlone, Lang::En) => {
                "no move and no values together with the graph of a board, and a program other than the WebAssembly build".into()
            }
            (GraphAlone, Lang::Ja) => {
                "全局面のグラフは手や値と同時には描けません。WebAssembly 版にもありません".into()
            }
            (StepsOrBlank, Lang::En) => {
                format!("either {} or {}, not both", self.field("steps"), self.field("blank"))
            }
            (StepsOrBlank, Lang::Ja) => {
                format!("{} か {} の一方", self.field("steps"), self.field("blank"))
            }
            (NoPosition, Lang::En) => {
                "no position, since a sum of games is already one".to_string()
            }
            (NoPosition, Lang::Ja) => "なし(ゲームの和はそれ自身が局面です)".to_string(),
            (LetterValues, Lang::En) => {
                "letters such as L=1,R=-1 for a game in the language".to_string()
            }
            (LetterValues, Lang::Ja) => {
                "ゲーム言語のゲームには L=1,R=-1 のような文字による指定".to_string()
            }
            (WholeHeaps, Lang::En) => {
                "whole heaps, such as 3+5; only the rule `string` has lengths such as 7.3".to_string()
            }
            (WholeHeaps, Lang::Ja) => {
                "3+5 のような整数の山(7.3 のような長さは規則 string のときだけ)".to_string()
            }
            (Pair, Lang::En) => "two numbers such as 5,8".to_string(),
            (Pair, Lang::Ja) => "5,8 のような二つの数".to_string(),
            (OneFile, Lang::En) => "a file only if there is a single certificate".to_string(),
            (OneFile, Lang::Ja) => "証明書一つのためのファイル(証明書が複数のときは使えません)".to_string(),
            (CertifiedOutcomes, Lang::En) => {
                "a subtraction set such as sub:1,2 with an end rule on the stones left; for other rules use `quotient` \
                 (any end rule) or `period` (normal play)"
                    .to_string()
            }
            (CertifiedOutcomes, Lang::Ja) => {
                "sub:1,2 のような除去可能数集合と、残りの石の数による終了規則。ほかの規則には quotient(どの終了規則でも)か period(標準形)の証明書があります"
                    .to_string()
            }
            (FormatOfFamily, Lang::En) => {
                "text, since a single position is not a table; a family such as `2xn --set n=1..8` is".to_string()
            }
            (FormatOfFamily, Lang::Ja) => {
                "text(一つの局面は表になりません。`2xn --set n=1..8` のような族なら表になります)".to_string()
            }
            (PileEdges, Lang::En) => "edges separated by commas, each a word of different pile numbers from 1 to 8, such as \
                hyper:12,13,23"
                .into(),
            (PileEdges, Lang::Ja) => "コンマで区切った辺。辺は 1 から 8 までの山の番号を並べたもの(hyper:12,13,23 など)".into(),
            (PileSizes, Lang::En) => "the number of piles, at most 8, and how many of them a move may change, such as \
                moore:4,2"
                .into(),
            (PileSizes, Lang::Ja) => "山の数(8 以下)と、一手で変える山の数(moore:4,2 など)".into(),
            (HeapAndNumber, Lang::En) => "a heap with the number that goes with it, such as 5,1; \
                 several heaps, each with its own, are written (3,1)+(5,1)"
                .to_string(),
            (HeapAndNumber, Lang::Ja) => {
                "5,1 のような、山とそれに付く数の組。山がいくつもあるときは (3,1)+(5,1) のように一つずつ書きます".to_string()
            }
            (NoPalette, Lang::En) => {
                "safe: this picture does not show outcomes by colour".to_string()
            }
            (NoPalette, Lang::Ja) => "safe のみ。この図は帰結類を色で表しません".to_string(),
            (Level, Lang::En) => format!(
                "perfect or 0 to 10 for {}, 0 to 100 for {}",
                self.field("level"),
                self.field("mistakes")
            ),
            (Level, Lang::Ja) => format!(
                "{} には perfect か 0 から 10 の数、{} には 0 から 100 の数",
                self.field("level"),
                self.field("mistakes")
            ),
            (Bar, Lang::En) => "a bar of chocolate, such as (2,7) of chocolate:3".to_string(),
            (Bar, Lang::Ja) => "chocolate:3 の (2,7) のようなチョコレート".to_string(),
            (SmallerBar, Lang::En) => "a smaller bar, as left by a cut".to_string(),
            (SmallerBar, Lang::Ja) => "切ったあとに残るチョコレート".to_string(),
            (Moves, Lang::En) => "a list of moves of this game, such as 3,0,5".to_string(),
            (Moves, Lang::Ja) => "3,0,5 のようなこのゲームの手の並び".to_string(),
            (Piece, Lang::En) => {
                "numbers such as 0,1,2,3,1,4, or outcomes P, N, L, R such as LRLNN".to_string()
            }
            (Piece, Lang::Ja) => {
                "0,1,2,3,1,4 のような数、または LRLNN のような帰結類 P, N, L, R の並び".to_string()
            }
            (WithSequence, Lang::En) => format!("this only together with {}", self.field("sequence")),
            (WithSequence, Lang::Ja) => format!("{} とともに指定", self.field("sequence")),
            (RowCount, Lang::En) => "a number of rows from 1 to 100000".to_string(),
            (RowCount, Lang::Ja) => "1 から 100000 までの行数".to_string(),
            (AtlasTable, Lang::En) => {
                "one or more of octal, hexadecimal, subtraction, ending, quotients, games, separated by commas"
                    .to_string()
            }
            (AtlasTable, Lang::Ja) => {
                "octal, hexadecimal, subtraction, ending, quotients, games(コンマで区切って複数も可)"
                    .to_string()
            }
            (AtlasFolder, Lang::En) => {
                "a folder that is empty, does not exist yet, or contains an atlas".to_string()
            }
            (AtlasFolder, Lang::Ja) => {
                "まだないフォルダー、空のフォルダー、または図鑑のあるフォルダー".to_string()
            }
            (Date, Lang::En) => "a date such as 2026-11-17".to_string(),
            (Date, Lang::Ja) => "2026-11-17 のような日付".to_string(),
        }
    }
}

/// What the names of files of rows end in, with a word before the last.
fn endings(word: &str) -> String {
    let all: Vec<String> = RowFile::endings().map(|ending| format!(".{ending}")).collect();
    match all.split_last() {
        Some((last, others)) => format!("{}{word}{last}", others.join(", ")),
        None => String::new(),
    }
}
