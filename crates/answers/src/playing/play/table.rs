//! A game that goes on move by move, as in a dialogue.

use std::sync::atomic::Ordering;

use ishitori_solve::play::{
    self, Change, Facts, Judgement, MoveError, Opponent, Over, PlayError, Playable, RECURRENCES,
    Table, read_move,
};
use ishitori_values::{Budget, Player};
use serde::{Deserialize, Serialize};

use super::{Judged, MoveQuality, Participant, Request, seat};
use crate::explain::{self, of_position};
use crate::rule::halfwidth;
use crate::setup::{Board, Drawing, Numbers, PlayedGame, SetUp};
use crate::{Answered, AskError, DrawnOutcome, Finish, Side};

/// Moves that are named where several fit.
const NAMED: usize = 6;

/// Makes the budget of one step of a game.
pub type BudgetFactory<'a> = Box<dyn Fn() -> Result<Budget, AskError> + 'a>;

/// A game between a person and the program.
pub struct Match<'a, G: Playable> {
    table: Table<G>,
    opponent: Opponent,
    set_up: SetUp,
    thinking: BudgetFactory<'a>,
    record: Transcript,
}

/// The hints for a person before a move.
pub type Hint = Result<BestHint, PlayError>;

/// The best that can be played.
#[derive(Clone, PartialEq, Debug)]
pub enum BestHint {
    /// This wins.
    Wins(Change),
    /// Nothing wins, and this does not lose.
    Draws(Change),
    /// Everything loses.
    Nothing,
}

/// A line that is not a move.
#[derive(Clone, PartialEq, Debug)]
pub struct RejectedMove {
    /// Why it is none.
    pub error: MoveError,
    /// A move that could be played.
    pub example: Option<String>,
    /// Whether the game is played on a board.
    pub on_board: bool,
    /// The first moves that it may mean, with their numbers in the list of moves, from 1.
    pub meant: Vec<(usize, Change)>,
}

/// A move of the program.
pub struct ProgramMove {
    /// The move.
    pub judged: Judged,
    /// Why the program could not know who wins, if so.
    pub guesses: Option<PlayError>,
}

/// A game from its beginning to where it ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Transcript {
    /// The rule and its end.
    #[serde(flatten)]
    pub game: PlayedGame,
    /// The position at which it began.
    pub position: Numbers,
    /// The player who moved first.
    pub first: Side,
    /// The player that the person is.
    pub person: Side,
    /// The percentage of moves in which the program makes a mistake if it can.
    pub mistakes: u8,
    /// The random seed; the same seed gives the same moves.
    pub seed: u64,
    /// The moves, without those that were taken back.
    pub moves: Vec<TranscriptMove>,
    /// Lines that were no moves.
    pub refused: Vec<Refused>,
    /// The position that was left.
    pub left: Numbers,
    /// The winner; `None` if a player left.
    pub winner: Option<Side>,
    /// Whether neither player won because a position came back for the third time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub drawn: bool,
    /// The appearance of the position that was left.
    #[serde(skip)]
    pub drawing: Option<Drawing>,
    /// Whether it ended because a position came back.
    #[serde(skip)]
    pub by_recurrence: bool,
}

/// A move of a transcript.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct TranscriptMove {
    /// The player who played it.
    pub player: Side,
    /// The seat of the player who made it.
    pub by: Participant,
    /// The move, in the notation of the game.
    #[serde(rename = "move")]
    pub played: String,
    /// The position before it.
    pub from: Numbers,
    /// The position after it.
    pub to: Numbers,
    /// The quality of the move.
    pub quality: MoveQuality,
    /// The outcome class before it, if it is known.
    pub outcome_before: Option<DrawnOutcome>,
    /// The outcome class after it, if it is known.
    pub outcome_after: Option<DrawnOutcome>,
    /// Moves that would have won, at most a hundred of them.
    pub winning_moves: Vec<String>,
}

/// A line that was not a move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Refused {
    /// The line.
    pub input: String,
    /// Why it is none, in words.
    pub why: String,
    /// Why it is none.
    #[serde(skip)]
    pub reason: Option<RejectedMove>,
}

impl Answered for Transcript {
    fn finish(&self) -> Finish {
        Finish::Done
    }
}

impl Transcript {
    /// The seat of a player.
    pub fn seat(&self, player: Side) -> Participant {
        seat(player, self.person)
    }

    /// The player to move.
    pub fn to_move(&self) -> Side {
        let first = Player::from(self.first);
        let odd = !self.moves.len().is_multiple_of(2);
        if odd { first.opponent().into() } else { self.first }
    }
}

/// The numbers in a line, also in full-width digits; those that are too large are left out.
fn numbers_in(line: &str) -> Vec<u64> {
    let halfwidth = line.chars().map(|c| match c {
        '０'..='９' => char::from_digit(c as u32 - '０' as u32, 10).unwrap_or(c),
        c => c,
    });
    let halfwidth: String = halfwidth.collect();
    halfwidth.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
}

