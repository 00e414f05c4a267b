//! From a rule and a position as the user names them to a game that can be judged and played.

use ishitori_boards::ast::End;
use ishitori_boards::{BoardPlay, LibraryGame};
use ishitori_language::TextGame;
use ishitori_rules::end::EndRule;
use ishitori_rules::heap::{HeapRule, TwoPileRule};
use ishitori_solve::ending::SumRule;
use ishitori_solve::play::{HeapGame, Heaps, Pair, PairGame, Playable, TupleGame, ValueGame};
use ishitori_solve::tuple::SumPosition;
use ishitori_values::calculator::Calculator;
use ishitori_values::notation::{self, PrintError};
use ishitori_values::{Budget, GameStore};

use super::SetUp;
use super::lengths::heaps_or_lengths;
use super::start::{usual_heaps, usual_tuple};
use crate::board::BoardRule;
use crate::end::{ending, read_end};
use crate::rule::two_pile_game;
use crate::{Accepted, AskError, Origin, Rule, RuleSource};

/// A visitor of games: code that works for every type of game, called with the one that a rule sets up.
pub trait GameVisitor {
    /// The result of the visit.
    type Outcome;

    /// Called once, with the game, the position and how both were set up.
    fn visit<G: Playable>(
        self,
        game: G,
        position: G::Position,
        set_up: SetUp,
    ) -> Result<Self::Outcome, AskError>;
}

/// The specification of a game and a position, as the user gave it.
pub(crate) struct GameSpec<'a> {
    pub rule: &'a RuleSource,
    pub set: &'a [String],
    pub position: Option<&'a str>,
    pub end: Option<&'a str>,
    pub sum: SumRule,
}

/// Reads the position, a usual one if none is given, and passes the game to the visitor.
pub(crate) fn set_up<S: GameVisitor>(
    at: GameSpec<'_>,
    budget: &Budget,
    player: S,
) -> Result<S::Outcome, AskError> {
    let given = at.end.map(read_end).transpose()?;
    if let RuleSource::Text(text) = at.rule
        && is_expression(text)
    {
        return of_values(text, &at, given.as_ref(), budget, player);
    }
    if let Some(board) = BoardRule::find(at.rule, at.set)? {
        return of_board(&board, at.position, given.as_ref(), budget, player);
    }
    match Rule::read(at.rule, at.set)? {
        Rule::Heap(rule) => {
            if let Some((game, position)) = several_pairs(&rule, at.position, given.as_ref()) {
                return of_text_game(&game, given, position, player);
            }
            let end = given.unwrap_or_else(EndRule::normal);
            let Some(text) = at.position else {
                let usual = usual_heaps(&rule, &end, at.sum, budget);
                return of_heap_rule(&rule, &end, at.sum, (usual, ""), player);
            };
            let numbers = heaps_or_lengths(&rule, text)?;
            of_heap_rule(&rule, &end, at.sum, (numbers, text), player)
        }
        Rule::Game(game) => {
            let position = match at.position {
                None => usual_tuple(&game, at.rule, given.as_ref(), budget)?,
                Some(text) => SumPosition::of_game(text, &game).map_err(AskError::TuplePosition)?,
            };
            of_text_game(&game, given, position, player)
        }
    }
}

/// The game in the language and the position where several pairs are meant: their sum is given; or no position is, and
/// one pair alone would be won in one move, since the whole heap can be taken.
pub(crate) fn several_pairs(
    rule: &HeapRule,
    position: Option<&str>,
    end: Option<&EndRule>,
) -> Option<(TextGame, SumPosition)> {
    let HeapRule::TwoPile(rule) = rule else { return None };
    let normal = end.is_none_or(EndRule::is_normal);
    let text = match (position, rule) {
        (Some(text), _) => text,
        (None, TwoPileRule::Mem) if normal => "(9,1)+(7,1)",
        (None, TwoPileRule::NimWithPass) if normal => "(5,1)+(3,1)",
        (None, _) => return None,
    };
    let sum: SumPosition = text.parse().ok()?;
    let pairs = sum.parts().len() > 1 && sum.parts().iter().all(|part| part.len() == 2);
    pairs.then(|| (two_pile_game(*rule), sum))
}

/// Whether a text is an expression over games: no rule has their signs.
pub(super) fn is_expression(text: &str) -> bool {
    let text = text.trim();
    let signs = text.contains(['{', '*', '^', '\'', '±', '↑', '↓', '∗', '｛', '＊']);
    signs
        && !text.starts_with(['(', '#', '（'])
        && text.parse::<HeapRule>().is_err()
        && notation::parse(text).is_ok()
}

