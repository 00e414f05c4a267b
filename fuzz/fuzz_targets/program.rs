//! Random games: nothing panics, limits hold, and tables do not depend on how they are computed.

#![no_main]

use std::time::{Duration, Instant};

use ishitori_language::{EndKind, TextGame};
use ishitori_solve::ending::TerminalValues;
use ishitori_solve::tuple::{
    TupleEnd, grundy_table, grundy_table_plain, outcome_table, value_table,
};
use ishitori_values::{Budget, GameStore};
use libfuzzer_sys::fuzz_target;

/// Makes choices from the input; 0 when there is no more.
struct Choices<'d>(std::slice::Iter<'d, u8>);

impl Choices<'_> {
    fn of(&mut self, n: u8) -> u8 {
        self.0.next().copied().unwrap_or(0) % n
    }

    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[usize::from(self.of(all.len() as u8))]
    }

    fn number(&mut self, names: &[&str], depth: u8) -> String {
        if depth == 0 || self.of(3) == 0 {
            return match self.of(3) {
                0 => self.of(6).to_string(),
                _ => self.pick(names).to_string(),
            };
        }
        let (a, b) = (self.number(names, depth - 1), self.number(names, depth - 1));
        match self.of(16) {
            0 | 1 => format!("({a} + {b})"),
            2..=4 => format!("({a} - {b})"),
            5 => format!("({a} * {b})"),
            6 => format!("({a} div {b})"),
            7 => format!("({a} mod {b})"),
            8 => format!("({a} xor {b})"),
            9 => format!("min({a}, {b})"),
            10 => format!("max({a}, {b})"),
            12 => format!("{}({a}, {b})", self.pick(&["bitand", "bitor", "bit"])),
            13 => format!("{}({a}, {b})", self.pick(&["shl", "shr"])),
            14 => format!("popcount({a})"),
            _ => format!("(if {} then {a} else {b})", self.condition(names, depth - 1)),
        }
    }

    fn condition(&mut self, names: &[&str], depth: u8) -> String {
        let (a, b) = (self.number(names, depth), self.number(names, depth));
        match self.of(8) {
            0 if depth > 0 => {
                let c = self.condition(names, depth - 1);
                format!("(not {c} or {a} < {b})")
            }
            1 => format!("{a} in {{1, {b}, 4 .. 6}}"),
            _ => format!("{a} {} {b}", self.pick(&["=", "!=", "<", "<=", ">", ">="])),
        }
    }

    fn game(&mut self) -> String {
        let width = 1 + usize::from(self.of(3));
        let coordinates = &["x", "y", "z"][..width];
        let mut text = format!("position ({})", coordinates.join(", "));
        if self.of(3) == 0 {
            text += &format!(" where {}", self.condition(coordinates, 1));
        }
        for _ in 0..1 + self.of(3) {
            let variable = self.of(4) > 0;
            let names: Vec<&str> =
                coordinates.iter().copied().chain(variable.then_some("u")).collect();
            text += &format!("\n{}: ", self.pick(&["both", "both", "both", "left", "right"]));
            for part in 0..1 + usize::from(self.of(6) == 0) {
                let changed = usize::from(self.of(width as u8));
                let tuple: Vec<String> = (0..width)
                    .map(|i| match (i == changed, self.of(4)) {
                        (true, 0..=1) if variable => "u".to_string(),
                        (true, _) | (false, 0) => self.number(&names, 2),
                        _ => coordinates[i].to_string(),
                    })
                    .collect();
                text += if part > 0 { " + " } else { "" };
                text += &format!("({})", tuple.join(", "));
            }
            if variable {
                let to = self.number(coordinates, 1);
                let from = self.number(coordinates, 0);
                text += &format!(" for u in {} {} {to}", from, self.pick(&["..", "..<"]));
            }
            if self.of(2) == 0 {
                text += &format!(" if {}", self.condition(&names, 1));
            }
        }
        match self.of(8) {
            0 => text += "\nend: misere",
            1 => text += &format!("\nend: if {} then L else R", self.condition(coordinates, 1)),
            2 => text += &format!("\nterminal: {}", self.condition(coordinates, 1)),
            _ => {}
        }
        text
    }
}

fn budget() -> Budget {
    Budget::unlimited().with_time(Duration::from_millis(100)).with_memory(1 << 25)
}

fuzz_target!(|data: &[u8]| {
    let text = Choices(data.iter()).game();
    let Ok(game) = TextGame::new(&text, &[]) else { return };
    let last = vec![5u32; game.width()];
    let started = Instant::now();
    let fast = grundy_table(&game, &last, &budget());
    let plain = grundy_table_plain(&game, &last, &budget());
    if let (Ok(fast), Ok(plain)) = (&fast, &plain) {
        for index in 0..6i64.pow(game.width() as u32) {
            let position: Vec<i64> =
                (0..game.width() as u32).map(|i| index / 6i64.pow(i) % 6).collect();
            if fast.is_computed(&position) && plain.is_computed(&position) {
                assert_eq!(fast.get(&position), plain.get(&position), "{position:?} in\n{text}");
            }
        }
        let _ = game.recognise();
    }
    if let (Ok(fast), Err(fault)) | (Err(fault), Ok(fast)) = (&fast, &plain) {
        assert!(fast.stopped.is_some(), "only one engine says {fault} in\n{text}");
    }
    let _ = outcome_table(&game, &last, TupleEnd::OfGame, &budget());
    if game.end() == EndKind::Normal {
        let store = GameStore::new();
        let mut session = store.session_within(budget());
        let terminal = TerminalValues::nowakowski(&session);
        let _ = value_table(&game, &last, TupleEnd::OfGame, &terminal, &mut session);
    }
    assert!(started.elapsed() < Duration::from_secs(20), "no limit held in\n{text}");
});
