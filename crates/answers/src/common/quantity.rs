//! Durations as people write them.

use std::time::Duration;

use crate::{Accepted, AskError};

/// Reads a duration: a number with `ms`, `s`, `m` or `h`; seconds if there is none.
///
/// ```
/// use ishitori_answers::read_duration;
/// use std::time::Duration;
///
/// assert_eq!(read_duration("500ms"), Some(Duration::from_millis(500)));
/// assert_eq!(read_duration("1.5h"), Some(Duration::from_secs(5400)));
/// assert_eq!((read_duration("3 days"), read_duration("-3s")), (None, None));
/// ```
pub fn read_duration(text: &str) -> Option<Duration> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 = text[..end].parse().ok()?;
    let seconds = match text[end..].trim() {
        "ms" => number / 1000.0,
        "s" | "" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return None,
    };
    Duration::try_from_secs_f64(seconds).ok()
}

/// Reads the time for each item of a sweep, the field `each`.
pub(crate) fn read_each(text: &str) -> Result<Duration, AskError> {
    read_duration(text).ok_or_else(|| AskError::Argument {
        field: "each",
        value: text.to_string(),
        accepted: Accepted::DurationEach,
    })
}
