//! One grammar for both checkers: files at the edge of what the format allows, and random changes of certificates.
//!
//! `docs/certificates.md` has the grammar. The checker in Rust reads with `serde_json` and its own rules, the extracted one with
//! `proofs/checker/json.ml`. Both have to give the verdict that is written here for each file of [`edges`], and the same
//! verdict for every change of [`fuzz`].

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use ishitori_certify::{Rejection, Why, check};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// How long random changes are tried.
const TIME: Duration = Duration::from_secs(60);

/// The number of files that the extracted checker gets at a time.
const BATCH: usize = 500;

/// Fewer changes than this, and fewer of them accepted, do not count as a comparison.
const ENOUGH: (usize, usize) = (2000, 200);

/// Compares the checkers on the edge files and on random changes of some certificates of the corpus.
pub fn compare(checker: &Path, folder: &Path, corpus: &[(String, String)]) -> Result<(), String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let shortest = |what: &str, fits: &dyn Fn(&Value) -> bool| {
        let of_kind = corpus.iter().map(|(_, text)| text.as_str()).filter(|text| {
            let document: Option<Value> = serde_json::from_str(text).ok();
            document.is_some_and(|document| fits(&document))
        });
        let shortest = of_kind.filter(|text| check(text).valid).min_by_key(|text| text.len());
        shortest.ok_or(format!("no valid certificate of {what} in the corpus"))
    };
    let heaps = shortest("a subtraction game", &|document| {
        let claim = &document["claim"]["grundy-period"];
        let whole = claim["least"] == json!(true) && claim["saltus"] == json!(0);
        whole && document["rule"].get("subtraction").is_some()
    })?;
    let tuples =
        shortest("a game on tuples", &|document| document["rule"].get("tuples").is_some())?;
    let files = edges(&compact(heaps)?, &compact(tuples)?)?;
    let texts: Vec<&[u8]> = files.iter().map(|(_, text, _)| &text[..]).collect();
    let mut differ = Vec::new();
    for ((name, _, expected), verdict) in files.iter().zip(verdicts(checker, folder, &texts)?) {
        if verdict.rust != *expected || verdict.verified != Some(*expected) {
            differ.push(format!("{name}: expected {expected}, {verdict:?}"));
        }
    }
    let accepted = files.iter().filter(|(_, _, expected)| *expected).count();
    eprintln!("== grammar: {} edge files, {accepted} of them accepted", files.len());
    let board = shortest("a board", &|document| document["rule"].get("board").is_some())?;
    let bases = [compact(heaps)?, compact(tuples)?, pretty(heaps)?, compact(board)?];
    differ.extend(fuzz(checker, folder, &bases)?);
    match differ.is_empty() {
        true => Ok(()),
        false => Err(format!("the readers differ:\n{}", differ.join("\n"))),
    }
}

/// What both say.
#[derive(Debug)]
struct Verdict {
    rust: bool,
    /// None if the extracted checker does not know the kind of certificate.
    verified: Option<bool>,
}

fn verdicts(checker: &Path, folder: &Path, texts: &[&[u8]]) -> Result<Vec<Verdict>, String> {
    let names: Vec<String> = (0..texts.len()).map(|i| format!("g{i}.json")).collect();
    for (name, text) in names.iter().zip(texts) {
        fs::write(folder.join(name), text).map_err(|e| format!("{name}: {e}"))?;
    }
    let output = Command::new(checker).args(&names).current_dir(folder).output();
    let output = output.map_err(|e| format!("{}: {e}", checker.display()))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let by_name: BTreeMap<&str, &str> =
        said.lines().filter_map(|line| line.split_once(": ")).collect();
    let verdict = |(name, text): (&String, &&[u8])| {
        let rust = std::str::from_utf8(text).is_ok_and(|text| check(text).valid);
        let verified = match by_name.get(name.as_str()) {
            Some(&"valid") => Some(true),
            Some(said) if said.starts_with("invalid") => Some(false),
            Some(said) if said.starts_with("unsupported") => None,
            said => return Err(format!("{name}: the extracted checker says {said:?}")),
        };
        Ok(Verdict { rust, verified })
    };
    names.iter().zip(texts).map(verdict).collect()
}

