//! Graphs as text: `1-2 2-3`, `1l2 @1`, `cycle:5 2:L`.

use crate::ast::{EMPTY, GONE, GameText};
use crate::error::{MAX_SITES, SetUpError};

/// A graph: vertices with numbers, edges between them, vertices on the ground.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// The numbers of the vertices as they are written, increasing.
    pub(crate) vertices: Vec<u32>,
    /// Ends (places among the vertices) and whether it is one way.
    pub(crate) edges: Vec<(usize, usize, bool)>,
    /// Places of the vertices on the ground.
    pub(crate) ground: Vec<usize>,
}

/// Parts of the text, before vertices are numbered.
#[derive(Default)]
struct Parts {
    vertices: Vec<u32>,
    edges: Vec<(u32, u32, char, bool)>,
    labels: Vec<(u32, char)>,
    ground: Vec<u32>,
}

impl Graph {
    /// The numbers of the vertices as they are written, increasing. O(1).
    pub fn vertices(&self) -> &[u32] {
        &self.vertices
    }

    /// The edges: two places among the vertices, and whether it is one way. O(1).
    pub fn edges(&self) -> &[(usize, usize, bool)] {
        &self.edges
    }

    /// Places of the vertices on the ground. O(1).
    pub fn ground(&self) -> &[usize] {
        &self.ground
    }

    /// Reads a graph and what stands at its sites. O(length · log).
    pub(crate) fn read(game: &GameText, text: &str) -> Result<(Graph, Vec<char>), SetUpError> {
        let mut parts = Parts::default();
        // The comma of bipartite:2,3 stands between its sizes; others stand between words.
        let words = text.split_whitespace().flat_map(|word| match word.starts_with("bipartite:") {
            true => vec![word],
            false => word.split(',').filter(|w| !w.is_empty()).collect(),
        });
        for word in words {
            parts.word(game, word)?;
            let found = parts.edges.len().max(parts.vertices.len());
            if found > 4 * MAX_SITES {
                return Err(SetUpError::TooLarge { found });
            }
        }
        parts.finish(game)
    }

    fn place(&self, vertex: u32) -> usize {
        self.vertices.binary_search(&vertex).expect("a vertex of the graph")
    }

    /// Edges at a vertex: the edge, the other end, and whether one can go there.
    pub(crate) fn at(&self, vertex: usize) -> impl Iterator<Item = (usize, usize, bool)> + '_ {
        self.edges.iter().enumerate().flat_map(move |(e, &(a, b, one_way))| {
            let out = (a == vertex).then_some((e, b, true));
            let back = (b == vertex && a != b).then_some((e, a, !one_way));
            out.into_iter().chain(back)
        })
    }

    /// The sites next to a site: vertices joined to a vertex, edges that meet an edge.
    pub(crate) fn near(&self, site: usize, edge_sites: bool) -> Vec<usize> {
        let n = self.vertices.len();
        let mut near: Vec<usize> = match site.checked_sub(n) {
            None => self.at(site).map(|(_, other, _)| other).filter(|&v| v != site).collect(),
            Some(edge) if edge_sites => {
                let (a, b, _) = self.edges[edge];
                let meet = self.at(a).chain(self.at(b)).map(|(e, _, _)| n + e);
                meet.filter(|&e| e != site).collect()
            }
            Some(_) => Vec::new(),
        };
        near.sort_unstable();
        near.dedup();
        near
    }

    pub(crate) fn name(&self, site: usize) -> String {
        match site.checked_sub(self.vertices.len()) {
            None => self.vertices[site].to_string(),
            Some(edge) => {
                let (a, b, _) = self.edges[edge];
                format!("{}-{}", self.vertices[a], self.vertices[b])
            }
        }
    }

    /// The graph without what is gone, as text.
    pub(crate) fn show(&self, piece: impl Fn(usize) -> char, edge_sites: bool) -> String {
        let n = self.vertices.len();
        let there = |v: usize| piece(v) != GONE;
        let mut words = Vec::new();
        let mut alone = vec![true; n];
        for (e, &(a, b, one_way)) in self.edges.iter().enumerate() {
            let kind = if edge_sites { piece(n + e) } else { '-' };
            if kind == GONE || !there(a) || !there(b) {
                continue;
            }
            (alone[a], alone[b]) = (false, false);
            let kind = if one_way { '>' } else { kind };
            words.push(format!("{}{kind}{}", self.vertices[a], self.vertices[b]));
        }
        for v in (0..n).filter(|&v| there(v)) {
            let ground = self.ground.contains(&v);
            if ground {
                words.push(format!("@{}", self.vertices[v]));
            }
            if piece(v) != EMPTY || (alone[v] && !ground) {
                words.push(format!("{}:{}", self.vertices[v], piece(v)));
            }
        }
        words.join(" ")
    }
}

