//! Numeration systems: in which way numbers are written as words.
//!
//! Besides base 2, in two's complement, there are base b and the systems of A. Ostrowski (*Bemerkungen zur Theorie der
//! Diophantischen Approximationen*, 1922): for a continued fraction [0; a₁, a₂, …] the weights are q₀ = 1, q₁ = a₁,
//! qₙ₊₁ = aₙ₊₁qₙ + qₙ₋₁, and every number ≥ 0 is Σ bₙ₊₁qₙ in exactly one way with 0 ≤ bₙ₊₁ ≤ aₙ₊₁, b₁ < a₁, and bₙ = 0 wherever
//! bₙ₊₁ = aₙ₊₁. With aₙ = 2 for all n these are the numbers of Pell. With a₁ = 2 and aₙ = 1 for all others they are those of Fibonacci, and the digits
//! are bits of which no two neighbours are 1 (E. Zeckendorf 1972).
//!
//! A word is a letter of signs, and then the digits of the absolute value, the most significant first. A digit is written
//! with a fixed number of bits, so that a letter has one bit for each track here too. The quotients of a continued fraction repeat; a *block* are the
//! letters of one period, and all words have whole blocks, so that a letter knows its weight. Blocks of zeros may stand before a
//! number. 0 has no minus sign.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use ishitori_values::LimitReached;

use crate::automaton::{Automaton, States};
use crate::diagram::{Diagrams, Ref, Track};
use crate::numbers::{size, small};
use crate::work::Work;

/// The largest base and the largest quotient of a continued fraction.
pub const MAX_QUOTIENT: u32 = 255;
/// The most quotients that repeat.
pub const MAX_PERIOD: usize = 8;

/// A numeration system: base 2, or another one.
///
/// ```
/// use ishitori_automata::Base;
/// let fibonacci: Base = "fibonacci".parse().unwrap();
/// // 11 = 8 + 3
/// assert_eq!(fibonacci.code(11), Some(0b10100));
/// assert_eq!(fibonacci.number(0b10100), Some(11));
/// assert_eq!(fibonacci.number(0b11), None);
/// assert_eq!("ostrowski:[1;2]".parse::<Base>().unwrap().to_string(), "ostrowski:[1;2]");
/// assert!("ostrowski:[1;0]".parse::<Base>().is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Base(Option<Arc<Numeration>>);

/// A text that names no numeration system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected 2 to {MAX_QUOTIENT}, fibonacci, pell, or ostrowski:[0;a,b,…] with up to {MAX_PERIOD} quotients from 1 to {MAX_QUOTIENT} that repeat"
)]
pub struct NoBase;

/// Digits at one place, and at all that are a period away from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    /// How often the weight of the place goes into the next one.
    times: u32,
    /// The largest digit.
    most: u32,
    /// How many letters a digit has.
    letters: u32,
}

/// What a letter of a block counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Letter {
    /// How often the weight of its place goes into the next one.
    pub(crate) times: i64,
    /// How often a bit counts the weight of its place.
    pub(crate) weight: i64,
    /// Whether a digit begins, and whether it ends.
    pub(crate) first: bool,
    pub(crate) last: bool,
    /// The largest digit.
    most: i64,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Numeration {
    text: String,
    /// The places of a period, the least significant first.
    places: Vec<Place>,
    /// The letters of a block, the most significant first.
    pub(crate) letters: Vec<Letter>,
    /// Whether a weight counts the one before the last too, as in a continued fraction. Then 0 follows the largest digit.
    pub(crate) two: bool,
    /// What stands for the weight before the first one.
    pub(crate) before: i64,
    /// Whether the last digit may be the largest one.
    full_last: bool,
}

impl Numeration {
    fn of(text: String, places: Vec<Place>, two: bool, before: i64, full_last: bool) -> Base {
        let mut letters = Vec::new();
        for place in places.iter().rev() {
            for bit in (0..place.letters).rev() {
                letters.push(Letter {
                    times: place.times.into(),
                    weight: 1 << bit,
                    first: bit + 1 == place.letters,
                    last: bit == 0,
                    most: place.most.into(),
                });
            }
        }
        Base(Some(Arc::new(Numeration { text, places, letters, two, before, full_last })))
    }

    /// The weights of the places as far as they are at most `limit`, the least significant first.
    fn weights(&self, limit: u128) -> Vec<u128> {
        let mut weights = Vec::new();
        let (mut before, mut weight) = (u128::from(self.before != 0), 1u128);
        while weight <= limit {
            weights.push(weight);
            let place = self.places[(weights.len() - 1) % self.places.len()];
            let next = weight.checked_mul(place.times.into());
            let next = next.and_then(|next| next.checked_add(if self.two { before } else { 0 }));
            (before, weight) = match next {
                Some(next) => (weight, next),
                None => break,
            };
        }
        weights
    }

