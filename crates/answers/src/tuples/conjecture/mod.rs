//! A formula against a table, decided for all positions, or found for a table.

mod candidates;
mod decide;
mod learn;
mod pointer;
mod refute;

use ishitori_automata::{Violation, Why};
use ishitori_solve::tuple;
use serde::{Deserialize, Serialize};

pub(crate) use learn::discover;
pub(crate) use pointer::may_be_decided;

pub use crate::automaton_table::{Accepts, AutomatonTable, StateRow, Transition};

use crate::known::nullable;
use crate::registration::{Address, Registration};
use crate::{
    Answered, AskError, BoxBounds, Context, Finish, Note, OutcomeClass, RuleSource, Stopped,
};

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    &[Address::object("conjecture").in_boxes(&[("to", 1 << 26), ("from", 1 << 26)])],
    &[&[("rule", "chocolate:2"), ("formula", "y xor z"), ("to", "9,20")]],
)
.with_own_ranges();

/// Does a formula hold for the positions of a game, or which one does?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// The rule of the game.
    pub rule: RuleSource,
    /// A Grundy number, an outcome class or a condition for P-positions, over the coordinates,
    /// parameters and functions of the game; or the contents of a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formula: Option<RuleSource>,
    /// A condition for the P-positions, instead of a formula.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p_positions: Option<RuleSource>,
    /// Values of the parameters of the game, such as `k=3`; ranges such as `k=1..21` ask about one
    /// game after the other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// End rule: who wins when no move is left [default: that of the game, or normal].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// The last value of each coordinate [default: a small table].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<BoxBounds>,
    /// Decide the formula for all positions.
    #[serde(default)]
    pub prove: bool,
    /// Make a certificate of the proof.
    #[serde(default)]
    pub certificate: bool,
    /// Look for a formula on a small table, and test it on the larger one; where it is to be proved
    /// and no formula is, learn an automaton and prove that.
    #[serde(default)]
    pub fit: bool,
    /// What is learnt, without looking for formulas for Grundy numbers; if not given, Grundy numbers
    /// where the game has them, then outcomes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learn: Option<Learnable>,
    /// The base in which automata read numbers: `2`, `fibonacci`, `pell`, `ostrowski:[0;a,b,…]` with the quotients of a
    /// continued fraction that repeat, or a number up to 255 [default: 2].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// The small table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<BoxBounds>,
}

impl Request {
    /// A question about a formula, with nothing else said.
    pub fn new(rule: impl Into<RuleSource>, formula: impl Into<RuleSource>) -> Request {
        Request {
            rule: rule.into(),
            formula: Some(formula.into()),
            p_positions: None,
            set: Vec::new(),
            end: None,
            to: None,
            prove: false,
            certificate: false,
            fit: false,
            learn: None,
            base: None,
            from: None,
        }
    }
}

/// What an automaton can be learnt for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Learnable {
    /// Grundy numbers.
    Grundy,
    /// P-positions; for partizan games and ends by letters, who wins moving first.
    Outcomes,
}

/// What became of the formula: for one game, or for each of several.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Answer {
    /// For one game after the other, by a range of a parameter.
    Several(Several),
    /// A formula that was given.
    Tested(Box<Tested>),
    /// A formula that was found.
    Fitted(Box<Fitted>),
    /// Automata that were learnt.
    Learned(Box<Learned>),
    /// No formula was found.
    Nothing(Box<NothingFits>),
}

/// Answers for one game after the other.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Several {
    /// The answers, in the order of the parameters.
    pub rows: Vec<Answer>,
    /// Notes that accompany them.
    #[serde(skip)]
    pub notes: Vec<Note>,
}

