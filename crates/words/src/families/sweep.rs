//! Families of subtraction sets in words.

use ishitori_answers::sweep::{Answer, Checked, Group, Groups};

use super::with_listed;
use crate::{Describe, Text, say};

/// Values of a grouping expression that are shown to people.
const SHOWN_GROUPS: usize = 40;

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let of = self.matching.unwrap_or(self.sets);
        let mut rows: Vec<(String, String)> = Vec::new();
        let mut row = |label: &str, text: String| rows.push((label.to_string(), text));
        if let Some((label, shard)) = text.shard_row(&self.coverage) {
            row(label, shard);
        }
        row(text.say("families.sweep.sets"), self.sets.to_string());
        if let Some(condition) = &self.condition {
            let missing = self.where_without_value.unwrap_or(0);
            row(condition, text.without_value(text.share(of, self.sets), missing));
        }
        let eventually = [
            ('L', self.eventually_all_l),
            ('R', self.eventually_all_r),
            ('N', self.eventually_all_n),
            ('P', self.eventually_all_p),
        ];
        for (letter, count) in eventually.into_iter().filter(|(_, count)| *count > 0) {
            let label = say!(text, "families.sweep.eventually-all", letter);
            row(&label, text.share(count, of));
        }
        let has = [('L', self.has_l), ('R', self.has_r), ('N', self.has_n), ('P', self.has_p)];
        for (letter, count) in has {
            let label = say!(text, "families.sweep.some-n-min", letter);
            row(&label, text.share(count, of));
        }
        if self.period_not_found > 0 {
            let label = text.say("families.sweep.period-found");
            row(label, text.share(self.period_not_found, of));
        }
        for (label, found) in [
            (text.say("families.sweep.largest-period"), &self.max_period),
            (text.say("families.sweep.largest-preperiod"), &self.max_preperiod),
        ] {
            if let Some(found) = found {
                row(label, format!("{}  {}", found.value, found.set));
            }
        }
        for counted in &self.counts {
            let share = text.share(counted.count, counted.of);
            row(&counted.expression, text.without_value(share, counted.without_value));
        }
        for added in &self.totals {
            let (total, over) = (&added.total, added.over);
            let sum = say!(text, "families.sweep.all-over-sets", total, over);
            row(&added.expression, text.without_value(sum, added.without_value));
        }
        for check in &self.checks {
            row(&check.check, text.checked(check));
        }
        if let Some(groups) = &self.group_by {
            text.groups(groups, of).into_iter().for_each(|(label, text)| row(&label, text));
        }
        text.last_rows(&self.coverage, &self.stopped)
            .into_iter()
            .for_each(|(label, words)| row(label, words));
        with_listed(&format!("{}, {}", self.family, self.end), &rows, self)
    }
}

impl Text {
    /// How a check went.
    fn checked(&self, check: &Checked) -> String {
        let Checked { hypothesis, violations, .. } = check;
        match &check.counterexample {
            None => say!(self, "families.sweep.holds-all-sets-concerned", hypothesis),
            Some(set) => {
                say!(self, "families.sweep.fails-sets-concerned-first", violations, hypothesis, set)
            }
        }
    }

    /// The first values of a grouping expression, and how many there are.
    fn groups(&self, groups: &Groups, of: u64) -> Vec<(String, String)> {
        let Groups { expression, groups, .. } = groups;
        let shown = groups.iter().take(SHOWN_GROUPS);
        let mut rows: Vec<(String, String)> = shown
            .map(|(value, count)| (format!("{expression} = {value}"), self.share(*count, of)))
            .collect();
        let is_value = |(value, _): &&(Group, u64)| match value {
            Group::Number(_) => true,
            Group::Word(word) => word != Group::NONE,
        };
        let values = groups.iter().filter(is_value).count();
        if values > SHOWN_GROUPS {
            rows.push(("…".into(), format!("{values} {}", self.say("families.sweep.values"))));
        }
        rows
    }

    /// A count with its denominator.
    fn share(&self, count: u64, of: u64) -> String {
        let percent = 100.0 * count as f64 / of.max(1) as f64;
        say!(self, "families.sweep.sets-2", count, of, percent = format_args!("{percent:.2}"))
    }

    /// A result, and of how many sets something that was asked about is not there.
    fn without_value(&self, text: String, missing: u64) -> String {
        match missing {
            0 => text,
            _ => say!(self, "families.sweep.set-without-value", text, missing),
        }
    }

    /// The noun for the things that a sweep counts.
    pub fn sets(&self) -> &'static str {
        self.say("families.sweep.sets")
    }

    /// How a progress bar looks: done, all, rate and the time that is left.
    pub fn progress_template(&self, things: &str) -> String {
        let left = self.say("families.sweep.left");
        format!(
            "{{bar:20}} {{percent:>3}} %  {{human_pos}}/{{human_len}} {things}  {{rate}}  {left}"
        )
    }

    /// Where the rows of a sweep that was stopped lie.
    pub(crate) fn rows_are_kept(&self, path: &std::path::Path) -> String {
        let (path, resume) = (path.display(), self.field("resume"));
        say!(self, "families.sweep.rows-so-far-kept-beside", path, resume)
    }
}
