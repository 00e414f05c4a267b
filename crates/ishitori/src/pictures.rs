//! Pictures of results: what engines find, in the form that [`draw`](crate::draw) takes.

use ishitori_draw::{CayleyGraph, MonoidTable};
use ishitori_solve::quotient::Quotient;

/// The multiplication table of a quotient, its elements named by its presentation. O(order²).
///
/// ```
/// use ishitori::pictures::monoid_table;
/// use ishitori::prelude::Budget;
/// use ishitori::solve::quotient::QuotientSearch;
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
/// use ishitori::pictures::cayley_graph;
/// use ishitori::prelude::Budget;
/// use ishitori::solve::quotient::QuotientSearch;
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
