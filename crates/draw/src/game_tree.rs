//! Game trees: Left's options slant to the left, Right's to the right.

use ishitori_values::Outcome;

use crate::colour::Colour;
use crate::error::{DrawError, Part};
use crate::scene::{Anchor, Pen, Provenance, Scene, Shape};
use crate::strip::Palette;

/// Between two levels, and between two neighbours.
const LEVEL: f64 = 58.0;
const GAP: f64 = 14.0;
/// Height of the letters, and an estimate of their width.
const SIZE: f64 = 13.0;
const LETTER: f64 = 7.4;
/// The width from which on roots and titles grow, and how many times larger they become at most.
const SPREAD: f64 = 900.0;
const LARGEST: f64 = 3.0;
/// The least part of its sideways length by which an edge falls, up to a limit: else those of a wide
/// tree would run through the values next to them.
const SLOPE: f64 = 0.14;
const HIGHEST: f64 = 360.0;
/// The most nodes of a picture.
const MAX_NODES: usize = 2000;

/// A node of a game tree.
///
/// ```
/// use ishitori_draw::TreeNode;
/// let star = TreeNode { left: vec![TreeNode::leaf("0")], right: vec![TreeNode::leaf("0")], ..TreeNode::leaf("*") };
/// assert_eq!(star.count(), 3);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeNode {
    /// The value.
    pub label: String,
    /// Left's options.
    pub left: Vec<TreeNode>,
    /// Right's options.
    pub right: Vec<TreeNode>,
    /// Whether there are options that are not shown.
    pub more: bool,
}

impl TreeNode {
    /// The same tree with every label written again. O(nodes).
    pub fn labelled(mut self, write: &impl Fn(&str) -> String) -> TreeNode {
        self.label = write(&self.label);
        let below = |options: Vec<TreeNode>| -> Vec<TreeNode> {
            options.into_iter().map(|option| option.labelled(write)).collect()
        };
        (self.left, self.right) = (below(self.left), below(self.right));
        self
    }

    /// A node without options. O(1).
    pub fn leaf(label: impl Into<String>) -> TreeNode {
        TreeNode { label: label.into(), left: Vec::new(), right: Vec::new(), more: false }
    }

    /// How many nodes there are. O(nodes).
    pub fn count(&self) -> usize {
        1 + self.left.iter().chain(&self.right).map(TreeNode::count).sum::<usize>()
    }

    /// How many levels there are. O(nodes).
    pub fn depth(&self) -> usize {
        1 + self.left.iter().chain(&self.right).map(TreeNode::depth).max().unwrap_or(0)
    }

    fn has_more(&self) -> bool {
        self.more || self.left.iter().chain(&self.right).any(TreeNode::has_more)
    }
}

/// A game tree to draw.
///
/// ```
/// use ishitori_draw::{GameTree, TreeNode};
/// let one = TreeNode { left: vec![TreeNode::leaf("0")], ..TreeNode::leaf("1") };
/// let svg = GameTree::new("1", one).scene().unwrap().to_svg();
/// assert!(svg.contains("Game tree of 1"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameTree {
    /// The heading, usually the game.
    pub title: String,
    /// The description of the picture for readers who cannot see it.
    pub description: String,
    /// The game itself.
    pub root: TreeNode,
    /// Said under a tree of which not all is shown.
    pub more_label: String,
    /// The colours of the moves, which are those of Left and Right.
    pub palette: Palette,
    /// How the picture was made.
    pub provenance: Provenance,
}

impl GameTree {
    /// A picture with English labels. O(1).
    pub fn new(title: impl Into<String>, root: TreeNode) -> GameTree {
        let title = title.into();
        GameTree {
            description: format!(
                "Game tree of {title}: Left's options slant to the left, Right's to the right."
            ),
            title,
            root,
            more_label: "… some options are not shown".to_owned(),
            palette: Palette::default(),
            provenance: Provenance::default(),
        }
    }

    /// The picture. Moves have the colours of the players. O(nodes).
    pub fn scene(&self) -> Result<Scene, DrawError> {
        let found = self.root.count();
        if found > MAX_NODES {
            let limit = MAX_NODES as u64;
            return Err(DrawError::TooLarge { what: Part::Nodes, found: found as u64, limit });
        }
        let shape = Shaped::new(&self.root);
        // A wide picture is looked at from afar: the title and the root grow with it.
        let spread = shape.extent.0 + shape.extent.1;
        let size = (spread / SPREAD).clamp(1.0, LARGEST);
        let (margin, top) = (24.0, 26.0 + 30.0 * size);
        let title = self.title.chars().count() as f64 * 8.6 * size;
        let wide = spread.max(title).max(200.0) + 2.0 * margin;
        let more = self.root.has_more();
        let mut steps = Vec::new();
        shape.steps(0, &mut steps);
        let tall = top + steps.iter().sum::<f64>() + 40.0 + if more { 22.0 } else { 0.0 };
        let (title, description) = (self.title.clone(), self.description.clone());
        let mut scene = Scene::new(wide, tall, title, description, self.provenance.clone());
        let at = (margin, 14.0 + 12.0 * size);
        scene.push(Shape::text(at, &self.title, 15.0 * size, Anchor::Start));
        let middle = (wide - shape.extent.0 - shape.extent.1) / 2.0 + shape.extent.0;
        shape.edges(&mut scene, (middle, top), &steps, self.palette);
        shape.labels(&mut scene, (middle, top), &steps, SIZE * size);
        if more {
            let at = (margin, tall - 12.0);
            let (text, size, anchor) = (self.more_label.clone(), 11.0, Anchor::Start);
            scene.push(Shape::Text { at, text, size, anchor, fill: Colour::GREY });
        }
        Ok(scene)
    }
}

