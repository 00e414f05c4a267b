use super::*;
use proptest::prelude::*;

fn power_of_omega(coefficients: &[u64]) -> Ordinal {
    Ordinal::monomial(Exponent::new(coefficients.to_vec()), 1)
}

/// x^((2^d − 1)/p) for a field of degree d with x in it, f = the order of 2 modulo p being a divisor of d: first the
/// norm to the field of degree f.
fn character(x: &Ordinal, p: u64, d: u64) -> Ordinal {
    let mut field = NimField::unlimited();
    let f = order_of_two(p);
    assert_eq!(d % f, 0);
    let norm = field.repunit(x, f, d / f).unwrap();
    let mut exponent = num_bigint::BigUint::from(1_u8) << f;
    exponent -= 1_u8;
    exponent /= p;
    let mut result = Ordinal::from(1);
    for bit in (0..exponent.bits()).rev() {
        result = field.square(&result).unwrap();
        if exponent.bit(bit) {
            result = field.product(&result, &norm).unwrap();
        }
    }
    result
}

/// The table, computed: κ(f) + m is the first of κ(f), κ(f) + 1, … without a p-th root. (Lenstra shows that
/// nothing below κ(f) comes into question: its degree is not a multiple of f, so that every element is a p-th power.)
fn check_excess(k: usize) {
    let p = odd_prime(k);
    let value = &root(k).unwrap().value;
    let excess = u128::from(EXCESS[k]);
    let kappa = value.nim_sum(&Ordinal::from(excess));
    for m in 0..=excess {
        let candidate = kappa.nim_sum(&Ordinal::from(m));
        let d = lcm(degree(&candidate).unwrap(), order_of_two(p));
        let has_root = character(&candidate, p, d) == Ordinal::from(1);
        assert_eq!(has_root, m < excess, "p = {p}, m = {m}");
    }
}

#[test]
fn the_table_of_excesses_is_computed_again() {
    for k in 0..EXCESS.len() {
        let d = lcm(root(k).unwrap().degree, order_of_two(odd_prime(k)));
        if d <= 400 {
            check_excess(k);
        }
    }
}

#[test]
fn roots_of_the_literature() {
    // Conway, ONAG, table 4, and Lenstra.
    let expected = [
        (3, "2"),
        (5, "4"),
        (7, "omega+1"),
        (11, "omega**omega+1"),
        (13, "omega+4"),
        (17, "16"),
        (19, "omega**3+4"),
        (23, "omega**(omega**3)+1"),
        (29, "omega**(omega**2)+4"),
        (31, "omega**omega+1"),
        (37, "omega**3+4"),
        (41, "omega**omega+1"),
        (43, "omega**(omega**2)+1"),
    ];
    for (k, (p, text)) in expected.into_iter().enumerate() {
        assert_eq!(odd_prime(k), p);
        assert_eq!(root(k).unwrap().value.to_string(), text, "α({p})");
        // κ(p)^p = α(p).
        let mut tower = vec![0; k];
        tower.push(1);
        let power = NimField::unlimited().power(&power_of_omega(&tower), p).unwrap();
        assert_eq!(power, root(k).unwrap().value);
    }
    assert_eq!(odd_prime(EXCESS.len() - 1), 281);
    // The largest degree for primes up to 281, as OEIS A380496 has it.
    let largest = (0..EXCESS.len()).map(|k| (root(k).unwrap().degree, odd_prime(k))).max();
    assert_eq!(largest, Some((102_180, 263)));
}

#[test]
fn primes_beyond_the_table_are_named() {
    let mut tower = vec![0; EXCESS.len()];
    tower.push(282);
    let x = power_of_omega(&tower);
    let mut field = NimField::unlimited();
    let error = TransfiniteError::UnknownRoot { prime: 283 };
    assert_eq!(field.product(&x, &x), Err(error));
    assert_eq!(field.inverse(&x), Err(error));
    // What does not reach α is known all the same.
    assert!(field.product(&x, &power_of_omega(&[1])).is_ok());
}

#[test]
fn work_is_bounded() {
    let x = power_of_omega(&(0..59).map(|k| odd_prime(k) - 1).collect::<Vec<_>>());
    let mut left = 10_000_usize;
    let mut field = NimField::within(|n| {
        left = left.checked_sub(n).ok_or(LimitReached::Cancelled)?;
        Ok(())
    });
    assert_eq!(field.product(&x, &x), Err(TransfiniteError::Limit(LimitReached::Cancelled)));
}

