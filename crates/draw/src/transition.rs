//! Transition graphs: positions, the moves between them, and results filled in step by step.

use std::collections::BTreeSet;

use ishitori_values::{Outcome, Player};

use crate::arrow::{arc, arrow};
use crate::colour::Colour;
use crate::error::{DrawError, Missing, Part};
use crate::grid::GridValue;
use crate::scene::{Anchor, Pen, Provenance, Scene, Shape};
use crate::strip::Palette;

/// The most positions of a graph that can still be read.
const MAX_POSITIONS: u64 = 64;
/// The most arrows that are drawn.
const MAX_ARROWS: u64 = 2000;

/// A move of a transition graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GraphMove {
    /// The positions that it leads to, by their places; several are played as a sum.
    pub parts: Vec<usize>,
    /// Whether Left and whether Right may make it.
    pub players: [bool; 2],
}

impl GraphMove {
    /// A move of both players to one position. O(1).
    pub fn to(place: usize) -> GraphMove {
        GraphMove { parts: vec![place], players: [true; 2] }
    }
}

/// The graph of the moves of a game: an arrow from each position to those that a move leaves.
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
    /// How the positions are written; heaps 0, 1, … if there are fewer names.
    pub names: Vec<String>,
    /// The moves of each position.
    pub moves: Vec<Vec<GraphMove>>,
    /// The Grundy number or the outcome of each position.
    pub values: Vec<GridValue>,
    /// Why a position has its outcome, said in its step; Grundy numbers explain themselves.
    pub reasons: Vec<String>,
    /// What the mark of lost positions means.
    pub zero_label: String,
    /// "the least number not among {}", with {} for the numbers that are excluded.
    pub mex_label: String,
    /// "there is no move", said instead where there is none.
    pub no_move_label: String,
    /// What ★ and ◆ mean.
    pub marks_label: String,
    /// What thin arrows of moves to several positions mean.
    pub parts_label: String,
    /// What the colours of moves of one player mean.
    pub players_labels: [String; 2],
    /// Whether results are left out, to be filled in by hand.
    pub blank: bool,
    /// The colours of outcomes.
    pub palette: Palette,
    /// How the picture was made.
    pub provenance: Provenance,
}

impl TransitionGraph {
    /// A graph of heaps with their Grundy numbers, where each move leaves one heap, with English
    /// labels. O(moves).
    pub fn new(title: impl Into<String>, moves: Vec<Vec<usize>>, values: Vec<u64>) -> Self {
        let title = title.into();
        let moves: Vec<Vec<GraphMove>> =
            moves.into_iter().map(|m| m.into_iter().map(GraphMove::to).collect()).collect();
        let values = values.into_iter().map(GridValue::Number).collect();
        TransitionGraph {
            description: format!(
                "Moves between the heaps 0 to {}: {title}.",
                moves.len().max(1) - 1
            ),
            title,
            names: Vec::new(),
            moves,
            values,
            reasons: Vec::new(),
            zero_label: "G(n) = 0: the player to move loses".to_owned(),
            mex_label: "the least number not among {}".to_owned(),
            no_move_label: "there is no move".to_owned(),
            marks_label: "★ the heap to fill in, ◆ where a move leads".to_owned(),
            parts_label: "thin: a move that leaves several heaps at once".to_owned(),
            players_labels: ["a move of Left", "a move of Right"].map(str::to_owned),
            blank: false,
            palette: Palette::default(),
            provenance: Provenance::default(),
        }
    }

    /// The whole graph with all results. O(positions + moves).
    pub fn scene(&self) -> Result<Scene, DrawError> {
        self.draw(None)
    }

    /// The step in which position `n` (★) gets its result from those of its options (◆).
    /// O(positions + moves).
    pub fn step(&self, n: usize) -> Result<Scene, DrawError> {
        self.draw(Some(n))
    }

    /// All steps, one for each position. O(positions · (positions + moves)).
    pub fn steps(&self) -> Result<Vec<Scene>, DrawError> {
        (0..self.moves.len()).map(|n| self.step(n)).collect()
    }

    /// Whether every move leads to positions before, so that results can be filled in one after
    /// the other. O(moves).
    pub fn goes_back(&self) -> bool {
        let back = |(n, moves): (usize, &Vec<GraphMove>)| {
            moves.iter().flat_map(|m| &m.parts).all(|&target| target < n)
        };
        self.moves.iter().enumerate().all(back)
    }