/// A node with the space that it takes to both sides of its middle.
struct Shaped<'a> {
    node: &'a TreeNode,
    extent: (f64, f64),
    /// Options with their horizontal offset from the middle; whether they are Left's.
    options: Vec<(f64, bool, Shaped<'a>)>,
}

impl<'a> Shaped<'a> {
    fn new(node: &'a TreeNode) -> Shaped<'a> {
        let half = (node.label.chars().count() as f64 * LETTER / 2.0 + 5.0).max(12.0);
        let mut options = Vec::new();
        // Outward from the middle: Left's last option and Right's first are nearest.
        let mut reach = [half, half];
        for (side, list) in [(0, &node.left), (1, &node.right)] {
            let mut used = GAP / 2.0;
            let outward: Vec<&TreeNode> =
                if side == 0 { list.iter().rev().collect() } else { list.iter().collect() };
            for option in outward {
                let option = Shaped::new(option);
                let (inner, outer) = match side {
                    0 => (option.extent.1, option.extent.0),
                    _ => option.extent,
                };
                let place = used + inner;
                used = place + outer + GAP;
                reach[side] = reach[side].max(used - GAP);
                options.push((if side == 0 { -place } else { place }, side == 0, option));
            }
        }
        Shaped { node, extent: (reach[0], reach[1]), options }
    }

    /// How far each level is below the one above it.
    fn steps(&self, level: usize, into: &mut Vec<f64>) {
        for (offset, _, option) in &self.options {
            if into.len() == level {
                into.push(LEVEL);
            }
            into[level] = into[level].max((offset.abs() * SLOPE).min(HIGHEST));
            option.steps(level + 1, into);
        }
    }

    fn edges(&self, scene: &mut Scene, (x, y): (f64, f64), steps: &[f64], palette: Palette) {
        for (offset, lefts, option) in &self.options {
            let end = (x + offset, y + steps[0]);
            let colour = palette.colour(if *lefts { Outcome::L } else { Outcome::R });
            let points = [(x, y + 6.0), (end.0, end.1 - 15.0)];
            scene.push(Shape::line(points, Pen::new(1.6, colour)));
            option.edges(scene, end, &steps[1..], palette);
        }
    }

    fn labels(&self, scene: &mut Scene, (x, y): (f64, f64), steps: &[f64], size: f64) {
        let scale = size / SIZE;
        let half = self.node.label.chars().count() as f64 * LETTER * scale / 2.0 + 2.0;
        let tall = 17.0 * scale;
        scene.push(Shape::rectangle(x - half, y + 5.0 - tall, 2.0 * half, tall, Colour::WHITE));
        scene.push(Shape::text((x, y + 1.0), &self.node.label, size, Anchor::Middle));
        if self.node.more {
            let (text, anchor) = ("…".to_owned(), Anchor::Middle);
            scene.push(Shape::Text {
                at: (x, y + 17.0),
                text,
                size: SIZE,
                anchor,
                fill: Colour::GREY,
            });
        }
        for (offset, _, option) in &self.options {
            option.labels(scene, (x + offset, y + steps[0]), &steps[1..], SIZE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(seed: &mut u64, depth: usize) -> TreeNode {
        *seed =
            seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut node = TreeNode::leaf("x".repeat((*seed >> 60) as usize + 1));
        if depth > 0 {
            node.left = (0..(*seed >> 33) % 3).map(|_| random(seed, depth - 1)).collect();
            node.right = (0..(*seed >> 43) % 3).map(|_| random(seed, depth - 1)).collect();
        }
        node
    }

    fn places(shaped: &Shaped<'_>, x: f64, level: usize, into: &mut Vec<(usize, f64, f64)>) {
        let half = shaped.node.label.chars().count() as f64 * LETTER / 2.0;
        into.push((level, x - half, x + half));
        for (offset, lefts, option) in &shaped.options {
            assert_eq!(*offset < 0.0, *lefts, "Left's options are to the left");
            places(option, x + offset, level + 1, into);
        }
    }

    #[test]
    fn labels_do_not_overlap_and_stay_on_the_page() {
        let mut seed = 7;
        for _ in 0..200 {
            let tree = random(&mut seed, 4);
            let shaped = Shaped::new(&tree);
            let mut found = Vec::new();
            places(&shaped, 0.0, 0, &mut found);
            found.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
            for pair in found.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
                assert!(pair[0].2 <= pair[1].1, "{pair:?}");
            }
            for (_, from, to) in found {
                assert!(-shaped.extent.0 <= from && to <= shaped.extent.1);
            }
        }
    }
}
