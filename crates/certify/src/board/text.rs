//! The rules of a board game as text: the checker's own reader of the language of boards.
//!
//! It reads what `docs/boards.md` describes, but for the constructs of [`Construct`], which it names and refuses.

use super::Construct;
use crate::verdict::Rejection;

/// The most states of a cell: no cell, empty, and the pieces and kinds of edges.
pub(super) const MOST_STATES: usize = 17;
/// The state "no cell".
pub(super) const NONE: u8 = 0;
/// The state "an empty cell".
pub(super) const EMPTY: u8 = 1;
/// The longest text of rules, in bytes.
const MOST_TEXT: usize = 1 << 16;
/// The largest number in a text.
const MOST_NUMBER: u32 = 128;

/// What a game is played on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Grid,
    Hex,
    Strip,
    Graph,
}

/// What comes of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Becomes {
    Same,
    State(u8),
    Turned,
    Step(i8),
}

/// A cell of a pattern: the states that may stand there (with the bit of [`NONE`] alone: no cell), and what comes of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cell {
    pub edge: bool,
    /// Nothing is asked of this cell.
    pub whatever: bool,
    pub mask: u32,
    pub becomes: Becomes,
}

/// Cells in a line that are repeated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Item {
    pub cells: Vec<Cell>,
    pub least: u32,
    pub most: Option<u32>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Pattern {
    Line(Vec<Item>),
    Shape(Vec<((i32, i32), Cell)>),
}

/// A direction in which a pattern is laid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    Step(i32, i32),
    Turns,
    TurnsAndFlips,
    Edges,
    Arrows,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Stage {
    pub pattern: Pattern,
    pub along: Vec<Direction>,
}

/// How many neighbours must have states of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Count {
    Every,
    Between(u32, u32),
}

/// One kind of move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Alternative {
    pub stages: Vec<Stage>,
    pub conditions: Vec<(Count, u32)>,
    /// What becomes of neighbours; later ones count first.
    pub effects: Vec<(u8, u8)>,
}

/// A game as it is written.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub name: String,
    pub kind: Kind,
    /// The characters of the states: `#`, `.`, the pieces, the kinds of edges.
    pub states: Vec<char>,
    /// How many of the states are those of cells; the others are kinds of edges.
    pub cells: usize,
    turn: Vec<(u8, u8)>,
    pub neighbours: Option<Vec<Direction>>,
    pub moves: [Vec<Alternative>; 2],
    pub never: Vec<Stage>,
    /// States whose groups need an empty neighbour.
    pub liberties: Vec<u8>,
    pub misere: bool,
}

impl Text {
    /// The state of a character.
    pub fn state(&self, c: char) -> Option<u8> {
        let place = self.states.iter().position(|&state| state == c)?;
        u8::try_from(place).ok()
    }

    /// What comes of a state; nothing where there is no such piece.
    pub fn after(&self, becomes: Becomes, state: u8) -> Option<u8> {
        match becomes {
            Becomes::Same => Some(state),
            Becomes::State(to) => Some(to),
            Becomes::Turned => {
                let pair = self.turn.iter().rev().find(|&&(a, b)| a == state || b == state);
                Some(pair.map_or(state, |&(a, b)| if a == state { b } else { a }))
            }
            Becomes::Step(step) => {
                let to = state.checked_add_signed(step)?;
                let piece = |s: u8| s >= EMPTY && usize::from(s) < self.cells;
                (piece(state) && piece(to)).then_some(to)
            }
        }
    }

    /// The steps to neighbours on boards with rows.
    pub fn neighbour_steps(&self) -> Vec<(i32, i32)> {
        let word = match self.kind {
            Kind::Hex => "hex",
            Kind::Strip => "horizontal",
            Kind::Grid | Kind::Graph => "orthogonal",
        };
        let all = self.neighbours.clone().unwrap_or_else(|| steps_of(word, self.kind));
        let steps = all.into_iter().filter_map(|step| match step {
            Direction::Step(r, c) => Some((r, c)),
            _ => None,
        });
        steps.collect()
    }
}

