//! Examples of every command, and the help in Japanese.

use ishitori_words::question_help;

use crate::asked;

/// What the help of a command that is written by hand has besides the descriptions in `args`.
struct Entry {
    path: &'static str,
    about_ja: &'static str,
    examples: &'static [&'static str],
}

/// The entry of a command, such as `draw graph`; the program itself has the empty path.
pub fn entry(path: &str) -> Option<Described> {
    if let Some(help) = question_help(path) {
        return Some(Described { about_ja: help.about, examples: asked::examples(path) });
    }
    let entry = ENTRIES.iter().find(|entry| entry.path == path)?;
    let examples = entry.examples.iter().map(|example| example.to_string()).collect();
    Some(Described { about_ja: entry.about_ja, examples })
}

/// What the help of a command has besides the descriptions of its arguments.
pub struct Described {
    pub about_ja: &'static str,
    /// Command lines that work as they stand, in this order, in an empty folder.
    pub examples: Vec<String>,
}

const fn of(
    path: &'static str,
    about_ja: &'static str,
    examples: &'static [&'static str],
) -> Entry {
    Entry { path, about_ja, examples }
}

const ENTRIES: &[Entry] = &[
    of("", "組合せゲームの計算機", &[]), // its examples are with its arguments
    // Its examples are with its arguments.
    of("reproduce", "四つの文書の数値を計算し直して報告書を書く", &[]),
    of(
        "eval",
        "ゲームの式を計算する",
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
    of(
        "repl",
        "対話しながら式を計算する(変数、履歴、補完つき)",
        &["ishitori repl", "ishitori repl --style unicode"],
    ),
    of(
        "position",
        "盤上のゲームの局面の値",
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
        "盤のすべての局面の値と帰結類の数、最も熱い局面",
        &[
            "ishitori census domineering 2x3",
            "ishitori census clobber 1x4 --format csv",
            "ishitori census toads-and-frogs 'tt..ff' --reachable",
        ],
    ),
    of(
        "grundy",
        "山のゲームの山 0 から N までのグランディ数",
        &[
            "ishitori grundy 0.77 --to 100",
            "ishitori grundy sub:1,3,5 --to 30 --format csv",
            "ishitori grundy kayles --to 20 --end misere",
        ],
    ),
    of(
        "period",
        "グランディ数の周期とその証明",
        &[
            "ishitori period 0.07",
            "ishitori period 0.07 --certificate dawson.json",
            "ishitori period sub:1,7,12,16 --json",
            "ishitori period 0.07 --claim 53,34",
            "ishitori period --sequence 1,2,3,4,5,6,4,5,6,4,5,6",
        ],
    ),
    of(
        "check",
        "証明書を独立な検査器で確かめる",
        &["ishitori period 0.07 --certificate dawson.json", "ishitori check dawson.json"],
    ),
    of(
        "outcomes",
        "終了規則のもとでの一山の帰結類と、証明された周期",
        &[
            "ishitori outcomes sub:2,3 --end mod2:LR --to 50",
            "ishitori outcomes 31game --end misere --to 31",
        ],
    ),
    of(
        "explain",
        "局面の勝敗、勝つ手、その理由",
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
        "プログラムと対戦する(一手ごとに解説つき)",
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
        "終わりをゲームに置き換えた山の標準形",
        &[
            "ishitori values sub:2,3 --end mod2:LR --to 12",
            "ishitori values sub:4,5 --end mod2:LR --terminal L=1,R=0 --to 20",
            "ishitori values sub:3,4 --terminal 0=1,1=-1,2=* --to 20",
        ],
    ),
    of(
        "values-sweep",
        "除去可能数集合の族全体の値: 周期的か、増え続けるか",
        &[
            "ishitori values-sweep --min 2 --max 5 --end mod2:LR",
            "ishitori values-sweep --min 3 --max 5 --terminal 0=1,1=-1,2=* --heaps 60 --format csv",
        ],
    ),
    of(
        "sweep",
        "集合、コード、ゲームの族全体の帰結類、周期、値、商: 統計、検査、表、図",
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
        "分けて計算した族の記録をまとめる",
        &[
            "ishitori sweep --min 2 --max 12 --shard 1/2 --record 1.json",
            "ishitori sweep --min 2 --max 12 --shard 2/2 --record 2.json",
            "ishitori merge 1.json 2.json",
        ],
    ),
    of(
        "quotient",
        "山の商(逆形商、終局非不偏商)とその証明書",
        &[
            "ishitori quotient sub:2,3 --end mod2:LR",
            "ishitori quotient 0.77 --end misere --certificate kayles.json",
        ],
    ),
    of(
        "quotient-sweep",
        "規則の族全体の商を計算する",
        &[
            "ishitori quotient-sweep --sub-size 2 --max 5 --end mod2:LR --to 30",
            "ishitori quotient-sweep --min 2 --max 4 --end mod2:LR --to 8",
        ],
    ),
    of(
        "conjecture",
        "グランディ数の式を検査する、または探す",
        &[
            "ishitori conjecture chocolate:2 'y xor z' --to 20,60",
            "ishitori conjecture chocolate:2 --fit --to 15,40",
            "ishitori conjecture chocolate:2 'y xor z' --prove",
            "ishitori conjecture lib:nim --p-positions 'a xor b xor c = 0' --prove",
            "ishitori conjecture lib:thirty-one --fit --prove",
        ],
    ),
    of("fmt", "ゲーム言語のファイルを整形する", &["ishitori fmt -", "ishitori fmt - --check"]),
    of(
        "draw grid",
        "数の組のゲームの表を色つきで描く",
        &[
            "ishitori draw grid chocolate:3 --to 10,30 --transpose -o chocolate.svg",
            "ishitori draw grid chocolate:3 --to 4,12 --blank -o worksheet.pdf",
            "ishitori draw grid chocolate:3 --to 2,8 --steps -o steps.svg",
        ],
    ),
    of(
        "misere",
        "ゲームや山の逆形の標準形と種数",
        &["ishitori misere '*[3,2] + *2'", "ishitori misere 0.07 10+4"],
    ),
    of(
        "table",
        "二つの数の規則のグランディ数の表",
        &[
            "ishitori table wythoff --to 10,10",
            "ishitori table fibonacci-nim --to 20,8",
            "ishitori table chocolate:3 --to 10,30 --show p-positions",
        ],
    ),
    of("draw", "図を SVG, PNG, PDF で描く", &["ishitori draw scatter 0.77 --to 200 -o kayles.svg"]),
    of(
        "draw scatter",
        "グランディ数を点で描く",
        &["ishitori draw scatter 0.77 --to 200 -o kayles.svg"],
    ),
    of(
        "draw table",
        "グランディ数を周期に合わせた色つきの表で描く",
        &["ishitori draw table 0.07 --to 203 -o dawson.png"],
    ),
    of(
        "draw thermograph",
        "温度グラフを描く",
        &["ishitori draw thermograph '{3|1||-2}' -o thermograph.svg"],
    ),
    of(
        "draw bar",
        "チョコレートを苦い部分、座標、切り方とともに描く",
        &[
            "ishitori draw bar chocolate:3 '(2,7)' -o bar.svg",
            "ishitori draw bar chocolate:3 '(2,7)' --cut '(1,4)' -o cut.pdf",
        ],
    ),
    of(
        "draw board",
        "盤のゲームの局面を描く",
        &[
            "ishitori draw board amazons 'x..|...|..o' --move a3-c3-a1 -o amazons.svg",
            "ishitori draw board hackenbush '@1 1l2 2r3 1e3' -o hackenbush.png",
            "ishitori draw board domineering 3x3 --values -o values.pdf",
        ],
    ),
    of(
        "draw graph",
        "一山の遷移グラフとグランディ数の求め方を描く",
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
    of(
        "draw automaton",
        "すべての局面の勝敗かグランディ数を知るオートマトンを、学習し証明して描く",
        &["ishitori draw automaton lib:end-nim -o end-nim.svg"],
    ),
    of(
        "draw monoid",
        "商の積の表を帰結類で色分けして描く",
        &["ishitori draw monoid sub:2,3 --end mod2:LR -o quotient.svg"],
    ),
    of(
        "draw cayley",
        "商の生成元の作用をグラフで描く",
        &[
            "ishitori draw cayley 0.77 --end misere -o kayles.svg",
            "ishitori draw cayley sub:3,5 --end mod2:LR -o small.png",
        ],
    ),
    of(
        "draw tree",
        "標準形の選択肢をゲーム木として描く",
        &["ishitori draw tree '{2||1|0}' -o tree.svg"],
    ),
    of(
        "serve",
        "ブラウザで使う作業台",
        // Its examples are with its arguments: a server does not end by itself.
        &[],
    ),
    of(
        "games",
        "名前のあるゲームの一覧とライブラリのゲームの文章",
        &["ishitori games", "ishitori games --lang ja", "ishitori games chomp3"],
    ),
    of("atlas", "小さなゲームについて計算済みの表(図鑑)", &["ishitori atlas search --code kayles"]),
    of(
        "atlas search",
        "図鑑からゲームを探す(条件、数列、コード)",
        &[
            "ishitori atlas search 'order = 40 and period < 10'",
            "ishitori atlas search --sequence 0,1,2,3,1,4",
            "ishitori atlas search --sequence LRLNNLPL --table ending",
            "ishitori atlas search 'period > 100 and status = proved' --table octal --format csv",
            "ishitori atlas search",
        ],
    ),
    of(
        "atlas build",
        "図鑑の表をすべて計算する",
        &[
            "ishitori atlas build --small --out small",
            "ishitori atlas search 'period = 3' --atlas small",
        ],
    ),
    of(
        "completions",
        "シェルの補完スクリプト",
        &["ishitori completions bash", "ishitori completions zsh", "ishitori completions fish"],
    ),
    of("man", "マニュアルページ", &["ishitori man", "ishitori man --out man1"]),
];

/// The help of an argument in Japanese, by its English help.
pub fn argument_ja(help: &str) -> Option<&'static str> {
    let by_hand = ARGUMENTS.iter().find(|(en, _)| *en == help).map(|(_, ja)| *ja);
    by_hand.or_else(|| asked::names().find_map(|question| field_ja(question, help)))
}

/// What is said of a field of a question whose command is made from its request.
fn field_ja(question: &str, help: &str) -> Option<&'static str> {
    let (_, name) = asked::fields(question).into_iter().find(|(en, _)| en == help)?;
    let fields = question_help(question)?.fields;
    fields.iter().find(|(known, _)| *known == name).map(|(_, ja)| *ja)
}

