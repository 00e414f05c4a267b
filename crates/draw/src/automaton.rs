//! Automata: states, and the letters read between them.

use crate::arrow::{arc, arrow};
use crate::colour::Colour;
use crate::error::{DrawError, Missing, Part};
use crate::font::text_width;
use crate::scene::{Anchor, Pen, Provenance, Scene, Shape};

/// The most states of an automaton that can still be read.
const MAX_STATES: u64 = 128;
/// The most letters that are written at an arrow; if there are more, it shows their number.
const MAX_LETTERS: usize = 4;

/// An arrow of an automaton.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AutomatonArrow {
    /// The state that it comes from.
    pub from: usize,
    /// The state that it leads to.
    pub to: usize,
    /// The letters that are read, one of several.
    pub letters: Vec<String>,
}

/// The graph of a finite automaton; its first state is that at the beginning.
///
/// ```
/// use ishitori_draw::{AutomatonArrow, AutomatonGraph};
/// let arrow = |from, to, letters: &[&str]| AutomatonArrow {
///     from,
///     to,
///     letters: letters.iter().map(|l| l.to_string()).collect(),
/// };
/// // An even number of ones.
/// let arrows = vec![
///     arrow(0, 0, &["0"]),
///     arrow(0, 1, &["1"]),
///     arrow(1, 0, &["1"]),
///     arrow(1, 1, &["0"]),
/// ];
/// let graph = AutomatonGraph::new("even", vec![true, false], arrows);
/// assert!(graph.scene().unwrap().to_svg().contains("<circle"));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct AutomatonGraph {
    /// The heading.
    pub title: String,
    /// The description of the picture for readers who cannot see it.
    pub description: String,
    /// Whether a word may end in each state.
    pub accepting: Vec<bool>,
    /// The arrows, at most one from a state to another.
    pub arrows: Vec<AutomatonArrow>,
    /// The meaning of the letters that are read.
    pub reads_label: String,
    /// The meaning of two rings.
    pub accepting_label: String,
    /// How the picture was made.
    pub provenance: Provenance,
}

impl AutomatonGraph {
    /// A graph with English labels. O(1).
    pub fn new(
        title: impl Into<String>,
        accepting: Vec<bool>,
        arrows: Vec<AutomatonArrow>,
    ) -> AutomatonGraph {
        let title = title.into();
        AutomatonGraph {
            description: format!("An automaton of {} states: {title}.", accepting.len()),
            title,
            accepting,
            arrows,
            reads_label: String::new(),
            accepting_label: "double circle: accepting state".to_owned(),
            provenance: Provenance::default(),
        }
    }

    /// The picture: the states in columns by how many letters lead to them, arrows with what is
    /// read. O(states + arrows).
    pub fn scene(&self) -> Result<Scene, DrawError> {
        let count = self.accepting.len();
        if count == 0 {
            return Err(DrawError::Nothing(Missing::GraphElements));
        }
        if count as u64 > MAX_STATES {
            let found = count as u64;
            return Err(DrawError::TooLarge { what: Part::States, found, limit: MAX_STATES });
        }
        let layers = self.layers();
        let label = |a: &AutomatonArrow| text_width(&written(&a.letters), SIZE);
        let longest = self.arrows.iter().map(label).fold(0.0, f64::max);
        let across = (2.0 * RADIUS + longest + 56.0).max(110.0);
        let tallest = layers.iter().map(Vec::len).max().unwrap_or(1);
        let down = 104.0;
        let (left, top) = (44.0, 62.0);
        let said = [(&self.title, 16.0), (&self.reads_label, 12.0), (&self.accepting_label, 12.0)];
        let said = said.iter().map(|(text, size)| text_width(text, *size)).fold(0.0, f64::max);
        let width =
            (left + across * (layers.len() as f64 - 1.0) + 2.0 * RADIUS + 40.0).max(said + 60.0);
        let bottom = top + down * tallest as f64;
        let (title, description) = (self.title.clone(), self.description.clone());
        let mut scene =
            Scene::new(width, bottom + 60.0, title, description, self.provenance.clone());
        scene.push(Shape::text((24.0, 28.0), &self.title, 16.0, Anchor::Start));
        let mut at = vec![(0.0, 0.0); count];
        for (column, layer) in layers.iter().enumerate() {
            let start = (top + bottom) / 2.0 - (layer.len() as f64 - 1.0) / 2.0 * down;
            // Columns stand a little higher and lower, so that arrows across several miss states.
            let shift = if column % 2 == 1 && tallest > 1 { 14.0 } else { 0.0 };
            for (row, &state) in layer.iter().enumerate() {
                let x = left + RADIUS + column as f64 * across;
                at[state] = (x, start + row as f64 * down + shift);
            }
        }
        let begin = (at[0].0 - RADIUS - 26.0, at[0].1);
        arrow(&mut scene, &[begin, at[0]], RADIUS + 1.0, 1.2, Colour::BLACK);
        let mut labels = Vec::new();
        for a in &self.arrows {
            let (line, middle) =
                if a.from == a.to { own_loop(at[a.from]) } else { bow(at[a.from], at[a.to]) };
            arrow(&mut scene, &line, RADIUS + 1.0, 1.1, Colour::GREY);
            labels.push((middle, written(&a.letters)));
        }
        for (state, &place) in at.iter().enumerate() {
            self.node(&mut scene, state, place);
        }
        for (middle, text) in labels {
            let wide = text_width(&text, SIZE) + 4.0;
            let corner = (middle.0 - wide / 2.0, middle.1 - 7.0);
            scene.push(Shape::rectangle(corner.0, corner.1, wide, 14.0, Colour::WHITE));
            scene.push(Shape::text((middle.0, middle.1 + 4.0), text, SIZE, Anchor::Middle));
        }
        for (i, text) in (0..).zip([&self.reads_label, &self.accepting_label]) {
            let at = (24.0, bottom + 26.0 + 20.0 * f64::from(i));
            scene.push(Shape::text(at, text, 12.0, Anchor::Start));
        }
        Ok(scene)
    }