/// Passes a sum of games that are written as values to the visitor.
fn of_values<S: GameVisitor>(
    text: &str,
    at: &GameSpec<'_>,
    end: Option<&EndRule>,
    budget: &Budget,
    player: S,
) -> Result<S::Outcome, AskError> {
    let refused = |field, value: &str, accepted| {
        Err(AskError::Argument { field, value: value.to_string(), accepted })
    };
    if let Some(end) = end.filter(|end| !end.is_normal()) {
        return refused("end", &end.to_string(), Accepted::NormalEnd);
    }
    if let Some(setting) = at.set.first() {
        return refused("set", setting, Accepted::NoParameters);
    }
    if let Some(position) = at.position {
        return refused("position", position, Accepted::NoPosition);
    }
    let store = GameStore::new();
    let mut calculator = Calculator::within(&store, budget.clone());
    let parts = calculator.parts(text).map_err(|error| AskError::Expression {
        from: Origin::Field("rule"),
        source: text.to_string(),
        error,
    })?;
    let game = ValueGame::new(calculator.into_forms());
    let position = match game.position(parts) {
        Ok(position) => position,
        Err(PrintError::Limit(limit)) => return Err(limit.into()),
        Err(PrintError::TooLong { .. }) => {
            return refused("rule", text, Accepted::GameExpression);
        }
    };
    player.visit(game, position, SetUp::of_values(text.trim()))
}

/// Hands over a board game.
pub(crate) fn of_board<S: GameVisitor>(
    rule: &BoardRule,
    position: Option<&str>,
    end: Option<&EndRule>,
    budget: &Budget,
    player: S,
) -> Result<S::Outcome, AskError> {
    let end = match end {
        None => rule.end(),
        Some(end) if end.is_normal() => &End::Normal,
        Some(end) if end.is_misere() => &End::Misere,
        Some(end) => {
            let (value, accepted) = (end.to_string(), Accepted::NormalOrMisere);
            return Err(AskError::Argument { field: "end", value, accepted });
        }
    };
    if rule.game().text().loopy.is_some() && !matches!(end, End::Normal) {
        let (value, accepted) = ("misere".to_string(), Accepted::LoopyEnd);
        return Err(AskError::Argument { field: "end", value, accepted });
    }
    let position = position.or_else(|| rule.library().map(LibraryGame::opening));
    let set_up = match rule.game().text().loopy {
        Some(_) => rule.set_up_loopy(position, budget)?,
        None => rule.set_up(position, budget)?,
    };
    let store = GameStore::new();
    let game = BoardPlay::new(&store, &set_up, end, rule.game().text().loopy);
    player.visit(game, set_up.start(), SetUp::of_board(rule, end))
}

/// Hands over a game on heaps or pairs.
pub(crate) fn of_heap_rule<S: GameVisitor>(
    rule: &HeapRule,
    end: &EndRule,
    sum: SumRule,
    (numbers, text): (Vec<u32>, &str),
    player: S,
) -> Result<S::Outcome, AskError> {
    let set_up = SetUp::of_heaps(rule, end, sum);
    match rule {
        HeapRule::TwoPile(two_pile) => {
            let (game, position) = pair(*two_pile, end, &numbers, text)?;
            player.visit(game, position, set_up)
        }
        _ => {
            let game = HeapGame::new(rule, end, sum).map_err(AskError::Ending)?;
            player.visit(game, Heaps::new(numbers), set_up)
        }
    }
}

/// Hands over a game in the language.
pub(crate) fn of_text_game<S: GameVisitor>(
    game: &TextGame,
    end: Option<EndRule>,
    position: SumPosition,
    player: S,
) -> Result<S::Outcome, AskError> {
    let set_up = SetUp::of_game(game, end.as_ref());
    let failed = |error| set_up.failure(error);
    let mut playable = TupleGame::new(game, ending(&end)?).map_err(failed)?;
    playable.check(&position).map_err(failed)?;
    player.visit(playable, position, set_up)
}

/// The game and the position that the user means.
fn pair<'e>(
    rule: TwoPileRule,
    end: &'e EndRule,
    numbers: &[u32],
    text: &str,
) -> Result<(PairGame<'e>, Pair), AskError> {
    let refused =
        |accepted| AskError::Argument { field: "position", value: text.to_string(), accepted };
    // A plus stands between heaps; only Wythoff's game has two of them.
    let heaps = text.contains(['+', '＋']);
    if heaps && !matches!(rule, TwoPileRule::Wythoff { .. }) {
        return Err(refused(Accepted::HeapAndNumber));
    }
    PairGame::beginning(rule, end, numbers).ok_or_else(|| refused(Accepted::Pair))
}
