//! Random games and formulas that use every construct of the grammar.
//!
//! Trees are made, not texts, and printed by the layout of the language. Most games end: a move
//! makes a coordinate smaller and leaves those before it as they are.

use std::collections::BTreeSet;

use ishitori_language::ast::{
    Clause, Comparison, Domain, EndDeclaration, Expr, ExprKind, Formula, Header, Item, ItemKind,
    Move, Name, Operator, Parameter, Place, Players, Program, SetItem,
};

use crate::interpreter::Value;

/// A random game.
pub struct RandomGame {
    /// Its syntax tree.
    pub program: Program,
    /// Values of parameters that have no default.
    pub settings: Vec<(&'static str, Value)>,
    /// The last value of each coordinate of a table.
    pub last: Vec<u32>,
}

/// Random choices, by splitmix64.
pub struct Random(u64);

impl Random {
    /// The same choices for the same seed.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    /// A number from 0 to n − 1.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize].clone()
    }
}

/// The names that an expression may use at its place.
#[derive(Clone, Default)]
struct Scope {
    ints: Vec<String>,
    bools: Vec<String>,
    letters: Vec<String>,
    sets: Vec<String>,
    /// Functions with the number of their arguments.
    int_functions: Vec<(String, usize)>,
    bool_functions: Vec<(String, usize)>,
    letter_functions: Vec<(String, usize)>,
}

struct Maker {
    random: Random,
    names: u32,
}

fn e(kind: ExprKind) -> Expr {
    Expr::new(kind)
}

fn name(text: &str) -> Name {
    Name { text: text.to_string(), place: Place::default() }
}

fn word(text: &str) -> Expr {
    e(ExprKind::Name(text.to_string()))
}

fn int(value: i64) -> Expr {
    e(ExprKind::Int(value))
}

fn call(function: &str, arguments: Vec<Expr>) -> Expr {
    e(ExprKind::Call { name: name(function), arguments })
}

fn binary(operator: Operator, left: Expr, right: Expr) -> Expr {
    e(ExprKind::Binary { operator, left: Box::new(left), right: Box::new(right) })
}

fn compare(left: Expr, comparison: Comparison, right: Expr) -> Expr {
    e(ExprKind::Compare { first: Box::new(left), rest: vec![(comparison, right)] })
}

const COMPARISONS: [Comparison; 6] = [
    Comparison::Equal,
    Comparison::Different,
    Comparison::Less,
    Comparison::AtMost,
    Comparison::Greater,
    Comparison::AtLeast,
];

impl Maker {
    fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    // Expressions.

    fn int(&mut self, scope: &Scope, depth: u32) -> Expr {
        if depth == 0 || self.random.one_in(4) {
            return match self.random.below(4) {
                0 => int(self.random.below(7) as i64),
                _ if scope.ints.is_empty() => int(self.random.below(4) as i64),
                _ => word(&self.random.pick(&scope.ints)),
            };
        }
        let depth = depth - 1;
        match self.random.below(24) {
            0..=2 => self.arithmetic(Operator::Add, scope, depth),
            3..=5 => self.arithmetic(Operator::Subtract, scope, depth),
            6 => self.arithmetic(Operator::Multiply, scope, depth),
            7 => self.arithmetic(Operator::Xor, scope, depth),
            8 | 9 => {
                let operator = self.random.pick(&[Operator::Div, Operator::Mod]);
                let left = self.int(scope, depth);
                // Mostly a number that is not 0.
                let right = match self.random.one_in(12) {
                    true => self.int(scope, depth),
                    false => {
                        let value = int(1 + self.random.below(4) as i64);
                        match self.random.one_in(4) {
                            true => e(ExprKind::Negate(Box::new(value))),
                            false => value,
                        }
                    }
                };
                binary(operator, left, right)
            }
            10 => e(ExprKind::Negate(Box::new(self.int(scope, depth)))),
            11 | 12 => {
                let (condition, yes) = (self.bool(scope, depth), self.int(scope, depth));
                let no = Some(Box::new(self.int(scope, depth)));
                e(ExprKind::If { condition: Box::new(condition), yes: Box::new(yes), no })
            }
            13 => {
                let value = Box::new(self.int(scope, depth));
                let bound = self.fresh("v");
                let mut inside = scope.clone();
                inside.ints.push(bound.clone());
                let body = Box::new(self.int(&inside, depth));
                e(ExprKind::Let { name: name(&bound), value, body })
            }
            14 if !scope.int_functions.is_empty() => {
                let (function, arity) = self.random.pick(&scope.int_functions);
                let arguments = (0..arity).map(|_| self.int(scope, depth)).collect();
                call(&function, arguments)
            }
            _ => self.builtin(scope, depth),
        }
    }

