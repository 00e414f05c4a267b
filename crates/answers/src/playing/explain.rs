//! Explanations: who wins a position, by which moves, and why.

use std::time::Duration;

use ishitori_rules::end::EndRule;
use ishitori_rules::heap::HeapRule;
use ishitori_solve::ending::SumRule;
use ishitori_solve::play::{Analysis, Change, Judge, OptionFacts, PlayError, Playable};
use ishitori_solve::quotient::QuotientSearch;
use ishitori_solve::tuple::SumPosition;
use ishitori_values::{Budget, LimitReached, Player};
use serde::{Deserialize, Serialize};

use crate::board::BoardRule;
use crate::end::{read_end, under};
use crate::explain_proved::of_large;
use crate::registration::{Address, Registration};
use crate::setup::lengths::{heaps_or_lengths, real_lengths};
use crate::setup::{
    Board, Drawing, GameVisitor, KnownBy, MethodName, Numbers, PlayedGame, Reason, SetUp,
    lengths_of_play, of_board, of_heap_rule, of_text_game, reasons, several_pairs,
};
use crate::{
    Accepted, Answered, AskError, Context, DrawnOutcome, Finish, Rule, RuleSource, Side, Sum,
};

pub use crate::explain_proved::ByProof;

/// The budget of a quotient, once the position is decided.
const QUOTIENT_TIME: Duration = Duration::from_secs(1);
const QUOTIENT_MEMORY: u64 = 512 << 20;
/// The budget and the longest length of each line of best play.
const LINE_TIME: Duration = Duration::from_secs(1);
const LINE_MOVES: usize = 40;
/// Up to this heap a quotient is searched for.
const QUOTIENT_TO: u32 = 10_000;

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration =
    Registration::new(&[Address::object("explain")], &[&[("rule", "nim"), ("position", "3+5+7")]])
        .for_each_game();

/// Who wins this position, by which moves, and why?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// The rule of the game.
    pub rule: RuleSource,
    /// The heaps, such as `6` or `3+5+5`; for a game on tuples `(2,7)` or `(2,7)+(1,4)`; for strings
    /// also lengths such as `7.3+5.9`; for a board game the board, such as `xo.|.xo`.
    pub position: String,
    /// Values of parameters of a game in the language, such as `k=3`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// End rule: who wins when no move is left [default: that of the game, or normal].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// What the end of several heaps depends on.
    #[serde(default)]
    pub sum: Sum,
}

/// The outcome, the winning moves, and the reasons.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The rule and its end.
    #[serde(flatten)]
    pub game: PlayedGame,
    /// The position.
    pub position: Numbers,
    /// The lengths as they were given, where strings have real ones: only whole units count, and these
    /// are the position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lengths: Option<String>,
    /// The outcome: who wins.
    pub outcome: DrawnOutcome,
    /// The Grundy number under normal play, where the game has them.
    pub grundy: Option<u32>,
    /// Those of the parts.
    #[serde(flatten)]
    pub grundy_of: GrundyOf,
    /// The value in canonical form, of board games under normal play; null if it is too long to print.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The moves by which a player wins.
    pub winning_moves: Vec<WinningMove>,
    /// All options, each position once; only some of them if there are very many, those by which a
    /// player wins first.
    pub options: Vec<Explained>,
    /// The lines of best play, for each player who may move first; one line where it does not matter
    /// who is Left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<BestPlay>,
    /// Whether there are more options than listed.
    pub shortened: bool,
    /// How many options there are, if that is known.
    pub options_in_all: Option<u64>,
    /// The reasons in words.
    pub why: String,
    /// The method by which the outcome is known, by name: `quotient` also where the quotient only says it again.
    pub method: MethodName,
    /// The facts by the quotient, if it was found soon.
    pub quotient: Option<InQuotient>,
    /// The reasons as data.
    pub reasons: Vec<Reason>,
    /// The method by which the outcome is known.
    pub known_by: KnownBy,
    /// The appearance of the position, if the game says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawing: Option<Drawing>,
    /// The facts by a proof for all positions, where the position is too large for a table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_proof: Option<ByProof>,
    /// Whether the time limit cut short the usual search for a quotient and lines of best play.
    #[serde(skip)]
    pub cut: bool,
}

/// The Grundy numbers of the parts under normal play, where the game has them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub enum GrundyOf {
    /// Of heaps, or of a pair.
    #[serde(rename = "grundy_of_heaps")]
    Heaps(Option<Vec<u32>>),
    /// Of the parts of a sum of tuples.
    #[serde(rename = "grundy_of_parts")]
    Parts(Option<Vec<u32>>),
}

