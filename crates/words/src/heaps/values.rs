//! Canonical values of heaps.

use std::fmt::Write;

use ishitori_answers::Measure;
use ishitori_answers::values::{
    Answer, Endless, Growth, GrowthStatus, Measured, Reading, Replaced,
};

use crate::common::known::Known;
use crate::{Describe, Text, say, table};

/// The most remainders that are shown, and the longest form.
const REMAINDERS: usize = 40;
const FORM_LENGTH: usize = 200;

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let known = Known {
            status: self.status,
            cycle: self.period.zip(self.preperiod),
            saltus: self.saltus.unwrap_or(0),
            looked_at: self.looked_at,
            observed: self.observed.flatten(),
        };
        let known = text.known("v", self.values.len().saturating_sub(1), &known);
        let values: Vec<String> = self.values.iter().map(|value| text.value(value)).collect();
        let Some(reading) = self.reading else {
            // A game in the language that is not a heap game.
            let rows: Vec<(String, String)> = values
                .iter()
                .enumerate()
                .map(|(n, value)| (n.to_string(), format!("{value}{}", text.measures(self, n))))
                .collect();
            return format!("{}\n{}\n  {known}", self.rule, table(&rows));
        };
        let mut out = format!("{}  {}\n", self.rule, self.end.as_deref().unwrap_or_default());
        if let Some(reading) = text.reading(reading, &self.replaced) {
            let _ = writeln!(out, "  {reading}");
        }
        let birthdays = self.birthdays.as_deref().unwrap_or_default();
        for (n, value) in values.iter().enumerate() {
            let more = text.measures(self, n);
            match birthdays.get(n) {
                None => drop(writeln!(out, "{n:>6}  {value}{more}")),
                Some(b) => {
                    let born = text.say("heaps.values.birthday");
                    let _ = writeln!(out, "{n:>6}  {value}   ({born} {b}){more}");
                }
            }
        }
        let distinct = self.distinct.unwrap_or(0);
        let _ = write!(out, "{}", say!(text, "heaps.values.different-values", distinct));
        out += &known;
        self.endless.iter().for_each(|endless| {
            // A rule that is proved says more than the forms.
            let rule = self.recurrence.as_ref().is_some_and(|g| g.status == GrowthStatus::Proved);
            out += &text.endless(endless, !rule);
        });
        self.recurrence.iter().for_each(|growth| out += &text.growth(growth));
        if let Some(path) = &self.certificate {
            let _ = write!(out, "\n  {} {path}", text.say("heaps.values.certificate"));
        }
        out
    }

    fn localize(&mut self, text: &Text) {
        self.values.iter_mut().for_each(|value| *value = text.value(value));
    }
}

impl Text {
    /// A value, or that it is too long to be written.
    fn value(&self, value: &str) -> String {
        if value.is_empty() { self.too_long() } else { value.to_string() }
    }

    /// The measures of the value of a heap that were asked for.
    fn measures(&self, answer: &Answer, n: usize) -> String {
        let said = answer.measures.iter().map(|Measured { measure, of }| {
            let name = match measure {
                Measure::Mean => self.say("heaps.values.mean"),
                Measure::Temperature => self.say("heaps.values.temperature"),
                Measure::AtomicWeight => self.say("heaps.values.atomic-weight"),
            };
            format!("   {name} {}", of.get(n).and_then(Option::as_deref).unwrap_or("–"))
        });
        said.collect()
    }

    /// The games whose values stand for heaps; empty under normal play.
    fn reading(&self, reading: Reading, replaced: &[Replaced]) -> Option<String> {
        let replaced: Vec<String> =
            replaced.iter().map(|r| format!("{} = {}", r.letter, r.game)).collect();
        let replaced = replaced.join(", ");
        Some(match reading {
            Reading::Normal => return None,
            Reading::OneHeap => say!(self, "heaps.values.end-heap-replaced-game-value", replaced),
            Reading::Total => say!(self, "heaps.values.end-position-all-stones-left", replaced),
            Reading::Score => say!(
                self,
                "heaps.values.end-every-part-replaced-game",
                replaced,
                sum = self.field("sum")
            ),
        })
    }

    /// How values grow forever.
    fn endless(&self, endless: &Endless, with_forms: bool) -> String {
        let Endless { from, step, growing, forms } = endless;
        let shown: Vec<String> = growing.iter().take(REMAINDERS).map(u64::to_string).collect();
        let mut shown = shown.join(", ");
        if growing.len() > REMAINDERS {
            let _ = write!(shown, ", … ({})", growing.len());
        }
        let mut out = match growing.len() as u64 == *step {
            true => say!(self, "heaps.values.n-no-two-heaps-same", from, step),
            false => say!(self, "heaps.values.n-no-two-heaps-same-2", from, step, shown),
        };
        for form in forms.iter().filter(|form| with_forms && form.value.len() <= FORM_LENGTH) {
            let (first, next) = (form.first, form.first + step);
            let _ = write!(out, "\n    v(n) = {}  (n = {first}, {next}, …)", form.value);
        }
        out
    }

    /// A rule by which values grow.
    fn growth(&self, growth: &Growth) -> String {
        let Growth { status, step, from, checked_below: checked, families, heaps } = growth;
        let mut out = match status {
            GrowthStatus::Proved => say!(self, "heaps.values.values-grow-rule-proved-n", from),
            _ => say!(self, "heaps.values.values-grow-rule-checked-n", from, checked),
        };
        for family in families {
            let (name, start, next) = (&family.name, &family.start, &family.next);
            let _ = write!(out, "\n    {name}(0) = {start}, {name}(k+1) = {next}");
        }
        for heap in heaps {
            let _ = write!(out, "\n    v({}+{step}i) = {}", heap.first, heap.value);
        }
        // The heaps that grow may be all of them.
        let grows = |n: usize| {
            heaps.iter().any(|heap| {
                let after = n.checked_sub(heap.first);
                after.is_some_and(|after| after.is_multiple_of(*step))
            })
        };
        if (*from..from.saturating_add(*step)).all(grows) {
            return out;
        }
        let _ = write!(out, "{}", say!(self, "heaps.values.v-n-v-n-other", step, from));
        out
    }
}
