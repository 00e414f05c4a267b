//! Positions of a board game for the checker: moves, and parts that are games of their own.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::rc::Rc;

use super::Construct;
use super::template::{At, Graph, Layer, Map, Motion, Template, identity, motions, moved};
use super::text::{self, EMPTY, Kind, NONE, Text};
use crate::condition::Condition;
use crate::limits::Meter;
use crate::verdict::Rejection;

/// The most cells of a board, or vertices and edges of a graph.
const MOST_SITES: usize = 128;

/// A position, or a part of one: what stands at each cell, row by row. A cell that is not there is 0, an empty one 1.
///
/// Of a graph it is one row, the vertices by number and then the edges, if they are cells.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Board {
    rows: u8,
    columns: u8,
    cells: Box<[u8]>,
}

impl Board {
    /// What stands at each cell, row by row: 0 no cell, 1 an empty one, then the pieces in the order of the text. O(1).
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// Rows and columns. O(1).
    pub fn size(&self) -> (usize, usize) {
        (self.rows.into(), self.columns.into())
    }

    /// The bytes that it takes, about. O(1).
    pub fn bytes(&self) -> usize {
        size_of::<Board>() + self.cells.len() + 16
    }
}

/// A template at its place on boards of one size.
#[derive(Clone, Debug)]
struct Placed {
    /// The site, the states that may stand there, and the number of the map.
    cells: Vec<(u8, u32, u32)>,
    /// Sites of which this many must have states of the set.
    counts: Vec<(u128, u32, u32, u32)>,
    /// All sites that are looked at or written.
    touched: u128,
    written: u128,
}

impl Placed {
    fn fits(&self, cells: &[u8]) -> bool {
        self.cells.iter().all(|&(site, mask, _)| mask >> cells[usize::from(site)] & 1 == 1)
            && self.counts.iter().all(|&(sites, mask, least, most)| {
                let inside = |&s: &usize| sites >> s & 1 == 1 && mask >> cells[s] & 1 == 1;
                let found = (0..cells.len()).filter(inside).count() as u32;
                (least..=most).contains(&found)
            })
    }
}

/// What can be laid on boards of one size.
#[derive(Debug)]
struct Frame {
    moves: [Vec<Placed>; 2],
    never: Vec<Placed>,
    /// The neighbours of each site.
    near: Vec<u128>,
}

/// The rules of a text for boards no larger than one.
pub(super) struct Game {
    text: Text,
    graph: Graph,
    templates: [Vec<Template>; 2],
    never: Vec<Template>,
    motions: Vec<Motion>,
    maps: Vec<Map>,
    numbers: HashMap<Map, u32>,
    frames: HashMap<(u8, u8), Rc<Frame>>,
    /// Whether some cell may be asked not to be there.
    asks_for_none: bool,
    impartial: bool,
    start: Board,
}

fn wrong_position() -> Rejection {
    Rejection::Rule(Condition::BoardPosition)
}

impl Game {
    /// Reads the rules and a position. O(templates).
    pub fn read(
        source: &str,
        settings: &[(String, u64)],
        position: &str,
        meter: &mut Meter<'_>,
    ) -> Result<Game, Rejection> {
        let text = text::read(source, settings)?;
        let (start, graph) = match text.kind {
            Kind::Graph => read_graph(&text, position)?,
            _ => (read_rows(&text, position)?, Graph::default()),
        };
        let (rows, columns) = (i32::from(start.rows), i32::from(start.columns));
        // A part may be turned; among hexagons a turn makes it longer.
        let size = if text.kind == Kind::Hex { rows + columns } else { rows.max(columns) };
        let mut layer = Layer { text: &text, graph: &graph, size: (size, size), meter };
        let left = layer.moves(&text.moves[0])?;
        let right = layer.moves(&text.moves[1])?;
        let never = layer.forbidden()?;
        let templates = [left, right];
        if templates.iter().flatten().any(Template::is_empty) {
            return Err(Rejection::BoardUnsupported { construct: Construct::Loopy });
        }
        let motions = motions(&text, &[&templates[0], &templates[1], &never]);
        let all = || templates.iter().flatten().chain(&never);
        let asks_for_none = all().any(|one| one.cells.iter().any(|cell| cell.1 >> NONE & 1 == 1));
        let impartial = templates[0] == templates[1];
        Ok(Game {
            graph,
            templates,
            never,
            motions,
            maps: Vec::new(),
            numbers: HashMap::new(),
            frames: HashMap::new(),
            asks_for_none,
            impartial,
            start,
            text,
        })
    }

