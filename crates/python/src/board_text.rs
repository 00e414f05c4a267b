//! Positions of board games that are texts: all of the library, and those that users write.

use ishitori::engines::answers::board::BoardRule;
use ishitori::engines::answers::{Accepted, AskError, RuleSource};
use ishitori::prelude::{Budget, Game as Handle, Player};
use pyo3::pybacked::PyBackedStr;

use crate::game::store;

/// A game by its name, or by its text.
pub fn read(name: &str) -> Result<BoardRule, AskError> {
    BoardRule::read(&RuleSource::Text(name.to_string()), &[])
}

/// The values of positions. Under misère play there are none.
pub fn values(
    rule: &BoardRule,
    texts: &[PyBackedStr],
    threads: usize,
    budget: &Budget,
) -> Result<Vec<Handle>, AskError> {
    if !rule.is_normal() {
        let (value, accepted) = (rule.name().to_string(), Accepted::NormalBoard);
        return Err(AskError::Argument { field: "game", value, accepted });
    }
    let value = |text: &PyBackedStr| {
        let set_up = rule.set_up(Some(text), budget)?;
        set_up.value(store().games(), threads, budget).map_err(AskError::Limit)
    };
    texts.iter().map(value).collect()
}

/// The positions that a player can move to, each once.
pub fn options(
    rule: &BoardRule,
    text: &str,
    player: Player,
    budget: &Budget,
) -> Result<Vec<String>, AskError> {
    let set_up = rule.set_up(Some(text), budget)?;
    // Moves that lead to one position are one, and positions have different texts.
    let moves = set_up.moves(&set_up.start(), player, budget)?;
    Ok(moves.iter().map(|(_, to)| to.text().to_string()).collect())
}