const ARGUMENTS: &[(&str, &str)] = &[
    // Options of every command.
    ("Print one JSON object instead of text", "文章の代わりに JSON オブジェクトを一つ出力する"),
    (
        "Show very long values in full (on a terminal they are folded by default)",
        "とても長い値も省略せずに表示する(指定がなければ端末では折りたたむ)",
    ),
    ("Language of the text [default: from the locale]", "文章の言語(指定がなければロケールによる)"),
    (
        "Give up after this long, such as 30s, 500ms, 5m or 2h [of serve: on an answer at once, default 2s]",
        "この時間で打ち切る(30s, 500ms, 5m, 2h など。serve ではすぐに返す答え一つの時間、既定は 2s)",
    ),
    (
        "Give up when the tables need more than this, such as 512MiB [default: 4GiB; of serve a quarter of the machine's memory, for all visitors together]",
        "表がこの大きさを超えたら打ち切る(512MiB など。既定は 4GiB、serve では全体で計算機のメモリの四分の一)",
    ),
    ("Number of threads [default: all cores]", "使うスレッドの数(指定がなければ全コア)"),
    // Games and positions.
    ("The rule of the game", "ゲームの規則"),
    ("Who wins when no move is left", "手がなくなったときに誰が勝つか"),
    ("The last heap", "最後の山"),
    (
        "The last heap, or the last value of each coordinate, such as 8 or 3,4",
        "最後の山、または座標ごとの最後の値(8 や 3,4 など)",
    ),
    (
        "What the end of several heaps depends on: total, all stones left; score, who has won more heaps",
        "複数の山の終わり方: total は残りの石すべて、score は勝った山の数による",
    ),
    (
        "Whose end is replaced where moves break heaps: total, that of the whole position, by all stones left; score, that of every part by itself, and the parts add",
        "山を分ける規則でどの終わりを置き換えるか: total は局面全体の残りの石による終わり、score は各部分の終わり(部分の値を足す)",
    ),
    ("How games are printed", "ゲームの書き方"),
    (
        "Who wins when no move is left; in misère play there are outcomes only",
        "動けなくなったときにどちらが勝つか。逆形では勝敗だけを数えます",
    ),
    (
        "Show more of each value, separated by commas: mean, temperature, atomic-weight",
        "値とともに表示するもの(コンマ区切り): mean(平均値)、temperature(温度)、atomic-weight(原子量)",
    ),
    ("The game", "ゲーム"),
    ("The position, in quotes", "局面(引用符で囲む)"),
    (
        "A board game of the library, or a file my.game in the language of boards",
        "ライブラリの盤のゲーム、または盤の言語のファイル my.game",
    ),
    ("The value of a parameter of the game, such as k=3", "ゲームのパラメータの値(k=3 など)"),
    (
        "The board, such as 3x3; its pieces matter only with --reachable",
        "盤(3x3 など)。置かれている駒は --reachable のときだけ意味をもつ",
    ),
    (
        "The characters that fill the cells, such as .xo [default: those of the game]",
        "マスに置く文字(.xo など。指定がなければゲームの文字すべて)",
    ),
    (
        "Only the positions that can be reached from this one by any moves",
        "この局面から手を続けて到達できる局面だけを数える",
    ),
    ("A board with its pieces, the last move and values", "駒の置かれた盤(直前の手と値も示せる)"),
    (
        "The position, in quotes [default: a typical starting position]",
        "局面(引用符で囲む。指定がなければ最初の局面)",
    ),
    (
        "A move such as b3 or b3-b4: draw the board after it, with its changes marked",
        "b3 や b3-b4 のような手。動いた後の盤と、変わったマスを描く",
    ),
    (
        "Whose move it is, if both players have one of that name",
        "どちらの手か(両者に同じ名前の手があるとき)",
    ),
    (
        "Show the value after each move at its cell, if it is short",
        "手を指した後の値を、短ければその場所に書く",
    ),
    (
        "All positions that can be reached, with the moves between them, and those that recur in frames",
        "到達できるすべての局面とその間の手。くり返し現れる局面は枠で囲む",
    ),
    (
        "All moves with their values: which win, and which are best by temperature",
        "すべての手とその値(勝つ手と、温度で最善の手を示す)",
    ),
    (
        "Only who wins, by search: for positions too large for values",
        "どちらが勝つかだけを探索で調べる(値を求めるには大きすぎる局面用)",
    ),
    (
        "The nimber, by search, where both players have the same moves: for positions that are too large for values",
        "両者の手が同じゲームのニム数を探索で求める(値を求めるには大きすぎる局面用)",
    ),
    (
        "Misère play, in which the player who cannot move wins: the outcome only",
        "逆形(動けない方の勝ち)での帰結類だけを調べる",
    ),
    // atlas
    (
        "A condition on the columns, such as 'order = 40 and period < 10'",
        "列が満たすべき条件('order = 40 and period < 10' など)",
    ),
    (
        "Part of a sequence: Grundy numbers such as 0,1,2,3,1,4, or outcomes such as LRLNN",
        "数列の一部。0,1,2,3,1,4 のようなグランディ数、または LRLNN のような帰結類",
    ),
    (
        "The heap at which the sequence begins [default: any]",
        "その一部が始まる山(指定がなければどこでもよい)",
    ),
    (
        "A code, a set or a name, such as 0.77, sub:2,3 or kayles: rows about it and about those of its class",
        "0.77, sub:2,3, kayles のようなコード、集合、名前。その行と、同じ列をもつ行を探す",
    ),
    (
        "Only in this table: octal, hexadecimal, subtraction, ending, quotients or games",
        "この表だけを探す(octal, hexadecimal, subtraction, ending, quotients, games)",
    ),
    ("Maximum number of rows", "表示する行数の上限"),
    (
        "The folder of an atlas to use instead of the built-in one",
        "プログラムに付属の図鑑の代わりに使う図鑑のフォルダー",
    ),
    (
        "The folder for the tables: new, empty, or from an interrupted build",
        "表を書くフォルダー(新しいもの、空のもの、または中断した作成のもの)",
    ),
    (
        "The day of the build, for its manifest, such as 2026-11-17",
        "目録に書く作成日(2026-11-17 など)",
    ),
    (
        "Write every certificate to this folder, under its checksum",
        "すべての証明書を、チェックサムを名前としてこのフォルダーに書く",
    ),
    (
        "Only the smallest games, for a trial build of a few seconds",
        "最も小さなゲームだけ(試すための、数秒で済む作成)",
    ),
    // eval
    (
        "The expression; `-` reads expressions from standard input, one a line",
        "式。- なら標準入力から一行に一つずつ読む",
    ),
    (
        "Print one JSON object per line of input, as it is evaluated",
        "入力の一行ごとに JSON オブジェクトを一つ出力する",
    ),
    ("Exit with 1 if the value is false", "値が偽なら終了コードを 1 にする"),
    // play
    (
        "Who moves first: me (the human) or you (the program)",
        "先手: me(入力する人)か you(プログラム)",
    ),
    ("The player you are, if it matters", "あなたが左か右か(区別のあるゲームの場合)"),
    (
        "Strength of the program: perfect, or from 0 (always makes a mistake if it can) to 10 (perfect)",
        "プログラムの強さ: perfect、または 0(いつも間違える)から 10(完璧)",
    ),
    (
        "Percentage of positions in which the program makes a mistake",
        "間違えられる手のうち間違える割合(パーセント)",
    ),
    (
        "Random seed; the same seed gives the same moves [default: from the clock]",
        "乱数の種。同じ種なら同じ指し方(指定がなければ時刻)",
    ),
    // grundy, period, check, identify, misere, table
    (
        "The engine: naive, window, rare-common or all-but [default: the fastest]",
        "計算エンジン: naive, window, rare-common, all-but(指定がなければ最速のもの)",
    ),
    (
        "Give up after so many heaps. If neither this nor --time-limit is given, the search ends after 500 million heaps or one minute (2000 heaps for moves that leave more than two heaps)",
        "この数の山で打ち切る。--time-limit もなければ 5 億個か 1 分まで(三つ以上の山を残す規則では 2000 個まで)",
    ),
    (
        "Write a certificate that `ishitori check` verifies",
        "ishitori check で確かめられる証明書を書く",
    ),
    (
        "Save the search to this file from time to time, and resume from it if it exists",
        "探索をこのファイルに時々保存し、あれば続きから始める",
    ),
    (
        "Save the progress of the check to this file, and resume from it if it exists. Only certificates with milestones, those of very long periods, are checked in pieces; others in one go",
        "確かめた部分をこのファイルに時々記録し、あれば続きから始める。分けて確かめるのは里程標のある証明書(とても長い周期のもの)だけで、ほかは一度に確かめる",
    ),
    (
        "The certificate, a JSON file; `-` reads standard input. Of several, a line each is printed",
        "証明書(JSON)。- なら標準入力。いくつもあれば一行ずつ結果を表示する",
    ),
    (
        "A game such as *[3,2]+*2; or a RULE, if a position follows",
        "*[3,2]+*2 のようなゲーム。局面が続くなら規則",
    ),
    ("Heaps of the rule, such as 10+4", "規則の山(10+4 など)"),
    // values, parity
    (
        "The games that stand for ends: L=1,R=-1, or one for each remainder of the stones left, 0=1,1=-1,2=*",
        "終わりを表すゲーム: L=1,R=-1 か、残りの石の数の余りごとに 0=1,1=-1,2=*",
    ),
    ("Number of heaps to compute for each set", "集合ごとに見る山の数"),
    (
        "Time for each set, such as 5s; --time-limit is for the whole sweep",
        "集合ごとの時間(5s など)。全体の時間は --time-limit",
    ),
    ("Number of heaps to search for a period", "周期を探す山の数"),
    ("Largest number of stones in a heap", "山の石の数の上限"),
    ("Largest number of heaps", "山の数の上限"),
    // sweep
    ("Smallest number of every set", "集合の最小の数"),
    ("Upper bound on the largest number of a set", "集合の最大の数の上限"),
    ("Minimum size of a set", "集合の要素数の下限"),
    ("Maximum size of a set", "集合の要素数の上限"),
    ("Numbers that every set has", "すべての集合が含む数"),
    ("Numbers that no set has", "どの集合も含まない数"),
    (
        "Only sets for which this holds; for codes and games it filters the rows, by column name",
        "この条件を満たす集合だけ。コードとゲームでは行だけで、列の名前を使う",
    ),
    (
        "Only rules for which this holds; the names are those of the columns",
        "この条件を満たす規則だけ。列の名前を使う",
    ),
    (
        "In place of sets, the games of this rule, whose parameters --set gives with ranges: k=1..50",
        "集合の代わりに、この規則のゲームを調べる。パラメータの範囲を --set で k=1..50 のように与える",
    ),
    (
        "The value of a parameter of the rule; may be given several times",
        "規則のパラメータの値(何度でも指定できる)",
    ),
    ("What is asked about each game", "ゲームごとに調べること"),
    (
        "The row of a table whose period is asked about: all coordinates but one, such as y=3",
        "周期を調べる表の行。一つを除くすべての座標を y=3 のように与える",
    ),
    (
        "How far to go, for those questions that ask for it: a heap, or bounds such as 12,20",
        "どこまで調べるか(必要な質問だけ)。山の大きさ、または 12,20 のような角",
    ),
    ("The position for `--ask explain`", "`--ask explain` の局面"),
    (
        "Who wins when no move is left; mod2:LR for sets, and for games as their text says",
        "手がなくなったときの勝者。集合では mod2:LR、ゲームではその記述のとおり",
    ),
    (
        "Give the rows the outcomes as letters: those of the tail, and those of the cycle",
        "行に帰結類の文字列(尻尾と循環)を加える",
    ),
    (
        "Write the rows of all shards to this file: for sets those in the files that the shards wrote with --out, which lie beside the records",
        "すべての部分の行をこのファイルに書く。集合では、各部分が --out で書いた、記録のそばのファイルの行をまとめる",
    ),
    (
        "Count the sets for which this holds; may be given several times",
        "この条件を満たす集合を数える(何度でも指定できる)",
    ),
    ("Count the sets by the value of this", "この値ごとに集合を数える"),
    ("Check a theorem; may be given several times", "定理を検査する(何度でも指定できる)"),
    (
        "Compute Grundy periods even if no expression asks for them",
        "式で使わなくてもグランディ数の周期を計算する",
    ),
    (
        "Write one row per set to this file: .csv, .tsv, .md, .tex, .jsonl, .html or .parquet; to standard output if it is -, as --format says or as CSV",
        "集合ごとに一行をこのファイルに書く(.csv, .tsv, .md, .tex, .jsonl, .html, .parquet)。- なら標準出力に、--format の形式か CSV で書く",
    ),
    (
        "Only shard I of N, a range of places in the order of the family: the work of one process of many",
        "族を順番に N 個に分けた I 番目の部分だけを計算する(多数のプロセスの一つの仕事)",
    ),
    (
        "Only shard I of N, a range of positions in their order: the work of one process of many",
        "局面の並びを N 個に分けた I 番目の部分だけを計算する(多数のプロセスの一つの仕事)",
    ),
    (
        "Only shard I of N, a range of places in the list of rules: the work of one process of many",
        "規則の一覧を N 個に分けた I 番目の部分だけを計算する(多数のプロセスの一つの仕事)",
    ),
    (
        "Write what the shard found to this file, which `ishitori merge` adds up with the others",
        "部分の結果をこのファイルに書く。`ishitori merge` が全部をまとめる",
    ),
    (
        "In place of sets, the Grundy numbers of all octal codes with at most this many digits",
        "集合の代わりに、この桁数までの 8 進コードすべてのグランディ数を調べる",
    ),
    (
        "In place of --min and --max, the sets in this file, one a line: 2,3,5",
        "--min と --max の代わりに、このファイルの集合(1 行に 2,3,5 のように一つ)を調べる",
    ),
    ("The same of all hexadecimal codes", "16 進コードすべてについて同じ"),
    (
        "The same of the codes in this file, one a line; lines that begin with # are skipped",
        "このファイルのコード(1 行に一つ、# で始まる行は読み飛ばす)について同じ",
    ),
    (
        "Heaps of each code or game that are looked at for a period, at most",
        "周期を探すためにコードやゲームごとに調べる山の最大個数",
    ),
    ("The records of all shards, in any order", "すべての部分の記録(順不同)"),
    ("Add up the records even if shards are missing", "足りない部分があっても、あるだけまとめる"),
    ("Go on with an interrupted sweep to the same file", "同じファイルへの中断した計算を続ける"),
    (
        "Write the certificate of every quotient that is proved to this folder",
        "証明された商すべての証明書をこのフォルダーに書く",
    ),
    (
        "Draw the outcomes as a strip chart, SVG, PNG or PDF",
        "帰結類を帯グラフに描く(SVG, PNG, PDF)",
    ),
    ("The last heap of the chart", "図の最後の山"),
    ("Where the statistics are computed", "統計を計算する場所"),
    ("What the chart shows of a heap", "図が山について示すもの"),
    ("What is written at the arrows", "矢印に書くもの"),
    (
        "What the automaton computes [default: who wins]",
        "オートマトンが知るもの(指定がなければ勝敗)",
    ),
    ("The heading of the picture", "図の見出し"),
    ("The heading of the chart", "帯グラフの見出し"),
    ("The width of the picture in pixels, 96 to an inch", "図の幅(画素、96 画素で 1 インチ)"),
    ("The width of the chart in pixels, 96 to an inch", "帯グラフの幅(画素、96 画素で 1 インチ)"),
    ("The colours of outcomes", "帰結類の色"),
    ("The colours of the chart", "図の配色"),
    ("Begin even if it will take very long", "とても長くかかる場合でも始める"),
    // Games in the language, quotients, the report.
    (
        "Who wins when no move is left. In misère play the period of the misère Grundy numbers of single heaps is looked for; there is a theorem only for rules that never break a heap",
        "手がなくなったときに誰が勝つか。逆形では一山の逆形グランディ数の周期を探す(定理は山を分けない規則にだけある)",
    ),
    (
        "Write index.html and report.json to this folder [default: report, unless --only is given]",
        "index.html と report.json を書くフォルダ(--only がなければ report)",
    ),
    (
        "Only this item, such as C17, or this part, such as C; may be repeated",
        "この項目(C17 など)かこの部(C など)だけ(何度でも指定できる)",
    ),
    (
        "The value of a parameter of the game: k=3, or S=1,2,5 for a set; may be given several times. k=2..20 asks about one game after the other, one row each",
        "ゲームのパラメータの値: k=3、集合なら S=1,2,5(何度でも指定できる)。k=2..20 なら順に尋ね、ゲームごとに一行",
    ),
    (
        "The row of a table of a game in the language: all coordinates but one, such as y=3",
        "ゲーム言語のゲームの表の行: 一つを除くすべての座標(y=3 など)",
    ),
    (
        "End rule: who wins when no move is left [default: that of the game, or normal]",
        "手がなくなったときに誰が勝つか(指定がなければゲームの定め、または normal)",
    ),
    (
        "Write a certificate of the period that `ishitori check` verifies; subtraction sets only",
        "ishitori check で確かめられる周期の証明書を書く(除去可能数集合に限る)",
    ),
    (
        "Write a certificate of the period of the values, or that they have none, that `ishitori check` verifies, if one is proved",
        "値の周期、または周期がないことが証明されれば、ishitori check で確かめられる証明書を書く",
    ),
    (
        "Write a certificate of what is proved for each set to this folder",
        "集合ごとに、証明されたことの証明書をこのフォルダに書く",
    ),
    (
        "The heaps, such as 6 or 3+5+5; for a game on tuples (2,7) or (2,7)+(1,4)",
        "山(6 や 3+5+5 など)。数の組のゲームなら (2,7) や (2,7)+(1,4)",
    ),
    (
        "The heaps, such as 31 or 3+5+7, a tuple such as (4,13), or a board [default: a typical position]",
        "山(31 や 3+5+7 など)か (4,13) のような組(指定がなければよくある局面)",
    ),
    (
        "Add up the values of this over the sets; may be given several times",
        "集合全体でこの値を合計する(何度でも指定できる)",
    ),
    (
        "Write the chart as tiles with a page that zooms into them, in this new folder",
        "図をタイルに分け、拡大して見るページとともにこの新しいフォルダに書く",
    ),
    (
        "Stop at this heap if the quotient of all heaps is not proved before. If neither this nor --time-limit is given, the search ends after one minute",
        "すべての山の商がまだ証明されていなければこの山で止める。--time-limit もなければ 1 分まで",
    ),
    ("Show the multiplication table", "乗積表を表示する"),
    ("The bar, such as (2,7)", "(2,7) のようなチョコレート"),
    ("The bar that a cut leaves, such as (1,4)", "切ったあとに残る (1,4) のようなチョコレート"),
    (
        "All octal codes 0.d, 0.dd, … with at most this many digits",
        "この桁数までのオクタル符号 0.d, 0.dd, … すべて",
    ),
    (
        "Only subtraction sets of so many numbers, in place of all sizes; needs --max",
        "要素がこの個数の除去可能数集合だけ(指定がなければすべての個数。--max が必要)",
    ),
    ("The least number of the subtraction sets", "除去可能数集合の最小の数"),
    (
        "The largest number of the subtraction sets: all sets of numbers from --min to it",
        "除去可能数集合の最大の数(--min からこの数までの数の集合すべて)",
    ),
    (
        "Numbers in place of a rule, the first of them at 0: 1,2,3,4,5,6,4,5,6,4,5,6",
        "規則の代わりの数列(最初の項が 0 番): 1,2,3,4,5,6,4,5,6,4,5,6",
    ),
    ("Leave the results out, to be filled in by hand", "結果を空欄にする(手で書き込むため)"),
    (
        "Check a claim of your own: from which heap on, with which period",
        "自分の主張を確かめる: どの山から、どの周期か",
    ),
    (
        "The rules in this file, one a line; lines that begin with # are skipped",
        "このファイルの規則(一行に一つ。# で始まる行は飛ばす)",
    ),
    ("Show the text of this game of the library", "ライブラリのこのゲームの文章を表示する"),
    (
        "What is shown of a position: Grundy numbers or outcome classes",
        "局面の何を表示するか:グランディ数か帰結類",
    ),
    (
        "Stop at this heap if a quotient is not proved for all heaps before",
        "すべての山の商が証明されていなければこの山で止める",
    ),
    (
        "Time for each rule, such as 10s; --time-limit is for the whole sweep",
        "規則ごとの時間(10s など)。--time-limit は全体の時間",
    ),
    (
        "Write one row per rule to this file: .csv, .tsv, .md, .tex, .jsonl, .html or .parquet; to standard output if it is -, as --format says or as CSV",
        "規則ごとに一行をこのファイルに書く(.csv, .tsv, .md, .tex, .jsonl, .html, .parquet)。- なら標準出力に、--format の形式か CSV で書く",
    ),
    (
        "The last value of each coordinate that is not fixed, such as 10,30",
        "固定していない座標それぞれの最後の値(10,30 など)",
    ),
    (
        "Fix a coordinate, such as x=3; may be given several times",
        "座標を固定する(x=3 など。何度でも指定できる)",
    ),
    ("What is shown of a position", "局面について示すもの"),
    ("How the rows are written", "行の書き方"),
    (
        "List the sets that satisfy the condition, one row each; any --format but text does",
        "条件を満たす集合を一行ずつ並べる(text 以外の --format でも並べる)",
    ),
    (
        "List the rules, one row each; any --format but text does",
        "規則を一行ずつ並べる(text 以外の --format でも並べる)",
    ),
    (
        "Write how the rows were made to this file, as JSON",
        "行の作り方を JSON でこのファイルに書く",
    ),
    (
        "One row for each position, with its coordinates in columns: for spreadsheets and data frames",
        "局面ごとに一行(座標を列にする)。表計算やデータフレームのため",
    ),
    ("The first coordinate to the right, the second one down", "第1座標を右へ、第2座標を下へ"),
    ("The formula", "式"),
    ("The last value of each coordinate", "座標それぞれの最後の値"),
    (
        "Look for a formula on a small table, and test it up to --to; with --prove, learn an automaton where no formula is found",
        "小さい表で式を探し、--to まで検査する。--prove があって式が見つからなければ、オートマトンを学習する",
    ),
    (
        "What to learn, without a look for formulas of Grundy numbers",
        "学習するもの(グランディ数の式は探さない)",
    ),
    ("The small table for --fit", "--fit で使う小さい表"),
    ("A condition for the P-positions, instead of a formula", "式の代わりに、P 局面の条件"),
    (
        "The last value of each coordinate [default with --prove: a small table]",
        "座標それぞれの最後の値(--prove で指定がなければ小さい表)",
    ),
    ("Decide the formula for all positions", "式をすべての局面について決定する"),
    (
        "The game, a file that is rewritten; `-` reads standard input and writes standard output",
        "書き直すゲームのファイル。- なら標準入力から標準出力へ",
    ),
    (
        "Write nothing; exit with 1 if the file would change",
        "何も書かず、変わるなら終了コードを 1 にする",
    ),
    // draw, completions, man
    ("The length of a row of a table [default: the period]", "表の一行の長さ(指定がなければ周期)"),
    (
        "The file, which ends in .svg, .png or .pdf",
        "ファイル名(.svg, .png, .pdf のいずれかで終わる)",
    ),
    ("The game, as for `eval`", "ゲーム(eval と同じ書き方)"),
    (
        "Fill the numbers in step by step: FILE has all steps under each other, FILE-00, FILE-01, … one each; for SVG, FILE-animated moves",
        "数を一つずつ入れていく。FILE に全段階を縦に並べ、FILE-00, FILE-01, … に一段階ずつ、SVG なら FILE-animated に動く図を書く",
    ),
    ("How many levels are shown", "示す段数"),
    ("The port; 0 takes a free one", "ポート番号(0 なら空いている番号)"),
    (
        "The address to listen at; only this machine can reach 127.0.0.1",
        "待ち受けるアドレス(127.0.0.1 はこのコンピューターからだけ使える)",
    ),
    (
        "A name under which the server may be addressed; may be given several times",
        "サーバーの名前として認めるもの(繰り返し指定できる)",
    ),
    (
        "Number of jobs that run at a time [default: half of the cores]",
        "同時に計算するジョブの数(指定がなければコア数の半分)",
    ),
    ("The shell", "シェル"),
    (
        "Write one page for each command into this folder; the page of the program alone goes to standard output if not given",
        "コマンドごとのページをこのフォルダに書く(指定がなければプログラムのページを標準出力に書く)",
    ),
];

