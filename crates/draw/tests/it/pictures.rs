//! The pictures as files: well-formed, complete, and the same bytes as last time.

use std::fs;
use std::path::PathBuf;

use ishitori_draw::*;
use ishitori_values::{GameStore, Outcome};

/// The Grundy values of Dawson's Kayles, 0.07.
fn dawsons_kayles(count: usize) -> Vec<u64> {
    let mut g: Vec<u64> = vec![0, 0];
    while g.len() < count {
        let left = g.len() - 2;
        let options: Vec<u64> = (0..=left).map(|a| g[a] ^ g[left - a]).collect();
        g.push((0..).find(|v| !options.contains(v)).unwrap());
    }
    g
}

pub(crate) fn provenance() -> Provenance {
    Provenance {
        command: "ishitori draw 0.07 --to 203 -o \"a & b.svg\"".to_owned(),
        version: "0.1.0".to_owned(),
        parameters: vec![("rule".to_owned(), "0.07".to_owned())],
    }
}

fn scatter() -> Scene {
    let mut plot = Scatter::new("Dawson's Kayles <0.07>", dawsons_kayles(204));
    plot.provenance = provenance();
    plot.marks.push((53, "n = 53".to_owned()));
    plot.scene().unwrap()
}

fn table() -> Scene {
    let exceptions = vec![0, 1, 15, 17, 18, 32, 35, 52];
    let mut table = PeriodTable::new("0.07", 34, dawsons_kayles(204), exceptions);
    table.provenance = provenance();
    table.scene().unwrap()
}

fn thermograph() -> Scene {
    let store = GameStore::new();
    let mut s = store.session();
    let threat = s.game(&[s.integer(0)], &[s.integer(-4)]).unwrap();
    let game = s.game(&[s.integer(3), s.integer(2)], &[threat]).unwrap();
    let walls = s.thermograph(game).unwrap();
    let mut plot = ThermographPlot::new("{3||0|−4}", &walls);
    plot.provenance = provenance();
    plot.scene(&walls).unwrap()
}

/// ⟨a, b | a² = 1, b³ = b⟩, the quotient of Kayles to heap 4 under misère play.
fn kayles() -> (Vec<String>, Vec<Outcome>, Vec<usize>) {
    let product = |x: usize, y: usize| {
        let b = x / 2 + y / 2;
        (x + y) % 2 + 2 * if b > 2 { b - 2 } else { b }
    };
    let names = ["1", "a", "b", "ab", "b²", "ab²"].map(str::to_owned).to_vec();
    let outcomes = vec![Outcome::N, Outcome::P, Outcome::N, Outcome::N, Outcome::P, Outcome::N];
    (names, outcomes, (0..36).map(|i| product(i / 6, i % 6)).collect())
}

fn monoid_table() -> Scene {
    let (names, outcomes, products) = kayles();
    let mut table = MonoidTable::new("0.77 to heap 4, misère", names, outcomes, products);
    table.provenance = provenance();
    table.scene().unwrap()
}

fn cayley() -> Scene {
    let (names, outcomes, products) = kayles();
    let generator = |x: usize| (names[x].clone(), products[6 * x..6 * x + 6].to_vec());
    let generators = vec![generator(1), generator(2)];
    let mut graph = CayleyGraph::new("0.77 to heap 4, misère", names, outcomes, generators);
    graph.provenance = provenance();
    graph.scene().unwrap()
}

fn transition() -> Scene {
    let moves = (0..9usize).map(|n| (1..=3.min(n)).map(|s| n - s).collect()).collect();
    let mut graph = TransitionGraph::new("S = {1, 2, 3}", moves, (0..9).map(|n| n % 4).collect());
    graph.provenance = provenance();
    graph.step(5).unwrap()
}

