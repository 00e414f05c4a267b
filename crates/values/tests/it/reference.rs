//! The store against literal games: trees, compared and added by the definitions alone.

use crate::common::{Literal, Recipe, recipe};
use ishitori_values::{Game, GameStore, Player, Session};
use proptest::prelude::*;

/// The canonical form of a handle as a tree.
fn tree(s: &mut Session<'_>, g: Game) -> Literal {
    let side = |s: &mut Session<'_>, player| {
        let options = s.options(g, player).expect("no limits").to_vec();
        options.into_iter().map(|o| tree(s, o)).collect()
    };
    Literal { left: side(s, Player::Left), right: side(s, Player::Right) }
}

fn small(recipe: &Recipe, limit: usize) -> Option<Literal> {
    let literal = recipe.literal();
    (literal.size() <= limit).then_some(literal)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn canonical_forms_equal_what_they_come_from(r in recipe(3)) {
        let Some(literal) = small(&r, 4000) else { return Ok(()) };
        let store = GameStore::new();
        let mut s = store.session();
        let g = r.build(&mut s);
        prop_assert_eq!(s.outcome(g).unwrap(), literal.outcome());
        let canonical = tree(&mut s, g);
        prop_assert!(canonical.leq(&literal) && literal.leq(&canonical));
        prop_assert!(canonical.size() <= literal.size());
        prop_assert_eq!(literal.build(&mut s), g);
    }

    #[test]
    fn comparisons_and_sums_are_those_of_trees(a in recipe(2), b in recipe(2)) {
        let (Some(x), Some(y)) = (small(&a, 400), small(&b, 400)) else { return Ok(()) };
        let store = GameStore::new();
        let mut s = store.session();
        let (g, h) = (a.build(&mut s), b.build(&mut s));
        prop_assert_eq!(s.leq(g, h).unwrap(), x.leq(&y));
        prop_assert_eq!(s.leq(h, g).unwrap(), y.leq(&x));
        prop_assert_eq!(g == h, x.leq(&y) && y.leq(&x));
        let negative = s.negative(g).unwrap();
        prop_assert_eq!(x.negative().build(&mut s), negative);
        if x.size() * y.size() < 20_000 {
            let sum = s.sum(g, h).unwrap();
            prop_assert_eq!(x.plus(&y).build(&mut s), sum);
            prop_assert_eq!(x.plus(&y).outcome(), s.outcome(sum).unwrap());
        }
    }

    /// No option of a canonical form is dominated or reversible, by the definitions on trees.
    #[test]
    fn canonical_forms_are_canonical(r in recipe(3)) {
        let store = GameStore::new();
        let mut s = store.session();
        let handle = r.build(&mut s);
        let g = tree(&mut s, handle);
        prop_assume!(g.size() <= 3000);
        for (i, a) in g.left.iter().enumerate() {
            for b in &g.left[i + 1..] {
                prop_assert!(!a.leq(b) && !b.leq(a), "dominated");
            }
            prop_assert!(!a.right.iter().any(|reply| reply.leq(&g)), "reversible");
        }
        for (i, a) in g.right.iter().enumerate() {
            for b in &g.right[i + 1..] {
                prop_assert!(!a.leq(b) && !b.leq(a), "dominated");
            }
            prop_assert!(!a.left.iter().any(|reply| g.leq(reply)), "reversible");
        }
    }
}