    pub fn name(&self) -> &str {
        &self.text.name
    }

    pub fn is_impartial(&self) -> bool {
        self.impartial
    }

    /// Whether the text itself says that the player who cannot move wins.
    pub fn says_misere(&self) -> bool {
        self.text.misere
    }

    pub fn start(&self) -> &Board {
        &self.start
    }

    /// A board as text: rows with `|` between them.
    pub fn show(&self, board: &Board) -> String {
        let row = |row: &[u8]| -> String {
            row.iter()
                .map(|&s| self.text.states.get(usize::from(s)).copied().unwrap_or('#'))
                .collect()
        };
        let rows: Vec<String> = board.cells.chunks(usize::from(board.columns)).map(row).collect();
        rows.join("|")
    }

    /// Reads a board, or a part of one, as [`Game::show`] writes it.
    pub fn board(&self, text: &str) -> Option<Board> {
        if self.text.kind == Kind::Graph {
            let cells: Option<Vec<u8>> = text.chars().map(|c| self.text.state(c)).collect();
            let cells = cells.filter(|cells| cells.len() == self.start.cells.len())?;
            return Some(Board { cells: cells.into(), ..self.start.clone() });
        }
        read_rows(&self.text, text).ok()
    }

    /// What can be laid on boards of a size.
    fn frame(&mut self, board: &Board, meter: &mut Meter<'_>) -> Result<Rc<Frame>, Rejection> {
        let size = (board.rows, board.columns);
        if let Some(frame) = self.frames.get(&size) {
            return Ok(frame.clone());
        }
        let templates = [&self.templates[0], &self.templates[1], &self.never];
        let mut placed = [Vec::new(), Vec::new(), Vec::new()];
        for (list, out) in templates.into_iter().zip(&mut placed) {
            for one in list {
                let bytes = 64 * one.cells.len() as u128 + 128;
                for (row, column) in places(one, self.text.kind, size) {
                    meter.spend(one.cells.len() as u64 + 4)?;
                    let at = |(r, c): At| (r + row, c + column);
                    if let Some(one) = place(one, at, size, (&mut self.maps, &mut self.numbers)) {
                        meter.reserve(bytes)?;
                        out.push(one);
                    }
                }
            }
        }
        let [left, right, never] = placed;
        let near = (0..board.cells.len()).map(|site| self.near(site, size)).collect();
        let frame = Rc::new(Frame { moves: [left, right], never, near });
        self.frames.insert(size, frame.clone());
        Ok(frame)
    }

    fn near(&self, site: usize, size: (u8, u8)) -> u128 {
        if self.text.kind == Kind::Graph {
            return self.graph.near(site).into_iter().fold(0, |all, site| all | 1 << site);
        }
        let columns = usize::from(size.1);
        let at = ((site / columns) as i32, (site % columns) as i32);
        let steps = self.text.neighbour_steps();
        let sites = steps.iter().filter_map(|&(r, c)| site_of((at.0 + r, at.1 + c), size));
        sites.fold(0, |all, site| all | 1 << site)
    }