fn compact(text: &str) -> Result<String, String> {
    let value: Value = serde_json::from_str(text).map_err(|e| e.to_string())?;
    Ok(canonical(&value))
}

fn pretty(text: &str) -> Result<String, String> {
    let value: Value = serde_json::from_str(text).map_err(|e| e.to_string())?;
    serde_json::to_string_pretty(&value).map_err(|e| e.to_string())
}

/// The canonical text of a value, however its objects are stored.
fn canonical(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            format!("[{}]", items.iter().map(canonical).collect::<Vec<_>>().join(","))
        }
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_by_key(|(name, _)| name.as_bytes());
            let field = |(name, value): &(&String, &Value)| {
                format!("{}:{}", Value::String((*name).clone()), canonical(value))
            };
            format!("{{{}}}", fields.iter().map(field).collect::<Vec<_>>().join(","))
        }
        scalar => scalar.to_string(),
    }
}

/// The canonical text with the hash that fits.
fn sealed(mut document: Value) -> String {
    document.as_object_mut().expect("a document is an object").remove("hash");
    let digest = Sha256::digest(canonical(&document));
    let mut hash = String::new();
    digest.iter().for_each(|byte| write!(hash, "{byte:02x}").expect("a String takes all"));
    document["hash"] = json!(hash);
    canonical(&document)
}

/// How many lists and objects are open at once.
fn nesting(text: &str) -> usize {
    let steps = text.bytes().scan(0_usize, |open, byte| {
        match byte {
            b'{' | b'[' => *open += 1,
            b'}' | b']' => *open -= 1,
            _ => {}
        }
        Some(*open)
    });
    steps.max().unwrap_or(0)
}

/// A file with its name, and whether it is a valid certificate.
type Edge = (String, Vec<u8>, bool);

