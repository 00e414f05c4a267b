//! The command line as clap sees it, with examples for every command and Japanese help.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::Write;

use clap::builder::PossibleValuesParser;
use clap::error::{ContextKind, ErrorKind};
use clap::{Arg, ArgAction, Command, CommandFactory, FromArgMatches};

use crate::ExitCode;
use crate::args::Arguments;
use crate::asked;
use crate::failure::Failure;
use crate::output::error_object;
use crate::text::groups;
use crate::text::help::{about, entry, translated};
use crate::text::notes::notes;
use crate::text::usage::{usage_error, usage_error_en};
use crate::text::welcome::welcome;
use crate::text::{Lang, Text};
use ishitori_answers::Stream;
use ishitori_words::{one_line, say, shortened, visible};

/// Reads the arguments of the program, or says what is wrong and gives the exit status.
pub fn parse(mut words: Vec<OsString>) -> Result<Arguments, ExitCode> {
    let lang = language(&words);
    if lang != Lang::En {
        help_as_an_option(&mut words);
    }
    renamed(&mut words);
    let as_json = words.iter().take_while(|word| *word != "--").any(|word| word == "--json");
    if !as_json && is_bare_call(&words) {
        return Err(print_welcome(lang));
    }
    let harmless: Vec<OsString> = words.iter().map(harmless).collect();
    let program = || program(lang, &texts(&words));
    let matches = program().try_get_matches_from(words.clone());
    let arguments = matches.and_then(|matches| Arguments::from_arg_matches(&matches));
    arguments.map_err(|error| {
        // An argument that a terminal would obey is quoted as it is by clap, so the same mistake is made
        // again with what may be shown.
        let again = program().try_get_matches_from(harmless);
        let again = again.and_then(|matches| Arguments::from_arg_matches(&matches));
        let error = again.err().unwrap_or(error);
        let shown = report(&error, lang);
        if as_json && !is_help(&error) {
            object(&error, lang);
        }
        match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion if shown => ExitCode::SUCCESS,
            _ => ExitCode::from(crate::failure::BAD_INPUT),
        }
    })
}

/// Sweeps that ask another question, and the commands that they are. The commands were names of their own before, which still
/// work.
pub const RENAMED: [(&str, &str); 2] = [("values", "values-sweep"), ("quotient", "quotient-sweep")];

/// `sweep --ask values` becomes `values-sweep`, unless it is about the games of a rule: those have ranges of parameters.
fn renamed(words: &mut Vec<OsString>) {
    let is = |word: &OsString, text: &str| word == text;
    let texts: Vec<&str> = words.iter().skip(1).map(|word| word.to_str().unwrap_or("")).collect();
    let has_ranges = texts.iter().any(|word| word.starts_with("--set"));
    let Some(at) = command_at(&texts).map(|at| at + 1).filter(|_| !has_ranges) else { return };
    if !is(&words[at], "sweep") {
        return;
    }
    for (asked, command) in RENAMED {
        let joined = words.iter().position(|word| is(word, &format!("--ask={asked}")));
        let apart = words.windows(2).position(|pair| is(&pair[0], "--ask") && is(&pair[1], asked));
        let found = match (joined, apart) {
            (Some(at), _) => at..at + 1,
            (None, Some(at)) => at..at + 2,
            (None, None) => continue,
        };
        words.drain(found);
        words[at] = command.into();
        return;
    }
}

/// Whether there is nothing but the name of the program, and perhaps a language.
fn is_bare_call(words: &[OsString]) -> bool {
    let words: Vec<Option<&str>> = words.iter().skip(1).map(|word| word.to_str()).collect();
    let known = |lang: &str| spoken(lang).is_some();
    match words.as_slice() {
        [] => true,
        [Some("--lang"), Some(lang)] => known(lang),
        [Some(word)] => word.strip_prefix("--lang=").is_some_and(known),
        _ => false,
    }
}