/// The directions of a word; none if it is not known on this kind of board.
fn steps_of(word: &str, kind: Kind) -> Vec<Direction> {
    let grid: &[(i32, i32)] = match word {
        "right" => &[(0, 1)],
        "left" => &[(0, -1)],
        "up" => &[(-1, 0)],
        "down" => &[(1, 0)],
        "horizontal" => &[(0, 1), (0, -1)],
        "vertical" => &[(-1, 0), (1, 0)],
        "orthogonal" => &[(0, 1), (0, -1), (-1, 0), (1, 0)],
        "diagonal" => &[(-1, 1), (1, -1), (-1, -1), (1, 1)],
        "rising" => &[(-1, 1), (1, -1)],
        "falling" => &[(-1, -1), (1, 1)],
        "all" => &[(0, 1), (0, -1), (-1, 0), (1, 0), (-1, 1), (1, -1), (-1, -1), (1, 1)],
        "knight" => &[(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)],
        "hex" => &[(0, 1), (0, -1), (-1, 0), (1, 0), (-1, 1), (1, -1)],
        _ => &[],
    };
    let known = match kind {
        Kind::Grid => word != "hex",
        Kind::Hex => ["right", "left", "hex"].contains(&word),
        Kind::Strip => ["right", "left", "horizontal"].contains(&word),
        Kind::Graph => false,
    };
    match (word, kind) {
        ("turns", Kind::Grid | Kind::Hex) => vec![Direction::Turns],
        ("turns-and-flips", Kind::Grid | Kind::Hex) => vec![Direction::TurnsAndFlips],
        ("edges", Kind::Graph) => vec![Direction::Edges],
        ("arrows", Kind::Graph) => vec![Direction::Arrows],
        _ if known => grid.iter().map(|&(r, c)| Direction::Step(r, c)).collect(),
        _ => Vec::new(),
    }
}

/// The exchange of pieces and the motion of the plane of a mirrored rule.
struct Mirror {
    exchange: Vec<(u8, u8)>,
    motion: [[i32; 2]; 2],
}

impl Mirror {
    fn state(&self, state: u8) -> u8 {
        let pair = self.exchange.iter().find(|&&(a, b)| a == state || b == state);
        pair.map_or(state, |&(a, b)| if a == state { b } else { a })
    }

    fn mask(&self, mask: u32) -> u32 {
        let bits = (0..32u8).filter(|&s| mask >> s & 1 == 1);
        bits.fold(0, |all, s| all | 1 << self.state(s))
    }

    fn moved(&self, (r, c): (i32, i32)) -> (i32, i32) {
        let [[a, b], [d, e]] = self.motion;
        (a * r + b * c, d * r + e * c)
    }

    fn cell(&self, cell: &Cell) -> Cell {
        let becomes = match cell.becomes {
            Becomes::State(to) => Becomes::State(self.state(to)),
            other => other,
        };
        let mask = if cell.whatever { cell.mask } else { self.mask(cell.mask) };
        Cell { mask, becomes, ..*cell }
    }

    fn stage(&self, stage: &Stage) -> Stage {
        let pattern = match &stage.pattern {
            Pattern::Line(items) => {
                let item = |item: &Item| Item {
                    cells: item.cells.iter().map(|cell| self.cell(cell)).collect(),
                    ..item.clone()
                };
                Pattern::Line(items.iter().map(item).collect())
            }
            Pattern::Shape(cells) => {
                let one = |(at, cell): &((i32, i32), Cell)| (self.moved(*at), self.cell(cell));
                Pattern::Shape(cells.iter().map(one).collect())
            }
        };
        let along = stage.along.iter().map(|&direction| match direction {
            Direction::Step(r, c) => {
                let (r, c) = self.moved((r, c));
                Direction::Step(r, c)
            }
            other => other,
        });
        Stage { pattern, along: along.collect() }
    }

