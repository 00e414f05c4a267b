//! The verdicts of the checker.

use std::fmt;

use thiserror::Error;

use crate::board::{BoardClaim, Construct, StrategyFault};
use crate::condition::{Condition, Fault, Resource};
use crate::document::{
    Claim, CodeDigit, End, FORMAT, GeneralCode, GrundyPeriod, OutcomePeriod, Outcomes, Quotient,
    QuotientEnd, Rule, Sizes,
};
use crate::foreign::quoted;
use crate::formula::FormulaClaim;

/// The answer to a certificate.
///
/// ```
/// let verdict = ishitori_certify::check("{}");
/// assert!(!verdict.valid && verdict.claim.is_none());
/// assert_eq!(verdict.why.to_string(), "this is not a certificate: it has no field \"format\"");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Whether the statement is proved.
    pub valid: bool,
    /// The statement of the certificate, true or not; `None` where the document cannot be read.
    pub claim: Option<Statement>,
    /// How it is known, or the first condition that fails.
    pub why: Why,
}

/// A claim about a rule, as facts; it prints as an English sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    /// The rule.
    pub rule: Rule,
    /// The claim.
    pub claim: Claim,
}

/// The reason of a verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// Every hypothesis of a theorem was verified.
    Proved(Evidence),
    /// A condition failed.
    Rejected(Rejection),
}

/// The work that verified a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// The theorem whose hypotheses hold.
    pub theorem: Theorem,
    /// The values of the heaps below this one were recomputed.
    pub heaps: u64,
    /// The range in which G(n + p) = G(n) + s was verified: from the preperiod to before this heap.
    pub agree_until: u64,
    /// Elementary steps spent.
    pub steps: u64,
}

/// The theorems that the checker applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theorem {
    /// See [`mod@crate::guy_smith`].
    GuySmith,
    /// See [`mod@crate::subtraction`].
    Subtraction,
    /// See [`mod@crate::all_but`].
    AllBut,
    /// See [`mod@crate::arithmetic`].
    Arithmetic,
    /// See [`mod@crate::window`].
    Window,
    /// See `milestones`.
    Milestones,
    /// See [`mod@crate::quotient`].
    Quotient,
    /// See [`mod@crate::outcomes`].
    Outcomes,
    /// See [`mod@crate::values`].
    Values,
    /// See [`mod@crate::growth`].
    HeapOrder,
    /// See [`mod@crate::formula::grundy`].
    Formula,
    /// See [`mod@crate::formula::wins`].
    Wins,
    /// The same, by automata that read numbers in another base: see [`mod@crate::formula`].
    FormulaInBase,
    /// The same, by automata that read numbers in another base.
    WinsInBase,
    /// See [`mod@crate::board`].
    BoardStrategy,
}

impl Theorem {
    /// All of them.
    pub const ALL: [Theorem; 15] = [
        Theorem::GuySmith,
        Theorem::Subtraction,
        Theorem::AllBut,
        Theorem::Arithmetic,
        Theorem::Window,
        Theorem::Milestones,
        Theorem::Quotient,
        Theorem::Outcomes,
        Theorem::Values,
        Theorem::HeapOrder,
        Theorem::Formula,
        Theorem::Wins,
        Theorem::FormulaInBase,
        Theorem::WinsInBase,
        Theorem::BoardStrategy,
    ];

    /// The file and the name of the theorem in the Coq development in `proofs`. O(1).
    ///
    /// ```
    /// use ishitori_certify::Theorem;
    /// assert_eq!(Theorem::Milestones.in_coq(), ("proofs/Milestones.v", "milestones"));
    /// assert_eq!(Theorem::Arithmetic.in_coq(), ("proofs/Arithmetic.v", "arithmetic_from_zero"));
    /// ```
    pub fn in_coq(self) -> (&'static str, &'static str) {
        match self {
            Theorem::GuySmith => ("proofs/GuySmith.v", "guy_smith_from_zero"),
            Theorem::Subtraction => ("proofs/Subtraction.v", "subtraction_period"),
            Theorem::AllBut => ("proofs/AllBut.v", "all_but_period"),
            Theorem::Arithmetic => ("proofs/Arithmetic.v", "arithmetic_from_zero"),
            Theorem::Window => ("proofs/Window.v", "window"),
            Theorem::Milestones => ("proofs/Milestones.v", "milestones"),
            Theorem::Quotient => ("proofs/QuotientSound.v", "check_quotient_sound"),
            Theorem::Outcomes => ("proofs/Outcomes.v", "outcome_period"),
            Theorem::Values => ("proofs/Conway.v", "value_period"),
            Theorem::HeapOrder => ("proofs/Growth.v", "growth"),
            Theorem::Formula => ("proofs/GrundyCheck.v", "check_grundy_sound"),
            Theorem::Wins => ("proofs/FormulaCheck.v", "check_wins_sound"),
            Theorem::FormulaInBase => ("proofs/Conditions.v", "grundy_conditions"),
            Theorem::WinsInBase => ("proofs/Conditions.v", "wins_conditions"),
            Theorem::BoardStrategy => ("proofs/Strategies.v", "board_strategy"),
        }
    }
}

