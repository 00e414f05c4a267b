//! The chapter of the book with all board games of the library: a picture, a sentence, the text and the source of each.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::{cargo, run};

/// Builds the program, and says where it is.
pub fn program(root: &Path, target: &Path) -> Result<PathBuf, String> {
    // As `cargo xtask test` builds it, so that nothing is built twice.
    let build = ["test", "--no-run", "--quiet", "--workspace", "--locked"];
    run(Command::new(cargo()).args(build).current_dir(root))?;
    Ok(target.join("debug").join(format!("ishitori{}", std::env::consts::EXE_SUFFIX)))
}

/// Writes the chapter and its pictures into the sources of a book, and names it in the summary.
pub fn write(program: &Path, language: &str, book: &Path) -> Result<(), String> {
    let [title, lead, source] = match language {
        "ja" => [
            "盤上ゲームの一覧",
            "収録されている盤上のゲームのすべてです。絵は始めの局面、文はプログラムが読む定義です。",
            "出典",
        ],
        _ => [
            "Gallery of boards",
            "All board games of the library: a position to begin with, and the text that the program reads.",
            "Source",
        ],
    };
    let asked = ["games", "--json", "--lang", language];
    let games: Value = serde_json::from_str(&ask(program, &asked)?).map_err(|e| e.to_string())?;
    let games = games["games"].as_array().ok_or("no games")?;
    let pictures = book.join("gallery");
    fs::create_dir_all(&pictures).map_err(|e| format!("{}: {e}", pictures.display()))?;
    let mut chapter = format!("# {title}\n\n{lead}\n");
    let mut count = 0;
    for game in games.iter().filter(|game| game["kind"] == "board") {
        let text = |key: &str| game[key].as_str().unwrap_or_default();
        let (name, start) = (text("name"), text("start"));
        let file = pictures.join(format!("{name}.svg")).display().to_string();
        ask(program, &["draw", "board", name, start, "--lang", language, "-o", &file])?;
        let asked = ["games", &format!("board:{name}"), "--json", "--lang", language];
        let one: Value = serde_json::from_str(&ask(program, &asked)?).map_err(|e| e.to_string())?;
        let rules = one["text"].as_str().ok_or_else(|| format!("{name} has no text"))?;
        let rules: Vec<&str> = rules.lines().filter(|line| !line.starts_with('#')).collect();
        let said = text("description");
        let _ = write!(
            chapter,
            "\n## {name}\n\n{said}\n\n![{name} {}](gallery/{name}.svg)\n\n```text\n{}\n```\n\n*{source}: {}*\n",
            start.replace('|', "\\|"),
            rules.join("\n").trim(),
            text("reference"),
        );
        count += 1;
    }
    if count < 60 {
        return Err(format!("only {count} board games"));
    }
    eprintln!("== gallery ({language}): {count} board games");
    let page = book.join("gallery.md");
    fs::write(&page, chapter).map_err(|e| format!("{}: {e}", page.display()))?;
    let summary = book.join("SUMMARY.md");
    let mut lines =
        fs::read_to_string(&summary).map_err(|e| format!("{}: {e}", summary.display()))?;
    let _ = write!(lines, "\n- [{title}](gallery.md)\n");
    fs::write(&summary, lines).map_err(|e| format!("{}: {e}", summary.display()))
}

/// The output of the program; an error if it fails.
fn ask(program: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(arguments).output();
    let output = output.map_err(|e| format!("{}: {e}", program.display()))?;
    match output.status.success() {
        true => String::from_utf8(output.stdout).map_err(|e| e.to_string()),
        false => Err(format!("{arguments:?}: {}", String::from_utf8_lossy(&output.stderr))),
    }
}
