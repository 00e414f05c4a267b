//! The conditions on a certificate before a theorem is tried, and the resources that a check may exhaust.

use thiserror::Error;

use crate::foreign::quoted;

/// A condition of the format or of a theorem that a certificate breaks. It prints as the condition.
///
/// ```
/// use ishitori_certify::Condition;
/// assert_eq!(Condition::PeriodZero.to_string(), "a period is at least 1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Condition {
    /// The last digit of a code is 0.
    #[error("the last digit must not be 0")]
    LastDigitZero,
    /// A digit before the point lets a move change nothing.
    #[error("a move must take a token or split the heap")]
    NothingTaken,
    /// A subtraction set is empty, or not an increasing list of positive numbers.
    #[error("the set must be positive, increasing, not empty")]
    SetNotIncreasing,
    /// The numbers left out are not an increasing list of positive numbers.
    #[error("the excluded numbers must be positive, increasing")]
    ExcludedNotIncreasing,
    /// The sets of the players are not increasing lists of positive numbers.
    #[error("the sets must be positive, increasing")]
    SetsNotIncreasing,
    /// All digits of a code are said to repeat.
    #[error("the digits that repeat come after the first one")]
    RepeatsFirst,
    /// The numbers of heaps that a digit names are not in order.
    #[error("the numbers of heaps left must increase")]
    PartsNotIncreasing,
    /// A digit names a number of heaps that is too large.
    #[error("the numbers of heaps named are at most 31")]
    ManyParts,
    /// The end counts moves, but the players have different ones.
    #[error("the end `moves` is only for rules with the same moves for both")]
    MovesPartizan,
    /// A period is 0.
    #[error("a period is at least 1")]
    PeriodZero,
    /// A greatest value is claimed of values that grow.
    #[error("there is no greatest value with a positive saltus")]
    MaxWithSaltus,
    /// The theorem proves claims of another kind.
    #[error("this theorem is not about claims of this kind")]
    ClaimOfAnotherKind,
    /// The theorem is about rules of another kind.
    #[error("this theorem is not about rules of this kind")]
    RuleOfAnotherKind,
    /// Outcomes of another rule than a subtraction set.
    #[error("outcomes are proved for subtraction sets only")]
    OutcomesOfSubtraction,
    /// The end says nothing about many tokens.
    #[error("the last letters of the end must repeat forever, as a block")]
    NoBlockRepeats,
    /// A letter is none of the outcomes.
    #[error("the letters are L, R, N and P")]
    EndLetters,
    /// The outcomes are not those of the preperiod and one period.
    #[error("there must be an outcome for each n < preperiod + period")]
    OutcomesMissing,
    /// A move leaves two heaps or more, or there is no largest number that may be taken.
    #[error("values are proved for rules of finitely many moves that leave at most one heap")]
    ValuesOfOneHeap,
    /// The ends say nothing about many tokens.
    #[error("the last games of the ends must repeat forever, as a block")]
    NoGamesRepeat,
    /// The values are not those of the preperiod and one period.
    #[error("there must be a value for each n < preperiod + period")]
    ValuesMissing,
    /// A value or an end is not a game.
    #[error("every value and every end is the number of one of the games")]
    ValueGames,
    /// The options of a game are not earlier ones, or not in order.
    #[error("the options of a game are numbers of games before it, increasing")]
    GamesInOrder,
    /// Values are said to grow from heap 0 on.
    #[error("claims about growing values must begin at heap 1 or later")]
    GrowthFromZero,
    /// The remainders that grow are none, or not in order.
    #[error("the growing remainders are below the step, increasing, at least one")]
    GrowingRemainders,
    /// A form speaks of heaps that are too small or too large.
    #[error(
        "the options of a form are smaller heaps, and those that move with it are none of the heaps before the growth"
    )]
    FormOptions,
    /// There are no moves from large heaps.
    #[error("there must be moves from large heaps; their values are those of ends otherwise")]
    NoMovesFromLargeHeaps,
    /// A quotient without elements.
    #[error("a quotient has at least one element")]
    NoElement,
    /// A generator maps an element to none.
    #[error("a row of the action maps each element to an element")]
    ActionRows,
    /// The numbers of generators and of their maps differ.
    #[error("there is one row of the action for each generator")]
    ActionCount,
    /// The generators are not in order.
    #[error("the generators increase")]
    GeneratorsNotIncreasing,
    /// The number of outcomes is not the order.
    #[error("there is one outcome for each element")]
    ElementOutcomes,
    /// The outcomes are not those of the claim.
    #[error("the numbers of elements of each outcome do not match")]
    OutcomeNumbers,
    /// It is not said of which heaps the quotient is.
    #[error(
        "a quotient is either of heaps up to some size, or of all, with a preperiod and a period"
    )]
    WhichHeaps,
    /// The images are not those of the heaps claimed.
    #[error("φ is given for the heaps claimed, or one period")]
    PhiLength,
    /// An image is not an element.
    #[error("φ maps heaps to elements")]
    PhiElements,
    /// A subtraction game whose values are said to grow.
    #[error("the values of a finite subtraction game are bounded")]
    SubtractionBounded,
    /// Guy and Smith's theorem for values that grow.
    #[error("Guy and Smith's theorem is about periods with saltus 0")]
    GuySmithSaltus,
    /// The window theorem for values that grow.
    #[error("the window theorem is about periods with saltus 0")]
    WindowSaltus,
    /// The window theorem for moves that leave three heaps.
    #[error("the window theorem is about games with at most two parts")]
    WindowParts,
    /// A mask without bits.
    #[error("the mask must not be 0")]
    MaskZero,
    /// The period of the proof is not a multiple of that of the claim.
    #[error("the proved period must be a multiple of the period")]
    ProvedPeriod,
    /// The parity of the place counts, but splits mix it.
    #[error("with position all splitting digits must have one parity")]
    PositionParity,
    /// The parity of the place counts, but the period mixes it.
    #[error("with position the proved period must be even")]
    PositionPeriod,
    /// The proof starts too early for its window.
    #[error("start must be more than twice the window")]
    StartWindow,
    /// The proof starts too close to the preperiod.
    #[error("start must be at least a window above the preperiod")]
    StartPreperiod,
    /// A pattern of zeros together with milestones.
    #[error("a pattern of zeros cannot be claimed with milestones")]
    MilestonesZeros,
    /// The preperiod is no longer than the window.
    #[error("the preperiod must be more than the window")]
    MilestonesPreperiod,
    /// The heaps of the milestones are not in order or not where they must be.
    #[error(
        "the milestones increase, begin beyond twice the window, include preperiod + window and end before preperiod + window + period"
    )]
    MilestoneHeaps,
    /// The values of a milestone are too few, too many, or rare.
    #[error("a milestone has a window of values, in digits, all of them common")]
    MilestoneValues,
    /// The heaps that show that the period is least are missing or out of range.
    #[error(
        "there is one heap for each prime divisor of the period, from the preperiod on, if least is claimed"
    )]
    Differing,
    /// An arithmetic period of a game that leaves two heaps at most.
    #[error("an arithmetic period needs a move that leaves three heaps")]
    ThreeHeaps,
    /// The saltus of the proof is not a power of two.
    #[error("the saltus of the proved period must be a power of two")]
    SaltusPower,
    /// The proof of an arithmetic period starts too early.
    #[error("start must be at least h·(n0 + 2q) + k")]
    StartArithmetic,
    /// Names of a game on tuples are no names, missing, given twice, or not as many as coordinates.
    #[error(
        "coordinates and variables are named by letters and digits, all names are different and known, and options have all coordinates"
    )]
    FormulaNames,
    /// A number is too large or no divisor.
    #[error("constants, coefficients and divisors are below 2^40, and divisors are positive")]
    FormulaNumbers,
    /// A term is nested too deeply.
    #[error("terms are nested at most 200 deep")]
    FormulaDepth,
    /// Too many numbers at a time.
    #[error("at most 14 numbers are read at a time")]
    FormulaTracks,
    /// A part of the proof is missing.
    #[error("there is a witness for each rule, and the forms have all coordinates")]
    FormulaParts,
    /// An automaton is not one.
    #[error("the parts of an automaton fit together, and repeating the signs changes nothing")]
    FormulaAutomaton,
    /// Automata read numbers in a base that certificates do not have, or not all in one.
    #[error(
        "automata read numbers in one base: 2, fibonacci, pell, ostrowski:[0;a,b,…] or a number from 3 to 255, and bits are those of base 2"
    )]
    FormulaBase,
    /// A form is negative somewhere.
    #[error("the forms that decrease are not negative at any position")]
    FormulaMeasure,
    /// The automaton is not that of the formula.
    #[error("the automaton of the graph holds exactly for the values of the formula")]
    FormulaGraph,
    /// The formula is negative somewhere.
    #[error("no value of the formula is negative")]
    FormulaNegative,
    /// A move leaves the positions or decreases nothing.
    #[error("every move leads to a position and decreases the first form that it changes")]
    FormulaMove,
    /// An option has the value of its position.
    #[error("no option has the value of its position")]
    FormulaSame,
    /// A witness is not a move to its value.
    #[error("every witness is a move to the value")]
    FormulaWitness,
    /// A smaller value has no witness.
    #[error("every smaller value has a witness")]
    FormulaMissing,
    /// The automaton of a claim is not a function of positions.
    #[error("the automaton gives every position exactly one number, and nothing else one")]
    FormulaFunction,
    /// Players with different moves or ends, where they must be alike.
    #[error(
        "Grundy numbers and P-positions are for the same moves and ends for both, and Grundy numbers for normal play"
    )]
    FormulaPlayers,
    /// Outcomes of sums.
    #[error("outcomes alone say nothing of moves to sums")]
    FormulaSums,
    /// The automaton is not that of the claim.
    #[error("the automata hold at exactly the positions that are said to be won")]
    FormulaWins,
    /// A lost position has a winning move.
    #[error("no move from a lost position leads to one that the opponent loses")]
    FormulaLoses,
    /// A witness does not win.
    #[error("every witness is a move to a position that the opponent loses")]
    FormulaWinWitness,
    /// A position that is won has no witness.
    #[error("every position that is won has a witness, or is won at the end")]
    FormulaWinMissing,
    /// The position is no board of the rules.
    #[error(
        "the position must be a board of the game, of at most 128 cells, or vertices and edges"
    )]
    BoardPosition,
    /// A claim about a board is none.
    #[error(
        "a claim must name the game and the board as the rules do, and an outcome or a nimber; nimbers are for the same moves for both and normal play"
    )]
    BoardClaim,
    /// How the game is played is not said, or not as the rules say.
    #[error("the play must be normal or misere, as the rules say")]
    BoardPlay,
    /// The claim about positions without a move is wrong.
    #[error("positions without a move have none, and those lost before the end have one")]
    FormulaStuck,
}