/// Files at the edge of the grammar, made of two valid certificates in canonical form.
fn edges(heaps: &str, tuples: &str) -> Result<Vec<Edge>, String> {
    let mut files: Vec<Edge> = Vec::new();
    let mut add =
        |name: &str, text: Vec<u8>, valid: bool| files.push((name.to_owned(), text, valid));
    let with = |old: &str, new: &[u8]| -> Result<Vec<u8>, String> {
        let (before, after) = heaps.split_once(old).ok_or(format!("no {old} in {heaps}"))?;
        Ok([before.as_bytes(), new, after.as_bytes()].concat())
    };
    add("canonical", heaps.into(), true);
    add("canonical, tuples", tuples.into(), true);
    // White space: the four characters, between any two tokens.
    for (name, space, valid) in [
        ("space", &b" "[..], true),
        ("tab", b"\t", true),
        ("line feed", b"\n", true),
        ("carriage return", b"\r", true),
        ("all four", b" \t\r\n", true),
        ("vertical tab", b"\x0b", false),
        ("form feed", b"\x0c", false),
        ("no-break space", b"\xc2\xa0", false),
        ("byte order mark", b"\xef\xbb\xbf", false),
        ("NUL", b"\0", false),
        ("comment", b"/**/", false),
        ("line comment", b"//\n", false),
    ] {
        add(&format!("{name} before"), [space, heaps.as_bytes()].concat(), valid);
        add(&format!("{name} after"), [heaps.as_bytes(), space].concat(), valid);
        add(&format!("{name} after a colon"), with(":", &[b":", space].concat())?, valid);
        add(&format!("{name} before a comma"), with(",", &[space, b","].concat())?, valid);
        let inside = with("\"version\":1", &[b"\"version\":1", space, b"1"].concat())?;
        add(&format!("{name} inside a number"), inside, false);
    }
    // What stands after the document, and instead of it.
    for after in [&b"{}"[..], b"x", b",", b"}", b"]", b"null", b"1", b"\"\"", heaps.as_bytes()] {
        let name = format!("followed by {}", String::from_utf8_lossy(&after[..after.len().min(9)]));
        add(&name, [heaps.as_bytes(), after].concat(), false);
    }
    for text in ["", " ", "null", "true", "1", "\"a\"", "[]", "{}", "[", "{", "\"", "-", "\\"] {
        add(&format!("only {text:?}"), text.into(), false);
    }
    for cut in [1, heaps.len() / 2, heaps.len() - 1] {
        add(&format!("cut at {cut}"), heaps.as_bytes()[..cut].to_vec(), false);
    }
    let wide: Vec<u8> = heaps.bytes().flat_map(|byte| [byte, 0]).collect();
    add("UTF-16", wide, false);
    // Commas and colons.
    add("a comma too many in an object", with("}", b",}")?, false);
    add("a comma too many in a list", with("]", b",]")?, false);
    add("a comma at the beginning of a list", with("[", b"[,")?, false);
    add("two commas", with(",", b",,")?, false);
    add("a comma missing", with(",\"", b" \"")?, false);
    add("a colon missing", with(":", b" ")?, false);
    add("an equals sign", with(":", b"=")?, false);
    // Fields: any order, none twice, however it is written.
    let last = ",\"version\":1}";
    let others = heaps.strip_suffix(last).ok_or("the version is not the last field")?;
    add("another order", format!("{{\"version\":1,{}}}", &others[1..]).into(), true);
    add("the same field twice", with("\"version\":1", b"\"version\":1,\"version\":1")?, false);
    add(
        "twice with an escape",
        with("\"version\":1", b"\"version\":1,\"ver\\u0073ion\":1")?,
        false,
    );
    add("a name with an escape", with("\"version\"", b"\"ver\\u0073ion\"")?, true);
    add("a value with an escape", with("\"ishitori-", b"\"ishitori\\u002D")?, true);
    add("lower case digits", with("\"ishitori-", b"\"ishitori\\u002d")?, true);
    add("a kind with an escape", with("\"subtraction\"", b"\"\\u0073ubtraction\"")?, true);
    add("an unknown field", with("\"version\":1", b"\"version\":1,\"more\":1")?, false);
    add("a name in other letters", with("\"version\"", b"\"Version\"")?, false);
    add("a name without quotes", with("\"version\"", b"version")?, false);
    add("a name in single quotes", with("\"version\"", b"'version'")?, false);
    add("a number as a name", with("\"version\"", b"1")?, false);
    // Escapes and characters of texts. Only the format's own words are accepted.
    for (name, new, valid) in [
        ("escaped quote", &b"ishitori\\\"certificate"[..], false),
        ("unknown escape", b"ishitori\\-certificate", false),
        ("hexadecimal escape", b"ishitori\\x2dcertificate", false),
        ("three digits", b"ishitori\\u02dcertificate", false),
        ("digits that are none", b"ishitori\\u00g0certificate", false),
        ("a sign among the digits", b"ishitori\\u+02dcertificate", false),
        ("a surrogate alone", b"ishitori\\ud800certificate", false),
        ("a low surrogate alone", b"ishitori\\udc00certificate", false),
        ("surrogates exchanged", b"ishitori\\udc00\\ud800certificate", false),
        ("a raw tab", b"ishitori\tcertificate", false),
        ("a raw line feed", b"ishitori\ncertificate", false),
        ("a raw NUL", b"ishitori\0certificate", false),
        ("an escape at the end", b"ishitori-certificate\\", false),
        ("a byte that is no character", b"ishitori\x80certificate", false),
        ("a character too long", b"ishitori\xc0\xadcertificate", false),
        ("a surrogate in UTF-8", b"ishitori\xed\xa0\x80certificate", false),
        ("a character too large", b"ishitori\xf4\x90\x80\x80certificate", false),
        ("a character cut short", b"ishitori\xe2\x80certificate", false),
        ("another hyphen", b"ishitori\xe2\x80\x90certificate", false),
    ] {
        add(name, with("ishitori-certificate", new)?, valid);
    }
    // Numbers.
    for (new, valid) in [
        ("1", true),
        ("01", false),
        ("+1", false),
        ("-1", false),
        ("-0", false),
        ("0", false),
        ("1.0", false),
        ("1.", false),
        (".1", false),
        ("1e0", false),
        ("1E0", false),
        ("10e-1", false),
        ("0x1", false),
        ("1_0", false),
        ("\"1\"", false),
        ("[1]", false),
        ("null", false),
        ("true", false),
        ("NaN", false),
        ("Infinity", false),
        ("-", false),
        ("1-", false),
        ("True", false),
        ("18446744073709551616", false),
        ("18446744073709551617", false),
        ("1e400", false),
        ("9223372036854775808", false),
        ("-9223372036854775809", false),
        ("1234567890123456789012345678901234567890", false),
    ] {
        add(
            &format!("version {new}"),
            with("\"version\":1", format!("\"version\":{new}").as_bytes())?,
            valid,
        );
    }
    for (n, valid) in [("0", true), ("007", false), ("-0", false)] {
        let changed = with("\"saltus\":0", format!("\"saltus\":{n}").as_bytes())?;
        add(&format!("saltus {n}"), changed, valid);
    }
    add("a truth value in other letters", with("true", b"TRUE")?, false);
    add("a truth value cut short", with("true", b"tru")?, false);
    // Lists and objects inside each other: conditions that are true, negated again and again.
    let document: Value = serde_json::from_str(tuples).map_err(|e| e.to_string())?;
    for wanted in 120..135 {
        let mut made = document.clone();
        let place = made.pointer_mut("/rule/tuples/position").ok_or("no position")?;
        let old = place.take();
        // The rule stands in three objects, the list of `all` in one more and itself.
        let negations = wanted - 7;
        let mut truth =
            if negations % 2 == 0 { json!({ "all": [] }) } else { json!({ "any": [] }) };
        for _ in 0..negations {
            truth = json!({ "not": truth });
        }
        *place = json!({ "all": [old, truth] });
        let text = sealed(made);
        let depth = nesting(&text);
        add(&format!("{depth} inside each other"), text.into(), depth <= 127);
    }
    Ok(files)
}

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % bound
    }

    fn of<'a, T: ?Sized>(&mut self, list: &[&'a T]) -> &'a T {
        list[self.below(list.len())]
    }
}