    fn alternative(&self, one: &Alternative) -> Alternative {
        let effect = |&(a, b): &(u8, u8)| (self.state(a), self.state(b));
        Alternative {
            stages: one.stages.iter().map(|stage| self.stage(stage)).collect(),
            conditions: one.conditions.iter().map(|&(n, mask)| (n, self.mask(mask))).collect(),
            effects: one.effects.iter().map(effect).collect(),
        }
    }
}

/// Reads a text, with values of its parameters. O(length).
pub(super) fn read(source: &str, settings: &[(String, u64)]) -> Result<Text, Rejection> {
    if source.len() > MOST_TEXT {
        return Err(Rejection::BoardText { line: 1 });
    }
    let mut reader = Reader {
        line: 0,
        rest: "",
        parameters: Vec::new(),
        section: None,
        mirrors: [None, None],
        seen: Vec::new(),
        text: Text {
            name: String::new(),
            kind: Kind::Grid,
            states: vec!['#', '.'],
            cells: 2,
            turn: Vec::new(),
            neighbours: None,
            moves: [Vec::new(), Vec::new()],
            never: Vec::new(),
            liberties: Vec::new(),
            misere: false,
        },
    };
    // The kind of the board, parameters and pieces come first, wherever they stand; then what names them.
    for pass in 0..4 {
        reader.section = None;
        for (number, line) in source.split('\n').enumerate() {
            let line = line.trim_end_matches('\r');
            reader.line = number + 1;
            reader.rest = &line[..line.find("//").unwrap_or(line.len())];
            reader.one_line(pass, settings)?;
        }
    }
    reader.line = 1;
    if reader.text.name.is_empty() || !reader.seen.contains(&"board") {
        return Err(reader.wrong());
    }
    let [left, right] = &reader.mirrors;
    let pieces_of_graph = reader.text.states.len() > reader.text.cells;
    if (left.is_some() && right.is_some()) || (pieces_of_graph && reader.text.kind != Kind::Graph) {
        return Err(reader.wrong());
    }
    for player in 0..2 {
        let Some(mirror) = &reader.mirrors[player] else { continue };
        let other = &reader.text.moves[1 - player];
        let mirrored: Vec<_> = other.iter().map(|one| mirror.alternative(one)).collect();
        if mirrored.is_empty() {
            return Err(reader.wrong());
        }
        reader.text.moves[player].extend(mirrored);
    }
    if reader.text.moves.iter().all(Vec::is_empty) {
        return Err(reader.wrong());
    }
    Ok(reader.text)
}

#[derive(Clone, Copy, PartialEq)]
enum Section {
    Player(usize),
    Both,
    Never,
}

struct Reader<'a> {
    line: usize,
    /// What is left of the line.
    rest: &'a str,
    parameters: Vec<(String, u32)>,
    section: Option<Section>,
    mirrors: [Option<Mirror>; 2],
    seen: Vec<&'static str>,
    text: Text,
}

/// What a cell of one side of a pattern says.
#[derive(Clone, Copy, PartialEq)]
enum Sign {
    States(u32),
    Gone,
    Unchanged,
    Turned,
    Step(i8),
    Nothing,
    Whatever,
}

#[derive(Clone, Copy)]
struct Side {
    edge: bool,
    sign: Sign,
}

#[derive(Clone)]
struct Group {
    cells: Vec<Side>,
    least: u32,
    most: Option<u32>,
}

/// The words with which a line begins, and in which pass it is read.
const WORDS: [(&str, usize); 15] = [
    ("game", 0),
    ("board", 0),
    ("pieces", 0),
    ("edges", 1),
    ("turn", 2),
    ("neighbours", 2),
    ("neighbors", 2),
    ("end", 2),
    ("loopy", 2),
    ("left", 3),
    ("right", 3),
    ("both", 3),
    ("never", 3),
    ("legal", 3),
    ("after", 3),
];

impl<'a> Reader<'a> {
    fn wrong(&self) -> Rejection {
        Rejection::BoardText { line: self.line as u64 }
    }

    fn refused<T>(&self, construct: Construct) -> Result<T, Rejection> {
        Err(Rejection::BoardUnsupported { construct })
    }