/// Says the welcome, and gives the exit status.
fn print_welcome(lang: Lang) -> ExitCode {
    let mut out = std::io::stdout().lock();
    match out.write_all(welcome(lang).as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            let failure = Failure::Io { what: Stream::Output, error };
            eprintln!("ishitori: {}", Text::new(lang).failure(&failure));
            ExitCode::from(crate::failure::BAD_INPUT)
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Words as texts, those that are none as nothing.
fn texts(words: &[OsString]) -> Vec<String> {
    words.iter().map(|word| word.to_str().unwrap_or_default().to_string()).collect()
}

/// An argument as it may be shown.
fn harmless(word: &OsString) -> OsString {
    match word.to_str().map(one_line) {
        Some(Cow::Owned(shown)) => shown.into(),
        _ => word.clone(),
    }
}

/// Shows the help that was asked for, or the error. Returns whether the help could be written.
fn report(error: &clap::Error, lang: Lang) -> bool {
    match lang {
        // Help goes to standard output; a closed pipe is no error.
        _ if is_help(error) => {
            let written = error.print().and_then(|()| std::io::stdout().flush());
            match written {
                Err(why) if why.kind() != std::io::ErrorKind::BrokenPipe => {
                    let text = Text::new(lang);
                    let failure = Failure::Io { what: Stream::Output, error: why };
                    eprintln!("ishitori: {}", text.failure(&failure));
                    return false;
                }
                _ => {}
            }
        }
        _ if is_a_heap(error) => {
            eprintln!("ishitori: {}", heaps_with_a_plus(error, lang));
        }
        Lang::En => {
            let plain = error.render().to_string();
            match shortened(&visible(&usage_error_en(&plain))) {
                same if same == plain => {
                    let _ = error.print();
                }
                better => eprint!("{better}"),
            }
        }
        lang => {
            eprintln!("ishitori: {}", shortened(&usage_error(error, lang)));
            let usage = error.get(ContextKind::Usage).map(ToString::to_string);
            if let Some(usage) = usage.as_deref().and_then(|usage| usage.strip_prefix("Usage: ")) {
                eprintln!("\n{} {}", lang.say("commands.help.usage"), usage.trim_end());
            }
            eprintln!("{}", lang.say("commands.help.more"));
        }
    }
    true
}

/// Whether a number stands where no argument is wanted: heaps with spaces between them.
fn is_a_heap(error: &clap::Error) -> bool {
    let argument = error.get(ContextKind::InvalidArg).map(ToString::to_string);
    let is_number = |text: &String| {
        !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || ('０'..='９').contains(&c))
    };
    error.kind() == ErrorKind::UnknownArgument && argument.as_ref().is_some_and(is_number)
}

fn heaps_with_a_plus(error: &clap::Error, lang: Lang) -> String {
    let number = error.get(ContextKind::InvalidArg).map(ToString::to_string).unwrap_or_default();
    say!(lang, "commands.help.heaps-with-a-plus", number)
}

fn is_help(error: &clap::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    )
}

/// Writes what is wrong with the command line as the one object that programs read.
fn object(error: &clap::Error, lang: Lang) {
    let message = match lang {
        _ if is_a_heap(error) => heaps_with_a_plus(error, lang),
        Lang::En => {
            let rendered = usage_error_en(&error.render().to_string());
            let said = rendered.split("\n\nUsage").next().unwrap_or(&rendered).trim();
            said.strip_prefix("error: ").unwrap_or(said).to_string()
        }
        lang => usage_error(error, lang),
    };
    let argument = error.get(ContextKind::InvalidArg).map(ToString::to_string);
    let object = error_object("usage", &message, argument.as_deref(), None);
    // A reader that closed the output does not want it.
    let _ = writeln!(std::io::stdout().lock(), "{object}");
}

/// `help grundy` becomes `grundy --help`: clap's own command speaks English only.
fn help_as_an_option(words: &mut Vec<OsString>) {
    let texts: Vec<&str> = words.iter().skip(1).map(|word| word.to_str().unwrap_or("")).collect();
    let Some(at) = command_at(&texts) else { return };
    // `draw help grid` asks for help, too.
    let help = if texts[at] == "draw" { at + 1 } else { at };
    if texts.get(help) == Some(&"help") {
        words.remove(help + 1);
        words.push("--help".into());
    }
}

/// The place of the command among words without the name of the program: the first one that is not an option, nor the value of
/// one that every command takes.
pub fn command_at(words: &[&str]) -> Option<usize> {
    let mut at = 0;
    while let Some(word) = words.get(at) {
        match *word {
            "--lang" | "--time-limit" | "--memory-limit" | "--threads" => at += 2,
            word if word.starts_with('-') => at += 1,
            _ => return Some(at),
        }
    }
    None
}

/// The language that the help is to have: what comes after `--lang`, or the locale.
fn language(words: &[OsString]) -> Lang {
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let asked = words.iter().enumerate().find_map(|(i, word)| match *word {
        "--lang" => words.get(i + 1).copied(),
        word => word.strip_prefix("--lang="),
    });
    asked.and_then(spoken).unwrap_or_else(Lang::from_environment)
}

/// The language with exactly this code.
fn spoken(code: &str) -> Option<Lang> {
    Lang::from_tag(code).filter(|lang| lang.tag() == code)
}

/// The commands and their arguments.
pub fn command(lang: Lang) -> Command {
    in_groups(built(lang, &|_| true), lang)
}

