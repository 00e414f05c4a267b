//! A deliberately naive twin of the compiled engine: it shares the parser of texts and nothing
//! else. Boards are lists of characters, patterns are matched cell by cell, no masks, no
//! components, no symmetry; values are found by plain recursion.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use ishitori_boards::ast::{
    Alternative, Becomes, BoardKind, Cell, Count, Direction, GameText, Item, Motion, Pattern,
    Place as Where, Reads, Stage,
};
use ishitori_values::{Game, Outcome, Player, Session};

/// A place: row and column; or a vertex and 0, an edge (by its place in the list) and 1.
pub type Place = (i32, i32);

/// A position: what stands at each place that has a cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Naive {
    pub cells: BTreeMap<Place, char>,
    /// Ends and whether it is one way.
    pub edges: Vec<(i32, i32, bool)>,
    pub ground: BTreeSet<i32>,
    pub size: (i32, i32),
}

/// What stands where, and the edges that are left.
pub type Key = (Vec<(Place, char)>, Vec<(i32, i32, bool, char)>);

impl Naive {
    pub fn grid(text: &str) -> Naive {
        let rows: Vec<Vec<char>> = text.split('|').map(|row| row.chars().collect()).collect();
        let mut cells = BTreeMap::new();
        for (r, row) in rows.iter().enumerate() {
            for (c, &piece) in row.iter().enumerate().filter(|(_, piece)| **piece != '#') {
                cells.insert((r as i32, c as i32), piece);
            }
        }
        let size = (rows.len() as i32, rows[0].len() as i32);
        Naive { cells, edges: Vec::new(), ground: BTreeSet::new(), size }
    }

    /// Words `1-2`, `1l2`, `1>2`, `3:L`, `@1`. With `kinds`, edges have cells.
    pub fn graph(text: &str, kinds: &[char]) -> Naive {
        let mut all = Naive {
            cells: BTreeMap::new(),
            edges: Vec::new(),
            ground: BTreeSet::new(),
            size: (0, 0),
        };
        let mut labels = Vec::new();
        for word in text.split_whitespace() {
            if let Some(vertex) = word.strip_prefix('@') {
                let vertex: i32 = vertex.parse().unwrap();
                all.cells.insert((vertex, 0), '.');
                all.ground.insert(vertex);
            } else if let Some((vertex, label)) = word.split_once(':') {
                labels.push((vertex.parse::<i32>().unwrap(), label.chars().next().unwrap()));
            } else if let Ok(vertex) = word.parse::<i32>() {
                all.cells.insert((vertex, 0), '.');
            } else {
                let at = word.find(|c: char| !c.is_ascii_digit()).unwrap();
                let a: i32 = word[..at].parse().unwrap();
                let kind = word[at..].chars().next().unwrap();
                let b: i32 = word[at + 1..].parse().unwrap();
                all.cells.insert((a, 0), '.');
                all.cells.insert((b, 0), '.');
                if !kinds.is_empty() {
                    let kind = if kind == '>' { kinds[0] } else { kind };
                    all.cells.insert((all.edges.len() as i32, 1), kind);
                }
                all.edges.push((a, b, kind == '>'));
            }
        }
        for (vertex, label) in labels {
            all.cells.insert((vertex, 0), label);
        }
        // How many vertices the graph had.
        all.size.1 = all.cells.keys().filter(|at| at.1 == 0).count() as i32;
        all
    }

    pub fn read(game: &GameText, text: &str) -> Naive {
        match game.kind {
            BoardKind::Graph => Naive::graph(text, &game.edges),
            _ => Naive::grid(text),
        }
    }

    fn at(&self, place: Place) -> Option<char> {
        self.cells.get(&place).copied()
    }

