//! Expressions as written.

use std::ops::Range;

use num_bigint::BigInt;

/// A line of input: an expression or a definition.
#[derive(Debug, Clone, PartialEq)]
pub enum Statement {
    /// `G := expression`.
    Assign {
        /// The name on the left.
        name: String,
        /// Where it stands.
        span: Range<usize>,
        /// The expression on the right.
        value: Expr,
    },
    /// `f(x, y) := expression`.
    Define {
        /// The name of the function.
        name: String,
        /// Where it stands.
        span: Range<usize>,
        /// The names of its parameters and where they stand.
        parameters: Vec<(String, Range<usize>)>,
        /// The expression on the right.
        body: Expr,
    },
    /// An expression.
    Eval(Expr),
}

/// An expression and the bytes of the source it comes from.
#[derive(Debug, Clone, PartialEq)]
pub struct Expr {
    /// The kind of node.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Range<usize>,
}

/// The forms of expressions. Chains such as `a+b+c` are flat, so that the depth of the tree is
/// bounded by the nesting of brackets.
#[derive(Debug, Clone, PartialEq)]
pub enum ExprKind {
    /// A non-negative integer.
    Integer(BigInt),
    /// A multiple or power of ↑ (or ↓) and a nimber.
    UpStar(UpKind, u32),
    /// `{a,b|c}`.
    Braces(Vec<Expr>, Vec<Expr>),
    /// `a{0|a}`: a game in braces with a name, by which its followers come back to it. The body is
    /// [`ExprKind::Braces`].
    Loop {
        /// The name.
        name: String,
        /// Where the name stands.
        name_span: Range<usize>,
        /// The game in braces.
        body: Box<Expr>,
    },
    /// `s & t`: the game with these sides.
    Sides(Box<Expr>, Box<Expr>),
    /// `+-G`.
    PlusMinus(Box<Expr>),
    /// `+-{a,b}`: {a,b|-a,-b}.
    PlusMinusSet(Vec<Expr>),
    /// `-G`.
    Negative(Box<Expr>),
    /// `G+H-K`: terms with `true` are subtracted.
    Sum(Vec<(bool, Expr)>),
    /// `G:H:K`, left to right.
    Ordinal(Vec<Expr>),
    /// `x/y`.
    Quotient(Box<Expr>, Box<Expr>),
    /// `x**n` for a number x.
    Power(Box<Expr>, u32),
    /// `x**(y)`: the exponent is an expression, such as that of `omega**omega`.
    PowerOf(Box<Expr>, Box<Expr>),
    /// `*omega`, `*(n)`: a nimber whose index is an expression.
    NimberOf(Box<Expr>),
    /// `n.G`.
    Multiple(Box<Expr>, Box<Expr>),
    /// `F(a,b)`, `(a).F(b)` or `a F b`.
    Call {
        /// The name of the function.
        name: String,
        /// Where the name stands.
        name_span: Range<usize>,
        /// The arguments, the receiver first.
        arguments: Vec<Expr>,
    },
    /// `'G'`: the game as it is written, not simplified.
    Literal(Box<Expr>),
    /// A name.
    Variable(String),
    /// `G <= H` and the like.
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// `if c then a else b`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `[a, b, c]`.
    List(Vec<Expr>),
    /// `[item for name in list if condition]`.
    For {
        /// The expression for each element.
        item: Box<Expr>,
        /// The name of the element.
        name: String,
        /// Where the name stands.
        name_span: Range<usize>,
        /// Where the elements come from.
        list: Box<Expr>,
        /// Which elements are taken.
        condition: Option<Box<Expr>>,
    },
}

/// The ↑-part of a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UpKind {
    /// n·↑.
    Multiple(i32),
    /// ±↑ⁿ, written `^<n>` or `v<n>`; the sign is −1 for ↓.
    Power(u32, i32),
    /// ±(↑ + … + ↑ⁿ), written `^[n]` or `v[n]`.
    Sum(u32, i32),
    /// ±↑^on, written `^<on>` or `v<on>`.
    PowerOn(i32),
    /// ±upon, written `^[on]` or `v[on]`.
    SumOn(i32),
}

/// Comparisons of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `===` or `≅`: the same options, not only the same value.
    Identical,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<=`
    LessOrEqual,
    /// `>=`
    GreaterOrEqual,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `<>`: confused with.
    Confused,
    /// `<|`: less than or confused with.
    LessOrConfused,
    /// `|>`: greater than or confused with.
    GreaterOrConfused,
}