    fn need(&self, holds: bool) -> Result<(), Rejection> {
        if holds { Ok(()) } else { Err(self.wrong()) }
    }

    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn peek(&mut self) -> Option<char> {
        self.skip();
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    fn sign(&mut self, sign: &str) -> bool {
        self.skip();
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// The letters that stand next.
    fn letters(&mut self) -> &'a str {
        self.skip();
        let end = self.rest.find(|c: char| !c.is_alphabetic()).unwrap_or(self.rest.len());
        &self.rest[..end]
    }

    fn word(&mut self, word: &str) -> bool {
        let found = self.letters() == word;
        if found {
            self.rest = &self.rest[word.len()..];
        }
        found
    }

    /// A name of letters, digits and hyphens.
    fn name(&mut self) -> &'a str {
        self.skip();
        if !self.rest.starts_with(char::is_alphabetic) {
            return "";
        }
        let part = |c: char| c.is_alphanumeric() || c == '-' || c == '_' || c == '\'';
        let mut end = self.rest.find(|c| !part(c)).unwrap_or(self.rest.len());
        if self.rest[end..].starts_with('>') && self.rest[..end].ends_with('-') {
            end -= 1;
        }
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        name
    }

    /// A number, or a parameter.
    fn amount(&mut self) -> Result<u32, Rejection> {
        self.skip();
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        if end > 0 {
            let number = self.rest[..end].parse().ok().filter(|&n| n <= MOST_NUMBER);
            self.rest = &self.rest[end..];
            return number.ok_or_else(|| self.wrong());
        }
        let name = self.name();
        let known = self.parameters.iter().find(|(known, _)| known == name);
        known.map(|&(_, value)| value).ok_or_else(|| self.wrong())
    }

    fn over(&mut self) -> Result<(), Rejection> {
        let over = matches!(self.peek(), None | Some('#'));
        self.need(over)
    }

    fn one_line(&mut self, pass: usize, settings: &[(String, u64)]) -> Result<(), Rejection> {
        let indented = self.rest.starts_with(char::is_whitespace);
        if matches!(self.peek(), None | Some('#')) {
            return Ok(());
        }
        let word = self.letters();
        let Some(&(known, when)) = WORDS.iter().find(|(known, _)| *known == word) else {
            self.need(indented && self.section.is_some())?;
            return if pass == 3 { self.alternative() } else { Ok(()) };
        };
        self.rest = &self.rest[word.len()..];
        let colon = self.sign(":");
        self.need(colon || when < 3)?;
        self.section = match known {
            "left" => Some(Section::Player(0)),
            "right" => Some(Section::Player(1)),
            "both" => Some(Section::Both),
            "never" => Some(Section::Never),
            _ => None,
        };
        if when != pass {
            return Ok(());
        }
        let known = if known == "neighbors" { "neighbours" } else { known };
        if when < 3 && known != "turn" {
            self.need(!self.seen.contains(&known))?;
            self.seen.push(known);
        }
        match known {
            "game" => self.game(settings),
            "board" => {
                self.text.kind = match self.name() {
                    "grid" => Kind::Grid,
                    "hex" => Kind::Hex,
                    "strip" => Kind::Strip,
                    "graph" => Kind::Graph,
                    _ => return Err(self.wrong()),
                };
                self.over()
            }
            "pieces" | "edges" => self.pieces(known == "edges"),
            "turn" => {
                let pairs = self.exchanges()?;
                self.text.turn.extend(pairs);
                self.over()
            }
            "neighbours" => {
                let along = self.directions()?;
                let steps = |d: &Direction| matches!(d, Direction::Step(..));
                self.need(along.iter().all(steps) || self.text.kind == Kind::Graph)?;
                self.text.neighbours = Some(along);
                self.over()
            }
            "end" => match self.letters() {
                word @ ("normal" | "misere" | "misère") => {
                    self.text.misere = word != "normal";
                    self.rest = &self.rest[word.len()..];
                    self.over()
                }
                _ => self.refused(Construct::End),
            },
            "loopy" => self.refused(Construct::Loopy),
            "after" => self.refused(Construct::After),
            "legal" => {
                for word in ["every", "group", "of"] {
                    let found = self.word(word);
                    self.need(found)?;
                }
                while self.letters() != "has" {
                    let piece = self.piece(false)?;
                    self.text.liberties.push(piece);
                }
                for word in ["has", "a", "liberty"] {
                    let found = self.word(word);
                    self.need(found)?;
                }
                self.over()
            }
            _ => self.alternative(),
        }
    }

