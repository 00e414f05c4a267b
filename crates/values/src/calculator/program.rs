//! Expressions as small programs: functions of the user, conditions, lists and loops over them.
//!
//! These are the same for every calculator ([`Host`]). The rest of an expression is plain: before a plain
//! expression is evaluated, the parts of it that are not are computed and stand in it as variables with names that are not
//! valid in the input. Parameters and the names of loops become such variables, too, so that a body sees them and the
//! variables of the session, and nothing else.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::Arc;

use super::functions::Fold;
use super::{EvalError, EvalErrorKind, Kind, Value, function};
use crate::GameError;
use crate::dyadic::Dyadic;
use crate::notation::{self, Comparison, Expr, ExprKind, KEYWORDS, OMEGA, Statement};
use ishitori_runtime::LimitReached;

/// How deep functions, conditions and lists may be nested while they are evaluated.
pub const MAX_DEPTH: usize = 4000;
/// The longest list.
pub const MAX_LIST: usize = 100_000;

type Evaluated<T> = Result<T, EvalError>;

/// A function of the user: `f(x) := {x|-x}`.
#[derive(Debug)]
pub struct UserFunction {
    name: String,
    parameters: Vec<String>,
    body: Expr,
    /// The line with the definition, in which the places of the body are.
    line: String,
}

impl UserFunction {
    /// Its name. O(1).
    pub fn name(&self) -> &str {
        &self.name
    }

    /// `f(x, y)`. O(length).
    pub fn signature(&self) -> String {
        format!("{}({})", self.name, self.parameters.join(", "))
    }

    /// The right side of its definition as it was written. O(1).
    pub fn body(&self) -> &str {
        self.at(&self.body.span)
    }

    fn at(&self, span: &Range<usize>) -> &str {
        self.line.get(span.clone()).unwrap_or_default()
    }
}

impl PartialEq for UserFunction {
    /// The same definition, not functions with the same values.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl std::fmt::Display for UserFunction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} := {}", self.signature(), self.body())
    }
}

/// Where a program stands: how deep, and how many names of its own it has made.
#[derive(Debug, Default)]
pub struct Progress {
    depth: usize,
    names: u64,
}

/// A calculator in which programs run.
pub trait Host: Sized {
    /// The type of the values of expressions.
    type Value: Clone;
    /// The value of an expression without functions of the user, conditions and lists.
    fn plain(&mut self, e: &Expr) -> Evaluated<Self::Value>;
    /// The value of a variable.
    fn variable(&self, name: &str) -> Option<Self::Value>;
    /// Gives a variable a value, or takes it away.
    fn set(&mut self, name: &str, value: Option<Self::Value>);
    /// Whether a name cannot be given a value, apart from those of functions and the words of the notation.
    fn is_reserved(&self, name: &str) -> bool;
    /// A value of the calculator of short games.
    fn short(value: Value) -> Self::Value;
    /// The value of the calculator of short games that it is.
    fn as_short(value: &Self::Value) -> Option<&Value>;
    /// The elements of a list or a set.
    fn elements(&mut self, value: &Self::Value) -> Option<Vec<Self::Value>>;
    /// A list of values that are no lists.
    fn list(elements: Vec<Self::Value>) -> Self::Value;
    /// The type of a value.
    fn kind(value: &Self::Value) -> Kind;
    /// Where the program stands.
    fn progress(&mut self) -> &mut Progress;
    /// Asks whether to work on.
    fn tick(&mut self) -> Result<(), LimitReached>;
}

/// Runs the statements of a line; the value is that of the last one. Those before a mistake keep their effect.
/// `written` is the line as the user wrote it, with the same places.
pub fn run<H: Host>(host: &mut H, line: &str, written: &str) -> Evaluated<H::Value> {
    let mut last = None;
    for statement in notation::parse_all(line)? {
        last = Some(match statement {
            Statement::Eval(e) => evaluate(host, &e)?,
            Statement::Assign { name, span, value } => {
                check_name(host, &name, &span)?;
                let value = evaluate(host, &value)?;
                host.set(&name, Some(value.clone()));
                value
            }
            Statement::Define { name, span, parameters, body } => {
                check_name(host, &name, &span)?;
                for (at, (parameter, span)) in parameters.iter().enumerate() {
                    check_name(host, parameter, span)?;
                    if parameters[..at].iter().any(|(other, _)| other == parameter) {
                        let kind = EvalErrorKind::DoubledParameter(parameter.clone());
                        return Err(EvalError { span: span.clone(), kind });
                    }
                }
                let parameters = parameters.into_iter().map(|(name, _)| name).collect();
                let line = written.to_string();
                let function = UserFunction { name: name.clone(), parameters, body, line };
                let value = H::short(Value::Function(Arc::new(function)));
                host.set(&name, Some(value.clone()));
                value
            }
        });
    }
    last.ok_or(EvalError {
        span: 0..line.len(),
        kind: EvalErrorKind::Syntax(notation::SyntaxErrorKind::Empty),
    })
}

