//! Values of boards and heaps inside expressions: `value(domineering, "...|...")`, `heap(0.77, 12)`.
//!
//! Such a call is computed first, and stands in the expression as a variable whose name is as long as the call was,
//! so that places in the expression stay where they are.

use std::ops::Range;

use ishitori_values::{Budget, Game, GameStore, LimitReached};

use crate::board::BoardRule;
use crate::grundy;
use crate::rule::halfwidth;
use crate::{Accepted, AskError, Context, RuleSource};

/// The largest heap that is looked up.
const MAX_HEAP: u64 = 1_000_000;

/// A call of `value` or `heap`.
struct Call {
    span: Range<usize>,
    heap: bool,
    arguments: String,
}

/// The calls of an expression with their values, by where they stand. The cost is that of the values.
pub(crate) fn calls(
    source: &str,
    store: &GameStore,
    budget: &Budget,
) -> Result<Vec<(Range<usize>, Game)>, AskError> {
    find(source)
        .into_iter()
        .map(|call| {
            let found = match call.heap {
                true => heap(&call.arguments, store, budget),
                false => board(&call.arguments, store, budget),
            };
            found.map(|value| (call.span, value))
        })
        .collect()
}

/// Where calls stand: the word, then parentheses; quoted texts may have anything in them.
fn find(source: &str) -> Vec<Call> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some((start, heap)) = next_word(source, at) {
        let word = if heap { "heap" } else { "value" };
        let open = start + word.len();
        let Some(inside) = source[open..].strip_prefix('(').and_then(closed) else {
            at = open;
            continue;
        };
        let end = open + inside.len() + 2;
        found.push(Call { span: start..end, heap, arguments: inside.to_string() });
        at = end;
    }
    found
}

fn next_word(source: &str, from: usize) -> Option<(usize, bool)> {
    let place = |word: &str| {
        source[from..].match_indices(word).map(|(i, _)| from + i).find(|&i| {
            let before = source[..i].chars().next_back();
            !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
        })
    };
    match (place("value("), place("heap(")) {
        (Some(value), Some(heap)) => Some((value.min(heap), heap < value)),
        (Some(value), None) => Some((value, false)),
        (None, Some(heap)) => Some((heap, true)),
        (None, None) => None,
    }
}

/// The text up to the parenthesis that closes.
fn closed(text: &str) -> Option<&str> {
    let (mut depth, mut quoted) = (0, false);
    for (i, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' => depth += 1,
            ')' if depth == 0 => return Some(&text[..i]),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn unquoted(text: &str) -> &str {
    let text = text.trim();
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text)
}

fn refused(value: &str, accepted: Accepted) -> AskError {
    AskError::Argument { field: "expression", value: value.to_string(), accepted }
}

/// `domineering, "...|..."`.
fn board(arguments: &str, store: &GameStore, budget: &Budget) -> Result<Game, AskError> {
    let bad = || refused(arguments, Accepted::ValueCall);
    // The position stands in quotes at the end.
    let rest = arguments.trim_end().strip_suffix('"').ok_or_else(bad)?;
    let (name, position) = rest.rsplit_once('"').ok_or_else(bad)?;
    let name = name.trim_end().strip_suffix(',').ok_or_else(bad)?;
    let rule = BoardRule::read(&RuleSource::Text(unquoted(name).to_string()), &[])?;
    if !rule.is_normal() {
        return Err(bad());
    }
    let set_up = rule.set_up(Some(position), budget)?;
    Ok(set_up.value(store, 1, budget)?)
}

/// `0.77, 12`.
fn heap(arguments: &str, store: &GameStore, budget: &Budget) -> Result<Game, AskError> {
    let bad = || refused(arguments, Accepted::HeapCall);
    let (rule, size) = arguments.rsplit_once(',').ok_or_else(bad)?;
    let size = halfwidth(size.trim()).parse::<u64>().ok().filter(|&n| n <= MAX_HEAP);
    let to = size.ok_or_else(bad)?;
    let request = grundy::Request {
        rule: RuleSource::Text(unquoted(rule).to_string()),
        set: Vec::new(),
        to,
        end: Default::default(),
        engine: None,
    };
    let found = grundy::answer(&request, &Context::new(budget.clone()))?;
    match found.values.get(to as usize) {
        // A heap is worth the nimber of its Grundy number (Sprague, Grundy).
        Some(grundy) => Ok(store.session_within(budget.clone()).nimber(grundy)?),
        None => Err(AskError::Limit(match found.stopped.and_then(|stopped| stopped.reached) {
            Some(limit) => limit,
            None => LimitReached::Cancelled,
        })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_found() {
        let found = |source: &str| -> Vec<String> {
            find(source).into_iter().map(|call| source[call.span].to_string()).collect()
        };
        assert_eq!(found("1 + heap(0.77, 3)"), ["heap(0.77, 3)"]);
        assert_eq!(
            found("Mean(value(col, \"1:L\") - value(g(k=3), \"a)b\"))"),
            ["value(col, \"1:L\")", "value(g(k=3), \"a)b\")"]
        );
        assert!(found("myvalue(3) + Heap(2) + value + heap(").is_empty());
    }
}
