//! A game in its canonical layout.

use std::fmt;

use ishitori_values::Endless;

use crate::ast::{
    Clause, Domain, EndDeclaration, Expr, ExprKind, Header, Item, ItemKind, Move, Players, Program,
    SetItem,
};
use crate::error::{ErrorKind, LanguageError, MAX_LENGTH};
use crate::lexer::Comment;
use crate::parser::parse_with_comments;

/// Clauses are aligned in a column up to here.
const MAX_ALIGNED: usize = 40;

/// The game in its canonical layout: one part or move a line, clauses aligned, words for signs,
/// comments kept. What is written can be read again, as the same game, and formatting twice changes
/// nothing more. O(length).
///
/// ```
/// let text = ishitori_language::format("(n)->(n-s)for s in{1,2,3}if s<=n").unwrap();
/// assert_eq!(text, "position (n)\nboth: (n - s) for s in {1, 2, 3} if s <= n\n");
/// ```
pub fn format(source: &str) -> Result<String, LanguageError> {
    let (program, comments) = parse_with_comments(source)?;
    let mut elements = Vec::new();
    if let Some(header) = &program.header {
        elements.push(Element::new(&header.place.0, header_text(header), String::new()));
    }
    for item in &program.items {
        item_elements(item, &mut elements);
    }
    let layout = Layout { source, comments: &comments, next: 0, out: String::new(), end: 0 };
    let out = layout.all(&elements);
    // What is written must be read again.
    match out.len() {
        0..=MAX_LENGTH => Ok(out),
        found => Err(LanguageError::new(0..0, ErrorKind::LayoutTooLong { found })),
    }
}

impl fmt::Display for Program {
    /// In the canonical layout, without comments.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut elements = Vec::new();
        if let Some(header) = &self.header {
            elements.push(Element::new(&header.place.0, header_text(header), String::new()));
        }
        self.items.iter().for_each(|item| item_elements(item, &mut elements));
        elements.iter().try_for_each(|element| writeln!(f, "{}", element.text))
    }
}

/// Something that has a line of its own.
struct Element {
    start: usize,
    end: usize,
    text: String,
    /// The indentation of comments above it.
    indent: String,
}

impl Element {
    fn new(place: &std::ops::Range<usize>, text: String, indent: String) -> Element {
        Element { start: place.start, end: place.end, text, indent }
    }
}

struct Layout<'s> {
    source: &'s str,
    comments: &'s [Comment],
    next: usize,
    out: String,
    /// Where the last thing that was written ended in the source.
    end: usize,
}

impl Layout<'_> {
    fn all(mut self, elements: &[Element]) -> String {
        for (i, element) in elements.iter().enumerate() {
            // Comments before the end of the element stand above it.
            while self.comments.get(self.next).is_some_and(|c| c.start < element.end) {
                self.comment(&element.indent);
            }
            self.gap(element.start);
            self.out.push_str(&element.text);
            self.end = element.end;
            let limit = elements.get(i + 1).map_or(usize::MAX, |e| e.start);
            if let Some(comment) = self.comments.get(self.next)
                && comment.start < limit
                && !self.source[element.end..comment.start].contains('\n')
            {
                self.out.push_str("  ");
                self.out.push_str(&mark(&comment.text));
                self.end = self.line_end(comment.start);
                self.next += 1;
            }
            self.out.push('\n');
        }
        while self.next < self.comments.len() {
            self.comment("");
        }
        self.out
    }

    fn comment(&mut self, indent: &str) {
        let comment = &self.comments[self.next];
        self.gap(comment.start);
        self.out.push_str(indent);
        self.out.push_str(&mark(&comment.text));
        self.out.push('\n');
        self.end = self.line_end(comment.start).max(self.end);
        self.next += 1;
    }

    fn line_end(&self, at: usize) -> usize {
        self.source[at..].find('\n').map_or(self.source.len(), |i| at + i)
    }

    /// One empty line where the source has some.
    fn gap(&mut self, start: usize) {
        if self.out.is_empty() || start <= self.end {
            return;
        }
        let between = &self.source[self.end..start];
        let blank = between.chars().all(|c| c.is_whitespace() || c == ';' || c == '；');
        if blank && between.matches('\n').count() > 1 {
            self.out.push('\n');
        }
    }
}

fn mark(comment: &str) -> String {
    if comment.is_empty() { "#".to_string() } else { format!("# {comment}") }
}

fn header_text(header: &Header) -> String {
    let parameters: Vec<String> = header
        .parameters
        .iter()
        .map(|p| match &p.default {
            Some(default) => format!("{} = {}", p.name.text, expr(default, 0)),
            None => p.name.text.clone(),
        })
        .collect();
    match parameters.as_slice() {
        [] => format!("game {}", header.name),
        some => format!("game {}({})", header.name, some.join(", ")),
    }
}