fn check_name<H: Host>(host: &H, name: &str, span: &Range<usize>) -> Evaluated<()> {
    let of_notation = KEYWORDS.contains(&name) || OMEGA.contains(&name);
    if function(name).is_some() || of_notation || host.is_reserved(name) {
        let kind = EvalErrorKind::ReservedName(name.to_string());
        return Err(EvalError { span: span.clone(), kind });
    }
    Ok(())
}

/// The value of an expression. The cost of its parts.
pub fn evaluate<H: Host>(host: &mut H, e: &Expr) -> Evaluated<H::Value> {
    if is_program(host, e) {
        return part(host, e);
    }
    let parts = parts(host, e)?;
    if parts.is_empty() {
        return host.plain(e);
    }
    let mut names = HashMap::new();
    let mut values = Ok(());
    for inner in parts {
        match evaluate(host, inner) {
            Ok(value) => {
                let name = fresh(host, "part");
                host.set(&name, Some(value));
                names.insert(std::ptr::from_ref(inner), name);
            }
            Err(error) => {
                values = Err(error);
                break;
            }
        }
    }
    let result = values.and_then(|()| host.plain(&with_names(e, &names)));
    for name in names.values() {
        host.set(name, None);
    }
    result
}

/// Whether an expression is a condition, a list, a loop, a fold or a call of a function of the user.
fn is_program<H: Host>(host: &H, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::If(..) | ExprKind::List(_) | ExprKind::For { .. } => true,
        ExprKind::Call { name, .. } => fold(name).is_some() || user_function(host, name).is_some(),
        _ => false,
    }
}

/// The outermost programs in an expression, from left to right.
fn parts<'e, H: Host>(host: &mut H, e: &'e Expr) -> Evaluated<Vec<&'e Expr>> {
    let mut found = Vec::new();
    let mut ahead = vec![e];
    while let Some(e) = ahead.pop() {
        host.tick().map_err(|limit| at(e, limit))?;
        match is_program(host, e) {
            true => found.push(e),
            false => ahead.extend(e.children().into_iter().rev()),
        }
    }
    Ok(found)
}

/// An expression with names for some of its parts.
fn with_names(e: &Expr, names: &HashMap<*const Expr, String>) -> Expr {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, || match names.get(&std::ptr::from_ref(e)) {
        Some(name) => Expr { kind: ExprKind::Variable(name.clone()), span: e.span.clone() },
        None => e.with_children(&mut |child| with_names(child, names)),
    })
}

/// A fresh name, which is not valid in the input.
fn fresh<H: Host>(host: &mut H, name: &str) -> String {
    let progress = host.progress();
    progress.names += 1;
    format!("{name}#{}", progress.names)
}

fn fold(name: &str) -> Option<Fold> {
    function(name).and_then(|f| f.fold())
}

fn user_function<H: Host>(host: &H, name: &str) -> Option<Arc<UserFunction>> {
    match H::as_short(&host.variable(name)?) {
        Some(Value::Function(function)) => Some(function.clone()),
        _ => None,
    }
}