    fn arithmetic(&mut self, operator: Operator, scope: &Scope, depth: u32) -> Expr {
        let (left, right) = (self.int(scope, depth), self.int(scope, depth));
        binary(operator, left, right)
    }

    fn builtin(&mut self, scope: &Scope, depth: u32) -> Expr {
        // Now and then out of its range.
        let wild = self.random.one_in(16);
        let natural = |m: &mut Maker| match wild {
            true => m.int(scope, depth),
            false => call("abs", vec![m.int(scope, depth)]),
        };
        match self.random.below(12) {
            0 => call("min", self.several(scope, depth, 1)),
            1 => call("max", self.several(scope, depth, 1)),
            2 => call("gcd", self.several(scope, depth, 2)),
            3 => call("abs", vec![self.int(scope, depth)]),
            4 => call("bitand", vec![self.int(scope, depth), self.int(scope, depth)]),
            5 => call("bitor", vec![self.int(scope, depth), self.int(scope, depth)]),
            6 => call("popcount", vec![natural(self)]),
            7 => call("isqrt", vec![natural(self)]),
            other => {
                let (function, first) = match other {
                    8 => ("bit", natural(self)),
                    9 => ("shl", self.int(scope, depth)),
                    10 => ("shr", self.int(scope, depth)),
                    _ => ("pow", self.int(scope, depth)),
                };
                let second = match wild {
                    true => self.int(scope, depth),
                    false => int(self.random.below(4) as i64),
                };
                call(function, vec![first, second])
            }
        }
    }

    fn several(&mut self, scope: &Scope, depth: u32, least: u64) -> Vec<Expr> {
        (0..least + self.random.below(3)).map(|_| self.int(scope, depth)).collect()
    }

    fn bool(&mut self, scope: &Scope, depth: u32) -> Expr {
        if depth == 0 || self.random.one_in(3) {
            let (left, right) = (self.int(scope, 0), self.int(scope, depth.min(1)));
            let comparison = self.random.pick(&COMPARISONS);
            return compare(left, comparison, right);
        }
        let depth = depth - 1;
        match self.random.below(12) {
            0 => word(self.random.pick(&["true", "false"])),
            1 => e(ExprKind::Not(Box::new(self.bool(scope, depth)))),
            2 => binary(Operator::And, self.bool(scope, depth), self.bool(scope, depth)),
            3 => binary(Operator::Or, self.bool(scope, depth), self.bool(scope, depth)),
            4 | 5 => {
                let first = Box::new(self.int(scope, depth));
                let rest = (0..1 + self.random.below(2))
                    .map(|_| (self.random.pick(&COMPARISONS), self.int(scope, depth)))
                    .collect();
                e(ExprKind::Compare { first, rest })
            }
            6 | 7 => {
                let element = Box::new(self.int(scope, depth));
                let set = self.domain(scope, depth);
                e(ExprKind::In { element, set })
            }
            8 => {
                let (condition, yes) = (self.bool(scope, depth), self.bool(scope, depth));
                let no = Some(Box::new(self.bool(scope, depth)));
                e(ExprKind::If { condition: Box::new(condition), yes: Box::new(yes), no })
            }
            9 => {
                let value = Box::new(self.int(scope, depth));
                let bound = self.fresh("v");
                let mut inside = scope.clone();
                inside.ints.push(bound.clone());
                let body = Box::new(self.bool(&inside, depth));
                e(ExprKind::Let { name: name(&bound), value, body })
            }
            10 if !scope.bools.is_empty() => word(&self.random.pick(&scope.bools)),
            _ if !scope.bool_functions.is_empty() => {
                let (function, arity) = self.random.pick(&scope.bool_functions);
                call(&function, (0..arity).map(|_| self.int(scope, depth)).collect())
            }
            _ => self.bool(scope, 0),
        }
    }