    fn game(&mut self, settings: &[(String, u64)]) -> Result<(), Rejection> {
        self.text.name = self.name().to_owned();
        self.need(!self.text.name.is_empty())?;
        if self.sign("(") {
            loop {
                let name = self.name().to_owned();
                let new = !name.is_empty() && self.parameters.iter().all(|(one, _)| *one != name);
                let is = self.sign("=");
                self.need(new && is)?;
                let value = self.amount()?;
                self.parameters.push((name, value));
                if !self.sign(",") {
                    break;
                }
            }
            let closed = self.sign(")");
            self.need(closed)?;
        }
        for (name, value) in settings {
            let value = u32::try_from(*value).ok().filter(|&n| n <= MOST_NUMBER);
            let known = self.parameters.iter_mut().find(|(known, _)| known == name);
            match (known, value) {
                (Some(parameter), Some(value)) => parameter.1 = value,
                _ => return Err(self.wrong()),
            }
        }
        self.over()
    }

    fn pieces(&mut self, edges: bool) -> Result<(), Rejection> {
        while !matches!(self.peek(), None | Some('#')) {
            let Some(c) = self.next() else { break };
            if c == '.' && !edges {
                continue;
            }
            let fits = c.is_alphanumeric() || (edges && c == '-');
            let new = !self.text.states.contains(&c) && self.text.states.len() < MOST_STATES;
            self.need(fits && new)?;
            self.text.states.push(c);
            if !edges {
                self.text.cells = self.text.states.len();
            }
        }
        Ok(())
    }

    fn piece(&mut self, gone: bool) -> Result<u8, Rejection> {
        let found = self.next().and_then(|c| self.text.state(c));
        found.filter(|&s| s != NONE || gone).ok_or_else(|| self.wrong())
    }

    /// `x <-> o, L <-> R`
    fn exchanges(&mut self) -> Result<Vec<(u8, u8)>, Rejection> {
        let mut all = Vec::new();
        loop {
            let one = self.piece(false)?;
            let arrow = self.sign("<->");
            self.need(arrow)?;
            all.push((one, self.piece(false)?));
            if !self.sign(",") {
                return Ok(all);
            }
        }
    }

    /// `. -> x, x -> #`
    fn effects(&mut self) -> Result<Vec<(u8, u8)>, Rejection> {
        let mut all = Vec::new();
        loop {
            let from = self.piece(false)?;
            let arrow = self.sign("->");
            self.need(arrow)?;
            all.push((from, self.piece(true)?));
            if !self.sign(",") {
                return Ok(all);
            }
        }
    }

    fn directions(&mut self) -> Result<Vec<Direction>, Rejection> {
        let mut all = Vec::new();
        loop {
            let word = self.name();
            let steps = steps_of(word, self.text.kind);
            self.need(!steps.is_empty())?;
            for step in steps {
                if !all.contains(&step) {
                    all.push(step);
                }
            }
            if !self.sign(",") && !self.word("and") {
                return Ok(all);
            }
        }
    }

