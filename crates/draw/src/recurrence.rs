//! Graphs of positions that can recur, in which strongly connected components have a frame.

use crate::arrow::{arc, arrow};
use crate::colour::Colour;
use crate::error::{DrawError, Missing, Part};
use crate::font::text_width;
use crate::grid_cell::GridCell;
use crate::scene::{Anchor, Pen, Provenance, Scene, Shape};
use crate::strip::Palette;

/// The most positions that can still be read.
const MAX_POSITIONS: usize = 64;
/// The height of a position, and the size of its letters.
const HEIGHT: f64 = 38.0;
const SIZE: f64 = 12.0;
/// Between neighbours, and between rows.
const ACROSS: f64 = 34.0;
const DOWN: f64 = 54.0;
/// Around the positions of a component.
const PADDING: f64 = 16.0;
/// Space for the loop of a position that leads to itself.
const LOOP: f64 = 24.0;

/// A position of a [`RecurrenceGraph`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recurring {
    /// How it is written.
    pub name: String,
    /// Known facts about it, below.
    pub value: String,
    /// The outcome class, also with draws: its colour.
    pub outcome: GridCell,
    /// Where Left's and Right's moves lead.
    pub options: [Vec<usize>; 2],
}

/// Positions and the moves between them, with the strongly connected components that they form.
///
/// ```
/// use ishitori_draw::{GridValue, RecurrenceGraph, Recurring};
/// use ishitori_values::Outcome;
/// let position = |name: &str, outcome: Outcome, options| {
///     let (name, value) = (name.to_string(), outcome.to_string());
///     Recurring { name, value, outcome: GridValue::Letter(outcome).into(), options }
/// };
/// let over = position("over", Outcome::L, [vec![1], vec![0]]);
/// let zero = position("0", Outcome::P, [vec![], vec![]]);
/// let graph = RecurrenceGraph::new("over", vec![over, zero], vec![vec![1], vec![0]]);
/// assert!(graph.scene().unwrap().to_svg().contains("positions that recur"));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct RecurrenceGraph {
    /// The heading.
    pub title: String,
    /// The description of the picture for readers who cannot see it.
    pub description: String,
    /// The positions; the first one stands on top.
    pub positions: Vec<Recurring>,
    /// The components, each after all that can be reached from it.
    pub components: Vec<Vec<usize>>,
    /// The meaning of the colours of arrows: Left's, Right's, both players'.
    pub arrow_labels: [String; 3],
    /// The meaning of a frame.
    pub frame_label: String,
    /// The colours of outcomes.
    pub palette: Palette,
    /// How the picture was made.
    pub provenance: Provenance,
}

/// A component on paper.
struct Block {
    size: (f64, f64),
    layer: usize,
    middle: (f64, f64),
}

impl RecurrenceGraph {
    /// A picture with English labels. O(1).
    pub fn new(
        title: impl Into<String>,
        positions: Vec<Recurring>,
        components: Vec<Vec<usize>>,
    ) -> RecurrenceGraph {
        let title = title.into();
        RecurrenceGraph {
            description: format!("The positions of {title} and the moves between them."),
            title,
            positions,
            components,
            arrow_labels: ["a move of Left", "a move of Right", "a move of either"]
                .map(str::to_owned),
            frame_label: "positions that recur".to_owned(),
            palette: Palette::default(),
            provenance: Provenance::default(),
        }
    }

    /// The picture: components in rows, what is reached later further below. O(positions² + moves).
    pub fn scene(&self) -> Result<Scene, DrawError> {
        let count = self.positions.len();
        if count == 0 {
            return Err(DrawError::Nothing(Missing::GraphElements));
        }
        if count > MAX_POSITIONS {
            let (found, limit) = (count as u64, MAX_POSITIONS as u64);
            return Err(DrawError::TooLarge { what: Part::Heaps, found, limit });
        }
        let mut blocks = self.blocks();
        let (width, bottom) = self.arrange(&mut blocks);
        let at = self.places(&blocks);
        let said = self.arrow_labels.iter().chain([&self.frame_label]);
        let said = said.map(|label| text_width(label, 12.0) + 60.0).fold(0.0, f64::max);
        let width = width.max(said).max(text_width(&self.title, 16.0) + 48.0);
        let height = bottom + 20.0 * 4.0 + 30.0;
        let (title, description) = (self.title.clone(), self.description.clone());
        let mut scene = Scene::new(width, height, title, description, self.provenance.clone());
        scene.push(Shape::text((24.0, 28.0), &self.title, 16.0, Anchor::Start));
        for (block, members) in blocks.iter().zip(&self.components) {
            if self.recurs(members) {
                frame(&mut scene, block);
            }
        }
        for from in 0..count {
            for (to, colour) in self.arrows(from) {
                let half = (self.width(to) / 2.0 + 1.0, HEIGHT / 2.0 + 1.0);
                let line = match from == to {
                    true => own_loop(at[from], self.width(from)),
                    false => arc(at[from], at[to], 0.14),
                };
                let line = if from == to { line } else { until(line, at[to], half) };
                arrow(&mut scene, &line, 0.5, 1.2, colour);
            }
        }
        for (position, &place) in (0..).zip(&at) {
            self.node(&mut scene, position, place);
        }
        self.legend(&mut scene, bottom + 26.0);
        Ok(scene)
    }

