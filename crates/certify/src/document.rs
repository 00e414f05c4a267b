//! The certificate document: what is claimed of which rule, and the data of the proof.
//!
//! In JSON every tagged type is an object with exactly one key, the tag:
//! `"rule":{"take-and-break":{"digits":[0,7,7]}}`. Numbers are non-negative integers below
//! 2^64 (constants of games on tuples may be negative). A field that is not described here makes a certificate invalid, and so does `null`, or a list in
//! the place of an object: [`check`](crate::check) reads more strictly than serde alone would.

use std::fmt;

use serde::de::{Error, MapAccess, Unexpected, Visitor, value::MapAccessDeserializer};
use serde::{Deserialize, Deserializer, Serialize};

use crate::board::{BoardClaim, BoardRule, BoardStrategy};
use crate::canonical;
use crate::formula::{FormulaClaim, FormulaProof, TupleRule, WinsProof};
use crate::growth::{HeapOrder, ValueGrowth};
use crate::values::ValuePeriod;

/// The value of the field `format` of every certificate.
pub const FORMAT: &str = "ishitori-certificate";

/// The version of the format that this crate writes and reads.
pub const VERSION: u64 = 1;

/// A certificate: a rule, a statement about it, and the data from which the checker proves it.
///
/// ```
/// use ishitori_certify::*;
/// let kayles = Certificate::new(
///     Rule::take_and_break([0, 7, 7]),
///     Claim::period(71, 12),
///     Proof::guy_smith(),
/// );
/// let text = kayles.to_json();
/// assert!(check(&text).valid);
/// assert!(!check(&text.replace("12", "6")).valid);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    pub(crate) format: String,
    pub(crate) version: u64,
    /// The rule, as data that needs no parser.
    pub rule: Rule,
    /// The claim.
    pub claim: Claim,
    /// How it is proved.
    pub data: Proof,
    /// SHA-256 over the canonical text of everything else, in hexadecimal.
    hash: String,
}

impl Certificate {
    /// The certificate with its hash. It is not checked here. O(size).
    pub fn new(rule: Rule, claim: Claim, data: Proof) -> Self {
        let mut certificate = Certificate {
            format: FORMAT.to_owned(),
            version: VERSION,
            rule,
            claim,
            data,
            hash: String::new(),
        };
        let text = serde_json::to_string(&certificate).expect("plain data is JSON");
        certificate.hash = canonical::hash(&text).expect("it was written just now");
        certificate
    }

    /// The hash, 64 hexadecimal digits. O(1).
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The document, indented, with a final line break. O(size).
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("plain data is JSON");
        text.push('\n');
        text
    }
}

/// The rule of a heap game, self-contained.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// A take-and-break game with finitely many digits.
    TakeAndBreak(Digits),
    /// Take s tokens, for an s in a finite set.
    Subtraction(SubtractionSet),
    /// Take any positive number of tokens that is not in a finite set.
    AllBut(AllButSet),
    /// Left and Right take from different finite sets. For quotients and values.
    Partizan(PartizanSets),
    /// A take-and-break game of a more general kind. For quotients only.
    Code(GeneralCode),
    /// A game on tuples of numbers. For formulas only.
    Tuples(TupleRule),
    /// A game on a board, with a position. For strategies only.
    Board(BoardRule),
}

/// The digits of a take-and-break code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Digits {
    /// `digits[d]` has bit j set when a player may remove exactly d tokens from a heap and leave
    /// exactly j heaps, none of them empty. `digits[0]` is the digit before the point, in which
    /// bits 0 and 1 are not allowed. The last digit is not 0.
    pub digits: Vec<u32>,
}

/// A finite subtraction set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubtractionSet {
    /// The set, increasing, without 0.
    pub set: Vec<u64>,
}

/// A cofinite subtraction set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AllButSet {
    /// The positive numbers that may *not* be taken, increasing.
    pub excluded: Vec<u64>,
}

/// The sets of a game in which the players take different numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartizanSets {
    /// The numbers that Left may take, increasing, without 0; perhaps none.
    pub left: Vec<u64>,
    /// The numbers that Right may take.
    pub right: Vec<u64>,
    /// Whether a player may break what is left of the heap into two heaps.
    pub splits: bool,
}

/// A general take-and-break code: with conditions on the parts, or digits that repeat forever.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GeneralCode {
    /// `digits[d]` says what may be left after d tokens are taken. `digits[0]` is the digit before
    /// the point, which allows no fewer than two heaps.
    pub digits: Vec<CodeDigit>,
    /// How many of the last digits, of those after the first, repeat forever; 0 for a finite code.
    pub repeat: u64,
}

