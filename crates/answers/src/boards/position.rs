//! The values of positions of board games.

use std::time::Duration;

use ishitori_boards::{MoveValue, SetUp};
use ishitori_rules::board::PositionError;
use ishitori_runtime::clock::Instant;
use ishitori_runtime::with_monitor;
use ishitori_solve::board::{BoardError, BoardGame};
use ishitori_values::{Dyadic, Game, GameStore, LimitReached, Player, Session};
use serde::{Deserialize, Serialize};

use crate::board::BoardRule;
use crate::board_certificate::no_loops;
use crate::loopy_position::of_loopy;
pub use crate::loopy_position::{BestPlay, EndlessPlay, LoopyPlay, PlayResult};
use crate::nimber_position::of_nimber;
use crate::notation::Style;
use crate::registration::{Address, Registration};
use crate::repetitions::expand_repetitions;
use crate::searched_position::{of_outcome, of_set_up};
use crate::value::{GameFacts, LoopyFacts, ValueFacts};
use crate::{
    Answered, AskError, Context, DrawnOutcome, Finish, Note, Progress, RuleSource, Side,
    Stopped as Limit,
};

/// The time between two progress reports.
const REPORT_EVERY: Duration = Duration::from_millis(200);

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    &[Address::object("position")],
    &[&[("game", "domineering"), ("position", "..|..")]],
)
.for_each_game();

/// What is the value of this position?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// The game: a name of the library such as `domineering`, or a text in the language of boards.
    pub game: RuleSource,
    /// The position: `....|.#..` for Domineering, `1-2 2-3` on a graph, `4x6` for an empty board. With
    /// parameters that are no parameters of the game it stands for a family: `(xo)^n`, `2xn`, `path:n`.
    pub position: String,
    /// Values of parameters of the game, such as `k=3`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// Whether the player who cannot move wins: the outcome only, by search.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub misere: bool,
    /// Only who wins, by search, for positions that are too large for values.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub outcome: bool,
    /// The nimber by search, for positions of games in which both players have the same moves that are too large for
    /// values.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub nimber: bool,
    /// Whether a certificate of who wins, or of the nimber, is wanted: a strategy that the checker verifies.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub certificate: bool,
    /// Whether all moves are listed, with their values.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub moves: bool,
    /// How games are written in text.
    #[serde(default)]
    pub style: Style,
}

impl Request {
    /// A question about a value, without moves.
    pub fn new(game: RuleSource, position: &str) -> Request {
        let (position, style) = (position.to_string(), Style::default());
        Request {
            game,
            position,
            set: Vec::new(),
            misere: false,
            outcome: false,
            nimber: false,
            certificate: false,
            moves: false,
            style,
        }
    }
}

/// The value of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The name of the game.
    pub game: String,
    /// The position as it was given, repeated parts written out.
    pub position: String,
    /// Whether the player who cannot move wins; positions have no values then, and only `outcome` is known.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub misere: bool,
    /// The expression that says who has won, where what is left decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// The limit that was reached before the value was known, if therefore only the outcome was searched for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_value: Option<Limit>,
    /// How many positions a search has looked into, if only the outcome or the nimber was searched for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub searched: Option<u64>,
    /// How many components the table of a search for the nimber held in the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub components: Option<u64>,
    /// The Grundy number, for games in which both players have the same moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grundy: Option<u32>,
    /// The same if positions can recur: a number, or ∞ with the numbers of its options, `∞{0,2}` (Smith).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub smith: Option<String>,
    /// The value.
    #[serde(flatten)]
    pub value: PositionFacts,
    /// Best play, for games whose positions can recur.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play: Option<LoopyPlay>,
    /// The file that the certificate was written to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
    /// The moves, if they were asked for; those of Left first, once only where both have the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<BoardMove>>,
    /// The certificate.
    #[serde(skip)]
    pub document: Option<String>,
    /// How games are written in text.
    #[serde(skip)]
    pub style: Style,
    /// Remarks.
    #[serde(skip)]
    pub notes: Vec<Note>,
}

/// A move of a player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct BoardMove {
    /// The player who moves; null where both have the same moves.
    pub player: Option<Side>,
    /// The move: `b3`, `b3-b4`.
    #[serde(rename = "move")]
    pub played: String,
    /// The position after it.
    pub position: String,
    /// Its value; null under misère play, or if it is too long to print.
    pub canonical: Option<String>,
    /// Its Grundy number, where both players have the same moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grundy: Option<u32>,
    /// The same if positions can recur.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub smith: Option<String>,
    /// The outcome there; null if that was not reached within the limits.
    pub outcome: Option<DrawnOutcome>,
    /// Whether the move wins.
    pub wins: bool,
    /// Whether the move leads to a draw: a play without end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub draws: bool,
    /// How many moves best play takes after it, if it ends and the positions of the game can recur.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<u32>,
    /// Whether no other move of the player is better at the temperature of the position: after it the
    /// opponent's wall of the thermograph is the best one there.
    pub hottest: bool,
}

/// The value of a position, by its kind.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum PositionFacts {
    /// A game that ends.
    Game(GameFacts),
    /// A game whose positions can recur.
    Loopy(LoopyFacts),
}