    /// Whether there is a way back.
    fn recurs(&self, members: &[usize]) -> bool {
        let to_itself = |&v: &usize| self.positions[v].options.iter().flatten().any(|w| *w == v);
        members.len() > 1 || members.iter().any(to_itself)
    }

    fn width(&self, position: usize) -> f64 {
        let Recurring { name, value, .. } = &self.positions[position];
        let text = text_width(name, SIZE).max(text_width(value, SIZE));
        (text + 14.0).max(34.0)
    }

    /// Where the moves of a position lead, in the colours of the players.
    fn arrows(&self, from: usize) -> Vec<(usize, Colour)> {
        let [left, right] = &self.positions[from].options;
        let mut all: Vec<usize> = left.iter().chain(right).copied().collect();
        all.sort_unstable();
        all.dedup();
        let colour = |to: &usize| match (left.contains(to), right.contains(to)) {
            (true, true) => Colour::GREY,
            (true, false) => Colour::BLUE,
            _ => Colour::VERMILION,
        };
        all.into_iter().map(|to| (to, colour(&to))).collect()
    }

    /// The component of each position.
    fn homes(&self) -> Vec<usize> {
        let mut home = vec![0; self.positions.len()];
        for (c, members) in self.components.iter().enumerate() {
            members.iter().for_each(|&v| home[v] = c);
        }
        home
    }

    /// The components with their sizes, and how many of them lie above each.
    fn blocks(&self) -> Vec<Block> {
        let home = self.homes();
        let mut layers = vec![0; self.components.len()];
        // Those that lead somewhere come after where they lead to.
        for (c, members) in self.components.iter().enumerate().rev() {
            for to in members.iter().flat_map(|&v| self.positions[v].options.iter().flatten()) {
                if home[*to] != c {
                    layers[home[*to]] = layers[home[*to]].max(layers[c] + 1);
                }
            }
        }
        let block = |(members, layer): (&Vec<usize>, usize)| {
            let widest = members.iter().map(|&v| self.width(v)).fold(0.0, f64::max);
            let radius = radius(members.len(), widest);
            let extra = if self.recurs(members) { 2.0 * PADDING + LOOP } else { 0.0 };
            let size = (2.0 * radius + widest + extra, 2.0 * radius + HEIGHT + extra);
            Block { size, layer, middle: (0.0, 0.0) }
        };
        self.components.iter().zip(layers).map(block).collect()
    }

    /// Puts the components into rows, each near those that lead to it; the width and the height of all.
    fn arrange(&self, blocks: &mut [Block]) -> (f64, f64) {
        let rows = blocks.iter().map(|block| block.layer).max().unwrap_or(0) + 1;
        let home = self.homes();
        let row_width = |blocks: &[Block], layer: usize| {
            let row = blocks.iter().filter(|block| block.layer == layer);
            row.map(|block| block.size.0 + ACROSS).sum::<f64>() - ACROSS
        };
        let widest = (0..rows).map(|layer| row_width(blocks, layer)).fold(0.0, f64::max);
        let mut y = 52.0;
        for layer in 0..rows {
            let mut row: Vec<(f64, usize)> = Vec::new();
            for c in (0..blocks.len()).rev().filter(|&c| blocks[c].layer == layer) {
                let above: Vec<f64> = (0..self.positions.len())
                    .filter(|&v| blocks[home[v]].layer < layer)
                    .filter(|&v| self.arrows(v).iter().any(|(to, _)| home[*to] == c))
                    .map(|v| blocks[home[v]].middle.0)
                    .collect();
                let mean = above.iter().sum::<f64>() / above.len().max(1) as f64;
                row.push((mean, c));
            }
            row.sort_by(|a, b| a.0.total_cmp(&b.0));
            let tallest = row.iter().map(|(_, c)| blocks[*c].size.1).fold(0.0, f64::max);
            let mut x = 24.0 + (widest - row_width(blocks, layer)) / 2.0;
            for (_, c) in row {
                let block = &mut blocks[c];
                block.middle = (x + block.size.0 / 2.0, y + tallest / 2.0);
                x += block.size.0 + ACROSS;
            }
            y += tallest + DOWN;
        }
        (widest + 48.0, y - DOWN + 10.0)
    }

