//! Boards of squares and hexagons, strips and graphs, with pieces, the last move and values.

use crate::colour::Colour;
use crate::error::{DrawError, Missing, Part};
use crate::scene::{Anchor, Pen, Provenance, Scene, Shape};

/// The most cells of a board, or vertices and edges of a graph.
const MAX_CELLS: u64 = 4096;

const CELL: Colour = Colour::rgb(247, 243, 235);
const LINES: Colour = Colour::rgb(150, 140, 125);
const CHANGED: Colour = Colour::rgb(255, 224, 130);
const GROUND: Colour = Colour::rgb(120, 100, 70);
const GREEN: Colour = Colour::rgb(40, 130, 70);
const NEUTRAL: Colour = Colour::rgb(70, 70, 70);

/// The parts of a board. Cells are characters: `#` is not a cell, `.` an empty one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardShape {
    /// Rows of squares from the top; columns have letters, rows numbers from below.
    Squares(Vec<Vec<char>>),
    /// The same with hexagons, each row half a cell further right than the one above.
    Hexagons(Vec<Vec<char>>),
    /// One row of squares, with numbers from 1.
    Strip(Vec<char>),
    /// Vertices, then edges as places among the vertices.
    Graph {
        /// The vertices.
        vertices: Vec<BoardVertex>,
        /// The edges.
        edges: Vec<BoardEdge>,
    },
}

/// A vertex of a graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardVertex {
    /// Its name.
    pub name: String,
    /// The piece there; `#` if it is gone.
    pub piece: char,
    /// Whether it is on the ground.
    pub on_ground: bool,
}

/// An edge of a graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardEdge {
    /// The place of one end.
    pub from: usize,
    /// The place of the other end.
    pub to: usize,
    /// Its kind; `#` if it is gone.
    pub kind: char,
    /// Whether one can go from the first end to the second only.
    pub one_way: bool,
}

/// Whose a thing is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// Left's, in blue.
    Left,
    /// Right's, in vermilion.
    Right,
    /// Neither player's.
    Neutral,
}

impl Owner {
    fn colour(self) -> Colour {
        match self {
            Owner::Left => Colour::BLUE,
            Owner::Right => Colour::VERMILION,
            Owner::Neutral => NEUTRAL,
        }
    }
}

/// A board with its pieces. Sites are cells row by row, or vertices and then edges.
///
/// ```
/// use ishitori_draw::{BoardPicture, BoardShape};
/// let shape = BoardShape::Squares(vec!["xo.".chars().collect(), ".#x".chars().collect()]);
/// let svg = BoardPicture::new("clobber", shape).scene().unwrap().to_svg();
/// assert!(svg.starts_with("<svg") && svg.contains("clobber"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardPicture {
    /// The heading.
    pub title: String,
    /// The description of the picture for readers who cannot see it.
    pub description: String,
    /// The board.
    pub shape: BoardShape,
    /// The owners of pieces and edges; all others are neutral.
    pub owners: Vec<(char, Owner)>,
    /// Sites that the last move has changed.
    pub changed: Vec<usize>,
    /// Short texts at the middle of some sites.
    pub values: Vec<(Vec<usize>, String, Owner)>,
    /// How the picture was made.
    pub provenance: Provenance,
}

type Point = (f64, f64);

impl BoardPicture {
    /// A board with an English description. O(1).
    pub fn new(title: impl Into<String>, shape: BoardShape) -> Self {
        let title = title.into();
        BoardPicture {
            description: format!("The board {title}."),
            title,
            shape,
            owners: Vec::new(),
            changed: Vec::new(),
            values: Vec::new(),
            provenance: Provenance::default(),
        }
    }

    fn owner(&self, piece: char) -> Owner {
        self.owners.iter().find(|(c, _)| *c == piece).map_or(Owner::Neutral, |(_, owner)| *owner)
    }

    /// The picture. O(cells), O(vertices · edges) for a graph.
    pub fn scene(&self) -> Result<Scene, DrawError> {
        let sites = match &self.shape {
            BoardShape::Squares(rows) | BoardShape::Hexagons(rows) => {
                rows.iter().map(Vec::len).sum()
            }
            BoardShape::Strip(cells) => cells.len(),
            BoardShape::Graph { vertices, edges } => vertices.len() + edges.len(),
        };
        if sites == 0 {
            return Err(DrawError::Nothing(Missing::Picture));
        }
        if sites as u64 > MAX_CELLS {
            let (what, limit) = (Part::Cells, MAX_CELLS);
            return Err(DrawError::TooLarge { what, found: sites as u64, limit });
        }
        match &self.shape {
            BoardShape::Squares(rows) => Ok(self.cells(rows, Tile::Square)),
            BoardShape::Hexagons(rows) => Ok(self.cells(rows, Tile::Hexagon)),
            BoardShape::Strip(cells) => Ok(self.cells(std::slice::from_ref(cells), Tile::Numbered)),
            BoardShape::Graph { vertices, edges } => Ok(self.graph(vertices, edges)),
        }
    }

