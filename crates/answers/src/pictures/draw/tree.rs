//! Game trees.

use ishitori_draw::{GameTree, TreeNode, signs};
use ishitori_loopy::Loopy;
use ishitori_loopy::calculator::{Calculator, Value};
use ishitori_values::calculator::Value as Short;
use ishitori_values::notation::{PrintError, Style};
use ishitori_values::{Game, GameStore, Player, Session};
use serde::{Deserialize, Serialize};

use super::thermograph::{evaluate, not_a_game};
use super::{Plot, Vertex, drawn, picture_request, provenance, recurrence};
use crate::registration::{Address, Registration, pictures};
use crate::{AskError, Context};

pub use super::Answer;

/// Nodes of a tree, and options of one of them, at the most.
const MAX_NODES: usize = 160;
const MAX_OPTIONS: usize = 12;
/// Letters of the title and of the root, and of any other label.
const MAX_TITLE: usize = 60;
const MAX_LABEL: usize = 18;
/// The most letters of a value that is shown in full.
const MAX_VALUE: usize = 400;

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    pictures!(
        "draw/tree",
        [svg, png, pdf, tex],
        &[("depth", 20), ("size", 16_384)],
        &[],
        Address::shown("draw/tree").up_to(&[("depth", 20), ("size", 16_384)])
    ),
    &[&[("expression", "{2||1|0}")]],
);

picture_request! {
    /// Which options does this game have, and which do they have?
    Request {
        /// The game, as for `eval`.
        pub expression: String,
        /// How many levels are shown.
        #[serde(default = "depth")]
        #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = 20)))]
        pub depth: u32,
    }
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
/// assert_eq!(picture.title, "{2|∗}");
/// let root = &picture.vertices.unwrap()[0];
/// assert_eq!((root.left.len(), root.right.len()), (1, 1));
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let expression = &request.expression;
    let store = GameStore::new();
    let mut calculator = Calculator::within(&store, context.budget.clone());
    let game = match evaluate(&mut calculator, expression)? {
        Value::Short(Short::Game(game)) => game,
        Value::Short(Short::Number(x)) => calculator.short().session().number(&x)?,
        Value::Loopy(value) => return of_loopy(request, &mut calculator, value, context),
        _ => return Err(not_a_game(expression)),
    };
    let session = calculator.short().session();
    let mut left = MAX_NODES;
    let mut vertices = Vec::new();
    let mut root = node(session, game, request.depth, &mut left, &mut vertices)?;
    let title = match session.print_as(game, Style::Ascii) {
        Ok(shown) if shown.chars().count() <= MAX_TITLE => shown,
        _ => expression.chars().take(MAX_TITLE).collect(),
    };
    // The root has the space that its options take.
    root.label.clone_from(&title);
    vertices[0].label.clone_from(&title);
    let mut plot = GameTree::new(signs(&title), root.labelled(&signs));
    plot.palette = request.palette.into();
    let command = format!("ishitori draw tree '{expression}' --depth {}", request.depth);
    plot.provenance = provenance(command, &[("expression", expression.clone())]);
    Ok(Answer { vertices: Some(vertices), ..drawn(Plot::Tree(plot), request.look(), context)? })
}

/// A game that comes back is not a tree: its simplest form as a graph.
fn of_loopy(
    request: &Request,
    calculator: &mut Calculator<'_>,
    value: Loopy,
    context: &Context,
) -> Result<Answer, AskError> {
    let expression = &request.expression;
    let title = match calculator.show(&Value::Loopy(value)) {
        Ok(shown) if shown.chars().count() <= MAX_TITLE => shown,
        _ => expression.chars().take(MAX_TITLE).collect(),
    };
    let recurrence = recurrence::of_value(calculator, value)?;
    let mut plot = recurrence.plot(title);
    plot.palette = request.palette.into();
    let command = format!("ishitori draw tree '{expression}'");
    plot.provenance = provenance(command, &[("expression", expression.clone())]);
    let picture = drawn(Plot::Recurrence(plot), request.look(), context)?;
    Ok(Answer { recurrence: Some(recurrence), ..picture })
}

/// A game and its options, as far as they are shown, also as vertices by their places. Integers are not
/// opened.
fn node(
    session: &mut Session<'_>,
    game: Game,
    depth: u32,
    left: &mut usize,
    vertices: &mut Vec<Vertex>,
) -> Result<TreeNode, AskError> {
    *left = left.saturating_sub(1);
    let value = match session.print_as(game, Style::Ascii) {
        Ok(shown) => Some(shown).filter(|shown| shown.chars().count() <= MAX_VALUE),
        Err(PrintError::TooLong { .. }) => None,
        Err(PrintError::Limit(limit)) => return Err(limit.into()),
    };
    let short = value.as_ref().filter(|shown| shown.chars().count() <= MAX_LABEL);
    let label = short.cloned().unwrap_or_else(|| "·".to_string());
    let mut tree = TreeNode::leaf(label.clone());
    let place = vertices.len();
    let outcome = session.outcome(game)?.into();
    vertices.push(Vertex { label, value, outcome, left: vec![], right: vec![], more: false });
    if session.store().as_number(game).is_some_and(|x| x.is_integer()) {
        return Ok(tree);
    }
    let [lefts, rights] = [Player::Left, Player::Right].map(|player| session.options(game, player));
    let (lefts, rights) = (lefts?, rights?);
    let many = lefts.len() + rights.len();
    if depth <= 1 || many > MAX_OPTIONS || many > *left {
        tree.more = many > 0;
        vertices[place].more = tree.more;
        return Ok(tree);
    }
    *left -= many;
    for (player, options) in [(Player::Left, lefts), (Player::Right, rights)] {
        for &option in options {
            *left += 1;
            let at = vertices.len();
            let below = node(session, option, depth - 1, left, vertices)?;
            let (nodes, places) = match player {
                Player::Left => (&mut tree.left, &mut vertices[place].left),
                Player::Right => (&mut tree.right, &mut vertices[place].right),
            };
            nodes.push(below);
            places.push(at);
        }
    }
    Ok(tree)
}