/// A formula against a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Test {
    /// Whether it holds: as far as it was tested, or if a proof was asked for, at all positions; `null` where
    /// a proof was asked for and it was neither proved nor refuted.
    pub holds: Option<bool>,
    /// Positions at which it was compared.
    pub tested: u64,
    /// Positions at which no clause of it applies.
    pub not_covered: u64,
    /// Where it is wrong.
    pub counterexample: Option<Counterexample>,
    /// The limit that ended the test or the proof.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// The limit that ended the test.
    #[serde(skip)]
    pub test_stopped: Option<Stopped>,
}

/// A position at which a formula is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Counterexample {
    /// The position.
    pub position: Vec<Coordinate>,
    /// What the formula says; nothing where it contradicts itself.
    pub expected: Option<Found>,
    /// What is true; nothing where it was not computed.
    pub found: Option<Found>,
}

/// A coordinate of a position. In JSON it is a number, or its digits where a proof has found one beyond 64 bits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Coordinate {
    /// A number.
    Number(i64),
    /// The digits of a number beyond 64 bits.
    Digits(String),
}

impl From<i128> for Coordinate {
    fn from(number: i128) -> Coordinate {
        i64::try_from(number)
            .map_or_else(|_| Coordinate::Digits(number.to_string()), Coordinate::Number)
    }
}

/// What a formula says of a position, or what is true of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Found {
    /// A Grundy number.
    Number(i64),
    /// Whether the position is lost for the player to move.
    Lost(bool),
    /// An outcome class.
    Letter(OutcomeClass),
}

/// What was decided for all positions.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Decided {
    /// Whether the formula is proved; null if it is neither proved nor refuted, and absent if
    /// that was not asked.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    pub proved: Option<Option<bool>>,
    /// Why it is proved, refuted or open, as a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The size of the proof.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofSize>,
    /// The base in which automata read numbers, if one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// How many states the automata have that were proved, if a base was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states: Option<Vec<usize>>,
    /// The file of the certificate, where it was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
    /// Why it is refuted or open.
    #[serde(skip)]
    pub reason: Option<Reason>,
    /// A certificate was asked for, and there is none.
    #[serde(skip)]
    pub refused: bool,
    /// The certificate.
    #[serde(skip)]
    pub document: Option<String>,
}

/// How large a proof is, and why every play ends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ProofSize {
    /// States of the automata of the formula: one for Grundy numbers, one for each player for
    /// outcomes.
    pub states: Vec<usize>,
    /// The most states of an automaton on the way.
    pub largest: usize,
    /// Linear forms that every move decreases, the weightiest first: a coefficient for each
    /// coordinate.
    pub decreases: Vec<Vec<i64>>,
}

/// Why a formula is refuted or open.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the comment of a variant says what its fields are")]
pub enum Reason {
    /// It contradicts the table or itself.
    Refuted(Violation),
    /// It was not decided. Places in a text are in `source`.
    Open { why: Why, source: String },
    /// An end rule that was given is not part of the game.
    EndOutsideGame,
}

/// A formula that was given.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Tested {
    /// The test.
    #[serde(flatten)]
    pub test: Test,
    /// The rule of the game.
    pub rule: String,
    /// The formula.
    pub formula: String,
    /// The end rule that was asked for.
    pub end: Option<String>,
    /// The last value of each coordinate.
    pub to: Vec<u32>,
    /// What was decided.
    #[serde(flatten)]
    pub decided: Decided,
    /// The names of the coordinates.
    pub coordinates: Vec<String>,
    /// Notes that accompany it.
    #[serde(skip)]
    pub notes: Vec<Note>,
}

/// A formula that was found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Fitted {
    /// The test.
    #[serde(flatten)]
    pub test: Test,
    /// The formula.
    pub formula: String,
    /// Positions on which it was found.
    pub fitted_on: u64,
    /// The rule of the game.
    pub rule: String,
    /// The last value of each coordinate of the small table.
    pub from: Vec<u32>,
    /// The last value of each coordinate.
    pub to: Vec<u32>,
    /// What was decided.
    #[serde(flatten)]
    pub decided: Decided,
    /// The names of the coordinates.
    pub coordinates: Vec<String>,
    /// Notes that accompany it.
    #[serde(skip)]
    pub notes: Vec<Note>,
}

