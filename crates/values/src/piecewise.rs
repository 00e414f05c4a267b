//! Piecewise linear functions of temperature with slopes −1, 0 and 1, exactly.

use std::cmp::Ordering;

use crate::dyadic::Dyadic;

/// A continuous function on temperatures t ≥ −1 that is linear between breakpoints, with integer
/// slopes of absolute value at most 1.
///
/// Stored as the points where it bends, lowest temperature first, the first one at t = −1, and the
/// slope after the last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piecewise {
    points: Vec<(Dyadic, Dyadic)>,
    last_slope: i32,
}

impl Piecewise {
    /// The constant function. O(1).
    pub fn constant(x: Dyadic) -> Self {
        Piecewise { points: vec![(Dyadic::from(-1), x)], last_slope: 0 }
    }

    /// The bends (t, x), lowest temperature first; the first point is at t = −1. O(1).
    pub fn points(&self) -> &[(Dyadic, Dyadic)] {
        &self.points
    }

    /// The slope above the last bend. O(1).
    pub fn last_slope(&self) -> i32 {
        self.last_slope
    }

    /// The value at t ≥ −1. O(bends).
    pub fn at(&self, t: &Dyadic) -> Dyadic {
        let i = self.points.partition_point(|p| &p.0 <= t).max(1) - 1;
        let (t0, x0) = &self.points[i];
        x0 + &times(self.slope_after(i), &(t - t0))
    }

    /// The slope between bend i and the next.
    pub fn slope_after(&self, i: usize) -> i32 {
        match self.points.get(i + 1) {
            None => self.last_slope,
            Some((_, x1)) => {
                let (_, x0) = &self.points[i];
                match x1.cmp(x0) {
                    Ordering::Equal => 0,
                    Ordering::Greater => 1,
                    Ordering::Less => -1,
                }
            }
        }
    }

    /// The function x(t) + slope·t: a player pays the tax t. The result has slopes at most 1 again
    /// for the walls of a thermograph. O(bends).
    pub fn taxed(&self, slope: i32) -> Piecewise {
        let points = self.points.iter().map(|(t, x)| (t.clone(), x + &times(slope, t))).collect();
        Piecewise { points, last_slope: self.last_slope + slope }
    }

    /// The pointwise maximum (`sign` = 1) or minimum (`sign` = −1). O(bends of both).
    pub fn envelope(&self, other: &Piecewise, sign: i32) -> Piecewise {
        let mut points: Vec<(Dyadic, Dyadic)> = Vec::new();
        let mut push = |t: Dyadic, x: Dyadic| points.push((t, x));
        let mut temperatures: Vec<&Dyadic> =
            self.points.iter().chain(&other.points).map(|p| &p.0).collect();
        temperatures.sort();
        temperatures.dedup();
        let better =
            |a: &Dyadic, b: &Dyadic| if (a >= b) == (sign > 0) { a.clone() } else { b.clone() };
        for (i, t) in temperatures.iter().enumerate() {
            let (a, b) = (self.at(t), other.at(t));
            push((*t).clone(), better(&a, &b));
            // Between two bends of either function both are straight: at most one crossing.
            let gap = &a - &b;
            let (sa, sb) = (self.slope_at(t), other.slope_at(t));
            if gap.is_zero() || sa == sb {
                continue;
            }
            // gap + (sa − sb)·d = 0
            let d = (-&gap)
                .checked_div(&Dyadic::from(i64::from(sa - sb)))
                .expect("slopes differ by 1 or 2");
            let inside =
                d.signum() > 0 && temperatures.get(i + 1).is_none_or(|next| &(*t + &d) < *next);
            if inside {
                let crossing = *t + &d;
                let x = self.at(&crossing);
                push(crossing, x);
            }
        }
        let last = temperatures.last().expect("there is a first point");
        let beyond = points.last().expect("just pushed").0.clone().max((*last).clone());
        let (a, b) =
            (self.at(&(&beyond + &Dyadic::from(1))), other.at(&(&beyond + &Dyadic::from(1))));
        let last_slope = if (a >= b) == (sign > 0) { self.last_slope } else { other.last_slope };
        Piecewise { points, last_slope }.simplified()
    }

    /// The slope just above t.
    fn slope_at(&self, t: &Dyadic) -> i32 {
        let i = self.points.partition_point(|p| &p.0 <= t).max(1) - 1;
        self.slope_after(i)
    }

    /// The function cut off at temperature t by a vertical mast. O(bends).
    pub fn with_mast(&self, t: &Dyadic) -> Piecewise {
        let mut points: Vec<_> = self.points.iter().filter(|p| &p.0 < t).cloned().collect();
        points.push((t.clone(), self.at(t)));
        Piecewise { points, last_slope: 0 }.simplified()
    }

    /// The least t ≥ −1 with self(t) ≤ other(t), for a difference that does not increase.
    pub fn meets(&self, other: &Piecewise) -> Dyadic {
        let mut temperatures: Vec<&Dyadic> =
            self.points.iter().chain(&other.points).map(|p| &p.0).collect();
        temperatures.sort();
        let gap = |t: &Dyadic| &self.at(t) - &other.at(t);
        let mut below = temperatures[0].clone();
        if gap(&below).signum() <= 0 {
            return below;
        }
        for t in temperatures {
            if gap(t).signum() <= 0 {
                break;
            }
            below = t.clone();
        }
        let closing = other.slope_at(&below) - self.slope_at(&below);
        let d = gap(&below)
            .checked_div(&Dyadic::from(i64::from(closing)))
            .expect("walls approach each other by 1 or 2");
        &below + &d
    }

    /// Without points at which the slope does not change.
    fn simplified(mut self) -> Piecewise {
        let mut kept: Vec<(Dyadic, Dyadic)> = Vec::with_capacity(self.points.len());
        for i in 0..self.points.len() {
            let bends = i == 0 || {
                let before = Piecewise {
                    points: vec![
                        kept.last().expect("the first is kept").clone(),
                        self.points[i].clone(),
                    ],
                    last_slope: 0,
                };
                before.slope_after(0) != self.slope_after(i)
            };
            if bends {
                kept.push(self.points[i].clone());
            }
        }
        self.points = kept;
        self
    }
}

fn times(slope: i32, t: &Dyadic) -> Dyadic {
    match slope {
        0 => Dyadic::ZERO,
        1 => t.clone(),
        -1 => -t,
        s => &Dyadic::from(i64::from(s)) * t,
    }
}
