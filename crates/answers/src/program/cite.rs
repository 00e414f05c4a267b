//! How to cite the program, with the command and the certificate of a result.

use std::fmt::Write;

use ishitori_certify::FORMAT;
use serde::Serialize;

use crate::{Accepted, Answered, AskError, Finish, sha256};

/// What the program is called where it is cited. `CITATION.cff` says the same: a test compares them.
pub const TITLE: &str = "Ishitori: a workbench for combinatorial games";
/// Who wrote it.
pub const AUTHOR: &str = "The Ishitori contributors";
/// Where it is.
pub const URL: &str = "https://github.com/ishitori/ishitori";
/// The year of this version.
pub const YEAR: &str = "2026";

/// What is cited together with the program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Request {
    /// The command that gave a result.
    pub command: Option<String>,
    /// The name of a certificate, and the bytes of its file.
    pub certificate: Option<(String, Vec<u8>)>,
}

/// A BibTeX entry.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Answer {
    /// The entry.
    pub bibtex: String,
    /// The version of the program.
    pub version: &'static str,
    /// The command that gave the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The certificate of the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Cited>,
}

/// A certificate by its contents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Cited {
    /// The name of its file.
    pub file: String,
    /// The SHA-256 sum of the file.
    pub sha256: String,
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        Finish::Done
    }
}

/// Writes the entry. A file that is no certificate is refused; whether one is valid is the question `check`. O(bytes).
///
/// ```
/// use ishitori_answers::cite;
///
/// let command = Some("ishitori period 0.77".to_string());
/// let cited = cite::answer(&cite::Request { command, certificate: None }).unwrap();
/// assert!(cited.bibtex.starts_with("@misc{ishitori"));
/// assert!(cited.bibtex.contains("\\texttt{ishitori period 0.77}"));
/// ```
pub fn answer(request: &Request) -> Result<Answer, AskError> {
    let certificate = request.certificate.as_ref().map(|(file, bytes)| {
        let document: Option<serde_json::Value> = serde_json::from_slice(bytes).ok();
        match document.is_some_and(|document| document["format"] == FORMAT) {
            true => Ok(Cited { file: file.clone(), sha256: sha256(bytes) }),
            false => Err(AskError::Argument {
                field: "certificate",
                value: file.clone(),
                accepted: Accepted::CertificateFile,
            }),
        }
    });
    let certificate = certificate.transpose()?;
    let version = env!("CARGO_PKG_VERSION");
    let mut note = format!("Version {version}");
    // Nothing fails to be written to memory.
    if let Some(command) = &request.command {
        let _ = write!(note, ". Computed with \\texttt{{{}}}", latex(command));
    }
    if let Some(Cited { file, sha256 }) = &certificate {
        let _ =
            write!(note, ". Certificate \\texttt{{{}}}, SHA-256 \\texttt{{{sha256}}}", latex(file));
    }
    // The key has the hash, so that several results stand in one bibliography.
    let key = match &certificate {
        Some(Cited { sha256, .. }) => format!("ishitori-{}", &sha256[..8]),
        None => "ishitori".to_string(),
    };
    let title = TITLE.replacen("Ishitori", "{Ishitori}", 1);
    let bibtex = format!(
        "@misc{{{key},\n  author       = {{{{{AUTHOR}}}}},\n  title        = {{{title}}},\n  year         = {{{YEAR}}},\n  \
         howpublished = {{\\url{{{URL}}}}},\n  note         = {{{note}}}\n}}"
    );
    Ok(Answer { bibtex, version, command: request.command.clone(), certificate })
}

/// A text as LaTeX and BibTeX read it, which counts braces even after a backslash; two hyphens stay two.
fn latex(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '{' => out.push_str("\\textbraceleft{}"),
            '}' => out.push_str("\\textbraceright{}"),
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '\'' => out.push_str("\\textquotesingle{}"),
            '&' | '%' | '$' | '#' | '_' => out.extend(['\\', c]),
            '-' if out.ends_with('-') => out.push_str("{}-"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Whatever the command is, the braces of the entry are balanced as BibTeX counts them, and its note is one line.
        #[test]
        fn entries_are_balanced(command in "\\PC*") {
            let cited = answer(&Request { command: Some(command), certificate: None }).unwrap();
            let mut depth = 0;
            for c in cited.bibtex.chars() {
                depth += i32::from(c == '{') - i32::from(c == '}');
                prop_assert!(depth >= 0);
            }
            prop_assert_eq!(depth, 0);
            prop_assert_eq!(cited.bibtex.lines().count(), 7);
            prop_assert!(!cited.bibtex.lines().nth(5).unwrap().contains("--"));
        }
    }

    #[test]
    fn only_certificates_are_cited() {
        let with = |bytes: &[u8]| Request {
            command: None,
            certificate: Some(("kayles.json".to_string(), bytes.to_vec())),
        };
        let cited = answer(&with(b"{\"format\": \"ishitori-certificate\"}")).unwrap();
        let sum = cited.certificate.unwrap().sha256;
        assert!(cited.bibtex.contains(&sum) && sum.len() == 64);
        for no in [&b"{}"[..], b"[1]", b"", b"\xff"] {
            assert!(answer(&with(no)).is_err());
        }
    }
}
