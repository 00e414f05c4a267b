//! The laws of the field on random games.

use std::cmp::Ordering;

use crate::common::{self, recipe};
use ishitori_values::calculator::{Calculator, Value};
use ishitori_values::notation::Style;
use ishitori_values::{Dyadic, Game, GameStore, Player};
use num_bigint::BigUint;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn group_and_order(a in recipe(3), b in recipe(3), c in recipe(2)) {
        let store = GameStore::new();
        let mut s = store.session();
        let (g, h, k) = (a.build(&mut s), b.build(&mut s), c.build(&mut s));
        let minus_g = s.negative(g).unwrap();
        prop_assert_eq!(s.sum(g, minus_g), Ok(Game::ZERO));
        prop_assert_eq!(s.negative(minus_g), Ok(g));
        let sum = s.sum(g, h).unwrap();
        prop_assert_eq!(s.sum(h, g), Ok(sum));
        let left = s.sum(sum, k).unwrap();
        let right = s.sum(h, k).unwrap();
        prop_assert_eq!(s.sum(g, right), Ok(left));
        // Order: reversed by negation, kept by addition, and that of the difference with 0.
        let minus_h = s.negative(h).unwrap();
        let leq = s.leq(g, h).unwrap();
        prop_assert_eq!(s.leq(minus_h, minus_g), Ok(leq));
        let difference = s.difference(g, h).unwrap();
        prop_assert_eq!(s.leq(difference, Game::ZERO), Ok(leq));
        let (gk, hk) = (s.sum(g, k).unwrap(), s.sum(h, k).unwrap());
        prop_assert_eq!(s.leq(gk, hk), Ok(leq));
        if leq && s.leq(h, k).unwrap() {
            prop_assert_eq!(s.leq(g, k), Ok(true));
        }
        prop_assert_eq!(s.compare(g, h).unwrap() == Some(Ordering::Equal), g == h);
    }

    #[test]
    fn heat(a in recipe(3), b in recipe(3), t in 0i64..6) {
        let store = GameStore::new();
        let mut s = store.session();
        let (g, h) = (a.build(&mut s), b.build(&mut s));
        let sum = s.sum(g, h).unwrap();
        let (mg, mh) = (s.mean(g).unwrap(), s.mean(h).unwrap());
        prop_assert_eq!(s.mean(sum).unwrap(), &mg + &mh);
        let hotter = s.temperature(g).unwrap().max(s.temperature(h).unwrap());
        prop_assert!(s.temperature(sum).unwrap() <= hotter);
        // Stops.
        let (ls, rs) = (s.left_stop(g).unwrap(), s.right_stop(g).unwrap());
        prop_assert!(rs <= ls && rs <= mg && mg <= ls);
        let thermograph = s.thermograph(g).unwrap();
        if !store.is_number(g) {
            prop_assert_eq!(thermograph.wall(Player::Left).at(&Dyadic::ZERO), ls);
            prop_assert_eq!(thermograph.wall(Player::Right).at(&Dyadic::ZERO), rs);
        }
        // The walls are the stops of the cooled game, and cooling adds up and is additive.
        let t = Dyadic::new(t, 1);
        let cooled = s.cool(g, &t).unwrap();
        prop_assert_eq!(s.mean(cooled).unwrap(), mg.clone());
        for player in Player::BOTH {
            prop_assert_eq!(s.stop(cooled, player).unwrap(), thermograph.wall(player).at(&t));
        }
        let twice = s.cool(cooled, &t).unwrap();
        prop_assert_eq!(s.cool(g, &(&t + &t)), Ok(twice));
        let (cg, ch) = (cooled, s.cool(h, &t).unwrap());
        prop_assert_eq!(s.sum(cg, ch).unwrap(), s.cool(sum, &t).unwrap());
        let frozen = s.freeze(g).unwrap();
        prop_assert!(s.temperature(frozen).unwrap().signum() <= 0);
    }

    #[test]
    fn what_is_printed_reads_back(r in recipe(4)) {
        let store = GameStore::new();
        let mut c = Calculator::new(&store);
        let g = r.build(c.session());
        for style in [Style::Ascii, Style::Unicode] {
            let text = c.session().print_as(g, style).unwrap();
            prop_assert_eq!(c.eval(&text), Ok(Value::Game(g)), "{}", text);
        }
        // Another store, where handles come in another order, prints the same text.
        let other = GameStore::new();
        let mut again = Calculator::new(&other);
        let text = c.session().print(g).unwrap();
        let Ok(Value::Game(h)) = again.eval(&text) else { panic!("{text}") };
        prop_assert_eq!(again.session().print(h).unwrap(), text);
    }

    #[test]
    fn structure(a in recipe(3), b in recipe(2), c in recipe(2)) {
        let store = GameStore::new();
        let mut s = store.session();
        let (g, h, k) = (a.build(&mut s), b.build(&mut s), c.build(&mut s));
        // Birthdays: one more than the latest option.
        let birthday = s.birthday(g).unwrap();
        let mut latest = None;
        for player in Player::BOTH {
            for &o in s.options(g, player).unwrap() {
                latest = latest.max(Some(s.birthday(o).unwrap()));
            }
        }
        prop_assert_eq!(&birthday, &latest.map_or(BigUint::ZERO, |b| b + 1u32));
        // Ordinal sum: associative, monotone in its second part (colon principle).
        let hk = s.ordinal_sum(h, k).unwrap();
        let gh = s.ordinal_sum(g, h).unwrap();
        prop_assert_eq!(s.ordinal_sum(g, Game::ZERO), Ok(g));
        if s.leq(h, k).unwrap() {
            let gk = s.ordinal_sum(g, k).unwrap();
            prop_assert!(s.leq(gh, gk).unwrap());
        }
        let _ = hk;
        // Norton multiplication by a positive unit is additive and keeps order.
        let up = s.number_up_star(&Dyadic::ZERO, 1, 0).unwrap();
        let (hu, ku) = (s.norton_product(h, up).unwrap(), s.norton_product(k, up).unwrap());
        let sum = s.sum(h, k).unwrap();
        prop_assert_eq!(s.norton_product(sum, up).unwrap(), s.sum(hu, ku).unwrap());
        prop_assert_eq!(s.leq(h, k).unwrap(), s.leq(hu, ku).unwrap());
        // The reduced canonical form is infinitesimally close and does not change again.
        let reduced = s.reduced_canonical_form(g).unwrap();
        let rest = s.difference(g, reduced).unwrap();
        prop_assert!(s.is_infinitesimal(rest).unwrap());
        prop_assert_eq!(s.reduced_canonical_form(reduced), Ok(reduced));
    }

    /// Atomic weight is additive on all-small games, and x·↑ has atomic weight x.
    #[test]
    fn atomic_weights(a in all_small(), b in all_small()) {
        let store = GameStore::new();
        let mut s = store.session();
        let (g, h) = (a.build(&mut s), b.build(&mut s));
        prop_assume!(s.is_all_small(g).unwrap() && s.is_all_small(h).unwrap());
        let (wg, wh) = (s.atomic_weight(g).unwrap(), s.atomic_weight(h).unwrap());
        let sum = s.sum(g, h).unwrap();
        let weight = s.atomic_weight(sum).unwrap();
        prop_assert_eq!(s.sum(wg, wh), Ok(weight));
        let up = s.number_up_star(&Dyadic::ZERO, 1, 0).unwrap();
        let multiple = s.norton_product(wg, up).unwrap();
        prop_assert_eq!(s.atomic_weight(multiple), Ok(wg));
    }

    #[test]
    fn numbers_multiply_as_numbers(m in -20i64..20, j in 0u32..4, n in -20i64..20, k in 0u32..4) {
        let store = GameStore::new();
        let mut s = store.session();
        let (x, y) = (Dyadic::new(m, j), Dyadic::new(n, k));
        let (g, h) = (s.number(&x).unwrap(), s.number(&y).unwrap());
        let product = s.conway_product(g, h).unwrap();
        prop_assert_eq!(store.as_number(product), Some(&x * &y));
        let sum = s.sum(g, h).unwrap();
        prop_assert_eq!(store.as_number(sum), Some(&x + &y));
        prop_assert_eq!(s.leq(g, h).unwrap(), x <= y);
    }
}

