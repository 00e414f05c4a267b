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
    /// An expression.
    Eval(Expr),
}

/// An expression and the bytes of the source it comes from.
#[derive(Debug, Clone, PartialEq)]
pub struct Expr {
    /// What it is.
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
