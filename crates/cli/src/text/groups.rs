//! The commands in groups, for the welcome and the help of the program.

use clap::Command;
use unicode_width::UnicodeWidthStr;

use super::Lang;

/// Commands that belong together: the message that says what they are for, and their names.
struct Group {
    title: &'static str,
    names: &'static [&'static str],
}

const GROUPS: [Group; 8] = [
    Group {
        title: "commands.group.play-understand",
        names: &[
            "play",
            "explain",
            "remoteness",
            "compound",
            "blocking",
            "dots-and-boxes",
            "puzzle",
            "games",
        ],
    },
    Group {
        title: "commands.group.heaps",
        names: &["grundy", "period", "outcomes", "values", "misere", "quotient", "identify"],
    },
    Group { title: "commands.group.your-own-games", names: &["table", "fmt"] },
    Group { title: "commands.group.boards", names: &["position", "census"] },
    Group { title: "commands.group.calculate", names: &["eval", "repl", "tour"] },
    Group {
        title: "commands.group.prove-check",
        names: &["conjecture", "check", "cite", "reproduce"],
    },
    Group { title: "commands.group.whole-families", names: &["sweep", "merge", "atlas"] },
    Group { title: "commands.group.pictures-pages", names: &["draw", "serve"] },
];

/// The visible commands in groups: the title of each, and its commands.
fn grouped(program: &Command, lang: Lang) -> Vec<(&'static str, Vec<&Command>)> {
    let visible =
        || program.get_subcommands().filter(|c| !c.is_hide_set() && c.get_name() != "help");
    let mut found: Vec<(&str, Vec<&Command>)> = Vec::new();
    for group in &GROUPS {
        let named = |name: &&str| visible().find(|command| command.get_name() == *name);
        found.push((lang.say(group.title), group.names.iter().filter_map(named).collect()));
    }
    let known = |name: &str| GROUPS.iter().any(|group| group.names.contains(&name));
    let others: Vec<&Command> = visible().filter(|command| !known(command.get_name())).collect();
    if !others.is_empty() {
        found.push((lang.say("commands.group.more"), others));
    }
    found
}

/// The names of the commands, a line for each group.
pub fn names(program: &Command, lang: Lang) -> String {
    let groups = grouped(program, lang);
    let width = groups.iter().map(|(title, _)| title.width()).max().unwrap_or(0);
    let line = |(title, commands): &(&str, Vec<&Command>)| {
        let names: Vec<&str> = commands.iter().map(|command| command.get_name()).collect();
        format!("  {title}{}   {}\n", " ".repeat(width - title.width()), names.join(" "))
    };
    groups.iter().map(line).collect()
}

/// The commands with a line about each, under the titles of their groups.
pub fn described(program: &Command, lang: Lang) -> String {
    let groups = grouped(program, lang);
    let commands = groups.iter().flat_map(|(_, commands)| commands);
    let width = commands.map(|command| command.get_name().len()).max().unwrap_or(0);
    let mut out = String::new();
    for (title, commands) in &groups {
        out += &format!("\n {title}\n");
        for command in commands {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            out += &format!("  {:width$}  {about}\n", command.get_name());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::help::command;

    /// No name is of a command that is not there.
    #[test]
    fn groups_are_of_commands() {
        let program = command(Lang::En);
        let listed = names(&program, Lang::En);
        for name in GROUPS.iter().flat_map(|group| group.names) {
            assert!(listed.split_whitespace().any(|word| word == *name), "{name}");
        }
        for lang in [Lang::En, Lang::Ja] {
            let said = described(&command(lang), lang);
            assert_eq!(said.lines().filter(|line| line.starts_with("  ")).count(), 31, "{said}");
        }
    }
}
