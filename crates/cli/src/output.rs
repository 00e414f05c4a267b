//! The output of commands: results on standard output and in files, errors on standard error.

use std::borrow::Cow;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};

use ishitori_answers::{Note, RuleSource, Stopped, Stream};
use ishitori_runtime::files::{OutputTarget, OutputTargetError};
use ishitori_runtime::{Budget, LimitReached};
use ishitori_solve::heap::Values;
use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::ExitCode;
use crate::failure::{Failure, exit, status};
use crate::help::command_at;
use crate::rule::{self, GameText};
use crate::text::{Lang, Text};
use ishitori_words::{Describe, shortened, visible, visible_json};

/// How to talk: text or JSON, and the language; and the files of the machine that were examined
/// before.
pub struct Output {
    json: bool,
    lang: Lang,
    typed: Vec<String>,
    /// Whether very long lines of answers are folded.
    folds: bool,
    targets: Mutex<Vec<(PathBuf, OutputTarget)>>,
    /// Whether something was written to standard output.
    written: AtomicBool,
    /// The game that is asked about, if it is one.
    game: Mutex<Option<GameText>>,
}

impl Output {
    /// For a command whose arguments are `typed`.
    pub fn new(json: bool, lang: Lang, typed: Vec<String>) -> Self {
        Output {
            json,
            lang,
            typed,
            folds: false,
            targets: Mutex::default(),
            written: AtomicBool::new(false),
            game: Mutex::default(),
        }
    }

    /// The same, which folds very long lines where a person reads them: on a terminal, unless they are wanted whole.
    /// Files and pipes get every letter.
    pub fn folding(self, full: bool) -> Self {
        Output { folds: !full && std::io::stdout().is_terminal(), ..self }
    }

    /// The arguments as they were typed.
    pub fn command_line(&self) -> Vec<String> {
        self.typed.clone()
    }

    /// The command as it was typed.
    pub fn command(&self) -> Option<&str> {
        let words: Vec<&str> = self.typed.iter().map(String::as_str).collect();
        command_at(&words).map(|at| words[at])
    }

    /// What made the rows of a file, to be run again: the program with its version, and the command as a shell reads it.
    pub fn made(&self) -> String {
        let words: Vec<String> = self.typed.iter().map(|word| quoted(word)).collect();
        format!("ishitori {}: ishitori {}", env!("CARGO_PKG_VERSION"), words.join(" "))
    }

    /// Reads the rule of the game that is asked about, which [`game`](Output::game) then has.
    pub fn rule(&self, text: &str) -> Result<RuleSource, Failure> {
        let source = rule::source(text)?;
        *lock(&self.game) = Some(GameText::of(&source));
        Ok(source)
    }

    /// The text of the game that is asked about, for the provenance of an answer.
    pub fn game(&self) -> Option<GameText> {
        lock(&self.game).clone()
    }

    /// Whether a user watches the progress of a command on a terminal.
    pub fn is_watched(&self) -> bool {
        std::io::stderr().is_terminal()
    }

    /// Whether the result is to be one JSON object.
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// What to say to people.
    pub fn text(&self) -> Text {
        Text::new(self.lang)
    }

    /// Writes a line to standard output.
    pub fn print(&self, text: &str) -> Result<(), Failure> {
        self.write(text.as_bytes(), b"\n", Content::Text)
    }

    /// Writes a piece of text, and what ends it. Nothing else in the program writes to standard output
    /// but help, so that nothing in the text that a terminal would obey gets there.
    fn write(&self, text: &[u8], end: &[u8], content: Content) -> Result<(), Failure> {
        let shown = content.shown(text);
        self.written.store(true, Ordering::Relaxed);
        let mut out = std::io::stdout().lock();
        let written = out.write_all(&shown).and_then(|()| out.write_all(end));
        written.and_then(|()| out.flush()).or_else(|error| match error.kind() {
            // The reader has seen enough.
            std::io::ErrorKind::BrokenPipe => std::process::exit(0),
            _ => Err(Failure::Io { what: Stream::Output, error }),
        })
    }