    fn node(&self, scene: &mut Scene, state: usize, at: (f64, f64)) {
        scene.push(Shape::Dots { points: vec![at], radius: RADIUS, fill: Colour::WHITE });
        let pen = Pen::new(1.3, Colour::BLACK);
        scene.push(Shape::Ring { centre: at, radius: RADIUS, pen });
        if self.accepting[state] {
            scene.push(Shape::Ring { centre: at, radius: RADIUS - 3.5, pen });
        }
        let place = (at.0, at.1 + 4.0);
        scene.push(Shape::text(place, state.to_string(), 11.0, Anchor::Middle));
    }

    /// The states by the length of the shortest words that lead to them.
    fn layers(&self) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.accepting.len()];
        seen[0] = true;
        let mut layers = vec![vec![0]];
        loop {
            let mut next = Vec::new();
            for &state in &layers[layers.len() - 1] {
                for a in self.arrows.iter().filter(|a| a.from == state) {
                    if !std::mem::replace(&mut seen[a.to], true) {
                        next.push(a.to);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            layers.push(next);
        }
        // What no word leads to comes last.
        let rest: Vec<usize> = (0..seen.len()).filter(|&state| !seen[state]).collect();
        if !rest.is_empty() {
            layers.push(rest);
        }
        layers
    }
}

/// The radius of a state.
const RADIUS: f64 = 15.0;
/// The size of what is written at arrows.
const SIZE: f64 = 10.0;

/// The label of an arrow.
fn written(letters: &[String]) -> String {
    match letters.get(MAX_LETTERS..) {
        None | Some([]) => letters.join(" "),
        Some(rest) => format!("{} … +{}", letters[..MAX_LETTERS].join(" "), rest.len()),
    }
}

/// A line between two states, bent so that those there and back stay apart, and the place of its
/// label.
fn bow(from: (f64, f64), to: (f64, f64)) -> (Vec<(f64, f64)>, (f64, f64)) {
    // Within a column, around the states between.
    let bend = if from.0 == to.0 { 0.3 } else { 0.18 };
    let line = arc(from, to, bend);
    // Nearer to where it comes from, where fewer arrows meet.
    let middle = line[line.len() * 2 / 5];
    (line, middle)
}

/// A loop above a state.
fn own_loop((x, y): (f64, f64)) -> (Vec<(f64, f64)>, (f64, f64)) {
    let (radius, centre) = (11.0, (x, y - RADIUS - 7.0));
    let point = |i: i32| {
        let angle = std::f64::consts::PI * (0.75 + 1.5 * f64::from(i) / 16.0);
        (centre.0 + radius * angle.cos(), centre.1 + radius * angle.sin())
    };
    let mut line: Vec<(f64, f64)> = (0..=16).map(point).collect();
    line.insert(0, (x - 6.0, y - RADIUS + 2.0));
    line.push((x, y));
    (line, (x, y - RADIUS - 26.0))
}