    fn page(&self, width: f64, height: f64) -> Scene {
        let (title, description) = (self.title.clone(), self.description.clone());
        let wide = width.max(48.0 + 10.5 * self.title.chars().count() as f64).max(200.0);
        let mut scene = Scene::new(wide, height, title, description, self.provenance.clone());
        scene.push(Shape::text((24.0, 28.0), &self.title, 16.0, Anchor::Start));
        scene
    }

    fn cells(&self, rows: &[Vec<char>], tile: Tile) -> Scene {
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let lean = if tile == Tile::Hexagon { 0.5 } else { 0.0 };
        let across = columns as f64 + lean * (rows.len() - 1) as f64;
        let size = (900.0 / across.max(rows.len() as f64)).clamp(14.0, 44.0);
        let high = if tile == Tile::Hexagon { size * 0.866 } else { size };
        let (left, top) = (44.0, 48.0);
        let extra = if tile == Tile::Hexagon { size * 0.3 } else { 0.0 };
        let bottom = top + rows.len() as f64 * high + extra;
        let mut scene = self.page(left + across * size + 24.0, bottom + 36.0);
        let centre = |r: usize, c: usize| {
            let x = left + (c as f64 + 0.5 + lean * r as f64) * size;
            (x, top + (r as f64 + 0.5) * high + extra / 2.0)
        };
        let mut centres = Vec::new();
        for (r, row) in rows.iter().enumerate() {
            for (c, &piece) in row.iter().enumerate() {
                let site = centres.len();
                let at = centre(r, c);
                centres.push(at);
                let changed = self.changed.contains(&site);
                if piece == '#' && !changed {
                    continue;
                }
                let mut corners = tile.corners(at, size);
                let fill = if changed { CHANGED } else { CELL };
                scene.push(Shape::Polygon { points: corners.clone(), fill });
                corners.push(corners[0]);
                let pen = Pen::new(1.0, LINES);
                let gone = piece == '#';
                scene.push(Shape::line(corners, if gone { pen.dashed() } else { pen }));
                if !matches!(piece, '#' | '.') {
                    self.piece(&mut scene, at, size * 0.36, piece);
                }
            }
        }
        let grey = |at, text: String, anchor| Shape::Text {
            at,
            text,
            size: 11.0,
            anchor,
            fill: Colour::GREY,
        };
        for c in 0..columns {
            let x = centre(rows.len() - 1, c).0;
            let name = if tile == Tile::Numbered { (c + 1).to_string() } else { letters(c) };
            scene.push(grey((x, bottom + 15.0), name, Anchor::Middle));
        }
        if tile != Tile::Numbered {
            for r in 0..rows.len() {
                let (x, y) = centre(r, 0);
                let at = (x - size * 0.5 - 7.0, y + 4.0);
                scene.push(grey(at, (rows.len() - r).to_string(), Anchor::End));
            }
        }
        self.write_values(&mut scene, &centres, size);
        scene
    }

    /// A disc with a letter.
    fn piece(&self, scene: &mut Scene, at: Point, radius: f64, piece: char) {
        let fill = self.owner(piece).colour();
        scene.push(Shape::Dots { points: vec![at], radius, fill });
        let (text, size) = (piece.to_string(), radius * 1.15);
        let at = (at.0, at.1 + size * 0.35);
        scene.push(Shape::Text { at, text, size, anchor: Anchor::Middle, fill: Colour::WHITE });
    }

    /// Values at the middle of their sites, Left's a little higher and Right's a little lower.
    fn write_values(&self, scene: &mut Scene, centres: &[Point], cell: f64) {
        for (sites, text, owner) in &self.values {
            let known: Vec<Point> = sites.iter().filter_map(|&s| centres.get(s).copied()).collect();
            if known.is_empty() {
                continue;
            }
            let n = known.len() as f64;
            let (x, y) = known.iter().fold((0.0, 0.0), |(x, y), p| (x + p.0 / n, y + p.1 / n));
            // What is long is written smaller, so that it stays within a cell.
            let fits = 0.94 * cell / (0.58 * text.chars().count() as f64);
            let size = (cell * 0.3).clamp(7.0, 13.0).min(fits.max(5.0));
            // Only what both players do at the same cell needs two lines.
            let shift = match owner {
                _ if known.len() > 1 => 0.35 * size,
                Owner::Left => -0.15 * size,
                Owner::Right => 0.95 * size,
                Owner::Neutral => 0.35 * size,
            };
            let half = 0.3 * size * text.chars().count() as f64 + 2.0;
            let (top, height) = (y + shift - 0.82 * size, 1.06 * size);
            scene.push(Shape::rectangle(x - half, top, 2.0 * half, height, Colour::WHITE));
            scene.push(Shape::Text {
                at: (x, y + shift),
                text: text.clone(),
                size,
                anchor: Anchor::Middle,
                fill: owner.colour(),
            });
        }
    }