/// The move of a board that a line means: its name, or its cells in another order, or some of them if that is
/// clear. Nothing if no move is on a board, or if the line is a number of the list.
fn board_move<P>(line: &str, legal: &[play::Move<P>]) -> Option<Result<usize, MoveError>> {
    let line = halfwidth(line.trim()).to_lowercase();
    let names: Vec<(usize, &str)> = legal
        .iter()
        .enumerate()
        .filter_map(|(at, one)| match &one.change {
            Change::Board(name) => Some((at, name.as_str())),
            _ => None,
        })
        .collect();
    if names.is_empty() || line.starts_with('#') {
        return None;
    }
    if let Some((at, _)) = names.iter().find(|(_, name)| name.to_lowercase() == line) {
        return Some(Ok(*at));
    }
    let cells = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let mut words: Vec<String> = words.map(str::to_string).collect();
        words.sort_unstable();
        words
    };
    let wanted = cells(&line);
    let fits = |all: bool| -> Vec<usize> {
        let fit = |name: &str| {
            let cells = cells(name);
            if all { cells == wanted } else { wanted.iter().all(|cell| cells.contains(cell)) }
        };
        names.iter().filter(|(_, name)| fit(name)).map(|(at, _)| *at).collect()
    };
    let found = Some(fits(true)).filter(|found| !found.is_empty()).unwrap_or_else(|| fits(false));
    Some(match found[..] {
        _ if wanted.is_empty() => Err(MoveError::NotUnderstood),
        [] => Err(MoveError::NotAllowed),
        [only] => Ok(only),
        _ => Err(MoveError::Ambiguous(found)),
    })
}

/// A position in a transcript: its numbers in one list, or how it is written.
fn in_one_list<G: Playable>(board: Board, game: &G, position: &G::Position) -> Numbers {
    match board {
        Board::Values | Board::Cells => Numbers::Written(game.written(position)),
        Board::Heaps | Board::Pair | Board::Tuples => Numbers::Heaps(game.numbers(position)),
    }
}

