//! Readers of another language meet no English sentence: commands that succeed and fail in all the ways
//! that are known are run in Japanese, where three English words in a row are an error, and in the pseudo-language `en-XA`, which has
//! every message between ⟦ and ⟧: three English words outside these brackets are in no folder of a language.

use std::collections::HashSet;
use std::path::Path;

use crate::common::stdout;
use tempfile::TempDir;

/// What is English and stays so: (the words, why).
const ALLOWED: &[(&str, &str)] = &[("and or not", "operators of an expression")];

/// English words in a row, outside quotations, command lines and elements of quotients.
pub fn english(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines() {
        let line = without_quotations(line);
        let mut run: Vec<&str> = Vec::new();
        // Single spaces only: columns of a table are further apart.
        for part in line.split("  ") {
            for word in part.split(' ').chain([""]) {
                let bare = word.trim_matches(['.', ',', ';', ':', '(', ')', '?', '!']);
                let is_word = bare.len() > 1
                    && bare.chars().all(|c| c.is_ascii_alphabetic() || c == '\'')
                    // The elements of a quotient are products of a, b, …, h.
                    && !bare.chars().all(|c| matches!(c, 'a'..='h'));
                if is_word {
                    run.push(bare);
                    // A comma ends a name in a list of names.
                    if !word.ends_with(',') {
                        continue;
                    }
                }
                let said = run.join(" ");
                let command = run.first() == Some(&"ishitori");
                let allowed = ALLOWED.iter().any(|(words, _)| *words == said);
                if run.len() >= 3 && !command && !allowed {
                    found.push(said);
                }
                run.clear();
            }
        }
    }
    found
}

/// A line without what is between quotes or backquotes: input, code and names.
fn without_quotations(line: &str) -> String {
    let mut rest = line;
    let mut kept = String::new();
    while let Some(start) = rest.find(['\'', '`', '「', '"']) {
        let open = rest[start..].chars().next().unwrap();
        let close = if open == '「' { '」' } else { open };
        let after = &rest[start + open.len_utf8()..];
        let Some(end) = after.find(close) else { break };
        kept.push_str(&rest[..start]);
        kept.push('□');
        rest = &after[end + close.len_utf8()..];
    }
    kept + rest
}

#[test]
fn english_is_recognised() {
    assert_eq!(outside_brackets("⟦a ⟦b⟧ c~⟧ d e f ⟦g\nh⟧."), " d e f .");
    assert_eq!(english("結果  the values do not agree: x"), ["the values do not agree"]);
    assert_eq!(english("図を描けません: there is nothing"), ["there is nothing"]);
    assert!(english("「the quick brown」は使えません").is_empty());
    assert!(english("  ab bc acd  ed dad  ishitori draw graph sub:1-3").is_empty());
}

/// A line as a shell would take it apart; only single quotes are used.
fn shell_words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let (mut inside, mut any) = (false, false);
    for c in line.chars() {
        match c {
            '\'' => (inside, any) = (!inside, true),
            ' ' if !inside => {
                if any {
                    words.push(String::new());
                }
                any = false;
            }
            c => {
                words.last_mut().unwrap().push(c);
                any = true;
            }
        }
    }
    assert!(!inside, "a quote is not closed in {line}");
    if !any {
        words.pop();
    }
    words
}

