//! Theorems about the outcomes of one heap, checked set by set.

use std::fmt;
use std::str::FromStr;

use ishitori_rules::end::EndRule;
use ishitori_values::{LimitReached, Outcome};
use num_integer::lcm;
use serde::{Deserialize, Serialize};

use crate::family::Set;
use crate::kernel::{Sequence, outcome_sequence};
use crate::row::Row;
use crate::workers::Look;

/// A statement about the outcomes of the heaps of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    /// Inoue and Kadowaki: the neighbours of R are L, those of P are P or L, those of N are N or L.
    Neighbours,
    /// Inoue and Kadowaki: at most min S − 1 P's and at most max S − 1 N's in a row.
    Runs,
    /// Carret: if every R among the heaps n < preperiod + period is a P-position of normal play,
    /// then so is every P among them. (His proof goes by induction on n, so that the theorem holds
    /// below any bound.)
    Carret,
    /// The same for all heaps. An R at a heap n ≥ min S has an option R; if that is a P-position of
    /// normal play, n is none: so this hypothesis says that no heap n ≥ min S is R. It fails for
    /// sets of which only n = 1 is R in the first round of the period, and so 1 + period as well.
    CarretAll,
    /// All large heaps are L.
    EventuallyL,
    /// A word that never occurs: for each place the outcomes that match.
    Never(Vec<Vec<Outcome>>),
}

/// A text that names no check.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a check; expected neighbours, runs, carret, carret-all, eventually-l, and \
     never:WORD with up to 1000 letters, '.' for any and [PR] for one of several"
)]
pub struct CheckError(pub String);

/// How a check went over a family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckResult {
    /// The check, as it is written.
    pub name: String,
    /// The sets that satisfy its hypothesis.
    pub hypothesis: u64,
    /// The sets among them for which it fails.
    pub violations: u64,
    /// The place of the first of these in the order of the family.
    pub first_violation: Option<u64>,
}

/// The result of a check for one set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The hypothesis does not hold.
    NotConcerned,
    Holds,
    Fails,
}

impl Check {
    /// Checks one set whose outcomes are known. O(preperiod + period), for Carret's theorem of the
    /// outcomes together with normal play.
    pub(crate) fn verdict(
        &self,
        set: &Set,
        row: &Row,
        sequence: &Sequence,
        look: &mut Look<'_>,
    ) -> Result<Verdict, LimitReached> {
        let holds = match self {
            _ if row.period == 0 => return Ok(Verdict::NotConcerned),
            Check::Neighbours => {
                let to = sequence.preperiod + sequence.period;
                (0..to).all(|n| may_be_neighbours(sequence.outcome(n), sequence.outcome(n + 1)))
            }
            Check::Runs => {
                longest_run(sequence, Outcome::P) < u64::from(set.min())
                    && longest_run(sequence, Outcome::N) < u64::from(set.max())
            }
            Check::EventuallyL => row.eventually == Some(Outcome::L),
            Check::Carret => return carret(set, sequence, false, look),
            Check::CarretAll => return carret(set, sequence, true, look),
            Check::Never(word) => {
                let to = sequence.preperiod + sequence.period;
                look.worked(to.saturating_mul(word.len()) as u64 / 4)?;
                !(0..to).any(|n| {
                    word.iter().enumerate().all(|(i, set)| set.contains(&sequence.outcome(n + i)))
                })
            }
        };
        Ok(if holds { Verdict::Holds } else { Verdict::Fails })
    }
}

/// Whether two outcomes may be neighbours.
fn may_be_neighbours(a: Outcome, b: Outcome) -> bool {
    a == Outcome::L || b == Outcome::L || (a == b && a != Outcome::R)
}

