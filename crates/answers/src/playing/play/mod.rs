//! A game against the program. The question is the whole game so far, and the answer is its state
//! and what the program plays, so that no state is kept between two moves. A
//! dialogue that goes on is a [`Match`].

mod request;
mod state;
mod table;

use ishitori_solve::play::{Change, Facts, Judgement, Move, PlayError, Quality};
use serde::{Deserialize, Serialize};

use crate::registration::{Address, Registration};
use crate::{AskError, Context, Side};

pub use request::{First, PersonSide, Request};
pub use state::{Answer, ChangedHeap, LegalMove, PlayedMove, Reply, ReplyReason};
pub use table::{
    BestHint, BudgetFactory, Hint, Match, ProgramMove, Refused, RejectedMove, Transcript,
    TranscriptMove,
};

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration =
    Registration::new(&[Address::object("play")], &[&[("rule", "nim"), ("position", "3+4")]]);

/// Winning moves that are kept of each position.
const KEPT: usize = 100;

/// The seats of the players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Participant {
    /// The person who asks.
    Person,
    /// The program.
    Program,
}

/// The quality of a move that was played, by its result under best play from then on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MoveQuality {
    /// It wins.
    Wins,
    /// Another move would have won, or at least not have lost.
    Mistake,
    /// No move wins; this one does not lose either.
    Draws,
    /// Every move loses.
    Lost,
    /// It is not known who wins.
    Unknown,
}

impl From<Quality> for MoveQuality {
    fn from(quality: Quality) -> Self {
        match quality {
            Quality::Wins => MoveQuality::Wins,
            Quality::Mistake => MoveQuality::Mistake,
            Quality::Draws => MoveQuality::Draws,
            Quality::Lost => MoveQuality::Lost,
            Quality::Unknown => MoveQuality::Unknown,
        }
    }
}

/// A move that was played, with what is said about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// The player who made it.
    pub by: Participant,
    /// The effect of the move.
    pub change: Change,
    /// The quality of the move.
    pub worth: MoveQuality,
    /// Known facts about the position after it, or why nothing is.
    pub after: Result<Facts, PlayError>,
    /// Moves that would have won, at most a hundred, in the notation of the game.
    pub winning: Vec<String>,
    /// Moves that would not have lost, where none wins, at most a hundred.
    pub drawing: Vec<String>,
}

impl Judged {
    fn of<P>(judgement: &Judgement<P>, by: Participant) -> Judged {
        let named = |moves: &[Move<P>]| -> Vec<String> {
            moves.iter().take(KEPT).map(|one| one.change.to_string()).collect()
        };
        Judged {
            by,
            change: judgement.step.change.clone(),
            worth: judgement.quality.into(),
            after: judgement.after.clone(),
            winning: named(&judgement.winning),
            drawing: named(&judgement.drawing),
        }
    }
}

/// The seat of a player.
fn seat(player: Side, person: Side) -> Participant {
    if player == person { Participant::Person } else { Participant::Program }
}

/// Plays the moves of the request and looks at where they lead. The cost is that of the outcomes
/// of all positions of the game and of their options; what a limit leaves unknown is absent.
///
/// ```
/// use ishitori_answers::{Context, play};
/// use ishitori_values::Budget;
///
/// let request: play::Request =
///     serde_json::from_str(r#"{"rule": "31game", "position": "31", "moves": [2]}"#).unwrap();
/// let state = play::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert_eq!((state.position.as_str(), state.turn), ("28", play::Participant::Program));
/// assert!(state.reply.is_some());
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    state::answer(request, &context.budget)
}
