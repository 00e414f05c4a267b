//! Boards with their pieces.

use ishitori_boards::ast::BoardKind;
use ishitori_boards::{Board, SetUp};
use ishitori_draw::{BoardEdge, BoardPicture, BoardShape, BoardVertex, Owner};
use ishitori_values::{GameStore, Player};
use serde::{Deserialize, Serialize};

use super::{Plot, drawn, picture_request, provenance, recurrence, typed};
use crate::board::BoardRule;
use crate::registration::{Registration, pictures};
use crate::{Accepted, AskError, Context, RuleSource, Side};

pub use super::Answer;

/// Moves whose values are written into a picture, and how long they may be.
const VALUED: usize = 60;
const SHORT: usize = 8;

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    pictures!("draw/board", [svg, png, pdf, tex], &[("size", 16_384)], &[]),
    &[&[("game", "col"), ("position", "cycle:5")], &[("game", "amazons")]],
);

picture_request! {
    /// How does this board look, after a move perhaps?
    Request {
        /// The game: a name of the library such as `domineering`, or a text in the language of boards.
        pub game: RuleSource,
        /// The position [default: a typical starting position].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub position: Option<String>,
        /// Values of parameters of the game, such as `k=3`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub set: Vec<String>,
        /// A move, such as `b3` or `b3-b4`: the board after it is drawn, with what it has changed.
        #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
        pub played: Option<String>,
        /// Whose move it is, if both players have one of that name; Left's if not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub player: Option<Side>,
        /// Whether the values that moves lead to are written where they are made, if they are short.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub values: bool,
        /// Whether all positions that can be reached are drawn instead, with the moves between them and the components in
        /// which positions recur; at most 64.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub graph: bool,
    }
}

/// What is to be drawn.
struct BoardScene {
    shape: BoardShape,
    changed: Vec<usize>,
    values: Vec<(Vec<usize>, String, Owner)>,
    position: String,
}

/// Draws it. O(cells), and the values of the moves if they are wanted.
///
/// ```
/// use ishitori_answers::draw::board;
/// use ishitori_answers::Context;
/// use ishitori_values::Budget;
///
/// let request = serde_json::json!({ "game": "clobber", "position": "xo|ox", "move": "a2-b2" });
/// let request: board::Request = serde_json::from_value(request).unwrap();
/// let picture = board::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert_eq!(picture.title, "clobber  .x|ox");
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let rule = BoardRule::read(&request.game, &request.set)?;
    if request.values && !rule.is_normal() {
        let (value, accepted) = (rule.name().to_string(), Accepted::NormalBoard);
        return Err(AskError::Argument { field: "game", value, accepted });
    }
    let set_up = match rule.game().text().loopy.is_some() && !request.values {
        true => rule.set_up_loopy(request.position.as_deref(), &context.budget)?,
        false => rule.set_up(request.position.as_deref(), &context.budget)?,
    };
    if request.graph {
        return graph(request, &rule, &set_up, context);
    }
    request.palette.refuse()?;
    let seen = seen(request, &rule, &set_up, context)?;
    let title = format!("{}  {}", rule.name(), seen.position);
    let mut picture = BoardPicture::new(title, seen.shape);
    picture.owners = owners(&rule);
    (picture.changed, picture.values) = (seen.changed, seen.values);
    let game = typed(&request.game).to_string();
    let given = request.position.as_ref().map_or(String::new(), |p| format!(" '{p}'"));
    let played = request.played.as_ref().map_or(String::new(), |m| format!(" --move {m}"));
    let values = if request.values { " --values" } else { "" };
    let set: String = request.set.iter().map(|s| format!(" --set {s}")).collect();
    let command = format!("ishitori draw board '{game}'{given}{played}{values}{set}");
    picture.provenance = provenance(command, &[("game", game), ("position", seen.position)]);
    drawn(Plot::Board(picture), request.look(), context)
}

