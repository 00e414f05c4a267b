//! The values of positions of board games.

use std::sync::mpsc;
use std::time::{Duration, Instant};

use ishitori_solve::board::{BoardError, BoardGame};
use ishitori_values::GameStore;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::notation::Style;
use crate::value::GameFacts;
use crate::{Answered, AskError, Context, Finish, Progress};

/// Between two pieces of news.
const TELL_EVERY: Duration = Duration::from_millis(200);

/// What is the value of this position?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// The game.
    pub game: Board,
    /// The position: `....|.#..` for Domineering.
    pub position: String,
    /// How games are written in text.
    #[serde(default)]
    pub style: Style,
}

/// The board games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Board {
    /// `.` free, `#` taken; Left plays vertically.
    Domineering,
    /// `x` Left, `o` Right.
    Clobber,
    /// `t` toads go right (Left), `f` frogs go left (Right).
    ToadsAndFrogs,
    /// `l` Left, `r` Right, `e` either.
    TopplingDominoes,
    /// From the ground up; branches in parentheses: `l(r)(el)`.
    Hackenbush,
    /// A path; `L` and `R` are next to a vertex coloured by Left, by Right.
    Col,
    /// The same with the other rule for neighbours.
    Snort,
}

impl Board {
    /// All board games, in alphabetical order.
    pub const ALL: [Board; 7] = [
        Board::Clobber,
        Board::Col,
        Board::Domineering,
        Board::Hackenbush,
        Board::Snort,
        Board::ToadsAndFrogs,
        Board::TopplingDominoes,
    ];

    /// The name that people write, and that JSON has.
    pub fn name(self) -> &'static str {
        self.game().name()
    }

    fn game(self) -> BoardGame {
        match self {
            Board::Domineering => BoardGame::Domineering,
            Board::Clobber => BoardGame::Clobber,
            Board::ToadsAndFrogs => BoardGame::ToadsAndFrogs,
            Board::TopplingDominoes => BoardGame::TopplingDominoes,
            Board::Hackenbush => BoardGame::Hackenbush,
            Board::Col => BoardGame::Col,
            Board::Snort => BoardGame::Snort,
        }
    }
}

/// The value of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// The game.
    pub game: Board,
    /// The position as it was given.
    pub position: String,
    /// What the value is: always a game.
    pub kind: Kind,
    /// The value.
    #[serde(flatten)]
    pub value: GameFacts,
    /// How games are written in text.
    #[serde(skip)]
    pub style: Style,
}

/// What the value of a position is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A game.
    Game,
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        if self.value.is_complete() { Finish::Done } else { Finish::Partial }
    }
}

/// Finds the value of a position. The cost is that of the positions that can be reached from it, up
/// to symmetry and sums.
///
/// ```
/// use ishitori_answers::position::{self, Board, Request};
/// use ishitori_answers::Context;
/// use ishitori_values::Budget;
///
/// let position = "..|..".to_string();
/// let request = Request { game: Board::Domineering, position, style: Default::default() };
/// let answer = position::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert_eq!(answer.value.canonical.as_deref(), Some("+-1"));
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let store = GameStore::new();
    let Request { game, position, style } = request;
    let value = with_progress(&store, context, || {
        game.game().value(&store, position, context.threads, &context.budget)
    });
    let value = value.map_err(|error| match error {
        BoardError::Position(error) => AskError::Position { text: position.clone(), error },
        BoardError::Limit(limit) => AskError::Limit(limit),
    })?;
    let value = GameFacts::of(&mut store.session_within(context.budget.clone()), value);
    Ok(Answer { game: *game, position: position.clone(), kind: Kind::Game, value, style: *style })
}

/// Does the work; if somebody listens, says now and then how far it is.
fn with_progress<T>(store: &GameStore, context: &Context, work: impl FnOnce() -> T) -> T {
    if context.listener.is_none() {
        return work();
    }
    let (done, wait) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let start = Instant::now();
            // Ends when the other end of the channel is dropped.
            while wait.recv_timeout(TELL_EVERY) == Err(mpsc::RecvTimeoutError::Timeout) {
                context.tell(Progress::Values { found: store.len(), time: start.elapsed() });
            }
            context.tell(Progress::Over);
        });
        let result = work();
        drop(done);
        result
    })
}
