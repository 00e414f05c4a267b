//! Positions beyond a limit: reported outcomes hold whatever those positions are.

use ishitori_loopy::games::{LoopyRules, Solved};
use ishitori_loopy::{Endless, LoopyOutcome};
use ishitori_values::{Budget, LimitReached, Player};
use proptest::prelude::*;

/// What stands in a place that is not examined.
#[derive(Clone, Copy, Debug)]
enum In {
    Unknown,
    WonBy(Player),
    Zero,
    Star,
    Draw,
}

const ALL: [In; 5] =
    [In::WonBy(Player::Left), In::WonBy(Player::Right), In::Zero, In::Star, In::Draw];

/// A graph whose last vertices are beyond a limit, or something else stands there.
#[derive(Clone, Debug)]
struct Graph {
    moves: Vec<[Vec<u32>; 2]>,
    places: Vec<In>,
}

impl Graph {
    fn place(&self, at: u32) -> Option<In> {
        (at as usize).checked_sub(self.moves.len()).and_then(|at| self.places.get(at)).copied()
    }

    fn outcomes(&self) -> Vec<Option<LoopyOutcome>> {
        let starts: Vec<u32> = (0..self.moves.len() as u32).collect();
        let solved = Solved::of_all(self, starts, Endless::Draw, &Budget::unlimited()).unwrap();
        (0..self.moves.len() as u32).map(|at| solved.outcome(at)).collect()
    }
}

impl LoopyRules for Graph {
    type Position = u32;

    fn decided(&self, &at: &u32) -> Option<Player> {
        match self.place(at) {
            Some(In::WonBy(player)) => Some(player),
            _ => None,
        }
    }

    fn beyond(&self, &at: &u32) -> Option<LimitReached> {
        matches!(self.place(at), Some(In::Unknown))
            .then_some(LimitReached::NumberBits { limit: 31 })
    }

    fn moves(&self, &at: &u32, player: Player, into: &mut Vec<u32>) {
        match (self.moves.get(at as usize), self.place(at)) {
            (Some(moves), _) => into.extend(&moves[player as usize]),
            (None, Some(In::Draw)) => into.push(at),
            (None, Some(In::Star)) => into.push(u32::MAX),
            // Zero, and where * leads to.
            _ => {}
        }
    }
}

fn graphs() -> impl Strategy<Value = Graph> {
    (2usize..9, 1usize..3).prop_flat_map(|(inside, outside)| {
        let to = prop::collection::vec(0..(inside + outside) as u32, 0..4);
        prop::collection::vec([to.clone(), to], inside)
            .prop_map(move |moves| Graph { moves, places: vec![In::Unknown; outside] })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn reported_outcomes_hold_whatever_is_beyond(mut graph in graphs()) {
        let reported = graph.outcomes();
        let count = graph.places.len();
        let mut seen: Vec<Vec<LoopyOutcome>> = vec![Vec::new(); reported.len()];
        for code in 0..ALL.len().pow(count as u32) {
            graph.places = (0..count).map(|i| ALL[code / ALL.len().pow(i as u32) % ALL.len()]).collect();
            for (seen, found) in seen.iter_mut().zip(graph.outcomes()) {
                seen.push(found.unwrap());
            }
        }
        for (reported, seen) in reported.into_iter().zip(seen) {
            // No outcome is reported exactly where it depends on what is beyond.
            let same = seen.iter().all(|found| *found == seen[0]);
            prop_assert_eq!(reported, same.then_some(seen[0]));
        }
    }
}