/// The board, after the move if one is given.
fn seen(
    request: &Request,
    rule: &BoardRule,
    set_up: &SetUp,
    context: &Context,
) -> Result<BoardScene, AskError> {
    let board = set_up.board();
    let start = set_up.start();
    let mut at = start.clone();
    let mut changed = Vec::new();
    if let Some(played) = &request.played {
        let players = match request.player {
            Some(player) => vec![Player::from(player)],
            None => Player::BOTH.to_vec(),
        };
        let mut after = None;
        for player in players {
            let moves = set_up.moves(&start, player, &context.budget)?;
            let found = moves.into_iter().find(|(name, _)| name == played.trim());
            after = after.or(found);
        }
        let Some((_, after)) = after else {
            let (value, accepted) = (played.clone(), Accepted::BoardMove);
            return Err(AskError::Argument { field: "move", value, accepted });
        };
        changed = differences(start.pieces(), after.pieces());
        at = after;
    }
    let pieces = at.pieces();
    let mut values = Vec::new();
    if request.values {
        let store = GameStore::new();
        let mut solver = set_up.solver(&store);
        let mut session = store.session_within(context.budget.clone());
        let impartial = rule.game().text().impartial;
        let players = if impartial { &Player::BOTH[..1] } else { &Player::BOTH[..] };
        let mut moves = Vec::new();
        for &player in players {
            let found = set_up.moves(&at, player, &context.budget)?;
            moves.extend(found.into_iter().map(|one| (player, one)));
        }
        for (player, (name, to)) in moves.iter().filter(|_| moves.len() <= VALUED) {
            let value = solver.value(to, &context.budget)?;
            let text = session.print(value).unwrap_or_default();
            let owner = match (impartial, player) {
                (true, _) => Owner::Neutral,
                (false, Player::Left) => Owner::Left,
                (false, Player::Right) => Owner::Right,
            };
            let sites = where_played(board, name, pieces, to.pieces());
            let taken = values.iter().any(|(s, _, o)| *s == sites && *o == owner);
            if text.chars().count() <= SHORT && !text.is_empty() && !taken {
                values.push((sites, text, owner));
            }
        }
    }
    Ok(BoardScene {
        shape: shape(board, pieces),
        changed: changed.into_iter().map(|site| drawn_site(board, site)).collect(),
        values: values
            .into_iter()
            .map(|(sites, text, owner)| {
                let sites = sites.into_iter().map(|site| drawn_site(board, site)).collect();
                (sites, text, owner)
            })
            .collect(),
        position: at.text().to_string(),
    })
}

/// All positions that can be reached.
fn graph(
    request: &Request,
    rule: &BoardRule,
    set_up: &SetUp,
    context: &Context,
) -> Result<Answer, AskError> {
    let refused = |field: &'static str, value: &str| {
        let (value, accepted) = (value.to_string(), Accepted::GraphAlone);
        Err(AskError::Argument { field, value, accepted })
    };
    if let Some(played) = &request.played {
        return refused("move", played);
    }
    if request.values {
        return refused("graph", rule.name());
    }
    let endless = rule.game().text().loopy.unwrap_or_default();
    let position = set_up.start().text().to_string();
    let recurrence = recurrence::of_board(set_up, endless, context)?;
    let mut plot = recurrence.plot(format!("{}  {position}", rule.name()));
    plot.palette = request.palette.into();
    let game = typed(&request.game).to_string();
    let set: String = request.set.iter().map(|s| format!(" --set {s}")).collect();
    let command = format!("ishitori draw board '{game}' '{position}' --graph{set}");
    plot.provenance = provenance(command, &[("game", game), ("position", position)]);
    let picture = drawn(Plot::Recurrence(plot), request.look(), context)?;
    Ok(Answer { recurrence: Some(recurrence), ..picture })
}

/// Sites at which two positions differ.
fn differences(before: &[char], after: &[char]) -> Vec<usize> {
    (0..before.len()).filter(|&site| before[site] != after[site]).collect()
}

/// The sites of a move: that of its name, or all that it changes.
fn where_played(board: &Board, name: &str, before: &[char], after: &[char]) -> Vec<usize> {
    let named = (0..before.len()).find(|&site| before[site] != '#' && board.name(site) == name);
    named.map_or_else(|| differences(before, after), |site| vec![site])
}

/// The number of a site among the drawn ones, which have no gaps between rows.
fn drawn_site(board: &Board, site: usize) -> usize {
    let (rows, columns) = board.size();
    match board.kind() {
        BoardKind::Graph => site,
        _ => (0..rows * columns)
            .find(|i| board.site_at(i / columns, i % columns) == Some(site))
            .unwrap_or(usize::MAX),
    }
}

fn shape(board: &Board, pieces: &[char]) -> BoardShape {
    let (rows, columns) = board.size();
    let row = |r: usize| -> Vec<char> {
        (0..columns).map(|c| board.site_at(r, c).map_or('#', |site| pieces[site])).collect()
    };
    match board.kind() {
        BoardKind::Grid => BoardShape::Squares((0..rows).map(row).collect()),
        BoardKind::Hex => BoardShape::Hexagons((0..rows).map(row).collect()),
        BoardKind::Strip => BoardShape::Strip(row(0)),
        BoardKind::Graph => {
            let graph = board.graph();
            let n = graph.vertices().len();
            let vertex = |v: usize| BoardVertex {
                name: board.name(v),
                piece: pieces[v],
                on_ground: graph.ground().contains(&v),
            };
            let edge = |(e, &(from, to, one_way)): (usize, &(usize, usize, bool))| {
                let there = pieces[from] != '#' && pieces[to] != '#';
                let kind = match board.has_edge_sites() {
                    _ if !there => '#',
                    true => pieces[n + e],
                    false => '-',
                };
                BoardEdge { from, to, kind, one_way }
            };
            BoardShape::Graph {
                vertices: (0..n).map(vertex).collect(),
                edges: graph.edges().iter().enumerate().map(edge).collect(),
            }
        }
    }
}

/// The owners of pieces, by their letters in texts; neutral where both players have the same moves.
fn owners(rule: &BoardRule) -> Vec<(char, Owner)> {
    if rule.game().text().impartial {
        return Vec::new();
    }
    let left = "xlLtbc".chars().map(|c| (c, Owner::Left));
    left.chain("orRfw".chars().map(|c| (c, Owner::Right))).collect()
}
