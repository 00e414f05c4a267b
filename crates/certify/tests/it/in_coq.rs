//! Every theorem that the checker applies has a name in the Coq development.

use std::fs;
use std::path::Path;

use ishitori_certify::{
    AutomatonData, Claim, CodeDigit, Evidence, FormulaClaim, Rule, Sizes, Statement, Term, Test,
    Theorem, TupleMove, TupleRule, Verdict, Why,
};

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
fn every_theorem_is_in_coq() {
    let (project, asked) = (read("proofs/_CoqProject"), read("proofs/Assumptions.v"));
    let page = read("docs/certificates.md");
    for theorem in Theorem::ALL {
        let (file, name) = theorem.in_coq();
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
        Theorem::FormulaInBase => 12,
        Theorem::WinsInBase => 13,
        Theorem::BoardStrategy => 14,
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

/// A verdict about a game in which n becomes n − 1, which need not be true.
fn verdict(claim: FormulaClaim, theorem: Theorem, change: impl Fn(&mut TupleRule)) -> Verdict {
    let less = Term::Sum(vec![Term::Name("n".into()), Term::Number(-1)]);
    let step = TupleMove {
        variables: Vec::new(),
        condition: Test::All(Vec::new()),
        option: vec![less],
        plus: Vec::new(),
        player: None,
    };
    let mut rule = TupleRule {
        coordinates: vec!["n".into()],
        position: Test::All(Vec::new()),
        moves: vec![step],
        end: None,
    };
    change(&mut rule);
    let statement = Statement { rule: Rule::Tuples(rule), claim: Claim::Formula(claim) };
    let evidence = Evidence { theorem, heaps: 0, agree_until: 0, steps: 1 };
    Verdict { valid: true, claim: Some(statement), why: Why::Proved(evidence) }
}

/// For quotients the name is that of the theorem about the whole check, whatever sizes moves ask for.
#[test]
fn quotients_name_what_is_proved_of_them() {
    let name = |sizes, every_from| {
        let digit = CodeDigit { parts: vec![2], every_from, sizes };
        let statement = Statement { rule: Rule::code([digit], 0), claim: Claim::period(0, 1) };
        let evidence = Evidence { theorem: Theorem::Quotient, heaps: 0, agree_until: 0, steps: 1 };
        let why = Why::Proved(evidence);
        Verdict { valid: true, claim: Some(statement), why }.machine_checked()
    };
    let whole = Some(("proofs/QuotientSound.v", "check_quotient_sound"));
    for (sizes, every_from) in
        [(Sizes::Any, None), (Sizes::Distinct, None), (Sizes::Equal, None), (Sizes::Any, Some(3))]
    {
        assert_eq!(name(sizes, every_from), whole);
    }
}

/// For games on tuples the name is that of the theorem about the whole check, or of the one whose conditions are verified.
#[test]
fn games_on_tuples_name_what_is_proved_of_them() {
    let (project, asked) = (read("proofs/GrundyCheck.v"), read("proofs/Assumptions.v"));
    let everywhere = || Test::All(Vec::new());
    let automaton =
        AutomatonData { base: None, nodes: Vec::new(), states: vec![0], accepting: vec![0] };
    let ended = |rule: &mut TupleRule| rule.end = Some(Box::new([everywhere(), everywhere()]));
    let summed = |rule: &mut TupleRule| rule.moves[0].plus = vec![vec![Term::Name("n".into())]];
    let name = |verdict: Verdict| verdict.machine_checked().map(|(_, name)| name);
    let by_term = || FormulaClaim::Grundy(Term::Name("n".into()));
    let lost = || FormulaClaim::PPositions(everywhere());
    assert_eq!(name(verdict(by_term(), Theorem::Formula, |_| {})), Some("check_grundy_sound"));
    assert_eq!(name(verdict(lost(), Theorem::Wins, |_| {})), Some("check_wins_sound"));
    assert_eq!(name(verdict(by_term(), Theorem::Formula, summed)), Some("check_sums_sound"));
    assert!(begins(&read("proofs/SumCheck.v"), &["Theorem"], "check_sums_sound"));
    assert!(begins(&asked, &["Print Assumptions"], "check_sums_sound"));
    assert_eq!(name(verdict(lost(), Theorem::Wins, ended)), Some("check_ended_sound"));
    assert_eq!(name(verdict(by_term(), Theorem::FormulaInBase, |_| {})), Some("grundy_conditions"));
    assert!(begins(&read("proofs/EndCheck.v"), &["Theorem"], "check_ended_sound"));
    assert!(begins(&asked, &["Print Assumptions"], "check_ended_sound"));
    assert_eq!(name(verdict(lost(), Theorem::WinsInBase, ended)), Some("wins_conditions"));
    assert_eq!(name(verdict(lost(), Theorem::WinsInBase, |_| {})), Some("wins_conditions"));
    let lost_in = |base: &str| {
        let automaton = AutomatonData { base: Some(base.into()), ..automaton.clone() };
        FormulaClaim::PPositionsAutomaton(automaton)
    };
    let bases = [
        ("fibonacci", "check_wins_in_base_sound"),
        ("ostrowski:[0;3]", "check_wins_in_base_sound"),
        ("ostrowski:[0;1,2]", "wins_conditions"),
    ];
    for (base, theorem) in bases {
        assert_eq!(name(verdict(lost_in(base), Theorem::WinsInBase, |_| {})), Some(theorem));
    }
    let with_end = name(verdict(lost_in("pell"), Theorem::WinsInBase, ended));
    assert_eq!(with_end, Some("wins_conditions"));
    assert!(begins(&read("proofs/BaseCheck.v"), &["Theorem"], "check_wins_in_base_sound"));
    assert!(begins(&asked, &["Print Assumptions"], "check_wins_in_base_sound"));
    let by_automaton = || FormulaClaim::GrundyAutomaton(automaton.clone());
    let of_sums = name(verdict(by_automaton(), Theorem::Formula, summed));
    assert_eq!(of_sums, Some("check_sums_automaton_sound"));
    assert!(begins(&read("proofs/SumCheck.v"), &["Theorem"], "check_sums_automaton_sound"));
    assert!(begins(&asked, &["Print Assumptions"], "check_sums_automaton_sound"));
    let of_automaton = name(verdict(by_automaton(), Theorem::Formula, |_| {}));
    let theorem = of_automaton.expect("a theorem about automata");
    assert_eq!(theorem, "check_grundy_automaton_sound");
    assert!(
        begins(&project, &["Theorem"], theorem) && begins(&asked, &["Print Assumptions"], theorem)
    );
}
