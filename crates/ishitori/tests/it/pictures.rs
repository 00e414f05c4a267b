//! Pictures from the command line: formats, headings, widths, colours, Japanese.

use assert_cmd::Command;

fn ishitori(folder: &std::path::Path, line: &[&str]) -> std::process::Output {
    Command::cargo_bin("ishitori").unwrap().current_dir(folder).args(line).output().unwrap()
}

/// Every picture in every format.
const PICTURES: &[&[&str]] = &[
    &["draw", "scatter", "0.77", "--to", "40"],
    &["draw", "table", "0.07", "--to", "80"],
    &["draw", "grid", "chocolate:3", "--to", "4,12", "--show", "outcome"],
    &["draw", "thermograph", "{3|1||-2}"],
    &["draw", "tree", "{2|1||0}"],
    &["draw", "graph", "sub:1-3", "--to", "8"],
    &["draw", "monoid", "sub:3,5", "--end", "mod2:LR"],
    &["draw", "cayley", "sub:3,5", "--end", "mod2:LR"],
];

#[test]
fn every_picture_in_every_format_with_a_heading_and_a_width() {
    let folder = tempfile::tempdir().unwrap();
    for picture in PICTURES {
        let formats: [(&str, &[u8]); 4] = [
            ("p.svg", b"<svg"),
            ("p.png", b"\x89PNG"),
            ("p.pdf", b"%PDF"),
            ("p.tex", b"% ishitori"),
        ];
        for (file, begins) in formats {
            // Dots and periods have no colours of outcomes.
            let outcomes = !["scatter", "table"].contains(&picture[1]);
            let palette = if outcomes { "slides" } else { "safe" };
            let options =
                ["-o", file, "--title", "見出し <1>", "--size", "320", "--palette", palette];
            let line = [picture, &options[..]].concat();
            let ran = ishitori(folder.path(), &line);
            assert!(ran.status.success(), "{line:?}: {}", String::from_utf8_lossy(&ran.stderr));
            let bytes = std::fs::read(folder.path().join(file)).unwrap();
            assert!(bytes.starts_with(begins), "{line:?}");
            match file {
                "p.svg" => {
                    let svg = String::from_utf8(bytes).unwrap();
                    assert!(svg.contains("width=\"320\""), "{line:?}");
                    // As the name of the picture, and drawn.
                    assert!(svg.contains("<title>見出し &lt;1&gt;</title>"), "{line:?}");
                    assert!(svg.contains(">見出し &lt;1&gt;</text>"), "{line:?}");
                }
                // Two pixels for a unit.
                "p.png" => assert_eq!(bytes[16..20], 640u32.to_be_bytes(), "{line:?}"),
                "p.tex" => {
                    let tikz = String::from_utf8(bytes).unwrap();
                    assert!(tikz.ends_with("\\end{tikzpicture}\n"), "{line:?}");
                    assert!(tikz.contains("fill=white] (0,0) rectangle (320,"), "{line:?}");
                    // Kana are outlines, with the text in a comment.
                    assert!(tikz.contains("\n% 見出し <1>\n\\fill["), "{line:?}");
                }
                _ => assert!(bytes.ends_with(b"%%EOF"), "{line:?}"),
            }
        }
    }
}

/// A PNG speaks Japanese: it differs from the English one, and from one of empty boxes.
#[test]
fn captions_of_pngs_are_in_the_language_of_the_reader() {
    let folder = tempfile::tempdir().unwrap();
    let drawn = |lang: &str| {
        let line = ["draw", "table", "0.07", "--to", "80", "-o", "t.png", "--lang", lang];
        assert!(ishitori(folder.path(), &line).status.success());
        std::fs::read(folder.path().join("t.png")).unwrap()
    };
    assert_ne!(drawn("ja"), drawn("en"));
}

#[test]
fn a_name_of_no_picture_is_refused_before_anything_is_computed() {
    let folder = tempfile::tempdir().unwrap();
    let line = ["draw", "scatter", "0.77", "--to", "1999999", "-o", "p.gif"];
    let ran = ishitori(folder.path(), &line);
    assert_eq!(ran.status.code(), Some(2));
    let said = String::from_utf8(ran.stderr).unwrap();
    assert!(said.contains("--output") && said.contains(".svg, .png, .pdf or .tex"), "{said}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