pub(crate) fn all() -> [(&'static str, Scene); 6] {
    [
        ("scatter", scatter()),
        ("period-table", table()),
        ("thermograph", thermograph()),
        ("monoid-table", monoid_table()),
        ("cayley", cayley()),
        ("transition", transition()),
    ]
}

/// Set `UPDATE_GOLDEN=1` to write the files again, then look at the difference.
#[test]
fn same_bytes_as_the_golden_files() {
    for (name, scene) in all() {
        let path =
            PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.svg"));
        let svg = scene.to_svg();
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&path, &svg).unwrap();
        }
        assert!(fs::read_to_string(&path).unwrap() == svg, "{} differs", path.display());
    }
}

#[test]
fn well_formed_and_described() {
    for (name, scene) in all() {
        let svg = scene.to_svg();
        let document = roxmltree::Document::parse(&svg).unwrap();
        let root = document.root_element();
        let text_of = |tag: &str| {
            root.children().find(|n| n.has_tag_name(tag)).and_then(|n| n.text()).unwrap().to_owned()
        };
        assert_eq!(text_of("title"), scene.title, "{name}");
        assert_eq!(text_of("desc"), scene.description);
        assert_eq!(root.attribute("role"), Some("img"));
        let made = document.descendants().find(|n| n.has_tag_name("made")).unwrap();
        assert_eq!(made.attribute("command"), Some(scene.provenance.command.as_str()));
        assert_eq!(made.attribute("version"), Some("0.1.0"));
        assert_eq!(made.children().next().unwrap().attribute("value"), Some("0.07"));
        for text in document.descendants().filter(|n| n.has_tag_name("text")) {
            assert!(text.attribute("x").is_some() && text.text().is_some());
        }
    }
}

#[test]
fn every_value_and_mark_is_there() {
    let g = dawsons_kayles(204);
    let zeros = g.iter().filter(|&&v| v == 0).count();
    let svg = scatter().to_svg();
    assert_eq!(svg.matches("h0").count(), 204);
    let dots: Vec<usize> = svg
        .lines()
        .filter(|line| line.starts_with("<path"))
        .map(|line| line.matches("h0").count())
        .collect();
    assert_eq!(dots, [204 - zeros, zeros]);
    let svg = table().to_svg();
    // One ring in the legend, one mark of an exception too; the page itself is a rectangle.
    assert_eq!(svg.matches("<circle").count(), zeros + 1);
    assert_eq!(svg.matches("<polyline").count(), 8 + 1);
    assert_eq!(svg.matches("<rect").count(), 1 + 204 + 8 + (1 + 9 + 1));
}

/// Left is positive: the left wall of {3||0|−4} lies left of the right wall.
#[test]
fn thermograph_axes_point_as_in_the_literature() {
    let scene = thermograph();
    let walls: Vec<&Vec<(f64, f64)>> = scene
        .shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Line { points, pen } if pen.width == 2.0 => Some(points),
            _ => None,
        })
        .collect();
    let [left, right, mast] = walls[..] else { panic!("two walls and a mast") };
    assert!(left[0].0 < right[0].0);
    assert_eq!(left.last(), right.last());
    assert_eq!(mast.first(), left.last());
    assert!(mast[1].1 < mast[0].1, "the mast goes up");
}

#[test]
fn png_has_size_pixels_and_provenance() {
    for (_, scene) in all() {
        let png = scene.to_png(2.0).unwrap();
        assert_eq!(png, scene.to_png(2.0).unwrap());
        let decoder = png::Decoder::new(std::io::Cursor::new(&png));
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!(info.width, (scene.width * 2.0).ceil() as u32);
        assert_eq!(info.height, (scene.height * 2.0).ceil() as u32);
        assert!(pixels[..3] == [255; 3] && pixels.iter().any(|&p| p < 100));
        let texts = &reader.info().utf8_text;
        let command = texts.iter().find(|t| t.keyword == "Command").unwrap();
        assert_eq!(command.get_text().unwrap(), scene.provenance.command);
    }
}

