//! What the functions of the calculator do, in one line each.

use crate::Lang;

/// The explanation of a function. A test sees to it that every function has one.
pub fn function_help(name: &str, lang: Lang) -> Option<&'static str> {
    HELP.iter().find(|h| h.0 == name).map(|h| match lang {
        Lang::En => h.1,
        Lang::Ja => h.2,
    })
}

#[rustfmt::skip]
const HELP: &[(&str, &str, &str)] = &[
    ("Mean", "mean value: where the mast of the thermograph stands", "平均値(温度グラフのマストの位置)"),
    ("Temperature", "temperature; -1/2^k for the number m/2^k", "温度。数 m/2^k の温度は -1/2^k"),
    ("LeftStop", "the number reached when Left moves first", "左が先手のときに到達する数(左停止値)"),
    ("RightStop", "the number reached when Right moves first", "右が先手のときに到達する数(右停止値)"),
    ("Thermograph", "left and right wall, mean and temperature", "温度グラフ(左右の壁、平均値、温度)"),
    ("Birthday", "the day on which the value is born", "値の誕生日"),
    ("Outcome", "who wins: P previous, N next, L Left, R Right", "帰結類。P 後手、N 先手、L 左、R 右の必勝"),
    ("OutcomeClass", "the same as Outcome", "Outcome と同じ"),
    ("MisereOutcome", "who wins the canonical form when the last move loses", "標準形を逆形(最後に動かした方が負け)で遊ぶときの帰結類"),
    ("MisereOutcomeClass", "the same as MisereOutcome", "MisereOutcome と同じ"),
    ("CanonicalForm", "the canonical form (all games are kept in it)", "標準形(ゲームはつねに標準形で保持される)"),
    ("Negative", "-G", "-G(左右を入れ替えたゲーム)"),
    ("LeftOptions", "Left's canonical options", "標準形における左の選択肢"),
    ("RightOptions", "Right's canonical options", "標準形における右の選択肢"),
    ("Followers", "all positions that can be reached, G included", "到達可能な局面すべて(G を含む)"),
    ("FollowerCount", "how many followers there are", "到達可能な局面の個数"),
    ("StopCount", "lines of play until a number is reached", "数に到達するまでの手順の個数"),
    ("LeftIncentives", "what Left gains by moving: G^L - G", "左が動いて得るもの G^L - G"),
    ("RightIncentives", "what Right gains by moving: G - G^R", "右が動いて得るもの G - G^R"),
    ("Incentives", "the best incentives of both players", "両者のインセンティブのうち極大なもの"),
    ("Cool", "G cooled by a number t >= 0", "数 t >= 0 による冷却"),
    ("Freeze", "G cooled by its temperature", "自身の温度による冷却"),
    ("Heat", "G heated by T (any game)", "T による加熱(T は任意のゲーム)"),
    ("Overheat", "G overheated from S to T", "S から T までの過熱"),
    ("NortonProduct", "Norton product of G by the unit U", "U を単位とするノートン積"),
    ("ConwayProduct", "Conway product (of numbers, nimbers, games)", "コンウェイ積(数、ニム数、ゲーム)"),
    ("OrdinalSum", "ordinal sum G:H", "順序和 G:H"),
    ("AtomicWeight", "atomic weight, where there is one", "原子量(存在する場合)"),
    ("ReducedCanonicalForm", "simplest game infinitesimally close to G", "G に無限小に近い最も簡単なゲーム(縮約標準形)"),
    ("Companion", "G with 0 and * exchanged", "0 と * を入れ替えたゲーム"),
    ("Tiny", "{0||0|-G}", "{0||0|-G}"),
    ("Miny", "{G|0||0}", "{G|0||0}"),
    ("IsNumber", "whether G is a number", "数であるか"),
    ("IsInteger", "whether G is an integer", "整数であるか"),
    ("IsNimber", "whether G is a nimber", "ニム数であるか"),
    ("IsNumberUpStar", "whether G is x + n.^ + *k", "x + n.^ + *k の形であるか"),
    ("IsUptimal", "whether G is x + *k + a sum of powers of ^", "x + *k と ^ のべきの和であるか"),
    ("IsInfinitesimal", "whether both stops are 0", "無限小であるか(左右の停止値が 0)"),
    ("IsNumberish", "whether both stops are equal", "左右の停止値が等しいか"),
    ("IsAllSmall", "whether both or neither can move everywhere", "どの局面でも両者が動けるかどちらも動けないか"),
    ("IsAtomic", "whether G has an atomic weight", "原子量をもつか"),
    ("IsImpartial", "whether 'G' as written has the same options for both players, everywhere", "書いたままの形 'G' が不偏ゲームの形か(どの局面でも左右の選択肢が同じか)"),
    ("FormalBirthday", "the length of the longest play of 'G' as written", "書いたままの形 'G' の最長の手数"),
    ("Mex", "the least number that is not among these", "どれとも異なる最小の数(最小除外数)"),
    ("mex", "the same as Mex", "Mex と同じ"),
    ("NimSum", "nim-sum of integers, ordinals or nimbers", "ニム和(整数、順序数またはニム数)"),
    ("NimProduct", "nim-product of integers, ordinals or nimbers", "ニム積(整数、順序数またはニム数)"),
    ("NimInverse", "nim-inverse of an integer, ordinal or nimber", "ニム積についての逆元"),
    ("Sum", "the sum of a list or set", "リストまたは集合の要素の和"),
    ("Max", "the greatest element of a list or set", "リストまたは集合の最大の要素"),
    ("Min", "the least element of a list or set", "リストまたは集合の最小の要素"),
    ("Count", "how many elements a list or set has", "リストまたは集合の要素の個数"),
    ("Onside", "the value if plays without end are won by Left", "終わらない手順を左の勝ちとしたときの値"),
    ("Offside", "the value if plays without end are won by Right", "終わらない手順を右の勝ちとしたときの値"),
    ("IsStopper", "whether alternating play always ends", "交互の手順がつねに終わるか(ストッパーか)"),
    ("IsStopperSided", "whether both sides are stoppers", "両側がストッパーか"),
    ("IsPlumtree", "whether all cycles of the simplest form are passes", "最簡形の閉路がすべてパスか"),
    ("IsPseudonumber", "whether it is a number, x + over, x + under, on or off", "数、x + over、x + under、on、off のどれかか"),
    ("IsNumberTiny", "whether it is a number and a tiny or a miny", "数とタイニーまたはマイニーの和か"),
    ("IsIdempotent", "whether G + G = G", "G + G = G か"),
    ("IsStable", "whether both varieties of a stopper are the same", "ストッパーの二つの多様度が等しいか"),
    ("Degree", "the degree of a stopper: the onside of G - G", "ストッパーの次数(G - G のオンサイド)"),
    ("Variety", "the variety of a stopper whose degree is an idempotent", "次数が冪等なストッパーの多様度"),
    ("Upsum", "the onside of the sum of two stoppers", "二つのストッパーの和のオンサイド"),
    ("Downsum", "the offside of the sum of two stoppers", "二つのストッパーの和のオフサイド"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use ishitori_values::calculator::{FUNCTIONS, LOOPY_FUNCTIONS};

    #[test]
    fn every_function_is_explained() {
        for f in FUNCTIONS {
            for lang in [Lang::En, Lang::Ja] {
                assert!(function_help(f.name, lang).is_some_and(|h| !h.is_empty()), "{}", f.name);
            }
        }
        for (name, ..) in HELP {
            let known = FUNCTIONS.iter().any(|f| f.name == *name) || LOOPY_FUNCTIONS.contains(name);
            assert!(known, "{name} is not a function");
        }
    }
}
