//! The rows of a family, packed for a chart that is drawn by the browser.

use ishitori::prelude::Budget;
use ishitori::rules::end::EndRule;
use ishitori::sweep::{
    Expression, Family, Query, Sequence, StripsError, SweepError, matching_places, outcome_sequence,
};
use ishitori_web::{Answer, Call, Content, Refusal};

use serde_json::json;

use super::bench::lang;
use super::refusal::{self, failure};
use crate::failure::Failure;
use crate::text::Text;

/// Rows that are sent at a time.
const MAX_ROWS: u64 = 1 << 14;
/// The last heap of a row.
const MAX_HEAP: u64 = 1023;
/// Sets of a family that can be charted.
const MAX_SETS: u64 = 1 << 18;
/// Rows between two looks at the budget.
const LOOK: u64 = 256;

/// `family/rows`: for each set its numbers, bit s − 1 of ⌈max/32⌉ words of 32 bits for s, then its
/// outcomes for n = 0, …, to, four to a byte, the first in the lowest bits: P 0, N 1, L 2, R 3.
/// Numbers are little-endian.
pub fn rows(call: &Call, budget: &Budget) -> Result<Answer, Refusal> {
    let question = Question::read(call, &["from", "count", "to"])?;
    let from = question.number("from", u64::MAX)?.unwrap_or(0);
    let count = question.required("count", MAX_ROWS)?;
    let to = question.required("to", MAX_HEAP)? as usize;
    let family = question.family()?;
    let words = (family.max() as usize).div_ceil(32);
    let last = from.saturating_add(count).min(family.len());
    let mut bytes = Vec::new();
    let mut sequence = Sequence::default();
    for place in from..last {
        if place % LOOK == 0 {
            let reached = budget.check(bytes.len() as u64);
            reached.map_err(|limit| failure(&limit.into(), &question.text))?;
        }
        let set = family.set(place);
        for half in 0..words {
            let word = set.words().get(half / 2).copied().unwrap_or(0);
            bytes.extend(((word >> (32 * (half % 2))) as u32).to_le_bytes());
        }
        outcome_sequence(&set, &question.end, &mut sequence);
        for start in (0..=to).step_by(4) {
            let code = |i: usize| match start + i <= to {
                true => (sequence.outcome(start + i) as u8) << (2 * i),
                false => 0,
            };
            bytes.push((0..4).map(code).sum());
        }
    }
    Ok(packed(bytes))
}

/// `family/places`: one bit for each set of the family, the first in the lowest bit of the first
/// byte, 1 if the condition holds for it.
pub fn places(call: &Call, budget: &Budget) -> Result<Answer, Refusal> {
    let question = Question::read(call, &["where"])?;
    let family = question.family()?;
    let mut query = Query::new(question.end.clone());
    if let Some(text) = question.value("where") {
        let field = "where";
        let condition = text.parse::<Expression>().map_err(|error| Failure::Condition {
            field,
            source: text.to_string(),
            error,
        });
        query.condition = Some(condition.map_err(|error| failure(&error, &question.text))?);
    }
    let places = matching_places(&family, &query, budget);
    let bytes = places.map_err(|error| {
        let why = match error {
            StripsError::Limit(limit) => limit.into(),
            StripsError::Overflow(overflow) => Failure::Sweep(SweepError::Overflow(overflow)),
            StripsError::TooMany { limit } => Failure::Sweep(SweepError::TooManyGroups { limit }),
        };
        failure(&why, &question.text)
    })?;
    Ok(packed(bytes))
}

/// `family/size`: how many sets there are.
pub fn size(call: &Call) -> Result<Answer, Refusal> {
    let family = Question::read(call, &[])?.family()?;
    Ok(Answer::json(json!({ "family": family.describe(), "sets": family.len() })))
}

fn packed(bytes: Vec<u8>) -> Answer {
    let content = Content::Bytes { media_type: "application/octet-stream", save_as: None, bytes };
    Answer { content, complete: true, files: Vec::new() }
}

/// What is asked about which family.
struct Question<'a> {
    call: &'a Call,
    text: Text,
    end: EndRule,
}

const FAMILY: [&str; 7] = ["min", "max", "end", "min-size", "max-size", "with", "without"];

impl<'a> Question<'a> {
    fn read(call: &'a Call, more: &[&str]) -> Result<Question<'a>, Refusal> {
        let mut names: Vec<&str> = Vec::new();
        for (name, _) in &call.parameters {
            if !FAMILY.contains(&name.as_str()) && !more.contains(&name.as_str()) {
                return Err(refusal::unknown_here(name, &[&FAMILY, more].concat(), call.language));
            }
            if names.contains(&name.as_str()) {
                return Err(refusal::twice(name, call.language));
            }
            names.push(name);
        }
        let text = Text::for_json(lang(call.language));
        let end = call.parameters.iter().find(|(name, _)| name == "end");
        let end = end.map_or("mod2:LR", |(_, value)| value.as_str()).parse();
        let end = end.map_err(|error| failure(&Failure::End { error }, &text))?;
        Ok(Question { call, text, end })
    }

    fn value(&self, name: &str) -> Option<&'a str> {
        self.call.parameters.iter().find(|(known, _)| known == name).map(|(_, v)| v.as_str())
    }

    fn number(&self, name: &str, most: u64) -> Result<Option<u64>, Refusal> {
        self.value(name).map(|value| number(name, value, most, self.call)).transpose()
    }

    fn required(&self, name: &str, most: u64) -> Result<u64, Refusal> {
        let missing = || refusal::missing(name, self.call.language);
        self.number(name, most)?.ok_or_else(missing)
    }

    /// The numbers of a list.
    fn list(&self, name: &str) -> Result<Vec<u32>, Refusal> {
        let text = self.value(name).unwrap_or("").split(',').filter(|part| !part.trim().is_empty());
        text.map(|part| Ok(number(name, part, 1024, self.call)? as u32)).collect()
    }

    fn family(&self) -> Result<Family, Refusal> {
        let bound = |name| Ok(self.required(name, 1024)? as u32);
        let size = |name| Ok(self.number(name, 1024)?.map(|n| n as u32));
        let sizes = (size("min-size")?.unwrap_or(1), size("max-size")?.unwrap_or(u32::MAX));
        let (with, without) = (self.list("with")?, self.list("without")?);
        let family = Family::restricted(bound("min")?, bound("max")?, sizes, &with, &without);
        let family = family.map_err(|error| failure(&Failure::Family(error), &self.text))?;
        if family.len() > MAX_SETS {
            let message = self.text.chart_too_large(family.len(), MAX_SETS);
            return Err(Refusal::bad("max", message));
        }
        Ok(family)
    }
}

/// Reads a number up to a bound.
pub fn number(name: &str, value: &str, most: u64, call: &Call) -> Result<u64, Refusal> {
    let digits: String = value.trim().chars().filter(|c| *c != '_').collect();
    let wrong = || refusal::not_a_number(name, value, most, call.language);
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    digits.parse::<u64>().ok().filter(|n| plain && *n <= most).ok_or_else(wrong)
}
