//! The words of the field, one for each thing, in both languages.
//!
//! They are those of the source documents: an introduction to combinatorial games, the paper on
//! chocolate games, slides on ending-partizan Nim, the worksheet of the 31 game. `docs/glossary.md`
//! is made from this list. The test `glossary` of this crate looks for the words to avoid: Japanese ones in messages, pages, book and
//! documents, English phrases in these and in the code of all crates, and words of a dialect in names and comments.

/// A thing and its names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// In English.
    pub en: &'static str,
    /// In Japanese.
    pub ja: &'static str,
    /// The Japanese words to avoid for it.
    pub avoided: &'static [&'static str],
}

const fn term(en: &'static str, ja: &'static str) -> Term {
    Term { en, ja, avoided: &[] }
}

const fn rather(en: &'static str, ja: &'static str, avoided: &'static [&'static str]) -> Term {
    Term { en, ja, avoided }
}

/// All terms, in the order in which a reader meets them.
pub const GLOSSARY: &[Term] = &[
    rather("heap", "山", &["ヒープ"]),
    term("stone", "石"),
    term("position", "局面"),
    term("move", "着手"),
    term("option", "選択肢"),
    term("rule", "規則"),
    rather("subtraction set", "除去可能数集合", &["除去集合", "減算集合", "サブトラクション集合"]),
    term("impartial game", "不偏ゲーム"),
    term("partizan game", "非不偏ゲーム"),
    term("normal play", "正規形"),
    term("misère play", "逆形"),
    term("end rule", "終了規則"),
    rather("outcome class", "帰結類", &["結果クラス", "勝敗類"]),
    term("P, the previous player wins", "後手必勝"),
    term("N, the next player wins", "先手必勝"),
    term("L, Left wins", "左手必勝"),
    term("R, Right wins", "右手必勝"),
    rather("Grundy number", "グランディ数", &["グランディー数", "Grundy 数", "グランディ値"]),
    rather("nim-sum", "ニム和", &["ニムサム"]),
    term("nimber", "ニム数"),
    term("mex", "最小除外数"),
    term("period", "周期"),
    rather("preperiod", "尻尾の長さ", &["前周期"]),
    rather("quotient", "商", &["クオーシェント"]),
    term("canonical form", "標準形"),
    term("mean value", "平均値"),
    term("temperature", "温度"),
    rather("thermograph", "温度グラフ", &["サーモグラフ"]),
    term("birthday", "誕生日"),
    term("certificate", "証明書"),
    rather("chocolate game", "チョコレートゲーム", &["チョコゲーム"]),
    term("two-pile game", "二山のゲーム"),
    term("stop", "停止値"),
    term("genus", "種数"),
    term("shard", "部分"),
    term("GPU", "GPU"),
    term("WebAssembly build", "WebAssembly 版"),
];

/// English that a native speaker stumbles over, and what is said instead.
pub const AVOIDED_ENGLISH: &[(&str, &str)] = &[
    ("milliard", "a number, such as 4 GiB"),
    ("check sum", "checksum"),
    ("graphics processor", "GPU"),
    ("lock of the interpreter", "GIL"),
    ("program for browsers", "WebAssembly build"),
    ("is not understood; accepted", "invalid value …: expected …"),
    ("accepted is", "expected …"),
    ("accepted are", "expected …"),
    ("is accepted here", "expected …"),
    ("this is no request", "malformed request"),
    ("is less than nothing", "must not be negative"),
    ("the time was over", "time limit reached"),
    ("the time was up", "time limit reached"),
    ("the memory was used up", "memory limit reached"),
    ("broke down", "failed"),
    ("an error of the program", "internal error"),
    ("if I do not err", "This wins for me."),
    ("`help` helps", "Type `help`"),
    ("for ever", "forever; of play: never ends"),
    ("whose ends are replaced by games", "(ends can be given game values)"),
    ("many heaps together amount to", "who wins any number of heaps"),
    ("images of heaps", "pretending function Φ"),
    ("plane rule", "two-pile game"),
    ("Meant is", "Did you mean"),
    ("from the highest on", "most significant first"),
    ("so many of a hundred", "percentage"),
    ("Equal seeds play alike", "the same seed gives the same moves"),
    ("Compute anew", "Recompute"),
    ("Lay out a game", "Format a .game file"),
    ("stands beside", "is next to, together with"),
    ("told to come again", "asked to retry"),
    ("milliards", "a number, such as 4 GiB"),
    ("check sums", "checksums"),
    ("check point", "checkpoint"),
    ("check points", "checkpoints"),
    ("has no meaning here", "unexpected …, not allowed here"),
    ("stand in each other", "are nested"),
    ("under each other", "one below the other"),
    ("one a line", "one per line"),
    ("a look for", "a search for, looking for"),
    ("drawn by lot", "random, drawn at random"),
    ("may err", "may make mistakes"),
    ("nobody errs", "neither player makes a mistake"),
    ("begins anew", "starts again"),
    ("computed anew", "computed again"),
    ("goes on with it", "continues it"),
    ("lies here", "is here"),
    ("entry of BibTeX", "BibTeX entry"),
];

/// Words that names and comments in code do not use, since each stood for many things, and what to write instead: the
/// word for the thing.
pub const AVOIDED_IN_CODE: &[(&str, &str)] = &[
    ("told", "reported, shown, given, distinguished; as a name: output, text, answer, described"),
    ("tell", "report, show, say, distinguish"),
    ("tells", "reports, shows, says, distinguishes"),
    ("telling", "reporting, showing"),
    ("beside", "next to, besides, together with, in addition to; as a name: offset, others"),
    ("room", "space, capacity, memory; as a name: lease, limit, margin"),
    ("whoever", "the player who, a visitor who, regardless of who"),
    ("somebody", "a user, a player, a visitor"),
    ("nobody", "neither player, no visitor, nothing"),
    ("everybody", "every visitor, all users"),
    ("anybody", "any user, any reader"),
    ("so many", "this many; of a constant: the number of, the most"),
];

/// The name of a thing in Japanese, by its English one.
///
/// ```
/// assert_eq!(ishitori_words::glossary::ja("Grundy number"), Some("グランディ数"));
/// ```
pub fn ja(en: &str) -> Option<&'static str> {
    GLOSSARY.iter().find(|term| term.en == en).map(|term| term.ja)
}
