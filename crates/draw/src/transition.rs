//! Transition graphs: positions, the moves between them, and results filled in step by step.

use std::collections::{BTreeMap, BTreeSet};

use ishitori_values::{Outcome, Player};

use crate::arrow::{arc, arrow};
use crate::colour::Colour;
use crate::error::{DrawError, Missing, Part};
use crate::filling::{Filling, GraphMove};
use crate::font::text_width;
use crate::grid::GridValue;
use crate::scene::{Anchor, Pen, Provenance, Scene, Shape};
use crate::strip::Palette;

/// The most positions of a graph that can still be read.
const MAX_POSITIONS: u64 = 64;
/// The most arrows that are drawn.
const MAX_ARROWS: u64 = 2000;

/// The labels of the arrows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ArrowLabels {
    /// Nothing.
    #[default]
    None,
    /// How many stones are taken.
    Taken,
    /// The player and the number of stones taken: the first or the second player if the game begins at the last position,
    /// Left or Right where not both may make a move.
    Turns,
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
    /// The description of the picture for readers who cannot see it.
    pub description: String,
    /// The positions, their moves and results.
    pub filling: Filling,
    /// The labels of the arrows.
    pub labels: ArrowLabels,
    /// How the first and the second player are called at arrows.
    pub turn_names: [String; 2],
    /// The meaning of labels at arrows; may be empty.
    pub labels_label: String,
    /// The meaning of the mark of lost positions.
    pub zero_label: String,
    /// What thin arrows of moves to several positions mean.
    pub parts_label: String,
    /// The meaning of the colours of moves of one player.
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
        let moves: Vec<Vec<GraphMove>> = (0..)
            .zip(moves)
            .map(|(n, m)| m.into_iter().map(|to| GraphMove::between(n, to)).collect())
            .collect();
        let last = moves.len().max(1) - 1;
        let values = values.into_iter().map(GridValue::Number).collect();
        TransitionGraph {
            description: format!("Moves between the heaps 0 to {last}: {title}."),
            title,
            filling: Filling::new(moves, values),
            labels: ArrowLabels::None,
            turn_names: ["F", "S"].map(str::to_owned),
            labels_label: String::new(),
            zero_label: "G(n) = 0: the player to move loses".to_owned(),
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

    /// All steps, one for each position, in an order in which results can be filled in.
    /// O(positions · (positions + moves)).
    pub fn steps(&self) -> Result<Vec<Scene>, DrawError> {
        let order = self.filling.order().ok_or(DrawError::Nothing(Missing::Order))?;
        order.into_iter().map(|n| self.step(n)).collect()
    }

    /// The arrows from a position: where to, whose, and whether other positions are left besides;
    /// with what they take.
    fn arrows(&self, n: usize) -> BTreeMap<(usize, [bool; 2], bool), BTreeSet<i64>> {
        let mut arrows: BTreeMap<_, BTreeSet<i64>> = BTreeMap::new();
        for m in &self.filling.moves[n] {
            for &target in &m.parts {
                let arrow = (target, m.players, m.parts.len() > 1);
                arrows.entry(arrow).or_default().insert(m.taken);
            }
        }
        arrows
    }

    /// The players who may make a move from a position, for its label: the two players of the graph's turns,
    /// or Left and Right.
    pub(crate) fn movers(&self, turns: [bool; 2], players: [bool; 2]) -> Vec<&str> {
        match (self.labels, players) {
            (ArrowLabels::None | ArrowLabels::Taken, _) => vec![""],
            (ArrowLabels::Turns, [true, true]) => {
                let names = self.turn_names.iter().zip(turns);
                let found: Vec<&str> =
                    names.filter(|(_, may)| *may).map(|(name, _)| name.as_str()).collect();
                // A position that no move reaches is one to begin at.
                if found.is_empty() { vec![self.turn_names[0].as_str()] } else { found }
            }
            (ArrowLabels::Turns, [true, false]) => vec!["L"],
            (ArrowLabels::Turns, [false, _]) => vec!["R"],
        }
    }

    fn draw(&self, current: Option<usize>) -> Result<Scene, DrawError> {
        let Filling { moves, .. } = &self.filling;
        let count = moves.len();
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
        let all = || moves.iter().enumerate().flat_map(|(n, m)| m.iter().map(move |m| (n, m)));
        let ends = || all().flat_map(|(n, m)| m.parts.iter().map(move |&t| (n, t)));
        let longest = ends().filter(|(n, t)| t < n).map(|(n, t)| n - t).max().unwrap_or(0);
        let below = ends().filter(|(n, t)| t > n).map(|(n, t)| t - n).max().unwrap_or(0);
        let side = 36.0;
        let letters = (0..count).map(|n| self.filling.name(n).chars().count()).max().unwrap_or(1);
        let across = (letters as f64 * 7.0 + 14.0).max(72.0);
        // A move rises to half its bend of its length; see `arc`. Those to later ones fall. What is
        // written at them needs space.
        let bend = if self.labels == ArrowLabels::None { 0.5 } else { 0.84 };
        let rise = 0.5 * bend * longest as f64 * across;
        let fall = 0.5 * bend * below as f64 * across;
        let (left, top) = (36.0, 64.0 + rise);
        let width = (left * 2.0 + (count as f64 - 1.0) * across + side).max(560.0);
        // When each position is filled in.
        let order = self.filling.order().unwrap_or_else(|| (0..count).collect());
        let mut time = vec![0; count];
        order.iter().enumerate().for_each(|(at, &n)| time[n] = at);
        let turns = self.filling.turns(count - 1);
        let broken = all().any(|(_, m)| m.parts.len() > 1);
        let owned = Player::BOTH.map(|p| all().any(|(_, m)| !m.players[p.opponent() as usize]));
        let labelled = self.labels != ArrowLabels::None && !self.labels_label.is_empty();
        let notes =
            usize::from(broken) + usize::from(labelled) + owned.iter().filter(|o| **o).count();
        let height = top + side + fall + 110.0 + 20.0 * notes as f64;
        let (title, description) = (self.title.clone(), self.description.clone());
        let mut scene = Scene::new(width, height, title, description, self.provenance.clone());
        scene.push(Shape::text((left, 26.0), &self.title, 16.0, Anchor::Start));
        let x = |n: usize| left + n as f64 * across;
        // The arrows of the step are painted over the others.
        let order = (0..count).filter(|&n| current != Some(n)).chain(current);
        let mut labels = Vec::new();
        for n in order {
            for ((target, players, thin), taken) in self.arrows(n) {
                let shown = current.is_none_or(|c| time[n] <= time[c]);
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
                let line = arc(from, to, bend);
                arrow(&mut scene, &line, 1.0, pen, colour);
                if self.labels != ArrowLabels::None {
                    let taken: Vec<String> = taken.iter().map(i64::to_string).collect();
                    let movers = self.movers(turns[n], players).into_iter();
                    let lines: Vec<String> =
                        movers.map(|who| format!("{who}{}", taken.join(","))).collect();
                    labels.push((line[line.len() / 2], lines, colour));
                }
            }
        }
        for (at, lines, colour) in labels {
            label(&mut scene, at, &lines, colour);
        }
        for n in 0..count {
            let known = current.is_none_or(|c| time[n] <= time[c]);
            self.node(&mut scene, n, current, known, (x(n), top), side);
        }
        let mut y = top + side + fall + 62.0;
        if let Some(n) = current {
            scene.push(Shape::text((left, y), self.filling.reason(n), 13.0, Anchor::Start));
            y += 20.0;
            scene.push(Shape::text((left, y), &self.filling.marks_label, 12.0, Anchor::Start));
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
        if labelled {
            y += 20.0;
            scene.push(Shape::text((left, y), &self.labels_label, 12.0, Anchor::Start));
        }
        Ok(scene)
    }

    /// A box with the result, the position under it, and the mark of the step.
    fn node(
        &self,
        scene: &mut Scene,
        n: usize,
        current: Option<usize>,
        known: bool,
        (x, top): (f64, f64),
        side: f64,
    ) {
        let known = !self.blank && known;
        let middle = (x + side / 2.0, top + side / 2.0);
        let number = |value: &GridValue| match value {
            GridValue::Number(v) => *v,
            GridValue::Letter(_) => 0,
        };
        let max = self.filling.values.iter().map(number).max().unwrap_or(0).max(2);
        let (fill, text, lost) = match self.filling.values[n] {
            GridValue::Number(v) => {
                let fill = match v {
                    0 => Colour::WHITE,
                    v => Colour::scale((v - 1) as f64 / (max - 1) as f64),
                };
                (fill, v.to_string(), v == 0)
            }
            GridValue::Letter(letter) => {
                let fill = crate::grid::colour_of(self.filling.values[n], 0, self.palette);
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
            text: self.filling.name(n),
            size: 12.0,
            anchor: Anchor::Middle,
            fill: Colour::GREY,
        });
        let mark = match current {
            Some(c) if c == n => Some("★"),
            Some(c) if self.filling.leads(c, n) => Some("◆"),
            _ => None,
        };
        if let Some(mark) = mark {
            let at = (middle.0, top + side + 36.0);
            scene.push(Shape::text(at, mark, 15.0, Anchor::Middle));
        }
    }
}

/// Lines of text in the middle of an arrow, on paper of their own.
fn label(scene: &mut Scene, at: (f64, f64), lines: &[String], colour: Colour) {
    let size = 11.0;
    let height = 12.0 * lines.len() as f64;
    let width = lines.iter().map(|line| text_width(line, size)).fold(0.0, f64::max) + 2.0;
    let top = at.1 - height / 2.0;
    scene.push(Shape::rectangle(at.0 - width / 2.0, top, width, height, Colour::WHITE));
    for (i, line) in (0..).zip(lines) {
        let at = (at.0, top + 10.0 + 12.0 * f64::from(i));
        let (text, anchor) = (line.clone(), Anchor::Middle);
        scene.push(Shape::Text { at, text, size, anchor, fill: colour });
    }
}
