//! Patterns: cells before and after the arrow.

use crate::ast::{Becomes, Cell, EMPTY, GONE, GameText, Item, Pattern, Reads};
use crate::error::{ExpectedInput, Mistake, TextError};
use crate::scan::Scan;

/// A cell of one side.
#[derive(Clone, Debug)]
struct Side {
    edge: bool,
    is: Is,
    start: usize,
    end: usize,
}

#[derive(Clone, Debug, PartialEq)]
enum Is {
    OneOf(Vec<char>),
    Gone,
    Unchanged,
    Turned,
    Step(i8),
    Next,
    Nothing,
    Whatever,
}

/// Cells and how often.
#[derive(Clone, Debug)]
struct Group {
    cells: Vec<Side>,
    least: u32,
    most: Option<u32>,
}

type Parameter<'a> = &'a dyn Fn(&str) -> Option<u32>;

/// Reads a pattern up to a keyword or the end of the line.
pub(crate) fn read(
    scan: &mut Scan<'_>,
    text: &GameText,
    parameter: Parameter<'_>,
    rewrites: bool,
) -> Result<Pattern, TextError> {
    scan.skip_spaces();
    let start = scan.at;
    let before = rows(scan, text, parameter)?;
    if before.iter().all(Vec::is_empty) {
        return Err(scan.expected(ExpectedInput::Pattern));
    }
    let after = match rewrites {
        true => {
            if !scan.symbol("->") {
                return Err(scan.expected(ExpectedInput::Arrow));
            }
            Some(rows(scan, text, parameter)?)
        }
        false => None,
    };
    let span = start..scan.at;
    let count = |rows: &[Vec<Group>]| rows.iter().flatten().map(|group| group.cells.len()).sum();
    let sides =
        |after: &[Vec<Group>]| Mistake::Sides { before: count(&before), after: count(after) };
    if let Some(after) = &after {
        let shape = |rows: &[Vec<Group>]| -> Vec<Vec<(usize, u32, Option<u32>)>> {
            let group = |group: &Group| (group.cells.len(), group.least, group.most);
            rows.iter().map(|row| row.iter().map(group).collect()).collect()
        };
        if shape(&before) != shape(after) {
            return Err(TextError::new(span, sides(after)));
        }
    }
    let mut lines: Vec<Vec<Item>> = Vec::new();
    let mut changes = false;
    for (r, row) in before.iter().enumerate() {
        let mut line = Vec::new();
        for (g, group) in row.iter().enumerate() {
            let mut cells = Vec::new();
            for (c, side) in group.cells.iter().enumerate() {
                let result = after.as_ref().map(|after| &after[r][g].cells[c]);
                let cell = cell(side, result, text)?;
                changes |= changed(&cell);
                cells.push(cell);
            }
            line.push(Item { cells, least: group.least, most: group.most });
        }
        lines.push(line);
    }
    if rewrites && !changes && text.loopy.is_none() {
        return Err(TextError::new(span, Mistake::NoChange));
    }
    if lines.len() == 1 {
        let line = lines.swap_remove(0);
        let cells: Vec<&Cell> = line.iter().flat_map(|item| &item.cells).collect();
        let edges = cells.windows(2).any(|two| two[0].edge && two[1].edge);
        let at_end =
            cells.len() > 1 && (cells[0].edge || cells.last().is_some_and(|cell| cell.edge));
        if edges || at_end {
            return Err(TextError::new(span, Mistake::NoEdge));
        }
        // What follows a cell that becomes the next one must be a cell that is there.
        if let Some(first) = cells.iter().position(|cell| cell.becomes == Becomes::Next) {
            let there = |cell: &&&Cell| matches!(cell.reads, Reads::OneOf(_)) && !cell.edge;
            let last = cells.last().is_some_and(|cell| cell.becomes == Becomes::Next);
            if last || cells[first..].iter().filter(there).count() < cells.len() - first {
                return Err(TextError::new(span, Mistake::NotAResult));
            }
        }
        return Ok(Pattern::Line(line));
    }
    let mut shape = Vec::new();
    for (r, row) in lines.into_iter().enumerate() {
        for (c, mut item) in row.into_iter().enumerate() {
            if item.cells.len() != 1
                || (item.least, item.most) != (1, Some(1))
                || r > 100
                || c > 100
            {
                return Err(TextError::new(span, Mistake::NoRepetition));
            }
            let cell = item.cells.swap_remove(0);
            if cell.edge {
                return Err(TextError::new(span, Mistake::NoEdge));
            }
            if cell.becomes == Becomes::Next {
                return Err(TextError::new(span, Mistake::NotAResult));
            }
            shape.push(((r as i8, c as i8), cell));
        }
    }
    Ok(Pattern::Shape(shape))
}