/// The definition: the least ordinal that is not a'b ⊕ ab' ⊕ a'b' with a' < a, b' < b, as far as a finite part of
/// ω·8 goes: no such value below the product is missing.
#[test]
fn small_products_are_excluded_by_smaller_factors() {
    let mut field = NimField::unlimited();
    let omega = Ordinal::omega();
    // Below ω ⊗ 3 = ω·3 stand ω·2 + n and ω + n and n: each is a'b ⊕ ab' ⊕ a'b' for a' finite, b' < 3.
    let product = field.product(&omega, &Ordinal::from(3)).unwrap();
    assert_eq!(product, omega.natural_multiple(3).unwrap());
    let mut found = std::collections::BTreeSet::new();
    for a in 0..16_u128 {
        for b in 0..3_u128 {
            let x = Ordinal::from(Nimber(a).product(Nimber(3)).0);
            let y = field.product(&omega, &Ordinal::from(b)).unwrap();
            let z = Ordinal::from(Nimber(a).product(Nimber(b)).0);
            found.insert(x.nim_sum(&y).nim_sum(&z));
        }
    }
    for m in 0..3 {
        for n in 0..16 {
            let below = omega.natural_multiple(m).unwrap().natural_sum(&Ordinal::from(n)).unwrap();
            assert!(found.contains(&below), "{below}");
        }
    }
    assert!(!found.contains(&product));
}

/// Elements of the field that κ(9), κ(5), κ(7) and 2^8 generate.
fn element() -> impl Strategy<Value = Ordinal> {
    let term = (0_u64..9, 0_u64..5, 0_u64..2, 1_u128..256);
    proptest::collection::vec(term, 0..4).prop_map(|terms| {
        let mut total = Ordinal::default();
        for (a, b, c, n) in terms {
            total.nim_add_term(&Exponent::new(vec![a, b, c]), n);
        }
        total
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn field_laws(a in element(), b in element(), c in element()) {
        let mut field = NimField::unlimited();
        let mut times = |x: &Ordinal, y: &Ordinal| field.product(x, y).unwrap();
        prop_assert_eq!(times(&a, &b), times(&b, &a));
        let (ab, bc) = (times(&a, &b), times(&b, &c));
        prop_assert_eq!(times(&ab, &c), times(&a, &bc));
        prop_assert_eq!(times(&a, &b.nim_sum(&c)), ab.nim_sum(&times(&a, &c)));
        prop_assert_eq!(a.is_zero() || b.is_zero(), ab.is_zero());
        prop_assert_eq!(times(&a, &a), NimField::unlimited().square(&a).unwrap());
    }

    #[test]
    fn inverses(a in 0_u64..9, b in 0_u64..5, m in 1_u128..16, n: u8) {
        let x = Ordinal::monomial(Exponent::new(vec![a, b]), m).nim_sum(&Ordinal::from(u128::from(n & 15)));
        let mut field = NimField::unlimited();
        match field.inverse(&x).unwrap() {
            None => prop_assert!(x.is_zero()),
            Some(inverse) => prop_assert_eq!(field.product(&x, &inverse).unwrap(), Ordinal::from(1)),
        }
    }

    #[test]
    fn finite_ordinals_are_nimbers(a: u128, b: u128, n in 0_u64..20) {
        let mut field = NimField::unlimited();
        let (x, y) = (Ordinal::from(a), Ordinal::from(b));
        prop_assert_eq!(x.nim_sum(&y), Ordinal::from(a ^ b));
        let product = Nimber(a).product(Nimber(b));
        prop_assert_eq!(field.product(&x, &y).unwrap(), Ordinal::from(product.0));
        let inverse = Nimber(a).inverse().map(|n| Ordinal::from(n.0));
        prop_assert_eq!(field.inverse(&x).unwrap(), inverse);
        let power = (0..n).fold(Nimber(1), |total, _| total.product(Nimber(a)));
        prop_assert_eq!(field.power(&x, n).unwrap(), Ordinal::from(power.0));
    }

    /// The p^n-th power of κ(p^n) is α(p), and digits carry downwards.
    #[test]
    fn powers_come_down(k in 0_usize..4, n in 1_u32..4) {
        let p = odd_prime(k);
        let mut tower = vec![0; k];
        tower.push(p.pow(n - 1));
        let x = NimField::unlimited().power(&power_of_omega(&tower), p.pow(n)).unwrap();
        prop_assert_eq!(&x, &root(k).unwrap().value);
    }
}