impl Verdict {
    /// Whether the statement is proved, or that this was not decided: a limit that is reached refutes
    /// nothing. O(1).
    ///
    /// ```
    /// use ishitori_certify::*;
    /// let kayles =
    ///     Certificate::new(Rule::take_and_break([0, 7, 7]), Claim::period(71, 12), Proof::guy_smith());
    /// let tight = Limits { memory: 500, ..Limits::default() };
    /// assert_eq!(check_within(&kayles.to_json(), &tight).decided(), None);
    /// assert_eq!(check(&kayles.to_json()).decided(), Some(true));
    /// ```
    pub fn decided(&self) -> Option<bool> {
        match &self.why {
            Why::Rejected(Rejection::Limit { .. } | Rejection::Cancelled) => None,
            _ => Some(self.valid),
        }
    }

    /// The file and the name of the theorem of the Coq development in `proofs` that an accepted
    /// certificate relies on; none if it is not accepted. O(digits).
    ///
    /// ```
    /// use ishitori_certify::*;
    /// let rule = Rule::subtraction([1, 2]);
    /// let text = Certificate::new(rule, Claim::period(0, 3), Proof::subtraction()).to_json();
    /// let theorem = check(&text).machine_checked();
    /// assert_eq!(theorem, Some(("proofs/Subtraction.v", "subtraction_period")));
    /// ```
    pub fn machine_checked(&self) -> Option<(&'static str, &'static str)> {
        let Why::Proved(evidence) = &self.why else { return None };
        let statement = self.claim.as_ref();
        // For games on tuples there is a theorem on the whole check of each kind of claim.
        let (ended, summed) = match statement.map(|statement| &statement.rule) {
            Some(Rule::Tuples(game)) => {
                (game.end.is_some(), game.moves.iter().any(|rule| !rule.plus.is_empty()))
            }
            _ => (false, false),
        };
        let by_automaton = matches!(
            statement.map(|statement| &statement.claim),
            Some(Claim::Formula(FormulaClaim::GrundyAutomaton(_)))
        );
        // A base all of whose places are alike; where the claim is a condition, only the data say which base it is.
        let base = match statement.map(|statement| &statement.claim) {
            Some(Claim::Formula(
                FormulaClaim::PPositionsAutomaton(automaton)
                | FormulaClaim::OutcomesAutomata([automaton, _]),
            )) => automaton.base.as_deref(),
            _ => None,
        };
        let alike = base.is_some_and(|base| !base.contains(','));
        let theorem = match evidence.theorem {
            Theorem::WinsInBase if alike && !ended => {
                ("proofs/BaseCheck.v", "check_wins_in_base_sound")
            }
            Theorem::Formula if summed && by_automaton => {
                ("proofs/SumCheck.v", "check_sums_automaton_sound")
            }
            Theorem::Formula if summed => ("proofs/SumCheck.v", "check_sums_sound"),
            Theorem::Wins if ended => ("proofs/EndCheck.v", "check_ended_sound"),
            Theorem::Formula if by_automaton => {
                ("proofs/GrundyCheck.v", "check_grundy_automaton_sound")
            }
            other => other.in_coq(),
        };
        Some(theorem)
    }
}

