//! Examples of every command, and what is said of commands and their arguments in other languages than English.
//!
//! The English help is with the arguments: clap makes it from their comments. The folders of the languages have it again, so that
//! translators see it; a test holds that both are the same.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::Lang;
use crate::asked;

/// What the help of a command that is written by hand has besides the descriptions in `args`.
struct Entry {
    path: &'static str,
    examples: &'static [&'static str],
}

/// The entry of a command, such as `draw graph`; the program itself has the empty path.
pub fn entry(path: &str) -> Option<Described> {
    if asked::names().any(|name| name == path) {
        return Some(Described { examples: asked::examples(path) });
    }
    let entry = ENTRIES.iter().find(|entry| entry.path == path)?;
    let examples = entry.examples.iter().map(|example| example.to_string()).collect();
    Some(Described { examples })
}

/// What the help of a command has besides the descriptions of its arguments.
pub struct Described {
    /// Command lines that work as they stand, in this order, in an empty folder.
    pub examples: Vec<String>,
}

/// What a command is for, in a line.
pub fn about(path: &str, lang: Lang) -> Option<&'static str> {
    let path = if path.is_empty() { "program".to_string() } else { path.replace(' ', ".") };
    let by_hand = lang.message(&format!("commands.about.{path}"));
    by_hand.or_else(|| lang.message(&format!("commands.question.{path}.about")))
}

/// What is said of an argument or of one of its values, by its English.
pub fn translated(english: &str, lang: Lang) -> Option<&'static str> {
    static KEYS: OnceLock<HashMap<&'static str, &'static str>> = OnceLock::new();
    let keys = KEYS.get_or_init(|| {
        let said = |key| Some((Lang::En.message(key)?, key));
        let ours = |key: &&str| {
            ["argument.", "value.", "question."]
                .iter()
                .any(|part| key.strip_prefix("commands.").is_some_and(|key| key.starts_with(part)))
        };
        Lang::En.keys().filter(ours).filter_map(said).collect()
    });
    lang.message(keys.get(english)?)
}

