//! The library of games in the language, in words.

use ishitori_language::{LIBRARY, TextGame};

use crate::{Lang, Text};

impl Text {
    /// What a game of the library is about.
    pub fn library_game(&self, name: &str) -> &'static str {
        let (en, ja) = match name {
            "chocolate" => (
                "a chocolate bar with y <= z div k, such as k=3",
                "チョコレートゲーム y <= z div k(k=3 など)",
            ),
            "chocolate-stairs" => (
                "a chocolate bar with y <= f(z), stairs of width k from height c",
                "チョコレートゲーム y <= f(z)、幅 k 最初の高さ c の階段",
            ),
            "chocolate3" => (
                "a chocolate bar cut from three sides, k*y <= x + z",
                "三方向から割るチョコレートゲーム k*y <= x + z",
            ),
            "chocolate-pass" => {
                ("a chocolate bar with p passes", "パスが p 回できるチョコレートゲーム")
            }
            "wythoff-spread" => (
                "Wythoff's game, k and l from the heaps with |k - l| < t",
                "ワイトホフの一般化、両山から k 個と l 個、|k - l| < t",
            ),
            "domineering" => (
                "dominoes on a board of r by c, a bit mask (partizan)",
                "r×c の盤のドミナリング、ビットマスク(非不偏)",
            ),
            "toads-and-frogs" => (
                "Toads and Frogs on a strip of n squares, two bit masks (partizan)",
                "長さ n のヒキガエルとカエル、ビットマスク(非不偏)",
            ),
            "nim" => ("Nim with three heaps", "三山のニム"),
            "nim-pass" => ("two heaps of Nim with p passes", "パスが p 回できる二山のニム"),
            "bounded-nim" => {
                ("two heaps, at most m from one of them", "二山、一度に取れるのは m 個まで")
            }
            "thirty-one" => (
                "whoever says 31 loses, up to m numbers a move",
                "31 を言うと負け、一度に m 個まで",
            ),
            "wythoff" => {
                ("from one heap, or the same from both", "一山から、または二山から同じ数を取る")
            }
            "fibonacci-nim" => {
                ("at most twice what was taken last", "直前に取った数の二倍まで取れる")
            }
            "mem" => ("at least what was taken last", "直前に取った数以上を取る"),
            "euclid" => (
                "subtract a multiple of the smaller number",
                "大きい数から小さい数の倍数を引くユークリッドのゲーム",
            ),
            "end-nim" => ("three heaps in a row, take at the ends", "一列の三山の端の山から取る"),
            "chomp2" => ("Chomp with two rows", "二段のチョンプ"),
            "chomp3" => ("Chomp with three rows", "三段のチョンプ"),
            "silver-dollar" => {
                ("three coins slide down a strip", "三枚のコインを滑らせる銀貨のゲーム")
            }
            "kayles" => ("knock down one pin or two side by side", "ケイレス"),
            "string-cutting" => (
                "cut a string of real length, both parts at least 1",
                "実数の長さのひもを、どちらも 1 以上になるように切る",
            ),
            "northcott" => (
                "pieces of Left and Right face each other on a strip (partizan)",
                "左と右の駒が帯の上で向かい合う(非不偏)",
            ),
            "cutcake" => (
                "cut a cake, Left one way and Right the other (partizan)",
                "左は縦、右は横にケーキを切る(非不偏)",
            ),
            "maundy-cake" => {
                ("m cakes, cut into equal parts (partizan)", "m 個のケーキを等分に切る(非不偏)")
            }
            "eatcake" => {
                ("eat a row or column of a cake (partizan)", "ケーキの一列を食べる(非不偏)")
            }
            "turn-and-eatcake" => {
                ("as eatcake, the rest is turned (partizan)", "一列を食べ、残りを回す(非不偏)")
            }
            _ => ("", ""),
        };
        match self.lang {
            Lang::En => en,
            Lang::Ja => ja,
        }
    }

    /// A game that is not in the library.
    pub fn not_in_library(&self, name: &str) -> String {
        let names: Vec<&str> = LIBRARY.iter().map(|game| game.name).collect();
        let names = names.join(", ");
        match self.lang {
            Lang::En => {
                format!("there is no game `{name}` in the library; it has {names}")
            }
            Lang::Ja => {
                format!("ライブラリに「{name}」というゲームはありません。あるのは {names} です")
            }
        }
    }

    /// A game in the language that no heap engine knows.
    pub fn not_heaps(&self, game: &TextGame) -> String {
        match self.lang {
            Lang::En => format!(
                "{game} is not recognised as a heap game; expected a subtraction, octal or splitting game on one heap, see docs/language.md"
            ),
            Lang::Ja => format!(
                "{game} は山のゲームの形をしていません。ここでは一山の除去ゲーム・オクタルゲーム・分割ゲームを指定します(docs/language.ja.md)"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_of_the_library_is_described() {
        for game in LIBRARY {
            for lang in [Lang::En, Lang::Ja] {
                assert!(!Text::new(lang).library_game(game.name).is_empty(), "{}", game.name);
            }
        }
    }
}
