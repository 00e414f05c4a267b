//! Number-up-star values x + n·↑ + *k: most games met in practice, with closed forms for
//! everything (Siegel, *Combinatorial Game Theory*, II.4; Winning Ways, chapter 8).

use std::hash::Hasher;

use num_traits::ToPrimitive;
use rustc_hash::FxHasher;
use smallvec::SmallVec;

use super::node::Options;
use super::{Game, GameStore, MAX_WRITTEN_OPTIONS};
use crate::dyadic::Dyadic;
use crate::player::Player;
use ishitori_runtime::LimitReached;

/// The parts of a number-up-star value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberUpStar {
    /// The number x.
    pub number: Dyadic,
    /// The multiple of ↑, negative for ↓.
    pub ups: i32,
    /// The k of *k.
    pub nimber: u32,
}

/// The compact form in a node: the number is the double `x`, or entry `big − 1` of the store's
/// table of numbers that no double represents (then `x` is the double next to it).
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Nus {
    pub x: f64,
    pub big: u32,
    pub ups: i32,
    pub nim: u32,
}

impl Nus {
    pub const ZERO: Nus = Nus { x: 0.0, big: 0, ups: 0, nim: 0 };
    pub const STAR: Nus = Nus { x: 0.0, big: 0, ups: 0, nim: 1 };

    #[inline]
    pub fn is_number(&self) -> bool {
        self.ups == 0 && self.nim == 0
    }

    pub fn same_number(&self, other: &Nus) -> bool {
        self.big == other.big && self.x == other.x
    }

    pub fn with(self, ups: i32, nim: u32) -> Nus {
        Nus { ups, nim, ..self }
    }

    #[inline]
    pub fn hash(&self) -> u64 {
        let mut h = FxHasher::default();
        h.write_u64(self.x.to_bits());
        h.write_u32(self.big);
        h.write_u64(u64::from(self.ups as u32) << 32 | u64::from(self.nim));
        h.finish()
    }
}

impl GameStore {
    /// `a ≤ b` for number-up-star values with a ≠ b. O(1).
    ///
    /// With equal numbers: n·↑ + *k ≥ 0 iff n ≥ 2, or n = 1 and k ≠ 1, or n = k = 0.
    pub(crate) fn nus_leq(&self, a: &Nus, b: &Nus) -> bool {
        if a.x != b.x {
            return a.x < b.x;
        }
        if a.big != b.big {
            return self.dyadic(a.x, a.big) < self.dyadic(b.x, b.big);
        }
        let ups = i64::from(b.ups) - i64::from(a.ups);
        ups >= 2 || ups == 1 && a.nim ^ b.nim != 1 || ups == 0 && a.nim == b.nim
    }

    /// The sum of two number-up-star values. O(1) for machine-sized numbers.
    #[inline]
    pub(crate) fn nus_sum(&self, a: &Nus, b: &Nus) -> Result<Game, LimitReached> {
        let ups = a
            .ups
            .checked_add(b.ups)
            .filter(|n| *n != i32::MIN)
            .ok_or(LimitReached::Multiple { limit: i32::MAX as u64 })?;
        let nim = a.nim ^ b.nim;
        let (x, big) = match exact_sum(a.x, b.x) {
            Some(x) if a.big == 0 && b.big == 0 => (x, 0),
            _ => self.intern_number(&(&self.dyadic(a.x, a.big) + &self.dyadic(b.x, b.big)))?,
        };
        self.intern_nus(Nus { x, big, ups, nim })
    }

    pub(crate) fn nus_negative(&self, a: &Nus) -> Result<Game, LimitReached> {
        let (x, big) = match a.big {
            0 => (0.0 - a.x, 0),
            _ => self.intern_number(&-self.dyadic(a.x, a.big))?,
        };
        self.intern_nus(Nus { x, big, ups: -a.ups, nim: a.nim })
    }