/// Automata that were learnt from a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Learned {
    /// Whether they agree with the whole table.
    pub holds: bool,
    /// What they are about.
    pub about: Learnable,
    /// A formula that says the same, where one was found.
    pub formula: Option<String>,
    /// The automata; none if a limit came before the first.
    pub automata: Vec<AutomatonTable>,
    /// The rule of the game.
    pub rule: String,
    /// The last value of each coordinate of the table.
    pub to: Vec<u32>,
    /// How many positions of the table corrected an automaton.
    pub lessons: usize,
    /// How many proofs were tried.
    pub proofs: usize,
    /// What was decided.
    #[serde(flatten)]
    pub decided: Decided,
    /// What the table suggests, if nothing was decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub residuals: Option<Residuals>,
    /// The limit that ended learning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// The names of the coordinates.
    pub coordinates: Vec<String>,
    /// Notes that accompany it.
    #[serde(skip)]
    pub notes: Vec<Note>,
}

/// How many parts of growing tables are different, each of which needs a state of its own in an automaton.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Residuals {
    /// The sides of the tables.
    pub sides: Vec<u64>,
    /// For each table the largest number of different blocks of one size in it.
    pub blocks: Vec<usize>,
    /// What this suggests: evidence from a table, not a proof.
    pub suggests: Outlook,
    /// About how many states an automaton has, if one is to be expected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states: Option<usize>,
}

/// What numbers of different blocks suggest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Outlook {
    /// They have stopped growing: an automaton is to be expected.
    Automaton,
    /// They grow by a factor with the side: there is no sign of an automaton in this base.
    NoAutomaton,
    /// The tables are too small to say.
    Nothing,
}

/// No formula was found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct NothingFits {
    /// Always false.
    pub holds: bool,
    /// Always null.
    pub formula: Option<String>,
    /// Formulas that fit the small table, and fail on the larger one.
    pub guesses: Vec<Guess>,
    /// The rule of the game.
    pub rule: String,
    /// The last value of each coordinate of the small table.
    pub from: Vec<u32>,
    /// The last value of each coordinate.
    pub to: Vec<u32>,
}

/// A formula that fits a small table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Guess {
    /// The test on the larger table.
    #[serde(flatten)]
    pub test: Test,
    /// The formula.
    pub formula: String,
    /// Positions on which it was found.
    pub fitted_on: u64,
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        match self {
            Answer::Several(several) => {
                // One "no" is a no, and a limit that was reached counts before a yes.
                let each = || several.rows.iter().map(Answer::finish);
                let first =
                    [Finish::No, Finish::Partial].into_iter().find(|f| each().any(|g| g == *f));
                first.unwrap_or(Finish::Done)
            }
            Answer::Tested(tested) => tested.finish(),
            Answer::Fitted(fitted) => match (&fitted.decided.proved, fitted.decided.refused) {
                (Some(Some(false)), _) | (_, true) => Finish::No,
                (Some(None), _) => Finish::Partial,
                (Some(Some(true)) | None, false) => Finish::Done,
            },
            Answer::Learned(learned) => match (&learned.decided.proved, learned.decided.refused) {
                (Some(Some(true)), false) if learned.stopped.is_none() => Finish::Done,
                (Some(Some(true)), false) => Finish::Partial,
                (Some(Some(_)), _) => Finish::No,
                _ => Finish::Partial,
            },
            Answer::Nothing(_) => Finish::No,
        }
    }

    fn document(&self) -> Option<&str> {
        match self {
            Answer::Tested(tested) => tested.decided.document.as_deref(),
            Answer::Fitted(fitted) => fitted.decided.document.as_deref(),
            Answer::Learned(learned) => learned.decided.document.as_deref(),
            Answer::Several(_) | Answer::Nothing(_) => None,
        }
    }

    fn notes(&self) -> &[Note] {
        match self {
            Answer::Several(several) => &several.notes,
            Answer::Tested(tested) => &tested.notes,
            Answer::Fitted(fitted) => &fitted.notes,
            Answer::Learned(learned) => &learned.notes,
            Answer::Nothing(_) => &[],
        }
    }
}