    /// Writes a long text piece by piece, so that it is never held whole; it is cut at
    /// the end of the grace period. Returns whether it was.
    pub fn print_long(
        &self,
        budget: &Budget,
        content: Content,
        write: impl FnOnce(&mut LongText<'_>) -> Result<(), Failure>,
    ) -> Result<Option<LimitReached>, Failure> {
        let mut long = LongText::new(self, budget, content);
        let written = write(&mut long);
        let cut = match long.failed.take().map_or(written, Err) {
            Err(Failure::Limit(limit)) => Some(limit),
            Err(failure) => return Err(failure),
            Ok(()) => None,
        };
        long.end()?;
        Ok(cut)
    }

    /// Writes an answer as JSON of which one field, empty there, is a long list. The list ends early at a limit
    /// among its items, too.
    pub fn long_answer<T: Serialize>(
        &self,
        answer: &impl Serialize,
        field: &str,
        items: impl Iterator<Item = Result<T, LimitReached>>,
        budget: &Budget,
    ) -> Result<Option<LimitReached>, Failure> {
        match serde_json::to_value(answer).map_err(not_json)? {
            Json::Object(object) => {
                self.print_long_json(&object, field, items.map(|item| item.map(One)), budget)
            }
            other => self.print_data(&other).map(|()| None),
        }
    }

    /// The same for a list of Grundy numbers.
    pub fn long_numbers(
        &self,
        answer: &impl Serialize,
        field: &str,
        values: &Values,
        budget: &Budget,
    ) -> Result<Option<LimitReached>, Failure> {
        let pieces = (0..values.len()).step_by(NUMBERS);
        let pieces = pieces.map(|from| Ok(Numbers(values.part(from, NUMBERS))));
        match serde_json::to_value(answer).map_err(not_json)? {
            Json::Object(object) => self.print_long_json(&object, field, pieces, budget),
            other => self.print_data(&other).map(|()| None),
        }
    }

    /// Writes a JSON object of which one field is a long list. At the end of the grace period
    /// the list ends early and a field `stopped` says why. Returns whether it did.
    fn print_long_json<T: Piece>(
        &self,
        object: &serde_json::Map<String, Json>,
        field: &str,
        items: impl Iterator<Item = Result<T, LimitReached>>,
        budget: &Budget,
    ) -> Result<Option<LimitReached>, Failure> {
        let mut long = LongText::new(self, budget, Content::Json);
        let mut items = Some(items);
        let mut cut = None;
        for (at, (name, value)) in object.iter().enumerate() {
            long.buffer.push(if at == 0 { b'{' } else { b',' });
            long.json(name)?;
            long.buffer.push(b':');
            let Some(items) = items.take_if(|_| name == field) else {
                long.json(value)?;
                continue;
            };
            long.buffer.push(b'[');
            for (at, item) in items.enumerate() {
                let item = match item {
                    Ok(item) => item,
                    Err(limit) => {
                        cut = Some(limit);
                        break;
                    }
                };
                if at > 0 {
                    long.buffer.push(b',');
                }
                item.write(&mut long.buffer)?;
                match long.flush_if_full() {
                    Err(Failure::Limit(limit)) => {
                        cut = Some(limit);
                        break;
                    }
                    other => other?,
                }
            }
            long.buffer.push(b']');
        }
        if let Some(limit) = cut.filter(|_| !object.contains_key("stopped")) {
            long.buffer.extend_from_slice(b",\"stopped\":");
            long.json(&Stopped::from(&limit))?;
        }
        long.buffer.extend_from_slice(b"}\n");
        long.end()?;
        Ok(cut)
    }

    /// Writes an answer, as text or as JSON, and returns the exit status.
    pub fn answer(&self, mut answer: impl Describe) -> Result<ExitCode, Failure> {
        if self.json {
            answer.localize(&self.text());
            self.print_data(&answer)?;
        } else {
            let said = answer.describe(&self.text());
            self.print(&if self.folds { self.text().folded(&said) } else { said })?;
        }
        self.notes(answer.notes());
        Ok(exit(answer.finish()))
    }

    /// Writes notes to standard error, except those that are in the JSON.
    pub fn notes(&self, notes: &[Note]) {
        let said = notes.iter().filter(|note| !(self.json && note.is_in_json()));
        said.for_each(|note| self.write_error(&self.text().note(note)));
    }

    /// Writes data as a JSON object to standard output, piece by piece: it is never there as text.
    pub fn print_data(&self, data: &impl Serialize) -> Result<(), Failure> {
        // It is written whole, whatever time is left.
        let mut long = LongText::new(self, &Budget::unlimited(), Content::Json);
        let written = serde_json::to_writer(&mut long, data).map_err(not_json);
        long.failed.take().map_or(written, Err)?;
        long.buffer.push(b'\n');
        long.end()
    }

    /// Whether a file can be put where it is wanted, before anything long is computed for it.
    pub fn check_target(&self, file: &Path) -> Result<(), Failure> {
        let target = OutputTarget::check(file).map_err(misplaced(file))?;
        lock(&self.targets).push((file.to_path_buf(), target));
        Ok(())
    }

    /// Removes an old file from a target that was examined, so that it is not mistaken for the one
    /// that is yet to be written.
    pub fn remove_stale(&self, file: &Path) -> Result<(), Failure> {
        let targets = lock(&self.targets);
        let found = targets.iter().find(|(path, _)| path == file);
        found.map_or(Ok(()), |(path, target)| {
            target.remove_stale().map_err(|error| Failure::File { path: path.clone(), error })
        })
    }

    /// Writes a file whole or not at all.
    pub fn write_file(&self, file: &Path, bytes: &[u8]) -> Result<(), Failure> {
        let targets = lock(&self.targets);
        let written = match targets.iter().find(|(path, _)| path == file) {
            Some((_, target)) => target.write(bytes).map_err(OutputTargetError::Io),
            None => ishitori_runtime::files::write(file, bytes),
        };
        written.map_err(misplaced(file))
    }

    /// Writes the document of an answer, if there is one and a file for it; gives the name.
    pub fn write_document(
        &self,
        file: Option<&Path>,
        document: Option<&str>,
    ) -> Result<Option<String>, Failure> {
        let Some((file, document)) = file.zip(document) else { return Ok(None) };
        self.write_file(file, document.as_bytes())?;
        Ok(Some(file.display().to_string()))
    }

    /// Makes a folder for files, unless it is there. The folders above it are the user's business.
    pub fn make_folder(&self, folder: &Path) -> Result<(), Failure> {
        if folder.is_dir() {
            return Ok(());
        }
        let above = folder.parent().filter(|above| !above.as_os_str().is_empty());
        if let Some(above) = above.filter(|above| !above.exists()) {
            let error = OutputTargetError::NoFolder { folder: above.to_path_buf() };
            return Err(misplaced(folder)(error));
        }
        std::fs::create_dir(folder)
            .map_err(|error| Failure::File { path: folder.to_path_buf(), error })
    }

    /// Says what is wrong on standard error and gives the exit status. As JSON it is the one object on standard output,
    /// unless one has been begun there.
    pub fn fail(&self, failure: &Failure) -> ExitCode {
        let text = self.text();
        if self.json && !self.written.load(Ordering::Relaxed) {
            let object = match failure.limit() {
                Some(limit) => json!({ "stopped": Stopped::from(limit) }),
                None => {
                    let argument = failure.fields().first().map(|field| text.field(field));
                    let place = failure.place().map(|place| [place.start, place.end]);
                    let message = text.failure(failure);
                    let mut object =
                        error_object(failure.kind(), &message, argument.as_deref(), place);
                    if let Some(suggestion) = failure.suggestion() {
                        object["error"]["suggestion"] = json!(suggestion);
                    }
                    object
                }
            };
            if let Err(unwritten) = self.print_data(&object) {
                self.write_error(&text.failure(&unwritten));
            }
        }
        self.write_error(&text.failure(failure));
        ExitCode::from(status(failure))
    }

    /// Writes to standard error, after the name of the program.
    pub fn write_error(&self, text: &str) {
        let text = &shortened(&visible(text));
        // A failure to write to standard error cannot be reported.
        let _ = writeln!(std::io::stderr().lock(), "ishitori: {text}");
    }
}

/// An error as the only object that is printed: its kind, what is wrong, the argument and the bytes of it.
pub fn error_object(
    kind: &str,
    message: &str,
    argument: Option<&str>,
    place: Option<[usize; 2]>,
) -> Json {
    let message = shortened(&visible(message)).to_string();
    json!({ "error": { "kind": kind, "message": message, "argument": argument, "place": place } })
}

/// What is written to standard output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// Text for people, or rows in a format of text.
    Text,
    /// JSON, whole or in lines.
    Json,
    /// Bytes that are no text and go to no terminal.
    Bytes,
}

