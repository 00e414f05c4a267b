//! Cayley graphs of quotients: elements, and what each generator does to them.

use ishitori_values::Outcome;

use crate::arrow::{arc, arrow};
use crate::colour::Colour;
use crate::error::{DrawError, Missing, Part};
use crate::legend;
use crate::scene::{Anchor, Pen, Provenance, Scene, Shape};
use crate::strip::Palette;

/// The most elements of a graph that can still be read.
const MAX_ORDER: u64 = 256;

/// The Cayley graph of a finite commutative monoid: an arrow x → x·g for each generator g.
///
/// ```
/// use ishitori_draw::CayleyGraph;
/// use ishitori_values::Outcome::{N, P};
/// let names = vec!["1".into(), "a".into()];
/// let graph = CayleyGraph::new("0.3, misère", names, vec![N, P], vec![("a".into(), vec![1, 0])]);
/// assert!(graph.scene().unwrap().to_svg().contains(">a<"));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct CayleyGraph {
    /// The heading.
    pub title: String,
    /// The description of the picture for readers who cannot see it.
    pub description: String,
    /// The names of the elements, the identity first.
    pub names: Vec<String>,
    /// The outcome of each element.
    pub outcomes: Vec<Outcome>,
    /// The name of each generator, and the products of all elements with it.
    pub generators: Vec<(String, Vec<usize>)>,
    /// The colours.
    pub palette: Palette,
    /// Explanations of L, R, N and P, in this order.
    pub legend: [String; 4],
    /// How the picture was made.
    pub provenance: Provenance,
}

impl CayleyGraph {
    /// A graph with English labels. O(1).
    pub fn new(
        title: impl Into<String>,
        names: Vec<String>,
        outcomes: Vec<Outcome>,
        generators: Vec<(String, Vec<usize>)>,
    ) -> Self {
        let title = title.into();
        CayleyGraph {
            description: format!(
                "Cayley graph of {} elements and {} generators: {title}.",
                names.len(),
                generators.len()
            ),
            title,
            names,
            outcomes,
            generators,
            palette: Palette::default(),
            legend: legend::ENGLISH.map(str::to_owned),
            provenance: Provenance::default(),
        }
    }

    /// The picture: one row for each word length, arrows in the colour of their generator; an arrow
    /// that leads back to where it starts is left out. O(order · generators).
    pub fn scene(&self) -> Result<Scene, DrawError> {
        let order = self.names.len();
        if order == 0 {
            return Err(DrawError::Nothing(Missing::GraphElements));
        }
        if order as u64 > MAX_ORDER {
            let found = order as u64;
            return Err(DrawError::TooLarge { what: Part::Elements, found, limit: MAX_ORDER });
        }
        let layers = self.layers();
        let widest = layers.iter().map(Vec::len).max().unwrap_or(1);
        let longest = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(1);
        let radius = (6.0 + 3.2 * longest as f64).clamp(12.0, 26.0);
        let (across, down) = (2.0 * radius + 26.0, 2.0 * radius + 54.0);
        let (left, top) = (30.0, 60.0);
        let width = (left * 2.0 + widest as f64 * across).max(520.0);
        let bottom = top + layers.len() as f64 * down;
        let page = (width, bottom + 76.0);
        let (title, description) = (self.title.clone(), self.description.clone());
        let mut scene = Scene::new(page.0, page.1, title, description, self.provenance.clone());
        scene.push(Shape::text((left, 28.0), &self.title, 16.0, Anchor::Start));
        let mut at = vec![(0.0, 0.0); order];
        for (row, layer) in layers.iter().enumerate() {
            let start = width / 2.0 - (layer.len() as f64 - 1.0) / 2.0 * across;
            for (i, &x) in layer.iter().enumerate() {
                at[x] = (start + i as f64 * across, top + (row as f64 + 0.5) * down);
            }
        }
        for (g, (_, images)) in self.generators.iter().enumerate() {
            for (x, &y) in images.iter().enumerate().filter(|&(x, &y)| x != y) {
                let back = images[y] == x;
                if back && y < x {
                    continue;
                }
                // Arrows between the same places are bent apart.
                let bend = 0.05 + 0.05 * g as f64;
                let points = arc(at[x], at[y], bend);
                arrow(&mut scene, &points, radius + 1.0, 1.2, generator_colour(g));
                if back {
                    let reversed: Vec<_> = points.into_iter().rev().collect();
                    arrow(&mut scene, &reversed, radius + 1.0, 1.2, generator_colour(g));
                }
            }
        }
        for (x, &place) in at.iter().enumerate() {
            self.node(&mut scene, x, place, radius, longest);
        }
        let mut x = left;
        for (g, (name, _)) in self.generators.iter().enumerate() {
            let y = bottom + 12.0;
            arrow(&mut scene, &[(x, y), (x + 28.0, y)], 0.0, 1.6, generator_colour(g));
            scene.push(Shape::text((x + 34.0, y + 4.0), format!("·{name}"), 12.0, Anchor::Start));
            x += 58.0 + 7.0 * name.chars().count() as f64;
        }
        legend::draw(&mut scene, self.palette, &self.legend, (left, bottom + 40.0));
        Ok(scene)
    }

