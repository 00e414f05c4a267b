//! What stands under the options in the help of a command, in Japanese; the English is with the
//! arguments. And the headings of manual pages.

use super::Text;
use crate::asked;

/// A manual page with the headings of the language; notes keep their columns.
pub fn manual_page(text: &Text, page: &str) -> String {
    let mut lines = Vec::new();
    let mut in_notes = false;
    for line in page.lines() {
        let Some(heading) = line.strip_prefix(".SH ") else {
            // An item of a list begins a line.
            if line.starts_with("\\- ") {
                lines.push(".br".to_string());
            }
            lines.push(line.to_string());
            continue;
        };
        if in_notes {
            lines.push(".fi".to_string());
        }
        in_notes = heading == "EXTRA";
        let known = HEADINGS.iter().find(|(found, ..)| *found == heading.trim_matches('"'));
        let shown = known.map_or(heading, |(_, en, ja)| text.pick(en, ja));
        lines.push(format!(".SH {shown}"));
        if in_notes {
            lines.push(".nf".to_string());
        }
    }
    if in_notes {
        lines.push(".fi".to_string());
    }
    lines.join("\n") + "\n"
}
/// The headings that clap_mangen writes, and ours.
const HEADINGS: &[(&str, &str, &str)] = &[
    ("NAME", "NAME", "名前"),
    ("SYNOPSIS", "SYNOPSIS", "書式"),
    ("DESCRIPTION", "DESCRIPTION", "説明"),
    ("OPTIONS", "OPTIONS", "オプション"),
    ("SUBCOMMANDS", "SUBCOMMANDS", "コマンド"),
    ("EXTRA", "NOTES", "注"),
    ("VERSION", "VERSION", "版"),
    ("AUTHORS", "AUTHORS", "著者"),
];

/// The notes of a command, such as `draw grid`.
pub fn notes_ja(path: &str) -> Option<String> {
    Some(match path {
        "" => PROGRAM.to_string(),
        "reproduce" => REPRODUCE.to_string(),
        "eval" => EVAL.to_string(),
        "position" => POSITION.to_string(),
        "grundy" | "period" => RULES.to_string(),
        "explain" | "play" => format!("{RULES}\n\n{BOARDS}\n\n{ENDS}"),
        "outcomes" | "values" | "quotient" | "quotient-sweep" => {
            format!("{RULES}\n\n{ENDS}")
        }
        "misere" => MISERE.to_string(),
        "values-sweep" => ENDS.to_string(),
        "sweep" => sweep(),
        "table" | "draw grid" => format!("{GAMES}\n\n{ENDS}"),
        "draw graph" => format!("{RULES}\n\n{ENDS}"),
        "conjecture" => CONJECTURE.to_string(),
        "draw" => DRAW.to_string(),
        "serve" => SERVE.to_string(),
        "atlas search" => ATLAS_SEARCH.to_string(),
        "atlas build" => ATLAS_BUILD.to_string(),
        // As the commands of `asked` have them in English.
        question => {
            let fields = asked::fields(question);
            let has = |name: &str| fields.iter().any(|(_, known)| *known == name);
            match (has("rule"), has("end")) {
                (true, true) => format!("{RULES}\n\n{BOARDS}\n\n{ENDS}"),
                (true, false) => RULES.to_string(),
                _ => return None,
            }
        }
    })
}

const ATLAS_SEARCH: &str = "探すものを指定しなければ、表とその列の一覧を示します。
条件には列の名前、整数、proved, not_found, no_theorem, certified, partial, periodic, growing, observed, unknown,
misere, mod2_LR, heap, language, board, loopy, 文字 P, N, L, R と
= != < <= > >= + - * % and or not が使えます。";

const ATLAS_BUILD: &str = "例:
  ishitori atlas build --out atlas --date 2026-11-17   付属の図鑑と同じ表