fn changed(cell: &Cell) -> bool {
    match cell.becomes {
        Becomes::Same => false,
        Becomes::Piece(c) => cell.reads != Reads::OneOf(vec![c]),
        Becomes::Turned | Becomes::Step(_) | Becomes::Next => true,
    }
}

/// One cell of both sides.
fn cell(side: &Side, result: Option<&Side>, text: &GameText) -> Result<Cell, TextError> {
    let all = |edge: bool| match edge {
        true => text.edges.clone(),
        false => std::iter::once(EMPTY).chain(text.pieces.iter().copied()).collect(),
    };
    let reads = match &side.is {
        Is::OneOf(set) => Reads::OneOf(set.clone()),
        Is::Unchanged => Reads::OneOf(all(side.edge)),
        Is::Nothing => Reads::Nothing,
        Is::Whatever => Reads::Whatever,
        Is::Gone | Is::Turned | Is::Step(_) | Is::Next => {
            let known = text.alphabet();
            let found = match side.is {
                Is::Turned => '~',
                Is::Next => '\'',
                _ => GONE,
            };
            let mistake = Mistake::UnknownPiece { found, known };
            return Err(TextError::new(side.start..side.end, mistake));
        }
    };
    let Some(result) = result else {
        return Ok(Cell { edge: side.edge, reads, becomes: Becomes::Same });
    };
    let wrong = |mistake| Err(TextError::new(result.start..result.end, mistake));
    if result.edge != side.edge {
        return wrong(Mistake::NoEdge);
    }
    let fixed = matches!(reads, Reads::Nothing | Reads::Whatever);
    let becomes = match &result.is {
        Is::OneOf(set) if set.len() == 1 && !fixed => Becomes::Piece(set[0]),
        Is::Gone if !fixed => Becomes::Piece(GONE),
        Is::Unchanged => Becomes::Same,
        Is::Turned if !fixed => {
            if text.turn.is_empty() {
                return wrong(Mistake::NothingToTurn);
            }
            Becomes::Turned
        }
        Is::Step(step) if !fixed => Becomes::Step(*step),
        Is::Next if !fixed && !side.edge => Becomes::Next,
        Is::Nothing if reads == Reads::Nothing => Becomes::Same,
        Is::Whatever if reads == Reads::Whatever => Becomes::Same,
        _ => return wrong(Mistake::NotAResult),
    };
    Ok(Cell { edge: side.edge, reads, becomes })
}

/// Rows of groups, with `/` between rows.
fn rows(
    scan: &mut Scan<'_>,
    text: &GameText,
    parameter: Parameter<'_>,
) -> Result<Vec<Vec<Group>>, TextError> {
    let mut rows = vec![Vec::new()];
    loop {
        match scan.peek() {
            Some('/') => {
                scan.next();
                rows.push(Vec::new());
            }
            Some(_) => match group(scan, text, parameter)? {
                Some(group) => rows.last_mut().expect("a row").push(group),
                None => return Ok(rows),
            },
            None => return Ok(rows),
        }
    }
}

/// A cell or cells in parentheses, and how often.
fn group(
    scan: &mut Scan<'_>,
    text: &GameText,
    parameter: Parameter<'_>,
) -> Result<Option<Group>, TextError> {
    let start = scan.at;
    let mut cells = Vec::new();
    if scan.symbol("(") {
        while !scan.symbol(")") {
            match one(scan, text)? {
                Some(side) => cells.push(side),
                None => return Err(TextError::new(start..start + 1, Mistake::Unclosed('('))),
            }
        }
        if cells.is_empty() {
            return Err(TextError::new(start..scan.at, Mistake::NoRepetition));
        }
    } else {
        match one(scan, text)? {
            Some(side) => cells.push(side),
            None => return Ok(None),
        }
    }
    let (least, most) = match scan.peek_here() {
        Some('*') => {
            scan.next();
            (0, None)
        }
        Some('+') => {
            scan.next();
            (1, None)
        }
        Some('{') => {
            scan.next();
            let mut number = || -> Result<u32, TextError> {
                if let Some(number) = scan.number() {
                    return number;
                }
                let name = scan.word_ahead();
                let value = parameter(name).ok_or_else(|| scan.expected(ExpectedInput::Number))?;
                scan.word();
                Ok(value)
            };
            let least = number()?;
            let most = if scan.symbol(",") {
                let mut number = || -> Result<Option<u32>, TextError> {
                    if scan.peek() == Some('}') {
                        return Ok(None);
                    }
                    if let Some(number) = scan.number() {
                        return number.map(Some);
                    }
                    let name = scan.word_ahead();
                    let value =
                        parameter(name).ok_or_else(|| scan.expected(ExpectedInput::Number))?;
                    scan.word();
                    Ok(Some(value))
                };
                number()?
            } else {
                Some(least)
            };
            if !scan.symbol("}") {
                return Err(scan.expected(ExpectedInput::Sign('}')));
            }
            (least, most)
        }
        _ => (1, Some(1)),
    };
    let fixed = |side: &Side| matches!(side.is, Is::Nothing | Is::Whatever);
    if (least, most) != (1, Some(1)) && cells.iter().any(fixed) {
        return Err(TextError::new(start..scan.at, Mistake::NoRepetition));
    }
    Ok(Some(Group { cells, least, most }))
}

