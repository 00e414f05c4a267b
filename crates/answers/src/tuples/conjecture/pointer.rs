//! The way from a table to a proof: games that automata may decide for all positions.

use ishitori_automata::GameFormulas;
use ishitori_language::TextGame;

use super::Learnable;
use crate::{Note, RuleSource};

/// Longer texts, without their comments, are not looked at: translating nested expressions recurses.
const LONGEST: usize = 400;

/// The command that looks for a proof, where the text of a game is in the class that automata can decide. Whether they
/// do is not tried: that takes as long as it takes. O(size of the game).
pub(crate) fn may_be_decided(
    game: &TextGame,
    rule: &RuleSource,
    set: &[String],
    end: Option<&str>,
    learn: Option<Learnable>,
) -> Option<Note> {
    let lines = game.source().lines().map(|line| line.split('#').next().unwrap_or_default());
    let length: usize = lines.map(|line| line.trim().len()).sum();
    if game.loopy().is_some() || game.has_sums() || length > LONGEST {
        return None;
    }
    GameFormulas::new(game.checked()).ok()?;
    let rule = match rule {
        RuleSource::Text(text) => text,
        RuleSource::File { name, .. } => name,
    };
    let mut command: Vec<String> = vec!["conjecture".into(), rule.clone()];
    set.iter().for_each(|set| command.extend(["--set".into(), set.clone()]));
    end.iter().for_each(|end| command.extend(["--end".into(), (*end).into()]));
    command.extend(["--fit", "--prove"].map(String::from));
    let learn = learn.map(|learn| match learn {
        Learnable::Grundy => "grundy",
        Learnable::Outcomes => "outcomes",
    });
    learn.iter().for_each(|learn| command.extend(["--learn", learn].map(String::from)));
    Some(Note::MayBeDecided { command })
}
