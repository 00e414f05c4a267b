//! Board games in words: what is wrong with their texts and positions.

pub(crate) mod position;

use ishitori_boards::ast::direction_words;
use ishitori_boards::{
    ExpectedInput, LIBRARY, LOOPY_LIBRARY, MAX_LENGTH, MAX_PIECES, MAX_PLACEMENTS, MAX_SETS,
    MAX_SITES, MAX_STAGES, Mistake, SetUpError, TextError,
};
use ishitori_language::tuple;

use crate::common::diagnostic::placed;
use crate::tuples::language::{error_words, fault_words};
use crate::{Text, say};

/// Pieces as they are listed.
fn list(pieces: &[char]) -> String {
    pieces.iter().map(|c| format!("`{c}`")).collect::<Vec<_>>().join(" ")
}

/// Board games that are named where no name is near: a list of all would not be read.
const USUAL: [&str; 6] =
    ["domineering", "clobber", "cram", "hackenbush", "toads-and-frogs", "amazons"];

impl Text {
    /// A text that is not a board game.
    pub(crate) fn board_text_error(&self, name: &str, source: &str, error: &TextError) -> String {
        let why = mistake_words(self, &error.mistake);
        match error.mistake {
            Mistake::TooLong
            | Mistake::Missing(_)
            | Mistake::NoMoves
            | Mistake::LoopyMisere
            | Mistake::UnknownParameter { .. } => {
                format!("{name}: {why}")
            }
            _ => {
                let (line, column) = error.place(source);
                placed(&format!("{name}:{line}:{column}: {why}"), source, &error.span)
            }
        }
    }

    /// A name that no board game has.
    pub(crate) fn unknown_board(&self, name: &str) -> String {
        let near = nearest(name);
        let names = match near.is_empty() {
            true => USUAL.join(", "),
            false => near.join(", "),
        };
        match near.is_empty() {
            true => say!(self, "boards.general.no-board-game-library-has", name, names),
            false => say!(self, "boards.general.no-board-game-library-did", name, names),
        }
    }

    /// A board game where heaps or tuples are wanted.
    pub(crate) fn on_boards(&self, name: &str) -> String {
        say!(self, "boards.general.game-boards-has-no-heaps", name)
    }

    /// A position of a board game that cannot be read or set up.
    pub(crate) fn board_position_error(&self, text: &str, error: &SetUpError) -> String {
        let why = set_up_words(self, error);
        let SetUpError::Character { place, .. } = error else { return why };
        let trimmed = text.trim_start();
        let lead = text.len() - trimmed.len();
        match trimmed.char_indices().nth(place - 1) {
            Some((i, c)) => placed(&why, text, &(lead + i..lead + i + c.len_utf8())),
            None => why,
        }
    }
}

fn set_up_words(text: &Text, error: &SetUpError) -> String {
    match error {
        SetUpError::Character { place, found, accepted } => say!(
            text,
            "boards.general.character-place-has-no-meaning",
            found = format_args!("{found:?}"),
            place,
            accepted = list(accepted),
            found2 = found
        ),
        SetUpError::RaggedRow { row, found, expected } => {
            say!(text, "boards.general.row-has-cells-but-row", row, found, expected)
        }
        SetUpError::Rows { rows } => say!(text, "boards.general.strip-has-one-row-but", rows),
        SetUpError::OtherBoard => {
            text.say("boards.general.position-another-board-than-game").to_string()
        }
        SetUpError::TooLarge { found } => {
            say!(text, "boards.general.board-has-cells-vertices-edges", found, MAX_SITES)
        }
        SetUpError::Empty => text.say("boards.general.position-empty").to_string(),
        SetUpError::GraphWord { word } => say!(text, "boards.general.no-part-graph-edge-l2", word),
        SetUpError::EdgeKind { word, accepted } => {
            say!(text, "boards.general.edge-kind-game-does-have", word, accepted = list(accepted))
        }
        SetUpError::Label { word, accepted } => {
            say!(text, "boards.general.label-has-no-meaning-here", word, accepted = list(accepted))
        }
        SetUpError::NoGround => {
            text.say("boards.general.game-needs-ground-says-vertex").to_string()
        }
        SetUpError::TooManyPlacements => {
            say!(text, "boards.general.patterns-game-fit-more-than", MAX_PLACEMENTS)
        }
        SetUpError::TooManySets => {
            say!(text, "boards.general.patterns-game-look-more-than", MAX_SETS)
        }
        SetUpError::Limit(limit) => text.limit(limit),
        SetUpError::Cycle { cycle } => {
            say!(text, "boards.general.play-can-come-back-position", cycle = cycle.join(" → "))
        }
        SetUpError::Fault(fault) => say!(
            text,
            "boards.general.expression-text-has-no-result",
            fault,
            position = tuple(&fault.position),
            kind = fault_words(text, &fault.kind)
        ),
        SetUpError::EndUnknown { positions } => {
            say!(text, "boards.general.could-shown-game-ends-board", positions)
        }
    }
}

/// Names of the library that look like a name, at most three.
fn nearest(name: &str) -> Vec<&'static str> {
    // A longer name is no misspelling of one of these.
    let name: String = name.trim().to_lowercase().chars().take(64).collect();
    let near = |known: &&str| {
        name.len() >= 3 && (known.contains(&name) || strsim::jaro_winkler(known, &name) > 0.88)
    };
    LIBRARY.iter().chain(LOOPY_LIBRARY).map(|game| game.name).filter(near).take(3).collect()
}

