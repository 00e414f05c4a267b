//! Pointing at a place in the input.

use std::ops::Range;

use unicode_width::UnicodeWidthStr;

/// The widest piece of the input that is shown.
const WINDOW: usize = 72;

/// The line of `source` around a span and a line with carets under it, aligned in columns of a
/// terminal, where Japanese characters are two wide.
pub fn point(source: &str, span: &Range<usize>) -> String {
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
    let shown = source[from..to].replace(['\t', '\r'], " ");
    let indent = before.width() + source[from..start.min(to)].width();
    let carets = source[start.min(to)..end.min(to)].width().max(1);
    format!("  {before}{shown}{after}\n  {}{}", " ".repeat(indent), "^".repeat(carets))
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
    fn long_lines_are_cut() {
        let source = format!("{}!{}", "1+".repeat(5000), "+1".repeat(5000));
        let shown = point(&source, &(10_000..10_001));
        assert!(shown.lines().all(|l| l.width() < 120), "{shown}");
        let (line, carets) = shown.split_once('\n').unwrap();
        let column = carets.find('^').unwrap();
        assert_eq!(line.chars().nth(column), Some('!'));
    }
}
