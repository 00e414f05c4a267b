//! Transition graphs as text: for a terminal, and for Graphviz.

use std::fmt::Write;

use crate::filling::GraphMove;
use crate::font::text_width;
use crate::grid::GridValue;
use crate::transition::{ArrowLabels, TransitionGraph};

impl TransitionGraph {
    /// The graph as lines, one for each position: its result, and what each move takes and leaves.
    /// O(positions + moves).
    ///
    /// ```
    /// use ishitori_draw::TransitionGraph;
    /// let moves = vec![vec![], vec![0], vec![0, 1]];
    /// let graph = TransitionGraph::new("S = {1, 2}", moves, vec![0, 1, 2]);
    /// assert!(graph.to_text().contains("2  2  → 0  → 1"));
    /// ```
    pub fn to_text(&self) -> String {
        let filling = &self.filling;
        let count = filling.moves.len();
        let turns = filling.turns(count.saturating_sub(1));
        let letters = filling.values.iter().any(|v| matches!(v, GridValue::Letter(_)));
        let value = |n: usize| match self.blank {
            true => "_".to_string(),
            false => filling.values[n].to_string(),
        };
        let head = if letters { "" } else { "G" };
        let names = (0..count).map(|n| columns(&filling.name(n))).max().unwrap_or(1);
        let values = (0..count).map(|n| value(n).len()).max().unwrap_or(1);
        let mut out = format!("{}\n", self.title);
        let _ = write!(out, "  {:>names$}  {head:>values$}", "n");
        out.truncate(out.trim_end().len());
        for (n, turn) in turns.iter().enumerate() {
            let name = filling.name(n);
            let pad = " ".repeat(names - columns(&name));
            let _ = write!(out, "\n  {pad}{name}  {:>values$}", value(n));
            for m in &filling.moves[n] {
                let taken = self.taken(*turn, m);
                let space = if taken.is_empty() { "" } else { " " };
                let _ = write!(out, "  {taken}{space}→ {}", self.left(m));
            }
        }
        if self.labels != ArrowLabels::None && !self.labels_label.is_empty() {
            let _ = write!(out, "\n{}", self.labels_label);
        }
        out.push('\n');
        out
    }

    /// The graph in the DOT language of Graphviz; a move that leaves a sum has a point of its own,
    /// from which thin arrows lead to its parts. O(positions + moves).
    ///
    /// ```
    /// use ishitori_draw::TransitionGraph;
    /// let graph = TransitionGraph::new("take one", vec![vec![], vec![0]], vec![0, 1]);
    /// assert!(graph.to_dot().contains("p1 -> p0"));
    /// ```
    pub fn to_dot(&self) -> String {
        let filling = &self.filling;
        let count = filling.moves.len();
        let turns = filling.turns(count.saturating_sub(1));
        let mut out = format!("digraph {{\n  label={};\n  rankdir=RL;\n", quoted(&self.title));
        for n in 0..count {
            let name = filling.name(n);
            let text = match self.blank {
                true => format!("{name}\n "),
                false => format!("{name}\n{}", filling.values[n]),
            };
            let _ = writeln!(out, "  p{n} [shape=box, label={}];", quoted(&text));
        }
        for (n, turn) in turns.iter().enumerate() {
            for (i, m) in filling.moves[n].iter().enumerate() {
                let colour = match m.players {
                    [true, false] => ", color=blue",
                    [false, true] => ", color=orangered",
                    _ => "",
                };
                let label = quoted(&self.taken(*turn, m));
                match &m.parts[..] {
                    [to] => {
                        let _ = writeln!(out, "  p{n} -> p{to} [label={label}{colour}];");
                    }
                    parts => {
                        let _ = writeln!(out, "  m{n}_{i} [shape=point];");
                        let arrow = format!("label={label}{colour}, dir=none");
                        let _ = writeln!(out, "  p{n} -> m{n}_{i} [{arrow}];");
                        for to in parts {
                            let _ = writeln!(out, "  m{n}_{i} -> p{to} [penwidth=0.5{colour}];");
                        }
                    }
                }
            }
        }
        out.push_str("}\n");
        out
    }

    /// The player and the number of stones taken.
    fn taken(&self, turns: [bool; 2], m: &GraphMove) -> String {
        let movers = match self.labels {
            ArrowLabels::None => return String::new(),
            ArrowLabels::Taken | ArrowLabels::Turns => self.movers(turns, m.players),
        };
        let labels: Vec<String> = movers.iter().map(|who| format!("{who}{}", m.taken)).collect();
        labels.join(" ")
    }

    /// The position that a move leaves.
    fn left(&self, m: &GraphMove) -> String {
        let parts: Vec<String> = m.parts.iter().map(|&n| self.filling.name(n)).collect();
        parts.join("+")
    }
}

/// A string of the DOT language.
fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{text}\"")
}

/// How many columns of a terminal a text takes; signs of Japanese take two.
fn columns(text: &str) -> usize {
    let wide = |c: char| if text_width(&c.to_string(), 1.0) > 0.9 && !c.is_ascii() { 2 } else { 1 };
    text.chars().map(wide).sum()
}
