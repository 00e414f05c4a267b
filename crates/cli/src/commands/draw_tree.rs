//! `ishitori draw tree`: the options of a game.

use ishitori::draw::{GameTree, Scene, TreeNode};
use ishitori::prelude::{Budget, Calculator, Game, GameStore, Player, Session, Style, Value};
use ishitori::values::notation::PrintError;
use ishitori_answers::{Accepted, Origin};

use super::draw::provenance;
use crate::args::TreeArgs;
use crate::failure::Failure;
use crate::text::Text;

/// Nodes of a picture, and options of one of them, at the most.
const MAX_NODES: usize = 160;
const MAX_OPTIONS: usize = 12;
/// Letters of the title and of the root, and of any other label.
const MAX_TITLE: usize = 60;
const MAX_LABEL: usize = 18;

/// The picture.
pub fn scene(args: &TreeArgs, text: &Text, budget: &Budget) -> Result<Scene, Failure> {
    let expression = &args.expression;
    let store = GameStore::new();
    let mut calculator = Calculator::within(&store, budget.clone());
    let value = calculator.eval(expression).map_err(|error| Failure::Expression {
        from: Origin::Field("expression"),
        source: expression.clone(),
        error,
    })?;
    let game = match &value {
        Value::Game(game) => *game,
        Value::Number(x) => calculator.session().number(x)?,
        _ => {
            return Err(Failure::Argument {
                field: "expression",
                value: expression.clone(),
                accepted: Accepted::GameExpression,
            });
        }
    };
    let session = calculator.session();
    let mut left = MAX_NODES;
    let mut root = node(session, game, args.depth, &mut left)?;
    let title = match session.print_as(game, Style::Ascii) {
        Ok(shown) if shown.chars().count() <= MAX_TITLE => shown,
        _ => expression.chars().take(MAX_TITLE).collect(),
    };
    // The root has the room that its options take.
    root.label.clone_from(&title);
    let mut tree = GameTree::new(title, root);
    args.file.entitle(&mut tree.title);
    tree.description = text.describe_tree(&tree.title);
    tree.more_label = text.more_options().to_string();
    let command = format!("ishitori draw tree '{expression}' --depth {}", args.depth);
    tree.provenance = provenance(command, &[("expression", expression.clone())]);
    tree.scene().map_err(Failure::Draw)
}

/// A game and its options, as far as they are shown. Integers are not opened: everybody knows them.
fn node(
    session: &mut Session<'_>,
    game: Game,
    depth: u32,
    left: &mut usize,
) -> Result<TreeNode, Failure> {
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
