//! The public interface of the library as one text, so that a change of it is seen in review.
//!
//! It is read from the pages that rustdoc writes: every item that they list, its declaration, its methods, and the traits
//! that it implements. Answers are not in it: their fields are in the schemas, which tests compare.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use super::packages::target;
use super::project::{Project, cargo, read_text, write};

/// The text, from the root of the repository.
const FILE: &str = "docs/public-api.txt";

/// The crates whose items are listed. Of the facade only the names are, since its items come from these.
const CRATES: &[&str] = &[
    "ishitori-atlas",
    "ishitori-automata",
    "ishitori-boards",
    "ishitori-certify",
    "ishitori-draw",
    "ishitori-language",
    "ishitori-loopy",
    "ishitori-rules",
    "ishitori-runtime",
    "ishitori-solve",
    "ishitori-sweep",
    "ishitori-values",
];

/// Makes the documentation, and writes the text from it.
pub fn record(project: &Project) -> Result<(), String> {
    let text = text(project)?;
    write(&project.root.join(FILE), &text)?;
    eprintln!("== public interface: {} lines in {FILE}", text.lines().count());
    Ok(())
}

/// Makes the documentation, and fails if the text is not what it says.
pub fn check(project: &Project) -> Result<(), String> {
    let now = text(project)?;
    let recorded = read_text(&project.root.join(FILE))?;
    if now == recorded {
        eprintln!("== public interface: {} lines, as recorded", now.lines().count());
        return Ok(());
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (recorded.lines().collect(), now.lines().collect());
    let mut changes = String::new();
    for (sign, lines, others) in [('-', &old, &new), ('+', &new, &old)] {
        let others: BTreeSet<&&str> = others.iter().collect();
        for line in lines.iter().filter(|line| !others.contains(line)).take(20) {
            let _ = writeln!(changes, "{sign} {line}");
        }
    }
    Err(format!(
        "the public interface is not the one in {FILE}; if that is meant, `cargo xtask release --write` records it:\n{changes}"
    ))
}

fn text(project: &Project) -> Result<String, String> {
    let mut command = cargo(&project.root);
    command.args(["doc", "--no-deps", "--locked", "--quiet", "--package", "ishitori"]);
    command.args(CRATES.iter().flat_map(|name| ["--package", name]));
    crate::run(&mut command)?;
    let pages = target(project).join("doc");
    let mut text = String::from(
        "The public interface of the library: written by `cargo xtask release --write`, compared by `--check`.\n\n",
    );
    let facade = read_text(&pages.join("ishitori/all.html"))?;
    for (path, kind, _) in items(&facade) {
        let _ = writeln!(text, "{path}  ({kind})");
    }
    for name in CRATES {
        let folder = pages.join(name.replace('-', "_"));
        of_crate(&mut text, name.trim_start_matches("ishitori-"), &folder)?;
    }
    Ok(text)
}

/// The public items in the pages of a crate.
fn of_crate(text: &mut String, name: &str, folder: &Path) -> Result<(), String> {
    let all = read_text(&folder.join("all.html"))?;
    let mut known = 0;
    for (path, kind, address) in items(&all) {
        let page = read_text(&folder.join(&address))?;
        let Some(declared) = declaration(&page) else {
            return Err(format!(
                "{}: no declaration: has rustdoc changed its pages?",
                folder.join(address).display()
            ));
        };
        let _ = write!(text, "\n{name}::{path}\n{}", indented(&declared));
        let (methods, traits) = members(&page, kind == "trait");
        for method in methods {
            let _ = writeln!(text, "    {method}");
        }
        if !traits.is_empty() {
            let traits: Vec<String> = traits.into_iter().collect();
            let _ = writeln!(text, "    impl {}", traits.join(", "));
        }
        known += 1;
    }
    if known == 0 {
        return Err(format!("{}: no items: has rustdoc changed its pages?", folder.display()));
    }
    Ok(())
}

/// The items that the page `all.html` lists: path, kind and the address of the page.
fn items(all: &str) -> impl Iterator<Item = (String, String, String)> {
    all.split("<li><a href=\"").skip(1).filter_map(|rest| {
        let address = rest.split('"').next()?;
        let (folder, file) = address.rsplit_once('/').map_or(("", address), |parts| parts);
        let (kind, name) = file.strip_suffix(".html")?.split_once('.')?;
        let folder =
            if folder.is_empty() { String::new() } else { folder.replace('/', "::") + "::" };
        Some((format!("{folder}{name}"), kind.to_string(), address.to_string()))
    })
}

fn declaration(page: &str) -> Option<String> {
    let rest = page.split_once("<pre class=\"rust item-decl\"><code>")?.1;
    Some(plain(rest.split_once("</code></pre>")?.0))
}

/// Methods and constants of an item, and the traits that it implements by code or derive.
fn members(page: &str, is_trait: bool) -> (Vec<String>, BTreeSet<String>) {
    // What every type has, and what other types do with a trait, says nothing about the item.
    let ends = ["id=\"synthetic-implementations\"", "id=\"implementors\"", "id=\"foreign-impls\""];
    let end = ends.iter().filter_map(|end| page.find(end)).min().unwrap_or(page.len());
    let (mut methods, mut traits) = (Vec::new(), BTreeSet::new());
    for section in page[..end].split("<section id=\"").skip(1) {
        let section = section.split("</section>").next().unwrap_or_default();
        let class = section.split("class=\"").nth(1).and_then(|rest| rest.split('"').next());
        let Some((_, head)) = section.split_once(" class=\"code-header\">") else { continue };
        let head = plain(head.split("</h").next().unwrap_or_default());
        let head = head.split_whitespace().collect::<Vec<_>>().join(" ");
        match class {
            // The declaration of a trait has them.
            Some("method" | "associatedconstant" | "associatedtype") if !is_trait => {
                methods.push(head)
            }
            Some("impl") => traits.extend(implemented(&head)),
            _ => {}
        }
    }
    (methods, traits)
}

/// The trait in `impl<…> Trait for Type`, with its parameters.
fn implemented(head: &str) -> Option<String> {
    let (left, _) = head.split_once(" for ")?;
    let left = left.trim_start_matches("unsafe ").strip_prefix("impl")?;
    let mut depth = 0;
    // After the parameters of the implementation.
    let start = left.char_indices().find(|(_, c)| {
        depth += i32::from(*c == '<') - i32::from(*c == '>');
        depth == 0 && *c == ' '
    })?;
    let name = left[start.0..].trim();
    (name != "StructuralPartialEq").then(|| name.to_string())
}

/// HTML as text: without tags and without the lines that only fold long declarations.
fn plain(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some((before, after)) = rest.split_once('<') {
        text += before;
        let (tag, after) = after.split_once('>').unwrap_or((after, ""));
        // A summary such as "Show 15 fields" is not part of the declaration.
        rest = match tag.starts_with("summary") {
            true => after.split_once("</summary>").map_or("", |(_, after)| after),
            false => after,
        };
    }
    text += rest;
    for (entity, character) in [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&nbsp;", " "),
        ("\u{a0}", " "),
        ("&amp;", "&"),
    ] {
        text = text.replace(entity, character);
    }
    text
}

fn indented(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| format!("  {}\n", line.trim_end())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<pre class=\"rust item-decl\"><code>pub struct <a class=\"x\">Nimber</a>&lt;'a&gt; {<details class=\"toggle\"><summary class=\"hideme\"><span>Show 9 fields</span></summary>\n    pub n: <a>u128</a>,\n}</details></code></pre>\
        <section id=\"method.sum\" class=\"method\"><a>Source</a><h4 class=\"code-header\">pub fn <a>sum</a>(\n    &amp;self,\n) -&gt; u8</h4></section>\
        <section id=\"impl-From\" class=\"impl\"><h3 class=\"code-header\">impl&lt;'a, T: Into&lt;u8&gt;&gt; From&lt;T&gt; for Nimber</h3></section>\
        <section id=\"method.from\" class=\"method trait-impl\"><h4 class=\"code-header\">fn from(t: T) -&gt; Self</h4></section>\
        <section id=\"impl-Nimber\" class=\"impl\"><h3 class=\"code-header\">impl Nimber</h3></section>\
        <h2 id=\"synthetic-implementations\"></h2><section id=\"impl-Send\" class=\"impl\"><h3 class=\"code-header\">impl Send for Nimber</h3></section>";

    #[test]
    fn a_page_says_declaration_methods_and_traits() {
        assert_eq!(declaration(PAGE).unwrap(), "pub struct Nimber<'a> {\n    pub n: u128,\n}");
        let (methods, traits) = members(PAGE, false);
        assert_eq!(methods, ["pub fn sum( &self, ) -> u8"]);
        assert_eq!(traits.into_iter().collect::<Vec<_>>(), ["From<T>"]);
        assert!(members(PAGE, true).0.is_empty());
    }

    #[test]
    fn all_items_are_listed_with_their_paths() {
        let all = "<ul><li><a href=\"a/b/struct.C.html\">a::b::C</a></li><li><a href=\"fn.d.html\">d</a></li></ul>";
        let items: Vec<(String, String, String)> = items(all).collect();
        assert_eq!(items[0].0, "a::b::C");
        assert_eq!((items[1].0.as_str(), items[1].1.as_str()), ("d", "fn"));
    }

    #[test]
    fn the_recorded_text_has_what_programs_use() {
        let recorded = include_str!("../../../docs/public-api.txt");
        for known in
            ["prelude::Game", "values::Dyadic", "solve::heap::find_period", "certify::check"]
        {
            let is_it = |line: &str| line.split_whitespace().next() == Some(known);
            assert!(recorded.lines().any(is_it), "{known}");
        }
    }
}
