//! Remoteness: the number of moves of a play in which the winner hurries and the loser holds out.

use ishitori_loopy::GameResult;
use ishitori_solve::play::{PlayError, Playable, RemotenessSearch};
use ishitori_values::{Budget, Player};
use serde::{Deserialize, Serialize};

use crate::explain::LineMove;
use crate::registration::{Address, Registration};
use crate::setup::{Board, GameSpec, GameVisitor, Numbers, PlayedGame, SetUp, set_up};
use crate::{Answered, AskError, Context, Finish, RuleSource, Side, Sum};

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    &[Address::object("remoteness")],
    &[
        &[("rule", "nim"), ("position", "3+5+7")],
        &[("rule", "sub:2,3"), ("position", "20"), ("end", "misere")],
        &[("rule", "chocolate:3"), ("position", "(2,7)")],
        &[("rule", "domineering"), ("position", "3x4")],
    ],
)
.for_each_game()
.command(&["rule", "position"]);

/// The most moves that are listed as best, and in a line.
const LISTED: usize = 100;

/// How many moves play lasts if the winner hurries and the loser holds out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// The rule of the game.
    pub rule: RuleSource,
    /// The heaps, such as `3+5+7`; a tuple, such as `(2,7)`; or a board, such as `xo.|.xo`.
    pub position: String,
    /// The value of a parameter of the game, such as `k=3`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// Who wins when no move is left; what the game says, or `normal`, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// What the end of several heaps depends on.
    #[serde(default)]
    pub sum: Sum,
}

/// How long the play is, for each player who may move first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The rule and its end.
    #[serde(flatten)]
    pub game: PlayedGame,
    /// The position.
    pub position: Numbers,
    /// The moves of both players until the end, if Left moves first where that matters; null if play never ends.
    pub remoteness: Option<u32>,
    /// The winner of best play; null if neither player can.
    pub winner: Option<Winner>,
    /// One for each player who may move first; one in all where it does not matter who is Left.
    pub plays: Vec<Play>,
}

/// The play if one of the players moves first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Play {
    /// The player who moves first.
    pub first: Side,
    /// The winner; null if neither player can.
    pub winner: Option<Side>,
    /// The moves of both players until the end; null if play never ends.
    pub remoteness: Option<u32>,
    /// The first moves of such a play, in the notation of the game: those that win soonest, or lose latest.
    pub moves: Vec<String>,
    /// Whether there are more such moves than listed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shortened: bool,
    /// One such play, or its beginning.
    pub line: Vec<LineMove>,
}

/// Who wins: a player by name, or by turn where it does not matter who is Left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Winner {
    /// The player who moves first.
    First,
    /// The other one.
    Second,
    /// Left.
    Left,
    /// Right.
    Right,
}

impl Winner {
    /// The winner, by turn where it does not matter who is Left.
    pub(crate) fn of(impartial: bool, first: Side, winner: Side) -> Winner {
        match (impartial, winner) {
            (true, winner) if winner == first => Winner::First,
            (true, _) => Winner::Second,
            (false, Side::Left) => Winner::Left,
            (false, Side::Right) => Winner::Right,
        }
    }
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        Finish::Done
    }
}

/// Searches all positions that can be reached. The cost is that of their moves.
///
/// ```
/// use ishitori_answers::{Context, remoteness};
/// use ishitori_values::Budget;
///
/// let request: remoteness::Request =
///     serde_json::from_str(r#"{"rule": "nim", "position": "3+5+7"}"#).unwrap();
/// let answer = remoteness::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert_eq!((answer.remoteness, answer.winner), (Some(15), Some(remoteness::Winner::First)));
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let at = GameSpec {
        rule: &request.rule,
        set: &request.set,
        position: Some(&request.position),
        end: request.end.as_deref(),
        sum: request.sum.into(),
    };
    set_up(at, &context.budget, Measured { budget: &context.budget })
}

struct Measured<'a> {
    budget: &'a Budget,
}

impl GameVisitor for Measured<'_> {
    type Outcome = Answer;

    fn visit<G: Playable>(
        self,
        game: G,
        position: G::Position,
        set_up: SetUp,
    ) -> Result<Answer, AskError> {
        let mut search = RemotenessSearch::new(game);
        let players = set_up.game.first_players();
        let board = set_up.game.board;
        let plays =
            players.iter().map(|&first| play(&mut search, &position, first, board, self.budget));
        let plays: Vec<Play> =
            plays.collect::<Result<_, _>>().map_err(|error| set_up.failure(error))?;
        let (impartial, first) = (set_up.game.impartial, plays[0].first);
        let winner = plays[0].winner.map(|winner| Winner::of(impartial, first, winner));
        let remoteness = plays[0].remoteness;
        let position = Numbers::of(board, search.game(), &position);
        Ok(Answer { game: set_up.game, position, remoteness, winner, plays })
    }
}

fn play<G: Playable>(
    search: &mut RemotenessSearch<G>,
    position: &G::Position,
    first: Player,
    board: Board,
    budget: &Budget,
) -> Result<Play, PlayError> {
    let found = search.remoteness(position, first, budget)?;
    let best = search.best_moves(position, first, budget)?;
    let line = search.line(position, first, LISTED, budget)?;
    let line = line.moves.iter().map(|(player, played)| LineMove {
        player: (*player).into(),
        played: played.change.to_string(),
        position: Numbers::of(board, search.game(), &played.position),
    });
    let line = line.collect();
    Ok(Play {
        first: first.into(),
        winner: match found.ending {
            GameResult::Win => Some(first.into()),
            GameResult::Draw => None,
            GameResult::Loss => Some(first.opponent().into()),
        },
        remoteness: found.moves,
        moves: best.iter().take(LISTED).map(|option| option.change.to_string()).collect(),
        shortened: best.len() > LISTED,
        line,
    })
}
