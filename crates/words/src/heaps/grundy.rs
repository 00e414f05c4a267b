//! Grundy numbers of heaps.

use std::convert::Infallible;

use ishitori_answers::grundy::Answer;
use ishitori_answers::known::Repetition;

use crate::{Describe, Text, say};

/// Loony heaps that are listed to people.
const LISTED: usize = 100;

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let mut whole = String::new();
        let written = text.grundy(self, &mut |piece| {
            whole.push_str(piece);
            Ok::<(), Infallible>(())
        });
        written.unwrap_or_else(|never| match never {});
        whole.truncate(whole.trim_end_matches('\n').len());
        whole
    }
}

impl Text {
    /// Writes Grundy numbers piece by piece, since there can be many: a table that is aligned by the
    /// period, with exceptions marked, or a list of genus symbols.
    pub fn grundy<E>(
        &self,
        answer: &Answer,
        out: &mut impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let rule = answer.code.as_ref().unwrap_or(&answer.rule);
        out(&self.rule_line(rule, answer.same_game_as.as_ref()))?;
        out("\n")?;
        if let Some(smith) = &answer.smith {
            let rows: Vec<String> =
                (0..).zip(smith).map(|(n, g): (u64, _)| format!("{n:>6}  {g}\n")).collect();
            return out(&rows.concat());
        }
        if let Some(genus) = &answer.genus {
            for (n, genus) in genus.iter().enumerate() {
                out(&format!("{n:>6}  {genus}\n"))?;
            }
            return Ok(());
        }
        let found = answer.periodicity.as_ref();
        let columns = found.map_or(10, |found| columns(found.period));
        let largest = answer.numbers().flatten().max().unwrap_or(0);
        let width = (largest.to_string().len() + 2).max(4);
        let lead = answer.to.to_string().len().max(3);
        out(&format!("{:lead$} |", "n"))?;
        for column in 0..columns {
            out(&format!("{:>width$}", format!("+{column} ")))?;
        }
        let exceptions = found.and_then(|found| found.exceptions.as_deref()).unwrap_or_default();
        let mut exceptions = exceptions.iter().peekable();
        for (heap, value) in answer.numbers().enumerate() {
            if heap.is_multiple_of(columns) {
                out(&format!("\n{heap:lead$} |"))?;
            }
            let mark = if exceptions.next_if_eq(&&(heap as u64)).is_some() { '\'' } else { ' ' };
            let value = value.map_or("∞".to_string(), |value| value.to_string());
            let cell = format!("{:>width$}", format!("{value}{mark}"));
            let last = heap + 1 == answer.values.len() && found.is_none();
            out(if last { cell.trim_end() } else { &cell })?;
        }
        out("\n")?;
        if let Some(loony) = &answer.loony {
            let heaps: Vec<String> = loony.iter().take(LISTED).map(u64::to_string).collect();
            let more = if loony.len() > LISTED { " …" } else { "" };
            let heaps = match heaps.is_empty() {
                true => self.say("heaps.grundy.loony-none").to_string(),
                false => format!("{}{more}", heaps.join(", ")),
            };
            out(&say!(self, "heaps.grundy.loony-heaps", heaps))?;
            out("\n")?;
        }
        match found {
            Some(found) => out(&format!("{}\n", self.period_line(found))),
            None => Ok(()),
        }
    }

    /// A period in one line.
    fn period_line(&self, found: &Repetition) -> String {
        let Repetition { period: p, preperiod: n0, saltus, exceptions } = found;
        let marked = exceptions.as_ref().is_some_and(|e| !e.is_empty());
        let jump = match saltus {
            0 => String::new(),
            s => format!(" + {s}"),
        };
        match marked {
            true => say!(self, "heaps.grundy.g-n-g-n-all", p, jump, n0),
            false => say!(self, "heaps.grundy.g-n-g-n-all-2", p, jump, n0),
        }
    }
}

/// A multiple or a divisor of the period that makes a table of readable width.
fn columns(period: u64) -> usize {
    match period {
        1..=5 => period as usize * (12 / period as usize),
        6..=24 => period as usize,
        _ => (8..=20).rev().find(|&d| period.is_multiple_of(d)).unwrap_or(10) as usize,
    }
}