    fn graph(&self, vertices: &[BoardVertex], edges: &[BoardEdge]) -> Scene {
        let (places, width, height) = layout(vertices, edges);
        let (left, top) = (40.0, 60.0);
        let at = |v: usize| (left + places[v].0, top + places[v].1);
        let mut scene = self.page(left * 2.0 + width, top + height + 44.0);
        let grounded: Vec<usize> = (0..vertices.len()).filter(|&v| vertices[v].on_ground).collect();
        if let (Some(&first), Some(&last)) = (grounded.first(), grounded.last()) {
            let y = at(first).1;
            let (from, to) = (at(first).0.min(at(last).0), at(first).0.max(at(last).0));
            let line = vec![(from - 28.0, y), (to + 28.0, y)];
            scene.push(Shape::line(line, Pen::new(5.0, GROUND)));
        }
        let mut centres: Vec<Point> = (0..vertices.len()).map(at).collect();
        for (e, edge) in edges.iter().enumerate() {
            let ends = |edge: &BoardEdge| (edge.from.min(edge.to), edge.from.max(edge.to));
            let like = edges.iter().filter(|other| ends(other) == ends(edge)).count();
            let before = edges[..e].iter().filter(|other| ends(other) == ends(edge)).count();
            let points = curve(at(edge.from), at(edge.to), before, like, edge.from > edge.to);
            centres.push(points[points.len() / 2]);
            let changed = self.changed.contains(&(vertices.len() + e));
            if changed {
                scene.push(Shape::line(points.clone(), Pen::new(9.0, CHANGED)));
            }
            if edge.kind == '#' && !changed {
                continue;
            }
            let colour = match (edge.kind, self.owner(edge.kind)) {
                ('e', Owner::Neutral) => GREEN,
                (_, owner) => owner.colour(),
            };
            let pen = Pen::new(2.6, colour);
            if edge.one_way {
                arrow_head(&mut scene, points[points.len() - 2], at(edge.to), colour);
            }
            scene.push(Shape::line(points, if edge.kind == '#' { pen.dashed() } else { pen }));
        }
        for (v, vertex) in vertices.iter().enumerate() {
            let changed = self.changed.contains(&v);
            if changed {
                scene.push(Shape::Dots { points: vec![at(v)], radius: 17.0, fill: CHANGED });
            }
            if vertex.piece == '#' {
                if changed {
                    let pen = Pen::new(1.0, LINES).dashed();
                    scene.push(Shape::Ring { centre: at(v), radius: 11.0, pen });
                }
                continue;
            }
            match vertex.piece {
                '.' => {
                    scene.push(Shape::Dots { points: vec![at(v)], radius: 11.0, fill: CELL });
                    let pen = Pen::new(1.4, NEUTRAL);
                    scene.push(Shape::Ring { centre: at(v), radius: 11.0, pen });
                    let at = (at(v).0, at(v).1 + 4.0);
                    scene.push(Shape::text(at, &vertex.name, 11.0, Anchor::Middle));
                }
                piece => {
                    self.piece(&mut scene, at(v), 12.0, piece);
                    scene.push(Shape::Text {
                        at: (at(v).0 + 14.0, at(v).1 - 10.0),
                        text: vertex.name.clone(),
                        size: 10.0,
                        anchor: Anchor::Start,
                        fill: Colour::GREY,
                    });
                }
            }
        }
        self.write_values(&mut scene, &centres, 36.0);
        scene
    }
}

/// How cells are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tile {
    Square,
    Hexagon,
    Numbered,
}

impl Tile {
    fn corners(self, (x, y): Point, size: f64) -> Vec<Point> {
        let half = size / 2.0;
        match self {
            Tile::Square | Tile::Numbered => {
                vec![
                    (x - half, y - half),
                    (x + half, y - half),
                    (x + half, y + half),
                    (x - half, y + half),
                ]
            }
            // Pointed at the top; the side is size / √3.
            Tile::Hexagon => {
                let side = size / 3f64.sqrt();
                vec![
                    (x, y - side),
                    (x + half, y - side / 2.0),
                    (x + half, y + side / 2.0),
                    (x, y + side),
                    (x - half, y + side / 2.0),
                    (x - half, y - side / 2.0),
                ]
            }
        }
    }
}