    /// The positions after the moves of a player, sorted, each once.
    pub fn moves(
        &mut self,
        board: &Board,
        player: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Board>, Rejection> {
        let frame = self.frame(board, meter)?;
        let mut all = Vec::new();
        meter.spend(frame.moves[player].len() as u64 / 2 + 8)?;
        for placed in &frame.moves[player] {
            if !placed.fits(&board.cells) {
                continue;
            }
            let mut cells = board.cells.clone();
            for &(site, _, map) in &placed.cells {
                let cell = &mut cells[usize::from(site)];
                *cell = self.maps[map as usize][usize::from(*cell)];
            }
            if self.is_legal(&frame, &board.cells, &cells) {
                all.push(Board { cells, ..*board });
            }
        }
        meter.spend(8 * all.len() as u64)?;
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }

    fn is_legal(&self, frame: &Frame, before: &[u8], after: &[u8]) -> bool {
        if frame.never.is_empty() && self.text.liberties.is_empty() {
            return true;
        }
        let changed = (0..after.len()).filter(|&s| before[s] != after[s]);
        let changed: u128 = changed.fold(0, |all, site| all | 1 << site);
        if frame.never.iter().any(|one| one.touched & changed != 0 && one.fits(after)) {
            return false;
        }
        let concerned = sites(changed).fold(changed, |all, site| all | frame.near[site]);
        self.text.liberties.iter().all(|&state| {
            let of = |state: u8| {
                (0..after.len()).filter(|&s| after[s] == state).fold(0, |all: u128, s| all | 1 << s)
            };
            let (same, empty) = (of(state), of(EMPTY));
            let mut left = concerned & same;
            while left != 0 {
                let mut group = left & left.wrapping_neg();
                let mut reached = 0u128;
                loop {
                    reached = sites(group).fold(reached, |all, site| all | frame.near[site]);
                    let next = group | reached & same;
                    if next == group {
                        break;
                    }
                    group = next;
                }
                if reached & empty == 0 {
                    return false;
                }
                // Where steps to neighbours go one way, groups of other cells may be smaller.
                left &= left - 1;
            }
            true
        })
    }

    /// The parts of a position that are games of their own, each in the preferred one of its images. A player who moves
    /// in the position moves in exactly one of them.
    pub fn parts(&mut self, board: &Board, meter: &mut Meter<'_>) -> Result<Vec<Board>, Rejection> {
        let frame = self.frame(board, meter)?;
        let live = self.live(&frame, &board.cells, meter)?;
        if live.moves.is_empty() {
            return Ok(Vec::new());
        }
        let masks = match self.text.liberties.is_empty() {
            true => self.classes(&frame, board, &live, meter)?,
            false => None,
        };
        meter.spend(64)?;
        let Some(masks) = masks else { return Ok(vec![self.preferred(board)]) };
        Ok(masks.into_iter().map(|mask| self.preferred(&restricted(board, mask))).collect())
    }

    /// The moves that may ever be made from a position, and more: a cell may have every state that some such move
    /// makes, whatever becomes of other cells.
    fn live(&self, frame: &Frame, cells: &[u8], meter: &mut Meter<'_>) -> Result<Live, Rejection> {
        let mut may: Vec<u32> = cells.iter().map(|&state| 1 << state).collect();
        let possible = |one: &Placed, may: &[u32]| {
            one.cells.iter().all(|&(site, mask, _)| mask & may[usize::from(site)] != 0)
        };
        loop {
            let mut grown = false;
            let mut moves = Vec::new();
            let all = frame.moves.iter().enumerate();
            for (player, list) in all {
                if player == 1 && self.impartial {
                    continue;
                }
                meter.spend(list.len() as u64 / 4 + 1)?;
                for (number, one) in list.iter().enumerate() {
                    if !possible(one, &may) {
                        continue;
                    }
                    moves.push((player, number));
                    for &(site, mask, map) in &one.cells {
                        if one.written >> site & 1 == 0 {
                            continue;
                        }
                        let before = &mut may[usize::from(site)];
                        let was = *before & mask;
                        let map = &self.maps[map as usize];
                        let states = (0..map.len()).filter(|s| was >> s & 1 == 1);
                        let after = states.fold(*before, |all, s| all | 1 << map[s]);
                        grown |= after != *before;
                        *before = after;
                    }
                }
            }
            if !grown {
                let written = |all, &(player, number): &(usize, usize)| {
                    all | frame.moves[player][number].written
                };
                let varies = moves.iter().fold(0, written);
                let never = frame.never.iter().enumerate();
                let never = never
                    .filter(|(_, one)| one.touched & varies != 0 && possible(one, &may))
                    .map(|(number, _)| number)
                    .collect();
                return Ok(Live { moves, never, varies });
            }
        }
    }

    /// The cells of each part; nothing where it is not certain that the parts are games of their own.
    fn classes(
        &self,
        frame: &Frame,
        board: &Board,
        live: &Live,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<u128>>, Rejection> {
        // Cells that vary and are joined, and all that is looked at from there.
        let mut classes: Vec<(u128, u128)> = Vec::new();
        for touched in live.touched(frame) {
            let (mut varies, mut kept) = (touched & live.varies, touched);
            if varies == 0 {
                return Ok(None);
            }
            let mut at = 0;
            while at < classes.len() {
                if classes[at].0 & varies == 0 {
                    at += 1;
                    continue;
                }
                let (more, cells) = classes.swap_remove(at);
                (varies, kept) = (varies | more, kept | cells);
            }
            classes.push((varies, kept));
        }
        meter.spend(live.moves.len() as u64)?;
        if self.asks_for_none {
            // What is left out could make a move possible that asks for no cell.
            for &(varies, kept) in &classes {
                let part = self.live(frame, &restricted(board, kept).cells, meter)?;
                let here = |touched: u128| touched & varies != 0;
                let moves = |&&(player, number): &&(usize, usize)| {
                    here(frame.moves[player][number].touched)
                };
                let same_moves = live.moves.iter().filter(moves).eq(part.moves.iter());
                let never = live.never.iter().filter(|&&number| here(frame.never[number].touched));
                if !same_moves || !never.eq(part.never.iter()) {
                    return Ok(None);
                }
            }
        }
        let mut masks: Vec<u128> = classes.into_iter().map(|(_, kept)| kept).collect();
        masks.sort_unstable();
        Ok(Some(masks))
    }

    /// The least of the images of a part under the motions that keep the rules, without empty margins.
    fn preferred(&self, board: &Board) -> Board {
        self.images(board).min().unwrap_or_else(|| board.clone())
    }

    /// An image of a part, under a motion that keeps the rules, with no more rows and columns than the position has; the
    /// part itself if that fits.
    pub fn fitting(&self, board: &Board) -> Option<Board> {
        let fits = |one: &Board| one.rows <= self.start.rows && one.columns <= self.start.columns;
        if fits(board) {
            return Some(board.clone());
        }
        self.images(board).find(fits)
    }

    /// The images of a part under the motions that keep the rules, without empty margins.
    fn images(&self, board: &Board) -> impl Iterator<Item = Board> + '_ {
        let columns = usize::from(board.columns);
        // A graph has no motions.
        let there = board.cells.iter().enumerate().filter(|(_, state)| **state != NONE);
        let there: Vec<(At, u8)> = match self.motions.is_empty() {
            true => Vec::new(),
            false => there
                .map(|(s, &state)| (((s / columns) as i32, (s % columns) as i32), state))
                .collect(),
        };
        self.motions.iter().filter_map(move |&motion| {
            let at = |(at, state): &(At, u8)| (moved(motion, *at), *state);
            let mut low = (i32::MAX, i32::MAX);
            let mut high = (i32::MIN, i32::MIN);
            for ((r, c), _) in there.iter().map(at) {
                low = (low.0.min(r), low.1.min(c));
                high = (high.0.max(r), high.1.max(c));
            }
            if there.is_empty() {
                return None;
            }
            let (height, width) = (high.0 - low.0 + 1, high.1 - low.1 + 1);
            let size = height.saturating_mul(width);
            // The turn of a part among hexagons may need a larger board.
            if size > MOST_SITES as i32 {
                return None;
            }
            let mut cells = vec![NONE; size as usize].into_boxed_slice();
            for ((r, c), state) in there.iter().map(at) {
                cells[((r - low.0) * width + c - low.1) as usize] = state;
            }
            Some(Board { rows: height as u8, columns: width as u8, cells })
        })
    }
}

/// The moves and forbidden patterns that may ever fit, and the cells that may ever change.
struct Live {
    moves: Vec<(usize, usize)>,
    never: Vec<usize>,
    varies: u128,
}

impl Live {
    fn touched<'a>(&'a self, frame: &'a Frame) -> impl Iterator<Item = u128> + 'a {
        let moves =
            self.moves.iter().map(move |&(player, number)| frame.moves[player][number].touched);
        moves.chain(self.never.iter().map(move |&number| frame.never[number].touched))
    }
}

/// A board with some of its cells only.
fn restricted(board: &Board, mask: u128) -> Board {
    let cells = board.cells.iter().enumerate();
    let kept = cells.map(|(s, &state)| if mask >> s & 1 == 1 { state } else { NONE });
    Board { cells: kept.collect(), ..*board }
}

fn sites(mask: u128) -> impl Iterator<Item = usize> {
    let mut left = mask;
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let site = left.trailing_zeros() as usize;
            left &= left - 1;
            site
        })
    })
}

