//! `ishitori play`: a game against the program.

use ishitori_answers::{Accepted, Stream};
use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use ishitori::language::TextGame;
use ishitori::prelude::{Budget, Player};
use ishitori::rules::end::EndRule;
use ishitori::rules::heap::{HeapRule, PlaneRule};
use ishitori::solve::ending::heaps_in_order;
use ishitori::solve::play::{
    Drawing, HeapGame, Heaps, Judgement, Opponent, PlayError, Playable, Reason, Table, TupleGame,
    read_move,
};
use ishitori::solve::tuple::SumPosition;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use serde_json::{Value as Json, json};

use super::explain::pair;
use super::outcomes::{ending, read_end};
use crate::args::Common;
use crate::failure::Failure;
use crate::input::{self, InputLine};
use crate::output::Output;
use crate::play_args::{First, PlayArgs};
use crate::signals::AT_PROMPT;
use ishitori_answers::Rule;
use ishitori_words::explain::Told;
use ishitori_words::play::{Seat, Word};

/// The program thinks at most so long about a move, if no time limit is given.
const THINKING: Duration = Duration::from_secs(5);

pub fn run(
    args: &PlayArgs,
    output: &Output,
    budget: &Budget,
    common: &Common,
) -> Result<ExitCode, Failure> {
    set_up(args, Opening { args, output, common, cancel: budget.cancel_flag().clone() })
}

/// What is done with a game that has been set up.
pub trait Seated {
    /// What comes of it.
    type Outcome;

    /// Sits down at the game.
    fn sit<G: Playable>(
        self,
        game: G,
        position: G::Position,
        told: Told,
    ) -> Result<Self::Outcome, Failure>;
}

/// Reads the rule and the position and hands them to whoever plays.
pub fn set_up<S: Seated>(args: &PlayArgs, player: S) -> Result<S::Outcome, Failure> {
    let given = args.end.as_deref().map(read_end).transpose()?;
    let rule = match crate::rule::read(&args.rule, &args.settings)? {
        Rule::Heap(rule) => rule,
        Rule::Game(game) => {
            let text = match &args.position {
                Some(text) => text.clone(),
                None => usual_tuple(&game)?,
            };
            let position: SumPosition = text.parse().map_err(Failure::TuplePosition)?;
            let told = Told::of_game(&game, given.as_ref());
            let failed = |error| told.failure(error);
            let mut game = TupleGame::new(&game, ending(&given)?).map_err(failed)?;
            game.check(&position).map_err(failed)?;
            return player.sit(game, position, told);
        }
    };
    let end = given.unwrap_or_else(EndRule::normal);
    let usual = usual_position(&rule);
    let text = args.position.as_deref().unwrap_or(&usual);
    let numbers = heaps_in_order(text).map_err(Failure::HeapPosition)?;
    let told = Told::of_heaps(&rule, &end, args.sum);
    match &rule {
        HeapRule::Plane(plane) => {
            let (game, position) = pair(*plane, &end, &numbers, text)?;
            player.sit(game, position, told)
        }
        _ => {
            let game = HeapGame::new(&rule, &end, args.sum).map_err(Failure::Ending)?;
            player.sit(game, Heaps::new(numbers), told)
        }
    }
}

/// A dialogue that is about to begin.
struct Opening<'a> {
    args: &'a PlayArgs,
    output: &'a Output,
    common: &'a Common,
    cancel: Arc<AtomicBool>,
}

impl Seated for Opening<'_> {
    type Outcome = ExitCode;

    fn sit<G: Playable>(
        self,
        game: G,
        position: G::Position,
        told: Told,
    ) -> Result<ExitCode, Failure> {
        let Opening { args, output, common, cancel } = self;
        Dialogue { args, told, output, common, cancel }.begin(game, position)
    }
}

/// A position of a game in the language that is not too small: the first of some tuples that is one.
fn usual_tuple(game: &TextGame) -> Result<String, Failure> {
    let mut machine = game.machine();
    for last in [20, 15, 13, 10, 8, 6, 5, 4, 3, 2, 1] {
        for other in (0..=last.min(9)).rev() {
            let mut tuple = vec![other; game.width()];
            if let Some(coordinate) = tuple.last_mut() {
                *coordinate = last;
            }
            if machine.contains(&tuple).unwrap_or(false) {
                let numbers: Vec<String> = tuple.iter().map(i64::to_string).collect();
                return Ok(format!("({})", numbers.join(",")));
            }
        }
    }
    Err(Failure::Argument { field: "position", value: String::new(), accepted: Accepted::Position })
}