impl Parts {
    fn word(&mut self, game: &GameText, word: &str) -> Result<(), SetUpError> {
        let bad = || SetUpError::GraphWord { word: word.to_string() };
        let number = |text: &str| text.parse::<u32>().ok().filter(|&v| v < 1 << 20);
        if let Some(vertex) = word.strip_prefix('@') {
            let vertex = number(vertex).ok_or_else(bad)?;
            self.vertices.push(vertex);
            self.ground.push(vertex);
            return Ok(());
        }
        let plain = game.edges.first().copied().unwrap_or('-');
        // Graphs of one size.
        match word {
            "petersen" => {
                self.petersen(plain);
                return Ok(());
            }
            "cube" if self.named("cube", "3", plain).is_some() => return Ok(()),
            _ => {}
        }
        if let Some((name, size)) = word.split_once(':') {
            if let Some(vertex) = number(name) {
                let mut label = size.chars();
                let found = label.next().unwrap_or(EMPTY);
                let mut accepted = vec![EMPTY];
                accepted.extend(&game.pieces);
                if label.next().is_some() || !accepted.contains(&found) {
                    let word = word.to_string();
                    return Err(SetUpError::Label { word, accepted });
                }
                self.vertices.push(vertex);
                self.labels.push((vertex, found));
                return Ok(());
            }
            return self.named(name, size, plain).ok_or_else(bad);
        }
        let digits = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
        if digits == word.len() {
            self.vertices.push(number(word).ok_or_else(bad)?);
            return Ok(());
        }
        let kind = word[digits..].chars().next().ok_or_else(bad)?;
        let rest = &word[digits + kind.len_utf8()..];
        let a = number(&word[..digits]).ok_or_else(bad)?;
        let (kind, b, one_way) = match (kind, number(rest)) {
            ('>', Some(b)) => (game.edges.first().copied().unwrap_or('-'), b, true),
            (kind, Some(b)) => (kind, b, false),
            _ => return Err(bad()),
        };
        let known = game.edges.contains(&kind) || (game.edges.is_empty() && kind == '-');
        if !known {
            let accepted = match game.edges.is_empty() {
                true => vec!['-'],
                false => game.edges.clone(),
            };
            return Err(SetUpError::EdgeKind { word: word.to_string(), accepted });
        }
        self.vertices.extend([a, b]);
        self.edges.push((a, b, kind, one_way));
        Ok(())
    }

    /// Petersen's graph: a cycle 1, …, 5, a star 6, …, 10 within it, and an edge between each i and i + 5.
    fn petersen(&mut self, kind: char) {
        for i in 0..5 {
            let ends = [(i + 1, (i + 1) % 5 + 1), (i + 1, i + 6), (i + 6, (i + 2) % 5 + 6)];
            self.edges.extend(ends.map(|(a, b)| (a, b, kind, false)));
        }
        self.vertices.extend(1..=10);
    }

