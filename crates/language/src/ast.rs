//! A text as a tree, as it was written: what the formatter prints and the checker reads.

use std::ops::Range;

use ishitori_values::Endless;

/// Where something stands in the source. Any two places are equal, so that `==` on trees compares
/// what they say and not how they are laid out.
#[derive(Clone, Debug, Default)]
pub struct Place(pub Range<usize>);

impl PartialEq for Place {
    fn eq(&self, _: &Place) -> bool {
        true
    }
}

/// A game.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Program {
    /// `game NAME(…)`
    pub header: Option<Header>,
    /// The parts, in the order in which they stand.
    pub items: Vec<Item>,
}

/// `game chocolate(k = 3)`
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// The name, which may have hyphens.
    pub name: String,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// Where it stands.
    pub place: Place,
}

/// `k = 3`, `S = {1, 2}`, or `k` without a default.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: Name,
    /// Its default.
    pub default: Option<Expr>,
}

/// A name and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Where it stands.
    pub place: Place,
}

/// A part of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Its content.
    pub kind: ItemKind,
    /// Where it stands.
    pub place: Place,
}

/// The kinds of parts.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    /// `position (y, z) where y <= z div k`
    Position {
        /// Names of the coordinates.
        coordinates: Vec<Name>,
        /// The condition on positions.
        condition: Option<Expr>,
    },
    /// `def f(t) = t div 2 + 1`
    Def {
        /// The function.
        name: Name,
        /// Its arguments.
        arguments: Vec<Name>,
        /// Its value.
        body: Expr,
    },
    /// `let half = k div 2`
    Let {
        /// The constant.
        name: Name,
        /// Its value.
        value: Expr,
    },
    /// `both:`, `left:` or `right:` with moves.
    Moves {
        /// The players who have them.
        players: Players,
        /// The moves.
        moves: Vec<Move>,
    },
    /// `end: …`
    End(EndDeclaration),
    /// `show: grid` or `show: bar(y, z)`
    Show {
        /// The display.
        name: Name,
        /// The coordinates that it shows, and numbers that it needs.
        arguments: Vec<Expr>,
    },
    /// `terminal: n = 0`
    Terminal(Expr),
    /// `loopy` or `loopy: left`
    Loopy(Endless),
    /// `passes: p if a > 0 or b > 0`
    Passes {
        /// The name of a further coordinate, the last one: how many passes are left.
        name: Name,
        /// Where a player may pass; everywhere if it is not given.
        condition: Option<Expr>,
    },
}

/// The players who have a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Players {
    /// Both.
    Both,
    /// Left only.
    Left,
    /// Right only.
    Right,
}

/// `(a) + (n - a) for a in 1 ..< n if a < n - a`
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The positions that it leads to, played as a sum.
    pub parts: Vec<Vec<Expr>>,
    /// `for`, `if` and `let`, outermost first.
    pub clauses: Vec<Clause>,
    /// Where it stands.
    pub place: Place,
}

/// The clauses after a move.
#[derive(Clone, Debug, PartialEq)]
pub enum Clause {
    /// `for u in 0 ..< y`
    For {
        /// The variable.
        name: Name,
        /// Its values.
        domain: Domain,
    },
    /// `if u > 0`
    If(Expr),
    /// `let v = u div 2`
    Let {
        /// The variable.
        name: Name,
        /// Its value.
        value: Expr,
    },
}

/// The values of a variable of `for`, or a set.
#[derive(Clone, Debug, PartialEq)]
pub enum Domain {
    /// `a .. b` or `a ..< b`, perhaps with `step c`.
    Range {
        /// The first one.
        from: Box<Expr>,
        /// The last one, or the one after it.
        to: Box<Expr>,
        /// Whether `to` is included.
        inclusive: bool,
        /// The step.
        step: Option<Box<Expr>>,
    },
    /// `{1, 2, 5 .. 7}` or the name of a set.
    Set(Box<Expr>),
}