/// The same for a line that has been typed: what it cannot be about is left out.
fn program(lang: Lang, words: &[String]) -> Command {
    let asks_help = words.iter().any(|word| matches!(word.as_str(), "-h" | "--help" | "help"));
    match asks_help || words.iter().any(|word| matches!(word.as_str(), "completions" | "man")) {
        true => command(lang),
        false => built(lang, &|name| words.iter().any(|word| word == name)),
    }
}

fn built(lang: Lang, wanted: &dyn Fn(&str) -> bool) -> Command {
    let command = with_help_texts(asked::filled(Arguments::command(), wanted), "", lang, wanted);
    match lang {
        Lang::En => command,
        lang => {
            let mut english = asked::filled(Arguments::command(), wanted);
            english.build();
            used(command, &english, lang).disable_help_subcommand(true)
        }
    }
}

/// The program whose help lists six commands to begin with, and all of them in groups.
fn in_groups(command: Command, lang: Lang) -> Command {
    let commands = groups::described(&command, lang);
    let [usage, first, heading, options] = [
        "commands.help.usage",
        "commands.welcome.first",
        "commands.help.commands",
        "commands.help.options",
    ]
    .map(|key| lang.say(key));
    command.help_template(format!(
        "{{about-with-newline}}\n{usage} {{usage}}\n\n{first}\n{heading}\n{commands}\n{options}\n{{options}}{{after-help}}"
    ))
}

/// The same to be described and not to be run: what values stand for is in the language too.
pub fn described(lang: Lang) -> Command {
    fn values(command: Command, lang: Lang) -> Command {
        let command = command.mut_args(|argument| {
            let known = argument.get_possible_values();
            if known.is_empty() || !argument.get_action().takes_values() {
                return argument;
            }
            let known = known.into_iter().map(|value| {
                let english = value.get_help().map(ToString::to_string);
                match english.as_deref().and_then(|english| translated(english, lang)) {
                    Some(said) => value.help(said),
                    None => value,
                }
            });
            argument.value_parser(PossibleValuesParser::new(known))
        });
        command.mut_subcommands(|below| values(below, lang))
    }
    match lang {
        Lang::En => command(lang),
        lang => values(command(lang), lang),
    }
}

/// How each command is called, with the few words that clap puts in between in the language.
fn used(command: Command, english: &Command, lang: Lang) -> Command {
    let usage = english.clone().render_usage().to_string();
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage);
    let usage = usage
        .replace("[OPTIONS]", lang.say("commands.help.some-options"))
        .replace("<COMMAND>", lang.say("commands.help.a-command"));
    command.override_usage(usage).mut_subcommands(|below| {
        match english.find_subcommand(below.get_name()) {
            Some(english) => used(below, english, lang),
            None => below,
        }
    })
}

/// A command and those below it with examples and, in Japanese, their descriptions.
fn with_help_texts(
    mut command: Command,
    path: &str,
    lang: Lang,
    wanted: &dyn Fn(&str) -> bool,
) -> Command {
    // So that -5 is an unsuitable value and not an unknown option.
    command = command.mut_args(|argument| match argument.get_action().takes_values() {
        true if !argument.is_allow_hyphen_values_set() => argument.allow_negative_numbers(true),
        _ => argument,
    });
    let left_out = !wanted(path) && asked::names().any(|name| name == path);
    if let Some(entry) = (!left_out).then(|| entry(path)).flatten() {
        let own = notes(path, lang).map(|text| format!("{text}\n\n")).unwrap_or_default();
        let title = lang.say("commands.help.examples");
        if own.contains(title) {
            command = command.after_help(own.trim_end().to_string());
        } else {
            let lines: String = entry.examples.iter().map(|e| format!("\n  {e}")).collect();
            command = command.after_help(format!("{own}{title}{lines}"));
        }
        if let Some(about) = about(path, lang).filter(|_| lang != Lang::En) {
            command = command.about(about);
        }
    }
    if lang != Lang::En {
        let flag = |name: &'static str, short: char, action, help: &'static str| {
            Arg::new(name).short(short).long(name).action(action).help(help)
        };
        command = command.disable_help_flag(true).arg(flag(
            "help",
            'h',
            ArgAction::Help,
            lang.say("commands.help.help"),
        ));
        if path.is_empty() {
            command = command.disable_version_flag(true).arg(flag(
                "version",
                'V',
                ArgAction::Version,
                lang.say("commands.help.version"),
            ));
        }
        command = command
            .help_template(format!(
                "{{about-with-newline}}\n{} {{usage}}\n\n{{all-args}}{{after-help}}",
                lang.say("commands.help.usage")
            ))
            .subcommand_help_heading(lang.say("commands.help.heading-commands"))
            .mut_args(|argument| in_language(argument, lang));
    }
    let names: Vec<String> =
        command.get_subcommands().map(|below| below.get_name().to_string()).collect();
    for name in names {
        let below = if path.is_empty() { name.clone() } else { format!("{path} {name}") };
        command = command.mut_subcommand(name, |c| with_help_texts(c, &below, lang, wanted));
    }
    command
}