/// A resource that is limited in a check; see [`Limits`](crate::Limits).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Resource {
    /// The length of the document.
    #[error("bytes of document")]
    Bytes,
    /// The largest number of tokens that a rule names.
    #[error("tokens in one move")]
    Tokens,
    /// Heaps to compute.
    #[error("heaps")]
    Heaps,
    /// Elementary steps.
    #[error("steps")]
    Steps,
    /// Memory.
    #[error("bytes of memory")]
    Memory,
    /// The width of a mask.
    #[error("bits of mask")]
    MaskBits,
    /// The saltus.
    #[error("units of saltus")]
    Saltus,
    /// Letters of an end.
    #[error("letters of the end")]
    Letters,
    /// Games of a claim, and those that the rule makes of them.
    #[error("games")]
    Games,
}

/// Where a document is not as it should be.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{detail}")]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The column in it, from 1; 0 at the end of a line.
    pub column: usize,
    /// The error.
    pub kind: FaultKind,
    /// The same in English, with the place.
    pub detail: String,
}

/// An error in the text of a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// The text ends too early.
    CutShort,
    /// The text is not JSON.
    Syntax,
    /// A field is missing.
    Missing(String),
    /// A field or tag that the format does not have.
    Unknown(String),
    /// A field is given twice.
    Twice(String),
    /// A value of the wrong type, or a number out of range.
    Type,
}