    fn letter(&mut self, scope: &Scope, depth: u32) -> Expr {
        if depth == 0 || self.random.one_in(4) {
            return match self.random.below(5) {
                0 if !scope.letters.is_empty() => word(&self.random.pick(&scope.letters)),
                _ => word(self.random.pick(&["L", "R", "N", "P"])),
            };
        }
        if self.random.one_in(4) && !scope.letter_functions.is_empty() {
            let (function, arity) = self.random.pick(&scope.letter_functions);
            return call(&function, (0..arity).map(|_| self.int(scope, depth - 1)).collect());
        }
        let (condition, yes) = (self.bool(scope, depth - 1), self.letter(scope, depth - 1));
        let no = Some(Box::new(self.letter(scope, depth - 1)));
        e(ExprKind::If { condition: Box::new(condition), yes: Box::new(yes), no })
    }

    fn range(&mut self, scope: &Scope, depth: u32) -> Domain {
        let step = match self.random.below(3) {
            0 if self.random.one_in(24) => Some(Box::new(self.int(scope, depth))),
            0 => Some(Box::new(int(1 + self.random.below(3) as i64))),
            _ => None,
        };
        Domain::Range {
            from: Box::new(self.int(scope, depth.min(1))),
            to: Box::new(self.int(scope, depth)),
            inclusive: self.random.one_in(2),
            step,
        }
    }

    fn domain(&mut self, scope: &Scope, depth: u32) -> Domain {
        match self.random.below(4) {
            0 if !scope.sets.is_empty() => {
                Domain::Set(Box::new(word(&self.random.pick(&scope.sets))))
            }
            0 | 1 => Domain::Set(Box::new(self.set(scope, depth))),
            _ => self.range(scope, depth),
        }
    }

    fn set(&mut self, scope: &Scope, depth: u32) -> Expr {
        let items = (0..1 + self.random.below(4))
            .map(|_| match self.random.one_in(4) {
                true => SetItem::Range(self.range(scope, depth.min(1))),
                false => SetItem::One(self.int(scope, depth.min(1))),
            })
            .collect();
        e(ExprKind::Set(items))
    }

    /// A set of small numbers that are at least 1.
    fn takes(&mut self) -> Expr {
        let items = (0..1 + self.random.below(3))
            .map(|_| {
                let from = 1 + self.random.below(5) as i64;
                match self.random.one_in(5) {
                    true => SetItem::Range(Domain::Range {
                        from: Box::new(int(from)),
                        to: Box::new(int(from + self.random.below(4) as i64)),
                        inclusive: self.random.one_in(2),
                        step: self.random.one_in(2).then(|| Box::new(int(2))),
                    }),
                    false => SetItem::One(int(from)),
                }
            })
            .collect();
        e(ExprKind::Set(items))
    }

    // Games.