    /// The canonical options. O(1) games, or k for *k.
    pub(super) fn nus_options(&self, nus: Nus) -> Result<Options, LimitReached> {
        let game = |ups, nim| self.intern_nus(nus.with(ups, nim));
        if nus.is_number() {
            let x = self.dyadic(nus.x, nus.big);
            let option = |y: Option<Dyadic>| -> Result<SmallVec<[Game; 1]>, LimitReached> {
                y.map(|y| self.number(&y)).into_iter().collect()
            };
            let left = option(x.left_option())?;
            let right = option((-&x).left_option().map(|y| -y))?;
            return Ok(Options::new(&left, &right));
        }
        if nus.ups == 0 {
            if nus.nim > MAX_WRITTEN_OPTIONS {
                return Err(LimitReached::Options { limit: u64::from(MAX_WRITTEN_OPTIONS) });
            }
            let options = (0..nus.nim).map(|k| game(0, k)).collect::<Result<Vec<_>, _>>()?;
            return Ok(Options::new(&options, &options));
        }
        // x + n·↑ + *k = {x | x + (n−1)·↑ + *(k⊕1)} for n ≥ 1, and ↑* = {0,*|0}.
        let toward_zero = nus.ups - nus.ups.signum();
        let mut near = vec![game(0, 0)?];
        if toward_zero == 0 && nus.nim == 1 {
            near.push(game(0, 1)?);
        }
        let far = [game(toward_zero, nus.nim ^ 1)?];
        Ok(if nus.ups > 0 { Options::new(&near, &far) } else { Options::new(&far, &near) })
    }

    /// The birthday: that of the number plus that of the infinitesimal; saturates.
    pub(super) fn nus_birthday(&self, nus: Nus) -> u32 {
        let number = self.dyadic(nus.x, nus.big).birthday().to_u32().unwrap_or(u32::MAX);
        number.saturating_add(up_star_birthday(nus.ups, nus.nim))
    }

    /// The number x as a game. O(1) for machine-sized numbers.
    pub fn number(&self, x: &Dyadic) -> Result<Game, LimitReached> {
        let (x, big) = self.intern_number(x)?;
        self.intern_nus(Nus { x, big, ups: 0, nim: 0 })
    }

    /// Recognises x + n·↑ + *k by its canonical options, for a game that is not a number.
    pub(super) fn recognise_nus(&self, left: &[Game], right: &[Game]) -> Option<Nus> {
        self.recognise_star(left, right)
            .or_else(|| self.recognise_ups(left, right, Player::Left))
            .or_else(|| self.recognise_ups(right, left, Player::Right))
    }

    /// x*k = {x, x*, …, x*(k−1) | the same}.
    fn recognise_star(&self, left: &[Game], right: &[Game]) -> Option<Nus> {
        if left.len() != right.len() {
            return None;
        }
        let first = self.nus(left[0])?;
        for side in [left, right] {
            let mut seen: SmallVec<[u32; 16]> = SmallVec::new();
            for &g in side {
                let n = self.nus(g).filter(|n| n.ups == 0 && n.same_number(&first))?;
                seen.push(n.nim);
            }
            seen.sort_unstable();
            if seen.iter().enumerate().any(|(k, &nim)| k as u32 != nim) {
                return None;
            }
        }
        Some(first.with(0, left.len() as u32))
    }

    /// x + n·↑ + *k for n ≥ 1 (Left is `favoured`) or n ≤ −1: the player whom the infinitesimal
    /// favours moves to x, the other one step toward x.
    fn recognise_ups(&self, near: &[Game], far: &[Game], favoured: Player) -> Option<Nus> {
        let &[far] = far else { return None };
        let far = self.nus(far)?;
        let sign = match favoured {
            Player::Left => 1,
            Player::Right => -1,
        };
        let has = |nim| {
            near.iter().any(|&g| {
                self.nus(g).is_some_and(|n| n.same_number(&far) && n.ups == 0 && n.nim == nim)
            })
        };
        match near.len() {
            1 if has(0) && far.ups * sign >= 0 && far.ups.abs() < i32::MAX - 1 => {
                // {x|x} is x*, which the caller has tried before.
                Some(far.with(far.ups + sign, far.nim ^ 1))
            }
            2 if has(0) && has(1) && far.is_number() => Some(far.with(sign, 1)),
            _ => None,
        }
    }
}

/// The birthday of n·↑ + *k.
pub(crate) fn up_star_birthday(ups: i32, nim: u32) -> u32 {
    let n = ups.unsigned_abs();
    let k = match (n, nim) {
        (0, k) => k,
        (_, 0) => 1,
        (n, k) if n % 2 == 1 && k != 1 => k ^ 1,
        (_, k) => k,
    };
    n.saturating_add(k)
}

/// a + b if that is a double (Knuth's two-sum finds the rounding error exactly).
#[inline]
fn exact_sum(a: f64, b: f64) -> Option<f64> {
    let s = a + b;
    let t = s - a;
    let error = (a - (s - t)) + (b - t);
    (error == 0.0 && s.is_finite() && (s == 0.0 || s.is_normal())).then_some(s + 0.0)
}
