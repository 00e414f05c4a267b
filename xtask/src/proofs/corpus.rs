//! Certificates of many rules, and changes of each of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ishitori_certify::{Rejection, Why, check};
use serde_json::{Value, json};

use super::milestones;

/// Commands that write a certificate, without `--certificate FILE`. What stands between ' is one argument.
const COMMANDS: &[&str] = &[
    "period 0.77",
    "period 0.07",
    "period 0.137",
    "period 0.5",
    "period 0.17",
    "period 0.45",
    "period 0.156",
    "period 0.165",
    "period 0.356",
    "period 0.644",
    "period 4.7",
    "period 4.13",
    "period 0.333",
    "period 0.117",
    "period 0.D",
    "period 0.F",
    "period 0.8",
    "period 0.28",
    "period 0.9C",
    "period sub:1,7,12,16",
    "period sub:2,5,7",
    "period sub:1-9",
    "period sub:3,11,17,40",
    "period sub:4",
    "period allbut:3,5",
    "period allbut:1,2,7",
    "period allbut:2",
    "period allbut:4,9,11,30",
    "period allbut:1,5,6,14",
    "outcomes sub:2,3 --end mod2:LR --to 12",
    "outcomes sub:1,4,6 --end mod3:LRN --to 12",
    "outcomes sub:3,5 --end misere --to 12",
    "values sub:2,3 --end mod2:LR --to 12",
    "values sub:1,3,4 --end mod2:RL --to 9",
    "values sub:2,3,5 --end mod3:LRR --to 9",
    "values psub:1/2 --to 9",
    "values psub:1,3/2 --to 9",
    "values 0.303 --end mod2:LR --to 9",
    "values sub:2,3,6 --end mod2:LR --to 12",
    "conjecture chocolate:2 --prove 'y xor z'",
    "conjecture '(n) -> (n-1) if n > 0' --prove 'n mod 2'",
    "conjecture 'position (石, β)\nboth: (石-1, β) if 石 > 0\n      (石, β-1) if β > 0' --fit --prove",
    "conjecture lib:chocolate3 --prove --p-positions 'x xor y xor z = 0'",
    "conjecture 'position (a, b)\nleft: (a - 1, b) if a > 0\nright: (a, b - 1) if b > 0' --fit --prove",
    "conjecture chocolate:2 --fit --prove --learn grundy",
    "conjecture lib:end-nim --fit --prove --learn outcomes",
    "conjecture 'position (n)\nboth: (n-1) if n > 0\n      (n-2) if n > 1\nend: misere' --fit --prove --learn outcomes",
    "conjecture 'position (a, b)\nboth: (u, b) for u in 0 ..< a\n      (a, v) for v in 0 ..< b\nend: misere' --fit --prove --learn outcomes",
    "conjecture 'position (n)\nboth: (n-2) if n > 1\n      (n-3) if n > 2\nend: if n mod 2 = 0 then L else R' --fit --prove --learn outcomes",
    "conjecture 'position (n)\nboth: (a) + (n - a) for a in 1 ..< n' --fit --prove --learn grundy",
    "conjecture 'position (n)\nboth: (n - 1) + (n - 2) if n > 1\n      (n - 1) if n > 0' --fit --prove",
    "conjecture exact-nim:4,2 --fit --prove --learn outcomes",
    "conjecture 'position (n)\nboth: (n-1) if n > 0\n      (n-2) if n > 1' --fit --prove --learn outcomes --base 10",
    "conjecture 'position (n)\nboth: (n-1) if n > 0\n      (n-3) if n > 2' --fit --prove --learn outcomes --base pell",
    "conjecture 'position (a, b)\nleft: (a - 1, b) if a > 0\nright: (a, b - 1) if b > 0' --fit --prove --learn outcomes --base fibonacci",
    "conjecture lib:end-nim --fit --prove --learn outcomes --base 3",
    "position domineering 3x4 --outcome",
    "position domineering 4x4 --outcome",
    "position domineering 3x3 --misere",
    "position hex-domineering 3x3 --outcome",
    "position clobber 'xoxo|oxox' --outcome",
    "position clobber 'xox|oxo' --misere",
    "position nogo 3x3 --outcome",
    "position cram 3x4 --nimber",
    "position cram 3x3 --misere",
    "position col path:5 --outcome",
    "position grid-snort 3x3 --outcome",
    "position amazons 'x..|...|..o' --outcome",
    "position konane 'xoxo|ox.x|xoxo' --outcome",
    "position node-kayles petersen --nimber",
    "position kayles-strip 1x7 --misere",
    "position arc-kayles cycle:6 --nimber",
    "position geography '1>2 2>3 3>1 2>4 1:x' --outcome",
    "position toppling-dominoes 'lre.lrl' --outcome",
    "position turning-turtles ththh --nimber",
    "position toads-and-frogs 'tt.ff' --outcome",
    "position l-tromino-cram 3x4 --nimber",
    "position bounded-ruler tthth --nimber",
    "quotient 0.77 --end misere --to 12",
    "quotient 0.123 --end misere",
    "quotient 0.77 --end misere",
    "quotient 0.75 --end misere",
    "quotient 0.34 --end misere",
    "quotient 0.15 --end misere --to 30",
    "quotient 0.07 --end misere --to 20",
    "quotient 0.77 --end moves --to 10",
    "quotient sub:2,3 --end mod2:LR",
    "quotient sub:1,3 --end mod2:LR",
    "quotient grundys-game --end misere --to 14",
    "quotient 0.04!3 --end misere --to 14",
    "quotient 0.04=3 --end misere",
    "quotient 0.14= --end mod2:LR",
    "quotient 0.3{2+} --end misere --to 8",
    "quotient 0.04!{1,2,3+}! --end misere --to 8",
];