/// `end: …`
#[derive(Clone, Debug, PartialEq)]
pub enum EndDeclaration {
    /// The player who cannot move loses.
    Normal,
    /// The player who cannot move wins.
    Misere,
    /// A letter of L, R, N, P for the final position.
    Letter(Expr),
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Its content.
    pub kind: ExprKind,
    /// Where it stands.
    pub place: Place,
    /// How deep it is nested.
    pub(crate) depth: Depth,
}

impl Expr {
    /// An expression that stands nowhere, for trees made by programs. O(1).
    pub fn new(kind: ExprKind) -> Expr {
        Expr { kind, place: Place::default(), depth: Depth(1) }
    }
}

/// How deep an expression is nested. Any two are equal: it follows from the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Depth(pub u32);

impl PartialEq for Depth {
    fn eq(&self, _: &Depth) -> bool {
        true
    }
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// `3`
    Int(i64),
    /// `y`
    Name(String),
    /// `min(a, b)`
    Call {
        /// The function.
        name: Name,
        /// The arguments.
        arguments: Vec<Expr>,
    },
    /// `-a`
    Negate(Box<Expr>),
    /// `not a`
    Not(Box<Expr>),
    /// `a + b`
    Binary {
        /// The operator.
        operator: Operator,
        /// Left of it.
        left: Box<Expr>,
        /// Right of it.
        right: Box<Expr>,
    },
    /// `a <= b < c`
    Compare {
        /// The first one.
        first: Box<Expr>,
        /// The others.
        rest: Vec<(Comparison, Expr)>,
    },
    /// `if a then b else c`
    If {
        /// The condition.
        condition: Box<Expr>,
        /// The value if it holds.
        yes: Box<Expr>,
        /// The value if not; may be missing in formulas.
        no: Option<Box<Expr>>,
    },
    /// `let a = b in c`
    Let {
        /// The variable.
        name: Name,
        /// Its value.
        value: Box<Expr>,
        /// Where it is used.
        body: Box<Expr>,
    },
    /// `a in {1, 2}`
    In {
        /// The element.
        element: Box<Expr>,
        /// The set.
        set: Domain,
    },
    /// `{1, 2, 5 .. 7}`
    Set(Vec<SetItem>),
}

/// A part of a set.
#[derive(Clone, Debug, PartialEq)]
pub enum SetItem {
    /// One number.
    One(Expr),
    /// Several.
    Range(Domain),
}

/// Operators between two values, in groups of rising strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `or`
    Or,
    /// `and`
    And,
    /// `xor`, the nim-sum
    Xor,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `div`, rounded down
    Div,
    /// `mod`, with the sign of the divisor
    Mod,
}

impl Operator {
    /// How the operator is written. O(1).
    pub const fn symbol(self) -> &'static str {
        match self {
            Operator::Or => "or",
            Operator::And => "and",
            Operator::Xor => "xor",
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Div => "div",
            Operator::Mod => "mod",
        }
    }

    /// How strongly it binds; comparisons are 4, `not` is 3. O(1).
    pub const fn strength(self) -> u8 {
        match self {
            Operator::Or => 1,
            Operator::And => 2,
            Operator::Xor => 5,
            Operator::Add | Operator::Subtract => 6,
            Operator::Multiply | Operator::Div | Operator::Mod => 7,
        }
    }
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    Different,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

impl Comparison {
    /// How the comparison is written. O(1).
    pub const fn symbol(self) -> &'static str {
        match self {
            Comparison::Equal => "=",
            Comparison::Different => "!=",
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::Greater => ">",
            Comparison::AtLeast => ">=",
        }
    }
}

/// A formula: clauses, the first that applies gives the value.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    /// The clauses.
    pub clauses: Vec<Expr>,
}

/// The words of the language.
pub const KEYWORDS: &[&str] = &[
    "game", "position", "where", "both", "left", "right", "end", "def", "let", "in", "for", "if",
    "when", "then", "else", "and", "or", "not", "div", "mod", "xor", "step", "show", "terminal",
    "true", "false", "loopy",
];