fn item_elements(item: &Item, elements: &mut Vec<Element>) {
    let names = |names: &[crate::ast::Name]| {
        names.iter().map(|n| n.text.as_str()).collect::<Vec<_>>().join(", ")
    };
    let text = match &item.kind {
        ItemKind::Position { coordinates, condition } => {
            let condition = match condition {
                Some(e) => format!(" where {}", expr(e, 0)),
                None => String::new(),
            };
            format!("position ({}){condition}", names(coordinates))
        }
        ItemKind::Def { name, arguments, body } => {
            format!("def {}({}) = {}", name.text, names(arguments), expr(body, 0))
        }
        ItemKind::Let { name, value } => format!("let {} = {}", name.text, expr(value, 0)),
        ItemKind::End(EndDeclaration::Normal) => "end: normal".to_string(),
        ItemKind::End(EndDeclaration::Misere) => "end: misere".to_string(),
        ItemKind::End(EndDeclaration::Letter(e)) => format!("end: {}", expr(e, 0)),
        ItemKind::Show { name, arguments } => match arguments.as_slice() {
            [] => format!("show: {}", name.text),
            some => {
                let some: Vec<String> = some.iter().map(|e| expr(e, 0)).collect();
                format!("show: {}({})", name.text, some.join(", "))
            }
        },
        ItemKind::Loopy(Endless::Draw) => "loopy".to_string(),
        ItemKind::Loopy(endless) => format!("loopy: {}", endless.name()),
        ItemKind::Passes { name, condition: None } => format!("passes: {}", name.text),
        ItemKind::Passes { name, condition: Some(e) } => {
            format!("passes: {} if {}", name.text, expr(e, 0))
        }
        ItemKind::Terminal(e) => format!("terminal: {}", expr(e, 0)),
        ItemKind::Moves { players, moves } => {
            let head = match players {
                Players::Both => "both: ",
                Players::Left => "left: ",
                Players::Right => "right: ",
            };
            let tuples: Vec<String> = moves.iter().map(tuples_text).collect();
            let width = |text: &String| text.chars().count();
            let column = tuples.iter().map(width).filter(|w| *w <= MAX_ALIGNED).max().unwrap_or(0);
            for (i, (one, tuple)) in moves.iter().zip(&tuples).enumerate() {
                let indent = " ".repeat(head.len());
                let clauses: Vec<String> = one.clauses.iter().map(clause).collect();
                let mut text = if i == 0 { head.to_string() } else { indent.clone() };
                text.push_str(tuple);
                if !clauses.is_empty() {
                    text.push_str(&" ".repeat(column.saturating_sub(width(tuple)) + 1));
                    text.push_str(&clauses.join(" "));
                }
                let mut element = Element::new(&one.place.0, text, indent);
                if i == 0 {
                    element.start = item.place.0.start;
                    element.indent = String::new();
                }
                elements.push(element);
            }
            return;
        }
    };
    elements.push(Element::new(&item.place.0, text, String::new()));
}

fn tuples_text(one: &Move) -> String {
    let parts: Vec<String> = one
        .parts
        .iter()
        .map(|part| {
            let coordinates: Vec<String> = part.iter().map(|e| expr(e, 0)).collect();
            format!("({})", coordinates.join(", "))
        })
        .collect();
    parts.join(" + ")
}

fn clause(clause: &Clause) -> String {
    match clause {
        Clause::For { name, domain: values } => format!("for {} in {}", name.text, domain(values)),
        Clause::If(e) => format!("if {}", expr(e, 0)),
        Clause::Let { name, value } => format!("let {} = {}", name.text, expr(value, 0)),
    }
}

fn domain(values: &Domain) -> String {
    match values {
        Domain::Range { from, to, inclusive, step } => {
            let dots = if *inclusive { ".." } else { "..<" };
            let step = match step {
                Some(step) => format!(" step {}", expr(step, 5)),
                None => String::new(),
            };
            format!("{} {dots} {}{step}", expr(from, 5), expr(to, 5))
        }
        Domain::Set(set) => expr(set, 5),
    }
}

/// An expression where operators of at least the strength `least` may stand.
fn expr(e: &Expr, least: u8) -> String {
    let (text, strength) = match &e.kind {
        ExprKind::Int(value) => (value.to_string(), 9),
        ExprKind::Name(name) => (name.clone(), 9),
        ExprKind::Call { name, arguments } => {
            let arguments: Vec<String> = arguments.iter().map(|e| expr(e, 0)).collect();
            (format!("{}({})", name.text, arguments.join(", ")), 9)
        }
        ExprKind::Set(items) => {
            let items: Vec<String> = items
                .iter()
                .map(|item| match item {
                    SetItem::One(e) => expr(e, 5),
                    SetItem::Range(values) => domain(values),
                })
                .collect();
            (format!("{{{}}}", items.join(", ")), 9)
        }
        ExprKind::Negate(inner) => (format!("-{}", expr(inner, 8)), 8),
        ExprKind::Not(inner) => (format!("not {}", expr(inner, 3)), 3),
        ExprKind::Binary { operator, left, right } => {
            let strength = operator.strength();
            let right_least = strength + 1;
            let left = expr(left, strength);
            let text = format!("{left} {} {}", operator.symbol(), expr(right, right_least));
            (text, strength)
        }
        ExprKind::Compare { first, rest } => {
            let mut text = expr(first, 5);
            for (comparison, right) in rest {
                text.push_str(&format!(" {} {}", comparison.symbol(), expr(right, 5)));
            }
            (text, 4)
        }
        ExprKind::In { element, set } => (format!("{} in {}", expr(element, 5), domain(set)), 4),
        ExprKind::If { condition, yes, no } => {
            let open_inside = matches!(&yes.kind, ExprKind::If { .. } | ExprKind::Let { .. });
            let yes = match open_inside && no.is_some() {
                true => format!("({})", expr(yes, 0)),
                false => expr(yes, 0),
            };
            let no = match no {
                Some(no) => format!(" else {}", expr(no, 0)),
                None => String::new(),
            };
            (format!("if {} then {yes}{no}", expr(condition, 0)), 0)
        }
        ExprKind::Let { name, value, body } => {
            (format!("let {} = {} in {}", name.text, expr(value, 5), expr(body, 0)), 0)
        }
    };
    if strength < least { format!("({text})") } else { text }
}