/// Recipes without numbers.
fn all_small() -> impl Strategy<Value = common::Recipe> {
    use common::Recipe;
    let leaf = (-2i32..=2, 0u32..=3).prop_map(|(n, k)| Recipe::UpStar(n, k));
    leaf.prop_recursive(2, 12, 4, |inner| {
        let side = proptest::collection::vec(inner, 1..=2);
        (side.clone(), side).prop_map(|(l, r)| Recipe::Options(l, r))
    })
}

/// The Conway product by its definition on all pairs of small games, without the closed forms for
/// numbers, nimbers and integers.
#[test]
fn conway_products_by_definition() {
    let store = GameStore::new();
    let mut s = store.session();
    let games: Vec<Game> = born_by_day(&mut s, 2);
    fn product(s: &mut ishitori_values::Session<'_>, g: Game, h: Game) -> Game {
        let mut sides = [Vec::new(), Vec::new()];
        for p in Player::BOTH {
            for q in Player::BOTH {
                for &x in s.options(g, p).unwrap() {
                    for &y in s.options(h, q).unwrap() {
                        let (xh, gy, xy) = (product(s, x, h), product(s, g, y), product(s, x, y));
                        let sum = s.sum(xh, gy).unwrap();
                        sides[usize::from(p != q)].push(s.difference(sum, xy).unwrap());
                    }
                }
            }
        }
        s.game(&sides[0], &sides[1]).unwrap()
    }
    for &g in &games {
        for &h in &games {
            let expected = product(&mut s, g, h);
            assert_eq!(s.conway_product(g, h), Ok(expected));
        }
    }
}