/// The condition that a certificate fails, as data; it prints as an English sentence.
///
/// Translations have to know all of them, so the list is not open.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Rejection {
    /// Not JSON at all, for example cut short.
    #[error("this is not JSON: {0}")]
    NotJson(Fault),
    /// JSON, but without a field that every certificate has.
    #[error("this is not a certificate: it has no field \"{0}\"")]
    NoField(&'static str),
    /// JSON of another format.
    #[error("this is not a certificate: its format is not \"{FORMAT}\"")]
    OtherFormat,
    /// A version that this checker does not know.
    #[error("version {0} of the format is not known here; known: 1")]
    Version(String),
    /// A field is missing, of the wrong type, or not described by the format.
    #[error("the document does not follow the format: {0}")]
    Malformed(Fault),
    /// The document was changed after its hash was taken.
    #[error("the hash does not match the document: it should be {expected}")]
    Hash {
        /// The hash of the document as it is.
        expected: String,
    },
    /// The rule breaks a condition of the format.
    #[error("the rule is not valid: {0}")]
    Rule(Condition),
    /// The claim breaks a condition of the format.
    #[error("the claim is not valid: {0}")]
    Claim(Condition),
    /// The theorem does not apply to this rule or claim, or its data break a condition.
    #[error("the proof does not apply: {0}")]
    Proof(Condition),
    /// The check would exceed a limit.
    #[error("the check needs {needed} {what}, more than the limit of {limit}")]
    Limit {
        /// The limited resource.
        what: Resource,
        /// How much of it is needed, at least.
        needed: u128,
        /// The limit.
        limit: u64,
    },
    /// The caller stopped the check.
    #[error("the check was stopped before it was finished")]
    Cancelled,
    /// The values do not repeat.
    #[error(
        "the values do not agree: G({heap}) = {value}, but G({heap} + {shift}) = {later} where {expected} is needed"
    )]
    Disagreement {
        /// The heap n.
        heap: u64,
        /// The period.
        shift: u64,
        /// G(n).
        value: u64,
        /// G(n + shift).
        later: u64,
        /// The expected value.
        expected: u64,
    },
    /// An outcome is another.
    #[error("the outcome of heap {heap} is {found}")]
    Outcome {
        /// The heap.
        heap: u64,
        /// Its outcome.
        found: char,
    },
    /// The outcomes do not repeat.
    #[error("the outcomes do not agree: heaps {heap} and {heap} + {shift} differ")]
    OutcomesDiffer {
        /// The heap.
        heap: u64,
        /// The period.
        shift: u64,
    },
    /// A value is another.
    #[error("the value of heap {heap} is another game than the one claimed")]
    Value {
        /// The heap.
        heap: u64,
    },
    /// The values do not repeat.
    #[error("the values do not agree: heaps {heap} and {heap} + {shift} differ")]
    ValuesDiffer {
        /// The heap.
        heap: u64,
        /// The period.
        shift: u64,
    },
    /// The order of heaps does not repeat.
    #[error(
        "the order of heaps does not repeat as claimed: see how heap {second} compares with heap {first} and with the listed games"
    )]
    HeapOrder {
        /// A heap.
        first: u64,
        /// A larger one.
        second: u64,
    },
    /// Values of heaps with one remainder are not all equal, or not all different.
    #[error("the values of the heaps with the remainder {remainder} do not behave as claimed")]
    GrowingRemainder {
        /// The remainder.
        remainder: u64,
    },
    /// A form is not the value of its heaps.
    #[error("the form that begins with heap {heap} is not shown to be the value of its heaps")]
    Form {
        /// The first of them.
        heap: u64,
    },
    /// The preperiod could be smaller.
    #[error("the preperiod is not the least: the heap before it fits as well")]
    PreperiodNotLeast,
    /// A smaller period was not excluded.
    #[error("the period is not shown to be the least: {smaller} also fits where it was compared")]
    PeriodNotLeast {
        /// The smaller period.
        smaller: u64,
    },
    /// The greatest value is another.
    #[error("the greatest value is {found}")]
    MaxValue {
        /// The greatest value.
        found: u64,
    },
    /// The pattern of zeros does not repeat.
    #[error("the pattern of zeros does not repeat: heaps {heap} and {heap} + {shift} differ")]
    WinLose {
        /// The heap.
        heap: u64,
        /// The claimed period of the pattern.
        shift: u64,
    },
    /// The pattern of zeros has a smaller period or preperiod.
    #[error("the period or preperiod of the pattern of zeros is not the least")]
    WinLoseNotLeast,
    /// The greatest value so far does not grow as the values do.
    #[error("the greatest value below heap {heap} does not grow by the saltus in one period")]
    GreatestValue {
        /// The end of the compared range.
        heap: u64,
    },
    /// Neither twin options nor full ones suffice.
    #[error("heap {heap}: too few twin options, and some residue and parity has no full option")]
    NoFullOption {
        /// The heap.
        heap: u64,
    },
    /// Other options may interfere.
    #[error("heap {heap}: an option that is not exact may have the value {value}")]
    NotFull {
        /// The heap.
        heap: u64,
        /// The value that may be excluded.
        value: u64,
    },
    /// A heap is rare where none may be, or a witness is out of reach.
    #[error(
        "heap {heap}: no take, and no split with a part of at most {reach}, has the value {value}"
    )]
    NoWitness {
        /// The heap.
        heap: u64,
        /// The rare value without witness.
        value: u64,
        /// The claimed reach.
        reach: u64,
    },
    /// A milestone has other values.
    #[error("the milestones do not match: G({heap}) = {value}, where {claimed} is claimed")]
    Milestone {
        /// The heap.
        heap: u64,
        /// Its value.
        value: u64,
        /// The value in the document.
        claimed: u64,
    },
    /// A heap that is named to show that the period is least does not.
    #[error("the period is not shown to be the least: G({heap} + {shift}) = G({heap}) too")]
    NotDiffering {
        /// The heap.
        heap: u64,
        /// A part of the period.
        shift: u64,
    },
    /// The rare heaps are others.
    #[error("there are {count} rare heaps, the last is {last}")]
    Rares {
        /// The number of rare heaps.
        count: u64,
        /// The last rare heap.
        last: u64,
    },
    /// C1 of a quotient.
    #[error(
        "C1, commutativity: generators {first} and {second} applied to element {element} in either order differ"
    )]
    NotCommutative {
        /// The element.
        element: u64,
        /// The place of a generator in the list.
        first: u64,
        /// The place of another.
        second: u64,
    },
    /// C2 of a quotient.
    #[error("C2, generators: the action of heap {heap} does not take the identity to its image")]
    NotTheGenerator {
        /// The heap.
        heap: u64,
    },
    /// C3 of a quotient: a final position.
    #[error("C3, outcomes: a position without moves with image {element} has another outcome")]
    WrongEnd {
        /// The element.
        element: u64,
    },
    /// C3 of a quotient: no false win.
    #[error(
        "C3, outcomes: a move in heap {heap} next to element {context} wins where the table says that no move does"
    )]
    FalseWin {
        /// The heap in which the move is made.
        heap: u64,
        /// The image of the other heaps.
        context: u64,
    },
    /// C3 of a quotient: no missing win.
    #[error(
        "C3, outcomes: a position with image {element} has no winning move where the table says that one wins"
    )]
    MissingWin {
        /// The image of the position.
        element: u64,
    },
    /// C4 of a quotient: nothing is known about large heaps.
    #[error(
        "C4, period: no theorem says that the options of heaps repeat if a move may leave any number of heaps"
    )]
    NoTheorem,
    /// C5 of a quotient.
    #[error("C5, separation: elements {first} and {second} have equal outcomes in every sum")]
    NotSeparated {
        /// An element.
        first: u64,
        /// Another.
        second: u64,
    },
    /// The text of the rules of a board is not in the language.
    #[error("line {line} of the rules is not in the language of boards")]
    BoardText {
        /// The line, from 1.
        line: u64,
    },
    /// The text of the rules says something that the checker does not read.
    #[error("not supported by the checker: `{construct}` in the rules")]
    BoardUnsupported {
        /// What it is.
        construct: Construct,
    },
    /// An entry of a strategy does not follow from those before it.
    #[error("entry {entry} of the strategy: {why}")]
    StrategyEntry {
        /// Its place, from 1.
        entry: u64,
        /// What is wrong.
        why: StrategyFault,
    },
    /// The claim does not follow from the entries.
    #[error("what is claimed does not follow from the entries of the strategy")]
    StrategyClaim,
    /// C6 of a quotient.
    #[error("C6, generation: element {element} is not a product of generators")]
    NotGenerated {
        /// The element.
        element: u64,
    },
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Proved(evidence) => evidence.fmt(f),
            Why::Rejected(rejection) => rejection.fmt(f),
        }
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let theorem = match self.theorem {
            Theorem::GuySmith => "the theorem of Guy and Smith",
            Theorem::Subtraction => "the repetition of max(S) values",
            Theorem::AllBut => "the theorem on all-but subtraction sets",
            Theorem::Arithmetic => "the theorem on arithmetic periods of three heaps",
            Theorem::Window => "the window theorem",
            Theorem::Milestones => "the window theorem, from milestone to milestone,",
            Theorem::Outcomes => "the repetition of max(S) outcomes",
            Theorem::Values => "the repetition of the values that decide the next one",
            Theorem::HeapOrder => {
                return write!(
                    f,
                    "by induction, base and step verified: the order of all pairs of heaps below {} was computed, and it repeats below {}; {} steps",
                    self.heaps, self.agree_until, self.steps
                );
            }
            Theorem::Formula | Theorem::FormulaInBase => {
                return write!(
                    f,
                    "no option has the value of its position, every smaller value has a witness, and every play ends; {} steps",
                    self.steps
                );
            }
            Theorem::Wins | Theorem::WinsInBase => {
                return write!(
                    f,
                    "every position claimed as won has a witness, no move from a lost position wins, and every play ends; {} steps",
                    self.steps
                );
            }
            Theorem::BoardStrategy => {
                return write!(
                    f,
                    "each of the {} sums of the strategy is lost by those before it, every move having a reply; {} steps",
                    self.heaps, self.steps
                );
            }
            Theorem::Quotient => {
                return write!(
                    f,
                    "C1 to C6 hold: the options of every heap below {} were examined, {} steps",
                    self.heaps, self.steps
                );
            }
        };
        write!(
            f,
            "{theorem} applies: values recomputed below heap {}, agreement verified below heap {}",
            self.heaps, self.agree_until
        )
    }
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.rule {
            Rule::TakeAndBreak(r) => {
                write!(f, "Take-and-break game with digits d0, d1, … = {}", list(&r.digits))?
            }
            Rule::Subtraction(r) => write!(f, "Subtraction game with S = {{{}}}", list(&r.set))?,
            Rule::AllBut(r) => {
                write!(f, "Subtraction game of all numbers but {{{}}}", list(&r.excluded))?
            }
            Rule::Partizan(r) => {
                let (left, right) = (list(&r.left), list(&r.right));
                let splits = if r.splits { ", and may split the rest" } else { "" };
                write!(f, "Game in which Left takes {{{left}}}, Right {{{right}}}{splits}")?
            }
            Rule::Code(r) => r.fmt(f)?,
            Rule::Tuples(r) => {
                let names = r.coordinates.join(", ");
                write!(f, "Game `{r}` on all integers {names} ≥ 0 of any size")?
            }
            Rule::Board(_) => {}
        }
        if let Rule::Board(_) = self.rule {
            return self.claim.fmt(f);
        }
        let comma = if matches!(self.claim, Claim::GrundyPeriod(_) | Claim::Formula(_)) {
            ": "
        } else {
            ", "
        };
        f.write_str(comma)?;
        self.claim.fmt(f)
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::GrundyPeriod(claim) => claim.fmt(f),
            Claim::OutcomePeriod(claim) => claim.fmt(f),
            Claim::ValuePeriod(claim) => claim.fmt(f),
            Claim::ValueGrowth(claim) => claim.fmt(f),
            Claim::Quotient(claim) => claim.fmt(f),
            Claim::Formula(claim) => claim.fmt(f),
            Claim::BoardStrategy(claim) => claim.fmt(f),
        }
    }
}