/// A folder with files of every kind that commands read.
fn folder() -> TempDir {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    let long = format!("# {}\n", "x".repeat(1 << 20));
    for (file, text) in [
        ("good.game", "game g(k = 2)\nposition (n)\nboth: (n-s) for s in {1, k} if s <= n\n"),
        ("returns.game", "game g\nposition (n) where n < 9\nboth: (n)\n"),
        ("leaves.game", "game g\nposition (n) where n < 9\nboth: (n+1) if n < 9\n"),
        ("divides.game", "game g\nposition (n)\nboth: (5 div (n-n)) if n > 0\n"),
        ("grows.game", "game g\nposition (n)\nboth: (n+1)\n"),
        ("long.game", &long),
        ("untidy.game", "game g\nposition (n)\nboth:  (n - 1)  if n>0\n"),
        ("empty.json", "{}"),
        ("cut.json", "{\"format\": "),
        ("wrong.json", "{\"format\" 3}"),
        ("other.json", "{\"format\": \"other\"}"),
        ("newer.json", "{\"format\": \"ishitori-certificate\", \"version\": 2}"),
        ("missing.json", "{\"format\": \"ishitori-certificate\", \"version\": 1}"),
        ("unknown.json", "{\"format\": \"ishitori-certificate\", \"version\": 1, \"colour\": 2}"),
        ("type.json", "{\"format\": \"ishitori-certificate\", \"version\": 1, \"rule\": 3}"),
        ("rules.txt", "sub:2,3\nnothing\n"),
    ] {
        std::fs::write(folder.join(file), text).unwrap();
    }
    std::fs::write(folder.join("bytes.game"), b"game \xff\xfe").unwrap();
    std::fs::write(folder.join("bytes.json"), b"{\"a\": \"\xff\"}").unwrap();
    place
}

/// What is not between the brackets of the pseudo-language.
pub fn outside_brackets(text: &str) -> String {
    let mut depth = 0;
    let outside = |c: &char| {
        depth += match c {
            '⟦' => 1,
            '⟧' => -1,
            _ => return depth <= 0,
        };
        false
    };
    text.chars().filter(outside).collect()
}

/// The locales in which commands run.
const JA: &str = "ja_JP.UTF-8";
pub const PSEUDO: &str = "en_XA.UTF-8";

pub fn run(folder: &Path, line: &str, locale: &str) -> (i32, String) {
    let (line, input) = line.split_once(" <<< ").unwrap_or((line, ""));
    let output = assert_cmd::Command::cargo_bin("ishitori")
        .unwrap()
        .current_dir(folder)
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env("LANG", locale)
        .env("XDG_STATE_HOME", folder)
        .args(shell_words(line))
        .write_stdin(input.replace("; ", "\n"))
        .timeout(std::time::Duration::from_secs(600))
        .output()
        .unwrap();
    let said = format!("{}\n{}", stdout(&output), String::from_utf8_lossy(&output.stderr));
    (output.status.code().unwrap_or(-1), said)
}