    /// What does not depend on the numbers of edges.
    pub fn key(&self, game: &GameText) -> Key {
        let vertices: Vec<(Place, char)> = self
            .cells
            .iter()
            .filter(|(at, _)| game.kind != BoardKind::Graph || at.1 == 0)
            .map(|(a, b)| (*a, *b))
            .collect();
        let mut edges = Vec::new();
        for (e, &(a, b, way)) in self.edges.iter().enumerate() {
            let kind = if game.edges.is_empty() { Some('-') } else { self.at((e as i32, 1)) };
            let there = self.at((a, 0)).is_some() && self.at((b, 0)).is_some();
            if let Some(kind) = kind
                && there
            {
                edges.push((a, b, way, kind));
            }
        }
        edges.sort_unstable();
        if game.edges.is_empty() {
            edges.dedup();
        }
        (vertices, edges)
    }
}

fn becomes(game: &GameText, cell: &Cell, piece: char) -> Option<char> {
    match cell.becomes {
        // Settled when the whole line is known.
        Becomes::Next => Some(piece),
        Becomes::Same => Some(piece),
        Becomes::Piece(to) => Some(to),
        Becomes::Turned => {
            let pair = game.turn.iter().rev().find(|&&(a, b)| a == piece || b == piece);
            Some(pair.map_or(piece, |&(a, b)| if a == piece { b } else { a }))
        }
        Becomes::Step(step) => {
            let mut order = vec!['.'];
            order.extend(&game.pieces);
            let place = order.iter().position(|&c| c == piece)? as i32 + i32::from(step);
            order.get(usize::try_from(place).ok()?).copied()
        }
    }
}

/// A pattern being laid: the board so far, the cells that were touched, the last cell.
#[derive(Clone)]
struct Laid {
    board: Naive,
    touched: Vec<Place>,
    /// Cells that become something else for some piece that is accepted there.
    may_change: Vec<Place>,
    last: Place,
    /// What stood at the cells of this stage.
    stood: Vec<(Place, char)>,
    /// Cells that become what the next one was: where, their place in the line, what is accepted there.
    shifted: Vec<(Place, usize, Vec<char>)>,
    /// Whether the cell before is one of them.
    after_shifted: bool,
}

impl Laid {
    fn begin(board: &Naive, last: Place) -> Laid {
        Laid {
            board: board.clone(),
            touched: Vec::new(),
            may_change: Vec::new(),
            last,
            stood: Vec::new(),
            shifted: Vec::new(),
            after_shifted: false,
        }
    }

    /// The line is known: what was to come from the next cell comes.
    fn shift(&self, line: &[Place]) -> Laid {
        let mut next = self.clone();
        for (at, place, accepted) in &self.shifted {
            let from = line[place + 1];
            let to = self.stood.iter().find(|(at, _)| *at == from).unwrap().1;
            if accepted.iter().any(|&piece| piece != to) {
                next.may_change.push(*at);
            }
            next.board.cells.insert(*at, to);
        }
        next.shifted.clear();
        next.stood.clear();
        next.after_shifted = false;
        next
    }

    fn cell(&self, game: &GameText, cell: &Cell, at: Place, place: usize) -> Option<Laid> {
        // What stands there decides, before anything is copied.
        if let Reads::OneOf(set) = &cell.reads {
            let piece = self.board.at(at)?;
            if !set.contains(&piece) {
                return None;
            }
            becomes(game, cell, piece)?;
        }
        let mut next = self.clone();
        next.last = at;
        next.after_shifted = cell.becomes == Becomes::Next;
        match &cell.reads {
            Reads::Whatever => {}
            Reads::Nothing => {
                if self.board.at(at).is_some() {
                    return None;
                }
                next.touched.push(at);
            }
            Reads::OneOf(set) => {
                let piece = self.board.at(at)?;
                if !set.contains(&piece) {
                    return None;
                }
                let to = becomes(game, cell, piece)?;
                let one = [piece];
                let set = if self.after_shifted { &one[..] } else { &set[..] };
                next.stood.push((at, piece));
                if cell.becomes == Becomes::Next {
                    next.shifted.push((at, place, set.to_vec()));
                }
                if set.iter().any(|&c| becomes(game, cell, c).is_some_and(|to| to != c)) {
                    next.may_change.push(at);
                }
                if to == '#' {
                    next.board.cells.remove(&at);
                } else {
                    next.board.cells.insert(at, to);
                }
                next.touched.push(at);
            }
        }
        Some(next)
    }
}

