//! Automata as text that other programs read.

use std::fmt::Write;

use super::automaton_table::AutomatonTable;

impl AutomatonTable {
    /// As a file of Walnut (H. Mousavi, *Automatic theorem proving in Walnut*, arXiv 1603.06017): the number system of
    /// each track, then each state with its output and where each letter leads. Letters that lead nowhere are left out, as there.
    /// O(letters).
    ///
    /// ```
    /// use ishitori_answers::conjecture::{Accepts, AutomatonTable, StateRow, Transition};
    /// let next = vec![Transition { read: "0*".into(), to: 0 }];
    /// let states = vec![StateRow { accepting: true, next }];
    /// let tracks = vec!["a".into(), "b".into()];
    /// let table = AutomatonTable { accepts: Accepts::PPositions, tracks, base: None, states };
    /// assert_eq!(table.to_walnut(), "msd_2 msd_2\n\n0 1\n0 0 -> 0\n0 1 -> 0\n");
    /// ```
    pub fn to_walnut(&self) -> String {
        // Walnut has names of its own; Ostrowski systems have those that its command `ost` gave them.
        let system = match self.base.as_deref() {
            None => "msd_2".to_string(),
            Some("fibonacci") => "msd_fib".to_string(),
            Some("pell") => "msd_pell".to_string(),
            Some(base) if base.starts_with("ostrowski") => "msd_ostrowski".to_string(),
            Some(base) => format!("msd_{base}"),
        };
        let mut out = vec![system; self.tracks.len()].join(" ") + "\n";
        for (number, state) in self.states.iter().enumerate() {
            let _ = writeln!(out, "\n{number} {}", u8::from(state.accepting));
            for next in &state.next {
                for letter in letters(&next.read) {
                    let _ = writeln!(out, "{} -> {}", letter.join(" "), next.to);
                }
            }
        }
        out
    }

    /// In the language of Graphviz; `name` stands above it. O(transitions).
    ///
    /// ```
    /// use ishitori_answers::conjecture::{Accepts, AutomatonTable, StateRow, Transition};
    /// let next = vec![Transition { read: "00".into(), to: 0 }, Transition { read: "11".into(), to: 0 }];
    /// let states = vec![StateRow { accepting: true, next }];
    /// let tracks = vec!["a".into(), "b".into()];
    /// let table = AutomatonTable { accepts: Accepts::PPositions, tracks, base: None, states };
    /// assert!(table.to_dot("nim").contains("s0 -> s0 [label=\"00, 11\"];"));
    /// ```
    pub fn to_dot(&self, name: &str) -> String {
        let heading = format!("{name}: {}", self.tracks.join(","));
        let mut out = format!("digraph {{\n  label={};\n  rankdir=LR;\n", quoted(&heading));
        out.push_str("  start [shape=point];\n");
        for (number, state) in self.states.iter().enumerate() {
            let shape = if state.accepting { "doublecircle" } else { "circle" };
            let _ = writeln!(out, "  s{number} [shape={shape}, label=\"{number}\"];");
        }
        if !self.states.is_empty() {
            out.push_str("  start -> s0;\n");
        }
        for (from, state) in self.states.iter().enumerate() {
            // One arrow for all letters to a state, where it is first met.
            let mut written: Vec<usize> = Vec::new();
            for to in state.next.iter().map(|next| next.to) {
                if written.contains(&to) {
                    continue;
                }
                written.push(to);
                let same = state.next.iter().filter(|next| next.to == to);
                let read: Vec<&str> = same.map(|next| next.read.as_str()).collect();
                let _ = writeln!(out, "  s{from} -> s{to} [label=\"{}\"];", read.join(", "));
            }
        }
        out + "}\n"
    }
}

/// All letters that a pattern with `*` stands for, as digits.
fn letters(read: &str) -> Vec<Vec<String>> {
    let digits: Vec<String> = match read.contains(',') {
        true => read.split(',').map(String::from).collect(),
        false => read.chars().map(String::from).collect(),
    };
    let mut all: Vec<Vec<String>> = vec![Vec::new()];
    for digit in digits {
        let choices = match digit.as_str() {
            "*" => vec!["0".to_string(), "1".to_string()],
            _ => vec![digit],
        };
        let with = |letter: Vec<String>| {
            choices
                .iter()
                .map(|digit| [letter.clone(), vec![digit.clone()]].concat())
                .collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(with).collect();
    }
    all
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