    /// The rest of a line of moves.
    fn alternative(&mut self) -> Result<(), Rejection> {
        let section = self.section.ok_or_else(|| self.wrong())?;
        if section == Section::Never {
            let stage = self.stage(false)?;
            self.text.never.push(stage);
            return self.over();
        }
        if let Section::Player(player) = section
            && self.word("mirror")
        {
            let mut exchange = Vec::new();
            let motions = ["turned", "flipped", "transposed"];
            let ends = matches!(self.peek(), None | Some('#'));
            if !ends && !motions.contains(&self.letters()) {
                exchange = self.exchanges()?;
            }
            let motion = match self.letters() {
                "turned" => [[-1, 0], [0, -1]],
                "flipped" => [[-1, 0], [0, 1]],
                "transposed" => [[0, 1], [1, 0]],
                _ => [[1, 0], [0, 1]],
            };
            let word = self.letters();
            self.rest = &self.rest[word.len()..];
            self.mirrors[player] = Some(Mirror { exchange, motion });
            return self.over();
        }
        let mut stages = vec![self.stage(true)?];
        let (mut conditions, mut effects) = (Vec::new(), Vec::new());
        loop {
            if self.word("then") {
                if self.word("neighbours") || self.word("neighbors") {
                    effects.extend(self.effects()?);
                } else if self.word("reachable") {
                    return self.refused(Construct::Reachable);
                } else {
                    stages.push(self.stage(true)?);
                    self.need(stages.len() <= 8)?;
                }
            } else if self.word("where") {
                return self.refused(Construct::Where);
            } else if self.word("if") || (!conditions.is_empty() && self.word("and")) {
                if self.word("nothing") {
                    return self.refused(Construct::After);
                }
                conditions.push(self.condition()?);
            } else {
                break;
            }
        }
        self.over()?;
        let alternative = Alternative { stages, conditions, effects };
        match section {
            Section::Player(player) => self.text.moves[player].push(alternative),
            _ => {
                self.text.moves[1].push(alternative.clone());
                self.text.moves[0].push(alternative);
            }
        }
        Ok(())
    }

    fn condition(&mut self) -> Result<(Count, u32), Rejection> {
        let word = self.letters();
        self.rest = &self.rest[word.len()..];
        let count = match word {
            "no" => Count::Between(0, 0),
            "some" => Count::Between(1, u32::MAX),
            "every" => Count::Every,
            "exactly" => {
                let n = self.amount()?;
                Count::Between(n, n)
            }
            "at" if self.word("least") => Count::Between(self.amount()?, u32::MAX),
            "at" if self.word("most") => Count::Between(0, self.amount()?),
            _ => return Err(self.wrong()),
        };
        let neighbour = ["neighbour", "neighbours", "neighbor", "neighbors"];
        let named = neighbour.iter().any(|word| self.word(word));
        let is = self.word("is") || self.word("are");
        self.need(named && is)?;
        let mask = match self.peek() {
            Some('[') => {
                self.next();
                self.class(1..self.text.states.len())?
            }
            _ => 1 << self.piece(false)?,
        };
        Ok((count, mask))
    }

    fn stage(&mut self, rewrites: bool) -> Result<Stage, Rejection> {
        let pattern = self.pattern(rewrites)?;
        let along = if self.word("along") { self.directions()? } else { Vec::new() };
        let turns = |d: &Direction| matches!(d, Direction::Turns | Direction::TurnsAndFlips);
        match &pattern {
            Pattern::Line(items) => {
                let one =
                    matches!(&items[..], [item] if item.cells.len() == 1 && item.most == Some(1));
                self.need(!along.iter().any(turns) && (one || !along.is_empty()))?;
            }
            Pattern::Shape(_) => self.need(along.is_empty() || along.iter().all(turns))?,
        }
        Ok(Stage { pattern, along })
    }

