//! Games that own their store: used across threads and stores, and equal where the values are.

use std::sync::atomic::Ordering;

use crate::common::{Recipe, recipe};
use ishitori_values::{Budget, GameStore, LimitReached, OwnedGame, Player, Store};
use proptest::prelude::*;

fn owned(recipe: &Recipe, store: &Store) -> OwnedGame {
    store.compute(|s| Ok::<_, LimitReached>(recipe.build(s))).unwrap()
}

fn is_free<T: Send + Sync + Clone + 'static>() {}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn games_of_two_stores_work_together(a in recipe(3), b in recipe(3)) {
        let (here, there) = (Store::new(), Store::new());
        let (g, h, other) = (owned(&a, &here), owned(&b, &here), owned(&b, &there));
        prop_assert_eq!(&h, &other);
        prop_assert_eq!(g == h, g == other);
        prop_assert_eq!(g.sum(&h).unwrap(), g.sum(&other).unwrap());
        prop_assert_eq!(g.sum(&h).unwrap(), other.sum(&g).unwrap());
        prop_assert_eq!(g.difference(&other).unwrap(), other.negative().unwrap().sum(&g).unwrap());
        prop_assert_eq!(g.compare(&h).unwrap(), g.compare(&other).unwrap());
        prop_assert_eq!(other.carried_to(&here).unwrap().handle(), h.handle());
        prop_assert_eq!(other.to_string(), h.to_string());
        prop_assert_eq!(other.outcome().unwrap(), h.outcome().unwrap());
        // A game is what its options make it, in whatever store they are.
        let sides = Player::BOTH.map(|player| other.options(player).unwrap());
        prop_assert_eq!(here.game(&sides[0], &sides[1]).unwrap(), h);
    }
}

#[test]
fn owned_games_are_free_of_lifetimes() {
    is_free::<Store>();
    is_free::<OwnedGame>();
    let store = Store::new();
    let threads: Vec<_> = (0..4)
        .map(|k| {
            let store = store.clone();
            std::thread::spawn(move || store.nimber(k).unwrap().sum(&store.nimber(3).unwrap()))
        })
        .collect();
    let sums: Vec<String> =
        threads.into_iter().map(|t| t.join().unwrap().unwrap().to_string()).collect();
    assert_eq!(sums, ["*3", "*2", "*", "0"]);
}

#[test]
fn more_stores_than_tags_do_not_confuse_games() {
    // Bare handles distinguish eight stores; owned games know theirs.
    let first = Store::new();
    let two = first.integer(2);
    for n in 0..20 {
        let store = Store::new();
        // The same index in another store, and another game.
        let other = store.integer(n + 3);
        assert_ne!(two, other);
        assert_eq!(two.sum(&other).unwrap().to_string(), (n + 5).to_string());
    }
}

#[test]
#[should_panic(expected = "a game of another store")]
fn a_bare_handle_of_another_store_is_not_adopted() {
    let elsewhere = GameStore::new();
    let foreign = elsewhere.session().integer(7);
    // Bare handles distinguish eight stores, and other tests make stores meanwhile: one of two has another number.
    for store in [Store::new(), Store::new()] {
        let _ = store.compute(|_| Ok::<_, LimitReached>(foreign));
    }
}

#[test]
fn the_budget_of_the_first_game_counts() {
    let store = Store::new();
    let budget = Budget::unlimited();
    budget.cancel_flag().store(true, Ordering::Relaxed);
    let hot = "{{9|{5|*}},{7|3}|{{3|-2},1|{-8|{-9|-11}}}}";
    let game = store.eval(hot).unwrap().unwrap();
    // Carrying over asks the budget of the store that takes the game in.
    assert_eq!(game.carried_to(&Store::new().within(budget)), Err(LimitReached::Cancelled));
    assert!(game.carried_to(&Store::new()).is_ok());
}

/// Operators are the methods, also between stores.
#[test]
fn operators_are_the_methods() {
    let (store, other) = (Store::new(), Store::new());
    let texts = ["0", "*", "1/2", "^", "{2|-1}", "-3"];
    let game = |store: &Store, text: &str| store.eval(text).unwrap().unwrap();
    for a in texts {
        for b in texts {
            let (g, h) = (game(&store, a), game(&other, b));
            assert_eq!(&g + &h, g.sum(&h).unwrap(), "{a} + {b}");
            assert_eq!(g.clone() - &h, g.difference(&h).unwrap(), "{a} - {b}");
            assert_eq!(&g + h.clone() - h.clone(), g, "{a} + {b} - {b}");
            assert_eq!(g.partial_cmp(&h), g.compare(&h).unwrap(), "{a}, {b}");
            assert_eq!(g == h, a == b);
        }
        let g = game(&store, a);
        assert_eq!(-&g, g.negative().unwrap());
        assert_eq!(-g.clone() + g, store.integer(0));
    }
}