fn turned(kind: BoardKind, (r, c): Place) -> Place {
    if kind == BoardKind::Hex { (r + c, -r) } else { (c, -r) }
}

fn lay(game: &GameText, stage: &Stage, from: &Laid, start: Place, out: &mut Vec<Laid>) {
    match &stage.pattern {
        Pattern::Shape(cells) => {
            let mut shape: Vec<(Place, &Cell)> =
                cells.iter().map(|(at, cell)| ((i32::from(at.0), i32::from(at.1)), cell)).collect();
            let sides = if game.kind == BoardKind::Hex { 6 } else { 4 };
            let (turns, flips) = match stage.along.first() {
                None => (1, 1),
                Some(Direction::TurnsAndFlips) => (sides, 2),
                _ => (sides, 1),
            };
            for _ in 0..flips {
                for _ in 0..turns {
                    let first = shape[0].0;
                    let mut laid = Some(from.clone());
                    for (at, cell) in &shape {
                        let at = (start.0 + at.0 - first.0, start.1 + at.1 - first.1);
                        if cell.reads != Reads::Whatever {
                            laid = laid.and_then(|laid| laid.cell(game, cell, at, 0));
                        }
                    }
                    out.extend(laid);
                    for (at, _) in &mut shape {
                        *at = turned(game.kind, *at);
                    }
                }
                for (at, _) in &mut shape {
                    *at = (at.1, at.0);
                }
            }
        }
        Pattern::Line(items) => {
            let none = [Direction::Step(0, 0)];
            let along = if stage.along.is_empty() { &none[..] } else { &stage.along };
            for direction in along {
                let flat: Vec<(&Item, u32)> = items.iter().map(|item| (item, 0)).collect();
                line(game, &flat, *direction, from, start, None, &mut vec![], out);
            }
        }
    }
}

/// Matches the rest of a line from `at`; `count` says how often the first item has matched.
#[allow(clippy::too_many_arguments)]
fn line(
    game: &GameText,
    items: &[(&Item, u32)],
    along: Direction,
    laid: &Laid,
    start: Place,
    before: Option<Place>,
    path: &mut Vec<Place>,
    out: &mut Vec<Laid>,
) {
    let Some(&(item, times)) = items.first() else {
        if before.is_some() {
            out.push(laid.shift(path));
        }
        return;
    };
    if times >= item.least {
        line(game, &items[1..], along, laid, start, before, path, out);
    }
    if item.most.is_some_and(|most| times >= most) {
        return;
    }
    let mut next = items.to_vec();
    next[0].1 += 1;
    cells(game, &item.cells, &next, along, laid, start, before, path, out);
}

