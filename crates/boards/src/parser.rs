//! From a text to a [`GameText`]: line by line.

use std::ops::Range;

use ishitori_values::Player;

mod moves;

use crate::ast::{
    Alternative, BoardKind, Direction, EMPTY, End, Endless, GONE, GameText, Motion, PieceCountEnd,
    steps_of,
};
use crate::error::{ExpectedInput, Line, MAX_LENGTH, MAX_PIECES, Mistake, TextError};
use crate::scan::Scan;

/// The words that begin a line.
const WORDS: &[&str] = &[
    "game",
    "board",
    "pieces",
    "edges",
    "turn",
    "neighbours",
    "left",
    "right",
    "both",
    "never",
    "legal",
    "after",
    "end",
    "loopy",
];

/// What `mirror` says.
struct Mirror {
    exchange: Vec<(char, char)>,
    motion: Motion,
    span: Range<usize>,
}

/// Reads the text of a board game. `settings` are values of its parameters. O(length).
///
/// ```
/// let text = "game clobber
/// board grid
/// pieces x o
/// left:  x o -> . x along orthogonal
/// right: mirror x <-> o
/// ";
/// let game = ishitori_boards::parse(text, &[]).unwrap();
/// assert_eq!((game.name.as_str(), game.pieces), ("clobber", vec!['x', 'o']));
/// ```
pub fn parse(source: &str, settings: &[(String, u32)]) -> Result<GameText, TextError> {
    if source.len() > MAX_LENGTH {
        return Err(TextError::new(0..0, Mistake::TooLong));
    }
    let lines = lines(source);
    let mut reader = Reader {
        source,
        kind: None,
        text: GameText {
            name: String::new(),
            parameters: Vec::new(),
            kind: BoardKind::Grid,
            pieces: Vec::new(),
            edges: Vec::new(),
            turn: Vec::new(),
            neighbours: None,
            moves: [Vec::new(), Vec::new()],
            impartial: false,
            never: Vec::new(),
            liberties: Vec::new(),
            loose: false,
            one_kind: false,
            end: End::Normal,
            loopy: None,
            comments: Vec::new(),
        },
        settings,
        seen: Vec::new(),
        mirrors: [None, None],
        rest: None,
        section: None,
    };
    // What patterns need to know comes first, wherever it stands in the text.
    for declarations in [true, false] {
        reader.section = None;
        for line in &lines {
            reader.line(line.clone(), declarations)?;
        }
        if declarations {
            reader.declared()?;
        }
    }
    reader.finish()
}

/// The lines of a text, without what stands after `//`.
fn lines(source: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let mut all = Vec::new();
    for line in source.split_inclusive('\n') {
        let text = line.trim_end_matches(['\n', '\r']);
        let end = text.find("//").unwrap_or(text.len());
        all.push(start..start + end);
        start += line.len();
    }
    all
}

struct Reader<'a> {
    source: &'a str,
    kind: Option<BoardKind>,
    text: GameText,
    settings: &'a [(String, u32)],
    seen: Vec<Line>,
    mirrors: [Option<Mirror>; 2],
    /// Where an end by what is left stands.
    rest: Option<Range<usize>>,
    /// The player whose moves the previous lines describe.
    section: Option<Section>,
}

#[derive(Clone, Copy, PartialEq)]
enum Section {
    Moves(Option<Player>),
    Never,
}

