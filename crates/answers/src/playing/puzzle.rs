//! A puzzle: a position in which exactly one move wins.

use ishitori_solve::play::{PUZZLE_LEVELS, Playable, PuzzleSearch, SplitMix};
use ishitori_values::Budget;
use serde::{Deserialize, Serialize};

use crate::explain::LineMove;
use crate::registration::{Address, Registration};
use crate::setup::{
    Drawing, GameSpec, GameVisitor, Numbers, PlayedGame, SetUp, random_start, set_up,
};
use crate::{Accepted, Answered, AskError, Context, Finish, RuleSource, Side, Stopped, Sum};

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    &[Address::object("puzzle")],
    &[
        &[("rule", "nim"), ("seed", "7")],
        &[("rule", "kayles"), ("date", "2026-11-17"), ("level", "2"), ("solution", "true")],
        &[("rule", "domineering"), ("position", "4x4"), ("level", "1")],
    ],
)
.command(&["rule", "position"]);

/// The games of which the date chooses one.
const GAMES: [&str; 6] = ["nim", "kayles", "chocolate:3", "domineering", "clobber", "hackenbush"];
/// The level if none is given.
const MIDDLE: u8 = 3;
/// Random positions that are tried, where one has no puzzle of the level.
const STARTS: usize = 12;
/// The most moves of the line that is given with the solution.
const LINE: usize = 40;

/// Give a puzzle: a position in which exactly one move wins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// The rule of the game [default: the date, or the seed, chooses one].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleSource>,
    /// A position from which random moves lead to the puzzle, such as `9+8+7` or `4x5` [default: a random one, or a
    /// typical one].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The value of a parameter of the game, such as `k=3`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// Who wins when no move is left; what the game says, or `normal`, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// How hard the puzzle is, from 1 to 5 [default: 3].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 5)))]
    pub level: Option<u8>,
    /// The random seed; the same seed gives the same puzzle [default: 0].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// A day such as 2026-11-17: its puzzle is the same everywhere, and each seed gives another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Whether the solution is given as well.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub solution: bool,
}

/// A puzzle, if one was found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The rule and its end.
    #[serde(flatten)]
    pub game: PlayedGame,
    /// The name of the game that the date, or the seed, chose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// The level that was asked for.
    pub wanted_level: u8,
    /// The puzzle; null if none of the positions was one.
    pub puzzle: Option<PuzzlePosition>,
    /// How many positions were looked at.
    pub examined: u64,
    /// The limit that ended the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
}

/// A position in which exactly one move wins.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PuzzlePosition {
    /// The position.
    pub position: Numbers,
    /// The same as a text that every question takes.
    pub written: String,
    /// What it looks like.
    pub drawing: Drawing,
    /// The player to move, who wins.
    pub first: Side,
    /// How many moves there are, of which one wins.
    pub moves: u64,
    /// The moves of both players until the end, if the winner hurries and the loser holds out.
    pub depth: u32,
    /// How hard it is, from 1 to 5, by the moves that the winner makes until the end and the number of moves to choose from.
    pub level: u8,
    /// The solution, if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<Solution>,
}

/// The move that wins.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Solution {
    /// The move, in the notation of the game.
    #[serde(rename = "move")]
    pub played: String,
    /// The position after it.
    pub position: Numbers,
    /// What that looks like.
    pub drawing: Drawing,
    /// A play to the end that begins with it, or the beginning of one.
    pub line: Vec<LineMove>,
}

impl Answer {
    /// How far the level of the puzzle is from the one that was asked for; far, if there is no puzzle.
    fn away(&self) -> u8 {
        self.puzzle.as_ref().map_or(u8::MAX, |posed| posed.level.abs_diff(self.wanted_level))
    }
}

impl Answered for Answer {
    /// Without a puzzle the question is open, never answered with no: the positions are sampled, and others may be puzzles.
    fn finish(&self) -> Finish {
        match &self.puzzle {
            Some(_) => Finish::unless(&self.stopped),
            None => Finish::Partial,
        }
    }
}