impl GrundyOf {
    /// The numbers, whatever they belong to.
    pub fn numbers(&self) -> Option<&[u32]> {
        match self {
            GrundyOf::Heaps(numbers) | GrundyOf::Parts(numbers) => numbers.as_deref(),
        }
    }
}

/// A line of best play: who can win plays a winning move, who cannot plays the first move of the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct BestPlay {
    /// The player who moves first.
    pub first: Side,
    /// The moves.
    pub moves: Vec<LineMove>,
    /// The winner; null if the line is too long to be shown in full.
    pub winner: Option<Side>,
}

/// A move of a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct LineMove {
    /// The player who moves.
    pub player: Side,
    /// The move, in the notation of the game.
    #[serde(rename = "move")]
    pub played: String,
    /// The position after it.
    pub position: Numbers,
}

/// A move by which a player wins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct WinningMove {
    /// The move, in the notation of the game.
    #[serde(rename = "move")]
    pub played: String,
    /// The same in words: `take 2 from 6`.
    pub says: String,
    /// The position after it.
    pub position: Numbers,
    /// The players who win by it.
    pub players: Vec<Side>,
    /// Its effect.
    #[serde(flatten)]
    pub changed: Changed,
    /// The move itself.
    #[serde(skip)]
    pub change: Option<Change>,
}

/// The effect of a move, where that is one heap or one part of a sum.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Changed {
    /// The heap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heap: Option<u32>,
    /// The part of a sum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Vec<i64>>,
    /// The rest of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Numbers>,
    /// How many stones are taken from the heap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub take: Option<u32>,
}

impl From<&Change> for Changed {
    fn from(change: &Change) -> Self {
        match change {
            Change::Heap { from, left, .. } => Changed {
                heap: Some(*from),
                part: None,
                left: Some(Numbers::Heaps(left.iter().map(|&heap| heap.into()).collect())),
                take: Some(from.saturating_sub(left.iter().sum())),
            },
            Change::Part { from, left, .. } => Changed {
                heap: None,
                part: Some(from.clone()),
                left: Some(Numbers::Parts(left.clone())),
                take: None,
            },
            _ => Changed::default(),
        }
    }
}

/// An option of the position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Explained {
    /// A move that leads there, in the notation of the game.
    #[serde(rename = "move")]
    pub played: String,
    /// The same in words: `take 2 from 6`.
    pub says: String,
    /// The position after it.
    pub position: Numbers,
    /// The players who can move there.
    pub players: Vec<Side>,
    /// The effect of the move.
    #[serde(flatten)]
    pub changed: Changed,
    /// The outcome there.
    pub outcome: DrawnOutcome,
    /// Its Grundy number under normal play, where the game has them.
    pub grundy: Option<u32>,
    /// Its value in canonical form, of board games under normal play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The players who win by moving there.
    pub wins_for: Vec<Side>,
    /// The players who draw by moving there, where positions can recur.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub draws_for: Vec<Side>,
    /// A position by which the opponent then wins, where it does not matter who is Left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Numbers>,
    /// For those who lose by moving there, a position by which the opponent then wins; none if
    /// the opponent wins without a move, or if there are too many options to look.
    pub answers: Vec<AnswerTo>,
    /// The move itself.
    #[serde(skip)]
    pub change: Option<Change>,
}

/// An answer to a move that loses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct AnswerTo {
    /// The player who made the move.
    pub after: Side,
    /// The position after the answer.
    pub position: Numbers,
}

/// The facts about a position by the quotient.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct InQuotient {
    /// How many elements it has.
    pub order: usize,
    /// The element that the heaps multiply to.
    pub element: String,
    /// The largest heap of the quotient; none if it is that of all heaps.
    pub up_to: Option<u32>,
    /// The element with raised exponents, for people.
    #[serde(skip)]
    pub raised: String,
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        if self.cut { Finish::Partial } else { Finish::Done }
    }
}