/// The most changes of one certificate.
const CHANGES: usize = 48;

/// Writes the certificates and their changes to the folder: names of files and texts.
pub fn make(folder: &Path) -> Result<Vec<(String, String)>, String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let ishitori = build()?;
    let mut corpus = Vec::new();
    for (i, command) in COMMANDS.iter().enumerate() {
        let name = format!("{i:02}.json");
        let output = Command::new(&ishitori)
            .args(arguments(command))
            .args(["--certificate", &name])
            .current_dir(folder)
            .output()
            .map_err(|e| format!("ishitori {command}: {e}"))?;
        let text = fs::read_to_string(folder.join(&name)).map_err(|e| {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            format!("ishitori {command} wrote no certificate: {e}\n{said}")
        })?;
        let document: Value = serde_json::from_str(&text).map_err(|e| format!("{name}: {e}"))?;
        add(&mut corpus, folder, &format!("{i:02}"), text)?;
        if let Some(made) = milestones::of(&document) {
            add(&mut corpus, folder, &format!("{i:02}m"), rehash(made))?;
        }
    }
    Ok(corpus)
}

/// The arguments of a command.
fn arguments(command: &str) -> Vec<&str> {
    let parts = command.split('\'').enumerate();
    let all = parts.flat_map(|(i, part)| match i % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    all.collect()
}

/// Writes a certificate and its changes to the folder, and notes them.
fn add(
    corpus: &mut Vec<(String, String)>,
    folder: &Path,
    name: &str,
    text: String,
) -> Result<(), String> {
    let changed = forge(&text).map_err(|e| format!("{name}: {e}"))?;
    let changed = changed.into_iter().enumerate();
    let changed = changed.map(|(j, text)| (format!("{name}-{j:02}.json"), text));
    for (name, text) in std::iter::once((format!("{name}.json"), text)).chain(changed) {
        fs::write(folder.join(&name), &text).map_err(|e| format!("{name}: {e}"))?;
        corpus.push((name, text));
    }
    Ok(())
}

/// The program, built.
fn build() -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    // As `cargo xtask test` builds it: by itself it has other features of shared crates, and all of them would be built again.
    let arguments = ["test", "--no-run", "--workspace", "--lib", "--bins", "--tests", "--locked"];
    let output = Command::new(cargo)
        .args(arguments)
        .args(["--message-format", "json-render-diagnostics"])
        .output()
        .map_err(|e| format!("cargo: {e}"))?;
    let said = String::from_utf8_lossy(&output.stdout);
    let artifact = |line: &str| {
        let value: Value = serde_json::from_str(line).ok()?;
        let target = value.get("target")?;
        // Its unit tests are a program of the same name.
        let is_program = target["kind"] == serde_json::json!(["bin"])
            && target["name"] == "ishitori"
            && value["profile"]["test"] == false;
        is_program.then(|| value.get("executable")?.as_str().map(PathBuf::from))?
    };
    said.lines()
        .find_map(artifact)
        .ok_or_else(|| format!("cargo build failed:\n{}", String::from_utf8_lossy(&output.stderr)))
}

