//! Game trees.

use ishitori_draw::{GameTree, TreeNode};
use ishitori_values::calculator::{Calculator, Value};
use ishitori_values::notation::{PrintError, Style};
use ishitori_values::{Game, GameStore, Player, Session};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::thermograph::{evaluate, not_a_game};
use super::{Colours, Format, Look, Plot, drawn, provenance};
use crate::{AskError, Context};

pub use super::Answer;

/// Nodes of a tree, and options of one of them, at the most.
const MAX_NODES: usize = 160;
const MAX_OPTIONS: usize = 12;
/// Letters of the title and of the root, and of any other label.
const MAX_TITLE: usize = 60;
const MAX_LABEL: usize = 18;

/// Which options does this game have, and which do they have?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// The game, as for `eval`.
    pub expression: String,
    /// How many levels are shown.
    #[serde(default = "depth")]
    #[schemars(range(min = 1, max = 20))]
    pub depth: u32,
    /// The heading of the picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The width of the picture in pixels, 96 to an inch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 16, max = 16_384))]
    pub size: Option<u32>,
    /// The colours of outcomes.
    #[serde(default)]
    pub palette: Colours,
    /// What the picture is written as.
    #[serde(default)]
    pub format: Format,
}

fn depth() -> u32 {
    5
}

/// Draws it. The cost is that of the canonical form.
///
/// ```
/// use ishitori_answers::draw::tree;
/// use ishitori_answers::Context;
/// use ishitori_values::Budget;
///
/// let request = serde_json::json!({ "expression": "{2|*}", "depth": 3 });
/// let request: tree::Request = serde_json::from_value(request).unwrap();
/// let picture = tree::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert_eq!(picture.title, "{2|*}");
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let expression = &request.expression;
    let store = GameStore::new();
    let mut calculator = Calculator::within(&store, context.budget.clone());
    let game = match evaluate(&mut calculator, expression)? {
        Value::Game(game) => game,
        Value::Number(x) => calculator.session().number(&x)?,
        _ => return Err(not_a_game(expression)),
    };
    let session = calculator.session();
    let mut left = MAX_NODES;
    let mut root = node(session, game, request.depth, &mut left)?;
    let title = match session.print_as(game, Style::Ascii) {
        Ok(shown) if shown.chars().count() <= MAX_TITLE => shown,
        _ => expression.chars().take(MAX_TITLE).collect(),
    };
    // The root has the room that its options take.
    root.label.clone_from(&title);
    let mut plot = GameTree::new(title, root);
    let command = format!("ishitori draw tree '{expression}' --depth {}", request.depth);
    plot.provenance = provenance(command, &[("expression", expression.clone())]);
    let look = Look { title: request.title.as_deref(), size: request.size, format: request.format };
    drawn(Plot::Tree(plot), look, context)
}

/// A game and its options, as far as they are shown. Integers are not opened: everybody knows them.
fn node(
    session: &mut Session<'_>,
    game: Game,
    depth: u32,
    left: &mut usize,
) -> Result<TreeNode, AskError> {
    *left = left.saturating_sub(1);
    let label = match session.print_as(game, Style::Ascii) {
        Ok(shown) if shown.chars().count() <= MAX_LABEL => shown,
        Ok(_) | Err(PrintError::TooLong { .. }) => "·".to_string(),
        Err(PrintError::Limit(limit)) => return Err(limit.into()),
    };
    let mut tree = TreeNode::leaf(label);
    if session.store().as_number(game).is_some_and(|x| x.is_integer()) {
        return Ok(tree);
    }
    let [lefts, rights] = [Player::Left, Player::Right].map(|player| session.options(game, player));
    let (lefts, rights) = (lefts?, rights?);
    let many = lefts.len() + rights.len();
    if depth <= 1 || many > MAX_OPTIONS || many > *left {
        tree.more = many > 0;
        return Ok(tree);
    }
    *left -= many;
    for (options, into) in [(lefts, &mut tree.left), (rights, &mut tree.right)] {
        for &option in options {
            *left += 1;
            into.push(node(session, option, depth - 1, left)?);
        }
    }
    Ok(tree)
}