/// The value of a program.
fn part<H: Host>(host: &mut H, e: &Expr) -> Evaluated<H::Value> {
    host.tick().map_err(|limit| at(e, limit))?;
    if host.progress().depth >= MAX_DEPTH {
        return Err(error(e, EvalErrorKind::RecursionTooDeep { limit: MAX_DEPTH }));
    }
    host.progress().depth += 1;
    let value = stacker::maybe_grow(64 * 1024, 1024 * 1024, || match &e.kind {
        ExprKind::If(condition, yes, no) => match truth(host, condition)? {
            true => evaluate(host, yes),
            false => evaluate(host, no),
        },
        ExprKind::List(items) => {
            let mut elements = Vec::with_capacity(items.len().min(MAX_LIST));
            for item in items {
                push::<H>(&mut elements, evaluate(host, item)?, item)?;
            }
            Ok(H::list(elements))
        }
        ExprKind::For { item, name, name_span, list, condition } => {
            check_name(host, name, name_span)?;
            let elements = elements(host, list)?;
            let own = fresh(host, name);
            let renamed = BTreeMap::from([(name.as_str(), own.as_str())]);
            let item = renamed_in(item, &renamed);
            let condition = condition.as_ref().map(|condition| renamed_in(condition, &renamed));
            let found = each(host, &own, elements, &item, condition.as_ref());
            host.set(&own, None);
            found.map(H::list)
        }
        ExprKind::Call { name, arguments, .. } => match (fold(name), user_function(host, name)) {
            (Some(fold), _) => folded(host, e, name, fold, arguments),
            (None, Some(function)) => call(host, e, &function, arguments),
            (None, None) => host.plain(e),
        },
        _ => host.plain(e),
    });
    host.progress().depth -= 1;
    value
}

fn truth<H: Host>(host: &mut H, e: &Expr) -> Evaluated<bool> {
    let value = evaluate(host, e)?;
    match H::as_short(&value) {
        Some(Value::Bool(truth)) => Ok(*truth),
        _ => Err(wrong_kind::<H>(e, &value, Kind::Bool)),
    }
}

/// Elements of a list or a set.
fn elements<H: Host>(host: &mut H, e: &Expr) -> Evaluated<Vec<H::Value>> {
    let value = evaluate(host, e)?;
    host.elements(&value).ok_or_else(|| wrong_kind::<H>(e, &value, Kind::List))
}

/// Adds to a list what is not a list. (So the length of a list bounds its size.)
fn push<H: Host>(list: &mut Vec<H::Value>, value: H::Value, e: &Expr) -> Evaluated<()> {
    if matches!(H::kind(&value), Kind::List | Kind::Games) {
        return Err(wrong_kind::<H>(e, &value, Kind::Element));
    }
    if list.len() >= MAX_LIST {
        return Err(error(e, EvalErrorKind::ListTooLong { limit: MAX_LIST }));
    }
    list.push(value);
    Ok(())
}

/// The values of an item for each element that meets a condition.
fn each<H: Host>(
    host: &mut H,
    name: &str,
    elements: Vec<H::Value>,
    item: &Expr,
    condition: Option<&Expr>,
) -> Evaluated<Vec<H::Value>> {
    let mut found = Vec::new();
    for element in elements {
        host.set(name, Some(element));
        if let Some(condition) = condition
            && !truth(host, condition)?
        {
            continue;
        }
        push::<H>(&mut found, evaluate(host, item)?, item)?;
    }
    Ok(found)
}

/// The value of a function of the user: arguments are evaluated once.
fn call<H: Host>(
    host: &mut H,
    e: &Expr,
    function: &UserFunction,
    arguments: &[Expr],
) -> Evaluated<H::Value> {
    let (expected, found) = (function.parameters.len(), arguments.len());
    if expected != found {
        let (name, signature) = (function.name.clone(), function.signature());
        return Err(error(e, EvalErrorKind::ArgumentCount { name, signature, expected, found }));
    }
    let mut values = Vec::with_capacity(arguments.len());
    for argument in arguments {
        values.push(evaluate(host, argument)?);
    }
    let names: Vec<String> = function.parameters.iter().map(|name| fresh(host, name)).collect();
    for (name, value) in names.iter().zip(values) {
        host.set(name, Some(value));
    }
    let renamed =
        function.parameters.iter().map(String::as_str).zip(names.iter().map(String::as_str));
    let body = renamed_in(&function.body, &renamed.collect());
    let result = evaluate(host, &body);
    for name in &names {
        host.set(name, None);
    }
    // A place in the body is no place in the line that is evaluated.
    result.map_err(|inner| match inner.kind {
        kind @ (EvalErrorKind::Inside { .. }
        | EvalErrorKind::RecursionTooDeep { .. }
        | EvalErrorKind::Game(GameError::Limit(_))) => error(e, kind),
        kind => {
            let text = function.at(&inner.span).chars().take(60).collect();
            let name = function.name.clone();
            error(e, EvalErrorKind::Inside { name, text, error: Box::new(kind) })
        }
    })
}