fn site_of((row, column): At, (rows, columns): (u8, u8)) -> Option<usize> {
    let on = (0..i32::from(rows)).contains(&row) && (0..i32::from(columns)).contains(&column);
    on.then(|| row as usize * usize::from(columns) + column as usize)
}

/// By how much a template can be moved so that some of its cells are on a board.
fn places(template: &Template, kind: Kind, size: (u8, u8)) -> Vec<At> {
    if kind == Kind::Graph {
        return vec![(0, 0)];
    }
    let last =
        |of: fn(&At) -> i32| template.cells.iter().map(|cell| of(&cell.0)).max().unwrap_or(0);
    let (rows, columns) = (last(|at| at.0), last(|at| at.1));
    let rows = -rows..i32::from(size.0);
    rows.flat_map(|row| (-columns..i32::from(size.1)).map(move |column| (row, column))).collect()
}

/// A template at a place, if all cells that it needs are on the board.
fn place(
    template: &Template,
    at: impl Fn(At) -> At,
    size: (u8, u8),
    (maps, numbers): (&mut Vec<Map>, &mut HashMap<Map, u32>),
) -> Option<Placed> {
    let mut placed = Placed { cells: Vec::new(), counts: Vec::new(), touched: 0, written: 0 };
    for &(cell, mask, map) in &template.cells {
        let graph = size.0 == 0;
        let site = if graph { usize::try_from(cell.0).ok() } else { site_of(at(cell), size) };
        let Some(site) = site else {
            // Outside of the board is no cell.
            if mask >> NONE & 1 == 0 {
                return None;
            }
            continue;
        };
        let number = match numbers.get(&map) {
            Some(&number) => number,
            None => {
                let number = maps.len() as u32;
                maps.push(map);
                numbers.insert(map, number);
                number
            }
        };
        placed.cells.push((u8::try_from(site).ok()?, mask, number));
        placed.touched |= 1 << site;
        if map != identity() {
            placed.written |= 1 << site;
        }
    }
    for (cells, mask, least, most) in &template.counts {
        let on = |&cell: &At| match size.0 {
            0 => usize::try_from(cell.0).ok(),
            _ => site_of(at(cell), size),
        };
        let sites = cells.iter().filter_map(on).fold(0u128, |all, site| all | 1 << site);
        placed.touched |= sites;
        placed.counts.push((sites, *mask & !(1 << NONE), *least, *most));
    }
    Some(placed)
}

