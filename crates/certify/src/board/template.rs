//! The moves of a text, laid out: which states a move needs at which cells, and what it makes of them.
//!
//! On boards with rows a template is relative to a cell, and stands for its translations. On a graph it names sites.

use std::collections::{BTreeMap, BTreeSet};

use super::Construct;
use super::text::{Alternative, Cell, Count, Direction, EMPTY, Item, Kind, MOST_STATES, NONE};
use super::text::{Pattern, Stage, Text};
use crate::limits::Meter;
use crate::verdict::Rejection;

/// Row and column; of a graph the number of a site, and 0.
pub(super) type At = (i32, i32);

/// The most templates of one text, as laid.
const MOST_TEMPLATES: usize = 400_000;

/// What becomes of each state at a cell; only those that may stand there count.
pub(super) type Map = [u8; MOST_STATES];

/// The map that changes nothing.
pub(super) fn identity() -> Map {
    let mut map = [0; MOST_STATES];
    for (state, to) in (0u8..).zip(&mut map) {
        *to = state;
    }
    map
}

/// All states, "no cell" among them.
const ANY: u32 = (1 << MOST_STATES) - 1;

/// A move, or a pattern that is forbidden.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Template {
    /// Which states must stand where, and what becomes of them; sorted.
    pub cells: Vec<(At, u32, Map)>,
    /// Cells of which this many must have a state of the set.
    pub counts: Vec<(Vec<At>, u32, u32, u32)>,
}

/// A graph: vertices by number, edges by their ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Graph {
    pub vertices: usize,
    /// The ends, and whether the edge is one way.
    pub edges: Vec<(usize, usize, bool)>,
    /// Whether edges are sites, after the vertices.
    pub edge_sites: bool,
}

impl Graph {
    fn ends(&self, edge: usize, from: usize, along: Direction) -> Vec<usize> {
        let (a, b, one_way) = self.edges[edge];
        let mut ends = Vec::new();
        if a == from {
            ends.push(b);
        }
        if b == from && !(one_way && along == Direction::Arrows) && !ends.contains(&a) {
            ends.push(a);
        }
        ends
    }

    /// The sites next to a site.
    pub fn near(&self, site: usize) -> BTreeSet<usize> {
        let mut near = BTreeSet::new();
        for (e, &(a, b, _)) in self.edges.iter().enumerate() {
            match site.checked_sub(self.vertices) {
                None => {
                    if a == site {
                        near.insert(b);
                    }
                    if b == site {
                        near.insert(a);
                    }
                }
                Some(edge) => {
                    let (x, y, _) = self.edges[edge];
                    if [a, b].contains(&x) || [a, b].contains(&y) {
                        near.insert(self.vertices + e);
                    }
                }
            }
        }
        near.remove(&site);
        near
    }
}

/// A pattern that is being laid.
#[derive(Clone)]
struct LaidPattern {
    /// At each cell the states that may have stood there, and what they are now.
    cells: BTreeMap<At, (u32, Map)>,
    /// Cells of patterns, but for those that may be anything.
    touched: BTreeSet<At>,
    /// Cells that become something else for some state that is accepted there.
    changed: BTreeSet<At>,
    last: At,
}

impl LaidPattern {
    /// Asks for a state at a cell now.
    fn ask(&mut self, at: At, mask: u32) -> bool {
        let (was, map) = self.cells.entry(at).or_insert((ANY, identity()));
        for (state, to) in map.iter().enumerate() {
            if mask >> to & 1 == 0 {
                *was &= !(1 << state);
            }
        }
        *was != 0
    }

    fn change(&mut self, at: At, becomes: impl Fn(u8) -> Option<u8>) -> bool {
        let (was, map) = self.cells.entry(at).or_insert((ANY, identity()));
        for (state, to) in map.iter_mut().enumerate() {
            if *was >> state & 1 == 0 {
                continue;
            }
            match becomes(*to) {
                Some(new) => *to = new,
                None => *was &= !(1 << state),
            }
        }
        *was != 0
    }