#[allow(clippy::too_many_arguments)]
fn cells(
    game: &GameText,
    left: &[Cell],
    rest: &[(&Item, u32)],
    along: Direction,
    laid: &Laid,
    start: Place,
    before: Option<Place>,
    path: &mut Vec<Place>,
    out: &mut Vec<Laid>,
) {
    if path.len() > 40 {
        return;
    }
    let Some(cell) = left.first() else {
        return line(game, rest, along, laid, start, before, path, out);
    };
    let walked = path.clone();
    let mut go = |at: Place, laid: &Laid| {
        if let Some(next) = laid.cell(game, cell, at, path.len()) {
            path.push(at);
            cells(game, &left[1..], rest, along, &next, start, Some(at), path, out);
            path.pop();
        }
    };
    let Some(before) = before else {
        return go(start, laid);
    };
    if let Direction::Step(r, c) = along {
        return go((before.0 + i32::from(r), before.1 + i32::from(c)), laid);
    }
    // On a graph: an edge in the pattern is stepped on; from an edge, to its other end.
    let board = &laid.board;
    let one_way = along == Direction::Arrows;
    if before.1 == 1 {
        let (a, b, way) = board.edges[before.0 as usize];
        let from = walked[walked.len() - 2].0;
        let mut ends = Vec::new();
        if a == from {
            ends.push(b);
        }
        if b == from && (!one_way || !way) {
            ends.push(a);
        }
        ends.dedup();
        for end in ends {
            if !walked.contains(&(end, 0)) {
                go((end, 0), laid);
            }
        }
        return;
    }
    let mut seen = Vec::new();
    for (e, &(a, b, way)) in board.edges.iter().enumerate() {
        let edge = (e as i32, 1);
        let mut ends = Vec::new();
        if a == before.0 {
            ends.push(b);
        }
        if b == before.0 && (!one_way || !way) {
            ends.push(a);
        }
        if ends.is_empty() || (!game.edges.is_empty() && board.at(edge).is_none()) {
            continue;
        }
        if cell.edge {
            go(edge, laid);
            continue;
        }
        for end in ends {
            if !walked.contains(&(end, 0)) && !seen.contains(&end) {
                seen.push(end);
                go((end, 0), laid);
            }
        }
    }
}

fn neighbours(game: &GameText, board: &Naive, at: Place) -> Vec<Place> {
    if game.kind != BoardKind::Graph {
        let step = |d: &Direction| match *d {
            Direction::Step(r, c) => (i32::from(r), i32::from(c)),
            _ => unreachable!(),
        };
        let steps = match (&game.neighbours, game.kind) {
            (Some(steps), _) => steps.iter().map(step).collect(),
            (None, BoardKind::Strip) => vec![(0, 1), (0, -1)],
            (None, BoardKind::Hex) => vec![(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)],
            (None, _) => vec![(0, 1), (0, -1), (1, 0), (-1, 0)],
        };
        return steps.into_iter().map(|(r, c): (i32, i32)| (at.0 + r, at.1 + c)).collect();
    }
    let mut near = Vec::new();
    for (e, &(a, b, _)) in board.edges.iter().enumerate() {
        if at.1 == 0 {
            if a == at.0 && b != at.0 {
                near.push((b, 0));
            }
            if b == at.0 && a != at.0 {
                near.push((a, 0));
            }
        } else {
            let (x, y, _) = board.edges[at.0 as usize];
            if e as i32 != at.0 && [a, b].iter().any(|v| *v == x || *v == y) {
                near.push((e as i32, 1));
            }
        }
    }
    near
}

/// Where any number of steps lead from some places, without these.
fn reached(game: &GameText, board: &Naive, from: &[Place], along: &[Direction]) -> Vec<Place> {
    let far = board.size.0.max(board.size.1) + 2;
    let mut all: BTreeSet<Place> = from.iter().copied().collect();
    loop {
        let mut new = BTreeSet::new();
        for &at in &all {
            if game.kind == BoardKind::Graph {
                for &(a, b, way) in &board.edges {
                    if (a, 0) == at {
                        new.insert((b, 0));
                    }
                    if (b, 0) == at && (!way || along.contains(&Direction::Edges)) {
                        new.insert((a, 0));
                    }
                }
                continue;
            }
            for step in along {
                let Direction::Step(r, c) = *step else { unreachable!() };
                let to = (at.0 + i32::from(r), at.1 + i32::from(c));
                let near = |s: &Place| (to.0 - s.0).abs() <= far && (to.1 - s.1).abs() <= far;
                if from.iter().any(near) {
                    new.insert(to);
                }
            }
        }
        let before = all.len();
        all.extend(new);
        if all.len() == before {
            return all.into_iter().filter(|at| !from.contains(at)).collect();
        }
    }
}

