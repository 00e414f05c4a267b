//! Games in braces whose followers come back: from expressions to graphs.

use ishitori_values::calculator::{Host, LoopyFault};
use ishitori_values::notation::{Expr, ExprKind};

use super::eval::{Evaluated, Marked, at, fault};
use super::{Calculator, Value};
use crate::graph::{Graph, Target};
use crate::store::Loopy;
use ishitori_values::calculator::Value as Short;

/// The games in whose braces an expression stands, each with its name if it has one.
type Scope = Vec<(Option<String>, u32)>;

impl Calculator<'_> {
    /// The value of a game in braces.
    pub(super) fn braces(&mut self, e: &Expr, marked: &Marked) -> Evaluated<Loopy> {
        let mut graph = Graph::default();
        let v = self.brace(e, &mut graph, &mut Vec::new(), marked)?;
        self.loops.value(&graph, v).map_err(|limit| at(&e.span, limit))
    }

    /// The vertex of a game in braces.
    fn brace(
        &mut self,
        e: &Expr,
        graph: &mut Graph,
        scope: &mut Scope,
        marked: &Marked,
    ) -> Evaluated<u32> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            let (name, body) = match &e.kind {
                ExprKind::Loop { name, body, .. } => (Some(name.clone()), &**body),
                _ => (None, e),
            };
            let ExprKind::Braces(left, right) = &body.kind else {
                unreachable!("the parser gives a loop braces")
            };
            let v = graph.vertex();
            scope.push((name, v));
            let options = self.targets(left, graph, scope, marked).and_then(|left| {
                let right = self.targets(right, graph, scope, marked)?;
                Ok([left, right])
            });
            scope.pop();
            graph.connect(v, options?);
            Ok(v)
        })
    }

    fn targets(
        &mut self,
        options: &[Expr],
        graph: &mut Graph,
        scope: &mut Scope,
        marked: &Marked,
    ) -> Evaluated<Vec<Target>> {
        let mut targets = Vec::with_capacity(options.len());
        for e in options {
            let inside = |name: &str| {
                let named = |frame: &&(Option<String>, u32)| frame.0.as_deref() == Some(name);
                scope.iter().rev().find(named).map(|frame| frame.1)
            };
            match &e.kind {
                ExprKind::Variable(name) if name == "pass" => {
                    let innermost = scope.last().expect("options stand in braces").1;
                    targets.push(Target::Vertex(innermost));
                }
                ExprKind::Variable(name) if inside(name).is_some() => {
                    targets.extend(inside(name).map(Target::Vertex));
                }
                // Braces may lead back even where no loopy game is named in them: a{0|{a|1}}.
                ExprKind::Braces(..) | ExprKind::Loop { .. } => {
                    targets.push(Target::Vertex(self.brace(e, graph, scope, marked)?));
                }
                _ => {
                    self.check_names(e, scope)?;
                    match self.expr(e, marked)? {
                        // A set among the options stands for its members.
                        Value::Games(games) => targets.extend(games.into_iter().map(Target::Value)),
                        Value::Short(Short::Games(games)) => {
                            for g in games {
                                let g = self.loops.short(g).map_err(|limit| at(&e.span, limit))?;
                                targets.push(Target::Value(g));
                            }
                        }
                        list @ (Value::List(_) | Value::Short(Short::List(_))) => {
                            for value in self.elements(&list).unwrap_or_default() {
                                targets.push(Target::Value(self.as_game(e, value)?));
                            }
                        }
                        value => targets.push(Target::Value(self.as_game(e, value)?)),
                    }
                }
            }
        }
        Ok(targets)
    }

    /// The names of loops around are not part of sums, functions and so on.
    fn check_names(&self, e: &Expr, scope: &Scope) -> Evaluated<()> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            match &e.kind {
                ExprKind::Variable(name) => {
                    let is_loop = scope.iter().any(|frame| frame.0.as_deref() == Some(name));
                    if name == "pass" || is_loop {
                        return Err(fault(&e.span, LoopyFault::Misplaced(name.clone())));
                    }
                    Ok(())
                }
                // Braces of their own have names and passes of their own.
                ExprKind::Loop { .. } | ExprKind::Braces(..) => Ok(()),
                _ => e.children().into_iter().try_for_each(|e| self.check_names(e, scope)),
            }
        })
    }
}