    fn cell(&self, text: &Text, cell: &Cell, at: At) -> Option<LaidPattern> {
        let mut next = self.clone();
        next.last = at;
        if cell.whatever {
            return Some(next);
        }
        next.touched.insert(at);
        if !next.ask(at, cell.mask) {
            return None;
        }
        if cell.mask != 1 << NONE {
            if !next.change(at, |state| text.after(cell.becomes, state)) {
                return None;
            }
            let differs = |state: u8| text.after(cell.becomes, state).is_some_and(|to| to != state);
            if (EMPTY..32).any(|s: u8| cell.mask >> s & 1 == 1 && differs(s)) {
                next.changed.insert(at);
            }
        }
        Some(next)
    }
}

/// Lays out the lines of a text on a board.
pub(super) struct Layer<'t, 'm, 'l> {
    pub text: &'t Text,
    pub graph: &'t Graph,
    /// Rows and columns of the board.
    pub size: (i32, i32),
    pub meter: &'m mut Meter<'l>,
}

impl Layer<'_, '_, '_> {
    /// The templates of a player.
    pub fn moves(&mut self, alternatives: &[Alternative]) -> Result<Vec<Template>, Rejection> {
        let mut all = BTreeSet::new();
        for alternative in alternatives {
            for laid in self.stages(&alternative.stages)? {
                all.insert(self.finished(laid, alternative)?);
                self.few(all.len())?;
            }
        }
        Ok(all.into_iter().collect())
    }

    /// The templates of patterns that no move may make.
    pub fn forbidden(&mut self) -> Result<Vec<Template>, Rejection> {
        let mut all = BTreeSet::new();
        for stage in &self.text.never {
            for laid in self.stages(std::slice::from_ref(stage))? {
                let cells = laid.cells.into_iter().map(|(at, (mask, map))| (at, mask, map));
                all.insert(self.moved(Template { cells: cells.collect(), counts: Vec::new() }));
                self.few(all.len())?;
            }
        }
        Ok(all.into_iter().collect())
    }

    fn few(&mut self, count: usize) -> Result<(), Rejection> {
        self.meter.spend(16)?;
        if count > MOST_TEMPLATES {
            return Err(Rejection::BoardUnsupported { construct: Construct::ManyPlaces });
        }
        Ok(())
    }

    fn stages(&mut self, stages: &[Stage]) -> Result<Vec<LaidPattern>, Rejection> {
        let starts: Vec<At> = match self.text.kind {
            Kind::Graph => {
                let sites = self.graph.vertices
                    + self.graph.edges.len() * usize::from(self.graph.edge_sites);
                (0..sites).filter_map(|site| Some((i32::try_from(site).ok()?, 0))).collect()
            }
            _ => vec![(0, 0)],
        };
        let mut begun: Vec<LaidPattern> = Vec::new();
        for last in starts {
            let (cells, touched, changed) = Default::default();
            begun.push(LaidPattern { cells, touched, changed, last });
        }
        for stage in stages {
            let mut next = Vec::new();
            for laid in &begun {
                if self.may_begin(stage, laid.last) {
                    self.lay(stage, laid, &mut next)?;
                }
            }
            begun = next;
        }
        Ok(begun)
    }

    fn is_edge(&self, site: i32) -> bool {
        self.text.kind == Kind::Graph
            && usize::try_from(site).is_ok_and(|s| s >= self.graph.vertices)
    }

    fn may_begin(&self, stage: &Stage, at: At) -> bool {
        let edge = match &stage.pattern {
            Pattern::Line(items) => items.first().is_some_and(|item| item.cells[0].edge),
            Pattern::Shape(_) => false,
        };
        self.text.kind != Kind::Graph || edge == self.is_edge(at.0)
    }

    fn lay(
        &mut self,
        stage: &Stage,
        from: &LaidPattern,
        out: &mut Vec<LaidPattern>,
    ) -> Result<(), Rejection> {
        match &stage.pattern {
            Pattern::Shape(cells) => {
                let mut shape = cells.clone();
                let hex = self.text.kind == Kind::Hex;
                let sides = if hex { 6 } else { 4 };
                let (turns, flips) = match stage.along.first() {
                    None => (1, 1),
                    Some(Direction::TurnsAndFlips) => (sides, 2),
                    Some(_) => (sides, 1),
                };
                for _ in 0..flips {
                    for _ in 0..turns {
                        self.few(out.len())?;
                        let first = shape[0].0;
                        let mut laid = Some(from.clone());
                        for ((r, c), cell) in shape.iter().filter(|(_, cell)| !cell.whatever) {
                            let at = (from.last.0 + r - first.0, from.last.1 + c - first.1);
                            laid = laid.and_then(|laid| laid.cell(self.text, cell, at));
                        }
                        out.extend(laid);
                        for ((r, c), _) in &mut shape {
                            (*r, *c) = if hex { (*r + *c, -*r) } else { (*c, -*r) };
                        }
                    }
                    for ((r, c), _) in &mut shape {
                        (*r, *c) = (*c, *r);
                    }
                }
                Ok(())
            }
            Pattern::Line(items) => {
                let here = [Direction::Step(0, 0)];
                let along = if stage.along.is_empty() { &here[..] } else { &stage.along[..] };
                for &direction in along {
                    let mut walk =
                        Walk { items, along: direction, start: from.last, out: &mut *out };
                    self.walk(&mut walk, from.clone())?;
                }
                Ok(())
            }
        }
    }

    /// Follows a line, with its own stack: how far each branch has come.
    fn walk(&mut self, walk: &mut Walk<'_>, laid: LaidPattern) -> Result<(), Rejection> {
        let begin = Branch { laid, item: 0, times: 0, cell: 0, path: Vec::new() };
        let mut open = vec![begin];
        while let Some(branch) = open.pop() {
            self.meter.spend(16)?;
            if open.len() > MOST_TEMPLATES {
                return Err(Rejection::BoardUnsupported { construct: Construct::ManyPlaces });
            }
            let Some(item) = walk.items.get(branch.item) else {
                if !branch.path.is_empty() {
                    self.few(walk.out.len())?;
                    walk.out.push(branch.laid);
                }
                continue;
            };
            if branch.cell == 0 {
                if branch.times >= item.least {
                    let next = Branch { item: branch.item + 1, times: 0, ..branch.clone() };
                    open.push(next);
                }
                if item.most.is_some_and(|most| branch.times >= most) {
                    continue;
                }
            }
            self.step(walk, item, &branch, &mut open);
        }
        Ok(())
    }

    /// Lays the next cell of an item wherever it can lie.
    fn step(&self, walk: &Walk<'_>, item: &Item, branch: &Branch, open: &mut Vec<Branch>) {
        let cell = &item.cells[branch.cell];
        for (at, edge) in self.places(walk, branch, cell) {
            let mut laid = branch.laid.clone();
            // An edge that is a site must be there to be walked along.
            if let Some(edge) = edge
                && !laid.ask(edge, !(1 << NONE))
            {
                continue;
            }
            if let Some(laid) = laid.cell(self.text, cell, at) {
                let mut next = Branch { laid, ..branch.clone() };
                next.path.push(at);
                next.cell += 1;
                if next.cell == item.cells.len() {
                    (next.cell, next.times) = (0, next.times + 1);
                }
                open.push(next);
            }
        }
    }

    /// Where the next cell of a line can lie, and the edge that leads there.
    fn places(&self, walk: &Walk<'_>, branch: &Branch, cell: &Cell) -> Vec<(At, Option<At>)> {
        let Some(&before) = branch.path.last() else { return vec![(walk.start, None)] };
        if let Direction::Step(r, c) = walk.along {
            let at = (before.0 + r, before.1 + c);
            // Cells that must be there lie within the size of the board from each other.
            let far = cell.mask >> NONE & 1 == 0
                && branch.laid.touched.iter().any(|one| {
                    let there = branch.laid.cells.get(one).is_some_and(|c| c.0 >> NONE & 1 == 0);
                    let (rows, columns) = ((one.0 - at.0).abs(), (one.1 - at.1).abs());
                    there && (rows >= self.size.0 || columns >= self.size.1)
                });
            return if far { Vec::new() } else { vec![(at, None)] };
        }
        let mut all = Vec::new();
        let site = |at: At| usize::try_from(at.0).unwrap_or(usize::MAX);
        let vertex = |v: usize| (i32::try_from(v).unwrap_or(i32::MAX), 0);
        if self.is_edge(before.0) {
            // The walk came from the vertex before the edge.
            let Some(&from) = branch.path.iter().rev().nth(1) else { return all };
            for end in self.graph.ends(site(before) - self.graph.vertices, site(from), walk.along) {
                if !branch.path.contains(&vertex(end)) {
                    all.push((vertex(end), None));
                }
            }
            return all;
        }
        for edge in 0..self.graph.edges.len() {
            let ends = self.graph.ends(edge, site(before), walk.along);
            let at = self.graph.edge_sites.then(|| vertex(self.graph.vertices + edge));
            if cell.edge {
                all.extend(at.filter(|_| !ends.is_empty()).map(|at| (at, None)));
                continue;
            }
            for end in ends {
                if !branch.path.contains(&vertex(end)) && !all.contains(&(vertex(end), at)) {
                    all.push((vertex(end), at));
                }
            }
        }
        all
    }

    fn near(&self, at: At) -> Vec<At> {
        if self.text.kind == Kind::Graph {
            let site = usize::try_from(at.0).unwrap_or(0);
            let near = self.graph.near(site).into_iter();
            return near.filter_map(|site| Some((i32::try_from(site).ok()?, 0))).collect();
        }
        self.text.neighbour_steps().into_iter().map(|(r, c)| (at.0 + r, at.1 + c)).collect()
    }

    /// The template of a move whose patterns are laid.
    fn finished(
        &mut self,
        mut laid: LaidPattern,
        alternative: &Alternative,
    ) -> Result<Template, Rejection> {
        let mut counts: Vec<(Vec<At>, u32, u32, u32)> = Vec::new();
        if !alternative.conditions.is_empty() || !alternative.effects.is_empty() {
            if laid.changed.is_empty() {
                return Err(Rejection::BoardUnsupported { construct: Construct::Loopy });
            }
            let mut near: BTreeSet<At> = BTreeSet::new();
            for &at in &laid.changed {
                near.extend(self.near(at));
            }
            near.retain(|at| !laid.touched.contains(at));
            for &(count, mask) in &alternative.conditions {
                match count {
                    Count::Every | Count::Between(0, 0) => {
                        let mask = if count == Count::Every { mask } else { !mask };
                        for &at in &near {
                            laid.ask(at, mask | 1 << NONE);
                        }
                    }
                    Count::Between(least, most) => {
                        counts.push((near.iter().copied().collect(), mask, least, most));
                    }
                }
            }
            for &at in near.iter().filter(|_| !alternative.effects.is_empty()) {
                let effect = |s: u8| alternative.effects.iter().rev().find(|(from, _)| *from == s);
                laid.change(at, |state| Some(effect(state).map_or(state, |&(_, to)| to)));
            }
        }
        counts.sort();
        let cells = laid.cells.into_iter().map(|(at, (mask, map))| (at, mask, map)).collect();
        Ok(self.moved(Template { cells, counts }))
    }

    /// The same template in its normal form.
    fn moved(&self, template: Template) -> Template {
        match self.text.kind {
            Kind::Graph => template.normal(),
            _ => template.normal().cornered(),
        }
    }
}

