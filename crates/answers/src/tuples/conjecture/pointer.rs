//! The way from a table to a proof: games that automata may decide for all positions.

use ishitori_automata::GameFormulas;
use ishitori_language::TextGame;

use super::Learnable;
use crate::{Note, RuleSource};

/// The command that looks for a proof, where the text of a game is in the class that automata can decide. Whether they
/// do is not tried: that takes as long as it takes. A game on heaps has a better way: its period. O(size of the game).
pub(crate) fn may_be_decided(
    game: &TextGame,
    rule: &RuleSource,
    set: &[String],
    end: Option<&str>,
    learn: Option<Learnable>,
) -> Option<Note> {
    if game.loopy().is_some() || game.has_sums() || game.recognise().is_some() {
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
