//! Walls that are merged bend by bend, against their values at single temperatures.

use ishitori_values::{Dyadic, Piecewise};
use proptest::prelude::*;

/// Quarters, eighths, …: numbers as thermographs have them.
fn number() -> impl Strategy<Value = Dyadic> {
    (-40i64..40, 0u32..4).prop_map(|(n, k)| Dyadic::new(n, k))
}

fn temperature() -> impl Strategy<Value = Dyadic> {
    (-7i64..60, 0u32..4).prop_map(|(n, k)| Dyadic::new(n, k).max(Dyadic::from(-1)))
}

/// A wall that falls (`slope` = −1) or rises (1) and stands still in between.
fn wall(slope: i32) -> impl Strategy<Value = Piecewise> {
    let leaf = (number(), temperature(), any::<bool>()).prop_map(move |(x, t, mast)| {
        let line = Piecewise::constant(x).taxed(slope);
        if mast { line.with_mast(&t) } else { line }
    });
    leaf.prop_recursive(4, 16, 2, |inner| {
        (inner.clone(), inner, any::<bool>())
            .prop_map(|(a, b, most)| a.envelope(&b, if most { 1 } else { -1 }))
    })
}

/// From −1 far beyond all bends, in sixteenths.
fn temperatures() -> impl Iterator<Item = Dyadic> {
    (-16i64..16 * 75).map(|n| Dyadic::new(n, 4))
}

fn bends_everywhere(f: &Piecewise) -> bool {
    f.points()[0].0 == Dyadic::from(-1)
        && (1..f.points().len()).all(|i| {
            f.points()[i - 1].0 < f.points()[i].0 && f.slope_after(i - 1) != f.slope_after(i)
        })
}

proptest! {
    #[test]
    fn an_envelope_is_the_better_of_two_at_every_temperature(a in wall(-1), b in wall(-1), c in wall(1), d in wall(1)) {
        for (a, b) in [(&a, &b), (&c, &d)] {
            let (most, least) = (a.envelope(b, 1), a.envelope(b, -1));
            prop_assert!(bends_everywhere(&most) && bends_everywhere(&least));
            for t in temperatures() {
                let (x, y) = (a.at(&t), b.at(&t));
                prop_assert_eq!(most.at(&t), x.clone().max(y.clone()));
                prop_assert_eq!(least.at(&t), x.min(y));
            }
        }
    }

    #[test]
    fn walls_meet_where_their_difference_ends(falling in wall(-1), rising in wall(1), x in number()) {
        // From some temperature on it falls, so that they do meet.
        let falling = falling.envelope(&Piecewise::constant(x).taxed(-1), -1);
        let gap = |t: &Dyadic| &falling.at(t) - &rising.at(t);
        let met = falling.meets(&rising);
        if met == Dyadic::from(-1) {
            prop_assert!(gap(&met).signum() <= 0);
        } else {
            prop_assert!(gap(&met).is_zero());
        }
        prop_assert!(temperatures().take_while(|t| *t < met).all(|t| gap(&t).signum() > 0));
    }

    #[test]
    fn a_mast_stands_above_its_temperature(f in wall(-1), t in temperature()) {
        let cut = f.with_mast(&t);
        prop_assert!(bends_everywhere(&cut));
        for s in temperatures() {
            let expected = f.at(if s < t { &s } else { &t });
            prop_assert_eq!(cut.at(&s), expected);
        }
    }
}