struct Walk<'a> {
    items: &'a [Item],
    along: Direction,
    start: At,
    out: &'a mut Vec<LaidPattern>,
}

#[derive(Clone)]
struct Branch {
    laid: LaidPattern,
    /// Which item of the line is next, how often it has been laid, and how much of it.
    item: usize,
    times: u32,
    cell: usize,
    path: Vec<At>,
}

impl Template {
    /// Without cells at which anything may stand and stays; maps of states that cannot stand there are forgotten.
    fn normal(mut self) -> Template {
        for (_, mask, map) in &mut self.cells {
            *mask &= ANY;
            for (state, to) in (0u8..).zip(map.iter_mut()) {
                if *mask >> state & 1 == 0 {
                    *to = state;
                }
            }
        }
        self.cells.retain(|(_, mask, map)| *mask != ANY || *map != identity());
        self.cells.sort();
        for (cells, ..) in &mut self.counts {
            cells.sort();
        }
        self.counts.sort();
        self
    }

    /// Moved so that its first row and column are 0.
    fn cornered(self) -> Template {
        let rows = || self.cells.iter().map(|cell| cell.0);
        let top = rows().map(|at| at.0).min().unwrap_or(0);
        let left = rows().map(|at| at.1).min().unwrap_or(0);
        self.image(|(r, c)| (r - top, c - left))
    }