    /// The letters of a number, in whole blocks; none for 0.
    fn letters_of(&self, mut number: u128) -> Vec<bool> {
        let weights = self.weights(number);
        let count = weights.len().next_multiple_of(self.places.len());
        let mut word = Vec::new();
        for at in (0..count).rev() {
            let weight = weights.get(at).copied();
            let digit = weight.map_or(0, |weight| number / weight);
            number -= weight.map_or(0, |weight| digit * weight);
            let letters = self.places[at % self.places.len()].letters;
            word.extend((0..letters).rev().map(|bit| digit >> bit & 1 == 1));
        }
        word
    }

    /// The number of a word, whose last letter is the last one of a block; none if there is none, or none that fits.
    fn number_of(&self, word: &[bool]) -> Option<u128> {
        let mut number = 0u128;
        let (mut before, mut weight) = (Some(u128::from(self.before != 0)), Some(1u128));
        let mut rest = word;
        let mut last_was_zero = None;
        let mut at = 0;
        while !rest.is_empty() {
            let place = self.places[at % self.places.len()];
            let (more, digit) = rest.split_at(rest.len().saturating_sub(size(place.letters)));
            rest = more;
            let digit = digit.iter().fold(0u32, |d, &bit| d << 1 | u32::from(bit));
            let full = self.two && digit == place.most;
            let allowed = match last_was_zero {
                None => self.full_last || !full,
                Some(zero) => zero || !full,
            };
            if digit > place.most || !allowed {
                return None;
            }
            if digit > 0 {
                number = number.checked_add(weight?.checked_mul(digit.into())?)?;
            }
            let next = weight.and_then(|weight| {
                let next = weight.checked_mul(place.times.into())?;
                if self.two { next.checked_add(before?) } else { Some(next) }
            });
            (before, weight) = (weight, next);
            last_was_zero = Some(digit == 0);
            at += 1;
        }
        Some(number)
    }
}

impl Base {
    /// Base 2. O(1).
    pub fn binary() -> Base {
        Base(None)
    }

    /// Zeckendorf's numeration by Fibonacci numbers. O(1).
    pub fn fibonacci() -> Base {
        let bits = Place { times: 1, most: 1, letters: 1 };
        Numeration::of("fibonacci".to_string(), vec![bits], true, 1, true)
    }

    /// Whether this is base 2. O(1).
    pub fn is_binary(&self) -> bool {
        self.0.is_none()
    }

    pub(crate) fn numeration(&self) -> Option<&Numeration> {
        self.0.as_deref()
    }

    /// How many letters the words have more, or less, than others. O(1).
    pub fn block(&self) -> u32 {
        self.0.as_ref().map_or(1, |numeration| small(numeration.letters.len()))
    }

    /// How many places a period has: 1 in base 2. O(1).
    pub fn places(&self) -> usize {
        self.0.as_ref().map_or(1, |numeration| numeration.places.len())
    }

    /// How many letters a digit has at a place of a period, the most significant one first. O(1).
    pub fn letters_at(&self, place: usize) -> usize {
        let Some(numeration) = &self.0 else { return 1 };
        let count = numeration.places.len();
        size(numeration.places[count - 1 - place % count].letters)
    }

    /// The largest digit. O(places).
    pub fn largest_digit(&self) -> u32 {
        let digits = self.0.iter().flat_map(|numeration| &numeration.places);
        digits.map(|place| place.most).max().unwrap_or(1)
    }

    /// The largest number of numbers that are written with this many blocks. O(blocks · places).
    pub fn side(&self, blocks: u32) -> u64 {
        let Some(numeration) = &self.0 else { return 1u64.checked_shl(blocks).unwrap_or(u64::MAX) };
        let weights = numeration.weights(u64::MAX.into());
        let weight = weights.get(size(blocks).saturating_mul(numeration.places.len()));
        weight.and_then(|&weight| u64::try_from(weight).ok()).unwrap_or(u64::MAX)
    }

    /// The letters of a number as the bits of another one; none if there are more than 63. O(letters).
    pub fn code(&self, number: u64) -> Option<u64> {
        let Some(numeration) = &self.0 else { return Some(number) };
        let word = numeration.letters_of(number.into());
        let first = word.iter().position(|&bit| bit).unwrap_or(word.len());
        let word = &word[first..];
        (word.len() < 64).then(|| word.iter().fold(0, |code, &bit| code << 1 | u64::from(bit)))
    }

    /// The number whose letters are the bits of another one, if there is one. O(letters).
    pub fn number(&self, code: u64) -> Option<u64> {
        let Some(numeration) = &self.0 else { return Some(code) };
        let word: Vec<bool> = (0..64).map(|place| code >> (63 - place) & 1 == 1).collect();
        u64::try_from(numeration.number_of(&word)?).ok()
    }

