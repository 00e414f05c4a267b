//! Patterns laid on a board, one draft per way: the states that cells must have, and their new states.
//!
//! A draft follows the cells that a move touches symbolically: for each, the set of states it may
//! have had before the move, and what has become of each of them so far. A later stage reads what
//! the earlier ones have written; what is left at the end is a condition on the position before
//! the move, and a map of states.

use ishitori_values::LimitReached;

use crate::ast::{Alternative, Becomes, BoardKind, Cell, Count, Direction, GameText, Reads, Stage};
use crate::error::{MAX_PLACEMENTS, SetUpError};
use crate::geometry::{At, Board};
use crate::laying::{Extent, PartialMove, laid};
use crate::limits::{Limits, list_bytes};
use crate::shapes::{Layout, Step};

/// The state of a place without a cell.
pub(crate) const NONE: u8 = 16;
/// All states, that of no cell among them.
pub(crate) const ANY: u32 = (1 << 17) - 1;
/// A map of states: the new state of each one.
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
pub(crate) struct TouchedCell {
    pub at: At,
    /// States before the move.
    pub was: u32,
    /// Their new states.
    pub map: Map,
}

impl TouchedCell {
    /// Whether some state that it may have had changes.
    pub fn changes(&self) -> bool {
        states(self.was).any(|s| self.map[s as usize] != s)
    }
}

/// A condition: a number of these cells must have one of these states.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct CountCondition {
    pub at: Vec<At>,
    pub set: u32,
    pub least: u32,
    pub most: u32,
}

/// One way to make a move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct MoveDraft {
    pub cells: Vec<TouchedCell>,
    pub counted: Vec<CountCondition>,
    /// Whether nothing may fall.
    pub nothing_falls: bool,
    /// Where it begins and where its stages end, for its name.
    pub path: Vec<At>,
    /// Its first and its last cell, on the board or not, if a condition asks for them.
    pub ends: (At, At),
}

/// The states of a set.
pub(crate) fn states(set: u32) -> impl Iterator<Item = u8> {
    (0..17).filter(move |s| set >> s & 1 == 1)
}

