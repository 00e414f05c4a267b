//! A README for every crate that is published, made from its documentation.

use std::fmt::Write;

use super::project::{Crate, Project, read_text, write};

/// Writes them.
pub fn write_all(project: &Project) -> Result<(), String> {
    for each in &project.published {
        write(&each.folder.join("README.md"), text(project, each)?)?;
    }
    eprintln!("== READMEs: {} written", project.published.len());
    Ok(())
}

/// Fails if one is not what its documentation makes.
pub fn check(project: &Project) -> Result<(), String> {
    for each in &project.published {
        let file = each.folder.join("README.md");
        if read_text(&file).ok().as_deref() != Some(&text(project, each)?) {
            return Err(format!(
                "{} is old: `cargo xtask release --write` writes it",
                file.display()
            ));
        }
    }
    eprintln!("== READMEs: {} as their documentation says", project.published.len());
    Ok(())
}

fn text(project: &Project, each: &Crate) -> Result<String, String> {
    let Crate { name, folder, .. } = each;
    let source = read_text(&folder.join("src/lib.rs"))?;
    let repository = "https://github.com/ishitori/ishitori";
    let mut text = format!("# {name}\n\n{}", markdown(&source));
    if name == "ishitori" {
        let _ = write!(text, "\nThe program is installed by `cargo install ishitori`.\n");
    } else {
        let _ = write!(
            text,
            "\nThis crate is a part of [Ishitori]({repository}). Most programs take what it has from the crate\n\
             [`ishitori`](https://docs.rs/ishitori), and so does the program `ishitori`.\n"
        );
    }
    let _ = write!(
        text,
        "\nReference: [docs.rs/{name}](https://docs.rs/{name}/{}). What may change in later versions:\n\
         [stability]({repository}/blob/main/docs/stability.md). MIT or Apache-2.0, at your choice.\n",
        project.version
    );
    Ok(text)
}

/// The documentation at the head of a source file, as Markdown for readers who do not have the crate before them: without
/// links to its items, and without the lines of examples that are hidden.
fn markdown(source: &str) -> String {
    let mut text = String::new();
    let mut in_code = false;
    for line in source.lines() {
        // Some fences depend on features.
        let line = match line.strip_prefix("#![cfg_attr(") {
            Some(rest) if !rest.starts_with("not(") && rest.contains("doc = \"```") => "```",
            Some(_) => continue,
            None => match line.strip_prefix("//!") {
                Some(rest) => rest.strip_prefix(' ').unwrap_or(rest),
                None if line.is_empty() => continue,
                None => break,
            },
        };
        if line.starts_with("```") {
            in_code = !in_code;
            let plain = in_code && matches!(line, "```" | "```no_run" | "```rust");
            text += if plain { "```rust" } else { line };
        } else if in_code {
            if line == "#" || line.starts_with("# ") {
                continue;
            }
            text += line;
        } else {
            text += &without_links(line);
        }
        text += "\n";
    }
    text
}

/// A line in which links to items, in square brackets and with a path or without one, are only their names.
fn without_links(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some(open) = rest.find('[') {
        let Some(close) = rest[open..].find(']') else { break };
        let (before, after) = rest.split_at(open);
        text += before;
        let inside = &after[1..close];
        let mut end = close + 1;
        let target = after[end..].strip_prefix('(').and_then(|t| t.split_once(')')).map(|(t, _)| t);
        let is_address = target.is_some_and(|t| t.contains("://"));
        if is_address || (target.is_none() && !inside.starts_with('`')) {
            text += &after[..end];
        } else {
            text += inside;
            end += target.map_or(0, |target| target.len() + 2);
        }
        rest = &after[end..];
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_readme_is_what_the_documentation_says() {
        check(&Project::read().unwrap()).unwrap();
    }

    #[test]
    fn links_to_items_are_names_and_addresses_stay() {
        assert_eq!(without_links("see [`Store`] and [`write()`]"), "see `Store` and `write()`");
        assert_eq!(
            without_links("[rules](crate::rules), a [b](https://c.d) [e]"),
            "rules, a [b](https://c.d) [e]"
        );
        assert_eq!(without_links("a [ b"), "a [ b");
    }

    #[test]
    fn examples_show_what_the_reader_types() {
        let source = "//! A [`Store`].\n//!\n//! ```\n//! let x = 1;\n//! # Ok(x)\n//! ```\n\nmod x;\n//! no\n";
        assert_eq!(markdown(source), "A `Store`.\n\n```rust\nlet x = 1;\n```\n");
        let source = "//! A\n#![cfg_attr(feature = \"all\", doc = \"```\")]\n#![cfg_attr(not(feature = \"all\"), doc = \"```ignore\")]\n//! x\n//! ```\n";
        assert_eq!(markdown(source), "A\n```rust\nx\n```\n");
    }
}