    fn game(&mut self) -> RandomGame {
        let mut scope = Scope::default();
        let mut program = Program::default();
        let mut settings = Vec::new();
        if self.random.one_in(3) {
            program.header = Some(self.header(&mut scope, &mut settings));
        }
        let width = 1 + self.random.below(3) as usize;
        let coordinates: Vec<String> =
            ["x", "y", "z"][..width].iter().map(|c| (*c).to_string()).collect();
        self.definitions(&mut scope, &mut program);
        // Functions see no coordinates, the rest of the game does.
        let ok = self.random.one_in(3).then(|| {
            let mut inside = scope.clone();
            let arguments: Vec<String> = (0..width).map(|_| self.fresh("t")).collect();
            inside.ints.extend(arguments.iter().cloned());
            let body = self.bool(&inside, 2);
            let function = self.fresh("ok");
            self.item(&mut program, define(&function, &arguments, body));
            scope.bool_functions.push((function.clone(), width));
            function
        });
        scope.ints.extend(coordinates.iter().cloned());
        let condition = match &ok {
            Some(function) => Some(call(function, coordinates.iter().map(|c| word(c)).collect())),
            None if self.random.one_in(12) => Some(self.bool(&scope, 2)),
            None => None,
        };
        let names = coordinates.iter().map(|c| name(c)).collect();
        self.item(&mut program, ItemKind::Position { coordinates: names, condition });
        let partizan = self.random.one_in(3);
        for _ in 0..1 + self.random.below(2) {
            let players = match partizan {
                true => self.random.pick(&[Players::Left, Players::Right, Players::Both]),
                false => Players::Both,
            };
            let moves = (0..1 + self.random.below(2))
                .map(|_| self.one_move(&scope, &coordinates, ok.as_deref()))
                .collect();
            self.item(&mut program, ItemKind::Moves { players, moves });
        }
        let sums = program.items.iter().any(|item| match &item.kind {
            ItemKind::Moves { moves, .. } => moves.iter().any(|one| one.parts.len() > 1),
            _ => false,
        });
        let passes = !sums && self.random.one_in(6);
        if passes {
            let condition = self.random.one_in(2).then(|| self.bool(&scope, 2));
            self.item(&mut program, ItemKind::Passes { name: name("w"), condition });
            scope.ints.push("w".to_string());
        }
        match self.random.below(8) {
            0 | 1 => self.item(&mut program, ItemKind::End(EndDeclaration::Normal)),
            2 => self.item(&mut program, ItemKind::End(EndDeclaration::Misere)),
            3 => {
                let letter = self.letter(&scope, 2);
                self.item(&mut program, ItemKind::End(EndDeclaration::Letter(letter)));
            }
            _ => {}
        }
        if self.random.one_in(3) {
            let condition = self.bool(&scope, 2);
            self.item(&mut program, ItemKind::Terminal(condition));
        }
        if self.random.one_in(4) {
            let arguments = match self.random.one_in(2) {
                true => coordinates.iter().map(|c| word(c)).collect(),
                false => vec![],
            };
            self.item(&mut program, ItemKind::Show { name: name("heap"), arguments });
        }
        let mut last = match width {
            1 => vec![self.random.pick(&[12, 30, 90])],
            2 => self.random.pick(&[vec![7, 7], vec![3, 20], vec![20, 3]]),
            _ => vec![4, 3, 4],
        };
        last.extend(passes.then_some(2));
        RandomGame { program, settings, last }
    }

    fn item(&mut self, program: &mut Program, kind: ItemKind) {
        program.items.push(Item { kind, place: Place::default() });
    }