fn mistake_words(text: &Text, mistake: &Mistake) -> String {
    match mistake {
        Mistake::TooLong => say!(text, "boards.general.text-longer-than-bytes", MAX_LENGTH),
        Mistake::UnknownLine { found, suggestion: Some(word) } => {
            say!(text, "boards.general.begins-no-line-board-game", found, word)
        }
        Mistake::UnknownLine { found, suggestion: None } => {
            say!(text, "boards.general.begins-no-line-board-game-2", found)
        }
        Mistake::Expected { found, expected } if found.is_empty() => say!(
            text,
            "boards.general.line-ends-but-expected",
            expected = wanted_words(text, *expected)
        ),
        Mistake::Expected { found, expected } => say!(
            text,
            "boards.general.found-expected",
            found,
            expected = wanted_words(text, *expected)
        ),
        Mistake::Missing(line) => say!(text, "boards.general.text-has-no-line", word = line.word()),
        Mistake::Twice(line) => say!(text, "boards.general.text-has-two-lines", word = line.word()),
        Mistake::UnknownPiece { found, known } => {
            say!(text, "boards.general.no-piece-game-has", found, known = list(known))
        }
        Mistake::NotAPiece(c) => {
            say!(text, "boards.general.cannot-piece-letters-digits-can", c = format_args!("{c:?}"))
        }
        Mistake::PieceTwice(c) => say!(text, "boards.general.piece-there-already", c),
        Mistake::TooManyPieces => {
            say!(text, "boards.general.too-many-characters-cells-edges", MAX_PIECES)
        }
        Mistake::UnknownDirection { found, kind } => say!(
            text,
            "boards.general.no-direction-board-has",
            found,
            name = kind.name(),
            kind = direction_words(*kind).join(", ")
        ),
        Mistake::NeedsAlong => {
            text.say("boards.general.pattern-several-cells-needs-directions").to_string()
        }
        Mistake::Sides { before, after } => {
            say!(text, "boards.general.pattern-has-cells-groups-counted", before, after)
        }
        Mistake::Unclosed(c) => say!(text, "boards.general.never-closed", c),
        Mistake::NoRepetition => text.say("boards.general.nothing-can-repeated-here").to_string(),
        Mistake::NoEdge => text.say("boards.general.edge-stands-alone-between-two").to_string(),
        Mistake::NothingToTurn => text.say("boards.general.needs-line-such-turn-h").to_string(),
        Mistake::NotAResult => {
            text.say("boards.general.after-arrow-stand-pieces-unchanged").to_string()
        }
        Mistake::NoChange => text.say("boards.general.move-changes-nothing-so-could").to_string(),
        Mistake::NothingToMirror => {
            text.say("boards.general.there-no-moves-other-player").to_string()
        }
        Mistake::NoMoves => text.say("boards.general.text-has-no-moves-left").to_string(),
        Mistake::NumberTooLarge => {
            text.say("boards.general.number-too-large-limit-here").to_string()
        }
        Mistake::TooManyStages => say!(text, "boards.general.move-has-most-stages", MAX_STAGES),
        Mistake::BadName(name) => say!(text, "boards.general.cannot-name-here", name),
        Mistake::UnknownParameter { name, known } if known.is_empty() => {
            say!(text, "boards.general.there-no-parameter-game-has", name)
        }
        Mistake::UnknownParameter { name, known } => say!(
            text,
            "boards.general.there-no-parameter-game-has-2",
            name,
            known = known.join(", ")
        ),
        Mistake::NeedsGround => {
            text.say("boards.general.only-graphs-have-ground-position").to_string()
        }
        Mistake::Expression(kind) => error_words(text, kind),
        Mistake::LoopyMisere => text.say("boards.general.game-line-loopy-has-end").to_string(),
    }
}

fn wanted_words(text: &Text, wanted: ExpectedInput) -> String {
    match wanted {
        ExpectedInput::Name => text.say("boards.general.name"),
        ExpectedInput::Board => text.say("boards.general.board-grid-hex-strip-graph"),
        ExpectedInput::Piece => text.say("boards.general.piece-such-x"),
        ExpectedInput::Arrow => text.say("boards.general.what-becomes-pattern"),
        ExpectedInput::Exchange => text.say("boards.general.another-piece"),
        ExpectedInput::Pattern => text.say("boards.general.pattern-such-x-o-x"),
        ExpectedInput::Direction => text.say("boards.general.direction"),
        ExpectedInput::Condition => text.say("boards.general.condition-no-some-every-least"),
        ExpectedInput::Then => text.say("boards.general.another-pattern-neighbours-x-reachable"),
        ExpectedInput::Legal => text.say("boards.general.every-group-x-has-liberty"),
        ExpectedInput::After => text.say("boards.general.loose-parts-one-kind"),
        ExpectedInput::End => text.say("boards.general.normal-misere-expression-such-if"),
        ExpectedInput::Endless => text.say("boards.general.colon-draw-left-right-nothing"),
        ExpectedInput::Number => text.say("boards.general.number-parameter"),
        ExpectedInput::Neighbour => text.say("boards.general.neighbour-pieces"),
        ExpectedInput::EndOfLine => text.say("boards.general.end-line"),
        ExpectedInput::Sign(sign) => return format!("`{sign}`"),
    }
    .to_string()
}
