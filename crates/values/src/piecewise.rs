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

    /// The function through these points, lowest temperature first and the first one at t = −1, that is constant above
    /// the last. The slopes between them must be −1, 0 or 1. O(points).
    ///
    /// # Panics
    /// If there are no points.
    ///
    /// ```
    /// use ishitori_values::{Dyadic, Piecewise};
    /// let points = [(-1, 3), (0, 2), (1, 1)].map(|(t, x)| (Dyadic::from(t), Dyadic::from(x)));
    /// let wall = Piecewise::to_mast(points.to_vec());
    /// assert_eq!((wall.points().len(), wall.at(&Dyadic::from(7))), (2, Dyadic::from(1)));
    /// ```
    pub fn to_mast(points: Vec<(Dyadic, Dyadic)>) -> Self {
        assert!(!points.is_empty(), "a function has a point");
        Piecewise { points, last_slope: 0 }.simplified()
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
            Some((_, x1)) => slope(&self.points[i].1, x1),
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
        let mut points = Vec::with_capacity(self.points.len() + other.points.len());
        let mut pair = Pair::new(self, other);
        let last_slope = loop {
            let gap = &pair.x[0] - &pair.x[1];
            let first = match gap.signum() {
                // Whichever is ahead above this point.
                0 => (pair.slopes[0] >= pair.slopes[1]) == (sign > 0),
                ahead => (ahead > 0) == (sign > 0),
            };
            let ahead = usize::from(!first);
            points.push((pair.t.clone(), pair.x[ahead].clone()));
            // Between two bends of either function both are straight: at most one crossing.
            let crossing = pair.crossing(&gap);
            let inside = crossing.filter(|d| pair.next.is_none_or(|next| &(&pair.t + d) < next));
            let crossed = inside.is_some();
            if let Some(d) = inside {
                let x = &pair.x[0] + &times(pair.slopes[0], &d);
                points.push((&pair.t + &d, x));
            }
            if !pair.advance() {
                break pair.slopes[if crossed { 1 - ahead } else { ahead }];
            }
        };
        Piecewise { points, last_slope }.simplified()
    }

    /// The function cut off at temperature t by a vertical mast. O(bends).
    pub fn with_mast(&self, t: &Dyadic) -> Piecewise {
        let mut points: Vec<_> = self.points.iter().filter(|p| &p.0 < t).cloned().collect();
        points.push((t.clone(), self.at(t)));
        Piecewise { points, last_slope: 0 }.simplified()
    }

    /// The least t ≥ −1 with self(t) ≤ other(t), for a difference that does not increase. O(bends of both).
    pub fn meets(&self, other: &Piecewise) -> Dyadic {
        let mut pair = Pair::new(self, other);
        loop {
            let gap = &pair.x[0] - &pair.x[1];
            if gap.signum() <= 0 {
                return pair.t;
            }
            if let Some(d) = pair.crossing(&gap) {
                let met = &pair.t + &d;
                if pair.next.is_none_or(|next| &met <= next) {
                    return met;
                }
            }
            assert!(pair.advance(), "walls approach each other by 1 or 2");
        }
    }

    /// Without points at which the slope does not change.
    fn simplified(mut self) -> Piecewise {
        let last_slope = self.last_slope;
        let mut kept: Vec<(Dyadic, Dyadic)> = Vec::with_capacity(self.points.len());
        let mut points = std::mem::take(&mut self.points).into_iter().peekable();
        while let Some(point) = points.next() {
            let after = points.peek().map_or(last_slope, |next| slope(&point.1, &next.1));
            if kept.last().is_none_or(|before| slope(&before.1, &point.1) != after) {
                kept.push(point);
            }
        }
        self.points = kept;
        self
    }
}

/// Two functions, followed from t = −1 upwards from bend to bend of either.
struct Pair<'p> {
    functions: [&'p Piecewise; 2],
    /// The last bend of each at or below `t`.
    at: [usize; 2],
    t: Dyadic,
    /// Their values at `t`.
    x: [Dyadic; 2],
    /// Their slopes just above `t`.
    slopes: [i32; 2],
    /// The next bend of either.
    next: Option<&'p Dyadic>,
}

impl<'p> Pair<'p> {
    fn new(one: &'p Piecewise, other: &'p Piecewise) -> Pair<'p> {
        let functions = [one, other];
        let mut pair = Pair {
            functions,
            at: [0, 0],
            t: one.points[0].0.clone(),
            x: functions.map(|function| function.points[0].1.clone()),
            slopes: [0, 0],
            next: None,
        };
        pair.look_ahead();
        pair
    }

    fn look_ahead(&mut self) {
        self.slopes = [0, 1].map(|which| self.functions[which].slope_after(self.at[which]));
        let bend =
            |which: usize| self.functions[which].points.get(self.at[which] + 1).map(|p| &p.0);
        self.next = match (bend(0), bend(1)) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
    }

    /// Goes on to the next bend; false if there is none.
    fn advance(&mut self) -> bool {
        let Some(next) = self.next else { return false };
        let step = next - &self.t;
        for which in 0..2 {
            match self.functions[which].points.get(self.at[which] + 1) {
                Some((t, x)) if t == next => {
                    self.at[which] += 1;
                    self.x[which] = x.clone();
                }
                _ => self.x[which] = &self.x[which] + &times(self.slopes[which], &step),
            }
        }
        self.t = next.clone();
        self.look_ahead();
        true
    }

    /// How far above `t` the two straight lines through these points cross, if they do; `gap` is the difference
    /// of the values.
    fn crossing(&self, gap: &Dyadic) -> Option<Dyadic> {
        // gap + (slope − slope)·d = 0
        let closing = self.slopes[1] - self.slopes[0];
        if closing == 0 || gap.signum() != closing.signum() {
            return None;
        }
        let distance = if gap.signum() < 0 { -gap } else { gap.clone() };
        Some(match closing.abs() {
            1 => distance,
            2 => distance.halved(1),
            more => distance
                .checked_div(&Dyadic::from(i64::from(more)))
                .expect("slopes of walls differ by 1 or 2, and by 4 at most when they are taxed"),
        })
    }
}

/// The slope of a line that changes from one value to another; it is −1, 0 or 1.
fn slope(before: &Dyadic, after: &Dyadic) -> i32 {
    match after.cmp(before) {
        Ordering::Equal => 0,
        Ordering::Greater => 1,
        Ordering::Less => -1,
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
