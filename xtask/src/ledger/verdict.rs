//! The verdict about a figure, compared with the recorded one.

use super::figures::Figure;

/// A figure that is larger by more than this factor is a failure, one that is smaller by more is worth recording.
pub const TOLERANCE: f64 = 1.15;

/// Memory in kB that does not count. Some 8 MB of every job are pages of the program itself, of which the system maps more or
/// fewer, as it has them: figures of one job were seen to differ by 2.7 MB.
const SLACK: u64 = 3072;

/// How a job compares with its recorded figures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nothing is recorded.
    New,
    /// Instructions or memory are beyond the tolerance.
    Worse,
    /// Nothing is worse, and something is better by more than the tolerance.
    Better,
    /// Within the tolerance.
    Same,
}

impl Verdict {
    /// Compares what is measured with what is recorded.
    pub fn of(old: Option<Figure>, new: Figure) -> Verdict {
        let Some(old) = old else { return Verdict::New };
        let worse = |old: Figure, new: Figure| {
            ratio(old.instructions, new.instructions) > TOLERANCE
                || ratio(old.memory, new.memory.saturating_sub(SLACK)) > TOLERANCE
        };
        match (worse(old, new), worse(new, old)) {
            (true, _) => Verdict::Worse,
            (false, true) => Verdict::Better,
            (false, false) => Verdict::Same,
        }
    }

    /// The word for it in the table.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::New => "new",
            Verdict::Worse => "WORSE",
            Verdict::Better => "better",
            Verdict::Same => "",
        }
    }
}

/// How many times as large as the old number the new one is.
#[expect(clippy::cast_precision_loss, reason = "a ratio is shown with two digits")]
pub fn ratio(old: u64, new: u64) -> f64 {
    new as f64 / old.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(instructions: u64, memory: u64) -> Verdict {
        let old = Figure { instructions: 1000, memory: 10_000 };
        Verdict::of(Some(old), Figure { instructions, memory })
    }

    #[test]
    fn the_tolerance_is_fifteen_hundredths() {
        assert_eq!(verdict(1150, 10_000), Verdict::Same);
        assert_eq!(verdict(1151, 10_000), Verdict::Worse);
        assert_eq!(verdict(870, 10_000), Verdict::Same);
        assert_eq!(verdict(869, 10_000), Verdict::Better);
    }

    #[test]
    fn memory_has_some_slack() {
        assert_eq!(verdict(1000, 14_572), Verdict::Same);
        assert_eq!(verdict(1000, 14_573), Verdict::Worse);
        assert_eq!(verdict(1000, 6_025), Verdict::Same);
        assert_eq!(verdict(1000, 6_024), Verdict::Better);
    }

    #[test]
    fn one_that_is_worse_is_not_made_good() {
        assert_eq!(verdict(500, 20_000), Verdict::Worse);
        assert_eq!(verdict(2000, 5_000), Verdict::Worse);
    }

    #[test]
    fn what_is_not_recorded_is_new() {
        assert_eq!(Verdict::of(None, Figure { instructions: 1, memory: 1 }), Verdict::New);
    }
}