/// The parts that have cells of several kinds.
fn mixed(game: &GameText, board: &Naive) -> Naive {
    let places: Vec<Place> = board.cells.keys().copied().collect();
    let mut part: BTreeMap<Place, usize> =
        places.iter().enumerate().map(|(i, &at)| (at, i)).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for &at in &places {
            for near in neighbours(game, board, at) {
                if let Some(&other) = part.get(&near)
                    && other != part[&at]
                {
                    let least = other.min(part[&at]);
                    part.insert(at, least);
                    part.insert(near, least);
                    changed = true;
                }
            }
        }
    }
    let mut next = board.clone();
    next.cells.retain(|at, piece| {
        places.iter().any(|other| part[other] == part[at] && board.at(*other) != Some(*piece))
    });
    next
}

/// What is connected to the ground, without parts of one kind, as the game says.
pub fn settle(game: &GameText, board: &Naive) -> Naive {
    let mixed = if game.one_kind { mixed(game, board) } else { board.clone() };
    if game.loose { held(game, &mixed) } else { mixed }
}

/// What is connected to the ground.
fn held(game: &GameText, board: &Naive) -> Naive {
    let mut held: BTreeSet<Place> =
        board.ground.iter().map(|&v| (v, 0)).filter(|at| board.cells.contains_key(at)).collect();
    loop {
        let before = held.len();
        for (e, &(a, b, _)) in board.edges.iter().enumerate() {
            let edge = (e as i32, 1);
            if !game.edges.is_empty() && !board.cells.contains_key(&edge) {
                continue;
            }
            let ends = [(a, 0), (b, 0)];
            if ends.iter().any(|end| held.contains(end)) {
                held.extend(ends.iter().filter(|end| board.cells.contains_key(end)));
                if !game.edges.is_empty() {
                    held.insert(edge);
                }
            }
        }
        if held.len() == before {
            break;
        }
    }
    let mut next = board.clone();
    next.cells.retain(|at, _| held.contains(at));
    next
}

/// Where a pattern can begin: at cells, or also outside if its first cell need not be there.
fn starts(game: &GameText, board: &Naive, stage: &Stage) -> Vec<Place> {
    let first = match &stage.pattern {
        Pattern::Line(items) if items[0].least > 0 => Some(&items[0].cells[0]),
        Pattern::Line(_) => None,
        Pattern::Shape(cells) => Some(&cells[0].1),
    };
    let there = first.is_some_and(|cell| matches!(cell.reads, Reads::OneOf(_)));
    if there || game.kind == BoardKind::Graph {
        return board.cells.keys().copied().collect();
    }
    (-4..board.size.0 + 4).flat_map(|r| (-4..board.size.1 + 4).map(move |c| (r, c))).collect()
}

fn first_is_edge(stage: &Stage) -> bool {
    match &stage.pattern {
        Pattern::Line(items) => items[0].cells[0].edge,
        Pattern::Shape(_) => false,
    }
}

fn may_start(game: &GameText, stage: &Stage, at: Place) -> bool {
    game.kind != BoardKind::Graph || first_is_edge(stage) == (at.1 == 1)
}

