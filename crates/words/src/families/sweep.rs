//! Families of subtraction sets in words.

use ishitori_answers::sweep::{Answer, Checked, Group, Groups};

use crate::{Describe, Lang, Text, in_columns, table};

/// Values of a grouping expression that are shown to people.
const SHOWN_GROUPS: usize = 40;

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let of = self.matching.unwrap_or(self.sets);
        let mut rows: Vec<(String, String)> = Vec::new();
        let mut row = |label: &str, text: String| rows.push((label.to_string(), text));
        if let Some((shard, places)) = self.coverage.shard.as_ref().zip(self.coverage.places) {
            row(text.pick("shard", "部分"), text.shard(shard, places));
        }
        row(text.pick("sets", "集合"), self.sets.to_string());
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
            let label = match text.lang {
                Lang::En => format!("eventually all {letter}"),
                Lang::Ja => format!("ある所からすべて {letter}"),
            };
            row(&label, text.share(count, of));
        }
        let has = [('L', self.has_l), ('R', self.has_r), ('N', self.has_n), ('P', self.has_p)];
        for (letter, count) in has {
            let label = match text.lang {
                Lang::En => format!("{letter} at some n ≥ min"),
                Lang::Ja => format!("n ≥ min に {letter} あり"),
            };
            row(&label, text.share(count, of));
        }
        if self.period_not_found > 0 {
            let label = text.pick("period not found", "周期が見つからない");
            row(label, text.share(self.period_not_found, of));
        }
        for (label, found) in [
            (text.pick("largest period", "最大の周期"), &self.max_period),
            (text.pick("largest preperiod", "最大の尻尾"), &self.max_preperiod),
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
            let sum = match text.lang {
                Lang::En => format!("{total} in all, over {over} sets"),
                Lang::Ja => format!("集合 {over} 個の合計 {total}"),
            };
            row(&added.expression, text.without_value(sum, added.without_value));
        }
        for check in &self.checks {
            row(&check.check, text.checked(check));
        }
        if let Some(groups) = &self.group_by {
            text.groups(groups, of).into_iter().for_each(|(label, text)| row(&label, text));
        }
        if let Some(missing) = &self.coverage.missing {
            row(text.pick("not complete", "未完了"), text.missing(missing));
        }
        if let Some(stopped) = &self.stopped {
            row(text.pick("stopped", "中断"), text.stopped_by(stopped));
        }
        let mut words = format!("{}, {}\n{}", self.family, self.end, table(&rows));
        if self.rows.is_some() {
            words.push_str("\n\n");
            words.push_str(&in_columns(self));
        }
        words
    }
}

impl Text {
    /// How a check went.
    fn checked(&self, check: &Checked) -> String {
        let Checked { hypothesis, violations, .. } = check;
        match (&check.counterexample, self.lang) {
            (None, Lang::En) => format!("holds for all {hypothesis} sets concerned"),
            (None, Lang::Ja) => format!("対象の {hypothesis} 個すべてで成立"),
            (Some(set), Lang::En) => {
                format!("fails for {violations} of {hypothesis} sets concerned, first {set}")
            }
            (Some(set), Lang::Ja) => {
                format!("対象 {hypothesis} 個中 {violations} 個で不成立、最初は {set}")
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
            rows.push(("…".into(), format!("{values} {}", self.pick("values", "個の値"))));
        }
        rows
    }

    /// A count with its denominator.
    fn share(&self, count: u64, of: u64) -> String {
        let percent = 100.0 * count as f64 / of.max(1) as f64;
        match self.lang {
            Lang::En => format!("{count} of {of} sets ({percent:.2} %)"),
            Lang::Ja => format!("{of} 個中 {count} 個 ({percent:.2} %)"),
        }
    }

    /// A result, and of how many sets something that was asked about is not there.
    fn without_value(&self, text: String, missing: u64) -> String {
        match (missing, self.lang) {
            (0, _) => text,
            (1, Lang::En) => format!("{text} (1 set without a value)"),
            (_, Lang::En) => format!("{text} ({missing} sets without a value)"),
            (_, Lang::Ja) => format!("{text}(値のない集合 {missing} 個)"),
        }
    }

    /// What a sweep counts.
    pub fn sets(&self) -> &'static str {
        self.pick("sets", "集合")
    }

    /// How a progress bar looks: done, all, rate and the time that is left.
    pub fn progress_template(&self, things: &str) -> String {
        let left = self.pick("{eta} left", "残り {eta}");
        format!(
            "{{bar:20}} {{percent:>3}} %  {{human_pos}}/{{human_len}} {things}  {{rate}}  {left}"
        )
    }

    /// Where the rows of a sweep that was stopped lie.
    pub(crate) fn rows_are_kept(&self, path: &std::path::Path) -> String {
        let (path, resume) = (path.display(), self.field("resume"));
        match self.lang {
            Lang::En => format!(
                "the rows so far are kept beside {path}; the same command with {resume} goes on \
                 with them"
            ),
            Lang::Ja => format!(
                "ここまでの行は {path} の隣に保存してあります。同じコマンドに {resume} を付けると続きから計算します"
            ),
        }
    }
}