    /// The arrows from a position: where to, whose, and whether other positions are left besides.
    fn arrows(&self, n: usize) -> BTreeSet<(usize, [bool; 2], bool)> {
        let arrows = |m: &GraphMove| {
            let (players, thin) = (m.players, m.parts.len() > 1);
            m.parts.iter().map(move |&target| (target, players, thin)).collect::<Vec<_>>()
        };
        self.moves[n].iter().flat_map(arrows).collect()
    }

    fn name(&self, n: usize) -> String {
        self.names.get(n).cloned().unwrap_or_else(|| n.to_string())
    }

    fn draw(&self, current: Option<usize>) -> Result<Scene, DrawError> {
        let count = self.moves.len();
        if current.unwrap_or(0) >= count {
            return Err(DrawError::Nothing(Missing::Heap));
        }
        let arrows: u64 = (0..count).map(|n| self.arrows(n).len() as u64).sum();
        for (what, found, limit) in
            [(Part::Heaps, count as u64, MAX_POSITIONS), (Part::Moves, arrows, MAX_ARROWS)]
        {
            if found > limit {
                return Err(DrawError::TooLarge { what, found, limit });
            }
        }
        let all = || self.moves.iter().enumerate().flat_map(|(n, m)| m.iter().map(move |m| (n, m)));
        let ends = || all().flat_map(|(n, m)| m.parts.iter().map(move |&t| (n, t)));
        let longest = ends().filter(|(n, t)| t < n).map(|(n, t)| n - t).max().unwrap_or(0);
        let below = ends().filter(|(n, t)| t > n).map(|(n, t)| t - n).max().unwrap_or(0);
        let side = 36.0;
        let letters = (0..count).map(|n| self.name(n).chars().count()).max().unwrap_or(1);
        let across = (letters as f64 * 7.0 + 14.0).max(72.0);
        // A move of d positions rises to 0.25 of its length; see `arc`. Those to later ones fall.
        let rise = 0.25 * longest as f64 * across;
        let fall = 0.25 * below as f64 * across;
        let (left, top) = (36.0, 64.0 + rise);
        let width = (left * 2.0 + (count as f64 - 1.0) * across + side).max(560.0);
        let broken = all().any(|(_, m)| m.parts.len() > 1);
        let owned = Player::BOTH.map(|p| all().any(|(_, m)| !m.players[p.opponent() as usize]));
        let notes = usize::from(broken) + owned.iter().filter(|o| **o).count();
        let height = top + side + fall + 110.0 + 20.0 * notes as f64;
        let (title, description) = (self.title.clone(), self.description.clone());
        let mut scene = Scene::new(width, height, title, description, self.provenance.clone());
        scene.push(Shape::text((left, 26.0), &self.title, 16.0, Anchor::Start));
        let x = |n: usize| left + n as f64 * across;
        // The arrows of the step are painted over the others.
        let order = (0..count).filter(|&n| current != Some(n)).chain(current);
        for n in order {
            for (target, players, thin) in self.arrows(n) {
                let shown = current.is_none_or(|c| n <= c);
                let lit = current == Some(n);
                let colour = match (shown, lit, players) {
                    (false, _, _) => Colour::PALE,
                    (true, _, [true, false]) => Colour::BLUE,
                    (true, _, [false, true]) => Colour::VERMILION,
                    (true, true, _) => Colour::VERMILION,
                    (true, false, _) => Colour::GREY,
                };
                let pen = match (lit, thin) {
                    (true, false) => 2.0,
                    (true, true) => 1.2,
                    (false, false) => 1.0,
                    (false, true) => 0.5,
                };
                let (from, to) = match target < n {
                    true => ((x(n) + side * 0.35, top), (x(target) + side * 0.65, top)),
                    false => {
                        let under = top + side + 20.0;
                        ((x(n) + side * 0.65, under), (x(target) + side * 0.35, under))
                    }
                };
                arrow(&mut scene, &arc(from, to, 0.5), 1.0, pen, colour);
            }
        }
        for n in 0..count {
            self.node(&mut scene, n, current, (x(n), top), side);
        }
        let mut y = top + side + fall + 62.0;
        if let Some(n) = current {
            scene.push(Shape::text((left, y), self.reason(n), 13.0, Anchor::Start));
            y += 20.0;
            scene.push(Shape::text((left, y), &self.marks_label, 12.0, Anchor::Start));
        } else {
            let ring = Pen::new(1.5, Colour::VERMILION);
            scene.push(Shape::Ring { centre: (left + 8.0, y - 4.0), radius: 8.0, pen: ring });
            scene.push(Shape::text((left + 24.0, y), &self.zero_label, 12.0, Anchor::Start));
        }
        let mut note = |colour: Colour, pen: f64, label: &str| {
            y += 20.0;
            let line = [(left, y - 4.0), (left + 18.0, y - 4.0)];
            scene.push(Shape::line(line, Pen::new(pen, colour)));
            scene.push(Shape::text((left + 24.0, y), label, 12.0, Anchor::Start));
        };
        if broken {
            note(Colour::GREY, 0.5, &self.parts_label);
        }
        for (i, colour) in [Colour::BLUE, Colour::VERMILION].into_iter().enumerate() {
            if owned[i] {
                note(colour, 1.5, &self.players_labels[i]);
            }
        }
        Ok(scene)
    }