const fn of(path: &'static str, examples: &'static [&'static str]) -> Entry {
    Entry { path, examples }
}

const ENTRIES: &[Entry] = &[
    of("", &[]),
    of("reproduce", &[]),
    of(
        "eval",
        &[
            "ishitori eval '{2||1|0} + *'",
            "ishitori eval 'Mean({5/2,{3|1}|0})'",
            "ishitori eval '{3|1} > 0' --exit-status",
            "ishitori eval '{^|*}' --style unicode",
            "ishitori eval 'mex(0,1,3)'",
            r#"ishitori eval "IsImpartial('{-1|1}')""#,
            r#"ishitori eval "'{-1|1}' === 0""#,
        ],
    ),
    of("repl", &["ishitori repl", "ishitori repl --style unicode"]),
    of(
        "position",
        &[
            "ishitori position domineering '....|.#..'",
            "ishitori position clobber 'xox|oxo'",
            "ishitori position hackenbush 'lrl' --json",
            "ishitori position amazons 'x..|...|..o' --moves",
            "ishitori position node-kayles cycle:7",
            "ishitori position col path:5 --misere",
            "ishitori position domineering 5x5 --outcome",
        ],
    ),
    of(
        "census",
        &[
            "ishitori census domineering 2x3",
            "ishitori census clobber 1x4 --format csv",
            "ishitori census toads-and-frogs 'tt..ff' --reachable",
        ],
    ),
    of(
        "grundy",
        &[
            "ishitori grundy 0.77 --to 100",
            "ishitori grundy sub:1,3,5 --to 30 --format csv",
            "ishitori grundy kayles --to 20 --end misere",
        ],
    ),
    of(
        "period",
        &[
            "ishitori period 0.07",
            "ishitori period 0.07 --certificate dawson.json",
            "ishitori period sub:1,7,12,16 --json",
            "ishitori period 0.07 --claim 53,34",
            "ishitori period --sequence 1,2,3,4,5,6,4,5,6,4,5,6",
        ],
    ),
    of("check", &["ishitori period 0.07 --certificate dawson.json", "ishitori check dawson.json"]),
    of(
        "outcomes",
        &[
            "ishitori outcomes sub:2,3 --end mod2:LR --to 50",
            "ishitori outcomes 31game --end misere --to 31",
        ],
    ),
    of(
        "explain",
        &[
            "ishitori explain nim 3+5+7",
            "ishitori explain 31game 31 --end misere",
            "ishitori explain sub:2,3 6+4 --end mod2:LR",
            "ishitori explain wythoff 5,8",
            "ishitori explain chocolate:3 '(2,7)+(1,4)'",
            "ishitori explain string 7.3+5.9 --end mod2:LR",
        ],
    ),
    of(
        "play",
        &[
            "ishitori play 31game",
            "ishitori play nim 3+5+7 --end misere --first you",
            "ishitori play sub:2,3 20 --end mod2:LR --side right",
            "ishitori play wythoff 5,8 --level 7 --seed 1",
            "ishitori play chocolate:3 '(4,13)'",
            "ishitori play '{1|-1} + *'",
        ],
    ),
    of(
        "values",
        &[
            "ishitori values sub:2,3 --end mod2:LR --to 12",
            "ishitori values sub:4,5 --end mod2:LR --terminal L=1,R=0 --to 20",
            "ishitori values sub:3,4 --terminal 0=1,1=-1,2=* --to 20",
        ],
    ),
    of(
        "values-sweep",
        &[
            "ishitori values-sweep --min 2 --max 5 --end mod2:LR",
            "ishitori values-sweep --min 3 --max 5 --terminal 0=1,1=-1,2=* --heaps 60 --format csv",
        ],
    ),
    of(
        "sweep",
        &[
            "ishitori sweep --min 2 --max 12 --end mod2:LR",
            "ishitori sweep --min 2 --max 7 --end mod2:LR --min-size 2 --chart strips.svg",
            "ishitori sweep --min 2 --max 10 --where 'has_R and period > 1' --out rows.csv",
            "ishitori sweep --octal 2 --limit 10000",
            "ishitori sweep lib:chocolate --set k=1..8 --ask period --row y=3 --rows",
            "ishitori sweep --min 2 --max 10 --where 'gcd == 1 and odds >= 2' --count 'eventually == L'",
        ],
    ),
    of(
        "merge",
        &[
            "ishitori sweep --min 2 --max 12 --shard 1/2 --record 1.json",
            "ishitori sweep --min 2 --max 12 --shard 2/2 --record 2.json",
            "ishitori merge 1.json 2.json",
        ],
    ),
    of(
        "quotient",
        &[
            "ishitori quotient sub:2,3 --end mod2:LR",
            "ishitori quotient 0.77 --end misere --certificate kayles.json",
        ],
    ),
    of(
        "quotient-sweep",
        &[
            "ishitori quotient-sweep --sub-size 2 --max 5 --end mod2:LR --to 30",
            "ishitori quotient-sweep --min 2 --max 4 --end mod2:LR --to 8",
        ],
    ),
    of(
        "conjecture",
        &[
            "ishitori conjecture chocolate:2 'y xor z' --to 20,60",
            "ishitori conjecture chocolate:2 --fit --to 15,40",
            "ishitori conjecture chocolate:2 'y xor z' --prove",
            "ishitori conjecture lib:nim --p-positions 'a xor b xor c = 0' --prove",
            "ishitori conjecture lib:thirty-one --fit --prove",
        ],
    ),
    of("fmt", &["ishitori fmt -", "ishitori fmt - --check"]),
    of(
        "draw grid",
        &[
            "ishitori draw grid chocolate:3 --to 10,30 --transpose -o chocolate.svg",
            "ishitori draw grid chocolate:3 --to 4,12 --blank -o worksheet.pdf",
            "ishitori draw grid chocolate:3 --to 2,8 --steps -o steps.svg",
        ],
    ),
    of("misere", &["ishitori misere '*[3,2] + *2'", "ishitori misere 0.07 10+4"]),
    of(
        "table",
        &[
            "ishitori table wythoff --to 10,10",
            "ishitori table fibonacci-nim --to 20,8",
            "ishitori table chocolate:3 --to 10,30 --show p-positions",
        ],
    ),
    of("draw", &["ishitori draw scatter 0.77 --to 200 -o kayles.svg"]),
    of("draw scatter", &["ishitori draw scatter 0.77 --to 200 -o kayles.svg"]),
    of("draw table", &["ishitori draw table 0.07 --to 203 -o dawson.png"]),
    of("draw thermograph", &["ishitori draw thermograph '{3|1||-2}' -o thermograph.svg"]),
    of(
        "draw bar",
        &[
            "ishitori draw bar chocolate:3 '(2,7)' -o bar.svg",
            "ishitori draw bar chocolate:3 '(2,7)' --cut '(1,4)' -o cut.pdf",
        ],
    ),
    of(
        "draw board",
        &[
            "ishitori draw board amazons 'x..|...|..o' --move a3-c3-a1 -o amazons.svg",
            "ishitori draw board hackenbush '@1 1l2 2r3 1e3' -o hackenbush.png",
            "ishitori draw board domineering 3x3 --values -o values.pdf",
        ],
    ),
    of(
        "draw graph",
        &[
            "ishitori draw graph sub:1-3 --to 8 -o graph.svg",
            "ishitori draw graph sub:1-3 --to 8 --steps -o steps.svg",
            "ishitori draw graph nim --to 5 --steps -o steps.png",
            "ishitori draw graph sub:1-3 --to 8 --blank -o worksheet.svg",
            "ishitori draw graph kayles --to 10 -o kayles.svg",
            "ishitori draw graph sub:2,3 --end mod2:LR --to 12 -o ending.svg",
            "ishitori draw graph lib:wythoff --to 2,3 -o wythoff.svg",
            "ishitori draw graph sub:1-3 --to 8 --labels turns -o who.svg",
            "ishitori draw graph sub:1-3 --to 8 --labels taken -o graph.txt",
        ],
    ),
    of("draw automaton", &["ishitori draw automaton lib:end-nim -o end-nim.svg"]),
    of("draw monoid", &["ishitori draw monoid sub:2,3 --end mod2:LR -o quotient.svg"]),
    of(
        "draw cayley",
        &[
            "ishitori draw cayley 0.77 --end misere -o kayles.svg",
            "ishitori draw cayley sub:3,5 --end mod2:LR -o small.png",
        ],
    ),
    of("draw tree", &["ishitori draw tree '{2||1|0}' -o tree.svg"]),
    of(
        "serve", // Its examples are with its arguments: a server does not end by itself.
        &[],
    ),
    of("games", &["ishitori games", "ishitori games --lang ja", "ishitori games chomp3"]),
    of("cite", &["ishitori cite", "ishitori cite --command 'ishitori period 0.77'"]),
    of("atlas", &["ishitori atlas search --code kayles"]),
    of(
        "atlas search",
        &[
            "ishitori atlas search 'order = 40 and period < 10'",
            "ishitori atlas search --sequence 0,1,2,3,1,4",
            "ishitori atlas search --sequence LRLNNLPL --table ending",
            "ishitori atlas search 'period > 100 and status = proved' --table octal --format csv",
            "ishitori atlas search",
        ],
    ),
    of(
        "atlas add",
        &[
            "ishitori period 0.77 --certificate kayles.json",
            "ishitori atlas add kayles.json --records records --who 'A. N. Other' --date 2026-11-17",
        ],
    ),
    of(
        "atlas check",
        &[
            "ishitori period 0.77 --certificate kayles.json",
            "ishitori atlas add kayles.json --records records --who 'A. N. Other' --date 2026-11-17",
            "ishitori atlas check --records records",
        ],
    ),
    of(
        "atlas claim",
        &[
            "ishitori atlas claim 'period 0.135' --records r --who Ann --date 2026-11-17 --until 2026-12-17",
        ],
    ),
    of("atlas todo", &["ishitori atlas todo --records records --limit 5"]),
    of(
        "atlas build",
        &[
            "ishitori atlas build --small --out small",
            "ishitori atlas search 'period = 3' --atlas small",
        ],
    ),
    of(
        "completions",
        &["ishitori completions bash", "ishitori completions zsh", "ishitori completions fish"],
    ),
    of("man", &["ishitori man", "ishitori man --out man1"]),
];