/// The heaps that may be left after a certain number of tokens is taken: heaps, none of them empty.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CodeDigit {
    /// Numbers of heaps that may be left, increasing, at most 31.
    pub parts: Vec<u64>,
    /// Every number of heaps from this one on may be left too; it is larger than those of `parts`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every_from: Option<u64>,
    /// Which sizes the heaps may have.
    #[serde(default, skip_serializing_if = "Sizes::is_any")]
    pub sizes: Sizes,
}

/// The sizes of the heaps that one move leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sizes {
    /// Any sizes.
    #[default]
    Any,
    /// No two heaps of the same size.
    Distinct,
    /// All heaps of one size.
    Equal,
}

/// A word, never an object: `{"any": null}` is not a size.
impl<'de> Deserialize<'de> for Sizes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Word;
        impl Visitor<'_> for Word {
            type Value = Sizes;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("any, distinct or equal")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Sizes, E> {
                match word {
                    "any" => Ok(Sizes::Any),
                    "distinct" => Ok(Sizes::Distinct),
                    "equal" => Ok(Sizes::Equal),
                    _ => Err(E::unknown_variant(word, &["any", "distinct", "equal"])),
                }
            }
        }
        deserializer.deserialize_str(Word)
    }
}

impl Sizes {
    fn is_any(&self) -> bool {
        *self == Sizes::Any
    }
}

impl Rule {
    /// The take-and-break rule with the digits d0, d1, d2, …; zeros at the end are dropped. O(k).
    pub fn take_and_break(digits: impl Into<Vec<u32>>) -> Self {
        let mut digits = digits.into();
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Rule::TakeAndBreak(Digits { digits })
    }

    /// The subtraction game of a set, in any order. O(k log k).
    pub fn subtraction(set: impl Into<Vec<u64>>) -> Self {
        Rule::Subtraction(SubtractionSet { set: increasing(set.into()) })
    }

    /// The game in which everything may be taken except the given numbers. O(k log k).
    pub fn all_but(excluded: impl Into<Vec<u64>>) -> Self {
        Rule::AllBut(AllButSet { excluded: increasing(excluded.into()) })
    }

    /// The game in which Left takes from one set and Right from the other. O(k log k).
    pub fn partizan(left: impl Into<Vec<u64>>, right: impl Into<Vec<u64>>, splits: bool) -> Self {
        let (left, right) = (increasing(left.into()), increasing(right.into()));
        Rule::Partizan(PartizanSets { left, right, splits })
    }

    /// The code of these digits, of which the last `repeat` repeat forever. O(1).
    pub fn code(digits: impl Into<Vec<CodeDigit>>, repeat: u64) -> Self {
        Rule::Code(GeneralCode { digits: digits.into(), repeat })
    }
}

fn increasing(mut set: Vec<u64>) -> Vec<u64> {
    set.sort_unstable();
    set.dedup();
    set
}

/// A statement about a rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// The Grundy values of single heaps repeat under normal play.
    GrundyPeriod(GrundyPeriod),
    /// The quotient of all positions of several heaps. See [`mod@crate::quotient`].
    Quotient(Quotient),
    /// The outcomes of single heaps repeat under an end rule. See [`mod@crate::outcomes`].
    OutcomePeriod(OutcomePeriod),
    /// The values of single heaps repeat. See [`mod@crate::values`].
    ValuePeriod(ValuePeriod),
    /// The values of single heaps grow forever. See [`mod@crate::growth`].
    ValueGrowth(ValueGrowth),
    /// A formula holds at all positions of a game on tuples. See [`mod@crate::formula`].
    Formula(FormulaClaim),
    /// Who wins at a position of a board, or its nimber. See [`mod@crate::board`].
    BoardStrategy(BoardClaim),
}

/// The end rule: a letter for each number of stones left in all.
///
/// The letter is the outcome of that final position: L and R, regardless of who is to move; N, the player to
/// move; P, the other one. Normal play is one P, misère play one N, repeated forever.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// The letters of 0, 1, 2, … stones.
    pub letters: String,
    /// How many of the last letters repeat forever.
    pub repeat: u64,
}

/// The end rule of a sum of heaps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum QuotientEnd {
    /// It depends on the stones left in all.
    Stones(End),
    /// It depends on the moves played.
    Moves(CountedMoves),
}

/// The word `moves`: Left wins exactly if the number of moves played is even.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CountedMoves {
    /// `"moves"`.
    Moves,
}

/// The word or the object, distinguished by their first character.
impl<'de> Deserialize<'de> for QuotientEnd {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct WordOrObject;
        impl<'de> Visitor<'de> for WordOrObject {
            type Value = QuotientEnd;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"moves\" or an object with letters and repeat")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<QuotientEnd, E> {
                match word {
                    "moves" => Ok(QuotientEnd::moves()),
                    _ => Err(E::invalid_value(Unexpected::Str(word), &self)),
                }
            }

            fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<QuotientEnd, A::Error> {
                End::deserialize(MapAccessDeserializer::new(fields)).map(QuotientEnd::Stones)
            }
        }
        deserializer.deserialize_any(WordOrObject)
    }
}

impl QuotientEnd {
    /// The end by a letter for each number of stones left in all. O(letters).
    pub fn stones(letters: impl Into<String>, repeat: u64) -> Self {
        QuotientEnd::Stones(End { letters: letters.into(), repeat })
    }

    /// The end by the parity of the moves played. O(1).
    pub fn moves() -> Self {
        QuotientEnd::Moves(CountedMoves::Moves)
    }
}

/// The quotient of the positions of several heaps by "the same outcome in every sum".
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quotient {
    /// The end rule: who wins when no move is left.
    pub end: QuotientEnd,
    /// Only heaps up to this size take part; all heaps if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to: Option<u64>,
    /// The least heap from which the pretending function Φ repeats; absent if `up_to` is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preperiod: Option<u64>,
    /// The least period of the pretending function Φ; absent if `up_to` is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<u64>,
    /// The number of elements.
    pub order: u64,
    /// How many elements have each outcome.
    pub outcomes: Outcomes,
}

/// How many elements have each outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "UPPERCASE")]
pub struct Outcomes {
    /// The player who moves second wins.
    pub p: u64,
    /// The player who moves first wins.
    pub n: u64,
    /// Left wins.
    pub l: u64,
    /// Right wins.
    pub r: u64,
}

/// o(n + period) = o(n) for all n ≥ preperiod, where o(n) is the outcome class of the heap n.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutcomePeriod {
    /// The end rule: who wins when no move is left.
    pub end: End,
    /// The heap from which the equation holds.
    pub preperiod: u64,
    /// The period, at least 1.
    pub period: u64,
    /// Whether it is claimed that no smaller period and no smaller preperiod will do.
    pub least: bool,
    /// The outcomes of the heaps n < preperiod + period, one letter L, R, N or P for each.
    pub outcomes: String,
}

/// G(n + period) = G(n) + saltus for all n ≥ preperiod.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GrundyPeriod {
    /// The heap from which the equation holds.
    pub preperiod: u64,
    /// The period, at least 1.
    pub period: u64,
    /// The saltus: what one period adds to the values; 0 for an ordinary period.
    pub saltus: u64,
    /// Whether it is claimed that no smaller period and no smaller preperiod will do.
    pub least: bool,
    /// The greatest Grundy value of any heap, if it is claimed (only with saltus 0).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_value: Option<u64>,
    /// The period of the pattern of zeros and non-zeros, if it is claimed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win_lose: Option<WinLosePeriod>,
}

/// G(n + period) = 0 exactly when G(n) = 0, for all n ≥ preperiod.
///
/// It is claimed to be least when the certificate claims that of the Grundy values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WinLosePeriod {
    /// The heap from which the pattern repeats.
    pub preperiod: u64,
    /// The period, at least 1.
    pub period: u64,
}

impl Claim {
    /// The claim of a least preperiod and a least period, saltus 0. O(1).
    pub fn period(preperiod: u64, period: u64) -> Self {
        Claim::GrundyPeriod(GrundyPeriod {
            preperiod,
            period,
            saltus: 0,
            least: true,
            max_value: None,
            win_lose: None,
        })
    }
}

/// The theorem that proves the claim, and what the checker must know to apply it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Proof {
    /// Agreement over the range of Guy and Smith; take-and-break rules. See [`mod@crate::guy_smith`].
    GuySmith(NoData),
    /// Agreement over max(S) heaps; subtraction sets. See [`mod@crate::subtraction`].
    Subtraction(NoData),
    /// Agreement of the recent past relative to the values used; all-but sets.
    /// See [`mod@crate::all_but`].
    AllBut(NoData),
    /// Agreement over max(S) heaps; outcomes of subtraction sets. See [`mod@crate::outcomes`].
    Outcomes(NoData),
    /// Agreement over as many heaps as decide the next one; values of heaps that are never split.
    /// See [`mod@crate::values`].
    Values(NoData),
    /// The order of all pairs of heaps; values that grow. See [`mod@crate::growth`].
    HeapOrder(HeapOrder),
    /// Comparison of all options with full ones; arithmetic periods of rules with three parts or
    /// more. See [`mod@crate::arithmetic`].
    Arithmetic(Arithmetic),
    /// A window certificate; take-and-break rules with at most two parts whose values are nearly
    /// all common. See [`mod@crate::window`].
    Window(Window),
    /// A window certificate with values along the way, so that it can be checked in pieces. See
    /// [`mod@crate::milestones`].
    Milestones(Milestones),
    /// The quotient itself. See [`mod@crate::quotient`].
    Quotient(QuotientData),
    /// Automata of Grundy numbers. See [`mod@crate::formula::grundy`].
    Formula(FormulaProof),
    /// Automata of outcomes. See [`mod@crate::formula::wins`].
    FormulaWins(WinsProof),
    /// Lost positions, each after those on which it rests. See [`mod@crate::board`].
    BoardStrategy(BoardStrategy),
}

