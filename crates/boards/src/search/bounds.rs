//! Numbers in fixed point, and what is known about a component as a game between them.

use ishitori_values::Dyadic;

/// A number as a multiple of 2^−12.
pub(super) type Fixed = i64;

/// How many binary places a [`Fixed`] has.
const PLACES: u32 = 12;

/// The number 1.
pub(super) const ONE: Fixed = 1 << PLACES;

/// Beyond every number that occurs: "nothing is known". Sums of a few hundred of these still fit.
pub(super) const FAR: Fixed = 1 << 40;

/// The greatest fixed number that is no greater. O(1).
pub(super) fn rounded_down(x: &Dyadic) -> Fixed {
    let scaled = (x * &Dyadic::new(ONE, 0)).floor().to_i64();
    let far = if x.signum() < 0 { -FAR } else { FAR };
    scaled.unwrap_or(far).clamp(-FAR, FAR)
}

/// The least fixed number that is no less. O(1).
pub(super) fn rounded_up(x: &Dyadic) -> Fixed {
    -rounded_down(&-x)
}

/// The same number, if it has one of moderate size. O(1).
pub(super) fn exactly(x: &Dyadic) -> Option<Fixed> {
    let (down, up) = (rounded_down(x), rounded_up(x));
    (down == up && down.abs() < FAR >> 8).then_some(down)
}

/// The number as the calculator has it. O(1).
pub(super) fn dyadic(x: Fixed) -> Dyadic {
    Dyadic::new(x, PLACES)
}

/// The canonical left option of a number, if it has one. O(1).
pub(super) fn left_option(x: Fixed) -> Option<Fixed> {
    match x & (ONE - 1) {
        0 => (x > 0).then_some(x - ONE),
        // An odd multiple of a power of 2: the number below it at the same power.
        places => Some(x - (places & places.wrapping_neg())),
    }
}

/// What is known about a component G.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    /// G ≥ this.
    pub least: Fixed,
    /// G ≤ this.
    pub most: Fixed,
    /// Left wins moving first on G − this.
    pub left_first: Fixed,
    /// Right wins moving first on G − this.
    pub right_first: Fixed,
}

impl Bounds {
    /// Nothing is known.
    pub const NONE: Bounds = Bounds { least: -FAR, most: FAR, left_first: -FAR, right_first: FAR };

    /// What is known about −G.
    pub fn negative(self) -> Bounds {
        Bounds {
            least: -self.most,
            most: -self.least,
            left_first: -self.right_first,
            right_first: -self.left_first,
        }
    }

    /// Both pieces of knowledge about one component.
    pub fn and(self, other: Bounds) -> Bounds {
        Bounds {
            least: self.least.max(other.least),
            most: self.most.min(other.most),
            left_first: self.left_first.max(other.left_first),
            right_first: self.right_first.min(other.right_first),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_towards_the_side_that_is_asked_for() {
        let third = Dyadic::new(21_845, 16);
        assert_eq!((rounded_down(&third), rounded_up(&third)), (1365, 1366));
        assert_eq!((rounded_down(&-&third), rounded_up(&-&third)), (-1366, -1365));
        assert_eq!(exactly(&third), None);
        assert_eq!(exactly(&Dyadic::new(-3, 2)), Some(-3 * ONE / 4));
        assert_eq!(rounded_down(&Dyadic::from(i64::MAX)), FAR);
    }

    #[test]
    fn left_options_are_those_of_the_calculator() {
        for x in -3 * ONE..=3 * ONE {
            let expected = dyadic(x).left_option().map(|option| exactly(&option).unwrap());
            assert_eq!(left_option(x), expected, "{x}");
        }
    }
}