impl<'a, G: Playable> Match<'a, G> {
    /// A game that begins. The moves of the request do not matter; `thinking` makes the budget of
    /// every step.
    pub fn new(
        request: &Request,
        seed: u64,
        (game, position): (G, G::Position),
        set_up: SetUp,
        thinking: BudgetFactory<'a>,
    ) -> Result<Match<'a, G>, AskError> {
        let skill = request.skill()?;
        let numbers = in_one_list(set_up.game.board, &game, &position);
        let record = Transcript {
            game: set_up.game.clone(),
            position: numbers.clone(),
            first: request.first_player(),
            person: request.person(),
            mistakes: skill.mistakes(),
            seed,
            moves: Vec::new(),
            refused: Vec::new(),
            left: numbers,
            winner: None,
            drawn: false,
            drawing: None,
            by_recurrence: false,
        };
        let table = Table::new(game, position, request.first_player().into());
        let opponent = Opponent::new(skill, seed);
        Ok(Match { table, opponent, set_up, thinking, record })
    }

    /// The rule and its end.
    pub fn game(&self) -> &PlayedGame {
        &self.set_up.game
    }

    /// The player that the person is.
    pub fn person(&self) -> Side {
        self.record.person
    }

    /// The player to move.
    pub fn turn(&self) -> Participant {
        self.record.seat(self.table.to_move().into())
    }

    /// The appearance of the position.
    pub fn drawing(&self) -> Drawing {
        self.table.game().drawing(self.table.position()).into()
    }

    /// The legal moves, in order; an error within if there are too many moves to list.
    pub fn moves(&self) -> Result<Result<Vec<Change>, PlayError>, AskError> {
        match self.table.moves(&(self.thinking)()?) {
            Err(many @ PlayError::TooManyMoves { .. }) => Ok(Err(many)),
            moves => {
                let moves = moves.map_err(|error| self.set_up.failure(error))?;
                Ok(Ok(moves.into_iter().map(|legal| legal.change).collect()))
            }
        }
    }

    /// Refuses a position whose moves cannot be listed, unless they are found without a list.
    pub fn must_be_playable(&self) -> Result<(), AskError> {
        match self.moves()? {
            Err(many) if self.table.moves_by_numbers(&[]).is_none() => {
                Err(self.set_up.failure(many))
            }
            _ => Ok(()),
        }
    }

    /// The moves, or those that a line may mean where there are too many to list.
    fn legal(&self, line: &str) -> Result<Vec<play::Move<G::Position>>, AskError> {
        match self.table.moves(&(self.thinking)()?) {
            // Moves are not numbered then.
            Err(many @ PlayError::TooManyMoves { .. }) => {
                let named = Some(numbers_in(line)).filter(|_| !line.contains(['#', '＃']));
                let moves = self.table.moves_by_numbers(&named.unwrap_or_default());
                moves.ok_or_else(|| self.set_up.failure(many))
            }
            moves => moves.map_err(|error| self.set_up.failure(error)),
        }
    }

    /// How the game has ended, if it has.
    pub fn over(&self) -> Result<Option<Over>, AskError> {
        let over = self.table.over(&(self.thinking)()?);
        over.map_err(|error| self.set_up.failure(error))
    }

    /// A winning move, or one that does not lose, if there is one.
    pub fn hint(&mut self) -> Result<Hint, AskError> {
        let budget = (self.thinking)()?;
        let first = |moves: Vec<play::Move<G::Position>>| moves.into_iter().next();
        Ok(match self.table.winning_moves(&budget).map(first) {
            Ok(Some(wins)) => Ok(BestHint::Wins(wins.change)),
            Ok(None) => self.table.drawing_moves(&budget).map(first).map(|draws| match draws {
                Some(draws) => BestHint::Draws(draws.change),
                None => BestHint::Nothing,
            }),
            Err(error) => Err(error),
        })
    }

    /// Why the position is won or lost.
    pub fn why(&mut self) -> Result<Result<explain::Answer, PlayError>, AskError> {
        let budget = (self.thinking)()?;
        let position = self.table.position().clone();
        Ok(of_position(self.table.judge(), &position, &self.set_up, &budget))
    }

    /// Takes back what was played since the person was last to move, and that move. Says how many
    /// moves that were.
    pub fn undo(&mut self) -> usize {
        let person = Player::from(self.record.person);
        let history = self.table.history();
        let Some(back) = history.iter().rposition(|step| step.mover == person) else { return 0 };
        let undone = history.len() - back;
        for _ in 0..undone {
            self.table.undo();
            self.record.moves.pop();
        }
        undone
    }

    /// Plays the move that a line means, if it means one.
    pub fn person_plays(&mut self, line: &str) -> Result<Result<Judged, RejectedMove>, AskError> {
        let legal = self.legal(line)?;
        let game = self.table.game();
        let position = self.table.position();
        let heaps = match game.drawing(position) {
            play::Drawing::Heaps(heaps) => heaps.len(),
            _ => game.parts(position).first().map_or(1, Vec::len),
        };
        let read = match board_move(line, &legal) {
            Some(found) => found,
            None => read_move(line, &legal, heaps, |position| game.numbers(position)),
        };
        match read {
            Ok(at) => {
                let judgement = self.table.play(legal[at].clone(), &(self.thinking)()?);
                Ok(Ok(self.record(&judgement, Participant::Person)))
            }
            Err(error) => {
                let meant = match &error {
                    MoveError::Ambiguous(places) => places.iter().take(NAMED),
                    _ => [].iter().take(0),
                };
                let meant = meant.map(|&at| (at + 1, legal[at].change.clone())).collect();
                let example = legal.first().map(|legal| legal.change.to_string());
                let on_board = self.set_up.game.board == Board::Cells;
                let reason = RejectedMove { error, example, on_board, meant };
                let (input, why) = (line.to_string(), String::new());
                self.record.refused.push(Refused { input, why, reason: Some(reason.clone()) });
                Ok(Err(reason))
            }
        }
    }

    /// Lets the program play. Nothing if it cannot, or if it was cancelled.
    pub fn program_plays(&mut self) -> Result<Option<ProgramMove>, AskError> {
        let budget = (self.thinking)()?;
        self.must_be_playable()?;
        let Some(choice) = self.opponent.choose(&mut self.table, &budget) else { return Ok(None) };
        if budget.cancel_flag().load(Ordering::Relaxed) {
            return Ok(None);
        }
        let guesses = match choice.reason {
            play::Reason::Guesses(error) => Some(error),
            _ => None,
        };
        let judgement = self.table.play(choice.chosen, &(self.thinking)()?);
        Ok(Some(ProgramMove { judged: self.record(&judgement, Participant::Program), guesses }))
    }

    fn record(&mut self, judgement: &Judgement<G::Position>, by: Participant) -> Judged {
        let judged = Judged::of(judgement, by);
        let game = self.table.game();
        let outcome = |facts: &Result<Facts, PlayError>| {
            facts.as_ref().ok().map(|facts| facts.outcome.into())
        };
        self.record.moves.push(TranscriptMove {
            player: judgement.step.mover.into(),
            by,
            played: judgement.step.change.to_string(),
            from: in_one_list(self.set_up.game.board, game, &judgement.step.from),
            to: in_one_list(self.set_up.game.board, game, &judgement.step.to),
            quality: judged.worth,
            outcome_before: outcome(&judgement.before),
            outcome_after: outcome(&judgement.after),
            winning_moves: judged.winning.clone(),
        });
        judged
    }

    /// The whole game, which ended like this, or which a player left.
    pub fn transcript(self, over: Option<Over>) -> Transcript {
        let winner = match over {
            Some(Over::Won(player)) => Some(player.into()),
            Some(Over::Drawn) | None => None,
        };
        let drawn = over == Some(Over::Drawn);
        let by_recurrence = over.is_some() && self.table.times_here() >= RECURRENCES;
        let board = self.set_up.game.board;
        let left = in_one_list(board, self.table.game(), self.table.position());
        let drawing = Some(self.drawing());
        Transcript { left, winner, drawn, drawing, by_recurrence, ..self.record }
    }
}