/// Judges the position and all its options. The cost is that of their outcomes: by theorems where
/// they apply, by search elsewhere, and up to a second for a quotient.
///
/// ```
/// use ishitori_answers::{Context, DrawnOutcome, explain};
/// use ishitori_values::Budget;
///
/// let request: explain::Request =
///     serde_json::from_str(r#"{"rule": "nim", "position": "3+5"}"#).unwrap();
/// let answer = explain::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert_eq!((answer.outcome, answer.grundy), (DrawnOutcome::N, Some(6)));
/// assert_eq!(answer.winning_moves[0].played, "5->3");
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    if let Some(board) = BoardRule::find(&request.rule, &request.set)? {
        let end = request.end.as_deref().map(read_end).transpose()?;
        let explaining = Explaining { budget: &context.budget, quotient: None };
        let position = Some(request.position.as_str());
        return of_board(&board, position, end.as_ref(), &context.budget, explaining);
    }
    let rule = match Rule::read(&request.rule, &request.set)? {
        Rule::Heap(rule) => rule,
        Rule::Game(game) => return of_game(&game, request, context),
    };
    // Sums of pairs are sums of positions of the game in the language.
    if let Some((game, _)) = several_pairs(&rule, Some(&request.position), None) {
        return of_game(&game, request, context);
    }
    let end = read_end(request.end.as_deref().unwrap_or("normal"))?;
    let mut numbers = heaps_or_lengths(&rule, &request.position)?;
    let sum = request.sum.into();
    let mut heaps = None;
    if !matches!(rule, HeapRule::TwoPile(_)) {
        numbers.sort_unstable();
        heaps = Some(numbers.clone()).filter(|_| sum == SumRule::Total);
    }
    let quotient = heaps.as_deref().map(|heaps| InHeaps { rule: &rule, end: &end, heaps });
    let explaining = Explaining { budget: &context.budget, quotient };
    let answer = of_heap_rule(&rule, &end, sum, (numbers, &request.position), explaining)?;
    Ok(Answer { lengths: real_lengths(&request.position), ..answer })
}

/// The same for a game in the language.
fn of_game(
    game: &ishitori_language::TextGame,
    request: &Request,
    context: &Context,
) -> Result<Answer, AskError> {
    let sum = SumRule::from(request.sum);
    if sum == SumRule::Score {
        return Err(AskError::Argument {
            field: "sum",
            value: sum.to_string(),
            accepted: Accepted::TotalSum,
        });
    }
    let position =
        SumPosition::of_game(&request.position, game).map_err(AskError::TuplePosition)?;
    let (ended, asked) = under(game, request.end.as_deref())?;
    if asked.is_none() {
        let set_up = SetUp::of_game(&ended, None);
        if let Some(answer) = of_large(&ended, &position, &set_up, context)? {
            return Ok(answer);
        }
    }
    let end = request.end.as_deref().map(read_end).transpose()?;
    of_text_game(game, end, position, Explaining { budget: &context.budget, quotient: None })
}

struct Explaining<'a> {
    budget: &'a Budget,
    quotient: Option<InHeaps<'a>>,
}

/// Heaps that may have a place in a quotient.
struct InHeaps<'a> {
    rule: &'a HeapRule,
    end: &'a EndRule,
    heaps: &'a [u32],
}

impl GameVisitor for Explaining<'_> {
    type Outcome = Answer;

    fn visit<G: Playable>(
        self,
        game: G,
        position: G::Position,
        set_up: SetUp,
    ) -> Result<Answer, AskError> {
        let mut judge = Judge::new(game);
        let mut answer = of_position(&mut judge, &position, &set_up, self.budget)
            .map_err(|error| set_up.failure(error))?;
        if let Some(heaps) = self.quotient
            && let Some(found) = by_quotient(&heaps, self.budget)?
        {
            answer.quotient = Some(found);
            answer.method = MethodName::Quotient;
        }
        answer.lines = lines(&mut judge, &position, &set_up, self.budget)
            .map_err(|error| set_up.failure(error))?;
        answer.cut = self.budget.check(0).is_err();
        answer.drawing = set_up.is_drawn().then(|| judge.game().drawing(&position).into());
        Ok(answer)
    }
}

/// The answer about a position of a game that is judged already.
pub(crate) fn of_position<G: Playable>(
    judge: &mut Judge<G>,
    position: &G::Position,
    set_up: &SetUp,
    budget: &Budget,
) -> Result<Answer, PlayError> {
    let analysis = judge.analyse(position, budget)?;
    let lengths = lengths_of_play(judge, position, budget)?;
    let game = judge.game();
    let reasons = reasons(set_up, &game.parts(position), &analysis, lengths);
    let Analysis { facts, options, shortened, count } = analysis;
    let board = set_up.game.board;
    let grundy = facts.grundy.as_deref().map(nim_sum);
    let winning = options.iter().filter(|option| !option.winners.is_empty());
    let known_by = KnownBy::from(facts.method);
    Ok(Answer {
        position: Numbers::of(board, game, position),
        lengths: None,
        outcome: facts.outcome.into(),
        grundy,
        grundy_of: match board {
            Board::Heaps | Board::Pair | Board::Values | Board::Cells => {
                GrundyOf::Heaps(facts.grundy)
            }
            Board::Tuples => GrundyOf::Parts(facts.grundy),
        },
        value: facts.value,
        winning_moves: winning.map(|option| of_win(board, game, option)).collect(),
        options: options.into_iter().map(|option| of_option(set_up, game, option)).collect(),
        lines: Vec::new(),
        shortened,
        options_in_all: count,
        why: String::new(),
        method: known_by.into(),
        quotient: None,
        reasons,
        known_by,
        drawing: None,
        by_proof: None,
        cut: false,
        game: set_up.game.clone(),
    })
}

