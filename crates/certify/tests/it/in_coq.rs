//! Every theorem that the checker applies has a name in the Coq development, or stands on the list of those that
//! are proved on paper only.

use std::fs;
use std::path::Path;

use ishitori_certify::Theorem;

/// Those that are proved on paper only. What is proved in Coq has to leave this list.
const ON_PAPER: [Theorem; 2] = [Theorem::Arithmetic, Theorem::BoardStrategy];

fn read(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Whether some line begins with one of the words, then the name, then no letter of a name.
fn begins(text: &str, words: &[&str], name: &str) -> bool {
    text.lines().any(|line| {
        let mut rests = words.iter().filter_map(|word| line.trim_start().strip_prefix(word));
        let rest = rests.find_map(|rest| rest.trim_start().strip_prefix(name));
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    })
}

#[test]
fn every_theorem_is_in_coq_or_on_the_list() {
    let (project, asked) = (read("proofs/_CoqProject"), read("proofs/Assumptions.v"));
    let page = read("docs/certificates.md");
    for theorem in Theorem::ALL {
        let Some((file, name)) = theorem.in_coq() else {
            assert!(ON_PAPER.contains(&theorem), "{theorem:?} has no name in Coq");
            continue;
        };
        assert!(!ON_PAPER.contains(&theorem), "{theorem:?} is in Coq");
        let short = file.strip_prefix("proofs/").expect("a file of the development");
        assert!(project.lines().any(|line| line == short), "{file} is not compiled");
        assert!(begins(&read(file), &["Theorem", "Corollary"], name), "{file} has no {name}");
        assert!(
            begins(&asked, &["Print Assumptions"], name),
            "no file prints the assumptions of {name}"
        );
        assert!(page.contains(&format!("`{name}`")), "docs/certificates.md does not know {name}");
    }
}

/// The place of a theorem in the list; a new one does not compile before it has a place.
fn place(theorem: Theorem) -> usize {
    match theorem {
        Theorem::GuySmith => 0,
        Theorem::Subtraction => 1,
        Theorem::AllBut => 2,
        Theorem::Arithmetic => 3,
        Theorem::Window => 4,
        Theorem::Milestones => 5,
        Theorem::Quotient => 6,
        Theorem::Outcomes => 7,
        Theorem::Values => 8,
        Theorem::HeapOrder => 9,
        Theorem::Formula => 10,
        Theorem::Wins => 11,
        Theorem::BoardStrategy => 12,
    }
}

#[test]
fn the_list_of_theorems_is_complete() {
    let last = place(Theorem::BoardStrategy);
    assert!((0..=last).all(|at| Theorem::ALL.get(at).is_some_and(|&t| place(t) == at)));
    assert_eq!(Theorem::ALL.len(), last + 1);
}

#[test]
fn names_are_found_as_wholes() {
    let text = "Theorem growth (g : nat) :\n  Lemma far n : k < n.\n";
    assert!(begins(text, &["Theorem"], "growth") && begins(text, &["Lemma"], "far"));
    assert!(!begins(text, &["Theorem"], "grow") && !begins(text, &["Theorem"], "far"));
}
