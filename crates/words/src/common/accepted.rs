//! The expected input, in words.

use ishitori_answers::Accepted;
use ishitori_records::RowFile;

use crate::{Text, say};

impl Text {
    /// The expected input in place of a value.
    pub fn accepted(&self, accepted: Accepted) -> String {
        use Accepted::*;
        match accepted {
            Size => self.say("common.accepted.number-b-kib-mib-gib").to_string(),
            ServerSize => self.say("common.accepted.least-mib-server").to_string(),
            HeapRuleHere => self.say("common.accepted.rule-single-heaps").to_string(),
            RuleFile => self.say("common.accepted.file-most-rules").to_string(),
            Duration => self.say("common.accepted.number-ms-s-m-h").to_string(),
            DurationEach => self.say("common.accepted.number-ms-s-m-h-2").to_string(),
            PictureFile => self.say("common.accepted.file-name-ending-svg-png").to_string(),
            GraphFile => say!(
                self,
                "common.accepted.file-name-ending-svg-png-2",
                steps = self.field("steps")
            ),
            AutomatonFile => self.say("common.accepted.automaton-file").to_string(),
            Picture => self.say("common.accepted.svg-png-pdf").to_string(),
            AutomaticGame => say!(
                self,
                "common.accepted.game-proved-automaton-conjecture-says",
                fit = self.field("fit"),
                prove = self.field("prove")
            ),
            StepTable => {
                say!(self, "common.accepted.table-one-two-coordinates-all", fix = self.field("fix"))
            }
            GameExpression => self.say("common.accepted.expression-whose-value-game").to_string(),
            OneGame => {
                say!(self, "common.accepted.one-game-gives-several", set = self.field("set"))
            }
            AskedOfGames => {
                self.say("common.accepted.grundy-period-outcomes-values-quotient").to_string()
            }
            OfAnotherQuestion => say!(
                self,
                "common.accepted.no-value-since-belongs-another",
                ask = self.field("ask")
            ),
            OfThisQuestion => say!(self, "common.accepted.value-required", ask = self.field("ask")),
            LastHeap => self.say("common.accepted.number-such-bounds-such-table").to_string(),
            NormalOrMisere => self.say("common.accepted.normal-misere").to_string(),
            SameMoves => self.say("common.accepted.same-moves-both-players").to_string(),
            RuleAndPosition => self.say("common.accepted.rule-position-such-kayles").to_string(),
            EntailingRule => self.say("common.accepted.entailing-two-octal-codes").to_string(),
            NoEntailingRule => self.say("common.accepted.rule-without-entailing-moves").to_string(),
            NotWithEntailing => self.say("common.accepted.no-value-entailing-moves").to_string(),
            ListedPositions => {
                self.say("common.accepted.last-heap-numbers-coordinates").to_string()
            }
            PositionEnd => self.say("common.accepted.end-depends-final-position").to_string(),
            PositionOrTo => say!(
                self,
                "common.accepted.position-single-heaps-both",
                position = self.field("position"),
                to = self.field("to")
            ),
            FormatOfName => {
                say!(self, "common.accepted.format-only-file-name-decides", out = self.field("out"))
            }
            OutFile => say!(
                self,
                "common.accepted.file-uses-standard-output-itself",
                json = self.field("json")
            ),
            JoinedRows => self.say("common.accepted.file-join-rows-csv-tsv").to_string(),
            SettingRange => self.say("common.accepted.range-most-numbers-such-k").to_string(),
            RepeatedPosition => say!(
                self,
                "common.accepted.position-most-characters-xo-repeats",
                set = format_args!("{} n=3", self.field("set"))
            ),
            SettingRanges => self.say("common.accepted.ranges-give-most-games-all").to_string(),
            Condition => self.say("common.accepted.condition-such-x-xor-y").to_string(),
            ClosedBox => self.say("common.accepted.bounds-no-move-exceeds").to_string(),
            HeapGame => self.say("common.accepted.heap-game-given-name-recognised").to_string(),
            NumbersOrOutcomes => {
                self.say("common.accepted.grundy-numbers-such-outcomes-such").to_string()
            }
            Numbers => self.say("common.accepted.numbers-separated-commas-spaces-such").to_string(),
            RuleOrSequence => say!(
                self,
                "common.accepted.either-go-rule",
                rule = self.field("rule"),
                sequence = self.field("sequence"),
                row = self.field("row"),
                set = self.field("set")
            ),
            Claim => self.say("common.accepted.preperiod-period-such").to_string(),
            BoardMove => {
                say!(self, "common.accepted.move-position-such-b3-b3", moves = self.field("moves"))
            }
            ValueCall => "value(domineering, \"...|...\")".to_string(),
            HeapCall => self.say("common.accepted.heap-heaps-up").to_string(),
            NormalBoard => self.say("common.accepted.board-game-under-normal-play").to_string(),
            ReachablePositions => say!(
                self,
                "common.accepted.board-only-since-play-may",
                reachable = self.field("reachable")
            ),
            SmallerBoard => self.say("common.accepted.board-fewer-than-fillings").to_string(),
            CensusFind => self.say("common.accepted.census-find").to_string(),
            NormalFind => self.say("common.accepted.normal-find").to_string(),
            StringsAndCoins => self.say("common.accepted.strings-and-coins").to_string(),
            StringLeft => self.say("common.accepted.string-left").to_string(),
            FewVertices => self.say("common.accepted.few-vertices").to_string(),
            EmptyGraphs => self.say("common.accepted.empty-graphs").to_string(),
            BoardPieces => self.say("common.accepted.characters-game-such-xo").to_string(),
            BoardSetting => self.say("common.accepted.name-number-such-k").to_string(),
            Setting => self.say("common.accepted.name-value-such-k-s").to_string(),
            NoCoordinates => say!(
                self,
                "common.accepted.game-language-since-only-these",
                rule = self.field("rule")
            ),
            Coordinate => self.say("common.accepted.coordinate-game-value-such-x").to_string(),
            Codes => say!(
                self,
                "common.accepted.one-most-codes",
                octal = self.field("octal"),
                hexadecimal = self.field("hexadecimal"),
                codes = self.field("codes")
            ),
            ListedRecords => say!(
                self,
                "common.accepted.text-unless-records-shards-ran",
                list = self.field("list")
            ),
            Sets => self.say("common.accepted.set-such-numbers-from-most").to_string(),
            Shard => self.say("common.accepted.i-n-i-n-such").to_string(),
            CountedFamily => self.say("common.accepted.family-fewer-than-sets-so").to_string(),
            SmallFamily => self.say("common.accepted.family-most-sets").to_string(),
            SomeSet => {
                say!(self, "common.accepted.family-least-one-set-satisfies", where = self.field("where"))
            }
            RowsFile => say!(
                self,
                "common.accepted.name-ending",
                endings = endings(self.say("common.accepted.or"))
            ),
            NoParameters => say!(
                self,
                "common.accepted.game-language-since-only-these-2",
                rule = self.field("rule")
            ),
            Item => self.say("common.accepted.item-such-c17-part-b").to_string(),
            GameEnd => self.say("common.accepted.normal-misere-modm-table-game").to_string(),
            Rules => say!(
                self,
                "common.accepted.one-digits-b-optionally-size",
                octal = self.field("octal"),
                max = self.field("max"),
                sub_size = self.field("sub-size"),
                rules = self.field("rules")
            ),
            ImpartialBoard => say!(
                self,
                "common.accepted.impartial-game-under-normal-play",
                outcome = self.field("outcome"),
                moves = self.field("moves")
            ),
            GameThatEnds => self.say("common.accepted.game-always-ends-if-positions").to_string(),
            GameWithoutDraws => say!(
                self,
                "common.accepted.game-always-ends-outcomes-with-draws",
                show = self.field("show")
            ),
            Coloured => self.say("common.accepted.grundy-outcome-values-colours-use").to_string(),
            TotalSum => self.say("common.accepted.total-game-language").to_string(),
            AllButOne => say!(
                self,
                "common.accepted.fixed-values-all-coordinates-but",
                row = self.field("row")
            ),
            AllButTwo => say!(
                self,
                "common.accepted.fixed-values-all-coordinates-but-2",
                fix = self.field("fix")
            ),
            ChartFamily => {
                say!(self, "common.accepted.family-most-sets-most-satisfy", tiles = self.field("tiles"), where = self.field("where"))
            }
            Position => self.say("common.accepted.position-game-such").to_string(),
            NormalEnd => say!(self, "common.accepted.normal-here", end = self.field("end")),
            LoopyEnd => self.say("common.accepted.normal-play-only-convention-games").to_string(),
            NewFolder => self.say("common.accepted.folder-empty-does-exist-yet").to_string(),
            LineOfText => self.say("common.accepted.line-of-text").to_string(),
            WhoComputed => {
                let (who, date) = (self.field("who"), self.field("date"));
                say!(self, "common.accepted.who-computed", who, date)
            }
            PieceOfWork => self.say("common.accepted.piece-of-work").to_string(),
            WithinAYear => self.say("common.accepted.within-a-year").to_string(),
            CertificateFile => {
                let certificate = self.field("certificate");
                say!(self, "common.accepted.certificate-file", certificate)
            }
            FormatOfRows => self.say("common.accepted.another-format-such-csv-b").to_string(),
            FormatOfText => {
                self.say("common.accepted.text-format-terminal-write-parquet").to_string()
            }
            FormulaOrFit => say!(
                self,
                "common.accepted.either-search-one",
                formula = self.field("formula"),
                fit = self.field("fit")
            ),
            Base => self.say("common.accepted.base-such-fibonacci-pell").to_string(),
            GraphAlone => self.say("common.accepted.no-move-no-values-together").to_string(),
            StepsOrBlank => say!(
                self,
                "common.accepted.either-both",
                steps = self.field("steps"),
                blank = self.field("blank")
            ),
            NoPosition => self.say("common.accepted.no-position-since-sum-games").to_string(),
            LetterValues => self.say("common.accepted.letters-such-l-r-game").to_string(),
            WholeHeaps => self.say("common.accepted.whole-heaps-such-only-rule").to_string(),
            Pair => self.say("common.accepted.two-numbers-such").to_string(),
            OneFile => self.say("common.accepted.file-only-if-there-single").to_string(),
            CertificateForLean => self.say("common.accepted.certificate-for-lean").to_string(),
            CertifiedOutcomes => {
                self.say("common.accepted.subtraction-set-such-sub-end").to_string()
            }
            FormatOfFamily => {
                self.say("common.accepted.text-since-single-position-table").to_string()
            }
            PileEdges => self.say("common.accepted.edges-separated-commas-each-word").to_string(),
            PileSizes => self.say("common.accepted.number-piles-most-how-many").to_string(),
            HeapAndNumber => self.say("common.accepted.heap-number-goes-such-several").to_string(),
            NoPalette => self.say("common.accepted.safe-picture-does-show-outcomes").to_string(),
            Level => say!(
                self,
                "common.accepted.perfect",
                level = self.field("level"),
                mistakes = self.field("mistakes")
            ),
            Bar => self.say("common.accepted.bar-chocolate-such-chocolate").to_string(),
            SmallerBar => self.say("common.accepted.smaller-bar-left-cut").to_string(),
            Moves => self.say("common.accepted.list-moves-game-such").to_string(),
            Piece => self.say("common.accepted.numbers-such-outcomes-p-n").to_string(),
            WithSequence => {
                say!(self, "common.accepted.only-together", sequence = self.field("sequence"))
            }
            RowCount => self.say("common.accepted.number-rows-from").to_string(),
            AtlasTable => {
                self.say("common.accepted.one-more-octal-hexadecimal-subtraction").to_string()
            }
            AtlasFolder => self.say("common.accepted.folder-empty-does-exist-yet-2").to_string(),
            Date => self.say("common.accepted.date-such").to_string(),
            PuzzleLevel => self.say("common.accepted.puzzle-level").to_string(),
        }
    }
}

/// The extensions of files of rows, with a word before the last.
fn endings(word: &str) -> String {
    let all: Vec<String> = RowFile::endings().map(|ending| format!(".{ending}")).collect();
    match all.split_last() {
        Some((last, others)) => format!("{}{word}{last}", others.join(", ")),
        None => String::new(),
    }
}