fn nim_sum(numbers: &[u32]) -> u32 {
    numbers.iter().fold(0, |sum, g| sum ^ g)
}

fn sides(players: &[Player]) -> Vec<Side> {
    players.iter().map(|&player| player.into()).collect()
}

fn of_win<G: Playable>(board: Board, game: &G, option: &OptionFacts<G::Position>) -> WinningMove {
    WinningMove {
        played: option.change.to_string(),
        says: String::new(),
        position: Numbers::of(board, game, &option.position),
        players: sides(&option.winners),
        changed: (&option.change).into(),
        change: Some(option.change.clone()),
    }
}

fn of_option<G: Playable>(set_up: &SetUp, game: &G, option: OptionFacts<G::Position>) -> Explained {
    let numbers = |position: &G::Position| Numbers::of(set_up.game.board, game, position);
    let answers = option.answers.iter();
    let answers: Vec<AnswerTo> = answers
        .map(|(player, answer)| AnswerTo { after: (*player).into(), position: numbers(answer) })
        .collect();
    Explained {
        played: option.change.to_string(),
        says: String::new(),
        position: numbers(&option.position),
        players: sides(&option.players),
        changed: (&option.change).into(),
        outcome: option.facts.outcome.into(),
        grundy: option.facts.grundy.as_deref().map(nim_sum),
        value: option.facts.value,
        wins_for: sides(&option.winners),
        draws_for: sides(&option.drawers),
        answer: answers.first().map(|to| to.position.clone()).filter(|_| set_up.game.impartial),
        answers,
        change: Some(option.change),
    }
}

/// Lines of best play from a position that is judged already.
fn lines<G: Playable>(
    judge: &mut Judge<G>,
    position: &G::Position,
    set_up: &SetUp,
    budget: &Budget,
) -> Result<Vec<BestPlay>, PlayError> {
    let players = set_up.game.first_players();
    let small = budget.clone().with_time_at_most(LINE_TIME);
    let mut lines = Vec::new();
    for &first in players {
        let line = judge.best_line(position, first, LINE_MOVES, &small)?;
        let moves = line.moves.iter().map(|(player, played)| LineMove {
            player: (*player).into(),
            played: played.change.to_string(),
            position: Numbers::of(set_up.game.board, judge.game(), &played.position),
        });
        let moves = moves.collect();
        lines.push(BestPlay { first: first.into(), moves, winner: line.winner.map(Side::from) });
    }
    Ok(lines)
}

/// The element of the quotient of the heaps up to the largest one, if it is found soon. Normal play
/// is explained by Grundy numbers.
fn by_quotient(of: &InHeaps<'_>, budget: &Budget) -> Result<Option<InQuotient>, AskError> {
    let largest = of.heaps.iter().copied().max().unwrap_or(0);
    if of.end.is_normal() || largest > QUOTIENT_TO {
        return Ok(None);
    }
    // A rule without quotients is explained in other ways.
    let Ok(mut search) = QuotientSearch::new(of.rule, of.end) else { return Ok(None) };
    let memory = budget.memory().map_or(QUOTIENT_MEMORY, |m| m.min(QUOTIENT_MEMORY));
    let small = budget.clone().with_time_at_most(QUOTIENT_TIME).with_memory(memory);
    match search.run(Some(largest), &small) {
        Err(LimitReached::Cancelled) => return Err(LimitReached::Cancelled.into()),
        Err(_) => return Ok(None),
        Ok(()) => {}
    }
    let quotient = search.quotient();
    Ok(quotient.element(of.heaps).map(|element| {
        let presentation = quotient.presentation();
        InQuotient {
            order: quotient.order(),
            element: presentation.name(element),
            up_to: quotient.period().is_none().then(|| quotient.computed_to()),
            raised: presentation.raised_name(element),
        }
    }))
}