impl fmt::Display for GrundyPeriod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GrundyPeriod { preperiod, period, saltus, .. } = self;
        let jump = if *saltus > 0 { format!(" + {saltus}") } else { String::new() };
        write!(f, "G(n + {period}) = G(n){jump} for all n ≥ {preperiod}")?;
        if self.least {
            write!(f, ", and neither number can be smaller")?;
        }
        if let Some(max) = self.max_value {
            write!(f, "; the greatest value is {max}")?;
        }
        if let Some(w) = &self.win_lose {
            write!(f, "; the pattern of zeros has period {} from {}", w.period, w.preperiod)?;
        }
        Ok(())
    }
}

impl fmt::Display for BoardClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [game, board] = [&self.game, &self.board].map(|text| quoted(text));
        let misere = if self.play == "misere" { " in misère play" } else { "" };
        if let Some(nimber) = self.nimber {
            return write!(f, "{game} {board} is worth the nimber *{nimber}");
        }
        let who = match self.outcome.as_deref() {
            Some("L") => "Left wins, whoever moves first",
            Some("R") => "Right wins, whoever moves first",
            Some("N") => "the player who moves first wins",
            Some("P") => "the player who moves second wins",
            _ => "nothing is said",
        };
        write!(f, "{game} {board}: {who}{misere}")
    }
}