中断した作成は同じコマンドで続きます。同じ版ならどこでも同じバイト列になります。";

const PROGRAM: &str = "例:
  ishitori eval '{2||1|0} + *'
  ishitori eval 'Thermograph({5/2,{3|1}|0})' --json
  ishitori position domineering '....|....|....|....'
  ishitori grundy 0.77 --to 100
  ishitori period 0.07 --certificate dawson.json
  ishitori outcomes sub:2,3 --end mod2:LR --to 50
  ishitori table chocolate:3 --to 10,30
  ishitori sweep --min 2 --max 7 --end mod2:LR --chart strips.svg
  ishitori quotient 0.77 --end misere --certificate kayles.json
  ishitori repl

終了コード: 0 完了、1 答えが「いいえ」、2 入力の誤り、3 上限に達した。";

const REPRODUCE: &str = "例:
  ishitori reproduce                   すべて計算し、報告書を report/index.html に書く
  ishitori reproduce --only B10        一つの項目
  ishitori reproduce --only C --json   一つの部を JSON で";

const EVAL: &str = "書き方は CGSuite と同じ: {2||1|0}  *4  ^^*  v3  ^[2]  +-{3|1}  Tiny(2)  3/4
  G+H  G-H  -G  3.G  G:H(順序和)  2**200(べき)
  f(x) := {x|-x}; f(2)(関数。最後の文の値が答え)  if c then a else b(条件)
  [Mean(x) for x in LeftOptions(G) if x > 0](リスト)  Sum(L)  Max(L)  Min(L)  Count(L)
  omega  omega**2+1(順序数)  *omega  (*omega)**3  NimProduct(*omega,*omega)(そのニム数)
  ==  !=  <=  >=  <  >  <>(比較不能)  <|  |>
  Mean(G), (G).Heat(1), Cool(G,1/2), NortonProduct(G,H) …: ishitori repl で help と入力
↑ ↓ ∗ ± ≤ ≥ ∥ や全角文字も読めます。2^3 は 2 + 3.^ で、べきではありません。";

const POSITION: &str = "局面:
  ゲームの一覧は ishitori games、本文と最初の局面は ishitori games 名前。
  行は上から順に | で区切り、. は空きマス、# はマスなし。4x6 は空の盤。
  グラフは辺の並び '1-2 2-3'、ラベル '1:L'、地面 '@1'、または path:5 cycle:6 star:4 wheel:5
  grid:2x3 complete:4 bipartite:2,3 cube petersen。
  手は b3 や b3-b4: 列は英字、行は下からの番号。
  繰り返しのある局面は族を表す: '(xo)^n'、2xn、path:n と --set n=1..8 で一行ずつ。
  .position で終わる名前は、局面(辺の並びなど)を書いたファイルの名前です。
  domineering        '....|.#..'   . 空き、# 使用済み。左は縦に置く
  clobber            '...|xxo'     x 左、o 右
  toads-and-frogs    't.f'         t ヒキガエルは右へ(左の駒)、f カエルは左へ(右の駒)
  toppling-dominoes  'lre'         l 左、r 右、e どちらでも
  hackenbush         'lrl'         地面から上へ。枝は括弧に入れる: 'l(r)(el)'
  col, snort         '.-L-.'       道。L と R は、左や右の色を塗った頂点の隣";

const RULES: &str = "RULE(規則):
  0.77  .77  4.7  0.3F       取って分けるゲームの符号
  abc:1,2/1,2/1,2            オクタルゲームの集合 A, B, C
  sub:1,2,3  sub:1-3         除去可能数集合。allbut:1,5 は 1 と 5 以外のすべての数
  sink:2,3                   除去可能数集合。ただし、足りない山は全部取る
  psub:1,2/1,3               左と右がそれぞれ取れる数。psplit:1,2/1,3 は、取った残りを一山か
                             二山にできる数
  kayles  grundys-game  …    名前(一覧は ishitori games)。31ゲーム や ケイレス でもよい
  my.game                    ゲーム言語のファイル。パラメータは --set k=3
  '(n) -> (n-s) for s in {1,3} if s <= n'
                             同じことを一行で。chocolate:3 は y <= z div 3 の板チョコ
  hyper:12,13,23             いくつかの山のニム。一手で一つの辺の山をすべて減らす。exact-nim:5,2 は
                             五山のうち二山、moore:5,2 は二山まで、circular:5,2 は隣り合う二山の
                             いくつか、slow-nim:5,2 は二山から一つずつ";

