//! The notation of the field, both ways.
//!
//! Reading follows CGSuite: `{2||1|0}`, `^^*`, `v3`, `^3*2`, `+-{3|1}`, `Tiny(2)`, `3/4`, `G:H`,
//! `3.G`, `(G).Heat(1)`. Unicode signs (`↑ ↓ ∗ ± − ≤ ≥ ∥`) and full-width forms are read as well.
//! Printing knows ASCII, Unicode and LaTeX; what is printed in the first two reads back as the
//! same game.

mod ast;
mod error;
mod lexer;
mod parser;
mod printer;
mod walk;

pub use ast::{Comparison, Expr, ExprKind, Statement, UpKind};
pub use error::{Expected, SyntaxError, SyntaxErrorKind};
pub use parser::{KEYWORDS, MAX_LENGTH, MAX_NESTING, OMEGA, parse, parse_all};
pub use printer::{MAX_PRINTED, PrintError, Style};
