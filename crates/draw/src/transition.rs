//! Transition graphs: heaps, the moves between them, and Grundy numbers filled in step by step.

use crate::arrow::{arc, arrow};
use crate::colour::Colour;
use crate::error::DrawError;
use crate::scene::{Anchor, Pen, Provenance, Scene, Shape};

/// The most heaps of a graph that can still be read.
const MAX_HEAPS: u64 = 64;
/// The most moves that are drawn.
const MAX_MOVES: u64 = 1000;

/// The graph of the moves of one heap: an arrow from n to each smaller heap that a move leaves.
///
/// ```
/// use ishitori_draw::TransitionGraph;
/// // Take one or two stones.
/// let moves = vec![vec![], vec![0], vec![1, 0], vec![2, 1]];
/// let graph = TransitionGraph::new("S = {1, 2}", moves, vec![0, 1, 2, 0]);
/// let last = graph.step(3).unwrap().to_svg();
/// assert!(last.contains("★") && last.contains("◆"));
/// assert_eq!(graph.steps().unwrap().len(), 4);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct TransitionGraph {
    /// The heading.
    pub title: String,
    /// What the picture shows, for readers who cannot see it.
    pub description: String,
    /// For each heap the heaps that a move leads to.
    pub moves: Vec<Vec<usize>>,
    /// The Grundy number of each heap.
    pub values: Vec<u64>,
    /// What the mark of heaps with Grundy number 0 means.
    pub zero_label: String,
    /// "the least number not among {}", with {} for the numbers that are excluded.
    pub mex_label: String,
    /// "there is no move", said instead where there is none.
    pub no_move_label: String,
    /// What ★ and ◆ mean.
    pub marks_label: String,
    /// How the picture was made.
    pub provenance: Provenance,
}

impl TransitionGraph {
    /// A graph with English labels. O(1).
    pub fn new(title: impl Into<String>, moves: Vec<Vec<usize>>, values: Vec<u64>) -> Self {
        let title = title.into();
        TransitionGraph {
            description: format!(
                "Moves between the heaps 0 to {}: {title}.",
                moves.len().max(1) - 1
            ),
            title,
            moves,
            values,
            zero_label: "G(n) = 0: the player to move loses".to_owned(),
            mex_label: "the least number not among {}".to_owned(),
            no_move_label: "there is no move".to_owned(),
            marks_label: "★ the heap to fill in, ◆ where a move leads".to_owned(),
            provenance: Provenance::default(),
        }
    }

    /// The whole graph with all numbers. O(heaps + moves).
    pub fn scene(&self) -> Result<Scene, DrawError> {
        self.draw(None)
    }

    /// The step in which heap `n` (★) gets its number from those of its options (◆). O(heaps + moves).
    pub fn step(&self, n: usize) -> Result<Scene, DrawError> {
        self.draw(Some(n))
    }

    /// All steps, one for each heap. O(heaps · (heaps + moves)).
    pub fn steps(&self) -> Result<Vec<Scene>, DrawError> {
        (0..self.moves.len()).map(|n| self.step(n)).collect()
    }

