//! Playing sums of games that are written as values, against a recursion over trees of its own.

use ishitori_solve::play::{Judge, ValueGame};
use ishitori_values::calculator::Calculator;
use ishitori_values::{Budget, GameStore, Player};
use proptest::prelude::*;

/// A game as it is written: the options of Left and of Right.
#[derive(Clone, Debug)]
struct Tree([Vec<Tree>; 2]);

impl Tree {
    fn text(&self) -> String {
        let side =
            |options: &[Tree]| options.iter().map(Tree::text).collect::<Vec<String>>().join(",");
        format!("{{{}|{}}}", side(&self.0[0]), side(&self.0[1]))
    }
}

/// Whether the player who moves first in the sum wins, by trying everything.
fn wins(parts: &[&Tree], player: Player) -> bool {
    parts.iter().enumerate().any(|(at, part)| {
        part.0[player as usize].iter().any(|option| {
            let mut next = parts.to_vec();
            next[at] = option;
            !wins(&next, player.opponent())
        })
    })
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = Just(Tree([Vec::new(), Vec::new()]));
    leaf.prop_recursive(2, 6, 2, |inner| {
        let side = || prop::collection::vec(inner.clone(), 0..=2);
        (side(), side()).prop_map(|(left, right)| Tree([left, right]))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn written_sums_are_judged_right(parts in prop::collection::vec(tree(), 1..=3)) {
        let text = parts.iter().map(Tree::text).collect::<Vec<String>>().join(" + ");
        let store = GameStore::new();
        let mut calculator = Calculator::new(&store);
        let forms = calculator.parts(&text).unwrap();
        let game = ValueGame::new(calculator.into_forms());
        let position = game.position(forms).unwrap();
        let (mut judge, budget) = (Judge::new(game), Budget::unlimited());
        let facts = judge.facts(&position, false, &budget).unwrap();
        let trees: Vec<&Tree> = parts.iter().collect();
        for player in Player::BOTH {
            let expected = wins(&trees, player);
            prop_assert_eq!(facts.outcome.wins_moving_first(player), expected, "{}", &text);
            let winning = judge.winning_moves(&position, player, false, &budget).unwrap();
            prop_assert_eq!(!winning.is_empty(), expected, "{}", &text);
            // What is called a winning move leaves a sum that the opponent loses, and no other does.
            for option in judge.moves(&position, player, &budget).unwrap() {
                let after = judge.facts(&option.position, true, &budget).unwrap();
                let lost = !after.outcome.wins_moving_first(player.opponent());
                prop_assert_eq!(winning.contains(&option), lost);
            }
        }
    }

    /// A game and its mirror image, in any order: the second player wins.
    #[test]
    fn mirror_images(tree in tree(), swapped: bool) {
        fn mirror(tree: &Tree) -> Tree {
            let side = |options: &[Tree]| options.iter().map(mirror).collect();
            Tree([side(&tree.0[1]), side(&tree.0[0])])
        }
        let mut both = [tree.clone(), mirror(&tree)];
        if swapped {
            both.reverse();
        }
        let trees: Vec<&Tree> = both.iter().collect();
        for player in Player::BOTH {
            prop_assert!(!wins(&trees, player));
        }
        let store = GameStore::new();
        let mut calculator = Calculator::new(&store);
        let text = format!("{} + {}", both[0].text(), both[1].text());
        let forms = calculator.parts(&text).unwrap();
        let game = ValueGame::new(calculator.into_forms());
        let position = game.position(forms).unwrap();
        let facts = Judge::new(game).facts(&position, false, &Budget::unlimited()).unwrap();
        prop_assert!(!facts.outcome.wins_moving_first(Player::Left));
        prop_assert!(!facts.outcome.wins_moving_first(Player::Right));
    }
}