const BOARDS: &str = "盤のゲームも規則として使える(END は normal か misere):
  domineering  amazons  …    名前(一覧は ishitori games)。同じ名前の山のゲームがあれば
                             board:dawsons-chess のように書く。盤の言語のファイル my.game でもよい
  POSITION '....|.#..'       行は上から順。4x6 は空の盤、'1-2 2-3' や cycle:6 はグラフ";

const ENDS: &str = "END(終了規則。手がなくなったときの勝者):
  normal  misere             最後に動いた方、手番の方(ノーマル、ミゼール でもよい)
  mod2:LR  mod3:LRP          残った石の数を 2, 3, … で割った余りによる: 左、右、
                             N は手番の方、P はその相手
  table:LRP[N]               残りが 0, 1, 2, … 個のときの文字。以後は [ ] の中を繰り返す
  misere/mod2:NP             手番が左のときと右のときの表
  moves                      手数が偶数なら左、奇数なら右";

const MISERE: &str = "例:
  ishitori misere '*[3,2] + *2'       ゲーム: 0  *3  *[選択肢,…]  2.*[2]  G+H
  ishitori misere 0.07 10+4           規則と山";

const GAMES: &str = "RULE(規則):
  my.game                    ゲーム言語のファイル。パラメータは --set k=3
  '(n) -> (n-s) for s in {1,3} if s <= n'
                             同じことを一行で。手などの区切りは ;
  chocolate:3                y <= z div 3 の板チョコ。チョコレート:3 も同じ。chocolate:t/2+1 なら
                             y <= f(z)
  hyper:12,13,23             いくつかの山のニム。一手で一つの辺の山をすべて減らす。exact-nim:5,2 は
                             五山のうち二山、moore:5,2 は二山まで、circular:5,2 は隣り合う二山の
                             いくつか、slow-nim:5,2 は二山から一つずつ
  lib:chomp3                 ライブラリのゲーム(一覧は ishitori games)
  wythoff  wythoff:2         一方の山から取るか、両方から |k - l| < 1(2)の k 個と l 個を取る
  fibonacci-nim  mem         石の数と、直前に取られた数
  nim-with-pass              山と、残りのパスの回数";

const CONJECTURE: &str = "FORMULA(式)では、ゲームの座標、パラメータ、関数が使えます:
  'y xor z'                                      グランディ数
  'x xor y xor z = 0'                            条件: P 局面かどうか
  'if y mod 2 = 0 and z mod 2 = 0 then y div 2 + z'
                                                 当てはまらない局面は調べない
  'let p = y div 2; if … then p + 1; if … then …'
                                                 ; か改行で区切り、最初に当てはまるものを使う
.formula で終わるファイルの名前も指定できます。

--fit は ((y + a) xor (z + b)) - c と、座標を 1 から 4 で割った余りごとの
(a*y + b*z + c) div q を探します。余りの類は c*y + e <= z で二つに分けることもあります。
--fit --prove は、式が見つからなければ表からオートマトンを学習し、すべての局面について証明します。

--prove は、ゲームと式が一次式でできていれば、大きさを問わずすべての局面について式を決定します。
使えるもの: +、-、定数との積、定数による div と mod、min、max、abs、if、xor、bitand、bitor、比較。
--set k=1..21 とすると、ゲームを一つずつ順に調べます。";