/// Columns: a to z, aa and on.
fn letters(column: usize) -> String {
    let one = |n: usize| char::from(b'a' + (n % 26) as u8);
    match column / 26 {
        0 => one(column).to_string(),
        more => format!("{}{}", one(more - 1), one(column)),
    }
}

/// Places of vertices, and the space that they need: what stands on the ground grows upwards, a path lies in a line, and
/// everything else stands in a circle.
fn layout(vertices: &[BoardVertex], edges: &[BoardEdge]) -> (Vec<Point>, f64, f64) {
    let n = vertices.len();
    let near = |v: usize| {
        edges.iter().filter_map(move |e| match (e.from == v, e.to == v) {
            (true, _) => Some(e.to),
            (_, true) => Some(e.from),
            _ => None,
        })
    };
    let step = 64.0;
    if vertices.iter().any(|v| v.on_ground) {
        let mut height = vec![usize::MAX; n];
        let mut order: Vec<usize> = (0..n).filter(|&v| vertices[v].on_ground).collect();
        order.iter().for_each(|&v| height[v] = 0);
        let mut next = 0;
        while next < order.len() {
            let v = order[next];
            next += 1;
            for w in near(v).collect::<Vec<_>>() {
                if height[w] == usize::MAX {
                    height[w] = height[v] + 1;
                    order.push(w);
                }
            }
        }
        let top = order.iter().map(|&v| height[v]).max().unwrap_or(0);
        let widest = (0..=top).map(|h| order.iter().filter(|&&v| height[v] == h).count()).max();
        let width = (widest.unwrap_or(1).max(2) - 1) as f64 * step;
        let mut places = vec![(0.0, 0.0); n];
        for h in 0..=top {
            let row: Vec<usize> = order.iter().copied().filter(|&v| height[v] == h).collect();
            for (i, &v) in row.iter().enumerate() {
                let x = (i as f64 + 0.5) / row.len() as f64 * width;
                places[v] = (x, (top - h) as f64 * step);
            }
        }
        return (places, width, top as f64 * step);
    }
    let mut places = vec![(0.0, 0.0); n];
    let mut seen = vec![false; n];
    let mut x = 0.0;
    for end in (0..n).filter(|&v| near(v).count() < 2) {
        let mut at = Some(end).filter(|&v| !seen[v]);
        while let Some(v) = at {
            seen[v] = true;
            places[v] = (x, 0.0);
            x += step;
            at = near(v).find(|&w| !seen[w]);
        }
    }
    // A walk from all ends meets every vertex exactly if there are only paths.
    if seen.iter().all(|&seen| seen) && (0..n).all(|v| near(v).count() <= 2) {
        return (places, (x - step).max(0.0), 0.0);
    }
    let radius = (n as f64 * 44.0 / std::f64::consts::TAU).max(70.0);
    let place = |v: usize| {
        let turn = std::f64::consts::TAU * v as f64 / n as f64;
        (radius + radius * turn.sin(), radius - radius * turn.cos())
    };
    ((0..n).map(place).collect(), 2.0 * radius, 2.0 * radius)
}

/// An edge as points: straight, bent where there are several between the same ends, or a loop.
fn curve(from: Point, to: Point, number: usize, of: usize, backwards: bool) -> Vec<Point> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    if length < 1e-9 {
        let size = 16.0 + 8.0 * number as f64;
        return (0..=24)
            .map(|i| {
                let turn = std::f64::consts::TAU * f64::from(i) / 24.0;
                (from.0 + size * turn.sin(), from.1 - size * (1.0 - turn.cos()))
            })
            .collect();
    }
    let side = if backwards { -1.0 } else { 1.0 };
    let bend = side * (number as f64 - (of as f64 - 1.0) / 2.0) * 22.0;
    let (nx, ny) = (-dy / length, dx / length);
    (0..=12)
        .map(|i| {
            let t = f64::from(i) / 12.0;
            let off = 4.0 * t * (1.0 - t) * bend;
            (from.0 + t * dx + off * nx, from.1 + t * dy + off * ny)
        })
        .collect()
}

/// The head of an arrow that ends at the rim of a vertex.
fn arrow_head(scene: &mut Scene, from: Point, to: Point, fill: Colour) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1e-9);
    let (dx, dy) = (dx / length, dy / length);
    let tip = (to.0 - 12.0 * dx, to.1 - 12.0 * dy);
    let back = (tip.0 - 10.0 * dx, tip.1 - 10.0 * dy);
    let points =
        vec![tip, (back.0 - 5.0 * dy, back.1 + 5.0 * dx), (back.0 + 5.0 * dy, back.1 - 5.0 * dx)];
    scene.push(Shape::Polygon { points, fill });
}
