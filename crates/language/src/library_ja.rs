//! The library in Japanese: names by which the games are called, and the comments of their texts.

/// Names of a game in Japanese. O(1).
pub(crate) fn names(game: &str) -> &'static [&'static str] {
    match game {
        "chocolate" => &["チョコレート", "チョコレートゲーム"],
        "chocolate-stairs" => &["階段チョコレート"],
        "chocolate3" => &["三方チョコレート"],
        "chocolate-pass" => &["パス付きチョコレート"],
        "nim" => &["三山ニム"],
        "nim-pass" => &["二山パス付きニム"],
        "bounded-nim" => &["制限ニム"],
        "thirty-one" => &["31を言うと負け"],
        "wythoff" => &["ワイトホフ"],
        "wythoff-spread" => &["一般化ワイトホフ"],
        "fibonacci-nim" => &["フィボナッチニム"],
        "mem" => &["メム"],
        "euclid" => &["ユークリッド"],
        "end-nim" => &["エンドニム"],
        "chomp2" => &["二段チョンプ"],
        "chomp3" => &["三段チョンプ"],
        "silver-dollar" => &["銀貨のゲーム"],
        "kayles" => &["ケイレス", "ケイルズ"],
        "string-cutting" => &["ひも切り"],
        "northcott" => &["ノースコット"],
        "cutcake" => &["カットケーキ"],
        "maundy-cake" => &["モーンディケーキ"],
        "eatcake" => &["イートケーキ"],
        "turn-and-eatcake" => &["回すイートケーキ"],
        "domineering" => &["ドミナリング", "ドミニアリング"],
        "toads-and-frogs" => &["ヒキガエルとカエル"],
        _ => &[],
    }
}