/// The longest run of an outcome; u64::MAX if it is infinite.
fn longest_run(sequence: &Sequence, outcome: Outcome) -> u64 {
    let start = sequence.preperiod;
    if (start..start + sequence.period).all(|n| sequence.outcome(n) == outcome) {
        return u64::MAX;
    }
    let (mut longest, mut run) = (0, 0);
    for n in 0..start + 2 * sequence.period {
        run = if sequence.outcome(n) == outcome { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

fn carret(
    set: &Set,
    sequence: &Sequence,
    all: bool,
    look: &mut Look<'_>,
) -> Result<Verdict, LimitReached> {
    let mut normal = Sequence::default();
    outcome_sequence(set, &EndRule::normal(), &mut normal);
    if normal.period == 0 {
        return Ok(Verdict::NotConcerned);
    }
    // Both repeat from the later preperiod on with the least common multiple of the periods.
    let to = match all {
        false => sequence.preperiod + sequence.period,
        true => sequence.preperiod.max(normal.preperiod) + lcm(sequence.period, normal.period),
    };
    // Stretch by stretch: a common multiple can be far away.
    let mut every = |outcome: Outcome| {
        for start in (0..to).step_by(STRETCH) {
            let stretch = start..to.min(start + STRETCH);
            look.worked(stretch.len() as u64)?;
            let all = stretch
                .into_iter()
                .all(|n| sequence.outcome(n) != outcome || normal.outcome(n) == Outcome::P);
            if !all {
                return Ok(false);
            }
        }
        Ok(true)
    };
    Ok(match (every(Outcome::R)?, every(Outcome::P)?) {
        (false, _) => Verdict::NotConcerned,
        (true, true) => Verdict::Holds,
        (true, false) => Verdict::Fails,
    })
}

/// Heaps between two looks at the budget.
const STRETCH: usize = 1 << 12;
/// The longest word of outcomes.
const MAX_WORD: usize = 1000;

impl FromStr for Check {
    type Err = CheckError;
    fn from_str(text: &str) -> Result<Self, CheckError> {
        let error = || CheckError(text.to_string());
        match text {
            "neighbours" | "neighbors" => return Ok(Check::Neighbours),
            "runs" => return Ok(Check::Runs),
            "carret" => return Ok(Check::Carret),
            "carret-all" => return Ok(Check::CarretAll),
            "eventually-l" | "eventually-L" => return Ok(Check::EventuallyL),
            _ => {}
        }
        let word = text.strip_prefix("never:").filter(|w| !w.is_empty()).ok_or_else(error)?;
        let letter = |c: char| match c.to_ascii_uppercase() {
            'P' => Ok(Outcome::P),
            'N' => Ok(Outcome::N),
            'L' => Ok(Outcome::L),
            'R' => Ok(Outcome::R),
            _ => Err(error()),
        };
        let mut places = Vec::new();
        let mut chars = word.chars();
        while let Some(c) = chars.next() {
            places.push(match c {
                '.' => vec![Outcome::P, Outcome::N, Outcome::L, Outcome::R],
                '[' => {
                    let mut set = Vec::new();
                    loop {
                        match chars.next().ok_or_else(error)? {
                            ']' => break set,
                            c => set.push(letter(c)?),
                        }
                    }
                }
                c => vec![letter(c)?],
            });
            if places.len() > MAX_WORD || places.last().is_some_and(|set| set.len() > 4) {
                return Err(error());
            }
        }
        Ok(Check::Never(places))
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self {
            Check::Neighbours => return f.write_str("neighbours"),
            Check::Runs => return f.write_str("runs"),
            Check::Carret => return f.write_str("carret"),
            Check::CarretAll => return f.write_str("carret-all"),
            Check::EventuallyL => return f.write_str("eventually-l"),
            Check::Never(word) => word,
        };
        f.write_str("never:")?;
        word.iter().try_for_each(|place| match &place[..] {
            [one] => write!(f, "{one}"),
            four if four.len() == 4 => f.write_str("."),
            several => {
                let letters: String = several.iter().map(|o| o.to_string()).collect();
                write!(f, "[{letters}]")
            }
        })
    }
}
