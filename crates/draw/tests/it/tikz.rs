//! Pictures of TikZ: everything that a scene shows is there, and LaTeX reads it.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use ishitori_draw::*;
use proptest::prelude::*;

use crate::pictures::{all, provenance};

/// What the file says, without comments: the commands, each up to its semicolon, and the colours that are defined.
fn commands(tikz: &str) -> (Vec<String>, Vec<String>) {
    let lines = tikz.lines().filter(|line| !line.starts_with('%'));
    let (colours, lines): (Vec<&str>, Vec<&str>) =
        lines.partition(|line| line.starts_with("\\definecolor"));
    let [begin, body @ .., end] = lines.as_slice() else { panic!("{tikz}") };
    assert!(begin.starts_with("\\begin{tikzpicture}") && *end == "\\end{tikzpicture}");
    let mut commands = vec![String::new()];
    for line in body {
        if line.starts_with('\\') && commands.last().is_some_and(|before| before.ends_with(';')) {
            commands.push(String::new());
        }
        commands.last_mut().unwrap().push_str(line);
    }
    (commands, colours.iter().map(|line| (*line).to_string()).collect())
}

/// All pairs of numbers in parentheses.
fn pairs(text: &str) -> Vec<(f64, f64)> {
    let pieces = text.split('(').skip(1).filter_map(|piece| piece.split_once(')'));
    let numbers = pieces.filter_map(|(pair, _)| pair.split_once(','));
    numbers.filter_map(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?))).collect()
}

/// The points that a shape has, in order; a rectangle has its corner and its size.
fn points(shape: &Shape) -> Vec<(f64, f64)> {
    match shape {
        Shape::Rectangle { x, y, width, height, .. } => vec![(*x, *y), (*width, *height)],
        Shape::Line { points, .. } | Shape::Polygon { points, .. } | Shape::Dots { points, .. } => {
            points.clone()
        }
        Shape::Ring { centre, .. } => vec![*centre],
        Shape::Text { at, .. } => vec![*at],
    }
}

fn colour(shape: &Shape) -> Colour {
    match shape {
        Shape::Rectangle { fill, .. }
        | Shape::Polygon { fill, .. }
        | Shape::Dots { fill, .. }
        | Shape::Text { fill, .. } => *fill,
        Shape::Line { pen, .. } | Shape::Ring { pen, .. } => pen.colour,
    }
}

/// The command that a shape is written with.
fn command(shape: &Shape) -> &'static str {
    match shape {
        Shape::Rectangle { .. } | Shape::Polygon { .. } | Shape::Dots { .. } => "\\fill",
        Shape::Line { .. } | Shape::Ring { .. } => "\\draw",
        Shape::Text { .. } => "\\node",
    }
}

fn shape() -> impl Strategy<Value = Shape> {
    let number = || (-40_000i32..40_000).prop_map(|n| f64::from(n) / 32.0);
    let point = move || (number(), number());
    let colour = || any::<[u8; 3]>().prop_map(|[r, g, b]| Colour::rgb(r, g, b));
    let pen = move || {
        (colour(), any::<bool>(), 0.5..4.0f64).prop_map(|(colour, dashed, width)| {
            let pen = Pen::new(width, colour);
            if dashed { pen.dashed() } else { pen }
        })
    };
    let points = move || prop::collection::vec(point(), 1..12);
    let anchor = prop_oneof![Just(Anchor::Start), Just(Anchor::Middle), Just(Anchor::End)];
    prop_oneof![
        (point(), point(), colour())
            .prop_map(|((x, y), (w, h), fill)| Shape::rectangle(x, y, w, h, fill)),
        (points(), pen()).prop_map(|(points, pen)| Shape::line(points, pen)),
        (points(), colour()).prop_map(|(points, fill)| Shape::Polygon { points, fill }),
        (points(), 0.5..9.0f64, colour()).prop_map(|(points, radius, fill)| Shape::Dots {
            points,
            radius,
            fill
        }),
        (point(), 0.5..90.0f64, pen()).prop_map(|(centre, radius, pen)| Shape::Ring {
            centre,
            radius,
            pen
        }),
        (point(), "[a-z0-9&%$#_{}\\\\~^<>|*\"'` ±≤²₃↑∗-]{0,9}", 6.0..30.0f64, anchor, colour())
            .prop_map(|(at, text, size, anchor, fill)| Shape::Text {
                at,
                text,
                size,
                anchor,
                fill
            }),
    ]
}

