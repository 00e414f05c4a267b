use super::*;
use crate::row::{Extras, Workspace};
use proptest::prelude::*;

#[test]
fn values_of_a_row() {
    let set = Set::new(&[2, 3, 6]);
    let row = Workspace::default().row(
        &set,
        &"mod2:LR".parse().unwrap(),
        Extras { grundy: true, normal: true, word: false },
    );
    for (text, wanted) in [
        ("eventually == L", 1),
        ("eventually == R or has_R", 0),
        ("not has_R and not has_P", 1),
        ("contains(6) and not contains(5)", 1),
        ("preperiod", 8),
        ("first_R >= 0", 0),
        ("first_N", 3),
        ("2 + 3 * (max - min) % 4", 2),
        ("max % 0 == 0", 0),
        ("max % 0 != 0", 1),
        ("first_R != 3", 1),
        ("not (first_R == 3)", 1),
        ("7 or 9223372036854775807 * max", 1),
        ("has_R and 9223372036854775807 * max > 0", 0),
        ("2 and 3", 1),
        ("(0 - 9223372036854775807 - 1) % (0 - 1)", 0),
        ("-size", -3),
        ("gcd + 10 * odds + 100 * evens", 211),
        ("sum", 11),
        ("sum_free", 0),
        ("element(1) + 10 * element(3) + 100 * element(-2)", 362),
        ("gap(1) + 10 * gap(2) + 100 * gap(-2)", 331),
        ("least_gap + 10 * largest_gap", 31),
        ("element(4) == element(4)", 0),
        ("contains(element(1) + element(2) + 1)", 1),
        ("grundy_period % period == 0", 1),
        ("divides and coprime", 1),
        ("cycle_L + 10 * cycle_N", 1),
        ("strange_P + cycle_strange_P", 0),
    ] {
        let expression: Expression = text.parse().unwrap();
        let found = expression.value(&set, &row).unwrap().number.unwrap_or(0);
        assert_eq!(found, wanted, "{text}");
    }
    for (text, missing) in [
        ("first_R", true),
        ("first_R != 3 or true", true),
        ("has_R and first_R > 2", false),
        ("max % 0 + 1 == 1", true),
        ("eventually == L", false),
    ] {
        let expression: Expression = text.parse().unwrap();
        assert_eq!(expression.value(&set, &row).unwrap().missing, missing, "{text}");
    }
    for text in [
        "9223372036854775807 * max",
        "9223372036854775807 + 1",
        "0 - 9223372036854775807 - 2",
        "-(0 - 9223372036854775807 - 1)",
    ] {
        let expression: Expression = text.parse().unwrap();
        assert_eq!(expression.value(&set, &row), Err(TooLarge), "{text}");
    }
}

