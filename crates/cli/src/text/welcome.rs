//! The welcome, which is shown when no command is given.

use ishitori_words::say;

use super::{Lang, groups};
use crate::help::command;

/// At most 25 lines: six commands to begin with, and the names of the others in groups.
pub fn welcome(lang: Lang) -> String {
    let program = command(lang);
    let languages: Vec<&str> = Lang::ALL.iter().map(|known| known.tag()).collect();
    let [title, first, all] =
        ["commands.welcome.title", "commands.welcome.first", "commands.welcome.all"]
            .map(|key| lang.say(key));
    let after = say!(lang, "commands.welcome.after", languages = languages.join("|"));
    format!("{title}\n\n{first}\n{all}\n\n{}\n{after}", groups::names(&program, lang))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_named_and_it_is_short() {
        for lang in [Lang::En, Lang::Ja] {
            let said = welcome(lang);
            assert!(said.lines().count() <= 25, "{said}");
            assert_eq!(said.lines().filter(|line| line.starts_with("  ishitori ")).count(), 6);
            let words: Vec<&str> = said.split_whitespace().collect();
            let program = command(lang);
            let visible = program.get_subcommands().filter(|c| !c.is_hide_set());
            for command in visible.filter(|c| c.get_name() != "help") {
                assert!(words.contains(&command.get_name()), "{}: {said}", command.get_name());
            }
        }
    }
}
