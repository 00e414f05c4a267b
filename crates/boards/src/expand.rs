//! Patterns laid on a board, one draft per way: which cells must be what, and what comes of them.
//!
//! A draft follows the cells that a move touches symbolically: for each, the set of states it may
//! have had before the move, and what has become of each of them so far. A later stage reads what
//! the earlier ones have written; what is left at the end is a condition on the position before
//! the move, and a map of states.

use crate::ast::{
    Alternative, Becomes, BoardKind, Cell, Count, Direction, GameText, Pattern, Reads, Stage,
};
use crate::error::{MAX_PLACEMENTS, SetUpError};
use crate::geometry::{At, Board};
use crate::shapes::{lines, shapes};

/// The state of a place without a cell.
pub(crate) const NONE: u8 = 16;
/// All states, that of no cell among them.
pub(crate) const ANY: u32 = (1 << 17) - 1;
/// What becomes of each state.
pub(crate) type Map = [u8; 17];

/// Nothing changes.
pub(crate) const SAME: Map = {
    let mut map = [0; 17];
    let mut i = 0;
    while i < 17 {
        map[i] = i as u8;
        i += 1;
    }
    map
};

/// A cell that a move touches.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Touched {
    pub at: At,
    /// States before the move.
    pub was: u32,
    /// What becomes of them.
    pub map: Map,
}

impl Touched {
    /// Whether some state that it may have had changes.
    pub fn changes(&self) -> bool {
        states(self.was).any(|s| self.map[s as usize] != s)
    }
}

/// So many of these cells must have one of these states.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Counted {
    pub at: Vec<At>,
    pub set: u32,
    pub least: u32,
    pub most: u32,
}

/// One way to make a move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct Draft {
    pub cells: Vec<Touched>,
    pub counted: Vec<Counted>,
    /// Whether nothing may fall.
    pub nothing_falls: bool,
    /// Where it begins and where its stages end, for its name.
    pub path: Vec<At>,
}

/// The states of a set.
pub(crate) fn states(set: u32) -> impl Iterator<Item = u8> {
    (0..17).filter(move |s| set >> s & 1 == 1)
}

impl Draft {
    /// Reads and rewrites a cell; false if it cannot be so.
    fn touch(&mut self, at: At, reads: u32, map: &Map) -> bool {
        let place = match self.cells.iter().position(|cell| cell.at == at) {
            Some(place) => place,
            None => {
                self.cells.push(Touched { at, was: ANY, map: SAME });
                self.cells.len() - 1
            }
        };
        let cell = &mut self.cells[place];
        let fits = states(cell.was).filter(|&s| reads >> cell.map[s as usize] & 1 == 1);
        cell.was = fits.fold(0, |set, s| set | 1 << s);
        for s in 0..17 {
            cell.map[s] = map[cell.map[s] as usize];
        }
        cell.was != 0
    }
}

/// What a text needs to know about its states.
pub(crate) struct Alphabet<'a> {
    pub game: &'a GameText,
    pub states: Vec<char>,
}

impl<'a> Alphabet<'a> {
    pub fn new(game: &'a GameText) -> Self {
        Alphabet { states: game.alphabet(), game }
    }

    pub fn state(&self, piece: char) -> u8 {
        let place = self.states.iter().position(|&c| c == piece);
        place.map_or(NONE, |place| place as u8)
    }

    pub fn set(&self, pieces: &[char]) -> u32 {
        pieces.iter().fold(0, |set, &c| set | 1 << self.state(c))
    }

    /// What a cell of a pattern reads and what it writes.
    fn cell(&self, cell: &Cell) -> (u32, Map) {
        let mut reads = match &cell.reads {
            Reads::OneOf(set) => self.set(set),
            Reads::Nothing => 1 << NONE,
            Reads::Whatever => ANY,
        };
        let mut map = SAME;
        match cell.becomes {
            Becomes::Same => {}
            Becomes::Piece(piece) => map[..16].fill(self.state(piece)),
            Becomes::Turned => {
                for &(a, b) in &self.game.turn {
                    let (a, b) = (self.state(a), self.state(b));
                    (map[a as usize], map[b as usize]) = (b, a);
                }
            }
            Becomes::Step(step) => {
                let last = self.game.pieces.len() as i8;
                for s in 0..16i8 {
                    match s + step {
                        next if s <= last && (0..=last).contains(&next) => {
                            map[s as usize] = next as u8;
                        }
                        _ => reads &= !(1 << s),
                    }
                }
            }
            Becomes::Next => unreachable!("lines tell what the next cell is"),
        }
        (reads, map)
    }
}

