//! `cargo xtask deps`: the page `docs/dependencies.md`, which says what each crate uses and why, and what a user compiles.
//!
//! Everything is asked about one platform, so that the page is the same on every machine. Tests fail when the page is old,
//! when a dependency has no reason, and when the counts are not those written down here.

mod graph;
mod reasons;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use graph::{Graph, Named};
use reasons::{REASONS, reason};

/// The page, from the root of the repository.
const PAGE: &str = "docs/dependencies.md";

/// How many packages there are. A change of the graph changes these on purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Counts {
    /// The packages that a program with the library `ishitori` compiles, with the features it has by default.
    library: usize,
    /// The packages that the program compiles.
    program: usize,
    /// Packages of which there are several versions in the workspace, tests included.
    several_versions: usize,
}

#[cfg(test)]
const COUNTED: Counts = Counts { library: 91, program: 173, several_versions: 8 };

impl Counts {
    fn of(graph: &Graph) -> Counts {
        Counts {
            library: graph.library.len(),
            program: graph.program.len(),
            several_versions: graph.several_versions.len(),
        }
    }
}

/// Writes the page.
pub fn write() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no repository")?;
    let graph = Graph::read(root)?;
    reasons_are_right(&graph)?;
    let page = root.join(PAGE);
    std::fs::write(&page, text(&graph)).map_err(|e| format!("{}: {e}", page.display()))?;
    eprintln!("== {PAGE}: {:?}", Counts::of(&graph));
    Ok(())
}

/// Fails if a dependency has no reason, or a reason no dependency.
fn reasons_are_right(graph: &Graph) -> Result<(), String> {
    let used: BTreeSet<&str> = graph.crates.iter().flat_map(Named::all).collect();
    let file = "xtask/src/deps/reasons.rs";
    if let Some(name) = used.iter().find(|name| reason(name).is_none()) {
        return Err(format!("{name} is used without a reason: write one in {file}"));
    }
    match REASONS.iter().find(|(name, _)| !used.contains(name)) {
        Some((name, _)) => Err(format!("no crate uses {name}: take it out of {file}")),
        None => Ok(()),
    }
}

/// The page as Markdown.
fn text(graph: &Graph) -> String {
    let Counts { library, program, several_versions } = Counts::of(graph);
    let mut text = format!(
        "# Dependencies\n\n\
         Written by `cargo xtask deps`, for {}; a test fails when it is old. Licences and sources: `cargo xtask deny`.\n\n\
         | | packages | of them ours |\n|---|---|---|\n\
         | compiled by a user of the library `ishitori`, default features | {library} | {} |\n\
         | compiled for the program | {program} | {} |\n\
         | in several versions, in the whole workspace with its tests | {several_versions} | |\n\n\
         ## What each crate names\n\n| crate | uses | in tests and builds only |\n|---|---|---|\n",
        graph::PLATFORM,
        ours(&graph.library),
        ours(&graph.program),
    );
    for Named { name, normal, other } in &graph.crates {
        let _ = writeln!(text, "| {name} | {} | {} |", listed(normal), listed(other));
    }
    text += "\n## Why\n\n| dependency | reason |\n|---|---|\n";
    for (name, reason) in REASONS {
        let _ = writeln!(text, "| {name} | {reason} |");
    }
    text += "\n## Several versions\n\n| package | version | named by |\n|---|---|---|\n";
    for (name, versions) in &graph.several_versions {
        for (version, users) in versions {
            let _ = writeln!(text, "| {name} | {version} | {} |", listed(users));
        }
    }
    text += "\n## What a user of the library compiles\n\n";
    let foreign: Vec<&str> =
        graph.library.iter().map(String::as_str).filter(|p| !is_ours(p)).collect();
    let _ = writeln!(text, "{}.", foreign.join(", "));
    text
}

fn is_ours(package: &str) -> bool {
    package.starts_with("ishitori")
}

fn ours(packages: &BTreeSet<String>) -> usize {
    packages.iter().filter(|package| is_ours(package)).count()
}

fn listed(names: &BTreeSet<String>) -> String {
    names.iter().map(String::as_str).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph() -> Graph {
        Graph::read(Path::new("..")).expect("cargo metadata")
    }

    #[test]
    fn the_graph_is_the_one_that_is_written_down() {
        let graph = graph();
        reasons_are_right(&graph).unwrap();
        assert_eq!(
            Counts::of(&graph),
            COUNTED,
            "the graph of dependencies has changed (left: now): if that is meant, change COUNTED in xtask/src/deps.rs, \
             run `cargo xtask deps`, and say why in the commit"
        );
        let page = include_str!("../../docs/dependencies.md");
        assert!(text(&graph) == page, "{PAGE} is old: run `cargo xtask deps`");
    }

    #[test]
    fn every_reason_is_a_short_line_in_order() {
        assert!(
            REASONS.is_sorted_by(|(a, _), (b, _)| a < b),
            "reasons stand in the order of names"
        );
        for (name, reason) in REASONS {
            assert!((5..100).contains(&reason.len()), "{name}: {reason}");
        }
    }
}
