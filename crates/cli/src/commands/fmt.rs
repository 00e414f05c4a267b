//! `ishitori fmt`: a game in its canonical layout.

use ishitori_answers::{Stream, TextOf};
use std::io::Read;
use std::path::Path;
use std::process::ExitCode;

use ishitori::language::{TextGame, format};
use serde_json::json;

use crate::failure::{Failure, NO};
use crate::game_args::FmtArgs;
use crate::output::Output;
use crate::rule::read_text;

/// The most that is read from standard input.
const MAX_INPUT: u64 = 1 << 20;

pub fn run(args: &FmtArgs, output: &Output) -> Result<ExitCode, Failure> {
    let piped = args.file == Path::new("-");
    let source = match piped {
        true => {
            let mut text = String::new();
            let read = std::io::stdin().lock().take(MAX_INPUT).read_to_string(&mut text);
            read.map_err(|error| Failure::Io { what: Stream::Input, error })?;
            text
        }
        false => read_text(&args.file)?,
    };
    let name = args.file.display().to_string();
    let failure = |error| Failure::Language {
        from: TextOf::Name(name.clone()),
        source: source.clone(),
        error,
    };
    let formatted = format(&source).map_err(failure)?;
    // A layout that reads differently must never be written.
    let same =
        ishitori::language::parse(&formatted).ok() == ishitori::language::parse(&source).ok();
    if !same {
        let what = "the formatter would change the game; please report this";
        return Err(Failure::Io { what: Stream::Layout, error: std::io::Error::other(what) });
    }
    let changed = formatted != source;
    if changed && !args.check && !piped {
        output.write_file(&args.file, formatted.as_bytes())?;
    }
    if output.is_json() {
        // Whether the game is also right, beyond its syntax.
        let error = TextGame::new(&source, &[]).err().map(|e| e.to_string());
        output.print_json(&json!({ "file": name, "changed": changed, "error": error }))?;
    } else if piped && !args.check {
        output.print(formatted.trim_end())?;
    } else {
        output.print(&output.text().formatted(&name, changed, args.check))?;
    }
    Ok(if args.check && changed { ExitCode::from(NO) } else { ExitCode::SUCCESS })
}