fn read_rows(text: &Text, position: &str) -> Result<Board, Rejection> {
    let mut cells = Vec::new();
    let mut width = None;
    let mut rows = 0u8;
    if position.len() > 4 * MOST_SITES + MOST_SITES {
        return Err(wrong_position());
    }
    for row in position.split('|') {
        let before = cells.len();
        for c in row.chars() {
            let state = text.state(c).filter(|&s| usize::from(s) < text.cells);
            cells.push(state.ok_or_else(wrong_position)?);
        }
        let found = cells.len() - before;
        if *width.get_or_insert(found) != found || found == 0 || cells.len() > MOST_SITES {
            return Err(wrong_position());
        }
        rows += 1;
    }
    if text.kind == Kind::Strip && rows > 1 {
        return Err(wrong_position());
    }
    let columns = u8::try_from(width.unwrap_or(0)).map_err(|_| wrong_position())?;
    Ok(Board { rows, columns, cells: cells.into() })
}

/// Edges `1-2`, `1l2`, `1>2`, vertices `3`, labels `3:x`.
fn read_graph(text: &Text, position: &str) -> Result<(Board, Graph), Rejection> {
    let kinds = &text.states[text.cells..];
    let number = |word: &str| {
        let digits =
            !word.is_empty() && word.len() <= 9 && word.bytes().all(|b| b.is_ascii_digit());
        let number = if digits { word.parse::<u32>().ok() } else { None };
        number.ok_or_else(wrong_position)
    };
    let mut vertices = BTreeSet::new();
    let (mut edges, mut labels) = (Vec::new(), HashMap::new());
    for word in position.split_whitespace() {
        if word.starts_with('@') {
            return Err(Rejection::BoardUnsupported { construct: Construct::After });
        }
        if let Some((vertex, label)) = word.split_once(':') {
            let mut label = label.chars();
            let state = label.next().and_then(|c| text.state(c));
            let known = state.filter(|&s| s != NONE && usize::from(s) < text.cells);
            let vertex = number(vertex)?;
            match known {
                Some(state) if label.next().is_none() => labels.insert(vertex, state),
                _ => return Err(wrong_position()),
            };
            vertices.insert(vertex);
            continue;
        }
        let Some(end) = word.find(|c: char| !c.is_ascii_digit()) else {
            vertices.insert(number(word)?);
            continue;
        };
        let kind = word[end..].chars().next().unwrap_or('-');
        let (a, b) = (number(&word[..end])?, number(&word[end + kind.len_utf8()..])?);
        let state = match (kind, kinds) {
            ('>', [first, ..]) => text.state(*first),
            ('>' | '-', []) => Some(NONE),
            (kind, kinds) if kinds.contains(&kind) => text.state(kind),
            _ => None,
        };
        edges.push((a, b, kind == '>', state.ok_or_else(wrong_position)?));
        vertices.extend([a, b]);
        if vertices.len() + edges.len() > 4 * MOST_SITES {
            return Err(wrong_position());
        }
    }
    let vertices: Vec<u32> = vertices.into_iter().collect();
    let place = |v: u32| vertices.binary_search(&v).map_err(|_| wrong_position());
    let mut graph =
        Graph { vertices: vertices.len(), edges: Vec::new(), edge_sites: !kinds.is_empty() };
    let state = |v: &u32| labels.get(v).copied().unwrap_or(EMPTY);
    let mut cells: Vec<u8> = vertices.iter().map(state).collect();
    for (a, b, one_way, state) in edges {
        graph.edges.push((place(a)?, place(b)?, one_way));
        if graph.edge_sites {
            cells.push(state);
        }
    }
    if cells.is_empty() || cells.len() > MOST_SITES {
        return Err(wrong_position());
    }
    // No rows: sites have numbers.
    let columns = cells.len() as u8;
    Ok((Board { rows: 0, columns, cells: cells.into() }, graph))
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game").field("text", &self.text).finish_non_exhaustive()
    }
}
