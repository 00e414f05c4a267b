//! Outcomes if some options may be forbidden before each move.

use ishitori_solve::play::{BlockingSearch, PlayError, Playable};
use ishitori_values::{Budget, Player};
use serde::{Deserialize, Serialize};

use super::remoteness::Winner;
use crate::registration::{Address, Registration};
use crate::setup::{Board, EndsBy, GameSpec, GameVisitor, Numbers, PlayedGame, SetUp, set_up};
use crate::{Accepted, Answered, AskError, Context, Finish, Rule, RuleSource, Side, Stopped, Sum};

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    &[Address::object("blocking").in_boxes(&[("to", 10_000)])],
    &[
        &[("rule", "lib:wythoff"), ("position", "(6,10)"), ("most", "1")],
        &[("rule", "sub:1,2,5"), ("most", "1"), ("to", "40")],
        &[("rule", "domineering"), ("position", "3x3"), ("most", "1"), ("end", "misere")],
    ],
)
.for_each_game()
.command(&["rule", "position"]);

/// The most winning options that are listed.
const LISTED: usize = 100;
/// The most positions of a list.
const MAX_POSITIONS: u64 = 100_000;

/// Who wins if the opponent may forbid some options before each move: a game with a Muller twist.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// The rule of the game.
    pub rule: RuleSource,
    /// The heaps, such as `3+5+7`; a tuple, such as `(2,7)`; or a board, such as `xo.|.xo`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// How many options the opponent may forbid before each move.
    #[serde(default = "most")]
    #[cfg_attr(feature = "schemas", schemars(range(max = 1000)))]
    pub most: u32,
    /// All positions up to these numbers, a heap or the bounds of a box, instead of one position.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub to: Vec<u32>,
    /// The value of a parameter of the game, such as `k=3`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// Who wins when no move is left, or all are forbidden; what the game says, or `normal`, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
}

fn most() -> u32 {
    1
}

/// The outcome, and the options that must be forbidden.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The rule and its end.
    #[serde(flatten)]
    pub game: PlayedGame,
    /// How many options the opponent may forbid before each move.
    pub most: u32,
    /// The position; null for a list.
    pub position: Option<Numbers>,
    /// The winner, if Left moves first where that matters; null for a list.
    pub winner: Option<Winner>,
    /// One for each player who may move first; one in all where it does not matter who is Left. None for a list.
    pub plays: Vec<Play>,
    /// Of a list those positions that the player who moves first loses, if Left moves first where that matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<Vec<Numbers>>,
    /// How many positions the list has, as far as they are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed: Option<u64>,
    /// Why the list ends early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
}

/// The game if one of the players moves first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Play {
    /// The player who moves first.
    pub first: Side,
    /// The outcome: who wins.
    pub winner: Side,
    /// How many options that player has.
    pub options: u64,
    /// How many of them win if they are not forbidden.
    pub winning: u64,
    /// Moves to such options, in the notation of the game; the first of them if there are many.
    pub moves: Vec<String>,
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        Finish::unless(&self.stopped)
    }
}

/// Searches all positions that can be reached. The cost is that of their moves.
///
/// ```
/// use ishitori_answers::{Context, blocking, remoteness::Winner};
/// use ishitori_values::Budget;
///
/// let request: blocking::Request =
///     serde_json::from_str(r#"{"rule": "nim", "position": "2", "most": 2}"#).unwrap();
/// let answer = blocking::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert_eq!((answer.winner, answer.plays[0].winning), (Some(Winner::Second), 2));
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let refused =
        |field, value: String, accepted| Err(AskError::Argument { field, value, accepted });
    let list = match (&request.position, &request.to[..]) {
        (_, []) => None,
        (Some(position), _) => {
            return refused("position", position.clone(), Accepted::PositionOrTo);
        }
        (None, to) => Some(all_positions(request, to)?),
    };
    let at = GameSpec {
        rule: &request.rule,
        set: &request.set,
        position: list.as_deref().or(request.position.as_deref()),
        end: request.end.as_deref(),
        sum: Sum::Total.into(),
    };
    let blocked = Blocked { most: request.most, list: list.is_some(), budget: &context.budget };
    set_up(at, &context.budget, blocked)
}