impl MoveDraft {
    /// Reads and rewrites a cell; false if it cannot be so.
    pub fn touch(&mut self, at: At, reads: u32, map: &Map) -> bool {
        let place = match self.cells.iter().position(|cell| cell.at == at) {
            Some(place) => place,
            None => {
                self.cells.push(TouchedCell { at, was: ANY, map: SAME });
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

    /// A copy with capacity for some more cells.
    pub fn with_spare_capacity(&self, more: usize) -> MoveDraft {
        let mut cells = Vec::with_capacity(self.cells.len() + more);
        cells.extend_from_slice(&self.cells);
        let mut path = Vec::with_capacity(self.path.len() + 2);
        path.extend_from_slice(&self.path);
        MoveDraft { cells, path, counted: self.counted.clone(), ..*self }
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        let counted = |one: &CountCondition| list_bytes::<At>(one.at.capacity());
        size_of::<MoveDraft>()
            + list_bytes::<TouchedCell>(self.cells.capacity())
            + list_bytes::<At>(self.path.capacity())
            + list_bytes::<CountCondition>(self.counted.capacity())
            + self.counted.iter().map(counted).sum::<usize>()
    }

    /// How many cells are examined.
    pub fn length(&self) -> usize {
        self.cells.len() + self.counted.iter().map(|one| one.at.len()).sum::<usize>()
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

    /// What a cell of a pattern reads and what it writes; one that becomes what the next cell was is left as it is.
    pub fn step(&self, cell: &Cell) -> Step {
        let mut reads = match &cell.reads {
            Reads::OneOf(set) => self.set(set),
            Reads::Nothing => 1 << NONE,
            Reads::Whatever => ANY,
        };
        let mut map = SAME;
        match cell.becomes {
            Becomes::Same | Becomes::Next => {}
            Becomes::Piece(piece) => map[..16].fill(self.state(piece)),
            Becomes::Turned => {
                for &(a, b) in &self.game.turn {
                    let (a, b) = (self.state(a), self.state(b));
                    (map[a as usize], map[b as usize]) = (b, a);
                }
            }
            Becomes::Step(step) => {
                let last = self.game.pieces.len();
                for (s, becomes) in map.iter_mut().enumerate().take(16) {
                    match s.checked_add_signed(isize::from(step)) {
                        Some(next) if s <= last && next <= last => {
                            *becomes = next as u8;
                        }
                        _ => reads &= !(1 << s),
                    }
                }
            }
        }
        Step { reads, map, edge: cell.edge, whatever: cell.reads == Reads::Whatever }
    }
}

/// The drafts of a move. On a graph they begin at all its sites; on a grid at row 0, column 0 of
/// an unbounded board, and `board` only says how long they can be. Their memory is reserved.
pub(crate) fn drafts(
    alphabet: &Alphabet<'_>,
    alternative: &Alternative,
    board: &Board,
    limits: &mut Limits<'_>,
) -> Result<Vec<MoveDraft>, SetUpError> {
    let starts: Vec<At> = match board.kind {
        BoardKind::Graph => (0..board.sites()).map(|site| (site as i16, 0)).collect(),
        _ => vec![(0, 0)],
    };
    let mut stages = Vec::with_capacity(alternative.stages.len());
    for stage in &alternative.stages {
        stages.push(Layout::new(alphabet, stage, board, limits)?);
    }
    let mut all = Vec::new();
    for start in starts {
        let draft = MoveDraft { nothing_falls: alternative.nothing_falls, ..MoveDraft::default() };
        let first = PartialMove { draft, at: start, extent: None };
        limits.take(first.bytes())?;
        let mut begun = vec![first];
        for layout in &stages {
            let mut next = Vec::new();
            for one in begun {
                laid(alphabet, layout, board, &one, &mut next, limits)?;
                limits.give_back(one.bytes());
            }
            begun = next;
        }
        for one in begun {
            let (at, bytes) = (one.at, one.bytes());
            let mut draft = one.draft;
            if alternative.place.is_some() {
                draft.ends = (start, at);
            }
            if let Some(draft) = finish(alphabet, alternative, board, draft, limits)? {
                limits.take(draft.bytes())?;
                all.push(draft);
            }
            limits.give_back(bytes);
            if all.len() > MAX_PLACEMENTS {
                return Err(SetUpError::TooManyPlacements);
            }
        }
    }
    stages.into_iter().for_each(|layout| layout.forget(limits));
    let longest = all.iter().map(MoveDraft::length).max().unwrap_or(0);
    let mut all = limits.sorted_by(all, longest / 8, MoveDraft::cmp)?;
    let mut dropped = 0;
    all.dedup_by(|a, b| {
        let same = (&a.cells, &a.counted, a.nothing_falls)
            == (&b.cells, &b.counted, b.nothing_falls)
            && (alternative.place.is_none() || (&a.path, a.ends) == (&b.path, b.ends));
        if same {
            dropped += a.bytes();
        }
        same
    });
    limits.give_back(dropped);
    Ok(all)
}

/// The drafts of a pattern that is only looked for.
pub(crate) fn sightings(
    alphabet: &Alphabet<'_>,
    stage: &Stage,
    board: &Board,
    limits: &mut Limits<'_>,
) -> Result<Vec<MoveDraft>, SetUpError> {
    let alternative = Alternative {
        stages: vec![stage.clone()],
        conditions: Vec::new(),
        effects: Vec::new(),
        reach: Vec::new(),
        nothing_falls: false,
        place: None,
        span: stage.span.clone(),
    };
    drafts(alphabet, &alternative, board, limits)
}

/// The cells whose neighbours a move looks at and changes: those that it changes; of a pass, which changes none, all of its pattern
/// that are there.
fn concerned(draft: &MoveDraft) -> Vec<At> {
    let changing: Vec<At> =
        draft.cells.iter().filter(|cell| cell.changes()).map(|cell| cell.at).collect();
    if !changing.is_empty() {
        return changing;
    }
    let there = draft.cells.iter().filter(|cell| cell.was >> NONE & 1 == 0);
    there.map(|cell| cell.at).collect()
}

/// Conditions on neighbours and what becomes of them; nothing if the conditions can never hold.
fn finish(
    alphabet: &Alphabet<'_>,
    alternative: &Alternative,
    board: &Board,
    mut draft: MoveDraft,
    limits: &mut Limits<'_>,
) -> Result<Option<MoveDraft>, LimitReached> {
    let Alternative { conditions, effects, reach, .. } = alternative;
    if conditions.is_empty() && effects.is_empty() && reach.is_empty() {
        limits.work(1)?;
        return Ok(Some(draft));
    }
    let steps = alphabet.game.neighbour_steps();
    let concerned = concerned(&draft);
    let mut near: Vec<At> = Vec::new();
    for &at in &concerned {
        near.extend(board.neighbours(at, &steps));
    }
    near.sort_unstable();
    near.dedup();
    limits.work(near.len() * draft.cells.len())?;
    near.retain(|at| !draft.cells.iter().any(|cell| cell.at == *at));
    for condition in conditions {
        limits.work(near.len() * (draft.cells.len() + near.len()))?;
        let set = alphabet.set(&condition.pieces);
        let reads = match condition.count {
            Count::Every => set | 1 << NONE,
            Count::Between(0, 0) => ANY & !set,
            Count::Between(least, most) => {
                draft.counted.push(CountCondition { at: near.clone(), set, least, most });
                continue;
            }
        };
        if !near.iter().all(|&at| draft.touch(at, reads, &SAME)) {
            return Ok(None);
        }
    }
    if !effects.is_empty() {
        let mut map = SAME;
        for &(from, to) in effects {
            map[alphabet.state(from) as usize] = alphabet.state(to);
        }
        limits.work(near.len() * (draft.cells.len() + near.len()))?;
        for &at in &near {
            draft.touch(at, ANY, &map);
        }
    }
    for reach in reach {
        let mut map = SAME;
        for &(from, to) in &reach.effects {
            map[alphabet.state(from) as usize] = alphabet.state(to);
        }
        for at in reached(board, &draft, &concerned, &reach.along, limits)? {
            limits.work(draft.cells.len())?;
            draft.touch(at, ANY, &map);
        }
    }
    Ok(Some(draft))
}

/// Where any number of steps lead from some cells, without these: along the edges or arrows of a graph,
/// or over a plane that is somewhat larger than the board from every cell of it. What stands there
/// makes no difference. Cells that are outside wherever the draft lies on a board are left out.
fn reached(
    board: &Board,
    draft: &MoveDraft,
    from: &[At],
    along: &[Direction],
    limits: &mut Limits<'_>,
) -> Result<Vec<At>, LimitReached> {
    let mut reached: Vec<At> = from.to_vec();
    if board.kind == BoardKind::Graph {
        let one_way = !along.contains(&Direction::Edges);
        let vertices = board.graph.vertices.len();
        let mut next = 0;
        while let Some(&(at, _)) = reached.get(next) {
            next += 1;
            limits.work(board.graph.edges.len() + reached.len())?;
            let site = at as usize;
            for (_, other, forward) in board.graph.at(site).filter(|_| site < vertices) {
                let step = (other as i16, 0);
                if (forward || !one_way) && !reached.contains(&step) {
                    reached.push(step);
                }
            }
        }
        return Ok(reached.split_off(from.len()));
    }
    // Between here and there lie all cells that are near one of the first.
    let far = board.rows.max(board.columns) as i16 + 2;
    let spread = |of: fn(&At) -> i16| {
        let all = from.iter().map(of);
        let (least, most) = (all.clone().min().unwrap_or(0), all.max().unwrap_or(0));
        (least - far, usize::from(most.abs_diff(least)) + 2 * usize::from(far.unsigned_abs()) + 1)
    };
    let ((top, high), (left, wide)) = (spread(|at| at.0), spread(|at| at.1));
    limits.work(high * wide / 8)?;
    let mut near = vec![false; high * wide];
    let place = |(r, c): At| -> Option<usize> {
        let row = usize::try_from(r.checked_sub(top)?).ok().filter(|&row| row < high)?;
        let column = usize::try_from(c.checked_sub(left)?).ok().filter(|&column| column < wide)?;
        Some(row * wide + column)
    };
    for &(r, c) in from {
        for row in r - far..=r + far {
            limits.work(wide / 8)?;
            if let (Some(first), Some(last)) = (place((row, c - far)), place((row, c + far))) {
                near[first..=last].fill(true);
            }
        }
    }
    // What has been reached is no longer looked for.
    let mut look_for = |at: At| place(at).is_some_and(|place| std::mem::take(&mut near[place]));
    for &at in from {
        look_for(at);
    }
    let mut next = 0;
    while let Some(&at) = reached.get(next) {
        next += 1;
        limits.work(along.len())?;
        for step in board.neighbours(at, along) {
            if look_for(step) {
                reached.push(step);
            }
        }
    }
    let there = draft.cells.iter().filter(|cell| cell.was >> NONE & 1 == 0);
    let Some(extent) = there.fold(None, |all, cell| Extent::with(all, cell.at)) else {
        return Ok(reached.split_off(from.len()));
    };
    let (rows, columns) = (board.rows as i16, board.columns as i16);
    let mut reached = reached.split_off(from.len());
    reached.retain(|&(r, c)| {
        (extent.bottom - rows < r && r < extent.top + rows)
            && (extent.right - columns < c && c < extent.left + columns)
    });
    Ok(reached)
}