    fn pattern(&mut self, rewrites: bool) -> Result<Pattern, Rejection> {
        let before = self.rows()?;
        self.need(before.iter().any(|row| !row.is_empty()))?;
        let after = match rewrites {
            false => None,
            true => {
                let arrow = self.sign("->");
                self.need(arrow)?;
                let after = self.rows()?;
                let shape = |rows: &[Vec<Group>]| -> Vec<Vec<(usize, u32, Option<u32>)>> {
                    let group = |group: &Group| (group.cells.len(), group.least, group.most);
                    rows.iter().map(|row| row.iter().map(group).collect()).collect()
                };
                self.need(shape(&before) == shape(&after))?;
                Some(after)
            }
        };
        let mut lines: Vec<Vec<Item>> = Vec::new();
        for (r, row) in before.iter().enumerate() {
            let mut line = Vec::new();
            for (g, group) in row.iter().enumerate() {
                let mut cells = Vec::new();
                for (c, &side) in group.cells.iter().enumerate() {
                    let result = after.as_ref().map(|after| after[r][g].cells[c]);
                    cells.push(self.cell(side, result)?);
                }
                line.push(Item { cells, least: group.least, most: group.most });
            }
            lines.push(line);
        }
        if lines.len() == 1 {
            let line = lines.swap_remove(0);
            let cells: Vec<bool> = line.iter().flat_map(|i| &i.cells).map(|c| c.edge).collect();
            let ends =
                cells.len() > 1 && (cells.first() == Some(&true) || cells.last() == Some(&true));
            self.need(!ends && !cells.windows(2).any(|two| two[0] && two[1]))?;
            return Ok(Pattern::Line(line));
        }
        let mut shape = Vec::new();
        for (r, row) in (0i32..).zip(&lines) {
            for (c, item) in (0i32..).zip(row) {
                let single = (item.least, item.most, item.cells.len()) == (1, Some(1), 1);
                self.need(single && !item.cells[0].edge && r <= 100 && c <= 100)?;
                shape.push(((r, c), item.cells[0]));
            }
        }
        let on_rows = matches!(self.text.kind, Kind::Grid | Kind::Hex);
        self.need(on_rows && !shape.is_empty())?;
        Ok(Pattern::Shape(shape))
    }

    fn cell(&self, side: Side, result: Option<Side>) -> Result<Cell, Rejection> {
        let all = match side.edge {
            true => self.range(self.text.cells..self.text.states.len()),
            false => self.range(1..self.text.cells),
        };
        let whatever = side.sign == Sign::Whatever;
        let mask = match side.sign {
            Sign::States(mask) => mask,
            Sign::Unchanged => all,
            Sign::Nothing => 1 << NONE,
            Sign::Whatever => u32::MAX,
            Sign::Gone | Sign::Turned | Sign::Step(_) => return Err(self.wrong()),
        };
        let fixed = matches!(side.sign, Sign::Nothing | Sign::Whatever);
        let Some(result) = result else {
            return Ok(Cell { edge: side.edge, whatever, mask, becomes: Becomes::Same });
        };
        let becomes = match result.sign {
            _ if result.edge != side.edge => return Err(self.wrong()),
            Sign::States(set) if set.count_ones() == 1 && !fixed => {
                Becomes::State(u8::try_from(set.trailing_zeros()).unwrap_or(NONE))
            }
            Sign::Gone if !fixed => Becomes::State(NONE),
            Sign::Unchanged => Becomes::Same,
            Sign::Turned if !fixed && !self.text.turn.is_empty() => Becomes::Turned,
            Sign::Step(step) if !fixed && !side.edge => Becomes::Step(step),
            Sign::Nothing | Sign::Whatever if side.sign == result.sign => Becomes::Same,
            _ => return Err(self.wrong()),
        };
        Ok(Cell { edge: side.edge, whatever, mask, becomes })
    }

    fn range(&self, states: std::ops::Range<usize>) -> u32 {
        states.fold(0, |all, state| all | 1 << state)
    }

    fn rows(&mut self) -> Result<Vec<Vec<Group>>, Rejection> {
        let mut rows = vec![Vec::new()];
        loop {
            if self.sign("/") {
                rows.push(Vec::new());
                continue;
            }
            match self.group()? {
                Some(group) => {
                    if let Some(row) = rows.last_mut() {
                        row.push(group);
                    }
                }
                None => return Ok(rows),
            }
        }
    }