    fn node(&self, scene: &mut Scene, x: usize, at: (f64, f64), radius: f64, longest: usize) {
        let fill = self.palette.colour(self.outcomes[x]);
        scene.push(Shape::Dots { points: vec![at], radius, fill });
        scene.push(Shape::Ring { centre: at, radius, pen: Pen::new(1.0, Colour::BLACK) });
        let size = (2.6 * radius / longest as f64).clamp(6.0, 13.0);
        let at = (at.0, at.1 + 0.36 * size);
        let text = self.names[x].clone();
        scene.push(Shape::Text { at, text, size, anchor: Anchor::Middle, fill: fill.ink() });
    }

    /// The elements by the length of their shortest words, each layer ordered by where the arrows
    /// into it come from.
    fn layers(&self) -> Vec<Vec<usize>> {
        let mut place: Vec<Option<f64>> = vec![None; self.names.len()];
        place[0] = Some(0.0);
        let mut layers = vec![vec![0]];
        loop {
            let mut next: Vec<(f64, usize)> = Vec::new();
            for &x in &layers[layers.len() - 1] {
                for (g, (_, images)) in self.generators.iter().enumerate() {
                    let y = images[x];
                    if place[y].is_none() && !next.iter().any(|&(_, other)| other == y) {
                        let spread = g as f64 - (self.generators.len() as f64 - 1.0) / 2.0;
                        next.push((place[x].unwrap_or(0.0) + 0.3 * spread, y));
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            next.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let middle = (next.len() as f64 - 1.0) / 2.0;
            for (i, &(_, y)) in next.iter().enumerate() {
                place[y] = Some(i as f64 - middle);
            }
            layers.push(next.into_iter().map(|(_, y)| y).collect());
        }
        // What no generator reaches, which a quotient does not have, comes last.
        let rest: Vec<usize> = (0..place.len()).filter(|&x| place[x].is_none()).collect();
        if !rest.is_empty() {
            layers.push(rest);
        }
        layers
    }
}

/// Colours that differ in lightness as well as in hue.
fn generator_colour(g: usize) -> Colour {
    const COLOURS: [Colour; 8] = [
        Colour::rgb(0, 114, 178),
        Colour::rgb(213, 94, 0),
        Colour::rgb(0, 158, 115),
        Colour::rgb(170, 80, 140),
        Colour::rgb(120, 110, 10),
        Colour::rgb(86, 180, 233),
        Colour::rgb(110, 60, 30),
        Colour::rgb(90, 90, 90),
    ];
    COLOURS[g % COLOURS.len()]
}