#[test]
fn nothing_and_too_much_are_errors() {
    assert!(matches!(Scatter::new("", vec![]).scene(), Err(DrawError::Nothing(_))));
    assert!(matches!(PeriodTable::new("", 0, vec![1], vec![]).scene(), Err(DrawError::Nothing(_))));
    let many = PeriodTable::new("", 100, vec![0; 300_000], vec![]);
    assert!(matches!(many.scene(), Err(DrawError::TooLarge { .. })));
    let enormous = Scatter::new("", vec![u64::MAX]);
    assert!(matches!(enormous.scene(), Err(DrawError::TooLarge { .. })));
    assert!(matches!(scatter().to_png(1e6), Err(DrawError::TooLarge { .. })));
    assert!(scatter().to_png(f64::NAN).is_err());
    assert!(scatter().to_png(-1.0).is_err());
}

#[test]
fn edge_cases_are_drawn() {
    for values in [vec![0], vec![7], vec![0, 0, 0], vec![1 << 50, 3]] {
        let svg = Scatter::new("Ω \u{1} 石取り", values.clone()).scene().unwrap().to_svg();
        roxmltree::Document::parse(&svg).unwrap();
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
        let table = PeriodTable::new("石取り", 5, values, vec![0]).scene().unwrap();
        assert!(!table.to_svg().contains("NaN"));
        assert!(table.to_png(1.0).is_ok());
    }
    let store = GameStore::new();
    let mut s = store.session();
    for n in [0, 5, -1000] {
        let walls = s.thermograph(s.integer(n)).unwrap();
        let scene = ThermographPlot::new(n.to_string(), &walls).scene(&walls).unwrap();
        assert!(!scene.to_svg().contains("NaN"));
    }
}

/// A long sequence is a picture at once; the bound is wide, for loaded machines.
#[test]
fn a_hundred_thousand_points() {
    let values: Vec<u64> = (0..100_000_u64).map(|n| n * n % 1009).collect();
    let start = std::time::Instant::now();
    let scene = Scatter::new("squares", values).scene().unwrap();
    let size = scene.to_svg().len();
    assert!(size < 3_000_000, "{size}");
    scene.to_png(2.0).unwrap();
    assert!(start.elapsed().as_secs() < 120, "{:?}", start.elapsed());
}

/// The words of a legend are on the page, however narrow the table and long the words.
#[test]
fn legends_fit_on_the_page() {
    let mut grid = Grid::new("narrow", ("a", "b"), Vec::new());
    let half = |left, first| Some(GridCell::HalfDraw { left, first });
    let letter = |outcome| Some(GridCell::from(GridValue::Letter(outcome)));
    let rows = vec![
        vec![Some(GridCell::Draw), half(true, true), half(false, true)],
        vec![half(true, false), half(false, false), letter(Outcome::P)],
        vec![letter(Outcome::N), letter(Outcome::L), Some(GridCell::Unknown)],
        vec![Some(GridCell::Infinite(Box::new([0, 2, 5, 7, 11, 13])))],
        vec![Some(GridCell::Infinite(Box::default())), Some(GridValue::Number(3).into())],
    ];
    grid.slices = vec![GridSlice { heading: String::new(), rows }];
    let scene = grid.scene().unwrap();
    let mut explained = 0;
    for shape in &scene.shapes {
        if let Shape::Text { at, text, size, anchor: Anchor::Start, .. } = shape {
            let wide = text_width(text, *size);
            assert!(
                at.0 + wide <= scene.width,
                "{text} ends at {} of {}",
                at.0 + wide,
                scene.width
            );
            assert!(at.1 < scene.height - 4.0, "{text} at {} of {}", at.1, scene.height);
            explained += 1;
        }
    }
    assert!(explained > 11);
    // Every kind has a colour of its own but draws, which are grey by either name.
    let colours: std::collections::BTreeSet<String> = grid.slices[0]
        .rows
        .iter()
        .flatten()
        .flatten()
        .map(|cell| cell.colour(3, Palette::Safe).to_string())
        .collect();
    assert_eq!(colours.len(), 10);
}