    fn group(&mut self) -> Result<Option<Group>, Rejection> {
        let mut cells = Vec::new();
        if self.sign("(") {
            while !self.sign(")") {
                let side = self.side()?;
                cells.push(side.ok_or_else(|| self.wrong())?);
            }
            self.need(!cells.is_empty())?;
        } else {
            match self.side()? {
                Some(side) => cells.push(side),
                None => return Ok(None),
            }
        }
        let mut here = self.rest.chars();
        let (least, most) = match here.next() {
            Some(mark @ ('*' | '+')) => {
                self.rest = here.as_str();
                (u32::from(mark == '+'), None)
            }
            Some('{') => {
                self.rest = here.as_str();
                let least = self.amount()?;
                let most = match self.sign(",") {
                    false => Some(least),
                    true if self.peek() == Some('}') => None,
                    true => Some(self.amount()?),
                };
                let closed = self.sign("}");
                self.need(closed)?;
                (least, most)
            }
            _ => (1, Some(1)),
        };
        let fixed = |side: &Side| matches!(side.sign, Sign::Nothing | Sign::Whatever);
        self.need((least, most) == (1, Some(1)) || !cells.iter().any(fixed))?;
        Ok(Some(Group { cells, least, most }))
    }

    /// A cell; none at a keyword, an arrow or the end.
    fn side(&mut self) -> Result<Option<Side>, Rejection> {
        let Some(c) = self.peek() else { return Ok(None) };
        let keyword = ["along", "if", "then", "and", "where"].contains(&self.letters());
        if keyword || self.rest.starts_with("->") || c == ')' || c == '/' {
            return Ok(None);
        }
        self.next();
        let cell = |sign| Ok(Some(Side { edge: false, sign }));
        match c {
            '<' => {
                let mut mask = 0;
                let mut other = None;
                loop {
                    match self.next() {
                        Some('>') => break,
                        Some('_') => other = Some(Sign::Unchanged),
                        Some('#') => other = Some(Sign::Gone),
                        Some('~') => other = Some(Sign::Turned),
                        Some(c) => {
                            let edge =
                                self.text.state(c).filter(|&s| usize::from(s) >= self.text.cells);
                            mask |= 1 << edge.ok_or_else(|| self.wrong())?;
                        }
                        None => return Err(self.wrong()),
                    }
                }
                let sign = match (other, mask) {
                    (Some(sign), 0) => sign,
                    (None, 1..) => Sign::States(mask),
                    _ => return Err(self.wrong()),
                };
                Ok(Some(Side { edge: true, sign }))
            }
            '[' => {
                for (sign, step) in [("+1", 1), ("-1", -1)] {
                    if self.sign(sign) {
                        let closed = self.sign("]");
                        self.need(closed)?;
                        return cell(Sign::Step(step));
                    }
                }
                let mask = self.class(1..self.text.cells)?;
                cell(Sign::States(mask))
            }
            '_' => cell(Sign::Unchanged),
            '~' => cell(Sign::Turned),
            '\'' => self.refused(Construct::Shift),
            '$' => cell(Sign::Nothing),
            '?' => cell(Sign::Whatever),
            '#' => cell(Sign::Gone),
            c => {
                let state = self.text.state(c).filter(|&s| usize::from(s) < self.text.cells);
                cell(Sign::States(1 << state.ok_or_else(|| self.wrong())?))
            }
        }
    }

    /// `xo]`, `1-9]`, `^x]`, after the bracket.
    fn class(&mut self, all: std::ops::Range<usize>) -> Result<u32, Rejection> {
        let negated = self.sign("^");
        let hyphen_is_edge = self.text.states[self.text.cells..].contains(&'-');
        let mut mask = 0u32;
        loop {
            let Some(found) = self.next() else { return Err(self.wrong()) };
            if found == ']' {
                break;
            }
            let mut last = found;
            if self.rest.starts_with('-') && !hyphen_is_edge {
                self.rest = &self.rest[1..];
                last = self.next().ok_or_else(|| self.wrong())?;
            }
            let inside = |&s: &usize| (found..=last).contains(&self.text.states[s]);
            let range = all.clone().filter(inside).fold(0, |mask, s| mask | 1 << s);
            self.need(range != 0)?;
            mask |= range;
        }
        if negated {
            mask = self.range(all) & !mask;
        }
        self.need(mask != 0)?;
        Ok(mask)
    }
}