    /// Moved by a motion of the plane.
    fn image(&self, motion: impl Fn(At) -> At) -> Template {
        let cells = self.cells.iter().map(|&(at, mask, map)| (motion(at), mask, map)).collect();
        let count = |(cells, mask, least, most): &(Vec<At>, u32, u32, u32)| {
            (cells.iter().map(|&at| motion(at)).collect(), *mask, *least, *most)
        };
        Template { cells, counts: self.counts.iter().map(count).collect() }.normal()
    }

    /// Whether the template needs no state at all, so that it would fit everywhere.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }
}

/// A motion of the plane, as a matrix.
pub(super) type Motion = [[i32; 2]; 2];

/// Where a motion takes a cell.
pub(super) fn moved([[a, b], [c, d]]: Motion, (row, column): At) -> At {
    (a * row + b * column, c * row + d * column)
}

/// The motions of the plane that take templates to templates, the identity first.
pub(super) fn motions(text: &Text, sets: &[&[Template]]) -> Vec<Motion> {
    let turns: &[Motion] = match text.kind {
        Kind::Graph => &[],
        Kind::Strip => &[[[1, 0], [0, 1]], [[-1, 0], [0, -1]]],
        Kind::Grid => &[[[1, 0], [0, 1]], [[0, 1], [-1, 0]], [[-1, 0], [0, -1]], [[0, -1], [1, 0]]],
        Kind::Hex => &[
            [[1, 0], [0, 1]],
            [[1, 1], [-1, 0]],
            [[0, 1], [-1, -1]],
            [[-1, 0], [0, -1]],
            [[-1, -1], [1, 0]],
            [[0, -1], [1, 1]],
        ],
    };
    let flips = if matches!(text.kind, Kind::Grid | Kind::Hex) { 2 } else { 1 };
    let mut all = Vec::new();
    for flip in 0..flips {
        for &[first, second] in turns {
            let motion = if flip == 1 { [second, first] } else { [first, second] };
            let steps: BTreeSet<At> = text.neighbour_steps().into_iter().collect();
            let images: BTreeSet<At> = steps.iter().map(|&at| moved(motion, at)).collect();
            // Neighbours count by themselves where groups need liberties.
            let near = text.liberties.is_empty() || steps == images;
            let keeps = |set: &[Template]| {
                let known: BTreeSet<&Template> = set.iter().collect();
                set.iter().all(|one| known.contains(&one.image(|at| moved(motion, at)).cornered()))
            };
            if near && sets.iter().all(|set| keeps(set)) {
                all.push(motion);
            }
        }
    }
    all
}