impl fmt::Display for Quotient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.end {
            QuotientEnd::Stones(End { letters, repeat }) => {
                write!(f, "with the end {} ", letters_shown(letters))?;
                write!(f, "(the last {repeat} repeating, by the stones left), ")?;
            }
            QuotientEnd::Moves(_) => f.write_str("won by Left after an even number of moves, ")?,
        }
        match self.up_to {
            Some(last) => write!(f, "the quotient of heaps up to {last}")?,
            None => write!(f, "the quotient of all heaps")?,
        }
        let Outcomes { p, n, l, r } = self.outcomes;
        write!(f, " has {} elements (P {p}, N {n}, L {l}, R {r})", self.order)?;
        if let (Some(preperiod), Some(period)) = (self.preperiod, self.period) {
            write!(f, "; the pretending function Φ repeats with period {period} from {preperiod}")?;
        }
        Ok(())
    }
}

impl fmt::Display for OutcomePeriod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OutcomePeriod { end, preperiod, period, least, .. } = self;
        let shown = letters_shown(&end.letters);
        write!(f, "won as {shown} says for 0, 1, … tokens left (the last {} repeat)", end.repeat)?;
        write!(f, ": o(n + {period}) = o(n) for all n ≥ {preperiod}")?;
        if *least {
            write!(f, ", and neither number can be smaller")?;
        }
        write!(f, "; the outcomes begin {}", letters_shown(&self.outcomes))
    }
}