impl From<serde_json::Error> for Fault {
    fn from(error: serde_json::Error) -> Self {
        use serde_json::error::Category;
        // serde quotes what the document contains.
        let detail = quoted(&error.to_string());
        let kind = match error.classify() {
            Category::Eof => FaultKind::CutShort,
            Category::Syntax | Category::Io => FaultKind::Syntax,
            Category::Data => FaultKind::of(&detail),
        };
        Fault { line: error.line(), column: error.column(), kind, detail }
    }
}

impl FaultKind {
    /// By the words of serde, which keeps what it knows to itself; those of its documented
    /// constructors (`missing_field` and so on), and [`FaultKind::Type`] for all others.
    fn of(detail: &str) -> Self {
        let named = |before: &str| {
            let rest = detail.strip_prefix(before)?.strip_prefix(" `")?;
            rest.split('`').next().map(str::to_owned)
        };
        named("missing field")
            .map(FaultKind::Missing)
            .or_else(|| named("unknown field").map(FaultKind::Unknown))
            .or_else(|| named("unknown variant").map(FaultKind::Unknown))
            .or_else(|| named("duplicate field").map(FaultKind::Twice))
            .unwrap_or(FaultKind::Type)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_distinguished() {
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Thing {
            #[serde(rename = "size")]
            _size: u8,
        }
        let kind = |text: &str| Fault::from(serde_json::from_str::<Thing>(text).unwrap_err()).kind;
        assert_eq!(kind("{}"), FaultKind::Missing("size".into()));
        assert_eq!(kind(r#"{"size":1,"colour":2}"#), FaultKind::Unknown("colour".into()));
        assert_eq!(kind(r#"{"size":1,"size":1}"#), FaultKind::Twice("size".into()));
        assert_eq!(kind(r#"{"size":"1"}"#), FaultKind::Type);
        assert_eq!(kind(r#"{"size":999}"#), FaultKind::Type);
        assert_eq!(kind(r#"{"size":"#), FaultKind::CutShort);
        assert_eq!(kind(r#"{"size"}"#), FaultKind::Syntax);
    }
}