    fn header(&mut self, scope: &mut Scope, settings: &mut Vec<(&'static str, Value)>) -> Header {
        let mut parameters = Vec::new();
        if self.random.one_in(2) {
            let default = Some(int(self.random.below(6) as i64));
            parameters.push(Parameter { name: name("k"), default });
            scope.ints.push("k".to_string());
        }
        if self.random.one_in(2) {
            let default = Some(self.takes());
            parameters.push(Parameter { name: name("S"), default });
            scope.sets.push("S".to_string());
        }
        if self.random.one_in(2) {
            parameters.push(Parameter { name: name("m"), default: None });
            scope.ints.push("m".to_string());
            settings.push(("m", Value::Int(self.random.below(9) as i64)));
        }
        Header { name: "a-game".to_string(), parameters, place: Place::default() }
    }

    /// Constants and functions.
    fn definitions(&mut self, scope: &mut Scope, program: &mut Program) {
        for _ in 0..self.random.below(4) {
            let mut outside = scope.clone();
            // Constants are computed once, by operations alone.
            outside.int_functions.clear();
            match self.random.below(6) {
                0 => {
                    let constant = self.fresh("c");
                    let value = binary(Operator::Add, int(2), int(self.random.below(5) as i64));
                    self.item(program, ItemKind::Let { name: name(&constant), value });
                    scope.ints.push(constant);
                }
                1 => {
                    let constant = self.fresh("s");
                    let value = self.takes();
                    self.item(program, ItemKind::Let { name: name(&constant), value });
                    scope.sets.push(constant);
                }
                2 => {
                    let constant = self.fresh("b");
                    let value = compare(int(self.random.below(3) as i64), Comparison::Less, int(2));
                    self.item(program, ItemKind::Let { name: name(&constant), value });
                    scope.bools.push(constant);
                }
                3 => {
                    let constant = self.fresh("l");
                    let value = word(self.random.pick(&["L", "R", "N", "P"]));
                    self.item(program, ItemKind::Let { name: name(&constant), value });
                    scope.letters.push(constant);
                }
                kind => {
                    let arguments: Vec<String> =
                        (0..1 + self.random.below(2)).map(|_| self.fresh("t")).collect();
                    let mut inside = scope.clone();
                    inside.ints.extend(arguments.iter().cloned());
                    let function = self.fresh("f");
                    let known = (function.clone(), arguments.len());
                    let body = match (kind, self.random.below(3)) {
                        (4, _) | (_, 0) => {
                            scope.int_functions.push(known);
                            self.int(&inside, 2)
                        }
                        (_, 1) => {
                            scope.letter_functions.push(known);
                            self.letter(&inside, 2)
                        }
                        _ => {
                            scope.bool_functions.push(known);
                            self.bool(&inside, 2)
                        }
                    };
                    self.item(program, define(&function, &arguments, body));
                }
            }
        }
    }

    fn one_move(&mut self, scope: &Scope, coordinates: &[String], ok: Option<&str>) -> Move {
        let mut scope = scope.clone();
        let mut clauses = Vec::new();
        let mut parts = Vec::new();
        // What comes before the variables runs.
        if self.random.one_in(8) {
            clauses.push(Clause::If(self.bool(&scope, 2)));
        }
        let count = if self.random.one_in(6) { 2 + self.random.below(2) } else { 1 };
        for part in 0..count {
            let axis = self.random.below(coordinates.len() as u64) as usize;
            let mut tuple = Vec::new();
            for (i, coordinate) in coordinates.iter().enumerate() {
                tuple.push(match i.cmp(&axis) {
                    std::cmp::Ordering::Less => word(coordinate),
                    std::cmp::Ordering::Equal => {
                        // Several loops in one move would be many options.
                        self.smaller(coordinate, &mut scope, &mut clauses, part == 0)
                    }
                    std::cmp::Ordering::Greater => self.any(coordinate, &scope),
                });
            }
            parts.push(tuple);
        }
        if self.random.one_in(3) {
            let bound = self.fresh("w");
            let value = match self.random.one_in(3) {
                true => {
                    scope.bools.push(bound.clone());
                    self.bool(&scope, 1)
                }
                false => self.int(&scope, 2),
            };
            // A name that is bound may not be used in its own value.
            let uses = format!("{value:?}").contains(&format!("\"{bound}\""));
            if !uses {
                if !scope.bools.contains(&bound) {
                    scope.ints.push(bound.clone());
                }
                clauses.push(Clause::Let { name: name(&bound), value });
            } else {
                scope.bools.retain(|b| *b != bound);
            }
        }
        if self.random.one_in(2) {
            clauses.push(Clause::If(self.bool(&scope, 2)));
        }
        if let Some(ok) = ok
            && !self.random.one_in(10)
        {
            for tuple in &parts {
                clauses.push(Clause::If(call(ok, tuple.clone())));
            }
        }
        Move { parts, clauses, place: Place::default() }
    }

    /// A value of a coordinate below the present one, with the clauses that make it so.
    fn smaller(
        &mut self,
        coordinate: &str,
        scope: &mut Scope,
        clauses: &mut Vec<Clause>,
        loops: bool,
    ) -> Expr {
        let here = || word(coordinate);
        if self.random.one_in(60) {
            // A move that need not be one.
            return self.int(scope, 2);
        }
        match self.random.below(if loops { 6 } else { 2 }) {
            0 => {
                clauses.push(Clause::If(compare(here(), Comparison::AtLeast, int(1))));
                binary(Operator::Div, here(), int(2))
            }
            1 => {
                clauses.push(Clause::If(compare(here(), Comparison::Greater, int(0))));
                let value = self.int(scope, 3);
                let below = binary(Operator::Subtract, here(), int(1));
                call("min", vec![call("max", vec![value, int(0)]), below])
            }
            2 | 3 => {
                let variable = self.fresh("u");
                let from = self.random.below(3) as i64;
                let domain = Domain::Range {
                    from: Box::new(int(from)),
                    to: Box::new(here()),
                    inclusive: false,
                    step: self.random.one_in(4).then(|| Box::new(int(2))),
                };
                clauses.push(Clause::For { name: name(&variable), domain });
                scope.ints.push(variable.clone());
                word(&variable)
            }
            _ => {
                let variable = self.fresh("u");
                let domain = match self.random.below(3) {
                    0 if !scope.sets.is_empty() => {
                        Domain::Set(Box::new(word(&self.random.pick(&scope.sets))))
                    }
                    1 => Domain::Range {
                        from: Box::new(int(1)),
                        to: Box::new(self.int(scope, 1)),
                        inclusive: self.random.one_in(2),
                        step: None,
                    },
                    _ => Domain::Set(Box::new(self.takes())),
                };
                clauses.push(Clause::For { name: name(&variable), domain });
                let fits = compare(word(&variable), Comparison::AtMost, here());
                clauses.push(Clause::If(fits));
                scope.ints.push(variable.clone());
                binary(Operator::Subtract, here(), word(&variable))
            }
        }
    }

    /// Any value of a coordinate that is not too large.
    fn any(&mut self, coordinate: &str, scope: &Scope) -> Expr {
        match self.random.below(4) {
            0 => binary(Operator::Mod, self.int(scope, 2), int(6)),
            1 => {
                let value = self.int(scope, 2);
                call("min", vec![call("max", vec![value, int(0)]), int(5)])
            }
            _ => word(coordinate),
        }
    }

    /// A formula of numbers, conditions or letters; only the last clause applies always, if at all.
    fn formula(&mut self, coordinates: &[String], kind: u64) -> Formula {
        let scope = Scope { ints: coordinates.to_vec(), ..Scope::default() };
        let value = |m: &mut Maker| match kind {
            0 => m.int(&scope, 2),
            1 => m.bool(&scope, 2),
            _ => m.letter(&scope, 1),
        };
        let mut clauses = Vec::new();
        for _ in 0..self.random.below(3) {
            let condition = Box::new(self.bool(&scope, 1));
            let yes = Box::new(value(self));
            clauses.push(e(ExprKind::If { condition, yes, no: None }));
        }
        if clauses.is_empty() || self.random.one_in(2) {
            let last = value(self);
            clauses.push(match self.random.one_in(4) {
                true => {
                    let bound = self.fresh("v");
                    let value = Box::new(self.int(&scope, 1));
                    e(ExprKind::Let { name: name(&bound), value, body: Box::new(last) })
                }
                false => last,
            });
        }
        Formula { clauses }
    }
}

fn define(function: &str, arguments: &[String], body: Expr) -> ItemKind {
    ItemKind::Def {
        name: name(function),
        arguments: arguments.iter().map(|a| name(a)).collect(),
        body,
    }
}

/// Game number `seed`.
pub fn random_game(seed: u64) -> RandomGame {
    Maker { random: Random::new(seed), names: 0 }.game()
}

/// A formula about the positions of a game, as a text: of numbers (0), conditions (1), letters (2).
pub fn random_formula(seed: u64, coordinates: &[String], kind: u64) -> String {
    let formula = Maker { random: Random::new(seed ^ 0xf0f0), names: 0 }.formula(coordinates, kind);
    // The layout is that of a body of a function.
    let text = |clause: &Expr| {
        let item = Item { kind: ItemKind::Terminal(clause.clone()), place: Place::default() };
        let program = Program { header: None, items: vec![item] };
        let line = program.to_string();
        line.trim().strip_prefix("terminal: ").expect("as it is laid out").to_string()
    };
    formula.clauses.iter().map(text).collect::<Vec<_>>().join("\n")
}

/// Writes a text as other people would: signs for words, wide characters. The tree is the same.
pub fn respelled(text: &str, seed: u64) -> String {
    let mut random = Random::new(seed ^ 0xabcd);
    let spellings: [(&str, &[&str]); 10] = [
        (" div ", &[" / ", " div ", "／"]),
        (" mod ", &[" % ", " mod "]),
        (" xor ", &[" ⊕ ", " xor "]),
        (" <= ", &[" ≤ ", "<=", " ＜＝ "]),
        (" >= ", &[" ≥ ", " >= "]),
        (" != ", &[" <> ", " ≠ ", " ！＝ "]),
        (" .. ", &[" … ", " .. ", ".."]),
        (" * ", &[" × ", "*", "·"]),
        (" - ", &["-", " − ", "－"]),
        (", ", &[",", "、", "，"]),
    ];
    let mut text = text.to_string();
    for (plain, others) in spellings {
        let parts: Vec<&str> = text.split(plain).collect();
        let mut spelled = parts[0].to_string();
        for part in &parts[1..] {
            spelled.push_str(random.pick(others));
            spelled.push_str(part);
        }
        text = spelled;
    }
    text
}

/// Every construct of the grammar, by the names that [`constructs`] gives them.
pub const CONSTRUCTS: &[&str] = &[
    "header",
    "parameter with default",
    "parameter without default",
    "position",
    "where",
    "def",
    "let",
    "both",
    "left",
    "right",
    "end: normal",
    "end: misere",
    "end: letter",
    "show",
    "show with arguments",
    "passes",
    "passes if",
    "terminal",
    "sum of positions",
    "for",
    "clause if",
    "clause let",
    "range ..",
    "range ..<",
    "step",
    "domain set",
    "domain name",
    "number",
    "name",
    "call",
    "negate",
    "not",
    "or",
    "and",
    "xor",
    "+",
    "-",
    "*",
    "div",
    "mod",
    "comparison",
    "chain of comparisons",
    "=",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "if then else",
    "if then",
    "let in",
    "in",
    "set",
    "set item",
    "set range",
];

/// The constructs that a game uses. A new kind of node does not compile before it is here.
pub fn constructs(program: &Program, seen: &mut BTreeSet<String>) {
    let mut add = |what: &str| {
        seen.insert(what.to_string());
    };
    if let Some(header) = &program.header {
        add("header");
        for parameter in &header.parameters {
            match &parameter.default {
                Some(e) => {
                    add("parameter with default");
                    expression(e, &mut add);
                }
                None => add("parameter without default"),
            }
        }
    }
    for item in &program.items {
        match &item.kind {
            ItemKind::Position { coordinates: _, condition } => {
                add("position");
                if let Some(e) = condition {
                    add("where");
                    expression(e, &mut add);
                }
            }
            ItemKind::Def { name: _, arguments: _, body } => {
                add("def");
                expression(body, &mut add);
            }
            ItemKind::Let { name: _, value } => {
                add("let");
                expression(value, &mut add);
            }
            ItemKind::Moves { players, moves } => {
                add(match players {
                    Players::Both => "both",
                    Players::Left => "left",
                    Players::Right => "right",
                });
                moves.iter().for_each(|m| one_move(m, &mut add));
            }
            ItemKind::End(EndDeclaration::Normal) => add("end: normal"),
            ItemKind::End(EndDeclaration::Misere) => add("end: misere"),
            ItemKind::End(EndDeclaration::Letter(e)) => {
                add("end: letter");
                expression(e, &mut add);
            }
            ItemKind::Show { name: _, arguments } => {
                add(if arguments.is_empty() { "show" } else { "show with arguments" });
            }
            ItemKind::Loopy(_) => add("loopy"),
            ItemKind::Passes { name: _, condition } => {
                add(if condition.is_some() { "passes if" } else { "passes" });
                if let Some(e) = condition {
                    expression(e, &mut add);
                }
            }
            ItemKind::Terminal(e) => {
                add("terminal");
                expression(e, &mut add);
            }
        }
    }
}

fn one_move(one: &Move, add: &mut dyn FnMut(&str)) {
    if one.parts.len() > 1 {
        add("sum of positions");
    }
    one.parts.iter().flatten().for_each(|e| expression(e, add));
    for clause in &one.clauses {
        match clause {
            Clause::For { name: _, domain: values } => {
                add("for");
                domain(values, add);
            }
            Clause::If(e) => {
                add("clause if");
                expression(e, add);
            }
            Clause::Let { name: _, value } => {
                add("clause let");
                expression(value, add);
            }
        }
    }
}

fn domain(values: &Domain, add: &mut dyn FnMut(&str)) {
    match values {
        Domain::Range { from, to, inclusive, step } => {
            add(if *inclusive { "range .." } else { "range ..<" });
            expression(from, add);
            expression(to, add);
            if let Some(step) = step {
                add("step");
                expression(step, add);
            }
        }
        Domain::Set(e) => {
            add(if let ExprKind::Name(_) = e.kind { "domain name" } else { "domain set" });
            expression(e, add);
        }
    }
}

/// The constructs of an expression.
pub fn expression(e: &Expr, add: &mut dyn FnMut(&str)) {
    match &e.kind {
        ExprKind::Int(_) => add("number"),
        ExprKind::Name(_) => add("name"),
        ExprKind::Call { name, arguments } => {
            add("call");
            add(&format!("{}()", name.text));
            arguments.iter().for_each(|e| expression(e, add));
        }
        ExprKind::Negate(inner) => {
            add("negate");
            expression(inner, add);
        }
        ExprKind::Not(inner) => {
            add("not");
            expression(inner, add);
        }
        ExprKind::Binary { operator, left, right } => {
            add(match operator {
                Operator::Or => "or",
                Operator::And => "and",
                Operator::Xor => "xor",
                Operator::Add => "+",
                Operator::Subtract => "-",
                Operator::Multiply => "*",
                Operator::Div => "div",
                Operator::Mod => "mod",
            });
            expression(left, add);
            expression(right, add);
        }
        ExprKind::Compare { first, rest } => {
            add(if rest.len() > 1 { "chain of comparisons" } else { "comparison" });
            expression(first, add);
            for (comparison, right) in rest {
                add(match comparison {
                    Comparison::Equal => "=",
                    Comparison::Different => "!=",
                    Comparison::Less => "<",
                    Comparison::AtMost => "<=",
                    Comparison::Greater => ">",
                    Comparison::AtLeast => ">=",
                });
                expression(right, add);
            }
        }
        ExprKind::If { condition, yes, no } => {
            add(if no.is_some() { "if then else" } else { "if then" });
            expression(condition, add);
            expression(yes, add);
            if let Some(no) = no {
                expression(no, add);
            }
        }
        ExprKind::Let { name: _, value, body } => {
            add("let in");
            expression(value, add);
            expression(body, add);
        }
        ExprKind::In { element, set } => {
            add("in");
            expression(element, add);
            domain(set, add);
        }
        ExprKind::Set(items) => {
            add("set");
            for item in items {
                match item {
                    SetItem::One(e) => {
                        add("set item");
                        expression(e, add);
                    }
                    SetItem::Range(values) => {
                        add("set range");
                        domain(values, add);
                    }
                }
            }
        }
    }
}
