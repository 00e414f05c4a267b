//! The command line as clap sees it, with examples for every command and Japanese help.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, Command, CommandFactory, FromArgMatches};

use crate::args::Arguments;
use crate::text::Lang;
use crate::text::help::{argument_ja, entry, usage_error_ja};

/// Reads the arguments of the process, or says what is wrong and gives the exit status.
pub fn parse() -> Result<Arguments, ExitCode> {
    let words: Vec<OsString> = std::env::args_os().collect();
    let lang = language(&words);
    let matches = command(lang).try_get_matches_from(words);
    let arguments = matches.and_then(|matches| Arguments::from_arg_matches(&matches));
    arguments.map_err(|error| {
        if lang == Lang::Ja && error.use_stderr() {
            eprintln!("ishitori: {}", usage_error_ja(error.kind()));
        }
        // Help goes to standard output; that nobody reads it is no error.
        let _ = error.print();
        match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => ExitCode::SUCCESS,
            _ => ExitCode::from(crate::failure::BAD_INPUT),
        }
    })
}

/// The language that the help is to have: what comes after `--lang`, or the locale.
fn language(words: &[OsString]) -> Lang {
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let asked = words.iter().enumerate().find_map(|(i, word)| match *word {
        "--lang" => words.get(i + 1).copied(),
        word => word.strip_prefix("--lang="),
    });
    match asked {
        Some("ja") => Lang::Ja,
        Some("en") => Lang::En,
        _ => Lang::from_environment(),
    }
}

/// The commands and their arguments.
pub fn command(lang: Lang) -> Command {
    let command = dressed(Arguments::command(), "", lang);
    match lang {
        Lang::En => command,
        Lang::Ja => command.about("組合せゲームの計算機").disable_help_subcommand(true),
    }
}

/// A command and those below it with examples and, in Japanese, their descriptions.
fn dressed(mut command: Command, path: &str, lang: Lang) -> Command {
    if let Some(entry) = entry(path) {
        let own = command.get_after_help().map(|text| format!("{text}\n\n")).unwrap_or_default();
        if !own.contains("Examples:") {
            let title = if lang == Lang::Ja { "例:" } else { "Examples:" };
            let lines: String = entry.examples.iter().map(|e| format!("\n  {e}")).collect();
            command = command.after_help(format!("{own}{title}{lines}"));
        }
        if lang == Lang::Ja {
            command = command.about(entry.about_ja);
        }
    }
    if lang == Lang::Ja {
        let flag = |name: &'static str, short: char, action, help: &'static str| {
            Arg::new(name).short(short).long(name).action(action).help(help)
        };
        command = command.disable_help_flag(true).arg(flag(
            "help",
            'h',
            ArgAction::Help,
            "使い方を表示する",
        ));
        if path.is_empty() {
            command = command.disable_version_flag(true).arg(flag(
                "version",
                'V',
                ArgAction::Version,
                "版を表示する",
            ));
        }
        command = command
            .help_template("{about-with-newline}\n使い方: {usage}\n\n{all-args}{after-help}")
            .subcommand_help_heading("コマンド")
            .mut_args(in_japanese);
    }
    let names: Vec<String> =
        command.get_subcommands().map(|below| below.get_name().to_string()).collect();
    for name in names {
        let below = if path.is_empty() { name.clone() } else { format!("{path} {name}") };
        command = command.mut_subcommand(name, |c| dressed(c, &below, lang));
    }
    command
}

fn in_japanese(argument: Arg) -> Arg {
    let help = argument.get_help().map(|help| help.to_string());
    let argument = match argument.is_positional() {
        true => argument.help_heading("引数"),
        false => argument.help_heading("オプション"),
    };
    match help.as_deref().and_then(argument_ja) {
        Some(help) => argument.help(help).long_help(help),
        None => argument,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn each(command: &Command, path: &str, see: &mut impl FnMut(&str, &Command)) {
        for below in command.get_subcommands().filter(|c| c.get_name() != "help") {
            let name = format!("{path} {}", below.get_name()).trim().to_string();
            see(&name, below);
            each(below, &name, see);
        }
    }

    /// A command without a Japanese description or without examples, or an argument without
    /// Japanese help, is named here.
    #[test]
    fn every_command_and_argument_is_described_in_both_languages() {
        let mut missing = Vec::new();
        let mut english = command(Lang::En);
        english.build();
        let mut look = |path: &str, command: &Command| {
            match entry(path) {
                None => missing.push(format!("command `{path}`")),
                Some(entry) => {
                    let shown = command.clone().render_long_help().to_string();
                    if !shown.contains("\n  ishitori ") {
                        missing.push(format!("examples of `{path}`"));
                    }
                    assert!(!entry.about_ja.is_ascii(), "{path}");
                }
            }
            for argument in command.get_arguments() {
                if matches!(argument.get_id().as_str(), "help" | "version") {
                    continue; // clap's own, which have their Japanese in `dressed`
                }
                match argument.get_help().map(|help| help.to_string()) {
                    None => missing.push(format!("help of {} of `{path}`", argument.get_id())),
                    Some(help) if argument_ja(&help).is_none() => {
                        missing.push(format!("`{path}`: {help}"));
                    }
                    Some(_) => {}
                }
            }
        };
        look("", &english);
        each(&english, "", &mut look);
        assert!(missing.is_empty(), "missing in text/help.rs: {missing:#?}");
    }
}