/// The positions after a move of one kind.
fn moves(game: &GameText, board: &Naive, alternative: &Alternative, out: &mut BTreeSet<Naive>) {
    for start in starts(game, board, &alternative.stages[0]) {
        let mut begun = vec![Laid::begin(board, start)];
        for stage in &alternative.stages {
            let mut next = Vec::new();
            for laid in &begun {
                if may_start(game, stage, laid.last) {
                    lay(game, stage, laid, laid.last, &mut next);
                }
            }
            begun = next;
        }
        'laid: for mut laid in begun {
            if alternative.place.as_ref().is_some_and(|p| !holds(game, board, p, start, laid.last))
            {
                continue;
            }
            let mut changed = laid.may_change.clone();
            if changed.is_empty() {
                // A pass is about the cells of its pattern.
                changed = laid.touched.clone();
                changed.retain(|at| board.at(*at).is_some());
            }
            let mut near: BTreeSet<Place> =
                changed.iter().flat_map(|&at| neighbours(game, board, at)).collect();
            near.retain(|at| !laid.touched.contains(at));
            for condition in &alternative.conditions {
                let there = near.iter().filter_map(|&at| board.at(at));
                let (inside, outside): (Vec<char>, Vec<char>) =
                    there.partition(|piece| condition.pieces.contains(piece));
                let holds = match condition.count {
                    Count::Every => outside.is_empty(),
                    Count::Between(least, most) => (least..=most).contains(&(inside.len() as u32)),
                };
                if !holds {
                    continue 'laid;
                }
            }
            if !alternative.effects.is_empty() {
                for at in &near {
                    let Some(piece) = laid.board.at(*at) else { continue };
                    let effect = alternative.effects.iter().rev().find(|(from, _)| *from == piece);
                    match effect {
                        Some((_, '#')) => {
                            laid.board.cells.remove(at);
                        }
                        Some((_, to)) => {
                            laid.board.cells.insert(*at, *to);
                        }
                        None => {}
                    }
                }
            }
            for reach in &alternative.reach {
                for at in reached(game, board, &changed, &reach.along) {
                    let Some(piece) = laid.board.at(at) else { continue };
                    match reach.effects.iter().rev().find(|(from, _)| *from == piece) {
                        Some((_, '#')) => {
                            laid.board.cells.remove(&at);
                        }
                        Some((_, to)) => {
                            laid.board.cells.insert(at, *to);
                        }
                        None => {}
                    }
                }
            }
            let mut after = laid.board;
            if game.loose || game.one_kind {
                let settled = settle(game, &after);
                if alternative.nothing_falls {
                    let edges = !game.edges.is_empty();
                    let fell = after
                        .cells
                        .keys()
                        .any(|at| !settled.cells.contains_key(at) && (!edges || at.1 == 1));
                    if fell {
                        continue;
                    }
                }
                after = settled;
            }
            if legal(game, board, &after) {
                out.insert(after);
            }
        }
    }
}

/// Conditions on places, as the tests write them, in words of Rust. Arguments are row, column and where they go to, the
/// numbers of rows and columns; on a strip and a graph the second of each pair counts.
type Condition = fn([i32; 2], [i32; 2], [i32; 2]) -> bool;
pub const PLACES: [(&str, &str, Condition); 9] = [
    ("grid", "(row + column) mod 2 = 0", |[r, c], _, _| (r + c) % 2 == 0),
    ("grid", "row = 1 or column = columns", |[r, c], _, [_, n]| r == 1 || c == n),
    ("grid", "to_row >= row and to_column < columns", |[r, _], [q, d], [_, n]| q >= r && d < n),
    ("strip", "cell mod 2 = 1", |[_, c], _, _| c % 2 == 1),
    ("strip", "to > cell", |[_, c], [_, d], _| d > c),
    ("strip", "cell <= cells div 2 + 1", |[_, c], _, [_, n]| c <= n / 2 + 1),
    ("graph", "vertex mod 2 = 1", |[_, v], _, _| v % 2 == 1),
    ("graph", "to >= vertex", |[_, v], [_, w], _| w >= v),
    ("graph", "vertices - vertex >= 1", |[_, v], _, [_, n]| n > v),
];