/// Changes of a document, most of them with a hash that fits.
fn forge(text: &str) -> Result<Vec<String>, String> {
    let document: Value = serde_json::from_str(text).map_err(|e| e.to_string())?;
    let mut all = Vec::new();
    let mut places = Vec::new();
    pointers(&document, String::new(), &mut places);
    for place in places.iter().filter(|place| !place.starts_with("/hash")) {
        let old = document.pointer(place).expect("a place in the document");
        all.extend(changes(old, place.contains("/digits")).into_iter().map(|new| (place, new)));
    }
    // Spread over the document; the first one keeps its hash and does not fit.
    let step = all.len().div_ceil(CHANGES).max(1);
    let forged = all.into_iter().step_by(step).enumerate();
    // Only those that are used are written: all of them together would be larger than a memory.
    let changed = |(i, (place, new)): (usize, (&String, Value))| {
        let mut changed = document.clone();
        *changed.pointer_mut(place).expect("the same place") = new;
        if i == 0 { changed.to_string() } else { rehash(changed) }
    };
    Ok(forged.map(changed).collect())
}

/// The document with the hash that fits, if the checker gets as far as that.
fn rehash(mut document: Value) -> String {
    if let Why::Rejected(Rejection::Hash { expected }) = check(&document.to_string()).why {
        document["hash"] = json!(expected);
    }
    document.to_string()
}

/// The places of all values inside a JSON value.
fn pointers(value: &Value, at: String, out: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(key, v)| pointers(v, format!("{at}/{key}"), out));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, v)| pointers(v, format!("{at}/{i}"), out));
        }
        _ => {}
    }
    out.push(at);
}

/// Other values in the place of one. Digits stay small: a move into many heaps takes long.
fn changes(old: &Value, digit: bool) -> Vec<Value> {
    let mut new = vec![json!("x"), json!(-1), json!(0.5)];
    match old {
        Value::Bool(b) => new.push(json!(!b)),
        Value::Number(_) => {
            let n = old.as_u64().unwrap_or(0);
            let others = [n + 1, n.saturating_sub(1), 2 * n, 3 * n, n / 2, 0, 1, u64::MAX];
            let others = others.into_iter().filter(|&m| m != n && !(digit && m > 15));
            new.extend(others.map(|m| json!(m)));
        }
        Value::String(word) => {
            for (at, old) in word.char_indices().take(8) {
                let (before, after) = (&word[..at], &word[at + old.len_utf8()..]);
                for letter in ["L", "R", "N", "P", ""] {
                    new.push(json!(format!("{before}{letter}{after}")));
                }
            }
            new.extend(["L", "P"].map(|letter| json!(format!("{word}{letter}"))));
        }
        Value::Array(items) => {
            for i in 0..items.len().min(8) {
                let mut fewer = items.clone();
                fewer.remove(i);
                new.push(Value::Array(fewer));
            }
            new.push(Value::Array([&items[..], &[json!(1)]].concat()));
        }
        Value::Object(fields) => {
            for key in fields.keys() {
                let mut fewer = fields.clone();
                fewer.remove(key);
                new.push(Value::Object(fewer));
            }
            let mut more = fields.clone();
            more.insert("extra".to_owned(), json!(1));
            new.push(Value::Object(more));
        }
        Value::Null => {}
    }
    new.retain(|v| v != old);
    new
}