/// All values born by day n, from those born by the day before: {L|R} over antichains.
fn born_by_day(s: &mut ishitori_values::Session<'_>, n: u32) -> Vec<Game> {
    let mut born = vec![Game::ZERO];
    for _ in 0..n {
        let sides = antichains(s, &born);
        let mut next = std::collections::BTreeSet::new();
        for left in &sides {
            for right in &sides {
                next.insert(s.game(left, right).unwrap());
            }
        }
        born = next.into_iter().collect();
    }
    born
}

fn antichains(s: &mut ishitori_values::Session<'_>, games: &[Game]) -> Vec<Vec<Game>> {
    let mut found = vec![vec![]];
    for &g in games {
        for i in 0..found.len() {
            let free = found[i].iter().all(|&h| s.compare(g, h).unwrap().is_none());
            if free {
                let mut larger: Vec<Game> = found[i].clone();
                larger.push(g);
                found.push(larger);
            }
        }
    }
    found
}

#[test]
fn values_born_by_each_day() {
    let store = GameStore::new();
    let mut s = store.session();
    let counts: Vec<usize> = (0..=3).map(|day| born_by_day(&mut s, day).len()).collect();
    assert_eq!(counts, [1, 4, 22, 1474]);
}

#[test]
fn literal_games_by_depth() {
    // Depth 0, 1, 2: subsets of the games of smaller depth on either side.
    let mut count = 1u64;
    let mut counts = vec![count];
    for _ in 0..2 {
        count = 1 << (2 * count);
        counts.push(count);
    }
    assert_eq!(counts, [1, 4, 256]);
}

#[test]
fn numbers_beyond_machine_words() {
    let store = GameStore::new();
    let mut c = Calculator::new(&store);
    let mut text = |source: &str| {
        let value = c.eval(source).unwrap();
        c.show(&value).unwrap()
    };
    assert_eq!(text("2**200 - 2**200 + 1/2**200 == 1/2**200"), "true");
    assert_eq!(text("{2**200|}"), text("2**200+1"));
    assert_eq!(text("{2**200|2**200+1/2**200}"), text("2**200+1/2**201"));
    assert_eq!(text("Birthday(1/2**200)"), "201");
    assert_eq!(text("Temperature(1/2**200)"), text("-1/2**200"));
    assert_eq!(text("LeftStop({2**200|-2**200})"), text("2**200"));
    assert_eq!(text("Mean({2**200+1|1/2**200})"), text("(2**200+1+1/2**200)/2"));
    assert_eq!(text("{2**200+1/2**200|2**200} > 2**200-1"), "true");
    assert_eq!(text("{2**200+1/2**200|2**200} <> 2**200"), "true");
    assert_eq!(text("2**2000+1/2**2000 > 2**2000"), "true");
    assert_eq!(text("{2**1100|-1/2**1100} + {1/2**1100|-2**1100} == 0"), "true");
    assert_eq!(text("4294967296 + 4294967296"), "8589934592");
}