    /// `path:5`, `grid:2x3`, …
    fn named(&mut self, name: &str, size: &str, kind: char) -> Option<()> {
        let number = |text: &str| text.parse::<u32>().ok().filter(|&n| n <= 4 * MAX_SITES as u32);
        let mut edge = |a: u32, b: u32| self.edges.push((a, b, kind, false));
        if name == "grid" {
            let (rows, columns) = size.split_once('x')?;
            let (rows, columns) = (number(rows)?, number(columns)?);
            if rows.checked_mul(columns)? > 4 * MAX_SITES as u32 || rows * columns == 0 {
                return None;
            }
            for v in 0..rows * columns {
                if v % columns + 1 < columns {
                    edge(v + 1, v + 2);
                }
                if v / columns + 1 < rows {
                    edge(v + 1, v + 1 + columns);
                }
            }
            self.vertices.extend(1..=rows * columns);
            return Some(());
        }
        if name == "bipartite" {
            let (left, right) = size.split_once([',', 'x'])?;
            let (left, right) = (number(left)?, number(right)?);
            if left == 0 || right == 0 || left.max(right) > 64 {
                return None;
            }
            for a in 1..=left {
                (left + 1..=left + right).for_each(|b| edge(a, b));
            }
            self.vertices.extend(1..=left + right);
            return Some(());
        }
        let n = number(size).filter(|&n| n > 0)?;
        let last = match name {
            "path" => {
                (1..n).for_each(|v| edge(v, v + 1));
                n
            }
            "cycle" if n >= 3 => {
                (1..=n).for_each(|v| edge(v, v % n + 1));
                n
            }
            // One vertex in the middle and n around it.
            "star" => {
                (2..=n + 1).for_each(|v| edge(1, v));
                n + 1
            }
            // The same with a cycle through those around it.
            "wheel" if n >= 3 => {
                (2..=n + 1).for_each(|v| edge(1, v));
                (0..n).for_each(|v| edge(v + 2, (v + 1) % n + 2));
                n + 1
            }
            // Vertices are numbers of n bits, plus 1; an edge changes one bit.
            "cube" if n <= 6 => {
                for v in 0..1 << n {
                    let more = (0..n).map(|bit| v | 1 << bit).filter(|&w| w != v);
                    more.for_each(|w| edge(v + 1, w + 1));
                }
                1 << n
            }
            "complete" if n <= 64 => {
                for a in 1..=n {
                    (a + 1..=n).for_each(|b| edge(a, b));
                }
                n
            }
            _ => return None,
        };
        self.vertices.extend(1..=last);
        Some(())
    }

    fn finish(mut self, game: &GameText) -> Result<(Graph, Vec<char>), SetUpError> {
        self.vertices.sort_unstable();
        self.vertices.dedup();
        let mut graph = Graph { vertices: self.vertices, ..Graph::default() };
        if graph.vertices.is_empty() {
            return Err(SetUpError::Empty);
        }
        if game.loose && self.ground.is_empty() {
            return Err(SetUpError::NoGround);
        }
        let mut pieces = vec![EMPTY; graph.vertices.len()];
        for (vertex, label) in self.labels {
            pieces[graph.place(vertex)] = label;
        }
        let edge_sites = !game.edges.is_empty();
        for (a, b, kind, one_way) in self.edges {
            let ends = (graph.place(a), graph.place(b), one_way);
            if edge_sites {
                pieces.push(kind);
            } else if graph.edges.contains(&ends)
                || (!one_way && graph.edges.contains(&(ends.1, ends.0, false)))
            {
                // The same edge again; arrows that lead there and back are two.
                continue;
            }
            graph.edges.push(ends);
        }
        graph.ground = self.ground.iter().map(|&v| graph.place(v)).collect();
        graph.ground.sort_unstable();
        graph.ground.dedup();
        let found = pieces.len().max(graph.vertices.len());
        if found > MAX_SITES {
            return Err(SetUpError::TooLarge { found });
        }
        Ok((graph, pieces))
    }
}
