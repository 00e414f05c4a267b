//! `ishitori completions`: scripts that complete command lines.

use serde::Serialize;

use crate::ExitCode;
use crate::args::CompletionsArgs;
use crate::failure::Failure;
use crate::help;
use crate::output::Output;

/// A script for a shell.
#[derive(Serialize)]
struct Script {
    shell: String,
    script: String,
}

pub fn run(args: &CompletionsArgs, output: &Output) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    let mut command = help::described(output.text().lang);
    clap_complete::generate(args.shell, &mut command, "ishitori", &mut script);
    let script = String::from_utf8_lossy(&script);
    if output.is_json() {
        let shell = args.shell.to_string();
        output.print_data(&Script { shell, script: script.into_owned() })?;
    } else {
        output.print(script.trim_end())?;
    }
    Ok(ExitCode::SUCCESS)
}