/// All uptimals x ± ↑ⁿ + *k and x ± (↑ + … + ↑ⁿ) + *k print as such, and mixtures do not.
#[test]
fn uptimals_print_in_their_own_notation() {
    let store = GameStore::new();
    let mut c = Calculator::new(&store);
    for number in ["", "2", "-3/4"] {
        for arrow in ["^", "v"] {
            for n in 2..7 {
                for nimber in ["", "*", "*2", "*3", "*5", "*8"] {
                    for (open, close) in [("[", "]"), ("<", ">")] {
                        let text = format!("{number}{arrow}{open}{n}{close}{nimber}");
                        let value = c.eval(&text).unwrap();
                        assert_eq!(c.show(&value).unwrap(), text);
                    }
                }
            }
        }
    }
    for mixed in ["^+^<2>+^<2>", "^[3]+^<3>", "^[2]+^<4>", "^^+^<2>", "^[2]-^[3]+^<3>+^[2]+^[2]"] {
        let value = c.eval(mixed).unwrap();
        let text = c.show(&value).unwrap();
        assert_eq!(c.eval(&text).unwrap(), value, "{mixed} = {text}");
        let Value::Game(g) = value else { panic!("{mixed}") };
        assert!(c.session().uptimal(g).unwrap().is_some(), "{mixed}");
    }
}

/// However many powers a sum has, what is printed reads back.
#[test]
fn long_sums_of_powers_read_back() {
    let store = GameStore::new();
    let mut c = Calculator::new(&store);
    for (text, printed) in [("2*:2012", "2^[2012]*"), ("*:1001", "^[1001]*")] {
        let value = c.eval(text).unwrap();
        assert_eq!(c.show(&value).unwrap(), printed);
        assert_eq!(c.eval(printed).unwrap(), value);
    }
    let budget = ishitori_values::Budget::unlimited().with_memory(1 << 24);
    let error = Calculator::within(&store, budget).eval("^[2147483647]").unwrap_err();
    assert!(error.limit().is_some(), "{error}");
}

#[test]
fn many_threads_find_the_same_values() {
    let store = GameStore::new();
    let texts: Vec<String> =
        (0..40).map(|i| format!("{{{{{}|*{}}}|{{{}|-{}}}}}", i % 5, i % 4, i % 3, i % 7)).collect();
    let work = |rotate: usize| {
        let mut c = Calculator::new(&store);
        let mut order = texts.clone();
        order.rotate_left(rotate);
        let mut results = Vec::new();
        for pair in order.iter().zip(order.iter().skip(1)) {
            let expression = format!("{} + {} - {}", pair.0, pair.1, pair.0);
            let value = c.eval(&expression).unwrap();
            assert_eq!(Ok(value.clone()), c.eval(pair.1));
            results.push(value);
        }
        results.len()
    };
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..8).map(|i| scope.spawn(move || work(i * 5))).collect();
        for handle in handles {
            assert_eq!(handle.join().unwrap(), texts.len() - 1);
        }
    });
}

/// T(k+1) = {1|1,T(k)}: as deep as one likes. Runs on a stack of 128 KiB.
#[test]
fn deep_games_do_not_overflow_the_stack() {
    let work = || {
        let store = GameStore::new();
        let mut s = store.session();
        let (one, minus_one) = (s.integer(1), s.integer(-1));
        let mut g = s.game(&[one], &[minus_one]).unwrap();
        let mut previous = g;
        for _ in 0..20_000 {
            previous = g;
            g = s.game(&[one], &[one, g]).unwrap();
        }
        assert_ne!(g, previous);
        assert_eq!(s.birthday(g).unwrap(), BigUint::from(20_002u32));
        let minus = s.negative(g).unwrap();
        assert_eq!(s.negative(minus), Ok(g));
        assert_eq!(s.sum(g, minus), Ok(Game::ZERO));
        assert_eq!(s.mean(g).unwrap(), Dyadic::from(1));
        let two = s.integer(2);
        assert!(s.leq(g, two).unwrap());
        s.leq(previous, g).unwrap();
        s.misere_outcome(g).unwrap();
        s.reduced_canonical_form(g).unwrap();
        assert_eq!(s.follower_count(g).unwrap(), 20_004);
        // ↑·100000 against a game that is not a number-up-star.
        let up = s.number_up_star(&Dyadic::ZERO, 100_000, 0).unwrap();
        let hot = s.game(&[up], &[minus_one]).unwrap();
        assert!(!s.leq(hot, up).unwrap() && !s.leq(up, hot).unwrap());
        assert_eq!(s.birthday(up).unwrap(), BigUint::from(100_001u32));
        assert_eq!(s.temperature(up).unwrap(), Dyadic::ZERO);
        let integer = s.number(&Dyadic::from(100_000)).unwrap();
        assert_eq!(s.birthday(integer).unwrap(), BigUint::from(100_000u32));
    };
    std::thread::Builder::new().stack_size(128 * 1024).spawn(work).unwrap().join().unwrap();
}