/// An argument with its help in another language than English, and what clap would add in English.
fn in_language(argument: Arg, lang: Lang) -> Arg {
    let help = argument.get_help().map(|help| help.to_string());
    let argument = match argument.is_positional() {
        true => argument.help_heading(lang.say("commands.help.heading-arguments")),
        false => argument.help_heading(lang.say("commands.help.heading-options")),
    };
    // These are in the language already.
    if matches!(argument.get_id().as_str(), "help" | "version") {
        return argument;
    }
    let translated = |english: &str| translated(english, lang);
    let Some(help) = help.as_deref().and_then(translated) else { return argument };
    if !argument.get_action().takes_values() {
        return argument.help(help).long_help(help);
    }
    // What clap would add in English.
    let default: Vec<String> =
        argument.get_default_values().iter().map(|v| v.to_string_lossy().into_owned()).collect();
    let default = match default.is_empty() {
        true => String::new(),
        false => say!(lang, "commands.help.default", default = default.join(" ")),
    };
    let values = argument.get_possible_values();
    let names: Vec<&str> = values.iter().map(|value| value.get_name()).collect();
    let (mut short, mut long) = (format!("{help}{default}"), format!("{help}{default}"));
    if !names.is_empty() {
        short += &say!(lang, "commands.help.choices", values = names.join(", "));
        long = format!("{long}\n\n{}", lang.say("commands.help.values"));
        for value in &values {
            let meaning = value.get_help().map(ToString::to_string);
            let meaning = meaning.as_deref().and_then(translated);
            let meaning = meaning.map(|meaning| format!(": {meaning}")).unwrap_or_default();
            long = format!("{long}\n- {}{meaning}", value.get_name());
        }
    }
    argument.help(short).long_help(long).hide_possible_values(true).hide_default_value(true)
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

    /// The commands that the report recommends to its readers are accepted.
    #[test]
    fn commands_of_the_report_can_be_typed() {
        for item in ishitori_reproduce::ITEMS {
            for line in item.command.split(" && ") {
                // Only single quotes are used, around what has spaces.
                let words = line.split('\'').enumerate().flat_map(|(i, part)| match i % 2 {
                    0 => part.split_whitespace().collect(),
                    _ => vec![part],
                });
                let matches = command(Lang::En).try_get_matches_from(words);
                assert!(matches.is_ok(), "{}: {line}: {}", item.id, matches.unwrap_err());
            }
        }
    }

    /// A command without a description or without examples, or an argument without help in the folders of the languages,
    /// is named here; the English of the folder is that of clap.
    #[test]
    fn every_command_and_argument_is_described_in_both_languages() {
        let mut missing = Vec::new();
        let mut english = command(Lang::En);
        english.build();
        let mut look = |path: &str, command: &Command| {
            match entry(path) {
                None => missing.push(format!("command `{path}`")),
                Some(_) => {
                    let shown = command.clone().render_long_help().to_string();
                    if !shown.contains("\n  ishitori ") {
                        missing.push(format!("examples of `{path}`"));
                    }
                    let about = command.get_about().map(ToString::to_string);
                    assert_eq!(super::about(path, Lang::En), about.as_deref(), "{path}");
                }
            }
            for argument in command.get_arguments() {
                if matches!(argument.get_id().as_str(), "help" | "version") {
                    continue; // clap's own, which have their Japanese in `with_help_texts`
                }
                match argument.get_help().map(|help| help.to_string()) {
                    None => missing.push(format!("help of {} of `{path}`", argument.get_id())),
                    Some(help) if translated(&help, Lang::Ja).is_none() => {
                        missing.push(format!("`{path}`: {help}"));
                    }
                    Some(_) => {}
                }
                for value in argument.get_possible_values() {
                    if let Some(help) = value.get_help().map(ToString::to_string)
                        && translated(&help, Lang::Ja).is_none()
                    {
                        missing.push(format!("a value of `{path}`: {help}"));
                    }
                }
            }
        };
        look("", &english);
        each(&english, "", &mut look);
        assert!(missing.is_empty(), "missing in languages/en/commands.txt: {missing:#?}");
    }
}