proptest! {
    /// Every shape is a command with its points, its colour is defined once, and braces are balanced.
    #[test]
    fn every_shape_is_there(shapes in prop::collection::vec(shape(), 0..20)) {
        let mut scene = Scene::new(300.0, 200.0, "t", "d", provenance());
        scene.shapes = shapes;
        let tikz = scene.to_tikz();
        let (commands, colours) = commands(&tikz);
        prop_assert_eq!(commands.len(), scene.shapes.len() + 1, "the page, and a command for each shape");
        for (written, shape) in commands[1..].iter().zip(&scene.shapes) {
            prop_assert!(written.starts_with(command(shape)), "{}", written);
            let name = colour(shape).to_string().replace('#', "c");
            prop_assert!(written.contains(&name), "{}", written);
            let (found, expected) = (pairs(written), points(shape));
            prop_assert_eq!(found.len(), expected.len(), "{}", written);
            for (one, other) in found.iter().zip(&expected) {
                prop_assert!((one.0 - other.0).abs() < 0.006 && (one.1 - other.1).abs() < 0.006);
            }
            let mut depth = 0;
            let bare = written.replace("\\\\", "").replace("\\{", "").replace("\\}", "");
            for c in bare.chars() {
                depth += i32::from(c == '{') - i32::from(c == '}');
                prop_assert!(depth >= 0, "{}", written);
            }
            prop_assert_eq!(depth, 0, "{}", written);
        }
        let mut different: Vec<String> = scene.shapes.iter().map(|s| colour(s).to_string()).collect();
        different.sort();
        different.dedup();
        prop_assert_eq!(colours.len(), different.len());
    }
}

#[test]
fn long_lines_are_pieces_that_touch() {
    let line: Vec<(f64, f64)> = (0..1000).map(|n| (f64::from(n), f64::from(n % 7))).collect();
    let mut scene = Scene::new(1000.0, 10.0, "", "", Provenance::default());
    scene.push(Shape::line(line.clone(), Pen::new(1.0, Colour::BLACK)));
    scene.push(Shape::Dots { points: line.clone(), radius: 1.0, fill: Colour::BLUE });
    let (commands, _) = commands(&scene.to_tikz());
    let (lines, dots): (Vec<_>, Vec<_>) =
        commands[1..].iter().partition(|command| command.starts_with("\\draw"));
    let mut joined: Vec<(f64, f64)> = Vec::new();
    for piece in lines {
        let piece = pairs(piece);
        assert!(joined.last().is_none_or(|last| *last == piece[0]));
        joined.extend(&piece[usize::from(!joined.is_empty())..]);
    }
    assert_eq!(joined, line);
    assert_eq!(dots.iter().flat_map(|piece| pairs(piece)).collect::<Vec<_>>(), line);
}

/// TeX has no lengths beyond 16383 points.
#[test]
fn large_pictures_are_made_smaller() {
    let mut scene = Scene::new(100.0, 64_000.0, "", "", Provenance::default());
    scene.push(Shape::rectangle(0.0, 32_000.0, 100.0, 32_000.0, Colour::BLUE));
    let tikz = scene.to_tikz();
    assert!(tikz.contains("rectangle (25,16000);"), "{tikz}");
    assert!(tikz.contains("(0,8000) rectangle ++(25,8000);"), "{tikz}");
}

/// Signs that LaTeX lacks are outlines: no kana stands outside of a comment.
#[test]
fn kana_are_outlines() {
    let mut scene = Scene::new(100.0, 20.0, "", "", Provenance::default());
    scene.push(Shape::text((50.0, 15.0), "石取り 100%", 12.0, Anchor::Middle));
    let (commands, _) = commands(&scene.to_tikz());
    assert!(commands[1].starts_with("\\fill[c000000]") && commands[1].contains(".. controls"));
    assert!(commands[1].is_ascii(), "{}", commands[1]);
    let (mut left, mut right) = (f64::MAX, f64::MIN);
    for (x, _) in pairs(&commands[1]) {
        (left, right) = (left.min(x), right.max(x));
    }
    assert!((left + right - 100.0).abs() < 3.0, "{left} {right} is not in the middle");
}

/// All kinds of pictures in one document, where LaTeX is installed.
#[test]
fn latex_compiles_pictures() {
    let found = Command::new("kpsewhich").arg("tikz.sty").output();
    if !found.is_ok_and(|found| found.status.success()) {
        eprintln!("skipped: there is no TikZ on this machine");
        return;
    }
    let mut nasty = Scene::new(400.0, 60.0, "50% of #1 \\end", "}{ _^", provenance());
    let text = "\\ { } $ & # _ % ~ ^ < > | * \" ' ` – … ± ⊕ ≤ ↑ ⇓ ⌊x²⌋ a₁ {1|-1}";
    nasty.push(Shape::text((5.0, 20.0), text, 11.0, Anchor::Start));
    nasty.push(Shape::text((395.0, 45.0), "グランディ数 100%", 11.0, Anchor::End));
    nasty.push(Shape::line([], Pen::new(1.0, Colour::BLUE)));
    nasty.push(Shape::Polygon { points: Vec::new(), fill: Colour::BLUE });
    nasty.push(Shape::Dots { points: Vec::new(), radius: 1.0, fill: Colour::BLUE });
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tikz");
    fs::create_dir_all(&folder).unwrap();
    let mut document =
        String::from("\\documentclass{article}\n\\usepackage{tikz}\n\\begin{document}\n");
    for (name, scene) in all().iter().chain([&("nasty", nasty)]) {
        fs::write(folder.join(format!("{name}.tex")), scene.to_tikz()).unwrap();
        document += &format!("\\clearpage\\input{{{name}.tex}}\n");
    }
    document += "\\end{document}\n";
    fs::write(folder.join("all.tex"), document).unwrap();
    let run = Command::new("pdflatex")
        .args(["-halt-on-error", "-interaction=nonstopmode", "all.tex"])
        .current_dir(&folder)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{said}");
    assert!(!said.contains("Missing character"), "{said}");
}
