//! Pictures of quotients.

use ishitori_draw::{CayleyGraph, MonoidTable};
use ishitori_solve::quotient::{Quotient, QuotientSearch};
use serde::{Deserialize, Serialize};

use super::{Answer, Plot, drawn, picture_request, provenance, typed};
use crate::end::read_end;
use crate::{Accepted, AskError, Context, Note, Rule, RuleSource, Stopped};

picture_request! {
    /// How does this quotient look?
    Request {
        /// The rule of the game.
        pub rule: RuleSource,
        /// Who wins when no move is left.
        #[serde(default = "normal")]
        pub end: String,
        /// Stop at this heap if the quotient is not proved for all heaps before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schemas", schemars(range(max = 1_000_000)))]
        pub to: Option<u32>,
    }
}

fn normal() -> String {
    "normal".to_string()
}

/// The two pictures of a quotient.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum View {
    Table,
    Cayley,
}

pub(super) fn answer(request: &Request, view: View, context: &Context) -> Result<Answer, AskError> {
    let rule = match Rule::read(&request.rule, &[])? {
        Rule::Heap(rule) => rule,
        game => game.heap_rule().ok_or_else(|| AskError::Argument {
            field: "rule",
            value: typed(&request.rule).to_string(),
            accepted: Accepted::HeapGame,
        })?,
    };
    let end = read_end(&request.end)?;
    let mut search = QuotientSearch::new(&rule, &end).map_err(AskError::Quotient)?;
    let stopped = search.run(request.to, &context.budget).err().map(Stopped::from);
    let heaps = u64::from(search.last_heap()) + 1;
    let quotient = search.quotient();
    let name = if view == View::Table { "monoid" } else { "cayley" };
    let to = request.to.map_or(String::new(), |to| format!(" --to {to}"));
    let provenance = provenance(
        format!("ishitori draw {name} {rule} --end {end}{to}"),
        &[("rule", rule.to_string()), ("end", end.to_string())],
    );
    let palette = request.palette.into();
    let plot = match view {
        View::Table => Plot::Monoid(MonoidTable { provenance, palette, ..monoid_table(&quotient) }),
        View::Cayley => {
            Plot::Cayley(CayleyGraph { provenance, palette, ..cayley_graph(&quotient) })
        }
    };
    let only = |stopped: &Stopped| Note::OnlyHeaps { heaps, stopped: stopped.clone() };
    let notes = stopped.as_ref().map(only).into_iter().collect();
    let order = Some(quotient.order());
    Ok(Answer { order, stopped, notes, ..drawn(plot, request.look(), context)? })
}

/// The multiplication table of a quotient, its elements named by its presentation. O(order²).
///
/// ```
/// use ishitori_answers::draw::monoid_table;
/// use ishitori_solve::quotient::QuotientSearch;
/// use ishitori_values::Budget;
/// let (rule, end) = ("sub:3,5".parse().unwrap(), "mod2:LR".parse().unwrap());
/// let mut search = QuotientSearch::new(&rule, &end).unwrap();
/// search.run(None, &Budget::unlimited()).unwrap();
/// assert_eq!(monoid_table(&search.quotient()).products.len(), 64);
/// ```
pub fn monoid_table(quotient: &Quotient) -> MonoidTable {
    let elements = 0..quotient.order() as u32;
    let products = elements.flat_map(|x| row(quotient, x)).collect();
    MonoidTable::new(title(quotient), names(quotient), quotient.outcomes().to_vec(), products)
}

/// The Cayley graph of a quotient for the generators of its presentation. O(order²).
///
/// ```
/// use ishitori_answers::draw::cayley_graph;
/// use ishitori_solve::quotient::QuotientSearch;
/// use ishitori_values::Budget;
/// let (rule, end) = ("sub:2,3".parse().unwrap(), "mod2:LR".parse().unwrap());
/// let mut search = QuotientSearch::new(&rule, &end).unwrap();
/// search.run(None, &Budget::unlimited()).unwrap();
/// let graph = cayley_graph(&search.quotient());
/// // Each generator leads from the identity to the element of its name.
/// assert!(graph.generators.iter().all(|(name, images)| graph.names[images[0]] == *name));
/// ```
pub fn cayley_graph(quotient: &Quotient) -> CayleyGraph {
    let presentation = quotient.presentation();
    let generators = presentation
        .generators()
        .iter()
        .enumerate()
        .map(|(i, &heap)| {
            let image = quotient.image(heap).expect("generators are heaps of the quotient");
            (presentation.generator_name(i), row(quotient, image).collect())
        })
        .collect();
    CayleyGraph::new(title(quotient), names(quotient), quotient.outcomes().to_vec(), generators)
}

fn title(quotient: &Quotient) -> String {
    let (rule, end, order) = (quotient.rule(), quotient.end(), quotient.order());
    match quotient.period() {
        Some(_) => format!("{rule}, {end}: |Q| = {order}"),
        None => format!("{rule}, {end}, n ≤ {}: |Q| = {order}", quotient.computed_to()),
    }
}

fn names(quotient: &Quotient) -> Vec<String> {
    let presentation = quotient.presentation();
    (0..quotient.order() as u32).map(|x| presentation.raised_name(x)).collect()
}

fn row(quotient: &Quotient, x: u32) -> impl Iterator<Item = usize> + '_ {
    quotient.row(x).iter().map(|&y| y as usize)
}