/// The drafts of a move. On a graph they begin at all its sites; on a grid at row 0, column 0 of
/// an unbounded board, and `board` only says how long they can be.
pub(crate) fn drafts(
    alphabet: &Alphabet<'_>,
    alternative: &Alternative,
    board: &Board,
) -> Result<Vec<Draft>, SetUpError> {
    let starts: Vec<At> = match board.kind {
        BoardKind::Graph => (0..board.sites()).map(|site| (site as i16, 0)).collect(),
        _ => vec![(0, 0)],
    };
    let mut all = Vec::new();
    for start in starts {
        let empty = Draft { nothing_falls: alternative.nothing_falls, ..Draft::default() };
        let mut begun = vec![(empty, start)];
        for stage in &alternative.stages {
            let mut next = Vec::new();
            for (draft, at) in begun {
                laid(alphabet, stage, board, &draft, at, &mut next)?;
            }
            begun = next;
        }
        for (draft, _) in begun {
            finish(alphabet, alternative, board, draft, &mut all);
        }
    }
    all.sort_unstable();
    all.dedup_by(|a, b| {
        (&a.cells, &a.counted, a.nothing_falls) == (&b.cells, &b.counted, b.nothing_falls)
            && (alternative.place.is_none() || a.path == b.path)
    });
    Ok(all)
}

/// The drafts of a pattern that is only looked for.
pub(crate) fn sightings(
    alphabet: &Alphabet<'_>,
    stage: &Stage,
    board: &Board,
) -> Result<Vec<Draft>, SetUpError> {
    let alternative = Alternative {
        stages: vec![stage.clone()],
        conditions: Vec::new(),
        effects: Vec::new(),
        reach: Vec::new(),
        nothing_falls: false,
        place: None,
        span: stage.span.clone(),
    };
    drafts(alphabet, &alternative, board)
}

/// Conditions on neighbours and what becomes of them.
fn finish(
    alphabet: &Alphabet<'_>,
    alternative: &Alternative,
    board: &Board,
    mut draft: Draft,
    all: &mut Vec<Draft>,
) {
    let steps = alphabet.game.neighbour_steps();
    let changing: Vec<At> =
        draft.cells.iter().filter(|cell| cell.changes()).map(|cell| cell.at).collect();
    let mut near: Vec<At> = Vec::new();
    for &at in &changing {
        near.extend(board.neighbours(at, &steps));
    }
    near.sort_unstable();
    near.dedup();
    near.retain(|at| !draft.cells.iter().any(|cell| cell.at == *at));
    for condition in &alternative.conditions {
        let set = alphabet.set(&condition.pieces);
        let reads = match condition.count {
            Count::Every => set | 1 << NONE,
            Count::Between(0, 0) => ANY & !set,
            Count::Between(least, most) => {
                draft.counted.push(Counted { at: near.clone(), set, least, most });
                continue;
            }
        };
        if !near.iter().all(|&at| draft.touch(at, reads, &SAME)) {
            return;
        }
    }
    if !alternative.effects.is_empty() {
        let mut map = SAME;
        for &(from, to) in &alternative.effects {
            map[alphabet.state(from) as usize] = alphabet.state(to);
        }
        for &at in &near {
            draft.touch(at, ANY, &map);
        }
    }
    for reach in &alternative.reach {
        let mut map = SAME;
        for &(from, to) in &reach.effects {
            map[alphabet.state(from) as usize] = alphabet.state(to);
        }
        for at in reached(board, &changing, &reach.along) {
            draft.touch(at, ANY, &map);
        }
    }
    all.push(draft);
}

/// Where any number of steps lead from some cells, without these: along the edges or arrows of a graph,
/// or over a plane that is somewhat larger than the board from every cell of it. What stands there
/// makes no difference.
fn reached(board: &Board, from: &[At], along: &[Direction]) -> Vec<At> {
    let mut seen: Vec<At> = from.to_vec();
    let far = board.rows.max(board.columns) as i16 + 2;
    let near = |at: &At| {
        from.iter().any(|start| (at.0 - start.0).abs() <= far && (at.1 - start.1).abs() <= far)
    };
    let mut next = 0;
    while let Some(&at) = seen.get(next) {
        next += 1;
        let steps: Vec<At> = match board.kind {
            BoardKind::Graph => {
                let one_way = !along.contains(&Direction::Edges);
                let vertices = board.graph.vertices.len();
                let there = (at.0 as usize) < vertices;
                let ways = board.graph.at(at.0 as usize).filter(|_| there);
                let open = ways.filter(|&(_, _, forward)| forward || !one_way);
                open.map(|(_, other, _)| (other as i16, 0)).collect()
            }
            _ => board.neighbours(at, along).into_iter().filter(near).collect(),
        };
        for step in steps {
            if !seen.contains(&step) {
                seen.push(step);
            }
        }
    }
    seen.split_off(from.len())
}