/// One cell, or none at a keyword, an arrow or the end.
fn one(scan: &mut Scan<'_>, text: &GameText) -> Result<Option<Side>, TextError> {
    let Some(c) = scan.peek() else { return Ok(None) };
    let start = scan.at;
    if ["along", "if", "then", "and", "where"].contains(&scan.letters_ahead()) || scan.symbol("->")
    {
        scan.at = start;
        return Ok(None);
    }
    let vertices: Vec<char> = std::iter::once(EMPTY).chain(text.pieces.iter().copied()).collect();
    if c == '<' {
        scan.next();
        if text.edges.is_empty() {
            return Err(TextError::new(start..scan.at, Mistake::NoEdge));
        }
        let mut set = Vec::new();
        let mut is = None;
        loop {
            let at = scan.at;
            match scan.next() {
                Some('>') => break,
                Some('_') => is = Some(Is::Unchanged),
                Some(GONE) => is = Some(Is::Gone),
                Some('~') => is = Some(Is::Turned),
                Some(found) if text.edges.contains(&found) => set.push(found),
                Some(found) => {
                    let mistake = Mistake::UnknownPiece { found, known: text.edges.clone() };
                    return Err(TextError::new(at..scan.at, mistake));
                }
                None => return Err(TextError::new(start..start + 1, Mistake::Unclosed('<'))),
            }
        }
        let is = match is {
            Some(is) if set.is_empty() => is,
            None if !set.is_empty() => Is::OneOf(set),
            _ => return Err(TextError::new(start..scan.at, Mistake::NotAResult)),
        };
        return Ok(Some(Side { edge: true, is, start, end: scan.at }));
    }
    let is = match c {
        '[' => {
            let mark = scan.at;
            scan.next();
            let step = match (scan.symbol("+1"), scan.symbol("-1")) {
                (true, _) => Some(1),
                (_, true) => Some(-1),
                _ => None,
            };
            match step {
                Some(step) => {
                    if !scan.symbol("]") {
                        return Err(TextError::new(start..start + 1, Mistake::Unclosed('[')));
                    }
                    Is::Step(step)
                }
                None => {
                    scan.at = mark;
                    Is::OneOf(class(scan, text, &vertices)?)
                }
            }
        }
        '_' => Is::Unchanged,
        '~' => Is::Turned,
        '\'' => Is::Next,
        '$' => Is::Nothing,
        '?' => Is::Whatever,
        GONE => Is::Gone,
        c if vertices.contains(&c) => Is::OneOf(vec![c]),
        ')' | '/' => return Ok(None),
        c if c.is_alphanumeric() => {
            let span = start..start + c.len_utf8();
            return Err(TextError::new(span, Mistake::UnknownPiece { found: c, known: vertices }));
        }
        _ => return Err(scan.expected(ExpectedInput::Pattern)),
    };
    if c != '[' {
        scan.next();
    }
    Ok(Some(Side { edge: false, is, start, end: scan.at }))
}

/// `[xo]`, `[1-9]`, `[^x]`
pub(crate) fn class(
    scan: &mut Scan<'_>,
    text: &GameText,
    all: &[char],
) -> Result<Vec<char>, TextError> {
    scan.skip_spaces();
    let start = scan.at;
    scan.next();
    let negated = scan.symbol("^");
    let mut set: Vec<char> = Vec::new();
    loop {
        let at = scan.peek().map_or(scan.at, |_| scan.at);
        match scan.next() {
            Some(']') => break,
            None => return Err(TextError::new(start..start + 1, Mistake::Unclosed('['))),
            Some(found) => {
                let last = match scan.peek_here() {
                    Some('-') if !text.edges.contains(&'-') => {
                        scan.next();
                        scan.next().unwrap_or(found)
                    }
                    _ => found,
                };
                let range: Vec<char> =
                    all.iter().copied().filter(|c| (found..=last).contains(c)).collect();
                if range.is_empty() || !all.contains(&found) && last == found {
                    let mistake = Mistake::UnknownPiece { found, known: all.to_vec() };
                    return Err(TextError::new(at..scan.at, mistake));
                }
                for c in range {
                    if !set.contains(&c) {
                        set.push(c);
                    }
                }
            }
        }
    }
    if negated {
        set = all.iter().copied().filter(|c| !set.contains(c)).collect();
    }
    if set.is_empty() {
        let known = all.to_vec();
        return Err(TextError::new(start..scan.at, Mistake::UnknownPiece { found: ']', known }));
    }
    Ok(set)
}
