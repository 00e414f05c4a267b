//! End rules as the user names them, and the games that they make of a rule.

use ishitori_language::{EndKind, TextGame};
use ishitori_rules::end::{EndRule, EndTable};
use ishitori_rules::heap::HeapRule;
use ishitori_solve::tuple::TupleEnd;
use ishitori_values::Outcome;
use serde::{Deserialize, Serialize};

use crate::{Accepted, AskError, Rule};

/// The most letters of an end rule that becomes a part of a game.
const MOST_LETTERS: usize = 32;

/// Reads an end rule.
pub fn read_end(text: &str) -> Result<EndRule, AskError> {
    text.parse().map_err(|error| AskError::End { error })
}

/// A rule and an end rule for an engine for heap games, if it knows both.
pub fn heap_question(
    rule: &Rule,
    end: Option<&str>,
) -> Result<Option<(HeapRule, EndRule)>, AskError> {
    let given = end.map(read_end).transpose()?;
    Ok(match rule {
        Rule::Heap(rule) => Some((rule.clone(), given.unwrap_or_else(EndRule::normal))),
        Rule::Game(game) => game.recognise().and_then(|found| {
            let end = match (given, game.end()) {
                (Some(end), _) => end,
                (None, EndKind::Normal) => EndRule::normal(),
                (None, EndKind::Misere) => EndRule::misere(),
                (None, EndKind::Letter) => final_heaps(game, &found.rule)?,
            };
            Some((found.rule, end))
        }),
    })
}

/// The end rule of a subtraction game by its final heaps, which are those below the least number
/// that can be taken: the same game on one heap.
fn final_heaps(game: &TextGame, rule: &HeapRule) -> Option<EndRule> {
    let code = rule.code().filter(|code| code.is_subtraction() && code.repeat() == 0)?;
    let least = *code.takes_up_to(code.max_take()?).first()?;
    let mut machine = game.machine();
    let letters: Result<Vec<Outcome>, _> =
        (0..i64::from(least)).map(|n| machine.letter(&[n])).collect();
    Some(EndRule::Stones(EndTable::new(letters.ok()?, 1)))
}

/// A game under the end rule that the user gives: normal and misère play become those of the game.
pub fn under(game: &TextGame, end: Option<&str>) -> Result<(TextGame, Option<EndRule>), AskError> {
    Ok(match end.map(read_end).transpose()? {
        None => (game.clone(), None),
        Some(end) if end.is_normal() => {
            (game.with_end(ishitori_language::PlayConvention::Normal), None)
        }
        Some(end) if end.is_misere() => {
            (game.with_end(ishitori_language::PlayConvention::Misere), None)
        }
        Some(end) => (game.clone(), Some(end)),
    })
}

/// A game in the language that ends by the stones that are left, as a part of the game: its letters
/// are those for the sum of the coordinates. `None` if the rule is not about stones, or too long.
pub fn as_letters(game: &TextGame, end: &EndRule) -> Option<TextGame> {
    let EndRule::Stones(table) = end else { return None };
    let (letters, repeat) = (table.letters(), table.repeat());
    if letters.len() > MOST_LETTERS {
        return None;
    }
    let stones = format!("({})", game.coordinates().join(" + "));
    let lead = letters.len() - repeat;
    let mut text = String::new();
    for (left, letter) in letters.iter().enumerate() {
        match left {
            left if left + 1 == letters.len() => text.push_str(&letter.to_string()),
            left if left < lead => {
                text.push_str(&format!("if {stones} = {left} then {letter} else "));
            }
            left => {
                let rest = left % repeat;
                text.push_str(&format!("if {stones} mod {repeat} = {rest} then {letter} else "));
            }
        }
    }
    game.with_letters(&game.formula(&text).ok()?)
}

/// The end rule for a game in the language.
pub fn ending(end: &Option<EndRule>) -> Result<TupleEnd<'_>, AskError> {
    match end {
        None => Ok(TupleEnd::OfGame),
        Some(EndRule::Stones(table)) => Ok(TupleEnd::Total(table)),
        Some(EndRule::Moves) => Err(AskError::Argument {
            field: "end",
            value: "moves".to_string(),
            accepted: Accepted::GameEnd,
        }),
    }
}

/// Who wins when no move is left, where only these two ends are asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PlayConvention {
    /// The player who made the last move.
    #[default]
    #[serde(alias = "ノーマル", alias = "正規", alias = "正規形")]
    Normal,
    /// The player who cannot move.
    #[serde(alias = "misère", alias = "ミゼール", alias = "逆形")]
    Misere,
}
