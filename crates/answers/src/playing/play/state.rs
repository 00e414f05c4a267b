//! The state of a game in progress.

use std::time::Duration;

use ishitori_solve::play::{Change, Opponent, Over, Playable, Reason as Why, Table};
use ishitori_values::{Budget, Player};
use serde::{Deserialize, Serialize};

use super::{Judged, MoveQuality, Participant, Request, seat};
use crate::setup::{Drawing, GameVisitor, PlayedGame, Reason, SetUp, lengths_of_play, reasons};
use crate::{Answered, AskError, DrawnOutcome, Finish, Side};

/// Moves that are listed.
const LISTED: usize = 600;
/// The number of last moves that are described in words.
const JUDGED: usize = 12;

/// How the game stands, and what the program plays.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The rule and its end.
    #[serde(flatten)]
    pub game: PlayedGame,
    /// Who wins when no move is left, in words.
    pub begins: String,
    /// The position at which the game began.
    pub start: String,
    /// The player that the person is.
    pub person: Side,
    /// The moves so far.
    pub history: Vec<PlayedMove>,
    /// The position.
    pub position: String,
    /// Its appearance.
    pub drawing: Drawing,
    /// The player to move.
    pub to_move: Side,
    /// The seat of the player to move.
    pub turn: Participant,
    /// The winner, if the game is over.
    pub winner: Option<Participant>,
    /// Whether the game is over and neither player has won: a position came back for the third time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub drawn: bool,
    /// The same in words.
    pub over: Option<String>,
    /// The outcome class of the position, if it is known.
    pub outcome: Option<DrawnOutcome>,
    /// The Grundy numbers of its parts under normal play, where the game has them.
    pub grundy: Option<Vec<u32>>,
    /// Why the position is won or lost, in words, if it is known.
    pub why: Option<String>,
    /// A winning move in words, or that there is none, if it is known.
    pub hint: Option<String>,
    /// Whether a move may take stones from the middle of a row: two heaps are left of one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub breaks_rows: bool,
    /// The moves that can be played; only some of them if there are very many.
    pub moves: Vec<LegalMove>,
    /// How many there are.
    pub moves_in_all: usize,
    /// The move of the program, if it is to move.
    pub reply: Option<Reply>,
    /// Why the position is won or lost, if it is known.
    pub reasons: Option<Vec<Reason>>,
    /// A winning move, if there is one; known if the outer option is there.
    #[serde(skip)]
    pub winning: Option<Option<Change>>,
    /// A move that does not lose, if none wins.
    #[serde(skip)]
    pub holding: Option<Change>,
    /// Whether the game ended because a position came back.
    #[serde(skip)]
    pub by_recurrence: bool,
}

/// A move that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PlayedMove {
    /// The player who played it.
    pub player: Side,
    /// The seat of the player who made it.
    pub by: Participant,
    /// The move, in the notation of the game.
    #[serde(rename = "move")]
    pub played: String,
    /// The position after it.
    pub position: String,
    /// The quality of the move.
    pub quality: MoveQuality,
    /// The same in words, for the last moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<String>,
    /// The judgement of the move, for the last moves.
    #[serde(skip)]
    pub judged: Option<Judged>,
}

/// A move that can be played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct LegalMove {
    /// Its number, by which it is played.
    pub number: usize,
    /// The move, in the notation of the game.
    #[serde(rename = "move")]
    pub played: String,
    /// The effect of the move, in words.
    pub told: String,
    /// The position after it.
    pub position: String,
    /// The appearance of that position.
    pub drawing: Drawing,
    /// Whether it wins, if that is known.
    pub wins: Option<bool>,
    /// Whether neither player can win after it, where positions can recur.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub draws: bool,
    /// The heap that it changes, where it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heap: Option<ChangedHeap>,
    /// The part of a sum that it changes, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<usize>,
    /// The effect of the move.
    #[serde(skip)]
    pub change: Option<Change>,
}

/// A heap that a move changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ChangedHeap {
    /// The place of the heap, from 0.
    pub at: usize,
    /// Its stones.
    pub from: u32,
    /// The heaps that are left of it.
    pub left: Vec<u32>,
}

/// The move of the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Reply {
    /// The number of the move.
    pub number: Option<usize>,
    /// Why it plays that.
    pub reason: ReplyReason,
}

/// Why the program plays a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ReplyReason {
    /// It wins.
    Wins,
    /// It loses, on purpose, or gives away a win.
    OnPurpose,
    /// Nothing wins; this does not lose either.
    Draws,
    /// Everything loses; this leaves the fewest good answers.
    Resists,
    /// It is not known who wins; of the moves this one won the most games of random moves.
    Guesses,
}

impl From<&Why> for ReplyReason {
    fn from(reason: &Why) -> Self {
        match reason {
            Why::Wins => ReplyReason::Wins,
            Why::OnPurpose => ReplyReason::OnPurpose,
            Why::Draws => ReplyReason::Draws,
            Why::Resists => ReplyReason::Resists,
            Why::Guesses(_) => ReplyReason::Guesses,
        }
    }
}