impl PositionFacts {
    /// The canonical form in ASCII, or the simplest form that was found.
    pub fn canonical(&self) -> Option<&str> {
        match self {
            PositionFacts::Game(facts) => facts.canonical.as_deref(),
            PositionFacts::Loopy(facts) => facts.canonical.as_deref(),
        }
    }

    /// The same in a style. O(1).
    pub fn canonical_in(&self, style: Style) -> Option<&str> {
        match self {
            PositionFacts::Game(facts) => facts.canonical_in(style),
            PositionFacts::Loopy(facts) => facts.canonical_in(style),
        }
    }

    /// Whether nothing is missing.
    pub fn is_complete(&self) -> bool {
        match self {
            PositionFacts::Game(facts) => facts.is_complete(),
            PositionFacts::Loopy(facts) => facts.limit.is_none(),
        }
    }
}

impl From<PositionFacts> for ValueFacts {
    fn from(facts: PositionFacts) -> Self {
        match facts {
            PositionFacts::Game(facts) => ValueFacts::Game(facts),
            PositionFacts::Loopy(facts) => ValueFacts::Loopy(facts),
        }
    }
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        if self.value.is_complete() { Finish::Done } else { Finish::Partial }
    }

    fn notes(&self) -> &[Note] {
        &self.notes
    }

    fn document(&self) -> Option<&str> {
        self.document.as_deref()
    }
}

/// Finds the value of a position. The cost is that of the positions that can be reached from it, up
/// to symmetry and sums. If half of the time or all of the memory is not enough for it, who wins is searched for,
/// and the answer says so.
///
/// ```
/// use ishitori_answers::position::{self, Request};
/// use ishitori_answers::Context;
/// use ishitori_values::Budget;
///
/// let request = Request { moves: true, ..Request::new("domineering".into(), "2x2") };
/// let answer = position::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert_eq!(answer.value.canonical(), Some("+-1"));
/// assert_eq!(answer.moves.unwrap()[0].played, "a1-a2");
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let (position, set) = expand_repetitions(&request.position, &request.set)?;
    let request = &Request { position, set, ..request.clone() };
    let rule = &BoardRule::read(&request.game, &request.set)?;
    if request.nimber {
        return of_nimber(request, rule, context);
    }
    if request.certificate && rule.game().text().loopy.is_some() {
        return Err(no_loops(rule));
    }
    if rule.game().text().loopy.is_some() {
        return of_loopy(request, rule, context);
    }
    if request.misere || request.outcome || request.certificate || !rule.is_normal() {
        return of_outcome(request, rule, context);
    }
    let attempt = || {
        let budget = context.budget.clone().with_attempt(Duration::MAX);
        Context { budget, ..context.clone() }
    };
    let found = by_hand(rule, request)
        .filter(|_| !request.moves)
        .map(|(game, text)| valued_by_hand(request, rule, (game, &text), &attempt()));
    // Where the text of a game knows a position that the game in Rust does not, the text counts.
    let (found, set_up) = match found {
        Some(Ok(found)) => (found, None),
        unknown => {
            let set_up = rule.set_up(Some(&request.position), &context.budget);
            let set_up = set_up.map_err(|error| match (error, unknown) {
                (AskError::Limit(limit), _) => AskError::Limit(limit),
                // Where neither knows it, the game in Rust says best what is accepted.
                (_, Some(Err(own))) => own,
                (error, _) => error,
            })?;
            (of_value(request, rule, &set_up, &attempt()), Some(set_up))
        }
    };
    let Err(AskError::Limit(limit)) = found else { return found };
    if limit == LimitReached::Cancelled {
        return found;
    }
    let outcome = match set_up {
        Some(set_up) => of_set_up(request, rule, &set_up, context)?,
        None => of_outcome(request, rule, context)?,
    };
    Ok(Answer { no_value: Some(limit.into()), ..outcome })
}

/// The value by the game that is written in Rust; an error where it does not know a character of the position.
fn valued_by_hand(
    request: &Request,
    rule: &BoardRule,
    (game, text): (BoardGame, &str),
    context: &Context,
) -> Result<Result<Answer, AskError>, AskError> {
    let store = GameStore::new();
    let value = with_progress(&store, context, || {
        game.value(&store, text, context.threads, &context.budget)
    });
    match value {
        Ok(value) => Ok(answered(request, rule, (&store, value), &[], Vec::new(), context)),
        Err(BoardError::Limit(limit)) => Ok(Err(AskError::Limit(limit))),
        Err(BoardError::Position(error)) => {
            // Such as `#`, a cell that is not there: texts know it everywhere.
            let unknown = matches!(error, PositionError::Character { .. });
            let error = AskError::Position { text: request.position.clone(), error };
            if unknown { Err(error) } else { Ok(Err(error)) }
        }
    }
}