    fn draw(&self, current: Option<usize>) -> Result<Scene, DrawError> {
        let heaps = self.moves.len();
        if current.unwrap_or(0) >= heaps {
            return Err(DrawError::Nothing("the graph has no such heap"));
        }
        let arrows = self.moves.iter().map(|m| m.len() as u64).sum::<u64>();
        for (what, found, limit) in
            [("heaps", heaps as u64, MAX_HEAPS), ("moves", arrows, MAX_MOVES)]
        {
            if found > limit {
                return Err(DrawError::TooLarge { what, found, limit });
            }
        }
        let longest = self.moves.iter().enumerate().flat_map(|(n, m)| m.iter().map(move |t| n - t));
        let longest = longest.max().unwrap_or(0) as f64;
        let (across, side) = (72.0, 36.0);
        // A move of d heaps rises to 0.25 of its length; see `arc`.
        let rise = 0.25 * longest * across;
        let (left, top) = (36.0, 64.0 + rise);
        let width = (left * 2.0 + (heaps as f64 - 1.0) * across + side).max(560.0);
        let height = top + side + 110.0;
        let (title, description) = (self.title.clone(), self.description.clone());
        let mut scene = Scene::new(width, height, title, description, self.provenance.clone());
        scene.push(Shape::text((left, 26.0), &self.title, 16.0, Anchor::Start));
        let x = |n: usize| left + n as f64 * across;
        // The arrows of the step are painted over the others.
        let order = (0..heaps).filter(|&n| current != Some(n)).chain(current);
        for n in order {
            for &target in &self.moves[n] {
                let shown = current.is_none_or(|c| n <= c);
                let lit = current == Some(n);
                let colour = match (shown, lit) {
                    (false, _) => Colour::PALE,
                    (true, true) => Colour::VERMILION,
                    (true, false) => Colour::GREY,
                };
                let from = (x(n) + side * 0.35, top);
                let to = (x(target) + side * 0.65, top);
                let pen = if lit { 2.0 } else { 1.0 };
                arrow(&mut scene, &arc(from, to, 0.5), 1.0, pen, colour);
            }
        }
        for n in 0..heaps {
            self.node(&mut scene, n, current, (x(n), top), side);
        }
        let mut y = top + side + 62.0;
        if let Some(n) = current {
            let mut below: Vec<u64> = self.moves[n].iter().map(|&t| self.values[t]).collect();
            below.sort_unstable();
            below.dedup();
            let list: Vec<String> = below.iter().map(u64::to_string).collect();
            let why = match list.is_empty() {
                true => self.no_move_label.clone(),
                false => self.mex_label.replace("{}", &format!("{{{}}}", list.join(", "))),
            };
            let text = format!("G({n}) = {}: {why}", self.values[n]);
            scene.push(Shape::text((left, y), text, 13.0, Anchor::Start));
            y += 20.0;
            scene.push(Shape::text((left, y), &self.marks_label, 12.0, Anchor::Start));
        } else {
            let ring = Pen::new(1.5, Colour::VERMILION);
            scene.push(Shape::Ring { centre: (left + 8.0, y - 4.0), radius: 8.0, pen: ring });
            scene.push(Shape::text((left + 24.0, y), &self.zero_label, 12.0, Anchor::Start));
        }
        Ok(scene)
    }

    /// A box with the Grundy number, the heap under it, and the mark of the step.
    fn node(
        &self,
        scene: &mut Scene,
        n: usize,
        current: Option<usize>,
        (x, top): (f64, f64),
        side: f64,
    ) {
        let known = current.is_none_or(|c| n <= c);
        let middle = (x + side / 2.0, top + side / 2.0);
        let max = self.values.iter().copied().max().unwrap_or(0).max(2);
        let fill = match (known, self.values[n]) {
            (true, v) if v > 0 => Colour::scale((v - 1) as f64 / (max - 1) as f64),
            _ => Colour::WHITE,
        };
        scene.push(Shape::rectangle(x, top, side, side, fill));
        let corners =
            [(x, top), (x + side, top), (x + side, top + side), (x, top + side), (x, top)];
        let pen = if known { Pen::new(1.5, Colour::BLACK) } else { Pen::new(1.0, Colour::PALE) };
        scene.push(Shape::line(corners, pen));
        if known {
            if self.values[n] == 0 {
                let pen = Pen::new(1.5, Colour::VERMILION);
                scene.push(Shape::Ring { centre: middle, radius: side * 0.42, pen });
            }
            scene.push(Shape::Text {
                at: (middle.0, middle.1 + 6.0),
                text: self.values[n].to_string(),
                size: 17.0,
                anchor: Anchor::Middle,
                fill: fill.ink(),
            });
        }
        let below = (middle.0, top + side + 16.0);
        scene.push(Shape::Text {
            at: below,
            text: n.to_string(),
            size: 12.0,
            anchor: Anchor::Middle,
            fill: Colour::GREY,
        });
        let mark = match current {
            Some(c) if c == n => Some("★"),
            Some(c) if self.moves[c].contains(&n) => Some("◆"),
            _ => None,
        };
        if let Some(mark) = mark {
            let at = (middle.0, top + side + 36.0);
            scene.push(Shape::text(at, mark, 15.0, Anchor::Middle));
        }
    }
}