/// The comments of the text, a line each. O(1).
pub(crate) fn comments(game: &str) -> &'static [&'static str] {
    match game {
        "chocolate" => &[
            "z + 1 列のチョコレート。第 j 列の高さは j div k + 1 で、y + 1 の高さで切られている。",
            "溝に沿って割り、苦い部分を含まない方を食べる。",
            "k が偶数ならグランディ数は y xor z。",
            "出典: S. Nakamura, R. Miyadera, Integers 15 (2015), G4",
        ],
        "chocolate-stairs" => &[
            "減少しない関数 f で y <= f(z) と表されるチョコレート。",
            "f を書き換えるか、階段の幅 k と最初の高さ c を指定する。",
            "出典: S. Nakamura, R. Miyadera, Integers 15 (2015), G4",
        ],
        "chocolate3" => &[
            "左・上・右の三方向から割るチョコレート: k*y <= x + z。",
            "k = 3 なら、x xor y xor z = 0 のとき、そしてそのときに限り後手必勝。",
            "出典: S. Nakamura, R. Miyadera, Integers 15 (2015), G4",
        ],
        "chocolate-pass" => &[
            "パスが合わせて p 回できるチョコレート。手が残っている間だけパスできる。",
            "出典: S. Nakamura, R. Miyadera, Integers 15 (2015), G4。パスについては",
            "H. Manabe, R. Miyadera, K. Suetsugu, arXiv:2501.15786",
        ],
        "nim" => &[
            "三山のニム。一つの山から好きなだけ取る。",
            "グランディ数はニム和 a xor b xor c。",
            "出典: C. L. Bouton, Ann. of Math. 3 (1901) 35-39",
        ],
        "nim-pass" => &[
            "パスが合わせて p 回できる二山のニム。手が残っている間だけパスできる。",
            "出典: R. E. Morrison, E. J. Friedman, A. S. Landsberg, Chaos 21 (2011) 043108(三山)",
        ],
        "bounded-nim" => &[
            "二山。一つの山から 1 個以上 m 個以下を取る。",
            "グランディ数は (a mod (m + 1)) xor (b mod (m + 1))。",
            "出典: E. Berlekamp, J. Conway, R. Guy, 「Winning Ways」第 4 章",
        ],
        "thirty-one" => &[
            "1 から 31 まで、一度に m 個までの数を交互に言う。31 を言うと負け。",
            "局面は残りの数の個数。n mod (m + 1) = 1 なら後手必勝。",
            "出典: C.-G. Bachet (1612)。数は異なる。",
        ],
        "wythoff" => &[
            "二山の一方から好きなだけ、または両方から同じ数を取る。",
            "後手必勝の局面は (floor(i*phi), floor(i*phi) + i)。phi は黄金比。",
            "出典: W. A. Wythoff, Nieuw Arch. Wisk. 7 (1907) 199-202",
        ],
        "wythoff-spread" => &[
            "二山の一方から取るか、k 個と l 個を |k - l| < t となるように両方から取る。",
            "t = 1 ならワイトホフのゲーム。後手必勝の局面は (A, A + t*i) で、A はそれまでに",
            "現れない最小の数。",
            "出典: A. S. Fraenkel, Amer. Math. Monthly 89 (1982) 353-361",
        ],
        "fibonacci-nim" => &[
            "直前に取った数の二倍まで取れる。t は直前に取った数。n を隣り合わないフィボナッチ数の",
            "和で表したとき、最小の項が 2*t より大きければ、そしてそのときに限り後手必勝。",
            "出典: M. J. Whinihan, Fibonacci Quart. 1 (1963) 9-13",
        ],
        "mem" => &[
            "直前に取った数以上を取る。t は直前に取った数。",
            "規則は CGSuite 2 の「game.heap.Mem」と同じ。",
        ],
        "euclid" => &[
            "大きい数から小さい数の倍数を引く。どちらも正のまま。",
            "グランディ数は |a/b - b/a| の整数部分。",
            "出典: A. J. Cole, A. J. T. Davie (Math. Gaz. 53, 1969) は 0 まで続ける。この形は",
            "J. W. Grossman (Math. Mag. 70, 1997)。G. Nivasch, Discrete Math. 306 (2006) 2798-2800",
        ],
        "end-nim" => &[
            "一列に並んだ三山。列の端の山から好きなだけ取る。",
            "出典: M. H. Albert, R. J. Nowakowski, Electron. J. Combin. 8(2) (2001), R1",
        ],
        "chomp2" => &[
            "a 個と b 個の二段のチョンプ。最後の一口も手に数え、角を食べた人の勝ち。",
            "一つの升と、その右と下にある升をすべて食べる。",
            "出典: D. Gale, Amer. Math. Monthly 81 (1974) 876-879",
        ],
        "chomp3" => &[
            "三段のチョンプ。毒の角を食べると負けなので、最後の一口は手に数えない。",
            "出典: D. Zeilberger, Adv. in Appl. Math. 26 (2001) 168-179",
        ],
        "silver-dollar" => &[
            "升 0, 1, 2, … の帯に三枚のコイン。一枚を下へ滑らせる。重なったり飛び越えたりできない。",
            "グランディ数は a xor (c - b - 1)。",
            "出典: J. H. Conway, 「On Numbers and Games」(銀貨なし)",
        ],
        "kayles" => &[
            "一列に並んだ n 本のピンから、一本、または隣り合う二本を倒す。",
            "出典: R. K. Guy, C. A. B. Smith, Proc. Cambridge Philos. Soc. 52 (1956) 514-526:",
            "n = 71 から周期 12",
        ],
        "string-cutting" => &[
            "実数の長さのひもを、どちらも長さ 1 以上になるように切る。m は長さの整数部分。",
            "二本の整数部分の和は m または m - 1 なので、グランディ数は m - 1 本のピンのケイレスと同じ。",
            "出典: R. K. Guy, C. A. B. Smith, Proc. Cambridge Philos. Soc. 52 (1956)",
        ],
        "northcott" => &[
            "帯の升 a に左の駒、升 b に右の駒があり、向かい合っている。",
            "左は p 升まで、右は q 升まで進む。飛び越えはない。",
            "「Winning Ways」第 3 章のノースコットのゲームから。そこでは p と q に制限がない。",
        ],
        "cutcake" => &[
            "x 行 y 列のケーキ。左は列の間を、右は行の間を切る。",
            "値はすべて整数。",
            "出典: E. Berlekamp, J. Conway, R. Guy, 「Winning Ways」第 2 章",
        ],
        "maundy-cake" => &[
            "カットケーキと同じだが、一度に何個にでも等分する。辺の長さは整数。",
            "局面は x 行 y 列のケーキ m 個。m = 1 を見ればよい。",
            "出典: E. Berlekamp, J. Conway, R. Guy, 「Winning Ways」第 2 章",
        ],
        "eatcake" => &[
            "x 行 y 列のケーキ。左は一列、右は一行を食べる。二つに分かれることもある。",
            "出典: E. Berlekamp, J. Conway, R. Guy, 「Winning Ways」第 1 巻",
        ],
        "turn-and-eatcake" => &[
            "イートケーキと同じだが、一手ごとに残りを四分の一回転させる。",
            "出典: E. Berlekamp, J. Conway, R. Guy, 「Winning Ways」第 1 巻",
        ],
        "domineering" => &[
            "r 行 c 列の盤のドミノ。左は縦に、右は横に置く。",
            "局面はビットマスク。升 i がふさがっていれば m のビット i が 1。升は行ごとに数える。",
            "出典: E. Berlekamp, J. Conway, R. Guy, 「Winning Ways」第 1 巻",
        ],
        "toads-and-frogs" => &[
            "長さ n の帯で、ヒキガエル t は上へ、カエル f は下へ進む。空いた升へ一歩、または",
            "相手の駒を一つ飛び越えて空いた升へ。t と f のビット i が升 i。",
            "出典: E. Berlekamp, J. Conway, R. Guy, 「Winning Ways」第 1 巻",
        ],
        _ => &[],
    }
}