/// A quotient: a finite commutative monoid, the outcomes of its elements and the pretending function Φ.
///
/// Elements are numbered from 0, the identity.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuotientData {
    /// Heap sizes, increasing, whose images generate the monoid.
    pub generators: Vec<u64>,
    /// `action[i][x]` is the product of element x and the image of heap `generators[i]`.
    pub action: Vec<Vec<u64>>,
    /// The outcome of each element, one letter each.
    pub outcomes: String,
    /// The values of the pretending function Φ at heaps 0, 1, …: up to `up_to`, or below preperiod + period.
    pub phi: Vec<u64>,
}

/// A proof for which the rule and the claim say everything.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoData {}

/// The data of a proof of an arithmetic period.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arithmetic {
    /// The multiple q of the claimed period to which the theorem is applied; its saltus must be a
    /// power of two. 2p may serve where p is odd.
    pub proved_period: u64,
    /// The heap N from which one period of heaps is examined: at least h·(n0 + 2q) + k with
    /// n0 = max(preperiod, 1), h the greatest number of parts, k the largest digit index.
    pub start: u64,
}

/// The data of a window certificate.
///
/// With k the largest digit index, W = reach + k + 2.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// The value mask m: heap n is rare when popcount(G(n) & m), plus n + π if `position`, is even.
    pub mask: u64,
    /// Whether the parity of the heap takes part; then all splitting digits have one parity π.
    pub position: bool,
    /// Every rare heap is at most `reach`, and beyond heap 2W every rare value below G(n) is the
    /// value of a take or of a split one part of which is at most `reach` (an equal split
    /// also serves for the value 0 where that is invariant).
    pub reach: u64,
    /// The heap n1 with n1 > 2W and n1 ≥ preperiod + W: the values agree on preperiod ≤ n < n1.
    pub start: u64,
    /// The multiple q of the claimed period p to which the theorem is applied; q = p except where
    /// p is odd and the theorem needs an even period.
    pub proved_period: u64,
    /// The number of rare heaps, heap 0 counted if it is rare.
    pub rare_count: u64,
    /// The last rare heap.
    pub last_rare: u64,
}

/// The data of a window certificate with milestones.
///
/// With k the largest digit index, W = reach + k + 2.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Milestones {
    /// As in [`Window`].
    pub mask: u64,
    /// As in [`Window`].
    pub position: bool,
    /// As in [`Window`]; equal splits do not serve here.
    pub reach: u64,
    /// The number of rare heaps, heap 0 counted if it is rare.
    pub rare_count: u64,
    /// The last rare heap.
    pub last_rare: u64,
    /// Heaps, increasing, each with the W values before it. The first is more than 2W, one is
    /// preperiod + W, and all are less than preperiod + W + period.
    pub milestones: Vec<Milestone>,
    /// For each prime divisor r of the period, increasing, a heap n ≥ preperiod with
    /// G(n + period/r) ≠ G(n); none if the claim does not say that the numbers are least.
    pub differing: Vec<u64>,
}

/// A heap and the values before it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Milestone {
    /// The heap.
    pub heap: u64,
    /// The W values before it in the digits A–Z, a–z, 0–9, + and / of 0 to 63, one digit each, or
    /// two if some value is larger, the higher one first.
    pub values: String,
}

impl Proof {
    /// Guy and Smith's theorem. O(1).
    pub fn guy_smith() -> Self {
        Proof::GuySmith(NoData {})
    }

    /// The repetition of max(S) values. O(1).
    pub fn subtraction() -> Self {
        Proof::Subtraction(NoData {})
    }

    /// The repetition of max(S) outcomes. O(1).
    pub fn outcomes() -> Self {
        Proof::Outcomes(NoData {})
    }

    /// The repetition of the values that decide the next one. O(1).
    pub fn values() -> Self {
        Proof::Values(NoData {})
    }

    /// The repetition of the recent past of an all-but game. O(1).
    pub fn all_but() -> Self {
        Proof::AllBut(NoData {})
    }
}