    /// The middles of the positions: those of a component in a circle.
    fn places(&self, blocks: &[Block]) -> Vec<(f64, f64)> {
        let mut at = vec![(0.0, 0.0); self.positions.len()];
        for (block, members) in blocks.iter().zip(&self.components) {
            let widest = members.iter().map(|&v| self.width(v)).fold(0.0, f64::max);
            let radius = radius(members.len(), widest);
            // The first position of all stands on top.
            let mut members = members.clone();
            members.sort_unstable();
            for (i, &v) in members.iter().enumerate() {
                let angle = std::f64::consts::TAU * (i as f64 / members.len() as f64)
                    - std::f64::consts::FRAC_PI_2;
                let (x, y) = block.middle;
                at[v] = (x + radius * angle.cos(), y + radius * angle.sin());
            }
        }
        at
    }

    fn node(&self, scene: &mut Scene, position: usize, (x, y): (f64, f64)) {
        let wide = self.width(position);
        let (left, top) = (x - wide / 2.0, y - HEIGHT / 2.0);
        let Recurring { name, value, outcome, .. } = &self.positions[position];
        let fill = outcome.colour(0, self.palette);
        scene.push(Shape::rectangle(left, top, wide, HEIGHT, fill));
        outline(scene, (left, top), (wide, HEIGHT), Pen::new(1.3, Colour::BLACK));
        for (text, at) in [(name, (x, y - 4.0)), (value, (x, y + 13.0))] {
            let (text, anchor) = (text.clone(), Anchor::Middle);
            scene.push(Shape::Text { at, text, size: SIZE, anchor, fill: fill.ink() });
        }
    }

    fn legend(&self, scene: &mut Scene, mut y: f64) {
        let colours = [Colour::BLUE, Colour::VERMILION, Colour::GREY];
        for (colour, label) in colours.into_iter().zip(&self.arrow_labels) {
            let used = (0..self.positions.len())
                .any(|v| self.arrows(v).iter().any(|(_, found)| *found == colour));
            if used {
                let line = [(24.0, y - 4.0), (48.0, y - 4.0)];
                arrow(scene, &line, 0.0, 1.2, colour);
                scene.push(Shape::text((56.0, y), label, 12.0, Anchor::Start));
                y += 20.0;
            }
        }
        if self.components.iter().any(|members| self.recurs(members)) {
            let block = Block { size: (24.0, 14.0), layer: 0, middle: (36.0, y - 4.0) };
            frame(scene, &block);
            scene.push(Shape::text((56.0, y), &self.frame_label, 12.0, Anchor::Start));
        }
    }
}

/// The radius of the circle on which the positions of a component stand.
fn radius(members: usize, widest: f64) -> f64 {
    match members {
        1 => 0.0,
        n => {
            let apart = (widest + 40.0).max(HEIGHT + 40.0);
            apart / (2.0 * (std::f64::consts::PI / n as f64).sin())
        }
    }
}

fn frame(scene: &mut Scene, block: &Block) {
    let ((wide, tall), (x, y)) = (block.size, block.middle);
    let (left, top) = (x - wide / 2.0, y - tall / 2.0);
    scene.push(Shape::rectangle(left, top, wide, tall, Colour::PALE));
    outline(scene, (left, top), (wide, tall), Pen::new(1.0, Colour::GREY));
}

fn outline(scene: &mut Scene, (left, top): (f64, f64), (wide, tall): (f64, f64), pen: Pen) {
    let (right, bottom) = (left + wide, top + tall);
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
    scene.push(Shape::line(corners, pen));
}

/// The part of a line before it enters a box.
fn until(line: Vec<(f64, f64)>, middle: (f64, f64), half: (f64, f64)) -> Vec<(f64, f64)> {
    let inside =
        |p: &(f64, f64)| (p.0 - middle.0).abs() < half.0 && (p.1 - middle.1).abs() < half.1;
    let Some(last) = line.iter().position(inside).filter(|at| *at > 0) else { return line };
    // Halving the step that enters it is exact enough.
    let (mut out, mut within) = (line[last - 1], line[last]);
    for _ in 0..12 {
        let half = ((out.0 + within.0) / 2.0, (out.1 + within.1) / 2.0);
        if inside(&half) { within = half } else { out = half }
    }
    let mut kept = line[..last].to_vec();
    kept.push(out);
    kept
}

/// A loop at the right side of a position.
fn own_loop((x, y): (f64, f64), wide: f64) -> Vec<(f64, f64)> {
    let (radius, centre) = (9.0, (x + wide / 2.0 + 6.0, y));
    let point = |i: i32| {
        let angle = std::f64::consts::PI * (-0.72 + 1.44 * f64::from(i) / 16.0);
        (centre.0 + radius * angle.cos(), centre.1 + radius * angle.sin())
    };
    (0..=16).map(point).collect()
}