/// What a value of an argument stands for, in Japanese, by its English.
pub fn value_ja(help: &str) -> Option<&'static str> {
    VALUES.iter().find(|(en, _)| *en == help).map(|(_, ja)| *ja)
}

const VALUES: &[(&str, &str)] = &[
    ("English", "英語"),
    ("日本語", "日本語"),
    ("^ v * +-", "^ v * +-"),
    ("↑ ↓ ∗ ±", "↑ ↓ ∗ ±"),
    ("For a math environment", "数式環境用"),
    ("You, who type", "入力する人"),
    ("The program", "プログラム"),
    ("Left", "左"),
    ("Right", "右"),
    ("Grundy numbers", "グランディ数"),
    ("Outcome classes L, R, N, P", "帰結類 L, R, N, P"),
    ("Outcome classes", "帰結類"),
    ("By the processor", "CPU"),
    ("On a GPU where one can, else on the CPU", "できれば GPU、なければ CPU"),
    ("On a GPU, or not at all", "GPU だけ"),
    ("How many stones are taken", "取る石の数"),
    (
        "Who takes how many: the first or the second player, or Left or Right",
        "誰がいくつ取るか(先手か後手、または左か右)",
    ),
    ("Canonical values", "標準形の値"),
    ("Mean values of the canonical values", "標準形の値の平均値"),
    ("Temperatures of the canonical values", "標準形の値の温度"),
    (
        "Atomic weights of the canonical values, where they have one",
        "標準形の値の原子量(存在する場合)",
    ),
    ("The mean value", "平均値"),
    ("The temperature", "温度"),
    ("The atomic weight, where there is one", "原子量(存在する場合)"),
    ("The P-positions, as a list", "P 局面の一覧"),
    ("For people", "人が読むための形"),
    ("Comma-separated values under a header", "見出し行とコンマ区切りの値"),
    ("Tab-separated values under a header", "見出し行とタブ区切りの値"),
    ("A table of Markdown", "Markdown の表"),
    ("One JSON object a line", "一行に一つの JSON オブジェクト"),
    ("A table of HTML", "HTML の表"),
    ("Apache Parquet, for other programs", "Apache Parquet(他のプログラム用)"),
    ("P-positions, or who wins moving first", "P 局面、または先手で勝つ側"),
    ("A tabular environment", "tabular 環境"),
    ("The b-file of the OEIS", "OEIS の b-file"),
    ("The player who made the last move", "最後に動いた方の勝ち"),
    ("The player who cannot move", "動けない方の勝ち"),
    ("Blue and vermilion, for all readers", "誰にでも見分けられる青と朱"),
    ("Blue and red", "青と赤"),
];