const DRAW: &str = "例:
  ishitori draw scatter 0.77 --to 200 -o kayles.svg
  ishitori draw table 0.07 --to 203 -o dawson.png
  ishitori draw grid chocolate:3 --to 10,30 --transpose -o chocolate.svg
  ishitori draw thermograph '{3|1||-2}' -o thermograph.svg
  ishitori draw graph sub:1-3 --to 8 --steps -o graph.svg
  ishitori draw board amazons 'x..|...|..o' -o amazons.svg";

const SERVE: &str = "例:
  ishitori serve                        http://127.0.0.1:7311 で開く
  ishitori serve --port 0               空いているポートを使う
  ishitori serve --host 0.0.0.0 --allow-host classroom.local
                                        ネットワーク上の他の人にもこのコンピューターを使わせる

サーバーは、数字のアドレス、localhost、--allow-host で指定した名前への要求に答えます。
ファイルの読み書きはしません。";

fn sweep() -> String {
    let fields =
        FIELDS.iter().map(|(name, what)| format!("  {name:<18} {what}\n")).collect::<String>();
    format!(
        "{ENDS}\n\nEXPR(式): and or not == != < <= > >= + - * % ( ) 数 L R N P と次のもの\n{fields}\n\
         CHECK(検査): neighbours, runs(井上–門脇)、carret(尻尾の長さ + 周期 より小さい山)、\n  \
         carret-all(すべての山)、eventually-l、never:WORD('.' は任意の帰結類、\n  \
         [PR] はそのいずれか)"
    )
}

/// What the fields of a family are, in the order of [`ishitori_sweep::FIELDS`].
const FIELDS: &[(&str, &str)] = &[
    ("size", "集合の要素数"),
    ("min", "最小の数"),
    ("max", "最大の数"),
    ("contains(s)", "数 s を含むか"),
    ("element(i)", "小さい方から i 番目の数。element(-1) は最大の数"),
    ("gap(i)", "element(i+1) - element(i)"),
    ("least_gap", "隣り合う数の差の最小値"),
    ("largest_gap", "隣り合う数の差の最大値"),
    ("gcd", "すべての数の最大公約数"),
    ("odds", "奇数の個数"),
    ("evens", "偶数の個数"),
    ("sum", "すべての数の和"),
    ("sum_free", "どの数も集合の二数の和にならないか"),
    ("period", "帰結類の周期"),
    ("preperiod", "帰結類の尻尾の長さ"),
    ("eventually", "大きな山すべての帰結類(同じなら L, R, N, P)"),
    ("has_P … has_R", "n ≥ min の山にその帰結類があるか"),
    ("count_P … count_R", "min ≤ n < max(min, preperiod) + period でその帰結類の山の数"),
    ("first_P … first_R", "その帰結類の最初の山(n ≥ min)"),
    ("cycle_P … cycle_R", "preperiod ≤ n < preperiod + period でその帰結類の山の数"),
    ("strange_P", "count_P の山のうち、正規形の P 局面でないものの数"),
    ("cycle_strange_P", "cycle_P の山のうち、正規形の P 局面でないものの数"),
    ("wide_P", "min ≤ n < max(preperiod, max) + period で帰結類が P の山の数"),
    ("wide_strange_P", "wide_P の山のうち、正規形の P 局面でないものの数"),
    ("grundy_period", "グランディ数の周期"),
    ("grundy_preperiod", "グランディ数の尻尾の長さ"),
    ("divides", "period が grundy_period を割り切るか"),
    ("coprime", "二つの周期が互いに素か"),
];

#[cfg(test)]
mod tests {
    /// The fields are those of the engine.
    #[test]
    fn every_field_is_described() {
        let known = ishitori_sweep::FIELDS.iter().map(|(name, _)| *name);
        assert!(super::FIELDS.iter().map(|(name, _)| *name).eq(known));
    }
}
