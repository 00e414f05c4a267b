//! Commands that are made from the requests of their questions: every field is an argument or an option, and what is said
//! of it is the comment of the field. Which questions have such a command stands in their registration.

use clap::builder::{PossibleValuesParser, RangedU64ValueParser};
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches, Subcommand};
use ishitori_answers::shape::{Field, Kind, Shape};
use ishitori_answers::{Context, Question, Stream};
use serde_json::{Map, Value as Json};

use crate::ExitCode;
use crate::failure::Failure;
use crate::output::{Output, quoted};

/// Commands that the help does not list: few people need them.
const HIDDEN: [&str; 2] = ["devices", "parity"];

/// A question as it was typed.
pub struct Asked {
    question: &'static str,
    given: Vec<(Field, Given)>,
}

/// The value of a field as it was typed.
enum Given {
    /// The rule of a game, which may be the name of a file.
    Rule(String),
    /// Anything else.
    Value(Json),
}

/// A question that has such a command: its name, the fields that have no name there, and all fields.
fn question(name: &str) -> Option<(&'static str, &'static [&'static str], Shape)> {
    let (name, registration) = Question::REGISTERED.iter().find(|(known, _)| *known == name)?;
    Some((*name, registration.command?, Question::shape(name)?))
}

/// What is said of a field, as clap has it: without marks of code and a full stop at the end.
fn help(field: &Field) -> String {
    let text = field.description().replace('`', "");
    text.strip_suffix('.').unwrap_or(&text).to_string()
}

fn argument(field: Field, place: Option<usize>) -> Arg {
    let name = field.name;
    let arg = Arg::new(name).help(help(&field)).required(field.required);
    let arg = match place {
        Some(place) => arg.index(place + 1).display_order(place),
        None => arg.long(name),
    };
    let value_name = match (name, field.kind) {
        _ if place.is_some() => name.to_uppercase(),
        ("set", _) => "NAME=VALUE".to_string(),
        (_, Kind::Number) => "N".to_string(),
        _ => name.to_uppercase(),
    };
    // One word for one thing: the most of something that is shown.
    let arg = if name == "most" { arg.alias("limit") } else { arg };
    let arg = match field.usual() {
        Some(usual) if field.kind != Kind::Flag => arg.default_value(usual),
        _ => arg,
    };
    match field.kind {
        Kind::Flag => arg.action(ArgAction::SetTrue),
        Kind::Number => {
            let range = field.least()..=field.most().unwrap_or(u64::MAX);
            arg.value_name(value_name).value_parser(RangedU64ValueParser::<u64>::new().range(range))
        }
        Kind::Numbers => arg
            .value_name("N,N…")
            .value_delimiter(',')
            .value_parser(RangedU64ValueParser::<u64>::new().range(0..=u64::from(u32::MAX))),
        Kind::Texts => {
            arg.value_name(value_name).action(ArgAction::Append).allow_hyphen_values(true)
        }
        Kind::Text | Kind::Rule => {
            let arg = arg.value_name(value_name).allow_hyphen_values(place.is_some());
            match field.choices() {
                Some(choices) => arg.value_parser(PossibleValuesParser::new(choices)),
                None => arg,
            }
        }
    }
}

fn command(name: &'static str, unnamed: &[&str], shape: Shape) -> Command {
    let fields = || shape.fields();
    let arguments = fields()
        .map(|field| argument(field, unnamed.iter().position(|unnamed| *unnamed == field.name)));
    Command::new(name)
        .about(shape.description().trim_end_matches('.'))
        .args(arguments)
        .hide(HIDDEN.contains(&name))
}

/// The program with the arguments of those commands that are wanted.
pub fn filled(mut program: Command, wanted: &dyn Fn(&str) -> bool) -> Command {
    for name in names().filter(|name| wanted(name)) {
        let Some((_, unnamed, shape)) = question(name) else { continue };
        program = program.mut_subcommand(name, |_| command(name, unnamed, shape));
    }
    program
}

/// The fields of the question that a command asks, if its command is made from it: what clap says of each, and its name.
pub fn fields(question: &str) -> Vec<(String, &'static str)> {
    let found = self::question(question);
    let fields = found.into_iter().flat_map(|(_, _, shape)| shape.fields());
    fields.map(|field| (help(&field), field.name)).collect()
}

/// The names of the questions that have such a command.
pub fn names() -> impl Iterator<Item = &'static str> {
    let registered = Question::REGISTERED.iter();
    registered.filter(|(_, found)| found.command.is_some()).map(|(name, _)| *name)
}

/// Command lines that ask the examples of a question, if its command is made from it.
pub fn examples(question: &str) -> Vec<String> {
    let line = |words: &Vec<String>| {
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        format!("ishitori {}", words.join(" "))
    };
    Question::command_lines(question).iter().map(line).collect()
}

impl Subcommand for Asked {
    /// Their names alone: schemas are read by [`filled`] where they are needed, not whenever the program starts.
    fn augment_subcommands(above: Command) -> Command {
        above.subcommands(names().map(Command::new))
    }

    fn augment_subcommands_for_update(above: Command) -> Command {
        Asked::augment_subcommands(above)
    }

    fn has_subcommand(name: &str) -> bool {
        names().any(|known| known == name)
    }
}

impl FromArgMatches for Asked {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Asked, clap::Error> {
        let found = matches
            .subcommand()
            .and_then(|(name, below)| question(name).map(|question| (question, below)));
        let Some(((question, _, shape), below)) = found else {
            return Err(clap::Error::new(clap::error::ErrorKind::MissingSubcommand));
        };
        let given = shape.fields().filter_map(|field| Some((field, value(field, below)?)));
        Ok(Asked { question, given: given.collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Asked::from_arg_matches(matches)?;
        Ok(())
    }
}

/// What was typed for a field, if anything was.
fn value(field: Field, typed: &ArgMatches) -> Option<Given> {
    let name = field.name;
    Some(match field.kind {
        Kind::Flag => Given::Value(typed.get_flag(name).into()),
        Kind::Number => Given::Value((*typed.get_one::<u64>(name)?).into()),
        Kind::Numbers => Given::Value(typed.get_many::<u64>(name)?.copied().collect()),
        Kind::Texts => Given::Value(typed.get_many::<String>(name)?.cloned().collect()),
        Kind::Text => Given::Value(typed.get_one::<String>(name)?.as_str().into()),
        Kind::Rule => Given::Rule(typed.get_one::<String>(name)?.clone()),
    })
}

/// Asks the question.
pub fn run(asked: &Asked, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    let not_read =
        |error: serde_json::Error| Failure::Io { what: Stream::Json, error: error.into() };
    let mut request = Map::new();
    for (field, given) in &asked.given {
        let value = match given {
            Given::Rule(text) => serde_json::to_value(output.rule(text)?).map_err(not_read)?,
            Given::Value(value) => value.clone(),
        };
        request.insert(field.name.to_string(), value);
    }
    let question = Question::read(asked.question, Json::Object(request));
    let question = question.expect("its name is from the list of questions").map_err(not_read)?;
    output.answer(question.answer(context)?)
}