/// Tries random changes for a bounded time; what the checkers differ in.
fn fuzz(checker: &Path, folder: &Path, bases: &[String]) -> Result<Vec<String>, String> {
    let begun = Instant::now();
    let mut random = Random(42);
    let (mut tried, mut accepted, mut unknown) = (0, 0, 0);
    let mut differ = Vec::new();
    while begun.elapsed() < TIME && differ.len() < 10 {
        let mut texts = Vec::new();
        while texts.len() < BATCH {
            let base = &bases[random.below(bases.len())];
            let mut text = base.clone().into_bytes();
            for _ in 0..=random.below(3) {
                change(&mut text, &mut random);
            }
            if same_numbers(base, &text) {
                texts.push(rehash(text));
            }
        }
        let slices: Vec<&[u8]> = texts.iter().map(|text| &text[..]).collect();
        for (text, verdict) in texts.iter().zip(verdicts(checker, folder, &slices)?) {
            tried += 1;
            accepted += usize::from(verdict.rust);
            match verdict.verified {
                None => unknown += 1,
                Some(verified) if verified == verdict.rust => {}
                Some(_) => differ.push(format!("{verdict:?}: {}", String::from_utf8_lossy(text))),
            }
        }
    }
    eprintln!(
        "== grammar: {tried} random changes, {accepted} of them accepted, {unknown} unsupported, {} differ",
        differ.len()
    );
    if differ.is_empty() && (tried < ENOUGH.0 || accepted < ENOUGH.1) {
        return Err(format!("only {tried} changes were tried, {accepted} of them accepted"));
    }
    Ok(differ)
}