fn holds(game: &GameText, board: &Naive, place: &Where, from: Place, to: Place) -> bool {
    let (rows, columns) = board.size;
    let (_, _, condition) = PLACES.iter().find(|one| one.1 == place.source()).unwrap();
    let (at, size): (Box<dyn Fn(Place) -> [i32; 2]>, _) = match game.kind {
        BoardKind::Graph => (Box::new(|(v, _)| [0, v]), [0, columns]),
        // Rows are counted from below.
        _ => match place.motion() {
            Motion::None => (Box::new(move |(r, c)| [rows - r, c + 1]), [rows, columns]),
            Motion::Turned => (Box::new(move |(r, c)| [r + 1, columns - c]), [rows, columns]),
            Motion::Flipped => (Box::new(|(r, c)| [r + 1, c + 1]), [rows, columns]),
            // The board lies on its side: what was a row is a column.
            Motion::Transposed => (Box::new(move |(r, c)| [columns - c, r + 1]), [columns, rows]),
        },
    };
    condition(at(from), at(to), size)
}

/// Ends by what is left, as the tests write them, in words of Rust: how many `.`, `x` and `o` there are.
type EndOf = fn([usize; 3]) -> Outcome;
pub const ENDS: [(&str, EndOf); 3] = [
    ("if [x] > [o] then L else R", |[_, x, o]| if x > o { Outcome::L } else { Outcome::R }),
    (
        "if [xo] mod 2 = 0 then N else P",
        |[_, x, o]| {
            if (x + o) % 2 == 0 { Outcome::N } else { Outcome::P }
        },
    ),
    // Where nothing is said, who cannot move loses.
    ("if [.] = 0 then R; if [x] < 2 then L", |[e, x, _]| match (e, x) {
        (0, _) => Outcome::R,
        (_, 0 | 1) => Outcome::L,
        _ => Outcome::P,
    }),
];

fn legal(game: &GameText, before: &Naive, after: &Naive) -> bool {
    let all: BTreeSet<Place> = before.cells.keys().chain(after.cells.keys()).copied().collect();
    let changed: BTreeSet<Place> =
        all.into_iter().filter(|&at| before.at(at) != after.at(at)).collect();
    for stage in &game.never {
        for start in starts(game, after, stage) {
            if !may_start(game, stage, start) {
                continue;
            }
            let from = Laid::begin(after, start);
            let mut found = Vec::new();
            lay(game, stage, &from, start, &mut found);
            if found.iter().any(|laid| laid.touched.iter().any(|at| changed.contains(at))) {
                return false;
            }
        }
    }
    for &piece in &game.liberties {
        let mut concerned = changed.clone();
        for &at in &changed {
            concerned.extend(neighbours(game, after, at));
        }
        for at in concerned.into_iter().filter(|&at| after.at(at) == Some(piece)) {
            let mut group = vec![at];
            let mut free = false;
            let mut i = 0;
            while i < group.len() {
                for near in neighbours(game, after, group[i]) {
                    match after.at(near) {
                        Some('.') => free = true,
                        Some(other) if other == piece && !group.contains(&near) => group.push(near),
                        _ => {}
                    }
                }
                i += 1;
            }
            if !free {
                return false;
            }
        }
    }
    true
}

/// What a player can move to.
pub fn options(game: &GameText, board: &Naive, player: Player) -> BTreeSet<Naive> {
    let mut out = BTreeSet::new();
    for alternative in game.moves_of(player) {
        moves(game, board, alternative, &mut out);
    }
    out
}

/// The value by plain recursion; `None` if more than `most` positions are needed.
pub fn value(
    game: &GameText,
    board: &Naive,
    session: &mut Session<'_>,
    known: &mut HashMap<Naive, Game>,
    most: usize,
) -> Option<Game> {
    if let Some(&value) = known.get(board) {
        return Some(value);
    }
    if known.len() > most {
        return None;
    }
    let mut sides = [Vec::new(), Vec::new()];
    for player in Player::BOTH {
        for option in options(game, board, player) {
            sides[player as usize].push(value(game, &option, session, known, most)?);
        }
    }
    let value = session.game(&sides[0], &sides[1]).unwrap();
    known.insert(board.clone(), value);
    Some(value)
}