    /// The word of an integer: its sign, and the letters after it, at least this many (in whole blocks). O(letters).
    pub(crate) fn word(&self, number: i128, letters: usize) -> Vec<bool> {
        let Some(numeration) = &self.0 else { return Vec::new() };
        let word = numeration.letters_of(number.unsigned_abs());
        let mut padded = vec![number < 0];
        padded.extend(std::iter::repeat_n(false, letters.saturating_sub(word.len())));
        padded.extend(word);
        padded
    }

    /// The integer of a word with its sign, if there is one that fits into 128 bits. O(letters).
    pub(crate) fn integer(&self, word: &[bool]) -> Option<i128> {
        let numeration = self.0.as_ref()?;
        let (&sign, letters) = word.split_first()?;
        let size = i128::try_from(numeration.number_of(letters)?).ok()?;
        Some(if sign { -size } else { size })
    }

    /// The words of one number. O(digits · letters).
    pub(crate) fn words(
        &self,
        track: Track,
        work: &mut Work<'_>,
    ) -> Result<Automaton, LimitReached> {
        let Some(numeration) = &self.0 else { return Ok(Automaton::constant(true)) };
        let mut states: States<Written> = States::new();
        states.number(Written::Start);
        let mut diagrams = Diagrams::default();
        let (mut roots, mut accepting) = (Vec::new(), Vec::new());
        while roots.len() < states.keys.len() {
            let from = states.keys[roots.len()];
            let mut to = |bit| Ref::leaf(states.number(numeration.written(from, bit)));
            let (low, high) = (to(false), to(true));
            roots.push(diagrams.node(track, low, high));
            accepting.push(numeration.is_written(from));
            work.state(roots.len(), || diagrams.bytes())?;
        }
        Automaton::build(vec![track], diagrams.nodes, roots, accepting, work)
    }
}

/// How far a number is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Written {
    Start,
    /// A minus sign and a number of zeros of a block.
    MinusZero(usize),
    /// The number of letters of a block, what they make of a digit, and whether the digit before was the largest one.
    At(usize, i64, bool),
    Wrong,
}

impl Numeration {
    fn written(&self, from: Written, bit: bool) -> Written {
        let (at, digit, full) = match from {
            Written::Start if bit => return Written::MinusZero(0),
            Written::Start => return Written::At(0, 0, false),
            Written::MinusZero(at) if !bit => {
                return Written::MinusZero((at + 1) % self.letters.len());
            }
            Written::MinusZero(at) => (at, 0, false),
            Written::At(at, digit, full) => (at, digit, full),
            Written::Wrong => return Written::Wrong,
        };
        let letter = self.letters[at];
        let digit = digit + if bit { letter.weight } else { 0 };
        if digit > letter.most || (full && digit > 0) {
            return Written::Wrong;
        }
        let next = (at + 1) % self.letters.len();
        match letter.last {
            true => Written::At(next, 0, self.two && digit == letter.most),
            false => Written::At(next, digit, full),
        }
    }

    fn is_written(&self, at: Written) -> bool {
        match at {
            Written::Start => true,
            Written::At(0, _, full) => self.full_last || !full,
            _ => false,
        }
    }
}

impl fmt::Display for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_ref().map_or("2", |numeration| &numeration.text))
    }
}

impl FromStr for Base {
    type Err = NoBase;

    fn from_str(text: &str) -> Result<Base, NoBase> {
        let letters = |most: u32| u32::BITS - most.leading_zeros();
        let quotient = |text: &str| {
            let plain = text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse().ok().filter(|a| plain && (0..=MAX_QUOTIENT).contains(a)).ok_or(NoBase)
        };
        let text = text.trim();
        match text {
            "2" => return Ok(Base::binary()),
            "fibonacci" => return Ok(Base::fibonacci()),
            _ => {}
        }
        let period = match (text, text.strip_prefix("ostrowski:")) {
            ("pell", _) => vec![2],
            (_, Some(fraction)) => {
                let inner = fraction.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
                let (whole, period) = inner.and_then(|all| all.split_once(';')).ok_or(NoBase)?;
                quotient(whole.trim())?;
                let period = period.split(',').map(|a| quotient(a.trim()));
                period.collect::<Result<Vec<u32>, NoBase>>()?
            }
            _ => {
                let base = quotient(text)?;
                if base < 2 {
                    return Err(NoBase);
                }
                let place = Place { times: base, most: base - 1, letters: letters(base - 1) };
                return Ok(Numeration::of(base.to_string(), vec![place], false, 0, true));
            }
        };
        if period.len() > MAX_PERIOD || period.contains(&0) {
            return Err(NoBase);
        }
        let places = period.iter().map(|&a| Place { times: a, most: a, letters: letters(a) });
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        Ok(Numeration::of(text, places.collect(), true, 0, false))
    }
}
