//! Any text as an expression: reading and evaluating never panics, and what is printed reads back.

use std::time::Duration;

use ishitori_values::calculator::{Calculator, Value};
use ishitori_values::notation::Style;
use ishitori_values::{Budget, GameStore};

/// The text of an expression.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let store = GameStore::new();
    let budget = || Budget::unlimited().with_time(Duration::from_millis(200)).with_memory(1 << 28);
    let mut c = Calculator::within(&store, budget());
    let Ok(value) = c.eval(text) else { return };
    let Value::Game(g) = value else { return };
    for style in [Style::Ascii, Style::Unicode] {
        if let Ok(printed) = c.session().print_as(g, style)
            && printed.len() < 10_000
        {
            c.set_budget(budget());
            match c.eval(&printed) {
                Ok(again) => assert_eq!(again, Value::Game(g), "{printed}"),
                Err(error) => assert!(error.limit().is_some(), "{printed}: {error}"),
            }
        }
    }
}