/// All positions of one heap, or of one tuple, up to a corner, as a sum.
fn all_positions(request: &Request, to: &[u32]) -> Result<String, AskError> {
    let text = || to.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    let refused =
        || AskError::Argument { field: "to", value: text(), accepted: Accepted::ListedPositions };
    let count = to.iter().fold(1_u64, |all, &last| all.saturating_mul(u64::from(last) + 1));
    if count > MAX_POSITIONS {
        return Err(refused());
    }
    let game = match Rule::read(&request.rule, &request.set)? {
        Rule::Heap(_) if to.len() == 1 => {
            return Ok((0..=to[0]).map(|heap| heap.to_string()).collect::<Vec<_>>().join("+"));
        }
        Rule::Game(game) if game.width() == to.len() => game,
        _ => return Err(refused()),
    };
    let mut machine = game.machine();
    let (mut texts, mut position) = (Vec::new(), vec![0_i64; to.len()]);
    loop {
        let inside = machine
            .contains(&position)
            .map_err(|fault| AskError::Game { game: game.clone(), error: fault.into() })?;
        if inside {
            texts.push(ishitori_language::tuple(&position));
        }
        let next = (0..to.len()).rev().find(|&at| position[at] < i64::from(to[at]));
        let Some(at) = next else { break };
        position[at] += 1;
        position[at + 1..].fill(0);
    }
    if texts.is_empty() { Err(refused()) } else { Ok(texts.join("+")) }
}

struct Blocked<'a> {
    most: u32,
    /// Whether each part of the position is meant by itself.
    list: bool,
    budget: &'a Budget,
}

impl GameVisitor for Blocked<'_> {
    type Outcome = Answer;

    fn visit<G: Playable>(
        self,
        game: G,
        position: G::Position,
        set_up: SetUp,
    ) -> Result<Answer, AskError> {
        let refused = |field, value: &str, accepted| {
            Err(AskError::Argument { field, value: value.to_string(), accepted })
        };
        if set_up.game.endless.is_some() {
            return refused("rule", &set_up.game.rule, Accepted::GameThatEnds);
        }
        if set_up.game.ends_by == EndsBy::Moves {
            return refused("end", &set_up.game.end, Accepted::PositionEnd);
        }
        let board = set_up.game.board;
        let mut search = BlockingSearch::new(game, self.most as usize);
        if self.list {
            return self.listed(&mut search, &position, set_up);
        }
        let players = set_up.game.first_players();
        let plays = players.iter().map(|&first| self.play(&mut search, &position, first));
        let plays: Vec<Play> =
            plays.collect::<Result<_, _>>().map_err(|error| set_up.failure(error))?;
        let winner = Winner::of(set_up.game.impartial, plays[0].first, plays[0].winner);
        Ok(Answer {
            most: self.most,
            position: Some(Numbers::of(board, search.game(), &position)),
            winner: Some(winner),
            plays,
            lost: None,
            listed: None,
            stopped: None,
            game: set_up.game,
        })
    }
}

impl Blocked<'_> {
    fn play<G: Playable>(
        &self,
        search: &mut BlockingSearch<G>,
        position: &G::Position,
        first: Player,
    ) -> Result<Play, PlayError> {
        let wins = search.wins(position, first, self.budget)?;
        let (winning, options) = search.winning_options(position, first, self.budget)?;
        let winner = if wins { first } else { first.opponent() };
        Ok(Play {
            first: first.into(),
            winner: winner.into(),
            options: options as u64,
            winning: winning.len() as u64,
            moves: winning.iter().take(LISTED).map(|option| option.change.to_string()).collect(),
        })
    }

    fn listed<G: Playable>(
        &self,
        search: &mut BlockingSearch<G>,
        position: &G::Position,
        set_up: SetUp,
    ) -> Result<Answer, AskError> {
        let board: Board = set_up.game.board;
        let (mut lost, mut count, mut stopped) = (Vec::new(), 0, None);
        for part in search.game().components(position) {
            match search.wins(&part, Player::Left, self.budget) {
                Ok(wins) => {
                    count += 1;
                    if !wins {
                        lost.push(Numbers::of(board, search.game(), &part));
                    }
                }
                Err(PlayError::Limit(limit)) if count > 0 => {
                    stopped = Some(Stopped::from(limit));
                    break;
                }
                Err(error) => return Err(set_up.failure(error)),
            }
        }
        Ok(Answer {
            most: self.most,
            position: None,
            winner: None,
            plays: Vec::new(),
            lost: Some(lost),
            listed: Some(count),
            stopped,
            game: set_up.game,
        })
    }
}