impl Content {
    /// The content without what a terminal would obey. O(length).
    fn shown(self, bytes: &[u8]) -> Cow<'_, [u8]> {
        let text = match self {
            Content::Bytes => return Cow::Borrowed(bytes),
            _ => String::from_utf8_lossy(bytes),
        };
        let shown = match self {
            Content::Json => visible_json(&text),
            _ => visible(&text),
        };
        match shown {
            Cow::Borrowed(same) if same.len() == bytes.len() => Cow::Borrowed(bytes),
            shown => Cow::Owned(shown.into_owned().into_bytes()),
        }
    }

    /// How many of the bytes are whole characters. O(1).
    fn whole(self, bytes: &[u8]) -> usize {
        let start =
            (bytes.len().saturating_sub(3)..bytes.len()).rev().find(|&at| bytes[at] >= 0xC0);
        match start {
            Some(start)
                if self != Content::Bytes && std::str::from_utf8(&bytes[start..]).is_err() =>
            {
                start
            }
            _ => bytes.len(),
        }
    }
}

/// A piece of a list in JSON: one item, or some with commas between them.
trait Piece {
    fn write(&self, out: &mut Vec<u8>) -> Result<(), Failure>;
}

/// One item.
struct One<T>(T);

impl<T: Serialize> Piece for One<T> {
    fn write(&self, out: &mut Vec<u8>) -> Result<(), Failure> {
        serde_json::to_writer(out, &self.0).map_err(not_json)
    }
}

