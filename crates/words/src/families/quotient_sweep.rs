//! The quotients of many rules in words.

use ishitori_answers::quotient_sweep::Answer;

use super::{matching_row, with_listed};
use crate::{Describe, Text};

/// Rules that are listed to people: those known in part, and those without a quotient.
const PARTIAL: usize = 20;
const REFUSED: usize = 5;

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let orders: Vec<String> =
            self.orders.iter().map(|(order, count)| format!("{order}: {count}")).collect();
        let mut rows: Vec<(&str, String)> = Vec::new();
        rows.extend(text.shard_row(&self.coverage));
        rows.push((
            text.say("families.quotient_sweep.rules"),
            format!("{} / {}", self.done, self.rules),
        ));
        rows.extend(matching_row(&self.condition, self.matching, self.done));
        rows.extend([
            (text.say("families.quotient_sweep.proved"), self.certified.to_string()),
            (text.say("families.quotient_sweep.orders"), orders.join(", ")),
        ]);
        let partial = self.partial.iter();
        let partial = partial.map(|p| format!("{} ({}, n ≤ {})", p.rule, p.order, p.to_heap));
        if let Some(list) = listed(partial, PARTIAL) {
            rows.push((text.say("families.quotient_sweep.partial-order-heaps"), list));
        }
        if let Some(list) = listed(self.refused.iter().map(|r| r.rule.clone()), REFUSED) {
            rows.push((text.say("families.quotient_sweep.refused"), list));
        }
        rows.push((text.say("families.quotient_sweep.seconds"), format!("{:.2}", self.seconds)));
        rows.extend(text.last_rows(&self.coverage, &self.stopped));
        with_listed(&self.end, &rows, self)
    }
}

/// How many there are, and the first of them; nothing if there are none.
fn listed(all: impl ExactSizeIterator<Item = String>, most: usize) -> Option<String> {
    let count = all.len();
    let shown: Vec<String> = all.take(most).collect();
    let more = if count > most { " …" } else { "" };
    (count > 0).then(|| format!("{count}: {}{more}", shown.join(" ")))
}
