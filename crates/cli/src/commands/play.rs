//! `ishitori play`: a game against the program.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use ishitori_answers::play::{Match, Participant, Request};
use ishitori_answers::setup::{GameVisitor, Playable, SetUp};
use ishitori_answers::{Context, Stream};
use ishitori_runtime::Budget;
use ishitori_words::Describe;
use ishitori_words::play::Word;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::ExitCode;
use crate::args::Common;
use crate::failure::Failure;
use crate::input::{self, InputLine};
use crate::output::Output;
use crate::play_args::PlayArgs;
use crate::signals::AT_PROMPT;

/// The program thinks at most so long about a move, if no time limit is given.
const THINKING: Duration = Duration::from_secs(5);
/// The same where positions can recur: all of them are solved before the first move, and then they are known.
const SOLVING: Duration = Duration::from_secs(60);

pub fn run(
    args: &PlayArgs,
    output: &Output,
    context: &Context,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let mut request = args.request(output.rule(&args.rule)?);
    request.position = request.position.as_deref().map(crate::rule::position).transpose()?;
    let cancel = context.budget.cancel_flag().clone();
    request.set_up(&context.budget, Opening { request: &request, output, common, cancel })
}

/// A dialogue that is about to begin.
struct Opening<'a> {
    request: &'a Request,
    output: &'a Output,
    common: &'a Common,
    cancel: Arc<AtomicBool>,
}

impl GameVisitor for Opening<'_> {
    type Outcome = ExitCode;

    fn visit<G: Playable>(
        self,
        game: G,
        position: G::Position,
        set_up: SetUp,
    ) -> Result<ExitCode, Failure> {
        let Opening { request, output, common, cancel } = self;
        let lines = match std::io::stdin().is_terminal() && !output.is_json() {
            false => Lines::Pipe(input::lines(0), 0),
            true => Lines::Terminal(Box::new(DefaultEditor::new().map_err(terminal)?)),
        };
        let seed = request.seed.unwrap_or_else(seed_by_the_clock);
        let thinking = {
            let cancel = cancel.clone();
            let time = if game.endless().is_some() { SOLVING } else { THINKING };
            Box::new(move || thinking(common, &cancel, time))
        };
        let game = Match::new(request, seed, (game, position), set_up, thinking)?;
        Dialogue { game, lines, output, cancel }.play()
    }
}

/// The budget of one move.
fn thinking(common: &Common, cancel: &Arc<AtomicBool>, time: Duration) -> Result<Budget, Failure> {
    let budget = common.budget_cancelled_by(cancel.clone())?;
    Ok(if common.has_time_limit() { budget } else { budget.with_time(time) })
}

fn terminal(error: ReadlineError) -> Failure {
    Failure::Io { what: Stream::Terminal, error: std::io::Error::other(error) }
}

fn seed_by_the_clock() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |time| time.as_nanos() as u64)
}

/// Lines of a person or of a file.
enum Lines {
    Terminal(Box<DefaultEditor>),
    /// Read by a thread of their own, so that Ctrl-C is heard while none comes.
    Pipe(Receiver<Result<Option<InputLine>, Failure>>, usize),
}

/// How often Ctrl-C is checked while waiting for a line.
const LISTENING: Duration = Duration::from_millis(50);

struct Dialogue<'a, G: Playable> {
    game: Match<'a, G>,
    lines: Lines,
    output: &'a Output,
    cancel: Arc<AtomicBool>,
}

/// How a game goes on.
enum Next {
    GoOn,
    Leave,
}

impl<G: Playable> Dialogue<'_, G> {
    fn say(&self, text: &str) -> Result<(), Failure> {
        match self.output.is_json() {
            true => Ok(()),
            false => self.output.print(text),
        }
    }

    fn play(mut self) -> Result<ExitCode, Failure> {
        let text = self.output.text();
        self.say(&text.game_begins(self.game.game(), self.game.person()))?;
        self.game.must_be_playable()?;
        let over = loop {
            if let Some(over) = self.game.over()? {
                break Some(over);
            }
            if self.cancel.load(Ordering::Relaxed) {
                break None;
            }
            let next = match self.game.turn() {
                Participant::Person => self.person_moves()?,
                Participant::Program => self.program_moves()?,
            };
            if matches!(next, Next::Leave) {
                break None;
            }
        };
        self.output.answer(self.game.transcript(over))
    }

    fn program_moves(&mut self) -> Result<Next, Failure> {
        let Some(played) = self.game.program_plays()? else { return Ok(Next::Leave) };
        let text = self.output.text();
        if let Some(error) = &played.guesses {
            self.say(&text.guesses(error))?;
        }
        self.say(&text.judged(&played.judged, self.game.game().ends_by))?;
        Ok(Next::GoOn)
    }

    fn person_moves(&mut self) -> Result<Next, Failure> {
        let text = self.output.text();
        self.say(&text.drawing(&self.game.drawing()))?;
        let Some(line) = self.read()? else { return Ok(Next::Leave) };
        self.cancel.store(false, Ordering::Relaxed);
        match Word::of(&line) {
            None if line.trim().is_empty() => {}
            None => {
                let said = match self.game.person_plays(&line)? {
                    Ok(judged) => text.judged(&judged, self.game.game().ends_by),
                    Err(refused) => text.move_error(&line, &refused),
                };
                self.say(&said)?;
            }
            Some(Word::Quit) => return Ok(Next::Leave),
            Some(Word::Help) => self.say(text.play_help())?,
            Some(Word::Moves) => {
                let said = match self.game.moves()? {
                    Ok(moves) => text.moves(&moves),
                    Err(many) => text.play_error(&many),
                };
                self.say(&said)?;
            }
            Some(Word::Hint) => {
                let said = match self.game.hint()? {
                    Ok(hinted) => text.hint(&hinted),
                    Err(error) => text.play_error(&error),
                };
                self.say(&said)?;
            }
            Some(Word::Why) => {
                let said = match self.game.why()? {
                    Ok(answer) => answer.describe(&text),
                    Err(error) => text.play_error(&error),
                };
                self.say(&said)?;
            }
            Some(Word::Undo) => {
                let undone = self.game.undo();
                self.say(&text.undone(undone))?;
            }
        }
        Ok(Next::GoOn)
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
        let text = self.output.text();
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
                        if self.cancel.load(Ordering::Relaxed) {
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
                        self.output.write_error(&text.bad_line(*number, bad));
                    }
                }
            },
        }
    }
}