/// The value, and those of the moves.
fn of_value(
    request: &Request,
    rule: &BoardRule,
    set_up: &SetUp,
    context: &Context,
) -> Result<Answer, AskError> {
    let store = GameStore::new();
    let notes = idle_moves(rule, set_up);
    let players = match (request.moves, set_up.is_impartial()) {
        (false, _) => &[][..],
        (true, true) => &Player::BOTH[..1],
        (true, false) => &Player::BOTH[..],
    };
    let (value, moves) = with_progress(&store, context, || {
        set_up.value_and_moves(&store, players, context.threads, &context.budget)
    })?;
    answered(request, rule, (&store, value), &moves, notes, context)
}

fn answered(
    request: &Request,
    rule: &BoardRule,
    (store, value): (&GameStore, Game),
    moves: &[MoveValue],
    notes: Vec<Note>,
    context: &Context,
) -> Result<Answer, AskError> {
    let mut session = store.session_within(context.budget.clone());
    let impartial = rule.game().text().impartial;
    let moves = match request.moves {
        true => Some(describe_moves(&mut session, value, moves, impartial)?),
        false => None,
    };
    let grundy = if impartial { Some(nimber(&session, value)?) } else { None };
    Ok(Answer {
        game: rule.name().to_string(),
        position: request.position.clone(),
        misere: false,
        end: None,
        no_value: None,
        searched: None,
        components: None,
        grundy,
        smith: None,
        value: PositionFacts::Game(GameFacts::of(&mut session, value)),
        play: None,
        certificate: None,
        document: None,
        moves,
        style: request.style,
        notes,
    })
}

/// The moves of a user's text that fit nowhere on the board: often a slip of the pen.
pub(crate) fn idle_moves(rule: &BoardRule, set_up: &SetUp) -> Vec<Note> {
    if rule.library().is_some() {
        return Vec::new();
    }
    let source = rule.game().source();
    let mut notes = Vec::new();
    for span in set_up.idle() {
        let line = source[..span.start].lines().count().max(1);
        let note = Note::IdleMove { line, text: source[span.clone()].trim().to_string() };
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    notes
}

/// The same game written in Rust, which is faster, and the position as it reads it; graphs are for texts only.
fn by_hand(rule: &BoardRule, request: &Request) -> Option<(BoardGame, String)> {
    let name = rule.library()?.name;
    let game = BoardGame::ALL.into_iter().find(|game| game.name() == name)?;
    let text = &request.position;
    let on_graphs = matches!(game, BoardGame::Hackenbush | BoardGame::Col | BoardGame::Snort);
    if on_graphs {
        let graph = text.contains(|c: char| c.is_ascii_digit());
        return (!graph).then(|| (game, text.clone()));
    }
    let dimensions = text.trim().split_once(['x', '×']).and_then(|(rows, columns)| {
        Some((rows.trim().parse::<usize>().ok()?, columns.trim().parse::<usize>().ok()?))
    });
    match dimensions {
        None => Some((game, text.clone())),
        Some((rows @ 1..=64, columns @ 1..=64)) if rows * columns <= 64 => {
            Some((game, vec![".".repeat(columns); rows].join("|")))
        }
        Some(_) => None,
    }
}

/// The Grundy number of an impartial game: its value is a nimber (Sprague, Grundy), which has as many options as
/// its number says.
fn nimber(session: &Session<'_>, value: Game) -> Result<u32, LimitReached> {
    Ok(session.options(value, Player::Left)?.len() as u32)
}

fn describe_moves(
    session: &mut Session<'_>,
    value: Game,
    moves: &[MoveValue],
    impartial: bool,
) -> Result<Vec<BoardMove>, LimitReached> {
    let temperature = session.temperature(value)?;
    // After a move the opponent is to move: what counts is the opponent's wall (Winning Ways, chapter 6: the
    // thermostatic strategy).
    let mut walls: Vec<Dyadic> = Vec::new();
    for one in moves {
        let thermograph = session.thermograph(one.value)?;
        walls.push(thermograph.wall(one.player.opponent()).at(&temperature));
    }
    let best = |player: Player| {
        let mine = moves.iter().zip(&walls).filter(|(one, _)| one.player == player);
        let walls = mine.map(|(_, wall)| wall);
        match player {
            Player::Left => walls.max(),
            Player::Right => walls.min(),
        }
    };
    let mut all = Vec::new();
    for (one, wall) in moves.iter().zip(&walls) {
        let outcome = session.outcome(one.value)?;
        all.push(BoardMove {
            player: (!impartial).then(|| one.player.into()),
            played: one.name.clone(),
            position: one.to.to_string(),
            canonical: session.print(one.value).ok(),
            grundy: if impartial { Some(nimber(session, one.value)?) } else { None },
            smith: None,
            outcome: Some(outcome.into()),
            wins: !outcome.wins_moving_first(one.player.opponent()),
            draws: false,
            length: None,
            hottest: best(one.player) == Some(wall),
        });
    }
    Ok(all)
}

/// Does the work; reports its progress to the listener, if there is one.
pub(crate) fn with_progress<T>(
    store: &GameStore,
    context: &Context,
    work: impl FnOnce() -> T,
) -> T {
    if context.listener.is_none() {
        return work();
    }
    let start = Instant::now();
    let look = || context.report(Progress::Values { found: store.len(), time: start.elapsed() });
    with_monitor(REPORT_EVERY, look, || context.report(Progress::Over), work)
}