/// Runs every line in both languages; each has its exit status before it.
fn all_translated(lines: &str) {
    let folder = folder();
    let mut wrong = Vec::new();
    let mut seen = HashSet::new();
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (status, line) = line.split_once(' ').unwrap();
        assert!(seen.insert(line), "twice: {line}");
        let (found, said) = run(folder.path(), line, JA);
        if found.to_string() != status {
            wrong.push(format!("{line}: status {found}, not {status}: {said}"));
        }
        let spoken =
            said.chars().any(|c| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}'));
        if found > 1 && !spoken || said.contains("panicked") {
            wrong.push(format!("{line}: no Japanese: {said}"));
        }
        for words in english(&said) {
            wrong.push(format!("{line}: {words}"));
        }
        let (found, said) = run(folder.path(), line, PSEUDO);
        if found > 1 && !said.contains('⟦') {
            wrong.push(format!("{line}: no brackets: {said}"));
        }
        // The texts of games have their sentences themselves, in English and Japanese.
        let of_texts = line.starts_with("games");
        for words in english(&outside_brackets(&said)).into_iter().filter(|_| !of_texts) {
            wrong.push(format!("{line}: in no folder of a language: {words}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn complaints_about_command_lines() {
    all_translated(
        "
        2 nonsense
        2 evla 1
        2 eval
        2 eval 1 2
        2 eval 1 --style roman
        2 eval 1 --json --jsonl
        2 eval 1 --json --json
        2 eval 1 --memory-limit lots
        2 eval 1 --time-limit soon
        2 eval 1 --threads 0
        2 eval 1 --threads x
        2 eval 1 --threads -3
        2 eval 1 --threads
        2 eval 1 --lang fr
        2 position chess .
        2 grundy kayles
        2 grundy kayles --to x
        2 grundy kayles --to -5
        2 grundy kayles --to 99999999999999999999999999
        2 grundy kayles --to 5 --engine steam
        2 grundy kayles --to 5 --format xml
        2 grundy kayles --to 5 --fromat csv
        2 grundy kayles --to 5 --json --format csv
        2 period 0.07 --end sometimes
        2 play nim 3 --first nobody
        2 play nim 3 --level 99
        2 play nim 3 --mistakes 200
        2 play nim 3 --mistakes 5 --level 3
        2 explain nim 3 --sum both
        2 sweep --min x --max 5
        2 sweep --max 5
        2 sweep --min 2 --max 5 --resume
        2 quotient-sweep --sub-size 2
        2 quotient-sweep --octal 2 --rules x
        2 table chocolate:3 --to x
        2 conjecture chocolate:2 --to 5,5
        2 conjecture chocolate:2 --from 3,3 y --to 5,5
        2 draw
        2 draw picture
        2 draw graph sub:1 --to 500 -o x.svg
        2 draw graph sub:1-3 --to 5
        2 completions cmd
        2 serve --port 99999
        2 serve --host nowhere
        2 identify 1,2 --starts 0
        ",
    );
}

#[test]
fn complaints_about_rules_and_positions() {
    all_translated(
        "
        2 eval '{1|'
        2 eval Foo(1)
        2 eval x
        2 eval 1/3
        2 eval 0.5
        2 misere 0.77
        2 misere kayles
        2 values psub:1/2 --to 3 --end misere
        2 values 0.77 --to 3 --end misere --sum score
        2 eval Mean(1,2)
        2 eval Cool({3|1},-1)
        2 eval AtomicWeight(1)
        2 eval AtomicWeight({1|-1})
        2 eval NimProduct(3,{1|0})
        2 eval '1 == 1 == 1'
        2 eval - <<< {1|; 2
        2 position domineering ..x
        2 position domineering '..|.'
        2 position domineering ''
        2 position hackenbush 'l('
        2 position col '.-'
        2 position clober xo
        2 position konane x.q
        2 position amazons 20x20
        2 position amazons 'x..|.'
        2 position silver-dollar-strip '..|..'
        2 position hackenbush 1l2
        2 position hackenbush '@1 1q2'
        2 position col '1:9'
        2 position col 'path:0'
        2 position clobber xo --set k=3
        2 position clobber xo --set k
        2 explain clobber xo --end mod2:LR
        2 grundy amazons --to 5
        2 census amazons 8x8
        2 census clobber 2x2 --pieces xq
        2 census clober 2x2
        2 draw board clobber xo --move b9 -o x.svg
        2 grundy 0.9Z --to 5
        2 grundy kayle --to 5
        2 grundy sub:0 --to 5
        2 grundy sub:3-1 --to 5
        2 grundy sub:99999999999999999999 --to 5
        2 grundy '' --to 5
        2 grundy psub:1/2 --to 5
        2 grundy wythoff --to 5
        2 grundy kayles --to 5 --engine window
        2 grundy sub:1-3 --to 5 --engine all-but
        2 grundy chocolate:3 --to 5
        2 grundy good.game --to 5 --set k=x
        2 grundy good.game --to 5 --set j=1
        2 grundy good.game --to 5 --set k
        2 grundy kayles --to 5 --set k=1
        2 grundy '(n) -> (n-1' --to 5
        2 grundy '(n) -> (m) if n>0' --to 5
        2 grundy '(n) -> (n^2)' --to 5
        2 grundy '(n) -> (2n)' --to 5
        2 grundy '(n,m) -> (n)' --to 5
        2 grundy grows.game --to 5
        2 grundy bytes.game --to 5
        2 grundy long.game --to 5
        2 grundy no.game --to 5
        2 grundy lib:nothing --to 5
        3 grundy 0.F --to 100000 --time-limit 50ms
        2 period chocolate:3
        2 period chocolate:3 --row x=1
        2 period 0.07 --certificate no/such/x.json
        2 period 0.07 --checkpoint empty.json
        2 check no-such.json
        2 check .
        1 check empty.json
        1 check cut.json
        1 check wrong.json
        1 check other.json
        1 check newer.json
        1 check missing.json
        1 check unknown.json
        1 check type.json
        1 check bytes.json
        2 identify x
        1 identify 9,1,9,1,7
        2 atlas search 'colour = 3'
        2 atlas search --sequence 1,x
        2 atlas search --table decimal
        2 atlas search --limit 0
        2 atlas search --at 3
        2 atlas search --atlas nowhere
        2 atlas build --out new --date yesterday
        1 atlas search 'period = 12345'
        2 outcomes sub:2,3 --end mod2:LRR --to 5
        2 outcomes sub:2,3 --end mod2:XY --to 5
        2 outcomes sub:2,3 --end sometimes --to 5
        2 outcomes sub:2,3 --end mod0: --to 5
        2 outcomes sub:2,3 --end table: --to 5
        2 outcomes psub:1/2 --end moves --to 5
        2 outcomes returns.game --to 5
        2 outcomes leaves.game --to 9
        2 outcomes divides.game --to 5
        2 explain nim x
        2 explain nim -3
        2 explain wythoff 1+2+3
        2 explain nim 3 --sum score
        0 explain nim 1000000000
        0 explain fibonacci-nim 1000000000
        2 explain mem 1000000000
        2 explain chocolate:3 (9,9)
        2 explain chocolate:3 2,3,4
        2 explain divides.game (5)
        2 explain returns.game (5)
        2 explain leaves.game (8)
        3 explain 0.07 60+50+40 --end misere --memory-limit 1MiB
        2 play nim x
        2 play chocolate:3 (9,9)
        2 play '(n) -> (n-1' 3
        2 play divides.game (5)
        2 play leaves.game (8)
        2 values sub:2,3 --to 5 --terminal X=1
        2 values sub:2,3 --to 5 --terminal L=
        2 values sub:2,3 --to 5 --end moves
        2 sweep --min 5 --max 2
        2 sweep --min 2 --max 99
        2 sweep --min 2 --max 5 --with 9
        2 sweep --min 2 --max 5 --where 'period >'
        2 sweep --min 2 --max 5 --where 'periot > 1'
        2 sweep --min 2 --max 5 --where 'period & 1'
        2 sweep --min 2 --max 5 --where '(period'
        2 sweep --min 2 --max 5 --check nothing
        2 sweep --min 2 --max 5 --check never:X
        2 sweep --min 2 --max 5 --chart x.gif
        2 sweep --min 2 --max 5 --out x.txt
        2 sweep --min 2 --max 5 --out empty.json/x.csv
        2 sweep --min 2 --max 60
        2 sweep --min 2 --max 5 --out - --json
        2 sweep --min 2 --max 5 --out x.csv --format csv
        2 sweep --octal 1 --where 'periot > 1'
        2 sweep chocolate --set k=1..3 --ask soon
        2 sweep chocolate --set k=1..3 --ask grundy
        2 sweep chocolate --set k=1..3 --to 20
        2 sweep chocolate --set k=1..3 --ask table --to x
        2 sweep chocolate --set k=1..3 --end mod2:LR
        2 sweep chocolate --row y=3
        2 quotient wythoff --end misere
        2 quotient psub:1/2 --end moves
        3 quotient 0.07 --end misere --time-limit 1ms
        2 quotient-sweep
        2 quotient-sweep --rules no.txt
        2 quotient-sweep --rules rules.txt
        2 quotient-sweep --sub-size 2 --max 5 --each soon
        2 parity wythoff
        2 misere '*['
        2 misere 0.07 x
        2 misere '*[0,0'
        2 table nim --to 5,5
        2 table chocolate:3 --to -1,3
        2 table chocolate:3 --to 5,5 --fix y=1 --fix z=1
        2 sweep --min 2 --max 5 --tiles .
        2 reproduce --only A1 --out empty.json/x
        2 period kayles --end misere --certificate x.json
        2 table chocolate:3 --to 5
        2 table chocolate:3 --to 100000,100000
        2 table chocolate:3 --to 5,5 --fix x=3
        2 table wythoff --to 100000,100000
        2 table returns.game --to 5
        2 table leaves.game --to 9
        2 table divides.game --to 5
        2 conjecture chocolate:2 'y xor' --to 5,5
        1 conjecture chocolate:3 'y xor z' --to 5,9
        2 conjecture chocolate:2 'y div 0' --to 5,5
        2 conjecture nim n --to 5
        2 fmt no.game
        1 fmt untidy.game --check
        2 fmt - <<< (n) -> (n-1
        2 games no-such-game
        2 draw scatter 0.77 --to 20 -o x.gif
        2 draw scatter 0.77 --to 20 -o no/such/x.svg
        0 draw graph kayles --to 5 -o x.svg
        0 draw graph psub:1/2 --to 5 --steps -o x.svg
        0 draw graph sub:2,3 --end ミゼール --to 5 --steps -o x.svg
        2 draw graph kayles --to 99 -o x.svg
        2 draw graph '(n) -> (n+1) if n < 9' --to 5 -o x.svg
        0 draw graph '(n) -> (n+1) if n < 5' --to 5 --steps -o x.svg
        0 games 31ゲーム
        0 games clobber
        0 table chocolate:3 --to 3,9 --end misere
        2 table chocolate:3 --to 3,9 --end é:LR
        2 table chocolate:3 --to 3,9 --end moves
        2 conjecture chocolate:3 --fit --to 3,9 --end mod2:LR
        0 explain wythoff (3,5)+(4,7)
        0 period wythoff --row a=3 --limit 40
        2 draw thermograph '1 < 2' -o x.svg
        2 draw thermograph '{1|' -o x.svg
        2 draw grid chocolate:3 --to 10,30 --show value -o x.png
        2 draw tree '{2||1|0}' -o empty.json/x.svg
        2 man --out empty.json
        2 serve --host 203.0.113.7 --port 0
        2 reproduce --only Z9
        ",
    );
}

#[test]
fn answers() {
    all_translated(
        "
        0 tour
        0 devices
        0 sweep --min 2 --max 6 --device auto
        0 games
        0 eval '{2||1|0}'
        0 eval 'Thermograph({3|1||-2})'
        0 eval '1 == 1'
        0 position domineering '....|.#..'
        0 position amazons 'x.|.o' --moves
        0 position cram 2x3 --moves
        0 position domineering 4x4 --outcome
        0 census domineering 2x3
        0 census toads-and-frogs 'tt..ff' --reachable
        0 position col path:5 --misere --moves
        0 explain clobber 'xo.|.xo'
        0 explain node-kayles cycle:5
        0 explain domineering 2x3 --end misere
        0 draw board hackenbush -o x.svg
        0 grundy 0.77 --to 100
        0 grundy kayles --to 12 --end misere
        0 period 0.07
        0 period 0.07 --certificate dawson.json
        0 check dawson.json
        0 period sub:1-3 --certificate sub.json
        0 check sub.json
        0 period allbut:1,5 --certificate allbut.json
        0 check allbut.json
        0 period grundys-game --limit 100
        0 period chocolate:3 --row y=1
        0 identify 0,1,1,2,0,3,1,1,0
        0 atlas search
        0 atlas search 'order = 40 and period < 10'
        0 atlas search --sequence LRLNN --limit 3
        0 atlas search --code kayles
        0 outcomes sub:2,3 --end mod2:LR --to 20 --certificate outcomes.json
        0 values sub:2,3 --end mod2:LR --to 5 --certificate values.json
        0 check values.json
        0 values psub:1/2 --to 5 --certificate partizan.json
        0 check partizan.json
        1 values kayles --end mod2:LR --to 5 --certificate none.json
        1 values sub:6,8,12 --end mod3:LRR --to 5 --limit 40 --certificate none.json
        1 values sub:1 --end mod2:LR --terminal L=9999999,R=-1 --to 5 --certificate none.json
        0 check outcomes.json
        0 outcomes kayles --end mod2:LR --to 20
        0 outcomes 31game --end misere --to 31
        0 outcomes psub:1,2/1,3 --to 10
        0 explain nim 3+5+7
        0 explain nim 3+5+7 --end misere
        0 explain nim 3+5 --end mod2:LR
        0 explain nim 3+2 --end moves
        0 explain kayles 5+7
        0 explain kayles 5+7 --end misere
        0 explain sub:2,3 7+5+5+12 --end mod2:LR
        0 explain sub:2,3 7+5 --end mod2:LR --sum score
        0 explain sub:2,3 7 --end mod3:LRP
        0 explain sub:2,3 7 --end table:LR[N]
        0 explain psub:1,2/1,3 5+6
        0 explain wythoff 3,5
        0 explain wythoff 4,7
        0 explain fibonacci-nim 13
        0 explain chocolate:3 (2,7)
        0 values sub:2,3 --to 12 --end mod2:LR
        0 values sub:2,3,6 --to 30 --end mod2:LR
        0 sweep --min 2 --max 8 --check neighbours --check runs --check carret --count has_R
        0 sweep --min 2 --max 5 --words --rows
        0 sweep --octal 1 --limit 100 --where 'period > 1' --rows
        0 sweep chocolate --set k=1..3 --row y=2 --limit 100 --rows
        0 sweep chocolate --set k=1..3 --ask explain --position (1,5) --rows
        0 sweep --min 2 --max 8 --group-by period --total size --out rows.csv --chart rows.svg
        0 quotient sub:2,3 --end mod2:LR --certificate quotient.json
        0 check quotient.json
        0 quotient kayles --end moves
        0 quotient sub:3,4 --end mod3:LRP --to 6
        0 quotient allbut:1,5 --end misere --to 8
        0 quotient-sweep --sub-size 2 --max 5 --end mod2:LR --to 30
        0 parity kayles --to 6 --heaps 2
        0 misere '*[3,2] + *2'
        0 misere 0.07 10+4
        0 table wythoff --to 5,5
        0 table chocolate:3 --to 5,5 --show value
        0 conjecture chocolate:2 'y xor z' --to 5,9
        0 conjecture chocolate:2 --fit --to 15,40
        0 draw scatter 0.77 --to 20 -o x.svg
        0 draw table 0.77 --to 20 -o x.svg
        0 draw bar chocolate:3 '(2,7)' --cut '(1,4)' -o x.svg
        2 draw bar chocolate:3 '(2,7)' --cut '(3,9)' -o x.svg
        2 draw bar nim 3+4 -o x.svg
        0 draw automaton lib:end-nim -o x.svg
        2 draw automaton sub:1,2 -o x.svg
        0 draw graph sub:1-3 --to 5 --labels turns -o x.txt
        2 draw graph sub:1-3 --to 5 --steps -o x.txt
        2 draw scatter 0.77 --to 20 -o x.txt
        0 draw grid chocolate:3 --to 2,6 --steps -o x.svg
        2 draw grid chocolate:3 --to 20,60 --steps -o x.svg
        2 draw grid lib:nim --to 2,6 --fix a=1 --steps -o x.svg
        0 draw grid lib:chocolate --set k=2..3 --to 2,6 -o x.svg
        0 sweep --min 2 --max 4 --chart x.svg --chart-show grundy
        0 draw graph sub:1-3 --to 5 --steps -o x.svg
        0 draw tree '{2||1|0}' -o x.svg
        0 draw grid chocolate:3 --to 10,30 -o x.png
        0 draw monoid sub:2,3 --end mod2:LR -o x.svg
        0 draw cayley kayles --end misere -o x.svg
        0 reproduce --only B10
        0 reproduce --only C22
        0 play 31game --seed 1 <<< help; moves; hint; why; 3; undo; 99; xx; #77; 5:3; 99999999999; quit
        0 play kayles 7 --seed 1 --end misere <<< help; moves; hint; why; 1; undo; quit
        0 play sub:2,3 20 --end mod2:LR --seed 1 <<< hint; why; 2; quit
        0 play sub:2,3 9+8 --end mod2:LR --sum score --seed 1 <<< hint; why; 1:2; quit
        0 play wythoff 5,8 --seed 1 <<< hint; why; both 2; moves; quit
        0 play fibonacci-nim 20 --seed 1 <<< hint; why; 2; quit
        0 play chocolate:3 (4,13) --seed 1 <<< hint; why; moves; quit
        0 play psub:1,2/1,3 6+5 --seed 1 <<< hint; why; moves; quit
        0 play nim 3+5 --end moves --seed 1 <<< hint; why; moves; 1:1; quit
        0 play good.game (9) --seed 1 --level 0 <<< hint; why; 1; moves; quit
        ",
    );
}

#[test]
fn scripts_and_manual_pages() {
    let folder = folder();
    let (_, fish) = run(folder.path(), "completions fish", JA);
    let described: Vec<&str> =
        fish.split(" -d '").skip(1).map(|rest| rest.split("'\n").next().unwrap()).collect();
    assert!(described.len() > 200, "{}", described.len());
    assert_eq!(english(&described.join("\n")), Vec::<String>::new());
    let (_, values) = run(folder.path(), "completions zsh", JA);
    assert!(values.contains("Markdown の表") && !values.contains("A Markdown table"));
    assert_eq!(run(folder.path(), "man --out pages", JA).0, 0);
    let mut pages = 0;
    for page in std::fs::read_dir(folder.path().join("pages")).unwrap() {
        let page = std::fs::read_to_string(page.unwrap().path()).unwrap();
        // The first lines are for the program that shows the page.
        let text: Vec<&str> = page.lines().skip(2).filter(|l| !l.starts_with(".TH")).collect();
        let text = text.join("\n").replace("\\fB", "").replace("\\fR", "").replace("\\fI", "");
        assert_eq!(english(&text.replace("\\-", "-")), Vec::<String>::new(), "{page}");
        assert!(page.contains(".SH 名前") && !page.contains("SYNOPSIS"), "{page}");
        pages += 1;
    }
    assert!(pages > 30);
}

/// The commands under the ones given, as the program lists them.
fn commands(folder: &Path, above: &str) -> Vec<String> {
    let (_, help) = run(folder, &format!("{above} --help"), JA);
    let listed = help
        .lines()
        .skip_while(|line| *line != "コマンド:")
        .skip(1)
        .take_while(|line| !line.starts_with("オプション"))
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next());
    let mut all = Vec::new();
    for name in listed {
        let path = format!("{above} {name}").trim().to_string();
        all.push(path.clone());
        all.extend(commands(folder, &path));
    }
    all
}

#[test]
fn help() {
    let folder = folder();
    let mut paths = commands(folder.path(), "");
    assert!(paths.len() > 30, "{paths:?}");
    paths.push(String::new());
    let mut wrong = Vec::new();
    for path in paths {
        let (status, help) = run(folder.path(), &format!("{path} --help"), JA);
        assert_eq!(status, 0, "{path}");
        for part in ["Usage", "Options:", "OPTIONS", "default:", "ossible values", "Examples"] {
            if help.contains(part) {
                wrong.push(format!("{path}: {part}"));
            }
        }
        for words in english(&help) {
            wrong.push(format!("{path}: {words}"));
        }
        // The other way to ask.
        assert_eq!(
            run(folder.path(), &format!("help {path}"), JA),
            (0, help.clone()),
            "help {path}"
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
