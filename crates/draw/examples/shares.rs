//! Draws the shares of sets against their largest number, from the table that sweeps of whole families made:
//!
//! ```text
//! cargo run -p ishitori-draw --example shares bench/data/families-mod2-LR.csv en shares.svg
//! ```

use std::error::Error;

use ishitori_draw::{Anchor, Colour, Pen, Provenance, Scene, Shape};

/// Where the plot lies on the page, and how far it goes.
const LEFT: f64 = 56.0;
const TOP: f64 = 44.0;
const WIDTH: f64 = 520.0;
const HEIGHT: f64 = 300.0;
const LAST: f64 = 42.0;

/// The columns that are drawn, with their names and colours.
const SERIES: [(&str, &str, &str, Colour); 4] = [
    ("eventually_all_L", "eventually all L", "やがてすべて L", Colour::BLUE),
    ("has_R", "with an R", "R がある", Colour::VERMILION),
    ("has_P", "with a P", "P がある", Colour::GREY),
    ("has_P_and_R", "with both", "両方ある", Colour::BLACK),
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [table, language, out] = &arguments[..] else {
        return Err("shares TABLE.csv en|ja OUT.svg".into());
    };
    let text = std::fs::read_to_string(table)?;
    let japanese = language == "ja";
    std::fs::write(out, picture(&text, japanese)?.to_svg())?;
    Ok(())
}

/// A table of numbers: the header, and the rows with the least number 2.
fn picture(table: &str, japanese: bool) -> Result<Scene, Box<dyn Error>> {
    let mut lines = table.lines();
    let header: Vec<&str> = lines.next().ok_or("an empty table")?.split(',').collect();
    let column = |name: &str| {
        let at = header.iter().position(|column| *column == name);
        at.ok_or_else(|| format!("no column {name}"))
    };
    let (min, max, sets) = (column("min")?, column("max")?, column("sets")?);
    let title = match japanese {
        true => "最小の数が 2 の集合の割合(mod2:LR)",
        false => "Shares of the sets with least number 2 (mod2:LR)",
    };
    let about = match japanese {
        true => "横軸は集合の最大の数の上限、縦軸は割合",
        false => "The bound for the largest number of a set, and the share of all sets",
    };
    let provenance = Provenance {
        command: "cargo run -p ishitori-draw --example shares".to_string(),
        version: env!("CARGO_PKG_VERSION").to_string(),
        parameters: Vec::new(),
    };
    let mut scene = Scene::new(LEFT + WIDTH + 150.0, TOP + HEIGHT + 52.0, title, about, provenance);
    let x = |max: f64| LEFT + max / LAST * WIDTH;
    let y = |share: f64| TOP + (1.0 - share) * HEIGHT;
    frame(&mut scene, title, x, y, japanese);
    for (at, (name, english, in_japanese, colour)) in SERIES.into_iter().enumerate() {
        let wanted = column(name)?;
        let mut points = Vec::new();
        for line in lines.clone() {
            let cells: Vec<&str> = line.split(',').collect();
            let number = |column: usize| cells[column].parse::<f64>();
            if number(min)? == 2.0 {
                points.push((x(number(max)?), y(number(wanted)? / number(sets)?)));
            }
        }
        let last = points.last().copied().ok_or("no row with the least number 2")?;
        let label = if japanese { in_japanese } else { english };
        scene.push(Shape::Dots { points: points.clone(), radius: 2.2, fill: colour });
        scene.push(Shape::line(points, Pen { width: 1.5, colour, dashed: at == 3 }));
        scene.push(words((last.0 + 8.0, last.1 + 4.0), label, Anchor::Start, colour));
    }
    Ok(scene)
}

fn words(at: (f64, f64), text: &str, anchor: Anchor, fill: Colour) -> Shape {
    Shape::Text { at, text: text.to_string(), size: 13.0, anchor, fill }
}

/// The axes with their numbers.
fn frame(
    scene: &mut Scene,
    title: &str,
    x: impl Fn(f64) -> f64,
    y: impl Fn(f64) -> f64,
    japanese: bool,
) {
    let thin = Pen { width: 1.0, colour: Colour::PALE, dashed: false };
    let black = Colour::BLACK;
    for percent in (0..=100).step_by(20) {
        let at = y(f64::from(percent) / 100.0);
        scene.push(Shape::line(vec![(x(0.0), at), (x(LAST), at)], thin));
        let label = format!("{percent} %");
        scene.push(words((x(0.0) - 8.0, at + 4.0), &label, Anchor::End, black));
    }
    for max in (0..=40).step_by(5) {
        let at = x(f64::from(max));
        scene.push(Shape::line(vec![(at, y(0.0)), (at, y(0.0) + 5.0)], thin));
        scene.push(words((at, y(0.0) + 20.0), &max.to_string(), Anchor::Middle, black));
    }
    let below = if japanese { "最大の数の上限" } else { "numbers up to" };
    scene.push(words((x(LAST / 2.0), y(0.0) + 42.0), below, Anchor::Middle, black));
    scene.push(words((LEFT, TOP - 20.0), title, Anchor::Start, black));
}