/// Whether a player wins who moves first, by plain recursion over positions and players.
pub fn wins(
    game: &GameText,
    board: &Naive,
    player: Player,
    misere: bool,
    known: &mut HashMap<(Naive, Player), bool>,
) -> bool {
    wins_by(game, board, player, &|_, _| misere, known)
}

/// The same; who cannot move wins if `end` says so.
pub fn wins_by(
    game: &GameText,
    board: &Naive,
    player: Player,
    end: &dyn Fn(&Naive, Player) -> bool,
    known: &mut HashMap<(Naive, Player), bool>,
) -> bool {
    if let Some(&wins) = known.get(&(board.clone(), player)) {
        return wins;
    }
    let options = options(game, board, player);
    let wins = match options.is_empty() {
        true => end(board, player),
        false => options.iter().any(|o| !wins_by(game, o, player.opponent(), end, known)),
    };
    known.insert((board.clone(), player), wins);
    wins
}

/// Who wins where what is left decides, by plain recursion.
pub fn outcome_by_piece_count(game: &GameText, board: &Naive, end: &str) -> Outcome {
    let (_, end) = ENDS.iter().find(|one| one.0 == end).unwrap();
    let end = |board: &Naive, player: Player| {
        let count = |piece| board.cells.values().filter(|&&c| c == piece).count();
        end([count('.'), count('x'), count('o')]).wins_moving_first(player)
    };
    let mut known = HashMap::new();
    let [left, right] = Player::BOTH.map(|player| wins_by(game, board, player, &end, &mut known));
    Outcome::from_first_move_wins(left, right)
}

/// A random position of a game, small enough for plain recursion.
pub fn position(text: &GameText, name: &str, dice: &mut Dice) -> String {
    let mut pieces = vec!['.'];
    pieces.extend(&text.pieces);
    if text.pieces.is_empty() && text.kind != BoardKind::Graph {
        pieces.extend(['.', '.', '#']);
    } else if text.kind != BoardKind::Graph && name.starts_with(|c| c != 't') {
        pieces.extend(['.', '#']);
    }
    pieces.retain(|c| !c.is_ascii_digit() || ('1'..='3').contains(c));
    // Coins and dominoes leave no place empty.
    let full =
        text.pieces.contains(&'h') && text.pieces.contains(&'t') || name == "toppling-dominoes";
    if full {
        pieces.retain(|c| *c != '.' && *c != '#');
    }
    match text.kind {
        BoardKind::Graph => {
            let n = 2 + dice.below(4);
            let mut words: Vec<String> =
                (1..=n).map(|v| format!("{v}:{}", dice.pick(&pieces))).collect();
            for a in 1..=n {
                for b in a + 1..=n {
                    let kind = if text.edges.is_empty() { '-' } else { *dice.pick(&text.edges) };
                    match dice.below(5) {
                        0 | 1 => words.push(format!("{a}{kind}{b}")),
                        2 if name.contains("geography") => words.push(format!("{b}>{a}")),
                        _ => {}
                    }
                }
            }
            if text.loose {
                words.push("@1".into());
            }
            words.join(" ")
        }
        BoardKind::Strip => (0..2 + dice.below(7)).map(|_| *dice.pick(&pieces)).collect(),
        _ => {
            let sizes: &[(usize, usize)] = match name {
                "amazons" | "rook-amazons" | "isolation" => &[(2, 2), (2, 3), (3, 2), (1, 5)],
                _ => &[(2, 3), (3, 2), (3, 3), (2, 4), (1, 6), (3, 4), (2, 5), (4, 3)],
            };
            let (rows, columns) = *dice.pick(sizes);
            let row =
                |dice: &mut Dice| (0..columns).map(|_| *dice.pick(&pieces)).collect::<String>();
            (0..rows).map(|_| row(dice)).collect::<Vec<_>>().join("|")
        }
    }
}

/// Numbers that look random, the same in every run.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }

    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}