/// What is played if no position is given.
fn usual_position(rule: &HeapRule) -> String {
    match rule {
        HeapRule::Plane(PlaneRule::Wythoff { .. }) => "7,10".into(),
        HeapRule::Plane(_) => "20".into(),
        HeapRule::Partizan(_) => "5+7+9".into(),
        HeapRule::Impartial(code) if code.max_parts().is_none_or(|parts| parts > 1) => "10".into(),
        HeapRule::Impartial(code) => match code.max_take() {
            None => "3+5+7".into(),
            // As in the 31 game, seven rounds and a rest.
            Some(most) => (most * 7 + 10).max(31).to_string(),
        },
    }
}

/// Lines of a person or of a file.
enum Lines {
    Terminal(Box<DefaultEditor>),
    /// Read by a thread of their own, so that Ctrl-C is heard while none comes.
    Pipe(Receiver<Result<Option<InputLine>, Failure>>, usize),
}

/// How often somebody who waits for a line looks whether Ctrl-C was pressed.
const LISTENING: Duration = Duration::from_millis(50);

/// The lines of standard input, one at a time: the next is read when this one was taken.
fn piped_lines() -> Receiver<Result<Option<InputLine>, Failure>> {
    let (to, lines) = sync_channel(0);
    std::thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        loop {
            let line = input::line(&mut input);
            let last = !matches!(line, Ok(Some(_)));
            if to.send(line).is_err() || last {
                return;
            }
        }
    });
    lines
}

struct Dialogue<'a> {
    args: &'a PlayArgs,
    told: Told,
    output: &'a Output,
    common: &'a Common,
    cancel: Arc<AtomicBool>,
}

impl Dialogue<'_> {
    fn begin<G: Playable>(self, game: G, position: G::Position) -> Result<ExitCode, Failure> {
        let lines = match std::io::stdin().is_terminal() && !self.output.is_json() {
            false => Lines::Pipe(piped_lines(), 0),
            true => Lines::Terminal(Box::new(DefaultEditor::new().map_err(terminal)?)),
        };
        let person = self.args.side.player();
        let first = match self.args.first {
            First::Me => person,
            First::You => person.opponent(),
        };
        let seed = self.args.seed.unwrap_or_else(seed_by_the_clock);
        let opponent = Opponent::new(self.args.skill(), seed);
        let start = position.clone();
        let game = Playing {
            table: Table::new(game, position, first),
            opponent,
            person,
            lines,
            transcript: Vec::new(),
            refused: Vec::new(),
            dialogue: self,
        };
        game.play(&start, first, seed)
    }

    /// The budget of one move.
    fn budget(&self) -> Result<Budget, Failure> {
        let budget = self.common.budget_cancelled_by(self.cancel.clone())?;
        Ok(if self.common.has_time_limit() { budget } else { budget.with_time(THINKING) })
    }
}

fn terminal(error: ReadlineError) -> Failure {
    Failure::Io { what: Stream::Terminal, error: std::io::Error::other(error) }
}

fn seed_by_the_clock() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |time| time.as_nanos() as u64)
}

struct Playing<'a, G: Playable> {
    table: Table<G>,
    opponent: Opponent,
    person: Player,
    lines: Lines,
    transcript: Vec<Json>,
    refused: Vec<Json>,
    dialogue: Dialogue<'a>,
}

/// How a game goes on.
enum Next {
    GoOn,
    Leave,
}

/// The numbers in a line, also in full-width digits; those that are too large are left out.
fn numbers_in(line: &str) -> Vec<u64> {
    let narrow = line.chars().map(|c| match c {
        '０'..='９' => char::from_digit(c as u32 - '０' as u32, 10).unwrap_or(c),
        c => c,
    });
    let narrow: String = narrow.collect();
    narrow.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
}