impl Answered for Answer {
    /// A position that is too large is played all the same; more time may help.
    fn finish(&self) -> Finish {
        let hinted = self.winning.is_some() || self.hint.is_some();
        if hinted && self.reasons.is_some() { Finish::Done } else { Finish::Partial }
    }
}

pub(super) fn answer(request: &Request, budget: &Budget) -> Result<Answer, AskError> {
    request.skill()?;
    request.check_moves()?;
    request.set_up(budget, Visitor { request, budget })
}

struct Visitor<'a> {
    request: &'a Request,
    budget: &'a Budget,
}

impl GameVisitor for Visitor<'_> {
    type Outcome = Answer;

    fn visit<G: Playable>(
        self,
        game: G,
        position: G::Position,
        set_up: SetUp,
    ) -> Result<Answer, AskError> {
        let Visitor { request, budget } = self;
        let moves = &request.moves;
        let person = request.person();
        let seat = |player: Player| seat(player.into(), person);
        let start = position.to_string();
        let mut table = Table::new(game, position, request.first_player().into());
        // Without time to think the moves are still there.
        let listing = budget.with_grace_period();
        for &number in moves {
            let mut legal = table.moves(&listing).map_err(AskError::Play)?;
            if number >= legal.len() {
                return Err(request.not_moves());
            }
            table.advance(legal.swap_remove(number));
        }
        let legal = table.moves(&listing).map_err(AskError::Play)?;
        let over = table.over(&listing).map_err(AskError::Play)?;
        let winner = match over {
            Some(Over::Won(player)) => Some(player),
            Some(Over::Drawn) | None => None,
        };
        // A position that is too large is still played, only not perfectly: some time is left for that.
        let judging = budget.clone().with_attempt(Duration::MAX);
        let winning = table.winning_moves(&judging).ok();
        let drawing = table.drawing_moves(&judging).unwrap_or_default();
        let position = table.position().clone();
        let facts = table.facts(&judging).ok();
        let analysis = table.judge().analyse(&position, &judging).ok();
        let lengths = lengths_of_play(table.judge(), &position, &judging).unwrap_or_default();
        let parts = table.game().parts(&position);
        let reasons = analysis.map(|analysis| reasons(&set_up, &parts, &analysis, lengths));
        let mover = table.to_move();
        let mut reply = None;
        if over.is_none() && seat(mover) == Participant::Program {
            let seed = request.seed.unwrap_or(1).wrapping_add(moves.len() as u64);
            let choice = Opponent::new(request.skill()?, seed).choose(&mut table, budget);
            reply = choice.map(|choice| Reply {
                number: legal.iter().position(|legal| *legal == choice.chosen),
                reason: (&choice.reason).into(),
            });
        }
        let history = judged(&mut table, &seat, budget);
        let listed = legal.iter().take(LISTED).enumerate().map(|(number, option)| LegalMove {
            number,
            played: option.change.to_string(),
            told: String::new(),
            position: option.position.to_string(),
            drawing: table.game().drawing(&option.position).into(),
            wins: winning.as_ref().map(|winning| winning.contains(option)),
            draws: drawing.contains(option),
            heap: changed_heap(&option.change),
            part: match &option.change {
                Change::Part { at, .. } => Some(*at),
                _ => None,
            },
            change: Some(option.change.clone()),
        });
        Ok(Answer {
            begins: String::new(),
            start,
            person,
            history,
            position: position.to_string(),
            drawing: table.game().drawing(&position).into(),
            to_move: mover.into(),
            turn: seat(mover),
            winner: winner.map(seat),
            drawn: over == Some(Over::Drawn),
            over: None,
            outcome: facts.as_ref().map(|facts| facts.outcome.into()),
            grundy: facts.and_then(|facts| facts.grundy),
            why: None,
            hint: None,
            breaks_rows: set_up.breaks_rows,
            moves: listed.collect(),
            moves_in_all: legal.len(),
            reply,
            reasons,
            holding: drawing.first().map(|first| first.change.clone()),
            by_recurrence: over.is_some() && !legal.is_empty(),
            winning: winning.map(|winning| winning.into_iter().next().map(|first| first.change)),
            game: set_up.game,
        })
    }
}

/// The moves so far with what they were worth. The last ones are judged first: where time is short, what is known of the end
/// of a game is more than what is known of its beginning.
fn judged<G: Playable>(
    table: &mut Table<G>,
    seat: &impl Fn(Player) -> Participant,
    budget: &Budget,
) -> Vec<PlayedMove> {
    let made = table.history().len();
    let mut history: Vec<PlayedMove> = Vec::with_capacity(made);
    for at in (0..made).rev() {
        let Some(judgement) = table.judgement(at, budget) else { continue };
        let step = &judgement.step;
        history.push(PlayedMove {
            player: step.mover.into(),
            by: seat(step.mover),
            played: step.change.to_string(),
            position: step.to.to_string(),
            quality: judgement.quality.into(),
            told: None,
            judged: (at + JUDGED >= made).then(|| Judged::of(&judgement, seat(step.mover))),
        });
    }
    history.reverse();
    history
}

fn changed_heap(change: &Change) -> Option<ChangedHeap> {
    match change {
        Change::Heap { at, from, left } => {
            Some(ChangedHeap { at: *at, from: *from, left: left.clone() })
        }
        _ => None,
    }
}
