//! The notes of a release: the section of `CHANGELOG.md` that is about its version.

use super::project::{Project, read_text};

/// The section of the changelog about a version.
#[derive(Debug, PartialEq, Eq)]
pub struct Notes {
    /// When it was released; nothing while it is being prepared.
    pub date: Option<String>,
    pub text: String,
    /// Lines that are not in the section of any version yet.
    pub unreleased: usize,
}

impl Notes {
    /// Reads them. Fails if there is nothing about the version.
    pub fn read(project: &Project) -> Result<Notes, String> {
        let notes = Notes::of(&read_text(&project.root.join("CHANGELOG.md"))?, &project.version)?;
        let (lines, date) = (notes.text.lines().count(), notes.date.as_deref());
        eprintln!("== changelog: {lines} lines, {}", date.unwrap_or("without a date"));
        Ok(notes)
    }

    fn of(changelog: &str, version: &str) -> Result<Notes, String> {
        let unreleased = section(changelog, "Unreleased").map_or("", |(_, text)| text);
        let (head, text) = section(changelog, version)
            .ok_or_else(|| format!("CHANGELOG.md has no section `## {version}`"))?;
        if text.trim().is_empty() {
            return Err(format!("CHANGELOG.md says nothing under `## {version}`"));
        }
        let date = head.trim_start_matches([' ', '–', '-', '(']).trim_end_matches(')');
        Ok(Notes {
            date: is_date(date).then(|| date.to_string()),
            text: text.trim().to_string() + "\n",
            unreleased: unreleased.lines().filter(|line| !line.trim().is_empty()).count(),
        })
    }

    /// Fails unless the section is that of a release: dated, with everything in it.
    pub fn are_final(&self) -> Result<(), String> {
        if self.unreleased > 0 {
            return Err(format!(
                "CHANGELOG.md has {} lines under Unreleased: move them to the version",
                self.unreleased
            ));
        }
        match self.date {
            Some(_) => Ok(()),
            None => Err("the version has no date in CHANGELOG.md: `## 1.2.3 – 2026-12-31`".into()),
        }
    }
}

/// The rest of a heading of second order that begins with a word, and what stands below it.
fn section<'c>(changelog: &'c str, word: &str) -> Option<(&'c str, &'c str)> {
    let headings = changelog
        .match_indices("## ")
        .filter(|(at, _)| *at == 0 || changelog.as_bytes()[at - 1] == b'\n');
    for (at, mark) in headings {
        let rest = &changelog[at + mark.len()..];
        let (head, below) = rest.split_once('\n').unwrap_or((rest, ""));
        let Some(after) = head.strip_prefix(word) else { continue };
        if after.is_empty() || after.starts_with(' ') {
            let end = below.find("\n## ").unwrap_or(below.len());
            let end = if below.starts_with("## ") { 0 } else { end };
            return Some((after, &below[..end]));
        }
    }
    None
}

fn is_date(text: &str) -> bool {
    let digits = |part: &str, n| part.len() == n && part.bytes().all(|b| b.is_ascii_digit());
    let parts: Vec<&str> = text.split('-').collect();
    matches!(parts[..], [y, m, d] if digits(y, 4) && digits(m, 2) && digits(d, 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHANGELOG: &str = "# Changelog\n\n## Unreleased\n\n## 0.2.0 – 2027-01-31\n\n### Added\n\n* new\n\n## 0.1.0\n\nfirst\n";

    #[test]
    fn the_section_of_a_version_ends_at_the_next() {
        let notes = Notes::of(CHANGELOG, "0.2.0").unwrap();
        let expected = Notes {
            date: Some("2027-01-31".into()),
            text: "### Added\n\n* new\n".into(),
            unreleased: 0,
        };
        assert_eq!(notes, expected);
        notes.are_final().unwrap();
    }

    #[test]
    fn what_is_not_ready_is_reported() {
        let notes = Notes::of(CHANGELOG, "0.1.0").unwrap();
        assert!(notes.are_final().unwrap_err().contains("no date"));
        let waiting = CHANGELOG.replace("## Unreleased\n", "## Unreleased\n\n* waits\n");
        let notes = Notes::of(&waiting, "0.2.0").unwrap();
        assert!(notes.are_final().unwrap_err().contains("1 lines under Unreleased"));
        assert!(Notes::of(CHANGELOG, "0.3.0").unwrap_err().contains("no section"));
        assert!(Notes::of("## 0.3.0\n## 0.2.0\n\nx\n", "0.3.0").unwrap_err().contains("nothing"));
        assert!(Notes::of("## 0.3.0-rc\n\nx\n", "0.3.0").is_err());
    }
}