/// No number of three to twelve digits is there that was not there before: checks of long periods take long.
fn same_numbers(base: &str, text: &[u8]) -> bool {
    let runs = text.split(|byte| !byte.is_ascii_alphanumeric());
    let long =
        runs.filter(|run| (3..13).contains(&run.len()) && run.iter().all(u8::is_ascii_digit));
    long.into_iter().all(|run| std::str::from_utf8(run).is_ok_and(|run| base.contains(run)))
}

/// The text with the hash that fits, if the checker in Rust gets as far as that.
fn rehash(text: Vec<u8>) -> Vec<u8> {
    let text = match String::from_utf8(text) {
        Ok(text) => text,
        Err(e) => return e.into_bytes(),
    };
    let Why::Rejected(Rejection::Hash { expected }) = check(&text).why else { return text.into() };
    let is_hash = |run: &&str| run.len() == 64 && run.bytes().all(|b| b.is_ascii_hexdigit());
    let Some(old) = text.split('"').find(is_hash).map(str::to_owned) else { return text.into() };
    text.replace(&old, &expected).into()
}

/// Changes one thing in a text.
fn change(text: &mut Vec<u8>, random: &mut Random) {
    const PIECES: &[&[u8]] = &[
        b" ",
        b"\t",
        b"\n",
        b"\r",
        b"\0",
        b"\x01",
        b"\x0b",
        b"\x0c",
        b"\x1f",
        b"\x7f",
        b"\x80",
        b"\xc0\x80",
        b"\xc2\xa0",
        b"\xed\xa0\x80",
        b"\xef\xbb\xbf",
        b"\xf4\x90\x80\x80",
        b"\xf0\x9f\x98\x80",
        b"\"",
        b"\\",
        b"\\n",
        b"\\/",
        b"\\u0031",
        b"\\ud83d\\ude00",
        b"\\ud83d",
        b"{",
        b"}",
        b"[",
        b"]",
        b",",
        b":",
        b"-",
        b"+",
        b".",
        b"e",
        b"E1",
        b"0",
        b"{}",
        b"[]",
        b"null",
        b"true",
        b"//",
        b"1.0",
        b"1e1",
        b"\"a\":1,",
        b"18446744073709551616",
        b"-9223372036854775808",
    ];
    if text.is_empty() {
        return;
    }
    let at = random.below(text.len());
    match random.below(8) {
        // White space before a token does not matter.
        0 | 1 => {
            let tokens: Vec<usize> =
                (0..text.len()).filter(|&i| b"{}[]:,".contains(&text[i])).collect();
            if !tokens.is_empty() {
                let at = tokens[random.below(tokens.len())] + random.below(2);
                let piece = random.of(&[&b" "[..], b"\n", b"\t", b"\r", b"\r\n  "]);
                text.splice(at..at, piece.iter().copied());
            }
        }
        // A letter of a word may be written as an escape.
        2 | 3 => {
            let letters: Vec<usize> =
                (0..text.len()).filter(|&i| text[i].is_ascii_lowercase()).collect();
            if !letters.is_empty() {
                let at = letters[random.below(letters.len())];
                let escape = match random.below(2) {
                    0 => format!("\\u{:04x}", text[at]),
                    _ => format!("\\u{:04X}", text[at]),
                };
                text.splice(at..=at, escape.bytes());
            }
        }
        4 => {
            let piece = random.of(PIECES);
            text.splice(at..at, piece.iter().copied());
        }
        5 => {
            let end = (at + 1 + random.below(3)).min(text.len());
            text.drain(at..end);
        }
        6 => {
            let end = (at + 1 + random.below(24)).min(text.len());
            let piece = text[at..end].to_vec();
            let to = random.below(text.len());
            text.splice(to..to, piece);
        }
        _ => text[at] = u8::try_from(random.below(256)).expect("a byte"),
    }
}
