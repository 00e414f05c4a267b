//! The language: what it reads, what it refuses, how it is laid out, what it recognises.

use ishitori_language::ast::{
    Clause, Comparison, Domain, EndDeclaration, Expr, ExprKind, Header, Item, ItemKind, Move, Name,
    Operator, Parameter, Place, Players, Program, SetItem,
};
use ishitori_language::{
    ErrorKind, Fault, FaultKind, Halt, MAX_LENGTH, Machine, ParameterValue, Sink, TextGame, Trap,
    format, parse, parse_formula,
};
use ishitori_values::Player;
use proptest::prelude::*;

struct List(Vec<Vec<i64>>);

impl Sink for List {
    fn option(&mut self, _: usize, coordinates: &[i64]) -> Result<(), Halt> {
        self.0.push(coordinates.to_vec());
        Ok(())
    }
}

fn options(machine: &mut Machine<'_>, position: &[i64]) -> Result<Vec<Vec<i64>>, Halt> {
    let mut list = List(Vec::new());
    machine.options(position, None, &mut list)?;
    list.0.sort();
    list.0.dedup();
    Ok(list.0)
}

/// The value of an expression without variables.
fn value(expression: &str) -> Result<i64, Trap> {
    let game = TextGame::new("(n) -> (0) if n > 0", &[]).expect("a game");
    let formula = game.formula(&format!("if n = 0 then {expression} else 0")).expect(expression);
    match formula.machine().value(&[0]) {
        Ok(value) => Ok(value.expect("a clause applies")),
        Err(Fault { kind: FaultKind::Trap(trap), .. }) => Err(trap),
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn arithmetic() {
    for (expression, expected) in [
        ("1 + 2 * 3 - 4", 3),
        ("7 div 2 + 7 mod 2", 4),
        ("(0 - 7) div 2", -4),
        ("(0 - 7) mod 2", 1),
        ("-7 mod -2", -1),
        ("5 xor 3 + 1", 1),
        ("2 * 3 xor 1", 7),
        ("min(3, 1, 2) + max(3, 5)", 6),
        ("gcd(12, 18) + abs(3 - 9)", 12),
        ("bitand(6, 3) + bitor(6, 3)", 9),
        ("shl(3, 4) + shr(100, 3) + pow(2, 10)", 48 + 12 + 1024),
        ("popcount(255) + isqrt(99)", 17),
        ("100 * bit(5, 2) + 10 * bit(5, 1) + bit(5, 0) + bit(5, 62)", 101),
        ("if 1 < 2 and not 3 < 2 then 5 else 6", 5),
        ("if 1 <= n + 1 < 2 or false then 5 else 6", 5),
        ("if 3 in {1, 3 .. 5} and not 6 in 0 .. 20 step 4 then 1 else 0", 1),
        ("let a = 3 in let b = a * a in b - a", 6),
        ("１２＋３ × 2", 18),
        ("7/2 + 7%2", 4),
        ("if n != 0 and 1 div n = 1 then 1 else 2", 2),
    ] {
        assert_eq!(value(expression), Ok(expected), "{expression}");
    }
    for (expression, trap) in [
        ("9223372036854775807 + 1 + n", Trap::Overflow),
        ("pow(10, 30) + n", Trap::Overflow),
        ("1 div n", Trap::DivisionByZero),
        ("1 mod n", Trap::DivisionByZero),
        ("shl(1, 63 + n)", Trap::OutOfRange),
        ("shr(1, n - 1)", Trap::OutOfRange),
        ("shl(2, 62 + n)", Trap::Overflow),
        ("bit(n - 1, 0)", Trap::OutOfRange),
        ("bit(5, 63 + n)", Trap::OutOfRange),
        ("popcount(n - 1)", Trap::OutOfRange),
        ("isqrt(n - 1)", Trap::OutOfRange),
    ] {
        assert_eq!(value(expression), Err(trap), "{expression}");
    }
}

#[test]
fn displays() {
    let shown = |text: &str| {
        let source = format!("game g(r = 2)\nposition (x, y, z)\nboth: (x, y, z)\nshow: {text}");
        TextGame::new(&source, &[]).map(|game| game.display().cloned().expect("a display"))
    };
    let places = |text: &str| shown(text).expect("a display").coordinates;
    assert_eq!(places("heap"), [0, 1, 2]);
    assert_eq!(places("heap(z, x)"), [2, 0]);
    assert_eq!(places("bar"), [0, 1, 2]);
    assert_eq!(places("grid(y, z)"), [1, 2]);
    let board = shown("board(x, y, r, 2 * r + 1)").expect("a display");
    assert_eq!((board.coordinates, board.size), (vec![0, 1], (2, 5)));
    for wrong in [
        "grid",
        "bar(x)",
        "heap(x, x)",
        "heap(q)",
        "board",
        "board(x)",
        "board(x, 8, 8)",
        "strip(x, 3)",
    ] {
        let error = shown(wrong).expect_err(wrong).kind;
        assert!(matches!(error, ErrorKind::DisplayArguments(_)), "{wrong}: {error}");
    }
    assert!(matches!(shown("picture").expect_err("none").kind, ErrorKind::UnknownDisplay(_)));
    assert!(matches!(
        shown("board(x, y, z, 2)").expect_err("none").kind,
        ErrorKind::DisplayArguments(_)
    ));
}

#[test]
fn parameters_functions_and_sets() {
    let source = "game take(S = {1, 2, 3}, k = 2)
def twice(t) = t + t
def f(t) = twice(t) div k
let most = f(10)
position (n) where n <= 5 * most
both: (n - f(s)) for s in S if f(s) <= n
terminal: n < 2
show: heap";
    let game = TextGame::new(source, &[]).expect("a game");
    assert_eq!(game.to_string(), "take(S={1,2,3}, k=2)");
    let mut machine = game.machine();
    assert_eq!(options(&mut machine, &[5]), Ok(vec![vec![2], vec![3], vec![4]]));
    assert_eq!(options(&mut machine, &[1]), Ok(vec![]));
    assert_eq!((machine.contains(&[50]), machine.contains(&[51])), (Ok(true), Ok(false)));
    let set = |name: &str, value: &str| (name.to_string(), value.parse().expect("a value"));
    let game = TextGame::new(source, &[set("S", "5,1 .. 2"), set("k", "1")]).expect("a game");
    assert_eq!(game.parameters()[0].1, ParameterValue::Set(vec![1, 2, 5]));
    assert_eq!(options(&mut game.machine(), &[10]), Ok(vec![vec![0], vec![6], vec![8]]));
    let refused = |settings: &[_]| TextGame::new(source, settings).expect_err("refused").kind;
    assert!(matches!(refused(&[set("q", "1")]), ErrorKind::UnknownParameter { .. }));
    assert!(matches!(refused(&[set("k", "1,2")]), ErrorKind::ParameterType { .. }));
    // Left and Right.
    let cake =
        TextGame::new("position (n) left: (n-1) if n>0 right: (n-2) if n>1", &[]).expect("a game");
    assert!(!cake.is_impartial());
    let mut list = List(Vec::new());
    cake.machine().options(&[4], Some(Player::Right), &mut list).expect("options");
    assert_eq!(list.0, [[2]]);
}

#[test]
fn mistakes_have_a_place() {
    for (source, place, start) in [
        ("", (1, 1), "the game has no `position"),
        ("position (n)", (1, 1), "the game has no `both"),
        ("position (n)\nboth: (m)", (2, 8), "there is no `m`"),
        ("position (n)\nboth: (n, 1)", (2, 8), "a position has 1 coordinate"),
        ("position (n)\nboth: (n < 1)", (2, 8), "this is a condition; expected a number"),
        ("position (n)\nboth: (0) if n", (2, 14), "this is a number; expected a condition"),
        ("position (n)\nboth: (0) for n in 1 .. 2", (2, 15), "`n` is already defined"),
        ("position (n)\nboth: (0) for a in 3", (2, 20), "this is a number; expected a set"),
        (
            "position (n)\nboth: (mim(n, 1))",
            (2, 8),
            "there is no function `mim`; did you mean `min`",
        ),
        ("position (n)\nboth: (abs(n, 1))", (2, 8), "abs takes 1 argument, not 2"),
        ("position (n)\nboth: (0) if n > 0 then", (2, 20), "found `then`"),
        ("position (n)\nboth: (0", (2, 7), "this `(` is never closed"),
        ("position (n)\nboth: (0) if n = {1}", (2, 18), "this is a set; expected a number"),
        ("position (for)", (1, 11), "`for` is a word of the language"),
        ("position (n)\nposition (m)", (2, 1), "the game has more than one"),
        ("position (n)\nboth: (if n > 1 then 0)", (2, 8), "`if … then …` needs an `else"),
        ("position (n)\nboth: (n ^ 1)", (2, 10), "`^` is not an operator"),
        ("position (n)\nboth: (n ? 1)", (2, 10), "unexpected character '?'"),
        ("game g(k = n)\nposition (n)", (1, 12), "there is no `n`"),
        ("position (n)\nlet c = n\nboth: (0)", (2, 9), "there is no `n`"),
        ("let c = 1 div 0\nposition (n)\nboth: (0)", (1, 9), "this divides by 0"),
        ("position (n)\nboth: (99999999999999999999)", (2, 8), "the number does not fit"),
        ("position (n)\nboth: (0) if n > 0\nend: n", (3, 6), "this is a number; expected one of L"),
        ("position (n)\nboth: (0) if n > 0\nshow: cube", (3, 7), "there is no display"),
        ("def f(t) = f(t)\nposition (n)\nboth: (0)", (1, 12), "there is no function `f`"),
        ("position (n)\nboth: (0) if 日本 > 0", (2, 14), "there is no `日本`"),
    ] {
        let error = TextGame::new(source, &[]).expect_err(source);
        assert!(error.to_string().starts_with(start), "{source}: {error}");
        assert_eq!(error.place(source), place, "{source}: {error}");
    }
    assert!(matches!(
        parse_formula("y + 1\n- z").expect_err("two clauses").kind,
        ErrorKind::Unreachable
    ));
}

#[test]
fn sizes_are_bounded() {
    let kind = |source: &str| TextGame::new(source, &[]).expect_err("too much").kind;
    let many = "1+".repeat(3000);
    assert_eq!(kind(&format!("(n) -> ({many}1)")), ErrorKind::TooDeep);
    let deep = format!("(n) -> ({}n{})", "(".repeat(500), ")".repeat(500));
    assert_eq!(kind(&deep), ErrorKind::TooDeep);
    assert_eq!(kind(&" ".repeat(MAX_LENGTH + 1)), ErrorKind::TooLong);
    assert_eq!(kind("(n) -> (s) for s in {1 .. 1000000}"), ErrorKind::SetTooLarge);
    // Functions that double sixty times over.
    let mut bomb = String::from("def f0(t) = t + t\n");
    for i in 1..60 {
        bomb.push_str(&format!("def f{i}(t) = f{}(t) + f{}(t + 1)\n", i - 1, i - 1));
    }
    assert_eq!(kind(&format!("{bomb}position (n)\nboth: (f59(n))")), ErrorKind::TooLarge);
    let chain = "1 < (if 2 < n < 3 then 1 else 0) < ";
    let nested =
        (0..20).fold("n".to_string(), |inner, _| format!("(if 0 < {inner} < 3 then 1 else 0)"));
    assert!(TextGame::new(&format!("(n) -> (0) if {chain} {nested}"), &[]).is_ok());
}

#[test]
fn recognised_games() {
    for (source, rule) in [
        ("(n) -> (n - s) for s in {1, 3, 4} if s <= n", "sub:1,3,4"),
        ("(n) -> (n - s) for s in 1 .. 3 if n - s >= 0", "sub:1,2,3"),
        ("(n) -> (n - s) for s in 1 .. min(n, 3)", "sub:1,2,3"),
        ("(n) -> (m) for m in max(0, n - 3) ..< n", "sub:1,2,3"),
        ("(n) -> (n - 1) if n >= 1; (n - 4) if n > 3", "sub:1,4"),
        ("(n) -> (m) for m in 0 ..< n", "0.[3]"),
        ("(n) -> (n - s) for s in 2 .. n", "0.0[3]"),
        ("(n) -> (a) + (n - 2 - a) for a in 0 .. (n - 2) div 2", "0.07"),
        ("(n) -> (a) + (n - s - a) for s in {1, 2} for a in 0 .. n - s", "0.77"),
        ("(n) -> (n - 1) if n > 1; (a) + (n - 1 - a) for a in 1 .. n - 2", "0.6"),
        ("(n) -> (a) + (n - a) for a in 1 ..< n if a < n - a", "4!."),
        ("(n) -> (a) + (n - a) for a in 1 ..< n; (m) for m in 0 ..< n", "4.[3]"),
        ("(n) -> (n - 3) if n = 3", "0.001"),
        ("(n) -> (n - 2*s) for s in 1 .. 3 if 2*s <= n", "sub:2,4,6"),
        ("(n) -> (n - 2*s) for s in 1 .. 3 if n >= 2*s", "sub:2,4,6"),
        ("(n) -> (n - 3*s + 1) for s in {1, 3} if 3*s - 1 <= n", "sub:2,8"),
        ("(n) -> (n - s) for s in 1 .. 9 step 2 if s <= n", "sub:1,3,5,7,9"),
        ("(n) -> (n - s) for s in 1 .. 5 if s != 3 and s <= n", "sub:1,2,4,5"),
        ("(n) -> (n - a - 3*b) for a in {1, 2} for b in 0 .. 1 if a + 3*b <= n", "sub:1,2,4,5"),
        ("(n) -> (n - 2*s) for s in 1 .. min(3, n div 2)", "sub:2,4,6"),
        ("(n) -> (n - s) for s in {1, 3} if n > 0 and s <= n", "sub:1,3"),
        ("(n) -> (n - s) for s in {1, 4 .. 6} if s <= n", "sub:1,4,5,6"),
        ("(n) -> (max(n - s, 0)) for s in {2, 3} if n > 0", "sink:2,3"),
        ("(n) -> (max(0, n - 2*s)) for s in 1 .. 2 if n != 0", "sink:2,4"),
        ("(n) -> (max(n - 3, 0)) if n >= 1; (n - 1) if n >= 1", "sink:1,3"),
        ("(n) -> (max(n - 2, 0)) if n > 0; (a) + (n - 3 - a) for a in 0 .. n - 3", "0.137"),
        (
            "position (n) left: (n-s) for s in {1,2} if s <= n right: (n-s) for s in {3} if n >= s",
            "psub:1,2/3",
        ),
    ] {
        let found = TextGame::new(source, &[]).expect(source).recognise();
        let found = found.map(|f| f.rule.to_string()).unwrap_or_default();
        assert!(found.starts_with(rule), "{source}: {found}, not {rule}");
    }
    for source in [
        "(n) -> (n - s) for s in {1, 3} if s < n and n != 7",
        "(n) -> (n - s) for s in {1, 3}",
        "(n) -> (n - s) for s in {0, 1} if s <= n",
        "(n) -> (n div 2) if n > 0",
        "position (n) where n <= 10 both: (n - 1) if n > 0",
        "position (n) both: (n - 1) if n > 0 terminal: n < 3",
        "(n) -> (n - 2) if n >= 5",
        "(n) -> (max(n - 2, 0)) if n >= 2",
        "(n) -> (max(n - 2, 0))",
        "(n) -> (max(n - 2, 1)) if n > 1",
        "position (n) left: (max(n - 2, 0)) if n > 0 right: (n - 1) if n > 0",
        "(n) -> (n - 2*s) for s in 1 .. 3 if s <= n",
        "(n) -> (n - 2*s) for s in 0 .. 3 if 2*s <= n",
        "(n) -> (n - 2*s) for s in 1 .. n div 2",
        "(n) -> (n - s) for s in 1 .. min(3, n div 2)",
        "(n) -> (a) + (n - a) for a in 0 .. n div 2",
        "(n) -> (a) + (n - 1 - a) for a in 1 .. n div 2",
        "(n) -> (a) + (n - 1 - a) for a in 2 ..< n - 1",
        "(a, b) -> (u, b) for u in 0 ..< a",
    ] {
        assert_eq!(TextGame::new(source, &[]).expect(source).recognise(), None, "{source}");
    }
}

proptest! {
    /// What is recognised has the moves of the game, heap by heap.
    #[test]
    fn recognised_games_have_the_same_moves(
        shape in 0usize..17,
        a in 1i64..6,
        b in 1i64..9,
        guard in 0usize..4,
    ) {
        let guard = ["if s <= n", "if n > s", "if n = s", "if n - s >= 1 and n != s + 1"][guard];
        let source = match shape {
            0 => format!("(n) -> (n - s) for s in {{{a}, {b}}} {guard}"),
            1 => format!("(n) -> (n - s) for s in {a} .. min({b}, n)"),
            2 => format!("(n) -> (m) for m in max(n - {b}, 0) .. n - {a}"),
            3 => format!("(n) -> (x) + (n - {a} - x) for x in 0 .. (n - {a}) div 2"),
            4 => format!("(n) -> (x) + (n - {a} - x) for x in 1 ..< n - {a} if n >= {b}"),
            5 => format!("(n) -> (x) + (n - s - x) for s in {{{a}, {b}}} for x in 1 .. (n - s) div 2 if x != n - s - x"),
            6 => format!("(n) -> (n - s) for s in {a} .. n; (n - {b}) if n >= {b}"),
            7 => format!("(n) -> (n - {a}) if n >= {b}"),
            8 => format!("(n) -> (n - {a}*s) for s in 1 .. {b} if {a}*s <= n"),
            9 => format!("(n) -> (n - s) for s in {a} .. {b} step {a} {guard}"),
            10 => format!("(n) -> (n - {a}*s - 1) for s in 0 .. {b} if n > {a}*s and s != {a}"),
            11 => format!("(n) -> (n - s - {a}*t) for s in {{{a}, {b}}} for t in 0 .. 2 if n >= s + {a}*t and t <= s"),
            12 => format!("(n) -> (n - {a}*s) for s in 1 .. min(n div {a}, {b})"),
            13 => format!("(n) -> (n - {a}*s) for s in 1 .. min(n, {b}) if {a}*s <= n"),
            14 => format!("(n) -> (max(n - s, 0)) for s in {{{a}, {b}}} if n > 0"),
            15 => format!("(n) -> (max(0, n - {a}*s)) for s in 1 .. {b} if n != 0 and s != 2; (n - {b}) if n >= {b}"),
            _ => format!("(n) -> (m) for m in 0 .. n - {a}"),
        };
        let game = TextGame::new(&source, &[]).expect("a game");
        let Some(found) = game.recognise() else { return Ok(()) };
        let mut machine = game.machine();
        for n in 0..20u32 {
            let mut moves: Vec<Vec<i64>> = options(&mut machine, &[n.into()]).expect("options");
            let mut expected: Vec<Vec<i64>> = Vec::new();
            found.rule.for_each_option(n, Player::Left, &mut |left| {
                expected.push(left.iter().map(|&h| h.into()).collect());
            });
            // Heaps without stones do not count.
            for heaps in moves.iter_mut().chain(&mut expected) {
                heaps.retain(|h| *h > 0);
                heaps.sort_unstable();
            }
            moves.sort();
            moves.dedup();
            expected.sort();
            expected.dedup();
            prop_assert_eq!(moves, expected, "heap {} of {} as {}", n, source, found.rule);
        }
    }
}

// Random programs as trees.

fn name(text: &str) -> Name {
    Name { text: text.to_string(), place: Place::default() }
}

fn names() -> impl Strategy<Value = Name> {
    prop::sample::select(vec!["n", "m", "y", "z", "k", "S", "f", "あ"]).prop_map(name)
}

fn expr(kind: ExprKind) -> Expr {
    Expr::new(kind)
}

fn expressions() -> impl Strategy<Value = Expr> + Clone {
    let leaf = prop_oneof![
        (0i64..100).prop_map(|n| expr(ExprKind::Int(n))),
        names().prop_map(|n| expr(ExprKind::Name(n.text))),
        Just(expr(ExprKind::Name("true".to_string()))),
    ];
    leaf.prop_recursive(4, 40, 4, |inner| {
        let operators = prop::sample::select(vec![
            Operator::Or,
            Operator::And,
            Operator::Xor,
            Operator::Add,
            Operator::Subtract,
            Operator::Multiply,
            Operator::Div,
            Operator::Mod,
        ]);
        let comparisons = prop::sample::select(vec![
            Comparison::Equal,
            Comparison::Different,
            Comparison::Less,
            Comparison::AtMost,
            Comparison::Greater,
            Comparison::AtLeast,
        ]);
        let boxed = inner.clone().prop_map(Box::new);
        let domain = domains(inner.clone());
        prop_oneof![
            (operators, boxed.clone(), boxed.clone())
                .prop_map(|(operator, left, right)| ExprKind::Binary { operator, left, right }),
            (boxed.clone(), prop::collection::vec((comparisons, inner.clone()), 1..3))
                .prop_map(|(first, rest)| ExprKind::Compare { first, rest }),
            boxed.clone().prop_map(ExprKind::Negate),
            boxed.clone().prop_map(ExprKind::Not),
            (names(), prop::collection::vec(inner.clone(), 0..3))
                .prop_map(|(name, arguments)| ExprKind::Call { name, arguments }),
            (boxed.clone(), boxed.clone(), prop::option::of(boxed.clone()))
                .prop_map(|(condition, yes, no)| ExprKind::If { condition, yes, no }),
            (names(), boxed.clone(), boxed.clone()).prop_map(|(name, value, body)| ExprKind::Let {
                name,
                value,
                body
            }),
            (boxed, domain).prop_map(|(element, set)| ExprKind::In { element, set }),
        ]
        .prop_map(expr)
    })
}

fn domains(inner: impl Strategy<Value = Expr> + Clone + 'static) -> impl Strategy<Value = Domain> {
    let boxed = inner.clone().prop_map(Box::new);
    let range = (boxed.clone(), boxed.clone(), any::<bool>(), prop::option::of(boxed))
        .prop_map(|(from, to, inclusive, step)| Domain::Range { from, to, inclusive, step });
    let item = prop_oneof![inner.prop_map(SetItem::One), range.clone().prop_map(SetItem::Range),];
    let set = prop::collection::vec(item, 0..3).prop_map(|items| expr(ExprKind::Set(items)));
    let named = names().prop_map(|n| expr(ExprKind::Name(n.text)));
    prop_oneof![range, prop_oneof![set, named].prop_map(|set| Domain::Set(Box::new(set)))]
}

fn programs() -> impl Strategy<Value = Program> {
    let clause = prop_oneof![
        (names(), domains(expressions())).prop_map(|(name, domain)| Clause::For { name, domain }),
        expressions().prop_map(Clause::If),
        (names(), expressions()).prop_map(|(name, value)| Clause::Let { name, value }),
    ];
    let tuple = prop::collection::vec(expressions(), 1..3);
    let one_move = (prop::collection::vec(tuple, 1..3), prop::collection::vec(clause, 0..3))
        .prop_map(|(parts, clauses)| Move { parts, clauses, place: Place::default() });
    let players = prop::sample::select(vec![Players::Both, Players::Left, Players::Right]);
    let kind = prop_oneof![
        (prop::collection::vec(names(), 1..3), prop::option::of(expressions()))
            .prop_map(|(coordinates, condition)| ItemKind::Position { coordinates, condition }),
        (names(), prop::collection::vec(names(), 1..3), expressions())
            .prop_map(|(name, arguments, body)| ItemKind::Def { name, arguments, body }),
        (names(), expressions()).prop_map(|(name, value)| ItemKind::Let { name, value }),
        (players, prop::collection::vec(one_move, 1..3))
            .prop_map(|(players, moves)| ItemKind::Moves { players, moves }),
        Just(ItemKind::End(EndDeclaration::Misere)),
        expressions().prop_map(|e| ItemKind::End(EndDeclaration::Letter(e))),
        (names(), prop::collection::vec(expressions(), 0..3))
            .prop_map(|(name, arguments)| ItemKind::Show { name, arguments }),
        expressions().prop_map(ItemKind::Terminal),
    ];
    let item = kind.prop_map(|kind| Item { kind, place: Place::default() });
    let parameter = (names(), prop::option::of(expressions()))
        .prop_map(|(name, default)| Parameter { name, default });
    let header = prop::collection::vec(parameter, 0..3).prop_map(|parameters| Header {
        name: "some-game".to_string(),
        parameters,
        place: Place::default(),
    });
    (prop::option::of(header), prop::collection::vec(item, 1..5))
        .prop_map(|(header, items)| Program { header, items })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// The functions on bits, by adding up powers of two.
    #[test]
    fn bits_by_the_definition(a in 0i64..1 << 62, b in 0i64..1 << 62, i in 0u32..62) {
        let digit = |n: i64, i: u32| n / 2i64.pow(i) % 2;
        let all = |f: &dyn Fn(u32) -> bool| (0..62).filter(|&i| f(i)).map(|i| 2i64.pow(i)).sum::<i64>();
        let (and, or) = (
            all(&|i| digit(a, i) == 1 && digit(b, i) == 1),
            all(&|i| digit(a, i) == 1 || digit(b, i) == 1),
        );
        let ones: i64 = (0..62).map(|i| digit(a, i)).sum();
        for (expression, expected) in [
            (format!("bit({a} + n, {i})"), digit(a, i)),
            (format!("bitand({a}, {b} + n)"), and),
            (format!("bitor({a} + n, {b})"), or),
            (format!("popcount({a} + n)"), ones),
            (format!("shr({a}, {i} + n)"), a / 2i64.pow(i)),
            (format!("shl({a} mod 2 + n, {i})"), a % 2 * 2i64.pow(i)),
        ] {
            prop_assert_eq!(value(&expression), Ok(expected), "{}", expression);
        }
    }

    /// Any tree is printed so that it is read back, and printing is stable.
    #[test]
    fn trees_are_read_back(program in programs()) {
        let text = program.to_string();
        let read = parse(&text).unwrap_or_else(|e| panic!("{e} in\n{text}"));
        prop_assert_eq!(&read, &program, "{}", text);
        prop_assert_eq!(&format(&text).expect("it was read"), &text);
    }

    /// Whatever is typed, nothing panics; what is read is laid out the same forever.
    #[test]
    fn any_text(words in prop::collection::vec(prop::sample::select(vec![
        "game", "g", "(", ")", "n", ",", "position", "where", "both:", "left:", "end:", "normal",
        "def", "let", "=", "1", "23", "..", "..<", "{", "}", "for", "in", "if", "then", "else",
        "+", "-", "*", "div", "and", "not", "<", "<=", ";", "\n", "# note\n", "\n\n", "->", "step",
        "ｎ", "２", "min", "terminal:", "show:", "heap", "// x\n",
    ]), 0..40)) {
        let source = words.join(" ");
        let _ = TextGame::new(&source, &[]);
        let _ = parse_formula(&source);
        if let Ok(program) = parse(&source) {
            let once = format(&source).expect("it was read");
            prop_assert_eq!(parse(&once).expect("it was written"), program, "{}\n{}", source, once);
            prop_assert_eq!(&format(&once).expect("it was written"), &once);
            prop_assert_eq!(source.matches('#').count() + source.matches("//").count(), once.matches('#').count());
        }
    }
}

#[test]
fn comments_are_kept() {
    let source = "# A game.\n\n\ngame  g   // its name\nposition(n)where n>=0 # all heaps\n\
        # moves\nboth: # first\n  (n-1) if n>0\n\n  # second\n  (n-2) if\n n>1 # two\n# the end\n";
    let expected = "# A game.\n\ngame g  # its name\nposition (n) where n >= 0  # all heaps\n\
        # moves\n# first\nboth: (n - 1) if n > 0\n\n      # second\n      (n - 2) if n > 1  # two\n# the end\n";
    assert_eq!(format(source).as_deref(), Ok(expected));
    assert_eq!(format(expected).as_deref(), Ok(expected));
}

/// What `fmt` writes can be read again, however deep the text is nested.
#[test]
fn the_layout_of_deep_texts_is_read_again() {
    let nested = |before: &str, inner: &str, after: &str, depth: usize| {
        format!("(n) -> ({}{inner}{})", before.repeat(depth), after.repeat(depth))
    };
    let mut deepest = 0;
    for (before, inner, after) in [
        ("-", "n", ""),
        ("- -", "n", ""),
        ("(", "n", ")"),
        ("1 - (", "n", ")"),
        ("if n > 1 then ", "n", " else 0"),
        ("1 + if n > 1 then ", "n", " else 0"),
        ("-if n > 1 then ", "n", " else 0"),
        ("2 * let v = n in ", "n", ""),
        ("(if n in {1, ", "n", "} then 1 else 0)"),
        ("min(", "n", ")"),
        ("if not not not ", "n > 1", " then 1 else 2"),
    ] {
        for depth in [1, 2, 30, 40, 59, 60, 61, 62, 80, 100, 118, 119, 120, 121, 130, 300] {
            let text = nested(before, inner, after, depth);
            let Ok(tree) = parse(&text) else { continue };
            deepest = deepest.max(depth);
            let laid_out = format(&text).expect("it can be read");
            assert_eq!(parse(&laid_out).as_ref(), Ok(&tree), "{laid_out}");
            assert_eq!(format(&laid_out).as_ref(), Ok(&laid_out));
        }
    }
    assert!(deepest >= 118);
    assert!(parse(&nested("(", "n", ")", 100_000 / 4)).is_err());
    // A layout that would be too long to be read is refused, not written.
    let moves = "(n/1)if n>0;".repeat(5_000);
    let error = format(&format!("(n)->{moves}")).expect_err("too long");
    assert!(matches!(error.kind, ErrorKind::LayoutTooLong { .. }), "{error}");
}

/// `in` and `for` agree about steps, and about numbers at the ends of the range of numbers.
#[test]
fn steps_and_rests() {
    let holds = |condition: &str| {
        let game =
            TextGame::new(&format!("position (n) where {condition} both: (0) if n > 0"), &[]);
        game.expect("a game").machine().contains(&[7])
    };
    assert_eq!(holds("n in 1 .. 9 step 3"), Ok(true));
    assert_eq!(holds("n in n - 1 .. 9 step 2"), Ok(false));
    for step in ["0", "-1", "n - 8", "n - 7"] {
        let fault = holds(&format!("n in 1 .. 9 step {step}")).expect_err(step);
        assert_eq!(fault.kind, FaultKind::Trap(Trap::Step), "{step}");
    }
    let least = "(-9223372036854775807 - 1)";
    assert_eq!(holds(&format!("{least} in n .. 9 step 2")), Ok(false));
    assert_eq!(holds(&format!("({least} + 0*n) mod (n - 8) = 0")), Ok(true));
    assert!(holds(&format!("({least} + 0*n) div (n - 8) = 0")).is_err());
}

/// Passes are one more coordinate, as a text could write it by hand.
#[test]
fn passes_are_a_coordinate() {
    let with = "position (a, b) both: (u, b) for u in 0 ..< a; (a, v) for v in 0 ..< b; passes: p if a > 0 or b > 0";
    let plain = "position (a, b, p)
        both: (u, b, p) for u in 0 ..< a; (a, v, p) for v in 0 ..< b
              (a, b, p - 1) if p > 0 and (a > 0 or b > 0)";
    let [with, plain] = [with, plain].map(|text| TextGame::new(text, &[]).unwrap());
    assert_eq!(with.coordinates(), plain.coordinates());
    let (mut one, mut other) = (with.machine(), plain.machine());
    for position in [[0, 0, 0], [0, 0, 2], [3, 0, 0], [3, 2, 1], [0, 1, 5]] {
        assert_eq!(options(&mut one, &position), options(&mut other, &position));
    }
    // They may be bounded, and end like any other coordinate.
    let bounded =
        TextGame::new("(n) where p <= 1 -> (m) for m in 0 ..< n; passes: p", &[]).unwrap();
    let mut machine = bounded.machine();
    assert!(machine.contains(&[4, 1]).unwrap() && !machine.contains(&[4, 2]).unwrap());
    assert_eq!(options(&mut machine, &[0, 1]).unwrap(), [[0, 0]]);
    let laid_out = "position (n)\nboth: (m) for m in 0 ..< n\npasses: p if n > 0\n";
    assert_eq!(format("(n) -> (m) for m in 0..<n; passes:p when n>0").unwrap(), laid_out);
    let refused = |text: &str| TextGame::new(text, &[]).unwrap_err().kind;
    let sums = refused("(n) -> (m) + (m) for m in 0 ..< n; passes: p");
    assert_eq!(sums, ErrorKind::PassesSums);
    assert!(matches!(refused("(p) -> (0) if p > 0; passes: p"), ErrorKind::Duplicate(_)));
    assert!(matches!(refused("(n) -> (0) if n > 0; passes: p; passes: q"), ErrorKind::Twice(_)));
    let wide = "(a, b, c, d, e, f, g, h) -> (0, b, c, d, e, f, g, h) if a > 0; passes: p";
    assert_eq!(refused(wide), ErrorKind::TooManyCoordinates);
}
