//! Pointing at a place in the input.

use std::ops::Range;

use unicode_width::UnicodeWidthStr;

use crate::one_line;

/// The widest piece of the input that is shown.
const WINDOW: usize = 72;

/// A complaint in one line, and the place of the input that it is about on two more. What is foreign in
/// any of them makes no lines of its own. O(length).
pub fn placed(complaint: &str, source: &str, span: &Range<usize>) -> String {
    format!("{}\n{}", one_line(complaint), point(source, span))
}

/// The line of `source` around a span and a line with carets under it, aligned in columns of a
/// terminal, where Japanese characters are two wide. Characters that a terminal obeys are escaped.
fn point(source: &str, span: &Range<usize>) -> String {
    let start = floor_boundary(source, span.start.min(source.len()));
    let end = floor_boundary(source, span.end.clamp(start, source.len()));
    // The line of the place.
    let line_start = source[..start].rfind('\n').map_or(0, |i| i + 1);
    let line_end = source[start..].find('\n').map_or(source.len(), |i| start + i);
    let end = end.min(line_end);
    // A window of it.
    let mut from = line_start;
    let mut before = String::new();
    if source[line_start..start].width() > WINDOW / 2 {
        let skip =
            source[line_start..start].char_indices().rev().nth(WINDOW / 2).map_or(0, |(i, _)| i);
        from = line_start + skip;
        before.push('…');
    }
    let mut to = line_end;
    let mut after = "";
    if source[from..line_end].chars().count() > WINDOW {
        to = source[from..].char_indices().nth(WINDOW).map_or(line_end, |(i, _)| from + i);
        after = "…";
    }
    let shown = |piece: &str| one_line(&piece.replace(['\t', '\r'], " ")).into_owned();
    let indent = before.width() + shown(&source[from..start.min(to)]).width();
    let carets = shown(&source[start.min(to)..end.min(to)]).width().max(1);
    let shown = shown(&source[from..to]);
    format!("  {before}{shown}{after}\n  {}{}", " ".repeat(indent), "^".repeat(carets))
}

/// A complaint as it may be shown: the line breaks in it are those of [`placed`], all others come from
/// foreign text and are escaped. O(length).
pub fn settled(complaint: &str) -> String {
    let mut lines = complaint.rsplitn(3, '\n');
    let (carets, quoted, head) = (lines.next(), lines.next(), lines.next());
    let are_carets =
        |line: &&str| line.starts_with("  ") && line.trim_start().trim_end_matches('^').is_empty();
    match (carets.filter(are_carets), quoted.filter(|line| line.starts_with("  ")), head) {
        (Some(carets), Some(quoted), Some(head)) => {
            format!("{}\n{}\n{}", one_line(head), one_line(quoted), one_line(carets))
        }
        _ => one_line(complaint).into_owned(),
    }
}

fn floor_boundary(text: &str, mut i: usize) -> usize {
    while !text.is_char_boundary(i) {
        i -= 1;
    }
    i
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carets_stand_under_the_place() {
        assert_eq!(point("1 + {2|", &(4..5)), "  1 + {2|\n      ^");
        assert_eq!(point("１＋あ", &(6..9)), "  １＋あ\n      ^^");
        assert_eq!(point("", &(0..0)), "  \n  ^");
    }

    #[test]
    fn carets_fit_under_what_is_escaped() {
        let shown = placed("a\nb", "1 +\t\u{1b}[2J\u{202e}あ\r\n", &(11..14));
        let expected = "a\\nb\n  1 + \\u{1b}[2J\\u{202e}あ \n                       ^^";
        assert_eq!(shown, expected);
        assert_eq!(placed("", "\u{9b}x", &(0..2)), "\n  \\u{9b}x\n  ^^^^^^");
    }

    #[test]
    fn foreign_lines_are_no_lines() {
        let own = placed("in x.game", "1 + {2|", &(4..5));
        assert_eq!(settled(&own), own);
        assert_eq!(settled("x\nishitori: valid"), "x\\nishitori: valid");
        assert_eq!(settled("x\nvalid\n  1\n  ^"), "x\\nvalid\n  1\n  ^");
        assert_eq!(settled("x\nvalid\n^^"), "x\\nvalid\\n^^");
    }

    #[test]
    fn long_lines_are_cut() {
        let source = format!("{}!{}", "1+".repeat(5000), "+1".repeat(5000));
        let shown = point(&source, &(10_000..10_001));
        assert!(shown.lines().all(|l| l.width() < 120), "{shown}");
        let (line, carets) = shown.split_once('\n').unwrap();
        let column = carets.find('^').unwrap();
        assert_eq!(line.chars().nth(column), Some('!'));
    }
}