/// Numbers, of which there is at least one.
struct Numbers(Vec<u32>);

impl Piece for Numbers {
    fn write(&self, out: &mut Vec<u8>) -> Result<(), Failure> {
        ishitori_records::json::write_numbers(&self.0, out);
        Ok(())
    }
}

/// The numbers of a piece.
const NUMBERS: usize = 1 << 12;
/// The bytes that are written at a time.
const PIECE: usize = 1 << 16;

/// A long text on its way out.
pub struct LongText<'o> {
    output: &'o Output,
    content: Content,
    buffer: Vec<u8>,
    budget: Budget,
    /// The reason of an early end, which the error of the writer cannot carry.
    failed: Option<Failure>,
}

/// For writers that know nothing of failures but those of input and output.
impl Write for LongText<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.buffer.extend_from_slice(bytes);
        self.flush_if_full().map_err(|failure| {
            self.failed = Some(failure);
            std::io::Error::other("the output ended early")
        })?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'o> LongText<'o> {
    fn new(output: &'o Output, budget: &Budget, content: Content) -> LongText<'o> {
        LongText {
            output,
            content,
            buffer: Vec::new(),
            budget: budget.with_grace_period(),
            failed: None,
        }
    }

    /// Writes a piece of text.
    pub fn push(&mut self, text: &str) -> Result<(), Failure> {
        self.buffer.extend_from_slice(text.as_bytes());
        self.flush_if_full()
    }

    fn json(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.buffer, value).map_err(not_json)
    }

    /// Flushes the buffer if it is full.
    fn flush_if_full(&mut self) -> Result<(), Failure> {
        if self.buffer.len() < PIECE {
            return Ok(());
        }
        // A character of which only the first bytes have come waits for the others.
        let rest = self.buffer.split_off(self.content.whole(&self.buffer));
        self.end()?;
        self.buffer = rest;
        Ok(self.budget.check(0)?)
    }

    /// Hands over all that has gathered.
    fn end(&mut self) -> Result<(), Failure> {
        self.output.write(&self.buffer, b"", self.content)?;
        self.buffer.clear();
        Ok(())
    }
}

fn not_json(error: serde_json::Error) -> Failure {
    Failure::Io { what: Stream::Json, error: error.into() }
}

/// A word as a shell reads it; one line always, since it stands in comments.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:,=+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_string();
    }
    if word.contains(char::is_control) {
        let escaped = word.replace('\\', "\\\\").replace('\'', "\\'");
        let escaped = escaped.replace('\n', "\\n").replace('\t', "\\t").replace('\r', "\\r");
        return format!("$'{}'", escaped.replace(char::is_control, "?"));
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// An error in the target of a file.
fn misplaced(file: &Path) -> impl FnOnce(OutputTargetError) -> Failure + '_ {
    move |error| Failure::Target { path: file.to_path_buf(), error }
}

fn lock<T>(kept: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing panics while it holds the lock.
    kept.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_are_quoted_as_shells_read_them() {
        for (word, shown) in [
            ("0.77", "0.77"),
            ("--to", "--to"),
            ("(n) -> (n-1) if n > 0", "'(n) -> (n-1) if n > 0'"),
            ("it's", "'it'\\''s'"),
            ("a\nb", "$'a\\nb'"),
            ("", "''"),
        ] {
            assert_eq!(quoted(word), shown);
        }
    }
}