/// The same tree by recursion: a slow twin that shares nothing with the parser or the code.
#[derive(Debug)]
enum Tree {
    Leaf(&'static str, Option<i64>),
    One(&'static str, Box<Tree>),
    Two(Box<Tree>, &'static str, Box<Tree>),
}

impl Tree {
    fn text(&self) -> String {
        match self {
            Tree::Leaf(name, _) => name.to_string(),
            Tree::One(operator, a) => format!("({operator} {})", a.text()),
            Tree::Two(a, operator, b) => format!("({} {operator} {})", a.text(), b.text()),
        }
    }

    fn value(&self) -> Result<Option<i64>, TooLarge> {
        let truth = |tree: &Tree| Ok(tree.value()?.is_some_and(|n| n != 0));
        Ok(match self {
            Tree::Leaf(_, value) => *value,
            Tree::One("not", a) => Some(i64::from(!truth(a)?)),
            Tree::One(_, a) => a.value()?.map(|n| n.checked_neg().ok_or(TooLarge)).transpose()?,
            Tree::Two(a, "and", b) => Some(i64::from(truth(a)? && truth(b)?)),
            Tree::Two(a, "or", b) => Some(i64::from(truth(a)? || truth(b)?)),
            Tree::Two(a, operator, b) => {
                let (a, b) = (a.value()?, b.value()?);
                let both = a.zip(b).map(|(a, b)| (i128::from(a), i128::from(b)));
                let fits = |n: i128| i64::try_from(n).map_err(|_| TooLarge);
                let order = both.map(|(a, b)| a.cmp(&b));
                use std::cmp::Ordering::*;
                let is = |truth: bool| Some(i64::from(truth));
                match *operator {
                    "==" => is(order == Some(Equal)),
                    "!=" => is(order != Some(Equal)),
                    "<" => is(order == Some(Less)),
                    "<=" => is(matches!(order, Some(Less | Equal))),
                    ">" => is(order == Some(Greater)),
                    ">=" => is(matches!(order, Some(Greater | Equal))),
                    "+" => both.map(|(a, b)| fits(a + b)).transpose()?,
                    "-" => both.map(|(a, b)| fits(a - b)).transpose()?,
                    "*" => both.map(|(a, b)| fits(a * b)).transpose()?,
                    _ => both
                        .filter(|(_, b)| *b != 0)
                        .map(|(a, b)| fits(a.rem_euclid(b)))
                        .transpose()?,
                }
            }
        })
    }
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaves = prop::sample::select(vec![
        ("0", Some(0)),
        ("1", Some(1)),
        ("7", Some(7)),
        ("9223372036854775807", Some(i64::MAX)),
        ("max", Some(6)),
        ("size", Some(3)),
        ("first_R", None),
        ("first_N", Some(3)),
        ("contains(3)", Some(1)),
    ]);
    let leaf = leaves.prop_map(|(name, value)| Tree::Leaf(name, value));
    leaf.prop_recursive(6, 60, 2, |inner| {
        let one = (prop::sample::select(vec!["not", "-"]), inner.clone())
            .prop_map(|(operator, a)| Tree::One(operator, Box::new(a)));
        let operators = vec!["and", "or", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "%"];
        let two = (inner.clone(), prop::sample::select(operators), inner)
            .prop_map(|(a, operator, b)| Tree::Two(Box::new(a), operator, Box::new(b)));
        prop_oneof![1 => one, 4 => two]
    })
}

proptest! {
    #[test]
    fn code_is_what_the_tree_says(tree in tree()) {
        let set = Set::new(&[2, 3, 6]);
        let end = "mod2:LR".parse().unwrap();
        let row = Workspace::default().row(&set, &end, Extras::default());
        let expression: Expression = tree.text().parse().unwrap();
        let found = expression.value(&set, &row).map(|value| value.number);
        prop_assert_eq!(found, tree.value(), "{}", tree.text());
    }
}

#[test]
fn errors_name_the_place() {
    for (text, span) in
        [("", 0..0), ("period >", 8..8), ("(period", 7..7), ("period 3", 7..8), ("a & b", 2..3)]
    {
        assert_eq!(text.parse::<Expression>().unwrap_err().span, span, "{text}");
    }
    assert!("(".repeat(100_000).parse::<Expression>().is_err());
    assert!("not ".repeat(100_000).parse::<Expression>().is_err());
    assert!("-".repeat(100_000).parse::<Expression>().is_err());
    assert!("contains(".repeat(100_000).parse::<Expression>().is_err());
}

/// Long chains are neither deep nor slow, and very long ones are refused.
#[test]
fn long_expressions() {
    let set = Set::new(&[2, 3, 6]);
    let end = "mod2:LR".parse().unwrap();
    let row = Workspace::default().row(&set, &end, Extras::default());
    for operator in ["-", "+", "and", "or", "==", "*"] {
        let chain = |terms: usize| vec!["1"; terms].join(&format!(" {operator} "));
        let long: Expression = chain(4000).parse().unwrap();
        assert!(long.value(&set, &row).is_ok());
        let error = chain(55_000).parse::<Expression>().unwrap_err();
        assert!(matches!(error.kind, ExpressionErrorKind::TooLong { .. }), "{operator}");
    }
}