    /// Why a position has its result.
    fn reason(&self, n: usize) -> String {
        let GridValue::Number(value) = self.values[n] else {
            return self.reasons.get(n).cloned().unwrap_or_default();
        };
        let number = |place: &usize| match self.values[*place] {
            GridValue::Number(v) => v,
            GridValue::Letter(_) => 0,
        };
        let sum = |m: &GraphMove| m.parts.iter().map(number).fold(0, |sum, v| sum ^ v);
        let mut below: Vec<u64> = self.moves[n].iter().map(sum).collect();
        below.sort_unstable();
        below.dedup();
        let list: Vec<String> = below.iter().map(u64::to_string).collect();
        let why = match list.is_empty() {
            true => self.no_move_label.clone(),
            false => self.mex_label.replace("{}", &format!("{{{}}}", list.join(", "))),
        };
        let name = self.name(n);
        let name = name.trim_start_matches('(').trim_end_matches(')');
        format!("G({name}) = {value}: {why}")
    }

    /// A box with the result, the position under it, and the mark of the step.
    fn node(
        &self,
        scene: &mut Scene,
        n: usize,
        current: Option<usize>,
        (x, top): (f64, f64),
        side: f64,
    ) {
        let known = !self.blank && current.is_none_or(|c| n <= c);
        let middle = (x + side / 2.0, top + side / 2.0);
        let number = |value: &GridValue| match value {
            GridValue::Number(v) => *v,
            GridValue::Letter(_) => 0,
        };
        let max = self.values.iter().map(number).max().unwrap_or(0).max(2);
        let (fill, text, lost) = match self.values[n] {
            GridValue::Number(v) => {
                let fill = match v {
                    0 => Colour::WHITE,
                    v => Colour::scale((v - 1) as f64 / (max - 1) as f64),
                };
                (fill, v.to_string(), v == 0)
            }
            GridValue::Letter(letter) => {
                let fill = crate::grid::colour_of(self.values[n], 0, self.palette);
                (fill, letter.to_string(), letter == Outcome::P)
            }
        };
        let fill = if known { fill } else { Colour::WHITE };
        scene.push(Shape::rectangle(x, top, side, side, fill));
        let corners =
            [(x, top), (x + side, top), (x + side, top + side), (x, top + side), (x, top)];
        let pen = if known || self.blank {
            Pen::new(1.5, Colour::BLACK)
        } else {
            Pen::new(1.0, Colour::PALE)
        };
        scene.push(Shape::line(corners, pen));
        if known {
            if lost {
                let pen = Pen::new(1.5, Colour::VERMILION);
                scene.push(Shape::Ring { centre: middle, radius: side * 0.42, pen });
            }
            scene.push(Shape::Text {
                at: (middle.0, middle.1 + 6.0),
                text,
                size: 17.0,
                anchor: Anchor::Middle,
                fill: fill.ink(),
            });
        }
        let below = (middle.0, top + side + 16.0);
        scene.push(Shape::Text {
            at: below,
            text: self.name(n),
            size: 12.0,
            anchor: Anchor::Middle,
            fill: Colour::GREY,
        });
        let reached = |c: usize| self.moves[c].iter().any(|m| m.parts.contains(&n));
        let mark = match current {
            Some(c) if c == n => Some("★"),
            Some(c) if reached(c) => Some("◆"),
            _ => None,
        };
        if let Some(mark) = mark {
            let at = (middle.0, top + side + 36.0);
            scene.push(Shape::text(at, mark, 15.0, Anchor::Middle));
        }
    }
}