impl Reader<'_> {
    /// Reads a line, if it is a declaration and those are wanted, or if it is none and they are not.
    fn line(&mut self, line: Range<usize>, declarations: bool) -> Result<(), TextError> {
        let source = self.source;
        let text = &source[line.clone()];
        let indented = text.starts_with(char::is_whitespace);
        let trimmed = text.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            if declarations && let Some(comment) = trimmed.strip_prefix('#') {
                self.text.comments.push(comment.trim_start_matches('#').trim().to_string());
            }
            return Ok(());
        }
        let scan = &mut Scan::new(source, line.clone());
        let start = scan.at;
        let word = scan.letters_ahead();
        let known = WORDS
            .iter()
            .find(|&&known| known == word || (word, known) == ("neighbors", "neighbours"));
        let Some(&known) = known else {
            if indented && self.section.is_some() {
                return if declarations { Ok(()) } else { self.alternative(scan) };
            }
            let span = scan.at..scan.at + word.len().max(1);
            // A longer word is no misspelling of one of these.
            let close =
                |known: &&&str| word.len() <= 64 && strsim::damerau_levenshtein(known, word) <= 2;
            let suggestion = WORDS.iter().filter(|w| w.len() > 2).find(close).copied();
            let found = match word {
                "" => trimmed.chars().take(1).collect(),
                word => word.to_string(),
            };
            return Err(TextError::new(span, Mistake::UnknownLine { found, suggestion }));
        };
        scan.at += word.len();
        let span = start..scan.at;
        let is_move = ["left", "right", "both", "never", "legal", "after"].contains(&known);
        let colon = scan.symbol(":");
        if is_move && !colon {
            return Err(scan.expected(ExpectedInput::Sign(':')));
        }
        self.section = match known {
            "left" => Some(Section::Moves(Some(Player::Left))),
            "right" => Some(Section::Moves(Some(Player::Right))),
            "both" => Some(Section::Moves(None)),
            "never" => Some(Section::Never),
            _ => None,
        };
        if is_move == declarations {
            return Ok(());
        }
        match known {
            "game" => self.game(scan, span),
            "board" => self.board(scan, span),
            "pieces" => self.pieces(scan, span, Line::Pieces),
            "edges" => self.pieces(scan, span, Line::Edges),
            "turn" => {
                self.text.turn.extend(self.exchanges(scan)?);
                self.line_over(scan)
            }
            "neighbours" => {
                self.once(Line::Neighbours, span)?;
                let kind = self.kind.unwrap_or(BoardKind::Grid);
                self.text.neighbours = Some(directions(scan, kind)?);
                self.line_over(scan)
            }
            "end" => {
                self.once(Line::End, span)?;
                self.text.end = match scan.letters_ahead() {
                    "normal" => End::Normal,
                    "misere" | "misère" => End::Misere,
                    _ if scan.over() => return Err(scan.expected(ExpectedInput::End)),
                    // It is read when parameters and pieces are known.
                    _ => {
                        self.rest = Some(scan.expression());
                        return Ok(());
                    }
                };
                scan.word();
                self.line_over(scan)
            }
            "loopy" => {
                self.once(Line::Loopy, span)?;
                self.text.loopy = Some(self.endless(scan, colon)?);
                self.line_over(scan)
            }
            "legal" => self.legal(scan),
            "after" => self.after(scan),
            _ => self.alternative(scan),
        }
    }

    fn once(&mut self, line: Line, span: Range<usize>) -> Result<(), TextError> {
        if self.seen.contains(&line) {
            return Err(TextError::new(span, Mistake::Twice(line)));
        }
        self.seen.push(line);
        Ok(())
    }

    fn line_over(&self, scan: &mut Scan<'_>) -> Result<(), TextError> {
        if scan.over() { Ok(()) } else { Err(scan.expected(ExpectedInput::EndOfLine)) }
    }

    fn game(&mut self, scan: &mut Scan<'_>, span: Range<usize>) -> Result<(), TextError> {
        self.once(Line::Game, span)?;
        self.text.name = match scan.word() {
            "" => return Err(scan.expected(ExpectedInput::Name)),
            name => name.to_string(),
        };
        if scan.symbol("(") {
            loop {
                let start = scan.at;
                let name = scan.word().to_string();
                if name.is_empty() {
                    return Err(scan.expected(ExpectedInput::Name));
                }
                if self.text.parameters.iter().any(|(known, _)| *known == name) {
                    return Err(TextError::new(start..scan.at, Mistake::BadName(name)));
                }
                if !scan.symbol("=") {
                    return Err(scan.expected(ExpectedInput::Sign('=')));
                }
                let value = scan.number().ok_or_else(|| scan.expected(ExpectedInput::Number))??;
                self.text.parameters.push((name, value));
                if !scan.symbol(",") {
                    break;
                }
            }
            if !scan.symbol(")") {
                return Err(scan.expected(ExpectedInput::Sign(')')));
            }
        }
        for (name, value) in self.settings {
            let known = self.text.parameters.iter_mut().find(|(known, _)| known == name);
            match known {
                Some((_, parameter)) => *parameter = *value,
                None => {
                    let known = self.text.parameters.iter().map(|(name, _)| name.clone()).collect();
                    let mistake = Mistake::UnknownParameter { name: name.clone(), known };
                    return Err(TextError::new(0..0, mistake));
                }
            }
        }
        self.line_over(scan)
    }

    fn board(&mut self, scan: &mut Scan<'_>, span: Range<usize>) -> Result<(), TextError> {
        self.once(Line::Board, span)?;
        let word = scan.letters_ahead();
        let kind = BoardKind::ALL.into_iter().find(|kind| kind.name() == word);
        let Some(kind) = kind else { return Err(scan.expected(ExpectedInput::Board)) };
        scan.word();
        self.kind = Some(kind);
        self.text.kind = kind;
        self.line_over(scan)
    }

    fn pieces(
        &mut self,
        scan: &mut Scan<'_>,
        span: Range<usize>,
        line: Line,
    ) -> Result<(), TextError> {
        self.once(line, span)?;
        while !scan.over() {
            let start = scan.at;
            let c = scan.next().unwrap_or(EMPTY);
            let span = start..scan.at;
            let piece = c.is_alphanumeric() || (line == Line::Edges && c == '-');
            if c == EMPTY && line == Line::Pieces {
                continue;
            }
            if !piece {
                return Err(TextError::new(span, Mistake::NotAPiece(c)));
            }
            if self.text.alphabet().contains(&c) {
                return Err(TextError::new(span, Mistake::PieceTwice(c)));
            }
            if self.text.alphabet().len() == MAX_PIECES {
                return Err(TextError::new(span, Mistake::TooManyPieces));
            }
            match line {
                Line::Edges => self.text.edges.push(c),
                _ => self.text.pieces.push(c),
            }
        }
        Ok(())
    }

    /// Checks what must be known before patterns are read.
    fn declared(&mut self) -> Result<(), TextError> {
        let missing = |line| Err(TextError::new(0..0, Mistake::Missing(line)));
        if self.text.name.is_empty() {
            return missing(Line::Game);
        }
        if self.kind.is_none() {
            return missing(Line::Board);
        }
        if self.text.kind != BoardKind::Graph && !self.text.edges.is_empty() {
            return Err(TextError::new(0..0, Mistake::NoEdge));
        }
        if let Some(span) = self.rest.take() {
            let source = &self.source[span.clone()];
            self.text.end = End::PieceCount(PieceCountEnd::read(&self.text, source, span.start)?);
        }
        Ok(())
    }

    fn piece(&self, scan: &mut Scan<'_>, gone: bool) -> Result<char, TextError> {
        let start = scan.peek().map(|_| scan.at).unwrap_or(scan.at);
        let found = scan.next().ok_or_else(|| scan.expected(ExpectedInput::Piece))?;
        let known = self.text.alphabet();
        if known.contains(&found) || (gone && found == GONE) {
            return Ok(found);
        }
        Err(TextError::new(start..scan.at, Mistake::UnknownPiece { found, known }))
    }

    /// `x <-> o, L <-> R`
    fn exchanges(&self, scan: &mut Scan<'_>) -> Result<Vec<(char, char)>, TextError> {
        let mut all = Vec::new();
        loop {
            let one = self.piece(scan, false)?;
            if !scan.symbol("<->") {
                return Err(scan.expected(ExpectedInput::Exchange));
            }
            all.push((one, self.piece(scan, false)?));
            if !scan.symbol(",") {
                return Ok(all);
            }
        }
    }

    fn parameter(&self, name: &str) -> Option<u32> {
        self.text.parameters.iter().find(|(known, _)| known == name).map(|&(_, value)| value)
    }

    fn amount(&self, scan: &mut Scan<'_>) -> Result<u32, TextError> {
        if let Some(number) = scan.number() {
            return number;
        }
        let word = scan.word_ahead();
        match self.parameter(word) {
            Some(value) => {
                scan.word();
                Ok(value)
            }
            None => Err(scan.expected(ExpectedInput::Number)),
        }
    }

    /// Nothing after `loopy`, or after a colon `draw`, `left` or `right`.
    fn endless(&self, scan: &mut Scan<'_>, colon: bool) -> Result<Endless, TextError> {
        if !colon && scan.over() {
            return Ok(Endless::Draw);
        }
        let word = scan.letters_ahead();
        let known = Endless::ALL.into_iter().find(|endless| colon && endless.name() == word);
        let Some(endless) = known else { return Err(scan.expected(ExpectedInput::Endless)) };
        scan.word();
        Ok(endless)
    }

    /// `every group of x o has a liberty`
    fn legal(&mut self, scan: &mut Scan<'_>) -> Result<(), TextError> {
        for word in ["every", "group", "of"] {
            if !scan.keyword(word) {
                return Err(scan.expected(ExpectedInput::Legal));
            }
        }
        while scan.letters_ahead() != "has" {
            let piece = self.piece(scan, false)?;
            self.text.liberties.push(piece);
        }
        for word in ["has", "a", "liberty"] {
            if !scan.keyword(word) {
                return Err(scan.expected(ExpectedInput::Legal));
            }
        }
        self.line_over(scan)
    }

    /// `loose -> #` or `parts of one kind -> #`
    fn after(&mut self, scan: &mut Scan<'_>) -> Result<(), TextError> {
        scan.skip_spaces();
        let start = scan.at;
        let parts = scan.keyword("parts");
        let words: &[&str] = if parts { &["of", "one", "kind"] } else { &["loose"] };
        let said = words.iter().all(|word| scan.keyword(word));
        if !said || !scan.symbol("->") || !scan.symbol("#") {
            return Err(scan.expected(ExpectedInput::After));
        }
        if parts {
            if !self.text.edges.is_empty() {
                return Err(TextError::new(start..scan.at, Mistake::NoEdge));
            }
            self.text.one_kind = true;
            return self.line_over(scan);
        }
        if self.text.kind != BoardKind::Graph {
            return Err(TextError::new(start..scan.at, Mistake::NeedsGround));
        }
        self.text.loose = true;
        self.line_over(scan)
    }

    fn finish(mut self) -> Result<GameText, TextError> {
        for player in Player::BOTH {
            let Some(mirror) = self.mirrors[player as usize].take() else { continue };
            let other = player.opponent() as usize;
            if self.text.moves[other].is_empty() {
                return Err(TextError::new(mirror.span, Mistake::NothingToMirror));
            }
            let exchange = |c: char| {
                let pair = mirror.exchange.iter().find(|&&(a, b)| a == c || b == c);
                pair.map_or(c, |&(a, b)| if a == c { b } else { a })
            };
            let mirrored: Vec<Alternative> = self.text.moves[other]
                .iter()
                .map(|alternative| alternative.mirrored(&exchange, mirror.motion))
                .collect();
            self.text.moves[player as usize].extend(mirrored);
        }
        if self.text.moves.iter().all(Vec::is_empty) {
            return Err(TextError::new(0..0, Mistake::NoMoves));
        }
        let falls = self.text.moves.iter().flatten().find(|one| one.nothing_falls);
        if let Some(one) = falls
            && self.text.kind != BoardKind::Graph
        {
            return Err(TextError::new(one.span.clone(), Mistake::NeedsGround));
        }
        if !matches!(self.text.end, End::Normal) && self.text.loopy.is_some() {
            return Err(TextError::new(0..0, Mistake::LoopyMisere));
        }
        // What is left may favour a player.
        let same_moves = self.text.moves[0] == self.text.moves[1];
        self.text.impartial = same_moves && !matches!(self.text.end, End::PieceCount(_));
        Ok(self.text)
    }
}

/// Directions: words with commas or `and` between them.
fn directions(scan: &mut Scan<'_>, kind: BoardKind) -> Result<Vec<Direction>, TextError> {
    let mut all = Vec::new();
    loop {
        let word = scan.word_ahead();
        if word.is_empty() {
            return Err(scan.expected(ExpectedInput::Direction));
        }
        let Some(steps) = steps_of(word, kind) else {
            let span = scan.at..scan.at + word.len();
            let mistake = Mistake::UnknownDirection { found: word.to_string(), kind };
            return Err(TextError::new(span, mistake));
        };
        scan.word();
        for step in steps {
            if !all.contains(&step) {
                all.push(step);
            }
        }
        if !scan.symbol(",") && !scan.keyword("and") {
            return Ok(all);
        }
    }
}