/// Plays random moves and looks for positions in which exactly one move wins. The cost is that of how long the plays from
/// these positions are.
///
/// ```
/// use ishitori_answers::{Context, puzzle};
/// use ishitori_values::Budget;
///
/// let request: puzzle::Request =
///     serde_json::from_str(r#"{"rule": "nim", "seed": 7, "level": 2, "solution": true}"#).unwrap();
/// let answer = puzzle::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// let found = answer.puzzle.unwrap();
/// assert!(found.moves > 1 && found.depth > 1 && found.solution.is_some());
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let level = match request.level {
        None => MIDDLE,
        Some(level) if PUZZLE_LEVELS.contains(&level) => level,
        Some(level) => {
            let (value, accepted) = (level.to_string(), Accepted::PuzzleLevel);
            return Err(AskError::Argument { field: "level", value, accepted });
        }
    };
    let day = request.date.as_deref().map_or(Ok(0), day)?;
    let seed = day.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(request.seed.unwrap_or(0));
    let mut random = SplitMix(seed);
    let chosen = match &request.rule {
        Some(_) => None,
        None => Some(GAMES[random.below(GAMES.len() as u64) as usize].to_string()),
    };
    let rule = match (&request.rule, &chosen) {
        (Some(rule), _) => rule.clone(),
        (None, chosen) => RuleSource::from(chosen.as_deref().unwrap_or(GAMES[0])),
    };
    let budget = &context.budget;
    let mut best: Option<Answer> = None;
    for _ in 0..STARTS {
        let drawn = match &request.position {
            Some(_) => None,
            None => random_start(&rule, &request.set, level, &mut random)?,
        };
        let at = GameSpec {
            rule: &rule,
            set: &request.set,
            position: request.position.as_deref().or(drawn.as_deref()),
            end: request.end.as_deref(),
            sum: Sum::Total.into(),
        };
        let asked = Asked { level, seed: random.0, solution: request.solution, budget };
        let mut found = set_up(at, budget, asked)?;
        found.examined += best.as_ref().map_or(0, |best| best.examined);
        let stopped = found.stopped.clone();
        best = Some(match best {
            Some(best) if best.away() <= found.away() => {
                Answer { examined: found.examined, stopped: found.stopped, ..best }
            }
            _ => found,
        });
        // A position that was given, or is the usual one, is the same next time.
        let solved = best.as_ref().is_some_and(|best| best.away() == 0);
        if drawn.is_none() || solved || stopped.is_some() {
            break;
        }
    }
    match best {
        Some(found) => Ok(Answer { chosen, ..found }),
        None => unreachable!("one start is always tried"),
    }
}

/// The number of a day such as 2026-11-17, which is larger for a later one.
fn day(text: &str) -> Result<u64, AskError> {
    let refused = || {
        let (value, accepted) = (text.to_string(), Accepted::Date);
        AskError::Argument { field: "date", value, accepted }
    };
    let parts: Vec<&str> = text.trim().split('-').collect();
    let [year, month, day] = parts[..] else { return Err(refused()) };
    let number = |part: &str, digits: usize| match part.len() == digits {
        true => part.parse::<u64>().ok().filter(|_| part.bytes().all(|b| b.is_ascii_digit())),
        false => None,
    };
    let of = (number(year, 4), number(month, 2), number(day, 2));
    let (Some(year), Some(month @ 1..=12), Some(day @ 1..)) = of else { return Err(refused()) };
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        2 => 28 + u64::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    if day > days { Err(refused()) } else { Ok(10_000 * year + 100 * month + day) }
}

struct Asked<'a> {
    level: u8,
    seed: u64,
    solution: bool,
    budget: &'a Budget,
}

impl GameVisitor for Asked<'_> {
    type Outcome = Answer;

    fn visit<G: Playable>(
        self,
        game: G,
        position: G::Position,
        set_up: SetUp,
    ) -> Result<Answer, AskError> {
        let board = set_up.game.board;
        let mut search = PuzzleSearch::new(game, set_up.game.impartial, self.seed);
        let found = search.find(&position, self.level, self.budget);
        let found = found.map_err(|error| set_up.failure(error))?;
        let posed = match &found.puzzle {
            None => None,
            Some(puzzle) => {
                let line = match self.solution {
                    true => search.line(puzzle, LINE, self.budget),
                    false => Ok(ishitori_solve::play::Line { moves: Vec::new(), winner: None }),
                };
                let line = line.map_err(|error| set_up.failure(error))?;
                let game = search.game();
                let line = line.moves.iter().map(|(player, played)| LineMove {
                    player: (*player).into(),
                    played: played.change.to_string(),
                    position: Numbers::of(board, game, &played.position),
                });
                let solution = &puzzle.solution;
                let numbers = Numbers::of(board, game, &puzzle.position);
                Some(PuzzlePosition {
                    written: numbers.in_notation(board),
                    position: numbers,
                    drawing: game.drawing(&puzzle.position).into(),
                    first: puzzle.first.into(),
                    moves: puzzle.moves as u64,
                    depth: puzzle.depth,
                    level: puzzle.level(),
                    solution: self.solution.then(|| Solution {
                        played: solution.change.to_string(),
                        position: Numbers::of(board, game, &solution.position),
                        drawing: game.drawing(&solution.position).into(),
                        line: line.collect(),
                    }),
                })
            }
        };
        Ok(Answer {
            game: set_up.game,
            chosen: None,
            wanted_level: self.level,
            puzzle: posed,
            examined: found.examined,
            stopped: found.stopped.map(Stopped::from),
        })
    }
}