/// Lays a pattern at a place, in all its directions and lengths.
fn laid(
    alphabet: &Alphabet<'_>,
    stage: &Stage,
    board: &Board,
    draft: &Draft,
    start: At,
    out: &mut Vec<(Draft, At)>,
) -> Result<(), SetUpError> {
    let room = |out: &Vec<(Draft, At)>| match out.len() > MAX_PLACEMENTS {
        true => Err(SetUpError::TooManyPlacements),
        false => Ok(()),
    };
    match &stage.pattern {
        Pattern::Shape(cells) => {
            for shape in shapes(cells, &stage.along, board.kind) {
                let mut draft = draft.clone();
                let (mut first, mut last) = (None, start);
                let fits = shape.iter().all(|&((r, c), cell)| {
                    if cell.reads == Reads::Whatever {
                        return true;
                    }
                    let (reads, map) = alphabet.cell(cell);
                    last = (start.0 + i16::from(r), start.1 + i16::from(c));
                    // A move is named after cells that it looks at.
                    first.get_or_insert(last);
                    draft.touch(last, reads, &map)
                });
                if fits {
                    name(&mut draft, first.unwrap_or(start), last);
                    out.push((draft, last));
                }
                room(out)?;
            }
        }
        Pattern::Line(items) => {
            let longest = match board.kind {
                BoardKind::Graph => 2 * board.graph.vertices.len() + 1,
                _ => board.rows.max(board.columns) + 1,
            };
            for cells in lines(items, longest)? {
                if board.kind == BoardKind::Graph {
                    walk(alphabet, &cells, stage, board, draft, start, out)?;
                    continue;
                }
                let single = [Direction::Step(0, 0)];
                let along = if stage.along.is_empty() { &single[..] } else { &stage.along };
                for direction in along {
                    let Direction::Step(r, c) = *direction else { continue };
                    let mut draft = draft.clone();
                    let mut at = start;
                    let fits = cells.iter().enumerate().all(|(i, cell)| {
                        if i > 0 {
                            at = (at.0 + i16::from(r), at.1 + i16::from(c));
                        }
                        let (reads, map) = alphabet.cell(cell);
                        cell.reads == Reads::Whatever || draft.touch(at, reads, &map)
                    });
                    if fits {
                        name(&mut draft, start, at);
                        out.push((draft, at));
                    }
                }
                room(out)?;
            }
        }
    }
    Ok(())
}

fn name(draft: &mut Draft, start: At, end: At) {
    for at in [start, end] {
        if draft.path.last() != Some(&at) {
            draft.path.push(at);
        }
    }
}

/// Lays a line along the edges of a graph; no vertex occurs twice.
fn walk(
    alphabet: &Alphabet<'_>,
    cells: &[Cell],
    stage: &Stage,
    board: &Board,
    draft: &Draft,
    start: At,
    out: &mut Vec<(Draft, At)>,
) -> Result<(), SetUpError> {
    let vertices = board.graph.vertices.len();
    let site = start.0 as usize;
    if (site >= vertices) != cells[0].edge {
        return Ok(());
    }
    let one_way = stage.along.contains(&Direction::Arrows);
    let any_edge = alphabet.set(&alphabet.game.edges);
    let mut stack = vec![(draft.clone(), vec![site], 0usize)];
    while let Some((mut draft, path, next)) = stack.pop() {
        let here = *path.last().expect("a path begins somewhere");
        let cell = &cells[next];
        let (reads, map) = alphabet.cell(cell);
        if cell.reads != Reads::Whatever && !draft.touch((here as i16, 0), reads, &map) {
            continue;
        }
        if next + 1 == cells.len() {
            let end = (here as i16, 0);
            name(&mut draft, start, end);
            out.push((draft, end));
            if out.len() > MAX_PLACEMENTS {
                return Err(SetUpError::TooManyPlacements);
            }
            continue;
        }
        let edge = cells[next + 1].edge.then(|| &cells[next + 1]);
        let after = next + 1 + usize::from(edge.is_some());
        for (e, other, forward) in board.graph.at(here) {
            if path.contains(&other) || (one_way && !forward) {
                continue;
            }
            let mut draft = draft.clone();
            if board.edge_sites {
                let (reads, map) = edge.map_or((any_edge, SAME), |edge| alphabet.cell(edge));
                if !draft.touch(((vertices + e) as i16, 0), reads, &map) {
                    continue;
                }
            }
            let mut path = path.clone();
            path.push(other);
            stack.push((draft, path, after));
        }
    }
    Ok(())
}