impl<G: Playable> Playing<'_, G> {
    fn say(&self, text: &str) -> Result<(), Failure> {
        match self.dialogue.output.is_json() {
            true => Ok(()),
            false => self.dialogue.output.print(text),
        }
    }

    fn play(mut self, start: &G::Position, first: Player, seed: u64) -> Result<ExitCode, Failure> {
        let text = self.dialogue.output.text();
        let impartial = self.table.game().is_impartial();
        self.say(&text.game_begins(&self.dialogue.told, self.person, impartial))?;
        self.must_be_playable()?;
        let winner = loop {
            if let Some(winner) = self
                .table
                .winner(&self.dialogue.budget()?)
                .map_err(|e| self.dialogue.told.failure(e))?
            {
                break Some(winner);
            }
            if self.dialogue.cancel.load(Ordering::Relaxed) {
                break None;
            }
            let next = match self.table.to_move() == self.person {
                true => self.person_moves()?,
                false => self.program_moves()?,
            };
            if matches!(next, Next::Leave) {
                break None;
            }
        };
        if let Some(winner) = winner {
            self.say(&text.drawing(&self.table.game().drawing(self.table.position())))?;
            let stuck = self.seat(self.table.to_move());
            self.say(&text.game_over(self.seat(winner), stuck, &self.dialogue.told))?;
        } else {
            self.say(&text.goodbye())?;
        }
        if self.dialogue.output.is_json() {
            let name = |player: Player| player.to_string();
            let game = self.table.game();
            self.dialogue.output.print_json(&json!({
                "rule": self.dialogue.told.rule,
                "end": self.dialogue.told.end,
                "sum": self.dialogue.told.sum.name(),
                "position": game.numbers(start),
                "first": name(first),
                "person": name(self.person),
                "mistakes": self.dialogue.args.skill().mistakes(),
                "seed": seed,
                "moves": self.transcript,
                "refused": self.refused,
                "left": game.numbers(self.table.position()),
                "winner": winner.map(name),
            }))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Refuses a position whose moves cannot be listed, unless they are found without a list.
    fn must_be_playable(&self) -> Result<(), Failure> {
        match self.table.moves(&self.dialogue.budget()?) {
            Err(PlayError::TooManyMoves { .. }) if self.table.moves_by_numbers(&[]).is_some() => {
                Ok(())
            }
            moves => moves.map(|_| ()).map_err(|e| self.dialogue.told.failure(e)),
        }
    }

    fn seat(&self, player: Player) -> Seat {
        if player == self.person { Seat::Person } else { Seat::Program }
    }

    fn program_moves(&mut self) -> Result<Next, Failure> {
        let budget = self.dialogue.budget()?;
        self.must_be_playable()?;
        let Some(choice) = self.opponent.choose(&mut self.table, &budget) else {
            return Ok(Next::Leave);
        };
        if self.dialogue.cancel.load(Ordering::Relaxed) {
            return Ok(Next::Leave);
        }
        let text = self.dialogue.output.text();
        if let Reason::Guesses(error) = &choice.reason {
            self.say(&text.guesses(error))?;
        }
        let judgement = self.table.play(choice.chosen, &self.dialogue.budget()?);
        self.record(&judgement);
        self.say(&text.judged(&judgement, Seat::Program, &self.dialogue.told))?;
        Ok(Next::GoOn)
    }

    fn record(&mut self, judgement: &Judgement<G::Position>) {
        let game = self.table.game();
        let outcome = |facts: &Result<ishitori::solve::play::Facts, PlayError>| {
            facts.as_ref().ok().map(|f| f.outcome.to_string())
        };
        let winning: Vec<String> =
            judgement.winning.iter().take(100).map(|m| m.change.to_string()).collect();
        self.transcript.push(json!({
            "player": judgement.step.mover.to_string(),
            "by": self.seat(judgement.step.mover).name(),
            "move": judgement.step.change.to_string(),
            "from": game.numbers(&judgement.step.from),
            "to": game.numbers(&judgement.step.to),
            "quality": judgement.quality.name(),
            "outcome_before": outcome(&judgement.before),
            "outcome_after": outcome(&judgement.after),
            "winning_moves": winning,
        }));
    }

    fn person_moves(&mut self) -> Result<Next, Failure> {
        let text = self.dialogue.output.text();
        let drawing = self.table.game().drawing(self.table.position());
        self.say(&text.drawing(&drawing))?;
        let Some(line) = self.read()? else { return Ok(Next::Leave) };
        self.dialogue.cancel.store(false, Ordering::Relaxed);
        match Word::of(&line) {
            None if line.trim().is_empty() => {}
            None => self.person_plays(&line, &drawing)?,
            Some(Word::Quit) => return Ok(Next::Leave),
            Some(Word::Help) => self.say(text.play_help())?,
            Some(Word::Moves) => match self.table.moves(&self.dialogue.budget()?) {
                Err(many @ PlayError::TooManyMoves { .. }) => self.say(&text.play_error(&many))?,
                moves => {
                    let moves = moves.map_err(|e| self.dialogue.told.failure(e))?;
                    self.say(&text.moves(&moves))?;
                }
            },
            Some(Word::Hint) => {
                let winning = self.table.winning_moves(&self.dialogue.budget()?);
                let text = match winning {
                    Ok(winning) => text.hint(winning.first()),
                    Err(error) => text.play_error(&error),
                };
                self.say(&text)?;
            }
            Some(Word::Why) => {
                let position = self.table.position().clone();
                let budget = self.dialogue.budget()?;
                let told = &self.dialogue.told;
                let shown = match self.table.judge().analyse(&position, &budget) {
                    Ok(analysis) => {
                        let parts = self.table.game().parts(&position);
                        let why = text.why(told, &parts, &analysis);
                        let shown = self.table.game().written(&position);
                        text.explanation(told, &shown, None, &analysis, &why)
                    }
                    Err(error) => text.play_error(&error),
                };
                self.say(&shown)?;
            }
            Some(Word::Undo) => {
                let mut undone = 0;
                // Back to the last time that the person was to move.
                let back = self.table.history().iter().rposition(|s| s.mover == self.person);
                while back.is_some_and(|at| self.table.history().len() > at) {
                    self.table.undo();
                    self.transcript.pop();
                    undone += 1;
                }
                self.say(&text.undone(undone))?;
            }
        }
        Ok(Next::GoOn)
    }

    fn person_plays(&mut self, line: &str, drawing: &Drawing) -> Result<(), Failure> {
        let text = self.dialogue.output.text();
        let moves = match self.table.moves(&self.dialogue.budget()?) {
            // Moves are not numbered then.
            Err(many @ PlayError::TooManyMoves { .. }) => {
                let named = Some(numbers_in(line)).filter(|_| !line.contains(['#', '＃']));
                match self.table.moves_by_numbers(&named.unwrap_or_default()) {
                    Some(moves) => moves,
                    None => return Err(self.dialogue.told.failure(many)),
                }
            }
            moves => moves.map_err(|e| self.dialogue.told.failure(e))?,
        };
        let heaps = match drawing {
            Drawing::Heaps(heaps) => heaps.len(),
            _ => self.table.game().parts(self.table.position()).first().map_or(1, Vec::len),
        };
        let game = self.table.game();
        match read_move(line, &moves, heaps, |position| game.numbers(position)) {
            Ok(at) => {
                let chosen = moves[at].clone();
                let judgement = self.table.play(chosen, &self.dialogue.budget()?);
                self.record(&judgement);
                self.say(&text.judged(&judgement, Seat::Person, &self.dialogue.told))?;
            }
            Err(error) => {
                let why = text.move_error(line, &error, &moves);
                self.refused.push(json!({ "input": line, "why": why }));
                self.say(&why)?;
            }
        }
        Ok(())
    }

    /// A line, or `None` at the end.
    fn read(&mut self) -> Result<Option<String>, Failure> {
        // An editor hears Ctrl-C itself, but for a terminal that it cannot use.
        let editing = matches!(self.lines, Lines::Terminal(_));
        AT_PROMPT.store(editing, Ordering::Relaxed);
        let line = self.next_line();
        AT_PROMPT.store(false, Ordering::Relaxed);
        line
    }

    fn next_line(&mut self) -> Result<Option<String>, Failure> {
        let text = self.dialogue.output.text();
        match &mut self.lines {
            Lines::Terminal(editor) => match editor.readline(text.prompt()) {
                Ok(line) => {
                    // A history that cannot grow is no reason to stop a game.
                    let _ = editor.add_history_entry(line.as_str());
                    Ok(Some(line))
                }
                Err(ReadlineError::Interrupted | ReadlineError::Eof) => Ok(None),
                Err(error) => Err(terminal(error)),
            },
            Lines::Pipe(lines, number) => loop {
                let line = match lines.recv_timeout(LISTENING) {
                    Err(RecvTimeoutError::Timeout) => {
                        if self.dialogue.cancel.load(Ordering::Relaxed) {
                            return Ok(None);
                        }
                        continue;
                    }
                    Err(RecvTimeoutError::Disconnected) => return Ok(None),
                    Ok(line) => line?,
                };
                *number += 1;
                match line {
                    None => return Ok(None),
                    Some(InputLine::Text(line)) => return Ok(Some(line)),
                    Some(InputLine::Bad(bad)) => {
                        self.dialogue.output.complain(&text.bad_line(*number, bad));
                    }
                }
            },
        }
    }
}