impl fmt::Display for GeneralCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Take-and-break game that leaves, after 0, 1, … tokens are taken: ")?;
        f.write_str(&list(&self.digits))?;
        match self.repeat {
            0 => Ok(()),
            1 => f.write_str(" (the last one repeating forever)"),
            last => write!(f, " (the last {last} repeating forever)"),
        }
    }
}

impl fmt::Display for CodeDigit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut counts: Vec<String> = self.parts.iter().map(u64::to_string).collect();
        counts.extend(self.every_from.map(|from| format!("{from} or more")));
        f.write_str(if counts.is_empty() { "nothing" } else { "" })?;
        f.write_str(&counts.join(" or "))?;
        f.write_str(match (counts.is_empty(), self.sizes) {
            (true, _) => "",
            (_, Sizes::Any) => " heaps",
            (_, Sizes::Distinct) => " different heaps",
            (_, Sizes::Equal) => " equal heaps",
        })
    }
}

/// The most numbers and letters that are shown one by one.
const SHOWN: usize = 100;
const SHOWN_LETTERS: usize = 1000;

/// All numbers; of very many the first ones, then how many there are.
fn list<T: fmt::Display>(numbers: &[T]) -> String {
    let shown: Vec<String> = numbers.iter().take(SHOWN).map(T::to_string).collect();
    match numbers.len() {
        0..=SHOWN => shown.join(", "),
        n => format!("{}, … ({n} numbers)", shown.join(", ")),
    }
}

/// Letters as a sentence shows them: all of them, so that what is said is what was checked; of very
/// many the first ones, an ellipsis and how many there are. What is not a letter of an outcome is
/// escaped, since a document that is rejected is shown too. O(length).
///
/// ```
/// use ishitori_certify::letters_shown;
/// assert_eq!(letters_shown("PNLR"), "PNLR");
/// assert_eq!(letters_shown("P\u{1b}"), "P\\u{1b}");
/// assert!(letters_shown(&"P".repeat(2000)).ends_with("PPP… (2000)"));
/// ```
pub fn letters_shown(letters: &str) -> String {
    let mut shown = String::new();
    for letter in letters.chars().take(SHOWN_LETTERS) {
        match letter {
            'P' | 'N' | 'L' | 'R' => shown.push(letter),
            other => shown.extend(other.escape_default()),
        }
    }
    match letters.chars().count() {
        0..=SHOWN_LETTERS => shown,
        n => format!("{shown}… ({n})"),
    }
}