/// An expression in which names of variables are exchanged, where they are not those of a loop in it.
fn renamed_in(e: &Expr, names: &BTreeMap<&str, &str>) -> Expr {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
        let without = |name: &str| {
            let mut names = names.clone();
            names.remove(name);
            names
        };
        match &e.kind {
            ExprKind::Variable(name) => {
                let name = names.get(name.as_str()).copied().unwrap_or(name);
                Expr { kind: ExprKind::Variable(name.to_string()), span: e.span.clone() }
            }
            ExprKind::Call { name, name_span, arguments } => {
                let name = names.get(name.as_str()).copied().unwrap_or(name).to_string();
                let arguments = arguments.iter().map(|e| renamed_in(e, names)).collect();
                let kind = ExprKind::Call { name, name_span: name_span.clone(), arguments };
                Expr { kind, span: e.span.clone() }
            }
            ExprKind::Loop { name, .. } => {
                let names = without(name);
                e.with_children(&mut |child| renamed_in(child, &names))
            }
            ExprKind::For { name, list, .. } => {
                let (inside, list) = (without(name), std::ptr::from_ref(&**list));
                e.with_children(&mut |child| {
                    renamed_in(child, if std::ptr::eq(child, list) { names } else { &inside })
                })
            }
            _ => e.with_children(&mut |child| renamed_in(child, names)),
        }
    })
}

/// Sum, Max, Min or Count of a list.
fn folded<H: Host>(
    host: &mut H,
    e: &Expr,
    name: &str,
    fold: Fold,
    arguments: &[Expr],
) -> Evaluated<H::Value> {
    let [list] = arguments else {
        let (name, signature) = (name.to_string(), format!("{name}(L)"));
        let found = arguments.len();
        let kind = EvalErrorKind::ArgumentCount { name, signature, expected: 1, found };
        return Err(error(e, kind));
    };
    let elements = elements(host, list)?;
    match fold {
        Fold::Count => Ok(H::short(Value::Number(Dyadic::from(elements.len() as i64)))),
        Fold::Sum => {
            // One sum of as many variables, so that it is what `a + b + …` is.
            let variable = |name: &String| Expr {
                kind: ExprKind::Variable(name.clone()),
                span: list.span.clone(),
            };
            let names: Vec<String> = elements.iter().map(|_| fresh(host, "term")).collect();
            for (name, value) in names.iter().zip(elements) {
                host.set(name, Some(value));
            }
            let terms = names.iter().map(|name| (false, variable(name))).collect();
            let sum = host.plain(&Expr { kind: ExprKind::Sum(terms), span: e.span.clone() });
            for name in &names {
                host.set(name, None);
            }
            sum
        }
        Fold::Max | Fold::Min => {
            let mut best: Option<H::Value> = None;
            for element in elements {
                host.tick().map_err(|limit| at(e, limit))?;
                best = Some(match best {
                    None => element,
                    Some(best) if at_least(host, list, &best, &element)? => match fold {
                        Fold::Max => best,
                        _ => element,
                    },
                    Some(best) if at_least(host, list, &element, &best)? => match fold {
                        Fold::Max => element,
                        _ => best,
                    },
                    Some(_) => return Err(error(list, EvalErrorKind::Incomparable)),
                });
            }
            best.ok_or_else(|| error(list, EvalErrorKind::EmptyList))
        }
    }
}

/// Whether a ≥ b.
fn at_least<H: Host>(host: &mut H, e: &Expr, a: &H::Value, b: &H::Value) -> Evaluated<bool> {
    let names = [fresh(host, "a"), fresh(host, "b")];
    let [left, right] = names
        .clone()
        .map(|name| Box::new(Expr { kind: ExprKind::Variable(name), span: e.span.clone() }));
    for (name, value) in names.iter().zip([a, b]) {
        host.set(name, Some(value.clone()));
    }
    let kind = ExprKind::Compare(Comparison::GreaterOrEqual, left, right);
    let order = truth(host, &Expr { kind, span: e.span.clone() });
    for name in &names {
        host.set(name, None);
    }
    order
}

fn error(e: &Expr, kind: EvalErrorKind) -> EvalError {
    EvalError { span: e.span.clone(), kind }
}

fn at(e: &Expr, limit: LimitReached) -> EvalError {
    error(e, EvalErrorKind::Game(GameError::Limit(limit)))
}

fn wrong_kind<H: Host>(e: &Expr, value: &H::Value, expected: Kind) -> EvalError {
    error(e, EvalErrorKind::Kind { found: H::kind(value), expected })
}