impl Tested {
    fn finish(&self) -> Finish {
        let open = self.decided.proved == Some(None);
        match () {
            () if self.test.holds == Some(false) => Finish::No,
            () if open || self.test.stopped.is_some() => Finish::Partial,
            () if self.decided.refused => Finish::No,
            () => Finish::Done,
        }
    }
}

impl Test {
    /// A table without a counterexample decides nothing for all positions.
    fn undecided(&mut self) {
        self.holds = self.holds.filter(|holds| !holds);
    }
}

impl Decided {
    /// Whether nothing was decided, because an end rule is not part of the game. Then the table is
    /// all there is.
    pub fn is_about_end(&self) -> bool {
        self.reason == Some(Reason::EndOutsideGame)
    }
}

impl Answer {
    /// Says in which base automata read numbers.
    fn in_base(&mut self, base: &str) {
        let decided = match self {
            Answer::Tested(tested) => &mut tested.decided,
            Answer::Fitted(fitted) => &mut fitted.decided,
            Answer::Learned(learned) => &mut learned.decided,
            Answer::Several(_) | Answer::Nothing(_) => return,
        };
        decided.base = Some(base.to_string());
        decided.states = decided.proof.as_ref().map(|proof| proof.states.clone());
    }

    /// Says that the certificate was written to a file.
    pub fn written_to(&mut self, path: String) {
        match self {
            Answer::Tested(tested) => tested.decided.certificate = Some(path),
            Answer::Fitted(fitted) => fitted.decided.certificate = Some(path),
            Answer::Learned(learned) => learned.decided.certificate = Some(path),
            Answer::Several(_) | Answer::Nothing(_) => {}
        }
    }
}

impl From<tuple::Conjecture> for Test {
    fn from(found: tuple::Conjecture) -> Test {
        let stopped = found.stopped.map(Stopped::from);
        Test {
            holds: Some(found.counterexample.is_none()),
            tested: found.tested,
            not_covered: found.skipped,
            counterexample: found.counterexample.map(Counterexample::from),
            test_stopped: stopped.clone(),
            stopped,
        }
    }
}

impl From<tuple::Counterexample> for Counterexample {
    fn from(found: tuple::Counterexample) -> Counterexample {
        Counterexample {
            position: found.position.into_iter().map(Coordinate::Number).collect(),
            expected: Some(found.expected.into()),
            found: Some(found.found.into()),
        }
    }
}

impl From<tuple::Found> for Found {
    fn from(found: tuple::Found) -> Found {
        match found {
            tuple::Found::Number(n) => Found::Number(n),
            tuple::Found::Lost(lost) => Found::Lost(lost),
            tuple::Found::Letter(letter) => Found::Letter(letter.into()),
        }
    }
}

impl From<tuple::Fit> for Guess {
    fn from(fit: tuple::Fit) -> Guess {
        Guess { test: fit.test.into(), formula: fit.formula, fitted_on: fit.fitted_on }
    }
}

/// Tests, decides or finds a formula. The cost is that of the table, and that of the automata of
/// a proof, which may be large; for a range of a parameter that of all games.
///
/// ```
/// use ishitori_answers::{Context, BoxBounds, conjecture};
/// use ishitori_values::Budget;
///
/// let mut request = conjecture::Request::new("chocolate:3", "y xor z");
/// request.to = Some(BoxBounds(vec![5, 15]));
/// let answer = conjecture::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// let conjecture::Answer::Tested(tested) = answer else { panic!("a formula was given") };
/// assert_eq!(tested.test.holds, Some(false));
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    decide::answer(request, context)
}
